"""Inputs of a tier's bandwidth chain: CPU and memory, adapters, network, shared fabric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from model.books.chain import Chain, MemoryGain, Wires
from model.books.workloads import TASK
from model.design.tier import Tier
from model.engine.quantity import Evidence
from model.engine.tree import Instance
from model.formulas.chain.alike_servers import LIMIT
from model.kinds.file_systems import FILE_SYSTEMS
from model.parts.boxes import MeasuredServer
from model.planning.binding import put_bound
from model.planning.checks import shares_drives
from model.planning.servers import media_of
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

WAYS = ("read", "write")
SHARED = {"routers": "routers", "spine": "uplinks", "clients": "clients"}
"""What all servers of a tier share: the stage, and its field of `fabric`."""


def chain_of(tier: Tier, supply: Supply) -> Chain:
    """Return the stages of a tier's chain."""
    processing, fabric, arrays = tier.processing, tier.fabric, has_arrays(tier, supply)
    extras: dict[str, object] = {
        "drive_pcie": _drives_on_pcie(tier, supply),
        "expanders": tier.enclosures and tier.enclosures.expander_bandwidth,
        "cores": processing and processing.tasks,
        "numa": tier.numa,
        "streams": tier.streams,
        **{stage: getattr(fabric, field) for stage, field in SHARED.items() if fabric},
    }
    return Chain(
        adapters=tier.adapters is not None or tier.enclosures is not None,
        measured_targets=tier.measured_target is not None,
        calibrated=tier.calibration is not None,
        like=_like(tier, supply),
        other_processors=_has_other_processors(tier, supply),
        memory_gain=_memory_gain(tier, supply),
        overlapped=processing is not None and processing.combine == "overlapped",
        arrays=arrays,
        array_parity=arrays and tier.target.redundancy_by == "hardware",
        extras=frozenset(name for name, is_present in extras.items() if is_present),
        spread=tier.target.spread,
        wires=_wires(tier),
        coding_clients=tier.target.is_made_by_clients(tier.file_system),
        stated_wires=frozenset(_stated_wires(tier)),
        named_deliveries=frozenset(
            (stage, way) for stage, way, _ in tier.policy.deliveries.named()
        ),
        proven=tuple(dict(_proven(tier)).items()),
        drives_in_servers=tier.drives.per_server is not None,
        local=is_local(tier),
    )


def is_local(tier: Tier) -> bool:
    """Whether files are read and written on a server itself: no network is stated."""
    alone = tier.servers.per_block.value == 1 and not tier.shares_servers_of
    is_reached = tier.network is not None or tier.fabric is not None
    return FILE_SYSTEMS[tier.file_system].of_one_server and alone and not is_reached


def _like(tier: Tier, supply: Supply) -> Literal["", "scaled", "as measured"]:
    """Whether a tier uses a measured server as its model, and whether that is scaled."""
    known = _measured(tier, supply)
    if not known:
        return ""
    others = _has_other_processors(tier, supply) or _memory_gain(tier, supply) != "none"
    return "scaled" if others and "memory_time_share" in known else "as measured"


def _measured(tier: Tier, supply: Supply) -> Mapping[str, float]:
    """Return the figures of the measured server that a tier uses as its model, if any."""
    key = tier.processing.like if tier.processing else None
    return supply.catalog.figures(key) if key else {}


def _has_other_processors(tier: Tier, supply: Supply) -> bool:
    """Whether both the processors of a tier and those of the measurement are known."""
    if tier.calibration is not None:
        return tier.calibration.processors is not None
    has_own = tier.processors is not None and bool(tier.processors.part or tier.processors.cores)
    needed = {"processors", "cores", "base_frequency"}
    return has_own and needed.issubset(_measured(tier, supply))


def _memory_gain(tier: Tier, supply: Supply) -> MemoryGain:
    if tier.memory is None:
        return "none"
    if tier.calibration is not None:
        return "channels" if tier.calibration.memory is None else "bandwidth"
    known = {"memory_channels", "memory_rate"}.issubset(_measured(tier, supply))
    return "bandwidth" if known else "none"


LIKE = {
    "measured_read_bandwidth": "read_bandwidth",
    "measured_write_bandwidth": "write_bandwidth",
    "memory_time_share": "memory_time_share",
    "measured_channels": "memory_channels",
    "measured_module_rate": "memory_rate",
    "measured_cpus": "processors",
    "measured_cpu_cores": "cores",
    "measured_cpu_frequency": "base_frequency",
}
"""Inputs taken from a measured server of the catalog."""


def put_measured(draft: Draft, tier: Tier, at: str) -> None:
    """Set the configuration of a measurement: of a calibration, or of a measured server."""
    figure = draft.supply.figure
    if tier.processing and tier.processing.like:
        for name, known in LIKE.items():
            draft.put(name, *figure(tier.processing.like, known))
        _put_spread(draft, tier, tier.processing.like)
    if tier.calibration is None:
        return
    processors, memory = tier.calibration.processors, tier.calibration.memory
    if processors:
        draft.put("measured_cpu_cores", *figure(processors.part, "cores"))
        draft.put("measured_cpu_frequency", *figure(processors.part, "base_frequency"))
        draft.put("measured_cpu_transfer_rate", *figure(processors.part, "memory_rate"))
    if memory:
        draft.put("measured_module_rate", *figure(memory.part, "transfer_rate"))
    fields = (("processors", processors), ("memory", memory))
    unsaid = [
        name for name, bound_as in fields if bound_as is None and getattr(tier, name) is not None
    ]
    if unsaid:
        draft.supply.warn(
            f"{tier.name}: other {' or '.join(unsaid)} than those measured don't change CPU and "
            f"memory: write {' and '.join(f'{at}.calibration.{name}' for name in unsaid)}"
        )


UNLIKE_SPREAD = 2.3
"""Spread of servers whose software or media differ, as of pairs of measured servers."""
NO_LIMIT = 1e6
"""Factor that no server differs by."""


def _put_spread(draft: Draft, tier: Tier, key: str) -> None:
    """Let a measured server of other software or media count less, and say so.

    One whose spread is stated counts by that, however far it is from what is expected.
    """
    is_stated = tier.policy.spreads.servers is not None
    if is_stated:
        why = "definition: a stated spread counts for any difference"
        draft.put(LIMIT, NO_LIMIT, Provenance("default", why))
    differs = _differences(tier, key, draft.supply)
    if not differs:
        return
    factor = 1 + UNLIKE_SPREAD
    because = f"measured servers of other software or media differ by a factor of {factor:.1f}"
    if not is_stated:
        source = f"assumption: as far apart as measured ones; {because}"
        draft.put("server_spread", UNLIKE_SPREAD, Provenance("default", source))
    stated = is_stated or any(
        stage == "cpu_memory" for stage, _, _ in tier.policy.deliveries.named()
    )
    remedy = (
        f": {because}, so it hardly counts; choose a measured server of the same kind, or state "
        "'policy.spreads.servers'"
    )
    draft.supply.warn(f"{tier.name}: {differs}{remedy * (not stated)}")


def _differences(tier: Tier, key: str, supply: Supply) -> str:
    """Return how the software and media of a measured server differ from a tier's, if they do."""
    server = supply.catalog.part(key)
    if not isinstance(server, MeasuredServer):
        return ""
    software = tier.target.measured_as(tier.file_system)
    own = ("" if software == "none" else software, media_of(tier, supply.catalog))
    there = (server.file_system, server.media)
    pairs = [pair for pair in zip(own, there, strict=True) if all(pair)]
    if all(here == elsewhere for here, elsewhere in pairs):
        return ""
    here, elsewhere = (" on ".join(words) for words in zip(*pairs, strict=True))
    return f"{server.model} was measured with {elsewhere}, this tier has {here}"


ANY: tuple[Evidence, ...] = ("calibrated", "measured")
FITTED: tuple[Evidence, ...] = ("calibrated",)
"""Evidence for a whole stage; measurements of a single drive or core don't qualify."""
PROVEN: tuple[tuple[str, tuple[str, ...], tuple[str, ...], tuple[Evidence, ...]], ...] = (
    (
        "drives",
        ("read_bandwidth", "write_bandwidth", "surface_factor"),
        ("drives",),
        FITTED,
    ),
    ("enclosures", ("read_bandwidth", "write_bandwidth"), ("array",), ANY),
    ("enclosures", ("expander_bandwidth",), ("expander",), ANY),
    ("adapters", ("bandwidth", "efficiency"), ("hba",), ANY),
    ("adapters", ("active_paths",), ("sas",), FITTED),
    ("network", ("efficiency",), ("nic",), ANY),
    ("network", ("read_amplification", "write_amplification"), ("nic", "nic_pcie"), FITTED),
    ("processing", ("read_rate", "write_rate"), ("cpu_memory",), ANY),
    ("processing", ("memory_read_traffic", "memory_write_traffic"), ("cpu_memory",), FITTED),
    ("processing.tasks", ("rate", "read", "write"), ("cpu_memory",), FITTED),
    ("numa", ("link_bandwidth",), ("numa",), ANY),
    ("numa", ("crossing",), ("numa",), FITTED),
    ("fabric", ("links",), ("fabric",), FITTED),
    ("fabric", ("link_bandwidth",), ("fabric",), ANY),
    *((f"fabric.{field}", ("bandwidth",), (stage,), ANY) for stage, field in SHARED.items()),
)
"""Figures of a tier whose evidence guarantees stages; those of one direction only its stages."""


def _proven(tier: Tier) -> Iterator[tuple[str, Evidence]]:
    """Return the stages whose figures were fitted or measured, each with its evidence.

    Yields nothing if the general efficiency was fitted, and no stage with a fitted efficiency.
    """
    for way in WAYS:
        if tier.streams and getattr(tier.streams, f"{way}_bandwidth") is not None:
            yield f"streams_{way}_stage", "measured"
    factor = tier.policy.delivery_factor
    if factor is not None and factor.status == "calibrated":
        return
    named = tier.policy.deliveries.named()
    fitted = {(stage, way) for stage, way, of in named if of.status == "calibrated"}
    for path, figures, stages, enough in PROVEN:
        value: Any = tier
        for name in path.split("."):
            value = getattr(value, name, None)
        for one in value if isinstance(value, tuple) else (value,):
            for figure in figures:
                status = getattr(getattr(one, figure, None), "status", "")
                if status in enough:
                    yield from (
                        (f"{stage}_{way}_stage", status)
                        for stage in stages
                        for way in _ways_of(figure)
                        if fitted.isdisjoint(((stage, way), (stage, "")))
                    )


def _ways_of(figure: str) -> tuple[str, ...]:
    """Return the directions that a figure affects: its own, or both."""
    return tuple(way for way in WAYS if way in figure.split("_")) or WAYS


def tasks_of(tier: Tier, at: str, path: str, supply: Supply) -> list[Instance]:
    """Create the instance of each CPU task."""
    instances = []
    for n, task in enumerate(tier.processing.tasks if tier.processing else ()):
        draft = Draft(f"{path}/tasks:{task.name}", supply)
        for name in ("task_read_share", "task_write_share"):
            draft.put(name, 1.0, Provenance("default", "assumption: each byte is handled once"))
        put_bound(draft, task, f"{at}.processing.tasks.{n}")
        instances.append(Instance("tasks", task.name, TASK.book(), draft.inputs))
    return instances


def has_arrays(tier: Tier, supply: Supply) -> bool:
    """Whether the enclosures have controllers: by their part, their rates, or their groups."""
    enclosures = tier.enclosures
    if enclosures is None:
        return False
    kind = supply.kind(enclosures)
    rated = enclosures.read_bandwidth or enclosures.write_bandwidth
    if kind == "array" or rated is not None:
        return True
    return tier.target.by_controller


def _drives_on_pcie(tier: Tier, supply: Supply) -> bool:
    """Whether drives use PCIe lanes of their server rather than an adapter.

    For drives not in the catalog this is unknown: the stage is present, and unknown.
    """
    drives = tier.drives
    if drives.per_server is None or tier.adapters:
        return False
    return drives.lanes is not None or drives.part is None or supply.is_on_pcie(drives.part)


def put_ports(draft: Draft, tier: Tier) -> None:
    """Set the number of ports."""
    network = tier.network
    if network and network.bandwidth and network.part is None and network.ports is None:
        draft.put(
            "nic_ports", 1.0, Provenance("default", "assumption: one port unless stated otherwise")
        )


LEAST_SCALE_OUT = 3
"""Servers from which a recovery group is one over servers: two share the drives of an enclosure.

Source: IBM Storage Scale ECE 5.0.4 (ibm.com/docs), introduction: 4 to 32 servers; 3 count here too.
"""


def _wires(tier: Tier) -> Wires:
    """Return what the ports of a tier's servers carry."""
    target = tier.target
    if not target.spread:  # ZFS writes its own copies of a block to the same pool: no port
        return "copies" if tier.has_copies_apart else "once"
    are_pair = tier.servers.per_block.value < LEAST_SCALE_OUT
    if target.fills_block and (are_pair or shares_drives(tier)):
        return "once"  # each server of a block reaches all its drives
    return target.strips_from(tier.file_system)


def _stated_wires(tier: Tier) -> Iterator[str]:
    """Return the directions for which the scenario states what ports carry."""
    for way in WAYS:
        if tier.network and getattr(tier.network, f"{way}_amplification") is not None:
            yield way
