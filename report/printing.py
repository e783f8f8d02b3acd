"""Widths, page breaks and what a printed page repeats: a sheet is read on paper, too."""

from __future__ import annotations

import math

from model.answers.views.bill import printed
from report import sheets
from report.book import Book
from report.steps import STEPS
from report.styles import LINE
from report.texts import plain
from report.widths import PAGE_HEIGHT, PAGE_WIDTH, widths

MARGINS = {"left": 0.5, "right": 0.5, "top": 0.6, "bottom": 0.7}
SAFE = 0.95
"""Fonts and printers differ: what is planned for a page is less than what it holds."""
WORTH = 0.5
"""A table that doesn't fit begins on a new page if less than this share of a page is left."""
LEAST_ROWS = 4
"""A table of which a page holds less, its title and heads included, isn't begun there."""
FROZEN = {
    sheets.RACKS: (4, 1),
    sheets.QUESTIONS: (4, 1),
    sheets.SUMMARY: (0, 0),
    sheets.ASSUMPTIONS: (4, 1),
    sheets.PARTS: (5, 1),
    sheets.PRICES: (5, 1),
}
"""The rows and columns of a sheet that stay in sight."""
RACKS_ON_A_PAGE = 6
"""Racks on a page."""
PRINTED = {sheets.ASSUMPTIONS: 6}
"""The last column of a sheet that is printed: where a figure is written is for the screen, as is
what a line of the bill takes of the room."""
WHOLE = {sheets.SUMMARY: 2, sheets.STATEMENT: 1, sheets.PATHS: 1}
"""The sheets that fit so many pages, or more where their type would be smaller than that."""
LEAST_SCALE = 0.6
FIRST = {
    sheets.CHECKPOINT: 1,
    sheets.COST: 2,
    sheets.QUESTIONS: 2,
    sheets.ASSUMPTIONS: 1,
}
"""The sheets of which so many pages are printed; what follows is for engineers, on a screen."""
CUT = (*FIRST, sheets.BILL)
"""The sheets of which not all is printed: of the bill its lines and their sums."""
ON_SCREEN = (
    sheets.PRICES,
    sheets.PARTS,
    sheets.FIT,
    sheets.CAPACITY,
    sheets.PERFORMANCE,
    sheets.CERTAINTY,
    sheets.DESIGNS,
    STEPS,
)
"""The sheets that nobody prints: others look up in them, or say on paper what counts of them."""


ALLOWED = {"format_columns": True, "format_rows": True, "autofilter": True, "sort": True}
"""What people may do on a protected sheet, beside typing into its inputs."""


def finish(book: Book) -> None:
    """Give every sheet its widths, its panes and its pages."""
    book.write_rules()
    for name, sheet in book.sheets.items():
        sheet.freeze_panes(
            *(_below_heads(book) if name == sheets.BILL else FROZEN.get(name, (1, 1)))
        )
        sheet.set_default_row(LINE)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.set_margins(**MARGINS)
        title = plain(book.results.plan.scenario.name).replace("&", "&&")
        rest = " (the rest is for the screen)" if name in CUT else ""
        sheet.set_footer(f"&L{title}&C&A{rest}&R&P / &N")
        for row in book.heights[name].keys() | book.constants[name]:
            folds = {"level": 1} if row in book.constants[name] else {}
            sheet.set_row(row, book.heights[name].get(row), None, folds)
        _mark_unknown(book, name)
        sheet.protect("", ALLOWED)
        if name == sheets.PARTS:
            _finish_parts(book)
            _print(book, name, [])
            continue
        columns = widths(book.layout, name)
        for column, width in enumerate(columns):
            sheet.set_column(column, column, width)
        _print(book, name, columns)


def _below_heads(book: Book) -> tuple[int, int]:
    """Give the first line of the bill, and the column after what it is: heads stay in sight."""
    return min(book.blocks[sheets.BILL])[0] + 1, 1


def _print(book: Book, name: str, columns: list[float]) -> None:
    """Set the pages of a sheet: all of it, what fits some pages, or the first ones."""
    sheet, right, bottom = book.sheets[name], len(columns) - 1, max(book.bottom[name], 1)
    if name in ON_SCREEN or _is_empty(book, name):
        sheet.print_area(2, 0, 2, 0)  # an empty row, which makes no page
        return
    if name == sheets.RACKS:
        sheet.print_area(0, 0, bottom, min(right, RACKS_ON_A_PAGE))
        sheet.fit_to_pages(1, 1)
        return
    if name == sheets.QUESTIONS:
        sheet.repeat_rows(3)
    if name == sheets.BILL:
        bottom, right = min(book.blocks[name])[1] - 1, len(printed(book.results))
        sheet.repeat_rows(min(book.blocks[name])[0])
    if name == sheets.COST:  # so are sources, which would make all else too small to be read
        right = book.layout.source_columns.get(name, right + 1) - 1
    right = min(right, PRINTED.get(name, right))
    columns = columns[: right + 1]
    scale = min(1.0, PAGE_WIDTH / sum(7 * width + 5 for width in columns))
    page = SAFE * PAGE_HEIGHT / scale
    breaks, pages = list[int](), 0
    if name == sheets.COST and (years := _years(book)) is not None:
        bottom, breaks, pages = _of_years(book, years, page)
    elif name in FIRST:
        bottom, pages = min(bottom, _last_on(book, name, FIRST[name] * page)), FIRST[name]
    elif name in WHOLE:
        high = sum(book.heights[name].get(row, LINE) for row in range(bottom + 1))
        pages = max(WHOLE[name], math.ceil(high * LEAST_SCALE / PAGE_HEIGHT))
    else:
        breaks = _breaks(book, name, page)
    sheet.print_area(0, 0, bottom, right)
    sheet.fit_to_pages(1, pages)
    sheet.set_h_pagebreaks([row for row in breaks if row <= bottom])


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
    return (bottom, [years.top], 0) if above <= page / SAFE else (bottom, [], FIRST[sheets.COST])


def _is_empty(book: Book, name: str) -> bool:
    """Tell whether a sheet has nothing to be printed: no racks."""
    return name == sheets.RACKS and not book.layout.racks


def _last_on(book: Book, sheet: str, room: float) -> int:
    """Give the last row that so much room holds; a table that only begins there is left out."""
    heights, row = book.heights[sheet], 0
    while room > heights.get(row, LINE) and row <= book.bottom[sheet]:
        room -= heights.get(row, LINE)
        row += 1
    last = row - 1
    for top, bottom in book.blocks[sheet]:
        if top <= last < bottom - 1 and last - top < LEAST_ROWS:
            last = top - 1
    return max(last, 1)


def _breaks(book: Book, sheet: str, page: float) -> list[int]:
    """The tables that begin on a new page, by their first rows: no title stays behind alone."""
    heights = book.heights[sheet]
    found, start = [], 0.0
    tops = [0.0]
    for row in range(max((bottom for _, bottom in book.blocks[sheet]), default=0) + 1):
        tops.append(tops[-1] + heights.get(row, LINE))
    for top, bottom in sorted(book.blocks[sheet]):
        if tops[bottom] - start > page and start + page - tops[top] < WORTH * page and top > 3:
            found.append(top)
            start = tops[top]
        for row in range(top, bottom):
            if tops[row + 1] - start > page:  # whoever prints it knows best where: rows go on
                start = tops[row]
    return found


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
