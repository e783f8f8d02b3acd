"""Joins the outputs of ZFS of one or many servers to tiers that plan.

What no output states is a question, and never guessed; the scenario leaves it out, or marks it as
assumed where it can't be left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from model.design.tier import Tier
from model.installed.capacity_checks import Check, checks_of, fit_of
from model.installed.catalog_drives import matched
from model.installed.cut_lists import larger_than
from model.installed.equipment import Enclosures, enclosures_of
from model.installed.installed_pools import (
    LISTS,
    STRUCTURE,
    Installed,
    InstalledPool,
    Leaf,
    VdevDrives,
    put_together,
    with_size,
)
from model.installed.layout_texts import counted, in_order, shapes_of
from model.installed.occupancy import Occupancy, Target
from model.installed.questions import Question
from model.installed.reading import FileReading
from model.installed.tier_draft import assumed
from model.records import dataclass
from model.units.figures import show

OF_ZFS = (*STRUCTURE, *LISTS, "zfs-list-p", "zfs-list-json", "lsblk")
LUSTRE = ("lfs-df", "lctl-osd")
MOST_NAMED = 8
LEAST = 2**27
"""Bytes of a drive of which ZFS can use enough, partitioned."""
METADATA = re.compile(r"(?:^|[^a-z])(?:mdt|mgt|mgs|mds)", re.IGNORECASE)


@dataclass(frozen=True)
class ZfsTiers:
    """Tiers as a scenario writes them; of each, questions with paths inside of it.

    `warnings` say what differs between blocks and what is missing, `checks` how the reported
    capacity compares with the model's.
    """

    tiers: tuple[tuple[dict[str, Any], tuple[Question, ...]], ...]
    warnings: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    occupancies: tuple[Occupancy, ...] = ()


@dataclass(frozen=True)
class _Kind:
    """A kind of target: its layout as a tier has it, and its drives."""

    layout: str
    drives: int
    drive: Leaf
    further: Leaf | None
    holds: str
    created: str


@dataclass(frozen=True)
class _Servers:
    """The servers of a tier: equal blocks, or those of another tier."""

    blocks: int
    in_block: int
    shared_with: str
    enclosures: Enclosures
    """Those of a block, if no other tier has drives there."""

    @property
    def fields(self) -> dict[str, Any]:
        """Fields of a tier."""
        if self.shared_with:
            return {"servers": {"shared_with": self.shared_with}}
        per_block: int | dict[str, Any] = self.in_block
        if self.in_block > 1:
            per_block = {
                "value": self.in_block,
                "status": "measured",
                "because": "they reach the same drives, by lsblk",
            }
        servers = {"name": "Installed server", "per_block": per_block}
        return {"blocks": self.blocks, "servers": servers}

    def drives(self, drives: int) -> dict[str, Any]:
        """Where so many drives of a block are, and the enclosures."""
        enclosures = self.enclosures.of(drives)
        if enclosures is None:
            return {"drives": {"per_server": -(-drives // self.in_block)}}
        each = drives // self.enclosures.count
        return {"enclosures": enclosures, "drives": {"per_enclosure": each}}


def tiers(files: Sequence[FileReading]) -> ZfsTiers:
    """Return the tiers of all pools that outputs tell of."""
    of_zfs = [one for one in files if one.reading.kind in OF_ZFS]
    if not of_zfs:
        return ZfsTiers(())
    installed = put_together(of_zfs)
    warnings = [*installed.notes, *_needed(installed)]
    if not installed.pools:
        return ZfsTiers((), tuple(warnings))
    cut = [pool for pool in installed.pools if _cut(pool)]
    warnings += [
        f"pool {pool.name}: {_cut(pool)}, so that the pool is not planned: save the whole output, "
        "and import it again"
        for pool in cut
    ]
    pools = [_with_drives(pool) for pool in installed.pools if pool not in cut]
    warnings += _open_ends(pools)
    checks = tuple(check for pool in pools for check in checks_of(pool))
    without = [pool.name for pool in pools if not _is_sized(pool)]
    if without:
        warnings.append(
            f"pools {_named(without)}: no output tells a usable size of their drives, so that they "
            "are not planned"
        )
    has_lustre = any(one.reading.kind in LUSTRE for one in files)
    kinds = [(pool, _kind(pool)) for pool in pools if _is_sized(pool)]
    enclosures = enclosures_of(files, installed.blocks)
    found = _tiers(kinds, installed.servers, enclosures, has_lustre=has_lustre)
    warnings += _deviations(kinds, installed)
    occupancies = () if has_lustre else tuple(_occupancies(pools))
    return ZfsTiers(tuple(found), tuple(warnings), checks, occupancies)


def _cut(pool: InstalledPool) -> str:
    """Return what shows that the output a pool is known by is cut off; empty if it isn't."""
    if pool.pool.is_cut:
        return "'zpool status' is cut off (its line 'errors:' is missing)"
    why = (pool.pool.cut or _larger(pool)) if _is_of_list(pool) else ""
    return f"'zpool list' is cut off ({why})" if why else ""


def _is_of_list(pool: InstalledPool) -> bool:
    """Whether the vdevs of a pool are known by a list; shared spares may be divided since."""
    if pool.listed is None:
        return False
    own, listed = (list(one.of_class("data")) for one in (pool.pool, pool.listed))
    return len(own) == len(listed) and all(a is b for a, b in zip(own, listed, strict=True))


def _larger(pool: InstalledPool) -> str:
    """Return that a vdev of a list is larger than its drives are by another output."""
    listed = [vdev for role, vdev in pool.pool.vdevs if role != "spare"]
    leaves = [[one.bytes for one in vdev.leaves if one.bytes] for vdev in pool.vdevs]
    pairs = zip(listed, leaves, strict=True)
    return next((text for vdev, sizes in pairs if (text := larger_than(vdev, sizes))), "")


def _open_ends(pools: Iterable[InstalledPool]) -> Iterator[str]:
    """Say of lists that end with a drive that more may have followed."""
    for pool in pools:
        if pool.pool.ends_open and _is_of_list(pool):
            _, last = pool.pool.vdevs[-1]
            yield (
                f"pool {pool.name}: check that its last vdev has {len(last.places)} drives, as "
                "the list has no last line; 'zpool status -P' ends with 'errors:'"
            )


def _is_sized(pool: InstalledPool) -> bool:
    """Whether the drives of all vdevs are known, and large enough for ZFS."""
    sizes = [vdev.smallest.bytes for vdev in pool.vdevs]
    known = [size for size in sizes if size is not None]
    return bool(pool.usual.bytes) and all(size >= LEAST for size in known)


def _occupancies(pools: Iterable[InstalledPool]) -> Iterator[Occupancy]:
    """Return the use of pools whose names differ only in their number."""
    families: dict[str, list[Target]] = {}
    for pool in pools:
        if (space := pool.space) is not None:
            fillable = space.used.bytes + space.available.bytes
            target = Target(pool.name, space.used.bytes, fillable)
            families.setdefault(_family(pool.name), []).append(target)
    for name, targets in families.items():
        alone = targets[0].name if len(targets) == 1 else name or "pools"
        yield Occupancy(alone, tuple(targets))


def _needed(installed: Installed) -> Iterator[str]:
    """Say which further command would complete the outputs."""
    if installed.lacks:
        commands = ", ".join(f"'{command}'" for command in installed.lacks)
        yield f"to complete the scenario, add the output of {commands} from the same servers"


def _named(names: Iterable[str]) -> str:
    unique = list(dict.fromkeys(names))
    more = len(unique) - MOST_NAMED
    return ", ".join(unique[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _with_drives(pool: InstalledPool) -> InstalledPool:
    """Return the pool with drives derived from its SIZE, where nothing else tells their size."""
    return pool if pool.usual.bytes else with_size(pool)


def _kind(pool: InstalledPool) -> _Kind:
    """Return the kind of target that a pool is."""
    main = pool.usual
    shapes = shapes_of(pool, main.bytes)
    fit = fit_of(pool)
    created = fit.created if fit else ""
    layout = in_order(shapes) if created else counted(shapes)
    drives = sum(width for role, _, width, size in shapes if size is None or role == "data")
    further = {
        vdev.smallest.bytes: vdev.smallest
        for vdev in pool.vdevs
        if vdev.role == "data" and vdev.smallest.bytes not in (main.bytes, None)
    }
    second = next(iter(further.values())) if len(further) == 1 else None
    holds = "metadata" if METADATA.search(pool.name) else "data"
    layout = layout if _is_possible(layout, drives, second) else ""
    return _Kind(layout, drives, main, second, holds, created)


def _is_possible(layout: str, drives: int, further: Leaf | None) -> bool:
    """Whether a tier can have such pools."""
    tier: dict[str, Any] = {
        "name": "any",
        "file_system": "none",
        "blocks": 1,
        "servers": {"name": "any", "per_block": 1},
        "drives": {"name": "any", "per_server": drives},
        "target": {"layout": layout},
    }
    if further is not None:
        tier["further_drives"] = {"name": "any"}
    try:
        Tier.model_validate(tier)
    except ValueError:
        return False
    return True


def _tiers(
    kinds: list[tuple[InstalledPool, _Kind]],
    servers: Mapping[int, int],
    enclosures: Mapping[int, Enclosures],
    *,
    has_lustre: bool,
) -> Iterator[tuple[dict[str, Any], tuple[Question, ...]]]:
    """Return a tier for each kind of target and number of them in a block, with questions."""
    of_block: Counter[tuple[_Kind, int]] = Counter((kind, pool.block) for pool, kind in kinds)
    alone = Counter(block for _, block in of_block)
    equal: dict[tuple[_Kind, int, int, Enclosures], list[int]] = {}
    for (kind, block), count in of_block.items():
        own = enclosures.get(block, Enclosures()) if alone[block] == 1 else Enclosures()
        equal.setdefault((kind, count, servers[block], own), []).append(block)
    file_system = "lustre" if has_lustre else "zfs"
    names: set[str] = set()
    first_of: dict[tuple[int, ...], str] = {}
    for (kind, count, each, own), blocks in equal.items():
        pools = [pool for pool, one in kinds if one == kind and pool.block in blocks]
        name = _tier_name([pool.name for pool in pools], names)
        if kind.layout:
            first = first_of.setdefault(tuple(sorted(blocks)), name)
            shared = first if first != name else ""
            those = _Servers(len(blocks), each, shared, own)
            tier = _tier(name, kind, count, pools, file_system, those)
        else:
            tier = _whole(name, pools)
        if kind.holds == "metadata":
            tier["holds"] = "metadata"
        is_unclear = len(servers) == 1 and count > 1
        asked = _questions(tier, kind, pools, has_lustre=has_lustre, is_unclear=is_unclear)
        yield tier, tuple(asked)


def _tier_name(pools: list[str], taken: set[str]) -> str:
    """Return a name for a tier: that of its pool, or what its pools' names have in common."""
    names = list(dict.fromkeys(pools))
    name = names[0] if len(names) == 1 else _common(names)
    name = re.sub(r"[^\w .-]", "-", name).strip(" .-_") or "pools"
    if not name[0].isalnum():
        name = f"pool {name}"
    name = name[:60]
    plain, n = name, 2
    while name in taken:
        name, n = f"{plain}-{n}", n + 1
    taken.add(name)
    return name


def _common(names: list[str]) -> str:
    plain = {re.sub(r"[\d_.-]+$", "", name) for name in names}
    if len(plain) == 1:
        return plain.pop()
    length = next(
        (n for n, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1),
        min(map(len, names)),
    )
    return names[0][:length].rstrip("0123456789")


def _tier(
    name: str,
    kind: _Kind,
    count: int,
    pools: list[InstalledPool],
    file_system: str,
    servers: _Servers,
) -> dict[str, Any]:
    """Write a tier of equal blocks: servers with their targets."""
    fit = next((found for found in map(fit_of, pools) if found is not None), None)
    target: dict[str, Any] = {"layout": kind.layout}
    if kind.created:
        target["created"] = kind.created
    if fit is not None:
        target["release"] = fit.release
        target["because"] = _why(fit.releases, fit.size_agrees, fit.available_agrees)
        if fit.ashift != 12:
            target["sector_size"] = f"{2**fit.ashift} B"
        if not kind.drive.is_partition:
            target["partitioning"] = fit.partitioning
    if count > 1:
        target["per_block"] = count
    tier: dict[str, Any] = {"name": name, "file_system": file_system, "owned": True}
    tier |= servers.fields
    tier |= servers.drives(kind.drives * count)
    tier["drives"] = {**_drive(kind.drive), **tier["drives"]}
    if kind.further is not None:
        tier["further_drives"] = _drive(kind.further)
    tier["target"] = target
    return tier


def _drive(leaf: Leaf) -> dict[str, Any]:
    """Write a drive: the part of the catalog that it is, or its size."""
    assert leaf.bytes is not None
    match = matched(leaf.model, leaf.bytes, flash=leaf.media not in ("disk", ""))
    capacity = {
        "value": f"{leaf.bytes} B",
        "status": "measured",
        "source": f"{leaf.by} of the installed servers",
    }
    if match.key is not None:
        because = f"{match.because} with those of the part"
        return {"part": match.key, "capacity": {**capacity, "because": because}}
    plain = " ".join(re.sub(r"[^\w .+-]", " ", leaf.model).split())
    return {"name": plain or f"Drive of {show(leaf.bytes, 'byte')}", "capacity": capacity}


def _why(releases: Sequence[str], *agrees: bool | None) -> str:
    if not any(agrees):
        return "no output tells the release; the newest is assumed"
    known = f"{releases[0]} to {releases[-1]}" if len(releases) > 1 else releases[0]
    return f"the reported capacity is that of {known}; no output tells which"


def _whole(name: str, pools: list[InstalledPool]) -> dict[str, Any]:
    """Write pools as a whole whose layout no tier can have."""
    total = 0
    for pool in pools:
        fit = fit_of(pool)
        if pool.space is not None:
            total += pool.space.used.bytes + pool.space.available.bytes
        elif fit is not None:
            total += fit.figures.available
    capacity = {"value": f"{total} B", "status": "measured", "source": "zfs list"}
    if any(pool.space is None for pool in pools):
        capacity = assumed(f"{total} B", "by the drives, as 'zfs list' isn't there of each pool")
    return {"name": name, "owned": True, "given": {"capacity": capacity}}


def _questions(
    tier: dict[str, Any],
    kind: _Kind,
    pools: list[InstalledPool],
    *,
    has_lustre: bool,
    is_unclear: bool,
) -> Iterator[Question]:
    """Ask for what no output states."""
    name = tier["name"]
    if "given" in tier:
        yield Question(
            "equipment",
            f"{name}: what are its power, weight and rack units? Its layout can't "
            "be entered as a tier, so it is entered as a whole",
        )
    else:
        if is_unclear:
            yield Question(
                "blocks",
                f"{name}: on how many servers are its {len(pools)} pools? One is assumed",
            )
        if any(vdev.was_expanded for pool in pools for vdev in pool.vdevs) and not kind.created:
            yield Question(
                "target.created",
                f"{name}: which layout did its expanded pools have when they were created?",
            )
        yield Question("target.release", f"{name}: which OpenZFS release is installed?")
        if not has_lustre:
            yield Question(
                "file_system",
                f"{name}: does a file system such as Lustre or BeeGFS use the pools?",
            )
        if "part" not in tier["drives"]:
            found = matched(
                kind.drive.model, kind.drive.bytes or 0, flash=kind.drive.media not in ("disk", "")
            )
            like = f" Of this size: {', '.join(found.of_size[:5])}." if found.of_size else ""
            yield Question(
                "drives.part", f"{name}: which drive model is used? {found.because}.{like}"
            )
        if not tier["servers"].get("shared_with"):
            for path, what in (
                ("servers.part", "which server model is used?"),
                ("processors", "which processors does each server have, and how many?"),
                ("memory", "which memory modules does each server have, on how many channels?"),
                ("network", "which network adapters does each server have, on which network?"),
            ):
                yield Question(path, f"{name}: {what}")
        if "enclosures" not in tier:
            yield Question(
                "enclosures",
                f"{name}: which enclosures hold the drives, and how many? Leave empty if none",
            )
        yield Question(
            "adapters", f"{name}: which host bus adapters connect the servers to the drives?"
        )
        if kind.holds == "metadata":
            yield Question(
                "holds", f"{name}: does it hold metadata only, as its pool's name suggests?"
            )
        yield Question("installed.since", f"{name}: when was it purchased?")
        yield Question("installed.warranty_until", f"{name}: when does its warranty end?")
        yield Question("installed.maintenance", f"{name}: what does maintenance cost per year?")
        yield Question("installed.book_value", f"{name}: what is its book value today?")


def _deviations(kinds: list[tuple[InstalledPool, _Kind]], installed: Installed) -> Iterator[str]:
    """Say what differs between pools, and which drives are in none."""
    alike: dict[str, Counter[tuple[str, int | None]]] = {}
    for pool, kind in kinds:
        alike.setdefault(_family(pool.name), Counter())[kind.layout, kind.drive.bytes] += 1
    for pool, kind in kinds:
        counts = alike[_family(pool.name)]
        (layout, size), most = counts.most_common(1)[0]
        if (kind.layout, kind.drive.bytes) != (layout, size) and most > 1:
            unlike = []
            if kind.layout != layout:
                unlike.append(f"{kind.layout or 'another layout'}, not {layout}")
            if kind.drive.bytes != size:
                unlike.append(f"drives of {_size(kind.drive.bytes)}, not {_size(size)}")
            yield f"pool {pool.name} differs: {'; '.join(unlike)}"
        if pool.failed:
            drives = "drive" if pool.failed == 1 else "drives"
            yield f"pool {pool.name}: {pool.failed} {drives} failed, or being replaced"
        if models := _models(pool.vdevs):
            yield f"pool {pool.name}: its data vdevs have drives of {models} models"
        if not kind.layout:
            yield (
                f"pool {pool.name}: its vdevs can't be those of one tier, so that it is entered as "
                "a whole, by its capacity"
            )
    blocks = Counter(pool.block for pool, _ in kinds)
    usual = Counter(blocks.values()).most_common(1)[0][0] if blocks else 0
    for block, count in blocks.items():
        if count != usual:
            yield f"block {block} of servers has {count} pools, most have {usual}"
    for count, size, media in installed.loose_drives:
        drives = "drive" if count == 1 else "drives"
        yield f"{count} {drives} of {_size(size)} ({media}) in no pool"


def _family(name: str) -> str:
    return re.sub(r"[\d_.-]+$", "", name)


def _models(vdevs: Sequence[VdevDrives]) -> int:
    found = {leaf.model for vdev in vdevs if vdev.role == "data" for leaf in vdev.leaves}
    return len(found) if len(found) > 1 else 0


def _size(size: int | None) -> str:
    return "unknown size" if size is None else show(size, "byte")
