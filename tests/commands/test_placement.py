"""`placement`: bays, survival, and the commands that create the pools."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from model.__main__ import main

BELUGA = ("placement", "scenarios/beluga.yaml")


def test_json_gives_each_drive_a_bay(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BELUGA, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "ostimate.placement/1"
    project = document["tiers"]["project"]
    slots = [slot for group in project["groups"] for slot in group["slots"]]
    assert len(set(slots)) == len(slots) == 19 * 11
    assert len(project["spares"]) == 212 - 19 * 11
    assert project["survives_enclosure_loss"] is False
    assert project["one"]["enclosure"] == "access"
    assert project["one"]["server"] == "survives"
    assert project["two"]["drive+drive"] == "survives"
    assert len(project["cables"]) == 16


def test_pools_are_created_with_the_names_of_bays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BELUGA, "--tier", "metadata", "--zpool", "-"]) == 0
    lines = capsys.readouterr().out
    assert lines.count("zpool create -o ashift=12 ") == 4
    assert "mirror A1 A2 \\\n    mirror A3 A4\n" in lines
    drives = re.findall(r"\bA\d+\b", lines)
    assert len(set(drives)) == len(drives) == 16


def test_what_was_written_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unless something else is printed."""
    pools, conf = str(tmp_path / "pools.sh"), str(tmp_path / "vdev_id.conf")
    line = [*BELUGA, "--tier", "project"]
    assert main([*line, "--zpool", pools, "--vdev-id", conf]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"Written to {pools}: 'zpool create' of the 19 pools of a block: project." in out
    assert "vdev_id.conf of 2 servers" in out
    assert main([*line, "--zpool", "-", "--vdev-id", conf]) == 0
    assert "Written" not in capsys.readouterr().out


def test_channels_follow_the_cables(capsys: pytest.CaptureFixture[str]) -> None:
    """Each server has 8 cables: 4 to each of two enclosures, by multipath."""
    assert main([*BELUGA, "--tier", "project", "--vdev-id", "-"]) == 0
    first, second = capsys.readouterr().out.split("# Server 2")
    for server in (first, second):
        assert "multipath     yes" in server
        channels = re.findall(r"^channel (ADAPTER\d)  (\d)     ([A-Z])$", server, re.MULTILINE)
        assert len({(adapter, port) for adapter, port, _ in channels}) == len(channels) == 8
        assert sorted(name for *_, name in channels) == ["A"] * 4 + ["B"] * 4


def test_draid_says_what_one_failure_beyond_parity_loses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 11 drives with stripes of 6 about C(6,3) of C(11,3) are on any three: 12 %."""
    text = Path("scenarios/beluga.yaml").read_text("utf-8")
    assert text.count("layout: raidz3:11") == 1
    text = text.replace("layout: raidz3:11", 'layout: "draid2:4d:11c:1s"')
    file = tmp_path / "draid.yaml"
    file.write_text(re.sub(r'release: "?0.7"?', 'release: "2.1"', text), "utf-8")
    name = "beluga.calibration.yml"
    (tmp_path / name).write_bytes(Path("scenarios", name).read_bytes())
    assert main(["placement", str(file), "--tier", "project"]) == 0
    assert "3 failed drives lose data in 11.89 % of the stripes" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main(["placement", str(file), "--tier", "project", "--json", "-"]) == 0
    [draid] = json.loads(capsys.readouterr().out)["tiers"]["project"]["draid"]
    assert draid["vdev"] == "draid2:4d:11c:1s"
    assert draid["stripes_lost"] == pytest.approx(0.1189, abs=1e-4)


def test_text_shows_bays_and_survival(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BELUGA]) == 0
    text = capsys.readouterr().out
    assert "Survival of failures" in text
    assert "1:1-6 2:1-5" in text
    assert main(["placement", "scenarios/cri.yaml"]) == 0
    assert "what it survives isn't listed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line", [("--tier", "none"), ("--zpool", "-", "--tier", "x"), ("--zpool", "-")]
)
def test_wrong_options_are_refused(line: tuple[str, ...]) -> None:
    """Astra has pools; Sequoia's data don't, nor does a tier that isn't there."""
    file = "scenarios/sequoia.yaml"
    tier = ("--tier", "grove") if line == ("--zpool", "-") else ()
    assert main(["placement", file, *line, *tier]) == 2


@pytest.mark.parametrize("file", ["-", "pools.txt"])
def test_two_outputs_never_go_to_one_file(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = file if file == "-" else str(tmp_path / file)
    assert main([*BELUGA, "--zpool", at, "--vdev-id", at]) == 2
    error = capsys.readouterr().err
    assert error.startswith("--vdev-id: --zpool is ")
    assert error.endswith("too: write another file\n")
    assert not (tmp_path / "pools.txt").exists()
