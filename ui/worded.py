"""Texts of plans as pages say them: fields by the labels of their widgets, not by their paths."""

from __future__ import annotations

import re

from model.engine.quantity import label
from ui.fields import Reader

PATH = re.compile(r"'([a-z_]+(?:\.\w+)+)'")
CALLED = {"economics.exchange": "Exchange rates", "economics.price_date": "Date of the prices"}
"""What fields are called on pages that are no figures."""


def worded(reader: Reader, text: str) -> str:
    """Name the fields of a text by their labels; what isn't one stays as it is."""
    return PATH.sub(lambda found: f"'{_called(reader, found[1])}'", text)


def _called(reader: Reader, path: str) -> str:
    for start, name in CALLED.items():
        if path == start or path.startswith(f"{start}."):
            rest = path.removeprefix(start).removeprefix(".")
            return ", ".join(filter(None, (name, rest)))
    # A text about a tier leaves out which one it is: 'target.kept_share'.
    whole = (at for at in reader.addresses if at == path or at.endswith(f".{path}"))
    if (at := next(whole, None)) is not None:
        return reader.item(at).label
    return ": ".join(map(label, path.split(".")))
