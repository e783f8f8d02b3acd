"""Charts of published values beside the model's: errors in their tolerance, bounds."""

from __future__ import annotations

from collections.abc import Sequence

from model.answers.validation import EVIDENCE_NAMES, KIND_NAMES, ROUNDING, Row, is_prediction
from model.answers.views.chart import Axis, Chart, Line, Series
from model.answers.views.view import FixedValue
from model.design.published import Evidence, Kind
from model.units.figures import percent

KINDS: tuple[Kind, ...] = ("derived", "carried", "predicted", "calibrated")
RUNS: tuple[Evidence, ...] = ("capability", "rated")
STEP, FURTHEST = 0.1, 1.0
"""Width of a bar of predictions, and beyond what error the last one stands for all."""
EDGE = 1.3
"""Where the axis ends: a little beyond the tolerance, so that what is out is seen to be out."""
MOST = 25
"""Maximum number of errors in one chart; those closest to their tolerance are shown."""
LINE = 24
"""Pixels for each row of a chart."""


def _label(row: Row) -> str:
    return f"{row.system}: {row.figure}"


def differing(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that have a tolerance and an error, the closest to the tolerance first."""
    found = [
        row
        for row in rows
        if row.used is not None and row.error is not None and abs(row.error) > ROUNDING
    ]
    return sorted(found, key=lambda row: -abs(row.used or 0.0))


def error_dots(rows: Sequence[Row]) -> Chart | None:
    """Show each error as a share of its tolerance, in the band of what is allowed."""
    drawn = differing(rows)[:MOST]
    if not drawn:
        return None
    series = []
    for kind in KINDS:
        of_kind = [row if row.kind == kind else None for row in drawn]
        figures = tuple(
            None if row is None else FixedValue(min(max(row.used or 0.0, -EDGE), EDGE), "1")
            for row in of_kind
        )
        series.append(
            Series(
                KIND_NAMES[kind],
                figures,
                "points",
                kind,
                colours=tuple(kind if r is None or r.within else "limit" for r in of_kind),
                symbols=tuple("circle" if r is None or r.within else "x" for r in of_kind),
                about=tuple("" if r is None else _about(r) for r in of_kind),
            )
        )
    return Chart(
        "Errors relative to tolerance",
        Axis(
            "Error divided by tolerance",
            is_share=True,
            signed=True,
            span=(-1.05 * EDGE, 1.05 * EDGE),
            ticks=tuple((x, percent(x, signed=True)) for x in (-1.0, -0.5, 0.0, 0.5, 1.0)),
        ),
        tuple(series),
        tuple(map(_label, drawn)),
        lying=True,
        span=(-1.0, 1.0),
        high=110 + LINE * len(drawn),
    )


def _about(row: Row) -> str:
    return (
        f"published {row.published_text}, model {row.model_text}<br>"
        f"error {row.error_text} of at most {row.tolerance_text}"
    )


def prediction_bars(rows: Sequence[Row]) -> Chart | None:
    """Show how many predictions of bandwidths are off by how much."""
    drawn = [row for row in rows if is_prediction(row)]
    if not drawn:
        return None
    count = round(2 * FURTHEST / STEP) + 1
    lows = [round(-FURTHEST + n * STEP, 9) for n in range(count)]
    series = []
    for run in RUNS:
        counts = [0] * count
        for row in drawn:
            if (row.evidence or RUNS[0]) == run:
                at = int((min(row.error or 0.0, FURTHEST) + FURTHEST) / STEP + 1e-9)
                counts[min(max(at, 0), count - 1)] += 1
        series.append(
            Series(
                EVIDENCE_NAMES[run],
                tuple(FixedValue(float(n), "1") for n in counts),
                colour=run,
                at=tuple(FixedValue(low + STEP / 2, "1") for low in lows),
                about=tuple(_bin(low) for low in lows),
            )
        )
    return Chart(
        "Distribution of bandwidth prediction errors",
        Axis("Predictions", whole=True),
        tuple(series),
        places=Axis(
            "Error, model against published; the last bar: beyond "
            + percent(FURTHEST, signed=True),
            is_share=True,
            signed=True,
        ),
        together="stacked",
        lines=(Line(0.0, "faint", is_place=True),),
        high=260,
    )


def _bin(low: float) -> str:
    if low >= FURTHEST:
        return f"with an error above {percent(FURTHEST, signed=True)}"
    ends = percent(low, signed=True), percent(low + STEP, signed=True)
    return f"with an error of {ends[0]} to {ends[1]}"


def bound_bars(rows: Sequence[Row]) -> Chart | None:
    """Show what was measured as a share of the model's bound."""
    drawn = [row for row in rows if row.reached is not None]
    if not drawn:
        return None
    series = Series(
        "measured",
        tuple(FixedValue(row.reached or 0.0, "1") for row in drawn),
        colours=tuple("write" if row.within else "limit" for row in drawn),
        texts=tuple(percent(row.reached or 0.0) for row in drawn),
        about=tuple(f"measured {row.published_text} of at most {row.model_text}" for row in drawn),
    )
    return Chart(
        "Measured share of the upper bound",
        Axis("Measured, as a share of the model's upper bound", is_share=True, span=(0.0, 1.15)),
        (series,),
        tuple(map(_label, drawn)),
        lying=True,
        lines=(Line(1.0, "faint"),),
        high=90 + LINE * len(drawn),
    )
