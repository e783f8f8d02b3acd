"""Mistakes in price lists of scenarios: one line for each, all of them at once."""

import io
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from model.errors import InputError
from tests.prices.quoted import DRIVE, planned, quote

HEAD = ("part", "price", "currency", "date", "from")


def workbook(*rows: tuple[Any, ...]) -> bytes:
    """Write a price list with a head of its own, or the usual one."""
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet("Prices")
        for n, row in enumerate((HEAD, *rows)):
            sheet.write_row(n, 0, row)
    return target.getvalue()


def refusal(folder: Path, content: bytes, name: str = "list.xlsx") -> list[str]:
    """Return what a plan with a price list is refused for, without the folder."""
    with pytest.raises(InputError) as refused:
        planned(folder, files={name: content})
    return [str(one).removeprefix(f"{folder}/") for one in refused.value.problems]


def test_a_row_with_wrong_cells_and_a_wrong_part_says_all_at_once(tmp_path: Path) -> None:
    """Also what is said of rows beside: a second price of the same."""
    rows = [
        ("no-such-part", "1,200", "EUR", "2026-10-01"),
        (DRIVE, "310", "EURO", "2026-10-01", 1),
        ("zzz", 300, "EUR", "soon", 1.5),
        (DRIVE, 300, "EUR", "2026-10-01", 1),
        (DRIVE, 300, "EUR", "2026-10-01", 1),
    ]
    lacking = "is in the catalog; what the catalog lacks has a 'name'"
    assert refusal(tmp_path, workbook(*rows)) == [
        f"list.xlsx:2:1: part: no part 'no-such-part' {lacking}",
        "list.xlsx:2:2: lines.0.price: the comma may separate thousands or decimals: write the "
        "amount with a decimal point and without thousands separators, as in '1234.50 EUR'",
        "list.xlsx:3:2: price: this number is a text: make the cell a number",
        "list.xlsx:3:3: currency: not a currency: write its three-letter code, such as EUR",
        f"list.xlsx:4:1: part: no part 'zzz' {lacking}",
        "list.xlsx:4:4: lines.2.date: found 'soon': write a date, such as 2026-08-04 or 2026-08",
        "list.xlsx:4:5: lines.2.from: not a quantity: write a whole number of pieces, at least 1",
        f"list.xlsx:6:1: lines.4: a second price of '{DRIVE}' for the same quantity, first at "
        f"{tmp_path}/list.xlsx:5:1: keep one of them",
    ]


def test_a_quote_with_a_wrong_line_says_what_else_is_wrong(tmp_path: Path) -> None:
    """A wrong price doesn't hide a gross price without its rate, or an unknown part."""
    lines = [
        {"part": "no-such-part", "price": "many EUR"},
        {"part": DRIVE, "price": 600, "taxes": "gross"},
    ]
    with pytest.raises(InputError) as refused:
        planned(tmp_path, (quote(lines=lines),))
    assert [one.field for one in refused.value.problems] == [
        "part",
        "lines.0.price",
        "lines.1.vat_rate",
    ]
