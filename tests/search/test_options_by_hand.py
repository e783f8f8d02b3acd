"""What tells an option from the others, and how it is named."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from model.parts.catalog import Catalog
from model.search.options import Option, _limits, _within, distinct, label_of, names_of, spoken

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
        (["a"], "[a]"),
        ([], "[]"),
        ({"part": "y", "alternatives": ["a"]}, "y, alternatives a"),
    ],
)
def test_labels(value: Any, label: str) -> None:
    assert label_of(value) == label


KNOWN: dict[str, tuple[str, dict[str, float]]] = {
    "disk": ("Exos", {"capacity": 18e12, "bays": 1.0}),
    "larger": ("Exos", {"capacity": 24e12}),
    "flash": ("CD8 15.36 TB", {"capacity": 15.36e12}),
    "card": ("Card", {}),
}


class Shelf:
    """A catalog of three drives, two of which have a name in common, and a card."""

    def __contains__(self, key: Any) -> bool:
        return key in KNOWN

    def names(self, key: str) -> str:
        return KNOWN[key][0]

    def figures(self, key: str) -> dict[str, float]:
        return KNOWN[key][1]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (7, "7"),
        ({"value": "disk", "because": "so"}, "Exos, 18 TB"),
        (["larger", "card"], "Exos, 24 TB and Card"),
        ("flash", "CD8 15.36 TB"),  # its name has the capacity
        ("tape", "tape"),
        ({"part": "disk", "per_server": 12}, "Exos, 18 TB, 12 per server"),
        ({"name": "own", "capacity": "9 TB"}, "name own, capacity 9 TB"),
        ({"part": "card", "power": {"value": "9 W"}}, "Card, power 9 W"),
    ],
)
def test_what_is_shown_of_an_option(value: Any, said: str) -> None:
    assert spoken(value, cast(Catalog, Shelf())) == said


@pytest.mark.parametrize(
    ("least", "most", "fitting"),
    [
        (None, None, ["disk", "larger", "flash"]),
        ("18 TB", None, ["disk", "larger"]),
        (None, "18 TB", ["disk", "flash"]),
        ("15.36 TB", "18 TB", ["disk", "flash"]),
        ("18.1 TB", "23.9 TB", []),
        ("24 TB", "24 TB", ["larger"]),
    ],
)
def test_parts_within_limits(
    least: str | None, most: str | None, fitting: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both limits are within; a part of an unknown figure isn't."""
    monkeypatch.setattr("model.search.options.figure_units", lambda *_: {"capacity": "byte"})
    shelf, keys = cast(Catalog, Shelf()), list(KNOWN)
    wanted = cast(Any, SimpleNamespace(least=least, most=most))
    limits = _limits("capacity", wanted, keys, shelf)
    assert [key for key in keys if _within(shelf.figures(key).get("capacity"), limits)] == fitting
    with pytest.raises(ValueError, match="has 'weight': known are bays, capacity"):
        _limits("weight", wanted, keys, shelf)
