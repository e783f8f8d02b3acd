"""Bursts that fill caches: against a simulation, and no byte is lost."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from model.formulas.chain import bursts

rates = st.floats(1e6, 1e12)
shares = st.floats(0.0, 1.0)


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
    filling = bursts.filling_bandwidth(clients, hit, drives, share)
    time = bursts.time_to_fill(1e12, filling, 1e12)
    assert time == pytest.approx(simulated(hit, clients, drives, share, 1e12, 2000), rel=1e-2)


@given(shares, rates, rates)
def test_bytes_are_conserved(hit: float, clients: float, drives: float) -> None:
    """If caches drain as fast as they can, they fill by what the drives don't take."""
    assume(clients * (1 - hit) <= drives)
    filling = bursts.filling_bandwidth(clients, hit, drives, 1.0)
    assert filling == pytest.approx(max(0.0, clients - drives), abs=clients * 1e-9)
    full = bursts.time_to_fill(1e15, filling, 1e12)
    absorbed = bursts.absorbed_burst(full, clients)
    time = bursts.burst_time(absorbed, absorbed, clients, min(clients, drives))
    assert time == pytest.approx(full)


def test_a_burst_beyond_the_cache() -> None:
    """10 TB at 10 GB/s, 4 drained: 6 TB of cache hold it; with 3 TB half waits for the drives."""
    filling = bursts.filling_bandwidth(10e9, 1.0, 4e9, 1.0)
    assert bursts.burst_cache_needed(10e12, filling, 10e9) == pytest.approx(6e12)
    full = bursts.time_to_fill(3e12, filling, 1e12)
    absorbed = bursts.absorbed_burst(full, 10e9)
    assert (full, absorbed) == pytest.approx((500.0, 5e12))
    time = bursts.burst_time(10e12, absorbed, 10e9, 4e9)
    assert time == pytest.approx(500 + 5e12 / 4e9)
    assert bursts.burst_bandwidth(10e12, time) == pytest.approx(10e12 / 1750)
    assert bursts.burst_fits(6e12, 6e12) == 1
    assert bursts.burst_fits(3e12, 6e12) == 0


def test_drives_that_keep_up_never_let_caches_fill() -> None:
    """Where the drives take all, the time is one that stands for never."""
    filling = bursts.filling_bandwidth(4e9, 0.9, 5e9, 1.0)
    assert filling == 0
    assert bursts.caches_hold(filling) == 1
    assert bursts.time_to_fill(1e12, filling, 1e12) == 1e12


def test_recovery() -> None:
    """Full caches drain at what clients leave of the drives' rate."""
    assert bursts.time_to_drain(1e12, 4e9, 0.75) == pytest.approx(1000)


def test_caches_hold_where_nothing_is_left_to_fill_them() -> None:
    """A byte a second too many fills them in the end."""
    assert bursts.caches_hold(0.0) == bursts.caches_hold(-1e9) == 1
    assert bursts.caches_hold(1.0) == 0


def test_a_burst_ends_when_caches_are_empty_again() -> None:
    """Five minutes to fill and twenty to drain make 25."""
    assert bursts.time_until_drained(300.0, 1200.0) == 1500
