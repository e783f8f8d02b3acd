"""What a design needs of the catalog and of its drives, checked before anything is planned.

Each problem is the path of a field and what to write instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import isclose
from typing import Any

from model.books.inputs import declared
from model.design.tier import Drives, FurtherDrives, Piece, Tier
from model.errors import MOST_SHOWN
from model.formulas.space import layout as layouts
from model.formulas.space.extfs import EXT_FS, EXT_RATIO, OST_INODE, OST_RATIO
from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.kind import Places
from model.kinds.layouts import parse_code, parse_raid
from model.kinds.raid import LDISKFS, RaidTarget
from model.kinds.zfs import Target
from model.parts.catalog import Catalog
from model.planning.kinds.targets import (
    MD_OFFSET,
    MDT_INODE,
    MDT_INODE_RATIO,
    MDT_JOURNAL,
)
from model.planning.kinds.zfs import leaf_of
from model.planning.supply import KINDS
from model.reading.binding import gives
from model.reading.fields import Stated
from model.units.figures import show
from model.zfs.vdevs import SMALLEST, parse_layout

SAME = 1e-9
"""Figures nearer than this, as a share, are the same."""
Problems = Iterator[tuple[str, str]]
"""What is wrong, by its field."""
CUTS = ("kept_back", "luks", "partitioning")
"""The fields of a target that cut something off a drive."""


def _kinds(at: str) -> tuple[str, ...]:
    """The kinds of part that may stand in a field: a piece's own, or one of its alternatives."""
    names = at.split(".")
    above = names[-3] if names[-2] == "alternatives" else names[-2]
    return KINDS.get(names[-3] if above.isdigit() else above, ())


def wrong_parts(named: Iterable[tuple[str, str]], catalog: Catalog) -> Problems:
    """Say which parts, by the paths of their fields, the catalog lacks, or are of another kind."""
    wrong = ((at, what) for at, part in named if (what := catalog.problem_with(part, *_kinds(at))))
    yield from islice(wrong, MOST_SHOWN + 1)  # each is compared with the whole catalog


def wrong_choices(choices: Mapping[str, Any], catalog: Catalog) -> Problems:
    """Say which parts that a search may choose the catalog lacks, or are of another kind."""
    yield from wrong_parts(_parts_of(choices), catalog)


def _parts_of(choices: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for path, options in choices.items():
        at = f"{path.removesuffix('.part')}.part"
        for option in options if isinstance(options, tuple) else ():
            part = option.get("part") if isinstance(option, Mapping) else option
            if isinstance(part, str) and (at == path or isinstance(option, Mapping)):
                yield at, part


def other_figures(piece: Piece, catalog: Catalog) -> Iterator[tuple[str, gives, Stated[Any]]]:
    """Give what a piece states otherwise than its part: the field, and what it gives."""
    if piece.part is None or piece.part not in catalog:
        return
    own = catalog.figures(piece.part)
    for field, given, stated in piece.in_place():
        known = own.get(given.figure)
        if known is not None and not isclose(known, stated.value, rel_tol=SAME):
            yield field, given, stated


def without_reason(pieces: Iterable[tuple[str, Piece]], catalog: Catalog) -> Problems:
    """Say which figures contradict those of their parts, and give no reason for it."""
    for at, piece in pieces:
        for field, given, stated in other_figures(piece, catalog):
            if not (stated.because or stated.source):
                unit = declared()[given.name].unit
                own = show(catalog.figures(str(piece.part))[given.figure], unit)
                what = f"'{piece.part}' has {own}, not {show(stated.value, unit)}"
                remedy = "choose a part that has it, or say why ('{value: …, because: …}')"
                yield f"{at}.{field}", f"{what}: {remedy}"


def wrong_figures(tier: Tier, at: str, catalog: Catalog) -> Problems:
    """Say which figures of a target can't be: what is left of a drive, inodes, spare space."""
    size = _size_of_drive(tier, catalog)
    for check in _OF_KIND[tier.target.kind]:
        for path, what in check(tier, tier.target, size):
            yield f"{at}.{path}", what
    yield from _of_another_size(tier, at, catalog)


def _size_of_drive(tier: Tier, catalog: Catalog) -> float | None:
    return _size_of(tier.drives, catalog)


def _size_of(drives: Drives | FurtherDrives, catalog: Catalog) -> float | None:
    if drives.capacity is None and drives.part is not None and drives.part in catalog:
        return catalog.figures(drives.part).get("capacity")
    return drives.capacity.value if drives.capacity else None


def _of_another_size(tier: Tier, at: str, catalog: Catalog) -> Problems:
    """Say where a layout has drives of another size than those that are beside the first ones."""
    said = tier.target.further_drive
    size = _size_of(tier.further_drives, catalog) if tier.further_drives else None
    if said is not None and size is not None and size != said:
        there, wanted = show(size, "byte"), show(float(said), "byte")
        yield (
            f"{at}.target.layout",
            f"'of {wanted}', but the 'further_drives' have {there}: write 'of {there}', or "
            "drives of that size",
        )


def _pool_too_small(_: Tier, target: Target, size: float | None) -> Problems:
    """Say where ZFS is given too little of a drive."""
    if size is not None and leaf_of(size, target) < SMALLEST:
        cut = [name for name in CUTS if name in target.model_fields_set]
        field = f"target.{cut[0]}" if cut else "drives.capacity"
        yield field, "this leaves ZFS less than 64 MiB of a drive"
    own = [group.drive for group in parse_layout(target.layout) if group.drive is not None]
    if own and leaf_of(float(min(own)), target) < SMALLEST:
        yield "target.layout", f"ZFS gets less than 64 MiB of a drive of {show(min(own), 'byte')}"


def _drive_too_small(
    _: Tier, target: RaidTarget | CephTarget | CodeTarget, size: float | None
) -> Problems:
    """Say where nothing of a drive is left."""
    kept = target.kept_back.value if target.kept_back else 0.0
    if target.kept_back is None and target.by_mdadm:
        kept = MD_OFFSET
    if size is not None and kept >= size:
        field = "target.kept_back" if target.kept_back else "drives.capacity"
        taken = f"{show(kept, 'byte')} of a drive of {show(size, 'byte')} are kept back"
        yield field, f"{taken}: nothing is left: write less, or larger drives"


def _lun_too_small(_: Tier, target: RaidTarget, size: float | None) -> Problems:
    """Say where ZFS is given too small RAID groups for what it keeps for itself."""
    kept = target.kept_back.value if target.kept_back else 0.0
    groups = parse_raid(target.layout)
    data = groups.data_drives * groups.spans
    if size is not None and kept < size and data * (size - kept) < SMALLEST:
        field = "target.kept_back" if target.kept_back else "drives.capacity"
        yield field, "this leaves ZFS less than 64 MiB of a RAID group: write larger drives"


def _too_many_inodes(tier: Tier, target: RaidTarget, drive: float | None) -> Problems:
    """Say where inodes, or they and the journal, take all of a file system."""
    if target.format not in ("ext4", LDISKFS):
        return
    size = EXT_FS.inputs["ext_inode_size"].default
    ratio = EXT_RATIO.inputs["usual_inode_ratio"].default
    if target.format == LDISKFS:
        size, ratio = OST_INODE, OST_RATIO.inputs["small_target_ratio"].default
        if tier.holds == "metadata":
            size, ratio = MDT_INODE, MDT_INODE_RATIO
    size = target.inode_size.value if target.inode_size else size
    ratio = target.inode_ratio.value if target.inode_ratio else ratio
    assert size is not None
    assert ratio is not None
    if size >= ratio:
        field = "inode_ratio" if target.inode_ratio else "inode_size"
        taken = f"an inode of {size:.0f} B for each {ratio:.0f} B takes all there is"
        yield f"target.{field}", f"{taken}: write an 'inode_size' below the 'inode_ratio'"
        return
    journal = EXT_FS.inputs["ext_journal"].default
    if target.format == LDISKFS and tier.holds == "metadata":
        journal = MDT_JOURNAL
    groups, kept = parse_raid(target.layout), target.kept_back.value if target.kept_back else 0.0
    assert journal is not None
    if drive is None or drive <= kept:
        return
    data = groups.count * groups.spans * groups.data_drives
    left = data * (drive - kept) * (1 - size / ratio)
    if left < 2 * journal:
        what = f"this leaves {show(left, 'byte')} of a target for files and a journal"
        field = "target.kept_back" if target.kept_back else "drives.capacity"
        yield field, f"{what} of {show(journal, 'byte')}: write larger drives"


def _too_many_spares(tier: Tier, target: DeclusteredTarget, _: float | None) -> Problems:
    """Say where spare space leaves too few drives for a stripe."""
    if target.spare_drives is None:
        return
    code, have = parse_code(target.layout), drives_in_block(tier)
    most = have - code.data - code.parity
    if 0 <= most < target.spare_drives.value:
        what = f"of {have} drives in a block '{target.layout}' leaves {most} to spare"
        yield "target.spare_drives", f"{what}: write {most} at most"


def _too_many_spare_domains(tier: Tier, target: CodeTarget, _: float | None) -> Problems:
    """Say where spare servers leave none for data."""
    have = tier.blocks.value * (
        tier.servers.per_block.value if target.failure_domain == "server" else 1
    )
    if target.spare_domains is not None and target.spare_domains.value >= have:
        what = f"of {have} {target.failure_domain}s none is left for data"
        yield "target.spare_domains", f"{what}: write {have - 1} at most"


_OF_KIND: dict[str, tuple[Callable[[Tier, Any, float | None], Problems], ...]] = {
    "zfs": (_pool_too_small,),
    "zfs on raid": (_drive_too_small, _lun_too_small),
    "raid": (_drive_too_small, _too_many_inodes),
    "declustered": (_too_many_spares,),
    "ceph": (_drive_too_small,),
    "code": (_drive_too_small, _too_many_spare_domains),
}
"""What is checked of the figures of targets, by their kind."""


def _count(stated: Stated[int] | None, otherwise: int = 0) -> int:
    return stated.value if stated else otherwise


def drives_in_block(tier: Tier) -> int:
    """Count the drives of a block."""
    drives = tier.drives
    if drives.per_server is not None:
        return drives.per_server.value * tier.servers.per_block.value
    assert drives.per_enclosure is not None
    assert tier.enclosures is not None
    first = drives.per_enclosure.value * tier.enclosures.per_block.value
    further = tier.further_enclosures
    return first + (further.drives.value * further.per_block.value if further else 0)


def shares_drives(tier: Tier) -> bool:
    """Whether the servers of a block reach all its drives: those in them, if they fail over."""
    failover = tier.states.failover
    return tier.drives.per_server is None or (failover is not None and failover.value)


def _fitting(tier: Tier, needed: int, have: int, reserved: int) -> int:
    """Count the targets that the drives of a block make."""
    if tier.drives.per_server is None or shares_drives(tier):
        return (have - reserved) // needed
    servers = tier.servers.per_block.value
    spares = servers, tier.drives.per_server.value, reserved, needed
    return int(layouts.targets_in_servers(*spares))


def wrong_layout(tier: Tier, at: str) -> Problems:
    """Say why no plan can be made of a layout.

    What a block has too few drives for is a design that doesn't fit (`layout_fits`, `targets_fit`);
    refused is what leaves nothing to count: spares beyond all drives, a code over too few places.
    """
    layout = tier.target.layout
    needed, have = tier.target.drives, drives_in_block(tier)
    reserved, stated = _count(tier.target.reserved_spares), _count(tier.target.per_block)
    what, wanted = "", max(stated, 1)
    if reserved > have:
        too_many = f"{reserved} reserved spares are more than the {have} drives of a block"
        yield f"{at}.target.reserved_spares", f"{too_many}: write fewer"
    elif tier.target.spread and needed * wanted + reserved > have:
        what = (
            f"{wanted} x '{layout}' need {needed * wanted + reserved} drives, "
            f"but a block has {have}: write a layout that fits, or more drives"
        )
    elif tier.target.spread:
        what = _too_few_places(tier)
    elif tier.file_system != "zfs":
        fit = _fitting(tier, needed, have, reserved)
        fit = min(fit, stated) if stated else fit
        copies, targets = tier.target.passed_copies, fit * tier.blocks.value
        if copies > targets > 0:
            what = f"{copies} copies need as many targets, but there are {targets}: add targets"
    if what:
        yield f"{at}.target.layout", what


def _too_few_places(tier: Tier) -> str:
    """Say where a code has more strips than there are places to lose."""
    what, blocks = tier.target.strips_lie_on, tier.blocks.value
    code, in_block = parse_code(tier.target.layout), drives_in_block(tier)
    there: dict[Places, int] = {
        "drives in a block": in_block,
        "drives": in_block * blocks,
        "servers": tier.servers.per_block.value * blocks,
        "blocks": blocks,
    }
    if there[what] >= code.data + code.parity:
        return ""
    return (
        f"'{tier.target.layout}' needs {code.data + code.parity} {what}, but there are "
        f"{there[what]}: write a narrower code, or more of them"
    )
