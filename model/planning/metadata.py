"""Files and their inodes: what metadata tiers can hold, and what the site expects."""

from __future__ import annotations

from model.books import book
from model.design.given import GivenTier
from model.design.targets import LDISKFS, CephTarget, DeclusteredTarget, RaidTarget
from model.design.tier import Tier
from model.engine.quantity import Book
from model.engine.tree import Instance
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
    draft = Draft(f"site/{instance.role}:{instance.name}", supply, dict(instance.inputs))
    children = dict(instance.children)
    on_mdt = None if isinstance(tier, GivenTier) else tier.data_on_mdt
    if isinstance(tier, GivenTier):
        draft.state("given_inodes", tier.given.inodes, f"{at}.given.inodes")
    else:
        chapters = book.target_inodes(rule, with_data=on_mdt is not None)
        children["pools"] = [_added(pool, *chapters) for pool in instance.children["pools"]]
    if draft.state("data_on_mdt", on_mdt, f"{at}.data_on_mdt"):
        children["files"] = _classes(draft, book.FILES_ON_MDT)
    own = book.tier_inodes(rule, with_data=on_mdt is not None, files=files is not None)
    tier_book = book.with_chapters(instance.book, *own)
    return Instance(instance.role, instance.name, tier_book, draft.inputs, children)


def _added(instance: Instance, *chapters: Book) -> Instance:
    own = book.with_chapters(instance.book, *chapters)
    return Instance(instance.role, instance.name, own, instance.inputs, instance.children)


def _classes(above: Draft, own: Book) -> list[Instance]:
    """Make the instances of the files of each size, as the site says them."""
    files = above.supply.scenario.files
    made = []
    for n, one in enumerate(files.sizes if files else ()):
        name, at = f"files {n + 1}", f"files.sizes.{n}"
        draft = Draft(f"{above.path}/files:{name}", above.supply)
        draft.state("file_size", one.size, f"{at}.size")
        draft.state("file_share", one.share, f"{at}.share")
        made.append(Instance("files", name, own, draft.inputs))
    return made


def with_files(root: Instance, supply: Supply) -> Instance:
    """Give the site the files that it expects, and whether there are inodes for them."""
    files = supply.scenario.files
    if files is None:
        return root
    draft, children = Draft("site", supply, dict(root.inputs)), dict(root.children)
    draft.state("mean_file_size", files.mean_size, "files.mean_size")
    draft.state("file_count", files.count, "files.count")
    if files.sizes:
        children["files"] = _classes(draft, book.FILES_OF_A_CLASS)
    chapters = book.site_files(by_size=bool(files.sizes), counted=files.count is not None)
    own = book.with_chapters(root.book, *chapters)
    return Instance(root.role, root.name, own, draft.inputs, children)
