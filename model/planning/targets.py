"""Targets of a tier as instances of the tree, where no ZFS is in them."""

from __future__ import annotations

from collections.abc import Sequence

from model import book
from model.design.redundancy import parse_code, parse_raid
from model.design.targets import LDISKFS, CephTarget, DeclusteredTarget, RaidTarget, SizedFiles
from model.design.tier import Tier
from model.design.zfs import Target
from model.formulas.ceph import FULLNESS
from model.formulas.extfs import MKFS_LUSTRE, OSD_LDISKFS
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.reading.fields import Stated
from model.tree import Instance
from model.zfs.vdevs import parse_layout

MIB = 2.0**20
EXT_BLOCK = 4096.0
MD_OFFSET = 129 * MIB
MD = (
    "mdadm super1.c: validate_geometry1, drives from 128 GiB on: 128 MiB of headroom, superblock "
    "and bitmap, in whole MiB (since 4.1; before, 128 MiB)"
)
MDT_JOURNAL = 4096 * MIB
OSD_RESERVE = 1 / 128


def file_instances(
    files: Sequence[SizedFiles], at: str, path: str, supply: Supply
) -> dict[str, list[Instance]]:
    """Make the instances of the files of each size."""
    made = []
    for n, one in enumerate(files):
        draft = Draft(f"{path}/files:files {n + 1}", supply)
        draft.state("file_size", one.size, f"{at}.files.{n}.size")
        said = f"{at}.files.{n}.share"
        draft.put("file_share", one.share.value, supply.stated(one.share, said))
        made.append(Instance("files", f"files {n + 1}", book.FILES_OF_ONE_SIZE, draft.inputs))
    return {"files": made} if made else {}


def other_target(tier: Tier, at: str, tier_path: str, supply: Supply) -> Instance:
    """Make the instance of a target without ZFS."""
    at = f"{at}.target"
    draft = Draft(f"{tier_path}/pools:target", supply)
    if isinstance(tier.target, RaidTarget):
        return _raid(tier, tier.target, at, draft)
    if isinstance(tier.target, DeclusteredTarget):
        return _declustered(tier, tier.target, at, draft)
    assert isinstance(tier.target, CephTarget)
    return _ceph(tier.target, at, draft)


def said_layout(target: object, at: str, supply: Supply) -> Provenance:
    """Give the provenance of what the text of a layout says."""
    because = getattr(target, "because", "")
    return Provenance("stated", "", because, supply.place(f"{at}.layout"), f"{at}.layout")


def _state_all(draft: Draft, target: object, at: str, **names: str) -> None:
    for name, field in names.items():
        stated = getattr(target, field)
        draft.state(name, stated, f"{at}.{field}")


def put_kept_back(draft: Draft, name: str, target: RaidTarget, at: str) -> None:
    """Take over what the groups don't use of each drive; md has its own."""
    if not draft.state(name, target.kept_back, f"{at}.kept_back") and target.made_by == "mdadm":
        draft.put(name, MD_OFFSET, Provenance("constant", MD))


def _raid(tier: Tier, target: RaidTarget, at: str, draft: Draft) -> Instance:
    groups, supply = parse_raid(target.layout), draft.supply
    said = said_layout(target, at, supply)
    for name, figure in (
        ("raid_groups", groups.count),
        ("raid_drives", groups.drives),
        ("raid_data_drives", groups.data_drives),
        ("raid_survives", groups.survives),
    ):
        draft.put(name, figure, said)
    put_kept_back(draft, "raid_kept_back", target, at)
    _state_all(
        draft,
        target,
        at,
        file_copies="copies",
        ext_inode_ratio="inode_ratio",
        ext_inode_size="inode_size",
        ext_reserve="reserve",
    )
    metadata = tier.holds == "metadata"
    if target.format == LDISKFS:
        _put_ldiskfs(draft, target, metadata=metadata)
    if target.files:
        unit = Provenance("constant", "a block of the file system, 4 KiB")
        draft.put("allocation_unit", EXT_BLOCK, unit)
    pool_book = book.raid_book(
        extfs=target.format in ("ext4", LDISKFS),
        by_size_of_target=target.format == LDISKFS and not metadata and target.inode_ratio is None,
        sized=bool(target.files),
        in_enclosures=tier.enclosures is not None,
        xfs=target.format == "xfs",
    )
    files = file_instances(target.files, at, draft.path, supply)
    return Instance("pools", "target", pool_book, draft.inputs, files)


def _put_ldiskfs(draft: Draft, target: RaidTarget, *, metadata: bool) -> None:
    made = Provenance("default", MKFS_LUSTRE)
    if target.inode_size is None:
        draft.put("ext_inode_size", 1024.0 if metadata else 512.0, made)
    if metadata:
        draft.put("ext_journal", MDT_JOURNAL, made)
        if target.inode_ratio is None:
            draft.put("ext_inode_ratio", 2560.0, made)
    draft.put("ext_osd_reserve", OSD_RESERVE, Provenance("constant", OSD_LDISKFS))


def _count(stated: Stated[int] | None, otherwise: int = 0) -> int:
    return stated.value if stated else otherwise


def drives_in_block(tier: Tier) -> int:
    """Count the drives of a block."""
    drives = tier.drives
    if drives.per_server is not None:
        return drives.per_server.value * tier.servers.per_block.value
    assert drives.per_enclosure is not None
    assert tier.enclosures is not None
    return drives.per_enclosure.value * tier.enclosures.per_block.value


def _drives_of(tier: Tier) -> int:
    target = tier.target
    if isinstance(target, Target):
        return sum(group.count * group.width for group in parse_layout(target.layout))
    if isinstance(target, RaidTarget):
        groups = parse_raid(target.layout)
        return groups.count * groups.drives
    return 1


def check_layout(tier: Tier, at: str, supply: Supply) -> None:
    """Complain of targets that the drives of a block can't make."""
    layout, path = tier.target.layout, f"{at}.target.layout"
    needed, have = _drives_of(tier), drives_in_block(tier)
    reserved, wanted = _count(tier.target.reserved_spares), _count(tier.target.per_block, 1)
    what = ""
    if needed * wanted + reserved > have:
        kept = f" and {reserved} reserved spares" if reserved else ""
        what = (
            f"{wanted} x '{layout}'{kept} need {needed * wanted + reserved} drives, "
            f"but a block has {have}: write a layout that fits, or more drives"
        )
    elif isinstance(tier.target, CephTarget | DeclusteredTarget):
        what = _too_few_places(tier)
    elif isinstance(tier.target, RaidTarget | Target) and tier.file_system != "zfs":
        fit = wanted if tier.target.per_block else (have - reserved) // needed
        copies, targets = _count(tier.target.copies, 1), fit * tier.blocks.value
        if copies > targets:
            what = f"{copies} copies need as many targets, but there are {targets}: add targets"
    if what:
        supply.complain(path, what)


def _too_few_places(tier: Tier) -> str:
    """Say where a code has more strips than there are places to lose."""
    target = tier.target
    assert isinstance(target, CephTarget | DeclusteredTarget)
    code = parse_code(target.layout)
    if isinstance(target, DeclusteredTarget):
        places, what = drives_in_block(tier), "drives in a block"
    elif target.failure_domain == "block":
        places, what = tier.blocks.value, "blocks"
    else:
        places, what = tier.blocks.value * tier.servers.per_block.value, "servers"
    if places >= code.data + code.parity:
        return ""
    return (
        f"'{target.layout}' needs {code.data + code.parity} {what}, but there are {places}: "
        "write a narrower code, or more of them"
    )


def _put_code(draft: Draft, target: CephTarget | DeclusteredTarget, at: str) -> None:
    code, said = parse_code(target.layout), said_layout(target, at, draft.supply)
    draft.put("code_data", code.data, said)
    draft.put("code_parity", code.parity, said)


def _ceph(target: CephTarget, at: str, draft: Draft) -> Instance:
    _put_code(draft, target, at)
    draft.state("osd_kept_back", target.kept_back, f"{at}.kept_back")
    draft.state("osd_allocation", target.allocation_unit, f"{at}.allocation_unit")
    files = file_instances(target.files, at, draft.path, draft.supply)
    pool_book = book.ceph_book(sized=bool(target.files))
    return Instance("pools", "target", pool_book, draft.inputs, files)


def put_fullness(draft: Draft, target: CephTarget, at: str) -> None:
    """Take over Ceph's ratios of fullness, which the whole tier shares."""
    names = "nearfull_ratio", "backfillfull_ratio", "full_ratio"
    fields = {name: name for name in (*names, "domains_lost")}
    _state_all(draft, target, f"{at}.target", **fields)
    inputs = FULLNESS.inputs
    near, back, full = (draft.inputs.get(name, inputs[name].default or 0.0) for name in names)
    if not near <= back <= full:
        stated = next(name for name in names if getattr(target, name) is not None)
        what = (
            f"nearfull {near:g}, backfillfull {back:g} and full {full:g} don't rise: "
            "write 'nearfull_ratio' <= 'backfillfull_ratio' <= 'full_ratio'"
        )
        draft.supply.complain(f"{at}.target.{stated}", what)


FLASH_CHECKSUM = 8192.0
SMALL_BLOCK = {8: 4 * MIB, 4: 2 * MIB}
SUBBLOCKS = ((MIB / 16, 2048.0), (MIB / 8, 4096.0), (4 * MIB, 8192.0), (16 * MIB, 16384.0))
ESTIMATOR = "IBM SpectrumScaleTools, ece_capacity_estimator 1.3: get_checksum_granularity"
SUBBLOCK = (
    "IBM, Spectrum Scale variant sub-blocks (11 January 2018); Storage Scale 5.1.8, Block size: 2 "
    "KiB of 64 KiB, 8 KiB of 4 MiB; not verified: the other rows of mmcrfs's table"
)


def _declustered(tier: Tier, target: DeclusteredTarget, at: str, draft: Draft) -> Instance:
    _put_code(draft, target, at)
    _state_all(
        draft,
        target,
        at,
        file_block="block_size",
        checksum_granularity="checksum_granularity",
        spare_drives="spare_drives",
    )
    block = target.block_size.value if target.block_size else 4 * MIB
    small = block <= SMALL_BLOCK.get(parse_code(target.layout).data, 0.0)
    if target.checksum_granularity is None and small and _is_flash(tier, draft.supply):
        draft.put("checksum_granularity", FLASH_CHECKSUM, Provenance("constant", ESTIMATOR))
    if target.files and not draft.state("allocation_unit", target.subblock, f"{at}.subblock"):
        unit = next((sub for most, sub in SUBBLOCKS if block <= most), SUBBLOCKS[-1][1])
        draft.put("allocation_unit", unit, Provenance("constant", SUBBLOCK))
    files = file_instances(target.files, at, draft.path, draft.supply)
    pool_book = book.declustered_book(
        spares_given=target.spare_drives is not None, sized=bool(target.files)
    )
    return Instance("pools", "target", pool_book, draft.inputs, files)


def _is_flash(tier: Tier, supply: Supply) -> bool:
    part = tier.drives.part
    return part is not None and supply.catalog.part(part).kind == "ssd"
