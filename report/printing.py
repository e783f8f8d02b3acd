"""Widths, page breaks and what a printed page repeats: a sheet is read on paper, too."""

from __future__ import annotations

from model.answers.views.bill import BOUGHT
from report import sheets
from report.book import Book
from report.steps import STEPS
from report.styles import LINE
from report.texts import plain
from report.widths import widths

PAGE_WIDTH, PAGE_HEIGHT = 1026.0, 502.0
"""A4 across within its margins: pixels of the columns' widths, points of the rows' heights."""
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
WHOLE = {sheets.SUMMARY: 2, sheets.STATEMENT: 1, sheets.PATHS: 1}
"""The sheets that fit so many pages, whatever they hold."""
FIRST = {
    sheets.CHECKPOINT: 1,
    sheets.COST: 2,
    sheets.QUESTIONS: 2,
    sheets.PRICES: 1,
    sheets.ASSUMPTIONS: 1,
}
"""The sheets of which so many pages are printed; what follows is for engineers, on a screen."""
CUT = (*FIRST, sheets.BILL)
"""The sheets of which not all is printed: of the bill its lines and their sums."""
ON_SCREEN = (
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
        sheet.freeze_panes(*FROZEN.get(name, (1, 1)))
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
    if name == sheets.BILL:  # what a line takes of the room is for the screen
        right = len(BOUGHT)
        columns = columns[: right + 1]
        bottom = min(book.blocks[name])[1] - 1
        sheet.repeat_rows(min(book.blocks[name])[0])
    scale = min(1.0, PAGE_WIDTH / sum(7 * width + 5 for width in columns))
    page = SAFE * PAGE_HEIGHT / scale
    if name == sheets.COST:  # what follows the chart of the site's years is of its tiers
        bottom = min(bottom, _charted(book))
    if name in FIRST:
        bottom = min(bottom, _last_on(book, name, FIRST[name] * page))
    sheet.print_area(0, 0, bottom, right)
    breaks = [row for row in _breaks(book, name, page) if row <= bottom]
    breaks_well = name == sheets.COST and len(breaks) < FIRST[name]
    if breaks_well or (name not in WHOLE and name not in FIRST):
        sheet.fit_to_pages(1, 0)
        sheet.set_h_pagebreaks(breaks)
    else:
        sheet.fit_to_pages(1, WHOLE.get(name, FIRST.get(name, 0)))


def _charted(book: Book) -> int:
    """Give the last row of the chart of costs by year; that of the sheet where there is none."""
    sheet, kind = sheets.CHARTED
    found = (table for table in book.layout.tables if (table.sheet, table.kind) == (sheet, kind))
    return next((t.bottom + sheets.ROWS_OF_CHART - 1 for t in found), book.bottom[sheet])


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
