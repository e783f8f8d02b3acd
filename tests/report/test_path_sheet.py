"""The data path as a sheet draws it: the figures of the results, in widths that add up, live."""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import openpyxl
import pytest

from model.answers.results import Results
from model.answers.states import HEALTHY, state
from model.answers.views.pipes import Path as Way
from model.answers.views.pipes import paths
from model.answers.views.view import number
from report.drawings.data_path import widest
from report.workbook.path_sheet import (
    BESIDE,
    BOUND,
    COMMITTED,
    FIRST,
    FLOW,
    GREY,
    KEPT,
    LIMITING,
    MARK,
    NARROWED,
    OF_A_WAY,
    OUTSIDE,
    PALE,
    RATE,
    ROOM,
    STAGE,
    THICK,
    WALL,
)
from report.workbook.sheets import PATHS, Cell
from report.workbook.styles import PIXELS
from report.workbook.texts import DRAWN, LIMITS
from report.workbook.workbook import build
from tests.office import Sheets
from tests.report.books import FILES, SCENARIOS, TEMPLATES, built, opened, results_of, shown, typed

TEMPLATE = SCENARIOS / "templates/flash-scratch.yaml"
TIER = "site/tiers:scratch"
PIXEL = 9525
"""Of it, in the units of drawings."""
Compute = Callable[[dict[str, bytes]], dict[str, Sheets]]


def blocks(file: Path) -> Iterator[tuple[str, int]]:
    """Give each tier's path with the row, from 0, of its first stage."""
    sheet = opened(file)[PATHS]
    titles = enumerate(sheet.iter_rows(max_col=1, values_only=True), 2)
    tops = [first for first, (text,) in titles if str(text).endswith("data path, healthy")]
    yield from zip((path for _, path in results_of(file).tiers()), tops, strict=True)


def ways(file: Path) -> Iterator[tuple[Results, str, Way, int, int, int]]:
    """Give each way of each tier with its first row, its column and that of what it is drawn of."""
    results = results_of(file)
    for tier, top in blocks(file):
        for n, path in enumerate(paths(results, tier, state(results, tier, HEALTHY))):
            yield results, tier, path, top, FIRST + n * OF_A_WAY, BESIDE + n * len(DRAWN)


@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_rates_are_those_of_the_results(file: Path) -> None:
    """Of each stage, of both ways, and of what comes out in all; one stage at most limits."""
    numbers, sheet = built(file)[1], opened(file, data_only=True)[PATHS]
    for results, _, path, top, column, _ in ways(file):
        whole = [*path.pipes, path]
        for row, one in enumerate(whole, top):
            assert numbers[Cell(PATHS, row, column + BOUND)] == number(results, one.bound)
            assert numbers[Cell(PATHS, row, column + COMMITTED)] == number(results, one.committed)
        for row, pipe in enumerate(path.pipes, top):
            assert sheet.cell(row + 1, STAGE + 1).value == pipe.stage.label
            marked = sheet.cell(row + 1, column + MARK + 1).value == LIMITS
            assert marked is pipe.limits


@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_widths_add_up_and_are_to_scale(file: Path) -> None:
    """Between the walls is the bound, as a share of the widest; what is wider has no walls."""
    numbers = built(file)[1]
    for results, tier, path, top, _, beside in ways(file):
        scale = widest(results, tier)
        for row, pipe in enumerate(path.pipes, top):
            drawn = [numbers[Cell(PATHS, row, beside + at)] or 0.0 for at in range(len(DRAWN))]
            sides = sum(drawn[at] for at in (PALE, GREY, WALL, NARROWED, OUTSIDE))
            assert math.isclose(2 * sides + drawn[FLOW], ROOM)
            assert min(drawn) >= 0
            bound = number(results, pipe.bound)
            walls = drawn[WALL] + drawn[NARROWED]
            if bound is None:
                assert (walls, drawn[RATE]) == (0, 0)
                continue
            inner = drawn[FLOW] + 2 * (drawn[PALE] + drawn[GREY])
            assert math.isclose(inner, min(1.0, bound / scale), rel_tol=1e-9)
            assert walls == (0 if bound > scale * (1 + 1e-9) else THICK)
            assert (drawn[NARROWED] > 0) is (pipe.limits and walls > 0)


def drawn_charts() -> list[str]:
    """The files of the charts of the sheet."""
    with zipfile.ZipFile(io.BytesIO(built(TEMPLATE)[0])) as packed:
        charts = [packed.read(one).decode() for one in packed.namelist() if "charts/chart" in one]
    return [chart for chart in charts if f"'{PATHS}'!" in chart]


def test_each_way_is_drawn_from_its_rows() -> None:
    """A chart a way: bars of the cells beside it, from the first stage to the last."""
    drawn = drawn_charts()
    found = list(ways(TEMPLATE))
    assert len(drawn) == len(found)
    for chart, (_, _, path, top, _, beside) in zip(drawn, found, strict=True):
        columns = [
            openpyxl.utils.column_index_from_string(letter) - 1 - beside
            for letter in re.findall(rf"<c:val><c:numRef><c:f>'{PATHS}'!\$(\w+)\$", chart)
        ]
        assert columns[0] == OUTSIDE
        assert columns[1:] == columns[:0:-1]
        assert FLOW in columns
        rows = set(re.findall(rf"<c:f>'{PATHS}'!\$\w+\$(\d+):\$\w+\$(\d+)</c:f>", chart))
        assert rows == {(str(top + 1), str(top + len(path.pipes)))}


def test_each_picture_is_as_high_as_its_rows() -> None:
    """It ends with the row of the last stage: each bar stands beside its figures."""
    pictures = sorted(opened(TEMPLATE)[PATHS]._charts, key=lambda one: one.anchor._from.row)
    tops = sorted((top, len(path.pipes)) for _, _, path, top, *_ in ways(TEMPLATE))
    for picture, (top, pipes) in zip(pictures, tops, strict=True):
        begin, end = picture.anchor._from, picture.anchor.to
        assert (begin.row, begin.rowOff) == (top, 0)
        rows = end.row + end.rowOff / PIXEL / (1.6 * PIXELS) - top
        assert rows == pytest.approx(pipes, abs=0.1)


COLOURS = {NARROWED: "b34700", WALL: "4a5561", GREY: "dfe4e9"}
"""What parts of a pipe are drawn in, whichever way it is of."""
OF_WAYS = {"write": "0072b2", "read": "00694d"}


def test_each_pipe_is_drawn_from_its_margin_over_its_walls_to_what_flows_and_back() -> None:
    """Bars on each other without gaps; what is expected lets 60 % through, the margin is empty."""
    pictures = opened(TEMPLATE)[PATHS]._charts
    found = list(ways(TEMPLATE))
    assert [one.anchor._from.col for one in pictures] == [column for *_, column, _ in found]
    order = (OUTSIDE, NARROWED, WALL, GREY, PALE, FLOW, PALE, GREY, WALL, NARROWED)
    for picture, file, (_, _, path, *_) in zip(pictures, drawn_charts(), found, strict=True):
        pale = ['<a:alpha val="40000"/>' in one for one in file.split("<c:ser>")[1:]]
        assert pale == [at == PALE for at in order]
        assert (picture.barDir, picture.grouping) == ("bar", "stacked")
        assert (picture.overlap, picture.gapWidth) == (100, 0)
        assert picture.legend is None
        assert [one.tx.v for one in picture.series] == [DRAWN[at] for at in order]
        for at, one in zip(order, picture.series, strict=True):
            look = one.graphicalProperties
            assert look.ln.noFill
            assert bool(look.noFill) is (at == OUTSIDE)
            if at != OUTSIDE:
                colour = str(look.solidFill.srgbClr).lower()
                assert colour == COLOURS.get(at, OF_WAYS[path.way])
        names, figures = picture.x_axis, picture.y_axis
        assert names.scaling.orientation == "maxMin", "clients stand above"
        assert (figures.scaling.min, figures.scaling.max) == (0, pytest.approx(ROOM))
        assert (names.delete, figures.delete) == (True, True)
        assert names.majorGridlines is figures.majorGridlines is None
        places = re.findall(r'<c:([xywh]) val="([\d.]+)"/>', file)
        assert places == [("x", "0"), ("y", "0"), ("w", "1"), ("h", "1")], "all of the picture"
    assert pytest.approx(1.056) == ROOM


@pytest.mark.office
def test_another_stage_is_marked_when_a_figure_is_typed(compute: Compute) -> None:
    """Fewer links of the fabric: the sheet marks what a new plan says limits."""
    before, after = results_of(TEMPLATE), results_of(TEMPLATE, {"tiers.0.fabric.links": 4})
    data, _, cells = build(before)
    sheets = compute({"typed": typed(data, {cells[TIER, "fabric_links"]: 4})})["typed"]
    was, now = (paths(one, TIER, state(one, TIER, HEALTHY))[0].pipes for one in (before, after))
    assert [pipe.limits for pipe in was] != [pipe.limits for pipe in now]
    _, top = next(blocks(TEMPLATE))
    for row, pipe in enumerate(now, top):
        assert (shown(sheets, Cell(PATHS, row, FIRST + MARK)) == LIMITS) is pipe.limits
        assert shown(sheets, Cell(PATHS, row, BESIDE + LIMITING)) == float(pipe.limits)


@pytest.mark.parametrize("file", [FILES[0], TEMPLATE], ids=lambda file: file.stem)
def test_bars_are_computed_from_the_rates_of_their_row(file: Path) -> None:
    """From its bound and what it commits, from what comes out in all, and from the scale."""
    sheet, seen = opened(file)[PATHS], 0

    def name(row: int, column: int) -> str:
        return str(sheet.cell(row + 1, column + 1).coordinate)

    for _, _, path, top, column, beside in ways(file):
        bottom = top + len(path.pipes)
        scale, in_all = name(bottom + 1, FIRST + BOUND), name(bottom, column + COMMITTED)
        for row in range(top, bottom):
            bound, kept = name(row, column + BOUND), name(row, column + COMMITTED)
            limits = name(row, beside + LIMITING)
            seen += 1
            flow, sides = (
                name(row, beside + FLOW),
                {name(row, beside + at) for at in (PALE, GREY, WALL, NARROWED)},
            )
            for at, wanted in (
                (RATE, {bound}),
                (KEPT, {kept}),
                (FLOW, {in_all, scale}),
                (PALE, {kept, in_all, scale}),
                (GREY, {bound, kept, in_all, scale}),
                (WALL, {bound, scale, limits}),
                (NARROWED, {bound, scale, limits}),
                (OUTSIDE, {flow, *sides}),
            ):
                text = str(sheet.cell(row + 1, beside + at + 1).value)
                assert set(re.findall(r"\b[A-Z]{1,2}\d+\b", text)) == wanted, (at, text)
    assert seen > 4
