"""A search in shares: the same bits wherever it runs, whoever dies, and from where it stopped."""

import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import pytest

from model.search import branch_and_bound, parallel
from model.search.answers import alternatives, front
from model.search.branch_and_bound import Enumeration
from model.search.evaluation import Best
from model.search.parallel import Job, Where
from model.search.progress import Watch
from model.search.search import run_search, search
from model.search.spaces import Aim, Space
from tests.search.spaces import choosing

AIMS = [Aim("capital_cost", 1), Aim("usable_capacity", -1, 1e6)]


@pytest.fixture(autouse=True)
def small_shares(monkeypatch):
    """Share at once, a few designs at a time."""
    monkeypatch.setattr(parallel, "WORTH", -1e9)
    monkeypatch.setattr(parallel, "TURN", 0.0)
    monkeypatch.setattr(parallel, "MOMENT", 0.01)
    monkeypatch.setattr(branch_and_bound, "FIRST", 16)
    monkeypatch.setattr(branch_and_bound, "CHUNK", 64)


@pytest.fixture
def shares(monkeypatch):
    """Note what is searched of each share here."""
    sizes, usual = [], Job.__call__

    def noted(self, branches, found, seconds):
        sizes.append(sum(len(one.least) for one in branches))
        return usual(self, branches, found, seconds)

    monkeypatch.setattr(Job, "__call__", noted)
    return sizes


def _found(aim, where):
    found = run_search(choosing(), aim, choosing().structures, Watch(), where=where)
    return found.cost, found.best.picks, found.left, found.proven, found.bound


@cache
def _alone(aim):
    return _found(aim, Where())


@pytest.mark.long
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: aim.name)
def test_the_same_bits_in_shares(aim, shares):
    here = _alone(aim)
    assert here[3]
    with ThreadPoolExecutor(2) as threads:
        assert _found(aim, Where(threads)) == here
    assert shares


def test_a_short_search_gives_workers_nothing(monkeypatch, shares):
    """Before they were ready, it would be over."""
    monkeypatch.setattr(parallel, "WORTH", 1e9)
    with ThreadPoolExecutor(2) as threads:
        assert _found(AIMS[0], Where(threads)) == _alone(AIMS[0])
    assert shares == []


def test_a_worker_searches_for_as_long_as_it_is_given(monkeypatch):
    monkeypatch.setattr(branch_and_bound, "FIRST", 4)
    monkeypatch.setattr(branch_and_bound, "CHUNK", 8)
    search, found = Enumeration(Space(choosing().structures[0], AIMS[0]), Watch()), Best()
    steps: list[int] = []
    branches = search.branches(found)
    search.run(branches, found, 0.0, lambda: steps.append(0) or True)
    assert len(steps) == 1
    assert branches
    search.run(branches, found, 1e9, lambda: steps.append(0) or True)
    assert len(steps) > 2
    assert not branches


class Idle(Executor):
    """Takes work, and never does any."""

    def submit(self, *_, **__):
        future = Future()
        future.set_running_or_notify_cancel()
        return future


def test_it_waits_for_no_worker():
    assert _found(AIMS[0], Where(Idle())) == _alone(AIMS[0])


def test_the_same_bits_from_processes_one_of_which_is_killed(monkeypatch, tmp_path):
    here = _alone(AIMS[0])
    usual, mark = Job.__call__, tmp_path / "killed"

    def deadly(self, *share):
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(self, *share)

    monkeypatch.setattr(Job, "__call__", deadly)
    with ProcessPoolExecutor(2) as pool:
        assert _found(AIMS[0], Where(pool)) == here
    assert mark.exists()


def test_a_search_that_kills_whoever_works_for_it_goes_on_here(monkeypatch):
    here = _alone(AIMS[0])
    monkeypatch.setattr(Job, "__call__", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    with ProcessPoolExecutor(1) as pool:
        assert _found(AIMS[0], Where(pool)) == here


def test_a_worker_finds_out_by_itself_what_is_left(monkeypatch, tmp_path):
    """A process that was started before, or on another machine, remembers nothing."""
    here = _alone(AIMS[0])
    usual, mark = Job.__call__, tmp_path / "searched"

    def forgetful(self, *share):
        parallel._REMEMBERED.clear()
        found = usual(self, *share)
        mark.touch()
        return found

    monkeypatch.setattr(Job, "__call__", forgetful)
    with ProcessPoolExecutor(1) as pool:
        assert _found(AIMS[0], Where(pool)) == here
    assert mark.exists()


@pytest.mark.long
def test_it_continues_where_it_stopped(tmp_path):
    here = _alone(AIMS[0])
    asked = iter(range(1000))
    stopped = search(
        choosing(), resume_dir=tmp_path, progress=lambda done, _: done < 0.3 or next(asked) < 3
    )
    assert stopped.stopped
    assert not stopped.proven
    assert stopped.computed > 0
    whole = search(choosing(), resume_dir=tmp_path)
    assert (whole.cost, whole.best.picks) == here[:2]
    assert whole.proven
    fresh = search(choosing())
    again = search(choosing(), resume_dir=tmp_path)
    assert (again.cost, again.best.picks, again.computed) == (*here[:2], whole.computed)
    assert whole.computed <= 1.2 * fresh.computed


def test_what_is_damaged_is_searched_again(tmp_path):
    here = _found(AIMS[1], Where(resume_dir=tmp_path))
    files = list(tmp_path.iterdir())
    assert len(files) == len(choosing().structures)
    for n, file in enumerate(files):
        file.write_bytes(file.read_bytes()[: 100 * n])
    assert _found(AIMS[1], Where(resume_dir=tmp_path)) == here


@pytest.mark.long
def test_another_search_takes_none_of_its_pieces(monkeypatch, tmp_path):
    first = _found(AIMS[1], Where(resume_dir=tmp_path))
    less = replace(AIMS[1], budget=8e5)
    assert _found(less, Where(resume_dir=tmp_path)) == _found(less, Where())
    assert first[0] < _found(less, Where())[0]


def test_front_and_alternatives_are_the_same_on_an_executor():
    some = replace(choosing(), structures=choosing().structures[:1])
    found = run_search(some, AIMS[0], some.structures, Watch())

    def said(executor):
        others = alternatives(found, of=("tiers.0.adapters.per_server",), executor=executor)
        edge = front(found, "usable_capacity", most=1, executor=executor)
        near = [(one.option, one.gap, one.design.picks) for one in others]
        return near, [one.picks for one in edge], others.looked_at

    here = said(None)
    assert here[1:] == (here[1], 2)
    with ThreadPoolExecutor(2) as threads:
        assert said(threads) == here
