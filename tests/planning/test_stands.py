"""Which lines of a plan stand in racks, with what is in them, and how far its cables reach."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from model import load_scenario
from model.errors import InputError
from model.planning.plan import Plan, plan
from model.planning.racks import stands_of
from tests import planned
from tests.planned import Said, like, merged


def of(tier: Said) -> Plan:
    text = json.dumps(merged(planned.EXAMPLES["site"], {"tiers": [tier]}))
    return plan(load_scenario("x.yaml", text), planned._catalog())


INSIDE = ["processors", "memory", "network"]
BEYOND = {"part": "seagate-exos-e-4u106", "per_block": 1, "drives": 9}
COUNTED = {
    "enclosures": ["drives by drives_per_enclosure"],
    "further_enclosures": ["drives by drives_per_further_enclosure"],
}
STANDS: list[tuple[str, Said, dict[str, list[str]]]] = [
    # words of a tier, its further fields, and what stands with what in it, beside a switch
    ("disks", {}, {"servers": INSIDE, "enclosures": ["drives"]}),
    ("disks inside", {}, {"servers": [*INSIDE, "drives"]}),
    ("disks inside", {"in_servers": [{"name": "card", "per_server": 1}]},
     {"servers": [*INSIDE, "in servers 1", "drives"]}),
    ("disks cached", {}, {"servers": [*INSIDE, "cache"], "enclosures": ["drives"]}),
    ("disks cabled", {}, {"servers": ["processors", "memory", "adapters", "network"],
                          "enclosures": ["drives"], "cables": []}),
    ("disks unequal", {}, {"servers": INSIDE, "enclosures": ["further_drives", "drives"]}),
    ("disks special", {}, {"servers": INSIDE, "enclosures": ["drives", "hot spares"]}),
    ("disks apart", {}, {"servers": INSIDE, "enclosures": ["drives", "drives beside 1"]}),
    ("disks failing", {}, {"servers": INSIDE, "enclosures": ["drives"]}),
    ("disks", {"further_enclosures": BEYOND}, {"servers": INSIDE, **COUNTED}),
    ("disks reserved", {"further_enclosures": BEYOND}, {"servers": INSIDE, **COUNTED}),
    ("given", {}, {"as given": []}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "edits", "stands"), STANDS)
def test_what_stands_in_racks(words: str, edits: Said, stands: dict[str, list[str]]) -> None:
    made = of(like(words, **edits))
    found = stands_of(made.root.children, SimpleNamespace(lines=made.lines), fed_switches=False)  # type: ignore[arg-type]
    named = {
        one.path.rpartition(":")[2]: [
            f"{path.rpartition(':')[2]}{f' by {by}' * bool(by)}" for path, by in one.holds
        ]
        for one in found
    }
    assert named == {**stands, "1": []}
    names = ("servers", "enclosures", "further_enclosures")
    for one in found:
        name = one.path.rpartition(":")[2]
        assert one.blocks is (name in names)
        assert one.whole is (name == "as given")
        assert one.beside is (name == "cables")
        assert not one.on_top


LONG = "30 m are too long for passive copper: write 'medium: optical' for active optical cables"
REACHES: list[tuple[dict[str, Any], float | None, float | None, bool]] = [
    # a cable; the length and the reach that are known of it, and whether its type is asked for
    ({"name": "x", "length": "2 m"}, 2, 5, False),
    ({"name": "x", "length": "5 m"}, 5, 5, False),
    ({"name": "x", "length": "30 m"}, 30, None, True),
    ({"name": "Passive Copper", "length": "30 m"}, 30, 5, False),
    ({"name": "twinax", "length": "30 m"}, 30, 5, False),
    ({"name": "a DAC", "length": "30 m"}, 30, 5, False),
    ({"medium": "copper", "length": "30 m"}, 30, 5, False),
    ({"medium": "optical", "length": "30 m"}, None, None, False),
    ({"name": "dac", "reach": "7 m", "length": "5 m"}, 5, 7, False),
    ({"name": "dac"}, None, None, False),
]


@pytest.mark.parametrize(("cable", "length", "reach", "asked"), REACHES)
def test_how_far_a_cable_reaches(
    cable: dict[str, Any], length: float | None, reach: float | None, asked: bool
) -> None:
    """Passive copper reaches 5 m at the speed of the ports; other types are to be said."""
    made = of(like("disks", network={"cables": [cable]}))
    known = dict(made.root.walk())["site/tiers:t"].inputs
    assert known.get("network_cable_length") == length
    assert known.get("network_cable_reach") == reach
    assert any(LONG in text for text in made.warnings) is asked


@pytest.mark.parametrize(
    ("failover", "reserved", "targets"),
    [(True, 0, 5), (True, 3, 5), (True, 4, 4), (False, 0, 4), (False, 13, 3)],
)
def test_copies_need_as_many_targets_as_drives_make(
    failover: bool, reserved: int, targets: int
) -> None:
    """Nines of 48 drives, or of 24 in each of two servers that don't reach each other's."""
    layout = {"layout": "raid6:9", "copies": 5, "reserved_spares": reserved or None}
    states = {"failover": failover}
    tier = like("disks inside beegfs", blocks=1, target=layout, states=states)
    if targets == 5:
        assert of(tier)
        return
    with pytest.raises(InputError, match=f"5 copies need .* targets, but there are {targets}: add"):
        of(tier)
