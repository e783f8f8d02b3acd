"""Formulas of scores, each with round figures worked out by hand."""

from __future__ import annotations

from types import ModuleType

import pytest

from model.formulas.tender import (
    pricing,
    scoring,
)

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    scoring: [
        ("quality_weight_share", (60, 20), 0.75),
        ("price_weight_share", (60, 20), 0.25),
        ("reference_quality_of_bids", (240, 3), 80),
        ("reference_price_of_bids", (240, 3), 80),
        ("score_scale", (250, 10, 5), 100),
        ("score_of_scaled_ratio", (2.5, 100), 250),
        ("least_score_in_band", (100, 0.05), 95),
        ("is_in_band", (95, 95), 1),
        ("is_in_band", (94, 95), 0),
        ("quality_points", (80, 100, 60), 48),
        ("score_of_points", (48, 30), 78),
        ("price_points_by_lowest", (40, 900, 1200), 30),
        ("price_points_to_double", (40, 100, 150), 20),
        ("price_points_to_double", (40, 100, 300), 0),
        ("price_points_in_range", (40, 100, 200, 125), 30),
        ("price_points_in_range", (40, 100, 100, 100), 40),
        ("price_points_on_line", (40, 100, 200, 125), 30),
        ("price_points_on_line", (40, 100, 200, 90), 40),
        ("price_points_on_line", (40, 100, 200, 250), 0),
        ("price_points_by_logarithm", (40, 100, 4, 200), 20),
        ("score_of_shares", (80, 100, 0.6, 0.4, 90, 120), 0.78),
        ("score_by_references", (80, 100, 0.6, 0.4, 110, 100), 0.04),
        ("score_by_utility", (70, 80, 100, 60, 40, 90, 100), 0.765),
        ("price_score_less_value", (1000, 80, 5), 600),
        ("price_score_over_quality", (1000, 80, 100), 1250),
        ("score_by_highest", (20, 5, 10), 10),
        ("score_by_lowest", (20, 5, 10), 10),
        ("step_points", (300, 300, 5), 5),
        ("step_points", (300, 301, 5), 0),
        ("score_by_power", (25, 3, 6, 2), 6.25),
        ("price_in_units", (1e6, 1000), 1000),
        ("lowest_price_in_units", (1e6, 1000), 1000),
    ],
    pricing: [
        ("price_ratio", (12, 10), 1.2),
        ("net_of_gross", (120, 0.2), 100),
        ("gross_of_net", (100, 0.2), 120),
        ("energy_of_term", (2, 1.5, 10, 4, 0.25), 30),
        ("discounted_payment", (100, 0.25, 2), 64),
        ("capacity_difference", (12, 10), 0.2),
        ("price_of_bandwidth", (100, 20e9, 1e9), 5),
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
