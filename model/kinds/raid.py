"""The schema of targets of RAID groups, or of single drives, with a file system on them."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, model_validator

from model.kinds.kind import Format, InodeRule, LostAsOne, RedundancyBy, Words
from model.kinds.layouts import PRODUCTS, parse_raid
from model.kinds.other import OtherTarget
from model.kinds.scale import (
    ANY_BLOCK,
    SCALE_BLOCK,
    check_blocks,
)
from model.kinds.zfs import POOL_WORDS, Release, too_many_copies
from model.placement.slots import Group, Rule
from model.reading.binding import gives
from model.reading.fields import (
    Bytes,
    Fraction,
    PositiveBytes,
    PositiveCount,
    Stated,
)
from model.zfs.releases import NEWEST

LDISKFS = "ldiskfs"
VENDORS = {"exascaler": "EXAScaler", "clusterstor": "ClusterStor"}
"""Vendors of appliances who format ldiskfs in their own way."""
FORMATTED_BY = ("mkfs", *VENDORS)
FILE_SYSTEMS = ("lustre", "zfs", "beegfs", "none", "scale")
KEPT_OF_DRIVES = "the reserve of the controller or md on each drive"
STEP_WORDS: dict[str, Words] = {
    "ext4": {
        "formatting_capacity": (
            "",
            f"Space for inode tables, bitmaps and the journal of ext4, and {KEPT_OF_DRIVES}.",
        ),
        "slop_capacity": (
            "Reserve for root",
            (
                "ext4 reserve for root, set by mke2fs (`reserve`). It is part of Size in `df`, but "
                "neither used nor available."
            ),
        ),
    },
    "ldiskfs": {
        "formatting_capacity": (
            "",
            (
                "Space for inode tables, bitmaps and the journal of ldiskfs, the reserve of "
                f"Lustre's OSD, and {KEPT_OF_DRIVES}."
            ),
        ),
        "slop_capacity": (
            "Reserve for root",
            (
                "ldiskfs reserve for root, set by mke2fs (`reserve`). It is part of Size in `df`, "
                "but neither used nor available."
            ),
        ),
    },
    "xfs": {
        "formatting_capacity": (
            "",
            (
                f"Space for the XFS log, and {KEPT_OF_DRIVES}; the reserve of XFS for its own "
                "trees is not counted."
            ),
        ),
    },
    "scale": {
        "formatting_capacity": (
            "",
            f"Only {KEPT_OF_DRIVES}; Storage Scale inodes, maps and logs are not counted.",
        ),
    },
    "zfs": {
        **POOL_WORDS,
        "redundancy_capacity": ("", "Capacity used by parity or mirrors of the RAID groups."),
        "formatting_capacity": (
            "",
            f"Space for labels, whole metaslabs and embedded logs of ZFS, and {KEPT_OF_DRIVES}.",
        ),
    },
    "none": {
        "formatting_capacity": ("", f"No format overhead; only {KEPT_OF_DRIVES}."),
    },
}
"""By what formats the groups."""
SERVED_AS = {
    "zfs": "ZFS",
    "xfs": "XFS",
    "scale": "Storage Scale",
    "none": "no file system",
}
UNCOUNTED = {
    "xfs": "the XFS reserve for its own trees",
    "scale": "space for Storage Scale inodes, maps and logs",
}
"""What isn't counted of what formats the groups."""
_NAMED = rf"(?i)(\d+\s*\S?\s*)?({'|'.join(PRODUCTS)})\s*:"
"""Layouts of declustered arrays, with the name of their product."""
_ARRAY = r"\d+d?\+\d+p?:\d+c"
"""Layouts of declustered arrays without a name: with their drives, as no code of Scale has them."""


def _is_named(layout: str) -> bool:
    return re.match(_NAMED, " ".join(layout.split())) is not None


def as_declustered(target: dict[str, Any]) -> bool:
    """Tell whether a target is said to be a declustered array of RAID: with a code and drives."""
    if "declustered" in target:
        return "layout" not in target and target.get("redundancy") in (None, "raid", "declustered")
    layout = str(target.get("layout"))
    written = target.get("redundancy")
    return written == "declustered" and (re.match(_ARRAY, layout) is not None or _is_named(layout))


def _is_raid(text: str) -> str:
    parse_raid(text)
    return text


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


def _may_lack_format(schema: dict[str, Any]) -> None:
    """Let editors accept a target without a format, as under Storage Scale."""
    schema["required"].remove("format")


class RaidTarget(OtherTarget):
    """RAID groups of an array, of md, or single drives, with a file system on them."""

    model_config = ConfigDict(json_schema_extra=_may_lack_format)

    redundancy: Literal["raid"]
    """RAID groups below the file system."""
    layout: Annotated[str, AfterValidator(_is_raid)]
    """Its RAID groups, as in 'raid6:10', '3 x raid6:10', 'raid60:2x10', 'raid10:8' or 'drive'.

    Declustered arrays have a code, drives and spares, as in 'declustered:8d+2p:41c:2s'; by their
    product 'gridraid:41', 'adapt:84', 'ddp:8d+2p:60c:2s' or 'dcr:8d+2p:84c:2s'.
    """
    made_by: Literal["array", "mdadm", "mkfs", "exascaler", "clusterstor"] = "array"
    """What makes its RAID groups, and, on appliances, who formats them with ldiskfs.

    'array' is a controller, 'mdadm' is Linux md, which keeps 129 MiB of each drive. With either,
    ldiskfs has mkfs.lustre's defaults. 'mkfs', 'exascaler' and 'clusterstor' are a controller's
    groups whose ldiskfs is known to be made by mkfs.lustre's defaults (5 % for root), or by the
    vendor of the appliance (1 % for root). EXAScaler has an inode for each 128 KiB of an OST,
    ClusterStor mkfs.lustre's. `reserve` and `inode_ratio` override these.
    """
    format: Literal["none", "xfs", "ext4", "ldiskfs", "zfs", "scale"]
    """What formats the groups: nothing, XFS, ext4, Lustre's ldiskfs, ZFS, or Storage Scale.

    Under `file_system: scale` it may be left out.
    """
    release: Release = NEWEST
    """Release of OpenZFS, for format zfs."""
    record_size: Annotated[Stated[Bytes] | None, gives("record_size", of="pools")] = None
    """For format zfs."""
    sector_size: Annotated[Stated[Bytes] | None, gives("sector_size", of="pools")] = None
    """For format zfs."""
    block_size: Stated[PositiveBytes] | None = None
    """Block of the file system, for format scale; 4 MiB unless said otherwise."""
    subblock: Annotated[Stated[PositiveBytes] | None, gives("allocation_unit", of="pools")] = None
    """For format scale. Leave empty to derive it from the block size, as in release 5."""
    kept_back: Annotated[Stated[Bytes] | None, gives("raid_kept_back", of="pools")] = None
    inode_ratio: Annotated[Stated[Bytes] | None, gives("ext_inode_ratio", of="pools")] = None
    """For ext4 and ldiskfs. Leave empty to take the ratio of mkfs.lustre or of `made_by`."""
    inode_size: Annotated[Stated[Bytes] | None, gives("ext_inode_size", of="pools")] = None
    """For ext4 and ldiskfs."""
    reserve: Annotated[
        Stated[Fraction] | None, BeforeValidator(_named_reserve), gives("ext_reserve", of="pools")
    ] = None
    """Part of `df`'s Size but not for users: a share, or 'none'.

    Default: 5 %, as of mke2fs, or 1 % where a vendor formats (`made_by`); 'default' stands for it.
    """
    per_array: Annotated[Stated[PositiveCount] | None, gives("targets_per_array", of="pools")] = (
        None
    )
    """As vendors set up ADAPT, DDP and DCR: often one or more for each server. Default: 1."""
    copies: Annotated[Stated[PositiveCount] | None, gives("file_copies", of="pools")] = None
    """2 for BeeGFS's buddy mirror, or mirrors of Lustre.

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
        if self.formatted_by and self.format != LDISKFS:
            raise ValueError(
                f"'made_by: {self.made_by}' says who formats with ldiskfs: write 'format: "
                "ldiskfs', or 'made_by: array'"
            )
        if self.made_by == "mdadm" and self.declustered:
            raise ValueError("Linux md has no declustered arrays: write 'made_by: array'")
        if self.targets_per_array > 1 and (not self.declustered or self.format == "zfs"):
            raise ValueError(
                "'per_array' belongs to declustered arrays without a pool of ZFS: leave it out"
            )
        if self.targets_per_array > 1 and parse_raid(self.layout).count > 1:
            raise ValueError(
                "a target is either of several arrays or one of several on an array: leave "
                "'per_array' out, or write the layout of one array"
            )
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
            others = {name: value for name, value in data.items() if name != "declustered"}
            return {**others, "redundancy": "raid", "layout": named}
        return data

    @property
    def declustered(self) -> bool:
        """Whether strips and spares are spread over all drives of a group."""
        return _is_named(self.layout)

    @property
    def rebuilds_inside(self) -> bool:
        """Whether declustered groups have spare space."""
        return self.declustered and parse_raid(self.layout).spares > 0

    @property
    def targets_per_array(self) -> int:
        """How many LUNs or vdisks a declustered array carries."""
        return self.per_array.value if self.per_array is not None else 1

    @property
    def redundancy_groups(self) -> tuple[Group, ...]:
        """Its RAID groups, each span of RAID 50 and 60 by itself."""
        groups = parse_raid(self.layout)
        return tuple(
            Group(f"group {n + 1}", groups.drives, groups.survives, 0)
            for n in range(groups.count * groups.spans)
        )

    @property
    def placement_rule(self) -> Rule:
        """Each group within one enclosure, as behind the controllers of an array."""
        return "packed"

    @property
    def by_mdadm(self) -> bool:
        """Whether Linux md makes its groups."""
        return self.made_by == "mdadm"

    @property
    def by_controller(self) -> bool:
        """Whether 'made_by: array' is written, and the groups can lose a drive."""
        stated = "made_by" in self.model_fields_set and self.made_by == "array"
        return stated and self.redundancy_by == "hardware"

    @property
    def formatted_by(self) -> str:
        """Who formats ldiskfs, where that is stated: 'mkfs' or a vendor."""
        return self.made_by if self.made_by in FORMATTED_BY else ""

    @property
    def vendor_formats(self) -> bool:
        """Whether an appliance's vendor chooses the reserve for root."""
        return self.made_by in VENDORS

    @property
    def vendor_counts_inodes(self) -> bool:
        """Whether an appliance's vendor chooses the ratio of inodes."""
        return self.made_by == "exascaler"

    @property
    def asks_who_formats(self) -> bool:
        """Whether ldiskfs is made by defaults that nobody stated."""
        stated = self.formatted_by or {"reserve", "inode_ratio"} & self.model_fields_set
        return self.format == LDISKFS and not stated

    @property
    def inodes_by_size(self) -> bool:
        """Whether mkfs.lustre chooses the ratio of inodes."""
        return self.format == LDISKFS and self.inode_ratio is None and not self.vendor_counts_inodes

    @property
    def kind(self) -> str:
        """What makes it: RAID groups, whatever lies on them."""
        return "zfs on raid" if self.on_zfs else "raid"

    @property
    def on_zfs(self) -> bool:
        """Whether its groups carry a pool."""
        return self.format == "zfs"

    @property
    def on_raid(self) -> bool:
        """It does, or on single drives."""
        return True

    @property
    def spares_inside(self) -> bool:
        """Those of declustered groups."""
        return self.declustered

    @property
    def keeps_for_root(self) -> bool:
        """The reserve of ext4 and ldiskfs."""
        return self.format_formulas == "ext"

    @property
    def keeps_back(self) -> bool:
        """The slop space of a pool, the reserve of ext4."""
        return self.on_zfs or self.keeps_for_root

    @property
    def format_formulas(self) -> Format:
        """Those of XFS or ext4, where these format its groups."""
        formulas: dict[str, Format] = {"xfs": "xfs", "ext4": "ext", LDISKFS: "ext"}
        return formulas.get(self.format, "plain")

    @property
    def counts_requests(self) -> bool:
        """Those of plain groups that carry no pool."""
        return not self.on_zfs and not self.declustered

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
        return "software" if self.by_mdadm else "hardware"

    @property
    def rebuilds(self) -> bool:
        """Whether each group can lose a drive."""
        return parse_raid(self.layout).survives > 0

    @property
    def lost_as_one(self) -> LostAsOne | None:
        """RAID groups and declustered arrays; a pool is lost with any group below it."""
        return "groups"

    @property
    def group_survives(self) -> int | None:
        """Drives of one group, or of one pair of a RAID 10, that may fail at a time."""
        return parse_raid(self.layout).survives

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
        rules: dict[str, InodeRule] = {"zfs": "zfs", LDISKFS: "ldiskfs", "xfs": "xfs"}
        return rules.get(self.format)

    @property
    def words(self) -> tuple[str, ...]:
        """What makes its groups, and what formats them."""
        makers = "RAID by Linux md" if self.by_mdadm else "RAID by a controller"
        makers = "declustered RAID" if self.declustered else makers
        forms = {
            "none": "no format",
            "xfs": "XFS",
            "scale": "Storage Scale",
            "zfs": f"OpenZFS {self.release}",
        }
        form = forms.get(self.format, self.format)
        if self.vendor_formats:
            form = f"{form} of {VENDORS[self.made_by]}"
        return (form,) if self.layout == "drive" else (makers, form)

    @property
    def served_as_words(self) -> str:
        """What formats its groups."""
        return SERVED_AS.get(self.format, self.format)

    @property
    def loses(self) -> tuple[str, str]:
        """Drives of a group, which ZFS takes for a drive of its own."""
        return ("vdev_survives" if self.on_zfs else "raid_survives"), "RAID group"

    @property
    def step_words(self) -> Words:
        """Those of what formats its groups."""
        return STEP_WORDS[self.format]

    @property
    def uncounted(self) -> str:
        """What XFS and Storage Scale take for themselves."""
        return UNCOUNTED.get(self.format, "")

    @property
    def size_counts(self) -> str:
        """What its groups export."""
        return "parity of RAID groups below it doesn't count as space there"

    @property
    def file_systems(self) -> tuple[str, ...]:
        """Those that need a file system or block devices below, and none."""
        return FILE_SYSTEMS

    def refuses(self, file_system: str, *, in_enclosures: bool) -> str:
        """What doesn't go with what formats its groups."""
        del in_enclosures
        if self.on_zfs and (wrong := too_many_copies(file_system, self.copies)):
            return wrong
        if file_system == "lustre" and self.format not in (LDISKFS, "zfs"):
            return "Lustre needs 'format: ldiskfs' or 'format: zfs' in its target"
        if file_system != "lustre" and self.format == LDISKFS:
            return "'format: ldiskfs' is Lustre's: write 'format: ext4'"
        if file_system == "zfs" and self.format != "zfs":
            return "'file_system: zfs' needs 'format: zfs' in its target: write file_system none"
        if (file_system == "scale") != (self.format == "scale"):
            return "'format: scale' belongs to 'file_system: scale', which needs it on RAID groups"
        return ""
