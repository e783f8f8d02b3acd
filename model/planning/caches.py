"""Caches of a tier and rates of its metadata: their figures, and the chapters they ask for."""

from __future__ import annotations

from model.books.calculators import LADDER, LEVEL
from model.design.tier import Tier
from model.engine.tree import Instance
from model.formulas.chain.metadata_rates import OPERATIONS
from model.planning.supply import Draft, Supply


def put_caches(draft: Draft, tier: Tier, at: str) -> None:
    """Take over what is known of a tier's caches."""
    cache, at = tier.cache, f"{at}.cache"
    if cache is None:
        return
    draft.state("cache_drives_per_server", cache.per_server, f"{at}.per_server")
    draft.choose("cache_drive_capacity", cache.capacity, cache, at, "capacity")
    draft.state("cache_per_drive", cache.per_drive, f"{at}.per_drive")
    if on_lanes(tier, draft.supply):
        draft.put("cache_drive_pcie_lanes", *draft.supply.figure(cache.part, "lanes"))
    if not cache.is_rated:
        return
    for way in ("read", "write"):
        draft.state(f"cache_{way}_hit", getattr(cache, f"{way}_hit"), f"{at}.{way}_hit")
        figure = f"{way}_bandwidth"
        draft.choose(f"cache_drive_{figure}", getattr(cache, figure), cache, at, figure)
    draft.choose("cache_read_latency", cache.read_latency, cache, at, "read_latency")
    for name, field in (
        ("drive_read_latency", "drive_latency"),
        ("drain_share", "drain_share"),
        ("background_share", "background_share"),
        ("burst_size", "burst"),
    ):
        draft.state(name, getattr(cache, field), f"{at}.{field}")


def on_lanes(tier: Tier, supply: Supply) -> bool:
    """Tell whether cache drives take PCIe lanes of their server: NVMe, on no such host adapter."""
    cache, drives = tier.cache, tier.drives
    if cache is None or not supply.is_on_pcie(cache.part):
        return False
    adapters_speak_nvme = drives.per_server is not None and supply.is_on_pcie(drives.part)
    return not (tier.adapters and adapters_speak_nvme)


def put_rates(draft: Draft, tier: Tier, at: str) -> None:
    """Take over the measured rates of a tier's metadata."""
    rates, at = tier.rates, f"{at}.rates"
    if rates is None:
        return
    for operation in OPERATIONS:
        name = f"measured_{operation}_rate"
        draft.state(name, getattr(rates, operation), f"{at}.{operation}")
    draft.state("measured_mdts", rates.mdts, f"{at}.mdts")
    draft.state("mdt_scaling", rates.scaling, f"{at}.scaling")


def ladders(supply: Supply) -> list[Instance]:
    """Make the instance of the latencies by level, where the scenario states them."""
    stated = supply.scenario.latencies
    if stated is None:
        return []
    draft = Draft("site/latencies:ladder", supply)
    draft.state("clock", stated.clock, "latencies.clock")
    levels = []
    for n, level in enumerate(stated.levels):
        place = Draft(f"{draft.path}/levels:{level.name}", supply)
        place.state("access_cycles", level.cycles, f"latencies.levels.{n}.cycles")
        levels.append(Instance("levels", level.name, LEVEL.book(), place.inputs))
    return [Instance("latencies", "ladder", LADDER.book(), draft.inputs, {"levels": levels})]
