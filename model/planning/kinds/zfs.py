"""ZFS targets as instances of the tree: on drives, or on RAID groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from model.books.facts import GroupFacts, Leaf, TierFacts
from model.books.target import FILE, GROUP, POOL
from model.design.tier import Tier
from model.engine.tree import Instance
from model.formulas.space import partition, zfs
from model.kinds.files import SizedFiles
from model.kinds.layouts import parse_raid
from model.kinds.raid import RaidTarget
from model.kinds.zfs import Target
from model.planning.availability import copies_on_other_targets
from model.planning.binding import put_bound
from model.planning.kinds.kind import KindPlan, Problems, layout_provenance, requests_known
from model.planning.kinds.raid import drive_of_group_too_small, put_groups, put_md_offset
from model.planning.losses import losses_of
from model.planning.placements import (
    placement_rule,
    put_most_in_enclosure,
    put_split_domains,
)
from model.planning.supply import Draft, Supply
from model.pools.instances import group_inputs, setup_of
from model.provenance import Provenance
from model.units.figures import show
from model.units.kinds import MIB
from model.zfs.partitions import partitioning_of
from model.zfs.releases import Release, release_of
from model.zfs.vdevs import SMALLEST, STORING, LayoutError, VdevGroup, parse_layout

MKFS_LUSTRE = (
    "document: Lustre lustre/utils/libmount_utils_zfs.c: zfs_make_lustre, recordsize of OSTs is 1M"
)


def _pool(
    groups: Callable[..., dict[str, list[Instance]]],
    tier: Tier,
    facts: TierFacts,
    at: str,
    tier_path: str,
    supply: Supply,
) -> Instance:
    """Create the instance of a ZFS target with given groups."""
    at, target = f"{at}.target", cast(Target | RaidTarget, tier.target)
    draft = Draft(f"{tier_path}/pools:target", supply)
    release = release_of(target.release)
    known = Provenance("constant", release.source, target.because, supply.place(f"{at}.release"))
    for name, figure in release.inputs.items():
        draft.put(name, figure, known)
    put_bound(draft, target, at, of="pools")
    if target.record_size is None and tier.file_system == "lustre":
        draft.put("record_size", MIB, Provenance("default", MKFS_LUSTRE))
    if tier.further_drives is not None:
        _put_further(draft, cast(Target, target), at)
    children = groups(tier, target, at, draft, release, known)
    return Instance("pools", "target", POOL.book(facts.target), draft.inputs, children)


def _put_further(draft: Draft, target: Target, at: str) -> None:
    """Set the number of drives of another size in a pool."""
    groups = [g for g in parse_layout(target.layout) if g.role == "data" and g.drive is not None]
    known = layout_provenance(target, at, draft.supply)
    draft.put("pool_further_drives", sum(g.count * g.width for g in groups), known)
    striped = sum(g.count * g.data_drives for g in groups)
    draft.put("pool_further_striped_drives", striped, known)


def _mixed(
    files: Sequence[SizedFiles], at: str, path: str, supply: Supply, facts: GroupFacts
) -> dict[str, list[Instance]]:
    """Create the instances of the files of each size on a group of vdevs."""
    instances = []
    for n, one in enumerate(files):
        draft = Draft(f"{path}/files:files {n + 1}", supply)
        put_bound(draft, one, f"{at}.files.{n}", file_share="file_count")
        instances.append(Instance("files", f"files {n + 1}", FILE.book(facts), draft.inputs))
    return {"files": instances} if instances else {}


def _put_below(group: Draft, target: Target, at: str) -> bool:
    """Set the space reserved on each drive; return whether it is partitioned."""
    put_bound(group, target, at, of="groups")
    if target.partitioning == "none" and target.luks is None:
        return False
    scheme = partitioning_of(target.partitioning)
    place = group.supply.place(f"{at}.partitioning")
    for name, figure in scheme.inputs.items():
        group.put(name, figure, Provenance("constant", scheme.source, target.because, place))
    return True


def _on_drives(
    tier: Tier, target: Target, at: str, draft: Draft, release: Release, known: Provenance
) -> dict[str, list[Instance]]:
    supply, of_layout = draft.supply, layout_provenance(target, at, draft.supply)
    at_tier = at.removesuffix(".target")
    instances: dict[str, list[Instance]] = {"groups": [], "special": []}
    counted, place = losses_of(tier) is not None, 0
    for n, (vdevs, kept) in enumerate(_groups_of(tier, target, supply)):
        further = vdevs.role == "data" and vdevs.drive is not None
        if vdevs.role not in STORING:
            continue
        role = "groups" if vdevs.role == "data" else "special"
        group = Draft(f"{draft.path}/{role}:group {n + 1}", supply)
        _put_figures(group, group_inputs(vdevs, release), of_layout, known)
        for name, figure in kept.items():
            group.put(name, figure, Provenance("constant", KEPT_SINCE, f"made as {target.created}"))
        own, rule = vdevs.drive is None or further, placement_rule(tier)
        if own:
            domains = vdevs.failure_groups > 1
            name = "failure_domains_in_enclosure" if domains else "vdev_drives_in_enclosure"
            put_most_in_enclosure(group, name, tier, at_tier, place, vdevs.count)
            if domains and put_split_domains(group, tier, place, vdevs.count):
                rule = "stated"
            place += vdevs.count
        facts = GroupFacts(
            leaf=_put_leaf(group, None if further else vdevs.drive, target, at, of_layout),
            further=further,
            draid=vdevs.is_draid,
            failure_domains=vdevs.failure_groups > 1,
            requests=requests_known(tier),
            metaslab_limit=release.has_metaslab_limit,
            in_tier=further or vdevs.drive is None,
            in_enclosures=tier.enclosures is not None and own,
            placement=rule,
            beside=tier.enclosures is not None and not own,
            sized=bool(target.files) and role == "groups",
            survives=vdevs.survives if counted else None,
            distributed=counted and vdevs.is_draid and vdevs.spares > 0,
            own_rebuilds=counted and not own,
            ages=counted and tier.states.has_ages,
            copies_apart=(counted and copies_on_other_targets(tier)) or 1,
        )
        if facts.own_rebuilds:
            put_bound(group, target, at, of="special")
        files = _mixed(target.files, at, group.path, supply, facts) if facts.sized else {}
        instances[role].append(
            Instance(role, group.path.rpartition(":")[2], GROUP.book(facts), group.inputs, files)
        )
    return instances


KEPT_SINCE = (
    "document: OpenZFS vdev.c: vdev_metaslab_set_size, vdev_set_deflate_ratio: set once, when a "
    "vdev is made"
)
ANY_SIZE = 10e12
"""Size of a drive that is unknown, to check whether a layout can grow."""
SECTOR = 2.0**12


def _groups_of(
    tier: Tier, target: Target, supply: Supply
) -> Sequence[tuple[VdevGroup, Mapping[str, float]]]:
    """Return the vdevs of a pool with what they retain from their creation, if they grew since."""
    groups = parse_layout(target.layout)
    if target.created is None:
        return [(group, {}) for group in groups]
    stated = tier.drives.capacity
    size = stated.value if stated else supply.figure(tier.drives.part, "capacity")[0]
    if size is None:
        what = f"{tier.name}: without the capacity of its drives, its pools count as made today"
        supply.warn(what)
        return [(group, {}) for group in groups]
    return grown_since(target, size)


def grown_since(target: Target, size: float) -> list[tuple[VdevGroup, Mapping[str, float]]]:
    """Return the vdevs of a pool that grew, and what they retain, with drives of a size.

    Raises
    ------
    LayoutError
        If no pool can grow in this way.
    """
    from model.pools.growth_history import grown_in_order  # imports half of the pools

    def sized(layout: str) -> list[VdevGroup]:
        found = parse_layout(layout)
        leaves = (leaf_of(float(group.drive or size), target) for group in found)
        return [replace(g, drive=int(leaf)) for g, leaf in zip(found, leaves, strict=True)]

    now = parse_layout(target.layout)
    own = {int(leaf_of(float(g.drive), target)): g.drive for g in now if g.drive is not None}
    sector = int(target.sector_size.value if target.sector_size else SECTOR).bit_length() - 1
    setup = setup_of(target.release)  # what is cut off a drive is already
    grown = grown_in_order(sized(target.created or ""), sized(target.layout), setup, sector)
    return [(replace(group, drive=own.get(group.drive or 0)), kept) for group, kept in grown]


CUTS = ("kept_back", "luks", "partitioning")
"""Fields of a target that reserve space on a drive."""


def leaf_of(size: float, target: Target) -> float:
    """Return the bytes of a drive available to ZFS."""
    header = target.luks.value if target.luks else 0.0
    if target.kept_back is not None:
        return float(zfs.leaf_capacity(size, target.kept_back.value))
    whole = partition.partition_capacity(size, **partitioning_of(target.partitioning).inputs)
    return float(partition.leaf_capacity(whole, header))


def _put_leaf(group: Draft, own: int | None, target: Target, at: str, known: Provenance) -> Leaf:
    """Set the space of a vdev on each drive, which is the tier's or its own."""
    if own is None:
        return "partition" if _put_below(group, target, at) else "drive"
    group.put("leaf_capacity", leaf_of(float(own), target), known)
    return "size"


def _put_figures(
    group: Draft, figures: Mapping[str, float], of_layout: Provenance, known: Provenance
) -> None:
    for name, figure in figures.items():
        group.put(name, figure, known if name == "embedded_log_metaslabs" else of_layout)


def _on_raid(
    tier: Tier, target: RaidTarget, at: str, draft: Draft, release: Release, known: Provenance
) -> dict[str, list[Instance]]:
    supply = draft.supply
    raid = parse_raid(target.layout)
    figures = {
        "vdevs": raid.count,
        "vdev_drives": raid.drives * raid.spans,
        "vdev_data_drives": raid.data_drives * raid.spans,
        "vdev_spares": raid.spares,
        "vdev_survives": raid.survives,
        "vdev_columns": 1,
        "vdev_parity": 0,
        "embedded_log_metaslabs": release.log,
    }
    if losses_of(tier) is not None:
        put_groups(draft, target, at)
    group = Draft(f"{draft.path}/groups:group 1", supply)
    _put_figures(group, figures, layout_provenance(target, at, supply), known)
    if not group.state("kept_back", target.kept_back, f"{at}.kept_back"):
        put_md_offset(group, "kept_back", target)
    put_most_in_enclosure(group, "vdev_drives_in_enclosure", tier, at.removesuffix(".target"))
    facts = GroupFacts(
        leaf="raid group",
        metaslab_limit=release.has_metaslab_limit,
        in_enclosures=tier.enclosures is not None,
        placement=placement_rule(tier),
        sized=bool(target.files),
    )
    files = _mixed(target.files, at, group.path, supply, facts)
    return {"groups": [Instance("groups", "group 1", GROUP.book(facts), group.inputs, files)]}


def _put_special_drives(draft: Draft, target: Target, at: str) -> None:
    """Set the number of drives of vdevs without data."""
    if target.special_drives:
        known = layout_provenance(target, f"{at}.target", draft.supply)
        draft.put("special_drives_per_target", float(target.special_drives), known)
        if target.hot_spares:
            draft.put("hot_spares_per_target", float(target.hot_spares), known)


def _pool_too_small(_: Tier, target: Target, size: float | None) -> Problems:
    """Return the problem of a drive that is too small for ZFS."""
    if size is not None and leaf_of(size, target) < SMALLEST:
        cut = [name for name in CUTS if name in target.model_fields_set]
        field = f"target.{cut[0]}" if cut else "drives.capacity"
        yield field, "this leaves ZFS less than 64 MiB of a drive: write larger drives"
    own = [group.drive for group in parse_layout(target.layout) if group.drive is not None]
    if own and leaf_of(float(min(own)), target) < SMALLEST:
        what = f"ZFS gets less than 64 MiB of a drive of {show(min(own), 'byte')}"
        yield "target.layout", f"{what}: write a larger one"


def _cant_have_grown(_: Tier, target: Target, size: float | None) -> Problems:
    """Return the problem of a pool that can't have become what it is."""
    if target.created is not None:
        try:
            grown_since(target, size or ANY_SIZE)
        except LayoutError as error:
            yield "target.created", str(error)


def _lun_too_small(_: Tier, target: RaidTarget, size: float | None) -> Problems:
    """Return the problem of RAID groups that are too small for the reserves of ZFS."""
    kept = target.kept_back.value if target.kept_back else 0.0
    groups = parse_raid(target.layout)
    data = groups.data_drives * groups.spans
    if size is not None and kept < size and data * (size - kept) < SMALLEST:
        field = "target.kept_back" if target.kept_back else "drives.capacity"
        yield field, "this leaves ZFS less than 64 MiB of a RAID group: write larger drives"


PLAN = KindPlan(
    instance=partial(_pool, _on_drives),
    put_of_tier=_put_special_drives,
    checks=(_pool_too_small, _cant_have_grown),
)
ON_RAID = KindPlan(
    instance=partial(_pool, _on_raid), checks=(drive_of_group_too_small, _lun_too_small)
)
