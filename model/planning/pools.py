"""Targets of ZFS as instances of the tree: on drives, or on RAID groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.books import book
from model.design.redundancy import parse_raid
from model.design.targets import RaidTarget, SizedFiles
from model.design.tier import Tier
from model.design.zfs import Target
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.planning.targets import put_md_offset, said_layout
from model.pools.instances import group_inputs
from model.provenance import Provenance
from model.zfs.partitions import partitioning_of
from model.zfs.releases import Release, release_of
from model.zfs.vdevs import parse_layout

MIB = 2.0**20


def is_on_zfs(tier: Tier) -> bool:
    """Tell whether a tier's targets are pools of ZFS, whatever these stand on."""
    return isinstance(tier.target, Target) or getattr(tier.target, "format", "") == "zfs"


def zfs_target(tier: Tier, at: str, tier_path: str, supply: Supply) -> Instance:
    """Make the instance of a target of ZFS."""
    at, target = f"{at}.target", tier.target
    assert isinstance(target, Target | RaidTarget)
    draft = Draft(f"{tier_path}/pools:target", supply)
    release = release_of(target.release)
    known = Provenance("constant", release.source, target.because, supply.place(f"{at}.release"))
    for name, figure in release.inputs.items():
        draft.put(name, figure, known)
    put_bound(draft, target, at, of="pools")
    if target.record_size is None and tier.file_system == "lustre":
        default = Provenance("default", "mkfs.lustre: recordsize=1M on OSTs")
        draft.put("record_size", MIB, default)
    make = _on_drives if isinstance(target, Target) else _on_raid
    return make(tier, at, draft, release, known)


def _mixed(
    files: Sequence[SizedFiles], at: str, path: str, supply: Supply, *, is_draid: bool
) -> dict[str, list[Instance]]:
    """Make the instances of the files of each size on a group of vdevs."""
    made = []
    for n, one in enumerate(files):
        draft = Draft(f"{path}/files:files {n + 1}", supply)
        put_bound(draft, one, f"{at}.files.{n}", file_share="file_count")
        file_book = book.file_book(is_draid=is_draid)
        made.append(Instance("files", f"files {n + 1}", file_book, draft.inputs))
    return {"files": made} if made else {}


def _put_below(group: Draft, target: Target, at: str) -> bool:
    """Take over what is cut off each drive; tells whether it is partitioned."""
    put_bound(group, target, at, of="groups")
    if target.partitioning == "none" and target.luks is None:
        return False
    scheme = partitioning_of(target.partitioning)
    place = group.supply.place(f"{at}.partitioning")
    for name, figure in scheme.inputs.items():
        group.put(name, figure, Provenance("constant", scheme.source, target.because, place))
    return True


def _on_drives(tier: Tier, at: str, draft: Draft, release: Release, known: Provenance) -> Instance:
    target, supply = tier.target, draft.supply
    assert isinstance(target, Target)
    in_enclosures = tier.enclosures is not None
    groups = []
    for n, vdevs in enumerate(parse_layout(target.layout)):
        group = Draft(f"{draft.path}/groups:group {n + 1}", supply)
        _put_figures(group, group_inputs(vdevs, release), said_layout(target, at, supply), known)
        group_book = book.group_book(
            metaslab_limit=release.has_metaslab_limit,
            is_draid=vdevs.is_draid,
            partitioned=_put_below(group, target, at),
            with_files=bool(target.files),
            in_tier=True,
            in_enclosures=in_enclosures,
        )
        files = _mixed(target.files, at, group.path, supply, is_draid=vdevs.is_draid)
        groups.append(Instance("groups", f"group {n + 1}", group_book, group.inputs, files))
    pool_book = book.pool_book(
        lustre=tier.file_system == "lustre",
        with_files=bool(target.files),
        in_tier=True,
        in_enclosures=in_enclosures,
    )
    return Instance("pools", "target", pool_book, draft.inputs, {"groups": groups})


def _put_figures(
    group: Draft, figures: Mapping[str, float], said: Provenance, known: Provenance
) -> None:
    for name, figure in figures.items():
        group.put(name, figure, known if name == "embedded_log_metaslabs" else said)


def _on_raid(tier: Tier, at: str, draft: Draft, release: Release, known: Provenance) -> Instance:
    target, supply = tier.target, draft.supply
    assert isinstance(target, RaidTarget)
    raid = parse_raid(target.layout)
    figures = {
        "vdevs": raid.count,
        "vdev_drives": raid.drives,
        "vdev_data_drives": raid.data_drives,
        "vdev_survives": raid.survives,
        "vdev_columns": 1,
        "vdev_parity": 0,
        "embedded_log_metaslabs": release.log,
    }
    group = Draft(f"{draft.path}/groups:group 1", supply)
    _put_figures(group, figures, said_layout(target, at, supply), known)
    if not group.state("kept_back", target.kept_back, f"{at}.kept_back"):
        put_md_offset(group, "kept_back", target)
    shape = {"in_enclosures": tier.enclosures is not None, "with_files": bool(target.files)}
    group_book = book.lun_group_book(metaslab_limit=release.has_metaslab_limit, **shape)
    pool_book = book.lun_pool_book(lustre=tier.file_system == "lustre", **shape)
    files = _mixed(target.files, at, group.path, supply, is_draid=False)
    groups = [Instance("groups", "group 1", group_book, group.inputs, files)]
    return Instance("pools", "target", pool_book, draft.inputs, {"groups": groups})
