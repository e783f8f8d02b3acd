"""A workbook with a demand is alive: years, blocks and costs are computed anew."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from model.answers.needs import inodes_full, needs
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from model.engine.tree import Address
from report.workbook.demand_summary import AFTER, ON
from report.workbook.sheet_writer import SPOILED
from report.workbook.sheets import COST, SUMMARY, Cell
from report.workbook.workbook import build, workbook_bytes
from tests.office import Sheets
from tests.report.books import PRICED, SCENARIOS, differences, sheet_of

SMALL = {"tiers.0.blocks": 1, "tiers.0.drives.part": "seagate-st10000nm0096"}
EQUAL = [{"name": "d", "volume": "0.3 PB"}, {"name": "e", "volume": "0.1 PB"}]
GROUPS = [
    {"name": "a", "volume": "0.1 PB", "growth": "40 %"},
    {"name": "b", "volume": "0.1 PB", "added": "100 TB/year"},
    {"name": "c", "volume": "0.1 PB", "growth": "90 %", "ceiling": "0.5 PB"},
]
START = {"start": "2026-02-28"}
HISTORY = {"start": "2026-03-01", "history": {"file": "usage.csv", "samples": 200}}
WEAR = {
    "writes_per_day": 0.024,
    "drives": 10168,
    "drive_capacity": "4 TB",
    "data_share": 0.8,
    "amplification": 2.68,
}
WORN = {"after": "28 days", "growth": "20 TB/day", "endurance": WEAR}
CASES: dict[str, dict[str, Any]] = {
    "groups": {"tiers.0.demand": {**START, "groups": GROUPS}},
    "one group": {"tiers.0.demand": {"groups": GROUPS[2:]}},
    "equal growth": {"tiers.0.demand": {**START, "groups": EQUAL, "growth": "15 %"}},
    "departments": {"demand": {"file": "departments.csv"}},
    "site": {"demand": {**START, "groups": [*GROUPS, *EQUAL], "growth": "15 %"}},
    "purge": {"tiers.0.demand": {"purge": {"after": "28 days", "growth": "20 TB/day"}}},
    "purge of flash": {
        "tiers.0.demand": {"purge": WORN},
        "tiers.0.drives.part": "samsung-pm1653-3840gb",
    },
    "purge that wears": {"demand": {"purge": WORN}},
    "purge of little": {"demand": {"purge": {"after": "28 days", "growth": "1 TB/day"}}},
    "history": {"tiers.0.demand": HISTORY},
    "history at the site": {"demand": HISTORY},
}
SEARCHED = ("groups", "site")
WITH_INODES = ("one group", "history at the site")
"""Cases whose metadata has a tier; the others are one small tier."""
FILES = {"mean_size": "1 MB"}
MOVE = {"volume": "1.19 PB", "source_rate": "880 MB/s"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Put a scenario beside files of departments and of past usage: 1 TB a day, made up."""
    folder = tmp_path_factory.mktemp("scenarios")
    first = datetime.date(2026, 1, 1)
    days = [first + datetime.timedelta(days=n) for n in range(60)]
    lines = [f"{day},{7e14 + 1e12 * n + (n * n * 1.37e12) % 7e12}" for n, day in enumerate(days)]
    (folder / "usage.csv").write_text("\n".join(["date,bytes", *lines]))
    departments = (SCENARIOS / "data/cri-departments.csv").read_text(encoding="utf-8")
    (folder / "departments.csv").write_text(departments, encoding="utf-8")
    for scenario in (SCENARIOS / "beluga.yaml", PRICED):
        (folder / scenario.name).write_bytes(scenario.read_bytes())
    return folder


@cache
def results_of(folder: Path, case: str) -> Results:
    more = {"migration": MOVE, "economics.price_decline": 0.1}
    if case not in WITH_INODES:
        small = load_scenario(folder / PRICED.name)
        return evaluate(edited(small, {**SMALL, **CASES[case], **more}))
    scenario = load_scenario(folder / "beluga.yaml")
    prices = {f"{at}.price": "1000 CAD" for at, _ in scenario.pieces()}
    return evaluate(edited(scenario, {**prices, **CASES[case], **more, "files": FILES}))


@cache
def spoiled(folder: Path, case: str) -> tuple[bytes, dict[Cell, float | None], dict[Address, Cell]]:
    """Build the workbook of a case once, with wrong results; nobody may change the dictionaries."""
    return build(results_of(folder, case), spoiled=True)


@pytest.fixture(scope="module")
def recalculated(
    folder: Path, compute: Callable[[dict[str, bytes]], dict[str, Sheets]]
) -> dict[str, Sheets]:
    """The workbooks of all cases, computed anew."""
    return compute({name: spoiled(folder, name)[0] for name in CASES})


@pytest.mark.parametrize("case", CASES)
def test_every_cell_equals_the_model_and_is_alive(
    folder: Path, recalculated: dict[str, Sheets], case: str
) -> None:
    """Wrong results written beside the formulas all change to what the model says."""
    _, numbers, cells = spoiled(folder, case)
    assert SPOILED not in numbers.values()
    assert cells["site/years:year 1", "year_expansion"].sheet == COST
    assert not differences(recalculated[case], numbers)


@pytest.mark.parametrize("case", CASES)
def test_only_mixed_growth_is_no_formula(folder: Path, case: str) -> None:
    """Where a formula says when all is full, the cell has it; else it holds what was found until
    something changes, and its note says who searched.
    """
    results = results_of(folder, case)
    [need] = needs(results)
    data, _, cells = spoiled(folder, case)
    place = cells[need.path, "time_full"]
    sheet = sheet_of(data, place.sheet)
    cell = sheet.cell(place.row + 1, place.column + 1)
    assert cell.data_type == "f"
    kept = re.fullmatch(r'=IF\(AND\(.*"as exported"\),([\d.]+),NA\(\)\)', cell.value)
    assert (kept is not None) == (case in SEARCHED)
    if kept is not None:
        assert float(kept[1]) == pytest.approx(results[need.path, "time_full"], rel=1e-12)
        note = cell.comment.text
        assert "search for the first time" in note
        assert "Live capacity" in note
        assert note.count("Group volume") == 1


def rows(sheet: Iterable[Any]) -> dict[str, Any]:
    return {row[0]: row for row in sheet if row[0]}


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_the_summary_says_when_it_is_full(
    folder: Path, recalculated: dict[str, Sheets], case: str
) -> None:
    """The first sheet has what is needed, the date it is full, the inodes', and the move's days."""
    results = results_of(folder, case)
    [need] = needs(results)
    found = rows(recalculated[case][SUMMARY])
    row = found[results.plan.scenario.name if need.path == "site" else need.name]
    assert row[3] == pytest.approx(need.end.needed)
    in_tib = found[f"{row[0]}, TiB"]
    assert in_tib[1:5] == [pytest.approx(value / 2**40) for value in row[1:5]]
    if need.time_full is None:
        assert row[AFTER] == f"not in {need.horizon} years"
    else:
        assert row[AFTER] == pytest.approx(need.time_full / 86400)
    if need.full_on is not None:
        assert row[ON].date() == need.full_on
    inodes = inodes_full(results)
    assert (inodes is None) == (case not in WITH_INODES)
    if inodes is not None and inodes.date is not None:
        assert found["Inodes"][ON].date() == inodes.date
    assert found["Minimum migration time, days"][1] == pytest.approx(1.19e15 / 880e6 / 86400)


def test_without_a_demand_the_summary_has_no_such_part() -> None:
    """A scenario that states none has no empty table."""
    results = evaluate(load_scenario(SCENARIOS / "beluga.yaml"))
    sheet = sheet_of(workbook_bytes(results), SUMMARY)
    assert not {"Demand", "Inodes", "Minimum migration time, days"} & set(rows(sheet.values))
