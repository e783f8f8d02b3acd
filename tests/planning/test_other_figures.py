"""Capacity, rate and watts follow the part; another figure needs a reason, and breaks the price."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from model import edited, evaluate, load_scenario
from model.answers.results import BillLine, Results
from model.design.scenario import Scenario, with_new_parts
from model.errors import InputError

DRIVES = "site/tiers:data/lines:drives"
REASON = {"value": "48 TB", "because": "an offer of a size that isn't listed yet"}


@cache
def priced() -> Scenario:
    return load_scenario("tests/report/priced.yaml")


def changed(**figures: Any) -> Results:
    return evaluate(edited(priced(), {f"tiers.0.drives.{at}": x for at, x in figures.items()}))


def drives(results: Results) -> BillLine:
    return next(row for row in results.bill if row.line.path == DRIVES)


@pytest.mark.parametrize(
    ("field", "figure", "own"),
    [("capacity", "48 TB", "24 TB, not 48 TB"), ("read_bandwidth", "1 GB/s", "285 MB/s")],
)
def test_another_figure_than_the_parts_needs_a_reason(field: str, figure: str, own: str) -> None:
    """A drive of 24 TB doesn't hold 48 TB because somebody wrote so."""
    with pytest.raises(InputError, match=rf"drives\.{field}: 'seagate-exos-x24-24tb' has") as error:
        changed(**{field: figure})
    assert own in str(error.value)
    assert "choose a part that has it, or say why" in str(error.value)


def test_the_parts_own_figure_may_be_repeated() -> None:
    """24 TB is 24 TB, however it is written."""
    assert drives(changed(capacity="24000 GB")).unit_price == drives(evaluate(priced())).unit_price


def test_a_figure_with_a_reason_breaks_the_price() -> None:
    """Twice the capacity isn't had at the price of the drive that has half of it."""
    results = changed(capacity=REASON)
    line, before = drives(results), evaluate(priced())
    assert results["site", "raw_capacity"] == 2 * (before["site", "raw_capacity"] or 0)
    assert drives(before).unit_price is not None
    assert (line.unit_price, line.cost) == (None, None)
    known = results.plan.provenance[DRIVES, "unit_price"]
    assert known.status == "unknown"
    assert "the price is of another drive" in known.because
    assert any("the price is of another drive" in words for words in results.warnings)


def test_a_stated_price_stays_and_a_measured_rate_keeps_the_price() -> None:
    """An offer has its price; what was measured at a drive doesn't make it another one."""
    assert drives(changed(capacity=REASON, price="900 EUR")).unit_price == 900
    measured = {"value": "200 MB/s", "status": "measured", "because": "fio on ten of them"}
    assert drives(changed(read_bandwidth=measured)).unit_price is not None


def test_another_part_brings_its_own_figures() -> None:
    """Béluga's rates of 200 MB/s were assumed of its drive, not of the one that replaces it."""
    scenario = load_scenario("scenarios/beluga.yaml")
    changes = with_new_parts(scenario, {"tiers.0.drives.part": "seagate-exos-x24-24tb"})
    results = evaluate(edited(scenario, changes))
    tier = "site/tiers:project"
    assert results[tier, "drive_capacity"] == 24e12
    assert results[tier, "drive_read_bandwidth"] == 285e6
    assert results.plan.provenance[tier, "drive_read_bandwidth"].status == "catalog"
