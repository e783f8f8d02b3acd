"""Observed part prices, with dates, kept separate from facts because they age faster."""

import datetime
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, model_validator

from model.errors import shortened
from model.parts.parts import Key, Source
from model.reading.dates import day_of
from model.reading.fields import Amount, CapacityPrice, Money, Strict


def last_day(value: Any) -> Any:
    """Return the last day of a year, a month or a day: the latest possible observation date."""
    text = str(value) if isinstance(value, str | int) else ""
    try:
        return day_of(text) if set("-.") & set(text) else datetime.date(int(text), 12, 31)
    except (ValueError, OverflowError):
        raise ValueError(
            f"found '{shortened(str(value))}': write a date, such as 2026-08-04 or 2026-08"
        ) from None


class PublicPrice(Strict):
    """Net price of a part observed on a date."""

    part: Key
    """Key of the part."""
    price: Money | None = None
    """Unit price."""
    price_per_capacity: CapacityPrice | None = None
    """Price per capacity, as an alternative to the unit price."""
    date: Annotated[datetime.date, BeforeValidator(last_day, json_schema_input_type=str | int)]
    """Date of observation; a year or a month counts as its last day."""
    source: Source
    """Source of the price: observer or seller."""
    note: str = ""
    """Remarks that affect the price, such as a shortage, an outlet, or taxes."""

    @model_validator(mode="after")
    def _has_one_price(self) -> Self:
        if (self.price is None) == (self.price_per_capacity is None):
            raise ValueError("write either 'price' or 'price_per_capacity'")
        return self

    def for_capacity(self, capacity: float | None) -> Self | None:
        """Return a copy with the unit price for a capacity; None if that isn't known."""
        if self.price_per_capacity is None:
            return self
        if capacity is None:
            return None
        rate, currency = self.price_per_capacity
        return self.model_copy(update={"price": Amount(rate * capacity, currency)})
