"""Answers about a search, against every design of a small space planned in full."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise, product

import pytest

from model import choices, load_scenario
from model.design.scenario import edited
from model.errors import InputError
from model.search.answers import (
    alternatives,
    design_with,
    front,
    lacking,
    most_of,
    prices,
    why_not,
    with_alternatives,
    with_option,
)
from model.search.search import Design, SearchResult, search
from tests.search.spaces import FILE

BLOCKS, LAYOUT, ADAPTERS = "tiers.0.blocks", "tiers.0.target.layout", "tiers.0.adapters.per_server"
FIELDS = {BLOCKS: [4, 5, 6, 7, 8], LAYOUT: ["raidz2:10", "raidz3:11"], ADAPTERS: [3, 4]}
Picks = tuple[int, ...]


@pytest.fixture(scope="module")
def found() -> SearchResult:
    result = search(choices(edited(load_scenario(FILE), {"choices": FIELDS})))
    assert result.proven
    assert result.best is not None
    return result


@pytest.fixture(scope="module")
def every(found: SearchResult) -> dict[Picks, Design]:
    sizes = [range(len(one.options)) for one in found.choosing.choices]
    return {picks: found.choosing.design(picks) for picks in product(*sizes)}


def _cost(design: Design) -> float:
    return design.results["site", "capital_cost"] or math.inf


def _met(design: Design, share: float = 1.0, of: str = "") -> bool:
    """Whether a design meets all requirements, one of them so many times as high."""
    fits = design.results["site", "design_fits"] != 0
    return fits and all(
        check.planned >= check.required * share if check.name == of else bool(check.met)
        for check in design.results.checks
        if check.planned is not None and check.required is not None
    )


def _cheapest(every: dict[Picks, Design], **more: float | str) -> Design | None:
    good = [one for one in every.values() if _met(one, **more)]  # type: ignore[arg-type]
    return min(good, key=_cost, default=None)


def test_the_best_is_the_cheapest(found: SearchResult, every: dict[Picks, Design]) -> None:
    cheapest = _cheapest(every)
    assert cheapest is not None
    assert found.cost == pytest.approx(_cost(cheapest))


def test_alternatives_are_the_best_with_each_other_option(
    found: SearchResult, every: dict[Picks, Design]
) -> None:
    assert found.best is not None
    gaps: dict[Picks, float] = {}
    for n, choice in enumerate(found.choosing.choices):
        for option in range(len(choice.options)):
            if option != found.best.picks[n]:
                some = {p: one for p, one in every.items() if p[n] == option}
                if (one := _cheapest(some)) is not None:
                    gaps[one.picks] = (_cost(one) - found.cost) / found.cost
    for near, most in ((10.0, 5), (10.0, 2), (0.2, 5)):
        objective = found.choosing.scenario.objective
        assert objective is not None
        there = alternatives(found, objective.model_copy(update={"near": near}), most=most)
        wanted = sorted(gap for gap in gaps.values() if gap <= near)[:most]
        assert [one.gap for one in there] == pytest.approx(wanted)
        for one in there:
            assert one.gap == pytest.approx((_cost(one.design) - found.cost) / found.cost)
            assert found.choosing.labels(one.design.picks)[one.path] == one.option
    assert (there.stopped, there.looked_at, there.of) == (False, 6, 6)
    only = alternatives(found, of=[LAYOUT])
    assert only.of == 1
    assert {one.path for one in only} <= {LAYOUT}


@pytest.mark.parametrize("most", [0, 1, 5])
def test_no_alternative_is_better_than_the_best(
    found: SearchResult, every: dict[Picks, Design], most: int
) -> None:
    some = sorted((one for one in every.values() if _met(one)), key=_cost)
    assert _cost(some[-1]) > found.cost
    for former in (some[0], some[-1]):
        begun = replace(found, best=former, cost=_cost(former), proven=False)
        result, others = with_alternatives(begun, most=most)
        assert result.best is not None
        assert result.best.picks in {one.picks for one in some}
        assert result.figure == pytest.approx(_cost(result.best))
        assert result.cost <= begun.cost
        assert len(others) <= most
        for one in others:
            assert one.gap >= 0
            assert one.gap == pytest.approx(_cost(one.design) / result.cost - 1)
            assert one.design.choices[one.path] == one.option != result.best.choices[one.path]
        adopted = result.best.picks != former.picks
        assert adopted == (_cost(former) > found.cost)
        if adopted and most:
            assert former.picks in {one.design.picks for one in others}


def test_prices_are_those_of_five_per_cent_more(
    found: SearchResult, every: dict[Picks, Design]
) -> None:
    found_prices = prices(found)
    names = {check.title: check.name for check in found.best.results.checks}  # type: ignore[union-attr]
    assert len(found_prices) == 3
    for price in found_prices:
        best = _cheapest(every, share=1.05, of=names[price.what])
        if best is None:
            assert price.change is None
        else:
            assert price.change == pytest.approx(_cost(best) / found.cost - 1)


def test_each_design_of_a_front_is_the_cheapest_that_has_as_much(
    found: SearchResult, every: dict[Picks, Design]
) -> None:
    designs = front(found, "usable_capacity", most=4)
    assert 2 <= len(designs) <= 4
    there = [one.results["site", "usable_capacity"] or 0.0 for one in designs]
    assert all(more >= less * 1.05 for less, more in pairwise(there))
    for design, capacity in zip(designs, there, strict=True):
        as_good = [
            _cost(one)
            for one in every.values()
            if _met(one) and (one.results["site", "usable_capacity"] or 0.0) >= capacity
        ]
        assert _cost(design) == pytest.approx(min(as_good))


def test_what_is_lacking_is_what_is_not_met(
    found: SearchResult, every: dict[Picks, Design]
) -> None:
    seen = 0
    for design in every.values():
        reasons = {reason.what for reason in lacking(found, design)}
        unmet = {check.title for check in design.results.checks if check.met is False}
        unmet &= {reason.what for one in every.values() for reason in lacking(found, one)}
        assert {what for what in reasons if "fit" not in what} == unmet
        seen += bool(unmet)
    assert seen
    few = why_not(found, {BLOCKS: "4"})
    assert few
    for reason in few:
        assert reason.figure is not None
        assert (reason.figure < reason.needed) or reason.unit == "1" or reason.unit == "watt"


def test_options_are_replaced_by_their_names(found: SearchResult) -> None:
    assert found.best is not None
    labels = found.choosing.labels(found.best.picks)
    other = next(f"{n}" for n in FIELDS[BLOCKS] if f"{n}" != labels[BLOCKS])
    design = design_with(found, {BLOCKS: other})
    assert found.choosing.labels(design.picks) == labels | {BLOCKS: other}
    assert design_with(found, {}).picks == found.best.picks


@pytest.mark.parametrize(
    ("path", "label", "what"),
    [
        ("tiers.0.block", "4", f"'tiers.0.block' is not a variable: write {BLOCKS}"),
        (LAYOUT, "raidz2:11", "'raidz2:11' is not one of its options: write raidz"),
        (BLOCKS, "99", "'99' is not one of its options: write 4, 5, 6 …"),
    ],
)
def test_names_that_do_not_exist(found: SearchResult, path: str, label: str, what: str) -> None:
    with pytest.raises(InputError) as wrong:
        design_with(found, {path: label})
    assert what in str(wrong.value)


def test_only_designs_with_an_option_are_left(found: SearchResult) -> None:
    structures = found.choosing.structures
    for n, choice in enumerate(found.choosing.choices):
        for option in range(len(choice.options)):
            some = [with_option(structure, n, option) for structure in structures]
            left = sum(one.designs for one in some if one is not None)
            assert left * len(choice.options) == found.choosing.designs
    assert with_option(structures[0], 0, 99) is None


def test_what_excludes_all_designs_with_an_option(
    found: SearchResult, every: dict[Picks, Design]
) -> None:
    for n, choice in enumerate(found.choosing.choices):
        for option, one in enumerate(choice.options):
            reasons = most_of(found, choice.path, one.label)
            some = [design for picks, design in every.items() if picks[n] == option]
            always = set.intersection(*({r.what for r in lacking(found, d)} for d in some))
            assert {reason.what for reason in reasons} == always, (choice.path, one.label)
