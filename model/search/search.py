"""Search of a scenario: finds and verifies the best design over all structures.

Structures are searched in sequence, each for a design better than the best so far. The result is
planned in full, as a separate scenario, for verification.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import field
from functools import cached_property
from pathlib import Path

import numpy as np

from model.answers.results import Results
from model.design.choices import Objective
from model.design.scenario import Scenario
from model.engine.quantity import Book
from model.errors import InputError, Problem
from model.parts.catalog import Catalog, load_catalog
from model.records import dataclass
from model.search.evaluation import Best
from model.search.options import PART, Choice, nothing_open, open_choices
from model.search.parallel import HERE, Where, solve
from model.search.probes import Combination, Prober
from model.search.progress import Progress, Watch
from model.search.spaces import FIGURES, Aim, Limit, Options, Space
from model.search.structures import Refused, Structure, Structures

SAMPLE = 1 << 15
"""Sample size of a structure to estimate the share of designs that a limit excludes."""
SLOW_SAMPLE = 1 << 10
"""Sample size for results of procedures, such as racks."""
LEFT_OUT = "it can't be planned, for the reason given under impossible options"
Solver = Callable[[Space, float, Watch, Where], Best]
"""Function that finds the best design of a space below a cost."""
CLOSE = 1e-9
"""Relative tolerance between computed and planned figures."""


@dataclass(frozen=True)
class Design:
    """A design: its choices, and its plan."""

    choices: dict[str, str]
    picks: Combination
    scenario: Scenario
    results: Results

    @property
    def figures(self) -> dict[str, float | None]:
        """Its figures of the site."""
        book = self.results.plan.root.book
        return {name: self.results["site", name] for name in FIGURES if name in book}


@dataclass(frozen=True, slots=True)
class Excluded:
    """Number of designs excluded by a limit; several limits may exclude the same design."""

    by: str
    designs: float
    estimated: bool


@dataclass
class Choosing:
    """Search space of a scenario: its choices, and the structures of its designs."""

    scenario: Scenario
    prober: Prober
    structures: list[Structure]
    refused: list[Refused]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices with their options."""
        return self.prober.choices

    @property
    def designs(self) -> int:
        """Number of designs, without those rejected."""
        return sum(structure.designs for structure in self.structures)

    @property
    def left_out(self) -> int:
        """Number of designs that can't be planned, if all structures are known."""
        return math.prod(len(choice.options) for choice in self.choices) - self.designs

    def labels(self, picks: Combination) -> dict[str, str]:
        """Return the labels of a design's options."""
        return {
            choice.path: choice.options[pick].label
            for choice, pick in zip(self.choices, picks, strict=True)
        }

    def design(self, picks: Combination) -> Design:
        """Plan a design as a separate scenario."""
        probe = self.prober.whole(picks)
        assert probe.plan is not None
        return Design(self.labels(picks), picks, probe.plan.scenario, Results(probe.plan))


def choices(
    scenario: Scenario, catalog: Catalog | None = None, watch: Watch | None = None
) -> Choosing:
    """Determine the effects of a scenario's choices, and its possible designs.

    If `watch` stops it, some or all structures are missing.

    Raises
    ------
    InputError
        If no choice is open, or an option is not valid for its field in any design.
    """
    catalog = catalog or load_catalog(needs={part for _, part in scenario.parts()})
    entered = open_choices(scenario, catalog)
    named = [o.value for c in entered if c.path.endswith(PART) for o in c.options]
    if problems := catalog.check([key for key in named if isinstance(key, str) and key in catalog]):
        raise InputError(problems)
    prober = Prober(scenario, entered, catalog, watch)
    structures = Structures(prober)
    if not structures.found and not structures.stopped:
        why = structures.refused[0].why if structures.refused else "there are no options"
        what = f"no combination of options can be planned: {why}"
        raise InputError([Problem(scenario.place(("choices",)), "choices", what)])
    once = list(dict.fromkeys(structures.refused))
    return Choosing(scenario, prober, structures.found, once)


@dataclass
class SearchResult:
    """Result of a search: the best design, and whether its optimality is proven."""

    choosing: Choosing
    aim: Aim
    best: Design | None
    cost: float
    proven: bool
    bound: float
    stopped: bool
    computed: int
    left: float
    assumed: list[str] = field(default_factory=list)

    @property
    def gap(self) -> float | None:
        """Upper bound of the improvement over the best known design, as a share."""
        if self.proven or self.best is None:
            return 0.0 if self.proven else None
        if not math.isfinite(self.bound) or not self.cost:
            return None
        return abs(self.cost - self.bound) / abs(self.cost)

    @property
    def figure(self) -> float | None:
        """Best figure of the objective."""
        return None if self.best is None else self.cost * self.aim.sense

    def label(self, name: str) -> str:
        """Return the display name of a figure of the site."""
        return self._book[name].label

    def unit(self, name: str) -> str:
        """Return the unit of a figure of the site."""
        return self._book[name].unit

    @property
    def _book(self) -> Book:
        return self.choosing.structures[0].probe.root.book

    @cached_property
    def excluded(self) -> list[Excluded]:
        """Number of designs that each limit excludes: exact, or an estimate for many designs."""
        counts_by_reason: dict[str, list[float]] = {}
        estimated = False
        for structure in self.choosing.structures:
            space = Space(structure, self.aim)
            options, share = _designs_of(structure)
            estimated = estimated or share < 1
            few = _few_of(options)
            for limit in (Limit(self.aim.address, unknown_aim(self.aim)), *space.limits):
                is_slow = space.graph.at[limit.address] in space.tables.slow
                some = few if is_slow else options
                [figures] = space.figures([limit.address], some)
                broken = float(np.count_nonzero(~limit.met(figures)))
                estimated = estimated or (broken > 0 and len(some) < len(options))
                counts_by_reason.setdefault(limit.what, []).append(
                    broken / share / len(some) * len(options)
                )
        counted = [Excluded(by, sum(counts), estimated) for by, counts in counts_by_reason.items()]
        if not self.stopped:
            counted.append(Excluded(LEFT_OUT, float(self.choosing.left_out), estimated))
        return sorted((one for one in counted if one.designs), key=lambda one: -one.designs)


def unknown_aim(aim: Aim) -> str:
    """Return the reason why no design is valid if the objective is unknown."""
    return f"unknown: {aim.name.replace('_', ' ')}"


def _designs_of(structure: Structure) -> tuple[Options, float]:
    """Return all designs of a structure, or a random sample, and its share."""
    sizes = [len(group.options) for group in structure.groups]
    if structure.designs <= SAMPLE:
        grid = np.unravel_index(np.arange(structure.designs), sizes)
        return np.stack(grid, axis=1), 1.0
    drawn = np.random.default_rng(0)
    columns = [drawn.integers(size, size=SAMPLE) for size in sizes]
    return np.stack(columns, axis=1), SAMPLE / structure.designs


def _few_of(options: Options) -> Options:
    """Return a random sample of designs, small enough for procedures."""
    if len(options) <= SLOW_SAMPLE:
        return options
    drawn = np.random.default_rng(0)
    few: Options = options[drawn.choice(len(options), SLOW_SAMPLE, replace=False)]
    return few


def aim_of(
    scenario: Scenario, objective: Objective | None = None, *, in_phases: bool = False
) -> Aim:
    """Return the objective of a scenario, or another one."""
    stated = objective or scenario.objective
    if stated is None:
        what = "no objective: write 'objective: {minimise: capital_cost}', or name another figure"
        raise InputError([Problem(scenario.place(), "objective", what)])
    if stated.phase_budgets and not in_phases:
        what = "budgets of phases need a separate design of each phase: use `search --phases`"
        place = scenario.place(("objective",))
        raise InputError([Problem(place, "objective.phase_budgets", what)])
    budget = None
    if stated.budget is not None:
        amount = stated.budget
        if amount.currency != scenario.economics.currency:
            what = f"write it in {scenario.economics.currency}, which the scenario counts in"
            raise InputError([Problem(scenario.place(("objective",)), "objective.budget", what)])
        budget = amount.amount
    if stated.maximise:
        return Aim(stated.maximise, -1, budget, stated.unknown_fits)
    return Aim(stated.minimise, 1, budget, stated.unknown_fits)


def _aim_beside_choices(scenario: Scenario, objective: Objective | None) -> Aim:
    """Return the objective; report its errors together with missing choices."""
    try:
        return aim_of(scenario, objective)
    except InputError as error:
        missing = [] if scenario.choices else [nothing_open(scenario)]
        raise InputError([*error.problems, *missing]) from None


def search(
    scenario: Scenario | Choosing,
    objective: Objective | None = None,
    *,
    progress: Progress | None = None,
    seconds: float = math.inf,
    catalog: Catalog | None = None,
    executor: Executor | None = None,
    resume_dir: Path | None = None,
) -> SearchResult:
    """Find the best design among the open choices of a scenario.

    Parameters
    ----------
    scenario
        The scenario with its choices, or the result of `choices` for it.
    objective
        Objective in place of the scenario's own.
    progress
        Called with the share done and the best figure so far, from the planning of options on;
        stops the search if it returns False. Exceptions it raises end the search.
    seconds
        Time limit, after which the best known design is returned.
    executor
        Executor with the interface of `concurrent.futures`; the result is bit-identical.
    resume_dir
        Folder for checkpoints, from which an interrupted search continues.

    Raises
    ------
    InputError
        If no choice is open, or the objective is not a figure of the site.
    """
    watch = Watch(time.monotonic() + seconds, progress)
    if isinstance(scenario, Choosing):
        choosing, aim = scenario, aim_of(scenario.scenario, objective)
    else:
        aim = _aim_beside_choices(scenario, objective)
        choosing = choices(scenario, catalog, watch)
    return run_search(choosing, aim, choosing.structures, watch, where=Where(executor, resume_dir))


def run_search(
    choosing: Choosing,
    aim: Aim,
    structures: Sequence[Structure],
    watch: Watch,
    cost: float = math.inf,
    where: Where = HERE,
    solver: Solver = solve,
) -> SearchResult:
    """Search structures in sequence, and plan the best design in full.

    Only designs below `cost` count: the objective's figure times its sense.
    """
    whole = SearchResult(choosing, aim, None, cost, not watch.stopped, math.inf, False, 0, 0.0)
    has_all = not watch.stopped
    for n, structure in enumerate(structures):
        watch.at(n, len(structures))
        space = Space(structure, aim)
        best = solver(space, whole.cost, watch, where)
        whole.computed += best.computed
        whole.left += best.left
        whole.proven &= best.proven
        whole.bound = min(whole.bound, best.bound)
        if best.options is not None:
            picks = structure.picks([int(option) for option in best.options])
            try:
                whole.best = choosing.design(picks)
            except InputError as error:
                whole.proven = False
                first = error.problems[0]
                whole.assumed.append(
                    f"the best design that was put together can't be planned: {first.what}"
                )
                continue
            whole.cost = best.cost
            _check(whole, best)
    whole.stopped = watch.stopped
    # A choice may be open in one structure, and determined by another choice elsewhere.
    whole.proven |= has_all and not whole.assumed and whole.bound >= whole.cost < cost
    return whole


def _check(whole: SearchResult, best: Best) -> None:
    """Verify that the best design, planned in full, has the computed figure."""
    assert whole.best is not None
    planned = whole.best.results["site", whole.aim.name]
    wanted = best.cost * whole.aim.sense
    if planned is None or not math.isclose(planned, wanted, rel_tol=CLOSE):
        whole.proven = False
        whole.assumed.append(
            f"the best design has {planned} when planned in full, but {wanted} as the sum of its "
            "parts: its variables depend on each other in an unexpected way"
        )
