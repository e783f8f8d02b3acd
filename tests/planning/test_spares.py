"""Drives for the shelf are a line of their own, at the price of those in use."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from model.parts.field_failures import field_rate

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
        "672 drives x 2 % a year (datasheet: 0.3506 %) x 30 days lead time = 1.104 failures; "
        "4 suffice with a probability of 99 % (Poisson)"
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


def test_the_field_says_how_drives_fail_beside_the_datasheet() -> None:
    """Backblaze 2025: 4,317 of 115,638,676 drive-days; the datasheet: 2.5 million hours."""
    results = with_spares()
    assert results[TIER, "drive_failure_rate"] == pytest.approx(4317 * 365.25 / 115_638_676)
    assert results[TIER, "datasheet_failure_rate"] == pytest.approx(8766 / 2.5e6)
    line = line_of(results)
    assert line["count"] == 3
    assert line["why"] == (
        "672 drives x 1.364 % a year (in the field: 0.22 % to 6.3 %; datasheet: 0.3506 %) x "
        "30 days lead time = 0.7526 failures; 3 suffice with a probability of 99 % (Poisson); "
        "over the range of failure rates in the field: 1 to 8"
    )
    known = results.plan.provenance[TIER, "drive_failure_rate"]
    assert known.source.startswith("Backblaze Drive Stats for 2025")
    assert known.because.startswith("all disks of Backblaze")


@pytest.mark.parametrize(
    ("part", "rate"),
    [
        ("wd-hc570-22tb", (139 + 50 + 42) * 365.25 / (4_741_582 + 3_555_491 + 3_992_942)),
        ("wd-hc550-16tb", (94 + 64) * 365.25 / (9_365_201 + 2_402_732)),
        ("seagate-exos-x20-20tb", 4317 * 365.25 / 115_638_676),
        ("seagate-exos-x24-24tb", 4317 * 365.25 / 115_638_676),
    ],
)
def test_models_with_enough_drive_days_have_their_own_rate(part: str, rate: float) -> None:
    """The published 74 failures of ST24000NM002H are of one quarter only: all disks count."""
    found = field_rate(part, "hdd")
    assert found is not None
    assert found.rate == pytest.approx(rate)
    assert found.low < found.rate < found.high


def test_flash_fails_less_often_in_the_field() -> None:
    """FAST '20: 0.22 % of 1.4 million drives a year, 0.07 to 1.2 % by model."""
    assert field_rate("kioxia-cd8p-r-30tb", "ssd")[:3] == (0.0022, 0.0007, 0.012)  # type: ignore[index]


def test_an_entered_rate_counts_instead() -> None:
    results = with_spares(failure_rate=0.02)
    assert results[TIER, "drive_failure_rate"] == 0.02
    assert results[TIER, "datasheet_failure_rate"] == pytest.approx(8766 / 2.5e6)
    assert (TIER, "most_drive_failure_rate") not in results.values


def test_unknown_failures_leave_the_line_unknown() -> None:
    drives = {"name": "drive", "capacity": "24 TB", "per_enclosure": 84, "price": "500 EUR"}
    rates = {"read_bandwidth": "250 MB/s", "write_bandwidth": "250 MB/s"}
    changes = {"tiers.0.drives": {**drives, **rates}, "tiers.0.spares": {}}
    results = evaluate(edited(PRICED, changes))
    assert line_of(results)["count"] is line_of(results)["cost"] is None
    waits = results.waits_for("site", "equipment_cost")
    assert (TIER, "drive_failure_rate") in waits
