"""Outputs of benchmarks: each format and release, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.calibration.measurements.files import LARGEST, read_measurements
from model.calibration.measurements.measurement import Measurement
from model.errors import InputError

DATA = Path(__file__).parent / "data"
FILES = sorted(file.name for file in DATA.iterdir() if file.suffix != ".md")
MIB, GIB = 2.0**20, 2.0**30


def found(file: str) -> dict[str, Measurement]:
    """The figures of a file by their names; the first of several of one name."""
    measured: dict[str, Measurement] = {}
    for one in read_measurements(DATA / file):
        measured.setdefault(one.figure, one)
    return measured


def refusal(text: bytes | str, name: str = "x.txt") -> str:
    with pytest.raises(InputError) as wrong:
        read_measurements(name, text)
    assert len(str(wrong.value).splitlines()) == 1
    return str(wrong.value)


def read_or_refused(text: bytes | str) -> tuple[Measurement, ...]:
    """Figures, at least one; or none and a single line that says why."""
    try:
        measured = read_measurements("x", text)
    except InputError as wrong:
        lines = str(wrong).splitlines()
        return () if len(lines) == 1 else pytest.fail(f"{len(lines)} lines: {lines}")
    assert measured
    return measured


IOR = {
    "ior-2.10.3.txt": ((967.13, 721.61, 807.48), (3719.75, 3676.98, 3697.63), 1),
    "ior-3.2.1.txt": ((884.03, 290.33, 515.43), (4390.24, 1917.19, 2758.27), 1),
    "ior-3.3.0.txt": ((1000.43, 694.08, 843.77), (3861.50, 1317.97, 2969.42), 1),
    "ior-4.0.0.txt": ((1020.61, 801.92, 939.19), (4425.83, 2708.19, 3686.09), 1),
    "ior-4.0.0.json": ((1332.7679, 996.2717, 1164.5198), (1980.7226, 1958.8682, 1969.7954), 1),
    "ior-3.2.1.json": ((1069.4736, 883.6580, 976.5658), (58602.3093, 2193.0911, 30397.7002), None),
}


@pytest.mark.parametrize("file", IOR)
def test_the_tables_of_ior(file):
    """MiB/s, the highest, lowest and mean of the repetitions, as the tables print them."""
    write, read, nodes = IOR[file]
    measured = found(file)
    for way, figures in (("write", write), ("read", read)):
        for lead, printed in zip(("max ", "min ", ""), figures, strict=True):
            one = measured[f"{lead}{way} bandwidth"]
            assert one.value == pytest.approx(printed * MIB, rel=1e-6)
            assert (one.kind, one.unit, one.file) == ("IOR", "byte/s", str(DATA / file))
            assert one.printed.endswith(" MiB/s")
            assert (one.nodes, one.tasks) == (nodes, 4)
            assert dict(one.details)["xfersize"] == "262144 bytes"
            assert dict(one.details)["blocksize"] == "4 MiB"
            assert dict(one.details)["api"] == "POSIX"


@pytest.mark.parametrize("file", FILES)
def test_a_figure_stands_in_the_line_that_it_names(file):
    """Text: what is printed stands there. JSON: the object begins there."""
    lines = (DATA / file).read_text().splitlines()
    measured = read_measurements(DATA / file)
    assert [one.line for one in measured] == sorted(one.line for one in measured)
    for one in measured:
        line = lines[one.line - 1]
        if line.strip().startswith("{"):
            assert line.strip() == "{"
        elif not one.printed.startswith("mean of"):
            assert one.printed.split()[0].removesuffix("/s") in line
        assert str(one.place) == f"{one.file}:{one.line}:1"


def test_verbose_json_of_ior_is_read_though_it_is_no_json():
    """IOR -v writes other lines between those of the JSON (hpc/ior issue 503)."""
    measured = found("ior-4.0.0-verbose.json")
    assert measured["write bandwidth"].value == pytest.approx(5195.8181 * MIB)
    assert measured["read bandwidth"].tasks == 2


def test_json_of_ior_without_its_summary():
    """A run that was cut off has repetitions only."""
    text = (DATA / "ior-4.0.0.json").read_text()
    measured = {
        one.figure: one.value
        for one in read_measurements("x.json", text[: text.index('"summary"')])
    }
    mean = (996.2717 + 1332.7679) / 2
    assert measured["write bandwidth"] == pytest.approx(mean * MIB)
    assert measured["max read bandwidth"] == pytest.approx(1980.7226 * MIB)


def test_csv_of_ior():
    """Its rows are repetitions."""
    measured = found("ior-4.0.0.csv")
    assert measured["max write bandwidth"].value == pytest.approx(1009.9152 * MIB)
    assert measured["min write bandwidth"].value == pytest.approx(799.9626 * MIB)
    assert measured["write bandwidth"].value == pytest.approx((1009.9152 + 799.9626) / 2 * MIB)


def test_a_log_of_the_scheduler():
    """Ranks stand in front of the lines, warnings between them, and the end is missing."""
    measured = found("srun-log.txt")
    write = measured["write bandwidth"]
    assert write.value == pytest.approx(11000 * MIB)
    assert (write.nodes, write.tasks, write.note) == (8, 64, "2 of 3 repetitions: cut off")
    assert measured["max write bandwidth"].value == 12000 * MIB
    assert measured["max write bandwidth"].printed == "12000 MiB/s"


def test_only_the_line_of_the_maximum():
    """Many keep no more of a run than this."""
    (one,) = read_measurements("x", "Max Write: 186.50 MiB/sec (195.56 MB/sec)\n")
    assert (one.figure, one.value) == ("max write bandwidth", 186.5 * MIB)


def test_several_runs_and_several_tests_in_one_file():
    """Each keeps its own figures; the table of all tests belongs to the tests above it."""
    text = (DATA / "ior-3.3.0.txt").read_text()
    again = text.replace("843.77", "943.77")
    means = [one for one in read_measurements("x", text + again) if one.figure == "write bandwidth"]
    assert [one.case for one in means] == ["test 1", "test 2"]
    assert [one.printed for one in means] == ["843.77 MiB/s", "943.77 MiB/s"]
    head, rest = text.split("Summary of all tests:\n")
    options = head[head.index("TestID") :].replace(
        "TestID              : 0", "TestID              : 1"
    )
    columns, write, read, *end = rest.split("\n")
    second = write.replace("843.77", "611.11").replace("NA     0 ", "NA     1 ")
    both = "\n".join([columns, write, read, second, *end])
    two = head + options.replace("tasks               : 4", "tasks               : 8")
    means = [
        one
        for one in read_measurements("x", f"{two}Summary of all tests:\n{both}")
        if one.figure == "write bandwidth"
    ]
    assert [(one.printed, one.tasks) for one in means] == [("843.77 MiB/s", 4), ("611.11 MiB/s", 8)]


def test_columns_that_ran_together():
    """IOR 2.10 prints the mean and the deviation without a blank where they are wide."""
    text = (DATA / "ior-2.10.3.txt").read_text()
    assert "807.48    113.00" in text
    measured = {
        one.figure: one
        for one in read_measurements(
            "x", text.replace("    807.48    113.00", "1234567.481234113.00")
        )
    }
    assert measured["write bandwidth"].printed == "1234567.48 MiB/s"


MDTEST = {
    "mdtest-1.9.3.txt": ("directory creation rate", 27713.456, "1.9.3"),
    "mdtest-3.3.0.txt": ("file creation rate", 6353.650, "3.3.0"),
    "mdtest-4.0.0.txt": ("directory rename rate", 20849.527, "4.0.0"),
    "mdtest-4.1.0.txt": ("file creation rate", 3774.011, "4.1.0+dev"),
}


@pytest.mark.parametrize("file", MDTEST)
def test_the_rates_of_mdtest(file):
    """Operations a second; what wasn't run is printed as 0.000 and left out; times are no rates."""
    figure, rate, version = MDTEST[file]
    measured = found(file)
    assert measured[figure].value == rate
    assert measured[figure].unit == "1/second"
    assert (measured[figure].nodes, measured[figure].tasks) == (1, 4)
    assert dict(measured[figure].details)["version"] == version
    assert all(one.value > 0 for one in measured.values())
    assert ("file stat rate" in measured) == (version in ("1.9.3", "4.0.0"))


def test_mdtest_by_rank_and_by_time():
    """With the rates of single ranks in front, and with a table of times below."""
    text = (
        "mdtest-4.0.0 was launched with 8 total task(s) on 2 node(s)\n"
        "SUMMARY rate: (of 1 iterations)\n"
        "   Operation     per Rank: Max            Min           Mean      per Iteration: Max Min\n"
        "   File creation   9000.0 100.0 5000.0 4100.0 3900.0 4000.0 100.0\n"
        "   File create (stonewall)   :             NA             NA       4500.5             NA\n"
        "SUMMARY time: (of 1 iterations)\n"
        "   File creation   1.0 1.0 1.0 0.0\n"
    )
    measured = {one.figure: one.value for one in read_measurements("x", text)}
    assert measured == {
        "file creation rate": 4000.0,
        "max file creation rate": 4100.0,
        "min file creation rate": 3900.0,
        "file create (stonewall) rate": 4500.5,
    }
    rates = text[: text.index("   File create (")]
    for end in range(len(rates) - len(" 100.0\n")):  # of a cut row, no rate of a single rank
        assert not read_or_refused(rates[:end])


def test_the_steps_of_obdfilter_survey():
    """MiB/s of all targets together; errors and steps without rates are left out."""
    measured = read_measurements(DATA / "obdfilter_survey.summary")
    steps = [one for one in measured if one.figure == "write bandwidth"]
    assert [one.value for one in steps] == [r * MIB for r in (3104.44, 5912.78, 5801.90)]
    assert [one.note for one in steps] == ["", "", "too short a run to sample"]
    assert steps[0].case == "10 targets, 10 objects, 10 threads"
    assert sum(one.figure == "rewrite bandwidth" for one in measured) == 2
    best = found("obdfilter_survey.summary")["best write bandwidth"]
    assert (best.value, best.line) == (5912.78 * MIB, 3)
    old = found("obdfilter_survey_1.8.summary")
    assert set(old) == {"write bandwidth", "rewrite bandwidth", "read bandwidth"}
    assert old["read bandwidth"].value == 410.20 * MIB


def test_jobs_of_fio():
    """Bytes a second; jobs of one group together: all their bytes in the longest time."""
    measured = read_measurements(DATA / "fio-3.33.json")
    by_job = [one for one in measured if one.figure == "write bandwidth"]
    assert [one.value for one in by_job] == [1864135111.0, 3355443200.0]
    assert not any("read" in one.figure for one in measured)
    (group,) = [one for one in measured if one.figure == "group write bandwidth"]
    assert group.value == pytest.approx(2 * 16777216 / 0.009)
    mixed = found("fio-3.33-plus.json")
    assert mixed["read bandwidth"].value == 110136888.0
    assert mixed["write rate"].value == 30000.0
    assert found("fio-3.33-both.txt")["read bandwidth"].value == 838860800.0
    assert dict(mixed["write rate"].details)["bs"] == "4k"


def test_fio_2_counts_in_kib():
    """Its `bw` is KiB/s and its `io_bytes` KiB: 2560000 KiB in 16 s are 160000 KiB/s."""
    measured = found("fio-2.15.json")
    assert measured["read bandwidth"].value == 160000 * 1024
    assert measured["read bandwidth"].printed == "160000 KiB/s"
    assert measured["group read bandwidth"].value == pytest.approx((2560000 + 1280000) * 1024 / 16)
    failed = [one for one in read_measurements(DATA / "fio-2.15.json") if one.case == "t3"]
    assert {one.note for one in failed} == {"fio reports error 28"}


def test_the_lists_of_io500():
    """GiB/s, also where 2018's list says GB/s; what is invalid says so; the score is no rate."""
    old, new = found("io500-2018_result_summary.txt"), found("io500-sc23_result_summary.txt")
    assert old["ior-easy-write bandwidth"].value == 4.5 * GIB
    assert old["ior-easy-write bandwidth"].printed == "4.500 GB/s"
    assert "means GiB/s" in old["ior-easy-write bandwidth"].note
    assert old["mdtest-easy-write rate"].value == 100250
    assert new["ior-easy-write bandwidth"].value == 10.25 * GIB
    assert not new["ior-easy-write bandwidth"].note
    assert "invalid" in new["ior-hard-write bandwidth"].note
    assert new["ior-rnd4K-easy-read bandwidth"].value == 8.75 * GIB
    assert len(old) == 4
    assert len(new) == 5
    full = found("io500-sc23_result.txt")
    assert full["ior-easy-write bandwidth"].value == 10.25 * GIB
    assert full["find rate"].value == 400000
    assert full["find rate"].tasks == 40
    assert len(full) == 3


def test_invalid_results_of_io500_are_read_and_called_so():
    """As the 2020s write it, 'RESULT-invalid', and as SC23's list does."""
    text = (
        "IO500 version 9c0f0c6\n"
        "[RESULT-invalid]       ior-easy-write        0.015926 GiB/s : time 300.414 seconds\n"
        "[RESULT]            mdtest-easy-write        0.011581 kIOPS : time 300.392 seconds\n"
    )
    write, create = read_measurements("x", text)
    assert (write.figure, write.value) == ("ior-easy-write bandwidth", 0.015926 * GIB)
    assert write.note == "the IO500 calls it invalid"
    assert create.note == ""


def test_the_sum_over_machines_of_fio_is_no_member_of_its_group():
    """Two machines of 512 MiB/s, and fio's own sum "All clients" beside them."""
    measured = read_measurements(DATA / "fio-clients.json")
    (group,) = [one for one in measured if one.figure == "group write bandwidth"]
    assert group.value == pytest.approx(2 * 512 * MIB)
    assert group.tasks == 2
    jobs = [one for one in measured if one.figure == "write bandwidth"]
    assert [one.case for one in jobs] == ["stream on client1", "stream on client2", "All clients"]
    assert jobs[2].value == pytest.approx(group.value)
    assert [(one.nodes, one.tasks) for one in jobs] == [(1, 1), (1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("numjobs", "entries", "tasks"),
    [("3", 1, 3), ("3", 3, 1), (None, 1, 1), ("1", 2, 1), ("3", 2, None), ("x", 1, None)],
)
def test_the_processes_of_a_job_of_fio(numjobs: str | None, entries: int, tasks: int | None):
    """One entry for all of them with `group_reporting`, one for each without."""
    way = {"bw_bytes": 5e9, "io_bytes": 1, "io_kbytes": 1, "runtime": 1}
    options = {"rw": "write"} | ({} if numjobs is None else {"numjobs": numjobs})
    job = {"jobname": "a", "groupid": 0, "error": 0, "job options": options, "write": way}
    measured = read_measurements(
        "x", json.dumps({"fio version": "fio-3.33", "jobs": [job] * entries})
    )
    jobs = [one for one in measured if one.figure == "write bandwidth"]
    assert [one.tasks for one in jobs] == [tasks] * entries


def test_jobs_of_one_name_can_be_told_apart():
    """`numjobs` without `group_reporting` prints each under the same name."""
    job = '{"jobname": "a", "write": {"bw_bytes": %d, "iops": 1.0}}'
    text = '{"fio version": "fio-3.33", "jobs": [' + ", ".join(job % n for n in (5, 7)) + "]}"
    measured = [one for one in read_measurements("x", text) if one.unit == "byte/s"]
    assert [(one.line, one.case, one.value) for one in measured] == [(1, "a", 5), (1, "a (2)", 7)]


IO500_2020 = "[ior-easy-write]\nt_start = x\nscore           = 22.593131"


def test_a_score_that_may_be_cut_off_is_no_figure():
    """A last line that nothing ends: of 22.59 GiB/s, 2 may be left."""
    head = "version         = io500-isc20\n"
    (one,) = read_measurements("x", f"{head}{IO500_2020}\n")
    assert one.value == 22.593131 * GIB
    for end in range(len(IO500_2020) + 1):
        assert "cut off" in refusal(head + IO500_2020[:end])


TABLES = [file for file in FILES if (DATA / file).suffix in (".txt", ".csv", ".summary")]


@pytest.mark.long
@pytest.mark.parametrize("file", TABLES)
def test_a_file_that_was_cut_gives_no_figure_that_nobody_printed(file):
    """Wherever it ends: a number is read in full, or not at all; repetitions have their mean."""
    text = (DATA / file).read_text()
    lines = text.split("\n")
    for end in range(len(text)):
        for one in read_or_refused(text[:end]):
            number = one.printed.split()[0].removesuffix("/s")
            if number != "mean":
                words = re.split(r"[\s,]+", lines[one.line - 1])
                assert number in words or lines[one.line - 1].strip() == "{", (end, one)


EMPTY = "the file is empty: was the benchmark run to its end?"
NO_RESULT = "this looks like IOR, but no result stands in it: was the run, or the copy, cut off?"
BROKEN = "what begins here breaks off or is no JSON: was the run, or the copy, cut off?"
ALL = "IOR, mdtest, obdfilter-survey, fio (JSON) and IO500"
REFUSED = {
    "empty": (b"", f" {EMPTY}"),
    "blank": (b" \n\n", f" {EMPTY}"),
    "binary": (
        b"IOR\0" + bytes(range(256)),
        f" not a text file: expected the output of {ALL}",
    ),
    "gzip": (b"\x1f\x8b\x08\x00", " the file is packed (gzip): unpack it first"),
    "large": (b" " * (LARGEST + 1), " the file is too large: at most 50 MB are read"),
    "another's": (
        b"sysbench 1.0.20\nthreads: 4\n",
        f" this is not the output of a supported benchmark ({ALL}); it begins "
        "'sysbench 1.0.20 threads: 4'",
    ),
    "a web page": (
        b"<!DOCTYPE html><html>",
        " this is a web page: save the benchmark's own output",
    ),
    "fio for people": (
        b"fio-3.33\nread: IOPS=1, BW=1MiB/s\n",
        " this is what fio prints for people: run it with --output-format=json",
    ),
    "a job file": (
        b"[global]\nioengine=libaio\n",
        " this is a job file of fio, not what fio printed",
    ),
    "a scenario": (
        b"schema: ostimate.scenario/1\n",
        " this is an Ostimate file, not benchmark output",
    ),
    "no result": (b"IOR-3.3.0: MPI Coordinated Test of Parallel I/O\n", f" {NO_RESULT}"),
    "nothing moved": (b"access bw(MiB/s) x\nwrite 0.00 1 1 1\n", f" {NO_RESULT}"),
    "no maximum": (b"Max Write: 0.00 MiB/sec (0.00 MB/sec)\n", f" {NO_RESULT}"),
    "phases without a rate": (
        b"[RESULT] ior-easy-write 0.000000 GiB/s : time 300.1 seconds\n"
        b"[RESULT] mdtest-easy-write 0.000000 kIOPS : time 300.1 seconds\n",
        " all 2 phases of this IO500 have a rate of 0, so there is nothing to read: see the run's "
        "own log for why it failed",
    ),
    "another way": (b'{"operation": "remove", "bwMeanMIB": 1.5}', f" {NO_RESULT}"),
    "decimal comma": (
        b"ost 1 sz 1024K rsz 1024K obj 1 thr 1 write 6200,12 [ 512,00, 801,01]\n",
        "1:1: '6200,12 MiB/s' has a decimal comma; write '6200.12 MiB/s'",
    ),
    "thousands": (
        b"access bw(MiB/s) x\nwrite 1,000.5 1 1 1\n",
        "2:1: '1,000.5 MiB/s' has a thousands separator; write '1000.5 MiB/s' (decimals: '1.5')",
    ),
    "words": (
        b"access bw(MiB/s) x\nwrite oops 1 1 1\n",
        "2:1: 'oops MiB/s' is not a number with a unit; write one such as '25 GB/s'",
    ),
    "half an object": (
        b'{"fio version": "fio-3",\n"jobs": [\n{"jobname": "a", "re',
        f"3:1: {BROKEN}",
    ),
    "deep": (b'{"jobname": ' + b"[" * 100_000, f"1:1: {BROKEN}"),
}
"""What is no output of a benchmark, and what is said of it after its name."""


@pytest.mark.parametrize(("further", "told"), [(2, "995.03, 995.03)"), (3, "995.03, 995.03, …)")])
def test_a_note_quotes_five_repetitions(further, told):
    text = (DATA / "ior-4.0.0.txt").read_text()
    text = text.replace("write        1020.61     801.92", "write        1371.00     801.92")
    [row] = [line for line in text.splitlines(keepends=True) if line.startswith("write     995.03")]
    [note] = {
        one.note
        for one in read_measurements("x", text.replace(row, row * (1 + further)))
        if "write" in one.figure
    }
    assert f"(801.92, 1020.61, 995.03, {told}: see" in note


def test_a_summary_that_contradicts_its_repetitions_is_noted():
    """Both ways stand there; only one of them has figures of another run in its summary."""
    text = (DATA / "ior-4.0.0.txt").read_text()
    assert not any(one.note for one in read_measurements("x", text))
    of_another = text.replace("write        1020.61     801.92", "write        1371.00     801.92")
    for one in read_measurements("x", of_another):
        told = "the summary contradicts the repetitions (801.92, 1020.61, 995.03): see which"
        assert one.note.startswith(told) == ("write" in one.figure)
    some = of_another.replace("write     1020.61    4094", "remove    1020.61    4094")
    assert not any(one.note for one in read_measurements("x", some)), "a line is missing"


@pytest.mark.parametrize(("content", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_output_gets_one_line(content, message):
    """What was found, and what to do."""
    assert refusal(content) == f"x.txt:{message}"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nowhere", "no such file or directory"),
        (".", "it is not a regular file"),
        ("\0", "embedded null byte"),
    ],
)
def test_a_file_that_is_not_there(tmp_path, monkeypatch, path, why):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as wrong:
        read_measurements(path)
    told = "give the path of a file that a benchmark printed"
    assert str(wrong.value) == f"{path}: can't be read ({why}): {told}"


def test_files_of_other_systems():
    """UTF-16 as PowerShell writes it, carriage returns, a byte order mark, broken bytes."""
    text = (DATA / "mdtest-4.0.0.txt").read_text()
    plain = [one.value for one in read_measurements("x", text)]
    for content in (
        text.encode("utf-16"),
        text.replace("\n", "\r\n").encode(),
        text.encode("utf-8-sig"),
        b"\xff\xfe\xfd"[1:] + b"\n" + text.encode(),
    ):
        assert [one.value for one in read_measurements("x", content)] == plain


@pytest.mark.long
@pytest.mark.parametrize("file", FILES)
@settings(max_examples=60)
@given(data=st.data())
def test_no_cut_and_no_dirt_brings_a_traceback(file, data):
    """Any part of a file, with any letters in it, is read or refused in one line."""
    text = (DATA / file).read_text()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    at = data.draw(st.integers(start, end))
    dirt = data.draw(
        st.one_of(st.text(max_size=20), st.sampled_from(["{", '"jobname":', "1e999", "-1,5"]))
    )
    for one in read_or_refused(text[start:at] + dirt + text[at:end]):
        assert 0 < one.value < float("inf")
        assert re.fullmatch(r"[\w ()-]+ (bandwidth|rate)", one.figure)


@settings(max_examples=60)
@given(st.binary(max_size=400))
def test_any_bytes(content):
    read_or_refused(content)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_best_of_several_steps_is_given_beside_them(steps: int) -> None:
    """Of one step there is no best."""
    lines = (DATA / "obdfilter_survey.summary").read_text().splitlines()[: 1 + steps]
    names = [one.figure for one in read_measurements("x", "\n".join(lines))]
    assert ("best write bandwidth" in names) == (steps > 1)
