"""The cases that are drawn from the bands of a plan, and which bands or samples are refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from model.engine.tree import Address, Instance
from model.errors import InputError, Place, Problem
from model.planning.bands import Banded
from model.planning.loading import edited
from model.planning.plan import Plan
from model.planning.plan import plan as plan_of
from model.procedures.draws import Method, Vector, is_fixed, levels
from model.records import dataclass
from model.units.figures import grouped

Samples = NDArray[np.float64]
FEWEST, MOST = 2, 4_194_304
"""Samples: fewer say nothing, more fill the memory."""


@dataclass(frozen=True, slots=True)
class Cases:
    """A job on a range of samples; self-contained, so that any process can run it.

    `columns` are those that are drawn; several designs that are drawn alike have the same.
    """

    plan: Plan
    bands: tuple[Banded, ...]
    columns: tuple[str, ...]
    targets: tuple[Address, ...]
    seed: int
    method: Method

    def __call__(self, start: int, stop: int) -> Samples:
        """Give the targets in the cases from one number up to another."""
        drawn = dict(
            zip(
                self.columns,
                levels(self.columns, start, stop, self.seed, self.method),
                strict=True,
            )
        )
        return figures_at(self.plan, self.bands, drawn, self.targets, stop - start)


def figures_at(
    plan: Plan,
    bands: Iterable[Banded],
    drawn: Mapping[str, Vector],
    targets: Sequence[Address],
    count: int,
) -> Samples:
    """Return figures with the ranges of some columns at given levels, all else as planned."""
    from model.engine.sweep import sweep  # ranges of a plan do without

    found = sweep(plan.root, axes_at(plan, bands, drawn), targets)
    table = np.array([found[target] for target in targets])
    return table if table.shape[1] == count else np.repeat(table, count, axis=1)


def axes_at(
    plan: Plan, bands: Iterable[Banded], drawn: Mapping[str, Vector]
) -> dict[Address, Vector]:
    """Return the figures that have ranges at given levels of their columns."""
    return {
        address: one.drawn(drawn)
        for one in bands
        if any(column in drawn for column in one.columns)
        and not (is_fixed(one.law) and _is_planned(plan, one))
        for address in one.addresses
    }


def _is_planned(plan: Plan, one: Banded) -> bool:
    """Whether a band has no width, and is at the plan's own figure."""
    own = (plan.instances[path].inputs.get(name) for path, name in one.addresses)
    return all(figure == one.law.ends[0] for figure in own)


def columns_of(bands: Iterable[Banded]) -> tuple[str, ...]:
    """Return the names of the columns that ranges are drawn by, each once, in order."""
    return tuple(dict.fromkeys(column for one in bands for column in one.columns))


def refuse(plan: Plan, bands: Sequence[Banded], n: int, seed: int, method: str) -> None:
    """Check that a plan can be sampled so.

    Raises
    ------
    InputError
        The plan has no range, a range changes its structure, or `n`, `seed` or `method` is wrong.
    """
    scenario, problems = plan.scenario, []
    if not FEWEST <= n <= MOST:
        what = f"write a number of samples from {FEWEST} to {grouped(MOST)}, not {n}"
        problems.append(Problem(Place("n"), "", what))
    if seed < 0:
        problems.append(Problem(Place("seed"), "", f"write a number from 0, not {seed}"))
    if method not in ("lhs", "sobol"):
        problems.append(Problem(Place("method"), "", f"write 'lhs' or 'sobol', not '{method}'"))
    if not bands:
        what = (
            "no figure has an uncertainty range: write 'bands', as in {economics.energy_price: "
            "{low: …, likely: …, high: …}}"
        )
        place = scenario.place(("bands",))
        problems.append(Problem(place, "bands", what))
    for one in bands:
        if one.is_count and one.origin == "scenario" and (what := _builds(plan, one)):
            problems.append(Problem(scenario.place(("bands", one.called)), one.called, what))
    if problems:
        raise InputError(problems)


def _builds(plan: Plan, one: Banded) -> str:
    """Say so where another count makes another design, beside the figures that it is."""
    for count in one.law.ends:
        try:
            other = plan_of(edited(plan.scenario, {one.called: int(count)}), plan.catalog)
        except InputError as wrong:
            return f"{count:.0f} can't be planned: {wrong.problems[0].what}"
        if _differs(plan.instances, other.instances, set(one.addresses)):
            return (
                "a different count changes the design: compare designs instead of giving the "
                "count a range"
            )
    return ""


def _differs(one: Mapping[str, Instance], other: Mapping[str, Instance], but: set[Address]) -> bool:
    def inputs(path: str, of: Instance) -> dict[str, float]:
        return {name: x for name, x in of.inputs.items() if (path, name) not in but}

    return one.keys() != other.keys() or any(
        inputs(path, of) != inputs(path, other[path])
        or [item.name for item in of.book] != [item.name for item in other[path].book]
        for path, of in one.items()
    )
