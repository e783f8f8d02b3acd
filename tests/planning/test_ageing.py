"""Drives that fail more often while new or worn: their replacements, spares and limits."""

from __future__ import annotations

import math

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.spare_budget import spare_budget
from model.answers.views.replacement_table import AS_THE_FIRST, replacements_json, said
from model.answers.why import why
from model.errors import InputError

TEXT = """
schema: ostimate.scenario/1
name: ageing
economics: {years: 5}
tiers:
  - name: t
    blocks: 2
    servers: {name: server, per_block: 2}
    enclosures: {name: JBOD, per_block: 4, bays: 60}
    drives: {name: disk, per_enclosure: 55, capacity: 20 TB, price: 500 EUR}
    spares: {failure_rate: 2 %}
    target: {layout: "raidz3:11"}
"""
TIER = "site/tiers:t"
DRIVES, RATE = 440, 0.02
EARLY, LATE = "early_failures: 3, early_life: 0.5 years", "late_failures: 2, late_life: 1 year"
STATES = f"    states: {{{EARLY}, {LATE}}}\n"
AT = "    target:"
AGES = (AT, STATES + AT)
REPLACED = ("{years: 5}", "{years: 5, drive_replacements: true, currency: EUR}")


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("ageing.yaml", text))


def test_new_and_worn_drives_are_replaced_more_often() -> None:
    """Of five years half a year at three times the rate, and one at twice the rate."""
    failures = DRIVES * RATE * (5 + 0.5 * 2 + 1 * 1)
    found = planned(AGES)
    assert found[TIER, "expected_replacements"] == pytest.approx(failures)
    assert found[TIER, "replacement_drives"] == math.ceil(failures)
    assert found[TIER, "yearly_drive_failures"] == pytest.approx(failures / 5)


@pytest.mark.parametrize(("years", "whole"), [(2, 2 + 1), (4.5, 4.5 + 1 + 0.5), (6, 6 + 1 + 2)])
def test_spares_for_other_years_than_those_of_the_service(years: float, whole: float) -> None:
    """Without the worn ones, with half a year of them, and with a year after the service."""
    found = planned(AGES, ("failure_rate: 2 %", f"failure_rate: 2 %, years: {years}"))
    assert found[TIER, "expected_replacements"] == pytest.approx(DRIVES * RATE * whole)


def test_spares_suffice_while_drives_fail_most_often() -> None:
    """The stock is that of drives that always fail at three times the rate."""
    found, often = planned(AGES), planned(("2 %", "6 %"))
    for name in ("failures_in_lead_time", "shelf_drives"):
        assert found[TIER, name] == pytest.approx(often[TIER, name])
    assert (found[TIER, "shelf_drives"] or 0) > (planned()[TIER, "shelf_drives"] or 0)


def test_parts_on_the_shelf_suffice_where_a_tier_states_no_spares() -> None:
    """The rate is that of the part in the field; the budget counts the same failures."""
    part = ("name: disk,", "part: seagate-exos-x20-20tb,")
    unspared = ("    spares: {failure_rate: 2 %}\n", "")
    constant, ages = planned(part, unspared), planned(part, unspared, AGES)
    rate = constant[TIER, "drive_failure_rate"] or 0.0
    assert ages[TIER, "yearly_drive_failures"] == pytest.approx(DRIVES * rate * 7 / 5)
    assert (ages[TIER, "shelf_drive"] or 0) > (constant[TIER, "shelf_drive"] or 0)
    drives = [
        next(one.spare.failures for one in spare_budget(each, 1e4).bought if one.part == "drive")
        for each in (constant, ages)
    ]
    assert drives[1] == pytest.approx(3 * drives[0])


def test_replacements_follow_the_age_of_the_drives_in_each_year() -> None:
    """Three times for half of the first year, twice in the last one."""
    found = planned(REPLACED, AGES)
    years = [DRIVES * RATE * factor for factor in (0, 2, 1, 1, 1, 2)]
    assert replacements_json(found)["drive_replacements"]["t"] == pytest.approx(years)
    costs = [found[at, "year_media"] or 0.0 for at in found.years()]
    assert costs == pytest.approx([500 * failures for failures in years])


def test_a_warranty_replaces_new_drives() -> None:
    """After 3 months a quarter of a year at three times the rate is left of the first year."""
    found = planned(REPLACED, AGES, ("{years: 5,", "{years: 5, warranty: 0.25 years,"))
    first = DRIVES * RATE * (0.25 * 3 + 0.5)
    assert replacements_json(found)["drive_replacements"]["t"][1] == pytest.approx(first)
    assert found["site/years:year 1", "year_media"] == pytest.approx(500 * first)


SHELVED = {
    "{early_failures: 3, late_failures: 2}": " x 3 at the age when drives fail most often x ",
    "{late_failures: 2}": " x 2 at the age when drives fail most often x ",
}


@pytest.mark.parametrize("states", SHELVED)
def test_spares_name_the_factor_without_saying_that_it_counts_at_each_age(states: str) -> None:
    spares = ("failure_rate: 2 %", "failure_rate: 2 %, lead_time: 30 days")
    found = planned((AT, f"    states: {states}\n{AT}"), spares)
    lines = [sentence_text(found, why(found, line)) for line in found.plan.lines]
    assert any(SHELVED[states] in text for text in lines), lines


DEMAND = "    demand: {groups: [{name: a, volume: 3 PB, added: 2 PB/year}]}\n"
GROWS = (AT, DEMAND + AT)
PHASED = (
    "{years: 5,",
    "{years: 5, phases: [{name: a, share: 50 %, after: 0 years}, "
    "{name: b, share: 50 %, after: 1 year}],",
)


@pytest.mark.parametrize(
    ("changes", "is_said"),
    [
        ((AGES, GROWS), True),
        ((PHASED, AGES), True),
        ((AGES,), False),
        ((GROWS,), False),
        ((PHASED,), False),
    ],
)
def test_the_age_of_drives_bought_later_is_said(
    changes: tuple[tuple[str, str], ...], is_said: bool
) -> None:
    assert (AS_THE_FIRST in said(planned(REPLACED, *changes))) is is_said


LONGER = {
    "{early_failures: 3, early_life: 6 years}": "early_life of 6 years: longer than the service",
    "{late_failures: 3, late_life: 5.1 years}": "longer than the service of 5 years",
    "{early_failures: 3, early_life: 3 years, late_failures: 2, late_life: 3 years}": (
        "together longer than the service of 5 years"
    ),
    "{early_failures: 3, early_life: 4.5 years, late_failures: 2}": "together longer",
}


@pytest.mark.parametrize("states", LONGER)
def test_drives_are_not_new_or_worn_for_longer_than_the_service(states: str) -> None:
    with pytest.raises(InputError, match=LONGER[states]) as error:
        planned((AT, f"    states: {states}\n{AT}"))
    assert "tiers.0.states." in str(error.value)


def test_drives_may_be_new_and_worn_in_turn_for_all_of_the_service() -> None:
    states = "{early_failures: 3, early_life: 2 years, late_failures: 3, late_life: 3 years}"
    found, often = planned((AT, f"    states: {states}\n{AT}")), planned(("2 %", "6 %"))
    for name in ("expected_replacements", "failures_in_lead_time"):
        assert found[TIER, name] == pytest.approx(often[TIER, name])
