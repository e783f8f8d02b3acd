"""Schema of services: licences, support, installation, training."""

from typing import Annotated, Literal, Self

from pydantic import model_validator

from model.design.piece import Piece
from model.reading.binding import gives
from model.reading.fields import Fraction, Name, PositiveCount, PositiveFactor, Stated

Metric = Literal["order", "server", "drive", "raw TB", "usable TB"]
"""Units of sale of a service."""


class Service(Piece):
    """A service. Its price is per unit it is sold by and, if it has a term, per year."""

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
    """Kind of service."""
    level: str = ""
    """Service level, such as 'next business day' or '24x7, 4 h'."""
    per: Metric = "order"
    """Unit of sale: once, or per server, drive, raw TB or usable TB. Counted over all tiers with
    parts; terabytes over data tiers only.
    """
    tier: Name | None = None
    """Tier the service is for. Leave empty for all tiers."""
    orders: Annotated[Stated[PositiveCount] | None, gives("orders", of="lines")] = None
    """Enter it if the service is sold per order. Default: 1."""
    years: Annotated[Stated[PositiveFactor] | None, gives("service_years", of="lines")] = None
    """Enter it if the price is per year."""
    share: Annotated[Stated[Fraction] | None, gives("purchase_share", of="lines")] = None
    """Per year if it has a term. Use instead of a price."""
    lot: str = ""
    """Lot of the tender it is bought in."""

    @model_validator(mode="before")
    @classmethod
    def _is_called_by_its_kind(cls, data: object) -> object:
        """Use the kind of a service as its default name."""
        if isinstance(data, dict) and "name" not in data and "part" not in data:
            return {**data, "name": data.get("kind", "")}
        return data

    @model_validator(mode="after")
    def _has_one_price(self) -> Self:
        if self.part is not None:
            raise ValueError("a service is not a catalog part: write its 'name'")
        if self.share is not None and self.price is not None:
            raise ValueError("write either 'price' or 'share', of the purchase")
        if self.share is not None and (self.tier is not None or self.per != "order"):
            raise ValueError("'share' is of the whole purchase: leave 'tier' and 'per' out")
        if self.orders is not None and self.per != "order":
            raise ValueError(f"'orders' don't go with 'per: {self.per}': leave them out")
        return self
