"""Files with nothing but mistakes: few are told, all are counted, and none is told at length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from model.errors import MOST_SHOWN, InputError, Place, Problem
from model.kinds.layouts import parse_code, parse_raid
from model.planning.loading import load_scenario
from model.pools.mixes import parse_files
from model.reading.documents import read_document
from model.zfs.releases import release_of
from model.zfs.vdevs import parse_layout
from tests.hostile.patience import patience

LINES = 40_000


def refusal(text: str) -> InputError:
    with patience(), pytest.raises(InputError) as refused:
        load_scenario("wrong.yaml", text)
    return refused.value


def test_of_many_problems_the_first_are_told_and_the_rest_is_counted() -> None:
    error = InputError(Problem(Place("a", n, 1), "", "is wrong") for n in range(1, 1001))
    assert len(error.problems) == MOST_SHOWN + 1
    assert str(error.problems[-1]) == ("a:51:1: 950 more problems follow: fix the ones above first")


def test_what_is_told_together_with_others_is_counted_once() -> None:
    first = InputError(Problem(Place("a", n, 1), "", "is wrong") for n in range(1, 101))
    both = InputError([*first.problems, *(Problem(Place("b", n), "", "too") for n in range(1, 11))])
    assert sum(problem.stands_for for problem in both.problems) == 110


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "tiers:\n" + "- {x: 1}\n" * LINES,
        "tiers:\n- name: a\n" + "".join(f"  a{n}: 1\n" for n in range(LINES)),
        "".join(f"a{n}: 1\n" for n in range(LINES)),
        "common:\n" + "".join(f"- {{part: p{n}}}\n" for n in range(LINES)),
        "x: 1\n" * LINES,
        "".join(f"{n * (2**61 - 1)}: 1\n" for n in range(1, LINES)),
    ],
    ids=["tiers", "fields of a tier", "fields", "parts", "one key", "keys of one hash"],
)
def test_many_mistakes_take_no_more_time_or_text_than_some(text: str) -> None:
    error = refusal(text[:999_000])
    assert len(error.problems) <= MOST_SHOWN + 1
    assert len(str(error)) < 20_000


def test_how_many_wrong_fields_there_are_is_said() -> None:
    told = refusal("".join(f"a{n}: 1\n" for n in range(2_000))).problems
    assert 1_990 <= sum(problem.stands_for for problem in told) <= 2_010


def test_a_long_key_that_is_repeated_is_not_told_at_length() -> None:
    error = refusal(("? " + "x" * 100_000 + "\n: 1\n") * 9)
    assert len(str(error)) < 20_000


@pytest.mark.parametrize(
    "text", ["a: !" + "x" * 900 + " 1", "a: *" + "x" * 900, "tiers: [{name: " + "x" * 900 + "}]"]
)
def test_a_message_quotes_little_of_the_input(text: str) -> None:
    assert "x" * 61 not in str(refusal(text))


def test_the_documentation_of_fields_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from model.design.scenario import Scenario

    docs = Scenario.field_docs()
    monkeypatch.setattr("inspect.getsource", lambda _: pytest.fail("read again"))
    assert Scenario.field_docs() == docs


def test_a_long_number_is_a_key_as_it_is_written() -> None:
    assert list(read_document("1234567890123456789: 1\n12: 2\n", "a").data) == [
        "1234567890123456789",
        12,
    ]


@pytest.mark.parametrize("read", [parse_layout, parse_raid, parse_code, parse_files, release_of])
@pytest.mark.parametrize("word", ["mirror", "raidz2:10 ", "8d+2p:", "4 KiB: 1 %", "'\\"])
def test_a_long_text_is_not_repeated_in_full(read: Callable[[str], object], word: str) -> None:
    """What a layout, a code, a mix or a release isn't is told in some words of it."""
    with patience(), pytest.raises(ValueError, match=r"write|did you mean") as refused:
        read(word * 30_000)
    assert len(str(refused.value)) < 1000
