"""What a piece may cost: each price that is known of it, and from how many pieces on it counts.

Layers, the best first: a price that the scenario states, quotes, the buyer's price books, one that
the scenario only assumes to lie between two ends or takes from what was published, public
observations. Of quotes and books the one that is named first goes first. What expired, is younger
than the day until which prices are taken, or is in a currency without a rate doesn't count.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from model.design.economics import Economics
from model.design.piece import Price
from model.design.scenario import Scenario
from model.errors import InputError, Problem, quoted
from model.formulas.time_and_money.offers import class_price, net_price
from model.parts.catalog import Catalog
from model.parts.classes import band, belongs, is_named, shipped_classes
from model.parts.included_items import words_of
from model.parts.offers import Layer, Offer, read_offers
from model.parts.prices import PriceObservation, last_day
from model.planning.named_files import named
from model.provenance import Provenance, Status
from model.reading.documents import read_document
from model.reading.fields import MOST, Amount
from model.records import dataclass, replace
from model.units.figures import percent

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
LATER = "later than the price date"
MOST_NAMED = 3
NO_RATE = "in another currency, without a rate"
MOST_SEEN = 5
"""Public observations of a part that are told: the latest."""
FIELDS: tuple[tuple[str, Layer], ...] = (("quotes", "quote"), ("price_books", "book"))
"""The fields of the economics that name files, and the layer of each."""


@dataclass(frozen=True, slots=True)
class Candidate:
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
    counts: Candidate | None


def rate_of(economics: Economics, currency: str) -> float | None:
    """Give what a unit of a currency is worth in the scenario's; None without a rate."""
    if currency == economics.currency:
        return 1.0
    exchange = economics.exchange.get(currency)
    return None if exchange is None else exchange.rate


class PriceLayers:
    """All prices that a scenario's plan may take, read once."""

    def __init__(
        self,
        scenario: Scenario,
        catalog: Catalog,
        *,
        public: bool = False,
        economics: Economics | None = None,
        books: tuple[list[Offer], ...] | None = None,
    ) -> None:
        self.economics = economics or scenario.economics
        self.sources = scenario.sources
        self.catalog = catalog
        self.public = public
        self.books = books_of(scenario, catalog) if books is None else books
        """The offers of each quote and of each price book, in the order in which they count."""

    def warnings(self) -> Iterator[str]:
        """Say which rates are assumed, which quotes expired, and of which nobody can say that."""
        day = self.economics.price_date
        for currency, exchange in self.economics.exchange.items():
            if exchange.status == ASSUMED:
                worth = f"{exchange.rate:g} {self.economics.currency}"
                yield (
                    f"that 1 {currency} is {worth} is assumed: write the rate of {exchange.date}, "
                    f"and who published it, in 'economics.exchange.{currency}'"
                )
        for offers in self.books:
            dated = [offer for offer in offers if offer.valid_until is not None]
            called = CALLED[offers[0].layer] if self.public else offers[0].origin
            expired = [offer for offer in dated if offer.is_expired(day)]
            if expired:
                last = max(offer.valid_until for offer in expired if offer.valid_until)
                count = f"{len(expired)} of its {len(offers)} prices"
                yield f"{called}: {count} expired by {day}, the last on {last}, and don't count"
            yield from (f"{called}: {said}, and don't count" for said in self._left_out(offers))
            if dated and day is None:
                yield (
                    f"{called} is valid until {min(o.valid_until for o in dated if o.valid_until)}:"
                    " write 'economics.price_date', so that it is known whether it still holds"
                )

    def _left_out(self, offers: Sequence[Offer]) -> Iterator[str]:
        """Say how many prices count nowhere yet: of later days alone, or without a rate."""
        day = self.economics.price_date
        in_time = {offer.line.what for offer in offers if day is None or offer.date <= day}
        later = [offer for offer in offers if offer.line.what not in in_time]
        if later:
            yield f"{len(later)} of its {len(offers)} prices are later than {day}"
        codes = [
            o.price.currency for o in offers if rate_of(self.economics, o.price.currency) is None
        ]
        for code in dict.fromkeys(codes):
            count = f"{codes.count(code)} of its {len(offers)} prices"
            yield f"{count} are in {code}, without a rate in 'economics.exchange'"

    def candidates(
        self, part: str | None, name: str = "", stated: Price | None = None, at: str = ""
    ) -> tuple[Candidate, ...]:
        """Give each price that is known of a part, or of what has a name only, the best first."""
        found = [] if stated is None else [self._stated(stated, at)]
        for offers in self.books:
            of_it = [self._offered(o) for o in offers if _is_of(o, part, name, self.catalog)]
            found += sorted(of_it, key=lambda one: (one.least, -_day(one)))
        if part is not None:
            seen = sorted(self.catalog.prices(part), key=lambda one: one.date, reverse=True)
            found += self._observed(seen, part)
        if self.economics.estimates:
            found += self._estimated(part, name)
        return tuple(found)

    def _estimated(self, part: str | None, name: str) -> Iterator[Candidate]:
        """Give what the class of a part or a name costs, the buyer's own first; or nothing."""
        day = self.economics.price_date
        for one in (*self.economics.classes, *shipped_classes()):
            if not (belongs(one, part, self.catalog) if part else is_named(one, name)):
                continue
            known = band(one, self.catalog)
            if known is None:
                continue
            size = 1.0 if not part or one.per == "piece" else self.catalog.figures(part)[one.per]
            price = Amount(class_price(known.likely, size), one.currency)
            why = LATER if day is not None and known.date > day else ""
            made = self._candidate("estimate", f"the class '{one.title}'", price, why=why)
            rests = f"the median of {known.seen} observations" if known.seen else "as stated"
            yield replace(
                made,
                date=known.date,
                source=f"budget class {one.key}: {rests}, from "
                f"{percent(known.low / known.likely)} to {percent(known.high / known.likely)}",
                confidence="low",
                note=one.note,
                low_share=known.low / known.likely,
                high_share=known.high / known.likely,
                covers=one.covers,
            )
            return

    def _stated(self, stated: Price, at: str) -> Candidate:
        made = self._candidate("stated", "the scenario", stated.value)
        least, most = stated.shares
        return replace(
            made,
            source=stated.source,
            date=self._published(stated.source),
            note=stated.because,
            place=at,
            confidence=ASSUMED if stated.status == ASSUMED else "",
            low_share=least,
            high_share=most,
        )

    def _published(self, source: str) -> datetime.date | None:
        """Give the last day on which a source of the scenario may have come out, if it says one."""
        try:
            return last_day(self.sources[source].date)  # type: ignore[no-any-return]
        except (KeyError, ValueError):
            return None

    def _offered(self, offer: Offer) -> Candidate:
        day = self.economics.price_date
        why = LATER if day is not None and offer.date > day else ""
        why = f"expired on {offer.valid_until}" if offer.is_expired(day) else why
        made = self._candidate(
            offer.layer, offer.origin, offer.price, offer.discount, offer.tax, why
        )
        if self.public:
            called, why = CALLED[offer.layer], made.why_not
            covers = words_of(offer.includes)  # what else costs nothing, and is no amount
            return Candidate(
                offer.layer, called, None, 0.0, 0.0, None, None, why_not=why, covers=covers
            )
        return replace(
            made,
            least=offer.line.from_,
            date=offer.date,
            valid_until=offer.valid_until,
            source=offer.source,
            confidence=offer.confidence,
            note=offer.note,
            includes=offer.includes,
            covers=words_of(offer.includes),
            lead_time=offer.lead_time,
            place=str(offer.place),
        )

    def _observed(self, seen: Sequence[PriceObservation], part: str) -> Iterator[Candidate]:
        """Give the latest observations; only the last one that was seen in time may count."""
        day, counted = self.economics.price_date, False
        place = str(self.catalog.place(part))
        for one in seen[:MOST_SEEN] if day is None else _around(seen, day):
            if one.price is None:
                continue
            why = LATER if day is not None and one.date > day else "superseded" if counted else ""
            counted = counted or not why
            made = self._candidate("public", "a public observation", one.price, why=why)
            source = one.source
            yield replace(
                made,
                date=one.date,
                source=source.title,
                confidence=source.confidence,
                note=one.note,
                place=place,
            )

    def _candidate(
        self,
        layer: AnyLayer,
        origin: str,
        price: Amount,
        discount: float = 0.0,
        tax: float = 0.0,
        why: str = "",
    ) -> Candidate:
        rate = rate_of(self.economics, price.currency)
        net = Amount(net_price(price.amount, discount, tax), price.currency)
        converted = None if rate is None else net.amount * rate
        why = why or (NO_RATE if rate is None else "")
        return Candidate(layer, origin, price, discount, tax, net, converted, why_not=why)


def _around(seen: Sequence[PriceObservation], day: datetime.date) -> list[PriceObservation]:
    """Give the latest that were seen by a day, and the one that was seen next."""
    later = [one for one in seen if one.date > day]
    return [*later[-1:], *[one for one in seen if one.date <= day][:MOST_SEEN]]


def _day(candidate: Candidate) -> int:
    return 0 if candidate.date is None else candidate.date.toordinal()


def _is_of(offer: Offer, part: str | None, name: str, catalog: Catalog) -> bool:
    """Tell whether an offer is of a part, by its key or the vendor's number, or of a name."""
    line = offer.line
    if line.part is not None:
        return line.part == part
    if line.number and part is not None:
        known = catalog.part(part)
        return _bare(line.number) in (_bare(known.number), _bare(known.model))
    return bool(line.name) and line.name.casefold() == name.casefold()


def _bare(number: str) -> str:
    """Leave out of a number what vendors write in many ways."""
    return "".join(letter for letter in number.casefold() if letter.isalnum())


def known_by(best: Candidate, part: str = "") -> Provenance:
    """Say how the price of a candidate is known."""
    day = "" if best.date is None else str(best.date)
    source = ", ".join(filter(None, (best.source, day)))
    return Provenance(STATUS[best.layer], source, best.note, best.place, "", part, "price", day)


def withheld(candidates: Iterable[Candidate]) -> Candidate | None:
    """Give the confidential one that is kept from others, if there is any."""
    return next((c for c in candidates if c.net is None and c.layer in CONFIDENTIAL), None)


def steps(candidates: Sequence[Candidate]) -> tuple[Step, ...]:
    """Give the price that counts by the number of pieces: the best layer that has one for so many.

    Neighbours of one price are one step; none at all where nobody knows a price.
    """
    possible = [one for one in candidates if not one.why_not]
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


def _best(possible: Sequence[Candidate], count: int) -> Candidate | None:
    """Give what counts for so many pieces: of the first origin, from the most pieces on."""
    reached = [one for one in possible if one.least <= count]
    if not reached:
        return None
    first = reached[0]
    same = [one for one in reached if (one.layer, one.origin) == (first.layer, first.origin)]
    return max(same, key=lambda one: (one.least, _day(one)))


def unused(
    books: Iterable[Sequence[Offer]], candidates: Mapping[str, Sequence[Candidate]]
) -> Iterator[str]:
    """Say which lines of quotes are of nothing that is bought, as a name may be misspelled, and
    which of nothing but what has a price in the scenario.
    """
    found = candidates.values()
    places = {one.place for of_line in found for one in of_line}
    is_open = {one.place for of_line in found if not _is_stated(of_line) for one in of_line}
    for offers in books:
        if offers[0].layer != "quote":
            continue
        left = [offer for offer in offers if str(offer.place) not in places]
        beside = [o for o in offers if o not in left and str(o.place) not in is_open]
        if left:
            yield f"{offers[0].origin}: no line of the bill takes its price of {_listed(left)}"
        if beside:
            stated = f"the scenario itself states the price of {_listed(beside)}"
            yield f"{offers[0].origin}: {stated}, which goes before"


def _is_stated(of_line: Sequence[Candidate]) -> bool:
    """Tell whether a line has the price that the scenario states."""
    return any(one.layer == "stated" and not one.why_not for one in of_line)


def _listed(offers: Sequence[Offer]) -> str:
    """Name the first things that are offered, and say how many more there are."""
    left = list(dict.fromkeys(offer.line.what for offer in offers))
    more = f" and {len(left) - MOST_NAMED} more" * (len(left) > MOST_NAMED)
    return f"{', '.join(map(quoted, left[:MOST_NAMED]))}{more}"


def books_of(scenario: Scenario, catalog: Catalog) -> tuple[list[Offer], ...]:
    """Read the offers of each quote and of each price book, in the order in which they count."""
    return tuple(_read_all(scenario, catalog))


def _read_all(scenario: Scenario, catalog: Catalog) -> Iterator[list[Offer]]:
    """Read each file that the scenario names; all that is wrong with them is said at once."""
    problems: list[Problem] = []
    for field, layer in FIELDS:
        for n, name in enumerate(getattr(scenario.economics, field)):
            try:
                offers = _read(scenario, name, f"economics.{field}.{n}", layer)
            except InputError as error:
                problems += error.problems
                continue
            problems += _unknown_parts(offers, catalog)
            yield offers
    if problems:
        raise InputError(problems)


def _read(scenario: Scenario, name: str, at: str, layer: Layer) -> list[Offer]:
    file = named(scenario, name, at, "YAML" if layer == "quote" else "YAML, CSV or XLSX")
    return list(_offers(layer, file.content(), str(file.path)))


@lru_cache(maxsize=8)
def _offers(layer: Layer, content: bytes, called: str) -> tuple[Offer, ...]:
    """Read the offers of a file; of a content that was read before, those that were found."""
    if Path(called).suffix.casefold() in (".yaml", ".yml"):
        return tuple(read_offers(layer, read_document(content, called)))
    from model.reading.price_lists import price_list  # what reads workbooks is slow to load

    return tuple(read_offers(layer, price_list(content, called)))


def _unknown_parts(offers: Iterable[Offer], catalog: Catalog) -> Iterator[Problem]:
    for offer in offers:
        if offer.line.part is not None and (what := catalog.problem_with(offer.line.part)):
            yield Problem(offer.place, "part", f"{what}; what the catalog lacks has a 'name'")
