"""Options of each choice: conversion of a scenario's open fields to edits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from model.design.choices import Parts, Steps, Wanted
from model.design.scenario import Scenario
from model.errors import InputError, Problem, shortened
from model.parts.catalog import Catalog, load_catalog
from model.parts.figures import figure_units
from model.planning.checks import wrong_choices
from model.records import dataclass
from model.units.figures import UnitError, parse, write
from model.units.words import label

PART = ".part"
"""Suffix of the path of a part field."""
_PART, ALTERNATIVES = PART.removeprefix("."), "alternatives"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice: its label, and its edits of the scenario."""

    label: str
    value: Any


@dataclass(frozen=True, slots=True)
class Choice:
    """An open field of the scenario, with its options."""

    path: str
    options: tuple[Option, ...]


def open_choices(scenario: Scenario, catalog: Catalog | None = None) -> tuple[Choice, ...]:
    """Return the choices of a scenario with their options.

    Raises
    ------
    InputError
        If no part meets a condition, or parts of the kind don't have its figure; if a part isn't
        in the catalog, or is of another kind.
    """
    catalog = catalog or load_catalog(needs=())
    problems: list[Problem] = []
    choices = []
    for path, options in scenario.choices.items():
        place = scenario.place(("choices", path))
        try:
            choices.append(Choice(path, tuple(_options(options, scenario, catalog))))
        except ValueError as error:
            problems.append(Problem(place, f"choices.{path}", str(error)))
        for at, what in wrong_choices({path: options}, catalog):
            problems.append(Problem(place, f"choices.{at}", what))
    if not scenario.choices:
        problems.append(nothing_open(scenario))
    if problems:
        raise InputError(problems)
    return tuple(choices)


def nothing_open(scenario: Scenario) -> Problem:
    """Return the error of a scenario without choices."""
    what = "there are no variables: write 'choices' with the paths of fields and their options"
    return Problem(scenario.place(), "choices", what)


def _options(choice: Any, scenario: Scenario, catalog: Catalog) -> Iterator[Option]:
    if isinstance(choice, Steps):
        yield from (Option(str(number), number) for number in choice.numbers)
    elif isinstance(choice, Parts):
        yield from (Option(key, key) for key in _parts(choice, scenario, catalog))
    else:
        labels = [label_of(value) for value in choice]
        if twice := sorted({label for label in labels if labels.count(label) > 1}):
            raise ValueError(f"'{shortened(twice[0])}' is among the options twice: leave one out")
        yield from (Option(*one) for one in zip(labels, choice, strict=True))


def label_of(value: Any) -> str:
    """Return the label of an option; for a mapping its fields, the part first.

    A list of one value or none is labelled as it is written.

    Examples
    --------
    >>> label_of({"part": "a-disk", "power": {"value": "9 W"}, "alternatives": ["b", "c"]})
    'a-disk, power 9 W, alternatives b and c'
    >>> label_of(["b", "c"]), label_of(["b"]), label_of([])
    ('b and c', '[b]', '[]')
    """
    words = _in_words(value)
    return f"[{words}]" if isinstance(value, (list, tuple)) and len(value) < 2 else words


def _in_words(value: Any) -> str:
    if isinstance(value, Mapping):
        if "value" in value:
            return _in_words(value["value"])
        return ", ".join(
            _in_words(one) if name == "part" else f"{name} {_in_words(one)}"
            for name, one in value.items()
        )
    if isinstance(value, (list, tuple)):
        return " and ".join(map(_in_words, value))
    return str(value)


def distinct(value: Any, every: Sequence[Any]) -> Any:
    """Reduce an option to what tells it from the others: its part, counts, and what else differs.

    What differs only because the part does, such as its price, is left out.

    Examples
    --------
    >>> few, many = ({"part": "disk", "per_server": n, "price": "9 EUR"} for n in (4, 8))
    >>> distinct(few, [few, many, {"part": "flash", "per_server": 8, "price": "99 EUR"}])
    {'part': 'disk', 'per_server': 4}
    """
    if not isinstance(value, Mapping):
        return value
    others = [one for one in every if isinstance(one, Mapping)]
    same_part = [one for one in others if one.get(_PART) == value.get(_PART)]

    def tells(name: str, written: Any) -> bool:
        group = others if isinstance(written, int) else same_part
        return name != ALTERNATIVES and any(one.get(name) != written for one in group)

    found = {name: one for name, one in value.items() if name == _PART or tells(name, one)}
    twins = [one for one in same_part if all(one.get(name) == x for name, x in found.items())]
    return found if found and len(twins) == 1 else value


def names_of(options: Sequence[Option]) -> dict[str, str]:
    """Return a short name of each option, as a file writes it, by the option's label."""
    values = [option.value for option in options]
    return {option.label: label_of(distinct(option.value, values)) for option in options}


def spoken(value: Any, catalog: Catalog) -> str:
    """Return an option for display: parts by model name, fields by label.

    The capacity distinguishes parts of the same name, such as drives of a series.
    """
    if isinstance(value, Mapping):
        if "value" in value:
            return spoken(value["value"], catalog)
        return ", ".join(_spoken_field(name, one, catalog) for name, one in value.items())
    if isinstance(value, (list, tuple)):
        return " and ".join(spoken(one, catalog) for one in value)
    if value in catalog:
        name, capacity = catalog.names(value), catalog.figures(value).get("capacity")
        size = "" if capacity is None else write(capacity, "byte")
        return name if size in name else f"{name}, {size}"
    return str(value)


def _spoken_field(name: str, value: Any, catalog: Catalog) -> str:
    text, words = spoken(value, catalog), label(name)
    if name == _PART:
        return text
    words = words[:1].lower() + words[1:] if words[1:2].islower() else words
    return f"{text} {words}" if name.startswith("per_") else f"{words} {text}"


def _parts(choice: Parts, scenario: Scenario, catalog: Catalog) -> list[str]:
    """Return the keys of the parts that meet the conditions."""
    keys = catalog.keys_of_kind(choice.kind)
    if not keys:
        raise ValueError(f"no part is of kind '{choice.kind}': write hdd, ssd, enclosure, hba …")
    limits = {name: _limits(name, wanted, keys, catalog) for name, wanted in choice.figures.items()}
    fitting = [
        key
        for key in keys
        if choice.vendor.casefold() in catalog.part(key).vendor.casefold()
        and all(_within(catalog.figures(key).get(name), limits[name]) for name in limits)
        and (not choice.price or catalog.price(key, scenario.economics.price_date) is not None)
    ]
    if not fitting:
        raise ValueError(f"no part of kind '{choice.kind}' is known to be as wanted: ask for less")
    return fitting


def _limits(
    name: str, wanted: Wanted, keys: Sequence[str], catalog: Catalog
) -> tuple[float, float]:
    unit = figure_units(catalog, keys[0]).get(name, "1")
    if not any(name in catalog.figures(key) for key in keys):
        known = sorted({figure for key in keys for figure in catalog.figures(key)})
        raise ValueError(f"no part of that kind has '{name}': known are {', '.join(known)}")
    try:
        low = -float("inf") if wanted.least is None else parse(wanted.least, unit)
        high = float("inf") if wanted.most is None else parse(wanted.most, unit)
    except UnitError as error:
        raise ValueError(f"{name}: {error}") from None
    return low, high


def _within(figure: float | None, limits: tuple[float, float]) -> bool:
    return figure is not None and limits[0] <= figure <= limits[1]
