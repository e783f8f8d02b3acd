"""Tiers of BeeGFS from its list of targets: what they hold, as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from model.installed import beegfs_targets
from model.installed.beegfs_targets import Target, Targets
from model.installed.occupancy import Inodes, Occupancy
from model.installed.occupancy import Target as Used
from model.installed.reading import Reading
from model.installed.tier_draft import TierDraft, exact, found_in, known
from model.records import replace

PARTS = (
    "Which drives make a target, how many, in which RAID or ZFS layout, and with which file "
    "system? On a server, run 'lsblk -J -b', and 'zpool status' or the tool of its RAID controller"
)
MIRRORED = (
    "Are files mirrored over buddy groups? Then the capacity is half: run 'beegfs-ctl "
    "--listmirrorgroups'"
)
CUT = (
    "beegfs: the list of targets is cut off, so that they are not planned: save the whole output, "
    "and import it again"
)
ALL = (
    "Are these all storage targets ({targets})? The list has no last line that would show that it "
    "is cut off"
)
RATES = "Which {way} bandwidth was measured on all targets together?"
NAME = "beegfs"


def tiers(readings: Sequence[Reading]) -> list[TierDraft]:
    """Return the tiers of the last list of targets."""
    lists = found_in(readings, beegfs_targets.KIND, Targets)
    if not lists:
        return []
    drafts = beegfs_tiers(lists[-1])
    if len(lists) > 1 and drafts:
        what = f"targets are listed in {len(lists)} outputs: the last one counts"
        drafts[0] = replace(drafts[0], warnings=(what,))
    return drafts


def beegfs_tiers(found: Targets) -> list[TierDraft]:
    """Return a tier of data, and one of metadata if its targets are listed."""
    if found.is_cut:
        return [TierDraft({}, warnings=(CUT,))]
    data, metadata = found.data, [one for one in found.targets if one.metadata]
    drafts = []
    if data:
        total = sum(one.size // (2 if one.mirrored else 1) for one in data)
        because = f"Total of {len(data)} targets"
        because += ", mirrored ones by half" if any(one.mirrored for one in data) else ""
        questions = [
            ("given.raw_capacity", PARTS),
            *((f"given.{way}_bandwidth", RATES.format(way=way)) for way in ("read", "write")),
        ]
        if not any(one.mirrored for one in data):
            questions.insert(0, ("given.capacity", MIRRORED))
        if found.end:
            questions.insert(0, ("given.capacity", ALL.format(targets=len(data))))
        tier = {
            "name": NAME,
            "owned": True,
            "given": {"capacity": known(exact(total), because)},
        }
        drafts.append(TierDraft(tier, tuple(questions), (), _occupancy(NAME, data)))
    if metadata:
        given: dict[str, object] = {
            "capacity": known(
                exact(sum(one.size for one in metadata)),
                f"totalSpaceBytes of {len(metadata)} targets of metadata",
            )
        }
        if all(one.inodes for one in metadata):
            given["inodes"] = known(sum(one.inodes or 0 for one in metadata), "totalInodes")
        name = f"{NAME}-meta"
        meta_tier = {"name": name, "holds": "metadata", "owned": True, "given": given}
        asks = (("given.raw_capacity", PARTS),)
        drafts.append(TierDraft(meta_tier, asks, (), _occupancy(name, metadata)))
    return drafts


def _occupancy(name: str, targets: list[Target]) -> Occupancy | None:
    used = tuple(
        Used(f"target {number}", one.size - min(one.free, one.size), one.size)
        for number, one in enumerate(targets, 1)
        if one.free is not None
    )
    of_inodes = [(x.inodes - (x.inodes_free or 0), x.inodes) for x in targets if x.inodes]
    if not used:
        return None
    return Occupancy(
        name,
        used,
        sum(one for one, _ in of_inodes) if of_inodes else None,
        sum(one for _, one in of_inodes) if of_inodes else None,
        inode_targets=tuple(
            Inodes(f"target {number}", one.inodes - (one.inodes_free or 0), one.inodes)
            for number, one in enumerate(targets, 1)
            if one.inodes
        ),
    )
