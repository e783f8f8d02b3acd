"""Designs that are planned one by one: what an option changes among the inputs of the tree.

Each option is planned as an edit of a design. What differs then among the inputs is its bundle. Two
designs have one structure if their trees have the same books and the same figures in place of
formulas: then one program computes both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from model.design.scenario import Scenario, edited, with_new_parts
from model.engine.quantity import Book
from model.engine.tree import Address, Instance
from model.errors import InputError
from model.parts.catalog import Catalog
from model.planning.plan import Plan, plan
from model.records import dataclass
from model.search.options import PART, Choice
from model.search.progress import StoppedError, Watch

Combination = tuple[int, ...]
"""A design: the number of its option for each choice."""


Shape = tuple[tuple[str, Book, frozenset[str]], ...]
"""What a program depends on: the paths, their books, what is given in place of formulas."""


@dataclass(frozen=True)
class Probe:
    """A design that was planned: its structure and inputs, or why it can't be.

    Of most designs the plan itself is forgotten: there are many, and each is large.
    """

    shape: Shape = ()
    values: NDArray[np.float64] | None = None
    refused: str = ""
    plan: Plan | None = None

    @property
    def planned(self) -> bool:
        """Whether it could be planned."""
        return not self.refused

    @property
    def root(self) -> Instance:
        """The tree; only of what is remembered whole."""
        assert self.plan is not None
        return self.plan.root

    @property
    def figures(self) -> dict[Address, float]:
        """All inputs by their addresses, those unknown or by default too."""
        assert self.values is not None
        return dict(zip(_addresses(self.shape), self.values.tolist(), strict=True))


def probed(plan: Plan, *, whole: bool) -> Probe:
    """Note what a plan is to a search; `whole`: with the plan itself."""
    shape = structure_of(plan.root)
    given = {
        (path, name): figure
        for path, instance in plan.root.walk()
        for name, figure in instance.inputs.items()
    }
    found = {**_defaults(shape), **given}
    values = np.array([found[at] for at in _addresses(shape)], np.float64)
    return Probe(shape, values, plan=plan if whole else None)


@lru_cache(maxsize=64)
def _defaults(shape: Shape) -> dict[Address, float]:
    """Give what the inputs of a structure are unless they are given."""
    return {
        (path, item.name): math.nan if item.default is None else item.default
        for path, book, _ in shape
        for item in book.inputs.values()
    }


@lru_cache(maxsize=64)
def _addresses(shape: Shape) -> tuple[Address, ...]:
    """Give the addresses of all inputs of a structure, and of what is given for formulas."""
    instead = ((path, name) for path, _, names in shape for name in sorted(names))
    return (*_defaults(shape), *instead)


def structure_of(root: Instance) -> Shape:
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

    def __init__(
        self,
        scenario: Scenario,
        choices: Sequence[Choice],
        catalog: Catalog,
        watch: Watch | None = None,
    ) -> None:
        self.scenario = _closed(scenario)
        self._watch = watch or Watch()
        self.choices = tuple(choices)
        self.catalog = catalog
        self._known: dict[Combination, Probe] = {}
        self._first: Plan | None = None

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
        """Plan a design; one that can't be planned says why.

        Raises
        ------
        StoppedError
            The search was stopped.
        """
        if picks not in self._known:
            if not self._watch.goes_on(0.0, None):
                raise StoppedError
            try:
                found = plan(self.design(picks), self.catalog, before=self._first)
                self._first = self._first or found
                self._known[picks] = probed(found, whole=False)
            except InputError as error:
                self._known[picks] = Probe(refused=_reason(error))
        return self._known[picks]

    def whole(self, picks: Combination) -> Probe:
        """Plan a design, and remember its plan."""
        return probed(plan(self.design(picks), self.catalog), whole=True)


def _reason(error: InputError) -> str:
    first = error.problems[0]
    return ": ".join(filter(None, (first.field, first.what)))


def _closed(scenario: Scenario) -> Scenario:
    """Give the scenario with nothing left open."""
    return edited(scenario, {"choices": None, "objective": None})


def changed(one: Mapping[Address, float], other: Mapping[Address, float]) -> set[Address]:
    """Give the addresses whose figures differ."""
    return {at for at, figure in one.items() if not same(figure, other[at])}
