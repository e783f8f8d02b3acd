"""Terminal output of a plan: the summary, then the tables."""

from __future__ import annotations

from dataclasses import replace

from model.answers.availability import assumed_text, not_counted_text, stops_text
from model.answers.checkpoints import checkpoints_sentence
from model.answers.compatibility import checks
from model.answers.forecast import forecast_sentences
from model.answers.loss_remedies import tiers_above_loss
from model.answers.losses import NOT_MODELLED
from model.answers.losses import assumed_text as assumed_loss
from model.answers.metadata import notes_of
from model.answers.missing_prices import RANKED, REPLACED
from model.answers.needs import Need, needs
from model.answers.racks import elevation
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import (
    FULL_RULE,
    caches_sentence,
    endurance_sentence,
    full_sentence,
    headline,
    inodes_sentence,
    metadata_sentence,
    migration_sentence,
    need_sentence,
    requests_sentence,
)
from model.answers.targets import fill_bound
from model.answers.verdict import weakest_sentence
from model.answers.views import capacity, file_tables, rack_tables, years
from model.answers.views.availability_table import availability, outages
from model.answers.views.bill import with_sums
from model.answers.views.certain_items import certain_items
from model.answers.views.compatibility_table import misfits, open_questions
from model.answers.views.efficiency_table import deliveries
from model.answers.views.loss_causes import loss_causes
from model.answers.views.loss_remedy_table import loss_remedies
from model.answers.views.loss_table import losses
from model.answers.views.order_dates import order_sentence, order_table
from model.answers.views.order_timing import order_timing, rule, timing_sentence
from model.answers.views.payments import payments, phases
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.price_tables import BRIEF, missing, prices, to_replace
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
from model.answers.views.wear_table import MEANING, wear
from model.commands.bandwidth import print_remedies, print_stages, print_states, print_workloads
from model.commands.drawn import draw
from model.commands.terminal import paragraph
from model.units.figures import percent

BRIEF_INODES = ("inodes", "files", "limit", "rule", "mdt")


def print_plan(results: Results, *, notes: bool = False) -> None:
    """Print the summary and the tables, with the notes or their number."""
    scenario = results.plan.scenario
    paragraph(scenario.title or scenario.name)
    paragraph(headline(results))
    if weak := weakest_sentence(results):
        paragraph(f"{weak}.")
    if results.checks:
        draw(results, requirements(results), notes=True)
    _print_fit(results, notes=notes)
    for view in (today_and_after(results), room_left(results)):
        if view.rows:
            draw(results, view)
    draw(results, capacity.tiers(results))
    for _, path in results.tiers():
        draw(results, capacity.without_nothing(results, capacity.steps(results, path)))
    for (name, path), tier in zip(results.tiers(), scenario.tiers, strict=True):
        limit = results[path, "fill_limit"]
        if limit is not None and (bound := fill_bound(results.values, path, tier)):
            paragraph(f"{name}: filled to {percent(limit, 1)} of usable, bounded by {bound}", "  ")
    for need in needs(results):
        _print_need(results, need)
    _print_sentence("Checkpoints", checkpoints_sentence(results))
    _print_sentence("Migration", migration_sentence(results))
    if files := inodes_sentence(results):
        print()
        paragraph(f"{files[:1].upper()}{files[1:]}.")
    if (held := file_tables.inodes(results)).rows:
        are_expected = "files_expected" in results.plan.root.book
        draw(results, held.only(*BRIEF_INODES) if are_expected else held.only("inodes"))
    if (needed := file_tables.memory(results)).rows:
        draw(results, needed)
    combined: set[str] = set()
    for name, path in results.tiers():
        print_stages(results, name, path, combined)
        if notes and (delivered := deliveries(results, path)).rows:
            draw(results, delivered)
        _print_sentence(f"{name}, caches", caches_sentence(results, path))
        _print_sentence(f"{name}, requests", requests_sentence(results, path))
        _print_sentence(f"{name}, files per second", metadata_sentence(results, path))
        print_states(results, path)
        print_remedies(results, name)
        print_workloads(results, name, path)
    if (guides := demand_and_guides(results)).rows:
        draw(results, guides)
        paragraph(COSTS, "  ")
    if (worn := wear(results)).rows:
        draw(results, worn)
        paragraph(MEANING, "  ")
    draw(results, losses(results))
    if (causes := loss_causes(results)).rows:
        draw(results, causes)
    for text in filter(None, (assumed_loss(results), NOT_MODELLED)):
        paragraph(text, "  ")
    draw(results, restores(results))
    paragraph(RESTORED, "  ")
    for name in tiers_above_loss(results):
        _print_loss_remedies(results, name)
    for name, path in results.tiers():
        survived = survival(results, path) or unknown_survival()
        draw(results, replace(survived, title=f"{survived.title}: {name}"), notes=True)
    if copied := said_of_copies(results):
        paragraph(copied, "  ")
    _print_availability(results)
    columns = ["position", "tier", "line_count", "why", "net_unit_price", "line_cost"]
    bill = with_sums(results)
    columns += ["source"] * bool(results["site", "known_capital_cost"])
    draw(results, bill.only(*columns))
    if (terms := terms_table(results)).rows:
        draw(results, terms)
    if (replaced := to_replace(results)).rows:
        draw(results, replaced if notes else replaced.only(*BRIEF))
        paragraph(REPLACED, "  ")
    if (missing_prices := missing(results)).rows:
        draw(results, missing_prices)
        paragraph(RANKED, "  ")
    if notes and (certain := certain_items(results)).rows:
        draw(results, certain)
    if notes and (known := prices(results)).rows:
        draw(results, known)
    _print_years(results)
    for found in (phases(results), payments(results), projections(results)):
        if found is not None:
            draw(results, found)
    if results.plan.scenario.projections is not None:
        paragraph(remark(results))
    _print_racks(results)
    for warning in results.warnings:
        paragraph(f"! {warning}", hanging="  ")
    _print_notes(notes_of(results.values), whole=notes)


def _print_fit(results: Results, *, notes: bool) -> None:
    """Print failed compatibility checks, and with notes the unknown ones, or else their number."""
    unsettled = open_questions(results)
    wrong = misfits(results)
    if notes and unsettled.rows:
        draw(results, unsettled)
        if (open_ := question_table(results)).rows:
            draw(results, open_)
        return
    if wrong.rows:
        draw(results, wrong)
    unknown = sum(results.truth(path, check.name) is None for path, check in checks(results))
    if unknown:
        print()
        paragraph(f"{unknown} compatibility checks lack data; run with --notes to list them")


def _print_sentence(about: str, sentence: str) -> None:
    if sentence:
        print()
        paragraph(f"{about}: {sentence}")


def _print_notes(notes: list[str], *, whole: bool) -> None:
    if notes and not whole:
        there = "1 note explains" if len(notes) == 1 else f"{len(notes)} notes explain"
        print()
        paragraph(
            f"{there} how figures are counted and why manuals differ; run with --notes to list them"
        )
    for note in notes if whole else ():
        print()
        paragraph(f"Note: {note}")


def _print_need(results: Results, need: Need) -> None:
    view = years.demand(results, need)
    draw(results, replace(view, title=f"{need.name}, demand: {full_sentence(need)}"))
    paragraph(f"{need_sentence(need)}. {FULL_RULE}")
    if order := order_sentence(results, need):
        paragraph(f"{order[:1].upper()}{order[1:]}.")
        draw(results, order_table(results, need))
    for sentence in forecast_sentences(results, need):
        paragraph(f"{sentence}.")
    if wear := endurance_sentence(results, need.path):
        paragraph(f"Endurance: {wear}.")


def _print_loss_remedies(results: Results, name: str) -> None:
    """Print what would lower the loss of a tier, where the required loss isn't met."""
    view = loss_remedies(results, name)
    if not view.rows:
        return
    draw(results, view)
    for row in view.rows:
        for note in filter(None, map(str, row.note)):
            paragraph(f"{row.label}: {note}", "  ")


def _print_availability(results: Results) -> None:
    """Print how much of the time data can be reached, and what takes it away."""
    draw(results, availability(results))
    texts = assumed_text(results), stops_text(results), not_counted_text(results)
    for text in filter(None, texts):
        paragraph(text, "  ")
    if (found := outages(results)).rows:
        draw(results, found)
    if (held := shelf(results)).rows:
        draw(results, held)


def _print_racks(results: Results) -> None:
    """Print the devices in each rack, and those that are not placed."""
    found = elevation(results)
    if found is not None:
        draw(results, rack_tables.racks(found))
        if found.left:
            draw(results, rack_tables.left(found))


def _print_years(results: Results) -> None:
    """Print the cost of each year, if any of it is known."""
    found = years.costs(results)
    if any(results[address] for address in addresses(found)):
        draw(results, found)
        if left_out := years.without(results):
            paragraph(left_out)
        if (replaced := replacements(results)).rows:
            draw(results, replaced)
            paragraph(said_of_replacements(results), "  ")
        if (by_unit := years.units(results)).rows:
            draw(results, by_unit)
    if (timing := order_timing(results)) is not None:
        draw(results, timing)
        paragraph(f"{sentence_text(results, timing_sentence(results))}. {rule(results)}")
