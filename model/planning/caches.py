"""Caches of a tier and metadata rates: their inputs, and the chapters they require."""

from __future__ import annotations

from model.books.calculators import LADDER, LEVEL
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply


def on_lanes(tier: Tier, supply: Supply) -> bool:
    """Whether cache drives use PCIe lanes of their server: NVMe that isn't behind an adapter."""
    cache, drives = tier.cache, tier.drives
    if cache is None or not supply.is_on_pcie(cache.part):
        return False
    adapters_speak_nvme = drives.per_server is not None and supply.is_on_pcie(drives.part)
    return not (tier.adapters and adapters_speak_nvme)


def ladders(supply: Supply) -> list[Instance]:
    """Create the instance of the latency ladder, if the scenario has one."""
    stated = supply.scenario.latencies
    if stated is None:
        return []
    draft = Draft("site/latencies:ladder", supply)
    put_bound(draft, stated, "latencies", of="latencies")
    levels = []
    for n, level in enumerate(stated.levels):
        place = Draft(f"{draft.path}/levels:{level.name}", supply)
        put_bound(place, level, f"latencies.levels.{n}")
        levels.append(Instance("levels", level.name, LEVEL.book(), place.inputs))
    return [Instance("latencies", "ladder", LADDER.book(), draft.inputs, {"levels": levels})]
