"""What a piece may cost: each price that is known of it, and from how many pieces on it counts.

Layers, the best first: a price that the scenario states, quotes, the buyer's price books, one that
the scenario only assumes to lie between two ends or takes from what was published, public
observations. Of quotes and books the one that is named first goes first. What expired, is younger
than the day until which prices are taken, or is in a currency without a rate doesn't count.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Literal

from model.provenance import Provenance, Status
from model.reading.fields import MOST, Amount
from model.records import dataclass

AnyLayer = Literal["stated", "quote", "book", "public", "estimate"]
STATUS: dict[AnyLayer, Status] = {
    "stated": "stated",
    "quote": "quoted",
    "book": "listed",
    "public": "price",
    "estimate": "estimate",
}
"""How a figure is known whose price is of a layer."""
CALLED = {
    "stated": "the scenario",
    "quote": "a quote",
    "book": "the buyer's price book",
    "public": "a public observation",
    "estimate": "estimate of a budget class",
}
"""What a layer is called."""
CONFIDENTIAL = ("quote", "book")
"""The layers of which nothing but that they count is told to others."""
ASSUMED = "assumed"
"""How certain a price is that the scenario assumes."""
REPLACED = "a quote or price book goes before what is assumed or published"
"""Why a price that the scenario has doesn't count."""
IN_PRICE = "in the price of"
"""How it is said that an offer of a server includes a piece."""
IN_ESTIMATE = "inside the estimate of"
"""The same of an estimate."""


@dataclass(frozen=True, slots=True)
class KnownPrice:
    """A price that could count, in its own currency and in the scenario's.

    `why_not` is empty where it may count; of what is confidential, others see the layer alone.
    """

    layer: AnyLayer
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
    def is_plain(self) -> bool:
        """Whether its net price is what stands there, from the first piece on."""
        return not self.discount and not self.tax and self.least == 1

    @property
    def is_replaced(self) -> bool:
        """Whether it yields to a price of a quote or of a price book, its own or one around it."""
        return self.why_not == REPLACED or self.why_not.startswith(IN_PRICE)


@dataclass(frozen=True, slots=True)
class Step:
    """The price that counts from some number of pieces up to another; None: none is known."""

    first: int
    below: int
    counts: KnownPrice | None


def day_number(candidate: KnownPrice) -> int:
    """Give the day of a price as a number, to be compared."""
    return 0 if candidate.date is None else candidate.date.toordinal()


def known_by(best: KnownPrice, part: str = "") -> Provenance:
    """Say how the price of a candidate is known."""
    day = "" if best.date is None else str(best.date)
    source = ", ".join(filter(None, (best.source, day)))
    return Provenance(STATUS[best.layer], source, best.note, best.place, "", part, "price", day)


def withheld(known: Iterable[KnownPrice]) -> KnownPrice | None:
    """Give the confidential one that is kept from others, if there is any."""
    return next((c for c in known if c.net is None and c.layer in CONFIDENTIAL), None)


def steps(known: Sequence[KnownPrice]) -> tuple[Step, ...]:
    """Give the price that counts by the number of pieces: the best layer that has one for so many.

    Neighbours of one price are one step; none at all where nobody knows a price.
    """
    possible = [one for one in known if not one.why_not]
    if not possible:
        return ()
    # An estimate stands in only where nobody knows a price for any number of pieces.
    possible = [one for one in possible if one.layer != "estimate"] or possible
    if len(possible) == 1 and possible[0].least <= 1:
        return (Step(0, MOST + 1, possible[0]),)
    begins = sorted({1, *(one.least for one in possible)})
    counted = [(n, _best(possible, n)) for n in begins]
    kept = [pair for n, pair in enumerate(counted) if n == 0 or pair[1] != counted[n - 1][1]]
    ends = [n for n, _ in kept[1:]] + [MOST + 1]
    return tuple(
        Step(0 if n == 1 else n, below, one) for (n, one), below in zip(kept, ends, strict=True)
    )


def _best(possible: Sequence[KnownPrice], count: int) -> KnownPrice | None:
    """Give what counts for so many pieces: of the first origin, from the most pieces on."""
    reached = [one for one in possible if one.least <= count]
    if not reached:
        return None
    first = reached[0]
    same = [one for one in reached if (one.layer, one.origin) == (first.layer, first.origin)]
    return max(same, key=lambda one: (one.least, day_number(one)))
