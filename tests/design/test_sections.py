"""What belongs together in each section: combinations that are taken, beside those refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from model.design.bands import Band
from model.design.cabling import Cable, Cabled, PowerCords
from model.design.caches import Latencies, MetadataRates
from model.design.calibration import Measured
from model.design.chain import Calibration
from model.design.demand import Demand, DemandGroup, History, Migration
from model.design.economics import Economics, Payments, Space
from model.design.equipment import Cache, Drives
from model.design.files import Files
from model.design.needs import Checkpoint, Machine, Requirements
from model.design.piece import Piece
from model.design.services import Service

Said = dict[str, Any]
BAND = "write 'low', 'likely' and 'high', or 'median' and 'spread', or 'values'; found "
SPREAD = {"median": "10 TB", "spread": 1.2}
CACHE = {"name": "c", "per_server": 1, "per_drive": "1 TB"}
HITS = {**CACHE, "write_hit": 0.5}
READ = {**CACHE, "read_hit": 0.5}
WRITEBACK = "requires 'mode: writeback': a writethrough cache absorbs no writes"
ABSORBED = "requires 'write_hit', the share of writes that the caches absorb"
SERVED = "needs 'read_hit' or 'write_hit', which it serves"
CHANNELS = {
    "read_bandwidth": "9 GB/s",
    "write_bandwidth": "6 GB/s",
    "channels": 12,
    "fewer_channels": 6,
    "write_bandwidth_with_fewer": "5 GB/s",
}
RATE = "'write_bandwidth_with_fewer' can't be more than 'write_bandwidth', nor lose more than the"
GROUP = {"name": "a", "volume": "1 PB"}
GROUPS = {"groups": [GROUP]}
ONE_SOURCE = "write exactly one of groups, file, purge, history; found "
PAST = {"history": {"file": "usage.csv"}}
AREA = {"price_per_square_metre": "300 EUR/year", "square_metres_per_rack": 1.5}
AREAS = "'price_per_square_metre' and 'square_metres_per_rack' go together"
RACK = {"price_per_rack": "1200 EUR/year"}
DRIVE = {"name": "d", "per_server": 4}
RULES = "write exactly one of ratio, dump_time, bandwidth, efficiency; found "
RULE = {"ratio": 200}
PRICED = {"name": "p", "price": {"value": "10 EUR", "status": "assumed", "because": "b"}}
WITHIN = "write the least and the most in 'between', and the price within"
LEVELS = "is wished for, but not required: write 'racks' with a figure"
MILESTONES = [{"name": "order", "share": 0.3, "after": "0 s"},
              {"name": "delivery", "share": 0.7, "after": "3 months"}]  # fmt: skip


def between(least: str, most: str, **edits: Any) -> Said:
    return {"name": "p", "price": {**PRICED["price"], "between": [least, most], **edits}}  # type: ignore[dict-item]


def paid(*shares: float, names: str = "abc", **edits: Any) -> Said:
    return {
        "milestones": [
            {"name": name, "share": share, "after": "0 s"}
            for name, share in zip(names, shares, strict=False)
        ],
        **edits,
    }


def cables(*shares: float | None) -> Said:
    stated = [{} if share is None else {"share": share} for share in shares]
    return {"cables": [{"length": "3 m", **one} for one in stated]}


def phases(*times: str) -> Said:
    share = 1 / len(times)
    return {
        "phases": [{"name": f"p{n}", "share": share, "after": time} for n, time in enumerate(times)]
    }


CASES: dict[type[BaseModel], list[tuple[Said, str]]] = {
    Band: [
        ({"low": 1, "likely": 2, "high": 3}, ""),
        (SPREAD, ""),
        ({"values": [1]}, ""),
        ({"values": ["1 TB", 2, 0.5]}, ""),
        ({"values": []}, "at least 1"),
        ({"values": [1] * 1000}, ""),
        ({"values": [1] * 1001}, "at most 1000"),
        ({"values": [True]}, "found true: write a figure of the field, as in '10 TB' or 0.8"),
        ({"values": [[1]]}, "found [1]: write a figure of the field, as in '10 TB' or 0.8"),
        ({"values": [None]}, "found nothing: write a figure of the field, as in '10 TB' or 0.8"),
        ({**SPREAD, "spread": 1}, ""),
        ({**SPREAD, "spread": 0.99}, "greater than or equal to 1"),
        ({**SPREAD, "spread": 100}, ""),
        ({**SPREAD, "spread": 100.5}, "less than or equal to 100"),
        ({"because": "b"}, f"{BAND}none of them"),
        ({"median": 1}, f"{BAND}'median'"),
        ({"low": 1, "likely": 2}, f"{BAND}'likely' and 'low'"),
        ({**SPREAD, "values": [1]}, f"{BAND}'median' and 'spread' and 'values'"),
    ],
    Cache: [
        (HITS, ""),
        ({**HITS, "background_share": 0.99, "burst": "1 TB", "drain_share": 0.5}, ""),
        ({**HITS, "background_share": 0.991}, "above 99 % leaves no rate to drain the caches at"),
        ({**HITS, "mode": "writethrough"}, ""),
        *(
            ({**HITS, "mode": "writethrough", **one}, f"'{next(iter(one))}' {WRITEBACK}")
            for one in ({"burst": "1 TB"}, {"drain_share": 0.5}, {"background_share": 0.5})
        ),
        *(
            ({**READ, **one}, f"'{next(iter(one))}' {ABSORBED}")
            for one in ({"burst": "1 TB"}, {"drain_share": 0.5}, {"background_share": 0.5})
        ),
        *(
            case
            for one in (
                {"combine": "overlapped"},
                {"mode": "writeback"},
                {"read_bandwidth": "1 GB/s"},
                {"write_bandwidth": "1 GB/s"},
                {"read_latency": "1 ms"},
            )
            for case in (
                ({**CACHE, **one}, f"'{next(iter(one))}' {SERVED}"),
                ({**HITS, **one}, ""),
                ({**READ, **one}, ""),
            )
        ),
        (CACHE, ""),
    ],
    MetadataRates: [
        *(({name: "9 IOPS"}, "") for name in ("create", "stat", "read", "remove")),
        ({"mdts": 2}, "write at least one of create, stat, read, remove: files a second"),
    ],
    Latencies: [
        ({"levels": [{"name": "a", "cycles": 1}, {"name": "b", "cycles": 1}]}, ""),
        ({"levels": [{"name": "a", "cycles": 1}] * 2}, "two levels have the name 'a'"),
    ],
    Measured: [
        ({"file": "a.txt", "figure": "f", "quantity": "q"}, ""),
        ({"value": 1, "source": "me", "quantity": "q"}, ""),
        ({"value": 0, "source": "me", "quantity": "q"}, ""),
        ({"quantity": "q"}, "write either 'file' and 'figure', or 'value'"),
        ({"file": "a", "figure": "f", "value": 1, "quantity": "q"}, "write either 'file' and"),
        ({"file": "a.txt", "quantity": "q"}, "write the 'figure' of the file"),
        ({"value": 1, "quantity": "q"}, "a value without a file needs 'source': who measured it"),
    ],
    Calibration: [
        (CHANNELS, ""),
        ({**CHANNELS, "fewer_channels": 11, "write_bandwidth_with_fewer": "6 GB/s"}, ""),
        ({**CHANNELS, "fewer_channels": 12}, "'fewer_channels' must be below 'channels'"),
        ({**CHANNELS, "fewer_channels": 13}, "'fewer_channels' must be below 'channels'"),
        ({**CHANNELS, "write_bandwidth_with_fewer": "6 GB/s"}, ""),
        ({**CHANNELS, "write_bandwidth_with_fewer": "6.01 GB/s"}, RATE),
        ({**CHANNELS, "write_bandwidth_with_fewer": "3 GB/s"}, ""),
        ({**CHANNELS, "write_bandwidth_with_fewer": "2.99 GB/s"}, RATE),
    ],
    DemandGroup: [
        (GROUP, ""),
        ({**GROUP, "added": "1 TB/year"}, ""),
        ({**GROUP, "growth": 0.2}, ""),
        ({**GROUP, "growth": 0.2, "added": "1 TB/year"}, "write either 'added' (bytes a year) or"),
        ({"name": "a", "volume": "0 B", "added": "1 TB/year"}, ""),
        ({"name": "a", "volume": "0 B", "growth": 0.2}, "a share of zero is zero: write 'added'"),
        ({**GROUP, "ceiling": "2 PB"}, "'ceiling' needs 'growth', which fades towards it"),
        ({**GROUP, "growth": 0, "ceiling": "2 PB"}, ""),
        ({**GROUP, "growth": -0.1, "ceiling": "2 PB"}, "'ceiling' requires growth"),
        ({**GROUP, "growth": 0.1, "ceiling": "1 PB"}, ""),
        ({**GROUP, "growth": 0.1, "ceiling": "0.9 PB"}, "must be at least the 'volume' of today"),
    ],
    History: [
        ({"file": "f"}, ""),
        ({"file": "f", "purged": True}, ""),
        ({"file": "f", "purged": True, "question": "with_purge"}, ""),
        ({"file": "f", "question": "with_purge"}, "'question' is for a history with purges"),
        ({"file": "f", "model": "exponential"}, ""),
        ({"file": "f", "model": "linear", "purged": True}, ""),
        ({"file": "f", "model": "exponential", "purged": True}, "purged data has no growth model"),
    ],
    Demand: [
        (GROUPS, ""),
        ({"file": "f"}, ""),
        (PAST, ""),
        ({}, f"{ONE_SOURCE}none"),
        ({**GROUPS, **PAST}, f"{ONE_SOURCE}'groups' and 'history'"),
        ({**GROUPS, "growth": 0.2}, ""),
        ({"file": "f", "growth": 0.2}, ""),
        ({**PAST, "growth": 0.2}, "'growth' applies to groups: leave it out with 'history'"),
        ({"groups": [GROUP, {**GROUP, "name": "b"}]}, ""),
        ({"groups": [GROUP, GROUP]}, "two groups have the name 'a': names must differ"),
    ],
    Migration: [
        ({"volume": "1 B"}, ""),
        ({"volume": "0 B"}, "there is no data to migrate: leave 'migration' out"),
    ],
    Space: [
        (RACK, ""),
        (AREA, ""),
        ({}, "write either 'price_per_rack' or 'price_per_square_metre'"),
        ({**RACK, **AREA}, "write either 'price_per_rack' or 'price_per_square_metre'"),
        ({**RACK, "square_metres_per_rack": 1.5}, AREAS),
        ({"price_per_square_metre": "300 EUR/year"}, AREAS),
    ],
    Payments: [
        (paid(0.3, 0.7), ""),
        (paid(0.3, 0.7 + 9e-7), ""),
        (paid(0.3, 0.7 + 2e-6), "the shares of all milestones make 1: they must make 1"),
        (paid(0.3, 0.6), "the shares of all milestones make 0.9: they must make 1"),
        (paid(0.3, 0.7, names="aa"), "two milestones have the name 'a': names must differ"),
        (paid(1, fiscal_year_starts=12), ""),
        (paid(1, fiscal_year_starts=1), ""),
        (paid(1, fiscal_year_starts=0), "greater than or equal to 1"),
        (paid(1, fiscal_year_starts=13), "less than or equal to 12"),
    ],
    Economics: [
        ({}, ""),
        ({"years": 1}, ""),
        ({"years": 20}, ""),
        ({"years": 0}, "greater than or equal to 1"),
        ({"years": 21}, "less than or equal to 20"),
        ({"media_replacement": 0.02}, ""),
        ({"media_replacement": 0.02, "drive_replacements": False}, ""),
        ({"drive_replacements": True}, ""),
        ({"media_replacement": 0.02, "drive_replacements": True},
         "write either 'media_replacement' or 'drive_replacements'"),
        ({"lead_times": [{"parts": kind, "time": "9 weeks"} for kind in ("disks", "flash")]}, ""),
        ({"lead_times": [{"parts": "disks", "time": "9 weeks"}] * 2},
         "'lead_times' has two times of disks: leave one of them out"),
        ({"payments": paid(1), "order_date": "2026-03-01"}, ""),
        ({"payments": paid(1)}, "'payments' needs 'order_date': fiscal years have dates"),
        ({"order_date": "1980-01-01"}, ""),
        ({"order_date": "2100-12-31"}, ""),
        ({"order_date": "1979-12-31"}, "write a day from 1980 to 2100"),
        ({"order_date": "2101-01-01"}, "write a day from 1980 to 2100"),
        (phases("0 s", "1 year"), ""),
        (phases("1 year", "1 year"), ""),
        (phases("1 year", "0 s"), "write 'phases' in the order of their time"),
    ],
    Drives: [
        (DRIVE, ""),
        ({"name": "d", "per_enclosure": 4}, ""),
        ({"name": "d"}, "write either 'per_enclosure' or 'per_server'"),
        ({**DRIVE, "per_enclosure": 4}, "write either 'per_enclosure' or 'per_server'"),
        ({**DRIVE, "write_amplification": 2, "rated_write_amplification": 3}, ""),
        ({**DRIVE, "write_amplification": 2, "raw_flash": "5 TB"}, ""),
        ({**DRIVE, "write_amplification": 2}, "needs 'rated_write_amplification', or 'raw_flash'"),
        ({**DRIVE, "rated_write_amplification": 2}, "needs 'write_amplification'"),
        ({**DRIVE, "capacity": "4 TB", "raw_flash": "4.1 TB"}, ""),
        ({**DRIVE, "raw_flash": "4.1 TB"}, ""),
        ({**DRIVE, "capacity": "4 TB", "raw_flash": "4 TB"}, "includes over-provisioning"),
        ({**DRIVE, "capacity": "4 TB", "raw_flash": "3 TB"}, "includes over-provisioning"),
    ],
    Files: [
        ({"mean_size": "1 MB"}, ""),
        ({"sizes": [{"size": "1 MB", "share": 1}]}, ""),
        ({"count": "1e9"}, ""),
        ({"count": "1e9", "mean_size": "1 MB"}, ""),
        ({}, "write the 'mean_size' of the files, their 'sizes', or their 'count'"),
        ({"mean_size": "1 MB", "sizes": [{"size": "1 MB", "share": 1}]},
         "write either 'mean_size' or 'sizes', not both"),
        ({"sizes": [{"size": "0 B", "share": 0.5}, {"size": "2 B", "share": 0.5}]}, ""),
        ({"sizes": [{"size": "0 B", "share": 0.6}, {"size": "2 B", "share": 0.4}]},
         "files of these 'sizes' hold less than a byte on average: write more"),
    ],
    Machine: [
        ({"memory": "1 PB"}, ""),
        ({"compute_nodes": 9, "node_memory": "128 GiB"}, ""),
        *(
            (one, "write either 'compute_nodes' and 'node_memory', or 'memory'")
            for one in (
                {},
                {"compute_nodes": 9},
                {"node_memory": "128 GiB"},
                {"compute_nodes": 9, "node_memory": "128 GiB", "memory": "1 PB"},
            )
        ),
        ({"compute_nodes": 9, "memory": "1 PB"}, ""),
    ],
    Checkpoint: [
        (RULE, ""),
        ({"dump_time": "5 min"}, ""),
        ({"bandwidth": "1 GB/s"}, ""),
        ({"efficiency": 0.9}, ""),
        ({}, f"{RULES}none"),
        ({**RULE, "efficiency": 0.9}, f"{RULES}'ratio' and 'efficiency'"),
        ({**RULE, "job_mtti": "1 day"}, ""),
        ({**RULE, "job_mtti": "1 day", "node_mtti": "9 years"},
         "write either 'job_mtti' or 'node_mtti'"),
        ({**RULE, "node_mtti": "9 years", "accelerator_mtti": "9 years"},
         "write either 'node_mtti' or 'accelerator_mtti'"),
        ({**RULE, "size": "1 TB"}, ""),
        ({**RULE, "fraction": 0.8}, ""),
        ({**RULE, "size": "1 TB", "fraction": 0.8}, "'size' needs no share of the memory"),
        ({**RULE, "lost_copies": 0.1, "node_local": True}, ""),
        ({**RULE, "lost_copies": 0.1}, "'lost_copies' are those of nodes: write 'node_local: true"),
    ],
    Requirements: [
        ({"racks": 4, "racks_target": 3}, ""),
        ({"racks_target": 3}, ""),
        ({"racks": 4}, ""),
        ({"racks": 4, "racks_target": 4}, "write less than in 'racks', its limit"),
        ({"racks": 4, "racks_target": 5}, "write less than in 'racks', its limit"),
        ({"capacity": "4 PB", "capacity_target": "5 PB"}, ""),
        ({"capacity": "4 PB", "capacity_target": "4 PB"}, "write more than in 'capacity', its min"),
        ({"capacity": "4 PB", "capacity_target": "3 PB"}, "write more than in 'capacity', its min"),
        ({"racks": 4, "should": ["racks"]}, ""),
        ({"racks": 4, "may": ["racks"]}, ""),
        ({"racks": 4, "should": ["racks"], "may": ["racks"]},
         "'racks' is in both 'should' and 'may': name it once"),
        ({"should": ["racks"]}, LEVELS),
        ({"may": ["racks"]}, LEVELS),
    ],
    Piece: [
        ({"name": "p"}, ""),
        ({"part": "p"}, ""),
        ({}, "write the key of a 'part', or a 'name' for what the catalog lacks"),
        (PRICED, ""),
        (between("8 EUR", "12 EUR"), ""),
        (between("10 EUR", "10 EUR"), ""),
        (between("0 EUR", "10 EUR"), ""),
        (between("10.1 EUR", "12 EUR"), WITHIN),
        (between("8 EUR", "9.9 EUR"), WITHIN),
        (between("-1 EUR", "12 EUR"), "must be at least 0"),
        (between("0 EUR", "0 EUR", value="0 EUR"), WITHIN),
        (between("8 USD", "12 EUR"), "write both ends of 'between' in EUR"),
        (between("8 USD", "12 USD"), "write both ends of 'between' in EUR"),
        (between("8 EUR", "12 EUR", status="stated"), "is for a price with 'status: assumed'"),
    ],
    Service: [
        ({"kind": "installation"}, ""),
        ({"kind": "installation", "price": "1 EUR"}, ""),
        ({"kind": "installation", "share": 0.1}, ""),
        ({"kind": "installation", "part": "p"}, "a service is not a catalog part: write its 'name"),
        ({"kind": "installation", "share": 0.1, "price": "1 EUR"},
         "write either 'price' or 'share', of the purchase"),
        ({"kind": "installation", "share": 0.1, "tier": "t"}, "'share' is of the whole purchase"),
        ({"kind": "installation", "share": 0.1, "per": "server"}, "'share' is of the whole purch"),
        ({"kind": "installation", "tier": "t", "per": "server"}, ""),
        ({"kind": "installation", "orders": 2}, ""),
        ({"kind": "installation", "orders": 2, "per": "server"},
         "'orders' don't go with 'per: server': leave them out"),
    ],
    Cabled: [
        ({}, ""),
        (cables(None), ""),
        (cables(1), ""),
        (cables(0.4, 0.6), ""),
        (cables(0.4, 0.6 + 5e-10), ""),
        (cables(0.4, 0.6 + 2e-9), "the shares of the cables come to 1: write a 'share'"),
        (cables(0.4, 0.5), "the shares of the cables come to 0.9: write a 'share'"),
        (cables(None, None), "the shares of the cables come to 2: write a 'share'"),
        (cables(0.4, None), "the shares of the cables come to 1.4: write a 'share'"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("section", "said", "message"),
    [
        pytest.param(section, said, message, id=f"{section.__name__} {n}")
        for section, cases in CASES.items()
        for n, (said, message) in enumerate(cases)
    ],
)
def test_what_goes_together_is_taken_and_nothing_else(
    section: type[BaseModel], said: Said, message: str
) -> None:
    try:
        section.model_validate(said)
        found = ""
    except ValidationError as error:
        found = str(error)
    assert bool(found) == bool(message), found
    assert message in found


@pytest.mark.parametrize(
    ("section", "said", "names"),
    [
        (Cable, {}, "network cables"),
        (Cable, {"name": "own"}, "own"),
        (Cable, {"part": "key"}, ""),
        (Service, {"kind": "installation"}, "installation"),
        (Service, {"kind": "installation", "name": "own"}, "own"),
    ],
)
def test_what_has_no_name_is_called_by_what_it_is(
    section: type[Any], said: Said, names: str
) -> None:
    assert section.model_validate(said).name == names


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ({}, "power cords C13-C14"),
        ({"name": "own"}, "own"),
        ({"part": "key"}, ""),
    ],
)
def test_cords_are_called_by_their_plugs(said: Said, name: str) -> None:
    found = PowerCords.model_validate({"c13": said, "other": {"length": "1 m"}})
    assert found.c13 is not None
    assert found.other is not None
    assert (found.c13.name, found.other.name, found.c19) == (name, "power cords", None)
    with pytest.raises(ValidationError, match=re.escape("c13")):
        PowerCords.model_validate({"c13": 5})
