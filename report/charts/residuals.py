"""Residuals of the fit, before and after a fit, as a chart."""

from __future__ import annotations

from model.answers.views.chart import Axis, Chart, Series
from model.answers.views.view import FixedValue
from model.calibration.fit import Calibrated, Compared
from model.units.figures import percent, show
from report.charts import texts

LEAST_REACH = 0.05
"""The axis shows at least this much, so that what fits looks as if it fits."""
ROOM = 1.15
"""The length of the axis over its longest bar, so that its label fits."""


def title(one: Compared) -> str:
    """Name a measurement; the same figure may have been measured twice."""
    return f"{one.point.figure or one.point.quantity} ({one.point.source})"


def residual_bars(found: Calibrated) -> Chart:
    """Show the relative residuals; what is unknown is left out."""
    measured = tuple(texts.MEASURED.format(show(one.measured, one.unit)) for one in found.points)
    series = tuple(
        Series(
            words,
            tuple(None if missed is None else FixedValue(missed, "1") for missed in misses),
            colour=colour,
            texts=tuple(
                "" if missed is None else percent(round(missed, 4) + 0.0, 1, signed=True)
                for missed in misses
            ),
            about=measured,
        )
        for words, colour, misses in (
            (texts.BEFORE, "faint", [one.residual_before for one in found.points]),
            (texts.FITTED, "tight", [one.residual for one in found.points]),
        )
    )
    known = [
        abs(one.value or 0.0) for of in series for one in of.figures if isinstance(one, FixedValue)
    ]
    reach = ROOM * max([LEAST_REACH, *known])
    return Chart(
        texts.RESIDUALS,
        Axis(texts.RESIDUAL, is_share=True, signed=True, span=(-reach, reach)),
        series,
        tuple(map(title, found.points)),
        lying=True,
        high=130 + 56 * len(found.points),
    )
