"""Example trees with cached tiers, metadata rates, queues and the latency ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from model.books import cache_book
from model.engine.tree import Instance
from model.formulas.states.servers import BEHIND_CACHES, BEHIND_ON_ARRAYS
from tests import trees

RATES = {
    "cache_read_hit": 0.99,
    "cache_write_hit": 0.94,
    "cache_drive_read_bandwidth": 1e9,
    "cache_drive_write_bandwidth": 630e6,
    "cache_read_latency": 1e-4,
    "drive_read_latency": 8e-3,
}
METADATA = {
    "measured_mdts": 4.0,
    "mdt_scaling": 0.9,
    "measured_create_rate": 71e3,
    "measured_stat_rate": 217e3,
    "measured_read_rate": 100e3,
    "measured_remove_rate": 50e3,
}
QUEUE = {"arrival_rate": 40.0, "stations": 2.0}
DISK = {
    "seek_time": 8e-3,
    "rotation_speed": 120.0,
    "request_size": 4096.0,
    "media_bandwidth": 2e8,
}
MIX = {
    "cache_hit": 0.9,
    "cache_bandwidth": 1e9,
    "backing_bandwidth": 2e8,
    "cache_latency": 1e-4,
    "backing_latency": 1e-2,
}
CYCLES = {"L1": 4.0, "DRAM": 240.0, "tape": 150e9}


def cached_tier(
    serving: cache_book.Serving,
    *,
    through: bool,
    burst: bool,
    inside: bool = True,
    spread: bool = False,
    arrays: bool = False,
) -> Instance:
    """Build a tier whose drives are cached; stages before and behind the caches are measured."""
    group = trees.book.declustered_book(spares_given=False, sized=False, in_enclosures=False)
    target = trees.coded_target("8+2p", group, of_sizes=False) if spread else None
    target = trees.raid_target() if arrays else target
    tier = trees.tier(
        "cached",
        trees.Variant(
            adapters=not inside,
            measured_targets=not arrays,
            calibrated=True,
            drives_in_servers=inside,
            targets_given=spread,
        ),
        cached=True,
        server_bays=24.0,
        target=target,
        kind="declustered" if spread else "raid" if arrays else "zfs",
        arrays=arrays,
    )
    inputs = tier.inputs | RATES | ({"burst_size": 5e13} if burst else {})
    [healthy] = tier.children["healthy"]
    own = cache_book.cached_state(healthy.book, serving, through=through, spread=spread)
    servers = [
        replace(
            one,
            book=cache_book.with_chapters(one.book, BEHIND_ON_ARRAYS if arrays else BEHIND_CACHES),
        )
        for one in healthy.children["servers"]
    ]
    state = replace(healthy, book=own, children={"servers": servers})
    book = cache_book.cached_tier(tier.book, through=through, burst=burst)
    return replace(tier, book=book, inputs=inputs, children={**tier.children, "healthy": [state]})


def with_rates() -> Instance:
    """Build a site whose metadata targets have measured rates."""
    tier = trees.tier("m", role="metadata", layout="2 x mirror:2", lustre=False)
    book = trees.book.with_chapters(tier.book, cache_book.METADATA_RATES)
    return trees.site([trees.tier(), replace(tier, book=book, inputs=tier.inputs | METADATA)])


def alone() -> Iterator[tuple[str, Instance]]:
    """Give every book that stands alone."""
    for of_disks in (False, True):
        service = DISK if of_disks else {"service_time": 20e-3}
        book = cache_book.queue_book(of_disks=of_disks)
        yield book_name("queue", of_disks), Instance("queue", "queue", book, QUEUE | service)
    depth = {"queue_depth": 32.0, "request_latency": 1e-4}
    yield "queue depth", Instance("queue", "depth", cache_book.QUEUE_DEPTH, depth)
    yield "a cache alone", Instance("cache", "cache", cache_book.MIX, MIX)
    levels = [
        Instance("levels", name, cache_book.LEVEL, {"access_cycles": cycles})
        for name, cycles in CYCLES.items()
    ]
    yield "latency ladder", Instance("ladder", "ladder", cache_book.LADDER, {}, {"levels": levels})


def book_name(name: str, of_disks: bool) -> str:
    return f"{name} of disks" if of_disks else f"{name} as given"


def cache_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = dict(alone())
    found["caches behind adapters"] = trees.site(
        [cached_tier("shared", through=True, burst=False, inside=False)]
    )
    found["caches before arrays"] = trees.site(
        [cached_tier("shared", through=True, burst=False, inside=False, arrays=True)]
    )
    servings: tuple[cache_book.Serving, ...] = ("shared", "overlapped")
    for serving, through in product(servings, (False, True)):
        how = "through" if through else "back"
        tier = cached_tier(serving, through=through, burst=not through, inside=not through)
        found[f"caches {serving}, writes {how}"] = trees.site([tier])
    found["caches without a burst"] = trees.site(
        [cached_tier("shared", through=False, burst=False)]
    )
    found["caches of a recovery group"] = trees.site(
        [cached_tier("shared", through=False, burst=False, spread=True)]
    )
    found["metadata with rates"] = with_rates()
    return found
