"""A fitted scenario as a file: what it needs beside it is said where it is written."""

from __future__ import annotations

import shutil
from pathlib import Path

from model import evaluate, load_scenario
from model.__main__ import main

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FIT = """\
schema: ostimate.calibration/1
scenario: {scenario}
free: [{{path: tiers.0.given.write_bandwidth, low: 1 GB/s, high: 50 GB/s}}]
measurements: [{{quantity: pfs.write_bandwidth, value: 10 GB/s, source: a run}}]
"""


def test_a_file_that_is_not_beside_the_written_scenario_is_named(tmp_path, capsys):
    """CRI reads its departments from a file below its own folder."""
    shutil.copytree(SCENARIOS, tmp_path / "own")
    (tmp_path / "own" / "fit.yaml").write_text(FIT.format(scenario="cri.yaml"))
    written = tmp_path / "other" / "fitted.yaml"
    written.parent.mkdir()
    command = ["calibrate", str(tmp_path / "own" / "fit.yaml"), "--scenario", str(written)]
    assert main(command) == 0
    line, warning = capsys.readouterr().err.splitlines()
    assert "too few" in warning
    source, target = tmp_path / "own" / "data/cri-departments.csv", written.parent / "data"
    assert line.endswith(f"copy {source} to {target / source.name}")
    target.mkdir()
    shutil.copy(source, target)
    assert main(command) == 0
    assert capsys.readouterr().err.splitlines() == [warning]
    results = evaluate(load_scenario(written))
    assert round(results["site/tiers:pfs", "write_bandwidth"] or 0, -4) == 10e9
    assert results["site", "groups_volume"] == 1190e12


def test_a_written_scenario_keeps_its_letters(tmp_path):
    shutil.copy(SCENARIOS / "beluga.yaml", tmp_path)
    fit = FIT.format(scenario="beluga.yaml").replace("pfs.", "project.")
    fit = fit.replace(
        "given.write_bandwidth, low: 1 GB/s, high: 50 GB/s", "policy.deliveries.wires"
    )
    (tmp_path / "fit.yaml").write_text(fit)
    written = tmp_path / "fitted.yaml"
    assert main(["calibrate", str(tmp_path / "fit.yaml"), "--scenario", str(written)]) == 0
    assert "Béluga" in written.read_text("utf-8")


def test_a_fit_that_is_not_written_says_how_to_write_it(tmp_path, capsys):
    shutil.copytree(SCENARIOS / "data", tmp_path / "data")
    shutil.copy(SCENARIOS / "cri.yaml", tmp_path)
    file = tmp_path / "fit.yaml"
    file.write_text(FIT.format(scenario="cri.yaml"))
    assert main(["calibrate", str(file)]) == 0
    assert "--scenario FILE.yaml" in capsys.readouterr().out
