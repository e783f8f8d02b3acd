"""Drives that stand by are a line of their own, and cost what the others do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.answers.missing_prices import missing_prices
from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.design.scenario import load_scenario

TIER = "site/tiers:t"
SCENARIO = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: {system}
    blocks: {blocks}
    servers: {{name: a server, per_block: 2, price: 9000 EUR, power: 500 W, weight: 20 kg,
               rack_units: 2}}
    enclosures: {{name: a box, per_block: 2, bays: 60, price: 5000 EUR, power: 200 W, weight: 40 kg,
                  rack_units: 4}}
    drives: {{name: a drive, per_enclosure: {drives}, capacity: 10 TB, power: 8 W,
              weight: 0.7 kg{price}}}
    target: {{layout: "{layout}"{reserved}}}
economics: {{currency: EUR{economics}}}
site: {{rack_units: 42}}
existing: [SAS cables]
"""


def planned(
    layout: str = "raidz2:10",
    drives: int = 21,
    blocks: int = 3,
    price: str = ", price: 200.01 EUR",
    system: str = "lustre",
    economics: str = "",
    reserved: int = 2,
    at: Path | str = "s.yaml",
) -> Results:
    text = SCENARIO.format(
        layout=layout,
        drives=drives,
        blocks=blocks,
        price=price,
        system=system,
        economics=economics,
        reserved=f", reserved_spares: {reserved}" * bool(reserved),
    )
    return evaluate(load_scenario(at, text))


def of_drives(results: Results) -> dict[str, dict[str, Any]]:
    bill = plan_json(results)["bom"]
    return {line["role"]: line for line in bill if line["role"] in ("drives", "hot spares")}


def test_drives_that_are_reserved_stand_by() -> None:
    """42 drives of a block are 4 targets of 10, and 2 hot spares."""
    found = of_drives(planned())
    drives, spares = found["drives"], found["hot spares"]
    assert (drives["count"], spares["count"]) == (120, 6)
    assert spares["why"] == "3 blocks x 2 spare drives per block"
    assert drives["why"].endswith(" - 3 blocks x 2 spare drives per block")
    assert (drives["position"], spares["position"]) == ("1.08", "1.40")
    assert spares["unit_price"] == drives["unit_price"] == 200.01
    assert (spares["power"], spares["weight"]) == (6 * 8, pytest.approx(6 * 0.7))
    assert spares["rack_units"] == 0
    assert spares["description"] == "Hot spares: a drive"  # first what sets it apart: rows are cut


@settings(max_examples=15)
@given(
    drives=st.integers(5, 60),
    blocks=st.integers(1, 9),
    layout=st.sampled_from(
        [
            "raidz2:10",
            "raidz3:11 + spare",
            "2 x mirror:2",
            "draid2:4d:8c:1s",
            "5 x mirror:2 + 2 x log",
        ]
    ),
)
def test_both_lines_are_what_is_bought(drives: int, blocks: int, layout: str) -> None:
    """Money, watts and kilograms are those of all drives on one line."""
    results = planned(layout, drives, blocks)
    found = of_drives(results)
    bought = 2 * drives * blocks
    assert results[TIER, "drives"] == bought
    sums = {key: sum(line[key] for line in found.values()) for key in ("count", "cost", "power")}
    assert sums["count"] == bought
    assert sums["cost"] == pytest.approx(round(bought * 200.01, 2), abs=1e-6)
    assert sums["power"] == bought * 8
    targets = results[TIER, "targets"]
    of_layout = targets if layout.endswith("spare") else 0
    left = blocks * (results[TIER, "spare_drives_per_block"] or 0)
    assert found.get("hot spares", {"count": 0})["count"] == left + of_layout
    rest = 2 * blocks * (9000 + 5000)
    assert results["site", "equipment_cost"] == pytest.approx(sums["cost"] + rest)


def test_what_targets_leave_over_is_no_spare_unless_it_is_said() -> None:
    """The plan asks whether it is: until then all are on one line, which says so."""
    found = of_drives(planned(reserved=0))
    assert set(found) == {"drives"}
    assert found["drives"]["count"] == 126
    assert found["drives"]["why"].endswith("; per block, in no target: 2")


def test_distributed_spares_are_on_drives_in_use() -> None:
    """dRAID's spare space is spread over its drives: none of them stands by."""
    results = planned("draid2:4d:8c:1s", drives=20, reserved=0)
    assert results[TIER, "distributed_spares"] == 3 * 5
    assert set(of_drives(results)) == {"drives"}
    assert of_drives(results)["drives"]["count"] == 120


def test_a_spare_of_a_layout_stands_by() -> None:
    found = of_drives(planned("raidz2:9 + spare", drives=20, reserved=0))
    assert (found["drives"]["count"], found["hot spares"]["count"]) == (108, 12)
    assert found["hot spares"]["why"].endswith(" x 1 hot spare per target")


QUOTE = """
schema: ostimate.quote/1
number: Q-1
vendor: V
date: 2026-01-01
currency: EUR
taxes: net
lines:
  - {name: a drive, price: 250}
  - {name: a drive, from: 125, price: 210}
"""


def test_a_quote_by_quantity_counts_them_together(tmp_path: Path) -> None:
    """126 drives are ordered: though 120 and 6 stand on lines, the price from 125 on counts."""
    (tmp_path / "quote.yaml").write_text(QUOTE)
    economics = ", price_date: 2026-02-01, quotes: [quote.yaml]"
    found = of_drives(planned(price="", economics=economics, at=tmp_path / "s.yaml"))
    assert {line["unit_price"] for line in found.values()} == {210}
    assert sum(line["cost"] for line in found.values()) == 126 * 210
    fewer = of_drives(planned(price="", economics=economics, drives=20, at=tmp_path / "s.yaml"))
    assert {line["unit_price"] for line in fewer.values()} == {250}


def test_a_price_that_nobody_knows_is_asked_for_once() -> None:
    results = planned(price="")
    assert results["site", "unknown_equipment_cost"] == 2
    assert [one.line.name for one in missing_prices(results)] == ["A drive"]


def test_enclosures_hold_them() -> None:
    """The one rack bears what it does with all drives on one line."""
    results = planned()
    whole = 3 * 2 * (20 + 40 + 21 * 0.7)
    assert results["site", "equipment_weight"] == pytest.approx(whole)
    assert results["site", "rack_load"] == pytest.approx(whole)
