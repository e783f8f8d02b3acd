"""Work in pieces: the same bits everywhere, done anew where a worker dies, continued from disk."""

from __future__ import annotations

import os
import signal
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.spread import PIECES, Found, Kept, _Filed, _Whole, pieces, spread

WORK = pieces(1000, 10)


def squares(start: int, stop: int) -> Found:
    return np.arange(start, stop, dtype=np.float64)[None] ** 2


@dataclass(frozen=True)
class Deadly:
    """Kills the process that does a piece from here on: once, or always."""

    mark: Path
    at: int
    always: bool = False

    def __call__(self, start: int, stop: int) -> Found:
        if start >= self.at and (self.always or not self.mark.exists()):
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return squares(start, stop)


class Strange(Executor):
    """An executor that is none of the library's."""

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []

    def submit(self, job: Any, /, *piece: Any, **_: Any) -> Future[Any]:
        self.sent.append(piece)
        future: Future[Any] = Future()
        future.set_result(job(*piece))
        return future


@given(st.integers(1, 10**7), st.integers(1, 10**5))
def test_pieces_are_all_of_it_once(count: int, block: int) -> None:
    """One after the other, of whole blocks, alike, and not too many."""
    found = pieces(count, block)
    assert found[0][0] == 0
    assert found[-1][1] == count
    assert all(one[1] == two[0] for one, two in pairwise(found))
    assert all(start % block == 0 and start < stop for start, stop in found)
    assert len(found) <= PIECES
    sizes = [stop - start for start, stop in found[:-1]]
    assert max(sizes, default=block) - min(sizes, default=block) <= block


def test_any_executor_gives_the_same() -> None:
    """Here, on threads, in processes, on one that nobody knows; pieces are ranges, no arrays."""
    here = spread(squares, WORK)
    assert np.array_equal(here, squares(0, 1000))
    strange = Strange()
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        for executor in (threads, processes, strange):
            assert np.array_equal(spread(squares, WORK, executor), here)
    assert strange.sent == WORK


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    """The pool is made anew, and only what is missing is done again."""
    done: list[int] = []
    with ProcessPoolExecutor(2) as pool:
        job = Deadly(tmp_path / "killed", 500)
        found = spread(job, WORK, pool, told=lambda n, _: done.append(n))
    assert (tmp_path / "killed").exists()
    assert np.array_equal(found, squares(0, 1000))
    assert done == list(range(1, len(WORK) + 1))


def test_a_worker_without_room_for_a_file_sends_the_figures(tmp_path: Path) -> None:
    """And one that has room leaves a file, which is gone once it is read."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        whole = _Whole([(0, 3), (3, 5)])
        put = whole.put((3, 5), _Filed(squares, str(folder))(3, 5))
        assert np.array_equal(put, squares(3, 5))
        assert np.array_equal(whole.found[:, 3:], put)
    assert not list(tmp_path.iterdir())


class Counted:
    """A job that tells how often it was unpacked."""

    unpacked = 0

    def __setstate__(self, _: object) -> None:
        Counted.unpacked += 1

    def __getstate__(self) -> object:
        return {"a": "job"}

    def __call__(self, start: int, stop: int) -> Found:
        return squares(start, stop)


def test_a_job_is_unpacked_once() -> None:
    """A plan is made where it is unpacked: once in a process, and not for each piece."""
    assert np.array_equal(spread(Counted(), WORK, Strange()), squares(0, 1000))
    assert Counted.unpacked == 1


def test_work_that_kills_whoever_does_it_ends(tmp_path: Path) -> None:
    """It is not tried for ever."""
    with ProcessPoolExecutor(1) as pool, pytest.raises(BrokenExecutor):
        spread(Deadly(tmp_path / "killed", 0, always=True), WORK[:2], pool)


def test_what_goes_wrong_is_told() -> None:
    """An error of the work itself is its own."""

    def wrong(start: int, _: int) -> Found:
        raise ValueError(f"at {start}")

    with ThreadPoolExecutor(2) as threads, pytest.raises(ValueError, match="at "):
        spread(wrong, WORK, threads)


def test_a_run_is_continued(tmp_path: Path) -> None:
    """What is on disk isn't done again; a damaged or a strange file is."""
    asked: list[int] = []

    def counted(start: int, stop: int) -> Found:
        asked.append(start)
        if len(asked) == 5:
            raise KeyboardInterrupt
        return squares(start, stop)

    kept = Kept(tmp_path / "run", "key")
    with pytest.raises(KeyboardInterrupt):
        spread(counted, WORK, kept=kept)
    files = sorted((tmp_path / "run").iterdir())
    assert len(files) == 4
    files[0].write_bytes(b"nonsense")
    np.save(files[1], np.zeros((1, 3)))
    asked[:] = [-1] * 5
    found = spread(counted, WORK, kept=kept)
    assert np.array_equal(found, squares(0, 1000))
    assert len(asked) - 5 == len(WORK) - 2
    asked.clear()
    other = spread(counted, WORK[:3], kept=Kept(tmp_path / "run", "other"))
    assert other.shape == (1, WORK[2][1])
    assert len(asked) == 3
