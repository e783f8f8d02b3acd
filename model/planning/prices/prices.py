"""What a piece may cost: each price that is known of it, and from how many pieces on it counts.

The layers, the best first, are those of `price_layers`. Of the files of a layer the one that is
named first goes first. What expired, is younger than the day until which prices are taken, or is in
a currency without a rate doesn't count.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import field

from model.design.piece import Price
from model.parts.price_layers import Layer, files_called
from model.provenance import UNKNOWN, Provenance
from model.reading.fields import MOST, Amount
from model.records import dataclass

ASSUMED = "assumed"
"""How certain a price is that the scenario assumes."""
REPLACED = f"a {files_called('or', plural=False)} goes before what is assumed or published"
"""Why a price that the scenario has doesn't count."""
IN_PRICE = "in the price of"
"""How it is said that an offer of a server includes a piece."""
IN_ESTIMATE = "inside the estimate of"
"""The same of an estimate."""


@dataclass(frozen=True, slots=True)
class BillLine:
    """A line of a bill as its price is asked for."""

    part: str = ""
    """Key of its part in the catalog; without one it goes by its title."""
    title: str = ""
    """What it is called."""
    stated: Price | None = None
    """The price that the scenario states."""
    at: str = ""
    """Where the scenario states it."""
    noun: str = "part"
    """What a piece of its kind is called."""
    is_another: bool = False
    """Whether figures are stated that make it another piece than its part."""
    of_tier: str = ""
    """The field of its tier that it is, or is one of; empty for what is no piece of a tier."""


@dataclass(frozen=True, slots=True)
class KnownPrice:
    """A price that could count, in its own currency and in the scenario's.

    `why_not` is empty where it may count; of what is confidential, others see the layer alone.
    """

    layer: Layer
    origin: str
    price: Amount | None
    """List price of one piece, as it was offered or seen."""
    discount: float
    tax: float
    net: Amount | None
    converted: float | None
    least: int = 1
    """Pieces from which on it counts."""
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
    """Of an estimate or an assumption: the least that it may cost over what is likely."""
    high_share: float = 1.0
    covers: tuple[str, ...] = ()
    """What else of the tier its price includes: pieces of an estimate, words of an offer."""

    @property
    def is_stated(self) -> bool:
        """Whether the scenario states it."""
        return self.layer.source == "scenario"

    @property
    def is_plain(self) -> bool:
        """Whether its net price is what stands there, from the first piece on."""
        return not self.discount and not self.tax and self.least == 1

    @property
    def is_replaced(self) -> bool:
        """Whether it yields to a price of a quote or of a price book, its own or one around it."""
        return self.why_not == REPLACED or self.why_not.startswith(IN_PRICE)


Known = tuple[float | None, Provenance]
"""A figure, and how it is known."""
Counted = tuple[int, int, KnownPrice | None]
"""From how many pieces on, below how many, which price counts; None: none is known."""


@dataclass(frozen=True, slots=True)
class LinePrice:
    """What a line of a bill costs: each price that is known of it, and what the plan takes of them.

    Where the price follows the number of pieces, `figures` has none of one piece, but `counted`
    has one from so many pieces on up to so many others.
    """

    known: tuple[KnownPrice, ...] = ()
    """Each price that is known, the best layer first."""
    counted: tuple[Counted, ...] = ()
    is_stated: bool = False
    """Whether the scenario's own price is the one to take."""
    figures: Mapping[str, Known] = field(default_factory=dict)
    """Inputs of the line beside what the scenario states."""
    of_one: Known = (None, UNKNOWN)
    """The price of one piece, and how it is known."""
    amount: Amount | None = None
    """The same in its own currency, where an offer gives it."""
    warnings: tuple[str, ...] = ()

    @property
    def follows_pieces(self) -> bool:
        """Whether the price follows the number of pieces, or a discount or a tax."""
        return not self.is_stated and bool(self.counted) and "unit_price" not in self.figures

    @property
    def is_replaced(self) -> bool:
        """Whether the price that the scenario states yields to another one."""
        return any(one.is_replaced for one in self.known)

    @property
    def counts_stated(self) -> bool:
        """Whether the price that the scenario states counts."""
        return any(one.is_stated and not one.why_not for one in self.known)

    def first(self) -> KnownPrice | None:
        """Give the price that counts for the fewest pieces; None where none does."""
        return self.counted[0][2] if self.counted else None

    def at(self, count: float | None) -> KnownPrice | None:
        """Give the price that counts for so many pieces; None where none does."""
        if count is None:
            return None
        return next((one for first, below, one in self.counted if first <= count < below), None)


def day_number(price: KnownPrice) -> int:
    """Give the day of a price as a number, to be compared."""
    return 0 if price.date is None else price.date.toordinal()


def known_by(price: KnownPrice, part: str = "") -> Provenance:
    """Say how a price is known."""
    day = "" if price.date is None else str(price.date)
    source = ", ".join(filter(None, (price.source, day)))
    return Provenance(price.layer.status, source, price.note, price.place, "", part, "price", day)


def hidden(known: Sequence[KnownPrice], part: str) -> Provenance | None:
    """Say so where a confidential price counts that others aren't told; None elsewhere."""
    counting = [one for one in known if not one.why_not]
    kept = next((c for c in counting if c.net is None and c.layer.confidential), None)
    if kept is None or any(one.is_stated for one in counting):
        return None
    why = f"{kept.origin} counts; its price isn't told to others"
    return Provenance("withheld", because=why, part=part, figure="price")


def counted_of(known: Sequence[KnownPrice]) -> tuple[Counted, ...]:
    """Give the price that counts by the number of pieces: the best layer that has one for so many.

    Neighbours of one price are one; nothing at all where nobody knows a price.
    """
    possible = [one for one in known if not one.why_not]
    if not possible:
        return ()
    # An estimate stands in only where nobody knows a price for any number of pieces.
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
    """Give what counts for so many pieces: of the first origin, from the most pieces on."""
    reached = [one for one in possible if one.least <= count]
    if not reached:
        return None
    first = reached[0]
    same = [one for one in reached if (one.layer, one.origin) == (first.layer, first.origin)]
    return max(same, key=lambda one: (one.least, day_number(one)))
