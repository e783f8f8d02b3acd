"""What clients get of a tier whose drives are cached by flash: rates and latency.

These figures stand beside the chain of stages, which never counts on caches. A mean over hits and
misses is harmonic, because each byte is served by one of the two and their times add; where hits
and misses are served at once, the slower of both limits. The arithmetic mean of the two rates is
neither.
"""

import numpy as np

from model.engine.ops import Num, otherwise
from model.engine.quantity import Book, Scope
from model.engine.spelling import crossed, spell
from model.formulas.chain.stage_efficiencies import COMMITTED
from model.formulas.ways import ENDS, WAYS, WAYS_AND_ENDS

MEAN = (
    "assumption: 1/B = h/B_cache + (1 - h)/B_drives: a byte is a hit or a miss, and their times add"
)
AT_ONCE = "assumption: min(B_cache/h, B_drives/(1 - h)): hits and misses are served at once"
THROUGH = "assumption: each byte goes to the drives, and a hit to the cache at the same time"
BEHIND: tuple[Scope, ...] = ("drive", "array", "path")
BEFORE: tuple[Scope, ...] = ("server", "tier")
"""Whose stages stand behind the caches, and between them and the clients."""


def one_after_the_other(hit: Num, cache: Num, drives: Num) -> Num:
    """Rate in bytes/s of one stream: its hits and misses are served in turn, so times add."""
    return 1 / (hit / cache + (1 - hit) / drives)


def at_once(hit: Num, cache: Num, drives: Num) -> Num:
    """Rate in bytes/s of many streams: cache and drives serve hits and misses in parallel."""
    return 1 / np.maximum(hit / cache, (1 - hit) / drives)


def mean_latency(hit: Num, cache: Num, drives: Num) -> Num:
    """Mean access time in seconds: cache lookup, and the drives' latency on a miss."""
    return cache + (1 - hit) * drives


def through(hit: Num, cache: Num, drives: Num) -> Num:
    """Rate in bytes/s of write-through: all writes go to the drives, hits to the cache too."""
    return 1 / np.maximum(hit / cache, 1 / drives)


_RATES = Book("caches: rates", topic="performance")
_RATES.input(
    "cache_way_hit",
    "1",
    r"h_\mathrm{<w>}",
    "Share of the bytes that the caches serve when clients {way}",
    high=1.0,
    shown="percent",
)
_RATES.input(
    "cache_drive_way_bandwidth",
    "byte/s",
    r"b_\mathrm{cache,<w>}",
    "Rate of one cache drive, to {way}",
)
RATES = spell(_RATES, *WAYS)

_STATE = Book("caches in a state", topic="performance")
_STATE.least_stage(
    "kind_server_way_behind_caches",
    "byte/s",
    r"B_\mathrm{behind,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of one server behind its caches",
    "kind_way",
    source="assumption: the slowest known stage behind the caches",
    scopes=BEHIND,
)
_STATE.least_stage(
    "kind_server_way_before_caches",
    "byte/s",
    r"B_\mathrm{before,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of one server in front of its caches",
    "kind_way",
    source="assumption: the slowest known stage before the caches",
    scopes=BEFORE,
)


@_STATE.quantity(
    "byte/s",
    r"B_\mathrm{srv,<w>}^\mathrm{cached}<+>",
    "assumption: the slowest known stage before the caches, or they themselves",
)
def server_cached_way_bandwidth_end(
    server_mixed_way_bandwidth_end: Num, kind_server_way_before_caches: Num
) -> Num:
    """{most} {way} bandwidth of one server while its caches have room."""
    before = otherwise(kind_server_way_before_caches, server_mixed_way_bandwidth_end)
    return np.minimum(server_mixed_way_bandwidth_end, before)


@_STATE.quantity(
    "byte/s",
    r"B_\mathrm{<w>}^\mathrm{cached<,+>}",
    "arithmetic: working servers, each with its caches",
)
def cached_way_bandwidth_end(working_servers: Num, server_cached_way_bandwidth_end: Num) -> Num:
    """{most} {way} bandwidth of the tier while caches have room."""
    return working_servers * server_cached_way_bandwidth_end


STATE = spell(_STATE, *WAYS_AND_ENDS)
_EACH_WAY = Book("caches each way", topic="performance")


@_EACH_WAY.quantity("byte/s", r"B_\mathrm{cache,<w>}", "arithmetic of the server")
def server_cache_way_bandwidth(cache_drives_per_server: Num, cache_drive_way_bandwidth: Num) -> Num:
    """Bandwidth of all cache drives of a server."""
    return cache_drives_per_server * cache_drive_way_bandwidth


@_EACH_WAY.quantity("byte/s", r"B_\mathrm{cache,<w>}^\mathrm{com}", COMMITTED)
def committed_server_cache_way_bandwidth(
    server_cache_way_bandwidth: Num, cache_delivery: Num
) -> Num:
    """Expected {way} bandwidth of the cache drives of a server."""
    return server_cache_way_bandwidth * cache_delivery


@_EACH_WAY.quantity("byte/s", r"B_\mathrm{one,<w>}^\mathrm{cached}", MEAN)
def cached_stream_way_bandwidth(
    cache_way_hit: Num,
    cache_drive_way_bandwidth: Num,
    server_way_behind_caches: Num,
    targets_per_server: Num,
) -> Num:
    """One stream on one target and one cache drive, hits and misses one after the other."""
    drives = server_way_behind_caches / targets_per_server
    return one_after_the_other(cache_way_hit, cache_drive_way_bandwidth, drives)


spell(_EACH_WAY, *WAYS, into=STATE)

_SHARED = Book("caches and drives one after the other", topic="performance")
_OVERLAPPED = Book("caches and drives at once", topic="performance")
_THROUGH = Book("caches written through", topic="performance")


@_SHARED.quantity("byte/s", r"B_\mathrm{mix,<w>}<+>", MEAN, name="server_mixed_way_bandwidth_end")
def server_mixed_way_bandwidth_end_shared(
    cache_way_hit: Num, kind_server_cache_way_bandwidth: Num, kind_mean_way_behind_caches: Num
) -> Num:
    """{most} {way} bandwidth of caches and drives of a server together."""
    return one_after_the_other(
        cache_way_hit, kind_server_cache_way_bandwidth, kind_mean_way_behind_caches
    )


@_OVERLAPPED.quantity(
    "byte/s", r"B_\mathrm{mix,<w>}<+>", AT_ONCE, name="server_mixed_way_bandwidth_end"
)
def server_mixed_way_bandwidth_end_overlapped(
    cache_way_hit: Num, kind_server_cache_way_bandwidth: Num, kind_mean_way_behind_caches: Num
) -> Num:
    """{most} {way} bandwidth of caches and drives of a server together."""
    return at_once(cache_way_hit, kind_server_cache_way_bandwidth, kind_mean_way_behind_caches)


@_THROUGH.quantity(
    "byte/s", r"B_\mathrm{mix,<w>}<+>", THROUGH, name="server_mixed_way_bandwidth_end"
)
def server_mixed_way_bandwidth_end_write_through(
    cache_way_hit: Num, kind_server_cache_way_bandwidth: Num, kind_mean_way_behind_caches: Num
) -> Num:
    """{most} {way} bandwidth of caches and drives of a server together."""
    return through(cache_way_hit, kind_server_cache_way_bandwidth, kind_mean_way_behind_caches)


_READ, _WRITE = (crossed((way,), ENDS) for way in WAYS)
SHARED_READS = Book("caches: reads one after the other", topic="performance")
SHARED_WRITES = Book("caches: writes one after the other", topic="performance")
OVERLAPPED_READS = Book("caches: reads at once", topic="performance")
OVERLAPPED_WRITES = Book("caches: writes at once", topic="performance")
WRITE_THROUGH = Book("caches: writes through", topic="performance")
spell(_SHARED, *_READ, into=SHARED_READS)
spell(_SHARED, *_WRITE, into=SHARED_WRITES)
spell(_OVERLAPPED, *_READ, into=OVERLAPPED_READS)
spell(_OVERLAPPED, *_WRITE, into=OVERLAPPED_WRITES)
spell(_THROUGH, *_WRITE, into=WRITE_THROUGH)


@STATE.quantity("byte/s", r"B_\mathrm{drain}", COMMITTED)
def cache_drain_bandwidth(working_servers: Num, committed_mean_write_behind_caches: Num) -> Num:
    """Expected write bandwidth of the drives behind the caches."""
    return working_servers * committed_mean_write_behind_caches


_HEALTHY = Book("caches, healthy", topic="performance")
_HEALTHY.over(
    "total",
    "cached_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{<w>}^\mathrm{cached<,+>}",
    "{most} {way} bandwidth of the tier while caches have room, when healthy",
    roles=("healthy",),
    of="cached_way_bandwidth_end",
)
HEALTHY = spell(_HEALTHY, *WAYS_AND_ENDS)
HEALTHY.over(
    "total",
    "cache_drain_bandwidth",
    "byte/s",
    r"B_\mathrm{drain}",
    "Expected write bandwidth of the drives behind the caches, when healthy",
    roles=("healthy",),
    of="cache_drain_bandwidth",
)

LATENCY = Book("caches: latency", topic="performance")
LATENCY.input("cache_read_latency", "second", r"L_\mathrm{cache}", "Time of a read from the cache")
LATENCY.input("drive_read_latency", "second", r"L_\mathrm{drv}", "Time of a read from a drive")


@LATENCY.quantity(
    "second", r"\bar L", "arithmetic: each access looks into the cache, and a miss goes on"
)
def mean_read_latency(cache_read_hit: Num, cache_read_latency: Num, drive_read_latency: Num) -> Num:
    """Mean time of a read, hits and misses together."""
    return mean_latency(cache_read_hit, cache_read_latency, drive_read_latency)


SIZE = Book("caches: size", topic="performance")


@SIZE.quantity("byte", r"C_\mathrm{caches}", "arithmetic: caches of all servers")
def caches_capacity(servers: Num, cache_used_per_server: Num) -> Num:
    """Caches of the tier, all together."""
    return servers * cache_used_per_server


MIX = Book("a cache alone", topic="performance")
MIX.input(
    "cache_hit",
    "1",
    "h",
    "Share of the bytes, or of the accesses, that hit",
    high=1.0,
    shown="percent",
)
MIX.input("cache_bandwidth", "byte/s", r"B_\mathrm{cache}", "Rate of the cache")
MIX.input("backing_bandwidth", "byte/s", r"B_\mathrm{drives}", "Rate of what is cached")
MIX.input("cache_latency", "second", r"L_\mathrm{hit}", "Time of an access to the cache")
MIX.input("backing_latency", "second", r"L_\mathrm{miss}", "Time of an access to what is cached")


@MIX.quantity("byte/s", r"B_\mathrm{one}", MEAN)
def one_stream_bandwidth(cache_hit: Num, cache_bandwidth: Num, backing_bandwidth: Num) -> Num:
    """Rate of one stream: hits and misses one after the other, a harmonic mean."""
    return one_after_the_other(cache_hit, cache_bandwidth, backing_bandwidth)


@MIX.quantity("byte/s", r"B_\mathrm{many}", AT_ONCE)
def many_streams_bandwidth(cache_hit: Num, cache_bandwidth: Num, backing_bandwidth: Num) -> Num:
    """Rate of many streams together: hits and misses at once, the slower limits."""
    return at_once(cache_hit, cache_bandwidth, backing_bandwidth)


@MIX.quantity(
    "second", r"\bar L", "arithmetic: each access looks into the cache, and a miss goes on"
)
def mean_access_latency(cache_hit: Num, cache_latency: Num, backing_latency: Num) -> Num:
    """Mean time of an access, hits and misses together."""
    return mean_latency(cache_hit, cache_latency, backing_latency)
