"""From a scenario to racks: what is packed, what limits it, and what waits for a vendor."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.results import Results
from model.books import racks
from model.design.scenario import Scenario

SITE = "site"


@cache
def scenario(name: str) -> Scenario:
    return load_scenario(name)


def priced(**changes: Any) -> Results:
    """Plan two racks of servers, enclosures and switches whose figures are all known."""
    return evaluate(edited(scenario("tests/report/priced.yaml"), changes))


def with_room(**site: Any) -> Results:
    return priced(site=site)


def test_racks_are_those_of_the_packing() -> None:
    """Four blocks of 14 units and two switches: three blocks fill a rack of 42, not four."""
    results = priced()
    assert results[SITE, "equipment_rack_units"] == 4 * 14 + 2
    assert results[SITE, "racks"] == results[SITE, "packed_racks"] == 2
    lower = with_room(rack_units=24)  # 58 units fill 2.4 racks, but no rack takes a second block
    assert lower[SITE, "racks_without_gaps"] == 3
    assert lower[SITE, "racks"] == 4
    assert lower.truth(SITE, "racks_is_met") is True


def test_the_fullest_rack_counts_not_the_average() -> None:
    """Three of the four blocks stand in one rack: it weighs and draws more than half of all."""
    results = priced()
    block = results[SITE, "equipment_power"] - 2 * 300
    assert results[SITE, "rack_power"] == pytest.approx(3 / 4 * block)
    drives, own = 168 * 0.7 + 2 * 60, results[SITE, "rack_own_weight"]
    weight = results[SITE, "rack_weight"]
    assert weight is not None
    assert own is not None
    assert weight > 3 * drives + own
    assert results[SITE, "heaviest_device"] == 60


def test_a_weaker_room_takes_more_racks() -> None:
    """Power per rack, stated of the room or required, is kept by taking more racks."""
    for said in ({"site": {"rack_power": "5 kW"}}, {"requirements.rack_power": "5 kW"}):
        results = priced(**said)
        assert results[SITE, "racks"] == 4
        assert (results[SITE, "rack_power"] or 0) <= 5000
        assert results.truth(SITE, "devices_have_places") is True
    assert results.truth(SITE, "rack_power_is_met") is True


def test_what_no_rack_takes_is_said() -> None:
    """Enclosures of 84 drives draw more than 1 kW; servers and switches have their places."""
    results = with_room(rack_power="1 kW")
    assert results.truth(SITE, "devices_have_places") is False
    assert results.truth(SITE, "design_fits") is False
    servers, enclosures, switches = 4 * 2, 4 * 2, 2
    assert results[SITE, "rack_devices"] == servers + enclosures + switches
    assert results[SITE, "devices_with_places"] == servers + switches


def test_growth_of_blocks_that_hold_nothing_needs_no_number_of_racks() -> None:
    """Infinitely many blocks would be needed: what they need is unknown, not an error."""
    groups = [{"name": "users", "volume": "1 PB", "growth": 0.4}]
    demand = {"start": "2027-01-01", "groups": groups}
    results = priced(demand=demand, **{"tiers.0.drives.per_enclosure": 2})
    assert results[SITE, "usable_capacity"] == 0
    assert results[SITE, "racks"] is not None
    assert {results[year, "year_racks"] for year in results.years()} == {None}


@given(st.integers(1, 3), st.floats(1, 40), st.sampled_from((1, 3)))
def test_feeds_carry_the_rack_when_one_is_lost(feeds: int, current: float, phases: int) -> None:
    """0.8 of the breakers of what is left; three phases carry the square root of 3 times as much.

    A rack is packed so that it holds, or says that a device alone is too much.
    """
    results = with_room(feeds=feeds, current=f"{current} A", voltage="400 V", phases=phases)
    left = max(feeds - 1, 1) * 0.8 * 400 * current * phases**0.5
    assert results[SITE, "rack_power_left"] == pytest.approx(left)
    assert results.truth(SITE, "feeds_suffice") is True
    fits = results.truth(SITE, "devices_have_places")
    assert fits is not False or left < 1500


def test_a_feed_of_32_ampere() -> None:
    """32 A at 400 V, three phases: 22.2 kVA, as the vendor says, and 17.7 kW for good."""
    results = with_room(feeds=2, current="32 A", voltage="400 V", phases=3)
    assert results[SITE, "rack_power_left"] == pytest.approx(17736, rel=1e-4)
    assert results[SITE, "phase_power_limit"] == pytest.approx(17736 / 3, rel=1e-4)
    assert results.truth(SITE, "phases_suffice") is True


def test_supplies_outlive_a_feed() -> None:
    """Of two supplies one is left, and it must do alone; unknown where nobody knows them."""
    servers = {"supplies": 2, "supply_rating": "350 W"}
    tight = priced(
        site={"feeds": 2}, **{f"tiers.0.servers.{at}": value for at, value in servers.items()}
    )
    assert tight.truth("site/tiers:data", "servers_outlive_a_feed") is False
    assert tight.truth("site/tiers:data", "enclosures_outlive_a_feed") is None
    alone = priced(
        site={"feeds": 1}, **{f"tiers.0.servers.{at}": value for at, value in servers.items()}
    )
    assert alone.truth("site/tiers:data", "servers_outlive_a_feed") is True


@pytest.mark.parametrize(
    ("supplies", "feeds", "left"), [(2, 2, 1), (4, 2, 2), (4, 3, 2), (2, 4, 1)]
)
def test_supplies_on_the_feeds_that_are_left(supplies: int, feeds: int, left: int) -> None:
    """They are spread evenly; of a supply that can't be whole on what is left, nothing counts."""
    said = {"supplies": supplies, "supply_rating": "900 W"}
    changes = {
        f"tiers.0.{of}.{at}": x for of in ("servers", "enclosures") for at, x in said.items()
    }
    results = priced(site={"feeds": feeds}, **changes)
    assert results["site/tiers:data", "server_power_left"] == left * 900
    assert results["site/tiers:data", "enclosure_power_left"] == left * 900


@pytest.mark.parametrize(("count", "suffice"), [(1, False), (2, False), (3, True)])
def test_supplies_outlive_one_of_them(count: int, suffice: bool) -> None:
    """A server draws 400 W: when one of its supplies of 300 W fails, two must be left."""
    servers = {"supplies": count, "supply_rating": "300 W"}
    results = priced(**{f"tiers.0.servers.{at}": value for at, value in servers.items()})
    tier = "site/tiers:data"
    assert results[tier, "server_power_needed"] == 400
    assert results[tier, "server_power_there"] == 300 * max(count - 1, 1)
    assert results.truth(tier, "server_supplies_suffice") is suffice


@pytest.mark.parametrize(
    ("said", "check"),
    [
        ({"floor_load": "{} kg/m2"}, "floor_bears"),
        ({"lift": "{} kg"}, "lift_suffices"),
        ({"path": "{} kg"}, "path_bears"),
    ],
)
def test_floor_lift_and_way(said: dict[str, str], check: str) -> None:
    """Met by much, not by little, and what is too little meets nothing."""
    for limit, met in (("10000", True), ("50", False)):
        results = with_room(**{name: text.format(limit) for name, text in said.items()})
        assert results.truth(SITE, check) is met
        assert (results.truth(SITE, "design_fits") is False) is not met
    weight, area = results[SITE, "rack_weight"], 0.6 * 1.2
    if check == "floor_bears":
        assert weight is not None
        assert results[SITE, "floor_load"] == pytest.approx(weight / area)


BELUGA = {"common": [{"part": "apc-ar3300", "count": 9}], "site": {"door_depth": "1050 mm"}}


def test_belugas_doors_dont_close() -> None:
    """An enclosure of 45 inches: the doors stay open, as the owners say, and the racks work."""
    results = evaluate(edited(scenario("scenarios/beluga.yaml"), BELUGA))
    assert results[SITE, "deepest_device"] is None  # the depth of the servers is unknown
    assert results[SITE, "deepest_known_device"] == pytest.approx(45 * 0.0254)
    assert results.truth(SITE, "doors_close") is False
    assert results.truth(SITE, "design_fits") is not False
    assert any("rear doors" in warning for warning in results.warnings)


def test_belugas_enclosures_need_a_deep_rack() -> None:
    """A rack of 1048 mm doesn't mount them: they are left, and the servers alone are packed."""
    weak = {"common": [{"part": "apc-ar3350", "count": 9}]}
    results = evaluate(edited(scenario("scenarios/beluga.yaml"), weak))
    assert results.truth(SITE, "devices_have_places") is False
    assert results.truth("site/tiers:project", "enclosure_depth_fits") is False


def test_sequoias_48_racks() -> None:
    """8 arrays of 4 units and 16 blades in the 8 units that are left: the 48 racks of the talk.

    Blades of half a unit are what 40 units leave; the metadata tier stands elsewhere.
    """
    sequoia = scenario("scenarios/sequoia.yaml")
    tier = {**sequoia.data["tiers"][0]}
    tier["servers"] = {**tier["servers"], "rack_units": 0.5}
    tier["cables"] = {**tier["cables"], "rack_units": 0} if "cables" in tier else None
    common = [{"part": "netapp-3040-40u-cabinet", "count": 48}]
    results = evaluate(
        edited(sequoia, {"tiers": [tier], "common": common, "existing": ["SAS cables"]})
    )
    assert results[SITE, "racks"] == results[SITE, "racks_without_gaps"] == 48


def test_unknown_units_leave_racks_unknown() -> None:
    results = priced(**{"tiers.0.enclosures.rack_units": None})
    assert results[SITE, "racks"] is None
    assert (SITE, "racks") not in results.waits_for(SITE, "racks")
    assert ("site/tiers:data/lines:enclosures", "unit_rack_units") in results.waits_for(
        SITE, "racks"
    )


def test_what_is_unknown_of_a_device_leaves_the_requirement_open() -> None:
    """Two racks are within the four: further ones may be needed for what counts as nothing."""
    without_power = {"tiers.0.enclosures.power": None}
    assert priced(**without_power).truth(SITE, "racks_is_met") is True, "nothing limits power"
    for changes in (
        without_power | {"site": {"rack_power": "20 kW"}},
        {"tiers.0.enclosures.weight": None},  # what a rack bears is known
    ):
        results = priced(**changes)
        assert results[SITE, "racks"] == 2
        assert results.truth(SITE, "racks_is_met") is None
        assert any("racks: 2 at least" in warning for warning in results.warnings)
        assert priced(**changes, **{"requirements.racks": 1}).truth(SITE, "racks_is_met") is False


def test_equal_designs_are_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often designs repeat, each is packed as often as if it were there once."""
    results = priced()
    packed: list[int] = []
    batched = racks.batched

    def counting(procedure: Any, rows: Any, count: int) -> Any:
        packed.append(len(rows))
        return batched(procedure, rows, count)

    monkeypatch.setattr(racks, "batched", counting)
    drives, weights = "site/tiers:data/lines:drives", np.linspace(0.6, 0.8, 40)
    blocks = np.concatenate([np.arange(1.0, 40.0), [math.nan]])
    axes = {("site/tiers:data", "blocks"): blocks, (drives, "unit_weight"): weights}
    many = {at: np.tile(values, 500) for at, values in axes.items()}
    few = results.varied(axes, [(SITE, "packed_racks")])[SITE, "packed_racks"]
    found = results.varied(many, [(SITE, "packed_racks")])[SITE, "packed_racks"]
    np.testing.assert_array_equal(found, np.tile(few, 500))
    assert packed == [40, 40]


@pytest.mark.parametrize(("units", "needed"), [(30, 1), (42, 1), (50, 2), (84, 2), (85, 3)])
def test_a_tier_entered_as_a_whole_fills_racks_unit_by_unit(units: int, needed: int) -> None:
    """Nobody says of what boxes it is made, so that no rack stays empty for want of a large gap."""
    text = f"""
schema: ostimate.scenario/1
name: whole
site: {{rack_units: 42, rack_power: 100 kW}}
tiers:
  - name: given
    given: {{capacity: 1 PB}}
    equipment: {{name: system, price: 1 M EUR, power: {units} kW, weight: {units} kg,
                rack_units: {units}}}
"""
    results = evaluate(load_scenario("whole.yaml", text))
    assert results[SITE, "equipment_rack_units"] == units
    assert results[SITE, "racks"] == results[SITE, "packed_racks"] == needed
    assert results[SITE, "rack_power"] == pytest.approx(min(units, 42) * 1e3)
    assert results[SITE, "rack_load"] == pytest.approx(min(units, 42))
