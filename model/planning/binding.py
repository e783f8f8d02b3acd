"""From what the schema binds to the inputs of instances, each with where it is known from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from model.design.tier import Piece
from model.engine.quantity import Input
from model.engine.tree import Address, Instance
from model.planning.supply import Draft
from model.provenance import Provenance
from model.reading import binding
from model.reading.fields import Strict

PRICE = "price"
"""The figure of a part that is asked for with those of all lines of its bill."""


def put_bound(draft: Draft, model: Strict, at: str = "", *, of: str = "", **others: str) -> None:
    """Take over each figure that a model of the schema binds, as stated or else as of its part.

    `of` is the role of the instance that is drafted, where the schema's model makes another one
    above it; `others` are names that inputs have here in place of the bound ones.
    """
    _put(draft, binding.said(model, at), of, others)
    if not of:
        for role, piece in _pieces(model):
            _put_of_part(draft, role, piece)


def put_own(draft: Draft, model: Strict, at: str, **others: str) -> None:
    """Take over the figures that a model binds itself, not those of what stands below it."""
    _put(draft, binding.said_by_itself(model, at), "", others)


def put_below(draft: Draft, model: Strict, field: str, at: str, **others: str) -> None:
    """Take over what stands below one field of a model: with `put_own`, as `put_bound` does."""
    _put(draft, binding.said_below(model, field, at), "", others)
    inner = getattr(model, field)
    if isinstance(inner, Piece):
        _put_of_part(draft, field, inner)


def _put(draft: Draft, said: Iterable[binding.Said], of: str, others: Mapping[str, str]) -> None:
    for path, bound, stated, owner in said:
        if bound.of != of:
            continue
        name = others.get(bound.name, bound.name)
        if not draft.state(name, stated, path) and bound.figure not in ("", PRICE):
            role = path.rpartition(".")[0].rpartition(".")[2]
            draft.put(name, *draft.supply.any_figure(_part(owner), bound.figure, role))


def _put_of_part(draft: Draft, role: str, piece: Piece) -> None:
    for name, figure in piece.of_part.items():
        draft.put(name, *draft.supply.any_figure(piece.part, figure, role))


def _part(owner: Strict) -> str | None:
    return owner.part if isinstance(owner, Piece) else None


def _pieces(model: Strict) -> Iterator[tuple[str, Piece]]:
    for name in type(model).model_fields:
        inner = getattr(model, name)
        if isinstance(inner, Piece):
            yield name, inner


def settle(
    instances: Mapping[str, Instance], provenance: Mapping[Address, Provenance]
) -> dict[Address, Provenance]:
    """Leave out what no book of the instances asks for, which stand at those paths.

    A default stands where the catalog is silent.
    """
    for instance in instances.values():
        asked = instance.book
        instance.inputs = {name: v for name, v in instance.inputs.items() if name in asked}
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
