"""How large a tier is: the steps down from raw capacity, and the other answers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model.answers import usable
from model.answers.capacity_steps import (
    CapacityAnswer,
    capacity_answers,
    capacity_steps,
    other_capacity_answers,
)
from model.answers.meanings import meaning_of_usable
from model.answers.results import Results
from model.answers.sentences import Sentence
from model.answers.views.view import Column, Row, Value, View, figure, number
from model.answers.views.view_formulas import (
    computed,
    share_of_raw,
    share_taken_before_usable,
    taken_before_usable,
)
from model.engine.tree import Address
from model.units.figures import show

DECIMAL, BINARY, SHARE = (
    Column("", "decimal", "decimal"),
    Column("", "binary", "binary"),
    Column("Share of raw", "share", "share"),
)
BOTH, BYTES = Column("Capacity", "both", "both", "strong"), Column("Bytes", "bytes", "bytes")
BESIDE = "Other definitions"
TAKEN = "Redundancy, spares and format"
NOT_APART = "Not known one by one, as the tier is entered as a whole."


def _entries(results: Results, path: str, address: Address) -> tuple[Value, Value, Value]:
    """Give a figure in both customs, and its share of the tier's raw capacity."""
    found = figure(results, *address)
    return found, found, computed(results, share_of_raw, address, (path, "raw_capacity"))


def _meaning(results: Results, address: Address, meaning: str) -> Sentence:
    path, name = address
    return meaning_of_usable(results, path) if name == "usable_capacity" else (meaning,)


FURTHER = (("live", "planned"), ("stored", "usable"), ("files", "usable"), ("compressed", "live"))
"""Further answers, each a column of all tiers where it differs from another one."""
HEADS = {
    "formatted": f"Size ({usable.SIZE})",
    "live": "Live (without snapshots)",
    "stored": "Stored (full records)",
    "files": "Files fit (as entered)",
    "compressed": "Live, compressed",
}


def tiers(results: Results) -> View:
    """Return raw, usable and planned capacity, and other answers where a tier differs."""
    found = list(results.tiers())

    def of(path: str, name: str) -> float | None:
        return results.values.get((path, f"{name}_capacity"))

    kinds = ["raw", "usable", "planned"]
    if any(of(path, "formatted") not in (None, of(path, "usable")) for _, path in found):
        kinds.insert(1, "formatted")
    for name, like in FURTHER:
        if any(of(path, name) not in (None, of(path, like)) for _, path in found):
            kinds.append(name)
    records = {results.values.get((f"{path}/pools:target", "record_size")) for _, path in found}
    size = records.pop() if len(records) == 1 else None
    heads = {**HEADS, "usable": f"Usable ({usable.measure(results)})"}
    if size is not None:
        heads["stored"] = f"Stored (records of {show(size, 'byte', binary=True)})"
    columns = tuple(Column(heads.get(kind, kind.capitalize()), kind, "both") for kind in kinds)
    rows = (
        Row(
            name,
            tuple(
                figure(results, path, f"{kind}_capacity")
                if (path, f"{kind}_capacity") in results.values
                else ""
                for kind in kinds
            ),
        )
        for name, path in found
    )
    return View("Capacity", "Tier", columns, tuple(rows))


def steps(results: Results, path: str) -> View:
    """Return the steps of a tier from raw to live capacity."""
    rows = []
    for step in capacity_steps(results, path):
        address = path, step.name
        if step.name == "usable_capacity":
            rows += _taken_as_a_whole(results, path)
        takes = step.kind == "loss"
        rows.append(
            Row(
                step.label,
                _entries(results, path, address),
                _meaning(results, address, step.meaning),
                "" if takes else "strong",
                takes=takes,
                comes_to=step.kind == "total",
            )
        )
    name = path.rpartition(":")[2]
    title = f"{name}: from raw to live capacity"
    return View(title, "Step", (DECIMAL, BINARY, SHARE), tuple(rows))


def _taken_as_a_whole(results: Results, path: str) -> list[Row]:
    """Return the step to the usable capacity of a tier whose parts are unknown, if raw is known."""
    ends = (path, "raw_capacity"), (path, "usable_capacity")
    if dict(results.designs)[path].built is not None or results.values.get(ends[0]) is None:
        return []
    taken = computed(results, taken_before_usable, *ends)
    share = computed(results, share_taken_before_usable, *ends)
    return [Row(TAKEN, (taken, taken, share), (NOT_APART,), takes=True)]


def without_nothing(results: Results, view: View) -> View:
    """Leave out steps that are exactly zero, for outputs that don't recalculate."""
    rows = (row for row in view.rows if not (row.takes and _is_nothing(results, row)))
    return replace(view, rows=tuple(rows))


def _is_nothing(results: Results, row: Row) -> bool:
    first = row.entries[0]
    return isinstance(first, Value) and number(results, first) == 0


def answers(results: Results, path: str) -> View:
    """Return all the ways to state a tier's capacity."""
    return _in_full(results, path, capacity_answers(results, path))


def other_answers_in_bytes(results: Results, path: str) -> View:
    """Return the capacity figures that are no step, in bytes."""
    return _in_full(results, path, other_capacity_answers(results, path))


def _in_full(results: Results, path: str, found_answers: Sequence[CapacityAnswer]) -> View:
    rows = []
    for answer in found_answers:
        found, _, share = _entries(results, path, answer.address)
        rows.append(Row(answer.label, (found, found, share), (answer.meaning,)))
    return View("Other definitions", "Definition", (BOTH, BYTES, SHARE), tuple(rows))


def other_answers(results: Results, path: str) -> View:
    """Return the capacity figures that are no step, formatted as the steps are."""
    rows = (
        Row(answer.label, _entries(results, path, answer.address), (answer.meaning,), "strong")
        for answer in other_capacity_answers(results, path)
    )
    return View(BESIDE, "Definition", (DECIMAL, BINARY, SHARE), tuple(rows))
