"""Evaluation of trial values: free inputs, measured quantities, and the compiled model.

The tree of each measurement is planned and compiled once; a trial only changes inputs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from model.answers.explain import find
from model.answers.results import Results, evaluate
from model.calibration.points import Free, Point, as_calibrated
from model.design.scenario import Scenario, edited
from model.engine.compiled import Plain, compile_plain
from model.engine.quantity import Input
from model.engine.tree import Address, Program
from model.errors import InputError, Place, Problem
from model.parts.catalog import Catalog
from model.planning.plan import Plan
from model.procedures.calibrate import Vector
from model.units.figures import UnitError, parse

PROBE, BELOW = 1, 0.5
"""Values accepted by shares, factors from 1 and counts, to find the input of a field; or by shares.
"""

UNSTATED = "the scenario doesn't state it: write 'start'"
NONE = "this figure can't be fitted: write the path of a share, a factor or a rate"
_PROBED = r"(?<![\w.])(?:1|0\.5)(?![\w.])"


class Trial:
    """Free inputs, measured quantities, and the function between them."""

    def __init__(
        self,
        scenario: Scenario,
        free: Sequence[Free],
        points: Sequence[Point],
        catalog: Catalog | None,
    ) -> None:
        self.scenario, self.free, self.points, self.catalog = scenario, free, points, catalog
        _refuse_twice(scenario, free)
        base = evaluate(scenario, catalog)
        self.catalog = base.plan.catalog
        probed = self._probed(base.plan)
        self.addresses = _inputs_of(scenario, probed, free)
        self.items = [_item(probed, one[0]) for one in self.addresses]
        self.before = [base.values.get(one[0]) for one in self.addresses]
        self._bound()
        start = {
            one.path: as_calibrated(value, item.unit)
            for one, value, item in zip(free, self.start, self.items, strict=True)
        }
        begun, now = self.evaluated(start), self.evaluated({})
        self._aim(begun)
        self.models_before = [
            now(point).values.get(address)
            for point, address in zip(points, self.targets, strict=True)
        ]
        self._compile(begun)

    def _probed(self, base: Plan) -> Plan:
        """Plan with a value for each free field, so that all of them are inputs of the plan."""
        stated = {known.field for known in base.provenance.values()}
        probes: dict[str, Any] = {
            one.path: next((x for x in (one.start, one.high, one.low) if x is not None), None)
            for one in self.free
            if one.path not in stated
        }
        unsaid = [path for path, value in probes.items() if value is None]
        probes |= dict.fromkeys(unsaid, PROBE)
        try:
            return self._planned(probes)
        except InputError as wrong:
            fields = [problem.field for problem in wrong.problems]
            below = {path: BELOW for path in unsaid if any(path.startswith(f) for f in fields)}
            try:
                return self._planned(probes | below)
            except InputError as still:  # problems with one value only are due to the probe
                both = [one for one in still.problems if one.field in fields] or wrong.problems
                tried = [one for one in self.free if one.path in probes]
                raise InputError(_of_free(one, tried, unsaid) for one in both) from None

    def _planned(self, probes: Mapping[str, Any]) -> Plan:
        """Plan with these values; require bounds for fields that need a unit."""
        try:
            return evaluate(edited(self.scenario, probes), self.catalog).plan
        except InputError as wrong:
            what = "the scenario doesn't state it: write 'high', with its unit"
            raise InputError(
                replace(problem, what=what) if "has no unit" in problem.what else problem
                for problem in wrong.problems
            ) from None

    def evaluated(self, changes: Mapping[str, Any]) -> Callable[[Point], Results]:
        """Return the results of the scenario with common changes, and those of each measurement."""
        known: dict[str, Results] = {}

        def results(point: Point) -> Results:
            key = repr(point.change)
            if key not in known:
                scenario = edited(self.scenario, {**point.change, **changes})
                known[key] = evaluate(scenario, self.catalog)
            return known[key]

        return results

    def _bound(self) -> None:
        """Parse the bounds and the start of each free figure."""
        problems: list[Problem] = []
        self.low, self.high, self.start, self.kept = [], [], [], []
        for one, item, before in zip(self.free, self.items, self.before, strict=True):
            try:
                low, high, start = _bounds(one, item, before)
            except UnitError as wrong:
                problems.append(_problem(self.scenario, one.place, one.path, str(wrong)))
                continue
            self.low.append(low)
            self.high.append(high)
            self.start.append(start)
            self.kept.append(start if before is None else min(max(before, low), high))
        if problems:
            raise InputError(problems)

    def _aim(self, begun: Callable[[Point], Results]) -> None:
        """Find the quantity of each measurement, check that it is known, and parse the figure."""
        self.targets, self.units, self.measured = [], [], []
        problems = []
        for point in self.points:
            try:
                address = _quantity(begun(point), point)
                unit = begun(point).item(*address).unit
                self.measured.append(_figure(point, unit))
            except InputError as wrong:
                place = point.place if point.change else None
                problems += [replace(one, place=place or one.place) for one in wrong.problems]
                continue
            except (LookupError, UnitError) as wrong:
                what = str(wrong.args[0])
                problems.append(_problem(self.scenario, point.place, point.quantity, what))
                continue
            self.targets.append(address)
            self.units.append(unit)
        if problems:
            raise InputError(problems)

    def _compile(self, begun: Callable[[Point], Results]) -> None:
        """Compile one function for each change, for all measurements with that change."""
        groups: dict[str, list[int]] = {}
        for n, point in enumerate(self.points):
            groups.setdefault(repr(point.change), []).append(n)
        self.parts = []
        for members in groups.values():
            plan = begun(self.points[members[0]]).plan
            targets = [self.targets[n] for n in members]
            plain = compile_plain(Program(plan.root, targets), targets)
            self.parts.append(_Part(plain, plan, self.addresses))
        self.order = np.argsort([n for members in groups.values() for n in members])

    def residuals(self, values: Vector) -> Vector:
        """Return the relative residual of each measurement."""
        found: Vector = np.concatenate([part(values) for part in self.parts])[self.order]
        missed: Vector = found / np.array(self.measured) - 1
        return missed


class _Part:
    """Function of one plan: constant figures, and the positions of the free ones."""

    def __init__(self, plain: Plain, plan: Plan, free: Sequence[list[Address]]) -> None:
        self.plain = plain
        self.figures = [float(plan.instances[path].inputs[name]) for path, name in plain.addresses]
        places = {address: n for n, address in enumerate(plain.addresses)}
        self.moved = [
            (places[address], n)
            for n, addresses in enumerate(free)
            for address in addresses
            if address in places
        ]

    def __call__(self, values: Vector) -> Vector:
        figures = list(self.figures)
        for place, n in self.moved:
            figures[place] = float(values[n])
        return np.array(self.plain(*figures), np.float64)


def _problem(scenario: Scenario, place: Place | None, field: str, what: str) -> Problem:
    return Problem(place or scenario.place(), field, what)


def _refuse_twice(scenario: Scenario, free: Sequence[Free]) -> None:
    paths = [one.path for one in free]
    twice = [one for n, one in enumerate(free) if one.path in paths[:n]]
    if twice:
        what = "is free twice: write it once"
        raise InputError([_problem(scenario, one.place, one.path, what) for one in twice])


def _of_free(problem: Problem, tried: Sequence[Free], unsaid: Sequence[str]) -> Problem:
    """Assign errors of a probe to the free figure, without its probe value."""
    field, what = problem.field, problem.what
    near = [one for one in tried if f"{one.path}.".startswith(f"{field}.")]
    near += [one for one in tried if field.startswith(f"{one.path}.")]
    one = next((one for one in near if one.path == field), (near or [tried[0]])[0])
    if one.path == field and field in unsaid and re.search(_PROBED, what):
        what = UNSTATED if what.startswith("must be") else NONE
    return Problem(one.place or problem.place, field, what)


def _inputs_of(scenario: Scenario, plan: Plan, free: Sequence[Free]) -> list[list[Address]]:
    """Find the inputs of each free field of the scenario."""
    found = [
        [
            address
            for address, known in plan.provenance.items()
            if known.field == one.path and address[1] in plan.instances[address[0]].inputs
        ]
        for one in free
    ]
    what = "gives no figure that could be fitted: name a share, as in 'tiers.0.adapters.efficiency'"
    without = [one for one, inputs in zip(free, found, strict=True) if not inputs]
    if without:
        raise InputError(_problem(scenario, one.place, one.path, what) for one in without)
    return found


def _item(plan: Plan, address: Address) -> Input:
    item = plan.instances[address[0]].book[address[1]]
    assert isinstance(item, Input)
    return item


def _bounds(free: Free, item: Input, before: float | None) -> tuple[float, float, float]:
    """Return the lower bound, the upper bound and the start.

    Raises
    ------
    UnitError
        If a bound has the wrong unit, is missing, or if bounds contradict each other.
    """
    if item.whole or item.unit.startswith("currency"):
        raise UnitError("can't be fitted: only shares, factors and rates can")
    low = item.low if free.low is None else parse(free.low, item.unit)
    high = item.high if free.high is None else parse(free.high, item.unit)
    for name, bound in (("lowest", low), ("highest", high)):
        if not np.isfinite(bound):
            raise UnitError(f"has no {name} value of its own: write '{name.removesuffix('est')}'")
    if not low < high:
        raise UnitError(f"'low' must be below 'high', but {low:g} isn't below {high:g}")
    middle = (low + high) / 2
    start = parse(free.start, item.unit) if free.start is not None else before
    return low, high, float(min(max(middle if start is None else start, low), high)) or middle


def _quantity(results: Results, point: Point) -> Address:
    """Return a measured quantity.

    Raises
    ------
    LookupError
        If there is none of that name, or more than one, or if it is unknown.
    """
    found = find(results, point.quantity)
    if len(found) > 1:
        names = " or ".join(f"'{path.rpartition(':')[2]}.{name}'" for path, name in found[:3])
        raise LookupError(f"several instances have it: write {names}")
    path, name = found[0]
    if results[path, name] is None:
        waits = [f"{at}.{what}" for at, what in results.waits_for(path, name)]
        reason = f"; missing: {', '.join(waits[:3])}" if waits else ""
        raise LookupError(f"is unknown{reason}")
    return path, name


def _figure(point: Point, unit: str) -> float:
    """Parse a measured figure.

    Raises
    ------
    UnitError
        If it is not a positive figure in the quantity's unit.
    """
    if point.unit and point.unit != unit:
        raise UnitError(f"is in {unit}, but the figure that was measured is in {point.unit}")
    value = float(point.value) if point.unit else parse(point.value, unit)
    if not value > 0:
        raise UnitError(f"a measured figure must be above 0, is {point.value}")
    return value
