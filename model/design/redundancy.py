"""Reads the texts of layouts beside ZFS's: RAID groups, and codes of data and parity strips."""

from __future__ import annotations

import re
from dataclasses import dataclass

_RAID = re.compile(
    r"(?:(?P<count>\d+)(?:\s*[x*\N{MULTIPLICATION SIGN}]\s*|\s+))?"
    r"(?P<kind>raid-?(?:10|0|1|5|6)|drive)(?::(?P<width>\d+)(?:\+(?P<parity>\d+)p?)?)?",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?P<data>\d+)\s*\+\s*(?P<parity>\d+)\s*p?", re.IGNORECASE)
_COPIES = re.compile(r"(?P<copies>\d+)[ -]?(?:way|copies|x)", re.IGNORECASE)
RAID_EXAMPLE = "write 'raid6:10', '3 x raid6:10', 'raid10:8', 'raid5:5', 'raid1:2' or 'drive'"
CODE_EXAMPLE = "write '8+2p' for data and parity, or '3-way' for copies"
_PARITY = {"raid0": 0, "raid5": 1, "raid6": 2, "drive": 0}
_LEAST = {"raid0": 2, "raid1": 2, "raid5": 3, "raid6": 4, "raid10": 4, "drive": 1}


class LayoutTextError(ValueError):
    """The text is no layout of its kind; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class RaidGroups:
    """So many equal RAID groups (LUNs): drives of one, those that hold data, those it can lose."""

    count: int
    drives: int
    data_drives: int
    survives: int


@dataclass(frozen=True, slots=True)
class Code:
    """Data strips, and the strips of parity or further copies, that one loses none by."""

    data: int
    parity: int


def _parity(text: str, kind: str, match: re.Match[str]) -> int:
    """Give the drives of parity that are written apart, as in 'raid6:8+2'."""
    data, parity, own = match["width"], match["parity"], _PARITY.get(kind, 0)
    if parity is None:
        return 0
    if int(parity) != own or not own:
        remedy = f"'{kind}:{data}+{own}'" if own else f"all drives of a group, as in '{kind}:8'"
        raise LayoutTextError(f"'{text}': a {kind} has {own} drives of parity: write {remedy}")
    return own


def parse_raid(text: str) -> RaidGroups:
    """Read the text of the RAID groups of one target.

    >>> parse_raid("3 x raid6:10")
    RaidGroups(count=3, drives=10, data_drives=8, survives=2)

    Raises
    ------
    LayoutTextError
        The text is no such layout; says what to write instead.
    """
    match = _RAID.fullmatch(text.strip())
    if match is None:
        raise LayoutTextError(f"'{text}' is no RAID layout: {RAID_EXAMPLE}")
    count, kind = int(match["count"] or 1), match["kind"].lower().replace("-", "")
    if match["width"] is None and kind != "drive":
        raise LayoutTextError(f"'{text}': say how many drives a group has, as in '{kind}:10'")
    width = int(match["width"] or 1) + _parity(text, kind, match)
    if count < 1 or width < _LEAST[kind] or (kind == "drive" and width > 1):
        raise LayoutTextError(f"'{text}': a {kind} has at least {_LEAST[kind]} drives")
    if kind == "raid10" and width % 2:
        raise LayoutTextError(f"'{text}': a raid10 has an even number of drives")
    if kind == "raid1":
        return RaidGroups(count, width, 1, width - 1)
    if kind == "raid10":
        return RaidGroups(count, width, width // 2, 1)
    return RaidGroups(count, width, width - _PARITY[kind], _PARITY[kind])


def parse_code(text: str) -> Code:
    """Read a code of data and parity strips, or of copies.

    >>> parse_code("8+3p"), parse_code("3-way")
    (Code(data=8, parity=3), Code(data=1, parity=2))

    Raises
    ------
    LayoutTextError
        The text is no such code; says what to write instead.
    """
    if match := _COPIES.fullmatch(text.strip()):
        code = Code(1, int(match["copies"]) - 1)
    elif match := _CODE.fullmatch(text.strip()):
        code = Code(int(match["data"]), int(match["parity"]))
    else:
        raise LayoutTextError(f"'{text}' is no code: {CODE_EXAMPLE}")
    if code.data < 1 or code.parity < 0:
        raise LayoutTextError(f"'{text}' holds no data: {CODE_EXAMPLE}")
    return code
