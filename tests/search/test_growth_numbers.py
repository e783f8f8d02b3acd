"""How often a step of growth is needed, by when it is ordered, and what a demand requires: by hand.

The tier is made up: each number of a step comes to a figure of a table.
"""

from __future__ import annotations

import datetime
import math
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, cast

import pytest

from model.answers.results import Results
from model.errors import InputError, Place, Problem
from model.search import growth
from model.search.growth import (
    AROUND,
    NOT_ENOUGH,
    TOO_MANY,
    UNKNOWN,
    Goal,
    Way,
    _counted,
    _first_day,
    _keep_least,
    _least,
    _least_width,
    _replaced,
    _Seeker,
    _times,
    goal_of,
    grow,
    longest_lead_time,
    with_order,
)

DAY = 86400.0
D = datetime.date
Figure = Callable[[int], float | None]


class Made(_Seeker):
    """A tier that has so much after so many of a step; None: they can't be planned."""

    def __init__(self, goal: float, capacity: Figure, rate: Figure | None = None) -> None:
        wanted = {"usable_capacity": goal} | ({"write_bandwidth": 10.0} if rate else {})
        self.goal, self.excluded, self.ways = Goal("t", wanted), Counter(), {}
        self.of, self.rate, self.asked = capacity, rate, list[int]()

    def planned(self, before: Results, changes: Mapping[str, Any]) -> Any:
        self.asked.append(changes["count"])
        return None if self.of(changes["count"]) == -1 else changes["count"]

    def figures(self, results: Any) -> dict[str, float | None]:
        figure = self.of(results)
        return {
            "usable_capacity": None if figure == -2 else figure,
            "write_bandwidth": self.rate(results) if self.rate else 0.0,
        }


def first(count: int) -> dict[str, Any]:
    return {"count": count}


NEEDED: list[tuple[str, float, Figure, int, int | None, list[str]]] = [
    # what, goal, figure after so many, most of them: the least number, and why there is none
    ("one", 10, lambda n: 10.0 * n, 9, 1, []),
    ("just two", 20, lambda n: 10.0 * n, 9, 2, []),
    ("one more", 20.1, lambda n: 10.0 * n, 9, 3, []),
    ("as many as may be", 90, lambda n: 10.0 * n, 9, 9, []),
    ("too many", 90.1, lambda n: 10.0 * n, 9, None, [TOO_MANY.format("10", "9")]),
    ("thousands", 1e5, lambda n: 10.0 * n, 9999, None, [TOO_MANY.format("10,000", "9,999")]),
    ("later ones have less", 100, lambda n: 10.0 * n - (n > 2) * 5, 99, 11, []),
    ("far less: not found", 100, lambda n: 10.0 * n - (n > 2) * 50, 99, None, [NOT_ENOUGH]),
    ("four more at most", 100, lambda n: 10.0 * n - (n > 2) * 40, 99, 14, []),
    ("as many, and not enough", 100, lambda n: 10.0 * n - (n > 2) * 5, 10, None, [NOT_ENOUGH]),
    ("later ones have more", 100, lambda n: 10.0 * n + (n > 2) * 25, 99, 8, []),
    ("at most four fewer are tried", 100, lambda n: 10.0 * n + (n > 2) * 65, 99, 6, []),
    ("down to two", 40, lambda n: 10.0 * n + (n > 2) * 25, 99, 3, []),
    ("the second is less", 20, lambda n: 11.0 - n, 9, None, [NOT_ENOUGH]),
    ("the second is as much", 20, lambda _: 10.0, 9, None, [NOT_ENOUGH]),
    ("the first is unknown", 20, lambda n: -2 if n == 1 else 10.0 * n, 9, None, [UNKNOWN]),
    ("the second is unknown", 20, lambda n: -2 if n == 2 else 10.0 * n, 9, None, [UNKNOWN]),
    ("no first", 20, lambda n: -1 if n == 1 else 10.0 * n, 9, None, []),
    ("one is enough, there is no second", 9, lambda n: -1 if n == 2 else 10.0 * n, 9, 1, []),
    ("no second", 20, lambda n: -1 if n == 2 else 10.0 * n, 9, None, [NOT_ENOUGH]),
    ("the third can't be planned", 30, lambda n: -1 if n == 3 else 10.0 * n, 9, 4, []),
]


@pytest.mark.parametrize(
    ("goal", "of", "most", "least", "why"),
    [one[1:] for one in NEEDED],
    ids=[one[0] for one in NEEDED],
)
def test_the_least_number_of_a_step(
    goal: float, of: Figure, most: int, least: int | None, why: list[str]
) -> None:
    seeker = Made(goal, of)
    found: Any = _least(seeker, cast(Any, None), first, most)
    assert found == (None if least is None else (least, least))
    assert seeker.excluded == Counter(why)
    assert max(Counter(seeker.asked).values()) == 1, "none is planned twice"
    assert len(seeker.asked) <= 2 + 2 * AROUND


def test_the_least_number_reaches_all_figures() -> None:
    """What the first has already asks for none; of others the one that needs most."""
    had: list[tuple[Figure, int | None]] = [
        (lambda _: 10.0, 3),
        (lambda _: 9.9, None),
        (lambda n: 2.5 * n, 4),
        (lambda n: 5.0 * n, 3),
    ]
    for rate, least in had:
        found: Any = _least(Made(30, lambda n: 10.0 * n, rate), cast(Any, None), first, 9)
        assert found == (None if least is None else (least, least))


@pytest.mark.parametrize("most", [1, 2, 3, 8, 17])
def test_the_least_width_is_found_by_halves(most: int) -> None:
    """Of each number, by few plans; where the widest isn't enough, there is none."""
    for least in range(1, most + 1):
        seeker = Made(10.0 * least, lambda n: 10.0 * n)
        found: Any = _least_width(seeker, cast(Any, None), first, most)
        assert found == (least, least)
        assert len(seeker.asked) <= 1 + math.ceil(math.log2(most))
        assert not seeker.excluded
    for figure, why in ((lambda n: 10.0 * n, [NOT_ENOUGH]), (lambda _: -1.0, [])):
        seeker = Made(10.0 * most + 1, figure)
        assert _least_width(seeker, cast(Any, None), first, most) is None
        assert seeker.excluded == Counter(why)
    unplanned = Made(20.0, lambda n: -1 if n < most else 10.0 * n)
    if most > 1:
        found = _least_width(unplanned, cast(Any, None), first, most)
        assert found == (most, most)


def test_wider_ways_of_the_same_further_steps_are_left_out() -> None:
    """But for the widths that are always kept, and for ways of other steps."""
    seeker = Made(1.0, float)
    ways = [
        *[("a", f"widen {by}", "block: x 2") for by in (1, 2, 3, 4)],
        *[("a", f"widen {by}", "block: x 1") for by in (3, 4)],
        *[("a", f"widen {by}") for by in (3, 4)],
        ("a", "widen 2", "tier"),
        ("a", "widen 3", "tier"),
        ("a", "widen 3", "shelf"),
        ("b", "widen 3", "tier"),
        ("a", "fill", "block"),
    ]
    for way in ways:
        seeker.ways[way] = cast(Any, None)
    _keep_least(seeker, ("a",), {by: f"widen {by}" for by in (1, 2, 3, 4)}, {1, 4})
    gone = {
        ("a", "widen 2", "block: x 2"),
        ("a", "widen 3", "block: x 2"),
        ("a", "widen 3", "block: x 1"),
        ("a", "widen 3", "tier"),
    }
    assert set(ways) - set(seeker.ways) == gone


@pytest.mark.parametrize(
    ("title", "blocks", "count", "said"),
    [
        ("widen", None, 2, "widen (x 2)"),
        ("widen", None, 1, "widen"),
        ("add one block of a", None, 3, "add 3 blocks of a"),
        ("add one block of a", 1, 3, "add 3 blocks of a"),
        ("add 12 blocks of a", 12, 3, "add 14 blocks of a"),
        ("add 2 blocks of a", 2, 1, "add 2 blocks of a"),
        ("add one block, one block beside", None, 2, "add 2 blocks, one block beside"),
        ("add a pool", 9, 3, "add a pool (x 3)"),
    ],
)
def test_how_often_a_step_is_done(title: str, blocks: int | None, count: int, said: str) -> None:
    """The blocks of the tier that is added beside the first one count; others of the plan don't."""
    added = {} if blocks is None else {"blocks": blocks}
    changes = {"tiers": [{"blocks": 7}, added, {"blocks": 9}]}
    assert _times(title, cast(Any, SimpleNamespace(changes=changes)), 0, count) == said
    if blocks is None:
        assert _times(title, cast(Any, SimpleNamespace(changes={})), 0, count) == said


def test_each_plan_is_counted_and_told_and_what_cannot_be_planned_is_said() -> None:
    """The progress has the least known cost; a stopped search plans nothing more."""
    told: list[tuple[float, float | None]] = []

    def goes_on(share: float, best: float | None) -> bool:
        told.append((share, best))
        return len(told) < 5

    def edited(changes: Mapping[str, Any], *, in_order: bool) -> Any:
        assert not in_order
        if "wrong" in changes:
            raise InputError([Problem(Place("x"), "", "narrow"), Problem(Place("x"), "", "deep")])
        return "planned"

    seeker = Made(1.0, float)
    seeker.looked_at, seeker.watch = 0, cast(Any, SimpleNamespace(goes_on=goes_on))
    before = cast(Any, SimpleNamespace(edited=edited))
    results: list[Any] = []
    for n, price in enumerate((None, math.inf, 5.0, 7.0, 3.0)):
        if price is not None:
            seeker.ways[f"{n}",] = cast(Any, SimpleNamespace(price=lambda _, price=price: price))
        results.append(_Seeker.planned(seeker, before, {"wrong": 1} if n == 2 else {}))
    assert told == [(0.0, None), (0.0, None), (0.0, 5.0), (0.0, 5.0), (0.0, 3.0)]
    assert results == ["planned", "planned", None, "planned", None]
    assert (seeker.looked_at, dict(seeker.excluded)) == (5, {"deep": 1})


# Days.


def results_of(**economics: Any) -> Any:
    """A plan with a price date, of which the figures are asked for by their paths."""
    date = economics.pop("date", None)
    money = SimpleNamespace(**{"price_date": None, "lead_times": ()} | economics)
    site = SimpleNamespace(economics=money, date=date, tiers=[], demand=None)
    return SimpleNamespace(plan=SimpleNamespace(scenario=site))


@pytest.mark.parametrize(
    ("start", "today", "dated", "first_day"),
    [
        (None, None, False, None),
        (D(2027, 1, 1), None, False, D(2027, 1, 1)),
        (None, D(2027, 1, 2), False, D(2027, 1, 2)),
        (D(2027, 1, 1), D(2027, 1, 2), False, D(2027, 1, 2)),
        (D(2027, 1, 3), D(2027, 1, 2), False, D(2027, 1, 3)),
        (D(2027, 1, 1), D(2027, 1, 2), True, D(2027, 1, 1)),
    ],
)
def test_the_first_day_of_an_order(
    start: D | None, today: D | None, dated: bool, first_day: D | None, monkeypatch: Any
) -> None:
    monkeypatch.setattr(growth, "start_of", lambda _: start)
    assert _first_day(results_of(date=start if dated else None), today) == first_day


ORDERS: list[tuple[D | None, D | None, float | None, tuple[D | None, D | None, bool]]] = [
    # start, day of the goal, lead time in days: ordered by, there on, whether that is in time
    (D(2027, 1, 1), D(2027, 1, 31), 30, (D(2027, 1, 1), D(2027, 1, 31), True)),
    (D(2027, 1, 1), D(2027, 1, 30), 30, (D(2026, 12, 31), D(2027, 1, 31), False)),
    (D(2027, 1, 1), D(2027, 2, 5), 30, (D(2027, 1, 6), D(2027, 1, 31), True)),
    (D(2027, 1, 1), D(2027, 1, 1), None, (None, None, True)),
    (D(2027, 1, 1), None, 30, (None, D(2027, 1, 31), True)),
    (None, D(2027, 1, 31), 30, (D(2027, 1, 1), None, True)),
]


def keeping(
    monkeypatch: Any, lead: float | None, start: D | None, by: D | None, **more: Any
) -> Any:
    """A seeker that keeps a way; its cost falls by 10 EUR a month."""
    monkeypatch.setattr(growth, "new_misfits", lambda _, after, path: after.misfits.get(path, ()))
    monkeypatch.setattr(growth, "mixed_generations", lambda *_: ("mixed", "told"))
    seconds = None if lead is None else lead * DAY
    monkeypatch.setattr(growth, "longest_lead_time", lambda *_: (seconds, "disks"))
    monkeypatch.setattr(growth, "added_cost", lambda _, __, months=0.0: (1e3 - 10 * months, 900.0))
    monkeypatch.setattr(growth, "start_of", lambda _: more.get("base_start", start))
    seeker = Made(10.0, lambda _: more.get("has", 10.0))
    seeker.goal = Goal("t", {"usable_capacity": 10.0}, by)
    seeker.base = results_of(price_date=more.get("price_date"))
    seeker.start, seeker.path, seeker.known = start, "site/tiers:t", {"site/tiers:t"}
    seeker.met = {"racks"}
    return seeker


def after_of(misfits: Mapping[str, Any] = {}, checks: Any = ()) -> Any:
    class After(SimpleNamespace):
        def __getitem__(self, at: tuple[str, str]) -> float:
            return {("site", "total_cost_of_ownership"): 5e3}[at]

        def tiers(self) -> list[tuple[str, str]]:
            return [("t", "site/tiers:t"), ("new", "site/tiers:new")]

    site = SimpleNamespace(tiers=[SimpleNamespace(name="t")])
    return After(misfits=misfits, checks=checks, plan=SimpleNamespace(scenario=site))


@pytest.mark.parametrize(("start", "by", "lead", "wanted"), ORDERS)
def test_days_of_an_order(
    start: D | None, by: D | None, lead: float | None, wanted: tuple[Any, ...], monkeypatch: Any
) -> None:
    seeker = keeping(monkeypatch, lead, start, by)
    assert seeker.keep(("add",), after_of(), ["told", "once", "once"]) is True
    way = seeker.ways["add",]
    assert (way.order_by, way.arrives, way.in_time) == wanted
    assert way.lead_time == (None if lead is None else lead * DAY)
    assert way.warnings == ("told", "once", "mixed")
    assert (way.cost, way.known_cost, way.cost_of_years) == (1e3, 900.0, 5e3)
    assert way.figures["usable_capacity"] == 10.0
    assert way.lead_of == "disks"


@pytest.mark.parametrize(
    ("start", "price_date", "by", "months"),
    [
        (D(2027, 1, 1), None, D(2028, 1, 1), 12.0),
        (D(2027, 1, 1), D(2026, 1, 1), D(2028, 1, 1), 24.0),
        (D(2027, 1, 1), D(2026, 1, 1), D(2026, 6, 1), 12.0),  # no order before the start
        (D(2027, 1, 1), D(2029, 1, 1), D(2028, 1, 1), 0.0),
        (D(2027, 1, 1), None, None, 0.0),
        (None, D(2026, 1, 1), D(2028, 1, 1), 0.0),
    ],
)
def test_orders_have_the_prices_of_their_month(
    start: D | None, price_date: D | None, by: D | None, months: float, monkeypatch: Any
) -> None:
    seeker = keeping(monkeypatch, 0.0, start, by, price_date=price_date)
    seeker.keep(("add",), after_of(), ())
    assert seeker.ways["add",].cost_at_order == pytest.approx(1e3 - 10 * months, abs=0.25)


@pytest.mark.parametrize(
    ("has", "misfits", "checks", "reached", "why"),
    [
        (9.9, {}, [], False, NOT_ENOUGH),
        (-2, {}, [], False, UNKNOWN),
        (10.0, {"site/tiers:new": ["full"]}, [], True, "full"),
        (10.0, {"site": ["heavy"], "site/tiers:t": ["full"]}, [], True, "heavy"),
        (10.0, {}, [("racks", False)], True, "requirement no longer met: Racks"),
        (10.0, {}, [("power", False), ("racks", None), ("racks", True)], True, ""),
    ],
)
def test_what_is_no_way(
    has: float, misfits: Any, checks: Any, reached: bool, why: str, monkeypatch: Any
) -> None:
    """Too little, what doesn't fit, and a requirement that was met and is no longer."""
    seeker = keeping(monkeypatch, None, None, None, has=has)
    found = [SimpleNamespace(name=name, title=name.title(), met=met) for name, met in checks]
    assert seeker.keep(("add",), after_of(misfits, found), ()) is reached
    assert dict(seeker.excluded) == ({why: 1} if why else {})
    assert bool(seeker.ways) is not bool(why)


def test_ways_that_are_in_time_come_first_then_the_cheap_the_short_and_the_small(
    monkeypatch: Any,
) -> None:
    none: dict[str, Any] = dict.fromkeys(("lead_time", "order_by", "arrives", "cost_of_years"))

    def way(name: str, cost: float | None, usable: float | None, **more: Any) -> Way:
        figures = {"usable_capacity": usable}
        said = {"lead_of": "", "in_time": True, "known_cost": 0.0, **none, **more}
        return Way(tuple(name.split()), cast(Any, None), figures, cost, cost_at_order=cost, **said)

    ordered = [
        *(way("b", 1.0, 9.0), way("c d", 1.0, None), way("c e", 1.0, 0.5), way("a f", 1.0, 8.0)),
        *(way("b g", 1.0, 8.0), way("h", 2.0, 1.0), way("i", None, 1.0)),
        *(way("j", 0.5, 9.0, in_time=False), way("k", None, 9.0, in_time=False)),
    ]

    def search(seeker: Any, *_: Any) -> None:
        for one in (*ordered[5:], *reversed(ordered[:5])):
            seeker.ways[one.steps] = one
        seeker.excluded.update({"rare": 1, "often": 3})
        seeker.looked_at = 7

    monkeypatch.setattr(growth, "_search", search)
    monkeypatch.setattr(growth, "start_of", lambda _: None)
    site = SimpleNamespace(
        plan=results_of().plan,
        checks=[],
        values={("site/tiers:t", "usable_capacity"): 5.0},
        tiers=lambda: [("t", "site/tiers:t"), ("other", "site/tiers:other")],
    )
    found = grow(cast(Any, site), Goal("t", {"usable_capacity": 6.0}), today=D(2027, 1, 2))
    assert [one.name for one in found.ways] == [one.name for one in ordered]
    assert found.excluded == (("often", 3), ("rare", 1))
    assert (found.looked_at, found.complete, found.start) == (7, True, D(2027, 1, 2))
    assert found.today == {
        "usable_capacity": 5.0, "read_bandwidth": None, "write_bandwidth": None
    }  # fmt: skip
    already = grow(cast(Any, site), Goal("t", {"usable_capacity": 5.0}))
    assert (already.ways, already.looked_at) == ((), 0)
    late = grow(cast(Any, site), Goal("t", {"usable_capacity": 6.0}), seconds=-1.0)
    assert late.complete is True, "nothing asked for the time"


# Goals.


def tier(name: str, *, owned: bool = True, holds: str = "data") -> Any:
    return SimpleNamespace(name=name, is_owned=owned, holds=holds)


def site_of(tiers: list[Any], grows: Any = None, **usable: float | None) -> Any:
    scenario = SimpleNamespace(tiers=tiers, grows_for_site=grows)
    return SimpleNamespace(
        plan=SimpleNamespace(scenario=scenario),
        tiers=lambda: [(one.name, f"site/tiers:{one.name}") for one in tiers],
        values={(f"site/tiers:{name}", "usable_capacity"): value for name, value in usable.items()},
    )


@pytest.mark.parametrize(
    ("tiers", "grows", "named"),
    [
        ([tier("a")], None, "a"),
        ([tier("a"), tier("b", owned=False), tier("m", holds="metadata")], None, "a"),
        ([tier("a"), tier("b")], "b", "b"),
        ([tier("a"), tier("b"), tier("c", owned=False)], None, "choose the tier that grows: a, b"),
        ([tier("a", owned=False)], None, "choose the tier that grows: a"),
    ],
)
def test_the_tier_that_grows(tiers: list[Any], grows: Any, named: str) -> None:
    """The one that is entered, or the only owned one of data."""
    try:
        found = goal_of(site_of(tiers, grows), {"usable_capacity": 1.0}, None).tier
    except InputError as error:
        [problem] = error.problems
        assert problem.field == "tier"
        found = problem.what
    assert found == named


YEARS = [(D(2027, 12, 31), 10.0), (None, 99.0), (D(2028, 12, 31), 20.0), (D(2029, 12, 31), None)]


@pytest.mark.parametrize(
    ("path", "by", "asked"),
    [
        ("site/tiers:a", D(2027, 12, 31), 10.0),
        ("site/tiers:a", D(2028, 1, 1), 20.0),
        ("site", D(2028, 12, 31), 17.0),  # less the 3 of another tier of data
        ("site", D(2027, 1, 1), 7.0),
        ("site", D(2029, 1, 1), "by: the demand on this day is unknown: write the capacity"),
        ("site/tiers:a", D(2030, 1, 1), "by: the demand on this day is unknown"),
        ("site/tiers:a", None, "need: write the capacity needed, or enter a demand"),
        ("site/tiers:b", D(2028, 1, 1), "need: write the capacity needed, or enter a demand"),
    ],
)
def test_what_a_demand_requires_by_a_day(
    path: str, by: D | None, asked: float | str, monkeypatch: Any
) -> None:
    years = [SimpleNamespace(date=date, needed=needed) for date, needed in YEARS]
    needs = [SimpleNamespace(path=path, years=years)]
    monkeypatch.setattr(growth, "needs", lambda _: needs)
    tiers = [tier("a"), tier("b"), tier("c"), tier("m", holds="metadata")]
    site = site_of(tiers, "a", a=5.0, b=3.0, c=None, m=2.0)
    try:
        found: float | str = goal_of(site, {}, by).figures["usable_capacity"]
    except InputError as error:
        [problem] = error.problems
        found = f"{problem.field}: {problem.what}"
    assert found == asked if isinstance(asked, float) else str(found).startswith(asked)


def test_others_may_have_more_than_a_site_requires(monkeypatch: Any) -> None:
    need = SimpleNamespace(path="site", years=[SimpleNamespace(date=D(2028, 1, 1), needed=2.0)])
    monkeypatch.setattr(growth, "needs", lambda _: [need])
    site = site_of([tier("a"), tier("b")], "a", b=3.0)
    assert goal_of(site, {}, D(2028, 1, 1)).figures == {"usable_capacity": 0.0}


# Lead times.

FLASH = (50 * DAY, "flash: about 50 days, 2026-03")


@pytest.mark.parametrize(
    ("lines", "stated", "longest"),
    [
        ({}, {}, (None, "")),
        ({"ssd": (0.0, 1.0)}, {}, FLASH),
        ({"ssd": (1.0, 1.0)}, {}, (None, "")),
        ({"ssd": (2.0, 1.0), "server": (0, 1)}, {}, (70 * DAY, "servers: about 70 days, 2026-03")),
        ({"ssd": (0, 1)}, {"flash": 90 * DAY}, (90 * DAY, "flash, as entered")),
        ({"ssd": (0, 1), "server": (0, 1)}, {"servers": 9 * DAY}, FLASH),
        ({"option ssd": (0, 1)}, {}, (None, "")),
        ({"own": (0, 1)}, {}, (None, "")),
        ({"": (0, 1)}, {}, (None, "")),
        ({"cable": (0, 1)}, {"disks": DAY}, (None, "")),
        ({"nic": (0, 1)}, {}, (None, "")),  # nothing is published of it
    ],
)  # fmt: skip
def test_the_longest_lead_time_of_what_is_bought(
    lines: Mapping[str, tuple[float, float]], stated: Any, longest: Any, monkeypatch: Any
) -> None:
    """Of parts of the catalog of which more are bought than before, no options."""
    days = {"flash": 50, "servers": 70}

    def published(kind: str, _: Any) -> Any:
        if kind not in days:
            return None
        text = f"about {days[kind]} days"
        return SimpleNamespace(longest=days[kind] * DAY, text=text, date=D(2026, 3, 31))

    class Catalog:
        def __contains__(self, part: str) -> bool:
            return part != "own"

        def part(self, part: str) -> Any:
            return SimpleNamespace(kind=part)

    def planned(which: int) -> Any:
        of = [
            SimpleNamespace(
                path=name,
                pieces_bought=(name, "bought"),
                option=name.startswith("option"),
                part=name.rpartition(" ")[2],
            )
            for name in lines
        ]
        values = {(name, "bought"): counts[which] for name, counts in lines.items()}
        times = [
            SimpleNamespace(parts=of, time=SimpleNamespace(value=x)) for of, x in stated.items()
        ]
        found = results_of(lead_times=times)
        found.values, found.plan.lines, found.plan.catalog = values, of, Catalog()
        return found

    monkeypatch.setattr(growth, "lead_time", published)
    assert longest_lead_time(planned(0), planned(1)) == longest


@pytest.mark.parametrize(
    ("order", "start", "base_start", "phase"),
    [
        (None, D(2027, 1, 1), None, None),
        (D(2027, 2, 1), D(2027, 1, 1), None, D(2027, 2, 1)),
        (D(2026, 2, 1), D(2027, 1, 1), D(2028, 1, 1), D(2027, 1, 1)),
        (D(2026, 2, 1), None, D(2026, 3, 1), D(2026, 3, 1)),
        (D(2026, 2, 1), None, None, D(2026, 2, 1)),
    ],
)
def test_an_order_is_a_phase_no_sooner_than_the_first_day(
    order: D | None, start: D | None, base_start: D | None, phase: D | None, monkeypatch: Any
) -> None:
    monkeypatch.setattr(growth, "start_of", lambda _: base_start)
    monkeypatch.setattr(growth, "with_present", lambda base, changes: (base, changes))
    made = SimpleNamespace(results="in phases")
    asked: list[Any] = []

    def as_phase(*of: Any) -> Any:
        asked.append(of)
        return made

    monkeypatch.setattr(growth, "as_phase", as_phase)
    way = SimpleNamespace(order_by=order, results=SimpleNamespace(edited=lambda _: "as it is"))
    of = SimpleNamespace(start=start, goal=Goal("t", {}))
    found = with_order(cast(Any, of), cast(Any, way), cast(Any, "base"))
    assert found == cast(Any, "as it is" if phase is None else "in phases")
    assert asked == ([] if phase is None else [("base", "as it is", "Growth - t", phase)])


# Numbers of steps, as changes of a scenario.

TIERS = [{"name": "other"}, {"name": "t", "blocks": 2}]


def before_of(built: Any = None) -> Any:
    tiers = [SimpleNamespace(name="other", built=None), SimpleNamespace(name="t", built=built)]
    site = SimpleNamespace(tiers=tiers, data={"tiers": TIERS, "other": 1})
    return SimpleNamespace(plan=SimpleNamespace(scenario=site))


BUILT = SimpleNamespace(
    blocks=SimpleNamespace(value=2),
    enclosures=SimpleNamespace(per_block=SimpleNamespace(value=4)),
    target=SimpleNamespace(on_zfs=True, layout_at_creation="raidz2:4"),
)
ADDED = [*TIERS, {"name": "t 2", "blocks": 5}]
WITH = {"demand": 7}
STEPS: list[tuple[str, str, dict[str, Any], Any, int, dict[str, Any], int]] = [
    # step, title, its changes, the tier as built: the changes of three of it, and how many may be
    ("add_block", "", {"tiers": ADDED, **WITH}, BUILT, 3,
     {"tiers": [*TIERS, {"name": "t 2", "blocks": 7}], **WITH}, 10_000),
    ("add_block", "", {"tiers": ADDED, **WITH}, BUILT, 1, {"tiers": ADDED, **WITH}, 10_000),
    ("add_block", "", WITH, BUILT, 3, {**WITH, "tiers.1.blocks": 5}, 10_000),
    ("add_block", "", WITH, None, 3, WITH, 1),
    ("add_vdevs", "add 1 vdev to", {}, BUILT, 3, {"vdevs": ("t", 3)}, 64),
    ("add_vdevs", "add 10 vdevs to", WITH, BUILT, 3, WITH, 1),
    ("widen_raidz", "add 1 drive to", {}, BUILT, 3, {"drives": ("t", 3)}, 16),
    ("widen_raidz", "add 2 drives to", WITH, BUILT, 3, WITH, 1),
    ("add_enclosure", "", WITH, BUILT, 2,
     {**WITH, "tiers.1.enclosures.per_block": 6, "x": 1.5}, 12),
    ("add_enclosure", "", WITH, SimpleNamespace(enclosures=None), 2, WITH, 1),
    ("add_enclosure", "", WITH, None, 2, WITH, 1),
    ("fill_bays", "add 1 drive to", WITH, BUILT, 3, WITH, 1),
]  # fmt: skip


@pytest.mark.parametrize(("step", "title", "changes", "built", "count", "wanted", "most"), STEPS)
def test_so_many_of_a_step_are_one_change(
    step: str,
    title: str,
    changes: dict[str, Any],
    built: Any,
    count: int,
    wanted: dict[str, Any],
    most: int,
    monkeypatch: Any,
) -> None:
    """Its own changes stay as they are; the number goes up to what fits, or to a round limit."""
    for name in ("vdevs", "drives"):

        def added(_: Any, *of: Any, name: str = name) -> Any:
            return "title", {name: of}

        monkeypatch.setattr(growth, f"{name}_added", added)
    monkeypatch.setattr(growth, "targets_following", lambda *of: {"x": of[-1]})
    one = cast(Any, SimpleNamespace(step=step, title=title, changes=deepcopy(changes)))
    for fit, least in (
        (None, most),
        (9, min(most, 9)),
        (99, 99 if step == "widen_raidz" else most),
    ):
        monkeypatch.setattr(growth, "most_vdevs", lambda *_, fit=fit: fit)
        monkeypatch.setattr(growth, "most_drives", lambda *_, fit=fit: fit)
        make, limit = _counted(before_of(built), one, 1)
        limited = title.startswith(("add 1 vdev ", "add 1 drive ")) and step != "fill_bays"
        assert limit == (least if limited else most)
        assert make(count) == wanted
        assert one.changes == changes


def test_a_tier_entered_as_a_whole_is_copied_under_free_names(monkeypatch: Any) -> None:
    added = {"tiers": [*TIERS, {"name": "t 2"}, {"name": "last"}], **WITH}
    step = cast(Any, SimpleNamespace(step="add_block", title="", changes=added))
    make, most = _counted(before_of(), step, 1)
    assert most == 32
    for count in (1, 2, 4):
        found = make(count)
        names = [one["name"] for one in found["tiers"]]
        assert names == ["other", "t", *(f"t {n}" for n in range(2, 2 + count)), "last"]
        assert found["demand"] == 7


@pytest.mark.parametrize(("on_zfs", "layout"), [(True, "x"), (True, ""), (False, "x")])
def test_a_tier_is_replaced_by_its_own_parts_or_larger_drives(
    on_zfs: bool, layout: str, monkeypatch: Any
) -> None:
    """The pools that are made anew are of no former day."""
    monkeypatch.setattr(growth, "larger_drives", lambda *_: [("", "none"), ("big", "20 TB")])
    monkeypatch.setattr(growth, "with_new_parts", lambda _, parts: parts)
    seeker = keeping(monkeypatch, None, None, None)
    asked: list[Any] = []

    def planned(_: Any, changes: dict[str, Any]) -> Any:
        asked.append(changes)
        return after_of() if changes["tiers.1.blocks"] > 0 else None

    seeker.planned = planned
    target = SimpleNamespace(on_zfs=on_zfs, layout_at_creation=layout)
    before = before_of(SimpleNamespace(target=target))
    step = SimpleNamespace(changes={"owned": None}, warnings=("told",), title="replace")
    _replaced(seeker, before, cast(Any, step))
    new = {"tiers.1.target.created": None} if on_zfs and layout else {}
    first = {"owned": None, **new}
    assert asked[0] == {**first, "tiers.1.blocks": 1}
    assert asked[-1] == {**first, "tiers.1.drives.part": "big", "tiers.1.blocks": 2}
    assert list(seeker.ways) == [
        (f"replace the tier with 1 new blocks {title}",)
        for title in ("of the same parts", "with 20 TB")
    ]
    seeker.ways.clear()
    seeker.planned = lambda *_: after_of()
    _replaced(seeker, before_of(), cast(Any, step))
    assert list(seeker.ways) == [("replace",)]
