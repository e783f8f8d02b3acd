"""The printed plan has each table that has rows, with its title, and no other one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.compatibility import checks
from model.answers.metadata import notes_of
from model.answers.racks import elevation
from model.answers.results import Results
from model.answers.targets import fill_bound
from model.answers.views import capacity, file_tables, rack_tables, years
from model.answers.views.availability_table import availability, outages
from model.answers.views.bill import with_sums
from model.answers.views.certain_items import certain_items
from model.answers.views.compatibility_table import misfits, open_questions
from model.answers.views.loss_causes import loss_causes
from model.answers.views.loss_table import losses
from model.answers.views.order_timing import order_timing
from model.answers.views.payments import payments, phases
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.price_tables import missing, prices, to_replace
from model.answers.views.projections import projections
from model.answers.views.question_list import question_table
from model.answers.views.quote_terms import terms_table
from model.answers.views.replacement_table import replacements
from model.answers.views.requirements import requirements
from model.answers.views.restore_table import restores
from model.answers.views.shelf_table import shelf
from model.answers.views.training_table import demand_and_guides
from model.answers.views.view import addresses
from model.answers.views.view_text import text_table
from model.answers.views.wear_table import wear
from model.commands.line import main
from model.commands.overview import print_plan
from model.units.figures import percent

ROOT = Path(__file__).parents[2] / "scenarios"
PLANS = ("astra", "lcpq", "templates/flash-scratch", "templates/lab-nas")


@cache
def planned(name: str) -> Results:
    return evaluate(load_scenario(ROOT / f"{name}.yaml"))


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("notes", [False, True])
@pytest.mark.parametrize("name", PLANS)
def test_each_table_with_rows_is_printed(
    name: str, notes: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    results = planned(name)
    print_plan(results, notes=notes)
    text = plain(capsys.readouterr().out)
    of_notes = (certain_items, prices, question_table, open_questions)
    by_rows = (
        *(today_and_after, room_left, capacity.tiers, losses, loss_causes, wear, demand_and_guides),
        *(missing, to_replace, terms_table, outages, shelf, availability, restores, with_sums),
        *(file_tables.inodes, file_tables.memory, *of_notes),
    )
    for make in by_rows:
        view = make(results)
        is_there = bool(view.rows) and (notes or make not in of_notes)
        title = plain(text_table(results, view).title)
        assert (title in text) == is_there, make
    assert (plain(requirements(results).title) in text) == bool(results.checks)
    wrong = misfits(results)
    hides = notes and bool(open_questions(results).rows)
    assert (plain(wrong.title) in text) == (bool(wrong.rows) and not hides)
    costs = years.costs(results)
    has_costs = any(results[address] for address in addresses(costs))
    assert (plain(costs.title) in text) == has_costs
    for view in (replacements(results), years.units(results)):
        assert (plain(view.title) in text) == (has_costs and bool(view.rows))
    for found in map(lambda make: make(results), (phases, payments, projections, order_timing)):
        assert found is None or plain(found.title) in text
    racks = elevation(results)
    if racks is not None:
        assert plain(rack_tables.racks(racks).title) in text
        assert (plain(rack_tables.left(racks).title) in text) == bool(racks.left)
    for (tier, path), written in zip(results.tiers(), results.plan.scenario.tiers, strict=True):
        if bound := fill_bound(results.values, path, written):
            limit = percent(results[path, "fill_limit"] or 0.0, 1)
            assert plain(f"{tier}: filled to {limit} of usable, bounded by {bound}") in text
    for warning in results.warnings:
        assert f"! {plain(warning)}" in text
    unknown = sum(results.truth(path, check.name) is None for path, check in checks(results))
    told = f"{unknown} compatibility checks lack data; run with --notes to list them"
    assert (told in text) == (bool(unknown) and not notes)
    listed = notes_of(results.values)
    assert text.count("Note: ") == (len(listed) if notes else 0)
    counted = f"{len(listed)} note{'s explain' if len(listed) != 1 else ' explains'} how figures"
    assert (counted in text) == (bool(listed) and not notes)


def test_notes_of_scores_are_marked_but_for_the_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bids.yaml"
    file.write_text(
        "method: interpolation_range\npoints: 40\n"
        "bids:\n- {name: A, price: 100}\n- {name: B, price: 100}\n- {name: C, price: 150}\n"
    )
    assert main(["score", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("A bid's score depends on other bids") for line in lines)
    assert any(line.startswith("! Equal: A, B; state the tie-breaker") for line in lines)
    assert any(line.startswith("! In Germany and Switzerland, points between") for line in lines)


@pytest.mark.parametrize(("copies", "is_told"), [(1, False), (2, True)])
def test_copies_of_files_are_told(
    copies: int, is_told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["pool", "ceph:8+3", "--drive", "10 TB", "--servers", "12", "--drives-per-server", "4"]
    if is_told:
        words = ["pool", "raidz2:10", "--drive", "10 TB", "--servers", "4"]
    words += ["--copies", str(copies)]
    assert main(words) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert ("2 copies of each file" in text) == is_told


def test_a_sample_begins_with_the_title(capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / "templates/lab-nas.yaml"
    assert main(["sample", str(file), "-n", "16"]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    scenario = load_scenario(file)
    assert first == (scenario.title or scenario.name)
