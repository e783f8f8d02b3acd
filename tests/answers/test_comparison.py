"""Designs beside each other: every figure is that of its own plan; differences are what differs."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import openpyxl
import pytest

from model import InputError, edited, evaluate, load_scenario
from model.__main__ import main
from model.answers.comparison import ABSENT, Compared, compare, comparison_json
from model.answers.derivations import opened
from model.answers.ranges import range_of
from model.answers.results import Results
from model.answers.views import comparison_tables
from model.answers.views.view import FixedValue, differing, number
from model.answers.views.view_text import text_table
from report.web import html
from report.workbook.comparison_workbook import comparison_workbook
from report.workbook.styles import LINE

ROOT = Path(__file__).parents[2]


@cache
def compared() -> Compared:
    base = load_scenario(ROOT / "scenarios/templates/project-space.yaml")
    more = edited(base, {"tiers.0.blocks": 12, "economics.pue": 1.2, "name": "Twice"})
    astra = load_scenario(ROOT / "scenarios/astra.yaml")
    return compare([evaluate(one) for one in (base, more, astra)])


def test_each_figure_is_that_of_its_plan() -> None:
    """With the change against the first, but not between currencies."""
    found = compared()
    view = comparison_tables.figures(found)
    of_measures = [row for row in view.rows if not row.key.endswith(("_bandwidth_low", "_high"))]
    for name, row in zip(found.measures, of_measures, strict=True):
        for n, one in enumerate(found.all):
            entry = row.entries[max(0, 2 * n - 1)]
            if entry == ABSENT:
                assert not {("site", name), ("site", f"known_{name}")} & one.values.keys()
                continue
            assert isinstance(entry, FixedValue)
            whole = f"known_{name}" if entry.at_least else name
            assert entry.value == one.values.get(("site", whole))
            assert entry.currency == one.plan.scenario.economics.currency
    (usable,) = (row for row in view.rows if row.label == "Usable capacity")
    assert usable.entries[2] == FixedValue(1.0, "1")
    (cost,) = (row for row in view.rows if row.label == "Capital cost")
    assert cost.entries[4] == ""


def test_each_bandwidth_has_its_range_below_it() -> None:
    found = compared()
    view = comparison_tables.figures(found)
    keys = [row.key for row in view.rows]
    told = comparison_json(found)["designs"].values()
    for name in ("read_bandwidth", "write_bandwidth"):
        first = keys.index(name)
        assert keys[first + 1 : first + 3] == [f"{name}_low", f"{name}_high"]
        for n, (one, figures) in enumerate(zip(found.all, told, strict=True)):
            ends = range_of(one, "site", name)
            assert ends is not None
            for row, end, key in zip(view.rows[first + 1 :], ends, ("low", "high"), strict=False):
                entry = row.entries[max(0, 2 * n - 1)]
                assert isinstance(entry, FixedValue)
                assert entry.value == end == figures["figures"][f"{name}_{key}"]["value"]


def of(file: str, **changes: object) -> Results:
    return evaluate(edited(load_scenario(ROOT / f"scenarios/{file}.yaml"), dict(changes)))


def test_designs_whose_ranges_overlap_cant_be_told_apart() -> None:
    """Each pair is named with the bandwidths; what is measured precisely is told apart."""
    two = compare([of("astra"), of("measured/lise")])
    assert comparison_tables.alike(two) == (
        "The two designs: the 90 % ranges of read and write bandwidth overlap; "
        "either may be faster."
    )
    pairs = comparison_json(two)["alike"]
    assert pairs["read_bandwidth"] == pairs["write_bandwidth"] == [("Astra", "Lise")]
    three = compare([of("astra"), of("measured/lise"), of("cri")])
    assert comparison_tables.alike(three).startswith("Astra and Lise: the 90 % ranges of")
    assert comparison_tables.alike(compare([of("astra"), of("cri")])) == ""
    sheet = openpyxl.load_workbook(io.BytesIO(comparison_workbook(two)))["Comparison"]
    assert sheet["A3"].value == comparison_tables.alike(two)


def test_variants_of_one_design_are_off_together() -> None:
    """Twice the blocks have more in each case, though the ranges overlap."""
    at = "templates/project-space"
    base = of(at)
    blocks = base["site/tiers:project", "blocks"]
    assert blocks is not None
    more = of(at, **{"tiers.0.blocks": int(2 * blocks)})
    ends = [range_of(one, "site", "read_bandwidth") for one in (base, more)]
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[0].high > ends[1].low
    assert comparison_tables.alike(compare([base, more])) == ""
    assert comparison_tables.alike(compare([base, of(at)])) != ""


def test_what_a_design_does_not_have_is_not_unknown() -> None:
    """Without a machine nothing is dumped; a tier that is given as a whole says what is given."""
    both = compare(
        [evaluate(load_scenario(ROOT / f"scenarios/{of}.yaml")) for of in ("astra", "cri")]
    )
    dumps = {row.label: row.entries for row in comparison_tables.figures(both).rows}[
        "Expected checkpoint time"
    ]
    assert isinstance(dumps[0], FixedValue)
    assert dumps[1] == ABSENT
    assert "Measured bandwidth" in {
        row.label for row in comparison_tables.chain(both, "write").rows
    }


def test_what_nobody_knows_is_never_nothing() -> None:
    """Of power, one knows a part and one nothing; on screen, in a sheet, for programs."""
    known = [evaluate(load_scenario(ROOT / f"scenarios/{of}.yaml")) for of in ("astra", "cri")]
    both = compare(known)
    (row,) = (r for r in comparison_tables.figures(both).rows if r.label == "Equipment power")
    part, nothing, change = row.entries
    assert part == FixedValue(
        known[0]["site", "known_equipment_power"], "watt", "USD", at_least=True
    )
    assert nothing == FixedValue(None, "watt", "USD")
    assert change == ""
    table = text_table(known[0], comparison_tables.figures(both))
    (texts,) = (line for line in table.rows if line[0].text == "Equipment power")
    assert [one.text for one in texts[1:]] == ["at least 5.4 kW", "unknown"]
    sheet = openpyxl.load_workbook(io.BytesIO(comparison_workbook(both)))["Comparison"]
    (cells,) = (line for line in sheet.iter_rows() if line[0].value == "Equipment power")
    assert "at least" in cells[1].number_format
    assert cells[2].value != 0
    figures = comparison_json(both)["designs"]["CRI"]["figures"]
    assert figures["known_equipment_power"]["value"] is None


def test_a_requirement_is_judged_in_each_design() -> None:
    """One that a design doesn't state is not asked of it."""
    rows = {row.label: row for row in comparison_tables.requirements(compared()).rows}
    entries = rows["Write bandwidth for checkpoints"].entries
    assert entries[1] == "not required"
    assert entries[-1] == FixedValue(0.0, "1")
    assert rows["Number of racks"].entries[0] == FixedValue(4.0, "1", "EUR")
    asked = rows["Usable capacity"].entries[0]
    # of each that asks, in their order
    assert asked == "20 PB (17.76 PiB); 20 PB (17.76 PiB); 331.8 TB (301.7 TiB)"


def test_a_requirement_is_told_in_the_currency_of_who_asks() -> None:
    """Be it that the first design counts in another one."""
    euros, _, dollars = compared().all
    book = openpyxl.load_workbook(io.BytesIO(comparison_workbook(compare([dollars, euros]))))
    texts = [cell.value for (*_, cell) in book["Comparison"].iter_rows(min_col=4, max_col=4)]
    assert any(str(text).endswith("EUR") for text in texts)
    rows = {
        row.label: row for row in comparison_tables.requirements(compare([dollars, euros])).rows
    }
    asked = rows["Budget, with VAT"].entries[0]
    assert isinstance(asked, FixedValue)
    assert asked.currency == "EUR"


def test_a_long_text_of_the_workbook_has_the_lines_that_it_needs() -> None:
    """What each of three asks for, or doesn't count, is longer than a column of 24 letters."""
    sheet = openpyxl.load_workbook(io.BytesIO(comparison_workbook(compared())))["Comparison"]
    long = [
        cell
        for row in sheet.iter_rows(min_row=4, min_col=2)
        for cell in row
        if isinstance(cell.value, str) and len(cell.value) > 48
    ]
    assert any("331.8 TB" in cell.value or "staff" in cell.value for cell in long)
    for cell in long:
        assert cell.alignment.wrap_text, cell.value
        assert sheet.row_dimensions[cell.row].height >= 2 * LINE, cell.value


def test_a_comparison_is_printed_as_wide_as_its_paper() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(comparison_workbook(compared())))["Comparison"]
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) in ((1, 0), (None, 0))


def test_promised_capacities_stand_in_both_bases() -> None:
    """On screen in one cell, in a sheet in rows of their own below the table."""
    view = comparison_tables.figures(compared())
    table = text_table(compared().all[0], view)
    (texts,) = (row for row in table.rows if row[0].text == "Usable capacity")
    assert all(re.fullmatch(r"\S+ PB \(\S+ PiB\)|\S+ TB \(\S+ TiB\)", t.text) for t in texts[1:])
    sheet = openpyxl.load_workbook(io.BytesIO(comparison_workbook(compared())))["Comparison"]
    found = {row[0].value: row for row in sheet.iter_rows(max_col=2)}
    in_bytes, in_tib = found["Usable capacity"], found["Usable capacity, TiB"]
    assert in_tib[1].value == pytest.approx(in_bytes[1].value / 2**40, rel=1e-12)
    assert "Parity and mirrors, TiB" not in found


def test_a_text_in_a_column_of_figures_is_not_cut() -> None:
    """A price that the estimate of another line holds says so in place of a cost."""
    flash = evaluate(load_scenario(ROOT / "scenarios/templates/ai-training-store.yaml"))
    book = openpyxl.load_workbook(io.BytesIO(comparison_workbook(compare([flash] * 2))))
    cells = (cell for row in book["Comparison"].iter_rows() for cell in row)
    inside = [cell for cell in cells if "included in the estimate" in str(cell.value)]
    assert inside
    assert all(cell.alignment.wrap_text for cell in inside)


def test_the_steps_of_capacity_are_those_of_each_tier() -> None:
    """What is left of raw capacity after all losses is what users may fill."""
    view = comparison_tables.capacity(compared())
    for n, one in enumerate(compared().all):
        left = 0.0
        for row in view.rows:
            entry = row.entries[n]
            value = entry.value or 0.0 if isinstance(entry, FixedValue) else 0.0
            left = left - value if row.takes else value
            if row.label == "Usable capacity":
                assert value == one["site", "usable_capacity"]
        assert left == one["site", "planned_capacity"]


def test_one_stage_limits_each_chain() -> None:
    """The one of the least bandwidth; stages stand in the data's way."""
    for way in ("read", "write"):
        view = comparison_tables.chain(compared(), way)
        names = [row.label for row in view.rows]
        assert names.index("Drives") < names.index("CPU and memory") < names.index("Fabric")
        for n in range(3):
            stages = [row.entries[2 * n : 2 * n + 2] for row in view.rows]
            known = [pair for pair in stages if isinstance(pair[0], FixedValue) and pair[0].value]
            least = min(known, key=lambda pair: pair[0].value)  # type: ignore[union-attr,arg-type,return-value]
            assert [pair for pair in known if pair[1] == FixedValue(1.0, "1")] == [least]


def test_what_is_otherwise_than_in_the_first_is_marked() -> None:
    """On pages and in sheets alike; the first is marked nowhere."""
    found = compare(compared().all[:2])
    rows = {
        row[0].text: row for row in text_table(found.all[0], comparison_tables.bill(found)).rows
    }
    assert [cell.tone == "differs" for cell in rows["Western Digital Ultrastar Data102"]] == [
        *[False] * 3,
        True,
    ]
    book = openpyxl.load_workbook(io.BytesIO(comparison_workbook(found)))
    cells = {str(row[0].value): row for row in book["Comparison"].iter_rows()}
    fills = [cell.fill.fgColor.rgb for cell in cells["tiers.0.blocks"][1:3]]
    assert fills == ["00000000", "FFE8F1F8"]
    assert len(book["Charts"]._charts) == 4


def test_a_design_that_nobody_priced_is_not_free() -> None:
    """What it costs is unknown, not nothing."""
    astra = compared().all[2]
    view = comparison_tables.years(compare([astra, astra]))
    assert view.rows[0].entries[:2] == (FixedValue(None, "currency", "USD"), "")


def test_a_year_that_costs_nothing_is_no_unknown_one() -> None:
    """CRI's talk leaves energy and staff out: its years cost 0, and the sum so far stays."""
    cri = evaluate(load_scenario(ROOT / "scenarios/cri.yaml"))
    rows = comparison_tables.years(compare([cri, cri])).rows
    assert [row.entries[0] for row in rows[1:]] == [FixedValue(0.0, "currency", "USD")] * 5
    assert {row.entries[1] for row in rows} == {FixedValue(550000.0, "currency", "USD")}


def test_a_line_that_is_free_says_why() -> None:
    """What is owned already, or included in the estimate of another, is no gift."""
    of = ("cri", "templates/project-space")
    found = compare([evaluate(load_scenario(ROOT / f"scenarios/{one}.yaml")) for one in of])
    said = {row.label: row.entries for row in comparison_tables.bill(found).rows}
    assert said["Parallel file system of 3.9 PB"][2] == "already owned"
    assert said["AMD EPYC 9354"][4] == "included in the estimate of Dell PowerEdge R7625"
    assert said["Expansion to 7.8 PB"][2] == FixedValue(550000.0, "currency", "USD")


def test_what_is_unknown_in_both_is_not_marked_for_its_currency() -> None:
    """Béluga counts in CAD, CRI in USD; neither has checkpoints, Astra has."""
    names = ("beluga", "cri", "astra")
    view = comparison_tables.figures(
        compare([evaluate(load_scenario(ROOT / f"scenarios/{name}.yaml")) for name in names])
    )
    (row,) = (one for one in view.rows if one.label == "Expected job efficiency")
    marks = dict(zip((column.key for column in view.columns), differing(view, row), strict=True))
    assert (marks["1"], marks["2"]) == (False, True)


def test_only_what_differs_is_listed() -> None:
    """By its path, without names and titles; of variants, nothing else."""
    two = compare(compared().all[:2])
    assert two.differences == {
        "tiers.0.blocks": ["6", "12"],
        "economics.pue": ["1.5", "1.2"],
    }


def test_the_years_add_up() -> None:
    """What is known of all years, the purchase included."""
    view = comparison_tables.years(compared())
    first = compared().all[0]
    so_far = view.rows[-1].entries[1]
    assert isinstance(so_far, FixedValue)
    costs = [first[path, "year_cost"] or 0.0 for path in first.years()]
    assert so_far.value == pytest.approx(sum(costs))
    assert len(view.rows) == len(first.years())


def test_lines_of_the_bill_stand_beside_each_other() -> None:
    """Twice the blocks need twice the enclosures; what a design lacks is a dash."""
    rows = comparison_tables.bill(compared()).rows
    (enclosures,) = (row for row in rows if row.entries[0] == "project: enclosures")
    one, two = enclosures.entries[1], enclosures.entries[3]
    assert isinstance(one, FixedValue)
    assert isinstance(two, FixedValue)
    assert two.value == 2 * (one.value or 0.0)
    assert enclosures.entries[5:] == ("-", "")


def test_numbers_of_the_first_open_their_derivation_and_no_others() -> None:
    """What a door opens is what its cell says; other columns are of other plans."""
    base, more, astra = compared().all
    for designs in ([base, more], [astra, base]):
        beside, doors = compare(designs), 0
        for view in comparison_tables.views(beside):
            for row in view.rows:
                for column, entry in zip(view.columns, row.entries, strict=True):
                    if not isinstance(entry, FixedValue) or entry.own is None:
                        continue
                    assert column.key.startswith("0")
                    assert number(designs[0], entry.own) == pytest.approx(entry.value)
                    assert entry.own.unit == entry.unit
                    doors += 1
            for line in text_table(designs[0], view).rows:
                opening = [cell.door for cell in line[1:] if cell.door]
                assert len(opening) <= 1
                assert all(opened(designs[0], door).shown for door in opening)
        assert doors > 50


def test_every_table_can_be_drawn() -> None:
    """In texts and as HTML; money names its currency."""
    found = compared()
    texts = []
    for view in comparison_tables.views(found):
        table = text_table(found.all[0], view)
        assert html.drawn(found.all[0], view)
        texts += [cell.text for row in table.rows for cell in row]
    assert any(text.endswith("USD") for text in texts)
    assert any(text.endswith("EUR") for text in texts)


def test_a_workbook_has_the_tables() -> None:
    """Figures as numbers in the first's currency; another one is told as a text."""
    book = openpyxl.load_workbook(io.BytesIO(comparison_workbook(compared())))
    rows: dict[str, list[object]] = {}
    for row in book["Comparison"].iter_rows(values_only=True):
        rows.setdefault(str(row[0]), list(row[1:]))
    first = compared().all[0]
    assert rows["Usable capacity"][0] == first["site", "usable_capacity"]
    assert rows["Year 0"][4] == "unknown"
    for view in comparison_tables.views(compared()):
        assert view.title in rows


def test_json_has_every_design() -> None:
    """In base units, with its currency and its bases."""
    found = comparison_json(compared())
    assert found["schema"] == "ostimate.comparison/1"
    assert list(found["designs"]) == ["Project space", "Twice", "Astra"]
    assert found["designs"]["Astra"]["currency"] == "USD"
    assert found["designs"]["Astra"]["requirements"]["capacity"]["met"] is True


def test_two_to_six_are_compared() -> None:
    """Designs of one name are told apart."""
    first = compared().all[0]
    assert list(compare([first, first]).designs) == ["Project space (1)", "Project space (2)"]
    assert list(compare([first, first], ["a.yaml", "b.yaml"]).designs) == [
        "Project space (a.yaml)",
        "Project space (b.yaml)",
    ]
    same = compare([first, first, compared().all[2]], ["a.yaml", "a.yaml", "astra.yaml"])
    assert list(same.designs) == ["Project space (1)", "Project space (2)", "Astra"]
    for count in (1, 7):
        with pytest.raises(InputError, match="2 to 6 scenarios"):
            compare([first] * count)


def test_all_scenarios_that_cant_be_planned_are_named_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"\x00\xff")
    files = [str(tmp_path / "bad.yaml"), str(tmp_path / "none.yaml")]
    assert main(["compare", *files]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == files


def test_a_share_stands_in_percent() -> None:
    """In texts; the workbook keeps the number, to compute with, and shows it so."""
    plan = evaluate(load_scenario(ROOT / "scenarios/sequoia.yaml"))
    both = compare([plan, compared().all[0]])
    table = text_table(plan, comparison_tables.figures(both))
    (row,) = (row for row in table.rows if row[0].text == "Expected job efficiency")
    assert row[1].text == "83.61 %"


def test_an_unknown_availability_isnt_complete() -> None:
    """What is known of it is the most that it can be, so it is no 'at least'."""
    cri = edited(
        load_scenario(ROOT / "scenarios/cri.yaml"), {"requirements.availability": "99.9 %"}
    )
    designs = [evaluate(cri), evaluate(load_scenario(ROOT / "scenarios/beluga.yaml"))]
    assert designs[0]["site", "known_availability"] == 1
    table = text_table(designs[0], comparison_tables.figures(compare(designs)))
    (row,) = (row for row in table.rows if row[0].text == "Availability")
    assert row[1].text == "unknown"
    assert not any("at least" in cell.text for cell in row)


def test_a_long_text_is_cut_among_differences() -> None:
    """Up to 60 letters stay as they are."""
    beluga = load_scenario("scenarios/beluga.yaml")
    title = "T" * 60
    two = compare(
        [evaluate(edited(beluga, {"tiers.0.servers.name": title + more})) for more in ("", "T")]
    )
    (row,) = comparison_tables.differences(two).rows
    assert row.entries == (title, title[1:] + "…")
