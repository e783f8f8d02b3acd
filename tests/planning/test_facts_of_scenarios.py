"""Which facts follow from what a scenario says: each change with all that it changes."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from model import load_scenario
from model.books.facts import DemandFacts, TierFacts
from model.books.site_facts import CordFacts
from model.design.given import GivenTier
from model.planning.facts import given_facts, site_facts, tier_facts
from model.planning.supply import Supply
from tests import planned
from tests.planned import FILES, Said, like, merged

NOT_COMPARED = {"placing", "curves"}
"""What has tests of its own: the places of drives, and the facts of demand once more."""


def _flat(prefix: str, facts: Any) -> dict[str, Any]:
    """Give each fact by its name, those of chain and target beside the others."""
    found: dict[str, Any] = {}
    for name in [one.name for one in fields(facts) if one.name not in NOT_COMPARED]:
        value = getattr(facts, name)
        if name in ("chain", "target"):
            found |= _flat(f"{prefix}.{name}", value)
        elif name == "states":
            found[f"{prefix}.states"] = [state for state, _ in value]
        else:
            found[f"{prefix}.{name}"] = set(value) if isinstance(value, frozenset) else value
    return found


@cache
def _facts(text: str) -> dict[str, Any]:
    scenario = load_scenario("x.yaml", text, files=FILES)
    supply = Supply(scenario, planned._catalog())
    tiers = tuple(
        given_facts(tier, f"tiers.{n}", supply)
        if isinstance(tier, GivenTier)
        else tier_facts(tier, f"tiers.{n}", supply)
        for n, tier in enumerate(scenario.tiers)
    )
    found = _flat("site", site_facts(tiers, supply))
    for tier, facts in zip(scenario.tiers, tiers, strict=True):
        found |= _flat(tier.name, facts)
    return found


def of_site(tiers: list[Said], site: Said) -> dict[str, Any]:
    """Give all facts of a site of these tiers."""
    return _facts(json.dumps(merged(merged(planned.EXAMPLES["site"], site), {"tiers": tiers})))


IN_SERVERS = {
    "chain.adapters": False, "chain.extras": {"drive_pcie"}, "chain.drives_in_servers": True,
    "target.in_enclosures": False, "shared_drives": False, "takes_over": False,
}  # fmt: skip
"""What differs where drives are in the servers, on lanes of them."""
OF_RAID = {
    "target.kind": "raid", "target.on_zfs": False, "target.on_raid": True,
    "target.spares_inside": False, "target.keeps_for_root": True, "target.placement": "packed",
    "target.format": "ext", "target.inodes_by_size": True, "target.survives": 2,
}  # fmt: skip
CODED = {
    "chain.spread": True, "target.on_zfs": False, "target.coded": True, "target.lustre": False,
    "target.survives": 2, "target.rebuilds_inside": True, "spare_at_once": True,
}  # fmt: skip
OVER_SERVERS = {**CODED, "target.over_domains": True, "target.domain": "server"}
OF_CEPH = {
    **OVER_SERVERS, "chain.wires": "primary", "target.kind": "ceph", "target.spares_inside": False,
    "target.limits_filling": True, "strips_away": (6, 1),
}  # fmt: skip
OF_BEEGFS = {
    **OF_RAID, "target.lustre": False, "target.survives": 0, "buddies": True,
    "target.inodes_by_size": False, "states": ["server down", "nearly full"],
}  # fmt: skip
ADAPTERS = ["server down", "cable lost", "adapter lost", "enclosure module lost",
            "drive rebuilding", "nearly full"]  # fmt: skip
TIERS: list[tuple[str, Said, Said]] = [
    # words of a tier, its further fields, and all that differs from a tier of disks
    ("disks inside", {}, IN_SERVERS),
    ("disks inside flash", {}, {
        **IN_SERVERS, "chain.named_deliveries": {("drive_pcie", "")}, "target.requests": True,
        "target.losses": "vdevs"}),
    ("disks inside cards", {}, {
        **IN_SERVERS, "chain.adapters": True, "chain.extras": set(),
        "states": ["server down", "adapter lost", "drive rebuilding", "nearly full"]}),
    ("disks cards", {}, {"states": ADAPTERS}),
    ("disks cabled", {}, {"cables_named": True, "cable_length": True, "states": ADAPTERS}),
    ("disks cabled", {"cables": {"length": None}}, {"cables_named": True, "states": ADAPTERS}),
    ("disks cards expanders", {}, {"chain.extras": {"expanders"}, "states": ADAPTERS}),
    ("disks measured", {}, {"chain.measured_targets": True}),
    ("disks calibrated", {}, {"chain.calibrated": True, "chain.memory_gain": "channels"}),
    ("disks calibrated unsaid", {}, {"chain.calibrated": True}),
    ("disks calibrated elsewhere", {}, {
        "chain.calibrated": True, "chain.other_processors": True,
        "chain.memory_gain": "bandwidth"}),
    ("disks alike", {}, {
        "chain.like": "scaled", "chain.other_processors": True, "chain.memory_gain": "bandwidth"}),
    ("disks alike", {"processors": None}, {
        "chain.like": "scaled", "chain.memory_gain": "bandwidth"}),
    ("disks alike", {"memory": None}, {"chain.like": "scaled", "chain.other_processors": True}),
    ("disks alike", {"memory": None, "processors": {"part": None, "name": "CPU", "cores": 8}},
     {"chain.like": "scaled", "chain.other_processors": True}),
    ("disks alike", {"memory": None, "processors": {"part": None, "name": "CPU"}},
     {"chain.like": "as measured"}),
    ("disks alike unsaid", {}, {"chain.like": "as measured"}),
    ("disks alike unscaled", {}, {"chain.like": "as measured"}),
    ("disks unsaid", {}, {}),
    ("disks overlapped", {}, {"chain.overlapped": True}),
    ("disks cores", {}, {"chain.extras": {"cores"}}),
    ("disks numa", {}, {"chain.extras": {"numa"}}),
    ("disks routers", {}, {"chain.extras": {"routers"}}),
    ("disks spine", {}, {"chain.extras": {"spine"}}),
    ("disks clients", {}, {"chain.extras": {"clients"}}),
    ("disks streams", {}, {"chain.extras": {"streams"}}),
    ("disks cached", {}, {"cached": True, "dirty_caches": True}),
    ("disks cached", {"cache": {"mode": "writethrough", "read_hit": 0.5}},
     {"cached": True, "write_through": True, "cache_rated": True}),
    ("disks cached nvme", {}, {"cached": True, "cache_on_lanes": True, "dirty_caches": True}),
    ("disks fitted", {}, {"chain.proven": tuple(
        (f"{stage}_{way}_stage", "calibrated")
        for stage in ("drives", "nic", "fabric") for way in ("read", "write"))}),
    ("disks arrays raid", {}, {
        **OF_RAID, "chain.arrays": True, "chain.array_parity": True,
        "states": ["server down", "enclosure module lost", "drive rebuilding", "nearly full"]}),
    ("disks two", {}, {"targets_stated": True}),
    ("disks packed", {}, {"target.placement": "packed"}),
    ("disks bays", {}, {"target.placement": "stated", "targets_stated": True}),
    ("disks raid", {}, OF_RAID),
    ("disks raid evenly", {}, {**OF_RAID, "target.placement": "spread"}),
    ("disks spread", {}, {
        **OF_RAID, "target.spares_inside": True, "target.declustered": True,
        "target.rebuilds_inside": True, "spare_at_once": True}),
    ("disks lun", {}, {
        "target.kind": "zfs on raid", "target.on_raid": True, "target.spares_inside": False,
        "target.placement": "packed", "target.survives": 2}),
    ("disks beegfs", {}, OF_BEEGFS),
    ("disks beegfs paired", {}, {**OF_BEEGFS, "target.copies_apart": 2, "copies_apart": 2}),
    ("disks beegfs copied", {}, {**OF_BEEGFS, "target.copies_apart": 3, "copies_apart": 3}),
    ("disks scale", {}, {
        **CODED, "chain.wires": "once", "target.kind": "declustered", "target.keeps_back": False,
        "target.spare_rule": "paired", "targets_given": True}),
    ("disks inside scale", {}, {
        **CODED, **IN_SERVERS, "chain.wires": "once", "target.kind": "declustered",
        "target.keeps_back": False, "target.spare_rule": "scale-out", "targets_given": True,
        "strips_in_block": (10, 2)}),
    ("disks inside scale trio", {}, {
        **CODED, **IN_SERVERS, "chain.wires": "servers", "target.kind": "declustered",
        "target.keeps_back": False, "target.spare_rule": "scale-out", "targets_given": True,
        "strips_in_block": (10, 2)}),
    ("disks inside ceph", {}, {**IN_SERVERS, **OF_CEPH}),
    ("disks inside ceph loose", {}, {
        **IN_SERVERS, **OF_CEPH, "target.survives": 0, "strips_away": (4, 0)}),
    ("disks inside ceph blocks", {}, {
        **IN_SERVERS, **OF_CEPH, "target.domain": "block", "by_block": True}),
    ("disks inside weka", {}, {
        **IN_SERVERS, **OVER_SERVERS, "chain.wires": "clients", "target.kind": "code",
        "strips_away": (6, 2)}),
    ("disks draid", {}, {"target.rebuilds_inside": True, "spare_at_once": True}),
    ("disks sized", {}, {"target.sized": True}),
    ("disks failing", {}, {
        "target.losses": "vdevs", "spared": True}),
    ("disks failing ageing", {}, {
        "target.losses": "vdevs", "spared": True, "target.ages": True, "replaced_by_year": True}),
    ("disks reserved", {}, {"hot_spares": "block", "spare_at_once": True}),
    ("disks special", {}, {
        "target.special": True, "hot_spares": "targets", "spare_at_once": True}),
    ("disks", {"target": {"layout": "raidz2:10 + special disk"}},
     {"target.special": True, "states": ["server down", "nearly full"]}),
    ("disks apart", {}, {}),
    ("disks unequal", {}, {"target.further_drives": True}),
    ("disks", {"owned": True}, {"owned": True}),
    ("disks", {"states": {"failover": False}}, {"takes_over": False}),
    ("disks", {"servers": {"per_block": 1}}, {
        "takes_over": False}),
    ("disks", {"restore_bandwidth": "1 GB/s"}, {"restored": True}),
    ("disks", {"daily_writes": "1 TB"}, {"writes_entered": True}),
    ("disks", {"network": {"cables": [{"name": "dac", "length": "3 m"}]}},
     {"network_cable_length": True}),
    ("disks", {"further_enclosures": {"part": "seagate-exos-e-4u106", "per_block": 1, "drives": 9}},
     {"unlike_enclosures": True}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "edits", "facts"), TIERS, ids=[f"{words} {[*edits]}" for words, edits, _ in TIERS]
)
def test_facts_of_a_tier(words: str, edits: Said, facts: Said) -> None:
    found, before = (
        {name[2:]: one for name, one in of_site([tier], {}).items() if name.startswith("t.")}
        for tier in (like(words, **edits), like("disks"))
    )
    assert facts.keys() <= before.keys()
    assert found == {**before, **facts}


def economics(**edits: Any) -> Said:
    return {"economics": edits}


def grown(*added: str, name: str = "added", **edits: Any) -> Said:
    """A demand of groups that grow so."""
    named = zip("ab", added, strict=False)
    return {"groups": [{"name": at, "volume": "1 PB", name: of} for at, of in named], **edits}


def demand(full: str | None = None, source: str = "groups", **kinds: Any) -> DemandFacts:
    more = {name: kinds.pop(name) for name in ("exponential", "wears") if name in kinds}
    of: Any = {"source": source, "full": full, "groups": tuple(kinds.items()), **more}
    return DemandFacts(**of)


HISTORY = {"file": "growing.csv", "samples": 100, "purged": False}
GROWN: list[tuple[str, Said, DemandFacts]] = [
    # words of a tier, its demand, and the facts of that
    ("disks", grown("1 TB/year"), demand("one", a="added")),
    ("given", grown("1 TB/year"), demand("one", a="added")),
    ("disks", grown("10 %", name="growth"), demand("one", a="share")),
    ("disks", {"growth": "10 %", "groups": [{"name": "a", "volume": "1 PB"}]},
     demand("common", a="common")),
    ("disks", {"growth": "10 %", "groups": [
        {"name": "a", "volume": "1 PB"}, {"name": "b", "volume": "1 PB", "added": "1 TB/year"}]},
     demand("searched", a="common", b="added")),
    ("disks", grown("1 TB/year", "2 TB/year"), demand("added", a="added", b="added")),
    ("disks", grown("1 TB/year", "0 TB/year"), demand("added", a="added", b="added")),
    ("disks", grown("2 TB/year", "-1 TB/year"), demand("searched", a="added", b="added")),
    ("disks", grown("10 %", "5 %", name="growth"),
     demand("searched", a="share", b="share")),
    ("disks", {"history": HISTORY}, demand(source="history", exponential=True)),
    ("disks", {"history": {**HISTORY, "model": "linear"}}, demand(source="history")),
    ("disks", {"purge": {"after": "28 days", "growth": "1 TB/day"}}, demand(source="purge")),
]  # fmt: skip
GROWING = {"t.growing": True, "site.growing": True, "site.replaced_by_year": True}


@pytest.mark.parametrize(("words", "of", "facts"), GROWN)
def test_facts_of_a_demand(words: str, of: Said, facts: DemandFacts) -> None:
    """Years differ then, and the filling of a tier is known by formula or by search."""
    before, found = (of_site([like(words, **edits)], {}) for edits in ({}, {"demand": of}))
    by_year = {"t.replaced_by_year": True} if words == "disks" else {}
    assert found == {**before, **GROWING, **by_year, "t.demand": facts}


def test_facts_of_a_tier_of_disks() -> None:
    """What the tables above begin with: all that isn't as with nothing said."""
    found = {name: of for name, of in of_site([like("disks")], {}).items() if name[:2] == "t."}
    assert found == {
        **_flat("t", TierFacts()), "t.chain.adapters": True, "t.chain.wires": "copies",
        "t.target.in_enclosures": True, "t.target.lustre": True, "t.shared_drives": True,
        "t.takes_over": True, "t.outages": True, "t.networked": True,
        "t.states": ["server down", "drive rebuilding", "nearly full"],
    }  # fmt: skip
    whole = {name: of for name, of in of_site([like("given")], {}).items() if name[:2] == "t."}
    assert whole == {
        **_flat("t", TierFacts()), "t.target.kind": "given", "t.target.on_zfs": False,
        "t.target.spares_inside": False, "t.target.keeps_back": False, "t.target.given": True,
    }  # fmt: skip


ADDED = {"demand": grown("1 TB/year")}
OF_ADDED = {**GROWING, "site.demand": demand("one", a="added")}
JOBS = {"machine": {"compute_nodes": 1000, "node_memory": "1 TB"}}
OF_JOBS = {"site.rule": "ratio", "site.memory": "of nodes", "site.mtti": "node"}
DATED = {"t.dated_prices": True, "t.estimates": True,
         "site.dated_prices": True, "site.estimates": True}  # fmt: skip
EXISTING = planned.EXAMPLES["site"]["existing"]
RACKED = {"t.racked": True, "site.racks": True}
PHASE = {"name": "a", "share": "100 %", "after": "0 months"}
FLASH = ("disks inside flash",)
SITES: list[tuple[tuple[str, ...], Said, Said]] = [
    # words of its tiers t, u; further fields of the site; and all that differs without the fields
    (("disks",), economics(media_replacement="1 %"),
     {"t.media": True, "site.costs": {"media"}}),
    (("disks",), economics(drive_replacements=True, maintenance_rate=None),
     {"t.media": True, "t.replaced": True, "site.costs": {"media"},
      "site.replaced": ("t",)}),
    (("disks",), economics(price_date="2026-06-01"),
     {**DATED, "t.price_paths": True, "site.price_paths": True}),
    (("disks",), economics(price_date="2020-06-01"), {}),
    (("disks",), economics(price_date="2026-06-01", price_decline="10 %"), DATED),
    (("disks apart",), economics(price_date="2026-06-01"),
     {**DATED, "t.price_paths": True, "site.price_paths": True,
      "t.priced_beside": ((), ("drives beside 1",), (), ()),
      "site.priced_beside": (("t",), ("t",), (), ())}),
    (("disks",), economics(price_decline="10 %", price_convention="capacity grows"),
     {"t.capacity_grows": True, "site.capacity_grows": True}),
    (("given",), economics(price_decline="10 %", price_convention="capacity grows"),
     {"t.capacity_grows": True, "site.capacity_grows": True}),
    (("disks",), economics(order_date="2026-03-01", phases=[PHASE]), {"site.phased": True}),
    (("disks",), economics(
        order_date="2026-03-01",
        payments={"milestones": [{"name": "m", "share": "100 %", "after": "0 months"}]}),
     {"site.phased": True, "site.paid": True}),
    (("disks",), economics(migration_cost="1 EUR"), {"site.costs": {"moving"}}),
    (("disks",), economics(decommissioning_cost="1 EUR"), {"site.costs": {"removal"}}),
    (("disks",), economics(residual_value="10 %"), {"site.costs": {"residue"}}),
    (("disks",), economics(charged_share="50 %"), {"site.costs": {"charge"}}),
    (("disks",), economics(inflation="2 %"), {"site.costs": {"inflation"}}),
    (("disks",), economics(depreciation={"time": "5 years"}),
     {"site.costs": {"depreciation"}, "t.media": True}),
    (("disks",), economics(space={"price_per_rack": "1 EUR/year"}),
     {**RACKED, "site.costs": {"space"}}),
    (("disks",), economics(
        space={"price_per_square_metre": "1 EUR/year", "square_metres_per_rack": 2}),
     {**RACKED, "site.costs": {"area"}}),
    (("disks",), {"requirements": {"capacity": "1 PB", "racks": 2}},
     {**RACKED, "site.required": {"capacity", "racks"}}),
    (("disks",), {"site": {"power": "100 kW"}}, {"site.room_power": True}),
    (("disks",), {"site": {"racks": 10}}, {**RACKED, "site.room_racks": True}),
    (("disks",), {"site": {"floor_load": "1000 kg/m2"}}, {**RACKED, "site.floor": True}),
    (("disks",), JOBS, {"site.memory": "of nodes"}),
    (("disks",), {"machine": {"memory": "1 PB"}}, {"site.memory": "given"}),
    (("disks",), {**JOBS, "checkpoint": {"ratio": 200}},
     {**OF_JOBS, "site.required": {"checkpoint_bandwidth"}}),
    (("disks",), {**JOBS, "checkpoint": {"ratio": 200, "kept": 2}},
     {**OF_JOBS, "site.dumps_kept": True,
      "site.required": {"checkpoint_bandwidth", "checkpoint_capacity"}}),
    (FLASH, {**JOBS, "checkpoint": {"ratio": 200}},
     {**OF_JOBS, "site.required": {"checkpoint_bandwidth"}, "t.checkpoints": "front"}),
    (("disks",), {"clients": {"nodes": 1000}}, {"site.clients": True, "t.memory": "oss"}),
    (("disks", "disks beegfs"), {"clients": {"nodes": 1000}},
     {"site.clients": True, "t.memory": "oss"}),
    (("disks", "given"), {"requirements": {"capacity": "1 PB"}},
     {"site.required": {"capacity"}}),
    (("given",), {"requirements": {"write_bandwidth": "1 GB/s"}},
     {"site.required": {"write_bandwidth"}}),
    (("disks", "disks metadata"), {"clients": {"nodes": 1000}},
     {"site.clients": True, "t.memory": "oss", "u.memory": "mds"}),
    (("disks", "disks metadata"), {"files": {"mean_size": "1 MB"}},
     {"site.files": "mean", "t.files_expected": True, "u.files_expected": True}),
    (("disks", "given"),
     {"services": [{"name": "a", "price": "1 EUR"}, {"name": "b", "price": "1 EUR", "tier": "u"}]},
     {"site.services": True, "site.serviced": ("u",), "u.serviced": ("service 2",)}),
    (("given", "disks"), {"services": [{"name": "b", "price": "1 EUR", "tier": "u"}]},
     {"site.services": True, "site.serviced": ("u",), "u.serviced": ("service 1",)}),
    (("disks",), ADDED, {**OF_ADDED, "t.replaced_by_year": True, "t.for_site": "alone"}),
    (("disks", "given"), {"demand": {**ADDED["demand"], "tier": "t"}},
     {**OF_ADDED, "t.replaced_by_year": True, "t.for_site": "beside others", "u.growing": True,
      "site.grown_beside": ("u",)}),
    (("disks", "disks"), economics(price_books=["offers.csv"]),
     {"t.joint_order": "first_joint_order", "u.joint_order": "first_joint_order",
      "site.joint_orders": (("t", "u"),)}),
    (("disks",), {"training": {"parameters": "70e9", "accelerators": 100}},
     {"site.dump": "model", "site.accelerated": True, "site.writers": "accelerators"}),
    (("disks",), {"site": {"feeds": 2}},
     {**RACKED, "t.fed": True, "site.fed": True, "t.estimates": True, "site.estimates": True,
      "site.cords": (CordFacts("other", False, ("t",), ("t",), (), switches=False),)}),
    (("disks",), {"site": {"feeds": 2}, "existing": ["power cords", *EXISTING]},
     {**RACKED, "t.fed": True, "site.fed": True}),
    (("disks",), {"migration": {"volume": "1 PB"}}, {"site.migration": "planned"}),
    (("disks",), {"migration": {"volume": "1 PB", "target_rate": "1 GB/s"}},
     {"site.migration": "given"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "site", "facts"), SITES, ids=[f"{words} {site}"[:70] for words, site, _ in SITES]
)
def test_facts_of_a_site(words: tuple[str, ...], site: Said, facts: Said) -> None:
    tiers = [like(of, name) for of, name in zip(words, "tu", strict=False)]
    before = of_site(tiers, {})
    assert facts.keys() <= before.keys()
    assert of_site(tiers, site) == {**before, **facts}
