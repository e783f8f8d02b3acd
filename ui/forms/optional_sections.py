"""The sections that a scenario may have and lacks: what each is called, and its figures.

The schema says which there are. Left out are those that figures alone don't make, as they need a
list or a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, product
from types import MappingProxyType, UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import ValidationError

from model.books.inputs import declared
from model.design.limits import limits_of
from model.design.scenario import Scenario
from model.design.tier import Piece
from model.engine.quantity import label
from model.reading.binding import bindings, names_below
from model.reading.fields import Stated, Strict
from ui.base.examples import example, samples
from ui.base.fields import Field, Kind, attribute

NAMES = {
    "numa": "NUMA links",
    "rates": "Rates of metadata",
    "processing": "CPU and memory (processing)",
    "calibration": "CPU and memory (calibration)",
    "policy.partial_stripes": "Partial stripes",
}
"""What people call a section otherwise than its key."""
TEXTS = MappingProxyType(
    {
        "part": ("Part", "its key in the catalog"),
        "name": ("Name (or a part)", "what the catalog lacks"),
        "like": ("Measured server (or figures)", "its key in the catalog"),
    }
)
"""What names a thing, of which one is needed; what they are called, and an example."""
CALLED = MappingProxyType(
    {
        "start": "Day of the purchase",
        "file": "Past usage",
        "history": "Past usage",
        "quantile": "Share of futures that shall fit",
        "samples": "Futures that are drawn",
        "purged": "Files are purged there",
        "restart": "Time to restart",
    }
)
"""What people call fields that are neither figures nor things."""
YES_OR_NO = MappingProxyType({"": "not stated", "True": "yes", "False": "no"})
NO_PARTS = ("a key", "another key")
"""Keys of parts that aren't there: of each that is complained of differently, so of the key."""
MOST_UNLIKE = 8
"""Figures of a section of which all choices are tried."""
MOST_AT_ONCE = 2
"""Figures that a section may want beside those that it always needs."""


@dataclass(frozen=True)
class Section:
    """A section that isn't there: its path, its name, and what of the schema it is.

    `figures` are its inputs by their fields.
    """

    path: str
    name: str
    owner: type[Strict]
    shape: type[Strict]
    figures: Mapping[str, str]
    currency: str
    is_within_absent: bool
    """Whether what it stands in isn't there either."""

    @property
    def can_begin(self) -> bool:
        """Tell whether it can be added before anything else: it makes what it stands in."""
        first = _trials(self.shape, frozenset(self.figures), self.currency)[0]
        name = self.path.rpartition(".")[2]
        return not self.is_within_absent or _is_valid(self.owner, {name: first})

    @property
    def about(self) -> str:
        """What the schema says of it."""
        return self.owner.field_docs().get(self.path.rpartition(".")[2], "")

    @property
    def texts(self) -> tuple[str, ...]:
        """Give the fields that are no figures."""
        return tuple(key for key in TEXTS if key in self.shape.model_fields)

    @property
    def paths(self) -> tuple[str, ...]:
        """Give the path of each field."""
        return tuple(f"{self.path}.{key}" for key in (*self.texts, *self.figures))

    @property
    def needed(self) -> frozenset[str]:
        """Give the paths of what it can't do without."""
        return frozenset(f"{self.path}.{key}" for key in _needed(self.shape))

    @property
    def trials(self) -> tuple[Mapping[str, Any], ...]:
        """Give made-up figures that alone make the section, by their paths."""
        made = _trials(self.shape, frozenset(self.figures), self.currency)
        return tuple({f"{self.path}.{key}": one[key] for key in one} for one in made)

    def fields(self) -> list[Field]:
        """Give its fields, each empty; those that it needs before the others."""
        texts = (
            replace(
                _text(self.shape, f"{self.path}.{key}"),
                label=self._called(key),
                example=TEXTS[key][1],
            )
            for key in self.texts
        )
        figures = sorted(self.figures, key=lambda key: key not in _needed(self.shape))
        return [
            *texts,
            *(
                _figure(self.shape, f"{self.path}.{key}", self.figures[key], self.currency)
                for key in figures
            ),
        ]

    def _called(self, text: str) -> str:
        """Say what a text is called: a part stands for a name, where the catalog may lack it."""
        named = text == "part" and "name" in self.shape.model_fields
        return f"{TEXTS[text][0]}{' (or a name)' * named}"


NOWHERE = ("", "")
"""Where in the plan a figure stands that isn't there."""


def _figure(shape: type[Strict], path: str, figure: str, currency: str) -> Field:
    """Give an empty field of a figure."""
    key = path.rpartition(".")[2]
    limits = limits_of(shape, key)
    kind: Kind = "whole" if limits is None else "figure"
    said = declared()[figure].label
    like, note = example(limits, currency), shape.field_docs().get(key, "")
    return Field(path, said, kind, None, note, NOWHERE, like, is_stated=False)


def _text(shape: type[Strict], path: str) -> Field:
    """Give an empty field of what is no figure: a name, a day, a count, yes or no."""
    key = path.rpartition(".")[2]
    held = shape.model_fields[key].annotation
    kind: Kind = "whole" if held in (int, bool) else "text"
    note = shape.field_docs().get(key, "")
    said = CALLED.get(key) or label(key)
    choices = YES_OR_NO if held is bool else {}
    return Field(path, said, kind, None, note, NOWHERE, is_stated=False, choices=choices)


def field(scenario: Scenario, path: str) -> Field:
    """Give an empty field of the schema, whether what it stands in is there or not."""
    *above, key = path.split(".")
    owner: type[Strict] = Scenario
    shape: type[Strict] = Scenario
    thing: Any = scenario
    for name in above:
        thing = attribute(thing, [name])
        held = type(thing) if isinstance(thing, Strict) else model_held(shape, name)
        if not isinstance(thing, tuple) and held is not None:
            owner, shape = shape, held
    figures = _figures(owner, shape, above[-1])
    if key in figures:
        return _figure(shape, path, figures[key], scenario.economics.currency)
    return _text(shape, path)


def fields(scenario: Scenario, paths: Iterable[str]) -> dict[str, Field]:
    """Give the fields of sections that a scenario lacks, those of which some are wanted."""
    wanted = set(paths)
    tiers = (f"tiers.{n}" for n in range(len(scenario.tiers)))
    found = absent(scenario, *(name for name in Scenario.model_fields if name != "tiers"), *tiers)
    those = (section for section in found if not wanted.isdisjoint(section.paths))
    return {field.path: field for section in those for field in section.fields()}


def absent(scenario: Scenario, *prefixes: str) -> list[Section]:
    """Give the sections at and below some paths that the scenario lacks."""
    currency = scenario.economics.currency
    found: list[Section] = []
    for prefix in prefixes:
        owner, _, key = prefix.rpartition(".")
        model = attribute(scenario, owner.split("."))
        if isinstance(model, tuple):  # a tier: sections stand below it, if it is there
            for tier in model[int(key) : int(key) + 1]:
                found += _below(type(tier), tier, prefix, "", currency)
        else:
            found += _at(type(model), model, owner, "", key, currency)
    return found


def _below(
    kind: type[Strict], model: Strict | None, at: str, said: str, currency: str
) -> Iterator[Section]:
    """Give what is absent below a model of some kind; all of it, where that isn't there itself."""
    for name in kind.model_fields:
        yield from _at(kind, model, at, said, name, currency)


def _at(
    kind: type[Strict], model: Strict | None, at: str, said: str, name: str, currency: str
) -> Iterator[Section]:
    """Give a section if it is absent, and what is absent below it."""
    inner = getattr(model, name, None)
    shape = type(inner) if isinstance(inner, Strict) else model_held(kind, name)
    if shape is None or issubclass(shape, Stated):
        return
    path, keys = (f"{before}.{name}" if before else name for before in (at, said))
    figures = _figures(kind, shape, name)
    if inner is None and _trials(shape, frozenset(figures), currency):
        yield Section(path, _said(keys), kind, shape, figures, currency, model is None)
    yield from _below(shape, inner, path, keys, currency)


@cache
def model_held(kind: type[Strict], name: str) -> type[Strict] | None:
    """Give the model that a field holds, if it is one only: neither figures nor lists."""
    annotation = kind.model_fields[name].annotation
    those = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    kinds = [one for one in those if isinstance(one, type)]
    models = [one for one in kinds if issubclass(one, Strict) and not issubclass(one, Stated)]
    return models[0] if len(models) == 1 else None


def _figures(owner: type[Strict], shape: type[Strict], name: str) -> Mapping[str, str]:
    given = names_below(owner)
    if name in given:
        return {field: one.name for field, one in given[name].names.items()}
    return {bound.field: bound.input.name for bound in bindings(shape)}


def _said(keys: str) -> str:
    first, *others = keys.split(".")
    words = (label(first), *(label(other).lower() for other in others))
    return NAMES.get(keys) or ": ".join(words)


def _needed(shape: type[Strict]) -> list[str]:
    return [key for key, field in shape.model_fields.items() if field.is_required()]


@cache
def _trials(
    shape: type[Strict], keys: frozenset[str], currency: str
) -> tuple[Mapping[str, Any], ...]:
    """Give two times made-up figures that make a section; none if nothing does."""
    made: dict[str, Any] = {key: samples(shape, key, currency) for key in sorted(keys)}
    needed = _needed(shape)
    if "part" in needed:
        made["part"] = NO_PARTS
    if not made or not made.keys() >= set(needed):
        return ()
    if issubclass(shape, Piece):
        made["name"] = ("anything",)
    others = [key for key in made if key not in needed]
    for count in range(MOST_AT_ONCE + 1):
        for more in combinations(others, count):
            chosen = (*needed, *more)
            first, last = ({key: made[key][n] for key in chosen} for n in (0, -1))
            if first and _is_valid(shape, first):
                return first, last
    return _unlike(shape, {key: made[key] for key in needed})


def _unlike(
    shape: type[Strict], made: Mapping[str, Sequence[Any]]
) -> tuple[Mapping[str, Any], ...]:
    """Give figures that make a section whose figures must differ from each other."""
    found = (
        {key: made[key][n] for key, n in zip(made, ends, strict=True)}
        for ends in product((0, -1), repeat=min(len(made), MOST_UNLIKE))
        if len(ends) == len(made)
    )
    return tuple(islice((one for one in found if one and _is_valid(shape, one)), 2))


def _is_valid(shape: type[Strict], figures: Mapping[str, Any]) -> bool:
    try:
        shape.model_validate(figures)
    except ValidationError:
        return False
    return True
