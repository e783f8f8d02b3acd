"""Whether the parts fit into each other, what is asked of each and what it has, and what to ask."""

from __future__ import annotations

from dataclasses import replace

from model.answers.compatibility import WHOLE, checks, compared, names_of, place, question
from model.answers.results import Results
from model.answers.sentences import Choice
from model.answers.views.view import Column, Row, Value, View, figure, number
from model.engine.quantity import Quantity

COLUMNS = (
    Column("Needs", "needs"),
    Column("Has", "has"),
    Column("Compatible?", "fits", "fits"),
    Column("Problem, or question to the vendor", "ask", "text"),
)


def _row(results: Results, path: str, check: Quantity) -> Row:
    has, needs = compared(results, path, check)
    entries = (
        replace(figure(results, *needs), names=names_of(check, needs[1])),
        replace(figure(results, *has), names=names_of(check, has[1])),
        figure(results, path, check.name),
        question(results, (path, check.name)),
    )
    label = ": ".join(filter(None, (place(results, path), check.label)))
    return Row(label, entries)


def fit(results: Results) -> View:
    """Return a row for each compatibility check, and one for the whole design."""
    found: View = results.once(("fit",), lambda: _fit(results))
    return found


def _fit(results: Results) -> View:
    rows = [_row(results, path, check) for path, check in checks(results)]
    verdict = Choice((WHOLE,), 0.0, ("an incompatible design meets no requirement",), ())
    whole = ("", "", figure(results, *WHOLE), (verdict,))
    rows.append(Row("Whole design", whole, tone="strong", comes_to=True))
    return View("Compatibility", "Check", COLUMNS, tuple(rows))


def _only(results: Results, title: str, *verdicts: float | None) -> View:
    """Take the rows alone whose verdict is one of some."""
    view = fit(results)
    pairs = zip(view.rows, view.entries("fits"), strict=True)
    rows = (
        row for row, met in pairs if isinstance(met, Value) and number(results, met) in verdicts
    )
    return replace(view, title=title, rows=tuple(rows))


def open_questions(results: Results) -> View:
    """Return the checks that are not met or unknown."""
    return _only(results, "Incompatible or unknown", 0.0, None)


def misfits(results: Results) -> View:
    """Return the checks that are not met."""
    return _only(results, "Incompatible parts", 0.0)
