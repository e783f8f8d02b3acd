"""A server ends when it is told to, whoever reads what it prints."""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from streamlit import cli_util
from streamlit.web import cli
from streamlit.web.server.server import Server

from model.commands import app
from ui.base import server_output


@pytest.fixture(autouse=True)
def own_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_util, "print_to_cli", server_output._print)


@contextmanager
def unread() -> Iterator[None]:
    """Print into a pipe whose reader has ended."""
    reader, writer = os.pipe()
    os.close(reader)
    with suppress(BrokenPipeError), os.fdopen(writer, "w") as out, redirect_stdout(out):
        yield


def stopped() -> list[str]:
    """Stop a server as a signal does: it prints so first; give what it stopped."""
    done: list[str] = []
    pages = SimpleNamespace(stop=lambda: done.append("pages"))
    Server.stop(cast("Any", SimpleNamespace(_starlette_server=pages)))
    return done


def test_a_server_stops_though_nobody_reads_that_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(cli, "main", lambda **options: started.append(options))
    runpy.run_path(str(app.SERVER_FILE), run_name="__main__")
    assert started == [{"prog_name": "streamlit"}]
    done = []
    with unread():
        done += stopped()
        print("later", flush=True)  # goes nowhere
        done.append("later")
    assert done == ["pages", "later"]


def test_streamlit_alone_does_not() -> None:
    """What the file is for; once this fails, Streamlit has mended it."""
    with unread(), pytest.raises(BrokenPipeError):
        stopped()


def test_it_is_printed_as_before_where_somebody_reads(capsys: pytest.CaptureFixture[str]) -> None:
    server_output.survive_its_reader()
    stopped()
    assert "Stopping..." in capsys.readouterr().out
