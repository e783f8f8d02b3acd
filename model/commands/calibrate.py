"""`calibrate`: fit values of a scenario to measurements."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import yaml

from model.calibration.files import calibrate_file
from model.calibration.fit import Calibrated, Compared, Fitted
from model.calibration.offered_evidence import offered
from model.commands.terminal import table, write_file, write_json
from model.design.scenario import Scenario, edited
from model.units.figures import percent, show

SCHEMA = "ostimate.calibrated/1"


def run(options: argparse.Namespace) -> int:
    """Fit and print the result; with --scenario, also write the fitted scenario."""
    found = calibrate_file(options.calibration)
    if options.scenario is not None:
        data = edited(found.scenario, found.edits).data
        text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
        write_file(options.scenario, text.encode())
        _say_what_is_missing(found.scenario, Path(options.scenario))
    if options.evidence is not None:
        evidence = offered(found.scenario, found.points)
        write_file(options.evidence, evidence.text.encode())
        for why in evidence.left_out:
            print(f"! no evidence: {why}", file=sys.stderr)
    if options.json is not None:
        write_json(_document(found), options.json)
    if options.json is None and options.scenario is None and options.evidence is None:
        _print(found)
        return 0
    for warning in found.warnings:
        print(f"! {warning}", file=sys.stderr)
    return 0


def _say_what_is_missing(scenario: Scenario, file: Path) -> None:
    """Print the files that the written scenario refers to and that are not next to it."""
    demands = (scenario.demand, *(getattr(tier, "demand", None) for tier in scenario.tiers))
    for name in (name for demand in demands if demand for name in demand.files):
        if not (file.parent / name).exists():
            beside = file.parent / name
            print(
                f"{file}: needs the file '{name}': copy {scenario.folder / name} to {beside}",
                file=sys.stderr,
            )


def _print(found: Calibrated) -> None:
    values = ("value", "before", "fitted", "standard error", "95 % interval", "limits")
    table(values, [_value(one) for one in found.values], "Fitted values")
    points = ("measured figure", "quantity", "measured", "before", "fitted", "residual", "source")
    table(points, [_point(one) for one in found.points], "Measurements")
    if len(found.values) > 1:
        names = [one.path for one in found.values]
        cells = [
            (name, *("unknown" if one is None else f"{one:+.3f}" for one in row))
            for name, row in zip(names, found.correlation, strict=True)
        ]
        table(("", *names), cells, "Correlation")
    print(f"\nDegrees of freedom: {found.freedom}")
    for warning in found.warnings:
        print(f"! {warning}")
    print("To save the values in a scenario: --scenario FILE.yaml")


def _value(one: Fitted) -> tuple[str, ...]:
    unit = one.item.unit
    known = "unknown" if one.interval is None else " to ".join(show(x, unit) for x in one.interval)
    return (
        one.path,
        show(one.before, unit),
        show(one.value, unit),
        show(one.error, unit),
        known,
        f"{show(one.low, unit)} and {show(one.high, unit)}",
    )


def _point(one: Compared) -> tuple[str, ...]:
    return (
        one.point.figure,
        one.point.quantity,
        show(one.measured, one.unit),
        show(one.before, one.unit),
        show(one.model, one.unit),
        "unknown"
        if one.residual is None
        else percent(round(one.residual, 6) + 0.0, 2, signed=True),
        one.point.source,
    )


def _document(found: Calibrated) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "scenario": found.scenario.name,
        "values": [
            {
                "path": one.path,
                "unit": one.item.unit,
                "before": one.before,
                "value": one.value,
                "standard_error": one.error,
                "interval": one.interval,
                "low": one.low,
                "high": one.high,
                "on_bound": one.on_bound,
            }
            for one in found.values
        ],
        "measurements": [
            {
                "figure": one.point.figure,
                "quantity": one.point.quantity,
                "unit": one.unit,
                "measured": one.measured,
                "before": one.before,
                "fitted": one.model,
                "residual": one.residual,
                "source": one.point.source,
                "change": dict(one.point.change),
            }
            for one in found.points
        ],
        "correlation": found.correlation,
        "degrees_of_freedom": found.freedom,
        "warnings": found.warnings,
        "edits": found.edits,
    }
