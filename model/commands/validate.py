"""`validate`: what owners published beside what the model says; exit status 1 when a row is out."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from model.answers.validation import KINDS, SCENARIOS, Row, counts, reference_files, validate
from model.commands.terminal import table, write_json
from model.errors import InputError, Place, Problem
from model.planning.loading import load_scenario

NOTHING = "nothing is published here to compare with: write what was measured, with its source"
VERDICTS = {True: "ok", False: "OUT", None: ""}


def run(options: argparse.Namespace) -> int:
    """Validate scenarios."""
    files = [Path(file) for file in options.scenarios] or reference_files()
    rows = [row for file in files for row in validate(load_scenario(file))]
    if not rows:
        named = Place(", ".join(map(str, files)) or str(SCENARIOS))
        raise InputError([Problem(named, "published", NOTHING)])
    if options.json:
        document = {"schema": "ostimate.validation/1", "rows": [asdict(row) for row in rows]}
        write_json(document, options.json)
    else:
        _print(rows)
    return int(any(row.within is False for row in rows))


def _print(rows: list[Row]) -> None:
    headers = ("system", "figure", "kind", "published", "model", "error", "tolerance", "")
    table(headers, [_cells(row) for row in rows])
    _list("Why they differ, and what to know", [(row, row.note) for row in rows])
    _list("Slips of the sources", [(row, row.slip) for row in rows])
    table(("kind", "what it is worth"), list(KINDS.items()), "Kinds of rows")
    within, judged = counts(rows)
    print(f"\n{within} of {judged} judged rows are within their tolerance, {len(rows)} rows in all")


def _list(title: str, said: list[tuple[Row, str]]) -> None:
    cells = [(row.system, row.figure, words) for row, words in said if words]
    if cells:
        table(("system", "figure", ""), cells, title)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.system,
        row.compares,
        row.kind,
        row.published_text,
        row.model_text,
        row.error_text,
        row.tolerance_text,
        VERDICTS[row.within],
    )
