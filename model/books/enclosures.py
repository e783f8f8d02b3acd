"""The chapters of enclosures that a tier doesn't survive, by how its groups lie in them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial

from model.engine.quantity import Book
from model.formulas.space import enclosures
from model.placement.enclosures import Fatal, Placing, fatal_enclosures


def _fatal(
    placing: Placing, blocks: float, targets: float, cabled: float, alone: float, *kinds: float
) -> Fatal | None:
    """Count the enclosures of a block whose loss takes data, or access to them; None: unknown."""
    counts, drives = kinds[::2], kinds[1::2]
    if math.isnan(sum((blocks, targets, cabled, alone, *kinds))):
        return None
    every = int(sum(counts))
    fatal, chained = every * (1 - int(alone)), cabled < every
    if not chained and placing.copies == 1:  # nothing hangs behind another, or is elsewhere
        return Fatal(fatal, fatal)
    bays = tuple(
        int(held) for count, held in zip(counts, drives, strict=True) for _ in range(int(count))
    )
    placed = placing.slot_map(int(targets), bays)
    if placed is None:  # too large to enumerate: each enclosure of chains counts
        return Fatal(fatal, every if chained else fatal)
    ways = max(int(cabled), 1) if chained else max(every, 1)
    return fatal_enclosures(placed, ways, placing.copies, int(blocks))


def _access(placing: Placing, *figures: float) -> float:
    found = _fatal(placing, *figures)
    return math.nan if found is None else float(found.access)


def _data(placing: Placing, *figures: float) -> float:
    found = _fatal(placing, *figures)
    return math.nan if found is None else float(found.data)


@cache
def stopping(placing: Placing, *, unlike: bool) -> Book:
    """Return the chapter of enclosures of a block whose loss puts data out of reach."""
    count: Callable[..., float] = partial(_access, placing)
    return (enclosures.stopping_unlike if unlike else enclosures.stopping)(count)


@cache
def with_all_copies(placing: Placing, *, unlike: bool) -> Book:
    """Return the chapter of enclosures of a block that hold all copies of some files."""
    count: Callable[..., float] = partial(_data, placing)
    return (enclosures.unlike_with_all_copies if unlike else enclosures.with_all_copies)(count)
