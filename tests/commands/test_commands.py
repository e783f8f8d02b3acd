"""The command line: what it prints, where it writes, how it refuses."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from model import zfs_files
from model.__main__ import main
from model.engine.ops import TIMES
from model.units.figures import show_both

ROOT = Path(__file__).parents[2]
ASTRA = ROOT / "scenarios" / "astra.yaml"
BELUGA = ROOT / "scenarios" / "beluga.yaml"


def run_json(capsys, *arguments: str) -> dict:
    assert main([*arguments, "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def value(figures: dict, name: str) -> float:
    return figures[name]["value"]


def test_astra_checkpoint(capsys):
    """The rule JMTTI / dump time > 200 asks 204.8 GB/s of 80 % of 331,776 GB."""
    plan = run_json(capsys, "plan", str(ASTRA))
    site = plan["site"]
    assert plan["schema"] == "ostimate.results/1"
    assert value(site, "memory_capacity") == 331_776e9
    assert value(site, "dump_time") == 1296
    assert value(site, "required_checkpoint_bandwidth") == pytest.approx(204.8e9, rel=1e-12)
    need = plan["requirements"]["checkpoint_bandwidth"]
    assert need["planned"] == value(site, "write_bandwidth")
    assert value(site, "write_bandwidth_low") < need["planned"] < need["required"]
    assert need["required"] < value(site, "write_bandwidth_high")
    assert 0 < need["chance"] < 0.5
    assert need["met"] is False
    assert need["bound"] == pytest.approx(250e9)
    assert need["bound_met"] is True


def test_astra_chain(capsys):
    """15 and 14.4 GiB/s of drives behind a port of 12.5 GB/s: the NIC limits, memory is unknown."""
    plan = run_json(capsys, "plan", str(ASTRA))
    tier = plan["tiers"]["scratch"]
    for way, targets in (("read", 15.0), ("write", 14.4)):
        stages = {stage["stage"]: stage for stage in plan["stages"]["scratch"][way]}
        assert plan["stages"]["scratch"][way][0]["stage"] == "nic"
        assert stages["nic"]["per_server"] == pytest.approx(12.5e9)
        assert stages["targets"]["per_server"] == pytest.approx(targets * 2**30)
        assert stages["cpu_memory"]["per_server"] == pytest.approx(153.6e9 / 2)
        assert stages["cpu_memory"]["left_out"]
    assert value(tier, "write_bandwidth_bound") == pytest.approx(250e9)
    share = plan["deliveries"]["scratch"]["nic_write"]["value"]
    assert value(tier, "write_bandwidth") == pytest.approx(share * 250e9)
    assert any("at most" in warning for warning in plan["warnings"])
    assert value(tier, "usable_capacity") / 2**40 == pytest.approx(376.2, rel=0.01)
    rebuilding = next(s for s in plan["states"]["scratch"] if s["state"] == "drive rebuilding")
    assert rebuilding["write"]["limit"] == "nic"
    assert rebuilding["write"]["striped_limit"] == "nic"
    assert rebuilding["write"]["striped_loss"] == 0  # measured targets carry more than ports commit
    main(["plan", str(ASTRA)])
    text = capsys.readouterr().out
    rebuilt = next(line for line in text.splitlines() if "drive rebuilding" in line)
    for way in ("read", "write"):
        assert rebuilt.count(f"{value(tier, f'{way}_bandwidth') / 1e9:.1f}") == 2
    assert rebuilt.count("NIC") == 2
    assert "Stages overlap, so the slowest known one limits. CPU and memory: " in text


def test_beluga_block(capsys):
    """19 targets and 3 spares a block of 2.12 PB; CPU and memory limit each server."""
    plan = run_json(capsys, "plan", str(BELUGA))
    tier = plan["tiers"]["project"]
    assert value(tier, "targets_per_block") == 19
    assert value(tier, "spare_drives_per_block") == 3
    assert value(tier, "raw_capacity") == 2.12e15
    assert value(tier, "usable_capacity") == pytest.approx(1.4e15, rel=0.05)
    for way, rate in (("write", 6.2e9), ("read", 9.5e9)):
        stages = plan["stages"]["project"][way]
        assert stages[0]["stage"] == "cpu_memory"
        assert stages[0]["evidence"] == "calibrated"
        assert stages[0]["per_server"] == pytest.approx(rate)
        assert next(s for s in stages if s["stage"] == "hba")["per_server"] == 24e9
        assert value(tier, f"server_{way}_bandwidth") == pytest.approx(rate)
        healthy, *others = (state[way] for state in plan["states"]["project"])
        bound = healthy["striped_bandwidth_bound"]
        assert bound == value(tier, f"striped_{way}_bandwidth_bound")
        for state in others:
            assert state["striped_bandwidth"] <= state["striped_bandwidth_bound"] <= bound


def test_no_json_holds_nan(capsys):
    """What is unknown is null."""
    assert main(["plan", str(BELUGA), "--json", "-"]) == 0
    text = capsys.readouterr().out
    assert "NaN" not in text
    assert '"value": null' in text


def test_unknown_prices_are_said(capsys):
    """Totals show the known part and how many lines are unknown."""
    site = run_json(capsys, "plan", str(BELUGA))["site"]
    assert value(site, "capital_cost") is None
    assert value(site, "known_capital_cost") == 0
    assert value(site, "unknown_equipment_cost") == 19


def test_unknown_figures_say_what_they_wait_for(capsys):
    """An unknown total lists the inputs that nobody knows."""
    waiting = run_json(capsys, "plan", str(ASTRA))["waits_for"]
    assert "site/tiers:scratch/lines:drives.unit_price" in waiting["capital_cost"]
    assert "site.pue" in waiting["facility_power"]


def test_plan_for_people(capsys):
    """The text says the sentence, the verdicts, and what is not known."""
    assert main(["plan", str(ASTRA)]) == 0
    text = capsys.readouterr().out
    for words in ("376.2 TiB", "not met", "limited by NIC", "unknown", "at most"):
        assert words in text


def test_plan_prints_the_answers_that_differ(tmp_path, capsys):
    """Beside raw, usable, planned: what snapshots, records, files and compression make of it."""
    assert main(["plan", "scenarios/lcpq.yaml"]) == 0
    plain = capsys.readouterr().out.split("Capacity", 1)[1].splitlines()[1]
    assert plain.split()[-1] == "Planned"
    text = BELUGA.read_text(encoding="utf-8")
    assert "    policy:\n" in text
    text = text.replace("    policy:\n", "    policy:\n      snapshot_reserve: 10 %\n", 1)
    file = tmp_path / "s.yaml"
    file.write_text(text)
    figures = run_json(capsys, "plan", str(file))["tiers"]["project"]
    assert main(["plan", str(file)]) == 0
    table = capsys.readouterr().out.split("Capacity", 1)[1]
    for head in ("Live (without snapshots)", "Stored (records of 1 MiB)", "Live, compressed"):
        assert head in table.splitlines()[1]
    for name in ("live", "stored", "compressed"):
        assert show_both(value(figures, f"{name}_capacity")) in table.splitlines()[2]


def test_files_are_written(tmp_path, capsys):
    """The workbook and the JSON go where they are asked to."""
    book, data = tmp_path / "a.xlsx", tmp_path / "a.json"
    assert main(["plan", str(ASTRA), "--xlsx", str(book), "--json", str(data)]) == 0
    assert json.loads(data.read_text(encoding="utf-8"))["scenario"] == "Astra"
    assert "Summary" in openpyxl.load_workbook(book).sheetnames
    assert capsys.readouterr().out == f"Written to {data}, {book}.\n"
    assert main(["plan", str(ASTRA), "--xlsx", str(book), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["scenario"] == "Astra"


@pytest.mark.parametrize(
    ("command", "option", "name"),
    [
        (("prices", str(ASTRA)), "--out", "prices.csv"),
        (("compare", str(ASTRA), "scenarios/lcpq.yaml"), "--xlsx", "both.xlsx"),
        (("pool", "raidz2:10", "--drive", "10 TB"), "--csv", "pool.csv"),
        (("extend", "scenarios/templates/lab-nas.yaml", "--step", "1"), "--out", "step.yaml"),
    ],
)
def test_what_is_written_is_said(command, option, name, tmp_path, capsys):
    """Once, and not of a file that was there and stays as it is."""
    file = tmp_path / name
    assert main([*command, option, str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"Written to {file}.\n")
    assert file.stat().st_size


def test_a_path_that_can_not_be_written(tmp_path, capsys):
    """One line, status 1, and nothing half-written."""
    file = tmp_path / "nowhere" / "a.json"
    assert main(["plan", str(ASTRA), "--json", str(file)]) == 1
    error = capsys.readouterr().err
    assert str(file) in error
    assert error.count("\n") == 1


def test_pool(capsys):
    """The truth of a real pool of 24 x 4 TB in RAIDZ3 on OpenZFS 2.1, to the byte."""
    arguments = ("pool", "raidz3:24", "--drive", "4 TB", "--release", "2.1")
    pool = run_json(capsys, *arguments)
    assert pool["schema"] == "ostimate.pool/1"
    assert pool["size"] == 95_983_929_131_008
    assert pool["available"] == 76_537_223_184_384
    assert pool["vdevs"][0]["metaslab_shift"] == 34
    assert set(pool["stored"]) >= {"128 KiB", "1 MiB"}


def test_pools_of_a_file(capsys, tmp_path):
    """Each line is a pool: as a table, as a list of JSON objects, as CSV."""
    file = tmp_path / "pools.csv"
    file.write_text(
        "layout,drive,ashift,recordsize,release,partitioning\n"
        "raidz3:24,4 TB,,,2.1,\n"
        '"2 x draid2:8d:53c:3s",10 TB,12,4 MiB,2.3.2,linux\n'
        "\n"
        "raidz2:10 of 10 TB + special mirror:2 of 960 GB,,,,,none\n"
    )
    first, second, third = run_json(capsys, "pool", "--from", str(file))
    assert (first["schema"], first["available"]) == ("ostimate.pool/1", 76_537_223_184_384)
    assert (first["layout"], second["drive"]) == ("raidz3:24", 10**13)
    assert set(second["stored"]) == {"128 KiB", "1 MiB", "4 MiB"}
    assert third["raw"] == 101_920_000_000_000
    assert main(["pool", "--from", str(file)]) == 0
    assert "76537223184384" in capsys.readouterr().out
    assert main(["pool", "--from", str(file), "--csv", "-"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert int(rows[0]["size"]) == 95_983_929_131_008
    assert main(["pool", "disk", "--drive", "1 TB", "--csv", str(tmp_path / "one.csv")]) == 0
    [one] = csv.DictReader((tmp_path / "one.csv").read_text(encoding="utf-8").splitlines())
    assert (one["layout"], one["drive"], one["ashift"]) == ("disk", "1000000000000", "12")
    assert list(one)[7:10] == ["raw", "size", "available"]


def test_options_are_for_lines_that_say_nothing(capsys, tmp_path):
    """A line's own figures come first; each output writes what was taken."""
    file = tmp_path / "pools.csv"
    file.write_text("layout,drive,release\nraidz3:24,,\nraidz3:24,8 TB,2.4\n")
    options = ("--drive", "4 TB", "--release", "2.1", "--ashift", "9", "--recordsize", "4 MiB")
    cut = ("--partitioning", "linux", "--luks", "16 MiB")
    first, second = run_json(capsys, "pool", "--from", str(file), *options, *cut)
    alone = run_json(capsys, "pool", "raidz3:24", *options, *cut)
    assert alone == first
    taken = {"ashift": 9, "recordsize": "4 MiB", "partitioning": "linux", "luks": 2**24}
    assert taken.items() <= first.items()
    assert (first["drive"], first["release"]) == (4 * 10**12, "2.1")
    assert (second["drive"], second["release"]) == (8 * 10**12, "2.4")
    assert "4 MiB" in second["stored"]
    assert main(["pool", "--from", str(file), *options, *cut, "--csv", "-"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    for row, pool in zip(rows, (first, second), strict=True):
        assert all(row[name] == str(pool[name]) for name in (*taken, "drive", "release"))
    assert main(["pool", "--from", str(file), "--drive", "1 Tb"]) == 2
    assert "--drive: '1 Tb'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("layout", "options", "heading"),
    [
        ("raidz2:10", [], "raidz2:10 of 10 TB, ashift 12, OpenZFS 2.4"),
        ("raidz2:10 of 10 TB + raidz2:8 of 20 TB", [], "of 10 TB + raidz2:8 of 20 TB, ashift 12"),
        ("raidz2:10 + raidz2:8 of 20 TB", [], "of 20 TB, other drives of 10 TB, ashift 12"),
        ("disk -> disk of 20 TB", [], "disk -> disk of 20 TB, other drives of 10 TB, ashift"),
        ("disk", ["--partitioning", "linux"], "OpenZFS 2.4, partitioning linux"),
        ("disk", ["--luks", "16 MiB"], "OpenZFS 2.4, LUKS header 16 MiB"),
    ],
)
def test_the_heading_of_a_pool(layout, options, heading, capsys):
    """It says the drives once, and all that the answers depend on."""
    assert main(["pool", layout, "--drive", "10 TB", *options]) == 0
    line = capsys.readouterr().out.splitlines()[0]
    assert heading in line
    assert ("partitioning" in line, "LUKS" in line) == (
        "partitioning" in heading,
        "LUKS" in heading,
    )


@pytest.mark.parametrize(
    "text",
    [
        "layout,drive,ashift\nraidz2:8,10 TB,12\n2 x mirror:2,1 TB,\n",
        "Layout;Drive;Ashift\nraidz2:8;10 TB;12\n2 x mirror:2;1 TB;\n",
        "LAYOUT\tDrive\tashift\nraidz2:8\t10 TB\t12\n2 x mirror:2\t1 TB\t\n",
        'layout, drive, ashift\n"raidz2:8", "10 TB", 12\n2 x mirror:2, "1 TB",\n',
        'layout;drive;ashift;;\n"raidz2:8";10 TB;12;;\n2 x mirror:2;1 TB;;;\n',
    ],
)
def test_a_file_as_spreadsheets_write_it(text, capsys, tmp_path):
    """Commas, semicolons or tabs, heads in any case, blanks before quotes, empty columns."""
    file = tmp_path / "pools.csv"
    file.write_text(text)
    first, second = run_json(capsys, "pool", "--from", str(file))
    for found, layout, drive in ((first, "raidz2:8", "10 TB"), (second, "2 x mirror:2", "1 TB")):
        alone = run_json(capsys, "pool", layout, "--drive", drive)
        assert found["available"] == alone["available"]


def test_the_place_in_a_file_with_semicolons(capsys, tmp_path):
    """The column of a wrong field is counted as it is written."""
    file = tmp_path / "pools.csv"
    file.write_text("layout;luks;drive\nraidz2:8;;1,5 TB\nraidz2:8;-1 MiB;1 TB\n")
    assert main(["pool", "--from", str(file)]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("pool: drive: '1,5 TB' is read as '1.5 TB'")
    assert second.startswith(f"{file}:3:10: luks: a LUKS header of -1 MiB")


def test_a_pool_in_use(capsys, tmp_path):
    """Fill limit, snapshots, compression and files: keys beside those that were there."""
    file = tmp_path / "files.csv"
    file.write_text("size,share\n4 KiB,60 %\n1 MiB,0.4\n")
    policy = ("--fill-limit", "90 %", "--snapshot-reserve", "0.1", "--compression-ratio", "1.5")
    arguments = ("pool", "raidz2:10", "--drive", "10 TB", *policy, "--files", str(file))
    pool = run_json(capsys, *arguments)
    assert pool["planned"] == int(0.9 * pool["available"])
    assert pool["live"] == pytest.approx(0.81 * pool["available"], abs=2)
    assert pool["compressed"] == pytest.approx(1.5 * pool["live"], abs=2)
    assert (pool["fill_limit"], pool["snapshot_reserve"]) == (0.9, 0.1)
    files = zfs_files("raidz2:10", {4096: 0.6, 2**20: 0.4}, "10 TB", recordsize="1 MiB")
    assert pool["files"]["stored"] == files.stored
    assert pool["made_anew"] is None
    plain = run_json(capsys, "pool", "raidz2:10", "--drive", "10 TB")
    assert list(plain) == list(pool)
    assert (plain["planned"], plain["files"]) == (int(0.8 * plain["available"]), None)
    for key in ("raw", "size", "available", "slop", "lustre", "vdevs", "stored"):
        assert plain[key] == pool[key]
    assert main([*arguments]) == 0
    text = capsys.readouterr().out
    assert "zfs list up to a fill limit of 90 %" in text
    assert str(files.stored) in text
    assert main([*arguments, "--csv", "-"]) == 0
    [row] = csv.DictReader(capsys.readouterr().out.splitlines())
    assert int(row["stored files"]) == files.stored


def test_a_pool_with_failure_domains(capsys):
    """The text says where drives go; the JSON has AVAIL once special vdevs are full."""
    layout = "draid2:4d:12c:96w:2s + special mirror:2 of 1 TB"
    line = ("pool", layout, "--drive", "10 TB", "--release", "next")
    pool = run_json(capsys, *line)
    assert pool["available_filled"] > pool["available"]
    assert main(line) == 0
    text = capsys.readouterr().out
    assert "Order of zpool create: enc0d0 ... enc11d0 enc0d1" in " ".join(text.split())
    assert str(pool["available_filled"]) in text
    assert run_json(capsys, "pool", "raidz2:8", "--drive", "1 TB")["available_filled"] is None


def test_a_pool_that_grew(capsys, tmp_path):
    """The truth of a RAIDZ2 of 8 x 8 TB that took a ninth drive, to the byte, and what is there."""
    arguments = ("pool", "raidz2:8 -> raidz2:9", "--drive", "8 TB", "--release", "2.3")
    pool = run_json(capsys, *arguments)
    assert (pool["size"], pool["available"]) == (71_983_651_880_960, 51_038_438_555_648)
    anew = run_json(capsys, "pool", "raidz2:9", "--drive", "8 TB", "--release", "2.3")
    assert pool["made_anew"] == anew["available"]
    assert pool["stored"]["1 MiB"] == pytest.approx(anew["stored"]["1 MiB"], rel=0.01)
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert "This pool was expanded. After a RAIDZ expansion, AVAIL still uses" in text
    assert str(anew["available"]) in text
    file = tmp_path / "pools.csv"
    file.write_text("layout,drive,release\nraidz2:8 -> raidz2:9,8 TB,2.3\nraidz2:9,8 TB,2.3\n")
    grown, fresh = run_json(capsys, "pool", "--from", str(file))
    assert (grown["available"], grown["made_anew"]) == (pool["available"], anew["available"])
    assert fresh["made_anew"] is None
    file.write_text("layout,drive,release\nraidz2:9 -> raidz2:8,8 TB,2.3\n")
    assert main(["pool", "--from", str(file)]) == 1
    assert ":2:1: layout: 'raidz2:9' can't become 'raidz2:8'" in capsys.readouterr().err


def test_wrong_pools_of_a_file(capsys, tmp_path):
    """Every bad field is named with its line and column, all at once."""
    file = tmp_path / "pools.csv"
    file.write_text(
        "layout,drive,ashift,release\n"
        "raidz9:24,4 TB,,\n"
        "raidz2:8,4 Tb,40,9.9\n"
        "raidz2:8,,x,\n"
        "raidz2:8,,,\n"
        "draid2:8d:24c,1 TB,12,0.8\n"
        'raidz2:8,"1 TB\n'
        "raidz2:8,1 TB,12,2.1,more\n"
    )
    assert main(["pool", "--from", str(file)]) == 1
    places = [line.split(": ")[:2] for line in capsys.readouterr().err.splitlines()]
    assert [(where.removeprefix(f"{file}:"), field) for where, field in places][:8] == [
        ("2:1", "layout"),
        ("3:10", "drive"),
        ("3:15", "ashift"),
        ("3:18", "release"),
        ("4:11", "ashift"),
        ("5:1", "layout"),
        ("6:1", "layout"),
        ("7:1", "a quote is not closed"),
    ]
    assert len(places) == 9


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("layuot,drive\ndisk,1 TB\n", "'layout'"),
        ("", "no column 'layout'"),
        ("Layout|Drive\ndisk|1 TB\n", "with commas between them"),
        ("layout,drive,Drive\ndisk,1 TB,2 TB\n", ":1:14: drive: occurs twice: remove one"),
        ("layout,drive\n", "there are no pools: write one on each line"),
        ("layout,drive\n\n  \n", "there are no pools"),
        (None, "can't be read"),
    ],
)
def test_a_file_without_pools(text, hint, capsys, tmp_path):
    """What is no list of pools says what is missing."""
    file = tmp_path / "pools.csv"
    if text is not None:
        file.write_text(text)
    assert main(["pool", "--from", str(file)]) == 1
    assert hint in capsys.readouterr().err


def test_checkpoint(capsys):
    """The four rules agree: each gives back what the others started from."""
    common = ("checkpoint", "--memory", "331776 GB", "--fraction", "0.8", "--mtti", "72 h")
    by_ratio = run_json(capsys, *common, "--ratio", "200")
    assert by_ratio["required_bandwidth"] == pytest.approx(204.8e9)
    assert by_ratio["efficiency"] == pytest.approx(0.903305, abs=1e-6)
    for rule, given in (
        ("--dump-time", "1296 s"),
        ("--bandwidth", "204.8 GB/s"),
        ("--efficiency", repr(by_ratio["efficiency"])),
    ):
        other = run_json(capsys, *common, rule, given)
        for key, wanted in by_ratio.items():
            assert other[key] == (wanted if key == "schema" else pytest.approx(wanted, rel=1e-9))


def test_checkpoint_of_a_model(capsys):
    """Llama 3 405B on 16,384 GPUs: 5.68 TB, 395 GB/s for 95 % at an MTTI of 3.09 h."""
    model = ("checkpoint", "--parameters", "405.9B", "--accelerators", "16384")
    wanted = ("--mtti", "3.09 h", "--efficiency", "0.95")
    found = run_json(capsys, *model, *wanted, "--kept", "3")
    assert found["dump_size"] == pytest.approx(405.9e9 * 14)
    assert found["required_bandwidth"] == pytest.approx(395e9, rel=1e-3)
    assert found["required_capacity"] == pytest.approx(3 * 405.9e9 * 14)
    assert found["required_writer_bandwidth"] == pytest.approx(found["required_bandwidth"] / 16384)
    assert "memory" not in found
    local = run_json(capsys, *model, *wanted, "--node-local")
    assert local["required_local_bandwidth"] == pytest.approx(found["required_bandwidth"])
    drained = local["dump_size"] / (local["interval"] + local["dump_time"])
    assert local["required_bandwidth"] == pytest.approx(drained)
    one = run_json(capsys, *model, *wanted, "--unsharded")
    assert one["shard_size"] == one["dump_size"]
    size = run_json(capsys, "checkpoint", "--size", "5.6826 TB", *wanted)
    assert size["required_bandwidth"] == pytest.approx(found["required_bandwidth"])
    of_experts = ("--parameters", "1.6B", "--experts", "8", "--expert-parameters", "5.6B")
    states = ("--precision", "fp32", "--optimizer", "momentum")
    found = run_json(capsys, "checkpoint", *of_experts, *states, *wanted)
    assert (found["parameters"], found["bytes_per_parameter"]) == (pytest.approx(46.4e9), 8)
    assert main([*model, "--efficiency", "0.95"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Assumed: Accelerator MTTI 5.704 years (MLCommons" in text
    stated = run_json(capsys, *model, "--efficiency", "0.95", "--accelerator-mtti", "50000 h")
    assert stated["mtti"] == pytest.approx(50_000 * 3600 / 16384)
    reads = run_json(capsys, *model, "--efficiency", "0.95", "--workload", "unet3d-h100")
    assert reads["accelerator_read_bandwidth"] == pytest.approx(0.9 * 146600628 * 7 / 0.323)
    assert reads["required_read_bandwidth"] == 16384 * reads["accelerator_read_bandwidth"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--parameters 8Q", "--parameters: '8Q' is no number of parameters"),
        ("--parameters 8B --fraction 0.8", "--fraction: is a share of --memory: leave it out"),
        ("--size 5TB --experts 8", "--experts: needs --parameters"),
        ("--parameters 8B --experts 8", "write --expert-parameters, too"),
        ("--size 5TB --mtti 3h --node-mtti 5y", "write either --mtti, or --nodes and --node-mtti"),
        ("--size 5TB --accelerators 8 --node-mtti 5y", "--node-mtti: needs --nodes"),
        ("--parameters 1e30", "--parameters: '1e30' is too many: write 1e18 at most, as in 405B"),
        ("--size 5TB --workload unet3d", "--workload: no workload is called 'unet3d': did you"),
        ("--size 5TB --workload unet3d-h100", "--workload is of one accelerator: write --accel"),
        ("--size x --mtti y --kept z", "--kept: 'z' is not a number with a unit; write one such"),
        ("--size x --mtti y --kept z", "--size: 'x' is not a number"),
        ("--size 5TB --nodes 8 --accelerator-mtti 5y", "write --node-mtti, or leave --nodes out"),
    ],
)
def test_a_wrong_checkpoint_of_a_model(capsys, words, error):
    mtti = () if "--mtti" in words or "mtti" in words else ("--mtti", "3 h")
    assert main(["checkpoint", *words.split(), *mtti, "--efficiency", "0.9"]) == 2
    assert error in " ".join(capsys.readouterr().err.split())


def test_explain_goes_down_to_the_datasheet(capsys):
    """The derivation of a port's rate ends at the line rate of EDR, with the file that says so."""
    assert main(["explain", str(ASTRA), "scratch.nic_port_bandwidth"]) == 0
    text = capsys.readouterr().out
    assert "12.5 GB/s" in text
    assert "links.yaml" in text
    bits = "NIC code payload bits / NIC code block bits"
    assert f"NIC lanes {TIMES} NIC signalling {TIMES} {bits}" in text


def test_explain_suggests(capsys):
    """A misspelt quantity gets the right word."""
    assert main(["explain", str(ASTRA), "usable_capasity"]) == 2
    assert "usable_capacity" in capsys.readouterr().err


@pytest.mark.long
def test_validate(capsys):
    """Every published row is within its tolerance; data rows have no verdict."""
    assert main(["validate", "--json", "-"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert len(rows) > 20
    for row in rows:
        assert (row["within"] is None) == (row["kind"] in ("input", "data"))
        assert row["within"] is not False


def test_validate_with_nothing_to_compare_is_no_success(tmp_path, capsys):
    text = ASTRA.read_text(encoding="utf-8")
    file = tmp_path / "bare.yaml"
    file.write_text(text.partition("\npublished:")[0] + "\n", encoding="utf-8")
    assert main(["validate", str(file)]) == 1
    assert f"{file}: published: no published figures" in capsys.readouterr().err


def test_validate_fails_when_a_row_is_out(tmp_path, capsys):
    """A published figure that the model misses makes the status 1."""
    text = ASTRA.read_text(encoding="utf-8").replace("value: 1296 s", "value: 1300 s")
    file = tmp_path / "astra.yaml"
    file.write_text(text)
    assert main(["validate", str(file)]) == 1
    assert "OUT" in capsys.readouterr().out


BAD = {
    "misspelt field": (
        "blocks:\n      value: 10",
        "blokcs:\n      value: 10",
        "tiers.0.blokcs: unknown field (did you mean 'blocks'?)",
    ),
    "wrong unit": (
        "job_mtti: {value: 72 h",
        "job_mtti: {value: 72 GB",
        "checkpoint.job_mtti.value: '72 GB' is of another kind (capacity); wanted "
        "here: time, such as '72 h'",
    ),
    "unknown part": (
        "part: hpe-840qsfp28",
        "part: hpe-840qsfp29",
        "tiers.0.network.part: no part 'hpe-840qsfp29' is in the catalog (did you mean "
        "'hpe-840qsfp28'?)",
    ),
    "part of the wrong kind": (
        "part: hpe-840qsfp28",
        "part: intel-xeon-e5-2690-v4",
        "tiers.0.network.part: 'intel-xeon-e5-2690-v4' is of kind 'cpu': write the key "
        "of a part of kind nic",
    ),
    "too many spares": (
        "layout: raidz1:8",
        "layout: raidz1:8\n      reserved_spares: 64",
        "tiers.0.target.reserved_spares: 64 reserved spares are more than the 32 "
        "drives of a block: write fewer",
    ),
    "no layout": (
        "layout: raidz1:8",
        "layout: raidz1",
        "tiers.0.target.layout: 'raidz1': say how many drives a vdev has, as in 'raidz1:5'",
    ),
    "negative": (
        "compute_nodes: {value: 2592",
        "compute_nodes: {value: -2592",
        "machine.compute_nodes.value: must be at least 1, is -2592",
    ),
    "no unit": (
        "node_memory: {value: 128 GB",
        "node_memory: {value: 128",
        "machine.node_memory.value: 128 has no unit; write a unit, such as '10 TB'",
    ),
    "two rules": (
        "  ratio: {value: 200",
        "  dump_time: 20 min\n  ratio: {value: 200",
        "checkpoint: write exactly one of ratio, dump_time, bandwidth, efficiency; "
        "found 'ratio' and 'dump_time'",
    ),
    "no capacity": (
        "value: 1.6 TB",
        "value: 0 TB",
        "tiers.0.drives.capacity.value: must be above 0, is 0 TB",
    ),
    "too small a drive": (
        "value: 1.6 TB",
        "value: 60 MB",
        "tiers.0.drives.capacity: this leaves ZFS less than 64 MiB of a drive: write larger drives",
    ),
    "an odd record": (
        "layout: raidz1:8",
        "layout: raidz1:8\n      record_size: 3 KiB",
        "tiers.0.target: 'record_size' must be a power of two from 512 B to 16 MiB",
    ),
    "a PUE below 1": (
        "  years: 5",
        "  years: 5\n  pue: 0.5",
        "economics.pue: must be at least 1, is 0.5",
    ),
    "no interrupt": (
        "job_mtti: {value: 72 h",
        "job_mtti: {value: 0 h",
        "checkpoint.job_mtti.value: must be above 0, is 0 h",
    ),
    "too many blocks": (
        "      value: 10\n",
        "      value: 1000000000000\n",
        "tiers.0.blocks.value: must be at most 1000000000, is 1000000000000",
    ),
    "cables without adapters": (
        "    drives:\n",
        "    cables: {part: sas-hd-copper}\n    drives:\n",
        "tiers.0: 'cables' need 'adapters' to be plugged into",
    ),
    "a demand that grows twice": (
        "economics:\n",
        "demand:\n  groups: [{name: a, volume: 1 TB, growth: 5 %, added: 1 TB/year}]\neconomics:\n",
        "demand.groups.0: write either 'added' (bytes a year) or 'growth' (a share), not both",
    ),
    "a demand of nobody": (
        "economics:\n",
        "demand:\n  file: nowhere.csv\neconomics:\n",
        "demand.file: 'nowhere.csv' can't be read (no such file or directory): give "
        "the path of a CSV file",
    ),
    "no release": (
        'release: "0.7"',
        'release: "0.77"',
        "tiers.0.target.release: no release '0.77' of OpenZFS is known: write one of "
        "0.6, 0.7, 0.8, 2.0, 2.1, 2.2, 2.3, 2.4 or next, or of theirs as 2.1.11",
    ),
}
"""What is replaced in Astra's scenario, by what, and the message after its place."""


@pytest.mark.parametrize("case", BAD)
def test_bad_scenarios_get_one_line(case, tmp_path, capsys):
    """One line with file, line, column, field and remedy; never a traceback; status 1."""
    old, new, message = BAD[case]
    text = ASTRA.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "bad.yaml"
    file.write_text(text.replace(old, new))
    assert main(["plan", str(file), "--json", "-"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    place = re.escape(f"{file}:") + r"\d+:\d+: "
    message = message.replace("nowhere.csv", str(tmp_path / "nowhere.csv"))
    assert re.fullmatch(place + re.escape(message) + "\n", captured.err)


def test_all_problems_are_reported_together(tmp_path, capsys):
    """Three mistakes give three lines, in the order of the file."""
    text = ASTRA.read_text(encoding="utf-8")
    for case in ("misspelt field", "wrong unit", "negative"):
        text = text.replace(*BAD[case][:2])
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    assert main(["plan", str(file)]) == 1
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) >= 3
    places = [int(line.removeprefix(f"{file}:").split(":")[0]) for line in lines]
    assert places == sorted(places)


def test_what_the_catalog_and_the_layout_refuse_comes_together(tmp_path, capsys):
    """An unknown part, more spares than drives: a line each, in one answer."""
    text = ASTRA.read_text(encoding="utf-8")
    for case in ("unknown part", "too many spares"):
        text = text.replace(*BAD[case][:2])
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    assert main(["plan", str(file)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 2


SOURCES = {
    "empty": b"",
    "binary": bytes(range(256)) * 8,
    "not YAML": b"name: [1, 2",
    "a list": b"- 1\n- 2\n",
    "a bomb": b"a: &a [x,x,x,x,x,x,x,x,x]\n"
    + b"".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n".encode()
        for n in range(9)
    ),
    "deep": b"[" * 10_000,
    "large": b"#" * 50_000_000,
}


@pytest.mark.parametrize("case", SOURCES)
def test_hostile_files_get_one_line(case, tmp_path, capsys):
    """Nothing in a file brings a traceback."""
    file = tmp_path / "bad.yaml"
    file.write_bytes(SOURCES[case])
    assert main(["plan", str(file)]) == 1
    error = capsys.readouterr().err
    assert "Traceback" not in error
    assert error.startswith(str(file))
    assert len(error.splitlines()) <= 12


def test_a_missing_file(capsys):
    """It says which, and what to give."""
    assert main(["plan", "nowhere.yaml"]) == 1
    assert "nowhere.yaml" in capsys.readouterr().err


def test_a_misspelt_command(capsys):
    """It names those there are."""
    with pytest.raises(SystemExit) as stop:
        main(["plam"])
    assert stop.value.code == 2
    assert "choose from 'plan', 'prices'" in capsys.readouterr().err.splitlines()[-1]


def test_a_misspelt_part(capsys):
    assert main(["catalog", "show", "hpe-840qsfp29"]) == 2
    assert "(did you mean 'hpe-840qsfp28'?)" in capsys.readouterr().err


def test_the_catalog_is_right(capsys):
    """`catalog check` finds nothing, `list` and `show` say what there is."""
    assert main(["catalog", "check"]) == 0
    assert main(["catalog", "list", "hdd"]) == 0
    assert main(["catalog", "show", "seagate-st10000nm0096"]) == 0
    assert "10 TB" in capsys.readouterr().out


def test_slow_libraries_stay_off_the_path():
    """A plan on the command line imports nothing that is slow to start."""
    code = (
        "import sys; from model.__main__ import main; "
        f"main(['plan', {str(ASTRA)!r}, '--json', '-']); "
        "slow = {'scipy', 'plotly', 'pandas', 'streamlit', 'rich', 'report', 'pint', 'difflib'}; "
        "sys.exit(f'imported: {slow & set(sys.modules)}' if slow & set(sys.modules) else 0)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("module", ["argparse", "model.errors", "numpy", "model.commands.plan"])
def test_ctrl_c_ends_quietly_while_a_module_loads(module):
    """Whichever it is: no traceback, and the status of an interrupt."""
    code = (
        "import sys; from importlib.abc import MetaPathFinder\n"
        "class Interrupted(MetaPathFinder):\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted()); from model.__main__ import start\n"
        f"sys.argv = ['ostimate', 'plan', {str(ASTRA)!r}]; sys.exit(start())"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


def test_an_efficiency_with_a_dump_to_read_back(capsys):
    """`--efficiency` with `--restart checkpoint` is solved: 0.8988, as the rule of 200 leaves."""
    found = run_json(
        capsys,
        "checkpoint",
        "--memory",
        "331776 GB",
        "--mtti",
        "72 h",
        "--efficiency",
        "0.8988",
        "--restart",
        "checkpoint",
    )
    assert found["ratio"] == pytest.approx(200, rel=2e-4)
    assert found["efficiency"] == pytest.approx(0.8988, rel=1e-12)


def test_interrupts_by_nodes(capsys):
    """1,000 nodes of 5 years each; without a figure the assumed one is named, and a low share."""
    common = ("checkpoint", "--memory", "1 PB", "--nodes", "1000", "--dump-time", "1 h")
    found = run_json(capsys, *common, "--node-mtti", "43830 h")
    assert found["mtti"] == pytest.approx(43.83 * 3600)
    assert main([*common]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Assumed: Node MTTI 2.723 years (" in said
    assert "of the time, less than 80 %" in said
    assert main(["checkpoint", "--memory", "1 PB", "--ratio", "200"]) == 2
    assert "--mtti: missing: write --mtti, or --nodes" in capsys.readouterr().err


def test_an_efficiency_that_restarts_forbid(tmp_path, capsys):
    """Restarts of 20 h of every 72 h leave 75.7 %: 90 % can't be had, by the command or a plan."""
    common = ("checkpoint", "--memory", "331776 GB", "--mtti", "72 h", "--efficiency", "0.9")
    assert main([*common, "--restart", "20 h"]) == 2
    assert "below 0.757" in capsys.readouterr().err
    text = ASTRA.read_text(encoding="utf-8").replace(
        "ratio: {value: 200", "restart: 20 h\n  efficiency: {value: 0.9"
    )
    file = tmp_path / "late.yaml"
    file.write_text(text)
    site = run_json(capsys, "plan", str(file))["site"]
    assert value(site, "dump_time") is None
    assert value(site, "highest_efficiency") == pytest.approx(0.757465, abs=1e-6)


def test_what_does_not_fit_is_said(tmp_path, capsys):
    """Cables without ports, modules without channels: a line each, and the plan goes on."""
    text = BELUGA.read_text(encoding="utf-8")
    text = text.replace(
        "per_server: {value: 4, source: talk", "per_server: {value: 9, source: talk"
    )
    file = tmp_path / "tight.yaml"
    file.write_text(text)
    warnings = run_json(capsys, "plan", str(file))["warnings"]
    assert "project: there are more cards than slots" in warnings
    assert "project: there are more cables than ports on the enclosures" in warnings
    assert not any("cards" in w for w in run_json(capsys, "plan", str(BELUGA))["warnings"])


def test_files_keep_their_permissions(tmp_path):
    """A file that only its owner may read stays so; a device is written to, not replaced."""
    file = tmp_path / "plan.json"
    file.write_text("")
    file.chmod(0o600)
    assert main(["plan", str(ASTRA), "--json", str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert main(["plan", str(ASTRA), "--json", str(pipe)]) == 0
    printed, _ = reader.communicate(timeout=30)
    assert json.loads(printed)["scenario"] == "Astra"
    assert pipe.is_fifo()


@pytest.mark.parametrize("arguments", [["--xlsx", "-"], ["--xlsx", ""], ["--json", ""]])
def test_files_without_a_name(arguments, capsys):
    """They are refused, not ignored."""
    assert main(["plan", str(ASTRA), *arguments]) == 2
    assert capsys.readouterr().out == ""


def test_a_file_that_isnt_there_is_wrong_and_not_the_command_line(capsys):
    assert main(["pool", "raidz1:8", "--drive", "1 TB", "--files", "no.csv"]) == 1
    assert "can't be read" in capsys.readouterr().err


def test_a_terminal_without_the_letters(tmp_path):
    """What a terminal can't show becomes a question mark, never a traceback."""
    command = [sys.executable, "-m", "model", "plan", str(BELUGA)]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert "B?luga" in run.stdout
    assert run.stderr == ""


WHOLE = ASTRA.read_text(encoding="utf-8").partition("tiers:")[0]


@pytest.mark.parametrize("tiers", ["[null]", "[5]", "[text]", "[[]]", "null", "5", "{}", "[{}]"])
def test_tiers_that_are_no_tiers(tiers, tmp_path, capsys):
    """Whatever stands in place of a tier is refused where it stands."""
    file = tmp_path / "bad.yaml"
    file.write_text(f"{WHOLE}tiers: {tiers}\n")
    assert main(["plan", str(file)]) == 1
    assert all(line.startswith(f"{file}:") for line in capsys.readouterr().err.strip().splitlines())


@pytest.mark.parametrize(
    "target", ["null", "5", "text", "[]", "{redundancy: 5}", "{redundancy: x}"]
)
def test_targets_that_are_no_targets(target, tmp_path, capsys):
    """Whatever stands in place of a target is refused where it stands."""
    head, _, rest = ASTRA.read_text(encoding="utf-8").partition("    target:\n")
    _, _, after = rest.partition("    measured_target:")
    file = tmp_path / "bad.yaml"
    file.write_text(f"{head}    target: {target}\n    measured_target:{after}")
    assert main(["plan", str(file)]) == 1
    assert all(line.startswith(f"{file}:") for line in capsys.readouterr().err.strip().splitlines())
