"""A ZFS pool as a tree of instances: inputs and books of its groups of vdevs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from model.books.facts import GroupFacts, TargetFacts
from model.books.target import FILE, GROUP, POOL
from model.engine.tree import Instance
from model.pools.layouts import Drive, Vdevs, bytes_of, drive_bytes, groups_of
from model.records import dataclass
from model.zfs.partitions import Partitioning, partitioning_of
from model.zfs.releases import NEVER, Release, release_of
from model.zfs.vdevs import STORING, VdevGroup

Files = Sequence[tuple[float, float]]
"""A mix of files: pairs of length and number of files."""


def group_inputs(group: VdevGroup, release: Release) -> dict[str, float]:
    """Return the inputs of a group of vdevs that follow from its layout and the release."""
    log = {"data": release.log, "special": release.special_log}.get(group.role, NEVER)
    shape = {"stripe_data": group.data} if group.is_draid else {"vdev_columns": group.columns}
    if group.failure_groups > 1:
        shape["vdev_failure_groups"] = group.failure_groups
    return {
        "vdevs": float(group.count),
        "vdev_drives": float(group.width),
        "vdev_data_drives": float(group.data_drives),
        "vdev_parity": float(group.parity),
        "vdev_survives": float(group.survives),
        "vdev_spares": float(group.spares),
        "embedded_log_metaslabs": log,
    } | {name: float(value) for name, value in shape.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """Parameters common to all vdevs of a pool: release, and space reserved on each drive."""

    release: Release
    partitioning: Partitioning
    luks: float = 0.0

    @property
    def is_partitioned(self) -> bool:
        """Whether ZFS uses less than the whole drive."""
        return self.partitioning.name != "none" or self.luks > 0


def header_of(luks: Drive) -> int:
    """Return the size of the encryption header below ZFS.

    Raises
    ------
    ValueError
        If it is not a size, or negative; the message shows the correct form.
    """
    header = bytes_of(luks)
    if header < 0:
        raise ValueError(f"a LUKS header of {luks} adds to the drive: write one, as in '16 MiB'")
    return header


@lru_cache(256)
def setup_of(release: str, partitioning: str = "none", luks: Drive | None = None) -> Setup:
    """Create a pool's setup from a release, a partitioning scheme and a LUKS header.

    Raises
    ------
    ValueError
        If the release, the scheme or the header is invalid; the message shows the correct form.
    """
    header = 0 if luks is None else header_of(luks)
    return Setup(release_of(release), partitioning_of(partitioning), float(header))


def _group(
    group: VdevGroup, n: int, setup: Setup, fixed: Mapping[str, float], files: Files
) -> Instance:
    files = files if group.role == "data" else ()
    facts = GroupFacts(
        leaf="partition" if setup.is_partitioned else "size",
        draid=group.is_draid,
        failure_domains=group.failure_groups > 1,
        metaslab_limit=setup.release.has_metaslab_limit,
        in_tier=False,
        sized=bool(files),
    )
    sizes = [
        Instance(
            "files",
            f"size {k + 1}",
            FILE.book(facts),
            {"file_size": size, "file_count": count},
        )
        for k, (size, count) in enumerate(files)
    ]
    drive = "drive_capacity" if setup.is_partitioned else "leaf_capacity"
    inputs = {**group_inputs(group, setup.release), drive: float(group.drive or 0), **fixed}
    if setup.is_partitioned:
        inputs |= {**setup.partitioning.inputs, "encryption_header": setup.luks}
    role = "groups" if group.role == "data" else "special"
    below = {"files": sizes} if sizes else {}
    return Instance(role, f"group {n + 1}", GROUP.book(facts), inputs, below)


def pool_tree(
    groups: Sequence[VdevGroup],
    setup: Setup,
    *,
    sector_size: float = 2.0**12,
    record_size: float = 2.0**20,
    fixed: Sequence[Mapping[str, float]] = (),
    files: Files = (),
) -> Instance:
    """Create the tree of a pool.

    `fixed` are figures of each group that replace its formulas, `files` the files to store.
    """
    children: dict[str, list[Instance]] = {"groups": [], "special": []}
    for n, group in enumerate(groups):
        if group.role in STORING:
            child = _group(group, n, setup, fixed[n] if fixed else {}, files)
            children[child.role].append(child)
    inputs = {**setup.release.inputs, "record_size": record_size, "sector_size": sector_size}
    facts = TargetFacts(
        in_tier=False,
        lustre=True,
        sized=bool(files),
        special_in_available=bool(children["special"]) and setup.release.counts_special,
    )
    return Instance("pool", "pool", POOL.book(facts), inputs, children)


def tree_of(
    layout: str | Vdevs,
    drive: Drive | None = None,
    *,
    release: str = "2.4",
    partitioning: str = "none",
    luks: Drive | None = None,
) -> Instance:
    """Create the tree of a pool from its layout, for sweeps or for export."""
    setup = setup_of(release, partitioning, luks)
    size = None if drive is None else drive_bytes(drive)
    groups = groups_of(layout, setup.release)
    return pool_tree([replace(g, drive=g.drive or size) for g in groups], setup)
