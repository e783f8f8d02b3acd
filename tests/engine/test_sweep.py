"""A sweep is many evaluations: at each of its points it says what the tree says."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.sweep import Designs, sweep
from model.engine.tree import Address, Instance, Program, TreeError
from tests import strategies, trees
from tests.near import assert_near

MODULE = import_module("model.engine.sweep")
SITE = trees.full_site()
VARIED = strategies.varied(SITE)
TARGETS = [(path, item.name) for path, i in SITE.walk() for item in i.book.quantities.values()]
BLOCKS, CAPACITY = ("site/tiers:project", "blocks"), ("site/tiers:project", "drive_capacity")
COST = ("site", "total_cost_of_ownership")


def columns(count: int, seed: int = 7) -> dict[Address, Designs]:
    rng = np.random.default_rng(seed)
    return {a: strategies.domain(item).sample(rng, count) for a, item in VARIED.items()}


def alone(axes: Mapping[Address, float]) -> dict[Address, float]:
    """Evaluate the tree for one design."""
    root = trees.full_site()
    instances = dict(root.walk())
    for (path, name), figure in axes.items():
        instances[path].inputs = {**instances[path].inputs, name: figure}
    program = Program(root)
    numbers = program.run(program.start(instances))
    return {a: float(x) for a, x in zip(program.addresses, numbers, strict=True)}


@pytest.mark.long
@pytest.mark.parametrize("block", [1, 3, 16384])
def test_a_point_of_a_sweep_is_an_evaluation(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every quantity at every point is what the tree says of it, whatever the blocks are."""
    monkeypatch.setattr(MODULE, "BLOCK", block)
    count = 7
    axes = columns(count)
    swept = sweep(SITE, axes, TARGETS)
    assert len(swept) == len(TARGETS) > 500
    for n in range(count):
        one = alone({address: float(column[n]) for address, column in axes.items()})
        found, expected = [swept[t][n] for t in TARGETS], [one[t] for t in TARGETS]
        assert_near(TARGETS, found, expected)


@pytest.mark.long
@settings(max_examples=20)
@given(strategies.designs(SITE))
def test_a_sweep_of_one_is_an_evaluation(design: dict[Address, float]) -> None:
    """The same for any design, alone in its sweep."""
    swept = sweep(SITE, design, TARGETS)
    one = alone(design)
    assert all(swept[target].shape == (1,) for target in TARGETS)
    found, expected = [swept[t][0] for t in TARGETS], [one[t] for t in TARGETS]
    assert_near(TARGETS, found, expected)


def test_the_order_of_designs_is_nothing() -> None:
    """Designs don't know of each other."""
    axes = columns(50)
    order = np.random.default_rng(1).permutation(50)
    swept = sweep(SITE, axes, [COST])[COST]
    mixed = sweep(SITE, {a: column[order] for a, column in axes.items()}, [COST])[COST]
    assert np.array_equal(mixed, swept[order])


def test_shapes() -> None:
    """One length for all; a single figure holds for every design, with or without brackets."""
    blocks = np.arange(1.0, 6.0)
    swept = sweep(SITE, {BLOCKS: blocks, CAPACITY: 20e12}, [COST, ("site", "usable_capacity")])
    assert {column.shape for column in swept.values()} == {(5,)}
    assert np.all(np.diff(swept[COST]) > 0)
    same = sweep(SITE, {BLOCKS: blocks, CAPACITY: [20e12]}, [COST])
    assert np.array_equal(swept[COST], same[COST])
    assert sweep(SITE, {}, [COST])[COST].shape == (1,)
    assert sweep(SITE, {BLOCKS: []}, [COST])[COST].shape == (0,)


@pytest.mark.parametrize("figures", [[1.0, 2.0], [[1.0], [2.0], [3.0]]])
def test_axes_that_dont_fit_are_refused(figures: list[object]) -> None:
    """The message shows the axes with their shapes."""
    with pytest.raises(ValueError, match=r"drive_capacity \((2,|3, 1)\)"):
        sweep(SITE, {BLOCKS: np.arange(3.0), CAPACITY: figures}, [COST])  # type: ignore[dict-item]


@pytest.mark.parametrize("address", [("site/tiers:nowhere", "blocks"), ("site", "nothing")])
def test_an_axis_that_isnt_there_is_refused(address: Address) -> None:
    """An axis that nothing reads would silently do nothing."""
    with pytest.raises(TreeError, match="that could be varied"):
        sweep(SITE, {address: [1.0, 2.0]}, [COST])


def test_a_target_that_isnt_there_is_refused() -> None:
    """The message names it."""
    with pytest.raises(TreeError, match="nothing gives 'nothing'"):
        sweep(SITE, {BLOCKS: [1.0]}, [("site", "nothing")])


def test_what_no_axis_reaches_is_the_same_everywhere() -> None:
    """A target apart from the axes is computed once, and an axis itself can be a target."""
    swept = sweep(SITE, {BLOCKS: [1.0, 2.0, 3.0]}, [BLOCKS, ("site", "dump_size")])
    assert list(swept[BLOCKS]) == [1, 2, 3]
    assert len(set(swept["site", "dump_size"])) == 1


def test_a_name_is_looked_up_from_its_path() -> None:
    """A target may be named as an instance below sees it."""
    below = ("site/tiers:project/healthy:healthy", "blocks")
    assert list(sweep(SITE, {BLOCKS: [4.0, 5.0]}, [below])[below]) == [4, 5]


def test_a_quantity_can_be_an_axis() -> None:
    """A figure in place of a formula goes before it."""
    address = ("site", "equipment_cost")
    swept = sweep(SITE, {address: [1e6, 2e6]}, [("site", "capital_cost")])
    assert list(swept["site", "capital_cost"]) == [1e6, 2e6]


def test_unknown_designs_stay_unknown() -> None:
    """An unknown figure makes that design unknown, and no other."""
    swept = sweep(SITE, {("site", "pue"): [1.2, np.nan, 1.4]}, [COST])
    assert list(np.isnan(swept[COST])) == [False, True, False]


def test_the_tree_and_the_axes_stay_as_they_were() -> None:
    """A sweep changes nothing that it was given."""
    figures = np.arange(1.0, 4.0)
    before = {path: dict(i.inputs) for path, i in SITE.walk()}
    result = sweep(SITE, {BLOCKS: figures}, [BLOCKS])[BLOCKS]
    result[0] = 99.0
    assert list(figures) == [1, 2, 3]
    assert {path: dict(i.inputs) for path, i in SITE.walk()} == before


@given(st.integers(1, 40), st.integers(1, 9))
def test_only_what_is_needed_is_computed(count: int, block: int) -> None:
    """What isn't needed isn't run; what no axis reaches runs once, the rest is read once."""
    calls = {"still": 0, "moving": 0, "idle": 0}

    book = Book("b")
    book.input("fixed", "1", "x", "Fixed", 1.0)
    book.input("axis", "1", "x", "Axis", 1.0)

    @book.quantity("1", "x", "s")
    def still(fixed: Num) -> Num:
        calls["still"] += 1
        return fixed * 2

    @book.quantity("1", "x", "s")
    def moving(axis: Num) -> Num:
        calls["moving"] += 1
        return axis * 2

    @book.quantity("1", "x", "s")
    def idle(axis: Num) -> Num:
        calls["idle"] += 1
        return axis * 2

    root = Instance("root", "root", book)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MODULE, "BLOCK", block)
        figures = np.arange(float(count))
        found = sweep(root, {("root", "axis"): figures}, [("root", "still"), ("root", "moving")])
    assert list(found["root", "moving"]) == list(figures * 2)
    assert calls == {"still": 1, "moving": 1, "idle": 0}


def test_every_bit_is_that_of_the_formulas() -> None:
    """Traced, folded and in buffers, a sweep gives what the steps give over the same arrays."""
    varied = columns(5)
    few = dict(list(varied.items())[::7])
    for axes in (varied, few, {BLOCKS: varied[BLOCKS]}):
        swept = sweep(SITE, axes, TARGETS)
        given = MODULE._given(SITE, axes)
        program = Program(given)
        values = program.start(dict(given.walk()))
        program.run(values)
        for target in TARGETS:
            expected = np.broadcast_to(np.asarray(values[program.slots[target]], float), 5)
            known = ~np.isnan(expected)
            assert np.array_equal(swept[target][known], expected[known]), target
            assert np.array_equal(np.isnan(swept[target]), ~known), target


def test_kernels_are_kept_by_shape_axes_and_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other figures take the same kernel; other axes or targets make another."""
    monkeypatch.setattr(MODULE, "_KERNELS", OrderedDict())
    for figures in ([1.0, 2.0], [3.0, 4.0, 5.0]):
        sweep(SITE, {BLOCKS: figures}, [COST])
    assert len(MODULE._KERNELS) == 1
    sweep(SITE, {CAPACITY: [1e13, 2e13]}, [COST])
    sweep(SITE, {BLOCKS: [1.0, 2.0]}, [("site", "usable_capacity")])
    assert len(MODULE._KERNELS) == 3


def test_a_buffer_is_no_result() -> None:
    """What two targets share, and what later operators overwrite, stays as it was."""
    book = Book("b")
    book.input("axis", "1", "x", "Axis", 1.0)
    book.quantity("1", "x", "s", name="twice")(lambda axis: axis * 2)
    book.quantity("1", "x", "s", name="as_well")(lambda axis: axis * 2)
    book.quantity("1", "x", "s", name="chosen")(lambda twice: np.where(twice > 4, twice, -twice))
    book.quantity("1", "x", "s", name="more")(lambda chosen: (chosen + 1) * (chosen - 1))
    axis = np.arange(5.0)
    targets = [("r", name) for name in ("twice", "as_well", "chosen", "more", "axis")]
    found = sweep(Instance("r", "r", book), {("r", "axis"): axis}, targets)
    chosen = np.array([0.0, -2.0, -4.0, 6.0, 8.0])
    expected = [2 * axis, 2 * axis, chosen, chosen**2 - 1, axis]
    assert [list(found[t]) for t in targets] == [list(one) for one in expected]
