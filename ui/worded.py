"""Texts of plans as pages say them: fields by the labels of their widgets, not by their paths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from model.design.scenario import Scenario
from model.engine.quantity import label
from model.parts.catalog import Catalog
from ui.fields import Reader

BESIDE = ("because", "between", "source", "status")
"""What is said beside a figure."""
PATH = re.compile(r"'([a-z_]+(?:\.\w+)+)'")
CALLED = {
    "economics.exchange": "Exchange rates",
    "economics.price_date": "Date of the prices",
    "fabric.clients": "Clients of the fabric",
}
"""What fields are called on pages that are no figures."""


def worded(reader: Reader, text: str) -> str:
    """Name the fields of a text by their labels; what isn't one stays as it is."""
    return PATH.sub(lambda found: f"'{_called(reader, found[1])}'", text)


def named(
    reader: Reader, catalog: Catalog, paths: Iterable[str], scenario: Scenario | None = None
) -> str:
    """Name fields of a scenario by their labels and by what they are of, each once.

    Without another scenario it is the reader's own.
    """
    of = scenario or reader.scenario
    found = Counter(_named(reader, catalog, path, of) for path in paths)
    return ", ".join(f"{name}, {n} times" if n > 1 else name for name, n in found.items())


def _named(reader: Reader, catalog: Catalog, path: str, scenario: Scenario) -> str:
    field, _, last = path.rpartition(".")
    if last in BESIDE and field in reader.addresses:
        return f"{_named(reader, catalog, field, scenario)}: {last}"
    known = path in reader.addresses or path.startswith(tuple(CALLED))
    return (_called(reader, path) if known else label(last)) + _of(scenario, catalog, path)


def _of(scenario: Scenario, catalog: Catalog, path: str) -> str:
    """Say what a field is of: "(project: network cables)"; a section of its own needs no word."""
    keys = path.split(".")[:-1]
    found: list[str] = []
    for n, key in enumerate(keys):
        if not key.isdigit():
            found.append(key.replace("_", " "))
        elif name := _name(catalog, scenario.said(".".join(keys[: n + 1]))):
            found[-1] = f"{name}:"
    return f" ({' '.join(found).rstrip(':')})" if len(keys) > 1 else ""


def _name(catalog: Catalog, one: Any) -> str:
    """Give what one of a list is called, or what it is."""
    if not isinstance(one, dict):
        return ""
    part = one.get("part")
    bought = catalog.names(part) if isinstance(part, str) and part in catalog else part
    return str(one.get("name") or bought or one.get("kind") or "")


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
