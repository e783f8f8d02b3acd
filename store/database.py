"""The database behind a store: connections, transactions, and its errors in one line."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeGuard, get_args

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from model.errors import shortened
from store.errors import StoreError, UnusableError
from store.place import Place
from store.tables import LATER, SCHEMA, about, tables

PATIENCE = 10.0
"""Seconds that a write waits for a concurrent one."""
DAMAGED = "it is damaged; restore a backup"
LOCKED = "database is locked"
REMEDIES = {
    LOCKED: f"another program has it to itself for more than {PATIENCE:.0f} s",
    "lock timeout": f"another program has it to itself for more than {PATIENCE:.0f} s",
    "disk is full": "make room",
    "disk image is malformed": DAMAGED,
    "not a database": "name another file",
    "malformed database schema": DAMAGED,
    "readonly database": "make it writable for the user that runs Ostimate",
}
"""Remedies by SQLite's message."""
CREATION_LOCK = int.from_bytes(b"ostimate")
"""PostgreSQL advisory lock held while the tables are created."""
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
"""Statements that begin a transaction, in addition to the driver's.

In SQLite a draft survives a crash of the program, a saved version also one of the machine.
"""


class Database:
    """One database. It is safe to share between threads."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._engine = _engine(place)
        self._file = _identity(place)
        try:
            if place.file is not None:
                _once_unlocked(self._check_file)
            self._prepare()
        except StoreError:
            self.close()
            raise

    def _check_file(self) -> None:
        """Refuse a damaged file, or one of another program, before anything is written to it."""
        with self.transaction("read") as connection:
            if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
                raise UnusableError(f"the store {self.place} can't be used: {DAMAGED}")
            self._is_empty(connection)
            connection.exec_driver_sql("COMMIT")  # the mode of a journal changes between two
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")

    def _prepare(self) -> None:
        """Create the tables in an empty database; refuse tables that aren't these."""
        with self.transaction("save") as connection:
            if self.place.file is None:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({CREATION_LOCK})")
            if self._is_empty(connection):
                tables.create_all(connection)
                connection.execute(insert(about).values(schema=SCHEMA))
            else:
                tables.create_all(connection, LATER)

    def _is_empty(self, connection: Connection) -> bool:
        """Return whether a database has no tables yet.

        Raises
        ------
        StoreError
            If its tables aren't those of a store of this version.
        """
        is_file = self.place.file is not None
        inspector = inspect(connection)
        found = {
            name: {column["name"] for column in columns}
            for (_, name), columns in inspector.get_multi_columns().items()
            if is_file or name in tables.tables  # a server's database may have tables of others
        }
        if found.get(about.name) != set(about.c.keys()):
            if not found and not (is_file and _is_marked(connection)):
                return True
            names = shortened(", ".join(sorted(found)))
            raise StoreError(
                f"{self.place} belongs to another program{names and f' (its tables: {names})'}: "
                f"name another {'file' if is_file else 'database'}"
            )
        schema = connection.scalar(select(about.c.schema))
        if schema is not None and schema != SCHEMA:
            raise StoreError(
                f"the store {self.place} is of another version of Ostimate ({schema}, here "
                f"{SCHEMA}): use that one, or another store"
            )
        broken = [
            table.name
            for table in tables.sorted_tables
            if not found.get(table.name, set()) >= set(table.c.keys())
            and not (table in LATER and table.name not in found)
        ]
        if schema is None or broken:
            what = f"has no table '{broken[0]}'" if broken else "has no version number"
            raise UnusableError(f"the store {self.place} {what}: {DAMAGED}")
        return False

    @contextmanager
    def transaction(self, purpose: Purpose) -> Iterator[Connection]:
        """Run one transaction: all of it is committed, or none."""
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
        except (SQLAlchemyError, UnicodeDecodeError) as error:
            raise UnusableError(
                f"the store {self.place} can't be used: {_message(error)}"
            ) from error

    def copy_to(self, file: str) -> None:
        """Copy the whole store to a new file. Other processes may use it meanwhile."""
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
        except StoreError as error:
            Path(file).unlink()  # half a copy is none
            raise StoreError(f"no copy is made to {file}: {error}") from None

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def _once_unlocked(step: Callable[[], None]) -> None:
    """Repeat a step until no other start holds the file.

    SQLite waits for locks of its own accord, but not to change the mode of the journal.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return step()
        except UnusableError as error:
            if LOCKED not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)


def _message(error: SQLAlchemyError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):  # of names and texts that were overwritten
        return DAMAGED
    cause = error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).strip().splitlines()
    message = lines[0] if lines else type(cause).__name__
    remedy = next((REMEDIES[what] for what in REMEDIES if what in message), "")
    return f"{message}: {remedy}" if remedy else message


def _is_marked(connection: Connection) -> bool:
    """Return whether another program marked an SQLite file without tables as its own."""
    marks = ("application_id", "user_version")
    return any(connection.exec_driver_sql(f"PRAGMA {mark}").scalar() for mark in marks)


def is_intact(text: object) -> TypeGuard[str]:
    """Return whether a text from the database is undamaged, i.e. valid UTF-8."""
    if not isinstance(text, str):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def legible(text: object) -> str:
    """Return the readable part of a text, for lists that also name damaged entries."""
    if not isinstance(text, str):
        return ""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _identity(place: Place) -> tuple[int, int] | None:
    """Return device and inode of the file, None for a server."""
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
    # Of a damaged file one text is damaged, not the whole list: whoever reads it sees (is_intact).
    connection.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
    connection.execute("PRAGMA foreign_keys = ON").close()


def _begin(connection: Connection) -> None:
    purpose = connection.get_execution_options().get("purpose", "read")
    for statement in _BEGINS[connection.dialect.name][purpose]:
        connection.exec_driver_sql(statement)
