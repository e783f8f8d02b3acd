"""`app`: serves the pages, from a clone or from an installed package.

Streamlit runs in a process that replaces this one.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from model.commands.terminal import wrong_option
from model.errors import InputError, Place, Problem

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "app.py"
CONFIGURATION = ROOT / "ui" / "config.toml"
"""Streamlit configuration; in a clone, Streamlit reads it through a symbolic link."""
SIGN_IN_FILE = ROOT / "ui" / "state" / "sign_in.py"
SERVER_FILE = ROOT / "ui" / "base" / "server_output.py"
"""File that runs Streamlit so that it ends on a signal even if its output is no longer read."""
SIGN_IN = "OSTIMATE_SIGN_IN"
"""Environment variable that passes the sign-in configuration to the pages."""
BLOCKED = "blocked"
"""What the sign-in file answers where no page could be shown to anybody."""
PORTS = range(1, 65_536)
HOSTS = "server.allowedHosts"
EVERYWHERE = ("0.0.0.0", "::")
"""Wildcard addresses of all interfaces, which are no host names for clients."""


def run(options: argparse.Namespace) -> int:
    """Serve the pages until interrupted."""
    if options.port not in PORTS:
        raise wrong_option("--port", f"write a port from 1 to {PORTS[-1]}, not {options.port}")
    if find_spec("streamlit") is None:
        what = "not installed: run 'pip install streamlit'"
        raise InputError([Problem(Place("streamlit"), "", what)])
    if options.address in EVERYWHERE and not options.name:
        what = "also write the host name that browsers use: --name plan.example.org"
        raise wrong_option("--address", what)
    _see_free(options.address, options.port)
    os.environ[SIGN_IN] = _sign_in(is_required=options.sign_in)
    _check_store()
    print(f"Ostimate is at http://{options.address}:{options.port} (Ctrl+C stops it)", flush=True)
    os.execv(sys.executable, command(options.port, options.address, options.name))


def _sign_in(*, is_required: bool) -> str:
    """Print whether the pages require a sign-in.

    Don't start if a required one is missing, or if nobody could sign in.
    """
    done = subprocess.run(
        [sys.executable, "-P", str(SIGN_IN_FILE)], stdout=subprocess.PIPE, check=True, text=True
    )
    answer: dict[str, str] = json.loads(done.stdout)
    state, why = answer["state"], answer["problem"]
    if state == BLOCKED:
        what = f"the sign-in can't work: {why}"
        if not is_required:
            what += "; to show the pages to everybody, remove the section or the file"
        raise InputError([Problem(Place("--sign-in" if is_required else "app"), "", what)])
    if is_required and why:
        raise InputError([Problem(Place("--sign-in"), "", f"no sign-in is configured: {why}")])
    print(f"sign-in: {state}{why and f' ({why})'}", flush=True)
    return "required" if is_required else state


def _check_store() -> None:
    """Print why a store can't be used; the pages run without it.

    A file that doesn't exist yet is created later, and a database server may start later.
    """
    from store.errors import StoreError
    from store.place import place
    from store.store import Store  # SQLAlchemy: slow to import

    try:
        where = place()
        if where.file and where.file.exists():
            Store(where).close()
    except (StoreError, OSError) as error:
        print(f"store: {error}; changes are stored in their browser tabs only", flush=True)


def _see_free(address: str, port: int) -> None:
    """Reject an address that can't be bound, before it is printed."""
    try:
        family, kind, *_, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the pages do
            probe.bind(place)
    except socket.gaierror:
        raise wrong_option("--address", f"unknown address '{address}'") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise wrong_option("--port", f"port {port} is in use: write another one") from None
        why = (error.strerror or str(error)).lower()
        raise wrong_option("--address", f"can't listen on {address}:{port}: {why}") from None


def command(port: int, address: str, names: Sequence[str] = ()) -> list[str]:
    """Return the command that serves the pages, with its configuration, from any folder.

    The server responds only to its address and to the given host names.
    """
    with CONFIGURATION.open("rb") as file:
        settings = dict(_flat(tomllib.load(file)))
    settings |= {"server.port": port, "server.address": address}
    hosts = [*settings.pop(HOSTS), address, *names]
    options = [f"--{name}={_toml(value)}" for name, value in settings.items()]
    options += [f"--{HOSTS}={host}" for host in dict.fromkeys(hosts) if host not in EVERYWHERE]
    # -P: the current folder isn't on the module path of the pages
    return [sys.executable, "-P", str(SERVER_FILE), "run", str(PAGES), *options]


def _flat(sections: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in sections.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _toml(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
