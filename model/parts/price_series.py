"""Dated prices by kind of part, from which price paths follow."""

import datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from model.parts.cache import recalled
from model.parts.parts import Source
from model.parts.prices import last_day
from model.reading.documents import read_document, validate
from model.reading.fields import Share, Strict

FILE = Path(__file__).parents[2] / "catalogs/price_series/series.yaml"
NAME = f"catalogs/price_series/{FILE.name}"

Priced = Literal["disks", "flash", "memory", "servers"]
"""Kinds of parts that have price paths of their own."""
Date = Annotated[datetime.date, BeforeValidator(last_day, json_schema_input_type=str | int)]


class DatedPrice(Strict):
    """Price of a kind of part per unit of its size, on a date."""

    what: str = Field(min_length=3)
    """Part, or parts of which it is the mean."""
    per_unit: float = Field(gt=0)
    """Price per TB or GB, in US dollars, net; or the value of an index."""
    date: Date
    """Date of the price; a year or a month counts as its last day."""
    source: Source
    """Publication."""


class FurtherRise(Strict):
    """Rise of prices that was seen once in the shortage, and may be seen once more."""

    share: Share
    """Rise, as a share of the price."""
    text: str
    """Period of the rise."""
    source: Source
    """Publication."""


class PricesOfKind(Strict):
    """Dated prices of a kind of part."""

    of: Priced
    """Kind of part."""
    further_rise: FurtherRise
    """Rise in the shortage."""
    index: str = ""
    """What the values are, if they are those of a price index."""
    prices: tuple[DatedPrice, ...]
    """Prices, the earliest first."""


class Relief(Strict):
    """Date from which prices are expected to fall again."""

    date: Date
    """Date; a year or a month counts as its last day."""
    text: str
    """Expectation as published."""
    source: Source
    """Publication."""


class PriceSeries(Strict):
    """Dated prices of all kinds of parts, and the shortage."""

    relief: Relief
    """End of the shortage."""
    shortage_from: Date
    """Start of the shortage: the trend is fitted to prices before it."""
    kinds: tuple[PricesOfKind, ...]
    """Prices by kind of part."""


@cache
def price_series() -> PriceSeries:
    """Return the dated prices of the catalog; raise `InputError` if the file is faulty."""
    return recalled("price series", _read)


def _read() -> PriceSeries:
    return validate(PriceSeries, read_document(FILE.read_bytes(), NAME))


def latest() -> datetime.date:
    """Return the date of the latest price."""
    return max(one.date for kind in price_series().kinds for one in kind.prices)
