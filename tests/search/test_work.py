"""A search in pieces: the same bits wherever it runs, whoever dies, and from where it stopped."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest

from model.search import work
from model.search.answers import alternatives, front
from model.search.search import run_search, search
from model.search.spaces import Aim
from model.search.watch import Watch
from model.search.work import Part, Where
from tests.search.spaces import choosing

AIMS = [Aim("capital_cost", 1), Aim("usable_capacity", -1, 1e6)]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(work, "FIRST", 1)
    monkeypatch.setattr(work, "PIECES", 8)


def _found(aim, where):
    found = run_search(choosing(), aim, choosing().structures, Watch(), where=where)
    return found.cost, found.best.picks, found.left, found.proven, found.bound


@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: aim.name)
def test_the_same_bits_in_pieces(aim, tmp_path):
    here = _found(aim, Where())
    assert here[3]
    assert _found(aim, Where(kept=tmp_path)) == here
    assert len(list(tmp_path.iterdir())) > 2
    with ThreadPoolExecutor(2) as threads:
        assert _found(aim, Where(threads)) == here


def test_the_same_bits_from_processes_one_of_which_is_killed(monkeypatch, tmp_path):
    here = _found(AIMS[0], Where())
    usual, mark = Part.__call__, tmp_path / "killed"

    def deadly(self, start, stop):
        if start > 0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(self, start, stop)

    monkeypatch.setattr(Part, "__call__", deadly)
    with ProcessPoolExecutor(2) as pool:
        assert _found(AIMS[0], Where(pool)) == here
    assert mark.exists()


def test_a_worker_finds_out_by_itself_what_is_left(monkeypatch):
    """A process that was started before, or on another machine, remembers nothing."""
    here = _found(AIMS[0], Where())
    usual = Part.__call__

    def forgetful(self, start, stop):
        work._REMEMBERED.clear()
        return usual(self, start, stop)

    monkeypatch.setattr(Part, "__call__", forgetful)
    monkeypatch.setattr(work, "PIECES", 2)
    with ProcessPoolExecutor(1) as pool:
        assert _found(AIMS[0], Where(pool)) == here


def test_it_continues_where_it_stopped(monkeypatch, tmp_path):
    here = _found(AIMS[0], Where())
    done = []
    usual = Part.__call__

    def counted(self, start, stop):
        done.append(start)
        return usual(self, start, stop)

    monkeypatch.setattr(Part, "__call__", counted)
    stopped = search(choosing(), kept=tmp_path, progress=lambda *_: len(done) < 5)
    assert stopped.stopped
    assert not stopped.proven
    assert len(done) == 5
    whole = search(choosing(), kept=tmp_path)
    assert (whole.cost, whole.best.picks) == here[:2]
    assert whole.proven
    again = len(done)
    assert search(choosing(), kept=tmp_path).cost == whole.cost
    assert len(done) == again


def test_another_search_takes_none_of_its_pieces(monkeypatch, tmp_path):
    first = _found(AIMS[1], Where(kept=tmp_path))
    less = replace(AIMS[1], budget=8e5)
    assert _found(less, Where(kept=tmp_path)) == _found(less, Where())
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
