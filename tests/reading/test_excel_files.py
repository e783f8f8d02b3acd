"""Workbooks that Excel itself wrote are read: shared strings, theme, calculation chain, 1904."""

from __future__ import annotations

import datetime
import io
import zipfile
from pathlib import Path

import pytest

from model.errors import InputError
from model.parts.quote_tables import TableForm, read_quote_table
from model.reading.spreadsheets import pages_of, rows_of

DATA = Path(__file__).parent / "data"
LIST = "excel-2007.xlsx"


def content_of(name: str) -> bytes:
    return (DATA / name).read_bytes()


@pytest.mark.parametrize("name", [LIST, "excel-2007-from-1904.xlsx"])
def test_the_files_are_of_excel(name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(content_of(name))) as archive:
        about = archive.read("docProps/app.xml")
    assert b"<Application>Microsoft Excel</Application>" in about
    assert b"<AppVersion>12.0000</AppVersion>" in about


def test_a_list_of_excel_is_a_quote() -> None:
    """Amounts in dollars by their format, dates, and a sum that is a formula."""
    form = TableForm(columns={"name": "Item", "price": "Cost", "date": "Date"})
    found = read_quote_table(content_of(LIST), LIST, form)
    assert [(one["name"], one["price"], one["date"]) for one in found.lines] == [
        ("Rent", 1000, "2013-01-13"),
        ("Gas", 100, "2013-01-14"),
        ("Food", 300, "2013-01-16"),
        ("Gym", 50, "2013-01-20"),
    ]
    assert found.form.currency == "USD"
    assert found.skipped == ((6, "a total"),)
    assert found.problems == ()


def test_dates_of_excel_may_count_from_1904() -> None:
    page = pages_of(content_of("excel-2007-from-1904.xlsx"), "x", ["Sheet1"])["Sheet1"]
    assert [row.cells[1] for row in page.rows.values()][:3] == [
        datetime.date(1904, 1, 1),
        datetime.date(1906, 9, 27),
        datetime.date(1917, 9, 9),
    ]


def test_a_strict_workbook_says_what_it_is() -> None:
    """Excel saves it on request, with other names of elements."""
    found = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content_of(LIST))) as archive,
        zipfile.ZipFile(found, "w") as out,
    ):
        for name in archive.namelist():
            part = archive.read(name).replace(
                b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                b"http://purl.oclc.org/ooxml/spreadsheetml/main",
            )
            out.writestr(name, part)
    with pytest.raises(InputError, match="it is a Strict Open XML workbook: save it as a plain"):
        rows_of(found.getvalue(), "x.xlsx")
