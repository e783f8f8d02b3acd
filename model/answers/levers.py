"""What if prices, rates or dates change: levers, as edits of the plan.

A lever is not part of a plan: it is a set of edits, and the plan is evaluated again with them.
Applying it makes the same edits.
"""

from __future__ import annotations

import datetime
import math
from calendar import monthrange
from collections.abc import Iterator
from typing import Any

from model.answers.prices import counting, price_of
from model.answers.results import Results, evaluate
from model.design.economics import Economics
from model.engine.tree import Address
from model.formulas.time_and_money.expansion import price_level_fallen, price_level_outgrown
from model.formulas.time_and_money.price_paths import (
    cheap_kind_level,
    dear_kind_level,
    later_kind_level,
    relief_share,
)
from model.parts.price_series import Priced
from model.planning.loading import edited
from model.planning.price_paths import NAMES, has_paths, path_of
from model.planning.prices.prices import ASSUMED, KnownPrice
from model.planning.racks import DRIVES_BESIDE
from model.planning.supply import Line
from model.records import dataclass
from model.units.brief import change
from model.units.figures import parse_money, show
from model.units.kinds import DAY, JULIAN_YEAR
from model.units.money import minor_digits

MONTHS = 12
"""Months of a year."""
PER_KWH = "{:.6g} {}/kWh"
FLASH = "ssd"
"""The kind of parts that are drives with flash."""
FLASH_PATH: Priced = "flash"
UNIT_PRICE = "unit_price"
SERVICES = "site/services"
"""Where lines are that are no equipment."""
DECLINE, RELIEF = "{}_price_decline", "price_relief_time"
VDEV_DRIVES = "vdev_drives"
RELIEF_FIELD = "economics.price_paths.relief"
OF_INDEX = "Servers follow a producer price index, which is adjusted for quality. "
NO_PATH = (
    "Networks and racks have no price path, as no part of them has prices of three dates: their "
    "prices stay as they are"
)


@dataclass(frozen=True, slots=True)
class Levers:
    """Changes to try, as shares; none by default."""

    prices: float = 0.0
    """Of all prices, including services."""
    flash: float = 0.0
    """Of drives with flash, besides."""
    exchange: float = 0.0
    """Of what a unit of each foreign currency costs."""
    energy: float = 0.0
    """Of the energy price."""
    months: int = 0
    """Months by which the order is later: prices of equipment follow the plan's price decline, or
    the price paths by kind of part if it states none.
    """

    @property
    def text(self) -> str:
        """What is changed, as text; empty without changes."""
        shares = {
            "all prices": self.prices,
            "flash": self.flash,
            "foreign currencies": self.exchange,
            "energy": self.energy,
        }
        found = [f"{name} {change(share)}" for name, share in shares.items() if share]
        if self.months:
            found.append(f"ordered {self.months} month{'s' * (self.months > 1)} later")
        return ", ".join(found)


def tried(results: Results, levers: Levers) -> Results:
    """Return the results of a plan with levers; those of the plan itself without any.

    Raises
    ------
    InputError
        If a changed figure is no valid one.
    """
    changes = edits(results, levers)
    if not changes:
        return results
    plan = results.plan
    scenario = edited(plan.scenario, changes, plan.catalog)
    return evaluate(scenario, plan.catalog, before=results, public=plan.public)


def edits(results: Results, levers: Levers) -> dict[str, Any]:
    """Return the edits that levers are, by the paths of fields."""
    economics, changes = results.plan.scenario.economics, dict[str, Any]()
    for line in results.plan.lines:
        path = results.plan.fields.get((line.path, UNIT_PRICE), "")
        if path and not line.follows:
            changes |= _price(results, line, path, levers)
    for at, entries in _drives_beside(results, levers):
        changes = {path: one for path, one in changes.items() if not path.startswith(f"{at}.")}
        changes[at] = entries
    changes |= _further_blocks(results, levers)
    if levers.exchange:
        for currency, known in economics.exchange.items():
            at = f"economics.exchange.{currency}"
            changes[f"{at}.rate"] = float(f"{known.rate * (1 + levers.exchange):.6g}")
            changes[f"{at}.status"] = ASSUMED
    if levers.energy and economics.energy_price is not None:
        changes["economics.energy_price"] = {
            "value": _per_kwh(economics, 1 + levers.energy),
            "status": ASSUMED,
            "because": f"{levers.text}, on {_per_kwh(economics, 1.0)}",
        }
    if levers.months and has_paths(economics):
        changes[RELIEF_FIELD] = _relief(results, levers)
    if levers.months and economics.order_date is not None:
        day = _later(economics.order_date, levers.months)
        changes["economics.order_date"] = str(day)
    return changes


def line_price_level(results: Results, line: Line, months: float) -> float:
    """Return the price of a line some months after the price date, relative to today's.

    Services keep their price, and so does all that has no price path.
    """
    if not months or line.path.startswith(SERVICES):
        return 1.0
    return price_level(results, months, _path_of(results, line)) or 1.0


def price_factors(results: Results, levers: Levers) -> dict[Address, float]:
    """Return by what levers multiply each unit price of a plan, where they change it."""
    after = _unit_prices(tried(results, levers))
    return {
        at: after[at] / price
        for at, price in _unit_prices(results).items()
        if price and after[at] != price
    }


def _unit_prices(results: Results) -> dict[Address, float]:
    """Return the known unit prices of a plan's lines."""
    return {
        (path, UNIT_PRICE): price
        for path, instance in results.plan.root.walk()
        if math.isfinite(price := instance.inputs.get(UNIT_PRICE, math.nan))
    }


def price_level(results: Results, months: float, of: Priced | None = None) -> float | None:
    """Return prices of a kind of equipment some months later, relative to today's.

    None: the plan has neither a price decline nor price paths.
    """
    economics = results.plan.scenario.economics
    if economics.price_decline is not None:
        falls = economics.price_convention == "price falls"
        level = price_level_fallen if falls else price_level_outgrown
        return float(level(economics.price_decline.value, months / MONTHS))
    if not has_paths(economics):
        return None
    if of is None:
        return 1.0
    decline, relief = (results["site", name] for name in (DECLINE.format(NAMES[of]), RELIEF))
    assert decline is not None
    assert relief is not None
    later = months / MONTHS * JULIAN_YEAR
    return float(later_kind_level(decline, relief, later, JULIAN_YEAR))


def later_text(results: Results) -> str:
    """Return what prices of a later order follow; empty if nothing says."""
    economics = results.plan.scenario.economics
    if economics.price_decline is not None:
        decline = show(100 * economics.price_decline.value, "1", digits=3)
        grows = economics.price_convention == "capacity grows"
        what = f"capacity for the money grows by {decline} %" if grows else f"fall by {decline} %"
        return f"Prices of equipment follow the plan's own decline: {what} a year"
    if not has_paths(economics):
        return ""
    assert economics.price_date is not None
    wait = results.known("site", RELIEF)
    declines = {of: results["site", DECLINE.format(word)] for of, word in NAMES.items()}
    shares = (
        f"{of} {change(-share)}" if share else f"{of} unchanged" for of, share in declines.items()
    )
    until = f"for {show(wait, 'second')}"
    if economics.price_paths.relief is None:
        until = f"until {economics.price_date + datetime.timedelta(seconds=wait):%B %Y}"
    return (
        f"Prices follow the price paths: unchanged {until}, then per year: "
        f"{', '.join(shares)}. {OF_INDEX if economics.price_paths.servers is None else ''}{NO_PATH}"
    )


def _path_of(results: Results, line: Line) -> Priced | None:
    """Return the price path of a line, which the shares of later orders follow, too."""
    kind = line.kind
    if line.role == DRIVES_BESIDE and not kind and _holds_fast_data(results, line):
        kind = FLASH
    return path_of(kind, line.role)


def _holds_fast_data(results: Results, line: Line) -> bool:
    """Whether a line is of special, log or cache vdevs, whose drives are taken to be flash."""
    tier = next(one.built for one in results.plan.scenario.tiers if one.name == line.tier)
    assert tier is not None, "a tier entered as a whole has no such drives"
    return tier.target.drives_beside[int(line.path.rpartition(" ")[2]) - 1].holds_fast_data


def _factor(results: Results, line: Line, levers: Levers) -> float:
    """Return by what a line's price is multiplied, in its own currency."""
    factor = 1 + levers.prices
    if _path_of(results, line) == FLASH_PATH:
        factor *= 1 + levers.flash
    return factor * line_price_level(results, line, levers.months)


def _ends(results: Results, line: Line, months: float) -> tuple[float, float]:
    """Return the ends of a later price over the expected one; 1 without a path with a range."""
    of, economics = _path_of(results, line), results.plan.scenario.economics
    if of is None or not months or not has_paths(economics):
        return 1.0, 1.0
    word, site = NAMES[of], results.plan.root.inputs
    decline, most, premium, rise = (
        site[f"{word}_price_{name}"] for name in ("decline", "high_decline", "premium", "rise")
    )
    years = months / MONTHS
    passed = relief_share(years * JULIAN_YEAR, site[RELIEF])
    expected = price_level(results, months, of) or 1.0
    low = cheap_kind_level(decline, most, premium, passed, years)
    return float(low) / expected, float(dear_kind_level(rise, years, expected)) / expected


def _price(results: Results, line: Line, path: str, levers: Levers) -> dict[str, Any]:
    """Return the changed price of a line with its range, and with what the price includes.

    The range of a later price is that of today's and of the price path, which don't depend on
    each other.
    """
    factor, ends = _factor(results, line, levers), _ends(results, line, levers.months)
    if factor == 1 and ends == (1, 1):
        return {}
    price, used, because = price_of(results, line), counting(results, line), levers.text
    if price is None or not price.amount:
        return {}
    shares = (used.low_share, used.high_share) if used is not None else (1.0, 1.0)
    low, high = (math.hypot(*map(math.log, both)) for both in zip(shares, ends, strict=True))
    digits, currency = minor_digits(price.currency), price.currency

    def written(share: float) -> str:
        return f"{price.amount * factor * share:.{digits}f} {currency}"

    stated: dict[str, Any] = {
        "value": written(1.0),
        "status": ASSUMED,
        "because": f"{because}, on {price.amount:.{digits}f} {currency} ({price.source})",
    }
    if low or high:
        stated["between"] = [written(math.exp(-low)), written(math.exp(high))]
    if used is not None and used.covers:
        stated["includes"] = ", ".join(_inside(results, line, used))
    return {path: stated}


def _drives_beside(results: Results, levers: Levers) -> Iterator[tuple[str, list[Any]]]:
    """Yield drives of special vdevs with changed prices, by their field, where some lack one."""
    scenario = results.plan.scenario
    for n, tier in enumerate(scenario.tiers):
        lines = [
            line
            for line in results.plan.lines
            if line.role == DRIVES_BESIDE and line.tier == tier.name
        ]
        entered = scenario.data["tiers"][n].get(VDEV_DRIVES) or ()
        if len(lines) == len(entered):
            continue
        names = [{"name": line.piece.name} for line in lines[len(entered) :]]
        entries: list[dict[str, Any]] = [dict(one) for one in (*entered, *names)]
        for line, entry in zip(lines, entries, strict=True):
            entry |= _price(results, line, "price", levers)
        if any("price" in entry for entry in entries[len(entered) :]):
            yield f"tiers.{n}.{VDEV_DRIVES}", entries


def _further_blocks(results: Results, levers: Levers) -> dict[str, Any]:
    """Return the changed prices of further blocks of owned tiers, which no line has."""
    factor = (1 + levers.prices) * (price_level(results, levers.months) or 1.0)
    found: dict[str, Any] = {}
    for n, tier in enumerate(results.plan.scenario.tiers):
        installed = tier.built.installed if tier.built else None
        known = installed.block_price if installed else None
        if known is None or factor == 1:
            continue
        amount, currency = known.value
        written = f"{amount:.{minor_digits(currency)}f} {currency}"
        found[f"tiers.{n}.installed.block_price"] = {
            "value": f"{amount * factor:.{minor_digits(currency)}f} {currency}",
            "status": ASSUMED,
            "because": f"{levers.text}, on {written}",
        }
    return found


def _inside(results: Results, line: Line, used: KnownPrice) -> Iterator[str]:
    """Yield what a server price includes; of an estimate, only parts that cost nothing more."""
    tier = line.path.rpartition("/")[0]
    for word in used.covers:
        if (
            not used.layer.is_estimate
            or results.values.get((f"{tier}/lines:{word}", UNIT_PRICE)) == 0
        ):
            yield word


def _relief(results: Results, levers: Levers) -> dict[str, Any]:
    """Return the time from a later order until prices fall again, which later purchases follow."""
    known = results.known("site", RELIEF)
    left = max(known - levers.months / MONTHS * JULIAN_YEAR, 0.0)
    because = f"{levers.text}, on {known / DAY:.6g} days"
    return {"value": f"{left / DAY:.6g} days", "status": ASSUMED, "because": because}


def _per_kwh(economics: Economics, factor: float) -> str:
    """Write the energy price, times a factor."""
    assert economics.energy_price is not None
    amount, currency = economics.energy_price.value
    unit, _ = parse_money(f"1 {currency}/kWh", "currency/joule")
    return PER_KWH.format(amount / unit * factor, currency)


def _later(day: datetime.date, months: int) -> datetime.date:
    """Return the same day some months later, or the last of that month."""
    years, month = divmod(day.month - 1 + months, MONTHS)
    year, month = day.year + years, month + 1
    return day.replace(year=year, month=month, day=min(day.day, monthrange(year, month)[1]))
