"""What tables make of several figures opens its derivation as figures of the model do."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario
from model.answers.derivations import called, opened, waits
from model.answers.results import Results
from model.answers.views.capacity import steps
from model.answers.views.chain import chain
from model.answers.views.view import Value, View, number
from model.answers.views.view_formulas import BY_NAME, UNITS, door_of
from model.answers.views.years import costs

TIER = "site/tiers:scratch"


@pytest.fixture(scope="module")
def results() -> Results:
    return evaluate(load_scenario("scenarios/astra.yaml"))


def made_in(view: View) -> list[Value]:
    entries = (entry for row in view.rows for entry in row.entries)
    return [one for one in entries if isinstance(one, Value) and one.formula is not None]


@pytest.mark.parametrize("view", ["steps", "chain", "costs"])
def test_what_a_table_makes_is_found_again_by_its_door(results: Results, view: str) -> None:
    found = {
        "steps": lambda: steps(results, TIER),
        "chain": lambda: chain(results, f"{TIER}/healthy:healthy", "write"),
        "costs": lambda: costs(results),
    }[view]()
    values = made_in(found)
    assert values
    for value in values:
        node = opened(results, door_of(value))
        assert node.value == number(results, value)
        assert [one.address for one in node.operands] == [
            results.plan.program.address(*at) for at in value.addresses
        ]
        assert called(results, door_of(value)) == node.item.label


def test_the_formula_stands_with_its_numbers(results: Results) -> None:
    """Astra: 413.7 of 512 TB."""
    door = f"=share_of_raw|{TIER}.usable_capacity|{TIER}.raw_capacity"
    node = opened(results, door)
    assert node.formula == "Usable capacity / Raw capacity"
    assert node.substituted == "[413.7 TB] / [512 TB]"
    assert node.shown == "80.8 %"
    assert node.item.title == "Share of the tier's raw capacity."
    assert node.label == "Share of raw (scratch)"
    assert "=" not in node.latex, "it has no symbol of its own"


def test_an_unknown_one_says_what_it_waits_for(results: Results) -> None:
    door = "=sum_of_years|site/years:year 0.year_capital|site/years:year 1.year_capital"
    node = opened(results, door)
    assert node.value is None
    assert waits(results, node) == waits(results, opened(results, "site.capital_cost"))


@pytest.mark.parametrize(
    "door",
    [
        "=share_of_raw",
        "=share_of_raw|site.nothing",
        f"=eval|{TIER}.raw_capacity",
        "=__import__|site.raw_capacity",
        "=",
        "|",
        "site.nothing",
    ],
)
def test_what_no_plan_has_is_refused(results: Results, door: str) -> None:
    """A door comes from a browser, or from an address that somebody wrote."""
    with pytest.raises(LookupError):
        opened(results, door)
    assert called(results, door) == ""


def test_each_formula_has_a_name_of_its_own_and_says_what_it_is() -> None:
    assert len(BY_NAME) == len(UNITS)
    for formula in UNITS:
        title = (formula.__doc__ or "").partition("\n")[0]
        assert title.endswith(".")
        assert not title.startswith("Give"), "it stands under a number"


@pytest.mark.parametrize(
    "door",
    [
        f"=share_of_raw|{TIER}.usable_capacity|{TIER}.nothing",
        f"=share_of_raw|{TIER}.nothing|{TIER}.raw_capacity",
        "=share_of_raw|",
        f"=nothing|{TIER}.usable_capacity|{TIER}.raw_capacity",
        f"share_of_raw|{TIER}.usable_capacity|{TIER}.raw_capacity",
    ],
)
def test_a_door_of_which_a_plan_lacks_a_part_opens_nothing(results: Results, door: str) -> None:
    """Each figure that it names has to be there, and its formula."""
    assert called(results, door) == ""
    with pytest.raises(LookupError):
        opened(results, door)
