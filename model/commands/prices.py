"""`prices`: the price list of a plan, to fill in and add to the scenario."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from model.answers.price_sheet import as_csv, as_yaml, price_rows
from model.answers.results import evaluate
from model.commands.terminal import write_file, wrong_option
from model.planning.loading import load_scenario


def run(options: argparse.Namespace) -> int:
    """Write the list in the format of the file name."""
    kind = Path(options.out).suffix.casefold()
    if kind not in (".xlsx", ".csv", ".yaml", ".yml"):
        raise wrong_option("--out", "write a name that ends in .xlsx, .csv or .yaml")
    rows = price_rows(evaluate(load_scenario(options.scenario)))
    if kind == ".xlsx":
        content: bytes = importlib.import_module("report.workbook.price_workbook").price_workbook(
            rows
        )
    else:
        content = (as_csv(rows) if kind == ".csv" else as_yaml(rows)).encode()
    write_file(options.out, content, anew=True)  # an existing list may contain manual entries
    return 0
