"""Sweeps over many designs, in this process or on any executor of `concurrent.futures`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from math import prod
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from model.engine import sweep as engine
from model.engine.spread import Found, Kept, Told, key_of, pieces, spread
from model.engine.sweep import BLOCK, Designs
from model.engine.tree import Address, Instance
from model.planning.plan import Plan
from model.records import dataclass

Reader = Literal["numpy", "fused"]
"""Evaluation backend; results are bit-identical."""


@dataclass(frozen=True)
class Grid:
    """All combinations of the values of some axes, the last axis changing fastest.

    It is described by its axes only: workers create the designs of their chunks themselves.
    """

    axes: Mapping[Address, Sequence[float]]

    def __len__(self) -> int:
        return prod(map(len, self.axes.values()))

    def columns(self, start: int, stop: int) -> dict[Address, Designs]:
        """Return the values of a range of designs."""
        sizes = [len(figures) for figures in self.axes.values()]
        places = np.unravel_index(np.arange(start, stop), sizes)
        return {
            address: np.asarray(figures, np.float64)[at]
            for (address, figures), at in zip(self.axes.items(), places, strict=True)
        }


@dataclass(frozen=True)
class _Listed:
    """Explicit designs, as arrays of values; a chunk contains its own slices."""

    of: Mapping[Address, Designs]
    first: int = 0

    def columns(self, start: int, stop: int) -> dict[Address, Designs]:
        """Return the values of a range of designs."""
        return {at: of[start - self.first : stop - self.first] for at, of in self.of.items()}


@dataclass(frozen=True)
class _Swept:
    """Evaluation of a chunk of a sweep."""

    of: Plan | Instance
    axes: Grid | _Listed
    targets: tuple[Address, ...]
    reader: Reader = "numpy"

    def __call__(self, start: int, stop: int) -> Found:
        """Return the targets for a range of designs."""
        root = self.of.root if isinstance(self.of, Plan) else self.of
        values = _read(self.reader, root, self.axes.columns(start, stop), self.targets)
        return np.array([np.broadcast_to(values[at], stop - start) for at in self.targets])

    def part(self, start: int, stop: int) -> _Swept:
        """Return a copy for one chunk, without the values of the others."""
        if isinstance(self.axes, Grid):
            return self
        listed = _Listed(self.axes.columns(start, stop), start)
        return _Swept(self.of, listed, self.targets, self.reader)


def _read(
    reader: Reader,
    root: Instance,
    axes: Mapping[Address, ArrayLike],
    targets: Sequence[Address],
) -> dict[Address, Designs]:
    """Evaluate designs by NumPy, or fused if possible, with bit-identical results."""
    if reader == "numpy":
        return engine.sweep(root, axes, targets)
    from model.engine.fused import fused_sweep  # an optional dependency

    return fused_sweep(root, axes, targets)


def sweep(
    of: Plan | Instance,
    axes: Mapping[Address, ArrayLike] | Grid,
    targets: Sequence[Address],
    *,
    executor: Executor | None = None,
    kept: Path | None = None,
    told: Told | None = None,
    reader: Reader = "numpy",
) -> dict[Address, Designs]:
    """Evaluate a plan for many designs.

    Parameters
    ----------
    of
        A plan; or the root of a tree, which can't be sent to another process.
    axes
        Values for the address of each input (or of a quantity that replaces its formula): 1-D
        arrays of equal length, one value per design; or a single value for all designs. Or a
        `Grid`, whose designs are created by the workers.
    targets
        Addresses of the quantities to return; a name is looked up from its path upward.
    executor
        Any executor of `concurrent.futures`; by default, the sweep runs in this process.
    kept
        Folder for finished chunks, from which an interrupted sweep continues.
    told
        Called with the number of finished chunks, and the total.
    reader
        'fused' compiles the varying part to a single loop (`ostimate[fast]`): worthwhile for
        millions of designs with few axes. If that isn't possible, such as without numba, NumPy
        is used.

    Returns
    -------
    dict[Address, ndarray]
        For each target an array of shape (designs,), in base units; NaN if it is unknown.
        Results are bit-identical for all executors.

    Raises
    ------
    ValueError
        If the axes differ in length, or are not 1-D arrays.
    TreeError
        If an axis or a target is not in the tree.
    """
    if not isinstance(axes, Grid) and executor is None and kept is None:
        return _read(reader, of.root if isinstance(of, Plan) else of, axes, targets)
    if isinstance(axes, Grid):
        grid: Grid | _Listed = axes
        count = len(axes)
    else:
        columns, count = engine.columns_of(axes)
        grid = _Listed(columns)
    job = _Swept(of, grid, tuple(targets), reader)
    kept_in = None if kept is None else Kept(kept, _key(job, count))
    values = spread(job, pieces(count, BLOCK), executor, kept_in, told)
    return dict(zip(job.targets, values, strict=True))


def _key(job: _Swept, count: int) -> str:
    """Return a hash of all inputs of a sweep."""
    root = job.of.root if isinstance(job.of, Plan) else job.of
    figures = job.axes.axes if isinstance(job.axes, Grid) else job.axes.of
    axes = [(at, np.asarray(of, np.float64).tobytes()) for at, of in figures.items()]
    return key_of(root, axes, job.targets, count)
