"""Bidders' own tables as bids: mapped to positions, added to the cent, and nothing assumed."""

from __future__ import annotations

import datetime
import io
import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font

from model.__main__ import main
from model.errors import InputError
from model.parts.quote_tables import read_quote_table
from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.normalisation import Normalised, normalise
from model.tender.offer_tables import OfferForm, OfferTable, read_offer_table, settled
from model.tender.tender_file import TenderFile, read_tender

RULES = """
id: T
vat: 19 %
term: 5
lines:
- {position: '1.1', title: File server, quantity: 2}
- {position: '2.1', title: Installation, section: services}
- {position: '9.1', title: Schulung, kind: option}
"""
GERMAN = """Angebot Nr. A-117 vom 03.11.2026, gültig bis 31.03.2027;;;;
Alle Preise netto in EUR;;;;
Pos;Bezeichnung;Menge;Einzelpreis;Gesamtpreis
1;Hardware;;;
1.1.1;Server 2U;4;12.500,00;50.000,00
1.1.2;JBOD 60;10;15.250,10;152.501,00
;;;Zwischensumme;202.501,00
2.1;Installation vor Ort;1;1.450,00;1.450,00
3.1;Wartung Jahr 1;1;3.000,00;3.000,00
3.2;Wartung 2. Jahr;1;3.100,00;3.100,00
3.3;Wartung Jahr 3;1;inklusive;inklusive
9.1;Option: Schulung;1;999,00;999,00
;Summe netto;;;210.051,00
;zzgl. 19 % MwSt;;;39.909,69
;Gesamtbetrag brutto;;;249.960,69
"""
TAXES = GERMAN[GERMAN.index(";Summe netto") :]


@pytest.fixture(scope="module")
def tender() -> TenderFile:
    return read_tender(read_document(RULES, "tender.yaml"))


def offer(tender: TenderFile, table: str | bytes, name: str = "a.csv", **form: Any) -> OfferTable:
    content = table.encode() if isinstance(table, str) else table
    return read_offer_table(content, name, tender, "A", OfferForm.model_validate(form))


def normalised(tender: TenderFile, found: OfferTable) -> Normalised:
    return normalise(read_bid(settled(found)), tender)


def test_an_offer_is_mapped_to_positions(tender: TenderFile) -> None:
    """By number, by the number above it, by years of maintenance; sums agree to the cent."""
    found = offer(tender, GERMAN)
    positions = [(one.row, one.position) for one in found.rows]
    assert positions == [
        *((5, "1.1"), (6, "1.1"), (8, "2.1"), (9, "M1"), (10, "M2"), (11, "M3"), (12, "9.1"))
    ]
    bid = read_bid(settled(found))
    assert (bid.offer, bid.prices, bid.currency) == ("A-117", "net", "EUR")
    assert bid.valid_until == datetime.date(2027, 3, 31)
    assert bid.total is not None
    assert bid.total.amount == Decimal("210051.0")
    assert bid.questions == ()
    lines = {one.position: one for one in bid.lines}
    assert lines["1.1"].total is not None
    assert lines["1.1"].total.amount == Decimal("202501.0")
    assert (lines["9.1"].kind, lines["M2"].section, lines["M2"].year) == (
        "option",
        "maintenance",
        2,
    )
    result = normalise(bid, tender)
    assert [one.amount for one in result.steps[:3]] == [
        *(Decimal("203951.0"), Decimal(0), Decimal("6100.0"))
    ]
    assert "Position M3: the price is 0. Is it offered free of charge?" in result.questions


def test_windows_encoding_and_other_columns(tender: TenderFile) -> None:
    """The encoding is found; a column can be chosen by its name."""
    text = GERMAN.replace("Einzelpreis", "Ihr Preis für 1 Stück")
    found = offer(
        tender,
        text.encode("cp1252"),
        columns={"position": "Pos", "name": "Bezeichnung", "pieces": "Menge",
                 "price": "Ihr Preis für 1 Stück", "total": "Gesamtpreis"},
    )  # fmt: skip
    assert found.form.encoding == "windows-1252"
    assert read_bid(settled(found)).lines == read_bid(settled(offer(tender, GERMAN))).lines


DIFFERENT: list[tuple[str, str, str]] = [
    ("210.051,00", "210.051,01", "a difference of 0.01 EUR. Please explain it"),
    ("202.501,00\n2.1", "202.500,99\n2.1", "Row 7 states a sum of 202 500.99 EUR"),
    ("39.909,69", "39.909,70", "Row 14 states a tax of 39 909.70 EUR; by its rate"),
    ("249.960,69", "249.960,70", "add up to 249 960.69 EUR with tax, a difference of 0.01"),
    (";4;12.500,00;50.000,00", ";4;12.500,00;50.000,01", "Row 7 states a sum"),
    (";4;12.500,00;50.000,00", ";4;12.500,00;50.000,01", "Row 5: unit price times quantity is"),
    ("1.1.2;", "1.1.1;", "Rows 5, 6 are all of position 1.1.1. Do all of them count?"),
]


@pytest.mark.parametrize(("old", "new", "question"), DIFFERENT)
def test_sums_are_compared_to_the_cent(
    tender: TenderFile, old: str, new: str, question: str
) -> None:
    """What differs by a cent becomes a question to the bidder."""
    assert old in GERMAN
    text = GERMAN.replace(old, new)
    rule = tender.model_copy(update={"line_rule": "total"})
    questions = normalised(rule, offer(rule, text)).questions
    assert any(question in one.replace("\N{NARROW NO-BREAK SPACE}", " ") for one in questions)


def test_a_missing_price_is_incomplete_and_not_0(tender: TenderFile) -> None:
    """On request, or nothing: the position has no price, and the bid none."""
    for nothing in ("auf Anfrage;", ";", "-;-", "tbd;"):
        text = GERMAN.replace("1.450,00;1.450,00", nothing)
        result = normalised(tender, offer(tender, text))
        assert result.price is None
        assert "position 2.1 has no price" in result.undecided
    part = GERMAN.replace("15.250,10;152.501,00", ";")
    result = normalised(tender, offer(tender, part))
    assert result.undecided == ["position 1.1 has no price", *result.undecided[1:]]
    assert any("some rows above it have no price" in one for one in result.questions)


DECIDE: list[tuple[str, str, str]] = [
    (TAXES, "", "choose net or gross"),
    (";1;1.450,00;", ";;1.450,00;", "row has a price and no quantity"),
    ("2.1;Installation vor Ort", "2.1;Spares", "its number is that of position 2.1"),
    ("Einzelpreis;Gesamtpreis", "Einzelpreis;Rabatt", "has a discount and no total"),
]


@pytest.mark.parametrize(("old", "new", "question"), DECIDE)
def test_what_the_table_does_not_say_is_asked(
    tender: TenderFile, old: str, new: str, question: str
) -> None:
    assert old in GERMAN
    text = GERMAN.replace("netto", "") if old == TAXES else GERMAN
    found = offer(tender, text.replace(old.replace("netto", ""), new))
    assert any(question in one for _, one in found.questions)
    with pytest.raises(InputError):
        settled(found)


def test_decisions_are_kept(tender: TenderFile) -> None:
    """Rows are mapped, left out, or count once, as chosen."""
    text = GERMAN.replace("2.1;Installation vor Ort;1;", "4.7;Setup;;")
    chosen = {"row 8": "2.1", "3.3": "-", "Option: Schulung": "9.1"}
    found = offer(tender, text, positions=chosen, without_quantity="one")
    assert {one.row: one.position for one in found.rows}[8] == "2.1"
    assert (11, "left out") in found.skipped
    skipped = offer(tender, text, without_quantity="skip")
    assert (8, "no quantity") in skipped.skipped


AMBIGUOUS = """Pos,Item,Qty,Unit price net (EUR)
1.1,File server,2,1.234
2.1,Installation,1,5
"""


def test_a_point_before_three_digits_is_asked(tender: TenderFile) -> None:
    """1.234 is either; with a stated mark it is one of them."""
    with pytest.raises(
        InputError, match=r"a\.csv:2:4: this is no amount: write a number, and choose"
    ):
        settled(offer(tender, AMBIGUOUS))
    for mark, amount in ((".", "1.234"), (",", "1234")):
        bid = read_bid(settled(offer(tender, AMBIGUOUS, decimal_mark=mark)))
        assert bid.lines[0].unit_price is not None
        assert bid.lines[0].unit_price.amount == Decimal(amount)


WRONG: list[tuple[str, str]] = [
    ("1.1,File server,2,4711 USD", "this is no amount"),
    ("1.1,File server,2,4711 apples", "this is no amount"),
    ("1.1,File server,some,4711", "this is no quantity"),
    ("1.1,File server,-2,4711", "lines.0.quantity"),
]


@pytest.mark.parametrize(("row", "message"), WRONG)
def test_wrong_rows(tender: TenderFile, row: str, message: str) -> None:
    """With their rows, and without what stands there: bids are confidential."""
    with pytest.raises(InputError) as error:
        read_bid(settled(offer(tender, AMBIGUOUS.replace("1.1,File server,2,1.234", row))))
    assert message in str(error.value)
    assert "a.csv:2:" in str(error.value)
    assert "4711" not in str(error.value)


ROWS: list[list[Any]] = [
    ["Pos", "Item", "Qty", "Unit price net (EUR)", "Total (EUR)"],
    ["1.1", "File server", 2, 100.1, "=C2*D2"],
    ["2.1", "Installation", 1, 50, 50],
    ["", "Total net", "", "", "=SUM(E2:E3)"],
]


def book(change: Callable[[Any], None] = lambda sheet: None) -> bytes:
    """A workbook whose totals are formulas, as those of most offers."""
    found = openpyxl.Workbook()
    sheet = found.active
    for row in ROWS:
        sheet.append(row)
    change(sheet)
    buffer = io.BytesIO()
    found.save(buffer)
    return buffer.getvalue()


NO_RATES = [("frei", None), ("119 %", None), ("siehe AGB", None)]


@pytest.mark.parametrize(("tax", "rate"), [("19 %", 0.19), ("7", 0.07), (0, 0), *NO_RATES])
def test_a_tax_that_is_no_rate_is_refused(
    tender: TenderFile, tax: str | int, rate: float | None
) -> None:
    """It would be that of the tender."""

    def change(sheet: Any) -> None:
        sheet["F1"], sheet["F2"] = "VAT", tax

    found = offer(tender, book(change), "a.xlsx")
    assert found.rows[0].vat == rate
    assert [str(one) for one in found.problems] == [
        "a.xlsx:2:6: this is no tax rate: write one such as 19 %, 0 % if no tax is due, or "
        "nothing for the rate of the tender"
    ] * (rate is None)


def test_totals_that_are_formulas_are_computed_anew(tender: TenderFile) -> None:
    """Prices and quantities count; what a formula shows doesn't."""
    found = offer(tender, book(), "a.xlsx")
    assert [one.amount for one in found.rows] == [Decimal("200.2"), Decimal("50.0")]
    assert (4, "a sum without a value") in found.skipped


def hide_row(sheet: Any) -> None:
    sheet.row_dimensions[3].hidden = True


def hide_prices(sheet: Any) -> None:
    """A hidden column with a name that would be preferred."""
    sheet["F1"], sheet["F2"], sheet["F3"] = "Net unit price (EUR)", 1, 1
    sheet.column_dimensions["F"].hidden = True


def hidden_sheet(sheet: Any) -> None:
    other = sheet.parent.create_sheet("Prices")
    other.append(ROWS[0])
    other.append(["1.1", "File server", 2, 1, 2])
    other.sheet_state = "hidden"


def test_what_is_hidden_is_not_believed(tender: TenderFile) -> None:
    """A hidden row is refused; a hidden sheet or column isn't read."""
    with pytest.raises(InputError, match=r"a\.xlsx:3:1: this row is hidden"):
        settled(offer(tender, book(hide_row), "a.xlsx"))
    plain = offer(tender, book(), "a.xlsx")
    for change in (hide_prices, hidden_sheet):
        assert offer(tender, book(change), "a.xlsx").rows == plain.rows


def formula(sheet: Any) -> None:
    sheet["D2"] = "=1+1"


def dated(sheet: Any) -> None:
    sheet["A2"] = datetime.date(2026, 1, 1)


def merged(sheet: Any) -> None:
    sheet.merge_cells("D2:D3")


def struck(sheet: Any) -> None:
    sheet["D2"].font = Font(strike=True)


def in_thousands(sheet: Any) -> None:
    sheet["D2"].value, sheet["D2"].number_format = 1_234_000, "#,##0,"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (struck, ":2:4: this cell is struck through: empty it, or remove the line"),
        (in_thousands, ":2:4: the format of this cell hides its thousands"),
        (formula, ":2:4: this cell has a formula: replace it by its value"),
        (dated, ":2:1: a date stands here: format the cell as a text"),
        (merged, ":2:4: 'D2:D3' is one merged cell"),
    ],
)
def test_cells_without_values_are_refused(
    tender: TenderFile, change: Callable[[Any], None], message: str
) -> None:
    with pytest.raises(InputError) as error:
        settled(offer(tender, book(change), "a.xlsx"))
    assert message in str(error.value)


def test_a_number_that_may_be_two_positions_is_asked() -> None:
    """Excel shows 1.10 and keeps 1.1."""
    rules = "id: T\nlines: [{position: '1.1'}, {position: '1.10'}, {position: '2.1'}]"
    tender = read_tender(read_document(rules, "t.yaml"))

    def as_number(sheet: Any) -> None:
        sheet["A2"] = 1.1

    found = offer(tender, book(as_number), "a.xlsx")
    what = "its position is a number, and may be 1.1 or 1.10: state which one it is"
    assert found.questions == ((2, what),)
    assert offer(tender, book(), "a.xlsx").questions == ()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    Path("tender.yaml").write_text(RULES, encoding="utf-8")
    Path("Alpha.csv").write_text(GERMAN, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """`offer` shows how a table is read, and writes it; `bids` takes the table or the YAML."""
    assert main(["offer", "tender.yaml", "Alpha.csv"]) == 0
    shown = capsys.readouterr().out
    assert "Einzelpreis  price" in shown
    assert "row 13 is skipped: a sum" in shown
    assert main(["offer", "tender.yaml", "Alpha.csv", "--out", "alpha.yaml"]) == 0
    capsys.readouterr()
    prices = []
    for bid in ("Alpha.csv", "alpha.yaml"):
        assert main(["bids", "tender.yaml", bid, "--json", "-"]) == 0
        [found] = json.loads(capsys.readouterr().out)["bids"]
        prices.append((found["name"], found["price"], found["steps"]))
    assert prices[0] == prices[1]


@pytest.mark.usefixtures("folder")
def test_the_rows_that_are_not_shown_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"4.{n};thing {n};1;1,00;1,00\n" for n in range(1, 61))
    Path("Long.csv").write_text(GERMAN.replace(TAXES, "") + rows, encoding="utf-8")
    assert main(["offer", "tender.yaml", "Long.csv"]) == 0
    shown = capsys.readouterr().out
    left = re.search(r"^and (\d+) more$", shown, re.MULTILINE)
    assert left
    assert len(re.findall(r"thing \d+ ", shown)) == 60 - int(left[1])


@pytest.mark.usefixtures("folder")
def test_how_a_bidder_writes_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """With its columns, but without positions, which are of one tender alone."""
    text = GERMAN.replace(TAXES, "").replace("netto", "")
    Path("Beta.csv").write_text(text, encoding="utf-8")
    assert main(["bids", "tender.yaml", "Beta.csv"]) == 1
    assert "choose net or gross" in capsys.readouterr().err
    chosen = ["--bidder", "Beta", "--taxes", "net", "--position", "row 8=-", "--keep"]
    assert main(["offer", "tender.yaml", "Beta.csv", *chosen]) == 0
    assert main(["bids", "tender.yaml", "Beta.csv", "--json", "-"]) == 0
    out = capsys.readouterr().out
    [found] = json.loads(out[out.index("{\n") :])["bids"]
    assert found["steps"][0]["amount"] == 203951.0
    assert main(["offer", "tender.yaml", "Beta.csv", "--position", "2.1"]) == 2


def of_formats(code: str, head: str = "Unit price net") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Position", "Item", "Quantity", head, "Total"])
    sheet.append(["1.1", "File server", 2, 100.0, 200.0])
    for cell in (sheet["D2"], sheet["E2"]):
        cell.number_format = code
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_the_format_of_amounts_says_their_currency(tender: TenderFile) -> None:
    """Where nothing else does; where the head of the column says another, that is in doubt."""
    found = offer(tender, of_formats('"$"#,##0.00'), "a.xlsx", taxes="net")
    assert found.data["currency"] == "USD"
    assert not found.problems
    assert offer(tender, of_formats("0.00"), "a.xlsx", taxes="net").data["currency"] == "EUR"
    doubtful = offer(tender, of_formats('"$"0.00', "Unit price net (EUR)"), "a.xlsx")
    assert {one.what.partition(":")[0] for one in doubtful.problems} == {
        "this amount is shown in another currency"
    }
    chosen = offer(tender, of_formats('"$"0.00', "Unit price net (EUR)"), "a.xlsx", currency="EUR")
    assert not chosen.problems


OF_LOTS = """Pos,Item,Qty,Unit price net (EUR)
1,,1,100
2,,1,50
1,,1,70
"""


def of_lots(lot: str) -> TenderFile:
    lines = "[{position: '1', lot: A}, {position: '2', lot: A}, {position: '1', lot: B}]"
    return read_tender(read_document(f"id: T\nlot: '{lot}'\nlines: {lines}", "t.yaml"))


@pytest.mark.parametrize("lot", ["", "A", "B"])
def test_a_position_of_several_lots_is_asked(lot: str) -> None:
    """Its rows were added up, whichever lot they are of."""
    found = offer(of_lots(lot), OF_LOTS)
    assert [row for row, _ in found.questions] == [2, 4]
    assert all("position 1 is in several lots: " in what for _, what in found.questions)


def test_rows_of_other_lots_do_not_count() -> None:
    rules = of_lots("B")
    found = offer(rules, OF_LOTS, positions={"row 2": "-", "row 4": "1"})
    assert found.questions == ()
    one = normalised(rules, found)
    assert one.price == Decimal(70)
    assert one.steps[0].reason == "1 line, in EUR; 1 line of other lots doesn't count"


@pytest.mark.parametrize(
    ("title", "is_asked"),
    [
        ("Maintenance year 1-2", True),
        ("Maintenance years 1 to 2", True),
        ("Wartung 1. bis 2. Jahr", True),
        ("Wartung Jahr 1 und 2", True),
        ("Support, 1st and 2nd year", True),
        ("Maintenance year 1", False),
        ("Wartung 2. Jahr", False),
    ],
)
def test_a_price_of_several_years_is_asked(title: str, is_asked: bool) -> None:
    """It was taken for the price of the first year, and of each that is missing."""
    rules = read_tender(read_document("id: T\nterm: 2\nlines: [{position: '1'}]", "t.yaml"))
    found = offer(rules, f'Pos,Item,Qty,Unit price net (EUR)\n1,x,1,5\n7,"{title}",1,100\n')
    assert any("of several years" in what for _, what in found.questions) == is_asked
    assert [row for row, _ in found.questions] == [3] * is_asked


@pytest.mark.parametrize(("per", "is_wrong"), [("100", True), ("1", False), ("", False)])
@pytest.mark.parametrize("head", ["PE", "Preiseinheit", "Price unit"])
def test_a_price_for_several_pieces_is_refused(
    tender: TenderFile, head: str, per: str, is_wrong: bool
) -> None:
    found = offer(tender, f"Pos;Text;Menge;{head};Einzelpreis netto EUR\n1.1;x;2;{per};10,00\n")
    said = [str(one) for one in found.problems]
    assert said == [
        "a.csv:2:4: this price is for several pieces: write the price of one, and 1 in this column"
    ] * (is_wrong)
    quote = read_quote_table(f"Item;{head};Price net EUR\nx;{per};10.50\n".encode(), "a.csv")
    assert len(quote.problems) == is_wrong
