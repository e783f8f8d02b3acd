"""How vendors write their tables: one form for each vendor, common to all users of a store."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import delete, insert, select

from store.database import Database
from store.tables import vendor_form

LARGEST = 20_000
"""Maximum size of a form in characters."""


class Forms:
    """The forms of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, vendor: str) -> str:
        """Return the form of a vendor as it was kept, empty if there is none."""
        query = select(vendor_form.c.body).where(vendor_form.c.vendor == _key(vendor))
        with self._database.transaction("read") as connection:
            return connection.scalar(query) or ""

    def keep(self, vendor: str, body: str) -> None:
        """Keep the form of a vendor, in place of a former one."""
        if not _key(vendor) or len(body) > LARGEST:
            return
        with self._database.transaction("save") as connection:
            connection.execute(delete(vendor_form).where(vendor_form.c.vendor == _key(vendor)))
            row = {"vendor": _key(vendor), "at": datetime.now(UTC).isoformat(), "body": body}
            connection.execute(insert(vendor_form).values(row))


def _key(vendor: str) -> str:
    return " ".join(vendor.split()).casefold()[:100]
