"""The books of what is needed: rows of whoever has a demand, its groups, and when all is full.

Growths that no formula sums are searched for the time at which they reach a limit; what is searched
is put together here, of the same formulas that the years have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from model.books.facts import Demanded, DemandFacts, Growth
from model.books.late import late
from model.books.site_facts import SiteFacts
from model.books.table import ALWAYS, Table, of
from model.engine.quantity import Book, Quantity
from model.procedures.forecast import time_reached
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.risk import endurance
    from model.formulas.time_and_money import filling, growth
else:
    late(globals(), "risk", "endurance")
    late(globals(), "time_and_money", "filling growth")

LONGEST = 100
"""Years after which nobody asks any more when it is full."""


@dataclass(frozen=True, slots=True)
class GroupOfUsers:
    """Facts that select the book of a group of users: how it grows, and whether it is alone."""

    growth: Growth
    alone: bool = False


LEAD_TIME = Table("lead time", (ALWAYS, filling.LEAD_TIME))
"""A kind of part, and when to order it at the latest."""

when = of(GroupOfUsers)
DEMAND = Table(
    "demand",
    (when.growth("added"), growth.ADDED),
    (when.growth("share"), growth.SHARE),
    (when.growth("ceiling"), growth.CEILING),
    (when.growth("common"), growth.COMMON),
    (when.growth("added") & when.alone, filling.ADDED_FULL),
    (when.growth("share") & when.alone, filling.SHARE_FULL),
    (when.growth("ceiling") & when.alone, filling.CEILING_FULL),
)
"""A group of users; alone in its demand, it knows when all is full."""

DEMAND_YEAR = Table(
    "demand in a year",
    (when.growth("added"), growth.ADDED_YEAR),
    (when.growth("share"), growth.SHARE_YEAR),
    (when.growth("ceiling"), growth.CEILING_YEAR),
    (when.growth("common"), growth.COMMON_YEAR),
)
"""A group of users in a year."""


@dataclass(frozen=True, slots=True)
class Part:
    """One curve of a demand: what it reads, and its formula; none: straight between its years."""

    reads: tuple[tuple[str, str], ...]
    quantity: Quantity | None = None

    def at(self, times: Times, year_length: float, figures: Iterator[float]) -> Times:
        """Give the demand at many times in years; takes its figures from the front."""
        if self.quantity is None:
            by_year = [next(figures) for _ in self.reads]
            return np.interp(times, range(len(by_year)), by_year)
        known = {"year_index": times, "year_length": year_length}
        operands = [known[n] if n in known else next(figures) for n in self.quantity.needs]
        demand: Times = self.quantity.function(*operands)
        return demand


Times = NDArray[np.float64]
_KNOWN = ("year_index", "year_length")


def _group(above: str, group: str, kind: Growth) -> Part:
    """Give the curve of a group; `above` is the path to what it belongs to, "" for here."""
    quantity = DEMAND_YEAR.book(GroupOfUsers(kind)).quantities["group_demand"]
    below = f"{above}/demand:{group}".lstrip("/")
    reads = [
        (above if need == "common_growth" else below, need)
        for need in quantity.needs
        if need not in _KNOWN
    ]
    return Part(tuple(reads), quantity)


def _parts(above: str, demand: DemandFacts, years: int) -> tuple[Part, ...]:
    """Give the curves of the demand of what stands at that path, seen from the reader."""
    if demand.source == "groups":
        return tuple(_group(above, name, kind) for name, kind in demand.groups)
    paths = (f"{above}/years:year {year}".lstrip("/") for year in range(years + 1))
    return (Part(tuple((path, "demand") for path in paths)),)


def _search(parts: tuple[Part, ...], horizon: int) -> Callable[..., float]:
    """Make the procedure that looks for the time at which all parts together reach a limit."""

    @lru_cache(1024)
    def search(limit: float, year_length: float, longest: float, *figures: float) -> float:
        if not np.isfinite([limit, year_length, longest, *figures]).all():
            return float("nan")

        def demand(times: Times) -> Any:
            left = iter(figures)
            return sum(part.at(times, year_length, left) for part in parts)

        with np.errstate(all="ignore"):  # what grows beyond all numbers is full before
            years = time_reached(demand, limit, horizon)
        return longest if years is None else min(longest, years * year_length)

    return search


def _reads(parts: tuple[Part, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(read for part in parts for read in part.reads)


def _searched(facts: Demanded) -> Book:
    """Demand: when full, searched for groups of mixed growth."""
    assert facts.demand is not None
    return _searched_full(_parts("", facts.demand, 0))


def inodes_full(facts: SiteFacts) -> Book:
    """Demand: when inodes are full, searched for all demands together."""
    parts = (_parts(above, demand, facts.years) for above, demand in facts.curves)
    by_formula = all(demand.source == "groups" for _, demand in facts.curves)
    return _inodes_full(
        tuple(one for curve in parts for one in curve), LONGEST if by_formula else facts.years
    )


@cache
def _searched_full(parts: tuple[Part, ...]) -> Book:
    return filling.mixed_full(_search(parts, LONGEST), LONGEST, _reads(parts))


@cache
def _inodes_full(parts: tuple[Part, ...], horizon: int) -> Book:
    return filling.inodes_full(_search(parts, horizon), horizon, _reads(parts))


when = of(Demanded)
OF_SOURCE = (
    (when.source("groups"), growth.GROUPS),
    (when.source("purge"), growth.PURGE),
    (when.source("purge"), filling.PURGE_FULL),
    (when.source("history"), growth.HISTORY),
    (when.source("history") & ~when.exponential, growth.LINEAR),
    (when.source("history") & when.exponential, growth.EXPONENTIAL),
    (when.source("history"), filling.HISTORY_FULL),
    (when.filling("one"), filling.ONE_FULL),
    (when.filling("added"), filling.GROUPS_FULL),
    (when.filling("common"), filling.COMMON_FULL),
    (when.wears, endurance.NEED),
    (when.common_growth, growth.COMMON_GROWTH),
    (when.filling("searched"), _searched),
)
"""The rows of a tier or the site that its demand adds."""
