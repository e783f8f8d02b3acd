"""Widths, page breaks and what a printed page repeats: a sheet is read on paper, too."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from model.answers.views.bill import printed
from report.workbook import sheets, texts
from report.workbook.risk_rows import bottom_of_tables
from report.workbook.sheet_writer import Book
from report.workbook.sheets import FIRST_COLUMN
from report.workbook.styles import LINE
from report.workbook.widths import PAGE_HEIGHT, PAGE_WIDTH, widths

MARGINS = {"left": 0.5, "right": 0.5, "top": 0.6, "bottom": 0.7}
SAFE = 0.95
"""Fonts and printers differ: what is planned for a page is less than what it holds."""
LEAST_ROWS = 4
"""A table of which a page holds less, its title and heads included, isn't begun there."""
FROZEN = {
    sheets.RACKS: (4, 1),
    sheets.QUESTIONS: (4, 1),
    sheets.SUMMARY: (0, 0),
    sheets.ASSUMPTIONS: (4, 1),
    sheets.PARTS: (5, 1),
    sheets.PRICES: (5, 1),
    sheets.SPECIFICATION: (2, 0),
    sheets.ACCEPTANCE: (2, 0),
}
"""The rows and columns of a sheet that stay in sight."""
RACKS_ON_A_PAGE = 6
"""Racks on a page."""
PRINTED = {sheets.ASSUMPTIONS: 6, sheets.RACKS: RACKS_ON_A_PAGE, sheets.RISK: 6}
"""The last column of a sheet that is printed: where a figure is written is for the screen, as is
what a line of the bill takes of the room."""
PAGES = 12
"""The pages of a file at most, whatever it holds."""
SHARES = {
    sheets.SUMMARY: 2,
    sheets.BILL: 1,
    sheets.RACKS: 1,
    sheets.PATHS: 1,
    sheets.QUESTIONS: 1,
    sheets.STATEMENT: 1,
    sheets.CHECKPOINT: 1,
    sheets.RISK: 1,
    sheets.COST: 2,
    sheets.ASSUMPTIONS: 1,
}
"""The pages that each sheet may fill in any case. Nobody prints the others: sheets look up in
them, or say on paper what counts of them."""
MORE = {sheets.BILL: PAGES, sheets.STATEMENT: PAGES, sheets.QUESTIONS: 2, sheets.RISK: 2}
"""The sheets that what is left of all pages goes to, the first before the next, and how many pages
each may fill."""
DENSE = (
    *(sheets.SUMMARY, sheets.BILL, sheets.RACKS, sheets.PATHS, sheets.STATEMENT),
    sheets.RISK,
)
"""The sheets that are made smaller, if need be, before anything of them is left out."""
LEAST_SCALE = 0.65
"""The least that they are made: type of 6.5 points."""
CUT = (
    *(sheets.BILL, sheets.QUESTIONS, sheets.CHECKPOINT, sheets.RISK, sheets.COST),
    sheets.ASSUMPTIONS,
)
"""The sheets that always have more for the screen: of the bill its lines and sums are printed."""
OF_TIERS = (sheets.PATHS, sheets.STATEMENT)
"""The sheets of which whole tiers are printed, the first ones of the scenario."""
HEADS = {sheets.QUESTIONS: 3}
"""The row of the heads that each page repeats."""


ALLOWED = {"format_columns": True, "format_rows": True, "autofilter": True, "sort": True}
"""What people may do on a protected sheet, beside typing into its inputs."""


def finish(book: Book) -> None:
    """Give every sheet its widths, its panes and its pages."""
    book.write_rules()
    columns = {name: widths(book.layout, name) for name in book.sheets if name != sheets.PARTS}
    areas = {name: _area(book, name, columns[name]) for name in SHARES if _is_printed(book, name)}
    shares = _shares(book, areas)
    for name, sheet in book.sheets.items():
        sheet.freeze_panes(
            *(_below_heads(book) if name == sheets.BILL else FROZEN.get(name, (1, 1)))
        )
        sheet.set_default_row(LINE)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.set_margins(**MARGINS)
        for row in book.heights[name].keys() | book.constants[name]:
            folds = {"level": 1} if row in book.constants[name] else {}
            sheet.set_row(row, book.heights[name].get(row), None, folds)
        _mark_unknown(book, name)
        sheet.protect("", ALLOWED)
        if name == sheets.PARTS:
            _finish_parts(book)
        for column, width in enumerate(columns.get(name, ())):
            sheet.set_column(column, column, width)
        if name in areas:
            _print(book, name, areas[name], shares[name])
        else:
            sheet.print_area(2, 0, 2, 0)  # an empty row, which makes no page


def _below_heads(book: Book) -> tuple[int, int]:
    """Give the first line of the bill, and the column after what it is: heads stay in sight."""
    return min(book.blocks[sheets.BILL])[0] + 1, 1


class Area(NamedTuple):
    """What of a sheet could be printed: its last row and column, and how small it would be."""

    bottom: int
    right: int
    scale: float

    def page(self, name: str) -> float:
        """Give the points of the rows that a page holds."""
        if name in DENSE:  # it is made to fit as many pages as it has
            return PAGE_HEIGHT / min(self.scale, LEAST_SCALE)
        return SAFE * PAGE_HEIGHT / self.scale


def _is_printed(book: Book, name: str) -> bool:
    """Tell whether a sheet is there, and has anything to be printed: some have no racks."""
    return name in book.sheets and (name != sheets.RACKS or bool(book.layout.racks))


def _area(book: Book, name: str, columns: list[float]) -> Area:
    """Give all that could be printed of a sheet."""
    bottom, right = max(book.bottom[name], 1), len(columns) - 1
    if name == sheets.BILL:
        bottom, right = min(book.blocks[name])[1] - 1, len(printed(book.results))
    if name == sheets.COST:  # so are sources, which would make all else too small to be read
        right = book.layout.source_columns.get(name, right + 1) - 1
    if name == sheets.RISK:  # its figures are for the screen, its tables for paper, too
        bottom = bottom_of_tables(book.results)
    wide = list(accumulate(7 * width + 5 for width in columns))
    right = min(right, PRINTED.get(name, right), bisect_right(wide, PAGE_WIDTH / LEAST_SCALE) - 1)
    return Area(bottom, right, min(1.0, PAGE_WIDTH / wide[right]))


def _shares(book: Book, areas: dict[str, Area]) -> dict[str, int]:
    """Give the pages of each sheet: its own, and as many of those left as it needs."""
    needed = {
        name: math.ceil(sum(_heights(book, name, area.bottom)) / area.page(name))
        for name, area in areas.items()
    }
    shares = {n: min(SHARES[n], needed[n]) if n in DENSE else SHARES[n] for n in areas}
    left = PAGES - sum(shares.values())
    for name, most in MORE.items():
        further = max(0, min(left, most - shares[name], needed[name] - shares[name]))
        shares[name] += further
        left -= further
    return shares


def _heights(book: Book, name: str, bottom: int) -> list[float]:
    return [book.heights[name].get(row, LINE) for row in range(bottom + 1)]


def _print(book: Book, name: str, area: Area, pages: int) -> None:
    """Set the pages of a sheet: all of it, or as much as they hold, which its foot says."""
    sheet, bottom, heads = book.sheets[name], area.bottom, HEADS.get(name)
    if name == sheets.BILL:
        heads = min(book.blocks[name])[0]
    if name == sheets.COST and (years := _years(book)) is not None:
        bottom, breaks, pages = _of_years(book, years, area.page(name))
        sheet.set_h_pagebreaks(breaks)
    else:
        bottom = _last_on(book, name, bottom, pages * area.page(name))
    if heads is not None:
        sheet.repeat_rows(heads)
    sheet.print_area(0, 0, bottom, area.right)
    sheet.fit_to_pages(1, pages)
    title = book.results.plan.scenario.name  # of letters and digits, and at most forty
    sheet.set_footer(f"&L{title}&C{name}{_left(book, name, area, bottom)}&R&P / &N")


def _left(book: Book, name: str, area: Area, bottom: int) -> str:
    """Say what of a sheet isn't printed."""
    blocks, racks, is_cut = sorted(book.blocks[name]), len(book.layout.racks), bottom < area.bottom
    said = texts.IN_PART if name in CUT or is_cut else ""
    if name in OF_TIERS and is_cut:
        shown = sum(end <= bottom + 1 for _, end in blocks)
        said = texts.TIERS_OF.format(shown=shown, all=len(blocks))
    if name == sheets.BILL and is_cut:
        shown, lines = bottom - blocks[0][0], len(book.results.plan.lines)
        said = texts.LINES_OF.format(shown=shown, all=lines)
    if name == sheets.RACKS and racks > area.right:
        said = texts.RACKS_OF.format(shown=area.right, all=racks)
    if name == sheets.COST and (years := _years(book)) and years.source_column > area.right + 1:
        shown = area.right + 1 - FIRST_COLUMN
        said = texts.YEARS_OF.format(shown=shown, all=len(years.paths))
    return f" ({said})" if said else ""


def _years(book: Book) -> sheets.Table | None:
    """Give the table of the costs by year whose chart stands below it."""
    sheet, kind = sheets.CHARTED
    found = (table for table in book.layout.tables if (table.sheet, table.kind) == (sheet, kind))
    return next(found, None)


def _of_years(book: Book, years: sheets.Table, page: float) -> tuple[int, list[int], int]:
    """Give the last row, the breaks and the pages of the costs by year, which end with their chart.

    The years begin a page; if one page doesn't hold what stands above, all is made to fit two.
    """
    bottom, heights = years.bottom + sheets.ROWS_OF_CHART - 1, book.heights[sheets.COST]
    end = max((b for top, b in book.blocks[sheets.COST] if top < years.top), default=years.top)
    above = sum(heights.get(row, LINE) for row in range(end))
    return (bottom, [years.top], 0) if above <= page / SAFE else (bottom, [], SHARES[sheets.COST])


def _last_on(book: Book, sheet: str, bottom: int, room: float) -> int:
    """Give the last row that so much room holds; a table that only begins there is left out."""
    last = bisect_right(list(accumulate(_heights(book, sheet, bottom))), room) - 1
    if last == bottom:
        return bottom
    first = min(book.blocks[sheet], default=(0, 0))[0]
    for top, end in book.blocks[sheet]:
        is_whole = sheet in OF_TIERS and top > first
        if top <= last < end - 1 and (is_whole or last - top < LEAST_ROWS):
            last = top - 1
    return max(last, 1)


def _mark_unknown(book: Book, sheet: str) -> None:
    """Tell unknown figures from known ones, and those that must be typed from both."""
    if cells := [cell.seen_from(sheet) for cell in sorted(book.inputs[sheet])]:
        missing = {
            "type": "formula",
            "criteria": f"=ISNA({cells[0]})",
            "format": book.rule("missing"),
            "multi_range": " ".join(cells),
        }
        first = min(book.inputs[sheet])
        at = (first.row, first.column)
        book.sheets[sheet].conditional_format(*at, *at, missing)
    rule = {"type": "formula", "criteria": "=ISNA(A1)", "format": book.rule("unknown")}
    book.sheets[sheet].conditional_format(0, 0, book.bottom[sheet], book.right[sheet], rule)


def _finish_parts(book: Book) -> None:
    """Set the widths of the catalog's figures; the sources are for the screen."""
    sheet, figures = book.sheets[sheets.PARTS], len(book.parts.figures)
    for column, width in enumerate((32, 10, 14, 30, *[11] * figures, 11, 14, 40, 60, 60)):
        sheet.set_column(column, column, width)
