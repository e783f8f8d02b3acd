"""Conversion of the schema's bindings to inputs of instances, with their provenance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from model.design.piece import Piece
from model.engine.quantity import Input
from model.engine.tree import Address, Instance
from model.planning.supply import Draft
from model.provenance import Provenance
from model.reading import binding
from model.reading.fields import Strict

PRICE = "price"
"""The figure of a part that is looked up for all lines of a bill of materials together."""


def put_bound(draft: Draft, model: Strict, at: str = "", *, of: str = "", **others: str) -> None:
    """Set each figure bound by a model of the schema, from the scenario or the catalog part.

    `of` is the role of the drafted instance, if the model also creates a parent instance; `others`
    are replacements for the names of bound inputs.
    """
    _put(draft, binding.bound_values(model, at), of, others)
    if not of:
        for role in type(model).model_fields:
            if isinstance(piece := getattr(model, role), Piece):
                _put_of_part(draft, role, piece)


def put_own(draft: Draft, model: Strict, at: str, **others: str) -> None:
    """Set the figures bound by the model itself, not those of nested models."""
    _put(draft, binding.own_values(model, at), "", others)


def put_below(draft: Draft, model: Strict, field: str, at: str, **others: str) -> None:
    """Set the figures below one field of a model: together with `put_own`, equals `put_bound`."""
    _put(draft, binding.values_below(model, field, at), "", others)
    inner = getattr(model, field)
    if isinstance(inner, Piece):
        _put_of_part(draft, field, inner)


def _put(
    draft: Draft, bound_figures: Iterable[binding.BoundValue], of: str, others: Mapping[str, str]
) -> None:
    for path, bound, stated, owner in bound_figures:
        if bound.of != of:
            continue
        name = others.get(bound.name, bound.name)
        if not draft.state(name, stated, path) and bound.figure not in ("", PRICE):
            role = path.rpartition(".")[0].rpartition(".")[2]
            part = owner.part if isinstance(owner, Piece) else None
            draft.put(name, *draft.supply.any_figure(part, bound.figure, role))


def _put_of_part(draft: Draft, role: str, piece: Piece) -> None:
    for name, figure in piece.of_part.items():
        draft.put(name, *draft.supply.any_figure(piece.part, figure, role))


def settle(
    instances: Mapping[str, Instance], provenance: Mapping[Address, Provenance]
) -> dict[Address, Provenance]:
    """Remove inputs of the instances at these paths that no book requires.

    Defaults apply if the catalog has no value.
    """
    for instance in instances.values():
        book = instance.book
        instance.inputs = {name: v for name, v in instance.inputs.items() if name in book}
    return {
        (path, name): known
        for (path, name), known in provenance.items()
        if path in instances and _counts(instances[path], name, known)
    }


def _counts(instance: Instance, name: str, known: Provenance) -> bool:
    if name not in instance.book:
        return False
    item = instance.book[name]
    has_default = isinstance(item, Input) and item.default is not None
    return name in instance.inputs or known.status != "unknown" or not has_default
