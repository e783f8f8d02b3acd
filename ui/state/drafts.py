"""Edits that nobody saved yet, kept in the store at once: for a reload, a second tab, a crash.

A browser is known by a key in a cookie of its own. Prices are kept too: on the server, and nowhere
else.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

import streamlit as st

from store.drafts import KEPT, DamagedError, SettledError, hash_of, owner_of
from store.errors import StoreError, UnusableError
from store.patches import FILE, PATCH, Patch, compacted, files_of, items_of, patches_of
from store.place import place
from store.store import Store
from ui.base.work import Origin, work

COOKIE = "ostimate_browser"
_KEY = re.compile(r"[A-Za-z0-9_-]{20,100}")
A_YEAR = 31_536_000
RETRY = 30
"""Seconds after which a store that couldn't be opened is tried again."""
HOW_LONG = f"for {KEPT.days} days after the last edit"
WISHES = ":wishes"
"""What the draft of the first page's boxes goes by; no scenario is called so."""
ME = ":me"
"""What the draft goes by that is the name of who sits there."""
ORIGIN = "origin"
"""The file of a draft that is the scenario itself, as its author brought it."""
ASIDE = "(unsaved copy, "
"""What a choice has in its name that was set aside for another version, or for its file."""
SAVED = " (saved)"
"""How a choice ends that was opened from the store."""


@st.cache_resource(show_spinner=False)
def _opened(address: str) -> Store:
    opened = Store(place(address))
    opened.drafts.prune()
    return opened


@st.cache_data(ttl=RETRY, show_spinner=False)
def _problem(address: str) -> str:
    try:
        _opened(address)
    except StoreError as error:
        return str(error)
    return ""


def problem() -> str:
    """Say why nothing is kept; nothing, if all is well."""
    try:
        return _problem(_address()) or work().messages.draft_error
    except StoreError as error:
        return str(error)


def store() -> Store:
    """Give the store.

    Raises
    ------
    UnusableError
        If it can't be used.
    """
    if problem_text := _problem(_address()):
        raise UnusableError(problem_text)
    return _opened(_address())


def try_again() -> None:
    """Ask a store that couldn't be opened at once, not only after a while."""
    _problem.clear()


def _address() -> str:
    return place().url.render_as_string(hide_password=False)


def _cookie() -> str:
    """Give the key that this browser came with; where there is no browser, it is none."""
    return str(st.context.cookies.get(COOKIE, ""))


def owner() -> str:
    """Name this browser as the store does."""
    state = work()
    if not state.browser:
        known = _cookie()
        state.browser = known if _KEY.fullmatch(known) else secrets.token_urlsafe(24)
    return owner_of(state.browser)


def remember() -> None:
    """Give a browser its key, if it has none; only a script can do so here."""
    key = work().browser
    if not _KEY.fullmatch(key) or _cookie() == key:
        return
    cookie = json.dumps(f"{COOKIE}={key}; Max-Age={A_YEAR}; Path=/; SameSite=Strict")
    secure = "(location.protocol === 'https:' ? '; Secure' : '')"
    once = f"if (!document.cookie.includes('{COOKIE}=')) document.cookie = {cookie} + {secure};"
    st.html(f"<script>{once}</script>", unsafe_allow_javascript=True)


def choices() -> list[str]:
    """Name the scenarios of which this browser has drafts, the last one first."""
    try:
        return [one for one in store().drafts.choices(owner()) if one not in (WISHES, ME)]
    except StoreError:
        return []


def last() -> str:
    """Name the scenario that this browser worked on last; nothing, if it didn't."""
    return next((one for one in choices() if ASIDE not in one), "")


def wishes() -> dict[str, str]:
    """Give what this browser typed into the boxes of the first page; nothing, if it didn't."""
    try:
        items, _ = store().drafts.get(owner(), WISHES)
    except StoreError:
        return {}
    work().stored.synced[WISHES] = items
    return {name: text for name, text in items.items() if isinstance(text, str)}


def keep_wishes(typed: dict[str, str]) -> None:
    """Keep what was typed into the boxes."""
    _keep_apart(WISHES, typed)


def me() -> str:
    """Give the name that was last given in this browser; nothing, if none was."""
    known = work().stored.synced
    if ME not in known:
        try:
            known[ME], _ = store().drafts.get(owner(), ME)
        except StoreError:
            return ""
    return str(known[ME].get("name", ""))


def keep_me(name: str) -> None:
    """Keep the name of who sits there for the next save."""
    if name != me():
        _keep_apart(ME, {"name": name} if name else {})


def _keep_apart(what: str, items: dict[str, str]) -> None:
    """Keep what belongs to this browser, and to no scenario."""
    state = work()
    before = state.stored.synced.get(what, {})
    try:
        store().drafts.keep(owner(), what, before, items)
        state.stored.synced[what], state.messages.draft_error = dict(items), ""
    except StoreError as error:
        state.messages.draft_error = str(error)


def restore(choice: str) -> tuple[bytes | None, dict[str, bytes]]:
    """Take over the draft of a scenario; give the scenario itself and its files, if it has them.

    Raises
    ------
    StoreError
        If the store can't give it.
    """
    state = work()
    try:
        items, files = store().drafts.get(owner(), choice)
    except DamagedError as error:
        state.messages.failure = f"{str(error)[0].upper()}{str(error)[1:]}"
        items, files = store().drafts.get(owner(), choice)
    state.stored.synced[choice] = items
    _put(choice, items, files)
    beside = {name.partition(":")[2]: text for name, text in files.items() if name[:7] == "beside:"}
    return files.get(ORIGIN), beside


def _put(choice: str, items: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
    state = work()
    found = compacted(patches_of(items, files))
    state.changes[choice] = state.of(choice).joined(found)
    if "based" in items:
        state.stored.base_versions.setdefault(choice, items["based"])


def _now(choice: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Give the items and files of a scenario as this tab has them."""
    state = work()
    whole = state.of(choice).whole.values()
    items, files = items_of(whole), files_of(whole)
    brought = state.uploads.get(choice)
    if choice in state.stored.base_versions:
        items |= {"based": state.stored.base_versions[choice]} if items or files else {}
    elif brought is not None:
        files |= _as_it_came(brought)
    return items | _hashes(files), files


def _as_it_came(brought: Origin) -> dict[str, bytes]:
    """Give the files of a draft that are a scenario as its author brought it."""
    beside = brought.scenario.files_beside or {}
    return {ORIGIN: brought.text, **{f"beside:{name}": text for name, text in beside.items()}}


def _hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    return {f"{FILE}{name}": _hash(name, files[name]) for name in files}


def _hash(name: str, content: bytes) -> str:
    """Tell a file from its former self; an object that was seen isn't read again."""
    seen = work().memo.hashes
    if name not in seen or seen[name][0] is not content:
        seen[name] = content, hash_of(content)
    return seen[name][1]


def is_changed(choice: str) -> bool:
    """Tell whether anything of a scenario was edited here."""
    return any(not patch.is_file for patch in work().of(choice).whole.values())


def sync(choice: str, *, anew: bool = False) -> bool:
    """Keep what changed in this tab; tell whether another tab had changed something, too.

    Where nothing changed here, the store is asked only `anew`.

    Raises
    ------
    SettledError
        If another tab saved the draft, or put it aside.
    """
    state = work()
    items, files = _now(choice)
    before: dict[str, Any] = state.stored.synced.get(choice, {})
    if items == before and not anew:
        return False
    changed: dict[str, bytes | None] = {
        name: files[name] for name in files if before.get(f"{FILE}{name}") != items[f"{FILE}{name}"]
    }
    old = (item.removeprefix(FILE) for item in before if item.startswith(FILE))
    changed |= {name: None for name in old if name not in files}
    # Whoever has nothing of the draft that was saved begins a new one.
    known = (
        state.stored.settled.get(choice) if before or choice in state.stored.base_versions else None
    )
    try:
        whole = store().drafts.keep(owner(), choice, before, items, changed, known)
        brought = {} if whole == items else store().drafts.get(owner(), choice)[1]
        state.messages.draft_error = ""
    except SettledError:
        raise
    except DamagedError:
        state.stored.synced[choice] = {}  # this tab still has all of it
        return sync(choice)
    except StoreError as error:
        state.messages.draft_error = str(error)
        return False
    state.stored.synced[choice] = whole
    if whole == items:
        return False
    if (origin := f"{FILE}{ORIGIN}") in items and origin not in whole:
        state.stored.synced[
            choice
        ] = {}  # another tab discarded it: what is here is kept as a whole
        return sync(choice)
    _put(choice, whole, brought)
    return True


def has_another_origin(choice: str) -> bool:
    """Tell whether another tab opened the scenario anew, from a file that says something else."""
    item = f"{FILE}{ORIGIN}"
    return bool(work().stored.synced[choice].get(item) != _now(choice)[0].get(item))


def meet(choice: str) -> None:
    """Note what a former draft of a scenario became: what becomes of this one is news."""
    try:
        work().stored.settled[choice] = settled(choice)
    except StoreError:
        work().stored.settled.pop(choice, None)


def settled(choice: str) -> dict[str, Any]:
    """Say what the last draft of a scenario became.

    Raises
    ------
    StoreError
        If the store can't be asked.
    """
    return store().drafts.settled(owner(), choice)


def unsynced(choice: str) -> list[Patch]:
    """Give what was changed in this tab alone, to be put on top of something else.

    An edit that was taken back is one to what the figure was.
    """
    items, _ = _now(choice)
    known: dict[str, Any] = work().stored.synced.get(choice, {})
    whole = work().of(choice).whole
    mine = [
        patch
        for path, patch in whole.items()
        if (item := f"{FILE if patch.is_file else PATCH}{path}") not in known
        or known[item] != items[item]
    ]
    gone = (item.removeprefix(PATCH) for item in known.keys() - items.keys())
    was = {path: value for (of, path), value in work().memo.seeds.items() if of == choice}
    return [*(Patch(path, was[path]) for path in gone if path in was), *mine]


def leave(choice: str) -> None:
    """Forget what this tab has of a scenario; what is in the store stays there."""
    state = work()
    several: tuple[dict[str, Any], ...] = (
        state.changes,
        state.stored.synced,
        state.stored.settled,
        state.stored.base_versions,
    )
    for kept in (*several, state.uploads):
        kept.pop(choice, None)


def settle(choice: str, saved: str, number: int) -> None:
    """Forget a draft that was saved, and tell other tabs as what."""
    state = work()
    known: dict[str, Any] = state.stored.synced.get(choice, {})
    try:
        store().drafts.settle(owner(), choice, known, saved, {"based": number})
    except StoreError as error:
        state.messages.draft_error = str(error)


def put_aside(choice: str, came: Origin | None = None, who: str = "") -> str:
    """Keep a draft under a name of its own, that says when and by whom; give that name.

    `came` is the scenario as it came, where that isn't in the draft.

    Raises
    ------
    StoreError
        If the store can't keep it.
    """
    state = work()
    stamp = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC{who and f', by {who}'}"
    begun, existing = choice.removesuffix(SAVED), {*state.draft_choices, *choices()}
    named = (f"{begun} {ASIDE}{stamp}{f', {n}' * (n > 1)})" for n in count(1))
    aside = next(one for one in named if one not in existing)
    files = {} if came is None else _as_it_came(came)
    store().drafts.move(owner(), choice, aside, {"based": None, **_hashes(files)}, files)
    state.stored.synced.pop(choice, None)
    state.draft_choices = [aside, *state.draft_choices]
    return aside


def has_origin(choice: str) -> bool:
    """Tell whether a draft has its scenario in the store."""
    return f"{FILE}{ORIGIN}" in work().stored.synced.get(choice, {})


def discard(choice: str) -> None:
    """Forget a draft that isn't wanted, and what this tab has of it."""
    leave(choice)
    drop(choice)
    work().draft_choices = [one for one in work().draft_choices if one != choice]


def drop(choice: str) -> None:
    """Forget a draft that isn't wanted."""
    work().stored.synced.pop(choice, None)
    try:
        store().drafts.drop(owner(), choice)
    except StoreError as error:
        work().messages.draft_error = str(error)
