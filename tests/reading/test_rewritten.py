"""A file that is written anew says what it shall, and keeps its author's comments and hand."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from model.reading.documents import read_document
from model.reading.yaml_edits import rewritten, to_take_away

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))
LEAF = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(-(10**9), 10**9),
    some.floats(allow_nan=False, width=32),
    some.text(alphabet="ab :#-'\"0.1{}[],\né&*!%", max_size=8),
    some.sampled_from(["2.1", "1e3", "no", "null", "~", "<<", "0x1f", "", " a", "- b"]),
)
KEY = some.text(alphabet="abc", min_size=1, max_size=3)
DATA = some.dictionaries(
    KEY,
    some.recursive(
        LEAF,
        lambda below: some.lists(below, max_size=3) | some.dictionaries(KEY, below, max_size=3),
        max_leaves=6,
    ),
    min_size=1,
    max_size=3,
)


def comments(text: str) -> list[str]:
    return re.findall(r"(?m)(?:^|\s)(#[^'\"\n]*)$", text)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    return [
        at
        for key, value in pairs
        for at in (
            leaves(value, (*path, key)) if isinstance(value, dict | list) else [(*path, key)]
        )
    ]


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_change_of_one_figure_is_a_change_of_one_line(file: Path) -> None:
    """Of all that come along; but a record that its author broke into lines may join them."""
    text = file.read_text(encoding="utf-8")
    data = read_document(text, "").data
    changed = copy.deepcopy(data)
    *above, last = leaves(data)[-1]
    inside = changed
    for key in above:
        inside = inside[key]
    inside[last] = "something else"
    new = rewritten(text, changed)
    assert read_document(new, "").data == changed
    assert comments(new) == comments(text)
    same = [line for line in text.splitlines() if line in set(new.splitlines())]
    joined = text.count(",\n")
    assert len(same) >= len(text.splitlines()) - 1 - 2 * joined


@example(before={"a": None}, after={"a": [":0"], "aa": "1e3"})
@given(before=DATA, after=DATA)
@settings(max_examples=60, deadline=None)
def test_it_says_what_it_shall(before: dict[str, Any], after: dict[str, Any]) -> None:
    text = "# first\n" + rewritten("a: 1\n", before)
    assert read_document(text, "").data == before
    new = rewritten(text, after)
    assert read_document(new, "").data == after


def test_numbers_and_quotes_stay_as_they_were_written() -> None:
    text = "a: 1.50\nb: 'x'  # why\nc: 1e3\nd: 0x1F\ne: [1,  2.0]\nf: no\ng: \"2.1\"\n"
    data = read_document(text, "").data
    assert rewritten(text, data) == text
    assert rewritten(text, {**data, "c": 7}) == text.replace("1e3", "7").replace("1,  2", "1, 2")


def test_what_is_new_is_added_and_what_is_gone_takes_its_comment_along() -> None:
    text = "a: 1  # one\nb: 2  # two\nc:\n  - x  # three\n"
    new = rewritten(text, {"a": 1, "c": ["x", "y"], "d": {"value": "3 GB", "because": "so: it is"}})
    expected = 'a: 1  # one\nc:\n  - x  # three\n  - y\nd: {value: 3 GB, because: "so: it is"}\n'
    assert new.replace("'so: it is'", '"so: it is"') == expected


def test_what_is_repeated_changes_only_where_it_was_changed() -> None:
    text = "a: &it {x: 1, y: 2}  # it\nb: *it\n"
    new = rewritten(text, {"a": {"x": 3, "y": 2}, "b": {"x": 1, "y": 2}})
    assert read_document(new, "").data == {"a": {"x": 3, "y": 2}, "b": {"x": 1, "y": 2}}
    assert "# it" in new


NAMES = some.lists(some.sampled_from("abcdefgh"), unique=True, max_size=6).map(sorted)


@given(NAMES, NAMES, some.sampled_from((0, 2)), some.sampled_from((2, 4)), some.booleans())
@settings(max_examples=40, deadline=None)
def test_records_that_stay_keep_their_comments_and_indents(
    before: list[str], after: list[str], dash: int, indent: int, starts: bool
) -> None:
    """Others come and go between them."""
    if not set(before) & set(after) or len(before) == len(after):
        return
    head = ("---\n" if starts else "") + f"x:\n{' ' * indent}y: 1  # y\n"
    records = {
        name: f"{' ' * dash}- name: {name}  # is {name}\n"
        f"{' ' * (dash + 2)}size: 0x1F  # of {name}\n"
        for name in before
    }
    text = head + "tiers:\n" + "".join(records.values()) + "z: 1.50  # z\n"
    data = read_document(text, "").data
    known = {one["name"]: one for one in data["tiers"]}
    data["tiers"] = [known.get(name, {"name": name, "size": 7}) for name in after]
    new = rewritten(text, data)
    assert read_document(new, "").data == data
    made = "".join(
        records.get(name, f"{' ' * dash}- {{name: {name}, size: 7}}\n") for name in after
    )
    assert new == head + "tiers:\n" + made + "z: 1.50  # z\n"


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("a: 1\n", {"b": [1, 2]}, "a: 1\nb: [1, 2]\n"),
        ("a: 1\n", {"b": [{"c": 1}]}, "a: 1\nb:\n  - {c: 1}\n"),
        ("a: 1\n", {"b": {"c": {"d": 1}}}, "a: 1\nb:\n  c: {d: 1}\n"),
        ("a:\n- 1\n", {"b": [{"c": 1}]}, "a:\n- 1\nb:\n- {c: 1}\n"),
        ("a: {b: 1}\n", {"a": {"b": 1, "c": {"d": {}}}}, "a: {b: 1, c: {d: {}}}\n"),
        ("a: 1\n", {"b": "true"}, 'a: 1\nb: "true"\n'),
        ("a: 1\n", {"b": ""}, 'a: 1\nb: ""\n'),
        ("a: 1\n", {"b": "<<"}, 'a: 1\nb: "<<"\n'),
        ("a: 1\n", {1: "x"}, "a: 1\n1: x\n"),
        ("1: x  # one\n", {1: "y"}, "1: y  # one\n"),
        ("a: 1  # one\n", {"a": True}, "a: true  # one\n"),
        ("a: 1  # one\n", {"a": 1.0}, "a: 1.0  # one\n"),
        ("a: 1  # one\n", {"a": None}, "a: null  # one\n"),
        ("a: 1  # one\n", {"a": "w" * 200}, f"a: {'w' * 200}  # one\n"),
        ("a: [x, y]  # one\n", {"a": ["x"]}, "a: [x]  # one\n"),
        ("a: [x]  # one\n", {"a": ["x", "y"]}, "a: [x, y]  # one\n"),
    ],
)
def test_new_values_are_written_as_people_write_them(
    text: str, change: dict[Any, Any], expected: str
) -> None:
    data = {**read_document(text, "").data, **change}
    for source in (text, f"\ufeff{text}".encode()):
        new = rewritten(source, data)  # comments stay in their column, if there is room
        assert re.sub(" +#", "  #", new) == expected


def test_the_line_for_editors_is_taken_away() -> None:
    assert to_take_away("# yaml-language-server: $schema=x\na: 1\n") == "a: 1\n"
    assert to_take_away("# other\na: 1\n") == "# other\na: 1\n"
