"""Messages of wrong inputs: what they quote, in which order they come, and how many there are."""

from __future__ import annotations

import datetime
from itertools import permutations

import pytest

import model
from model import clock
from model.errors import InputError, Place, Problem, quoted, shortened
from model.provenance import Provenance

A = Place("a.yaml")


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "ab…fg"),
        ("abcdefg", 5, "ab…fg"),
        ("abcdefgh", 7, "abc…fgh"),
        ("", 3, ""),
    ],
)
def test_a_text_is_shortened_in_its_middle(text: str, most: int, expected: str) -> None:
    assert shortened(text, most) == expected


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 30 + "y" * 31, f"'{'x' * 29}…{'y' * 29}'"),
        (5, "5"),
        (["x" * 70], f"['{'x' * 70}']"),
    ],
)
def test_long_texts_are_quoted_shortly(found: object, expected: str) -> None:
    assert quoted(found) == expected


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (Problem(A, "", "wrong"), "a.yaml: wrong"),
        (Problem(A, "racks", "wrong"), "a.yaml: racks: wrong"),
        (Problem(Place("a.yaml", 1, 2), "racks", "wrong"), "a.yaml:1:2: racks: wrong"),
        (Problem(Place("a.yaml", 0, 2), "", "wrong"), "a.yaml: wrong"),
        (Problem(Place("a.yaml", 3), "", "wrong"), "a.yaml:3:0: wrong"),
        (Problem(Place(""), "", "wrong"), "wrong"),
        (Problem(A, "f" * 200, "w" * 1000), f"a.yaml: {'f' * 200}: {'w' * 1000}"),
        (Problem(A, "f" * 201, "w" * 1001), f"a.yaml: {'f' * 99}…{'f' * 99}: "
                                            f"{'w' * 499}…{'w' * 499}"),
    ],
)  # fmt: skip
def test_a_problem_says_where_and_what(problem: Problem, expected: str) -> None:
    assert str(problem) == str(InputError([problem, problem])) == expected
    assert problem.stands_for == 1


ORDERED = [
    Problem(Place("a"), "z", "z"),
    Problem(Place("a", 1, 9), "z", "z"),
    Problem(Place("a", 2, 1), "a", "z"),
    Problem(Place("a", 2, 1), "b", "a"),
    Problem(Place("a", 2, 1), "b", "b"),
    Problem(Place("a", 2, 1), "b", "b", 2),
    Problem(Place("b"), "", ""),
]


def test_problems_come_in_the_order_of_the_files() -> None:
    for n in range(len(ORDERED)):
        assert InputError([*ORDERED[n:], *ORDERED[:n]]).problems == tuple(ORDERED)
    for one, other in permutations(ORDERED, 2):
        assert (one < other) == (ORDERED.index(one) < ORDERED.index(other))
    assert not any(one < one or one.place < one.place for one in ORDERED)


@pytest.mark.parametrize(
    ("count", "last"),
    [
        (50, "a:50:1: wrong"),
        (51, "a:51:1: 1 more problem follows: fix the ones above first"),
        (52, "a:51:1: 2 more problems follow: fix the ones above first"),
        (1150, "a:51:1: 1,100 more problems follow: fix the ones above first"),
    ],
)
def test_fifty_problems_are_shown_and_the_others_counted(count: int, last: str) -> None:
    error = InputError(Problem(Place("a", n + 1, 1), "", "wrong") for n in range(count))
    lines = str(error).split("\n")
    assert lines[:50] == [f"a:{n + 1}:1: wrong" for n in range(50)]
    assert (lines[-1], len(lines)) == (last, min(count, 51))
    assert sum(problem.stands_for for problem in error.problems) == count
    # and once more, when problems of several files are put together
    again = InputError([*error.problems, Problem(Place("b"), "", "wrong")])
    assert sum(problem.stands_for for problem in again.problems) == count + 1


AT = "scenarios/my.yaml:51:7"
LINE = "scenarios/my.yaml, line 51"


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (Provenance("stated"), ["Stated"]),
        (Provenance("stated", place=AT), [f"Stated in {LINE}"]),
        (Provenance("stated", place="my.yaml"), ["Stated in my.yaml"]),
        (Provenance("published", "the talk, 2019", place=AT),
         [f"Published: the talk, 2019 ({LINE})"]),
        (Provenance("default", "assumption: stages overlap"),
         ["Default (assumption): stages overlap"]),
        (Provenance("default", "hearsay: stages overlap"), ["Default: hearsay: stages overlap"]),
        (Provenance("default", "document"), ["Default: document"]),
        (Provenance("assumed", because="assumption: half.", place=AT),
         [f"Assumed (assumption): half. ({LINE})"]),
        (Provenance("measured", "document: the talk, 2019", "we saw it.", AT),
         [f"Measured: we saw it. ({LINE})", "Source (document): the talk, 2019"]),
        (Provenance("measured", "the talk", "we saw it"),
         ["Measured: we saw it", "Source: the talk"]),
    ],
)  # fmt: skip
def test_how_a_figure_is_known_is_said_in_one_line_or_two(
    known: Provenance, expected: list[str]
) -> None:
    assert list(known.texts) == expected
    if len(expected) == 1:
        assert known.text == expected[0]
    else:
        stated, place = expected[0].removesuffix(f" ({LINE})").rstrip("."), known.place
        assert known.text == f"{stated}. {expected[1]}" + (f" ({LINE})" if place else "")


def test_a_day_to_repeat_is_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_TODAY", "2027-03-01")
    assert clock.today() == datetime.date(2027, 3, 1)
    assert clock.now() == datetime.datetime(2027, 3, 1, tzinfo=datetime.UTC)
    monkeypatch.delenv("OSTIMATE_TODAY")
    real = datetime.datetime.now(datetime.UTC)
    assert abs(clock.now() - real) < datetime.timedelta(hours=1)
    assert abs(clock.today() - real.date()) <= datetime.timedelta(days=1)


def test_the_public_face_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="module 'model' has no attribute 'plans'"):
        model.plans  # noqa: B018
