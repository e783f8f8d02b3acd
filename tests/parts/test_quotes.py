"""What is refused of quotes and price books, and what to write instead."""

import pytest

from model.errors import InputError
from model.parts.quotes import read_quote
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
NEGATIVE = "must be at least 0: write what one costs, and a reduction as a 'discount'"
NO_DATE = "not a date: write one such as 2026-08-04 or 2026-08"
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
