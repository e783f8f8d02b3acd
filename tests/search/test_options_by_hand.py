"""What tells an option from the others, and how it is named."""

from __future__ import annotations

from typing import Any

import pytest

from model.search.options import Option, distinct, label_of, names_of

FEW = {"part": "disk", "per_server": 4, "price": "9 EUR"}
MANY = {"part": "disk", "per_server": 8, "price": "9 EUR"}
DEAR = {"part": "disk", "per_server": 8, "price": "12 EUR"}
FLASH = {"part": "flash", "per_server": 8, "price": "99 EUR"}

TOLD: list[tuple[Any, list[Any], Any]] = [
    (FEW, [FEW, MANY], {"part": "disk", "per_server": 4}),
    (MANY, [MANY, DEAR], {"part": "disk", "price": "9 EUR"}),
    (DEAR, [FEW, MANY, DEAR], {"part": "disk", "per_server": 8, "price": "12 EUR"}),
    (FLASH, [MANY, FLASH], {"part": "flash"}),
    (FLASH, [FEW, FLASH], {"part": "flash", "per_server": 8}),
    (
        {**FEW, "alternatives": ["a"]},
        [{**FEW, "alternatives": ["a"]}, {**MANY, "alternatives": ["b"]}],
        {"part": "disk", "per_server": 4},
    ),
    # nothing but the alternatives tells them apart: they are named as a whole
    (
        {"part": "disk", "alternatives": ["a"]},
        [{"part": "disk", "alternatives": ["a"]}, {"part": "disk", "alternatives": ["b"]}],
        {"part": "disk", "alternatives": ["a"]},
    ),
    (FEW, [FEW, 7, "disk"], {"part": "disk"}),
    ({"name": "x", "size": "1 TB"}, [{"name": "x", "size": "1 TB"}], {"name": "x", "size": "1 TB"}),
    (
        {"name": "x", "size": "1 TB"},
        [{"name": "x", "size": "1 TB"}, {"name": "x", "size": "2 TB"}],
        {"size": "1 TB"},
    ),
    (7, [7, 8], 7),
    ("raidz2:8", ["raidz2:8", FEW], "raidz2:8"),
]


@pytest.mark.parametrize(("value", "every", "told"), TOLD, ids=range(len(TOLD)))
def test_what_tells_an_option_from_the_others(value: Any, every: list[Any], told: Any) -> None:
    assert distinct(value, every) == told


def test_names_of_options_are_short() -> None:
    options = [Option(label_of(value), value) for value in (FEW, MANY, FLASH, 7)]
    assert names_of(options) == {
        "disk, per_server 4, price 9 EUR": "disk, per_server 4",
        "disk, per_server 8, price 9 EUR": "disk, per_server 8",
        "flash, per_server 8, price 99 EUR": "flash, per_server 8",
        "7": "7",
    }


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (7, "7"),
        ({"value": 7, "because": "so"}, "7"),
        ({"name": "x", "part": "y"}, "name x, y"),
        ({"part": "y", "power": {"value": "9 W"}}, "y, power 9 W"),
        (["a", "b", "c"], "a and b and c"),
        (("a",), "a"),
    ],
)
def test_labels(value: Any, label: str) -> None:
    assert label_of(value) == label
