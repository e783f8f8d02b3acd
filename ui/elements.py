"""The few things that pages are made of: tables, metrics, verdicts, and the way to "why?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

import streamlit as st

from model.answers.results import Results
from model.answers.views.view import View
from model.answers.views.written import VERDICTS, Text
from model.units.figures import show
from report import html
from report.drawing import on_its_own

Cell = Text
"""What stands in a cell: its text, its tone, a small line below it, and its indentation."""
CARD, FRAME, DIGIT = 232, 42, 15
"""Pixels: the least width of a card, that of its frame, and of a digit in it."""
_MARKS = re.compile(r"([\\*_{}\[\]<>$~#|:])")
_SHARES = ("_efficiency", "_limit", "_fraction", "_delivery", "_factor", "_rate", "_margin", "_hit")


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is."""
    return _MARKS.sub(r"\\\1", text.replace("`", ""))


def verdict(met: bool | None) -> Cell:
    """Say whether something is met, in words and in colour."""
    return Cell(*VERDICTS[met])


def table(heads: Sequence[str], align: str, rows: Sequence[Sequence[str | Cell]]) -> None:
    """Draw a table; `align` has an l or an r for each column. It can be copied into a sheet."""
    st.html(f'<div class="ost">{html.table(heads, align, rows)}</div>')


def draw(results: Results, view: View) -> None:
    """Draw a view as a table."""
    st.html(f'<div class="ost">{html.drawn(results, view)}</div>')


def drawing(svg: str) -> None:
    """Draw an SVG in the colours of the page; in HTML it would be left out."""
    st.image(on_its_own(svg, dark=st.context.theme.type == "dark"), width="content")


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
        "ui/pages/library/why.py",
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
