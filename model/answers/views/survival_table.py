"""The table of what a tier survives: single failures, pairs, and which pair loses something."""

from __future__ import annotations

from model.answers.placement import survival_of
from model.answers.results import Results
from model.answers.views.view import Column, Row, View
from model.placement.verdicts import KINDS, Coded, Loss, Tier, Verdict

WORDS: dict[Loss, str] = {
    "survives": "survives",
    "access": "access lost",
    "data": "data lost",
}
COLUMNS = (
    Column("One", "one", "text"),
    Column("Two", "two", "text"),
    Column("With a failed drive", "drive", "text"),
    Column("Example", "example", "text"),
)
EXPLAINED = (
    "Lost access returns once the failed part is repaired; the drives are intact. Copies and "
    "parity are counted. Hot spares aren't, because two failures happen at the same time."
)


def survival(results: Results, path: str) -> View | None:
    """Return what a tier survives; None where nothing is known of its parts."""
    found = survival_of(results, path)
    if found is None:
        return None
    return View("Survival of failures", "Failure of", COLUMNS, rows_of(found))


def rows_of(found: Tier | Coded) -> tuple[Row, ...]:
    """Return a row for each kind of component."""
    one = {verdict.kinds[0]: verdict for verdict in found.singles()}
    two = {verdict.kinds: verdict for verdict in found.pairs()}
    rows = []
    for kind in KINDS:
        if kind not in one:
            continue
        alone, twice = one[kind], two.get((kind, kind))
        drive = two.get(("drive", kind)) if kind != "drive" else None
        example = next(
            (each.example for each in (alone, drive, twice) if each and each.example), ""
        )
        rows.append(Row(kind, (_text(alone), _text(twice), _text(drive), example)))
    return tuple(rows)


def _text(verdict: Verdict | None) -> str:
    return "" if verdict is None else WORDS[verdict.loss]
