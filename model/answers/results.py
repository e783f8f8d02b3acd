"""What a plan comes to: values, the ranked stages, requirements met or not, the bill of materials.

A value that is not known is None here, never 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.counted_prices import warnings_of_prices
from model.answers.growth_limits import warnings_of_growth
from model.answers.job_efficiency import warnings_of_checkpoints
from model.answers.metadata import warnings_of_files
from model.answers.servers import server_load_sentence, warnings_of_servers
from model.answers.targets import warnings_of_targets
from model.answers.unlike_quotes import warnings_of_quotes
from model.answers.unused_figures import warnings_of_figures
from model.design.given import GivenTier
from model.design.scenario import Scenario, edited
from model.design.tier import Tier
from model.engine.incremental import IncrementalProgram
from model.engine.on_demand import OnDemand
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address, Step
from model.formulas.chain.performance import OF_SERVER
from model.formulas.chain.stage_efficiencies import committed, moved, stage_of, used
from model.formulas.compatibility.misfits import WRONG
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.parts.catalog import Catalog
from model.planning.plan import Plan, plan
from model.planning.supply import Line
from model.records import dataclass
from model.units.brief import several
from model.units.figures import show
from model.units.words import in_prose, label

READ, WRITE = "read", "write"
MEASURES = {
    "cost": "price",
    "power": "power",
    "weight": "weight",
    "rack_units": "rack units",
}
"""What lines of the bill may lack, in words."""
WAYS = (READ, WRITE)
OF_ALL_TIERS = (
    *("capacity", "raw_capacity"),
    *("read_bandwidth", "write_bandwidth", "checkpoint_bandwidth"),
    *("capacity_target", "raw_capacity_target"),
    *("read_bandwidth_target", "write_bandwidth_target"),
)
"""The requirements that are judged on the sum of the data tiers."""
STATED = "Measured bandwidth"
"""What limits a tier that is entered as a whole."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a tier's chain.

    `path` is the instance that it stands in; `bandwidth` is what clients of the whole tier could
    get if nothing else limited them;
    `per_server` the rate of one server's hardware at this stage; `amplification` the bytes moved
    there for each byte of a client; `utilisation` the share of the stage that the chain's bound
    takes; `committed` what of `bandwidth` is committed to; `left_out` names what is unknown of a
    stage whose rate is known as far as the rest goes.
    """

    name: str
    path: str
    quantity: Quantity
    bandwidth: float | None
    per_server: float | None
    amplification: float | None
    utilisation: float | None
    committed: float | None
    left_out: tuple[str, ...] = ()

    @property
    def delivery(self) -> float | None:
        """The share of its rate that it delivers."""
        if not self.bandwidth or self.committed is None:
            return None
        return self.committed / self.bandwidth

    @property
    def limits(self) -> bool:
        """Whether it is the tightest one that is known of its chain."""
        return self.utilisation is not None and self.utilisation >= 1

    @property
    def label(self) -> str:
        """The stage as people call it; of a tier that is entered as a whole, what is entered."""
        return STATED if self.name == "given" else label(self.name)

    @property
    def in_sentence(self) -> str:
        """What limits, within a sentence: stages by their names, "the measured bandwidth" else."""
        return f"the {STATED.lower()}" if self.name == "given" else in_prose(self.label)

    @property
    def is_known(self) -> bool:
        """Whether its rate is known, and nothing that would make it less is left out."""
        return self.bandwidth is not None and not self.left_out

    @property
    def not_known(self) -> str:
        """What of it isn't known, in words: all, or what was left out."""
        left = ", ".join(self.left_out)
        return f"{self.label} ({left})" if self.bandwidth is not None and left else self.label

    @property
    def evidence(self) -> str:
        """What it rests on beside datasheets: measured or fitted, here or elsewhere; or nothing."""
        return self.quantity.evidence


@dataclass(frozen=True, slots=True)
class Check:
    """One requirement and the planned value; `met` is None if unknown.

    `bound_at_most` says that the bound leaves out stages of unknown rate.
    """

    name: str
    title: str
    unit: str
    required: float | None
    planned: float | None
    met: bool | None
    margin: float | None
    bound: float | None
    bound_met: bool | None
    at_most: bool
    bound_at_most: bool

    @property
    def is_target(self) -> bool:
        """Whether it is a target beyond what is mandatory of the same figure."""
        return bool(REQUIREMENTS[self.name].target_of)


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of the bill of materials with its figures."""

    line: Line
    count: float | None
    unit_price: float | None
    discount: float | None
    net_unit_price: float | None
    cost: float | None
    power: float | None
    weight: float | None
    rack_units: float | None


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _truth(value: float | None) -> bool | None:
    return None if value is None else bool(value)


class Results:
    """The evaluated tree of a plan."""

    values: Mapping[Address, float | None]

    def __init__(
        self, plan: Plan, before: Results | None = None, *, on_demand: bool = False
    ) -> None:
        self.plan = plan
        program = plan.program
        if before is not None and before.plan.program is program:
            other = plan.changed_from(before.plan)
            if on_demand:
                self.values = OnDemand(program, *program.outdated(before._numbers, other))
                return
            self._numbers, changed = program.rerun(before._numbers, other)
            values = dict(before.values)
            for slot in changed:
                values[program.addresses[slot]] = _known(self._numbers[slot])
            self.values = values
            return
        if before is not None and isinstance(program, IncrementalProgram):
            self.values = OnDemand(program, *program.outdated_from(before._numbers))
            return
        self._numbers = program.figures(plan.instances)
        figures = [number if math.isfinite(number) else None for number in self._numbers]
        self.values = dict(zip(program.addresses, figures, strict=True))

    @cached_property
    def _numbers(self) -> list[float]:
        """The figures by slot, unknown ones as NaN."""
        assert isinstance(self.values, OnDemand)
        return self.values.figures()

    def edited(self, changes: Mapping[str, Any], *, in_order: bool = True) -> Results:
        """Return the results with some inputs changed: a mapping of paths to new values.

        Equal to evaluating the edited scenario; whatever the edit doesn't affect is reused. Where
        few values are read, and their order doesn't matter, `in_order=False` computes each when it
        is first read, and saves compiling all of a tree of another shape.

        Raises
        ------
        InputError
            The scenario can't be so.
        """
        scenario = edited(self.plan.scenario, changes)
        if in_order:
            return evaluate(scenario, self.plan.catalog, public=self.plan.public, before=self)
        planned = plan(scenario, self.plan.catalog, public=self.plan.public, before=self.plan)
        planned.compile_from(self.plan)
        return Results(planned, self, on_demand=True)

    def varied(
        self, axes: Mapping[Address, NDArray[np.float64]], targets: Sequence[Address]
    ) -> dict[Address, NDArray[np.float64]]:
        """Return some values where others are replaced by arrays, and all else is as planned."""
        values = self.values
        known = values.with_known(targets) if isinstance(values, OnDemand) else self._numbers
        return self.plan.program.vary(known, axes, targets)

    def __getitem__(self, address: tuple[str, str]) -> float | None:
        return self.values[address]

    def known(self, path: str, name: str) -> float:
        """Return a value that is known wherever it is asked for."""
        value = self.values[path, name]
        assert value is not None, f"{path}.{name} is unknown"
        return value

    def truth(self, path: str, name: str) -> bool | None:
        """Return whether a check is met; None if unknown."""
        return _truth(self.values[path, name])

    def judged(self, path: str, name: str) -> bool | None:
        """Return whether a check is met; False if the design can't be built, None if unknown."""
        met = self.truth(path, name)
        return False if met and self.truth("site", "design_fits") is False else met

    def item(self, path: str, name: str) -> Quantity | Input:
        """Return the declaration (quantity or input) of a value."""
        return self.plan.instances[path].book[name]

    def once(self, what: tuple[Hashable, ...], work_out: Callable[[], Any]) -> Any:
        """Return the result of `work_out`, computed once per `what` and then cached."""
        if what not in self._worked_out:
            self._worked_out[what] = work_out()
        return self._worked_out[what]

    @cached_property
    def _worked_out(self) -> dict[tuple[Hashable, ...], Any]:
        return {}

    @property
    def steps(self) -> Mapping[Address, Step]:
        """The step that computes each value; inputs have none."""
        return self.plan.program.step_of

    def tiers(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the path of each tier, in the scenario's order."""
        for tier in self.plan.scenario.tiers:
            role = "tiers" if tier.holds == "data" else "metadata"
            yield tier.name, f"site/{role}:{tier.name}"

    @property
    def designs(self) -> list[tuple[str, Tier | GivenTier]]:
        """The path and the design of each tier, in the scenario's order."""
        paths = (path for _, path in self.tiers())
        return list(zip(paths, self.plan.scenario.tiers, strict=True))

    def server_load(self, tier: str) -> str:
        """Return the bandwidth expected of each server of a tier, beside the highest measured."""
        return server_load_sentence(self.plan, self.values, tier, dict(self.designs)[tier])

    def years(self) -> list[str]:
        """Return the paths of the site's years, year 0 first."""
        return [f"site/years:{year.name}" for year in self.plan.root.children["years"]]

    def stages(self, tier: str, way: str) -> list[Stage]:
        """Return the chain of the tier at a path, the lowest rate first, unknown rates last."""
        return self.stages_in(f"{tier}/healthy:healthy", way)

    def stages_in(self, path: str, way: str) -> list[Stage]:
        """Return the chain of the state at a path, as if all servers were affected."""
        found: list[Stage] = self.once(
            ("stages", path, way), lambda: self.stages_at(self.chain_at(path), way, path)
        )
        return found

    def carrying(self, path: str, quantity: Quantity) -> Address:
        """Return the address of the number of servers that carry bytes at a stage of a state.

        Of a healthy tier's own hardware it is those that serve targets, which may not be all.
        """
        serving, working = (path, "serving_servers"), (path, "working_servers")
        of_idle = quantity.scope in OF_SERVER and self.values.get(serving) is not None
        return serving if of_idle else working

    def stages_at(self, paths: tuple[str, ...], way: str, state: str) -> list[Stage]:
        """The stages that stand at those paths, the tightest first, as if all servers had them.

        `state` is the path of the state whose servers they are. A stage that stands at several
        paths is the last one's.
        """
        found = {
            q.name: (at, q, self[at, q.name])
            for at in paths
            for q in self.plan.instances[at].book.stages(way)
        }
        counts = {name: self[self.carrying(state, q)] or 0.0 for name, (_, q, _) in found.items()}
        rates = {
            name: rate * counts[name] for name, (*_, rate) in found.items() if rate is not None
        }
        bound = min(rates.values(), default=None)
        stages = []
        for name, (at, quantity, rate) in found.items():
            servers, together = counts[name], rates.get(name)
            hardware = rate
            if quantity.carries:
                hardware = self[self.plan.program.address(at, quantity.carries)]
            stages.append(
                Stage(
                    stage_of(quantity),
                    at,
                    quantity,
                    together,
                    hardware,
                    float(moved(rate, hardware)) if rate and hardware is not None else None,
                    float(used(together, bound)) if together and bound is not None else None,
                    self._times(at, committed(quantity).name, servers),
                    self._left_out(at, quantity) if rate is not None else (),
                )
            )
        stages.sort(key=lambda s: math.inf if s.bandwidth is None else s.bandwidth)
        return stages

    def _times(self, path: str, name: str, servers: float) -> float | None:
        rate = self[path, name]
        return None if rate is None else rate * servers

    def chain_at(self, path: str) -> tuple[str, ...]:
        """Where the stages of a state stand: those of its affected servers, and those shared.

        A healthy tier's are those of a server on average. Where a state affects servers with
        different numbers of targets, it is the first of them; where it affects none but those
        that are down, it is a healthy one, with its share then of what servers share.
        """
        state = self.plan.instances[path]
        for case in state.children.get("cases", ()):
            for servers in case.children["servers"]:
                at = f"{path}/cases:{case.name}/servers:{servers.name}"
                if any(servers.book.stages(way) for way in WAYS) and self[at, "alike_servers"]:
                    return at, path
        if "cases" in state.children:
            return f"{path.rpartition('/')[0]}/healthy:healthy", path
        return (path,)

    def _left_out(self, path: str, stage: Quantity) -> tuple[str, ...]:
        """Name what a stage of known rate reads that is unknown."""
        unknown = (at for at in self.read_by((path, stage.name)) if self[at] is None)
        return tuple(self.item(*at).label for at in unknown)

    def unknown_stages(self, tier: str, way: str) -> list[Stage]:
        """The stages of which something is unknown, and left out: the bound is "at most"."""
        return [stage for stage in self.stages(tier, way) if not stage.is_known]

    def is_at_most(self, path: str, name: str) -> bool:
        """Whether a value comes from a chain that leaves out what is unknown of a stage."""
        return any(self.values[at] is None for at in self.behind_stages(path, name))

    def behind_stages(self, path: str, name: str) -> Iterator[Address]:
        """The stages of the chains that a value comes from, known or not, and what each reads."""
        for step in self.below(path, name):
            if step.quantity.kind == "stages":
                for stage in self.operands(step):
                    yield from (stage, *self.read_by(stage))

    def read_by(self, address: Address) -> list[Address]:
        """Return the addresses that a value's formula reads; empty for an input."""
        step = self.steps.get(address)
        return self.operands(step) if step else []

    def operands(self, step: Step) -> list[tuple[str, str]]:
        """Return the addresses that a step reads."""
        return [self.plan.program.addresses[slot] for slot in step.operands]

    def below(self, path: str, name: str) -> Iterator[Step]:
        """Yield the steps that compute a value, its own first."""
        todo = [self.plan.program.address(path, name)]
        visited = set(todo)
        while todo:
            step = self.steps.get(todo.pop())
            if step is not None:
                yield step
                operands = [at for at in self.operands(step) if at not in visited]
                todo += operands
                visited.update(operands)

    @cached_property
    def checks(self) -> list[Check]:
        """The scenario's requirements, each with the planned value."""
        book = self.plan.root.book
        checks = []
        for requirement in REQUIREMENTS.values():
            name = requirement.name
            if f"{name}_is_met" not in book:
                continue
            has_bound = f"{name}_bound_is_met" in book
            checks.append(
                Check(
                    name,
                    requirement.title,
                    requirement.unit,
                    self["site", requirement.required],
                    self["site", requirement.planned],
                    _truth(self["site", f"{name}_is_met"]),
                    self["site", f"{name}_margin"],
                    self["site", requirement.bound] if has_bound else None,
                    _truth(self["site", f"{name}_bound_is_met"]) if has_bound else None,
                    requirement.at_most,
                    has_bound and self.is_at_most("site", requirement.bound),
                )
            )
        return checks

    @cached_property
    def bill(self) -> list[BillLine]:
        """The bill of materials, tier by tier, then the lines common to all tiers."""
        return [
            BillLine(
                line,
                *(
                    self[line.path, name]
                    for name in (
                        "line_count",
                        "unit_price",
                        "unit_discount",
                        "net_unit_price",
                        "line_cost",
                        "line_power",
                        "line_weight",
                        "line_rack_units",
                    )
                ),
            )
            for line in self.plan.lines
        ]

    @cached_property
    def _unknown(self) -> frozenset[int]:
        """The slots of what is unknown."""
        return frozenset(n for n, number in enumerate(self._numbers) if not math.isfinite(number))

    def waits_for(self, path: str, name: str) -> list[tuple[str, str]]:
        """Return the unknown inputs that an unknown value depends on, by path and name."""
        program, below = self.plan.program, self._waited_for
        found: dict[tuple[str, str], None] = {}
        todo = [program.address(path, name)]
        visited = set(todo)
        while todo:
            address = todo.pop()
            operands = below.get(address)
            if operands is None:
                operands = below[address] = self._waits_at_once_for(address)
            if not operands and address not in self.steps:
                found[address] = None
            for operand in operands:
                if operand not in visited:
                    visited.add(operand)
                    todo.append(operand)
        return list(found)

    @cached_property
    def _waited_for(self) -> dict[Address, list[Address]]:
        """The unknown operands of what was asked before: totals of many lines are asked often."""
        return {}

    def _waits_at_once_for(self, address: Address) -> list[Address]:
        """Give the unknown operands of a value that it can't do without; inputs have none."""
        step, unknown, addresses = (
            self.steps.get(address),
            self._unknown,
            self.plan.program.addresses,
        )
        if step is None:
            return []
        waits = [addresses[slot] for slot in step.operands if slot in unknown]
        spared = step.quantity.may_lack
        return [one for one in waits if one[1] not in spared] if spared else waits

    @cached_property
    def warnings(self) -> list[str]:
        """Warnings for the buyer that no figure shows."""
        found = list(self.plan.warnings)
        bearing = {path for _, path in data_tiers(self)}
        for name, tier in self.tiers():
            for way in WAYS:
                unknown = self.unknown_stages(tier, way)
                if unknown and tier in bearing:  # nobody buys metadata by its bytes a second
                    labels = ", ".join(stage.not_known for stage in unknown)
                    found.append(
                        f"{name}: {way} bandwidth is 'at most' because of unknown stages: {labels}"
                    )
            found += [
                f"{name}: {words}"
                for check, words in WRONG.items()
                if self.values.get((tier, check)) == 0
            ]
            if self.values.get((tier, "survives_enclosure_loss")) == 0:
                found.append(f"{name}: the loss of one enclosure stops every target spread over it")
            elif self.values.get((tier, "access_survives_enclosure_loss")) == 0:
                chained = "others are cabled behind it"
                found.append(f"{name}: the loss of one enclosure stops targets, as {chained}")
        found += warnings_of_prices(self.plan, self.values)
        found += warnings_of_quotes(self.plan, self.values)
        found += warnings_of_targets(self.values, self.designs)
        found += warnings_of_servers(self.plan, self.values, self.designs)
        found += warnings_of_files(self.values, list(self.tiers()), self.plan.scenario.tiers)
        found += warnings_of_growth(self.values, self.years())
        found += warnings_of_figures(self.plan, self.values, self.waits_for)
        fit = self.values.get(("site", "checkpoints_that_fit"))
        if fit is not None and fit < 2:
            found.append(
                f"only {fit:.2f} checkpoints fit, so no earlier one survives while the next is "
                f"written"
            )
        found += warnings_of_checkpoints(self.values, self.plan.scenario)
        if tiers := self.judged_together:
            found.append(
                f"requirements are judged on {tiers} together, but a job on one of them has "
                f"only that one's capacity and bandwidth"
            )
        found += self._rack_warnings()
        found += self._unsettled_racks()
        found += self._door_warnings()
        for measure, words in MEASURES.items():
            missing = self.known("site", f"unknown_equipment_{measure}")
            if missing:
                lines = "1 line" if missing == 1 else f"{missing:.0f} lines"
                found.append(f"{lines} of the bill of materials with unknown {words}")
        return found

    @cached_property
    def judged_together(self) -> str:
        """The data tiers whose sum a requirement is judged on; empty where there is one, or none.

        Each is a file system of its own to its users.
        """
        names = [name for name, _ in front_tiers(self)]
        is_asked = any(check.name in OF_ALL_TIERS for check in self.checks)
        return f"{', '.join(names[:-1])} and {names[-1]}" if is_asked and len(names) > 1 else ""

    def _rack_warnings(self) -> list[str]:
        bought = [row for row in self.bill if row.line.kind == "rack"]
        needed = self.values.get(("site", "racks"))
        if len(bought) > 1:
            return ["racks are counted by the units of the first rack type only"]
        if bought and needed is not None and (bought[0].count or 0.0) < needed:
            there = bought[0].count or 0.0
            verbs = ("is" if count == 1 else "are" for count in (needed, there))
            racks = f"{several(needed, 'rack')} {next(verbs)} needed"
            return [f"{racks}, but {there:.0f} {next(verbs)} in the bill"]
        if not bought and ("site", "required_racks") in self.values:
            if needed is not None:
                return [
                    "no rack is in the bill of materials: name one in 'common' unless you own it"
                ]
            return ["racks can't be counted: name a rack in 'common'"]
        return []

    def _unsettled_racks(self) -> list[str]:
        count = self.values.get(("site", "racks"))
        if count is None or self["site", "racks_settled"]:
            return []
        what = "unknown weight or power of some devices is counted as zero"
        return [f"racks: {count:.0f} at least; {what}"]

    def _door_warnings(self) -> list[str]:
        if self.values.get(("site", "doors_close")) != 0:
            return []
        deepest = show(self["site", "deepest_known_device"], "metre")
        return [f"rack rear doors don't close behind the deepest device, {deepest}"]


def data_tiers(results: Results) -> list[tuple[str, str]]:
    """Return the name and the path of each tier that holds data."""
    return [(name, path) for name, path in results.tiers() if path.startswith("site/tiers:")]


def front_tiers(results: Results) -> list[tuple[str, str]]:
    """Those data tiers that clients reach: not the one that others drain into."""
    behind = {tier.drains_into for tier in results.plan.scenario.tiers}
    return [(name, path) for name, path in data_tiers(results) if name not in behind]


def evaluate(
    scenario: Scenario | Plan,
    catalog: Catalog | None = None,
    *,
    public: bool = False,
    before: Results | None = None,
) -> Results:
    """Evaluate a scenario or a plan; with `public`, without confidential prices.

    `before` are results of the scenario that it is an edit of: what stays the same is taken over
    from them, which only saves time.

    Raises
    ------
    InputError
        The scenario names parts that the catalog lacks, or a layout that its drives can't make.
    """
    if isinstance(scenario, Plan):
        return Results(scenario, before)
    earlier = before.plan if before is not None else None
    return Results(plan(scenario, catalog, public=public, before=earlier), before)
