"""`bids`: bids of a tender, normalised, compared and scored."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from model.commands import score
from model.commands.drawn import draw
from model.commands.freezing import frozen, frozen_document, show_frozen
from model.commands.offer import form_of_bidder
from model.commands.terminal import paragraph, write_file, write_json
from model.errors import InputError, Place, Problem
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.tender import views
from model.tender.bid_reading import LARGEST, MOST_BIDS, ReadBid, Unreadable, read_bids
from model.tender.comparison import Compared, Comparison, compare
from model.tender.letters import letter
from model.tender.normalisation import titles_of_lines
from model.tender.protocol import state_of_comparison
from model.tender.targets import reached, targets
from model.tender.tender_file import TenderFile, read_tender

SCHEMA = "ostimate.bids/1"


def run(options: argparse.Namespace) -> int:
    """Compare the bids of a tender."""
    rules = given_contents(options.tender, LARGEST, "the rules of a tender, a YAML file")
    document = read_document(rules, options.tender)
    tender = read_tender(document)
    read, contents, unreadable = _read_all(options.bids, tender)
    wrong = [problem for one in unreadable for problem in one.problems]
    is_frozen = options.freeze is not None or options.against is not None
    if wrong and (not read or is_frozen):  # a protocol is of all bids, or of none
        raise InputError(wrong)
    found = compare(tender, [(one.bid, one.document) for one in read], unreadable)
    files = {one.bid.name: (one.file, contents[one.file]) for one in read}
    protocol = frozen(options, state_of_comparison((document, rules), files, found))
    if options.questions is not None:
        _write_questions(found, Path(options.questions))
    if options.xlsx is not None:
        book = importlib.import_module("report.workbook.evaluation_workbook")
        write_file(options.xlsx, book.comparison_of_bids_workbook(found), private=True)
    if options.json is not None:
        added = {} if protocol is None else {"protocol": frozen_document(protocol)}
        write_json({**document_of(found), **added}, options.json, private=True)
    else:
        _show(found)
        show_frozen(protocol)
    if wrong:
        raise InputError(wrong)
    return 0


def _read_all(
    files: list[str], tender: TenderFile
) -> tuple[list[ReadBid], dict[str, bytes], list[Unreadable]]:
    """Read all bids, with what is in their files; files that can't be read don't stop it."""
    if len(files) > MOST_BIDS:
        raise InputError([Problem(Place("bids"), "", f"at most {MOST_BIDS} bids are compared")])
    missing: list[Unreadable] = []
    contents: list[tuple[str, bytes]] = []
    for file in files:
        try:
            content = given_contents(file, LARGEST, "a bid: a filled form, a table, or a YAML file")
        except InputError as error:
            missing.append(Unreadable(file, error.problems))
        else:
            contents.append((file, content))
    bids, unreadable = read_bids(contents, tender, form_of_bidder)
    return bids, dict(contents), [*missing, *unreadable]


def document_of(found: Comparison) -> dict[str, Any]:
    """Return a comparison for other programs."""
    tender = found.tender
    return {
        "schema": SCHEMA,
        "tender": tender.id or None,
        "title": tender.title or None,
        "currency": tender.currency,
        "price": tender.price,
        "bids": [_of_bid(one, tender) for one in found.bids],
        "lines": list(_lines(found)),
        "unreadable": [
            {"file": one.file, "reasons": [str(problem) for problem in one.problems]}
            for one in found.unreadable
        ],
        "warnings": list(found.warnings),
        "scores": None if found.scores is None else score.document_of(found.scores, []),
    }


def _of_bid(one: Compared, tender: TenderFile) -> dict[str, Any]:
    normalised, bid = one.normalised, one.normalised.bid
    return {
        "name": one.name,
        "bidder": bid.bidder,
        "offer": bid.offer or None,
        "price": _number(one.price),
        "complete": one.price is not None,
        "undecided": list(dict.fromkeys(normalised.undecided)),
        "steps": [
            {"step": step.name, "amount": _number(step.amount), "reason": step.reason}
            for step in normalised.steps
        ],
        "capacity": {
            "offered": one.capacity.offered,
            "planned": one.capacity.planned,
            "difference": one.capacity.difference,
            "verdict": one.capacity.verdict,
        },
        "not_planned": list(one.not_planned),
        "bandwidths": {
            way: {
                "committed": of.committed,
                "conditions": of.conditions or None,
                "bound": of.of_parts.bound,
                "low": of.of_parts.low,
                "high": of.of_parts.high,
                "verdict": of.verdict,
            }
            for way, of in one.bandwidths.items()
        },
        "musts": dict(one.musts),
        "targets": [
            {"requirement": text, "class": kind, "verdict": verdict}
            for text, kind, verdict in reached(one, tender)
        ],
        "per_unit": dict(one.per_unit),
        "abnormally_low": list(one.abnormal),
        "questions": list(one.questions),
    }


def _lines(found: Comparison) -> Iterator[dict[str, Any]]:
    """Give each position with the price of each bid, in the currency of the bid."""
    titles = titles_of_lines((one.normalised for one in found.bids), found.tender)
    by_bid = {one.name: {line.key: line for line in one.normalised.lines} for one in found.bids}
    for key, title in titles.items():
        prices = {name: lines.get(key) for name, lines in by_bid.items()}
        lot, position = key
        yield {
            "position": position,
            **({"lot": lot} if lot else {}),
            "title": title or None,
            "prices": {
                name: None if line is None else _number(line.amount)
                for name, line in prices.items()
            },
            "counts": {name: line is not None and line.counts for name, line in prices.items()},
        }


def _number(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


def _show(found: Comparison) -> None:
    draw(None, views.overview(found))
    if meant := views.meaning(found):
        print()
        paragraph(meant)
    for one in found.bids:
        draw(None, views.reasons(one, found.tender.currency))
    if (wanted := targets(found)).rows:
        draw(None, wanted)
    for text in found.warnings:
        print()
        paragraph(f"! {text[:1].upper()}{text[1:]}.")
    for one in found.bids:
        if one.questions:
            print(f"\nQuestions to {one.name}:")
            for n, text in enumerate(one.questions, 1):
                paragraph(f"{n}. {text}", "  ", "   ")
    if found.scores is not None:
        score.show(found.scores, [])


def _write_questions(found: Comparison, folder: Path) -> None:
    """Write a file of questions for each bidder; none holds anything of another bid."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"can't be made ({(error.strerror or str(error)).lower()}): write another folder"
        raise InputError([Problem(Place(str(folder)), "", what)]) from None
    for n, one in enumerate(found.bids, 1):
        if one.questions:
            text = letter(one, found.tender.id).encode()
            write_file(str(folder / f"questions-{n}.txt"), text, private=True)
