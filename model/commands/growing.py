"""`search --need`: the cheapest way for an installed tier to reach a capacity by a day."""

from __future__ import annotations

import argparse
import math
from contextlib import AbstractContextManager
from pathlib import Path

from model.answers.results import Results
from model.clock import today
from model.commands.drawn import draw
from model.commands.outputs import make_folder
from model.commands.past_days import remark_if_past
from model.commands.terminal import paragraph, write_file, write_json, wrong_option
from model.search.answers import yaml_of
from model.search.growth import (
    OBJECTIVES,
    UNITS,
    Growth,
    Way,
    goal_of,
    grow,
    growth_json,
    sentence,
    with_order,
)
from model.search.growth_table import unranked, ways_table
from model.search.progress import Progress
from model.units.brief import several
from model.units.figures import UnitError, parse

WORDS = {"": "usable_capacity", "read": "read_bandwidth", "write": "write_bandwidth"}
NOT_GROWING = ("front", "prices", "why_not", "mix", "phases", "shipments", "resume_dir", "xlsx")
"""Options of a search that aren't available with --need or --by."""


def run(
    results: Results, options: argparse.Namespace, shown: AbstractContextManager[Progress]
) -> int:
    """Print the ways to reach what is needed, and write the best ones as scenarios."""
    for name in NOT_GROWING:
        if getattr(options, name):
            option = "--" + name.replace("_", "-")
            raise wrong_option(option, "can't be combined with --need or --by: remove one of them")
    if options.budget is not None:
        raise wrong_option("--budget", "can't be combined with --need: ways are listed by cost")
    figures = dict(_figure(text) for text in options.need or ())
    objective = (options.objective or "least capital_cost").removeprefix("least").strip()
    if objective not in OBJECTIVES:
        known = " or ".join(f"'least {name}'" for name in OBJECTIVES)
        raise wrong_option("--objective", f"with --need, write {known}")
    goal = goal_of(results, figures, options.by, options.tier or "", objective)
    remark_if_past("--by", options.by, results)
    seconds = math.inf if options.seconds is None else options.seconds
    with shown as progress:
        found = grow(results, goal, seconds=seconds, progress=progress, today=today())
    currency = results.plan.scenario.economics.currency
    listed = found.ways[: options.top + 1]
    if options.out is not None:
        _write(results, found, listed, Path(options.out))
    if options.json is not None:
        write_json(growth_json(found, currency), options.json)
        return 0
    paragraph(f"{sentence(found, currency)}.")
    if listed:
        draw(results, ways_table(listed))
        if len(listed) < len(found.ways):
            left = len(found.ways) - len(listed)
            paragraph(f"Not listed: {several(left, 'more way')} (raise --top).")
        if text := unranked(listed, goal.objective):
            paragraph(f"{text[:1].upper()}{text[1:]}.")
        for number, way in enumerate(listed, 1):
            for text in way.warnings:
                paragraph(f"{number}: {text}.", hanging="  ")
    if not found.complete:
        paragraph("the time limit stopped the search: cheaper ways may exist (raise --seconds)")
    if found.excluded:
        reasons = "; ".join(f"{why} ({several(count, 'way')})" for why, count in found.excluded[:5])
        paragraph(f"Not possible: {reasons}.", hanging="  ")
    return 0


def _figure(text: str) -> tuple[str, float]:
    first, _, rest = text.strip().partition(" ")
    way = first.casefold().removesuffix("s")
    way = way if way in WORDS else ""
    name = WORDS[way]
    try:
        return name, parse(rest if way else text, UNITS[name])
    except UnitError as error:
        raise wrong_option("--need", f"{error} (or 'write 100 GB/s', 'read 100 GB/s')") from None


def _write(results: Results, found: Growth, listed: tuple[Way, ...], folder: Path) -> None:
    """Write the best way, and the others in their order, as scenarios."""
    make_folder(folder)
    for number, way in enumerate(listed):
        name = "best" if way is found.best else f"way-{number + 1}"
        content = yaml_of(with_order(found, way, results).plan.scenario).encode()
        write_file(str(folder / f"{name}.yaml"), content)
