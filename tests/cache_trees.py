"""Example trees with cached tiers, metadata rates, queues and the latency ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from model.books.calculators import LADDER, LEVEL, MIX, QUEUE, QUEUE_DEPTH, QueueFacts
from model.engine.tree import Instance
from tests import trees

FIGURES = {
    "cache_read_hit": 0.99,
    "cache_write_hit": 0.94,
    "cache_drive_read_bandwidth": 1e9,
    "cache_drive_write_bandwidth": 630e6,
    "cache_read_latency": 1e-4,
    "drive_read_latency": 8e-3,
}
RATES = {
    "measured_mdts": 4.0,
    "mdt_scaling": 0.9,
    "measured_create_rate": 71e3,
    "measured_stat_rate": 217e3,
    "measured_read_rate": 100e3,
    "measured_remove_rate": 50e3,
}
ARRIVALS = {"arrival_rate": 40.0, "stations": 2.0}
DISK = {
    "seek_time": 8e-3,
    "rotation_speed": 120.0,
    "request_size": 4096.0,
    "media_bandwidth": 2e8,
}
CACHE = {
    "cache_hit": 0.9,
    "cache_bandwidth": 1e9,
    "backing_bandwidth": 2e8,
    "cache_latency": 1e-4,
    "backing_latency": 1e-2,
}
CYCLES = {"L1": 4.0, "DRAM": 240.0, "tape": 150e9}


def cached_tier(
    *,
    through: bool,
    burst: bool,
    overlapped: bool = False,
    inside: bool = True,
    spread: bool = False,
    arrays: bool = False,
) -> Instance:
    """Build a tier whose drives are cached; stages before and behind the caches are measured."""
    target = trees.coded_target("8+2p", "declustered") if spread else None
    target = trees.raid_target() if arrays else target
    return trees.tier(
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
        known={
            "cache_rated": True,
            "write_through": through,
            "overlapped_hits": overlapped,
            "burst": burst,
        },
        **FIGURES,
        **({"burst_size": 5e13} if burst else {}),
    )


def with_rates() -> Instance:
    """Build a site whose metadata targets have measured rates."""
    tier = trees.tier(
        "m",
        role="metadata",
        layout="2 x mirror:2",
        lustre=False,
        known={"metadata_rates": True},
        **RATES,
    )
    return trees.site([trees.tier(), tier])


def alone() -> Iterator[tuple[str, Instance]]:
    """Give every book that stands alone."""
    for of_disks in (False, True):
        service = DISK if of_disks else {"service_time": 20e-3}
        book = QUEUE.book(QueueFacts(of_disks))
        yield book_name("queue", of_disks), Instance("queue", "queue", book, ARRIVALS | service)
    depth = {"queue_depth": 32.0, "request_latency": 1e-4}
    yield "queue depth", Instance("queue", "depth", QUEUE_DEPTH.book(), depth)
    yield "a cache alone", Instance("cache", "cache", MIX.book(), CACHE)
    levels = [
        Instance("levels", name, LEVEL.book(), {"access_cycles": cycles})
        for name, cycles in CYCLES.items()
    ]
    yield "latency ladder", Instance("ladder", "ladder", LADDER.book(), {}, {"levels": levels})


def book_name(name: str, of_disks: bool) -> str:
    return f"{name} of disks" if of_disks else f"{name} as given"


def cache_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = dict(alone())
    found["caches behind adapters"] = trees.site(
        [cached_tier(through=True, burst=False, inside=False)]
    )
    found["caches before arrays"] = trees.site(
        [cached_tier(through=True, burst=False, inside=False, arrays=True)]
    )
    for overlapped, through in product((False, True), repeat=2):
        serving = "overlapped" if overlapped else "shared"
        how = "through" if through else "back"
        tier = cached_tier(
            overlapped=overlapped, through=through, burst=not through, inside=not through
        )
        found[f"caches {serving}, writes {how}"] = trees.site([tier])
    found["caches without a burst"] = trees.site([cached_tier(through=False, burst=False)])
    found["caches of a recovery group"] = trees.site(
        [cached_tier(through=False, burst=False, spread=True)]
    )
    found["metadata with rates"] = with_rates()
    return found
