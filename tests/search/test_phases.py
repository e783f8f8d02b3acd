"""A purchase in phases: what going through all ways of it finds, each planned whole."""

import math
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.views.view import FixedValue
from model.design.choices import Objective
from model.design.scenario import Scenario, edited
from model.errors import InputError
from model.search.phases import phased
from model.search.search import search
from model.search.views import bought, by_phase, sentence_of_phases
from tests.search.spaces import FILE
from tests.search.test_mix import FAST

NAMES = ("first", "second")
PHASES = [
    {"name": "first", "share": "40 %", "after": "0 months"},
    {"name": "second", "share": "60 %", "after": "13 months"},
]
NEEDED = {"capacity": 8e15, "read_bandwidth": 100e9}
CHOICES = {
    "tiers.0.blocks": [1, 2],
    "tiers.0.target.layout": ["raidz2:10"],
    "tiers.1.blocks": [1, 3],
}
FIGURES = {"capacity": "usable_capacity", "read_bandwidth": "read_bandwidth"}


SHARED = {
    "site": {"rack_units": 20},
    "existing": ["network cables"],
    "fabric": {
        "switch": {
            "part": "mellanox-qm8700",
            "price": "9 kEUR",
            "ports": {"value": 4, "because": "made up: many are shared"},
        },
        "other_ports": 3,
    },
    "common": [
        {"name": "rack", "per": "rack", "count": 1, "rack_units": 0, "price": "4 kEUR"}
        | {"power": "0 W", "weight": "0 kg"}
    ],
}
"""What tiers share: racks and switches."""


@cache
def left_open(*, is_shared: bool = False) -> Scenario:
    """Give a scenario of two tiers, of each of which two designs are left open."""
    scenario = load_scenario(FILE)
    tiers = deepcopy(scenario.data["tiers"])
    tiers.append({**deepcopy(tiers[0]), "name": "fast", "drives": FAST})
    money = {"currency": "EUR", "years": 5, "phases": PHASES, "price_decline": "20 %"}
    asked = {"capacity": "8 PB", "read_bandwidth": "100 GB/s"}
    changes = {"tiers": tiers, "requirements": asked, "choices": CHOICES, "economics": money}
    return edited(scenario, {**changes, **(SHARED if is_shared else {})})


@cache
def planned(counts: tuple[int, ...], *, is_shared: bool = False) -> dict[str, float]:
    """Give the figures of a site: so many tiers of each of the four designs, planned whole."""
    names = (*FIGURES.values(), "capital_cost")
    if not sum(counts):
        return dict.fromkeys(names, 0.0)
    own, tiers = left_open().data["tiers"], []
    for n, count in enumerate(counts):
        for k in range(count):
            blocks = CHOICES[f"tiers.{n // 2}.blocks"][n % 2]
            tier = {**deepcopy(own[n // 2]), "name": f"t {n} {k}", "blocks": blocks}
            tiers.append(
                {**tier, "target": {**tier["target"], "layout": "raidz2:10"}} if n < 2 else tier
            )
    whole = {"tiers": tiers, "choices": None, "objective": None}
    results = evaluate(edited(left_open(is_shared=is_shared), whole))
    return {name: results["site", name] or 0.0 for name in names}


@cache
def all_ways(*, is_shared: bool = False) -> list[tuple[list[float], dict[str, float]]]:
    """Give the cost of each phase, and the figures at the end, of all ways that do in time."""
    found = []
    ways = [(None, 0, 1), (None, 2, 3)] * 2
    for taken in product(*ways):
        sums, bought = [], [0, 0, 0, 0]
        for phase in (taken[:2], taken[2:]):
            for one in phase:
                if one is not None:
                    bought[one] += 1
            sums.append(planned(tuple(bought), is_shared=is_shared))
        needed = zip(sums, (0.4, 1.0), strict=True)
        if all(
            there[FIGURES[name]] >= share * figure * (1 - 1e-9)
            for there, share in needed
            for name, figure in NEEDED.items()
        ):
            first, last = (one["capital_cost"] for one in sums)
            found.append(([first, (last - first) * 0.8], sums[1]))
    return found


@pytest.mark.long
@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("budget", [None, 100_000, 260_000, 300_000, 320_000])
def test_it_is_the_cheapest_of_all_ways(budget: float | None, *, is_shared: bool) -> None:
    """Under any budget of the first phase, which the cheapest way of all goes over."""
    said: dict[str, Any] = {"minimise": "capital_cost"}
    if budget is not None:
        said["phase_budgets"] = {"first": f"{budget} EUR"}
    found = phased(left_open(is_shared=is_shared), Objective.model_validate(said))
    ways = all_ways(is_shared=is_shared)
    costs = [sum(paid) for paid, _ in ways if budget is None or paid[0] <= budget]
    assert found.proven
    if not costs:
        assert found.results is None
        least = min(paid[0] for paid, _ in ways)  # with as many racks as units ask for, or more
        close = 0.95 if is_shared else 1 - 1e-6
        assert close * least <= found.budget_needed["first"] <= least * (1 + 1e-6)  # "at least"
        assert found.budget_needed["first"] <= least * (1 + 1e-6)
        return
    assert found.cost == pytest.approx(min(costs), rel=1e-9)
    assert found.bound == pytest.approx(found.cost, rel=1e-6)


@pytest.mark.long
@pytest.mark.parametrize(
    "budgets", [(200_000, 400_000), (260_000, 400_000), (400_000, 220_000), (400_000, 400_000)]
)
def test_it_is_the_most_that_budgets_allow(budgets: tuple[float, float]) -> None:
    said = {name: f"{budget} EUR" for name, budget in zip(NAMES, budgets, strict=True)}
    aim = Objective.model_validate({"maximise": "usable_capacity", "phase_budgets": said})
    found = phased(left_open(), aim)
    reached = [
        figures["usable_capacity"]
        for paid, figures in all_ways()
        if all(one <= budget for one, budget in zip(paid, budgets, strict=True))
    ]
    assert found.proven
    assert found.figure == (pytest.approx(max(reached), rel=1e-9) if reached else None)


@pytest.mark.parametrize("is_shared", [False, True])
def test_what_is_found_is_a_plan_that_says_the_same(*, is_shared: bool) -> None:
    """Its phases cost what was found, at their prices; all that is required is met."""
    found = phased(left_open(is_shared=is_shared))
    assert found.results is not None
    assert all(check.met for check in found.results.checks)
    for one in found.phases:
        cost = found.results[f"site/phases:{one.name}", "phase_cost"]
        assert cost == pytest.approx(one.cost, rel=1e-9)
        assert all(one.there[name] >= needed * (1 - 1e-9) for name, needed in one.needed.items())
    tiers = [one.name for one in found.results.plan.root.children["tiers"]]
    assert tiers == [one.data["name"] for phase in found.phases for one in phase.bought]


def test_a_phase_that_buys_nothing_is_none() -> None:
    """Where the first one must buy what is enough for both."""
    choices = {"tiers.0.blocks": [8], "tiers.1.blocks": [8]}
    found = phased(edited(left_open(), {"choices": choices}))
    assert [len(phase.bought) for phase in found.phases] == [1, 0]
    assert found.results is not None
    assert [one.name for one in found.results.plan.scenario.economics.phases] == ["first"]
    assert found.results["site", "capital_cost"] == pytest.approx(found.cost)
    assert [row.entries for row in bought(found).rows][1] == ("—", "nothing")


@pytest.mark.long
def test_sequoias_three_shipments() -> None:
    """Without a price: a tenth, a half, and all of 50 PB, of 140.1 TB a block, no sooner."""
    scenario = load_scenario("scenarios/sequoia.yaml")
    blocks = {"tiers.0.blocks": {"from": 1, "to": 400}}
    least = {"minimise": "raw_capacity"}
    found = phased(edited(scenario, {"choices": blocks, "objective": least}))
    counts = [int(one.choices["blocks"]) for phase in found.phases for one in phase.bought]
    assert counts == [36, 143, 178]
    assert [phase.cost for phase in found.phases] == [None] * 3
    assert found.proven


@pytest.mark.long
@pytest.mark.parametrize("name", ["project-space", "flash-scratch", "ai-training-store"])
def test_one_phase_is_what_a_search_finds(name: str) -> None:
    """With racks, their power, PDUs and switches; not proven where power fills racks first."""
    scenario = load_scenario(f"scenarios/templates/{name}.yaml")
    whole = search(scenario)
    phases = [{"name": "all", "share": "100 %", "after": "0 months"}]
    found = phased(edited(scenario, {"economics.phases": phases}))
    assert found.cost == pytest.approx(whole.cost, rel=1e-9)
    assert found.gap is not None
    assert found.gap < 0.01


def test_it_can_be_stopped() -> None:
    told: list[float] = []
    found = phased(left_open(), progress=lambda *_: told.append(0) or len(told) < 4)
    assert found.stopped
    assert not found.proven
    assert found.results is None
    assert phased(left_open(), seconds=-1.0).stopped


def wrong(changes: dict[str, Any], objective: dict[str, Any] | None = None) -> str:
    said = Objective.model_validate(objective) if objective else None
    with pytest.raises(InputError) as error:
        phased(edited(left_open(), changes), said)
    return str(error.value)


def test_what_is_wrong_is_said() -> None:
    least = {"minimise": "capital_cost"}
    assert "write 'phases'" in wrong({"economics.phases": None})
    racks = {**CHOICES, "site.rack_units": [42, 48]}
    assert "only fields of tiers can be variables" in wrong({"choices": racks})
    switch = {"part": "mellanox-qm8700", "price": "9 kEUR"}
    tree = {"switch": switch, "topology": "fat tree", "other_ports": 100}
    shared = {"existing": ["network cables"], "fabric": tree}
    assert "capital cost is not a sum over the tiers" in wrong(shared)
    assert "there are no variables" in wrong({"choices": None})
    assert "only fields of tiers can be variables" in wrong({"choices": {"tiers.7.blocks": [1, 2]}})
    assert "is not a figure of this site" in wrong({}, {"minimise": "beauty"})
    assert "no phase has this name" in wrong({}, {**least, "phase_budgets": {"third": "1 EUR"}})
    assert "write it in EUR" in wrong({}, {**least, "phase_budgets": {"first": "1 USD"}})
    with pytest.raises(InputError, match="--phases"):
        search(
            left_open(), Objective.model_validate({**least, "phase_budgets": {"first": "1 EUR"}})
        )


@pytest.mark.parametrize(("share", "is_enough"), [(1.001, True), (0.999, False)])
def test_the_whole_purchase_may_have_a_budget(share: float, *, is_enough: bool) -> None:
    """Of all phases together, at the prices of each."""
    least = min(sum(paid) for paid, _ in all_ways())
    said = {"minimise": "capital_cost", "budget": f"{least * share:.2f} EUR"}
    found = phased(left_open(), Objective.model_validate(said))
    assert found.proven
    assert (found.results is not None) is is_enough
    if is_enough:
        assert found.cost == pytest.approx(least)
        assert not found.budget_needed
    else:
        assert found.budget_needed == {"": pytest.approx(least)}
        assert "EUR for all phases" in sentence_of_phases(found)
        assert sentence_of_phases(found).startswith("no purchase meets all requirements in these")


def test_what_is_said_of_a_purchase_in_phases() -> None:
    found = phased(left_open(), Objective(minimise="capital_cost"))
    cost = f"{found.cost:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}") + " EUR"
    paid = "(at the prices of each phase)"
    head = f"{found.designs} designs for each phase: the lowest capital cost"
    assert sentence_of_phases(found) == f"{head} {paid} is {cost}, proven"
    near = replace(found, proven=False, bound=found.cost * 0.75)
    assert near.gap == pytest.approx(0.25)
    assert sentence_of_phases(near) == (
        f"{head} found {paid} is {cost}, not proven; another could be at most 25.0 % better"
    )
    unsure = replace(near, bound=-math.inf)
    assert unsure.gap is None
    assert sentence_of_phases(unsure).endswith("how much better another could be is unknown")
    none = replace(found, results=None)
    assert sentence_of_phases(none) == "no purchase meets all requirements in these phases"
    assert sentence_of_phases(replace(none, proven=False)).startswith("no purchase was found that")
    stopped = replace(none, stopped=True)
    assert sentence_of_phases(stopped).startswith("Stopped before a purchase was found")
    assert (none.gap, replace(none, proven=False).gap) == (0.0, None)
    table = by_phase(found)
    assert [row.label for row in table.rows] == list(NAMES)
    assert [column.head for column in table.columns][:2] == ["Price", table.columns[1].head]
    assert "Budget" not in {column.head for column in table.columns}
    costs = [row.entries[0] for row in table.rows]
    assert costs == [FixedValue(phase.cost, "currency") for phase in found.phases]
    limited = replace(found, phases=[replace(found.phases[0], budget=1e6), found.phases[1]])
    table = by_phase(limited)
    assert [row.entries[1] for row in table.rows] == [FixedValue(1e6, "currency"), "\N{EM DASH}"]
