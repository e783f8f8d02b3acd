"""How sure a plan is: its figures in many cases, drawn from the bands that the scenario states.

Each case is a draw of all banded figures; whatever has no band stays as it is planned. Nothing
is drawn that doesn't reach a figure that is asked for.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import field
from functools import cached_property
from pathlib import Path

import numpy as np

from model.answers.explain import find
from model.answers.ranges import ALL, DRAWS, HIGH, LOW, SEED, Chance, chances_of, verdicts
from model.answers.results import Results, evaluate
from model.answers.sampling import Cases, Samples, columns_of, figures_at, refuse
from model.answers.sensitivity import Assumption, ranked
from model.answers.uncertainty import uncertain
from model.design.scenario import Scenario
from model.engine.spread import Kept, Told, key_of, pieces, spread
from model.engine.sweep import sweep
from model.engine.tree import Address
from model.errors import InputError, Place, Problem
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.planning.bands import Banded
from model.planning.plan import Plan
from model.procedures.draws import BLOCK, Method, Vector
from model.procedures.peaks import Peaks, two_peaks
from model.records import dataclass

FIGURES = (
    "usable_capacity",
    "planned_capacity",
    "read_bandwidth",
    "write_bandwidth",
    "committed_dump_time",
    "committed_job_efficiency",
    "capital_cost",
    "total_cost_of_ownership",
    "equipment_power",
    "racks",
)
"""The site's figures that are shown unless others are asked for; of a cost, its known part."""
LEVELS = (LOW, 0.25, 0.5, 0.75, HIGH)
"""Where a tornado takes each band."""
RUNS = 1024
"""Runs for each index of Sobol's; a power of two."""
RESAMPLED, CONFIDENCE = 200, 0.9
"""Of the interval of an index: how often the runs are resampled, and what it holds."""


@dataclass(frozen=True, slots=True)
class Quantiles:
    """A figure's quantiles at `LEVELS`, and the share of samples in which it is unknown.

    `planned` is the plan's own figure, `below` the share of cases with less.
    """

    at: tuple[float | None, ...]
    unknown: float
    planned: float | None
    below: float | None


@dataclass(frozen=True, slots=True)
class Swing:
    """Effect of one range alone on a figure: its values at the low and the high end."""

    column: str
    low: float | None
    high: float | None

    @property
    def width(self) -> float:
        """How far apart both are."""
        return abs((self.high or 0.0) - (self.low or 0.0))


Interval = tuple[float | None, float | None, float | None]


@dataclass(frozen=True, slots=True)
class Index:
    """Share of a figure's variance: from a range alone, and with all its interactions.

    Each with the interval that resampling gives.
    """

    column: str
    first: Interval
    """The index, the low and the high end of its interval."""
    total: Interval


@dataclass(frozen=True)
class Drawn:
    """Figures of a plan in many samples."""

    results: Results
    n: int
    seed: int
    method: Method
    bands: tuple[Banded, ...]
    columns: tuple[str, ...]
    values: Mapping[Address, Samples]
    shown: tuple[Address, ...]
    """The figures that were asked for."""
    _tried: dict[Address, tuple[Index, ...]] = field(default_factory=dict, repr=False)

    @property
    def procedure(self) -> str:
        """Name how the figures came about."""
        points = {"lhs": "Latin hypercube", "sobol": "Sobol points"}[self.method]
        return f"{self.n} samples, {points}, seed {self.seed}"

    def of(self, figure: str | Address) -> Samples:
        """Give a figure in each case; NaN where it is unknown."""
        return self.values[self._address(figure)]

    def _address(self, figure: str | Address) -> Address:
        address = ("site", figure) if isinstance(figure, str) else figure
        if address in self.values:
            return address
        found = [at for at in find(self.results, str(figure)) if at in self.values]
        if not found:
            raise LookupError(f"'{figure}' isn't among the figures that were sampled")
        return found[0]

    def quantiles(self, figure: str | Address) -> Quantiles:
        """Give the quantiles of a figure in the cases that know it."""
        address = self._address(figure)
        all_of = self.values[address]
        known = all_of[np.isfinite(all_of)]
        unknown = 1 - len(known) / len(all_of)
        planned = self.results.values.get(address)
        if not len(known):
            return Quantiles((None,) * len(LEVELS), unknown, planned, None)
        at = tuple(float(value) for value in np.quantile(known, LEVELS))
        below = None if planned is None else float((known < planned).mean())
        return Quantiles(at, unknown, planned, below)

    def peaks(self, figure: str | Address) -> Peaks | None:
        """Give the two peaks of a figure, if its distribution has two."""
        values = self.of(figure)
        return two_peaks(values[np.isfinite(values)])

    @cached_property
    def chances(self) -> tuple[Chance, ...]:
        """The chance that each requirement is met, that the design fits, and of all together."""
        return chances_of(self.results, self.values)

    def chance_met(self, requirement: str = ALL) -> Chance:
        """Give the chance that a requirement is met, that the design fits, or of `all` together.

        Raises
        ------
        LookupError
            The scenario has no such requirement.
        """
        for one in self.chances:
            if one.name == requirement:
                return one
        names = ", ".join(one.name for one in self.chances)
        raise LookupError(f"the scenario has no requirement '{requirement}': there is {names}")

    def tornado(self, figure: str | Address) -> tuple[Swing, ...]:
        """Give what each band does by itself to a figure, the widest first.

        Between the quantiles of 5 and 95 % of the band, with all else as it is planned.
        """
        address = self._address(figure)
        swings = [
            Swing(column, *(_known(value) for value in self._ends[address][2 * n : 2 * n + 2]))
            for n, column in enumerate(self.columns)
        ]
        return tuple(sorted((one for one in swings if one.width > 0), key=lambda one: -one.width))

    @cached_property
    def _ends(self) -> dict[Address, Samples]:
        """All figures at both ends of each column, one column at a time."""
        plan, count = self.results.plan, len(self.columns)
        ends, middle = np.array([LOW, HIGH]), np.array([0.5])
        axes: dict[Address, Samples] = {}
        for one in self.bands:
            own = self.results.values.get(one.addresses[0])
            planned = float(one.drawn({one.column: middle})[0]) if own is None else own
            figures = np.full(2 * count, planned)
            for column in one.columns:
                at = 2 * self.columns.index(column)
                figures[at : at + 2] = one.drawn({column: ends})
            axes |= dict.fromkeys(one.addresses, figures)
        found = sweep(plan.root, axes, self.shown)
        return {at: np.broadcast_to(values, 2 * count) for at, values in found.items()}

    def indices(self, figure: str | Address, runs: int = RUNS) -> tuple[Index, ...]:
        """Give Sobol's indices of a figure, the largest total first; none if it doesn't vary.

        None either where a case doesn't know the figure.
        """
        address = self._address(figure)
        values = self.values[address]
        if not np.isfinite(values).all() or np.ptp(values) == 0:
            return ()
        if address not in self._tried:
            self._tried[address] = self._indices(address, runs)
        return self._tried[address]

    def _indices(self, address: Address, runs: int) -> tuple[Index, ...]:
        from scipy.stats import sobol_indices, uniform  # a second: loaded by who asks for it

        columns, plan = self._reaching(address), self.results.plan
        if len(columns) == 1:
            return (Index(columns[0], (1.0, 1.0, 1.0), (1.0, 1.0, 1.0)),)

        def run(points: Vector) -> Samples:
            drawn = dict(zip(columns, points, strict=True))
            return figures_at(plan, self.bands, drawn, (address,), points.shape[1])

        seed = np.random.default_rng(self.seed)
        with warnings.catch_warnings():  # a band may reach a figure and not change it
            warnings.simplefilter("ignore", RuntimeWarning)
            found = sobol_indices(func=run, n=runs, dists=[uniform()] * len(columns), rng=seed)
            again = found.bootstrap(confidence_level=CONFIDENCE, n_resamples=RESAMPLED)
        first, total = (
            np.stack((np.ravel(of), np.ravel(within.low), np.ravel(within.high)), axis=1)
            for of, within in (
                (found.first_order, again.first_order.confidence_interval),
                (found.total_order, again.total_order.confidence_interval),
            )
        )
        shares = [
            Index(column, *(tuple(map(_known, one)) for one in both))  # type: ignore[arg-type]
            for column, *both in zip(columns, first, total, strict=True)
        ]
        return tuple(sorted(shares, key=lambda one: -(one.total[0] or 0.0)))

    def _reaching(self, address: Address) -> tuple[str, ...]:
        """Name the columns that a figure depends on."""
        read = self._read_by(address)
        of = columns_of(one for one in self.bands if not read.isdisjoint(one.addresses))
        return tuple(column for column in self.columns if column in of)

    def _read_by(self, address: Address) -> set[Address]:
        """Give what a figure depends on, itself included."""
        steps = self.results.below(*address)
        return {address, *(operand for step in steps for operand in self.results.operands(step))}

    @cached_property
    def without_band(self) -> list[Assumption]:
        """Significant unconfirmed figures without a range, those with the largest effect first."""
        banded = {address for one in self.bands for address in one.addresses}
        return [one for one in ranked(self.results) if one.address not in banded]


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def sample(
    scenario: Scenario | Plan | Results,
    n: int = DRAWS,
    seed: int = SEED,
    method: Method = "lhs",
    *,
    figures: Iterable[str] | str = (),
    executor: Executor | None = None,
    kept: Path | None = None,
    told: Told | None = None,
) -> Drawn:
    """Draw samples from the ranges of a scenario, and plan each.

    Parameters
    ----------
    scenario
        The scenario, its plan, or its results.
    n
        Cases that are drawn.
    seed
        The same seed gives the same cases, to the bit, on any executor.
    method
        "lhs": a Latin hypercube; "sobol": Sobol's points, best for a power of two.
    figures
        Names of further figures, as in "scratch.write_bandwidth"; "all": every quantity.
    executor
        Where it is computed: any of `concurrent.futures`; without one, here.
    kept
        A folder for finished pieces, from which an interrupted run continues.
    told
        Called with the number of pieces that are done, and of all.

    Raises
    ------
    InputError
        The scenario says of no figure how far it may be off, or the number of samples is wrong.
    """
    results = scenario if isinstance(scenario, Results) else evaluate(scenario)
    bands = uncertain(results)
    refuse(results.plan, bands, n, seed, method)
    names = [figures] if isinstance(figures, str) and figures != ALL else figures
    shown = _shown(results, names)
    columns = columns_of(bands)
    targets = tuple(dict.fromkeys((*shown, *verdicts(results))))
    work = Cases(results.plan, bands, columns, targets, seed, method)
    kept_in = None if kept is None else Kept(kept, _key_of(work, n))
    found = spread(work, pieces(n, BLOCK), executor, kept_in, told)
    return Drawn(
        results, n, seed, method, bands, columns, dict(zip(targets, found, strict=True)), shown
    )


def _shown(results: Results, names: Iterable[str]) -> tuple[Address, ...]:
    """Give the addresses of the figures that are asked for, beside the site's own."""
    if names == ALL:
        return tuple(results.values)
    found = [("site", name) for name in site_figures(results)]
    for name in names:
        try:
            found += find(results, name)
        except LookupError as wrong:
            raise InputError([Problem(Place("figures"), "", str(wrong.args[0]))]) from None
    return tuple(dict.fromkeys(found))


def site_figures(results: Results) -> list[str]:
    """Return the names of the site's known figures, including those of requirements."""
    planned = [REQUIREMENTS[check.name].planned for check in results.checks]
    names: list[str] = []
    for name in dict.fromkeys((*FIGURES, *planned)):
        known = [one for one in (name, f"known_{name}") if results.values.get(("site", one))]
        names += known[:1]
    return names


def _key_of(work: Cases, n: int) -> str:
    """Return a key made from everything that a sample depends on."""
    laws = [(one.columns, one.addresses, one.law) for one in work.bands]
    return key_of(work.plan.root, laws, work.columns, work.targets, work.seed, work.method, n)
