"""Small outputs of benchmarks: each figure with all that is known of it, written down by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from model.calibration.files import chosen
from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import LONGEST_LINE, Measurement
from model.design.calibration import Measured
from model.errors import InputError, Place

KIB, MIB, GIB = 2.0**10, 2.0**20, 2.0**30
BYTES, RATE = "byte/s", "1/second"
INVALID = "the IO500 calls it invalid"
BINARY = "the list says GB/s and means GiB/s"


def of(
    kind: str, figure: str, value: float, unit: str, printed: str, line: int, **other: Any
) -> Measurement:
    return Measurement(kind, figure, value, unit, printed, "x", line, **other)


def io500(figure: str, value: float, printed: str, line: int, **other: Any) -> Measurement:
    unit = BYTES if figure.endswith("bandwidth") else RATE
    return of("IO500", figure, value, unit, printed, line, **other)


def mdtest(figure: str, value: float, printed: str, line: int, **other: Any) -> Measurement:
    return of("mdtest", f"{figure} rate", value, RATE, f"{printed}/s", line, **other)


def survey(figure: str, rate: float, line: int, step: str, **other: Any) -> Measurement:
    details = (("size", "100 KiB"), ("record", "64 KiB"))
    return of(
        "obdfilter-survey", f"{figure} bandwidth", rate * MIB, BYTES, f"{rate:g} MiB/s", line,
        case=step, details=details, **other,
    )  # fmt: skip


def ior(figure: str, rate: float, line: int, **other: Any) -> Measurement:
    return of("IOR", f"{figure} bandwidth", rate * MIB, BYTES, f"{rate:g} MiB/s", line, **other)


IO500_TEXT = f"""IO500 version io500-sc22 (standard)
IO500 version io500-sc23
[RESULT]       ior-easy-write       2.5 GiB/s : time 300.1 seconds
[RESULT] BW   phase 1            ior_hard_write  1.5 GB/s : time 3 seconds
[RESULT-invalid] mdtest-easy-write 20.5 kIOPS : time 300.1 seconds
[INVALID] find 3 kiops : time 3 seconds
[RESULT] ior-easy-read 3 GiB/s : time 3 seconds [INVALID]
[RESULT] ior-hard-read 0 GiB/s : time 3 seconds
[RESULT] timestamp 3 kIOPS : time 3 seconds
[SCORE ] Bandwidth 2 GiB/s : IOPS 3 kiops : TOTAL 2
[1,0]<stdout>: [RESULT] mdtest-hard-stat 4 kIOPS : time 3 seconds
{"x" * LONGEST_LINE}[RESULT] mdtest-hard-read 4 kIOPS : time 3 seconds
"""
OF_SC22 = {"details": (("version", "io500-sc22"),)}
RESULT_TEXT = """version         = io500-sc23
[run]
procs           = 8
score           = 7
[ior-easy-write]
score           = 2.5
[debug]
score           = 7
[find]
score           = 3
[mdtest-easy-write]
score           = 4"""
OF_SC23 = {"details": (("version", "io500-sc23"),), "tasks": 8}
MDTEST = """mdtest-3.3.0 was launched with 8 total task(s) on 2 node(s)
8 tasks, 800 files/directories
SUMMARY rate: (of 3 iterations)
   Operation                      Max            Min           Mean        Std Dev
   File creation             :        200.5        100.5        150.5          1.0
   File stat                 :        100.0        100.0        100.0          0.0
   File read                 :          0.0          0.0          0.0          0.0
   Tree creation             :        200.5        100.5        150.5
SUMMARY time: (of 3 iterations)
   File removal              :        200.5        100.5        150.5          1.0
"""
OF_MDTEST = {
    "nodes": 2,
    "tasks": 8,
    "details": (("version", "3.3.0"), ("iterations", "3"), ("files", "800")),
}
SECOND = MDTEST.replace("3.3.0", "4.0.0").replace("8 tasks, 800 files/directories\n", "")
OF_SECOND = {
    "case": "run 2",
    "nodes": 2,
    "tasks": 8,
    "details": (("version", "4.0.0"), ("iterations", "3")),
}
STEP = "ost  4 sz 100K rsz 64K obj    {} thr   {} "
SURVEY = (
    STEP.format(2, 3) + "write 10.5 [ 1.0, 2.0] rewrite 9.25 SHORT read 5 ERROR\n"
    "a line of something else\n"
    + STEP.format(4, 5)
    + "write 10.5 [ 1.0, 2.0] rewrite 9.5 [ 1.0, 2.0] read NA [ 1.0, 2.0]\n"
)
SHORT = {"note": "too short a run to sample"}
STEPS = ("4 targets, 2 objects, 3 threads", "4 targets, 4 objects, 5 threads")
IOR_JSON = """{"tests": [
 {"Parameters": {},
  "Options": {"api": "POSIX", "nodes": 2, "tasks": 8, "deadlineForStonewall": 30}},
 {"Parameters": {},
  "Options": {"api": "MPIIO", "tasks": "x"}}],
 "summary": [
 {"operation": "write", "TestID": 0, "bwMaxMIB": 20, "bwMinMIB": 10, "bwMeanMIB": 15},
 {"operation": "read", "TestID": 1, "bwMaxMIB": 20, "bwMinMIB": 20, "bwMeanMIB": 20},
 {"operation": "remove", "TestID": 1, "bwMaxMIB": 20, "bwMinMIB": 20, "bwMeanMIB": 20},
 {"operation": "read", "TestID": 2, "bwMaxMIB": 20, "bwMinMIB": 0, "bwMeanMIB": null}]}
"""
OF_FIRST = {
    "case": "test 0",
    "nodes": 2,
    "tasks": 8,
    "details": (("api", "POSIX"), ("stonewallingTime", "30")),
}
ROWS_JSON = """{"Options": {"api": "POSIX", "nodes": 2, "tasks": 8},
 "Results": [
 {"access": "write", "bwMiB": 10},
 {"access": "read", "bwMiB": 7},
 {"access": "write", "bwMiB": 30},
 {"access": "write", "bwMiB": 0}]}
"""
OF_ROWS = {"nodes": 2, "tasks": 8, "details": (("api", "POSIX"),)}
OUTPUTS: dict[str, tuple[str, list[Measurement]]] = {
    "IO500": (
        IO500_TEXT,
        [
            io500("ior-easy-write bandwidth", 2.5 * GIB, "2.5 GiB/s", 3, **OF_SC22),
            io500("ior-hard-write bandwidth", 1.5 * GIB, "1.5 GB/s", 4, note=BINARY, **OF_SC22),
            io500("mdtest-easy-write rate", 20500, "20.5 kIOPS", 5, note=INVALID, **OF_SC22),
            io500("find rate", 3000, "3 kiops", 6, note=INVALID, **OF_SC22),
            io500("ior-easy-read bandwidth", 3 * GIB, "3 GiB/s", 7, note=INVALID, **OF_SC22),
            io500("mdtest-hard-stat rate", 4000, "4 kIOPS", 11, **OF_SC22),
        ],
    ),
    "IO500 that is invalid, in GB/s": (
        "[INVALID] ior-easy-read 3 GB/s : time 3 seconds\n",
        [io500("ior-easy-read bandwidth", 3 * GIB, "3 GB/s", 1, note=f"{BINARY}; {INVALID}")],
    ),
    "IO500's result.txt, whose last line is cut off": (
        RESULT_TEXT,
        [
            io500("ior-easy-write bandwidth", 2.5 * GIB, "2.5 GiB/s", 6, **OF_SC23),
            io500("find rate", 3000, "3 kIOPS", 10, **OF_SC23),
        ],
    ),
    "mdtest": (
        MDTEST,
        [
            mdtest("file creation", 150.5, "150.5", 5, **OF_MDTEST),
            mdtest("max file creation", 200.5, "200.5", 5, **OF_MDTEST),
            mdtest("min file creation", 100.5, "100.5", 5, **OF_MDTEST),
            mdtest("file stat", 100, "100.0", 6, **OF_MDTEST),
        ],
    ),
    "two runs of mdtest": (
        MDTEST + SECOND,
        [
            mdtest("file creation", 150.5, "150.5", 5, case="run 1", **OF_MDTEST),
            mdtest("max file creation", 200.5, "200.5", 5, case="run 1", **OF_MDTEST),
            mdtest("min file creation", 100.5, "100.5", 5, case="run 1", **OF_MDTEST),
            mdtest("file stat", 100, "100.0", 6, case="run 1", **OF_MDTEST),
            mdtest("file creation", 150.5, "150.5", 14, **OF_SECOND),
            mdtest("max file creation", 200.5, "200.5", 14, **OF_SECOND),
            mdtest("min file creation", 100.5, "100.5", 14, **OF_SECOND),
            mdtest("file stat", 100, "100.0", 15, **OF_SECOND),
        ],
    ),
    "two steps of obdfilter-survey": (
        SURVEY,
        [
            survey("write", 10.5, 1, STEPS[0]),
            survey("rewrite", 9.25, 1, STEPS[0], **SHORT),
            survey("best write", 10.5, 1, STEPS[0]),
            survey("write", 10.5, 3, STEPS[1]),
            survey("rewrite", 9.5, 3, STEPS[1]),
            survey("best rewrite", 9.5, 3, STEPS[1]),
        ],
    ),
    "one step has no best": (
        SURVEY.partition("\n")[0],
        [survey("write", 10.5, 1, STEPS[0]), survey("rewrite", 9.25, 1, STEPS[0], **SHORT)],
    ),
    "two tests of IOR in JSON": (
        IOR_JSON,
        [
            ior("write", 15, 7, **OF_FIRST),
            ior("max write", 20, 7, **OF_FIRST),
            ior("min write", 10, 7, **OF_FIRST),
            ior("read", 20, 8, case="test 1", details=(("api", "MPIIO"),)),
            ior("max read", 20, 10, case="test 2"),
        ],
    ),
    "repetitions of IOR in JSON": (
        ROWS_JSON,
        [
            ior("write", 20, 3, **OF_ROWS),
            ior("max write", 30, 3, **OF_ROWS),
            ior("min write", 10, 3, **OF_ROWS),
            ior("read", 7, 4, **OF_ROWS),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OUTPUTS)
def test_all_that_is_read(name: str) -> None:
    text, expected = OUTPUTS[name]
    assert list(read_measurements("x", text)) == expected


def way(moved: int | None, runtime: float, **rates: float) -> dict[str, Any]:
    figures: dict[str, Any] = {"runtime": runtime, **rates}
    return figures if moved is None else {**figures, "io_bytes": moved, "io_kbytes": 1}


def fio(*jobs: dict[str, Any], **options: Any) -> str:
    """Print each job in a line of its own, from line 3 on."""
    lines = ",\n".join(json.dumps(job) for job in jobs)
    head = json.dumps(options)
    version = '"fio version": "fio-3", "time": "noon"'
    return f'{{{version},\n"global options": {head}, "jobs": [\n{lines}]}}\n'


def job(name: str, group: int = 0, **other: Any) -> dict[str, Any]:
    return {"jobname": name, "groupid": group, **other}


def of_fio(figure: str, value: float, printed: str, line: int, **other: Any) -> Measurement:
    unit = BYTES if figure.endswith("bandwidth") else RATE
    return of("fio", figure, value, unit, printed, line, **other)


def in_group(figure: str, group: int = 0) -> tuple[tuple[str, str], ...]:
    return ((f"group {figure}", f"group {group}"),)


TIME = ("time", "noon")
RW = (("rw", "read"), TIME)
FIO: dict[str, tuple[str, list[Measurement]]] = {
    "one job": (
        fio(
            job("a", read=way(5000, 100, bw_bytes=5e4, bw=3, iops=7.5), write=way(0, 0, iops=0),
                **{"job options": {"bs": "4k", "numjobs": "3"}}),
            rw="read",
        ),
        [
            of_fio("read bandwidth", 5e4, "50000 B/s", 3, case="a", nodes=1, tasks=3,
                   details=(("rw", "read"), ("bs", "4k"), ("numjobs", "3"), TIME,
                            ("io_bytes", "5000"))),
            of_fio("read rate", 7.5, "7.5 IOPS", 3, case="a", nodes=1, tasks=3,
                   details=(("rw", "read"), ("bs", "4k"), ("numjobs", "3"), TIME,
                            ("io_bytes", "5000"))),
        ],
    ),
    "KiB of fio 2, and an error": (
        fio(job("a", write={"runtime": 5, "io_bytes": 2, "bw": 3}, error=5), rw="read"),
        [
            of_fio("write bandwidth", 3 * KIB, "3 KiB/s", 3, case="a", nodes=1, tasks=1,
                   details=(*RW, ("io_bytes", "2048")), note="fio reports error 5"),
        ],
    ),
    "jobs of two groups": (
        fio(
            job("a", read=way(5000, 100, bw_bytes=5e4)),
            job("a", read=way(3000, 200, bw_bytes=1e4), error=7),
            job("b", 1, read=way(3000, 200, bw_bytes=1e4)),
            numjobs="2",
        ),
        [
            of_fio("read bandwidth", 5e4, "50000 B/s", 3, case="a", nodes=1, tasks=1,
                   details=(("numjobs", "2"), TIME, ("io_bytes", "5000")),
                   part_of=in_group("read bandwidth")),
            of_fio("group read bandwidth", 4e4, "8000 B in 200 ms", 3, case="group 0", tasks=2,
                   details=(("io_bytes", "8000"),), note="fio reports error 7"),
            of_fio("read bandwidth", 1e4, "10000 B/s", 4, case="a (2)", nodes=1, tasks=1,
                   details=(("numjobs", "2"), TIME, ("io_bytes", "3000")),
                   note="fio reports error 7", part_of=in_group("read bandwidth")),
            of_fio("read bandwidth", 1e4, "10000 B/s", 5, case="b", nodes=1, tasks=2,
                   details=(("numjobs", "2"), TIME, ("io_bytes", "3000"))),
        ],
    ),
    "two machines, and their sum": (
        fio(
            job("a", hostname="m", read=way(5000, 100, bw_bytes=5e4)),
            job("a", hostname="n", read=way(3000, 100, bw_bytes=3e4)),
            job("All clients", read=way(None, 100, bw_bytes=8e4)),
        ),
        [
            of_fio("read bandwidth", 5e4, "50000 B/s", 3, case="a on m", nodes=1, tasks=1,
                   details=(TIME, ("io_bytes", "5000")),
                   part_of=(*in_group("read bandwidth"), ("read bandwidth", "All clients"))),
            of_fio("group read bandwidth", 8e4, "8000 B in 100 ms", 3, case="group 0", tasks=2,
                   details=(("io_bytes", "8000"),),
                   part_of=(("read bandwidth", "All clients"),)),
            of_fio("read bandwidth", 3e4, "30000 B/s", 4, case="a on n", nodes=1, tasks=1,
                   details=(TIME, ("io_bytes", "3000")),
                   part_of=(*in_group("read bandwidth"), ("read bandwidth", "All clients"))),
            of_fio("read bandwidth", 8e4, "80000 B/s", 5, case="All clients", nodes=2, tasks=2,
                   details=(TIME,)),
        ],
    ),
    "entries that aren't all processes": (
        fio(
            *(job("a", read=way(None, 100, bw_bytes=5e4)) for _ in range(2)),
            job("b", read=way(None, 100, bw_bytes=5e4), **{"job options": {"numjobs": "x"}}),
            numjobs="3",
        ),
        [
            of_fio("read bandwidth", 5e4, "50000 B/s", 3, case="a", nodes=1,
                   details=(("numjobs", "3"), TIME)),
            of_fio("read bandwidth", 5e4, "50000 B/s", 4, case="a (2)", nodes=1,
                   details=(("numjobs", "3"), TIME)),
            of_fio("read bandwidth", 5e4, "50000 B/s", 5, case="b", nodes=1,
                   details=(("numjobs", "x"), TIME)),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FIO)
def test_all_that_is_read_of_fio(name: str) -> None:
    text, expected = FIO[name]
    assert list(read_measurements("x", text)) == expected


ONE, TWO = ior("write", 5, 3, case="a"), ior("write", 6, 3, case="b")
LATER, READ = ior("write", 7, 9, case="a"), ior("read", 8, 4)
MANY = tuple(ior("write", n, n) for n in range(1, 10))
CASES = tuple(ior("write", n, 3, case=f"c{n}") for n in range(1, 10))
NO = "'x bandwidth' isn't in {}; it has write bandwidth, read bandwidth"


@pytest.mark.parametrize(
    ("there", "asked", "found"),
    [
        ((ONE, READ), {}, ONE),
        ((ONE, READ), {"figure": "Read Bandwidth"}, READ),
        ((ONE, TWO, LATER), {"line": 9}, LATER),
        ((ONE, TWO, LATER), {"line": 3, "case": "b"}, TWO),
        ((ONE, LATER), {}, "'write bandwidth' occurs in lines 3, 9: write one of them as 'line'"),
        (
            MANY,
            {},
            "'write bandwidth' occurs in lines 1, 2, 3, 4, 5, 6, 7, 8: write one of them as 'line'",
        ),
        ((ONE, TWO), {}, "'write bandwidth' occurs for 'a', 'b': write one of them as 'case'"),
        (
            CASES,
            {},
            "'write bandwidth' occurs for 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8': write "
            "one of them as 'case'",
        ),
        ((ONE, ONE), {}, "'write bandwidth' stands 2 times in line 3: split the file"),
        (
            (ONE, TWO, READ),
            {"case": "c"},
            "'write bandwidth' isn't there for the case 'c'; it is for 'a', 'b'",
        ),
        ((ONE, TWO, READ), {"figure": "x bandwidth"}, NO.format("the file")),
        ((ONE, TWO, READ), {"figure": "x bandwidth", "line": 3}, NO.format("line 3 of the file")),
        (
            (ONE, TWO, READ),
            {"line": 7},
            "'write bandwidth' isn't in line 7 of the file; it has write bandwidth, read bandwidth",
        ),
    ],
)
def test_the_figure_that_a_calibration_asks_for(
    there: tuple[Measurement, ...], asked: dict[str, Any], found: Measurement | str
) -> None:
    wanted = Measured(quantity="q", file="f", **{"figure": "write bandwidth", **asked})
    place = Place("c.yaml", 5, 7)
    if isinstance(found, Measurement):
        assert chosen(there, wanted, place, "a.b") == found
        return
    with pytest.raises(InputError) as error:
        chosen(there, wanted, place, "a.b")
    (problem,) = error.value.problems
    assert (problem.place, problem.field, problem.what) == (place, "a.b", found)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (("write", 3, "a"), ("max write", 3, "a"), True),
        (("write", 3, "a"), ("max write", 4, "a"), True),
        (("write", 3, "a"), ("min write", 4, "b"), False),
        (("write", 3, "a"), ("read", 3, "a"), False),
        (("write", 3, "a"), ("write", 4, "a"), False),
        (("write", 3, "a"), ("best write", 3, "a"), True),
        (("write", 3, "a"), ("best write", 4, "a"), False),
    ],
)
def test_figures_of_one_run(
    one: tuple[str, int, str], other: tuple[str, int, str], is_same: bool
) -> None:
    """As mean, highest and lowest of one case; the best of steps is that of its own line."""
    first, second = (ior(name, 5, line, case=case) for name, line, case in (one, other))
    assert first.of_one_run(second) is is_same
    assert second.of_one_run(first) is is_same


@pytest.mark.parametrize(
    ("among", "origin"),
    [((ONE,), "x:3"), ((ONE, LATER), "x:3"), ((ONE, TWO), "x:3 (a)"), ((ONE, READ), "x:3")],
)
def test_where_a_figure_is_from(among: tuple[Measurement, ...], origin: str) -> None:
    assert ONE.origin(among) == origin
    bare = of("IOR", "write bandwidth", 5, BYTES, "5", 0)
    assert (bare.origin((bare, bare)), str(bare.place)) == ("x", "x")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[RESULT] find 0.000 kIOPS : time 0 seconds\n" * 2, "all 2 phases of this IO500 have a "),
        ("IOR-4.0.0: MPI Coordinated Test of Parallel I/O\n", "this looks like IOR, but no result"),
        ("\n\n", "the file is empty: was the benchmark run to its end?"),
        (b"BZh9", "the file is packed (bzip2): unpack it first"),
        (b"\xfd7zXZ\0", "the file is packed (xz): unpack it first"),
        (b"PK\x03\x04", "the file is packed (zip): unpack it first"),
        (b"\x28\xb5\x2f\xfd", "the file is packed (zstd): unpack it first"),
        ("a\0b", "not a text file: expected the output of IOR, mdtest"),
        ("fio-3.33\n", "this is what fio prints for people: run it with --output-format=json"),
        (" <html>", "this is a web page: save the benchmark's own output"),
        ("[global]\nbs=4k\n", "this is a job file of fio, not what fio printed"),
        ("schema: ostimate.scenario/1\n", "this is an Ostimate file, not benchmark output"),
        (
            "a\x1bb  c d e f g h i j k l m n o",
            "this is not the output of a supported benchmark (IOR, mdtest, obdfilter-survey, fio "
            "(JSON) and IO500); it begins 'a?b c d e f g h i j k l m'",
        ),
        (
            "word " * 9 + "word" + "s" * 90,
            "this is not the output of a supported benchmark (IOR, mdtest, obdfilter-survey, fio "
            f"(JSON) and IO500); it begins '{('word ' * 9 + 'word' + 's' * 90)[:60]}'",
        ),
    ],
)
def test_what_has_no_figure_says_what_it_is(text: str | bytes, what: str) -> None:
    with pytest.raises(InputError) as error:
        read_measurements("x", text)
    (problem,) = error.value.problems
    assert problem.place == Place("x")
    assert problem.what.startswith(what)
