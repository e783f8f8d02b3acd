"""`compare`: comparison of two to six scenarios."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence

from model.answers.certainty import sample
from model.answers.comparison import Compared, compare, comparison_json
from model.answers.regrets import regret
from model.answers.results import Results, evaluate
from model.answers.uncertainty import uncertain
from model.answers.views.comparison_tables import alike, least, regrets, views
from model.commands.drawn import draw
from model.commands.terminal import as_options, paragraph, write_file, write_json, wrong_option
from model.errors import InputError, Problem
from model.planning.loading import load_scenario


def run(options: argparse.Namespace) -> int:
    """Plan each scenario, and print the tables, or write JSON or a workbook."""
    planned = _planned(options.scenarios, public=options.public)
    with as_options(compare="compare"):  # errors about the number of scenarios
        compared = compare(planned, options.scenarios)
    if options.xlsx == "-":
        raise wrong_option("--xlsx", "a workbook can't be printed: write a file name")
    if options.xlsx is not None:
        workbook = importlib.import_module("report.workbook.comparison_workbook")
        write_file(options.xlsx, workbook.comparison_workbook(compared))
    if options.json is not None:
        write_json(comparison_json(compared), options.json)
    if options.json is None and options.xlsx is None:
        _print(compared)
    return 0


def _planned(names: Sequence[str], *, public: bool) -> list[Results]:
    """Plan each scenario; report the errors of all together."""
    found: list[Results] = []
    problems: list[Problem] = []
    for name in names:
        try:
            found.append(evaluate(load_scenario(name), public=public))
        except InputError as wrong:
            problems += wrong.problems
    if problems:
        raise InputError(problems)
    return found


def _print(compared: Compared) -> None:
    first, *others = compared.designs
    paragraph(f"{first} compared with {', '.join(others)}")
    for view in views(compared):
        draw(compared.designs[first], view)
    if text := alike(compared):
        paragraph(text)
    if len(set(compared.currencies)) > 1:
        paragraph("The scenarios use different currencies. Amounts are not converted.")
    elif all(uncertain(one) for one in compared.all):
        found = regret(compared.designs, sample(compared.all[0]))
        draw(compared.designs[first], regrets(found))
        paragraph(least(found))
