"""The stores that tests keep things in: a file, and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from store.place import place
from store.store import Store
from store.tables import tables
from tests.postgresql import running


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with running() as url:
        yield url


KINDS = [pytest.param("file"), pytest.param("server", marks=pytest.mark.postgresql)]


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address of a store that is empty."""
    if request.param == "file":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("postgresql")
    store = Store(place(url))
    with store.database.transaction("save") as connection:
        for table in tables.sorted_tables:
            if table.name != "about":
                connection.execute(text(f"TRUNCATE {table.name} CASCADE"))
    store.close()
    return url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    opened = Store(place(where))
    yield opened
    opened.close()
