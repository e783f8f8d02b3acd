"""The several answers of a tier in the workbook: each beside the steps, all of them alive."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from model.answers.capacity_steps import capacity_answers, other_capacity_answers
from model.answers.results import Results, evaluate
from model.answers.views.capacity import BESIDE
from model.design.scenario import edited, load_scenario
from model.engine.tree import Address
from report.statement import statement
from report.workbook.sheet_writer import SPOILED
from report.workbook.sheets import CAPACITY, STATEMENT, SUMMARY, Cell
from report.workbook.workbook import build
from tests.office import Sheets
from tests.report.books import differences, sheet_of, shown, typed

SCENARIOS = Path(__file__).parents[2] / "scenarios"
TIER = "site/tiers:project"
CHANGES = {
    "tiers.0.target.partitioning": "linux",
    "tiers.0.target.luks": "16 MiB",
    "tiers.0.target.files": [{"size": "4 KiB", "share": 0.75}, {"size": "3 GB", "share": 0.25}],
    "tiers.0.policy.snapshot_reserve": "10 %",
    "tiers.0.policy.compression_ratio": 1.4,
}


def results_of(**changes: object) -> Results:
    scenario = load_scenario(SCENARIOS / "beluga.yaml")
    return evaluate(edited(scenario, {**CHANGES, **changes}))


EDITS = {
    (TIER, "blocks"): 2.0,
    (TIER, "fill_limit"): 0.725,
    (f"{TIER}/pools:target", "file_copies"): 2.0,
    (f"{TIER}/pools:target/groups:group 1", "vdev_survives"): 1.0,
}
LAYOUTS = ("raidz3:11", "draid2:8d:53c:3s")


@cache
def plain() -> Results:
    return evaluate(load_scenario(SCENARIOS / "beluga.yaml"))


@cache
def of_layout(layout: str) -> tuple[bytes, dict[Cell, float | None], dict[Address, Cell]]:
    """A workbook with wrong results beside the formulas."""
    return build(results_of(**{"tiers.0.target.layout": layout}), spoiled=True)


@pytest.fixture(scope="module")
def recalculated(compute: Callable[[dict[str, bytes]], dict[str, Sheets]]) -> dict[str, Sheets]:
    """Every workbook of this file, computed anew by one start of LibreOffice."""
    contents = {layout: of_layout(layout)[0] for layout in LAYOUTS}
    contents["plain"], _, cells = build(plain(), spoiled=True)
    edited = typed(contents["plain"], {cells[at]: value for at, value in EDITS.items()})
    return compute({**contents, "edited": edited})


@pytest.mark.office
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_cell_equals_the_model_and_is_alive(layout, recalculated):
    """Files, partitions and dRAID too: wrong results beside the formulas change to the model's."""
    _, numbers, cells = of_layout(layout)
    group = f"{TIER}/pools:target/groups:group 1"
    for name in ("partition_capacity", "vdev_space", "group_files_charge"):
        assert cells[group, name].sheet == CAPACITY
    assert cells[f"{group}/files:files 1", "file_data_charge"].sheet == CAPACITY
    assert SPOILED not in numbers.values()
    assert not differences(recalculated[layout], numbers)


def words_of(sheets: Sheets) -> set[str]:
    """Give the texts of the statement's first column."""
    return {str(row[0]) for row in sheets[STATEMENT]}


def said(results: Results) -> set[str]:
    """Give the statement's sentences."""
    found = statement(results)
    tiers = (sentence.text for tier in found.tiers for sentence in tier.sentences)
    return {*(sentence.text for sentence in found.sentences), *tiers}


@pytest.mark.long
@pytest.mark.office
def test_the_words_follow_the_figures(recalculated):
    """The sentences of the statement are computed anew, and say what was typed into the sheets."""
    changed = recalculated["edited"]
    assert said(plain()) <= words_of(recalculated["plain"])
    sentences = " ".join(words_of(changed))
    for words in (
        "Usable capacity of all data tiers: 1.459 PB (1.296 PiB).",
        "Tier project: Lustre, 38 targets of raidz3:11, OpenZFS 0.7, records of 1 MiB, 2 copies "
        "of each file, 424 drives of 10 TB each; filled to at most 72.5 % of usable capacity.",
        "for the empty file system, divided by the 2 copies of each file; measured",
        "It can lose 1 drive in each vdev, and 1 of the 2 targets that hold a file; failure",
    ):
        assert words in sentences
    assert "Tier metadata: Lustre, 8 targets" in sentences
    meanings = [str(row[4]) for row in changed[STATEMENT]]
    assert any("file system, divided by the 2 copies of each file." in text for text in meanings)
    first = str(shown(changed, Cell(SUMMARY, 1, 0)))
    assert "divided by the 2 copies of each file" in first
    assert "Survives the loss of 1 drive in each vdev, and 1 of the 2 targets" in first


def test_the_statement_has_each_answer_once():
    """The steps first, and beside them what is no step, with the model's figures."""
    results = results_of()
    data, _, _ = build(results)
    sheet = sheet_of(data, STATEMENT, data_only=True)
    rows = list(sheet.iter_rows(min_col=1, max_col=5, values_only=True))
    labels = [row[0] for row in rows]
    beside = labels.index(BESIDE)
    answers = other_capacity_answers(results, TIER)
    assert labels[beside + 1 : beside + 1 + len(answers)] == [a.label for a in answers]
    for row, answer in zip(rows[beside + 1 :], answers, strict=False):
        assert row[1] == pytest.approx((answer.value or 0) / 1e12)
        assert row[4] == answer.meaning
    reserve = rows[labels.index("Snapshot reserve, share of planned")]
    assert reserve[3] == 0.1


def test_each_answer_is_named():
    """The record size is in the name; what is the same is said once; shares of files are said."""
    found = {a.address: a.label for a in capacity_answers(results_of(), TIER)}
    assert found[TIER, "stored_capacity"] == "Stored: records of 1 MiB"
    assert found[TIER, "files_capacity"] == "Stored: file sizes as entered"
    assert found[f"{TIER}/pools:target", "pool_available"] == "zfs list: one target"
    assert len(found) == 10
    small = results_of(**{"tiers.0.target.record_size": "128 KiB"})
    names = [a.label for a in capacity_answers(small, TIER)]
    assert names.count("Stored: records of 128 KiB") == 1


def test_tiers_without_zfs_have_fewer_answers():
    """Nothing is said of pools where there are none."""
    cri = evaluate(load_scenario(SCENARIOS / "cri.yaml"))
    for _, path in cri.tiers():
        labels = [answer.label for answer in capacity_answers(cri, path)]
        given = path == "site/tiers:pfs"
        assert ("Usable: as entered" if given else "Usable: what df reports") in labels
        if f"{path}/pools:target" not in cri.plan.instances:
            assert "Stored: large files" in labels
            assert not any("zfs" in label for label in labels)
