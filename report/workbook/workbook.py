"""The workbook that procurement works in: inputs are input cells, results are live formulas.

Every value stands in its base unit, with a number format that scales what is shown, and with its
cached result, so that viewers that don't calculate show it too. Parts are chosen by their key in
the bill of materials; their figures are looked up in the Parts sheet. Names stay text, whatever
they begin with.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence

from model.answers.results import Results
from model.answers.views.view import View
from model.engine.tree import Address
from report.workbook import texts
from report.workbook.certainty_sheet import write_certainty
from report.workbook.chain_rows import rows_of_chains, top_of_chains
from report.workbook.chains import write_chains, write_expected
from report.workbook.lookups import Lookups
from report.workbook.names import define_names
from report.workbook.packing_check import write_packed_years
from report.workbook.parts_sheet import write_parts
from report.workbook.path_sheet import write_paths
from report.workbook.plain_sheets import (
    bottom_of_fit,
    write_assumptions,
    write_bill,
    write_checkpoint_curve,
    write_cost_chart,
    write_designs,
    write_fit,
    write_steps,
)
from report.workbook.prices_sheet import write_prices
from report.workbook.printing import finish
from report.workbook.racks_sheet import write_questions, write_racks
from report.workbook.risk_rows import top_of_risk, write_risk
from report.workbook.sheet_writer import Book
from report.workbook.sheets import (
    COST,
    DESIGNS,
    FIT,
    OPTIONAL,
    PERFORMANCE,
    RISK,
    SHEETS,
    SUMMARY,
    Cell,
    Layout,
    sheets_of,
)
from report.workbook.specification_sheet import write_acceptance, write_specification
from report.workbook.statement_sheet import write_statement
from report.workbook.states_table import rows_of_states, write_states
from report.workbook.summary_sheet import top_of_requirements, write_summary
from report.workbook.tables import write_table

TOP = 3
"""The row of the first table of most sheets."""


def workbook_bytes(results: Results, designs: Sequence[View] = (), said: str = "") -> bytes:
    """Write the workbook of a plan's results; give the bytes of the .xlsx file.

    `designs` are tables of others that a search found beside it; `said` names the procedure.
    """
    collects = gc.isenabled()
    gc.disable()  # of all that is made until the file is written, nothing is garbage
    try:
        return build(results, designs, said)[0]
    finally:
        if collects:
            gc.enable()


def build(
    results: Results, designs: Sequence[View] = (), said: str = "", *, spoiled: bool = False
) -> tuple[bytes, dict[Cell, float | None], dict[Address, Cell]]:
    """Write the workbook; also give every number by its cell, and the cell of every value.

    `spoiled` writes wrong results beside the formulas, so that a test sees whether they are alive.
    """
    tops = dict.fromkeys(SHEETS, TOP)
    tops[SUMMARY] = top_of_requirements(results)
    tops[FIT] = bottom_of_fit(results) + 2
    above = rows_of_chains(results) + rows_of_states(results)
    tops[PERFORMANCE] = top_of_chains(results) + above
    tops[RISK] = top_of_risk(results)
    layout = Layout(results, tops)
    laid = {table.sheet for table in layout.tables}
    in_play = [name for name in sheets_of(results) if name not in OPTIONAL or name in laid]
    names = (*in_play, *[DESIGNS] * bool(designs))
    book = Book(results, layout, Lookups(results), spoiled=spoiled, names=names)
    for name, sheet in book.sheets.items():
        sheet.hide_gridlines(2)
        book.text(Cell(name, 0, 0), name, "title")
        book.text(Cell(name, 1, 0), texts.LEGEND, "faint")
    write_parts(book)
    write_bill(book)
    write_prices(book)
    write_fit(book)
    write_racks(book)
    write_questions(book)
    for table in book.layout.tables:
        write_table(book, table)
    write_checkpoint_curve(book)
    write_cost_chart(book)
    write_packed_years(book, Cell(COST, 2, 0))
    write_expected(book)
    write_chains(book)
    write_states(book)
    write_risk(book)
    write_paths(book)
    write_summary(book)
    write_statement(book)
    write_specification(book)
    write_acceptance(book)
    write_certainty(book)
    write_designs(book, designs, said)
    write_assumptions(book)
    write_steps(book)
    define_names(book)
    finish(book)
    book.workbook.close()
    return book.buffer.getvalue(), book.numbers, book.layout.cells
