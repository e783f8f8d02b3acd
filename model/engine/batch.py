"""Run a procedure over a batch of designs, as far as it takes the same decisions for all of them.

A procedure compares, sorts and branches. Run with `Many` figures in place of one, it takes each of
its decisions for the whole batch; where designs disagree the batch is split, and each part starts
again. The arithmetic in between is that of single figures, and so are the bits.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]

FEW = 24
"""Designs that are done one by one: an operator over arrays takes as long as on so many figures."""


class DisagreeError(Exception):
    """Designs disagree on a decision: those of equal marks agree."""

    def __init__(self, marks: Column) -> None:
        self.marks = marks

    def parted(self, designs: Column) -> list[Column]:
        """Part designs by their marks."""
        _, which = np.unique(self.marks, return_inverse=True)
        order = np.argsort(which, kind="stable")
        return np.split(designs[order], np.flatnonzero(np.diff(which[order])) + 1)


class Many:
    """A figure of many designs: reckoned with as one, compared only where all agree."""

    __slots__ = ("figures",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, figures: Column) -> None:
        self.figures = figures

    def __neg__(self) -> Many:
        return Many(-self.figures)


def _figures(operand: Any) -> Any:
    return operand.figures if isinstance(operand, Many) else operand


def _reckoning(of: Callable[[Any, Any], Any]) -> tuple[Callable[..., Many], Callable[..., Many]]:
    """Make an operator, and the one for a figure on the left."""

    def found(one: Many, other: Any) -> Many:
        return Many(of(one.figures, _figures(other)))

    def turned(one: Many, other: Any) -> Many:
        return Many(of(_figures(other), one.figures))

    return found, turned


def _deciding(of: Callable[[Any, Any], Any]) -> Callable[[Many, Any], bool]:
    def found(one: Many, other: Any) -> bool:
        truths = of(one.figures, _figures(other))
        if truths.all():
            return True
        if truths.any():
            raise DisagreeError(truths)
        return False

    return found


for _name in ("add", "sub", "mul", "truediv"):
    _found, _turned = _reckoning(getattr(operator, _name))
    setattr(Many, f"__{_name}__", _found)
    setattr(Many, f"__r{_name}__", _turned)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Many, f"__{_name}__", _deciding(getattr(operator, _name)))


def same(figure: Any) -> float:
    """Give a figure that decides by its value, as a count does: designs of one value go on."""
    if isinstance(figure, Many):
        raise DisagreeError(figure.figures)
    return float(figure)


def is_unknown(figure: Any) -> bool:
    """Tell whether a figure is unknown."""
    return bool(figure != figure)


def exact_sum(figures: Iterable[Any]) -> Any:
    """Sum as `math.fsum` does."""
    read = list(figures)
    count = next((len(one.figures) for one in read if isinstance(one, Many)), None)
    if count is None:
        return math.fsum(read)
    table = np.empty((count, len(read)))
    for n, one in enumerate(read):
        table[:, n] = _figures(one)
    return Many(np.fromiter(map(math.fsum, table.tolist()), np.float64, count))


def greatest(figures: Iterable[Any]) -> Any:
    """Give the greatest of figures that are all known; of none 0."""
    read = list(figures)
    if not any(isinstance(one, Many) for one in read):
        return max(read, default=0.0)
    return Many(reduce(np.maximum, map(_figures, read)))


def batched(procedure: Callable[..., Sequence[Any]], rows: Column, count: int) -> Column:
    """Run a procedure that gives so many figures for each row of its operands.

    Examples
    --------
    >>> batched(lambda a, b: [a + b if a < b else a - b], np.array([[1.0, 2.0], [5.0, 2.0]]), 1)
    array([[3.],
           [3.]])
    """
    found = np.empty((len(rows), count))
    bits = np.ascontiguousarray(rows).view(np.int64)  # unknown is unlike itself, not in its bits
    fixed = (bits == bits[:1]).all(axis=0)
    todo = [np.arange(len(rows))]
    while todo:
        designs = todo.pop()
        if len(designs) <= FEW:
            for n in designs:
                found[n] = procedure(*rows[n].tolist())
            continue
        first = rows[designs[0]].tolist()
        try:
            given = procedure(
                *(
                    one if alike else _one_of(rows[designs, n])
                    for n, (one, alike) in enumerate(zip(first, fixed, strict=True))
                )
            )
        except DisagreeError as disagree:
            todo += disagree.parted(designs)
            continue
        for at, figure in enumerate(given):
            found[designs, at] = _figures(figure)
    return found


def _one_of(column: Column) -> Any:
    bits = column.view(np.int64)
    return float(column[0]) if (bits == bits[0]).all() else Many(column)
