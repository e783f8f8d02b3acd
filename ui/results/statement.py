"""The capacity statement for a tender as a plain text, in columns."""

from __future__ import annotations

import textwrap

from model.answers.results import Results
from model.answers.sentences import rendered
from model.answers.views.view import Row, Value, View, number
from model.answers.views.view_text import COMES_TO, TAKEN, UNKNOWN
from model.units.figures import UNITS, grouped, percent
from report.statement import Statement, TierStatement

WIDTH = 72
"""Columns of the text; so many fit on a narrow screen, and on paper."""
TB, TIB = (float(UNITS["byte"].symbols[symbol]) for symbol in ("TB", "TiB"))


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _columns(name: str, *figures: str) -> str:
    return f"{name:<30}" + "".join(f"{figure:>14}" for figure in figures)


def _row(results: Results, row: Row) -> str:
    entries = (entry for entry in row.entries if isinstance(entry, Value))
    decimal, binary, share = (number(results, entry) for entry in entries)
    pairs = ((decimal, TB), (binary, TIB))
    figures = [UNKNOWN if value is None else grouped(value / unit, 3) for value, unit in pairs]
    part = UNKNOWN if share is None else percent(share, 2)
    sign = TAKEN if row.takes else COMES_TO if row.comes_to else ""
    meaning = _wrapped(rendered(results, row.note).text, "    ")
    return f"{_columns(sign + row.label, *figures, part)}\n{meaning}"


def _tier(results: Results, tier: TierStatement) -> str:
    def rows(view: View) -> list[str]:
        return [_row(results, row) for row in view.rows]

    head = _columns("Step", "TB", "TiB", "of raw")
    first = [*(_wrapped(said.text) for said in tier.sentences), "", head, "-" * WIDTH]
    return "\n".join(
        [*first, *rows(tier.steps), "", tier.beside.title, "-" * WIDTH, *rows(tier.beside)]
    )


def text_of(statement: Statement) -> str:
    """Write the statement of all tiers."""
    sentences = (sentence.text for sentence in statement.sentences)
    first = "\n".join(map(_wrapped, (statement.title, *sentences)))
    return "\n\n".join([first, *(_tier(statement.results, tier) for tier in statement.tiers)])
