"""Caches: the right means, and what must hold for any of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas.chain.cache_rates import (
    at_once,
    cached_stream_way_bandwidth,
    mean_latency,
    one_after_the_other,
)

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


def test_a_stream_has_the_drives_of_one_target() -> None:
    """8 GB/s of 8 targets are 1 GB/s of each: half at 3 and half at 1 GB/s make 1.5 GB/s."""
    assert cached_stream_way_bandwidth(0.5, 3e9, 8e9, 8.0) == pytest.approx(1.5e9)


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
