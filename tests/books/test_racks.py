"""The chapter of racks by hand: what is read of lines, what stands, and what follows from it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from model.books.racks import most_drawn, packing, packing_in_year, reads, standing
from model.books.site_facts import SiteFacts, Stand
from model.procedures.packing import Device

SERVERS = Stand(path="t/lines:servers", tier="t", blocks=True, depth="server_depth",
                supplies="server_supplies", holds=(("t/lines:drives", ""),))  # fmt: skip
BOXES = Stand(path="t/lines:boxes", tier="t", holds=(("t/lines:drives", "drives_per_box"),))
SWITCHES = Stand(path="c/lines:1", tier="c", on_top=True, supplies="switch_supplies", of_site=True)
CORDS = Stand(path="cords/lines:other", tier="cords", beside=True)
WHOLE = Stand(path="g/lines:given", tier="g", whole=True)
NAN = math.nan
OF_SERVERS = [4.0, 2.0, 20.0, 300.0, 2.0, 0.8, 2.0, 40.0, 100.0]
"""Four of 2 U, 20 kg and 300 W in two blocks, with drives of 40 kg and 100 W in all of them."""
LINE = ("line_count", "unit_rack_units", "unit_weight", "unit_power")
READ: list[tuple[Stand, list[tuple[str, str]]]] = [
    (SERVERS, [
        *((SERVERS.path, name) for name in LINE), ("t", "blocks"), ("t", "server_depth"),
        ("t", "server_supplies"), ("t/lines:drives", "line_weight"),
        ("t/lines:drives", "line_power")]),
    (BOXES, [
        *((BOXES.path, name) for name in LINE), ("t/lines:drives", "unit_weight"),
        ("t/lines:drives", "unit_power"), ("t", "drives_per_box")]),
    (SWITCHES, [*((SWITCHES.path, name) for name in LINE), ("", "switch_supplies")]),
    (CORDS, [(CORDS.path, "line_weight"), (CORDS.path, "line_power")]),
    (WHOLE, [(WHOLE.path, name) for name in LINE]),
]  # fmt: skip


@pytest.mark.parametrize(("stand", "read"), READ)
def test_what_is_read_of_a_line(stand: Stand, read: list[tuple[str, str]]) -> None:
    assert list(reads([stand])) == read
    grown = Stand(**{**_fields(stand), "growth": (("t/@", "owned"), ("t", "bought"))})
    assert list(reads([grown])) == [("t/@", "owned"), ("t", "bought"), *read]


def _fields(stand: Stand) -> dict[str, Any]:
    return {name: getattr(stand, name) for name in Stand.__slots__}


STANDINGS: list[tuple[Stand, list[float], float, float, Device, float]] = [
    # a line, its figures; its count, blocks, one piece with all in it, and its weight alone
    (SERVERS, OF_SERVERS, 4, 2, Device(SERVERS.path, 2, 0.8, 30, 325, 2), 20),
    (SERVERS, [0, *OF_SERVERS[1:]], 0, 2, Device(SERVERS.path, 2, 0.8, 20, 300, 2), 20),
    (BOXES, [2, 4, 50, 200, 1, 10, 60], 2, 1, Device(BOXES.path, 4, NAN, 110, 800), 50),
    (SWITCHES, [2, 1, 9, 100, 2], 2, 1, Device(SWITCHES.path, 1, NAN, 9, 100, 2, True), 9),
    (CORDS, [6, 3], 1, 1, Device(CORDS.path, 0, weight=6, power=3), 0),
    (WHOLE, [1, 10, 100, 1000], 10, 1, Device(WHOLE.path, 1, NAN, 10, 100), 100),
    (WHOLE, [3, 1, 100, 1000], 3, 1, Device(WHOLE.path, 1, NAN, 100, 1000), 100),
]


@pytest.mark.parametrize(("stand", "figures", "count", "blocks", "device", "bare"), STANDINGS)
def test_a_line_stands_with_all_in_it(
    stand: Stand, figures: list[float], count: float, blocks: float, device: Device, bare: float
) -> None:
    """Twice as much in a year with six owned of three that were bought; as much of none."""
    [one] = standing([stand], figures)
    assert (one.count, one.blocks, one.bare_weight) == (count, blocks, bare)
    for name in ("units", "depth", "weight", "power", "supplies"):
        assert getattr(one.device, name) == pytest.approx(getattr(device, name), nan_ok=True)
    assert one.device.on_top is device.on_top
    grown = Stand(**{**_fields(stand), "growth": (("t/@", "owned"), ("t", "bought"))})
    for owned, bought, factor in ((6.0, 3.0, 2), (6.0, 0.0, 1)):
        [later] = standing([grown], [owned, bought, *figures])
        assert later.count == count * factor
        assert later.blocks == blocks * (factor if stand.blocks else 1)
        assert later.bare_weight == bare


def test_the_most_that_a_device_draws() -> None:
    """Of those that are there, stand in units, and of which it is known."""
    found = [*OF_SERVERS, 2, 4, 50, NAN, 1, 10, 60, 6, 9999]
    assert most_drawn([SERVERS, BOXES, CORDS], found) == 325
    found[12] = 200
    assert most_drawn([SERVERS, BOXES, CORDS], found) == 800
    found[9] = 0
    assert most_drawn([SERVERS, BOXES, CORDS], found) == 325
    assert most_drawn([CORDS], [6, 9999]) == 0


STANDS = (SERVERS, SWITCHES, CORDS)
FIGURES = [*OF_SERVERS, 2.0, 1.0, 9.0, 100.0, 2.0, 6.0, 12.0]
ANSWERED: list[tuple[tuple[float, float, float, float], dict[str, float]]] = [
    # units, depth, load and power of a rack, and what is in it
    ((10, NAN, NAN, NAN), {
        "packed_racks": 1, "racks_settled": 1, "placed_devices": 6, "rack_devices": 6,
        "refused_devices": 0, "rack_load": 4 * 30 + 2 * 9 + 6,
        "rack_power": 4 * 325 + 2 * 100 + 12, "heaviest_device": 20, "deepest_known_device": 0.8}),
    ((5, NAN, NAN, NAN), {
        "packed_racks": 2, "placed_devices": 6, "rack_load": 2 * 30 + 9 + 3,
        "rack_power": 2 * 325 + 100 + 6}),
    ((10, 0.7, NAN, NAN), {
        "packed_racks": 1, "placed_devices": 2, "rack_devices": 6, "refused_devices": 4,
        "rack_load": 2 * 9 + 6}),
    ((10, NAN, 100, NAN), {"packed_racks": 2, "placed_devices": 6}),
    ((10, NAN, NAN, 850), {"packed_racks": 2, "placed_devices": 6}),
    ((NAN, NAN, NAN, NAN), {"packed_racks": NAN}),
]  # fmt: skip


@pytest.mark.parametrize(("limits", "answers"), ANSWERED)
def test_what_a_packing_answers(
    limits: tuple[float, float, float, float], answers: dict[str, float]
) -> None:
    book = packing(SiteFacts(stands=STANDS))
    for name, value in answers.items():
        found = book.quantities[name].function(*limits, *FIGURES)
        assert found == pytest.approx(value, nan_ok=True), name


FEEDS: list[tuple[tuple[float, float, float], float]] = [
    # phases that are left, feeds that are left and all feeds; power of the fullest phase
    ((1, 1, 1), 4 * 325 + 2 * 100 + 12),
    ((1, 1, 2), 4 * 325 + 2 * 100 + 12),
    ((2, 1, 1), 4 * 325 / 2 + 100 + 6),
    # eight halves of 162.5 W, then four of 50 W, each to the phase with the least
    ((3, 1, 1), 325 + 4 * 50 + 4),
    ((3, 2, 2), 325 + 4 * 50 + 4),
    # with one of two cords: the fourth server joins another
    ((3, 1, 2), 2 * 325 + 4),
]


@pytest.mark.parametrize(("legs", "power"), FEEDS)
def test_what_is_read_of_feeds(legs: tuple[float, float, float], power: float) -> None:
    book = packing(SiteFacts(stands=STANDS, fed=True))
    limits = [10, NAN, NAN, NAN, NAN, *legs]
    assert book.quantities["rack_cords"].function(*limits, *FIGURES) == 4 * 2 + 2 * 2
    assert book.quantities["phase_power"].function(*limits, *FIGURES) == power


@pytest.mark.parametrize(
    ("at", "known"),
    [
        *((0, False), (1, False), (2, True), (3, True), (4, False), (5, True), (6, True)),
        *((7, True), (9, False), (10, False), (11, True), (13, True), (15, True)),
    ],
)
def test_what_must_be_known_of_lines_to_count_racks(at: int, known: bool) -> None:
    """Pieces, their units and blocks; what else is unknown is no limit."""
    book = packing(SiteFacts(stands=STANDS))
    figures = [*FIGURES[:at], NAN, *FIGURES[at + 1 :]]
    quantity = book.quantities["packed_racks"]
    assert quantity.function(10, NAN, NAN, NAN, *figures) == pytest.approx(
        1 if known else NAN, nan_ok=True
    )
    name = list(reads(STANDS))[at][1]
    assert (name in quantity.may_lack) is known


@pytest.mark.parametrize(("owned", "racks"), [(2, 1), (4, 2)])
def test_racks_of_a_year(owned: float, racks: float) -> None:
    grown = Stand(**{**_fields(SERVERS), "growth": (("t/@", "owned"), ("t", "bought"))})
    book = packing_in_year(SiteFacts(later_stands=(grown,)))
    [quantity] = book.quantities.values()
    assert quantity.reads[:3] == (
        ("..", "rack_power_limit"), ("../t/@", "owned"), ("../t", "bought"),
    )  # fmt: skip
    assert quantity.function(8, NAN, NAN, NAN, owned, 2, *OF_SERVERS) == racks
