"""What nearly every system needs beside its main parts, as a table, and in a word."""

from __future__ import annotations

from model.answers.certain import Status, missing, places
from model.answers.results import Results
from model.answers.views.view import Column, Row, View

STATUS: dict[Status, str] = {
    "line": "in the bill",
    "included": "included in another price",
    "excluded": "not bought",
    "missing": "missing",
}
COLUMNS = (
    Column("Status", "status", "text"),
    Column("Included in, or reason", "where", "text"),
)


def certain_items(results: Results) -> View:
    """Return where each item is bought that nearly every system needs, or why it isn't."""
    rows = tuple(
        Row(place.item.capitalize(), (STATUS[place.status], place.where or "no reason is stated"))
        for place in places(results)
    )
    return View("Items often forgotten", "Item", COLUMNS, rows)


def missing_items(results: Results) -> str:
    """Return which of these items are neither bought nor excluded; empty if none."""
    names = missing(results)
    if not names:
        return ""
    *others, last = names
    text = f"{', '.join(others)} and {last}" if others else last
    return f"Not in the bill, and no reason stated in 'excluded': {text}."
