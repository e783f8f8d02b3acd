"""When which blocks are delivered: the phases of a purchase as a mixed-integer programme.

Each phase brings whole blocks of each tier, all together those of the design. By each phase so much
of what is required must be there as the scenario's shares say; it costs as little as possible at
the phases' prices, and what needn't be there yet comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.results import Results
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.planning.sweeping import sweep
from model.records import dataclass

NEEDED = ("capacity", "raw_capacity", "read_bandwidth", "write_bandwidth")
"""Requirements whose figures grow with the blocks that are there."""
COST: Address = ("site", "capital_cost")
CLOSE = 1e-9
EARLY = 1e-6
"""What a block costs more a phase sooner, as a share: of equal costs the later one counts."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a phase brings: the blocks of each tier, its price, and what is there with it."""

    phase: str
    blocks: dict[str, int]
    cost: float | None
    there: dict[str, float]
    needed: dict[str, float]


def deliveries(results: Results) -> list[Delivery] | None:
    """Say which blocks each phase of a scenario brings; None: none bring what is needed in time.

    Raises
    ------
    InputError
        The scenario has no phases, requires nothing that grows with blocks, or its figures aren't
        in proportion to them.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import

    root = results.plan.root
    phases = [one.name for one in root.children.get("phases", [])]
    tiers = [one.name for one in root.children.get("tiers", [])]
    needed = {
        REQUIREMENTS[name].planned: float(root.inputs[REQUIREMENTS[name].required])
        for name in NEEDED
        if root.inputs.get(REQUIREMENTS[name].required) is not None
    }
    if not phases or not needed:
        what = "there is nothing to spread: write phases, and the capacity or bandwidth required"
        raise _wrong(results, "economics.phases", what)
    shares = [results[f"site/phases:{name}", "delivered_share"] or 0.0 for name in phases]
    levels = [results[f"site/phases:{name}", "phase_price_level"] or 1.0 for name in phases]
    blocks = [int(results[f"site/tiers:{tier}", "blocks"] or 0) for tier in tiers]
    gives = {at: _each(results, tiers, blocks, at) for at in (COST, *_addresses(needed))}
    is_priced = not np.isnan(gives[COST]).any()
    prices = gives[COST] if is_priced else np.ones(len(tiers))
    early = 1 + EARLY * np.arange(len(phases))[::-1]
    costs = np.outer(np.array(levels) * early, prices)  # a row for each phase, a column for a tier
    there = np.tril(np.ones((len(phases), len(phases))))
    rows = [LinearConstraint(np.tile(np.eye(len(tiers)), len(phases)), blocks, blocks)]
    for name, figure in needed.items():
        # by each phase, in shares of what is required
        adds = np.kron(there, gives["site", name] / figure)
        rows.append(LinearConstraint(adds, np.array(shares) - CLOSE, np.inf))
    found = milp(
        costs.ravel() / costs.max(),
        integrality=np.ones(costs.size),
        bounds=Bounds(0, np.tile(blocks, len(phases))),
        constraints=rows,
        options={"mip_rel_gap": 0.0},
    )
    if found.x is None:
        return None
    taken = np.round(found.x).reshape(costs.shape)
    sums = np.cumsum(taken, axis=0)
    return [
        Delivery(
            phase,
            {tier: int(count) for tier, count in zip(tiers, taken[n], strict=True)},
            float(levels[n] * (taken[n] @ prices)) if is_priced else None,
            {name: float(sums[n] @ gives["site", name]) for name in needed},
            {name: shares[n] * figure for name, figure in needed.items()},
        )
        for n, phase in enumerate(phases)
    ]


def deliveries_json(found: Sequence[Delivery] | None) -> list[dict[str, Any]] | None:
    """Give deliveries as a document, in base units."""
    if found is None:
        return None
    return [
        {
            "phase": one.phase,
            "blocks": one.blocks,
            "cost": one.cost,
            "there": one.there,
            "needed": one.needed,
        }
        for one in found
    ]


def _addresses(names: dict[str, float]) -> list[Address]:
    return [("site", name) for name in names]


def _each(
    results: Results, tiers: list[str], blocks: list[int], at: Address
) -> NDArray[np.float64]:
    """Give what each block of each tier adds to a figure of the site, which must be the same."""
    found = []
    for tier, count in zip(tiers, blocks, strict=True):
        axis = (f"site/tiers:{tier}", "blocks")
        few, some, many = sweep(results.plan, {axis: [1.0, count, 2.0 * count]}, [at])[at]
        each = (many - some) / count
        if abs(some - few - each * (count - 1)) > CLOSE * abs(some):
            name = at[1].replace("_", " ")
            raise _wrong(results, "tiers", f"{name} isn't in proportion to the blocks of {tier}")
        found.append(each)
    return np.array(found)


def _wrong(results: Results, field: str, what: str) -> InputError:
    return InputError([Problem(results.plan.scenario.place(), field, what)])
