"""Common alternative spellings of a layout, and their conversion to the model's spelling.

`raidz3:8+3` counts data and parity separately, `RAID-Z2` has a dash, `19 raidz3:11` has no `x`, and
a comma separates vdevs of different width.
"""

from __future__ import annotations

import re

_DASHED = r"(?i)\b(d)?raid-?(z)?-?(?=[123]?\b)"
_COUNTED = r"(?i)^(\d+)\s+(?=[a-z])(?!x\b|wide\b|drives?\b|disks?\s)"
_SPLIT = r"(?i)\b(raidz([123]?)):(\d+)\+(\d+)p?(?=\s*(?:$|[+,]|of\b))"
_BETWEEN = r"\+|,(?!\d)"
_MOST_PARITY = 3
_TIMES = r"[x*\u00d7]"
_KINDS = r"(?P<kind>mirror|raidz[123]?)"
_MEANT = (
    (rf"(?P<width>\d+)[\s-]*(?:wide|drive|disk)s?\s+{_KINDS}", "{kind}:{width}"),
    (rf"{_KINDS}\s*(?:{_TIMES}|\(|\s|-)\s*(?P<width>\d+)\)?", "{kind}:{width}"),
    (
        rf"(?P<count>\d+)\s*{_TIMES}\s*(?P<width>\d+)(?:[\s-]*wide)?\s+{_KINDS}",
        "{count} x {kind}:{width}",
    ),
    (
        rf"(?P<role>special|dedup|log|cache)\s+(?P<count>\d+)\s*{_TIMES}?\s*(?P<rest>\D.*)",
        "{count} x {role} {rest}",
    ),
    (r"(?P<role>log|cache|spare)s?\s+(?P<count>\d+)", "{count} x {role}"),
)
"""Patterns of invalid layouts, each with the layout that was probably meant."""
_RAID = rf"(?i)(?:(\d+)\s*{_TIMES}?\s*)?raid-?(5|6|50|60|10|0|1):(.*)"
_OF_ZFS = {"0": "disk", "1": "mirror", "10": "mirror", "5": "raidz1", "6": "raidz2"}
WIDEST_RAID = 32
"""Drives of the widest group with parity: those of one span (Broadcom MegaRAID, MegaRAID guide)."""
SPREAD = (
    "controllers that spread strips over so many have declustered arrays (GridRAID, DCR, DDP, "
    "ADAPT): write 'redundancy: raid' and 'declustered:8d+2p:{width}c:2s'"
)
_CODE = r"(?i)(\d+)\s*\+\s*([1-3])p?"


def meant(text: str) -> str:
    """Return the layout that an invalid text probably meant; empty without a guess.

    >>> meant("RAIDZ2x10"), meant("10-wide raidz2"), meant("spare 2"), meant("8+2")
    ('raidz2:10', 'raidz2:10', '2 x spare', 'raidz2:10')
    """
    text = usual_kind(" ".join(text.split()))
    if code := re.fullmatch(_CODE, text):
        return f"raidz{code[2]}:{int(code[1]) + int(code[2])}"
    for pattern, form in _MEANT:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return form.format(**{name: part.lower() for name, part in found.groupdict().items()})
    return ""


def of_controller(text: str) -> str:
    """Return the ZFS equivalent of a RAID level of a controller; empty for other texts."""
    found = re.fullmatch(_RAID, " ".join(text.split()))
    if found is None:
        return ""
    kind = _OF_ZFS.get(found[2])
    if kind is None:
        return "write its spans as vdevs, as in '2 x raidz2:10'"
    width = re.fullmatch(r"\d+", found[3].strip())
    count = f"{found[1]} x " if found[1] else ""
    vdevs = f"write '{count}{kind}:{width[0] if width else 10}'"
    if width and kind.startswith("raidz") and int(width[0][:9]) > WIDEST_RAID:
        return f"{vdevs}; {SPREAD.format(width=width[0])}"
    return vdevs


class LayoutError(ValueError):
    """The layout is not possible; the message shows the correct form."""


def _whole(match: re.Match[str]) -> str:
    """Convert data and parity counts to the number of drives of a vdev."""
    kind, data, parity = match[1], match[3], match[4]
    own = match[2] or "1"
    if int(parity) != int(own):
        remedy = f"write '{kind}:{data}+{own}'"
        if 1 <= int(parity) <= _MOST_PARITY:
            remedy += f" or 'raidz{int(parity)}:{data}+{int(parity)}'"
        problem = f"'{match[0]}' says {parity} drives of parity, but {kind} has {own}"
        raise LayoutError(f"{problem}: {remedy}")
    return f"{kind}:{int(data) + int(parity)}"


def usual_kind(text: str) -> str:
    """Return the kind of a vdev without dashes.

    >>> usual_kind("RAID-Z2"), usual_kind("special mirror")
    ('raidz2', 'special mirror')
    """
    return re.sub(_DASHED, lambda m: f"{m[1] or ''}raid{m[2] or ''}".lower(), text)


def parts_of(text: str) -> list[str]:
    """Split the text of a layout into groups of vdevs, each in the model's spelling.

    >>> parts_of("2 RAID-Z2:8+2, mirror:2")
    ['2 x raidz2:10', 'mirror:2']

    Raises
    ------
    LayoutError
        If data and parity contradict the kind; the message shows the correct form.
    """
    whole = re.sub(_SPLIT, _whole, usual_kind(text))
    return [re.sub(_COUNTED, r"\1 x ", part.strip()) for part in re.split(_BETWEEN, whole)]
