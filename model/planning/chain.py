"""The inputs of a tier's chain: CPU and memory, adapters, network, and what servers share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.books.chain import Chain, Extra
from model.books.workloads import TASK
from model.design.tier import Tier
from model.engine.quantity import Evidence
from model.engine.tree import UNKNOWN, Instance
from model.formulas.chain.deliveries import ALWAYS, WIRES
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

WAYS = ("read", "write")


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
        own_deliveries=frozenset(_own_deliveries(tier)),
        proven=tuple(dict(_proven(tier)).items()),
        drives_in_servers=tier.drives.per_server is not None,
    )


ANY: tuple[Evidence, ...] = ("calibrated", "measured")
FITTED: tuple[Evidence, ...] = ("calibrated",)
"""A fit counts a whole stage; what one drive or one core did alone isn't what a stage delivers."""
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
    ("fabric.routers", ("bandwidth",), ("routers",), ANY),
    ("fabric.uplinks", ("bandwidth",), ("spine",), ANY),
    ("fabric.clients", ("bandwidth",), ("clients",), ANY),
)
"""Which figures of a tier, known so, prove which stages; those of one way only that way's."""


def _proven(tier: Tier) -> Iterator[tuple[str, Evidence]]:
    """Name the stages whose figures were fitted or measured, each with what proves it.

    None where the delivery factor was fitted, which counts on all, or the stage's own delivery.
    """
    factor = tier.policy.delivery_factor
    if factor is not None and factor.status == "calibrated":
        return
    fitted = {name for name, of in tier.policy.deliveries if of and of.status == "calibrated"}
    for path, figures, stages, enough in PROVEN:
        said: Any = tier
        for name in path.split("."):
            said = getattr(said, name, None)
        for one in said if isinstance(said, tuple) else (said,):
            for figure in figures:
                status = getattr(getattr(one, figure, None), "status", "")
                if status in enough:
                    yield from (
                        (f"{stage}_{way}_stage", status)
                        for stage in stages
                        for way in _ways_of(figure)
                        if stage not in fitted
                    )


def _own_deliveries(tier: Tier) -> Iterator[str]:
    """Name the stages that deliver a share of their own: stated, or seen where they limited.

    What limits a server of which nothing is known isn't known either, so that its wires deliver
    what systems do.
    """
    policy, processing = tier.policy, tier.processing
    yield from (name for name, stated in policy.deliveries if stated is not None)
    if policy.delivery_factor is None:
        yield from ALWAYS
        known = processing and (processing.read_rate or processing.write_rate or processing.tasks)
        if tier.calibration or known:
            yield from WIRES


def _ways_of(figure: str) -> tuple[str, ...]:
    """Give the ways of bytes that a figure counts on: its own, if it has one."""
    return tuple(way for way in WAYS if way in figure.split("_")) or WAYS


def tasks_of(tier: Tier, at: str, path: str, supply: Supply) -> list[Instance]:
    """Make the instance of each task of the cores."""
    made = []
    for n, task in enumerate(tier.processing.tasks if tier.processing else ()):
        draft = Draft(f"{path}/tasks:{task.name}", supply)
        for name in ("task_read_share", "task_write_share"):
            draft.put(name, 1.0, Provenance("default", "each byte is handled once"))
        put_bound(draft, task, f"{at}.processing.tasks.{n}")
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


def put_copies(draft: Draft, tier: Tier) -> None:
    """Count what servers pass to each other on their ports, where nobody stated it."""
    network = tier.network
    if network is not None and network.read_amplification is None:
        _put_copies_on_ports(draft, tier, "read")
    if network is not None and network.write_amplification is None:
        _put_copies_on_ports(draft, tier, "write")


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
