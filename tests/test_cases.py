"""Public questions and outputs, each with its right answer and source: `truth/cases.csv`."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from model.answers.output import plan_json
from model.answers.results import evaluate
from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import Measurement
from model.design.scenario import load_scenario
from model.errors import InputError, Place
from model.parts.quotes import read_quote
from model.planning.named_files import Named
from model.planning.usage import read_usage
from model.pools.files import zfs_files
from model.pools.mixes import read_files
from model.reading.price_lists import price_list
from model.units.figures import parse
from tests import capacity_cases

TRUTH = Path(__file__).parent / "truth"
FILES = TRUTH / "cases"
TIB, MIB, PB = 2**40, 2**20, 1e15
IN_RANGE = "in the range"

Answer = float | str
Answers = dict[str, Callable[[], tuple[Answer, ...]]]


def figures(name: str) -> list[Measurement]:
    """Read the figures of a benchmark's output, without highest and lowest values."""
    found = read_measurements(FILES / name)
    return [one for one in found if not one.figure.startswith(("max ", "min "))]


def number_and_sum(name: str, unit: float) -> tuple[Answer, ...]:
    found = figures(name)
    return len(found), sum(one.value for one in found) / unit


def written(name: str) -> float:
    """Give the one figure of writing, or of reading, of a benchmark's output."""
    [found] = [one for one in figures(name) if one.unit == "byte/s"]
    return found.value


def refusal(name: str) -> str:
    """Give the error of an output that isn't read."""
    with pytest.raises(InputError) as caught:
        read_measurements(FILES / name)
    return str(caught.value)


def limit(name: str) -> tuple[Answer, ...]:
    """Give the upper bound of reading, and the stage that limits."""
    [tier] = plan_json(evaluate(load_scenario(FILES / name)))["stages"].values()
    return tier["read"][0]["bandwidth"] / 1e9, tier["read"][0]["stage"]


def given_capacity(name: str) -> float:
    return evaluate(load_scenario(FILES / name))["site", "usable_capacity"] or 0.0


def forecast_range(name: str) -> tuple[Answer, ...]:
    """Give the range of the last year's forecast."""
    results = evaluate(load_scenario(FILES / name))
    ends = (results["site/years:year 1", f"forecast_{end}"] for end in ("low", "high"))
    return tuple(end / PB for end in ends if end is not None)


def interval(name: str) -> float:
    """Give the checkpoint interval by Daly."""
    return evaluate(load_scenario(FILES / name))["site", "interval_daly"] or 0.0


def first_record(name: str) -> float:
    return read_usage(Named(FILES / name, Place(name), "file")).volumes[0]


def amounts(name: str) -> tuple[Answer, ...]:
    """Give the amounts of a price list."""
    prices = read_quote("book", price_list((FILES / name).read_bytes(), name))
    return tuple(one.price.amount for one in prices)


def empty_files(name: str) -> tuple[Answer, ...]:
    """Give the number of files, of empty ones, and the data of an empty one on a pool."""
    mix = read_files(str(FILES / name))
    none, one = (zfs_files("raidz2:10", {"4 KiB": 1, 0: n}, "10 TB") for n in (0, 1))
    return sum(mix.values()), mix[0], one.data - none.data


def drive_life(name: str) -> float:
    results = evaluate(load_scenario(FILES / name))
    return results["site/tiers:t", "drive_life"] or 0.0


ANSWERS: Answers = {
    "unit-02": lambda: (parse("18TB", "byte") / TIB,),
    "unit-03": lambda: (
        given_capacity("unit-03.yaml"),
        parse("5 PByte", "byte"),
        parse("2 GBytes/s", "byte/s"),
        parse("3 tebibytes", "byte"),
    ),
    "net-01": lambda: limit("net-01.yaml"),
    "net-02": lambda: limit("net-02.yaml"),
    "ckpt-01": lambda: (interval("ckpt-01.yaml"),),
    "bench-02": lambda: number_and_sum("bench-02.txt", MIB),
    "bench-04": lambda: number_and_sum("bench-04.txt", 1),
    "bench-06": lambda: number_and_sum("bench-06.txt", MIB),
    "bench-08": lambda: (figures("bench-08.txt")[0].note,),
    "bench-10": lambda: (written("bench-10.txt") / MIB,),
    "bench-12": lambda: (written("bench-12.json") / 1e6,),
    "bench-14": lambda: (refusal("bench-14.txt"),),
    "price-02": lambda: amounts("price-02.csv"),
    "price-04": lambda: amounts("price-04.csv"),
    "price-06": lambda: amounts("price-06.csv"),
    "hist-01": lambda: forecast_range("hist-01.yaml"),
    "hist-03": lambda: (first_record("hist-03.csv"),),
    "hist-05": lambda: empty_files("hist-05.csv"),
    "ssd-01": lambda: (drive_life("ssd-01.yaml"),),
    **capacity_cases.ANSWERS,
}
"""How each case is asked."""


def cases() -> list[dict[str, str]]:
    with (TRUTH / "cases.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def close(answer: Answer, right: str, tolerance: str) -> bool:
    """Whether an answer is right: a text holds the words, a number is within the tolerance."""
    if isinstance(answer, str):
        return right in answer
    if tolerance.endswith("%"):
        return answer == pytest.approx(float(right), rel=float(tolerance.rstrip(" %")) / 100)
    return answer == pytest.approx(float(right), rel=1e-9, abs=float(tolerance))


@pytest.mark.parametrize("row", cases(), ids=lambda row: row["id"])
def test_a_public_case(row: dict[str, str]) -> None:
    """The answer is what the source says, within the tolerance of its figures."""
    right = row["right"].split("; ")
    answers = ANSWERS[row["id"]]()
    if row["tolerance"] == IN_RANGE:
        low, high = map(float, answers)
        assert low < min(map(float, right))
        assert max(map(float, right)) < high
        return
    assert len(answers) == len(right)
    for answer, one in zip(answers, right, strict=True):
        assert close(answer, one, row["tolerance"]), f"{answer} for {one} {row['unit']}"


def test_each_case_is_asked_and_sourced() -> None:
    """The table and the questions name the same cases; each has a source, and each file a case."""
    rows = cases()
    assert [row["id"] for row in rows] == list(ANSWERS)
    assert all(row["source"] and row["question"] and row["right"] for row in rows)
    assert {file.stem for file in FILES.iterdir()} <= set(ANSWERS)
