"""Whether the parts fit into each other, what is asked of each and what it has, and what to ask."""

from __future__ import annotations

from dataclasses import replace

from model.answers.fits import WHOLE, checks, compared, place, question
from model.answers.results import Results
from model.answers.sentences import Choice
from model.answers.views.view import Column, Row, Value, View, figure, number
from model.engine.quantity import Quantity

COLUMNS = (
    Column("Needs", "needs"),
    Column("Has", "has"),
    Column("Fits?", "fits", "fits"),
    Column("What is wrong, or what to ask the vendor", "ask", "text"),
)


def _row(results: Results, path: str, check: Quantity) -> Row:
    has, needs = compared(results, path, check)
    entries = (
        figure(results, *needs),
        figure(results, *has),
        figure(results, path, check.name),
        question(results, (path, check.name)),
    )
    label = ": ".join(filter(None, (place(results, path), check.label)))
    return Row(label, entries)


def fit(results: Results) -> View:
    """Give each check of fit, and whether the design can be built; a row for each."""
    rows = [_row(results, path, check) for path, check in checks(results)]
    verdict = Choice((WHOLE,), 0.0, ("what doesn't fit meets no requirement",), ())
    whole = ("", "", figure(results, *WHOLE), (verdict,))
    rows.append(Row("The whole design", whole, tone="strong", comes_to=True))
    return View("What fits", "Part and place", COLUMNS, tuple(rows))


def open_questions(results: Results) -> View:
    """Give the checks alone that aren't met, or of which nobody knows."""
    view = fit(results)
    verdicts = zip(view.rows, view.entries("fits"), strict=True)
    rows = (row for row, met in verdicts if isinstance(met, Value) and number(results, met) != 1)
    return replace(view, title="What doesn't fit, or isn't known to fit", rows=tuple(rows))
