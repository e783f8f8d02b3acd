"""What is needed beside what is owned, year by year, and when what was bought is full."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterator
from typing import Literal

from model.answers.metadata import INODES_FULL
from model.answers.results import Results
from model.books.demand import LONGEST
from model.design.demand import Demand, History
from model.engine.tree import Address
from model.records import dataclass
from model.units.kinds import DAY

IF_LOW = "time_full_if_low"
STAGES = {
    "source": "migration_source_rate",
    "gateways": "gateways_rate",
    "target": "migration_target_rate",
}
"""What a migration goes through, and the rate of each."""


OF_TIER = {
    "demand": "demand",
    "needed": "needed_capacity",
    "usable": "tier_year_usable_capacity",
    "live": "tier_year_live_capacity",
    "blocks": "blocks_owned",
    "bought": "blocks_bought",
    "cost": "expansion_cost",
}
"""Quantities of a tier's year of demand, by field of `NeedOfYear`."""
OF_SITE = {**OF_TIER, "usable": "year_usable_capacity", "live": "year_live_capacity"}
"""Quantities of the site's year of demand."""
OF_BLOCKS = ("blocks", "bought", "cost")
"""What a tier has of its blocks; one tier may buy them for the demand of the site."""


@dataclass(frozen=True, slots=True)
class NeedOfYear:
    """Demand in one year, in bytes; `blocks` and `bought` are None where nothing is bought."""

    year: int
    path: str
    date: datetime.date | None
    demand: float | None
    needed: float | None
    usable: float | None
    live: float | None
    blocks: float | None
    bought: float | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class Need:
    """The demand on a tier or the site.

    `time_full` is in seconds; None if unknown, or not within `horizon` years.
    `is_known` is False where the demand or the capacity waits for an unknown figure. `late_time` is
    that of the lower end of the band, where past usage gives one. `bought_by` is the path of the
    tier whose blocks are bought as it grows: empty of a tier that is entered as a whole, and of a
    site without such a tier.
    """

    name: str
    path: str
    source: Literal["groups", "purge", "history"]
    years: tuple[NeedOfYear, ...]
    time_full: float | None
    full_on: datetime.date | None
    late_time: float | None
    late_on: datetime.date | None
    horizon: int
    is_known: bool
    bought_by: str
    history: History | None = None
    """Usage history from which it is forecast."""

    @property
    def buys(self) -> bool:
        """Whether blocks are bought as it grows."""
        return bool(self.bought_by)

    @property
    def end(self) -> NeedOfYear:
        """The last year of the plan."""
        return self.years[-1]

    @property
    def first_purchase(self) -> NeedOfYear | None:
        """The first year for which blocks are bought beside the purchase."""
        return next((year for year in self.years if year.bought), None)


def needs(results: Results) -> Iterator[Need]:
    """Yield each demand that the scenario states, tier by tier, then the site's."""
    for path, demand in _demands(results).items():
        yield _need(results, path.rpartition(":")[2], path, demand)


def _demands(results: Results) -> dict[str, Demand]:
    scenario = results.plan.scenario
    stated = {f"site/tiers:{tier.name}": getattr(tier, "demand", None) for tier in scenario.tiers}
    stated["site"] = scenario.demand
    return {path: demand for path, demand in stated.items() if demand is not None}


def addresses_of_year(need_path: str, bought_by: str, year: str) -> dict[str, Address]:
    """Return the addresses of a year of the demand at a path, by field of `NeedOfYear`."""
    named = OF_SITE if need_path == "site" else OF_TIER
    return {
        field: (f"{(bought_by if field in OF_BLOCKS else '') or need_path}/years:{year}", name)
        for field, name in named.items()
    }


def _bought_by(results: Results, path: str) -> str:
    """Return the path of the tier whose blocks are bought for the demand at a path; or empty."""
    name = results.plan.scenario.grows_for_site
    buyer = f"site/tiers:{name}" if path == "site" and name else path
    first = results.plan.instances[buyer].children["years"][0]
    return buyer if "blocks_owned" in first.book else ""


def _need(results: Results, name: str, path: str, demand: Demand) -> Need:
    years, buyer = [], _bought_by(results, path)
    for n, year in enumerate(results.plan.instances[path].children["years"]):
        at = f"{path}/years:{year.name}"
        named = addresses_of_year(path, buyer, year.name).items()
        values = {field: results.values.get(address) for field, address in named}
        years.append(NeedOfYear(n, at, anniversary(demand.start, n), **values))
    horizon = LONGEST if demand.source == "groups" else len(years) - 1
    time, late = (_within(results, (path, of), horizon) for of in ("time_full", IF_LOW))
    waiting = results[path, "live_capacity"], *(year.demand for year in years)
    return Need(
        name,
        path,
        demand.source,
        tuple(years),
        time,
        None if time is None else _later(demand.start, time),
        late,
        None if late is None else _later(demand.start, late),
        horizon,
        is_known=None not in waiting,
        bought_by=buyer,
        history=demand.history,
    )


def anniversary(start: datetime.date | None, years: int) -> datetime.date | None:
    """Return the same day some years later; None without a start date, or beyond year 9999."""
    if start is None or start.year + years > datetime.MAXYEAR:
        return None
    year = start.year + years
    last = calendar.monthrange(year, start.month)[1]
    return start.replace(year=year, day=min(start.day, last))


def _later(start: datetime.date | None, seconds: float) -> datetime.date | None:
    if start is None or start.year + seconds / (366 * DAY) >= datetime.MAXYEAR - 1:
        return None
    return start + datetime.timedelta(seconds=seconds)


def _within(results: Results, address: Address, horizon: int) -> float | None:
    """Give a time of the results; None where it is unknown, or beyond what was looked at."""
    time, year = results.values.get(address), results.known("site", "year_length")
    return time if time is not None and time <= horizon * year else None


@dataclass(frozen=True, slots=True)
class InodesFull:
    """When the inodes run out, in seconds; `time` is None if not within `horizon` years."""

    time: float | None
    date: datetime.date | None
    horizon: int


def inodes_full(results: Results) -> InodesFull | None:
    """Return when the demand uses up all inodes; None if that is unknown."""
    if results.values.get(INODES_FULL) is None:
        return None
    stated = list(needs(results))
    horizon = min(need.horizon for need in stated)
    time = _within(results, INODES_FULL, horizon)
    start = next(iter(_demands(results).values())).start
    return InodesFull(time, None if time is None else _later(start, time), horizon)


@dataclass(frozen=True, slots=True)
class Move:
    """A migration: each stage's rate by name (bytes per second), the limiting one, the time."""

    rates: dict[str, float | None]
    limit: str | None
    time: float | None
    helps: bool | None
    """Whether more gateways would make it shorter."""


def move(results: Results) -> Move | None:
    """Return the stages of the migration; None if nothing is migrated."""
    if ("site", "migration_time") not in results.values:
        return None
    rates = {words: results["site", name] for words, name in STAGES.items()}
    rate = results["site", "migration_rate"]
    limit = next((words for words, known in rates.items() if known == rate), None)
    gateways, useful = results["site", "gateways"], results["site", "useful_gateways"]
    known = gateways is not None and useful is not None
    helps = gateways < useful if known else None  # type: ignore[operator]  # both are known
    return Move(rates, None if rate is None else limit, results["site", "migration_time"], helps)
