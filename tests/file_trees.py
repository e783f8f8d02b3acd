"""Examples of sites that say their files and their clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.books.calculators import WEKA
from model.books.facts import InodeRule, Server
from model.engine.tree import Instance
from model.kinds.layouts import parse_raid
from model.pools.groups import XFS, groups_tree
from tests.planned import Said, like, planned

MEAN: Said = {"mean_size": "5 MB"}
SIZES: Said = {
    "sizes": [
        {"size": "4 KiB", "share": 0.5},
        {"size": "1 MiB", "share": 0.3},
        {"size": "1 GB", "share": 0.2},
    ]
}
CLIENTS: Said = {"nodes": 1024, "cores": 32, "login_nodes": 12, "working_set": 20e6}
LDISKFS: Said = {"redundancy": "raid", "layout": "raid10:4", "format": "ldiskfs"}
EXT4: Said = {**LDISKFS, "format": "ext4"}
XFS_RAID: Said = {**LDISKFS, "format": "xfs"}
RULES: dict[InodeRule, Said] = {
    "zfs": like("disks inside metadata", "m"),
    "ldiskfs": like("disks inside metadata", "m", target=LDISKFS),
    "ext4": like("disks inside metadata", "m", file_system="none", target=EXT4),
    "xfs": like("disks inside metadata", "m", file_system="none", target=XFS_RAID),
    "beegfs": like("disks inside metadata", "m", file_system="beegfs", target=EXT4),
    "scale": like("disks inside scale", "m", holds="metadata", target={"layout": "4+2p"}),
    "given": like("given", "m", holds="metadata", given={"inodes": 3e8}),
}
"""A tier of metadata by what decides on its inodes."""
WITH_DATA: tuple[InodeRule, ...] = ("zfs", "ldiskfs")
SERVERS: tuple[Server, ...] = ("mds", "oss")


def site_of(*metadata: Said, files: Said = MEAN, **edits: Any) -> Instance:
    """Plan a site that says its files."""
    return planned(like("disks"), *metadata, files=files, common=None, **edits)


def with_data(rule: InodeRule, files: Said = SIZES) -> Instance:
    """Plan a site whose metadata targets hold the begin of each file."""
    return site_of({**RULES[rule], "data_on_mdt": "64 KiB"}, files=files)


def lustre_site(server: Server, *, failover: bool) -> Instance:
    """Plan a site whose servers need memory for its clients."""
    states = {"failover": failover}
    if server == "oss":
        tiers = [like("disks", target={"per_block": 2}, states=states)]
    else:
        tiers = [
            like("disks", holds="metadata", target={"per_block": 2}, states=states),
            like("disks raid", "d"),
        ]
    return planned(*tiers, clients=CLIENTS)


WORN = {
    "over-provisioned": {"endurance": "14020 TB", "raw_flash": "16 TB"},
    "amplified as over-provisioned": {"write_amplification": 1.5, "raw_flash": "16 TB"},
    "amplified": {"write_amplification": 1.5, "rated_write_amplification": 4},
}


def file_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = {f"inodes of {rule}": site_of(tier) for rule, tier in RULES.items()}
    found |= {f"data on {rule}": with_data(rule) for rule in WITH_DATA}
    found["flash written every day"] = planned(
        like("disks inside flash", daily_writes="15 TB", drives={"endurance": "14020 TB"})
    )
    for name, drives in WORN.items():
        worn = like("disks inside flash", daily_writes="15 TB", drives=drives)
        found[f"flash written every day, {name}"] = planned(worn)
    found["data restored from a backup"] = planned(like("disks cabled", restore_bandwidth="2 GB/s"))
    found["files as counted"] = site_of(RULES["zfs"], files={**MEAN, "count": 3e8})
    found["metadata without files"] = planned(like("disks"), RULES["zfs"])
    for server in SERVERS:
        for failover in (False, True):
            name = f"memory of {server}, {'failover' if failover else 'alone'}"
            found[name] = lustre_site(server, failover=failover)
    weka = {"file_count": 1e9, "mean_file_size": 1e6, "directory_count": 1e6}
    found["metadata of WEKA"] = Instance("weka", "weka", WEKA.book(), weka)
    alone = groups_tree(parse_raid("gridraid:41"), 10**13, XFS)
    return found | {"RAID groups alone": alone}
