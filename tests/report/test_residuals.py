"""Residuals as bars: before and after, as the calibration says; what is unknown isn't drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model.calibration.files import calibrate_file
from report.charts.drawing import drawn
from report.charts.residuals import residual_bars

ROOT = Path(__file__).parents[2]


def test_bars_are_the_residuals():
    found = calibrate_file(ROOT / "scenarios" / "beluga.calibration.yml")
    before, fitted = drawn(None, residual_bars(found)).data
    assert list(before.x) == pytest.approx([100 * (11.4 / 6.2 - 1), 100 * (11.4 / 5 - 1)])
    assert list(fitted.x) == [100 * one.residual for one in found.points]
    assert fitted.text == ("+0.0 %", "+0.0 %")
    unknown = replace(found, points=(replace(found.points[0], before=None), found.points[1]))
    before, fitted = drawn(None, residual_bars(unknown)).data
    assert before.x[0] is None
    assert len(fitted.x) == 2
