"""`risk`: figures for programs, and what people read."""

from __future__ import annotations

import json

import pytest

from model.__main__ import main

LAYOUT = ("risk", "19 x raidz3:11", "--drive", "10 TB", "--failure-rate", "0.0157")
REPAIR = ("--repair-time", "30 h", "--repair", "serial", "--years", "5")


def test_figures_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """A group's mean time to loss, and the probability that any of 19 is lost in five years."""
    assert main([*LAYOUT, *REPAIR, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "ostimate.risk/1"
    years = found["mttdl"] / (8766 * 3600)
    assert found["loss_probability"] == pytest.approx(5 * 19 / years, rel=1e-6)
    assert found["expected_share_lost"] == found["loss_probability"]
    assert found["expected_bytes_lost"] == pytest.approx(found["loss_probability"] * 19 * 8 * 10e12)


def test_groups_without_a_layout_are_the_same_as_those_of_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main([*LAYOUT, *REPAIR, "--json", "-"])
    layout = json.loads(capsys.readouterr().out)
    numbers = ("--drives", "11", "--tolerated", "3", "--groups", "19")
    main(["risk", *numbers, *LAYOUT[4:], *REPAIR, "--json", "-"])
    groups = json.loads(capsys.readouterr().out)
    assert groups["mttdl"] == layout["mttdl"]
    assert groups["loss_probability"] == layout["loss_probability"]


def test_unlike_groups_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    """A pool is lost with any vdev, so a special mirror of two decides."""
    layout = "2 x raidz2:10 + special mirror:2 of 1.6 TB"
    main(["risk", layout, "--repair-time", "12 h", "--json", "-"])
    found = json.loads(capsys.readouterr().out)
    assert found["mttdl"] is None
    data, special = (one["loss_probability"] for one in found["groups"])
    assert special > 50 * data
    both = 1 - (1 - data) * (1 - special)
    assert found["loss_probability"] == pytest.approx(both, rel=1e-6)


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (["drive"], ["! drive has no redundancy", "all disks of Backblaze"]),
        (["4 x raidz2:10"], ["what would lower the loss", "4 x raidz3:10", "half the time"]),
        (["--drives", "9", "--tolerated", "2"], ["one more drive of parity in each group"]),
        (["raidz3:11"], ["below 1e-9; what isn't modelled dominates"]),
        (
            ["raid5:8", "--sector-error-probability", "5 %"],
            ["Unreadable sectors", "Elling 2007", "Angus 1988"],
        ),
        (["raid5:8", "--failure-rate", "0.3", "--repair-time", "60 days"], ["an upper bound"]),
    ],
)
def test_what_people_read(
    line: list[str], texts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["risk", "--repair-time", "30 h", *line]) == 0
    out = capsys.readouterr().out
    for text in texts:
        assert text in out
    assert "Not modelled: human error" in out


def test_a_code_over_servers_is_asked_for_its_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["risk", "ceph:8+3", "--repair-time", "30 h"]) == 2
    assert "--drives 11 --tolerated 3 --groups 40" in capsys.readouterr().err
