"""Texts of plans as pages say them: fields by the labels of their widgets, not by their paths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_args

from model.books.inputs import declared
from model.design.scenario import Scenario
from model.errors import Problem
from model.parts.catalog import Catalog
from model.reading.binding import bindings
from model.reading.fields import Strict
from model.units.words import label
from ui.base.fields import Reader

BESIDE = {"because": "reason", "between": "range", "source": "source", "status": "status"}
"""What may stand beside a value, by key, and how pages call it."""
PATH = re.compile(r"'([a-z_]+(?:\.\w+)+)'")
KEY = re.compile(r"'([a-z]+(?:_[a-z]+)+)'")
"""A field by itself; a key of one word is a word."""
CALLED = {
    "economics.exchange": "Exchange rates",
    "economics.price_date": "Date of the prices",
    "fabric.clients": "Clients of the fabric",
}
"""What fields are called on pages that are no figures."""


def text_with_labels(reader: Reader, text: str) -> str:
    """Name the fields of a text by their labels; what isn't one stays as it is."""
    text = PATH.sub(lambda found: f"'{_called(reader, found[1])}'", text)
    return KEY.sub(lambda found: f"'{_of_key(reader, found[1])}'", text)


def problems_with_labels(reader: Reader, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Give what is wrong as pages say it."""
    return tuple(replace(one, what=text_with_labels(reader, one.what)) for one in problems)


def _of_key(reader: Reader, key: str) -> str:
    """Name a field by itself: as in this plan, or else as wherever it may stand, if that's one."""
    labels = _keys().get(key)
    if labels is None:
        return key
    here = any(path.endswith(f".{key}") for path in reader.addresses)
    return _called(reader, key) if here or len(labels) != 1 else next(iter(labels))


@cache
def _keys() -> Mapping[str, frozenset[str]]:
    """Give the keys of all fields of the schema, each with what its figures are called."""
    found: dict[str, set[str]] = {}
    waiting: list[type[Strict]] = [Scenario]
    seen: set[type[Strict]] = set()
    while waiting:
        model = waiting.pop()
        if model in seen:
            continue
        seen.add(model)
        for key, held in model.model_fields.items():
            found.setdefault(key, set())
            waiting += _models(held.annotation)
        for bound in bindings(model):
            found[bound.field].add(declared()[bound.input.name].label)
    return {key: frozenset(labels) for key, labels in found.items()}


def _models(annotation: Any) -> Iterator[type[Strict]]:
    """Give the models that an annotation speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, Strict):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


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
        return f"{_named(reader, catalog, field, scenario)}: {BESIDE[last]}"
    known = path in reader.addresses or path.startswith(tuple(CALLED))
    return (_called(reader, path) if known else label(last)) + _of(scenario, catalog, path)


def _of(scenario: Scenario, catalog: Catalog, path: str) -> str:
    """Say what a field is of: "(project: network cables)"; a section of its own needs no word."""
    keys = path.split(".")[:-1]
    found: list[str] = []
    for n, key in enumerate(keys):
        if not key.isdigit():
            found.append(key.replace("_", " "))
        elif name := _name(catalog, scenario.written_at(".".join(keys[: n + 1]))):
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
