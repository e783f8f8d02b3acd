"""`plan`: results of a scenario, as text, JSON, workbook or HTML page."""

from __future__ import annotations

import argparse
import importlib

from model.answers.results import evaluate
from model.commands.terminal import write_file, write_json, write_or_print, wrong_option
from model.planning.loading import load_scenario


def run(options: argparse.Namespace) -> int:
    """Plan a scenario; modules of output formats are imported on demand."""
    results = evaluate(load_scenario(options.scenario), public=options.public)
    if options.xlsx == "-":
        raise wrong_option("--xlsx", "a workbook can't be printed: write a file name")
    if options.xlsx is not None:
        workbook = importlib.import_module("report.workbook.workbook")
        write_file(options.xlsx, workbook.workbook_bytes(results))
    if options.html is not None:
        write_or_print(importlib.import_module("report.web.page").page(results), options.html)
    if options.json is not None:
        from model.answers.output import plan_json

        write_json(plan_json(results), options.json)
    if options.json is None and options.xlsx is None and options.html is None:
        from model.commands.overview import print_plan

        print_plan(results, notes=options.notes)
    return 0
