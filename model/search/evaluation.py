"""Evaluation of designs against all limits, and the best of them.

A group along which all criteria are monotone is bisected rather than enumerated: for the fewest
blocks that meet the requirements, or the most within a budget. Results of procedures are bounded by
their declarations, and computed only for designs that may still be the best.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from model.engine.rules import sign
from model.engine.tables import Figures, Picks, Tables
from model.records import dataclass
from model.search.dominance import Judged
from model.search.presolve import Presolved

FEW = 64
"""Designs for which procedures run before the others are compared with the best again."""
MOST = (1 << 62) - 1
"""Upper limit of design numbers, after which they restart at 0."""


@dataclass(slots=True)
class Best:
    """The best design of a space: its cost, and its options; `bound` is a lower bound of the cost.

    `number` is its number among the remaining designs, the lowest of equal ones; -1: it is not one
    of them, and only better ones count.
    """

    cost: float = np.inf
    number: int = -1
    options: NDArray[np.intp] | None = None
    bound: float = -np.inf
    proven: bool = False
    computed: int = 0
    left: int = 0
    merged: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def limit(self) -> float:
        """Upper limit of relevant costs; equal costs are relevant if the number may decide."""
        return self.cost if self.number < 0 else float(np.nextafter(self.cost, np.inf))

    def join(self, other: Best) -> None:
        """Merge another result if it is better; of equal ones, the lower number counts."""
        self.computed += other.computed
        is_equal = other.cost == self.cost and 0 <= other.number < self.number
        if other.cost < self.cost or is_equal:
            self.cost, self.number, self.options = other.cost, other.number, other.options


class Evaluation:
    """The rest of a space, and the best of the designs evaluated so far."""

    def __init__(self, presolved: Presolved, judged: list[Judged]) -> None:
        self.presolved = presolved
        self.tables: Tables = presolved.tables
        self.aim, self.limits = judged[0], judged[1:]
        self.sense = -self.aim.way
        self.up: list[Judged] = []
        self.down: list[Judged] = []
        self.same = self.limits
        self.falls = True
        self.along = self._monotone()
        self.sizes = [size if n != self.along else 1 for n, size in enumerate(self.tables.sizes)]
        self.found = Best()

    def take(self, picks: Picks) -> None:
        """Evaluate designs; options along a bisected group are ignored."""
        self.found.computed += len(picks[0])
        if self.along is None:
            self._take(picks, self.limits)
        elif self.falls:
            self._fewest(picks)
        else:
            self._most(picks)

    def _monotone(self) -> int | None:
        """Find the longest member along which all criteria are monotone, and sort it."""
        order = np.argsort([-size for size in self.tables.sizes], kind="stable")
        for member in order:
            if self.tables.sizes[member] < 4:
                break
            axes = [at for at, axis in self.tables.axes.items() if axis.choice == member]
            nodes = [n for n in self.tables.graph.order if self.tables.graph.axes.get(n) in axes]
            figures = [self.tables.table(node).ravel() for node in nodes]
            if len(nodes) != 1 or not np.isfinite(figures[0]).all():
                continue
            outs = [one.node for one in (self.aim, *self.limits)]
            moved = self.tables.grows(nodes[0], outs)
            if any(moved[out] is sign.UNSURE for out in outs):
                continue
            if not np.all(np.diff(figures[0]) > 0):
                continue
            self.up = [one for one in self.limits if moved[one.node] * one.way == 1]
            self.down = [one for one in self.limits if moved[one.node] * one.way == -1]
            self.same = [one for one in self.limits if moved[one.node] == sign.SAME]
            self.falls = moved[self.aim.node] * self.aim.way != 1
            return int(member)
        return None

    def _costs(self, picks: Picks) -> Figures:
        return self.tables.values([self.aim.node], picks)[0] * self.sense

    def _keeping(self, limits: list[Judged], picks: Picks) -> NDArray[np.bool_]:
        """Return a mask of designs within some limits, evaluated one limit after the other."""
        count = len(picks[0])
        alive = np.ones(count, bool)
        if not limits:
            return alive
        for one, figures in zip(
            limits, self.tables.values([one.node for one in limits], picks), strict=True
        ):
            alive &= one.met(figures)
        return alive

    def _take(self, picks: Picks, limits: list[Judged]) -> None:
        """Evaluate designs, and keep the best of those within all limits."""
        quick = [one for one in limits if one.node not in self.tables.slow]
        picks = some_of(picks, self._keeping(quick, picks))
        if not len(picks[0]):
            return
        if self.aim.node in self.tables.slow or len(quick) < len(limits):
            self._take_patiently(picks, [one for one in limits if one not in quick])
            return
        costs = self._costs(picks)
        self._better(np.where(np.isfinite(costs), costs, np.inf), picks)

    def _better(self, costs: Figures, picks: Picks) -> None:
        alike = np.flatnonzero(costs == costs.min())
        numbers = self._numbers([pick[alike] for pick in picks])
        n, number = int(alike[np.argmin(numbers)]), int(numbers.min())
        cost = float(costs[n])
        if cost < self.found.cost or (cost == self.found.cost and number < self.found.number):
            self.found.cost, self.found.number = cost, number
            one = [pick[n : n + 1] for pick in picks]
            self.found.options = self.presolved.options(one)[0]

    def _numbers(self, picks: Picks) -> NDArray[np.int64]:
        """Number designs independently of the order, so that ties are resolved consistently."""
        numbers = np.zeros(len(picks[0]), np.int64)
        for n, (size, pick) in enumerate(zip(self.sizes, picks, strict=True)):
            if n != self.along:
                numbers = (numbers * size + pick) & MOST
        return numbers

    def _take_patiently(self, picks: Picks, limits: list[Judged]) -> None:
        """Run procedures for the designs that may be the best, the most promising first."""
        possible = np.ones(len(picks[0]), bool)
        for one in limits:
            [(low, high)] = self.tables.bounds([one.node], picks)
            possible &= ((high >= one.low) & (low <= one.high)) | one.unknown
        picks = some_of(picks, possible)
        [(low, high)] = self.tables.bounds([self.aim.node], picks)
        least = low if self.sense > 0 else -high
        order = np.argsort(least, kind="stable")
        for start in range(0, len(order), FEW):
            some = order[start : start + FEW]
            some = some[least[some] < self.found.limit]
            if not len(some):
                return
            designs = [pick[some] for pick in picks]
            designs = some_of(designs, self._keeping(limits, designs))
            if len(designs[0]):
                costs = self._costs(designs)
                self._better(np.where(np.isfinite(costs), costs, np.inf), designs)

    def at(self, picks: Picks, along: NDArray[np.intp] | int) -> list[NDArray[np.intp]]:
        """Return designs with other options along the bisected group."""
        assert self.along is not None
        count = len(picks[0])
        there = np.broadcast_to(np.asarray(along, np.intp), count)
        return [there if n == self.along else pick for n, pick in enumerate(picks)]

    def _fewest(self, picks: Picks) -> None:
        """Find for each design the lowest option that meets the requirements: more costs more."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        picks = some_of(picks, self._keeping(self.same, picks))
        low = np.zeros(len(picks[0]), np.intp)
        # figures of few choices come first, as they are looked up in tables
        for one in sorted(self.up, key=lambda up: self.tables.count(self.tables.owners[up.node])):
            cheap = self._costs(self.at(picks, low)) < self.found.limit
            picks, low = some_of(picks, cheap), low[cheap]
            enough = self._keeping([one], self.at(picks, last))
            picks, low = some_of(picks, enough), low[enough]
            high = np.full(len(low), last)
            while (low < high).any():
                middle = (low + high) // 2
                enough = self._keeping([one], self.at(picks, middle))
                low, high = np.where(enough, low, middle + 1), np.where(enough, middle, high)
        if len(low):
            self._take(self.at(picks, low), self.down)

    def _most(self, picks: Picks) -> None:
        """Find for each design the highest option within the limits: more is better."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        picks = some_of(picks, self._keeping(self.same, picks))
        picks = some_of(picks, self._costs(self.at(picks, last)) < self.found.limit)
        low, high = np.zeros(len(picks[0]), np.intp), np.full(len(picks[0]), last)
        while (low < high).any():  # the lowest that is better than the best known
            middle = (low + high) // 2
            better = self._costs(self.at(picks, middle)) < self.found.limit
            low, high = np.where(better, low, middle + 1), np.where(better, middle, high)
        alive = self._keeping(self.down, self.at(picks, low))
        picks, low = some_of(picks, alive), low[alive]
        high = np.full(len(low), last)
        while (low < high).any():
            middle = (low + high + 1) // 2
            allowed = self._keeping(self.down, self.at(picks, middle))
            low, high = np.where(allowed, middle, low), np.where(allowed, high, middle - 1)
        if len(low):
            self._take(self.at(picks, low), self.up)


def some_of(picks: Picks, alive: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the given designs that remain in the space."""
    return [pick[alive] for pick in picks] if not alive.all() else list(picks)
