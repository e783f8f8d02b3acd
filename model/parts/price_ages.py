"""How prices age: the age up to which a price of a kind can be used, and how far it may be off."""

import datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from model.parts.cache import recalled
from model.parts.parts import Source
from model.reading.documents import read_document, validate
from model.reading.fields import PositiveFactor, PositiveSeconds, Strict
from model.records import NamedTuple
from model.units.kinds import DAY

FOLDER = Path(__file__).parents[2] / "catalogs" / "price_ages"


class PriceAge(Strict):
    """How prices of some kinds of parts age."""

    kinds: tuple[str, ...]
    """Kinds of parts. Leave empty for all that aren't listed."""
    title: str = Field(min_length=3)
    """Name of these parts."""
    age: PositiveSeconds
    """Age above which a price isn't one of today."""
    fall: PositiveFactor
    """Factor by which prices may fall within that age."""
    rise: PositiveFactor
    """Factor by which prices may rise within that age."""
    most: PositiveFactor
    """Factor by which prices may rise or fall at any age."""
    because: str = Field(min_length=3)
    """Reason for these figures."""
    source: Source
    """Publication."""

    @model_validator(mode="after")
    def _rises(self) -> Self:
        if not self.fall <= 1 <= self.rise <= self.most:
            raise ValueError("write 'fall' up to 1, 'rise' from 1 on, and 'most' from 'rise' on")
        return self

    def moved(self, days: int) -> tuple[float, float]:
        """Return the factors by which prices may have fallen and risen within some days."""
        ages = max(days, 0) * DAY / self.age
        return max(self.fall**ages, 1 / self.most), min(self.rise**ages, self.most)


class PriceConfidence(Strict):
    """How far a price of some confidence may be off on its day."""

    confidence: Literal["high", "medium", "low"]
    """Confidence in the source of the price."""
    low: PositiveFactor
    """Lowest price, as a share of the observed one."""
    high: PositiveFactor
    """Highest price, as a share of the observed one."""
    because: str = Field(min_length=3)
    """Reason for these shares."""
    source: Source
    """Publication."""

    @model_validator(mode="after")
    def _surrounds(self) -> Self:
        if not self.low <= 1 <= self.high:
            raise ValueError("write 'low' up to 100 %, and 'high' from 100 % on")
        return self


class Shares(NamedTuple):
    """Range of a price as shares of it."""

    low: float
    high: float


@cache
def price_ages() -> tuple[PriceAge, ...]:
    """Return how prices age by kind; raise `InputError` if the file is faulty."""
    return recalled("price ages", lambda: _read(PriceAge, "kinds.yaml"))


@cache
def confidences() -> tuple[PriceConfidence, ...]:
    """Return how far prices may be off by confidence; raise `InputError` if the file is faulty."""
    return recalled("price confidences", lambda: _read(PriceConfidence, "confidences.yaml"))


def _read(schema: Any, name: str) -> Any:
    document = read_document((FOLDER / name).read_bytes(), f"catalogs/price_ages/{name}")
    return validate(TypeAdapter(tuple[schema, ...]), document)


@cache
def age_of_kind(kind: str) -> PriceAge:
    """Return how prices of a kind age."""
    return next(one for one in price_ages() if kind in one.kinds or not one.kinds)


def aged(
    kind: str, confidence: str, date: datetime.date | None, day: datetime.date | None
) -> Shares:
    """Return the range of a price on a day by its confidence and age; without a date, by one age.

    Without a day, prices don't age.
    """
    off = next((one for one in confidences() if one.confidence == confidence), confidences()[-1])
    of_kind = age_of_kind(kind)
    undated = int(of_kind.age / DAY)
    days = 0 if day is None else undated if date is None else (day - date).days
    fallen, risen = of_kind.moved(days)
    return Shares(off.low * fallen, off.high * risen)
