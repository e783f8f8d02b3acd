"""Nodes over choices: their ranges enclose what all options come to, and how they move."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.engine import tables
from model.engine.graph import Graph
from model.engine.ops import (
    Num,
    all_met,
    known_total,
    least_known,
    otherwise,
    pieces,
    power,
    total,
    where_less,
    whole_up,
)
from model.engine.quantity import ANY_SIGN, Book
from model.engine.rules import sign
from model.engine.tables import Axis, Tables
from model.engine.tree import Instance

UP, DOWN, SAME, UNSURE = sign.UP, sign.DOWN, sign.SAME, sign.UNSURE
NAN, INF = math.nan, math.inf
RESULT = ("site", "result")
FORMULAS: dict[str, Callable[..., Num]] = {
    "sum": lambda first, second: first + second,
    "difference": lambda first, second: first - second,
    "product": lambda first, second: first * second,
    "quotient": lambda first, second: first / second,
    "least": lambda first, second: np.minimum(first, second),
    "most": lambda first, second: np.maximum(first, second),
    "choice": lambda first, second, third: np.where(first > 0, second, third),
    "bare choice": lambda first, second, third: np.where(first, second, third),
    "less": lambda first, second, third: where_less(first, second, third, 0),
    "otherwise": lambda first, second: otherwise(first, second),
    "pieces": lambda first, second: pieces(first, second),
    "power": lambda first, second: power(first, second),
    "logarithm": lambda first, second: np.log(first * second),
    "steps": lambda first, second: whole_up(first) + second,
    "condition": lambda first, second: (first > second) + 0 * first,
}


def _tables(formula: Callable[..., Num], *figures: list[float] | float) -> Tables:
    """Give the tables of a formula, each of whose operands is a choice, or one figure."""
    names = ("first", "second", "third")[: len(figures)]
    book = Book("of a test")
    for name in names:
        book.input(name, "1", "x", name, low=ANY_SIGN)

    def two(first: Num, second: Num) -> Num:
        return formula(first, second)

    def three(first: Num, second: Num, third: Num) -> Num:
        return formula(first, second, third)

    declare = book.quantity("1", "f", "arithmetic: of a test", name="result", low=ANY_SIGN)
    declare(two if len(figures) == 2 else three)
    given = dict(zip(names, figures, strict=True))
    fixed = {name: x if isinstance(x, float) else 1.0 for name, x in given.items()}
    root = Instance("site", "site", book, fixed)
    chosen = {name: x for name, x in given.items() if not isinstance(x, float)}
    axes = {("site", name): Axis(n, np.array(x)) for n, (name, x) in enumerate(chosen.items())}
    graph = Graph(root, list(axes), [RESULT])
    return Tables(graph, [len(x) for x in chosen.values()], axes)


def _values(formula: Callable[..., Num], *figures: list[float]) -> np.ndarray:
    with np.errstate(all="ignore"):
        rows = [formula(*map(np.float64, row)) for row in product(*figures)]
    return np.array(rows, float)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only single choices have tables, so that all else is bounded by rules."""
    monkeypatch.setattr(tables, "LARGEST", 3)


some = st.lists(
    st.sampled_from((-2.0, -0.5, 0.0, 1.0, 3.0, NAN, INF, -INF)), min_size=3, max_size=3
)


@pytest.mark.parametrize("name", FORMULAS)
def test_a_range_encloses_all_options(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LARGEST", 3)
    formula = FORMULAS[name]
    count = 3 if name in ("choice", "bare choice", "less") else 2

    @settings(max_examples=30)
    @given(st.tuples(*[some] * count))
    def check(figures: tuple[list[float], ...]) -> None:
        over = _tables(formula, *figures)
        found = over.range(over.graph.at[RESULT])
        values = _values(formula, *figures)
        known = values[~np.isnan(values)]
        assert found.unknown or not np.isnan(values).any()
        assert found.endless or not np.isinf(values).any()
        assert not (found.never and known.size)
        finite = known[np.isfinite(known)]
        if finite.size:
            assert found.low <= finite.min() <= finite.max() <= found.high

    check()


@pytest.mark.parametrize("name", ["sum", "difference", "product", "least", "most", "choice"])
@pytest.mark.usefixtures("small")
def test_a_range_of_known_figures_is_reached(name: str) -> None:
    """It is neither unknown nor endless, and its ends are those of the values."""
    figures = [[-2.0, 1.0, 3.0], [-1.0, 0.5, 4.0], [2.0, 2.5, 5.0]][: 3 if name == "choice" else 2]
    over = _tables(FORMULAS[name], *figures)
    found = over.range(over.graph.at[RESULT])
    values = _values(FORMULAS[name], *figures)
    assert (found.unknown, found.endless, found.never) == (False, False, False)
    assert (found.low, found.high) == pytest.approx((values.min(), values.max()), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "figures", "unknown", "endless", "never"),
    [
        ("sum", ([1, 2], [NAN, 1]), True, False, False),
        ("sum", ([1, 2], [NAN, NAN]), True, False, True),
        ("sum", ([1, 2], [INF, 1]), True, True, False),
        ("quotient", ([1, 2], [0, 1]), True, True, False),
        ("quotient", ([1, 2], [-1, 1]), True, True, False),
        ("quotient", ([1, 2], [1, 2]), False, False, False),
        ("quotient", ([1, 2], [-2, -1]), False, False, False),
        ("power", ([1, 2], [1, 2]), True, True, False),
        ("logarithm", ([1, 2], [1, 2]), True, True, False),
        ("otherwise", ([NAN, 2], [1, 2]), False, False, False),
        ("otherwise", ([NAN, 2], [NAN, 2]), True, False, False),
        ("otherwise", ([1, 2], [NAN, 2]), True, False, False),
        ("pieces", ([1, 2], [NAN, NAN]), True, False, True),
        ("pieces", ([0, 2], [NAN, NAN]), True, False, False),
    ],
)
@pytest.mark.usefixtures("small")
def test_what_a_range_says_of_unknown_and_endless_figures(
    name: str, figures: tuple[list[float], ...], unknown: bool, endless: bool, never: bool
) -> None:
    over = _tables(FORMULAS[name], *([float(x) for x in one] for one in figures))
    found = over.range(over.graph.at[RESULT])
    assert (found.unknown, found.endless, found.never) == (unknown, endless, never)


@pytest.mark.usefixtures("small")
def test_a_comparison_with_something_unknown_may_be_either() -> None:
    """It is false, whatever the known figures are between."""
    over = _tables(FORMULAS["condition"], [-0.5, -0.5], [-2.0, NAN])
    assert set(_values(FORMULAS["condition"], [-0.5, -0.5], [-2.0, NAN])) == {0.0, 1.0}
    found = over.range(over.graph.at[RESULT])
    assert found.low <= 0.0 < 1.0 <= found.high


@pytest.mark.usefixtures("small")
def test_what_is_unknown_may_choose_either() -> None:
    over = _tables(FORMULAS["bare choice"], [0.0, NAN], [5.0, 6.0], [1.0, 2.0])
    found = over.range(over.graph.at[RESULT])
    assert (found.low, found.high) == (1.0, 6.0)


@pytest.mark.parametrize("low", [False, True])
def test_the_range_of_a_table_is_what_is_in_it(*, low: bool) -> None:
    ends = (-INF, 5.0) if low else (5.0, INF)
    over = _tables(FORMULAS["sum"], [2.0, ends[0] if low else ends[1]], [3.0, 3.0])
    found = over.range(over.graph.at[RESULT])
    assert (found.low, found.high) == ends
    assert found.endless
    unknown = _tables(FORMULAS["sum"], [2.0, NAN], [3.0, 4.0])
    found = unknown.range(unknown.graph.at[RESULT])
    assert (found.low, found.high, found.unknown, found.never) == (5.0, 6.0, True, False)


@pytest.mark.parametrize(
    ("name", "figures", "moves", "says"),
    [
        ("sum", ([1, 2], [1, 2]), {"first": UP}, UP),
        ("sum", ([1, 2], [NAN, NAN]), {"first": UP}, SAME),
        ("difference", ([1, 2], [1, 2]), {"second": UP}, DOWN),
        ("difference", ([1, INF], [1, 2]), {"second": UP}, UNSURE),
        ("product", ([1, 2], [1, 2]), {"first": UP}, UP),
        ("product", ([1, 2], [-2, -1]), {"first": UP}, DOWN),
        ("product", ([1, 2], [1, INF]), {"first": UP}, UNSURE),
        ("quotient", ([1, 2], [1, INF]), {"first": UP}, UNSURE),
        ("least", ([1, 2], [1, INF]), {"first": UP}, UP),
        ("pieces", ([1, 2], [NAN, 1]), {"first": UP}, UP),
        ("pieces", ([0, 2], [NAN, 1]), {"first": UP}, UNSURE),
        ("pieces", ([0, 2], [NAN, 1]), {"second": UP}, UP),
        ("pieces", ([0, 2], [1, 2]), {"first": UP}, UP),
        ("choice", ([-1, 1], [5, 6], [NAN, 2]), {"first": UP}, UNSURE),
        ("choice", ([-1, 1], [5, 6], [1, 2]), {"first": UP}, UP),
        ("choice", ([-1, 1], [5, 6], [NAN, 2]), {"second": UP}, UP),
        ("less", ([1, 3], [2, 2], [NAN, 2]), {"first": UP}, UNSURE),
        ("less", ([1, 3], [2, 2], [1, 2]), {"first": UP}, DOWN),
        ("less", ([1, 3], [2, 2], [1, 2]), {}, SAME),
    ],
)
@pytest.mark.usefixtures("small")
def test_how_a_figure_moves(
    name: str, figures: tuple[list[float], ...], moves: dict[str, Any], says: Any
) -> None:
    over = _tables(FORMULAS[name], *([float(x) for x in one] for one in figures))
    nodes = {address[1]: node for node, address in over.graph.axes.items()}
    out = over.graph.at[RESULT]
    start = {nodes[of]: move for of, move in moves.items()}
    assert over.moves(start, [out]) == {out: says}


MORE = {
    "least known": lambda first, second, third: least_known(first, second, third),
    "total": lambda first, second, third: total(first, second) + 0 * third,
    "known total": lambda first, second, third: known_total(first, second, third),
    "checks": lambda first, second, third: all_met(first, second, third),
}


@pytest.mark.parametrize("name", [*FORMULAS, *MORE])
def test_what_is_fixed_is_worked_out_beforehand(name: str) -> None:
    """Whichever operands are one figure, options come to what the formula makes of them."""
    formula = {**FORMULAS, **MORE}[name]
    count = formula.__code__.co_argcount
    options = [-2.0, 0.0, 1.0, 2.0, NAN]
    for free in range(count):
        for fixed in product((0.0, 1.0, NAN), repeat=count - 1):
            figures: list[list[float] | float] = [*fixed[:free], options, *fixed[free:]]
            over = _tables(formula, *figures)
            picks = [np.arange(len(options))]
            [found] = over.values([over.graph.at[RESULT]], picks)
            expected = _values(formula, *(x if isinstance(x, list) else [x] for x in figures))
            np.testing.assert_array_equal(np.broadcast_to(found, len(expected)), expected)


@pytest.mark.parametrize(
    ("name", "figures", "node"),
    [
        ("product", ([2.0, 3.0], 1.0), "first"),
        ("product", (1.0, [2.0, 3.0]), "second"),
        ("product", (2.0, [2.0, 3.0]), ""),
        ("quotient", ([2.0, 3.0], 1.0), "first"),
        ("quotient", (1.0, [2.0, 3.0]), ""),
        ("difference", ([2.0, 3.0], 0.0), "first"),
        ("difference", (0.0, [2.0, 3.0]), ""),
        ("otherwise", (NAN, [2.0, 3.0]), "second"),
        ("otherwise", ([2.0, 3.0], 1.0), ""),
        ("least known", (NAN, [2.0, 3.0], NAN), "second"),
        ("least known", (1.0, [2.0, 3.0], NAN), ""),
        ("bare choice", (1.0, [2.0, 3.0], 4.0), "second"),
        ("bare choice", (0.0, 4.0, [2.0, 3.0]), "third"),
        ("pieces", (1.0, [2.0, 3.0]), "second"),
        ("sum", (NAN, [2.0, 3.0]), "unknown"),
        ("pieces", (0.0, [2.0, 3.0]), "nothing"),
    ],
)
def test_what_decides_leaves_no_operator(
    name: str, figures: tuple[list[float] | float, ...], node: str
) -> None:
    """The result is the node of the operand itself, or a number."""
    graph = _tables({**FORMULAS, **MORE}[name], *figures).graph
    out = graph.at[RESULT]
    axes = {number: address[1] for number, address in graph.axes.items()}
    if graph.nodes[out].is_constant:
        value = graph.nodes[out].value
        assert (node == "unknown") == math.isnan(value)
        assert (node == "nothing") == (value == 0.0)
    else:
        assert axes.get(out, "") == node


@pytest.mark.parametrize("largest", [4, 1 << 18])
def test_designs_of_several_choices_are_looked_up_in_their_places(
    largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a choice that decides leaves the others out."""
    monkeypatch.setattr(tables, "LARGEST", largest)
    formula = FORMULAS["bare choice"]
    for first in ([0.0, 1.0], 1.0, 0.0):
        figures: list[list[float] | float] = [first, [2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]
        over = _tables(formula, *figures)
        rows = list(product(*(range(size) for size in over.sizes)))
        picks = [np.array(column) for column in zip(*rows, strict=True)]
        [found] = over.values([over.graph.at[RESULT]], picks)
        expected = _values(formula, *(x if isinstance(x, list) else [x] for x in figures))
        np.testing.assert_array_equal(found, expected)


def test_what_grows_in_proportion_is_known_to() -> None:
    """The rules of signs don't see that a quotient of two that grow stays."""
    over = _tables(lambda first, second: first * second / first, [1.0, 2.0], [1.0, 2.0])
    nodes = {address[1]: node for node, address in over.graph.axes.items()}
    out = over.graph.at[RESULT]
    assert over.moves({nodes["first"]: UP}, [out]) == {out: UNSURE}
    assert over.grows(nodes["first"], [out]) == {out: SAME}
    assert over.grows(nodes["second"], [out]) == {out: UP}
    assert over.degrees(nodes["first"], [out]) == {out: 0}
    assert over.degrees(nodes["second"], [out]) == {out: 1}
    falls = _tables(
        lambda first, second: (first - 3) * second * second / second, [1.0, 2.0], [1.0, 2.0]
    )
    nodes = {address[1]: node for node, address in falls.graph.axes.items()}
    out = falls.graph.at[RESULT]
    assert falls.grows(nodes["second"], [out]) == {out: DOWN}
