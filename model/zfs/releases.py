"""Differences between OpenZFS releases: slop space constants, and the metaslab rule.

Releases 2.1, 2.3 and 2.4 were verified on running kernels; the others were read in the source. Each
entry is the first release with its arithmetic; `release_of` returns the entry of any release.
`next` is the development branch, OpenZFS after 2.4, as of August 2026; it was verified on its code,
run in user space.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from model.errors import quoted
from model.records import dataclass

MIB, GIB = 2.0**20, 2.0**30
NO_LIMIT = 2.0**62
NEVER = 2.0**40
"""More metaslabs than any vdev has, which disables the embedded log."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release: its inputs, whether it uses the metaslab rule of 0.8, and the source.

    `inputs` are the pool's inputs; `log` and `special_log` are the metaslab counts above which a
    vdev, or a special vdev, reserves one metaslab for the embedded log. `counts_special` tells
    whether AVAIL counts what is stored on special and dedup vdevs. `says` explains to a buyer how
    the results of this release differ.
    """

    name: str
    inputs: Mapping[str, float]
    log: float
    special_log: float
    has_metaslab_limit: bool
    has_allocation_classes: bool
    has_draid: bool
    has_expansion: bool
    has_failure_domains: bool
    counts_special: bool
    source: str
    says: str


def _release(
    name: str,
    says: str,
    *,
    divisor: float = 32,
    limit: float = 128 * GIB,
    floor: float = 128 * MIB,
    floor_divisor: float = 2,
    log: float = NEVER,
    special_log: float = NEVER,
    run: bool = False,
    how: str = "",
) -> Release:
    inputs = {
        "slop_divisor": divisor,
        "slop_limit": limit,
        "slop_floor": floor,
        "slop_floor_divisor": floor_divisor,
    }
    how = how or ("compared with a real kernel" if run else "read in the source, not run")
    slop = "dsl_pool_adjustedsize" if name < "0.6.5" else "spa_get_slop_space"
    since_08 = name >= "0.8"
    return Release(
        name,
        inputs,
        log,
        special_log,
        since_08,
        since_08,
        log < NEVER,
        name >= "2.3",
        name == NEXT,
        name == NEXT or name in COUNTS_SPECIAL,
        f"document: OpenZFS {name}: {slop}, vdev.c ({how})",
        says,
    )


_LOG = (
    "reserves up to 16 GiB of each large vdev for an embedded log; slop space shrinks by as much, "
    "at most by half"
)

NEXT = "next"
"""The development branch, from which the release after 2.4 will be made."""
COUNTS_SPECIAL: Mapping[str, int] = {"2.2": 10, "2.3": 7, "2.4": 1}
"""Patch levels since which AVAIL counts what is stored on special and dedup vdevs."""

RELEASES: Mapping[str, Release] = {
    release.name: release
    for release in (
        _release(
            "0.6.3",
            "up to 0.6.4: reserves 1/64 (slop), at least 32 MiB",
            divisor=64,
            limit=NO_LIMIT,
            floor=32 * MIB,
            floor_divisor=1,
        ),
        _release(
            "0.6.5",
            "reserves 1/32, at least 32 MiB: twice as much as 0.6.3",
            limit=NO_LIMIT,
            floor=32 * MIB,
            floor_divisor=1,
        ),
        _release("0.7", "reserves 1/32, at least 128 MiB", limit=NO_LIMIT),
        _release(
            "0.8",
            "same as 0.7, but rounding to metaslabs loses less: at most 16 GiB of a vdev",
            limit=NO_LIMIT,
        ),
        _release("2.0.0", "same as 0.8, up to 2.0.5", limit=NO_LIMIT),
        _release(
            "2.0.6", "same as 0.8, but reserves at most 128 GiB; the table of jro.io shows this"
        ),
        _release("2.1", f"{_LOG}; adds dRAID", log=64, run=True),
        _release("2.2", "same as 2.1", log=64),
        _release("2.3", "same as 2.1; adds RAIDZ expansion", log=64, run=True),
        _release(
            "2.4",
            "same as 2.3; special vdevs also reserve space for a log",
            log=64,
            special_log=64,
            run=True,
        ),
        _release(
            NEXT,
            "the development branch after 2.4: same as 2.4, with failure domains of dRAID",
            log=64,
            special_log=64,
            how="compared with its code, run in user space; commit be7657e3 of August 2026",
        ),
    )
}
NEWEST = "2.4"
_CHANGES = {(0, 6): ((5, "0.6.5"), (0, "0.6.3")), (2, 0): ((6, "2.0.6"), (0, "2.0.0"))}
"""Series whose arithmetic changed between patch levels: the lowest patch level of each entry."""
_TEXT = r"(?:zfs-|v)?(\d+)\.(\d+)(?:\.(\d+)(?:\.\d+)*)?(?:[-+~].*)?"


class ReleaseError(ValueError):
    """The release is unknown; the message shows the correct form."""


def release_of(text: str) -> Release:
    """Return the arithmetic of a release; a series without a patch level means its latest one.

    >>> [release_of(text).name for text in ("2.1.11", "0.7.13", "2.0.5", "2.0", "0.6.2")]
    ['2.1', '0.7', '2.0.0', '2.0.6', '0.6.3']

    Raises
    ------
    ReleaseError
        If the release is unknown; the message lists the known ones.
    """
    if text.strip().lower() in (NEXT, "master"):
        return RELEASES[NEXT]
    match = re.fullmatch(_TEXT, text.strip())
    if match:
        series, patch = (int(match[1]), int(match[2])), match[3]
        for least, name in _CHANGES.get(series, ()):
            if patch is None or int(patch) >= least:
                return RELEASES[name]
        found = RELEASES.get(f"{series[0]}.{series[1]}")
        if found and patch is not None and int(patch) < COUNTS_SPECIAL.get(found.name, 0):
            return replace(found, counts_special=False)
        if found:
            return found
    known = "0.6, 0.7, 0.8, 2.0, 2.1, 2.2, 2.3, 2.4 or next"
    raise ReleaseError(
        f"no release {quoted(text)} of OpenZFS is known: write one of {known}, "
        "or of theirs as 2.1.11"
    )
