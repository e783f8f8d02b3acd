"""Files and server memory in words: what runs out, what is missing, why the manual differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Address
from model.units.figures import grouped, show

SPACE_NOTE = (
    "The vendor's rule is evaluated exactly; for Lustre it is twice the space of the inodes that "
    "the files need, and their data on the MDT once. The manual's example is larger: 100 million "
    "inodes x 2 KiB x 2 are 381.5 GiB, but it prints 400 GiB, because it counts a million KiB as a "
    "GiB."
)
MEMORY_NOTE = (
    "The memory is the exact sum of the terms in the Lustre manual, with 1 KB = 1,024 bytes. The "
    "manual's own totals are higher: for its example of an MDS, 57,696 MB instead of 56,217 MiB, "
    "because it rounds 20 million x 1.5 KB to 30,720 MB (29,297 MiB) and 12 x 100,000 x 2 KB to "
    "2,400 MB (2,344 MiB). It then recommends 'at least 60 GB', a common size. Its rule of "
    "thumb for an OSS considers targets, not clients. Its journals are those of ldiskfs; "
    "ZFS has no journals in memory, but larger caches."
)
FAILOVER_NOTE = (
    "With failover, a server also needs memory for its neighbour's targets: an OSS for "
    "everything except its buffers, an MDS for their journals and files."
)

INODES_NOTE = (
    "Inodes on ZFS are an upper bound: 4 KiB for each, without directories and extended "
    "attributes. Real MDTs hold fewer: at Calcul Québec (2019), 300 million on 3.7 TB, which is "
    "12.2 kB each."
)

EXT = ("ext4", "ldiskfs")
INODES_FULL: Address = ("site", "time_inodes_full")
Values = Mapping[Address, float | None]


def inodes_are_bound(values: Values, path: str = "") -> bool:
    """Whether the number of inodes is an upper bound, as ZFS has no fixed number.

    `path` is that of a tier; without one, all tiers are looked at.
    """
    return any(
        name == "mdt_space_per_inode"
        and path in ("", at)
        and (f"{at}/pools:target", "pool_available") in values
        for at, name in values
    )


def notes_of(values: Values) -> list[str]:
    """Return notes on how files and memory are counted, with the manuals' figures."""
    names = {name for _, name in values}
    notes = []
    if "inodes_available" in names and inodes_are_bound(values):
        notes.append(INODES_NOTE)
    if {"tier_files", "mdt_space_per_inode"} <= names:
        notes.append(SPACE_NOTE)
    if "memory_needed" in names:
        notes += [MEMORY_NOTE, FAILOVER_NOTE]
    return notes


def inodes_end_in_plan(values: Values) -> bool:
    """Whether inodes run out within the plan's years while capacity is expanded.

    Where none are bought the first purchase tells: bytes or inodes run out first.
    """
    if not any(name == "blocks_bought" and value for (_, name), value in values.items()):
        return False
    time, year = values.get(INODES_FULL), values.get(("site", "year_length"))
    last = max(value or 0.0 for (_, name), value in values.items() if name == "year_index")
    return time is not None and year is not None and time <= last * year


def count(value: float | None) -> str:
    """Format a number of files, e.g. "7.16 billion"."""
    if value is None:
        return "unknown"
    for least, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if abs(value) >= least:
            return f"{show(value / least, '1')} {word}"
    return grouped(value)


DATA_ON_MDT = (
    "with Data-on-MDT the Lustre manual advises 5,632 bytes for each inode for 4 KB of data, and "
    "66,560 for 64 KB"
)


def remedy_of_inodes(values: Values, tiers: Sequence[tuple[str, Tier | GivenTier]]) -> str:
    """Return the field that changes the number of inodes; empty if none does."""
    found = []
    for path, tier in tiers:
        built = tier.built
        if tier.holds == "data" or built is None or built.target.formatted not in EXT:
            continue
        pool = f"{path}/pools:target"
        ratio, inodes = (values.get((pool, name)) for name in ("ext_inode_ratio", "target_inodes"))
        files, copies = (values.get((pool, name)) for name in ("files_per_target", "file_copies"))
        if inodes is not None and files is not None and files * (copies or 1) >= inodes:
            found.append(
                f"to create more inodes, reduce 'target.inode_ratio' of {tier.name}, now "
                f"{show(ratio, 'byte', binary=True)}"
            )
        if built.data_on_mdt is not None:
            found.append(f"'target.inode_ratio' of {tier.name}: {DATA_ON_MDT}")
    return "; ".join(found)


def warnings_of_files(
    values: Values,
    tiers: Sequence[tuple[str, str]],
    designs: Sequence[Tier | GivenTier],
) -> Iterator[str]:
    """Yield warnings on inodes and on server memory, with the tiers by name and path."""
    site = {name: value for (path, name), value in values.items() if path == "site"}
    paths = (path for _, path in tiers)
    remedy = remedy_of_inodes(values, list(zip(paths, designs, strict=True)))
    remedy = remedy and f"; {remedy}"
    if site.get("bytes_fill_first") == 0:
        yield (
            f"inodes run out before capacity: {count(site['inodes_available'])} inodes are used "
            f"up at "
            f"{show(site['inode_limited_capacity'], 'byte')} of files of "
            f"{show(site['mean_file_size'], 'byte')}, but "
            f"{show(site['planned_capacity'], 'byte')} are planned{remedy}"
        )
    elif inodes_end_in_plan(values):
        latest = "at the latest " if inodes_are_bound(values) else ""
        yield (
            f"inodes run out {latest}after {show(site['time_inodes_full'], 'second')}, within "
            f"the planned years: blocks are added for capacity, but not for inodes{remedy}"
        )
    if "file_count" in site and site.get("inodes_suffice") == 0:
        yield (
            f"there are only {count(site['inodes_available'])} inodes for "
            f"{count(site['files_expected'])} expected files{remedy}"
        )
    for name, path in tiers:
        yield from _of_tier(values, name, path)


def _of_tier(values: Values, name: str, path: str) -> Iterator[str]:
    files, worst = values.get((path, "tier_files")), values.get((path, "inodes_at_worst"))
    inodes = values.get((path, "inodes"))
    if files is not None and worst is not None and inodes is not None and worst < files <= inodes:
        yield (
            f"{name}: in the worst case, its metadata is full at {count(worst)} files, but "
            f"{count(files)} are expected"
        )
    if values.get((path, "memory_suffices")) == 0:
        pair = " with failover" if (path, "failover_targets") in values else ""
        yield (
            f"{name}: a server has {show(values[path, 'installed_memory'], 'byte', binary=True)} "
            f"of memory, but needs {show(values[path, 'memory_needed'], 'byte', binary=True)}"
            f"{pair} by the Lustre manual"
        )
