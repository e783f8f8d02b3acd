"""Example trees that together hold every book of the model, in every variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from model.books.chain import Chain, Extra
from model.books.facts import (
    Drains,
    DumpRule,
    GroupFacts,
    InodeRule,
    Kind,
    SiteFacts,
    StateFacts,
    StateKind,
    TargetFacts,
    TierFacts,
    Way,
)
from model.books.site import COMMON, COMMON_YEAR, SITE, SITE_YEAR
from model.books.site import MACHINE as MACHINE_BOOKS
from model.books.state import GIVEN_STATE
from model.books.target import FILE, FILES_OF_ONE_SIZE, GROUP, POOL
from model.books.tier import GIVEN_TIER, LINE, TIER, TIER_YEAR, LineFacts
from model.books.workloads import EXTENT, GOAL, ONE_FILE, TASK, WORKLOAD, WorkloadFacts
from model.design.redundancy import parse_code, parse_raid
from model.engine.quantity import Book, Input, Quantity
from model.engine.tree import Address, Instance, Program
from model.formulas.time_and_money.requirements import REQUIREMENTS, THROUGH_BURST
from model.planning.states import healthy_of, state_of
from model.pools.instances import group_inputs, pool_tree, setup_of, tree_of
from model.pools.layouts import groups_of
from model.zfs.partitions import partitioning_of
from model.zfs.releases import RELEASES
from model.zfs.vdevs import parse_layout

GIB = 2.0**30
YEARS = 3
RULES: tuple[DumpRule, ...] = ("ratio", "time", "bandwidth", "efficiency")
EDR = {"signalling": 25.78125e9 / 8, "code_payload": 64.0, "code_block": 66.0}
PCIE3 = {"signalling": 1e9, "code_payload": 128.0, "code_block": 130.0}
PCIE4 = {"signalling": 2e9, "code_payload": 128.0, "code_block": 130.0}
SAS3 = {"signalling": 1.5e9, "code_payload": 8.0, "code_block": 10.0}


def link(prefix: str, figures: Mapping[str, float]) -> dict[str, float]:
    """Name the figures of a kind of link as the inputs of one."""
    return {f"{prefix}_{name}": value for name, value in figures.items()}


def pool(
    layout: str = "raidz2:10",
    *,
    release: str = "2.4",
    lustre: bool = True,
    in_tier: bool = True,
    in_enclosures: bool = True,
    partitioning: str = "none",
    with_files: bool = False,
    with_use: bool = False,
    known: Mapping[str, Any] = {},
    leaf: float = 10e12,
    **given: float,
) -> Instance:
    """Build a pool, alone or as the target of a tier."""
    rules = RELEASES[release]
    groups = []
    for n, vdevs in enumerate(parse_layout(layout)):
        figures = group_inputs(vdevs, rules)
        if not in_tier:
            figures["leaf_capacity"] = leaf
        if partitioning != "none":
            figures |= {**partitioning_of(partitioning).inputs, "encryption_header": 2.0**24}
        leaf_of = "drive" if in_tier else "size"
        facts = GroupFacts(
            leaf=leaf_of if partitioning == "none" else "partition",
            metaslab_limit=rules.has_metaslab_limit,
            draid=vdevs.is_draid,
            sized=with_files,
            in_tier=in_tier,
            in_enclosures=in_enclosures,
        )
        own, files = GROUP.book(facts), mixed(with_files, facts)
        groups.append(Instance("groups", f"group {n + 1}", own, figures, files))
    pool_book = POOL.book(
        TargetFacts(
            lustre=lustre,
            in_tier=in_tier,
            in_enclosures=in_enclosures,
            sized=with_files,
            in_use=with_use,
            **known,
        )
    )
    inputs = {**rules.inputs, "record_size": 2.0**20, **given}
    name = "target" if in_tier else "pool"
    return Instance("pools" if in_tier else "pool", name, pool_book, inputs, {"groups": groups})


MIX = ((4096.0, 0.75), (3e9, 0.25))


def mixed(with_files: bool, facts: GroupFacts) -> dict[str, list[Instance]]:
    """Build the files of a histogram on a group of vdevs, if they are asked for."""
    file_book = FILE.book(facts)
    made = [
        Instance("files", f"files {n}", file_book, {"file_size": size, "file_count": share})
        for n, (size, share) in enumerate(MIX)
    ]
    return {"files": made} if with_files else {}


@dataclass(frozen=True)
class Variant:
    """Which chapters a tier is made of."""

    adapters: bool = True
    measured_targets: bool = False
    calibrated: bool = False
    drives_in_servers: bool = False
    targets_given: bool = False
    overlapped: bool = False
    extras: tuple[Extra, ...] = ()
    fitted: tuple[str, ...] = ()

    def chain(self, *, arrays: bool = False, spread: bool = False) -> Chain:
        """What decides on the stages of the chain."""
        return Chain(
            self.adapters,
            self.measured_targets,
            self.calibrated,
            self.overlapped,
            arrays,
            frozenset(self.extras),
            spread,
            fitted=frozenset(self.fitted),
            drives_in_servers=self.drives_in_servers,
        )


FITTED = "drives", "array", "expander", "hba", "nic", "fabric"
"""A stage of each scope, and of whatever else a chain may have."""

VARIANTS = (
    Variant(overlapped=True),
    Variant(extras=("expanders", "cores", "numa", "routers", "spine", "clients")),
    Variant(overlapped=True, extras=("cores",)),
    *(
        Variant(False, measured, drives_in_servers=True, extras=("drive_pcie",))
        for measured in (False, True)
    ),
    *(Variant(*flags) for flags in product((False, True), repeat=5)),
)

LINES = (
    ("servers", "servers", ""),
    ("processors", "cpus_per_server", "servers"),
    ("memory", "memory_modules_per_server", "servers"),
    ("network", "nics_per_server", "servers"),
    ("drives", "drives", ""),
)
OF_ENCLOSURES = (("enclosures", "enclosures", ""),)
OF_ADAPTERS = (("adapters", "hbas_per_server", "servers"),)
OF_CABLES = (("cables", "sas_cables_per_block", "blocks"),)
PIECE = {"unit_price": 5000.0, "unit_power": 300.0, "unit_weight": 20.0, "unit_rack_units": 2.0}


def years(year_book: Book) -> list[Instance]:
    """Build the purchase and the years after it."""
    dated = "year_index" in year_book
    return [
        Instance("years", f"year {j}", year_book, {"year_index": float(j)} if dated else {})
        for j in range(YEARS + 1)
    ]


def tier(
    name: str = "scratch",
    variant: Variant = Variant(),
    *,
    role: str = "tiers",
    layout: str = "raidz3:11",
    release: str = "2.4",
    lustre: bool = True,
    state: Mapping[str, float] | None = None,
    target: Instance | None = None,
    kind: Kind = "zfs",
    arrays: bool = False,
    cached: bool = False,
    lanes_of_caches: bool = False,
    with_: tuple[str, ...] = ("workloads", "files"),
    known: Mapping[str, Any] = {},
    of_target: Mapping[str, Any] = {},
    **given: float,
) -> Instance:
    """Build a tier of one kind of building block, with all its figures known.

    `known` and `of_target` are further facts of it and of its targets.
    """
    inputs = {
        "blocks": 4.0,
        "servers_per_block": 2.0,
        "cpus_per_server": 2.0,
        "memory_modules_per_server": 12.0,
        "drive_capacity": 10e12,
        "memory_channels": 12.0,
        "module_transfer_rate": 2.666e9,
        "cpu_transfer_rate": 2.4e9,
        "cpu_pcie_lanes": 48.0,
        "nics_per_server": 1.0,
        "nic_ports": 1.0,
        "nic_lanes": 4.0,
        "nic_pcie_lanes": 16.0,
        "fabric_links": 18.0,
        "fabric_link_bandwidth": 12e9,
    }
    inputs |= link("nic", EDR) | link("nic_pcie", PCIE3) | link("cpu_pcie", PCIE3)
    if variant.drives_in_servers:
        inputs |= {"drives_per_server": 24.0}
    else:
        inputs |= {"enclosures_per_block": 2.0, "drives_per_enclosure": 106.0}
    if variant.targets_given:
        inputs |= {"targets_per_block": 2.0}
    if variant.measured_targets:
        inputs |= {"target_read_bandwidth": 1.2e9, "target_write_bandwidth": 1e9}
    else:
        inputs |= {
            "drive_read_bandwidth": 250e6,
            "drive_write_bandwidth": 240e6,
            "drive_surface_factor": 0.75,
        }
    if variant.calibrated:
        inputs |= {
            "measured_read_bandwidth": 9.5e9,
            "measured_write_bandwidth": 6.2e9,
            "measured_channels": 12.0,
            "reduced_channels": 6.0,
            "reduced_write_bandwidth": 5e9,
        }
    else:
        inputs |= {
            "processor_read_rate": 1e10,
            "processor_write_rate": 8e9,
            "memory_read_traffic": 5.0,
            "memory_write_traffic": 8.0,
        }
    for extra in variant.extras:
        inputs |= EXTRAS[extra]
    lines = LINES if variant.drives_in_servers else LINES + OF_ENCLOSURES
    if variant.adapters:
        inputs |= {
            "hbas_per_server": 4.0,
            "hba_cables": 2.0,
            "hba_bandwidth": 6e9,
            "hba_lanes": 8.0,
            "hba_ports": 2.0,
            "hba_pcie_lanes": 8.0,
        }
        inputs |= link("sas", SAS3) | link("hba_pcie", PCIE3) | link("enclosure_sas", SAS3)
        lines += OF_ADAPTERS if variant.drives_in_servers else OF_ADAPTERS + OF_CABLES
    if arrays and not variant.measured_targets:
        inputs |= {"array_read_bandwidth": 6e9, "array_write_bandwidth": 4e9}
    if cached:
        inputs |= {
            "cache_drives_per_server": 5.0,
            "cache_drive_capacity": 3.84e12,
            "cache_per_drive": 1e12,
        }
        if lanes_of_caches:
            inputs |= {"cache_drive_pcie_lanes": 4.0}
        lines += (("cache", "cache_drives_per_server", "servers"),)
    inputs |= given
    spread = kind not in ("zfs", "zfs on raid", "raid")
    target = target or pool(
        layout,
        release=release,
        lustre=lustre,
        in_enclosures=not variant.drives_in_servers,
        known=of_target,
    )
    own = POOL.facts_of(target.book)
    assert isinstance(own, TargetFacts)
    group = next(iter(target.children.get("groups", ())), None)
    sized = group is not None and "files" in group.children
    facts = TierFacts(
        chain=variant.chain(arrays=arrays, spread=spread),
        target=TargetFacts(kind=kind, sized=sized, format=own.format, **of_target),
        holds_data=role == "tiers",
        targets_given=variant.targets_given,
        cached=cached,
        cache_on_lanes=lanes_of_caches,
        **known,
    )
    healthy = replace(healthy_of(facts), inputs=state or {})
    children = {
        "pools": [target],
        "healthy": [healthy],
        "states": other_states(variant, arrays=arrays, spread=spread),
        "lines": [Instance("lines", key, LINE.book(LineFacts(*of)), PIECE) for key, *of in lines],
        "years": years(TIER_YEAR.book(facts)),
        "workloads": [workload("read"), workload("write")] if "workloads" in with_ else [],
        "single files": [single_file(facts)] if "files" in with_ else [],
        "tasks": [Instance("tasks", task, TASK.book(), x) for task, x in TASKS.items()]
        if "cores" in variant.extras
        else [],
    }
    return Instance(role, name, TIER.book(facts), inputs, children)


def workload(way: Way) -> Instance:
    """Build a workload with a goal; that of reading is counted in racks."""
    figures = {"goal_bandwidth": 500e9} | ({"blocks_per_rack": 8.0} if way == "read" else {})
    facts = WorkloadFacts(way, racks=way == "read")
    goal = Instance("goals", "asked", GOAL.book(facts), figures)
    rate = {"workload_server_bandwidth": 1.2e9}
    own = WORKLOAD.book(facts)
    return Instance("workloads", f"4 MiB {way}s", own, rate, {"goals": [goal]})


def single_file(facts: TierFacts) -> Instance:
    """Build a file of 4 GB on two stretches."""
    own = EXTENT.book(facts)
    extents = [
        Instance(
            "extents",
            f"stretch {n}",
            own,
            {"extent_end": end, "extent_targets": targets},
        )
        for n, (end, targets) in enumerate(((128e6, 1.0), (4e9, 4.0)))
    ]
    figures = {"one_file_size": 4e9}
    whole = ONE_FILE.book(facts)
    return Instance("single files", "4 GB", whole, figures, {"extents": extents})


EXTRAS: dict[Extra, dict[str, float]] = {
    "drive_pcie": {"drive_pcie_lanes": 4.0, **link("drive_pcie", PCIE4)},
    "expanders": {"expander_bandwidth": 30e9},
    "cores": {"cores_per_server": 16.0},
    "numa": {"numa_links": 2.0, "numa_link_bandwidth": 20e9},
    "routers": {"routers": 16.0, "router_bandwidth": 10e9},
    "spine": {"uplinks": 12.0, "uplink_bandwidth": 12e9},
    "clients": {"clients": 100.0, "client_bandwidth": 12e9},
}
TASKS = {
    "checksum": {"task_rate": 5e9, "task_read_share": 1.0, "task_write_share": 1.0},
    "parity": {"task_rate": 3e9, "task_read_share": 0.0, "task_write_share": 1.0},
}
STATES: dict[str, tuple[StateKind, dict[str, float]]] = {
    "server down": ("server down", {"servers_lost": 1.0, "takeover": 1.0}),
    "server lost": ("server down", {"servers_lost": 1.0}),
    "drive rebuilding": ("one server", {"rebuilding_targets": 1.0}),
    "all rebuilding": ("all servers", {"rebuilding_targets": 1.0}),
    "nearly full": ("nearly full", {"aged_factor": 0.9}),
}
ADAPTER_LOST: dict[str, tuple[StateKind, dict[str, float]]] = {
    "adapter lost": ("one server", {"hbas_lost": 1.0}),
}
CABLES_LOST: dict[str, tuple[StateKind, dict[str, float]]] = {
    "cable lost": ("one server", {"cables_lost": 1.0}),
    "module lost": ("one block", {"modules_lost": 1.0}),
}


def other_states(variant: Variant, *, arrays: bool = False, spread: bool = False) -> list[Instance]:
    """Build every state that such a tier can be in, beside healthy."""
    chain = variant.chain(arrays=arrays, spread=spread)
    found = (
        STATES | (ADAPTER_LOST if chain.adapters else {}) | (CABLES_LOST if chain.cabled else {})
    )
    made = [
        state_of(name, StateFacts(chain=chain, kind=kind), inputs)
        for name, (kind, inputs) in found.items()
    ]
    if arrays:
        kind, inputs = CABLES_LOST["module lost"]
        own = replace(chain, controller_lost=True)
        made.append(state_of("controller lost", StateFacts(chain=own, kind=kind), inputs))
    return made


SIZES = ({"file_size": 1e6, "file_share": 0.25}, {"file_size": 3e4, "file_share": 0.75})


def sized(of_sizes: bool) -> dict[str, list[Instance]]:
    """Build the files of a histogram, if they are asked for."""
    made = [
        Instance("files", f"files {n}", FILES_OF_ONE_SIZE.book(), x) for n, x in enumerate(SIZES)
    ]
    return {"files": made} if of_sizes else {}


def raid_target(
    layout: str = "raid6:10",
    *,
    extfs: bool = True,
    xfs: bool = False,
    by_size_of_target: bool = False,
    of_sizes: bool = False,
    in_enclosures: bool = True,
    known: Mapping[str, Any] = {},
    **given: float,
) -> Instance:
    """Build a target of RAID groups, under ext4 or nothing."""
    groups = parse_raid(layout)
    inputs = {
        "raid_groups": float(groups.count),
        "raid_drives": float(groups.drives),
        "raid_data_drives": float(groups.data_drives),
        "raid_survives": float(groups.survives),
    }
    if of_sizes:
        inputs["allocation_unit"] = 4096.0
    facts = TargetFacts(
        kind="raid",
        format="ext" if extfs else "xfs" if xfs else "plain",
        inodes_by_size=by_size_of_target,
        sized=of_sizes,
        in_enclosures=in_enclosures,
        **known,
    )
    return Instance("pools", "target", POOL.book(facts), inputs | given, sized(of_sizes))


def lun_target(
    layout: str = "3 x raid6:10",
    *,
    lustre: bool = True,
    in_enclosures: bool = True,
    with_files: bool = False,
    **given: float,
) -> Instance:
    """Build a target of ZFS on RAID groups."""
    groups, rules = parse_raid(layout), RELEASES["0.6.3"]
    figures = {
        "vdevs": float(groups.count),
        "vdev_drives": float(groups.drives),
        "vdev_data_drives": float(groups.data_drives),
        "vdev_survives": float(groups.survives),
        "vdev_columns": 1.0,
        "vdev_parity": 0.0,
        "embedded_log_metaslabs": rules.log,
    }
    facts = GroupFacts(
        leaf="raid group",
        metaslab_limit=rules.has_metaslab_limit,
        in_enclosures=in_enclosures,
        sized=with_files,
    )
    group = Instance("groups", "group 1", GROUP.book(facts), figures, mixed(with_files, facts))
    own = TargetFacts(
        kind="zfs on raid", lustre=lustre, in_enclosures=in_enclosures, sized=with_files
    )
    inputs = {**rules.inputs, "record_size": 2.0**20, **given}
    return Instance("pools", "target", POOL.book(own), inputs, {"groups": [group]})


def coded_target(
    code: str, kind: Kind, *, of_sizes: bool = False, known: Mapping[str, Any] = {}, **given: float
) -> Instance:
    """Build a target of data and parity strips: declustered RAID, or Ceph."""
    strips = parse_code(code)
    inputs = {"code_data": float(strips.data), "code_parity": float(strips.parity)}
    own = POOL.book(TargetFacts(kind=kind, sized=of_sizes, **known))
    return Instance("pools", "target", own, inputs | given, sized(of_sizes))


def given_tier(
    name: str = "given",
    *,
    of_sizes: bool = False,
    inodes: InodeRule | None = None,
    known: Mapping[str, Any] = {},
    **more: float,
) -> Instance:
    """Build a tier that is given as a whole."""
    inputs = {
        "given_capacity": 3.9e15,
        "given_raw_capacity": 5e15,
        "given_read_bandwidth": 24e9,
        "given_write_bandwidth": 14e9,
    }
    if of_sizes:
        inputs["allocation_unit"] = 131072.0
    target = TargetFacts(kind="given", sized=of_sizes, inodes=inodes)
    facts = TierFacts(target=target, holds_data=inodes is None, **known)
    children = {
        **sized(of_sizes),
        "healthy": [Instance("healthy", "healthy", GIVEN_STATE.book(facts))],
        "years": years(TIER_YEAR.book(facts)),
    }
    role = "tiers" if facts.holds_data else "metadata"
    return Instance(role, name, GIVEN_TIER.book(facts), inputs | more, children)


def other_tiers(fitted: tuple[str, ...] = ()) -> dict[str, Instance]:
    """Build a tier of each kind beside ZFS on drives."""
    boxes = Variant(fitted=fitted, adapters=False)
    inside = Variant(fitted=fitted, adapters=False, drives_in_servers=True)
    group = Variant(fitted=fitted, adapters=False, drives_in_servers=True, targets_given=True)
    shared = Variant(fitted=fitted, targets_given=True)
    found = {
        "arrays under ldiskfs": tier(
            variant=boxes, target=raid_target(by_size_of_target=True), kind="raid", arrays=True
        ),
        "arrays under ZFS": tier(
            variant=boxes, target=lun_target(), kind="zfs on raid", arrays=True
        ),
        "RAID in servers under ZFS": tier(
            variant=inside,
            target=lun_target(lustre=False, in_enclosures=False, with_files=True),
            kind="zfs on raid",
        ),
        "drives under ext4": tier(
            variant=inside,
            target=raid_target("drive", of_sizes=True, in_enclosures=False),
            kind="raid",
            cached=True,
        ),
        "arrays on cables": tier(
            variant=Variant(fitted=fitted), target=raid_target(), kind="raid", arrays=True
        ),
        **{
            f"NVMe caches {n}": tier(variant=variant, cached=True, lanes_of_caches=True)
            for n, variant in enumerate((Variant(), boxes, VARIANTS[3]))
        },
        "clients": tier(variant=Variant(extras=("clients",))),
        "measured arrays": tier(
            variant=Variant(fitted=fitted, adapters=False, measured_targets=True),
            target=lun_target(),
            kind="zfs on raid",
            arrays=True,
        ),
        "mirrored targets": tier(
            variant=inside,
            target=raid_target("raid10:4", extfs=False, in_enclosures=False, file_copies=2.0),
            kind="raid",
        ),
        "drives under XFS": tier(
            variant=inside,
            target=raid_target("drive", extfs=False, xfs=True, in_enclosures=False),
            kind="raid",
        ),
        "mirrored pools": tier(
            target=pool("2 x draid2:8d:53c:3s", with_files=True, file_copies=2.0)
        ),
        "mirrored RAID under ZFS": tier(
            variant=boxes, target=lun_target(file_copies=3.0), kind="zfs on raid"
        ),
        "a tier as given": given_tier(),
        "a tier as given, with files": given_tier(of_sizes=True),
    }
    for of_sizes in (False, True):
        unit = {"allocation_unit": 8192.0} if of_sizes else {}
        for in_enclosures in (False, True):
            recovery_group = coded_target(
                "8+2p",
                "declustered",
                of_sizes=of_sizes,
                known={"spares_given": of_sizes, "in_enclosures": in_enclosures},
                **({"spare_drives": 4.0} if of_sizes else {}),
                **unit,
            )
            found[f"recovery group {of_sizes} {in_enclosures}"] = tier(
                variant=shared if in_enclosures else group,
                target=recovery_group,
                kind="declustered",
                targets_per_block=1.0,
            )
        osd = coded_target("4+2", "ceph", of_sizes=of_sizes)
        variant = Variant(
            adapters=False,
            drives_in_servers=True,
            extras=("clients",) if of_sizes else (),
            fitted=fitted,
        )
        by_block = {"by_block": of_sizes}
        found[f"Ceph {of_sizes}"] = tier(variant=variant, target=osd, kind="ceph", known=by_block)
    behind = Variant(drives_in_servers=True, fitted=fitted)
    osd = coded_target("4+2", "ceph")
    found["Ceph behind adapters"] = tier(variant=behind, target=osd, kind="ceph")
    return found


def checkpoint_inputs(rule: DumpRule) -> dict[str, float]:
    """Give what the rule for the dump time asks for."""
    return {
        "ratio": {"mtti_to_dump_ratio": 200.0},
        "time": {"dump_time": 1296.0},
        "bandwidth": {"checkpoint_bandwidth": 204.8e9},
        "efficiency": {"wanted_efficiency": 0.9},
    }[rule]


MACHINE = {"compute_nodes": 2592.0, "node_memory": 128e9}
FAILURES = {"job_mtti": 72 * 3600.0, "fixed_restart_time": 60.0, "restart_dumps": 1.0}
MONEY = {
    "pue": 1.2,
    "energy_price": 7e-8,
    "vat_rate": 0.2,
    "maintenance_rate": 0.05,
    "staff_cost": 0.004,
}
DEMANDS = {
    "capacity": 5e15,
    "raw_capacity": 7e15,
    "read_bandwidth": 50e9,
    "write_bandwidth": 40e9,
    "budget": 2e6,
    "racks": 20.0,
    "power": 80e3,
    "weight": 9e3,
}


def site(
    tiers: list[Instance],
    *,
    rule: DumpRule | None = None,
    memory: bool = False,
    memory_given: bool = False,
    required: frozenset[str] = frozenset(),
    racks: bool = False,
    common: bool = True,
    drains: Drains | None = None,
    known: Mapping[str, Any] = {},
    **given: float,
) -> Instance:
    """Build a site of these tiers, with all its figures known; `known` are further facts."""
    facts = SiteFacts(
        rule=rule,
        memory="given" if memory_given else "of nodes" if memory or rule else None,
        racks=racks,
        required=required,
        drains=drains,
        years=YEARS,
        **known,
    )
    inputs = {f"required_{name}": value for name, value in DEMANDS.items() if name in required}
    inputs |= MONEY
    if rule or memory:
        inputs |= MACHINE
    if memory_given:
        inputs |= {"memory_capacity": 1.5e15}
    if rule:
        inputs |= FAILURES | checkpoint_inputs(rule)
    if racks:
        inputs |= {"usable_rack_units": 42.0}
    children = {kind: [t for t in tiers if t.role == kind] for kind in ("tiers", "metadata")}
    line = Instance("lines", "1", LINE.book(LineFacts()), {**PIECE, "line_count": 3.0})
    below = {"lines": [line], "years": years(COMMON_YEAR.book(facts))}
    children["common"] = [Instance("common", "common", COMMON.book(), {}, below)] * common
    children["years"] = years(SITE_YEAR.book(facts))
    return Instance("site", "site", SITE.book(facts), inputs | given, children)


ASKED = frozenset(name for name in REQUIREMENTS if name not in THROUGH_BURST)
"""What is asked of a site in which no tier drains into another."""


def burst_site(known: Mapping[str, Any] = {}, **given: float) -> Instance:
    """Build a site in which one tier drains into another, beside a third that doesn't."""
    tiers = [
        tier("burst", Variant(False, drives_in_servers=True, extras=("drive_pcie",)), known=known),
        tier("home", Variant(adapters=False), known=known),
        given_tier("disk", known=known),
    ]
    drains = Drains(("burst", "home"), ("burst",), "disk")
    asked = frozenset(THROUGH_BURST)
    return site(tiers, rule="ratio", required=asked, drains=drains, known=known, **given)


def full_site(rule: DumpRule = "ratio") -> Instance:
    """Build a site with two data tiers, metadata, what is common, and every requirement."""
    tiers = [
        tier("project", Variant(calibrated=True), layout="raidz3:11"),
        tier(
            "scratch",
            Variant(
                adapters=False, measured_targets=True, drives_in_servers=True, targets_given=True
            ),
            layout="raidz1:8",
            release="0.7",
        ),
        tier(
            "metadata", Variant(), role="metadata", layout="mirror:2 + 2 x mirror:2", lustre=False
        ),
    ]
    return site(tiers, rule=rule, memory=True, racks=True, required=ASKED)


def machine(rule: DumpRule, *, memory_given: bool) -> Instance:
    """Build a machine that checkpoints, without storage, with the curve of the tried intervals."""
    inputs = {**FAILURES, **checkpoint_inputs(rule), "tried_interval": 2e4}
    inputs |= {"memory_capacity": 331.776e12} if memory_given else MACHINE
    facts = SiteFacts(rule=rule, memory="given" if memory_given else "of nodes")
    return Instance("machine", "machine", MACHINE_BOOKS.book(facts), inputs)


def files_on(layout: str) -> Instance:
    """Build a pool with small and large files."""
    setup = setup_of("2.4")
    groups = [replace(g, drive=10**13) for g in groups_of(layout, setup.release)]
    return pool_tree(groups, setup, files=[(4096.0, 1e6), (3e9, 20.0), (1e12, 2.0)])


@cache
def examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    # First, as a figure is fed from the first example that has it: here all are known.
    found = {
        f"tier of fitted stages {'in servers' if inside else 'in enclosures'}": site(
            [tier("t", Variant(drives_in_servers=inside, fitted=FITTED))]
        )
        for inside in (False, True)
    }
    found |= {f"{name}, fitted": site([other]) for name, other in other_tiers(FITTED).items()}
    found |= {f"site by {rule}": full_site(rule) for rule in RULES}
    found["bare site"] = site([tier(variant=Variant(adapters=False))], common=False)
    found["site with memory"] = site([tier()], memory=True)
    found["site with a burst tier"] = burst_site()
    for name in sorted(ASKED):
        rule: DumpRule | None = "time" if name == "checkpoint_bandwidth" else None
        asked = frozenset({name})
        found[f"site with {name}"] = site(
            [tier()], rule=rule, racks=name == "racks", required=asked
        )
    for n, variant in enumerate(VARIANTS):
        release = "0.7" if n % 2 else "2.4"
        found[f"tier {n + 1}"] = site([tier("t", variant, release=release, lustre=n % 4 < 2)])
    found |= {name: site([other]) for name, other in other_tiers().items()}
    found["machine of known memory"] = site([tier()], memory_given=True)
    for lustre, release in product((False, True), RELEASES):
        file_system = "Lustre" if lustre else "ZFS"
        found[f"pool {file_system} {release}"] = pool(
            "raidz2:10", lustre=lustre, release=release, in_tier=False, in_enclosures=False
        )
    for layout in ("2 x draid2:8d:53c:3s", "draid1:4d:11c:1s + raidz2:10 + special mirror:2"):
        for partitioning in ("none", "linux", "truenas-25.04"):
            found[f"{layout}, {partitioning}"] = tree_of(layout, "10 TB", partitioning=partitioning)
    for layout in ("2 x draid2:8d:53c:3s", "raidz2:10 + mirror:2 + special mirror:2"):
        found[f"files on {layout}"] = files_on(layout)
    found["tier of dRAID"] = site([tier("t", layout="draid2:8d:53c:3s")])
    for layout in ("draid2:8d:53c:3s", "raidz2:10"):
        target = pool(layout, partitioning="truenas-25.04", with_files=True)
        found[f"tier of files on {layout}"] = site([tier("t", target=target)])
    found["pool in use"] = pool(in_tier=False, in_enclosures=False, with_use=True)
    for rule, memory_given in product(RULES, (False, True)):
        how = "given" if memory_given else "of nodes"
        found[f"machine by {rule}, memory {how}"] = machine(rule, memory_given=memory_given)
    from tests.cache_trees import cache_examples  # they build on these trees
    from tests.demand_trees import demand_examples
    from tests.file_trees import file_examples

    found |= demand_examples() | file_examples() | cache_examples()
    return found


@cache
def program(example: str) -> Program:
    """Give the compiled example."""
    return Program(examples()[example])


@dataclass(frozen=True)
class Case:
    """One use of a quantity: where, and the declarations of what it is fed with."""

    example: str
    address: Address
    quantity: Quantity
    slots: tuple[int, ...]
    operands: tuple[Input | Quantity, ...]

    def __str__(self) -> str:
        return f"{self.quantity.chapter.replace(' ', '_')}.{self.quantity.name}"


def _cases() -> Iterator[Case]:
    seen = set()
    for name, root in examples().items():
        compiled = program(name)
        instances = dict(root.walk())
        for step in compiled.steps:
            addresses = [compiled.addresses[slot] for slot in step.operands]
            operands = tuple(instances[path].book[item] for path, item in addresses)
            key = (step.quantity, operands)
            if key not in seen:
                seen.add(key)
                address = step.path, step.quantity.name
                yield Case(name, address, step.quantity, step.operands, operands)


@cache
def cases() -> tuple[Case, ...]:
    """Give each formula of each book with each set of operands that it meets, once."""
    return tuple(case for case in _cases() if case.quantity.kind != "opaque")


@cache
def procedures() -> tuple[Case, ...]:
    """Give each procedure of each book, which is no formula, in the same way."""
    return tuple(case for case in _cases() if case.quantity.kind == "opaque")
