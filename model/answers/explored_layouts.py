"""Layouts beside RAIDZ at a glance: RAID groups, declustered arrays, and erasure codes.

Each family is a map of shares of the raw capacity, with a row for each layout and a column for each
number of drives or servers. The figures are those of `raid_groups` and `layout_capacity`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from model.answers.layout_capacity import shares_by_servers
from model.kinds.layouts import COMMON_CODES, SYSTEMS, LayoutTextError, parse_server_code
from model.pools.groups import raid_groups
from model.pools.layouts import Drive
from model.records import dataclass

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ExploredLayouts:
    """Shares of raw capacity by figure, over layouts and columns; NaN: no such layout, or a server
    would hold several strips.

    `marked` are the fewest servers on which the data of a lost server can be rebuilt.
    """

    rows: tuple[str, ...]
    columns: tuple[int, ...]
    shares: Mapping[str, Shares]
    marked: NDArray[np.bool_]


Spelling = Callable[[int], str]
SPANS = 2
"""Spans of RAID 50 and 60."""
_RAID: Mapping[str, Spelling] = {
    "drive": lambda drives: "drive" if drives == 1 else "",
    "raid1": lambda drives: f"raid1:{drives}",
    "raid5": lambda drives: f"raid5:{drives}",
    "raid6": lambda drives: f"raid6:{drives}",
    "raid10": lambda drives: f"raid10:{drives}",
    "raid50": lambda drives: "" if drives % SPANS else f"raid50:{SPANS}x{drives // SPANS}",
    "raid60": lambda drives: "" if drives % SPANS else f"raid60:{SPANS}x{drives // SPANS}",
}
_ARRAYS = ("4d+1p", "8d+1p", "4d+2p", "8d+2p", "16d+2p")
GROUPS, ARRAYS = "RAID groups", "Declustered arrays"
OVER_SERVERS = tuple(COMMON_CODES)
"""Families of erasure codes across servers."""
FAMILIES = (GROUPS, ARRAYS, *OVER_SERVERS)
USABLE, PLANNED = "Usable capacity", "Planned capacity"

_NO_SHARE = ("Raw capacity", "Spare space inside")
"""Answers of RAID groups that are no capacity for data."""


def explore_groups(family: str, drive: Drive, *, widest: int, spares: int = 2) -> ExploredLayouts:
    """Compute RAID groups or declustered arrays of 1 to `widest` drives.

    Parameters
    ----------
    spares
        Spare space of a declustered array, in drives.

    Raises
    ------
    UnitError, LayoutError
        If the drive is invalid; the message is one sentence with the correct form.
    """
    spellings = dict(_RAID) if family == GROUPS else _arrays(spares)
    columns = range(1, widest + 1)
    shares: dict[str, Shares] = {}
    for row, spelled in enumerate(spellings.values()):
        for column, drives in enumerate(columns):
            try:
                found = raid_groups(spelled(drives), drive)
            except LayoutTextError:  # no such layout
                continue
            for answer in found.answers:
                empty = np.full((len(spellings), widest), np.nan)
                shares.setdefault(answer.what, empty)[row, column] = answer.size / found.raw
    figures = {name: found for name, found in shares.items() if name not in _NO_SHARE}
    return ExploredLayouts(
        tuple(spellings),
        tuple(columns),
        figures,
        np.zeros((len(spellings), widest), dtype=np.bool_),
    )


def _arrays(spares: int) -> dict[str, Spelling]:
    """Return the spelling of arrays of each code, by the row's name."""

    def spelling(code: str) -> Spelling:
        return lambda drives: f"declustered:{code}:{drives}c:{spares}s"

    return {f"{code}, {spares}s": spelling(code) for code in _ARRAYS}


def explore_servers(
    family: str, drive: Drive, *, most: int, drives_per_server: int
) -> ExploredLayouts:
    """Compute codes over 2 to `most` servers.

    Raises
    ------
    UnitError, LayoutError
        If the drive is invalid; the message is one sentence with the correct form.
    """
    rows = [f"{SYSTEMS[family]}:{code}" for code in COMMON_CODES[family]]
    columns = range(2, most + 1)
    found = [_shares(row, drive, drives_per_server, columns) for row in rows]
    names = {USABLE: "usable_capacity", PLANNED: "planned_capacity"}
    codes = [code for row in rows if (code := parse_server_code(row))]
    rebuilt = [math.nan if code.shares_servers else code.fewest_servers + 1 for code in codes]
    return ExploredLayouts(
        tuple(rows),
        tuple(columns),
        {label: np.array([one[name] for one in found]) for label, name in names.items()},
        np.equal.outer(np.array(rebuilt), np.array(columns)),
    )


def _shares(
    layout: str, drive: Drive, drives_per_server: int, servers: Sequence[int]
) -> Mapping[str, Shares]:
    """Return the shares of a code; unknown where its strips are more than all servers hold."""
    try:
        return shares_by_servers(layout, drive, drives_per_server, servers)
    except LayoutTextError:
        nothing = np.full(len(servers), np.nan)
        return {"usable_capacity": nothing, "planned_capacity": nothing}
