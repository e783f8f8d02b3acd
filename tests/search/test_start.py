"""Where a plan begins: designs that do what is wished for, or what stands in the way."""

import math
import re
import time
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import evaluate, load_scenario
from model.answers.levers import Levers, tried
from model.answers.output import plan_json
from model.design.scenario import edited
from model.errors import InputError
from model.search.families import FIGURES, MINIMAL, Room, exchange_rates, family, names
from model.search.search import search
from model.search.start import (
    CHEAPEST,
    FASTEST,
    FEWEST,
    FOR_BUDGET,
    begin,
    description,
    uncertain_limit_text,
)
from model.search.wishes import BOXES, CURRENCY, TRAINING, Wishes, read, understood
from model.units.figures import grouped, parse, parse_money

TASK = Wishes(20e15, 200e9, budget=8e6, racks=2, rack_power=40e3, years=5)
ZFS = ("project-space",)
GROSS = "gross_capital_cost"
COMPARED = [name for name in FIGURES if name != "design_fits"]


@cache  # several tests look at the same cards, and nobody changes them
def begun(wishes, kinds=()):
    *_, last = begin(wishes, kinds)
    return last


@pytest.mark.long
def test_a_card_is_planned_as_it_was_compared():
    """The columns are the plan's own figures, with requirements, room and term in place."""
    for wishes in (TASK, Wishes(3e15, 30e9, rack_power=17e3, years=7)):
        for card in begun(wishes).cards:
            for name in COMPARED:
                planned = card.results["site", name]
                assert planned == pytest.approx(card.row.figure(name), rel=1e-9), name
            met = [check.met for check in card.results.checks]
            assert met
            assert all(met) == card.meets


MOVED = [
    Levers(prices=-0.3),
    Levers(flash=2.0, exchange=0.25),
    Levers(months=18),
    Levers(flash=-0.6),
]


@pytest.mark.long
@pytest.mark.parametrize("levers", MOVED, ids=lambda one: one.text)
def test_designs_are_compared_at_the_prices_of_levers(levers):
    """The column of costs is what each plan costs with the levers; everything else stays."""
    wishes = Wishes(60e12, years=6)
    *_, found = begin(wishes, levers=levers)
    today = begun(wishes)
    assert {card.row.family.key for card in found.cards} == set(names())
    for card in found.cards:
        planned = tried(card.results, levers)["site", GROSS]
        has_moved = planned != card.results["site", GROSS]
        assert has_moved or not levers.prices + levers.months + levers.exchange
        assert card.row.figure(GROSS) == pytest.approx(planned, rel=1e-3)  # prices in whole cents
    assert found.designs == today.designs


@pytest.mark.long
def test_levers_choose_other_designs():
    """Cheap flash is cheaper than disks; what falls out of a budget is not chosen."""
    wishes = Wishes(2e15, 20e9, budget=2e6)
    assert begun(wishes).cards[0].row.family.key == "project-space"
    *_, cheap = begin(wishes, levers=Levers(flash=-0.8))
    assert cheap.cards[0].row.family.key == "ai-training-store"
    *_, dear = begin(wishes, levers=Levers(flash=1.5))
    assert "flash-scratch" not in {card.row.family.key for card in dear.cards}
    *_, none = begin(wishes, levers=Levers(prices=9.0))
    assert not none.is_possible


@pytest.mark.long
def test_the_cheapest_is_what_the_search_proves():
    wishes = Wishes(6e15, 40e9, racks=3)
    card = begun(wishes, ZFS).cards[0]
    assert CHEAPEST in card.why
    asked = {"requirements": wishes.requirements}
    found = search(edited(family(ZFS[0]).scenario, asked))
    assert found.proven
    assert found.figure == pytest.approx(card.results["site", "capital_cost"], rel=1e-12)


def begun_until(most):
    """Begin with the task, and stop after so many looks whether to go on; count them."""
    times = [time.thread_time()]
    *_, last = begin(
        TASK, progress=lambda *_: times.append(time.thread_time()) or len(times) <= most + 1
    )
    assert max(after - before for before, after in pairwise(times)) < 0.5
    return last, len(times) - 1


@pytest.mark.long
def test_it_is_stopped_anywhere_and_says_what_it_left_out():
    """Inside a family, too, and within half a second; asked again, it finds as much as ever.

    No look whether to go on is far from the next one, where nothing is known yet.
    """
    whole = begun(TASK)
    for known in (family(name) for name in names()):
        known.tables.clear()
        known.__dict__.pop("choosing", None)
    for n in (0, 1, 40, 60):
        last, looks = begun_until(n)
        assert looks == n + 1
        assert last.left_out == tuple(family(name).name for name in names())[-len(last.left_out) :]
        assert last.left_out
    again, _ = begun_until(math.inf)
    assert not again.left_out
    assert [card.row.picks for card in again.cards] == [card.row.picks for card in whole.cards]


def test_the_best_are_what_they_are_called():
    cards = begun(TASK).cards
    best = {why: card for card in cards for why in card.why}
    assert {CHEAPEST, FEWEST, FASTEST + FOR_BUDGET} <= best.keys()
    without = begun(Wishes(20e15)).cards
    assert FASTEST in {why for card in without for why in card.why}
    for name, why, way in (
        ("gross_capital_cost", CHEAPEST, 1),
        ("racks", FEWEST, 1),
        ("write_bandwidth", FASTEST + FOR_BUDGET, -1),
    ):
        assert all(way * best[why].row.figure(name) <= way * c.row.figure(name) for c in cards)


def test_what_two_racks_of_zfs_cant_do_is_said_and_what_would_do():
    found = begun(TASK, ZFS)
    assert not found.is_possible
    lines = [str(one) for one in found.obstacles]
    assert "Racks: at least 5 racks needed, the limit is 2 racks" in lines
    assert any(line.startswith("Write bandwidth: at most") for line in lines)
    assert re.fullmatch(
        r"Of the compared designs, in 2 racks of 40 kW the largest holds [\d.]+ PB and the "
        r"fastest writes [\d.]+ GB/s; for 8 M EUR the largest holds .*\.",
        found.compared,
    )
    assert found.compared in description(found, found.cards[0])
    assert not any(card.meets for card in found.cards)
    assert "None of" in description(found, found.cards[0])[0]
    enough = begun(Wishes(20e15, 200e9, budget=8e6, racks=5, rack_power=40e3), ZFS)
    assert enough.is_possible
    assert not begun(Wishes(20e15, 200e9, budget=8e6, racks=4, rack_power=40e3), ZFS).is_possible


def test_a_bandwidth_that_is_missed_by_a_guess_says_so():
    found = begun(Wishes(20e15, 900e9, budget=8e6, racks=2, rack_power=40e3), ZFS)
    (line,) = (
        x for x in description(found, found.cards[0]) if x.startswith("Write bandwidth is limited")
    )
    by = r"CPU and memory: 6\.2 GB/s per server, assumed"
    assert re.fullmatch(rf"Write bandwidth is limited by {by}; the plan may state another\.", line)
    flash = load_scenario("scenarios/templates/flash-scratch.yaml")
    change = {"requirements.write_bandwidth": "900 GB/s"}
    assert uncertain_limit_text(evaluate(edited(flash, change))) == ""
    change["tiers.0.policy.deliveries.cpu_memory"] = 1.0
    by = r"CPU and memory: 19\.7 GB/s per server, measured on Iopsstor.*to this server"
    text = uncertain_limit_text(evaluate(edited(flash, change)))
    assert re.fullmatch(f"Write bandwidth is limited by {by}", text)


def test_no_guess_is_blamed_where_the_bandwidth_is_met_or_its_limit_is_known():
    """Racks are missed alone; then, drives limit that a server of 100 GB/s could serve."""
    missed = begun(Wishes(1e18, racks=2), ZFS)
    assert not missed.is_possible
    assert not any("is limited by" in line for line in description(missed, missed.cards[0]))
    plan = begun(TASK, ZFS).cards[0].results
    assert uncertain_limit_text(plan)
    rates = {f"tiers.0.processing.{way}_rate": "100 GB/s" for way in ("read", "write")}
    known = plan.edited(rates)
    assert not all(check.met for check in known.checks if check.name == "write_bandwidth")
    assert not uncertain_limit_text(known)


def test_a_room_is_named_by_what_is_asked_of_it_and_may_hold_none_of_the_designs():
    def compared(**room):
        return begun(Wishes(1e20, **room), ZFS).compared

    assert "designs, in 2 racks the largest holds" in compared(racks=2)
    assert "designs, in racks of 40 kW the largest holds" in compared(rack_power=40e3)
    assert "designs, none is possible for 1000 EUR." in compared(budget=1e3)
    assert compared() == ""


@pytest.mark.long
def test_designs_that_no_rack_of_that_power_takes_are_counted_and_what_they_need_is_said():
    """What is said to be needed is the least that does: a watt less rules out as many as before."""
    everything = begun(Wishes(1e15)).designs
    nothing = begun(Wishes(1e15, rack_power=1.0))
    assert (nothing.designs, nothing.cards, nothing.is_possible) == (0, (), False)
    assert f"Each of {everything} has a device that draws more" in nothing.too_weak
    known = 0
    for _ in range(10):
        found = begun(Wishes(1e15, rack_power=float(known or 1)))
        if not found.too_weak:
            break
        least = parse(found.too_weak.rpartition("at least ")[2], "watt")
        before, after = (begun(Wishes(1e15, rack_power=x)) for x in (least - 1, least))
        assert before.designs == found.designs < after.designs
        if found.designs:
            assert found.too_weak.startswith(f"{everything - found.designs} further designs")
            assert description(found, found.cards[0])[0] == found.too_weak
        known = least
    assert found.designs == everything
    assert not begun(Wishes(1e15, rack_power=15e3)).too_weak


def test_wishes_beyond_all_designs_still_bring_the_nearest():
    found = begun(Wishes(1e20, 1e15, budget=1e3, racks=1))
    assert [card.why for card in found.cards] == [("nearest",)]
    assert len(found.obstacles) == 3


@settings(max_examples=25, deadline=None)
@given(
    st.floats(1e14, 6e16), st.floats(1e9, 4e11), st.integers(1, 8), st.floats(2e5, 1e7), st.data()
)
def test_more_costs_no_less_and_an_obstacle_says_what_would_do(capacity, write, racks, money, data):
    """What is left out as an obstacle, set to what it says, stands no longer in the way."""
    found = begun(Wishes(capacity, write, budget=money, racks=racks))
    if found.is_possible:
        less = begun(Wishes(capacity / 2, write, budget=money, racks=racks))
        one, other = (x.cards[0].row.figure("gross_capital_cost") for x in (less, found))
        assert one <= other
        return
    for obstacle, card in zip(found.obstacles, found.cards, strict=False):
        if card.why == ("nearest",):
            return
        figure = obstacle.reached
        boxes = {"usable_capacity": "capacity", "gross_capital_cost": "budget"}
        box = boxes.get(obstacle.asked.figure, obstacle.asked.figure)
        wishes = {"capacity": capacity, "write_bandwidth": write, "budget": money, "racks": racks}
        assert begun(Wishes(**{**wishes, box: figure})).is_possible


@pytest.mark.parametrize("machine", [{"memory": 1e15}, {"nodes": 4000, "node_memory": 2.5e11}])
def test_a_machine_that_checkpoints_asks_for_its_bandwidth(machine):
    """1 PB, of which 80 % are dumped in 30 minutes: 444 GB/s; before any plan, and in it."""
    asks = "required_checkpoint_bandwidth"
    wishes = Wishes(dump_time=1800.0, **machine)
    assert wishes.checkpoint[asks].value == pytest.approx(0.8e15 / 1800)
    found = begun(wishes)
    results = found.cards[0].results
    assert results["site", asks] == wishes.checkpoint[asks].value
    assert all(card.row.figure("write_bandwidth") >= 0.8e15 / 1800 for card in found.cards)
    assert {check.name: check.met for check in results.checks} == {"checkpoint_bandwidth": True}


def test_of_two_bandwidths_the_harder_is_looked_for_and_both_are_required():
    """1 PB dumped in 30 minutes asks for 444 GB/s; neither hides that the other is in the way."""
    harder = begun(Wishes(memory=1e15, dump_time=1800.0, write_bandwidth=1e9, budget=1e6))
    easier = begun(Wishes(memory=1e15, dump_time=1800.0, budget=1e6))
    assert not easier.is_possible
    assert [str(one) for one in harder.obstacles] == [str(one) for one in easier.obstacles]
    (said,) = (str(one) for one in harder.obstacles if one.asked.figure == "write_bandwidth")
    assert "444.4 GB/s required" in said
    checks = {check.name for check in harder.cards[0].results.checks}
    assert checks == {"write_bandwidth", "checkpoint_bandwidth", "budget"}


def test_dumps_that_have_the_bandwidth_require_it_once():
    """1 PB, of which 80 % are dumped at 200 GB/s: 4,000 s; the interval waits for interrupts."""
    wishes = read({"memory": "1 PB", "write_bandwidth": "200 GB/s"})
    assert wishes.checkpoint["dump_time"].value == pytest.approx(4000)
    card = begun(wishes).cards[0]
    assert card.results["site", "dump_time"] == wishes.checkpoint["dump_time"].value
    assert [check.name for check in card.results.checks] == ["checkpoint_bandwidth"]
    assert card.row.figure("write_bandwidth") >= 200e9


def test_a_design_is_a_scenario_with_the_comments_of_its_template():
    card = begun(TASK).cards[0]
    scenario = load_scenario("begun.yaml", card.text)
    assert scenario.data == card.results.plan.scenario.data
    assert "# with one port of 400 Gb/s, by its data sheet" in card.text
    assert not scenario.choices
    assert scenario.requirements.racks.value == 2
    assert scenario.economics.years == 5
    assert "chosen from the designs" in card.text


def test_no_text_of_a_begun_plan_holds_a_figure_that_its_edits_change():
    """A design that was shown as 'with 5 racks' was called so when two were left of it."""
    nearest = begun(Wishes(20e15, 200e9, racks=2), ZFS).cards
    assert any("with" in card.best_in for card in nearest)
    for card in (*nearest, *begun(TASK).cards):
        scenario = card.results.plan.scenario
        assert scenario.title == ""
        assert card.best_in not in scenario.about
        assert not re.search(r"\d", scenario.about)


def test_racks_of_more_power_get_the_pdus_that_carry_it():
    card = begun(TASK).cards[0]
    assert card.results["site", "rack_power_left"] >= 40e3
    scenario = card.results.plan.scenario
    (pdus,) = (one for one in scenario.common if one.part == "apc-ap8886")
    assert pdus.count.value == 2 * scenario.site.pdus_per_feed.value
    lines = plan_json(card.results)["bom"]
    (why,) = (line["why"] for line in lines if line["part"] == pdus.part)
    each = scenario.site.pdus_per_feed.value
    carried = "a feed alone carries the 40 kW that a rack is allowed"
    assert why.endswith(f"; 2 feeds x {each} PDUs of 17.74 kW: {carried}")


def test_support_lasts_as_long_as_the_service():
    one = family(ZFS[0])
    short, long = (one.table(Room(None, years)).figures["gross_capital_cost"] for years in (5, 10))
    assert (long > short).all()


def test_all_templates_are_families_that_count_in_one_currency():
    assert names() == ["ai-training-store", "flash-scratch", "lab-nas", "project-space"]
    for name in names():
        assert family(name).scenario.choices
        assert family(name).scenario.economics.currency == CURRENCY


def test_the_minimal_scenario_is_short_and_meets_what_it_asks():
    from model import evaluate

    assert len(MINIMAL.read_text(encoding="utf-8").splitlines()) <= 20
    assert all(check.met for check in evaluate(load_scenario(MINIMAL)).checks)


def test_boxes_are_read_with_units_and_without():
    texts = {"capacity": "20", "write_bandwidth": "200 GB/s", "budget": "4", "racks": "2"}
    found = read(
        {**texts, "rack_power": "40", "years": "", "memory": "", "dump_time": ""}, bare=True
    )
    assert found == Wishes(20e15, 200e9, budget=4e6, racks=2, rack_power=40e3)
    for name, box in BOXES.items():
        machine = {"nodes": "4,000"} if name == "node_memory" else {"node_memory": "1 TB"}
        others = {"memory": "1 PB"} if name not in ("nodes", "node_memory") else machine
        others |= {"dump_time": "15 min"}
        if name in TRAINING:
            others = {"accelerators": "1024", "parameters": "8B"}
        assert read({**others, name: box.example}) != Wishes()
    assert read({"nodes": "1 000 000", "node_memory": "1 TB", "dump_time": "1 h"}).nodes == 10**6


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("capacity", "20 000 TB", 20e15),
        ("capacity", "20'000 TB", 20e15),
        ("capacity", "20\u202f000\u202f000 GB", 20e15),
        ("write_bandwidth", "1 200 GB/s", 1.2e12),
        ("budget", "4 Mio EUR", 4e6),
        ("budget", "4,000,000 EUR", 4e6),
        ("budget", "4.000.000 EUR", 4e6),
        ("budget", "1.2 Mrd EUR", 1.2e9),
        ("budget", "400 thousand EUR", 4e5),
        ("capacity", "20.000.000 GB", 20e15),
        ("budget", "4 M€", 4e6),
        ("budget", "€4.5M", 4.5e6),
        ("budget", "4m eur", 4e6),
        ("budget", "4 million euros", 4e6),
        ("budget", "4 000 000 €", 4e6),
        ("budget", "800k€", 8e5),
    ],
)
def test_amounts_are_taken_as_people_paste_them(name, text, value):
    assert getattr(read({name: text}), name) == value
    assert getattr(read({name: text}, bare=True), name) == value
    assert read({name: understood(name, text)}) == read({name: text})


@pytest.mark.parametrize(
    ("budget", "text"),
    [(4e6, "4 M EUR"), (2.5e6, "2.5 M EUR"), (300.0, "300 EUR"), (3141592.65, "3141592.65 EUR")],
)
def test_a_budget_is_written_as_people_do_and_read_as_it_was(budget, text):
    said = Wishes(budget=budget).requirements["budget"]
    assert said == text
    assert parse_money(said) == (budget, CURRENCY)


@pytest.mark.parametrize("text", ["4 M USD", "$4M", "US$ 4,000,000", "4 million dollars", "4 M$"])
def test_a_budget_in_dollars_counts_by_the_rate_of_the_templates(text):
    rates = exchange_rates()
    found = read({"budget": text}, bare=True, rates=rates)
    assert found.budget == round(4e6 * rates["USD"].rate, 2)
    stated = found.requirements["budget"]
    assert parse_money(stated["value"]) == (found.budget, CURRENCY)
    assert f"at 1 USD = {rates['USD'].rate:g} EUR (assumed, " in stated["because"]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("capacity", "20 XB", "XB"),
        ("capacity", "20", "no unit"),
        ("capacity", "0 PB", "not an amount"),
        ("capacity", "1e-300 PB", "write one of at least 1 GB"),
        ("capacity", "20.000 TB", "write '20 TB' or '20000 TB'"),
        ("capacity", "20,000 TB", "write '20000 TB'"),
        ("capacity", "20 00 TB", "write one such as"),
        ("budget", "4,5 Mio EUR", "write '4.5 M EUR'"),
        ("budget", "4 Mio USD", "no exchange rate of USD: write EUR, as in 8 M EUR"),
        ("budget", "£4M", "no exchange rate of GBP"),
        ("rack_power", "1 TW", "write one of at most 1 MW"),
        ("budget", "1e20 EUR", f"write one of at most {grouped(1e15)} EUR"),
        ("capacity", "20 Mio TB", "'Mio' is not part of a unit; write '20 EB'"),
        ("write_bandwidth", "20 Gbit", "wanted here: bandwidth; write '20 Gbit/s'"),
        ("write_bandwidth", "20 Gb", "write '20 GB/s' or '20 Gbit/s'"),
        ("write_bandwidth", "200 GB/s read", "write '200 GB/s'"),
        ("budget", "4", "write '4 M EUR', or '4 EUR'"),
        ("budget", "4 billion EUR", "if it is 1000 million, write '4000 M EUR'"),
        ("budget", "4.5B", "write '4500 M EUR'"),
        ("budget", "1e400", "ISO code"),
        ("capacity", "-3 PB", "write"),
        ("capacity", "nan PB", "write"),
        ("capacity", "9" * 400 + " PB", "too long"),
        ("budget", "4 MUSD", "EUR"),
        ("racks", "2.5", "whole number"),
        ("racks", "٣", "whole number"),
        ("racks", "0", "whole number"),
        ("years", "21", "from 1 to 20"),
        ("memory", "1 PB", "or the write bandwidth"),
        ("nodes", "4,00", "whole number from 1 to 1000000"),
        ("parameters", "many", "no number of parameters: write one above 0, such as 405B"),
        ("efficiency", "100 %", "at most 99.9"),
        ("workload", "unet3d", "no workload of the catalog: write one of unet3d-h100, unet3d"),
    ],
)
def test_what_a_box_cant_be_is_said_with_what_to_write(name, text, what):
    with pytest.raises(InputError) as caught:
        read({name: text}, {name: "Box"})
    (problem,) = caught.value.problems
    assert what in problem.what
    assert math.isfinite(len(str(problem)))
    assert len(str(problem)) < 200


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("years", "5 years", 5),
        ("years", "1 Year", 1),
        ("racks", "2racks", 2),
        ("nodes", "4,000 nodes", 4000),
    ],
)
def test_what_is_counted_may_say_what_it_counts(name, text, number):
    assert getattr(read({name: text, "write_bandwidth": "2 GB/s"}), name) == number


def test_a_machine_that_trains_asks_for_its_bandwidth():
    """405.9B on 16,384 accelerators of 50,000 h: 95 GB/s for 90 %, as for Llama 3 (5.68 TB)."""
    texts = {"accelerators": "16,384 GPUs", "parameters": "405.9B"}
    wishes = read(texts)
    found = wishes.checkpoint
    assert found["required_checkpoint_bandwidth"].value == pytest.approx(95e9, rel=0.02)
    assert "5.68 TB. 16 384 accelerators are interrupted every 3.05 h" in spaced(wishes)
    assert "To compute 90 % of the time, checkpoints need 96.5 GB/s" in spaced(wishes)
    (card, *_) = begun(wishes).cards
    assert card.results["site", "required_checkpoint_bandwidth"] == pytest.approx(
        found["required_checkpoint_bandwidth"].value
    )
    assert (card.results["site", "write_bandwidth"] or 0) >= 95e9
    assert "checkpoint_bandwidth" in {check.name for check in card.results.checks}
    assert "training: {accelerators: 16384, parameters: 405.9B}" in card.text
    more = read({**texts, "efficiency": "95", "write_bandwidth": "10 GB/s"}, bare=True)
    assert "10 GB/s; the higher value is required" in spaced(more)
    assert more.checkpoint["required_checkpoint_bandwidth"].value == pytest.approx(400e9, rel=1e-2)


def spaced(wishes: Wishes) -> str:
    return wishes.checkpoint_text.replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_a_template_that_trains_asks_for_its_checkpoints_no_more_by_other_requests():
    (card, *_) = begun(Wishes(capacity=8e15), ("ai-training-store",)).cards
    assert {check.name for check in card.results.checks} == {"capacity"}
    assert card.results.plan.scenario.training is None


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        ({"accelerators": "1024"}, "checkpoints of a training need this too: write it, as in 70B"),
        ({"parameters": "70B"}, "checkpoints of a training need this too: write it, as in 1024"),
        (
            {"parameters": "70B", "accelerators": "8", "memory": "1 PB"},
            "either a model in training or a memory: leave one of both out",
        ),
    ],
)
def test_a_training_is_whole_and_alone(texts, what):
    with pytest.raises(InputError) as caught:
        read(texts)
    assert what in str(caught.value.problems[0])


def test_a_machine_that_is_said_twice_is_not_asked_for_more():
    with pytest.raises(InputError) as caught:
        read({"memory": "1 PB", "nodes": "4000", "write_bandwidth": "2 GB/s"})
    (problem,) = caught.value.problems
    assert "leave one of both out" in problem.what


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(InputError) as caught:
        read({"capacity": "much", "racks": "many", "years": "long"})
    assert len(caught.value.problems) == 3


def test_a_budget_in_single_units_is_not_taken_for_millions() -> None:
    """A box without a unit counts in millions: 4000000 would be four million of them."""
    assert read({"budget": "4"}, bare=True).budget == 4e6
    assert understood("budget", "4000000") == ""
    for text in ("4000000", "4,000,000"):
        with pytest.raises(InputError, match="write '4 M EUR', or '4000000 EUR'"):
            read({"budget": text}, bare=True)
