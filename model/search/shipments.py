"""Shipments of a design: the blocks delivered in each phase of the purchase.

All phases together deliver the blocks of the design. The scenario's shares determine the part of
the requirements to be met by each phase; the total cost is minimized at the phases' prices, and
blocks are delivered as late as possible.
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
from model.search.progress import Watch
from model.search.purchase import GROWING, Purchase, Row, phases_of
from model.search.spaces import COST

CLOSE = 1e-9
"""Relative tolerance of the contribution of each block."""


@dataclass(frozen=True, slots=True)
class Shipment:
    """Shipment of a phase: blocks of each tier, price, and the figures after it."""

    phase: str
    blocks: dict[str, int]
    cost: float | None
    there: dict[str, float]
    needed: dict[str, float]


def shipments(results: Results) -> list[Shipment] | None:
    """Return the shipment of each phase; None if no shipments meet the requirements in time.

    Raises
    ------
    InputError
        If the scenario has no phases, if no requirement grows with blocks, or if figures aren't
        proportional to them.
    """
    root = results.plan.root
    phases = phases_of(results)
    tiers = [one.name for one in root.children.get("tiers", [])]
    needed = {
        REQUIREMENTS[name].planned: float(root.inputs[REQUIREMENTS[name].required])
        for name in GROWING
        if root.inputs.get(REQUIREMENTS[name].required) is not None
    }
    if not phases.names or not needed:
        what = (
            "there is nothing to distribute: enter phases, and the required capacity or bandwidth"
        )
        raise _wrong(results, "economics.phases", what)
    blocks = [int(results[f"site/tiers:{tier}", "blocks"] or 0) for tier in tiers]
    prices = _each(results, tiers, blocks, COST)
    is_priced = not np.isnan(prices).any()
    gives = [_each(results, tiers, blocks, ("site", name)) for name in needed]
    purchase = Purchase(
        [Row(), *(Row(figure, by_phase=True) for figure in needed.values())],
        np.zeros(1 + len(needed)),
        np.array([prices if is_priced else np.ones(len(tiers)), *gives]),
        np.array(blocks, np.float64),
        phases=phases,
        cost=0,
    )
    owned = {tier.name for tier in results.plan.scenario.tiers if tier.is_owned}
    for n, (tier, count) in enumerate(zip(tiers, blocks, strict=True)):
        purchase.limit_all(n, count, count)
        if tier in owned:
            purchase.limit_first(n, count)
    numbers = purchase.solved(Watch(), None).numbers
    if numbers is None:
        return None
    sums = np.cumsum([purchase.adds @ one for one in purchase.of_phases(numbers)], axis=0)
    spent = purchase.spent(numbers)
    return [
        Shipment(
            name,
            {
                tier: int(numbers[n * len(tiers) + m])
                for m, tier in enumerate(tiers)
                if tier not in owned
            },
            spent[n] if is_priced else None,
            dict(zip(needed, sums[n, 1:].tolist(), strict=True)),
            {at: phases.shares[n] * figure for at, figure in needed.items()},
        )
        for n, name in enumerate(phases.names)
    ]


def shipments_json(found: Sequence[Shipment] | None) -> list[dict[str, Any]] | None:
    """Return shipments as a document, in base units."""
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


def _each(
    results: Results, tiers: list[str], blocks: list[int], at: Address
) -> NDArray[np.float64]:
    """Return the contribution of a block of each tier to a figure, which must be constant."""
    columns = []
    for tier, count in zip(tiers, blocks, strict=True):
        axis = (f"site/tiers:{tier}", "blocks")
        few, some, many = sweep(results.plan, {axis: [1.0, count, 2.0 * count]}, [at])[at]
        each = (many - some) / count
        if abs(some - few - each * (count - 1)) > CLOSE * abs(some):
            name = at[1].replace("_", " ")
            what = (
                f"{name} is not proportional to the blocks of {tier}, so shipments can't be split: "
                "use 'search --phases' to choose a design for each phase"
            )
            raise _wrong(results, "tiers", what)
        columns.append(each)
    return np.array(columns)


def _wrong(results: Results, field: str, what: str) -> InputError:
    return InputError([Problem(results.plan.scenario.place(), field, what)])
