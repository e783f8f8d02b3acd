"""What is written is read back, whole: tables, cells of a workbook, days, amounts and places.

Each is written here in a way of its own, and compared with what was drawn, or read in two ways.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import InputError, Place
from model.reading import spreadsheets, tables
from model.reading.dates import days_of
from model.reading.documents import (
    DEEPEST,
    LARGEST_SOURCE,
    LONGEST_NUMBER,
    MOST_REPEATED,
    read_document,
    scalar,
    text_of,
    unprintables,
)
from model.reading.fields import Compression, Figure, Share
from model.reading.files import beside, contents, given_contents
from model.reading.price_lists import amount, column_name, guarded, price_list, unguarded
from model.reading.spreadsheets import name_of, pages_of, rows_of
from model.reading.tables import decimal_mark_of, plain_number, read_columns, read_table, unit_in
from model.units.figures import UnitError

few = settings(max_examples=30)
fewer = settings(max_examples=12)
NEEDED = (frozenset({"date"}),)
CELL = st.sampled_from(("", "7", "a b", "x,y", 'say "no"', "two\nlines", "#no", "1;2", " 3 "))


def field_of(name: str) -> str:
    return name if name in ("date", "used", "group") else ""


def written(rows: list[list[str]], separator: str) -> bytes:
    into = io.StringIO()
    csv.writer(into, delimiter=separator, lineterminator="\n").writerows(rows)
    return into.getvalue().encode()


@few
@given(
    st.lists(st.lists(CELL, min_size=3, max_size=4), min_size=1, max_size=30),
    st.sampled_from(tables.SEPARATORS),
    st.sampled_from((0, 2, 29)),
)
def test_a_long_table_is_read_as_a_short_one(rows, separator, above):
    """Rows of other widths are left out, in both ways, and so are comments and blank lines."""
    rows = [[f"d{n}", *row[1:]] for n, row in enumerate(rows)]  # no row is blank or a comment
    before = [f"# {n}" if n % 2 else "" for n in range(above)]
    content = "\n".join([*before, written([["date", "used", "group"]], separator).decode()])
    content += f",;\n# {separator}{separator}\n" + written(rows, separator).decode()
    ways = []
    for lines in (1_000_000, above + 2):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "HEAD_LINES", lines)
            ways.append(read_columns(content.encode(), "x.csv", field_of, NEEDED, 10**6))
    short, long = ways
    assert [*long.numbers] == [*short.numbers]
    assert [[" ".join(x.split()) for x in cells] for cells in long.cells] == [*short.cells]
    assert (long.head, long.above) == (short.head, short.above)
    kept = [row for row in rows if len(row) == 3 or not row[3].strip()]
    assert [*short.cells] == [
        [" ".join(row[column].split()) for row in kept] for column in range(3)
    ]
    numbers, line = [], above + 4
    for row in rows:
        if row in kept:
            numbers.append(line)
        line += 1 + sum(cell.count("\n") for cell in row)
    assert [*short.numbers] == numbers


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252", "utf-16", "mac-roman"])
@pytest.mark.parametrize("separator", tables.SEPARATORS)
def test_a_table_says_how_it_was_read(encoding, separator):
    text = separator.join(("date", "used", "größe")) + f"\n1{separator}2{separator}é\n"
    stated = encoding if encoding == "mac-roman" else ""
    options = tables.TableOptions(encoding=stated)
    table = read_table(text.encode(encoding), "x.csv", field_of, NEEDED, options)
    assert table.options == tables.TableOptions(
        "", encoding.removesuffix("-sig"), separator, head_row=1
    )
    assert table.head.cells == {1: "date", 2: "used", 3: "größe"}
    assert [row.cells for row in table.rows] == [{1: "1", 2: "2", 3: "é"}]
    assert (table.is_book, table.has_known_head, table.head.width) == (False, True, 3)
    told = read_table(f"sep={separator}\n{text}".encode(), "x.csv", field_of, NEEDED)
    assert told.options.separator == separator
    assert told.head.number == 2
    picked = tables.TableOptions(separator=separator, head_row=2)
    by_hand = read_table(text.encode(), "x.csv", field_of, NEEDED, picked)
    assert (by_hand.head.cells[3], len(by_hand.above), by_hand.rows) == ("é", 1, ())
    assert not by_hand.has_known_head


def refusal(read: Any, *arguments: Any) -> str:
    with pytest.raises(InputError) as wrong:
        read(*arguments)
    return str(wrong.value)


def test_a_cell_of_a_long_table_has_ten_lines(monkeypatch):
    monkeypatch.setattr(tables, "HEAD_LINES", 3)
    start = "# one\ndate,used\n# two\n1,2\n"

    def read(lines: str) -> tables.Columns:
        text = f'{start}1,"{lines}"\n3,4\n'
        return read_columns(text.encode(), "x.csv", field_of, NEEDED, 10**6)

    ten = "\n".join("abcdefghij")
    assert [*read(ten).numbers] == [4, 5, 15]
    assert read(ten).cells == (["1", "1", "3"], ["2", ten, "4"])
    assert refusal(read, f"{ten}\nk") == (
        "x.csv:5:1: not a CSV text: a quotation mark isn't closed"
    )
    assert "x.csv: not a CSV text (" in refusal(read, 'a"b')
    monkeypatch.setattr(tables, "MOST_SHARED", 1)
    assert read(ten).cells == (["1", "1", "3"], ["2", ten, "4"])


def test_limits_of_tables():
    """At each limit a table is read; one more is refused, or isn't looked at."""
    head = b"date,used\n"

    def read(content: bytes, **options: Any) -> tables.Table:
        chosen = tables.TableOptions(**options)
        return read_table(content, "x.csv", field_of, NEEDED, chosen, most=10_000)

    assert read(b"a\n" * 29 + head).has_known_head
    assert not read(b"a\n" * 30 + head).has_known_head
    lines = "\n".join("abcdefghij")
    assert read(head + f'1,"{lines}"\n'.encode()).rows[0].number == 2
    open_quote = refusal(read, head + f'1,"{lines}\nk"\n1,1\n'.encode() + b"\n" * 9)
    assert open_quote == "x.csv:2:1: not a CSV text: a quotation mark isn't closed"
    assert read(head + b"1,2\n" + b"," * 499).rows
    assert "x.csv:3:1: has 501 cells: at most 500" in refusal(read, head + b"1,2\n1" + b"," * 500)
    padded = head + b"1,1\n" * 2497 + b"#"
    assert len(read(padded + b"#").rows) == 2497
    assert len(padded + b"#") == 10_000
    assert "too large" in refusal(read, padded + b"##")
    with pytest.raises(InputError, match="too large"):
        read(padded + b"##", encoding="utf-8")
    for wrong in ({"encoding": "klingon"}, {"encoding": "utf-8"}):
        with pytest.raises(InputError, match="this is not text in"):
            read(head + "é".encode("latin-1"), **wrong)
    with pytest.raises(InputError, match="row 9 is empty: choose the row of column names"):
        read(head, head_row=9)
    assert "the list is empty" in refusal(read, b"\n,;\n# x\n")
    assert "not a CSV text (" in refusal(read, head + b'"a"b,1\n')


DAY = st.dates(datetime.date(2000, 1, 1), datetime.date(2099, 12, 31))
MONTHS = ("Jan", "Feb", "March", "Apr", "mai", "June", "Juli", "août", "Sept", "Okt", "Nov", "dez")
FORMS = {
    "iso": lambda d: d.isoformat(),
    "time": lambda d: f"{d.isoformat()}T23:59:59",
    "dotted": lambda d: f"{d.day}.{d.month}.{d.year}",
    "short": lambda d: f"{d.day:02}. {d.month:02}. {d.year % 100:02}, 10:15 Uhr",
    "spaced": lambda d: f"{d.year}/{d.month:02}/{d.day:02} 00:00:00",
    "pointed": lambda d: f"{d.year}.{d.month}.{d.day}",
    "seconds": lambda d: str((d - datetime.date(1970, 1, 1)).days * 86400 + 86399),
    "milliseconds": lambda d: f"{(d - datetime.date(1970, 1, 1)).days * 86400}000",
    "digits": lambda d: f"{d:%Y%m%d}",
}
NAMED = {
    "named": lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
    "dashed": lambda d: f"{d.day:02}-{MONTHS[d.month - 1]}-{d.year % 100:02}",
    "american": lambda d: f"{MONTHS[d.month - 1]}. {d.day}, {d.year}",
}
OF_MONTHS = {
    "iso": lambda d: f"{d.year}-{d.month}",
    "slashed": lambda d: f"{d.month:02}/{d.year}",
    "year first": lambda d: f"{d.year}/{d.month}",
    "pointed": lambda d: f"{d.month}.{d.year}",
    "named": lambda d: f"{MONTHS[d.month - 1]} {d.year}",
    "short": lambda d: f"{MONTHS[d.month - 1]}'{d.year % 100:02}",
}


@given(st.lists(DAY, min_size=1, max_size=4), st.sampled_from(sorted(FORMS | NAMED)))
@few
def test_days_are_read_in_each_form(days, form):
    if form in ("seconds", "milliseconds"):  # of fewer digits they are other things
        days = [max(day, datetime.date(2001, 9, 10)) for day in days]
    write = (FORMS | NAMED)[form]
    assert days_of([f" {write(day)} " for day in days]) == days


@given(DAY, st.sampled_from(sorted(OF_MONTHS)))
@few
def test_a_month_is_its_last_day(day, form):
    (found,) = days_of([OF_MONTHS[form](day)])
    assert (found.year, found.month) == (day.year, day.month)
    assert (found + datetime.timedelta(days=1)).day == 1


@given(st.lists(DAY, min_size=2, max_size=5, unique=True), st.booleans())
@few
def test_which_of_two_numbers_is_the_day_follows_from_all(days, month_first):
    """By a number above 12; else by numbers that are all alike; else it is asked."""
    texts = [
        f"{day.month}/{day.day}/{day.year}" if month_first else f"{day.day}/{day.month}/{day.year}"
        for day in days
    ]
    if (
        any(day.day > 12 for day in days)
        or all(day.day == day.month for day in days)
        or (all(day.day == 1 for day in days) and any(day.month > 1 for day in days))
    ):
        assert days_of(texts) == days
    elif not all(day.month == 1 for day in days):
        with pytest.raises(ValueError, match="unclear whether the month or the day"):
            days_of(texts)
    with pytest.raises(ValueError, match="unclear whether the month or the day"):
        days_of(["2/1/26"])
    assert days_of(["3/3/26"]) == [datetime.date(2026, 3, 3)]
    with pytest.raises(ValueError, match="unclear whether the month or the day"):
        days_of(["13/1/26", "1/13/26"])


THOUSANDS = {".": (",", " ", "'", "\u00a0"), ",": (".", " ", "\u2019", "\u202f")}


@given(st.integers(0, 10**12), st.integers(0, 99), st.sampled_from(".,"), st.integers(0, 4))
@few
def test_amounts_are_read_with_their_marks(whole, cents, mark, kind):
    mark_of_thousands = (*THOUSANDS[mark], "")[kind]
    text = f"{whole:,}".replace(",", mark_of_thousands) + f"{mark}{cents:02}"
    assert plain_number(text, mark) == f"{whole}.{cents:02}"
    assert plain_number(text) == f"{whole}.{cents:02}"
    assert plain_number(f"ab {text} EUR (12)", mark) == f"ab {whole}.{cents:02} EUR (12)"
    assert decimal_mark_of([text]) == mark
    assert decimal_mark_of(["12", "1.234", "1,234", "x", text, ""]) == mark
    assert decimal_mark_of([text, f"1{'.' if mark == ',' else ','}5"]) == ""
    round_amount = f"{whole:,}".replace(",", mark_of_thousands) + f"{mark}-"
    assert plain_number(round_amount, mark) == f"{whole}.00"


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["1.234.567"], ","),
        (["1,234,567"], "."),
        (["1.234"], ""),
        (["1,2345"], ","),
        (["1.23"], "."),
        (["1.234,567"], ","),
        (["1,234.567"], "."),
        (["1 234", "12"], ""),
        (["from 1.5 to 2.5 EUR"], "."),
        (["9" * 50 + " " * 9 + "1,55"], ""),  # further on than any amount
        (["1,5", "1,5"], ","),
    ],
)
def test_marks_that_decide(cells, mark):
    assert decimal_mark_of(cells) == mark


def test_limits_of_amounts_and_names():
    assert plain_number("x" * 51 + " 1.234,50") == "x" * 51 + " 1234.50"
    assert plain_number("x" * 52 + " 1.234,50") == "x" * 52 + " 1.234,50"
    assert unit_in("x" * 94 + " (TiB)")[1] == "TiB"
    assert unit_in("x" * 95 + " (TiB)") == ("x" * 95 + " (tib)", "")
    assert column_name("price" + " " * 99).field == "price"  # blanks don't count
    assert column_name("price (EUR)" + " (EUR)" * 14).field == "price"
    assert column_name("price (EUR)" + " (EUR)" * 15).field == ""
    assert column_name("price each" + " (EUR)" * 15).field == "price"  # of 100 letters
    assert column_name("price  each" + " (EUR)" * 15 + ".").field == ""
    for name, found in (
        ("used [GiB]", ("used", "GiB")),
        ("GB", ("", "GB")),
        ("bytes", ("", "B")),
        ("kbytes", ("kbytes", "")),
        ("disgb", ("disgb", "")),
    ):
        assert unit_in(name) == found


@given(
    st.sampled_from(("Price", "unit price", "Listenpreis", "prix unitaire", "EP")),
    st.sampled_from((("EUR", "EUR"), ("$", "USD"), ("£", "GBP"), ("CHF", "CHF"), ("", ""))),
    st.sampled_from(
        (("", ""), ("/TB", "TB"), (" per GiB", "GiB"), ("/piece", ""), (" je St.", ""))
    ),
    st.sampled_from(
        (
            ("", ""),
            ("netto", "net"),
            ("incl. 19 % VAT", "gross"),
            ("excl. VAT", "net"),
            ("TTC", "gross"),
        )
    ),
    st.booleans(),
)
@few
def test_a_head_says_currency_unit_and_tax(name, currency, per, taxes, in_brackets):
    """In any order of the vendors': in brackets, or at the end."""
    money = f"{currency[0]}{per[0]}" if currency[0] else ""
    shown = f" [{money}]" if in_brackets and money else f" in {money}" if money else ""
    for text in (f"{name}{shown} {taxes[0]}", f"{name} ({taxes[0]}){shown}".replace(" ()", "")):
        if "(" in text and not in_brackets and money:
            continue
        found = column_name(text)
        unit = per[1] if currency[0] else ""
        assert found == (
            "price_per_capacity" if unit else "price",
            currency[1],
            unit,
            taxes[1],
        ), text


@given(st.floats(0, 1e12, allow_subnormal=False))
@few
def test_an_amount_is_written_without_doubt(value):
    text = amount(value)
    assert float(text) == value
    assert plain_number(text, ".") == text
    assert "e" not in text


@given(st.text(st.sampled_from("='+-@a1 "), max_size=6))
@few
def test_texts_are_guarded_and_come_back(text):
    safe = guarded(text)
    assert unguarded(safe) == text
    assert not safe.startswith(("=", "+", "-", "@"))


PRICE = st.tuples(
    st.sampled_from(("seagate-x", "wd-y")),
    st.integers(1, 10**6),
    st.sampled_from(("", "2026-08-04", "4.8.26")),
    st.sampled_from(("", "7", "12.5")),
    st.sampled_from(("", "note", "total of all")),
)


@given(st.lists(PRICE, min_size=1, max_size=5), st.booleans())
@fewer
def test_lines_of_a_price_list(rows, as_book):
    head = ("Part", "Unit price (EUR)", "price date", "Lieferzeit [Wochen]", "Bemerkung", "total")
    lines = [[part, f"{n / 100:.2f}", day, weeks, note, "9"] for part, n, day, weeks, note in rows]
    lines.insert(1, ["Total", "5", "", "", "", ""])
    lines.append(["seagate-x", "", "", "", "not filled in", ""])
    if as_book:
        content = workbook({"Prices": [head, *[[_number(x) for x in line] for line in lines]]})
    else:
        content = written([list(head), *lines], ";")
    document = price_list(content, "x.xlsx" if as_book else "x.csv")
    for n, ((part, price, day, weeks, note), line) in enumerate(
        zip(rows, document.data["lines"], strict=True)
    ):
        lead = {"lead_time": f"{_number(weeks)} weeks"} if weeks else {}
        text = {"note": note} if note else {}
        date = {"date": day} if day else {}
        known = {"part": part, "price": price / 100, "currency": "EUR"}
        assert line == known | date | lead | text
        row = n + 2 + (n > 0)
        place = document.place(("lines", n, "note"))
        assert (place.line, place.column) == (row, 5)
        assert document.place(("lines", n)).line == row
        assert document.place(("lines", n, "unknown")).column == 1
    assert len(document.data["lines"]) == len(rows)
    assert document.place() == Place(document.file)


def _number(text: str) -> Any:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


def workbook(sheets: dict[str, Any], *, date_1904: bool = False) -> bytes:
    into = io.BytesIO()
    with xlsxwriter.Workbook(into, {"date_1904": date_1904}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for n, row in enumerate(rows):
                for column, value in enumerate(row):
                    if isinstance(value, datetime.date):
                        sheet.write(n, column, value, book.add_format({"num_format": "d.m.yy"}))
                    elif isinstance(value, tuple):
                        sheet.write(n, column, value[0], book.add_format({"num_format": value[1]}))
                    elif value != "":
                        sheet.write(n, column, value)
    return into.getvalue()


VALUE = st.one_of(
    st.integers(-(10**9), 10**9),
    st.integers(-(10**9), 10**9).map(lambda n: n / 1000),
    st.booleans(),
    st.dates(datetime.date(1905, 1, 1), datetime.date(2099, 1, 1)),
    st.text(st.sampled_from("aé ü_x'&<"), min_size=1).map(str.strip).filter(bool),
    st.just(""),
)


@given(st.lists(st.lists(VALUE, max_size=5), min_size=1, max_size=5), st.booleans(), st.booleans())
@fewer
def test_cells_of_a_workbook_come_back(rows, counts_from_1904, second):
    sheets: dict[str, Any] = {"one": rows, "two": [["head"]]} if second else {"one": rows}
    content = workbook(sheets, date_1904=counts_from_1904)
    expected = {
        n: {c: _as_read(value) for c, value in enumerate(row, 1) if value != ""}
        for n, row in enumerate(rows, 1)
        if any(value != "" for value in row)
    }
    page = pages_of(content, "x.xlsx", {"one"})["one"]
    assert {n: row.cells for n, row in page.rows.items()} == expected
    for n, row in page.rows.items():
        assert (row.number, row.is_hidden, row.hidden, row.shown) == (n, False, frozenset(), {})
        assert row.first_day == datetime.date(
            *((1904, 1, 1) if counts_from_1904 else (1899, 12, 30))
        )
    assert (page.merged, page.is_hidden) == ((), False)
    chosen = rows_of(content, "x.xlsx", chosen="ONE")
    assert {row.number: row.cells for row in chosen} == expected
    assert spreadsheets.sheet_names(content, "x.xlsx") == [*sheets]
    if second and expected:
        assert "2 sheets have cells: keep one of them; there are 'one', 'two'" in refusal(
            rows_of, content, "x.xlsx"
        )
        found = rows_of(content, "x.xlsx", is_head=lambda row: "head" in row.cells.values())
        assert [row.cells for row in found] == [{1: "head"}]
    assert "no sheet is called 'three': choose one of 'one'" in refusal(
        rows_of, content, "x.xlsx", "", lambda _: False, "three"
    )


def _as_read(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def test_what_is_hidden_merged_or_no_value_is_named():
    into = io.BytesIO()
    with xlsxwriter.Workbook(into) as book:
        sheet = book.add_worksheet("one")
        hidden = book.add_worksheet("two")
        hidden.hide()
        hidden.write(0, 0, "x")
        sheet.write_row(0, 0, ["a", "b", "c", "d"])
        sheet.write_row(1, 0, [1, 2, 3, 4])
        sheet.write_row(2, 0, [1, 2, 3, 4])
        sheet.set_row(1, None, None, {"hidden": True})
        sheet.set_column(1, 2, None, None, {"hidden": True})
        sheet.merge_range(3, 0, 4, 1, "tall")
        sheet.merge_range(5, 0, 5, 2, "wide")
        sheet.write_formula(6, 1, "=1+1")
        euro = book.add_format({"num_format": "#,##0.00 [$€-407]"})
        sheet.write(7, 0, 5, euro)
        sheet.write(7, 1, "5", euro)
        book.define_name("Total", "=one!$D$8")
        book.define_name("'two'!Local", "=two!$A$1")
        book.define_name("Range", "=one!$A$1:$B$2")
    content = into.getvalue()
    pages = pages_of(content, "x.xlsx", {"one", "two"})
    one = pages["one"]
    assert (one.is_hidden, pages["two"].is_hidden) == (False, True)
    assert {n for n, row in one.rows.items() if row.is_hidden} == {2}
    assert {row.hidden for row in one.rows.values()} == {frozenset({2, 3})}
    assert one.merged == ((4, 1, 5, 2), (6, 1, 6, 3))
    assert one.rows[4].cells == {1: "tall"}
    assert str(one.rows[4].wrong[1]) == (
        "x.xlsx [one]:4:1: 'A4:B5' is one merged cell: part it, so that each row has its own values"
    )
    assert (one.rows[6].wrong, one.rows[6].cells) == ({}, {1: "wide"})
    assert str(one.rows[7].wrong[2]) == (
        "x.xlsx [one]:7:2: this cell has a formula: replace it by its value"
    )
    assert one.rows[8].shown == {1: "€"}
    assert [row.number for row in rows_of(content, "x.xlsx")] == [*one.rows]
    assert spreadsheets.defined_names(content, "x.xlsx") == {"Total": ("one", 8, 4)}


def test_limits_of_workbooks():
    """20,000 rows, 60 columns, and texts of 1,000 letters."""
    at = [[""] * 59 + ["x" * 1001]]
    (row,) = rows_of(workbook({"one": at}), "x.xlsx")
    assert row.cells == {60: "x" * 1000}
    beyond = refusal(rows_of, workbook({"one": [[""] * 60 + [1]]}), "x.xlsx")
    assert beyond == "x.xlsx [one]:1:61: at most 20\u202f000 rows and 60 columns are read"
    last = workbook({"one": [[]] * 19_999 + [[7]]})
    assert [(row.number, row.cells) for row in rows_of(last, "x.xlsx")] == [(20_000, {1: 7})]
    assert "x.xlsx [one]:20001:1: at most" in refusal(
        rows_of, workbook({"one": [[]] * 20_000 + [[7]]}), "x.xlsx"
    )
    head = workbook({"one": [["a"]] * 29 + [["head"]], "two": [["a"]] * 30 + [["head"]]})
    found = rows_of(head, "x.xlsx", is_head=lambda row: row.cells[1] == "head")
    assert len(found) == 30


@pytest.mark.parametrize(
    ("row", "column", "name"), [(1, 26, "Z1"), (9, 27, "AA9"), (3, 703, "AAA3")]
)
def test_names_of_cells(row, column, name):
    assert name_of(row, column) == name


LEAF = st.one_of(st.integers(-99, 99), st.booleans(), st.none(), st.text("ab: #\"'é", max_size=5))
TREE = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3),
        st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), TREE, min_size=1, max_size=4))
@few
def test_each_field_has_the_place_where_it_was_written(data):
    """Mappings in blocks, a key a line; a list in a line of its own for each value."""
    lines: list[str] = []
    places: dict[tuple[Any, ...], tuple[int, int]] = {}

    def write(value: Any, path: tuple[Any, ...], indent: int) -> None:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            own = f"{json.dumps(key)}:" if isinstance(value, dict) else "-"
            is_block = isinstance(inner, dict | list)
            at = indent + (0 if isinstance(value, dict) else 2)
            text = "" if is_block else f" {json.dumps(inner)}"
            lines.append(f"{' ' * indent}{own}{text}")
            line = len(lines)
            if is_block:
                write(inner, (*path, key), indent + 2)
            places[(*path, key)] = line, at + 1
            if is_block and isinstance(value, list):
                places[(*path, key)] = line + 1, indent + 3

    write(data, (), 0)
    document = read_document("\n".join(lines) + "\n", "x.yaml", first_line=1)
    assert document.data == data
    for path, (line, column) in places.items():
        assert document.place(path) == Place("x.yaml", line, column), path
        assert document.place((*path, "no", "such")) == Place("x.yaml", line, column)
    later = read_document("\n".join(lines) + "\n", "x.yaml", first_line=11)
    for path, (line, column) in places.items():
        assert later.place(path) == Place("x.yaml", line + 10, column)


def test_limits_of_documents():
    nested = "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert read_document(f"a: {nested}", "x").data
    assert "nested too deep: at most 100 levels" in refusal(read_document, f"a: [{nested}]", "x")
    assert scalar("1" * LONGEST_NUMBER) == int("1" * LONGEST_NUMBER)
    assert scalar("1" * (LONGEST_NUMBER + 1)) == "1" * (LONGEST_NUMBER + 1)
    key = read_document(f"{'1' * 18}: 1\n{'2' * 19}: 2", "x").data
    assert key == {int("1" * 18): 1, "2" * 19: 2}
    assert len(text_of("x" * LARGEST_SOURCE, "x")) == LARGEST_SOURCE
    assert "at most 1 MB are read" in refusal(text_of, "x" * (LARGEST_SOURCE + 1), "x")
    hundred = f"a: &a [{', '.join('1' * 99)}]\n"  # 100 nodes
    times = MOST_REPEATED // 100
    assert read_document(f"{hundred}b: [{', '.join(['*a'] * times)}]", "x").data
    assert "aliases repeat too much: at most 100\u202f000 nodes" in refusal(
        read_document, f"{hundred}b: [{', '.join(['*a'] * (times + 1))}]", "x"
    )
    assert refusal(text_of, "a\nbc\0d", "x", 5).startswith("x:6:3: the character U+0000 is not")
    assert refusal(text_of, b"a\nb\xffc", "x", 5).startswith("x:6:1: this is not UTF-8 text")
    data = {"a": ["x", {"b\u202e": "y\0"}], "c": "fine"}
    assert [path for path, _ in unprintables(data)] == ["a.1", "a.1.b\u202e"]


def test_files_are_read_up_to_their_limit(tmp_path):
    file = tmp_path / "f"
    file.write_bytes(b"x" * 2_000_000)
    assert len(contents(file, 2_000_000)) == 2_000_000
    for most, words in ((1_999_999, "too large: at most 1 MB are read"), (0, "at most 0 MB")):
        with pytest.raises(OSError, match=words):
            contents(str(file), most)
    with pytest.raises(OSError, match="not a regular file"):
        contents(tmp_path, 5)
    with pytest.raises(OSError, match="null"):
        contents("a\0b", 5)
    for path, words in ((tmp_path / "no", "no such file"), (tmp_path, "not a regular file")):
        message = refusal(given_contents, path, 5, "a quote")
        assert message.startswith(f"{path}: can't be read (")
        assert words in message
        assert message.endswith("): give the path of a quote")


def test_a_file_that_another_one_names_stands_below_it(tmp_path):
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "out").symlink_to(tmp_path)
    (inside / "loop").symlink_to(inside / "loop")
    place = Place("x.yaml", 3, 1)
    for name in ("a.txt", "b/c.txt", "./a.txt", "b\\c"):
        assert beside(inside, name, place, "file", "tender") == inside / Path(name)
    for name in ("/a", "../a", "b/../../a", "C:a", "C:\\a", "\\a", "a\\..\\b", "", "out/a", "a\0"):
        message = refusal(beside, inside, name, place, "file", "tender")
        assert message.startswith("x.yaml:3:1: file: ")
        assert message.endswith(" leads out of the tender's folder: write a path below it")


def test_rows_of_another_width_count_by_the_columns_with_a_name(monkeypatch):
    """A column without a name may be missing; a workbook has no cells for what is empty."""
    text = "date,,used\n1,,2\n3,4\n5,6,7\n8,,9,\n10\n11,,12,13\n"
    monkeypatch.setattr(tables, "HEAD_LINES", 3)
    long = read_columns(text.encode(), "x.csv", field_of, NEEDED, 10**6)
    monkeypatch.undo()
    short = read_columns(text.encode(), "x.csv", field_of, NEEDED, 10**6)
    assert [*long.numbers] == [*short.numbers] == [2, 5]
    assert long.cells == short.cells == (["1", "8"], ["2", "9"])
    book = workbook({"one": [["date", "used"], [1, 2], [3], ["", 4], [5, 6, 7]]})
    found = read_columns(book, "x.xlsx", field_of, NEEDED, 10**6)
    assert found.cells == (["1", "3", ""], ["2", "", "4"])
    assert ([*found.numbers], found.is_book) == ([2, 3, 4], True)


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (Compression, "150 %", "is a ratio, no share: write 1.5 for 150 %"),
        (Share, "150 %", "must be at most 100 %, is 150 %"),
        (Share, "80", "must be at most 1, is 80: write a share"),
        (Share, "0 %", "must be above 0 %, is 0 %"),
    ],
)
def test_ratios_and_shares(kind, text, message):
    (figure,) = (one for one in kind.__metadata__ if isinstance(one, Figure))
    with pytest.raises(UnitError) as wrong:
        figure.read(text)
    assert message in str(wrong.value)
