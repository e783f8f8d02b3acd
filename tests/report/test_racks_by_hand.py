"""The sheet of two racks of four units, cell by cell, as it was worked out by hand."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import Any, cast

from model.answers.racks import Elevation, LeftOut
from model.records import replace
from report.workbook import racks_sheet, texts
from report.workbook.sheets import RACKS as SHEET
from report.workbook.sheets import Cell
from tests.report.test_drawings_by_hand import RACKS, device, line


class Noted:
    """What a sheet is told: cells with their looks, cells that are one, and notes."""

    def __init__(self, found: Elevation | None) -> None:
        racks = list(found.alike()) if found else []
        self.layout = SimpleNamespace(elevation=found, racks=racks)
        self.results = SimpleNamespace(steps={})
        self.cells: dict[str, tuple[Any, ...]] = {}
        self.merged: list[tuple[int, ...]] = []
        self.notes: list[tuple[int, int, str]] = []
        self.sheets = defaultdict(
            lambda: SimpleNamespace(
                merge_range=lambda *of: self.merged.append(of[:4]),
                write_comment=lambda *of: self.notes.append(of),
            )
        )

    def write(self, cell: Cell, *content: Any) -> None:
        assert cell.sheet == SHEET
        place = cell.seen_from(SHEET)
        assert self.cells.setdefault(place, content) == content, "written over"

    def text(self, cell: Cell, text: str, *styles: str) -> None:
        self.write(cell, text, *styles)

    def number(self, cell: Cell, value: float, unit: str, *styles: str) -> None:
        self.write(cell, value, unit, *styles)

    def formula(self, cell: Cell, formula: str, value: float, unit: str, *styles: str) -> None:
        self.write(cell, formula, round(value, 1), unit, *styles)

    def format(self, *_: str) -> None:
        """Looks of cells that are one are those of their text."""


def noted(found: Elevation | None) -> Noted:
    book = Noted(found)
    racks_sheet.write_racks(cast(Any, book))
    return book


CELLS: dict[str, tuple[Any, ...]] = {
    "A2": (texts.RACKS, "faint"),
    # heads; four units, counted from below
    "A4": ("Unit", "head"),
    "B4": ("Racks 1 to 2", "head"),
    "C4": ("Rack 3", "head"),
    **{f"A{9 - unit}": (f"{unit}", "faint", "right") for unit in (1, 2, 3, 4)},
    # the devices of each kind of rack, from their highest unit on
    "B8": ("2 x server", "device", "server"),
    "B6": ("shelf", "device", "enclosure"),
    "C7": ("server", "device", "server"),
    # what each comes to, an empty row below
    "A10": ("Racks of this type",),
    "B10": (2.0, "1"),
    "C10": (1.0, "1"),
    "A11": ("Rack units used",),
    "B11": (3.0, "1"),
    "C11": (1.0, "1"),
    "A12": ("Weight without rack",),
    "B12": (30.0, "kilogram"),
    "C12": (10.0, "kilogram", "at least"),
    "A13": ("Power",),
    "B13": (600.0, "watt"),
    "C13": (200.0, "watt", "at least"),
    "A14": ("Heat, BTU/h",),
    "B14": (f"B13/{racks_sheet.BTU!r}", 2047.3, "1"),
    "C14": (f"C13/{racks_sheet.BTU!r}", 682.4, "1", "at least"),
    "A15": ("Power cords",),
    "B15": (4.0, "1"),
    "C15": (2.0, "1"),
}


def of_two_kinds() -> Elevation:
    first, last = RACKS.racks
    return replace(RACKS, racks=(first, replace(first, number=2), replace(last, number=3)))


def test_racks_that_are_alike_have_one_column_and_each_unit_a_row() -> None:
    book = noted(of_two_kinds())
    assert book.cells == CELLS
    assert book.merged == [(5, 1, 6, 1)], "a shelf is two rows high; a server has a cell"
    assert book.notes == [(9, 1, texts.PACKING), (9, 2, texts.PACKING)]


def test_what_has_no_place_stands_below_the_racks() -> None:
    left = (LeftOut(line("shelf"), 2, "too deep"), LeftOut(line("drawer"), 1, "too heavy"))
    book = noted(replace(of_two_kinds(), left=left))
    assert book.cells == {
        **CELLS,
        "A17": ("Devices without a rack position", "table"),
        "A18": ("2 x shelf: too deep",),
        "A19": ("1 x drawer: too heavy",),
    }


def test_cords_of_unknown_supplies_are_unknown() -> None:
    unknown = replace(device("server", "server", 1, 1, 1), supplies=float("nan"))
    first = replace(RACKS.racks[0], devices=(unknown,))
    assert noted(replace(RACKS, racks=(first,))).cells["B15"] == (None, "1")


def test_without_racks_there_is_one_sentence() -> None:
    assert noted(None).cells == {"A2": (texts.NO_RACKS, "faint")}
