"""Units of the parts' figures, from their field declarations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from pydantic.fields import FieldInfo

from model.parts.catalog import LINK_FIGURES, Catalog
from model.reading.fields import Figure, Strict


def figure_units(catalog: Catalog, key: str) -> dict[str, str]:
    """Return the base unit of each figure of a part, and of its links."""
    part = catalog.part(key)
    units = dict(_units(type(part)))
    for prefix, link in part.links().items():
        linked = _units(type(catalog.part(link)))
        units |= {prefix + name: linked[name] for name in LINK_FIGURES if name in linked}
    return units


@cache
def _units(kind: type[Strict]) -> Mapping[str, str]:
    """Return the base unit of each figure of a kind of part."""
    units = {name: _unit(field) for name, field in kind.model_fields.items()}
    return {name: unit for name, unit in units.items() if unit}


def _unit(field: FieldInfo) -> str:
    """Return the unit in a field's type; empty for texts and counts."""
    todo: list[Any] = [*field.metadata, field.annotation]
    while todo:
        annotation = todo.pop()
        if isinstance(annotation, Figure):
            return annotation.unit
        todo.extend(get_args(annotation))
    return ""
