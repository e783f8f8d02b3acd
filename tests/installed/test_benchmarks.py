"""Outputs of benchmarks beside those of an installed system calibrate its scenario."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from model import evaluate, load_scenario
from model.__main__ import main
from model.calibration.measurements.measurement import Measurement
from model.installed.benchmarks import calibrated
from model.installed.files import read_file
from model.installed.joining import Joined, join
from model.installed.reading import FileReading, Reading
from model.reading.yaml_edits import plain
from tests.installed.examples import DATA

MEASURED = Path(__file__).parents[1] / "calibration/measurements/data"
IO500 = """[RESULT]       ior-easy-write       {write} GiB/s : time 300.1 seconds
[RESULT]       ior-easy-read        {read} GiB/s : time 300.1 seconds
[SCORE ] Bandwidth 20.000000 GiB/s : IOPS 10.000000 kiops : TOTAL 14.142136
"""
GIB = 1024**3
PARTS = """
schema: ostimate.scenario/1
name: parts
tiers:
  - name: project
    file_system: zfs
    owned: true
    blocks: 2
    servers: {name: server, per_block: 1, bays: 12}
    network: {name: card, per_server: 1, bandwidth: 12 GB/s, ports: 1}
    drives: {name: disk, per_server: 12, capacity: 10 TB, read_bandwidth: 250 MB/s,
             write_bandwidth: 250 MB/s}
    processing: {read_rate: 20 GB/s, write_rate: 20 GB/s}
    target: {layout: 'raidz2:12'}
"""


def io500(write: float, read: float) -> str:
    return IO500.format(write=f"{write:.6f}", read=f"{read:.6f}")


def imported(*texts: str) -> Joined:
    files = read_file(str(DATA / "lfs-df-1.txt"))
    return join([*files, *(one for text in texts for one in read_file("io500.txt", text))])


def test_bandwidths_of_a_tier_that_is_known_as_a_whole_are_those_measured() -> None:
    joined = imported(io500(8, 12))
    results = evaluate(load_scenario("x", plain(joined.scenario)))
    assert results["site/tiers:atlas1", "write_bandwidth"] == pytest.approx(8 * GIB)
    assert results["site/tiers:atlas1", "read_bandwidth"] == pytest.approx(12 * GIB)
    paths = [one.path for one in joined.questions]
    assert "tiers.0.given.write_bandwidth" not in paths
    assert "tiers.0.given.write_bandwidth" in [one.path for one in imported().questions]


OF_TWO = "{tiers: [{name: a, given: {}}, {name: b, holds: metadata, given: {}}]}"
MEASURED_ONES: dict[str, tuple[list[tuple[Any, ...]], dict[str, tuple[str, str, str]]]] = {
    "IOR on clients": (
        [("IOR", "max write bandwidth", 5e9, 4, 7, ""), ("IOR", "read bandwidth", 6e9, 2, 0, "")],
        {
            "write_bandwidth": (
                "5000000000 B/s",
                "f:7",
                "IOR, max write bandwidth on 4 clients: p",
            ),
            "read_bandwidth": ("6000000000 B/s", "f", "IOR, read bandwidth on 2 clients: p"),
        },
    ),
    "the highest": (
        [
            ("IOR", "max write bandwidth", 5e9, 4, 7, ""),
            ("IOR", "write bandwidth", 6e9, 4, 8, ""),
            ("IO500", "ior-easy-write bandwidth", 5.5e9, 4, 9, ""),
        ],
        {"write_bandwidth": ("6000000000 B/s", "f:8", "IOR, write bandwidth on 4 clients: p")},
    ),
    "one client, an invalid run, and figures of other kinds": (
        [
            ("IO500", "ior-easy-write bandwidth", 5e9, None, 7, "x"),
            ("IO500", "ior-easy-write bandwidth", 6e9, 1, 7, ""),
            ("IO500", "ior-easy-write bandwidth", 6e9, 4, 7, "an invalid run"),
            ("IO500", "ior-hard-write bandwidth", 6e9, 4, 7, ""),
            ("IO500", "write bandwidth", 6e9, 4, 7, ""),
            ("IOR", "ior-easy-read bandwidth", 6e9, 4, 7, ""),
        ],
        {"write_bandwidth": ("5000000000 B/s", "f:7", "IO500, ior-easy-write bandwidth: p")},
    ),
}


def measured(kind: str, figure: str, value: float, nodes: int | None, line: int, note: str) -> Any:
    return Measurement(
        kind, figure, value, "byte/s", "p", "f", line, note=note, nodes=nodes, tasks=None
    )


@pytest.mark.parametrize("name", MEASURED_ONES)
def test_what_is_entered_of_benchmarks(name: str) -> None:
    """In the only data tier, beside what is given; which fields are answered by it."""
    ones, given = MEASURED_ONES[name]
    files = [FileReading("f", Reading("benchmark", {}, (), tuple(measured(*x) for x in ones)))]
    data = yaml.safe_load(OF_TWO)
    data["tiers"][0]["given"]["capacity"] = "1 TB"
    found = calibrated(data, files)
    entered = {
        field: {"value": value, "status": "measured", "source": source, "because": because}
        for field, (value, source, because) in given.items()
    }
    assert found.scenario["tiers"] == [
        {"name": "a", "given": {"capacity": "1 TB", **entered}},
        data["tiers"][1],
    ]
    assert found.answered == {f"tiers.0.given.{field}" for field in given}
    assert found.notes == ()


@pytest.mark.parametrize(
    ("tiers", "ones", "note"),
    [
        (OF_TWO, [], None),
        (
            OF_TWO,
            [("IOR", "write bandwidth", 5e9, 1, 7, ""), ("fio", "x", 5e9, 4, 7, "")] * 2,
            "IOR, fio: no bandwidth of the whole file system from several clients; use these "
            "figures in 'calibrate'",
        ),
        (
            OF_TWO.replace("metadata", "data"),
            [("IOR", "write bandwidth", 5e9, 4, 7, "")],
            "benchmarks: it is unclear which data tier they measured; use them in 'calibrate'",
        ),
    ],
)
def test_what_is_told_where_nothing_is_entered(tiers: str, ones: Any, note: str | None) -> None:
    files = [FileReading("f", Reading("benchmark", {}, (), tuple(measured(*x) for x in ones)))]
    data = yaml.safe_load(tiers)
    found = calibrated(data, files)
    assert found.scenario == data
    assert (found.answered, found.notes) == (frozenset(), () if note is None else (note,))


def test_the_best_of_several_runs_counts() -> None:
    joined = imported(io500(8, 12), io500(9, 10))
    results = evaluate(load_scenario("x", plain(joined.scenario)))
    assert results["site/tiers:atlas1", "write_bandwidth"] == pytest.approx(9 * GIB)


def test_one_client_is_no_system() -> None:
    joined = imported((MEASURED / "ior-4.0.0.txt").read_text())
    assert "write_bandwidth" not in joined.scenario["tiers"][0]["given"]
    assert any("from several clients" in one for one in joined.warnings)


@pytest.mark.parametrize(
    "name", ["fio-clients.json", "obdfilter_survey.summary", "mdtest-4.0.0.txt"]
)
def test_those_of_parts_are_left_to_calibrate(name: str) -> None:
    files = read_file(str(MEASURED / name))
    assert [one.reading.kind for one in files] == ["benchmark"]
    joined = join([*read_file(str(DATA / "lfs-df-1.txt")), *files])
    assert any("use these figures in 'calibrate'" in one for one in joined.warnings)


def test_no_client_is_named() -> None:
    (found,) = read_file(str(MEASURED / "fio-clients.json"))
    assert "client1" not in repr((found.reading.reading, found.reading.warnings))


def test_a_tier_of_parts_gets_the_efficiency_that_explains_it() -> None:
    data = yaml.safe_load(PARTS)
    before = evaluate(load_scenario("x", plain(data)))
    expected = before["site/tiers:project", "write_bandwidth"]
    assert expected
    files = read_file("io500.txt", io500(0.8 * expected / GIB, 0.9 * expected / GIB))
    found = calibrated(data, files)
    after = evaluate(load_scenario("x", plain(found.scenario)))
    assert after["site/tiers:project", "write_bandwidth"] == pytest.approx(0.8 * expected, rel=1e-3)
    assert any("efficiency of" in note for note in found.notes)
    share = found.scenario["tiers"][0]["policy"]["deliveries"]["write"]
    assert next(iter(share.values()))["status"] == "calibrated"


def test_more_than_the_bound_is_told() -> None:
    data = yaml.safe_load(PARTS)
    found = calibrated(data, read_file("io500.txt", io500(500, 500)))
    assert found.scenario == data
    assert all("no efficiency of a stage explains it" in note for note in found.notes)


def test_unknown_bandwidths_wait_for_parts() -> None:
    data = yaml.safe_load(PARTS)
    del data["tiers"][0]["network"]
    found = calibrated(data, read_file("io500.txt", io500(5, 5)))
    assert all("enter drives and network" in note for note in found.notes)


FAST = PARTS.replace("250 MB/s", "2500 MB/s").replace("name: project", "name: jdoe-project")


def test_a_measured_system_is_offered_as_evidence_without_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, results = tmp_path / "mine.yaml", tmp_path / "io500-of-jdoe.txt"
    mine.write_text(FAST)
    results.write_text(io500(8, 12))
    out = tmp_path / "evidence.yaml"
    options = [str(results), "--scenario", str(mine), "--evidence", str(out)]
    assert main(["import", *options]) == 0
    text = out.read_text()
    assert "jdoe" not in text
    write, read = (
        one for one in sorted(yaml.safe_load(text), key=lambda one: one["measured"])[::-1]
    )
    assert (write["way"], read["way"]) == ("write", "read")
    assert write["measured"] == "8.58993 GB/s"
    told = capsys.readouterr().out
    assert "Writes of ZFS limited by network ports: 35.8 % of the upper bound" in " ".join(
        told.split()
    )
    assert "expected of such stages 78.4 %, with it 66" in " ".join(told.split())
    assert main(["import", *options, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)["evidence"]
    assert [one["way"] for one in found["bandwidths"]] == ["read", "write"]
    assert len(found["changes"]) == 2


def test_what_is_needed_before_a_system_is_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    joined = imported(io500(8, 12))
    assert joined.evidence is not None
    assert joined.evidence.evidence == ()
    assert "enter them first" in joined.evidence.left_out[0]
    assert imported().evidence is None
    mine = tmp_path / "mine.yaml"
    mine.write_text(FAST)
    options = [str(DATA / "lfs-df-1.txt"), "--scenario", str(mine)]
    assert main(["import", *options]) == 2
    assert "--scenario: no bandwidth of the whole file system" in capsys.readouterr().err
    assert main(["import", str(DATA / "lfs-df-1.txt"), "--evidence", "x.yaml"]) == 2
    assert "also import an output of IOR or IO500" in capsys.readouterr().err
