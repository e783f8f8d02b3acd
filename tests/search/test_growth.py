"""The cheapest way for an installed tier to reach a goal: extend, add or replace."""

from __future__ import annotations

import datetime
import json
import re

import pytest

from model.__main__ import main
from model.answers.extensions import drives_added, extensions
from model.answers.results import Results, evaluate
from model.errors import InputError
from model.parts.catalog import load_catalog
from model.planning.loading import load_scenario
from model.records import replace
from model.search.answers import yaml_of
from model.search.growth import Growth, goal_of, grow, sentence, with_order
from model.search.growth_table import unranked, ways_table
from tests.answers.test_extensions import CEPH, TEXT, planned

PB = 1e15
BY = datetime.date(2028, 12, 1)


def found(results: Results, usable: float, **more) -> Growth:
    return grow(results, goal_of(results, {"usable_capacity": usable}, BY, **more))


@pytest.fixture(scope="module")
def results() -> Results:
    return planned()


@pytest.fixture(scope="module")
def growth(results: Results) -> Growth:
    return found(results, 2.5 * PB)


@pytest.fixture(scope="module")
def cheapest_to_run(results: Results) -> Growth:
    return found(results, 2.5 * PB, objective="total_cost_of_ownership")


@pytest.mark.long
def test_each_way_reaches_the_goal_and_is_what_its_scenario_says(growth: Growth) -> None:
    assert len(growth.ways) > 8
    for way in growth.ways[:12]:
        text = yaml_of(way.results.plan.scenario)
        again = evaluate(load_scenario("again.yaml", text), load_catalog())
        assert again["site", "usable_capacity"] == pytest.approx(way.figures["usable_capacity"])
        assert way.figures["usable_capacity"] >= 2.5 * PB
        if way.cost is not None:
            assert again["site", "capital_cost"] == pytest.approx(way.cost)


def test_ways_extend_add_and_replace(growth: Growth) -> None:
    names = [way.name for way in growth.ways]
    assert any("enclosure" in name for name in names)
    assert any("add one block" in name for name in names)
    assert any(name.startswith("replace the tier with") for name in names)
    assert any("template" in name for name in names)
    known = [way.cost_at_order for way in growth.ways if way.cost_at_order is not None]
    assert known == sorted(known)
    assert growth.best is growth.ways[0]


def test_no_single_step_is_cheaper(results: Results, growth: Growth) -> None:
    steps = extensions(results)[0].steps
    enough = [one.cost for one in steps if (one.after.get("usable") or 0) >= 2.5 * PB and one.cost]
    levels = [way.cost_at_order / way.cost for way in growth.ways if way.cost]
    assert all(cost * max(levels) >= growth.best.cost_at_order for cost in enough)


def test_the_number_is_the_least(results: Results, growth: Growth) -> None:
    blocks = next(way for way in growth.ways if "blocks of the same parts" in way.steps[0])
    assert blocks.name.startswith("add 3 blocks of the same parts")
    tiers = blocks.results.plan.scenario.data["tiers"]
    fewer = results.edited({"tiers": [tiers[0], {**tiers[1], "blocks": 2}]})
    assert fewer["site", "usable_capacity"] < 2.5 * PB


@pytest.mark.long
def test_vdevs_are_added_as_often_as_needed_and_no_more() -> None:
    """It tried one for each pool, and as many as have bays: four here."""
    results = planned(TEXT.replace("bays: 106", "bays: 170"))
    had = results["site", "usable_capacity"]
    growth = found(results, 1.6 * had)
    (way,) = [one for one in growth.ways if one.steps == (THREE_VDEVS,)]
    assert way.figures["usable_capacity"] == pytest.approx(1.75 * had, rel=1e-3)
    assert not [one for one in growth.ways if one.steps[0].startswith("add 2 vdevs")]
    more = next(one for one in growth.ways if one.steps[0].startswith("add 4 vdevs"))
    assert way.cost < more.cost


POOL = f"""{TEXT.partition("existing:")[0]}
tiers:
  - name: storage
    file_system: zfs
    blocks: 1
    owned: true
    servers: {{name: nas, per_block: 1, price: 4000 EUR, power: 300 W, bays: 24}}
    drives: {{name: disk, per_server: 6, capacity: 16 TB, price: 300 EUR, power: 9 W}}
    target: {{layout: 'raidz2:6'}}
""".replace("900 TB, added: 100 TB/year", "30 TB, added: 10 TB/year")
WIDER = re.compile(r"add (\d+) drives to each RAIDZ vdev: raidz2:(?!24)\d+")
THREE_VDEVS = "add 3 vdevs to each pool: 7 x raidz2:10"


@pytest.mark.long
def test_raidz_is_widened_as_far_as_needed_and_no_further() -> None:
    """It tried one drive, two, and as many as have bays: 18 here."""
    results = evaluate(load_scenario("pool.yaml", POOL), load_catalog())
    growth = found(results, 2.2 * results["site", "usable_capacity"])
    (way,) = [one for one in growth.ways if WIDER.fullmatch(one.name)]
    by = int(WIDER.fullmatch(way.name)[1])
    assert 2 < by < 18
    for more in (by - 1, by):
        _, changes = drives_added(results, "storage", more)
        wider = results.edited(changes)
        enough = wider["site", "usable_capacity"] >= growth.goal.figures["usable_capacity"]
        assert enough is (more == by)
    most = next(one for one in growth.ways if one.name.startswith("add 18 drives"))
    assert way.cost < most.cost
    assert growth.best.cost_at_order <= way.cost_at_order


def test_raidz_is_widened_where_bays_are_unknown() -> None:
    """It tried one drive only, though vdevs of any number were added."""
    results = evaluate(load_scenario("pool.yaml", POOL.replace(", bays: 24", "")), load_catalog())
    growth = found(results, 1.7 * results["site", "usable_capacity"])
    (way,) = [one for one in growth.ways if WIDER.fullmatch(one.name)]
    assert way.name == "add 5 drives to each RAIDZ vdev: raidz2:11"
    assert any("bays is unknown" in text for text in way.warnings)


FEWER = """\
tiers:
  - name: storage
    file_system: zfs
    blocks: 1
    owned: true
    servers: {name: nas, per_block: 1, price: 90000 EUR, power: 300 W, bays: 12}
    drives: {name: disk, per_server: 6, capacity: 16 TB, price: 300 EUR, power: 9 W}
    target: {layout: 'raidz2:6'}
"""


@pytest.mark.long
def test_raidz_is_widened_between_before_blocks_are_added() -> None:
    """By one, by two or by all bays only: with servers this dear, fewer drives suffice."""
    text = POOL.partition("tiers:")[0] + FEWER
    results = evaluate(load_scenario("pool.yaml", text), load_catalog())
    growth = found(results, 3.1 * results["site", "usable_capacity"])
    pattern = re.compile(
        r"add (\d+) drives [^,]+, then add one block of the same parts, as \S+ tier"
    )
    widths = {int(one[1]): way for way in growth.ways if (one := pattern.fullmatch(way.name))}
    (by,) = {*widths} - {2, 6}
    assert widths[by] is growth.best
    _, changes = drives_added(results, "storage", by - 1)
    fewer = grow(results.edited(changes), growth.goal)
    assert any(way.name.startswith("add 2 blocks of the same") for way in fewer.ways)


def test_the_lead_time_of_an_order_is_named(growth: Growth) -> None:
    assert growth.best is not None
    assert growth.best.lead_of == "disks: over 100 weeks for nearline disks, 2025-11"
    assert "(lead time 1.916 years, disks: over 100 weeks" in sentence(growth, "EUR")
    row = ways_table(growth.ways).rows[0]
    assert row.entries[-1] == "1.916 years, disks"


@pytest.mark.long
def test_ways_of_unknown_cost_stand_in_no_order_of_it(cheapest_to_run: Growth) -> None:
    """The first of them was the one of whose cost the least is known."""
    growth = cheapest_to_run
    text = unranked(growth.ways, growth.goal.objective)
    without = sum(way.cost_of_years is None for way in growth.ways)
    assert text.startswith(f"ways {len(growth.ways) - without + 1} to {len(growth.ways)} have un")
    one = [replace(way, cost_at_order=None) for way in growth.ways[:1]]
    assert unranked(one, "capital_cost") == ""
    assert unranked(growth.ways[:0], "capital_cost") == ""
    lengths = [len(way.steps) for way in growth.ways if way.in_time and way.cost_of_years is None]
    assert lengths == sorted(lengths)


def test_ways_of_unknown_cost_are_counted(results: Results, growth: Growth) -> None:
    unknown = sum(way.cost_at_order is None for way in growth.ways)
    told = f"the cost of {unknown} other way{'s' * (unknown != 1)} is unknown"
    assert (told in sentence(growth, "EUR")) is (unknown > 0)
    ways = [replace(way, cost_at_order=None) for way in growth.ways[1:]]
    few = replace(growth, ways=(growth.ways[0], *ways))
    assert f"(the cost of {len(ways)} other ways is unknown)" in sentence(few, "EUR")


def test_owned_parts_are_not_bought_again(growth: Growth) -> None:
    block = next(way for way in growth.ways if " of the same parts" in way.steps[0])
    assert block.cost == pytest.approx(3 * 61_600)


def test_prices_of_the_day_of_the_order_rank(results: Results, growth: Growth) -> None:
    assert all(way.cost_at_order == way.cost for way in growth.ways)  # ordered in the shortage
    later = goal_of(results, {"usable_capacity": 1.3 * PB}, datetime.date(2031, 1, 1))
    growth = grow(results, later)
    block = next(way for way in growth.ways if way.steps[0].startswith("add one block of the"))
    bought = block.results
    costs = {"disk": 0.0, "server": 0.0}
    for line in bought.plan.lines:
        if line.role in ("drives", "hot spares", "servers"):
            kind = "server" if line.role == "servers" else "disk"
            costs[kind] += bought[line.path, "line_cost"] or 0.0
    relief = bought["site", "price_relief_time"] / 86400
    assert block.order_by
    years = ((block.order_by - datetime.date(2026, 11, 1)).days - relief) / 365.25
    levels = {kind: (1 - bought["site", f"{kind}_price_decline"]) ** years for kind in costs}
    assert 0.6 < levels["disk"] < 0.95 < levels["server"] < 1
    saved = sum(cost * (1 - levels[kind]) for kind, cost in costs.items())
    assert block.cost_at_order == pytest.approx(block.cost - saved)
    assert "at the prices expected then (" in sentence(growth, "EUR")
    known = [way.cost_at_order for way in growth.ways if way.cost_at_order is not None]
    assert known == sorted(known)


def test_what_isnt_there_in_time_is_none() -> None:
    early = datetime.date(2027, 1, 1)
    growth = grow(planned(), goal_of(planned(), {"usable_capacity": 1.3 * PB}, early))
    assert growth.best is None
    assert growth.ways
    assert not any(way.in_time for way in growth.ways)
    assert "the earliest is complete on" in sentence(growth, "EUR")


TODAY = datetime.date(2026, 11, 27)
UNDATED = """
schema: ostimate.scenario/1
name: installed
economics:
  lead_times: [{parts: disks, time: 400 d}]
tiers:
- name: old
  owned: true
  blocks: 1
  servers: {name: server, per_block: 1}
  drives: {part: seagate-exos-x18-18tb, per_server: 13}
  target: {layout: "2 x raidz2:6 + spare"}
"""


@pytest.mark.long
@pytest.mark.parametrize("date", ["", "date: 2025-01-01"])
def test_orders_before_today_are_late_where_the_plan_has_no_date(date: str) -> None:
    before = planned(UNDATED.replace("name: installed", f"name: installed\n{date}"))
    goal = goal_of(before, {"usable_capacity": 200e12}, datetime.date(2027, 6, 1))
    growth = grow(before, goal, today=TODAY)
    late = [way for way in growth.ways if way.order_by is not None]
    assert late
    assert all(way.order_by < TODAY for way in late)
    assert all(way.in_time == bool(date) for way in late)
    if not date:
        view = ways_table(late)
        (cell,) = {row.entries[6] for row in view.rows}
        assert cell == "late: complete on 2028-01-01"


def test_without_a_figure_it_is_what_the_demand_requires() -> None:
    goal = goal_of(planned(), {}, BY)
    assert goal.figures["usable_capacity"] == pytest.approx((900 + 300) * 1e12 / 0.8)


def test_nothing_to_do() -> None:
    growth = found(planned(), 1 * PB)
    assert growth.ways == ()
    assert "already has" in sentence(growth, "EUR")


def test_costs_of_all_years_may_decide(cheapest_to_run: Growth) -> None:
    costs = [way.cost_of_years for way in cheapest_to_run.ways if way.cost_of_years is not None]
    assert costs == sorted(costs)


@pytest.mark.long
def test_bandwidth_is_a_goal_too(results: Results) -> None:
    needed = 2 * results["site/tiers:project", "write_bandwidth"]
    growth = grow(results, goal_of(results, {"write_bandwidth": needed}, BY))
    assert growth.best
    assert growth.best.figures["write_bandwidth"] >= needed
    both = {"usable_capacity": 2.5 * PB, "write_bandwidth": needed / 2}  # which it has already
    ways = grow(results, goal_of(results, both, BY)).ways
    assert ways
    assert all(way.figures[name] >= least for way in ways for name, least in both.items())


@pytest.mark.long
def test_a_requirement_that_is_met_stays_met() -> None:
    text = TEXT.replace("price: 400 EUR}", "price: 400 EUR, power: 9 W}")
    growth = found(
        planned(text.replace("existing:", "requirements: {power: 6 kW}\nexisting:")), 2.5 * PB
    )
    assert any("requirement no longer met" in why for why, _ in growth.excluded)
    for way in growth.ways:
        assert all(check.met is not False for check in way.results.checks if check.name == "power")


def test_its_order_is_a_phase(results: Results, growth: Growth) -> None:
    dated = with_order(growth, growth.best, results)
    (phase,) = dated.plan.scenario.economics.phases
    assert dated.plan.scenario.economics.order_date == growth.best.order_by
    assert phase.share.value == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"tier": "none"}, "no tier is called 'none': write project"),
        ({"objective": "racks"}, "write 'least capital_cost' or"),
        ({"usable": 0.0}, "what is needed must be above 0"),
        ({"usable": -PB}, "what is needed must be above 0"),
    ],
)
def test_wrong_goals(results: Results, more, message) -> None:
    with pytest.raises(InputError) as error:
        found(results, **{"usable": 1, **more})
    assert message in str(error.value)


@pytest.mark.long
def test_the_command(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(yaml_of(planned().plan.scenario))
    at = ["search", str(file), "--need", "1.5 PB", "--by", "2028-12-01"]
    assert main([*at, "--out", str(tmp_path / "ways"), "--top", "2"]) == 0
    told = capsys.readouterr().out
    assert "cheapest way to reach 1.5 PB of usable capacity by 2028-12-01" in told
    assert re.search(r"Not listed: \d+ more ways? \(raise --top\)\.", told)
    assert (tmp_path / "ways/best.yaml").exists()
    assert len(list((tmp_path / "ways").iterdir())) == 3
    assert main([*at, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "ostimate.growth/1"
    assert document["ways"][document["best"]]["added_cost"] > 0
    for wrong in (["--need", "much"], ["--need", "write 3 PB"], ["--need", "1 PB", "--mix"]):
        assert main(["search", str(file), *wrong]) == 2


def test_data_on_all_servers_grow_by_newer_blocks_too() -> None:
    """Twelve of them hold a code of their own; more than that are counted one by one."""
    before = planned(CEPH)
    usable = before["site", "usable_capacity"]
    goal = goal_of(before, {"usable_capacity": 2.3 * usable}, datetime.date(2030, 6, 1))
    names = [one.name for one in grow(before, goal).ways]
    (way,) = [one for one in names if one.startswith("add 13 blocks with")]
    assert way.endswith("as another tier")


WHOLE = """
schema: ostimate.scenario/1
name: installed
tiers:
  - {name: old, owned: true, given: {capacity: 369 TB}}
  - {name: meta, holds: metadata, owned: true, given: {capacity: 2 TB}}
"""


def test_a_tier_entered_as_a_whole_is_added_as_often_as_needed() -> None:
    growth = found(planned(WHOLE), 1 * PB)
    (way,) = growth.ways
    assert way.name == "add another tier with the same figures (x 2)"
    assert way.figures["usable_capacity"] == pytest.approx(3 * 369e12)
    assert sentence(growth, "EUR").startswith(
        "1 way to reach 1 PB of usable capacity by 2028-12-01, but its"
    )
    again = load_scenario("again.yaml", yaml_of(way.results.plan.scenario))
    assert [tier.name for tier in again.tiers] == ["old", "old 2", "old 3", "meta"]
    assert [tier.is_owned for tier in again.tiers] == [True, False, False, True]


def test_what_would_be_needed_too_often_is_said() -> None:
    growth = found(planned(WHOLE), 369e12 * 101)
    assert growth.ways == ()
    assert ("one step would be needed 100 times; at most 32 are tried", 1) in growth.excluded


@pytest.mark.parametrize(
    ("date", "day", "remark"),
    [
        ("", "2020-01-01", "! --by: 2020-01-01 is in the past: check it"),
        ("date: 2026-11-01", "2026-10-31", "is before the plan's date, 2026-11-01: check it"),
        ("date: 2026-11-01", "2026-11-01", ""),
    ],
)
def test_days_in_the_past_are_remarked(tmp_path, capsys, monkeypatch, date, day, remark) -> None:
    monkeypatch.setenv("OSTIMATE_TODAY", "2026-11-27")
    file = tmp_path / "mine.yaml"
    file.write_text(WHOLE.replace("name: installed", f"name: installed\n{date}"))
    assert main(["search", str(file), "--need", "1 PB", "--by", day]) == 0
    told = capsys.readouterr().err
    assert remark in told
    assert bool(told) == bool(remark)
