"""`validate`: what owners published beside what the model says; exit status 1 when a row is out."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from model.scenario import load_scenario
from model.terminal import table, write_json
from model.units import show
from model.validation import Row, validate

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


def run(options: argparse.Namespace) -> int:
    """Validate scenarios."""
    files = [Path(file) for file in options.scenarios] or sorted(SCENARIOS.glob("*.yaml"))
    rows = [row for file in files for row in validate(load_scenario(file))]
    if options.json:
        document = {"schema": "ostimate.validation/1", "rows": [asdict(row) for row in rows]}
        write_json(document, options.json)
    else:
        headers = ("system", "figure", "kind", "published", "model", "error", "tolerance", "")
        table(headers, [_cells(row) for row in rows])
    return int(any(row.within is False for row in rows))


def _cells(row: Row) -> tuple[str, ...]:
    if row.published is None or row.model is None:
        published = row.unit if row.published is None else show(row.published, row.unit)
        return (row.system, row.figure, row.kind, published, "", "", "", "")
    return (
        row.system,
        row.figure,
        row.kind,
        show(row.published, row.unit),
        show(row.model, row.unit),
        "" if row.error is None else f"{row.error:+.2%}",
        "" if row.tolerance is None else f"{row.tolerance:.2%}" if row.tolerance else "exact",
        {True: "ok", False: "OUT", None: ""}[row.within],
    )
