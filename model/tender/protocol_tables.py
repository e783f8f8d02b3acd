"""Tables of the protocol of an evaluation: what changed, and all entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model.answers.views.view import Column, Row, View
from model.tender.protocol import SHORT, Change, Entry

CHANGES = (Column("Before", "old", "text"), Column("Now", "new", "text"))
ENTRIES = (
    Column("When", "when", "text"),
    Column("By", "by", "text"),
    Column("Reason", "reason", "text"),
    Column("Evaluation", "digest", "text"),
    Column("Order", "order", "text"),
    Column("Changes", "changes", "text"),
)


def changed(found: Sequence[Change]) -> View:
    """Return what changed since an entry."""
    rows = tuple(Row(one.what, (_text(one.old), _text(one.new)), key=one.what) for one in found)
    return View("Changed since the last entry", "What", CHANGES, rows)


def _text(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def entries(found: Sequence[Entry]) -> View:
    """Return all entries of a protocol, the first one first."""
    rows = []
    for one in found:
        order = " > ".join(" = ".join(names) for names in one.state.result["order"])
        cells = (one.when, one.by, one.reason, one.state.digest[:SHORT], order or "-")
        changes = f"{len(one.changes)}" if one.number > 1 else "first"
        rows.append(Row(f"{one.number}", (*cells, changes), key=f"{one.number}"))
    return View("Protocol", "Entry", ENTRIES, tuple(rows))
