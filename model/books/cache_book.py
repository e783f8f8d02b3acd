"""Which chapters make the books of caches, of metadata rates, and of the small calculators."""

from __future__ import annotations

from functools import cache
from typing import Literal

from model.books.book import with_chapters
from model.engine.quantity import Book
from model.formulas.chain import bursts, cache_rates, latency, metadata_rates, queueing
from model.formulas.states import cases

Serving = Literal["shared", "overlapped"]
"""How hits and misses are served: one after the other, or at once."""

METADATA_RATES = metadata_rates.RATES
OPERATIONS = metadata_rates.OPERATIONS


def cached_state(base: Book, serving: Serving, *, through: bool, spread: bool = False) -> Book:
    """Add to the book of a state what clients get of its caches; `spread`: as in a `Chain`."""
    reads, writes = cache_rates.OVERLAPPED_READS, cache_rates.OVERLAPPED_WRITES
    if serving == "shared":
        reads, writes = cache_rates.SHARED_READS, cache_rates.SHARED_WRITES
    writes = cache_rates.WRITE_THROUGH if through else writes
    behind = cases.BEHIND_CACHES_ALIKE if spread else cases.BEHIND_CACHES
    return with_chapters(base, cache_rates.STATE, behind, reads, writes)


def cached_tier(base: Book, *, through: bool, burst: bool) -> Book:
    """Add to the book of a tier its caches' figures; only write-back caches take bursts."""
    held = [] if through else [bursts.FILLING, *([bursts.BURST] if burst else [])]
    chapters = cache_rates.RATES, cache_rates.HEALTHY, cache_rates.LATENCY, cache_rates.SIZE
    return with_chapters(base, *chapters, *held)


@cache
def queue_book(*, of_disks: bool) -> Book:
    """The book of a queue, alone: its service time as given, or that of disks."""
    service = queueing.DISK if of_disks else queueing.GIVEN_SERVICE
    return Book("queue", queueing.QUEUE, service, queueing.CAPABLE)


QUEUE_DEPTH = Book("queue depth", queueing.CLOSED)
MIX = Book("cache", cache_rates.MIX)
LADDER = Book("ladder", latency.LADDER)
LEVEL = Book("level", latency.LEVEL)
