"""Programmes that are solved beside the search: the same answer, and an end when it is asked."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from model.engine.child_processes import run_in_spare_time
from model.search import highs
from model.search.highs import Programme, solved
from model.search.progress import Watch


def split(markets: int) -> Programme:
    """Give a market split (Cornuéjols and Dawande 1998): few columns, and hours of branching."""
    drawn = np.random.default_rng(0)
    columns = 10 * (markets - 1)
    weights = drawn.integers(0, 100, (markets, columns)).astype(float)
    rows, at = np.nonzero(weights)
    half = np.floor(weights.sum(axis=1) / 2)
    return Programme(np.ones(columns), np.ones(columns), (weights[rows, at], rows, at), half, half)


def knapsack() -> Programme:
    """Give the most of what weighs 26 at most: of (12, 24), (7, 13), (11, 23), (8, 15), (9, 16)."""
    worth, weigh = np.array([24.0, 13, 23, 15, 16]), np.array([12.0, 7, 11, 8, 9])
    rows = weigh, np.zeros(5, np.intp), np.arange(5)
    return Programme(-worth, np.ones(5), rows, np.array([-np.inf]), np.array([26.0]))


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_it_is_the_same_here_and_beside(seconds, monkeypatch):
    """Florida State University's example P01 of a knapsack, whose best is worth 51."""
    monkeypatch.setattr(highs, "AT_ONCE", seconds)
    found = solved(knapsack(), Watch())
    assert found.is_done
    assert found.numbers.tolist() == [0, 1, 1, 1, 0]
    assert found.bound == pytest.approx(-51)


def test_it_is_stopped_while_it_is_solved():
    """Within half a second of the moment it is said, which HiGHS itself never asks for."""
    told = [0.0]

    def goes_on(*_: object) -> bool:
        told[0] = time.monotonic()
        return told[0] < end

    end = time.monotonic() + 2.0
    assert not solved(split(6), Watch(progress=goes_on)).is_done
    assert told[0] >= end
    assert time.monotonic() - end < 0.5


def test_it_ends_in_time():
    watch = Watch(time.monotonic() + 1.5)
    assert not solved(split(6), watch).is_done
    assert watch.until - 1.0 < time.monotonic() < watch.until + 0.5
    assert solved(split(6), Watch(time.monotonic() - 1)).numbers is None


WITHOUT_END = """
import sys
from model.search import highs
from model.search.progress import Watch
from tests.search.test_highs import split

highs.AT_ONCE = 0.0
highs.solved(split(6), Watch())
"""
WORKERS = """
import time
from concurrent.futures import ProcessPoolExecutor
from model.engine.child_processes import run_in_spare_time

if __name__ == "__main__":
    with ProcessPoolExecutor(2, initializer=run_in_spare_time) as pool:
        list(pool.map(time.sleep, [600, 600]))
"""


@pytest.mark.skipif(not hasattr(os, "nice"), reason="needs a POSIX system")
def test_workers_leave_the_processor_to_the_search_itself():
    with ProcessPoolExecutor(1, initializer=run_in_spare_time) as pool:
        assert pool.submit(os.nice, 0).result() == min(os.nice(0) + 10, 19)


def interruptible() -> None:
    """Undo what a shell does to its background jobs: they ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def below(parent: int) -> set[int]:
    """Give the processes that one has started, as the kernel tells."""
    found = set()
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        found |= set(map(int, task.read_text().split()))
    return found


def runs(process: int) -> bool:
    """Tell whether a process is there, and isn't only waited for."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's /proc")
@pytest.mark.parametrize("ends_by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(("program", "children"), [(WITHOUT_END, 1), (WORKERS, 2)])
def test_what_a_search_starts_ends_with_it(
    program: str, children: int, ends_by: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(program)
    root = Path(__file__).parents[2]
    parent = subprocess.Popen(
        [sys.executable, tmp_path / "program.py"],
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=interruptible,
    )
    try:
        started: set[int] = set()
        end = time.monotonic() + 60
        while len(started) < children and time.monotonic() < end:
            time.sleep(0.05)
            started = below(parent.pid)
        assert len(started) == children
        time.sleep(1.0)  # they are at work
        assert all(map(runs, started))
        parent.send_signal(ends_by)
        if ends_by == signal.SIGINT and children > 1:
            for one in started:  # as the terminal tells the whole group
                os.kill(one, ends_by)
        parent.wait(10)
        while any(map(runs, started)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(map(runs, started))
    finally:
        parent.kill()
        for one in filter(runs, started):
            os.kill(one, signal.SIGKILL)


def test_a_child_ends_where_the_kernel_does_not_end_it(tmp_path: Path) -> None:
    """Once its input is closed, as it is when the parent is gone."""
    program = (
        "import os, sys, time; from model.engine import child_processes as one;"
        "one.PR_SET_PDEATHSIG = 0;"
        "one.end_with(os.getppid(), lambda: os.read(0, 1)); print('runs', flush=True);"
        "time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"runs\n"
        assert child.poll() is None
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(30) == 1
