"""A fixed gross budget with everything inside: how many blocks of a tier, and how to spend it.

Each number of blocks is planned in full, with the costs and taxes of all years. Whole
blocks rarely spend a budget, so a search varies drives, their number, enclosures, and blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from model.answers.compatibility import unfit
from model.answers.growth_limits import growth_verdict
from model.answers.results import Check, Results
from model.answers.views.years import without
from model.design.scenario import Scenario
from model.errors import InputError, Place, Problem
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.procedures.largest import largest
from model.records import dataclass
from model.search.options import spoken
from model.search.parallel import HERE
from model.search.progress import Watch
from model.search.search import choices as open_designs
from model.search.search import run_search
from model.search.spaces import Aim, Limit
from model.units.figures import grouped, show, show_both

MOST_BLOCKS = 1_000_000
"""More blocks than any site has: what never reaches the budget has no price."""
COST = "gross_cost"
GROWTH = "later_capital_cost"
"""Cost of all that is bought as demand grows."""
FIGURES = ("usable_capacity", "read_bandwidth", "write_bandwidth")
"""What blocks come to."""
CEILINGS = tuple(name for name, one in REQUIREMENTS.items() if one.at_most and name != "budget")
"""Limits of room and power, which more money doesn't lift."""
MOST_TRIED = 64
"""Numbers of blocks that are tried below those that growth needs."""
STEPS = 12
"""Numbers of drives, and numbers of blocks, that are tried."""
PATIENCE = 30.0
"""Time limit of the search in seconds."""
PARTIAL = "partial block"
"""Name of a block with fewer drives than the others of its tier."""
SPENT = "usable_capacity"
"""What a budget is spent on."""
NONE_BETTER = (
    "No design was found that holds more for the budget: other drives, other numbers of drives and "
    "enclosures, and a block with fewer drives were tried"
)


@dataclass(frozen=True, slots=True)
class Spent:
    """The design with the most usable capacity within the budget and the limits of the site.

    `changes` are its edits by path, `options` the same for display; `proven`: no design that was
    left open has more.
    """

    changes: dict[str, Any]
    options: dict[str, str]
    plan: Results
    proven: bool

    @property
    def cost(self) -> float:
        """Its gross cost over all years."""
        return self.plan["site", COST] or 0.0


@dataclass(frozen=True, slots=True)
class Afforded:
    """The largest number of blocks that a gross budget affords, and their plan; None without any.

    `next_cost` is the gross cost of one block more; `broken` are the limits of the site that the
    plan breaks, with what it has, and `within` is the number of blocks that break none. `best` is
    the design that spends the budget best; None if whole blocks do.
    """

    tier: str
    blocks: int
    budget: float
    cost: float | None
    next_cost: float
    plan: Results | None
    left_out: str
    broken: tuple[str, ...] = ()
    within: int = 0
    best: Spent | None = None
    has_searched: bool = False
    """Whether other designs were tried, too."""

    @property
    def left(self) -> float | None:
        """What of the budget is left."""
        return None if self.cost is None else self.budget - self.cost


def built_tiers(scenario: Scenario) -> list[str]:
    """Return the names of the tiers whose blocks are counted; no whole tiers, no guests."""
    return [tier.name for tier in scenario.tiers if tier.built and not tier.shares_servers_of]


def afforded(results: Results, budget: float, tier: str, *, spend: bool = False) -> Afforded:
    """Find the most blocks of a tier whose gross cost over all years stays within a budget.

    With `spend`, also find the design that makes the most of the budget.

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

    needed = _needed_by_growth(planned(1), tier)
    if cost(needed) <= budget:
        blocks = largest(lambda count: cost(max(count, needed)) <= budget, MOST_BLOCKS)
    else:  # blocks bought later, at other prices, may cost more than at once
        blocks = next((n for n in _fewer(needed) if cost(n) <= budget), 0)
    if blocks == MOST_BLOCKS:
        what = f"{blocks} blocks of '{tier}' stay within the budget: do they have a price?"
        raise _refused(scenario, [what])
    broken, within = _broken(planned(max(blocks, 1)), results), blocks
    if blocks and broken:
        within = largest(lambda count: not _broken(planned(count), results), blocks - 1)
    best = None
    if spend:
        whole = planned(within) if within else None
        best = _best(results, budget, n, max(within, 1), whole)
        if best is None and broken and whole is not None:
            blocks_within = {"blocks": grouped(within)}
            best = Spent({f"tiers.{n}.blocks": within}, blocks_within, whole, proven=False)
    if not blocks:
        return Afforded(tier, 0, budget, None, cost(1), None, without(results), within=0, best=best)
    return Afforded(
        tier,
        blocks,
        budget,
        cost(blocks),
        cost(blocks + 1),
        planned(blocks),
        without(results),
        broken,
        within,
        best,
        spend,
    )


def _needed_by_growth(plan: Results, tier: str) -> int:
    """Return the blocks that a tier has in the last year; 1 without growth."""
    years = (path.rpartition("/")[2] for path in plan.years())
    found = (plan.values.get((f"site/{role}:{tier}/{year}", "blocks_owned"))
             for year in years for role in ("tiers", "metadata"))  # fmt: skip
    return max((int(one) for one in found if one), default=1)


def _fewer(blocks: int) -> Iterator[int]:
    """Yield smaller numbers of blocks, the largest first; of many only some."""
    step = max(1, blocks // MOST_TRIED)
    yield from range(blocks - 1, 0, -step)
    if step > 1:
        yield 1


def _ceilings(results: Results) -> list[Check]:
    return [check for check in results.checks if check.name in CEILINGS]


def _broken(planned: Results, results: Results) -> tuple[str, ...]:
    """Name the limits of the site that a plan breaks, and the parts that don't fit.

    A figure that becomes unknown, such as the racks of what is too heavy for one, breaks its limit.
    """
    currency = results.plan.scenario.economics.currency
    texts = [
        f"{check.title}: {show(check.planned, check.unit, currency=currency)} instead of "
        f"{show(check.required, check.unit, currency=currency)}"
        for before, check in zip(_ceilings(results), _ceilings(planned), strict=True)
        if check.required is not None
        and (
            before.planned is not None if check.planned is None else check.planned > check.required
        )
    ]
    return (*texts, *(text for text in unfit(planned) if text not in unfit(results)))


def _best(
    results: Results, budget: float, n: int, blocks: int, whole: Results | None
) -> Spent | None:
    """Return the design with the most usable capacity within the budget, better than whole blocks.

    What a scenario leaves open for the tier is searched; besides, fewer drives in each enclosure or
    server, the alternatives of the drives, fewer enclosures, and other numbers of blocks. One more
    block with fewer drives is tried, too.
    """
    found = _searched(results, budget, n, blocks)
    candidates = [] if found is None else [found]
    if whole is not None:
        candidates += _with_partial_block(results, budget, n, blocks)
    most = (whole["site", SPENT] or 0.0) if whole is not None else 0.0
    better = [one for one in candidates if (one.plan["site", SPENT] or 0.0) > most]
    return max(better, key=lambda one: (one.plan["site", SPENT] or 0.0, -one.cost), default=None)


def _searched(results: Results, budget: float, n: int, blocks: int) -> Spent | None:
    """Search the open designs of a tier for the most usable capacity within the budget."""
    scenario = results.plan.scenario
    ceilings = {f"requirements.{check.name}" for check in _ceilings(results)}
    lifted = [f"requirements.{name}" for name in scenario.data.get("requirements", {})]
    relaxed = {path: None for path in lifted if path not in ceilings}
    if scenario.checkpoint is not None:
        relaxed["checkpoint"] = None
    objective = {"maximise": SPENT}
    try:
        open_site = results.edited(
            {**relaxed, "choices": open_fields(results, n, blocks), "objective": objective}
        ).plan.scenario
        choosing = open_designs(open_site, watch=(watch := Watch(_until())))
        aim = Aim(SPENT, -1, further=(Limit(("site", COST), "Gross budget", high=budget),))
        found = run_search(choosing, aim, choosing.structures, watch, where=HERE)
        if found.best is None:
            return None
        changes = choosing.prober.changes(found.best.picks)
        planned = results.edited(changes)
        options = {
            path.split(".", 2)[2].replace(".", " ").replace("_", " "): _option(value, planned)
            for path, value in changes.items()
            if path == f"tiers.{n}.blocks" or _is_new(scenario.written_at(path), value)
        }
        return Spent(changes, options, planned, found.proven)
    except InputError:
        return None  # whole blocks stay the answer, where nothing else can be planned


def _is_new(old: Any, value: Any) -> bool:
    return bool((old["value"] if isinstance(old, dict) and "value" in old else old) != value)


def _option(value: Any, results: Results) -> str:
    """Return an option for display: of drives, their number and their name."""
    if not isinstance(value, dict):
        return spoken(value, results.plan.catalog)
    holder = _holder({"drives": value})
    name = spoken(_key(value), results.plan.catalog)
    return f"{_number(value[holder])} {holder.replace('_', ' ')}, {name}"


def _until() -> float:
    return Watch().now() + PATIENCE


def open_fields(results: Results, n: int, blocks: int) -> dict[str, Any]:
    """Return the choices of a tier: those of the scenario, drives, enclosures and blocks."""
    scenario, at = results.plan.scenario, f"tiers.{n}"
    data = scenario.data["tiers"][n]
    own = {
        path: value
        for path, value in scenario.data.get("choices", {}).items()
        if path.startswith(f"{at}.") and path != f"{at}.blocks"
    }
    drives = own.pop(f"{at}.drives", None)
    if not any(path.startswith(f"{at}.drives.") for path in own):
        kinds = drives if isinstance(drives, list) else list(_alternatives(data["drives"]))
        holder = _holder(data)
        counts = _counts(results, scenario.tiers[n].name, _number(data["drives"][holder]))
        full = {_key(kind): kind for kind in kinds}
        filled = [{**kind, holder: count} for kind in full.values() for count in counts]
        own[f"{at}.drives"] = list({repr(one): one for one in (*kinds, *filled)}.values())
    enclosures = data.get("enclosures", {}).get("per_block")
    if enclosures is not None and (has := _number(enclosures)) > 1:
        own.setdefault(f"{at}.enclosures.per_block", list(range(1, has + 1)))
    spares = data.get("target", {}).get("reserved_spares")
    if spares is not None and (kept := _number(spares)) > 1:
        own.setdefault(f"{at}.target.reserved_spares", [kept, kept // 2])
    first = max(1, min(blocks - 1, round(blocks * 0.75)))
    last = 2 * blocks if blocks <= STEPS else round(1.5 * blocks)
    step = max(1, (last - first) // (2 * STEPS))
    around = {*range(first, last + 1, step), *range(first, min(blocks + 3, last) + 1)}
    own[f"{at}.blocks"] = (
        sorted(around)
        if len(around) < 4 * STEPS
        else sorted({*range(first, last + 1, step), blocks, blocks + 1})
    )
    return own


def _number(figure: Any) -> int:
    return int(figure["value"] if isinstance(figure, dict) else figure)


def _holder(data: dict[str, Any]) -> str:
    """Return the field with the number of drives of what holds them."""
    return "per_enclosure" if "per_enclosure" in data["drives"] else "per_server"


def _key(kind: dict[str, Any]) -> str:
    return str(kind.get("part", kind.get("name", "")))


def _alternatives(drives: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the drives of a tier, and the alternatives that the scenario names for them."""
    yield drives
    for key in drives.get("alternatives", ()):
        yield {
            name: key if name == "part" else value
            for name, value in drives.items()
            if name not in ("price", "alternatives")
        }


def _counts(results: Results, tier: str, full: int) -> list[int]:
    """Return numbers of drives below the full one in an enclosure or a server, most first.

    They are those that whole targets and hot spares need, evenly chosen where there are many.
    """
    path = dict(results.tiers())[tier]
    in_block = results[path, "drives_per_block"] or full
    of_target = results[path, "drives_per_target"] or 1.0
    spares = results[path, "spare_drives_per_block"] or 0.0
    holders = in_block / full
    needed = {
        math.ceil((targets * of_target + kept) / holders)
        for targets in range(1, int(in_block / of_target) + 1)
        for kept in {spares, spares // 2}
    }
    below = sorted((count for count in needed if count < full), reverse=True)
    return below[:: math.ceil(len(below) / STEPS)] if below else []


def _with_partial_block(results: Results, budget: float, n: int, blocks: int) -> list[Spent]:
    """Return the plan of whole blocks and one with as many drives as the budget affords."""
    data = results.plan.scenario.data
    tier = data["tiers"][n]
    holder, name = _holder(tier), tier["name"]
    full = _number(tier["drives"][holder])
    enclosures = _number(tier.get("enclosures", {}).get("per_block", 1))
    spares = _number(tier.get("target", {}).get("reserved_spares", 0))
    sizes = sorted(
        (
            (held * count, held, count)
            for held in range(1, enclosures + 1)
            for count in (full, *_counts(results, name, full))
            if (held, count) != (enclosures, full)
        ),
        reverse=True,
    )
    for size, held, count in sizes[: 2 * STEPS]:
        block = deepcopy(tier)
        block |= {"name": f"{name} {PARTIAL}", "blocks": 1}
        block["drives"][holder] = count
        if enclosures > 1:
            block["enclosures"]["per_block"] = held
        if spares:
            block["target"]["reserved_spares"] = spares * size // (enclosures * full)
        tiers = [*data["tiers"][: n + 1], block, *data["tiers"][n + 1 :]]
        tiers[n] = {**tier, "blocks": blocks}
        changes = {"tiers": tiers, "choices": None, "objective": None}
        try:
            planned = results.edited(changes)
        except InputError:
            continue
        cost = planned["site", COST]
        if cost is not None and cost <= budget and not _broken(planned, results):
            options = {"blocks": grouped(blocks), PARTIAL: f"{grouped(size)} drives"}
            return [Spent(changes, options, planned, proven=False)]
    return []


def headline(found: Afforded, results: Results) -> str:
    """Return a sentence on how many blocks a budget affords, and which limits they break."""
    within = (
        f"{_money(found.budget, results)} gross over {results.plan.scenario.economics.years} years"
    )
    if found.plan is None:
        one = _money(found.next_cost, results)
        growth = later_cost(results.edited({blocks_field(results, found.tier): 1}))
        of_growth = f", {_money(growth, results)} of it net for growth" if growth else ""
        return f"{within} buys no block of {found.tier}: one costs {one}{of_growth}"
    text = f"{within} buys {_blocks(found.blocks)} of {found.tier}"
    if unknown := [check.title for check in _ceilings(found.plan) if check.planned is None]:
        text += f" (unknown whether they are within: {', '.join(unknown)})"
    if later := growth_verdict(found.plan.values, found.plan.years()):
        text += f"; {later}"
    if not found.broken:
        return text
    limits, within = "; ".join(found.broken), _blocks(found.within)
    return f"{text}, but they exceed limits ({limits}); at most {within} are within them"


def better(found: Afforded) -> str:
    """Return a sentence on the design that spends the budget better, or that none was found."""
    if found.best is None:
        return NONE_BETTER * (found.has_searched and found.plan is not None)
    options = "; ".join(f"{name}: {option}" for name, option in found.best.options.items())
    kind = "" if found.best.proven else " (best design found in the time allowed)"
    what = "Most usable capacity within all limits" if found.broken else "More usable capacity"
    later = growth_verdict(found.best.plan.values, found.best.plan.years())
    return f"{what} for the budget{kind}: {options}{'; ' * bool(later)}{later}"


def figures(found: Afforded, results: Results) -> list[tuple[str, ...]]:
    """Return what whole blocks, and the better design if there is one, come to, as texts.

    Each row has the name of a figure, that of whole blocks, and that of the better design.
    """
    plans = [
        (plan, cost)
        for plan, cost in (
            (found.plan, found.cost),
            (found.best.plan, found.best.cost) if found.best else (None, None),
        )
        if plan is not None and cost is not None
    ]
    if not plans:
        return []
    next_cost = [_money(found.next_cost, results)] * (found.plan is not None)
    rows: list[tuple[str, ...]] = [
        ("gross cost", *(_money(cost, results) for _, cost in plans)),
        *_of_growth([plan for plan, _ in plans], results),
        ("remaining budget", *(_money(found.budget - cost, results) for _, cost in plans)),
        ("gross cost with one block more", *next_cost, *[""] * (len(plans) - len(next_cost))),
        ("usable capacity", *(show_both(plan["site", FIGURES[0]]) for plan, _ in plans)),
    ]
    for word, name in zip(("read bandwidth", "write bandwidth"), FIGURES[1:], strict=True):
        rows.append((word, *(show(plan["site", name], "byte/s") for plan, _ in plans)))
    return rows


def later_cost(plan: Results) -> float | None:
    """Return what growth costs in later years, net; None if nothing is bought then."""
    return plan.values.get(("site", GROWTH))


def blocks_field(results: Results, tier: str) -> str:
    """Return the path of the field that holds the blocks of a tier."""
    n = next(n for n, one in enumerate(results.plan.scenario.tiers) if one.name == tier)
    return f"tiers.{n}.blocks"


def _of_growth(plans: Sequence[Results], results: Results) -> Iterator[tuple[str, ...]]:
    """Yield the row of what growth costs, where any plan buys for it."""
    costs = [later_cost(plan) for plan in plans]
    if any(costs):
        yield ("of it for growth, net", *(_money(cost or 0.0, results) for cost in costs))


def heads(found: Afforded) -> tuple[str, ...]:
    """Return the heads of the columns of `figures`."""
    both = (
        ("whole blocks", found.plan),
        ("within limits" if found.broken else "better design", found.best),
    )
    there = [name for name, one in both if one is not None]
    return ("figure", *(there if len(there) > 1 else ["value"]))


def _blocks(count: int) -> str:
    return f"{grouped(count)} {'block' if count == 1 else 'blocks'}"


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
    if results.values.get(("site", "years_of_unknown_owned_maintenance")):
        texts.append(
            "the maintenance of owned tiers is unknown: write 'installed.maintenance' in each"
        )
    waits = dict.fromkeys(results.item(*at).label for at in results.waits_for("site", COST))
    return texts or [
        (f"the gross cost over all years is unknown because of missing values: {', '.join(waits)}")
    ]
