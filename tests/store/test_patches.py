"""Patches: steps that are undone and done again, tabs that come together, drafts in both forms."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from model.planning.loading import edited, load_scenario
from store.patches import (
    AS_IT_CAME,
    Changes,
    Patch,
    compacted,
    current_items,
    do_the_same,
    files_of,
    items_of,
    patches_of,
)

BLOCKS = Patch("tiers.0.blocks", 9)
ASTRA = load_scenario(Path(__file__).parents[2] / "scenarios/astra.yaml")
FIGURES = ("tiers.0.blocks", "tiers.1.blocks", "tiers.0.drives.price", "economics.years", "title")
QUOTES = ("offered:quotes:q.yaml", "offered:price_books:a:b.csv")
REASONS = some.none() | some.just({"status": "assumed", "because": "a guess"})


def _figure(path: str) -> some.SearchStrategy[Patch]:
    values = some.sampled_from([9, 9.5, "2 TB", "", AS_IT_CAME])
    return some.builds(Patch, some.just(path), values, some.none() | some.just(7), REASONS)


def _section(path: str) -> some.SearchStrategy[Patch]:
    written = some.sampled_from([[{"name": "a"}], {"years": 5}, None, AS_IT_CAME])
    return some.builds(Patch, some.just(path), written)


def _file(path: str) -> some.SearchStrategy[Patch]:
    return some.builds(Patch, some.just(path), some.sampled_from([b"", b"\x00\xff", AS_IT_CAME]))


ANY = some.one_of(
    *map(_figure, FIGURES), *map(_section, ("tiers", "economics", "bands")), *map(_file, QUOTES)
)
STEPS = some.lists(some.lists(ANY, min_size=1, max_size=3), max_size=6)


def changed(steps: list[list[Patch]], kept: list[Patch] | None = None) -> Changes:
    """Changes as a tab makes them, a step a run."""
    found = Changes(tuple(compacted(kept or []).values()))
    for step in steps:
        found = found.patched(step).recorded()
    return found


@given(STEPS, some.lists(ANY, max_size=4))
def test_undo_gives_what_was_before_and_redo_what_there_was(
    steps: list[list[Patch]], kept: list[Patch]
) -> None:
    passed = [changed(steps[:n], kept) for n in range(len(steps) + 1)]
    done = passed[-1]
    states = [passed[0].whole]
    states += [b.whole for a, b in pairwise(passed) if len(b.steps) > len(a.steps)]
    for before in reversed(states[:-1]):
        done = done.undo()
        assert do_the_same(done.whole, before)
    assert done.undo() is done
    for after in states[1:]:
        done = done.redo()
        assert do_the_same(done.whole, after)
    assert done.redo() is done


@given(some.lists(ANY, max_size=8), some.lists(ANY, max_size=8))
def test_what_patches_come_to_can_take_their_place(first: list[Patch], rest: list[Patch]) -> None:
    short = compacted([*compacted(first).values(), *rest])
    assert do_the_same(short, compacted([*first, *rest]))
    assert all(patch.new is not AS_IT_CAME for patch in short.values())


@given(some.permutations([_figure(path) for path in FIGURES]), some.data())
def test_the_order_of_independent_patches_doesnt_matter(
    order: list[some.SearchStrategy[Patch]], data: some.DataObject
) -> None:
    patches = [data.draw(one) for one in order]
    assert compacted(patches) == compacted(sorted(patches, key=lambda one: one.path))


@pytest.mark.parametrize(
    ("patch", "kind"),
    [
        (Patch("existing", ["power cords"]), "figure"),
        (Patch("title", ""), "figure"),
        (Patch("tiers.0.blocks", 9), "figure"),
        (Patch("services", []), "section"),
        (Patch("economics", {"years": 5}), "section"),
        (Patch("bands", None), "section"),
        (Patch(QUOTES[0], b""), "file"),
    ],
)
def test_a_patch_is_of_a_field_a_section_or_a_file(patch: Patch, kind: str) -> None:
    found = {"figure": patch.is_figure, "section": patch.is_section, "file": patch.is_file}
    assert [name for name, is_it in found.items() if is_it] == [kind]


def test_the_first_value_stays_the_old_one() -> None:
    twice = [Patch("tiers.0.blocks", 5, 3), Patch("tiers.0.blocks", 7, 5)]
    assert compacted(twice) == {"tiers.0.blocks": Patch("tiers.0.blocks", 7, 3)}


def test_a_section_holds_what_was_changed_in_it() -> None:
    done = changed([[Patch("tiers.0.blocks", 5)], [Patch("tiers", [{"blocks": 5}, {}])]])
    assert (dict(done.figures), dict(done.sections)) == ({}, {"tiers": [{"blocks": 5}, {}]})
    assert done.undo().figures == {"tiers.0.blocks": 5}


@given(some.lists(ANY, max_size=8))
def test_a_draft_gives_its_patches_back(patches: list[Patch]) -> None:
    whole = compacted(patches).values()
    files = files_of(whole)
    items = json.loads(json.dumps(items_of(whole) | {f"file:{name}": "hash" for name in files}))
    assert compacted(patches_of(items, files)) == compacted(whole)
    assert current_items(items) == items


def test_a_file_that_no_item_names_is_no_patch() -> None:
    assert patches_of({"file:origin": "x"}, {"origin": b"", QUOTES[0]: b""}) == []


def test_a_draft_of_an_older_version_is_read() -> None:
    stated = {"value": 9, "status": "assumed", "because": "a guess"}
    old: dict[str, Any] = {
        "edit:tiers.0.blocks": 9,
        "reason:tiers.0.blocks": stated,
        "edit:economics.years": 7,
        "reason:economics.years": stated,
        "shape:tiers": [{"name": "a"}],
        "bands": None,
        "based": 2,
        "file:offered:quotes:q.yaml": "hash",
    }
    items = current_items(old)
    assert items["based"] == 2
    found = Changes(tuple(patches_of(items, {QUOTES[0]: b"q"})))
    assert found.figures == {"tiers.0.blocks": 9, "economics.years": 7}
    assert found.whole["tiers.0.blocks"].reason == {"status": "assumed", "because": "a guess"}
    assert found.whole["economics.years"].reason is None, "it was the reason of another value"
    assert found.sections == {"tiers": [{"name": "a"}]}
    assert found.whole["bands"].new is None
    assert found.files == {"quotes": {"q.yaml": b"q"}}


@given(STEPS, some.lists(ANY, max_size=4), some.lists(ANY, max_size=6))
def test_tabs_come_to_what_the_store_has(
    steps: list[list[Patch]], kept: list[Patch], theirs: list[Patch]
) -> None:
    mine, whole = changed(steps, kept), compacted(theirs)
    joined = mine.joined(whole)
    assert do_the_same(joined.whole, whole)
    while joined.steps:  # whatever is undone then, it is a step of this tab
        assert len(joined.steps) <= len(mine.steps)
        joined = joined.undo()


@given(some.lists(_figure("tiers.0.blocks"), max_size=5), _figure("economics.years"))
def test_undo_leaves_what_another_tab_did(mine: list[Patch], theirs: Patch) -> None:
    here = changed([[patch] for patch in mine])
    whole = compacted([*here.whole.values(), theirs])
    joined = here.joined(whole)
    assert len(joined.steps) == len(here.steps)
    for _ in here.steps:
        joined = joined.undo()
    assert do_the_same(joined.whole, compacted([theirs]))


@pytest.mark.parametrize(
    ("theirs", "left"),
    [
        ([Patch("title", "z")], ["economics.years", "tiers.0.blocks"]),
        ([Patch("title", "z"), Patch("economics.years", 8)], ["tiers.0.blocks"]),
        ([Patch("tiers", None)], ["title", "economics.years"]),
        ([Patch("tiers.0", None), Patch("economics", {})], ["title"]),
        ([Patch("tiers.1.blocks", 3)], ["title", "economics.years", "tiers.0.blocks"]),
        ([Patch("tiers.0.blocks.x", 3)], ["title", "economics.years"]),
    ],
)
def test_steps_that_meet_what_another_tab_did_are_gone(
    theirs: list[Patch], left: list[str]
) -> None:
    """Those on the same field, within it, or of what it is in, whatever else the other tab did."""
    here = changed([[Patch("title", "x")], [Patch("economics.years", 7)], [BLOCKS]])
    joined = here.joined(compacted([*here.whole.values(), *theirs]))
    assert [patch.path for step in joined.steps for patch in step] == left
    assert do_the_same(joined.whole, compacted([*here.whole.values(), *theirs]))
    for _ in left:
        joined = joined.undo()
    assert {patch.path: patch.new for patch in theirs}.items() <= {
        path: patch.new for path, patch in joined.whole.items()
    }.items()


def test_a_step_of_nothing_is_none_and_only_so_many_are_kept() -> None:
    there_and_back = [Patch("title", "x"), Patch("title", AS_IT_CAME)]
    assert changed([there_and_back]) == Changes()
    done = changed([[Patch("economics.years", n)] for n in range(1, 151)])
    assert len(done.steps) == 100
    for _ in range(100):
        done = done.undo()
    assert done.undo().figures == {"economics.years": 50}


def test_a_patch_of_some_paths_can_be_dropped_from_all_steps() -> None:
    done = changed([[Patch("title", "x"), Patch("economics.years", 7)], [Patch("title", "y")]])
    left = done.without(["title"])
    assert (left.figures, len(left.steps)) == ({"economics.years": 7}, 1)


@pytest.mark.parametrize(
    ("patch", "confidential"),
    [
        (Patch("tiers.0.blocks", 9), False),
        (Patch("tiers.0.drives.price", "12 EUR"), True),
        (Patch("title", "as in the quote of EUR 12k"), True),
        (Patch("economics.currency", "EUR"), False),
        (Patch("common", [{"name": "x", "price": "1 EUR"}]), True),
        (Patch(QUOTES[0], b""), True),
    ],
)
def test_money_and_quotes_are_confidential(patch: Patch, confidential: bool) -> None:
    assert patch.confidential is confidential


@given(some.lists(some.sampled_from([("tiers.0.blocks", 9), ("economics.years", 7)]), max_size=4))
@settings(max_examples=20, deadline=None)
def test_a_scenario_is_as_it_came_once_all_is_undone(edits: list[tuple[str, int]]) -> None:
    done = changed([[Patch(path, value)] for path, value in edits])
    if edits:
        assert edited(ASTRA, done.figures).data != ASTRA.data
    while done.steps:
        done = done.undo()
    assert edited(ASTRA, done.figures).data == ASTRA.data
