"""Spare parts for a lead time: published Poisson figures, and tables of plans."""

from __future__ import annotations

from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.answers.spare_budget import spare_budget
from model.answers.views.shelf_table import shelf, shelf_json
from model.answers.views.view import Value, number
from model.design.scenario import edited
from model.formulas.risk import shelf as formulas
from model.units.kinds import JULIAN_YEAR

SHELF: Any = formulas.SERVERS.quantities["shelf_server"].function
PROJECT = "scenarios/templates/project-space.yaml"
PROJECT_TIER = "site/tiers:project"


@pytest.mark.parametrize(
    ("failures", "covered"), [(0, 0.1353), (1, 0.4060), (2, 0.6767), (3, 0.8571)]
)
def test_the_shelf_covers_what_was_published(failures: int, covered: float) -> None:
    """P(X <= s) at a rate of 2 (Backblaze, erasure-coding-durability, notebook): summed up."""
    assert SHELF(2.0, JULIAN_YEAR, JULIAN_YEAR, covered - 1e-3) == failures
    assert SHELF(2.0, JULIAN_YEAR, JULIAN_YEAR, covered + 1e-3) == failures + 1


def planned(**edits: object) -> Results:
    return evaluate(edited(load_scenario(PROJECT), edits))


def test_failures_of_a_year_are_pieces_times_their_rate() -> None:
    results = planned(**{"availability.server_failures": 0.5})
    servers = results[PROJECT_TIER, "servers"] or 0.0
    assert results[PROJECT_TIER, "yearly_server_failures"] == servers * 0.5


def test_a_longer_lead_time_and_a_higher_level_never_need_fewer() -> None:
    usual = planned()
    for edit in (
        {"availability.spares_lead_time": "26 weeks"},
        {"availability.spares_level": 0.9999},
    ):
        changed = planned(**edit)
        for part in ("server", "adapter", "enclosure", "module"):
            more, few = (one[PROJECT_TIER, f"shelf_{part}"] for one in (changed, usual))
            assert (more or 0.0) >= (few or 0.0)
    weeks = planned(**{"availability.spares_lead_time": f"{26 * 7} days"})
    assert (weeks[PROJECT_TIER, "shelf_server"] or 0.0) > (usual[PROJECT_TIER, "shelf_server"] or 0)


def test_the_table_has_drives_and_parts_of_each_tier() -> None:
    rows = {row.label for row in shelf(planned()).rows}
    assert {"project: drives", "project: servers", "metadata: enclosures", "switches"} <= rows


def test_failures_have_the_price_of_their_parts() -> None:
    """A server is bought with processors and memory; modules are on no line of the bill."""
    results = planned()
    rows = {row.label: row.entries for row in shelf(results).rows}
    server = results[PROJECT_TIER, "yearly_server_failures"] or 0.0
    price = rows["project: servers"][2]
    assert isinstance(price, Value)
    assert number(results, price) == pytest.approx(server * (277680 + 54685.44) / 12)
    drives, rate = (results[PROJECT_TIER, name] or 0.0 for name in ("drives", "drive_failure_rate"))
    failures, price = rows["project: drives"][1:3]
    assert isinstance(failures, Value)
    assert isinstance(price, Value)
    assert number(results, failures) == pytest.approx(drives * rate)
    assert number(results, price) == pytest.approx(drives * rate * 782.13)
    assert rows["project: enclosure modules"][2] == ""


def test_drives_are_held_where_a_tier_says_nothing_of_spares() -> None:
    """212 drives at the field rate of 1.36 %, of which most of 30 days are covered by two."""
    tier = "site/tiers:project"
    results = evaluate(load_scenario("scenarios/whole/beluga.yaml"))
    assert results[tier, "yearly_drive_failures"] == pytest.approx(
        212 * (results[tier, "drive_failure_rate"] or 0.0)
    )
    rows = {row.label: row.entries for row in shelf(results).rows}
    price = rows["project: drives"][2]
    assert isinstance(price, Value)
    line = f"{tier}/lines:drives", "line_cost"
    each = (results[line] or 0.0) / 212
    failing = results[tier, "yearly_drive_failures"] or 0.0
    assert number(results, price) == pytest.approx(failing * each)
    assert results[tier, "shelf_drive"] == SHELF(failing, 30 * 86400, JULIAN_YEAR, 0.99) == 2
    stated = {"tiers.0.spares": {"failure_rate": "1 %"}}
    spared = evaluate(edited(load_scenario("scenarios/whole/beluga.yaml"), stated))
    assert (tier, "shelf_drive") not in spared.values
    assert [row.label for row in shelf(spared).rows].count("project: drives") == 1


@pytest.mark.parametrize("spares", [{}, {"tiers.0.spares": {"failure_rate": "1 %"}}])
def test_drives_that_fail_are_counted_once(spares: dict[str, Any]) -> None:
    """For what is held, for what replacements cost, and for both."""
    scenario = edited(load_scenario("scenarios/beluga.yaml"), spares)
    replaced = evaluate(edited(scenario, {"economics.drive_replacements": True}))
    for _, path in replaced.tiers():
        failing = replaced[path, "yearly_drive_failures"]
        drives, rate = (replaced[path, name] or 0.0 for name in ("drives", "drive_failure_rate"))
        assert failing == pytest.approx(drives * rate)
        assert failing == evaluate(scenario).values.get((path, "yearly_drive_failures"), failing)


def test_programs_read_that_switches_are_not_known() -> None:
    """Ports of an unspecified switch are no switches: their spares are unknown, not missing."""
    switches = [
        one
        for one in shelf_json(evaluate(load_scenario("scenarios/beluga.yaml")))
        if one["part"] == "switch"
    ]
    assert switches == [{"tier": None, "part": "switch", "pieces": None, "shelf": None}]


def test_drives_are_listed_once_where_their_replacements_are_bought() -> None:
    """Purchases of failed drives and spares count the same failures."""
    bought = {"economics.drive_replacements": True, "economics.none_of": []}
    results = planned(**bought, **{"tiers.0.spares": None})
    assert [row.label for row in shelf(results).rows].count("project: drives") == 1
    drives, rate = (results[PROJECT_TIER, name] or 0.0 for name in ("drives", "drive_failure_rate"))
    assert results[PROJECT_TIER, "yearly_drive_failures"] == pytest.approx(drives * rate)
    spared = spare_budget(planned(**bought), 1e5)
    assert [one.label for one in spared.bought].count("project: drives") == 1
