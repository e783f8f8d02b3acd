"""`score`: points, ranks and ties of bids by a published method."""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from model.commands.drawn import draw
from model.commands.freezing import frozen, frozen_document, show_frozen
from model.commands.terminal import paragraph, write_file, write_json, wrong_option
from model.errors import InputError, Problem
from model.reading.documents import Document, read_document
from model.reading.files import given_contents
from model.tender import reward_tables, views
from model.tender.added_bid import added
from model.tender.evaluation_file import Bid, read_evaluation, unused
from model.tender.methods import METHODS
from model.tender.protocol import state_of_file
from model.tender.rewards import Preview, of_evaluation, of_tender
from model.tender.robustness import (
    Order,
    by_weight,
    if_accepted,
    margins,
    other_methods,
    others,
    winners_by_weight,
    withdrawals,
    without_each,
)
from model.tender.scores import Scored, Scores, scores
from model.tender.tender_file import read_tender

SCHEMA = "ostimate.scores/1"
PREVIEW = "ostimate.rewards/1"
LARGEST = 5_000_000


def run(options: argparse.Namespace) -> int:
    """Score the bids of a file, or show before publishing what its formula rewards."""
    content = given_contents(options.file, LARGEST, "a file of bids")
    document = read_document(content, options.file)
    if isinstance(document.data, dict) and "tiers" in document.data:
        what = (
            "this is a scenario, not a scoring file: write 'method' and 'bids', or, with "
            "'--before', the rules of a tender with 'scoring'"
        )
        raise InputError([Problem(document.place(), "tiers", what)])
    if options.before:
        if options.freeze is not None or options.against is not None:
            raise wrong_option("--before", "freezes nothing: leave out '--freeze' and '--against'")
        if options.xlsx is not None:
            raise wrong_option("--before", "has no workbook: leave out '--xlsx'")
        return _preview(document, options)
    evaluation = read_evaluation(document)
    if "bids" not in evaluation.model_fields_set:
        what = "is missing: write the bids; without them, '--before' shows what is rewarded"
        raise InputError([Problem(document.place(), "bids", what)])
    found = scores(evaluation)
    ignored = [f"'{name}' changes nothing with {evaluation.method}" for name in unused(evaluation)]
    protocol = frozen(options, state_of_file(document, content, found))
    if options.xlsx is not None:
        book = importlib.import_module("report.workbook.evaluation_workbook")
        write_file(options.xlsx, book.evaluation_workbook(found), private=True)
    if options.json:
        added = {} if protocol is None else {"protocol": frozen_document(protocol)}
        write_json({**document_of(found, ignored), **added}, options.json, private=True)
        return 0
    show(found, ignored)
    show_frozen(protocol)
    return 0


def _preview(document: Document, options: argparse.Namespace) -> int:
    """Show what a file of bids, or the rules of a tender, reward."""
    is_tender = isinstance(document.data, dict) and "method" not in document.data
    if is_tender:
        found = of_tender(read_tender(document), document.place(("scoring",)))
        if found is None:
            what = "is missing: write how bids are scored"
            raise InputError([Problem(document.place(), "scoring", what)])
    else:
        found = of_evaluation(read_evaluation(document), document.place(("expected",)))
    if options.json:
        write_json(preview_document(found), options.json, private=True)
    else:
        show_preview(found)
    return 0


def show_preview(found: Preview) -> None:
    """Print what an evaluation rewards, and how its order depends on other bids."""
    rewards, *example = reward_tables.of_preview(found) or [reward_tables.rewards(found)]
    draw(None, rewards)
    print()
    for text in found.reasons:
        paragraph(f"{text[:1].upper()}{text[1:]}.")
    dependence = found.dependence()
    paragraph(f"{'! ' * found.relative}{dependence[:1].upper()}{dependence[1:]}.")
    if warning := METHODS[found.evaluation.method].warning:
        paragraph(f"! {warning[:1].upper()}{warning[1:]}.")
    for table in example:
        draw(None, table)


def preview_document(found: Preview) -> dict[str, Any]:
    """Return what an evaluation rewards, for other programs."""
    bid, one = found.evaluation.bids[0], found.example
    return {
        "schema": PREVIEW,
        "method": found.evaluation.method,
        "relative": found.relative,
        "currency": found.evaluation.code() or None,
        "expected": _figures(bid),
        "reasons": list(found.reasons),
        "rewards": [
            {
                "figure": each.figure,
                "change": each.change,
                "points": each.points,
                "share": each.share,
                "money": each.money,
                "reason": each.reason,
            }
            for each in found.rewards
        ],
        "dependence": found.dependence(),
        "drawn": found.drawn,
        "example": None
        if one is None
        else {
            "bids": [{"name": each.name, **_figures(each)} for each in one.bids],
            "added": one.added,
            "without": _order(one.before),
            "with": _order(one.after),
            "swapped": [list(pair) for pair in one.swapped],
        },
    }


def _figures(bid: Bid) -> dict[str, Any]:
    return {
        "quality": bid.quality,
        "price": None if bid.price is None else bid.price.amount,
        "quantity": bid.quantity,
        "figures": dict(bid.figures),
    }


def document_of(found: Scores, ignored: list[str]) -> dict[str, Any]:
    """Return scores for other programs; `ignored` are warnings about fields."""
    evaluation = found.evaluation
    return {
        "schema": SCHEMA,
        "method": evaluation.method,
        "title": evaluation.title or None,
        "currency": evaluation.code() or None,
        "relative": found.relative,
        "bids": [_of_bid(one) for one in found.bids],
        "ties": [list(names) for names in found.ties],
        "warnings": [*found.warnings, *ignored],
        "withdrawals": [
            {"without": one.without, "swapped": [list(pair) for pair in one.swapped]}
            for one in withdrawals(found)
        ],
        "winners_by_weight": [
            {"quality": quality, "price": price, "winners": list(names)}
            for quality, price, names in winners_by_weight(evaluation)
        ],
        "other_methods": {key: _order(order) for key, order in other_methods(evaluation).items()},
        "not_computed": {one.method: one.why for one in others(evaluation) if one.why},
        "margins": [
            {
                "name": one.name,
                "next": list(one.following),
                "lead": one.lead,
                "price_rise": one.price_rise,
            }
            for one in margins(found)
        ],
        "by_weight": [
            {
                "name": one.name,
                "weight": one.weight,
                "low": one.low,
                "high": one.high,
                "turns": [{"weight": t.weight, "order": _order(t.order)} for t in one.turns],
            }
            for one in by_weight(evaluation)
        ],
        "if_accepted": {name: _order(order) for name, order in if_accepted(found).items()},
        "if_added": _if_added(found),
        "without_each": [
            {
                "without": one.without,
                "winners": list(one.winners),
                "swapped": [list(pair) for pair in one.swapped],
                "moved": one.moved,
            }
            for one in without_each(found)
        ],
    }


def _if_added(found: Scores) -> dict[str, Any] | None:
    """Return a bid that swaps others if it is added; None where none can."""
    one = added(found)
    if one is None:
        return None
    return {
        "bid": None if one.bid is None else {"name": one.bid.name, **_figures(one.bid)},
        "with": _order(one.after),
        "swapped": [list(pair) for pair in one.swapped],
        "tried": one.tried,
    }


def _order(order: Order) -> list[list[str]]:
    return [list(names) for names in order]


def _of_bid(one: Scored) -> dict[str, Any]:
    return {
        "name": one.name,
        "score": one.score,
        "rounded": one.rounded,
        "rank": one.rank,
        "in_band": one.in_band,
        "excluded": one.excluded,
        "why": one.why or None,
    }


def show(found: Scores, ignored: list[str]) -> None:
    """Print ranks, and how robust the ranking is."""
    ranks, *further = views.of_scores(found) or [views.ranking(found)]
    draw(None, ranks)
    print()
    for n, text in enumerate((*views.notes(found), *ignored)):
        paragraph(f"{text}." if n == 0 else f"! {text[:1].upper()}{text[1:]}.")
    for table in further:
        draw(None, table)
