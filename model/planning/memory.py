"""The memory of Lustre's servers: who opens files, and what each tier's servers have."""

from __future__ import annotations

from model.design.tier import Tier
from model.planning.supply import Draft
from model.provenance import Provenance


def put_memory(draft: Draft, tier: Tier, at: str) -> None:
    """Take over the memory of a tier of Lustre whose clients are stated."""
    if tier.memory is not None:
        place = f"{at}.memory"
        capacity = tier.memory.capacity
        draft.choose("memory_module_capacity", capacity, tier.memory, place, "capacity")
        if capacity is not None:
            what = f"{tier.name}: a memory module"
            draft.supply.warn_of_decimal_memory(capacity, what, "")


def put_clients(draft: Draft) -> None:
    """Take over the clients of the site, where they are stated."""
    scenario = draft.supply.scenario
    clients, machine = scenario.clients, scenario.machine
    if clients is None:
        return
    if not draft.state("client_nodes", clients.nodes, "clients.nodes") and machine is not None:
        nodes = machine.compute_nodes
        if nodes is not None:
            known = Provenance("default", "the compute nodes of the machine")
            draft.put("client_nodes", nodes.value, known)
    draft.state("cores_per_client", clients.cores, "clients.cores")
    draft.state("login_nodes", clients.login_nodes, "clients.login_nodes")
    draft.state("working_set_files", clients.working_set, "clients.working_set")
