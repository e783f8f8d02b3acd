"""A design that can't be built is a result that says so, and meets nothing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.compatibility import checks, compared, misfit
from model.answers.output import plan_json
from model.answers.questions import questions
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import headline
from model.answers.swaps import swapped
from model.answers.views.compatibility_table import fit
from model.answers.views.requirements import requirements
from model.answers.views.view_text import text_table as table
from model.commands.overview import print_plan
from model.design.scenario import Scenario, with_new_parts
from model.engine.quantity import Quantity
from model.errors import InputError
from model.formulas.chain.arrays import drives_left
from model.formulas.compatibility import outlets
from model.formulas.compatibility.misfits import MISFITS
from model.parts.codes import SHAPES, code
from tests import trees

REFERENCES = ("astra", "beluga", "cri", "lcpq", "sequoia")
PROJECT = "site/tiers:project"
MODEST = {"requirements.capacity": "1 PB", "requirements.racks": 100}


@cache
def scenario(name: str) -> Scenario:
    return load_scenario(f"scenarios/{name}.yaml")


@cache
def beluga(per_enclosure: int) -> Results:
    """Plan Béluga with so many drives in each of its enclosures, which have 106 bays."""
    return evaluate(
        edited(scenario("beluga"), {"tiers.0.drives.per_enclosure": per_enclosure, **MODEST})
    )


@pytest.mark.parametrize("name", REFERENCES)
def test_systems_that_were_built_can_be_built(name: str) -> None:
    """What stands in a machine room fits, as far as data sheets tell."""
    results = evaluate(scenario(name))
    assert results.truth("site", "design_fits") is not False
    assert sentence_text(results, misfit(results)) == ""


@given(st.integers(1, 250))
def test_a_drive_more_than_bays_doesnt_fit(per_enclosure: int) -> None:
    """Up to 106 drives go into 106 bays, and not one more."""
    results = beluga(max(per_enclosure, 11))
    fits = results.truth(PROJECT, "drives_fit")
    assert fits is (per_enclosure <= 106)
    assert (results.truth("site", "design_fits") is False) is not fits


@pytest.mark.parametrize(
    ("part", "size", "shape", "interface"),
    [
        ("wd-hc560-20tb", "20 TB", True, True),
        ("samsung-pm1653-7680gb", "7.68 TB", True, True),
        ("samsung-pm9a3-7680gb", "7.68 TB", True, False),
    ],
)
def test_further_drives_fit_into_the_same_places(
    part: str, size: str, shape: bool, interface: bool
) -> None:
    """Drives of another size are checked as the first ones: 2.5 inches in carriers, SAS or not."""
    edits = {
        "tiers.0.target.layout": f"raidz3:11 + raidz3:11 of {size}",
        "tiers.0.further_drives": {"part": part},
        "published": [],
        **MODEST,
    }
    results = evaluate(edited(scenario("beluga"), edits))
    assert results.truth(PROJECT, "further_drive_shape_fits") is shape
    assert results.truth(PROJECT, "further_drive_interface_fits") is interface
    said = "project: the further drives can't be connected: their interface doesn't match"
    assert (said in headline(results)) is not interface


HOST_MANAGED = "seagate-exos-x26z-25tb", "wd-hc670-26tb", "toshiba-ma11-28tb"
BY_ITSELF = "seagate-exos-x28-28tb", "seagate-exos-m-32tb", "wd-hc680-28tb"
SMR = "the drives are SMR, unsuitable for RAIDZ or RAID: rewrites, resilvers and rebuilds are slow"


@pytest.mark.parametrize("part", [*HOST_MANAGED, *BY_ITSELF, "seagate-exos-m-30tb"])
def test_shingled_drives_are_refused_or_warned_of(part: str) -> None:
    """Host-managed SMR doesn't fit, SMR that drives manage warns, where they're chosen, too."""
    before = beluga(106).edited({"tiers.0.states.failover": False})  # as SATA needs
    results = before.edited({"tiers.0.drives.part": part, "tiers.0.target.reserved_spares": 1})
    assert results.truth(PROJECT, "drive_recording_fits") is (part not in HOST_MANAGED)
    assert (MISFITS["drive_recording_fits"] in headline(results)) is (part in HOST_MANAGED)
    assert (f"project: {SMR}" in results.warnings) is (part in BY_ITSELF)
    found = swapped(before, "tiers.0.drives", part)
    said = [str(turn) for turn in found.turns]
    assert found.fits is (part not in HOST_MANAGED)
    assert (f"✗ warning: project: {SMR}" in said) is (part in BY_ITSELF)
    assert any(MISFITS["drive_recording_fits"] in one for one in said) is (part in HOST_MANAGED)


def test_what_is_said_of_no_recording_is_conventional() -> None:
    """Drives whose data sheet is silent, and flash, aren't asked about."""
    for part in ("seagate-st2400mm0129", "samsung-pm1653-7680gb"):
        results = beluga(106).edited({"tiers.0.drives.part": part})
        assert results.truth(PROJECT, "drive_recording_fits") is True
        check = plan_json(results)["checks"]["tiers.project.drive_recording_fits"]
        assert (check["needs"], check["has"]) == ("CMR", "CMR or SMR")


def test_further_drives_record_as_layouts_write() -> None:
    edits = {
        "tiers.0.target.layout": "raidz3:11 + raidz3:11 of 25 TB",
        "tiers.0.further_drives": {"part": "seagate-exos-x26z-25tb"},
        "published": [],
        **MODEST,
    }
    results = evaluate(edited(scenario("beluga"), edits))
    assert results.truth(PROJECT, "further_drive_recording_fits") is False
    assert results.truth(PROJECT, "drive_recording_fits") is True


def test_what_cant_be_built_meets_nothing() -> None:
    """130 drives in 106 bays: no verdict is "met" anywhere, and the sentence begins with why."""
    before, results = beluga(106), beluga(130)
    assert plan_json(before)["requirements"]["capacity"]["met"] is True
    document = plan_json(results)
    assert document["design_fits"] is False
    assert document["requirements"]["capacity"]["met"] is False
    assert document["requirements"]["capacity"]["planned"] > 1e15
    flags = [v for v in document["checks"].values() if not isinstance(v, dict)]
    assert True not in flags
    assert all(True not in found.values() for found in document["verdicts"].values())
    for cells in table(results, requirements(results)).rows:
        assert all("✓" not in cell.text for cell in cells)
    said = "Can't be built: project: there are more drives than bays; "
    assert headline(results).startswith(said)


@pytest.mark.long
@settings(max_examples=15)
@given(st.integers(3, 255), st.integers(0, 212))
def test_a_layout_fits_into_a_block_or_doesnt(width: int, reserved: int) -> None:
    """Béluga's blocks have 212 drives: what is left over of them makes targets, or none."""
    edits: dict[str, Any] = {"tiers.0.target.layout": f"raidz1:{width}"}
    if reserved:
        edits["tiers.0.target.reserved_spares"] = reserved
    results = beluga(106).edited(edits)
    fits = width <= 212 - reserved
    assert results.truth(PROJECT, "layout_fits") is fits
    assert results[PROJECT, "targets_per_block"] == (212 - reserved) // width
    if not fits:
        assert results["site", "usable_capacity"] == 0
        assert results.judged("site", "capacity_is_met") is False
        said = plan_json(results)["checks"]["tiers.project.layout_fits"]
        assert (said["status"], said["has"], said["needs"]) == (
            "doesn't fit",
            212 - reserved,
            width,
        )
        assert "Can't be built" in headline(results)


def test_checks_have_stable_keys() -> None:
    """Each check of fit says its name, whether it is met, by how much, why not, what to ask."""
    found = plan_json(beluga(130))["checks"]
    assert found["tiers.project.drives_fit"] == {
        "name": "drives_fit",
        "status": "doesn't fit",
        "needs": 130.0,
        "has": 106.0,
        "margin": pytest.approx(106 / 130 - 1),
        "reason": "there are more drives than bays",
        "ask": [],
    }
    family = found["tiers.project.cpu_family_fits"]
    assert (family["needs"], family["has"], family["margin"]) == ("LGA 3647", "LGA 3647", None)
    unknown = found["tiers.project.wide_cards_fit"]
    assert (unknown["status"], unknown["margin"]) == ("unknown", None)
    assert unknown["ask"] == ["x16 slots in one server"]


@pytest.mark.long
def test_every_check_compares_what_there_is_with_what_is_needed() -> None:
    """The table of fit shows both sides of each check of every tree, and words for each."""
    found = set()
    for root in trees.examples().values():
        for _, instance in root.walk():
            both = (*instance.book.parts("parts_fit"), *instance.book.parts("design_fits"))
            for check in both:
                if isinstance(check, Quantity) and check.kind == "formula":
                    assert len(check.needs) == 2, check.name
                    found.add(check.name)
    assert found == set(MISFITS)


def test_the_table_of_fit() -> None:
    """A row for each check, with what to ask where a data sheet is silent."""
    results = beluga(130)
    rows = {
        row[0].text: [cell.text for cell in row[1:]] for row in table(results, fit(results)).rows
    }
    assert rows["project: Enough drive bays"] == [
        "130", "106", "✗ doesn't fit", "there are more drives than bays",
    ]  # fmt: skip
    question = "ask the vendor: what is the number of x16 slots in one server?"
    assert rows["project: Enough x16 slots"] == ["1", "unknown", "unknown", question]
    assert rows["project: Processors match the sockets"] == ["LGA 3647", "LGA 3647", "✓ fits", ""]
    assert rows["= Whole design"][2] == "✗ doesn't fit"
    assert len(rows) == len(list(checks(results))) + 1
    for path, check in checks(results):
        assert all(at in results.values for at in compared(results, path, check))


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"processors.part": "amd-epyc-7302"}, "cpu_family_fits"),
        ({"processors.per_server": 3}, "cpus_fit"),
        ({"memory.part": "ddr5-4800-rdimm-32gb"}, "memory_generation_fits"),
        ({"memory.per_server": 25}, "memory_fits"),
        ({"memory.channels": 13}, "channels_fit"),
        ({"adapters.per_server": 20}, "cards_fit"),
        ({"adapters.per_server": 20}, "pcie_lanes_fit"),
        ({"adapters.cables": 3}, "cables_fit"),
        ({"network.ports": 2}, "links_fit"),
        ({"enclosures.part": "ibm-4657-24g"}, "drive_shape_fits"),
        ({"drives.part": "samsung-pm9a3-3840gb"}, "drive_interface_fits"),
    ],
)
def test_what_beluga_cant_be_built_of(changes: dict[str, Any], why: str) -> None:
    """An EPYC in a Xeon server, 20 adapters in 8 slots, flash in a SAS enclosure: said, not met."""
    figures = {f"tiers.0.{at}": value for at, value in changes.items()}
    whole = with_new_parts(scenario("beluga"), {**figures, **MODEST})
    results = evaluate(edited(scenario("beluga"), whole))
    assert results.truth(PROJECT, why) is False
    assert plan_json(results)["requirements"]["racks"]["met"] is not True
    assert MISFITS[why] in headline(results)


@given(st.integers(1, 12), st.integers(1, 12))
def test_more_adapters_never_fit_better(few: int, more: int) -> None:
    """What fewer cards don't fit, more of them don't either."""
    few, more = sorted((few, more))
    assert cards_fit(few) is True or cards_fit(more) is False


@cache
def cards_fit(count: int) -> bool | None:
    cards = {"tiers.0.adapters.per_server": count}
    return evaluate(edited(scenario("beluga"), cards)).truth(PROJECT, "cards_fit")


@pytest.mark.parametrize(("text", "shape"), [
    ("LFF 3.5in top-load", "3.5in"), ("SFF 2.5in", "2.5in"), ("2.5in U.3 15 mm", "2.5in"),
    ("2.5in 15 mm U.3 (also E3.S 7.5 mm)", "2.5in"), ("U.2 / E3.S / E1.S", None),
    ("E3.S 7.5 mm", "E3.S"), ("F3100 fabric device", "F3100"),
])  # fmt: skip
def test_a_form_factor_that_leaves_a_choice_is_unknown(text: str, shape: str | None) -> None:
    found = code("form_factor", text)
    assert (None if found is None else SHAPES[int(found) - 1]) == shape


def test_racks_carry_and_mount_what_stands_in_them() -> None:
    """A box deeper than the rack, and 40 units of drives on a weak rack, don't fit."""
    priced = load_scenario("tests/report/priced.yaml")
    results = evaluate(edited(priced, {"common.0.part": "apc-ar3350"}))
    assert results["site", "rack_mounting_depth"] == 1.048
    assert results["site", "rack_weight_limit"] == pytest.approx(1020 + 161.36)


def test_what_to_ask_stands_in_the_notes(capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal shows what doesn't fit; the questions for vendors are asked with the notes."""
    print_plan(evaluate(scenario("beluga")))
    assert "ask the vendor" not in (short := capsys.readouterr().out)
    assert "compatibility checks lack data" in short
    print_plan(evaluate(scenario("beluga")), notes=True)
    assert (
        "ask the vendor: what is the number of x16 slots in one server?" in capsys.readouterr().out
    )
    print_plan(beluga(130))
    assert "there are more drives than bays" in capsys.readouterr().out


ROOM = ("bays", "sockets", "memory_slots", "slots", "wide_slots")
ASKED = {"drives.per_server", "processors.per_server", "memory.per_server", "network.per_server"}


@given(st.lists(st.integers(1, 30), min_size=9, max_size=9), st.sampled_from(range(5)))
def test_more_room_never_turns_fits_into_doesnt(counts: list[int], which: int) -> None:
    """A bay, socket or slot more takes nothing away; a piece more than there is room flips it."""
    room = dict(zip(ROOM, counts, strict=False))
    asked = dict(zip(sorted(ASKED), counts[5:], strict=True))
    tight = named(room, asked)
    wider = named({**room, ROOM[which]: room[ROOM[which]] + 1}, asked)
    for path, check in checks(tight):
        before, after = (one.truth(path, check.name) for one in (tight, wider))
        assert not (before is True and after is False), check.name
    fits = {name: tight.truth("site/tiers:t", name) for name in ("drives_fit", "cpus_fit")}
    assert fits["drives_fit"] is (asked["drives.per_server"] <= room["bays"])
    assert fits["cpus_fit"] is (asked["processors.per_server"] <= room["sockets"])


def named(room: dict[str, int], asked: dict[str, int]) -> Results:
    """Plan servers that the catalog lacks, with so much room for so many pieces."""
    pieces = {
        "processors": {"name": "processor"},
        "memory": {"name": "module", "capacity": "16 GiB", "channels": 1},
        "network": {"name": "adapter"},
        "drives": {"name": "drive", "capacity": "4 TB"},
    }
    tier: dict[str, Any] = {"name": "t", "file_system": "none", "blocks": 2, **pieces}
    for at, count in asked.items():
        piece, _, field = at.partition(".")
        tier[piece] = {**tier[piece], field: count}
    tier["servers"] = {"name": "server", "per_block": 1, **room}
    tier["target"] = {"redundancy": "raid", "layout": "drive", "format": "xfs"}
    site = {"name": "named", "tiers": [tier]}
    return evaluate(load_scenario("named.yaml", json.dumps(site)))


@pytest.mark.parametrize("at", [
    "servers.per_block", "processors.per_server", "memory.per_server", "memory.channels",
    "adapters.per_server", "adapters.cables", "network.per_server", "network.ports",
    "enclosures.per_block", "drives.per_enclosure", "blocks",
])  # fmt: skip
@pytest.mark.parametrize("count", [999, 1_000_000])
def test_counts_beyond_all_limits_give_a_result(at: str, count: int) -> None:
    """No count is an exception: what can't be built says so."""
    results = evaluate(edited(scenario("beluga"), {f"tiers.0.{at}": count}))
    assert headline(results)
    beyond = at not in ("blocks", "servers.per_block", "enclosures.per_block")
    assert not beyond or results.truth("site", "design_fits") is False


@pytest.mark.parametrize(
    ("cables", "adapter", "plugs", "length"),
    [
        ("{part: sas-hd-copper, length: 4 m}", "broadcom-9500-16e", 1, 1),
        ("{part: sas-hd-copper, length: 5 m}", "broadcom-9500-16e", 1, 0),
        ("{part: sas-hd-internal, length: 1 m}", "broadcom-9500-16e", 0, None),
        ("{part: sas-2-copper}", "broadcom-9500-16e", 0, None),
        ("{name: a cable, length: 5 m}", "broadcom-9500-16e", None, None),
    ],
)
def test_cables_have_plugs_and_lengths(
    cables: str, adapter: str, plugs: int | None, length: int | None
) -> None:
    """Mini-SAS HD goes into Mini-SAS HD alone, and passive copper is made up to 4 m."""
    text = Path("tests/report/priced.yaml").read_text(encoding="utf-8")
    text = text.replace("    enclosures:", f"    cables: {cables}\n    enclosures:", 1)
    assert adapter in text
    results = evaluate(load_scenario("cables.yaml", text))
    tier = "site/tiers:data"
    assert results[tier, "plugs_fit"] == plugs
    assert results.values.get((tier, "cable_length_fits")) == length
    said = "Can't be built: " in headline(results)
    assert said is (plugs == 0 or length == 0)


@pytest.mark.parametrize(
    ("cable", "reach", "fits"),
    [
        ({"length": "2 m"}, 3, True),
        ({"length": "3 m", "medium": "copper"}, 3, True),
        ({"length": "30 m", "medium": "copper"}, 3, False),
        ({"length": "5 m", "name": "DAC of 400 Gb/s"}, 3, False),
        ({"length": "30 m"}, None, None),
        ({"length": "130 m", "medium": "optical", "reach": "100 m"}, 100, False),
    ],
)
def test_copper_to_switches_reaches_some_metres(
    cable: dict[str, str], reach: float | None, fits: bool | None
) -> None:
    """Passive copper of 400 Gb/s is made up to 3 m (NVIDIA MCP7Y10); optical cables go further."""
    base = scenario("templates/flash-scratch")
    results = evaluate(edited(base, {"tiers.0.network.cables": [cable]}))
    tier = "site/tiers:scratch"
    assert results[tier, "network_cable_reach"] == reach
    assert results.truth(tier, "network_cable_length_fits") is fits
    said = "the network cables are longer than their type reaches" in headline(results)
    assert said is (fits is False)
    warned = [text for text in results.plan.warnings if "too long for passive copper" in text]
    assert bool(warned) is (fits is None)


def test_the_reach_of_fibre_and_active_optical_cables_is_not_asked_for() -> None:
    base = scenario("templates/flash-scratch")
    for change in (
        {"tiers.0.network.cables": [{"length": "30 m", "medium": "optical"}]},
        {
            "tiers.0.network.cables": [{"length": "30 m"}],
            "tiers.0.network.transceivers": [{"part": "nvidia-mma4z00-ns400"}],
        },
    ):
        results = evaluate(edited(base, change))
        assert ("site/tiers:scratch", "network_cable_length_fits") not in results.values


def test_copper_between_switches_reaches_some_metres() -> None:
    """The longer of two kinds of cable decides: 200 Gb/s on copper up to 3 m (IEEE 802.3cd)."""
    tree = {
        "switch": {"part": "mellanox-qm8700"},
        "topology": "fat tree",
        "cables": [
            {"length": "2 m", "medium": "copper", "share": 0.5},
            {"length": "20 m", "medium": "copper", "share": 0.5},
        ],
    }
    results = evaluate(edited(scenario("templates/flash-scratch"), {"fabric": tree}))
    assert results["site", "fabric_cable_length"] == 20
    assert results.truth("site", "fabric_cable_length_fits") is False
    assert results.truth("site", "design_fits") is False


def test_cords_need_outlets_of_their_plugs() -> None:
    """A rack has outlets for all its cords; of which kind these must be is asked of the vendor."""
    base = scenario("templates/flash-scratch")
    named, few = evaluate(base), evaluate(edited(base, {"site.outlets": 1}))
    cords, pdus = named["site", "rack_cords"] or 0.0, named["site", "rack_pdus"]
    assert cords > (pdus or 0.0) > 1
    assert named["site", "rack_outlets"] == pdus * (named["site", "pdu_outlets"] or 0.0)
    assert named.truth("site", "outlets_suffice") is True
    assert few.truth("site", "outlets_suffice") is False
    assert "a rack would have more power cords than outlets" in headline(few)
    tier = next(path for _, path in named.tiers())
    assert named.truth(tier, "server_outlets_suffice") is None
    asked = [one for one in questions(named) if "Inlet type" in one.figure]
    assert {address[1] for one in asked for address in one.addresses} >= {"server_inlet"}


@pytest.mark.parametrize(
    ("inlet", "figure"), [("C14", "pdu_outlets_c13"), ("c20", "pdu_outlets_c19")]
)
def test_a_scenario_may_say_an_inlet(inlet: str, figure: str) -> None:
    """As data sheets call it; what isn't one is refused with both names."""
    base = scenario("templates/project-space")
    said = evaluate(edited(base, {"tiers.0.servers.inlet": inlet}))
    tier = next(path for _, path in said.tiers())
    there = (said["site", "rack_pdus"] or 0.0) * (said["site", figure] or 0.0)
    assert said[tier, "server_outlets"] == there > 0
    with pytest.raises(InputError, match="C14 or C20"):
        edited(base, {"tiers.0.enclosures.inlet": "C13"})


@pytest.mark.parametrize(("inlet", "there"), [(1.0, 4 * 36), (2.0, 4 * 6)])
def test_an_inlet_says_which_outlets_count(inlet: float, there: float) -> None:
    """C14 goes into C13, C20 into C19: an APC AP8841 has 36 and 6 of them."""
    assert outlets.box_outlets(inlet, 4.0, 36.0, 6.0) == there


SATA = "wd-hc580-24tb"
SPACE = "site/tiers:project"


@pytest.mark.parametrize(
    ("edits", "fits"),
    [
        ({}, False),
        ({"tiers.0.states.failover": False}, None),  # no other server needs to reach them
        ({"tiers.0.servers.per_block": 1}, None),  # there is none
        ({"tiers.0.drives.ports": 2}, True),  # by interposers
        ({"tiers.0.drives.part": "wd-hc580-24tb-sas"}, True),
    ],
)
def test_servers_share_drives_of_two_ports_alone(edits: dict[str, Any], fits: bool | None) -> None:
    """A SATA drive has one port: the server that takes over can't reach it."""
    base = scenario("templates/project-space")
    results = evaluate(edited(base, with_new_parts(base, {"tiers.0.drives.part": SATA}) | edits))
    known = (SPACE, "drive_ports_suffice") in results.values
    assert (results.truth(SPACE, "drive_ports_suffice") if known else None) is fits
    assert ("states.failover to false" in headline(results)) is (fits is False)


@pytest.mark.parametrize(("ports", "left"), [(1, 22), (2, 24)])
def test_a_lost_module_takes_the_drives_without_another_path(ports: int, left: int) -> None:
    """Two targets of twenty-four go with one enclosure of twelve."""
    own = {"tiers.0.drives.ports": ports, "tiers.0.states.failover": False}
    results = evaluate(edited(scenario("templates/project-space"), own))
    assert results[SPACE, "targets"] == 24
    assert results[f"{SPACE}/states:enclosure module lost", "targets_left"] == left


@pytest.mark.parametrize(
    ("lost", "ports", "modules", "left"),
    [(1, 1, 2, 0.5), (1, 2, 1, 0.5), (1, 2, 2, 1), (0, 1, 1, 1)],
)
def test_a_drive_has_as_many_paths_as_ports_and_modules(
    lost: float, ports: float, modules: float, left: float
) -> None:
    assert drives_left(lost, ports, modules, 2.0) == left
