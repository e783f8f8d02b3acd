"""Racks as small as a stamp."""

from dataclasses import replace
from xml.etree import ElementTree

from model import evaluate, load_scenario
from model.answers.racks import elevation
from report.drawings.miniature import ALL, MOST, svg

NAME = "{http://www.w3.org/2000/svg}"


def drawn():
    found = elevation(evaluate(load_scenario("scenarios/templates/project-space.yaml")))
    assert found is not None
    return found


def test_every_device_of_every_rack_is_drawn_within_the_picture():
    found = drawn()
    root = ElementTree.fromstring(svg(found))
    boxes = root.findall(f".//{NAME}rect")
    titles = [title.text for box in boxes for title in box.findall(f"{NAME}title")]
    assert titles == [device.label for rack in found.racks for device in rack.devices]
    assert all(float(box.get("x")) + float(box.get("width")) <= ALL for box in boxes)
    assert root.get("aria-label") == f"{len(found.racks)} racks"


def test_of_many_racks_the_rest_is_counted():
    found = drawn()
    many = replace(found, racks=found.racks * 10)
    root = ElementTree.fromstring(svg(many))
    assert root.find(f"{NAME}text").text == f"and {len(many.racks) - MOST} more"


def test_designs_side_by_side_are_drawn_to_one_scale():
    """Few racks and many take the same room, and each rack is as wide."""
    found = drawn()
    few, many = (
        ElementTree.fromstring(svg(replace(found, racks=racks)))
        for racks in (found.racks[:1], found.racks * 10)
    )
    assert few.get("viewBox") == many.get("viewBox")
    assert len({box.get("width") for one in (few, many) for box in one.iter(f"{NAME}rect")}) == 1
