"""The compiled program: it gives what the steps give, for every quantity of every book."""

from __future__ import annotations

import math

import numpy as np
import pytest

from model.engine import ops
from model.engine.compiled import compile_plain
from model.engine.quantity import Book
from model.engine.tree import Instance, Program
from tests import trees
from tests.each import of_each
from tests.engine.test_ops import POINTS
from tests.laws import samples
from tests.laws.formulas import formulas
from tests.near import assert_near


def pools() -> list[str]:
    """Name the examples in which bytes are counted."""
    names = "pool", "2 x draid", "draid", "files"
    return [name for name in trees.examples() if name.startswith(names)]


def together() -> list[str]:
    """Name the other examples, of those that together hold every formula and every procedure."""
    found = {case.example for case in (*(f.first for f in formulas()), *trees.procedures())}
    return sorted(found.difference(pools()))


def compared(example: str, rel: float) -> None:
    """Compute random designs by both; what differs by more fails."""
    program, drawn = trees.program(example), samples.drawn(example)
    instances = dict(trees.examples()[example].walk())
    plain = compile_plain(program, program.addresses)
    # Exponentials of arrays and of floats are of two libraries: chances of loss are near only.
    chances = [
        1e-12 if instances[path].book[name].topic == "risk" else rel
        for path, name in program.addresses
    ]
    for design in range(4):
        figures = [float(instances[path].inputs[name]) for path, name in plain.addresses]
        for n, address in enumerate(plain.addresses):
            if address in drawn:
                figures[n] = float(drawn[address][design])
        assert_near(program.addresses, plain(*figures), plain.steps(*figures), chances)


@pytest.mark.long
@of_each(together)
def test_compiled_is_steps(example: str) -> None:
    """Each quantity is that of the step that is fed with the same; 2 ulp a step may add up."""
    compared(example, 1e-12)


@of_each(pools)
def test_a_compiled_pool_is_exact(example: str) -> None:
    """Where bytes are counted, nothing at all differs."""
    compared(example, 0)


def test_what_floats_refuse_is_left_to_the_steps() -> None:
    """A division by zero is unknown or endless, as in the steps, and no error."""
    book = Book("b")
    for name in ("above", "below"):
        book.input(name, "1", "x", "Title", 1.0, source="none")
    book.quantity("1", "x", "none", name="share")(lambda above, below: above / below)
    root = Instance("b", "b", book, {"above": 1.0, "below": 2.0})
    plain = compile_plain(Program(root), [("b", "share")])
    assert plain(1.0, 2.0) == (0.5,)
    assert plain(1.0, 0.0) == (math.inf,)
    assert np.isnan(plain(0.0, 0.0)[0])


def test_what_cannot_be_written_is_called() -> None:
    """An opaque step is a call of its function."""
    book = Book("b")
    book.input("side", "1", "x", "Title", 4.0, source="none")
    book.quantity("1", "x", "none", name="area", kind="opaque")(lambda side: float(side) ** 2)
    book.quantity("1", "x", "none", name="both")(lambda area, side: area + side)
    book.quantity("1", "x", "none", name="branching")(lambda side: side if side > 1 else 0.0)
    plain = compile_plain(Program(Instance("b", "b", book)), [("b", "both"), ("b", "branching")])
    assert plain() == (20.0, 4.0)


OF_MANY = {
    1: lambda f: lambda one: f(one),
    2: lambda f: lambda one, two: f(one, two),
    3: lambda f: lambda one, two, three: f(one, two, three),
    4: lambda f: lambda one, two, three, four: f(one, two, three, four),
}
"""A formula of so many operands: what it needs are its parameters."""


@pytest.mark.parametrize("op", POINTS)
def test_an_operator_takes_the_unknown_as_the_steps_do(op: str) -> None:
    """Each operand unknown, and all: `pieces` of nothing are 0, whatever one costs."""
    width = len(POINTS[op][0])
    book = Book("b")
    for name in ("one", "two", "three", "four")[:width]:
        book.input(name, "1", "x", "Title", 1.0, source="none")
    formula = OF_MANY[width](getattr(ops, op, None) or getattr(np, op))
    book.quantity("1", "x", "none", name="answer")(formula)
    root = Instance("b", "b", book, dict.fromkeys(book.inputs, 1.0))
    plain = compile_plain(Program(root), [("b", "answer")])
    for point in (point for point in POINTS[op] if len(point) == width):
        for unknown in (*((n,) for n in range(width)), range(width)):
            figures = [math.nan if n in unknown else x for n, x in enumerate(point)]
            assert plain(*figures) == pytest.approx(plain.steps(*figures), nan_ok=True), figures
