"""`catalog list` and `catalog show`: what is shown of parts, which are picked, what is refused."""

from __future__ import annotations

import re

import pytest

from model.__main__ import main
from model.parts.catalog import load_catalog

Capture = pytest.CaptureFixture[str]


def listed(capsys: Capture, *words: str) -> list[str]:
    assert main(["catalog", "list", *words]) == 0
    return capsys.readouterr().out.splitlines()


def refused(capsys: Capture, *words: str) -> str:
    assert main(["catalog", *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_enclosures_of_many_bays(capsys: Capture) -> None:
    """All of them, and no other."""
    catalog = load_catalog(needs=[])
    keys = catalog.keys_of_kind("enclosure")
    wanted = {key for key in keys if catalog.figures(key)["bays"] >= 84}
    head, *rows = listed(capsys, "enclosure", "--bays", ">=84")
    assert head.split() == ["key", "vendor", "model", "size", "price"]
    assert {row.split()[0] for row in rows} == wanted
    assert 0 < len(wanted) < len(keys)
    assert "106 bays" in "".join(rows)


@pytest.mark.parametrize(
    ("condition", "count"),
    [(["--bays", "84"], 1), (["--bays=84"], 1), (["--bays>=84"], 5), (["--bays", "≥ 84"], 5)],
)
def test_how_a_condition_is_written(condition: list[str], count: int, capsys: Capture) -> None:
    """A bare value is to be met exactly; blanks and signs are as people write them."""
    assert len(listed(capsys, "enclosure", *condition)) == 1 + count


def test_signs_part_the_list(capsys: Capture) -> None:
    """Each sign and its opposite list every part of which the figure is known once."""

    def keys(sign: str) -> set[str]:
        rows = listed(capsys, "enclosure", f"--bays={sign}84")[1:]
        return {row.split()[0] for row in rows if not row.startswith(" ")}

    known = keys(">") | keys("<") | keys("=")
    for sign, opposite in ((">=", "<"), ("≥", "<"), ("<=", ">"), ("≤", ">"), ("!=", "==")):
        assert keys(sign) | keys(opposite) == known
        assert not keys(sign) & keys(opposite)


def test_several_conditions(capsys: Capture) -> None:
    """Each takes away: from 84 to 102 bays there are fewer than from 84 on."""
    rows = listed(capsys, "enclosure", "--bays", ">=84", "--bays", "<=102", "--vendor", "DELL")
    assert [row.split()[0] for row in rows[1:]] == ["dell-me484"]


def test_size_rate_price_and_age(capsys: Capture) -> None:
    """A price is shown as it was on a day, with its age then."""
    words = ("hdd", "--capacity", ">=24 TB", "--vendor", "seagate", "--on", "2026-08-14")
    head, *rows = listed(capsys, *words)
    assert head.split() == ["key", "vendor", "model", "size", "rate", "price", "age"]
    [row] = [row for row in rows if "seagate-exos-x24-24tb " in row]
    for cell in ("24 TB", "285 MB/s", "658 USD", "10 days"):
        assert cell in row
    [row] = [row for row in listed(capsys, *words[:-1], "2026-08-03") if "x24-24tb " in row]
    assert row.endswith("unknown")
    [row] = [row for row in listed(capsys, *words[:-1], "2028-08-14") if "x24-24tb " in row]
    assert row.endswith("2 years")


@pytest.mark.parametrize(
    ("day", "age"),
    [
        ("2026-08-04", "0 days"),
        ("2026-08-05", "1 day"),
        ("2027-08-03", "364 days"),
        ("2027-08-04", "1 year"),
        ("2028-02-03", "1.5 years"),
    ],
)
def test_ages_are_in_days_up_to_a_year(day: str, age: str, capsys: Capture) -> None:
    """Of two digits from then on."""
    words = ("hdd", "--capacity", ">=24 TB", "--vendor", "seagate", "--on", day)
    [row] = [row for row in listed(capsys, *words) if "seagate-exos-x24-24tb " in row]
    assert re.split(" {2,}", row)[-2:] == ["658 USD", age]


def test_memory_is_as_large_as_it_is_sold(capsys: Capture) -> None:
    """A module of 32 GB holds 32 GiB; "34.36 GB" is in no shop."""
    (row,) = [row for row in listed(capsys, "memory") if "ddr4-2400-rdimm-32gb" in row]
    assert "32 GiB" in row


def test_the_rate_of_a_port(capsys: Capture) -> None:
    """EDR: four lanes of 25 Gbit/s, after the line code, are 12.5 GB/s."""
    rows = listed(capsys, "nic")
    [row] = [row for row in rows if "hpe-840qsfp28 " in row]
    assert "2 ports" in row
    assert "12.5 GB/s" in row


def test_unknown_figures_are_counted(capsys: Capture) -> None:
    """A part whose weight nobody knows may be light, and isn't listed."""
    *_, last = listed(capsys, "enclosure", "--weight", "<1 t")
    assert last.strip() == "17 more parts are not listed, because this figure is unknown: weight"
    *_, last = listed(capsys, "enclosure", "--bays", "78", "--weight", "<1 t")
    assert last.strip() == "1 more part is not listed, because this figure is unknown: weight"
    *_, last = listed(capsys, "nic", "--ports", "2")
    assert last.strip() == "2 more parts are not listed, because this figure is unknown: ports"
    rows = listed(capsys, "hdd", "--capacity", ">1 EB")
    assert rows == ["No part is known to match."]


def test_figures_of_any_kind(capsys: Capture) -> None:
    """Without a kind, parts of every kind that has the figure are looked at."""
    head, *rows = listed(capsys, "--bays", ">=100")
    assert head.split()[0] == "kind"
    assert {row.split()[0] for row in rows} >= {"array", "enclosure"}


@pytest.mark.parametrize(
    ("words", "hints"),
    [
        (["enclosure", "--bayz", ">=84"], ["--bayz", "did you mean '--bays'", "--rack-units"]),
        (["hdd", "--bays", "84"], ["no part of kind 'hdd' has this figure", "--capacity"]),
        (["hdd", "--vendor", "nobody"], ["--vendor", "write one of", "Toshiba"]),
    ],
)
def test_what_can_not_be_listed(words: list[str], hints: list[str], capsys: Capture) -> None:
    """One line that says what there is."""
    error = refused(capsys, "list", *words)
    for hint in hints:
        assert hint in error


def test_parts_that_are_called_so(capsys: Capture) -> None:
    """Part of a name brings the keys of those that have it; nonsense where the keys are."""
    error = refused(capsys, "show", "exos")
    assert "did you mean seagate-exos-" in error
    assert "more?" in error
    found = ", ".join(
        f"seagate-exos-x24-{size}" for size in ("12tb", "16tb", "20tb", "24tb", "24tb-sas")
    )
    assert f"(did you mean {found}?)" in refused(capsys, "show", "Seagate X24")
    assert "'catalog list' shows the keys" in refused(capsys, "show", "zzzzz")


def test_measured_servers_are_listed_and_have_no_price(capsys: Capture) -> None:
    """They are picked by what they were seen to do; one doesn't buy them."""
    head, *rows = listed(capsys, "measured-server", "--write-bandwidth", ">=15 GB/s")
    assert head.split() == ["key", "vendor", "model", "size", "rate"]
    assert rows.pop().startswith("  4 more parts are not listed")
    keys = {row.split()[0] for row in rows}
    assert keys == {
        "alpine-nsd-2018",
        "borealis-daos-2023",
        "bracewell-server-2018",
        "dell-beegfs-nvme-2019",
        "ess3200-canister-2021",
        "iopsstor-oss-2023",
    }
    assert main(["catalog", "show", "beluga-oss-2019"]) == 0
    said = capsys.readouterr().out
    assert "memory time share" in said
    assert "price" not in said.lower()
