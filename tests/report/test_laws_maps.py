"""Maps of layouts, bays and residuals: each mark at its place, each word at its mark."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model.answers.failures import Failure
from model.placement.by_vdev import channel
from model.placement.slots import Group, Slot, SlotMap
from report.charts.bays import COLOURS, bay_chart
from report.charts.maps import layout_map
from report.charts.palette import NEUTRAL, VERMILION
from report.charts.residuals import residual_bars
from report.charts.search_charts import front_chart

# Maps of layouts.


def map_of(columns: int, *, marked: tuple[int, int] = (1, 2)) -> Any:
    shares = np.linspace(0.4, 0.8, 3 * columns).reshape(3, columns)
    shares[0, 0] = np.nan
    marks = np.zeros((3, columns), dtype=bool)
    marks[marked] = True
    names = ["one", "two", "three"]
    return layout_map(
        shares, marks, range(5, 5 + columns), names, ("drives", "of raw"), "Title", "A"
    )


def test_a_map_names_its_cells_in_percent() -> None:
    """An unknown one is empty; the colours go from the least to the most."""
    figure = map_of(4)
    cells, frames = figure.data
    shares = np.linspace(0.4, 0.8, 12).reshape(3, 4)
    shares[0, 0] = np.nan
    assert np.allclose(np.array(cells.z, dtype=float), 100 * shares, equal_nan=True)
    assert list(cells.x) == [5, 6, 7, 8]
    assert list(cells.y) == [0, 1, 2]
    assert [list(line) for line in cells.customdata] == [
        [name] * 4 for name in ("one", "two", "three")
    ]
    assert list(cells.text[0])[:2] == ["", "44"]
    assert cells.text[2][3] == "80"
    assert (cells.zmin, cells.zmax) == (pytest.approx(100 * (0.4 + 0.4 / 11)), pytest.approx(80))
    assert cells.hoverongaps is False
    assert cells.hovertemplate == "%{x} drives, %{customdata}: %{z:.2f} % of raw<extra></extra>"
    assert cells.colorbar.ticksuffix == " %"
    del frames
    layout = figure.layout
    assert layout.xaxis.title.text == "A"
    assert tuple(layout.xaxis.range) == (4.5, 8.5)
    assert tuple(layout.yaxis.tickvals) == (0, 1, 2)
    assert tuple(layout.yaxis.ticktext) == ("one", "two", "three")
    for axis in (layout.xaxis, layout.yaxis):
        assert (axis.showgrid, axis.zeroline) == (False, False)
    assert layout.height == 90 + 27 * 3 + 34
    assert layout.showlegend is False
    assert layout.margin.t == 8 + 34


def test_a_marked_cell_is_framed_within_its_place() -> None:
    """A closed line around it, and a gap before the next one."""
    _, frames = map_of(4).data
    assert frames.x[-1] is frames.y[-1] is None
    corners = list(zip(frames.x[:-1], frames.y[:-1], strict=True))
    assert corners[0] == corners[-1]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    assert (left + right) / 2 == pytest.approx(7)
    assert (low + high) / 2 == pytest.approx(1)
    assert 0.8 < right - left < 1
    assert 0.8 < high - low < 1
    assert set(corners) == {(x, y) for x in (left, right) for y in (low, high)}
    turns = pairwise(corners)
    assert all((a[0] == b[0]) is not (a[1] == b[1]) for a, b in turns), "along its sides"
    assert frames.line.color == VERMILION
    assert (frames.mode, frames.hoverinfo) == ("lines", "skip")


@pytest.mark.parametrize(("columns", "named"), [(24, True), (25, False)])
def test_cells_of_a_wide_map_have_no_room_for_numbers(columns: int, named: bool) -> None:
    figure = map_of(columns)
    assert (figure.data[0].texttemplate == "%{text}") is named
    assert figure.layout.xaxis.dtick == (1 if named else 4)


# Bays.

GROUPS = (Group("a", 2, 1, 0), Group("b", 2, 1, 0))
PLACED = SlotMap(
    GROUPS,
    ((Slot(0, 0), Slot(1, 14)), (Slot(0, 13), Slot(1, 0))),
    (14, 15),
)
"""Fourteen bays are a row, fifteen are two."""


def test_bays_stand_in_rows_of_fourteen_below_what_holds_them() -> None:
    figure = bay_chart(PLACED, "enclosure", 2)
    bays, held, crossed = figure.data
    where = dict(
        zip((name for name, _ in bays.customdata), zip(bays.x, bays.y, strict=True), strict=True)
    )
    assert len(where) == 29
    heads = {name: (x, y) for (name, _), x, y in zip(held.customdata, held.x, held.y, strict=True)}
    assert set(heads) == {"enclosure 1", "enclosure 2", "server 1", "server 2"}
    for n, bay_count in enumerate((14, 15), 1):
        x, y = heads[f"enclosure {n}"]
        assert x == 0
        for bay in range(bay_count):
            assert where[f"drive {n}:{bay + 1}"] == (bay % 14, pytest.approx(y - 1 - bay // 14))
    first, second = heads["enclosure 1"][1], heads["enclosure 2"][1]
    assert second < first - 2, "below the row of bays of the first"
    assert heads["server 1"][1] == heads["server 2"][1] > first
    assert heads["server 1"][0] < heads["server 2"][0]
    low, high = figure.layout.yaxis.range
    assert low < min(y for _, y in where.values()) - 0.4
    assert high > heads["server 1"][1] + 0.4
    assert low > min(y for _, y in where.values()) - 2
    left, right = figure.layout.xaxis.range
    assert left <= -1
    assert 13 < right <= 14
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert (axis.visible, axis.fixedrange) == (False, True)
    rows = 2.2 - low
    assert 24 < (figure.layout.height - 34) / rows < 29, "as many pixels a row"
    assert len(crossed.x) == 0
    assert figure.layout.showlegend is False


def test_a_bay_has_the_number_and_the_colour_of_its_group() -> None:
    bays, held, _ = bay_chart(PLACED, "enclosure", 2).data
    found = {
        name: (text, colour, opacity, about)
        for (name, about), text, colour, opacity in zip(
            bays.customdata, bays.text, bays.marker.color, bays.marker.opacity, strict=True
        )
    }
    assert found["drive 1:1"] == ("1", COLOURS[0], 1, "bay 1:1: a")
    assert found["drive 2:15"] == ("1", COLOURS[0], 1, "bay 2:15: a")
    assert found["drive 1:14"] == ("2", COLOURS[1], 1, "bay 1:14: b")
    assert found["drive 1:2"] == ("", NEUTRAL, 0.25, "bay 1:2: in no group")
    labels = [f"{name} ({channel(n)})" for n, name in enumerate(("enclosure 1", "enclosure 2"))]
    assert list(held.text) == [*labels, "server 1", "server 2"]
    assert bays.hovertemplate == held.hovertemplate == "%{customdata[1]}<extra></extra>"
    assert [about for _, about in held.customdata] == list(held.text)


def test_colours_of_groups_begin_again() -> None:
    many = len(COLOURS) + 1
    groups = tuple(Group(f"g{n}", 1, 0, 0) for n in range(many))
    placed = SlotMap(groups, tuple((Slot(0, n),) for n in range(many)), (many,))
    bays = bay_chart(placed, "server", 1).data[0]
    assert list(bays.marker.color) == [*COLOURS, COLOURS[0]]
    assert list(bays.text) == [f"{n + 1}" for n in range(many)]


def test_drives_in_servers_have_no_servers_above() -> None:
    held = bay_chart(PLACED, "server", 2).data[1]
    assert [name for name, _ in held.customdata] == ["server 1", "server 2"]


def test_what_is_out_of_reach_is_crossed_out_with_what_failed() -> None:
    failed = Failure("enclosure 2", "survives", frozenset({Slot(1, 0), Slot(1, 14)}), ())
    bays, held, crossed = bay_chart(PLACED, "enclosure", 2, failed).data
    where = {name: (x, y) for (name, _), x, y in zip(bays.customdata, bays.x, bays.y, strict=True)}
    heads = {name: (x, y) for (name, _), x, y in zip(held.customdata, held.x, held.y, strict=True)}
    wanted = {where["drive 2:1"], where["drive 2:15"], heads["enclosure 2"]}
    assert set(zip(crossed.x, crossed.y, strict=True)) == wanted
    assert crossed.marker.symbol == "x-thin"
    assert crossed.marker.line.color == VERMILION
    assert crossed.hoverinfo == "skip"
    assert crossed.customdata is None


# Residuals.


def point(before: float | None, after: float | None, figure: str = "f") -> Any:
    of = SimpleNamespace(figure=figure, quantity="quantity", source="source")
    return SimpleNamespace(
        point=of, measured=2e9, unit="byte/s", residual_before=before, residual=after
    )


def test_residuals_have_their_words_and_an_axis_that_holds_them() -> None:
    """From one side to the other alike; five percent at least, so that what fits looks so."""
    found: Any = SimpleNamespace(points=(point(0.5, -0.01), point(None, 0.00004, "")))
    chart = residual_bars(found)
    before, after = chart.series
    assert [one and one.value for one in before.figures] == [0.5, None]
    assert [one and one.value for one in after.figures] == [-0.01, 0.00004]
    assert before.texts == ("+50.0 %", "")
    assert after.texts[1] == "+0.0 %"
    assert before.about == after.about == ("measured 2 GB/s",) * 2
    assert (before.colour, after.colour) == ("faint", "tight")
    assert chart.categories == ("f (source)", "quantity (source)")
    assert chart.figures.span == pytest.approx((-1.15 * 0.5, 1.15 * 0.5))
    assert (chart.figures.is_share, chart.figures.signed, chart.lying) == (True, True, True)
    assert chart.high == 130 + 56 * 2
    small: Any = SimpleNamespace(points=(point(-0.001, 0.0),))
    assert residual_bars(small).figures.span == pytest.approx((-1.15 * 0.05, 1.15 * 0.05))
    wide: Any = SimpleNamespace(points=(point(-0.8, 0.1),))
    assert residual_bars(wide).figures.span == pytest.approx((-0.92, 0.92))


# Fronts of a search.


def test_a_front_shows_designs_of_which_both_figures_are_known() -> None:
    def design(x: float | None, y: float | None, name: str) -> Any:
        return SimpleNamespace(results={("site", "a"): x, ("site", "b"): y}, picks=(name,))

    best, other, gap = design(1, 2, "best"), design(3, 4, "other"), design(None, 4, "gap")
    scenario = SimpleNamespace(economics=SimpleNamespace(currency="EUR"))
    result: Any = SimpleNamespace(
        best=best,
        choosing=SimpleNamespace(scenario=scenario),
        unit=lambda of: {"a": "byte", "b": "currency"}[of],
        label=lambda of: {"a": "Size", "b": "Cost"}[of],
    )
    beside = {"x": best, "y": other, "z": gap}
    chart = front_chart(result, "a", "b", [best, gap, other], beside, lambda one: [*one.picks, "x"])
    front, others, top = chart.series
    assert [one.value for one in front.at] == [1, 3]
    assert [one and one.value for one in front.figures] == [2, 4]
    assert [one and one.value for one in others.figures] == [4]
    assert [one and one.value for one in top.figures] == [2]
    assert (front.symbols, others.symbols, top.symbols) == ((), ("diamond",), ("star",))
    assert [one.mark for one in chart.series] == ["dotted line", "points", "points"]
    assert front.about == ("best<br>x", "other<br>x")
    assert front.keys == (("best",), ("other",))
    assert (chart.figures.title, chart.places.title) == ("Cost", "Size")
    assert (chart.figures.unit, chart.places.unit) == ("currency", "byte")
    assert chart.figures.from_zero is chart.places.from_zero is False
    assert chart.title == "Cost against size"
