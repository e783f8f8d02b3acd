"""Each formula once, with all the places where it is used: what a law asks of, and what it tries.

One function may serve many quantities, in many books. To ask of each use whether the text of the
function can be written down is to ask the same again; to feed it with the figures of each is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from model.engine.quantity import Quantity
from tests import trees
from tests.laws import samples


@dataclass(frozen=True)
class Formula:
    """A function with the units that it is declared for, and each of its uses."""

    cases: tuple[trees.Case, ...]

    @property
    def first(self) -> trees.Case:
        """The use that speaks for all where figures don't matter."""
        return self.cases[0]

    @property
    def quantity(self) -> Quantity:
        """The quantity of the first use."""
        return self.first.quantity

    def __str__(self) -> str:
        return str(self.first)

    def fed(self) -> list[np.ndarray]:
        """Give all that it is fed with: for each operand the designs of every use, in a row."""
        columns = zip(*(samples.fed(case) for case in self.cases), strict=True)
        return [np.concatenate(parts) for parts in columns]


@cache
def formulas() -> tuple[Formula, ...]:
    """Give each formula of every book, once for each set of units that it is declared for."""
    found: dict[object, list[trees.Case]] = {}
    for case in trees.cases():
        quantity, units = case.quantity, tuple(item.unit for item in case.operands)
        key = quantity.function, quantity.unit, units, quantity.coefficients
        found.setdefault(key, []).append(case)
    return tuple(Formula(tuple(cases)) for cases in found.values())
