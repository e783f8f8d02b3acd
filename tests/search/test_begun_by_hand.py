"""Designs to begin with, and what stands in the way, from tables of a few made-up designs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from model.answers.levers import Levers
from model.search import start
from model.search.families import Room, Table
from model.search.progress import StoppedError, Watch
from model.search.start import Begun, begin
from model.search.wishes import Wishes

COLUMNS = ("usable_capacity", "write_bandwidth", "gross_capital_cost", "racks", "rack_power")
DESIGNS = {
    "disks": [
        (4e15, 40e9, 1.0e6, 2, 20e3),
        (8e15, 80e9, 1.9e6, 4, 20e3),
        (8e15, 90e9, 2.1e6, 3, 30e3),
        (16e15, 80e9, 3.5e6, 7, 20e3),
    ],
    "flash": [(2e15, 200e9, 1.5e6, 1, 30e3), (4e15, 400e9, 2.9e6, 1, 35e3)],
    "tapes": [(1e15, 1e9, 1.0e6, 1, 10e3)],
}
"""Of each family its designs: capacity, write bandwidth, cost, racks and their power."""


@dataclass
class Made:
    """A family of made-up designs."""

    key: str
    is_ready: bool = True
    stops: bool = False
    rooms: list[Room] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"the {self.key}"

    def table(self, room: Room, watch: Watch, levers: Levers) -> Table:
        if self.stops:
            raise StoppedError
        self.rooms.append(room)
        fit, most = DESIGNS[self.key], room.rack_power or np.inf
        there = [one for one in fit if one[4] <= most]
        columns = np.array(there, float).reshape(-1, len(COLUMNS)).T
        picks = [(fit.index(one),) for one in there]
        weak = np.array([one[4] for one in fit if one[4] > most], float)
        return Table(picks, dict(zip(COLUMNS, columns, strict=True)), weak)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Made]:
    """Begin with made-up families in place of the templates."""
    found = {key: Made(key) for key in DESIGNS}
    monkeypatch.setattr(start, "family", found.__getitem__)
    monkeypatch.setattr(start, "names", lambda: list(found))
    return found


def cards_of(found: Begun) -> list[tuple[str, int, str]]:
    return [(card.row.family.key, card.row.picks[0], card.best_in) for card in found.cards]


MET: list[tuple[dict[str, Any], list[tuple[str, int, str]]]] = [
    (
        {},
        [
            ("disks", 0, "cheapest"),
            ("tapes", 0, "fewest racks, cheapest of its kind"),
            ("flash", 1, "fastest"),
            ("flash", 0, "cheapest of its kind"),
        ],
    ),
    ({"capacity": 8e15}, [("disks", 1, "cheapest"), ("disks", 2, "fewest racks, fastest")]),
    ({"capacity": 8.1e15}, [("disks", 3, "cheapest, fewest racks, fastest")]),
    (
        {"capacity": 4e15, "budget": 2.9e6},
        [
            ("disks", 0, "cheapest"),
            ("flash", 1, "fewest racks, fastest for the budget, cheapest of its kind"),
        ],
    ),
    (
        {"capacity": 4e15, "budget": 2.8e6},
        [("disks", 0, "cheapest, fewest racks"), ("disks", 2, "fastest for the budget")],
    ),
    (
        {"write_bandwidth": 40e9, "racks": 1},
        [("flash", 0, "cheapest, fewest racks"), ("flash", 1, "fastest")],
    ),
    (
        {"capacity": 2e15, "rack_power": 20e3},
        [("disks", 0, "cheapest, fewest racks"), ("disks", 1, "fastest")],
    ),
]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(("wishes", "cards"), MET, ids=range(len(MET)))
def test_the_best_in_each_way(wishes: dict[str, Any], cards: list[tuple[str, int, str]]) -> None:
    *_, found = begin(Wishes(**wishes))
    assert cards_of(found) == cards
    assert (found.is_possible, found.obstacles, found.within, found.done) == (True, (), (), 1)


UNMET: list[tuple[dict[str, Any], list[tuple[str, int, str]], list[str], list[str]]] = [
    (
        {"capacity": 8e15, "budget": 1.8e6},
        [("disks", 0, "with 4 PB"), ("disks", 1, "with 1.9 M EUR")],
        [
            "Usable capacity: at most 4 PB with the other requirements, 8 PB required",
            "Budget, with VAT: at least 1.9 M EUR needed, the limit is 1.8 M EUR",
        ],
        ["for 1.8 M EUR the largest holds 4 PB and the fastest writes 200 GB/s"],
    ),
    (
        {"capacity": 8e15, "racks": 2},
        [("disks", 0, "with 4 PB"), ("disks", 2, "with 3 racks")],
        [
            "Usable capacity: at most 4 PB with the other requirements, 8 PB required",
            "Racks: at least 3 racks needed, the limit is 2 racks",
        ],
        ["in 2 racks the largest holds 4 PB and the fastest writes 400 GB/s"],
    ),
    (
        {"write_bandwidth": 500e9, "racks": 1, "rack_power": 36e3},
        [("flash", 1, "with 400 GB/s")],
        ["Write bandwidth: at most 400 GB/s with the other requirements, 500 GB/s required"],
        ["in 1 rack of 36 kW the largest holds 4 PB and writes 400 GB/s"],
    ),
    (
        {"write_bandwidth": 500e9, "rack_power": 30e3},
        [("flash", 0, "with 200 GB/s")],
        ["Write bandwidth: at most 200 GB/s with the other requirements, 500 GB/s required"],
        ["in racks of 30 kW the largest holds 16 PB and the fastest writes 200 GB/s"],
    ),
    (
        {"capacity": 90e15, "write_bandwidth": 60e9, "budget": 1e3},
        [("disks", 0, "nearest")],
        [
            "Usable capacity: at most 4 PB with the other requirements, 90 PB required",
            "Write bandwidth: at most 40 GB/s with the other requirements, 60 GB/s required",
            "Budget, with VAT: at least 1 M EUR needed, the limit is 1000 EUR",
        ],
        ["none is possible for 1000 EUR"],
    ),
    (
        {"capacity": 90e15, "write_bandwidth": 1e9},
        [("disks", 3, "with 16 PB")],
        ["Usable capacity: at most 16 PB with the other requirements, 90 PB required"],
        [],
    ),
]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(("wishes", "cards", "said", "within"), UNMET, ids=range(len(UNMET)))
def test_what_stands_in_the_way(
    wishes: dict[str, Any], cards: list[tuple[str, int, str]], said: list[str], within: list[str]
) -> None:
    *_, found = begin(Wishes(**wishes))
    assert cards_of(found) == cards
    assert not found.is_possible
    assert list(found.within) == within
    assert found.compared == (f"Of the compared designs, {'; '.join(within)}." if within else "")
    assert [str(one) for one in found.obstacles] == said


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("budget", [0.5e6, 0.9e6])
@pytest.mark.parametrize("write", [100e9, 500e9])
@pytest.mark.parametrize("capacity", [9e15, 40e15])
def test_the_nearest_lacks_the_least_of_all_together(
    capacity: float, write: float, budget: float
) -> None:
    """What the nearest lacks is named, and what it has isn't."""
    *_, found = begin(Wishes(capacity=capacity, write_bandwidth=write, budget=budget))
    [card] = found.cards
    lacks = [one.asked.figure for one in found.obstacles]
    shares = {
        (key, n): max(0, 1 - one[0] / capacity)
        + max(0, 1 - one[1] / write)
        + max(0, one[2] / budget - 1)
        for key, designs in DESIGNS.items()
        for n, one in enumerate(designs)
    }
    assert (card.row.family.key, card.row.picks[0]) == min(shares, key=shares.__getitem__)
    assert card.best_in == "nearest"
    has = card.row.figure
    assert lacks == [
        name
        for name, short in (
            ("usable_capacity", has("usable_capacity") < capacity),
            ("write_bandwidth", has("write_bandwidth") < write),
            ("gross_capital_cost", has("gross_capital_cost") > budget),
        )
        if short
    ]


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("power", "designs", "said"),
    [
        (35e3, 7, ""),
        (
            30e3,
            6,
            "1 further designs don't fit racks of 30 kW: each has a device that draws more. For "
            "these a rack must provide at least 35 kW",
        ),
        (
            10e3,
            1,
            "6 further designs don't fit racks of 10 kW: each has a device that draws more. For "
            "these a rack must provide at least 20 kW",
        ),
        (
            9e3,
            0,
            "No design fits racks of 9 kW. Each of 7 has a device that draws more. A rack must "
            "provide at least 10 kW",
        ),
    ],
)
def test_devices_that_draw_more_than_a_rack_has(power: float, designs: int, said: str) -> None:
    *_, found = begin(Wishes(rack_power=power))
    assert (found.designs, found.too_weak) == (designs, said)


def test_tables_come_one_by_one(made: dict[str, Made]) -> None:
    """After each family that takes its time, and after the last one."""
    assert [one.done for one in begin(Wishes())] == [1]
    made["disks"].is_ready = made["tapes"].is_ready = False
    first, last = begin(Wishes(years=7, rack_power=30e3))
    assert (first.done, last.done) == (1 / 3, 1)
    assert (first.designs, last.designs) == (4, 6)
    assert made["flash"].rooms[-1] == Room(30e3, 7)
    assert [one.designs for one in begin(Wishes(), ["flash"])] == [2]


def test_families_that_were_not_looked_at_are_named(made: dict[str, Made]) -> None:
    made["flash"].stops = True
    (found,) = begin(Wishes())
    assert found.left_out == ("the flash", "the tapes")
    assert (found.done, found.designs) == (1 / 3, 4)


def test_the_share_that_is_done_is_told(made: dict[str, Made]) -> None:
    told: list[float] = []
    seen = iter(range(9))

    class Asking(Made):
        def table(self, room: Room, watch: Watch, levers: Levers) -> Table:
            next(seen)
            watch.goes_on(0.0, None)
            return super().table(room, watch, levers)

    for key in made:
        made[key] = Asking(key)
    consumed: Iterator[Begun] = begin(
        Wishes(), progress=lambda done, _: cast("bool", told.append(done) or True)
    )
    assert len(list(consumed)) == 1
    assert told == pytest.approx([0, 1 / 3, 2 / 3])
