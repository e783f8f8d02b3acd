"""The several honest answers to how large a tier is, each with what is meant by it."""

from __future__ import annotations

from typing import NamedTuple

from model.answers import usable
from model.answers.results import Results
from model.answers.targets import fill_bound
from model.design.given import AnyTier, GivenTier
from model.engine.tree import Address
from model.units.figures import show
from model.zfs.vdevs import parse_layout, size_counts
from report.figures import capacity_steps
from report.meanings import tier_of

TARGET = "pools:target"
BESIDE = "Beside the steps: other answers, each right in its place"


class CapacityAnswer(NamedTuple):
    """One answer: the number's place in the model, what it is called, what is meant by it."""

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
        "listed_capacity",
        "zfs list: all targets",
        "USED + AVAIL of the empty pools, as if all blocks had 128 KiB; before Lustre's reserve.",
    ),
    (
        TARGET,
        "pool_available",
        "zfs list: one target",
        "USED + AVAIL of one empty pool, as its administrator reads it.",
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
        "What files hold whose blocks are all 128 KiB and don't compress.",
    ),
    (
        "",
        "files_capacity",
        "Stored: files as stated",
        "What such files hold: tails, padding, blocks of pointers and entries are counted.",
    ),
    (
        "",
        "planned_capacity",
        "Planned: below the fill limit",
        "Of what is usable, as much as may be filled.",
    ),
    (
        "",
        "live_capacity",
        "Live: beside snapshots",
        "Of what is planned, as much as snapshots leave to files that are there.",
    ),
    (
        "",
        "compressed_capacity",
        "Kept by users, compressed",
        "What users keep in that at the stated compression; a hope until it is measured.",
    ),
)
"""Each answer: where it stands below its tier, its name, what it is called, what it means."""


def stored_label(results: Results, path: str) -> str:
    """Say of what files a tier's `stored_capacity` speaks."""
    record = results.values.get((f"{path}/{TARGET}", "record_size"))
    if record is not None:
        return f"Stored: records of {show(record, 'byte', binary=True)}"
    sized = any((at, "mean_file_size") in results.values for at in (path, f"{path}/{TARGET}"))
    return "Stored: files as stated" if sized else "Stored: large files"


STORED = {
    True: "What files hold whose blocks are all of that size and don't compress.",
    False: "What files hold; each takes whole allocation units.",
}


def _size_counts(tier: AnyTier) -> str:
    """Say what `zpool list` counts as space in a tier's pools."""
    if isinstance(tier, GivenTier) or tier.target.redundancy != "zfs":
        return "parity of RAID groups below it doesn't count as space there"
    return f"{size_counts(parse_layout(tier.target.layout))} there"


def capacity_answers(results: Results, path: str) -> list[CapacityAnswer]:
    """Give the answers that the tier has, each once; a tier without ZFS has fewer."""
    found: list[CapacityAnswer] = []
    tier = tier_of(results, path)
    for below, name, label, meaning in ANSWERS:
        address = (f"{path}/{below}" if below else path), name
        if address not in results.values:
            continue
        if name == "stored_capacity":
            label = stored_label(results, path)
            meaning = STORED["records" in label]
        elif name == "usable_capacity":
            label, meaning = usable.label(results, path, tier), usable.answers(results, path, tier)
        elif name == "pool_size":
            meaning = f"SIZE of one pool: {_size_counts(tier)}."
        bound = fill_bound(results.values, path, tier) if name == "planned_capacity" else ""
        if bound:
            meaning = f"{meaning.rstrip('.')}; bounded by {bound}."
        if all(label != known.label for known in found):
            found.append(CapacityAnswer(address, label, meaning, results.values[address]))
    return found


def beside_steps(results: Results, path: str) -> list[CapacityAnswer]:
    """Give the answers that are no step of the way down."""
    steps = {(path, step.name) for step in capacity_steps(results, path)}
    return [found for found in capacity_answers(results, path) if found.address not in steps]
