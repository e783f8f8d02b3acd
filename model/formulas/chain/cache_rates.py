"""What clients get of a tier whose drives are cached by flash: rates and latency.

These figures stand beside the chain of stages, which never counts on caches. A mean over hits and
misses is harmonic, because each byte is served by one of the two and their times add; where hits
and misses are served at once, the slower of both limits. The arithmetic mean of the two rates is
neither.
"""

from collections.abc import Callable

import numpy as np

from model.engine.ops import Num, otherwise
from model.engine.quantity import Book, Scope
from model.formulas.chain.performance import DELIVERY, delivery_of

MEAN = "1/B = h/B_cache + (1 - h)/B_drives: a byte is a hit or a miss, and their times add"
AT_ONCE = "min(B_cache/h, B_drives/(1 - h)): hits and misses are served at once"
THROUGH = "each byte goes to the drives, and a hit to the cache at the same time"
Mix = Callable[[Num, Num, Num], Num]
"""A rate from the share of hits, the rate of the cache, and that of the drives."""
BEHIND: tuple[Scope, ...] = ("drive", "array", "path")
BEFORE: tuple[Scope, ...] = ("server", "tier")
"""Whose stages stand behind the caches, and between them and the clients."""


def one_after_the_other(hit: Num, cache: Num, drives: Num) -> Num:
    """Rate of a stream whose hits and misses are served one after the other."""
    return 1 / (hit / cache + (1 - hit) / drives)


def at_once(hit: Num, cache: Num, drives: Num) -> Num:
    """Rate of many streams whose hits and misses are served at once."""
    return 1 / np.maximum(hit / cache, (1 - hit) / drives)


def mean_latency(hit: Num, cache: Num, drives: Num) -> Num:
    """Mean time of an access: each looks into the cache, and a miss goes on to the drives."""
    return cache + (1 - hit) * drives


RATES = Book("caches: rates", topic="performance")
STATE = Book("caches in a state", topic="performance")
HEALTHY = Book("caches, healthy", topic="performance")
SHARED = {
    way: Book(f"caches: {way}s one after the other", topic="performance")
    for way in ("read", "write")
}
OVERLAPPED = {
    way: Book(f"caches: {way}s at once", topic="performance") for way in ("read", "write")
}
WRITE_THROUGH = Book("caches: writes through", topic="performance")


def through(hit: Num, cache: Num, drives: Num) -> Num:
    """Rate of writes that all reach the drives, and the hits among them the cache, too."""
    return 1 / np.maximum(hit / cache, 1 / drives)


def _declare_mix(book: Book, way: str, mix: Mix, source: str) -> None:
    """Declare what caches and drives of a server give together: the most, and as committed."""

    def most(hit: Num, cache: Num, drives: Num) -> Num:
        return mix(hit, cache, drives)

    def committed(
        hit: Num, cache: Num, delivery_factor: Num, drives: Num, drives_delivery: Num
    ) -> Num:
        return mix(hit, cache * delivery_factor, drives * drives_delivery)

    hit, cache, drives = (
        f"cache_{way}_hit",
        f"server_cache_{way}_rate",
        f"mean_{way}_behind_caches",
    )
    title = f"caches and drives of a server {way} together"
    for function, name, symbol, said, needs in (
        (most, "rate", "mix", f"What {title}", (hit, cache, drives)),
        (
            committed,
            "commitment",
            "com",
            f"What {title}, each at what it is committed to",
            (hit, cache, "delivery_factor", drives, f"{way}_behind_caches_delivery"),
        ),
    ):
        book.quantity(
            "byte/s",
            rf"B_\mathrm{{{symbol},{way[0]}}}",
            source,
            name=f"server_cached_{way}_{name}",
            needs=needs,
            title=said,
        )(function)


def _declare_rates(way: str, sub: str) -> None:
    RATES.input(
        f"cache_{way}_hit",
        "1",
        rf"h_\mathrm{{{sub}}}",
        f"Share of the bytes that the caches serve when clients {way}",
        high=1.0,
    )
    RATES.input(
        f"cache_drive_{way}_bandwidth",
        "byte/s",
        rf"b_\mathrm{{cache,{sub}}}",
        f"Rate of one cache drive, to {way}",
    )
    for name, scopes in (("behind", BEHIND), ("before", BEFORE)):
        STATE.least_stage(
            f"server_{way}_{name}_caches",
            "byte/s",
            rf"B_\mathrm{{{name},{sub}}}",
            f"The least known stage of a server {name} its caches, to {way}",
            way,
            source=f"the slowest known stage {name} the caches",
            scopes=scopes,
        )
        STATE.least_stage(
            f"measured_{way}_{name}_caches",
            "byte/s",
            rf"B_\mathrm{{{name},{sub}}}^\mathrm{{meas}}",
            f"The least stage of a server {name} its caches that rests on a measurement, to {way}",
            way,
            measured=True,
            source=f"the slowest measured stage {name} the caches",
            scopes=scopes,
        )
        STATE.quantity(
            "1",
            rf"\eta_\mathrm{{{name},{sub}}}",
            DELIVERY,
            name=f"{way}_{name}_caches_delivery",
            needs=(
                f"measured_{way}_{name}_caches",
                f"server_{way}_{name}_caches",
                "delivery_factor",
            ),
            title=f"Share of what a server gives {name} its caches that is committed to, to {way}",
        )(delivery_of)

    @STATE.quantity(
        "byte/s",
        rf"B_\mathrm{{cache,{sub}}}",
        "arithmetic of the server",
        name=f"server_cache_{way}_rate",
        needs=("cache_drives_per_server", f"cache_drive_{way}_bandwidth"),
    )
    def _cache_rate(drives: Num, bandwidth: Num) -> Num:
        """What the cache drives of a server give together."""
        return drives * bandwidth

    _declare_mix(SHARED[way], way, one_after_the_other, MEAN)
    _declare_mix(OVERLAPPED[way], way, at_once, AT_ONCE)

    @STATE.quantity(
        "byte/s",
        rf"B_\mathrm{{srv,{sub}}}^\mathrm{{cached}}",
        "the slowest known stage before the caches, or they themselves",
        name=f"server_cached_{way}_bandwidth_bound",
        needs=(f"server_cached_{way}_rate", f"server_{way}_before_caches"),
    )
    def _server_bound(rate: Num, before: Num) -> Num:
        """The most that clients get of one server while caches hold."""
        return np.minimum(rate, otherwise(before, rate))

    @STATE.quantity(
        "byte/s",
        rf"B_\mathrm{{{sub}}}^\mathrm{{cached,+}}",
        "working servers, each at its bound",
        name=f"cached_{way}_bandwidth_bound",
        needs=("working_servers", f"server_cached_{way}_bandwidth_bound"),
    )
    def _bound(servers: Num, bandwidth: Num) -> Num:
        """The most that clients get of the tier while caches hold."""
        return servers * bandwidth

    @STATE.quantity(
        "byte/s",
        rf"B_\mathrm{{{sub}}}^\mathrm{{cached}}",
        f"{DELIVERY}; caches and drives each by their own",
        name=f"cached_{way}_bandwidth",
        needs=(
            "working_servers",
            f"server_cached_{way}_commitment",
            f"server_{way}_before_caches",
            f"{way}_before_caches_delivery",
        ),
    )
    def _committed(servers: Num, commitment: Num, before: Num, delivery: Num) -> Num:
        """What clients are committed to get of the tier while caches hold."""
        return servers * np.minimum(commitment, otherwise(before * delivery, commitment))

    @STATE.quantity(
        "byte/s",
        rf"B_\mathrm{{one,{sub}}}^\mathrm{{cached}}",
        MEAN,
        name=f"cached_stream_{way}_bandwidth",
        needs=(
            f"cache_{way}_hit",
            f"cache_drive_{way}_bandwidth",
            f"server_{way}_behind_caches",
            "targets_per_server",
        ),
    )
    def _one_stream(hit: Num, cache: Num, drives: Num, targets: Num) -> Num:
        """One stream on one target and one cache drive, hits and misses one after the other."""
        return one_after_the_other(hit, cache, drives / targets)

    for name in (f"cached_{way}_bandwidth_bound", f"cached_{way}_bandwidth"):
        item = STATE[name]
        title = item.title.rstrip(".") + ", when healthy"
        HEALTHY.over("total", name, "byte/s", item.symbol, title, roles=("healthy",), of=name)


_declare_rates("read", "r")
_declare_rates("write", "w")
_declare_mix(WRITE_THROUGH, "write", through, THROUGH)


@STATE.quantity("byte/s", r"B_\mathrm{drain}", DELIVERY)
def cache_drain_bandwidth(
    working_servers: Num, mean_write_behind_caches: Num, write_behind_caches_delivery: Num
) -> Num:
    """What the drives behind the caches are committed to take."""
    return working_servers * mean_write_behind_caches * write_behind_caches_delivery


HEALTHY.over(
    "total",
    "cache_drain_bandwidth",
    "byte/s",
    r"B_\mathrm{drain}",
    "What the drives behind the caches are committed to take, when healthy",
    roles=("healthy",),
    of="cache_drain_bandwidth",
)

LATENCY = Book("caches: latency", topic="performance")
LATENCY.input("cache_read_latency", "second", r"L_\mathrm{cache}", "Time of a read from the cache")
LATENCY.input("drive_read_latency", "second", r"L_\mathrm{drv}", "Time of a read from a drive")


@LATENCY.quantity("second", r"\bar L", "each access looks into the cache, and a miss goes on")
def mean_read_latency(cache_read_hit: Num, cache_read_latency: Num, drive_read_latency: Num) -> Num:
    """Mean time of a read, hits and misses together."""
    return mean_latency(cache_read_hit, cache_read_latency, drive_read_latency)


SIZE = Book("caches: size", topic="performance")


@SIZE.quantity("byte", r"C_\mathrm{caches}", "caches of all servers")
def caches_capacity(servers: Num, cache_used_per_server: Num) -> Num:
    """Caches of the tier, all together."""
    return servers * cache_used_per_server


MIX = Book("a cache alone", topic="performance")
for _name, _unit, _symbol, _title, _more in (
    ("cache_hit", "1", "h", "Share of the bytes, or of the accesses, that hit", {"high": 1.0}),
    ("cache_bandwidth", "byte/s", r"B_\mathrm{cache}", "Rate of the cache", {}),
    ("backing_bandwidth", "byte/s", r"B_\mathrm{drives}", "Rate of what is cached", {}),
    ("cache_latency", "second", r"L_\mathrm{hit}", "Time of an access to the cache", {}),
    ("backing_latency", "second", r"L_\mathrm{miss}", "Time of an access to what is cached", {}),
):
    MIX.input(_name, _unit, _symbol, _title, **_more)


@MIX.quantity("byte/s", r"B_\mathrm{one}", MEAN)
def one_stream_bandwidth(cache_hit: Num, cache_bandwidth: Num, backing_bandwidth: Num) -> Num:
    """Rate of one stream: hits and misses one after the other, a harmonic mean."""
    return one_after_the_other(cache_hit, cache_bandwidth, backing_bandwidth)


@MIX.quantity("byte/s", r"B_\mathrm{many}", AT_ONCE)
def many_streams_bandwidth(cache_hit: Num, cache_bandwidth: Num, backing_bandwidth: Num) -> Num:
    """Rate of many streams together: hits and misses at once, the slower limits."""
    return at_once(cache_hit, cache_bandwidth, backing_bandwidth)


@MIX.quantity("second", r"\bar L", "each access looks into the cache, and a miss goes on")
def mean_access_latency(cache_hit: Num, cache_latency: Num, backing_latency: Num) -> Num:
    """Mean time of an access, hits and misses together."""
    return mean_latency(cache_hit, cache_latency, backing_latency)
