"""The workbook says what the model says, and is alive: LibreOffice computes it anew."""

from __future__ import annotations

import datetime
import io
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import to_excel

from model.answers.capacity_steps import other_capacity_answers
from model.answers.composition import how_combined
from model.answers.results import Results, evaluate
from model.answers.sentences import rendered
from model.answers.summary import conclusion, headline
from model.design.scenario import load_scenario
from model.units.figures import THIN
from report.statement import statement
from report.workbook import texts as wording
from report.workbook.sheet_writer import SPOILED
from report.workbook.sheets import (
    ASSUMPTIONS,
    BILL,
    BILL_KEY,
    CAPACITY,
    COST,
    PERFORMANCE,
    PRICE_PATHS,
    SHEETS,
    STATEMENT,
    SUMMARY,
    Cell,
)
from report.workbook.steps import STEPS
from report.workbook.workbook import build, workbook_bytes
from tests.office import Sheets
from tests.report.books import (
    FILES,
    PRICED,
    SCENARIOS,
    built,
    differences,
    opened,
    results_of,
    sheet_of,
    shown,
    tiers,
    typed,
    without_assumptions,
)
from tests.report.test_excel_limits import broken

eight = cache(lambda: evaluate(tiers(8)))
"""So many tiers that sentences and tables are long."""
CARD, OTHER_CARD = "hpe-840qsfp28", "mellanox-mcx4121a-acat"
ALTERNATIVES: dict[str, dict[str, Any]] = {
    "astra": {"tiers.0.network.alternatives": [CARD, OTHER_CARD]},
    "beluga": {},
}
CHANGES: dict[str, tuple[dict[str, Any], dict[tuple[str, str], float], dict[str, str]]] = {
    "astra": (
        {
            "tiers.0.blocks": 14,
            "machine.node_memory": "128 GiB",
            "checkpoint.ratio": 150,
            "tiers.0.network.ports": 2,
            "tiers.0.drives.capacity": "3.84 TB",
            "tiers.0.network.part": OTHER_CARD,
        },
        {
            ("site/tiers:scratch", "blocks"): 14.0,
            ("site", "node_memory"): 128 * 2.0**30,
            ("site", "mtti_to_dump_ratio"): 150.0,
            ("site/tiers:scratch", "nic_ports"): 2.0,
            ("site/tiers:scratch", "drive_capacity"): 3.84e12,
        },
        {"network": OTHER_CARD},
    ),
    "beluga": (
        {"tiers.0.memory.channels": 6, "tiers.0.blocks": 17, "tiers.0.drives.per_enclosure": 98},
        {
            ("site/tiers:project", "memory_channels"): 6.0,
            ("site/tiers:project", "blocks"): 17.0,
            ("site/tiers:project", "drives_per_enclosure"): 98.0,
        },
        {},
    ),
}


RUNNING = {"economics.energy_price": "0.30 EUR/kWh", "economics.staff_cost": "120 kEUR/year"}


@cache
def wrong_beside(results: Results) -> bytes:
    """A workbook with wrong results beside all formulas."""
    data, numbers, _ = build(results, spoiled=True)
    assert SPOILED not in numbers.values()
    return data


def with_changes(name: str) -> bytes:
    """Inputs overwritten in the sheet, parts chosen anew."""
    _, inputs, parts = CHANGES[name]
    results = results_of(SCENARIOS / f"{name}.yaml", ALTERNATIVES[name])
    data, _, cells = build(results)
    lines = {line.role: line.path for line in results.plan.lines}
    rows = {role: cells[lines[role], "line_count"].row for role in parts}
    chosen = {Cell(BILL, rows[role], BILL_KEY): key for role, key in parts.items()}
    return typed(data, {cells[at]: value for at, value in inputs.items()} | chosen)


def entered(sheet: Any, unit: str) -> Any:
    """The cell that a buyer types into, found by the unit that stands before it."""
    return next(row[2] for row in sheet.iter_rows() if row[1].value == unit)


def with_running_costs() -> bytes:
    """Another price of energy and another staff, typed in as people say them."""
    entries = {}
    for unit, was, value in (("EUR/kWh", 0.2, 0.3), ("EUR/year", 100_000, 120_000)):
        cell = entered(opened(PRICED)[COST], unit)
        assert (cell.data_type, cell.value) == ("n", was)
        entries[Cell(COST, cell.row - 1, cell.column - 1)] = value
    return typed(built(PRICED)[0], entries)


def rows_of_roles(file: Path) -> dict[str, int]:
    """The row of each line of the bill."""
    cells, lines = built(file)[2], results_of(file).plan.lines
    return {line.role: cells[line.path, "line_count"].row + 1 for line in lines}


def with_another_drive() -> bytes:
    """A part chosen anew."""
    key = Cell(BILL, rows_of_roles(PRICED)["drives"] - 1, BILL_KEY)
    return typed(built(PRICED)[0], {key: "seagate-exos-x18-18tb"})


@pytest.fixture(scope="module")
def recalculated(compute) -> dict[str, Sheets]:
    """Every workbook of this file, computed anew by one start of LibreOffice."""
    contents = {f"spoiled {file.stem}": wrong_beside(results_of(file)) for file in FILES}
    contents["spoiled tiers"] = wrong_beside(eight())
    contents |= {f"changed {name}": with_changes(name) for name in CHANGES}
    contents["costs"] = with_running_costs()
    contents["named"] = with_another_drive()
    return compute(contents)


@pytest.mark.office
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_cell_equals_the_model_and_is_alive(file, recalculated):
    """Wrong results written beside the formulas all change to what the model says."""
    numbers = built(file)[1]
    assert len(numbers) > 200
    assert not differences(recalculated[f"spoiled {file.stem}"], numbers)


SENTENCE = Cell(SUMMARY, 1, 0)


def told(file: Path) -> str:
    """The sentence that viewers are given who don't compute."""
    return str(opened(file, data_only=True)[SUMMARY]["A2"].value)


@pytest.mark.office
def test_the_sheet_says_what_the_screen_says(recalculated):
    """Of every scenario, the known and the unknown: wrong texts beside the formulas change."""
    all_results = {file.stem: results_of(file) for file in FILES} | {"tiers": eight()}
    for name, results in all_results.items():
        found = shown(recalculated[f"spoiled {name}"], SENTENCE)
        assert found == headline(results).replace("`", "").replace(THIN, ",")
    of_design, _, _ = headline(eight()).partition(". Requirements met")
    assert of_design.count("a tier with a rather long name") == 16


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_viewers_are_given_the_same_sentence(file):
    """The text beside the formula, for those who don't compute."""
    results = results_of(file)
    assert told(file) == rendered(results, conclusion(results)).text.replace(THIN, ",")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_formula_is_within_excels_limits(file):
    assert not broken(built(file)[0])


def test_many_tiers_are_within_excels_limits():
    assert not broken(wrong_beside(eight()))


@pytest.mark.office
def test_the_sentence_is_alive(recalculated):
    """The first sheet's sentence is computed, and says now what viewers were given."""
    before = told(SCENARIOS / "astra.yaml")
    assert before == shown(recalculated["spoiled astra"], SENTENCE)
    assert "376.2 TiB" in before
    assert "limited by NIC" in before


@pytest.mark.long
@pytest.mark.office
@pytest.mark.parametrize("name", CHANGES)
def test_changed_inputs_give_what_the_model_gives(name, recalculated):
    """Inputs overwritten in the sheet, parts chosen anew, give the results of a new plan."""
    changed = CHANGES[name][0] | ALTERNATIVES[name]
    results = results_of(SCENARIOS / f"{name}.yaml", changed)
    _, numbers, cells = build(results)
    wanted = without_assumptions(numbers)
    for step in results.plan.program.steps:
        if step.quantity.kind == "opaque":  # what rests on one is only computed anew without it
            wanted.pop(cells[step.path, step.quantity.name], None)
    assert not differences(recalculated[f"changed {name}"], wanted)


@pytest.mark.office
def test_running_costs_are_entered_in_customary_units(recalculated):
    """Another price of energy and another staff, typed in as people say them, give a new plan."""
    _, numbers, cells = build(results_of(PRICED, RUNNING))
    energy = cells["site/years:year 1", "year_energy"]
    assert numbers[energy] == pytest.approx(1.5 * (built(PRICED)[1][energy] or 0.0))
    assert not differences(recalculated["costs"], without_assumptions(numbers))


@pytest.mark.office
def test_a_description_follows_the_key(recalculated):
    """A part chosen anew brings its name; a name written by the user stays."""
    rows = rows_of_roles(PRICED)
    names = {role: recalculated["named"][BILL][row - 1][0] for role, row in rows.items()}
    assert str(names["drives"]).startswith("Seagate Exos X18")
    assert names["servers"] == "Dell PowerEdge R7515"
    assert names["enclosures"] == "@JBOD 84"


def test_an_unknown_price_of_energy_can_be_entered():
    """Where nobody states it, the cell to type into is there, and says that it is unknown."""
    workbook = opened(SCENARIOS / "beluga.yaml")
    assert entered(workbook[COST], "CAD/kWh").value == "=NA()"


SUMS = ("Size reported by df", "Usable capacity", "Planned capacity", "Live capacity")
"""Steps of the statement that say what is left so far."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_statement_adds_up(file):
    """From raw capacity on, what is taken away leads to what is usable, planned and live.

    A tier that is given as a whole has no raw capacity: its steps begin with the usable one.
    """
    results = results_of(file)
    sheet = opened(file, data_only=True)[STATEMENT]
    rows = [row for row in sheet.iter_rows(values_only=True) if isinstance(row[1], float | int)]
    beside = {a.label for _, at in results.tiers() for a in other_capacity_answers(results, at)}
    steps = [row for row in rows if row[0] not in beside]
    assert {row[0] for row in rows} - {step[0] for step in steps} <= beside
    has_raw = any(step[0] == "Raw capacity" for step in steps)
    for column in (1, 2, 3) if has_raw else (1, 2):
        left = 0.0
        for step in steps:
            begins = "Raw capacity" if has_raw else "Usable capacity"
            if step[0] == begins:
                left = step[column]
            elif step[0] in SUMS:
                assert step[column] == pytest.approx(left)
            else:
                left += step[column]
    found = [step[1] for step in steps if step[0] == "Usable capacity"]
    tiers = statement(results).tiers
    usable = [one for one, tier in zip(found, tiers, strict=True) if "/tiers:" in tier.path]
    assert sum(usable) == pytest.approx(results["site", "usable_capacity"] / 1e12)
    assert all(row[4].endswith(".") for row in rows)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_setup.fitToHeight is None or sheet.page_setup.fitToHeight == 1


def test_the_summary_has_what_is_bought_for_and_what_it_costs():
    """Capacities, rates both ways, purchase and ownership, each with what is known of it."""
    results = results_of(PRICED)
    labels = {cell.value for cell in opened(PRICED)[SUMMARY]["A"]}
    assert wording.EXPORTED in labels  # below it, what isn't computed anew
    for name in (
        *("raw_capacity", "usable_capacity", "planned_capacity"),
        *(f"{way}_bandwidth{end}" for way in ("read", "write") for end in ("", "_bound")),
        *("capital_cost", "known_capital_cost", "capital_tax", "gross_capital_cost"),
        *("total_cost_of_ownership", "known_total_cost_of_ownership"),
        *("equipment_power", "equipment_weight", "equipment_rack_units"),
    ):
        assert results.plan.root.book[name].label in labels, name


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_table_begins_at_the_end_of_a_page(file):
    """A page that ends inside a table holds more of it than its title and its head."""
    workbook = opened(file)
    for name in (BILL, CAPACITY, PERFORMANCE, COST):
        sheet = workbook[name]
        titles = [c.row for c in sheet["A"] if c.font.b and c.font.sz == 11 and c.value]
        for end in (b.id for b in sheet.row_breaks.brk):
            assert not any(top <= end <= top + 3 for top in titles), f"{name}: row {end}"


def test_every_assumption_is_named_in_the_first_column():
    """Below the heads, figure and where it belongs stand in each row."""
    assert opened(PRICED)[ASSUMPTIONS]["A2"].value == wording.ASSUMPTIONS
    rows = list(opened(PRICED)[ASSUMPTIONS].iter_rows(min_row=4, values_only=True))
    assert rows[0][:3] == ("Figure", "Where", "Value")
    stated = [row for row in rows[1:] if row[4]]
    assert len(stated) > 20
    assert all(row[0] and row[1] for row in stated)


def test_how_stages_combine_stands_below_the_chain():
    """At the sheet's left edge, where the chain's rows begin."""
    results = results_of(PRICED)
    texts = {cell.value for cell in opened(PRICED)[PERFORMANCE]["A"]}
    said = [
        how_combined(results, f"{path}/healthy:healthy", way)
        for _, path in results.tiers()
        for way in ("read", "write")
    ]
    assert any(said)
    assert {text for text in said if text} <= texts


def test_no_break_by_hand_parts_a_table():
    """Who prints a bill that goes on breaks it where a page is full, and repeats its heads."""
    workbook = openpyxl.load_workbook(io.BytesIO(wrong_beside(eight())))
    for sheet in (workbook[name] for name in (BILL, COST)):
        titles = {c.row for c in sheet["A"] if c.font.b and c.font.sz == 11 and c.value}
        assert all(b.id + 1 in titles for b in sheet.row_breaks.brk)
    assert workbook[BILL].print_title_rows == "$4:$4"


def test_margins_and_verdicts_are_shown_as_such():
    """Nobody reads 0.246868416790123: a margin is a percentage, a verdict a word."""
    results = results_of(PRICED)
    sheet, cells = opened(PRICED)[SUMMARY], built(PRICED)[2]
    assert len(results.checks) > 5
    for check in results.checks:
        margin, met = (cells["site", f"{check.name}_{what}"] for what in ("margin", "is_met"))
        assert sheet.cell(margin.row + 1, margin.column + 1).number_format == "0.0%"
        assert '"not met"' in sheet.cell(met.row + 1, met.column + 1).number_format


def test_rates_of_chains_and_states_are_shown_in_their_unit():
    """Nobody reads 31350000000: the cell is in the base unit, its format isn't."""
    sheet = opened(PRICED)[PERFORMANCE]
    tops = {row[0].value: row[0].row for row in sheet.iter_rows()}
    stage, state = sheet.cell(tops["Drives"], 3), sheet.cell(tops["server down"], 2)
    for cell in (stage, state):
        assert str(cell.value).startswith("=")
        assert "GB/s" in cell.number_format
    assert sheet.cell(state.row, 3).number_format == "0.0%"


SIGNED = {"drives": "=", "servers": "+", "processors": "-", "network": "@"}


def test_names_that_look_like_formulas_stay_text():
    """A part's name that begins with =, +, - or @ is text in its cell."""
    names = {f"{role}.name": f"{sign}1+1" for role, sign in SIGNED.items()}
    results = results_of(SCENARIOS / "astra.yaml", {f"tiers.0.{at}": n for at, n in names.items()})
    sheet = sheet_of(workbook_bytes(results), BILL)
    for name in names.values():
        cells = [cell for row in sheet.iter_rows() for cell in row if cell.value == name]
        assert cells, name
        assert all(cell.data_type == "s" for cell in cells)


def test_each_chain_says_how_its_stages_combine():
    sheet = opened(SCENARIOS / "beluga.yaml")["Performance"]
    said = [row[0].value for row in sheet if str(row[0].value).startswith("Stages overlap, ")]
    assert len(said) == 4  # two tiers, two ways
    assert (
        "CPU and memory: processors and memory share one resource, so their times add up" in said[0]
    )


def test_cached_results_are_written():
    """A viewer that doesn't calculate shows the model's numbers."""
    workbook = opened(SCENARIOS / "astra.yaml", data_only=True)
    # No date of its prices is known.
    left_out = (PRICE_PATHS,)
    assert tuple(workbook.sheetnames) == tuple(name for name in SHEETS if name not in left_out)
    for cell, wanted in built(SCENARIOS / "astra.yaml")[1].items():
        got = workbook[cell.sheet].cell(cell.row + 1, cell.column + 1).value
        got = to_excel(got) if isinstance(got, datetime.datetime) else got
        assert got == ("#N/A" if wanted is None else pytest.approx(wanted, rel=1e-15))


def test_at_least_95_percent_of_result_cells_are_live():
    """Of the cells that a formula could fill, nearly all hold one."""
    file = SCENARIOS / "beluga.yaml"
    workbook, cells = opened(file), built(file)[2]
    computed = [cells[address] for address in results_of(file).steps]
    live = [
        cell
        for cell in computed
        if str(workbook[cell.sheet].cell(cell.row + 1, cell.column + 1).value).startswith("=")
    ]
    assert len(computed) > 200
    assert len(live) >= 0.95 * len(computed)


def test_the_same_results_give_the_same_file():
    """Nothing in the workbook depends on when or where it is written."""
    results = results_of(SCENARIOS / "astra.yaml")
    assert workbook_bytes(results) == workbook_bytes(results)


def test_a_procedure_is_a_value_with_a_note(monkeypatch):
    """What no formula can say is a number until what it was given, as the note names, changes."""
    results = evaluate(load_scenario(SCENARIOS / "astra.yaml"))
    address = ("site", "memory_capacity")
    step = results.steps[address]
    procedure = step._replace(quantity=replace(step.quantity, kind="opaque"))
    monkeypatch.setitem(results.steps, address, procedure)  # plans of one shape share their steps
    data, _, cells = build(results)
    place = cells[address]
    workbook = openpyxl.load_workbook(io.BytesIO(data))
    cell = workbook[place.sheet].cell(place.row + 1, place.column + 1)
    kept = rf"=IF\(AND\('{STEPS}'!(B\d+)=\"as exported\"\),331776000000000\.0,NA\(\)\)"
    found = re.fullmatch(kept, cell.value)
    assert found
    nodes, memory = (
        cells["site", name].seen_from(STEPS) for name in ("compute_nodes", "node_memory")
    )
    read = f"IFERROR({nodes},-1)=2592,IFERROR({memory},-1)=1.28e+11"
    assert workbook[STEPS][found[1]].value == f'=IF(AND({read}),"as exported","not recalculated")'
    assert "Compute nodes, Node memory" in cell.comment.text
