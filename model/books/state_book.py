"""The books of a tier in a state: healthy, or with something lost, rebuilding or nearly full."""

from __future__ import annotations

from functools import cache
from typing import Literal

from model.books.chain import Chain
from model.engine.quantity import Book
from model.formulas.chain import performance, splitting, striping
from model.formulas.states import affected, degraded, degraded_striped, states


@cache
def state_book(chain: Chain) -> Book:
    """The book of a tier in the healthy state: the stages of the chain and their end."""
    striped = striping.STRIPED_ON_ARRAYS if chain.on_arrays else striping.STRIPED
    ends = [striped, splitting.SPLIT_END]
    if chain.spread:
        ends = [striping.STRIPED_SPREAD, performance.TIER_END]
    return Book(
        "state",
        performance.STATE,
        *chain.left(),
        performance.ANYWHERE,
        chain.stages(),
        performance.CHAIN_END,
        *ends,
    )


StateKind = Literal["server down", "one server", "one block", "all servers", "nearly full"]
_AFFECTED = {
    "server down": states.SERVER_DOWN,
    "one server": states.ONE_SERVER,
    "one block": states.ONE_BLOCK,
    "all servers": states.ALL_SERVERS,
    "nearly full": states.ALL_SERVERS,
}


@cache
def degraded_book(kind: StateKind, chain: Chain) -> Book:
    """The book of a tier in a state other than healthy: who is affected, and what is left."""
    condition = performance.ANYWHERE
    if kind == "nearly full":
        condition = states.NEARLY_FULL_TARGETS if chain.measured_targets else states.NEARLY_FULL
    by_targets = affected.SPLIT_ON_ARRAYS if chain.on_arrays else affected.SPLIT
    rates = {"server down": degraded.DOWN, "one server": degraded.ONE}.get(kind, degraded.WHOLE)
    over_all = degraded_striped.STRIPED_DOWN if kind == "server down" else degraded_striped.STRIPED
    still = affected.SERVED_BEHIND if chain.internal else affected.SERVED_WHOLLY
    ends = [still, affected.SERVED, by_targets, rates, over_all]
    if chain.spread:
        ends = [degraded.ALIKE, degraded_striped.STRIPED_SPREAD]
    return Book(
        "degraded state",
        performance.STATE,
        *chain.left(),
        _AFFECTED[kind],
        condition,
        chain.stages(),
        degraded.DEGRADED,
        *ends,
    )
