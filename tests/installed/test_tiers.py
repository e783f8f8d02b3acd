"""Tiers that follow from outputs: each plans, what isn't stated is asked, use of today."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import pytest
import yaml

from model import evaluate, load_scenario
from model.answers.extensions import extensions
from model.answers.results import Results
from model.installed import (
    beegfs_targets,
    ceph_df,
    ceph_osd_df,
    ceph_report,
    gpfs,
    lctl_osd,
    lfs_df,
)
from model.installed.beegfs_tiers import beegfs_tiers
from model.installed.ceph_osd_df import Osd, Osds
from model.installed.ceph_tiers import ceph_tiers, max_avail
from model.installed.files import read_file, read_files
from model.installed.joining import join
from model.installed.lustre_tiers import lustre_tiers
from model.installed.occupancy import Occupancy, Target
from model.installed.scale_tiers import scale_tiers
from model.installed.tier_draft import TierDraft, tier_name
from model.records import replace
from tests.installed.examples import DATA, expected
from tests.installed.made_systems import Made, lsblk

TIB = 2**40


def found(module: ModuleType, name: str) -> Any:
    return of_text(module, (DATA / name).read_text())


def of_text(module: ModuleType, text: str) -> Any:
    (found,) = read_file("x", text)
    assert found.reading.kind == module.KIND
    return found.reading.found


def planned(drafts: Iterable[TierDraft], answers: dict[str, Any] | None = None) -> Results:
    tiers = [copy.deepcopy(one.tier) for one in drafts]
    for path, value in (answers or {}).items():
        *way, last = path.split(".")
        at = tiers[0]
        for step in way:
            at = at.setdefault(step, {})
        at[last] = value
    document = {"schema": "ostimate.scenario/1", "name": "mine", "tiers": tiers}
    if all(one.get("holds") == "metadata" for one in tiers):
        tiers.append({"name": "other", "given": {"capacity": "1 TB"}})
    return evaluate(load_scenario("mine.yaml", yaml.safe_dump(document)))


def usable(results: Results, tier: str, role: str = "tiers") -> int:
    value = results[f"site/{role}:{tier}", "usable_capacity"]
    assert value is not None
    return int(value)


def asked(draft: TierDraft) -> set[str]:
    return {path for path, _ in draft.questions}


@pytest.mark.parametrize("number", [1, 2])
def test_lustre_holds_what_users_may_fill(number):
    reading = expected(f"lfs-df-{number}")["reading"]
    name = reading["file_system"]
    drafts = lustre_tiers([found(lfs_df, f"lfs-df-{number}.txt")], ())
    results = planned(drafts)
    assert usable(results, name) == reading["users_may_fill_bytes"]
    assert usable(results, f"{name}-mdt", "metadata") > 0
    assert {"given.raw_capacity", "given.read_bandwidth"} <= asked(drafts[0])
    assert ("given.capacity" in asked(drafts[0])) is reading["rounded"]
    assert "given.inodes" in asked(drafts[1])


def test_servers_of_lustre_join_by_target():
    osds = found(lctl_osd, "lctl-osd-1.txt")
    text = (DATA / "lfs-df-1.txt").read_text().replace("atlas1", "exa1")
    text = text.replace("91004215296", "35292930048")
    systems = [of_text(lfs_df, text)]
    draft = lustre_tiers(systems, osds)[0]
    assert draft.warnings == ("lctl get_param is there of 2 of 4 OSTs: run it on each server",)
    assert "36.28 TB" in " ".join(what for _, what in draft.questions)
    other = of_text(lfs_df, text.replace("35292930048", "352929300499"))
    assert "OST0000: " in lustre_tiers([other], osds)[0].warnings[0]


def test_a_server_of_lustre_alone_asks_whether_it_is_all():
    draft = lustre_tiers((), found(lctl_osd, "lctl-osd-2.txt"))[0]
    kept = 2205292952 - 2164795756
    assert usable(planned([draft]), "exa2") == 2 * (4009623552 - kept) * 1024
    assert "On a client, run 'lfs df'" in dict(draft.questions)["given.capacity"]


@pytest.mark.parametrize("number", [1, 2])
def test_scale_holds_data_by_its_replicas(number):
    reading = expected(f"gpfs-Y-{number}")["reading"]
    drafts = scale_tiers(found(gpfs, f"gpfs-Y-{number}.txt"))
    assert usable(planned(drafts), reading["file_system"]) == reading["users_may_fill_bytes"]
    assert "given.raw_capacity" in asked(drafts[0])


def test_scale_without_its_replicas_is_no_tier():
    text = (DATA / "gpfs-Y-1.txt").read_text()
    text = "".join(x for x in text.splitlines(keepends=True) if not x.startswith("mmlsfs"))
    assert scale_tiers(of_text(gpfs, text)) == []


def test_the_use_of_scale_is_unknown_where_mmdf_lacks_an_nsd():
    text = (DATA / "gpfs-Y-1.txt").read_text()
    lines = text.splitlines(keepends=True)
    cut = "".join(x for x in lines if not x.startswith("mmdf:nsd:0:1:::gpfs1_nsd3"))
    (whole,), (part,) = scale_tiers(of_text(gpfs, text)), scale_tiers(of_text(gpfs, cut))
    assert whole.occupancy is not None
    assert part.occupancy is None


@pytest.mark.parametrize("name", ["beegfs-targets-1.txt", "beegfs-targets-2.json"])
def test_beegfs_holds_the_sum_of_its_targets(name):
    reading = expected(name.partition(".")[0])["reading"]
    drafts = beegfs_tiers(found(beegfs_targets, name))
    results = planned(drafts)
    # each target of the table is rounded by itself
    assert usable(results, "beegfs") == reading["targets"] * reading["target_bytes"]
    assert "mirrored" in dict(drafts[0].questions)["given.capacity"]
    if "meta_targets" in reading:
        assert usable(results, "beegfs-meta", "metadata") == 480_000_000_000


def test_mirrored_targets_hold_half():
    drafts = beegfs_tiers(found(beegfs_targets, "beegfs-targets-3.txt"))
    assert usable(planned(drafts), "beegfs") == 2 * (round(1662.9 * 2**30) // 2)
    assert not any("mirrored" in text for _, text in drafts[0].questions)


@pytest.mark.parametrize("number", [1, 2])
def test_max_avail_of_an_empty_ceph_follows_from_the_answers(number):
    case = expected(f"ceph-osd-df-{number}")
    answers, reading = case["asked"], case["reading"]
    drafts = ceph_tiers(found(ceph_osd_df, f"ceph-osd-df-{number}.json"), None, None)
    questions = asked(drafts[0])
    assert {
        "target.layout",
        "drives.capacity",
        "target.kept_back",
        "blocks",
    } <= questions
    planned(drafts)  # before any answer
    kept = answers["drive_bytes"] - reading["osd_bytes"]
    answered = planned(
        drafts,
        {
            "target.layout": answers["pool_code"],
            "drives.capacity": f"{answers['drive_bytes']} B",
            "target.kept_back": f"{kept} B",
        },
    )
    assert usable(answered, "ceph") == case["after_asking"]["empty_max_avail_bytes"]
    only_code = planned(drafts, {"target.layout": answers["pool_code"]})
    assert usable(only_code, "ceph") == case["after_asking"]["empty_max_avail_bytes"]


@pytest.mark.parametrize("number", [1, 2])
def test_max_avail_of_today_stops_at_the_fullest_osd(number):
    case = expected(f"ceph-osd-df-{number}")
    code = case["asked"]["pool_code"]
    osds = found(ceph_osd_df, f"ceph-osd-df-{number}.json").inside
    empty = [Osd(x.number, x.device_class, x.size, 0, True, None, x.weight) for x in osds]
    assert max_avail(empty, code, 0.95) == case["after_asking"]["empty_max_avail_bytes"]
    today, full = max_avail(osds, code, 0.95), case["reading"]["most_full_share"]
    expect = case["after_asking"]["empty_max_avail_bytes"] * (0.95 - full) / 0.95
    assert today == pytest.approx(expect, rel=1e-6)


def test_a_ceph_report_answers_what_osd_df_leaves_open():
    report = found(ceph_report, "ceph-report-1.json")
    draft = ceph_tiers(None, report, None)[0]
    assert draft.occupancy is not None
    assert draft.occupancy.bytes_used == 3 * 4687762636 * 1024
    assert draft.warnings == ("ceph: 4+2 needs 6 OSDs, and 2 are in: taken as a whole",)
    assert usable(planned([draft]), "ceph") == int(2 * 16000896466944 * 0.95 * 4 / 6)
    osds = [replace(x, number=n, host=n // 2) for n, x in enumerate(report.osds.inside * 6)]
    more = replace(report, osds=replace(report.osds, osds=tuple(osds)))
    draft = ceph_tiers(None, more, None)[0]
    questions = {"target.layout", "drives.capacity", "target.kept_back", "blocks"}
    assert not questions & asked(draft)
    assert draft.tier["target"]["layout"] == "4+2"
    assert draft.tier["drives"]["capacity"]["value"] == "16000896466944 B"
    assert usable(planned([draft]), "ceph") == int(12 * 16000896466944 * 0.95 * 4 / 6)
    osds = [replace(one, host=0) for one in osds]
    few = replace(report, osds=replace(report.osds, osds=tuple(osds)))
    draft = ceph_tiers(None, few, None)[0]
    assert "needs 6 failure domains, and there are 1 hosts" in draft.warnings[0]
    assert usable(planned([draft]), "ceph") == int(12 * 16000896466944 * 0.95 * 4 / 6)


def test_a_ceph_report_names_the_hosts_of_osd_df():
    osds, report = (
        found(ceph_osd_df, "ceph-osd-df-1.json"),
        found(ceph_report, "ceph-report-1.json"),
    )
    hosts = [replace(report.osds.osds[0], number=n, host=n // 2) for n in range(6)]
    more = replace(report, osds=replace(report.osds, osds=tuple(hosts)), pools=())
    draft = ceph_tiers(osds, more, None)[0]
    assert draft.tier["blocks"]["value"] == 3
    assert draft.tier["drives"]["per_server"] == 2


def test_hosts_of_ceph_are_servers():
    osds = found(ceph_osd_df, "ceph-osd-df-4.txt")
    three = tuple(
        replace(x, number=n, host=n // 2) for n, x in enumerate(osds.osds + osds.osds[:2])
    )
    draft = ceph_tiers(replace(osds, osds=three), None, None)[0]
    assert draft.tier["blocks"]["value"] == 3
    assert draft.tier["drives"]["per_server"] == 2
    assert "blocks" not in asked(draft)
    planned([draft])
    assert "blocks" in asked(ceph_tiers(osds, None, None)[0])  # two hosts, three copies


def test_each_class_of_ceph_has_its_own_pool_and_device():
    """The rule of a pool takes devices of a class: take default~hdd."""
    report = found(ceph_report, "ceph-report-1.json")
    large, small = 16000896466944, 7681501126656
    osds = [
        Osd(n, kind, size, size // 4, True, n % 6, size)
        for n, (kind, size) in enumerate([("hdd", large)] * 24 + [("nvme", small)] * 12)
    ]
    pools = (
        ceph_report.Pool("data", "4+2", 10**14, "hdd"),
        ceph_report.Pool("metadata", "3-way", 10**11, "nvme"),
        ceph_report.Pool(".mgr", "3-way", 10**6),
    )
    devices = {x.number: (x.size + 10**9, 0) for x in osds}
    more = replace(report, osds=Osds(tuple(osds), False), pools=pools, devices=devices)
    stored = [ceph_df.Pool(x.name, x.stored, 0, 10 * len(x.name), 1) for x in pools]
    space = ceph_df.Space(10**15, 10**15, 0, tuple(stored), rounded=False)
    disks, flash = ceph_tiers(None, more, space)
    assert [x.tier["target"]["layout"] for x in (disks, flash)] == ["4+2", "3-way"]
    assert [x.occupancy.max_avail for x in (disks, flash)] == [40, 80]
    sizes = [x.tier["drives"]["capacity"]["value"] for x in (disks, flash)]
    assert sizes == [f"{large + 10**9} B", f"{small + 10**9} B"]
    without = replace(more, pools=pools[:1])
    assert "target.layout" in asked(ceph_tiers(None, without, space)[1])
    assert ceph_tiers(None, without, space)[1].occupancy.max_avail is None


def hosts_with(disks: int, flash: int, *, odd: int = 0) -> str:
    """Print six hosts with OSDs of two classes, as `ceph osd df tree -f json`."""
    nodes: list[dict[str, Any]] = []
    for host in range(6):
        children = []
        for name, count, kb in (("hdd", disks, 15625878688), ("nvme", flash, 7501465864)):
            for _ in range(count + odd * (host == 0 and name == "nvme")):
                osd = {"id": len(nodes), "type": "osd", "device_class": name, "reweight": 1.0}
                children.append(len(nodes))
                nodes.append(osd | {"kb": kb, "kb_used": kb // 4, "crush_weight": kb / 2**30})
        nodes.append({"id": -2 - host, "type": "host", "children": children})
    return json.dumps({"nodes": nodes, "summary": {}})


def test_classes_of_ceph_on_the_same_hosts_share_servers():
    joined = join(read_files([("x", hosts_with(12, 2))]))
    assert joined.scenario is not None
    disks, flash = joined.scenario["tiers"]
    assert (disks["blocks"]["value"], disks["drives"]["per_server"]) == (6, 12)
    assert (flash["servers"], flash["drives"]["per_server"]) == ({"shared_with": "ceph-hdd"}, 2)
    assert "blocks" not in flash
    asked = [one.path for one in joined.questions]
    assert "tiers.0.processors" in asked
    assert not {f"tiers.1.{x}" for x in ("servers.part", "processors", "memory")} & {*asked}
    text = yaml.safe_dump(joined.scenario)
    results = evaluate(load_scenario("mine.yaml", text))
    assert sum(line.name.casefold() == "installed server" for line in results.plan.lines) == 1


def test_classes_of_ceph_on_unequal_hosts_have_their_own_servers():
    joined = join(read_files([("x", hosts_with(12, 2, odd=6))]))
    assert joined.scenario is not None
    assert all("shared_with" not in tier["servers"] for tier in joined.scenario["tiers"])


def test_a_host_with_an_osd_more_still_shares_its_servers():
    joined = join(read_files([("x", hosts_with(12, 2, odd=1))]))
    assert joined.scenario is not None
    _, flash = joined.scenario["tiers"]
    assert (flash["servers"], flash["drives"]["per_server"]) == ({"shared_with": "ceph-hdd"}, 2)
    told = "ceph-nvme: host 1 of the list has 3 OSDs, most have 2"
    assert told in joined.warnings


def test_servers_of_one_tier_only_can_be_shared():
    """Two pairs of tiers on shared servers, as OSS and MDS: the scenario was refused."""
    drives = (18000207937536, 7681501126656)
    files = []
    for n in range(2):
        pools = [
            Made(f"{x}{n}", [("raidz2", (size,) * 8)], 0, 0, first=100 * n + 50 * k)
            for k, (x, size) in enumerate(zip(("tank", "flash"), drives, strict=True))
        ]
        status = "\n".join(one.status() for one in pools)
        files += [(f"oss{n}-status", status), (f"oss{n}-lsblk", lsblk(pools, boot=str(n)))]
    joined = join(read_files([*files, ("x", hosts_with(12, 2))]))
    assert joined.scenario is not None
    shared = [x["servers"].get("shared_with") for x in joined.scenario["tiers"]]
    assert len(shared) == 4
    assert sum(one is not None for one in shared) == 1
    assert sum("counts servers of its own" in one for one in joined.warnings) == 1


def test_tiers_on_shared_servers_follow_the_new_name_of_their_owner():
    """A pool of ZFS has the name of a tier of Ceph: the scenario shared the pool's servers."""
    pool = Made("ceph-hdd", [("raidz2", (18000207937536,) * 8)], 0, 0)
    files = [("status", pool.status()), ("lsblk", lsblk([pool])), ("x", hosts_with(12, 2))]
    joined = join(read_files(files))
    assert joined.scenario is not None
    names = {one["name"]: one["servers"].get("shared_with") for one in joined.scenario["tiers"]}
    assert names == {"ceph-hdd": None, "ceph-hdd-2": None, "ceph-nvme": "ceph-hdd-2"}
    load_scenario("mine.yaml", yaml.safe_dump(joined.scenario))


def test_usage_over_time_of_tiers_that_share_servers_is_told():
    """Blocks of one of them can't be bought alone; the scenario was refused."""
    usage = "date,all (TB)\n2026-01-01,100\n2026-03-01,120\n2026-06-01,150\n"
    joined = join(read_files([("x", hosts_with(12, 2)), ("u.csv", usage)]))
    assert joined.scenario is not None
    assert "demand" not in joined.scenario
    assert any("usage over time isn't in the scenario" in one for one in joined.warnings)


def test_a_ceph_grows_by_one_server():
    """A block is a host, as in the measured systems; it was the whole cluster."""
    osds = [Osd(n, "hdd", 10**13, 0, True, n // 6, 1) for n in range(48)]
    results = planned(ceph_tiers(Osds(tuple(osds), False), None, None))
    (tier,) = extensions(results)
    (more,) = [one for one in tier.steps if one.step == "add_block"]
    assert more.after["usable"] == pytest.approx(more.before["usable"] * 9 / 8)


def test_the_class_of_a_pool_is_that_of_its_rule():
    text = (DATA / "ceph-report-1.json").read_text()
    rules = [
        {"rule_id": 0, "steps": [{"op": "take", "item": -2, "item_name": "default~hdd"}]},
        {"rule_id": 1, "steps": [{"op": "take", "item": -1, "item_name": "default"}]},
    ]
    begin = text.index("{")
    report = json.loads(text[begin:]) | {"crushmap": {"rules": rules}}
    for number, pool in enumerate(report["osdmap"]["pools"]):
        pool["crush_rule"] = number % 2
    (reading,) = read_file("x", json.dumps(report))
    pools = reading.reading.found.pools
    assert [one.device_class for one in pools] == ["hdd", ""][: len(pools)]


def test_hosts_of_ceph_are_equal_where_an_osd_is_out():
    osds = [Osd(n, "hdd", 10**13 * (n != 14), 0, n != 14, n // 6, 1) for n in range(24)]
    draft = ceph_tiers(Osds(tuple(osds), False), None, None)[0]
    tier = draft.tier
    assert (tier["blocks"]["value"], tier["drives"]["per_server"]) == (4, 6)
    assert tier["drives"]["capacity"]["value"] == f"{23 * 10**13 // 24} B"
    assert "host 3 of the list has 5 OSDs and 1 that are out, most have 6" in draft.warnings[0]
    assert "divided among these drives" in draft.warnings[1]
    assert "blocks" not in [path for path, _ in draft.questions]
    full = 0.95
    assert usable(planned([draft]), "ceph") == pytest.approx(23 * 10**13 / 3 * full, rel=1e-9)


def test_an_osd_without_weight_in_crush_holds_nothing():
    """As one that is drained before it is removed: it is in, and ceph df counts its space."""
    osds = [Osd(n, "hdd", 10**13, 0, True, n // 6, 0 if n == 14 else 1) for n in range(24)]
    raw = 24 * 10**13
    pool = ceph_df.Pool("data", 10, 15, 1, 1)
    space = ceph_df.Space(raw, raw, 0, (pool,), rounded=False)
    draft = ceph_tiers(Osds(tuple(osds), False), None, space)[0]
    assert usable(planned([draft]), "ceph") == pytest.approx(23 * 10**13 / 3 * 0.95, rel=1e-9)
    assert "1 OSD has weight 0 in CRUSH: no data go there, so not counted" in draft.warnings
    assert draft.checks[0].agrees
    all_without = [replace(one, weight=0) for one in osds]
    assert "blocks" in ceph_tiers(Osds(tuple(all_without), False), None, None)[0].tier


@pytest.mark.parametrize(("light", "by_weight"), [(10, ""), (5, "114 TB")])
def test_weights_in_crush_that_differ_from_sizes_are_told(light: int, by_weight: str):
    """Half of 24 OSDs of 20 TB weigh half: the others are full with the data of 18."""
    weights = [10, light] * 12
    osds = [Osd(n, "hdd", 2 * 10**13, 0, True, n // 6, w) for n, w in enumerate(weights)]
    draft = ceph_tiers(Osds(tuple(osds), False), None, None)[0]
    because = draft.tier["drives"]["capacity"]["because"]
    if not by_weight:
        assert not draft.warnings
        assert because == "kb of an OSD"
        return
    what = f"MAX AVAIL of an empty pool is {by_weight} by their weights, but 152 TB by their sizes"
    assert what in because
    assert what in draft.warnings[0]


@pytest.mark.parametrize(("counts", "kb"), [((10,) * 4 + (14,), 1), ((10,) * 5, 2)])
def test_drives_whose_osds_are_divided_are_not_asked_for_what_is_kept_back(counts, kb: int):
    """A mean of OSDs may be larger than a drive: less it, a size as sold would be below 0."""
    osds = [
        Osd(100 * host + n, "hdd", 16 * 10**12 * (kb if n == 1 else 1), 0, True, host, None)
        for host, count in enumerate(counts)
        for n in range(count)
    ]
    draft = ceph_tiers(Osds(tuple(osds), False), None, None)[0]
    assert "target.kept_back" not in asked(draft)
    (text,) = [text for path, text in draft.questions if path == "drives.capacity"]
    assert f"the drives of the {sum(counts)} OSDs as sold" in text
    assert "divided evenly among 50 drives" in text
    assert "less" not in text


def test_many_odd_hosts_of_ceph_are_counted():
    counts = [12] * 30 + [11] * 10
    osds = [
        Osd(100 * host + n, "hdd", 10**13, 0, True, host, 1)
        for host, count in enumerate(counts)
        for n in range(count)
    ]
    draft = ceph_tiers(Osds(tuple(osds), False), None, None)[0]
    assert draft.tier["blocks"]["value"] == 40
    assert any("2 other hosts differ" in one for one in draft.warnings)


def test_hosts_of_ceph_of_two_kinds_are_told():
    hosts = [0] * 6 + [1] * 6 + [2] * 6 + [3] * 24 + [4] * 24
    osds = [Osd(n, "hdd", 10**13, 0, True, host, 1) for n, host in enumerate(hosts)]
    draft = ceph_tiers(Osds(tuple(osds), False), None, None)[0]
    (question,) = [text for path, text in draft.questions if path == "blocks"]
    assert "(2 hosts with 24 OSDs, 3 hosts with 6 OSDs)" in question
    assert "hosts hold unequal numbers" in draft.tier["blocks"]["because"]


def test_max_avail_of_ceph_df_goes_before_a_computed_one():
    osds, space = found(ceph_osd_df, "ceph-osd-df-1.json"), found(ceph_df, "ceph-df-1.txt")
    occupancy = ceph_tiers(osds, None, space)[0].occupancy
    assert occupancy is not None
    assert occupancy.until_full == 31 * TIB
    assert " (up to the full ratio, 0.95) in use" in occupancy.sentence


def test_max_avail_of_ceph_df_is_compared_with_that_of_the_osds():
    osds = found(ceph_osd_df, "ceph-osd-df-1.json")
    report = replace(found(ceph_report, "ceph-report-1.json"), device=None, devices={})
    avail = max_avail(osds.inside, "4+2", 0.95)
    raw = 96005378801664

    def checks(size: int, left: int) -> list[tuple[bool | None, bool]]:
        pool = ceph_df.Pool("data", 10, 15, left, 1)
        space = ceph_df.Space(size, size, 0, (pool,), rounded=False)
        (draft,) = ceph_tiers(osds, report, space)
        return [(one.agrees, bool(one.cause)) for one in draft.checks]

    assert checks(raw, avail) == [(True, False), (True, False)]
    assert checks(raw + 1, avail + 1) == [(False, False), (False, False)]
    assert checks(2 * raw, avail // 2) == [(False, True), (False, True)]


def test_the_fullest_ost_limits_what_can_be_written():
    occupancy = lustre_tiers([found(lfs_df, "lfs-df-1.txt")], ())[0].occupancy
    assert occupancy is not None
    figures = occupancy.figures
    assert figures["fullest"] == {"target": "OST0003", "used_share": 0.697}
    assert figures["until_fullest_is_full_bytes"] == 4 * 27292164172 * 1024
    assert figures["imbalance_share"] == pytest.approx(0.697 - 0.6061, abs=1e-4)
    assert "fullest OST0003, 70 %" in occupancy.sentence


def test_nothing_in_use_is_no_error():
    assert Occupancy("x", ()).figures["used_share"] is None
    assert Occupancy("x", (Target("a", 0, 0),)).until_full == 0
    assert "unknown" in Occupancy("x", ()).sentence


@pytest.mark.parametrize(
    ("text", "name"),
    [("fs1", "fs1"), ("a/b:c", "a-b-c"), ("", "x"), (None, "x"), ("é" * 80, "x"), ("_", "x")],
)
def test_names_of_tiers_are_ones_that_a_scenario_accepts(text, name):
    assert tier_name(text, "x") == name
