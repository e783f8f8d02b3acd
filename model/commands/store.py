"""`store`: location and contents of the scenario store; backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from model.commands.terminal import table, wrong_option
from model.errors import InputError, Place, Problem


def run(options: argparse.Namespace) -> int:
    """Print the location of the store, and its contents."""
    from store.errors import StoreError
    from store.place import place
    from store.store import Store  # SQLAlchemy: slow to import

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
    """Report that there is no store, without creating one."""
    if options.store:
        raise wrong_option("--store", f"{file} doesn't exist: write the file of a store")
    if options.backup:
        what = "the store doesn't exist yet, so there is nothing to copy"
        raise InputError([Problem(Place(str(file)), "", what)])
    print(file)
    print("The store doesn't exist yet. The app creates it.")
    return 0
