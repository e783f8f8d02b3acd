"""Published figures beside the model's, computed once for each text of a scenario."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from model.answers.validation import Row, reference_files, validate
from model.errors import InputError
from model.planning.loading import load_scenario
from ui.base.work import work
from ui.results import texts
from ui.state import origins


@st.cache_data(max_entries=64, show_spinner=texts.COMPARING_PUBLISHED_FIGURES)
def compared(name: str, text: bytes) -> tuple[tuple[Row, ...], str]:
    """Compare the published figures of a scenario with the model; or say what is wrong with it."""
    try:
        return tuple(validate(load_scenario(name, text, origins.FILES))), ""
    except InputError as error:
        return (), str(error)


def files() -> Iterator[tuple[str, str, bytes]]:
    """Give name, place and text of each scenario that is compared, the user's at last."""
    for file in reference_files():
        yield file.stem, str(file.relative_to(origins.FOLDER.parent)), file.read_bytes()
    for choice, origin in work().uploads.items():
        if origin.scenario.published:
            yield choice, origin.scenario.place().file, origin.text
