"""Mistakes in price lists of scenarios: one line for each, all of them at once."""

import io
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from model.errors import InputError
from tests.prices.quoted import DRIVE, DRIVES, planned, quote

HEAD = ("part", "price", "currency", "date", "from")


def workbook(*rows: tuple[Any, ...], head: tuple[str, ...] = HEAD, hidden: int = 0) -> bytes:
    """Write a price list, with a row that is hidden if it has a number."""
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet("Prices")
        for n, row in enumerate((head, *rows), 1):
            sheet.write_row(n - 1, 0, row)
            if n == hidden:
                sheet.set_row(n - 1, options={"hidden": True})
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


NO_CURRENCY = "list.xlsx:2:3: currency: not a currency: write its three-letter code, such as EUR"


@pytest.mark.parametrize("price", ["abc", -5, "-5 EUR", "12 months"])
def test_a_wrong_currency_does_not_hide_a_wrong_price(tmp_path: Path, price: str | float) -> None:
    found = refusal(tmp_path, workbook((DRIVE, price, "zz", "2026-10-01")))
    assert [one.partition(": ")[0] for one in found] == ["list.xlsx:2:2", "list.xlsx:2:3"]
    text = f"part,price,currency,date\n{DRIVE},{price},zz,2026-10-01\n".encode()
    found = refusal(tmp_path, text, "list.csv")
    assert [one.partition(": ")[0] for one in found] == ["list.csv:2:2", "list.csv:2:3"]


@pytest.mark.parametrize("price", [600, "600 EUR", "EUR 600.50"])
def test_a_right_price_waits_for_its_currency(tmp_path: Path, price: str | float) -> None:
    assert refusal(tmp_path, workbook((DRIVE, price, "zz", "2026-10-01"))) == [NO_CURRENCY]


def test_a_wrong_unit_does_not_hide_a_wrong_price(tmp_path: Path) -> None:
    row = (DRIVE, "abc", "EUR", "2026-10-01", "VE")
    found = refusal(tmp_path, workbook(row, head=(*HEAD[:4], "unit")))
    assert [one.partition(": ")[0] for one in found] == ["list.xlsx:2:2", "list.xlsx:2:5"]


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


@pytest.mark.parametrize(
    ("changes", "field", "what"),
    [
        ({"currency": "EURO"}, "currency", "'EURO' is not a currency: write the three letters"),
        ({"lines": [{"part": DRIVE, "price": True, "currency": "EUR"}]}, "lines.0.price", "not a "),
        (
            {"lines": [{"part": DRIVE, "price": "600 USD", "currency": "EUR"}]},
            "lines.0.price",
            "its currency isn't that of its line: write one of them",
        ),
    ],
    ids=["currency", "truth", "two currencies"],
)
def test_one_mistake_has_one_line(
    tmp_path: Path, changes: dict[str, Any], field: str, what: str
) -> None:
    """A wrong currency of the file isn't a wrong price of each line, too."""
    with pytest.raises(InputError) as refused:
        planned(tmp_path, (quote(**changes),))
    (problem,) = refused.value.problems
    assert (problem.field, problem.what[: len(what)]) == (field, what)


def test_a_hidden_row_with_a_price_is_refused(tmp_path: Path) -> None:
    """Nobody who looks at the sheet sees that it counts; a hidden row without a price doesn't."""
    rows = [(DRIVE, 600, "EUR", "2026-10-01"), ("seagate-exos-x18-16tb", None, "EUR")]
    what = "this row is hidden: show it, or remove it"
    assert refusal(tmp_path, workbook(*rows, hidden=2)) == [f"list.xlsx:2:1: {what}"]
    planned(tmp_path, files={"list.xlsx": workbook(*rows, hidden=3)})


@pytest.mark.parametrize("unit", ["pack of 10", "VPE 5", "Karton 20", "VE", "Gebinde", "pallet"])
def test_a_price_of_several_pieces_is_refused(tmp_path: Path, unit: str) -> None:
    row = (DRIVE, 600, "EUR", "2026-10-01", unit)
    found = refusal(tmp_path, workbook(row, head=(*HEAD[:4], "unit")))
    what = f"this price is per '{unit}': write the price of one piece, and 'piece' here"
    assert found == [f"list.xlsx:2:5: price: {what}"]


@pytest.mark.parametrize(
    ("head", "text", "found"),
    [
        ("note", "per pack of 20", "per pack"),
        ("note", "VPE: 20", "VPE: 20"),
        ("description", "Exos, 20er Pack", "20er Pack"),
        ("name", "Exos, box of 20", "box of 20"),
        ("description", "Exos 20-pack", "20-pack"),
    ],
)
def test_words_for_a_pack_beside_a_price_are_asked_about(
    tmp_path: Path, head: str, text: str, found: str
) -> None:
    """Until a column says that the price is of one piece."""
    row = (DRIVE, 600, "EUR", "2026-10-01", text)
    what = f"'{found}' may mean a price of several pieces: write the price of one piece, and "
    assert refusal(tmp_path, workbook(row, head=(*HEAD[:4], head))) == [
        f"list.xlsx:2:5: {head}: {what}'piece' in a column 'unit'"
    ]
    stated = workbook((*row, "piece"), head=(*HEAD[:4], head, "unit"))
    assert planned(tmp_path, files={"list.xlsx": stated})[DRIVES, "unit_price"] == 600


@pytest.mark.parametrize("note", ["2 sets of rails, bulk pack", "SAS 2x32GB", "from 20 pieces"])
def test_other_remarks_are_no_packs(tmp_path: Path, note: str) -> None:
    row = (DRIVE, 600, "EUR", "2026-10-01", note)
    list_ = workbook(row, head=(*HEAD[:4], "note"))
    assert planned(tmp_path, files={"list.xlsx": list_})[DRIVES, "unit_price"] == 600


def test_the_name_of_an_item_may_be_a_pack(tmp_path: Path) -> None:
    row = ("blanks, pack of 10", 60, "EUR", "2026-10-01")
    planned(tmp_path, files={"list.xlsx": workbook(row, head=("name", *HEAD[1:4]))})
