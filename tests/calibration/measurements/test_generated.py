"""Outputs of benchmarks that are printed from known runs: each reader gives their figures back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.calibration.fit import Fitted, _warnings
from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import Measurement, whole
from model.calibration.measurements.objects import number
from model.calibration.points import Point
from model.engine.quantity import Input
from model.errors import InputError, Place
from model.procedures.calibrate import Fit

KIB, MIB, GIB = 2.0**10, 2.0**20, 2.0**30
few = settings(max_examples=25)
RATES = st.lists(st.integers(1, 10**7).map(lambda n: n / 100), min_size=1, max_size=4)

Shown = tuple[str, float, int]
"""Name, value and line of a figure."""


def shown(text: str, **of: Any) -> list[Shown]:
    found = read_measurements("x", text)
    for one in found:
        for name, value in of.items():
            assert getattr(one, name) == value
    return sorted((one.figure, round(one.value, 3), one.line) for one in found)


def spread(name: str, rates: list[float], lines: list[int], unit: float) -> list[Shown]:
    """Mean, highest and lowest of repetitions; one alone, or equal ones, have one figure."""
    mean = sum(rates) / len(rates)
    if len(set(rates)) == 1:
        return [(name, round(rates[0] * unit, 3), lines[0])]
    top, low = rates.index(max(rates)), rates.index(min(rates))
    return [
        (name, round(mean * unit, 3), lines[0]),
        (f"max {name}", round(max(rates) * unit, 3), lines[top]),
        (f"min {name}", round(min(rates) * unit, 3), lines[low]),
    ]


@few
@given(RATES, RATES, st.integers(1, 9), st.integers(1, 8), st.booleans(), st.booleans())
def test_repetitions_of_ior(writes, reads, nodes, each, in_csv, is_direct):
    """Without a summary the lines of the repetitions count."""
    lines = [
        "IOR-4.0.0: MPI Coordinated Test of Parallel I/O",
        f"Command line : ior -w -r -D 60{' --posix.odirect' if is_direct else ''} -i 9",
        "Options:",
        "api                 : POSIX",
        f"tasks               : {nodes * each}",
        f"clients per node    : {each}",
        f"repetitions         : {len(writes)}",
        "xfersize            : 1 MiB",
        "",
        "access,bw(MiB/s),IOPS,Latency" if in_csv else "access    bw(MiB/s)  IOPS  Latency(s)",
    ]
    at: dict[str, list[int]] = {"write": [], "read": []}
    for way, rates in (("write", writes), ("read", reads)):
        for n, rate in enumerate(rates):
            words = (way, f"{rate:.2f}", "3351.98", "0.000998", "4096", str(n))
            lines.append((",".join if in_csv else "   ".join)(words))
            at[way].append(len(lines))
    found = read_measurements("x", "\n".join(lines) + "\n")
    expected = spread("write bandwidth", writes, at["write"], MIB)
    expected += spread("read bandwidth", reads, at["read"], MIB)
    assert sorted((x.figure, round(x.value, 3), x.line) for x in found) == sorted(expected)
    assert {(one.nodes, one.tasks) for one in found} == {(nodes, nodes * each)}
    details = dict(found[0].details)
    assert (details["direct"], details["stonewallingTime"]) == (str(int(is_direct)), "60")
    assert (details["version"], details["xfersize"], details["api"]) == ("4.0.0", "1 MiB", "POSIX")
    missing = len(reads) < len(writes)
    notes = {one.note for one in found if "read" in one.figure}
    assert notes == ({f"{len(reads)} of {len(writes)} repetitions: cut off"} if missing else {""})


@few
@given(RATES, RATES, st.integers(1, 9), st.booleans())
def test_json_of_ior(writes, reads, nodes, has_summary):
    options = {"api": "POSIX", "nodes": nodes, "tasks": 4 * nodes, "deadlineForStonewall": 30}
    both = (("write", writes), ("read", reads))
    rows = [{"access": way, "bwMiB": rate} for way, of in both for rate in of]
    summary = [
        {
            "operation": way,
            "TestID": 0,
            "bwMaxMIB": max(of),
            "bwMinMIB": min(of),
            "bwMeanMIB": sum(of) / len(of),
        }
        for way, of in (("write", writes), ("read", reads))
    ]
    document: dict[str, Any] = {"tests": [{"Options": options, "Results": rows}]}
    document |= {"summary": summary} if has_summary else {}
    text = json.dumps(document, indent=1)
    lines = text.splitlines()
    mark = '"operation"' if has_summary else '"access"'
    begins = [n for n, line in enumerate(lines) if mark in line]  # the brace stands above
    at = {"write": begins[0], "read": begins[1 if has_summary else len(writes)]}
    expected = [
        (name, value, at["write" if "write" in name else "read"])
        for way, of in (("write", writes), ("read", reads))
        for name, value, _ in spread(f"{way} bandwidth", of, [0] * len(of), MIB)
    ]
    found = shown(text, nodes=nodes, tasks=4 * nodes, kind="IOR", case="")
    for (name, value, line), (own, near, where) in zip(found, sorted(expected), strict=True):
        assert (name, line) == (own, where)
        assert value == pytest.approx(near)
    (one, *_) = read_measurements("x", text)
    assert dict(one.details)["stonewallingTime"] == "30"


@few
@given(st.lists(RATES, min_size=1, max_size=2), st.integers(1, 9), st.booleans())
def test_rates_of_mdtest(runs, tasks, by_rank):
    lines, expected = [], []
    for n, rates in enumerate(runs, 1):
        lines += [
            f"mdtest-4.0.0 was launched with {tasks} total task(s) on {n} node(s)",
            f"SUMMARY rate: (of {len(rates)} iterations)",
        ]
        lines += ["   Operation     per Rank:     per Iteration:"] if by_rank else []
        top, low, mean = max(rates), min(rates), sum(rates) / len(rates)
        for name in ("File creation", "File stat"):
            figures = "  ".join(f"{x:.6f}" for x in (top, low, mean, 0.5))
            ranks = "9.0  8.0  7.0  0.1  " if by_rank else ""
            if by_rank:
                ranks = "9.0  8.0  7.0  "
            lines.append(f"   {name}   {':' if not by_rank else ''}  {ranks}{figures}")
            case = f"run {n}" if len(runs) > 1 else ""
            own = spread(f"{name.lower()} rate", rates, [len(lines)] * len(rates), 1)
            expected += [(*one, case, n) for one in own]
        lines.append("   File removal  :  0.000  0.000  0.000  0.000")
        lines += [f"SUMMARY time: (of {len(rates)} iterations)"]
        lines += ["   File creation  :  5.0  4.0  4.5  0.1"]
    found = read_measurements("x", "\n".join(lines) + "\n")
    assert len(found) == len(expected)
    for one, (name, value, line, case, nodes) in zip(
        sorted(found, key=lambda x: (x.line, x.figure)),
        sorted(expected, key=lambda x: (x[2], x[0])),
        strict=True,
    ):
        assert (one.figure, one.line, one.case) == (name, line, case)
        assert one.value == pytest.approx(value, rel=1e-3, abs=1e-3)
        assert (one.nodes, one.tasks, one.unit) == (nodes, tasks, "1/second")
        assert dict(one.details)["version"] == "4.0.0"


STEP = st.tuples(st.integers(1, 99), st.sampled_from(("[ 1.0, 2.0]", "SHORT", "ERROR")))


@few
@given(st.lists(st.tuples(STEP, STEP), min_size=1, max_size=4))
def test_steps_of_obdfilter_survey(steps):
    """Steps with an error have no rate; of several, the best of each test is given too."""
    lines, expected = ["Obdfilter-survey for case=disk from oss1"], []
    best: dict[str, tuple[float, int]] = {}
    for n, tests in enumerate(steps, 1):
        text = f"ost {n} sz 1024K rsz 64K obj {2 * n} thr {3 * n}"
        for name, (rate, sampled) in zip(("write", "read"), tests, strict=True):
            text += f" {name} {rate}.25 {sampled}"
            if sampled == "ERROR":
                continue
            value = (rate + 0.25) * MIB
            note = "too short a run to sample" if sampled == "SHORT" else ""
            expected.append((f"{name} bandwidth", value, n + 1, note, n))
            if name not in best or value > best[name][0]:
                best[name] = value, n + 1
        lines.append(text)
    if len({line for _, _, line, *_ in expected}) > 1:
        for name, (value, line) in best.items():
            note = next(x[3] for x in expected if x[:3] == (f"{name} bandwidth", value, line))
            expected.append((f"best {name} bandwidth", value, line, note, line - 1))
    if not expected:
        return
    found = read_measurements("x", "\n".join(lines) + "\n")
    assert sorted((x.figure, x.value, x.line, x.note, x.case) for x in found) == sorted(
        (name, value, line, note, f"{n} targets, {2 * n} objects, {3 * n} threads")
        for name, value, line, note, n in expected
    )
    assert found[0].details == (("size", "1024 KiB"), ("record", "64 KiB"))


JOB = st.tuples(
    st.integers(1, 999), st.integers(1, 999), st.integers(1, 99), st.sampled_from((0, 0, 5))
)


@few
@given(st.lists(JOB, min_size=1, max_size=3), st.booleans())
def test_jobs_of_fio(jobs, is_old):
    """Of several jobs of a group, the bytes of all over the longest time; fio 2 counts KiB."""
    listed = []
    for n, (moved, rate, time, error) in enumerate(jobs):
        of_way: dict[str, Any] = {"io_bytes": moved * 1024, "runtime": time, "iops": rate / 4}
        of_way |= {"bw": rate} if is_old else {"bw": 1, "bw_bytes": rate, "io_kbytes": moved}
        listed.append(
            {
                "jobname": f"j{n}",
                "groupid": 7,
                "error": error,
                "write": of_way,
                "job options": {"bs": "1M", "rw": "write"},
            }
        )
    document = {"fio version": "x", "global options": {"direct": "1"}, "jobs": listed}
    found = read_measurements("x", json.dumps(document, indent=1))
    scale = 1024 if is_old else 1
    expected = {
        (f"j{n}", "write bandwidth"): rate * scale for n, (_, rate, _, _) in enumerate(jobs)
    } | {(f"j{n}", "write rate"): rate / 4 for n, (_, rate, _, _) in enumerate(jobs)}
    total = sum(moved for moved, *_ in jobs) * 1024 * scale
    if len(jobs) > 1:
        longest = max(time for _, _, time, _ in jobs)
        expected["group 7", "group write bandwidth"] = total / longest * 1000
    assert {(one.case, one.figure): one.value for one in found} == pytest.approx(expected)
    for one in found:
        if one.case.startswith("j"):
            error = jobs[int(one.case[1:])][3]
            assert one.note == (f"fio reports error {error}" if error else "")
            details = {"rw": "write", "bs": "1M", "direct": "1"}
            assert {n: x for n, x in one.details if n != "io_bytes"} == details
        else:
            errors = [error for *_, error in jobs if error]
            assert one.note == ("fio reports error 5" if errors else "")
            assert one.details == (("io_bytes", f"{total}"),)
            assert one.tasks == len(jobs)


PHASE = st.tuples(st.sampled_from(("", "INVALID")), st.integers(0, 9999))


@few
@given(PHASE, PHASE, st.sampled_from(("GB/s", "GiB/s")), st.sampled_from(("kiops", "kIOPS")))
def test_phases_of_the_io500(easy, find, unit, rate_unit):
    """GB/s means GiB/s there; a rate of 0 is none."""
    lines = ["IO500 version io500-sc23"]
    for (tag, rate), name, label in ((easy, "ior-easy-write", unit), (find, "find", rate_unit)):
        lines.append(f"[RESULT] {name:>20} {rate / 10:.6f} {label} : time 300 seconds")
        lines[-1] += " [INVALID]" if tag else ""
    lines.append("[SCORE ] Bandwidth 5.0 GiB/s : IOPS 6.0 kiops : TOTAL 5.5")
    if not easy[1] and not find[1]:
        return
    found = read_measurements("x", "\n".join(lines) + "\n")
    expected = []
    if easy[1]:
        expected.append(("ior-easy-write bandwidth", easy[1] / 10 * GIB, 2, bool(easy[0])))
    if find[1]:
        expected.append(("find rate", find[1] / 10 * 1000, 3, bool(find[0])))
    for one, (name, value, line, is_invalid) in zip(found, expected, strict=True):
        assert (one.figure, one.line) == (name, line)
        assert one.value == pytest.approx(value)
        assert ("the IO500 calls it invalid" in one.note) == is_invalid
        assert ("means GiB/s" in one.note) == (unit == "GB/s" and line == 2)
        assert one.details == (("version", "io500-sc23"),)


def of(figure: str, case: str = "", line: int = 1, file: str = "a", **more: Any) -> Measurement:
    return Measurement("IOR", figure, 1.0, "byte/s", "1", file, line, case, **more)


SAME_RUN = [
    (of("write bandwidth"), of("max write bandwidth", line=9), True),
    (of("min write bandwidth"), of("max write bandwidth", line=9), True),
    (of("write bandwidth"), of("write bandwidth", line=9), False),
    (of("write bandwidth"), of("write bandwidth"), True),
    (of("write bandwidth"), of("read bandwidth"), False),
    (of("write bandwidth"), of("max write bandwidth", file="b"), False),
    (of("write bandwidth", "x"), of("max write bandwidth", "y"), False),
    (of("best write bandwidth"), of("write bandwidth"), True),
    (of("best write bandwidth"), of("write bandwidth", line=2), False),
    (of("job", part_of=(("sum", "all"),)), of("sum", "all", 7), True),
    (of("job", part_of=(("sum", "all"),)), of("sum", "other", 7), False),
    (of("job", part_of=(("sum", "all"),)), of("sum", "all", 7, "b"), False),
]


@pytest.mark.parametrize(("one", "other", "is_same"), SAME_RUN)
def test_figures_of_one_run(one: Measurement, other: Measurement, is_same: bool) -> None:
    assert one.of_one_run(other) == other.of_one_run(one) == is_same


def test_places_and_origins_of_figures() -> None:
    one, twin, alone = of("a", "x", 3), of("a", "y", 3), of("a", "", 4)
    assert one.place == Place("a", 3, 1)
    assert of("a", line=0).place == Place("a", 0, 0)
    assert one.origin([one, twin]) == "a:3 (x)"
    assert one.origin([one, alone]) == "a:3"
    assert of("a", line=0).origin([]) == "a"
    for text, count in (
        ("12 tasks", 12),
        (" 7", 7),
        ("1234567890", None),
        ("x", None),
        (None, None),
    ):
        assert whole(text) == count
    for thing, value in ((3, 3.0), (0.5, 0.5), (0, None), (-1, None), (True, None), ("3", None)):
        assert number(thing) == value
    assert number(10**400) is number(float("nan")) is number(float("inf")) is None


ITEM = Input(name="share", unit="1", symbol="s", source="assumption: x", title="Share", chapter="x")


def fitted(path: str, value: float, low: float, high: float, **more: Any) -> Fitted:
    return Fitted(path, ("site", path), ITEM, None, value, None, None, low, high, **more)


def outcome(count: int, **changed: Any) -> Fit:
    empty = tuple(tuple(None for _ in range(count)) for _ in range(count))
    stated: dict[str, Any] = {"values": (), "residuals": (), "errors": (), "intervals": ()}
    stated |= {"correlation": empty, "freedom": 1, "on_bound": (), "without_effect": ()}
    return Fit(**(stated | {"tangled": ()} | changed))


def test_what_a_fit_is_warned_of() -> None:
    one, two = fitted("a", 0.5, 0, 1), fitted("b", 0.5, 0, 1)
    points = [Point("read_bandwidth", 1.0, "by hand")]

    def told(found: Fit, *values: Fitted) -> list[str]:
        return _warnings(found, values or (one, two), points)

    assert told(outcome(2)) == []
    assert told(outcome(2, without_effect=(1,))) == [
        "b has no effect on the measurements: something else limits"
    ]
    for name, words in (("at_least", "at least"), ("at_most", "at most")):
        assert told(outcome(2, **{name: (0,)})) == [
            f"of a only a limit is known: {words} 0.5; beyond that, something else limits the "
            "measurements"
        ]
    assert told(outcome(2, tangled=((0, 1),))) == [
        "the data can't tell a and b apart: only together do they have an effect"
    ]
    for together, is_told in ((0.951, True), (-0.951, True), (0.95, False), (-0.95, False)):
        texts = told(outcome(2, correlation=((1.0, together), (together, 1.0))))
        what = f"the data can hardly tell a and b apart: their correlation is {together:+.3f}"
        assert texts == ([what] if is_told else [])
    high, low = fitted("h", 1.0, 0, 1, on_bound=True), fitted("l", 0.0, 0, 1, on_bound=True)
    assert told(outcome(2), high, low) == [
        "h is at its upper limit: a higher value would fit the measurements better",
        "l is at its lower limit: a lower value would fit the measurements better",
    ]
    assert told(outcome(2, without_effect=(0,), at_most=(1,)), high, low)[2:] == []
    assert told(outcome(2, freedom=0)) == [
        "1 measurement for 2 fitted values: too few to check the fit, so the uncertainty of the "
        "values is unknown"
    ]
    points *= 2
    assert told(outcome(1, freedom=-1), one)[0].startswith(
        "2 measurements for 1 fitted value: too few"
    )
    noted = of("a", note="cut off")
    points.append(Point("read_bandwidth", 1.0, "a.txt:1", figure="a", measured=noted))
    assert told(outcome(2)) == ["a (a.txt:1): cut off"]


@pytest.mark.parametrize(
    "text",
    ["Max Write: 5x MiB/sec (1 MB/sec)\n", "ost 1 sz 1K rsz 1K obj 1 thr 1 read 5x [1, 2]\n"],
)
def test_a_rate_that_is_no_number_has_its_line(text: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_measurements("x", f"ost 1 sz 1K rsz 1 obj 1 thr 1\n{text}")
    assert str(wrong.value).startswith("x:2:1: ")
