"""The database behind a store: opened, asked in transactions, its errors said in a line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, get_args

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from store.errors import StoreError, UnusableError
from store.place import Place
from store.tables import SCHEMA, about, tables

PATIENCE = 10.0
"""Seconds that a write waits for another."""
REMEDIES = {
    "database is locked": f"another program has it to itself for more than {PATIENCE:.0f} s",
    "lock timeout": f"another program has it to itself for more than {PATIENCE:.0f} s",
    "disk is full": "make room",
    "disk image is malformed": "it is damaged, put a backup in its place",
    "not a database": "name another file",
    "readonly database": "let whoever runs Ostimate write it",
}
"""What to do about what SQLite says."""
Purpose = Literal["read", "draft", "save"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
_BEGINS: dict[str, dict[str, tuple[str, ...]]] = {
    "sqlite": {
        "read": ("BEGIN",),
        "draft": ("PRAGMA synchronous = NORMAL", "BEGIN IMMEDIATE"),
        "save": ("PRAGMA synchronous = FULL", "BEGIN IMMEDIATE"),
    },
    "postgresql": dict.fromkeys(PURPOSES, (f"SET LOCAL lock_timeout = '{PATIENCE:.0f}s'",)),
}
"""How a transaction begins, beside what the driver does.

A draft in SQLite survives a crash of the program; what is saved, one of the machine.
"""


class Database:
    """One database; threads may share it."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._engine = _engine(place)
        self._file = _identity(place)
        try:
            self._prepare()
        except StoreError:
            self.close()
            raise

    def _prepare(self) -> None:
        """Make the tables where there are none, and see whose they are."""
        with self.transaction("save") as connection:
            tables.create_all(connection)
            found = connection.scalar(select(about.c.schema))
            if found is None:
                connection.execute(insert(about).values(schema=SCHEMA))
            elif found != SCHEMA:
                raise StoreError(
                    f"the store {self.place} is of another version of Ostimate ({found}, here "
                    f"{SCHEMA}): use that one, or another store"
                )

    @contextmanager
    def transaction(self, purpose: Purpose) -> Iterator[Connection]:
        """Do all of something or nothing."""
        if _identity(self.place) != self._file:
            # SQLite would go on with the file that nobody finds any more.
            raise UnusableError(
                f"the store {self.place} isn't the file that was opened: put that one back, or "
                "start Ostimate again"
            )
        try:
            with (
                self._engine.connect().execution_options(purpose=purpose) as connection,
                connection.begin(),
            ):
                yield connection
        except SQLAlchemyError as error:
            raise UnusableError(f"the store {self.place} can't be used: {_said(error)}") from error

    def copy_to(self, file: str) -> None:
        """Copy the whole store to a new file, also while others use it."""
        if self.place.file is None:
            raise StoreError("a database of a server is copied by its own means: pg_dump")
        try:
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            raise StoreError(f"{file} is there already: name a new file") from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise StoreError(f"{file} can't be written ({reason}): name another file") from None
        try:
            with self.transaction("read") as connection:
                connection.exec_driver_sql("COMMIT")  # a copy is no part of a transaction
                connection.exec_driver_sql("VACUUM INTO ?", (file,))
                connection.exec_driver_sql("BEGIN")
        except StoreError as error:
            Path(file).unlink()  # half a copy is none
            raise StoreError(f"no copy is made to {file}: {error}") from None

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()


def _said(error: SQLAlchemyError) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).strip().splitlines()
    said = lines[0] if lines else type(cause).__name__
    remedy = next((REMEDIES[what] for what in REMEDIES if what in said), "")
    return f"{said}: {remedy}" if remedy else said


def _identity(place: Place) -> tuple[int, int] | None:
    """Tell a file from another one of the same name; of a server there is no file."""
    if place.file is None:
        return None
    try:
        found = place.file.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _engine(place: Place) -> Engine:
    if place.file is None:
        try:
            waits = (
                {} if "connect_timeout" in place.url.query else {"connect_timeout": int(PATIENCE)}
            )
            engine = create_engine(place.url, pool_pre_ping=True, connect_args=waits)
        except ModuleNotFoundError:
            raise StoreError(
                "PostgreSQL needs psycopg: pip install 'ostimate[postgresql]', or '.[postgresql]' "
                "in a clone"
            ) from None
        event.listen(engine, "begin", _begin)
        return engine
    try:
        place.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # It may hold prices that are nobody else's business.
        os.close(os.open(place.file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"the store {place} can't be opened: {reason}") from None
    engine = create_engine(place.url, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where Python does
    connection.execute("PRAGMA journal_mode = WAL").close()
    connection.execute("PRAGMA foreign_keys = ON").close()


def _begin(connection: Connection) -> None:
    purpose = connection.get_execution_options().get("purpose", "read")
    for statement in _BEGINS[connection.dialect.name][purpose]:
        connection.exec_driver_sql(statement)
