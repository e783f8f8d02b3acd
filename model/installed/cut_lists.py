"""Whether the text of `zpool list -v` is cut off: by its last row, and by sizes that contradict it.

Sums are exact with `-p`: SIZE of a pool is that of its vdevs, and a RAIDZ vdev has no more than its
drives. A missing line end is no sign: pastes lack it, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from model.installed.pool_tree import CLASSES, IS_VDEV, Pool, Vdev
from model.units.figures import show

STATES = {
    *("ONLINE", "DEGRADED", "FAULTED", "OFFLINE", "UNAVAIL", "REMOVED", "SUSPENDED", "SPLIT"),
    *("AVAIL", "INUSE"),
}
LARGEST_DRIVE = 256 * 10**12
"""Bytes; the largest announced by 2026 has 245.76 TB (Kioxia LC9)."""
ROUNDED = 0.98
"""Sizes printed without `-p` have three digits; a sum of them reaches this share."""
_DRAID_DRIVES = re.compile(r"draid[123]:.*?:(\d{1,3})c(?::(\d{1,3})w)?:")


def breaks_off(rows: Sequence[Sequence[str]]) -> str:
    """Return how the last row of a table shows that it is cut off; empty if it doesn't.

    `rows` are the words of each line below a pool, also of those that are too short to be read.
    """
    if not rows:
        return ""
    *before, last = rows
    others = [row for row in before if row[-1] != "-"] or before
    state = last[-1]
    if last[0] in CLASSES and set(last[1:]) <= {"-"}:
        return "nothing follows its last heading"
    if others and len(last) < min(map(len, others)):
        return "its last line lacks columns"
    if state not in STATES and any(one.startswith(state) for one in STATES):
        return "its last line breaks off in the state"
    return ""


def contradiction(pool: Pool, *, is_last: bool) -> str:
    """Return what shows that vdevs or drives of a pool are missing; empty if nothing does.

    `is_last` tells that the output ends with this pool.
    """
    data = [vdev for name, vdev in pool.vdevs if name in ("data", "special", "dedup")]
    found = next((text for _, vdev in pool.vdevs if (text := _of_vdev(vdev))), "")
    if found or not data:
        return found
    sizes = [vdev.size for vdev in data if vdev.size is not None and not vdev.is_drive]
    if pool.size is not None and len(sizes) == len(data):
        total = sum(size.bytes for size in sizes)
        is_exact = pool.size.exact and all(size.exact for size in sizes)
        if total < pool.size.bytes * (1 if is_exact else ROUNDED):
            return f"its vdevs have {show(total, 'byte')} of {show(pool.size.bytes, 'byte')}"
    last = pool.vdevs[-1][1]
    if is_last and last is data[-1] and any(_is_wider(vdev, last) for vdev in data[:-1]):
        return "its last vdev has fewer drives than others of the same size"
    return ""


def _of_vdev(vdev: Vdev) -> str:
    """Return why a vdev can't have so few drives."""
    if vdev.kind == "disk":
        return "its last vdev has no drives" if IS_VDEV.fullmatch(vdev.name) else ""
    if vdev.is_drive:
        return ""
    width = len(vdev.places)
    draid = _DRAID_DRIVES.match(vdev.kind)
    least = 2
    if draid:
        least = int(draid[2] or draid[1])
    elif vdev.kind.startswith("raidz"):
        least = int(vdev.kind[-1]) + 1
    if width < least:
        return f"a {vdev.kind} vdev has only {width} of at least {least} drives"
    drives = [drive.device.bytes for drive in vdev.drives() if drive.device and drive.device.exact]
    if too_large := larger_than(vdev, drives):
        return too_large
    of_one = _of_drive(vdev)
    if of_one > LARGEST_DRIVE:
        return f"each drive would have {show(of_one, 'byte')}"
    return ""


def _of_drive(vdev: Vdev) -> int:
    """Return what each drive of a vdev has at least; 0 if that is unknown."""
    if vdev.size is None or not vdev.size.exact or not vdev.places:
        return 0
    return vdev.size.bytes // (1 if vdev.kind == "mirror" else len(vdev.places))


def larger_than(vdev: Vdev, drives: Sequence[int]) -> str:
    """Return that a vdev is larger than its drives, of these sizes, can be; empty if it isn't."""
    if drives and _of_drive(vdev) > max(drives):
        return f"a {vdev.kind} vdev is larger than its {len(vdev.places)} drives"
    return ""


def open_end(pool: Pool) -> Vdev | None:
    """Return the vdev at whose drives a list ends, if nothing shows that these are all of them.

    Before OpenZFS 2.2, drives have no sizes there.
    """
    if not pool.vdevs:
        return None
    role, last = pool.vdevs[-1]
    others = [vdev for _, vdev in pool.vdevs[:-1] if vdev.size == last.size]
    is_proven = any(len(one.places) == len(last.places) for one in others)
    if role != "data" or not last.kind.startswith("raidz") or is_proven:
        return None
    return None if any(drive.device for drive in last.drives()) else last


def _is_wider(one: Vdev, other: Vdev) -> bool:
    """Whether two RAIDZ vdevs have the same size, the first with more drives."""
    return (
        other.kind.startswith("raidz")
        and (one.kind, one.size) == (other.kind, other.size)
        and one.size is not None
        and len(one.places) > len(other.places)
    )
