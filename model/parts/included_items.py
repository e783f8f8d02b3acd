"""Items included in a price: words of a quote, and the server components they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable

CALLED = {
    "processors": ("processor", "cpu"),
    "memory": ("memory", "ram", "dimm", "memory module"),
    "adapters": ("adapter", "host bus adapter", "sas adapter", "hba"),
    "network": ("network", "network adapter", "network card", "nic"),
    "drives": ("drive", "disk", "hard disk", "hdd", "ssd"),
    "further_drives": ("further drive",),
    "cache": ("cache", "cache drive"),
}
"""Common singular names of the components of a tier that may be included in its servers."""
_BETWEEN = r"[,;+&]|\band\b"
_COUNT = r"^\d+\s*[x*\u00d7]?\s+"


def words_of(text: str) -> tuple[str, ...]:
    """Return the distinct items of a text, without their counts.

    >>> words_of("2 CPUs, memory and rails; memory")
    ('CPUs', 'memory', 'rails')
    """
    items = (re.sub(_COUNT, "", one.strip()) for one in re.split(_BETWEEN, text))
    return tuple(dict.fromkeys(filter(None, items)))


def is_called(word: str, name: str) -> bool:
    """Whether a word matches a name, in singular or plural, ignoring case."""
    return _one(word) == _one(name)


def piece_of(word: str) -> str:
    """Return the component of a tier that a word refers to; empty if there is none.

    >>> piece_of("CPUs"), piece_of("further_drives"), piece_of("rails")
    ('processors', 'further_drives', '')
    """
    return next((piece for piece, names in CALLED.items() if _one(word) in names), "")


def items_of(words: Iterable[str]) -> frozenset[str]:
    """Return what words refer to, however they are written.

    >>> items_of(["CPUs", "memory"]) == items_of(["RAM", "processors"])
    True
    """
    return frozenset(piece_of(word) or _one(word) for word in words)


def _one(word: str) -> str:
    return word.casefold().replace("_", " ").removesuffix("s")
