"""Parallel search, in this process and by the workers of any executor.

The search starts in this process. When it takes longer than a worker takes to start, workers get
shares of the rest, for a short time each; then each returns its best design and the rest of its
share, which is split again. When nothing is left here, a share given to a worker is searched here
as well. Workers therefore never slow down a search, even if it is short or they fail.

A worker receives the structure as its plan and the changes of its options, and tabulates it once.
Of equally good designs, the one with the lowest number counts: the result is bit-identical,
independent of where it is found.
"""

from __future__ import annotations

import os
import pickle
import tempfile
import time
from collections import OrderedDict
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from model.engine.spread import key_of, pool_like
from model.planning.plan import Plan
from model.records import NamedTuple, dataclass
from model.search.branch_and_bound import (
    Branch,
    Enumeration,
    breaks_a_constant,
    done_of,
    joined,
    share_out,
)
from model.search.evaluation import Best
from model.search.probes import Combination, probed
from model.search.progress import Watch
from model.search.spaces import Aim, Space
from model.search.structures import Group, Structure

WORTH = 1.0
"""Seconds of search before workers get a share, in addition to their start time."""
TURN = 0.2
"""Seconds of search here between two checks of the workers' results."""
MOMENT = 1.0
"""Seconds for which a worker searches its share."""
SHARES = 16
"""Number of shares in progress, if the number of the executor's workers is unknown."""
MOST_BREAKS = 3
"""Number of restarts of a broken pool, after which the search continues here."""
OFTEN = 5.0
"""Seconds between two checkpoints of the rest."""
REMEMBERED = 4
"""Number of searches cached by a process: the remaining spaces, and their tables."""


class Where(NamedTuple):
    """The executor of a search, and the folder from which it can be resumed."""

    executor: Executor | None = None
    resume_dir: Path | None = None


HERE = Where()
_REMEMBERED: OrderedDict[str, Enumeration] = OrderedDict()
Answer = tuple[Best, list[Branch]]
"""The best design of a share, and the rest of the share."""


def _remember(key: str, search: Enumeration) -> Enumeration:
    _REMEMBERED[key] = search
    if len(_REMEMBERED) > REMEMBERED:
        _REMEMBERED.popitem(last=False)
    return search


@dataclass(frozen=True)
class Job:
    """Description of a search for workers, identified by `key`."""

    plan: Plan
    base: Combination
    groups: tuple[Group, ...]
    aim: Aim
    key: str

    def __call__(self, branches: list[Branch], best: Best, seconds: float) -> Answer:
        """Search branches for a number of seconds; return the best design and the rest."""
        search = _REMEMBERED.get(self.key)
        if search is None:
            structure = Structure(self.base, probed(self.plan, whole=True), list(self.groups))
            search = _remember(self.key, Enumeration(Space(structure, self.aim), Watch()))
        search.run(branches, best, seconds)
        return best, branches


@lru_cache(maxsize=REMEMBERED)
def _unpacked(packed: bytes) -> Job:
    job: Job = pickle.loads(packed)
    return job


def _work(packed: bytes, branches: list[Branch], best: Best) -> Answer:
    return _unpacked(packed)(branches, best, MOMENT)


def solve(
    space: Space, best: float = np.inf, watch: Watch | None = None, where: Where = HERE
) -> Best:
    """Find the best design of a space that is better than `best`.

    Costs are the objective's figure times its sense: less is better.
    """
    if breaks_a_constant(space):
        return Best(proven=True)
    begun, watch = time.monotonic(), watch or Watch()
    search = Enumeration(space, watch)
    if not watch.goes_on(0.0, search.objective_value(best)):
        return Best(best, left=search.presolved.designs)
    shared = _Shared(space, search, Best(best), watch, where, time.monotonic() - begun)
    shared.run()
    return search.ended(shared.found, shared.left)


class _Shared:
    """A search in this process and by workers: the shares in progress, the rest, and the best."""

    def __init__(
        self,
        space: Space,
        search: Enumeration,
        found: Best,
        watch: Watch,
        where: Where,
        to_get_ready: float,
    ) -> None:
        self.space, self.search, self.found, self.watch = space, search, found, watch
        self.executor, self.breaks, self.own_pool = where.executor, 0, False
        self.out: dict[Future[Answer], list[Branch]] = {}
        self.twice: Future[Answer] | None = None
        """The worker's share that is searched here as well."""
        self.done = 0.0
        self.file = where.resume_dir and where.resume_dir / f"{self.job.key}.npz"
        resumed = _resumed(self.file) if self.file else None
        self.found, self.branches = resumed or (found, search.branches(found))
        self.saved = time.monotonic()
        self.worth_sharing = self.saved + WORTH + to_get_ready

    @cached_property
    def job(self) -> Job:
        """The description of the search for workers."""
        structure, aim = self.space.structure, self.space.aim
        plan = structure.probe.plan
        assert plan is not None
        figures = [(group.options, list(group.figures.items())) for group in structure.groups]
        key = key_of(plan.root, aim, figures, self.found.cost)
        _remember(key, self.search)  # forked processes needn't tabulate it again
        return Job(plan, structure.base, tuple(structure.groups), aim, key)

    @cached_property
    def packed(self) -> bytes:
        """The pickled description, created once for all workers."""
        return pickle.dumps(self.job)

    @property
    def left(self) -> list[Branch]:
        """The whole rest of the search, including shares of workers."""
        return [*self.branches, *chain(*self.out.values())]

    def run(self) -> None:
        """Search until nothing is left, or until it is stopped."""
        try:
            while self.left and not self.watch.stopped:
                if not self.branches:
                    self._take_back()
                self._search_here()
                self._collect()
                if self.executor is not None and time.monotonic() > self.worth_sharing:
                    self._share_out(self.executor)
                if self.file and time.monotonic() > self.saved + OFTEN:
                    self._save(self.file)
            if self.file:
                self._save(self.file)
        finally:
            for future in self.out:
                future.cancel()
            if self.own_pool and self.executor is not None:
                self.executor.shutdown(wait=False)

    def _take_back(self) -> None:
        """Search a share of a worker here as well, as the worker may be late or lost."""
        self.twice = next(iter(self.out))
        self.branches = share_out(self.out[self.twice], 1)[0]

    def _search_here(self) -> None:
        def goes_on() -> bool:
            self.done = max(self.done, done_of(self.branches))
            return self.watch.goes_on(self.done, self.search.objective_value(self.found.cost))

        self.search.run(self.branches, self.found, TURN, goes_on)
        if self.twice is not None and not self.branches:
            self.twice.cancel()
            del self.out[self.twice]
            self.twice = None

    def _collect(self) -> None:
        """Merge results and rests of workers; if a worker is lost, its whole share."""
        is_broken = False
        for future in [one for one in self.out if one.done()]:
            left = self.out.pop(future)
            try:
                other, left = future.result()
            except BrokenExecutor:
                is_broken = True
            else:
                self.found.join(other)
            here = [] if future is self.twice else self.branches
            self.twice = None if future is self.twice else self.twice
            self.branches = joined([*here, *left])
        if is_broken:
            self._restart()

    def _restart(self) -> None:
        """Replace a broken pool by a similar one, up to a number of times."""
        broken, self.breaks = self.executor, self.breaks + 1
        if broken is not None and self.own_pool:
            broken.shutdown(wait=False)
        if isinstance(broken, ProcessPoolExecutor) and self.breaks <= MOST_BREAKS:
            self.executor, self.own_pool = pool_like(broken), True
        else:
            self.executor = None

    def _share_out(self, executor: Executor) -> None:
        """Give each idle worker a share of the rest."""
        idle = getattr(executor, "_max_workers", SHARES) - len(self.out)
        if self.twice is not None or idle <= 0:
            return
        self.branches, *shares = share_out(self.branches, idle + 1)
        for share in filter(None, shares):
            begin, copy = Best(self.found.cost, self.found.number), share_out(share, 1)[0]
            try:
                self.out[executor.submit(_work, self.packed, copy, begin)] = share
            except BrokenExecutor:
                self.branches = joined([*self.branches, *share])

    def _save(self, file: Path) -> None:
        """Save the rest and the best design atomically."""
        found, left = self.found, share_out(self.left, 1)[0]
        arrays: dict[str, Any] = {
            "cost": np.array(found.cost),
            "counts": np.array([found.number, found.computed]),
            "options": np.array([] if found.options is None else found.options, np.intp),
            "depths": np.array([one.depth for one in left], np.intp),
        }
        for n, one in enumerate(left):
            arrays |= {f"picks {n}": np.array(one.picks), f"least {n}": one.least}
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as part:
            np.savez(part, **arrays)
        os.replace(part.name, file)  # noqa: PTH105  # a name is all there is
        self.saved = time.monotonic()


def _resumed(file: Path) -> tuple[Best, list[Branch]] | None:
    """Return the saved best design and rest of a search; None if missing or damaged."""
    try:
        with file.open("rb") as text, np.load(text, allow_pickle=False) as saved:
            number, computed = saved["counts"].tolist()
            best = Best(float(saved["cost"]), number, computed=computed)
            best.options = saved["options"] if saved["options"].size else None
            branches = [
                Branch(depth, list(saved[f"picks {n}"]), saved[f"least {n}"])
                for n, depth in enumerate(saved["depths"].tolist())
            ]
    except (OSError, ValueError, EOFError, KeyError, BadZipFile):
        return None
    return best, branches
