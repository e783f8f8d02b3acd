"""What a buyer was offered: price books of their own, and quotes of vendors.

Both are confidential: no message repeats an amount that stands in them.
"""

import datetime
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from model.errors import InputError, Place, Problem
from model.parts import price_layers
from model.parts.parts import Key
from model.parts.price_layers import Layer
from model.parts.prices import last_day
from model.reading.documents import Document, validate
from model.reading.fields import (
    CURRENCY,
    Amount,
    Fraction,
    Money,
    PositiveCount,
    PositiveSeconds,
    Strict,
)
from model.records import dataclass
from model.units.money import ASK_POINT, THOUSANDS

MOST_LINES = 5_000
"""More lines than any price list for one purchase has."""
Date = Annotated[datetime.date, BeforeValidator(last_day, json_schema_input_type=str | int)]
Text = Annotated[str, Field(max_length=400), AfterValidator(lambda text: " ".join(text.split()))]
CurrencyCode = Annotated[str, Field(pattern=CURRENCY)]

REMEDIES = {
    "price": "this is no price: write an amount and its currency, with a point for decimals and "
    "nothing between thousands, as in '1234.50 EUR'",
    "discount": "this is no discount: write a share from 0 to 1, or '12 %'",
    "part": "this is no key: write small letters and digits, with dashes between, as in "
    "seagate-exos-x24-24tb",
    "from": "this is no number of pieces: write a whole number from 1",
    "currency": "this is no currency: write its three letters, as in EUR",
    "taxes": "write 'net' or 'gross'",
    "vat_rate": "this is no rate of a tax: write a share from 0 to 1, or '19 %'",
    "date": "this is no date: write one such as 2026-08-04 or 2026-08",
    "valid_until": "this is no date: write one such as 2026-08-04 or 2026-08",
    "lead_time": "this is no time: write one with its unit, such as '14 days'",
    "confidence": "write 'high', 'medium' or 'low'",
}
"""What is said of each field in place of its value, which may be an amount in the wrong column."""
AMOUNTS = ("price", "discount")
"""The fields whose values no message repeats, whatever they look like."""
AMBIGUOUS = (
    "a comma may part thousands or decimals: write the amount with a point for decimals and "
    "nothing between thousands, as in '1234.50 EUR'"
)


class LineFields(Strict):
    """The fields of a line; at the top of a file they hold for all its lines."""

    date: Date | None = None
    """When the price was offered; a year or a month counts as its last day."""
    valid_until: Date | None = None
    """The last day on which it holds."""
    taxes: Literal["net", "gross"] | None = None
    """Whether value added tax is inside; net unless something else is said."""
    vat_rate: Fraction | None = None
    """The tax that is inside a gross price."""
    discount: Fraction | None = None
    """Discount on the price, which is the list price then."""
    lead_time: PositiveSeconds | None = None
    """How long delivery takes."""
    includes: Text = ""
    """What the price includes: of a server processors, memory, adapters, network, drives, which
    then cost nothing more in it; anything else is only told."""
    note: Text = ""
    """What bends the price, and what to know of it."""
    source: Text = ""
    """Who offered it, where that isn't said at the top."""
    confidence: Literal["", "high", "medium", "low"] = ""
    """How far it may be trusted."""


class QuoteLine(LineFields):
    """The price of one piece of something, from some number of pieces on."""

    part: Key | None = None
    """Catalog key of the part."""
    number: Text = ""
    """The vendor's number, in place of the key."""
    name: Text = ""
    """What it is, where the catalog has no such part: the name that the scenario gives it."""
    price: Money
    """Price of one piece."""
    from_: Annotated[PositiveCount, Field(alias="from")] = 1
    """Pieces from which on the price counts; further lines of the part have other prices."""

    @model_validator(mode="after")
    def _is_of_something(self) -> Self:
        if not (self.part or self.number or self.name):
            raise ValueError("write the key of a 'part', the vendor's 'number', or a 'name'")
        return self

    @property
    def what(self) -> str:
        """What the line is of."""
        return self.part or self.number or self.name


def with_currency(data: Any) -> Any:
    """Give lines whose prices are bare numbers the currency that is said beside or above them."""
    if not isinstance(data, dict) or not isinstance(data.get("lines"), list):
        return data
    above = data.get("currency")
    lines = [_with_currency(line, above) for line in data["lines"]]
    return {**data, "lines": lines}


def _with_currency(line: Any, above: Any) -> Any:
    if not isinstance(line, dict):
        return line
    price, beside = line.get("price"), line.get("currency")
    currency = beside or above
    rest = {name: value for name, value in line.items() if name != "currency"}
    if not isinstance(currency, str) or isinstance(price, bool):
        return line
    if isinstance(price, int | float):
        return {**rest, "price": f"{price!r} {currency}"}
    if isinstance(price, str) and beside:
        return {**rest, "price": price if currency in price else f"{price} {currency}"}
    return line


class QuoteFile(LineFields):
    """Prices that were offered: what price books and quotes have in common."""

    currency: CurrencyCode | None = None
    """Currency of the prices that are bare numbers."""
    lines: Annotated[tuple[QuoteLine, ...], Field(min_length=1, max_length=MOST_LINES)]
    """The prices."""

    @model_validator(mode="before")
    @classmethod
    def _put_currency(cls, data: Any) -> Any:
        return with_currency(data)


class PriceBook(QuoteFile):
    """A buyer's own price list, which several scenarios may name."""

    schema_: Literal["ostimate.prices/1"] = Field("ostimate.prices/1", alias="schema")
    """Schema version of the file."""
    title: Text = ""
    """What it is called."""


class Quote(QuoteFile):
    """A vendor's quote."""

    schema_: Literal["ostimate.quote/1"] = Field("ostimate.quote/1", alias="schema")
    """Schema version of the file."""
    number: Annotated[str, Field(min_length=1, max_length=80)]
    """Its number."""
    vendor: Annotated[str, Field(min_length=1, max_length=80)]
    """Who offers."""
    date: Date
    """The day of the quote."""
    taxes: Literal["net", "gross"]
    """Whether value added tax is inside."""


@dataclass(frozen=True, slots=True)
class QuotedPrice:
    """One price of a quote or price book, with what the top of the file says of all."""

    layer: Layer
    origin: str
    """The quote or the price book that it stands in."""
    line: QuoteLine
    price: Amount
    """List price of one piece, as it is written."""
    discount: float
    tax: float
    """Rate of the value added tax inside; 0 for a net price."""
    date: datetime.date
    valid_until: datetime.date | None
    lead_time: float | None
    includes: str
    note: str
    source: str
    confidence: str
    place: Place

    def is_expired(self, on: datetime.date | None) -> bool:
        """Whether it held no more on a day."""
        return on is not None and self.valid_until is not None and self.valid_until < on


def read_quote(name: str, document: Document) -> list[QuotedPrice]:
    """Give the prices of a file of a layer: a quote, a price book.

    Raises
    ------
    InputError
        For each thing that is wrong, without the amounts.
    """
    layer = price_layers.layer(name)
    schema: type[QuoteFile] = Quote if layer.is_quote else PriceBook
    try:
        whole = validate(schema, document)
    except InputError as error:
        raise InputError(_discreet(problem, document) for problem in error.problems) from None
    prices = [_price(layer, whole, n, document) for n in range(len(whole.lines))]
    if problems := [*_wrong_terms(prices, whole, document), *_twice(prices, document)]:
        raise InputError(problems)
    return prices


def _discreet(problem: Problem, document: Document) -> Problem:
    """Say what is wrong without repeating anything that may be an amount."""
    keys = problem.field.split(".")
    found: Any = document.data
    for key in keys:
        if isinstance(found, list):
            found = found[int(key)]
        elif isinstance(found, dict):
            found = found.get(key)
    is_scalar = not isinstance(found, list | dict)
    has_digit = is_scalar and any(letter.isdigit() for letter in str(found))
    if keys[-1] not in AMOUNTS and not has_digit:
        return problem
    what = REMEDIES.get(keys[-1], "this can't stand here: see whether it is in the right place")
    if keys[-1] == "price" and isinstance(found, str) and "," in found:
        what = AMBIGUOUS
    return Problem(problem.place, problem.field, what)


def _price(layer: Layer, whole: QuoteFile, n: int, document: Document) -> QuotedPrice:
    line = whole.lines[n]
    taxes = line.taxes or whole.taxes or "net"
    rate = line.vat_rate if line.vat_rate is not None else whole.vat_rate
    discount = line.discount if line.discount is not None else whole.discount
    origin = (
        f"quote {whole.number} of {whole.vendor}"
        if isinstance(whole, Quote)
        else getattr(whole, "title", "") or document.file
    )
    return QuotedPrice(
        layer,
        origin,
        line,
        line.price,
        discount or 0.0,
        (rate or 0.0) if taxes == "gross" else 0.0,
        line.date or whole.date or datetime.date.min,
        line.valid_until or whole.valid_until,
        line.lead_time or whole.lead_time,
        "; ".join(filter(None, (whole.includes, line.includes))),
        "; ".join(filter(None, (whole.note, line.note))),
        line.source or whole.source or origin,
        line.confidence or whole.confidence or layer.confidence,
        document.place(("lines", n)),
    )


def _wrong_terms(
    prices: list[QuotedPrice], whole: QuoteFile, document: Document
) -> Iterator[Problem]:
    for n, price in enumerate(prices):
        at = f"lines.{n}"
        text = document.data["lines"][n].get("price")
        if isinstance(text, str) and THOUSANDS.fullmatch(text):
            yield Problem(document.place(("lines", n, "price")), f"{at}.price", ASK_POINT)
        if price.date == datetime.date.min:
            yield Problem(price.place, f"{at}.date", "missing: write when the price was offered")
        elif price.valid_until is not None and price.valid_until < price.date:
            what = f"it ends on {price.valid_until}, before it begins on {price.date}"
            yield Problem(price.place, f"{at}.valid_until", what)
        taxes = price.line.taxes or whole.taxes
        rate = price.line.vat_rate if price.line.vat_rate is not None else whole.vat_rate
        if taxes == "gross" and rate is None:
            what = "missing: a gross price needs the rate of the tax inside, as in '19 %'"
            yield Problem(price.place, f"{at}.vat_rate", what)


def _twice(prices: list[QuotedPrice], document: Document) -> Iterator[Problem]:
    """Refuse a second price of the same thing from the same number on, of the same day."""
    first: dict[Any, Place] = {}
    for n, price in enumerate(prices):
        line = price.line
        same = (line.part, line.number, line.name, line.from_, price.date)
        if same in first:
            again = f"a second price of '{line.part}'" if line.part else "a second price of this"
            what = f"{again} from the same number on, first at {first[same]}: keep one of them"
            yield Problem(document.place(("lines", n)), f"lines.{n}", what)
        first.setdefault(same, price.place)


def row_of(price: QuotedPrice) -> dict[str, str | float]:
    """Give a price as a row of a price list, by its columns: what is read of it is the same."""
    line = price.line
    row: dict[str, str | float] = {
        "part": line.part or "",
        "number": line.number,
        "name": line.name,
        "from": line.from_,
        "price": price.price.amount,
        "currency": price.price.currency,
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
