"""The small calculators answer in figures; what grows without end has none."""

from __future__ import annotations

import pytest

from model.pools import calculators


def test_a_clock_makes_times_of_cycles() -> None:
    """240 cycles at 3 GHz are 80 ns."""
    found = calculators.ladder({"DRAM": 240.0, "L1": 4.0}, 3e9)
    assert found["DRAM"].value == pytest.approx(80e-9)
    assert found["L1"].value == pytest.approx(4 / 3e9)


def test_what_has_no_end_has_no_figure() -> None:
    """A clock that stands still gives no time."""
    assert calculators.ladder({"DRAM": 240.0}, 0.0)["DRAM"].value is None
