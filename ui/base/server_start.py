"""What a server does once, before its first page."""

from __future__ import annotations

import functools
import gc
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from streamlit.runtime.state.safe_session_state import SafeSessionState

from ui.base import batches, server_output

STYLE = Path(__file__).with_name("style.css")
ICON = Path(__file__).with_name("icon.svg")
"""The tab's: one of Streamlit's own would be asked of another host."""
LOGO = Path(__file__).with_name("logo.svg")
"""The name above the menu, in a blue that is seen on light and on dark."""
LATER = (
    "plotly.graph_objects",
    "plotly.io",
    "report.workbook.workbook",
    "model.reading.complaints",
)
"""What is imported only when needed, and slowly."""
COLLECTED = 20_000, 10, 10
"""After how many new objects the collector walks the youngest: those of ten edits, not a third."""


@functools.cache
def once() -> None:
    """Import what pages will need, and spare the collector all that lives as long as the server.

    Streamlit collects garbage after every run of a script; walking the libraries each time would
    cost more than the run itself.
    """
    batches.hand_over()
    server_output.survive_its_reader()
    SafeSessionState.filtered_state = property(_Values)  # type: ignore[method-assign, assignment]
    for module in LATER:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


class _Values(Mapping[str, Any]):
    """The values of a session by their keys, looked up one by one.

    A box that has a key asks them whether it was emptied. Streamlit copies all values for each box,
    so that a page of many boxes costs the square of their number.
    """

    def __init__(self, state: SafeSessionState) -> None:
        self._state, self._lock = state._state, state._lock

    def __getitem__(self, key: str) -> Any:
        with self._lock:
            return self._state[key]

    def _all(self) -> Mapping[str, Any]:
        with self._lock:
            return self._state.filtered_state

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
