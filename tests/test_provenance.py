"""Where figures come from, in the words that people read."""

from __future__ import annotations

from typing import get_args

import pytest

from model.provenance import OF_THE_PLAN, SOURCES, TITLES, UNKNOWN, Provenance, Status, reason_of

PLACE = "my.yaml:51:7"
TEXTS: list[tuple[Provenance, str, tuple[str, ...]]] = [
    (Provenance("stated"), "Stated", ("Stated",)),
    (
        Provenance("stated", place=PLACE),
        "Stated in my.yaml, line 51",
        ("Stated in my.yaml, line 51",),
    ),
    (Provenance("quoted", place="offer 7"), "Quoted in offer 7", ("Quoted in offer 7",)),
    (
        Provenance("published", "the talk, 2019", place=PLACE),
        "Published: the talk, 2019 (my.yaml, line 51)",
        ("Published: the talk, 2019 (my.yaml, line 51)",),
    ),
    (
        Provenance("assumed", because="nobody says."),
        "Assumed: nobody says.",
        ("Assumed: nobody says.",),
    ),
    (
        Provenance("assumed", "the talk", "nobody says.", PLACE),
        "Assumed: nobody says. Source: the talk (my.yaml, line 51)",
        ("Assumed: nobody says. (my.yaml, line 51)", "Source: the talk"),
    ),
    (
        Provenance("default", "document: the manual"),
        "Default (document): the manual",
        ("Default (document): the manual",),
    ),
    (
        Provenance("default", "document: the manual", "assumption: as usual"),
        "Default (assumption): as usual. Source (document): the manual",
        ("Default (assumption): as usual", "Source (document): the manual"),
    ),
    (
        Provenance("catalog", "price list: of May"),
        "From the catalog: price list: of May",
        ("From the catalog: price list: of May",),
    ),
    (
        UNKNOWN,
        "Unknown: not entered and not in the catalog",
        ("Unknown: not entered and not in the catalog",),
    ),
    (
        OF_THE_PLAN,
        "Constant (definition): set by the plan itself",
        ("Constant (definition): set by the plan itself",),
    ),
]


@pytest.mark.parametrize(("found", "text", "texts"), TEXTS)
def test_how_a_figure_is_known(found: Provenance, text: str, texts: tuple[str, ...]) -> None:
    """In one line; and in two, where a source stands beside the reason."""
    assert found.text == text
    assert found.texts == texts


def test_each_status_has_a_title() -> None:
    assert set(TITLES) == set(get_args(Status))
    assert len(set(TITLES.values())) == len(TITLES)


def test_only_kinds_of_sources_are_taken_off() -> None:
    for kind in SOURCES:
        assert reason_of(f"{kind}: x: y") == "x: y"
        assert reason_of(f"{kind} x") == f"{kind} x"
    assert reason_of("talk: x") == "talk: x"
