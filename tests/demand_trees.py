"""Examples whose demand grows: every source of demand, at a tier and at the site."""

from __future__ import annotations

from collections.abc import Mapping

from model.engine.tree import Instance
from tests.planned import GROWING, PAST, Said, like, planned

GROUPS: dict[str, Said] = {
    "added": {"volume": "1 PB", "added": "300 TB/year"},
    "share": {"volume": "2 PB", "growth": 0.4},
    "ceiling": {"volume": "1 PB", "growth": 0.5, "ceiling": "9 PB"},
    "common": {"volume": "1 PB"},
}
MIXES = (
    ("added",),
    ("share",),
    ("ceiling",),
    ("added", "added"),
    ("common", "common"),
    ("added", "share", "ceiling", "common"),
)
GROWTH: Said = {"after": "28 days", "growth": "133 TB/day", "improvement": 3}
PURGE: Said = {"purge": GROWTH}
HISTORY: Said = {"history": {"file": PAST, "samples": 100}}
GROWS_BY_SHARE: Said = {"history": {"file": GROWING, "samples": 100}}
PURGED: Said = {
    "history": {
        "file": PAST,
        "samples": 100,
        "purged": True,
        "question": "with_purge",
        "capacity": "20 PB",
    }
}
NERSC: Said = {
    "writes_per_day": 0.0240298,
    "drives": 248 * 41,
    "drive_capacity": "4 TB",
    "data_share": 0.8,
    "amplification": 2.68024,
}
WEARS: Said = {"purge": {**GROWTH, "endurance": NERSC}}
MOVE: Said = {
    "volume": "1190 TB",
    "source_rate": "880 MB/s",
    "gateways": {"count": 2, "rate": "1.25 GB/s"},
}
RACKS: Said = {"requirements": {"racks": 20}}


def of_groups(*kinds: str) -> Said:
    """Say a demand of groups that grow in these ways."""
    groups = [{"name": f"{kind} {n}", **GROUPS[kind]} for n, kind in enumerate(kinds)]
    return {"groups": groups, **({"growth": 0.2} if "common" in kinds else {})}


def with_files() -> Instance:
    """Plan a site whose metadata tier must hold the inodes of files that grow."""
    demands = {name: of_groups("share", "common") for name in "ab"} | {"h": HISTORY}
    tiers = [like("disks", name, demand=demand) for name, demand in demands.items()]
    metadata = like("given", "m", holds="metadata", given={"inodes": 3e8})
    return planned(*tiers, metadata, files={"mean_size": "5 MB"})


def burst_site(demand: Said | None = None) -> Instance:
    """Plan a site in which one tier drains into another, beside a third that doesn't."""
    return planned(
        like("disks inside flash", "burst", drains_into="disk"),
        like("disks", "home", demand=demand),
        like("given", "disk"),
        machine={"compute_nodes": 2592, "node_memory": "128 GB"},
        checkpoint={"job_mtti": "72 h", "ratio": 200, "restart": "60 s"},
    )


def demand_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = {}
    demands = {" and ".join(kinds): of_groups(*kinds) for kinds in MIXES}
    demands |= {"a purge": PURGE, "past usage": HISTORY, "a purge that wears": WEARS}
    demands |= {"usage that grows by a share": GROWS_BY_SHARE, "usage with a purge": PURGED}
    for name, demand in demands.items():
        steady = like("disks", "steady"), like("disks inside metadata", "m")
        of_racks = RACKS if " and " in name else {}
        found[f"tier with demand of {name}"] = planned(
            like("disks", demand=demand), *steady, **of_racks
        )
        found[f"site with demand of {name}"] = planned(like("disks"), demand=demand)
        found[f"tier as given with demand of {name}"] = planned(like("given", demand=demand))
    found["site with files that grow"] = with_files()
    for how, rate in (("given", {"target_rate": "5 GB/s"}), ("planned", {})):
        found[f"migration, target {how}"] = planned(like("disks"), migration={**MOVE, **rate})
    found["site that grows behind a burst tier"] = burst_site(of_groups("added"))
    return found
