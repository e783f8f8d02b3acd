"""Quotes as vendors send them: how they are read is proposed, and each choice can be stated."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from model.errors import InputError, Place
from model.parts.quote_tables import (
    MARK_NOT_CLEAR,
    NO_PRICES,
    TAX_NOT_STATED,
    TableForm,
    read_quote_table,
)
from model.parts.quotes import read_quote
from model.planning.named_files import Named
from model.planning.usage import read_usage
from model.reading.documents import read_document
from model.reading.price_lists import price_list
from model.reading.yaml_edits import plain
from tests.hostile.patience import patience

GERMAN = """Angebot Nr. A-4711 vom 20.11.2026;;;;;;
Megastore GmbH, K\u00f6ln;;;;;;

Pos.;Art.-Nr.;Bezeichnung;Menge;Einzelpreis (EUR);Gesamtpreis;g\u00fcltig bis
1;WD-1;"HDD 24 TB; SATA";1.224;489,90;599.637,60;31.01.2027
2;R7625;Server;12;1.049,00 \u20ac;12.588,-;31.01.2027
;;Zwischensumme;;612.225,60;;
;;zzgl. 19 % MwSt.;;116.322,86;;
Gesamtsumme;;;;728.548,46;;
"""


def form(**fields: Any) -> TableForm:
    return TableForm.model_validate(fields)


def test_a_german_quote_is_proposed_whole() -> None:
    found = read_quote_table(GERMAN.encode("cp1252"), "v.csv")
    said = found.form
    assert (said.head_row, said.separator, said.encoding) == (4, ";", "windows-1252")
    assert (said.decimal_mark, said.currency, said.taxes) == (",", "EUR", "net")
    assert said.columns["price"] == "Einzelpreis (EUR)"
    assert found.skipped == ((7, "a total"), (8, "a total"), (9, "a total"))
    assert found.facts == {"number": "A-4711", "date": "2026-11-20"}
    assert found.unread == ("Pos.", "Bezeichnung", "Menge", "Gesamtpreis")
    assert not found.questions
    text = plain(found.quote(vendor="Megastore"))
    prices = read_quote("quote", read_document(text.encode(), "q.yaml"))
    assert [(one.line.number, one.price) for one in prices] == [
        ("WD-1", (489.9, "EUR")),
        ("R7625", (1049, "EUR")),
    ]


UNCLEAR = "what;how much;n\nWD;1.234;5\n"


def test_what_the_table_does_not_say_is_asked() -> None:
    """Neither the column of prices, nor the mark, nor the tax are guessed."""
    found = read_quote_table(UNCLEAR.encode(), "v.csv")
    assert (found.heads, found.lines) == (("what", "how much", "n"), ())
    assert found.questions == (NO_PRICES, TAX_NOT_STATED)
    columns = {"name": "what", "price": "how much"}
    found = read_quote_table(UNCLEAR.encode(), "v.csv", form(columns=columns))
    assert found.questions == (TAX_NOT_STATED, MARK_NOT_CLEAR)
    for mark, price in ((",", 1234), (".", 1.234)):
        chosen = form(columns=columns, decimal_mark=mark, taxes="net", currency="EUR")
        found = read_quote_table(UNCLEAR.encode(), "v.csv", chosen)
        assert not found.questions
        assert not found.problems
        assert found.lines == ({"name": "WD", "price": price},)


def test_a_neighbour_decides_what_a_mark_means() -> None:
    text = "SKU;Unit price;Currency\na;1.234;EUR\nb;489,90;EUR\n"
    found = read_quote_table(text.encode(), "v.csv")
    assert [line["price"] for line in found.lines] == [1234, 489.9]


def test_gross_prices_bring_the_rate_that_is_written_below() -> None:
    text = "SKU,Unit price incl. VAT (EUR),Qty\na,119.00,5\nincl. 19 % VAT,595.00,\n"
    found = read_quote_table(text.encode(), "v.csv")
    assert (found.form.taxes, found.form.vat_rate) == ("gross", 0.19)


def test_unit_prices_come_from_totals_where_there_are_no_others() -> None:
    text = 'SKU,Qty,Line total (USD)\na,4,"1,000.00"\nb,0,5\nTotal,,1000\n'
    found = read_quote_table(text.encode(), "v.csv", form(taxes="net"))
    assert found.lines == ({"number": "a", "price": 250, "currency": "USD"},)
    assert found.skipped == ((3, "no price"), (4, "a total"))


def test_the_unit_price_goes_before_the_list_price() -> None:
    text = "SKU,List price (EUR),Unit price (EUR)\na,900,630\na,900,630\n"
    found = read_quote_table(text.encode(), "v.csv")
    assert found.form.columns["price"] == "Unit price (EUR)"
    assert found.unread == ("List price (EUR)",)
    assert [line["price"] for line in found.lines] == [630]
    assert found.skipped == ((3, "the same price again"),)


def test_a_quantity_is_a_minimum_only_if_it_is_chosen() -> None:
    text = b"SKU,Qty,Unit price (EUR)\na,500,630\n"
    found = read_quote_table(text, "v.csv")
    assert "from" not in found.lines[0]
    columns = {**found.form.columns, "from": "Qty"}
    del columns["pieces"]
    assert read_quote_table(text, "v.csv", form(columns=columns)).lines[0]["from"] == 500


def test_a_workbook_with_titles_totals_and_formulas() -> None:
    """The formula of an unread column is no mistake; that of a price is."""
    buffer = io.BytesIO()
    workbook = xlsxwriter.Workbook(buffer)
    workbook.add_worksheet("Terms").write(0, 0, "net 30 days")
    sheet = workbook.add_worksheet("Quote")
    sheet.merge_range(0, 0, 0, 3, "Quotation Q-12/7", workbook.add_format())
    sheet.write_row(3, 0, ("Part No", "Qty", "Unit Price excl. VAT (USD)", "Line total"))
    sheet.write_row(4, 0, ("WD-1", 3, 489.9))
    sheet.write_formula(4, 3, "=B5*C5", None, 1469.7)
    sheet.write_string(5, 0, "Total")
    sheet.write_formula(5, 2, "=SUM(D5:D5)", None, 1469.7)
    sheet.write_row(6, 0, ("R-2", 3))
    sheet.write_formula(6, 2, "=B7*2", None, 6)
    workbook.close()
    found = read_quote_table(buffer.getvalue(), "v.xlsx")
    assert found.facts == {"number": "Q-12/7"}
    assert found.lines[0] == {"number": "WD-1", "price": 489.9, "currency": "USD", "taxes": "net"}
    assert [str(one.place) for one in found.problems] == ["v.xlsx [Quote]:7:3"]


@pytest.mark.parametrize("column", ["Unit price", "Line total"])
def test_the_format_of_a_cell_states_the_currency_of_its_row(column: str) -> None:
    """Each row has its own; one that the row contradicts is refused."""

    def quote(*stated: str) -> bytes:
        buffer = io.BytesIO()
        workbook = xlsxwriter.Workbook(buffer)
        sheet = workbook.add_worksheet()
        sheet.write_row(0, 0, ("Part number", "Qty", column, *["Currency"][: len(stated)]))
        for row, shown in enumerate(("[$$-409]#,##0.00", "#,##0.00 [$€-407]", '0.00 "CHF"'), 1):
            sheet.write_row(row, 0, (f"P{row}", 2))
            sheet.write_number(row, 2, 100, workbook.add_format({"num_format": shown}))
            sheet.write_row(row, 3, stated)
        workbook.close()
        return buffer.getvalue()

    found = read_quote_table(quote(), "v.xlsx")
    assert not found.problems
    assert [one["currency"] for one in found.lines] == ["USD", "EUR", "CHF"]
    assert [str(one) for one in read_quote_table(quote("EUR"), "v.xlsx").problems] == [
        f"v.xlsx:{row}:3: currency: the format of the cell shows {code}, the row is in EUR: make "
        "them the same"
        for row, code in ((2, "USD"), (4, "CHF"))
    ]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"head_row": 3}, "v.csv: row 3 is empty: choose the row of column names"),
        ({"encoding": "utf-8"}, "v.csv: this is not text in utf-8: choose another encoding"),
    ],
)
def test_a_choice_that_cannot_be(fields: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError) as raised:
        read_quote_table(GERMAN.encode("cp1252"), "v.csv", form(**fields))
    assert str(raised.value) == what


LONG = 120_000
"""A little less than what the reader of CSV takes for a cell."""
HOSTILE = {
    "one long price": f"part,price\na,{'1' * LONG}\n",
    "a price of marks": f"part,price\na,{'1.' * (LONG // 2)}\n",
    "a price per something": f"part,price\na,{'1/' * (LONG // 2)}\n",
    "a head of underscores": f"{'_' * LONG},price\na,1\n",
    "a head of brackets": f"{'( ' * (LONG // 2)},price\na,1\n",
    "a title of dashes": f"offer{'-' * LONG}\npart,price\na,1\n",
    "a title of words": f"{'vom le du ' * (LONG // 10)}\npart,price\na,1\n",
    "a total of dashes": f"part,price\n{'-' * LONG}total,1\n",
    "many columns": f"part,price\n{'a,' * LONG}\n",
    "many columns in the head": f"{'price,' * LONG}\n",
    "quotation marks": f"part,price\n{chr(34) * LONG}\n",
    "a cell that is too long": f"part,price\na,{'1' * 2 * LONG}\n",
    "percent": f"part,price\na,1\n{'19 % ' * (LONG // 5)}total,\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_long_cells_cost_no_time(text: str) -> None:
    """Each is read or refused at once, whoever reads it."""
    content = text.encode()
    with patience(20):
        for read in (read_quote_table, price_list, usage):
            with contextlib.suppress(InputError):
                read(content, "v.csv")


def usage(content: bytes, file: str) -> object:
    return read_usage(Named(Path(file), Place(file), "", content))


@pytest.mark.parametrize(
    ("table", "stated", "asked"),
    [
        ("No;Preis (brutto)\nWD-1;489,90 EUR\n", "net", "the name of a column says gross"),
        ("No;Preis netto\nWD-1;489,90 EUR\n", "gross", "the name of a column says net"),
        ("Alle Preise brutto\nNo;Preis\nWD-1;489,90 EUR\n", "net", "the text above the table"),
        ("Preise zzgl. MwSt.\nNo;Preis\nWD-1;489,90 EUR\n", "gross", "the text above the table"),
        ("No;Preis (brutto)\nWD-1;489,90 EUR\n", "gross", ""),
        ("No;Preis (brutto)\nWD-1;489,90 EUR\n", "", ""),
        ("No;Preis\nWD-1;489,90 EUR\nBruttosumme;583\n", "net", ""),
        ("No;Brutto;Preis netto\nWD-1;583,00 EUR;489,90 EUR\n", "net", ""),
    ],
)
def test_taxes_that_the_table_contradicts_are_asked_for(
    table: str, stated: str, asked: str
) -> None:
    """Also where the form was chosen for another table of the vendor."""
    found = read_quote_table(table.encode(), "v.csv", form(taxes=stated))
    said = [one for one in found.questions if "ones are chosen" in one]
    assert len(said) == bool(asked)
    assert all(one.startswith(asked) for one in said)


@pytest.mark.parametrize("text", ["Preisliste, Stand 01.11.2026", "Price list as of 2026-11-01"])
def test_the_date_of_a_price_list_is_found(text: str) -> None:
    found = read_quote_table(f"{text}\nNo;Preis netto\nWD-1;489,90 EUR\n".encode(), "v.csv")
    assert found.facts["date"] == "2026-11-01"


@pytest.mark.parametrize(
    ("unit", "read"),
    [
        ("TB", "22.50 EUR/TB"),
        ("per TB", "22.50 EUR/TB"),
        ("je TiB", "22.50 EUR/TiB"),
        ("Stk.", "22.50 EUR"),
        ("ea", "22.50 EUR"),
        ("pcs.", "22.50 EUR"),
        ("Stück", "22.50 EUR"),
        ("1 pc", "22.50 EUR"),
        ("pièce", "22.50 EUR"),
        ("", "22.50 EUR"),
        ("1", "22.50 EUR"),
    ],
)
def test_a_column_of_units_says_what_a_price_is_for(unit: str, read: str) -> None:
    """A price per TB is none of a drive."""
    text = f"Artikelnummer;Preis netto;Einheit\nWD-1;22,50 EUR;{unit}\n"
    found = read_quote_table(text.encode(), "v.csv")
    [line] = found.lines
    assert not found.problems
    assert {line.get("price_per_capacity"), line.get("price")} == {read, None}


@pytest.mark.parametrize("unit", ["10", "per month", "Jahr", "VPE", "m", "100 Stk", "VE", "KRT"])
def test_prices_of_other_units_are_refused(unit: str) -> None:
    text = f"Artikelnummer;Preis netto;Einheit\nWD-1;22,50 EUR;{unit}\n"
    [problem] = read_quote_table(text.encode(), "v.csv").problems
    assert str(problem.place) == "v.csv:2:3"
    assert "write the price of one piece" in problem.what


def test_totals_are_of_pieces_or_capacities_as_their_units_say() -> None:
    text = "Part no;Qty;Unit;Total EUR net\nWD-1;10;{};3000\n"
    [problem] = read_quote_table(text.format("VE").encode(), "v.csv").problems
    assert problem.what.startswith("this price is per 'VE'")
    found = read_quote_table(text.format("TB").encode(), "v.csv")
    assert not found.problems
    assert found.lines[0]["price_per_capacity"] == "300.0 EUR/TB"


def test_a_price_per_capacity_has_the_currency_of_the_table() -> None:
    text = "Artikelnummer;Preis;Einheit\nWD-1;22,50;TB\n"
    [line] = read_quote_table(text.encode(), "v.csv", form(taxes="net", currency="EUR")).lines
    assert line["price_per_capacity"] == "22.5 EUR/TB"


@pytest.mark.parametrize(
    "table",
    [
        "Part;List price USD;Discount;Net price USD\nWD-1;1000;10 %;900\nWD-2;50;;50\n",
        "Part;Net price USD;Discount;List price USD net\nWD-1;900;10 %;1000\n",
        "Part;List price USD net;Rabatt;Offer price USD net\nWD-1;1000;10;900\n",
        "Part;Your price USD net;List price USD net\nWD-1;900;1000\n",
        "Part;Listenpreis USD netto;Angebotspreis USD netto\nWD-1;1000;900\n",
    ],
)
def test_a_discount_counts_once_and_the_price_that_is_offered(table: str) -> None:
    """A net price beside its list price has the discount already."""
    line = read_quote_table(table.encode(), "v.csv").lines[0]
    assert (line["price"], "discount" in line) == (900, False)


def test_a_discount_beside_one_price_counts() -> None:
    table = "Part;List price USD net;Discount\nWD-1;1000;10 %\n"
    [line] = read_quote_table(table.encode(), "v.csv").lines
    assert (line["price"], line["discount"]) == (1000, "10 %")
    table = "Part;List price USD net;Old price USD;Discount\nWD-1;1000;2000;10 %\n"
    [line] = read_quote_table(table.encode(), "v.csv").lines
    assert line["discount"] == "10 %"


@pytest.mark.parametrize(
    ("price", "total", "is_right"),
    [("48,99", "48990", False), ("48990", "48990", False), ("489,90", "48990", True),
     ("489,90", "41641,50", True), ("489,90", "58298,10", True)],
)  # fmt: skip
def test_a_total_far_from_price_and_pieces_is_refused(
    price: str, total: str, *, is_right: bool
) -> None:
    """The price is for ten, or that of the line; a discount or a tax is none of it."""
    table = f"Artikelnummer;Menge;Preis netto EUR;Gesamtpreis EUR\nWD-1;100;{price};{total}\n"
    problems = read_quote_table(table.encode(), "v.csv").problems
    assert bool(problems) != is_right
    assert all("of one piece" in one.what for one in problems)


@pytest.mark.parametrize(
    ("stated", "read"),
    [
        ("4 Wochen", "4 weeks"),
        ("4-6 Wochen", "6 weeks"),
        ("ca. 14 Tage", "14 days"),
        ("8 bis 10 weeks", "10 weeks"),
        ("2 Monate", "2 months"),
        ("14 days", "14 days"),
        ("KW 12", "KW 12"),
    ],
)
def test_lead_times_are_read_in_three_languages(stated: str, read: str) -> None:
    """Of a range, the longest counts; a calendar week is none, and refused by the quote."""
    text = f"Artikelnummer;Preis netto EUR;Lieferzeit\nWD-1;489,90;{stated}\n"
    assert read_quote_table(text.encode(), "v.csv").lines[0]["lead_time"] == read


def test_the_rate_of_the_tax_may_stand_in_the_name_of_the_column() -> None:
    text = "Artikelnummer;Preis inkl. 19 % MwSt. EUR\nWD-1;119\n"
    found = read_quote_table(text.encode(), "v.csv").form
    assert (found.taxes, found.vat_rate) == ("gross", 0.19)


@pytest.mark.parametrize(
    ("head", "cell", "read"),
    [
        ("Discount %", "0.5", "0.5 %"),
        ("Discount %", "10", "10 %"),
        ("Rabatt %", "5,5", "5.5 %"),
        ("Discount", "10 %", "10 %"),
        ("Discount", "0.1", 0.1),
    ],
)
def test_a_discount_below_a_percent_sign_is_in_percent(
    head: str, cell: str, read: str | float
) -> None:
    """Half a percent is none of a half."""
    text = f"Artikelnummer;Preis netto EUR;{head}\nWD-1;489,90;{cell}\n"
    [line] = read_quote_table(text.encode(), "v.csv").lines
    assert line["discount"] in (read, str(read))


@pytest.mark.parametrize(
    ("cells", "is_read"),
    [
        ("0;;", False),
        ("0,00 EUR;;", False),
        ("489,90;100 %;", False),
        ("489,90;1;", False),
        ("0;;free of charge", True),
        ("0,01;;", True),
        ("489,90;10 %;", True),
    ],
)
def test_what_costs_nothing_needs_a_note(cells: str, is_read: bool) -> None:
    """It would lower a total without a word."""
    text = f"Artikelnummer;Preis netto;Rabatt;Bemerkung\nWD-1;{cells}\nWD-2;12,50;;\n"
    found = read_quote_table(text.encode(), "v.csv", TableForm(decimal_mark=","))
    assert len(found.lines) == 1 + is_read
    why = (2, "it costs nothing, and no note says why")
    assert (found.skipped, found.problems) == ((why,) * (not is_read), ())
