"""What was changed in a browser and not saved: kept at once, for a reload, a second tab, a crash.

A draft is a flat mapping of items (an edit by its path, …), and files. Two tabs may change it at
once: what one changed is put on top of what the other did, item by item.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from store.database import Database
from store.errors import StoreError
from store.tables import draft, draft_file

KEPT = timedelta(days=90)
"""How long a draft stays that nobody touches."""
LARGEST = 1_000_000
"""Characters of a draft, its files apart."""
Items = Mapping[str, Any]


def owner_of(key: str) -> str:
    """Name a browser in the store, so that who reads the store doesn't learn its key."""
    return hashlib.sha256(key.encode()).hexdigest()


class Drafts:
    """The drafts of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def prune(self) -> None:
        """Drop what nobody has touched for long."""
        old = (datetime.now(UTC) - KEPT).isoformat()
        with self._database.transaction("draft") as connection:
            asked = select(draft.c.owner, draft.c.choice).where(draft.c.at < old)
            for row in connection.execute(asked).all():
                _drop(connection, row.owner, row.choice)

    def choices(self, owner: str) -> list[str]:
        """Name the scenarios of which a browser has drafts: what was touched last comes first."""
        order = (draft.c.at.desc(), draft.c.choice)
        asked = select(draft.c.choice).where(draft.c.owner == owner).order_by(*order)
        with self._database.transaction("read") as connection:
            return list(connection.scalars(asked))

    def get(self, owner: str, choice: str) -> tuple[dict[str, Any], dict[str, bytes]]:
        """Give the items and the files of a draft; nothing, if there is none."""
        with self._database.transaction("read") as connection:
            files = connection.execute(
                select(draft_file.c.file, draft_file.c.content).where(
                    draft_file.c.owner == owner, draft_file.c.choice == choice
                )
            )
            return _items(connection, owner, choice), {
                one.file: bytes(one.content) for one in files
            }

    def keep(
        self,
        owner: str,
        choice: str,
        before: Items,
        now: Items,
        files: Mapping[str, bytes | None] | None = None,
    ) -> dict[str, Any]:
        """Keep what changed between two moments of one tab; give what all tabs come to.

        Of the files, only those that are new or gone (None) are given.
        """
        changed = {
            item: now[item] for item in now if item not in before or before[item] != now[item]
        }
        gone = before.keys() - now.keys()
        with self._database.transaction("draft") as connection:
            found = _items(connection, owner, choice, for_update=True)
            whole = {item: found[item] for item in found if item not in gone} | changed
            text = json.dumps(whole, ensure_ascii=False)
            if len(text) > LARGEST:
                raise StoreError("the changes are too many to be kept unsaved: save them")
            if not whole:
                _drop(connection, owner, choice)
                return {}
            at = datetime.now(UTC).isoformat()
            here = (draft.c.owner == owner, draft.c.choice == choice)
            if not connection.execute(update(draft).where(*here).values(body=text, at=at)).rowcount:
                new = {"owner": owner, "choice": choice, "body": text, "at": at}
                connection.execute(insert(draft).values(**new))
            for name, content in (files or {}).items():
                _put(connection, owner, choice, name, content)
        return whole

    def drop(self, owner: str, choice: str) -> None:
        """Forget a draft: it was saved, or isn't wanted."""
        with self._database.transaction("draft") as connection:
            _drop(connection, owner, choice)


def _items(
    connection: Connection, owner: str, choice: str, *, for_update: bool = False
) -> dict[str, Any]:
    asked = select(draft.c.body).where(draft.c.owner == owner, draft.c.choice == choice)
    text = connection.scalar(asked.with_for_update() if for_update else asked)
    items: dict[str, Any] = json.loads(text) if text else {}
    return items


def _put(connection: Connection, owner: str, choice: str, name: str, content: bytes | None) -> None:
    here = {"owner": owner, "choice": choice, "file": name}
    connection.execute(delete(draft_file).filter_by(**here))
    if content is not None:
        connection.execute(insert(draft_file).values(**here, content=content))


def _drop(connection: Connection, owner: str, choice: str) -> None:
    for table in (draft_file, draft):
        connection.execute(delete(table).filter_by(owner=owner, choice=choice))
