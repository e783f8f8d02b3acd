"""Verdicts of acceptance tests: by benchmarks, by outputs of the installed system, and by hand."""

from __future__ import annotations

import configparser
import hashlib
import json
import math
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent
from typing import Any, get_args

import pytest
import yaml

from model import evaluate, load_scenario
from model.__main__ import main
from model.answers.results import Results
from model.installed.results_of_tests import read_results
from model.tender.acceptance import acceptance
from model.tender.acceptance_commands import bandwidth_commands, few_commands, fio_job, io500
from model.tender.acceptance_terms import Remedy, Terms
from model.tender.acceptance_verdicts import judged
from model.tender.benchmark_options import FIO_FIELDS, FIO_OPTIONS, IO500
from model.tender.remedy_clauses import CLAUSES, NOTES

FLASH = "scenarios/templates/flash-scratch.yaml"
DATA = Path(__file__).parents[1] / "installed/data"
TERMS: dict[str, Any] = {
    "clients": 8,
    "processes_per_client": 4,
    "client_memory": "256 GB",
    "direct": True,
}


def terms(**said: Any) -> Terms:
    return Terms.model_validate({**TERMS, **said})


@pytest.fixture(scope="module")
def flash() -> Results:
    return evaluate(load_scenario(FLASH))


class Bench:
    """Runs `accept` with results that a test writes."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], results: Results) -> None:
        self.folder, self.capsys, self.results = folder, capsys, results

    def write(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    def run(self, files: list[str], scenario: str = FLASH, **said: Any) -> dict[str, Any]:
        agreed = self.write("terms.yaml", yaml.safe_dump({**TERMS, **said}))
        results = ["--results", *files] if files else []
        assert main(["accept", scenario, agreed, *results, "--json", "-"]) == 0
        found: dict[str, Any] = json.loads(self.capsys.readouterr().out)
        return found

    def verdicts(self, test: str, files: list[str], **said: Any) -> dict[str, tuple[str, Any]]:
        """Judge without the command line, which plans the scenario anew."""
        agreed = Terms.model_validate({**TERMS, **said})
        tests = acceptance(self.results, agreed)
        given = []
        for text in files:
            of, equals, file = text.rpartition("=")
            given.append((of if equals else "", file, Path(file).read_bytes()))
        found = read_results(given, tests, agreed)
        assert not found.problems
        judged_tests = {
            one.key: one for one in judged(tests, found.figures, agreed, found.of_tests)
        }
        return {one.figure: (one.verdict, one.why or None) for one in judged_tests[test].thresholds}

    def fails(self, files: list[str], **said: Any) -> str:
        agreed = self.write("terms.yaml", yaml.safe_dump({**TERMS, **said}))
        assert main(["accept", FLASH, agreed, "--results", *files]) == 1
        return self.capsys.readouterr().err


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str], flash: Results) -> Bench:
    return Bench(tmp_path, capsys, flash)


def ior(write: float, repeats: int = 1, low: float = 0.0, high: float = 0.0, **said: Any) -> str:
    """Output of IOR; rates in GB/s."""
    low, high = low or write, high or write
    mib = {name: rate * 1e9 / 2**20 for name, rate in (("w", write), ("l", low), ("h", high))}
    facts = {"access": "file-per-process", "tasks": 32, "xfersize": "16 MiB"}
    facts |= {"version": "3.3.0", "command": ""} | said
    facts = {"nodes": -(-int(facts["tasks"]) // 4)} | facts
    return (
        f"IOR-{facts['version']}: MPI Coordinated Test of Parallel I/O\n{facts['command']}"
        "Options:\napi                 : POSIX\n"
        f"access              : {facts['access']}\nnodes               : {facts['nodes']}\n"
        f"tasks               : {facts['tasks']}\nrepetitions         : {repeats}\n"
        f"xfersize            : {facts['xfersize']}\nblocksize           : 128 GiB\n"
        + (f"stonewallingTime    : {facts['limit']}\n" if "limit" in facts else "")
        + "\n"
        + "Summary of all tests:\nOperation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   "
        f"Max(OPs)   Min(OPs)  Mean(OPs)\nwrite  {mib['h']:.2f} {mib['l']:.2f} {mib['w']:.2f} "
        "1.0 1.00 1.00 1.00\n"
    )


WRITE = "write bandwidth"


@pytest.mark.parametrize(
    ("rates", "verdict"),
    [
        ([152, 152, 152, 151, 143], ("pass", None)),
        ([160, 160, 160, 160, 142], ("fail", "the lowest repeat is below 95 % of the threshold")),
        ([151, 149, 149, 150, 150], ("fail", "the mean is below the threshold")),
        ([152, 152, 152, 152], ("not decided", "4 of 5 repeats")),
    ],
)
def test_repeats_in_several_files_are_judged_together(
    bench: Bench, rates: list[float], verdict: tuple[str, Any]
) -> None:
    """The mean reaches 150 GB/s, the lowest 142.5 GB/s, of five runs."""
    files = [bench.write(f"{n}.txt", ior(rate + n * 1e-3)) for n, rate in enumerate(rates)]
    assert bench.verdicts("T3", files)[WRITE] == verdict


NOT_AGREED = [
    ({"tasks": 16}, "it ran with 16 processes, and 32 are agreed"),
    ({"nodes": 2}, "it ran on 2 clients, and 8 are agreed"),
    ({"nodes": 1}, "it ran on 1 client, and 8 are agreed"),
    ({"xfersize": "1 MiB"}, "its transfers are 1 MiB, not as agreed"),
    ({"access": "single-shared-file"}, "it isn't one file per process"),
]


@pytest.mark.parametrize(("said", "why"), NOT_AGREED)
def test_runs_that_are_not_as_agreed_decide_nothing(
    bench: Bench, said: dict[str, Any], why: str
) -> None:
    file = bench.write("ior.txt", ior(160, 5, 155, 165, **said))
    assert bench.verdicts("T3", [file])[WRITE] == ("not decided", why)


@pytest.mark.parametrize(
    ("rates", "why"),
    [
        ((160, 5, 165, 170), "its mean isn't between the lowest and the highest repeat"),
        ((160, 5, 150, 155), "its mean isn't between the lowest and the highest repeat"),
        ((-160, 5, 155, 165), "the output has no mean above 0"),
    ],
)
def test_tables_that_no_run_can_have_decide_nothing(
    bench: Bench, rates: tuple[float, int, float, float], why: str
) -> None:
    """They were edited or damaged; the reason is shown."""
    found, reason = bench.verdicts("T3", [bench.write("ior.txt", ior(*rates))])[WRITE]
    assert found == "not decided"
    assert (reason or "").startswith(why)


@pytest.mark.parametrize(("limit", "verdict"), [(27, "pass"), (25, "not decided"), (0, "pass")])
def test_a_run_that_its_time_limit_stopped_wrote_less(
    bench: Bench, limit: int, verdict: str
) -> None:
    """4.396 TB in blocks, and 160 GB/s x 25 s = 4 TB of it: less than 2 x (8 x 256 GB + 50 GB)."""
    file = bench.write("ior.txt", ior(160, 5, 155, 165, limit=limit))
    agreed = {"direct": False, "server_memory": "50 GB"}
    found, why = bench.verdicts("T3", [file], **agreed)[WRITE]
    assert found == verdict
    assert ("caches may count" in (why or "")) == (verdict == "not decided")


CACHED = {"direct": False, "server_memory": "50 GB"}
LATER = "repeat it with a later version, or agree on direct I/O"


@pytest.mark.parametrize(
    ("said", "verdict", "why"),
    [
        ({"version": "3.0.1"}, "not decided", LATER),
        ({"version": "2.10.3"}, "not decided", LATER),
        ({"version": "3.2.0"}, "pass", None),
        ({"version": "4.1.0+dev"}, "pass", None),
        ({"version": "3.0.1", "limit": 300}, "pass", None),
        ({"version": "3.0.1", "command": "Command line used: ior -F -i 5\n"}, "pass", None),
        ({"version": "3.0.1", "command": "Command line used: ior -F -D 27\n"}, "pass", None),
        ({"version": "3.0.1", "command": "Command line used: ior -D25\n"}, "not decided", "caches"),
        ({"version": "3.0.1", "command": "Command line used: ior -f x\n"}, "not decided", LATER),
    ],
)
def test_outputs_that_hide_their_time_limit_decide_nothing(
    bench: Bench, said: dict[str, Any], verdict: str, why: str | None
) -> None:
    """IOR states its limit from 3.2 on, and its command line always."""
    file = bench.write("ior.txt", ior(160, 5, 155, 165, **said))
    found, reason = bench.verdicts("T3", [file], **CACHED)[WRITE]
    assert found == verdict
    assert (why or "") in (reason or "")


def test_what_fails_even_with_caches_fails(bench: Bench) -> None:
    """Caches only help: a mean or a lowest repeat that is too low is too low."""
    slow = bench.write("slow.txt", ior(140, 5, 139, 141, limit=10))
    found = bench.verdicts("T3", [slow], **CACHED)[WRITE]
    assert found == ("fail", "the mean is below the threshold")
    uneven = bench.write("uneven.txt", ior(160, 5, 140, 180, version="3.0.1"))
    found = bench.verdicts("T3", [uneven], **CACHED)[WRITE]
    assert found == ("fail", "the lowest repeat is below 95 % of the threshold")
    name = "spread around the mean of the write bandwidth"
    spread = bench.verdicts("T8", [f"T8={uneven}"], **CACHED)[name]
    assert spread[0] == "not decided"


@pytest.mark.parametrize(("limit", "verdict"), [(220, "pass"), (180, "not decided")])
def test_one_process_exceeds_the_memory_of_its_client(
    bench: Bench, limit: int, verdict: str
) -> None:
    """3 GB/s x 220 s: more than 2 x (256 GB + 50 GB), and less than twice that of all clients."""
    said = {"committed": {"stream_write": "2 GB/s"}, **CACHED}
    text = ior(3, 5, 2.9, 3.1, tasks=1, access="single-shared-file", limit=limit)
    file = bench.write("alone.txt", text.replace("128 GiB", "600 GiB"))
    found = bench.verdicts("T4", [f"T4={file}"], **said)["one process: write bandwidth"]
    assert found[0] == verdict
    [test] = [one for one in acceptance(bench.results, terms(**said)) if one.key == "T4"]
    assert "State 'stonewall: 360 s'" in test.procedure  # 612 GB / 2 GB/s = 306 s
    assert f"-b {math.ceil(612e9 / 2**24) * 2**24} " in test.commands[1]


def test_a_run_without_direct_io_is_not_as_agreed(bench: Bench) -> None:
    """Its command line says so."""
    plain, direct = (
        ior(160, 5, 155, 165, command=f"Command line        : ior -F {option} -i 5\n")
        for option in ("", "--posix.odirect")
    )
    found = bench.verdicts("T3", [bench.write("plain.txt", plain)])[WRITE]
    assert found == ("not decided", "it ran without direct I/O: caches may count")
    assert bench.verdicts("T3", [bench.write("direct.txt", direct)])[WRITE] == ("pass", None)


def test_the_bytes_that_fio_moved_are_judged(bench: Bench) -> None:
    """2 x (8 x 256 GB + 50 GB) = 4.196 TB; of two machines, each moves half."""
    for moved, rate, verdict in (
        (4.2e12, 151, ("pass", None)),
        (
            4.1e12,
            151,
            ("not decided", "it moved less than twice the memory of servers and clients"),
        ),
        (4.1e12, 149, ("fail", "the mean is below the threshold")),
        (0, 151, ("not decided", "the output doesn't state how much was moved")),
    ):
        files = [bench.write(f"{n}.json", fio(rate + n * 1e-3, moved)) for n in range(5)]
        found, why = bench.verdicts("T3", files, benchmark="fio", **CACHED)[WRITE]
        assert found == verdict[0]
        assert (verdict[1] or "") in (why or "")


LESS = "it moved less than agreed: twice the memory of the clients"


@pytest.mark.parametrize(
    ("moved", "verdict"),
    [
        (4.1e12, ("pass", None)),
        (4.0e12, ("not decided", LESS)),
        (0, ("not decided", "the output doesn't state how much was moved: repeat it")),
    ],
)
def test_direct_io_moves_twice_the_memory_of_the_clients(
    bench: Bench, moved: float, verdict: tuple[str, str | None]
) -> None:
    """2 x 8 x 256 GB = 4.096 TB, with fio and with IOR."""
    files = [bench.write(f"{n}.json", fio(151 + n * 1e-3, moved)) for n in range(5)]
    assert bench.verdicts("T3", files, benchmark="fio")[WRITE] == verdict
    if moved:
        limit = moved / 160e9
        file = bench.write("ior.txt", ior(160, 5, 155, 165, limit=f"{limit:.0f}"))
        assert bench.verdicts("T3", [file])[WRITE] == verdict


@pytest.mark.parametrize("clients", [7, 8])
def test_fewer_clients_of_variability_move_their_share(bench: Bench, clients: int) -> None:
    """90 % of eight clients are seven."""
    files = [
        bench.write(f"{n}.json", fio(151 + n * 1e-3, 4.1e12 * clients / 8, clients))
        for n in range(20)
    ]
    name = "spread around the mean of the write bandwidth"
    given = [f"T8={file}" for file in files]
    assert bench.verdicts("T8", given, benchmark="fio")[name] == ("pass", None)


def test_a_time_limit_that_is_too_short_for_direct_io_is_said(flash: Results) -> None:
    """4.096 TB / 150 GB/s = 27 s."""
    for limit, is_short in ((20, True), (28, False)):
        tests = acceptance(flash, terms(stonewall=f"{limit} s"))
        [procedure] = [one.procedure for one in tests if one.key == "T3"]
        told = "less is moved than agreed. State 'stonewall: 60 s'."
        assert (told in procedure) == is_short


def test_a_time_limit_that_is_too_short_is_said(flash: Results) -> None:
    """150 GB/s x 20 s are 3 TB of 4.196 TB, which take 28 s: a minute."""
    agreed = {"direct": False, "server_memory": "50 GB"}
    for limit, is_short in ((20, True), (300, False)):
        tests = acceptance(flash, terms(stonewall=f"{limit} s", **agreed))
        [procedure] = [one.procedure for one in tests if one.key == "T3"]
        assert ("State 'stonewall: 60 s' or 'direct: true'" in procedure) == is_short


def test_a_result_counts_for_its_test_alone(bench: Bench) -> None:
    """A run in a degraded state is none of the healthy one, and the other way round."""
    committed = {"states": {"server down": {"write": "100 GB/s"}}, "filled": {"write": "90 GB/s"}}
    file = bench.write("ior.txt", ior(120, 5, 118, 122))
    key = next(
        one["test"]
        for one in bench.run([], committed=committed)["tests"]
        if one["title"].endswith("server down")
    )
    given = [f"{key}={file}"]
    assert bench.verdicts(key, given, committed=committed) == {
        "server down: write bandwidth": ("pass", None)
    }
    assert bench.verdicts("T3", given, committed=committed)[WRITE][0] == "not decided"
    plain = bench.verdicts(key, [file], committed=committed)
    assert plain["server down: write bandwidth"][0] == "not decided"
    assert bench.verdicts("T7", [f"T7={file}"], committed=committed)[
        "at the fill limit: write bandwidth"
    ] == ("pass", None)
    assert "no test is called T77" in bench.fails([f"T77={file}"])
    named = bench.write("T7-write-1.txt", ior(121, 5, 118, 122))
    assert bench.verdicts("T7", [named], committed=committed)[
        "at the fill limit: write bandwidth"
    ] == ("pass", None)


@pytest.mark.parametrize(
    ("low", "high", "repeats", "verdict"),
    [
        (96, 104.9, 20, ("pass", None)),
        (94.9, 100.1, 20, ("fail", "a repeat is farther from the mean")),
        (96, 104.9, 19, ("not decided", "19 of 20 repeats")),
    ],
)
def test_variability(
    bench: Bench, low: float, high: float, repeats: int, verdict: tuple[str, Any]
) -> None:
    """Within 5 % of the mean of 20 repeats, in one file."""
    file = bench.write("ior.txt", ior(100, repeats, low, high))
    name = "spread around the mean of the write bandwidth"
    assert bench.verdicts("T8", [f"T8={file}"])[name] == verdict


@pytest.mark.parametrize(
    ("high", "verdict"), [("10500.01", "pass"), ("10500.02", "pass"), ("10500.03", "fail")]
)
def test_a_spread_of_5_percent_fails_by_no_digit_that_is_printed(
    bench: Bench, high: str, verdict: str
) -> None:
    """A mean of 10000.01 MiB/s may be 10000.015, and a repeat of 10500.02 may be 10500.015."""
    text = ior(100, 20, 99, 101)
    *rest, _, _ = text.splitlines()
    lines = [*rest, "Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev"]
    lines.append(f"write  {high} 9900.00 10000.01 1.0 1.00 1.00 1.00\n")
    file = bench.write("ior.txt", "\n".join(lines))
    name = "spread around the mean of the write bandwidth"
    assert bench.verdicts("T8", [f"T8={file}"])[name][0] == verdict


def test_variability_of_several_files(bench: Bench) -> None:
    name = "spread around the mean of the write bandwidth"
    files = [bench.write(f"{n}.txt", ior(100 + n * 0.1)) for n in range(20)]
    given = [f"T8={file}" for file in files]
    assert bench.verdicts("T8", given)[name] == ("pass", None)
    slow = bench.write("slow.txt", ior(94))
    assert bench.verdicts("T8", [*given, f"T8={slow}"])[name][0] == "fail"


FIO = {
    "directory": "/mnt/acceptance/fio",
    "rw": "write",
    "bs": "16777216",
    "numjobs": "4",
    "ioengine": "psync",
    "direct": "1",
}


def fio(rate: float, moved: float = 4.2e12, clients: int = 8, **said: str | None) -> str:
    """Output of fio, of all clients: their sum states no options. None leaves an option out."""
    way = {"bw_bytes": rate * 1e9, "iops": 1.0, "io_kbytes": 1, "runtime": 1}
    zero = {"bw_bytes": 0, "iops": 0.0, "io_bytes": 0, "runtime": 0}
    options = {key: text for key, text in {**FIO, **said}.items() if text is not None}
    jobs = [
        {"jobname": name, "groupid": 0, "error": 0, "read": zero}
        | ({"hostname": host, "job options": options} if host else {})
        | {"write": {**way, "bw_bytes": rate * share * 1e9, "io_bytes": moved * share}}
        for name, host, share in (
            *(("acceptance", f"c{n}", 1 / clients) for n in range(clients)),
            ("All clients", "", 1.0),
        )
    ]
    return json.dumps({"fio version": "fio-3.33", "client_stats": jobs})


def test_fio_is_judged(bench: Bench) -> None:
    """The sum of all clients counts, each file is a repeat; what wasn't written isn't read."""
    files = [bench.write(f"{n}.json", fio(151 + n * 1e-3)) for n in range(5)]
    found = bench.verdicts("T3", files, benchmark="fio")
    assert found == {
        WRITE: ("pass", None),
        "read bandwidth": ("not decided", "no result was read"),
    }
    assert bench.verdicts("T3", files[:4])[WRITE] == ("not decided", "4 of 5 repeats")
    alone = bench.write("alone.json", fio(2, numjobs="1").replace("All clients", "x"))
    assert "fio printed 9 jobs" in bench.verdicts("T3", [alone])[WRITE][1]


@pytest.mark.parametrize(
    ("run", "why"),
    [
        ({"numjobs": "3"}, "it ran with 24 processes, and 32 are agreed"),
        ({"numjobs": "16"}, "it ran with 128 processes, and 32 are agreed"),
        ({"numjobs": "16", "clients": 2}, "it ran on 2 clients, and 8 are agreed"),
    ],
)
def test_processes_of_fio_are_those_agreed(bench: Bench, run: dict[str, Any], why: str) -> None:
    """The sum of all clients is of the jobs of each."""
    files = [bench.write(f"{n}.json", fio(151 + n * 1e-3, **run)) for n in range(5)]
    assert bench.verdicts("T3", files, benchmark="fio")[WRITE] == ("not decided", why)


def test_runs_of_fio_with_the_same_rate_are_told_apart_by_their_time(bench: Bench) -> None:
    """Rates of bytes a second may be equal; a run that is given twice has its time."""
    runs = [{**json.loads(fio(151)), "time": f"Fri Nov 27 10:00:{n:02} 2026"} for n in range(5)]
    files = [bench.write(f"{n}.json", json.dumps(run)) for n, run in enumerate(runs)]
    assert bench.verdicts("T3", files, benchmark="fio")[WRITE] == ("pass", None)
    again = bench.write("again.json", json.dumps(runs[2], indent=1))
    untimed = bench.write("untimed.json", fio(151))
    for further in (again, untimed):
        found, why = bench.verdicts("T3", [*files, further], benchmark="fio")[WRITE]
        assert found == "not decided"
        assert why.startswith("two files state the same figure")


def test_jobs_of_fio_without_their_sum_are_named_as_the_cause(bench: Bench) -> None:
    """On the terminal, too."""
    text = json.loads(fio(151))
    text["client_stats"].pop()
    file = bench.write("each.json", json.dumps(text))
    told = "fio printed 8 jobs without their sum: run them with group_reporting"
    assert told in bench.verdicts("T3", [file], benchmark="fio")[WRITE][1]
    agreed = bench.write("terms.yaml", yaml.safe_dump({**TERMS, "benchmark": "fio"}))
    assert main(["accept", FLASH, agreed, "--results", file]) == 0
    assert told in " ".join(bench.capsys.readouterr().out.split())


NOT_DIRECT = "it ran without direct I/O: caches may count"
OTHER_OPTIONS: list[tuple[dict[str, str | None], str]] = [
    ({"bs": "4096"}, "its transfers are 4 KiB, not as agreed"),
    ({"rw": "randwrite"}, "its rw is 'randwrite', and write is agreed"),
    ({"rw": "write:64k"}, "its rw is 'write:64k', and write is agreed"),
    ({"rw": None}, "its rw is 'read', and write is agreed"),
    ({"ioengine": "mmap", "direct": "0"}, "its ioengine is 'mmap': repeat it with psync"),
    ({"ioengine": "null"}, "its ioengine is 'null': repeat it with psync"),
    ({"directory": "/dev/shm"}, "its files were in '/dev/shm', not below /mnt/acceptance"),
    (
        {"directory": "/mnt/acceptance/../x"},
        "its files were in '/mnt/acceptance/../x', not below /mnt/acceptance",
    ),
    (
        {"directory": "/mnt/acceptance:/dev/shm"},
        "its files were in '/dev/shm', not below /mnt/acceptance",
    ),
    ({"directory": None}, "it doesn't state the directory of its files"),
    ({"filename": "../../x"}, "its files were in '/mnt/acceptance/fio/../../x', not below"),
    (
        {"directory": None, "filename": "/dev/shm/x"},
        "its files were in '/dev/shm/x', not below /mnt/acceptance",
    ),
    ({"filename": "x"}, "it isn't one file per process"),
    ({"bssplit": "4k/50:16m/50"}, "its transfers are of several sizes"),
    ({"direct": "0"}, NOT_DIRECT),
    ({"buffered": "1", "direct": None}, NOT_DIRECT),
    (dict.fromkeys(FIO.keys() - {"numjobs"}), "the output doesn't state the options of its jobs"),
]


@pytest.mark.parametrize(("said", "why"), OTHER_OPTIONS)
def test_other_options_of_the_clients_of_fio_decide_nothing(
    bench: Bench, said: dict[str, str | None], why: str
) -> None:
    """The sum of all clients has none: those of each client count."""
    files = [bench.write(f"{n}.json", fio(151 + n * 1e-3, **said)) for n in range(5)]
    found, reason = bench.verdicts("T3", files, benchmark="fio")[WRITE]
    assert found == "not decided"
    assert why in reason


@pytest.mark.parametrize(
    "said",
    [
        {"bs": "16m"},
        {"bs": "16M", "ioengine": "libaio"},
        {"bs": "16384kB"},
        {"bs": "16MiB", "kb_base": "1000"},
        {"bs": "4k,16m"},
        {"direct": None, "buffered": "0"},
        {"ioengine": None},
        {"directory": "/mnt/acceptance"},
    ],
)
def test_spellings_of_the_agreed_options_of_fio_pass(bench: Bench, said: dict[str, Any]) -> None:
    files = [bench.write(f"{n}.json", fio(151 + n * 1e-3, **said)) for n in range(5)]
    assert bench.verdicts("T3", files, benchmark="fio")[WRITE] == ("pass", None)


def test_a_sum_of_fio_above_its_clients_decides_nothing(bench: Bench) -> None:
    """Eight clients of 100 GB/s in all, and a sum of 151 GB/s."""
    text = json.loads(fio(100))
    text["client_stats"][-1]["write"]["bw_bytes"] = 151e9
    file = bench.write("sum.json", json.dumps(text))
    assert bench.verdicts("T3", [file], benchmark="fio")[WRITE] == (
        "not decided",
        "its sum is more than its clients moved: give the original output",
    )


def test_one_client_of_fio_with_other_options_decides_nothing(bench: Bench) -> None:
    """Options of one client, and those of all its clients."""
    text = json.loads(fio(151))
    text["client_stats"][5]["job options"]["bs"] = "4096"
    file = bench.write("one.json", json.dumps(text))
    assert "4 KiB" in bench.verdicts("T3", [file], benchmark="fio")[WRITE][1]
    text = {"global options": {"bs": "4096"}, **json.loads(fio(151, bs=None))}
    file = bench.write("global.json", json.dumps(text))
    assert "4 KiB" in bench.verdicts("T3", [file], benchmark="fio")[WRITE][1]


def test_a_run_of_fio_without_clients_is_one_of_one_client(bench: Bench) -> None:
    """As many processes on one machine don't load the network as eight do."""
    way = {"bw_bytes": 151e9, "io_bytes": 1, "io_kbytes": 1, "runtime": 1}
    options = {"bs": "16777216", "rw": "write", "numjobs": "32"}
    job = {"jobname": "acceptance", "groupid": 0, "error": 0, "job options": options, "write": way}
    file = bench.write("local.json", json.dumps({"fio version": "fio-3.33", "jobs": [job]}))
    assert bench.verdicts("T3", [file], benchmark="fio")[WRITE] == (
        "not decided",
        "it ran on 1 client, and 8 are agreed",
    )


def test_a_process_on_each_client_is_no_single_stream(bench: Bench) -> None:
    """Eight processes of fio, each with 'numjobs=1', are those of T3 and none of T4."""
    agreed = {"benchmark": "fio", "processes_per_client": 1}
    agreed |= {"committed": {"stream_write": "1 GB/s"}}
    files = [bench.write(f"{n}.json", fio(151 + n * 1e-3, numjobs="1")) for n in range(5)]
    assert bench.verdicts("T3", files, **agreed)[WRITE] == ("pass", None)
    given = [f"T4={file}" for file in files]
    name = "one process: write bandwidth"
    assert bench.verdicts("T4", given, **agreed)[name][0] == "not decided"


def test_the_io500_is_judged(bench: Bench) -> None:
    """By phase, each file a run; what it calls invalid decides nothing."""
    committed = {
        "io500_bandwidths": {"ior-easy-write": "100 GiB/s"},
        "io500_rates": {"mdtest-easy-write": "100 kIOPS"},
    }

    def written(n: int, mark: str = "") -> str:
        return bench.write(
            f"{n}{mark}.txt",
            "IO500 version io500-sc23\n"
            f"[RESULT{mark}]    ior-easy-write   {101 + n / 100:.6f} GiB/s : time 301 seconds\n"
            f"[RESULT]    mdtest-easy-write   {99 + n / 100:.6f} kIOPS : time 301 seconds\n",
        )

    files = [written(n) for n in range(5)]
    bandwidths = bench.verdicts("T3", files, committed=committed)
    assert bandwidths["IO500: ior-easy-write bandwidth"] == ("pass", None)
    assert bandwidths[WRITE] == ("not decided", "no result was read")
    rates = bench.verdicts("T5", files, committed=committed)
    assert rates["IO500: mdtest-easy-write rate"] == ("fail", "the mean is below the threshold")
    invalid = [written(9, "-invalid"), *files[:4]]
    assert bench.verdicts("T3", invalid, committed=committed)[
        "IO500: ior-easy-write bandwidth"
    ] == ("not decided", "the IO500 calls it invalid")


def test_shared_files_and_single_streams(bench: Bench) -> None:
    """Both are results of T4: the access and the number of processes tell which."""
    committed = {"shared_write": "50 GB/s", "stream_write": "2 GB/s"}
    shared = bench.write("shared.txt", ior(60, 5, 59, 61, access="single-shared-file"))
    text = ior(3, 5, 2.9, 3.1, tasks=1, access="single-shared-file")
    alone = bench.write("alone.txt", text.replace("128 GiB", "600 GiB"))
    found = bench.verdicts("T4", [f"T4={shared}", f"T4={alone}"], committed=committed)
    assert found == {
        "shared file: write bandwidth": ("pass", None),
        "one process: write bandwidth": ("pass", None),
    }


def test_a_shared_file_is_one_that_all_processes_share(bench: Bench) -> None:
    """A run with a file for each process is of T3, whatever test it is given for."""
    committed = {"shared_write": "50 GB/s"}
    whys = {
        "own.txt": (ior(60, 5, 59, 61), "it isn't one file that all processes share"),
        "open.txt": (
            ior(60, 5, 59, 61).replace("access              : file-per-process\n", ""),
            "the output doesn't state whether all processes share one file",
        ),
    }
    for name, (text, why) in whys.items():
        file = bench.write(name, text)
        found = bench.verdicts("T4", [f"T4={file}"], committed=committed)
        assert found["shared file: write bandwidth"] == ("not decided", why)


def mdtest(tasks: int, rate: float, files: int | None = None) -> str:
    """Output of mdtest."""
    nodes = -(-tasks // 4)
    return (
        "-- started --\n\n"
        f"mdtest-3.3.0 was launched with {tasks} total task(s) on {nodes} node(s)\n\n"
        + ("" if files is None else f"{tasks} tasks, {files} files\n\n")
        + "SUMMARY rate: (of 5 iterations)\n"
        "   Operation                      Max            Min           Mean        Std Dev\n"
        f"   File creation             :  {rate * 1.01:.3f}  {rate * 0.99:.3f}  {rate:.3f}  1.0\n"
    )


def test_metadata_of_all_clients_and_of_one(bench: Bench) -> None:
    """Both are results of T5; the number of processes tells which."""
    committed = {"creates": "50 kIOPS", "one_client": {"creates": "9 kIOPS"}}
    files = [
        bench.write("all.txt", mdtest(32, 51_000)),
        bench.write("one.txt", mdtest(4, 8_000)),
    ]
    assert bench.verdicts("T5", files, committed=committed) == {
        "file creation rate": ("pass", None),
        "one client: file creation rate": ("fail", "the mean is below the threshold"),
    }
    assert bench.verdicts("T5", files[1:], committed=committed)["file creation rate"] == (
        "not decided",
        "no result was read",
    )


@pytest.mark.parametrize(("files", "verdict"), [(320_000, "pass"), (319_999, "not decided")])
def test_metadata_of_fewer_files_decide_nothing(bench: Bench, files: int, verdict: str) -> None:
    """10,000 files for each of 32 processes are agreed: fewer may stay in caches."""
    file = bench.write("all.txt", mdtest(32, 51_000, files))
    found = bench.verdicts("T5", [file], committed={"creates": "50 kIOPS"})
    assert found["file creation rate"][0] == verdict
    why = found["file creation rate"][1]
    assert why in (None, "it created 319999 files, and 320000 are agreed")


def test_one_run_in_two_outputs_counts_once(bench: Bench) -> None:
    """As text and with another head: the same figure is no second run."""
    files = [bench.write("a.txt", ior(160)), bench.write("b.txt", f"# a copy\n{ior(160)}")]
    assert "two files state the same figure" in bench.verdicts("T3", files)[WRITE][1]


SPACE = "NAME   USED           AVAIL  REFER  MOUNTPOINT\n"


def space(used: int, available: int, name: str = "tank") -> str:
    return f"{SPACE}{name}  {used}  {available}  98304  /{name}\n"


OF_POOLS = """schema: ostimate.scenario/1
name: pools
tiers:
- name: data
  file_system: zfs
  blocks: 2
  servers: {name: server, per_block: 1}
  drives: {name: drive, capacity: 20 TB, per_server: 60}
  target: {layout: "5 x raidz2:12"}
requirements: {capacity: 1.6 PB}
"""


@pytest.fixture(scope="module")
def of_pools() -> Results:
    return evaluate(load_scenario("pools", OF_POOLS, files={}))


@pytest.mark.parametrize(
    ("used", "available", "verdict", "why"),
    [
        (10**9, 17 * 10**14, "pass", "the plan"),
        (10**9, 15 * 10**14, "fail", "the plan"),
        (10**14, 16 * 10**14, "not decided", "are in use: it isn't empty"),
    ],
)
def test_capacity_by_zfs_list(
    bench: Bench, of_pools: Results, used: int, available: int, verdict: str, why: str
) -> None:
    """USED + AVAIL of all pools, in bytes; the difference from the plan is stated."""
    bench.results = of_pools
    half = (used // 2, available // 2)
    files = [bench.write(f"{n}.txt", space(*half, name=f"tank{n}")) for n in range(2)]
    found = bench.verdicts("T2", files)["usable capacity"]
    assert found[0] == verdict
    assert why in found[1]


def test_pools_of_servers_and_rounded_sizes_decide_nothing(bench: Bench, of_pools: Results) -> None:
    """Of a parallel file system pools may hold metadata; one pool may be in two outputs."""
    many = bench.write("a.txt", space(4096, 3 * 10**15))
    why = "pools of metadata may be among these: give what clients see, such as lfs df"
    assert bench.verdicts("T2", [many])["usable capacity"] == ("not decided", why)
    few = bench.write("b.txt", space(4096, 10**12))
    assert bench.verdicts("T2", [few])["usable capacity"][0] == "fail"
    rounded = str(DATA / "lfs-df-2.txt")
    said = {"committed": {"capacity": "100 TB"}}
    assert bench.verdicts("T2", [rounded], **said)["usable capacity"][0] == "not decided"
    bench.results = of_pools
    again = bench.write("c.txt", f"# of the other server\n{space(4096, 3 * 10**15)}")
    found = bench.verdicts("T2", [many, again])["usable capacity"]
    assert found == (
        "not decided",
        "two outputs list a pool of the same name and size: give each pool once",
    )
    text = space(4096, 10**12).replace("1000000000000", "1.6P").replace("4096", "4.0K")
    printed = bench.write("d.txt", text)
    assert "rounded" in bench.verdicts("T2", [printed])["usable capacity"][1]


def test_capacity_by_what_clients_see(bench: Bench) -> None:
    """Their output goes before that of pools; df is read by the directory of the test."""
    df = (
        "Filesystem        1B-blocks Used       Available Use% Mounted on\n"
        "/dev/sda1        9999999999999999 0 9999999999999999   1% /\n"
        "mgs@tcp:/scratch 2200000000000000 4096 2190000000000000   1% /mnt/acceptance\n"
    )
    found = bench.verdicts("T2", [bench.write("df.txt", df)], committed={"capacity": "2.19 PB"})
    assert found["usable capacity"][0] == "pass"
    lustre = str(DATA / "lfs-df-1.txt")
    document = bench.run([lustre, str(DATA / "zfs-list-p-1.txt")], committed={"capacity": "1 PB"})
    [capacity] = next(one for one in document["tests"] if one["test"] == "T2")["thresholds"]
    assert capacity["measured"] is not None
    both = [lustre, bench.write("df.txt", df)]
    why = bench.verdicts("T2", both, committed={"capacity": "1 PB"})["usable capacity"][1]
    assert "both state it" in why


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("nas:/data", "nas:/data", "not decided"),
        ("tank", "tank2", "pass"),
    ],
)
def test_one_file_system_in_two_outputs_of_df(
    bench: Bench, of_pools: Results, first: str, second: str, verdict: str
) -> None:
    """Two clients see the same one: it counts once; clients of a parallel one always do."""

    def df(name: str, used: int) -> str:
        row = f"{name} 1500000000000000 {used} 1500000000000000 1% /mnt/acceptance\n"
        return f"Filesystem 1B-blocks Used Available Use% Mounted on\n{row}"

    files = [bench.write("a.txt", df(first, 4096)), bench.write("b.txt", df(second, 8192))]
    said = {"committed": {"capacity": "2 PB"}}
    assert bench.verdicts("T2", files, **said)["usable capacity"] == (
        "not decided",
        "several outputs of df may be of one file system: give it once",
    )
    bench.results = of_pools
    found = bench.verdicts("T2", files, committed={"capacity": "1.69 PB"})["usable capacity"]
    assert found[0] == verdict
    one = bench.verdicts("T2", files[:1], committed={"capacity": "1.69 PB"})["usable capacity"]
    assert one[0] == "fail"


def lsblk(count: int, first: int = 0, model: str = "KIOXIA KCD81RUG15T3") -> str:
    devices = [
        {
            "name": f"nvme{n}n1",
            "model": model,
            "serial": f"S{first + n}",
            "size": 15_360_950_534_144,
            "type": "disk",
            "rota": False,
            "tran": "nvme",
        }
        for n in range(count)
    ]
    return json.dumps({"blockdevices": devices})


DRIVES = "Kioxia CD8-R KCD81RUG15T3 (scratch)"


@pytest.mark.parametrize(
    ("first", "all_servers", "verdict"),
    [
        (96, False, "pass"),
        (95, False, "not decided"),
        (95, True, "fail"),
    ],
)
def test_the_inventory(bench: Bench, first: int, all_servers: bool, verdict: str) -> None:
    """192 drives in two outputs; a drive that both servers see counts once."""
    files = [bench.write("a.json", lsblk(96)), bench.write("b.json", lsblk(96, first))]
    found = bench.verdicts("T1", files, all_servers=all_servers)
    assert found[DRIVES][0] == verdict
    if verdict != "pass":
        assert found[DRIVES][1].startswith("191 of 192 were counted")
    others = {name: each for name, each in found.items() if name != DRIVES}
    assert {each[0] for each in others.values()} == {"not decided"}


def test_other_and_further_drives_are_no_match(bench: Bench) -> None:
    """Another model counts for nothing; one drive more fails."""
    other = bench.write("a.json", lsblk(192, model="Something else"))
    assert bench.verdicts("T1", [other])[DRIVES][0] == "not decided"
    more = bench.write("b.json", lsblk(193))
    assert bench.verdicts("T1", [more])[DRIVES] == (
        "fail",
        "193 of 192 were counted: more than ordered",
    )


def dmidecode(modules: int, rate: int = 4800) -> str:
    """Output of a server with memory modules of 16 GB."""
    of_module = f"Memory Device\n\tSize: 16 GB\n\tType: DDR5\n\tSpeed: {rate} MT/s\n"
    handles = (f"\nHandle 0x11{n:02X}, DMI type 17, 84 bytes\n{of_module}" for n in range(modules))
    return "# dmidecode 3.3\n" + "".join(handles)


def test_memory_modules_are_counted(bench: Bench) -> None:
    """By size, type and rate: those of both tiers together, as they are the same part."""
    [name, *others] = [one for one in bench.verdicts("T1", []) if "DDR5-4800" in one]
    thresholds = bench.run([])["tests"][0]["thresholds"]
    ordered = sum(one["value"] for one in thresholds if "DDR5-4800" in one["figure"])
    files = [bench.write(f"{n}.txt", f"{dmidecode(24)}# {n}\n") for n in range(int(ordered) // 24)]
    found = bench.verdicts("T1", files)
    assert {found[one] for one in (name, *others)} == {("pass", None)}
    found = bench.verdicts("T1", files[1:], all_servers=True)
    assert found[name][0] == "fail"
    head = "\nHandle 0x0001, DMI type 1, 27 bytes\nSystem Information\n"
    own = f"{head}\tSerial Number: S{{}}\n\tUUID: U\n"
    of_two = [
        bench.write(f"{n}.txt", f"{dmidecode(24)}{own.format(n // 2)}# {n}\n") for n in range(2)
    ]
    once, twice = (bench.verdicts("T1", some)[name] for some in (of_two[:1], of_two))
    assert once == twice  # two outputs of one server
    slow = bench.verdicts("T1", [bench.write("slow.txt", dmidecode(24, 3200))])
    assert slow[name] == ("not decided", "no result was read")


def test_what_no_output_counts_says_so(bench: Bench) -> None:
    """Adapters, cables, switches and spares are counted by hand; a measured value decides."""
    found = bench.verdicts("T1", [])
    by_hand = [name for name, (_, why) in found.items() if "count it by hand" in why]
    assert by_hand
    assert DRIVES not in by_hand
    value = next(
        one["value"]
        for one in bench.run([])["tests"][0]["thresholds"]
        if one["figure"] == by_hand[0]
    )
    entry = {"test": "T1", "figure": by_hand[0], "values": [value]}
    text = yaml.safe_dump({"schema": "ostimate.measured/1", "measured": [entry]})
    judged_one = bench.verdicts("T1", [bench.write("counted.yaml", text)])[by_hand[0]]
    assert judged_one == ("pass", None)


MEASURED = """schema: ostimate.measured/1
measured:
- {test: T10, figure: power, values: [14.1 kW, 14.3 kW], source: PDU log}
- {test: T10, figure: typical power, values: [13.2 kW]}
- {test: T12, figure: files that differ, values: [0]}
- {test: T9, figure: availability, values: [99.2 %]}
"""


def test_figures_at_a_limit_keep_it(bench: Bench) -> None:
    """95 % of 8.3 GB/s, and 5 % above 19 kW, whatever binary fractions make of them."""
    committed = {"write_bandwidth": "8.3 GB/s", "typical_power": "19 kW", "availability": 0.7}
    entries = [
        *[("T3", WRITE, ["7.885 GB/s", *["8.5 GB/s"] * 4])],
        *[("T10", "typical power", ["19.95 kW"]), ("T9", "availability", ["70 %"])],
    ]
    said = [{"test": t, "figure": f, "values": v, "source": "log"} for t, f, v in entries]
    text = yaml.safe_dump({"schema": "ostimate.measured/1", "measured": said})
    file = bench.write("measured.yaml", text)
    for test, figure, _ in entries:
        assert bench.verdicts(test, [file], committed=committed)[figure] == ("pass", None)


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [("11444.10", "pass"), ("11444.09", "pass"), ("11444.08", "fail"), ("11400.00", "fail")],
)
def test_the_rounding_of_a_program_fails_no_rate(bench: Bench, printed: str, verdict: str) -> None:
    """12 GB/s are 11444.0918 MiB/s, of which IOR prints two decimals."""
    rate = float(printed) * 2**20 / 1e9
    file = bench.write("ior.txt", ior(rate, 5, 11.9, 12.1))
    found = bench.verdicts("T3", [file], committed={"write_bandwidth": "12 GB/s"})
    assert found[WRITE][0] == verdict


def test_what_is_measured_by_hand(bench: Bench) -> None:
    """Power at most the committed one, typical power within 5 %, availability at least."""
    committed = {"power": "14.2 kW", "typical_power": "12.6 kW", "availability": "99 %"}
    file = bench.write("measured.yaml", MEASURED)
    said = {"committed": committed, "stability": "30 days"}
    assert bench.verdicts("T10", [file], **said) == {
        "power": ("fail", "it is above the threshold"),
        "typical power": ("pass", None),
    }
    assert bench.verdicts("T12", [file], **said)["files that differ"] == ("pass", None)
    assert bench.verdicts("T9", [file], **said)["availability"] == ("pass", None)
    wrong = MEASURED.replace("figure: power", "figure: heat").replace("T12", "T13")
    error = bench.fails([bench.write("wrong.yaml", wrong)], **said)
    assert "wrong.yaml:3:3: measured.0: T10 has no threshold 'heat'; write one of 'power'" in error
    assert "measured.2: no test is called T13" in error
    units = MEASURED.replace("13.2 kW", "13.2 GB")
    assert "measured.1: " in bench.fails([bench.write("units.yaml", units)], **said)


def test_each_result_counts_once_and_is_named(bench: Bench) -> None:
    """With its hash and its test; the same bytes twice are refused, as are files of no program."""
    file = bench.write("a.txt", ior(160, 5, 155, 165))
    same = bench.write("b.txt", ior(160, 5, 155, 165))
    none = bench.write("c.txt", "hello")
    error = bench.fails([file, same, none])
    assert f"{same}: is the same as {file}: a result counts once" in error
    assert f"{none}: this is not the output of a supported benchmark" in error
    document = bench.run([f"T7={file}"])
    digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    assert document["files"] == [{"file": file, "sha256": digest, "test": "T7"}]


def test_clauses_are_texts_by_country(bench: Bench) -> None:
    """Each country has all remedies; an own text goes before these, and sources are named."""
    assert {tuple(sorted(of)) for of in CLAUSES.values()} == {tuple(sorted(get_args(Remedy)))}
    found = bench.run([], remedy="reduce", country="de")
    assert found["remedy"] == CLAUSES["de"]["reduce"]
    assert found["notes"] == list(NOTES["de"])
    assert all("(" in note for note in NOTES["de"])
    own = bench.run([], remedy="reduce", country="de", clauses={"reduce": "By half."})
    assert own["remedy"] == "By half."
    assert bench.run([], remedy="reduce")["notes"] == []
    report = bench.folder / "report.html"
    terms_file = bench.write("de.yaml", yaml.safe_dump({**TERMS, "country": "de"}))
    assert main(["accept", FLASH, terms_file, "--report", str(report)]) == 0
    assert "EVB-IT System" in report.read_text(encoding="utf-8")


def test_each_test_says_when_it_is_run_how_long_and_what_shows_it(bench: Bench) -> None:
    """Two ways, five repeats, 300 s each: 50 min; of 20 repeats, 200 min; stability as agreed."""
    tests = {one["test"]: one for one in bench.run([], stability="30 days")["tests"]}
    assert [tests[key]["duration"] for key in ("T3", "T4", "T8", "T9", "T10", "T12")] == [
        *(3000.0, 6000.0, 12_000.0, 30 * 86_400.0, 86_400.0, None)
    ]
    phases = {key: tests[key]["phase"] for key in ("T1", "T3", "T6.1", "T9", "T11")}
    assert list(phases.values()) == [
        *("site integration", "post-delivery test", "acceptance test", "acceptance test"),
        "before delivery",
    ]
    assert "SHA-256" in tests["T3"]["evidence"]
    assert "signed record" in tests["T10"]["evidence"]


def test_the_inventory_is_exact(bench: Bench) -> None:
    """Neither more nor less than what was ordered."""
    [inventory] = [one for one in bench.run([])["tests"] if one["test"] == "T1"]
    assert all(one["exactly"] for one in inventory["thresholds"])
    terms_file = bench.write("terms.yaml", yaml.safe_dump(TERMS))
    assert main(["accept", FLASH, terms_file]) == 0
    shown = " ".join(bench.capsys.readouterr().out.split())
    assert "exactly 192 (bill of materials)" in shown
    assert "count it by hand" in shown


def test_a_remedy_of_no_test_is_refused(bench: Bench) -> None:
    error = bench.fails([bench.write("a.txt", ior(160))], remedies={"T66": "add"})
    assert "remedies: no test is called T66: write one of T1, T2" in error


def test_each_test_has_its_remedy_repeats_and_rule(bench: Bench) -> None:
    """Twelve tests; a remedy can be chosen for one of them."""
    document = bench.run([], remedy="repair", remedies={"T3": "add"})
    tests = {one["test"]: one for one in document["tests"]}
    assert {one.partition(".")[0] for one in tests} == {f"T{n}" for n in range(1, 13)}
    assert tests["T3"]["remedy"] == CLAUSES[""]["add"]
    assert tests["T4"]["remedy"] == CLAUSES[""]["repair"]
    assert [tests[key]["repeats"] for key in ("T2", "T3", "T8")] == [1, 5, 20]
    for one in tests.values():
        assert one["procedure"]
        assert one["passes"]
        assert one["thresholds"] or one["missing"]
        assert all(each["from"] for each in one["thresholds"])


@pytest.mark.parametrize(
    "scenario", [FLASH, "scenarios/beluga.yaml", "scenarios/tenders/mainz-2015.yaml"]
)
def test_a_figure_that_is_only_bounded_is_no_threshold(scenario: str) -> None:
    """Nothing of the plan becomes a threshold: what isn't committed or required has none."""
    results = evaluate(load_scenario(scenario))
    required = {one.required for one in results.checks}
    bounds = {
        results.values.get(("site", f"{way}_bandwidth{of}"))
        for way in ("read", "write")
        for of in ("", "_bound")
    }
    for test in acceptance(results, terms()):
        if test.key in ("T1", "T8", "T12"):
            continue
        for one in test.thresholds:
            assert one.origin == "requirement of the scenario"
            assert one.value in required
            assert one.value not in bounds - required
            if one.figure.endswith("bandwidth") and one.planned is not None:
                assert not results.is_at_most("site", one.figure.replace(" ", "_"))


def test_a_threshold_above_a_bound_that_leaves_stages_out_is_refused() -> None:
    """What is unknown of a stage can only lower the bound."""
    results = evaluate(load_scenario("scenarios/tenders/mainz-2015.yaml"))
    bound = results["site", "write_bandwidth_bound"]
    if bound is None:
        pytest.skip("the plan has no bound")
    with pytest.raises(ValueError, match="no such system can pass"):
        acceptance(results, terms(committed={"write_bandwidth": f"{bound * 1.01:.0f} B/s"}))


def test_the_documentation_is_right(bench: Bench) -> None:
    """Its terms and measured values are read, and judged."""
    text = (Path(__file__).parents[2] / "docs/tender.md").read_text(encoding="utf-8")
    blocks = [
        dedent(block)
        for block in re.findall(r"\n\n((?:    .*\n)+)", text[text.index("## Acceptance tests") :])
    ]
    said, *_ = [block for block in blocks if block.startswith("clients:")]
    [measured] = [block for block in blocks if block.startswith("schema: ostimate.measured/1")]
    said = yaml.safe_load(said)
    found = bench.verdicts("T10", [bench.write("measured.yaml", measured)], **said)
    assert found["power"] == ("pass", None)
    assert found["typical power"][0] == "not decided"


FIO_LINES = [
    *bandwidth_commands(terms(benchmark="fio"), "T3"),
    *few_commands(terms(benchmark="fio"))[1:],
]


def test_fio_takes_each_option_and_field() -> None:
    """By the table of what its source declares."""
    words = [word for line in FIO_LINES for word in shlex.split(line)]
    options = [word[2:].partition("=")[0] for word in words if word.startswith("--")]
    assert options
    assert set(options) <= {*FIO_OPTIONS, *FIO_FIELDS}
    jobs = [word for word in words if "[acceptance]" in word]
    assert len(jobs) == 2
    for job in jobs:
        head, *fields = job.replace("\\n", "\n").split("\n")
        assert head == "[acceptance]"
        assert {field.partition("=")[0] for field in fields if field} <= set(FIO_FIELDS)


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio isn't installed")
def test_fio_itself_takes_them(tmp_path: Path) -> None:
    """It parses the job files and the command lines, and its help knows every option."""
    made = terms(benchmark="fio", directory=str(tmp_path))
    for line in bandwidth_commands(made, "T3"):
        if line.startswith(("printf", "mkdir")):
            subprocess.run(["sh", "-c", line], cwd=tmp_path, check=True)
    for way in ("write", "read"):
        checks = ["fio", "--parse-only", f"{way}.fio"]
        subprocess.run(checks, cwd=tmp_path, check=True, capture_output=True)
        alone = [f"--{one}" for one in fio_job(made, way, 1, 1)]
        checks = ["fio", "--parse-only", *alone, "--output-format=json", "--output=o.json"]
        subprocess.run(checks, cwd=tmp_path, check=True, capture_output=True)
    shown = subprocess.run(["fio", "--help"], check=True, capture_output=True, text=True).stdout
    assert all(f"--{option}" in shown for option in FIO_OPTIONS)
    listed = subprocess.run(
        ["fio", "--cmdhelp=all"], check=True, capture_output=True, text=True
    ).stdout
    fields = {line.partition(":")[0].strip() for line in listed.splitlines()}
    assert set(FIO_FIELDS) <= fields


def test_the_configuration_of_the_io500_has_keys_that_it_declares() -> None:
    """Its block is a multiple of the transfer, as the program demands."""
    write, run = io500(terms())
    text = shlex.split(write)[1].replace("\\n", "\n")
    read = configparser.ConfigParser()
    read.optionxform = str  # type: ignore[assignment]
    read.read_string(text)
    assert {name: tuple(read[name]) for name in read.sections()} == dict(IO500)
    easy = read["ior-easy"]
    assert int(easy["blockSize"]) % int(easy["transferSize"]) == 0
    assert "mpirun -np 32" in run
    assert "$(seq 5)" in run
