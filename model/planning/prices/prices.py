"""Known prices of a piece, with their minimum quantities.

The order of layers is that of `price_layers`. Of several quotes, the lowest price counts; of
several price books, the one named first.
Prices that are expired, later than the price date, or in a currency without an exchange rate don't
apply.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence
from dataclasses import field

from model.design.piece import Price
from model.parts.included_items import items_of
from model.parts.price_layers import Layer, files_called
from model.provenance import UNKNOWN, Provenance
from model.reading.fields import MOST, Amount
from model.records import dataclass, replace

ASSUMED = "assumed"
"""Confidence of a price that the scenario assumes."""
REPLACED = (
    f"a {files_called('or', plural=False)} takes precedence over assumed and published prices"
)
"""Reason why a price of the scenario doesn't apply."""
OWNED = "already owned"
"""Reason why no price of an owned item applies."""
DEARER = "dearer than {} with the prices of the parts that each leaves out"
"""Why a quote for a server doesn't apply, if another includes other parts."""
IN_PRICE = "in the price of"
"""Prefix of the note that an offer of a server includes a piece."""
IN_ESTIMATE = "included in the estimate of"
"""The same for an estimate."""


@dataclass(frozen=True, slots=True)
class BillLine:
    """A pricing request for a line of a bill of materials."""

    part: str = ""
    """Key of its catalog part; without one, its title identifies it."""
    title: str = ""
    """Title of the piece."""
    stated: Price | None = None
    """Price in the scenario."""
    at: str = ""
    """Path of that price in the scenario."""
    noun: str = "part"
    """Noun for a piece of its kind."""
    is_another: bool = False
    """Whether entered figures make it a different item than its part."""
    of_tier: str = ""
    """Field of its tier; empty for items that don't belong to a tier."""
    port_rate: float | None = None
    """Bandwidth of the ports that it connects or is one of; None if unknown."""
    flash_size: float | None = None
    """Size of a drive with flash that is known by its size alone; None otherwise."""


@dataclass(frozen=True, slots=True)
class KnownPrice:
    """An available price, in its own currency and in the scenario's.

    `why_not` is empty if it may apply; of a confidential price, public plans show only the layer.
    """

    layer: Layer
    origin: str
    price: Amount | None
    """List price per piece, as offered or observed."""
    discount: float
    tax: float
    net: Amount | None
    converted: float | None
    least: int = 1
    """Minimum quantity."""
    date: datetime.date | None = None
    valid_until: datetime.date | None = None
    source: str = ""
    confidence: str = ""
    note: str = ""
    includes: str = ""
    lead_time: float | None = None
    place: str = ""
    why_not: str = ""
    low_share: float = 1.0
    """Minimum relative to the likely value, for an estimate, an assumption or a public price."""
    high_share: float = 1.0
    range_because: str = ""
    """Reason for the range of a public price."""
    covers: tuple[str, ...] = ()
    """Other items included in the price: pieces for an estimate, words for an offer."""

    @property
    def items(self) -> frozenset[str]:
        """What it includes, however it is written."""
        return items_of(self.covers)

    @property
    def is_stated(self) -> bool:
        """Whether it is from the scenario."""
        return self.layer.source == "scenario"

    @property
    def has_range(self) -> bool:
        """Whether it may be lower or higher."""
        return self.low_share != 1 or self.high_share != 1

    @property
    def is_plain(self) -> bool:
        """Whether its net price is as written, from the first piece."""
        return not self.discount and not self.tax and self.least == 1

    @property
    def is_replaced(self) -> bool:
        """Whether another price takes precedence, own or including, or the item is owned."""
        return self.why_not in (REPLACED, OWNED) or self.why_not.startswith(IN_PRICE)


Known = tuple[float | None, Provenance]
"""A figure with its provenance."""
Counted = tuple[int, int, KnownPrice | None]
"""Minimum quantity, end of the range, and the price that applies; None if there is none."""


@dataclass(frozen=True, slots=True)
class LinePrice:
    """Price of a line: each known price, and the resulting inputs.

    If the price depends on quantity, `figures` doesn't have a unit price, but `counted` has one for
    each range of quantities.
    """

    known: tuple[KnownPrice, ...] = ()
    """Known prices in order of precedence."""
    counted: tuple[Counted, ...] = ()
    is_stated: bool = False
    """Whether the scenario's own price applies."""
    figures: Mapping[str, Known] = field(default_factory=dict)
    """Inputs of the line besides those in the scenario."""
    of_one: Known = (None, UNKNOWN)
    """Unit price with provenance."""
    amount: Amount | None = None
    """Unit price in its own currency, if it is from an offer."""
    warnings: tuple[str, ...] = ()

    @property
    def follows_pieces(self) -> bool:
        """Whether the price depends on quantity, or on a discount or tax."""
        return not self.is_stated and bool(self.counted) and "unit_price" not in self.figures

    @property
    def is_replaced(self) -> bool:
        """Whether another price takes precedence over that of the scenario."""
        return any(one.is_replaced for one in self.known)

    @property
    def counts_stated(self) -> bool:
        """Whether the price of the scenario applies."""
        return any(one.is_stated and not one.why_not for one in self.known)

    def first(self) -> KnownPrice | None:
        """Return the price for the lowest quantity; None if there is none."""
        return self.counted[0][2] if self.counted else None

    def at(self, count: float | None) -> KnownPrice | None:
        """Return the price for a quantity; None if there is none."""
        if count is None:
            return None
        return next((one for first, below, one in self.counted if first <= count < below), None)


def owned(price: LinePrice, place: str) -> LinePrice:
    """Return the price of an owned item: zero, as stated at a place."""
    free = 0.0, Provenance("stated", because=OWNED, place=place)
    return LinePrice(
        tuple(replace(one, why_not=OWNED) for one in price.known), figures={"unit_price": free}
    )


def day_number(price: KnownPrice) -> int:
    """Return the date of a price as a number, for comparison."""
    return 0 if price.date is None else price.date.toordinal()


def known_by(price: KnownPrice, part: str = "") -> Provenance:
    """Return the provenance of a price."""
    day = "" if price.date is None else str(price.date)
    source = ", ".join(filter(None, (price.source, day)))
    return Provenance(price.layer.status, source, price.note, price.place, "", part, "price", day)


def hidden(known: Sequence[KnownPrice], part: str) -> Provenance | None:
    """Return a note if a confidential price applies that a public plan hides; None otherwise."""
    counting = [one for one in known if not one.why_not]
    kept = next((c for c in counting if c.net is None and c.layer.confidential), None)
    if kept is None or any(one.is_stated for one in counting):
        return None
    why = f"{kept.origin} counts; its price is confidential"
    return Provenance("withheld", because=why, part=part, figure="price")


def counted_of(known: Sequence[KnownPrice]) -> tuple[Counted, ...]:
    """Return the applicable price by quantity: the best of the first layer with a price for it.

    Adjacent ranges with the same price are merged; the result is empty if no price is known.
    """
    possible = [one for one in known if not one.why_not]
    if not possible:
        return ()
    # An estimate applies only if there is no other price for any quantity.
    possible = [one for one in possible if not one.layer.is_estimate] or possible
    if len(possible) == 1 and possible[0].least <= 1:
        return ((0, MOST + 1, possible[0]),)
    begins = sorted({1, *(one.least for one in possible)})
    best = [(n, _best(possible, n)) for n in begins]
    kept = [pair for n, pair in enumerate(best) if n == 0 or pair[1] != best[n - 1][1]]
    ends = [n for n, _ in kept[1:]] + [MOST + 1]
    return tuple(
        (0 if n == 1 else n, below, one) for (n, one), below in zip(kept, ends, strict=True)
    )


def _best(possible: Sequence[KnownPrice], count: int) -> KnownPrice | None:
    """Return the price for a quantity, by the first layer that has one.

    Of an origin, that with the highest minimum quantity counts. Of several price books, the first
    one counts; of several quotes, the lowest price, as far as they include the same as the first.
    """
    reached = [one for one in possible if one.least <= count]
    if not reached:
        return None
    by_origin: dict[str, list[KnownPrice]] = {}
    for one in reached:
        if one.layer == reached[0].layer:
            by_origin.setdefault(one.origin, []).append(one)
    offers = [max(of, key=lambda one: (one.least, day_number(one))) for of in by_origin.values()]
    if not reached[0].layer.is_quote:
        return offers[0]
    same = (one for one in offers if one.items == offers[0].items)
    return min(same, key=lambda one: math.inf if one.converted is None else one.converted)
