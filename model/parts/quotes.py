"""Prices offered to a buyer: private price books, and vendor quotes.

Both are confidential: no message contains an amount from them.
"""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from model.errors import InputError, Place, Problem
from model.parts import price_layers
from model.parts.parts import Key
from model.parts.price_layers import Layer
from model.parts.prices import last_day
from model.reading.dates import FIRST_DAY
from model.reading.documents import Document, validate
from model.reading.fields import (
    CURRENCY,
    Amount,
    CapacityPrice,
    Fraction,
    Money,
    PositiveCount,
    PositiveSeconds,
    Strict,
)
from model.records import dataclass, replace
from model.units.money import AMOUNT, ASK_CURRENCY, ASK_POINT, THOUSANDS

MOST_LINES = 5_000
"""Upper limit of the number of lines in a price list."""
Date = Annotated[datetime.date, BeforeValidator(last_day, json_schema_input_type=str | int)]
Text = Annotated[str, Field(max_length=400), AfterValidator(lambda text: " ".join(text.split()))]
ASK_PARTS = (
    "an amount isn't a part: write what the price includes, such as 'processors, memory', and "
    "amounts as the price"
)


def _without_amount(text: str) -> str:
    if any(AMOUNT.fullmatch(one.strip()) for one in re.split(r"[;+&]|,\s|\band\b", text)):
        raise ValueError(ASK_PARTS)
    return text


Parts = Annotated[Text, AfterValidator(_without_amount)]
CurrencyCode = Annotated[str, Field(pattern=CURRENCY)]

REMEDIES = {
    "schema": "not a schema that is read here: write 'ostimate.quote/1' for a quote, "
    "'ostimate.prices/1' for a price book",
    "number": 'not a quote or part number: write a short text in quotes, as in "4711"',
    "price": "not a price: write an amount and its currency, with a decimal point and without "
    "thousands separators, as in '1234.50 EUR'",
    "price_per_capacity": "not a price per capacity: write one with its currency and unit, as in "
    "'20.50 EUR/TB'",
    "discount": "not a discount: write a share from 0 to 1, or '12 %'",
    "part": "not a key: write lower-case letters and digits, separated by dashes, as in "
    "seagate-exos-x24-24tb",
    "from": "not a quantity: write a whole number of pieces, at least 1",
    "currency": ASK_CURRENCY,
    "taxes": "write 'net' or 'gross'",
    "vat_rate": "not a tax rate: write a share from 0 to 1, or '19 %'",
    "date": "not a date: write one such as 2026-08-04 or 2026-08",
    "valid_until": "not a date: write one such as 2026-08-04 or 2026-08",
    "lead_time": "not a time: write one with its unit, such as '14 days'",
    "includes": ASK_PARTS,
    "confidence": "write 'high', 'medium' or 'low'",
}
"""Error text of each field, which omits its value: it may be an amount in the wrong column."""
AMOUNTS = ("price", "price_per_capacity", "discount")
"""Fields whose values are omitted from all messages."""
PRICES = AMOUNTS[:2]
NEGATIVE = "must be at least 0: write what one costs, and a reduction as a 'discount'"
FREE = (
    "it costs nothing, by its price or its discount: write why in 'note', as in 'free of charge', "
    "or leave the line out if it has no price"
)
TWO_CURRENCIES = "its currency isn't that of its line: write one of them"
AMBIGUOUS = (
    "the comma may separate thousands or decimals: write the amount with a decimal point and "
    "without thousands separators, as in '1234.50 EUR'"
)


class LineFields(Strict):
    """Fields of a line; at the top of a file they are defaults for all lines."""

    date: Date | None = None
    """Date of the offer; a year or a month counts as its last day."""
    valid_until: Date | None = None
    """Last day of validity."""
    taxes: Literal["net", "gross"] | None = None
    """Whether the price includes value added tax; net by default."""
    vat_rate: Fraction | None = None
    """Rate of the tax included in a gross price."""
    discount: Fraction | None = None
    """Discount on the price, which is then the list price."""
    lead_time: PositiveSeconds | None = None
    """Delivery time."""
    includes: Parts = ""
    """Items included in the price. Of a server's parts (processors, memory, adapters, network,
    drives), those named here cost nothing extra; any other text is for information only.
    """
    note: Text = ""
    """Remarks, such as conditions that affect the price."""
    source: Text = ""
    """Source of the offer, if it differs from that at the top of the file."""
    confidence: Literal["", "high", "medium", "low"] = ""
    """Confidence in the price."""


class QuoteLine(LineFields):
    """Unit price of an item, from a minimum quantity."""

    part: Key | None = None
    """Catalog key of the part."""
    number: Text = ""
    """Vendor's part number, as an alternative to the key."""
    name: Text = ""
    """Name of the item in the scenario, if it is not in the catalog."""
    price: Money | None = None
    """Unit price, as in '1234.50 EUR'."""
    price_per_capacity: CapacityPrice | None = None
    """Price per capacity of a drive, as in '20 EUR/TB'; replaces the unit price."""
    from_: Annotated[PositiveCount, Field(alias="from")] = 1
    """Minimum quantity of the price; further lines of the part have other prices."""

    @model_validator(mode="after")
    def _is_of_something(self) -> Self:
        if not (self.part or self.number or self.name):
            raise ValueError("write the key of a 'part', the vendor's 'number', or a 'name'")
        if (self.price is None) == (self.price_per_capacity is None):
            raise ValueError("write a 'price', as in '1234.50 EUR', or a 'price_per_capacity'")
        return self

    @property
    def what(self) -> str:
        """Identifier of the item: part, number or name."""
        return self.part or self.number or self.name


ANY_CURRENCY = "XXX"
"""Stands in lines for a currency of the file that is refused, so that it is refused once."""


def with_currency(data: Any) -> Any:
    """Add a currency to bare numbers: that of the line, or of the file."""
    if not isinstance(data, dict) or not isinstance(data.get("lines"), list):
        return data
    above = data.get("currency")
    if isinstance(above, str) and not re.fullmatch(CURRENCY, above):
        above = ANY_CURRENCY
    lines = [_with_currency(line, above) for line in data["lines"]]
    return {**data, "lines": lines}


def _with_currency(line: Any, above: Any) -> Any:
    if not isinstance(line, dict):
        return line
    price, beside = line.get("price"), line.get("currency")
    if "price_per_capacity" in line and "price" not in line:  # it has its own currency
        return {name: value for name, value in line.items() if name != "currency"}
    currency = beside or above
    rest = {name: value for name, value in line.items() if name != "currency"}
    if not isinstance(currency, str) or isinstance(price, bool):
        return rest
    if isinstance(price, int | float):
        return {**rest, "price": f"{price!r} {currency}"}
    if isinstance(price, str) and beside:
        return {**rest, "price": price if currency in price else f"{price} {currency}"}
    return line


class QuoteFile(LineFields):
    """Offered prices: the fields common to price books and quotes."""

    currency: CurrencyCode | None = None
    """Currency of prices entered without one."""
    lines: Annotated[tuple[QuoteLine, ...], Field(min_length=1, max_length=MOST_LINES)]
    """The prices, one entry for each part."""

    @model_validator(mode="before")
    @classmethod
    def _put_currency(cls, data: Any) -> Any:
        return with_currency(data)


class PriceBook(QuoteFile):
    """A buyer's own price list, for use in several scenarios."""

    schema_: Literal["ostimate.prices/1"] = Field("ostimate.prices/1", alias="schema")
    """Schema version of the file."""
    title: Text = ""
    """Title of the price book."""


class Quote(QuoteFile):
    """A vendor's quote."""

    schema_: Literal["ostimate.quote/1"] = Field("ostimate.quote/1", alias="schema")
    """Schema version of the file."""
    number: Annotated[str, Field(min_length=1, max_length=80)]
    """Quote number."""
    vendor: Annotated[str, Field(min_length=1, max_length=80)]
    """Name of the vendor."""
    date: Date
    """Date of the quote, as in 2026-08-04."""
    taxes: Literal["net", "gross"]
    """Whether prices include value added tax: 'net' or 'gross'."""


@dataclass(frozen=True, slots=True)
class QuotedPrice:
    """A price of a quote or price book, combined with the defaults of its file."""

    layer: Layer
    origin: str
    """Name of the quote or price book."""
    line: QuoteLine
    price: Amount
    """List price per piece, as written; of a price per capacity, per byte."""
    discount: float
    tax: float
    """Rate of the included value added tax; 0 for a net price."""
    date: datetime.date
    valid_until: datetime.date | None
    lead_time: float | None
    includes: str
    note: str
    source: str
    confidence: str
    place: Place
    is_per_capacity: bool = False
    """Whether the price is per byte."""

    def is_expired(self, on: datetime.date | None) -> bool:
        """Whether it was no longer valid on a day."""
        return on is not None and self.valid_until is not None and self.valid_until < on


def read_quote(name: str, document: Document) -> list[QuotedPrice]:
    """Return the prices of a file of a price layer: a quote, or a price book.

    Raises
    ------
    InputError
        With all problems found, without the amounts.
    """
    layer = price_layers.layer(name)
    schema: type[QuoteFile] = Quote if layer.is_quote else PriceBook
    found: list[Problem] = []
    whole: QuoteFile | None
    numbers: Sequence[int] | None = None
    try:
        whole = validate(schema, document)
    except InputError as error:
        found += (_discreet(problem, document) for problem in error.problems)
        whole, numbers = _without_wrong_lines(schema, document, error.problems)
    prices = []
    if whole is not None:
        numbers = range(len(whole.lines)) if numbers is None else numbers
        prices = [_price(layer, whole, n, at, document) for n, at in enumerate(numbers)]
        found += _wrong_terms(prices, whole, document, numbers)
        found += _twice(prices, document, numbers)
    if problems := [*document.problems, *_further(found, document)]:
        raise InputError(problems)
    return prices


def _without_wrong_lines(
    schema: type[QuoteFile], document: Document, problems: Iterable[Problem]
) -> tuple[QuoteFile | None, Sequence[int]]:
    """Return a file as its lines without problems have it, and their numbers; None without any.

    What else is wrong in these lines is then reported along with the problems.
    """
    lines = document.data.get("lines") if isinstance(document.data, dict) else None
    keys = [problem.field.split(".") for problem in problems]
    if not isinstance(lines, list) or any(len(key) < 2 or key[0] != "lines" for key in keys):
        return None, ()
    wrong = {key[1] for key in keys}
    numbers = [n for n in range(min(len(lines), MOST_LINES)) if str(n) not in wrong]
    data = {**document.data, "lines": [lines[n] for n in numbers]}
    try:
        return validate(schema, replace(document, data=data)), numbers
    except InputError:
        return None, ()


def unknown_parts(
    document: Document, problem_with: Callable[[str], str], refused: Iterable[Problem] = ()
) -> Iterator[Problem]:
    """Yield the parts of a file that aren't in the catalog, also if the file is refused."""
    lines = document.data.get("lines") if isinstance(document.data, dict) else None
    keys = {problem.field for problem in refused}
    for n, line in enumerate(lines if isinstance(lines, list) else ()):
        part = line.get("part") if isinstance(line, dict) else None
        if not isinstance(part, str) or f"lines.{n}.part" in keys:
            continue
        if what := problem_with(part):
            place = document.place(("lines", n))
            yield Problem(place, "part", f"{what}; what the catalog lacks has a 'name'")


def _further(found: Iterable[Problem], document: Document) -> Iterator[Problem]:
    """Give the problems that don't follow from those of the cells: in other cells, or all alone.

    Whatever is said of a whole line may follow from any of its cells.
    """
    cells: dict[int, list[Problem]] = {}
    for one in document.problems:
        cells.setdefault(one.place.line, []).append(one)
    for problem in found:
        of_row, name = cells.get(problem.place.line, ()), problem.field.split(".")[-1]
        if name in PRICES:
            follows = any(_spoils_price(one, problem, document) for one in of_row)
        else:  # a currency beside no price is unknown
            names = (*PRICES, name) if name == "currency" else (name,)
            follows = any(name.isdecimal() or one.field in names for one in of_row)
        if not follows:
            yield problem


def _spoils_price(cell: Problem, problem: Problem, document: Document) -> bool:
    """Whether what is wrong with a price follows from what is wrong in a cell of its row.

    A price that is none in any currency, or that has a unit which isn't one piece, is wrong itself.
    """
    *keys, name = problem.field.split(".")
    if cell.field == "currency":
        line = document.data["lines"][int(keys[1])]
        return _is_price(line.get(name))
    is_same = name != "price" or cell.place.column == problem.place.column
    return cell.field in PRICES and is_same


def _is_price(value: object) -> bool:
    """Whether a price could be one, with its own currency or with any."""
    if not isinstance(value, str):
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return bool(re.fullmatch(r"(?:[A-Z]{3} ?)?\d+(?:\.\d+)?(?: ?[A-Z]{3})?(?:/[A-Za-z]+)?", value))


def _discreet(problem: Problem, document: Document) -> Problem:
    """Return the error messages without any text that may be an amount."""
    keys = problem.field.split(".")
    value: Any = document.data
    for key in keys:
        if isinstance(value, list) and key.isdecimal():  # a list in place of the file has no key
            value = value[int(key)]
        elif isinstance(value, dict):
            value = value.get(key)
    is_scalar = not isinstance(value, list | dict)
    has_digit = is_scalar and any(letter.isdigit() for letter in str(value))
    names_a_field = problem.what.startswith("unknown field")  # and repeats no value
    if names_a_field or (keys[-1] not in AMOUNTS and not has_digit):
        return problem
    what = REMEDIES.get(
        keys[-1], "not a valid value for this field: check that it is in the right field"
    )
    if keys[-1] == "price" and isinstance(value, str) and "," in value:
        what = AMBIGUOUS
    if keys[-1] == "price" and _is_of_two_currencies(value, document.data, keys):
        what = TWO_CURRENCIES
    if keys[-1] in PRICES and re.match(r"-\s*[\d.]*[1-9]", str(value)):
        what = NEGATIVE
    return Problem(problem.place, problem.field, what)


def _is_of_two_currencies(price: object, data: Any, keys: list[str]) -> bool:
    """Whether a price names a currency, and its line another one."""
    line = data["lines"][int(keys[1])] if keys[0] == "lines" and len(keys) == 3 else {}
    own = re.search(r"(?<![A-Z])[A-Z]{3}(?![A-Z])", price) if isinstance(price, str) else None
    return own is not None and line.get("currency", own[0]) != own[0]


def _price(layer: Layer, whole: QuoteFile, n: int, at: int, document: Document) -> QuotedPrice:
    line = whole.lines[n]
    taxes = line.taxes or whole.taxes or "net"
    rate = line.vat_rate if line.vat_rate is not None else whole.vat_rate
    discount = line.discount if line.discount is not None else whole.discount
    origin = (
        f"quote {whole.number} of {whole.vendor}"
        if isinstance(whole, Quote)
        else getattr(whole, "title", "") or document.file
    )
    price = line.price or line.price_per_capacity
    assert price is not None, "a line has one of them"
    return QuotedPrice(
        layer,
        origin,
        line,
        price,
        discount or 0.0,
        (rate or 0.0) if taxes == "gross" else 0.0,
        line.date or whole.date or datetime.date.min,
        line.valid_until or whole.valid_until,
        line.lead_time or whole.lead_time,
        "; ".join(filter(None, (whole.includes, line.includes))),
        "; ".join(filter(None, (whole.note, line.note))),
        line.source or whole.source or origin,
        line.confidence or whole.confidence or layer.confidence,
        document.place(("lines", at)),
        line.price is None,
    )


def _wrong_terms(
    prices: list[QuotedPrice], whole: QuoteFile, document: Document, numbers: Sequence[int]
) -> Iterator[Problem]:
    for n, price in zip(numbers, prices, strict=True):
        at = f"lines.{n}"
        text = document.data["lines"][n].get("price")
        if isinstance(text, str) and re.fullmatch(THOUSANDS, text):
            yield Problem(document.place(("lines", n, "price")), f"{at}.price", ASK_POINT)
        if not price.note and (price.price.amount == 0 or price.discount == 1):
            name = "price_per_capacity" if price.is_per_capacity else "price"
            if price.price.amount:
                name = "discount"
            yield Problem(document.place(("lines", n, name)), f"{at}.{name}", FREE)
        if price.date == datetime.date.min:
            yield Problem(price.place, f"{at}.date", "missing: write when the price was offered")
        elif early := [
            name
            for name in ("date", "valid_until")
            if (day := getattr(price, name)) is not None and day < FIRST_DAY
        ]:
            what = f"is before {FIRST_DAY.year}, as the date of an empty cell is: write the date"
            for name in early:
                is_own = name in document.data["lines"][n]
                place = document.place(("lines", n, name) if is_own else (name,))
                yield Problem(place, f"{at}.{name}" if is_own else name, what)
        elif price.valid_until is not None and price.valid_until < price.date:
            what = (
                f"the offer ends on {price.valid_until}, before its date, {price.date}: "
                "correct one of them"
            )
            yield Problem(price.place, f"{at}.valid_until", what)
        taxes = price.line.taxes or whole.taxes
        rate = price.line.vat_rate if price.line.vat_rate is not None else whole.vat_rate
        if taxes == "gross" and rate is None:
            what = "missing: write the rate of the tax in the gross price, as in '19 %'"
            yield Problem(price.place, f"{at}.vat_rate", what)


def _twice(
    prices: list[QuotedPrice], document: Document, numbers: Sequence[int]
) -> Iterator[Problem]:
    """Reject a second price of the same item with the same minimum quantity and date."""
    first: dict[Any, Place] = {}
    for n, price in zip(numbers, prices, strict=True):
        line = price.line
        same = (line.part, line.number, line.name, line.from_, price.date)
        if same in first:
            again = f"a second price of '{line.part}'" if line.part else "a second price of this"
            what = f"{again} for the same quantity, first at {first[same]}: keep one of them"
            yield Problem(document.place(("lines", n)), f"lines.{n}", what)
        first.setdefault(same, price.place)


def _amounts(price: QuotedPrice) -> dict[str, str | float]:
    amount, currency = price.price
    if price.is_per_capacity:
        return {"price_per_capacity": f"{amount * PER_CAPACITY!r} {currency}/TB"}
    return {"price": amount, "currency": currency}


PER_CAPACITY = 1e12
"""Bytes for which prices per capacity are written."""


def row_of(price: QuotedPrice) -> dict[str, str | float]:
    """Return a price as a row of a price list, by column; reading it yields the same price."""
    line = price.line
    row: dict[str, str | float] = {
        "part": line.part or "",
        "number": line.number,
        "name": line.name,
        "from": line.from_,
        **_amounts(price),
        "discount": price.discount or "",
        "taxes": "gross" if price.tax else "net",
        "vat_rate": price.tax or "",
        "date": str(price.date),
        "valid_until": str(price.valid_until or ""),
        "lead_time": "" if price.lead_time is None else f"{price.lead_time!r} s",
        "includes": price.includes,
        "source": price.source,
        "confidence": price.confidence,
        "note": price.note,
    }
    return {name: value for name, value in row.items() if value != ""}
