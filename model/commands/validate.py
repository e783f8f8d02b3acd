"""`validate`: published figures and the model; exit status 1 if one is out of tolerance."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import asdict
from math import floor
from pathlib import Path

from model.answers.validation import (
    KIND_NAMES,
    KINDS,
    SCENARIOS,
    Row,
    headline,
    predicted_without_kin,
    reference_files,
    spread,
    summary,
    validate,
)
from model.commands.terminal import paragraph, table, write_json
from model.errors import InputError, Place, Problem
from model.planning.loading import load_scenario

NOTHING = "no published figures to compare with: add measured figures with their source"
VERDICTS = {True: "ok", False: "OUT", None: ""}


def run(options: argparse.Namespace) -> int:
    """Validate scenarios."""
    files = [Path(file) for file in options.scenarios] or reference_files()
    rows = [row for file in files for row in validate(load_scenario(file))]
    if not rows:
        named = Place(", ".join(map(str, files)) or str(SCENARIOS))
        raise InputError([Problem(named, "published", NOTHING)])
    if options.json:
        document = {
            "schema": "ostimate.validation/1",
            "rows": [asdict(row) for row in rows],
            "summary": summary(rows),
        }
        write_json(document, options.json)
    else:
        _print(rows)
    return int(any(row.within is False for row in rows))


def _print(rows: list[Row]) -> None:
    headers = ("system", "figure", "kind", "published", "model", "error", "tolerance", "")
    table(headers, [_cells(row) for row in rows])
    _list("Reasons for differences, and notes", [(row, row.note) for row in rows])
    _list("Errors in the sources", [(row, row.slip) for row in rows])
    table(
        ("kind", "value as evidence"),
        [(KIND_NAMES[kind], worth) for kind, worth in KINDS.items()],
        "Types of comparison",
    )
    _draw(rows)
    print()
    paragraph(f"{headline(rows)}.")
    paragraph(f"{predicted_without_kin().text}.")


def _draw(rows: list[Row]) -> None:
    """Draw the distribution of prediction errors, in steps of a tenth."""
    off = spread(rows)
    if off is None:
        return
    print("\nErrors of predicted bandwidths, model compared with published")
    steps = Counter(floor((row.error or 0.0) * 10 + 1e-9) for row in off.rows)
    for step in range(min(steps), max(steps) + 1):
        print(f"  {step * 10:+4d} to {step * 10 + 10:+4d} %  {'#' * steps[step]}".rstrip())


def _list(title: str, remarks: list[tuple[Row, str]]) -> None:
    cells = [(row.system, row.figure, words) for row, words in remarks if words]
    if cells:
        table(("system", "figure", ""), cells, title)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.system,
        row.compares,
        row.kind_text,
        row.published_text,
        row.model_text,
        row.error_text,
        row.tolerance_text,
        VERDICTS[row.within],
    )
