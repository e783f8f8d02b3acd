"""Upgrades: what each purchase brings, and what it takes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from model import edited, evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.ranges import ranges
from model.answers.remedies import Gain, Remedy, bought, remedies
from model.answers.views import remedy_table
from model.commands.overview import print_plan
from model.records import replace
from model.units.figures import Scale
from report.workbook.workbook import workbook_bytes
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like
from tests.report.books import sheet_of


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
    share = evaluate(load_scenario("scenarios/astra.yaml"))[
        "site/tiers:scratch", "nic_write_delivery"
    ]
    assert share is not None
    assert (gain.before, gain.after) == pytest.approx(
        (share * 250e9, share * 20 * 15.754e9), rel=1e-3
    )
    assert gain.more == pytest.approx((gain.after or 0) / (gain.before or 1) - 1)
    assert gain.limit is not None
    assert gain.limit.name == "nic_pcie"  # what is expected; targets limit the bound
    # Unproven: 153.6 GB/s of memory over 15.46 GB/s; Béluga's servers moved 16 bytes a byte.
    assert [stage.name for stage in gain.unknown] == ["cpu_memory"]
    assert gain.memory_room == pytest.approx(8 * 19.2e9 / (2 * 7.2 * 2**30))
    assert second.switch_ports == 20
    assert second.is_billed  # a port costs a cable and a port of a switch
    assert second.price is None


def test_what_lifts_a_server_of_beluga_and_what_does_not() -> None:
    """CPU and memory limit Béluga: neither adapters, ports nor enclosures buy anything."""
    found = tried("beluga", "project")
    for title, one in found.items():
        lifts = title == "one more building block"
        assert one.gains["write"].is_more is lifts, title
    adapter = found["one more host bus adapter in each server"]
    assert adapter.warnings == ("there are more cables than ports on the enclosures",)


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


class Bill(dict[tuple[str, str], float | None]):
    """Results with nothing but a bill, each piece at 10."""

    def __init__(self, counts: dict[str, float | None]) -> None:
        super().__init__({(path, "line_count"): count for path, count in counts.items()})
        self.update({(path, "net_unit_price"): 10.0 for path in counts})
        self.plan = SimpleNamespace(lines=[SimpleNamespace(path=path) for path in counts])
        self.values: Any = {**self}


def bill(**counts: float | None) -> Any:
    """Give a bill of so many pieces a line."""
    return Bill(counts)


def test_what_is_added_to_a_bill_leaves_no_line_out() -> None:
    """A line that is new counts from none; one of unknown count adds an unknown number."""
    assert bought(bill(cards=2.0, same=1.0), bill(cards=5.0, same=1.0)) == [(3.0, 10.0)]
    assert bought(bill(), bill(cables=4.0)) == [(4.0, 10.0)]
    assert bought(bill(cables=4.0), bill(cables=None)) == [(None, 10.0)]
    assert bought(bill(cables=None), bill(cables=4.0)) == [(None, 10.0)]


def test_an_upgrade_costs_what_a_share_of_the_purchase_gains() -> None:
    """Support of some percent a year is part of what the purchase costs more."""
    support = {"kind": "support", "share": "4 %", "years": 3}
    results = plan(like("disks", cables=None), services=[support], existing=["SAS cables"])
    known, found = ("site", "known_capital_cost"), remedies(results, "t")
    for one in found:
        more = results.edited(one.changes).known(*known) - results.known(*known)
        assert one.known_price == pytest.approx(more)
    assert {one.is_billed for one in found} == {True, False}


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


SSU = """
schema: ostimate.scenario/1
name: SSU
tiers:
  - name: disk
    blocks: 8
    servers: {name: node, per_block: 2}
    network: {part: mellanox-mcx653105a-hdat, per_server: 1}
    enclosures: {part: seagate-exos-e-4u106, per_block: 2}
    drives: {part: seagate-exos-x18-16tb, per_enclosure: 106}
    target: {layout: "draid2:8d:53c:2s", per_block: 4}
"""


def of_text(text: str) -> dict[str, Remedy]:
    """Give the remedies of the tier of a text, by their titles."""
    results = evaluate(load_scenario("t.yaml", text))
    return {one.title: one for one in remedies(results, "disk")}


@pytest.mark.parametrize("text", [SSU, SSU.replace(", per_block: 4}", "}")])
def test_targets_follow_the_drives_of_a_further_enclosure(text: str) -> None:
    """Half as many drives more are half as many targets more, stated or not: ports limit then."""
    gain = of_text(text)["one more enclosure with its drives in each block"].gains["write"]
    assert gain.bound_before == pytest.approx(274.75e9, rel=1e-4)
    assert gain.bound == pytest.approx(400e9)


def test_no_second_port_of_a_card_that_has_one_or_of_which_nothing_is_known() -> None:
    unknown = SSU.replace("part: mellanox-mcx653105a-hdat", "name: card").replace(
        "per_server: 1}", "per_server: 1, ports: 1}"
    )
    for text in (SSU, unknown):
        assert not any("second port" in title for title in of_text(text))


def test_processors_controllers_and_bays_are_offered() -> None:
    """A free socket, rates of the CPUs as stated, controllers of an array, bays without drives."""
    arrays = (
        SSU.replace(
            "seagate-exos-e-4u106, per_block: 2",
            "netapp-e5760, per_block: 2, read_bandwidth: 10 GB/s, write_bandwidth: 10 GB/s",
        )
        .replace("per_enclosure: 106", "per_enclosure: 40")
        .replace(
            '"draid2:8d:53c:2s", per_block: 4',
            "raid6:10, redundancy: raid, format: ldiskfs, per_block: 8",
        )
    )
    found = of_text(arrays + "    processing: {read_rate: 3 GB/s, write_rate: 3 GB/s}\n")
    faster = found["processors twice as fast"]
    assert faster.changes["tiers.0.processing.write_rate"] == "6 GB/s"
    assert found["controllers twice as fast"].changes == {
        "tiers.0.enclosures.read_bandwidth": "20 GB/s",
        "tiers.0.enclosures.write_bandwidth": "20 GB/s",
    }
    bays = found["drives in all 60 bays of each enclosure"].changes
    assert bays == {"tiers.0.drives.per_enclosure": 60, "tiers.0.target.per_block": 12}
    alone = edited(load_scenario("scenarios/beluga.yaml"), {"tiers.0.processors.per_server": 1})
    found = {one.title: one.changes for one in remedies(evaluate(alone), "project")}
    assert found["one more processor in each server"]["tiers.0.processors.per_server"] == 2


def test_drives_that_would_make_targets_are_said() -> None:
    """Three enclosures of which two have targets: the third's drives, and controllers, idle."""
    results = evaluate(
        load_scenario(
            "t.yaml", SSU.replace("exos-e-4u106, per_block: 2", "exos-e-4u106, per_block: 3")
        )
    )
    assert (
        "disk: 106 of a block's 318 drives are in no target, though they would make 2 more: write "
        "'target.per_block: 6', or 'target.reserved_spares' if they are spares"
    ) in results.warnings


MOST = """
schema: ostimate.scenario/1
name: unknown server
tiers:
  - name: disk
    blocks: 4
    servers: {name: node, per_block: 1}
    network: {name: port, per_server: 1, ports: 1, bandwidth: 10 GB/s}
    drives: {name: NVMe, per_server: 12, capacity: 4 TB, read_bandwidth: 5 GB/s,
             write_bandwidth: 4 GB/s, surface_factor: 1}
    file_system: zfs
    target: {layout: "raidz2:12"}
    fabric: {links: 4, link_bandwidth: 100 GB/s}
"""


def test_what_is_expected_is_compared_with_what_is_expected() -> None:
    """40 GB/s by ports, 31 expected: a further card makes it 61, and nobody knows the servers."""
    found = of_text(MOST)
    card = found["one more network adapter in each server"]
    gain = card.gains["read"]
    assert (gain.before, gain.after, gain.bound) == pytest.approx(
        (30.64e9, 61.29e9, 80e9), rel=1e-3
    )
    assert gain.more == pytest.approx(1.0)
    assert list(card.notes) == [
        "unproven: whether CPU and memory of a server can serve this is unknown"
    ]
    block = found["one more building block"]  # as many bytes for each server as before
    assert block.gains["read"].more == pytest.approx(0.25)
    assert list(block.notes) == []
    alike = MOST + "    processing: {like: beluga-oss-2019}\n"  # evidence, but no proof
    assert any("unproven" in note for one in of_text(alike).values() for note in one.notes)
    known = of_text(alike + "    policy: {deliveries: {cpu_memory: 1.0}}\n")
    assert not any("unproven" in note for one in known.values() for note in one.notes)
    assert not known["one more network adapter in each server"].helps


def test_clients_are_named_where_they_limit() -> None:
    """Two clients of 5 GB/s take 10 of 40: no purchase of the tier helps, but more clients do."""
    clients = MOST.rstrip().removesuffix("}") + ", clients: {count: 2, bandwidth: 5 GB/s}}\n"
    found = of_text(clients)
    helpful = [title for title, one in found.items() if one.helps]
    assert helpful == ["2 more clients at once"]
    assert found["2 more clients at once"].gains["read"].more == pytest.approx(1.0)
    assert not found["2 more clients at once"].is_billed


def test_more_drives_behind_the_same_controllers_are_tried() -> None:
    """Controllers of 20 GB/s over ten disks of 0.2: twice the disks are twice as much."""
    text = (
        SSU.replace(
            "part: seagate-exos-e-4u106, per_block: 2",
            "name: array, per_block: 1, bays: 24, "
            "read_bandwidth: 20 GB/s, write_bandwidth: 20 GB/s",
        )
        .replace("per_enclosure: 106", "per_enclosure: 20")
        .replace(
            '"draid2:8d:53c:2s", per_block: 4',
            "raid6:10, redundancy: raid, format: ldiskfs, per_block: 2",
        )
    )
    twice = of_text(text)["twice the drives behind the same controllers"]
    assert twice.changes == {
        "tiers.0.drives.per_enclosure": 40,
        "tiers.0.target.per_block": 4,
        "tiers.0.enclosures.bays": 48,
    }
    assert twice.gains["write"].more == pytest.approx(1.0)
    assert "the expansion enclosures for these drives are not in the price" in list(twice.notes)


def test_a_gain_from_nothing_is_no_percentage() -> None:
    """No target is served before, 200 GB/s after: that isn't '+0 %'."""
    none = Gain(0.0, 200e9, 0.0, 150e9, None, (), None, None, 0.0, 150e9, 200e9)
    assert (none.is_more, none.more) == (True, None)
    unknown = replace(none, before=None, bound_before=None)
    scale = Scale(200e9, "byte/s")
    assert list(remedy_table.gain_texts(none, scale))[:2] == ["150.0", "from 0.0"]
    assert list(remedy_table.gain_texts(unknown, scale))[:2] == ["150.0", "from unknown"]


@pytest.mark.parametrize(
    ("after", "said"),
    [(100e9, "±0 %"), (99.999e9, "±0 %"), (100.3e9, "+0.3 %"), (101e9, "+1 %")],
)
def test_no_gain_is_no_percentage(after: float, said: str) -> None:
    """What is the same, or differs by rounding, is in words; below 1 % there is a decimal."""
    one = Gain(200e9, 200e9, 100e9, after, None, (), None, None, 100e9, after, 200e9)
    assert list(remedy_table.gain_texts(one, Scale(200e9, "byte/s")))[1] == said


def test_every_output_has_the_same_remedies(capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal, JSON and the workbook say what the page says."""
    results = evaluate(load_scenario("t.yaml", SSU))
    (title, one), *_ = of_text(SSU).items()
    [said, *_] = plan_json(results)["remedies"]["disk"]
    assert said["remedy"] == title
    assert said["write"]["bandwidth_bound"] == one.gains["write"].bound
    print_plan(results)
    label = f"{title[:1].upper()}{title[1:]}"
    assert label in capsys.readouterr().out
    sheet = sheet_of(workbook_bytes(results), "Summary")
    assert label in [row[0].value for row in sheet.iter_rows()]


@pytest.mark.parametrize(
    ("name", "tier"),
    [("scenarios/beluga.yaml", "project"), ("tests/report/priced.yaml", "data")],
)
def test_an_upgrade_has_the_range_of_its_plan(name: str, tier: str) -> None:
    """The draws that an upgrade shares with the plan give what its own plan gives, to the bit."""
    results = evaluate(load_scenario(name))
    path = dict(results.tiers())[tier]
    for one in remedies(results, tier):
        alone = ranges(evaluate(edited(results.plan.scenario, one.changes)))
        for way, gain in one.gains.items():
            assert gain.likely == alone.of[path, f"{way}_bandwidth"], (one.title, way)


def test_the_range_follows_what_an_upgrade_makes_known() -> None:
    """Faster CPUs of a stated range are drawn anew: their rates aren't those of before."""
    text = MOST + "    processing: {read_rate: 3 GB/s, write_rate: 3 GB/s}\n"
    results = evaluate(load_scenario("t.yaml", text))
    faster = {one.title: one for one in remedies(results, "disk")}["processors twice as fast"]
    alone = ranges(evaluate(edited(results.plan.scenario, faster.changes))).of
    gain = faster.gains["read"]
    assert gain.likely == alone["site/tiers:disk", "read_bandwidth"]
    assert gain.likely != ranges(results).of["site/tiers:disk", "read_bandwidth"]


def test_upgrades_show_expected_rates_with_their_range(capsys: pytest.CaptureFixture[str]) -> None:
    """'At most' is a word for the upper bound; what is expected has a range, in text and JSON."""
    results = evaluate(load_scenario("t.yaml", MOST))
    card = of_text(MOST)["one more network adapter in each server"].gains["read"]
    assert card.at_most
    assert card.likely is not None
    assert card.after is not None
    assert card.likely.low < card.after < card.likely.high
    value, more, likely, bound = remedy_table.gain_texts(card, Scale(80e9, "byte/s"))
    assert (value, more) == ("61.29", "+100 %")
    assert likely == f"likely {card.likely.low / 1e9:.2f}\N{EN DASH}{card.likely.high / 1e9:.2f}"
    assert bound.startswith("at most 80.00")
    found = {one["remedy"]: one["read"] for one in plan_json(results)["remedies"]["disk"]}
    of_json = found["one more network adapter in each server"]
    assert (of_json["bandwidth_low"], of_json["bandwidth_high"]) == card.likely
    print_plan(results)
    assert f"61.29 (+100 %; {likely})" in capsys.readouterr().out


def test_what_is_tried_is_tried_once() -> None:
    """Several outputs show the same trials; those of other results are others."""
    results = evaluate(load_scenario("scenarios/astra.yaml"))
    found = remedies(results, "scratch")
    assert remedies(results, "scratch") is found
    again = evaluate(load_scenario("scenarios/astra.yaml"))
    assert remedies(again, "scratch") is not found


def test_upgrades_of_an_owned_tier_arent_free() -> None:
    """What is there costs nothing; a further block costs nearly what it does in a purchase.

    The rest are cold spares, which stay owned.
    """
    scenario = load_scenario("scenarios/templates/project-space.yaml")
    purchase, owned = (
        {one.title: one for one in remedies(evaluate(edited(scenario, changes)), "project")}
        for changes in ({}, {"tiers.0.owned": True})
    )
    for title in ("one more building block", "one more host bus adapter in each server"):
        known = purchase[title].known_price
        assert 0.99 * known <= owned[title].known_price <= known != 0
