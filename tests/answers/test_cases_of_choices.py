"""Small choices case by case: which day, which price, which gain, and which system is alike."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model.answers import (
    certain,
    comparison,
    needs,
    newer_blocks,
    stage_efficiencies,
    step_phases,
)
from model.answers.comparison import measured
from model.answers.levers import _later
from model.answers.placement import _on_feeds
from model.answers.price_sheet import _mapping
from model.answers.prices import _loses_to, considered, not_cheaper
from model.answers.ranges import TIME_TO_LOSS, Range, _time_to_loss
from model.answers.remedies import Gain, _more_ports
from model.answers.sentences import least
from model.answers.validation import Row, _judged
from model.answers.views import growth_chart, view_formulas
from model.answers.views.datasheet import observed_prices
from model.answers.views.effects import Effect
from model.answers.views.remedy_table import gain_texts
from model.answers.views.view import FixedValue, _is_alike
from model.records import replace

DAY, YEAR = 86400.0, 365.25 * 86400
AT = "site/tiers:t"


def on(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("start", "day", "text"),
    [
        ("2026-01-01", "2026-01-01", "0 months"),
        ("2026-01-01", "2026-02-01", "1 months"),
        ("2026-01-15", "2027-03-15", "14 months"),
        ("2026-01-01", "2026-01-02", "1 days"),
        ("2026-01-20", "2026-02-10", "21 days"),
    ],
)
def test_a_phase_comes_so_long_after_the_order(start: str, day: str, text: str) -> None:
    assert step_phases._after(on(start), on(day)) == text


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        ("2026-01-31", 0, "2026-01-31"), ("2026-01-31", 1, "2026-02-28"),
        ("2026-01-31", 12, "2027-01-31"), ("2026-12-15", 1, "2027-01-15"),
        ("2026-11-30", 1, "2026-12-30"), ("2024-01-31", 1, "2024-02-29"),
        ("2026-12-31", 11, "2027-11-30"), ("2026-01-01", 23, "2027-12-01"),
    ],
)  # fmt: skip
def test_some_months_later_is_the_same_day_or_the_last(day: str, months: int, later: str) -> None:
    assert _later(on(day), months) == on(later)


def test_a_day_past_the_calendar_is_none() -> None:
    """Years of 366 days, with one year to spare, so that no sum overflows."""
    start = on("2026-01-01")
    assert needs._later(None, DAY) is None
    assert needs._later(start, 0) == start
    assert needs._later(start, 31 * DAY) == on("2026-02-01")
    assert needs._later(on("9998-01-01"), 0) is None
    assert needs._later(on("9997-01-01"), 366 * DAY) is None
    assert needs._later(on("9997-01-01"), 366 * DAY - 1) == on("9998-01-01")


@pytest.mark.parametrize(("time", "found"), [(None, None), (0.0, 0.0), (30.0, 30.0), (30.1, None)])
def test_a_time_beyond_the_horizon_is_none(time: float | None, found: float | None) -> None:
    results: Any = SimpleNamespace(values={("a", "b"): time}, known=lambda *_: 10.0)
    assert needs._within(results, ("a", "b"), 3) == found
    assert needs._within(results, ("a", "c"), 3) is None


SUPPLIES = [
    # supplies of a server, feeds, servers and blocks; on one feed, on two
    (2, 2, 2, 3, 0, 6), (1, 2, 2, 3, 3, 6), (1, 2, 1, 3, 2, 3), (None, 2, 2, 2, 0, 4),
    (2, 3, 2, 3, 0, 2), (1, 3, 1, 7, 3, 6), (3, 2, 1, 4, 0, 4), (1, 1, 2, 2, 4, 4),
    (2, 4, 2, 4, 0, 2), (1, 4, 2, 4, 2, 4), (3, 4, 1, 8, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize(("supplies", "feeds", "servers", "blocks", "one", "two"), SUPPLIES)
def test_servers_stop_with_the_feeds_of_all_their_supplies(
    supplies: int | None, feeds: int, servers: int, blocks: int, one: int, two: int
) -> None:
    parts: Any = SimpleNamespace(server_supplies=supplies, feeds=feeds, servers=servers)
    for lost, stopped in ((1, one), (2, two)):
        assert _on_feeds(parts, blocks, False, lost) == stopped
        assert _on_feeds(parts, blocks, True, lost) == min(stopped, blocks)


def gain(before: float | None, after: float | None, **more: Any) -> Gain:
    of: dict[str, Any] = {"bound_before": 100.0, "bound": 100.0, "limit": None, "unknown": (),
                          "room_before": None, "memory_room": None, "striped_before": before,
                          "striped": after, "striped_bound": 100.0}  # fmt: skip
    return Gain(before=before, after=after, **{**of, **more})


LIKELY = Range(7.6, 8.4)
GAINS = [
    (gain(5.0, None), ("unknown", "", "", "")),
    (gain(5.0, 5.0), ("5 B/s", "±0 %", "", "")),
    (gain(5.0, 6.0), ("6 B/s", "+20 %", "", "upper bound 100 B/s")),
    (gain(1000.0, 1005.0), ("1005 B/s", "+0.5 %", "", "upper bound 100 B/s")),
    (gain(100.0, 101.0), ("101 B/s", "+1 %", "", "upper bound 100 B/s")),
    (gain(5.0, 4.0), ("4 B/s", "-20 %", "", "")),
    (gain(5.0, 5.0, bound=120.0), ("5 B/s", "±0 %", "", "upper bound 120 B/s")),
    (gain(5.0, 5.0, bound=90.0), ("5 B/s", "±0 %", "", "")),
    (gain(0.0, 5.0), ("5 B/s", "from 0 B/s", "", "upper bound 100 B/s")),
    (gain(None, 5.0), ("5 B/s", "from unknown", "", "upper bound 100 B/s")),
    (gain(5.0, 6.0, unknown=("x",)), ("6 B/s", "+20 %", "", "at most 100 B/s")),
    (gain(5.0, 8.0, likely=LIKELY), ("8 B/s", "+60 %", "likely 8 B/s", "upper bound 100 B/s")),
    (gain(5.0, 8.0, likely=Range(7.0, 9.0)),
     ("8 B/s", "+60 %", "likely 7 B/s\N{EN DASH}9 B/s", "upper bound 100 B/s")),
    (gain(5.0, 6.0, striped_before=4.0, striped=5.0, striped_bound=90.0),
     ("6 B/s", "+20 %", "", "upper bound 100 B/s; striped files: 5 B/s, +25 %")),
]  # fmt: skip


@pytest.mark.parametrize(("one", "texts"), GAINS)
def test_a_gain_is_said_with_its_range_and_bound(one: Gain, texts: tuple[str, ...]) -> None:
    said = gain_texts(one, lambda value: f"{value:.0f} B/s")  # type: ignore[arg-type]
    assert tuple(text.replace("\N{MINUS SIGN}", "-") for text in said) == texts


@pytest.mark.parametrize(
    ("values", "found"),
    [((3.0, 2.0), 2.0), ((2.0, 3.0), 2.0), ((None, 2.0), None), ((2.0, None), None),
     ((0.0, 2.0), 0.0), ((2.0,), 2.0), ((None,), None), ((), None)],
)  # fmt: skip
def test_the_least_is_unknown_where_one_is(values: tuple[Any, ...], found: float | None) -> None:
    addresses = tuple(("site", str(n)) for n in range(len(values)))
    results: Any = dict(zip(addresses, values, strict=True))
    assert least(results, addresses) == found


PART = {("site", "cost"): None, ("site", "known_cost"): 5.0}


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({("site", "cost"): 7.0}, (7.0, False)),
        ({("site", "cost"): 0.0}, (0.0, False)),
        ({}, (None, False)),
        (PART, (5.0, True)),
        (PART | {("site", "cost"): 7.0}, (7.0, False)),
        (PART | {("site", "known_cost"): 0.0}, (None, False)),
        (PART | {("site", "known_cost"): None}, (None, False)),
    ],
)
def test_a_design_shows_at_least_what_is_known(values: Any, found: tuple[Any, ...]) -> None:
    assert measured(SimpleNamespace(values=values), "cost") == found  # type: ignore[arg-type]


def row(kind: str, published: float | None, model: float | None) -> Row:
    none: Any = (None,) * 5
    return Row("s", "f", kind, "", published, model, "byte", *none, "", "", "", "")  # type: ignore[arg-type]


JUDGED = [
    # kind, published, model, tolerance; error, used, within
    ("derived", 4.0, 4.0, 0.0, 0.0, True), ("derived", 4.0, 5.0, 0.3, 0.25, True),
    ("derived", 4.0, 5.0, 0.25, 0.25, True), ("derived", 4.0, 5.0, 0.2, 0.25, False),
    ("derived", 4.0, 3.0, 0.25, -0.25, True), ("derived", 4.0, 3.0, 0.2, -0.25, False),
    ("derived", 0.0, 0.0, 0.1, 0.0, True), ("derived", 0.0, 1.0, 0.1, float("inf"), False),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "value", "model", "tolerance", "error", "within"), JUDGED)
def test_a_published_figure_is_judged_by_its_tolerance(
    kind: str, value: float, model: float, tolerance: float, error: float, within: bool
) -> None:
    found = _judged(row(kind, value, model), tolerance)
    assert found.error == pytest.approx(error)
    assert found.within is within
    for unknown in (row(kind, None, model), row(kind, value, None)):
        assert _judged(unknown, tolerance).within is None


def test_prices_seen_are_the_latest_first() -> None:
    price = SimpleNamespace(amount=512.0, currency="EUR")
    seen = [
        SimpleNamespace(date=on("2026-01-01"), price=price, source="a"),
        SimpleNamespace(date=on("2026-03-01"), price=price, source="b"),
        SimpleNamespace(date=on("2026-02-01"), price=None, source="c"),
    ]
    catalog: Any = SimpleNamespace(prices=lambda _: seen)
    rows = observed_prices(catalog, "x").rows
    assert [(one.label, one.entries[1]) for one in rows] == [
        ("2026-03-01", "b"), ("2026-01-01", "a"),
    ]  # fmt: skip
    assert "512" in str(rows[0].entries[0])


def test_media_are_alike_as_far_as_parts_tell() -> None:
    class Parts(dict[str, Any]):
        def part(self, key: str) -> Any:
            return self[key]

    catalog = Parts({key: SimpleNamespace(kind=key[:-1]) for key in ("hdd1", "hdd2", "ssd1")})
    results: Any = SimpleNamespace(plan=SimpleNamespace(catalog=catalog))

    def of(part: str | None) -> Any:
        return SimpleNamespace(drives=SimpleNamespace(part=part))

    for one, other, alike in (
        ("hdd1", "hdd2", True), ("hdd1", "ssd1", False), ("ssd1", "hdd2", False),
        (None, "ssd1", True), ("hdd1", None, True), ("gone", "hdd1", True), (None, None, True),
    ):  # fmt: skip
        assert newer_blocks._same_media(results, of(one), of(other)) is alike


def delivered(system: str, software: str, kind: str, way: str, share: float) -> Any:
    return SimpleNamespace(system=system, software=software, kind=kind, way=way, share=share)


SEEN = (
    delivered("a", "lustre", "disk", "read", 0.5),
    delivered("a", "lustre", "disk", "write", 0.6),
    delivered("b", "lustre", "disk", "read", 0.7),
    delivered("c", "ceph", "disk", "read", 0.8),
    delivered("c", "ceph", "other", "write", 0.9),
)


def test_a_stage_delivers_as_systems_of_its_software_or_class(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stage_efficiencies, "delivered", lambda: SEEN)
    monkeypatch.setattr(stage_efficiencies, "kind_of", lambda stage: stage)
    for system, kind, way, found in (
        ("lustre", "disk", "read", [0, 2]), ("lustre", "disk", "write", [1]),
        ("lustre", "x", "", [0, 1, 2]), ("ceph", "disk", "read", [3]), ("ceph", "x", "", [3, 4]),
        ("weka", "disk", "read", [0, 2, 3]), ("weka", "disk", "", [0, 1, 2, 3]),
        ("weka", "other", "read", []), ("weka", "other", "write", [4]),
    ):  # fmt: skip
        alike = stage_efficiencies._alike(system, kind, way)
        assert [SEEN.index(one) for one in alike] == found
    texts = stage_efficiencies._by_system
    assert list(texts(SEEN[:3], of_way=False)) == ["a 0.50, 0.60", "b 0.70"]
    assert list(texts(SEEN[:3], of_way=True)) == ["a read 0.50", "a write 0.60", "b read 0.70"]


def test_what_a_price_of_servers_includes_isnt_missing() -> None:
    def place(*lines: Any, item: Any = "rails", **prices: Any) -> Any:
        of: Any = SimpleNamespace(plan=SimpleNamespace(lines=lines, prices=prices))
        return certain._included(of, item)

    def priced(origin: str, includes: str, why_not: str = "") -> Any:
        first = SimpleNamespace(origin=origin, includes=includes, why_not=why_not)
        return SimpleNamespace(first=lambda: first)

    servers = SimpleNamespace(role="servers", path="s")
    [word, *_] = certain.WORDS["rails"]
    found = place(servers, s=priced("Q-1", f"2 {word.upper()}"))
    assert (found.status, found.where) == ("included", "price of the servers: Q-1")
    assert place(servers, s=priced("Q-1", "nothing")) is None
    assert place(servers, s=priced("Q-1", word, "expired")) is None
    assert place(servers) is None
    drives = SimpleNamespace(role="drives", path="s")
    assert place(drives, s=priced("Q-1", word)) is None
    assert place(drives, servers, s=priced("Q-1", word)) is not None


def price(origin: str, layer: Any, **more: Any) -> Any:
    of = {"net": 1.0, "items": "", "least": 1, "why_not": "", "date": None}
    return SimpleNamespace(origin=origin, layer=layer, **{**of, **more})


QUOTE = SimpleNamespace(label="a quote", is_quote=True)
BOOK = SimpleNamespace(label="a price book", is_quote=False)


@pytest.mark.parametrize(
    ("one", "used", "why"),
    [
        (price("a", QUOTE), None, ""),
        (price("a", BOOK), price("b", QUOTE), "a quote takes precedence"),
        (price("a", BOOK), price("b", BOOK), "a price book takes precedence"),
        (price("a", QUOTE), price("b", QUOTE, net=None), "a quote takes precedence"),
        (price("a", QUOTE), price("a", QUOTE, least=7), "its price from 7 pieces applies"),
        (price("a", QUOTE, items="x"), price("b", QUOTE),
         "b is named first and includes other items"),
        (price("a", QUOTE), price("b", QUOTE), "not cheaper than b"),
    ],
)  # fmt: skip
def test_a_price_that_isnt_used_says_why(one: Any, used: Any, why: str) -> None:
    assert _loses_to(one, used) == why


def test_prices_apply_from_their_least_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the count itself too; of a quote that loses, its price at the count is compared."""
    used, few = price("b", QUOTE), price("a", QUOTE, least=5)
    more, beyond = price("a", QUOTE, least=10), price("a", QUOTE, least=11)
    bought: Any = SimpleNamespace(path="p", counts_by=("p", "n"))
    results: Any = _Counted(10.0)
    results.plan = SimpleNamespace(prices={"p": SimpleNamespace(known=(used, beyond, more, few))})
    monkeypatch.setattr("model.answers.prices.counting", lambda *_: used)
    monkeypatch.setattr("model.answers.prices.age_of", lambda *_: None)
    whys = [one.why_not for one in considered(results, bought)]
    assert whys == ["", "from 11 pieces on", "not cheaper than b", "not cheaper than b"]
    assert [one.counts for one in considered(results, bought)] == [True, False, False, False]
    assert not_cheaper(results, bought) == [more]
    results.count = 9.0
    assert not_cheaper(results, bought) == [few]


class _Counted(SimpleNamespace):
    def __init__(self, count: float) -> None:
        super().__init__(count=count)

    def __getitem__(self, address: object) -> float:
        return float(self.count)


@pytest.mark.parametrize(
    ("low", "high", "period", "known", "found"),
    [
        (0.1, 0.5, YEAR, True, (YEAR / 0.6931471806, YEAR / 0.1053605157)),
        (0.0, 0.5, YEAR, True, None), (0.1, 1.0, YEAR, True, None),
        (0.1, 0.5, None, True, None), (0.1, 0.5, YEAR, False, None),
    ],
)  # fmt: skip
def test_a_time_to_loss_has_the_range_of_its_chance(
    low: float, high: float, period: float | None, known: bool, found: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    of = {(AT, "loss_probability"): Range(low, high)}
    monkeypatch.setattr("model.answers.ranges.LOSS", "loss_probability")
    monkeypatch.setattr("model.answers.ranges.ranges", lambda _: SimpleNamespace(of=of))
    for at in (AT, "site"):
        values = {(at, "risk_period"): period} | ({(AT, TIME_TO_LOSS): 1.0} if known else {})
        results: Any = SimpleNamespace(values=values)
        ends = _time_to_loss(results, AT)
        assert ends is None if found is None else tuple(ends or ()) == pytest.approx(found)


def test_servers_carry_counts_times_rates() -> None:
    counted: Any = (2.0, 3.0, 4.0, 5.0, 1.0, 7.0)
    assert view_formulas.rates_of(counted) == [6.0, 20.0, 7.0]
    assert view_formulas.spare_beside_two(3.0) == 0.5


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (FixedValue(None, "1"), FixedValue(None, "byte"), True),
        (FixedValue(None, "1"), FixedValue(0.0, "1"), False),
        (FixedValue(0.0, "1"), FixedValue(None, "1"), False),
        (FixedValue(5.0, "1"), FixedValue(5.0, "1"), True),
        (FixedValue(5.0, "1"), FixedValue(5.0, "byte"), False),
        ("", FixedValue(None, "1"), False), ("a", "a", True), ("a", "b", False),
    ],
)  # fmt: skip
def test_unknown_entries_are_alike_in_any_unit(one: Any, other: Any, alike: bool) -> None:
    assert _is_alike(one, other) is alike


def test_a_further_port_is_tried_where_an_adapter_has_one() -> None:
    for used, there, title in (
        (1.0, 2.0, "a second port of each network adapter"),
        (2.0, 4.0, "port 3 of each network adapter"),
        (2.0, 2.0, ""), (None, 2.0, ""), (1.0, None, ""),
    ):  # fmt: skip
        figures: Any = _Figures({(AT, "nic_ports"): used, (AT, "nic_ports_there"): there})
        found = list(_more_ports(figures, "tiers.0", AT))
        expected = [(title, {"tiers.0.network.ports": int(used or 0) + 1})]
        assert found == (expected if title else [])


class _Figures(dict[Any, Any]):
    def __init__(self, of: Any) -> None:
        super().__init__(of)
        self.values: Any = {**of}


def test_an_error_of_a_published_figure_has_two_decimals() -> None:
    for error, text in ((0.123449, "+12.34 %"), (-0.5, "-50.00 %"), (-0.00001, "0.00 %"),
                        (0.00006, "+0.01 %")):  # fmt: skip
        said = replace(row("derived", 1.0, 1.0), error=error).error_text
        assert said.replace("\N{MINUS SIGN}", "-").lstrip("+±") == text.lstrip("+")
    assert replace(row("derived", 1.0, 1.0), reached=0.756).error_text == "0.76 of the bound"
    assert row("derived", 1.0, 1.0).error_text == ""


def test_a_line_of_a_price_list_keeps_its_letters() -> None:
    assert _mapping({"name": "Gehäuse", "price": "5"}) == '{name: "Gehäuse", price: "5"}'


def test_a_block_of_alternatives_has_the_counts_of_its_pieces() -> None:
    pieces: Any = SimpleNamespace(
        servers=SimpleNamespace(alternatives=("b", "c")), network=SimpleNamespace(alternatives=()),
        drives=None,
    )  # fmt: skip
    new = {"servers": {"part": "a", "per_block": 2, "price": "5 EUR"}, "network": {"part": "n"}}
    found, keys = newer_blocks.with_alternatives(pieces, new)
    assert found == {"servers": {"part": "b", "per_block": 2}, "network": {"part": "n"}}
    assert keys == ["b"]


def test_a_design_of_another_scenario_is_always_uncertain_where_ranges_overlap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def design(name: str, low: float, high: float) -> Any:
        return SimpleNamespace(
            plan=SimpleNamespace(scenario=SimpleNamespace(name=name)), of=Range(low, high),
            draws={"x": np.linspace(low, high, 11)},
        )  # fmt: skip

    monkeypatch.setattr(comparison, "range_of", lambda one, *_: one.of)
    monkeypatch.setattr(comparison, "ranges", lambda one: one)
    a = design("a", 1.0, 2.0)
    for other, uncertain in (
        (design("b", 2.0, 3.0), True), (design("b", 2.1, 3.0), False), (design("b", 0, 0.9), False),
        (design("a", 1.9, 2.9), False), (design("a", 1.0, 2.0), True),
    ):  # fmt: skip
        assert comparison._is_uncertain(a, other, "x") is uncertain
        assert comparison._is_uncertain(other, a, "x") is uncertain
    assert not comparison._is_uncertain(a, SimpleNamespace(of=None), "x")  # type: ignore[arg-type]


GROWTHS = [
    # added a second, the group's own growth, that of all, a ceiling; what is said
    (1e12 / YEAR, None, None, None, "1 TB a year"), (0.0, 0.5, None, None, "0 B a year"),
    (None, 0.3, 0.1, None, "+30 % a year"), (None, -0.25, None, 5e12, "-25 % a year, towards 5 TB"),
    (None, ..., 0.1, None, "+10 % a year"), (None, ..., ..., None, "unknown"),
    (None, ..., ..., 5e12, "unknown, towards 5 TB"),
]  # fmt: skip


@pytest.mark.parametrize(("added", "own", "common", "ceiling", "text"), GROWTHS)
def test_a_group_grows_by_an_amount_or_a_share(
    added: Any, own: Any, common: Any, ceiling: Any, text: str
) -> None:
    group, of_all = "site/groups:a", "site"
    values = {(group, "group_added"): added, (group, "group_growth"): own,
              (of_all, "common_growth"): common, (group, "group_ceiling"): ceiling}  # fmt: skip
    values = {at: value for at, value in values.items() if value is not ...}
    results: Any = SimpleNamespace(values=values, known=lambda *_: YEAR)
    need: Any = SimpleNamespace(path=of_all)
    assert growth_chart._growth(results, need, group).replace("\N{MINUS SIGN}", "-") == text


EURO, DOLLAR = ("EUR", "EUR"), ("EUR", "USD")
EFFECTS = [
    (Effect("racks", "racks", "1", 1.0, 2.0), "a second rack"),
    (Effect("racks", "racks", "1", 2.0, 1.0), "without the second rack"),
    (Effect("racks", "racks", "1", 7.0, 8.0), "an eighth rack"),
    (Effect("racks", "racks", "1", 11.0, 12.0), "a twelfth rack"),
    (Effect("racks", "racks", "1", 12.0, 13.0), "+1 rack"),
    (Effect("racks", "racks", "1", 13.0, 12.0), "-1 rack"),
    (Effect("racks", "racks", "1", 2.0, 4.0), "+2 racks"),
    (Effect("power", "of power", "watt", 1000.0, 1234.56), "+235 W of power"),
    (Effect("cost", "net", "currency", 1e6, 1.5e6, EURO), "+500 k EUR net"),
    (Effect("cost", "net", "currency", 1e6, 1.2e6, DOLLAR), "1.2 M USD net, was 1 M EUR"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "text"), EFFECTS)
def test_an_effect_says_what_is_more(one: Effect, text: str) -> None:
    assert str(one).replace("\N{MINUS SIGN}", "-") == text


def test_a_template_brings_its_sources_under_names_that_are_free() -> None:
    template = {"sources": {"a": "A", "b": "B", "c": "C"}}
    new = {"name": "x", "drives": [{"price": {"value": 1, "source": "a"}}, {"source": "b"}],
           "because": {"source": "d"}}  # fmt: skip
    with_sources = newer_blocks._with_sources
    more, tier = with_sources("one-two", template, {"sources": {"a": "A", "b": "other"}}, new)
    assert more == {"sources": {"a": "A", "b": "other", "one_two_b": "B"}}
    assert tier["drives"] == [{"price": {"value": 1, "source": "a"}}, {"source": "one_two_b"}]
    assert tier["because"] == {"source": "d"}
    more, tier = with_sources("one-two", template, {}, new)
    assert more == {"sources": {"a": "A", "b": "B"}}
    assert tier == new
    assert with_sources("x", template, {"sources": {"z": "Z"}}, {"name": "x"})[0] == {}
