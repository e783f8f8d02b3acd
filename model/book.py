"""The whole model on one screen: which chapters make the book of each kind of instance.

site ─┬─ tiers, metadata ─┬─ pools ─┬─ groups    what a target is made of
      │                   │         └─ special   vdevs that hold no data
      │                   ├─ healthy             the tier in a state
      │                   ├─ lines               its bill of materials
      │                   └─ years
      ├─ common ── lines, years                  racks, switches: what serves all tiers
      └─ years
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from model.formulas import (
    adapters as host,
)
from model.formulas import (
    capacity,
    checkpoint,
    cost,
    draid,
    drives,
    files,
    fitting,
    layout,
    materials,
    metaslabs,
    network,
    partition,
    performance,
    processor,
    requirements,
    zfs,
    zpool,
)
from model.quantity import Book, Input, Quantity

DumpRule = Literal["ratio", "time", "bandwidth", "efficiency"]

REQUIREMENTS = requirements.REQUIREMENTS
CHECKS = fitting.CHECKS

DUMP_RULES: dict[DumpRule, Book] = {
    "ratio": checkpoint.FROM_RATIO,
    "time": checkpoint.FROM_TIME,
    "bandwidth": checkpoint.FROM_BANDWIDTH,
    "efficiency": checkpoint.FROM_EFFICIENCY,
}


@cache
def group_book(
    *,
    metaslab_limit: bool = True,
    is_draid: bool = False,
    partitioned: bool = False,
    with_files: bool = False,
    in_tier: bool = False,
    in_enclosures: bool = False,
) -> Book:
    """The book of a group of equal vdevs: dRAID, or RAIDZ, mirrors and single drives."""
    placement = [zpool.PLACEMENT] if in_enclosures else []
    leaf = [zfs.LEAF_OF_DRIVE if in_tier else zfs.LEAF_AS_GIVEN]
    if partitioned:
        leaf = [partition.PARTITION, *([] if in_tier else [partition.DRIVE_AS_GIVEN])]
    rule = metaslabs.METASLABS if metaslab_limit else metaslabs.OLD_METASLABS
    vdevs = draid.DRAID if is_draid else zfs.RAIDZ
    ends = [*placement, *([files.FILES_OF_GROUP] if with_files else [])]
    return Book("group", zfs.CONSTANTS, *leaf, zfs.LEAF, rule, vdevs, zfs.SPACE, *ends)


@cache
def file_book(*, is_draid: bool = False) -> Book:
    """The book of files of one length on a group of equal vdevs."""
    kind = files.DRAID_FILE if is_draid else files.RAIDZ_FILE
    return Book("file", files.FILE, kind, files.FILE_CHARGE)


@cache
def pool_book(
    *,
    lustre: bool = False,
    with_files: bool = False,
    in_tier: bool = False,
    in_enclosures: bool = False,
) -> Book:
    """The book of one ZFS pool: alone, or as the target of a tier."""
    system = capacity.LUSTRE_ON_ZFS if lustre else capacity.PLAIN_ZFS
    placement = [zpool.PLACEMENT_IN_POOL] if in_enclosures else []
    tier = [capacity.TARGET_POOL] if in_tier else []
    ends = [*placement, *([files.FILES_OF_POOL] if with_files else [])]
    return Book("pool", zpool.POOL, system, *tier, *ends)


def _chain(
    *, adapters: bool, measured_targets: bool, calibrated: bool, overlapped: bool
) -> list[Book]:
    """The chapters of a server's chain, from the drives to the fabric."""
    stated = processor.OVERLAPPED if overlapped else processor.STATED
    return [
        drives.MEASURED_TARGETS if measured_targets else drives.DRIVES,
        *([host.ADAPTERS] if adapters else []),
        host.PCIE,
        processor.CALIBRATED if calibrated else stated,
        network.NETWORK,
        network.FABRIC,
    ]


def _of_state(item: Input | Quantity) -> bool:
    return isinstance(item, Quantity) and bool(item.stage)


@cache
def state_book(
    *, adapters: bool, measured_targets: bool, calibrated: bool, overlapped: bool = False
) -> Book:
    """The book of a tier in one state: the stages of the chain and their end."""
    chain = _chain(
        adapters=adapters,
        measured_targets=measured_targets,
        calibrated=calibrated,
        overlapped=overlapped,
    )
    stages = Book("stages", *chain, only=_of_state)
    return Book("state", performance.STATE, stages, performance.CHAIN_END)


@cache
def tier_book(
    *,
    adapters: bool,
    measured_targets: bool,
    calibrated: bool,
    drives_in_servers: bool,
    targets_given: bool,
    overlapped: bool = False,
) -> Book:
    """The book of a tier of equal building blocks."""
    chain = _chain(
        adapters=adapters,
        measured_targets=measured_targets,
        calibrated=calibrated,
        overlapped=overlapped,
    )
    return Book(
        "tier",
        layout.BLOCKS,
        layout.IN_SERVERS if drives_in_servers else layout.IN_ENCLOSURES,
        layout.GIVEN_TARGETS if targets_given else layout.FITTED_TARGETS,
        layout.TARGETS,
        capacity.TIER,
        drives.TIER,
        Book("parts of the chain", *chain, only=lambda item: not _of_state(item)),
        performance.HEALTHY,
        fitting.SERVER,
        fitting.IN_SERVERS if drives_in_servers else fitting.IN_ENCLOSURES,
        fitting.ADAPTERS if adapters else fitting.CARDS,
        materials.TIER,
    )


COMMON = Book("common", materials.TIER)
TIER_YEAR = cost.TIER_YEAR
SITE_YEAR = cost.YEAR


@cache
def line_book(count: str = "", per: str = "") -> Book:
    """The book of a line whose pieces are `count` of its tier, for each of `per` if given."""
    counted = materials.count_from(count, per) if count else materials.GIVEN_COUNT
    return Book("line", counted, materials.LINE)


@cache
def checkpoint_book(rule: DumpRule, *, memory_given: bool = False) -> Book:
    """The book of a machine that checkpoints, alone."""
    memory = checkpoint.GIVEN_MEMORY if memory_given else checkpoint.MEMORY
    return Book("checkpoint", memory, checkpoint.DUMP, DUMP_RULES[rule], checkpoint.OPTIMUM)


@cache
def site_book(
    rule: DumpRule | None, *, memory: bool, racks: bool, required: frozenset[str]
) -> Book:
    """The book of the site: totals, machine, cost, and the checks that are asked for."""
    machine = [checkpoint_book(rule), checkpoint.STORAGE] if rule else []
    if memory and not rule:
        machine = [checkpoint.MEMORY]
    return Book(
        "site",
        capacity.SITE,
        performance.SITE,
        *machine,
        materials.SITE,
        *([materials.RACKS] if racks else []),
        cost.SITE,
        *(r.chapter for r in REQUIREMENTS.values() if r.name in required),
    )
