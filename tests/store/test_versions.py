"""Saved scenarios: every version stays, and of two who save at once nobody loses a word."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from store import database
from store.errors import StoreError
from store.place import Place, default_file, place
from store.store import Store
from store.tables import SCHEMA, about
from store.versions import ConflictError

ROOT = Path(__file__).parents[2]


def test_versions_stay_as_they_were_saved(store: Store) -> None:
    first = store.versions.save("Mine", "name: a\n", files={"q.csv": b"\x00\xff"}, who="Ada")
    second = store.versions.save("Mine", "name: b # é\n", who="Ben", why="more", based_on=1)
    assert (first.number, second.number) == (1, 2)
    assert store.versions.newest() == [second]
    assert store.versions.of("Mine") == [second, first]
    assert store.versions.get("Mine").text == "name: b # é\n"
    old = store.versions.get("Mine", 1)
    assert (old.text, old.files, old.about) == ("name: a\n", {"q.csv": b"\x00\xff"}, first)
    assert store.versions.of("Other") == []


def test_who_saves_on_top_of_an_older_version_is_told(store: Store) -> None:
    store.versions.save("Mine", "a", who="Ada")
    theirs = store.versions.save("Mine", "b", who="Ben", based_on=1)
    with pytest.raises(ConflictError, match="Ben saved version 2 of 'Mine' meanwhile") as refused:
        store.versions.save("Mine", "c", who="Ada", based_on=1)
    assert refused.value.theirs == theirs
    with pytest.raises(ConflictError):
        store.versions.save("Mine", "c")
    assert [one.number for one in store.versions.of("Mine")] == [2, 1]
    assert store.versions.save("Mine", "c", based_on=theirs.number).number == 3


def test_of_many_who_save_at_once_one_wins_and_all_others_know(where: str) -> None:
    stores = [Store(place(where)) for _ in range(6)]
    won: list[int] = []
    told: list[int] = []

    def save(n: int) -> None:
        for _ in range(3):
            seen = stores[n].versions.of("Mine")
            try:
                based = seen[0].number if seen else 0
                won.append(stores[n].versions.save("Mine", f"by {n}", based_on=based).number)
            except ConflictError as error:
                told.append(error.theirs.number)

    threads = [threading.Thread(target=save, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(1, len(won) + 1))
    assert len(won) + len(told) == 18
    assert [v.number for v in stores[0].versions.of("Mine")] == sorted(won, reverse=True)
    for one in stores:
        one.close()


TEXT = "is not allowed in a text: remove it"
NAME = "write a name of 1 to 100 characters"
ALIKE = "'Scratch 10' is saved and looks the same: choose another name"
LONG = "write who and why in at most 1,000 characters"
UNREADABLE = "version 1 of 'Mine' couldn't be read again"
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, NAME),
    "a name of spaces": ({"name": "   "}, NAME),
    "a long name": ({"name": "x" * 101}, NAME),
    "a name without width": ({"name": "\u200b"}, NAME),
    "a name of signs for breaks": ({"name": "\u00ad \ufe0f"}, NAME),
    "a name of an empty pattern": ({"name": "\u2800"}, NAME),
    "small letters": ({"name": "scratch 10"}, ALIKE),
    "capitals": ({"name": "SCRATCH 10"}, ALIKE),
    "a space without width": ({"name": "Scratch\u200b 10"}, ALIKE),
    "a joiner": ({"name": "Scratch 10\u2060"}, ALIKE),
    "a soft hyphen": ({"name": "Sc\u00adratch 10"}, ALIKE),
    "a variant": ({"name": "Scratch\ufe0f 10"}, ALIKE),
    "a wide letter": ({"name": "\uff33cratch 10"}, ALIKE),
    "Cyrillic letters": ({"name": "S\u0441r\u0430t\u0441h 10"}, ALIKE),
    "l and O": ({"name": "Scratch lO"}, ALIKE),
    "I and O": ({"name": "Scratch IO"}, ALIKE),
    "a bold letter": ({"name": "\U0001d412cratch 10"}, ALIKE),
    "who, at length": ({"who": "w" * 1001}, LONG),
    "why, at length": ({"why": "y" * 1001}, LONG),
    "a text that is turned": (
        {"text": "name: a\nb: c\u202ed\n"},
        f"{UNREADABLE}: 2:5: the character U+202E {TEXT}",
    ),
    "a text that is cut": (
        {"text": "'name: a\n"},
        f"{UNREADABLE}: 2:1: not valid YAML: found unexpected end of stream",
    ),
    "a name that is turned": (
        {"name": "a\u202eb"},
        f"name, who and why: the character U+202E {TEXT}",
    ),
    "a name with a zero": ({"name": "a\x00b"}, f"name, who and why: the character U+0000 {TEXT}"),
    "who, turned": ({"who": "a\u2067b"}, f"name, who and why: the character U+2067 {TEXT}"),
    "why, turned": ({"why": "a\u202ab"}, f"name, who and why: the character U+202A {TEXT}"),
    "a base that isn't there": ({"based_on": 2}, "no version of 'Mine' is saved"),
}
"""What is never saved, beside 'Scratch 10', and why."""


@pytest.mark.parametrize(("version", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_never_saved(store: Store, version: dict[str, Any], message: str) -> None:
    store.versions.save("Scratch 10", "a", who="w" * 1000, why="y" * 1000)
    with pytest.raises(StoreError) as refused:
        store.versions.save(**{"name": "Mine", "text": "a", **version})
    assert str(refused.value) == message
    assert [one.name for one in store.versions.newest()] == ["Scratch 10"]


@pytest.mark.parametrize("name", ["Scratch 11", "Scratch", "Skratch 10", "Scrátch 10", "Скретч 10"])
def test_a_name_that_looks_otherwise_is_taken(store: Store, name: str) -> None:
    store.versions.save("Scratch 10", "a")
    store.versions.save(name, "b")
    assert store.versions.save(name, "c", based_on=1).number == 2


def test_of_many_who_save_look_alikes_at_once_one_wins(where: str) -> None:
    stores = [Store(place(where)) for _ in range(6)]
    told: list[str] = []

    def save(n: int) -> None:
        name = "".join(c.upper() if n >> at & 1 else c for at, c in enumerate("abc"))
        try:
            stores[n].versions.save(name, "a")
        except StoreError as error:
            told.append(str(error))

    threads = [threading.Thread(target=save, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores[0].versions.newest()) == 1
    assert len([one for one in told if "looks the same" in one]) == 5
    for one in stores:
        one.close()


def test_nothing_that_is_saved_is_run(store: Store) -> None:
    name = "x'); DROP TABLE version; --"
    store.versions.save(name, "a'; DROP TABLE version; --", who="%s {0}")
    assert store.versions.get(name).text == "a'; DROP TABLE version; --"


def test_what_isnt_saved_is_said(store: Store) -> None:
    with pytest.raises(StoreError, match=r"^no version 3 of 'Mine' is saved$"):
        store.versions.get("Mine", 3)


SAVES = """
import sys
from store.place import place
from store.store import Store
store = Store(place(sys.argv[1]))
number = store.versions.get("Mine").about.number
while True:
    number = store.versions.save("Mine", str(number + 1) * 200_000, based_on=number,
                                 files={"f": str(number + 1).encode() * 100_000}).number
    print("saved", flush=True)
"""


OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


def wait_for_the_end(store: Store) -> None:
    """A server does what the killed one still asked of it, a commit perhaps, and then lets go."""
    if store.database.place.file is not None:
        return
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with store.database.transaction("read") as connection:
            if connection.scalar(text(OTHERS)) == 0:
                return
        time.sleep(0.01)


@pytest.mark.long
def test_a_kill_during_a_save_leaves_the_old_or_the_new(store: Store, where: str) -> None:
    """Whole versions, one after the other, each with its file; and the next save works."""
    store.versions.save("Mine", "1" * 200_000, files={"f": b"1" * 100_000})
    for pause in (0.05, 0.11):
        command = [sys.executable, "-c", SAVES, where]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as saver:
            assert saver.stdout is not None
            assert saver.stdout.readline() == b"saved\n"
            time.sleep(pause)
            os.kill(saver.pid, signal.SIGKILL)
        wait_for_the_end(store)
        versions = store.versions.of("Mine")
        assert [v.number for v in versions] == list(range(len(versions), 0, -1))
        assert store.versions.newest() == versions[:1]
        for number in (1, len(versions)):
            whole = store.versions.get("Mine", number)
            assert whole.text == str(number) * 200_000
            assert whole.files == {"f": str(number).encode() * 100_000}
    count = len(store.versions.of("Mine"))
    assert count >= 3
    last = count + 1
    kept = {"f": str(last).encode() * 100_000}
    store.versions.save("Mine", str(last) * 200_000, based_on=count, files=kept)


def test_a_store_of_another_version_is_left_alone(store: Store, where: str) -> None:
    with store.database.transaction("save") as connection:
        connection.execute(update(about).values(schema=SCHEMA + 1))
    try:
        with pytest.raises(StoreError, match="of another version of Ostimate"):
            Store(place(where))
    finally:
        with store.database.transaction("save") as connection:
            connection.execute(update(about).values(schema=SCHEMA))


def test_the_file_is_the_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "below" / "store.db"
    store = Store(place(str(file)))
    store.versions.save("Mine", "a")
    for one in file.parent.iterdir():
        assert stat.S_IMODE(one.stat().st_mode) == 0o600
    store.close()


def test_a_file_that_cant_be_used_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_bytes(b"this is no database, but a text of some length" * 99)
    with pytest.raises(StoreError, match=r"no\.db can't be used: file is not a database"):
        Store(place(str(tmp_path / "no.db")))
    with pytest.raises(StoreError, match="can't be opened: is a directory"):
        Store(place(str(tmp_path)))


@pytest.mark.parametrize("is_replaced", [False, True])
def test_nothing_goes_into_a_file_that_nobody_finds_any_more(
    is_replaced: bool, tmp_path: Path
) -> None:
    """As when a backup is put in its place, or the file away, while the app runs."""
    file = tmp_path / "store.db"
    store = Store(place(str(file)))
    store.versions.save("Mine", "a")
    file.rename(tmp_path / "away.db")
    if is_replaced:
        Store(place(str(file))).close()
    for use in (store.versions.newest, lambda: store.versions.save("Mine", "b", based_on=1)):
        with pytest.raises(StoreError, match=r"store\.db isn't the file that was opened: put that"):
            use()
    if not is_replaced:
        (tmp_path / "away.db").rename(file)
        assert store.versions.save("Mine", "b", based_on=1).number == 2
    store.close()


def test_half_a_copy_is_none(tmp_path: Path) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    Store(place(str(file))).close()
    store = Store(place(str(file)))
    with file.open("r+b") as half:
        half.seek(2 * 4096)
        half.write(b"\xff" * 4 * 4096)
    store.close()  # so that the next transaction reads the file, not what it remembers of it
    with pytest.raises(StoreError, match=r"no copy is made to .*malformed: it is damaged; restore"):
        store.database.copy_to(str(copy))
    assert not copy.exists()
    store.close()


def test_who_waits_for_another_is_told_what_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    store, other = (Store(place(str(tmp_path / "store.db"))) for _ in range(2))
    with (
        other.database.transaction("save"),
        pytest.raises(StoreError, match="locked: another program has it to itself"),
    ):
        store.versions.save("Mine", "a")
    assert store.versions.save("Mine", "a").number == 1
    for one in (store, other):
        one.close()


def test_where_the_store_is(tmp_path: Path) -> None:
    assert default_file({"XDG_DATA_HOME": "/data"}) == Path("/data/ostimate/ostimate.db")
    assert str(place(environment={"OSTIMATE_STORE": "/a/b.db"})) == "/a/b.db"
    assert str(place("/c.db", {"OSTIMATE_STORE": "/a/b.db"})) == "/c.db"
    assert str(place(f"sqlite:///{tmp_path}/x.db")) == f"{tmp_path}/x.db"
    shared = place("postgres://ada:secret@db.example.org/plans?password=secret&sslmode=require")
    assert shared.file is None
    assert str(shared) == "postgresql+psycopg://ada:***@db.example.org/plans?sslmode=require"


REMEDY = "set OSTIMATE_STORE to a file, or postgresql://USER@HOST/DATABASE"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://a@b/c", f"the store can't be 'mysql': {REMEDY}"),
        ("postgresql://a@b", f"the store can't be 'postgresql': {REMEDY}"),
        ("sqlite://", f"the store can't be 'sqlite': {REMEDY}"),
        ("://x", f"the address of the store can't be read: {REMEDY}"),
    ],
)
def test_an_address_that_is_none_is_refused(address: str, message: str) -> None:
    with pytest.raises(StoreError) as refused:
        place(address)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("asked", "waits"), [("", {"connect_timeout": 10}), ("?connect_timeout=3", {})]
)
def test_a_server_has_ten_seconds_to_answer_unless_its_address_says_how_many(
    asked: str, waits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    options: list[dict[str, Any]] = []

    def create(_: Any, **more: Any) -> None:
        options.append(more)
        raise ModuleNotFoundError

    monkeypatch.setattr(database, "create_engine", create)
    with pytest.raises(StoreError, match="PostgreSQL needs psycopg: pip install"):
        Store(place(f"postgresql://ada@db.example.org/plans{asked}"))
    assert [one["connect_args"] for one in options] == [waits]


@pytest.mark.postgresql
def test_a_server_that_isnt_there_is_said_without_its_password() -> None:
    away: Place = place("postgresql://ada:secret@127.0.0.1:1/plans")
    with pytest.raises(StoreError, match="can't be used: connection failed") as refused:
        Store(away)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.postgresql
def test_who_waits_for_another_in_a_database_is_told_what_for(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = {"save": ("SET LOCAL lock_timeout = '0.1s'",)}
    monkeypatch.setitem(database._BEGINS, "postgresql", at_once)
    store, other = (Store(place(postgresql)) for _ in range(2))
    store.versions.save("Held", "a")
    with other.database.transaction("save") as connection:
        connection.execute(text("UPDATE scenario SET head = head"))
        with pytest.raises(StoreError, match="lock timeout: another program has it to itself"):
            store.versions.save("Held", "b", based_on=1)
    assert store.versions.save("Held", "b", based_on=1).number == 2
    for one in (store, other):
        one.close()


@pytest.mark.postgresql
def test_a_store_outlives_the_connections_of_its_server(postgresql: str) -> None:
    store = Store(place(postgresql))
    store.versions.newest()
    with store.database.transaction("save") as connection:
        others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
        connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))
    store.versions.newest()
    store.close()


def test_a_driver_that_is_missing_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'ostimate\[postgresql\]'"):
        Store(place("postgresql://ada@db.example.org/plans"))
