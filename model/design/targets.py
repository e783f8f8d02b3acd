"""The schema of targets beside ZFS on drives: RAID groups, declustered RAID, Ceph.

A target says its kind by `redundancy`; without it, it is ZFS (`model.design.zfs.Target`).
"""

import math
import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, model_validator

from model.design.binding import gives
from model.design.kinds import AnyKind, InodeRule, Kind, Places, RedundancyBy, SpareRule
from model.design.redundancy import PRODUCTS, parse_code, parse_raid
from model.design.scale import (
    ANY_BLOCK,
    LEAST_CHECKSUM,
    SCALE_BLOCK,
    SCALE_BLOCKS,
    check_blocks,
    is_declustered,
)
from model.reading.fields import (
    Bytes,
    Count,
    Factor,
    Fraction,
    PositiveBytes,
    PositiveCount,
    Stated,
    Strict,
)
from model.zfs.releases import NEWEST, release_of

LDISKFS = "ldiskfs"
RUNS_ON = {
    "lustre": ("zfs", "raid"),
    "zfs": ("zfs", "raid"),
    "beegfs": ("zfs", "raid"),
    "none": ("zfs", "raid", "code"),
    "scale": ("declustered", "raid"),
    "ceph": ("ceph",),
    "daos": ("code",),
    "weka": ("code",),
    "vast": ("code",),
    "quobyte": ("code",),
    "minio": ("code",),
}
"""Which kinds of targets each file system takes."""
MOST_COPIES = 3
"""The most copies of a block under ZFS."""


_NAMED = re.compile(rf"(\d+\s*\S?\s*)?({'|'.join(PRODUCTS)})\s*:", re.IGNORECASE)
"""Layouts of declustered arrays, with the name of their product."""
_ARRAY = re.compile(r"\d+d?\+\d+p?:\d+c")
"""Layouts of declustered arrays without a name: with their drives, as no code of Scale has them."""


def _is_named(layout: str) -> bool:
    return _NAMED.match(" ".join(layout.split())) is not None


def as_declustered(target: dict[str, Any]) -> bool:
    """Tell whether a target is said to be a declustered array of RAID: with a code and drives."""
    if "declustered" in target:
        return "layout" not in target and target.get("redundancy") in (None, "raid", "declustered")
    layout = str(target.get("layout"))
    written = target.get("redundancy")
    return written == "declustered" and (_ARRAY.match(layout) is not None or _is_named(layout))


def redundancy(target: Any) -> str:
    """Give the kind of a target as it is written."""
    if isinstance(target, dict):
        written = "raid" if as_declustered(target) else target.get("redundancy")
    else:  # what is no mapping is refused as the usual kind
        written = getattr(target, "redundancy", None)
    return str(written or "zfs")


def _is_raid(text: str) -> str:
    parse_raid(text)
    return text


def _is_code(text: str) -> str:
    parse_code(text)
    return text


def _is_release(text: str) -> str:
    release_of(text)  # a ReleaseError is a ValueError, and says what to write
    return text


Release = Annotated[str, AfterValidator(_is_release)]
"""A release of OpenZFS whose arithmetic is known."""


class SizedFiles(Strict):
    """Files of one size: one class of a histogram, or the mean of all."""

    size: Annotated[Stated[Bytes], gives("file_size")]
    """Size of one file."""
    share: Annotated[Stated[Fraction], gives("file_share")] = Stated[Fraction].model_construct(
        value=1.0
    )
    """Share of the files, by their number."""


def _sum_to_one(files: tuple[SizedFiles, ...]) -> tuple[SizedFiles, ...]:
    total = math.fsum(one.share.value for one in files)
    if files and not math.isclose(total, 1, rel_tol=1e-6):
        raise ValueError(f"the shares of the files make {total:g}: write shares that make 1")
    return files


Histogram = Annotated[tuple[SizedFiles, ...], AfterValidator(_sum_to_one)]


def copies_of(code: str) -> int:
    """Give the copies that a code is; 1 where it holds strips of data and parity."""
    strips = parse_code(code)
    return strips.data + strips.parity if strips.data == 1 else 1


class OtherTarget(AnyKind):
    """What targets beside ZFS's have in common."""

    because: str = ""
    """Why this layout, where nobody published it."""
    files: Histogram = ()
    """Sizes of the files, where what is lost to whole allocation units shall be counted."""
    per_block: Annotated[Stated[PositiveCount] | None, gives("targets_per_block")] = None
    """Targets in one block; as many as fit, unless said otherwise."""
    reserved_spares: Annotated[Stated[PositiveCount] | None, gives("reserved_spares_per_block")] = (
        None
    )
    """Drives of a block that are kept out of targets on purpose."""


RESERVES = {
    "none": {"value": 0.0, "because": "none is kept for root: tune2fs -m 0"},
    "default": None,
}
"""Reserves of ext4 that have a name; without a figure, what mke2fs does."""


def _named_reserve(written: Any) -> Any:
    """Give the figure of a reserve that is named, with what else is said of it."""
    if isinstance(written, dict) and written.get("value") in tuple(RESERVES):
        named = RESERVES[written["value"]]
        return {**named, **written, "value": named["value"]} if named else None
    return RESERVES[written] if isinstance(written, str) and written in RESERVES else written


class RaidTarget(OtherTarget):
    """RAID groups of an array, of md, or single drives, with a file system on them."""

    redundancy: Literal["raid"]
    """RAID groups below the file system."""
    layout: Annotated[str, AfterValidator(_is_raid)]
    """Its RAID groups, as in 'raid6:10', '3 x raid6:10', 'raid60:2x10', 'raid10:8' or 'drive'.

    Declustered arrays have a code, drives and spares, as in 'declustered:8d+2p:41c:2s'; by their
    product 'gridraid:41', 'adapt:84', 'ddp:8d+2p:60c:2s' or 'dcr:8d+2p:84c:2s'.
    """
    made_by: Literal["array", "mdadm"] = "array"
    """What makes the groups: a controller, or Linux md, which keeps 129 MiB of each drive."""
    format: Literal["none", "xfs", "ext4", "ldiskfs", "zfs", "scale"]
    """What formats the groups: nothing, XFS, ext4, Lustre's ldiskfs, ZFS, or Storage Scale."""
    release: Release = NEWEST
    """Release of OpenZFS, for format zfs."""
    record_size: Annotated[Stated[Bytes] | None, gives("record_size", of="pools")] = None
    """Largest block of a file, for format zfs."""
    sector_size: Annotated[Stated[Bytes] | None, gives("sector_size", of="pools")] = None
    """Smallest allocation of ZFS, for format zfs."""
    block_size: Stated[PositiveBytes] | None = None
    """Block of the file system, for format scale; 4 MiB unless said otherwise."""
    subblock: Annotated[Stated[PositiveBytes] | None, gives("allocation_unit", of="pools")] = None
    """Smallest allocation, for format scale; by the block size as in release 5, unless said."""
    kept_back: Annotated[Stated[Bytes] | None, gives("raid_kept_back", of="pools")] = None
    """Bytes of each drive that the groups don't use."""
    inode_ratio: Annotated[Stated[Bytes] | None, gives("ext_inode_ratio", of="pools")] = None
    """Bytes of the file system for each inode, for ext4 and ldiskfs."""
    inode_size: Annotated[Stated[Bytes] | None, gives("ext_inode_size", of="pools")] = None
    """Bytes of one inode, for ext4 and ldiskfs."""
    reserve: Annotated[
        Stated[Fraction] | None, BeforeValidator(_named_reserve), gives("ext_reserve", of="pools")
    ] = None
    """Share that ext4 keeps for root, in `df`'s Size but not for users: a share, or 'none'.

    5 % unless said otherwise, as mke2fs does; 'default' says so.
    """
    copies: Annotated[Stated[PositiveCount] | None, gives("file_copies", of="pools")] = None
    """Copies of each file on different targets: 2 for BeeGFS's buddy mirror, or mirrors of Lustre.

    On ZFS, without a file system across targets, its own property: each block is written so often.
    """

    @model_validator(mode="after")
    def _fits_its_format(self) -> Self:
        given = [
            name
            for name in ("inode_ratio", "inode_size", "reserve")
            if getattr(self, name) is not None
        ]
        if given and self.format not in ("ext4", LDISKFS):
            raise ValueError(f"'{given[0]}' belongs to 'format: ext4' or 'format: ldiskfs'")
        if self.made_by == "mdadm" and self.declustered:
            raise ValueError("Linux md has no declustered arrays: write 'made_by: array'")
        if self.format == "zfs" and self.made_by == "mdadm":
            raise ValueError("'made_by: mdadm' doesn't go with 'format: zfs'")
        blocks = [name for name in ("block_size", "subblock") if getattr(self, name) is not None]
        if blocks and self.format != "scale":
            raise ValueError(f"'{blocks[0]}' belongs to 'format: scale'")
        check_blocks(self, ANY_BLOCK)
        return self

    @model_validator(mode="before")
    @classmethod
    def _spelled(cls, data: Any) -> Any:
        """Take `declustered: 8d+2p:41c:2s`, or a redundancy of that name, for its layout."""
        if isinstance(data, dict) and as_declustered(data):
            layout = str(data.get("declustered") or data["layout"])
            named = layout if _is_named(layout) else f"declustered:{layout}"
            others = {name: said for name, said in data.items() if name != "declustered"}
            return {**others, "redundancy": "raid", "layout": named}
        return data

    @property
    def declustered(self) -> bool:
        """Whether strips and spares are spread over all drives of a group."""
        return _is_named(self.layout)

    @property
    def by_mdadm(self) -> bool:
        """Whether Linux md makes its groups."""
        return self.made_by == "mdadm"

    @property
    def inodes_by_size(self) -> bool:
        """Whether mkfs.lustre chooses the ratio of inodes."""
        return self.format == LDISKFS and self.inode_ratio is None

    @property
    def kind(self) -> Kind:
        """What makes it: RAID groups, whatever lies on them."""
        return "zfs on raid" if self.format == "zfs" else "raid"

    @property
    def counts_requests(self) -> bool:
        """Those of plain groups that carry no pool."""
        return self.kind == "raid" and not self.declustered

    @property
    def file_block(self) -> float:
        """Block of the file system, for format scale."""
        return self.block_size.value if self.block_size else SCALE_BLOCK

    @property
    def formatted(self) -> str:
        """What formats its groups."""
        return self.format

    @property
    def drives(self) -> int:
        """Drives of its groups."""
        return parse_raid(self.layout).all_drives

    @property
    def served_as(self) -> str:
        """What formats its groups."""
        return self.format

    @property
    def redundancy_by(self) -> RedundancyBy:
        """What makes its groups; single drives have nothing."""
        if not self.rebuilds:
            return "none"
        return "software" if self.made_by == "mdadm" else "hardware"

    @property
    def rebuilds(self) -> bool:
        """Whether each group can lose a drive."""
        return parse_raid(self.layout).survives > 0

    @property
    def passed_copies(self) -> int:
        """Copies of each file on different targets."""
        return int(self.copies.value) if self.copies is not None else 1

    def inodes(self, file_system: str) -> InodeRule | None:
        """Those of what formats it."""
        if self.format == "scale":
            return "scale"
        if self.format == "ext4":
            return "beegfs" if file_system == "beegfs" else "ext4"
        if file_system == "beegfs":
            return None
        rules: dict[str, InodeRule] = {"zfs": "zfs", LDISKFS: "ldiskfs"}
        return rules.get(self.format)

    @property
    def words(self) -> tuple[str, ...]:
        """What makes its groups, and what formats them."""
        made = {"array": "RAID by a controller", "mdadm": "RAID by Linux md"}[self.made_by]
        made = "declustered RAID" if self.declustered else made
        forms = {
            "none": "no format",
            "xfs": "XFS",
            "scale": "Storage Scale",
            "zfs": f"OpenZFS {self.release}",
        }
        form = forms.get(self.format, self.format)
        return (form,) if self.layout == "drive" else (made, form)


class DeclusteredTarget(OtherTarget):
    """Declustered RAID of IBM Storage Scale (ECE, ESS): a block is one recovery group."""

    redundancy: Literal["declustered"]
    """Strips spread over all drives of a recovery group, with spare space among them."""
    layout: Annotated[str, AfterValidator(is_declustered)]
    """Its code: '4+2p', '4+3p', '8+2p', '8+3p', '16+2p', '16+3p', or '3-way', '4-way'."""
    block_size: Annotated[Stated[PositiveBytes] | None, gives("file_block", of="pools")] = None
    """Block of the file system; 4 MiB unless said otherwise, 2 MiB for copies: their largest."""
    subblock: Annotated[Stated[PositiveBytes] | None, gives("allocation_unit", of="pools")] = None
    """Smallest allocation; by the block size as in release 5, unless said otherwise."""
    recovery_groups: Literal["scale-out", "paired", "shared"] | None = None
    """Whose drives they are: 'scale-out' over all servers of a block (ECE), 'paired' one for each
    server (ESS, DSS-G), 'shared' one for both (ESS 3000 and later). Paired where drives stand in
    enclosures, unless said otherwise: spare space follows from it.
    """
    spare_drives: Annotated[Stated[Factor] | None, gives("spare_drives", of="pools")] = None
    """Drives' worth of spare space in a block; by the rule of its recovery groups, unless said."""
    checksum_granularity: Annotated[
        Stated[Bytes] | None, gives("checksum_granularity", of="pools")
    ] = None
    """Bytes under one checksum; 32 KiB, or 8 KiB on flash with small blocks."""

    @model_validator(mode="after")
    def _is_one_recovery_group(self) -> Self:
        if self.per_block is not None and self.per_block.value != 1:
            raise ValueError("a block is one recovery group: leave 'per_block' out")
        if self.reserved_spares is not None:
            raise ValueError("spare space is among the drives: write 'spare_drives' instead")
        least = self.checksum_granularity
        if least is not None and least.value < LEAST_CHECKSUM:
            raise ValueError("'checksum_granularity' must be at least 4 KiB: write '32 KiB'")
        check_blocks(self, SCALE_BLOCKS[parse_code(self.layout)], f" for '{self.layout}'")
        return self

    @property
    def kind(self) -> Kind:
        """What makes it: a recovery group."""
        return "declustered"

    @property
    def fills_block(self) -> bool:
        """A block is one recovery group."""
        return True

    @property
    def strips_lie_on(self) -> Places:
        """Drives of its recovery group."""
        return "drives in a block"

    @property
    def file_block(self) -> float:
        """Block of the file system: the usual one, or the largest that its code takes."""
        if self.block_size:
            return self.block_size.value
        return min(SCALE_BLOCK, SCALE_BLOCKS[parse_code(self.layout)][1])

    def spare_rule(self, *, in_enclosures: bool) -> SpareRule:
        """Give what decides on its spare space: what is stated, or whose drives they are."""
        if self.spare_drives is not None:
            return "given"
        return self.recovery_groups or ("paired" if in_enclosures else "scale-out")

    @property
    def passed_copies(self) -> int:
        """Copies of its code."""
        return copies_of(self.layout)


class CephTarget(OtherTarget):
    """Replicas or an erasure code of Ceph over failure domains; each drive is one target (OSD)."""

    redundancy: Literal["ceph"]
    """Replicas or an erasure code over failure domains."""
    layout: Annotated[str, AfterValidator(_is_code)]
    """'3-way' for three replicas, '8+3' for an erasure code."""
    failure_domain: Literal["server", "block"] = "server"
    """What is lost at once: a server, or a block (a rack)."""
    nearfull_ratio: Annotated[Stated[Fraction] | None, gives("nearfull_ratio")] = None
    """Occupancy at which Ceph warns; 0.85 unless said otherwise."""
    backfillfull_ratio: Annotated[Stated[Fraction] | None, gives("backfillfull_ratio")] = None
    """Occupancy at which a drive takes no rebuilt data; 0.90 unless said otherwise."""
    full_ratio: Annotated[Stated[Fraction] | None, gives("full_ratio")] = None
    """Occupancy at which Ceph stops writing; 0.95 unless said otherwise."""
    domains_lost: Annotated[Stated[Count] | None, gives("domains_lost")] = None
    """Failure domains whose loss must be rebuilt into free space; one unless said otherwise."""
    kept_back: Annotated[Stated[Bytes] | None, gives("osd_kept_back", of="pools")] = None
    """Bytes of each drive that hold no objects, as a database beside them; none unless said."""
    allocation_unit: Annotated[Stated[Bytes] | None, gives("osd_allocation", of="pools")] = None
    """Smallest allocation on a drive; 4 KiB unless said otherwise."""

    @property
    def kind(self) -> Kind:
        """What makes it: Ceph, of one drive."""
        return "ceph"

    @property
    def strips_lie_on(self) -> Places:
        """What is lost at once: no two strips of an object share it."""
        return "servers" if self.failure_domain == "server" else "blocks"

    @property
    def passed_copies(self) -> int:
        """Replicas."""
        return copies_of(self.layout)

    @property
    def failure_domain_said(self) -> str:
        """What is lost at once."""
        return self.failure_domain


class CodeTarget(OtherTarget):
    """A code over servers as in DAOS, WEKA, VAST, Quobyte, MinIO; each drive is one target."""

    redundancy: Literal["code"]
    """Copies or a code of data and parity strips over servers."""
    layout: Annotated[str, AfterValidator(_is_code)]
    """'8+2' for data and parity strips (EC_8P2, a stripe of 10 with EC:2), '3-way' for copies."""
    failure_domain: Literal["server", "block"] = "server"
    """What is lost at once: a server, or a block (a rack, or an enclosure of VAST)."""
    spare_domains: Annotated[Stated[Count] | None, gives("spare_domains")] = None
    """Servers' (or blocks') worth of space that stays empty for rebuilds; none unless said."""
    kept_share: Annotated[Stated[Fraction] | None, gives("kept_share", of="pools")] = None
    """Share that the system keeps back for itself; 0.1 under WEKA, unknown for others."""
    kept_back: Annotated[Stated[Bytes] | None, gives("code_kept_back", of="pools")] = None
    """Bytes of each drive that hold no strips; none unless said."""
    allocation_unit: Annotated[
        Stated[PositiveBytes] | None, gives("allocation_unit", of="pools")
    ] = None
    """Smallest allocation of a file, parity not counted; needed where files have sizes."""

    @model_validator(mode="after")
    def _says_what_files_take(self) -> Self:
        if self.files and self.allocation_unit is None:
            raise ValueError("'files' need 'allocation_unit': write what the smallest file takes")
        return self

    @property
    def kind(self) -> Kind:
        """What makes it: a code over servers, of one drive."""
        return "code"

    @property
    def keeps_unknown(self) -> bool:
        """Whether nobody says what the system keeps back for itself."""
        return self.kept_share is None

    @property
    def passed_copies(self) -> int:
        """Copies of its code."""
        return copies_of(self.layout)

    @property
    def failure_domain_said(self) -> str:
        """What is lost at once."""
        return self.failure_domain


def misfit(file_system: str, target: Any, *, in_enclosures: bool) -> str:
    """Say why a file system can't run on a target, and what to write instead; or nothing."""
    kind = target.redundancy
    if kind not in RUNS_ON[file_system]:
        fit = " or ".join(name for name, kinds in RUNS_ON.items() if kind in kinds)
        with_drives = kind == "declustered" and "raid" in RUNS_ON[file_system]
        array = ", or a layout with its drives, as in 'declustered:8d+2p:41c:2s'" * with_drives
        return (
            f"'file_system: {file_system}' doesn't run on targets of 'redundancy: {kind}': "
            f"write file_system {fit}{array}"
        )
    copies = getattr(target, "copies", None)
    if file_system == "zfs" and copies is not None and copies.value > MOST_COPIES:
        return f"'copies' of ZFS goes to {MOST_COPIES}: write {MOST_COPIES} at most"
    if kind == "raid" and file_system == "lustre" and target.format not in (LDISKFS, "zfs"):
        return "Lustre needs 'format: ldiskfs' or 'format: zfs' in its target"
    if kind == "raid" and file_system != "lustre" and target.format == LDISKFS:
        return "'format: ldiskfs' is Lustre's: write 'format: ext4'"
    if kind == "raid" and file_system == "zfs" and target.format != "zfs":
        return "'file_system: zfs' needs 'format: zfs' in its target: write file_system none"
    if kind == "raid" and (file_system == "scale") != (target.format == "scale"):
        return "'format: scale' belongs to 'file_system: scale', which needs it on RAID groups"
    groups = getattr(target, "recovery_groups", None)
    if groups and in_enclosures == (groups == "scale-out"):
        where = "drives in servers" if groups == "scale-out" else "drives in enclosures"
        return f"'recovery_groups: {groups}' needs {where}: leave it out"
    if kind == "code" and in_enclosures:
        return (
            "a code over servers needs the drives in servers: write 'drives.per_server' "
            "(enclosures with servers of their own, as VAST's, are servers)"
        )
    if kind == "ceph" and in_enclosures:
        return "Ceph's targets need the drives in servers: write 'drives.per_server'"
    return ""
