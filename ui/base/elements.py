"""The few things that pages are made of: tables, cards, verdicts; numbers open their derivation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote
from xml.etree import ElementTree

import streamlit as st

from model.answers.explain import as_declared
from model.answers.glossary import hints
from model.answers.results import Results
from model.answers.sentences import Sentence, parts
from model.answers.views.chart import Chart
from model.answers.views.view import View
from model.answers.views.view_text import VERDICTS, Text
from model.units.brief import about
from model.units.figures import show
from report.charts.drawing import drawn
from report.charts.palette import IN_INK, INK
from report.drawings.svg import on_its_own
from report.web import html
from ui.base.work import work

if TYPE_CHECKING:
    from plotly.graph_objects import Figure
    from streamlit.delta_generator import DeltaGenerator

Cell = Text
"""What stands in a cell: its text, its tone, a small line below it, and its indentation."""
_MARKS = re.compile(r"([\\*_{}\[\]<>$~#|&]|:(?=\w|\+1|-1|//))")
"""What is markup; a colon only before a word, as screen readers read marks of labels out, and in
an address, which would become a link.
"""
_INDENTED = re.compile(r"^[ \t]+|[ \t]+(?=\n)", re.MULTILINE)
"""Spaces that would make code of a line, or a break behind it."""
_PERCENT = re.compile(r"(?<=\d) (?=%)")
_STARTS = re.compile(r"^(\d*)([-+=.)])(?=[-=\s]|$)", re.MULTILINE)
"""How a list begins, and what makes a head of the line above it."""
_ADDRESSES = re.compile(r"(?<=://)|(?<=www)(?=\.)|(?<=@)", re.IGNORECASE)
"""Where an address has to be cut: a page makes a link even of one that is escaped."""
_CUT = "\N{WORD JOINER}"
WHY = "#why="
"""How links begin that open a derivation."""
BASE = "base"
BASES = ("TB", "TiB")
"""What capacity is counted in: what holds the choice, and the choices."""


def in_tib() -> bool:
    """Tell whether capacity is counted in TiB first."""
    return st.session_state.get(BASE) == BASES[1]


def unbroken(text: str) -> str:
    """Keep shares in one piece: a line doesn't end between a number and its percent."""
    return _PERCENT.sub("\N{NO-BREAK SPACE}", text)


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is: neither markup nor a link."""
    text = _MARKS.sub(r"\\\1", _INDENTED.sub("", text.replace("`", "")))
    return _ADDRESSES.sub(_CUT, _STARTS.sub(r"\1\\\2", text))


def number(path: str, name: str, text: str) -> str:
    """Write a number of a sentence in Markdown, which opens its derivation."""
    return f"[{escaped(text)}]({WHY}{quote(f'{path}.{name}', safe='')})"


def sentence(results: Results, pieces: Sentence) -> str:
    """Write a sentence in Markdown; each number that is one figure opens its derivation."""
    return "".join(
        number(*of[0], text) if len(of) == 1 else _within(text)
        for text, of in parts(results, pieces)
    )


def _within(text: str) -> str:
    """Write what goes on after something else: the space before it stays."""
    words = text.lstrip()
    return text[: len(text) - len(words)] + escaped(words)


def meant(text: str) -> str | None:
    """Say what words of a text mean, for a hover beside it; nothing if the glossary has none."""
    return escaped(hints(text)).replace("\n", "\n\n") or None


def verdict(met: bool | None) -> Cell:
    """Say whether something is met, in words and in colour."""
    return Cell(*VERDICTS[met])


def table(
    heads: Sequence[str], align: str, rows: Sequence[Sequence[str | Cell]], *, folds: bool = False
) -> None:
    """Draw a table; `align` has an l or an r for each column. It can be copied into a sheet.

    With folds what the rows' names mean is a click or a hover away.
    """
    st.html(f'<div class="ost">{html.table(heads, align, rows, doors=True, folds=folds)}</div>')


def draw(results: Results | None, view: View, *, doors: bool = True, folds: bool = False) -> None:
    """Draw a view as a table; with doors where it shows values of the plan that is shown.

    With folds what the rows' names mean is a click or a hover away; never what is wrong with them.
    """
    table = html.drawn(results, view, doors=doors, folds=folds, binary=in_tib(), brief=True)
    st.html(f'<div class="ost">{table}</div>')


def folded(
    title: str,
    key: str,
    *,
    icon: str | None = None,
    expanded: bool = False,
    compact: bool = False,
) -> DeltaGenerator | None:
    """Give the room below a line that opens it; none while it is shut.

    What nobody sees isn't made: fifty boxes below a shut line took half of the time of an edit.
    """
    key = f"{key} of {work().choice} is open"
    if expanded:
        st.session_state.setdefault(key, True)  # and so it stays, whatever happens to what is in it
    kind: Literal["default", "compact"] = "compact" if compact else "default"
    room = st.expander(title, icon=icon, key=key, on_change="rerun", type=kind)
    return room if room.open else None


def one_of(label: str, ways: Sequence[str], key: str, *, labelled: bool = True) -> str:
    """Let the user choose in which of several ways a thing is shown: so each figure stands once."""
    chosen: str = st.segmented_control(
        label,
        ways,
        default=ways[0],
        required=True,
        key=key,
        persist_state="session",
        label_visibility="visible" if labelled else "collapsed",
    )
    return chosen


def icon_only(key: str) -> DeltaGenerator:
    """Give the room of a button that shows its icon alone; readers of screens say its label."""
    return st.container(key=f"icon only {key}", width="content")


BARS, TABLE = IN_TWO_WAYS = "Bars", "Table"
"""What shows figures that could be a chart or a table."""


def chart(figure: Figure, key: str, **selecting: Any) -> Any:
    """Draw a chart, which can be taken away as a picture that keeps sharp; give what is picked."""
    picture = {"format": "svg", "filename": key.rpartition(":")[2]}
    config = {
        "displaylogo": False,
        "toImageButtonOptions": picture,
        "modeBarButtonsToRemove": ["lasso2d", "select2d", "autoScale2d"],
    }
    # Words have the colour of the page's; Streamlit's theme leaves out these.
    ink = INK["dark" if is_dark() else "light"]
    figure.update_layout(font_color=ink, title_font_color=ink)
    figure.update_annotations(font_color=ink)
    figure.update_traces({"marker.line.color": ink}, selector={"name": IN_INK})
    return st.plotly_chart(figure, config=config, key=key, **selecting)


def draw_chart(results: Results | None, view: Chart, key: str, **selecting: Any) -> Any:
    """Draw a chart that a view declares, capacity in the base that is chosen."""
    return chart(drawn(results, view, binary=in_tib()), key, **selecting)


def is_dark() -> bool:
    """Tell whether the page is dark."""
    return bool(st.context.theme.type == "dark")


def drawing(svg: str) -> None:
    """Draw an SVG in the colours of the page; in HTML it would be left out.

    Over its numbers lie doors to their derivation: a picture by itself has none.
    """
    doors, shows = _doors(svg), _shows(svg)
    picture = on_its_own(svg, dark=is_dark())
    if not doors:
        st.image(picture, width="content", alt=shows)
        return
    with st.container(gap=None):
        st.html(doors)
        st.image(picture, width="content", alt=shows)


LETTER = 0.62
"""The width of a letter by its height, on average; of bold ones, too."""


SVG = "{http://www.w3.org/2000/svg}"


@lru_cache
def _shows(svg: str) -> str:
    """Say what a drawing shows, for those who can't see it: its title and description."""
    root = ElementTree.fromstring(svg)  # it was drawn here, of escaped texts
    texts = (root.findtext(f"{SVG}{name}") or "" for name in ("title", "desc"))
    return ". ".join(filter(None, texts))


def _place(one: ElementTree.Element) -> tuple[float, float, float, float]:
    """Give where a text or a box of a drawing is: left, top, width and height."""
    if one.tag == f"{SVG}rect":
        left, top, width, height = (
            float(one.attrib[name]) for name in ("x", "y", "width", "height")
        )
        return left, top, width, height
    size, x, y = (float(one.attrib[name]) for name in ("font-size", "x", "y"))
    width = LETTER * size * len(one.text or "")
    return x - width / 2 * ("text-anchor" in one.attrib), y - size, width, 1.3 * size


@lru_cache
def _doors(svg: str) -> str:
    """Write a layer of buttons where the numbers of a drawing are, in parts of its size."""
    root = ElementTree.fromstring(svg)  # it was drawn here, of escaped texts
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    found: list[str] = []
    for one in root.iter():
        if "data-why" not in one.attrib:
            continue
        left, top, width, height = _place(one)
        shares = {
            "left": left / wide,
            "top": top / high,
            "width": width / wide,
            "height": height / high,
        }
        style = ";".join(f"{name}:{share:.3%}" for name, share in shares.items())
        about = escape(one.attrib["data-about"])
        found.append(
            f'<button type="button" class="door" tabindex="{-1 if found else 0}" style="{style}" '
            f'title="{about}" '
            f'aria-label="{about}" data-why="{escape(one.attrib["data-why"])}"></button>'
        )
    layer = f'style="width:min(100%, {wide:.0f}px);aspect-ratio:{wide:.0f}/{high:.0f}"'
    attributes = 'role="toolbar" aria-label="Numbers of the picture: arrow keys go to the next"'
    return f'<div class="ost over" {attributes} {layer}>{"".join(found)}</div>' if found else ""


def shown(results: Results, path: str, name: str) -> str:
    """Write a value of the results with its unit; a share in percent."""
    value, item = results[path, name], results.item(path, name)
    currency = results.plan.scenario.economics.currency
    return as_declared(value, item, binary=in_tib(), currency=currency)


def brief_value(results: Results, path: str, name: str) -> str:
    """Write a value as a card or the head does: an amount in three digits, a bill has them all."""
    value = results[path, name]
    if value is not None and results.item(path, name).unit == "currency":
        return about(value, results.plan.scenario.economics.currency)
    return shown(results, path, name)


def figure(results: Results, path: str, name: str, tone: str = "") -> Cell:
    """Give the cell of a value of the results, which opens its derivation."""
    return Cell(shown(results, path, name), tone, door=f"{path}.{name}")


def labelled(results: Results, path: str, name: str) -> tuple[Cell, Cell]:
    """Give the cells of a row: the label of a value, and the value."""
    item = results.item(path, name)
    return Cell(item.label, "", item.title), figure(results, path, name)


class Cards:
    """Numbers side by side, each in a card and with the way to its derivation."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.drawn: list[str] = []

    def add(
        self,
        path: str,
        name: str,
        label: str = "",
        below: str = "",
        value: str = "",
        *,
        both: bool = False,
    ) -> None:
        """Add a number; `value` says it in other words; with `both` bases, one stands below it."""
        item = self.results.item(path, name)
        held = self.results[path, name] if both else None
        twin = "" if held is None else show(held, item.unit, binary=not in_tib())
        below = "; ".join(filter(None, (twin, below)))
        label, value = label or item.label, value or brief_value(self.results, path, name)
        small = f"<small>{escape(below)}</small>" if below else ""
        self.drawn.append(
            f'<div class="card"><span class="label" title="{escape(item.title)}">{escape(label)}'
            f"</span>{html.door(f'{path}.{name}', value)}{small}</div>"
        )


@contextmanager
def cards(results: Results) -> Iterator[Cards]:
    """Collect numbers, and draw them in a row that breaks where the window is narrow."""
    row = Cards(results)
    yield row
    if row.drawn:
        st.html(f'<div class="ost cards">{"".join(row.drawn)}</div>')
