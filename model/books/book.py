"""The whole model on one screen: which chapters make the book of each kind of instance.

site ─┬─ tiers, metadata ─┬─ pools ─┬─ groups    what a target is made of
      │                   │         └─ special   vdevs that hold no data
      │                   ├─ files               classes of sizes, with data on an MDT
      │                   ├─ healthy, states     the tier in each state
      │                   ├─ lines               its bill of materials
      │                   └─ years
      ├─ common ── lines, years                  racks, switches: what serves all tiers
      ├─ files                                   classes of sizes, where they are stated
      ├─ demand ── years                         a group of users; below a tier, too
      └─ years
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from model.books.chain import Chain as Chain
from model.books.chain import is_stage
from model.books.demand_book import with_chapters as with_chapters
from model.books.metadata_book import CLIENTS as CLIENTS
from model.books.metadata_book import FILES_OF_A_CLASS as FILES_OF_A_CLASS
from model.books.metadata_book import FILES_ON_MDT as FILES_ON_MDT
from model.books.metadata_book import InodeRule as InodeRule
from model.books.metadata_book import Server as Server
from model.books.metadata_book import site_files as site_files
from model.books.metadata_book import target_inodes as target_inodes
from model.books.metadata_book import tier_inodes as tier_inodes
from model.books.metadata_book import tier_memory as tier_memory
from model.books.state_book import ClassName as ClassName
from model.books.state_book import StateKind as StateKind
from model.books.state_book import case_book as case_book
from model.books.state_book import cases_of as cases_of
from model.books.state_book import class_book as class_book
from model.books.state_book import classes_of as classes_of
from model.books.state_book import degraded_book as degraded_book
from model.books.state_book import healthy_class_book as healthy_class_book
from model.books.state_book import state_book as state_book
from model.books.target_book import ceph_book as ceph_book
from model.books.target_book import declustered_book as declustered_book
from model.books.target_book import file_book as file_book
from model.books.target_book import group_book as group_book
from model.books.target_book import lun_group_book as lun_group_book
from model.books.target_book import lun_pool_book as lun_pool_book
from model.books.target_book import pool_book as pool_book
from model.books.target_book import raid_book as raid_book
from model.engine.quantity import Book
from model.formulas.chain import (
    caches,
    drives,
    performance,
    processor,
    striping,
    workloads,
)
from model.formulas.files import files, small_files
from model.formulas.space import capacity, ceph, fitting, given, layout, raid
from model.formulas.states import healthy
from model.formulas.time_and_money import checkpoint, cost, drain, materials, requirements

DumpRule = Literal["ratio", "time", "bandwidth", "efficiency"]
TierKind = Literal["zfs", "zfs on raid", "raid", "declustered", "ceph by server", "ceph by block"]
_TIER_CAPACITY: dict[TierKind, tuple[Book, ...]] = {
    "zfs": (capacity.TIER, capacity.ZFS_TIER),
    "zfs on raid": (capacity.TIER, raid.TIER, capacity.ZFS_TIER),
    "raid": (capacity.TIER, raid.TIER),
    "declustered": (capacity.TIER,),
    "ceph by server": (ceph.BELOW, ceph.FULLNESS, ceph.SERVER_DOMAINS),
    "ceph by block": (ceph.BELOW, ceph.FULLNESS, ceph.BLOCK_DOMAINS),
}

_OF_ONE_SERVER: tuple[TierKind, ...] = ("zfs", "zfs on raid", "raid")
"""Kinds of targets that one server makes, of drives that it reaches."""

REQUIREMENTS = requirements.REQUIREMENTS
THROUGH_BURST = requirements.THROUGH_BURST
OF_CHECKPOINTS = requirements.OF_CHECKPOINTS
CHECKS = fitting.CHECKS

DUMP_RULES: dict[DumpRule, Book] = {
    "ratio": checkpoint.FROM_RATIO,
    "time": checkpoint.FROM_TIME,
    "bandwidth": checkpoint.FROM_BANDWIDTH,
    "efficiency": checkpoint.FROM_EFFICIENCY,
}


FILES_OF_ONE_SIZE = Book("files", small_files.SIZE)


def _arrays_of(chain: Chain) -> list[Book]:
    """The chapters on what a file gets of controllers and expanders."""
    if not chain.targets_on_arrays:
        return []
    lie = striping.ON_CONTROLLERS if chain.controllers else striping.BEHIND_EXPANDERS
    return [healthy.HEALTHY_ON_ARRAYS, lie]


@cache
def tier_book(
    chain: Chain,
    *,
    drives_in_servers: bool,
    targets_given: bool,
    kind: TierKind = "zfs",
    cached: bool = False,
    lanes_of_caches: bool = False,
    with_files: bool = False,
    shared_drives: bool = False,
) -> Book:
    """The book of a tier of equal building blocks.

    `with_files`: their sizes, on ZFS; `shared_drives`: the servers of a block reach all its drives.
    """
    alone = drives_in_servers and not shared_drives and kind in _OF_ONE_SERVER
    fitted = layout.FITTED_IN_SERVERS if alone else layout.FITTED_TARGETS
    return Book(
        "tier",
        layout.BLOCKS,
        layout.IN_SERVERS if drives_in_servers else layout.IN_ENCLOSURES,
        *([layout.GIVEN_TARGETS] if targets_given else [layout.RESERVED, fitted]),
        layout.TARGETS,
        *([] if chain.spread else [layout.GROUPS]),
        *_TIER_CAPACITY[kind],
        *([files.FILES_OF_TIER] if with_files else []),
        *([caches.CACHES] if cached else []),
        drives.TIER,
        Book("parts of the chain", *chain.chapters(), only=lambda item: not is_stage(item)),
        healthy.HEALTHY,
        performance.ROOM,
        healthy.HEALTHY_STRIPED,
        *([] if chain.spread else [healthy.HEALTHY_SPLIT]),
        *_arrays_of(chain),
        fitting.SERVER,
        *([fitting.BAYS] if drives_in_servers or cached else []),
        fitting.IN_SERVERS if drives_in_servers else fitting.IN_ENCLOSURES,
        *([fitting.CACHES] if cached else []),
        fitting.CARDS,
        *([fitting.CABLES] if chain.cabled else []),
        fitting.LANES,
        *([fitting.LANES_OF_ADAPTERS] if chain.adapters else []),
        *([fitting.LANES_OF_DRIVES] if chain.lanes_of_drives else []),
        *([fitting.LANES_OF_CACHES] if lanes_of_caches else []),
        materials.TIER,
    )


@cache
def given_tier_book(*, sized: bool) -> Book:
    """The book of a tier that is given as a whole."""
    stored = [small_files.SIZES, small_files.UNIT] if sized else [small_files.LARGE_FILES]
    rates = Book("rates as given", given.RATES, only=lambda item: not is_stage(item))
    delivery = Book("delivery", drives.TIER, only=lambda item: item.name == "delivery_factor")
    chapters = given.GIVEN, *stored, capacity.PLANNED, rates, delivery
    return Book("tier", *chapters, healthy.HEALTHY, materials.TIER)


TASK = Book("task", processor.TASK)
WORKLOADS = {
    "read": Book("workload", workloads.WORKLOAD, workloads.READING),
    "write": Book("workload", workloads.WORKLOAD, workloads.WRITING),
}


@cache
def goal_book(*, racks: bool) -> Book:
    """The book of a goal of bandwidth under a workload."""
    return Book("goal", workloads.GOAL, *([workloads.RACKS] if racks else []))


@cache
def one_file_book(*, to_client: bool) -> Book:
    """The book of one file; `to_client`: what one client's ports carry is known."""
    rate = workloads.FILE_TO_CLIENT if to_client else workloads.FILE_ASIDE
    return Book("one file", workloads.ONE_FILE, rate)


@cache
def extent_book(chain: Chain, *, to_client: bool) -> Book:
    """The book of a stretch of a file; `to_client`: what one client takes may limit it."""
    alone, limited = workloads.EXTENT_TIME, workloads.EXTENT_TO_CLIENT
    if chain.targets_on_arrays:
        alone, limited = workloads.EXTENT_ON_ARRAYS, workloads.EXTENT_ON_ARRAYS_TO_CLIENT
    if chain.spread:
        alone, limited = workloads.EXTENT_SPREAD, workloads.EXTENT_SPREAD_TO_CLIENT
    return Book("extent", workloads.EXTENT, limited if to_client else alone)


GIVEN_STATE = Book(
    "state",
    performance.GIVEN_STATE,
    Book("stages", given.RATES, only=is_stage),
    performance.SERVER_END,
    performance.OWN_END,
    performance.ALIKE_END,
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
    rule: DumpRule | None,
    *,
    memory: bool,
    racks: bool,
    required: frozenset[str],
    memory_given: bool = False,
    drains: bool = False,
) -> Book:
    """The book of the site: totals, machine, cost, and the checks that are asked for."""
    machine = []
    if rule:
        dumps = drain.DRAIN if drains else checkpoint.COMMITTED
        machine = [checkpoint_book(rule, memory_given=memory_given), checkpoint.STORAGE, dumps]
    if memory and not rule:
        machine = [checkpoint.GIVEN_MEMORY if memory_given else checkpoint.MEMORY]
    return Book(
        "site",
        capacity.SITE,
        healthy.SITE,
        *machine,
        materials.SITE,
        *([materials.RACKS] if racks else []),
        cost.SITE,
        *(r.chapter for r in REQUIREMENTS.values() if r.name in required),
    )
