"""Demand and growth: NERSC's figures, each model of growth, and when what was bought is full."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.quantity import Quantity
from model.formulas.time_and_money import filling, growth
from model.procedures.forecast import time_reached

DAY = 86400.0
YEAR = 8766 * 3600.0
NEVER = 1e12
NERSC_GROWTH = 133_116_697_694_451.58 / DAY
VOLUMES = st.floats(1e12, 1e16)
RATES = st.floats(0.01, 2.0)


@pytest.mark.parametrize(("improvement", "published"), [(3, 22.3636e15), (4, 29.8181e15)])
def test_nersc_capacity(improvement: float, published: float) -> None:
    """Lockwood et al. 2019: 133 TB/day, purge at 28 days, half purged: 22.36 and 29.82 PB."""
    found = growth.purge_capacity(improvement, 28 * DAY, 0.5, NERSC_GROWTH)
    assert found == pytest.approx(published, rel=2e-6)


@pytest.mark.parametrize(
    ("days", "improvement", "published"),
    [(21, 3, 16.773e15), (21, 4, 22.364e15), (84, 3, 67.091e15), (84, 4, 89.454e15)],
)
def test_nersc_other_purges(days: float, improvement: float, published: float) -> None:
    """The same with purges at 21 and 84 days."""
    found = growth.purge_capacity(improvement, days * DAY, 0.5, NERSC_GROWTH)
    assert found == pytest.approx(published, rel=3e-5)


@given(st.floats(1, 5), st.floats(1, 200), st.floats(0.1, 0.9), st.floats(1.01, 2))
def test_purge_is_monotone(improvement: float, days: float, share: float, factor: float) -> None:
    """More work, a later purge, or a smaller purged share never needs less."""
    base = growth.purge_capacity(improvement, days * DAY, share, NERSC_GROWTH)
    assert growth.purge_capacity(improvement * factor, days * DAY, share, NERSC_GROWTH) >= base
    assert growth.purge_capacity(improvement, days * DAY * factor, share, NERSC_GROWTH) >= base
    assert growth.purge_capacity(improvement, days * DAY, share / factor, NERSC_GROWTH) >= base


def test_growth_by_hand() -> None:
    """100 TB: plus 20 TB a year is 140 TB after two; 20 % a year is 144 TB."""
    assert growth.group_demand_added(100e12, 20e12 / YEAR, YEAR, 2.0) == pytest.approx(140e12)
    assert growth.group_demand_share(100e12, 0.2, 2.0) == pytest.approx(144e12)
    assert growth.group_demand_added(10e12, -20e12 / YEAR, YEAR, 2.0) == 0


def test_logistic_growth() -> None:
    """The logistic curve begins at the volume, is half of the ceiling midway, and ends at it."""
    assert growth.group_demand_ceiling(1e15, 0.5, 9e15, 0.0) == pytest.approx(1e15)
    assert growth.group_demand_ceiling(
        1e15, 0.5, 9e15, math.log(8) / math.log(1.5)
    ) == pytest.approx(4.5e15)
    assert growth.group_demand_ceiling(1e15, 0.5, 9e15, 200.0) == pytest.approx(9e15)


@given(VOLUMES, RATES, st.floats(1, 50), st.floats(0, 30))
def test_a_ceiling_never_raises_demand(
    volume: float, rate: float, times: float, years: float
) -> None:
    """With one there is never more than without; far away it makes no difference."""
    without = growth.group_demand_share(volume, rate, years)
    with_one = growth.group_demand_ceiling(volume, rate, volume * times, years)
    assert with_one <= without * (1 + 1e-12)
    assert growth.group_demand_ceiling(volume, rate, without * 1e9, years) == pytest.approx(without)
    limit = volume * 1.5
    full = filling.group_time_full_share(volume, rate, limit, YEAR, NEVER)
    later = filling.group_time_full_ceiling(volume, rate, volume * times, limit, YEAR, NEVER)
    assert later >= full * (1 - 1e-9)


@given(VOLUMES, RATES, st.floats(1.1, 20))
def test_the_closed_forms_are_where_the_curves_pass(
    volume: float, rate: float, times: float
) -> None:
    """At the time until full each curve is at the limit, and a search finds the same time."""
    limit, ceiling, added = volume * times, volume * times * 1.5, volume * rate / YEAR
    curves = {
        filling.group_time_full_added(volume, added, limit, NEVER): lambda t: (
            growth.group_demand_added(volume, added, YEAR, t)
        ),
        filling.group_time_full_share(volume, rate, limit, YEAR, NEVER): lambda t: (
            growth.group_demand_share(volume, rate, t)
        ),
        filling.group_time_full_ceiling(volume, rate, ceiling, limit, YEAR, NEVER): lambda t: (
            growth.group_demand_ceiling(volume, rate, ceiling, t)
        ),
    }
    for seconds, curve in curves.items():
        years = float(seconds) / YEAR
        assert curve(years) == pytest.approx(limit, rel=1e-9)
        assert time_reached(curve, limit, years * 1.5 + 1) == pytest.approx(years, rel=1e-6)


def test_what_never_fills_says_so() -> None:
    """No growth, or a ceiling below the limit, takes the time that stands for never."""
    assert filling.group_time_full_added(1e15, 0.0, 2e15, NEVER) >= NEVER / 2
    assert filling.group_time_full_share(1e15, 0.0, 2e15, YEAR, NEVER) > NEVER / 2
    assert filling.group_time_full_ceiling(1e15, 0.5, 1.5e15, 2e15, YEAR, NEVER) == NEVER
    assert filling.group_time_full_added(3e15, 0.0, 2e15, NEVER) == 0
    assert filling.group_time_full_share(3e15, 0.5, 2e15, YEAR, NEVER) == 0


def test_the_running_maximum_never_falls() -> None:
    """A demand that shrinks leaves its peak."""
    assert growth.peak_demand(5.0, 3.0) == 5
    assert growth.peak_demand(5.0, 7.0) == 7


def test_the_purge_needs_its_own_capacity() -> None:
    """The capacity that the purge asks for is the one that is needed: the fill limit cancels."""
    chapters = (growth.OF_PURGE, growth.NEED_YEAR), (growth.SITE_OF_PURGE, growth.SITE_NEED_YEAR)
    for of_purge, need in chapters:
        demand, needed = of_purge["demand"], need["needed_capacity"]
        assert isinstance(demand, Quantity)
        assert isinstance(needed, Quantity)
        assert needed.function(demand.function(22e15, 0.8), 0.8) == pytest.approx(22e15)


LEVELS = st.lists(st.integers(0, 400).map(lambda n: n * 1e13), min_size=2, max_size=8)


@given(LEVELS)
def test_a_forecast_is_full_where_its_line_passes(levels: list[float]) -> None:
    """The least of the years' formulas is the time that a search on the drawn line finds."""
    quantity = filling.HISTORY_FULL_YEAR.quantities["passing_time"]
    limit = 2.005e15  # no level is it: the search doesn't see a line that only touches it
    times = [
        float(quantity.function(level, before, limit, float(n), YEAR, NEVER))
        for n, (before, level) in enumerate(pairwise([0.0, *levels]))
    ]
    line = range(len(levels))
    found = time_reached(lambda t: np.interp(t, line, levels), limit, len(levels) - 1)
    if found is None:
        assert min(times) == NEVER
    else:
        assert min(times) == pytest.approx(found * YEAR, rel=1e-6, abs=1)


def test_a_purge_is_full_at_once_or_never() -> None:
    """It needs the same each year."""
    assert filling.time_full_purge(22e15, 20e15, NEVER) == 0
    assert filling.time_full_purge(22e15, 30e15, NEVER) == NEVER
