"""The frame of every command: where its words are, its statuses, and what it says of errors."""

from __future__ import annotations

import gc
import importlib
import importlib.metadata
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest

from model.commands import line
from model.errors import InputError, OptionError, Place, Problem
from model.version import version

POOL = ["pool", "disk", "--drive", "1 TB"]
Capture = pytest.CaptureFixture[str]


def raising(error: BaseException) -> Callable[..., int]:
    def run(*_: Any) -> int:
        raise error

    return run


def test_without_arguments_the_words_are_those_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.argv", ["ostimate", *POOL])
    assert line.main() == 0
    assert capsys.readouterr().out.startswith("disk of 1 TB, ashift 12")
    assert line.main(["pool", "mirror:2", "--drive", "2 TB"]) == 0
    assert capsys.readouterr().out.startswith("mirror:2 of 2 TB")


def test_without_a_command_help_goes_to_standard_error(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        line.main([])
    assert left.value.code == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("usage: ")


def test_a_closed_output_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("sys.stdout", None)
        assert line.main(POOL) == 1
    assert capsys.readouterr().err == "can't print: standard output is closed\n"


WRONG = [Problem(Place("a.yaml", 3, 1), "site", "is wrong"), Problem(Place("b.yaml"), "", "too")]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (InputError(WRONG), 1, "a.yaml:3:1: site: is wrong\nb.yaml: too\n"),
        (OptionError([Problem(Place("--x"), "", "is wrong")]), 2, "--x: is wrong\n"),
        (OSError(28, "No space left on device"), 1, "can't write: no space left on device\n"),
        (OSError("The disk is GONE"), 1, "can't write: the disk is gone\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_each_error_has_its_status_and_its_lines(
    error: BaseException, status: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("model.commands.pool.run", raising(error))
    assert line.main(POOL) == status
    assert capsys.readouterr() == ("", said)


def test_the_status_of_a_command_is_that_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    for status in (0, 1, 7):
        monkeypatch.setattr("model.commands.pool.run", lambda _, status=status: status)
        assert line.main(POOL) == status


def test_whoever_closes_a_pipe_is_told_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    monkeypatch.setattr("model.commands.pool.run", raising(BrokenPipeError()))
    kept = os.dup(1)
    try:
        with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
            monkeypatch.setattr("sys.stdout", out)
            assert line.main(POOL) == 0
            print("after it", file=out, flush=True)  # nowhere: no second error on exit
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    assert capfd.readouterr() == ("", "")


def test_the_version_is_printed(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        line.main(["--version"])
    assert left.value.code in (None, 0)
    assert capsys.readouterr().out == f"ostimate {version()}\n"


def test_a_program_starts_without_what_slows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither plugins, threads nor a garbage collector; the status goes to the exit."""
    seen: dict[str, Any] = {}

    def main() -> int:
        seen["collects"] = gc.isenabled()
        seen["metadata"] = type(sys.modules["importlib.metadata"])
        return 7

    names = ("PYDANTIC_DISABLE_PLUGINS", "OPENBLAS_NUM_THREADS")
    for name in names:
        monkeypatch.setenv(name, "")  # put back afterwards
        monkeypatch.delenv(name)
    monkeypatch.setattr(line, "main", main)
    monkeypatch.setattr(line, "_leave", lambda status: seen.update(left=status))
    monkeypatch.setattr(line.cache, "begin", lambda: seen.update(cached=True))
    monkeypatch.delitem(sys.modules, "importlib.metadata")
    monkeypatch.setattr(importlib, "metadata", importlib.metadata)
    try:
        assert line.start() == 7
        assert importlib.metadata is sys.modules["importlib.metadata"]
    finally:
        gc.enable()
    late = {"collects": False, "metadata": line._Late, "left": 7, "cached": True}
    assert seen == late
    assert [os.environ[name] for name in names] == ["__all__", "1"]
    monkeypatch.setitem(sys.modules, "importlib.metadata", os)  # what is there stays
    try:
        assert line.start() == 7
    finally:
        gc.enable()
    assert sys.modules["importlib.metadata"] is os


class Stream:
    """A stream that tells whether it was flushed, or can't be."""

    def __init__(self, wrong: type[Exception] | None = None) -> None:
        self.wrong, self.flushed = wrong, False

    def flush(self) -> None:
        if self.wrong is not None:
            raise self.wrong
        self.flushed = True


@pytest.mark.parametrize(
    ("threads", "wrong", "expected"),
    [
        (1, None, ["at exit", 3]),
        (2, None, []),
        (1, ValueError, []),
        (1, OSError, []),
        (1, AttributeError, []),
    ],
)
def test_a_program_ends_at_once_if_nothing_is_left_to_write(
    threads: int,
    wrong: type[Exception] | None,
    expected: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[object] = []
    out, error = Stream(wrong), Stream()
    with monkeypatch.context() as patched:
        patched.setattr("threading.active_count", lambda: threads)
        patched.setattr("atexit._run_exitfuncs", lambda: done.append("at exit"))
        patched.setattr("os._exit", done.append)
        patched.setattr("sys.stdout", out)
        patched.setattr("sys.stderr", error)
        line._leave(3)
    assert done == expected
    assert (out.flushed, error.flushed) == (bool(expected), bool(expected))


def test_metadata_of_packages_comes_once_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    late = line._Late("importlib.metadata")
    monkeypatch.setitem(sys.modules, "importlib.metadata", late)
    for name in ("__path__", "__spec_of_nothing__"):
        with pytest.raises(AttributeError):
            getattr(late, name)
    assert sys.modules["importlib.metadata"] is late
    found = late.version("numpy")
    assert sys.modules["importlib.metadata"] is not late
    assert found == importlib.metadata.version("numpy")
    assert [*late.entry_points(group="nothing.of.this")] == []
