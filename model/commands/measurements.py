"""`measurements`: results in benchmark output."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import Measurement
from model.commands.terminal import table, write_json
from model.errors import InputError, Problem
from model.units.figures import show

SCHEMA = "ostimate.measurements/1"


def run(options: argparse.Namespace) -> int:
    """List the results in files; then report the errors of all files together."""
    found: list[Measurement] = []
    problems: list[Problem] = []
    for file in options.files:
        try:
            found += read_measurements(file)
        except InputError as error:
            problems += error.problems
    if problems and not found:
        raise InputError(problems)
    if options.json:
        figures = [{**asdict(one), "details": dict(one.details)} for one in found]
        write_json({"schema": SCHEMA, "figures": figures}, options.json)
    else:
        headers = ("file and line", "benchmark", "figure", "value", "printed", "run", "note")
        table(headers, [_cells(one) for one in found])
    if problems:
        sys.stdout.flush()
        raise InputError(problems)
    return 0


def _cells(one: Measurement) -> tuple[str, ...]:
    sizes = ((one.nodes, "node"), (one.tasks, "task"))
    counts = (f"{n} {word}{'s' if n > 1 else ''}" for n, word in sizes if n)
    place = f"{one.file}:{one.line}" if one.line else one.file
    run = ", ".join(filter(None, (one.case, *counts)))
    return place, one.kind, one.figure, show(one.value, one.unit), one.printed, run, one.note
