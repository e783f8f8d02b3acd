"""What next: what each purchase brings, and what it takes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from model import edited, evaluate, load_scenario
from model.answers.remedies import Remedy, bought, remedies


def tried(name: str, tier: str) -> dict[str, Remedy]:
    """Give the remedies of a tier of a shipped scenario, by their titles."""
    results = evaluate(load_scenario(f"scenarios/{name}.yaml"))
    return {one.title: one for one in remedies(results, tier)}


def test_astras_second_port() -> None:
    """A second port lifts Astra from its ports to its targets, if memory can feed it."""
    second = tried("astra", "scratch")["a second port of each network adapter"]
    gain = second.gains["write"]
    assert gain.bound_before == pytest.approx(250e9)
    assert gain.bound == pytest.approx(20 * 2 * 7.2 * 2**30)
    assert gain.limit is not None
    assert gain.limit.name == "targets"
    # Unproven: 153.6 GB/s of memory over 15.46 GB/s; Béluga's servers moved 16 bytes a byte.
    assert [stage.name for stage in gain.unknown] == ["cpu_memory"]
    assert gain.memory_room == pytest.approx(8 * 19.2e9 / (2 * 7.2 * 2**30))
    assert second.switch_ports == 20
    assert not second.is_billed  # a port costs cables and switch ports, which no bill has


def test_what_lifts_a_server_of_beluga_and_what_does_not() -> None:
    """CPU and memory limit Béluga: neither adapters, ports nor enclosures buy anything."""
    found = tried("beluga", "project")
    for title, one in found.items():
        lifts = title == "one more building block"
        assert one.gains["write"].is_more is lifts, title
    adapter = found["one more host adapter in each server"]
    assert adapter.warnings == ("the enclosures don't have ports for so many cables",)


def test_all_memory_channels_are_offered_where_some_are_empty() -> None:
    """With half the channels filled, the others are a remedy, and the modules are counted."""
    scenario = edited(
        load_scenario("scenarios/beluga.yaml"),
        {"tiers.0.memory.channels": 6, "tiers.0.memory.per_server": 6},
    )
    results = evaluate(scenario)
    found = {one.title: one for one in remedies(results, "project")}
    full = found["all 12 memory channels"]
    assert full.changes["tiers.0.memory.per_server"] == 12
    assert full.gains["write"].bound == pytest.approx(2 * 6.2e9)
    assert full.gains["write"].bound_before == pytest.approx(2 * 5.0e9)


def test_prices_and_ports_of_a_priced_scenario() -> None:
    """A remedy costs what the whole plan costs more."""
    results = evaluate(load_scenario("tests/report/priced.yaml"))
    name = results.plan.scenario.tiers[0].name
    block = {one.title: one for one in remedies(results, name)}["one more building block"]
    before = results["site", "capital_cost"]
    after = evaluate(edited(results.plan.scenario, block.changes))["site", "capital_cost"]
    assert before is not None
    assert after is not None
    assert block.price == pytest.approx(after - before)
    assert block.price > 0


def test_a_remedy_costs_what_its_own_lines_cost() -> None:
    """A server without a price doesn't hide what 12 further modules of 100 USD cost."""
    change = {
        "tiers.0.memory.channels": 6,
        "tiers.0.memory.per_server": 6,
        "tiers.0.memory.price": "100 CAD",
    }
    results = evaluate(edited(load_scenario("scenarios/beluga.yaml"), change))
    assert results["site", "capital_cost"] is None
    full = {one.title: one for one in remedies(results, "project")}["all 12 memory channels"]
    assert full.price == pytest.approx(2 * 6 * 100)


def bill(**counts: float | None) -> Any:
    """Results with nothing but a bill, each piece at 10."""
    rows = [
        SimpleNamespace(line=SimpleNamespace(path=path), count=count, unit_price=10.0)
        for path, count in counts.items()
    ]
    return SimpleNamespace(bill=rows)


def test_what_is_added_to_a_bill_leaves_no_line_out() -> None:
    """A line that is new counts from none; one of unknown count adds an unknown number."""
    assert bought(bill(cards=2.0, same=1.0), bill(cards=5.0, same=1.0)) == [(3.0, 10.0)]
    assert bought(bill(), bill(cables=4.0)) == [(4.0, 10.0)]
    assert bought(bill(cables=4.0), bill(cables=None)) == [(None, 10.0)]
    assert bought(bill(cables=None), bill(cables=4.0)) == [(None, 10.0)]


def test_a_tier_given_as_a_whole_has_no_remedies() -> None:
    """Nothing can be added to what nobody knows the parts of."""
    results = evaluate(load_scenario("scenarios/cri.yaml"))
    assert remedies(results, "pfs") == []


def test_an_enclosure_more_evens_out_targets() -> None:
    """Béluga's 19 targets are 10 + 9 on two servers; an even count gives striped files 1/0.95."""
    found = tried("beluga", "project")
    for gain in found["one more enclosure with its drives in each block"].gains.values():
        assert gain.more == pytest.approx(0.0)
        assert gain.striped_more == pytest.approx(10 / 9.5 - 1)
        assert gain.differs_striped
    for gain in found["one more building block"].gains.values():
        assert gain.striped_more == pytest.approx(1.0)
        assert not gain.differs_striped
