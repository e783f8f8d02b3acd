"""Two tiers on the same servers: what is billed once, fits together, and shares ports."""

from __future__ import annotations

import pytest

from model import InputError, evaluate, load_scenario
from model.answers.remedies import remedies
from model.answers.results import Results
from model.answers.summary import headline

OWNER = """
schema: ostimate.scenario/1
name: Shared
tiers:
  - name: flash
    blocks: 10
    servers: {name: node, per_block: 2, price: 10000 EUR, power: 500 W, weight: 30 kg}
    network: {part: mellanox-mcx653105a-hdat, per_server: 1, price: 1000 EUR}
    drives: {part: samsung-pm9a3-7680gb, per_server: 12, price: 1000 EUR}
    target: {layout: raidz2:12}
"""
DISKS = """
    adapters: {part: broadcom-9300-8e, per_server: 2, price: 500 EUR}
    enclosures: {part: seagate-exos-e-4u106, per_block: 2, price: 5000 EUR}
    drives: {part: seagate-exos-x18-16tb, per_enclosure: 106, price: 400 EUR}
    target: {layout: "draid2:8d:53c:2s"}
"""
GUEST = f"  - name: disk\n    servers: {{shared_with: flash}}{DISKS}"
APART = (
    "  - name: disk\n    blocks: 10\n    network: {part: mellanox-mcx653105a-hdat, per_server: 1}\n"
    f"    servers: {{name: node, per_block: 2}}{DISKS}"
)
TAIL = """existing: [switches, network cables, SAS cables]
economics: {currency: EUR, price_date: 2024-01-01}
"""


def planned(*tiers: str) -> Results:
    return evaluate(load_scenario("shared.yaml", "".join((*tiers, TAIL))))


def test_servers_and_what_is_in_them_are_billed_once() -> None:
    """20 nodes with their ports are lines of one tier; adapters and drives of the other stay."""
    results = planned(OWNER, GUEST)
    roles = [(row.line.tier, row.line.role) for row in results.bill]
    own = ["servers", "network", "drives"]
    assert roles == [("flash", role) for role in own] + [
        ("disk", role) for role in ("adapters", "enclosures", "drives")
    ]
    alone = planned(OWNER)
    added = 20 * 2 * 500 + 20 * 5000 + 20 * 106 * 400
    assert results["site", "capital_cost"] == (alone["site", "capital_cost"] or 0) + added
    assert results["site/tiers:disk", "servers"] == 20


def test_what_both_move_goes_through_the_same_ports() -> None:
    """500 GB/s of ports carry no 500 and 240 at once; on servers of their own tiers add up."""
    shared, apart = planned(OWNER, GUEST), planned(OWNER, APART)
    for path, bound in (("site/tiers:flash", 500e9), ("site/tiers:disk", 240e9)):
        assert shared[path, "read_bandwidth_bound"] == pytest.approx(bound)
    assert shared["site", "read_bandwidth_bound"] == pytest.approx(500e9)
    assert shared["site", "read_bandwidth"] == shared["site/tiers:flash", "read_bandwidth"]
    assert apart["site", "read_bandwidth_bound"] == pytest.approx(740e9)
    slow = OWNER.replace("per_server: 12", "per_server: 1").replace("raidz2:12", "1 x disk")
    slow = planned(slow, GUEST)
    together = sum(slow[f"site/tiers:{n}", "read_bandwidth_bound"] or 0 for n in ("flash", "disk"))
    assert together < 500e9
    assert slow["site", "read_bandwidth_bound"] == pytest.approx(together)


def test_what_fits_alone_may_not_fit_together() -> None:
    """Three slots hold a port and two adapters; two tiers with one and three cards need four."""
    part = OWNER.replace("name: node", "part: dell-r640")
    assert planned(part, GUEST).truth("site", "shared_cards_fit") is True
    many = GUEST.replace("per_server: 2, price", "per_server: 3, price")
    results = planned(part, many)
    assert results["site", "shared_cards"] == 1 + 3
    assert results.truth("site", "design_fits") is False
    third = DISKS.replace("per_server: 2, price", "per_server: 1, price")
    third = f"  - name: more\n    servers: {{shared_with: flash}}{third}"
    three = planned(part, GUEST, third)
    for name in ("flash", "disk", "more"):
        assert three.truth(f"site/tiers:{name}", "cards_fit") is True
    assert three["site", "shared_cards"] == 1 + 2 + 1
    assert three.truth("site", "design_fits") is False
    assert "have more cards than slots" in headline(three)


def test_a_metadata_tier_on_the_servers_of_the_data() -> None:
    """It takes bays there, and no bandwidth of the site."""
    mdt = (
        "  - name: mdt\n    holds: metadata\n    servers: {shared_with: flash}\n"
        "    drives: {part: samsung-pm9a3-7680gb, per_server: 2}\n    target: {layout: mirror:2}\n"
    )
    results = planned(OWNER, mdt)
    assert results["site", "summed_bays"] == 14
    assert results["site", "read_bandwidth_bound"] == pytest.approx(500e9)


@pytest.mark.parametrize(
    ("guest", "said"),
    [
        (GUEST.replace("shared_with: flash", "shared_with: fast"), "name one of flash"),
        (GUEST.replace("shared_with: flash", "shared_with: disk"), "name one of flash"),
        (GUEST + "    blocks: 3\n", "write 'blocks' at 'flash' alone"),
        (GUEST.replace("{shared_with", "{per_block: 2, shared_with"), "write 'servers.per_block'"),
        (
            GUEST + "    demand: {groups: [{name: a, volume: 1 PB, growth: 20 %}]}\n",
            "'demand' buys",
        ),
    ],
)
def test_servers_that_cannot_be_shared(guest: str, said: str) -> None:
    """One line that says what to write."""
    with pytest.raises(InputError) as caught:
        planned(OWNER, guest)
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


def test_remedies_change_shared_servers_at_the_tier_that_says_them() -> None:
    results = planned(OWNER, GUEST)
    titles = [one.title for one in remedies(results, "disk")]
    assert "one more host bus adapter in each server" in titles
    assert not any("network" in title or "block" in title.partition(" in ")[0] for title in titles)
    more = {one.title: one for one in remedies(results, "flash")}["one more building block"]
    assert more.gains["read"].bound == pytest.approx(550e9)
