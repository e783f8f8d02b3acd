"""What differs between releases of OpenZFS: constants of the slop, and the rule for metaslabs.

Run against real kernels: 2.1, 2.3, 2.4. The others were read in their source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

KIB, MIB, GIB = 2.0**10, 2.0**20, 2.0**30
NO_LIMIT = 2.0**62
NEVER = 2.0**40
"""More metaslabs than any vdev has: no embedded log."""


@dataclass(frozen=True, slots=True)
class Release:
    """One release: its inputs, whether metaslabs follow the rule of 0.8, and how we know."""

    name: str
    inputs: Mapping[str, float]
    has_metaslab_limit: bool
    source: str


def _release(
    name: str, *, divisor: float, limit: float, floor: float, log: float, new: bool, run: bool
) -> Release:
    inputs = {
        "slop_divisor": divisor,
        "slop_limit": limit,
        "slop_floor": floor,
        "embedded_log_metaslabs": log,
    }
    how = "compared with a real kernel" if run else "read in the source, not run"
    return Release(name, inputs, new, f"OpenZFS {name}: spa_get_slop_space, vdev.c ({how})")


RELEASES: Mapping[str, Release] = {
    release.name: release
    for release in (
        _release("0.6.3", divisor=64, limit=NO_LIMIT, floor=0, log=NEVER, new=False, run=False),
        _release(
            "0.6.5", divisor=32, limit=NO_LIMIT, floor=32 * MIB, log=NEVER, new=False, run=False
        ),
        _release(
            "0.7", divisor=32, limit=NO_LIMIT, floor=128 * MIB, log=NEVER, new=False, run=False
        ),
        _release(
            "0.8", divisor=32, limit=NO_LIMIT, floor=128 * MIB, log=NEVER, new=True, run=False
        ),
        _release(
            "2.0.0", divisor=32, limit=NO_LIMIT, floor=128 * MIB, log=NEVER, new=True, run=False
        ),
        _release(
            "2.0.6", divisor=32, limit=128 * GIB, floor=128 * MIB, log=NEVER, new=True, run=False
        ),
        _release("2.1", divisor=32, limit=128 * GIB, floor=128 * MIB, log=64, new=True, run=True),
        _release("2.2", divisor=32, limit=128 * GIB, floor=128 * MIB, log=64, new=True, run=False),
        _release("2.3", divisor=32, limit=128 * GIB, floor=128 * MIB, log=64, new=True, run=True),
        _release("2.4", divisor=32, limit=128 * GIB, floor=128 * MIB, log=64, new=True, run=True),
    )
}
NEWEST = "2.4"
