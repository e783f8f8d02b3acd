"""Racks from the front are to scale: each device in its units, all within the drawing, and said."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.racks import Elevation, elevation
from model.answers.views import rack_tables
from model.records import replace
from report.drawings import miniature
from report.drawings.elevation import IN_A_ROW, LETTER, MOST_RACKS, TINTS, UNIT, WIDTH, fitting, svg
from report.drawings.svg import on_its_own

SPACE = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]
TIER = "project"
Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a rectangle."""


@cache
def found_of() -> Elevation:
    """Racks with servers, enclosures and power strips."""
    found = elevation(evaluate(load_scenario(ROOT / "scenarios/templates/project-space.yaml")))
    assert found is not None
    return found


def racks(count: int) -> Elevation:
    """So many racks that differ: the devices of one stand some units higher, or are fewer."""
    found = found_of()
    rack = found.racks[0]
    few = [rack.devices[:n] for n in range(1, len(rack.devices) + 1)]
    kinds = [
        tuple(replace(one, bottom=one.bottom + up) for one in devices)
        for up in range(20)
        for devices in few
        if max(one.top for one in devices) + up <= found.height
    ]
    assert len(kinds) >= count
    return replace(found, racks=tuple(replace(rack, devices=of) for of in kinds[:count]))


def box(one: ET.Element) -> Box:
    x, y, wide, high = (float(one.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def frames_of(drawn: ET.Element) -> list[Box]:
    """The fronts of the racks: drawn by themselves, with room for as many units as one has."""
    high = found_of().height * UNIT + 6
    boxes = [box(one) for one in drawn.findall(f"{SPACE}rect")]
    return [one for one in boxes if one[3] - one[1] == pytest.approx(high)]


def devices_of(drawn: ET.Element) -> list[ET.Element]:
    return [one for one in drawn.iter(f"{SPACE}g") if one.find(f"{SPACE}rect") is not None]


def texts_of(drawn: ET.Element) -> list[tuple[float, float, str]]:
    found = drawn.findall(f"{SPACE}text")
    return [(float(one.get("x", "")), float(one.get("y", "")), one.text or "") for one in found]


def rect_of(device: ET.Element) -> ET.Element:
    found = device.find(f"{SPACE}rect")
    assert found is not None
    return found


@pytest.mark.parametrize("count", [1, IN_A_ROW, IN_A_ROW + 1, 2 * IN_A_ROW + 1])
def test_each_device_stands_in_its_units(count: int) -> None:
    """A unit is 44.45 mm high and a device 19 inches wide; its name stands within it."""
    found = racks(count)
    drawn = ET.fromstring(svg(found))
    frames, devices = frames_of(drawn), devices_of(drawn)
    assert len(frames) == count
    every = [
        (rack, device, frame)
        for rack, frame in zip(found.racks, frames, strict=True)
        for device in rack.devices
    ]
    for (_, device, frame), one in zip(every, devices, strict=True):
        left, top, right, bottom = box(rect_of(one))
        assert (right - left) / UNIT == pytest.approx(482.6 / 44.45, abs=0.01)
        assert bottom - top == pytest.approx(device.units * UNIT, abs=0.11)
        assert frame[3] - 3 - bottom == pytest.approx((device.bottom - 1) * UNIT, abs=0.11)
        assert (left - frame[0], frame[2] - right) == pytest.approx((3, 3), abs=0.11)
        title, name = one.findtext(f"{SPACE}title") or "", one.find(f"{SPACE}text")
        assert title == (f"{device.label}, units {device.bottom} to {device.top}, {device.place}")
        assert name is not None
        x, y, size = (float(name.get(key, "")) for key in ("x", "y", "font-size"))
        assert name.text == fitting(device.label, WIDTH - 10)
        assert x == pytest.approx(left + 5, abs=0.11)
        assert y - 0.35 * size == pytest.approx((top + bottom) / 2, abs=0.5), "its middle"
        assert rect_of(one).get("fill") == TINTS[device.kind]
        assert rect_of(one).get("data-why") == f"{device.line.path}.line_count"
        assert rect_of(one).get("data-about") == title
        assert rect_of(one).get("stroke-dasharray") is None


@pytest.mark.parametrize("count", [1, IN_A_ROW, IN_A_ROW + 1, 2 * IN_A_ROW + 1])
def test_racks_stand_five_in_a_row_apart_and_within_the_drawing(count: int) -> None:
    drawn = ET.fromstring(svg(racks(count)))
    frames = frames_of(drawn)
    wide, high = map(float, drawn.get("viewBox", "").split()[2:])
    assert list(Counter(one[1] for one in frames).values()) == [
        min(IN_A_ROW, count - n) for n in range(0, count, IN_A_ROW)
    ]
    assert all(
        0 <= left < right <= wide and 0 <= top < low <= high for left, top, right, low in frames
    )
    for one, other in combinations(frames, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    by_place = sorted(frames, key=lambda one: (one[1], one[0]))
    assert by_place == frames, "in the order of reading"


@pytest.mark.parametrize("count", [1, IN_A_ROW + 1])
def test_the_words_of_a_rack_stand_above_and_below_it(count: int) -> None:
    """Its name, and below it units, weight and power, none of which reaches the next row."""
    found = racks(count)
    drawn = ET.fromstring(svg(found))
    frames, texts = frames_of(drawn), texts_of(drawn)
    for (n, frame), groups in zip(enumerate(frames), found.alike(), strict=True):
        own = [(y, said) for x, y, said in texts if abs(x - frame[0] - 3) < 0.2]
        above = [said for y, said in own if frame[1] - 20 < y < frame[1]]
        below = [(y, said) for y, said in own if frame[3] < y < frame[3] + 42]
        assert above == [rack_tables.name(groups)]
        rack = groups[0]
        units = f"{rack.units} of {found.height} units, {rack_tables.weight(rack)}"
        if n + IN_A_ROW >= count and n // IN_A_ROW == (count - 1) // IN_A_ROW:
            below = below[:2]  # the legend begins below the last row
        assert [said for _, said in below] == [units, rack_tables.power(rack)]
        assert below[0][0] - frame[3] > 8, "capitals of the first line touch no frame"
        assert below[1][0] - below[0][0] > 10, "nor the second one the first"


def test_each_unit_has_its_number_from_below() -> None:
    drawn = ET.fromstring(svg(racks(2)))
    found = found_of()
    for frame in frames_of(drawn):
        bottom = frame[3] - 3
        numbers = {
            int(said): y
            for x, y, said in texts_of(drawn)
            if said.isdecimal() and frame[0] - 15 < x < frame[0]
        }
        assert sorted(numbers) == list(range(1, found.height + 1))
        for unit, y in numbers.items():
            assert bottom - unit * UNIT < y - 6, "its top"
            assert y < bottom - (unit - 1) * UNIT, "its foot"
        lines = {
            float(one.get("y1", ""))
            for one in drawn.iter(f"{SPACE}line")
            if one.get("y1") == one.get("y2")
            and float(one.get("x1", "")) == pytest.approx(frame[0] + 3, abs=0.11)
            and float(one.get("x2", "")) == pytest.approx(frame[2] - 3, abs=0.11)
        }
        wanted = [bottom - unit * UNIT for unit in range(found.height, 0, -1)]
        assert sorted(lines) == pytest.approx(wanted, abs=0.11)


def test_one_server_of_the_lost_tier_is_crossed_out_and_no_other() -> None:
    """From corner to corner, and a note says so."""
    found = found_of()
    drawn = ET.fromstring(svg(found, TIER))
    crossed = [one for one in devices_of(drawn) if one.find(f"{SPACE}path") is not None]
    [one] = crossed
    assert (one.findtext(f"{SPACE}title") or "").rpartition(", ")[0].endswith(TIER)
    left, top, right, bottom = box(rect_of(one))
    cross = one.find(f"{SPACE}path")
    assert cross is not None
    ends = [float(number) for number in re.findall(r"[\d.]+", cross.get("d", ""))]
    wanted = (left, top, right, bottom, left, bottom, right, top)
    assert ends == pytest.approx(wanted, abs=0.11)
    assert rect_of(one).get("fill") == TINTS["server"]
    assert texts_of(drawn)[-1][2] == f"crossed out: one server of {TIER} is down"
    assert texts_of(ET.fromstring(svg(found)))[-1][2] == ""
    assert texts_of(ET.fromstring(svg(found, "no such tier")))[-1][2] == ""


def test_what_stands_already_has_a_dashed_frame() -> None:
    found = found_of()
    owned = tuple(
        replace(one, line=replace(one.line, owned="all" if one.kind == "server" else None))
        for one in found.racks[0].devices
    )
    found = replace(found, racks=(replace(found.racks[0], devices=owned),))
    drawn = ET.fromstring(svg(found))
    assert {one.line.owned == "all" for one in owned} == {True, False}
    for device, one in zip(owned, devices_of(drawn), strict=True):
        is_owned = device.line.owned == "all"
        assert (rect_of(one).get("stroke-dasharray") is not None) is is_owned
        about = one.findtext(f"{SPACE}title") or ""
        assert about.endswith(", already owned") is is_owned
        assert rect_of(one).get("data-about") == about
    assert texts_of(drawn)[-1][2] == "dashed frames: already owned"
    both = texts_of(ET.fromstring(svg(found, TIER)))[-1][2]
    assert both == f"crossed out: one server of {TIER} is down; dashed frames: already owned"


@pytest.mark.parametrize("more", [-1, 0, 1, 3])
def test_at_most_sixty_racks_that_differ_are_drawn(more: int) -> None:
    drawn = ET.fromstring(svg(racks(MOST_RACKS + more)))
    assert len(frames_of(drawn)) == min(MOST_RACKS, MOST_RACKS + more) <= 60
    note = texts_of(drawn)[-1][2]
    assert note == (f"{more} more rack types are not drawn" if more > 0 else "")


def test_racks_that_are_alike_are_drawn_once() -> None:
    found = found_of()
    many = replace(found, racks=tuple(replace(found.racks[0], number=n) for n in range(1, 10)))
    drawn = ET.fromstring(svg(many))
    assert len(frames_of(drawn)) == 1
    assert texts_of(drawn)[0][2] == rack_tables.name(list(many.racks))


def test_the_legend_names_each_kind_once_beside_its_colour() -> None:
    """In its own box, whose name ends before the next box; the note stands below."""
    found = found_of()
    drawn = ET.fromstring(svg(found, TIER))
    kinds = list(dict.fromkeys(one.kind for rack in found.racks for one in rack.devices))
    boxes = [one for one in drawn.findall(f"{SPACE}rect") if one.get("fill") in TINTS.values()]
    assert [one.get("fill") for one in boxes] == [TINTS[kind] for kind in kinds]
    assert len(kinds) > 2
    texts = texts_of(drawn)
    named = [next(one for one in texts if one[2] == kind) for kind in kinds]
    lowest = max(low for *_, low in frames_of(drawn))
    for (left, top, right, low), (x, y, _) in zip(map(box, boxes), named, strict=True):
        assert (right - left, low - top) == (UNIT, UNIT)
        assert lowest < top < y < low
        assert right < x < right + 10
    ends = [x + LETTER * len(kind) for x, _, kind in named]
    assert all(end < box(one)[0] for end, one in zip(ends, boxes[1:], strict=False))
    x, y, note = texts[-1]
    assert note
    assert y - 11 > max(box(one)[3] for one in boxes)
    assert x == box(boxes[0])[0]
    wide, high = map(float, drawn.get("viewBox", "").split()[2:])
    assert y < high
    assert x + LETTER * len(note) <= wide


def test_a_long_note_has_room() -> None:
    """Below a single rack, too."""
    found = replace(found_of(), racks=found_of().racks[:1])
    wide = [float(ET.fromstring(svg(found, *lost)).get("width", "")) for lost in ((), (TIER,))]
    assert wide[0] < wide[1]


def test_readers_are_told_what_stands_in_each_rack() -> None:
    """Parts of which there are several once, with their number."""
    found = found_of()
    told = ET.fromstring(svg(found)).findtext(f"{SPACE}desc") or ""
    wanted = []
    for alike in found.alike():
        counts = Counter(one.label for one in alike[0].devices)
        said = [name if count == 1 else f"{count} x {name}" for name, count in counts.items()]
        wanted.append(f"{rack_tables.name(alike)}: {', '.join(said)}")
    assert told == "; ".join(wanted)
    assert re.search(r"\d x ", told)


@pytest.mark.parametrize(
    ("name", "letters", "cut"),
    [
        ("ab cd efg", 9, "ab cd efg"),
        ("ab cd efg", 8, "…cd efg"),
        ("ab cd efg", 7, "…cd efg"),
        ("ab cd efg", 6, "…efg"),
        ("ab cd efg", 4, "…efg"),
        ("ab cd efg", 3, "ab…"),
        ("abcdefg", 6, "abcde…"),
        ("abcdefg", 1, "a…"),
        ("abcdefg", 0, "a…"),
    ],
)
def test_a_name_is_cut_to_so_many_letters(name: str, letters: int, cut: str) -> None:
    """From its beginning, as long as a whole word is left; else at its end."""
    assert fitting(name, letters * LETTER) == cut
    assert fitting(name, letters * LETTER + LETTER / 2) == cut


def test_a_stamp_is_to_scale() -> None:
    """Each device stands in its units, in one frame a rack, the frames side by side."""
    found = replace(found_of(), racks=tuple(racks(4).racks))
    drawn = ET.fromstring(miniature.svg(found))
    boxes = drawn.findall(f"{SPACE}rect")
    frames = [box(one) for one in boxes if one.get("fill") == "none"]
    backs = [box(one) for one in boxes if one.get("stroke") == "none"]
    assert frames == backs
    assert len(frames) == 4
    wide, high = map(float, drawn.get("viewBox", "").split()[2:])
    assert all(0 < x < right < wide and 0 < y < low < high for x, y, right, low in frames)
    assert all(one[2] < other[0] for one, other in pairwise(frames))
    devices = [one for one in boxes if one.find(f"{SPACE}title") is not None]
    every = [
        (d, frame) for rack, frame in zip(found.racks, frames, strict=True) for d in rack.devices
    ]
    for (device, frame), one in zip(every, devices, strict=True):
        left, top, right, bottom = box(one)
        unit = (frame[3] - frame[1]) / found.height
        assert (left, right) == (frame[0], frame[2])
        assert (top - frame[1]) / unit == pytest.approx(found.height - device.top, abs=0.1)
        gap = (device.bottom - 1) - (frame[3] - bottom) / unit
        assert -0.5 < gap < 0, "apart from what stands below"
        assert one.get("fill") == TINTS[device.kind]
    told = drawn.findtext(f"{SPACE}desc") or ""
    assert told == "; ".join(f"rack {one.number}: {one.units} units used" for one in found.racks)


@pytest.mark.parametrize("dark", [False, True])
def test_a_drawing_on_its_own_has_the_colours_of_its_page(dark: bool) -> None:
    """Once, beside the looks that it has anyway."""
    drawing = svg(found_of())
    alone = on_its_own(drawing, dark=dark)
    assert (
        ET.fromstring(alone)
        .get("style", "")
        .startswith(f"color-scheme: {'dark' if dark else 'light'}; color: #")
    )
    assert alone.count("color-scheme") == 1
    assert ET.fromstring(drawing).get("style", "") in alone


@pytest.mark.parametrize("count", [1, 2, 6, 7, 20])
def test_a_stamp_counts_its_racks(count: int) -> None:
    found = replace(found_of(), racks=found_of().racks[:1] * count)
    drawn = ET.fromstring(miniature.svg(found))
    frames = [one for one in drawn.findall(f"{SPACE}rect") if one.get("fill") == "none"]
    assert len(frames) == min(count, 6)
    assert drawn.get("aria-label") == ("1 rack" if count == 1 else f"{count} racks")
    said = [(float(one.get("y", "")), one.text) for one in drawn.findall(f"{SPACE}text")]
    assert [text for _, text in said] == [f"and {count - 6} more"] * (count > 6)
    wide, high = float(drawn.get("width", "")), float(drawn.get("height", ""))
    assert all(box(one)[2] < wide for one in frames)
    assert all(box(frames[0])[3] + 12 < y < high for y, _ in said), "below all racks"
