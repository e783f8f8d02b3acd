"""What each step of a tier's capacity is called and means: another thing for each kind of target.

The steps have the same places in the model whatever makes a target. What they are called there
speaks of ZFS; Ceph, ext4 and declustered RAID keep other things back, and are measured otherwise.
"""

from __future__ import annotations

from model.answers import usable
from model.answers.results import Results
from model.answers.sentences import Sentence, written
from model.design.given import AnyTier
from model.engine.quantity import Quantity

ZFS, ZFS_ON_RAID, EXT, LDISKFS, PLAIN = "zfs", "zfs on raid", "ext4", "ldiskfs", "plain"
XFS, SCALE, DECLUSTERED, CEPH, GIVEN = "xfs", "scale", "declustered", "ceph", "given"
CODE = "code"
Words = dict[str, tuple[str, str]]
"""By the name of a step: what it is called (its own label where empty), and what it means."""

KEPT_OF_DRIVES = "what the controller or md reserves on each drive"
COMMON: Words = {
    "raw_capacity": ("", "Drives times the capacity of one drive as sold, spares included."),
    "formatted_capacity": ("Size reported by df", "Space for users and the reserve for root."),
    "headroom_capacity": ("", "Usable capacity above the fill limit, deliberately left free."),
    "planned_capacity": ("", "Usable capacity up to the fill limit."),
    "live_capacity": ("", "Space for live files: planned capacity less snapshots."),
}
ZFS_WORDS: Words = {
    "special_capacity": (
        "Special, log and spare drives",
        "Drives in vdevs that hold no data: special, dedup, log, cache and spare ones.",
    ),
    "slop_capacity": ("ZFS slop space", "Space that ZFS reserves for itself."),
    "file_system_reserve": ("", "Space of the pools that Lustre's OSD reserves; 0 without Lustre."),
}
WORDS: dict[str, Words] = {
    ZFS: {
        **ZFS_WORDS,
        "formatting_capacity": (
            "",
            "What partitions, labels, whole metaslabs, padding, the whole-number ratio of RAIDZ "
            "and embedded logs take.",
        ),
    },
    ZFS_ON_RAID: {
        **ZFS_WORDS,
        "redundancy_capacity": ("", "Capacity used by parity or mirrors of the RAID groups."),
        "formatting_capacity": (
            "",
            f"What labels, whole metaslabs and embedded logs of ZFS take, and {KEPT_OF_DRIVES}.",
        ),
    },
    EXT: {
        "formatting_capacity": (
            "",
            f"What inode tables, bitmaps and the journal of ext4 take, and {KEPT_OF_DRIVES}.",
        ),
        "slop_capacity": (
            "Reserve for root",
            "What ext4 keeps for root, as mke2fs makes it (`reserve`): in `df`'s Size, but neither "
            "used nor available.",
        ),
    },
    LDISKFS: {
        "formatting_capacity": (
            "",
            "What inode tables, bitmaps and the journal of ldiskfs take, what Lustre's OSD keeps "
            f"for itself, and {KEPT_OF_DRIVES}.",
        ),
        "slop_capacity": (
            "Reserve for root",
            "What ldiskfs keeps for root, as mke2fs makes it (`reserve`): in `df`'s Size, but "
            "neither used nor available.",
        ),
    },
    PLAIN: {
        "formatting_capacity": ("", f"No format overhead; only {KEPT_OF_DRIVES}."),
    },
    SCALE: {
        "formatting_capacity": (
            "",
            f"Only {KEPT_OF_DRIVES}; what Storage Scale takes for its inodes, maps and logs isn't "
            "counted.",
        ),
    },
    XFS: {
        "formatting_capacity": (
            "",
            f"What the log of XFS takes, and {KEPT_OF_DRIVES}; what XFS keeps for its own trees "
            "when it is mounted isn't counted.",
        ),
    },
    DECLUSTERED: {
        "redundancy_capacity": ("", "Capacity used by parity or copies, in full stripes."),
        "formatting_capacity": (
            "",
            "What descriptors, logs, checksums, whole partitions and free tracks of the "
            "declustered array take.",
        ),
    },
    CEPH: {
        "formatting_capacity": (
            "",
            "Space of each drive that OSDs use for database and log.",
        ),
        "slop_capacity": (
            "Above the full ratio",
            "Capacity above the full ratio, at which Ceph stops writing.",
        ),
        "headroom_capacity": (
            "",
            "Usable capacity above the fill limit, at which Ceph warns, or a lost failure domain "
            "no longer fits on the others.",
        ),
    },
    CODE: {
        "distributed_spare_capacity": (
            "Spare servers",
            "Servers' (or blocks') worth of space that stays empty, to make lost ones anew.",
        ),
        "redundancy_capacity": ("", "Capacity that parity strips or copies take."),
        "formatting_capacity": ("", "Bytes of each drive that hold no strips."),
        "slop_capacity": (
            "Reserved by the system",
            "Share that the system reserves for itself, where known.",
        ),
    },
    GIVEN: {
        "raw_capacity": ("", "Capacity of the drives as sold, if stated."),
    },
}


def tier_of(results: Results, path: str) -> AnyTier:
    """Give the tier of the scenario that stands at a path."""
    names = {at: name for name, at in results.tiers()}
    return next(t for t in results.plan.scenario.tiers if t.name == names[path])


def kind_of(tier: AnyTier) -> str:
    """Give the kind of a tier's targets."""
    built = tier.built
    if built is None:
        return GIVEN
    formats = {"ext4": EXT, "ldiskfs": LDISKFS, "xfs": XFS, "scale": SCALE}
    kinds = {
        "zfs": ZFS,
        "zfs on raid": ZFS_ON_RAID,
        "raid": formats.get(built.target.formatted, PLAIN),
        "declustered": DECLUSTERED,
        "ceph": CEPH,
        "code": CODE,
    }
    return kinds[built.target.kind]


def meaning_of_usable(results: Results, path: str) -> Sentence:
    """Say as a sentence what the usable capacity of a tier means."""
    first, *further = usable.meaning(results, path, tier_of(results, path))
    return f"{str(first)[0].upper()}{str(first)[1:]}", *further, "."


def words_of(results: Results, path: str, step: Quantity) -> tuple[str, str]:
    """Give what a step of a tier is called and means."""
    words = WORDS[kind_of(tier_of(results, path))]
    label, meaning = words.get(step.name) or COMMON.get(step.name) or ("", "")
    if step.name == "usable_capacity":
        meaning = written(results, meaning_of_usable(results, path))
    return label or step.label, meaning or f"{step.title.rstrip('.')}."
