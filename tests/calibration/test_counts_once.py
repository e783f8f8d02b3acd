"""Calibrations count each measurement once, and say which figure of which file they mean."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from model import load_scenario
from model.__main__ import main
from model.calibration.fit import Calibrated, calibrate
from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import Measurement
from model.calibration.points import Free, Point
from model.errors import InputError

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "calibration" / "measurements" / "data"
ASTRA = load_scenario(ROOT / "scenarios" / "astra.yaml")
FACTOR = "tiers.0.policy.delivery_factor"


def fitted(*points: Point) -> Calibrated:
    return calibrate(ASTRA, [Free(FACTOR)], points)


def of(one: Measurement, quantity: str = "scratch.write_bandwidth", **more) -> Point:
    source = one.origin(())
    return Point(quantity, one.value, source, one.unit, one.figure, measured=one, **more)


def figures(file: str, figure: str) -> list[Measurement]:
    return [one for one in read_measurements(DATA / file) if one.figure == figure]


PAIRS = {
    "the same line": ("obdfilter_survey.summary", "best write bandwidth", "write bandwidth"),
    "mean and highest": ("ior-4.0.0.txt", "write bandwidth", "max write bandwidth"),
    "highest and lowest": ("ior-3.2.1.json", "max write bandwidth", "min write bandwidth"),
    "mean and highest, on lines of their own": (
        "ior-4.0.0.csv",
        "write bandwidth",
        "max write bandwidth",
    ),
}


@pytest.mark.parametrize("case", PAIRS)
def test_one_run_counts_once(case):
    file, first, second = PAIRS[case]
    one = figures(file, first)[0]
    other = next(x for x in figures(file, second) if "best" not in first or x.line == one.line)
    with pytest.raises(InputError, match=r"is of the same run as .*: count one of the two"):
        fitted(of(one), of(other))
    with pytest.raises(InputError, match="count one of the two"):
        fitted(of(one), of(one))
    fitted(of(one), of(other, change={"tiers.0.blocks": 10}))
    fitted(of(one), of(other, "scratch.write_bandwidth_bound"))


def test_other_steps_and_other_jobs_are_other_measurements():
    steps = figures("obdfilter_survey.summary", "write bandwidth")
    jobs = figures("fio-3.33.json", "write bandwidth")
    for found in (steps, jobs):
        assert fitted(*map(of, found)).freedom == len(found) - 1


SUMS = {
    "a job and its group": ("fio-3.33.json", "write bandwidth", "group write bandwidth"),
    "a machine's job and all": ("fio-clients.json", "write bandwidth", "write bandwidth"),
    "a group of machines and all": ("fio-clients.json", "group write bandwidth", "write bandwidth"),
}


@pytest.mark.parametrize("case", SUMS)
def test_a_sum_repeats_what_it_counts_in(case):
    """Of fio: its group counts each job in, and 'All clients' those of each machine."""
    file, first, second = SUMS[case]
    part = next(one for one in figures(file, first) if one.case != "All clients")
    whole = figures(file, second)[-1]
    assert whole.case in ("All clients", "group 0")
    assert whole.value > part.value or "group" in part.figure
    for pair in ((of(part), of(whole)), (of(whole), of(part))):
        with pytest.raises(InputError, match=r"is of the same run as .*: count one of the two"):
            fitted(*pair)
    fitted(of(part), of(whole, change={"tiers.0.blocks": 10}))
    fitted(of(part), of(whole, "scratch.write_bandwidth_bound"))


def test_a_group_does_not_repeat_the_jobs_of_another():
    """Groups run one after the other, and other ways of one group are other runs."""
    job = '{"jobname": "%s", "groupid": %d, "write": {"bw_bytes": %d, "io_bytes": %d, '
    job += '"io_kbytes": 1, "runtime": 1000}}'
    jobs = [("a", 0, 160e9), ("b", 0, 20e9), ("c", 1, 170e9), ("d", 1, 10e9)]
    text = ", ".join(job % (name, group, rate, rate) for name, group, rate in jobs)
    read = read_measurements("fio.json", '{"fio version": "fio-3.33", "jobs": [' + text + "]}")
    found = {(one.figure, one.case): one for one in read}
    first = found["group write bandwidth", "group 0"]
    assert first.value == 180e9
    assert found["write bandwidth", "a"].part_of == (("group write bandwidth", "group 0"),)
    fitted(of(first), of(found["write bandwidth", "c"]))
    fitted(of(first), of(found["group write bandwidth", "group 1"]))
    with pytest.raises(InputError, match="count one of the two"):
        fitted(of(first), of(found["write bandwidth", "b"]))


def test_figures_that_agree_as_printed_bring_a_warning():
    """One run in three files of the IO500: GiB/s with six decimals, with three, and IOR's MiB/s."""
    texts = (
        "[ior-easy-write]\nscore           = 3.988650\n",
        "[RESULT] BW   phase 1            ior_easy_write              3.989 GB/s : time 300 s\n",
        "access bw(MiB/s)\nwrite     4084.38    1048576    2048.00    0.01   300.00\n",
    )
    heads = ("version = io500-isc20\n", "", "")
    runs = [
        read_measurements(f"{n}.txt", head + text)[0]
        for n, (head, text) in enumerate(zip(heads, texts, strict=True))
    ]
    said = [w for w in fitted(*map(of, runs)).warnings if "agree in all that is printed" in w]
    assert len(said) == 2
    assert "(0.txt:3) and ior-easy-write bandwidth (1.txt:1)" in said[0]
    assert "(2.txt:2)" in said[1]


@pytest.mark.parametrize(
    ("one", "other", "warned"),
    [
        ("4.28 GB/s", "4.284 GB/s", True),
        ("4.28 GB/s", "4.29 GB/s", False),
        ("4 GB/s", "4.3 GB/s", False),
        ("4 GB/s", "4.0 GB/s", True),
        ("4.0 GB/s", "4.1 GB/s", False),
    ],
)
def test_figures_agree_as_far_as_the_coarser_says(one, other, warned):
    """Where it has digits enough that this is no accident; else if they are equal."""
    points = [Point("scratch.write_bandwidth", text, "a talk") for text in (one, other)]
    assert bool(fitted(*points).warnings) == warned


JOB = '{"jobname": "%s", "write": {"bw_bytes": %d, "iops": 1.0}}'
FIT = """\
schema: ostimate.calibration/1
scenario: astra.yaml
free:
  - path: tiers.0.policy.delivery_factor
measurements:
  - {{file: fio.json, figure: write bandwidth, quantity: scratch.write_bandwidth{more}}}
"""


def asked(tmp_path: Path, more: str = "") -> str:
    jobs = ", ".join(JOB % one for one in (("a", 160e9), ("b", 170e9), ("b", 180e9)))
    (tmp_path / "fio.json").write_text('{"fio version": "fio-3.33", "jobs": [' + jobs + "]}\n")
    (tmp_path / "fit.yaml").write_text(FIT.format(more=more))
    shutil.copy(ROOT / "scenarios" / "astra.yaml", tmp_path)
    return str(tmp_path / "fit.yaml")


def test_jobs_of_one_line_are_named_by_their_case(tmp_path, capsys):
    for more in ("", ", line: 1"):
        assert main(["calibrate", asked(tmp_path, more)]) == 1
        assert "for 'a', 'b', 'b (2)': write one of them as 'case'" in capsys.readouterr().err
    assert main(["calibrate", asked(tmp_path, ", case: c")]) == 1
    assert "isn't there for the case 'c'; it is for 'a', 'b', 'b (2)'" in capsys.readouterr().err
    assert main(["calibrate", asked(tmp_path, ", case: b (2)"), "--json", "-"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["measurements"]
    assert (one["measured"], one["source"]) == (180e9, "fio.json:1 (b (2))")
