"""Schema of a piece of equipment: a catalog part, or an item that is not in the catalog."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import model_validator

from model.reading.binding import bindings, gives
from model.reading.fields import (
    Count,
    Factor,
    Flag,
    Fraction,
    Kilograms,
    Money,
    Stated,
    Strict,
    Watts,
)


class Price(Stated[Money]):
    """Unit price, with a range if it is assumed."""

    between: tuple[Money, Money] | None = None
    """Minimum and maximum, for an assumed price."""
    includes: str | None = None
    """Of servers: the parts included in the price, such as 'processors, memory'. Empty: none."""

    @model_validator(mode="after")
    def _lies_between(self) -> Self:
        if self.between is None:
            return self
        if self.status != "assumed":
            raise ValueError("'between' is for a price with 'status: assumed': leave it out")
        least, most = self.between
        if {least.currency, most.currency} != {self.value.currency}:
            raise ValueError(f"write both ends of 'between' in {self.value.currency}")
        if not least.amount <= self.value.amount <= most.amount or not self.value.amount:
            raise ValueError("write the least and the most in 'between', and the price within")
        return self

    @property
    def yields(self) -> bool:
        """Whether any offer takes precedence: it was published, or is assumed within a range."""
        return self.between is not None or self.status == "published"

    @property
    def shares(self) -> tuple[float, float]:
        """Minimum and maximum relative to the price; 1 without a range."""
        if self.between is None:
            return 1.0, 1.0
        least, most = (end.amount / self.value.amount for end in self.between)
        return least, most


class Piece(Strict):
    """A catalog part, or an item that is not in the catalog, with values entered for it."""

    part: str | None = None
    """Catalog key of the part."""
    name: str = ""
    """Name of the item, if it is not in the catalog."""
    because: str = ""
    """Why this item. The bill shows it."""
    alternatives: tuple[str, ...] = ()
    """Catalog keys of alternatives, offered in the workbook."""
    price: Annotated[Price | None, gives("unit_price", figure="price", of="lines")] = None
    """Leave empty to use the price book."""
    power: Annotated[Stated[Watts] | None, gives("unit_power", figure="power", of="lines")] = None
    """Leave empty to use the catalog value."""
    weight: Annotated[
        Stated[Kilograms] | None, gives("unit_weight", figure="weight", of="lines")
    ] = None
    """Leave empty to use the catalog value."""
    rack_units: Annotated[
        Stated[Factor] | None, gives("unit_rack_units", figure="rack_units", of="lines")
    ] = None
    """Leave empty to use the catalog value."""

    discount: Annotated[Stated[Fraction] | None, gives("unit_discount", of="lines")] = None
    maintenance_rate: Annotated[
        Stated[Fraction] | None, gives("line_maintenance_rate", of="lines")
    ] = None
    """It starts after the warranty. Leave empty to use the general rate."""
    number: str = ""
    """Vendor part number. Leave empty to use the catalog value."""
    owned: Annotated[Stated[Count] | None, gives("owned_pieces", of="lines")] = None
    """Only others are bought. Of drives, hot spares included. Leave empty if none is, or if the
    whole tier is.
    """
    option: Flag = False
    """Whether the item is optional: listed in the bill with its own total, but not part of the
    purchase.
    """

    of_part: ClassVar[Mapping[str, str]] = {}
    """Inputs available only from the catalog, with the part's figure for each."""

    def in_place(self) -> Iterator[tuple[str, gives, Stated[Any]]]:
        """Return the field that replaces a figure of the part, and its value."""
        for bound in bindings(type(self)):
            given, stated = bound.input, getattr(self, bound.field)
            if given.figure not in ("", "price") and not given.uses and stated is not None:
                yield bound.field, given, stated

    @model_validator(mode="after")
    def _is_something(self) -> Self:
        if self.part is None and not self.name:
            raise ValueError("write the key of a 'part', or a 'name' for what the catalog lacks")
        return self
