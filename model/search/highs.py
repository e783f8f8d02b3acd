"""Mixed-integer programmes by HiGHS (SciPy's), which can be stopped while they are solved.

HiGHS asks nobody whether to go on. So what isn't solved in a moment is solved in a process of its
own, which is ended when the search is: then what was found in that moment counts. It also ends when
this process does, even if that is killed.
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
"""Seconds that HiGHS has here, before it gets a process of its own."""
OFTEN = 0.1
"""Seconds between two questions whether to go on."""
SPARE = 0.5
"""Seconds before the end of a search in which that process hands over what it has."""
NICE = 10
"""How far that process steps back behind others: a server has pages to make beside it."""
SCALE = 1e6
"""What costs are scaled to, so that HiGHS sees a millionth of a millionth of them."""
DONE = (0, 2)
"""What HiGHS says where nothing is left to be done: it is the best, or there is none."""


@dataclass(frozen=True, slots=True)
class Programme:
    """What is least, of which columns, between which bounds; rows are a sparse matrix in parts."""

    costs: NDArray[np.float64]
    highest: NDArray[np.float64]
    rows: tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.intp]]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solved:
    """The columns' numbers, what no others are below, and whether nothing is left to be done."""

    numbers: NDArray[np.float64] | None
    bound: float
    is_done: bool


def solved(programme: Programme, watch: Watch, best: float | None = None) -> Solved:
    """Solve a programme in whole numbers from 0, as long as a search goes on.

    `best` is what is known by now, which is told while it is solved.
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
    """Solve a programme in a process of its own, which ends with the search; None: it was ended."""
    began, left = time.monotonic(), watch.until - time.monotonic()
    answer: list[bytes] = []
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _CHILD.format(path=sys.path, parent=os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us, who end it
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
        finally:  # also where this thread is interrupted
            process.kill()
            waits.join()
    found: Solved | None = pickle.loads(answer[0]) if answer[0] else None
    return found


def _answer(process: subprocess.Popen[bytes], request: bytes) -> bytes:
    """Send a request and wait for its answer; the input stays open as long as this process runs."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError):  # it was ended
        process.stdin.write(request)
        process.stdin.flush()
    return process.stdout.read()


_CHILD = "import sys; sys.path[:] = {path}; from model.search import highs; highs._child({parent})"


def _child(parent: int) -> None:
    """Solve what stands in the input, until a time of day or the end of the parent."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    programme, until = pickle.load(sys.stdin.buffer)
    end_with(parent, lambda: os.read(0, 1))
    sys.stdout.buffer.write(pickle.dumps(_solved(programme, until - time.time())))
