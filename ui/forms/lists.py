"""Lists of things that a scenario may hold wherever the schema has one: each is filled in as rows.

The schema says which there are and what their columns are. Left out are those with a place of
their own, such as tiers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, get_args, get_origin

from model.design.chain import Processing
from model.design.piece import Piece
from model.design.projections import ProjectedCost, Projections
from model.design.scenario import Scenario
from model.engine.quantity import label
from model.reading.binding import bindings
from model.reading.fields import Stated, Strict
from ui.base.fields import attribute
from ui.forms import schema_fields, text_fields, texts
from ui.forms.rows import SIZES, Rows

OF_PIECE = ("part", "name", "price", "power", "weight")
"""What most pieces have, before what tells one from another."""
MORE: Mapping[tuple[type[Strict], str], Mapping[str, Any]] = MappingProxyType(
    {
        (Projections, "alternatives"): {"shape": ProjectedCost, "below": "costs"},
        (Processing, "tasks"): {
            "beside": ("cores",),
            "instead_of": ("like", "read_rate", "write_rate"),
        },
        (Scenario, "services"): {
            "fields": ("name", "kind", "price", "per", "tier", "share", "years", "level", "lot"),
        },
    }
)
"""What the schema doesn't say of a list."""


def lists(scenario: Scenario, *prefixes: str) -> dict[str, Rows]:
    """Give the lists that may be filled in at and below some paths, by their paths."""
    found: dict[str, Rows] = {}
    for prefix in prefixes:
        *above, name = prefix.split(".")
        owner = attribute(scenario, above)
        if isinstance(owner, tuple):  # a tier
            one = owner[int(name)] if int(name) < len(owner) else None
            those = _inside(type(one), one, prefix) if one is not None else ()
        else:
            those = _at(type(owner), owner, name, prefix)
        found |= {rows.path: rows for rows in those}
    return found


def called(path: str) -> str:
    """Say what a list is called."""
    top, *keys = path.split(".")
    inside = ".".join(keys[1:]) if top == "tiers" else path
    first, *others = inside.split(".")
    usual = ": ".join((label(first), *(label(one).lower() for one in others)))
    return texts.LISTS.get(inside, usual)


def _inside(shape: type[Strict], thing: Strict | None, at: str) -> Iterator[Rows]:
    for name in shape.model_fields:
        yield from _at(shape, thing, name, f"{at}.{name}")


def _at(owner: type[Strict], thing: Strict | None, name: str, path: str) -> Iterator[Rows]:
    """Give the list that a field is, or those below what it holds."""
    if text_fields.is_elsewhere(owner, name):
        return
    if element(owner, name) is not None:
        yield rows_of(owner, name, path)
        return
    inner = getattr(thing, name, None)
    held = type(inner) if isinstance(inner, Strict) else schema_fields.model_held(owner, name)
    if held is None or issubclass(held, Stated) or held.__name__ in text_fields.UNSAID:
        return
    for field in held.model_fields if inner is not None else _alone(held):
        yield from _at(held, inner, field, f"{path}.{field}")


def _alone(shape: type[Strict]) -> Iterator[str]:
    """Name the lists that alone make a model that isn't there."""
    needed = {name for name, field in shape.model_fields.items() if field.is_required()}
    yield from (name for name in shape.model_fields if element(shape, name) and needed <= {name})


@cache
def element(owner: type[Strict], name: str) -> type[Strict] | None:
    """Give the model that a field is a list of; none if it is no such list."""
    annotation: Any = owner.model_fields[name].annotation
    if get_origin(annotation) is not tuple:
        return None
    (inner, *_) = get_args(annotation)
    is_thing = isinstance(inner, type) and issubclass(inner, Strict)
    return inner if is_thing and not issubclass(inner, Stated) else None


def rows_of(owner: type[Strict], name: str, path: str) -> Rows:
    """Describe a list by the schema: its columns, and what it is for."""
    more: dict[str, Any] = {**MORE.get((owner, name), {})}
    shape: type[Strict] = more.pop("shape", element(owner, name))
    holder = owner.model_fields[name]
    return Rows(
        path,
        shape,
        owner.field_docs().get(name, ""),
        texts.APPLY,
        texts.COLUMNS["sizes"] if shape is SIZES.shape else texts.COLUMNS.get(name, {}),
        needs=holder.is_required(),
        fields=more.pop("fields", columns(shape)),
        **more,
    )


@cache
def columns(shape: type[Strict]) -> Sequence[str]:
    """Name the fields of a row that are figures, words or texts, in the schema's order."""
    flat = [name for name in shape.model_fields if _is_flat(shape, name)]
    if not issubclass(shape, Piece):
        return flat
    own = [name for name in flat if name not in Piece.model_fields]
    first = [name for name in OF_PIECE if name in flat]
    return [*first[:2], *own, *first[2:]]


def _is_flat(shape: type[Strict], name: str) -> bool:
    if name in {figure.field for figure in bindings(shape)}:
        return True
    found = schema_fields.shape_of(shape, name)
    return found is not None and found.kind != "several"
