"""Formulas of plain floats: what the steps give, to the last bit."""

from __future__ import annotations

import math
import struct
from collections import Counter
from itertools import product

import numpy as np
import pytest

from model.engine import ops
from model.engine.ops import TABLE
from model.engine.quantity import Book, Quantity
from model.engine.scalar import by_numpy, compiled_formula, scalar_formula
from tests import trees
from tests.engine.test_ops import POINTS
from tests.laws import samples

EACH = 4
"""How often a formula is compared, at figures of different trees and designs."""


def bits(x: float) -> bytes:
    """Give what a number is made of; one unknown is like another."""
    return b"unknown" if math.isnan(x) else struct.pack("d", x)


@pytest.mark.long
def test_every_formula_gives_what_its_step_gives() -> None:
    """In every book, at the figures of the examples and at random ones."""
    compared: Counter[Quantity] = Counter()
    for example, root in trees.examples().items():
        program, drawn = trees.program(example), samples.drawn(example)
        values = program.start(dict(root.walk()))
        for address, column in drawn.items():
            values[program.slots[address]] = np.float64(column[len(compared) % len(column)])
        program.run(values)
        for step in program.steps:
            if compared[step.quantity] < EACH:
                compared[step.quantity] += 1
                formula = scalar_formula(step.quantity, len(step.operands))
                found = formula(*[float(values[slot]) for slot in step.operands])
                assert bits(found) == bits(float(values[step.slot])), step.quantity.name
    assert len(compared) > 2000


@pytest.mark.parametrize("op", sorted(op for op, one in TABLE.items() if one.python))
def test_what_stands_in_line_is_exact(op: str) -> None:
    """It gives what NumPy gives: at the points of its law, and where figures are unknown or 0."""
    function = getattr(np, op, None) or getattr(ops, op)
    points = [*POINTS[op], *product((0.0, -2.5, math.nan, math.inf), repeat=len(POINTS[op][0]))]
    for count in sorted({len(point) for point in points} - {0}):
        names = ", ".join(f"operand_{chr(97 + n)}" for n in range(count))
        book = Book("b")
        formula = eval(f"lambda {names}: function({names})", {"function": function})
        book.quantity("1", "x", "test", name="formula")(formula)
        found = scalar_formula(book.quantities["formula"], count)
        expected = by_numpy(formula)
        for point in (point for point in points if len(point) == count):
            assert bits(found(*point)) == bits(expected(*point)), point


def test_a_division_by_nothing_is_left_to_numpy() -> None:
    """Plain floats refuse it; the formula gives what it gave."""
    book = Book("b")
    book.quantity("1", "x", "test", name="share")(lambda part, whole: part / whole)
    share = book.quantities["share"]
    assert scalar_formula(share, 2)(1.0, 0.0) == math.inf
    assert math.isnan(scalar_formula(share, 2)(0.0, 0.0))
    assert scalar_formula(share, 2)(1.0, 4.0) == 0.25


def test_a_procedure_is_called_as_it_is() -> None:
    """What can't be written down is called."""
    book = Book("b")
    book.quantity("1", "x", "test", name="least_of", kind="opaque")(lambda one, two: min(one, two))
    least = book.quantities["least_of"]
    assert compiled_formula(least, 2) is None
    assert scalar_formula(least, 2)(3.0, 2.0) == 2.0
