"""Ways to grow: which is the best, and which goals need saying more."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from model.answers.results import Results
from model.errors import InputError
from model.search.growth import Goal, Growth, Way, goal_of
from tests.answers.test_extensions import SMALL, TEXT, planned

DAY, LATER = datetime.date(2028, 12, 1), datetime.date(2029, 3, 1)
FIGURES = {"usable_capacity": 3e15, "read_bandwidth": 2e10, "write_bandwidth": 1e10}
TWO = TEXT.replace("    OWNED\n", "") + SMALL


@pytest.fixture(scope="module")
def results() -> Results:
    return planned()


@pytest.fixture(scope="module")
def way(results: Results) -> Way:
    return Way(
        steps=("add one block (x 2)", "add an enclosure"),
        results=results,
        figures=FIGURES,
        cost=1e6,
        known_cost=9e5,
        cost_of_years=3e6,
        lead_time=86400.0,
        lead_of="disks: a day, made up",
        order_by=DAY,
        arrives=LATER,
        in_time=True,
        cost_at_order=1.25e6,
    )


def _growth(*ways: Way) -> Growth:
    goal = Goal("project", {"usable_capacity": 2.5e15}, DAY)
    return Growth(goal, FIGURES, ways, (("too late", 2),), 9)


def test_the_best_way_is_the_first_if_it_is_in_time_and_its_cost_is_known(way: Way) -> None:
    assert _growth(way).best is way
    assert _growth(replace(way, in_time=False)).best is None
    assert _growth(replace(way, cost_at_order=None)).best is None
    assert _growth().best is None


def test_what_a_demand_requires_is_less_what_other_tiers_have(results: Results) -> None:
    both = planned(TEXT + SMALL)
    need = goal_of(both, {}, DAY, tier="project").figures["usable_capacity"]
    others = both["site/tiers:samples", "usable_capacity"]
    assert others is not None
    alone = goal_of(results, {}, DAY).figures["usable_capacity"]
    assert need == pytest.approx(alone - others)
    assert goal_of(results, {}, datetime.date(2026, 11, 2)).figures["usable_capacity"] < alone


@pytest.mark.parametrize(
    ("by", "tier", "message"),
    [
        (None, "project", "write the capacity needed, or enter a demand and write the day"),
        (datetime.date(2050, 1, 1), "project", "the demand on this day is unknown"),
        (DAY, "", "choose the tier that grows: project, samples"),
    ],
)
def test_goals_that_are_not_clear(by: datetime.date | None, tier: str, message: str) -> None:
    with pytest.raises(InputError) as wrong:
        goal_of(planned(TWO), {}, by, tier)
    assert message in str(wrong.value)
