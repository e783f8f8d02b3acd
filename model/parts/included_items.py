"""What a price says it includes: the words of an offer, and the parts of a server they name."""

from __future__ import annotations

import re

CALLED = {
    "processors": ("processor", "cpu"),
    "memory": ("memory", "ram", "dimm", "memory module"),
    "adapters": ("adapter", "host bus adapter", "sas adapter", "hba"),
    "network": ("network", "network adapter", "network card", "nic"),
    "drives": ("drive", "disk", "hard disk", "hdd", "ssd"),
    "further_drives": ("further drive",),
    "cache": ("cache", "cache drive"),
}
"""What people call, in the singular, each piece of a tier that may sit in its servers."""
_BETWEEN = re.compile(r"[,;+&]|\band\b")
_COUNT = re.compile(r"^\d+\s*[x*\u00d7]?\s+")


def words_of(text: str) -> tuple[str, ...]:
    """Give the things that a text names, each once, without how many there are.

    >>> words_of("2 CPUs, memory and rails; memory")
    ('CPUs', 'memory', 'rails')
    """
    found = (_COUNT.sub("", one.strip()) for one in _BETWEEN.split(text))
    return tuple(dict.fromkeys(filter(None, found)))


def is_called(word: str, name: str) -> bool:
    """Tell whether a word is a name, in the singular or the plural, in small letters or not."""
    return _one(word) == _one(name)


def piece_of(word: str) -> str:
    """Name the piece of a tier that a word means; empty where it means none.

    >>> piece_of("CPUs"), piece_of("further_drives"), piece_of("rails")
    ('processors', 'further_drives', '')
    """
    return next((piece for piece, names in CALLED.items() if _one(word) in names), "")


def _one(word: str) -> str:
    return word.casefold().replace("_", " ").removesuffix("s")
