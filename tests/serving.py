"""The app served as users run it, for tests that look at it from outside."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_up(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as answer:
            return bool(answer.read() == b"ok")
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def serving(port: int, log: Path) -> Iterator[str]:
    """Serve the app, and give its address; it ends by a kill, as in a crash."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with log.open("ab") as out:
        server = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    try:
        while not is_up(address):
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield address
    finally:
        server.kill()
        server.wait(20)


@contextmanager
def served(log: Path) -> Iterator[str]:
    """Serve the app, and give its address; it must meet no error that it doesn't expect."""
    with serving(free_port(), log) as address:
        yield address
    assert "Traceback" not in log.read_text()
