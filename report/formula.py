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
from model.engine.trace import Term, excel, name
from model.engine.tree import Step
from model.units.figures import parse
from report.sheets import Cell, Layout
from report.steps import READABLE, STEPS, Steps, seen_from

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
STANDIN, MOST_STANDINS = 0xE000, 0x1900
"""Letters of nobody's that stand for the operands of a formula: the first, and how many."""
_STANDINS = re.compile(f"([{chr(STANDIN)}-{chr(STANDIN + MOST_STANDINS - 1)}])")
SCALES = {
    label: (power, parse(f"1 {label}", unit))
    for label, power, unit in (
        ("TB", "10^12", "byte"),
        ("TiB", "2^40", "byte"),
        ("GB/s", "10^9", "byte/s"),
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
    term = step.quantity.function(*map(name, seen))
    values = {cell.seen_from(STEPS): results[at] for at, cell in zip(ats, cells, strict=True)}
    kept = _Kept(term, values, layout.steps, step.quantity.label)
    return seen_from(sheet, excel(kept.term(term)))


def _written(function: Callable[..., Any], cells: list[str]) -> str:
    """Write a function of these cells: what is between them is the same for every instance."""
    if len(cells) > MOST_STANDINS:
        return excel(function(*map(name, cells)))
    first, *pairs = _template(function, len(cells))
    return "".join((first, *(cells[at] + text for at, text in pairs)))


@lru_cache(maxsize=4096)
def _template(function: Callable[..., Any], count: int) -> tuple[Any, ...]:
    """Give what a formula begins with, then the number of each operand and what follows it."""
    term = function(*(name(chr(STANDIN + n)) for n in range(count)))
    first, *rest = _STANDINS.split(excel(term))
    return (first, *((ord(at) - STANDIN, text) for at, text in zip(*[iter(rest)] * 2, strict=True)))


class _Kept:
    """Gives a row of its own to each part of an expression that its formula writes twice."""

    def __init__(
        self, whole: Term, values: Mapping[str, float | None], steps: Steps, of: str
    ) -> None:
        self._values = values
        self._steps = steps
        self._of = f"{of}, in part"
        self._counts = Counter(excel(part) for part in whole.parts())

    def term(self, part: Any) -> Any:
        """Give a part with references in place of what stands in it twice."""
        if not isinstance(part, Term) or part.op == "name":
            return part
        repeated = [
            TABLE[part.op].excel.count(f"{{{n}}}") > 1 or self._counts[excel(one)] > 1
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
        now = self._value(part)
        return name(self._steps.cell(excel(inner), self._of, None if isnan(now) else now))

    def _value(self, part: Any) -> float:
        if not isinstance(part, Term):
            return float(part)
        if part.op == "name":
            value = self._values[part.operands[0]]
            return nan if value is None else value
        with np.errstate(all="ignore"):
            return float(TABLE[part.op].scalar(*map(self._value, part.operands)))


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
