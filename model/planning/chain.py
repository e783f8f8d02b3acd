"""The inputs of a tier's chain: CPU and memory, adapters, network, and what servers share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.books.chain import Chain, Extra
from model.books.workloads import TASK
from model.design.tier import Tier
from model.engine.tree import UNKNOWN, Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


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
