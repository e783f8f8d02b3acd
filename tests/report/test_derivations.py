"""How key figures come about on the page: a few levels, each part explained once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from model.answers.explain import Explanation
from model.answers.views.view_text import Text
from report.web import texts
from report.web.derived import DEEPEST, KEY, MOST_NAMED, MOST_ROWS, derivations, sources
from tests.report.books import BURST, PRICED, results_of


def all_below(node: Explanation) -> Iterator[Explanation]:
    for one in node.operands:
        yield one
        yield from all_below(one)


@pytest.mark.parametrize("file", [PRICED, BURST], ids=lambda file: file.stem)
@pytest.mark.parametrize("name", KEY)
def test_a_derivation_has_three_levels_of_what_it_is_computed_from(file, name) -> None:
    """Each level one step in; what was explained above isn't again; what passes on is skipped."""
    results = results_of(file)
    if ("site", name) not in results.values:
        return
    node, (heads, _, rows) = derivations(results, name)
    assert list(heads) == list(texts.DERIVATION_HEADS)
    assert node.address == ("site", name)
    assert len(rows) <= MOST_ROWS + 1
    labels = [row[0] for row in rows[:MOST_ROWS]]
    assert all(isinstance(label, Text) for label in labels)
    indents = [label.indent for label in labels if isinstance(label, Text)]
    assert indents[0] == 0
    assert set(indents) <= set(range(DEEPEST))
    assert all(after <= before + 1 for before, after in pairwise(indents))
    known = {one.label: one for one in all_below(node)}
    explained: set[str] = set()
    for (label, shown, formula, source), indent in zip(rows[:MOST_ROWS], indents, strict=True):
        assert isinstance(label, Text)
        assert isinstance(formula, Text)
        assert isinstance(source, Text)
        assert label.text in known, label
        assert shown
        if formula.text == texts.AS_ABOVE:
            assert label.text in {one.rpartition("|")[0] for one in explained}
            continue
        explained.add(f"{label.text}|{formula.text}")
        assert indent < DEEPEST
    firsts = [label.text for label, indent in zip(labels, indents, strict=True) if indent == 0]
    passed = [skipped(one).label for one in node.operands]
    assert firsts == passed[: len(firsts)]
    if len(rows) <= MOST_ROWS:
        assert firsts == passed


def skipped(node: Explanation) -> Explanation:
    """What a figure is computed from, but for what only passes another one on."""
    while len(node.operands) == 1 and node.operands[0].value == node.value:
        node = node.operands[0]
    return node


def test_a_long_derivation_says_how_many_lines_it_leaves_out(monkeypatch) -> None:
    """None up to the limit."""
    results = results_of(PRICED)
    whole = derivations(results, "usable_capacity")[1][2]
    many = len(whole)
    assert many > 3
    monkeypatch.setattr("report.web.derived.MOST_ROWS", many)
    assert derivations(results, "usable_capacity")[1][2] == whole
    monkeypatch.setattr("report.web.derived.MOST_ROWS", many - 2)
    cut = derivations(results, "usable_capacity")[1][2]
    assert cut[:-1] == whole[: many - 2]
    assert cut[-1][0] == Text(texts.MORE_LINES.format(2), "faint")
    assert set(cut[-1][1:]) == {""}


@pytest.mark.parametrize("file", [PRICED, BURST], ids=lambda file: file.stem)
def test_each_source_names_some_of_its_figures(file) -> None:
    """In the order of their names, and how many more there are."""
    heads, _, rows = sources(results_of(file))
    assert list(heads) == list(texts.SOURCE_HEADS)
    keys = [(source.text if isinstance(source, Text) else source, status)
            for source, status, _ in rows]  # fmt: skip
    assert keys == sorted(set(keys))
    assert not {status for _, status in keys} & {"default", "constant"}
    more = texts.MORE.partition("{")[0]
    for *_, named in rows:
        parts = str(named).split(", ")
        assert 1 <= len(parts) <= MOST_NAMED + 1
        assert len(parts) <= MOST_NAMED or parts[-1].startswith(more or "")
    assert any(len(str(named).split(", ")) > 1 for *_, named in rows)
