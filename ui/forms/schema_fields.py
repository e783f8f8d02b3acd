"""What the schema and its binding say of a field: one record, however it is drawn and read."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from model.books.inputs import declared, documented
from model.design.limits import limits_of
from model.design.scenario import Scenario
from model.kinds.file_systems import FILE_SYSTEMS
from model.reading.binding import bindings, names_below
from model.reading.fields import Figure, Stated, Strict
from model.units.words import label
from ui.base.examples import example
from ui.base.fields import Field, Kind, attribute
from ui.forms import texts

NOWHERE = ("", "")
"""Where in the plan a figure stands that isn't there."""
YES_OR_NO: Mapping[Any, str] = {True: "yes", False: "no"}
NAMES = {"file_system": {name: system.title for name, system in FILE_SYSTEMS.items()}}
"""What values are called, where their words don't say it."""


class Shape(NamedTuple):
    """How a field of the schema is edited, its words if it has some, its unit if it has one."""

    kind: Kind
    words: Mapping[Any, str] = {}
    limits: Figure | None = None


@cache
def shape_of(owner: type[Strict], name: str) -> Shape | None:
    """Give how a field is edited that says something itself; nothing for what has widgets below.

    None, too, for the inputs of formulas, which `ui.base.fields` reads.
    """
    field = owner.model_fields[name]
    if name in (bound.field for bound in bindings(owner)):
        return None
    marks = [mark for mark in field.metadata if isinstance(mark, Figure)]
    return Shape("figure", {}, marks[0]) if marks else _shape(field.annotation, name)


def _shape(annotation: Any, name: str) -> Shape | None:
    """Give how what an annotation allows is edited."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if hasattr(annotation, "__metadata__"):
        marks = [mark for mark in annotation.__metadata__ if isinstance(mark, Figure)]
        return Shape("figure", {}, marks[0]) if marks else _shape(inner[0], name)
    if annotation is bool:
        return Shape("choice", YES_OR_NO)
    if origin is Literal:
        names = NAMES.get(name, {})
        return Shape(
            "choice", {one: names.get(one, one.replace("_", " ") or texts.IN_ALL) for one in inner}
        )
    if isinstance(annotation, type) and issubclass(annotation, Stated):
        return _of_stated(annotation, name)
    if origin in (Union, UnionType):
        several = [_shape(one, name) for one in inner if one is not type(None)]
        figures = [one for one in several if one is not None and one.kind == "figure"]
        return figures[0] if figures else several[0]
    if origin is tuple:
        one = _shape(inner[0], name)
        return Shape("several", one.words, one.limits) if one else None
    kinds: Mapping[Any, Kind] = {str: "text", int: "whole", float: "text", datetime.date: "text"}
    return Shape(kinds[annotation]) if annotation in kinds else None


def _of_stated(wrapped: type[Stated[Any]], name: str) -> Shape | None:
    value = wrapped.model_fields["value"]
    marks = [mark for mark in value.metadata if isinstance(mark, Figure)]
    return Shape("figure", {}, marks[0]) if marks else _shape(value.annotation, name)


def field_of(
    owner: type[Strict], name: str, currency: str, path: str = "", figure: str = ""
) -> Field:
    """Describe a field of the schema, with nothing stated; `figure` is the input that it gives."""
    figure = figure or figures(None, owner, "").get(name, "")
    limits, title = limits_of(owner, name), texts.label_of(path or name)
    if figure:
        shape = Shape("whole" if limits is None else "figure", {}, limits)
        title = title or declared()[figure].label
    else:
        shape = shape_of(owner, name) or Shape("text")
    return Field(
        path or name,
        title or label(name),
        shape.kind,
        None,
        documented(owner).get(name, ""),
        NOWHERE,
        _example(owner, name, shape, currency),
        is_stated=False,
        choices=_choices(owner, name, shape),
        is_optional=not owner.model_fields[name].is_required(),
        limits=shape.limits,
        head=label(name),
    )


def _example(owner: type[Strict], name: str, shape: Shape, currency: str) -> str:
    """Say how what a field says is written."""
    if name in texts.EXAMPLES:
        return texts.EXAMPLES[name]
    if shape.limits is not None or shape.kind == "whole":
        return example(shape.limits, currency)
    if "date" in str(owner.model_fields[name].annotation):
        return texts.DAY
    return next(iter(shape.words.values()), "")


def _choices(owner: type[Strict], name: str, shape: Shape) -> Mapping[Any, str]:
    """Give what may be chosen; where nobody needs to, that it isn't stated is a choice."""
    if shape.kind != "choice":
        return {}
    is_open = owner.model_fields[name].default is None
    return {None: texts.NOT_STATED, **shape.words} if is_open else shape.words


def plain_field(name: str, label: str, note: str = "", example: str = "") -> Field:
    """Describe a text that is asked for and is no field of the schema."""
    return Field(name, label, "text", None, note, NOWHERE, example, is_stated=False, head=label)


def field_at(scenario: Scenario, path: str) -> Field:
    """Describe the field at a path, whether what it stands in is there or not."""
    *above, key = path.split(".")
    owner: type[Strict] = Scenario
    shape: type[Strict] = Scenario
    thing: Any = scenario
    for name in above:
        thing = attribute(thing, [name])
        held = type(thing) if isinstance(thing, Strict) else model_held(shape, name)
        if not isinstance(thing, tuple) and held is not None:
            owner, shape = shape, held
    figure = figures(owner, shape, above[-1]).get(key, "")
    return field_of(shape, key, scenario.economics.currency, path, figure)


@cache
def model_held(kind: type[Strict], name: str) -> type[Strict] | None:
    """Give the model that a field holds, if it is one only: neither figures nor lists."""
    annotation = kind.model_fields[name].annotation
    those = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    kinds = [one for one in those if isinstance(one, type)]
    models = [one for one in kinds if issubclass(one, Strict) and not issubclass(one, Stated)]
    return models[0] if len(models) == 1 else None


def figures(owner: type[Strict] | None, shape: type[Strict], name: str) -> Mapping[str, str]:
    """Give the inputs of formulas that fields give, also under names that their holder has."""
    given = names_below(owner) if owner is not None else {}
    if name in given:
        return {field: one.name for field, one in given[name].names.items()}
    return {bound.field: bound.input.name for bound in bindings(shape)}
