"""Whether racks are still packed as the workbook says: packing is a procedure, no formula."""

from __future__ import annotations

from report.workbook import texts
from report.workbook.sheet_writer import Book
from report.workbook.sheets import Cell

RESTS_ON = ("equipment_rack_units", "equipment_weight", "equipment_power")


def write_packed(book: Book, cell: Cell) -> None:
    """Say beside what rests on racks that it doesn't follow what was typed; or nothing."""
    cells = book.layout.cells
    if book.layout.elevation is None:
        return
    known = {name: book.results.values.get(("site", name)) for name in RESTS_ON}
    changed = [
        _differs(cells["site", name].seen_from(cell.sheet), value)
        for name, value in known.items()
        if ("site", name) in cells
    ]
    book.formula(cell, f'IF(OR({",".join(changed)}),"{texts.STALE_RACKS}","")', "", "", "bad")


def _differs(cell: str, value: float | None) -> str:
    if value is None or value != value:
        return f"ISNUMBER({cell})"
    return f"IFERROR(ABS({cell}-{value!r})>1E-9*ABS({cell}),TRUE)"
