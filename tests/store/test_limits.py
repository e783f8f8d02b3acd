"""Sizes, modes and links between tables of a store: at each limit, and one beyond it."""

from __future__ import annotations

import base64
import json
import os
import stat
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from model.reading.yaml_edits import plain
from store import link as links
from store.drafts import KEPT, owner_of
from store.errors import StoreError
from store.forms import LARGEST as LARGEST_FORM
from store.link import is_confidential, left_out_of, link, published_of, text_of
from store.names import LONGEST_NAME
from store.patches import MOST_STEPS, Changes, Patch
from store.place import default_file, place
from store.store import Store
from store.tables import attached, draft, draft_file, version

ADA = owner_of("ada")


def test_a_draft_of_a_million_letters_is_kept(store: Store) -> None:
    """Letters count, not how JSON could write them with signs of ASCII alone."""
    frame = len(json.dumps({"a": ""}))
    full = {"a": "é" * (1_000_000 - frame)}
    assert store.drafts.keep(ADA, "x", {}, full) == full
    assert store.drafts.get(ADA, "x") == (full, {})
    with pytest.raises(StoreError, match="too many to be kept unsaved"):
        store.drafts.keep(ADA, "x", {}, {"a": full["a"] + "é"})
    assert store.drafts.get(ADA, "x") == (full, {})


def test_letters_stay_legible_in_all_that_drafts_become(store: Store) -> None:
    """Whoever repairs a store by hand finds words, not escapes."""
    store.drafts.keep(ADA, "x", {}, {"a": "größe"}, {"q": b"1"})
    store.drafts.move(ADA, "x", "y", {"b": "größe", "a": None}, {})
    assert store.drafts.get(ADA, "y") == ({"b": "größe"}, {"q": b"1"})
    assert store.drafts.settled(ADA, "x") == {"choice": "y"}
    store.drafts.keep(ADA, "y", {"b": "größe"}, {"b": "größe", "c": "größe"})
    store.drafts.settle(ADA, "y", {"b": "größe"}, "größer", {"based": 1})
    with store.database.transaction("read") as connection:
        bodies = dict(connection.execute(select(draft.c.choice, draft.c.body)).all())
    assert json.loads(bodies["größer"]) == {"c": "größe", "based": 1}
    assert not any("\\u" in body for body in bodies.values())


@pytest.mark.parametrize(("minutes", "stays"), [(-1, False), (1, True)])
def test_a_draft_is_kept_for_90_days(store: Store, minutes: int, stays: bool) -> None:
    store.drafts.keep(ADA, "x", {}, {"a": 1}, {"q": b"1"})
    at = (datetime.now(UTC) - timedelta(days=90) + timedelta(minutes=minutes)).isoformat()
    with store.database.transaction("draft") as connection:
        connection.execute(update(draft).values(at=at))
    store.drafts.prune()
    assert timedelta(days=90) == KEPT
    assert bool(store.drafts.choices(ADA)) == stays


def test_choices_come_with_the_latest_first(store: Store) -> None:
    for choice in ("b", "a", "c"):
        store.drafts.keep(ADA, choice, {}, {"a": 1})
    for choice, minute in (("a", 1), ("b", 2), ("c", 1)):
        with store.database.transaction("draft") as connection:
            here = update(draft).where(draft.c.choice == choice)
            connection.execute(here.values(at=f"2026-11-27T10:0{minute}:00+00:00"))
    assert store.drafts.choices(ADA) == ["b", "a", "c"]


def test_nothing_hangs_in_the_air(store: Store) -> None:
    """A file of no draft, a version of no scenario and a file of no version are refused."""
    of_version = {"name": "x", "number": 1}
    texts = dict.fromkeys(("who", "at", "why", "text"), "")
    for table, row in (
        (draft_file, {"owner": "x", "choice": "y", "file": "z", "content": b""}),
        (version, of_version | texts),
        (attached, of_version | {"file": "z", "content": b""}),
    ):
        with (
            pytest.raises(StoreError, match=r"(?i)foreign key"),
            store.database.transaction("save") as connection,
        ):
            connection.execute(insert(table).values(**row))


def test_all_of_a_store_is_the_owners_alone_whatever_the_mask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Store(place(str(tmp_path / "below" / "store.db")))
        store.versions.save("Mine", "a")
        store.database.copy_to(str(tmp_path / "copy.db"))
        store.close()
    finally:
        os.umask(before)
    modes = {
        one.name: stat.S_IMODE(one.stat().st_mode)
        for one in (tmp_path / "below", tmp_path / "copy.db", tmp_path / "below" / "store.db")
    }
    assert modes == {"below": 0o700, "copy.db": 0o600, "store.db": 0o600}


def test_names_reasons_and_forms_at_their_limits(store: Store) -> None:
    name = "n" * LONGEST_NAME
    assert store.versions.save(f" {name} ", "a: 1", who="w" * 1000, why="y" * 1000).name == name
    for wrong in ({"who": "w" * 1001}, {"why": "y" * 1001}):
        with pytest.raises(StoreError, match="who and why in at most 1,000 characters"):
            store.versions.save("b", "a: 1", **wrong)
    with pytest.raises(StoreError, match="write a name of 1 to 100 characters"):
        store.versions.save(f"{name}n", "a: 1")
    store.forms.keep("Vendor", "f" * LARGEST_FORM)
    assert store.forms.get(" vendor ") == "f" * LARGEST_FORM
    store.forms.keep("Vendor", "g" * (LARGEST_FORM + 1))
    assert store.forms.get("vendor") == "f" * LARGEST_FORM
    store.forms.keep("v" * 100 + "a", "1")
    assert store.forms.get("v" * 100 + "b") == "1"
    assert store.forms.get("v" * 99) == ""


def _opens(_: str) -> None:
    return None


def test_links_at_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"name": "x", "about": "größe 17"}
    found = link(data, frozenset(), _opens)
    assert text_of(found.text) == plain(data)
    monkeypatch.setattr(links, "LONGEST", len(found.text))
    assert link(data, frozenset(), _opens) == found
    monkeypatch.setattr(links, "LONGEST", len(found.text) - 1)
    with pytest.raises(StoreError, match=rf"large for a link \({len(found.text)} characters of at"):
        link(data, frozenset(), _opens)
    monkeypatch.setattr(links, "LONGEST_READ", len(found.text) - len("v1."))
    assert text_of(found.text) == plain(data)
    assert text_of(f"{found.text}==") == plain(data)
    monkeypatch.setattr(links, "LONGEST_READ", len(found.text) - len("v1.") - 1)
    with pytest.raises(StoreError, match="damaged or incomplete"):
        text_of(found.text)
    monkeypatch.undo()
    for size, is_read in ((1_000_000, True), (1_000_001, False)):
        packed = base64.urlsafe_b64encode(zlib.compress(b"a" * size, 9)).decode().rstrip("=")
        if is_read:
            assert text_of(f"v1.{packed}") == "a" * size
        else:
            with pytest.raises(StoreError, match="unpacks to more than 1 MB and is refused"):
                text_of(f"v1.{packed}")


def test_a_link_names_200_fields_that_it_omits() -> None:
    data = {"name": "x", "notes": [f"EUR {n}00" for n in range(201)]}
    found = link(data, frozenset(), _opens)
    paths = tuple(f"notes.{n}" for n in range(201))
    assert found.left_out == paths
    assert left_out_of(text_of(found.text)) == paths[:200]
    assert "left out of the link" in text_of(found.text).splitlines()[-1]


def test_the_store_of_a_user_is_in_his_data_directory() -> None:
    assert default_file({}) == Path.home() / ".local/share/ostimate/ostimate.db"
    assert default_file({"XDG_DATA_HOME": ""}) == default_file({})
    assert place("", {}).file == default_file({})
    assert place("~/a.db", {}).file == Path.home() / "a.db"
    assert place("sqlite:///a.db").file == Path.cwd() / "a.db"
    shared = place("postgresql://ada@db.example.org/plans")
    assert shared.url.drivername == "postgresql+psycopg"


def test_a_hundred_steps_can_be_undone() -> None:
    changes = Changes()
    for n in range(MOST_STEPS + 3):
        changes = changes.patched([Patch("a", n)]).recorded()
    assert len(changes.steps) == MOST_STEPS
    for _ in range(MOST_STEPS + 5):
        changes = changes.undo()
    assert changes.figures == {"a": 2}
    assert len(changes.undone) == MOST_STEPS
    for _ in range(MOST_STEPS + 5):
        changes = changes.redo()
    assert changes.figures == {"a": MOST_STEPS + 2}


def test_patches_of_an_open_step_are_undone_together() -> None:
    first = Changes().patched([Patch("a", 0)]).recorded().patched([Patch("a", 1)]).recorded()
    both = first.patched([Patch("b", 2)]).patched([Patch("c", 3)]).recorded()
    assert [[patch.path for patch in step] for step in both.steps] == [["a"], ["a"], ["b", "c"]]
    assert both.undo().figures == {"a": 1}
    assert both.undo().redo().figures == {"a": 1, "b": 2, "c": 3}


def test_paths_are_dropped_from_the_base_and_from_all_steps() -> None:
    base = Changes((Patch("a", 1), Patch("b", 2)))
    changes = base.patched([Patch("a", 3), Patch("c", 4)]).recorded().patched([Patch("a", 5)])
    left = changes.recorded().without(["a"])
    assert left.figures == {"b": 2, "c": 4}
    assert left.undo().figures == {"b": 2}


@pytest.mark.parametrize(
    ("stated", "is_public"),
    [
        ({"value": "5 EUR", "because": "the tender"}, True),
        ({"value": "5 EUR", "source": "the tender"}, True),
        ({"net": {"value": "5 EUR", "source": "the tender"}, "gross": {"value": "6 EUR"}}, True),
        ({"value": "5 EUR"}, False),
    ],
)
def test_amounts_that_say_why_are_public(stated: dict[str, object], is_public: bool) -> None:
    entry = "budget", json.dumps(stated, sort_keys=True)
    assert (entry in published_of([{"budget": stated}])) == is_public
    assert entry in published_of([{"budget": stated}], bare=True)
    known = published_of([{"budget": stated}])
    shown = link({"name": "x", "budget": stated}, known, _opens)
    assert shown.left_out == (() if is_public else ("budget",))


@pytest.mark.parametrize(
    ("path", "value", "is_one"),
    [
        ("tiers.0.blocks", {"note": "EUR 5", "other": "x"}, True),
        ("tiers.0.blocks", {"note": "five", "other": ["x", {"price": 1}]}, True),
        ("tiers.0.blocks", {"note": "x"}, False),
        ("budget", 7, True),
        ("economics.currency", "EUR", False),
    ],
)
def test_what_is_confidential_within_is_so_as_a_whole(
    path: str, value: object, is_one: bool
) -> None:
    assert is_confidential(path, value) == is_one
