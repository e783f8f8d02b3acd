"""Example trees of sites that say their files and their clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from model.books.calculators import WEKA
from model.books.facts import InodeRule, Kind, Server
from model.books.site import FILES_OF_A_CLASS
from model.books.tier import FILES_ON_MDT
from model.engine.quantity import Book
from model.engine.tree import Instance
from tests import trees

SIZES = ((4096.0, 0.5), (1048576.0, 0.3), (1e9, 0.2))
CLIENTS = {
    "client_nodes": 1024.0,
    "cores_per_client": 32.0,
    "login_nodes": 12.0,
    "working_set_files": 20e6,
}
FILES = {"files_expected": True}
DIMM = {"memory_module_capacity": 17179869184.0}
RULES: tuple[InodeRule, ...] = ("zfs", "ldiskfs", "ext4", "beegfs", "scale", "given")
WITH_DATA: tuple[InodeRule, ...] = ("zfs", "ldiskfs")
SERVERS: tuple[Server, ...] = ("mds", "oss")


def classes(own: Book, sizes: Sequence[tuple[float, float]] = SIZES) -> list[Instance]:
    """Build the classes of a histogram."""
    return [
        Instance("files", f"files {n}", own, {"file_size": size, "file_share": share})
        for n, (size, share) in enumerate(sizes)
    ]


def _tier(
    rule: InodeRule, known: Mapping[str, Any], of_target: Mapping[str, Any], **given: float
) -> Instance:
    inside = trees.Variant(adapters=False, drives_in_servers=True)
    if rule == "given":
        return trees.given_tier("m", inodes=rule, known=known, given_inodes=3e8, **given)
    facts = {"known": known, "of_target": of_target}
    if rule == "zfs":
        return trees.tier("m", role="metadata", layout="2 x mirror:2", **facts, **given)
    if rule == "scale":
        group = trees.coded_target("4+2p", "declustered", known=of_target)
        one = trees.Variant(adapters=False, drives_in_servers=True, targets_given=True)
        kind: Kind = "declustered"
        return trees.tier("m", one, role="metadata", target=group, kind=kind, **facts, **given)
    target = trees.raid_target("raid10:4", in_enclosures=False, known=of_target)
    return trees.tier("m", inside, role="metadata", target=target, kind="raid", **facts, **given)


def metadata_tier(
    rule: InodeRule,
    *,
    with_data: bool = False,
    known: Mapping[str, Any] = FILES,
    sizes: Sequence[tuple[float, float]] = SIZES,
    **given: float,
) -> Instance:
    """Build a metadata tier with its inodes."""
    if with_data:
        given = {"data_on_mdt": 65536.0, **given}
    tier = _tier(rule, known, {"inodes": rule, "data_on_mdt": with_data}, **given)
    if with_data:
        below = classes(FILES_ON_MDT.book(), sizes)
        tier.children = {**tier.children, "files": below}
    return tier


def site_of(
    tiers: Sequence[Instance],
    *,
    by_size: bool = False,
    counted: bool = False,
    sizes: Sequence[tuple[float, float]] = SIZES,
    **given: float,
) -> Instance:
    """Build a site that says its files."""
    data = trees.tier("t", trees.Variant(adapters=False))
    given = {**({} if by_size else {"mean_file_size": 5e6}), **given}
    if counted:
        given = {"file_count": 3e8, **given}
    known = {"files": "sizes" if by_size else "mean", "files_counted": counted}
    found = trees.site([data, *tiers], common=False, known=known, **given)
    if by_size:
        found.children = {**found.children, "files": classes(FILES_OF_A_CLASS.book(), sizes)}
    return found


def lustre_site(server: Server, *, failover: bool, **given: float) -> Instance:
    """Build a site whose servers need memory for its clients."""
    role = "tiers" if server == "oss" else "metadata"
    known = {"memory": server, "takes_over": failover}
    variant = trees.Variant(targets_given=True)
    sized = trees.tier("t", variant, role=role, known=known, **{**DIMM, **given})
    beside = [] if server == "oss" else [trees.tier("d", trees.Variant(adapters=False))]
    return trees.site([*beside, sized], common=False, known={"clients": True}, **CLIENTS)


def file_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = {f"files on {rule}": site_of([metadata_tier(rule)]) for rule in RULES}
    for rule in WITH_DATA:
        tier = metadata_tier(rule, with_data=True)
        found[f"data on {rule}"] = site_of([tier], by_size=True)
    found["files as counted"] = site_of([metadata_tier("zfs")], counted=True)
    found["metadata without files"] = trees.site([trees.tier("t"), metadata_tier("zfs", known={})])
    for server, failover in product(SERVERS, (False, True)):
        name = f"memory of {server}, {'failover' if failover else 'alone'}"
        found[name] = lustre_site(server, failover=failover)
    weka = {"file_count": 1e9, "mean_file_size": 1e6, "directory_count": 1e6}
    found["metadata of WEKA"] = Instance("weka", "weka", WEKA.book(), weka)
    return found
