"""The spellings of a layout that people use beside the model's own, written as the model has them.

`raidz3:8+3` counts data and parity apart, `RAID-Z2` has a dash, `19 raidz3:11` no `x`, and a comma
stands between vdevs that differ.
"""

from __future__ import annotations

import re

_DASHED = re.compile(r"\b(d)?raid-?(z)?-?(?=[123]?\b)", re.IGNORECASE)
_COUNTED = re.compile(r"^(\d+)\s+(?=[a-z])(?!x\b)", re.IGNORECASE)
_SPLIT = re.compile(r"\b(raidz([123]?)):(\d+)\+(\d+)p?(?=\s*(?:$|[+,]|of\b))", re.IGNORECASE)
_BETWEEN = re.compile(r"\+|,(?!\d)")
_MOST_PARITY = 3


class LayoutError(ValueError):
    """No pool can have this layout; the message says what to write instead."""


def _whole(match: re.Match[str]) -> str:
    """Write data and parity as the drives of a vdev."""
    kind, data, parity = match[1], match[3], match[4]
    own = match[2] or "1"
    if int(parity) != int(own):
        remedy = f"write '{kind}:{data}+{own}'"
        if 1 <= int(parity) <= _MOST_PARITY:
            remedy += f" or 'raidz{int(parity)}:{data}+{int(parity)}'"
        said = f"'{match[0]}' says {parity} drives of parity, but {kind} has {own}"
        raise LayoutError(f"{said}: {remedy}")
    return f"{kind}:{int(data) + int(parity)}"


def usual_kind(text: str) -> str:
    """Write the kind of a vdev without dashes.

    >>> usual_kind("RAID-Z2"), usual_kind("special mirror")
    ('raidz2', 'special mirror')
    """
    return _DASHED.sub(lambda m: f"{m[1] or ''}raid{m[2] or ''}".lower(), text)


def parts_of(text: str) -> list[str]:
    """Split the text of a layout into its groups of vdevs, each spelled as the model has it.

    >>> parts_of("2 RAID-Z2:8+2, mirror:2")
    ['2 x raidz2:10', 'mirror:2']

    Raises
    ------
    LayoutError
        Data and parity contradict the kind; says what to write instead.
    """
    whole = _SPLIT.sub(_whole, usual_kind(text))
    return [_COUNTED.sub(r"\1 x ", part.strip()) for part in _BETWEEN.split(whole)]
