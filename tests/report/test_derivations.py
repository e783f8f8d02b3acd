"""How key figures come about on the page: a few levels, each part explained once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from model.answers.explain import Explanation
from model.answers.views.view_text import Text
from model.units.figures import THIN
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


BY_HAND: dict[str, list[tuple[int, str, str, str]]] = {
    # level, what it is, its value, and how the formula begins
    "usable_capacity": [
        (0, "Pools usable capacity (target)", "11.61 PB", "[8] x [1.451 PB] / [1]"),
        (1, "Targets (data)", "8", "[4] x [2]"),
        (2, "Blocks (data)", "4", ""),
        (2, "Targets per block (data)", "2", "floor(([168] - [0]) / [80])"),
        (1, "Target capacity (target)", "1.451 PB", "([1 394 499 584] - [10 894 528]) x "),
        (2, "OSD blocks (target)", "1 394 499 584", "floor([1.462 PB] / [1 MiB])"),
        (2, "OSD reserved blocks (target)", "10 894 528", "max(floor([1 394 499 584] / [128])"),
        (2, "Record size (target)", "1 MiB", ""),
        (1, "File copies (target)", "1", ""),
    ],
    "capital_cost": [
        (0, "Equipment cost", "662 278 EUR", "sum([606 278 EUR], [56 000 EUR])"),
        (1, "Tier cost (data)", "606 278 EUR", "sum([96 000 EUR], "),
        (1, "Tier cost (common)", "56 000 EUR", "sum([2000 EUR], [30 000 EUR], "),
    ],
}
"""Derivations of the scenario in which everything is known; lines of its bill aren't derived."""


def plainly(text: str) -> str:
    """Give a text with other signs for spaces within numbers, and for products."""
    return text.replace(THIN, " ").replace("\N{MULTIPLICATION SIGN}", "x")


@pytest.mark.parametrize("name", BY_HAND)
def test_a_derivation_is_that_of_a_hand(name: str) -> None:
    _, (_, sides, rows) = derivations(results_of(PRICED), name)
    assert sides == "lrll"
    found = []
    for (label, shown, formula, source), (*_, begin) in zip(rows, BY_HAND[name], strict=True):
        assert isinstance(label, Text)
        assert isinstance(formula, Text)
        assert isinstance(source, Text)
        assert source.tone == "faint"
        text = plainly(formula.text)
        assert text.startswith(begin) if begin else not text, label
        found.append((label.indent, label.text, plainly(str(shown)), begin))
    assert found == BY_HAND[name]


def test_what_was_derived_above_is_not_again() -> None:
    """The count of a line, of which its weight and its power are multiples."""
    _, (_, _, rows) = derivations(results_of(PRICED), "racks")
    counts = [(str(row[0].indent), plainly(row[2].text)) for row in rows
              if isinstance(row[0], Text) and isinstance(row[2], Text)
              and row[0].text == "Line count (data, processors)"]  # fmt: skip
    assert counts == [("2", "[8] x [1]"), ("2", texts.AS_ABOVE)]
    blocks = [row[2].text for row in rows
              if isinstance(row[0], Text) and isinstance(row[2], Text)
              and row[0].text == "Blocks (data)"]  # fmt: skip
    assert set(blocks) == {""}, "what isn't derived at all says nothing"


SOURCES = {
    # how the source begins, and how it is known
    ("Component catalogue, 2026-12-31", "price"): ["Unit price"],
    ("Public list of drive prices and specifications, 2026-08-04", "price"): ["Unit price"],
    ("Blocks & Files 2023-10-18: Seagate", "catalog"): [
        *("Drive capacity", "Drive write bandwidth", "Drive read bandwidth"),
    ],
    ("ConnectX-7 specifications", "catalog"): ["NIC PCIe lanes", "NIC lanes"],
    ("Datacenter storage guide part 3", "catalog"): [
        *("HBA cables", "HBA lanes", "HBA ports", "HBA bandwidth", "1 more"),
    ],
    ("InfiniBand Architecture Specification", "catalog"): [
        *("NIC signalling", "NIC code payload bits", "NIC code block bits"),
    ],
    ("NetBox device-type library: Mellanox", "catalog"): ["Rack units per piece"],
    ("NetBox rack-type library: APC", "catalog"): ["Usable rack units", "Rack load limit"],
    ("PCI Express Base Specification", "catalog"): [
        *("HBA PCIe signalling", "HBA PCIe code payload bits", "HBA PCIe code block bits"),
        *("NIC PCIe signalling", "2 more"),
    ],
    ("SAS and SATA standards", "catalog"): [
        *("SAS signalling", "SAS code payload bits", "SAS code block bits"),
    ],
    ("scenario", "stated"): [
        *("Blocks", "Enclosures per block", "Drives per enclosure", "Vdevs", "22 more"),
    ],
}


def test_sources_are_those_of_known_figures_that_somebody_states() -> None:
    """Neither defaults nor constants of formulas nor what nobody knows; the scenario is one."""
    _, sides, rows = sources(results_of(PRICED))
    assert sides == "lll"
    found = {}
    for source, status, named in rows:
        assert isinstance(source, Text)
        [key] = [key for key in SOURCES if source.text.startswith(key[0]) and key[1] == status]
        found[key] = str(named).split(", ")
    assert found == SOURCES
