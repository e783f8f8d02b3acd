"""Where the store is: one file, or a database that a team shares."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from store.errors import StoreError

VARIABLE = "OSTIMATE_STORE"
"""The environment variable that says where the store is: a file, or the URL of a database."""
FILE = "ostimate.db"
POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True)
class Place:
    """Where a store is; `file` is nothing where it is no file."""

    url: URL
    file: Path | None

    def __str__(self) -> str:
        if self.file:
            return str(self.file)
        secret = [name for name in self.url.query if "password" in name]
        return self.url.difference_update_query(secret).render_as_string(hide_password=True)


def default_file(environment: Mapping[str, str]) -> Path:
    """Give the file that is the store where nobody says another: among the user's own data."""
    data = environment.get("XDG_DATA_HOME", "")
    folder = Path(data) if data else Path.home() / ".local" / "share"
    return folder / "ostimate" / FILE


def place(address: str = "", environment: Mapping[str, str] = os.environ) -> Place:
    """Find where the store is: as said, else as the environment says, else the user's own file."""
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


REMEDY = f"give {VARIABLE} a file, or postgresql://USER@HOST/DATABASE"


def _of_file(file: Path) -> Place:
    file = file.absolute()
    return Place(URL.create("sqlite", database=str(file)), file)
