"""JSON output of IOR (`-O summaryFormat=JSON`, since 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.calibration.measurements.ior import KIND, SHOWN, TIME_LIMIT, WAYS
from model.calibration.measurements.measurement import Measurement, Output, spread
from model.calibration.measurements.objects import number, objects
from model.units.kinds import MIB

MARK = r'"(?:bwMeanMIB|bwMiB)"'


def read(output: Output) -> Iterator[Measurement]:
    """Return the figures of the summary, or of the repetitions if there is none."""
    options = [found for _, found in objects(output, r'"Options"\s*:\s*\{')]
    summary = list(objects(output, r'\{\s*"operation"'))
    for line, row in summary:
        test = row.get("TestID")
        of = options[test] if isinstance(test, int) and 0 <= test < len(options) else {}
        figures = (number(row.get(f"bw{name}MIB")) for name in ("Max", "Min", "Mean"))
        case = f"test {test}" if len(options) > 1 else ""
        yield from _of(output, line, row.get("operation"), figures, of, case)
    if not summary:
        yield from _repetitions(output, options[-1] if options else {})


def _repetitions(output: Output, options: dict[str, Any]) -> Iterator[Measurement]:
    rows = list(objects(output, r'\{\s*"access"'))
    for way in WAYS:
        found = [
            (line, rate)
            for line, row in rows
            if row.get("access") == way and (rate := number(row.get("bwMiB"))) is not None
        ]
        rates = [rate for _, rate in found]
        if rates:
            figures = iter((max(rates), min(rates), sum(rates) / len(rates)))
            yield from _of(output, found[0][0], way, figures, options, "")


def _of(
    output: Output,
    line: int,
    way: Any,
    figures: Iterator[float | None],
    options: dict[str, Any],
    case: str,
) -> Iterator[Measurement]:
    if way not in WAYS:
        return
    if (limit := number(options.get("deadlineForStonewall"))) is not None:
        options = {**options, TIME_LIMIT: f"{limit:.0f}"}
    nodes, tasks = (number(options.get(name)) for name in ("nodes", "tasks"))
    for name, value in spread(f"{way} bandwidth", *figures):
        yield Measurement(
            KIND,
            name,
            value * MIB,
            "byte/s",
            f"{value:g} MiB/s",
            output.file,
            line,
            case,
            None if nodes is None else int(nodes),
            None if tasks is None else int(tasks),
            tuple((key, str(options[key])) for key in SHOWN if key in options),
        )
