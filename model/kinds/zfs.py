"""The schema of a target of ZFS on drives."""

from dataclasses import replace
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from model.errors import quoted
from model.kinds.files import Histogram
from model.kinds.kind import AnyKind, DrivesBeside, InodeRule, LostAsOne, Words
from model.placement.slots import Group
from model.reading.binding import gives
from model.reading.fields import (
    Bytes,
    Fraction,
    PositiveBytes,
    PositiveCount,
    PositiveSeconds,
    Stated,
    Strict,
)
from model.zfs.partitions import partitioning_of
from model.zfs.releases import NEWEST, release_of
from model.zfs.vdevs import STORING, LayoutError, VdevGroup, check_group, parse_layout, size_counts

POOL_WORDS: Words = {
    "special_capacity": (
        "Special, log and spare drives",
        "Drives in vdevs that hold no data: special, dedup, log, cache and spare ones.",
    ),
    "slop_capacity": ("ZFS slop space", "Space that ZFS reserves for itself."),
    "file_system_reserve": ("", "Space of the pools that Lustre's OSD reserves; 0 without Lustre."),
}
"""Steps of pools, whatever these stand on."""
STEP_WORDS: Words = {
    **POOL_WORDS,
    "formatting_capacity": (
        "",
        "Partitions, labels, metaslab rounding, padding, integer deflate ratio, embedded logs.",
    ),
}


def _is_layout(text: str) -> str:
    groups = parse_layout(text)  # a LayoutError is a ValueError, and says what to write
    data = [group for group in groups if group.role == "data"]
    others = [group for group in data if group.drive is not None]
    wrong = ""
    if len(others) == len(data):
        wrong = (
            "some data vdevs must consist of the tier's drives: write them without 'of', as in "
            "'raidz3:11', or enter a separate tier for other drives"
        )
    elif len({group.drive for group in others}) > 1:
        wrong = "data vdevs can have at most two drive sizes: enter others as a separate tier"
    elif any(group.is_draid for group in others):
        wrong = (
            "dRAID uses the tier's drives only: write RAIDZ or mirrors of others, or a separate "
            "tier"
        )
    if wrong:
        raise LayoutError(f"{quoted(text)}: {wrong}")
    return text


def _was_layout(text: str) -> str:
    parse_layout(text)  # a LayoutError is a ValueError, and says what to write
    return text


def _is_partitioning(text: str) -> str:
    return partitioning_of(text).name  # a ValueError, and says what to write


def _is_release(text: str) -> str:
    release_of(text)  # a ReleaseError is a ValueError, and says what to write
    return text


Release = Annotated[str, AfterValidator(_is_release)]
"""A release of OpenZFS whose arithmetic is known."""


Partitioning = Annotated[str, AfterValidator(_is_partitioning)]
"""A scheme by which a system partitions whole disks."""


MOST_COPIES = 3
"""The most copies of a block under ZFS."""


def too_many_copies(file_system: str, copies: Stated[int] | None) -> str:
    """Refuse more copies of a block than ZFS keeps, where no file system mirrors targets."""
    if file_system in ("zfs", "none") and copies is not None and copies.value > MOST_COPIES:
        return f"'copies' of ZFS goes to {MOST_COPIES}: write {MOST_COPIES} at most"
    return ""


class SpecialVdevs(Strict):
    """Failures and rebuilds of special or dedup vdevs of drives beside the tier's."""

    failure_rate: Annotated[Stated[Fraction], gives("special_failure_rate", of="special")]
    rebuild_time: Annotated[Stated[PositiveSeconds], gives("special_rebuild_time", of="special")]
    """Including the delay until the rebuild starts."""


class Target(AnyKind):
    """What one target (OST, MDT, pool) is made of: ZFS on drives."""

    redundancy: Literal["zfs"] = "zfs"
    """Who makes copies or parity: ZFS."""
    layout: Annotated[str, AfterValidator(_is_layout)]
    """Its vdevs, as in 'raidz3:11', '2 x mirror:2' or 'draid2:8d:53c:3s'.

    dRAID of release 'next' can have failure domains: 96 drives in 12 enclosures are
    'draid2:4d:12c:96w:2s'.
    Others beside them take drives of the tier, too ('+ special mirror:2', '+ 2 x log', '+ spare'),
    or drives of a size that stand beside it: '+ special mirror:2 of 1.6 TB'. Those for data may be
    of 'further_drives', too: 'raidz2:10 + raidz2:10 of 20 TB'.
    """
    created: Annotated[str, AfterValidator(_was_layout)] | None = None
    """Layout at its creation, if RAIDZ vdevs were widened, drives replaced by larger ones or vdevs
    added since: 'raidz2:8', or 'raidz2:8 of 10 TB' with smaller drives. Its vdevs in the same
    order; leave empty if none grew.
    """
    special_vdevs: SpecialVdevs | None = None
    """Failures and rebuilds of special or dedup vdevs of a size of their own. Required for the
    probability of a data loss.
    """
    release: Release = NEWEST
    """Release of OpenZFS, whose arithmetic differs."""
    because: str = ""
    """Why this layout and release, where nobody published them."""
    record_size: Annotated[Stated[PositiveBytes] | None, gives("record_size", of="pools")] = None
    """Default: 1 MiB under Lustre, otherwise 128 KiB."""
    sector_size: Annotated[Stated[PositiveBytes] | None, gives("sector_size", of="pools")] = None
    """Default: 4 KiB."""
    partitioning: Partitioning = "none"
    """What is cut off each drive: none, linux, truenas-core, truenas-25.04, freebsd, proxmox …"""
    luks: Annotated[Stated[Bytes] | None, gives("encryption_header", of="groups")] = None
    """On each drive, for example '16 MiB'."""
    kept_back: Annotated[Stated[Bytes] | None, gives("kept_back", of="groups")] = None
    """Use instead of 'partitioning' and 'luks'."""
    files: Histogram = ()
    """Sizes of the files, where what such files can hold shall be said."""
    copies: Annotated[Stated[PositiveCount] | None, gives("file_copies", of="pools")] = None
    """2 for BeeGFS's buddy mirror, or mirrors of Lustre.

    Without a file system across targets ZFS's own property: each block is written so often.
    """
    per_block: Annotated[Stated[PositiveCount] | None, gives("targets_per_block")] = None
    """Leave empty to use as many as fit."""
    reserved_spares: Annotated[Stated[PositiveCount] | None, gives("reserved_spares_per_block")] = (
        None
    )

    @model_validator(mode="after")
    def _counts_in_powers_of_two(self) -> Self:
        for name, stated, most in (
            ("record_size", self.record_size, 2**24),
            ("sector_size", self.sector_size, 2**16),
        ):
            size = int(stated.value) if stated else 512
            if size & (size - 1) or not 512 <= size <= most:
                top = "16 MiB" if most > 2**16 else "64 KiB"
                raise ValueError(f"'{name}' must be a power of two from 512 B to {top}")
        return self

    @model_validator(mode="after")
    def _is_of_its_release(self) -> Self:
        for group in parse_layout(self.layout):
            if group.role != "data":
                check_group(group, release_of(self.release))
        return self

    @model_validator(mode="after")
    def _cuts_off_a_drive_once(self) -> Self:
        if self.kept_back is not None and (self.luks is not None or self.partitioning != "none"):
            raise ValueError("write either 'kept_back', or 'partitioning' and 'luks'")
        return self

    @model_validator(mode="after")
    def _has_special_vdevs(self) -> Self:
        if self.special_vdevs is not None and not self._stands_beside:
            raise ValueError(
                "'special_vdevs' is for special or dedup vdevs of a size of their own, as in "
                "'raidz2:10 + special mirror:2 of 1.6 TB': remove it"
            )
        return self

    @property
    def kind(self) -> str:
        """What makes it: ZFS on drives."""
        return "zfs"

    @property
    def widens(self) -> bool:
        """RAIDZ takes further drives, and any vdev larger ones."""
        return True

    @property
    def layout_at_creation(self) -> str | None:
        """As the scenario says it."""
        return self.created

    @property
    def on_zfs(self) -> bool:
        """It is a pool."""
        return True

    @property
    def spares_inside(self) -> bool:
        """Those of dRAID."""
        return True

    @property
    def keeps_back(self) -> bool:
        """Its slop space."""
        return True

    @property
    def counts_requests(self) -> bool:
        """Those of its vdevs."""
        return True

    @property
    def fills_stripes(self) -> bool:
        """ZFS writes each record as a stripe of its own, and none in place."""
        return True

    @property
    def drives(self) -> int:
        """Drives of its vdevs that are the tier's, of either size."""
        groups = parse_layout(self.layout)
        return sum(g.count * g.width for g in groups if g.drive is None or g.role == "data")

    @property
    def further_drive(self) -> int | None:
        """The other size of drives for data; None: all are of one."""
        sizes = (g.drive for g in parse_layout(self.layout) if g.role == "data")
        return next((size for size in sizes if size is not None), None)

    @property
    def special_drives(self) -> int:
        """Drives of the tier in vdevs that hold no data: special, dedup, log, cache, spare."""
        groups = parse_layout(self.layout)
        return sum(g.count * g.width for g in groups if g.role != "data" and g.drive is None)

    @property
    def hot_spares(self) -> int:
        """Drives of the tier that stand by in one target, for each of its vdevs."""
        groups = parse_layout(self.layout)
        return sum(g.count * g.width for g in groups if g.role == "spare" and g.drive is None)

    @property
    def rebuilds(self) -> bool:
        """Whether each vdev can lose a drive."""
        return all(g.survives > 0 for g in self._storing)

    @property
    def lost_as_one(self) -> LostAsOne | None:
        """Vdevs, unless some hold data on drives beside the tier's, whose rates are unknown."""
        return None if self._stands_beside and self.special_vdevs is None else "vdevs"

    @property
    def _stands_beside(self) -> bool:
        """Whether vdevs that hold metadata or tables are of drives beside the tier's."""
        return any(g.drive is not None and g.role != "data" for g in self._storing)

    @property
    def redundancy_groups(self) -> tuple[Group, ...]:
        """Its vdevs that hold data, metadata or tables, of the tier's drives, as `zpool status`."""
        found: list[Group] = []
        for vdevs in self._storing:
            if vdevs.drive is None or vdevs.role == "data":
                domains = vdevs.failure_domains if vdevs.failure_groups > 1 else 0
                for _ in range(vdevs.count):
                    name = f"{vdevs.kind}-{len(found)}"
                    role = "" if vdevs.role == "data" else f"{vdevs.role} "
                    found.append(Group(role + name, vdevs.width, vdevs.survives, 0, domains))
        return tuple(found)

    @property
    def groups_beside(self) -> tuple[Group, ...]:
        """Its vdevs that hold metadata or tables on drives beside the tier's."""
        return tuple(
            Group(str(replace(vdevs, count=1)), vdevs.width, vdevs.survives, 0)
            for vdevs in self._storing
            if vdevs.drive is not None and vdevs.role != "data"
            for _ in range(vdevs.count)
        )

    @property
    def drives_beside(self) -> tuple[DrivesBeside, ...]:
        """Drives beside the tier's, of its vdevs for anything but data; alike ones once."""
        found: dict[tuple[str, float], DrivesBeside] = {}
        for one in parse_layout(self.layout):
            if one.drive is not None and one.role != "data":
                key, pieces = (str(one), one.drive), one.count * one.width
                pieces += found[key].pieces if key in found else 0
                found[key] = DrivesBeside(str(one), pieces, one.drive, one.role != "spare")
        return tuple(found.values())

    @property
    def spares_on_all_drives(self) -> bool:
        """Whether a dRAID vdev has distributed spares."""
        return any(g.is_draid and g.spares for g in self._storing)

    @property
    def _storing(self) -> list[VdevGroup]:
        return [g for g in parse_layout(self.layout) if g.role in STORING]

    @property
    def passed_copies(self) -> int:
        """Copies of each file on different targets."""
        return int(self.copies.value) if self.copies is not None else 1

    def inodes(self, file_system: str) -> InodeRule | None:
        """Objects of ZFS; nobody says how many BeeGFS needs of them."""
        return None if file_system == "beegfs" else "zfs"

    @property
    def words(self) -> tuple[str, ...]:
        """The release."""
        return (f"OpenZFS {self.release}",)

    @property
    def served_as_words(self) -> str:
        """ZFS."""
        return "ZFS"

    @property
    def loses(self) -> tuple[str, str]:
        """Drives of a vdev."""
        return "vdev_survives", "vdev"

    @property
    def step_words(self) -> Words:
        """Those of a pool on drives."""
        return STEP_WORDS

    @property
    def size_counts(self) -> str:
        """By its vdevs."""
        return f"{size_counts(parse_layout(self.layout))} there"

    @property
    def explored_release(self) -> str:
        """Its own."""
        return self.release

    @property
    def file_systems(self) -> tuple[str, ...]:
        """Those that need a file system below, and none."""
        return "lustre", "zfs", "beegfs", "none"

    def refuses(self, file_system: str, *, in_enclosures: bool) -> str:
        """More copies of a block than ZFS keeps."""
        del in_enclosures
        return too_many_copies(file_system, self.copies)
