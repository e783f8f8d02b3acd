"""Example trees of sites that say their files and their clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from model.books import book, metadata_book
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
DIMM = {"memory_module_capacity": 17179869184.0}
RULES: tuple[book.InodeRule, ...] = ("zfs", "ldiskfs", "ext4", "beegfs", "scale", "given")
WITH_DATA: tuple[book.InodeRule, ...] = ("zfs", "ldiskfs")
SERVERS: tuple[book.Server, ...] = ("mds", "oss")


@cache
def _joined(own: Book, chapters: tuple[Book, ...]) -> Book:
    return book.with_chapters(own, *chapters)


def _added(instance: Instance, chapters: Sequence[Book], **given: float) -> Instance:
    own = _joined(instance.book, tuple(chapters))
    inputs = {**instance.inputs, **given}
    return Instance(instance.role, instance.name, own, inputs, dict(instance.children))


def classes(own: Book, sizes: Sequence[tuple[float, float]] = SIZES) -> list[Instance]:
    """Build the classes of a histogram."""
    return [
        Instance("files", f"files {n}", own, {"file_size": size, "file_share": share})
        for n, (size, share) in enumerate(sizes)
    ]


def _plain(rule: book.InodeRule) -> Instance:
    inside = trees.Variant(adapters=False, drives_in_servers=True)
    if rule == "zfs":
        return trees.tier("m", role="metadata", layout="2 x mirror:2")
    if rule == "given":
        given = trees.given_tier("m")
        return Instance("metadata", "m", given.book, given.inputs, given.children)
    if rule == "scale":
        group = trees.coded_target("4+2p", book.declustered_book(spares_given=False, sized=False))
        one = trees.Variant(adapters=False, drives_in_servers=True, targets_given=True)
        return trees.tier("m", one, role="metadata", target=group, kind="declustered")
    target = trees.raid_target("raid10:4", in_enclosures=False)
    return trees.tier("m", inside, role="metadata", target=target, kind="raid")


def metadata_tier(
    rule: book.InodeRule,
    *,
    with_data: bool = False,
    files: bool = True,
    sizes: Sequence[tuple[float, float]] = SIZES,
    **given: float,
) -> Instance:
    """Build a metadata tier with its inodes."""
    tier = _plain(rule)
    if rule == "given":
        given = {"given_inodes": 3e8, **given}
    else:
        chapters = book.target_inodes(rule, with_data=with_data)
        pools = [_added(pool, chapters) for pool in tier.children["pools"]]
        tier.children = {**tier.children, "pools": pools}
    if with_data:
        given = {"data_on_mdt": 65536.0, **given}
        tier.children = {**tier.children, "files": classes(book.FILES_ON_MDT, sizes)}
    return _added(tier, book.tier_inodes(rule, with_data=with_data, files=files), **given)


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
    root = trees.site([data, *tiers], common=False)
    given = {**({} if by_size else {"mean_file_size": 5e6}), **given}
    if counted:
        given = {"file_count": 3e8, **given}
    chapters = book.site_files(by_size=by_size, counted=counted)
    found = _added(root, chapters, **given)
    if by_size:
        found.children = {**found.children, "files": classes(book.FILES_OF_A_CLASS, sizes)}
    return found


def lustre_site(server: book.Server, *, failover: bool, **given: float) -> Instance:
    """Build a site whose servers need memory for its clients."""
    role = "tiers" if server == "oss" else "metadata"
    tier = trees.tier("t", trees.Variant(targets_given=True), role=role)
    sized = _added(tier, book.tier_memory(server, failover=failover), **{**DIMM, **given})
    beside = [] if server == "oss" else [trees.tier("d", trees.Variant(adapters=False))]
    return _added(trees.site([*beside, sized], common=False), [book.CLIENTS], **CLIENTS)


def file_examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    found = {f"files on {rule}": site_of([metadata_tier(rule)]) for rule in RULES}
    for rule in WITH_DATA:
        tier = metadata_tier(rule, with_data=True)
        found[f"data on {rule}"] = site_of([tier], by_size=True)
    found["files as counted"] = site_of([metadata_tier("zfs")], counted=True)
    found["metadata without files"] = trees.site(
        [trees.tier("t"), metadata_tier("zfs", files=False)]
    )
    for server, failover in product(SERVERS, (False, True)):
        name = f"memory of {server}, {'failover' if failover else 'alone'}"
        found[name] = lustre_site(server, failover=failover)
    weka = {"file_count": 1e9, "mean_file_size": 1e6, "directory_count": 1e6}
    found["metadata of WEKA"] = Instance("weka", "weka", metadata_book.WEKA, weka)
    return found
