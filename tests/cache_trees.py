"""Examples with cached tiers, metadata rates, queues and the latency ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.books.calculators import LADDER, LEVEL, MIX, QUEUE, QUEUE_DEPTH, QueueFacts
from model.engine.tree import Instance
from model.pools.risk import TOLERATED, Group, Repair, loss_tree
from tests.planned import Said, like, planned

RATED: Said = {
    "read_hit": 0.99,
    "write_hit": 0.94,
    "read_bandwidth": "1 GB/s",
    "write_bandwidth": "630 MB/s",
    "read_latency": "0.1 ms",
    "drive_latency": "8 ms",
}
THROUGH: Said = {**RATED, "mode": "writethrough"}
RATES: Said = {
    "create": "71 kIOPS",
    "stat": "217 kIOPS",
    "read": "100 kIOPS",
    "remove": "50 kIOPS",
    "mdts": 4,
    "scaling": 0.9,
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
    for sized, drive in (("sized", 1e13), ("unsized", None)):
        repair = Repair(30 * 3600.0, sector_error_probability=0.01)
        groups = [Group(4, 10, tolerated, data_drives=8) for tolerated in range(TOLERATED[1] + 1)]
        yield (
            f"loss of {sized} drives",
            loss_tree(groups, 0.0136, repair, period=5 * 8766 * 3600.0, drive=drive),
        )
    yield "latency ladder", Instance("ladder", "ladder", LADDER.book(), {}, {"levels": levels})


def book_name(name: str, of_disks: bool) -> str:
    return f"{name} of disks" if of_disks else f"{name} as given"


def cached(words: str, cache: Said) -> Instance:
    """Plan a site whose drives are cached; stages before and behind the caches are measured."""
    return planned(like(f"disks calibrated cached {words}", cache=cache))


def cache_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = dict(alone())
    found["caches behind adapters"] = cached("measured cabled", THROUGH)
    found["caches before arrays"] = cached("cabled arrays raid", THROUGH)
    for serving in ("overlapped", "shared"):
        how = {"combine": serving}
        found[f"caches {serving}, writes through"] = cached("measured inside", THROUGH | how)
        back = RATED | how | {"burst": "50 TB"}
        found[f"caches {serving}, writes back"] = cached("measured cabled", back)
    found["caches that wear"] = planned(like("disks cabled cached", daily_writes="10 TB"))
    found["caches without a burst"] = cached("measured inside", RATED)
    found["caches of a recovery group"] = cached("measured inside scale", RATED)
    found["metadata with rates"] = planned(
        like("disks"), like("disks inside metadata", "m", rates=RATES)
    )
    return found
