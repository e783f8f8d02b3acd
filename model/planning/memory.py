"""The memory of Lustre's servers: who opens files, and what each tier's servers have."""

from __future__ import annotations

from model.design.tier import Tier
from model.planning.supply import Draft
from model.provenance import Provenance


def warn_of_modules(draft: Draft, tier: Tier) -> None:
    """Warn of memory modules that are stated in decimal units."""
    capacity = tier.memory.capacity if tier.memory is not None else None
    if capacity is not None:
        draft.supply.warn_of_decimal_memory(capacity, f"{tier.name}: a memory module", "")


def put_clients(draft: Draft) -> None:
    """Take over the clients of the site, where they are stated."""
    scenario = draft.supply.scenario
    clients, machine = scenario.clients, scenario.machine
    if clients is None:
        return
    nodes = machine.compute_nodes if machine is not None else None
    if clients.nodes is None and nodes is not None:
        known = Provenance("default", "the compute nodes of the machine")
        draft.put("client_nodes", nodes.value, known)
