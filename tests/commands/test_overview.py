"""The printed plan has each table that has rows, with its title, and no other one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers import losses as of_losses
from model.answers import summary
from model.answers.availability import assumed_text, not_counted_text, stops_text
from model.answers.checkpoints import checkpoints_sentence
from model.answers.compatibility import checks
from model.answers.forecast import forecast_sentences
from model.answers.loss_remedies import tiers_above_loss
from model.answers.metadata import notes_of
from model.answers.missing_prices import RANKED, REPLACED
from model.answers.needs import needs
from model.answers.racks import elevation
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.targets import fill_bound
from model.answers.verdict import weakest_sentence
from model.answers.views import capacity, file_tables, rack_tables, years
from model.answers.views.availability_table import availability, outages
from model.answers.views.bill import with_sums
from model.answers.views.certain_items import certain_items
from model.answers.views.compatibility_table import misfits, open_questions
from model.answers.views.loss_causes import loss_causes
from model.answers.views.loss_remedy_table import loss_remedies
from model.answers.views.loss_table import losses
from model.answers.views.order_dates import order_sentence, order_table
from model.answers.views.order_timing import order_timing, rule, timing_sentence
from model.answers.views.payments import payments, phases
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.price_tables import missing, prices, to_replace
from model.answers.views.projections import projections, remark
from model.answers.views.question_list import question_table
from model.answers.views.quote_terms import terms_table
from model.answers.views.replacement_table import replacements
from model.answers.views.replacement_table import said as said_of_replacements
from model.answers.views.requirements import requirements
from model.answers.views.restore_table import RESTORED, restores
from model.answers.views.shelf_table import shelf
from model.answers.views.survival_table import said_of_copies, survival, unknown_survival
from model.answers.views.training_table import COSTS, demand_and_guides
from model.answers.views.view import addresses
from model.answers.views.view_text import text_table
from model.answers.views.wear_table import MEANING, wear
from model.commands.line import main
from model.commands.overview import print_plan
from model.parts.catalog import load_catalog
from model.units.figures import percent
from tests.planned import EXAMPLES, Said, like, merged

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


METADATA = like("disks metadata", "m", workloads=None, file_layout=None)
ASKED: dict[str, tuple[list[Said], Said]] = {
    "much": (
        [
            like("disks quick failing cached", cache={"write_hit": 0.5, "read_hit": 0.5}),
            merged(METADATA, {"rates": {"create": "9000 IOPS", "mdts": 1}}),
        ],
        {
            "title": "Much is asked",
            "files": {"mean_size": "1 MB"},
            "machine": {"memory": "1 PB"},
            "checkpoint": {"ratio": 200, "job_mtti": "1 day"},
            "migration": {"volume": "1 PB", "source_rate": "1 GB/s"},
            "demand": {
                "groups": [{"name": "a", "volume": "20 PB", "growth": 0.4}],
                "start": "2027-01-01",
            },
            "training": {"workload": "resnet50-h100", "accelerators": 8},
            "requirements": {"loss": 1e-12},
        },
    ),
    "safe": (
        [
            like(
                "disks failing paired",
                policy={"fill_limit": 1.0},
                servers={"price": None},
                network={"price": {"value": "9 EUR", "status": "assumed", "because": "a guess"}},
            ),
            like("given promised", "g"),
        ],
        {
            "economics": {
                "warranty": "1 year",
                "drive_replacements": True,
                "order_date": "2026-03-01",
                "price_date": "2026-03-01",
                "currency": "EUR",
            },
            "requirements": {"loss": 1e-12, "availability": 0.99999},
            "projections": {
                "alternatives": [
                    {"name": name, "costs": [{"name": "c", "cost": "5 EUR"}]} for name in "ab"
                ]
            },
        },
    ),
    "little": ([like("given", "g")], {"economics": {"estimates": True}}),
}


@cache
def _asked(name: str) -> Results:
    tiers, site = ASKED[name]
    text = json.dumps(merged(merged(EXAMPLES["site"], site), {"tiers": tiers}))
    scenario = load_scenario("x.yaml", text)
    return evaluate(scenario, load_catalog(needs=[p.part for _, p in scenario.pieces() if p.part]))


def _if(view: object, text: str | Callable[[], str]) -> str:
    """Give what is said below a table, where the table is."""
    is_there = view is not None and getattr(view, "rows", True)
    return (text if isinstance(text, str) else text()) if is_there else ""


OF_PLAN: dict[str, Callable[[Results], str]] = {
    "title": lambda r: r.plan.scenario.title or r.plan.scenario.name,
    "headline": summary.headline,
    "weakest": weakest_sentence,
    "checkpoints": lambda r: _labelled("Checkpoints", checkpoints_sentence(r)),
    "migration": lambda r: _labelled("Migration", summary.migration_sentence(r)),
    "inodes": lambda r: summary.inodes_sentence(r)[1:],
    "costs of data": lambda r: _if(demand_and_guides(r), COSTS),
    "wear": lambda r: _if(wear(r), MEANING),
    "what losses assume": of_losses.assumed_text,
    "what losses leave out": lambda _: of_losses.NOT_MODELLED,
    "restores": lambda r: _if(restores(r), RESTORED),
    "copies": said_of_copies,
    "what is assumed of availability": assumed_text,
    "servers that stop all": stops_text,
    "what availability leaves out": not_counted_text,
    "prices to replace": lambda r: _if(to_replace(r), REPLACED),
    "missing prices": lambda r: _if(missing(r), RANKED),
    "costs left out": lambda r: years.without(r) if _has_costs(r) else "",
    "replacements": lambda r: _if(replacements(r) if _has_costs(r) else None,
                                  lambda: said_of_replacements(r)),
    "order timing": lambda r: _if(order_timing(r),
                                  lambda: f"{sentence_text(r, timing_sentence(r))}. {rule(r)}"),
    "projections": lambda r: remark(r) if r.plan.scenario.projections else "",
}  # fmt: skip
OF_TIER: dict[str, Callable[[Results, str, str], str]] = {
    "caches": lambda r, name, at: _labelled(f"{name}, caches", summary.caches_sentence(r, at)),
    "requests": lambda r, name, at: _labelled(
        f"{name}, requests", summary.requests_sentence(r, at)
    ),
    "files": lambda r, name, at: _labelled(
        f"{name}, files per second", summary.metadata_sentence(r, at)
    ),
    "stages": lambda r, name, at: f"{name}, " if (at, "write_bandwidth") in r.values else "",
    "survival": lambda r, name, at: f"{(survival(r, at) or unknown_survival()).title}: {name}",
    "remedies": lambda r, name, _: _if(
        loss_remedies(r, name) if name in tiers_above_loss(r) else None,
        lambda: text_table(r, loss_remedies(r, name)).title,
    ),
}


def _labelled(label: str, sentence: str) -> str:
    return f"{label}: {sentence}" if sentence else ""


def _has_costs(results: Results) -> bool:
    return any(results[address] for address in addresses(years.costs(results)))


def _said(results: Results) -> Iterator[tuple[str, str]]:
    """Name each sentence, with what it says; nothing, where it says nothing."""
    for name, said in OF_PLAN.items():
        yield name, said(results)
    for name, say in OF_TIER.items():
        for tier, path in results.tiers():
            yield name, say(results, tier, path)
    for need in needs(results):
        yield "need", f"{need.name}, demand: {summary.full_sentence(need)}"
        yield "need met", f"{summary.need_sentence(need)}. {summary.FULL_RULE}"
        order = order_sentence(results, need)
        yield "order", order[1:]
        yield "orders", text_table(results, order_table(results, need)).title if order else ""
        for one in forecast_sentences(results, need):
            yield "forecast", one
        yield "endurance", _labelled("Endurance", summary.endurance_sentence(results, need.path))
    for tier in tiers_above_loss(results):
        for row in loss_remedies(results, tier).rows:
            for note in filter(None, map(str, row.note)):
                yield "note of a remedy", f"{row.label}: {note}"


@pytest.mark.parametrize("name", ASKED)
def test_a_plan_is_printed_with_each_of_its_sentences(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    results = _asked(name)
    print_plan(results)
    text = plain(capsys.readouterr().out)
    for what, said in _said(results):
        assert plain(said) in text, what
    labels = ("Checkpoints", "Migration", "Endurance", *(f"{tier}, {what}"
              for tier, _ in results.tiers() for what in ("caches", "requests",
                                                          "files per second")))  # fmt: skip
    there = [said for _, said in _said(results)]
    for label in labels:
        assert (f" {label}: " in text) == any(said.startswith(f"{label}: ") for said in there)
    for what, said in (("restores", RESTORED), ("wear", MEANING), ("guides", COSTS)):
        assert text.count(plain(said)) == (plain(said) in map(plain, there)), what


def test_the_plans_that_are_printed_say_something_of_everything() -> None:
    said = {what for name in ASKED for what, text in _said(_asked(name)) if text}
    left = {what for name in ASKED for what, text in _said(_asked(name)) if not text} - said
    assert left == {"wear", "what losses assume", "servers that stop all", "endurance"}


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
