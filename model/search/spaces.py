"""Designs of one structure as tables, with the objective and the limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from model.engine.graph import Graph
from model.engine.tables import Axis, Figures, Tables
from model.engine.tree import Address, TreeError
from model.errors import InputError, Problem
from model.formulas.compatibility.misfits import MISFITS
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.planning.plan import Plan
from model.records import dataclass
from model.search.structures import Structure, targets_of

FIGURES = (
    "capital_cost",
    "usable_capacity",
    "read_bandwidth",
    "write_bandwidth",
    "racks",
    "equipment_power",
)
"""Figures reported for each design, if its site has them."""
COST: Address = ("site", "capital_cost")
Options = NDArray[np.intp]
"""Designs: one row each, with the option of each group."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of a figure of a design; with `unknown`, an unknown figure meets them."""

    address: Address
    what: str
    low: float = -np.inf
    high: float = np.inf
    unknown: bool = False

    def met(self, figures: Figures) -> NDArray[np.bool_]:
        """Return a mask of the designs that meet it."""
        known = np.isfinite(figures)
        return (known & (figures >= self.low) & (figures <= self.high)) | (~known & self.unknown)


@dataclass(frozen=True, slots=True)
class Aim:
    """Objective: the minimum (`sense` 1) or maximum (-1) of a figure of the site.

    `further` limits are added to those of the scenario; those in `scaled` are multiplied by a
    factor, and those of the figure at `without` are removed.
    """

    name: str
    sense: int
    budget: float | None = None
    unknown_fits: bool = True
    further: tuple[Limit, ...] = ()
    scaled: tuple[tuple[Address, float], ...] = ()
    without: Address | None = None

    @property
    def address(self) -> Address:
        """Address of the figure."""
        return "site", self.name


def limits_of(structure: Structure, aim: Aim) -> list[Limit]:
    """Return all limits of a design: requirements, compatibility, budget, validity."""
    root = structure.probe.root
    varied = {at for group in structure.groups for at in group.figures}
    limits = [
        Limit(at, "drives for a target in each block", low=1.0) for at in targets_of(structure)
    ]
    for path, instance in root.walk():
        for check in instance.book.quantities:
            if check in MISFITS:
                limits.append(Limit((path, check), MISFITS[check], 0.5, unknown=aim.unknown_fits))
    for name, requirement in REQUIREMENTS.items():
        if f"{name}_is_met" not in root.book or requirement.target_of:
            continue
        required = root.inputs.get(requirement.required)
        if required is None or ("site", requirement.required) in varied:
            limits.append(Limit(("site", f"{name}_is_met"), requirement.title, low=1.0))
        elif requirement.at_most:
            limits.append(Limit(("site", requirement.planned), requirement.title, high=required))
        else:
            limits.append(Limit(("site", requirement.planned), requirement.title, low=required))
    if aim.budget is not None:
        limits.append(Limit(COST, "Budget of the purchase, net", high=aim.budget))
    times = dict(aim.scaled)
    scaled = [
        replace(one, low=one.low * times[one.address], high=one.high * times[one.address])
        if one.address in times
        else one
        for one in limits
        if one.address != aim.without
    ]
    return [*scaled, *aim.further]


def no_figure(name: str, plan: Plan) -> InputError:
    """Return the error for an unknown figure of the site."""
    known = [one for one in FIGURES if one in plan.root.book]
    what = f"'{name}' is not a figure of this site: write {', '.join(known)}, …"
    return InputError([Problem(plan.scenario.place(), "objective", what)])


class Space:
    """Designs of a structure, with tables of the relevant figures."""

    def __init__(self, structure: Structure, aim: Aim, beside: Sequence[Address] = ()) -> None:
        self.structure = structure
        self.aim = aim
        self.limits = limits_of(structure, aim)
        self.sizes = tuple(len(group.options) for group in structure.groups)
        self.axes: dict[Address, Axis] = {}
        for n, group in enumerate(structure.groups):
            for at, figures in group.figures.items():
                self.axes[at] = Axis(n, np.array(figures, np.float64))
        targets = (aim.address, *(limit.address for limit in self.limits), *beside)
        if targets not in structure.graphs:
            try:
                structure.graphs[targets] = Graph(structure.probe.root, list(self.axes), targets)
            except TreeError:
                assert structure.probe.plan is not None
                raise no_figure(aim.name, structure.probe.plan) from None
        self.graph = structure.graphs[targets]
        self.aimed = self.graph.at[aim.address]

    @cached_property
    def tables(self) -> Tables:
        """The tables of all nodes."""
        return Tables(self.graph, self.sizes, self.axes)

    def figures(self, at: Sequence[Address], options: Options) -> list[Figures]:
        """Return figures of designs."""
        return self.tables.values([self.graph.at[one] for one in at], list(options.T))
