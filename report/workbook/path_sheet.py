"""The sheet of the data path: what of each tier lets how much through, as pipes, from clients down.

It is the picture of the page (`report/drawings/data_path.py`) made of cells and charts: a bar a
stage, without gaps, about the middle. All widths follow cells beside the picture, so typed figures
move them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from model.answers.results import WAYS, Results
from model.answers.states import HEALTHY, state
from model.answers.views.pipes import Path, Pipe, paths
from model.answers.views.view import Column, Row, Value, number
from model.engine.ops import Num, otherwise, total
from model.engine.trace import excel, name
from report.drawings.data_path import MOST, NARROW, WATER, way_text, widest
from report.drawings.elevation import FRAME
from report.drawings.texts import HEADS
from report.workbook import texts, view_table
from report.workbook.chain_rows import limiting_formula
from report.workbook.sheet_writer import Book
from report.workbook.sheets import PATHS, Cell
from report.workbook.styles import LINE, PIXELS
from report.workbook.widths import FIXED

TOP = 4
"""The row of the first tier's title."""
OF_A_PIPE = 1.6
"""The height of the row of a pipe, in lines."""
PLACE, STAGE, FIRST = 0, 1, 2
PIPE, BOUND, COMMITTED, MARK = range(4)
"""The columns of a way, after the one it begins in."""
OF_A_WAY = 4
BESIDE = FIRST + len(WAYS) * OF_A_WAY + 1
"""The first column beside the picture: the figures that it is drawn from."""
RATE, KEPT, LIMITING, FLOW, PALE, GREY, WALL, NARROWED, OUTSIDE = range(len(texts.DRAWN))
"""What the bars are drawn from: rates, whether a stage limits, and shares of the widest pipe."""
THICK = 0.014
"""The wall of a pipe, as a share of the widest one."""
ROOM = 1 + 4 * THICK
"""The width of the picture, as a share of the widest pipe."""
SAME = 1e-9
"""Rates this near to each other are one."""
NO_RATE = 1e300
"""What stands for an unknown rate where the least is looked for."""
RATES = Column("", "bound", "decimal")
FILLS = {GREY: "#dfe4e9", WALL: FRAME, NARROWED: NARROW[0]}
PALER = 60
"""Percent that a pale colour lets through."""
SIDE = (NARROWED, WALL, GREY, PALE)
"""The bars left of what flows, from outside."""


def _share(rate: Num, widest: Num) -> Num:
    return otherwise(np.minimum(rate / widest, 1.0), 0.0)


def _pale(kept: Num, in_all: Num, widest: Num) -> Num:
    return np.maximum(_share(kept, widest) - _share(in_all, widest), 0.0) / 2


def _grey(bound: Num, kept: Num, in_all: Num, widest: Num) -> Num:
    inner = np.maximum(_share(kept, widest), _share(in_all, widest))
    return np.maximum(_share(bound, widest) - inner, 0.0) / 2


def _wall(bound: Num, widest: Num, limits: Num) -> Num:
    """Draw a wall where a pipe is known, and as wide as it is drawn."""
    is_whole = otherwise(bound, 0.0) <= widest * (1 + SAME)
    is_drawn = (_share(bound, widest) > 0) * otherwise(is_whole, 0.0)
    return THICK * is_drawn * (1 - limits)


def _outside(flow: Num, *sides: Num) -> Num:
    return (ROOM - flow) / 2 - total(*sides)


Operand = tuple[Cell, float]
"""A cell, and what it holds; NaN where that is unknown."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One way of a tier on the sheet: its rows, and the columns that it begins in."""

    path: Path
    tier: str
    top: int
    column: int
    beside: int
    scale: float

    @property
    def bottom(self) -> int:
        """The row of what comes out in all, below the last pipe."""
        return self.top + len(self.path.pipes)

    def cell(self, column: int, row: int) -> str:
        """Refer to a cell of the way on its sheet."""
        return Cell(PATHS, row, self.column + column).seen_from(PATHS)

    def drawn(self, column: int, row: int) -> Cell:
        """Give the cell of a figure that the picture is drawn from."""
        return Cell(PATHS, row, self.beside + column)

    def range(self, column: int) -> str:
        """Refer to such figures of all pipes."""
        ends = (self.drawn(column, row).seen_from(PATHS) for row in (self.top, self.bottom - 1))
        return ":".join(ends)


def write_paths(book: Book) -> None:
    """Draw the data path of each tier, when healthy, writing left and reading right."""
    book.text(Cell(PATHS, 1, 0), texts.PATHS, "faint")
    book.text(Cell(PATHS, 2, 0), texts.PATHS_LEGEND, "faint")
    row = TOP
    for called, tier in book.results.tiers():
        found = paths(book.results, tier, state(book.results, tier, HEALTHY))
        book.text(Cell(PATHS, row, 0), texts.PATH_OF.format(called), "table")
        _write_names(book, found[0].pipes, row + 1)
        drawings = _drawings(book.results, tier, found, row + 2)
        for drawing in drawings:
            _write_way(book, drawing)
        bottom = _write_scale(book, drawings)
        for drawing in drawings:
            _write_drawn(book, drawing)
            _draw(book, drawing, called)
        book.block(PATHS, row, bottom)
        row = bottom + 1


def _drawings(results: Results, tier: str, found: tuple[Path, ...], top: int) -> list[Drawing]:
    scale = widest(results, tier)
    columns = ((FIRST + n * OF_A_WAY, BESIDE + n * len(texts.DRAWN)) for n in range(len(found)))
    both = zip(found, columns, strict=True)
    return [Drawing(path, tier, top, *begins, scale) for path, begins in both]


def _write_names(book: Book, pipes: tuple[Pipe, ...], row: int) -> None:
    for column, head in ((PLACE, texts.WHERE), (STAGE, texts.STAGE)):
        book.text(Cell(PATHS, row, column), head, "head")
    book.height(PATHS, row, 2 * LINE)
    place = ""
    for at, pipe in enumerate(pipes, row + 1):
        book.text(Cell(PATHS, at, PLACE), pipe.place * (pipe.place != place), "faint", "middle")
        book.text(Cell(PATHS, at, STAGE), pipe.stage.label, "middle")
        book.height(PATHS, at, OF_A_PIPE * LINE)
        place = pipe.place
    book.text(Cell(PATHS, row + 1 + len(pipes), STAGE), texts.IN_ALL, "strong")


def _write_way(book: Book, drawing: Drawing) -> None:
    """Write the bound of each stage, what it commits, and whether it is the narrow one."""
    way, column = drawing.path.way, drawing.column
    heads = (f"{HEADS[way]} {texts.FLOWS[way]}", texts.UPPER_BOUND, texts.EXPECTED, "")
    for at, head in enumerate(heads):
        right = ["right"] * (at in (BOUND, COMMITTED))
        book.text(Cell(PATHS, drawing.top - 1, column + at), head, "head", *right)
    for row, pipe in enumerate(drawing.path.pipes, drawing.top):
        _write_rates(book, drawing, row, pipe.bound, pipe.committed)
        _write_mark(book, drawing, row, pipe)
    _write_rates(book, drawing, drawing.bottom, drawing.path.bound, drawing.path.committed)


def _write_rates(book: Book, drawing: Drawing, row: int, bound: Value, committed: Value) -> None:
    tone = Row("", (), tone="strong" if row == drawing.bottom else "")
    for column, value in ((BOUND, bound), (COMMITTED, committed)):
        cell = Cell(PATHS, row, drawing.column + column)
        view_table.write(book, cell, RATES, value, tone, "middle")


def _write_mark(book: Book, drawing: Drawing, row: int, pipe: Pipe) -> None:
    """Mark the stage that limits, as the sheet of performance says, or commits least."""
    kept, limits = drawing.range(KEPT), drawing.drawn(LIMITING, row).seen_from(PATHS)
    is_least = f"MATCH(MIN({kept}),{kept},0)={row - drawing.top + 1}"
    least = f'IF(AND(MIN({kept})<{NO_RATE:g},{is_least}),"{texts.LEAST}","")'
    is_of_least = pipe is drawing.path.commits_least(book.results)
    said = texts.LIMITS if pipe.limits else texts.LEAST * is_of_least
    cell = Cell(PATHS, row, drawing.column + MARK)
    book.formula(
        cell, f'IF({limits}=1,"{texts.LIMITS}",{least})', said, "", "bad", "indented", "middle"
    )


def _write_scale(book: Book, drawings: list[Drawing]) -> int:
    """Write how much the widest pipe is; give the row below."""
    first, row = drawings[0], drawings[0].bottom + 1
    rates = ",".join(drawing.range(RATE) for drawing in drawings)
    bounds = (f"IFERROR({drawing.cell(BOUND, drawing.bottom)},0)" for drawing in drawings)
    most = f"{MOST:g}*MAX({','.join(bounds)})"
    formula = f"IF({most}>0,MIN({most},MAX({rates})),MAX({rates}))"
    book.text(Cell(PATHS, row, STAGE), texts.WIDEST, "faint")
    book.formula(_scale(first), formula, first.scale, "byte/s", "faint")
    return row + 1


def _scale(drawing: Drawing) -> Cell:
    return Cell(PATHS, drawing.bottom + 1, FIRST + BOUND)


def _write_drawn(book: Book, drawing: Drawing) -> None:
    """Write what the bars of each stage are drawn from."""
    for at, head in enumerate(texts.DRAWN):
        book.text(drawing.drawn(at, drawing.top - 1), head, "head", "right")
    for row, pipe in enumerate(drawing.path.pipes, drawing.top):
        _write_bars(book, drawing, row, pipe)


def _write_bars(book: Book, drawing: Drawing, row: int, pipe: Pipe) -> None:
    limiting = limiting_formula(book.results, drawing.tier, drawing.path.way, PATHS)
    label = Cell(PATHS, row, STAGE).seen_from(PATHS)
    limits = float(pipe.limits)
    book.formula(drawing.drawn(LIMITING, row), f"IF({label}={limiting},1,0)", limits, "1", "faint")
    bound, kept, in_all, scale = _operands(book.results, drawing, row, pipe)
    narrow = drawing.drawn(LIMITING, row), limits

    def write(column: int, formula: Callable[..., Num], *operands: tuple[Cell, float]) -> Operand:
        return _write_bar(book, drawing.drawn(column, row), formula, *operands)

    write(RATE, lambda rate: otherwise(rate, 0.0), bound)
    write(KEPT, lambda rate: otherwise(rate, NO_RATE), kept)
    flow = write(FLOW, _share, in_all, scale)
    sides = (
        write(PALE, _pale, kept, in_all, scale),
        write(GREY, _grey, bound, kept, in_all, scale),
        write(WALL, _wall, bound, scale, narrow),
        write(
            NARROWED, lambda rate, most, limits: _wall(rate, most, 1 - limits), bound, scale, narrow
        ),
    )
    write(OUTSIDE, _outside, flow, *sides)


def _operands(results: Results, drawing: Drawing, row: int, pipe: Pipe) -> tuple[Operand, ...]:
    """Give the cells, and what they hold, of a stage's rates, of what flows, and of the scale."""
    path, column = drawing.path, drawing.column
    return (
        (Cell(PATHS, row, column + BOUND), _float(results, pipe.bound)),
        (Cell(PATHS, row, column + COMMITTED), _float(results, pipe.committed)),
        (Cell(PATHS, drawing.bottom, column + COMMITTED), _float(results, path.committed)),
        (_scale(drawing), drawing.scale),
    )


def _float(results: Results, value: Value) -> float:
    found = number(results, value)
    return np.nan if found is None else found


def _write_bar(book: Book, cell: Cell, formula: Callable[..., Num], *operands: Operand) -> Operand:
    """Write what a formula makes of some cells; give the cell, and what it holds."""
    written = excel(formula(*(name(at.seen_from(PATHS)) for at, _ in operands)))
    with np.errstate(all="ignore"):
        value = float(formula(*(np.float64(held) for _, held in operands)))
    book.formula(cell, written, value, "1", "faint")
    return cell, value


def _draw(book: Book, drawing: Drawing, tier: str) -> None:
    """Draw the pipes of a way over their column, each in its row."""
    chart = book.workbook.add_chart({"type": "bar", "subtype": "stacked"})
    flow = {"color": WATER[drawing.path.way][0]}
    fills = {**FILLS, FLOW: flow["color"]}
    for at in (OUTSIDE, *SIDE, FLOW, *reversed(SIDE)):
        look: dict[str, Any] = (
            {"color": fills[at]} if at in fills else {**flow, "transparency": PALER}
        )
        ends = (drawing.top, drawing.drawn(at, 0).column, drawing.bottom - 1)
        chart.add_series(
            {
                "name": texts.DRAWN[at],
                "categories": [PATHS, drawing.top, STAGE, drawing.bottom - 1, STAGE],
                "values": [PATHS, *ends, ends[1]],
                "gap": 0,
                "fill": {"none": True} if at == OUTSIDE else look,
                "border": {"none": True},
            }
        )
    nothing = {"visible": False, "major_gridlines": {"visible": False}}
    chart.set_x_axis({**nothing, "min": 0, "max": ROOM})
    chart.set_y_axis({**nothing, "reverse": True})
    chart.set_legend({"none": True})
    chart.set_plotarea({"layout": {"x": 0, "y": 0, "width": 1, "height": 1}})
    chart.set_chartarea({"border": {"none": True}, "fill": {"none": True}})
    width = 7 * FIXED[PATHS][drawing.column] + 5
    each = int(OF_A_PIPE * PIXELS)  # XlsxWriter counts whole pixels of a row
    chart.set_size({"width": width, "height": len(drawing.path.pipes) * each})
    about = f"{tier}: {HEADS[drawing.path.way]}. {way_text(book.results, drawing.path)}"
    book.sheets[PATHS].insert_chart(
        drawing.top, drawing.column, chart, {"description": about, "object_position": 1}
    )
