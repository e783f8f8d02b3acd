"""Inputs of a calibration: free figures, and measured figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from model.calibration.measurements.measurement import Measurement
from model.errors import Place
from model.records import dataclass
from model.units.figures import write

DIGITS = 6
"""Significant digits of a fitted value."""
TRIED = {"because": "free in this calibration"}
CLEAR = 3
"""Digits from which the agreement of two figures is no coincidence."""

Written = str | int | float


@dataclass(frozen=True)
class Free:
    """A free field of the scenario, with bounds in their written form."""

    path: str
    low: Written | None = None
    high: Written | None = None
    start: Written | None = None
    place: Place | None = None


@dataclass(frozen=True)
class Point:
    """A measured figure, the quantity it measures, and its source.

    `value` is in the base unit `unit`; without a unit, it is text ("6.2 GB/s").
    """

    quantity: str
    value: Written
    source: str
    unit: str = ""
    figure: str = ""
    change: Mapping[str, Any] = field(default_factory=dict)
    place: Place | None = None
    measured: Measurement | None = None

    def repeats(self, other: Point) -> bool:
        """Whether both are from the same run, such as its mean and its highest value."""
        if self.measured is None or other.measured is None:
            return False
        return self.measured.of_one_run(other.measured)

    @property
    def precision(self) -> tuple[int, float]:
        """Number of printed digits, and half of the last one as a share of the figure."""
        printed = self.measured.printed if self.measured else str(self.value)
        number = re.match(r"\d+(?:\.(\d+))?(?![\d.]*e)", printed.strip())
        if number is None or not float(number[0]):
            return CLEAR, 10.0**-DIGITS
        digits = len(number[0].replace(".", "").lstrip("0"))
        return digits, 0.5 * 10.0 ** -len(number[1] or "") / float(number[0])


def as_figure(value: float, unit: str) -> Written:
    """Format a fitted value for a scenario, with its significant digits."""
    rounded = float(f"{value:.{DIGITS}g}")
    return rounded if unit == "1" else write(rounded, unit)


def as_calibrated(value: float, unit: str, **why: str) -> dict[str, Written]:
    """Return a fitted value for a scenario, with the status "calibrated".

    A plain number would be an assumption, which the delivery factor reduces.
    """
    return {"value": as_figure(value, unit), "status": "calibrated", **(why or TRIED)}
