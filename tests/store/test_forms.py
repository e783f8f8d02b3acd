"""Forms of vendors in a store, and stores that were made before there were any."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from store.place import place
from store.store import Store


def test_a_form_is_kept_by_vendor(store: Store) -> None:
    assert store.forms.get("Megastore") == ""
    for body in ("{}", '{"taxes": "net"}'):
        store.forms.keep(" Mega  store", body)
        assert store.forms.get("MEGA STORE") == body
    assert store.forms.get("other") == ""


def test_neither_nobody_nor_too_much_is_kept(store: Store) -> None:
    store.forms.keep("", "{}")
    store.forms.keep("x", "x" * 100_000)
    assert store.forms.get("") == store.forms.get("x") == ""


def test_a_former_store_gets_the_table(tmp_path: Path) -> None:
    """Its scenarios stay, and it can be used at once."""
    file = tmp_path / "former.db"
    Store(place(str(file))).close()
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE vendor_form")
    store = Store(place(str(file)))
    store.forms.keep("x", "{}")
    assert store.forms.get("x") == "{}"
    store.close()
