"""A fixed gross budget with everything inside: how many blocks of a tier, and what is left.

Each number of blocks is planned anew as a whole, with all costs of all years and their taxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from model.answers.results import Results
from model.answers.views.years import without
from model.design.scenario import Scenario
from model.errors import InputError, Place, Problem
from model.procedures.largest import largest
from model.records import dataclass
from model.units.figures import grouped, show, show_both

MOST_BLOCKS = 1_000_000
"""More blocks than any site has: what never reaches the budget has no price."""
COST = "gross_cost"
FIGURES = ("usable_capacity", "read_bandwidth", "write_bandwidth")
"""What blocks come to."""


@dataclass(frozen=True, slots=True)
class Afforded:
    """The largest number of blocks that a gross budget affords, and their plan; None without any.

    `next_cost` is the gross cost of one block more.
    """

    tier: str
    blocks: int
    budget: float
    cost: float | None
    next_cost: float
    plan: Results | None
    left_out: str

    @property
    def left(self) -> float | None:
        """What of the budget is left."""
        return None if self.cost is None else self.budget - self.cost


def built_tiers(scenario: Scenario) -> list[str]:
    """Return the names of the tiers whose blocks are counted; no whole tiers, no guests."""
    return [tier.name for tier in scenario.tiers if tier.built and not tier.shares_servers_of]


def afforded(results: Results, budget: float, tier: str) -> Afforded:
    """Find the most blocks of a tier whose gross cost over all years stays within a budget.

    Raises
    ------
    InputError
        The gross cost is unknown, or no number of blocks reaches the budget.
    """
    scenario = results.plan.scenario
    n = next(n for n, one in enumerate(scenario.tiers) if one.name == tier)

    @cache
    def planned(blocks: int) -> Results:
        return results.edited({f"tiers.{n}.blocks": blocks})

    def cost(blocks: int) -> float:
        found = planned(blocks)["site", COST]
        if found is None and results["site", COST] is not None:
            what = (
                f"the cost of {grouped(blocks)} blocks of '{tier}' is unknown: enter a "
                f"smaller number"
            )
            raise _refused(scenario, [what])
        if found is None:
            raise _refused(scenario, _missing(planned(blocks)))
        return found

    blocks = largest(lambda count: cost(count) <= budget, MOST_BLOCKS)
    if blocks == MOST_BLOCKS:
        what = f"{blocks} blocks of '{tier}' stay within the budget: do they have a price?"
        raise _refused(scenario, [what])
    if not blocks:
        return Afforded(tier, 0, budget, None, cost(1), None, without(results))
    return Afforded(
        tier, blocks, budget, cost(blocks), cost(blocks + 1), planned(blocks), without(results)
    )


def headline(found: Afforded, results: Results) -> str:
    """Return a sentence on how many blocks a budget affords."""
    within = (
        f"{_money(found.budget, results)} gross over {results.plan.scenario.economics.years} years"
    )
    if found.plan is None:
        one = _money(found.next_cost, results)
        return f"{within} affords no block of {found.tier}: one costs {one}"
    blocks = "block" if found.blocks == 1 else "blocks"
    return f"{within} affords {found.blocks} {blocks} of {found.tier}"


def figures(found: Afforded, results: Results) -> list[tuple[str, str]]:
    """Return cost, rest of the budget and resulting figures as texts; empty if it affords none."""
    if found.plan is None:
        return []
    capacity, *rates = (found.plan["site", name] for name in FIGURES)
    return [
        ("gross cost", _money(found.cost, results)),
        ("left", _money(found.left, results)),
        ("with one block more", _money(found.next_cost, results)),
        ("usable", show_both(capacity)),
        *zip(("reads", "writes"), (show(rate, "byte/s") for rate in rates), strict=True),
    ]


def _money(amount: float | None, results: Results) -> str:
    return show(amount, "currency", currency=results.plan.scenario.economics.currency)


def _refused(scenario: Scenario, what: Sequence[str]) -> InputError:
    place = Place(scenario.place().file)
    return InputError([Problem(place, "", one) for one in what])


def _missing(results: Results) -> list[str]:
    """Say what the gross cost waits for."""
    prices = results["site", "unknown_equipment_cost"] or 0
    texts = []
    if prices:
        lines = "line of the bill has" if prices == 1 else "lines of the bill have"
        texts.append(f"{prices:.0f} {lines} no price: state it, or name a quote or a price book")
    if results["site", "vat_rate"] is None:
        texts.append("the VAT rate is missing: write 'economics.vat_rate'")
    running = {"energy": "years_of_unknown_energy", "maintenance": "years_of_unknown_maintenance"}
    texts += [
        f"the cost of {what} is unknown: enter the missing values under 'economics'"
        for what, name in running.items()
        if results["site", name]
    ]
    waits = dict.fromkeys(results.item(*at).label for at in results.waits_for("site", COST))
    return texts or [
        (f"the gross cost over all years is unknown because of missing values: {', '.join(waits)}")
    ]
