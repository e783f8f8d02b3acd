"""What differs between versions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from model.reading.yaml_edits import plain
from store.differences import Difference, differences

DATA = some.dictionaries(
    some.sampled_from("abc"),
    some.integers(0, 3) | some.lists(some.integers(0, 3), max_size=3),
    min_size=1,
)


def test_a_figure_goes_by_its_name_and_its_reason_beside_it() -> None:
    before = "a: 1\nb: [x, y]  # why\ngone: 2\n"
    after = "b: [x, z]\na: {value: 2, because: more}\n"
    assert differences(before, after) == [
        Difference("b.1", "y", "z"),
        Difference("a", "1", "2"),
        Difference("a.because", "", "more"),
        Difference("gone", "2", ""),
    ]


@given(DATA, DATA)
def test_nothing_differs_from_itself_and_back_is_the_opposite(one: object, other: object) -> None:
    assert differences(plain(one), plain(one)) == []
    there, back = differences(plain(one), plain(other)), differences(plain(other), plain(one))
    assert {(d.path, d.before, d.after) for d in there} == {
        (d.path, d.after, d.before) for d in back
    }


def test_a_text_that_cant_be_read_any_more_is_one_field() -> None:
    assert [one.path for one in differences("a: [", "a: 1")] == ["a", "text"]
