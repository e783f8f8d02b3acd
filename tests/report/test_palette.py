"""Lines and words of charts are legible on the pages of both themes, in colours told apart."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest

from model.answers.views.chart import Axis, Chart, Mark, Series
from model.answers.views.view import FixedValue
from report.charts import texts
from report.charts.drawing import drawn
from report.charts.palette import COLOURS, COMMITTED, LIMIT, MARK

ROOT = Path(__file__).parents[2]
DRAWN = ("Bar", "Scatter", "Heatmap")
THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text())["theme"]


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("colour", [LIMIT, COMMITTED, MARK])
def test_lines_stand_out_from_the_page(colour: str, look: str) -> None:
    """WCAG 1.4.11 asks for 3 to 1 of what a chart needs to be understood."""
    page = THEME[look]["backgroundColor"]
    high, low = sorted((luminance(colour), luminance(page)), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 3


def test_pages_and_charts_have_the_same_colours() -> None:
    """A chart that Streamlit colours, and one of ours, in the same order."""
    assert list(COLOURS) == THEME["chartCategoricalColors"]
    assert all(one != other for one, other in combinations(COLOURS, 2))


def calls(folder: str) -> Iterator[tuple[str, ast.Call, ast.Attribute]]:
    """Give the calls of attributes in the code of a folder, with the name of the file."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield file.name, node, node.func


def written(value: ast.expr) -> str:
    """Give the code of a value, followed by the texts of the table that it names."""
    named = (n.attr for n in ast.walk(value) if isinstance(n, ast.Attribute))
    return " ".join([ast.unparse(value), *(str(getattr(texts, name, "")) for name in named)])


def test_what_is_drawn_says_itself_under_the_pointer_or_says_that_it_does_not() -> None:
    """Plotly would show a bare number, without its unit."""
    figure = FixedValue(1.5e12, "byte")
    series = tuple(
        Series(mark, (figure,), mark, "write", takes=(False,), quiet=quiet)
        for mark in get_args(Mark)
        for quiet in (False, True)
    )
    drawing = drawn(None, Chart("All marks", Axis("Held", "byte"), series, ("one",)))
    assert len(drawing.data) == len(series)
    for one, trace in zip(series, drawing.data, strict=True):
        if one.quiet:
            assert (trace.hoverinfo, trace.hovertemplate) == ("skip", None)
        else:
            assert trace.hovertext == ("one: 1.5 TB (1.364 TiB)",)
            assert trace.hovertemplate == f"%{{hovertext}}<extra>{one.mark}</extra>"
    for file, node, name in calls("report"):
        if name.attr in DRAWN and file != "drawing.py":
            options = {keyword.arg: written(keyword.value) for keyword in node.keywords}
            hover = options.get("hovertemplate", "") + options.get("hoverinfo", "")
            assert "customdata" in hover or "skip" in hover, f"{file}:{node.lineno}"


def test_every_chart_has_a_title_and_is_taken_away_as_a_picture() -> None:
    """One function makes them, which asks for a title; one draws them, with the ways to a file."""
    made = {file for file, _, name in calls("report") if name.attr == "Figure"}
    drawn = {file for file, _, name in calls("ui") if name.attr == "plotly_chart"}
    assert (made, drawn) == ({"drawing.py"}, {"elements.py"})
