"""Phases of a purchase: shipments of a design, or a separate choice in each phase."""

from __future__ import annotations

import argparse
import math
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from model.answers.results import Results
from model.commands.drawn import draw
from model.commands.outputs import make_folder
from model.commands.terminal import (
    as_option,
    paragraph,
    table,
    write_file,
    write_json,
    wrong_option,
)
from model.design.choices import Objective
from model.design.scenario import Scenario
from model.search.answers import SEARCH_SCHEMA, yaml_of
from model.search.phases import phased, phases_json
from model.search.progress import Progress
from model.search.shipments import shipments, shipments_json
from model.search.views import bought, by_phase, sentence_of_phases
from model.units.figures import show

NOT_IN_PHASES = ("front", "prices", "why_not", "mix", "shipments", "resume_dir", "xlsx")
"""Options of a search that are not available with a separate choice in each phase."""


def buy(
    scenario: Scenario,
    objective: Objective | None,
    options: argparse.Namespace,
    shown: AbstractContextManager[Progress],
) -> int:
    """Print the best purchase of each phase."""
    for name in NOT_IN_PHASES:
        if getattr(options, name):
            option = "--" + name.replace("_", "-")
            raise wrong_option(option, "can't be combined with --phases: remove one of them")
    seconds = math.inf if options.seconds is None else options.seconds
    with shown as progress, as_option("--objective", options.objective, "objective"):
        found = phased(scenario, objective, seconds=seconds, progress=progress)
    if options.out is not None and found.results is not None:
        folder = Path(options.out)
        make_folder(folder)
        write_file(str(folder / "best.yaml"), yaml_of(found.results.plan.scenario).encode())
    if options.json is not None:
        document = {"schema": SEARCH_SCHEMA, "scenario": scenario.name, **phases_json(found)}
        write_json(document, options.json)
        return 0
    paragraph(sentence_of_phases(found))
    if found.results is not None:
        draw(found.results, bought(found))
        draw(found.results, by_phase(found))
    return 0


def ship(results: Results, options: argparse.Namespace) -> int:
    """Print the shipments of a plan without open fields."""
    if options.json is None:
        print_shipments(results)
    else:
        answer = shipments_json(shipments(results))
        name = results.plan.scenario.name
        write_json({"schema": SEARCH_SCHEMA, "scenario": name, **both(answer)}, options.json)
    return 0


def both(found: list[dict[str, Any]] | None) -> dict[str, Any]:
    """Return shipments under their JSON key, and under the deprecated one."""
    return {"shipments": found, "deliveries": found}


def print_shipments(results: Results) -> None:
    """Print the blocks, the totals and the requirements of each phase."""
    found = shipments(results)
    if found is None:
        paragraph("no shipments of these blocks arrive in time for the requirements")
        return
    book, currency = results.plan.root.book, results.plan.scenario.economics.currency
    tiers, figures = list(found[0].blocks), list(found[0].there)
    heads = ("phase", *(f"blocks of {tier}" for tier in tiers), "price")
    rows = [
        (
            one.phase,
            *(str(one.blocks[tier]) for tier in tiers),
            show(one.cost, "currency", currency=currency),
            *(
                " of ".join(show(x[name], book[name].unit) for x in (one.there, one.needed))
                for name in figures
            ),
        )
        for one in found
    ]
    names = (f"{book[name].label} (available of required)" for name in figures)
    table((*heads, *names), rows, "Shipments, as late as the requirements allow:")
