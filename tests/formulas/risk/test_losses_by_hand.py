"""Formulas of outages and losses, each with round figures worked out by hand.

A year has 10 seconds here, so that times are easy to follow.
"""

from __future__ import annotations

import math
from types import ModuleType

import pytest

from model.formulas.risk import (
    availability,
    endurance,
    group_loss,
    loss,
)

UNKNOWN = math.nan
YEAR = 10.0

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    availability: [
        ("crash_outages", (4, 0.5, 2, YEAR), 0.4),
        ("server_data_outages", (0.3, 0.1, 4), 0.1),
        ("network_path_stops", (2, 0.1, 0.3, 5, YEAR), 0.16),
        ("drive_path_stops_inside", (2, 0.1, 0.3), 0.8),
        ("crash_outage_time", (2, 0.5, 6), 5),
        ("block_outages", (4, 0.1, 2), 0.04),
        ("block_data_outages", (0.04, 4), 0.01),
        ("enclosure_outages", (4, 3, 0.1, 5, YEAR), 0.6),
        ("module_outages", (4, 3, 0.2, 5, YEAR, 2), 0.12),
        ("enclosure_data_outages", (0.6, 0.2, 4), 0.2),
        ("unreached_capacity", (0.1, 500), 50),
        ("entered_outages", (math.exp(-0.5),), 0.5),
        ("feed_outages", (0.2, 5, YEAR, 2), 0.01),
        ("planned_outages", (5, YEAR), 0.5),
        ("data_outage_load", (0.5, 0.2, 100, 500), 0.5),
        ("known_availability_of_some", (UNKNOWN, math.log(2)), 0.5),
        ("known_availability_of_some", (0.9, math.log(2)), 0.9),
        ("known_availability_as_entered", (UNKNOWN,), 1),
        ("known_availability_as_entered", (0.9,), 0.9),
    ],
    group_loss: [
        ("nth_critical_share", (0.5, 4, 2, 12, 10, 2), 0.25),
        ("sector_events_per_year", (2, 4, 5, YEAR), 1),
        ("drives_per_failure_in_servers", (5, 4, 2, 12), 1),
        ("drives_per_failure_in_servers", (6, 4, 2, 12), 12),
        ("drives_per_failure_in_blocks", (5, 4, 2, 12), 1),
        ("drives_per_failure_in_blocks", (6, 4, 2, 12), 12),
        ("latent_errors_of_a_drive", (0.4, 5, YEAR), 0.1),
        ("first_failures", (12, 2, 0.5, YEAR), 1.2),
        ("time_to_first_failure", (4,), 0.25),
        ("nth_drives_left", (12, 2), 10),
        ("nth_failures", (10, 2, 3, 0.5, YEAR), 3),
        ("rebuilds_before_nth", (12, 8, 2, 1, 5), 0.4),
        ("rebuilds_before_nth", (12, 6, 2, 0.5, 5), 0.4),
        ("rebuilds_before_nth", (12, 8, 2, 0, 5), 0.2),
        ("rebuilds_before_nth_of_critical", (1, 0.5, 40, 5), 0.2),
        ("time_to_nth_failure", (0.4, 5, 2), 1.5),
        ("bad_rebuild_probability", (0.2, 2, math.log(2) / 2), 0.6),
        ("bad_rebuild_probability_of_code", (0.2, 2, math.log(2) / 2), 0.6),
        ("bad_rebuilds", (0.4, 0.5), 0.2),
        ("losses_without_redundancy", (3, 0.2, 1), 3.2),
        ("losses_without_redundancy", (3, 0.2, 0), 3),
        ("time_to_loss", (0.4, 5, 2, 0.5, 1), 1),
        ("time_to_loss", (0.4, 5, 2, 0.5, 0), 1.5),
        ("closed_time_to_nth_failure", (0.4, 5, 4), 0.5),
        ("closed_form_loss_time", (0.4, 5, 4), 0.5),
        ("sector_error_losses", (0.5, 5), 0.1),
    ],
    loss: [
        ("cache_data_loss_rate", (0.5, 10, 100, 4, 20), 10),
        ("cache_data_loss_rate", (0.5, 30, 100, 4, 20), 15),
        ("copy_restore_time", (3, 100, 10, 0.5), 23),
        ("fatal_enclosures", (4, 0.25), 3),
        ("enclosure_loss_rate", (4, 0.5, 0.25, YEAR), 0.05),
        ("known_loss_probability", (math.log(2) / 10, 10), 0.5),
        ("mean_time_to_data_loss", (4,), 0.25),
        ("loss_probability", (math.log(2) / 10, 10), 0.5),
        ("targets_loss_rate", (4, 0.5), 2),
        ("fatal_cache_failures", (3, 2, 0.5, 4, 3, YEAR), 0.3),
        ("fatal_cache_failures", (3, 2, 0.5, 4, 4, YEAR), 0),
        ("enclosure_loss_rate_of_two_copies", (0.6, 2, 4), 0.3),
        ("fatal_enclosures_of_blocks", (4, 3), 12),
        ("loss_rate_as_entered", (0.5, 10), math.log(2) / 10),
        ("known_loss_probability_of_some", (UNKNOWN, math.log(2) / 10, 10), 0.5),
        ("known_loss_probability_of_some", (0.1, math.log(2) / 10, 10), 0.1),
        ("known_loss_probability_as_entered", (UNKNOWN,), 0),
        ("known_loss_probability_as_entered", (0.1,), 0.1),
        ("data_lost_with_group_in_block", (1000, 4, 0.1), 25),
        ("data_lost_with_group_over_domains", (1000, 0.1), 100),
        ("data_lost_with_group_of_array", (1000, 4, 2), 500),
        ("drive_data_loss_rate", (0.5, 10), 5),
        ("expected_bytes_lost_in_tier", (0.5, 20, 0.1), 100),
        ("enclosure_data_loss_rate", (0.5, 1000, 4), 125),
    ],
    endurance: [
        ("checkpoint_drive_writes_per_day", (10, 3, 60), 0.5),
        ("drive_daily_writes", (10, 3, 4, 60), 2),
        ("cache_endurance", (UNKNOWN, 3, 4, 20, 5), 48),
        ("cache_endurance", (7, 3, 4, 20, 5), 7),
        ("cache_daily_writes", (24, 3, 4), 2),
        ("cache_life", (48, 2, 5, YEAR), 12),
    ],
}


@pytest.mark.parametrize(
    ("chapter", "name", "figures", "value"),
    [(chapter, *one) for chapter, cases in CASES.items() for one in cases],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_by_hand(chapter: ModuleType, name: str, figures: tuple[float, ...], value: float) -> None:
    found = getattr(chapter, name)(*map(float, figures))
    assert found == pytest.approx(value, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("survives", "copies", "ageing", "rate"), [(1, 1, 2.75, 5.5), (0, 2, 2.75, 2 * 2.75**0.5)]
)
def test_groups_of_ageing_drives(survives: int, copies: int, ageing: float, rate: float) -> None:
    """Two failures each: nine times as often in an eighth of the time, four times in a quarter."""
    book = loss.ageing_groups(survives, copies)
    mean_ageing = book.quantities["mean_ageing"].function
    assert mean_ageing(3.0, 5.0, 2.0, 10.0, 40.0) == pytest.approx(ageing)
    assert mean_ageing(3.0, 80.0, 2.0, 80.0, 40.0) == pytest.approx(1 + 8 + 3)
    assert book.quantities["loss_rate"].function(6.0, 3.0, ageing) == pytest.approx(rate)


COPIES: list[tuple[dict[str, bool], int, str, tuple[float, ...], float]] = [
    # while one target of 0.2 losses a second is restored in 2, two others are lost too
    ({}, 3, "drive_loss_rate", (0.2, 2), 0.2 * 0.4**2),
    ({}, 2, "drive_loss_rate", (0.2, 2), 0.2 * 0.4),
    ({}, 3, "drive_loss_rate", (0.2, 10), 0.2),
    # only its own buddies count, in either order
    ({"in_pairs": True}, 3, "drive_loss_rate", (0.2, 2, 4), 0.2 * 2 * 0.1**2),
    ({"in_pairs": True}, 2, "drive_loss_rate", (0.2, 2, 4), 0.2 * 0.1),
    ({"in_pairs": True}, 3, "drive_loss_rate", (0.2, 20, 4), 0.2),
    ({"in_enclosures": True}, 2, "enclosures_destroyed", (4, 0.5, 0.25, YEAR), 0.05),
    ({"in_enclosures": True}, 2, "fatal_enclosures_destroyed", (0.05, 0.25), 0.0375),
    ({"in_enclosures": True}, 2, "drive_loss_rate", (0.2, 2, 0.3, 0.1), 0.4 * 0.8),
    ({"in_enclosures": True}, 3, "drive_loss_rate", (0.2, 2, 0.3, 0.1), 0.4 * 0.8**2),
    ({"in_enclosures": True}, 2, "drive_loss_rate", (0.2, 2, 0.1, 0.3), 0.2 * 0.4),
    ({"in_enclosures": True}, 2, "drive_loss_rate", (0.2, 10, 0.3, 0.1), 0.4),
    ({"in_enclosures": True}, 3, "enclosure_loss_rate", (0.3, 2), 0.3),
    ({"in_enclosures": True}, 3, "enclosure_loss_rate", (0.3, 3), 0),
    ({"behind_caches": True}, 3, "cache_loss_rate", (0.5, 2), 0.5),
    ({"behind_caches": True}, 3, "cache_loss_rate", (0.5, 3), 0),
]


@pytest.mark.parametrize(("how", "copies", "name", "figures", "value"), COPIES)
def test_copies(
    how: dict[str, bool], copies: int, name: str, figures: tuple[float, ...], value: float
) -> None:
    of = {"in_pairs": False, "in_enclosures": False, "behind_caches": False, **how}
    book = loss.copies_of(copies, **of)
    assert book.quantities[name].function(*map(float, figures)) == pytest.approx(value)


def test_stripes_that_lose_more_than_parity() -> None:
    """Six strips on twelve drives, of which each failure takes two: 6/12, 5/10 and 4/8."""
    one, three = (loss.lost_stripes(n).quantities["lost_stripe_share"] for n in (0, 2))
    assert one.function(4.0, 2.0, 12.0) == 0.5
    assert three.function(4.0, 2.0, 12.0, 2.0) == pytest.approx(0.125)
    two = loss.lost_stripes(1).quantities["lost_stripe_share"]
    assert two.function(4.0, 1.0, 12.0, 2.0) == pytest.approx(5 / 12 * 4 / 10)
