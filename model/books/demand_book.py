"""Which chapters make the books of what is needed: groups, their years, when all is full, the move.

Growths that no formula sums are searched for the time at which they reach a limit; what is searched
is put together here, of the same formulas that the years have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from model.engine.ops import Num
from model.engine.quantity import Book, Quantity
from model.formulas.risk import endurance
from model.formulas.time_and_money import cost, expansion, filling, growth, migration
from model.procedures.forecast import time_reached

Growth = Literal["added", "share", "ceiling", "common"]
DemandSource = Literal["groups", "purge", "history"]
Filling = Literal["one", "added", "common", "searched"]
"""How it is known when groups fill what was bought: by one of three formulas, or by a search."""

LONGEST = 100
"""Years after which nobody asks any more when it is full."""

_GROWTHS: dict[Growth, tuple[Book, Book | None, Book]] = {
    "added": (growth.ADDED, filling.ADDED_FULL, growth.ADDED_YEAR),
    "share": (growth.SHARE, filling.SHARE_FULL, growth.SHARE_YEAR),
    "ceiling": (growth.CEILING, filling.CEILING_FULL, growth.CEILING_YEAR),
    "common": (growth.COMMON, None, growth.COMMON_YEAR),
}
_OF_YEAR = {
    "groups": growth.OF_GROUPS,
    "purge": growth.OF_PURGE,
    "history": growth.OF_HISTORY,
}
_FULL: dict[Filling, tuple[Book, ...]] = {
    "one": (filling.ONE_FULL,),
    "added": (filling.GROUPS_FULL,),
    "common": (filling.COMMON_FULL,),
    "searched": (),
}
_OF_SOURCE: dict[DemandSource, tuple[Book, ...]] = {
    "groups": (growth.GROUPS,),
    "purge": (growth.PURGE, filling.PURGE_FULL),
    "history": (filling.HISTORY_FULL,),
}
_OCCUPANCY = Book(
    "tier in a year: occupancy",
    expansion.TIER_YEAR,
    only=lambda item: item.name in ("year_index", "tier_year_occupancy"),
)
SITE = (expansion.SITE, filling.NEVER)
"""What a site has beside the rest where a demand is stated anywhere."""
COMMON_GROWTH = growth.COMMON_GROWTH
MIGRATION = {
    "given": (migration.MIGRATION, migration.GIVEN_TARGET),
    "planned": (migration.MIGRATION, migration.PLANNED_TARGET),
}


@cache
def demand_book(kind: Growth, *, alone: bool) -> Book:
    """The book of a group of users; alone in its demand, it knows when all is full."""
    chapter, full, _ = _GROWTHS[kind]
    return Book("demand", chapter, *([full] if alone and full else []))


@cache
def demand_year_book(kind: Growth) -> Book:
    """The book of a group of users in a year."""
    return Book("demand in a year", _GROWTHS[kind][2])


@cache
def with_demand(
    base: Book,
    source: DemandSource,
    full: Filling | None = None,
    *,
    at_site: bool = False,
    buys: bool = False,
    wears: bool = False,
) -> Book:
    """Add to the book of a tier or the site what it needs where a demand is stated there.

    `full` says how groups fill it; `buys` whether blocks are bought as the demand grows; `wears`
    whether the writes of a reference system are known.
    """
    wear = [endurance.NEED, *([endurance.RATED] if buys else [])] if wears else []
    need = (
        [growth.SITE_NEED] if at_site else [growth.TIER_NEED, *([expansion.BLOCK] if buys else [])]
    )
    return Book(base.name, base, *need, *_OF_SOURCE[source], *(_FULL[full] if full else ()), *wear)


@cache
def tier_year_book(source: DemandSource | None, *, data: bool, buys: bool = False) -> Book:
    """The book of a tier in a year, where a demand is stated anywhere; `source` None: not here."""
    steady = [cost.TIER_YEAR, expansion.STEADY, *([expansion.STEADY_DATA] if data else [])]
    if source is None:
        return Book("tier year", *steady)
    full = [filling.HISTORY_FULL_YEAR] if source == "history" else []
    need = [_OF_YEAR[source], *full, growth.NEED_YEAR]
    if buys:
        return Book("tier year", *need, expansion.TIER_YEAR)
    return Book("tier year", *steady, _OCCUPANCY, *need, growth.GIVEN_NEED_YEAR)


@cache
def site_year_book(source: DemandSource | None, *, racks: bool) -> Book:
    """The book of the site in a year, where a demand is stated anywhere."""
    replaced = frozenset(item.name for item in expansion.YEAR)
    kept = Book("year", cost.YEAR, only=lambda item: item.name not in replaced)
    need: list[Book] = []
    if source:
        of_year = growth.SITE_OF_PURGE if source == "purge" else _OF_YEAR[source]
        full = [filling.HISTORY_FULL_YEAR] if source == "history" else []
        need = [of_year, *full, growth.SITE_NEED_YEAR]
    return Book("year", kept, expansion.YEAR, *([expansion.YEAR_RACKS] if racks else []), *need)


def with_chapters(base: Book, *chapters: Book) -> Book:
    """Add chapters to the site's book; nothing to add leaves it as it is."""
    return _joined(base, chapters) if chapters else base


@cache
def _joined(base: Book, chapters: tuple[Book, ...]) -> Book:
    return Book(base.name, base, *chapters)


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


def group_part(above: str, group: str, kind: Growth) -> Part:
    """Give the curve of a group; `above` is the path to what it belongs to, "" for here."""
    quantity = _GROWTHS[kind][2].quantities["group_demand"]
    below = f"{above}/demand:{group}".lstrip("/")
    reads = [
        (above if need == "common_growth" else below, need)
        for need in quantity.needs
        if need not in _KNOWN
    ]
    return Part(tuple(reads), quantity)


def years_part(above: str, years: Sequence[str]) -> Part:
    """Give the curve of a demand that is known at each year only."""
    return Part(tuple((f"{above}/years:{year}".lstrip("/"), "demand") for year in years))


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


def _source(horizon: int) -> str:
    return (
        "search for the first time at which the sum of all demands is at the limit, over "
        f"{horizon} years"
    )


def _reads(parts: tuple[Part, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(read for part in parts for read in part.reads)


@cache
def searched_full(parts: tuple[Part, ...]) -> Book:
    """The chapter of groups of mixed growth: when all together they fill what was bought."""
    chapter = Book("demand: when full, mixed growth", topic="capacity")
    search = _search(parts, LONGEST)

    @chapter.quantity(
        "second",
        r"t_\mathrm{full}",
        _source(LONGEST),
        kind="opaque",
        reads=_reads(parts),
    )
    def time_full(live_capacity: Num, year_length: Num, longest_time: Num, *figures: Num) -> Num:
        """Time until demand reaches the live capacity of what was bought."""
        return search(live_capacity, year_length, longest_time, *figures)

    return chapter


@cache
def inodes_full(parts: tuple[Part, ...], horizon: int) -> Book:
    """The chapter of inodes: when all demands together need more of them than there are."""
    chapter = Book("demand: when inodes are full", topic="capacity")
    search = _search(parts, horizon)

    @chapter.quantity(
        "second",
        r"t_\mathrm{ino}",
        _source(horizon),
        kind="opaque",
        reads=_reads(parts),
    )
    def time_inodes_full(
        inodes_available: Num,
        mean_file_size: Num,
        year_length: Num,
        longest_time: Num,
        *figures: Num,
    ) -> Num:
        """Time until files of the mean size take all inodes."""
        return search(inodes_available * mean_file_size, year_length, longest_time, *figures)

    return chapter
