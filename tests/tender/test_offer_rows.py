"""Rows of bidders' own tables: each with all that is read of it, and each sum with its question."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
import yaml

from model.parts.quote_tables import read_quote_table
from model.reading.documents import read_document
from model.tender.offer_tables import OfferForm, OfferRow, OfferTable, read_offer_table
from model.tender.tender_file import TenderFile, read_tender

RULES: dict[str, Any] = {
    "id": "T",
    "vat": "19 %",
    "term": 3,
    "lines": [
        {"position": "1.1", "title": "File server", "quantity": 2},
        {"position": "2.1", "title": "Installation", "section": "services"},
        {"position": "9.1", "title": "Training", "kind": "option"},
        {"position": "10.4.2", "title": "Spare drives"},
        {"position": "10", "title": "Spares"},
    ],
}
HEAD = "Pos;Text;Menge;Einzelpreis netto EUR;Gesamtpreis;MwSt;Bemerkung\n"


def rules(**changed: Any) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump(RULES | changed), "tender.yaml"))


def offer(*rows: str, head: str = HEAD, **form: Any) -> OfferTable:
    """Read rows of position, text, pieces, price, total, tax and note."""
    text = head + "".join(f"{row}{';' * (6 - row.count(';'))}\n" for row in rows)
    own = form.pop("tender", rules())
    return read_offer_table(text.encode(), "a.csv", own, "A", OfferForm.model_validate(form))


def read(one: OfferRow) -> tuple[Any, ...]:
    """All of a row but its number and its text."""
    numbers = (one.quantity, one.unit_price, one.total, one.amount)
    facts = (one.own, one.position, one.is_asked)
    return (*facts, *(None if n is None else float(n) for n in numbers), one.is_option, one.vat)


ROWS: dict[str, tuple[Any, ...]] = {
    "1.1;Server;2;10,00;20,00;19 %": ("1.1", "1.1", True, 2, 10, 20, 20, False, 0.19),
    "01.01.;Server;2;10,00;21,00": ("01.01", "1.1", True, 2, 10, 21, 20, False, None),
    "1.1;Server;2;;20,00": ("1.1", "1.1", True, 2, None, 20, 20, False, None),
    "1.1;Server;2;0,3345": ("1.1", "1.1", True, 2, 0.3345, None, 0.67, False, None),
    "1.1;Server;2": ("1.1", "1.1", True, 2, None, None, None, False, None),
    # below a position: its steps begin as those of the longest that the tender has
    "1.1.7;Cables;2;1": ("1.1.7", "1.1", True, 2, 1, None, 2, False, None),
    "10.4.2.1;SAS drive;1;5": ("10.4.2.1", "10.4.2", True, 1, 5, None, 5, False, None),
    "10.4;SAS drive;1;5": ("10.4", "10", True, 1, 5, None, 5, False, None),
    "1.10;Cables;2;1": ("1.10", "1.10", False, 2, 1, None, 2, False, None),
    "1;Cables;2;1": ("1", "1", False, 2, 1, None, 2, False, None),
    # by its text
    ";installation;1;5": ("", "2.1", True, 1, 5, None, 5, False, None),
    "7;Installation;1;5": ("7", "2.1", True, 1, 5, None, 5, False, None),
    ";Cables;1;5": ("", "row 2", False, 1, 5, None, 5, False, None),
    # by the year of maintenance
    "7;Support year 2;1;5": ("7", "M2", True, 1, 5, None, 5, False, None),
    ";Wartung im 3. Jahr;1;5": ("", "M3", True, 1, 5, None, 5, False, None),
    "7;Wartung;1;5": ("7", "7", False, 1, 5, None, 5, False, None),
    "7;Lieferung im 2. Jahr;1;5": ("7", "7", False, 1, 5, None, 5, False, None),
    # options: as the tender says, or else as the row does
    "9.1;Training;1;5": ("9.1", "9.1", True, 1, 5, None, 5, True, None),
    "1.1;Option: file server;1;5": ("1.1", "1.1", True, 1, 5, None, 5, False, None),
    "7;Option: cables;1;5": ("7", "7", False, 1, 5, None, 5, True, None),
    "7;Cables, optional;1;5": ("7", "7", False, 1, 5, None, 5, False, None),
    "7;Cables;1;5;Option": ("7", "7", False, 1, 5, None, 5, True, None),
    "7;Cables;1;5;;;optional": ("7", "7", False, 1, 5, None, 5, True, None),
    # rates of tax, in percent or as a share
    "1.1;Server;1;5;;19,00 %": ("1.1", "1.1", True, 1, 5, None, 5, False, 0.19),
    "1.1;Server;1;5;;7,5%": ("1.1", "1.1", True, 1, 5, None, 5, False, 0.075),
    "1.1;Server;1;5;;MwSt. 7 %": ("1.1", "1.1", True, 1, 5, None, 5, False, 0.07),
    "1.1;Server;1;5;;19": ("1.1", "1.1", True, 1, 5, None, 5, False, 0.19),
    "1.1;Server;1;5;;1": ("1.1", "1.1", True, 1, 5, None, 5, False, 0.01),
    "1.1;Server;1;5;;0,07": ("1.1", "1.1", True, 1, 5, None, 5, False, 0.07),
    # pieces and amounts as they are written
    "1.1;Server;2 Stück;5": ("1.1", "1.1", True, 2, 5, None, 10, False, None),
    "1.1;Server;1,5;5": ("1.1", "1.1", True, 1.5, 5, None, 7.5, False, None),
    "1.1;Server;2;inkl.;inkl.": ("1.1", "1.1", True, 2, 0, 0, 0, False, None),
    "1.1;Server;2;auf Anfrage": ("1.1", "1.1", True, 2, None, None, None, False, None),
    "1.1;Server;2;1.250,50 EUR": ("1.1", "1.1", True, 2, 1250.5, None, 2501, False, None),
}


@pytest.mark.parametrize("row", ROWS)
def test_each_row(row: str) -> None:
    """Own position, that of the tender, pieces, price, total, what it costs, option, and tax."""
    found = offer(row)
    assert [read(one) for one in found.rows] == [ROWS[row]]
    assert (found.questions, found.skipped, found.problems) == ((), (), ())


SKIPPED: dict[str, tuple[int, str]] = {
    "1.1;Server;0;5": (2, "its quantity is 0"),
    "1;Hardware": (2, "no quantity and no price"),
    ";Summe": (2, "a sum without a value"),
    ";Summe;;;19 %": (2, "a sum without a value"),
    ";Summe;;;25,00 USD": (2, "a sum without a value"),
    ";Summe;;;5": (2, "a sum"),
    ";Summe;;5": (2, "a sum"),
}


@pytest.mark.parametrize("row", SKIPPED)
def test_rows_that_count_for_nothing(row: str) -> None:
    found = offer(row, "2.1;Installation;1;5")
    assert found.skipped == (SKIPPED[row],)
    assert [one.position for one in found.rows] == ["2.1"]


DECIDE: list[tuple[tuple[str, ...], dict[str, Any], list[tuple[int, str]]]] = [
    (
        ("1.1;Server;;5", "2.1;Installation;1;5"),
        {},
        [
            (
                2,
                "this row has a price and no quantity: choose whether such rows are left out "
                "(skip) or count once (one)",
            )
        ],
    ),
    (("1.1;Server;;5", "2.1;Installation;1;5"), {"without_quantity": "one"}, []),
    (
        ("2.1;Kisten;1;5",),
        {},
        [
            (
                2,
                "its number is that of position 2.1, and its text is another one: state which "
                "position this row is of",
            )
        ],
    ),
    (("2.1;Installieren;1;5",), {}, []),
    (("2.1;42;1;5",), {}, []),
    (("9.1;Trainer;1;5",), {}, []),
    (
        ("1.1;Server;1;5;;19 %", "1.1;Server;1;5;;7 %"),
        {},
        [(2, "rows of one position have several rates of tax: map them to positions of them")],
    ),
    (("1.1;Server;1;5;;7 %", "1.1;Server;1;5;;7 %"), {}, []),
    (
        (";Summe;;;5",),
        {},
        [(0, "no row has a price: choose the row of the column names and the columns")],
    ),
    (("7;x;1;5",), {"positions": {"7": "2.1"}}, []),
    (("7;x;1;5",), {"positions": {"row 2": "2.1"}}, []),
]


@pytest.mark.parametrize(("rows", "form", "questions"), DECIDE)
def test_what_has_to_be_decided(
    rows: tuple[str, ...], form: dict[str, Any], questions: list[tuple[int, str]]
) -> None:
    assert list(offer(*rows, **form).questions) == questions


def test_chosen_positions_count_before_those_that_are_proposed() -> None:
    """By the row, then the own position, then the text; others stay as proposed."""
    rows = ("1.1;Server;1;5", "7;Cables;1;5", "8;Screws;1;5", "9;Plugs;1;5")
    chosen = {"row 2": "2.1", "1.1": "9.1", "7": "10", "Cables": "1.1", "screws": "77", "9": "-"}
    found = offer(*rows, positions=chosen)
    assert [(one.row, one.position, one.is_asked) for one in found.rows] == [
        (2, "2.1", True),
        (3, "10", True),
        (4, "77", False),
    ]
    assert found.skipped == ((5, "left out"),)


TWO = ("1.1;Server;2;10,00;20,00", "2.1;Installation;1;5;5")
DIFFERS = "; the rows above it add up to {}, a difference of {}. Please explain it."
SUMS: list[tuple[tuple[str, ...], float | None, list[str]]] = [
    ((*TWO, ";Summe;;;25,00"), 25, []),
    (
        (*TWO, ";Summe;;;25,01"),
        None,
        [f"Row 4 states a sum of 25.01 EUR{DIFFERS.format('25.00 EUR', '0.01 EUR')}"],
    ),
    ((*TWO, ";Gesamtbetrag brutto;;;29,75"), None, []),
    (
        (*TWO, ";Gesamtbetrag brutto;;;29,76"),
        None,
        [f"Row 4 states a sum of 29.76 EUR{DIFFERS.format('29.75 EUR with tax', '0.01 EUR')}"],
    ),
    ((*TWO, ";zzgl. 19 % MwSt;;;4,75"), None, []),
    ((*TWO, ";zzgl. 19,00 % MwSt;;;4,75"), None, []),
    (
        (*TWO, ";zzgl. 19,00 % MwSt;;;4,76"),
        None,
        ["Row 4 states a tax of 4.76 EUR; by its rate, it is 4.75 EUR. Please explain it."],
    ),
    ((*TWO, ";MwSt;;;9,99"), None, []),
    # sums of sections, and of all
    ((TWO[0], ";Zwischensumme;;;20", TWO[1], ";Zwischensumme;;;5", ";Summe;;;25"), 25, []),
    (
        (TWO[0], ";Zwischensumme;;;20", TWO[1], ";Zwischensumme;;;6", ";Summe;;;25"),
        25,
        [f"Row 5 states a sum of 6.00 EUR{DIFFERS.format('25.00 EUR', '-19.00 EUR')}"],
    ),
    # without options, or with them
    ((*TWO, "9.1;Training;1;7;7", ";Summe;;;25"), 25, []),
    ((*TWO, "9.1;Training;1;7;7", ";Summe;;;32"), None, []),
    (
        (*TWO, "9.1;Training;1;7;7", ";Summe;;;33"),
        None,
        [f"Row 5 states a sum of 33.00 EUR{DIFFERS.format('25.00 EUR', '8.00 EUR')}"],
    ),
    (
        (*TWO, "10;Spares;1", ";Summe;;;33"),
        None,
        [
            "Row 5 states a sum of 33.00 EUR, and some rows above it have no price. Which prices "
            "does it include?"
        ],
    ),
    # a sum is no longer that of all rows if others follow
    ((*TWO, ";Summe;;;25", "7;Cables;1;1"), None, []),
    (
        ("7;Cables;1;1", "7;Cables;2;1;3"),
        None,
        [
            "Rows 2, 3 are all of position 7. Do all of them count?",
            "Row 3: unit price times quantity is 2.00 EUR, the stated total 3.00 EUR. Please "
            "explain it.",
        ],
    ),
]


@pytest.mark.parametrize(("rows", "total", "questions"), SUMS)
def test_each_sum(rows: tuple[str, ...], total: float | None, questions: list[str]) -> None:
    """What the bidder is asked, and the stated total, which is of all rows."""
    found = offer(*rows)
    assert found.data.get("questions", []) == questions
    assert found.data.get("total") == total


def test_a_stated_tax_of_gross_prices_is_within_them() -> None:
    """119 EUR hold 19 EUR at 19 %."""
    head = HEAD.replace("netto", "brutto")
    for tax, asked in (("19,00", []), ("22,61", ["22.61 EUR; by its rate, it is 19.00 EUR."])):
        found = offer("1.1;Server;1;119", f";19 % MwSt;;;{tax}", head=head)
        questions = found.data.get("questions", [])
        assert len(questions) == len(asked)
        assert all(text in one for text, one in zip(asked, questions, strict=True))


LINES: list[tuple[tuple[str, ...], list[dict[str, Any]]]] = [
    (
        ("1.1;Server;2;10;20;7 %",),
        [
            {
                "position": "1.1",
                "title": "Server",
                "section": "goods",
                "quantity": 2,
                "unit_price": 10,
                "total": 20,
                "vat": 0.07,
            }
        ],
    ),
    (  # two rows of a position: what they cost together
        ("2.1;Installation;2;10", "2.1;Installation, again;1;5"),
        [
            {
                "position": "2.1",
                "title": "Installation",
                "section": "services",
                "total": 25,
                "remark": "rows 2, 3 of the offer",
            }
        ],
    ),
    (
        ("2.1;Installation;2;10", "2.1;Installation, again;1"),
        [
            {
                "position": "2.1",
                "title": "Installation",
                "section": "services",
                "quantity": 1,
                "remark": "rows 2, 3 of the offer",
            }
        ],
    ),
    (
        ("7;Support year 2;1;5", "8;Screws;1;inkl."),
        [
            {
                "position": "M2",
                "title": "Support year 2",
                "section": "maintenance",
                "year": 2,
                "quantity": 1,
                "unit_price": 5,
            },
            {
                "position": "8",
                "title": "Screws",
                "quantity": 1,
                "unit_price": 0,
                "remark": "included",
            },
        ],
    ),
    (  # a position that is both is split
        ("7;Cables;1;1", "7;Option: cables;1;2"),
        [
            {"position": "7", "title": "Cables", "quantity": 1, "unit_price": 1},
            {
                "position": "7 option",
                "title": "Option: cables",
                "kind": "option",
                "quantity": 1,
                "unit_price": 2,
            },
        ],
    ),
]


@pytest.mark.parametrize(("rows", "lines"), LINES)
def test_rows_become_the_lines_of_a_bid(rows: tuple[str, ...], lines: list[dict[str, Any]]) -> None:
    """Nothing is there that the table doesn't say."""
    found = offer(*rows)
    assert found.data["lines"] == [
        {name: value for name, value in one.items() if value is not None} for one in lines
    ]
    places = [str(found.place(("lines", n))) for n in range(len(lines))]
    assert places == ["a.csv:2:1", "a.csv:3:1"][: len(lines)]
    assert str(found.place(("lines",))) == str(found.place()) == "a.csv"


@pytest.mark.parametrize(
    ("pieces", "mark", "quantity"),
    [
        ("1.234", "", None),
        ("1.234", ",", 1234),
        ("1.234", ".", 1.234),
        ("1.2345", "", 1.2345),
        ("12345.678", "", 12345.678),
        ("1.5", "", 1.5),
        ("3 pcs", "", 3),
        ("some", "", None),
        ("1.2.3", "", None),
    ],
)
def test_pieces_that_may_be_thousands_are_asked(
    pieces: str, mark: str, quantity: float | None
) -> None:
    found = offer(f"1.1;Server;{pieces};5", "2.1;Installation;1;5", decimal_mark=mark)
    refused = "a.csv:2:3: this is no quantity: write a number"
    assert [str(one) for one in found.problems] == [refused] * (quantity is None)
    assert quantity is None or found.rows[0].quantity == quantity


def test_a_discount_counts_by_the_total() -> None:
    head = "Pos;Text;Menge;Einzelpreis netto EUR;Gesamtpreis;Rabatt;Bemerkung\n"
    [one] = offer("1.1;Server;2;10,00;18,00;10 %", head=head).rows
    assert (one.unit_price, one.total, one.amount) == (None, Decimal("18.00"), Decimal("18.00"))


@pytest.mark.parametrize("rate", ["19 %", "19,00 %", "19.0 %"])
def test_a_rate_of_a_quote_may_have_decimals(rate: str) -> None:
    """19,00 % was read as 0 %: the digits after the mark alone."""
    text = f"Item;Price incl. {rate} VAT EUR\nx;119.50\n"
    form = read_quote_table(text.encode(), "a.csv").form
    assert (form.taxes, form.vat_rate) == ("gross", 0.19)
