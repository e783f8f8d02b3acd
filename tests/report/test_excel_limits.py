"""Every formula of every workbook is within what Excel takes, of a site of many tiers, too."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from model.answers.results import evaluate
from model.design.scenario import Scenario, edited, load_scenario
from report.workbook import build
from tests.report.test_workbook import FILES, PRICED

LONGEST, DEEPEST, MOST_ARGUMENTS, LONGEST_TEXT, LONGEST_CELL = 8192, 64, 255, 255, 32767
_TOKEN = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|[(),]|[^\"'(),]+")


def tiers(count: int) -> Scenario:
    """The scenario in which everything is known, with so many tiers, each with long names."""
    scenario = load_scenario(PRICED)
    one = scenario.data["tiers"][0]
    copies = [{**one, "name": f"a tier with a rather long name {n}"} for n in range(1, count + 1)]
    return edited(scenario, {"tiers": copies})


def problems(formula: str) -> list[str]:
    """Say which of Excel's limits a formula breaks."""
    found = [f"{len(formula)} characters"] if len(formula) > LONGEST else []
    depth, deepest = [0], 0
    for token in _TOKEN.findall(formula):
        if token[0] == '"' and len(token[1:-1].replace('""', '"')) > LONGEST_TEXT:
            found.append("a text too long")
        if token == "(":
            depth.append(1)
            deepest = max(deepest, len(depth) - 1)
        elif token == ",":
            depth[-1] += 1
        elif token == ")" and depth.pop() > MOST_ARGUMENTS:
            found.append("too many arguments")
    return [*found, *[f"{deepest} levels"] * (deepest > DEEPEST)]


def broken(scenario: Scenario) -> list[tuple[str, str, list[str]]]:
    """Name the cells of a scenario's workbook that Excel would refuse."""
    book = openpyxl.load_workbook(io.BytesIO(build(evaluate(scenario))[0]))
    found = []
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                text = cell.value
                if isinstance(text, str) and cell.data_type == "f" and (wrong := problems(text)):
                    found.append((sheet.title, cell.coordinate, wrong))
                elif isinstance(text, str) and len(text) > LONGEST_CELL:
                    found.append((sheet.title, cell.coordinate, ["a text too long"]))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_formula_is_within_excels_limits(file: Path) -> None:
    assert not broken(load_scenario(file))


@pytest.mark.parametrize("count", [5, 8])
def test_many_tiers_are_within_excels_limits(count: int) -> None:
    assert not broken(tiers(count))


def test_a_formula_beyond_a_limit_is_found() -> None:
    """The law can fail, by each of its limits."""
    for formula in (
        f"={'+'.join(['1'] * 5000)}",
        f"={'(' * 65}1{')' * 65}",
        f"=SUM({','.join(['1'] * 256)})",
        f'="{"a" * 256}"',
    ):
        assert problems(formula), formula[:40]
    fine: list[Any] = [f"={'(' * 64}1{')' * 64}", f'="{"a" * 255}"', "=\"(,(((\"&'a (b'!A1"]
    assert not any(map(problems, fine))
