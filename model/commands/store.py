"""`store`: where scenarios are kept, and which; a copy of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from model.commands.terminal import table, wrong_option
from model.errors import InputError, Place, Problem


def run(options: argparse.Namespace) -> int:
    """Say where the store is, and what is saved in it."""
    from store.errors import StoreError
    from store.place import place
    from store.store import Store  # SQLAlchemy: only who asks waits for it

    try:
        try:
            where = place(options.store or "")
        except StoreError as error:
            if options.store:
                raise wrong_option("--store", str(error)) from None
            raise
        if where.file and not where.file.exists():
            return _none_at(where.file, options)
        store = Store(where)
        saved = store.versions.newest()
        if options.backup:
            store.database.copy_to(options.backup)
        store.close()
    except StoreError as error:
        raise InputError([Problem(Place("store"), "", str(error))]) from None
    print(store.place)
    if saved:
        rows = [(one.name, str(one.number), one.who, one.when, one.why) for one in saved]
        table(("scenario", "version", "by", "at (UTC)", "why"), rows)
    return 0


def _none_at(file: Path, options: argparse.Namespace) -> int:
    """Say that there is no store: to look for one makes none."""
    if options.store:
        raise wrong_option("--store", f"there is none at {file}: name the file of a store")
    if options.backup:
        what = "nothing was kept there yet, so there is nothing to copy"
        raise InputError([Problem(Place(str(file)), "", what)])
    print(file)
    print("Nothing was kept there yet: the app makes it.")
    return 0
