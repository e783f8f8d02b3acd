"""The books of a tier in its states, of the cases of a state, and of alike servers in each.

healthy ─── servers: busy, other
states ─── cases ─── servers: those affected, those spared
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from model.books.chain import Chain
from model.books.facts import Chained, HealthyClass, StateFacts, TierFacts
from model.books.late import late
from model.books.stages import is_stage, stages, with_committed
from model.books.table import ALWAYS, Condition, Row, Table, of
from model.engine.quantity import Book, Scope
from model.formulas.chain import adapters, arrays, cables, drives, performance, striping
from model.formulas.space import given
from model.formulas.states import cases, servers, states
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.chain import cache_rates, drive_links, sharing
else:
    late(globals(), "chain", "cache_rates drive_links sharing")


def _stages(words: str, *scopes: Scope) -> Callable[[Chained], Book]:
    """Make what gives the stages of a chain, of those scopes alone if any are given."""

    def chosen(facts: Chained) -> Book:
        return stages(facts.chain, *scopes)

    chosen.__doc__ = f"Stages {words}."
    return chosen


when = of(Chained)
LOST: tuple[Row, ...] = (
    (when.cabled | when.on_arrays, arrays.MODULES),
    (when.adapters, adapters.LOSSES),
    (when.cabled, cables.LOSSES),
)
"""What of each server's hardware is left."""


def _served(among: Condition) -> tuple[Row, ...]:
    """Give the rows that follow the targets that such a server serves."""
    return (
        (among & when.expanders, cables.EXPANDERS_LEFT),
        (among & when.spread, performance.MOVING_SPREAD),
        (among & ~when.spread, performance.MOVING),
        (among & ~when.measured_targets, drives.MOVED),
        (among & when.drives_on_pcie, drive_links.DRIVE_PCIE_LEFT),
    )


def _on_average(among: Condition) -> tuple[Row, ...]:
    """Give the rows of the targets that such a server serves on average."""
    return (
        (among, performance.ON_AVERAGE),
        (among & when.internal, adapters.SERVED_BEHIND),
        (among & ~when.internal, performance.SERVED),
    )


def _leasts(among: Condition) -> tuple[Row, ...]:
    """Give the rows of the least of the stages of such a server's targets."""
    return (
        (among, striping.LEAST_OF_DRIVES),
        (among & when.targets_on_arrays, striping.LEAST_OF_ARRAYS),
    )


def _own(among: Condition) -> tuple[Row, ...]:
    """Give the rows of alike servers: the hardware is the state's, the targets are their own."""
    return (
        (among, _stages("of targets", *performance.OF_TARGETS)),
        *_leasts(among),
        (among & when.on_arrays, servers.OWN_ON_ARRAYS),
        (among & ~when.on_arrays, servers.OWN),
        (among & when.on_arrays, servers.PACE_ON_ARRAYS),
        (among & ~when.on_arrays, servers.PACE),
    )


when = of(TierFacts)
HEALTHY = Table(
    "state",
    (ALWAYS, performance.STATE),
    *LOST,
    *_on_average(ALWAYS),
    *_served(ALWAYS),
    (ALWAYS, performance.ANYWHERE),
    (ALWAYS, _stages("of all")),
    (ALWAYS, performance.SERVER_END),
    (ALWAYS, performance.SHARE),
    *_leasts(ALWAYS),
    (ALWAYS, striping.LEAST_OF_SERVER),
    (ALWAYS, striping.LEAST_OF_TIER),
    (ALWAYS, striping.UNTAPPED),
    (~when.spread, cases.TOTALS),
    (~when.spread, cases.PACES),
    (~when.spread, cases.TARGETS_LEFT),
    (~when.spread, cases.SERVING),
    (~when.spread, cases.HEALTHY_END),
    (~when.spread, cases.MEAN),
    (~when.spread, cases.HEALTHY_CLASSES),
    (when.targets_on_arrays, striping.ONE_ON_ARRAYS),
    (~when.spread & ~when.on_arrays, striping.ONE_TARGET),
    (when.spread, performance.OWN_END),
    (when.spread, performance.ALIKE_END),
    (when.spread, striping.ONE_SPREAD),
    (when.shares_servers, sharing.STATE),
    (when.cache_rated, cache_rates.STATE),
    (when.cache_rated & when.spread, cases.BEHIND_CACHES_ALIKE),
    (when.cache_rated & ~when.spread, cases.BEHIND_CACHES),
    (when.cache_rated & ~when.overlapped_hits, cache_rates.SHARED_READS),
    (when.cache_rated & when.overlapped_hits, cache_rates.OVERLAPPED_READS),
    (when.cache_rated & when.write_through, cache_rates.WRITE_THROUGH),
    (when.cache_rated & ~when.write_through & ~when.overlapped_hits, cache_rates.SHARED_WRITES),
    (when.cache_rated & ~when.write_through & when.overlapped_hits, cache_rates.OVERLAPPED_WRITES),
)
"""A tier of building blocks: an average server's chain, and what all give together."""

GIVEN_STATE = Table(
    "state",
    (ALWAYS, performance.GIVEN_STATE),
    (ALWAYS, with_committed(filter(is_stage, given.RATES.quantities.values()))),
    (ALWAYS, performance.SERVER_END),
    (ALWAYS, performance.OWN_END),
    (ALWAYS, performance.ALIKE_END),
)
"""A tier that is entered as a whole."""


@dataclass(frozen=True, slots=True)
class HealthyServers(Chained):
    """Facts that select the book of a class of alike servers of a healthy tier."""

    chain: Chain
    servers: HealthyClass
    cache_rated: bool
    """Whether clients get of their caches, too."""


when = of(HealthyServers)
HEALTHY_SERVERS = Table(
    "servers",
    (when.servers("busy"), servers.BUSY),
    (when.servers("busy"), servers.MOST),
    (when.servers("other"), servers.OTHER),
    (when.servers("other"), servers.FEWEST),
    (when.cache_rated & when.on_arrays, servers.BEHIND_ON_ARRAYS),
    (when.cache_rated & ~when.on_arrays, servers.BEHIND_CACHES),
    (ALWAYS, servers.LOAD),
    (when.expanders, cables.EXPANDERS_LEFT),
    (ALWAYS, performance.MOVING),
    (~when.measured_targets, drives.MOVED),
    (when.drives_on_pcie, drive_links.DRIVE_PCIE_LEFT),
    *_own(ALWAYS),
    (ALWAYS, servers.THEIR_TARGETS),
    (ALWAYS, servers.EACH),
    (ALWAYS, servers.TOGETHER),
)
"""A class of alike servers of a healthy tier: those with the most targets, or with the fewest."""

when = of(StateFacts)
_full = when.kind("nearly full")
_blocks = when.kind("one block", "all servers", "nearly full")
STATE = Table(
    "degraded state",
    (ALWAYS, performance.STATE),
    *LOST,
    (when.module_lost & ~when.spread, arrays.DRIVES_LEFT),
    (when.kind("server down"), states.SERVER_DOWN),
    (when.kind("one server"), states.ONE_SERVER),
    (when.kind("one block"), states.ONE_BLOCK),
    (when.kind("all servers", "nearly full"), states.ALL_SERVERS),
    (~_full, performance.ANYWHERE),
    (_full & when.measured_targets, states.NEARLY_FULL_TARGETS),
    (_full & ~when.measured_targets, states.NEARLY_FULL),
    (~when.spread, _stages("of a server", *performance.OF_SERVER)),
    (~when.spread, striping.LEAST_OF_SERVER),
    (ALWAYS, _stages("of the tier", "tier")),
    (ALWAYS, striping.LEAST_OF_TIER),
    (ALWAYS, states.LEFT),
    (when.spread, states.STRIPED_SPREAD),
    (~when.spread, states.STRIPED_LEFT),
    (ALWAYS, states.LOSS),
)
"""A tier in a state other than healthy: who is affected, and what is left."""

_busy, _another = when.case("one with most targets"), when.case("one with fewest targets")
CASE = Table(
    "case",
    (when.kind("server down") & _busy, states.BUSY_SERVER_DOWN),
    (when.kind("server down") & _another, states.OTHER_SERVER_DOWN),
    (when.kind("one server") & _busy, states.BUSY_SERVER_HIT),
    (when.kind("one server") & _another, states.OTHER_SERVER_HIT),
    (when.case("whole blocks"), states.WHOLE_BLOCKS_HIT),
    (ALWAYS, cases.TOTALS),
    (~when.spread, cases.PACES),
    (~when.spread, cases.TARGETS_LEFT),
    (~when.spread, cases.CASE_END),
    (when.spread, cases.CASE_SPREAD),
)
"""A case of a state: whom it hits, and what all servers give together."""

_down = when.kind("server down")
_with_most, _with_fewest = (
    when.servers("affected, most targets"),
    when.servers("affected, fewest targets"),
)
SERVERS = Table(
    "servers",
    (_down & _with_most, servers.BUSY_LEFT),
    (_down & _with_most, servers.MOST_LEFT),
    (_down & _with_fewest, servers.OTHER_LEFT),
    (_down & _with_fewest, servers.FEWEST_LEFT),
    (_blocks & _with_most, servers.BUSY_HIT),
    (_blocks & _with_fewest, servers.OTHER_HIT),
    (when.kind("one server") & when.own_targets, servers.AFFECTED),
    (~_down & _with_most & ~when.internal & ~when.module_lost, servers.MOST),
    (~_down & _with_most & when.internal, servers.MOST_REACHED),
    (~_down & _with_most & when.module_lost, servers.MOST_WITH_DRIVES),
    (~_down & _with_fewest & ~when.internal & ~when.module_lost, servers.FEWEST),
    (~_down & _with_fewest & when.module_lost, servers.FEWEST_WITH_DRIVES),
    (~_down & _with_fewest & when.internal, servers.FEWEST_REACHED),
    (when.own_targets, servers.LOAD),
    (when.affected, servers.AFFECTED),
    *_on_average(when.affected),
    *_served(when.own_targets | when.affected),
    *_own(when.own_targets),
    (when.affected, _stages("of servers and their targets", *performance.OWN)),
    (when.affected, performance.OWN_END),
    (when.servers("spared, most targets"), servers.SPARED_BUSY),
    (when.servers("spared, most targets"), servers.MOST),
    (when.servers("spared, most targets"), servers.BUSY_AS_HEALTHY),
    (when.servers("spared, fewest targets"), servers.SPARED_OTHER),
    (when.servers("spared, fewest targets"), servers.FEWEST),
    (when.servers("spared, fewest targets"), servers.OTHER_AS_HEALTHY),
    (when.servers("spared"), servers.SPARED),
    (when.servers("spared"), servers.AS_MEAN),
    (~when.affected & ~when.servers("spared"), servers.THEIR_TARGETS),
    (when.own_targets | when.affected, servers.EACH),
    (ALWAYS, servers.TOGETHER),
)
"""A class of alike servers in a case of a state."""
