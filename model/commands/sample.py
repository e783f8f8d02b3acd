"""`sample`: certainty of a plan, from the uncertainty ranges of its scenario."""

from __future__ import annotations

import argparse
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from model.answers.certainty import LEVELS, Drawn, sample
from model.answers.results import evaluate
from model.answers.views import certainty_tables
from model.answers.views.view import View
from model.commands.drawn import draw
from model.commands.terminal import as_options, paragraph, write_json
from model.engine.child_processes import end_with_pool
from model.engine.tree import Address
from model.planning.loading import load_scenario
from model.procedures.peaks import RULE

SAMPLE_SCHEMA = "ostimate.sample/1"
DRAWN = ("write_bandwidth", "read_bandwidth", "total_cost_of_ownership")
"""Figures whose sensitivity is printed, if they vary."""


def run(options: argparse.Namespace) -> int:
    """Draw the samples, and print the results."""
    results = evaluate(load_scenario(options.scenario))
    pool: AbstractContextManager[Executor | None] = (
        ProcessPoolExecutor(options.workers, initializer=end_with_pool)
        if options.workers > 1
        else nullcontext()
    )
    with pool as executor, as_options(n="-n", seed="--seed", figures="--figure"):
        drawn = sample(
            results,
            options.n,
            options.seed,
            options.method,
            figures=options.figure or (),
            executor=executor,
            kept=None if options.resume_dir is None else Path(options.resume_dir),
        )
    if options.json is not None:
        write_json(sample_json(drawn, indices=options.indices), options.json)
    else:
        _print(drawn, indices=options.indices)
    return 0


def _print(drawn: Drawn, *, indices: bool) -> None:
    results, scenario = drawn.results, drawn.results.plan.scenario
    paragraph(scenario.title or scenario.name)
    paragraph(certainty_tables.counted(drawn))
    for view in (certainty_tables.chances(drawn), certainty_tables.quantiles(drawn)):
        draw(results, view)
        _print_notes(view)
    for address in shown_of(drawn):
        draw(results, certainty_tables.tornado(drawn, address, indices=indices))
    draw(results, certainty_tables.bands(results))
    lacking = certainty_tables.without(drawn)
    if lacking.rows:
        draw(results, lacking)
    paragraph(f"Two peaks: {RULE}.")


def _print_notes(view: View) -> None:
    """Print the notes of a view's rows, without repetitions."""
    labels: dict[str, list[str]] = {}
    for row in view.rows:
        for note in row.note[::2]:  # without separators
            labels.setdefault(str(note), []).append(row.label)
    for note, of in labels.items():
        paragraph(f"{', '.join(of)}: {note}", "  ", "  ")


def shown_of(drawn: Drawn) -> list[Address]:
    """Return the figures with a tornado: those requested, and the site's own."""
    named = [("site", name) for base in DRAWN for name in (base, f"known_{base}")]
    requirements = [at for at in drawn.shown if at[0] != "site"]
    found = [at for at in (*named, *requirements) if at in drawn.shown]
    return [at for at in found if drawn.tornado(at)]


def sample_json(drawn: Drawn, *, indices: bool) -> dict[str, Any]:
    """Return a sample for programs, in base units; None for unknown values."""
    return {
        "schema": SAMPLE_SCHEMA,
        "scenario": drawn.results.plan.scenario.name,
        "currency": drawn.results.plan.scenario.economics.currency,
        "n": drawn.n,
        "seed": drawn.seed,
        "method": drawn.method,
        "quantiles": {_key(at): _quantiles(drawn, at) for at in drawn.shown},
        "chance_met": {one.name: one.met for one in drawn.chances},
        "chance_unknown": {one.name: one.unknown for one in drawn.chances},
        "tornado": {
            _key(at): [
                {"band": one.column, "low": one.low, "high": one.high} for one in drawn.tornado(at)
            ]
            for at in drawn.shown
        },
        **({"indices": {_key(at): _indices(drawn, at) for at in drawn.shown}} if indices else {}),
        "bands": [
            {"field": one.called, "moves_with": " and ".join(one.columns), "origin": one.origin}
            | {"inputs": [f"{path}.{name}" for path, name in one.addresses], "unit": one.unit}
            | {"because": one.because or None}
            for one in drawn.bands
        ],
        "without_band": [
            {"input": f"{one.address[0]}.{one.address[1]}", "effects": one.effects}
            for one in drawn.without_band
        ],
    }


def _key(address: Address) -> str:
    path, name = address
    return name if path == "site" else f"{path}.{name}"


def _quantiles(drawn: Drawn, address: Address) -> dict[str, Any]:
    found, peaks = drawn.quantiles(address), drawn.peaks(address)
    return {
        **{f"p{100 * n:02.0f}": x for n, x in zip(LEVELS, found.at, strict=True)},
        "planned": found.planned,
        "below_planned": found.below,
        "unknown": found.unknown,
        "unit": drawn.results.item(*address).unit,
        "two_humps": peaks
        and {"lower": peaks.lower, "upper": peaks.upper, "valley": peaks.valley}
        | {"below_valley": peaks.below},
    }


def _indices(drawn: Drawn, address: Address) -> list[dict[str, Any]]:
    names = ("value", "low", "high")
    return [
        {"band": one.column}
        | {
            order: dict(zip(names, share, strict=True))
            for order, share in (("first", one.first), ("total", one.total))
        }
        for one in drawn.indices(address)
    ]
