"""Boxes of whole numbers: what isn't one is refused at its box. Streamlit's own make 1 of 1.5."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.base.error_marks import mark

FORMAT = "%g"
"""How a box shows what it holds: a number with a fraction, if one is typed; else without."""


def whole(number: float) -> int | float:
    """Give what a box holds as a count; what isn't one stays, and whoever takes it refuses it."""
    return int(number) if number == int(number) else number


def count(
    label: str,
    least: int,
    most: int | None = None,
    *,
    value: int,
    key: str,
    step: int = 1,
    where: DeltaGenerator | None = None,
    **more: Any,
) -> int:
    """Draw a box of a whole number; while it holds none, the last one counts, and that is said."""
    entered = whole(
        (where or st).number_input(
            label,
            float(least),
            None if most is None else float(most),
            float(value),
            float(step),
            format=FORMAT,
            key=key,
            **more,
        )
    )
    last = f"last whole number of {key}"
    if isinstance(entered, int):
        st.session_state[last] = entered
        return entered
    held: int = st.session_state.get(last, value)
    mark({key: f"write a whole number, not {entered:g}: {held} counts"})
    return held
