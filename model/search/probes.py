"""Designs that are planned one by one: what an option changes among the inputs of the tree.

Each option is planned as an edit of a design. What differs then among the inputs is its bundle. Two
designs have one structure if their trees have the same books and the same figures in place of
formulas: then one program computes both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from model.design.scenario import Scenario, edited, with_new_parts
from model.engine.quantity import Book
from model.engine.tree import Address, Instance
from model.errors import InputError
from model.parts.catalog import Catalog
from model.planning.plan import Plan, plan
from model.search.options import PART, Choice

Combination = tuple[int, ...]
"""A design: the number of its option for each choice."""


@dataclass(frozen=True)
class Probe:
    """A design that was planned: its plan, or why it can't be."""

    plan: Plan | None
    refused: str = ""

    @cached_property
    def structure(self) -> tuple[tuple[str, Book, frozenset[str]], ...]:
        """What its program depends on."""
        return structure_of(self.root)

    @property
    def root(self) -> Instance:
        """The tree; only of what was planned."""
        assert self.plan is not None
        return self.plan.root

    @cached_property
    def figures(self) -> dict[Address, float]:
        """All inputs by their addresses, those unknown or by default too."""
        given = {
            (path, name): figure
            for path, instance in self.root.walk()
            for name, figure in instance.inputs.items()
        }
        return {**_defaults(self.structure), **given}


@lru_cache(maxsize=64)
def _defaults(structure: tuple[tuple[str, Book, frozenset[str]], ...]) -> dict[Address, float]:
    """Give what the inputs of a structure are unless they are given."""
    return {
        (path, item.name): math.nan if item.default is None else item.default
        for path, book, _ in structure
        for item in book.inputs.values()
    }


def structure_of(root: Instance) -> tuple[tuple[str, Book, frozenset[str]], ...]:
    """Give what a tree's program depends on: its books, and what is given in place of formulas."""
    return tuple(
        (path, instance.book, frozenset(instance.inputs.keys() & instance.book.quantities.keys()))
        for path, instance in root.walk()
    )


def same(one: float, other: float) -> bool:
    """Whether two figures are the same; unknown is as unknown."""
    return one == other or (one != one and other != other)


class Prober:
    """Plans designs of a scenario, each once."""

    def __init__(self, scenario: Scenario, choices: Sequence[Choice], catalog: Catalog) -> None:
        self.scenario = _closed(scenario)
        self.choices = tuple(choices)
        self.catalog = catalog
        self._known: dict[Combination, Probe] = {}

    @property
    def planned(self) -> int:
        """How many designs were planned."""
        return len(self._known)

    def changes(self, picks: Combination) -> dict[str, object]:
        """Give what a design writes into the scenario."""
        return {
            choice.path: choice.options[pick].value
            for choice, pick in zip(self.choices, picks, strict=True)
        }

    def design(self, picks: Combination) -> Scenario:
        """Give a design as a scenario of its own, in which nothing is left open."""
        changes = self.changes(picks)
        if any(path.endswith(PART) for path in changes):
            changes = with_new_parts(self.scenario, changes)
        return edited(self.scenario, changes)

    def probe(self, picks: Combination) -> Probe:
        """Plan a design; one that can't be planned says why."""
        if picks not in self._known:
            try:
                self._known[picks] = Probe(plan(self.design(picks), self.catalog))
            except InputError as error:
                self._known[picks] = Probe(None, _reason(error))
        return self._known[picks]


def _reason(error: InputError) -> str:
    first = error.problems[0]
    return ": ".join(filter(None, (first.field, first.what)))


def _closed(scenario: Scenario) -> Scenario:
    """Give the scenario with nothing left open."""
    return edited(scenario, {"choices": None, "objective": None})


def changed(one: Mapping[Address, float], other: Mapping[Address, float]) -> set[Address]:
    """Give the addresses whose figures differ."""
    return {at for at, figure in one.items() if not same(figure, other[at])}
