"""The largest integer that meets a condition, by doubling and bisection."""

from __future__ import annotations

from collections.abc import Callable


def largest(holds: Callable[[int], bool], most: int) -> int:
    """Return the largest number up to `most` for which a monotonic condition `holds`.

    Returns 0 if it doesn't hold for 1. Requires about 2 log2(result) evaluations.

    >>> largest(lambda n: n * n <= 200, 1000)
    14
    >>> largest(lambda n: False, 1000), largest(lambda n: True, 1000)
    (0, 1000)
    """
    low, high = 0, 1
    while high <= most and holds(high):
        low, high = high, 2 * high
    high = min(high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
