"""`extend`: the steps by which installed tiers can grow, and the scenario of a step."""

from __future__ import annotations

import argparse

from model.answers.comparison import compare
from model.answers.extensions import (
    NONE,
    Extendable,
    Extension,
    extensions,
    extensions_json,
    numbered,
    scenario_of,
)
from model.answers.results import Results, evaluate
from model.answers.step_phases import with_phase
from model.answers.views.comparison_tables import views as tables_of
from model.answers.views.extension_table import meant, notes_of, views
from model.clock import today
from model.commands.drawn import draw
from model.commands.past_days import remark_if_past
from model.commands.terminal import paragraph, write_file, write_json, wrong_option
from model.design.economics import ORDERS
from model.parts.catalog import load_catalog
from model.planning.loading import load_scenario
from model.search.answers import yaml_of

MOST_COMPARED = 5


def run(options: argparse.Namespace) -> int:
    """Print the steps, compare some, or write the scenario of one."""
    results = evaluate(load_scenario(options.scenario), load_catalog())
    steps = _chosen(results, options.step or [])
    if options.ordered and options.out is None:
        raise wrong_option("--ordered", "it is for the scenario that '--out FILE' writes")
    if options.out is not None:
        if len(steps) != 1:
            raise wrong_option("--out", "it writes one scenario: choose one with '--step NUMBER'")
        _, tier, step = steps[0]
        after = scenario_of(results, step)
        if options.ordered:
            remark_if_past("--ordered", options.ordered, results)
            if options.ordered.year not in ORDERS:
                what = f"{options.ordered}: write a day from {ORDERS[0]} to {ORDERS[-1]}"
                raise wrong_option("--ordered", what)
            after = with_phase(results, tier, step, options.ordered).results
        write_file(options.out, yaml_of(after.plan.scenario).encode(), anew=True)
    if options.json is not None:
        write_json(extensions_json(results), options.json)
        return 0
    if options.out is not None:
        return 0
    if steps:
        _compare(results, [(n, step) for n, _, step in steps])
        return 0
    found, currency = numbered(extensions(results)), results.plan.scenario.economics.currency
    if not found:
        paragraph(NONE)
        return 0
    for view in views(results):
        draw(results, view)
    print()
    for note in notes_of([(n, step) for n, _, step in found], currency):
        paragraph(note, hanging="  ")
    paragraph(meant(extensions(results)))
    day = results.plan.scenario.date or today()
    for tier in extensions(results):
        if tier.full_on is not None and tier.full_on < day:
            paragraph(
                f"! {tier.name}: {tier.full_on}, when it is full, has passed: enter the demand's "
                "volumes and start of today"
            )
    return 0


def _chosen(results: Results, numbers: list[int]) -> list[tuple[int, Extendable, Extension]]:
    """Return the steps of these numbers, which must be possible."""
    known = {one[0]: one for one in numbered(extensions(results))} if numbers else {}
    chosen = []
    for n in dict.fromkeys(numbers):
        if n not in known:
            what = f"there are {len(known)} steps, from 1" if known else NONE
            raise wrong_option("--step", f"no step {n}: {what}")
        _, _, step = known[n]
        if not step.is_possible:
            raise wrong_option("--step", f"step {n} isn't possible: {step.why_not}")
        chosen.append(known[n])
    if len(chosen) > MOST_COMPARED:
        raise wrong_option("--step", f"choose {MOST_COMPARED} steps at most to compare")
    return chosen


def _compare(results: Results, steps: list[tuple[int, Extension]]) -> None:
    """Compare the system of today with that after each step, over the same years."""
    names = ["today", *(f"step {n}" for n, _ in steps)]
    compared = compare([results, *(scenario_of(results, step) for _, step in steps)], names)
    first, *_ = compared.designs
    for n, step in steps:
        paragraph(f"Step {n}: {step.title}")
    for view in tables_of(compared):
        draw(compared.designs[first], view)
