"""Any number is found by what it is called, where it stands, or what it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.numbers import not_modelled, numbers
from model.answers.results import Results

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="module")
def plan() -> Results:
    return evaluate(load_scenario(SCENARIOS / "astra.yaml"))


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("usable capacity", ("site", "usable_capacity")),
        ("Dump TIME", ("site", "dump_time")),
        ("write_bandwidth", ("site", "write_bandwidth")),
        ("scratch usable", ("site/tiers:scratch", "usable_capacity")),
    ],
)
def test_what_is_called_so_comes_first(plan: Results, words: str, first: tuple[str, str]) -> None:
    """The site's before its parts'; case and underscores don't count."""
    assert numbers(plan, words)[0] == first


@pytest.mark.long
def test_every_number_is_found_by_its_name_and_its_place(plan: Results) -> None:
    for path, name in list(plan.values)[::7]:
        assert (path, name) in numbers(plan, f"{path} {name}")


def test_nothing_sought_finds_nothing(plan: Results) -> None:
    """Neither does what nobody calls anything."""
    assert numbers(plan, " _ ") == numbers(plan, "zzz") == []


def test_what_a_plan_lacks_is_said_with_what_it_has_near(plan: Results) -> None:
    """Checkpoints onto drives of unknown endurance are writes per day, so wear isn't lacking."""
    here = evaluate(load_scenario(SCENARIOS / "cri.yaml"))
    assert "availability" in [name for _, name in numbers(here, "availability")[:5]]
    assert "doesn't tell the availability" in not_modelled(here, "availability")
    assert "Drive wear" in not_modelled(here, "DWPD")
    assert not_modelled(here, "usable capacity") == ""
    assert "planned_writes_per_day" in [name for _, name in numbers(plan, "DWPD")[:5]]
    assert not_modelled(plan, "DWPD") == ""


def test_data_loss_is_found_where_a_plan_counts_it(plan: Results) -> None:
    """Astra's drives have no failure rate, those of the template have."""
    assert "not part of this plan" in not_modelled(plan, "data loss")
    here = evaluate(load_scenario(SCENARIOS / "templates/project-space.yaml"))
    assert "loss_probability" in [name for _, name in numbers(here, "data loss")[:5]]
    assert numbers(here, "uptime")[0] == ("site", "availability")
    assert not_modelled(here, "data loss") == not_modelled(here, "uptime") == ""
