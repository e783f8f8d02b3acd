"""The memory of Lustre's servers: who opens files, and what each tier's servers have."""

from __future__ import annotations

from dataclasses import replace

from model.books import book
from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.states import takes_over
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


def with_memory(instance: Instance, tier: Tier | GivenTier, supply: Supply) -> Instance:
    """Give a tier of Lustre the memory that its servers need and have, where clients are stated."""
    if supply.scenario.clients is None or isinstance(tier, GivenTier):
        return instance
    if tier.file_system != "lustre":
        return instance
    if tier.memory is not None and tier.memory.capacity is not None:
        supply.warn_of_decimal_memory(tier.memory.capacity, f"{tier.name}: a memory module", "")
    server: book.Server = "oss" if tier.holds == "data" else "mds"
    chapters = book.tier_memory(server, failover=takes_over(tier))
    own = book.with_chapters(instance.book, *chapters)
    return replace(instance, book=own)


def with_clients(root: Instance, supply: Supply) -> Instance:
    """Give the site its clients, where they are stated."""
    clients, machine = supply.scenario.clients, supply.scenario.machine
    if clients is None:
        return root
    draft = Draft("site", supply, dict(root.inputs))
    nodes = machine.compute_nodes if machine is not None else None
    if clients.nodes is None and nodes is not None:
        known = Provenance("default", "the compute nodes of the machine")
        draft.put("client_nodes", nodes.value, known)
    own = book.with_chapters(root.book, book.CLIENTS)
    return Instance(root.role, root.name, own, draft.inputs, root.children)
