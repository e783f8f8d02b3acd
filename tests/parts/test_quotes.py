"""What is refused of quotes and price books, and what to write instead."""

import datetime
import json
from typing import Any

import pytest

from model.errors import InputError, Problem
from model.parts.quotes import QuotedPrice, read_quote, unknown_parts
from model.reading.documents import read_document

QUOTE = """schema: ostimate.quote/1
number: Q-1
vendor: V
date: 2026-11-02
taxes: net
currency: EUR
lines: [{part: x, price: 12}]
"""
BOOK = """schema: ostimate.prices/1
date: 2026-11-02
currency: EUR
lines: [{part: x, price: 12}]
"""
NO_PRICE = (
    "not a price: write an amount and its currency, with a decimal point and without "
    "thousands separators, as in '1234.50 EUR'"
)
FREE = (
    "it costs nothing, by its price or its discount: write why in 'note', as in 'free of charge', "
    "or leave the line out if it has no price"
)
NEGATIVE = "must be at least 0: write what one costs, and a reduction as a 'discount'"
NO_DATE = "not a date: write one such as 2026-08-04 or 2026-08"
AN_AMOUNT = (
    "an amount isn't a part: write what the price includes, such as 'processors, memory', and "
    "amounts as the price"
)
NO_TIME = "not a time: write one with its unit, such as '14 days'"
NO_RATE = "not a tax rate: write a share from 0 to 1, or '19 %'"
NO_SCHEMA = (
    "schema: not a schema that is read here: write 'ostimate.quote/1' for a quote, "
    "'ostimate.prices/1' for a price book"
)
NO_NUMBER = 'not a quote or part number: write a short text in quotes, as in "4711"'
IN_GROSS = "vat_rate: missing: write the rate of the tax in the gross price, as in '19 %'"
LINE = "part: x, price: 12"

WRONG_QUOTES = [
    ("number: Q-1\n", "", "1:1: missing: 'number' (quote number)"),
    ("number: Q-1", "number: ''", "2:1: number: must have at least 1 character, has 0"),
    ("number: Q-1", "number: 4711", f"2:1: number: {NO_NUMBER}"),
    ("vendor: V\n", "", "1:1: missing: 'vendor' (name of the vendor)"),
    ("vendor", "vendr", "3:1: vendr: unknown field (did you mean 'vendor'?)"),
    (
        "date: 2026-11-02\n",
        "",
        "1:1: missing: 'date' (date of the quote, as in 2026-08-04)",
    ),
    ("2026-11-02", "613.37", f"4:1: date: {NO_DATE}"),
    (
        "2026-11-02",
        "soon",
        "4:1: date: found 'soon': write a date, such as 2026-08-04 or 2026-08",
    ),
    (
        "taxes: net\n",
        "",
        "1:1: missing: 'taxes' (whether prices include value added tax: 'net' or 'gross')",
    ),
    (
        "taxes: net",
        "taxes: none",
        "5:1: taxes: 'none' isn't possible here (write one of: net, gross)",
    ),
    ("taxes: net", "taxes: gross", f"7:9: lines.0.{IN_GROSS}"),
    ("net", "net\nvat_rate: 613.37 EUR", f"6:1: vat_rate: {NO_RATE}"),
    ("currency: EUR\n", "", f"6:19: lines.0.price: {NO_PRICE}"),
    ("quote/1", "quote/2", f"1:1: {NO_SCHEMA}"),
    ("quote/1", "prices/1", f"1:1: {NO_SCHEMA}"),
    (
        "lines: [{part: x, price: 12}]\n",
        "",
        "1:1: missing: 'lines' (the prices, one entry for each part)",
    ),
    ("[{part: x, price: 12}]", "[]", "7:1: lines: must have at least 1 entry, has 0"),
    ("[{part: x, price: 12}]", "x", "7:1: lines: found 'x': write a list ('- value' lines)"),
    (
        "{part: x, price: 12}",
        "x",
        "7:9: lines.0: found 'x': write a mapping ('name: value' lines)",
    ),
    (
        LINE,
        "price: 12",
        "7:9: lines.0: write the key of a 'part', the vendor's 'number', or a 'name'",
    ),
    (
        LINE,
        "part: x",
        "7:9: lines.0: write a 'price', as in '1234.50 EUR', or a 'price_per_capacity'",
    ),
    (
        LINE,
        "part: X 1, price: 12",
        "7:10: lines.0.part: not a key: write lower-case letters and digits, separated by "
        "dashes, as in seagate-exos-x24-24tb",
    ),
    (LINE, "part: x, price: cheap", f"7:19: lines.0.price: {NO_PRICE}"),
    (LINE, "part: x, price: -12 EUR", f"7:19: lines.0.price: {NEGATIVE}"),
    (LINE, "part: x, price: 0 EUR", f"7:19: lines.0.price: {FREE}"),
    (LINE, "part: x, price: 12 EUR, discount: 100 %", f"7:34: lines.0.discount: {FREE}"),
    (LINE, "part: x, price: [12]", f"7:19: lines.0.price: {NO_PRICE}"),
    (
        LINE,
        "part: x, price: '1,234'",
        "7:19: lines.0.price: the comma may separate thousands or decimals: write the amount "
        "with a decimal point and without thousands separators, as in '1234.50 EUR'",
    ),
    (
        LINE,
        "part: x, price: '1.613 EUR'",
        "7:19: lines.0.price: the point may separate thousands or decimals: write no mark "
        "between thousands, and two decimals, as in '1234.50 EUR'",
    ),
    (
        LINE,
        f"{LINE}, from: 0",
        "7:30: lines.0.from: not a quantity: write a whole number of pieces, at least 1",
    ),
    (LINE, f"{LINE}, form: 5", "7:30: lines.0.form: unknown field (did you mean 'from'?)"),
    (
        LINE,
        f"{LINE}, discount: 2",
        "7:30: lines.0.discount: not a discount: write a share from 0 to 1, or '12 %'",
    ),
    (
        LINE,
        f"{LINE}, valid_until: 2026-10-01",
        "7:9: lines.0.valid_until: the offer ends on 2026-10-01, before its date, 2026-11-02: "
        "correct one of them",
    ),
    (
        LINE,
        f"{LINE}, date: 1899-12-30",
        "7:30: lines.0.date: is before 1990, as the date of an empty cell is: write the date",
    ),
    (
        "2026-11-02",
        "1989-12-31",
        "4:1: date: is before 1990, as the date of an empty cell is: write the date",
    ),
    (
        LINE,
        f"{LINE}, valid_until: 1904-01-01",
        "7:30: lines.0.valid_until: is before 1990, as the date of an empty cell is: write the "
        "date",
    ),
    (LINE, f"{LINE}, valid_until: 613.37", f"7:30: lines.0.valid_until: {NO_DATE}"),
    (LINE, f"{LINE}, lead_time: 613.37", f"7:30: lines.0.lead_time: {NO_TIME}"),
    (
        LINE,
        f"{LINE}, lead_time: soon",
        "7:30: lines.0.lead_time: 'soon' is not a number with a unit; write one such as '72 h'",
    ),
    *(
        (LINE, f"{LINE}, includes: '{text}'", f"7:30: lines.0.includes: {AN_AMOUNT}")
        for text in ("613.37 EUR", "613", "$ 613.37", "EUR 613,37", "memory, 613.37 EUR")
    ),
    (LINE, f"{LINE}, vat_rate: 19", f"7:30: lines.0.vat_rate: {NO_RATE}"),
    (LINE, f"{LINE}, taxes: gross", f"7:9: lines.0.{IN_GROSS}"),
    (
        LINE,
        f"{LINE}, taxes: gros",
        "7:30: lines.0.taxes: 'gros' isn't possible here (did you mean 'gross'?)",
    ),
    (
        LINE,
        f"{LINE}, confidence: sure",
        "7:30: lines.0.confidence: 'sure' isn't possible here (write one of: high, medium, low)",
    ),
    (
        LINE,
        f"{LINE}}}, {{part: x, price: 13",
        "7:31: lines.1: a second price of 'x' for the same quantity, first at q.yaml:7:9: keep "
        "one of them",
    ),
    (
        LINE,
        "number: x, price: 12}, {number: x, price: 13",
        "7:33: lines.1: a second price of this for the same quantity, first at q.yaml:7:9: keep "
        "one of them",
    ),
]
"""What is replaced in a quote, by what, and the message about it. Amounts are never repeated."""

WRONG_BOOKS = [
    ("prices/1", "quote/1", f"1:1: {NO_SCHEMA}"),
    ("date: 2026-11-02\n", "", "3:9: lines.0.date: missing: write when the price was offered"),
    (
        "date: 2026-11-02",
        "date: 2026-11-02\nvendor: V",
        "3:1: vendor: unknown field (write one of: date, valid_until, taxes, vat_rate, discount, "
        "lead_time, includes, note, source, confidence, currency, lines, schema, title)",
    ),
    ("date: 2026-11-02", "date: 2026-11-02\ntitel: T", "3:1: titel: unknown field (did you mean "
     "'title'?)"),
]  # fmt: skip
"""The same of a price book."""

REPLACED = [
    *(("quote", QUOTE, *case) for case in WRONG_QUOTES),
    *(("book", BOOK, *case) for case in WRONG_BOOKS),
]


def refusal(layer: str, text: str) -> str:
    with pytest.raises(InputError) as refused:
        read_quote(layer, read_document(text, "q.yaml"))
    return str(refused.value)


@pytest.mark.parametrize(
    ("layer", "text", "old", "new", "message"),
    REPLACED,
    ids=[ascii(new or old)[1:-1] for *_, old, new, _ in REPLACED],
)
def test_each_mistake_has_one_line(layer: str, text: str, old: str, new: str, message: str) -> None:
    assert old in text
    assert refusal(layer, text.replace(old, new, 1)) == f"q.yaml:{message}"


@pytest.mark.parametrize("layer", ["quote", "book"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: the file is empty: write 'name: value' lines"),
        ("- ", "1:1: found a list: write a mapping ('name: value' lines)"),
        ("x", "1:1: found 'x': write a mapping ('name: value' lines)"),
    ],
)
def test_a_file_without_fields_has_one_line(layer: str, text: str, message: str) -> None:
    assert refusal(layer, text) == f"q.yaml:{message}"


def read(line: dict[str, Any], whole: dict[str, Any], layer: str = "book") -> QuotedPrice:
    heads = {"quote": {"schema": "ostimate.quote/1", "number": "Q-1", "vendor": "V"}}
    data = {
        **heads.get(layer, {"schema": "ostimate.prices/1"}),
        "date": "2026-11-02",
        "taxes": "net",
        "currency": "EUR",
        **whole,
        "lines": [{"part": "x", "price": 12, **line}],
    }
    (price,) = read_quote(layer, read_document(json.dumps(data), "q.yaml"))
    return price


def test_a_note_says_why_it_costs_nothing() -> None:
    assert read({"price": 0, "note": "free of charge"}, {}).price == (0, "EUR")
    assert read({"discount": 1}, {"note": "a gift"}).discount == 1


EARLY, LATE = datetime.date(2026, 11, 5), datetime.date(2026, 12, 31)
GROSS = {"taxes": "gross", "vat_rate": 0.19}
TERMS: list[tuple[str, dict[str, Any], dict[str, Any], Any]] = [
    # what is said of a price by its line, by the head of its file, and what counts
    ("discount", {}, {}, 0.0),
    ("discount", {"discount": 0.1}, {}, 0.1),
    ("discount", {}, {"discount": "20 %"}, 0.2),
    ("discount", {"discount": 0.1}, {"discount": 0.2}, 0.1),
    ("discount", {"discount": 0}, {"discount": 0.2}, 0.0),
    ("tax", {}, {}, 0.0),
    ("tax", {"vat_rate": 0.19}, {}, 0.0),
    ("tax", GROSS, {}, 0.19),
    ("tax", {}, GROSS, 0.19),
    ("tax", {"taxes": "net"}, GROSS, 0.0),
    ("tax", {"vat_rate": 0.07}, GROSS, 0.07),
    ("tax", {"vat_rate": 0}, GROSS, 0.0),
    ("date", {}, {}, datetime.date(2026, 11, 2)),
    ("date", {"date": "2026-11-05"}, {}, EARLY),
    ("date", {"date": "2026-11-05"}, {"date": "2026-12-31"}, EARLY),
    ("valid_until", {}, {}, None),
    ("valid_until", {"valid_until": "2026-11-05"}, {"valid_until": "2026-12-31"}, EARLY),
    ("valid_until", {}, {"valid_until": "2026-12-31"}, LATE),
    ("lead_time", {}, {}, None),
    ("lead_time", {"lead_time": "1 day"}, {"lead_time": "2 days"}, 86400.0),
    ("lead_time", {}, {"lead_time": "2 days"}, 172800.0),
    ("includes", {}, {}, ""),
    ("includes", {"includes": "a"}, {}, "a"),
    ("includes", {}, {"includes": "b"}, "b"),
    ("includes", {"includes": "2 CPU, 12 SSD"}, {}, "2 CPU, 12 SSD"),
    (
        "includes",
        {"includes": "support worth 50 EUR, 3 years"},
        {},
        "support worth 50 EUR, 3 years",
    ),
    ("includes", {"includes": "a"}, {"includes": "b"}, "b; a"),
    ("note", {}, {}, ""),
    ("note", {"note": "a"}, {"note": "b"}, "b; a"),
    ("source", {}, {}, "q.yaml"),
    ("source", {}, {"title": "Own list"}, "Own list"),
    ("source", {"source": "a"}, {"source": "b"}, "a"),
    ("source", {}, {"source": "b"}, "b"),
    ("origin", {}, {}, "q.yaml"),
    ("origin", {}, {"title": "Own list"}, "Own list"),
    ("confidence", {}, {}, "medium"),
    ("confidence", {"confidence": "low"}, {"confidence": "high"}, "low"),
    ("confidence", {}, {"confidence": "high"}, "high"),
    ("price", {}, {}, (12.0, "EUR")),
    ("price", {"price": 12.5}, {}, (12.5, "EUR")),
    ("price", {"price": "12 USD"}, {}, (12.0, "USD")),
    ("price", {"price": 12, "currency": "USD"}, {}, (12.0, "USD")),
    ("price", {"price": "12", "currency": "USD"}, {}, (12.0, "USD")),
    ("price", {"price": "12 USD", "currency": "USD"}, {}, (12.0, "USD")),
    ("is_per_capacity", {}, {}, False),
]


@pytest.mark.parametrize(("name", "line", "whole", "expected"), TERMS)
def test_a_line_goes_before_the_head_of_its_file(
    name: str, line: dict[str, Any], whole: dict[str, Any], expected: Any
) -> None:
    found = getattr(read(line, whole), name)
    assert (tuple(found) if isinstance(expected, tuple) else found) == expected


def test_a_quote_is_called_by_its_number_and_vendor() -> None:
    price = read({}, {}, "quote")
    assert (price.origin, price.source, price.confidence) == (
        *("quote Q-1 of V",) * 2,
        "high",
    )


def test_a_price_per_capacity_has_its_own_currency() -> None:
    for more in ({}, {"currency": "USD"}):
        data = {"schema": "ostimate.prices/1", "date": "2026-11-02", "currency": "EUR"}
        line = {"part": "x", "price_per_capacity": "20 CHF/TB", **more}
        (price,) = read_quote("book", read_document(json.dumps({**data, "lines": [line]}), "q"))
        assert price.is_per_capacity
        assert price.price.currency == "CHF"
        assert price.price.amount == pytest.approx(20e-12)


@pytest.mark.parametrize(
    ("until", "on", "is_expired"),
    [
        ("2026-12-31", LATE, False),
        ("2026-12-31", LATE + datetime.timedelta(1), True),
        ("2026-12-31", None, False),
        (None, LATE, False),
    ],
)
def test_an_offer_holds_up_to_its_last_day(
    until: str | None, on: datetime.date | None, is_expired: bool
) -> None:
    assert read({}, {"valid_until": until} if until else {}).is_expired(on) is is_expired


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("lines: [{part: a}, {part: b}]", "b"),
        ("lines: [{part: b}, {name: b}, {part: 5}, b, {part: c}]", "bc"),
        ("lines: [{part: a}]", ""),
        ("lines: {part: b}", ""),
        ("[{part: b}]", ""),
    ],
)
def test_parts_that_the_catalog_lacks_are_named_though_other_things_are_wrong(
    text: str, keys: str
) -> None:
    document = read_document(text, "q.yaml")
    found = list(unknown_parts(document, lambda key: f"no {key}" if key != "a" else ""))
    lacks = "what the catalog lacks has a 'name'"
    assert [one.what for one in found] == [f"no {key}; {lacks}" for key in keys]
    assert {one.field for one in found} <= {"part"}
    assert all(one.place.line == 1 for one in found)


def test_a_part_that_is_no_key_is_not_looked_for() -> None:
    document = read_document("lines: [{part: b}, {part: B_}]", "q.yaml")
    refused = [Problem(document.place(), "lines.1.part", "not a key")]
    assert [one.what[:1] for one in unknown_parts(document, lambda key: key, refused)] == ["b"]
