"""Power cords are lines by their plugs: one to each power supply of what is bought for racks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.answers.sensitivity import ranked
from model.design.scenario import edited, load_scenario
from model.errors import InputError

SPACE = load_scenario("scenarios/templates/project-space.yaml")
SERVERS, ENCLOSURES = 6 * 2 + 2, 6 * 2 + 1
SWITCHES = 1
OTHER = "P.03"
WHOLE = {"name": "box", "given": {"capacity": "1 PB"}}


def planned(changes: dict[str, Any]) -> Results:
    return evaluate(edited(SPACE, changes))


def bom(results: Results) -> dict[str, dict[str, Any]]:
    lines = plan_json(results)["bom"]
    return {line["position"]: line for line in lines if line["position"].startswith("P.")}


def test_each_power_supply_has_a_cord() -> None:
    """Two supplies of each of 14 servers, 13 enclosures, a switch; nobody says their inlets."""
    line = bom(planned({}))[OTHER]
    assert line["count"] == 2 * (SERVERS + ENCLOSURES + SWITCHES) == 56
    assert line["description"] == "Power cords, plug unknown, 2 m"
    assert line["why"].startswith(
        "12 server chassis x 2 server power supplies + 2 server chassis x 2"
    )
    assert line["why"].endswith("1 fabric switch x 2 switch power supplies")
    assert (line["unit"], line["cost"], line["price"]["kind"]) == ("piece", 560.0, "assumed")


@pytest.mark.parametrize("estimates", [True, False])
def test_a_purchase_never_waits_for_cords(estimates: bool) -> None:
    """Without a price they cost what their class does, which is said, also without estimates."""
    results = planned({"cords": None, "economics.estimates": estimates})
    line = bom(results)[OTHER]
    assert line["price"]["kind"] == "estimate"
    assert line["cost"] == 56 * 10
    cords = [one for one in results.plan.lines if "common:cords" in one.path]
    assert [results[one.path, "line_cost"] for one in cords] == [560]
    assert (results["site", "estimated_lines"] or 0) >= 1


def test_an_inlet_says_the_plug() -> None:
    """An inlet C14 takes a cord of C13, C20 of C19."""
    said = {"tiers.0.servers.inlet": "C14", "tiers.0.enclosures.inlet": "C20"}
    lines = bom(planned(said | {"fabric.switch.inlet": "c14"}))
    assert [(at, lines[at]["count"]) for at in lines] == [
        ("P.01", 2 * (12 + SWITCHES)),
        ("P.02", 2 * 12),
        (OTHER, 2 * (2 + 1)),
    ]
    assert lines["P.01"]["description"] == "Power cords C13-C14, 2 m"


@settings(max_examples=6, deadline=None)
@given(
    blocks=st.integers(1, 40),
    supplies=st.tuples(*[st.integers(1, 4)] * 3),
    inlets=st.tuples(*[st.sampled_from([None, "C14", "C20"])] * 3),
)
def test_cords_are_the_inlets_of_all_boxes(
    blocks: int, supplies: tuple[int, ...], inlets: tuple[str | None, ...]
) -> None:
    """Whatever their plugs: all lines together have one for each supply of each box."""
    boxes = "tiers.0.servers", "tiers.0.enclosures", "fabric.switch"
    changes: dict[str, Any] = {"tiers.0.blocks": blocks}
    for box, number, inlet in zip(boxes, supplies, inlets, strict=True):
        changes |= {f"{box}.supplies": {"value": number, "because": "told"}}
        changes |= {f"{box}.inlet": inlet} if inlet else {}
    results = planned(changes)
    switches = results["site", "fabric_switches"] or 0.0
    first, second, third = supplies
    wanted = 2 * blocks * (first + second) + switches * third + 2 * 2 + 2
    assert sum(line["count"] for line in bom(results).values()) == wanted


def test_cords_that_nobody_says_are_certain_and_estimated() -> None:
    """They have the price of their class; a typed one counts."""
    unsaid = planned({"cords": None})
    line = bom(unsaid)[OTHER]
    assert (line["description"], line["count"]) == ("Power cords, plug unknown, length unknown", 56)
    assert line["cost"] == 10 * 56  # an estimate of their class
    assert line["price"]["layer"] == "estimate"
    assert unsaid["site", "unknown_equipment_cost"] == 0
    assert bom(planned({"cords": None, "cords.other.price": "4 EUR"}))[OTHER]["cost"] == 4 * 56


def test_supplies_that_nobody_counts_are_two_and_said() -> None:
    """A cord of 10 EUR doesn't make a purchase of millions unknown: all known parts have two."""
    whole, results = planned({}), planned({"tiers.0.enclosures.supplies": None})
    line = bom(results)[OTHER]
    assert (line["count"], line["cost"]) == (56, 560)
    assert results["site", "gross_capital_cost"] == whole["site", "gross_capital_cost"]
    assert results["site", "budget_is_met"] == 1
    item = results.item("site/tiers:project", "enclosure_supplies")
    assert item.source.startswith("assumption: two, as all 42 ")
    assert ("site/tiers:project", "enclosure_supplies") in {one.address for one in ranked(results)}
    catalog = results.plan.catalog
    counts = [catalog.figures(key).get("psu_count") for key in sorted(catalog.keys())]
    assert [n for n in counts if n is not None] == [2] * 42


def test_a_large_unknown_still_leaves_the_purchase_unknown() -> None:
    """What no class is of has no price, and no default."""
    nobodys = {"name": "cooling door", "count": 2, "power": "0 W"}
    results = planned({"common": [*SPACE.data["common"], nobodys]})
    assert results["site", "gross_capital_cost"] is None
    assert results["site", "budget_is_met"] is None


@pytest.mark.parametrize(
    "there",
    [
        {"existing": ["power cords"]},
        {"site.feeds": None},
        {"common": [{"name": "cord, C13 to C14", "count": 20, "per": "rack"}]},
    ],
)
def test_nobody_buys_cords_twice(there: dict[str, Any]) -> None:
    """Those that are there, and those that 'common' lists; without feeds nobody asks for them."""
    common = [*SPACE.data["common"], *there.pop("common", [])]
    assert not bom(planned({**there, "common": common}))


def test_cords_in_common_say_that_no_others_are_counted() -> None:
    """Whoever lists one kind of cord sees at its line that the rest isn't in the bill."""
    cord = {"name": "cord, C13 to C14", "count": 20}
    common = [*SPACE.data["common"], cord, {**cord, "per": "rack"}]
    lines = plan_json(planned({"common": common}))["bom"]
    one, each = (line["why"] for line in lines if "no other power cords" in line["why"])
    assert one == "as entered; no other power cords are counted"
    assert each.endswith("; no other power cords are counted")


def test_cords_in_servers_say_that_these_servers_have_no_others() -> None:
    cord = {"name": "cord, C13 to C14", "per_server": {"value": 2, "because": "red and blue"}}
    lines = plan_json(planned({"tiers.0.in_servers": [cord]}))["bom"]
    (line,) = (line for line in lines if line["description"] == "Cord, C13 to C14")
    reasons = "red and blue; no other power cords of these servers are counted"
    assert line["why"].endswith(f"2 pieces per server; {reasons}")
    (others,) = (line for line in lines if line["position"].startswith("P."))
    assert others["count"] == 56 - 12 * 2


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({"fabric": None}, "switches, which are counted by the port"),
        ({"common": {"part": "mellanox-qm8700", "count": 2}}, "NVIDIA (Mellanox) QM8700"),
        ({"common": {"name": "Ethernet switch", "count": 1}}, "Ethernet switch"),
        ({"tiers": WHOLE}, "box, which is entered as a whole"),
    ],
)
def test_what_has_no_cords_is_named_where_cords_are_counted(
    there: dict[str, Any], said: str
) -> None:
    """The cords of the rest are counted; how many supplies these have nobody says."""
    more = {key: [*SPACE.data[key], there[key]] for key in there if there[key]}
    results = planned({**there, **more})
    line = bom(results)[OTHER]
    assert line["why"].endswith(f"; without those of {said}")
    assert line["count"] == 56 - 2 * ("fabric" in there)


@pytest.mark.parametrize(
    "there",
    [
        {"common": {"part": "apc-ap8886", "count": 2}},
        {"common": {"name": "Ethernet switch, passive", "count": 1, "power": "0 W"}},
        {"tiers": {**WHOLE, "owned": True}},
    ],
)
def test_what_takes_no_cord_is_not_named(there: dict[str, Any]) -> None:
    (key,) = there
    line = bom(planned({key: [*SPACE.data[key], there[key]]}))[OTHER]
    assert "without" not in line["why"]


def test_without_any_cord_a_warning_names_what_is_fed() -> None:
    """A tier that is entered as a whole has racks with feeds, and no line of cords to say it at."""
    gone = dict.fromkeys(("requirements", "choices", "objective", "fabric", "cords", "services"))
    feeds = {**gone, "tiers": [WHOLE]}
    unsaid = planned(feeds)
    (warning,) = (text for text in unsaid.warnings if "cords" in text)
    assert warning.startswith("no power cords are counted of box, which is entered as a whole")
    there = planned({**feeds, "existing": ["power cords"]})
    assert not [text for text in there.warnings if "cords" in text]


def test_cords_of_options_are_options() -> None:
    """They are no part of the purchase; those of the other tier are."""
    results = planned({"tiers.1.option": True})
    lines = bom(results)
    assert {at: (lines[at]["count"], lines[at]["option"]) for at in lines} == {
        OTHER: (50, False),
        "P.06": (6, True),
    }


def test_the_switches_of_a_rack_have_as_many_cords_as_supplies() -> None:
    """The outlets of the rack with the switch must be enough: racks have 26, 24 and 6 cords."""
    base, more = planned({}), planned({"fabric.switch.supplies": {"value": 12, "because": "told"}})
    assert base["site", "rack_cords"] == 26
    assert more["site", "rack_cords"] == 26 + 10


def test_what_is_no_kind_of_cord_is_refused() -> None:
    with pytest.raises(InputError, match="c15"):
        edited(SPACE, {"cords.c15": {"price": "4 EUR"}})
