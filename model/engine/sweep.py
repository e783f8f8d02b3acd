"""Many designs at once: a tree evaluated over arrays of its inputs.

Only what the targets need is computed; what no axis reaches, once. The rest runs in blocks of
designs that stay in the processor's cache, in buffers that are used again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from model.engine.kernel import Kernel, compile_kernel
from model.engine.tree import Address, Instance, Program, TreeError

Designs = NDArray[np.float64]

BLOCK = 16384
"""Designs that are computed at a time."""


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
    program, kernel = _kept(given, tuple(columns), tuple(targets))
    slots = {target: program.slots[program.address(*target)] for target in targets}
    results = {slot: np.empty(count) for slot in slots.values()}
    with np.errstate(all="ignore"):  # what divides by nothing is unknown, and shown as such
        kernel.run(program.start(dict(given.walk())), results, count, BLOCK)
    return {target: results[slot] for target, slot in slots.items()}


_KERNELS: OrderedDict[tuple[Any, ...], tuple[Program, Kernel]] = OrderedDict()
_KEPT = 32
"""Kernels that are kept, those asked for last: up to some megabytes each."""


def _kept(
    given: Instance, axes: tuple[Address, ...], targets: tuple[Address, ...]
) -> tuple[Program, Kernel]:
    """Give the program and the kernel of a shape of tree, of axes and of targets."""
    key = given.shape(), frozenset(axes), targets
    found = _KERNELS.get(key)
    if found is None:
        program = Program(given, targets)
        slots = (program.slots[program.address(*target)] for target in targets)
        varied = {program.slots[address] for address in axes if address in program.slots}
        found = _KERNELS[key] = program, compile_kernel(program, varied, list(dict.fromkeys(slots)))
        if len(_KERNELS) > _KEPT:
            _KERNELS.popitem(last=False)
    else:
        _KERNELS.move_to_end(key)
    return found


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
