"""Drafts: what nobody saved is there after a crash, and tabs don't take it from each other."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sqlalchemy import select, update

from store.drafts import KEPT, SettledError, owner_of
from store.errors import StoreError
from store.place import place
from store.store import Store
from store.tables import draft, draft_file

ADA = owner_of("ada")


def test_a_draft_is_there_for_whoever_opens_the_store_next(store: Store, where: str) -> None:
    items = {"patch:a": {"new": 1}, "patch:b": {"new": "2 GB"}}
    store.drafts.keep(ADA, "astra", {}, items, {"q": b"\x00"})
    other = Store(place(where))
    assert other.drafts.get(ADA, "astra") == (items, {"q": b"\x00"})
    assert other.drafts.choices(ADA) == ["astra"]
    other.close()


def test_nobody_sees_anothers_drafts(store: Store) -> None:
    store.drafts.keep(ADA, "astra", {}, {"edit:a": 1})
    assert store.drafts.get(owner_of("ben"), "astra") == ({}, {})
    assert store.drafts.choices(owner_of("ben")) == []
    with store.database.transaction("read") as connection:
        kept = json.dumps([list(map(str, row)) for row in connection.execute(select(draft))])
    assert '"ada"' not in kept, "the key itself would open the draft"


def test_what_two_tabs_changed_comes_together(store: Store) -> None:
    first = store.drafts.keep(ADA, "astra", {}, {"a": 1, "b": 1})
    ones = store.drafts.keep(ADA, "astra", first, {"a": 2, "b": 1})
    assert ones == {"a": 2, "b": 1}
    others = store.drafts.keep(ADA, "astra", first, {"a": 1, "c": 3})
    assert others == {"a": 2, "c": 3}
    assert store.drafts.get(ADA, "astra")[0] == others


def test_a_draft_of_an_older_version_is_read_and_kept_in_the_form_of_today(store: Store) -> None:
    """Else what another tab took back would be there again."""
    store.drafts.keep(ADA, "astra", {}, {"edit:a": 1, "edit:b": 2})
    known, _ = store.drafts.get(ADA, "astra")
    assert known == {"patch:a": {"new": 1}, "patch:b": {"new": 2}}
    left = store.drafts.keep(ADA, "astra", known, {"patch:b": {"new": 3}})
    assert store.drafts.get(ADA, "astra")[0] == left == {"patch:b": {"new": 3}}


ITEMS = some.dictionaries(some.sampled_from("abcd"), some.integers(0, 2))


@given(before=ITEMS, now=ITEMS, theirs=ITEMS)
@settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_only_what_a_tab_changed_changes(
    store: Store, before: dict[str, Any], now: dict[str, Any], theirs: dict[str, Any]
) -> None:
    store.drafts.drop(ADA, "x")
    store.drafts.keep(ADA, "x", {}, theirs)
    whole = store.drafts.keep(ADA, "x", before, now)
    for item in {*before, *now, *theirs}:
        touched = before.get(item) != now.get(item)
        assert whole.get(item) == (now if touched else theirs).get(item)


def test_a_draft_without_changes_is_gone_with_its_files(store: Store) -> None:
    store.drafts.keep(ADA, "astra", {}, {"a": 1}, {"q": b"1"})
    store.drafts.keep(ADA, "astra", {"a": 1}, {"a": 2}, {"q": None, "r": b"2"})
    assert store.drafts.get(ADA, "astra") == ({"a": 2}, {"r": b"2"})
    assert store.drafts.keep(ADA, "astra", {"a": 2}, {}) == {}
    assert store.drafts.choices(ADA) == []
    with store.database.transaction("read") as connection:
        assert connection.execute(select(draft_file)).all() == []


def test_drafts_that_nobody_touches_go_after_a_while(store: Store) -> None:
    store.drafts.keep(ADA, "old", {}, {"a": 1}, {"q": b"1"})
    store.drafts.keep(ADA, "new", {}, {"a": 1})
    long_ago = (datetime.now(UTC) - KEPT - timedelta(days=1)).isoformat()
    with store.database.transaction("draft") as connection:
        connection.execute(update(draft).where(draft.c.choice == "old").values(at=long_ago))
    store.drafts.prune()
    assert store.drafts.choices(ADA) == ["new"]


def test_a_draft_has_a_limit(store: Store) -> None:
    with pytest.raises(StoreError, match="too many to be kept unsaved"):
        store.drafts.keep(ADA, "x", {}, {"a": "x" * 1_000_001})
    assert store.drafts.choices(ADA) == []


def test_what_a_tab_changed_while_another_saved_goes_on_with_what_was_saved(store: Store) -> None:
    known = store.drafts.keep(ADA, "astra", {}, {"a": 1})
    later = store.drafts.keep(ADA, "astra", known, {"a": 1, "b": 2, "file:q": "x"}, {"q": b"q"})
    store.drafts.settle(ADA, "astra", known, "Ours (saved)", {"based": 1})
    assert store.drafts.choices(ADA) == ["Ours (saved)"]
    whole = {"b": 2, "file:q": "x", "based": 1}
    assert store.drafts.get(ADA, "Ours (saved)") == (whole, {"q": b"q"})
    with pytest.raises(SettledError) as told:
        store.drafts.keep(ADA, "astra", later, {**later, "c": 3}, settled={})
    assert told.value.into == {"choice": "Ours (saved)", "based": 1}
    assert store.drafts.get(ADA, "astra") == ({}, {})
    assert store.drafts.keep(ADA, "astra", {}, {"c": 3}, settled=told.value.into) == {"c": 3}
