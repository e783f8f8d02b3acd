"""Sizes as storage tools print them, in powers of 1,024: `32.6T`, `111758.7GiB`, `7.276 TB`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_SIZE = re.compile(r"(\d{1,18})(?:\.(\d{1,9}))? ?([kKMGTPEZY]?)(?:i?B)?")
_POWERS = {letter: power for power, letter in enumerate("KMGTPEZY", 1)}
LARGEST = 1 << 80
"""No system is larger; a larger figure is damaged text."""


def binary_size(text: str) -> int | None:
    """Parse a size with its binary prefix to the nearest byte; None if it is no size."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        return None
    whole, fraction, letter = found.groups()
    scale = 1024 ** _POWERS.get(letter.upper(), 0)
    size = int(whole) * scale
    if fraction:
        size += (int(fraction) * scale * 2 + 10 ** len(fraction)) // (2 * 10 ** len(fraction))
    return size if size < LARGEST else None


def whole_number(text: object) -> int | None:
    """Parse a count; None for anything else."""
    if isinstance(text, bool):
        return None
    if isinstance(text, int):
        return text if 0 <= text < LARGEST else None
    if isinstance(text, float):
        return int(text) if 0 <= text < LARGEST and text == int(text) else None
    found = re.fullmatch(r"\s*(\d{1,24})\s*", text) if isinstance(text, str) else None
    return int(found[1]) if found else None


def usual(sizes: Iterable[int]) -> int | None:
    """Return the most common size; the median if most sizes differ; None if there are none."""
    counts = Counter(sizes)
    if not counts:
        return None
    size, times = max(counts.items(), key=lambda one: (one[1], one[0]))
    if times > 1 or len(counts) == 1:
        return size
    inside = sorted(counts.elements())
    return inside[(len(inside) - 1) // 2]


def share(part: int, of: int) -> float | None:
    """Return a share to four decimals; None of nothing."""
    return round(part / of, 4) if of else None
