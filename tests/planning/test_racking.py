"""Racks, PDUs and cords are counted by the racks that the equipment fills."""

from __future__ import annotations

import pytest

from model.answers.output import plan_json
from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from model.errors import InputError

THERE = {"existing": ["switches", "network cables", "SAS cables"]}
PRICED = edited(load_scenario("tests/report/priced.yaml"), THERE)
RACK = {"part": "apc-ar3300", "count": 1, "per": "rack", "price": "2000 EUR", "power": "0 W"}
PDUS = {"name": "PDU", "count": 2, "per": "rack", "price": "500 EUR", "power": "5 W"}
CORDS = {"name": "cord, C13 to C14", "count": 20, "per": "rack", "unit": "set"}


def test_what_each_rack_has_is_counted_by_racks() -> None:
    results = evaluate(edited(PRICED, {"common": [RACK, PDUS, CORDS]}))
    racks = results["site", "racks"]
    assert racks is not None
    assert racks > 1
    lines = {line["position"]: line for line in plan_json(results)["bom"]}
    assert [lines[at]["count"] for at in ("C.01", "C.02", "C.03")] == [racks, 2 * racks, 20 * racks]
    assert lines["C.02"]["why"].endswith(" x 2 pieces per rack")
    assert lines["C.03"]["cost"] is None
    power = evaluate(edited(PRICED, {"common": [RACK]}))["site", "equipment_power"]
    assert results["site", "known_equipment_power"] == pytest.approx(power + 2 * racks * 5)
    year = results["site/years:year 1", "year_power"]
    assert year is None or year == pytest.approx(results["site", "equipment_power"])


def test_more_equipment_fills_more_racks_and_brings_their_pdus() -> None:
    more = edited(PRICED, {"common": [RACK, PDUS], "tiers.0.blocks": 12})
    results = evaluate(more)
    pdus = next(line for line in plan_json(results)["bom"] if line["position"] == "C.02")
    assert pdus["count"] == 2 * results["site", "racks"]
    fewer = evaluate(edited(PRICED, {"common": [RACK, PDUS]}))["site", "racks"]
    assert results["site", "racks"] > fewer


def test_racks_must_be_known_to_be_counted_by() -> None:
    changes = {"common": [{**PDUS}], "requirements.racks": None}
    with pytest.raises(InputError, match="add a rack to 'common'"):
        evaluate(edited(PRICED, changes))
