"""Mixed-integer programmes by HiGHS (through SciPy), with cancellation.

HiGHS has no callback for cancellation. A programme that isn't solved immediately is therefore
solved in a separate process, which is terminated with the search; the first result is then used.
That process also ends when this one does, even if this one is killed.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from model.engine.child_processes import end_with

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from model.search.progress import Watch

AT_ONCE = 0.4
"""Time limit in seconds of HiGHS in this process."""
OFTEN = 0.1
"""Interval in seconds of checks for cancellation."""
SPARE = 0.5
"""Time in seconds before the time limit at which the process returns its best solution."""
NICE = 10
"""Niceness of the process, so that a server stays responsive."""
SCALE = 1e6
"""Scale of the costs, for the precision of HiGHS relative to them."""
DONE = (0, 2)
"""Status codes of HiGHS for a complete search: optimal, or infeasible."""


@dataclass(frozen=True, slots=True)
class Programme:
    """A minimization problem: costs of columns, bounds, and rows as parts of a sparse matrix."""

    costs: NDArray[np.float64]
    highest: NDArray[np.float64]
    rows: tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.intp]]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solved:
    """Values of the columns, a lower bound, and whether the search is complete."""

    numbers: NDArray[np.float64] | None
    bound: float
    is_done: bool


def solved(programme: Programme, watch: Watch, best: float | None = None) -> Solved:
    """Solve an integer programme with variables from 0, until the search is stopped.

    `best` is the best figure so far, which is reported during the solution.
    """
    if not watch.goes_on(0.0, best):
        return Solved(None, -np.inf, is_done=False)
    left = watch.until - time.monotonic()
    first = _solved(programme, min(AT_ONCE, left))
    if first.is_done or not watch.goes_on(0.0, best):
        return first
    later = _beside(programme, watch, best)
    return later if later is not None and (later.is_done or later.numbers is not None) else first


def _solved(programme: Programme, seconds: float) -> Solved:
    from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import
    from scipy.sparse import csr_array

    one = programme
    scale = max(float(np.abs(one.costs).max(initial=0.0)), 1e-300) / SCALE
    values, *at = one.rows
    matrix = csr_array((values, tuple(at)), shape=(len(one.low), len(one.costs)))
    limit = {"time_limit": max(0.0, seconds)} if np.isfinite(seconds) else {}
    found = milp(
        one.costs / scale,
        integrality=np.ones(len(one.costs)),
        bounds=Bounds(0.0, one.highest),
        constraints=LinearConstraint(matrix, one.low, one.high),
        options={"mip_rel_gap": 0.0, **limit},
    )
    bound = getattr(found, "mip_dual_bound", None)
    numbers = None if found.x is None else np.round(found.x)
    least = -np.inf if bound is None else float(bound) * scale
    return Solved(numbers, least, found.status in DONE)


def _beside(programme: Programme, watch: Watch, best: float | None) -> Solved | None:
    """Solve a programme in a separate process that ends with the search; None if terminated."""
    began, left = time.monotonic(), watch.until - time.monotonic()
    answer: list[bytes] = []
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _CHILD.format(path=sys.path, parent=os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is handled here
    ) as process:
        request = pickle.dumps((programme, time.time() + left - SPARE))
        waits = threading.Thread(target=lambda: answer.append(_answer(process, request)))
        waits.start()
        try:
            while waits.is_alive():
                waits.join(OFTEN)
                done = (time.monotonic() - began) / left if np.isfinite(left) else 0.0
                if waits.is_alive() and not watch.goes_on(min(done, 1.0), best):
                    return None
        finally:  # also if this thread is interrupted
            process.kill()
            waits.join()
    answered: Solved | None = pickle.loads(answer[0]) if answer[0] else None
    return answered


def _answer(process: subprocess.Popen[bytes], request: bytes) -> bytes:
    """Send a request and wait for its answer; the input stays open while this process runs."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError):  # it was terminated
        process.stdin.write(request)
        process.stdin.flush()
    return process.stdout.read()


_CHILD = "import sys; sys.path[:] = {path}; from model.search import highs; highs._child({parent})"


def _child(parent: int) -> None:
    """Solve the programme on standard input, until a time of day or the end of the parent."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    programme, until = pickle.load(sys.stdin.buffer)
    end_with(parent, lambda: os.read(0, 1))
    sys.stdout.buffer.write(pickle.dumps(_solved(programme, until - time.time())))
