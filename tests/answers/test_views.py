"""A view says the same in every output: in a terminal, on a page, in a sheet, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from model.answers.needs import needs
from model.answers.output import plan_json
from model.answers.racks import elevation
from model.answers.results import WAYS, Results, evaluate
from model.answers.sentences import Unchanged
from model.answers.states import states as states_of
from model.answers.views import (
    capacity,
    file_tables,
    order_dates,
    order_timing,
    rack_tables,
    remedy_table,
    state_table,
    years,
)
from model.answers.views.bill import bill, by_tier, with_sums
from model.answers.views.chain import chain
from model.answers.views.compatibility_table import fit
from model.answers.views.efficiency_table import deliveries
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.question_list import question_table
from model.answers.views.requirements import of_checkpoints, requirements
from model.answers.views.training_table import demand_and_guides
from model.answers.views.view import Column, FixedValue, Row, Value, View, addresses, number
from model.answers.views.view_text import UNKNOWN, text_table
from model.answers.views.wear_table import wear
from model.commands.drawn import draw
from model.commands.overview import print_plan
from model.design.scenario import load_scenario
from model.design.tier_edits import copied
from model.engine.tree import Address
from model.planning.loading import edited
from model.units.figures import THIN, show
from report.web import html

ROOT = Path(__file__).parents[2]
FILES = {
    "beluga": ROOT / "scenarios/beluga.yaml",
    "cri": ROOT / "scenarios/cri.yaml",
    "priced": ROOT / "tests/report/priced.yaml",
    "training": ROOT / "scenarios/templates/ai-training-store.yaml",
}


@cache
def results_of(name: str) -> Results:
    return evaluate(load_scenario(FILES[name]))


def views_of(results: Results) -> Iterator[View]:
    """Every view of a plan."""
    yield requirements(results)
    yield fit(results)
    yield question_table(results)
    yield today_and_after(results)
    yield room_left(results)
    if (found := elevation(results)) is not None:
        yield rack_tables.racks(found)
        yield rack_tables.left(found)
    if ("site", "checkpoints_that_fit") in results.values:
        yield of_checkpoints(results)
    yield demand_and_guides(results)
    yield wear(results)
    yield with_sums(results)
    yield by_tier(results)
    yield years.costs(results)
    for need in needs(results):
        yield years.demand(results, need)
        yield order_dates.order_table(results, need)
    if (timing := order_timing.order_timing(results)) is not None:
        yield timing
    yield capacity.tiers(results)
    yield file_tables.inodes(results)
    yield file_tables.memory(results)
    yield file_tables.terms(results)
    for name, path in results.tiers():
        yield capacity.steps(results, path)
        yield capacity.answers(results, path)
        yield state_table.states(results, path)
        yield remedy_table.remedies(results, name)
        yield deliveries(results, path)
        for state in states_of(results, path):
            for way in WAYS:
                yield chain(results, state.path, way)


@pytest.mark.parametrize("name", FILES)
def test_all_outputs_say_the_same(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each text of a view stands in the terminal and in HTML; rows and columns fit."""
    monkeypatch.setattr("model.commands.terminal.PIPED_TABLE", 1000)  # long texts aren't folded
    results = results_of(name)
    for view in views_of(results):
        table = text_table(results, view)
        assert len(table.heads) == len(table.align)
        drawn = re.sub(r"<[^>]*>", "\n", html.drawn(results, view))
        draw(results, view)
        printed = capsys.readouterr().out
        assert view.title in printed
        for row in table.rows:
            assert len(row) == len(table.heads)
            for cell in row:
                plain = cell.text.replace("`", "").replace(THIN, "\N{NO-BREAK SPACE}")
                assert plain in drawn.replace("&#x27;", "'").replace("&amp;", "&")
                assert cell.text.replace(THIN, " ") in printed


@pytest.mark.parametrize("name", FILES)
def test_a_figure_without_a_value_is_unknown(name: str) -> None:
    results = results_of(name)
    for view in views_of(results):
        assert all(at in results.values for at in addresses(view))
        table = text_table(results, view.only(*(c.key for c in view.columns if not c.below)))
        shown = [column for column in view.columns if not column.below]
        for row, texts in zip(view.only(*(c.key for c in shown)).rows, table.rows, strict=True):
            for column, entry, text in zip(shown, row.entries, texts[1:], strict=True):
                if isinstance(entry, Value) and column.look not in ("loss", "limits"):
                    assert (number(results, entry) is None) == (text.text == UNKNOWN)


def test_what_a_table_makes_of_unknown_figures_is_unknown() -> None:
    """A tier given whole has no raw capacity, so that its shares of it are unknown."""
    results = results_of("cri")
    shares = capacity.steps(results, "site/tiers:pfs").entries("share")
    assert {number(results, share) for share in shares if isinstance(share, Value)} == {None}


@pytest.mark.parametrize("name", FILES)
def test_a_terminal_leaves_out_steps_of_nothing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A printed step of exactly 0 says nothing; totals, and what is unknown, stay."""
    results = results_of(name)
    print_plan(results)
    printed = capsys.readouterr().out
    for _, path in results.tiers():
        whole = capacity.steps(results, path)
        short = capacity.without_nothing(results, whole)
        gone = [row for row in whole.rows if row not in short.rows]
        assert all(row.takes and results[_address(row)] == 0 for row in gone)
        assert all(results[_address(row)] != 0 for row in short.rows if row.takes)
        assert [row.label for row in whole.rows if not row.takes] == [
            row.label for row in short.rows if not row.takes
        ]
        after = printed[printed.index(f"\n{whole.title}") :].strip()
        table = after.split("\n\n")[0]
        for row in whole.rows:
            assert (row.label in table) == (row in short.rows)


def test_what_limits_stands_out_in_its_chain() -> None:
    """The first row of a chain, which is used in full, is strong, and no other is."""
    results = results_of("beluga")
    healthy = states_of(results, "site/tiers:project")[0]
    for way in WAYS:
        first, *others = chain(results, healthy.path, way).rows
        assert first.tone == "strong"
        assert number(results, first.entries[4]) == 1
        assert {row.tone for row in others} == {""}


def test_beluga_prints_no_spares_inside_targets() -> None:
    """RAIDZ has no distributed spares: the page keeps the step of 0, the terminal doesn't."""
    results = results_of("beluga")
    whole = capacity.steps(results, "site/tiers:project")
    short = capacity.without_nothing(results, whole)
    gone = {row.label for row in whole.rows} - {row.label for row in short.rows}
    assert gone == {"Distributed spare capacity", "Snapshot capacity"}


def _address(row: Row) -> Address:
    (first, *_) = row.entries
    assert isinstance(first, Value)
    return first.addresses[0]


def test_years_say_what_their_known_part_leaves_out() -> None:
    """How many kinds of cost are unknown in each year; nothing where all are known."""
    labels = [row.label for row in years.costs(results_of("beluga")).rows]
    assert labels[-2:] == ["Cost in the year, known part", "Unknown cost categories"]
    assert "Unknown cost categories" not in [
        row.label for row in years.costs(results_of("cri")).rows
    ]


def test_a_bill_says_why_so_many_below_what_a_line_is() -> None:
    """In the words of the column that it stands for."""
    results = evaluate(load_scenario(ROOT / "scenarios/templates/project-space.yaml"))
    found = bill(results).only("line_count", "why")
    beside = [row[1].small for row in text_table(results, found).rows]
    below = [row[0].small for row in text_table(results, found.noted("why")).rows]
    assert any(beside)
    assert all(said.endswith(why) for said, why in zip(below, beside, strict=True))
    assert [column.key for column in found.noted("why").columns] == ["line_count"]


def test_what_meets_a_requirement_as_far_as_is_known_says_what_is_not() -> None:
    """The fabric of Mainz' design is unknown: it may carry less than what is planned."""
    results = evaluate(load_scenario(ROOT / "scenarios/tenders/mainz-2015.yaml"))
    view = requirements(results)
    capacity, *rates = text_table(results, view).rows
    expected = [results["site", f"{way}_bandwidth"] for way in ("read", "write")]
    assert [row[2].text for row in rates] == [show(one, "byte/s") for one in expected]
    assert [row[0].small for row in rates] == ["unknown stages: Fabric"] * 2
    assert capacity[0].small == "3.324 PB (2.952 PiB) fillable"
    remarks = {name: one["remark"] for name, one in plan_json(results)["requirements"].items()}
    assert remarks == {
        "capacity": "3.324 PB (2.952 PiB) fillable",
        "read_bandwidth": "unknown stages: Fabric",
        "write_bandwidth": "unknown stages: Fabric",
    }
    known = evaluate(load_scenario(ROOT / "scenarios/templates/project-space.yaml"))
    filled, *others = text_table(known, requirements(known)).rows
    assert filled[0].small == "17.41 PB (15.46 PiB) fillable"
    assert not any(row[0].small for row in others)


def test_a_remark_of_a_sheet_holds_until_what_it_names_is_known() -> None:
    """Who enters the fabric, or changes the verdict, no longer reads that the fabric is unknown."""
    results = evaluate(load_scenario(ROOT / "scenarios/tenders/mainz-2015.yaml"))
    (row,) = (one for one in requirements(results).rows if one.key == "read_bandwidth")
    (piece,) = row.note
    assert isinstance(piece, Unchanged)
    assert piece.otherwise == ("not recalculated",)
    assert {("site", "read_bandwidth_is_met"), ("site", "read_bandwidth")} < {*piece.addresses}
    unknown = [at for at in piece.addresses if results[at] is None]
    assert any("fabric" in name for _, name in unknown), unknown


@pytest.mark.parametrize(
    ("required", "remark"),
    [
        ("17.4 PB", ""),
        ("17.5 PB", "17.41 PB (15.46 PiB) fillable"),
        ("21.7 PB", "17.41 PB (15.46 PiB) fillable"),
        ("21.8 PB", ""),
    ],
)
def test_a_capacity_that_may_not_be_filled_is_said(required: str, remark: str) -> None:
    """The requirement is of 21.76 PB usable, met or not; 80 % of it may be filled."""
    base = load_scenario(ROOT / "scenarios/templates/project-space.yaml")
    found = evaluate(edited(base, {"requirements.capacity": required}))
    assert text_table(found, requirements(found)).rows[0][0].small == remark


def test_what_is_required_of_two_file_systems_says_that_it_is_their_sum() -> None:
    """20 PB and 200 GB/s of a disk and a flash tier together are neither one's."""
    base = load_scenario(ROOT / "scenarios/templates/project-space.yaml")
    assert evaluate(base).judged_together == ""
    two = evaluate(edited(base, copied(base.data, 0)))
    assert two.judged_together == "project and project 2"
    rows = {row[0].text: row[0].small for row in text_table(two, requirements(two)).rows}
    assert rows["Usable capacity"] == "project and project 2 together"
    assert rows["Number of racks"] == ""
    assert any("only that one's capacity" in warning for warning in two.warnings)


@pytest.mark.parametrize("binary", [False, True])
def test_a_demand_stands_in_both_bases(binary: bool) -> None:
    """The base that is chosen first, the other one below it, in each year."""
    results = results_of("cri")
    need = next(iter(needs(results)))
    table = text_table(results, years.demand(results, need), binary=binary)
    unit, other = ("PiB", "PB") if binary else ("PB", "PiB")
    assert table.heads[2] == f"Usable capacity required, {unit}"
    for year, row in zip(need.years, table.rows, strict=True):
        needed = show(year.needed, "byte", binary=not binary)
        assert row[2].small == needed
        assert needed.endswith(f" {other}")
        assert all(cell.small for cell in row[1:5])


def test_a_terminal_says_in_one_bracket_what_stands_below_both_bases(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Not "413.7 TB (376.2 TiB) (-71.6 %)"."""
    columns = Column("Usable", "held", "promise"), Column("", "met", "met", below="held")
    draw(
        results_of("cri"), View("Held", "", columns, (Row("a", (FixedValue(1e13, "byte"), "met")),))
    )
    assert "10 TB (9.095 TiB; met)" in capsys.readouterr().out


def test_inodes_on_zfs_are_at_most_so_many_for_each_tier_and_for_all() -> None:
    table = text_table(results_of("beluga"), file_tables.inodes(results_of("beluga")))
    assert [row[0].text for row in table.rows] == ["metadata", "All"]
    assert {row[1].text for row in table.rows} == {"at most 7.16 billion"}
