"""Fits uncertain figures to measurements; the formulas of the model stay unchanged.

The result is planned again from the scenario, like any other edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from model.answers.results import Results
from model.calibration.points import CLEAR, Free, Point, as_calibrated
from model.calibration.trial import Trial
from model.design.scenario import Scenario
from model.engine.quantity import Input
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.parts.catalog import Catalog
from model.procedures.calibrate import Fit, fit
from model.records import dataclass
from model.units.brief import several
from model.units.figures import show

SHARES = (
    ("adapters.efficiency", "hba_efficiency"),
    ("network.efficiency", "nic_efficiency"),
    ("drives.surface_factor", "drive_surface_factor"),
    ("policy.delivery_factor", "delivery_factor"),
    ("policy.deliveries.write.drives", "own_drives_write_delivery"),
    ("policy.deliveries.read.drives", "own_drives_read_delivery"),
    ("policy.deliveries.drives", "own_drives_delivery"),
    ("policy.deliveries.nic", "own_nic_delivery"),
)
"""Shares of a tier that affect bandwidths: the field, and the input."""
ALIKE = 0.95
"""Correlation above which two values can hardly be separated."""


@dataclass(frozen=True)
class Fitted:
    """A fitted value; None where the data can't determine it."""

    path: str
    address: Address
    item: Input
    before: float | None
    value: float
    error: float | None
    interval: tuple[float, float] | None
    low: float
    high: float
    on_bound: bool = False
    has_effect: bool = True


@dataclass(frozen=True)
class Compared:
    """A measurement and the model's value before and after the fit; residuals are relative."""

    point: Point
    address: Address
    unit: str
    measured: float
    before: float | None
    model: float | None

    @property
    def residual(self) -> float | None:
        """(model - measured) / measured, after the fit."""
        return None if self.model is None else self.model / self.measured - 1

    @property
    def residual_before(self) -> float | None:
        """(model - measured) / measured, before the fit."""
        return None if self.before is None else self.before / self.measured - 1


@dataclass(frozen=True)
class Calibrated:
    """Result of a calibration."""

    scenario: Scenario
    values: tuple[Fitted, ...]
    points: tuple[Compared, ...]
    correlation: tuple[tuple[float | None, ...], ...]
    freedom: int
    warnings: tuple[str, ...]

    @property
    def edits(self) -> dict[str, dict[str, Any]]:
        """Changes that apply the fitted values to the scenario, each with its source."""
        sources = ", ".join(dict.fromkeys(c.point.source for c in self.points))
        many = f"{len(self.points)} measured figure{'s' if len(self.points) > 1 else ''}"
        return {
            one.path: as_calibrated(
                one.value, one.item.unit, source=sources, because=f"least squares over {many}"
            )
            for one in self.values
            if one.has_effect
        }


def calibrate(
    scenario: Scenario,
    free: Sequence[Free],
    points: Sequence[Point],
    catalog: Catalog | None = None,
) -> Calibrated:
    """Fit free figures of a scenario to measurements, by least squares of relative residuals.

    Raises
    ------
    InputError
        If a free figure, a bound or a quantity is missing or has the wrong unit; if a quantity is
        unknown; if a measurement is used twice.
    """
    trial = Trial(scenario, free, points, catalog)
    alike = _counted_once(trial)
    found = fit(trial.residuals, trial.start, trial.low, trial.high, trial.kept)
    values = tuple(
        Fitted(
            one.path,
            trial.addresses[n][0],
            trial.items[n],
            trial.before[n],
            found.values[n],
            found.errors[n],
            found.intervals[n],
            trial.low[n],
            trial.high[n],
            found.on_bound[n],
            n not in found.without_effect,
        )
        for n, one in enumerate(free)
    )
    tried = {one.path: as_calibrated(one.value, one.item.unit) for one in values if one.has_effect}
    after = trial.evaluated(tried)
    last = [after(point) for point in points]
    compared = tuple(
        Compared(
            point,
            address,
            trial.units[n],
            trial.measured[n],
            trial.models_before[n],
            last[n][address],
        )
        for n, (point, address) in enumerate(zip(points, trial.targets, strict=True))
    )
    warnings = (*alike, *_warnings(found, values, points))
    return Calibrated(scenario, values, compared, found.correlation, found.freedom, warnings)


def _counted_once(trial: Trial) -> list[str]:
    """Reject measurements that are used twice; return warnings for probable duplicates.

    Raises
    ------
    InputError
        If two points are from the same run, for the same quantity.
    """
    problems, warnings = [], []
    for n, other in enumerate(trial.points):
        alike = [
            (one, trial.measured[m] / trial.measured[n] - 1)
            for m, one in enumerate(trial.points[:n])
            if trial.targets[m] == trial.targets[n] and one.change == other.change
        ]
        if same := next((one for one, _ in alike if other.repeats(one)), None):
            what = f"'{other.figure}' is of the same run as '{same.figure}' ({same.source}): "
            place = other.place or trial.scenario.place()
            problems.append(Problem(place, other.quantity, f"{what}count one of the two"))
        elif near := next((one for one, off in alike if _agree(one, other, off)), None):
            warnings.append(
                f"{_named(near)} and {_named(other)} agree in all that is printed: if they are "
                "one run, leave one out, for counted twice it makes the fit look surer"
            )
    if problems:
        raise InputError(problems)
    return warnings


def _named(point: Point) -> str:
    return f"{point.figure or point.quantity} ({point.source})"


def _agree(one: Point, other: Point, difference: float) -> bool:
    """Whether two figures agree at the precision of the coarser one."""
    (digits, rough), (digits_too, rough_too) = one.precision, other.precision
    near = max(rough, rough_too) if min(digits, digits_too) >= CLEAR else 0.0
    return abs(difference) <= near + 1e-9


def _warnings(found: Fit, values: Sequence[Fitted], points: Sequence[Point]) -> list[str]:
    """Return remarks of the benchmarks, and limits of the data."""
    texts = [
        f"{_named(one)}: {one.measured.note}"
        for one in points
        if one.measured is not None and one.measured.note
    ]
    paths = [one.path for one in values]
    for n in found.without_effect:
        texts.append(f"{paths[n]} has no effect on the measurements: something else limits")
    for limits, words in ((found.at_least, "at least"), (found.at_most, "at most")):
        for n in limits:
            value = show(values[n].value, values[n].item.unit)
            texts.append(
                f"of {paths[n]} only a limit is known: {words} {value}; "
                "beyond that, something else limits the measurements"
            )
    for group in found.tangled:
        names = " and ".join(paths[n] for n in group)
        texts.append(f"the data can't tell {names} apart: only together do they have an effect")
    for a, b in combinations(range(len(paths)), 2):
        together = found.correlation[a][b]
        if together is not None and abs(together) > ALIKE:
            texts.append(
                f"the data can hardly tell {paths[a]} and {paths[b]} apart: "
                f"their correlation is {together:+.3f}"
            )
    felt = set(range(len(paths))) - {*found.without_effect, *found.at_least, *found.at_most}
    for n in sorted(felt):
        one = values[n]
        if one.on_bound:
            high = one.high - one.value < one.value - one.low
            side, way = ("upper", "higher") if high else ("lower", "lower")
            texts.append(
                f"{one.path} is at its {side} limit: a {way} value would fit the "
                "measurements better"
            )
    if found.freedom <= 0:
        texts.append(
            f"{several(len(points), 'measurement')} for {several(len(paths), 'fitted value')}: too "
            "few to check the fit, so the uncertainty of the values is unknown"
        )
    return texts


def shares(results: Results) -> list[Fitted]:
    """Return the shares that can be entered and fitted, with their current values, by tier."""
    found = []
    for n, (_, path) in enumerate(results.tiers()):
        for field, name in SHARES:
            at = f"tiers.{n}.{field}"
            if (path, name) not in results.values or results.plan.fields.get((path, name)) != at:
                continue
            item, now = results.item(path, name), results[path, name]
            if isinstance(item, Input):  # efficiencies that follow the general one aren't inputs
                found.append(Fitted(at, (path, name), item, now, now or 0.0, None, None, 0.0, 1.0))
    return found


def measurable(results: Results, unit: str) -> list[str]:
    """Return the names of the quantities of each tier, and of the site, that have a unit."""
    paths = {name: path for name, path in results.tiers()} | {"site": "site"}
    return [
        f"{name}.{quantity.name}"
        for name, path in paths.items()
        for quantity in results.plan.instances[path].book.quantities.values()
        if quantity.unit == unit and results[path, quantity.name] is not None
    ]
