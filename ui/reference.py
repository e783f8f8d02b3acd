"""Published figures beside the model's, computed once for each text of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import streamlit as st

from model.answers.validation import Row, counts, reference_files, validate
from model.errors import InputError
from model.planning.loading import load_scenario
from ui import session
from ui.elements import Cell, table

KINDS = ("predicted", "derived", "carried", "bound", "calibrated")


@st.cache_data(max_entries=64, show_spinner="Comparing published figures with the model…")
def compared(name: str, text: bytes) -> tuple[tuple[Row, ...], str]:
    """Compare the published figures of a scenario with the model; or say what is wrong with it."""
    try:
        return tuple(validate(load_scenario(name, text, session.FILES))), ""
    except InputError as error:
        return (), str(error)


def files() -> Iterator[tuple[str, str, bytes]]:
    """Give name, place and text of each scenario that is compared, the user's at last."""
    for file in reference_files():
        yield file.stem, _place(file), file.read_bytes()
    for choice, origin in st.session_state.uploads.items():
        if origin.scenario.published:
            yield choice, origin.scenario.place().file, origin.text


def _place(file: Path) -> str:
    return str(file.relative_to(session.FOLDER.parent))


def reference_systems() -> None:
    """Draw how the model does on the systems that it was compared with."""
    st.subheader("The model on published systems")
    rows: list[tuple[str | Cell, ...]] = []
    for name, place, text in files():
        found, wrong = compared(place, text)
        if wrong:
            rows.append((name, *[""] * len(KINDS), Cell("can't be planned", "bad")))
            continue
        within, judged = counts(found)
        numbers = [f"{sum(row.kind == kind for row in found)}" for kind in KINDS]
        verdict = Cell(f"all {judged} within", "good")
        if within < judged:
            verdict = Cell(f"{judged - within} outside", "bad")
        rows.append((found[0].system if found else name, *numbers, verdict))
    heads = ("System", *(kind.capitalize() for kind in KINDS), "Within tolerance")
    table(heads, f"l{'r' * len(KINDS)}l", rows)
    st.page_link(
        "ui/validation.py",
        label="Each published figure beside the model's",
        icon=":material/verified:",
    )
