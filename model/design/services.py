"""The schema of what is bought beside equipment: licences, support, installation, training."""

from typing import Annotated, Literal, Self

from pydantic import model_validator

from model.design.piece import Piece
from model.reading.binding import gives
from model.reading.fields import Fraction, Name, PositiveCount, PositiveFactor, Stated

Metric = Literal["order", "server", "drive", "raw TB", "usable TB"]
"""What a service is sold by."""


class Service(Piece):
    """A service: its price is that of one unit of what it is sold by, in one year if it has any."""

    kind: Literal[
        "licence",
        "subscription",
        "support",
        "installation",
        "shipping",
        "training",
        "drive retention",
        "other",
    ] = "other"
    """What it is."""
    level: str = ""
    """What it promises, as vendors call it: 'next business day', '24x7, 4 h'."""
    per: Metric = "order"
    """What it is sold by: once, or for each server, drive, TB of drives or TB that users may fill;
    counted over all tiers of parts, and terabytes over those that hold data."""
    tier: Name | None = None
    """The tier that it is for, where it isn't for all: what is counted is that tier's."""
    orders: Annotated[Stated[PositiveCount] | None, gives("orders", of="lines")] = None
    """How often it is ordered, where it is sold by the order; once unless said otherwise."""
    years: Annotated[Stated[PositiveFactor] | None, gives("service_years", of="lines")] = None
    """Its term, where its price is that of a year."""
    share: Annotated[Stated[Fraction] | None, gives("purchase_share", of="lines")] = None
    """In place of a price: its share of the purchase, as of support; of a year, if it has years."""
    lot: str = ""
    """Lot of the tender that it is bought in."""

    @model_validator(mode="before")
    @classmethod
    def _is_called_by_its_kind(cls, data: object) -> object:
        """Name a service by its kind, unless it has a name."""
        if isinstance(data, dict) and "name" not in data and "part" not in data:
            return {**data, "name": data.get("kind", "")}
        return data

    @model_validator(mode="after")
    def _has_one_price(self) -> Self:
        if self.part is not None:
            raise ValueError("a service is no part of the catalog: write its 'name'")
        if self.share is not None and self.price is not None:
            raise ValueError("write either 'price' or 'share', of the purchase")
        if self.share is not None and (self.tier is not None or self.per != "order"):
            raise ValueError("'share' is of the whole purchase: leave 'tier' and 'per' out")
        if self.orders is not None and self.per != "order":
            raise ValueError(f"'orders' don't go with 'per: {self.per}': leave them out")
        return self
