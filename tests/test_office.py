"""That the judge judges: LibreOffice computes anew, whatever results stand in the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from model.units.figures import UNITS, excel_format
from tests.office import convert, make_profile

# Comma, double quote, UTF-8, from line 1, columns as they are, language, no quotes, cells as shown.
AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"


def workbook_with_wrong_results(file: Path) -> Path:
    with xlsxwriter.Workbook(file) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_number("A1", 2)
        sheet.write_formula("A2", "=A1*3", value=999)
        sheet.write_formula("A3", "=A2+4")
    return file


def results(file: Path) -> list[object]:
    sheet = openpyxl.load_workbook(file, data_only=True).active
    assert sheet is not None
    return [cell.value for cell in sheet["A"]]


def test_a_wrong_result_is_computed_anew(
    recalculate: Callable[[Path], Path], tmp_path: Path
) -> None:
    file = workbook_with_wrong_results(tmp_path / "wrong.xlsx")
    assert results(file) == [2, 999, 0]
    assert results(recalculate(file)) == [2, 6, 10]
    assert results(file) == [2, 999, 0], "the workbook itself stays as it was"


def test_many_workbooks_are_recalculated_at_once(
    recalculate_all: Callable[[Sequence[Path]], list[Path]], tmp_path: Path
) -> None:
    files = [workbook_with_wrong_results(tmp_path / f"{name}.xlsx") for name in "ab"]
    assert [results(file) for file in recalculate_all(files)] == [[2, 6, 10]] * 2


def test_two_workbooks_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one name"):
        convert([tmp_path / "a" / "x.xlsx", tmp_path / "b" / "x.xlsx"], tmp_path, tmp_path)


@pytest.mark.office
def test_what_is_no_workbook_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"did not write \['none.xlsx'\]"):
        convert([tmp_path / "none.xlsx"], make_profile(tmp_path / "profile"), tmp_path / "out")


@pytest.mark.office
def test_number_formats_scale_what_a_sheet_shows(tmp_path: Path) -> None:
    """The cell holds bytes; a reader sees PB or TB."""
    shown = {
        ("byte", 1.5e15): "1.500 PB",
        ("byte", 413.7e12): "413.700 TB",
        ("byte", 25e9): "25.000 GB",
        ("byte/s", 1.5e12): "1.500 TB/s",
        ("byte/s", 25e9): "25.000 GB/s",
        ("watt", 8500.0): "8.500 kW",
        ("second", 1296.0): "1,296 s",
        ("1", 0.8): "0.8",
        ("1/second", 1.2): "1.2 /s",
        ("currency", 1234567.0): "1,234,567",
    }
    with xlsxwriter.Workbook(tmp_path / "formats.xlsx") as workbook:
        sheet = workbook.add_worksheet()
        for row, (unit, value) in enumerate(shown):
            sheet.write_number(
                row, 0, value, workbook.add_format({"num_format": excel_format(unit)})
            )
        for row, unit in enumerate(UNITS, len(shown)):
            sheet.write_number(row, 0, 1.0, workbook.add_format({"num_format": excel_format(unit)}))
    profile = make_profile(tmp_path / "profile")
    [table] = convert([tmp_path / "formats.xlsx"], profile, tmp_path / "out", AS_SHOWN)
    lines = [line.strip('"') for line in table.read_text(encoding="utf-8").splitlines()]
    assert lines[: len(shown)] == list(shown.values())
    assert all(lines[len(shown) :])
