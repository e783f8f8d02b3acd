"""Memory of Lustre servers: clients that open files, and the memory of each tier's servers."""

from __future__ import annotations

from model.design.tier import Tier
from model.planning.supply import Draft
from model.provenance import Provenance


def warn_of_modules(draft: Draft, tier: Tier) -> None:
    """Warn of memory modules entered in decimal units."""
    capacity = tier.memory.capacity if tier.memory is not None else None
    if capacity is not None:
        draft.supply.warn_of_decimal_memory(capacity, f"{tier.name}: a memory module", "")


def put_clients(draft: Draft) -> None:
    """Set the clients of the site, if they are entered."""
    scenario = draft.supply.scenario
    clients, machine = scenario.clients, scenario.machine
    if clients is None:
        return
    nodes = machine.compute_nodes if machine is not None else None
    if clients.nodes is None and nodes is not None:
        known = Provenance(
            "default", "assumption: the clients are the compute nodes of the machine"
        )
        draft.put("client_nodes", nodes.value, known)
