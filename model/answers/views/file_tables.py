"""Whether the inodes of metadata tiers suffice, and the memory that servers need."""

from __future__ import annotations

from model.answers.metadata import inodes_are_bound
from model.answers.results import Results
from model.answers.views.view import Column, Entry, FixedValue, Row, View, figure

INODES = (
    Column("Inodes", "inodes", "count"),
    Column("Expected files", "files", "count"),
    Column("Margin", "margin", "change"),
    Column("Inodes exhausted at", "limit"),
    Column("Capacity of the tier", "capacity", "memory"),
    Column("Required by the vendor's rule", "rule", "memory"),
    Column("Data on MDTs", "mdt", "memory"),
)
OF_TIER = (
    "inodes",
    "tier_files",
    "",
    "tier_inode_limited_capacity",
    "usable_capacity",
    "metadata_space_needed",
    "mdt_data",
)
OF_ALL = (
    "inodes_available",
    "files_expected",
    "inodes_margin",
    "inode_limited_capacity",
    "metadata_capacity",
    "",
    "",
)


def inodes(results: Results) -> View:
    """Return inodes and expected files of each metadata tier, and of all."""
    holding = [(name, path) for name, path in results.tiers() if (path, "inodes") in results.values]
    rows = [_inodes(results, name, path, OF_TIER) for name, path in holding]
    if holding and ("site", "inodes_available") in results.values:
        rows.append(_inodes(results, "All", "site", OF_ALL))
    return View("Files and inodes", "Metadata tier", INODES, tuple(rows))


def _inodes(results: Results, label: str, path: str, names: tuple[str, ...]) -> Row:
    of = () if path == "site" else (path,)
    is_bound = inodes_are_bound(results.values, *of)
    first, *others = names
    entries = (_known(results, path, first, at_most=is_bound), *_all(results, path, *others))
    return Row(label, entries, tone="strong" if path == "site" else "")


def _known(results: Results, path: str, name: str, *, at_most: bool = False) -> Entry:
    """Refer to a figure; nothing where there is none."""
    known = (path, name) in results.values
    return figure(results, path, name, at_most=at_most) if known else ""


def _all(results: Results, path: str, *names: str) -> tuple[Entry, ...]:
    return tuple(_known(results, path, name) for name in names)


MEMORY = (
    Column("Installed", "installed", "memory"),
    Column("Needed", "needed", "memory", "strong"),
    Column("Margin", "margin", "change"),
    Column("Verdict", "met", "met"),
    Column("Manual's rule of thumb", "rule", "memory"),
)


def sized(results: Results) -> list[tuple[str, str]]:
    """Return the name and path of the tiers with a known memory requirement per server."""
    return [(n, path) for n, path in results.tiers() if (path, "memory_needed") in results.values]


def memory(results: Results) -> View:
    """Return the required and the installed memory per server of each tier."""
    rows = tuple(_memory(results, name, path) for name, path in sized(results))
    return View("Memory per server", "Tier", MEMORY, rows)


def _memory(results: Results, name: str, path: str) -> Row:
    pair = (path, "failover_targets") in results.values
    served = figure(results, path, "failover_targets" if pair else "targets_served")
    targets = results[served.addresses[0]]
    count = "an unknown number of" if targets is None else f"{targets:g}"
    note = f"{count} targets on one server{' with failover' * pair}"
    met = results.judged(path, "memory_suffices")
    entries = (
        *_all(results, path, "installed_memory", "memory_needed", "memory_margin"),
        FixedValue(None if met is None else float(met), "1"),
        *_all(results, path, "memory_by_rule"),
    )
    return Row(name, entries, (note,))


TERMS = (
    ("oss_buffer_memory", "mds_system_memory", "System, buffers"),
    ("oss_target_memory", "mds_journal_memory", "Journals, read caches"),
    ("oss_client_memory", "mds_client_memory", "Open on compute nodes"),
    ("oss_login_memory", "mds_login_memory", "Open on login nodes"),
    ("oss_cache_memory", "mds_cache_memory", "Working set"),
)


def terms(results: Results) -> View:
    """Return the memory of each tier's servers by purpose, without failover."""
    tiers = sized(results)
    columns = tuple(Column(name, name, "memory") for name, _ in tiers)
    rows = tuple(
        Row(
            words,
            tuple(
                _known(results, path, oss if (path, oss) in results.values else mds)
                for _, path in tiers
            ),
        )
        for oss, mds, words in TERMS
    )
    return View("Memory by term", "Without failover, by term", columns, rows)
