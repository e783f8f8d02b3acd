"""The memory of Lustre's servers: who opens files, and what each tier's servers have."""

from __future__ import annotations

from model.books import book
from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.states import takes_over
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


def with_memory(instance: Instance, tier: Tier | GivenTier, at: str, supply: Supply) -> Instance:
    """Give a tier of Lustre the memory that its servers need and have, where clients are stated."""
    if supply.scenario.clients is None or isinstance(tier, GivenTier):
        return instance
    if tier.file_system != "lustre":
        return instance
    draft = Draft(f"site/{instance.role}:{instance.name}", supply, dict(instance.inputs))
    if tier.memory is not None:
        place = f"{at}.memory"
        capacity = tier.memory.capacity
        draft.choose("memory_module_capacity", capacity, tier.memory, place, "capacity")
        if capacity is not None:
            supply.warn_of_decimal_memory(capacity, f"{tier.name}: a memory module", "")
    server: book.Server = "oss" if tier.holds == "data" else "mds"
    chapters = book.tier_memory(server, failover=takes_over(tier))
    own = book.with_chapters(instance.book, *chapters)
    return Instance(instance.role, instance.name, own, draft.inputs, instance.children)


def with_clients(root: Instance, supply: Supply) -> Instance:
    """Give the site its clients, where they are stated."""
    clients, machine = supply.scenario.clients, supply.scenario.machine
    if clients is None:
        return root
    draft = Draft("site", supply, dict(root.inputs))
    if not draft.state("client_nodes", clients.nodes, "clients.nodes") and machine is not None:
        nodes = machine.compute_nodes
        if nodes is not None:
            known = Provenance("default", "the compute nodes of the machine")
            draft.put("client_nodes", nodes.value, known)
    draft.state("cores_per_client", clients.cores, "clients.cores")
    draft.state("login_nodes", clients.login_nodes, "clients.login_nodes")
    draft.state("working_set_files", clients.working_set, "clients.working_set")
    own = book.with_chapters(root.book, book.CLIENTS)
    return Instance(root.role, root.name, own, draft.inputs, root.children)
