"""The first sheet: the sentence, requirements met or not, capacity in both bases, cost, gaps."""

from __future__ import annotations

from model.answers.metadata import INODES_NOTE, inodes_are_bound
from model.answers.prices import days_seen
from model.answers.ranges import BANDWIDTHS, GROSS, PURCHASE, STALE, likely_sentence
from model.answers.results import Results
from model.answers.sentences import UNKNOWN, Choice, rendered
from model.answers.summary import conclusion
from model.answers.views import remedy_table
from model.answers.views.cover import assumptions, counts, identity
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.requirements import requirements
from model.answers.views.view import Column, Row, Value
from model.answers.views.view_text import text_table
from report.workbook import texts, view_table
from report.workbook.demand_summary import rows_of_demand, write_demand
from report.workbook.formula import SCALES, scaled
from report.workbook.live_text import alive, days_of_prices
from report.workbook.packing_check import write_packed
from report.workbook.sheet_writer import Book
from report.workbook.sheets import ASSUMPTIONS, SUMMARY, TOP_OF_CHECKS, Cell
from report.workbook.styles import LINE, day_number, lines
from report.workbook.widths import FIXED

FIGURES = (
    "raw_capacity",
    "usable_capacity",
    "planned_capacity",
    "live_capacity",
    "stored_capacity",
    "read_bandwidth",
    "read_bandwidth_bound",
    "write_bandwidth",
    "write_bandwidth_bound",
    "capital_cost",
    "known_capital_cost",
    "unknown_equipment_cost",
    "assumed_capital_cost",
    "estimated_capital_cost",
    "low_capital_cost",
    "high_capital_cost",
    "capital_tax",
    "gross_capital_cost",
    "total_cost_of_ownership",
    "gross_total_cost_of_ownership",
    "known_total_cost_of_ownership",
    "gross_cost",
    "equipment_power",
    "known_equipment_power",
    "unknown_equipment_power",
    "equipment_weight",
    "known_equipment_weight",
    "equipment_rack_units",
    "known_equipment_rack_units",
    "inodes_available",
    "files_expected",
    "inodes_margin",
    "inode_limited_capacity",
)
RANGED = (*BANDWIDTHS, PURCHASE[1], GROSS[1])
"""Figures that have their likely range beside them."""
ENDS = ("low_capital_cost", "high_capital_cost")
"""The purchase with all prices at an end of their range, which is no likely one."""
WIDE = len(FIXED[SUMMARY]) - 1
"""The last column of the sheet."""
ROWS_OF_DAYS = 3
"""The rows that say when prices were seen."""


def top_of_figures(results: Results) -> int:
    """The row at which the site's figures begin, below the requirements."""
    return TOP_OF_CHECKS + max(1, len(results.checks)) + len(_in_tib(results)) + 1


def _in_tib(results: Results) -> list[tuple[Row, list[tuple[int, Value]]]]:
    """Give the requirements of capacity, each with its columns of bytes: they stand in TiB, too."""
    found = (
        (
            row,
            [
                (n, one)
                for n, one in enumerate(row.entries, 1)
                if isinstance(one, Value) and one.unit == "byte"
            ],
        )
        for row in requirements(results).rows
    )
    return [(row, columns) for row, columns in found if columns]


def top_of_requirements(results: Results) -> int:
    """The row at which the table of the requirements' own quantities begins."""
    shown = [name for name in FIGURES if name in results.plan.root.book]
    return top_of_figures(results) + len(shown) + 4 + ROWS_OF_DAYS + rows_of_demand(results)


def write_summary(book: Book) -> None:
    """Write the sheet."""
    scenario = book.results.plan.scenario
    sheet = book.sheets[SUMMARY]
    book.text(Cell(SUMMARY, 0, 0), scenario.title or scenario.name, "title")
    sheet.merge_range(1, 0, 1, WIDE, "", book.format("", "wrap"))
    _write_sentence(book)
    write_packed(book, Cell(SUMMARY, 2, 0))
    _write_identity(book)
    _write_checks(book)
    bottom = _write_figures(book)
    write_demand(book, bottom)
    bottom += rows_of_demand(book.results)
    bottom = max([bottom, *(t.bottom for t in book.layout.tables if t.sheet == SUMMARY)])
    _write_warnings(book, _write_today(book, bottom + 1))


def _write_today(book: Book, top: int) -> int:
    """Write what the site has today and after, and what the room has left; give the next row."""
    for view in (today_and_after(book.results), room_left(book.results)):
        if view.rows:
            book.text(Cell(SUMMARY, top, 0), view.title, "table")
            view_table.heads(book, view, SUMMARY, top + 1)
            top = view_table.rows(book, view, SUMMARY, top + 2) + 1
    return top


TOP_OF_IDENTITY = 3
"""The row of what tells the plan from others."""


def _write_identity(book: Book) -> None:
    """Say which plan it is."""
    for column, (head, text) in enumerate(identity(book.results).items()):
        book.text(Cell(SUMMARY, TOP_OF_IDENTITY, column), head, "head", "left")
        book.text(Cell(SUMMARY, TOP_OF_IDENTITY + 1, column), text, "left")


MOST_WARNINGS = 20


def _write_warnings(book: Book, top: int) -> None:
    """Write the warnings of the plan as it was exported."""
    warnings = book.results.warnings
    said = [f"! {warning}" for warning in warnings[:MOST_WARNINGS]]
    if len(warnings) > MOST_WARNINGS:
        said.append(f"! {texts.MORE_WARNINGS.format(len(warnings) - MOST_WARNINGS)}")
    book.text(Cell(SUMMARY, top, 0), texts.EXPORTED, "faint")
    for row, text in enumerate(said, top + 1):
        book.note(Cell(SUMMARY, row, 0), WIDE, text, sum(FIXED[SUMMARY]))
    _write_remedies(book, _write_assumptions(book, top + len(said) + 2))


def _write_assumptions(book: Book, top: int) -> int:
    """Say of how many inputs nobody vouches for, and which weigh most; give the next row."""
    known = counts(book.results)
    shares = ", ".join(f"{count} {texts.STATUS[status]}" for status, count in known.items())
    book.text(Cell(SUMMARY, top, 0), texts.INPUTS.format(shares))
    view = assumptions(book.results)
    if not view.rows:
        return top + 2
    brief = view.only("value", "status", "effects")
    title = texts.ALL_ASSUMPTIONS.format(title=view.title, sheet=ASSUMPTIONS)
    book.text(Cell(SUMMARY, top + 1, 0), title, "table")
    view_table.heads(book, brief, SUMMARY, top + 2)
    book.height(SUMMARY, top + 2, 2 * LINE)
    shown = text_table(book.results, brief).rows
    for row, cells in enumerate(shown, top + 3):
        for column, cell in enumerate(cells):
            book.text(Cell(SUMMARY, row, column), cell.text, *[LOOKS.get(column, "left")])
    return top + 4 + len(shown)


LOOKS = {1: "right", 2: "indented"}
"""How a value and what follows it stand, so that they don't touch."""
MOST_REMEDIED = 4
"""Tiers for which it is tried what could be bought."""


def _write_remedies(book: Book, top: int) -> None:
    """Write what could be bought for each tier: each is a plan of its own."""
    tiers = [name for name, _ in book.results.tiers()]
    if len(tiers) > MOST_REMEDIED:
        more = texts.UPGRADES_OF_MORE.format(len(tiers) - MOST_REMEDIED)
        book.text(Cell(SUMMARY, top, 0), more, "faint")
        top += 1
    views = [remedy_table.remedies(book.results, name) for name in tiers[:MOST_REMEDIED]]
    found = [view.only(*remedy_table.BRIEF) for view in views if view.rows]
    if found:
        book.note(Cell(SUMMARY, top, 0), WIDE, remedy_table.MEANT, sum(FIXED[SUMMARY]))
        top += 1
    for view in found:
        book.text(Cell(SUMMARY, top, 0), view.title, "table")
        view_table.heads(book, view, SUMMARY, top + 1)
        top = view_table.rows(book, view, SUMMARY, top + 2) + 1


def _write_sentence(book: Book) -> None:
    """Write the sentence as a formula, from its steps."""
    found = rendered(book.results, conclusion(book.results))
    formula = alive(book.results, book.layout, SUMMARY, found.pieces, f"{SUMMARY}, row 2")
    book.formula(Cell(SUMMARY, 1, 0), formula, found.text, "", "wrap")
    book.height(SUMMARY, 1, LINE * max(2, lines(found.text, sum(FIXED[SUMMARY]))))


def _write_checks(book: Book) -> None:
    view = requirements(book.results)
    view = view.only(*(column.key for column in view.columns if column.key != "likely"))
    view_table.heads(book, view, SUMMARY, TOP_OF_CHECKS - 1)
    book.height(SUMMARY, TOP_OF_CHECKS - 1, 2 * LINE)
    if not view.rows:
        book.text(Cell(SUMMARY, TOP_OF_CHECKS, 0), texts.NO_REQUIREMENTS, "faint")
    bottom = view_table.rows(book, view, SUMMARY, TOP_OF_CHECKS, coded=True)
    for at, (row, columns) in enumerate(_in_tib(book.results), bottom):
        book.text(Cell(SUMMARY, at, 0), texts.TIB_BELOW.format(row.label), "faint")
        for column, value in columns:
            look = Column("", "", "binary")
            view_table.write(
                book, Cell(SUMMARY, at, column), look, value, Row("", (), tone="faint")
            )


def _write_figures(book: Book) -> int:
    """Write the site's figures; give the row below them."""
    row = top_of_figures(book.results)
    for column, head in enumerate(texts.FIGURE_HEADS):
        book.text(Cell(SUMMARY, row, column), head, "head", *(["right"] * (column > 0)))
    for name in FIGURES:
        if name not in book.results.plan.root.book:
            continue
        row += 1
        item = book.results.item("site", name)
        is_bound = name == "inodes_available" and inodes_are_bound(book.results.values)
        label = texts.BOUND.format(item.label) if is_bound else item.label
        book.text(Cell(SUMMARY, row, 0), label)
        if is_bound:
            book.note(Cell(SUMMARY, row, 2), WIDE, INODES_NOTE, sum(FIXED[SUMMARY][2:]))
        book.link(Cell(SUMMARY, row, 1), ("site", name), item.unit, "coded")
        if item.unit == "byte":
            at = book.layout.cells["site", name].seen_from(SUMMARY)
            for column, unit in ((2, "TB"), (3, "TiB")):
                result = scaled(book.results["site", name], unit)
                cell = Cell(SUMMARY, row, column)
                book.formula(cell, f"{at}/{SCALES[unit][0]}", result, "1", "decimals")
        if name in ENDS:
            book.text(Cell(SUMMARY, row, 2), texts.ALL_AT_ONCE[name], "faint", "indented")
        if name in RANGED:
            sentence = likely_sentence(book.results, "site", name)
            once_known = (Choice((("site", name),), UNKNOWN, (), (STALE,)),)
            said = rendered(book.results, sentence or once_known)
            view_table.write_sentence(book, Cell(SUMMARY, row, 2), said, "faint", "indented")
    row = _write_days(book, row)
    currency = book.results.plan.scenario.economics.currency
    text = texts.PRICES_ARE_NET.format(currency=currency, legend=texts.LEGEND)
    book.text(Cell(SUMMARY, row + 1, 0), text, "faint")
    return row + 2


DAYS = ((texts.OLDEST_PRICE, "MIN", min), (texts.NEWEST_PRICE, "MAX", max))


def _write_days(book: Book, row: int) -> int:
    """Say up to when prices count, and when those were seen that do; give the last row."""
    limit = book.results.plan.scenario.economics.price_date
    row += 1
    book.text(Cell(SUMMARY, row, 0), texts.PRICE_DATE)
    if limit is None:
        book.text(Cell(SUMMARY, row, 1), texts.NO_LIMIT, "right")
    else:
        book.number(Cell(SUMMARY, row, 1), float(day_number(limit)), "1", "date")
    days = days_of_prices(book.layout, SUMMARY)
    seen = days_seen(book.results)
    for label, name, of in DAYS:
        row += 1
        day: float | str = texts.NO_PRICES
        if seen:
            day = float(day_number(of(seen)))
        book.text(Cell(SUMMARY, row, 0), label)
        formula = f'IF(COUNT({days})=0,"{texts.NO_PRICES}",{name}({days}))'
        book.formula(Cell(SUMMARY, row, 1), formula, day, "1", "date")
    return row
