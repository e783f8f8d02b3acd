"""What may be bought, case by case: what is tried of a tier, what it brings, and what is said."""

from __future__ import annotations

import datetime
import json
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers import extensions as of_extensions
from model.answers.extensions import Extendable, Extension, added_cost, extensions, numbered
from model.answers.needs import Need
from model.answers.order_dates import OrderDate
from model.answers.remedies import MORE_BEHIND, Gain, Remedy, remedies
from model.answers.results import WAYS, Results, Stage
from model.answers.views import extension_table
from model.answers.views.extension_table import notes_of, said_of, view_of
from model.answers.views.view import FixedValue, View
from model.parts.catalog import load_catalog
from model.units.kinds import DAY, JULIAN_YEAR
from tests import planned
from tests.planned import like, merged

WEEK = 7 * DAY


@cache
def of_tier(words: str, edits: str) -> Results:
    tier = like(words, **json.loads(edits))
    text = json.dumps(merged(planned.EXAMPLES["site"], {"tiers": [tier]}))
    return evaluate(load_scenario("x.yaml", text), load_catalog())


def results_of(words: str, edits: dict[str, Any]) -> Results:
    return of_tier(words, json.dumps(edits))


AT = "tiers.0"
BLOCK = {"one more building block": {"blocks": 5}}
CARD = {"one more network adapter in each server": {"network.per_server": 2}}
BOX = {"one more enclosure with its drives in each block": {"enclosures.per_block": 3}}
FASTER = {
    "processors twice as fast": {
        "processing.read_rate": "20 GB/s",
        "processing.write_rate": "16 GB/s",
    }
}
LINKS = {"18 more links to the fabric": {"fabric.links": 36}}
COMMON = BOX | FASTER | CARD | LINKS | BLOCK
PORT = {"a second port of each network adapter": {"network.ports": 2}}
INSIDE = {"twice the drives in each server": {"drives.per_server": 48}}
REST = FASTER | CARD | LINKS | BLOCK
ARRAYS = {
    "controllers twice as fast": {
        "enclosures.read_bandwidth": "12 GB/s",
        "enclosures.write_bandwidth": "8 GB/s",
    },
}
SLOWER = {name: changes for name, changes in COMMON.items() if name not in FASTER}
ONE_OF_TWO = {"processors": {"per_server": 1}, "servers": {"sockets": 2}}
TRIED: list[tuple[str, dict[str, Any], dict[str, dict[str, Any]]]] = [
    ("disks", {}, COMMON),
    ("disks", {"drives": {"per_enclosure": 105}},
     COMMON | {"drives in all 106 bays of each enclosure": {"drives.per_enclosure": 106}}),
    ("disks two", {}, COMMON | {next(iter(BOX)): {
        "enclosures.per_block": 3, "target.per_block": 3}}),
    ("disks inside", {}, INSIDE | REST),
    ("disks inside two", {}, REST | {next(iter(INSIDE)): {
        "drives.per_server": 48, "target.per_block": 4}}),
    ("disks cards", {}, COMMON | {
        "one more host bus adapter in each server": {"adapters.per_server": 5}}),
    ("disks cores", {}, SLOWER | {"twice the cores in each server": {"processing.cores": 32}}),
    ("disks", ONE_OF_TWO, SLOWER | {"one more processor in each server": {
        "processors.per_server": 2,
        "processing.read_rate": "20 GB/s",
        "processing.write_rate": "16 GB/s"}}),
    ("disks", {"processors": {"per_server": 2}, "servers": {"sockets": 2}}, COMMON),
    ("disks cores", ONE_OF_TWO, SLOWER | {"one more processor in each server": {
        "processors.per_server": 2, "processing.cores": 32}}),
    ("disks", {"memory": {"channels": 6, "per_server": 6}}, COMMON | {
        "all 12 memory channels": {"memory.channels": 12, "memory.per_server": 12}}),
    ("disks", {"memory": {"channels": 6, "per_server": 16}}, COMMON | {
        "all 12 memory channels": {"memory.channels": 12, "memory.per_server": 16}}),
    ("disks streams", {}, COMMON | {"40 more streams at once": {"streams.count": 80}}),
    ("disks streams", {"streams": {"count": 1}}, COMMON | {
        "1 more stream at once": {"streams.count": 2}}),
    ("disks routers", {}, COMMON | {"16 more routers": {"fabric.routers.count": 32}}),
    ("disks spine", {}, COMMON | {
        "12 more uplinks to the spine": {"fabric.uplinks.count": 24}}),
    ("disks clients", {}, COMMON | {
        "100 more clients at once": {"fabric.clients.count": 200}}),
    ("disks clients", {"fabric": {"clients": {"count": 1}}}, COMMON | {
        "1 more client at once": {"fabric.clients.count": 2}}),
    ("disks", {"fabric": None}, {k: v for k, v in COMMON.items() if k not in LINKS}),
    ("disks", {"network": None, "fabric": None}, BOX | FASTER | BLOCK),
    ("disks", {"network": {"part": "mellanox-mcx653106a-hdat", "ports": 1}}, COMMON | PORT),
    ("disks arrays raid", {}, {**COMMON, **ARRAYS}),
    ("disks unsaid", {"processing": None}, SLOWER),
]  # fmt: skip
"""Words of a tier, what differs, and what is tried with its edits of the tier."""


def title(case: tuple[str, dict[str, Any], Any]) -> str:
    return f"{case[0]} {json.dumps(case[1])}"


@pytest.mark.parametrize("case", TRIED, ids=title)
def test_what_is_tried_of_a_tier(case: tuple[str, dict[str, Any], Any]) -> None:
    """Each purchase that its parts leave room for, and no other, with all that it changes."""
    words, edits, wanted = case
    found = {one.title: one.changes for one in remedies(results_of(words, edits), "t")}
    assert found == {
        name: {f"{AT}.{field}": value for field, value in changes.items()}
        for name, changes in wanted.items()
    }


TIERS = [("disks cards measured quick", {}), ("disks arrays raid", {}), ("disks streams", {})]


@pytest.mark.parametrize(("words", "edits"), TIERS)
def test_a_purchase_brings_what_its_plan_says(words: str, edits: dict[str, Any]) -> None:
    """Rates before and after, what they cost together, and what limits then."""
    before = results_of(words, edits)
    path = "site/tiers:t"
    for one in remedies(before, "t"):
        after = before.edited(one.changes)
        for way in WAYS:
            gain, bound = one.gains[way], f"{way}_bandwidth_bound"
            assert (gain.before, gain.after) == (
                before[path, f"{way}_bandwidth"],
                after[path, f"{way}_bandwidth"],
            )
            assert (gain.bound_before, gain.bound) == (before[path, bound], after[path, bound])
            assert (gain.striped_before, gain.striped, gain.striped_bound) == (
                before[path, f"striped_{way}_bandwidth"],
                after[path, f"striped_{way}_bandwidth"],
                after[path, f"striped_{way}_bandwidth_bound"],
            )
        cost = [results["site", "known_capital_cost"] or 0.0 for results in (before, after)]
        assert one.known_price == pytest.approx(cost[1] - cost[0], abs=0.01), one.title
        ports = [results.values.get((path, "switch_ports")) for results in (before, after)]
        more = None if None in ports else (ports[1] or 0) - (ports[0] or 0)
        assert one.switch_ports == more


KNOWN: dict[str, Any] = {
    "bound_before": 9.0,
    "bound": 12.0,
    "before": 8.0,
    "after": 10.0,
    "limit": None,
    "unknown": (),
    "room_before": None,
    "memory_room": None,
    "striped_before": 4.0,
    "striped": 6.0,
    "striped_bound": 7.0,
}


def gain(**more: Any) -> Gain:
    return Gain(**KNOWN | more)


def test_a_gain_is_a_share_of_what_was_expected() -> None:
    """Of the bound, of independent and of striped files; of nothing there is no share."""
    one = gain()
    assert (one.more, one.bound_more, one.striped_more) == pytest.approx((0.25, 1 / 3, 0.5))
    assert one.is_more
    assert not one.at_most
    assert gain(before=0.0).more is None
    assert gain(before=None).more is None
    assert gain(after=None).more is None
    assert gain(after=0.0).more == -1


@pytest.mark.parametrize(
    ("before", "after", "is_more"),
    [
        (8.0, 8.0, False),
        (8.0, 8.0 * (1 + 0.9e-9), False),
        (8.0, 8.0 * (1 + 2e-9), True),
        (8.0, 7.0, False),
        (None, 1.0, True),
        (1.0, None, False),
        (None, None, False),
    ],
)
def test_more_is_more_than_rounding(
    before: float | None, after: float | None, is_more: bool
) -> None:
    assert gain(before=before, after=after).is_more is is_more


@pytest.mark.parametrize(
    ("striped", "differs"), [(5.0, False), (5.0019, False), (5.0021, True), (4.9, True)]
)
def test_files_over_all_targets_are_said_where_they_gain_another_share(
    striped: float, differs: bool
) -> None:
    """Of a quarter for independent files, by more than 0.05 % of what was."""
    assert gain(striped=striped).differs_striped is differs
    assert not gain(striped=None).differs_striped
    assert not gain(striped=None, after=None).differs_striped


def remedy(name: str = "a card", per_server: bool = True, **gains: Gain) -> Remedy:
    both = {"read": gain(), "write": gain()} | gains
    return Remedy(name, {}, both, 1.0, 1.0, True, None, ("it doesn't fit",), per_server)


UNSURE = "unproven: whether CPU and memory of a server can serve this is unknown"
MEASURED = "unproven: each byte written would have 15.5 bytes of memory bandwidth"


def unknown() -> tuple[Stage, ...]:
    nobody: Any = SimpleNamespace(evidence="")
    return (Stage("cpu_memory", "site/tiers:t", nobody, None, None, None, None, None),)


@pytest.mark.parametrize(
    ("found", "notes"),
    [
        (remedy(), []),
        (remedy(MORE_BEHIND), ["the expansion enclosures for these drives are not in the price"]),
        (remedy(read=gain(unknown=unknown())), [UNSURE]),
        (remedy(read=gain(unknown=unknown()), per_server=False), []),
        (remedy(read=gain(unknown=unknown(), after=8.0)), []),
        (remedy(write=gain(unknown=unknown())), [UNSURE]),
        (remedy(write=gain(unknown=unknown(), memory_room=15.46, room_before=16.0)), [MEASURED]),
        (remedy(write=gain(unknown=unknown(), memory_room=16.0, room_before=16.0)), [UNSURE]),
        (remedy(write=gain(unknown=unknown(), memory_room=None, room_before=16.0)), [UNSURE]),
    ],
)
def test_what_is_unproven_is_said(found: Remedy, notes: list[str]) -> None:
    """Where more is expected of servers of which nobody knows what they can do."""
    told = [text.partition("; how many")[0] for text in found.notes]
    assert told == ["it doesn't fit", *notes]


# Steps by which installed tiers grow, as their table shows them.


FIGURES: dict[str, float | None] = {
    "usable": 1e15,
    "stored": 1e15,
    "read_bandwidth": 10e9,
    "write_bandwidth": 8e9,
    "power": 5e3,
    "racks": 2.0,
    "known_cost_of_years": 9e5,
    "cost_of_years": 9.5e5,
}
NEED: dict[str, Any] = {
    "name": "store",
    "path": "site",
    "source": "groups",
    "years": (),
    "time_full": None,
    "full_on": None,
    "late_time": None,
    "late_on": None,
    "horizon": 5,
    "is_known": True,
    "bought_by": "",
}
ON, LATE = datetime.date(2029, 3, 1), datetime.date(2031, 5, 2)
FULL = {"time_full": 2 * JULIAN_YEAR, "full_on": ON}
PAST = FULL | {"source": "history"}


def step(**more: Any) -> Extension:
    known: dict[str, Any] = {"step": "add_block", "title": "add one block", "changes": {}}
    return Extension(**known | {"before": FIGURES, "after": FIGURES} | more)


def table(*steps: Extension, day: datetime.date | None = None, **tier: Any) -> View:
    known: dict[str, Any] = {"name": "store", "path": "site/tiers:store", "is_owned": True}
    known |= {"warranty_until": None, "need": None} | tier
    one = Extendable(**known, steps=steps)
    economics = SimpleNamespace(currency="EUR")
    plan = SimpleNamespace(scenario=SimpleNamespace(economics=economics, date=day))
    results: Any = SimpleNamespace(plan=plan)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extension_table, "extensions", lambda _: (one,))
        return view_of(results, one)


def entry(view: View, key: str, row: int = 1) -> Any:
    keys = [column.key for column in view.columns]
    return view.rows[row].entries[keys.index(key)] if key in keys else None


def order(time: float, date: datetime.date | None = None) -> OrderDate:
    return OrderDate("HDDs", "x", 9 * WEEK, time, date, None)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (order(3 * WEEK, ON), "2029-03-01"),
        (order(3 * WEEK), "3 weeks after the start"),
        (order(1 * WEEK), "1 week after the start"),
        (order(0.0), "0 weeks after the start"),
        (order(-1 * WEEK, ON), "now (1 week late)"),
        (order(-5 * WEEK), "now (5 weeks late)"),
    ],
)
def test_by_when_a_step_must_be_ordered(found: OrderDate, said: str) -> None:
    view = table(step(order=found))
    column = next(c.key for c in view.columns if said in (entry(view, c.key),))
    assert entry(view, column, 0) == ""


@pytest.mark.parametrize(
    ("need", "day", "said"),
    [
        ({}, None, "not in 5 years"),
        (FULL, None, "2029-03-01"),
        (FULL, ON, "2029-03-01"),
        (FULL, LATE, "2029-03-01 (passed)"),
        ({"is_known": False}, LATE, None),
        ({"time_full": 0.0, "full_on": ON}, LATE, "at once"),
        ({"time_full": 2 * JULIAN_YEAR}, LATE, "after 2 years"),
        (PAST | {"late_time": 4 * JULIAN_YEAR, "late_on": LATE}, None, "2029-03-01 to 2031-05-02"),
        (PAST, None, "2029-03-01 or later"),
        (PAST | {"late_time": 2 * JULIAN_YEAR, "late_on": ON}, LATE, "2029-03-01 (passed)"),
        ({"time_full": 2 * JULIAN_YEAR, "source": "history", "late_time": 3 * JULIAN_YEAR}, None,
         "after 2 years to 3 years"),
    ],
)  # fmt: skip
def test_when_a_tier_is_full_with_a_step(
    need: dict[str, Any], day: datetime.date | None, said: str | None
) -> None:
    """And without: the same is said of today."""
    one = Need(**NEED | need)
    view = table(step(need=one), day=day, need=one)
    assert entry(view, "full_on", 0) == entry(view, "full_on", 1) == said


@pytest.mark.parametrize(
    ("usable", "said"),
    [(1.5e15, "+50.0 %"), (0.75e15, "-25.0 %"), (1e15, "unchanged"), (1e15 + 9e5, "unchanged")],
)
def test_how_much_more_a_step_holds(usable: float, said: str) -> None:
    found = entry(table(step(after=FIGURES | {"usable": usable})), "usable_change")
    assert str(found).replace("\N{MINUS SIGN}", "-") == said


@pytest.mark.parametrize(
    ("costs", "value", "at_least"),
    [
        ({"cost": 5.0, "known_cost": 5.0}, 5.0, False),
        ({"cost": None, "known_cost": 4.0}, 4.0, True),
        ({"cost": 0.0, "known_cost": 0.0}, 0.0, False),
    ],
)
def test_what_a_step_costs(costs: dict[str, Any], value: float, at_least: bool) -> None:
    """What is known of it, where some of it isn't."""
    view = table(step(**costs))
    found = [one for one in view.rows[1].entries if isinstance(one, FixedValue)]
    [cost] = [one for one in found if one.unit == "currency" and one.value == value]
    assert cost.at_least is at_least


def test_the_cost_of_all_years_is_that_of_the_plan_with_the_step() -> None:
    after = FIGURES | {"cost_of_years": None, "known_cost_of_years": 7e5}
    view = table(step(after=after))
    found = [
        [one for one in row.entries if isinstance(one, FixedValue) and one.unit == "currency"][-1]
        for row in view.rows
    ]
    assert [(one.value, one.at_least) for one in found] == [(9.5e5, False), (7e5, True)]


def test_an_impossible_step_says_why_and_has_no_figures() -> None:
    view = table(step(), step(why_not="it has no bays", after={}))
    assert [row.label for row in view.rows[1:]] == ["1. Add one block", "2. Add one block"]
    assert view.rows[2].entries[0] == "not possible"
    assert set(view.rows[2].entries[1:]) == {""}
    assert view.rows[2].note == ("it has no bays",)
    assert view.rows[0].tone == "strong"


@pytest.mark.parametrize(
    ("tier", "said"),
    [
        ({}, "store (owned): steps"),
        ({"is_owned": False}, "store (planned): steps"),
        ({"warranty_until": ON}, "store (owned, warranty until 2029-03-01): steps"),
    ],
)
def test_the_title_says_whose_a_tier_is(tier: dict[str, Any], said: str) -> None:
    assert table(step(), **tier).title == said
    assert table(**tier).rows == ()


def test_notes_name_all_steps_that_they_are_of() -> None:
    """Each text once: warnings, what is written off, how long files take to move."""
    one = step(warnings=("first", "second"), migration_time=2 * DAY, write_off=1500.0)
    other = step(warnings=("second",))
    assert said_of(one, "EUR")[:2] == ["first", "second"]
    assert len(said_of(one, "EUR")) == 4
    assert said_of(step(), "EUR") == []
    found = notes_of([(1, one), (4, other), (7, step(why_not="no bays"))], "EUR")
    assert found[0] == "Step 1: first."
    assert found[1] == "Steps 1, 4: second."
    assert found[2].startswith("Step 1: migrating today's files takes at least ")
    assert found[3].startswith("Step 1: it writes off 1")
    assert found[4:] == ["Step 7: not possible: no bays."]


def test_steps_are_numbered_over_all_tiers() -> None:
    one, other, last = step(), step(), step()
    tiers = [
        Extendable("a", "a", True, None, None, (one, other)),
        Extendable("b", "b", True, None, None, (last,)),
    ]
    assert [(n, tier.name) for n, tier, _ in numbered(tiers)] == [(1, "a"), (2, "a"), (3, "b")]
    assert [found for *_, found in numbered(tiers)] == [one, other, last]


Lines = dict[str, tuple[float | None, float | None, str]]


def bill(lines: Lines, options: tuple[str, ...] = ()) -> Any:
    """Results with nothing but lines: their cost, their count, their piece."""
    found: Any = {(path, "line_cost"): cost for path, (cost, _, _) in lines.items()}
    found |= {(path, "line_count"): count for path, (_, count, _) in lines.items()}
    made = [
        SimpleNamespace(path=path, piece=piece, option=path in options)
        for path, (_, _, piece) in lines.items()
    ]

    class Bill(dict[tuple[str, str], float | None]):
        plan = SimpleNamespace(lines=made)

    return Bill(found)


BEFORE: Lines = {"a": (100.0, 2.0, "x"), "b": (None, 3.0, "y")}
ADDED: list[tuple[Lines, float | None, float]] = [
    (BEFORE, 0.0, 0.0),
    (BEFORE | {"a": (150.0, 3.0, "x")}, 50.0, 50.0),
    (BEFORE | {"a": (50.0, 1.0, "x")}, -50.0, -50.0),
    (BEFORE | {"c": (30.0, 1.0, "z")}, 30.0, 30.0),
    (BEFORE | {"c": (None, 1.0, "z")}, None, 0.0),
    ({"b": BEFORE["b"]}, -100.0, -100.0),
    (BEFORE | {"b": (None, 4.0, "y")}, None, 0.0),
    (BEFORE | {"b": (None, 3.0, "other")}, None, 0.0),
    (BEFORE | {"b": (None, None, "y")}, None, 0.0),
    (BEFORE | {"a": (None, 2.0, "x")}, None, 0.0),
    (BEFORE | {"b": (60.0, 3.0, "y"), "a": (150.0, 3.0, "x")}, None, 50.0),
]


@pytest.mark.parametrize(("after", "cost", "known"), ADDED)
def test_a_step_costs_what_its_bill_has_more(
    after: Lines, cost: float | None, known: float
) -> None:
    """A line without a price whose count and piece stay is in neither; options cost nothing."""
    assert added_cost(bill(BEFORE), bill(after)) == (cost, known)
    with_option = bill(after | {"o": (999.0, 1.0, "o")}, ("o",))
    assert added_cost(bill(BEFORE), with_option) == (cost, known)


def test_a_block_of_an_extended_tier_can_be_planned() -> None:
    """Each possible step of the example has the figures of its own plan, racks and cost among
    them.
    """
    results = results_of("disks", {"owned": True})
    steps = [one for tier in extensions(results) for one in tier.steps if one.is_possible]
    assert len(steps) > 3
    for one in steps:
        after = of_extensions.scenario_of(results, one)
        paths = [path for _, path in after.tiers()]
        usable = [after[path, "usable_capacity"] or 0.0 for path in paths]
        assert one.after["usable"] == pytest.approx(sum(usable)), one.title
        assert one.after["racks"] == after.values.get(("site", "racks"))
        known = after["site", "known_total_cost_of_ownership"]
        assert one.after["known_cost_of_years"] == known
        assert one.before["usable"] == results["site/tiers:t", "usable_capacity"]
