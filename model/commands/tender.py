"""`tender`: specification and form for bidders, rules and estimate for the buyer."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from model.answers.results import evaluate
from model.commands import score
from model.commands.outputs import make_folder
from model.commands.terminal import paragraph, table, write_file, write_json
from model.errors import InputError, Place
from model.planning.loading import load_scenario
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.tender.estimate import estimate_data, estimate_rows
from model.tender.rewards import Preview, of_tender
from model.tender.tender_file import TenderFile

SCHEMA = "ostimate.form/1"
LARGEST = 5_000_000
NO_TEXTS = "State their 'texts' in the rules (--rules)."
NO_ID = "! The tender has no id, so bidders can't quote it: add 'id: ...' to the rules (--rules)."


def run(options: argparse.Namespace) -> int:
    """Write the files of a tender."""
    results = evaluate(load_scenario(options.scenario))
    rules = None
    if options.rules is not None:
        said = given_contents(options.rules, LARGEST, "the rules of a tender, a YAML file")
        rules = read_document(said, options.rules)
    files = importlib.import_module("report.tender_files").tender_files(results, rules)
    preview, missing = _preview(files.tender, options)
    folder = Path(options.out)
    make_folder(folder)
    for name, content in {**files.keep, **files.send}.items():
        write_file(str(folder / name), content, private=name in files.keep)
    send, keep = ([str(folder / name) for name in some] for some in (files.send, files.keep))
    form, estimate = files.form, files.estimate
    if options.json is not None:
        document = {
            "schema": SCHEMA,
            "tender": form.id or None,
            "requirements_hash": form.hash,
            "send": send,
            "keep": keep,
            "blanks": [blank.name for blank in form.blanks()],
            "estimate": estimate_data(estimate),
            "before": None if preview is None else score.preview_document(preview),
        }
        write_json(document, options.json, private=True)
        return 0
    paragraph(f"For bidders, version {form.hash}: {', '.join(send)}.")
    paragraph(f"Keep confidential: {', '.join(keep)}. To compare the bids by these rules:")
    paragraph(f"python -m model bids {keep[0]} BID.xlsx ...", "  ")
    table(("", "amount", "remark"), estimate_rows(estimate), "Estimate, net:")
    if preview is not None:
        score.show_preview(preview)
    if not form.id:
        paragraph(NO_ID)
    seen = files.tender
    if silent := [one for one in (*seen.musts, *seen.should, *seen.may) if not seen.texts.get(one)]:
        paragraph(f"! Bidders can't read these requirements: {', '.join(silent)}. {NO_TEXTS}")
    for text in missing:
        paragraph(f"! What the formula rewards is unknown: {text}.")
    return 0


def _preview(tender: TenderFile, options: argparse.Namespace) -> tuple[Preview | None, list[str]]:
    """Return what the formula rewards, or what is missing to say so; the form needs neither."""
    try:
        return of_tender(tender, Place(options.rules or options.scenario)), []
    except InputError as error:
        return None, [f"'scoring.{one.field}' {one.what}" for one in error.problems]
