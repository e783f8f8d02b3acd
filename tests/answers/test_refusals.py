"""What answers refuse, and with which words; what they say of parts and racks that lack figures."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from model import InputError, edited
from model.answers import brief
from model.answers.certainty import sample
from model.answers.comparison import compare
from model.answers.explain import find
from model.answers.layout_capacity import layout_capacity
from model.answers.present import present
from model.answers.regrets import regret
from model.answers.results import Results, evaluate
from model.answers.servers import comparable, stated_above_measured
from model.answers.step_phases import as_phase, start_of
from model.answers.swaps import swapped
from tests.answers.test_warnings_of_plans import plan, priced
from tests.planned import like

GIVEN = like("given")
BANDS: Any = {"economics.energy_price": {"median": "0.2 EUR/kWh", "spread": 1.5}}
DAY = datetime.date(2027, 1, 1)


def of(**more: Any) -> Any:
    return SimpleNamespace(**more)


def banded(**bands: Any) -> Results:
    return plan(GIVEN, bands={"deliveries": False, **(bands or BANDS)})


def regretted(*designs: Results, **options: Any) -> Any:
    named = {f"d{n}": one for n, one in enumerate(designs)}
    return regret(named, sample(designs[0], 16, 1), **options)


def in_dollars() -> Results:
    return plan(GIVEN, economics={"currency": "USD", "energy_price": "0.2 USD/kWh",
                                  "staff_cost": None}, common=[], existing=[],
                bands={"deliveries": False})  # fmt: skip


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: sample(banded(), 0), "write a number of samples from"),
    (lambda: sample(banded(), 16, -1), "write a number from 0, not -1"),
    (lambda: sample(banded(), 16, 1, method="x"), "write 'lhs' or 'sobol', not 'x'"),
    (lambda: sample(plan(GIVEN, bands={"deliveries": False}), 16),
     "no figure has an uncertainty range: write 'bands', as in {economics.energy_price: {low: …, "
     "likely: …, high: …}}"),
    (lambda: sample(plan(like("disks"), bands={
        "deliveries": False, "tiers.0.servers.per_block": {"values": [1, 2]}}), 16),
     "a different count changes the design: compare designs instead of giving the count a range"),
    (lambda: compare([banded()]), "write 2 to 6 scenarios, not 1"),
    (lambda: compare([banded()] * 7), "write 2 to 6 scenarios, not 7"),
    (lambda: regretted(banded()), "compare at least 2 designs, not 1"),
    (lambda: regretted(banded(), in_dollars(), figure="known_capital_cost"),
     "the designs count in EUR and USD: write them in one currency"),
    (lambda: regretted(banded(), banded(), figure="mttdl"),
     "'mttdl' isn't known of d0 and d1: name another figure of the site"),
    (lambda: as_phase(plan(GIVEN, economics={"phases": [
        {"name": "a", "after": "0 years", "share": 0.4},
        {"name": "b", "after": "1 year", "share": 0.6}]}),
        plan(GIVEN), "more", DAY),
     "the day of the first order is unknown: enter 'economics.order_date'"),
    (lambda: layout_capacity("ceph:4+2", "1 TB", copies=2, servers=7, drives_per_server=4),
     "a code has copies of its own: write them as in 'ceph:3-way'"),
    (lambda: layout_capacity("ceph:4+2", "1 TB", servers=7),
     "'ceph:4+2' lies over servers: give their number, and the drives of each"),
    (lambda: layout_capacity("ceph:4+2", "1 TB", drives_per_server=4),
     "'ceph:4+2' lies over servers: give their number, and the drives of each"),
    (lambda: layout_capacity("raid6:10", "1 TB", copies=3, servers=2),
     "3 copies need 3 servers, not 2"),
    (lambda: layout_capacity("raid6:10", "1 TB", drives_per_server=9),
     "'raid6:10' needs 10 drives in one target: write more drives per server than 9"),
    (lambda: find(banded(), "usable_capcity"), "no quantity of this scenario is called "
     "'usable_capcity': did you mean usable_capacity"),
    (lambda: find(banded(), "zzz"), "no quantity of this scenario is called 'zzz': see the keys of "
     "'plan --json -'"),
    (lambda: find(banded(), "x.usable_capacity"), "'x.usable_capacity': did you mean"),
    (lambda: sample(banded(), 16).quantiles("energy_price"),
     "'energy_price' isn't among the figures that were sampled"),
    (lambda: sample(banded(), 16).chance_met("speed"), "the scenario has no requirement 'speed'"),
]  # fmt: skip


@pytest.mark.parametrize(("tried", "words"), REFUSED, ids=[text[:40] for _, text in REFUSED])
def test_what_cant_be_answered_is_refused(tried: Callable[[], Any], words: str) -> None:
    with pytest.raises((InputError, LookupError, ValueError)) as refused:
        tried()
    found = refused.value
    texts = [one.what for one in found.problems] if isinstance(found, InputError) else [str(found)]
    assert any(words in text for text in texts), texts


def test_limits_themselves_arent_refused() -> None:
    assert len(compare([banded()] * 6).all) == 6
    assert layout_capacity("raid6:10", "1 TB", copies=2, servers=2).servers == 2
    assert layout_capacity("raid6:10", "1 TB", drives_per_server=10).drives_per_server == 10
    assert sample(banded(), 16, 0).seed == 0


def test_a_first_day_is_that_of_the_order_then_of_the_scenario_then_of_demand() -> None:
    days = [datetime.date(2026, 1, n) for n in range(1, 6)]

    def first(order: int | None, own: int | None, *demands: int | None, price: Any = None) -> Any:
        at = [None if n is None else days[n] for n in (order, own, *demands)]
        asked = [of(demand=of(start=day)) for day in at[2:]]
        economics = of(order_date=at[0], price_date=price)
        scenario = of(demand=None, tiers=[of(demand=None), *asked], date=at[1], economics=economics)
        return start_of(of(plan=of(scenario=scenario)))  # type: ignore[arg-type]

    assert first(3, 2, 1) == days[3]
    assert first(None, 2, 1) == days[2]
    assert first(None, None, None, 4, 1, price=days[0]) == days[4]
    assert first(None, None, price=days[0]) == days[0]
    assert first(None, None) is None


class Shop:
    """A catalog of one part."""

    def __init__(self, kind: str, **figures: float) -> None:
        self.kind, self.found = kind, figures

    def part(self, key: str) -> Any:
        return self

    def figures(self, key: str) -> dict[str, float]:
        return self.found


def test_a_port_of_a_network_is_as_fast_as_its_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brief, "figure_units", lambda *_: {"capacity": "byte"})
    shop: Any = Shop("nic", lanes=4.0, signalling=25e9, code_payload=64.0, code_block=66.0)
    monkeypatch.setattr(brief, "OF_PORTS", tuple(shop.found))
    monkeypatch.setattr(
        "model.formulas.chain.network.nic_port_bandwidth", lambda *known: sum(known)
    )
    assert brief.rate(shop, "x") == ("rate of a port", 25e9 + 134, "byte/s", False)
    del shop.found["lanes"]
    assert brief.rate(shop, "x") == ("rate of a port", None, "byte/s", False)
    for kind in ("hdd", "memory"):
        found = brief.size(Shop(kind, capacity=5.0), "x")  # type: ignore[arg-type]
        assert found == ("capacity", 5.0, "byte", kind == "memory")
    assert str(brief.size(Shop("no such kind"), "x")) == ""  # type: ignore[arg-type]


def test_a_server_above_all_that_were_measured_is_warned_of() -> None:
    built = plan(like("disks")).plan.scenario.tiers[0].built
    assert built is not None
    at, provenance = "site/tiers:t", {}
    for stated, most, said in (
        (2e9, 1e9, True), (1.5e9, 1e9, True), (1e9, 1e9, False), (0.9e9, 1e9, False),
        (None, 1e9, False), (2e9, None, False),
    ):  # fmt: skip
        values = {(at, "processor_read_rate"): stated, (at, "most_measured_read_bandwidth"): most}
        found = list(stated_above_measured(of(provenance=provenance), values, at, built))
        assert len(found) == said
        if said and stated and most:
            assert found[0].startswith(
                f"{stated / 1e9:g} GB/s reading is stated for each server, {stated / most:.1f} "
                "times the highest measured with"
            )
            assert found[0].endswith(": 1 GB/s (entered by hand)")


def test_measured_servers_that_are_alike_are_the_fastest_first() -> None:
    results = plan(like("disks"))
    built = results.plan.scenario.tiers[0].built
    assert built is not None
    found = comparable(results.plan, built)
    assert found
    writes = [one.write or 0.0 for one in found]
    assert writes == sorted(writes, reverse=True)
    assert all(one.name.endswith(tuple("0123456789")) and ", " in one.name for one in found)


RACKS: list[tuple[dict[str, Any], str]] = [
    # what is common, and what is said of racks
    ({"common__0__count": 1}, "2 racks are needed, but 1 is in the bill"),
    ({"common__0__count": 2}, ""),
    (
        {"common__2__part": "apc-ar3300", "common__2__weight": None, "common__2__rack_units": None},
        "racks are counted by the units of the first rack type",
    ),
]


@pytest.mark.parametrize(("changes", "words"), RACKS)
def test_racks_in_the_bill_are_as_many_as_are_needed(changes: Any, words: str) -> None:
    found = priced(**changes)
    said = [one for one in found.warnings if one.startswith("racks are") or "in the bill" in one]
    assert [one for one in said if words and words in one] == said


def test_another_part_in_a_place_is_tried_or_refused() -> None:
    found = priced(bands__deliveries=False)
    swap = swapped(found, "tiers.0.drives", "seagate-exos-x24-24tb")
    assert (swap.part, swap.fits, list(swap.effects)) == ("seagate-exos-x24-24tb", True, [])
    assert swap.price is not None
    wrong = swapped(found, "tiers.0.drives", "no-such-part")
    assert not wrong.fits
    assert wrong.price is None
    assert all(turn.tone != "good" for turn in wrong.turns)


def test_what_is_there_before_steps_is_that_of_owned_tiers() -> None:
    """With nothing that is owned, nothing is there; else as a plan of the owned tiers has it."""
    assert set(present(plan(like("disks"))).values()) == {None}
    owned = like("disks", "o", owned=True)
    both, alone = (plan(*tiers, requirements={}) for tiers in ((like("disks"), owned), (owned,)))
    figures, own = present(both), present(alone)
    assert figures == own
    assert any(value is not None for value in own.values())


def test_results_of_an_edit_are_those_of_the_edited_scenario() -> None:
    found = plan(like("disks"))
    after = found.edited({"tiers.0.blocks": 5})
    anew = evaluate(edited(found.plan.scenario, {"tiers.0.blocks": 5}))
    assert after.values == anew.values
    assert after.warnings == anew.warnings
