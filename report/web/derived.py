"""How the key figures of a plan come about, and what they rest on, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.answers.explain import Explanation, explain
from model.answers.results import Results
from model.answers.views.view_text import Text
from model.engine.tree import Address
from report.web import texts

KEY = (
    "usable_capacity",
    "write_bandwidth",
    "read_bandwidth",
    "capital_cost",
    "total_cost_of_ownership",
    "racks",
)
"""The figures that are derived."""
DEEPEST, MOST_ROWS, MOST_NAMED = 3, 24, 4
"""Levels of a derivation, its rows, and the figures that are named of one source, at most."""
IN_THE_BILL = "tier_cost"
"""The sum whose terms aren't repeated: they are the lines of the bill of materials."""

UNSAID = ("default", "constant")
"""What stands beside a formula: no source of this plan."""


Rows = tuple[Sequence[str], str, list[tuple[str | Text, ...]]]
"""A table: its heads, how columns are aligned, its rows."""


def derivations(results: Results, name: str) -> tuple[Explanation, Rows]:
    """Derive a figure of the site: what it is computed from, level by level."""
    node = explain(results, "site", name)
    rows = list(_below(node, 0, set()))
    if len(rows) > MOST_ROWS:
        rest = texts.MORE_LINES.format(len(rows) - MOST_ROWS)
        rows[MOST_ROWS:] = [(Text(rest, "faint"), "", "", "")]
    return node, (texts.DERIVATION_HEADS, "lrll", rows)


def _below(node: Explanation, depth: int, seen: set[Address]) -> Iterator[tuple[str | Text, ...]]:
    """Give what a figure is computed from; what only passes another figure on is skipped."""
    for operand in node.operands:
        one = operand
        while len(one.operands) == 1 and one.operands[0].value == one.value:
            one = one.operands[0]
        repeated = one.address in seen and bool(one.operands)
        formula = texts.AS_ABOVE if repeated else one.substituted
        label = Text(one.label, indent=depth)
        yield label, one.shown, Text(formula), Text(one.source, "faint")
        seen.add(one.address)
        if depth + 1 < DEEPEST and not repeated and one.address[1] != IN_THE_BILL:
            yield from _below(one, depth + 1, seen)


def sources(results: Results) -> Rows:
    """Give every source that the key figures rest on, with the figures that are from there."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for name in KEY:
        if ("site", name) in results.values:
            for _, one, _ in explain(results, "site", name).walk():
                known = one.provenance
                if known is not None and known.status not in UNSAID and one.value is not None:
                    source = known.source or known.because or texts.SCENARIO
                    found.setdefault((source, known.status), {})[one.item.label] = None
    rows: list[tuple[str | Text, ...]] = []
    for (source, status), figures in sorted(found.items()):
        more = len(figures) - MOST_NAMED
        named = ", ".join([*list(figures)[:MOST_NAMED], *[texts.MORE.format(more)] * (more > 0)])
        rows.append((Text(source), status, named))
    return texts.SOURCE_HEADS, "lll", rows
