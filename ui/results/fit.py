"""What a fit comes to, as tables and a chart, and the way back into the scenario."""

from __future__ import annotations

import streamlit as st

from model.calibration.fit import Calibrated, Compared, Fitted
from model.calibration.offered_evidence import offered
from model.units.figures import percent, show
from report.charts.residuals import residual_bars
from ui.base import elements, evidence
from ui.base.elements import Cell, escaped, table
from ui.results import texts
from ui.state import session


def fitted(found: Calibrated) -> None:
    """Draw what came out."""
    for warning in found.warnings:
        st.warning(escaped(_with_labels(found, warning)), icon=":material/warning:")
    heads = ("Share", "Before", "Fitted", "Standard error", "95 %")
    table(heads, "lrrrr", [_value(one) for one in found.values])
    elements.draw_chart(None, residual_bars(found), "residuals")
    heads = ("Measured figure", "Measured", "Before", "Fitted", "Residual")
    table(heads, "lrrrr", [_point(one) for one in found.points])
    if len(found.values) > 1:
        st.caption(texts.CORRELATION_NEAR_1)
        names = [session.named_fields([one.path]) for one in found.values]
        rows = [
            (name, *("unknown" if x is None else f"{x:+.3f}" for x in row))
            for name, row in zip(names, found.correlation, strict=True)
        ]
        table(("", *names), "l" + "r" * len(names), rows)
    st.caption(texts.DEGREES_OF_FREEDOM.format(freedom=found.freedom))
    if found.edits:
        _take_over(found)
    evidence.draw(offered(found.scenario, found.points))


def _with_labels(found: Calibrated, text: str) -> str:
    """Name the shares of a text by their labels, not by their paths."""
    for path in sorted((one.path for one in found.values), key=len, reverse=True):
        text = text.replace(path, session.named_fields([path]))
    return text


def _take_over(found: Calibrated) -> None:
    st.button(
        "Apply to the scenario",
        icon=":material/check:",
        type="primary",
        on_click=session.take_over,
        args=(found.edits,),
    )


def _value(one: Fitted) -> tuple[str | Cell, ...]:
    ends = None if one.interval is None else [show(x, one.item.unit) for x in one.interval]
    return (
        Cell(one.item.label, "", one.path),
        show(one.before, one.item.unit),
        Cell(show(one.value, one.item.unit), "strong"),
        show(one.error, one.item.unit),
        "unknown" if ends is None else " to ".join(ends),
    )


def _point(one: Compared) -> tuple[str | Cell, ...]:
    return (
        Cell(one.point.figure, "", f"{one.point.quantity}; {one.point.source}"),
        show(one.measured, one.unit),
        show(one.before, one.unit),
        Cell(show(one.model, one.unit), "strong"),
        "unknown"
        if one.residual is None
        else percent(round(one.residual, 6) + 0.0, 2, signed=True),
    )
