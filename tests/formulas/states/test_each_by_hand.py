"""Formulas of states, each with round figures worked out by hand."""

from __future__ import annotations

import math
from types import ModuleType

import pytest

from model.formulas.states import (
    cases,
    servers,
    states,
)

UNKNOWN = math.nan

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    cases: [
        ("case_way_bandwidth_end", (30, 4, 5), 20),
        ("case_way_bandwidth_end", (15, 4, 5), 15),
        ("case_striped_way_bandwidth_end", (3, 4, 4, 5), 12),
        ("case_striped_way_bandwidth_end", (6, 4, 4, 5), 20),
        ("kind_mean_way_behind_caches", (30, 3), 10),
    ],
    servers: [
        ("alike_servers_busy", (4, 2), 8),
        ("alike_servers_other", (12, 4, 2), 4),
        ("alike_servers_busy_left", (1, 11, 4), 3),
        ("alike_servers_busy_left", (0, 11, 4), 0),
        ("alike_servers_other_left", (1, 11, 4), 1),
        ("alike_servers_other_left", (0, 11, 4), 0),
        ("served_targets_most_with_drives", (5, 0.5), 2),
        ("served_targets_fewest_with_drives", (4, 0.7), 2),
        ("served_targets_most_taken_over", (10, 4), 3),
        ("served_targets_fewest_taken_over", (10, 4), 2),
        ("slowest_share", (0, 0.3), 1),
        ("slowest_share", (1, 0.3), 0.7),
        ("own_way_bandwidth_end", (10, 8), 8),
        ("own_way_bandwidth_end_on_arrays", (10, 7, 8), 7),
        ("pace_way_bandwidth_end", (2, 4, 5, 0.5, 100, 60, 99), 10),
        ("pace_way_bandwidth_end", (2, 4, 5, 0.5, 200, 60, 99), 15),
        ("pace_way_bandwidth_end", (0, 4, 5, 0.5, 100, 60, 99), 99),
        ("pace_way_bandwidth_end", (1, 4, 5, 0.5, 100, 60, 99), 10),
        ("pace_way_bandwidth_end_on_arrays", (2, 4, 5, 0.5, 200, 40, 60, 99), 10),
        ("pace_way_bandwidth_end_on_arrays", (2, 4, 5, 0.5, 200, 80, 60, 99), 15),
        ("pace_way_bandwidth_end_on_arrays", (2, 4, 5, 0.5, 100, 80, 60, 99), 10),
        ("pace_way_bandwidth_end_on_arrays", (0, 4, 5, 0.5, 200, 40, 60, 99), 99),
        ("pace_way_bandwidth_end_on_arrays", (1, 4, 5, 0.5, 200, 40, 60, 99), 10),
        ("alike_servers_busy_spared", (4, 2, 3), 5),
        ("alike_servers_other_spared", (12, 4, 2, 1), 3),
        ("alike_servers_spared", (10, 3), 7),
        ("pace_way_bandwidth_end_as_healthy", (1, 5, 9), 5),
        ("pace_way_bandwidth_end_as_healthy", (0, 5, 9), 9),
        ("each_way_bandwidth_end", (0, 10), 0),
        ("each_way_bandwidth_end", (1, 10), 10),
        ("alike_way_bandwidth_end", (3, 10), 30),
        ("alike_way_bandwidth_end", (0, UNKNOWN), 0),
        ("alike_targets", (3, 4), 12),
        ("kind_own_way_behind_caches", (10, 8), 8),
        ("kind_own_way_behind_caches_on_arrays", (10, 7, 8), 7),
        ("kind_alike_way_behind_caches", (3, 2, 10), 30),
        ("kind_alike_way_behind_caches", (3, 0, 10), 0),
        ("kind_alike_way_behind_caches", (3, 1, 10), 30),
    ],
    states: [
        ("affected_servers", (1, 4, 1), 3),
        ("affected_servers", (1, 2, 3), 0),
        ("affected_servers", (0, 4, 1), 0),
        ("inner_zone_factor", (0.75,), 0.5),
        ("inner_zone_factor", (0.4,), 0),
        ("write_condition", (0.5, 0.8, 0.75, 0.5), 0.4),
        ("write_condition", (0.5, 0.2, 0.75, 0.5), 0.5),
        ("read_condition", (0.5, 0.8, 0.8, 0.5), 0.5),
        ("read_condition", (0.5, 0.8, 0.5, 0.5), 0.5),
        ("read_condition", (0.5, 0.8, 1, 0.5), 0.4),
        ("read_condition", (0.5, 0.8, 1.6, 0.5), 0.25),
        ("striped_read_reached", (3, 4, 1, 1), 0),
        ("striped_read_reached", (4, 4, 1, 1), 1),
        ("striped_read_reached", (3, 4, 2, 1), 1),
        ("striped_read_reached", (3, 4, 2, 0), 0),
        ("striped_read_reached", (0, 4, 2, 1), 0),
        ("striped_read_reached", (1, 4, 2, 1), 1),
        ("busy_servers_hit_of_blocks", (6, 3, 2), 4),
        ("other_servers_hit_of_blocks", (6, 4), 2),
        ("busy_servers_hit_one", (3, 2), 2),
        ("busy_servers_hit_one", (1, 2), 1),
        ("other_servers_hit_none_busy", (3, 2), 1),
        ("busy_servers_hit_none", (3, 1), 2),
        ("busy_servers_hit_without_busy", (0, 1, 3), 1),
        ("busy_servers_hit_without_busy", (0, 5, 3), 3),
        ("busy_servers_hit_without_busy", (1, 1, 3), 3),
        ("other_servers_hit_without_busy", (0, 2, 6, 1), 1),
        ("other_servers_hit_without_busy", (1, 2, 6, 1), 5),
        ("other_servers_hit_without_other", (1, 1, 6, 4), 2),
        ("other_servers_hit_without_other", (0, 1, 6, 4), 1),
        ("busy_servers_hit_without_other", (1, 3), 3),
        ("busy_servers_hit_without_other", (0, 3), 0),
        ("degraded_way_bandwidth_end", (5, 8), 5),
        ("degraded_way_bandwidth_end", (8, 5), 5),
        ("striped_write_reached", (0,), 0),
        ("striped_write_reached", (1,), 1),
        ("degraded_striped_way_bandwidth_end", (5, 8, 9, 1), 5),
        ("degraded_striped_way_bandwidth_end", (8, 5, 9, 1), 5),
        ("degraded_striped_way_bandwidth_end", (8, 5, 4, 1), 4),
        ("degraded_striped_way_bandwidth_end", (8, 5, 9, 0), 0),
        ("way_loss", (8, 10), 0.2),
        ("striped_way_loss", (8, 10), 0.2),
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
