"""What each kind of target answers, in full, and the layouts that no kind has, with the remedy."""

from __future__ import annotations

from typing import Any

import pytest

from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.kind import AnyKind
from model.kinds.layouts import LayoutTextError, RaidGroups, parse_code, parse_raid
from model.kinds.raid import RaidTarget
from model.kinds.scale import SCALE_BLOCKS
from model.kinds.zfs import Target
from model.placement.slots import Group

IN_WORDS = {
    *("step_words", "words", "kind", "redundancy_groups", "groups_beside", "drives_beside"),
    *("fill_bounds", "uncounted", "takes_first", "full_at", "size_counts", "explored_release"),
    *("served_as_words", "file_systems"),
}
"""Answers that are texts or lists."""


def answers(target: AnyKind) -> dict[str, Any]:
    """All that a target answers otherwise than kinds do by default."""
    names = [name for name, of in vars(AnyKind).items() if isinstance(of, property)]
    found, plain = {}, AnyKind()
    for name in (one for one in names if one not in IN_WORDS):
        try:
            usual = getattr(plain, name)
        except NotImplementedError:
            usual = None
        if (own := getattr(target, name)) != usual:
            found[name] = own
    return found


def raid(layout: str, form: str, **more: Any) -> RaidTarget:
    fields: dict[str, Any] = {"redundancy": "raid", "layout": layout, "format": form} | more
    return RaidTarget(**fields)


POOL: dict[str, Any] = {
    "on_zfs": True,
    "spares_inside": True,
    "keeps_back": True,
    "widens": True,
    "counts_requests": True,
    "fills_stripes": True,
    "served_as": "zfs",
    "lost_as_one": "vdevs",
    "loses": ("vdev_survives", "vdev"),
}
GROUPS: dict[str, Any] = {
    "on_raid": True,
    "redundancy_by": "hardware",
    "lost_as_one": "groups",
    "placement_rule": "packed",
    "loses": ("raid_survives", "RAID group"),
}
COUNTED = GROUPS | {"counts_requests": True}
EXT = {"format_formulas": "ext", "keeps_back": True, "keeps_for_root": True}
CODED: dict[str, Any] = {"spread": True, "loses": ("code_parity", "stripe")}
SCALE = CODED | {
    "spares_inside": True,
    "fills_block": True,
    "lost_as_one": "strips in a block",
    "strips_lie_on": "drives in a block",
    "served_as": "scale",
    "group_survives": 2,
}
OVER_DOMAINS = CODED | {
    "over_domains": True,
    "keeps_back": True,
    "rebuilds_inside": True,
    "lost_as_one": "strips over domains",
    "failure_domain_name": "server",
}
CEPH = OVER_DOMAINS | {"limits_filling": True, "strips_lie_on": "servers", "served_as": "ceph"}
CODE = OVER_DOMAINS | {"spares_inside": True, "keeps_unknown": True, "served_as": "code"}
KINDS: list[tuple[AnyKind, dict[str, Any]]] = [
    (Target(layout="raidz2:10"), POOL | {"drives": 10}),
    (
        Target(layout="raidz2:10 + special mirror:2 + 2 x spare"),
        POOL | {"drives": 14, "hot_spares": 2, "special_drives": 4},
    ),
    (
        Target(layout="8 x disk", copies=2),
        POOL | {"drives": 8, "passed_copies": 2, "rebuilds": False},
    ),
    (
        raid("raid6:10", "zfs"),
        GROUPS
        | {
            "drives": 10,
            "on_zfs": True,
            "keeps_back": True,
            "group_survives": 2,
            "formatted": "zfs",
            "served_as": "zfs",
            "loses": ("vdev_survives", "RAID group"),
        },
    ),
    (
        raid("2 x raid6:10", "ext4"),
        COUNTED
        | EXT
        | {"drives": 20, "group_survives": 2, "formatted": "ext4", "served_as": "ext4"},
    ),
    (
        raid("raid6:10", "ldiskfs", made_by="exascaler", copies=2),
        COUNTED
        | EXT
        | {
            "drives": 10,
            "group_survives": 2,
            "passed_copies": 2,
            "formatted": "ldiskfs",
            "served_as": "ldiskfs",
        },
    ),
    (
        raid("drive", "xfs"),
        COUNTED
        | {
            "group_survives": 0,
            "rebuilds": False,
            "redundancy_by": "none",
            "format_formulas": "xfs",
            "formatted": "xfs",
            "served_as": "xfs",
        },
    ),
    (
        raid("raid5:5", "none", made_by="mdadm"),
        {name: own for name, own in COUNTED.items() if name != "redundancy_by"}
        | {
            "drives": 5,
            "group_survives": 1,
            "by_mdadm": True,
            "formatted": "none",
            "served_as": "none",
        },
    ),
    (
        raid("raid5:5", "xfs", made_by="array"),
        COUNTED
        | {
            "drives": 5,
            "group_survives": 1,
            "by_controller": True,
            "format_formulas": "xfs",
            "formatted": "xfs",
            "served_as": "xfs",
        },
    ),
    (
        raid("declustered:8d+2p:41c:2s", "scale", per_array=2),
        GROUPS
        | {
            "drives": 41,
            "group_survives": 2,
            "declustered": True,
            "rebuilds_inside": True,
            "spares_inside": True,
            "targets_per_array": 2,
            "formatted": "scale",
            "served_as": "scale",
        },
    ),
    (
        DeclusteredTarget(redundancy="declustered", layout="8+2p"),
        SCALE | {"rebuilds_inside": True, "strips_in_block": (10, 2)},
    ),
    (
        DeclusteredTarget(redundancy="declustered", layout="3-way", spare_drives=0.5),
        SCALE | {"passed_copies": 3, "strips_in_block": (3, 2)},
    ),
    (
        CephTarget(redundancy="ceph", layout="3-way"),
        CEPH | {"group_survives": 2, "passed_copies": 3, "strips_away": (3, 1)},
    ),
    (
        CephTarget(redundancy="ceph", layout="8+3", failure_domain="block"),
        CEPH
        | {
            "group_survives": 3,
            "strips_away": (11, 2),
            "failure_domain_name": "block",
            "strips_lie_on": "blocks",
        },
    ),
    (
        CodeTarget(redundancy="code", layout="8+2"),
        CODE | {"group_survives": 2, "strips_away": (10, 2)},
    ),
    (
        CodeTarget(redundancy="code", layout="1-way"),
        CODE | {"group_survives": 0, "strips_away": (1, 0), "redundancy_by": "none"},
    ),
]


@pytest.mark.parametrize(("target", "expected"), KINDS)
def test_all_that_a_target_answers(target: AnyKind, expected: dict[str, Any]) -> None:
    """What isn't named is as kinds have it by default."""
    assert answers(target) == expected


@pytest.mark.parametrize(
    ("layout", "away"),
    [
        ("1-way", (1, 0)),
        ("2-way", (2, 1)),
        ("3-way", (3, 1)),
        ("4-way", (4, 2)),
        ("4+0", (4, 0)),
        ("4+1", (5, 1)),
        ("4+2", (6, 1)),
        ("8+3", (11, 2)),
    ],
)
def test_ceph_serves_down_to_its_min_size(layout: str, away: tuple[int, int]) -> None:
    """Of replicas half of them, rounded up; of a code one strip more than it needs, if it can."""
    assert CephTarget(redundancy="ceph", layout=layout).strips_away == away


WHO: list[tuple[AnyKind, str, str, bool]] = [
    (CephTarget(redundancy="ceph", layout="8+3"), "ceph", "primary", False),
    (CephTarget(redundancy="ceph", layout="8+3", access="gateways"), "ceph", "gateways", False),
    (DeclusteredTarget(redundancy="declustered", layout="8+2p"), "scale", "servers", False),
    (CodeTarget(redundancy="code", layout="8+2"), "none", "clients", False),
    (CodeTarget(redundancy="code", layout="8+2"), "daos", "clients", True),
    (CodeTarget(redundancy="code", layout="8+2", access="gateways"), "daos", "any server", False),
    (CodeTarget(redundancy="code", layout="8+2"), "minio", "any server", False),
]


@pytest.mark.parametrize(("target", "system", "who", "is_known"), WHO)
def test_who_makes_the_strips(target: AnyKind, system: str, who: str, is_known: bool) -> None:
    assert target.strips_from(system) == who
    assert target.is_made_by_clients(system) is is_known


SPARES: list[tuple[dict[str, Any], bool, str, str]] = [
    ({}, False, "scale-out", ""),
    ({}, True, "paired", ""),
    ({"recovery_groups": "shared"}, True, "shared", ""),
    ({"recovery_groups": "scale-out"}, False, "scale-out", ""),
    (
        {"recovery_groups": "scale-out"},
        True,
        "scale-out",
        "'recovery_groups: scale-out' needs drives in servers: leave it out",
    ),
    (
        {"recovery_groups": "paired"},
        False,
        "paired",
        "'recovery_groups: paired' needs drives in enclosures: leave it out",
    ),
    ({"recovery_groups": "paired", "spare_drives": 3}, True, "given", ""),
]


@pytest.mark.parametrize(("more", "in_enclosures", "rule", "refused"), SPARES)
def test_whose_drives_recovery_groups_have(
    more: dict[str, Any], in_enclosures: bool, rule: str, refused: str
) -> None:
    """Spare space follows from it."""
    fields: dict[str, Any] = {"redundancy": "declustered", "layout": "8+2p"} | more
    target = DeclusteredTarget(**fields)
    assert target.spare_rule(in_enclosures=in_enclosures) == rule
    assert target.refuses("scale", in_enclosures=in_enclosures) == refused


LDISKFS = "'format: ldiskfs' is Lustre's: write 'format: ext4'"
OF_LUSTRE = "Lustre needs 'format: ldiskfs' or 'format: zfs' in its target"
OF_SCALE = "'format: scale' belongs to 'file_system: scale', which needs it on RAID groups"
OF_ZFS = "'file_system: zfs' needs 'format: zfs' in its target: write file_system none"


@pytest.mark.parametrize(
    ("form", "refused"),
    [
        ("ldiskfs", {"zfs": LDISKFS, "beegfs": LDISKFS, "none": LDISKFS, "scale": LDISKFS}),
        ("zfs", {"scale": OF_SCALE}),
        ("xfs", {"lustre": OF_LUSTRE, "zfs": OF_ZFS, "scale": OF_SCALE}),
        ("ext4", {"lustre": OF_LUSTRE, "zfs": OF_ZFS, "scale": OF_SCALE}),
        ("none", {"lustre": OF_LUSTRE, "zfs": OF_ZFS, "scale": OF_SCALE}),
        (
            "scale",
            {"lustre": OF_LUSTRE, "zfs": OF_ZFS, "beegfs": OF_SCALE, "none": OF_SCALE},
        ),
    ],
)
def test_each_format_has_its_file_systems(form: str, refused: dict[str, str]) -> None:
    target = raid("raid6:10", form)
    found = {one: target.refuses(one, in_enclosures=True) for one in target.file_systems}
    assert found == dict.fromkeys(target.file_systems, "") | refused


TOGETHER: list[tuple[str, str, dict[str, Any], str]] = [
    ("raid6:10", "xfs", {"inode_size": "1 KiB"}, "'inode_size' belongs to 'format: ext4' or"),
    ("raid6:10", "ext4", {"inode_size": "1 KiB"}, ""),
    ("raid6:10", "ldiskfs", {"reserve": "none"}, ""),
    ("raid6:10", "ext4", {"made_by": "mkfs"}, "'made_by: mkfs' says who formats with ldiskfs"),
    ("raid6:10", "ext4", {"made_by": "mdadm"}, ""),
    ("gridraid:41", "ext4", {"made_by": "mdadm"}, "Linux md has no declustered arrays"),
    ("raid6:10", "zfs", {"made_by": "mdadm"}, "'made_by: mdadm' doesn't go with 'format: zfs'"),
    ("raid6:10", "ext4", {"per_array": 2}, "'per_array' belongs to declustered arrays without"),
    ("raid6:10", "ext4", {"per_array": 1}, ""),
    ("gridraid:41", "ext4", {"per_array": 2}, ""),
    ("gridraid:41", "zfs", {"per_array": 2}, "'per_array' belongs to declustered arrays without"),
    ("2 x gridraid:41", "ext4", {"per_array": 2}, "a target is either of several arrays or one"),
    ("2 x gridraid:41", "ext4", {"per_array": 1}, ""),
    ("raid6:10", "xfs", {"block_size": "4 MiB"}, "'block_size' belongs to 'format: scale'"),
    ("raid6:10", "scale", {"block_size": "16 MiB"}, ""),
    ("raid6:10", "scale", {"block_size": "64 KiB"}, ""),
    ("raid6:10", "scale", {"block_size": "32 MiB"}, "must be a power of two from 64 KiB to 16 MiB"),
    ("raid6:10", "scale", {"block_size": "32 KiB"}, "must be a power of two from 64 KiB to 16 MiB"),
    ("raid6:10", "scale", {"block_size": "3 MiB"}, "must be a power of two from 64 KiB to 16 MiB"),
    ("raid6:10", "scale", {"block_size": "1 MiB", "subblock": "1 MiB"}, ""),
    ("raid6:10", "scale", {"subblock": "4 MiB"}, ""),
    ("raid6:10", "scale", {"subblock": "5 MiB"}, "'subblock' must be at most the block, 4 MiB"),
]


@pytest.mark.parametrize(("layout", "form", "more", "wrong"), TOGETHER)
def test_what_goes_together_in_raid_groups(
    layout: str, form: str, more: dict[str, Any], wrong: str
) -> None:
    if not wrong:
        assert raid(layout, form, **more)
    else:
        with pytest.raises(ValueError, match=wrong):
            raid(layout, form, **more)


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"per_block": 1}, ""),
        ({"per_block": 2}, "a block is one recovery group: leave 'per_block' out"),
        ({"reserved_spares": 1}, "spare space is among the drives: write 'spare_drives' instead"),
        ({"checksum_granularity": "4 KiB"}, ""),
        ({"checksum_granularity": "4095 B"}, "'checksum_granularity' must be at least 4 KiB"),
        ({"block_size": "512 KiB"}, ""),
        ({"block_size": "256 KiB"}, "for '8.2p' must be a power of two from 512 KiB to 16 MiB"),
    ],
)
def test_what_goes_together_in_a_recovery_group(more: dict[str, Any], wrong: str) -> None:
    fields: dict[str, Any] = {"redundancy": "declustered", "layout": "8+2p"} | more
    if not wrong:
        assert DeclusteredTarget(**fields)
    else:
        with pytest.raises(ValueError, match=wrong):
            DeclusteredTarget(**fields)


def test_groups_and_drives_beside_in_full() -> None:
    """Groups of one target; drives of the same vdevs are counted together."""
    assert raid("2 x raid6:10", "xfs").redundancy_groups == (
        Group("group 1", 10, 2, 0),
        Group("group 2", 10, 2, 0),
    )
    layout = "raidz2:10 + special mirror:2 of 1.6 TB + log mirror:2 of 800 GB + special mirror:2 "
    pool = Target(layout=f"{layout} of 1.6 TB + 2 x spare of 10 TB")
    assert [
        (one.vdevs, one.pieces, one.size, one.holds_fast_data) for one in pool.drives_beside
    ] == [
        ("special mirror:2", 4, 1.6e12, True),
        ("log mirror:2", 2, 8e11, True),
        ("2 x spare disk", 2, 1e13, False),
    ]


def test_blocks_of_each_code_of_scale() -> None:
    """IBM, Storage Scale ECE 5.2.3, mmcrvdisk: the least and the largest block, in KiB."""
    found = {
        (code.data, code.parity): (least / 2**10, most / 2**10)
        for code, (least, most) in SCALE_BLOCKS.items()
    }
    assert found == {
        **{(1, parity): (256, 2048) for parity in (2, 3)},
        **{(4, parity): (256, 8192) for parity in (2, 3)},
        **{(data, parity): (512, 16384) for data in (8, 16) for parity in (2, 3)},
    }
    for layout, block in (("8+2p", 4), ("4+2p", 4), ("3-way", 2)):
        target = DeclusteredTarget(redundancy="declustered", layout=layout)
        assert target.file_block == block * 2**20


SPREAD_INSTEAD = (
    "write 'declustered:8d+2p:33c:2s' if its strips are spread (GridRAID, DCR, DDP, ADAPT), or "
    "several groups, as in '4 x {}:10'"
)
WRONG: dict[str, str] = {
    "raid6": ": say how many drives a group has, as in 'raid6:10'",
    "raid6:3": ": a raid6 has at least 4 drives",
    "raid5:2": ": a raid5 has at least 3 drives",
    "raid1:1": ": a raid1 has at least 2 drives",
    "raid10:2": ": a raid10 has at least 4 drives",
    "raid0:0": ": a raid0 has at least 1 drive",
    "raid10:7": ": a raid10 has an even number of drives",
    "0 x raid6:10": " has no groups: write at least 1",
    "0 x raid60:2x10": " has no groups: write at least 1",
    "0 x gridraid:41": " has no groups: write at least 1",
    "drive:2": ": a drive stands alone: write '2 x drive'",
    "raid6:8+1": ": a raid6 has 2 drives of parity: write 'raid6:8+2'",
    "raid5:8+2": ": a raid5 has 1 drive of parity: write 'raid5:8+1'",
    "raid10:8+1": ": a raid10 has 0 drives of parity: write all drives of a group, as in "
    "'raid10:8'",
    "raid6:2x10": ": a raid6 has no spans: write '2 x raid6:10' for so many groups",
    "raid60:20": ": a raid60 says its spans: write 'raid60:2x10' for 2 spans of 10 drives",
    "raid60:7": ": a raid60 says its spans: write 'raid60:2x10' for 2 spans of 10 drives",
    "raid50:9": ": a raid50 says its spans: write 'raid50:3x3' for 3 spans of 3 drives",
    "raid60:100": ": a raid60 says its spans: write 'raid60:10x10' for 10 spans of 10 drives",
    "raid60:1x10": ": a raid60 has at least 2 spans: write 'raid60:2x10'",
    "raid6:33": f": a raid6 has at most 32 drives: {SPREAD_INSTEAD.format('raid6')}",
    "raid5:33": f": a raid5 has at most 32 drives: {SPREAD_INSTEAD.format('raid5')}",
    "declustered:41": ": say its code and its spares, as in 'declustered:8d+2p:41c:2s'",
    "declustered:8d+2p:41c": ": say its spares, as in 'declustered:8d+2p:41c:2s'",
    "ddp:12": ": say its spares, as in 'ddp:8d+2p:12c:2s' (NetApp TR-4652, Dynamic Disk Pools: "
    "8+2, 11 drives at least)",
    "dcr:41": ": say its code and its spares, as in 'dcr:8d+2p:41c:2s' (DDN publishes no rule)",
    "adapt:4d+2p:12c:2s": ": adapt has 8+2 or 16+2 (Dell PowerVault ME4 administrator's guide: "
    "About ADAPT)",
    "adapt:11": ": 8+2 and 2 spares take 12 to 128 drives, not 11",
    "adapt:129": ": 8+2 and 2 spares take 12 to 128 drives, not 129",
    "ddp:8d+2p:10c:1s": ": 8+2 and 1 spare take 11 or more drives, not 10",
    "ddp:8d+2p:10c:0s": ": 8+2 and 0 spares take 11 or more drives, not 10",
    "declustered:8d+2p:11c:2s": ": 8+2 and 2 spares take 12 or more drives, not 11",
    "declustered:0d+2p:12c:2s": " holds no data: write a code such as '8d+2p'",
}


@pytest.mark.parametrize("layout", WRONG)
def test_layouts_that_no_array_has(layout: str) -> None:
    """Each says what to write instead."""
    with pytest.raises(LayoutTextError) as error:
        parse_raid(layout)
    assert str(error.value) == f"'{layout}'{WRONG[layout]}"


@pytest.mark.parametrize(
    ("layout", "groups"),
    [
        ("raid6:32", RaidGroups(1, 32, 30, 2)),
        ("raid5:32", RaidGroups(1, 32, 31, 1)),
        ("raid6:4", RaidGroups(1, 4, 2, 2)),
        ("raid5:3", RaidGroups(1, 3, 2, 1)),
        ("raid10:4", RaidGroups(1, 4, 2, 1)),
        ("RAID-6:8+2p", RaidGroups(1, 10, 8, 2)),
        ("raid0:33", RaidGroups(1, 33, 33, 0)),
        ("raid50:2x3", RaidGroups(1, 3, 2, 1, 2)),
        ("raid60:2x8+2", RaidGroups(1, 10, 8, 2, 2)),
        ("adapt:12", RaidGroups(1, 12, 8, 2, 1, 2)),
        ("adapt:128", RaidGroups(1, 128, 126 * 8 / 10, 2, 1, 2)),
        ("adapt:16d+2p:20c:2s", RaidGroups(1, 20, 16, 2, 1, 2)),
        ("ddp:8d+2p:11c:1s", RaidGroups(1, 11, 8, 2, 1, 1)),
        ("declustered:8d+2p:12c:2s", RaidGroups(1, 12, 8, 2, 1, 2)),
        ("declustered:8d+2p:10c:0s", RaidGroups(1, 10, 8, 2)),
        ("7 x drive", RaidGroups(7, 1, 1, 0)),
    ],
)
def test_layouts_at_their_limits(layout: str, groups: RaidGroups) -> None:
    assert parse_raid(layout) == groups


@pytest.mark.parametrize("text", ["0+2", "0-way", "8", "x", "8+", "+2"])
def test_texts_that_are_no_code(text: str) -> None:
    with pytest.raises(LayoutTextError, match="or '3-way' for copies"):
        parse_code(text)
