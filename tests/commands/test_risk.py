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
        (["4 x raidz2:10"], ["change that lowers the loss", "4 x raidz3:10", "half the time"]),
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


def test_all_that_is_wrong_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ["--repair-time", "1 s", "--years", "0", "--failure-rate", "3", "--drive", "1 x"]
    assert main(["risk", "raidz9:3", *wrong, "--rate-factors", "a", "--scrub-interval", "x"]) == 2
    found = [line.split(": ")[0] for line in capsys.readouterr().err.splitlines()]
    options = ("--drive", "--failure-rate", "--rate-factors", "--repair-time", "--scrub-interval")
    assert sorted({*found}) == [*options, "--years", "risk"]


def test_scrubs_halve_what_a_rebuild_meets(capsys: pytest.CaptureFixture[str]) -> None:
    """Errors stay for half an interval on average; so long as they are few, a loss is as rare."""

    def lost(*more: str) -> float:
        line = ["raidz1:8", "--repair-time", "30 h", "--sector-error", "fatal", *more]
        assert main(["risk", *line, "--json", "-"]) == 0
        document = json.loads(capsys.readouterr().out)
        found.append(document)
        return float(document["loss_probability"])

    found: list[dict[str, list[dict[str, str]]]] = []
    few = ("--latent-errors", "0.01")
    plain, monthly = lost(), lost(*few)
    fortnightly = lost(*few, "--scrub-interval", "15 days")
    assert fortnightly - plain == pytest.approx((monthly - plain) / 2, rel=0.01)
    assert {"scrubs in half the interval"} < {one["remedy"] for one in found[-1]["remedies"]}
    best = next(one for one in found[1]["remedies"] if one["remedy"].startswith("scrubs"))
    assert best["loss_probability"] == fortnightly


def test_counts_are_wrong_together_with_all_else(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each option, and for each factor; also where an option is missing."""
    line = ["--drives", "0", "--tolerated", "two", "--groups", "-1", "--rate-factors", "1,a,0"]
    assert main(["risk", *line, "--years", "x"]) == 2
    found = [one.split(": ")[0] for one in capsys.readouterr().err.splitlines()]
    counts = ["--drives", "--groups", "--rate-factors", "--rate-factors", "--repair-time"]
    assert sorted(found) == [*counts, "--tolerated", "--years"]
    assert main(["risk", "raidz2:10", "--groups", "3"]) == 2
    assert capsys.readouterr().err.splitlines()[1:] == [
        "risk: write either a layout, or --drives, --tolerated and --groups"
    ]


@pytest.mark.parametrize("sectors", ["--latent-errors", "--sector-error-probability"])
def test_it_is_said_whether_unreadable_sectors_change_the_loss(
    sectors: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["risk", "raidz2:10", "--repair-time", "30 h"]
    said = "don't change the probability", "loses its group"
    for more, texts in (
        ((), (False, False)),
        ((sectors, "0.02"), (True, False)),
        ((sectors, "0.02", "--sector-error", "fatal"), (False, True)),
    ):
        assert main([*line, *more]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert tuple(text in out for text in said) == texts
        assert main([*line, *more, "--json", "-"]) == 0
        fatal: str = json.loads(capsys.readouterr().out)["sector_error"]
        assert fatal == ("fatal" if texts[1] else "counted")
