"""That the judge judges: LibreOffice computes anew, whatever results stand in the file."""

from __future__ import annotations

import datetime
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from model.units.figures import UNITS, excel_format
from tests import office
from tests.office import Sheets, computed, convert, kept_open, make_profile

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


def test_wrong_results_are_computed_anew(
    recalculate_all: Callable[[Sequence[Path]], list[Path]], tmp_path: Path
) -> None:
    """Of many workbooks at once."""
    files = [workbook_with_wrong_results(tmp_path / f"{name}.xlsx") for name in "ab"]
    assert [results(file) for file in files] == [[2, 999, 0]] * 2
    assert [results(file) for file in recalculate_all(files)] == [[2, 6, 10]] * 2
    assert [results(file) for file in files] == [[2, 999, 0]] * 2, "they stay as they were"


def test_two_workbooks_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one name"):
        convert([tmp_path / "a" / "x.xlsx", tmp_path / "b" / "x.xlsx"], tmp_path, tmp_path)


def test_each_cell_is_read_as_it_was_computed(
    compute: Callable[[Mapping[str, bytes]], dict[str, Sheets]], tmp_path: Path
) -> None:
    """Numbers in full, whatever their format; texts that look like numbers stay texts."""
    day = datetime.datetime(2026, 11, 22)
    said = 'a "text", of\ntwo lines'
    with xlsxwriter.Workbook(tmp_path / "book.xlsx") as workbook:
        share, date = (workbook.add_format({"num_format": text}) for text in ("0.0%", "yyyy-mm-dd"))
        first, second = workbook.add_worksheet("One, two"), workbook.add_worksheet("Three")
        first.write_number("A1", 2e9 / 3)
        first.write_formula("A2", "=A1*3", share, value=7)
        first.write_datetime("A3", day, date)
        first.write_string("C1", "12")
        first.write_string("C2", "#N/A said")
        first.write_string("C3", said)
        for row, formula in enumerate(("=NA()", "=1/0", "=1=1", '="7"', '=""', "='One, two'!A3")):
            second.write_formula(row, 0, formula, value=5)
    content = (tmp_path / "book.xlsx").read_bytes()
    found = compute({"book": content, "again": content})
    assert found["book"] == found["again"]
    rows = found["book"]["One, two"]
    assert rows == [
        [pytest.approx(2e9 / 3, rel=1e-14), None, "12"],
        [pytest.approx(2e9, rel=1e-14), None, "#N/A said"],
        [day, None, said],
    ]
    assert [row[0] for row in found["book"]["Three"]][:5] == ["#N/A", "#DIV/0!", True, "7", None]


@pytest.mark.office
def test_what_is_no_workbook_is_an_error(office_profile: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"did not write \['none.xlsx'\]"):
        convert([tmp_path / "none.xlsx"], office_profile, tmp_path / "out")
    with pytest.raises(RuntimeError, match="did not write spoilt"):
        computed({"spoilt": b"PK\x03\x04, and no more"}, office_profile, tmp_path)


@pytest.mark.office
def test_number_formats_scale_what_a_sheet_shows(office_profile: Path, tmp_path: Path) -> None:
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
    [table] = convert([tmp_path / "formats.xlsx"], office_profile, tmp_path / "out", AS_SHOWN)
    lines = [line.strip('"') for line in table.read_text(encoding="utf-8").splitlines()]
    assert lines[: len(shown)] == list(shown.values())
    assert all(lines[len(shown) :])


@pytest.mark.long
@pytest.mark.office
def test_one_that_hears_nothing_is_ended_and_the_work_done_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stopped stands for what computes for ever."""
    monkeypatch.setattr(office, "LONGEST", 3)
    monkeypatch.setattr(office, "PATIENCE", 1)
    with xlsxwriter.Workbook(tmp_path / "book.xlsx") as workbook:
        workbook.add_worksheet().write_formula("A1", "=6*7", None, value=0)
    content = (tmp_path / "book.xlsx").read_bytes()
    with kept_open(make_profile(tmp_path / "profile")) as profile:
        os.killpg(office._OPEN[profile].pid, signal.SIGSTOP)
        found = computed({"book": content}, profile, tmp_path)
    assert found["book"]["Sheet1"] == [[42.0]]
