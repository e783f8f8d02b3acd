"""What must hold of every search, whatever is searched."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from model import load_scenario
from model.design.scenario import edited
from model.errors import InputError
from model.search.answers import (
    alternatives,
    front,
    prices,
    search_json,
    text_of,
    why_not,
)
from model.search.obstacles import obstacles, waits_for
from model.search.progress import Watch
from model.search.search import aim_of, choices, run_search, search
from model.search.spaces import Aim, Limit
from tests.search.spaces import FILE, choosing, part_of

FEW = {"choices": {"tiers.0.blocks": [1, 2]}}
COST, CAPACITY = ("site", "capital_cost"), ("site", "usable_capacity")


def _best(aim, structures=None):
    found = choosing()
    return run_search(found, aim, structures or found.structures, Watch())


@pytest.fixture(scope="module")
def cheapest():
    return _best(Aim("capital_cost", 1))


def test_the_best_is_planned_and_meets_everything(cheapest):
    assert cheapest.proven
    assert cheapest.assumed == []
    assert cheapest.best.results["site", "capital_cost"] == cheapest.figure
    assert all(check.met for check in cheapest.best.results.checks)
    assert cheapest.best.results["site", "design_fits"] != 0


@pytest.mark.long
def test_more_budget_never_gives_less():
    reached = [-_best(Aim("usable_capacity", -1, budget)).cost for budget in (4e5, 6e5, 9e5, 1.2e6)]
    assert reached == sorted(reached)
    assert reached[0] < reached[-1]


@pytest.mark.long
def test_a_looser_requirement_never_costs_more():
    costs = [
        _best(Aim("capital_cost", 1, scaled=((CAPACITY, times),))).cost
        for times in (0.5, 1.0, 1.5, 2.0)
    ]
    assert costs == sorted(costs)
    assert costs[0] < costs[-1]


@pytest.mark.long
@pytest.mark.parametrize("times", [2.0, 1e3])
def test_what_stands_in_the_way_would_do(times):
    """With a requirement no further than what is reached, there is a design, and no sooner."""
    aim = Aim("capital_cost", 1, budget=2e5, scaled=((CAPACITY, times),))
    none = _best(aim)
    assert none.best is None
    said = obstacles(none)
    assert not said.stopped
    reached = {one.what: one for one in said}
    capacity = reached["Required usable capacity"]
    most = times * capacity.figure / capacity.needed
    assert _best(replace(aim, scaled=((CAPACITY, most * (1 - 1e-9)),))).best is not None
    assert _best(replace(aim, scaled=((CAPACITY, most * (1 + 1e-6)),))).best is None
    least = reached["Budget of the purchase, net"].figure
    if times > 2:  # whatever the budget is, so much can't be had
        assert least is None
        return
    assert _best(replace(aim, budget=least * (1 + 1e-9))).cost == pytest.approx(least)
    assert _best(replace(aim, budget=least * (1 - 1e-6))).best is None


def test_what_nobody_knows_of_any_design_is_named():
    """All wait for the price of an enclosure: no requirement would help."""
    scenario = edited(load_scenario(FILE), {"tiers.0.enclosures.price": None, **FEW})
    none = search(scenario)
    assert none.best is None
    assert waits_for(none) == "the price of Seagate Exos E 4U106"
    assert all(one.figure is None for one in obstacles(none))
    assert not waits_for(_best(Aim("capital_cost", 1, budget=1.0)))


def test_another_option_never_makes_it_worse():
    rng = np.random.default_rng(4)
    structure = choosing().structures[0]
    for _ in range(4):
        fewer = part_of(structure, rng)
        assert _best(Aim("capital_cost", 1), [structure]).cost <= (
            _best(Aim("capital_cost", 1), [fewer]).cost
        )


@pytest.mark.long
def test_the_front_holds_no_dominated_design(cheapest):
    designs = front(cheapest, "usable_capacity", most=3)
    assert len(designs) == 3
    points = [(d.results[COST], d.results[CAPACITY]) for d in designs]
    assert points == sorted(points)
    for cost, capacity in points:  # nothing has as much for less, nor more for as much
        less = Limit(COST, "", high=cost * (1 - 1e-9))
        enough = Limit(CAPACITY, "", low=capacity)
        assert _best(Aim("capital_cost", 1, further=(less, enough))).best is None
        more = Limit(CAPACITY, "", low=capacity * (1 + 1e-9))
        affordable = Limit(COST, "", high=cost)
        assert _best(Aim("capital_cost", 1, further=(more, affordable))).best is None


def test_the_same_again_gives_the_same_bits(cheapest):
    again = _best(Aim("capital_cost", 1))
    assert again.cost == cheapest.cost
    assert again.best.picks == cheapest.best.picks


def test_alternatives_are_near_and_have_their_option(cheapest):
    objective = choosing().scenario.objective
    found = alternatives(cheapest, objective, of=["tiers.0.target.layout"])
    assert found
    for one in found:
        assert one.design.choices[one.path] == one.option
        assert 0 <= one.gap <= objective.near
        cost = one.design.results[COST]
        assert cost == pytest.approx(cheapest.figure * (1 + one.gap))
    assert [one.gap for one in found] == sorted(one.gap for one in found)


def test_what_is_asked_has_a_price(cheapest):
    said = {one.what: one.change for one in prices(cheapest, 1.0)}
    assert said["Required usable capacity"] > 0
    assert all(change is None or change >= 0 for change in said.values())


def test_why_not_says_what_is_missing(cheapest):
    reasons = why_not(cheapest, {"tiers.0.blocks": "1"})
    assert [reason.what for reason in reasons] == [
        "Required usable capacity",
        "Required read bandwidth",
        "Required write bandwidth",
    ]
    assert str(reasons[0]).endswith("instead of 8 PB")
    assert why_not(cheapest, {}) == []


def test_excluded_designs_are_counted(cheapest):
    counted = {one.by: one.designs for one in cheapest.excluded}
    assert counted["unknown: capital cost"] == choosing().designs / 5  # one drive has no price
    assert not any(one.estimated for one in cheapest.excluded)


@pytest.mark.parametrize(("price", "few"), [("900 EUR", 1024), (None, 4)])
def test_what_racks_exclude_is_counted_too(price, few, monkeypatch):
    """Only the packing says it, and what hangs on it: what racks cost, or that nobody knows it."""
    monkeypatch.setattr("model.search.search.SLOW_SAMPLE", few)
    shelf = {"name": "shelf", "per": "rack", "count": 1, "price": price, "power": "0 W"}
    changes = {
        "choices": {"tiers.0.blocks": [1, 4, 9], "tiers.0.enclosures.per_block": [1, 2, 3]},
        "common": [{**shelf, "rack_units": 0, "weight": "0 kg"}],
        "requirements.racks": 2,
        "site.rack_units": 42,
    }
    found = search(edited(load_scenario(FILE), changes))
    planned = [found.choosing.design(picks).results for picks in product(range(3), range(3))]
    too_many = sum(one["site", "racks"] > 2 for one in planned)
    counted = {one.by: one for one in found.excluded}
    racks = counted["Maximum number of racks"]
    assert racks.estimated == (few < len(planned))
    assert racks.designs == too_many or racks.estimated
    assert 0 < too_many < len(planned)
    unknown = counted.get("unknown: capital cost")
    assert (unknown is None) == (price is not None)
    assert unknown is None or unknown.designs == len(planned)
    assert (found.best is None) == (price is None)


def test_a_design_opens_as_a_scenario(cheapest, tmp_path):
    file = tmp_path / "best.yaml"
    file.write_text(text_of(cheapest.best), encoding="utf-8")
    design = load_scenario(file)
    assert not design.choices
    from model import evaluate

    assert evaluate(design)["site", "capital_cost"] == cheapest.figure


def test_it_can_be_stopped(cheapest):
    told = []

    def tell(done, best):
        told.append((done, best))
        return False

    found = search(choosing(), progress=tell)
    assert found.stopped
    assert not found.proven
    assert found.best is None
    assert told == [(0.0, None)] * len(told)
    assert search_json(found)["proven"] is False
    assert search_json(cheapest)["best"]["choices"]["tiers.0.blocks"] == "2"


@pytest.mark.long
def test_progress_is_a_share_that_grows():
    told = []
    found = search(
        load_scenario(FILE), progress=lambda done, best: told.append((done, best)) or True
    )
    shares = [done for done, _ in told]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert len(found.choosing.structures) > 1
    assert 0.5 <= shares[-1] < 1
    assert told[-1][1] is not None


def test_it_can_be_stopped_while_options_are_planned():
    told = []
    found = search(load_scenario(FILE), progress=lambda *_: told.append(0) or len(told) < 5)
    assert found.stopped
    assert not found.proven
    assert found.best is None
    assert found.choosing.prober.planned < 5
    assert search_json(found)["stopped"] is True


def test_what_the_progress_raises_ends_it():
    def tell(done, best):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        search(choosing(), progress=tell)


def test_a_bound_is_below_the_best(cheapest):
    """What is known before anything is computed is never above what is found."""
    stopped = search(choosing(), progress=lambda *_: False)
    assert stopped.bound <= cheapest.cost


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"choices": {"tiers.0.nothing.at": [1]}}, "tiers.0.nothing"),
        ({"choices": {"tiers.0.blocks": [1, 1]}}, "twice"),
        (
            {"choices": {"tiers.0.drives.part": [["x"]]}},
            "choices: no combination of options can be planned: tiers.0.drives.part: found a list:"
            " write a text",
        ),
        ({"choices": {"tiers.0.drives.part": [{"x": "y"}]}}, "found a mapping: write a text"),
        ({"choices": {"tiers.0.drives.part": {"kind": "tape"}}}, "no part is of kind"),
        ({"choices": {"tiers.0.drives.part": {"kind": "hdd", "bays": {"least": 3}}}}, "'bays'"),
        (
            {"choices": {"tiers.0.drives.part": {"kind": "hdd", "capacity": {"least": "9 EB"}}}},
            "less",
        ),
        ({"choices": None}, "no variables"),
        ({"objective": None, **FEW}, "no objective"),
        ({"objective": {"minimise": "beauty"}, **FEW}, "beauty"),
        ({"objective": {"minimise": "racks", "budget": "1 MUSD"}, **FEW}, "EUR"),
    ],
)
def test_what_is_wrong_is_said(changes, what):
    scenario = load_scenario(FILE)
    with pytest.raises(InputError, match=what):
        search(edited(scenario, changes))


def test_what_is_missing_is_said_at_once():
    """Neither choices nor an objective: a line each."""
    with pytest.raises(InputError) as error:
        search(edited(load_scenario(FILE), {"choices": None, "objective": None}))
    assert [problem.field for problem in error.value.problems] == ["choices", "objective"]


def test_an_aim_says_what_is_best():
    scenario = load_scenario(FILE)
    assert aim_of(scenario) == Aim("capital_cost", 1)
    assert replace(aim_of(scenario), name="racks").address == ("site", "racks")
    assert len(choices(edited(scenario, {"choices": {"tiers.0.blocks": [1, 2]}})).structures) == 1
