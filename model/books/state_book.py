"""The books of a tier in a state: its cases, and the classes of alike servers in each.

healthy ─── servers: busy, other
states ─── cases ─── servers: those affected, those spared
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from model.books.chain import Chain
from model.engine.quantity import Book
from model.formulas.chain import performance, striping
from model.formulas.states import cases, servers, states

StateKind = Literal["server down", "one server", "one block", "all servers", "nearly full"]
"""Whom a state affects."""
ClassName = Literal["busy", "other", "affected", "spared busy", "spared other", "spared"]
"""The classes of alike servers."""
CaseName = Literal["a busy server", "another server", "whole blocks", "any server"]
"""Which server a state affects, where it matters."""

_AFFECTED = {
    "server down": states.SERVER_DOWN,
    "one server": states.ONE_SERVER,
    "one block": states.ONE_BLOCK,
    "all servers": states.ALL_SERVERS,
    "nearly full": states.ALL_SERVERS,
}
_CASES: dict[StateKind, tuple[CaseName, ...]] = {
    "server down": ("a busy server", "another server"),
    "one server": ("a busy server", "another server"),
    "one block": ("whole blocks",),
    "all servers": ("whole blocks",),
    "nearly full": ("whole blocks",),
}
_HIT = {
    ("server down", "a busy server"): states.BUSY_SERVER_DOWN,
    ("server down", "another server"): states.OTHER_SERVER_DOWN,
    ("one server", "a busy server"): states.BUSY_SERVER_HIT,
    ("one server", "another server"): states.OTHER_SERVER_HIT,
}
_REACHED = {servers.MOST: servers.MOST_REACHED, servers.FEWEST: servers.FEWEST_REACHED}
_SPARED: dict[ClassName, tuple[Book, ...]] = {
    "spared busy": (servers.SPARED_BUSY, servers.MOST, servers.BUSY_AS_HEALTHY),
    "spared other": (servers.SPARED_OTHER, servers.FEWEST, servers.OTHER_AS_HEALTHY),
}


@cache
def state_book(chain: Chain) -> Book:
    """The book of a tier in the healthy state: an average server's chain, and all together."""
    split = (
        cases.TOTALS,
        cases.PACES,
        cases.TARGETS_LEFT,
        cases.HEALTHY_END,
        cases.MEAN,
        cases.HEALTHY_CLASSES,
        striping.ONE_ON_ARRAYS if chain.on_arrays else striping.ONE_TARGET,
    )
    spread = performance.OWN_END, performance.ALIKE_END, striping.ONE_SPREAD
    return Book(
        "state",
        performance.STATE,
        *chain.lost(),
        performance.ON_AVERAGE,
        *chain.served(),
        performance.ANYWHERE,
        chain.stages(),
        performance.SERVER_END,
        *chain.leasts(),
        striping.LEAST_OF_SERVER,
        striping.LEAST_OF_TIER,
        striping.UNTAPPED,
        *(spread if chain.spread else split),
    )


@cache
def degraded_book(kind: StateKind, chain: Chain) -> Book:
    """The book of a tier in a state other than healthy: who is affected, and what is left."""
    condition = performance.ANYWHERE
    if kind == "nearly full":
        condition = states.NEARLY_FULL_TARGETS if chain.measured_targets else states.NEARLY_FULL
    of_server = (
        [] if chain.spread else [chain.stages(*performance.OF_SERVER), striping.LEAST_OF_SERVER]
    )
    return Book(
        "degraded state",
        performance.STATE,
        *chain.lost(),
        _AFFECTED[kind],
        condition,
        *of_server,
        chain.stages("tier"),
        striping.LEAST_OF_TIER,
        states.LEFT,
        states.STRIPED_SPREAD if chain.spread else states.STRIPED_LEFT,
        states.LOSS,
    )


def cases_of(kind: StateKind, chain: Chain) -> tuple[CaseName, ...]:
    """Name the cases of a state: which server it is matters where some have more targets."""
    return ("any server",) if chain.spread else _CASES[kind]


@cache
def case_book(kind: StateKind, case: CaseName, chain: Chain) -> Book:
    """The book of a case: whom it hits, and what all servers give together."""
    if chain.spread:
        return Book("case", cases.TOTALS, cases.CASE_SPREAD)
    hit = _HIT.get((kind, case), states.WHOLE_BLOCKS_HIT)
    together = cases.TOTALS, cases.PACES, cases.TARGETS_LEFT, cases.CASE_END
    return Book("case", hit, *together)


def classes_of(kind: StateKind, case: CaseName, chain: Chain) -> tuple[ClassName, ...]:
    """Name the classes of servers in a case, those that the state affects first."""
    if chain.spread:
        return "affected", "spared"
    affected: tuple[ClassName, ...] = ("busy", "other")
    if kind == "one server":
        affected = ("busy",) if case == "a busy server" else ("other",)
    return *affected, "spared busy", "spared other"


@cache
def healthy_class_book(name: ClassName, chain: Chain, *, cached: bool = False) -> Book:
    """The book of a class of healthy servers; `cached`: clients get of their caches, too."""
    chapters = (servers.BUSY, servers.MOST) if name == "busy" else (servers.OTHER, servers.FEWEST)
    behind = servers.BEHIND_ON_ARRAYS if chain.on_arrays else servers.BEHIND_CACHES
    return _chained(chain, *chapters, *([behind] if cached else []))


@cache
def class_book(kind: StateKind, name: ClassName, chain: Chain) -> Book:
    """The book of a class of servers in a state."""
    if name == "spared":
        return Book("servers", servers.SPARED, servers.AS_MEAN, servers.TOGETHER)
    if name in _SPARED:
        return Book("servers", *_SPARED[name], servers.THEIR_TARGETS, servers.TOGETHER)
    if chain.spread:
        return Book(
            "servers",
            servers.AFFECTED,
            performance.ON_AVERAGE,
            *chain.served(),
            chain.stages(*performance.OWN),
            performance.OWN_END,
            servers.EACH,
            servers.TOGETHER,
        )
    if kind == "server down":
        left = servers.BUSY_LEFT, servers.MOST_LEFT
        if name == "other":
            left = servers.OTHER_LEFT, servers.FEWEST_LEFT
        return _chained(chain, *left)
    served = servers.MOST if name == "busy" else servers.FEWEST
    count = servers.BUSY_HIT if name == "busy" else servers.OTHER_HIT
    if kind == "one server":
        count = servers.AFFECTED
    return _chained(chain, count, _REACHED[served] if chain.internal else served)


def _chained(chain: Chain, *chapters: Book) -> Book:
    """The book of alike servers: a server's hardware is the state's, its targets are their own."""
    return Book(
        "servers",
        *chapters,
        servers.LOAD,
        *chain.follows(),
        chain.stages(*performance.OF_TARGETS),
        *chain.leasts(),
        servers.OWN_ON_ARRAYS if chain.on_arrays else servers.OWN,
        servers.PACE_ON_ARRAYS if chain.on_arrays else servers.PACE,
        servers.THEIR_TARGETS,
        servers.EACH,
        servers.TOGETHER,
    )
