"""Availability: published figures, a simulation of a pair of servers, and what must hold."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model.formulas.risk import availability as formulas
from model.units.kinds import HOUR, JULIAN_YEAR

MINUTE = 60.0


def test_minutes_of_three_nines_are_the_published_ones() -> None:
    """99.9 % is 43.83 minutes a month of 730.5 h (Lockwood, limelead, availability.md)."""
    load = -math.log(0.999)
    yearly = formulas.yearly_outage(load, JULIAN_YEAR)
    assert yearly / 12 / MINUTE == pytest.approx(43.83, abs=0.005)


def test_a_server_that_is_repaired_soon_is_down_as_published() -> None:
    """MTTI 2.5 h at 90 %: 16.7 min of repair (same page), of time up and down in turns.

    Outages that begin while another one lasts are counted by the queue as well, so its load is that
    of the repair over the time up, and one server is reached for 1 / (1 + load) of the time.
    """
    repair = 2.5 * HOUR / 9
    assert repair / MINUTE == pytest.approx(16.7, abs=0.05)
    load = formulas.server_down_share(JULIAN_YEAR / (2.5 * HOUR), 0.0, repair - 1, 1.0, JULIAN_YEAR)
    assert 1 / (1 + load) == pytest.approx(0.9, rel=1e-12)


def test_outages_of_many_pieces_are_those_of_a_simulation() -> None:
    """100 unpaired servers, exponential lengths: the share of the time in which none is down."""
    rng = np.random.default_rng(3)
    rate, length, years = 4.0, 20 * HOUR, 400.0
    found = []
    for _ in range(60):
        count = rng.poisson(100 * rate * years / 100)
        begins = np.sort(rng.uniform(0, years * JULIAN_YEAR / 100, count))
        ends = begins + rng.exponential(length, count)
        reached, last = 0.0, 0.0
        for begin, end in zip(begins, ends, strict=True):
            reached += max(0.0, begin - last)
            last = max(last, end)
        found.append(reached / last)
    load = formulas.repair_outages(100.0, rate, length, JULIAN_YEAR)
    expected = formulas.availability(load)
    error = np.std(found) / math.sqrt(len(found))
    assert abs(np.mean(found) - expected) < 3 * error
    assert error < 0.02


@pytest.mark.parametrize(("width", "tolerated"), [(3, 1), (4, 2), (10, 2), (11, 3), (2, 0)])
def test_more_servers_away_than_allowed_are_the_leading_term_of_a_binomial(
    width: int, tolerated: int
) -> None:
    """Exact sums over how many of 40 servers, and of an object's strips, are away at once."""
    down, servers = 1e-5, 40
    chapter = formulas.strips_of(width, tolerated).quantities

    def beyond(count: int) -> float:
        return sum(
            math.comb(count, n) * down**n * (1 - down) ** (count - n)
            for n in range(tolerated + 1, count + 1)
        )

    of_data = chapter["strip_data_outages"].function(down)
    assert of_data == pytest.approx(beyond(width), rel=1e-3)
    of_any = chapter["strip_outages"].function(float(servers), down)
    exact = beyond(servers)
    assert exact <= of_any <= exact * (1 - tolerated / servers) ** -(tolerated + 1) * 1.001


def test_all_paths_at_once_fail_as_a_simulation_of_two_says() -> None:
    """Two adapters with fixed repair times: the second fails while the first is repaired."""
    rate, repair, years = 3.0, 100 * HOUR, 20_000.0
    rng = np.random.default_rng(7)
    both = 0
    for _ in range(10):
        times = [
            np.sort(rng.uniform(0, years / 10 * JULIAN_YEAR, rng.poisson(rate * years / 10)))
            for _ in range(2)
        ]
        for own, other in (times, times[::-1]):
            at = np.searchsorted(own, other, side="right") - 1
            both += int(np.sum((at >= 0) & (other - own[at] < repair)))
    expected = formulas.drive_path_stops(2.0, rate, 0.0, repair, JULIAN_YEAR) * years
    assert abs(both - expected) < 3 * math.sqrt(expected)


def test_takeover_is_shorter_than_repair_and_its_failure_is_not() -> None:
    """A pair waits for the takeover, and in one of twenty cases for the repair as well."""
    paired = formulas.repair_outage_time(5 * MINUTE, 0.05, 35 * HOUR, HOUR)
    assert paired == pytest.approx(5 * MINUTE + 0.05 * 36 * HOUR)
    assert paired < formulas.repair_outage_time_alone(35 * HOUR, HOUR)


def test_one_edge_switch_is_waited_for_and_of_two_the_other_is_used() -> None:
    alone = formulas.switch_outage_time(1.0, 300.0, 0.05, 36 * HOUR)
    assert alone == 36 * HOUR
    assert formulas.switch_outage_time(2.0, 300.0, 0.05, 36 * HOUR) < alone / 10
    assert formulas.switch_stops(0.0, 2.0, 0.05, 36 * HOUR, JULIAN_YEAR) == 0
    one, two = (formulas.switch_stops(2.0, n, 0.05, 36 * HOUR, JULIAN_YEAR) for n in (1.0, 2.0))
    assert one == pytest.approx(0.1)
    assert two < one / 1000
