"""What is said of blocks and of a design within a budget, from plans of round figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from model.answers.results import Check, Results
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.records import replace
from model.search.budget import NONE_BETTER, Afforded, Spent, better, figures, headline, heads

RACKS = REQUIREMENTS["racks"]
GROWING = {RACKS.required: 2.0, RACKS.planned: 1.0}


@dataclass
class Figures:
    """What the texts read of a plan: figures of the site, checks, racks of each year."""

    site: dict[str, float | None] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    racks: tuple[float, ...] = ()

    @property
    def values(self) -> dict[tuple[str, str], float | None]:
        of_site = {("site", name): value for name, value in self.site.items()}
        return of_site | {(f"{n}", "year_racks"): racks for n, racks in enumerate(self.racks)}

    def __getitem__(self, at: tuple[str, str]) -> float | None:
        return self.values[at]

    def years(self) -> list[str]:
        return [f"{n}" for n in range(len(self.racks))]


def plan_of(site: Mapping[str, float | None] = {}, **more: Any) -> Results:
    """Make a plan up."""
    known = {"usable_capacity": 2e15, "read_bandwidth": 3e9, "write_bandwidth": 2e9}
    return cast("Results", Figures({**known, "gross_cost": 800.0, **site}, **more))


def base(of_growth: float | None = None) -> Results:
    """Make up what a budget is asked for, in which one block costs so much for growth."""
    site = SimpleNamespace(currency="EUR", years=5)
    tiers = [SimpleNamespace(name="other"), SimpleNamespace(name="t")]
    one = {"tiers.1.blocks": 1}
    edited = {"later_capital_cost": of_growth}
    return cast(
        "Results",
        SimpleNamespace(
            plan=SimpleNamespace(scenario=SimpleNamespace(economics=site, tiers=tiers)),
            edited=lambda changes: plan_of(edited if changes == one else {}),
        ),
    )


def check(planned: float | None, name: str = "racks", **more: Any) -> Check:
    known = {"met": None, "margin": None, "bound": None, "bound_met": None}
    known |= {"at_most": True, "bound_at_most": False}
    return Check(name, f"Maximum {name}", "1", 9.0, planned, **{**known, **more})


FOUND = Afforded("t", 2, 1000.0, 900.0, 1100.0, plan_of(), "")
NONE = Afforded("t", 0, 1000.0, None, 1100.0, None, "")
BETTER = Spent({}, {"blocks": "3", "drives": "9"}, plan_of({"usable_capacity": 3e15}), proven=True)
GROWN = plan_of(GROWING, racks=(1.0, 2.0, 3.0))
BROKEN: Mapping[str, Any] = {"broken": ("racks: 3 instead of 2", "power"), "within": 1}
VERDICT = "growth exceeds the maximum number of racks from year 2 on"


def plain(text: str) -> str:
    return text.replace("\xa0", " ").replace("\N{NARROW NO-BREAK SPACE}", "")


@pytest.mark.parametrize(
    ("found", "of_growth", "said"),
    [
        (FOUND, None, "buys 2 blocks of t"),
        (replace(FOUND, blocks=1), None, "buys 1 block of t"),
        (replace(FOUND, blocks=1200), None, "buys 1200 blocks of t"),
        (NONE, None, "buys no block of t: one costs 1100 EUR"),
        (NONE, 0.0, "buys no block of t: one costs 1100 EUR"),
        (NONE, 60.0, "buys no block of t: one costs 1100 EUR, 60 EUR of it net for growth"),
        (
            replace(FOUND, plan=plan_of(checks=(check(1.0), check(None, "power")))),
            None,
            "buys 2 blocks of t (unknown whether they are within: Maximum power)",
        ),
        (
            replace(FOUND, plan=plan_of(checks=(check(None), check(None, "power")))),
            None,
            "buys 2 blocks of t (unknown whether they are within: Maximum racks, Maximum power)",
        ),
        (replace(FOUND, plan=plan_of(checks=(check(None, "budget"),))), None, "buys 2 blocks of t"),
        (
            replace(FOUND, plan=plan_of(checks=(check(None, "capacity", at_most=False),))),
            None,
            "buys 2 blocks of t",
        ),
        (replace(FOUND, plan=GROWN), None, f"buys 2 blocks of t; {VERDICT}"),
        (
            replace(FOUND, **BROKEN),
            None,
            "buys 2 blocks of t, but they exceed limits (racks: 3 instead of 2; power); at most 1 "
            "block are within them",
        ),
        (
            replace(FOUND, **{**BROKEN, "within": 0}),
            None,
            "buys 2 blocks of t, but they exceed limits (racks: 3 instead of 2; power); at most 0 "
            "blocks are within them",
        ),
    ],
)
def test_the_headline(found: Afforded, of_growth: float | None, said: str) -> None:
    text = plain(headline(found, base(of_growth)))
    assert text == f"1000 EUR gross over 5 years {said.replace('Maximum racks', 'Maximum racks')}"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (FOUND, ""),
        (replace(FOUND, has_searched=True), NONE_BETTER),
        (NONE, ""),
        (replace(NONE, has_searched=True), ""),
        (
            replace(FOUND, best=BETTER),
            "More usable capacity for the budget: blocks: 3; drives: 9",
        ),
        (
            replace(FOUND, best=replace(BETTER, proven=False)),
            "More usable capacity for the budget (best design found in the time allowed): "
            "blocks: 3; drives: 9",
        ),
        (
            replace(FOUND, **BROKEN, best=BETTER),
            "Most usable capacity within all limits for the budget: blocks: 3; drives: 9",
        ),
        (
            replace(FOUND, best=replace(BETTER, plan=GROWN)),
            f"More usable capacity for the budget: blocks: 3; drives: 9; {VERDICT}",
        ),
    ],
)
def test_the_sentence_on_a_better_design(found: Afforded, said: str) -> None:
    assert plain(better(found)) == said


ONE = [
    ("gross cost", "900 EUR"),
    ("remaining budget", "100 EUR"),
    ("gross cost with one block more", "1100 EUR"),
    ("usable capacity", "2 PB (1.776 PiB)"),
    ("read bandwidth", "3 GB/s"),
    ("write bandwidth", "2 GB/s"),
]
BOTH = [
    ("gross cost", "900 EUR", "800 EUR"),
    ("remaining budget", "100 EUR", "200 EUR"),
    ("gross cost with one block more", "1100 EUR", ""),
    ("usable capacity", "2 PB (1.776 PiB)", "3 PB (2.665 PiB)"),
    ("read bandwidth", "3 GB/s", "3 GB/s"),
    ("write bandwidth", "2 GB/s", "2 GB/s"),
]


@pytest.mark.parametrize(
    ("found", "head", "rows"),
    [
        (FOUND, ("figure", "value"), ONE),
        (NONE, ("figure", "value"), []),
        (replace(FOUND, best=BETTER), ("figure", "whole blocks", "better design"), BOTH),
        (
            replace(FOUND, **BROKEN, best=BETTER),
            ("figure", "whole blocks", "within limits"),
            BOTH,
        ),
        (
            replace(NONE, best=BETTER),
            ("figure", "value"),
            [(row[0], row[2]) for row in BOTH],
        ),
        (
            replace(FOUND, plan=plan_of({"later_capital_cost": 70.0}), best=BETTER),
            ("figure", "whole blocks", "better design"),
            [BOTH[0], ("of it for growth, net", "70 EUR", "0 EUR"), *BOTH[1:]],
        ),
        (
            replace(FOUND, plan=plan_of({"later_capital_cost": 0.0})),
            ("figure", "value"),
            ONE,
        ),
    ],
)
def test_the_table(found: Afforded, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    assert heads(found) == head
    assert [tuple(map(plain, row)) for row in figures(found, base())] == rows


def test_what_is_left() -> None:
    assert (FOUND.left, NONE.left, BETTER.cost) == (100.0, None, 800.0)
