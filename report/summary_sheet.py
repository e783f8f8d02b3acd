"""The first sheet: the sentence, requirements met or not, capacity in both bases, cost, gaps."""

from __future__ import annotations

from model.answers.metadata import INODES_NOTE, inodes_are_bound
from model.answers.results import Results
from model.books.book import REQUIREMENTS
from report.book import Book
from report.demand_summary import rows_of_demand, write_demand
from report.formula import SCALES, scaled
from report.sentence import sentence
from report.sheets import (
    BOUND,
    BOUND_MARGIN,
    BOUND_MET,
    MARGIN,
    MET,
    PLANNED,
    REQUIRED,
    SUMMARY,
    TOP_OF_CHECKS,
    Cell,
)
from report.styles import LEGEND, LINE
from report.tables import write_value
from report.widths import FIXED

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
    "capital_tax",
    "gross_capital_cost",
    "total_cost_of_ownership",
    "known_total_cost_of_ownership",
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
HEADS = (
    "Requirement",
    "Required",
    "Planned or committed",
    "Met?",
    "Margin",
    "Bound",
    "Bound met?",
    "Bound margin",
)


def top_of_figures(results: Results) -> int:
    """The row at which the site's figures begin, below the requirements."""
    return TOP_OF_CHECKS + max(1, len(results.checks)) + 1


def top_of_requirements(results: Results) -> int:
    """The row at which the table of the requirements' own quantities begins."""
    shown = [name for name in FIGURES if name in results.plan.root.book]
    return top_of_figures(results) + len(shown) + 4 + rows_of_demand(results)


def write_summary(book: Book) -> None:
    """Write the sheet."""
    scenario = book.results.plan.scenario
    sheet = book.sheets[SUMMARY]
    book.text(Cell(SUMMARY, 0, 0), scenario.title or scenario.name, "title")
    sheet.merge_range(1, 0, 1, len(HEADS) - 1, "", book.format("", "wrap"))
    formula, text = sentence(book.results, book.layout)
    book.formula(Cell(SUMMARY, 1, 0), formula, text, "", "wrap")
    book.height(SUMMARY, 1, LINE * 4)
    _write_checks(book)
    bottom = _write_figures(book)
    write_demand(book, bottom)
    bottom += rows_of_demand(book.results)
    bottom = max([bottom, *(t.bottom for t in book.layout.tables if t.sheet == SUMMARY)])
    for row, warning in enumerate(book.results.warnings[:20], bottom + 1):
        book.text(Cell(SUMMARY, row, 0), f"! {warning}")
    sheet.activate()


def _write_checks(book: Book) -> None:
    for column, head in enumerate(HEADS):
        style = "centred" if column in (MET, BOUND_MET) else "right" if column else "left"
        book.text(Cell(SUMMARY, TOP_OF_CHECKS - 1, column), head, "head", style)
    book.height(SUMMARY, TOP_OF_CHECKS - 1, 2 * LINE)
    if not book.results.checks:
        book.text(Cell(SUMMARY, TOP_OF_CHECKS, 0), "The scenario states no requirement.", "faint")
    for row, check in enumerate(book.results.checks, TOP_OF_CHECKS):
        requirement = REQUIREMENTS[check.name]
        book.text(Cell(SUMMARY, row, 0), check.title)
        _write(book, requirement.required, Cell(SUMMARY, row, REQUIRED), "coded")
        _write(book, requirement.planned, Cell(SUMMARY, row, PLANNED), "coded")
        _write(book, f"{check.name}_is_met", Cell(SUMMARY, row, MET), "verdict", "centred")
        _write(book, f"{check.name}_margin", Cell(SUMMARY, row, MARGIN), "percent")
        if requirement.bound and f"{check.name}_bound_is_met" in book.results.plan.root.book:
            bound = f"{check.name}_bound"
            _write(book, requirement.bound, Cell(SUMMARY, row, BOUND))
            _write(book, f"{bound}_is_met", Cell(SUMMARY, row, BOUND_MET), "verdict", "centred")
            _write(book, f"{bound}_margin", Cell(SUMMARY, row, BOUND_MARGIN), "percent")
    _colour_verdicts(book)


def _write(book: Book, name: str, cell: Cell, *styles: str) -> None:
    """Write a figure of the site where it belongs, or show it where it doesn't."""
    if book.layout.cells["site", name] == cell:
        write_value(book, ("site", name), *styles)
    else:
        book.link(cell, ("site", name), book.results.item("site", name).unit, *styles)


def _colour_verdicts(book: Book) -> None:
    bottom = TOP_OF_CHECKS + len(book.results.checks) - 1
    for column in (MET, BOUND_MET) * bool(book.results.checks):
        for verdict, style in ((1, "good"), (0, "bad")):
            rule = {"type": "cell", "criteria": "==", "value": verdict, "format": book.rule(style)}
            book.sheets[SUMMARY].conditional_format(TOP_OF_CHECKS, column, bottom, column, rule)


def _write_figures(book: Book) -> int:
    """Write the site's figures; give the row below them."""
    row = top_of_figures(book.results)
    for column, head in enumerate(("Figure", "Value", "In TB", "In TiB")):
        book.text(Cell(SUMMARY, row, column), head, "head", *(["right"] * (column > 0)))
    for name in FIGURES:
        if name not in book.results.plan.root.book:
            continue
        row += 1
        item = book.results.item("site", name)
        is_bound = name == "inodes_available" and inodes_are_bound(book.results.values)
        book.text(Cell(SUMMARY, row, 0), f"{item.label}{', at most' * is_bound}")
        if is_bound:
            book.note(Cell(SUMMARY, row, 2), len(HEADS) - 1, INODES_NOTE, sum(FIXED[SUMMARY][2:]))
        book.link(Cell(SUMMARY, row, 1), ("site", name), item.unit, "coded")
        if item.unit == "byte":
            at = book.layout.cells["site", name].seen_from(SUMMARY)
            for column, label in ((2, "TB"), (3, "TiB")):
                result = scaled(book.results["site", name], label)
                cell = Cell(SUMMARY, row, column)
                book.formula(cell, f"{at}/{SCALES[label][0]}", result, "1", "decimals")
    economics = book.results.plan.scenario.economics
    dated = economics.price_date or "no limit"
    text = f"Prices in {economics.currency}, seen up to: {dated}. {LEGEND}"
    book.text(Cell(SUMMARY, row + 1, 0), text, "faint")
    return row + 2
