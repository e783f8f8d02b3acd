"""How long write-back caches hold: what fills them, what drains them, and what follows.

What a write-back cache takes must reach the drives in the end: it fills by what comes in beyond
what the drives take, and then clients write as fast as the drives. All rates are the committed
ones.
"""

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

BALANCE = "arithmetic: what comes in and doesn't reach the drives stays in the caches"

FILLING = Book("caches: filling", topic="performance")
FILLING.input(
    "drain_share",
    "1",
    r"d",
    "Share of the drives' free rate at which caches drain while they fill",
    1.0,
    source=(
        "assumption: they drain as fast as they can; 0 for a cache that waits until clients pause"
    ),
    high=1.0,
    shown="percent",
)
FILLING.input(
    "background_share",
    "1",
    r"f_\mathrm{bg}",
    "Share of the drives' rate used by clients while caches drain after a burst",
    0.0,
    source="assumption: clients pause after a burst, unless the scenario says otherwise",
    high=0.99,
    shown="percent",
)
FILLING.input(
    "longest_burst",
    "second",
    r"t_\infty",
    "Time that represents never",
    1e12,
    source="assumption: 30,000 years: caches that fill more slowly never do",
)


@FILLING.quantity("byte/s", r"B_\mathrm{fill}", BALANCE)
def filling_bandwidth(
    cached_write_bandwidth: Num, cache_write_hit: Num, cache_drain_bandwidth: Num, drain_share: Num
) -> Num:
    """Rate at which caches fill while clients write at full speed; misses reach the drives."""
    return np.maximum(
        0,
        cached_write_bandwidth * cache_write_hit
        - drain_share
        * np.maximum(0, cache_drain_bandwidth - cached_write_bandwidth * (1 - cache_write_hit)),
    )


@FILLING.quantity("second", r"t_\mathrm{full}", BALANCE)
def time_to_fill(caches_capacity: Num, filling_bandwidth: Num, longest_burst: Num) -> Num:
    """Time of writing at full speed until the caches are full."""
    return caches_capacity / np.maximum(filling_bandwidth, caches_capacity / longest_burst)


@FILLING.quantity("1", r"\mathrm{ok}_\mathrm{hold}", BALANCE)
def caches_hold(filling_bandwidth: Num) -> Num:
    """Whether the drives keep up with writes, so that caches never fill: 1 yes, 0 no."""
    return at_least(0, filling_bandwidth)


@FILLING.quantity("byte", r"S_\mathrm{full}", BALANCE)
def absorbed_burst(time_to_fill: Num, cached_write_bandwidth: Num) -> Num:
    """Data written until the caches are full."""
    return time_to_fill * cached_write_bandwidth


@FILLING.quantity(
    "byte/s", r"B_\mathrm{after}", "assumption: full caches absorb at the rate of the drives"
)
def write_bandwidth_after_burst(cached_write_bandwidth: Num, cache_drain_bandwidth: Num) -> Num:
    """Expected write bandwidth when the caches are full."""
    return np.minimum(cached_write_bandwidth, cache_drain_bandwidth)


@FILLING.quantity(
    "second", r"t_\mathrm{drain}", "assumption: full caches over what drives have left for them"
)
def time_to_drain(caches_capacity: Num, cache_drain_bandwidth: Num, background_share: Num) -> Num:
    """Time to drain full caches after a burst."""
    return caches_capacity / (cache_drain_bandwidth * (1 - background_share))


@FILLING.quantity("second", r"t_\mathrm{empty}", "assumption: one after the other")
def time_until_drained(time_to_fill: Num, time_to_drain: Num) -> Num:
    """Time from the start of a burst that just fills the caches until they are empty again."""
    return time_to_fill + time_to_drain


BURST = Book("caches: a burst", topic="performance")
BURST.input("burst_size", "byte", r"S_\mathrm{burst}", "Data written in one burst")


@BURST.quantity("byte", r"C_\mathrm{need}", BALANCE)
def burst_cache_needed(burst_size: Num, filling_bandwidth: Num, cached_write_bandwidth: Num) -> Num:
    """Cache capacity required to absorb the burst."""
    return burst_size * (filling_bandwidth / cached_write_bandwidth)


@BURST.quantity("1", r"\mathrm{ok}_\mathrm{burst}", BALANCE)
def burst_fits(caches_capacity: Num, burst_cache_needed: Num) -> Num:
    """Whether the caches absorb the burst: 1 yes, 0 no."""
    return at_least(caches_capacity, burst_cache_needed)


@BURST.quantity(
    "second",
    r"t_\mathrm{burst}",
    "assumption: into the caches, and the rest at the rate of the drives",
)
def burst_time(
    burst_size: Num,
    absorbed_burst: Num,
    cached_write_bandwidth: Num,
    write_bandwidth_after_burst: Num,
) -> Num:
    """Time to write the burst."""
    return (
        np.minimum(burst_size, absorbed_burst) / cached_write_bandwidth
        + np.maximum(0, burst_size - absorbed_burst) / write_bandwidth_after_burst
    )


@BURST.quantity(
    "byte/s", r"\bar B_\mathrm{burst}", "arithmetic: all bytes over all the time: a harmonic mean"
)
def burst_bandwidth(burst_size: Num, burst_time: Num) -> Num:
    """Mean rate at which clients write the burst."""
    return burst_size / burst_time
