"""Which of several designs one would regret least: in each case, what the best one saves."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

import numpy as np

from model.answers.certainty import Drawn
from model.answers.results import Results, evaluate
from model.answers.sampling import Cases, Samples, columns_of
from model.answers.uncertainty import uncertain
from model.design.scenario import Scenario
from model.engine.spread import pieces, spread
from model.errors import InputError, Place, Problem
from model.planning.plan import Plan
from model.procedures.draws import BLOCK
from model.records import dataclass

COST = "total_cost_of_ownership"
"""What is regretted unless another figure is."""
FEWEST = 2
"""Designs: of one alone, nothing is regretted."""
ASKING = ("requirements", "machine", "checkpoint")
"""Fields by which a scenario asks something of its design."""


@dataclass(frozen=True, slots=True)
class Regret:
    """Regret of one design: the excess of its figure over the best design of each sample.

    Only cases count in which the design meets all requirements, unless what a miss costs is
    stated. `missed` is the share of cases in which it doesn't meet them, `spared` that in which
    another design does.
    """

    name: str
    mean: float | None
    worst: float | None
    missed: float
    spared: float


@dataclass(frozen=True, slots=True)
class Regrets:
    """Regrets of several designs over the same samples, in order."""

    figure: str
    unit: str
    currency: str
    n: int
    of: tuple[Regret, ...]
    cost_of_miss: float | None
    judged_by: str = ""
    """The design whose requirements judge all of them; empty where they ask for the same."""

    @property
    def is_known(self) -> bool:
        """Whether any regret is: in some case a design meets all, or a miss has its price."""
        return any(one.mean is not None for one in self.of)

    @property
    def least_mean(self) -> Regret:
        """The design that is regretted least on average, of those that miss least."""
        return min(self._sparing, key=lambda one: _or_most(one.mean))

    @property
    def least_worst(self) -> Regret:
        """The design whose worst regret is least, of those that miss least."""
        return min(self._sparing, key=lambda one: _or_most(one.worst))

    @property
    def _sparing(self) -> list[Regret]:
        if self.cost_of_miss is not None:
            return list(self.of)
        least = min(one.spared for one in self.of)
        return [one for one in self.of if one.spared == least]


def _or_most(regret: float | None) -> float:
    return np.inf if regret is None else regret


def regret(
    designs: Mapping[str, Scenario | Plan | Results],
    drawn: Drawn,
    *,
    figure: str = COST,
    cost_of_miss: float | None = None,
    maximise: bool = False,
    executor: Executor | None = None,
) -> Regrets:
    """Return the regret of each design over the samples.

    Figures whose bands have one name, or one group, are the same draw in every design. Where the
    designs ask for unlike things, all are judged by what the first one asks for: each by its own,
    a design that does less would be regretted least.

    Parameters
    ----------
    designs
        The designs by their names: scenarios, their plans, or their results.
    drawn
        The sample whose number, seed and method count.
    figure
        A figure of the site, of which less is better; where a design doesn't know all of it, the
        known part counts for all of them.
    cost_of_miss
        What a case is worth in which a design misses a requirement, in units of the figure; a
        miss is counted apart where it isn't stated.
    maximise
        Whether more of the figure is better.
    executor
        Where it is computed.

    Raises
    ------
    InputError
        There are fewer than two designs, they count in unlike currencies, don't know the figure, or
        can't be asked for what the first one is.
    """
    results = {
        name: one if isinstance(one, Results) else evaluate(one) for name, one in designs.items()
    }
    name = _figure(results, figure)
    key, first = next(iter(results.items()))
    judged_by = "" if all(_asks(one) == _asks(first) for one in results.values()) else key
    if judged_by:
        results = {of: _asked_as(first, one) for of, one in results.items()}
    columns = columns_of(
        band for one in (drawn.results, *results.values()) for band in uncertain(one)
    )
    values, meets = [], []
    for one in results.values():
        met = [("site", f"{check.name}_is_met") for check in one.checks]
        targets = (("site", name), ("site", "design_fits"), *met)
        work = Cases(one.plan, uncertain(one), columns, targets, drawn.seed, drawn.method)
        found = spread(work, pieces(drawn.n, BLOCK), executor)
        values.append(-found[0] if maximise else found[0])
        meets.append((found[1] != 0) & np.all(found[2:] == 1, axis=0))
    economics = first.plan.scenario.economics
    return Regrets(
        name,
        first.item("site", name).unit,
        economics.currency,
        drawn.n,
        tuple(_regrets(list(results), np.array(values), np.array(meets), cost_of_miss)),
        cost_of_miss,
        judged_by,
    )


def _asks(results: Results) -> tuple[object, ...]:
    """Give what a design is asked for, and how far that may be off."""
    return {check.name: check.required for check in results.checks}, _bands_of(results, asking=True)


def _asked_as(first: Results, other: Results) -> Results:
    """Give a design as it is asked for what the first one is."""
    if other is first:
        return first
    data = first.plan.scenario.data
    changes: dict[str, Any] = {field: data.get(field) for field in ASKING}
    changes["sources"] = data.get("sources", {}) | other.plan.scenario.data.get("sources", {})
    bands = _bands_of(other, asking=False) | _bands_of(first, asking=True)
    return other.edited({**changes, "bands": bands or None})


def _bands_of(results: Results, *, asking: bool) -> dict[str, Any]:
    """Give the bands of what is asked for, or all others, as the scenario writes them."""
    bands: dict[str, Any] = results.plan.scenario.data.get("bands") or {}
    return {at: band for at, band in bands.items() if (at.split(".")[0] in ASKING) == asking}


def _regrets(
    names: list[str], values: Samples, meets: Samples, cost_of_miss: float | None
) -> list[Regret]:
    """Compare the designs case by case: a row each, a column for each case."""
    counts = meets.astype(bool)
    paid = np.where(counts, values, np.inf)
    if cost_of_miss is not None:
        paid = np.where(counts, values, values + cost_of_miss)
    best = np.min(np.where(np.isnan(paid), np.inf, paid), axis=0)
    found = []
    for name, own, met in zip(names, paid, counts, strict=True):
        judged = np.isfinite(own)
        more = own[judged] - best[judged]
        found.append(
            Regret(
                name,
                float(more.mean()) if len(more) else None,
                float(more.max()) if len(more) else None,
                float((~met).mean()),
                float((~met & np.isfinite(best)).mean()),
            )
        )
    return found


def _figure(results: Mapping[str, Results], figure: str) -> str:
    """Give the figure that all designs know: all of it, or its known part."""
    if len(results) < FEWEST:
        what = f"compare at least {FEWEST} designs, not {len(results)}"
        raise InputError([Problem(Place("designs"), "", what)])
    for name in (figure, f"known_{figure}"):
        if all(one.values.get(("site", name)) is not None for one in results.values()):
            _refuse_currencies(results, name)
            return name
    lacking = [name for name, one in results.items() if one.values.get(("site", figure)) is None]
    what = f"'{figure}' isn't known of {' and '.join(lacking)}: name another figure of the site"
    raise InputError([Problem(Place("figure"), "", what)])


def _refuse_currencies(results: Mapping[str, Results], name: str) -> None:
    first = next(iter(results.values()))
    counted = {one.plan.scenario.economics.currency for one in results.values()}
    if first.item("site", name).unit.startswith("currency") and len(counted) > 1:
        what = f"the designs count in {' and '.join(sorted(counted))}: write them in one currency"
        raise InputError([Problem(Place("designs"), "economics.currency", what)])
