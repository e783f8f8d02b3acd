"""`spares`: how many spare parts to hold, and the best split of an amount over them."""

from __future__ import annotations

import argparse

from model.answers.results import evaluate
from model.answers.spare_budget import (
    SpareBudget,
    budget_json,
    budget_sentences,
    parse_budget,
    spare_budget,
    split_table,
)
from model.answers.views.shelf_table import shelf, shelf_json
from model.commands.drawn import draw
from model.commands.terminal import paragraph, write_json, wrong_option
from model.planning.loading import load_scenario
from model.units.figures import UnitError

SCHEMA = "ostimate.spares/1"


def run(options: argparse.Namespace) -> int:
    """Show the spares for a lead time, and those to buy for an amount."""
    results = evaluate(load_scenario(options.scenario))
    found: SpareBudget | None = None
    if options.budget is not None:
        try:
            found = spare_budget(results, parse_budget(results, options.budget))
        except UnitError as error:
            raise wrong_option("--budget", str(error)) from None
    if options.json is not None:
        split = None if found is None else budget_json(results, found)
        document = {"schema": SCHEMA, "shelf": shelf_json(results), "budget": split}
        write_json(document, options.json)
        return 0
    draw(results, shelf(results))
    if found is not None:
        if (view := split_table(found)).rows:
            draw(results, view)
        for text in budget_sentences(results, found):
            paragraph(text)
    return 0
