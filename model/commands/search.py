"""`search`: the best design that the choices of a scenario leave open."""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model.commands.terminal import paragraph, table, write_file, write_json, wrong_option
from model.design.choices import Objective
from model.planning.loading import load_scenario
from model.reading.fields import Amount
from model.search.answers import Alternative, alternatives, search_json, text_of
from model.search.search import Found, search
from model.search.watch import Progress
from model.units.figures import UnitError, parse_money, show

WAYS = {"least": "minimise", "most": "maximise", "minimise": "minimise", "maximise": "maximise"}

TOLD = 60
"""Columns that the progress takes."""
OFTEN = 0.1
"""Seconds from one time that the progress is told to the next."""


def run(options: argparse.Namespace) -> int:
    """Search, and say what was found."""
    scenario = load_scenario(options.scenario)
    objective = _objective(options, scenario.objective)
    seconds = math.inf if options.seconds is None else options.seconds
    with _told() as progress:
        found = search(scenario, objective, seconds=seconds, progress=progress)
    others = alternatives(found, objective, most=options.top)
    if options.out is not None:
        _write(Path(options.out), found, others)
    if options.json is None:
        _print(found, others)
    else:
        write_json(search_json(found, others), options.json)
    return 0


def _objective(options: argparse.Namespace, own: Objective | None) -> Objective | None:
    """Read what is best, from the command line before the scenario."""
    fields = own.model_dump(exclude_unset=True) if own else {}
    if options.objective is not None:
        way, _, figure = options.objective.strip().partition(" ")
        if way not in WAYS or not figure.strip():
            what = (
                f"write 'least capital_cost' or 'most usable_capacity', not '{options.objective}'"
            )
            raise wrong_option("--objective", what)
        fields = {k: v for k, v in fields.items() if k not in ("minimise", "maximise")}
        fields[WAYS[way]] = figure.strip()
    if options.budget is not None:
        try:
            fields["budget"] = Amount(*parse_money(options.budget))
        except UnitError as error:
            raise wrong_option("--budget", str(error)) from None
    if not fields or fields.keys() == {"budget"}:
        return own
    return Objective.model_construct(**fields)


@contextmanager
def _told() -> Iterator[Progress]:
    """Give what shows the progress to a person at a terminal; Ctrl-C stops with the best known."""
    shown, interrupted = -math.inf, False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True

    def tell(done: float, best: float | None) -> bool:
        nonlocal shown
        if sys.stderr.isatty() and time.monotonic() > shown + OFTEN:
            shown = time.monotonic()
            known = "" if best is None else f", the best is {best:,.6g}"
            said = f"{done:6.1%} searched{known}"
            print(f"\r{said:{TOLD}}", end="", file=sys.stderr, flush=True)
        return not interrupted

    usual = signal.signal(signal.SIGINT, interrupt)
    try:
        yield tell
    finally:
        signal.signal(signal.SIGINT, usual)
        if sys.stderr.isatty():
            print("\r" + " " * TOLD + "\r", end="", file=sys.stderr)


def _write(folder: Path, found: Found, others: list[Alternative]) -> None:
    """Write the best design and its alternatives as scenarios."""
    if found.best is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    write_file(str(folder / "best.yaml"), text_of(found.best).encode())
    for n, one in enumerate(others, 1):
        write_file(str(folder / f"alternative-{n}.yaml"), text_of(one.design).encode())


def _print(found: Found, others: list[Alternative]) -> None:
    currency = found.choosing.scenario.economics.currency
    paragraph(_said(found))
    if found.best is not None:
        table(("choice", "option"), list(found.best.choices.items()))
        book = found.best.results.plan.root.book
        rows = [
            (book[name].label, show(value, book[name].unit, currency=currency))
            for name, value in found.best.figures.items()
        ]
        table(("figure", "value"), rows, "It comes to:")
    if others:
        near = [(f"{one.gap:.1%}", one.path, one.option) for one in others]
        table(("worse by", "choice", "option"), near, "Near it, with another option:")
    for text in found.assumed:
        paragraph(f"not proven: {text}")
    if found.excluded:
        counted = [(f"{one.designs:,.0f}", one.by) for one in found.excluded]
        about = "about, by a sample" if found.excluded[0].estimated else "counted"
        table(("designs", "excluded by"), counted, f"Designs that are none ({about}; several may):")
    for one in found.choosing.refused:
        names = [
            found.choosing.choices[choice].options[option].label
            for choice, option in zip(one.choices, one.options, strict=True)
        ]
        paragraph(f"left out: {', '.join(names)}: {one.why}")


def _said(found: Found) -> str:
    """Say in a sentence what was found, and how sure it is."""
    designs = f"{found.choosing.designs:,} designs"
    name = found.aim.name.replace("_", " ")
    if found.best is None:
        sure = "none of them" if found.proven else "none that was looked at"
        return f"{designs}: {sure} keeps to all that is asked"
    book = found.best.results.plan.root.book
    currency = found.choosing.scenario.economics.currency
    figure = show(found.figure, book[found.aim.name].unit, currency=currency)
    way = "least" if found.aim.sense > 0 else "most"
    if found.proven:
        return f"{designs}: the {way} {name} is {figure}, proven"
    gap = "of unknown size" if found.gap is None else f"of {found.gap:.1%} at most"
    return f"{designs}: the {way} {name} that was found is {figure}, with a gap {gap}"
