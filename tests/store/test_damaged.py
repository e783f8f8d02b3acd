"""Damaged and foreign databases: one clear line each, and nothing is adopted or overwritten."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert, text, update

from store.database import Database
from store.drafts import DAMAGED, SETTLED, DamagedError
from store.errors import StoreError, UnusableError
from store.place import place
from store.store import Store
from store.tables import draft, tables, version

STARTS = 6


@pytest.fixture
def empty(where: str) -> Iterator[str]:
    """An address of a database without tables."""
    if "://" not in where:
        yield where
        return
    database = create_engine(place(where).url)
    tables.drop_all(database)
    yield where
    tables.drop_all(database)
    database.dispose()
    Store(place(where)).close()


@pytest.mark.long
def test_of_several_first_starts_at_once_all_succeed(empty: str) -> None:
    for _ in range(5):
        together = threading.Barrier(STARTS)
        problems: list[Exception] = []

        def start(together: threading.Barrier, problems: list[Exception]) -> None:
            together.wait()
            try:
                Database(place(empty)).close()
            except Exception as error:
                problems.append(error)

        arguments = (together, problems)
        threads = [threading.Thread(target=start, args=arguments) for _ in range(STARTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []
        store = Store(place(empty))
        store.versions.save("Mine", "a")
        assert [one.name for one in store.versions.newest()] == ["Mine"]
        with store.database.transaction("save") as connection:
            tables.drop_all(connection)
        store.close()


def refused(where: str, what: str, kind: type[StoreError] = StoreError) -> None:
    with pytest.raises(StoreError, match=what) as error:
        Store(place(where))
    assert error.type is kind
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("CREATE TABLE bookmarks (url TEXT)", r" \(its tables: bookmarks\)"),
        ("CREATE TABLE about (version TEXT)", r" \(its tables: about\)"),
        ("CREATE TABLE version (number INTEGER)", r" \(its tables: version\)"),
        ("PRAGMA application_id = 1196444487", ""),
        ("PRAGMA user_version = 7", ""),
    ],
)
def test_a_file_of_another_program_is_left_as_it_is(
    tmp_path: Path, script: str, names: str
) -> None:
    file = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(file)) as other:
        other.execute(script)
        other.commit()
    before = file.read_bytes()
    refused(str(file), rf"places\.sqlite belongs to another program{names}: name another file")
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.postgresql
def test_tables_of_others_in_a_database_are_left_as_they_are(postgresql: str) -> None:
    server = create_engine(place(postgresql).url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE others"))
    where = postgresql.replace("/postgres", "/others")
    others = create_engine(place(where).url, isolation_level="AUTOCOMMIT")
    with others.connect() as connection:
        connection.execute(text("CREATE TABLE orders (id INTEGER)"))
        connection.execute(text("CREATE TABLE version (id INTEGER)"))
        what = r"belongs to another program \(its tables: version\): name another database"
        refused(where, what)
        connection.execute(text("DROP TABLE version"))
        store = Store(place(where))
        store.versions.save("Mine", "a")
        store.close()
        assert connection.scalar(text("SELECT count(*) FROM orders")) == 0
    others.dispose()
    with server.connect() as connection:
        connection.execute(text("DROP DATABASE others WITH (FORCE)"))
    server.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store with three versions and four drafts, closed."""
    path = tmp_path / "store.db"
    store = Store(place(str(path)))
    for number in range(3):
        said = {"who": "Adà", "why": "cheaper", "files": {"q.csv": b"1,2\n" * 500}}
        store.versions.save("Mine", "# é\n" * 300 + "name: é", based_on=number, **said)
    for choice in "abcd":
        store.drafts.keep("o", choice, {}, {"edit:x": "é" * 99, "file:q": "0"}, {"q": b"q" * 999})
    store.drafts.settle("o", "a", {}, "Mine (saved)", {"based": 3})
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    return path


def test_whatever_bytes_are_overwritten_what_is_wrong_is_said_in_a_line(file: Path) -> None:
    whole, dice = file.read_bytes(), random.Random(0)
    told: list[str] = []
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(dice.choice((1, 1, 3, 20))):
            damaged[dice.randrange(len(whole))] = dice.randrange(256)
        file.write_bytes(damaged[: dice.choice((None, None, None, dice.randrange(len(whole))))])
        try:
            store = Store(place(str(file)))
            try:
                for one in store.versions.newest():
                    store.versions.of(one.name)
                    store.versions.get(one.name)
                for choice in store.drafts.choices("o"):
                    store.drafts.get("o", choice)
                    store.drafts.settled("o", choice)
                store.drafts.keep("o", "b", {}, {"edit:y": 1})
                store.versions.save("Mine", "name: b", based_on=3)
            finally:
                store.close()
        except StoreError as error:
            told.append(str(error))
        for journal in file.parent.glob("store.db-*"):
            journal.unlink()
    assert len(told) > 50
    assert not [error for error in told if "\n" in error]


def test_a_damaged_file_is_left_as_it_is(file: Path) -> None:
    with file.open("r+b") as half:
        half.seek(2 * 4096)
        half.write(b"\xff" * 4 * 4096)
    before = file.read_bytes()
    refused(str(file), r"store\.db can't be used: .*damaged; restore a backup", UnusableError)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("DROP TABLE attached", "has no table 'attached'"),
        ("DELETE FROM about", "has no version number"),
    ],
)
def test_a_store_that_lacks_something_is_damaged(file: Path, script: str, what: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(script)
        connection.commit()
    refused(str(file), rf"store\.db {what}: it is damaged; restore", UnusableError)


def test_a_version_whose_date_is_damaged_is_listed_all_the_same(store: Store) -> None:
    store.versions.save("Mine", "a", who="Ada")
    with store.database.transaction("save") as connection:
        connection.execute(update(version).values(at="2o26"))
    [one] = store.versions.newest()
    assert (one.at, one.when, one.who) == (None, "unknown date", "Ada")
    assert store.versions.get("Mine").text == "a"


def test_a_version_whose_text_is_damaged_is_refused_and_listed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        overwritten = "UPDATE version SET text = CAST(x'ff41' AS TEXT), who = CAST(x'41ff' AS TEXT)"
        connection.execute(f"{overwritten} WHERE number = 2")
        connection.commit()
    store = Store(place(str(file)))
    assert [one.who for one in store.versions.of("Mine")] == [
        "Adà",
        "A\N{REPLACEMENT CHARACTER}",
        "Adà",
    ]
    assert store.versions.get("Mine").text.endswith("name: é")
    with pytest.raises(StoreError, match="version 2 of 'Mine' is damaged"):
        store.versions.get("Mine", 2)
    store.close()


def overwrite(store: Store, choice: str, body: str) -> None:
    with store.database.transaction("draft") as connection:
        connection.execute(update(draft).where(draft.c.choice == choice).values(body=body))


def bodies(store: Store) -> dict[str, str]:
    with store.database.transaction("read") as connection:
        return {row.choice: row.body for row in connection.execute(draft.select())}


@pytest.mark.parametrize("body", ['{"edit:x": 1', "", "[1]", "null", "[" * 100_000])
def test_a_draft_that_is_no_json_is_set_aside_and_its_files_stay(store: Store, body: str) -> None:
    store.drafts.keep("o", "c", {}, {"edit:x": 1, "file:q": "0"}, {"q": b"quote"})
    overwrite(store, "c", body)
    with pytest.raises(DamagedError, match="unsaved changes of 'c' in the store are damaged: they"):
        store.drafts.get("o", "c")
    items, files = store.drafts.get("o", "c")
    assert (list(items), files) == (["file:q"], {"q": b"quote"})
    assert store.drafts.choices("o") == ["c"]
    [aside] = [choice for choice in bodies(store) if choice.startswith(DAMAGED)]
    assert aside.endswith(":c")
    assert bodies(store)[aside] == body


def test_whoever_meets_a_damaged_draft_first_sets_it_aside(store: Store) -> None:
    drafts = store.drafts
    for use in (
        lambda: drafts.keep("o", "c", {}, {"edit:y": 2}),
        lambda: drafts.settle("o", "c", {}, "d", {}),
        lambda: drafts.move("o", "c", "d", {"edit:y": 2}, {}),
    ):
        drafts.keep("o", "c", {}, {"edit:x": 1})
        overwrite(store, "c", "{")
        with pytest.raises(DamagedError):
            use()
        assert drafts.choices("o") == []
        use()
        drafts.drop("o", "d")
        drafts.drop("o", f"{SETTLED}c")


def test_what_a_draft_became_may_be_damaged_too(store: Store) -> None:
    with store.database.transaction("draft") as connection:
        row = {"owner": "o", "choice": f"{SETTLED}c", "at": "2026-11-25", "body": "{"}
        connection.execute(insert(draft).values(**row))
    with pytest.raises(DamagedError, match="changes of 'c' in the store"):
        store.drafts.settled("o", "c")
    assert store.drafts.settled("o", "c") == {}
    assert store.drafts.keep("o", "c", {}, {"edit:y": 2}, settled={}) == {"edit:y": 2}
