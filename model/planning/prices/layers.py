"""Price layers: all known prices of a part, in order of precedence."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from model.design.cabling import NETWORK_CABLES, POWER_CORDS, SMALL_SINCE
from model.design.economics import Economics
from model.design.equipment import SAS_CABLES
from model.design.piece import Price
from model.design.scenario import Scenario, source_title
from model.formulas.time_and_money.offers import class_price, net_price
from model.parts.catalog import Catalog
from model.parts.classes import (
    Band,
    BudgetClass,
    band,
    belongs,
    is_named,
    shipped_classes,
    small_classes,
)
from model.parts.included_items import words_of
from model.parts.price_ages import age_of_kind, aged
from model.parts.price_layers import LAYERS, OF_FILES, Layer
from model.parts.prices import PublicPrice, last_day
from model.planning.prices.prices import ASSUMED, BillLine, KnownPrice, day_number
from model.planning.prices.quotes import QuoteBook, books_of
from model.reading.fields import Amount
from model.records import NamedTuple, replace
from model.units.brief import several
from model.units.figures import percent, show

if TYPE_CHECKING:
    from model.parts.quotes import QuotedPrice

CAPACITY, FLASH = "capacity", "ssd"
"""Figure and kind of the classes of flash drives."""
CABLES = (NETWORK_CABLES.casefold(), SAS_CABLES.casefold())
"""Lines of cables that nobody specified."""
LATER = "later than the price date"
NO_CAPACITY = "per capacity, and the part has none"
NO_RATE = "in another currency; no exchange rate entered"
MOST_SEEN = 5
"""Maximum number of public observations of a part to report, the latest ones."""


def rate_of(economics: Economics, currency: str) -> float | None:
    """Return the exchange rate of a currency to the scenario's; None if unknown."""
    if currency == economics.currency:
        return 1.0
    exchange = economics.exchange.get(currency)
    return None if exchange is None else exchange.rate


class _Off(NamedTuple):
    """How far a price may be off, as shares of it, and why."""

    low: float = 1.0
    high: float = 1.0
    because: str = ""


class PriceLayers:
    """All prices available to a scenario's plan, read once."""

    def __init__(
        self,
        scenario: Scenario,
        catalog: Catalog,
        *,
        public: bool = False,
        economics: Economics | None = None,
        books: tuple[QuoteBook, ...] | None = None,
    ) -> None:
        self.scenario = scenario
        self.economics = economics or scenario.economics
        self.catalog = catalog
        self.public = public
        self.books = books_of(scenario, catalog) if books is None else books
        """Quotes and price books in order of precedence."""

    def warnings(self) -> Iterator[str]:
        """Return warnings of assumed exchange rates, and of expired or undated quotes."""
        day = self.economics.price_date
        for currency, exchange in self.economics.exchange.items():
            if exchange.status == ASSUMED:
                rate = f"{exchange.rate:g} {self.economics.currency}"
                yield (
                    f"the exchange rate 1 {currency} = {rate} is assumed: enter the rate of "
                    f"{exchange.date} and its source in 'economics.exchange.{currency}'"
                )
        for book in self.books:
            prices = book.prices
            dated = [price for price in prices if price.valid_until is not None]
            called = book.layer.label if self.public else book.origin
            expired = [price for price in dated if price.is_expired(day)]
            if expired:
                last = max(price.valid_until for price in expired if price.valid_until)
                one = len(expired) == 1
                count = f"{len(expired)} of its {len(prices)} prices"
                yield (
                    f"{called}: {count if len(prices) > 1 else 'its only price'} expired by {day} "
                    f"({'' if one else 'the last '}on {last}) and {'is' if one else 'are'} not "
                    "used: ask for a new quote"
                )
            yield from (f"{called}: {text}" for text in self._left_out(prices))
            if dated and day is None:
                yield (
                    f"{called} is valid until {min(o.valid_until for o in dated if o.valid_until)}:"
                    " write 'economics.price_date' to check whether it is still valid"
                )

    def _left_out(self, prices: Sequence[QuotedPrice]) -> Iterator[str]:
        """Return the number of unusable prices: too recent, or without an exchange rate."""
        day = self.economics.price_date
        in_time = {price.line.what for price in prices if day is None or price.date <= day}
        later = [price for price in prices if price.line.what not in in_time]
        if later:
            last = max(price.date for price in later)
            yield (
                f"{_counted(len(later), len(prices))} later than {day} and not used: set "
                f"'economics.price_date' to {last}"
            )
        codes = [
            o.price.currency for o in prices if rate_of(self.economics, o.price.currency) is None
        ]
        for code in dict.fromkeys(codes):
            count = _counted(codes.count(code), len(prices))
            yield f"{count} in {code} and not used: enter its rate in 'economics.exchange'"

    def is_priced_by_quantity(self, part: str, title: str) -> bool:
        """Whether a quote or price book has a price of an item from some quantity on."""
        known = (one for layer in OF_FILES for one in self._in_files(layer, BillLine(part, title)))
        return any(one.least > 1 for one in known)

    def known(self, line: BillLine) -> tuple[KnownPrice, ...]:
        """Return each known price of a line, in order of precedence."""
        return tuple(one for layer in LAYERS for one in self._of(layer, line))

    def _of(self, layer: Layer, line: BillLine) -> Iterable[KnownPrice]:
        """Return each known price of a line in a layer."""
        if layer.source == "scenario":
            return [] if line.stated is None else [self._stated(layer, line, line.stated)]
        if layer.source == "files":
            return self._in_files(layer, line)
        if layer.source == "catalog":
            return self._observed(layer, line.part) if line.part else ()
        wanted = self.economics.estimates or self._may_be_small(line)
        return self._estimated(layer, line) if wanted else ()

    def _may_be_small(self, line: BillLine) -> bool:
        """Whether a class of small items may price a line: of cords, and of cables.

        Without a price date, nothing is asked.
        """
        if line.part:
            return False
        title, day = line.title.casefold(), self.economics.price_date
        if title in CABLES and line.at.startswith(("tiers.", "fabric.")):
            return day is not None and day >= SMALL_SINCE
        return title.startswith(POWER_CORDS)

    def _in_files(self, layer: Layer, line: BillLine) -> Iterator[KnownPrice]:
        """Return the prices from files, sorted by minimum quantity."""
        part = self.catalog.part(line.part) if line.part and self.books else None
        numbers = (line.part, part.number, part.model) if part else ()
        for book in self.books:
            if book.layer == layer:
                found = book.of(line.part, numbers, line.title)
                of_it = (self._quoted(price, line.part) for price in found)
                yield from sorted(of_it, key=lambda one: (one.least, -day_number(one)))

    def _estimated(self, layer: Layer, line: BillLine) -> Iterator[KnownPrice]:
        """Return the price of an item by its budget class, the buyer's own first; or nothing.

        Without estimates, only a class of small items counts.
        The range of a class is at least that of a price of its age.
        """
        if line.flash_size is None:
            found = self._class_of(line.part, line.title, line.port_rate)
        else:
            found = self._class_of_flash(line.flash_size)
        if found is None or not (self.economics.estimates or found[0].small):
            return
        one, known, size = found
        day = self.economics.price_date
        price = Amount(class_price(known.likely, size), one.currency)
        why = LATER if day is not None and known.date > day else ""
        estimate = self._price(layer, f"the class '{one.title}'", price, why=why)
        rests = f"the median of {known.seen} observations" if known.seen else "as entered"
        if line.flash_size is not None and size > line.flash_size:
            rests += f", as a drive of {show(size, 'byte')}, its smallest"
        low, high = known.low / known.likely, known.high / known.likely
        if known.seen:
            by_age = age_of_kind(one.kinds[0]).moved(0 if day is None else (day - known.date).days)
            low, high = low * by_age[0], high * by_age[1]
        yield replace(
            estimate,
            date=known.date,
            source=f"budget class {one.key}: {rests}, from {percent(low)} to {percent(high)}",
            confidence="low",
            note=one.note,
            low_share=low,
            high_share=high,
            covers=one.covers,
        )

    def _class_of(
        self, part: str, name: str = "", port_rate: float | None = None
    ) -> tuple[BudgetClass, Band, float] | None:
        """Return the first budget class of an item with a range, that range, and its size."""
        needs_all = part or self.economics.estimates
        shipped = shipped_classes() if needs_all else small_classes()
        for one in (*self.economics.classes, *shipped):
            if not (belongs(one, part, self.catalog) if part else is_named(one, name, port_rate)):
                continue
            known = band(one, self.catalog, self.economics.price_date)
            if known is not None:
                in_pieces = not part or one.per == "piece"
                return one, known, 1.0 if in_pieces else self.catalog.figures(part)[one.per]
        return None

    def _class_of_flash(self, size: float) -> tuple[BudgetClass, Band, float] | None:
        """Return the first class of flash drives of a size; smaller ones cost as its smallest."""
        for one in (*self.economics.classes, *shipped_classes()):
            low, high = one.when.get(CAPACITY, (0.0, math.inf))
            known = (
                band(one, self.catalog, self.economics.price_date)
                if FLASH in one.kinds and one.per == CAPACITY
                else None
            )
            if known is not None and size <= high:
                return one, known, max(size, low)
        return None

    def _stated(self, layer: Layer, line: BillLine, stated: Price) -> KnownPrice:
        place = self.scenario.place_as_text(f"{line.at}.price")
        known = self._price(layer, layer.label, stated.value)
        date = self._published(stated.source)
        off = _Off(*stated.shares)
        if stated.status == "published":
            off = self._off(line.part, stated.value, "medium", date)
        return replace(
            known,
            source=source_title(self.scenario.sources, stated.source),
            date=date,
            note=stated.because,
            place=place,
            confidence=ASSUMED if stated.status == ASSUMED else "",
            includes=stated.includes or "",
            covers=words_of(stated.includes or ""),
            low_share=off.low,
            high_share=off.high,
            range_because=off.because,
        )

    def _off(self, part: str, price: Amount, confidence: str, date: datetime.date | None) -> _Off:
        """Return how far a public price may be off, as shares of it.

        This is the wider of its range by confidence and age, and that of its budget class.
        """
        day = self.economics.price_date
        kind = self.catalog.part(part).kind if part else ""
        low, high = aged(kind, confidence, date, day)
        why = f"public price of {confidence} confidence"
        why += f", {several((day - date).days, 'day')} old" if day and date else ""
        found = self._class_of(part) if part else None
        if found is None or not price.amount:
            return _Off(low, high, why)
        one, known, size = found
        of_class, of_price = (rate_of(self.economics, o.currency) for o in (one, price))
        if one.currency == price.currency:  # as wide whatever a unit of it costs
            of_class = of_price = 1.0
        if of_class is None or of_price is None:
            return _Off(low, high, why)
        share = size * of_class / (price.amount * of_price)
        if known.low * share < low or known.high * share > high:
            why += f"; prices of budget class {one.key} range wider"
        return _Off(min(low, known.low * share), max(high, known.high * share), why)

    def _published(self, source: str) -> datetime.date | None:
        """Return the latest possible date of a source of the scenario, if it has one."""
        try:
            return last_day(self.scenario.sources[source].date)  # type: ignore[no-any-return]
        except (KeyError, ValueError):
            return None

    def _quoted(self, price: QuotedPrice, part: str) -> KnownPrice:
        day = self.economics.price_date
        why = LATER if day is not None and price.date > day else ""
        why = f"expired on {price.valid_until}" if price.is_expired(day) else why
        amount, capacity = price.price, 1.0
        if price.is_per_capacity:
            found = self.catalog.figures(part).get("capacity") if part else None
            why, capacity = (why or NO_CAPACITY, 0.0) if found is None else (why, found)
            amount = Amount(amount.amount * capacity, amount.currency)
        known = self._price(price.layer, price.origin, amount, price.discount, price.tax, why)
        if not capacity:
            known = replace(known, price=None, net=None, converted=None)
        if self.public:
            called, why = price.layer.label, known.why_not
            covers = words_of(price.includes)  # others are free, without an amount
            return KnownPrice(
                price.layer, called, None, 0.0, 0.0, None, None, why_not=why, covers=covers
            )
        return replace(
            known,
            least=price.line.from_,
            date=price.date,
            valid_until=price.valid_until,
            source=price.source,
            confidence=price.confidence,
            note=price.note,
            includes=price.includes,
            covers=words_of(price.includes),
            lead_time=price.lead_time,
            place=str(price.place),
        )

    def _observed(self, layer: Layer, part: str) -> Iterator[KnownPrice]:
        """Return the latest observations; only the last one before the price date may apply."""
        observations = sorted(self.catalog.prices(part), key=lambda one: one.date, reverse=True)
        day, counted = self.economics.price_date, False
        place = str(self.catalog.place(part))
        for one in observations[:MOST_SEEN] if day is None else _around(observations, day):
            if one.price is None:
                continue
            why = LATER if day is not None and one.date > day else "superseded" if counted else ""
            counted = counted or not why
            known = self._price(layer, layer.label, one.price, why=why)
            source = one.source
            off = _Off() if why else self._off(part, one.price, source.confidence, one.date)
            yield replace(
                known,
                date=one.date,
                source=source.title,
                confidence=source.confidence,
                note=one.note,
                place=place,
                low_share=off.low,
                high_share=off.high,
                range_because=off.because,
            )

    def _price(
        self,
        layer: Layer,
        origin: str,
        price: Amount,
        discount: float = 0.0,
        tax: float = 0.0,
        why: str = "",
    ) -> KnownPrice:
        rate = rate_of(self.economics, price.currency)
        net = Amount(net_price(price.amount, discount, tax), price.currency)
        converted = None if rate is None else net.amount * rate
        why = why or (NO_RATE if rate is None else "")
        return KnownPrice(layer, origin, price, discount, tax, net, converted, why_not=why)


def _around(observations: Sequence[PublicPrice], day: datetime.date) -> list[PublicPrice]:
    """Return the latest observations up to a day, and the next one after it."""
    later = [one for one in observations if one.date > day]
    return [*later[-1:], *[one for one in observations if one.date <= day][:MOST_SEEN]]


def _counted(count: int, total: int) -> str:
    """Return a number of the prices of a file, with the verb."""
    if total == 1:
        return "its only price is"
    return f"{count} of its {total} prices {'is' if count == 1 else 'are'}"
