"""Files and their inodes: what metadata tiers can hold, and what the site expects."""

from __future__ import annotations

from dataclasses import replace

from model.books import book
from model.design.given import GivenTier
from model.design.targets import LDISKFS, CephTarget, DeclusteredTarget, RaidTarget
from model.design.tier import Tier
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply

COUNTED = "Lustre on ldiskfs or ZFS, BeeGFS on ext4, Scale, ZFS, ext4"


def inode_rule(tier: Tier | GivenTier) -> book.InodeRule | None:
    """Give what decides on the inodes of a metadata tier; None where no rule is known."""
    if isinstance(tier, GivenTier):
        return "given"
    target = tier.target
    if isinstance(target, DeclusteredTarget) or tier.file_system == "scale":
        return "scale"
    if isinstance(target, CephTarget):
        return None
    if isinstance(target, RaidTarget) and target.format == "ext4":
        return "beegfs" if tier.file_system == "beegfs" else "ext4"
    if tier.file_system == "beegfs":
        return None
    if isinstance(target, RaidTarget) and target.format != "zfs":
        return "ldiskfs" if target.format == LDISKFS else None
    return "zfs"


def with_inodes(instance: Instance, tier: Tier | GivenTier, at: str, supply: Supply) -> Instance:
    """Give a metadata tier its inodes; a tier of data stays as it is."""
    if tier.holds == "data":
        return instance
    rule, files = inode_rule(tier), supply.scenario.files
    if rule is None:
        if files is not None:
            what = (
                f"inodes of the tier '{tier.name}' can't be counted: what is known is {COUNTED}: "
                "leave 'files' out, or give the tier as a whole with 'given.inodes'"
            )
            supply.complain(f"{at}.target", what)
        return instance
    children = dict(instance.children)
    on_mdt = None if isinstance(tier, GivenTier) else tier.data_on_mdt
    if not isinstance(tier, GivenTier):
        chapters = book.target_inodes(rule, with_data=on_mdt is not None)
        children["pools"] = [_added(pool, *chapters) for pool in instance.children["pools"]]
    if on_mdt is not None:
        above = f"site/{instance.role}:{instance.name}"
        children["files"] = _classes(above, book.FILES_ON_MDT, supply)
    own = book.tier_inodes(rule, with_data=on_mdt is not None, files=files is not None)
    tier_book = book.with_chapters(instance.book, *own)
    return replace(instance, book=tier_book, children=children)


def _added(instance: Instance, *chapters: Book) -> Instance:
    own = book.with_chapters(instance.book, *chapters)
    return replace(instance, book=own)


def _classes(above: str, own: Book, supply: Supply) -> list[Instance]:
    """Make the instances of the files of each size, as the site says them."""
    files = supply.scenario.files
    made = []
    for n, one in enumerate(files.sizes if files else ()):
        name = f"files {n + 1}"
        draft = Draft(f"{above}/files:{name}", supply)
        put_bound(draft, one, f"files.sizes.{n}")
        made.append(Instance("files", name, own, draft.inputs))
    return made


def with_files(root: Instance, supply: Supply) -> Instance:
    """Give the site the files that it expects, and whether there are inodes for them."""
    files = supply.scenario.files
    if files is None:
        return root
    children = dict(root.children)
    if files.sizes:
        children["files"] = _classes("site", book.FILES_OF_A_CLASS, supply)
    chapters = book.site_files(by_size=bool(files.sizes), counted=files.count is not None)
    own = book.with_chapters(root.book, *chapters)
    return replace(root, book=own, children=children)
