"""Quotes that count: until when they are valid, and what the purchase costs once they expire."""

from __future__ import annotations

import datetime
from collections import defaultdict
from pathlib import Path
from weakref import WeakKeyDictionary

from model.answers.results import Results
from model.answers.views.view import Column, FixedValue, Row, View
from model.errors import InputError
from model.parts.price_layers import layer
from model.planning.prices.prices import KnownPrice
from model.records import dataclass
from model.units.brief import several
from model.units.figures import show

FIELD = layer("quote").files
COST, KNOWN = ("site", "capital_cost"), ("site", "known_capital_cost")
COLUMNS = (
    Column("Valid until", "until"),
    Column("Days left", "days", tone="strong"),
    Column("Lines", "lines"),
    Column("Purchase without it", "after"),
    Column("Change", "change", tone="strong"),
)


@dataclass(frozen=True, slots=True)
class QuoteTerm:
    """A quote that counts, and the purchase without it."""

    origin: str
    until: datetime.date | None
    """Day on which the first of its prices that count expires; None if it states none."""
    days: int | None
    """Days from the price date until then."""
    lines: int
    """Lines of the bill that it prices."""
    after: float | None
    """Known price of the purchase without it, net; None if it can't be planned without it."""
    change: float | None
    """Change of the known price, net, which is that of the purchase if no price becomes unknown."""
    unknown: int
    """Lines whose price is unknown without it, and known with it."""


_TERMS: WeakKeyDictionary[Results, tuple[QuoteTerm, ...]] = WeakKeyDictionary()
"""What was found already: each quote costs a plan without it."""


def quote_terms(results: Results) -> tuple[QuoteTerm, ...]:
    """Return the quotes that count, the first to expire first; none of a public plan."""
    if results not in _TERMS:
        _TERMS[results] = _terms(results)
    return _TERMS[results]


def _terms(results: Results) -> tuple[QuoteTerm, ...]:
    if results.plan.public:
        return ()
    terms = [_term(results, prices) for prices in _by_quote(results).values()]
    return tuple(sorted(terms, key=lambda one: (one.until is None, one.until, one.origin)))


def _by_quote(results: Results) -> dict[str, list[KnownPrice]]:
    """Return the prices of quotes that count, one for each line, by the name of the quote."""
    found: dict[str, list[KnownPrice]] = defaultdict(list)
    for price in results.plan.prices.values():
        if price.is_stated:
            continue
        used = {one.origin: one for one in price.known if one.layer.is_quote and not one.why_not}
        for origin, one in used.items():
            found[origin].append(one)
    return found


def _term(results: Results, prices: list[KnownPrice]) -> QuoteTerm:
    day = results.plan.scenario.economics.price_date
    until = min((one.valid_until for one in prices if one.valid_until), default=None)
    days = None if day is None or until is None else (until - day).days
    after = _without(results, prices[0])
    left = None if after is None else after[KNOWN]
    now = results[KNOWN]
    change = None if left is None or now is None else left - now
    unknown = 0 if after is None else _unknown(after) - _unknown(results)
    return QuoteTerm(prices[0].origin, until, days, len(prices), left, change, max(unknown, 0))


def _without(results: Results, price: KnownPrice) -> Results | None:
    """Return the plan without the file of a quote; None if there is no such plan."""
    names = getattr(results.plan.scenario.economics, FIELD)
    file = Path(price.place.partition(":")[0]).name
    others = [name for name in names if Path(name).name != file]
    try:
        return results.edited({f"economics.{FIELD}": others})
    except InputError:
        return None


def _unknown(results: Results) -> int:
    return round(results.known("site", "unknown_equipment_cost"))


def terms_table(results: Results) -> View:
    """Return the quotes that count, with their days left and the purchase without them."""
    terms = quote_terms(results)
    return View(_title(terms), "Quote", COLUMNS, tuple(map(_row, terms)))


def _title(terms: tuple[QuoteTerm, ...]) -> str:
    """Name the table by the first quote that expires."""
    first = terms[0] if terms else None
    if first is None or first.until is None:
        return "Quotes that count"
    left = "" if first.days is None else f", {several(first.days, 'day')} after the price date"
    return f"Quotes: the first one expires after {first.until}{left}"


def _row(one: QuoteTerm) -> Row:
    entries = (
        str(one.until or "not stated"),
        "" if one.days is None else str(one.days),
        str(one.lines),
        FixedValue(one.after, "currency", at_least=one.unknown > 0),
        FixedValue(None if one.unknown else one.change, "currency"),
    )
    return Row(one.origin, entries, (unknown_text(one),) if one.unknown else ())


def unknown_text(one: QuoteTerm) -> str:
    """Say how many prices are unknown without a quote."""
    return f"{several(one.unknown, 'price')} unknown without it"


def term_sentence(results: Results, one: QuoteTerm) -> str:
    """Say how long a quote is valid, and what its end changes."""
    currency = results.plan.scenario.economics.currency
    if one.until is None:
        valid = f"{one.origin} states no end of validity"
    elif one.days is None:
        valid = f"{one.origin} is valid until {one.until}"
    else:
        valid = f"{one.origin} is valid until {one.until}, {several(one.days, 'more day')}"
    if one.change is None:
        return f"{valid}; the purchase can't be planned without it"
    if one.unknown:
        return f"{valid}; once it expires, {unknown_text(one).removesuffix(' without it')}"
    if round(one.change, 2) == 0:
        return f"{valid}; once it expires, the purchase costs the same"
    word = "more" if one.change > 0 else "less"
    amount = show(abs(one.change), "currency", currency=currency)
    return f"{valid}; once it expires, the purchase costs {amount} {word}, net"
