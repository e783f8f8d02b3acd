"""The books of a tier in its healthy state; those of other states are in `state_book`."""

from __future__ import annotations

from model.books.chain import is_stage
from model.books.facts import TierFacts
from model.books.state_book import state_book
from model.books.table import ALWAYS, Table, of
from model.engine.quantity import Book
from model.formulas.chain import cache_rates, performance
from model.formulas.space import given
from model.formulas.states import cases


def _of_chain(facts: TierFacts) -> Book:
    """State of the chain: what of it works, its stages and their end."""
    return state_book(facts.chain)


when = of(TierFacts)
HEALTHY = Table(
    "state",
    (ALWAYS, _of_chain),
    (when.cache_rated, cache_rates.STATE),
    (when.cache_rated & when.spread, cases.BEHIND_CACHES_ALIKE),
    (when.cache_rated & ~when.spread, cases.BEHIND_CACHES),
    (when.cache_rated & ~when.overlapped_hits, cache_rates.SHARED_READS),
    (when.cache_rated & when.overlapped_hits, cache_rates.OVERLAPPED_READS),
    (when.cache_rated & when.write_through, cache_rates.WRITE_THROUGH),
    (
        when.cache_rated & ~when.write_through & ~when.overlapped_hits,
        cache_rates.SHARED_WRITES,
    ),
    (
        when.cache_rated & ~when.write_through & when.overlapped_hits,
        cache_rates.OVERLAPPED_WRITES,
    ),
)
"""A tier of building blocks: the stages of its chain, their end, what its caches make of it."""

GIVEN_STATE = Table(
    "state",
    (ALWAYS, performance.GIVEN_STATE),
    (ALWAYS, Book("stages", given.RATES, only=is_stage)),
    (ALWAYS, performance.SERVER_END),
    (ALWAYS, performance.OWN_END),
    (ALWAYS, performance.ALIKE_END),
)
"""A tier that is given as a whole."""
