"""What a server does once, before its first page."""

from __future__ import annotations

import functools
import gc
import importlib
from pathlib import Path

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


@functools.cache
def once() -> None:
    """Import what pages will need, and spare the collector all that lives as long as the server.

    Streamlit collects garbage after every run of a script; walking the libraries each time would
    cost more than the run itself.
    """
    for module in LATER:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
