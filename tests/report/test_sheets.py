"""Figures stand on the sheet of what their chapter is about."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from model.answers.results import Results, evaluate
from model.answers.views.loss_table import losses
from model.design.scenario import load_scenario
from report.workbook.sheets import (
    CAPACITY,
    CHECKPOINT,
    PERFORMANCE,
    PRICE_PATHS,
    RISK,
    Cell,
    twin_unit,
)
from report.workbook.texts import TABLES
from report.workbook.workbook import build, workbook_bytes
from tests.planning.test_targets import planned
from tests.report.books import sheet_of

SCENARIOS = Path(__file__).parents[2] / "scenarios"
CEPH = ("{redundancy: ceph, layout: 3-way}", "ceph")
DECLUSTERED = ("{redundancy: declustered, layout: 8+2p}", "scale")


def sheets_of(results: Results, *kinds: str) -> dict[str, set[str]]:
    """The sheets of each figure of the instances of some kinds."""
    found: dict[str, set[str]] = {}
    for (path, name), cell in build(results)[2].items():
        if path.rpartition("/")[2].partition(":")[0] in kinds:
            found.setdefault(name, set()).add(cell.sheet)
    return found


def test_the_figures_of_states_stand_together() -> None:
    """Served targets and their neighbours are about performance, whatever their chapter's name."""
    results = evaluate(load_scenario(SCENARIOS / "beluga.yaml"))
    found = sheets_of(results, "states", "cases", "servers")
    assert found["served_targets"] == {PERFORMANCE}
    assert {name: at for name, at in found.items() if at != {PERFORMANCE}} == {}


@pytest.mark.parametrize("target", [CEPH, DECLUSTERED], ids=lambda target: target[1])
def test_striped_files_are_about_performance(target: tuple[str, str]) -> None:
    """Files over all targets stand beside independent ones, for each kind of target."""
    found = sheets_of(planned(*target), "tiers")
    for way in ("read", "write"):
        for name in (f"striped_{way}_bandwidth", f"striped_{way}_bandwidth_bound"):
            assert found[name] == {PERFORMANCE}, name
    assert found["usable_capacity"] == {CAPACITY}


def test_capacities_of_a_tier_given_whole_stand_in_both_customs() -> None:
    """A buyer reads TB and TiB of every tier, whether its parts are known or not."""
    results = planned(*CEPH)
    for tier in ("other", "t"):
        item = results.item(f"site/tiers:{tier}", "usable_capacity")
        assert twin_unit(item, "tiers") == "TiB", tier


@pytest.mark.long
def test_what_is_not_in_play_has_no_sheet() -> None:
    """A scenario without checkpoints has no page that only says so; one whose losses of data are
    counted says how likely they are, and one with dated prices what later orders cost.
    """
    flash = evaluate(load_scenario(SCENARIOS / "templates/flash-scratch.yaml"))
    priced = evaluate(load_scenario("tests/report/priced.yaml"))
    names = [
        set(openpyxl.load_workbook(io.BytesIO(workbook_bytes(one))).sheetnames)
        for one in (flash, priced)
    ]
    assert [CHECKPOINT in found for found in names] == [False, True]
    for name in (RISK, PRICE_PATHS):
        assert [name in found for found in names] == [True, True]


def test_guides_to_training_stand_beside_checkpoints() -> None:
    """A machine that trains has a table of what each guide requires, under its title."""
    results = evaluate(load_scenario(SCENARIOS / "templates/ai-training-store.yaml"))
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(results)))
    titles = {cell.value for cell in book[CHECKPOINT]["A"]}
    assert TABLES["guides"] in titles


def test_times_of_the_risk_stand_in_years_and_hours() -> None:
    """Nobody reads a mean time to data loss of 3.5e13 seconds."""
    results = evaluate(load_scenario(SCENARIOS / "templates/project-space.yaml"))
    data, _, cells = build(results)
    sheet = sheet_of(data, RISK)
    year = 31_557_600
    for name, unit, seconds in (
        ("risk_period", "years", year),
        ("mean_time_to_data_loss", "years", year),
        ("rebuild_time", "hours", 3600),
    ):
        known = (at for at, value in results.values.items() if value is not None)
        cell = cells[next(at for at in known if at[1] == name)]
        row = [one.value for one in sheet[cell.row + 2]]
        assert row[1] == unit, name
        assert row[0].endswith(f" in {unit}"), name
        assert row[cell.column] == f"={Cell(RISK, cell.row, cell.column).seen_from(RISK)}/{seconds}"


def test_the_tables_of_risk_are_printed() -> None:
    """What tiers survive, lose and miss stands above the figures, which are for the screen."""
    results = evaluate(load_scenario(SCENARIOS / "beluga.yaml"))
    sheet = sheet_of(workbook_bytes(results), RISK)
    rows = {cell.value: cell.row for cell in sheet["A"] if cell.value}
    last = int(str(sheet.print_area).rpartition("$")[2])
    for title in ("Survival of failures: project", "Data loss by cause", "Outages by cause"):
        assert rows[title] < last < rows["Site"]
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight or 1) == (1, 2)
    assert str(sheet.cell(rows["project: failed drives"], 2).value).startswith("=")
    # what no outage comes of has its row, too: it may, once a figure is typed
    assert rows["Outages by cause"] < rows["project: all servers of a block"] < last


@pytest.mark.parametrize("name", ["project-space", "flash-scratch"])
def test_the_losses_of_a_tier_are_those_of_its_figures(name: str) -> None:
    """The probability, the mean time in years, the longest rebuild in hours, the average loss."""
    results = evaluate(load_scenario(SCENARIOS / f"templates/{name}.yaml"))
    sheet = sheet_of(workbook_bytes(results), RISK, data_only=True)
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    top = next(n for n, row in enumerate(rows) if row[0] == losses(results).title)
    at, seen = {str(head): n for n, head in reversed([*enumerate(rows[top + 1])])}, 0
    for row, (tier, path) in zip(rows[top + 2 :], results.tiers(), strict=False):
        year, own = results["site", "year_length"] or 1.0, results.values
        rebuilds = [
            value
            for (where, figure), value in own.items()
            if where.startswith(path) and figure == "rebuild_time"
        ]
        time = own.get((path, "mean_time_to_data_loss"))
        assert row[0] == tier
        assert row[at["Probability"]] == shown_as(own[path, "loss_probability"])
        assert row[at["Mean time to data loss, years"]] == shown_as(
            None if time is None else time / year
        )
        known = [one / 3600 for one in rebuilds if one is not None]
        hours = shown_as(max(known, default=None)) if rebuilds else "none: nothing is redundant"
        assert row[at["Rebuild time, hours"]] == hours
        assert row[at["Average data loss"]] == shown_as(own[path, "expected_bytes_lost"])
        seen += 1
    assert seen


def shown_as(value: float | None) -> Any:
    return "#N/A" if value is None else pytest.approx(value)
