"""Network cables, transceivers and switches are lines, counted from the ports that are used."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.output import plan_json
from model.answers.prices import counting
from model.answers.results import Results, evaluate
from model.answers.summary import headline
from model.design.cabling import SMALL_SINCE
from model.design.scenario import edited, load_scenario
from model.errors import InputError
from model.parts.catalog import load_catalog
from model.parts.classes import band, small_classes

CATALOG = load_catalog(needs=())
PRICED = load_scenario("tests/report/priced.yaml")
PORTS = 4 * 2
OF_CLASS = 250.0
"""Price of a network cable by its budget class."""
SWITCH = {"part": "mellanox-qm8700", "price": "15000 EUR", "power": "300 W", "weight": "12 kg"}
TREE = {"switch": SWITCH, "topology": "fat tree", "other_ports": 392, "cables": [{}]}


def planned(**changes: Any) -> Results:
    named = {name.replace("__", "."): value for name, value in changes.items()}
    return evaluate(edited(PRICED, {"existing": ["SAS cables"], **named}))


def bom(results: Results) -> dict[str, dict[str, Any]]:
    return {line["position"]: line for line in plan_json(results)["bom"]}


def test_cables_of_a_length_are_a_share_of_the_ports() -> None:
    """A quarter of 8 ports are 2 cables of 3 m, the others 6 of 5 m; they have a class's price."""
    cables = [{"length": "3 m", "share": 0.25}, {"length": "5 m", "share": 0.75}]
    lines = bom(planned(**{"tiers.0.network.cables": cables}))
    assert [lines[at]["count"] for at in ("1.21", "1.22")] == [2, 6]
    assert lines["1.21"]["description"] == "Network cables, server to switch, 3 m"
    assert [lines[at]["cost"] for at in ("1.21", "1.22")] == [2 * OF_CLASS, 6 * OF_CLASS]


def test_a_length_that_nobody_says_is_asked_for() -> None:
    results = planned(**{"tiers.0.network.cables": [{}]})
    line = bom(results)["1.21"]
    assert line["description"] == "Network cables, server to switch, length unknown"
    assert (line["count"], line["cost"]) == (PORTS, PORTS * OF_CLASS)
    assert results["site", "unknown_equipment_cost"] == 0


def test_cables_have_the_price_of_their_class_and_are_said_to() -> None:
    """No purchase waits for them, without estimates too, nor for cables between switches."""
    results = planned(existing=[], fabric={**TREE, "cables": []})
    lines = {line.position: line for line in results.plan.lines}
    prices = {at: results[lines[at].path, "unit_price"] for at in ("1.10", "1.21", "N.21")}
    assert prices == {"1.10": 80.0, "1.21": OF_CLASS, "N.21": OF_CLASS}
    for at in ("1.10", "1.21", "N.21"):
        assert results.plan.provenance[lines[at].path, "unit_price"].status == "estimate"
        assert (
            results[lines[at].path, "low_price_share"]
            < 1
            < (results[lines[at].path, "high_price_share"])
        )
    assert "estimated for 3 lines" in headline(results)
    bands = [band(one, CATALOG) for one in small_classes()]
    assert len(bands) == 5
    assert all(one is not None and one.date >= SMALL_SINCE for one in bands)
    undated = planned(existing=[], fabric=TREE, **{"economics.price_date": None})
    assert undated["site/tiers:data/lines:network cables 1", "unit_price"] is None
    early = planned(existing=[], fabric=TREE, **{"economics.price_date": "2024-01-01"})
    assert early["site/tiers:data/lines:network cables 1", "unit_price"] is None


def test_a_cable_has_a_transceiver_at_each_end() -> None:
    changes = {"tiers.0.network.transceivers": [{"name": "SR4", "price": "100 EUR"}]}
    assert bom(planned(**changes))["1.31"]["count"] == 2 * PORTS
    changes["tiers.0.network.transceivers"][0]["per_link"] = 0.5
    assert bom(planned(**changes))["1.31"]["count"] == PORTS / 2


def test_switches_of_a_fat_tree_are_bought_with_their_links() -> None:
    """400 ports of 40-port switches: 20 leaves of 20, 10 spines of 2 links to each leaf."""
    results = planned(fabric=TREE)
    lines, base = bom(results), evaluate(PRICED)
    assert [lines[at]["count"] for at in ("N.01", "N.02", "N.21")] == [20, 10, 400]
    assert lines["N.01"]["why"].startswith("(8 server switch ports + 392 other ports) / 20")
    assert "fat tree" in lines["N.01"]["description"]
    known = "known_equipment_cost"
    more = results["site", known] - base["site", known]
    assert more == pytest.approx(30 * 15000 + (PORTS + 400) * OF_CLASS)
    assert results["site", "equipment_power"] - base["site", "equipment_power"] == 30 * 300


def test_cables_that_nobody_says_are_certain_where_switches_are() -> None:
    """Their lengths are asked for; once a price is typed, they have it."""
    lines = bom(planned(fabric={"switch": SWITCH}))
    said = (lines["1.21"]["description"], lines["1.21"]["count"], lines["1.21"]["cost"])
    assert said == ("Network cables, server to switch, length unknown", PORTS, PORTS * OF_CLASS)
    typed = planned(fabric={"switch": SWITCH}, **{"tiers.0.network.cables.0.price": "50 EUR"})
    assert bom(typed)["1.21"]["cost"] == 50 * PORTS
    tree = bom(planned(fabric={**TREE, "cables": []}))
    assert tree["N.21"]["count"] == 400
    assert "1.21" not in bom(evaluate(PRICED))


def test_switches_that_nobody_chose_are_counted_by_the_port() -> None:
    """Eight ports that have no price until one is typed; one 'fabric' says all there is to say."""
    results = planned(common=[])
    line = bom(results)["N.01"]
    assert (line["description"], line["count"], line["unit"], line["cost"]) == (
        "Switch ports, switch not specified",
        PORTS,
        "port",
        None,
    )
    assert results["site", "capital_cost"] is None
    typed = planned(common=[], **{"fabric.switch.price": "400 EUR"})
    assert bom(typed)["N.01"]["cost"] == 400 * PORTS
    assert "N.01" not in bom(planned(common=[], existing=["switches", "network cables"]))
    assert "N.01" not in bom(planned(common=[{"name": "Core Switch", "count": 1}]))


@pytest.mark.parametrize(
    ("fabric", "texts"),
    [
        ({}, ["Switches of 36 ports, single level, model not specified"]),
        (
            {"topology": "fat tree"},
            [
                "Switches of 36 ports, leaf of a two-level fat tree, model not specified",
                "Switches of 36 ports, spine of a two-level fat tree, model not specified",
            ],
        ),
    ],
)
def test_switches_of_known_ports_are_no_ports(fabric: dict[str, str], texts: list[str]) -> None:
    """A switch of 36 ports without a model is bought by the piece."""
    lines = bom(planned(common=[], fabric={"switch": {"ports": 36}, **fabric}))
    found = [lines[at] for at in ("N.01", "N.02") if at in lines]
    assert [one["description"] for one in found] == texts
    assert {one["unit"] for one in found} == {"piece"}


def test_sas_cables_that_nobody_says_are_certain_between_adapters_and_enclosures() -> None:
    """Four blocks of two servers with two adapters of four ports each."""
    line = bom(planned(existing=["network cables"]))["1.10"]
    assert line["description"] == "SAS cables, adapter to enclosure, length unknown"
    assert (line["count"], line["cost"]) == (4 * 2 * 2 * 4, 4 * 2 * 2 * 4 * 80)
    typed = bom(planned(existing=[], **{"tiers.0.cables.price": "80 EUR"}))["1.10"]
    assert (typed["description"], typed["cost"]) == (line["description"], 80 * typed["count"])


@pytest.mark.parametrize(
    ("part", "cable", "port"),
    [
        ("mellanox-mcx631102an-adat", "slow-network-cable", "slow-switch-per-port"),
        ("mellanox-mcx515a-ccat", "medium-network-cable", "switch-per-port"),
        ("mellanox-mcx653105a-hdat", "network-cable", "switch-per-port"),
    ],
)
def test_cables_and_ports_cost_what_their_speed_does(part: str, cable: str, port: str) -> None:
    """25, 100 and 200 Gb/s; optical cables aren't in the classes of copper."""
    nas = load_scenario("scenarios/templates/lab-nas.yaml")
    changes = {"existing": ["power cords"], "tiers.0.network.cables": None}

    def classes(**more: object) -> list[str]:
        found = evaluate(edited(nas, {**changes, "tiers.0.network.part": part, **more}))
        used = [counting(found, one) for one in found.plan.lines if "network cables" in one.path]
        used += [counting(found, one) for one in found.plan.lines if one.role == "switch"]
        return [one.source.partition(":")[0] for one in used if one is not None]

    assert classes() == [f"budget class {cable}", f"budget class {port}"]
    optical = classes(**{"tiers.0.network.cables": [{"medium": "optical"}]})
    assert optical[0] == "budget class network-cable"
    named = classes(**{"tiers.0.network.bandwidth": "25 GB/s"})
    assert named == ["budget class network-cable", "budget class switch-per-port"]


def test_a_class_prices_what_has_a_name_only() -> None:
    """A port costs what the class of switches does by the port; a buyer's own class goes first."""
    estimated = {"common": [], "economics.estimates": True}
    line = bom(planned(**estimated))["N.01"]
    assert line["price"]["layer"] == "estimate"
    assert "switch-per-port" in line["price"]["source"]
    own = {
        "key": "ours",
        "title": "Cables of a frame contract",
        "kinds": ["cable"],
        "names": ["Network Cables"],
        "currency": "EUR",
        "low": "50 EUR",
        "likely": "60 EUR",
        "high": "90 EUR",
        "date": "2026-09-01",
    }
    ours = bom(planned(**estimated, existing=[], **{"economics.classes": [own]}))
    assert ours["1.21"]["cost"] == 60 * PORTS


def test_switches_are_not_both_bought_and_there() -> None:
    with pytest.raises(InputError, match="'existing' says are there"):
        planned(fabric={"switch": SWITCH}, existing=["switches"])


def test_a_single_level_has_no_cables_between_switches() -> None:
    lines = bom(planned(fabric={"switch": SWITCH}))
    assert lines["N.01"]["count"] == 1
    assert "N.02" not in lines
    with pytest.raises(InputError, match="write 'topology: fat tree'"):
        planned(fabric={"switch": SWITCH, "cables": [{}]})


def test_too_many_ports_for_two_levels_do_not_fit() -> None:
    results = planned(fabric={**TREE, "other_ports": 2000})
    assert results.truth("site", "fabric_levels_suffice") is False
    assert results.truth("site", "design_fits") is False


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"tiers.0.network.cables": [{"share": 0.5}]}, "come to 0.5"),
        ({"fabric": {"switch": {"part": "apc-ar3300"}}}, "kind switch"),
        ({"tiers.0.network.cables": [{"part": "apc-ar3300"}]}, "kind cable"),
        ({"tiers.0.network": None, "fabric": {"switch": SWITCH}}, "needs the 'network' of a tier"),
    ],
)
def test_what_cannot_be_is_one_line(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError) as refused:
        planned(**changes)
    assert what in str(refused.value)


def test_boot_drives_and_power_supplies_are_lines_of_each_server() -> None:
    """Two of each in 8 servers: they sit inside, so no rack gets fuller."""
    boot = {"name": "boot drive", "per_server": 2, "price": "150 EUR", "power": "3 W"}
    supply = {"name": "power supply, 1400 W", "per_server": 2, "price": "200 EUR", "power": "0 W"}
    results, base = planned(**{"tiers.0.in_servers": [boot, supply]}), planned()
    lines = bom(results)
    assert [lines[at]["count"] for at in ("1.51", "1.52")] == [16, 16]
    assert lines["1.51"]["why"] == "4 blocks x 2 servers per block x 2 pieces per server"
    known = "known_equipment_cost"
    assert (results["site", known] or 0) - (base["site", known] or 0) == 16 * 350
    assert results["site", "racks"] == base["site", "racks"]
    power = "known_equipment_power"
    assert (results["site", power] or 0) - (base["site", power] or 0) == 16 * 3


SAS = {"part": "sas-hd-copper", "count": 4}
CORE = {"name": "Core switch", "count": 1}
NO_SWITCHES = "as entered; no other switches, or ports of them, are counted"
NO_CABLES = "as entered; no network cables are counted but those that 'network' or 'fabric' states"


@pytest.mark.parametrize(
    ("listed", "there", "said"),
    [
        (CORE, {}, NO_SWITCHES),
        (CORE, {"fabric": {"switch": SWITCH}}, "as entered"),
        (CORE, {"existing": ["switches"]}, "as entered"),
        (SAS, {}, NO_CABLES),
        ({"name": "cable of 5 m", "count": 8}, {}, NO_CABLES),
        (SAS, {"tiers.0.network.cables": [{"length": "3 m"}]}, "as entered"),
        (SAS, {"tiers.0.network.cables": [{}], "fabric": {**TREE, "cables": []}}, NO_CABLES),
        (SAS, {"existing": ["network cables"]}, "as entered"),
        ({"name": "label printer", "count": 1}, {}, "as entered"),
    ],
)
def test_what_common_lists_says_what_isnt_counted_beside_it(
    listed: dict[str, Any], there: dict[str, Any], said: str
) -> None:
    """What each port takes leaves the bill where 'common' lists its kind: the line says so."""
    lines = bom(planned(common=[listed], **there))
    assert lines["C.01"]["why"] == said
    if "counted" in said:
        gone = "N.01" if said == NO_SWITCHES else "1.21" if "fabric" not in there else "N.21"
        assert gone not in lines
