"""Sweeps over many designs, here or on any executor of `concurrent.futures`."""

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
"""What computes designs; both to the same bits."""


@dataclass(frozen=True)
class Grid:
    """All combinations of the figures of some axes, the last axis changing fastest.

    It is said by its axes alone: a worker makes the designs of its piece by itself.
    """

    axes: Mapping[Address, Sequence[float]]

    def __len__(self) -> int:
        return prod(map(len, self.axes.values()))

    def columns(self, start: int, stop: int) -> dict[Address, Designs]:
        """Give the figures of the designs from one number up to another."""
        sizes = [len(figures) for figures in self.axes.values()]
        places = np.unravel_index(np.arange(start, stop), sizes)
        return {
            address: np.asarray(figures, np.float64)[at]
            for (address, figures), at in zip(self.axes.items(), places, strict=True)
        }


@dataclass(frozen=True)
class _Listed:
    """Designs one by one, as their figures stand in arrays; a piece has its own part of them."""

    of: Mapping[Address, Designs]
    first: int = 0

    def columns(self, start: int, stop: int) -> dict[Address, Designs]:
        """Give the figures of the designs from one number up to another."""
        return {at: of[start - self.first : stop - self.first] for at, of in self.of.items()}


@dataclass(frozen=True)
class _Swept:
    """What is done with a piece of a sweep."""

    of: Plan | Instance
    axes: Grid | _Listed
    targets: tuple[Address, ...]
    reader: Reader = "numpy"

    def __call__(self, start: int, stop: int) -> Found:
        """Give the targets for the designs from one number up to another."""
        root = self.of.root if isinstance(self.of, Plan) else self.of
        found = _read(self.reader, root, self.axes.columns(start, stop), self.targets)
        return np.array([np.broadcast_to(found[at], stop - start) for at in self.targets])

    def part(self, start: int, stop: int) -> _Swept:
        """Give the same for a piece alone: without the figures of the others."""
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
    """Compute designs by NumPy, or fused, where that is possible: to the same bits."""
    if reader == "numpy":
        return engine.sweep(root, axes, targets)
    from model.engine.fused import fused_sweep  # the extra: few have it

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
        A plan; or the root of a tree, which no other process can be sent.
    axes
        For the address of an input (or of a quantity that is given in place of its formula) its
        figures: 1-D arrays of one length, a design each; or a single figure for all designs. Or a
        `Grid`, whose designs are made where they are computed.
    targets
        The addresses whose values are wanted; a name is looked up from its path upward.
    executor
        Where it is computed: any of `concurrent.futures`; without one, here.
    kept
        A folder for finished pieces, from which an interrupted sweep continues.
    told
        Called with the number of pieces that are done, and of all.
    reader
        'fused' compiles what designs differ in to one loop (`ostimate[fast]`): worth it for
        millions of designs of few axes. Where it can't, as without numba, NumPy computes.

    Returns
    -------
    dict[Address, ndarray]
        For each target an array of shape (designs,), in base units; NaN where it is unknown. The
        same bits wherever it is computed.

    Raises
    ------
    ValueError
        The axes differ in length, or are no 1-D arrays.
    TreeError
        An axis or a target isn't in the tree.
    """
    if not isinstance(axes, Grid) and executor is None and kept is None:
        return _read(reader, of.root if isinstance(of, Plan) else of, axes, targets)
    if isinstance(axes, Grid):
        made: Grid | _Listed = axes
        count = len(axes)
    else:
        columns, count = engine.columns_of(axes)
        made = _Listed(columns)
    job = _Swept(of, made, tuple(targets), reader)
    kept_in = None if kept is None else Kept(kept, _key(job, count))
    found = spread(job, pieces(count, BLOCK), executor, kept_in, told)
    return dict(zip(job.targets, found, strict=True))


def _key(job: _Swept, count: int) -> str:
    """Name a sweep by all that it rests on."""
    root = job.of.root if isinstance(job.of, Plan) else job.of
    figures = job.axes.axes if isinstance(job.axes, Grid) else job.axes.of
    axes = [(at, np.asarray(of, np.float64).tobytes()) for at, of in figures.items()]
    return key_of(root, axes, job.targets, count)
