"""Many designs at once: a tree evaluated over arrays of its inputs.

Only what the targets need is computed; what no axis reaches, once. The rest runs in blocks of
designs that stay in the processor's cache; an intermediate array is dropped after its last use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from model.engine.ops import Num
from model.engine.tree import Address, Instance, Program, Step, TreeError

Designs = NDArray[np.float64]

BLOCK = 16384
"""Designs that are computed at a time."""


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The steps that an axis reaches, each with the slots that nobody reads after it."""

    steps: tuple[Step, ...]
    dropped: tuple[tuple[int, ...], ...]
    values: list[Num]


def sweep(
    root: Instance, axes: Mapping[Address, ArrayLike], targets: Sequence[Address]
) -> dict[Address, Designs]:
    """Evaluate a tree for many designs.

    Parameters
    ----------
    root : Instance
        The root of the tree. Its own inputs hold for all designs.
    axes : Mapping[Address, ArrayLike]
        For the address of an input (or of a quantity that is given in place of its formula) its
        figures: 1-D arrays of one length, a design each; or a single figure for all designs.
    targets : Sequence[Address]
        The addresses whose values are wanted; a name is looked up from its path upward.

    Returns
    -------
    dict[Address, ndarray]
        For each target an array of shape (designs,), in base units; NaN where it is unknown.
        A target that no axis reaches has the same value everywhere.

    Raises
    ------
    ValueError
        The axes differ in length, or are no 1-D arrays.
    TreeError
        An axis or a target isn't in the tree.
    """
    columns, count = columns_of(axes)
    given = _given(root, columns)
    program = Program(given, targets)
    slots = {target: program.slots[program.address(*target)] for target in targets}
    results = {slot: np.empty(count) for slot in slots.values()}
    with np.errstate(all="ignore"):  # what divides by nothing is unknown, and shown as such
        compiled = _compile(program, given)
        for start in range(0, count, BLOCK):
            _run(compiled, slice(start, min(start + BLOCK, count)), results)
    return {target: results[slot] for target, slot in slots.items()}


def columns_of(axes: Mapping[Address, ArrayLike]) -> tuple[dict[Address, Designs], int]:
    """Give each axis as one array of the common length."""
    columns = {address: np.asarray(figures, np.float64) for address, figures in axes.items()}
    lengths = {column.size for column in columns.values() if column.ndim == 1}
    if any(column.ndim > 1 for column in columns.values()) or len(lengths - {1}) > 1:
        shapes = ", ".join(f"{path}.{name} {c.shape}" for (path, name), c in columns.items())
        raise ValueError(f"axes must be 1-D arrays of one length, or single figures: {shapes}")
    count = next(iter(lengths - {1}), 1)
    spread = {address: np.broadcast_to(column, count) for address, column in columns.items()}
    return {address: np.ascontiguousarray(column) for address, column in spread.items()}, count


def _given(root: Instance, columns: Mapping[Address, Designs]) -> Instance:
    """Copy the tree with the axes among its inputs."""
    inputs: dict[str, dict[str, Any]] = {}
    for (path, name), column in columns.items():
        inputs.setdefault(path, {})[name] = column
    given = _copy(root, root.name, inputs)
    books = {path: instance.book for path, instance in root.walk()}
    for path, name in columns:
        if path not in books or name not in books[path]:
            raise TreeError(f"{path} has no '{name}' that could be varied")
    return given


def _copy(instance: Instance, path: str, inputs: Mapping[str, Mapping[str, Any]]) -> Instance:
    children = {
        role: [_copy(child, f"{path}/{role}:{child.name}", inputs) for child in of_role]
        for role, of_role in instance.children.items()
    }
    figures = {**instance.inputs, **inputs.get(path, {})}
    return Instance(instance.role, instance.name, instance.book, figures, children)


def _compile(program: Program, root: Instance) -> _Compiled:
    """Compute at once what no axis reaches, and order the rest."""
    values = program.start(dict(root.walk()))
    varies = {slot for slot, value in enumerate(values) if isinstance(value, np.ndarray)}
    steps = []
    for step in program.steps:
        if varies.isdisjoint(step.operands):
            values[step.slot] = step.quantity.function(*(values[n] for n in step.operands))
        else:
            varies.add(step.slot)
            steps.append(step)
    read: set[int] = set()
    dropped: list[tuple[int, ...]] = []
    for step in reversed(steps):
        last = ({*step.operands, step.slot} & varies) - read
        read |= last
        dropped.append(tuple(last))
    return _Compiled(tuple(steps), tuple(reversed(dropped)), values)


def _run(compiled: _Compiled, block: slice, results: Mapping[int, Designs]) -> None:
    """Compute one block of designs, and put what is wanted into its place at once."""
    values = [v[block] if isinstance(v, np.ndarray) and v.ndim else v for v in compiled.values]
    for slot, column in results.items():
        if values[slot] is not None:
            column[block] = values[slot]
    for step, dropped in zip(compiled.steps, compiled.dropped, strict=True):
        value = step.quantity.function(*[values[n] for n in step.operands])
        values[step.slot] = value
        if step.slot in results:
            results[step.slot][block] = value
        for slot in dropped:
            values[slot] = None
