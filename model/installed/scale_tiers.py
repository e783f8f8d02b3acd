"""Tiers of IBM Storage Scale from `mmlsfs`, `mmlsdisk` and `mmdf`: what its NSDs hold."""

from __future__ import annotations

from collections.abc import Sequence

from model.installed import gpfs
from model.installed.gpfs import FileSystem
from model.installed.occupancy import Occupancy, Target
from model.installed.reading import Reading
from model.installed.tier_draft import TierDraft, exact, found_in, known, tier_name

PARTS = (
    "Which drives are behind the NSDs, and in which code? Run 'mmvdisk vdiskset list --vdisk-set "
    "all' and 'mmvdisk recoverygroup list --recovery-group NAME --pdisk', or the tool of the array"
)
RATES = "Which {way} bandwidth was measured on all NSDs together?"


def tiers(readings: Sequence[Reading]) -> list[TierDraft]:
    """Return the tiers of all file systems of Storage Scale that outputs tell of.

    Only mmlsfs names its file system: what the other commands say belongs to the one before it, or
    to the only one.
    """
    systems: list[FileSystem] = []
    for one in found_in(readings, gpfs.KIND, FileSystem):
        last = systems[-1] if systems else None
        if last is not None and (None in (last.name, one.name) or last.name == one.name):
            systems[-1] = last.with_more(one)
        else:
            systems.append(one)
    return [draft for one in systems for draft in scale_tiers(one)]


ALL_NSDS = "Are these all NSDs ({nsds})? 'mmdf FS -Y' has their total"


def scale_tiers(system: FileSystem) -> list[TierDraft]:
    """Return a tier; none where the replicas or the size aren't known."""
    fillable = system.fillable
    if not fillable:
        return []
    name = tier_name(system.name, "scale")
    has_total = system.stated_data_size is not None or system.stated_size is not None
    space = "space for data in mmdf" if has_total else "space of the NSDs for data in mmlsdisk"
    because = f"{space}, by {system.replicas} in mmlsfs (default data replicas)"
    tier = {
        "name": name,
        "owned": True,
        "given": {"capacity": known(exact(fillable), because)},
    }
    questions = [
        ("given.raw_capacity", PARTS),
        *(() if has_total else (("given.capacity", ALL_NSDS.format(nsds=len(system.nsds))),)),
        *((f"given.{way}_bandwidth", RATES.format(way=way)) for way in ("read", "write")),
    ]
    return [TierDraft(tier, tuple(questions), (), _occupancy(system, fillable))]


def _occupancy(system: FileSystem, fillable: int) -> Occupancy | None:
    """Return what is in use; None unless the free space of each NSD for data is known."""
    copies = system.replicas or 1
    if system.unlisted:
        free = system.free if system.stated_data_size is None else system.data_free
        if free is None:
            return None
        return Occupancy(
            system.name or "scale",
            (),
            system.inodes_used,
            system.inodes,
            used=max(0, fillable - free // copies),
            fillable=fillable,
        )
    data = [(number, one) for number, one in enumerate(system.nsds, 1) if one.data]
    targets = tuple(
        Target(f"NSD {number}", (one.size - one.free) // copies, one.size // copies)
        for number, one in data
        if one.free is not None
    )
    if not targets or len(targets) < len(data):
        return None
    used = sum(one.used for one in targets)
    return Occupancy(
        system.name or "scale", targets, system.inodes_used, system.inodes, None, used, fillable
    )
