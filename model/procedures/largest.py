"""The largest whole number for which something holds, by doubling and then halving a bracket."""

from __future__ import annotations

from collections.abc import Callable


def largest(holds: Callable[[int], bool], most: int) -> int:
    """Give the largest number up to `most` that `holds`, if it holds no more beyond one it fails.

    0 if it doesn't hold for 1. It is asked about 2 log2 of the answer times.

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
