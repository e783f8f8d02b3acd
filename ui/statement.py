"""The capacity statement for a tender as a plain text, in columns."""

from __future__ import annotations

import textwrap

from report.answers import BESIDE
from report.statement import Statement, TierStatement
from ui.elements import UNKNOWN

WIDTH = 72
"""Columns of the text; so many fit on a narrow screen, and on paper."""
TB, TIB = 10**12, 2**40
SIGNS = {"start": "", "loss": "\N{MINUS SIGN} ", "total": "= "}


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _columns(name: str, *figures: str) -> str:
    return f"{name:<30}" + "".join(f"{figure:>14}" for figure in figures)


def _row(label: str, value: float | None, raw: float | None, meaning: str) -> str:
    figures = [UNKNOWN if value is None else f"{value / unit:,.3f}" for unit in (TB, TIB)]
    share = UNKNOWN if value is None or not raw else f"{value / raw:.2%}"
    return f"{_columns(label, *figures, share)}\n{_wrapped(meaning, '    ')}"


def _tier(tier: TierStatement) -> str:
    raw = next((step.value for step in tier.steps if step.name == "raw_capacity"), None)
    rows = [
        _row(SIGNS[step.kind] + step.label, step.value, raw, step.meaning) for step in tier.steps
    ]
    others = [_row(answer.label, answer.value, raw, answer.meaning) for answer in tier.beside]
    head = _columns("Step", "TB", "TiB", "of raw")
    first = [*(_wrapped(said.text) for said in tier.sentences), "", head, "-" * WIDTH]
    return "\n".join([*first, *rows, "", BESIDE, "-" * WIDTH, *others])


def text_of(statement: Statement) -> str:
    """Write the statement of all tiers."""
    said = (sentence.text for sentence in statement.sentences)
    first = "\n".join(map(_wrapped, (statement.title, *said)))
    return "\n\n".join([first, *map(_tier, statement.tiers)])
