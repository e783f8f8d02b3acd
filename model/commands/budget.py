"""`budget`: the most blocks of a tier, and the best design, within a gross budget."""

from __future__ import annotations

import argparse

from model.answers.results import Results, evaluate
from model.answers.spare_budget import parse_budget
from model.commands.terminal import paragraph, table, write_file, write_json, wrong_option
from model.planning.loading import load_scenario
from model.search.answers import yaml_of
from model.search.budget import (
    FIGURES,
    Afforded,
    afforded,
    better,
    built_tiers,
    figures,
    headline,
    heads,
    later_cost,
)
from model.units.figures import UnitError

BUDGET_SCHEMA = "ostimate.budget/1"


def run(options: argparse.Namespace) -> int:
    """Find the number of blocks within the budget, and the design that spends it best."""
    results = evaluate(load_scenario(options.scenario))
    budget = _budget(options.gross, results)
    found = afforded(results, budget, _tier(options.tier, results), spend=True)
    if options.out is not None and (chosen := found.best.plan if found.best else found.plan):
        write_file(options.out, yaml_of(chosen.plan.scenario).encode())
    if options.json is None:
        _print(found, results)
    else:
        write_json(_document(found, results), options.json)
    return 0


def _budget(text: str, results: Results) -> float:
    try:
        return parse_budget(results, text)
    except UnitError as error:
        raise wrong_option("--gross", str(error)) from None


def _tier(name: str | None, results: Results) -> str:
    names = built_tiers(results.plan.scenario)
    if name in names:
        return str(name)
    tiers = ", ".join(names) or "none: no tier has blocks"
    if name is not None:
        raise wrong_option("--tier", f"no tier '{name}' has blocks; write one of: {tiers}")
    if len(names) != 1:
        raise wrong_option("--tier", f"write the tier to add blocks to: {tiers}")
    return names[0]


def _document(found: Afforded, results: Results) -> dict[str, object]:
    economics = results.plan.scenario.economics
    planned = {name: found.plan["site", name] if found.plan else None for name in FIGURES}
    return {
        "schema": BUDGET_SCHEMA,
        "scenario": results.plan.scenario.name,
        "currency": economics.currency,
        "years": economics.years,
        "tier": found.tier,
        "gross_budget": found.budget,
        "blocks": found.blocks,
        "gross_cost": found.cost,
        "left": found.left,
        "next_gross_cost": found.next_cost,
        "later_capital_cost": later_cost(found.plan) if found.plan else None,
        **planned,
        "broken_limits": list(found.broken),
        "blocks_within_limits": found.within,
        "best": None
        if found.best is None
        else {
            "options": found.best.options,
            "gross_cost": found.best.cost,
            "left": found.budget - found.best.cost,
            **{name: found.best.plan["site", name] for name in FIGURES},
            "proven": found.best.proven,
        },
        "left_out": list(economics.left_out),
    }


def _print(found: Afforded, results: Results) -> None:
    paragraph(headline(found, results))
    if text := better(found):
        paragraph(text)
    if rows := figures(found, results):
        table(heads(found), rows)
    if found.left_out:
        paragraph(found.left_out)
