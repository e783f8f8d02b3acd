"""Levers: a plan with other prices, rates and dates, as edits that anybody could enter."""

import pytest

from model import evaluate, load_scenario
from model.answers.levers import Levers, edits, later_text, price_level, tried
from model.answers.verdict import as_expected
from model.planning.loading import edited
from model.planning.price_paths import NAMES

TEMPLATES = "project-space", "flash-scratch", "ai-training-store"
COST, YEARS = ("site", "capital_cost"), ("site", "total_cost_of_ownership")


def planned(name, **changes):
    scenario = load_scenario(f"scenarios/templates/{name}.yaml")
    return evaluate(edited(scenario, changes) if changes else scenario)


@pytest.fixture(scope="module")
def results():
    return {name: planned(name) for name in TEMPLATES}


def test_without_a_lever_the_plan_is_itself(results):
    for one in results.values():
        assert edits(one, Levers()) == {}
        assert tried(one, Levers()) is one


def test_all_prices_and_their_ranges_move_together(results):
    """Rounding to cents is all that differs, also where servers include what is in them."""
    for one in results.values():
        dearer = tried(one, Levers(prices=0.2))
        for name in ("capital_cost", "low_capital_cost", "high_capital_cost"):
            assert dearer["site", name] == pytest.approx(1.2 * one["site", name], rel=1e-5), name
        assert dearer["site", "usable_capacity"] == one["site", "usable_capacity"]
        assert not [text for text in dearer.warnings if "both count" in text]
        assert not [text for text in dearer.warnings if "whether it includes" in text]


def test_flash_moves_drives_with_flash_alone(results):
    for one in results.values():
        flash = sum(
            one[line.path, "line_cost"]
            for line in one.plan.lines
            if line.part and one.plan.catalog.part(line.part).kind == "ssd"
        )
        dearer = tried(one, Levers(flash=0.5))
        more = dearer["site", "equipment_cost"] - one["site", "equipment_cost"]
        assert flash > 0
        assert more == pytest.approx(0.5 * flash, rel=1e-4)


def test_a_rate_moves_what_is_paid_in_that_currency(results):
    one = results["flash-scratch"]
    dearer = tried(one, Levers(exchange=0.1))
    rate = dearer.plan.scenario.economics.exchange["USD"]
    assert (rate.rate, rate.status) == (pytest.approx(0.957), "assumed")
    assert one[COST] < dearer[COST] < 1.1 * one[COST]


def test_energy_costs_more_over_the_years_and_nothing_at_the_purchase(results):
    one = results["flash-scratch"]
    dearer = tried(one, Levers(energy=0.3))
    assert dearer[COST] == one[COST]
    assert dearer[YEARS] > one[YEARS]
    stated = dearer.plan.scenario.economics.energy_price
    assert stated.because == "energy +30.0 %, on 0.1902 EUR/kWh"


@pytest.mark.parametrize(
    ("convention", "level"), [("price falls", 0.75**0.5), ("capacity grows", 1.25**-0.5)]
)
def test_a_later_order_follows_the_decline_of_the_plan(convention, level):
    """Equipment alone: a year's decline of 25 %, half a year later."""
    convention = {"economics.price_convention": convention}
    one = planned("project-space", **{"economics.price_decline": "25 %"}, **convention)
    later = tried(one, Levers(months=6))
    assert price_level(one, 6) == pytest.approx(level)
    services = "site/services"
    for line in one.plan.lines:
        factor = 1.0 if line.path.startswith(services) else level
        expected = factor * one[line.path, "unit_price"]
        assert later[line.path, "unit_price"] == pytest.approx(expected, abs=0.006), line.path
    decline = "grows by 25 %" if "grows" in str(convention) else "fall by 25 %"
    assert decline in later_text(one)


def test_a_later_order_follows_the_price_path_of_each_kind():
    """No relief for 13.3 months; disks then fall by a year's 10.6 %, networks have no path."""
    one = planned("project-space")
    months, wait = 36, one["site", "price_relief_time"] / (365.25 * 86400)
    later = tried(one, Levers(months=months))
    kinds = {"hdd": "disk", "ssd": "flash", "memory": "memory"}
    kinds |= {"server": "server", "cpu": "server"}
    seen = set()
    for line in one.plan.lines:
        word = kinds.get(one.plan.catalog.part(line.part).kind) if line.part else None
        decline = one["site", f"{word}_price_decline"] if word else 0.0
        level = (1 - decline) ** (3 - wait)
        expected = level * one[line.path, "unit_price"]
        assert later[line.path, "unit_price"] == pytest.approx(expected, abs=0.006), line.path
        seen.add(word)
    assert seen == {"disk", "flash", "memory", "server", None}
    assert later[COST] < one[COST]
    within = edits(one, Levers(months=12))
    assert list(within)[-1] == "economics.price_paths.relief"
    assert all(price["between"] for price in list(within.values())[:-1]), "a range is all they get"
    text = later_text(one).replace("\N{MINUS SIGN}", "-")
    assert "unchanged until December 2027, then per year: disks -10.6 %, flash -24.7 %" in text
    assert "servers -1.3 %" in text
    assert "Networks and racks have no price path" in text


PRICE = {"value": "900 EUR", "because": "quoted by telephone"}
SSD, CPU = "toshiba-px05svb192y", "amd-epyc-9124"
UNEQUAL = {"tiers.0.target.layout": "raidz2:6 + raidz2:6 of 1.92 TB", "tiers.0.spares": None}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"tiers.0.in_servers": [{"part": SSD, "per_server": 2, "price": PRICE}]},
        {"common": [{"part": SSD, "count": 2, "price": PRICE}]},
        {"common": [{"part": CPU, "count": 2, "price": PRICE}]},
        {
            "tiers.0.in_servers": [{"part": CPU, "per_server": 1, "price": PRICE}],
            "common": [
                {"part": SSD, "count": 2, "price": PRICE},
                {"part": SSD, "count": 1, "price": PRICE, "option": True},
                {"name": "SSDs on the shelf", "count": 2, "price": PRICE},
            ],
        },
        {**UNEQUAL, "tiers.0.further_drives": {"part": SSD, "price": PRICE}},
        {**UNEQUAL, "tiers.0.further_drives": {"name": "small", "price": PRICE}},
    ],
    ids=[
        *("none", "in servers", "common", "processors in common", "both"),
        *("further flash", "further drives of no part"),
    ],
)
def test_a_later_order_costs_what_the_table_of_later_orders_says(changes):
    """Also where drives and processors are among other items: a kind has one path."""
    one = planned("lab-nas", **changes)
    later = tried(one, Levers(months=24))
    known = ("site", "known_capital_cost")
    assert later[known] / one[known] == pytest.approx(one["site", "later_order_level"], rel=1e-4)


def test_the_range_of_later_prices_is_part_of_the_plan():
    """Firm prices vary between the ends of their paths; ranges of their own add to these."""
    firm = {
        f"tiers.0.{piece}.price": {"value": f"{price} EUR", "because": "a quote"}
        for piece, price in {"drives": 300, "servers": 3000}.items()
    }
    one = planned("lab-nas", **firm)
    later = edits(one, Levers(months=24))
    for piece, word in (("drives", "disk"), ("servers", "server")):
        price = later[f"tiers.0.{piece}.price"]
        ends = [
            float(end.split()[0]) / float(price["value"].split()[0]) for end in price["between"]
        ]
        levels = [one["site", f"{end}_{word}_level"] for end in ("cheap", "later", "dear")]
        assert ends == pytest.approx([levels[0] / levels[1], levels[2] / levels[1]], abs=2e-4), word
    ranged = {"value": "1000 EUR", "between": ["700 EUR", "1500 EUR"], "status": "assumed"}
    ranged |= {"because": "a list price"}
    ranged = planned("lab-nas", **{"tiers.0.servers.price": ranged})
    low, high = (float(end.split()[0]) for end in edits(ranged, Levers(months=24))[
        "tiers.0.servers.price"]["between"])  # fmt: skip
    assert low < 700 * ranged["site", "later_server_level"] < 700 < 1500 < high
    assert (
        "between"
        not in edits(
            planned("lab-nas", **firm, **{"economics.price_decline": "25 %"}), Levers(months=24)
        )["tiers.0.drives.price"]
    ), "a decline of the plan has no range"


def test_the_range_of_a_later_purchase_is_wider():
    quoted = {"value": "400 EUR", "because": "a quote"}
    one = planned("lab-nas", **{"tiers.0.drives.price": quoted})
    later = tried(one, Levers(months=12))
    assert later[COST] == one[COST], "the shortage lasts"
    for name, sign in (("low_capital_cost", -1), ("high_capital_cost", 1)):
        assert sign * (later["site", name] - one["site", name]) > 100


@pytest.mark.parametrize("months", [1, 12, 24])
def test_purchases_of_growth_follow_the_price_paths_from_a_later_order_on(months):
    """What is bought in a year after a later order costs what the path gives for that day."""
    grown = {"name": "users", "volume": "14 PB", "added": "5 PB/year"}
    one = planned("project-space", **{"tiers.0.demand": {"groups": [grown]}})
    later = tried(one, Levers(months=months))
    tier, year = "site/tiers:project", 31_557_600.0
    wait = one["site", "price_relief_time"] / year
    shares = {of: one[tier, f"{of}_cost_share"] for of in NAMES.values()}

    def level(years):
        after = max(years - wait, 0.0)
        kinds = (part * (1 - one["site", f"{of}_price_decline"]) ** after
                 for of, part in shares.items())  # fmt: skip
        return sum(kinds) + 1 - sum(shares.values())

    for n in range(6):
        seen = later[f"{tier}/years:year {n}", "price_level"]
        assert seen == pytest.approx(level(months / 12 + n) / level(months / 12), rel=2e-3), n
    assert later["site", "later_capital_cost"] < one["site", "later_capital_cost"]


@pytest.mark.parametrize(
    ("levers", "economics", "factor"),
    [
        (Levers(prices=0.2), {}, 1.2),
        (Levers(months=6), {}, 1.0),
        (Levers(prices=0.1, months=12), {"economics.price_decline": "25 %"}, 1.1 * 0.75),
    ],
)
def test_further_blocks_of_an_owned_tier_move_with_all_prices(levers, economics, factor):
    """Their price is stated for the tier, not for a line."""
    owned = {
        "date": "2026-11-22",
        "tiers.0.owned": True,
        "tiers.0.installed": {"block_price": "200000 EUR"},
        "tiers.0.demand": {"groups": [{"name": "a", "volume": "14 PB", "added": "5 PB/year"}]},
    }
    one = planned("project-space", **owned, **economics)
    moved = tried(one, levers)
    tier = "site/tiers:project"
    assert moved[tier, "block_cost"] == pytest.approx(factor * one[tier, "block_cost"])
    assert one[f"{tier}/years:year 2", "blocks_bought"] > 0
    before, after = (each[f"{tier}/years:year 2", "expansion_cost"] for each in (one, moved))
    assert after == pytest.approx(factor * before)


def test_a_later_order_that_is_applied_keeps_what_is_left_of_the_shortage():
    one = planned("project-space")
    found = edits(one, Levers(months=6))
    applied = evaluate(edited(one.plan.scenario, found))
    left = one["site", "price_relief_time"] - 0.5 * 31_557_600.0
    assert applied["site", "price_relief_time"] == pytest.approx(left, rel=1e-5)
    assert "unchanged for 221.4 days, then" in later_text(applied)


def test_own_price_paths_count_and_plans_of_earlier_years_have_none():
    own = {"economics.price_paths": {"disks": "20 %", "relief": "0 months"}}
    one = planned("project-space", **own)
    assert price_level(one, 12, "disks") == pytest.approx(0.8)
    assert "disks" in later_text(one)
    early = planned("project-space", **{"economics.price_date": "2023-06-01"})
    assert price_level(early, 6, "disks") is None
    assert later_text(early) == ""


@pytest.mark.parametrize(
    ("order", "later"),
    [("2027-08-31", "2028-02-29"), ("2027-12-31", "2028-06-30"), ("2028-02-29", "2028-08-29")],
)
def test_a_later_order_is_later(order, later):
    milestone = {"name": "order", "share": 1, "after": "0 months"}
    paid = {"economics.order_date": order, "economics.payments": {"milestones": [milestone]}}
    one = planned("project-space", **paid)
    assert str(tried(one, Levers(months=6)).plan.scenario.economics.order_date) == later


def test_a_lever_that_is_too_much_turns_the_budget(results):
    one = results["project-space"]
    met = {check.name: check.met for check in one.checks}
    assert met["budget"]
    dearer = tried(one, Levers(prices=1.0))
    assert {check.name: check.met for check in dearer.checks} == met | {"budget": False}
    assert as_expected(dearer).startswith("5 of 6 at expected values")


def test_what_is_changed_is_said():
    assert Levers().text == ""
    levers = Levers(prices=0.2, flash=-0.1, exchange=0.05, energy=0.5, months=1)
    assert levers.text.replace("\N{MINUS SIGN}", "-") == (
        "all prices +20.0 %, flash -10.0 %, foreign currencies +5.0 %, energy +50.0 %, "
        "ordered 1 month later"
    )
