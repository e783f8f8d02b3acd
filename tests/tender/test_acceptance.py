"""Acceptance tests of a design: thresholds, command lines, and verdicts on results."""

from __future__ import annotations

import hashlib
import json
import shlex
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
import yaml

from model import evaluate, load_scenario
from model.__main__ import main
from model.answers.results import Results
from model.tender.acceptance import AcceptanceTest, acceptance, states_to_try
from model.tender.acceptance_commands import data_of, ior, mdtest
from model.tender.acceptance_terms import Terms
from model.tender.benchmark_options import IOR, MDTEST

FLASH = "scenarios/templates/flash-scratch.yaml"
TERMS: dict[str, Any] = {
    "clients": 8,
    "processes_per_client": 4,
    "client_memory": "256 GB",
    "server_memory": "1 TB",
}


@pytest.fixture(scope="module")
def flash() -> Results:
    return evaluate(load_scenario(FLASH))


def terms(**said: Any) -> Terms:
    return Terms.model_validate({**TERMS, **said})


def by_key(results: Results, **said: Any) -> dict[str, AcceptanceTest]:
    return {test.key: test for test in acceptance(results, terms(**said))}


def test_thresholds_are_what_is_committed_or_else_required(flash: Results) -> None:
    """A committed figure goes before the requirement; without both there is none."""
    plain = by_key(flash)
    assert [(one.value, one.origin) for one in plain["T3"].thresholds] == [
        (150e9, "requirement of the scenario"),
        (200e9, "requirement of the scenario"),
    ]
    committed = by_key(flash, committed={"write_bandwidth": "160 GB/s", "capacity": "2.1 PB"})
    assert [one.value for one in committed["T3"].thresholds] == [160e9, 200e9]
    assert committed["T2"].thresholds[0].origin == "committed by the bid"
    assert plain["T4"].thresholds == ()
    assert plain["T4"].missing.startswith("no threshold")


def test_every_test_of_the_plan_is_there(flash: Results) -> None:
    """Twelve tests; each state of the design is one of its own, but for the full one, T7."""
    found = by_key(flash)
    states = [f"T6.{n + 1}" for n in range(len(states_to_try(flash)))]
    assert states
    assert "nearly full" not in states_to_try(flash)
    numbers = [f"T{n}" for n in range(1, 13) if n != 6]
    assert set(found) == {*numbers, *states}


def test_what_no_design_can_reach_is_no_threshold(flash: Results) -> None:
    """A bandwidth above the bound, or more bytes than the drives hold, is refused, all at once."""
    beyond = {"write_bandwidth": "900 GB/s", "capacity": "3 PB"}
    with pytest.raises(ValueError, match="no such system can pass") as error:
        acceptance(flash, terms(committed=beyond))
    assert "900 GB/s is above the upper bound, 800 GB/s" in str(error.value)
    assert "above the capacity of the design" in str(error.value)


def test_a_state_that_the_design_has_not_is_refused(flash: Results) -> None:
    with pytest.raises(ValueError, match="no state 'server lost'; write 'server down'"):
        acceptance(flash, terms(committed={"states": {"server lost": {"write": "1 GB/s"}}}))


def test_the_inventory_is_the_bill(flash: Results) -> None:
    """Pieces by position; services aren't counted."""
    counts = {one.figure: one.value for one in by_key(flash)["T1"].thresholds}
    assert counts["Kioxia CD8-R KCD81RUG15T3 (scratch)"] == 192
    assert "shipping" not in counts


def test_data_exceed_the_memory_of_servers_and_clients() -> None:
    """Twice (8 x 256 GB + 1 TB), in whole transfers for each process."""
    assert data_of(terms()) == 2 * (8 * 256e9 + 1e12)
    words = shlex.split(ior(terms()))
    block, transfer = (int(words[words.index(word) + 1]) for word in ("-b", "-t"))
    assert block % transfer == 0
    assert data_of(terms()) <= 32 * block < data_of(terms()) + 32 * transfer
    with pytest.raises(ValueError, match="state 'server_memory', or 'direct: true'"):
        data_of(terms(server_memory=None))
    assert "--posix.odirect" in ior(terms(server_memory=None, direct=True))
    # Else processes that wrote less than others until the limit are read beyond their files' ends.
    assert "-D 300 -O stoneWallingWearOut=1 " in ior(terms())


@pytest.mark.parametrize(
    "line",
    [
        ior(terms()),
        ior(terms(), shared=True),
        ior(terms(), alone=True),
        ior(terms(direct=True)),
    ],
)
def test_ior_takes_each_option(line: str) -> None:
    takes(line, "ior", IOR)


def test_mdtest_takes_each_option() -> None:
    takes(mdtest(terms()), "mdtest", MDTEST)
    takes(mdtest(terms(), one_client=True), "mdtest", MDTEST)


def takes(line: str, program: str, options: dict[str, bool] | Any) -> None:
    """See that each word after the program is an option of it, or the value of one that has one."""
    words = shlex.split(line)
    words = words[words.index(program) + 1 :]
    while words:
        word = words.pop(0)
        assert word in options, word
        if options[word]:
            assert not words.pop(0).startswith("-")


RAN = """IOR-3.3.0: MPI Coordinated Test of Parallel I/O
Options:
api                 : POSIX
access              : file-per-process
nodes               : 8
tasks               : 32
repetitions         : {repeats}
xfersize            : 16 MiB
blocksize           : 178 GiB

Summary of all tests:
Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)
write         {top:.2f}  {low:.2f}  {mean:.2f}     10.00       1.00       1.00       1.00
read        300000.00  290000.00  295000.00     10.00       1.00       1.00       1.00
"""


@pytest.mark.parametrize(
    ("repeats", "mean", "low", "verdict", "why"),
    [
        (5, 150e9, 0.95 * 150e9, "pass", None),
        (5, 149e9, 148e9, "fail", "the mean is below the threshold"),
        (5, 151e9, 0.94 * 150e9, "fail", "the lowest repeat is below 95 % of the threshold"),
        (4, 151e9, 150e9, "not decided", "4 of 5 repeats"),
    ],
)
def test_results_are_judged(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    repeats: int,
    mean: float,
    low: float,
    verdict: str,
    why: str | None,
) -> None:
    """The mean reaches the threshold, each repeat 95 % of it, and there are enough of them."""
    mebi = 2.0**20
    agreed, ran = tmp_path / "terms.yaml", tmp_path / "ior.txt"
    agreed.write_text(yaml.safe_dump(TERMS), encoding="utf-8")
    mib = {"mean": mean / mebi + 0.01, "low": low / mebi + 0.01, "top": 200e9 / mebi}
    ran.write_text(RAN.format(repeats=repeats, **mib), encoding="utf-8")
    arguments = ["accept", FLASH, str(agreed), "--results", str(ran), "--json", "-"]
    assert main(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    tests = {one["test"]: one for one in document["tests"]}
    write, read = tests["T3"]["thresholds"]
    assert (write["verdict"], write["why"]) == (verdict, why)
    assert read["verdict"] == ("pass" if repeats == 5 else "not decided")
    assert tests["T3"]["verdict"] == verdict
    assert tests["T2"]["verdict"] == "not decided"
    assert len(document["files"][0]["sha256"]) == 64


WRONG = [
    ({"clients": 0}, "clients"),
    ({"directory": "/mnt; rm -rf /"}, "directory"),
    ({"committed": {"write_bandwidth": "9 TB/s"}}, "no such system can pass"),
    ({"server_memory": "0 TB"}, "server_memory: must be above 0"),
    ({"server_memory": None}, "state 'server_memory'"),
    ({"remedy": "sue"}, "remedy"),
]


@pytest.mark.parametrize(("said", "message"), WRONG)
def test_wrong_terms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], said: dict[str, Any], message: str
) -> None:
    file = tmp_path / "terms.yaml"
    file.write_text(yaml.safe_dump({**TERMS, **said}), encoding="utf-8")
    assert main(["accept", FLASH, str(file)]) == 1
    [line] = capsys.readouterr().err.strip().splitlines()
    assert message in line


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, none = tmp_path / "terms.yaml", str(tmp_path / "none.txt")
    file.write_text(yaml.safe_dump(TERMS), encoding="utf-8")
    for arguments in ([none], [str(file), "--results", none]):
        assert main(["accept", FLASH, *arguments]) == 1
        assert "none.txt: can't be read (no such file" in capsys.readouterr().err


def test_commands_are_printed_once_for_all_states(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bandwidth of a state is measured as that of the healthy tier."""
    agreed = tmp_path / "terms.yaml"
    agreed.write_text(yaml.safe_dump(TERMS), encoding="utf-8")
    assert main(["accept", FLASH, str(agreed)]) == 0
    before, states = capsys.readouterr().out.split("  T7  ")[0].split("  T6.1  ")
    assert "$ mpirun" in before
    assert states.count("Commands: as in T3") == 2
    assert "$" not in states


def test_the_tests_as_a_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agreed, book = tmp_path / "terms.yaml", tmp_path / "acceptance.xlsx"
    agreed.write_text(yaml.safe_dump(TERMS), encoding="utf-8")
    assert main(["accept", FLASH, str(agreed), "--xlsx", str(book), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == "ostimate.acceptance/1"
    assert openpyxl.load_workbook(book).sheetnames == [
        "Acceptance",
        "Measurements",
        "Specification",
    ]


@pytest.mark.parametrize("ending", ["docx", "html"])
def test_the_report_has_every_verdict_and_room_to_sign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    """Thresholds with where they are from, what was measured, hashes of files, and the remedy."""
    agreed, ran = tmp_path / "terms.yaml", tmp_path / "ior.txt"
    agreed.write_text(yaml.safe_dump({**TERMS, "remedy": "repair"}), encoding="utf-8")
    mib = {"mean": 149e9 / 2**20, "low": 148e9 / 2**20, "top": 200e9 / 2**20}
    ran.write_text(RAN.format(repeats=5, **mib), encoding="utf-8")
    file = tmp_path / f"report.{ending}"
    arguments = ["accept", FLASH, str(agreed), "--results", str(ran), "--report", str(file)]
    assert main(arguments) == 0
    text = file.read_text(encoding="utf-8") if ending == "html" else written(file)
    digest = hashlib.sha256(ran.read_bytes()).hexdigest()
    for words in (
        *("T3 Sequential write and read: fail", "requirement of the scenario", "149 GB/s"),
        *("mpirun -np 32", digest, "The supplier repairs at no cost", "For the supplier"),
    ):
        assert words in text
    assert main([*arguments[:-1], str(tmp_path / "report.txt")]) == 2
    assert "ends in .docx or .html" in capsys.readouterr().err


def written(file: Path) -> str:
    document = docx.Document(str(file))
    cells = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    return "\n".join([*(one.text for one in document.paragraphs), *cells])
