"""Probes: separately planned designs, which show the effect of an option on the inputs.

Each option is planned as an edit of a design. The changed inputs are its bundle. Two designs have
the same structure if their trees have the same books and the same figures in place of formulas:
then a single program evaluates both.
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
"""A design: the index of its option for each choice."""


Shape = tuple[tuple[str, Book, frozenset[str]], ...]
"""Key of a program: paths, their books, and the figures that replace formulas."""


@dataclass(frozen=True)
class Probe:
    """A planned design: its structure and inputs, or the error.

    The plans of most designs are discarded: there are many, and each is large.
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
        """The tree, for probes that keep their plan."""
        assert self.plan is not None
        return self.plan.root

    @property
    def figures(self) -> dict[Address, float]:
        """All inputs by address, including unknown ones and defaults."""
        assert self.values is not None
        return dict(zip(_addresses(self.shape), self.values.tolist(), strict=True))


def probed(plan: Plan, *, whole: bool) -> Probe:
    """Return the probe of a plan; with `whole` it keeps the plan."""
    shape = structure_of(plan.root)
    given = {
        (path, name): figure
        for path, instance in plan.root.walk()
        for name, figure in instance.inputs.items()
    }
    figures = {**_defaults(shape), **given}
    values = np.array([figures[at] for at in _addresses(shape)], np.float64)
    return Probe(shape, values, plan=plan if whole else None)


@lru_cache(maxsize=64)
def _defaults(shape: Shape) -> dict[Address, float]:
    """Return the defaults of a structure's inputs."""
    return {
        (path, item.name): math.nan if item.default is None else item.default
        for path, book, _ in shape
        for item in book.inputs.values()
    }


@lru_cache(maxsize=64)
def _addresses(shape: Shape) -> tuple[Address, ...]:
    """Return the addresses of a structure's inputs, and of figures that replace formulas."""
    instead = ((path, name) for path, _, names in shape for name in sorted(names))
    return (*_defaults(shape), *instead)


def structure_of(root: Instance) -> Shape:
    """Return the key of a tree's program: its books, and the figures that replace formulas."""
    return tuple(
        (path, instance.book, frozenset(instance.inputs.keys() & instance.book.quantities.keys()))
        for path, instance in root.walk()
    )


def same(one: float, other: float) -> bool:
    """Whether two figures are equal; unknown ones are equal to each other."""
    return one == other or (one != one and other != other)


class Prober:
    """Plans designs of a scenario, each at most once."""

    def __init__(
        self,
        scenario: Scenario,
        choices: Sequence[Choice],
        catalog: Catalog,
        watch: Watch | None = None,
    ) -> None:
        self.scenario = edited(scenario, {"choices": None, "objective": None})
        self._watch = watch or Watch()
        self.choices = tuple(choices)
        self.catalog = catalog
        self._known: dict[Combination, Probe] = {}
        self._first: Plan | None = None

    @property
    def planned(self) -> int:
        """Number of planned designs."""
        return len(self._known)

    def changes(self, picks: Combination) -> dict[str, object]:
        """Return the edits of the scenario for a design."""
        return {
            choice.path: choice.options[pick].value
            for choice, pick in zip(self.choices, picks, strict=True)
        }

    def design(self, picks: Combination) -> Scenario:
        """Return a design as a separate scenario without open choices."""
        changes = self.changes(picks)
        if any(path.endswith(PART) for path in changes):
            changes = with_new_parts(self.scenario, changes)
        return edited(self.scenario, changes)

    def probe(self, picks: Combination) -> Probe:
        """Plan a design; for an invalid design, the probe contains the error.

        Raises
        ------
        StoppedError
            If the search was stopped.
        """
        if picks not in self._known:
            if not self._watch.goes_on(0.0, None):
                raise StoppedError
            try:
                planned = plan(self.design(picks), self.catalog, before=self._first)
                self._first = self._first or planned
                self._known[picks] = probed(planned, whole=False)
            except InputError as error:
                first = error.problems[0]
                reason = ": ".join(filter(None, (first.field, first.what)))
                self._known[picks] = Probe(refused=reason)
        return self._known[picks]

    def whole(self, picks: Combination) -> Probe:
        """Plan a design, and keep its plan."""
        return probed(plan(self.design(picks), self.catalog), whole=True)


def changed(one: Mapping[Address, float], other: Mapping[Address, float]) -> set[Address]:
    """Return the addresses with different figures."""
    return {at for at, figure in one.items() if not same(figure, other[at])}
