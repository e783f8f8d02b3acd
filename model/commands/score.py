"""`score`: points, ranks and ties of bids by a published method."""

from __future__ import annotations

import argparse
from typing import Any

from model.commands.drawn import draw
from model.commands.terminal import paragraph, write_json
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.tender import views
from model.tender.evaluation_file import read_evaluation, unused
from model.tender.robustness import (
    Order,
    by_weight,
    margins,
    other_methods,
    others,
    winners_by_weight,
    withdrawals,
    without_each,
)
from model.tender.scores import Scored, Scores, scores

SCHEMA = "ostimate.scores/1"
LARGEST = 5_000_000


def run(options: argparse.Namespace) -> int:
    """Score the bids of a file."""
    document = read_document(given_contents(options.file, LARGEST, "a file of bids"), options.file)
    evaluation = read_evaluation(document)
    found = scores(evaluation)
    ignored = [f"'{name}' changes nothing with {evaluation.method}" for name in unused(evaluation)]
    if options.json:
        write_json(document_of(found, ignored), options.json)
        return 0
    show(found, ignored)
    return 0


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
