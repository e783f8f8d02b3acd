"""`search`: finds the best design among the open choices of a scenario."""

from __future__ import annotations

import argparse
import importlib
import math
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from model.answers.compatibility import unsuited
from model.answers.ranges import likely
from model.answers.results import Results, evaluate
from model.commands import growing, purchases
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
from model.engine.child_processes import run_in_spare_time
from model.planning.loading import load_scenario
from model.reading.fields import Price as MoneyFigure
from model.records import dataclass
from model.search import views
from model.search.answers import (
    PATIENCE,
    Alternative,
    Answers,
    Price,
    Reason,
    design_with,
    front,
    lacking,
    most_of,
    prices,
    search_json,
    text_of,
    with_alternatives,
)
from model.search.mix import mix
from model.search.obstacles import obstacles, waits_for
from model.search.progress import Progress
from model.search.search import Design, SearchResult, search
from model.search.shipments import shipments, shipments_json
from model.units.figures import UnitError, percent

WAYS = {"least": "minimise", "most": "maximise", "minimise": "minimise", "maximise": "maximise"}

COLUMNS = 60
"""Width of the progress bar in columns."""
OFTEN = 0.1
"""Interval of progress updates in seconds."""


@dataclass
class _Report:
    """Requested results of a search; None: not requested."""

    found: SearchResult
    others: Answers[Alternative]
    along: str = ""
    front: Answers[Design] | None = None
    prices: Answers[Price] | None = None
    asked: Design | None = None
    reasons: list[Reason] | None = None
    never: list[Reason] | None = None
    ways: Sequence[Reason] = ()


def run(options: argparse.Namespace) -> int:
    """Search, and print the results."""
    scenario = load_scenario(options.scenario)
    if options.shipments and not scenario.choices:
        return purchases.ship(evaluate(scenario), options)
    if options.need or options.by:
        return growing.run(evaluate(scenario), options, _progress_bar())
    objective = _objective(options, scenario.objective)
    if options.phases:
        return purchases.buy(scenario, objective, options, _progress_bar())
    if options.xlsx == "-":
        raise wrong_option("--xlsx", "a workbook can't be printed: write a file name")
    along, sense = _along(options.front)
    wanted = dict(map(_wanted, options.why_not or ()))
    seconds = math.inf if options.seconds is None else options.seconds
    patience = PATIENCE if options.seconds is None else seconds
    pool: AbstractContextManager[Executor | None] = (
        ProcessPoolExecutor(options.workers - 1, initializer=run_in_spare_time)
        if options.workers > 1
        else nullcontext()
    )
    resume_dir = None if options.resume_dir is None else Path(options.resume_dir)
    with pool as executor:
        with _progress_bar() as progress, as_option("--objective", options.objective, "objective"):
            if options.mix:
                found = mix(scenario, objective, seconds=seconds, progress=progress)
            else:
                found = search(
                    scenario,
                    objective,
                    seconds=seconds,
                    progress=progress,
                    executor=executor,
                    resume_dir=resume_dir,
                )
        further: Mapping[str, Any] = {"executor": executor}
        with _progress_bar() as progress:
            most = max(0, options.top)
            found, others = with_alternatives(
                found, objective, most=most, seconds=patience, progress=progress, **further
            )
        report = _Report(found, others, along)
        with _progress_bar() as progress:
            further = {"seconds": seconds, "progress": progress, **further}
            if along:
                with as_option("--front", along, "objective"):
                    report.front = front(found, along, sense=sense, **further)
            report.ways = obstacles(found, seconds=patience, progress=progress, executor=executor)
            if options.prices:
                report.prices = prices(found, **further)
    if wanted:
        with as_option("--why-not", wanted, "choices"):
            report.asked = design_with(found, wanted)
        report.reasons = lacking(found, report.asked)
        report.never = _never(found, wanted)
    if options.out is not None:
        _write(Path(options.out), report)
    if options.xlsx is not None and found.best is not None:
        workbook = importlib.import_module("report.workbook.workbook")
        tables = views.designs(found, others, report.front or (), along, report.prices or ())
        content = workbook.workbook_bytes(found.best.results, tables, views.procedure_text(found))
        write_file(options.xlsx, content)
    if options.json is None:
        _print(report)
    else:
        document = search_json(
            found,
            others,
            front=report.front,
            prices=report.prices,
            why_not=report.reasons,
            obstacles=report.ways,
        )
        if options.shipments and found.best is not None:
            document |= purchases.both(shipments_json(shipments(found.best.results)))
        write_json(document, options.json)
        return 0
    if options.shipments and found.best is not None:
        purchases.print_shipments(found.best.results)
    return 0


def _never(found: SearchResult, wanted: Mapping[str, str]) -> list[Reason]:
    """Return the most frequent reasons that exclude all designs with a single option."""
    return most_of(found, *next(iter(wanted.items()))) if len(wanted) == 1 else []


def _aim(text: str, option: str) -> tuple[str, str]:
    """Parse the direction and the figure of an objective."""
    way, _, figure = text.strip().partition(" ")
    if way not in WAYS or not figure.strip():
        what = f"write 'least capital_cost' or 'most usable_capacity', not '{text}'"
        raise wrong_option(option, what)
    return WAYS[way], figure.strip()


def _along(text: str | None) -> tuple[str, int]:
    """Parse the second figure of a front; 1 if less of it is better, -1 if more."""
    if text is None:
        return "", 0
    way, figure = _aim(text, "--front")
    return figure, 1 if way == "minimise" else -1


def _wanted(text: str) -> tuple[str, str]:
    path, equals, label = text.partition("=")
    if not equals:
        raise wrong_option("--why-not", f"write 'tiers.0.blocks=3', not '{text}'")
    return path.strip(), label.strip()


def _objective(options: argparse.Namespace, own: Objective | None) -> Objective | None:
    """Return the objective; the command line takes precedence over the scenario."""
    fields = {name: getattr(own, name) for name in own.model_fields_set} if own else {}
    if options.objective is not None:
        way, figure = _aim(options.objective, "--objective")
        fields = {k: v for k, v in fields.items() if k not in ("minimise", "maximise")}
        fields[way] = figure
    if options.budget is not None:
        try:
            fields["budget"] = MoneyFigure("currency").read(options.budget)
        except UnitError as error:
            raise wrong_option("--budget", str(error)) from None
    if not fields or fields.keys() == {"budget"}:
        return own
    return Objective.model_construct(**fields)


@contextmanager
def _progress_bar() -> Iterator[Progress]:
    """Show the progress on a terminal; Ctrl-C stops with the best design so far."""
    shown, interrupted = -math.inf, False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True

    def tell(done: float, best: float | None) -> bool:
        nonlocal shown
        if sys.stderr.isatty() and time.monotonic() > shown + OFTEN:
            shown = time.monotonic()
            known = "" if best is None else f", best so far {best:,.6g}"
            report = f"{percent(done, 1):>7} searched{known}"
            print(f"\r{report:{COLUMNS}}", end="", file=sys.stderr, flush=True)
        return not interrupted

    usual = signal.signal(signal.SIGINT, interrupt)
    try:
        yield tell
    finally:
        signal.signal(signal.SIGINT, usual)
        if sys.stderr.isatty():
            print("\r" + " " * COLUMNS + "\r", end="", file=sys.stderr)


def _write(folder: Path, report: _Report) -> None:
    """Write the best design and all other reported designs as scenarios."""
    designs = {"asked": report.asked, "best": report.found.best}
    designs |= {f"alternative-{n}": one.design for n, one in enumerate(report.others, 1)}
    designs |= {f"front-{n}": one for n, one in enumerate(report.front or (), 1)}
    for name, design in designs.items():
        if design is not None:
            make_folder(folder)
            write_file(str(folder / f"{name}.yaml"), text_of(design).encode())


def _print(report: _Report) -> None:
    found = report.found
    paragraph(views.sentence(found))
    if found.best is not None:
        table(("choice", "option"), list(views.named(found, found.best).items()))
        rows = [
            (
                found.label(name),
                views.written(found, name, value),
                likely(found.best.results, "site", name),
            )
            for name, value in found.best.figures.items()
        ]
        table(("figure", "value", ""), rows, "Results:")
        for doubt in unsuited(found.best.results):
            paragraph(f"! {doubt}", hanging="  ")
    if waits := waits_for(found):
        paragraph(views.waiting(found, waits))
    elif report.ways:
        view = views.obstacles(report.ways)
        draw(_any(found), view) if view.rows else paragraph(views.SEVERAL)
    if report.others:
        near = [
            (_compared(one.gap), one.path, views.named(found, one.design)[one.path])
            for one in report.others
        ]
        table(("difference", "choice", "option"), near, "Alternatives, with another option:")
    if report.others.stopped:
        paragraph(
            f"alternatives: {report.others.looked_at} of {report.others.of} options were examined "
            "within the time limit: raise it with --seconds"
        )
    _print_front(report)
    _print_prices(report)
    _print_why_not(report)
    for text in found.assumed:
        paragraph(f"not proven: {text}")
    if found.excluded:
        draw(_any(found), views.excluded(found))
    for row in views.refused(found).rows:
        paragraph(f"excluded: {row.label}: {row.entries[0]}")


def _any(found: SearchResult) -> Results:
    """Return the results of any design, for the currency of tables."""
    first = found.choosing.structures[0].probe.plan
    assert first is not None
    return Results(first)


def _compared(gap: float) -> str:
    """Say by how much an alternative is worse than the best design.

    >>> [_compared(gap) for gap in (0.017, 0.0, -1e-12)]
    ['1.7 % worse', 'equal', 'equal']
    """
    share = percent(abs(gap), 1)
    return "equal" if share == percent(0.0, 1) else f"{share} worse"


def _print_front(report: _Report) -> None:
    """Print each design of the front by both figures, and its differences."""
    if report.front is None or not report.front:
        return
    found, names = report.found, (report.found.aim.name, report.along)
    open_paths = [
        path for path in report.front[0].choices if len({d.choices[path] for d in report.front}) > 1
    ]
    rows = [
        (
            *(views.written(found, name, design.results["site", name]) for name in names),
            ", ".join(views.named(found, design)[path] for path in open_paths),
        )
        for design in report.front
    ]
    heads = (*(found.label(name) for name in names), ", ".join(open_paths) or "design")
    table(heads, rows, "No design is better in both:")
    if report.front.stopped:
        paragraph("the front is incomplete: it reached its time limit or its number of designs")


def _print_prices(report: _Report) -> None:
    if report.prices is None:
        return
    if report.prices:
        draw(_any(report.found), views.prices(report.found, report.prices))
    if report.prices.stopped:
        priced = f"{report.prices.looked_at} of {report.prices.of} were priced"
        paragraph(f"{priced} within the time limit")


def _print_why_not(report: _Report) -> None:
    if report.asked is None:
        return
    for reason in report.reasons or ():
        paragraph(f"the best design with this option: {reason}")
    for reason in report.never or ():
        paragraph(f"any design with this option, at most: {reason}")
    if not report.reasons:
        name = report.found.aim.name
        figure = views.written(report.found, name, report.asked.results["site", name])
        paragraph(f"it would meet all requirements, with {figure}")
