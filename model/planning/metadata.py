"""Files and inodes: capacity of metadata tiers, and the expected files of the site."""

from __future__ import annotations

from model.books.facts import TierFacts
from model.books.site import FILES_OF_A_CLASS
from model.books.site_facts import SiteFacts
from model.books.tier import FILES_ON_MDT
from model.design.tier import Tier
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft

COUNTED = "Lustre on ldiskfs or ZFS, BeeGFS on ext4, Scale, ZFS, ext4, XFS"


def put_inodes(draft: Draft, tier: Tier, facts: TierFacts, at: str) -> dict[str, list[Instance]]:
    """Set the inode inputs of a metadata tier; return the files with data on MDTs."""
    if not facts.holds_data and facts.inodes is None and facts.files_expected:
        what = (
            f"inodes of the tier '{tier.name}' can't be counted, only those of {COUNTED}: "
            "leave 'files' out, or give the tier as a whole with 'given.inodes'"
        )
        draft.supply.complain(f"{at}.target", what)
    if not facts.data_on_mdt:
        return {}
    return {"files": _classes(draft, FILES_ON_MDT.book())}


def _classes(above: Draft, own: Book) -> list[Instance]:
    """Create the instances of the site's files of each size."""
    files = above.supply.scenario.files
    instances = []
    for n, one in enumerate(files.sizes if files else ()):
        name = f"files {n + 1}"
        draft = Draft(f"{above.path}/files:{name}", above.supply)
        put_bound(draft, one, f"files.sizes.{n}")
        instances.append(Instance("files", name, own, draft.inputs))
    return instances


def put_files(draft: Draft, facts: SiteFacts) -> dict[str, list[Instance]]:
    """Set the expected files of the site; return those of each size."""
    files = draft.supply.scenario.files
    if files is None:
        return {}
    of_sizes = facts.files == "sizes"
    return {"files": _classes(draft, FILES_OF_A_CLASS.book())} if of_sizes else {}
