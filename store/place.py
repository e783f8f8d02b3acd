"""Location of the store: one file, or a database shared by a team."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from store.errors import StoreError

VARIABLE = "OSTIMATE_STORE"
"""Environment variable with the location of the store: a file, or the URL of a database."""
FILE = "ostimate.db"
POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True)
class Place:
    """Location of a store. `file` is None for a database server."""

    url: URL
    file: Path | None

    def __str__(self) -> str:
        if self.file:
            return str(self.file)
        secret = [name for name in self.url.query if "password" in name]
        return self.url.difference_update_query(secret).render_as_string(hide_password=True)


def default_file(environment: Mapping[str, str]) -> Path:
    """Return the default file of the store, in the user's data directory."""
    data = environment.get("XDG_DATA_HOME", "")
    folder = Path(data) if data else Path.home() / ".local" / "share"
    return folder / "ostimate" / FILE


def place(address: str = "", environment: Mapping[str, str] = os.environ) -> Place:
    """Return the location of the store: the address, the environment variable, or the default."""
    address = address or environment.get(VARIABLE, "")
    if "://" not in address:
        return _of_file(Path(address).expanduser() if address else default_file(environment))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError(f"the address of the store can't be read: {REMEDY}") from None
    if url.drivername == "sqlite" and url.database:
        return _of_file(Path(url.database))
    if url.drivername not in POSTGRESQL or not url.database:
        raise StoreError(f"the store can't be '{url.drivername}': {REMEDY}")
    return Place(url.set(drivername="postgresql+psycopg"), None)


REMEDY = f"set {VARIABLE} to a file, or postgresql://USER@HOST/DATABASE"


def _of_file(file: Path) -> Place:
    file = file.absolute()
    return Place(URL.create("sqlite", database=str(file)), file)
