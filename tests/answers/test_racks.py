"""Racks as they are shown, and the questions that are open: both say what the results say."""

from __future__ import annotations

import itertools
import math
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

from model import edited, evaluate, load_scenario
from model.answers.questions import DEALER, questions
from model.answers.racks import Elevation, elevation
from model.answers.results import Results
from model.answers.views.question_list import question_table
from model.answers.views.rack_tables import left, racks
from model.answers.views.view_text import text_table
from model.design.scenario import Scenario
from report.drawings.elevation import DARK, TINTS, UNIT, WIDTH, fitting, svg

SITE = "site"


@cache
def scenario(name: str = "tests/report/priced.yaml") -> Scenario:
    return load_scenario(name)


def planned(**changes: Any) -> Results:
    return evaluate(edited(scenario(), changes))


def seen(results: Results) -> Elevation:
    found = elevation(results)
    assert found is not None
    return found


def test_racks_add_up_to_the_results() -> None:
    """What stands in all racks is the equipment but empty racks; the fullest one counts."""
    results = planned()
    found = seen(results)
    assert len(found.racks) == results[SITE, "racks"]
    assert sum(rack.units for rack in found.racks) == results[SITE, "equipment_rack_units"]
    assert sum(rack.power for rack in found.racks) == pytest.approx(
        results[SITE, "equipment_power"]
    )
    weight = sum(rack.weight for rack in found.racks)
    own = results[SITE, "rack_own_weight"]
    assert own is not None
    assert weight + own == pytest.approx(results[SITE, "equipment_weight"])  # one rack is billed
    assert max(rack.power for rack in found.racks) == results[SITE, "rack_power"]
    assert max(rack.weight for rack in found.racks) == results[SITE, "rack_load"]
    assert all(rack.weighed and rack.metered for rack in found.racks)


def test_what_is_unknown_is_said() -> None:
    """A rack with an unknown weight weighs at least the rest; of unknown height: listed."""
    results = planned(**{"tiers.0.servers.weight": None})
    table = text_table(results, racks(seen(results)))
    assert all(row[2].text.startswith("at least ") for row in table.rows)
    assert results[SITE, "rack_weight"] is None
    results = planned(**{"tiers.0.enclosures.rack_units": None})
    found = seen(results)
    assert [(one.line.role, one.count) for one in found.left] == [("enclosures", 8)]
    assert "rack units are unknown" in text_table(results, left(found)).rows[0][2].text
    assert results[SITE, "racks"] is None


def test_nothing_is_packed_where_no_rack_is_named() -> None:
    assert elevation(evaluate(scenario("scenarios/astra.yaml"))) is None


def test_heat_is_power_in_other_units() -> None:
    """1 kW is 3,412 BTU/h."""
    found = seen(planned())
    (rack, *_) = found.racks
    text = racks(found).entries("heat")[0]
    assert isinstance(text, str)
    digits = "".join(filter(str.isdigit, text))
    assert float(digits) == pytest.approx(rack.power * 3.412142, rel=1e-4)


def test_the_drawing_is_to_scale() -> None:
    """A rectangle a device: as wide as 19 inches, as high as its units, at its place, labelled."""
    found = seen(planned())
    assert pytest.approx(WIDTH / UNIT) == 482.6 / 44.45
    drawing = ET.fromstring(svg(found))
    groups = drawing.findall(".//{*}g")
    devices = [device for racks in found.alike() for device in racks[0].devices]
    assert len(groups) == len(devices)
    for group, device in zip(groups, devices, strict=True):
        box = group.find("{*}rect")
        assert box is not None
        assert float(box.attrib["height"]) == pytest.approx(UNIT * device.units)
        assert float(box.attrib["width"]) == pytest.approx(WIDTH, abs=0.1)
        assert box.attrib["fill"] == TINTS[device.kind]
        label = group.find("{*}text")
        assert label is not None
        assert label.text == fitting(device.label, WIDTH - 10)


def test_a_name_is_no_markup() -> None:
    """What a scenario calls a device stays a text."""
    results = planned(**{"tiers.0.enclosures.name": "<script>alert(1)</script>"})
    assert "<script>" not in svg(seen(results))
    ET.fromstring(svg(seen(results)))


def luminance(colour: str) -> float:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_labels_are_legible() -> None:
    """Contrast of 7 to 1 at least (WCAG, AAA), and no two roles look the same."""
    for colour in TINTS.values():
        assert (luminance(colour) + 0.05) / (luminance(DARK) + 0.05) >= 7
    for one, other in itertools.combinations(TINTS.values(), 2):
        assert math.dist(*([int(c[n : n + 2], 16) for n in (1, 3, 5)] for c in (one, other))) > 30


def test_racks_that_are_alike_are_drawn_once() -> None:
    results = planned(**{"tiers.0.blocks": 7})
    alike = [[rack.number for rack in racks] for racks in seen(results).alike()]
    assert alike == [[1, 2], [3]]


@pytest.mark.parametrize("name", ["scenarios/beluga.yaml", "tests/report/priced.yaml"])
def test_each_question_is_open_and_asked_once(name: str) -> None:
    """Each is of an input that is unknown, and that each result named is unknown for."""
    results = evaluate(scenario(name))
    found = questions(results)
    assert found
    assert len({(one.part, one.figure) for one in found}) == len(found)
    for one in found:
        assert all(results[address] is None for address in one.addresses)
        assert one.waits
        assert one.whom
    counts = [len(one.waits) for one in found]
    assert counts == sorted(counts, reverse=True)
    assert len(question_table(results).rows) == len(found)


def test_every_price_that_is_missing_is_asked_of_a_dealer() -> None:
    results = evaluate(scenario("scenarios/beluga.yaml"))
    prices = [one for one in questions(results) if "price" in one.waits]
    missing = {line.line.name for line in results.bill if line.unit_price is None}
    assert {one.part for one in prices} == missing
    assert {one.whom for one in prices} == {DEALER}


def test_an_answer_closes_its_question() -> None:
    """Who states a figure isn't asked for it again, and no other question comes up."""
    results = evaluate(scenario("scenarios/beluga.yaml"))
    one = next(one for one in questions(results) if one.state_at == "tiers.0.servers.power")
    after = evaluate(edited(scenario("scenarios/beluga.yaml"), {one.state_at: "500 W"}))
    before = {(q.part, q.figure) for q in questions(results)}
    assert before - {(q.part, q.figure) for q in questions(after)} == {(one.part, one.figure)}
