"""Caches: the right means, bursts that fill them, and what must hold for any of them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from model.formulas import cache_rates
from model.formulas.cache_rates import at_once, mean_latency, one_after_the_other

rates = st.floats(1e6, 1e12)
shares = st.floats(0.0, 1.0)


def test_average_memory_access_time() -> None:
    """Patterson and Hennessy: 1 ns to look up, 5 % misses of 20 ns make 2 ns."""
    assert mean_latency(0.95, 1e-9, 20e-9) == pytest.approx(2e-9)


def test_half_the_bytes_at_a_third_of_the_time() -> None:
    """A trip: half the way at 3, half at 1, is 1.5 on the whole; two carriers at once reach 2."""
    assert one_after_the_other(0.5, 3.0, 1.0) == pytest.approx(1.5)
    assert at_once(0.5, 3.0, 1.0) == pytest.approx(2.0)


def test_what_lcpq_makes_of_its_ssds() -> None:
    """630 MB/s and 200 MB/s at 94 %: 558 MB/s, where the arithmetic mean would promise 604."""
    assert one_after_the_other(0.94, 630e6, 200e6) == pytest.approx(558e6, rel=1e-3)


@given(shares, rates, rates)
def test_means_are_between_and_in_order(hit: float, cache: float, drives: float) -> None:
    """The harmonic mean is between both rates; at once is faster, at most twice."""
    one, many = one_after_the_other(hit, cache, drives), at_once(hit, cache, drives)
    assert min(cache, drives) * (1 - 1e-9) <= one <= max(cache, drives) * (1 + 1e-9)
    assert one * (1 - 1e-9) <= many <= 2 * one * (1 + 1e-9)
    assert one <= (hit * cache + (1 - hit) * drives) * (1 + 1e-9)


@given(rates, rates)
def test_all_hits_and_all_misses(cache: float, drives: float) -> None:
    """What always hits is the cache, what never hits the drives."""
    for mean in (one_after_the_other, at_once):
        assert mean(1.0, cache, drives) == pytest.approx(cache)
        assert mean(0.0, cache, drives) == pytest.approx(drives)


def simulated(
    hit: float, clients: float, drives: float, share: float, capacity: float, steps: int
) -> float:
    """Fill a cache in small steps: misses reach the drives first, then what is drained."""
    held = time = 0.0
    step = capacity / clients / steps
    while held < capacity:
        free = max(0.0, drives - clients * (1 - hit))
        held += (clients * hit - min(share * free, clients * hit)) * step
        time += step
    return time


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("hit", "clients", "drives"), [(0.9, 5e9, 2e9), (1.0, 4e9, 3.9e9)])
def test_filling_is_what_a_simulation_does(
    hit: float, clients: float, drives: float, share: float
) -> None:
    """The closed form is reached by small steps, byte for byte."""
    filling = cache_rates.filling_bandwidth(clients, hit, drives, share)
    time = cache_rates.time_to_fill(1e12, filling, 1e12)
    assert time == pytest.approx(simulated(hit, clients, drives, share, 1e12, 2000), rel=1e-2)


@given(shares, rates, rates)
def test_bytes_are_conserved(hit: float, clients: float, drives: float) -> None:
    """If caches drain as fast as they can, they fill by what the drives don't take."""
    assume(clients * (1 - hit) <= drives)
    filling = cache_rates.filling_bandwidth(clients, hit, drives, 1.0)
    assert filling == pytest.approx(max(0.0, clients - drives), abs=clients * 1e-9)
    full = cache_rates.time_to_fill(1e15, filling, 1e12)
    absorbed = cache_rates.absorbed_burst(full, clients)
    time = cache_rates.burst_time(absorbed, absorbed, clients, min(clients, drives))
    assert time == pytest.approx(full)


def test_a_burst_beyond_the_cache() -> None:
    """10 TB at 10 GB/s, 4 drained: 6 TB of cache hold it; with 3 TB half waits for the drives."""
    filling = cache_rates.filling_bandwidth(10e9, 1.0, 4e9, 1.0)
    assert cache_rates.burst_cache_needed(10e12, filling, 10e9) == pytest.approx(6e12)
    full = cache_rates.time_to_fill(3e12, filling, 1e12)
    absorbed = cache_rates.absorbed_burst(full, 10e9)
    assert (full, absorbed) == pytest.approx((500.0, 5e12))
    time = cache_rates.burst_time(10e12, absorbed, 10e9, 4e9)
    assert time == pytest.approx(500 + 5e12 / 4e9)
    assert cache_rates.burst_bandwidth(10e12, time) == pytest.approx(10e12 / 1750)
    assert cache_rates.burst_fits(6e12, 6e12) == 1
    assert cache_rates.burst_fits(3e12, 6e12) == 0


def test_drives_that_keep_up_never_let_caches_fill() -> None:
    """Where the drives take all, the time is one that stands for never."""
    filling = cache_rates.filling_bandwidth(4e9, 0.9, 5e9, 1.0)
    assert filling == 0
    assert cache_rates.caches_hold(filling) == 1
    assert cache_rates.time_to_fill(1e12, filling, 1e12) == 1e12


def test_recovery() -> None:
    """Full caches drain at what clients leave of the drives' rate."""
    assert cache_rates.time_to_drain(1e12, 4e9, 0.75) == pytest.approx(1000)
