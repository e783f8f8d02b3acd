"""How large a tier is: the way down from raw capacity, and the several honest answers beside it."""

from __future__ import annotations

from model.answers import usable
from model.answers.meanings import tier_of, words_of
from model.answers.results import Results
from model.answers.targets import fill_bound
from model.engine.tree import Address
from model.records import NamedTuple
from model.units.figures import show

TARGET = "pools:target"


class CapacityStep(NamedTuple):
    """One step from raw to live capacity: its name, its size, whether it is a loss."""

    name: str
    kind: str
    value: float | None
    label: str
    meaning: str


def capacity_steps(results: Results, path: str) -> list[CapacityStep]:
    """Return the steps that the tier's book declares, in order."""
    return [
        CapacityStep(step.name, step.step, results[path, step.name], *words_of(results, path, step))
        for step in results.plan.instances[path].book.way_down()
    ]


def largest_step(results: Results, path: str) -> float | None:
    """Return the largest known step: raw capacity, or the capacity of a whole tier."""
    return max(
        (s.value for s in capacity_steps(results, path) if s.value is not None), default=None
    )


class CapacityAnswer(NamedTuple):
    """One capacity figure of a tier: its address, its label and its meaning."""

    address: Address
    label: str
    meaning: str
    value: float | None


ANSWERS = (
    (
        "",
        "usable_capacity",
        "",
        "",
    ),
    (
        "",
        "formatted_capacity",
        "df: Size",
        "Size of the empty file system, including the reserve for root, which users can't fill.",
    ),
    (
        "",
        "listed_capacity",
        "zfs list: all targets",
        "USED + AVAIL of the empty pools, computed for 128 KiB records, before Lustre's reserve.",
    ),
    (
        TARGET,
        "pool_available",
        "zfs list: one target",
        "USED + AVAIL of one empty pool, as its administrator sees it.",
    ),
    (
        TARGET,
        "pool_size",
        "zpool list: one target",
        "",
    ),
    ("", "stored_capacity", "", ""),
    (
        "",
        "reference_capacity",
        "Stored: records of 128 KiB",
        "Data of incompressible files that consist of 128 KiB records.",
    ),
    (
        "",
        "files_capacity",
        "Stored: file sizes as entered",
        "Data of such files, with tails, padding, pointer blocks and directory entries counted.",
    ),
    (
        "",
        "planned_capacity",
        "Planned: up to the fill limit",
        "Usable capacity times the fill limit.",
    ),
    (
        "",
        "live_capacity",
        "Live: without snapshots",
        "Planned capacity less the snapshot reserve.",
    ),
    (
        "",
        "compressed_capacity",
        "User data, compressed",
        "User data that fits at the stated compression ratio; expected until measured.",
    ),
)
"""Each answer: where it stands below its tier, its name, what it is called, what it means."""


REFERENCE = 128 * 1024
"""Bytes of the records that `reference_capacity` speaks of."""


def _stored(results: Results, path: str) -> tuple[str, str]:
    """Say of what files a tier's `stored_capacity` speaks, and what it means."""
    record = results.values.get((f"{path}/{TARGET}", "record_size"))
    if record is not None:
        return (
            f"Stored: records of {show(record, 'byte', binary=True)}",
            "Data of incompressible files that consist of records of this size.",
        )
    words = "file sizes as entered" if _is_sized(results, path) else "large files"
    return f"Stored: {words}", "Data of the files; each occupies whole allocation units."


def _is_sized(results: Results, path: str) -> bool:
    """Whether the size of a tier's files is stated."""
    return any((at, "mean_file_size") in results.values for at in (path, f"{path}/{TARGET}"))


def _repeats(results: Results, path: str, name: str) -> bool:
    """Whether an answer says again what `stored_capacity` says of the same files."""
    record = results.values.get((f"{path}/{TARGET}", "record_size"))
    if name == "reference_capacity":
        return record == REFERENCE
    return name == "files_capacity" and record is None and _is_sized(results, path)


def capacity_answers(results: Results, path: str) -> list[CapacityAnswer]:
    """Return the tier's capacity figures, each once; fewer without ZFS."""
    found: list[CapacityAnswer] = []
    tier = tier_of(results, path)
    for below, name, label, meaning in ANSWERS:
        address = (f"{path}/{below}" if below else path), name
        if address not in results.values or _repeats(results, path, name):
            continue
        if name == "stored_capacity":
            label, meaning = _stored(results, path)
        elif name == "usable_capacity":
            label, meaning = usable.label(results, path, tier), usable.answers(results, path, tier)
        elif name == "pool_size" and tier.built:
            meaning = f"SIZE of one pool: {tier.built.target.size_counts}."
        bound = fill_bound(results.values, path, tier) if name == "planned_capacity" else ""
        if bound:
            meaning = f"{meaning.rstrip('.')}; limited by {bound}."
        found.append(CapacityAnswer(address, label, meaning, results.values[address]))
    return found


def other_capacity_answers(results: Results, path: str) -> list[CapacityAnswer]:
    """Return the capacity figures that are no step from raw to live capacity."""
    steps = {(path, step.name) for step in capacity_steps(results, path)}
    return [found for found in capacity_answers(results, path) if found.address not in steps]
