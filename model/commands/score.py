"""`score`: points, ranks and ties of bids by a published method."""

from __future__ import annotations

import argparse
from typing import Any

from model.commands.terminal import paragraph, table, write_json
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.tender.evaluation_file import read_evaluation, unused
from model.tender.methods import METHODS
from model.tender.scores import (
    Scored,
    Scores,
    other_methods,
    scores,
    winners_by_weight,
    withdrawals,
)

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
        "other_methods": {
            key: [list(names) for names in order]
            for key, order in other_methods(evaluation).items()
        },
    }


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
    """Print ranks, and how firmly the order stands."""
    evaluation, method = found.evaluation, METHODS[found.evaluation.method]
    by_rank = sorted(found.bids, key=lambda one: (one.rank is None, one.rank or 0))
    is_rounded = evaluation.round is not None
    heads = ("rank", "bid", "score", *(["ranked by"] if is_rounded else []), "remark")
    rows = [
        (
            "-" if one.rank is None else f"{one.rank}",
            one.name,
            _number(one.score),
            *([_number(one.rounded)] if is_rounded else []),
            one.why or ("within the band" if one.in_band else ""),
        )
        for one in by_rank
    ]
    table(heads, rows, evaluation.title)
    print()
    wins = "lowest" if method.lowest_wins or evaluation.wins == "lowest" else "highest"
    depends = "depends" if found.relative else "doesn't depend"
    paragraph(
        f"Method: {method.title} ({evaluation.method}). The {wins} score wins. "
        f"A bid's score {depends} on other bids."
    )
    for names in found.ties:
        paragraph(f"! Equal: {', '.join(names)}. State what decides: 'ties: price' or 'quality'.")
    for text in (*found.warnings, *ignored):
        paragraph(f"! {text[:1].upper()}{text[1:]}.")
    for one in withdrawals(found):
        pairs = ", ".join(f"{a} and {b}" for a, b in one.swapped)
        paragraph(f"! Without {one.without}, {pairs} swap places.")
    _show_robustness(found)


def _show_robustness(found: Scores) -> None:
    """Print who wins at other weights, and by other methods."""
    moved = winners_by_weight(found.evaluation)
    if len(moved) > 1:
        rows = [(f"{quality:g} : {price:g}", ", ".join(names)) for quality, price, names in moved]
        table(("from quality : price", "wins"), rows)
        print()
    elif moved:
        paragraph(f"{', '.join(moved[0][2])} wins at all weights within 20 points of these.")
    if others := other_methods(found.evaluation):
        rows = [
            (key, " > ".join(" = ".join(names) for names in order)) for key, order in others.items()
        ]
        table(("for information: other methods", "order"), rows)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.10g}"
