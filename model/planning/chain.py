"""The inputs of a tier's chain: CPU and memory, adapters, network, and what servers share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.books.chain import Chain, Extra
from model.books.workloads import TASK
from model.design.tier import Adapters, Enclosures, Tier
from model.engine.tree import UNKNOWN, Instance
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

LINK = ("signalling", "code_payload", "code_block")
SHARED = (("routers", "router"), ("uplinks", "uplink"), ("clients", "client"))
"""What servers share: the field of the scenario, and the beginning of its inputs' names."""


def chain_of(tier: Tier, supply: Supply) -> Chain:
    """Say which stages the chain of a tier has."""
    processing, fabric = tier.processing, tier.fabric
    extras: dict[Extra, object] = {
        "drive_pcie": _drives_on_pcie(tier, supply),
        "expanders": tier.enclosures and tier.enclosures.expander_bandwidth,
        "cores": processing and processing.tasks,
        "numa": tier.numa,
        "routers": fabric and fabric.routers,
        "spine": fabric and fabric.uplinks,
        "clients": fabric and fabric.clients,
    }
    return Chain(
        adapters=tier.adapters is not None,
        measured_targets=tier.measured_target is not None,
        calibrated=tier.calibration is not None,
        overlapped=processing is not None and processing.combine == "overlapped",
        arrays=has_arrays(tier, supply),
        extras=frozenset(name for name, said in extras.items() if said),
        spread=tier.target.spread,
        fitted=frozenset(_fitted(tier)),
        drives_in_servers=tier.drives.per_server is not None,
    )


FITTED = (
    ("adapters", ("hba",)),
    ("network", ("nic",)),
    ("processing", ("cpu_memory",)),
    ("processing.tasks", ("cpu_memory",)),
    ("numa", ("numa",)),
    ("drives", ("drives", "parity")),
    ("fabric", ("fabric",)),
    ("fabric.routers", ("routers",)),
    ("fabric.uplinks", ("spine",)),
    ("fabric.clients", ("clients",)),
)
"""Where a tier may hold figures that were fitted, and the stages that they decide on."""


def _fitted(tier: Tier) -> Iterator[str]:
    """Name the stages that were fitted; none where the delivery factor was, which counts on all."""
    factor = tier.policy.delivery_factor
    if factor is not None and factor.status == "calibrated":
        return
    for path, stages in FITTED:
        said: Any = tier
        for name in path.split("."):
            said = getattr(said, name, None)
        for one in said if isinstance(said, tuple) else (said,):
            figures = [getattr(one, name) for name in type(one).model_fields] if one else []
            if any(getattr(figure, "status", "") == "calibrated" for figure in figures):
                yield from stages


def put_chain(draft: Draft, tier: Tier, at: str) -> None:
    """Gather the inputs of a tier's chain, the drives' aside."""
    _put_server(draft, tier, at)
    if _drives_on_pcie(tier, draft.supply):
        _put_link(draft, "drive_pcie", tier.drives.part)
        draft.put("drive_pcie_lanes", *draft.supply.figure(tier.drives.part, "lanes"))
    if tier.adapters:
        _put_adapters(draft, tier, at)
    if tier.network:
        _put_network(draft, tier, at)
    if tier.fabric:
        _put_fabric(draft, tier, at)
    draft.state("pcie_packet_efficiency", tier.pcie_efficiency, f"{at}.pcie_efficiency")
    if tier.numa:
        for name, field in (
            ("numa_links", "links"),
            ("numa_link_bandwidth", "link_bandwidth"),
            ("numa_crossing", "crossing"),
        ):
            draft.state(name, getattr(tier.numa, field), f"{at}.numa.{field}")
    if tier.enclosures:
        stated = tier.enclosures.expander_bandwidth
        draft.state("expander_bandwidth", stated, f"{at}.enclosures.expander_bandwidth")
    if has_arrays(tier, draft.supply):
        _put_arrays(draft, tier, at)


def tasks_of(tier: Tier, at: str, path: str, supply: Supply) -> list[Instance]:
    """Make the instance of each task of the cores."""
    made = []
    for n, task in enumerate(tier.processing.tasks if tier.processing else ()):
        draft, here = Draft(f"{path}/tasks:{task.name}", supply), f"{at}.processing.tasks.{n}"
        draft.state("task_rate", task.rate, f"{here}.rate")
        for way in ("read", "write"):
            if not draft.state(f"task_{way}_share", getattr(task, way), f"{here}.{way}"):
                once = Provenance("default", "each byte is handled once")
                draft.put(f"task_{way}_share", 1.0, once)
        made.append(Instance("tasks", task.name, TASK.book(), draft.inputs))
    return made


def has_arrays(tier: Tier, supply: Supply) -> bool:
    """Tell whether the enclosures have controllers that make RAID groups."""
    part = tier.enclosures.part if tier.enclosures else None
    return part is not None and supply.catalog.part(part).kind == "array"


def _drives_on_pcie(tier: Tier, supply: Supply) -> bool:
    """Tell whether drives take lanes of the server that they sit in, not those of an adapter."""
    if tier.drives.per_server is None or tier.adapters:
        return False
    return supply.is_on_pcie(tier.drives.part)


def _put_arrays(draft: Draft, tier: Tier, at: str) -> None:
    arrays = tier.enclosures
    assert arrays is not None
    for way, stated in (("read", arrays.read_bandwidth), ("write", arrays.write_bandwidth)):
        figure = f"{way}_bandwidth"
        draft.choose(f"array_{figure}", stated, arrays, f"{at}.enclosures", figure)


def _put_server(draft: Draft, tier: Tier, at: str) -> None:
    if tier.processors:
        processors, place = tier.processors, f"{at}.processors.per_server"
        draft.state("cpus_per_server", processors.per_server, place)
        draft.put("cpu_transfer_rate", *draft.supply.figure(processors.part, "memory_rate"))
        _put_link(draft, "cpu_pcie", processors.part, "pcie_")
    if tier.memory:
        memory, place = tier.memory, f"{at}.memory"
        draft.state("memory_modules_per_server", memory.per_server, f"{place}.per_server")
        draft.state("memory_channels", memory.channels, f"{place}.channels")
        draft.put("module_transfer_rate", *draft.supply.figure(memory.part, "transfer_rate"))
    if tier.measured_target:
        for way in ("read", "write"):
            stated = getattr(tier.measured_target, f"{way}_bandwidth")
            draft.state(f"target_{way}_bandwidth", stated, f"{at}.measured_target.{way}_bandwidth")
    if tier.processing:
        draft.state("cores_per_server", tier.processing.cores, f"{at}.processing.cores")
        for name, figure in (
            ("processor_read_rate", "read_rate"),
            ("processor_write_rate", "write_rate"),
            ("memory_read_traffic", "memory_read_traffic"),
            ("memory_write_traffic", "memory_write_traffic"),
        ):
            draft.state(name, getattr(tier.processing, figure), f"{at}.processing.{figure}")
    if tier.calibration:
        for name, figure in (
            ("measured_read_bandwidth", "read_bandwidth"),
            ("measured_write_bandwidth", "write_bandwidth"),
            ("measured_channels", "channels"),
            ("reduced_channels", "fewer_channels"),
            ("reduced_write_bandwidth", "write_bandwidth_with_fewer"),
        ):
            draft.state(name, getattr(tier.calibration, figure), f"{at}.calibration.{figure}")


def _put_link(draft: Draft, prefix: str, part: str | None, link: str = "") -> None:
    for figure in LINK:
        draft.put(f"{prefix}_{figure}", *draft.supply.figure(part, f"{link}{figure}"))


def _put_adapters(draft: Draft, tier: Tier, at: str) -> None:
    adapters = tier.adapters
    assert adapters is not None
    at = f"{at}.adapters"
    draft.state("hbas_per_server", adapters.per_server, f"{at}.per_server")
    draft.choose("hba_bandwidth", adapters.bandwidth, adapters, at, "bandwidth")
    draft.state("hba_efficiency", adapters.efficiency, f"{at}.efficiency")
    _put_link(draft, "hba_pcie", adapters.part, "pcie_")
    draft.put("hba_pcie_lanes", *draft.supply.figure(adapters.part, "pcie_lanes"))
    if tier.enclosures:
        _put_cables(draft, adapters, tier.enclosures, at)


def _put_cables(draft: Draft, adapters: Adapters, enclosures: Enclosures, at: str) -> None:
    if not draft.state("hba_cables", adapters.cables, f"{at}.cables"):
        draft.put("hba_cables", *draft.supply.figure(adapters.part, "ports"))
    draft.state("active_paths", adapters.active_paths, f"{at}.active_paths")
    draft.put("hba_lanes", *draft.supply.figure(adapters.part, "sas_lanes"))
    draft.put("hba_ports", *draft.supply.figure(adapters.part, "ports"))
    _put_link(draft, "sas", adapters.part, "sas_")
    _put_link(draft, "enclosure_sas", enclosures.part, "sas_")


def _put_network(draft: Draft, tier: Tier, at: str) -> None:
    network = tier.network
    assert network is not None
    at = f"{at}.network"
    draft.state("nics_per_server", network.per_server, f"{at}.per_server")
    if not draft.state("nic_ports", network.ports, f"{at}.ports"):
        draft.put("nic_ports", *draft.supply.figure(network.part, "ports"))
    draft.state("nic_efficiency", network.efficiency, f"{at}.efficiency")
    for way in ("read", "write"):
        stated = getattr(network, f"{way}_amplification")
        if not draft.state(f"nic_{way}_amplification", stated, f"{at}.{way}_amplification"):
            _put_copies_on_ports(draft, tier, way)
    _put_link(draft, "nic", network.part)
    draft.put("nic_lanes", *draft.supply.figure(network.part, "lanes"))
    _put_link(draft, "nic_pcie", network.part, "pcie_")
    draft.put("nic_pcie_lanes", *draft.supply.figure(network.part, "pcie_lanes"))


def _put_copies_on_ports(draft: Draft, tier: Tier, way: str) -> None:
    """Count what servers pass to each other: copies, or strips, which nobody can guess."""
    target, name = tier.target, f"nic_{way}_amplification"
    copies = target.passed_copies
    shared = target.kind == "declustered" and tier.enclosures is not None
    if copies > 1 and way == "write" and not shared:
        why = f"each server receives the copies of others, too: {copies} in all"
        draft.put(name, float(copies), Provenance("default", why))
    strips = target.spread and copies == 1
    if strips and tier.enclosures is None:
        draft.put(
            name, UNKNOWN, Provenance("unknown", because=f"strips pass between servers: {STRIPS}")
        )


STRIPS = "state network.read_amplification and network.write_amplification"


def _put_fabric(draft: Draft, tier: Tier, at: str) -> None:
    fabric, at = tier.fabric, f"{at}.fabric"
    assert fabric is not None
    draft.state("fabric_links", fabric.links, f"{at}.links")
    draft.state("fabric_link_bandwidth", fabric.link_bandwidth, f"{at}.link_bandwidth")
    for field, name in SHARED:
        shared = getattr(fabric, field)
        if shared:
            draft.state(f"{name}s", shared.count, f"{at}.{field}.count")
            draft.state(f"{name}_bandwidth", shared.bandwidth, f"{at}.{field}.bandwidth")
