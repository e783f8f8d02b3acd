"""Drives for the shelf are a line of their own, at the price of those in use."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario

PRICED = load_scenario("tests/report/priced.yaml")
TIER = "site/tiers:data"


def with_spares(**said: Any) -> Results:
    return evaluate(edited(PRICED, {"tiers.0.spares": said}))


def line_of(results: Results) -> dict[str, Any]:
    return next(line for line in plan_json(results)["bom"] if line["role"] == "spares")


def test_the_shelf_holds_what_fails_in_a_lead_time() -> None:
    """672 drives x 2 % x 30 days are 1.1 failures: 4 drives suffice 99 times in 100."""
    results = with_spares(failure_rate=0.02)
    line = line_of(results)
    assert (line["position"], line["count"]) == ("1.41", 4)
    assert line["why"] == (
        "672 drives x 2 % a year x 30 days lead time = 1.104 failures; "
        "4 suffice with 99 % (Poisson)"
    )
    assert line["unit_price"] == results[f"{TIER}/lines:drives", "unit_price"]
    more = (
        results["site", "known_equipment_cost"] - evaluate(PRICED)["site", "known_equipment_cost"]
    )
    assert more == pytest.approx(line["cost"])
    assert line["power"] == line["rack_units"] == 0
    longer = with_spares(failure_rate=0.02, lead_time="90 days", service_level=0.999)
    assert line_of(longer)["count"] > 4


def test_replacements_may_be_bought_in_their_place() -> None:
    results = with_spares(failure_rate=0.02, buy="replacements")
    assert line_of(results)["count"] == 68
    assert results[TIER, "expected_replacements"] == pytest.approx(672 * 0.02 * 5)
    assert line_of(with_spares(failure_rate=0.02, buy="replacements", years=2))["count"] == 27


def test_none_may_be_bought_and_is_still_told() -> None:
    results = with_spares(failure_rate=0.02, buy="none")
    assert [x for x in plan_json(results)["bom"] if x["role"] == "spares"] == []
    assert results[TIER, "shelf_drives"] == 4


def test_the_catalog_says_how_drives_fail() -> None:
    """Of these, the mean time between failures: 2.5 million hours are 0.35 % a year."""
    results = with_spares()
    assert results[TIER, "drive_mean_time"] == pytest.approx(2.5e6 * 3600)
    assert results[TIER, "drive_failure_rate"] == pytest.approx(8766 / 2.5e6)
    assert line_of(results)["count"] == 2


def test_unknown_failures_leave_the_line_unknown() -> None:
    drives = {"name": "drive", "capacity": "24 TB", "per_enclosure": 84, "price": "500 EUR"}
    rates = {"read_bandwidth": "250 MB/s", "write_bandwidth": "250 MB/s"}
    changes = {"tiers.0.drives": {**drives, **rates}, "tiers.0.spares": {}}
    results = evaluate(edited(PRICED, changes))
    assert line_of(results)["count"] is line_of(results)["cost"] is None
    waits = results.waits_for("site", "equipment_cost")
    assert (TIER, "drive_failure_rate") in waits
