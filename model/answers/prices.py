"""What is known of the price of a line: as it was seen or stated, in its own currency."""

from __future__ import annotations

import datetime

from model.answers.counted_prices import counted, older_than
from model.answers.results import Results
from model.design.economics import rate_text
from model.engine.tree import Address
from model.planning.prices.prices import OWNED, KnownPrice, known_by
from model.planning.supply import Line, Supply
from model.reading.fields import Amount, Stated
from model.records import NamedTuple
from model.units.brief import several


class Price(NamedTuple):
    """The unit price of a line in its own currency, with its kind, date and source.

    `age` is in days, up to the day until which the scenario takes prices; None where it names none.
    The amount is net, after the discount on the list price.
    """

    amount: float
    currency: str
    kind: str
    date: str
    source: str
    age: int | None
    layer: str = ""
    list_price: float | None = None
    discount: float = 0.0
    valid_until: str = ""
    confidence: str = ""
    note: str = ""
    includes: str = ""
    lead_time: float | None = None


class Considered(NamedTuple):
    """A price known for a line, and why it isn't used, if it isn't."""

    price: KnownPrice
    counts: bool
    why_not: str
    age: int | None


def stated_amount(results: Results, address: Address) -> Amount | None:
    """Return the amount of an input in its own currency, as stated or offered; None without one."""
    offered = results.plan.amounts.get(address)
    if offered is not None:
        return offered
    known = results.plan.provenance[address]
    found: object = results.plan.scenario
    for key in Supply.keys(known.field) if known.field else ():
        if isinstance(found, list | tuple) and isinstance(key, int):
            found = found[key]
        else:
            found = getattr(found, str(key), None)
    value = found.value if isinstance(found, Stated) else None
    return value if isinstance(value, Amount) else None


def counting(results: Results, line: Line) -> KnownPrice | None:
    """Return the price that applies to the line's number of pieces; None if none does."""
    return counted(results.plan, results.values, line)


def currencies(results: Results) -> list[str]:
    """Return the foreign currencies with a stated rate or a usable price."""
    economics = results.plan.scenario.economics
    known = (one.price for price in results.plan.prices.values() for one in price.known)
    used = {price.currency for price in known if price is not None}
    return sorted({*economics.exchange, *used} - {economics.currency})


def rate_texts(results: Results, *, whole: bool) -> list[str]:
    """Return each stated exchange rate as text, with its date and source.

    If `whole` is false, only an assumed rate is marked as such; date and source are left out.
    """
    economics = results.plan.scenario.economics
    return [
        rate_text(currency, known, economics.currency, whole=whole)
        for currency, known in sorted(economics.exchange.items())
    ]


def days_seen(results: Results) -> list[datetime.date]:
    """Return the known dates of the prices that the bill uses."""
    used = (counting(results, line) for line in results.plan.lines)
    return [one.date for one in used if one is not None and one.date is not None]


def considered(results: Results, line: Line) -> list[Considered]:
    """Return all prices known for a line, the best layer first, and why any isn't used."""
    used = counting(results, line)
    count = results[line.counts_by] or 0.0
    found = []
    for one in results.plan.prices[line.path].known:
        why = one.why_not
        if not why and one is not used:
            why = f"from {one.least} pieces on" if count < one.least else _loses_to(one, used)
        found.append(Considered(one, one is used, why, age_of(results, one.date)))
    return found


def _loses_to(one: KnownPrice, used: KnownPrice | None) -> str:
    """Say why a price that may apply isn't the one that is used."""
    if used is None:
        return ""
    if one.layer != used.layer or not used.layer.is_quote or used.net is None:
        return f"{used.layer.label} takes precedence"
    if one.origin == used.origin:
        return f"its price from {used.least} pieces applies"
    if one.items != used.items:
        return f"{used.origin} is named first and includes other items"
    return f"{NOT_CHEAPER} {used.origin}"


NOT_CHEAPER = "not cheaper than"
"""Why a valid quote doesn't count."""


def not_cheaper(results: Results, line: Line) -> list[KnownPrice]:
    """Return the valid quotes for a line that aren't used, as another one is no dearer."""
    count, found = results[line.counts_by] or 0.0, considered(results, line)
    others: dict[str, KnownPrice] = {}
    for one in sorted(
        (one.price for one in found if one.why_not.startswith(NOT_CHEAPER)), key=_least
    ):
        if one.least <= count:
            others[one.origin] = one
    return list(others.values())


def _least(price: KnownPrice) -> int:
    return price.least


def reference_day(results: Results) -> datetime.date | None:
    """Return the scenario's price date, to which prices age; None if it has none."""
    return results.plan.scenario.economics.price_date


def age_of(results: Results, date: datetime.date | None) -> int | None:
    """Return the days from a price's date to the price date; None if either is unknown."""
    day = reference_day(results)
    return None if date is None or day is None else (day - date).days


def age_text(days: int | None) -> str:
    """Return a price's age as text; empty if unknown."""
    if days is None:
        return ""
    count = several(abs(days), "day")
    return count if days >= 0 else f"{count} after the price date"


def price_of(results: Results, line: Line) -> Price | None:
    """Return the price that a line uses; None if unknown."""
    address = (line.path, "unit_price")
    if results[address] is None:
        return None
    used = counting(results, line)
    known = results.plan.provenance.get(address)
    if used is None or used.net is None or (known is not None and known.field):
        amount = None if known is None else stated_amount(results, address)
        if known is None or amount is None:
            return None
        source = known.source or known.because or known.place
        age = None if used is None else age_of(results, used.date)
        return Price(*amount, known.status, known.date, source, age, "stated")
    origin = known_by(used)
    return Price(
        *used.net,
        origin.status,
        origin.date,
        origin.source or origin.because or origin.place,
        age_of(results, used.date),
        used.layer.name,
        used.price.amount if used.price else None,
        used.discount,
        str(used.valid_until or ""),
        used.confidence,
        used.note,
        used.includes,
        used.lead_time,
    )


def why_free(results: Results, line: Line) -> str:
    """Say why a line costs nothing, so that nobody takes its 0 for a gift: owned, or inside the
    price of another; or nothing.
    """
    known = results.plan.provenance.get((line.path, "unit_price"))
    is_free = known is not None and results[line.path, "unit_price"] == 0
    return known.because if known and is_free else ""


def owned_text(results: Results, line: Line) -> str:
    """Say how many pieces of a line are already owned; empty if none is."""
    if line.owned in (None, "all"):
        return OWNED if line.owned else ""
    bought, there = results[line.pieces_bought], results[line.path, "line_count"]
    if bought is None or there is None:
        return "partly owned"
    return f"{there - bought:.0f} of {there:.0f} {OWNED}"


def age_of_line(results: Results, line: Line, days: int | None) -> str:
    """Return the age of a line's price as text, with the age that it exceeds."""
    limit = older_than(results.plan, line.kind, days)
    return f"{age_text(days)}, older than {limit}" if limit else age_text(days)
