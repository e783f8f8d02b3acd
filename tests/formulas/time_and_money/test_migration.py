"""Moving what is there: CRI's 1.19 PB out of its Isilon."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas.time_and_money import migration

DAY = 86400.0
VOLUME = 1.19e15
RATES = st.floats(1e6, 1e12)


def days(source: float, gateways: float, each: float = 1.25e9, target: float = 12e9) -> float:
    total = migration.gateways_rate(gateways, each)
    rate = migration.migration_rate(source, total, target)
    return float(migration.migration_time(VOLUME, rate)) / DAY


def test_cri() -> None:
    """11.0 days through one port of 10 GbE; 15.7 at the 880 MB/s that IOR read from the source."""
    assert days(math.nan, 1) == pytest.approx(11.0, abs=0.05)
    assert days(880e6, 1) == pytest.approx(15.65, abs=0.01)


def test_more_gateways_do_not_help_then() -> None:
    """Where the source limits, ten gateways take as long as one."""
    assert days(880e6, 10) == days(880e6, 1)
    assert days(math.nan, 2) == pytest.approx(days(math.nan, 1) / 2)


@given(RATES, st.integers(1, 100), RATES, RATES)
def test_the_slowest_limits(source: float, gateways: int, each: float, target: float) -> None:
    """No faster than any of the three; a faster one never takes longer."""
    rate = migration.migration_rate(source, migration.gateways_rate(gateways, each), target)
    assert rate == min(source, gateways * each, target)
    assert days(2 * source, gateways, each, target) <= days(source, gateways, each, target)


def test_the_target_takes_what_it_is_committed_to_write() -> None:
    """Unless the scenario says otherwise."""
    rate = migration.PLANNED_TARGET.quantities["migration_target_rate"]
    assert (rate.needs, rate.function(12e9)) == (("write_bandwidth",), 12e9)


@given(RATES, RATES, RATES)
def test_gateways_that_help(source: float, each: float, target: float) -> None:
    """So many of them are as fast as source and target allow; one less is not."""
    useful = float(migration.useful_gateways(source, target, each))
    least = min(source, target)
    assert useful * each >= least * (1 - 1e-8)
    assert (useful - 1) * each < least * (1 + 1e-8)
