"""The table of what a tier survives: single failures, pairs, and which pair loses something."""

from __future__ import annotations

from model.answers.placement import survival_of
from model.answers.results import Results
from model.answers.survival import special_vdevs_beside
from model.answers.views.view import Column, Row, View
from model.placement.verdicts import DESTROYED, KINDS, Coded, Loss, Tier, Verdict

WORDS: dict[Loss, str] = {
    "survives": "survives",
    "access": "access lost",
    "data": "data lost",
}
LABELS = {"feed": "power feed"}
"""What components are called whose kind is too short."""
COLUMNS = (
    Column("One", "one", "text"),
    Column("Example of one", "example", "text", below="one"),
    Column("Two", "two", "text"),
    Column("Example of two", "example_of_two", "text", below="two"),
    Column("With a failed drive", "drive", "text"),
    Column("Example with a drive", "example_with_drive", "text", below="drive"),
)
UNKNOWN = "unknown: the parts are unknown, or too many to list their failures"
HOLDERS = ("enclosure", DESTROYED, "server")
"""What may hold drives that are in no bay of the plan."""
NOT_COUNTED = "without the drives of {}, whose place is unknown"
EXPLAINED = (
    "Lost access returns once the failed part is repaired; the drives are intact. Copies and "
    "parity are counted. Hot spares aren't, because two failures happen at the same time."
)
COPIES = (
    "Copies of a file are assumed to be on targets that no single part takes along together, not "
    "even a rack, where the plan has such targets."
)
NO_OTHERS = "In {}, one part may take all copies of files on {}."
"""Of targets that have no such others."""
MOST_NAMED = 3
BY_HAND = {
    "lustre": "Lustre doesn't place mirrors so by itself: lay them out over pools of OSTs.",
    "beegfs": "BeeGFS doesn't place them so by itself: form the buddy groups accordingly.",
}
"""How to place copies apart, by file system."""
UNCOUNTED = "not computed"
"""Of racks, which are looked at one by one."""


def survival(results: Results, path: str) -> View | None:
    """Return what a tier survives; None where nothing is known of its parts."""
    found = survival_of(results, path)
    if found is None:
        return None
    rows = rows_of(found, special_vdevs_beside(results, path))
    return View("Survival of failures", "Failure of", COLUMNS, rows)


def unknown_survival() -> View:
    """Return the sentence that replaces the table if nothing is known of the parts."""
    columns = (Column("Survived?", "survived", "text"),)
    return View("Survival of failures", "Failure of", columns, (Row("any part", (UNKNOWN,)),))


def said_of_copies(results: Results, *only: str) -> str:
    """Say where copies of files are assumed to be; empty without copies in all or these tiers."""
    copied, alone = [], []
    names = {path: name for name, path in results.tiers()}
    for path in only or names:
        found = survival_of(results, path)
        if isinstance(found, Tier) and found.copies > 1:
            copied.append(path)
            if without := found.with_no_others():
                alone.append(NO_OTHERS.format(names[path], _named(without)))
    tiers = dict(results.designs)
    parts = (tiers[path].built for path in copied)
    systems = dict.fromkeys(tier.file_system for tier in parts if tier is not None)
    by_hand = (BY_HAND[one] for one in systems if one in BY_HAND)
    return " ".join((COPIES, *by_hand, *alone)) if copied else ""


def _named(targets: tuple[int, ...]) -> str:
    """Name targets; how many there are if these are many.

    >>> [_named(one) for one in ((5,), (4, 5), (1, 2, 3, 4))]
    ['target 5', 'targets 4 and 5', '4 targets of a block']
    """
    if len(targets) > MOST_NAMED:
        return f"{len(targets)} targets of a block"
    *others, last = map(str, targets)
    return f"targets {', '.join(others)} and {last}" if others else f"target {last}"


def rows_of(found: Tier | Coded, beside: str = "") -> tuple[Row, ...]:
    """Return a row for each kind of component; `beside` are vdevs whose drives are in no bay."""
    one = {verdict.kinds[0]: verdict for verdict in found.singles()}
    two = {verdict.kinds: verdict for verdict in found.pairs()}
    rows = []
    for kind in KINDS:
        if kind not in one:
            continue
        alone, twice = one[kind], two.get((kind, kind))
        drive = two.get(("drive", kind)) if kind != "drive" else None
        each_of = (alone, twice, drive)
        entries = tuple(text for each in each_of for text in _said(each, alone))
        if kind == "rack" and isinstance(found, Tier):
            of_others = (UNCOUNTED, "") if len(found.racks) > 1 else ("", "")
            entries = (*entries[:2], *of_others, UNCOUNTED, "")
        note = (NOT_COUNTED.format(beside),) if beside and kind in HOLDERS else ()
        rows.append(Row(LABELS.get(kind, kind), entries, note))
    return tuple(rows)


def _said(verdict: Verdict | None, alone: Verdict) -> tuple[str, str]:
    """Return what failures lose, and an example unless it is that of one failure alone."""
    if verdict is None:
        return "", ""
    is_same = verdict is not alone and verdict.example == alone.example
    return WORDS[verdict.loss], "" if is_same else verdict.example
