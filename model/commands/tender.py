"""`tender`: the form that bidders fill in, and the rules that stay."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from model.answers.results import evaluate
from model.commands.terminal import paragraph, write_file, write_json
from model.errors import InputError, Place, Problem
from model.planning.loading import load_scenario
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.tender.form import form_of
from model.tender.form_text import form_text
from model.tender.rules_from_plan import rules_of

SCHEMA = "ostimate.form/1"
LARGEST = 5_000_000
RULES, BOOK, TEXT = "tender.yaml", "bid.xlsx", "bid.yaml"


def run(options: argparse.Namespace) -> int:
    """Write the form of a tender, and its rules."""
    results = evaluate(load_scenario(options.scenario))
    rules = None
    if options.rules is not None:
        said = given_contents(options.rules, LARGEST, "the rules of a tender, a YAML file")
        rules = read_document(said, options.rules)
    text, tender = rules_of(results, rules)
    form = form_of(tender)
    folder = Path(options.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"can't be made ({(error.strerror or str(error)).lower()}): write another folder"
        raise InputError([Problem(Place("--out"), "", what)]) from None
    book = importlib.import_module("report.workbook.bid_form").bid_form(form)
    write_file(str(folder / RULES), text.encode())
    write_file(str(folder / TEXT), form_text(form).encode())
    write_file(str(folder / BOOK), book)
    if options.json is not None:
        document = {
            "schema": SCHEMA,
            "tender": form.id or None,
            "requirements_hash": form.hash,
            "send": [str(folder / BOOK), str(folder / TEXT)],
            "keep": [str(folder / RULES)],
            "blanks": [blank.name for blank in form.blanks()],
        }
        write_json(document, options.json)
        return 0
    paragraph(f"For bidders: {folder / BOOK}, or {folder / TEXT}. Version {form.hash}.")
    paragraph(f"For you alone: {folder / RULES}, with the estimate. It reads the bids:")
    paragraph(f"python -m model bids {folder / RULES} BID.xlsx ...", "  ")
    return 0
