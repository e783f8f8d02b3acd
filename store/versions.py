"""Saved scenarios with all their versions. No version is ever overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from model.errors import InputError, shortened
from model.reading.documents import read_document, unprintable
from store.database import Database, is_intact, legible
from store.errors import StoreError
from store.names import checked, look_alike
from store.tables import attached, scenario, version

LONGEST_WHY = 1_000
NEW_NAME_LOCK = 7_340_112
"""PostgreSQL advisory lock held while a new name is saved."""


@dataclass(frozen=True)
class Saved:
    """A version of a scenario, without its text."""

    name: str
    number: int
    who: str
    at: datetime | None
    """In UTC; None where a damaged store holds no date."""
    why: str

    @property
    def when(self) -> str:
        """Time of saving, to the minute.

        >>> Saved("Mine", 1, "Ada", datetime(2026, 11, 25, 9, 5, tzinfo=UTC), "").when
        '2026-11-25 09:05'
        """
        return f"{self.at:%Y-%m-%d %H:%M}" if self.at else "unknown date"


@dataclass(frozen=True)
class Version:
    """A version with its YAML text and the files named in it."""

    about: Saved
    text: str
    files: Mapping[str, bytes] = field(default_factory=dict)


class ConflictError(StoreError):
    """Somebody else saved first; `theirs` is the newest version."""

    def __init__(self, theirs: Saved) -> None:
        super().__init__(
            f"{theirs.who or 'somebody'} saved version {theirs.number} of '{theirs.name}' meanwhile"
        )
        self.theirs = theirs


_ABOUT = (version.c.name, version.c.number, version.c.who, version.c.at, version.c.why)


class Versions:
    """The saved scenarios of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def newest(self) -> list[Saved]:
        """Return the newest version of each scenario, sorted by name."""
        is_head = and_(scenario.c.name == version.c.name, scenario.c.head == version.c.number)
        query = select(*_ABOUT).join(scenario, is_head).order_by(version.c.name)
        with self._database.transaction("read") as connection:
            return [_saved(row) for row in connection.execute(query)]

    def of(self, name: str) -> list[Saved]:
        """Return all versions of a scenario, the newest first; empty if it doesn't exist."""
        query = select(*_ABOUT).where(version.c.name == name).order_by(version.c.number.desc())
        with self._database.transaction("read") as connection:
            return [_saved(row) for row in connection.execute(query)]

    def get(self, name: str, number: int | None = None) -> Version:
        """Return a version, by default the newest."""
        query = select(*_ABOUT, version.c.text).where(version.c.name == name)
        if number is not None:
            query = query.where(version.c.number == number)
        with self._database.transaction("read") as connection:
            row = connection.execute(query.order_by(version.c.number.desc()).limit(1)).first()
            if row is None:
                which = f" {number}" if number is not None else ""
                raise StoreError(f"no version{which} of '{shortened(name)}' is saved")
            files = connection.execute(
                select(attached.c.file, attached.c.content).where(
                    attached.c.name == name, attached.c.number == row.number
                )
            )
            if not is_intact(row.text):
                raise StoreError(f"version {row.number} of '{shortened(name)}' is damaged")
            return Version(_saved(row), row.text, {one.file: bytes(one.content) for one in files})

    def save(
        self,
        name: str,
        text: str,
        *,
        files: Mapping[str, bytes] | None = None,
        who: str = "",
        why: str = "",
        based_on: int = 0,
    ) -> Saved:
        """Save a new version of a scenario in one transaction.

        Raises
        ------
        ConflictError
            If the newest version is another than `based_on` (0: there is none yet).
        StoreError
            If it can't be saved, or couldn't be read again.
        """
        name, who, why = checked(name), who.strip(), why.strip()
        if max(len(who), len(why)) > LONGEST_WHY:
            raise StoreError(f"write who and why in at most {LONGEST_WHY:,} characters")
        if what := unprintable(f"{name}{who}{why}"):
            raise StoreError(f"name, who and why: {what}")
        _see_that_it_can_be_read(text, f"version {based_on + 1} of '{name}'")
        at = datetime.now(UTC).replace(microsecond=0)
        about = Saved(name, based_on + 1, who, at, why)
        with self._database.transaction("save") as connection:
            if not based_on:
                _refuse_look_alike(connection, name)
            if not _moves(connection, name, based_on):
                theirs = select(*_ABOUT).where(version.c.name == name)
                newest = connection.execute(theirs.order_by(version.c.number.desc())).first()
                if newest is None:
                    raise StoreError(f"no version of '{name}' is saved")
                raise ConflictError(_saved(newest))
            row = {"name": name, "number": about.number}
            version_row = {"who": who, "at": at.isoformat(), "why": why, "text": text}
            connection.execute(insert(version).values(**row, **version_row))
            if files:
                several = [{**row, "file": f, "content": files[f]} for f in files]
                connection.execute(insert(attached), several)
        return about


def _moves(connection: Connection, name: str, based_on: int) -> bool:
    """Move on to the next version, if the newest is what the new one was made of."""
    if based_on:
        seen = and_(scenario.c.name == name, scenario.c.head == based_on)
        moved = connection.execute(update(scenario).where(seen).values(head=based_on + 1))
        return moved.rowcount == 1
    put: Any = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    new = put(scenario).values(name=name, head=1).on_conflict_do_nothing()
    return connection.execute(new.returning(scenario.c.name)).first() is not None


def _refuse_look_alike(connection: Connection, name: str) -> None:
    """Refuse a new name that looks like one under which something is saved."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({NEW_NAME_LOCK})")
    names = connection.execute(select(scenario.c.name)).scalars().all()
    if name in names:
        return
    twin = next((one for one in map(legible, names) if look_alike(one, name)), None)
    if twin is not None:
        raise StoreError(f"'{twin}' is saved and looks the same: choose another name")


def _see_that_it_can_be_read(text: str, called: str) -> None:
    """Refuse what would be lost: whatever wrote it, the reader takes nothing of it."""
    try:
        read_document(text, "")
    except InputError as error:
        why = str(error.problems[0]).removeprefix(":")
        raise StoreError(f"{called} couldn't be read again: {why}") from None


def _saved(row: Any) -> Saved:
    try:
        at = datetime.fromisoformat(row.at)
    except (TypeError, ValueError):
        at = None
    return Saved(legible(row.name), row.number, legible(row.who), at, legible(row.why))
