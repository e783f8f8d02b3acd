"""Work in pieces, on any executor of `concurrent.futures`: here, on threads, processes, a cluster.

A piece is a range of numbers, and says by itself what is to be done: no arrays travel to a worker,
and a piece gives the same bits wherever it runs. So a piece may be done twice, and one that is on
disk needn't be done again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import nullcontext
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.engine.tree import Instance
from model.records import dataclass

Found = NDArray[np.float64]
Piece = tuple[int, int]
"""From one number up to another."""
Job = Callable[[int, int], Found]
"""What is done with a piece; one that holds figures says by `part` which of them a piece needs."""
Told = Callable[[int, int], None]
"""Called with how many pieces are done, and how many there are."""

PROGRAM = Path(__file__).parents[1]
MOST_BREAKS = 3
"""Times that a pool may break without a piece being done: then the work breaks it."""
PIECES = 32
"""Pieces that work is cut into: so many that workers end together, each worth its way."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Pieces that are done, in a folder, so that a run can be continued; `key` names the work.

    A piece has a column of figures for each of its numbers.
    """

    folder: Path
    key: str

    def load(self, piece: Piece) -> Found | None:
        """Give a piece that is done; None for one that isn't, or whose file is damaged."""
        try:
            found: Found = np.load(self._file(piece), allow_pickle=False)
        except (OSError, ValueError, EOFError):
            return None
        return found if found.ndim == 2 and found.shape[1] == piece[1] - piece[0] else None

    def save(self, piece: Piece, found: Found) -> None:
        """Put a piece there, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as file:
            np.save(file, found, allow_pickle=False)
        os.replace(file.name, self._file(piece))  # noqa: PTH105  # a name is all there is

    def _file(self, piece: Piece) -> Path:
        return self.folder / f"{self.key}-{piece[0]}-{piece[1]}.npy"


def key_of(root: Instance, *said: object) -> str:
    """Name a piece of work by all that it rests on: its tree, what is asked, the program's text."""
    found = hashlib.sha256()
    for file in sorted(PROGRAM.rglob("*.py")):
        found.update(file.read_bytes())
    tree = [(path, sorted(one.inputs.items())) for path, one in root.walk()]
    found.update(repr((tree, *said)).encode())
    return found.hexdigest()[:32]


def pieces(count: int, block: int) -> list[Piece]:
    """Cut so many numbers into pieces of whole blocks, as alike as can be."""
    blocks = -(-count // block)
    parts = max(1, min(blocks, PIECES))
    ends = [min(blocks * n // parts * block, count) for n in range(parts + 1)]
    return list(pairwise(ends))


def spread(
    job: Job,
    todo: Sequence[Piece],
    executor: Executor | None = None,
    kept: Kept | None = None,
    told: Told | None = None,
) -> Found:
    """Do all pieces; give what they come to side by side, in their order.

    Parameters
    ----------
    job
        What is done with a piece. A process or a cluster gets it pickled.
    todo
        The pieces, one behind the other.
    executor
        Where they are done: anything with `submit`. Without one, here, one after the other. A pool
        of processes that breaks, as one of them was killed, is made anew, and only what is missing
        is done again.
    kept
        Where finished pieces are kept, if they are: what is there isn't done again.
    told
        Called after each piece.

    Raises
    ------
    BrokenExecutor
        The executor breaks whatever is tried.
    """
    whole = _Whole(todo)
    found = _known(todo, kept)
    for piece, done in found.items():
        whole.put(piece, done)
    missing = [piece for piece in todo if piece not in found]
    elsewhere = executor is not None and not isinstance(executor, ThreadPoolExecutor)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        if elsewhere
        else nullcontext() as folder
    ):
        if folder is not None:
            job = _Filed(job, folder)
        made = _made(job, missing, executor, kept, whole.put)
        for n, _ in enumerate(made, len(found) + 1):
            if told:
                told(n, len(todo))
    return whole.found


class _Whole:
    """What pieces come to, side by side: each is put there as it comes, while others are done."""

    def __init__(self, todo: Sequence[Piece]) -> None:
        self.first, self.last = todo[0][0], todo[-1][1]
        self.found: Found = np.empty((0, 0))

    def put(self, piece: Piece, made: Any) -> Found:
        """Put figures in their place, or those of a file, which is gone then."""
        start, stop = (at - self.first for at in piece)
        if not isinstance(made, str):
            if (self.first, self.last) == piece:
                self.found = made
            else:
                self._place(len(made), start, stop)[:] = made
            return self.found[:, start:stop]
        part = self._place(Path(made).stat().st_size // (8 * (stop - start)), start, stop)
        with open(made, "rb") as file:  # noqa: PTH123  # a name is all there is
            for row in part:
                file.readinto(row.data)
        os.unlink(made)  # noqa: PTH108
        return part

    def _place(self, rows: int, start: int, stop: int) -> Found:
        if not self.found.size:
            self.found = np.empty((rows, self.last - self.first))
        return self.found[:, start:stop]


@dataclass(frozen=True)
class _Filed:
    """Does a piece in another process, which hands it over as a file, if it sees the folder.

    A pipe takes longer than many a piece: both ends pack and unpack it bit by bit.
    """

    job: Job
    folder: str

    def __call__(self, start: int, stop: int) -> Any:
        """Give the file's name; or the figures, from another machine, or if the disk is full."""
        found = self.job(start, stop)
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as file:
                found.tofile(file)
        except OSError:
            return found
        return file.name

    def part(self, start: int, stop: int) -> _Filed:
        """Give the same for a piece alone."""
        part = _part(self.job, (start, stop))
        return self if part is self.job else _Filed(part, self.folder)


@dataclass(frozen=True)
class _Packed:
    """A job as a process sends it: one that gets it again, with another piece, unpacks it once."""

    job: bytes

    def __call__(self, start: int, stop: int) -> Found:
        """Do a piece."""
        return _unpacked(self.job)(start, stop)


@lru_cache(maxsize=4)
def _unpacked(job: bytes) -> Job:
    found: Job = pickle.loads(job)
    return found


def _parts(job: Job, todo: Sequence[Piece], executor: Executor) -> Iterator[tuple[Piece, Job]]:
    """Give each piece what is sent for it: its own part, or the job, packed once for all."""
    packed: Job | None = job if isinstance(executor, ThreadPoolExecutor) else None
    for piece in todo:
        part = _part(job, piece)
        if part is job:
            part = packed = packed or _Packed(pickle.dumps(job))
        yield piece, part


def _known(todo: Sequence[Piece], kept: Kept | None) -> dict[Piece, Found]:
    """Give the pieces that were done before."""
    return {piece: done for piece in todo if kept and (done := kept.load(piece)) is not None}


def _made(
    job: Job,
    todo: Sequence[Piece],
    executor: Executor | None,
    kept: Kept | None,
    put: Callable[[Piece, Any], Found],
) -> Iterator[tuple[Piece, Found]]:
    """Do pieces, put each where it belongs, and keep it."""
    here = ((piece, job(*piece)) for piece in todo)
    for piece, made in here if executor is None else _sent(job, todo, executor):
        done = put(piece, made)
        if kept:
            kept.save(piece, done)
        yield piece, done


def _sent(job: Job, todo: Sequence[Piece], executor: Executor) -> Iterator[tuple[Piece, Found]]:
    """Have pieces done by an executor, in whichever order they are done."""
    missing, breaks, own = list(todo), 0, None
    try:
        while missing:
            before = len(missing)
            try:
                for piece, done in _once(job, missing, own or executor):
                    missing.remove(piece)
                    yield piece, done
                return
            except BrokenExecutor:
                breaks = breaks + 1 if len(missing) == before else 1
                if not isinstance(executor, ProcessPoolExecutor) or breaks > MOST_BREAKS:
                    raise
                if own is not None:
                    own.shutdown(wait=False)
                own = pool_like(executor)
    finally:
        if own is not None:
            own.shutdown()


def _once(job: Job, todo: Sequence[Piece], executor: Executor) -> Iterator[tuple[Piece, Found]]:
    sent: dict[Future[Found], Piece] = {
        executor.submit(part, *piece): piece for piece, part in _parts(job, todo, executor)
    }
    waiting = set(sent)
    try:
        while waiting:
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            broken = [future for future in ready if isinstance(future.exception(), BrokenExecutor)]
            for future in sorted(ready.difference(broken), key=lambda one: sent[one]):
                yield sent[future], future.result()
            if broken:
                broken[0].result()
    finally:
        for future in waiting:
            future.cancel()


def _part(job: Job, piece: Piece) -> Job:
    cut: Callable[[int, int], Job] | None = getattr(job, "part", None)
    return job if cut is None else cut(*piece)


def pool_like(pool: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """Make a pool like one that broke."""
    of: dict[str, Any] = vars(pool)  # it tells of its making in no other way
    settings = ("_max_workers", "_mp_context", "_initializer", "_initargs")
    return ProcessPoolExecutor(*(of[name] for name in settings))
