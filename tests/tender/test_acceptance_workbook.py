"""The workbook of an acceptance: verdicts follow what is entered, and are those of the engine."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import NamedTuple

import openpyxl
import pytest

from model import evaluate, load_scenario
from model.tender.acceptance import SPREAD, AcceptanceTest, acceptance
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_verdicts import ByHand, judged
from model.tender.remedy_clauses import CLAUSES, GENERAL
from model.tender.rules_from_plan import rules_of
from model.tender.specification import specification
from report.workbook.acceptance_workbook import (
    ACCEPTANCE,
    HEADS,
    MEASUREMENTS,
    SPECIFICATION,
    build,
)
from report.workbook.sheets import Cell
from tests.office import Sheets
from tests.report.books import shown, typed
from tests.report.test_excel_limits import broken

TERMS = Terms.model_validate(
    {
        "clients": 8,
        "processes_per_client": 4,
        "client_memory": "256 GB",
        "direct": True,
        "stability": "30 days",
        "committed": {
            "write_bandwidth": "100 GB/s",
            "read_bandwidth": "150 GB/s",
            "creates": "50 kIOPS",
            "availability": "99.5 %",
            "states": {"server down": {"write": "80 GB/s"}},
            "failover_time": "60 s",
        },
    }
)


class Figure(NamedTuple):
    figure: str
    value: float
    file: str = "ior.txt"
    details: tuple[tuple[str, str], ...] = (("repetitions", "5"),)
    unit: str = "byte/s"
    kind: str = "IOR"
    case: str = ""
    nodes: int | None = None
    tasks: int | None = None
    note: str = ""


RESULTS = evaluate(load_scenario("scenarios/templates/flash-scratch.yaml"))
TESTS = acceptance(RESULTS, TERMS)
WRITE, READ = "write bandwidth", "read bandwidth"
READ_FROM_FILES: dict[str, tuple[Figure | ByHand, ...]] = {
    "pass": (Figure(WRITE, 100e9), Figure(f"min {WRITE}", 95e9)),
    "the mean is below": (Figure(WRITE, 99.9e9), Figure(f"min {WRITE}", 99e9)),
    "the lowest is below": (Figure(WRITE, 120e9), Figure(f"min {WRITE}", 94.9e9)),
    "too few repeats": (
        Figure(WRITE, 120e9, details=(("repetitions", "3"),)),
        Figure(f"min {WRITE}", 119e9),
    ),
    "no lowest": (Figure(WRITE, 120e9),),
    "one shared file": (
        Figure(WRITE, 120e9, details=(("repetitions", "5"), ("access", "single-shared-file"))),
        Figure(f"min {WRITE}", 119e9),
    ),
}
BY_HAND: dict[str, tuple[Figure | ByHand, ...]] = {
    "a stated spread": (ByHand("T8", f"{SPREAD} {WRITE}", 0.04, "measured.yaml"),),
    "a wide stated spread": (ByHand("T8", f"{SPREAD} {WRITE}", 0.06, "measured.yaml"),),
    "power, site and capacity": (
        ByHand("T10", "power", 24_000.0, "measured.yaml"),
        ByHand("T11", "racks", 3.0, "measured.yaml"),
        ByHand("T2", "usable capacity", 2.1e15, "measured.yaml"),
        ByHand("T1", "NVIDIA QM9700, single level", 1.0, "measured.yaml"),
        ByHand("T6.1", "takeover time", 60.0, "measured.yaml"),
    ),
    "repeats": tuple(
        ByHand("T6.1", f"server down: {WRITE}", rate, "measured.yaml")
        for rate in (80e9, 81e9, 79e9, 80e9, 80e9)
    ),
    "a spread at its limit but for printed digits": (
        *(
            Figure(name, value * 2**20, "T8.txt", (("repetitions", "20"),))
            for name, value in (
                (WRITE, 10000.01),
                (f"min {WRITE}", 9900.0),
                (f"max {WRITE}", 10500.02),
            )
        ),
    ),
    "a wide spread in few repeats": (
        *(
            Figure(name, value, "T8.txt", (("repetitions", "5"),))
            for name, value in ((WRITE, 100e9), (f"min {WRITE}", 80e9), (f"max {WRITE}", 120e9))
        ),
    ),
}
OF_TESTS = {"T8.txt": "T8"}
Entries = dict[tuple[str, str], list[float]]


def test_the_results_have_the_verdicts_of_their_names() -> None:
    """Otherwise all of them may be undecided, and nothing is compared."""
    found = {
        name: {one.verdict for test in judged_by(name) for one in test.thresholds if one.files}
        for name in ("pass", "the mean is below", "a spread at its limit but for printed digits")
    }
    assert list(found.values()) == [{"pass"}, {"fail"}, {"pass"}]


def threshold(key: str, figure: str) -> float:
    [found] = [
        one.value
        for test in TESTS
        for one in test.thresholds
        if (test.key, one.figure) == (key, figure)
    ]
    return found


def all_entries() -> Entries:
    """What a system gives that passes every test with a threshold."""
    found: Entries = {}
    scales = {"byte": 1e12, "byte/s": 1e9}
    for test in TESTS:
        for one in test.thresholds:
            value = one.value / scales.get(one.unit, 1.0)
            repeats = 5 if one.unit in ("byte/s", "1/second") else 1
            found[test.key, one.figure] = [value] * repeats
    for way in (WRITE, READ):
        found["T8", f"{SPREAD} {way}"] = [100.0, 104.9, 95.1, 100.0] * 5
    return found


ENTERED: dict[str, tuple[Entries, dict[str, str]]] = {
    "all": ({}, {"T1": "pass", "T2": "pass", "T3": "pass", "T8": "pass", "T9": "pass"}),
    "one device is missing": ({("T1", "NVIDIA QM9700, single level"): [0.0]}, {"T1": "fail"}),
    "one repeat is low": ({("T3", WRITE): [120.0, 120, 120, 120, 94.9]}, {"T3": "fail"}),
    "rates that were rounded": ({("T3", WRITE): [99.999996] * 5}, {"T3": "pass"}),
    "rates just below": ({("T3", WRITE): [99.99999] * 5}, {"T3": "fail"}),
    "four repeats": ({("T3", WRITE): [120.0] * 4}, {"T3": "not decided"}),
    "a wide spread": (
        {("T8", f"{SPREAD} {WRITE}"): [100.0, 105.1, 94.9, 100.0] * 5},
        {"T8": "fail"},
    ),
    "too much power": ({("T10", "power"): [25_001.0]}, {"T10": "fail"}),
    "a slow takeover": (
        {("T6.1", "takeover time"): [61.0]},
        {"T6.1": "fail", "T5": "pass", "T12": "pass"},
    ),
    "nothing": ({key: [] for key in all_entries()}, {"T3": "not decided", "T1": "not decided"}),
}


def judged_by(name: str) -> list[AcceptanceTest]:
    return judged(TESTS, (READ_FROM_FILES | BY_HAND)[name], TERMS, OF_TESTS)


def filled(entries: Entries) -> bytes:
    """The workbook with these entries, and wrong results beside its formulas."""
    data, _, repeats = build(TESTS, TERMS, {}, spoiled=True)
    cells = {
        cell: value
        for key, values in (all_entries() | entries).items()
        for cell, value in zip(repeats[key], values, strict=False)
    }
    return typed(data, cells)


@pytest.fixture(scope="module")
def recalculated(compute: Callable[[Mapping[str, bytes]], dict[str, Sheets]]) -> dict[str, Sheets]:
    contents = {
        f"read {name}": build(judged_by(name), TERMS, {}, spoiled=True)[0]
        for name in (*READ_FROM_FILES, *BY_HAND)
    }
    contents |= {f"entered {name}": filled(entries) for name, (entries, _) in ENTERED.items()}
    return compute(contents)


@pytest.mark.office
@pytest.mark.parametrize("name", [*READ_FROM_FILES, *BY_HAND])
def test_verdicts_on_files_are_those_of_the_engine(
    name: str, recalculated: dict[str, Sheets]
) -> None:
    tests = judged_by(name)
    assert any(one.files for test in tests for one in test.thresholds)
    _, verdicts, _ = build(tests, TERMS, {})
    sheets = recalculated[f"read {name}"]
    found = {test.key: shown(sheets, verdicts[test.key]) for test in tests}
    assert found == {test.key: test.verdict for test in tests}
    of_figures = {
        (row[0], row[1]): row[10] for row in sheets[ACCEPTANCE] if len(row) > 10 and row[10]
    }
    for test in tests:
        for one in test.thresholds:
            assert of_figures[test.key, one.figure] == one.verdict, one


@pytest.mark.office
@pytest.mark.parametrize("name", ENTERED)
def test_verdicts_follow_entries(name: str, recalculated: dict[str, Sheets]) -> None:
    _, expected = ENTERED[name]
    _, verdicts, _ = build(TESTS, TERMS, {})
    sheets = recalculated[f"entered {name}"]
    assert {key: shown(sheets, verdicts[key]) for key in expected} == expected
    whole = "fail" if "fail" in expected.values() else "not decided"
    assert shown(sheets, verdicts[""]) == whole  # tests without thresholds are never decided


def test_every_test_procedure_command_and_hash_is_there() -> None:
    document = specification(rules_of(RESULTS)[1])
    files = {"ior.txt": "ab" * 32, "mdtest.txt": "cd" * 32}
    data, verdicts, _ = build(TESTS, TERMS, files, document)
    assert not broken(data)
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert book.sheetnames == [ACCEPTANCE, MEASUREMENTS, SPECIFICATION]
    texts = {str(cell.value) for row in book[ACCEPTANCE].iter_rows() for cell in row}
    for test in TESTS:
        assert {test.title, test.procedure, *(f"$ {one}" for one in test.commands)} <= texts
        assert verdicts[test.key] != verdicts[""]
    rows = [[str(cell.value) for cell in row if cell.value] for row in book[ACCEPTANCE].iter_rows()]
    assert all([name, digest] in rows for name, digest in files.items())
    assert [*filter(None, HEADS)] in rows
    assert "Signatures" in texts
    titles = {str(cell.value) for row in book[SPECIFICATION].iter_rows() for cell in row}
    assert {"Definitions", "Requirements", "Devices", "Price sheet"} <= titles


def test_every_remedy_is_there() -> None:
    """That of all tests, and those of single ones."""
    terms = TERMS.model_copy(update={"remedy": "repair", "remedies": {"T3": "add", "T4": "reduce"}})
    sheet = openpyxl.load_workbook(io.BytesIO(build(TESTS, terms, {})[0]))[ACCEPTANCE]
    texts = [str(cell.value) for cell in sheet["A"]]
    at = texts.index("If a test fails") + 1
    general = CLAUSES[GENERAL]
    own = (f"{key}: {general[remedy]}" for key, remedy in terms.remedies.items())
    assert texts[at : at + 3] == [general["repair"], *own]


def test_a_sheet_has_all_of_the_specification() -> None:
    """Each text of the document, in its order."""
    document = specification(rules_of(RESULTS)[1])
    book = openpyxl.load_workbook(io.BytesIO(build(TESTS, TERMS, {}, document)[0]))
    found = [
        str(cell.value).removeprefix("• ")
        for row in book[SPECIFICATION].iter_rows()
        for cell in row
        if cell.value
    ]
    from tests.tender.test_specification import contents

    assert found[2:-1] == contents(document)
    assert found[-1] == document.foot


def test_cells_of_entries_are_on_the_sheet_of_measurements() -> None:
    _, _, repeats = build(TESTS, TERMS, {})
    cells = [cell for row in repeats.values() for cell in row]
    assert len(cells) == len(set(cells))
    assert {cell.sheet for cell in cells} == {MEASUREMENTS}
    assert len(repeats["T3", WRITE]) == 5
    assert Cell(MEASUREMENTS, 3, 3) in cells
