"""The units of parts' figures, as their fields declare them."""

from __future__ import annotations

from typing import Any, get_args

from pydantic.fields import FieldInfo

from model.parts.catalog import LINK_FIGURES, Catalog
from model.reading.fields import Figure


def figure_units(catalog: Catalog, key: str) -> dict[str, str]:
    """The base unit of each figure of a part, and of its links."""
    part = catalog.part(key)
    units = {name: _unit(field) for name, field in type(part).model_fields.items()}
    for prefix, link in part.links().items():
        linked = type(catalog.part(link)).model_fields
        units |= {prefix + name: _unit(linked[name]) for name in LINK_FIGURES}
    return {name: unit for name, unit in units.items() if unit}


def _unit(field: FieldInfo) -> str:
    """The unit that a field's type carries somewhere in it; empty for texts and counts."""
    todo: list[Any] = [*field.metadata, field.annotation]
    while todo:
        found = todo.pop()
        if isinstance(found, Figure):
            return found.unit
        todo.extend(get_args(found))
    return ""
