"""Single formulas of failures, rebuilds and spares, each with round figures worked out by hand.

A year has 10 seconds here, so that times are easy to follow. Of two expected failures there are at
most five with a probability of 98 %, and at most four with one of 94.7 %, by Poisson.
"""

from __future__ import annotations

from types import ModuleType

import pytest

from model.formulas.risk import ageing, outages_of_copies, rebuild, shelf, spares

YEAR = 10.0
POISSON = (5, YEAR, 0.95)
"""A lead time of half a year, and the level that the stock must reach."""

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    ageing: [
        ("highest_ageing", (3, 2), 3),
        ("highest_ageing", (1, 2), 2),
        # three times as many failures in half a year of four, twice as many in the last one
        ("service_ageing", (3, 5, 2, 10, 4, YEAR), 1.5),
        ("service_ageing", (3, 80, 1, 0, 4, YEAR), 3),
        ("service_ageing", (1, 0, 3, 80, 4, YEAR), 3),
        ("yearly_drive_failures_of_ageing", (100, 0.02, 1.5), 3),
        ("tier_replacement_cost_of_ageing", (0.02, 1.5, 1000), 30),
        ("year_ageing", (3, 5, 2, 10, 4, 0, 1, YEAR), 2),
        ("year_ageing", (3, 5, 2, 10, 4, 0, 2, YEAR), 1),
        ("year_ageing", (3, 5, 2, 10, 4, 0, 4, YEAR), 2),
        ("year_ageing", (3, 5, 3, 10, 4, 0, 4, YEAR), 3),
        ("year_ageing", (3, 5, 2, 15, 4, 0, 3, YEAR), 1.5),
        ("year_ageing", (3, 5, 2, 25, 4, 15, 2, YEAR), 2),
        ("year_ageing", (3, 5, 2, 10, 4, 2, 1, YEAR), 1.75),
        ("year_ageing", (3, 5, 2, 10, 4, 20, 1, YEAR), 1),
        ("year_drive_failures_of_ageing", (100, 0.02, 1.5, 6, 4), 4.5),
        ("tier_year_replacement_cost_of_ageing", (0.02, 1.5, 1000, 6, 4), 45),
        ("year_drive_failures_of_steady_ageing", (100, 0.02, 1.5), 3),
        ("tier_year_replacement_cost_of_steady_ageing", (0.02, 1.5, 1000), 30),
        ("expected_replacements_of_ageing", (100, 0.02, 2, 3, 5, 2, 25, 4, YEAR), 7),
        ("expected_replacements_of_ageing", (100, 0.02, 2, 3, 5, 3, 25, 4, YEAR), 8),
        ("expected_replacements_of_ageing", (100, 0.02, 2, 3, 5, 2, 60, 4, YEAR), 10),
        ("expected_replacements_of_ageing", (100, 0.02, 0.25, 3, 5, 2, 25, 4, YEAR), 1.5),
        ("failures_in_lead_time_of_ageing", (100, 0.02, 2, 5, YEAR), 2),
        ("least_shelf_drives_of_ageing", (100, 0.02, 2, *POISSON), 5),
        ("most_shelf_drives_of_ageing", (100, 0.02, 2, *POISSON), 5),
        ("datasheet_shelf_drives_of_ageing", (100, 0.02, 2, *POISSON), 5),
        ("shelf_drive_of_ageing", (100, 0.02, 2, *POISSON), 5),
    ],
    outages_of_copies: [
        ("enclosures_away", (4, 0.1, 0.2, 2, YEAR, 2), 0.0864),
    ],
    rebuild: [
        # half of 80 each: ten drives, of which each rebuilt piece reads four and writes one
        ("rebuild_bandwidth_of_all_drives", (100, 0.8, 0.5, 11, 4), 80),
        ("rebuild_bandwidth_of_group", (100, 0.8, 0.5, 11, 4), 80),
        ("rebuilt_data_of_objects", (10, 0.8), 8),
        ("rebuild_bandwidth_over_network", (100, 0.8, 0.5, 12, 2, 4, 4, 2, 400), 60),
        ("rebuild_bandwidth_over_network", (100, 0.8, 0.5, 12, 2, 4, 4, 2, 2000), 80),
    ],
    shelf: [
        ("module_pieces", (5, 2), 10),
        ("controller_pieces", (5, 2), 10),
        ("adapter_pieces", (3, 2), 6),
        ("switch_pieces_of_tree", (4, 3), 7),
        ("yearly_part_failures", (50, 0.08), 4),
        ("shelf_part", (4, *POISSON), 5),
    ],
    spares: [
        ("least_shelf_drives", (100, 0.04, *POISSON), 5),
        ("most_shelf_drives", (100, 0.04, *POISSON), 5),
        ("datasheet_shelf_drives", (100, 0.04, *POISSON), 5),
        ("ordered_drives", (20, 3), 23),
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
