"""Pools of installed servers: what several outputs say of each is put together.

A pool of `zpool status` has its sizes from `zpool list -vp`, from `lsblk` and from `zfs list -p`.
Outputs are joined by names of drives and by their folder and file; none of these is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from model.installed.drive_sizes import of_partition
from model.installed.lsblk import COMMAND, Drive, Drives
from model.installed.pool_fit import drive_of_size
from model.installed.pool_tree import Pool, Size, Vdev
from model.installed.reading import FileReading
from model.installed.servers import Group, group_of
from model.installed.shared_drives import blocks_of, key_of, plain, servers_in
from model.installed.zfs_list import Space
from model.records import dataclass

MOST_OUTPUTS = 10_000
"""Pools and servers that are joined at once."""
STRUCTURE = ("zpool-status", "zpool-status-json")
LISTS = ("zpool-list-vp", "zpool-list-json")
BOOT_POOLS = ("rpool", "bpool", "boot-pool", "freenas-boot", "zroot")
"""Names that installers give: of Ubuntu and Proxmox, TrueNAS, FreeBSD."""
BOOT_SHARE = 0.1
"""A pool with more of the space of the others is planned, whatever its name."""
_GLOBAL = re.compile(
    r"(?:wwn-0x|scsi-3|dm-uuid-mpath-3|mpath-3|nvme-eui\.|nvme-nvme\.|3)([0-9a-f]{16,40})|"
    r"(?:ata|nvme|scsi|usb|sas)-.{1,80}_([a-z0-9-]{4,40}?)(?:_\d)?"
)
"""Names of drives that are the same on each server: by WWN, or by serial number."""


@dataclass(frozen=True)
class Leaf:
    """A drive of a pool: its bytes, and what tells of it; None if it is unknown."""

    bytes: int | None
    model: str = ""
    media: str = ""
    is_partition: bool = False
    """Whether the bytes are those of the partition for data."""
    by: str = field(default="", compare=False)


@dataclass(frozen=True)
class VdevDrives:
    """A vdev with its drives, one a place."""

    role: str
    kind: str
    leaves: tuple[Leaf, ...]
    width_before: int | None = None
    """Drives at creation, if that is known and other than today."""
    was_expanded: bool = False

    @property
    def smallest(self) -> Leaf:
        """The drive that counts."""
        known = [leaf for leaf in self.leaves if leaf.bytes is not None]
        return min(known, key=lambda leaf: leaf.bytes or 0) if known else self.leaves[0]


@dataclass(frozen=True)
class InstalledPool:
    """A pool with all that its outputs say."""

    name: str
    block: int
    """Number of the servers that reach its drives."""
    vdevs: tuple[VdevDrives, ...]
    spares: tuple[Leaf, ...]
    failed: int
    pool: Pool = field(repr=False)
    listed: Pool | None = field(default=None, repr=False)
    space: Space | None = field(default=None, repr=False)

    @property
    def size(self) -> Size | None:
        """SIZE of `zpool list`."""
        return self.listed.size if self.listed and self.listed.size else self.pool.size

    @property
    def allocated(self) -> Size | None:
        """ALLOC of `zpool list`."""
        return self.listed.allocated if self.listed else self.pool.allocated

    @property
    def usual(self) -> Leaf:
        """The most frequent drive of the data vdevs."""
        counts = Counter(
            vdev.smallest for vdev in self.vdevs if vdev.role == "data" for _ in vdev.leaves
        )
        return counts.most_common(1)[0][0] if counts else Leaf(None)


@dataclass(frozen=True)
class Installed:
    """The pools of all servers, and what was noted while they were put together."""

    pools: tuple[InstalledPool, ...]
    servers: dict[int, int]
    """Number of servers of each block."""
    blocks: dict[Group, int] = field(repr=False)
    """Block of each group of outputs."""
    loose_drives: tuple[tuple[int, int, str], ...]
    """Drives in no pool, that aren't booted from: count, bytes, media."""
    notes: tuple[str, ...]
    lacks: tuple[str, ...]
    """Kinds of outputs that would tell more."""


class _Server:
    """The drives of a server by their names."""

    def __init__(self, drives: Iterable[Drive]) -> None:
        self.drives = list(drives)
        self.by_name = {name: drive for drive in self.drives for name in drive.names}


def put_together(files: Sequence[FileReading]) -> Installed:
    """Join the outputs of ZFS and of `lsblk` to pools."""
    notes: list[str] = []
    if len(files) > MOST_OUTPUTS:
        notes.append(f"{len(files):,} outputs: import at most {MOST_OUTPUTS:,} at once")
        return Installed((), {}, {}, (), tuple(notes), ())
    tops = _without_doubles(files, notes)
    lists = [one for one in files if one.reading.kind in LISTS]
    has_vdevs = any(_pool_of(one).vdevs for one in lists)
    spaces = [one for one in files if isinstance(one.reading.found, Space)]
    blocks = [one for one in files if isinstance(one.reading.found, Drives)]
    drives: dict[Group, list[Drive]] = {}
    for one in blocks:
        assert isinstance(one.reading.found, Drives)
        drives.setdefault(group_of(one), []).extend(one.reading.found.drives)
    groups = dict.fromkeys(map(group_of, tops))
    numbers = blocks_of(dict.fromkeys((*groups, *drives)), drives)
    known = _Known(list(groups), drives, numbers)
    pools = []
    of_list, of_space = _Outputs(lists), _Outputs(spaces)
    names = Counter(_pool_of(top).name for top in tops)
    lists_of = [top if top.reading.kind in LISTS else of_list.of(top, names) for top in tops]
    completed = []
    for top, listed in zip(tops, lists_of, strict=True):
        pool, differs = _completed(_pool_of(top), _pool_of(listed) if listed else None)
        notes += differs
        completed.append((numbers[group_of(top)], pool))
    for top, listed, pool in zip(tops, lists_of, _with_own_spares(completed, notes), strict=True):
        space = of_space.of(top, names)
        pools.append(
            known.pool(
                pool,
                group_of(top),
                _pool_of(listed) if listed else None,
                space.reading.found if space and isinstance(space.reading.found, Space) else None,
            )
        )
    drives_divided, places = known.divided()
    if drives_divided:
        notes.append(
            f"{drives_divided} drives have partitions in several vdevs: each vdev counts drives of "
            f"its own, {places} in all"
        )
    lacks = [
        command
        for command, has in (
            ("zpool status -P", tops and all(one.reading.kind in STRUCTURE for one in tops)),
            ("zpool list -vp", has_vdevs),
            ("zfs list -p", bool(spaces)),
            (COMMAND, bool(blocks)),
        )
        if not has
    ]
    loose = tuple(known.loose()) if pools else ()
    servers = servers_in(numbers, drives)
    used = {pool.block: servers.get(pool.block, 1) for pool in pools}
    numbers = {group: block for group, block in numbers.items() if block in used}
    kept = _without_boot_pools(pools, notes)
    return Installed(tuple(kept), used, numbers, loose, tuple(notes), tuple(lacks))


def _without_boot_pools(pools: Sequence[InstalledPool], notes: list[str]) -> list[InstalledPool]:
    """Leave out small pools that servers start from: they hold no data of users."""
    may = [pool for pool in pools if pool.name in BOOT_POOLS or (pool.space and pool.space.boots)]
    others = [pool for pool in pools if pool not in may]
    most = BOOT_SHARE * sum(pool.size.bytes for pool in others if pool.size)
    small = [pool for pool in may if pool.size is None or pool.size.bytes < most]
    if not others or not small:
        return list(pools)
    names = ", ".join(dict.fromkeys(pool.name for pool in small))
    notes.append(f"pools that servers start from are left out: {names}")
    return [pool for pool in pools if pool not in small]


def _with_own_spares(pools: Sequence[tuple[int, Pool]], notes: list[str]) -> list[Pool]:
    """Divide hot spares that several pools of a block list: each is one drive."""
    holders: dict[tuple[int, str], list[int]] = {}
    for n, (block, pool) in enumerate(pools):
        for spare in pool.spares:
            holders.setdefault((block, spare.name), []).append(n)
    shared: dict[tuple[int, ...], list[str]] = {}
    for (_, name), at in holders.items():
        if len(at) > 1:
            shared.setdefault(tuple(at), []).append(name)
    others: dict[int, set[str]] = {}
    for sharing, names in shared.items():
        each = len(names) // len(sharing)
        for k, n in enumerate(sharing):
            own = names[k * each : (k + 1) * each]
            others.setdefault(n, set()).update({*names} - {*own})
    counts = Counter((len(names), len(sharing)) for sharing, names in shared.items())
    for (count, sharers), times in counts.items():
        each = count // sharers
        rest = f", and {count - each * sharers} for none" if count % sharers else ""
        notes.append(
            f"{count} hot spares are shared by {sharers} pools{f' ({times} times)' * (times > 1)}: "
            f"{each} count{'s' * (each == 1)} for each pool{rest}"
        )
    return [
        replace(
            pool,
            vdevs=tuple(
                (role, vdev)
                for role, vdev in pool.vdevs
                if role != "spare" or vdev.name not in others.get(n, ())
            ),
        )
        if n in others
        else pool
        for n, (_, pool) in enumerate(pools)
    ]


def _pool_of(file: FileReading) -> Pool:
    pool = file.reading.found
    assert isinstance(pool, Pool)
    return pool


def _names(file: FileReading) -> frozenset[str]:
    """Return the drives of a pool."""
    pool = _pool_of(file)
    return frozenset(drive.name for _, vdev in pool.vdevs for drive in vdev.drives())


def _completed(status: Pool, listed: Pool | None) -> tuple[Pool, list[str]]:
    """Return the pool with all of its vdevs, and what its outputs differ in.

    The status counts, but if it is cut off, so does a list that has more.
    """
    if listed is None or listed is status or not listed.vdevs:
        return status, []
    if _widths(status) == _widths(listed):
        return replace(status, is_cut=status.is_cut and bool(listed.cut)), []
    name = f"pool {status.name}"
    if status.is_cut and _places(listed) > _places(status):
        pool = replace(listed, state=status.state, expanded=status.expanded)
        return pool, [
            f"{name}: 'zpool status' is cut off, so that its vdevs are those of 'zpool list'"
        ]
    what = f"'zpool status' has {status.layout}, 'zpool list' has {listed.layout or 'no vdev'}"
    why = "the list is cut off, or of another day"
    return status, [f"{name}: {what}: {why}; the status counts"]


def _widths(pool: Pool) -> Counter[tuple[str, str]]:
    """Return the vdevs with redundancy or data, by class."""
    built = ("data", "special", "dedup")
    return Counter((name, vdev.layout) for name, vdev in pool.vdevs if name in built)


def _places(pool: Pool) -> int:
    return sum(len(vdev.places) for _, vdev in pool.vdevs)


def _without_doubles(files: Sequence[FileReading], notes: list[str]) -> list[FileReading]:
    """Return one output for each pool: the last status, or a list where there is no status."""
    tops: list[FileReading] = []
    of_drive: dict[tuple[str, str], int] = {}
    of_group: dict[tuple[str, Group], list[int]] = {}
    status = [one for one in files if one.reading.kind in STRUCTURE]
    for one in status:
        name, drives = _pool_of(one).name, _names(one)
        shared = Counter(
            of_drive[name, drive]
            for drive in drives
            if identity(drive) and (name, drive) in of_drive
        )
        n, most = shared.most_common(1)[0] if shared else (-1, 0)
        if n < 0 or most * 2 <= min(len(drives), len(_names(tops[n]))):
            near = of_group.get((name, group_of(one)), ())
            n = next((each for each in near if _is_same(tops[each], one)), -1)
        if n < 0:
            n = len(tops)
            tops.append(one)
            of_group.setdefault((name, group_of(one)), []).append(n)
        elif _pool_of(one).is_cut and not _pool_of(tops[n]).is_cut:
            notes.append(
                f"pool {name}: several outputs of its status; the last one is cut off, so that "
                "the one before counts"
            )
            continue
        else:
            tops[n] = one
            notes.append(f"pool {name}: several outputs of its status; the last one counts")
        of_drive |= {(name, drive): n for drive in drives}
    seen = {_pool_of(one).name for one in status}
    identified: dict[str, set[str]] = {}
    for name, drive in of_drive:
        if identity(drive):
            identified.setdefault(name, set()).add(drive)
    of_list: dict[tuple[str, Group, frozenset[str]], int] = {}
    for one in files:
        pool = _pool_of(one) if one.reading.kind in LISTS else None
        if pool is None or not pool.vdevs:
            continue
        if pool.name in seen and not _is_of_another(one, identified.get(pool.name, set())):
            continue
        n = of_list.setdefault((pool.name, group_of(one), _names(one)), len(tops))
        if n < len(tops):
            tops[n] = one
            notes.append(f"pool {pool.name}: several lists of it; the last one counts")
        else:
            tops.append(one)
    return tops


def _is_of_another(one: FileReading, known: set[str]) -> bool:
    """Whether the drives of a list tell that it is a pool of another server of the same name."""
    drives = {drive for drive in _names(one) if identity(drive)}
    return bool(known) and bool(drives) and not drives & known


def _is_same(one: FileReading, other: FileReading) -> bool:
    """Whether outputs of one server are of one pool: one that is cut off has fewer drives."""
    drives, others = _names(one), _names(other)
    if drives == others:
        return True
    return (_pool_of(one).is_cut and drives < others) or (
        _pool_of(other).is_cut and others < drives
    )


class _Outputs:
    """Outputs of a kind by pool: of the same server, of the same drives, or the only ones."""

    def __init__(self, files: list[FileReading]) -> None:
        self.of_group: dict[tuple[str, Group], FileReading] = {}
        self.of_drive: dict[tuple[str, str], FileReading] = {}
        self.of_name: dict[str, FileReading] = {}
        for one in files:
            name = str(one.reading.reading["pool"])
            self.of_name[name] = one
            self.of_group[name, group_of(one)] = one
            if isinstance(one.reading.found, Pool):
                self.of_drive |= {(name, drive): one for drive in _names(one) if identity(drive)}

    def of(self, top: FileReading, pools: Counter[str]) -> FileReading | None:
        """Return the output of the pool of another one."""
        name = _pool_of(top).name
        if near := self.of_group.get((name, group_of(top))):
            return near
        drives = [drive for drive in _names(top) if identity(drive)]
        found = (self.of_drive.get((name, drive)) for drive in drives)
        shared = Counter(id(one) for one in found if one is not None)
        if shared and shared.most_common(1)[0][1] * 2 > len(drives):
            wanted = shared.most_common(1)[0][0]
            return next(
                one
                for drive in drives
                if (one := self.of_drive.get((name, drive))) and id(one) == wanted
            )
        return self.of_name.get(name) if pools[name] == 1 else None


def identity(name: str) -> str:
    """Return what identifies a drive on each server: its WWN, or its serial number."""
    found = _GLOBAL.fullmatch(name.casefold())
    return (found[1] or found[2]) if found else ""


class _Known:
    """All drives of `lsblk`, by server and by identity."""

    def __init__(
        self, groups: list[Group], drives: dict[Group, list[Drive]], blocks: dict[Group, int]
    ) -> None:
        self.blocks = blocks
        self.everywhere: dict[str, Drive] = {}
        self.taken: Counter[object] = Counter()
        """Places in vdevs by their drive; several, if its partitions are in several."""
        self.all: dict[object, Drive] = {}
        for drive in (one for each in drives.values() for one in each):
            for key in (plain(drive.wwn), drive.serial):
                if key:
                    self.everywhere.setdefault(key, drive)
            self.all.setdefault(_key(drive), drive)
        loose = [one for group, each in drives.items() if group not in groups for one in each]
        only = loose if len(drives) == 1 or len(groups) == 1 else []
        self.of_server = {group: _Server(drives.get(group, []) or only) for group in groups}

    def pool(
        self, pool: Pool, group: Group, listed: Pool | None, space: Space | None
    ) -> InstalledPool:
        """Put together a pool."""
        server = self.of_server[group]
        sizes = _sizes(listed)
        vdevs = [
            VdevDrives(
                role,
                vdev.kind if not vdev.is_drive else "disk",
                tuple(self._leaf(place, server, sizes) for place in vdev.places),
                vdev.width_before,
                bool(vdev.width_before) or vdev.name == pool.expanded,
            )
            for role, vdev in pool.vdevs
            if role != "spare"
        ]
        spares = tuple(self._leaf(spare, server, sizes) for spare in pool.spares)
        of_role = {role: _usual(vdevs, role) for role in {one.role for one in vdevs}}
        kept = [_filled(one, of_role[one.role]) for one in vdevs]
        if not of_role.get("data", Leaf(None)).bytes:
            only = self._only(server, sum(len(one.leaves) for one in vdevs if one.role == "data"))
            kept = [_filled(one, only) if one.role == "data" else one for one in kept]
        usual = _usual(kept, "data")
        return InstalledPool(
            pool.name,
            self.blocks[group],
            tuple(kept),
            tuple(one if one.bytes else usual for one in spares),
            pool.figures()["drives_failed_or_being_replaced"],
            pool,
            listed,
            space,
        )

    def divided(self) -> tuple[int, int]:
        """Count drives with partitions in several places, and these places."""
        several = [count for count in self.taken.values() if count > 1]
        return len(several), sum(several)

    def _leaf(self, place: Vdev, server: _Server, sizes: dict[str, Size]) -> Leaf:
        """Return the drive of a place, that which works where there are two."""
        drives = sorted(place.drives(), key=lambda one: one.state != "ONLINE") or [place]
        for drive in drives:
            if found := self._drive(drive.name, server):
                self.taken[_key(found)] += 1
                return Leaf(found.bytes, found.model, found.media, by="lsblk")
        for drive in drives:
            size = sizes.get(drive.name) or drive.device
            if size is not None and size.exact and size.bytes:
                whole = of_partition(size.bytes)
                return Leaf(whole or size.bytes, "", "", whole is None, "zpool")
        return Leaf(None)

    def _drive(self, name: str, server: _Server) -> Drive | None:
        if found := server.by_name.get(name):
            return found
        key = identity(name)
        return self.everywhere.get(key) if key else None

    def _only(self, server: _Server, count: int) -> Leaf:
        """Return the kind of the server's drives, if only one is there often enough."""
        counts = Counter(
            (one.bytes, one.model, one.media)
            for one in server.drives
            if not one.is_boot and one.is_exact
        )
        enough = [kind for kind, n in counts.items() if n >= count]
        if len(enough) != 1:
            return Leaf(None)
        (bytes_, model, media) = enough[0]
        for one in server.drives:
            if (one.bytes, one.model) == (bytes_, model) and not one.is_boot:
                self.taken.setdefault(_key(one), 1)
        return Leaf(bytes_, model, media, by="the only drives of which there are enough")

    def loose(self) -> Iterator[tuple[int, int, str]]:
        """Return the drives that are in no pool."""
        left = Counter(
            (one.bytes, one.media)
            for key, one in self.all.items()
            if key not in self.taken and not one.is_boot
        )
        return ((count, bytes_, media) for (bytes_, media), count in sorted(left.items()))


def _key(drive: Drive) -> object:
    return key_of(drive) or id(drive)


def _sizes(listed: Pool | None) -> dict[str, Size]:
    if listed is None:
        return {}
    drives = (drive for _, vdev in listed.vdevs for drive in vdev.drives())
    return {drive.name: drive.device for drive in drives if drive.device is not None}


def _usual(vdevs: Iterable[VdevDrives], role: str) -> Leaf:
    """Return the most frequent drive of a role."""
    counts = Counter(leaf for one in vdevs if one.role == role for leaf in one.leaves if leaf.bytes)
    return counts.most_common(1)[0][0] if counts else Leaf(None)


def _filled(vdev: VdevDrives, usual: Leaf) -> VdevDrives:
    """Give drives of unknown size that of the others of their vdev, or else the usual one."""
    own = _usual([vdev], vdev.role)
    other = own if own.bytes else usual
    return replace(vdev, leaves=tuple(leaf if leaf.bytes else other for leaf in vdev.leaves))


def with_size(pool: InstalledPool) -> InstalledPool:
    """Return a pool of equal data vdevs with the drives with which it has its SIZE, to the byte."""
    kinds = tuple((one.kind, len(one.leaves)) for one in pool.vdevs if one.role == "data")
    only_data = all(one.role in ("data", "log", "cache") for one in pool.vdevs)
    if pool.size is None or not pool.size.exact or not only_data or len(set(kinds)) != 1:
        return pool
    kind, width = kinds[0]
    spread = 1 if kind == "mirror" else width - pool.pool.distributed_spares // len(kinds)
    size = drive_of_size(kinds, pool.size.bytes, pool.size.bytes // (len(kinds) * max(spread, 1)))
    if size is None:
        return pool
    leaf = Leaf(size, by="SIZE of zpool list")
    vdevs = tuple(
        replace(one, leaves=tuple(leaf if one.role == "data" else x for x in one.leaves))
        for one in pool.vdevs
    )
    spares = tuple(leaf for _ in pool.spares)
    return replace(pool, vdevs=vdevs, spares=spares)
