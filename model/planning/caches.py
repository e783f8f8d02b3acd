"""Caches of a tier and rates of its metadata: their figures, and the chapters they ask for."""

from __future__ import annotations

from model.books import cache_book
from model.books.book import with_chapters
from model.design.tier import Tier
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply


def on_lanes(tier: Tier, supply: Supply) -> bool:
    """Tell whether cache drives take PCIe lanes of their server: NVMe, on no such host adapter."""
    cache, drives = tier.cache, tier.drives
    if cache is None or not supply.is_on_pcie(cache.part):
        return False
    adapters_speak_nvme = drives.per_server is not None and supply.is_on_pcie(drives.part)
    return not (tier.adapters and adapters_speak_nvme)


def of_tier(base: Book, tier: Tier) -> Book:
    """Add to a tier's book what its caches and its metadata's rates ask for."""
    cache = tier.cache
    if cache is not None and cache.is_rated:
        through = cache.mode == "writethrough"
        burst = cache.burst is not None
        base = cache_book.cached_tier(base, through=through, burst=burst)
    return base if tier.rates is None else with_chapters(base, cache_book.METADATA_RATES)


def of_state(base: Book, tier: Tier, *, spread: bool) -> Book:
    """Add to the book of a tier's state what clients get of its caches; `spread` over servers."""
    cache = tier.cache
    if cache is None or not cache.is_rated:
        return base
    through = cache.mode == "writethrough"
    return cache_book.cached_state(base, cache.combine, through=through, spread=spread)


def ladders(supply: Supply) -> list[Instance]:
    """Make the instance of the latencies by level, where the scenario states them."""
    stated = supply.scenario.latencies
    if stated is None:
        return []
    draft = Draft("site/latencies:ladder", supply)
    put_bound(draft, stated, "latencies", of="latencies")
    levels = []
    for n, level in enumerate(stated.levels):
        place = Draft(f"{draft.path}/levels:{level.name}", supply)
        put_bound(place, level, f"latencies.levels.{n}")
        levels.append(Instance("levels", level.name, cache_book.LEVEL, place.inputs))
    return [Instance("latencies", "ladder", cache_book.LADDER, draft.inputs, {"levels": levels})]
