"""What is needed beside what is owned, year by year, and when what was bought is full."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from model.design.demand import Demand
from model.procedures.forecast import time_reached
from model.quantity import Quantity
from model.results import Results

DAY = 86400.0
LONGEST = 100
"""Years after which nobody asks any more when it is full."""


@dataclass(frozen=True, slots=True)
class NeedOfYear:
    """One year of a demand; the site's buys no blocks."""

    year: int
    path: str
    date: datetime.date | None
    demand: float | None
    needed: float | None
    planned: float | None
    blocks: float | None
    bought: float | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class Need:
    """The demand of a tier or the site; `time_full` None: not within `horizon` years, or unknown.

    `is_known` is False where the demand or the capacity waits for an unknown figure.
    """

    name: str
    path: str
    years: tuple[NeedOfYear, ...]
    time_full: float | None
    full_on: datetime.date | None
    horizon: int
    is_known: bool

    @property
    def first_purchase(self) -> NeedOfYear | None:
        """The first year for which blocks are bought beside the purchase."""
        return next((year for year in self.years if year.bought), None)


def needs(results: Results) -> Iterator[Need]:
    """Give each demand that the scenario states, tier by tier, then the site's."""
    for path, demand in _demands(results).items():
        yield _need(results, path.rpartition(":")[2], path, demand)


def _demands(results: Results) -> dict[str, Demand]:
    scenario = results.plan.scenario
    stated = {f"site/tiers:{tier.name}": getattr(tier, "demand", None) for tier in scenario.tiers}
    stated["site"] = scenario.demand
    return {path: demand for path, demand in stated.items() if demand is not None}


def _need(results: Results, name: str, path: str, demand: Demand) -> Need:
    known = results.values.get
    planned = "year_planned_capacity" if path == "site" else "tier_year_planned_capacity"
    years = []
    for n, year in enumerate(results.plan.instances[path].children["years"]):
        at = f"{path}/years:{year.name}"
        figures = ("demand", "needed_capacity", planned, "blocks_owned", "blocks_bought")
        values = [known((at, figure)) for figure in (*figures, "expansion_cost")]
        years.append(NeedOfYear(n, at, _anniversary(demand.start, n), *values))
    horizon = LONGEST if demand.source == "groups" else len(years) - 1
    time = _time_full(results, path, demand, [year.demand for year in years], horizon)
    full_on = None if time is None else _later(demand.start, time)
    waiting = results[path, "planned_capacity"], *(year.demand for year in years)
    return Need(name, path, tuple(years), time, full_on, horizon, None not in waiting)


def _year(results: Results) -> float:
    return results["site", "year_length"] or 0.0


def _anniversary(start: datetime.date | None, years: int) -> datetime.date | None:
    if start is None or start.year + years > datetime.MAXYEAR:
        return None
    leap_day = start.month == 2 and start.day == 29
    return start.replace(year=start.year + years, day=28 if leap_day and years else start.day)


def _later(start: datetime.date | None, seconds: float) -> datetime.date | None:
    if start is None or start.year + seconds / (366 * DAY) >= datetime.MAXYEAR - 1:
        return None
    return start + datetime.timedelta(seconds=seconds)


def _time_full(
    results: Results, path: str, demand: Demand, by_year: Sequence[float | None], horizon: int
) -> float | None:
    """Take the closed form where there is one; else search for the time."""
    limit, year = results[path, "planned_capacity"], _year(results)
    closed = results.values.get((path, "time_full"))
    if closed is not None:
        return closed if closed <= horizon * year else None
    curve = _curve(results, path, demand, by_year)
    if limit is None or curve is None:
        return None
    found = time_reached(curve, limit, horizon)
    return None if found is None else found * year


@dataclass(frozen=True, slots=True)
class InodesFull:
    """When the inodes run out; `time` None: not within `horizon` years."""

    time: float | None
    date: datetime.date | None
    horizon: int


def inodes_full(results: Results) -> InodesFull | None:
    """Find when all demand together needs more inodes than there are; None where it can't be."""
    limit = results.values.get(("site", "inode_limited_capacity"))
    stated = list(needs(results))
    if limit is None or not stated:
        return None
    demands = _demands(results)
    found = [
        _curve(results, need.path, demands[need.path], [year.demand for year in need.years])
        for need in stated
    ]
    curves = [curve for curve in found if curve is not None]
    if len(curves) < len(found):
        return None
    horizon = min(need.horizon for need in stated)
    years = time_reached(lambda t: sum(curve(t) for curve in curves), limit, horizon)
    time = None if years is None else years * _year(results)
    start = next(iter(demands.values())).start
    return InodesFull(time, None if time is None else _later(start, time), horizon)


Curve = Callable[[float], float]
"""A demand over the years since the purchase."""


def _curve(
    results: Results, path: str, demand: Demand, by_year: Sequence[float | None]
) -> Curve | None:
    if demand.source == "groups":
        return None if None in by_year else _sum_of_groups(results, path)
    known = [figure for figure in by_year if figure is not None]
    if len(known) < len(by_year):
        return None
    return lambda years: float(np.interp(years, range(len(known)), known))


def _sum_of_groups(results: Results, path: str) -> Curve:
    """Give the demand of all groups at a time in years, by the formulas of their years."""
    program, instances = results.plan.program, results.plan.instances
    parts: list[tuple[Quantity, list[float | None]]] = []
    for group in instances[path].children["demand"]:
        at = f"{path}/demand:{group.name}/years:year 0"
        quantity = instances[at].book.quantities["group_demand"]
        given = [
            None if need == "year_index" else results[program.address(at, need)]
            for need in quantity.needs
        ]
        parts.append((quantity, given))

    def curve(years: float) -> float:
        return sum(
            float(quantity.function(*(np.float64(years if x is None else x) for x in given)))
            for quantity, given in parts
        )

    return curve
