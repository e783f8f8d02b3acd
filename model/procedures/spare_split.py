"""The best split of an amount over spare parts: one piece at a time, by its gain per money.

Failures in a lead time are Poisson's, so the parts waited for, on average, with s spares are
E[(X - s)+]. One spare more takes P(X > s) off, and each next one less: the sum over all parts is
separable and convex. The greedy choice by gain / price then has the fewest parts waited for of all
splits that cost no more (Fox, Discrete optimization via marginal analysis, 1966), up to the first
piece that the rest of the amount doesn't pay for; cheaper pieces fill that rest.

Wan et al., SC'15, optimise the same by simulation and integer programming; they weigh parts by the
data that are out of reach, too, which takes a map of the system.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import heapify, heappop, heapreplace

from model.records import dataclass

LEAST = 1e-4
"""Parts waited for that one more spare must save: less is under an hour of waiting per year."""


@dataclass(frozen=True, slots=True)
class Spare:
    """A part that may be held: its price, its mean number of failures in a lead time, its stock."""

    price: float
    failures: float
    held: int = 0


def waited_for(failures: float, held: int) -> float:
    """Return the mean number of parts waited for, E[(X - held)+] for Poisson X.

    >>> waited_for(2.0, 0), round(waited_for(2.0, 1), 4)
    (2.0, 1.1353)
    """
    if held == 0:
        return failures
    return max(0.0, failures * _more_than(failures, held - 1) - held * _more_than(failures, held))


def split(spares: Sequence[Spare], amount: float) -> tuple[int, ...]:
    """Return how many of each part to buy for the amount."""
    bought = [0] * len(spares)
    heap = [(-_worth(one, 0), n) for n, one in enumerate(spares)]
    heapify(heap)
    while heap:
        worth, n = heap[0]
        spare = spares[n]
        if worth == 0 or spare.price > amount:
            heappop(heap)  # what is left only shrinks
            continue
        amount -= spare.price
        bought[n] += 1
        heapreplace(heap, (-_worth(spare, bought[n]), n))
    return tuple(bought)


def _worth(spare: Spare, bought: int) -> float:
    """Return the gain of one more per money; 0 where it saves next to nothing."""
    gain = _more_than(spare.failures, spare.held + bought)
    if gain < LEAST:
        return 0.0
    return gain / spare.price if spare.price else math.inf


def _more_than(mean: float, count: int) -> float:
    """Return P(X > count) for Poisson X."""
    from scipy.special import pdtrc  # slow to import, and needed only here

    return float(pdtrc(count, mean))
