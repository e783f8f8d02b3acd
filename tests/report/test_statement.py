"""The statement for a tender: one text for page and sheet, and of each kind of target its own."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest

from model import evaluate, load_scenario
from model.answers.capacity_steps import capacity_answers, capacity_steps
from model.answers.results import Results
from model.answers.sentences import rendered, sentence_text
from model.answers.summary import definition, headline
from model.answers.usable import measure
from model.answers.views.plan_charts import capacity_waterfall
from model.design.scenario import edited
from model.engine.quantity import Book
from model.formulas.space import capacity
from model.units.figures import THIN
from report.charts.drawing import drawn as drawing
from report.statement import NOT_SUMMED, statement
from report.workbook.sheets import STATEMENT
from report.workbook.workbook import workbook_bytes
from tests.planning.test_targets import planned
from ui.results.statement import text_of

SCENARIOS = Path(__file__).parents[2] / "scenarios"
PATH = "site/tiers:t"
KINDS = [
    ("{redundancy: raid, layout: 'raid6:12', format: xfs, copies: 2}", "beegfs", "df -B1"),
    ("{redundancy: raid, layout: drive, format: none}", "none", "df -B1"),
    ("{redundancy: raid, layout: 'raid1:2', made_by: mdadm, format: ext4}", "none", "df -B1"),
    ("{redundancy: raid, layout: 'raid10:4', format: ldiskfs}", "lustre", "df -B1"),
    ("{redundancy: ceph, layout: 8+3}", "ceph", "MAX AVAIL"),
    ("{redundancy: declustered, layout: 8+2p}", "scale", "df -B1"),
]
WITH_ZFS = [
    ("{redundancy: raid, layout: 'raid6:12', format: zfs}", "lustre", "df -B1"),
    ("{layout: 'raidz2:12', release: '2.1'}", "lustre", "df -B1"),
    ("{layout: 'draid2:8d:12c:1s'}", "zfs", "zfs list -p"),
    ("{layout: 'raidz2:12'}", "none", "zfs list -p"),
]


def of(name: str) -> Results:
    return evaluate(load_scenario(SCENARIOS / f"{name}.yaml"))


def said_of(results: Results) -> str:
    """All that is said of the tier, as one line."""
    found = statement(results)
    mine = found._replace(tiers=[tier for tier in found.tiers if tier.path == PATH])
    return " ".join(text_of(mine).split())


@pytest.mark.parametrize(("target", "file_system", "measured"), KINDS)
def test_a_tier_without_zfs_says_nothing_of_it(target, file_system, measured) -> None:
    results = planned(target, file_system)
    text = said_of(results)
    for word in ("ZFS", "zfs", "zpool", "RAIDZ", "metaslab", "Slop"):
        assert word not in text
    assert measured in text
    answers = " ".join(f"{a.label} {a.meaning}" for a in capacity_answers(results, PATH))
    drawn = str(drawing(results, capacity_waterfall(results, PATH)).to_dict())
    assert "ZFS" not in answers
    assert "ZFS" not in drawn
    if file_system == "ceph":
        assert "df -B1" not in text
        assert "what df" not in text + answers


@pytest.mark.parametrize(("target", "file_system", "measured"), WITH_ZFS)
def test_a_tier_on_zfs_says_its_release_and_records(target, file_system, measured) -> None:
    results = planned(target, file_system)
    text = said_of(results)
    assert f"measured with {measured}" in text
    assert "OpenZFS " in text
    assert "records of 1" in text
    assert "Space that ZFS reserves for itself." in text


@pytest.mark.parametrize(("target", "file_system", "measured"), [*KINDS, *WITH_ZFS])
def test_only_steps_of_nothing_are_left_out(target, file_system, measured) -> None:
    results = planned(target, file_system)
    shown = {step.name for step in capacity_steps(results, PATH)}
    chapters = [chapter for chapter in vars(capacity).values() if isinstance(chapter, Book)]
    steps = {step.name for chapter in chapters for step in chapter.way_down()}
    assert shown <= steps
    for name in steps - shown:
        assert results.values.get((PATH, name), 0) == 0  # a kind without it hasn't the step


def test_the_statement_names_what_the_tier_is_made_of() -> None:
    text = " ".join(text_of(statement(of("beluga"))).split())
    for words in (
        "Tier project: Lustre, 19 targets of raidz3:11, OpenZFS 0.7, records of 1 MiB, "
        "212 drives of 10 TB each; filled to at most 80 % of usable capacity.",
        "It can lose 3 drives in each vdev; failure domain: a drive, not an enclosure.",
        "Usable capacity means used + available in df for the empty file system; "
        "measured with df -B1 on a client",
        "1 TB = 10^12 byte",
        "Tier metadata: Lustre, 8 targets of 2 x mirror:2",
    ):
        assert words in text
    assert text.count(NOT_SUMMED) == 1
    ceph = said_of(planned("{redundancy: ceph, layout: 2+1, failure_domain: block}", "ceph"))
    assert "1 drive in each stripe; failure domain: a block." in ceph


def in_cells(text: str) -> str:
    """Return a sentence as a formula writes it: with commas between thousands."""
    return text.replace(THIN, ",")


@pytest.mark.long
@pytest.mark.parametrize("name", ["beluga", "cri", "lcpq", "sequoia"])
def test_the_sheet_says_what_the_page_says(name) -> None:
    results = of(name)
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(results)), data_only=True)
    sheet = book[STATEMENT]
    written = {cell.value for row in sheet.iter_rows() for cell in row}
    found = statement(results)
    wanted = {in_cells(sentence.text) for sentence in found.sentences}
    for tier in found.tiers:
        wanted |= {in_cells(sentence.text) for sentence in tier.sentences}
        for row in (*tier.steps.rows, *tier.beside.rows):
            wanted |= {row.label, rendered(results, row.note).text}
    assert wanted <= written


def test_the_headline_says_with_what_it_is_measured() -> None:
    """Ceph's capacity is no df; a site of both kinds names both."""
    beluga, both = of("beluga"), planned("{redundancy: ceph, layout: 8+3}", "ceph")
    first = sentence_text(beluga, definition(beluga))
    assert first.startswith("as reported by `df` for the empty file system; 1 TB")
    second = sentence_text(both, definition(both))
    assert "MAX AVAIL in `ceph df` for the empty pools in t" in second
    assert second.startswith("as entered; method of measurement unknown in other, and ")
    assert "MAX AVAIL" in headline(both)


WITH_COPIES = [
    ("{layout: 'raidz2:12', copies: 2}", "none", "zfs list"),
    ("{layout: 'raidz2:12', copies: 3}", "zfs", "zfs list"),
    ("{layout: 'raidz2:12', copies: 2}", "lustre", "df"),
    ("{redundancy: raid, layout: 'raid6:12', format: xfs, copies: 2}", "beegfs", "df"),
]


@pytest.mark.parametrize(("target", "file_system", "word"), WITH_COPIES)
def test_a_measurement_knows_no_copies(target, file_system, word) -> None:
    """What somebody measures is n times what is promised, and each output says so."""
    results = planned(target, file_system)
    alone = planned(target.split(", copies")[0] + "}", file_system)
    number = "3" if "copies: 3" in target else "2"
    text, first = said_of(results), capacity_answers(results, PATH)[0]
    assert f"{number} copies of each file, 144 drives" in text
    assert f", divided by the {number} copies of each file; measured with" in text
    assert f", divided by the {number} copies of each file" in headline(results)
    assert first.label == f"Usable: what {word} reports, over {number} copies"
    assert f"{word} / {number} copies" in measure(results)
    if word == "zfs list":
        measured = results[PATH, "listed_capacity"]
        assert first.value == pytest.approx(measured / int(number))
    assert "copies" not in headline(alone)


def test_one_definition_for_every_output() -> None:
    """A tier as given names no df, pools without a file system no df, in any output."""
    cri, pools = of("cri"), planned("{layout: 'raidz2:12'}", "none")
    assert "as entered; method of measurement unknown" in headline(cri)
    assert measure(cri) == "as entered"
    assert "df" not in headline(cri)
    assert "as reported by `zfs list` for the empty pools in t" in headline(pools)
    assert capacity_answers(pools, PATH)[0].label == "Usable: what zfs list reports"


def test_xfs_takes_its_log() -> None:
    """The words of the step name what is in its figure: 12 logs, and nothing of the drives."""
    results = planned("{redundancy: raid, layout: 'raid6:12', format: xfs}", "beegfs")
    assert results[PATH, "formatting_capacity"] == 12 * 2136997888
    assert "Space for the XFS log, and the reserve of the controller or md" in said_of(results)


@pytest.mark.parametrize(
    ("target", "file_system"),
    [
        ("{redundancy: ceph, layout: 3-way}", "ceph"),
        ("{redundancy: raid, layout: drive, format: none, copies: 3}", "none"),
    ],
)
def test_thirds_leave_no_formatting(target, file_system) -> None:
    """A third of the drives is no whole number of bytes; what rounding leaves is no capacity."""
    results = planned(target, file_system)
    assert results[PATH, "formatting_capacity"] == 0
    assert "-0.0" not in said_of(results)


def test_what_nothing_may_be_lost_of() -> None:
    """Single drives lose their files with each drive, and with each cache before them."""
    said = " ".join(text_of(statement(of("lcpq"))).split())
    words = (
        "no drive (each lost drive loses its target's files); each lost cache drive also loses "
        "the 2.8 drives behind it"
    )
    assert f"It can lose {words}; failure domain: a drive." in said
    before, _, caches = words.removeprefix("no drive").partition(";")
    said = f". Doesn't survive the loss of a drive{before}, nor of a server;{caches}."
    assert said in headline(of("lcpq"))
    dirty = "beegfs: losing a cache drive loses all targets behind it"
    through = evaluate(edited(of("lcpq").plan.scenario, {"tiers.0.cache.mode": "writethrough"}))
    assert dirty in of("lcpq").warnings
    assert dirty not in through.warnings
    assert "cache drive" not in headline(through)
    mirrored = planned("{redundancy: raid, layout: drive, format: xfs, copies: 3}", "beegfs")
    assert "It can lose 2 of the 3 targets that hold a file; failure" in said_of(mirrored)
    both = planned("{redundancy: raid, layout: 'raid6:12', format: xfs, copies: 2}", "beegfs")
    words = "2 drives in each RAID group, and 1 of the 2 targets that hold a file"
    assert words in said_of(both)
    assert words in headline(both)
    below = planned("{redundancy: raid, layout: 'raid6:12', format: zfs}", "lustre")
    assert "It can lose 2 drives in each RAID group; failure" in said_of(below)
    own = planned("{layout: 'raidz2:12', copies: 2}", "zfs")
    assert "It can lose 2 drives in each vdev; failure" in said_of(own)
