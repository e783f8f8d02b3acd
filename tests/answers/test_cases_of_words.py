"""Words of answers case by case: at, below and above what decides, and where it is unknown."""

from __future__ import annotations

import datetime
from types import SimpleNamespace as Of
from typing import Any

import pytest

from model.answers import (
    comparison,
    extensions,
    forecast,
    missing_prices,
    placement,
    price_sheet,
    ranges,
    streams,
    swaps,
    verdict,
)
from model.answers.extensions import Extendable, Extension
from model.answers.losses import chance_of_loss
from model.answers.needs import Need
from model.answers.order_dates import OrderDate
from model.answers.ranges import Chance, Range
from model.answers.sentences import sentence_text
from model.answers.views import effects, extension_table, order_dates, requirements
from model.units.figures import MINUS, THIN
from model.units.kinds import DAY

WEEK, YEAR = 7 * DAY, 365.25 * DAY
PLAIN = str.maketrans({THIN: " ", MINUS: "-"})
ON = datetime.date(2029, 3, 1)


class Found(dict[Any, Any]):
    """Values, as results give them."""

    def __init__(self, values: dict[Any, Any], **more: Any) -> None:
        super().__init__(values)
        self.__dict__.update(more)

    @property
    def values(self) -> Any:
        return self

    def known(self, *at: str) -> Any:
        return self[at]


# By when to order

ORDERS = [
    # a time, its day; what a sentence says, and what a table says
    (-1 * WEEK, ON, "with the purchase: they take 1 week longer than it suffices",
     "with the purchase (1 week late)"),
    (-3.6 * WEEK, None, "with the purchase: they take 4 weeks longer than it suffices",
     "with the purchase (4 weeks late)"),
    (0.0, ON, "by 2029-03-01", "2029-03-01"),
    (2 * YEAR, ON, "by 2029-03-01", "2029-03-01"),
    (0.0, None, "at the latest 0 s after the purchase", "0 s after the purchase"),
    (2 * YEAR, None, "at the latest 2 years after the purchase", "2 years after the purchase"),
]  # fmt: skip


@pytest.mark.parametrize(("time", "day", "said", "cell"), ORDERS)
def test_parts_are_ordered_with_the_purchase_or_later(
    monkeypatch: pytest.MonkeyPatch, time: float, day: datetime.date | None, said: str, cell: str
) -> None:
    one = OrderDate("disks", "site", 10 * WEEK, time, day, None)
    monkeypatch.setattr(order_dates, "order_dates", lambda *_: (one,))
    monkeypatch.setattr(order_dates, "figure", lambda *_: "")
    none: Any = None
    sentence = order_dates.order_sentence(none, none)
    assert sentence == f"order more disks (lead time 10 weeks) {said}"
    assert order_dates.order_table(none, Of(name="t")).rows[0].entries[1] == cell  # type: ignore[arg-type]


# What an edit did


def site(values: dict[str, float | None], currency: str = "EUR") -> Any:
    units = {"usable_capacity": "byte", "racks": "1", "capital_cost": "currency",
             "total_cost_of_ownership": "currency"}  # fmt: skip
    return Found(
        {("site", name): value for name, value in values.items()},
        plan=Of(scenario=Of(economics=Of(currency=currency))),
        item=lambda _, name: Of(unit=units.get(name, "1")),
    )


PB = 1e15
EFFECTS: list[tuple[Any, Any, list[str]]] = [
    # before, after, and what is said
    (site({}), site({}), []),
    (site({"usable_capacity": PB}), site({"usable_capacity": PB * (1 + 1e-10)}), []),
    (site({"usable_capacity": PB}), site({"usable_capacity": 2.5 * PB}), ["+1.5 PB usable"]),
    (site({"usable_capacity": 2.5 * PB}), site({"usable_capacity": PB}), ["-1.5 PB usable"]),
    (site({"usable_capacity": None}), site({"usable_capacity": None}), []),
    (site({"usable_capacity": None}), site({"usable_capacity": PB}),
     ["usable capacity known now: 1 PB"]),
    (site({"usable_capacity": PB}), site({"usable_capacity": None}),
     ["usable capacity now unknown, was 1 PB"]),
    (site({"racks": 1.0}), site({"racks": 2.0}), ["a second rack"]),
    (site({"racks": 8.0}), site({"racks": 7.0}), ["without the eighth rack"]),
    (site({"racks": 10.0}), site({"racks": 11.0}), ["an eleventh rack"]),
    (site({"racks": 11.0}), site({"racks": 12.0}), ["a twelfth rack"]),
    (site({"racks": 12.0}), site({"racks": 13.0}), ["+1 rack"]),
    (site({"racks": 1.0}), site({"racks": 3.0}), ["+2 racks"]),
    (site({"capital_cost": 5000.0, "total_cost_of_ownership": 7000.0}),
     site({"capital_cost": 6000.0, "total_cost_of_ownership": 8000.0}),
     ["+1000 EUR purchase cost"]),
    (site({"capital_cost": 5000.0, "total_cost_of_ownership": 7000.0}),
     site({"capital_cost": 5000.0, "total_cost_of_ownership": 8000.0}),
     ["+1000 EUR over all years"]),
    (site({"capital_cost": None, "known_capital_cost": 5000.0}),
     site({"capital_cost": None, "known_capital_cost": 4000.0}),
     ["-1000 EUR purchase cost (known part)"]),
    (site({"capital_cost": 5000.0, "known_capital_cost": 5000.0}),
     site({"capital_cost": 5000.0, "known_capital_cost": 4000.0}), []),
    (site({"capital_cost": 5000.0}), site({"capital_cost": 5000.0}, "USD"),
     ["5000 USD purchase cost, was 5000 EUR"]),
    (site({"capital_cost": 0.0}), site({"capital_cost": 0.0}, "USD"), []),
    (site({"usable_capacity": PB}), site({"usable_capacity": PB}, "USD"), []),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), EFFECTS)
def test_an_effect_is_said_of_what_differs(before: Any, after: Any, said: list[str]) -> None:
    found = [str(one).translate(PLAIN) for one in effects.effects(before, after)]
    assert found == said


UNSAID: Any = ...
TURNS: list[tuple[Any, Any, str]] = [
    # whether a requirement was met and is met (unsaid: not required), and what is said
    (True, True, ""), (True, False, "✗ no longer met: racks"), (True, None, "✗ now unknown: racks"),
    (None, True, "✓ met now: racks"), (None, False, "✗ not met: racks"), (None, None, ""),
    (False, True, "✓ met now: racks"), (False, False, ""), (False, None, ""),
    (UNSAID, True, "✓ met now: racks"), (UNSAID, False, "✗ not met: racks"), (UNSAID, None, ""),
    (True, UNSAID, ""),
]  # fmt: skip


@pytest.mark.parametrize(("once", "now", "said"), TURNS)
def test_a_turned_requirement_is_said_unless_nothing_fits_any_more(
    monkeypatch: pytest.MonkeyPatch, once: Any, now: Any, said: str
) -> None:
    monkeypatch.setattr(effects, "verdict_waits_for", lambda *_: ())
    monkeypatch.setattr(effects, "figures_waited_for", lambda *_: ())
    monkeypatch.setattr(effects, "unfit", lambda one: one.unfit)
    monkeypatch.setattr(effects, "unsuited", lambda one: one.unsuited)

    def found(met: Any, unfit: tuple[str, ...] = (), unsuited: tuple[str, ...] = ()) -> Any:
        checks = [] if met is UNSAID else [Of(name="racks", met=met)]
        return Of(checks=checks, unfit=unfit, unsuited=unsuited)

    def turns(before: Any, after: Any) -> list[tuple[str, str]]:
        return [(str(one), one.tone) for one in effects.turned(before, after)]

    own = [(said, "good" if "✓" in said else "bad")] if said else []
    assert turns(found(once), found(now)) == own
    assert turns(found(once), found(now, ("bays",))) == [("✗ doesn't fit: bays", "bad")]
    assert turns(found(once, ("bays",)), found(now, ("bays",))) == own
    again = ("✓ compatible again: bays", "good")
    assert turns(found(once, ("bays",)), found(now)) == [again, *own]
    doubt = found(now, unsuited=("old", "new"))
    assert turns(found(once, unsuited=("old",)), doubt) == [("✗ warning: new", "bad"), *own]


# Chances and ranges


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (None, "unknown"), (1e-12, "below 1e-9; what isn't modelled dominates"),
        (0.99e-9, "below 1e-9; what isn't modelled dominates"), (1e-9, "1 in 1 billion"),
        (1.0, "100 %"),
    ],
)  # fmt: skip
def test_a_loss_below_what_is_modelled_has_no_figure(chance: float | None, said: str) -> None:
    assert chance_of_loss(chance).translate(PLAIN).replace(".00", "") == said


@pytest.mark.parametrize(
    ("bound", "high", "is_beyond"),
    [
        (10.0, 10.0, False), (10.0, 9.0, False), (10.0, 10.0 * (1 + 0.5e-9), False),
        (10.0, 10.1, True), (None, 9.0, False), (10.0, None, False),
    ],
)  # fmt: skip
def test_a_range_beyond_its_bound_is_of_single_runs(
    monkeypatch: pytest.MonkeyPatch, bound: float | None, high: float | None, is_beyond: bool
) -> None:
    found = None if high is None else Range(1.0, high)
    monkeypatch.setattr(ranges, "range_of", lambda *_: found)
    results: Any = {("t", "read_bandwidth_bound"): bound}
    text = ranges.of_mean_run(results, "t", "read")
    assert text == (" in an average run" if is_beyond else "")


def check(name: str, met: bool | None, *, is_target: bool = False) -> Any:
    return Of(name=name, met=met, is_target=is_target)


WEAKEST: list[tuple[list[Any], dict[str, tuple[float, float]], str | None]] = [
    # requirements, in which share of the cases they are met and unknown; which is weakest
    ([], {}, None),
    ([check("racks", True)], {}, None),
    ([check("racks", False)], {}, "racks"),
    ([check("racks", None)], {}, None),
    ([check("racks", None)], {"racks": (0.1, 0.0)}, None),
    ([check("racks", False, is_target=True)], {}, None),
    ([check("racks", True), check("power", False)], {"racks": (0.5, 0.0)}, "power"),
    ([check("racks", True), check("power", True)], {"racks": (0.5, 0.0), "power": (0.6, 0.0)},
     "racks"),
    ([check("racks", True), check("power", True)], {"racks": (0.5, 0.2), "power": (0.6, 0.0)},
     "power"),
    ([check("racks", True)], {"racks": (1.0, 0.0)}, None),
]  # fmt: skip


@pytest.mark.parametrize(("checks", "chances", "expected"), WEAKEST)
def test_the_weakest_is_what_is_met_least_often(
    monkeypatch: pytest.MonkeyPatch,
    checks: list[Any],
    chances: dict[str, tuple[float, float]],
    expected: str | None,
) -> None:
    """Cases of which nothing is known may meet it: they don't count against it."""
    drawn = {name: Chance(name, name, *both) for name, both in chances.items()}
    monkeypatch.setattr(verdict, "ranges", lambda _: Of(chances=drawn))
    found = verdict.weakest(Of(checks=checks))  # type: ignore[arg-type]
    assert (found.check.name if found else None) == expected
    if found:
        assert found.chance is drawn.get(found.check.name)


@pytest.mark.parametrize(
    ("chance", "said"),
    [(None, ""), ((0.5, 1.0), ""), ((0.5, 0.0), "all met in 50 % of sampled cases"),
     ((1.0, 0.0), "all met in 100 % of sampled cases")],
)  # fmt: skip
def test_all_are_met_in_a_share_of_the_cases(
    monkeypatch: pytest.MonkeyPatch, chance: tuple[float, float] | None, said: str
) -> None:
    together = None if chance is None else Chance("all", "All", *chance)
    monkeypatch.setattr(verdict, "ranges", lambda _: Of(together=together))
    none: Any = None
    assert verdict.together(none).translate(PLAIN) == said


# Prices of one part in several lines


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([("5 EUR", 2.0)], "5 EUR"),
        ([("5 EUR", 2.0), ("5 EUR", 3.0)], "5 EUR"),
        ([("5 EUR", 2.0), ("6 EUR", 3.0)], "5 EUR (2 of 5); 6 EUR (3 of 5)"),
        ([("5 EUR", 2.0), ("6 EUR", 3.0), ("5 EUR", 4.0)], "5 EUR (6 of 9); 6 EUR (3 of 9)"),
        ([("5 EUR", None), ("6 EUR", 3.0)], "5 EUR (0 of 3); 6 EUR (3 of 3)"),
    ],
)
def test_unlike_prices_of_a_part_have_their_pieces(
    monkeypatch: pytest.MonkeyPatch, lines: list[tuple[str, float | None]], said: str
) -> None:
    monkeypatch.setattr(price_sheet, "current_price_text", lambda _, line: line.text)
    rows: Any = [Of(text=text, pieces_bought=n) for n, (text, _) in enumerate(lines)]
    results: Any = {n: pieces for n, (_, pieces) in enumerate(lines)}
    assert price_sheet.current_prices_text(results, rows) == said


# Steps of extensions


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (1.0, 2.0, ["it needs 1 more rack"]), (1.0, 3.0, ["it needs 2 more racks"]),
        (2.0, 2.0, []), (3.0, 2.0, []), (None, 2.0, []), (2.0, None, []), (None, None, []),
    ],
)  # fmt: skip
def test_a_step_that_fills_racks_says_how_many(
    monkeypatch: pytest.MonkeyPatch, before: float | None, after: float | None, said: list[str]
) -> None:
    monkeypatch.setattr(extensions, "new_misfits", lambda *_: ())

    def found(racks: float | None) -> Any:
        return Found({("site", "racks"): racks}, checks=[], warnings=["u: 1 thing", "t: 5 things"])

    assert list(extensions._worse(found(before), found(after), "site/tiers:t")) == said


def test_a_step_says_what_becomes_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """A requirement that was met, not one that was missed; a warning of its tier that is new."""
    misfits = {"site/tiers:t": "too hot", "site": "too heavy"}
    monkeypatch.setattr(extensions, "new_misfits", lambda *both: [misfits[both[2]]])

    def found(met: tuple[bool | None, ...], *warnings: str) -> Any:
        titles = zip(("a", "b", "c", "d"), met, strict=True)
        checks = [Of(name=name, title=name, met=one) for name, one in titles]
        return Found({}, checks=checks, warnings=warnings)

    before = found((True, False, None, True), "t: 5 of 6 fit")
    after = found((False, False, False, None), "t: 4 of 6 fit", "t: new", "u: other", "t: 7, too")
    assert list(extensions._worse(before, after, "site/tiers:t")) == [
        "too hot", "too heavy", "requirement no longer met: a", "new", "7, too",
    ]  # fmt: skip


def dated(kind: str, because: str = "", weeks: int = 10) -> OrderDate:
    known: Any = Of(because=because, source="x.yaml") if because != "none" else None
    return OrderDate(kind, "site", weeks * WEEK, 5 * WEEK, ON, known)


SERVERS, DISKS = dated("servers"), dated("disks", "asked", 20)
HARD: Any = Of(built=Of(drives=Of(part="hdd")))
ORDERED: list[tuple[Any, str, OrderDate | None]] = [
    # a tier, a step, and which order of its parts is dated; servers take longest
    (HARD, "add_block", SERVERS), (HARD, "add_vdevs", DISKS), (HARD, "widen_raidz", DISKS),
    (HARD, "replace_drives", DISKS), (HARD, "retire_block", None),
    (Of(built=Of(drives=Of(part=None))), "add_vdevs", SERVERS),
    (Of(built=Of(drives=Of(part="tape"))), "add_vdevs", SERVERS),
    (Of(built=Of(drives=Of(part="ssd"))), "add_vdevs", None),
    (Of(built=None), "add_vdevs", SERVERS),
]  # fmt: skip


@pytest.mark.parametrize(("tier", "step", "expected"), ORDERED)
def test_the_order_of_a_step_is_that_of_its_parts(
    monkeypatch: pytest.MonkeyPatch, tier: Any, step: Any, expected: OrderDate | None
) -> None:
    monkeypatch.setattr(extensions, "order_dates", lambda *_: (SERVERS, DISKS))
    kinds = {"hdd": "disks", "ssd": "flash"}
    monkeypatch.setattr(extensions, "KINDS", kinds)
    catalog = Of(part=lambda key: Of(kind=key))
    results: Any = Of(plan=Of(catalog=catalog))
    need: Any = Of()
    assert extensions._order(results, tier, need, step) is expected
    assert extensions._order(results, tier, None, step) is None


def extendable(*orders: OrderDate | None, **need: Any) -> Extendable:
    steps = tuple(Extension("add_block", "x", {}, {}, {}, order=one) for one in orders)
    of_past: Any = {"name": "t", "path": "t", "source": "history", "years": (), "time_full": YEAR,
                    "full_on": ON, "late_time": None, "late_on": None, "horizon": 5,
                    "is_known": True, "bought_by": ""}  # fmt: skip
    found = Need(**of_past | need) if need else None
    return Extendable("t", "t", True, None, found, steps)


def test_lead_times_are_named_once_with_their_sources() -> None:
    early, today = "the early end of 'Full on'", "'Full on' of today"
    none = extension_table.meant
    assert none([]) == none([extendable(None)]) == extension_table.MEANT
    found = none([extendable(DISKS, None, SERVERS, DISKS), extendable(dated("memory", "none"))])
    assert found == (
        f"{extension_table.MEANT} 'Order by' is {today} less the lead time: 140 days for disks "
        "(asked); 70 days for servers (x.yaml); 70 days for memory."
    )
    for changes, said in (
        ({"late_on": ON}, today), ({"late_on": None}, early), ({"source": "groups"}, today),
        ({"is_known": False}, today), ({"time_full": None}, today),
    ):  # fmt: skip
        one = extendable(DISKS, **changes)
        assert f" 'Order by' is {said} less" in none([extendable(None), one])


# Forecasts from past usage

HISTORY: dict[str, Any] = {"capacity": None, "purged": None, "question": None, "quantile": 0.9,
                           "samples": 1, "is_purged": False, "model": None}  # fmt: skip
RECORDED: dict[tuple[str, str], Any] = {
    ("t", "history_time"): DAY, ("t", "history_volume"): 2e12, ("t", "history_capacity"): 5e12,
    ("t", "history_added"): 1.0, ("site", "year_length"): 3e12, ("y", "forecast_reach"): 2.0,
}  # fmt: skip


def told(values: dict[tuple[str, str], Any], **history: Any) -> list[str]:
    found: Any = Found(RECORDED | values)
    end = Of(path="y", year=5)
    need: Any = Of(history=Of(**HISTORY | history), path="t", end=end)
    return [one.translate(PLAIN) for one in forecast.forecast_sentences(found, need)]


FORECASTS: list[tuple[dict[tuple[str, str], Any], dict[str, Any], int, str]] = [
    # values, the history, which sentence, and all that it says
    ({}, {}, 0, "Usage history: 1 day, purges unknown, on a system of unknown capacity; 2 TB at "
                "its end"),
    ({("t", "history_time"): 2.4 * DAY}, {"capacity": 1, "purged": True}, 0,
     "Usage history: 2 days, with purges, on a system of 5 TB; 2 TB at its end"),
    ({}, {"purged": False}, 0,
     "Usage history: 1 day, without purges, on a system of unknown capacity; 2 TB at its end"),
    ({}, {"is_purged": True, "capacity": 1, "purged": True, "question": "with_purge"}, 1,
     "Forecast: data that will be stored while the purge continues, on the recorded system, so at "
     "most 5 TB; the plan uses the 90 % quantile of 1 simulated future"),
    ({}, {"is_purged": True, "purged": True, "samples": 2}, 1,
     "Forecast: data that would be stored without the purge; the plan uses the 90 % quantile of 2 "
     "simulated futures"),
    ({}, {"capacity": 1, "purged": False}, 1,
     "Forecast: data that will be stored; the plan uses the 90 % quantile of 1 simulated future"),
    ({}, {}, 1,
     "Forecast: recorded usage continued, with or without a purge, as whether files were purged "
     "is unknown; the plan uses the 90 % quantile of 1 simulated future"),
    ({}, {}, 2, "Growth: linear, 3 TB a year"),
    ({("t", "history_growth"): 0.25}, {"model": "exponential"}, 2,
     "Growth: exponential, +25 % a year, as entered"),
    ({("t", "linear_error"): 0.1}, {}, 2,
     "Growth: linear, 3 TB a year; mean error in the second half of the history: 10 %"),
    ({("t", "exponential_error"): 0.1}, {}, 2, "Growth: linear, 3 TB a year"),
    ({("t", "linear_error"): 0.1, ("t", "exponential_error"): 0.2}, {}, 2,
     "Growth: linear, 3 TB a year; mean error in the second half of the history: linear 10 %, "
     "exponential 20 %"),
    ({}, {}, 3, "Backtest: none, as the history has too few records"),
    ({("t", "backtest_forecast"): 1e12}, {}, 3,
     "Backtest: none, as the history has too few records"),
]  # fmt: skip
TESTED = {("t", f"backtest_{name}"): value
          for name, value in (("forecast", 3e12), ("recorded", 2e12), ("low", 1e12),
                              ("high", 4e12), ("holds", 1.0))}  # fmt: skip
FORECASTS += [
    (TESTED, {}, 3, "Backtest: from the first half of the history, 3 TB (1 TB to 4 TB) was "
                    "forecast for its end; recorded: 2 TB (+50 % error), inside the range"),
    (TESTED | {("t", "backtest_holds"): 0.0, ("t", "backtest_low"): 4e12}, {}, 3,
     "Backtest: from the first half of the history, 3 TB (4 TB) was forecast for its end; "
     "recorded: 2 TB (+50 % error), outside the range"),
    ({("y", "forecast_reach"): 2.1}, {}, 4, "Year 5 is 2.1 times as far ahead as the history is "
                                            "long: growth may change by then"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "history", "n", "said"), FORECASTS)
def test_a_forecast_says_what_it_rests_on(
    values: dict[tuple[str, str], Any], history: dict[str, Any], n: int, said: str
) -> None:
    """Each sentence has its place; how far ahead it is stands there beyond twice the history."""
    found = told(values, **history)
    assert found[n].replace(".0 %", " %") == said
    assert len(found) == max(4, n + 1)
    assert forecast.forecast_sentences(Found({}), Of(history=None)) == ()  # type: ignore[arg-type]


# What is known of a part only


@pytest.mark.parametrize(
    ("name", "values", "found", "shown"),
    [
        ("racks", {"racks": 0.0}, 0.0, (0.0, False)),
        ("capital_cost", {"capital_cost": None, "known_capital_cost": 0.0}, None, (None, False)),
        ("capital_cost", {"capital_cost": None, "known_capital_cost": 1.0}, None, (1.0, True)),
        ("availability", {"availability": None, "known_availability": 1.0}, None, (None, False)),
        ("availability", {"availability": None, "known_availability": 0.9}, None, (None, False)),
        ("availability", {"availability": 0.9, "known_availability": 0.9}, 0.9, (0.9, False)),
    ],
)
def test_a_known_part_of_nothing_is_no_figure(
    name: str, values: dict[str, float | None], found: float | None, shown: tuple[Any, bool]
) -> None:
    """Nothing of a sum, and all of a share that can't be more: neither says anything."""
    one: Any = Of(values={("site", key): value for key, value in values.items()})
    assert comparison._found(one, name) == found
    assert comparison.measured(one, name) == shown
    part = values.get(f"known_{name}")
    nothing = 1.0 if name == "availability" else 0.0
    assert comparison._found(one, f"known_{name}") == (None if part == nothing else part)


@pytest.mark.parametrize(
    ("planned", "value", "said"),
    [
        ("loss_probability", 0.99e-9, "below"), ("loss_probability", 1e-9, "likely"),
        ("loss_probability", 0.5, "likely"), ("loss_probability", None, "likely"),
        ("racks", 0.0, "likely"),
    ],
)  # fmt: skip
def test_the_range_of_a_loss_that_is_not_modelled_is_not_said(
    monkeypatch: pytest.MonkeyPatch, planned: str, value: float | None, said: str
) -> None:
    monkeypatch.setattr(requirements, "likely_sentence", lambda *_: ("likely",))
    results: Any = Found({("site", planned): value})
    found = requirements._likely(results, planned)
    assert sentence_text(results, found).startswith(said)


WANTING: list[tuple[list[tuple[float | None, float | None]], list[int]]] = [
    # pieces and likely totals of lines, and their order
    ([(5.0, None), (7.0, None), (None, None)], [1, 0, 2]),
    ([(None, None), (0.5, None)], [1, 0]),
    ([(900.0, None), (1.0, 100.0), (2.0, 300.0)], [2, 1, 0]),
    ([(1.0, 100.0), (9.0, 100.0)], [0, 1]),
]  # fmt: skip


@pytest.mark.parametrize(("found", "order"), WANTING)
def test_prices_to_ask_for_go_by_what_they_likely_come_to(
    monkeypatch: pytest.MonkeyPatch,
    found: list[tuple[float | None, float | None]],
    order: list[int],
) -> None:
    """Then by pieces; a line of which neither is known comes last."""
    rows: Any = [
        Of(path=str(n), option=False, follows="", part=None, pieces=pieces, likely=likely)
        for n, (pieces, likely) in enumerate(found)
    ]
    economics = Of(model_copy=lambda update: update)
    plan = Of(scenario=Of(economics=economics), catalog=None, public=False, lines=rows)
    results: Any = Found({(row.path, "line_cost"): None for row in rows}, plan=plan)
    monkeypatch.setattr(missing_prices, "PriceLayers", lambda *_, **__: None)
    monkeypatch.setattr(missing_prices, "priced", lambda lines, _: [None for _ in lines])
    monkeypatch.setattr(missing_prices, "BillLine", lambda part: part)
    monkeypatch.setattr(missing_prices, "_missing", lambda _, line, __: line)
    asked: Any = missing_prices.missing_prices(results)
    assert [int(one.path) for one in asked] == order
    free: Any = [Of(**{**vars(rows[0]), "option": True}), *rows[1:]]
    plan.lines = free
    assert len(missing_prices.missing_prices(results)) == len(rows) - 1


HELD: Any = {1: [("server", 0, 0), ("server", 1, 0)], 2: [("server", 0, 0)]}


@pytest.mark.parametrize(
    ("domain", "adapters", "racks", "wanted"),
    [
        ("server", 0, (), {"drive": 1, "server": 1, "network adapter": 1}),
        ("server", 2, (), {"drive": 1, "server": 1, "network adapter": 0, "host bus adapter": 1}),
        ("server", 0, (("rack 1", HELD),),
         {"drive": 1, "server": 1, "network adapter": 1, "rack": 3}),
        ("block", 0, (("rack 1", HELD), ("rack 2", {3: HELD[1]})),
         {"drive": 1, "server": 1, "network adapter": 1, "rack": 2}),
    ],
)  # fmt: skip
def test_a_failure_takes_so_many_domains_of_a_code(
    domain: str, adapters: int, racks: Any, wanted: dict[str, int]
) -> None:
    """Of a rack all that it holds: servers, or their blocks; of the fullest one."""
    tier: Any = Of(target=Of(failure_domain_name=domain, layout="4+2"), blocks=Of(value=3))
    parts: Any = Of(feeds=0, adapters=adapters, network_adapters=2 if adapters else 1,
                    server_supplies=None, servers=2)  # fmt: skip
    found = placement._coded(tier, parts, racks)
    assert dict(found.takes) == wanted
    assert (found.survives, found.domain) == (2, domain)


# Streams, and what the price of a part is inside of


def tier_of(**more: Any) -> Any:
    return Of(**{"name": "t", "holds": "data", "streams": None} | more)


STREAMS: list[tuple[Any, dict[str, float | None], str]] = [
    # a tier, its bandwidth each way, and what is said of one stream, which gets 2 or 3
    (tier_of(), {"read": 3.0, "write": 4.0}, "2 to 4 reading and 3 to 6 writing with Lustre"),
    (tier_of(), {"read": 3.0, "write": 3.0}, "2 to 4 reading with Lustre"),
    (tier_of(), {"read": 2.0, "write": 3.1}, "3 to 6 writing with Lustre"),
    (tier_of(), {"read": 2.0, "write": 3.0}, ""), (tier_of(), {"read": None, "write": None}, ""),
    (tier_of(holds="metadata"), {"read": 9.0, "write": 9.0}, ""),
    (tier_of(streams=Of(count=1)), {"read": 9.0, "write": 9.0}, ""),
    (None, {"read": 9.0, "write": 9.0}, ""),
    (tier_of(name="other"), {"read": 9.0, "write": 9.0},
     "2 to 4 reading with Lustre; 3 to 6 writing with others"),
]  # fmt: skip


@pytest.mark.parametrize(("tier", "rates", "said"), STREAMS)
def test_one_stream_is_said_to_be_slower_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tier: Any, rates: dict[str, float | None], said: str
) -> None:
    def seen(of: Any, way: str, _: Any) -> Any:
        one = {"read": (2.0, "2 to 4"), "write": (3.0, "3 to 6")}[way]
        software = "others" if of.name == "other" and way == "write" else "Lustre"
        return Of(typical=one[0], between=one[1], software=software)

    monkeypatch.setattr(streams, "seen_streams", seen)
    values = {("t", f"{way}_bandwidth"): rate for way, rate in rates.items()}
    results: Any = Found(values, designs=[("t", Of(built=tier))], plan=Of(catalog=None))
    text = streams.one_stream(results, "t")
    assert text == (f"Single streams are slower: {said}, as measured." if said else "")


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([], []), ([None], []), ([1], ["with 1 stream"]), ([2], ["with 2 streams"]),
        ([1, None, 3], ["with 1 stream on 0", "with 3 streams on 2"]),
    ],
)  # fmt: skip
def test_stated_streams_are_of_their_tier(counts: list[int | None], said: list[str]) -> None:
    tiers = [
        Of(holds="data", built=tier_of(
            name=str(n), streams=None if count is None else Of(count=Of(value=count))))
        for n, count in enumerate(counts)
    ]  # fmt: skip
    other = Of(holds="metadata", built=tier_of(streams=Of(count=Of(value=9))))
    results: Any = Of(designs=[("", one) for one in (*tiers, other)])
    assert list(streams.stated_streams(results)) == said


@pytest.mark.parametrize(
    ("line", "price", "own", "said"),
    [
        (None, None, None, ""), ("x", None, None, ""), ("x", 0.0, None, "in its server"),
        ("x", 5.0, "5 EUR", ""),
    ],
)  # fmt: skip
def test_a_price_without_a_figure_of_its_own_is_inside_another(
    monkeypatch: pytest.MonkeyPatch, line: str | None, price: float | None, own: Any, said: str
) -> None:
    monkeypatch.setattr(swaps, "price_of", lambda *_: own)
    monkeypatch.setattr(swaps, "price_source", lambda *_: ("in its server", ""))
    results: Any = Found({("x", "unit_price"): price})
    assert swaps.inside(results, None if line is None else Of(path=line)) == said  # type: ignore[arg-type]
