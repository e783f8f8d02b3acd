"""Warnings on targets at, below and above each limit, and what a loss of data rests on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from model.answers.losses import rests_on
from model.answers.states import AFFECTED, is_partial
from model.answers.targets import fill_bound, idle, idle_text, no_failover, warnings_of_targets
from tests.answers.test_laws_upgrades import results_of

AT = "site/tiers:t"
TIB = 2.0**40


def tier(**more: Any) -> Any:
    """A tier of two targets of ZFS for Lustre, whose servers share drives."""
    target: dict[str, Any] = {"on_zfs": True, "served_as": "zfs", "keeps_unknown": False}
    target |= {"failure_domain_name": "server", "layout": "8+2", "uncounted": "", "per_block": None}
    target |= {"fill_bounds": (), "full_at": "full", **more.pop("target", {})}
    known: dict[str, Any] = {"name": "t", "holds": "data", "file_system": "lustre", "cache": None}
    known |= {"drives": SimpleNamespace(per_server=None), **more}
    found = SimpleNamespace(**known, target=SimpleNamespace(**target))
    found.built = found
    return found


def said(values: dict[str, float | None], **more: Any) -> list[str]:
    found = {(AT, name) if "/" not in name else tuple(name.rsplit("/", 1)): value
             for name, value in values.items()}  # fmt: skip
    return list(warnings_of_targets(found, [(AT, tier(**more))]))  # type: ignore[arg-type]


POOL, DEVICE = f"{AT}/pools:target/pool_available", f"{AT}/pools:target/target_exported"
DOWN, YEARS = f"{AT}/states:server down/striped_read_reached", "site/years_of_service"
LDISKFS = {"target": {"on_zfs": False, "served_as": "ldiskfs"}}
OLD = {"drive_life": 4.0, YEARS: 5.0, "daily_writes": 1e12}
CODE: dict[str, float | None] = {"domains_survived": 1.0, "tier_parity": 2.0}
CASES: list[tuple[dict[str, float | None], dict[str, Any], str]] = [
    # figures of a tier, what it is, and what is said; empty: nothing
    ({}, {}, ""),
    ({"redundancy_capacity": 0.0}, {}, "no redundancy: losing a drive loses its target's data"),
    ({"redundancy_capacity": 1.0}, {}, ""),
    ({"cache_fits": 0.0}, {}, "the caches don't fit on the cache drives"),
    ({"cache_fits": 1.0}, {}, ""),
    # the largest targets
    ({POOL: 1024 * TIB}, {}, ""),
    ({POOL: 1025 * TIB}, {}, "an OST of 1.001 PiB is larger than the 1 PiB that Lustre documents"),
    ({POOL: 1025 * TIB}, {"file_system": "zfs"}, ""),
    ({DEVICE: 1025 * TIB}, {}, ""),
    ({DEVICE: 1024 * TIB}, LDISKFS, ""),
    ({DEVICE: 1025 * TIB}, LDISKFS, "an OST of 1.001 PiB is larger than the 1 PiB"),
    ({POOL: 64 * TIB}, {"holds": "metadata"}, ""),
    ({POOL: 65 * TIB}, {"holds": "metadata"}, "an MDT of 65 TiB is larger than the 64 TiB"),
    ({DEVICE: 16 * TIB}, {"holds": "metadata", **LDISKFS}, ""),
    ({DEVICE: 17 * TIB}, {"holds": "metadata", **LDISKFS}, "an MDT of 17 TiB is larger than"),
    # codes
    (CODE | {DEVICE.replace("target_exported", "kept_share"): 0.0}, {}, ""),
    (CODE | {DEVICE.replace("target_exported", "kept_share"): 0.0},
     {"target": {"keeps_unknown": True}}, "usable capacity is 'at most': the system's own reserve"),
    (CODE | {DEVICE.replace("target_exported", "kept_share"): 0.1},
     {"target": {"keeps_unknown": True}}, ""),
    (CODE | {"domains_survived": 0.0, "strips_per_domain": 3.0}, {},
     "losing a server loses data: it holds up to 3 strips of '8+2': plan more servers"),
    (CODE | {"domains_survived": 0.0, "strips_per_domain": 3.0, "tier_parity": 0.0}, {}, ""),
    ({"domains_suffice": 1.0}, {}, ""),
    ({"domains_suffice": 0.0}, {}, "after the loss of 1 server, no data can be rebuilt: '8+2'"),
    ({"domains_suffice": 0.0, "domains_lost": 2.0, "recoverable_domains": 1.0}, {},
     "after the loss of 2 servers, only the data of 1 can be rebuilt"),
    ({}, {"target": {"uncounted": "the log"}}, "usable capacity is 'at most': the log isn't"),
    # drives that are in no target
    ({"spare_drives_per_block": 1.0, "drives_per_block": 10.0}, {}, ""),
    ({"spare_drives_per_block": 2.0, "drives_per_block": 10.0}, {},
     "2 of a block's 10 drives are in no target ('8+2'): write 'target.reserved_spares'"),
    ({"spare_drives_per_block": 4.0, "drives_per_block": 20.0, "reserved_spares_per_block": 1.0},
     {}, "3 of a block's 20 drives are in no target, beyond 1 reserved spare ("),
    ({"spare_drives_per_block": 4.0, "drives_per_block": 20.0, "reserved_spares_per_block": 2.0},
     {}, ""),
    ({"spare_drives_per_block": 9.0, "drives_per_block": 200.0, "all_drives_per_target": 9.0,
      "targets_per_block": 3.0}, {"target": {"per_block": 3}},
     "9 of a block's 200 drives are in no target, though they would make 1 more: write "
     "'target.per_block: 4'"),
    ({"spare_drives_per_block": 8.0, "drives_per_block": 200.0, "all_drives_per_target": 9.0,
      "targets_per_block": 3.0}, {"target": {"per_block": 3}}, ""),
    ({"spare_drives_per_block": 9.0, "drives_per_block": 200.0, "all_drives_per_target": 9.0,
      "targets_per_block": 3.0}, {}, ""),
    # a server that is down
    ({DOWN: 0.5}, {}, ""),
    ({DOWN: 0.0}, {}, "striped over all, can't be read: two servers per block would keep them"),
    ({DOWN: 0.0}, {"drives": SimpleNamespace(per_server=12)},
     "can't be read; if the server itself is lost, so are its files: mirrored targets or an"),
    ({DOWN: 0.0}, {"holds": "metadata"}, "while one of its servers is down, the files of its"),
    # flash
    (OLD, {}, "1 TB a day wear its flash out in 4 years, and the service is 5"),
    (OLD | {"drive_life": 5.0}, {}, ""),
    (OLD | {"drive_life": None}, {}, ""),
    (OLD | {YEARS: None}, {}, ""),
    (OLD | {"daily_writes": None}, {}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("values", "more", "text"), CASES)
def test_a_target_is_warned_of_beyond_its_limit(
    values: dict[str, float | None], more: dict[str, Any], text: str
) -> None:
    """Neither below it nor at it."""
    found = said(values, **more)
    assert len(found) == bool(text), found
    assert all(one.startswith("t: ") for one in found)
    assert all(text in one for one in found), found


def test_a_lost_cache_takes_data_along_that_is_only_there() -> None:
    cache = SimpleNamespace(mode="writeback")
    assert len(said({"redundancy_capacity": 0.0}, cache=cache)) == 2
    cache.mode = "writethrough"
    assert len(said({"redundancy_capacity": 0.0}, cache=cache)) == 1
    whole: Any = SimpleNamespace(built=None)
    assert not list(warnings_of_targets({(AT, "cache_fits"): 0.0}, [(AT, whole)]))


@pytest.mark.parametrize(
    ("limit", "bound", "text"),
    [
        (None, 0.5, ""),
        (1.0, 0.5, "full"),
        (0.9, None, ""),
        (0.9, 0.95, ""),
        (0.9, 0.9, "what the loss of 1 server takes, kept"),
        (0.9, 0.5, "what the loss of 1 server takes, kept"),
    ],
)
def test_how_full_a_tier_is_planned(limit: float | None, bound: float | None, text: str) -> None:
    """What bounds it is said where it is at most the fill limit."""
    values = {(AT, "fill_limit"): limit, (AT, "b"): bound, (AT, "recoverable_domains"): 1.0}
    bounds = (("b", "{lost}, kept"),)
    assert fill_bound(values, AT, tier(target={"fill_bounds": bounds})) == text
    assert fill_bound(values, AT, tier()) == ""


def test_idle_drives_are_counted_in_all_blocks() -> None:
    values = {
        (AT, "spare_drives_per_block"): 3.0,
        (AT, "drives_per_block"): 20.0,
        (AT, "blocks"): 4.0,
    }
    assert idle_text(values, AT, tier()) == "12 of 80 drives of t are in no target"
    assert idle_text(values | {(AT, "blocks"): None}, AT, tier()) == ""
    assert idle(values | {(AT, "spare_drives_per_block"): 0.0}, AT, tier()) is None
    assert idle({}, AT, tier()) is None


def test_tiers_without_failover_are_named_together() -> None:
    down = "site/tiers:{}/states:server down"
    values = {(down.format(name), "striped_read_reached"): reached
              for name, reached in (("a", 0.0), ("b", 0.5), ("c", 0.0))}  # fmt: skip
    tiers = [(f"site/tiers:{name}", tier(name=name)) for name in "abcd"]
    assert no_failover(values, tiers) == "no failover while a server is down: a, c"
    assert no_failover({}, tiers) == ""


# What the probability of a loss rests on.

REBUILD = "a rebuild starts after {} and uses 30 % of a drive's bandwidth; "
RAISED = "failures are independent; unreadable sectors are not counted"
BOXES = (
    "; 1.00 % of the enclosures fail per year, and 0.10 % of these failures destroy the drives "
    "(assumed)"
)
RATE = "1.40 % of the drives fail per year; "
LATER, SOON = REBUILD.format("72 h"), REBUILD.format("1 h")
STRIPS = "any 3 drives{} have strips of the same data; "
BASIS = {
    "disks failing": RATE + LATER + RAISED + BOXES,
    "disks failing ageing": (
        f"{RATE}{LATER}new drives fail 3 times as often for 365 days; worn drives fail 2 times as "
        f"often for 180 days; {RAISED}{BOXES}"
    ),
    "disks failing apart counted": (
        f"{RATE}{LATER}{RAISED}; 0.20 % of the drives in special vdevs fail per year, and are "
        f"rebuilt in 6 h{BOXES}"
    ),
    "disks failing cached": (
        f"{RATE}{LATER}{RAISED}; 0.22 % of the cache drives fail per year{BOXES}"
    ),
    "disks failing draid": RATE + SOON + RAISED + BOXES,
    "disks failing beegfs": RATE + RAISED + BOXES,
    "disks inside failing scale": RATE + SOON + STRIPS.format("") + RAISED,
    "disks inside failing weka": RATE + SOON + STRIPS.format(" of different servers") + RAISED,
    "disks inside failing weka blocks": (
        RATE + SOON + STRIPS.format(" of different blocks") + RAISED
    ),
    "disks": "missing: the failure rate of the drives; enter 'spares.failure_rate'",
    "given": ("the tier is entered as a whole, without its parts; enter 'given.loss_probability'"),
}


@pytest.mark.parametrize("words", BASIS)
def test_a_loss_rests_on_all_rates_that_count(words: str) -> None:
    """And on no other: each stands there where the tier has what fails."""
    assert rests_on(results_of(words, {}), AT) == BASIS[words]


@pytest.mark.parametrize(
    ("affected", "working", "expected"),
    [(0, 4, False), (1, 4, True), (3, 4, True), (4, 4, False), (None, 4, False), (1, None, False)],
)
def test_a_state_is_partial_where_some_servers_stay_as_they_were(
    affected: float | None, working: float | None, expected: bool
) -> None:
    """Neither none of those that work, nor all."""
    found: Any = {("s", AFFECTED): affected, ("s", "working_servers"): working}
    assert is_partial(Found(found), "s") is expected  # type: ignore[arg-type]


class Found(dict[tuple[str, str], Any]):
    """Values of results and nothing else."""

    @property
    def values(self) -> Any:
        return self
