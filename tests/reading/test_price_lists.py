"""Price lists that somebody sends: each mistake in a line of its own, and nothing is executed."""

from __future__ import annotations

import contextlib
import io
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import xlsxwriter

from model.errors import InputError
from model.parts.quotes import QuoteLine, read_quote
from model.reading import spreadsheets
from model.reading.price_lists import COLUMNS, column_name, price_list
from tests.hostile.patience import patience

HEAD = "part,price,currency,date\n"
GOOD = f"{HEAD}seagate-exos-x24-24tb,613.37,EUR,2026-11-02\n"


def refused(content: bytes | str, name: str = "list.csv") -> str:
    data = content.encode() if isinstance(content, str) else content
    with pytest.raises(InputError) as raised:
        read_quote("book", price_list(data, name))
    return str(raised.value)


def book(write: Callable[[xlsxwriter.Workbook, object], None]) -> bytes:
    """Make a workbook with a head and one good line, and what a test writes beside."""
    return book_that({}, write)


def book_that(options: dict[str, Any], write: Callable[[xlsxwriter.Workbook, Any], None]) -> bytes:
    buffer = io.BytesIO()
    workbook = xlsxwriter.Workbook(buffer, {"in_memory": True, **options})
    sheet = workbook.add_worksheet("Prices")
    for row, cells in enumerate(
        (("part", "price", "currency", "date"), ("a-part", 1.5, "EUR", 46000))
    ):
        sheet.write_row(row, 0, cells)
    write(workbook, sheet)
    workbook.close()
    return buffer.getvalue()


def empty_book(write: Callable[[xlsxwriter.Workbook, Any], None]) -> bytes:
    buffer = io.BytesIO()
    workbook = xlsxwriter.Workbook(buffer, {"in_memory": True})
    write(workbook, workbook.add_worksheet("Prices"))
    workbook.close()
    return buffer.getvalue()


def titled(workbook: xlsxwriter.Workbook, sheet: Any) -> None:
    """Write a title in merged cells and a formula above the head."""
    sheet.merge_range(0, 0, 1, 3, "Offer 4711", workbook.add_format())
    sheet.write_formula(2, 0, "=TODAY()", None, 46000)
    sheet.write_row(3, 0, ("part", "price", "currency", "date"))
    sheet.write_row(4, 0, ("x", 12, "EUR", 46000))


def with_part(content: bytes, name: str, text: bytes) -> bytes:
    """Put another part into a workbook."""
    buffer = io.BytesIO(content)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return buffer.getvalue()


def replaced(content: bytes, name: str, text: bytes) -> bytes:
    """Replace a part of a workbook."""
    old, buffer = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in old.namelist():
            archive.writestr(part, text if part == name else old.read(part))
    return buffer.getvalue()


def plain() -> bytes:
    return book(lambda _, __: None)


def test_a_list_is_read_as_csv_and_as_a_workbook() -> None:
    (of_text,) = read_quote("book", price_list(GOOD.encode(), "list.csv"))
    assert of_text.price == (613.37, "EUR")
    assert str(of_text.place) == "list.csv:2:1"
    (of_book,) = read_quote("book", price_list(plain(), "list.xlsx"))
    assert of_book.price == (1.5, "EUR")
    assert str(of_book.date) == "2025-12-09"


NO_PRICE = (
    "not a price: write an amount and its currency, with a decimal point and without "
    "thousands separators, as in '1234.50 EUR'"
)
TEXTS = [
    (
        "",
        "list.csv: the list is empty: write column names first",
    ),
    (
        "part;price;currency\nx;1;EUR",
        "list.csv:2:1: lines.0.date: missing: write when the price was offered",
    ),
    (
        "part,amount\nx,1",
        "list.csv: no column is called 'price': name the columns in the first line, as in "
        "part, price, date",
    ),
    (
        "part,price,prise\nx,1,2",
        "list.csv:1:3: unknown column 'prise' (did you mean 'price'?)",
    ),
    (
        "part,price,price\nx,1,2",
        "list.csv:1:3: the column 'price' occurs twice: keep one",
    ),
    *(
        (
            f"part,discount,price,currency,date\nx,{text},,EUR,2026\n{more}",
            "list.csv:2:2: discount: this is no discount, and the row has no price: write the "
            "price in its column, and a discount as a share from 0 to 1, or '12 %'",
        )
        for text in ("300", "300 EUR", "-1")
        for more in ("", "y,,12,EUR,2026\n")
    ),
    (
        HEAD,
        "list.csv: no row has a price: fill in the column 'price'",
    ),
    (
        f"{HEAD}x,1234,50,EUR,2026",
        "list.csv:2:5: has 5 cells, but the head has 4: put texts that contain the "
        "separator in quotes, and write amounts with a decimal point",
    ),
    (
        "part;price;currency;date\nx;1,234;EUR;2026",
        "list.csv:2:2: lines.0.price: the comma may separate thousands or decimals: write the "
        "amount with a decimal point and without thousands separators, as in '1234.50 EUR'",
    ),
    (
        "part;price;currency;date\nx;1.234.5;EUR;2026",
        f"list.csv:2:2: lines.0.price: {NO_PRICE}",
    ),
    (
        f"{HEAD}x,12,EUR,20/11/2026",
        "list.csv:2:4: lines.0.date: not a date: write one such as 2026-08-04 or 2026-08",
    ),
    (
        f"{HEAD}x,12,EUR,31.11.2026",
        "list.csv:2:4: lines.0.date: not a date: write one such as 2026-08-04 or 2026-08",
    ),
    (
        "part,unit price,price,date\nx,1,2,2026",
        "list.csv:1:3: the column 'price' occurs twice: keep one",
    ),
    (
        "part,Price (USD),currency,date\nx,1,EUR,2026",
        "list.csv:2:3: currency: the head says USD: write amounts in it, or name no currency there",
    ),
    (
        "part,Prices (USD),date\nx,1,2026",
        "list.csv: no column is called 'price': name the columns in the first line, as in "
        "part, price, date",
    ),
    (
        f"{HEAD}x,1.234,EUR,2026",
        "list.csv:2:2: price: the point may separate thousands or decimals: write no mark "
        "between thousands, and two decimals, as in '1234.50 EUR'",
    ),
    (
        f"{HEAD}x,12 TB,EUR,2026",
        f"list.csv:2:2: lines.0.price: {NO_PRICE}",
    ),
    (
        f"{HEAD}x,12,,2026",
        f"list.csv:2:2: lines.0.price: {NO_PRICE}",
    ),
    (
        f"{HEAD}x,12,EUR,tomorrow",
        "list.csv:2:4: lines.0.date: found 'tomorrow': write a date, such as 2026-08-04 or 2026-08",
    ),
    (
        f"{HEAD}x,12,EUR,2026\nx,13,EUR,2026",
        "list.csv:3:1: lines.1: a second price of 'x' for the same quantity, first at "
        "list.csv:2:1: keep one of them",
    ),
    (
        f"{HEAD}=cmd|' /C calc'!A0,12,EUR,2026",
        "list.csv:2:1: lines.0.part: not a key: write lower-case letters and digits, separated "
        "by dashes, as in seagate-exos-x24-24tb",
    ),
    (
        f"{HEAD}x,1e300,EUR,2026",
        f"list.csv:2:2: lines.0.price: {NO_PRICE}",
    ),
    (
        f'{HEAD}"x,12,EUR,2026',
        "list.csv: not a CSV text (unexpected end of data): save it as plain CSV",
    ),
    (
        b"part,price\0\n",
        "list.csv:1:11: the character U+0000 is not allowed in a text: remove it",
    ),
    (
        b"part,price,date\nx,1,2026\x81\n",
        "list.csv:2:1: this is not UTF-8 text: save the file as UTF-8",
    ),
    (
        f"{HEAD}X,a,EUR,2026\nx,12,EUR,never\n,12,EUR,2026\n",
        "list.csv:2:1: lines.0.part: 'X' is not a key: write lower-case letters and digits, "
        "separated by dashes, as in seagate-exos-x24-24tb\n"
        f"list.csv:2:2: lines.0.price: {NO_PRICE}\n"
        "list.csv:3:4: lines.1.date: found 'never': write a date, such as 2026-08-04 or "
        "2026-08\n"
        "list.csv:4:1: lines.2: write the key of a 'part', the vendor's 'number', or a 'name'",
    ),
]
"""Texts that are no list of prices, and why."""


def test_all_mistakes_of_a_workbook_are_shown_at_once() -> None:
    """Of cells, of dates and amounts, and of lines; what may follow from a cell waits for it."""

    def write(_: xlsxwriter.Workbook, sheet: Any) -> None:
        sheet.write_row(2, 0, ("b", "12.5", "EUR", 46000))
        sheet.write_row(3, 0, ("c", -5, "EUR", 46000))
        sheet.write_row(4, 0, ("d", 12, "EUR", "soon"))
        sheet.write_row(5, 0, ("", 12, "EUR", 46000))

    negative = "must be at least 0: write what one costs, and a reduction as a 'discount'"
    soon = "found 'soon': write a date, such as 2026-08-04 or 2026-08"
    assert refused(book(write), "list.xlsx").splitlines() == [
        "list.xlsx:3:2: price: this number is a text: make the cell a number",
        f"list.xlsx:4:2: lines.2.price: {negative}",
        f"list.xlsx:5:4: lines.3.date: {soon}",
        "list.xlsx:6:1: lines.4: write the key of a 'part', the vendor's 'number', or a 'name'",
    ]


def test_a_list_has_at_most_500_columns() -> None:
    """Empty ones at its right count, too, as nobody's price list has so many."""
    row = "part,price,currency,date{0}\nx,1,EUR,2026-01-01{0}\n"
    assert read_quote("book", price_list(row.format("," * 496).encode(), "list.csv"))
    with pytest.raises(InputError, match=r"^list.csv:1:1: has 501 cells: at most 500 columns"):
        price_list(row.format("," * 497).encode(), "list.csv")


@pytest.mark.parametrize(("text", "message"), TEXTS, ids=[ascii(text)[-30:] for text, _ in TEXTS])
def test_each_mistake_in_a_text_has_its_line(text: str | bytes, message: str) -> None:
    assert refused(text) == message


@pytest.mark.parametrize("amount", ["613.37", "613.37 EUR", "-613.37", "1'613.37", "613.37 net"])
@pytest.mark.parametrize("column", [*COLUMNS, "613.37"])
def test_an_amount_in_the_wrong_column_is_not_repeated(column: str, amount: str) -> None:
    row = {"part": "x", "price": "12", "currency": "EUR", "date": "2026"} | {column: amount}
    text = f"{','.join(row)}\n{','.join(row.values())}\n"
    with contextlib.suppress(InputError):
        read_quote("book", price_list(text.encode(), "list.csv"))
        return
    assert "613" not in refused(text)


def the_line(content: bytes, name: str = "list.csv") -> QuoteLine:
    (offer,) = read_quote("book", price_list(content, name))
    return offer.line


@pytest.mark.parametrize(
    ("cell", "price"),
    [
        ("489,90", 489.9),
        ("1.234,50", 1234.5),
        ("1 234,5", 1234.5),
        ("1'234.50", 1234.5),
        ("1,234.50", 1234.5),
        ("1,234,567", 1_234_567.0),
        ("1\u202f234", 1234.0),
        ("12.345.678,90", 12_345_678.9),
        ("1234.50", 1234.5),
        ("EUR 1.234,50", 1234.5),
    ],
)
def test_marks_that_leave_no_doubt_are_read(cell: str, price: float) -> None:
    for mark in ";\t":
        text = f"part{mark}price{mark}currency{mark}date\nx{mark}{cell}{mark}EUR{mark}2026\n"
        assert the_line(text.encode()).price == (price, "EUR")
    assert the_line(f'{HEAD}x,"{cell}",EUR,2026'.encode()).price == (price, "EUR")


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("20.11.2026", "2026-11-20"),
        ("2026-11-20 00:00:00", "2026-11-20"),
        ("2026-11-20T09:30:00Z", "2026-11-20"),
        ("2024-12", "2024-12-31"),
        ("2024-2", "2024-02-29"),
        ("2024", "2024-12-31"),
    ],
)
def test_days_are_read_as_programs_write_them(cell: str, day: str) -> None:
    assert str(the_line(f"{HEAD}x,12,EUR,{cell}".encode()).date) == day


@pytest.mark.parametrize(
    ("head", "currency"),
    [
        ("Part,Unit Price (USD),Price date", "USD"),
        ("Part,PRICE [CHF],Date", "CHF"),
        ("Part,List price in GBP,Date", "GBP"),
        ("SKU,price (€),date", "EUR"),
    ],
)
def test_heads_are_read_as_vendors_write_them(head: str, currency: str) -> None:
    assert the_line(f"{head}\nx,12,2026".encode()).price == (12, currency)


def test_a_list_is_read_in_the_encodings_of_windows() -> None:
    text = "part;price (€);date;note\nx;489,90;20.11.2026;f\u00fcr K\u00f6ln \u2013 12 St\u00fcck\n"
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        line = the_line(text.encode(encoding))
        assert line.note == "f\u00fcr K\u00f6ln \u2013 12 St\u00fcck"
        assert line.price == (489.9, "EUR")


def test_a_title_in_merged_cells_stands_above_the_head() -> None:
    assert the_line(empty_book(titled), "list.xlsx").price == (12, "EUR")


VENDOR = """Angebot 4711;;;;;;;;
Megastore GmbH, K\u00f6ln;;;;;;;;

Pos.;Art.-Nr.;Bezeichnung;Menge;Einzelpreis netto (EUR);Gesamtpreis;g\u00fcltig bis;Datum;Lieferzeit (Wochen)
1;WD-1;"HDD 24 TB; SATA";1.224;489,90;599.637,60;31.01.2027;20.11.2026 14:30;6
2;R7625;Server;12;1.049,00 \u20ac;12.588,-;31.01.2027;20.11.26;4
3;HC580;HDD;12;19,50 \u20ac/TB;;31.01.2027;2026-11-20 00:00:00;
;;Zwischensumme;;612.225,60;;;;
;;zzgl. 19 % MwSt.;;116.322,86;;;;
Gesamtsumme;;;;728.548,46;;;;
"""  # noqa: E501 - as vendors write
"""A quote as a vendor's program writes it: titles, amounts and days in German, rows of totals."""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_quote_as_vendors_write_it(encoding: str) -> None:
    found = read_quote("book", price_list(VENDOR.encode(encoding), "list.csv"))
    assert [one.line.what for one in found] == ["WD-1", "R7625", "HC580"]
    assert [one.price for one in found] == [(489.9, "EUR"), (1049, "EUR"), (19.5e-12, "EUR")]
    assert [one.is_per_capacity for one in found] == [False, False, True]
    assert {str(one.date) for one in found} == {"2026-11-20"}
    assert {str(one.valid_until) for one in found} == {"2027-01-31"}
    assert [one.lead_time for one in found] == [6 * 7 * 86400, 4 * 7 * 86400, None]


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("Unit Price (USD)", ("price", "USD", "", "")),
        ("Gross price", ("price", "", "", "gross")),
        ("Prix unitaire HT (\u20ac)", ("price", "EUR", "", "net")),
        ("P.U. TTC", ("price", "", "", "gross")),
        ("Unit price excl. VAT", ("price", "", "", "net")),
        ("Preis inkl. MwSt.", ("price", "", "", "gross")),
        ("Bruttopreis", ("price", "", "", "gross")),
        ("E-Preis \u20ac", ("price", "EUR", "", "")),
        ("Einzelpreis [EUR/Stk.]", ("price", "EUR", "", "")),
        ("EUR/TB", ("price_per_capacity", "EUR", "TB", "")),
        ("Preis (\u20ac/TiB) netto", ("price_per_capacity", "EUR", "TiB", "net")),
        ("Prix/To HT", ("price_per_capacity", "", "TB", "net")),
        ("Lieferzeit (Wochen)", ("lead_time", "", "weeks", "")),
        ("MwSt.", ("vat_rate", "", "", "")),
        ("Gesamt netto (EUR)", ("total", "EUR", "", "net")),
        ("Price (of what)", ("", "", "", "")),
        ("USD", ("", "", "", "")),
    ],
)
def test_units_and_taxes_in_heads(head: str, says: tuple[str, str, str, str]) -> None:
    assert tuple(column_name(head)) == says


def test_a_gross_head_asks_for_the_rate_of_its_tax() -> None:
    text = "part,Gross price (EUR),date\nx,119,2026\n"
    assert refused(text) == (
        "list.csv:2:1: lines.0.vat_rate: missing: write the rate of the tax in the gross price, "
        "as in '19 %'"
    )
    (found,) = read_quote(
        "book",
        price_list(text.replace("date", "date,VAT %").replace("6\n", "6,19 %\n").encode(), ""),
    )
    assert (found.tax, found.price) == (0.19, (119, "EUR"))


def test_an_item_that_only_mentions_tax_is_no_total() -> None:
    text = f"name,note,{HEAD[5:]}Installation,incl. VAT,12,EUR,2026\nTotal,,12,EUR,2026\n"
    assert the_line(text.encode()).name == "Installation"


def test_rows_of_totals_and_cells_merged_in_a_row_are_no_mistakes() -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: Any) -> None:
        sheet.merge_range(5, 0, 5, 2, "Total", workbook.add_format())
        sheet.write_formula(5, 3, "=SUM(D2:D5)", None, 1)
        sheet.write_formula(1, 4, "=B2*2", None, 3)
        sheet.write(0, 4, "Line total")

    assert the_line(book(write), "list.xlsx").price == (1.5, "EUR")


def test_heads_in_merged_cells_and_hidden_columns_without_values_are_no_mistakes() -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: Any) -> None:
        for column, name in enumerate(("part", "price", "currency", "date")):
            sheet.merge_range(0, column, 1, column, name, workbook.add_format())
        sheet.write_row(2, 0, ("x", 12, "EUR", 46000))
        sheet.write(0, 4, "note")
        sheet.set_column(4, 4, None, None, {"hidden": True})

    assert the_line(empty_book(write), "list.xlsx").price == (12, "EUR")


def test_of_two_sheets_the_one_with_prices_is_read() -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: Any) -> None:
        sheet.write_row(0, 0, ("part", "price", "currency", "date"))
        sheet.write_row(1, 0, ("x", 12, "EUR", 46000))
        workbook.add_worksheet("Terms").write(0, 0, "valid for four weeks")

    buffer = io.BytesIO()
    workbook = xlsxwriter.Workbook(buffer, {"in_memory": True})
    write(workbook, workbook.add_worksheet("Drives"))
    workbook.close()
    assert the_line(buffer.getvalue(), "list.xlsx").part == "x"


DATES = "yyyy-mm-dd", "d.m.yyyy", "[$-407]d. mmmm yyyy;@", "hh:mm:ss.00", 14
AMOUNTS = (
    "#,##0.00",
    '#,##0.00 "EUR"',
    r"#,##0.00\ \d",
    "[$EUR-407] 0.00",
    "[Red]0.00",
    "General",
    4,
)


@pytest.mark.parametrize("shown", DATES)
@pytest.mark.parametrize(
    ("column", "said"),
    [
        (0, "part: the date 2026-01-01 stands here: format the cell as a text, and write the part"),
        (1, "price: the date 2026-01-01 stands here: format the cell as a number, and write"),
    ],
)
def test_a_cell_that_is_shown_as_a_date_is_no_amount(
    shown: str | int, column: int, said: str
) -> None:
    """The cell holds 46023, and nobody sees that number in a spreadsheet."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_number(2, column, 46023, workbook.add_format({"num_format": shown}))

    what = refused(book(write), "list.xlsx")
    assert what.startswith(f"list.xlsx:3:{column + 1}: {said}")
    assert "\n" not in what


@pytest.mark.parametrize("shown", AMOUNTS)
def test_an_amount_is_one_in_any_currency_and_colour(shown: str | int) -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_number(2, 1, 46023, workbook.add_format({"num_format": shown}))

    assert read_quote("book", price_list(book(write), "list.xlsx"))[1].price == (46023, "EUR")


@pytest.mark.parametrize("shown", ['#,##0.00 "USD"', "[$$-409]#,##0.00", "[$USD] 0.00"])
def test_a_currency_that_only_a_format_shows_is_read(shown: str) -> None:
    """A number that is shown in dollars is no amount in euros."""

    def write_as(code: str | None) -> Callable[[xlsxwriter.Workbook, Any], None]:
        def write(workbook: xlsxwriter.Workbook, sheet: Any) -> None:
            sheet.write_row(2, 0, ("b-part", 12, code, 46000))
            sheet.write_number(2, 1, 12, workbook.add_format({"num_format": shown}))

        return write

    found = read_quote("book", price_list(book(write_as(None)), "list.xlsx"))[1]
    assert found.price == (12, "USD")
    what = refused(book(write_as("EUR")), "list.xlsx")
    assert what == (
        "list.xlsx:3:2: currency: the format of the cell shows USD, the row is in EUR: make them "
        "the same"
    )


@pytest.mark.parametrize(
    ("shown", "stated", "wrong"),
    [
        ("[$$-C09]#,##0.00", "AUD", ""),
        ("[$$-C09]#,##0.00", "EUR", "shows AUD, the row is in EUR"),
        ("[$$-C09]#,##0.00", "USD", "shows AUD, the row is in USD"),
        ("[$$-en-CA]#,##0.00", "CAD", ""),
        ('"$"#,##0.00', "AUD", ""),
        ("[$¥-411]0", "CNY", "shows JPY, the row is in CNY"),
        ("[$kr-406] 0", "DKK", ""),
        ('"A$" 0', "AUD", ""),
        ('"A$" 0', "USD", "shows AUD, the row is in USD"),
        ('"US$" 0', "AUD", "shows USD, the row is in AUD"),
        ('"R$" 0', "USD", "shows BRL, the row is in USD"),
        ('0 "kr/piece"', "NOK", ""),
        ('0 "kr/piece"', "EUR", "shows 'kr/piece', and no currency"),
        ('0 "Euro"', "CHF", "shows EUR, the row is in CHF"),
        ('0 "NET"', "CHF", ""),
        ('"USD" 0 "incl. VAT"', "EUR", "shows USD, the row is in EUR"),
    ],
)
def test_a_sign_of_dollars_is_of_several_countries(shown: str, stated: str, wrong: str) -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, stated, 46000))
        sheet.write_number(2, 1, 12, workbook.add_format({"num_format": shown}))

    if wrong:
        assert wrong in refused(book(write), "list.xlsx")
    else:
        found = read_quote("book", price_list(book(write), "list.xlsx"))[1]
        assert found.price == (12, stated)


@pytest.mark.parametrize(
    ("shown", "currency"),
    [
        ("[$$-C09]#,##0.00", "AUD"),
        ("[$$-en-AU]#,##0.00", "AUD"),
        ("[$$-1009]#,##0.00", "CAD"),
        ("[$$-C0C]#,##0.00", "CAD"),
        ("[$$-1409]#,##0.00", "NZD"),
        ("[$$-4809]0", "SGD"),
        ("[$$-540A]0", "USD"),
        ("[$kr-41D]0", "SEK"),
        ("[$¥-804]0", "CNY"),
        ('0 "zł"', "PLN"),
        ("[$NT$-404]0", "TWD"),
        ('"RMB" 0', "CNY"),
        ('"Euro" 0', "EUR"),
        ('"USD" 0 "excl. VAT"', "USD"),
        ("[$¥]0", None),
        ('0 "kr"', None),
        ("[$$-F]0", None),
    ],
)
def test_the_place_of_a_format_says_whose_dollars_they_are(
    shown: str, currency: str | None
) -> None:
    """A sign of several currencies without a known place is asked, not taken for one of them."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", None, None, 46000))
        sheet.write_number(2, 1, 12, workbook.add_format({"num_format": shown}))

    if currency is None:
        what = refused(book(write), "list.xlsx")
        assert what.startswith("list.xlsx:3:2: currency: the format of the cell shows")
        assert what.endswith("and no currency: state it in the row")
    else:
        found = read_quote("book", price_list(book(write), "list.xlsx"))[1]
        assert found.price == (12, currency)


@pytest.mark.parametrize(
    ("form", "hidden"),
    [
        ({"num_format": "#,##0,"}, "the format of this cell hides its thousands"),
        ({"num_format": "#,##0.0,,"}, "the format of this cell hides its thousands"),
        ({"num_format": '0.0, "T€"'}, "the format of this cell hides its thousands"),
        ({"num_format": '0 "k€"'}, "the format of this cell hides its thousands"),
        ({"num_format": '0.0"k"'}, "the format of this cell hides its thousands"),
        ({"num_format": '0.0 "Mio."'}, "the format of this cell hides its thousands"),
        ({"num_format": "[>=1000]#,##0,;0"}, "the format of this cell hides its thousands"),
        ({"num_format": ";;;"}, "the format of this cell hides its digits"),
        ({"num_format": '"on request"'}, "the format of this cell hides its digits"),
        ({"num_format": "-0.00"}, "the format of this cell hides its sign"),
        ({"num_format": '[Red]"-"#,##0.00 [$€-407]'}, "the format of this cell hides its sign"),
        ({"font_strikeout": True}, "this cell is struck through"),
    ],
)
def test_a_price_that_a_cell_does_not_show_is_refused(form: dict[str, Any], hidden: str) -> None:
    """Who checks the list on a screen sees another price, or none."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_number(2, 1, 1_234_000, workbook.add_format(form))

    what = refused(book(write), "list.xlsx")
    assert what.startswith(f"list.xlsx [Prices]:3:2: {hidden}")
    assert "\n" not in what


@pytest.mark.parametrize(
    ("shown", "what"),
    [
        ('0.00 "€ brutto"', "shows taxes as gross, the row is net: make them the same"),
        ('"EUR" 0 "incl. 19 % VAT"', "shows taxes as gross, the row is net: make them the same"),
        ('0.00 "EUR per 10"', "shows 'EUR per 10': write the price of one piece"),
        ('0.00 "EUR/1000"', "shows 'EUR/1000': write the price of one piece"),
        ('0.00 "€/pack"', "shows '€/pack': write the price of one piece"),
        ('0.00 "€/TB"', "shows '€/TB': write the price of one piece"),
        ("0%", "shows '%': write an amount"),
        ('0.00 "€ netto"', ""),
        ('0.00 "EUR excl. 19 % VAT"', ""),
        ('0.00 "€/Stk."', ""),
        ('0.00 "EUR per piece"', ""),
    ],
)
def test_words_of_a_format_that_contradict_the_row_are_refused(shown: str, what: str) -> None:
    """Taxes, a number of pieces or a percentage beside a price."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(0, 4, ("taxes",))
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000, "net"))
        sheet.write_number(2, 1, 300, workbook.add_format({"num_format": shown}))

    if what:
        found = refused(book(write), "list.xlsx")
        assert found.startswith(f"list.xlsx:3:2: price: the format of the cell {what}")
        assert "\n" not in found
    else:
        assert read_quote("book", price_list(book(write), "list.xlsx"))[1].price == (300, "EUR")


def test_a_row_that_states_no_taxes_is_net() -> None:
    """So a cell that shows a price with taxes isn't of it."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_number(2, 1, 300, workbook.add_format({"num_format": '0.00 "€ incl. VAT"'}))

    assert refused(book(write), "list.xlsx").startswith(
        "list.xlsx:3:2: price: the format of the cell shows taxes as gross, the row is net"
    )


def test_a_format_may_show_the_capacity_that_a_price_is_of() -> None:
    """Where the column is of prices per capacity."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(0, 0, ("part", "EUR/TB", "currency", "date"))
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_number(2, 1, 15, workbook.add_format({"num_format": '0.00 "€/TB"'}))

    assert read_quote("book", price_list(book(write), "list.xlsx"))[1].is_per_capacity


@pytest.mark.parametrize(
    "shown",
    [
        *("#,##0.00", "#,##0", "General", "0.00E+00", '[=0]"-";0.00', "# ?/?", "@", '"," 0'),
        *("#,##0.00;-#,##0.00", '_-* #,##0.00\\ "€"_-', "[$EUR-407] 0", '"pre-paid" 0', "#,##0.-"),
        "[<0]-0.00;0.00",
    ],
)
def test_marks_between_thousands_hide_nothing(shown: str) -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_number(2, 1, 1_234_000, workbook.add_format({"num_format": shown}))

    assert read_quote("book", price_list(book(write), "list.xlsx"))[1].price == (1_234_000, "EUR")


def test_a_text_of_which_a_part_is_struck_through_is_refused() -> None:
    """An old price and a new one in one cell read as one text."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        struck = workbook.add_format({"font_strikeout": True})
        sheet.write_row(2, 0, ("b-part", 12, "EUR", 46000))
        sheet.write_rich_string(2, 0, "b-", struck, "old", "part")

    assert "list.xlsx [Prices]:3:1: this cell is struck through" in refused(
        book(write), "list.xlsx"
    )


@pytest.mark.parametrize("shown", DATES)
def test_a_date_is_read_where_dates_stand(shown: str | int) -> None:
    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR"))
        sheet.write_number(2, 3, 46023, workbook.add_format({"num_format": shown}))

    second = read_quote("book", price_list(book(write), "list.xlsx"))[1]
    assert str(second.date) == "2026-01-01"


@pytest.mark.parametrize("shown", [*DATES, "General"])
def test_days_of_a_workbook_that_counts_from_1904_are_its_own(shown: str | int) -> None:
    """Excel on Macs counted so: the day 44561 is the same 1 January 2026, not four years before."""

    def write(workbook: xlsxwriter.Workbook, sheet: xlsxwriter.worksheet.Worksheet) -> None:
        sheet.write_row(2, 0, ("b-part", 12, "EUR"))
        sheet.write_number(2, 3, 44561, workbook.add_format({"num_format": shown}))

    content = book_that({"date_1904": True}, write)
    assert str(read_quote("book", price_list(content, "list.xlsx"))[1].date) == "2026-01-01"


def test_a_second_sheet_is_read_where_it_is_called_so() -> None:
    named = book(lambda b, _: b.add_worksheet("Notes").write(0, 0, "what is what"))
    assert len(read_quote("book", price_list(named, "list.xlsx"))) == 1


SHEET = "xl/worksheets/sheet1.xml"


def changed(content: bytes, old: str, new: str) -> bytes:
    """Write something else in a workbook's first sheet, where a pattern fits."""
    text = zipfile.ZipFile(io.BytesIO(content)).read(SHEET).decode()
    other, times = re.subn(old, new, text)
    assert times
    return replaced(content, SHEET, other.encode())


def with_an_error() -> bytes:
    """A list whose formulas were pasted as values keeps their errors: no row is lost for it."""
    gone = book(lambda _, s: s.write_row(2, 0, ("b-part", "gone", "EUR", 46000)))
    return changed(gone, r'<c r="B3"[^>]*>.*?</c>', '<c r="B3" t="e"><v>#REF!</v></c>')


def of_three_sheets() -> bytes:
    """Of several that have cells somebody says which one."""
    buffer = io.BytesIO()
    workbook = xlsxwriter.Workbook(buffer, {"in_memory": True})
    for name, part in (("Servers", "a-part"), ("Drives", "b-part"), ("Notes", "")):
        sheet = workbook.add_worksheet(name)
        if part:
            sheet.write_row(0, 0, ("part", "price", "currency", "date"))
            sheet.write_row(1, 0, (part, 1.5, "EUR", 46000))
    workbook.close()
    return buffer.getvalue()


def lying() -> bytes:
    """Its directory says 10 bytes of a part that is longer: no more than that is unpacked."""
    content = bytearray(plain())
    name = content.rindex(b"xl/sharedStrings.xml")
    at = content.rindex(b"PK\x01\x02", 0, name)
    content[at + 24 : at + 28] = (10).to_bytes(4, "little")
    return bytes(content)


def of_parts(workbook: str) -> bytes:
    """Write a file of the two parts that lead to the sheets."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", workbook)
        archive.writestr("xl/_rels/workbook.xml.rels", b"<x/>")
    return buffer.getvalue()


def of_many_parts() -> bytes:
    content = plain()
    for n in range(510):
        content = with_part(content, f"xl/n{n}.xml", b"")
    return content


NAMESPACE = spreadsheets.MAIN.strip("{}")
BUILT = "list.xlsx: it isn't built as a workbook is: save it as a plain .xlsx"
DAMAGED = "list.xlsx [Prices]:1:1: this cell is damaged: enter its value again, and save the file"
PACKED = "list.xlsx: it can't be unpacked: save it as a plain .xlsx"
LARGE = "at most 20\u202f000 rows and 60 columns are read"
SWOLLEN = "list.xlsx: it is too large when it is unpacked: at most 20 MB and 500 parts are read"
MERGED = "is one merged cell: part it, so that each row has its own values"
FIELDS = (
    "date, valid_until, taxes, vat_rate, discount, lead_time, includes, note, source, confidence, "
    "part, number, name, price, price_per_capacity, …"
)
BOOKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a formula": (
        lambda: book(lambda _, s: s.write_formula(2, 1, "=1+1", None, 2)),
        "list.xlsx [Prices]:3:2: this cell has a formula: replace it by its value",
    ),
    "an error": (
        with_an_error,
        "list.xlsx [Prices]:3:2: this cell has an error, '#REF!': replace it by a value",
    ),
    "merged cells": (
        lambda: book(lambda b, s: s.merge_range(3, 0, 4, 0, "x", b.add_format())),
        f"list.xlsx [Prices]:4:1: 'A4:A5' {MERGED}",
    ),
    "merged cells below a title": (
        lambda: empty_book(
            lambda b, s: (titled(b, s), s.merge_range(5, 0, 6, 0, "x", b.add_format()))
        ),
        f"list.xlsx [Prices]:6:1: 'A6:A7' {MERGED}",
    ),
    "merged cells beside prices of their own": (
        lambda: book(
            lambda b, s: (
                s.write_row(2, 0, ("", 12, "EUR", 46000)),
                s.write_row(3, 0, ("", 13, "EUR", 46000)),
                s.merge_range(2, 0, 3, 0, "x", b.add_format()),
            )
        ),
        f"list.xlsx [Prices]:3:1: 'A3:A4' {MERGED}",
    ),
    "prices in a merged cell": (
        lambda: book(
            lambda b, s: (
                s.write_column(2, 0, ("x", "y")),
                s.write_row(2, 2, ("EUR", 46000)),
                s.write_row(3, 2, ("EUR", 46000)),
                s.merge_range(2, 1, 3, 1, 12, b.add_format()),
            )
        ),
        f"list.xlsx [Prices]:3:2: 'B3:B4' {MERGED}",
    ),
    "cells merged twice": (
        lambda: changed(
            book(lambda b, s: s.merge_range(2, 0, 3, 0, "x", b.add_format())),
            '<mergeCell ref="A3:A4"/>',
            '<mergeCell ref="A3:A4"/><mergeCell ref="A4:A5"/>',
        ),
        BUILT,
    ),
    "hidden columns": (
        lambda: book(lambda _, s: s.set_column(1, 2, None, None, {"hidden": True})),
        "list.xlsx:1:2: this column is hidden: show it, or remove it\n"
        "list.xlsx:1:3: this column is hidden: show it, or remove it",
    ),
    "a number as a text": (
        lambda: book(lambda _, s: s.write_row(2, 0, ("x", "12", "EUR", 46000))),
        "list.xlsx:3:2: price: this number is a text: make the cell a number",
    ),
    "a cell far right": (
        lambda: book(lambda _, s: s.write(0, 70, "far")),
        f"list.xlsx [Prices]:1:71: {LARGE}",
    ),
    "a cell far down": (
        lambda: book(lambda _, s: s.write(30_000, 0, "far")),
        f"list.xlsx [Prices]:30001:1: {LARGE}",
    ),
    "a truth as a price": (
        lambda: book(lambda _, s: s.write_row(2, 0, ("x", True, "EUR", 46000))),
        f"list.xlsx:3:2: lines.1.price: {NO_PRICE}",
    ),
    "a sign that turns the text": (
        lambda: book(lambda _, s: s.write(1, 0, "a\u202eb")),
        "list.xlsx:2:1: part: the character U+202E is not allowed in a text: remove it",
    ),
    "several sheets": (
        of_three_sheets,
        "list.xlsx: 2 sheets have cells: name the one with the prices 'Prices'; there are "
        "'Servers', 'Drives'",
    ),
    "a text": (
        GOOD.encode,
        "list.xlsx: not a workbook: save it as a plain .xlsx, or rename it to .csv if it is text",
    ),
    "macros": (
        lambda: with_part(plain(), "xl/vbaProject.bin", b"<x/>"),
        "list.xlsx: the file contains macros: save it as .xlsx without them",
    ),
    "links": (
        lambda: with_part(plain(), "xl/externalLinks/externalLink1.xml", b"<x/>"),
        "list.xlsx: it is linked to other files: break the links, and save the values",
    ),
    "objects": (
        lambda: with_part(plain(), "xl/embeddings/oleObject1.bin", b"<x/>"),
        "list.xlsx: the file contains objects of other programs: remove them",
    ),
    "connections": (
        lambda: with_part(plain(), "xl/connections.xml", b"<x/>"),
        "list.xlsx: it fetches data from elsewhere: break the connections, save the values",
    ),
    "the old kind": (
        lambda: spreadsheets.OLD + b"\0" * 600,
        "list.xlsx: it is of the old kind, or has a password: save it as a plain .xlsx",
    ),
    "a head and nothing else": (lambda: b"PK\x03\x04" + b"\0" * 99, PACKED),
    "cut": (lambda: plain()[:-40], PACKED),
    "a directory that lies": (lying, PACKED),
    "a sheet that is no part": (
        lambda: of_parts(
            f'<workbook xmlns="{NAMESPACE}"><sheets><sheet name="a"/></sheets></workbook>'
        ),
        BUILT,
    ),
    "a billion laughs": (
        lambda: of_parts('<!DOCTYPE x [<!ENTITY a "ha">]><workbook>&a;</workbook>'),
        BUILT,
    ),
    "an encoding that nobody knows": (lambda: changed(plain(), "UTF-8", "UTF-9"), BUILT),
    "a text before the first": (lambda: changed(plain(), "<v>0</v>", "<v>-1</v>"), DAMAGED),
    "a text behind the last": (lambda: changed(plain(), "<v>0</v>", "<v>99</v>"), DAMAGED),
    "a text without a number": (lambda: changed(plain(), "<v>0</v>", "<v>x</v>"), DAMAGED),
}
"""What is no workbook of prices, and why."""
BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "large": (lambda: with_part(plain(), SHEET.replace("1", "9"), b" " * 30_000_000), SWOLLEN),
    "swollen": (
        lambda: with_part(plain(), SHEET.replace("1", "9"), b" " * 5_000_000),
        "list.xlsx: a part of it swells when it is unpacked, as no price list does: not read",
    ),
    "many": (of_many_parts, SWOLLEN),
}


@pytest.mark.parametrize(("content", "message"), BOOKS.values(), ids=BOOKS)
def test_each_mistake_in_a_workbook_is_named(content: Callable[[], bytes], message: str) -> None:
    assert refused(content(), "list.xlsx") == message


@pytest.mark.parametrize("name", ["list.csv", "list.xlsm", "list.XLSM"])
def test_what_is_a_workbook_is_known_by_its_content_or_its_name(name: str) -> None:
    assert refused(with_part(plain(), "xl/vbaProject.bin", b"<x/>"), name).startswith(
        f"{name}: the file contains macros"
    )
    if name != "list.csv":
        assert refused(GOOD, name).startswith(f"{name}: not a workbook")


@pytest.mark.parametrize(("content", "message"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused_before_it_is_opened(
    monkeypatch: pytest.MonkeyPatch, content: Callable[[], bytes], message: str
) -> None:
    """By what its directory says, without a byte unpacked."""
    bomb = content()
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_: pytest.fail("it was opened"))
    assert refused(bomb, "list.xlsx") == message


def test_a_large_part_that_is_packed_as_usual_is_read() -> None:
    """Two megabytes that don't shrink, as of a picture: that is no bomb."""
    picture = with_part(plain(), "xl/media/image1.png", random.Random(0).randbytes(2_000_000))
    assert len(read_quote("book", price_list(picture, "list.xlsx"))) == 1


def test_a_cut_workbook_never_ends_in_a_traceback() -> None:
    whole = plain()
    for end in range(4, len(whole), 97):
        refused(whole[:end])


def test_a_flipped_byte_of_the_packed_parts_never_ends_in_a_traceback() -> None:
    """Each is refused in a line, or read: a byte of a date in the directory says nothing."""
    whole = bytearray(plain())
    for at in range(0, len(whole), 5):
        flipped = bytes(whole[:at]) + bytes([whole[at] ^ 0xFF]) + bytes(whole[at + 1 :])
        with contextlib.suppress(InputError):
            read_quote("book", price_list(flipped, "list.xlsx"))


def test_a_long_number_format_costs_no_time() -> None:
    """Excel allows 255 characters; a pattern over 900,000 brackets took minutes."""
    name = "xl/styles.xml"
    text = zipfile.ZipFile(io.BytesIO(plain())).read(name)
    formats = b'<numFmts><numFmt numFmtId="0" formatCode="' + b"[" * 900_000 + b'"/></numFmts>'
    content = replaced(plain(), name, text.replace(b"<fonts", formats + b"<fonts", 1))
    with patience(5):
        assert spreadsheets._styles(zipfile.ZipFile(io.BytesIO(content))).dates == frozenset()
