"""Files that a user brings: a scenario, and the files that it names."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from model.errors import InputError
from store.errors import StoreError
from ui.base.work import work
from ui.state import drafts, history, origins, session, texts


def upload(name: str, text: bytes) -> None:
    """Take over a scenario that a user brings; if it can't be planned, say why and keep what is."""
    work().file.opened = name, text
    work().file.name = ""
    try:
        brought = origins.read(name, text, work().file.companions)
    except InputError as error:
        work().file.problems, work().file.name = error.problems, name
        return
    choice = f"{brought.scenario.name} (from {name})"
    if choice not in work().stored.synced:
        with suppress(StoreError):
            drafts.restore(choice)  # of an earlier visit
    history.record(choice)
    if drafts.is_changed(choice):
        work().messages.success = texts.OPENED_AS_IN_FILE
        with suppress(StoreError):
            aside = drafts.put_aside(choice, None if drafts.has_origin(choice) else brought)
            work().messages.success += texts.COPY_ON_START.format(aside=aside)
    work().uploads[choice] = brought
    session.revert(choice)
    drafts.drop(choice)
    session.plan_anew()
    session.choose(choice)


def bring(files: Mapping[str, bytes]) -> None:
    """Take over the files that a user's scenario names, and read it again."""
    work().file.companions = dict(files)
    if (brought := work().file.opened) is not None:
        upload(*brought)
