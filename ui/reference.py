"""How the model does on systems whose figures were published."""

from __future__ import annotations

import streamlit as st

from model.errors import InputError
from model.units import show
from model.validation import Row, validate
from ui import session
from ui.elements import Cell, table


@st.cache_data(max_entries=64, show_spinner=False)
def compared(choice: str, text: bytes) -> list[Row] | None:
    """Compare a system's published figures with the model."""
    del text  # it is the key: the scenario follows from it
    try:
        return list(validate(session.shipped(choice).scenario))
    except InputError:
        return None


def reference_systems() -> None:
    """Draw how the model does on the systems that it was compared with."""
    st.subheader("The model on published systems")
    rows: list[tuple[str | Cell, ...]] = []
    details: list[tuple[str | Cell, ...]] = []
    for choice in session.choices():
        if choice in st.session_state.uploads:
            continue
        found = compared(choice, (session.FOLDER / f"{choice}.yaml").read_bytes())
        if found is None:
            rows.append((session.title(choice), *[""] * 4, Cell("can't be planned", "bad")))
            continue
        judged = [row for row in found if row.within is not None]
        out = sum(not row.within for row in judged)
        kinds = ("derived", "predicted", "bound", "calibrated")
        counts = [f"{sum(row.kind == kind for row in judged)}" for kind in kinds]
        said = Cell(f"{out} outside", "bad") if out else Cell(f"all {len(judged)} within", "good")
        rows.append((session.title(choice), *counts, said))
        details += [_compared(row) for row in judged]
    table(
        ("System", "Derived", "Predicted", "Bound", "Calibrated", "Within tolerance"),
        "lrrrrl",
        rows,
    )
    with st.expander("Each published figure beside the model's"):
        heads = ("System", "Figure", "Kind", "Published", "Model", "Error", "Allowed", "")
        table(heads, "lllrrrrl", details)


def _compared(row: Row) -> tuple[str | Cell, ...]:
    allowed = "" if row.tolerance is None else f"{row.tolerance:.1%}" if row.tolerance else "exact"
    return (
        row.system,
        Cell(row.figure, "", row.note),
        row.kind,
        show(row.published, row.unit),
        show(row.model, row.unit),
        "" if row.error is None else f"{row.error:+.2%}",
        allowed,
        Cell("within", "good") if row.within else Cell("outside", "bad"),
    )
