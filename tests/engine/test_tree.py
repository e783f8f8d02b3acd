"""Trees: where a name is looked up, what a program computes, and what doesn't fit together."""

from __future__ import annotations

import math
from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import given, settings

from model.engine import tree
from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.tree import Instance, Program, TreeError, compiled
from tests import strategies, trees
from tests.near import assert_near


def quantity(book: Book, name: str, *needs: str, **more: object) -> None:
    """Declare a quantity that adds what it needs."""
    source = f"lambda {', '.join(needs)}: {' + '.join(needs)}"
    book.quantity("1", "x", "test", name=name, **more)(eval(source))


def inputs(book: Book, *names: str, default: float | None = None) -> None:
    for name in names:
        book.input(name, "1", "x", "Title", default)


def results(root: Instance) -> dict[tuple[str, str], Num]:
    program = Program(root)
    values = program.run(program.start(dict(root.walk())))
    return dict(zip(program.addresses, values, strict=True))


def family() -> Instance:
    """Build a parent with two children, each of which has a quantity."""
    parent, child = Book("parent"), Book("child")
    inputs(parent, "base")
    parent.over("total", "sum_of_all", "1", "s", "Sum", roles=("children",), of="own_sum")
    parent.over("least", "least_of_all", "1", "s", "Least", roles=("children",), of="own_sum")
    inputs(child, "own")
    quantity(child, "own_sum", "own", "base")
    children = [Instance("children", f"n{n}", child, {"own": float(n)}) for n in (1, 2)]
    return Instance("root", "root", parent, {"base": 10.0}, {"children": children})


def test_a_name_is_looked_up_here_then_above() -> None:
    """What an instance doesn't have is its parent's."""
    values = results(family())
    assert values["root/children:n1", "own_sum"] == 11
    assert values["root/children:n2", "own_sum"] == 12


def test_what_is_nearer_hides_what_is_above() -> None:
    """The nearest instance that has the name gives it."""
    root = family()
    inputs(root.children["children"][0].book, "base", default=100.0)
    assert results(root)["root", "sum_of_all"] == 203


def test_totals_and_leasts_over_children() -> None:
    """A parent reads its children only by what it declares over them."""
    values = results(family())
    assert values["root", "sum_of_all"] == 23
    assert values["root", "least_of_all"] == 11


def test_a_sum_takes_the_parts_that_a_book_has() -> None:
    """A contributor joins the sum by saying so: inputs and formulas, and none by its name."""
    base, more = Book("base"), Book("more")
    base.sum_of_parts("bays_taken", "1", "n", "Bays that are taken")
    base.input("drives", "1", "n", "Drives", part_of="bays_taken")
    more.input("caches_per_drive", "1", "n", "Caches")

    @more.quantity("1", "n", "arithmetic", part_of="bays_taken")
    def caches(drives: float, caches_per_drive: float) -> float:
        """Caches."""
        return drives * caches_per_drive

    def taken(*chapters: Book) -> Num:
        given = {"drives": 4.0, "caches_per_drive": 0.5}
        book = Book("server", *chapters)
        figures = {name: given[name] for name in book.inputs}
        return results(Instance("server", "a", book, figures))["a", "bays_taken"]

    assert taken(base) == 4.0
    assert taken(base, more) == 6.0
    assert [part.name for part in Book("server", base, more).parts("bays_taken")] == [
        "drives",
        "caches",
    ]


def test_a_child_without_the_quantity_is_named() -> None:
    """The error names the child, what it lacks, and who needs it."""
    root = family()
    root.children["children"].append(Instance("children", "odd", Book("empty")))  # type: ignore[attr-defined]
    with pytest.raises(
        TreeError, match="root/children:odd has no 'own_sum', which root needs for 'sum_of_all'"
    ):
        Program(root)


def test_a_name_that_nothing_gives_is_named() -> None:
    """The error names the instance and the name."""
    book = Book("b")
    quantity(book, "one", "missing")
    with pytest.raises(TreeError, match="root: nothing gives 'missing'"):
        Program(Instance("root", "root", book))


def test_a_cycle_is_shown() -> None:
    """The error shows the way around."""
    book = Book("b")
    quantity(book, "one", "two")
    quantity(book, "two", "three")
    quantity(book, "three", "one")
    with pytest.raises(
        TreeError, match=r"a cycle: root\.one → root\.two → root\.three → root\.one"
    ):
        Program(Instance("root", "root", book))


def test_a_given_quantity_is_not_computed() -> None:
    """A figure that the scenario gives goes before the formula; what it needed isn't asked for."""
    book = Book("b")
    quantity(book, "one", "missing")
    assert results(Instance("root", "root", book, {"one": 7.0}))["root", "one"] == 7


def years(count: int, start: float | None = 5.0) -> Instance:
    """Build a site with years that add up, and a tier with the same years."""
    site, tier, year, part = (Book(name) for name in ("site", "tier", "year", "part"))
    inputs(site, "initial_running_sum", default=start)
    inputs(part, "own")
    inputs(year, "extra", default=0.0)
    year.over("total", "year_sum", "1", "s", "Sum", roles=("tiers",), of="own", aligned=True)
    quantity(year, "running_sum", "previous_running_sum", "year_sum", "extra")
    tiers = [
        Instance(
            "tiers",
            name,
            tier,
            {},
            {"years": [Instance("years", f"y{n}", part, {"own": 10.0**n}) for n in range(count)]},
        )
        for name in ("a", "b")
    ]
    own = [Instance("years", f"y{n}", year) for n in range(count)]
    return Instance("site", "site", site, {}, {"tiers": tiers, "years": own})


def test_a_year_totals_the_same_year_of_each_tier() -> None:
    """Aligned totals go by the instance's own name."""
    values = results(years(3))
    assert [values[f"site/years:y{n}", "year_sum"] for n in range(3)] == [2, 20, 200]


def test_a_year_reads_the_one_before() -> None:
    """`previous_x` is the elder sibling's x; the eldest reads `initial_x` from above."""
    values = results(years(3))
    assert [values[f"site/years:y{n}", "running_sum"] for n in range(3)] == [7, 27, 227]


def test_a_tier_without_the_year_is_named() -> None:
    """An aligned total needs the same descendant below each."""
    root = years(2)
    root.children["tiers"][1].children["years"].pop()  # type: ignore[attr-defined]
    with pytest.raises(TreeError, match="site/tiers:b/years:y1 has no 'own'"):
        Program(root)


def test_unknown_passes_on_and_no_further() -> None:
    """What nobody gave is unknown, and so is what is computed from it; the rest is not."""
    root = family()
    root.children["children"][0].inputs = {}
    values = results(root)
    assert math.isnan(values["root/children:n1", "own_sum"])
    assert math.isnan(values["root", "sum_of_all"])
    assert math.isnan(values["root", "least_of_all"])
    assert values["root/children:n2", "own_sum"] == 12


def test_a_default_counts_until_a_figure_is_given() -> None:
    """A given figure goes before the default."""
    book = Book("b")
    inputs(book, "base", default=3.0)
    quantity(book, "same", "base")
    assert results(Instance("root", "root", book))["root", "same"] == 3
    assert results(Instance("root", "root", book, {"base": 4.0}))["root", "same"] == 4


def test_one_program_for_one_shape() -> None:
    """Trees that differ in values only share a program; another input or child makes another."""
    one, other = trees.full_site(), trees.full_site()
    assert compiled(one) is compiled(other)
    other.inputs = {**other.inputs, "pue": 1.5}
    assert compiled(one) is compiled(other)
    other.inputs = {name: x for name, x in other.inputs.items() if name != "pue"}
    assert compiled(one) is not None
    assert "pue" not in other.inputs
    fewer = trees.full_site()
    fewer.children["years"].pop()  # type: ignore[attr-defined]
    for above in ("tiers", "metadata", "common"):
        for part in fewer.children[above]:
            part.children["years"].pop()  # type: ignore[attr-defined]
    assert compiled(fewer) is not compiled(one)


def test_a_given_quantity_makes_another_shape() -> None:
    """Where a figure replaces a formula, the program of the formula must not be used."""
    book = Book("b")
    inputs(book, "base", default=3.0)
    quantity(book, "same", "base")
    computed, given_ = Instance("r", "r", book), Instance("r", "r", book, {"same": 9.0})
    values = [compiled(root).run(compiled(root).start({"r": root})) for root in (computed, given_)]
    assert [
        v[compiled(r).slots["r", "same"]] for v, r in zip(values, (computed, given_), strict=True)
    ] == [3, 9]


def test_what_is_known_makes_no_other_shape() -> None:
    """A figure that nobody knows, or that has a default, is asked for in the same program."""
    book = Book("b")
    inputs(book, "base")
    inputs(book, "more", default=3.0)
    quantity(book, "both", "base", "more")
    roots = [
        Instance("r", "r", book, figures) for figures in ({}, {"base": 2.0}, {"more": 5.0, "x": 1})
    ]
    [program] = {compiled(root) for root in roots}
    at = program.slots["r", "both"]
    found = [program.run(program.start({"r": root}))[at] for root in roots]
    assert math.isnan(found[0])
    assert found[1] == 5
    assert math.isnan(found[2])


def test_programs_are_not_kept_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many shapes don't fill the memory; those that were asked for last stay."""
    monkeypatch.setattr(tree, "_PROGRAMS", OrderedDict())
    monkeypatch.setattr(tree, "_KEPT", 3)
    book = Book("b")
    inputs(book, "base")
    quantity(book, "same", "base")
    roots = [Instance("r", f"shape {n}", book) for n in range(5)]
    first = [compiled(root) for root in roots[:3]]
    assert compiled(roots[0]) is first[0]
    assert compiled(roots[3]) is not None
    assert [root.shape() in tree._PROGRAMS for root in roots] == [True, False, True, True, False]


def test_targets_restrict_the_program() -> None:
    """Only what the targets need is computed."""
    root = family()
    program = Program(root, [("root/children:n1", "own_sum")])
    assert [step.path for step in program.steps] == ["root/children:n1"]
    assert set(program.addresses) == {
        ("root/children:n1", "own"),
        ("root", "base"),
        ("root/children:n1", "own_sum"),
    }


def test_arrays_are_designs() -> None:
    """An input may be an array: then so is what is computed from it."""
    root = family()
    root.inputs = {"base": np.array([1.0, 2.0, 3.0])}
    assert list(results(root)["root", "sum_of_all"]) == [5, 7, 9]


SITE = trees.full_site()
PROGRAM = Program(SITE)


@pytest.mark.long
@settings(max_examples=25)
@given(strategies.designs(SITE), strategies.designs(SITE))
def test_a_design_alone_is_a_design_in_a_row(
    one: dict[tree.Address, float], other: dict[tree.Address, float]
) -> None:
    """A whole site evaluated for one design gives what the same design gives among others."""
    instances = dict(SITE.walk())

    def run(designs: list[dict[tree.Address, float]]) -> list[Num]:
        values = PROGRAM.start(instances)
        for slot, path, item in PROGRAM.inputs:
            own = values[slot]
            column = [design.get((path, item.name), own) for design in designs]
            if any((path, item.name) in design for design in (one, other)):
                values[slot] = np.array(column) if len(column) > 1 else np.float64(column[0])
        return PROGRAM.run(values)

    together = run([one, other])
    for n, design in enumerate((one, other)):
        row = [np.broadcast_to(swept, 2)[n] for swept in together]
        assert_near(PROGRAM.addresses, run([design]), row)


def test_a_procedure_reads_figures_of_what_is_below() -> None:
    """It is given its needs first, then each figure that it reads, in its order."""
    leaf, root = Book("leaf"), Book("root")
    leaf.input("height", "1", "h", "Height")
    root.input("width", "1", "w", "Width", 2.0, source="none")
    reads = ("leaves:b", "height"), ("leaves:a", "height"), ("", "width")

    @root.quantity("1", "x", "none", kind="opaque", reads=reads)
    def listed(width: Num, *figures: Num) -> Num:
        """Write what it is given as the digits of a number."""
        return sum(10**n * x for n, x in enumerate((width, *figures)))

    leaves = [Instance("leaves", name, leaf, {"height": h}) for name, h in (("a", 3), ("b", 5))]
    program = compiled(Instance("root", "root", root, {}, {"leaves": leaves}))
    values = program.run(program.start(program.instances))
    assert values[program.slots["root", "listed"]] == 2352
