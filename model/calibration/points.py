"""What a calibration is asked: which figures may move, and which were measured."""

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
"""What is worth writing of a fitted value."""
TRIED = {"because": "free in this calibration"}
CLEAR = 3
"""Digits from which it is no accident that two figures agree."""

Written = str | int | float


@dataclass(frozen=True)
class Free:
    """A field of the scenario that may move, within bounds as they are written."""

    path: str
    low: Written | None = None
    high: Written | None = None
    start: Written | None = None
    place: Place | None = None


@dataclass(frozen=True)
class Point:
    """A measured figure, the quantity that it measures, and where it comes from.

    `value` is in the base unit `unit`; without a unit it is as somebody wrote it ("6.2 GB/s").
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
        """Whether both come from one measured run, as its mean and its highest value do."""
        if self.measured is None or other.measured is None:
            return False
        return self.measured.of_one_run(other.measured)

    @property
    def precision(self) -> tuple[int, float]:
        """Digits of what was printed, and half of the last one as a share of the figure."""
        printed = self.measured.printed if self.measured else str(self.value)
        number = re.match(r"\d+(?:\.(\d+))?(?![\d.]*e)", printed.strip())
        if number is None or not float(number[0]):
            return CLEAR, 10.0**-DIGITS
        digits = len(number[0].replace(".", "").lstrip("0"))
        return digits, 0.5 * 10.0 ** -len(number[1] or "") / float(number[0])


def as_figure(value: float, unit: str) -> Written:
    """Write a fitted value for a scenario, in the digits that are worth it."""
    rounded = float(f"{value:.{DIGITS}g}")
    return rounded if unit == "1" else write(rounded, unit)


def as_calibrated(value: float, unit: str, **why: str) -> dict[str, Written]:
    """Write a value as a fit leaves it in a scenario: it vouches for its stage.

    A plain number there would be an assumption, of which the delivery factor is taken off.
    """
    return {"value": as_figure(value, unit), "status": "calibrated", **(why or TRIED)}
