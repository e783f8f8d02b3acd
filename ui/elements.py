"""The few things that pages are made of: tables, metrics, verdicts, and the way to "why?"."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from model.answers.results import Results
from model.units.figures import axis_scale, show

UNKNOWN = "unknown"
CARD, FRAME, DIGIT = 232, 42, 15
"""Pixels: the least width of a card, that of its frame, and of a digit in it."""
_MARKS = re.compile(r"([\\*_{}\[\]<>$~#|:])")
_SHARES = ("_efficiency", "_limit", "_fraction", "_delivery", "_factor", "_rate", "_margin", "_hit")


class Cell(NamedTuple):
    """The text of a cell, how it looks, a small line below it, and how deep it is indented."""

    text: str
    tone: str = ""
    small: str = ""
    indent: int = 0


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is."""
    return _MARKS.sub(r"\\\1", text.replace("`", ""))


def verdict(met: bool | None) -> Cell:
    """Say whether something is met, in words and in colour."""
    words = {True: ("✓ met", "good"), False: ("✗ not met", "bad"), None: (UNKNOWN, "faint")}
    return Cell(*words[met])


def table(heads: Sequence[str], align: str, rows: Sequence[Sequence[str | Cell]]) -> None:
    """Draw a table; `align` has an l or an r for each column. It can be copied into a sheet."""
    head = "".join(
        f'<th class="{a}">{html.escape(h)}</th>' for h, a in zip(heads, align, strict=True)
    )
    body = "".join(
        "<tr>" + "".join(map(_cell, row, align)) + "</tr>" for row in rows if len(row) == len(heads)
    )
    st.html(
        f'<div class="ost"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _cell(cell: str | Cell, align: str) -> str:
    text, tone, small, indent = cell if isinstance(cell, Cell) else Cell(cell)
    tone = tone or ("faint" if text == UNKNOWN else "")
    text, small = text.replace("`", ""), small.replace("`", "")
    below = f"<br><small>{html.escape(small)}</small>" if small else ""
    deep = f' style="padding-left: {indent + 1}em"' if indent else ""
    return f'<td class="{align} {tone}"{deep}>{html.escape(text)}{below}</td>'


class Scale:
    """One unit for a whole column: its label, and how a value is written in it."""

    def __init__(self, largest: float | None, unit: str, *, binary: bool = False) -> None:
        self.factor, self.label = axis_scale(largest, unit, binary=binary)
        top = (largest or 0.0) / self.factor
        self.decimals = 3 if top < 10 else 2 if top < 100 else 1

    def __call__(self, value: float | None) -> str:
        """Write a value, without its unit."""
        return UNKNOWN if value is None else f"{value / self.factor:,.{self.decimals}f}"


def shown(results: Results, path: str, name: str) -> str:
    """Write a value of the results with its unit; a share in percent."""
    value, unit = results[path, name], results.item(path, name).unit
    if value is not None and unit == "1" and name.endswith(_SHARES):
        return f"{show(100 * value, unit)} %"
    return show(value, unit, currency=results.plan.scenario.economics.currency)


def metric(
    results: Results, path: str, name: str, label: str = "", below: str = "", value: str = ""
) -> None:
    """Draw one number in a card, with the way to its derivation; `value` says it in other words."""
    item = results.item(path, name)
    value = value or shown(results, path, name)
    with st.container(border=True, width=max(CARD, FRAME + DIGIT * len(value))):
        st.metric(
            label or item.label,
            value,
            delta=below or None,
            delta_color="off",
            delta_arrow="off",
            help=escaped(item.title),
        )
        why(path, name)


def why(path: str, name: str, label: str = "why?") -> None:
    """Link to the derivation of a number."""
    st.page_link(
        "ui/why.py",
        label=label,
        icon=":material/account_tree:",
        query_params={"why": f"{path}.{name}"},
        help="How this number comes about, down to the datasheet",
    )


def whys(results: Results, *addresses: tuple[str, str]) -> None:
    """Link to the derivations of the numbers of a table."""
    with st.container(horizontal=True, gap="small"):
        for path, name in addresses:
            if name in results.plan.instances[path].book:
                why(path, name, f"Why? {results.item(path, name).label}")


def cards() -> st.delta_generator.DeltaGenerator:
    """Give a row that breaks where the window is narrow."""
    return st.container(horizontal=True, gap="small")
