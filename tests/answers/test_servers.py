"""What is expected of each server, beside servers that were measured."""

from __future__ import annotations

import json
from itertools import combinations
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from model import InputError, edited, evaluate, load_catalog, load_scenario
from model.answers.output import plan_json
from model.answers.ranges import range_of
from model.answers.results import Results
from model.answers.stage_efficiencies import deliveries
from model.answers.views.chain import chain
from model.engine.quantity import Input
from model.formulas.chain import spreads
from model.parts.boxes import MeasuredServer
from model.planning.chain import UNLIKE_SPREAD
from tests.planned import like

TIER = "site/tiers:t"
KEY = "beluga-oss-2019"
CPU = "CPU and memory"


def planned(words: str, **edits: Any) -> Results:
    """Evaluate a site of one tier, made of the words of the examples."""
    tiers = [like(words, **edits)]
    return evaluate(load_scenario("example.yaml", json.dumps({"name": "site", "tiers": tiers})))


def test_more_than_anybody_measured_is_warned_of() -> None:
    """28 GB/s are asked of each ZFS server; the most that was measured of one is 9.5."""
    results = planned("disks measured", processing=None, fabric=None)
    edits = {
        "tiers.0.measured_target": {"read_bandwidth": "5 GB/s", "write_bandwidth": "1 GB/s"},
        "tiers.0.network.per_server": 4,
    }
    results = evaluate(edited(results.plan.scenario, edits))
    assert results[TIER, "most_measured_read_bandwidth"] == 9.5e9
    asked = results[TIER, "asked_read_bandwidth"] or 0.0
    assert asked > 9.5e9
    assert results[TIER, "measured_read_margin"] == pytest.approx(9.5e9 / asked - 1)
    (warning,) = (text for text in results.warnings if "reading is expected of each server" in text)
    assert "with ZFS and redundancy in software is 9.5 GB/s (Béluga OSS, 2019)" in warning
    assert f"processing: {{like: {KEY}}}" in warning


def test_what_others_did_is_no_warning() -> None:
    """A server that is asked for less than one like it gave is said, but no warning."""
    results = planned("disks measured", measured_target={"read_bandwidth": "100 MB/s"})
    assert not [text for text in results.warnings if "is expected of each server" in text]
    load = results.server_load(TIER)
    assert load.startswith("each server is expected to reach ")
    assert "the highest measured with ZFS" in load


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("disks raid arrays", 14.88e9),  # Capstor's, which makes redundancy itself beside
        ("disks inside scale", 12.47e9),  # Alpine's
        ("disks lun arrays", 9.5e9),  # Béluga's, not Sequoia's
        ("disks inside beegfs xfs", 11.85e9),  # Dell's on ME4084 arrays
        ("disks inside beegfs xfs flash", 34.4e9),  # NetApp's on EF600 arrays
    ],
)
def test_servers_compare_with_those_that_do_no_less(words: str, most: float) -> None:
    assert planned(words)[TIER, "most_measured_read_bandwidth"] == most


NVME = {"surface_factor": 1}


@pytest.mark.parametrize(
    ("words", "drives", "most"),
    [
        ("disks inside scale", NVME, 36.1e9),  # a canister of an ESS 3200
        ("disks inside scale", {"lanes": 4}, 36.1e9),
        ("disks inside scale flash", {}, 36.1e9),
        ("disks inside scale", {"surface_factor": 0.7}, 12.47e9),
        ("disks inside ceph", NVME, 21.3e9),
    ],
)
def test_servers_compare_with_those_of_the_same_media(words: str, drives: Any, most: float) -> None:
    assert planned(words, drives=drives)[TIER, "most_measured_read_bandwidth"] == most


def test_servers_of_a_code_compare_with_those_of_the_same_system() -> None:
    """DAOS with DAOS, VAST with VAST; of WEKA none was measured."""
    most = {
        name: planned("disks inside weka", file_system=name)[TIER, "most_measured_read_bandwidth"]
        for name in ("daos", "vast", "weka")
    }
    assert most == {"daos": None, "vast": 9.32e9, "weka": None}  # DAOS ran without redundancy
    single = planned("disks inside weka", file_system="daos", target={"layout": "1-way"})
    assert single[TIER, "most_measured_read_bandwidth"] == 48.2e9


def test_servers_that_did_less_say_nothing() -> None:
    """Dell's left redundancy to controllers: md in software is compared with those that made it."""
    md = planned("disks raid inside", target={"made_by": "mdadm"})
    assert md[TIER, "most_measured_write_bandwidth"] == 13.63e9
    key = md.plan.provenance[TIER, "most_measured_write_bandwidth"].part
    assert key == "capstor-oss-2023"


def test_json_says_what_is_server_load() -> None:
    results = planned("disks measured")
    said = plan_json(results)["servers"]["t"]["read"]
    assert said["asked"] == results[TIER, "asked_read_bandwidth"]
    assert (said["most_measured"], said["of"]) == (9.5e9, KEY)


def test_where_nobody_measured_that_is_said() -> None:
    results = planned("disks inside weka", file_system="weka", processing=None)
    assert results[TIER, "most_measured_write_bandwidth"] is None
    assert "no measurement with an erasure code across servers" in results.server_load(TIER)


def test_a_measured_server_may_be_the_stage() -> None:
    """If its efficiency is stated: as it was measured, or scaled where its calibration says how."""
    e5 = {"part": "intel-xeon-e5-2670"}  # 8 cores at 2.6 GHz for 8 at 2.1, memory at 1600 MT/s
    whole = {"deliveries": {"cpu_memory": 1.0}}
    plain = planned("disks alike", processors=None, memory=None, policy=whole)
    scaled = planned("disks alike", processors=e5, policy=whole)
    (stage,) = (s for s in plain.stages(TIER, "write") if s.name == "cpu_memory")
    assert (stage.committed, stage.evidence) == (8 * 6.2e9, "taken over")
    (stage,) = (s for s in scaled.stages(TIER, "write") if s.name == "cpu_memory")
    by_both = 6.2e9 / (0.76 * 2.1 / 2.6 + 0.24 * 2400 / 1600)
    assert stage.committed == pytest.approx(8 * by_both)
    assert stage.evidence == "scaled"
    unscaled = planned("disks alike unscaled", policy=whole)
    (stage,) = (s for s in unscaled.stages(TIER, "write") if s.name == "cpu_memory")
    assert (stage.committed, stage.evidence) == (8 * 1.9e9, "taken over")
    assert unscaled[TIER, "write_bandwidth"] == pytest.approx(8 * 1.9e9)


@pytest.mark.parametrize("way", ["read", "write"])
def test_what_another_server_did_is_no_bound(way: str) -> None:
    """An NSD server of 2018 gave 12 GB/s: a flash system may do more, by the rest of its chain.

    Of the own server only memory is known, which each byte crosses twice.
    """
    whole = {"policy": {"deliveries": {"cpu_memory": 1.0}}}
    alone = planned("disks alike unscaled", processors=None, memory=None, **whole)
    without = planned("disks alike unscaled", processors=None, memory=None, processing=None)
    bound = f"{way}_bandwidth_bound"
    assert alone[TIER, bound] == without[TIER, bound]
    assert (alone[TIER, bound] or 0.0) > 2 * (alone[TIER, f"{way}_bandwidth"] or 0.0)
    assert alone.is_at_most(TIER, bound)
    memory = {"part": "ddr4-2400-rdimm-16gb", "per_server": 2, "channels": 2}
    known = planned("disks alike unscaled", processors=None, memory=memory, **whole)
    (stage,) = (s for s in known.stages(TIER, way) if s.name == "cpu_memory")
    assert stage.per_server == pytest.approx(2 * 2400e6 * 8 / 2)
    assert stage.committed == pytest.approx(8 * {"read": 2.5e9, "write": 1.9e9}[way])


def test_a_measured_server_is_never_faster_than_the_own_memory() -> None:
    """One channel of 19.2 GB/s moves 9.6 GB/s: what Béluga's read with twelve isn't expected."""
    memory = {"part": "ddr4-2400-rdimm-16gb", "per_server": 1, "channels": 1}
    tier = {"processing": {"like": "alpine-nsd-2018"}, "processors": None, "memory": memory}
    results = planned("disks alike", **tier, policy={"deliveries": {"cpu_memory": 1.0}})
    (stage,) = (s for s in results.stages(TIER, "write") if s.name == "cpu_memory")
    assert stage.committed == pytest.approx(stage.bandwidth)
    assert stage.bandwidth == pytest.approx(8 * 9.6e9)


def test_other_software_or_media_are_said() -> None:
    """A server of Scale says little of ZFS, one of disks little of flash; one like it is alike."""
    for words, key, differs in (
        (
            "disks",
            "alpine-nsd-2018",
            "was measured with scale on disks, this tier has zfs on disks",
        ),
        ("disks", KEY, ""),
        ("disks inside flash", KEY, "was measured with zfs on disks, this tier has zfs on flash"),
    ):
        tier = {"processors": None, "memory": None, "processing": {"like": key}}
        results = planned(f"{words} alike", **tier)
        said = [text for text in results.warnings if "was measured with" in text]
        assert [differs in text for text in said] == [True] * bool(differs)
        assert all("so it hardly counts; choose a measured server" in text for text in said)
        assert results[TIER, "server_spread"] == (UNLIKE_SPREAD if differs else 1.0)


def test_a_server_of_other_media_hardly_counts() -> None:
    """Guacolda is flash, Alpine's server has disks: what it was measured to write is in the range.

    A spread or an efficiency that is stated counts instead, and needs no remedy.
    """
    base = load_scenario("scenarios/measured/ess3200-guacolda.yaml")
    results = evaluate(edited(base, {"tiers.0.processing": {"like": "alpine-nsd-2018"}}))
    at = "site/tiers:ess"
    assert results[at, "server_spread"] == UNLIKE_SPREAD
    assert (results[at, "alike_write_weight"] or 1.0) < 0.02
    found = range_of(results, at, "write_bandwidth")
    assert found is not None
    assert found.low < 102.5 * 2**30 < found.high
    item = results.item(at, "server_spread")
    assert isinstance(item, Input)
    assert "factor of 3.3" in results.plan.source_of(at, item).source
    for path, value in (("spreads.servers", 1.5), ("deliveries.cpu_memory", 0.8)):
        stated = evaluate(edited(results.plan.scenario, {f"tiers.0.policy.{path}": value}))
        (text,) = (text for text in stated.warnings if "was measured with" in text)
        assert text.endswith("this tier has scale on flash")
        spread = stated.values.get((at, "server_spread"))
        assert spread == (1.5 if path == "spreads.servers" else None)
        assert range_of(stated, at, "write_bandwidth") is not None


@pytest.mark.parametrize(
    ("system", "key"),
    [
        ("daos-borealis", "borealis-daos-2023"),
        ("janelia-vast", "janelia-dbox-2021"),
        ("lightbits-nvme-tcp", "lightbits-target-2024"),
    ],
)
def test_codes_are_like_their_own_software(system: str, key: str) -> None:
    """Its own server is of the same software; a code of no file system says nothing of any."""
    base = load_scenario(f"scenarios/measured/{system}.yaml")
    results = evaluate(edited(base, {"tiers.0.processing": {"like": key}}))
    assert [text for text in results.warnings if "was measured with" in text] == []
    other = evaluate(edited(base, {"tiers.0.processing": {"like": "alpine-nsd-2018"}}))
    assert [text for text in other.warnings if "was measured with" in text]


def test_docs_say_how_much_measured_servers_differ() -> None:
    """Root mean square of the logarithms of ratios, of pairs that are up to five years apart."""
    catalog = load_catalog(needs=[])
    keys = catalog.keys_of_kind("measured-server")
    logs: dict[bool, list[float]] = {True: [], False: []}
    for one, other in combinations([(catalog.part(key), catalog.figures(key)) for key in keys], 2):
        assert isinstance(one[0], MeasuredServer)
        assert isinstance(other[0], MeasuredServer)
        alike = (one[0].file_system, one[0].media) == (other[0].file_system, other[0].media)
        for way in ("read_bandwidth", "write_bandwidth"):
            if {way} <= one[1].keys() & other[1].keys() and abs(
                one[1]["year"] - other[1]["year"]
            ) <= 5:
                logs[alike].append(log(one[1][way] / other[1][way]))
    factors = {alike: exp(sqrt(fmean(x * x for x in found))) for alike, found in logs.items()}
    assert min(map(len, logs.values())) > 30
    text = " ".join(Path("docs/bottlenecks.md").read_text("utf-8").split())
    assert f"differ by a factor of {factors[True]:.1f}" in text
    assert f"Of other software or media, they differ by a factor of {factors[False]:.1f}" in text
    assert 1 + (spreads.OTHERS.inputs["server_spread"].default or 0.0) == round(factors[True], 1)
    assert round(factors[False], 1) == 1 + UNLIKE_SPREAD


def test_drives_with_lanes_of_pcie_are_flash() -> None:
    """An ESS 3200 whose drives no part names: it isn't like an NSD server of disks."""
    base = load_scenario("scenarios/measured/ess3200-guacolda.yaml")
    nvme = {"tiers.0.drives.lanes": 4, "tiers.0.processing": {"like": "alpine-nsd-2018"}}
    differs = "was measured with scale on disks, this tier has scale on flash"
    assert [text for text in evaluate(edited(base, nvme)).warnings if differs in text]


def test_a_measured_server_stands_in_place_of_all_else() -> None:
    with pytest.raises(InputError, match="write either 'like' or the rates of CPU and memory"):
        planned("disks", processing={"like": KEY})
    with pytest.raises(InputError, match=f"did you mean '{KEY}'"):
        planned("disks alike", processing={"like": "beluga-oss-2018"})
    with pytest.raises(InputError, match="write the key of a part of kind measured-server"):
        planned("disks alike", processing={"like": "dell-r740"})


def test_measured_servers_are_parts_of_the_catalog() -> None:
    """Each says what work it did, when, on what, and how fast; what scales it is from a fit."""
    catalog = load_catalog(needs=[])
    keys = catalog.keys_of_kind("measured-server")
    assert {KEY, "sequoia-oss-2012"} <= set(keys)
    for key in keys:
        figures = catalog.figures(key)
        assert {"year", "read_bandwidth"} <= figures.keys(), key
        part = catalog.part(key)
        assert "write_bandwidth" in figures or "Only reading was measured" in part.notes
        assert isinstance(part, MeasuredServer)
        assert part.media, key


def known_by(results: Results, name: str, way: str = "write") -> str:
    found = chain(results, f"{TIER}/healthy:healthy", way)
    (row,) = (row for row in found.rows if row.label == name)
    at = [column.key for column in found.columns].index("evidence")
    return str(row.entries[at])


def test_what_another_server_was_measured_to_do_is_taken_over() -> None:
    """Only of the same machine is something measured; whose it is, and how, stands beside it."""
    parts = ({"processors": None, "memory": None}, {"processors": {"part": "intel-xeon-e5-2670"}})
    for how, tier in zip(("not scaled", "scaled"), parts, strict=True):
        of_server = f"Béluga OSS, 2019, {how} to this server"
        compared = known_by(planned("disks alike", **tier), CPU)
        assert compared.removeprefix("unknown; ") == f"compared with {of_server}"
        stated = planned("disks alike", **tier, policy={"deliveries": {"cpu_memory": 1.0}})
        assert known_by(stated, CPU) == f"measured on {of_server}"


def test_what_is_taken_over_may_deliver_a_share() -> None:
    """As the scenario states: of both ways, or of one, where it is a stage; else it is compared."""
    both, write = {"cpu_memory": 0.6}, {"write": {"cpu_memory": 0.6}}
    for deliveries_of, is_read in ((both, True), (write, False)):
        policy = {"deliveries": deliveries_of}
        results = planned("disks alike", processors=None, memory=None, policy=policy)
        rates = {
            way: stage.committed
            for way in ("read", "write")
            for stage in results.stages(TIER, way)
            if stage.name == "cpu_memory"
        }
        assert rates["write"] == pytest.approx(8 * 6.2e9 * 0.6)
        assert rates["read"] == (pytest.approx(8 * 9.5e9 * 0.6) if is_read else None)
        stated = [one for one in deliveries(results, TIER) if one.stage == "cpu_memory"]
        assert all(one.is_stated and one.value == 0.6 for one in stated)


def test_an_assumed_rate_is_said_to_be_assumed() -> None:
    """The template of disks assumes what Béluga's server gave; its ports are those of its parts."""
    results = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    for way in ("read", "write"):
        found = chain(results, "site/tiers:project/healthy:healthy", way)
        known = dict(zip((row.label for row in found.rows), found.entries("evidence"), strict=True))
        assert (known[CPU], known["SAS"]) == ("assumed", "from its parts")
