"""Price paths: what prices of later orders are, by kind of part, fitted to dated prices."""

from __future__ import annotations

import datetime
from functools import cache

from model.books.site import TIMING, TimingFacts
from model.design.economics import Economics
from model.engine.tree import Instance
from model.parts.price_series import NAME, Priced, price_series
from model.planning.supply import Draft, Supply
from model.procedures.price_path import ERRORS, fit, range_over
from model.provenance import Provenance
from model.records import NamedTuple
from model.units.figures import show
from model.units.kinds import DAY

RECENT = datetime.timedelta(days=270)
"""How long before the latest price others count for how far prices are above the trend."""
DAYS_OF_YEAR = 365.25
SPAN = 4.99
"""Years, nearly five, over which the lowest and highest yearly change of an index are taken."""
NAMES: dict[Priced, str] = {
    "disks": "disk",
    "flash": "flash",
    "memory": "memory",
    "servers": "server",
}
"""Word for each kind in the names of quantities."""

OF_PARTS: dict[str, Priced] = {
    "hdd": "disks",
    "ssd": "flash",
    "memory": "memory",
    "server": "servers",
    "cpu": "servers",
}
"""Price path of each kind of part that has one, wherever the part is listed."""
OF_ROLES: dict[str, Priced] = {
    "drives": "disks",
    "further_drives": "disks",
    "cache": "flash",
    "memory": "memory",
    "servers": "servers",
    "processors": "servers",
}
"""Price path of a line without a part of the catalog."""


class PricePath(NamedTuple):
    """Price path of a kind of part: shares of the price a year, and factors."""

    decline: float
    """Yearly decline after the shortage."""
    low: float
    high: float
    """Range of the decline."""
    premium: float
    """Price over the trend before the shortage; at least 1."""
    rise: float
    """Rise that may be seen once more."""
    decline_text: str
    premium_text: str
    rise_text: str
    source: str
    rise_source: str


@cache
def price_path(of: Priced) -> PricePath:
    """Return the price path of a kind, fitted to its dated prices."""
    series = price_series()
    kind = next(one for one in series.kinds if one.of == of)
    before = [one for one in kind.prices if one.date < series.shortage_from]
    since = [one for one in kind.prices if one.date >= series.shortage_from]
    rise = kind.further_rise
    rise_text = f"as much as {rise.text}"
    sources = "; ".join(dict.fromkeys(str(one.source) for one in kind.prices))
    trend = fit([(_years(one.date), one.per_unit) for one in before])
    end = max((one.date for one in since), default=series.shortage_from)
    recent = [one for one in since if one.date >= end - RECENT]
    if trend is None:
        first = min(kind.prices, key=lambda one: one.date)
        premium = _mean([one.per_unit for one in recent]) / first.per_unit
        none = "no prices before the shortage: none is assumed"
        text = f"over {first.what}, {first.date:%Y-%m}"
        return PricePath(
            0.0,
            0.0,
            0.0,
            max(premium, 1.0),
            rise.share,
            none,
            text,
            rise_text,
            sources,
            str(rise.source),
        )
    span = f"{min(one.date for one in before).year} to {max(one.date for one in before).year}"
    if kind.index:
        # Its values follow each other: what is above their trend may be so for years.
        low, high = range_over([(_years(one.date), one.per_unit) for one in before], SPAN)
        last = max(before, key=lambda one: one.date)
        premium = _mean([one.per_unit for one in recent]) / last.per_unit
        fitted = f"{len(before)} values of an index of {span}; {kind.index}; over any five years"
        since_text = f"{len(recent)} values up to {end:%Y-%m} over that of {last.date:%Y-%m}"
    else:
        low, high = trend.decline(-ERRORS), trend.decline(ERRORS)
        premium = trend.above([(_years(one.date), one.per_unit) for one in recent])
        fitted = f"{len(before)} prices of {span}; two standard errors"
        since_text = f"{len(recent)} prices up to {end:%Y-%m} over the trend of {span}"
    ends = " to ".join(show(100 * one, "1", digits=3) for one in (low, high))
    decline_text, premium_text = f"fitted to {fitted}: {ends} %", since_text
    return PricePath(
        trend.decline(), low, high, max(premium, 1.0), rise.share,
        decline_text, premium_text, rise_text, sources, str(rise.source),
    )  # fmt: skip


def _mean(prices: list[float]) -> float:
    product = 1.0
    for price in prices:
        product *= price
    return float(product ** (1 / len(prices)))


def _years(day: datetime.date) -> float:
    return day.year + (day - datetime.date(day.year, 1, 1)).days / DAYS_OF_YEAR


def has_dated_prices(economics: Economics) -> bool:
    """Whether the plan is of the time that the dated prices are of: of the shortage or later."""
    day = economics.price_date
    return day is not None and day >= price_series().shortage_from


def has_paths(economics: Economics) -> bool:
    """Whether prices follow the paths, as the scenario has no decline of its own."""
    falls = economics.price_convention == "price falls"
    return has_dated_prices(economics) and economics.price_decline is None and falls


def path_of(kind: str, role: str) -> Priced | None:
    """Return the price path of a line by the kind of its part, or by its role; None without one."""
    return OF_PARTS.get(kind) if kind else OF_ROLES.get(role)


def lines_by_path(lines: list[tuple[str, str]]) -> tuple[tuple[str, ...], ...] | None:
    """Return the names of lines on each price path, from their kinds of part; None if none is."""
    paths = [(name, path_of(kind, name)) for name, kind in lines]
    found = tuple(tuple(name for name, its in paths if its == of) for of in NAMES)
    return found if any(found) else None


def priced_common(per: str, supply: Supply) -> tuple[tuple[str, ...], ...] | None:
    """Return the lines of 'common' on each price path, of those that are counted so, if any."""
    if not has_dated_prices(supply.scenario.economics):
        return None
    return lines_by_path(
        [
            (f"{n}", supply.kind(piece))
            for n, piece in enumerate(supply.scenario.common, 1)
            if piece.per == per and not piece.option
        ]
    )


def put_paths(draft: Draft) -> dict[str, list[Instance]]:
    """Set the paths of all kinds, and create the instances of later orders."""
    economics = draft.supply.scenario.economics
    if not has_dated_prices(economics):
        return {}
    for of, word in NAMES.items():
        _put_path(draft, of, word)
    _put_relief(draft)
    orders = {"in stages": TimingFacts(in_stages=True), "later": TimingFacts()}
    instances = [Instance("timings", name, TIMING.book(one), {}) for name, one in orders.items()]
    return {"timings": instances}


def _put_path(draft: Draft, of: Priced, word: str) -> None:
    own = draft.supply.scenario.economics.price_decline
    path, stated = price_path(of), f"{word}_price_decline" in draft.inputs
    if own is not None and not stated:
        known = draft.supply.stated(own, "economics.price_decline")
        for name in ("decline", "high_decline"):
            draft.put(f"{word}_price_{name}", own.value, known)
        draft.put(f"{word}_price_premium", 1.0, known)
        draft.put(f"{word}_price_rise", 0.0, known)
        return
    known = Provenance("catalog", path.source, path.decline_text, NAME)
    if not stated:
        draft.put(f"{word}_price_decline", path.decline, known)
    draft.put(f"{word}_price_high_decline", path.high, known)
    premium = Provenance("catalog", path.source, path.premium_text, NAME)
    draft.put(f"{word}_price_premium", path.premium, premium)
    rise = Provenance("catalog", path.rise_source, path.rise_text, NAME)
    draft.put(f"{word}_price_rise", path.rise, rise)


def _put_relief(draft: Draft) -> None:
    economics = draft.supply.scenario.economics
    if "price_relief_time" in draft.inputs:
        return
    if economics.price_decline is not None:
        own = draft.supply.stated(economics.price_decline, "economics.price_decline")
        draft.put("price_relief_time", 0.0, own)
        return
    relief, day = price_series().relief, economics.price_date
    assert day is not None
    until = max((relief.date - day).days, 0) * DAY
    because = f"{relief.text}: {relief.date:%Y-%m}"
    draft.put("price_relief_time", until, Provenance("catalog", str(relief.source), because, NAME))
