"""A real PostgreSQL, of its own folder and port, for as long as the tests run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_INSTALLED = Path("/usr/lib/postgresql")
COMMANDS = ("initdb", "pg_isready", "postgres")
SETTINGS = ("fsync=off", "synchronous_commit=off", "listen_addresses=127.0.0.1")
"""Nothing here outlives the tests."""


def find_postgresql() -> str | None:
    """Find the folder of the server's commands, or nothing; Debian keeps them off the path."""
    found = shutil.which("postgres")
    folders = [*sorted(_INSTALLED.glob("*/bin"), reverse=True), Path(found or "").parent]
    whole = (all((folder / name).exists() for name in COMMANDS) for folder in folders)
    return next(
        (str(folder) for folder, is_whole in zip(folders, whole, strict=True) if is_whole), None
    )


@contextmanager
def running() -> Iterator[str]:
    """Run a server; give the URL of its database."""
    commands = Path(find_postgresql() or "")
    # It refuses to run as root, and whoever it runs as can't enter the folders of pytest.
    as_whom: dict[str, Any] = {"user": "postgres"} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="ostimate-postgresql-"))
    try:
        if as_whom:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        made = [commands / "initdb", "-D", data, "-U", "planner", "-A", "trust", "--no-sync"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **as_whom)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        options = [part for setting in SETTINGS for part in ("-c", setting)]
        command = [commands / "postgres", "-D", data, "-p", str(port), "-k", folder, *options]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **as_whom)
        try:
            _wait(commands, server, port, folder / "log")
            yield f"postgresql://planner@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(commands: Path, server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    ready = [commands / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    deadline = time.monotonic() + 30
    while subprocess.run(ready, check=False).returncode:
        assert server.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)
