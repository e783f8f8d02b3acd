"""The sections that a scenario may have and lacks: what each is called, and its figures.

The schema says which there are. Left out are those that figures alone don't make, as they need a
list or a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, product
from typing import Any

from pydantic import ValidationError

from model.books.inputs import documented
from model.design.piece import Piece
from model.design.scenario import Scenario
from model.reading.fields import Stated, Strict
from model.units.words import label
from ui.base.examples import samples
from ui.base.fields import Field, attribute
from ui.forms import texts
from ui.forms.schema_fields import field_of, model_held
from ui.forms.schema_fields import figures as figures_of

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
        return documented(self.owner).get(self.path.rpartition(".")[2], "")

    @property
    def texts(self) -> tuple[str, ...]:
        """Give the fields that are no figures."""
        return tuple(key for key in texts.NAMED if key in self.shape.model_fields)

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
        named = [self._named(key) for key in self.texts]
        those = sorted(self.figures, key=lambda key: key not in _needed(self.shape))
        return [*named, *(self._field(key, self.figures[key]) for key in those)]

    def _field(self, key: str, figure: str = "") -> Field:
        return field_of(self.shape, key, self.currency, f"{self.path}.{key}", figure)

    def _named(self, key: str) -> Field:
        """Describe the field of a text that names the thing."""
        return replace(self._field(key), label=self._called(key), example=texts.NAMED[key][1])

    def _called(self, text: str) -> str:
        """Give the label of a text: a part stands for a name, where the catalog may lack it."""
        label, _ = texts.NAMED[text]
        has_name = text == "part" and "name" in self.shape.model_fields
        return texts.OR_NAME.format(label) if has_name else label


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
    figures = figures_of(kind, shape, name)
    if inner is None and _trials(shape, frozenset(figures), currency):
        yield Section(path, _title(keys), kind, shape, figures, currency, model is None)
    yield from _below(shape, inner, path, keys, currency)


def _title(keys: str) -> str:
    first, *others = keys.split(".")
    words = (label(first), *(label(other).lower() for other in others))
    return texts.SECTIONS.get(keys) or ": ".join(words)


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
