"""The first sheet: the sentence, requirements met or not, capacity in both bases, cost, gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.book import REQUIREMENTS
from model.results import Results
from model.tree import Address
from report.sentence import sentence
from report.sheets import SUMMARY, Cell

if TYPE_CHECKING:
    from report.workbook import Book

TIB, TB = 2.0**40, 1e12
FIGURES = (
    "raw_capacity",
    "usable_capacity",
    "planned_capacity",
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
)
HEADS = ("Requirement", "Required", "Committed", "Met?", "Margin", "Bound", "Bound met?")
TOP_OF_CHECKS = 4


def top_of_figures(results: Results) -> int:
    """The row at which the site's figures begin, below the requirements."""
    return TOP_OF_CHECKS + max(1, len(results.checks)) + 1


def top_of_requirements(results: Results) -> int:
    """The row at which the table of the requirements' own quantities begins."""
    return top_of_figures(results) + len(FIGURES) + 4


def write_summary(book: Book) -> None:
    """Write the sheet."""
    scenario = book.results.plan.scenario
    sheet = book.sheets[SUMMARY]
    book.text(Cell(SUMMARY, 0, 0), scenario.title or scenario.name, "title")
    sheet.merge_range(1, 0, 1, 6, "", book.format("", "wrap"))
    formula, text = sentence(book.results, book.layout)
    book.formula(Cell(SUMMARY, 1, 0), formula, text, "", "wrap")
    sheet.set_row(1, 62)
    _write_checks(book)
    _write_figures(book)
    for row, warning in enumerate(book.results.warnings[:20], _below(book)):
        book.text(Cell(SUMMARY, row, 0), f"! {warning}")
    book.workbook.worksheets()[0].activate()


def _below(book: Book) -> int:
    """The first row below everything else on the sheet."""
    tables = [table.bottom for table in book.layout.tables if table.sheet == SUMMARY]
    return max([top_of_requirements(book.results), *tables]) + 1


def _refer(book: Book, address: Address) -> str:
    return book.layout.cells[address].seen_from(SUMMARY)


def _write_checks(book: Book) -> None:
    for column, head in enumerate(HEADS):
        style = ["right"] * (column in (1, 2, 4, 5))
        book.text(Cell(SUMMARY, TOP_OF_CHECKS - 1, column), head, "head", *style)
    if not book.results.checks:
        book.text(Cell(SUMMARY, TOP_OF_CHECKS, 0), "The scenario states no requirement.", "faint")
    for row, check in enumerate(book.results.checks, TOP_OF_CHECKS):
        requirement = REQUIREMENTS[check.name]
        book.text(Cell(SUMMARY, row, 0), check.title)
        book.link(Cell(SUMMARY, row, 1), ("site", requirement.required), check.unit)
        book.link(Cell(SUMMARY, row, 2), ("site", requirement.planned), check.unit)
        _write_verdict(book, Cell(SUMMARY, row, 3), f"{check.name}_is_met", check.met)
        book.link(Cell(SUMMARY, row, 4), ("site", f"{check.name}_margin"), "1", "percent")
        if check.bound is not None:
            book.link(Cell(SUMMARY, row, 5), ("site", requirement.bound), check.unit)
            name = f"{check.name}_bound_is_met"
            _write_verdict(book, Cell(SUMMARY, row, 6), name, check.bound_met)
    _colour_verdicts(book)


def _write_verdict(book: Book, cell: Cell, name: str, met: bool | None) -> None:
    at = _refer(book, ("site", name))
    words: dict[bool | None, str] = {True: "met", False: "not met", None: "unknown"}
    formula = f'IF(ISNA({at}),"unknown",IF({at}=1,"met","not met"))'
    book.formula(cell, formula, words[met], "", "strong")


def _colour_verdicts(book: Book) -> None:
    sheet = book.sheets[SUMMARY]
    rows = (TOP_OF_CHECKS, TOP_OF_CHECKS + max(1, len(book.results.checks)))
    for column in (3, 6):
        for word, style in (("met", "good"), ("not met", "bad")):
            rule = {
                "type": "cell",
                "criteria": "==",
                "value": f'"{word}"',
                "format": book.workbook.add_format(_colour(style)),
            }
            sheet.conditional_format(rows[0], column, rows[1], column, rule)


def _colour(style: str) -> dict[str, str]:
    from report.workbook import STYLES

    return {"font_color": STYLES[style]["font_color"]}


def _write_figures(book: Book) -> None:
    top = top_of_figures(book.results)
    for column, head in enumerate(("Figure", "Value", "In TB", "In TiB")):
        book.text(Cell(SUMMARY, top, column), head, "head", *(["right"] * (column > 0)))
    row = top + 1
    for name in FIGURES:
        if name not in book.results.plan.root.book:
            continue
        item = book.results.item("site", name)
        book.text(Cell(SUMMARY, row, 0), item.label)
        book.link(Cell(SUMMARY, row, 1), ("site", name), item.unit)
        if item.unit == "byte":
            value = book.results["site", name]
            at = _refer(book, ("site", name))
            for column, text, scale in ((2, "10^12", TB), (3, "2^40", TIB)):
                scaled = None if value is None else value / scale
                book.formula(Cell(SUMMARY, row, column), f"{at}/{text}", scaled, "1", "decimals")
        row += 1
    economics = book.results.plan.scenario.economics
    dated = economics.price_date or "no limit"
    book.text(
        Cell(SUMMARY, row, 0), f"Prices in {economics.currency}, seen up to: {dated}", "faint"
    )
