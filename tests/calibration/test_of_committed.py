"""Calibrations of committed bandwidths: what is shown is what the scenario then gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.calibration.fit import Calibrated, calibrate
from model.calibration.points import Free, Point

ROOT = Path(__file__).parents[2]
LCPQ = load_scenario(ROOT / "scenarios" / "lcpq.yaml")
PLAIN = edited(load_scenario(ROOT / "scenarios" / "beluga.yaml"), {"tiers.0.calibration": None})
"""Béluga without its own calibration."""
SURFACE, HBA = "tiers.0.drives.surface_factor", "tiers.0.adapters.efficiency"
BEEGFS, PROJECT = "site/tiers:beegfs", "site/tiers:project"


def of_lcpq(start: float | None, *rates: str) -> Calibrated:
    points = [Point("beegfs.write_bandwidth", rate, f"run {n}") for n, rate in enumerate(rates)]
    return calibrate(LCPQ, [Free(SURFACE, start=start)], points)


@settings(max_examples=8)
@given(start=st.none() | st.floats(0.01, 1))
def test_a_fit_to_what_is_committed_shows_what_the_scenario_gives(start):
    """5.6 GB/s x share = the least of relative squares of 4.0 and 4.1, wherever it begins."""
    found = of_lcpq(start, "4.0 GB/s", "4.1 GB/s")
    rate = (1 / 4.0 + 1 / 4.1) / (1 / 4.0**2 + 1 / 4.1**2)
    bound = evaluate(LCPQ)[BEEGFS, "write_bandwidth_bound"]
    assert bound == pytest.approx(5.6e9)
    assert found.values[0].value == pytest.approx(rate * 1e9 / bound, rel=1e-5)
    assert [one.model for one in found.points] == pytest.approx([rate * 1e9] * 2, rel=1e-5)
    residuals = [one.residual for one in found.points]
    assert residuals == pytest.approx([rate / 4.0 - 1, rate / 4.1 - 1], abs=1e-5)
    taken_over = evaluate(edited(LCPQ, found.edits))
    assert taken_over[BEEGFS, "write_bandwidth"] == found.points[0].model


def test_before_is_the_scenario_as_it_is():
    """With what drives are expected to deliver when clients write, of 5.6 GB/s."""
    found = of_lcpq(0.9, "4.0 GB/s")
    assert found.points[0].before == evaluate(LCPQ)[BEEGFS, "write_bandwidth"]
    share = evaluate(LCPQ)[BEEGFS, "drives_write_delivery"]
    assert found.points[0].before == pytest.approx(share * 5.6e9)
    assert found.points[0].residual_before == pytest.approx(share * 5.6 / 4.0 - 1)


@pytest.mark.parametrize("start", [None, "2 GB/s", "60 GB/s"])
def test_what_the_scenario_does_not_state_is_fitted_as_it_is_taken_over(start):
    """Béluga's memory again, by the committed bandwidth: what is measured isn't cut by 0.75."""
    free = [
        Free("tiers.0.processing.write_rate", "1 GB/s", "100 GB/s", start),
        Free("tiers.0.processing.memory_write_traffic", 1, 50),
    ]
    points = [
        Point("project.server_write_bandwidth", "6.2 GB/s", "talk"),
        Point(
            "project.server_write_bandwidth", "5.0 GB/s", "talk",
            change={"tiers.0.memory.channels": 6},
        ),
    ]  # fmt: skip
    found = calibrate(PLAIN, free, points)
    time, half = 1 / 6.2, 1 / 5.0
    memory = evaluate(PLAIN)[PROJECT, "memory_bandwidth"]
    assert memory is not None
    assert found.values[0].value == pytest.approx(1e9 / (2 * time - half), rel=1e-4)
    assert found.values[1].value == pytest.approx((half - time) * memory / 1e9, rel=1e-4)
    assert [one.residual for one in found.points] == pytest.approx([0, 0], abs=1e-5)
    taken_over = evaluate(edited(PLAIN, found.edits))
    assert taken_over[PROJECT, "server_write_bandwidth"] == pytest.approx(6.2e9, rel=1e-5)


@pytest.mark.parametrize("start", [None, 0.3, 0.6, 0.9, 1.0])
def test_of_a_value_beyond_which_something_else_limits_a_limit_is_known(start):
    """Both runs lie above the 11.4 GB/s that other stages allow: any share from there explains."""
    low = edited(PLAIN, {HBA: 0.5})
    quantity = "project.server_write_bandwidth_bound"
    points = [Point(quantity, rate, "runs") for rate in ("11.9 GB/s", "12.1 GB/s")]
    found = calibrate(low, [Free(HBA, start=start)], points)
    most = evaluate(PLAIN)[PROJECT, "server_write_bandwidth_bound"]
    half = evaluate(low)[PROJECT, "server_write_bandwidth_bound"]
    assert most == pytest.approx(11.4e9)
    assert half is not None
    assert found.values[0].value == pytest.approx(0.5 * most / half, rel=1e-4)
    assert found.values[0].error is None
    assert [one.model for one in found.points] == pytest.approx([most, most], rel=1e-5)
    (warning,) = found.warnings
    assert f"of {HBA} only a limit is known: at least 0.6531" in warning
    taken_over = evaluate(edited(low, found.edits))
    assert taken_over[PROJECT, "server_write_bandwidth_bound"] == pytest.approx(most, rel=1e-5)


@pytest.mark.parametrize(
    ("rate", "words"),
    [("9 GB/s", "upper limit: a higher value"), ("1 GB/s", "lower limit: a lower value")],
)
def test_a_value_on_a_bound_says_which_way_the_data_pull(rate, words):
    free = [Free(SURFACE, 0.6, 0.8)]
    points = [Point("beegfs.write_bandwidth", rate, "a run")]
    warning = calibrate(LCPQ, free, points).warnings[0]
    assert words in warning
    assert ("higher" in warning) == (rate == "9 GB/s")
    assert ("lower limit" in warning) == (rate == "1 GB/s")
