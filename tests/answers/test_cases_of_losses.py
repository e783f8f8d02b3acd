"""What is lost, what lasts and what it costs, case by case: at the limits that decide."""

from __future__ import annotations

import datetime
import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from model.answers import certain, extensions, present
from model.answers.brief import Brief
from model.answers.extensions import drives_added
from model.answers.loss_remedies import _spare_at_once, tiers_above_loss
from model.answers.losses import is_upper_bound
from model.answers.metadata import Values
from model.answers.sampling import _is_planned
from model.answers.spare_budget import parse_budget
from model.answers.summary import _less_than_drives
from model.answers.targets import warnings_of_targets
from model.answers.unlike_quotes import warnings_of_quotes
from model.answers.validation import Row, spread
from model.answers.views import (
    certainty_tables,
    datasheet,
    extension_table,
    replacement_table,
)
from model.units.figures import UnitError
from tests.answers.several_in_full import with_servers
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like

AT = "site/tiers:t"


def of(**more: Any) -> Any:
    return SimpleNamespace(**more)


def on(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def test_a_bound_of_losses_is_one_within_a_hundred_rebuilds() -> None:
    def bounded(values: Any, *paths: str) -> bool:
        return is_upper_bound(of(plan=of(instances=paths), values=values), AT)

    for at in (f"{AT}/pools:a", f"{AT}/pools:b"):
        rebuilt = {(at, "rebuild_time"): 2.0}
        for lost, found in ((199.0, True), (200.0, False), (None, False)):
            paths = (f"{AT}/pools:a", f"{AT}/pools:b")
            assert bounded({(at, "group_loss_time"): lost, **rebuilt}, *paths) is found
        assert not bounded({(at, "group_loss_time"): 1.0}, at)
        assert not bounded(rebuilt, at)
    other = "site/tiers:t2/pools:a"
    assert not bounded({(other, "group_loss_time"): 1.0, (other, "rebuild_time"): 2.0}, other)
    for rate, time, found in (
        (0.1, 0.2, True), (0.1, 0.09, False), (None, 2.0, False), (2.0, None, False),
    ):  # fmt: skip
        assert bounded({(AT, "copy_loss_rate"): rate, (AT, "copy_restore_time"): time}) is found


@pytest.mark.parametrize(
    ("losses", "required", "met", "found"),
    [
        ((0.1, 0.3, None, 0.0), 0.2, False, ["b", "a"]),
        ((0.1, 0.3, None, 0.0), 0.2, None, ["b", "a"]),
        ((0.1, 0.2, None, 0.0), 0.2, None, []),
        ((0.1, 0.2, None, 0.0), 0.2, False, ["b", "a"]),
        ((0.1, 0.3, None, 0.0), 0.2, True, []),
        ((0.1, None, None, None), None, None, ["a"]),
        ((None, None, None, None), 0.2, None, []),
    ],
)
def test_tiers_above_a_required_loss_are_the_worst_first(
    losses: Any, required: Any, met: Any, found: list[str]
) -> None:
    tiers = [(name, f"site/tiers:{name}") for name in "abcd"]
    values = {(path, "loss_probability"): x for (_, path), x in zip(tiers, losses, strict=True)}
    checks = [of(name="other", met=False), of(name="loss", met=met, required=required)]
    results: Any = of(checks=checks, tiers=lambda: tiers, values=values)
    assert tiers_above_loss(results) == found
    results.checks = checks[:1]
    assert tiers_above_loss(results) == []


def spared(
    delay: float | None = None, spares: bool = False, reserved: Any = None, inside: bool = False
) -> list[Any]:
    number = of(value=24)
    tier: Any = of(
        states=of(rebuild_delay=None if delay is None else of(value=delay)),
        target=of(hot_spares=spares, spares_on_all_drives=False, reserved_spares=reserved),
        enclosures=None if inside else of(per_block=of(value=2)),
        servers=of(per_block=of(value=3)),
        drives=of(per_enclosure=None if inside else number, per_server=number if inside else None),
    )
    return list(_spare_at_once(tier, "t.0"))


def test_spares_in_place_are_tried_where_rebuilds_begin_late() -> None:
    delay, reserve = "t.0.states.rebuild_delay", "t.0.target.reserved_spares"
    assert spared(3600.0) == spared(0.0) == []
    assert spared(spares=True) == []
    [(title, changes, notes)] = spared(3601.0, spares=True)
    assert title == "rebuilds that start after an hour, onto the spares in place"
    assert (changes, len(notes)) == ({delay: "1 h"}, 1)
    assert spared(3601.0, reserved=0) == []
    for late in (None, 7200.0):
        more = {} if late is None else {delay: "1 h"}
        for inside, home, pieces in ((False, "enclosure", 2), (True, "server", 3)):
            one, two = spared(late, inside=inside)
            assert one[:2] == ("a hot spare in each block, of its drives", {reserve: 1, **more})
            assert two[0] == f"one more drive in each {home} as a hot spare"
            assert two[1] == {f"t.0.drives.per_{home}": 25, reserve: pieces, **more}
            assert len(one[2]) == len(two[2]) == len(more)


RATES = [
    # committed with caches and without, upper bound with caches and without; whether that is said
    (4.0, 5.0, 9.0, 8.0, True), (5.0, 5.0, 9.0, 8.0, False), (4.0, 5.0, 8.0, 8.0, False),
    (0.0, 5.0, 9.0, 8.0, False), (None, 5.0, 9.0, 8.0, False), (4.0, None, 9.0, 8.0, False),
    (0.5, 0.9, 9.0, 8.0, True), (4.0, 5.0, None, 8.0, False), (4.0, 5.0, 0.5, None, True),
    (6.0, 5.0, 9.0, 8.0, False),
]  # fmt: skip


@pytest.mark.parametrize(("cached", "alone", "most", "most_alone", "is_said"), RATES)
def test_caches_that_commit_less_than_drives_are_said(
    cached: Any, alone: Any, most: Any, most_alone: Any, is_said: bool
) -> None:
    for way, text in (("write", "write"), ("read", "read")):
        other = "read" if way == "write" else "write"
        figures: Any = {(AT, f"{a}{other}_bandwidth{end}"): None
                        for a in ("", "cached_") for end in ("", "_bound")}  # fmt: skip
        figures |= {
            (AT, f"cached_{way}_bandwidth"): cached, (AT, f"{way}_bandwidth"): alone,
            (AT, f"cached_{way}_bandwidth_bound"): most, (AT, f"{way}_bandwidth_bound"): most_alone,
        }  # fmt: skip
        said = _less_than_drives(figures, AT)
        assert bool(said) is is_said
        if is_said:
            assert said.startswith(f" (without them {alone:g} B/s {text}: that figure is measured")


@pytest.mark.parametrize(
    ("redundancy", "mode", "fits", "said"),
    [
        (0.0, None, 1.0, ["no redundancy"]),
        (0.0, "writethrough", 1.0, ["no redundancy"]),
        (0.0, "writeback", 1.0, ["no redundancy", "losing a cache drive loses all targets"]),
        (0.0, "writeback", 0.0, []),
        (1.0, "writeback", 1.0, []),
        (None, "writeback", 1.0, []),
    ],
)
def test_a_cache_that_holds_writes_is_warned_of_without_redundancy(
    redundancy: Any, mode: str | None, fits: float, said: list[str]
) -> None:
    built = plan(like("disks inside")).plan.scenario.tiers[0].built
    assert built is not None
    cache = None if mode is None else of(mode=mode)
    tier: Any = of(built=_With(built, cache=cache))
    values: Values = {(AT, "redundancy_capacity"): redundancy, (AT, "layout_fits"): fits}
    found = list(warnings_of_targets(values, [(AT, tier)]))
    known = [one for one in found if "redundancy" in one or "cache drive" in one]
    assert len(known) == len(said)
    assert all(words in one for words, one in zip(said, known, strict=True))


class _With:
    """A tier with something else in one place."""

    def __init__(self, built: Any, **more: Any) -> None:
        self.__dict__.update(more, built=built)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["built"], name)


def test_old_parts_serve_past_their_warranty_until_a_tier_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def said(step: str, last: Any, need: Any) -> int:
        monkeypatch.setattr(extensions, "_warranty", lambda _: last)
        tier: Any = None
        return len(list(extensions._out_of_warranty(tier, step, need)))  # type: ignore[arg-type]

    last = on("2027-01-31")
    days = ((on("2027-02-01"), 1), (last, 0), (on("2027-01-30"), 0))
    for time, full, words in ((None, None, 1), (5.0, None, 0), *((5.0, *pair) for pair in days)):
        need = of(is_known=True, time_full=time, full_on=full)
        assert said("add_block", last, need) == words
        assert said("replace_tier", last, need) == said("add_block", None, need) == 0
        assert said("add_block", last, of(is_known=False, time_full=time, full_on=full)) == 0
    assert said("add_block", last, None) == 0


WEEK = 7 * 86400.0


@pytest.mark.parametrize(
    ("time", "date", "text"),
    [
        (-WEEK, "2026-01-01", "now (1 week late)"), (-15 * WEEK, None, "now (15 weeks late)"),
        (0.0, None, "0 weeks after the start"), (3.4 * WEEK, None, "3 weeks after the start"),
        (0.0, "2026-01-01", "2026-01-01"), (WEEK, "2026-01-01", "2026-01-01"),
    ],
)  # fmt: skip
def test_an_order_has_its_day_or_is_late(time: float, date: str | None, text: str) -> None:
    order = of(time=time, date=on(date) if date else None)
    assert extension_table._order(of(order=order)) == text  # type: ignore[arg-type]
    assert extension_table._order(of(order=None)) == ""  # type: ignore[arg-type]


def need(time: float | None, full: str | None, **more: Any) -> Any:
    has = {"source": "groups", "is_known": True, "horizon": 100, "late_time": None, "late_on": None}
    return of(time_full=time, full_on=on(full) if full else None, **{**has, **more})


YEAR = 365.25 * 86400.0
FULL = [
    (None, ""),
    (need(YEAR, "2027-01-01"), "2027-01-01"),
    (need(YEAR, "2026-05-31"), "2026-05-31 (passed)"),
    (need(YEAR, "2026-06-01"), "2026-06-01"),
    (need(0.0, "2026-01-01"), "at once"),
    (need(2 * YEAR, None), "after 2 years"),
    (need(YEAR, "2027-01-01", late_time=2 * YEAR, late_on=on("2028-01-01")), "2027-01-01"),
    (need(YEAR, "2027-01-01", source="history", late_time=2 * YEAR, late_on=on("2028-01-01")),
     "2027-01-01 to 2028-01-01"),
    (need(YEAR, "2027-01-01", source="history", late_time=YEAR, late_on=on("2027-01-01")),
     "2027-01-01"),
    (need(YEAR, None, source="history", late_time=2 * YEAR), "after 1 year to 2 years"),
    (need(YEAR, "2027-01-01", source="history"), "2027-01-01 or later"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "text"), FULL)
def test_a_tier_is_full_on_a_day_or_between_two(one: Any, text: str) -> None:
    assert extension_table._full(one, on("2026-06-01")) == text
    assert extension_table._full(one, None) == text.removesuffix(" (passed)")


def test_no_drive_is_added_where_a_tier_has_no_bays() -> None:
    with pytest.raises(ValueError, match="t: its drives aren't in bays of one kind"):
        drives_added(plan(like("given")), "t", 1)


def test_what_is_there_today_is_added_to_a_step_of_an_owned_tier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(present, "present", lambda _: "what is there")
    monkeypatch.setattr(present, "stated", lambda found: [found])

    def changed(today: Any, *owned: bool) -> Any:
        tiers = [of(is_owned=one) for one in owned]
        results: Any = of(plan=of(scenario=of(today=today, tiers=tiers)))
        return present.with_present(results, {"a": 1})

    both = {"a": 1, "today": ["what is there"]}
    assert changed(None, True) == changed(None, False, True) == both
    assert changed(None, False) == changed({}, True) == changed("x", True) == {"a": 1}


@pytest.mark.parametrize(
    ("kinds", "names", "systems", "status"),
    [
        ((), (), ("lustre",), "included"),
        ((), (), ("lustre", "weka"), None),
        (("licence",), ("x",), ("weka",), "line"),
        (("subscription",), ("x",), ("weka",), "line"),
        (("support",), ("x",), ("weka",), None),
        (("support",), ("Care of WEKA",), ("weka",), "line"),
        (("support", "licence"), ("x", "y"), ("weka",), "line"),
    ],
)
def test_a_file_system_is_bought_as_a_service_or_free(
    kinds: tuple[str, ...], names: tuple[str, ...], systems: tuple[str, ...], status: str | None
) -> None:
    tiers = [of(built=True, file_system=system) for system in systems]
    tiers.append(of(built=None, file_system="weka"))
    for option in (False, True):
        services = [
            of(kind=kind, name=name, option=option)
            for kind, name in zip(kinds, names, strict=True)
        ]  # fmt: skip
        scenario = of(tiers=tiers, services=services)
        found = certain._file_system(of(plan=of(scenario=scenario)))  # type: ignore[arg-type]
        expected = None if option and status == "line" else status
        assert (found.status if found else None) == expected


@pytest.mark.parametrize(
    ("amount", "found"), [("1 EUR", 1.0), ("0.5 EUR", 0.5), ("0 EUR", None), ("5 USD", None)]
)
def test_a_budget_of_spares_is_above_nothing(amount: str, found: float | None) -> None:
    results = plan(like("given"))
    if found is None:
        with pytest.raises(UnitError):
            parse_budget(results, amount)
    else:
        assert parse_budget(results, amount) == found


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (Brief("", 3.0, ""), ""),
        (Brief("cores", 3.0, ""), "3 cores"),
        (Brief("cores", 1.0, ""), "1 core"),
        (Brief("drive_bays", 24.0, ""), "24 drive bays"),
        (Brief("capacity", 10e12, "byte"), "10 TB"),
        (Brief("capacity", 2.0**34, "byte", binary=True), "16 GiB"),
        (Brief("cores", None, ""), "unknown"),
    ],
)
def test_a_part_is_told_by_one_figure(one: Brief, text: str) -> None:
    assert str(one) == text


def test_a_band_without_width_at_the_figure_of_the_plan_is_planned() -> None:
    def planned(figure: float, *inputs: float | None) -> bool:
        paths = [f"p{n}" for n in range(len(inputs))]
        instances = {
            path: of(inputs={} if x is None else {"x": x})
            for path, x in zip(paths, inputs, strict=True)
        }
        band: Any = of(addresses=[(path, "x") for path in paths], law=of(ends=(figure, 9.0)))
        return _is_planned(of(instances=instances), band)  # type: ignore[arg-type]

    assert planned(2.0, 2.0, 2.0)
    assert not planned(2.0, 2.0, 3.0)
    assert not planned(2.0, 3.0, 2.0)
    assert not planned(2.0, None)
    assert not planned(9.0, 2.0)


def predicted(error: float | None, figure: str = "f") -> Row:
    none: Any = (None,) * 4
    return Row("s", figure, "predicted", "", 1.0, 1.0, "byte/s", error, *none, "", "", "", "")  # type: ignore[arg-type]


def test_predictions_are_spread_by_their_errors() -> None:
    errors = (0.2, -0.5, 0.0, 0.1, -0.3)
    found = spread([predicted(error) for error in errors])
    assert found is not None
    assert [row.error for row in found.rows] == [-0.5, -0.3, 0.0, 0.1, 0.2]
    assert (found.median, found.upper) == (0.2, 0.3)
    assert found.worst.error == -0.5
    assert spread([]) is None


def test_ages_are_assumed_where_drives_are_bought_later() -> None:
    def said(*tiers: tuple[bool, bool], phases: bool = False) -> bool:
        paths = [(str(n), f"site/tiers:{n}") for n in range(len(tiers))]
        values = {
            (f"{path}/years:year 0", "blocks_owned"): 1.0
            for (_, path), (grows, _) in zip(paths, tiers, strict=True) if grows
        }  # fmt: skip
        built = [of(built=of(states=of(has_ages=ages))) for _, ages in tiers]
        scenario = of(tiers=built, economics=of(phases=phases))
        results: Any = of(plan=of(scenario=scenario), tiers=lambda: paths, values=values)
        return replacement_table.said(results) != replacement_table.SAID

    for grows, ages, phases in itertools.product((False, True), repeat=3):
        assert said((grows, ages), phases=phases) is ((grows or phases) and ages)
    assert said((True, False), (True, True))
    assert not said((True, False), (False, True))


def test_a_price_of_several_tiers_is_named_with_its_tier() -> None:
    bands: Any = [of(called="price of drives", addresses=[(path, "price")]) for path in "ab"]
    bands.append(of(called="price of racks", addresses=[("c", "price")]))
    rows = [of(path=path, tier=f"tier {path}") for path in "abc"]
    results: Any = of(plan=of(lines=rows))
    found = [certainty_tables._of_price(results, bands, one) for one in bands]
    assert found == ["price of drives (tier a)", "price of drives (tier b)", "price of racks"]


def test_warnings_of_quotes_are_among_those_of_a_plan() -> None:
    found = with_servers(memory__price=None)
    said = list(warnings_of_quotes(found.plan, found.values))
    assert said
    assert [one for one in found.warnings if one in said] == said


def test_a_datasheet_has_each_figure_and_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Part:
        vendor, model, interface = "A", "B", "SAS"

        def facts(self) -> Any:
            return {"capacity": 1, "interface": 2}.items()

    figures = {"capacity": 5.0, "of_link": 7.0, "further": 9.0}
    catalog: Any = of(
        part=lambda _: Part(), figures=lambda _: figures, source=lambda _, n: f"s {n}"
    )
    monkeypatch.setattr(datasheet, "figure_units", lambda *_: {"capacity": "byte"})
    monkeypatch.setattr(datasheet, "LINK_FIGURES", ("of_link",))
    found = datasheet.datasheet(catalog, "x")
    assert found.title == "A B"
    assert [row.entries[1] for row in found.rows] == ["s capacity", "s interface", "s of_link"]
    first, second, third = (row.entries[0] for row in found.rows)
    assert (first.value, first.unit, second) == (5.0, "byte", "SAS")  # type: ignore[union-attr]
    assert (third.value, third.unit) == (7.0, "1")  # type: ignore[union-attr]
