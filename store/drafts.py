"""Drafts: unsaved changes of a browser, stored at once for a reload, a second tab or a crash.

A draft is a flat mapping of items (an edit by its path, …), and files. Two tabs may change it at
the same time; their changes are merged item by item.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from model.errors import shortened
from store.database import Database, Purpose, is_intact, legible
from store.errors import StoreError
from store.patches import FILE, current_items
from store.tables import draft, draft_file

KEPT = timedelta(days=90)
"""Time after which an unused draft is deleted."""
LARGEST = 1_000_000
"""Maximum size of a draft in characters, without its files."""
SETTLED = ":settled:"
"""Prefix of the key of a draft's outcome. No scenario name begins with it."""
DAMAGED = ":damaged:"
"""Prefix of the key of an unreadable draft, followed by its date and its former key."""
Items = Mapping[str, Any]


class SettledError(StoreError):
    """Another tab saved or discarded the draft; `into` describes the outcome."""

    def __init__(self, into: Items) -> None:
        super().__init__("another tab saved this, or put it aside")
        self.into = into


class DamagedError(StoreError):
    """A draft can't be read. It is set aside; its files remain."""

    def __init__(self, choice: str) -> None:
        name = shortened(choice.removeprefix(SETTLED))
        super().__init__(
            f"the unsaved changes of '{name}' in the store are damaged: they are set aside there, "
            "and new ones are kept"
        )


class _UnreadableError(Exception):
    """The row of a draft isn't a JSON object."""

    def __init__(self, owner: str, choice: str) -> None:
        self.owner, self.choice = owner, choice


def owner_of(key: str) -> str:
    """Return the name of a browser in the store, which doesn't reveal its key."""
    return hashlib.sha256(key.encode()).hexdigest()


def hash_of(content: bytes) -> str:
    """Return the hash that identifies the content of a file."""
    return hashlib.sha256(content).hexdigest()


class Drafts:
    """The drafts of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def prune(self) -> None:
        """Delete drafts that haven't been used for `KEPT`."""
        old = (datetime.now(UTC) - KEPT).isoformat()
        with self._database.transaction("draft") as connection:
            query = select(draft.c.owner, draft.c.choice).where(draft.c.at < old)
            for row in connection.execute(query).all():
                _drop(connection, row.owner, row.choice)

    def choices(self, owner: str) -> list[str]:
        """Return the scenarios for which a browser has drafts, the latest first."""
        order = (draft.c.at.desc(), draft.c.choice)
        apart = (draft.c.choice.startswith(mark) for mark in (SETTLED, DAMAGED))
        here = (draft.c.owner == owner, *(~one for one in apart))
        query = select(draft.c.choice).where(*here).order_by(*order)
        with self._database.transaction("read") as connection:
            return [choice for choice in connection.scalars(query) if is_intact(choice)]

    def get(self, owner: str, choice: str) -> tuple[dict[str, Any], dict[str, bytes]]:
        """Return the items and the files of a draft, empty if there is none.

        Raises
        ------
        DamagedError
            Once, if it can't be read. Only its files remain then.
        """
        with self._transaction("read") as connection:
            return _items(connection, owner, choice), _files(connection, owner, choice)

    def settled(self, owner: str, choice: str) -> dict[str, Any]:
        """Return the outcome of the last draft of a scenario, empty if there is none."""
        with self._transaction("read") as connection:
            return _items(connection, owner, f"{SETTLED}{choice}")

    def keep(
        self,
        owner: str,
        choice: str,
        before: Items,
        now: Items,
        files: Mapping[str, bytes | None] | None = None,
        settled: Items | None = None,
    ) -> dict[str, Any]:
        """Store the changes of one tab; return the merged changes of all tabs.

        `files` holds only new files and removed ones (None). `settled` is the outcome of a former
        draft as this tab knows it; if it is None, the outcome isn't compared.

        Raises
        ------
        SettledError
            If another tab has saved or discarded the draft since. The rest would be incomplete.
        """
        changed = {
            item: now[item] for item in now if item not in before or before[item] != now[item]
        }
        gone = before.keys() - now.keys()
        with self._transaction("draft") as connection:
            found = _items(connection, owner, choice, for_update=True)
            into = _items(connection, owner, f"{SETTLED}{choice}")
            if into and settled is not None and into != settled:
                raise SettledError(into)
            whole = {item: found[item] for item in found if item not in gone} | changed
            text = json.dumps(whole, ensure_ascii=False)
            if len(text) > LARGEST:
                raise StoreError("the changes are too many to be kept unsaved: save them")
            if not whole:
                _drop(connection, owner, choice)
                return {}
            _write(connection, owner, choice, text)
            for name, content in (files or {}).items():
                _put(connection, owner, choice, name, content)
        return whole

    @contextmanager
    def _transaction(self, purpose: Purpose) -> Iterator[Connection]:
        """Read drafts in a transaction; set aside the one that can't be read."""
        try:
            with self._database.transaction(purpose) as connection:
                yield connection
        except _UnreadableError as error:
            self._set_aside(error.owner, error.choice)
            raise DamagedError(error.choice) from None

    def _set_aside(self, owner: str, choice: str) -> None:
        with self._database.transaction("draft") as connection:
            with suppress(_UnreadableError):
                _items(connection, owner, choice, for_update=True)
                return  # another tab did
            files = _files(connection, owner, choice)
            here = (draft.c.owner == owner, draft.c.choice == choice)
            text = connection.scalar(select(draft.c.body).where(*here))
            aside = f"{DAMAGED}{datetime.now(UTC).isoformat()}:{choice}"
            _write(connection, owner, aside, legible(text))
            _drop(connection, owner, choice)
            if not files:
                return
            items = {f"{FILE}{name}": hash_of(content) for name, content in files.items()}
            _write(connection, owner, choice, json.dumps(items, ensure_ascii=False))
            for name, content in files.items():
                _put(connection, owner, choice, name, content)

    def drop(self, owner: str, choice: str) -> None:
        """Delete a draft."""
        with self._database.transaction("draft") as connection:
            _drop(connection, owner, choice)

    def settle(self, owner: str, choice: str, known: Items, new: str, based: Items) -> None:
        """Delete the known part of a saved draft, and record the outcome for other tabs.

        What one of them changed meanwhile is put on top of what was saved.
        """
        with self._transaction("draft") as connection:
            found = _items(connection, owner, choice, for_update=True)
            rest = {i: found[i] for i in found if i not in known or known[i] != found[i]}
            files = _files(connection, owner, choice)
            _drop(connection, owner, choice)
            _note(connection, owner, choice, {"choice": new, **based})
            if not rest:
                return
            whole = {**_items(connection, owner, new), **rest, **based}
            _write(connection, owner, new, json.dumps(whole, ensure_ascii=False))
            for name in (name for name in files if f"{FILE}{name}" in rest):
                _put(connection, owner, new, name, files[name])

    def move(
        self,
        owner: str,
        choice: str,
        new: str,
        changes: Items,
        files: Mapping[str, bytes],
    ) -> None:
        """Move a draft to another scenario, with changed or removed (None) items."""
        with self._transaction("draft") as connection:
            whole = {**_items(connection, owner, choice, for_update=True), **changes}
            whole = {item: content for item, content in whole.items() if content is not None}
            several = {**_files(connection, owner, choice), **files}
            _drop(connection, owner, choice)
            _note(connection, owner, choice, {"choice": new})
            _write(connection, owner, new, json.dumps(whole, ensure_ascii=False))
            for name, content in several.items():
                _put(connection, owner, new, name, content)


def _items(
    connection: Connection, owner: str, choice: str, *, for_update: bool = False
) -> dict[str, Any]:
    query = select(draft.c.body).where(draft.c.owner == owner, draft.c.choice == choice)
    text = connection.scalar(query.with_for_update() if for_update else query)
    if text is None:
        return {}
    try:
        items = json.loads(text) if is_intact(text) else None
    except (ValueError, RecursionError):
        items = None
    if not isinstance(items, dict):
        raise _UnreadableError(owner, choice)
    return current_items(items)


def _files(connection: Connection, owner: str, choice: str) -> dict[str, bytes]:
    here = (draft_file.c.owner == owner, draft_file.c.choice == choice)
    query = select(draft_file.c.file, draft_file.c.content).where(*here)
    return {one.file: bytes(one.content) for one in connection.execute(query)}


def _write(connection: Connection, owner: str, choice: str, text: str) -> None:
    at = datetime.now(UTC).isoformat()
    here = (draft.c.owner == owner, draft.c.choice == choice)
    if not connection.execute(update(draft).where(*here).values(body=text, at=at)).rowcount:
        new = {"owner": owner, "choice": choice, "body": text, "at": at}
        connection.execute(insert(draft).values(**new))


def _note(connection: Connection, owner: str, choice: str, into: Items) -> None:
    """Note what a draft became, for tabs that still have it."""
    _write(connection, owner, f"{SETTLED}{choice}", json.dumps(into, ensure_ascii=False))


def _put(connection: Connection, owner: str, choice: str, name: str, content: bytes | None) -> None:
    here = {"owner": owner, "choice": choice, "file": name}
    connection.execute(delete(draft_file).filter_by(**here))
    if content is not None:
        connection.execute(insert(draft_file).values(**here, content=content))


def _drop(connection: Connection, owner: str, choice: str) -> None:
    for table in (draft_file, draft):
        connection.execute(delete(table).filter_by(owner=owner, choice=choice))
