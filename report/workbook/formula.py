"""A step of the model as the formula of its cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import groupby
from math import isnan, nan
from typing import Any

import numpy as np

from model.answers.results import Results
from model.engine.ops import TABLE
from model.engine.quantity import Quantity
from model.engine.trace import Term, excel, name
from model.engine.tree import Step
from model.units.figures import parse
from report.workbook.sheets import Cell, Layout
from report.workbook.steps import READABLE, STEPS, Steps, seen_from

_OVER_RANGES = {
    "total": "SUM({0})",
    "parts": "SUM({0})",
    "known_total": 'SUMIF({0},">-9E307")',
    "known_parts": 'SUMIF({0},">-9E307")',
    "unknown_parts": "SUMPRODUCT(--ISNA({0}))",
    "unknown_count": "SUMPRODUCT(--ISNA({0}))",
    "least": "MIN({0})",
    "all_met": "COUNTIF({0},0)",
    "checks": "COUNTIF({0},0)",
}
"""What sums children or parts, written over a range of cells."""
STANDIN, MOST_STANDINS = 0xF0000, 0xFFFE
"""Letters of nobody's that stand for the operands of a formula: the first, and how many."""
_STANDINS = re.compile(f"([{chr(STANDIN)}-{chr(STANDIN + MOST_STANDINS - 1)}])")
SCALES = {
    label: (power, parse(f"1 {label}", unit))
    for label, power, unit in (
        ("TB", "10^12", "byte"),
        ("TiB", "2^40", "byte"),
        ("GB/s", "10^9", "byte/s"),
        ("hours", "3600", "second"),
        ("years", "31557600", "second"),
    )
}
"""Units that a formula divides by: as it writes them, and what they come to."""


def scaled(value: float | None, label: str, times: int = 1) -> float | None:
    """Give the result of a cell that shows another one in that unit."""
    return None if value is None else times * value / SCALES[label][1]


def cell_formula(results: Results, layout: Layout, step: Step, sheet: str) -> str:
    """Write the formula of a step as its sheet refers to its operands, without the leading `=`."""
    program = results.plan.program
    ats = [program.addresses[slot] for slot in step.operands]
    cells = [layout.cells[at] for at in ats]
    kind = step.quantity.kind
    if kind in _OVER_RANGES:
        return _over(kind, cells, sheet)
    seen = [cell.seen_from(STEPS) for cell in cells]
    text = seen_from(sheet, _written(step.quantity.function, seen))
    if len(text) <= READABLE:
        return text
    values = {one: results[at] for at, one in zip(ats, seen, strict=True)}
    return seen_from(sheet, _in_steps(step.quantity, values, seen, layout.steps))


def formula_of(quantity: Quantity, cells: list[Cell], sheet: str) -> str:
    """Write the formula of a quantity of a small tree, whose operands stand in these cells."""
    if quantity.kind in _OVER_RANGES:
        return _over(quantity.kind, cells, sheet)
    return seen_from(sheet, _written(quantity.function, [cell.seen_from(STEPS) for cell in cells]))


def formula_of_texts(quantity: Quantity, operands: list[str]) -> str:
    """Write the formula of a quantity of these operands: cells, numbers or formulas in brackets."""
    return excel(quantity.function(*map(name, operands)))


def _in_steps(
    quantity: Quantity, values: Mapping[str, float | None], seen: list[str], steps: Steps
) -> str:
    """Write a formula, with a row of its own for each part that it writes twice."""
    cells = list(values)  # each once, whatever reads it twice
    rows, whole = _kept(quantity.function, tuple(map(cells.index, seen)))
    known = {chr(STANDIN + n): value for n, value in enumerate(values.values())}
    for template, part in rows:
        now = _value(part, known)
        text = _filled(template, cells)
        cells.append(steps.cell(text, f"{quantity.label}, in part", None if isnan(now) else now))
    return _filled(whole, cells)


def _written(function: Callable[..., Any], cells: list[str]) -> str:
    """Write a function of these cells: what is between them is the same for every instance."""
    if len(cells) > MOST_STANDINS:
        return excel(function(*map(name, cells)))
    return _filled(_template(function, len(cells)), cells)


Template = tuple[str, tuple[tuple[int, str], ...]]
"""What a formula begins with, then the number of each operand and what follows it."""


def _filled(template: Template, cells: list[str]) -> str:
    first, pairs = template
    return "".join((first, *(cells[at] + text for at, text in pairs)))


def _split(text: str) -> Template:
    first, *rest = _STANDINS.split(text)
    pairs = zip(*[iter(rest)] * 2, strict=True)
    return first, tuple((ord(at) - STANDIN, text) for at, text in pairs)


@lru_cache(maxsize=4096)
def _template(function: Callable[..., Any], count: int) -> Template:
    """Give a formula of so many operands."""
    return _split(excel(function(*(name(chr(STANDIN + n)) for n in range(count)))))


@lru_cache(maxsize=4096)
def _kept(
    function: Callable[..., Any], operands: tuple[int, ...]
) -> tuple[tuple[tuple[Template, Term], ...], Template]:
    """Give the rows of a formula's parts and the formula that refers to them; as operands, too.

    An operand that is read twice has one number.
    """
    whole = function(*(name(chr(STANDIN + n)) for n in operands))
    kept = _Kept(whole, max(operands, default=-1) + 1)
    text = excel(kept.term(whole))
    return tuple((_split(row), part) for row, part in kept.rows.items()), _split(text)


class _Kept:
    """Gives a row of its own to each part of an expression that its formula writes twice."""

    def __init__(self, whole: Term, operands: int) -> None:
        self.rows: dict[str, Term] = {}
        self._operands = operands
        self._counts = Counter(excel(part) for part in whole.parts())

    def term(self, part: Any) -> Any:
        """Give a part with references in place of what stands in it twice."""
        if not isinstance(part, Term) or part.op == "name":
            return part
        repeated = [
            TABLE[part.op].repeats(n) or self._counts[excel(one)] > 1
            for n, one in enumerate(part.operands)
        ]
        pairs = zip(part.operands, repeated, strict=True)
        return Term(
            part.op, tuple(self._kept(one) if is_kept else self.term(one) for one, is_kept in pairs)
        )

    def _kept(self, part: Any) -> Any:
        inner = self.term(part)
        if not isinstance(part, Term) or part.op == "name":
            return inner
        text = excel(inner)
        self.rows.setdefault(text, part)
        return name(chr(STANDIN + self._operands + list(self.rows).index(text)))


def _value(part: Any, values: Mapping[str, float | None]) -> float:
    if not isinstance(part, Term):
        return float(part)
    if part.op == "name":
        value = values[part.operands[0]]
        return nan if value is None else value
    with np.errstate(all="ignore"):
        return float(TABLE[part.op].scalar(*(_value(one, values) for one in part.operands)))


def count_unknown(cells: list[Cell], sheet: str) -> str:
    """Write how many of some cells are unknown."""
    return _over("unknown_count", cells, sheet)


def _over(kind: str, cells: list[Cell], sheet: str) -> str:
    if not cells:
        return "0"
    ranges = [_range(run, sheet) for run in _runs(cells)]
    if kind in ("total", "parts", "least"):
        return _OVER_RANGES[kind].format(",".join(ranges))
    found = "+".join(_OVER_RANGES[kind].format(r) for r in ranges)
    if kind in ("all_met", "checks"):
        return f"IF({found}>0,0,MIN({','.join(ranges)}))"
    return found


def _runs(cells: list[Cell]) -> list[list[Cell]]:
    """Split cells into runs that are neighbours in a row or in a column."""
    in_a_row = len({(cell.sheet, cell.row) for cell in cells}) == 1

    def place(cell: Cell) -> tuple[str, int, int]:
        if in_a_row:
            return cell.sheet, cell.row, cell.column
        return cell.sheet, cell.column, cell.row

    numbered = enumerate(sorted((*place(cell), cell) for cell in cells))
    runs = groupby(numbered, lambda pair: (*pair[1][:2], pair[1][2] - pair[0]))
    return [[cell for _, (_, _, _, cell) in run] for _, run in runs]


def _range(run: list[Cell], sheet: str) -> str:
    first, last = run[0], run[-1]
    text = first.seen_from(sheet)
    return text if first == last else f"{text}:{last.seen_from(last.sheet)}"
