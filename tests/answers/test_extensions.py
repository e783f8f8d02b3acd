"""How installed tiers grow: every figure of a step is that of the scenario that it writes."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from model.__main__ import main
from model.answers.extension_tries import (
    NEWER_PARTS,
    OWN_CODE,
    REWRITE,
)
from model.answers.extensions import (
    EMPTY_TARGETS,
    SLOWEST,
    UNLIKE_COSTS,
    UNLIKE_TARGETS,
    Extension,
    drives_added,
    extensions,
    extensions_json,
    scenario_of,
    vdevs_added,
)
from model.answers.results import Results, evaluate
from model.answers.views.extension_table import MEANT, meant, view_of, views
from model.answers.views.view import FixedValue
from model.answers.views.view_text import text_table
from model.parts.catalog import load_catalog
from model.planning.loading import load_scenario
from model.search.answers import yaml_of
from model.units.kinds import DAY

OWNED = "installed: {warranty_until: 2028-05-01, book_value: 80000 EUR, maintenance: 9000 EUR/year}"
TEXT = """
schema: ostimate.scenario/1
name: installed
date: 2026-11-01
economics: {currency: EUR, years: 5, energy_price: 0.2 EUR/kWh, pue: 1.2, price_date: 2026-11-01}
demand: {start: 2026-11-01, groups: [{name: all, volume: 900 TB, added: 100 TB/year}]}
existing: [SAS cables]
tiers:
  - name: project
    file_system: lustre
    OWNED
    blocks: 2
    servers: {name: server, per_block: 2, price: 9000 EUR, power: 300 W, rack_units: 1,
              weight: 20 kg}
    adapters: {name: card, per_server: 2, cables: 2, bandwidth: 9 GB/s, price: 500 EUR, power: 9 W,
               weight: 0.2 kg}
    enclosures: {name: jbod, per_block: 1, bays: 106, price: 8000 EUR, power: 200 W, rack_units: 4,
                 weight: 60 kg}
    drives: {part: seagate-st10000nm0096, per_enclosure: 84, price: 400 EUR}
    target: {layout: '4 x raidz2:10', release: '2.3'}
"""
SMALL = """
  - name: samples
    file_system: zfs
    blocks: 1
    servers: {name: nas, per_block: 1, price: 4000 EUR, power: 300 W, bays: 12}
    drives: {name: disk, per_server: 12, capacity: 8 TB, price: 200 EUR, power: 9 W}
    target: {layout: 'raidz1:6'}
"""


def planned(text: str = TEXT) -> Results:
    """Plan a text, owned unless it says otherwise."""
    return evaluate(load_scenario("installed.yaml", text.replace("OWNED", OWNED)), load_catalog())


@pytest.fixture(scope="module")
def results() -> Results:
    """The owned tier beside a planned pool in a server without free bays."""
    return planned(TEXT + SMALL)


@pytest.fixture(scope="module")
def steps(results: Results) -> dict[str, list[Extension]]:
    """The steps of the owned tier by their kinds."""
    found: dict[str, list[Extension]] = {}
    for step in extensions(results)[0].steps:
        found.setdefault(step.step, []).append(step)
    return found


def test_each_way_to_grow_is_there(steps: dict[str, list[Extension]]) -> None:
    """All kinds of steps are tried, and all are possible here."""
    assert set(steps) == {
        *("add_vdevs", "widen_raidz", "add_enclosure", "add_block"),
        *("replace_drives", "retire_block", "replace_tier"),
    }
    assert all(step.is_possible for of_kind in steps.values() for step in of_kind)
    assert [step.changes["tiers.0.target.layout"] for step in steps["widen_raidz"]] == [
        *("4 x raidz2:11", "4 x raidz2:12")
    ]


def test_what_a_step_says_is_what_its_scenario_says(results: Results) -> None:
    """The scenario as written, read and planned anew, has the same figures."""
    for tier in extensions(results):
        for step in tier.steps:
            if not step.is_possible:
                continue
            text = yaml_of(scenario_of(results, step).plan.scenario)
            again = evaluate(load_scenario("again.yaml", text), load_catalog())
            new = {path for _, path in again.tiers()} - {path for _, path in results.tiers()}
            for name, quantity in (("usable", "usable_capacity"), ("power", "tier_power")):
                both = [again[path, quantity] for path in (tier.path, *new)]
                whole = None if None in both else sum(one or 0.0 for one in both)
                assert step.after[name] == (whole and pytest.approx(whole, rel=1e-12)), step.title
            assert step.after["cost_of_years"] == again["site", "total_cost_of_ownership"]
            if step.cost is not None and results["site", "capital_cost"] is not None:
                more = (again["site", "capital_cost"] or 0.0) - results["site", "capital_cost"]
                assert step.cost == pytest.approx(more), step.title


COSTS = {
    "widen_raidz": [16 * 400, 32 * 400],
    "add_vdevs": [40 * 400],
    "add_enclosure": [2 * (8000 + 84 * 400)],
    "retire_block": [0],
    "replace_tier": [2 * (2 * (9000 + 2 * 500) + 8000 + 84 * 400)],
}
"""What is bought at each step: pieces that aren't there yet, at their prices."""


def test_only_what_is_not_there_is_paid_for(steps: dict[str, list[Extension]]) -> None:
    """Owned parts never cost anything at a step; replacing pays for all of them."""
    for kind, costs in COSTS.items():
        assert [step.cost for step in steps[kind]] == costs, kind
    same, *_ = steps["add_block"]
    assert same.cost == 2 * (9000 + 2 * 500) + 8000 + 84 * 400


def test_drives_that_stand_by_are_owned_as_well() -> None:
    """The four hot spares of each block stay as many; of all drives, 16 are bought."""
    results = planned(TEXT.replace("release: '2.3'", "release: '2.3', reserved_spares: 4"))
    (wide, *_) = (one for one in extensions(results)[0].steps if one.step == "widen_raidz")
    after = scenario_of(results, wide)
    lines = [f"site/tiers:project/lines:{name}" for name in ("drives", "hot spares")]
    assert after[lines[1], "line_count"] == results[lines[1], "line_count"] == 8
    assert sum(after[line, "bought_pieces"] or 0.0 for line in lines) == 16
    assert wide.cost == 16 * 400
    assert wide.changes["tiers.0.drives.owned"] == 168


def test_widening_never_lowers_what_is_usable(steps: dict[str, list[Extension]]) -> None:
    """Nor does it raise it above that of a pool made anew, and it says what has to be rewritten."""
    last = 0.0
    for step in steps["widen_raidz"]:
        before, after, stored = (step.before["usable"], step.after["usable"], step.after["stored"])
        assert None not in (before, after, stored, step.rewritten)
        assert (after or 0.0) > max(before or 0.0, last)
        assert (after or 0.0) <= (step.rewritten or 0.0) * (1 + 1e-9)
        last = after or 0.0
        assert REWRITE in step.warnings


WIDTHS = ("raidz1:3", "raidz1:4", "2 x raidz1:5", "raidz2:4", "raidz2:7", "raidz3:8", "raidz3:11")


@pytest.mark.long
@pytest.mark.parametrize("layout", WIDTHS)
@pytest.mark.parametrize("size", ["4 TB", "24 TB"])
def test_widening_never_lowers_any_layout(layout: str, size: str) -> None:
    """By one drive and by two, whatever sizes the metaslabs keep."""
    tier = SMALL.replace("raidz1:6", layout).replace("8 TB", size).replace("bays: 12", "bays: 60")
    drives = int(layout.split(":")[1]) * (2 if layout.startswith("2") else 1)
    text = TEXT[: TEXT.index("  - name")] + tier.replace("per_server: 12", f"per_server: {drives}")
    text = text.replace("existing: [SAS cables]\n", "")
    results = planned(text.replace("'}", "', per_block: 1}"))
    (found,) = extensions(results)
    wide = [one for one in found.steps if one.step == "widen_raidz"]
    assert len(wide) == 3
    usable = [found.steps[0].before["usable"], *(one.after["usable"] for one in wide)]
    assert None not in usable
    assert usable == sorted(usable, key=lambda one: one or 0.0)


def test_requirements_that_a_step_breaks_are_named() -> None:
    """A block less misses the capacity that two have."""
    needs = "requirements: {capacity: 0.9 PB}\nexisting"
    results = planned(TEXT.replace("existing", needs))
    retired = next(one for one in extensions(results)[0].steps if one.step == "retire_block")
    assert any("no longer met" in text for text in retired.warnings)
    others = (one for one in extensions(results)[0].steps if one.step != "retire_block")
    assert not any("no longer met" in text for one in others for text in one.warnings)


def test_unpriced_drives_that_are_replaced_cost_something_unknown() -> None:
    """As many of another part are no purchase of nothing."""
    results = planned(TEXT.replace(", price: 400 EUR}", "}"))
    swapped = [one for one in extensions(results)[0].steps if one.step == "replace_drives"]
    assert swapped
    assert all(one.cost is None or one.cost > 0 for one in swapped)
    planned_tier = planned(TEXT.replace("    OWNED\n", "").replace(", price: 400 EUR}", "}"))
    of_plan = [one for one in extensions(planned_tier)[0].steps if one.step == "replace_drives"]
    assert all(one.cost is None or one.cost != 0 for one in of_plan)


def test_a_pool_that_is_only_planned_is_made_wider_at_once() -> None:
    """It keeps nothing of a narrower one, and a block more stands in the same tier."""
    steps = extensions(planned(TEXT.replace("    OWNED\n", "")))[0].steps
    assert not any("created" in str(one.changes) for one in steps)
    assert all(REWRITE not in one.warnings for one in steps)
    block = next(one for one in steps if one.step == "add_block")
    assert block.changes == {"tiers.0.blocks": 3}


def test_vdevs_of_a_pool_that_grew_follow_all_others() -> None:
    """A spare between them keeps its position."""
    text = TEXT.replace("bays: 106", "bays: 170").replace(
        "layout: '4 x raidz2:10'",
        "layout: '2 x raidz2:11 + spare', created: '2 x raidz2:10 + spare'",
    )
    _, changes = vdevs_added(planned(text), "project", 1)
    assert changes["tiers.0.target.layout"] == "2 x raidz2:11 + spare + raidz2:11"


def test_growing_by_nothing_changes_nothing(results: Results) -> None:
    """Neither a wider vdev by no drive, nor no further vdev, edits anything."""
    assert drives_added(results, "project", 0)[1] == {}
    assert vdevs_added(results, "project", 0)[1] == {}


def test_what_has_no_bay_says_how_many_are_missing(results: Results) -> None:
    """The server is full: neither vdevs nor drives can be added."""
    samples = extensions(results)[1]
    assert not samples.is_owned
    none = [one for one in samples.steps if one.step in ("add_vdevs", "widen_raidz")]
    assert none
    for step in none:
        assert not step.is_possible
        assert "free bay" in step.why_not
        assert step.after == {}


def test_old_releases_cannot_widen() -> None:
    """OpenZFS 2.2 has no expansion of RAIDZ; the step says so."""
    results = planned(TEXT.replace("'2.3'", "'2.2'"))
    wide = [one for one in extensions(results)[0].steps if one.step == "widen_raidz"]
    assert wide
    assert all("has no RAIDZ expansion" in one.why_not for one in wide)


def test_a_pool_that_grew_grows_further(results: Results) -> None:
    """What it was made as stays; further vdevs follow the others."""
    grown = planned(TEXT.replace("'4 x raidz2:10'", "'4 x raidz2:11', created: '4 x raidz2:10'"))
    found = {one.step: one for one in extensions(grown)[0].steps}
    assert found["widen_raidz"].changes["tiers.0.target.created"] == "4 x raidz2:10"
    again = {one.step: one for one in extensions(results)[0].steps}
    assert again["replace_drives"].changes["tiers.0.target.created"] == "4 x raidz2:10 of 10 TB"


def test_unlike_generations_are_warned_of(steps: dict[str, list[Extension]]) -> None:
    """Targets of other sizes fill unevenly, where the same ones only begin empty."""
    same, larger, *_ = steps["add_block"]
    assert EMPTY_TARGETS in same.warnings
    assert UNLIKE_TARGETS not in same.warnings
    assert UNLIKE_TARGETS in larger.warnings
    slow = planned(TEXT.replace("part: seagate-st10000nm0096,", FAST))
    found = [
        one
        for one in extensions(slow)[0].steps
        if one.step == "add_block" and "template" not in one.title
    ]
    assert all(SLOWEST not in one.warnings for one in found)


FAST = "part: seagate-st10000nm0096, alternatives: [seagate-st10000nm0096],"


def test_the_order_is_the_day_it_is_full_less_the_lead_time(results: Results) -> None:
    """And the step says when it is full again, which is later."""
    project = extensions(results)[0]
    wide = next(one for one in project.steps if one.step == "widen_raidz")
    assert project.full_on is not None
    assert wide.order is not None
    assert wide.order.kind == "disks"
    lead = datetime.timedelta(seconds=wide.order.lead_time)
    assert wide.order.date is not None
    assert abs(project.full_on - lead - wide.order.date) <= datetime.timedelta(seconds=DAY)
    assert wide.full_on is not None
    assert wide.full_on > project.full_on


def test_the_lead_time_behind_orders_is_named(results: Results) -> None:
    told = meant(extensions(results))
    assert (
        "'Order by' is 'Full on' of today less the lead time: 1.916 years for disks (over" in told
    )
    none = planned("".join(x for x in TEXT.splitlines(True) if not x.startswith("demand:")))
    assert meant(extensions(none)) == MEANT


def test_costs_that_lack_other_parts_are_not_to_be_compared(
    steps: dict[str, list[Extension]],
) -> None:
    """The larger drives have no price: the step seemed to be the cheapest."""
    same, larger, *_ = steps["add_block"]
    assert UNLIKE_COSTS not in same.warnings
    assert UNLIKE_COSTS in larger.warnings
    nothing = planned(CEPH)  # of today's cost, nothing is known
    (tier,) = extensions(nothing)
    shown = [one for one in tier.steps if UNLIKE_COSTS in one.warnings]
    assert bool(shown) is bool(nothing["site", "known_total_cost_of_ownership"])


def test_a_step_that_outlasts_the_warranty_says_so(results: Results) -> None:
    """Old parts then serve without one; where all are replaced, they don't."""
    project = extensions(results)[0]
    assert project.warranty_until == datetime.date(2028, 5, 1)
    for step in project.steps:
        late = step.full_on is None or step.full_on > project.warranty_until
        warned = any("ends on 2028-05-01" in text for text in step.warnings)
        assert warned is (late and step.step != "replace_tier"), step.title


def test_retiring_writes_off_its_share(steps: dict[str, list[Extension]]) -> None:
    """Half of the book value with one of two blocks, all with the tier."""
    assert steps["retire_block"][0].write_off == 40000
    assert steps["replace_tier"][0].write_off == 80000
    assert steps["widen_raidz"][0].write_off is None


def test_migration_is_that_of_the_plan() -> None:
    """Half of the demand, at half the old read bandwidth or the new write bandwidth."""
    found = {one.step: one for one in extensions(planned())[0].steps}
    half = found["retire_block"]
    read, write = half.before["read_bandwidth"], half.after["write_bandwidth"]
    assert read is not None
    assert write is not None
    assert half.migration_time == pytest.approx(450e12 / min(read / 2, write), rel=1e-6)
    whole = found["replace_tier"]
    assert whole.migration_time is not None
    assert found["widen_raidz"].migration_time is None


SPREAD = """
schema: ostimate.scenario/1
name: ceph
economics: {currency: EUR}
existing: [switches]
tiers:
  - name: objects
    file_system: ceph
    owned: true
    blocks: 10
    servers: {name: node, per_block: 1, price: 7000 EUR}
    network: {name: nic, per_server: 1, ports: 2, bandwidth: 12.5 GB/s, price: 900 EUR,
              cables: [{name: DAC, price: 50 EUR}]}
    drives: {name: disk, per_server: 12, capacity: 16 TB, price: 300 EUR}
    in_servers: [{name: boot, per_server: 2, price: 100 EUR}]
    target: {redundancy: ceph, layout: 6+2}
"""


def test_a_system_that_spreads_strips_grows_as_one() -> None:
    """A server more joins the others; what is in it is paid for, and cables are mentioned."""
    (tier,) = extensions(planned(SPREAD))
    block = next(one for one in tier.steps if one.step == "add_block")
    assert block.is_possible, block.why_not
    assert block.changes["tiers.0.blocks"] == 11
    assert block.changes["tiers.0.in_servers.0.owned"] == 20
    assert block.changes["tiers.0.network.cables.0.owned"] == 20
    assert block.cost == 7000 + 900 + 2 * 50 + 12 * 300 + 2 * 100
    assert not any("counted as owned" in text for text in block.warnings)


def test_what_cannot_be_told_apart_is_said_to_be_owned() -> None:
    """Cables that nobody entered have no number of their own."""
    (tier,) = extensions(planned(SPREAD.replace(CABLES, "")))
    block = next(one for one in tier.steps if one.step == "add_block")
    assert any("more parts are counted as owned" in text for text in block.warnings)


CABLES = ",\n              cables: [{name: DAC, price: 50 EUR}]"


def test_unknown_bays_are_a_warning() -> None:
    """What an import tells has none: the step is planned all the same."""
    results = planned(TEXT + SMALL.replace(", bays: 12", ""))
    steps = extensions(results)[1].steps
    grown = [one for one in steps if one.step in ("add_vdevs", "widen_raidz")]
    assert len(grown) == 2
    assert all(one.is_possible for one in grown)
    assert all("bays of the server" in one.warnings[-1] for one in grown)


def test_the_table_has_a_row_for_each_step(results: Results) -> None:
    """With today's figures first; impossible ones say why."""
    for view, tier in zip(views(results), extensions(results), strict=True):
        assert len(view.rows) == 1 + len(tier.steps)
        shown = str(text_table(results, view))
        costs = view.entries("cost")[1:]
        for cost, step in zip(costs, tier.steps, strict=True):
            if step.is_possible and (step.cost is not None or step.known_cost):
                value = step.known_cost if step.cost is None else step.cost
                assert cost == FixedValue(value, "currency", at_least=step.cost is None)
        assert "unknown" not in view.title
        assert "Today" in shown


def test_the_document_names_steps_and_figures(results: Results) -> None:
    """Its keys are a contract."""
    document = extensions_json(results)
    assert document["schema"] == "ostimate.extensions/1"
    assert [tier["tier"] for tier in document["tiers"]] == ["project", "samples"]
    steps = [step for tier in document["tiers"] for step in tier["steps"]]
    assert [step["number"] for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        assert {"step", "usable_before", "usable_after", "added_cost", "warnings"} <= set(step)
        assert step["possible"] is (step["usable_after"] is not None)


@pytest.mark.long
def test_the_command_writes_the_scenario_of_a_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A number chooses it; `--out` writes it, and never over a file that is there."""
    file, out = tmp_path / "installed.yaml", tmp_path / "after.yaml"
    file.write_text(TEXT.replace("OWNED", OWNED), encoding="utf-8")
    assert main(["extend", str(file), "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    step = next(one for one in document["tiers"][0]["steps"] if one["step"] == "widen_raidz")
    number = str(step["number"])
    assert main(["extend", str(file), "--step", number, "--out", str(out)]) == 0
    after = evaluate(load_scenario(out))
    assert after["site/tiers:project", "usable_capacity"] == step["usable_after"]
    assert main(["extend", str(file), "--step", number, "--step", "9"]) == 0
    shown = capsys.readouterr().out
    assert "Total cost of ownership" in shown
    out.write_text("mine", encoding="utf-8")
    assert main(["extend", str(file), "--step", number, "--out", str(out)]) == 1
    assert "not overwritten" in capsys.readouterr().err


WRONG = [
    (["--step", "99"], "no step 99"),
    (["--out", "x.yaml"], "choose one with '--step NUMBER'"),
    (["--step", "1", "--step", "2", "--out", "x.yaml"], "choose one with '--step NUMBER'"),
]


@pytest.mark.parametrize(("options", "says"), WRONG)
def test_wrong_options_say_what_to_write(
    options: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line."""
    file = tmp_path / "installed.yaml"
    file.write_text(TEXT.replace("OWNED", OWNED), encoding="utf-8")
    assert main(["extend", str(file), *options]) == 2
    assert says in capsys.readouterr().err


def test_systems_without_such_tiers_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tiers that are neither owned nor pools have no steps."""
    file = tmp_path / "other.yaml"
    raid = TEXT.replace(
        "'4 x raidz2:10', release: '2.3'", "'raid6:8+2', redundancy: raid, format: ldiskfs"
    )
    file.write_text(raid.replace("    OWNED\n", ""), encoding="utf-8")
    assert main(["extend", str(file)]) == 0
    assert "No tier can be extended" in capsys.readouterr().out


def test_a_forecast_shows_when_it_is_full_as_a_range(tmp_path: Path) -> None:
    """From the planned quantile to the lower end of the range; other demands have one day."""
    days = "".join(f"2026-{n:02}-01,{500 + 20 * n + n % 3}e12\n" for n in range(1, 11))
    (tmp_path / "usage.csv").write_text(f"date,bytes\n{days}", encoding="utf-8")
    history = "history: {file: usage.csv, samples: 100}"
    groups = "groups: [{name: all, volume: 900 TB, added: 100 TB/year}]"
    text = TEXT.replace(groups, history).replace("OWNED", OWNED)
    results = evaluate(load_scenario("mine.yaml", text, folder=tmp_path), load_catalog())
    (tier,) = extensions(results)
    assert tier.need is not None
    assert tier.need.late_on is not None
    assert tier.need.late_on > tier.need.full_on
    (shown,) = [x for x in view_of(results, tier).entries("full_on") if "to" in str(x)][:1]
    assert shown == f"{tier.need.full_on} to {tier.need.late_on}"
    (one,) = extensions_json(results)["tiers"]
    assert one["full_on_if_low"] == tier.need.late_on.isoformat()
    assert "'Order by' is the early end of 'Full on' less the lead time" in meant([tier])
    assert one["steps"][0]["full_on_after_if_low"] > one["steps"][0]["full_on_after"]


@pytest.mark.long
def test_a_day_of_being_full_before_the_plans_date_is_flagged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    owned = TEXT.replace("OWNED", OWNED)
    for date, start in (("date: 2026-11-01\n", 2026), ("date: 2035-11-01\n", 2026), ("", 2015)):
        text = owned.replace("\ndate: 2026-11-01\n", f"\n{date}")
        file.write_text(text.replace("{start: 2026-11-01", f"{{start: {start}-11-01"))
        assert main(["extend", str(file)]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert ("when it is full, has passed" in shown) is ("date: 2026" not in date)
        assert ("(passed)" in shown) is ("2035" in date)


CEPH = """
schema: ostimate.scenario/1
name: installed
date: 2026-11-01
economics: {currency: EUR, years: 5, energy_price: 0.2 EUR/kWh, pue: 1.2, price_date: 2026-11-01}
tiers:
  - name: ceph
    file_system: ceph
    owned: true
    blocks: 12
    servers: {name: server, per_block: 1, price: 9000 EUR, bays: 24}
    drives: {part: seagate-st10000nm0096, per_server: 20, price: 400 EUR}
    spares: {buy: shelf, lead_time: 60 days, failure_rate: 2 %}
    target: {redundancy: ceph, layout: '8+3'}
"""


def test_cold_spares_of_an_owned_tier_stay_owned_and_those_of_new_blocks_are_bought() -> None:
    """Three are on the shelf for 240 drives; four suffice for 260, so one is bought."""
    before = planned(CEPH)
    (tier,) = extensions(before)
    steps = {one.step: one for one in reversed(tier.steps)}
    block = steps["add_block"]
    assert block.changes["tiers.0.spares.owned"] == 3
    assert block.cost == pytest.approx(9_000 + 20 * 400 + 400)
    assert not any("counted as owned" in one for one in block.warnings)
    after = before.edited(block.changes, in_order=False)
    line = "site/tiers:ceph/lines:spares"
    assert (after[line, "line_count"], after[line, "bought_pieces"]) == (4, 1)
    replaced = before.edited(steps["replace_drives"].changes, in_order=False)
    assert replaced[line, "bought_pieces"] == replaced[line, "line_count"]
    (grown,) = extensions(after)
    anew = next(one for one in grown.steps if one.step == "replace_tier")
    assert after.edited(anew.changes, in_order=False)[line, "line_cost"] == 4 * 400


def test_newer_blocks_of_data_on_all_servers_are_as_many_as_hold_a_code() -> None:
    """'8+3' needs eleven servers, and one to rebuild on: a pool of their own beside the old one."""
    text = CEPH.replace("price: 9000 EUR,", "price: 9000 EUR, alternatives: [dell-r750],")
    (tier,) = extensions(planned(text))
    larger, newer = [one for one in tier.steps if "12 blocks" in one.title]
    assert "ST12000NM0027" in larger.title
    assert OWN_CODE in larger.warnings
    assert NEWER_PARTS in newer.warnings
    for step in (larger, newer):
        assert step.is_possible
        assert step.after["usable"] > 2 * step.before["usable"] * 0.95
        assert "tiers.0.owned" not in step.changes


WHOLE = """
schema: ostimate.scenario/1
name: installed
tiers:
  - {name: old, owned: true, given: {capacity: 369 TB}}
  - {name: meta, holds: metadata, owned: true, given: {capacity: 2 TB}}
"""


def test_the_only_tier_of_data_or_of_metadata_stays() -> None:
    """Either may be retired only beside another of its kind."""

    def reasons(text: str) -> list[str]:
        steps = (step for tier in extensions(planned(text)) for step in tier.steps)
        return [step.why_not for step in steps if step.step == "retire_block"]

    assert reasons(WHOLE) == [
        "it is the only data tier: add another one first",
        "it is the only metadata tier: add another one first",
    ]
    second = "  - {name: more, holds: metadata, owned: true, given: {capacity: 2 TB}}\n"
    assert reasons(WHOLE + second)[1:] == ["", ""]
