"""What a formula rewards: worth in points and in money by hand, and bids that swap others."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import assume, given, settings

from model.answers.views.view_text import text_table
from model.errors import InputError, Place
from model.reading.documents import read_document
from model.tender import reward_tables
from model.tender.methods import METHODS
from model.tender.rewards import Preview, of_evaluation, of_tender
from model.tender.scores import scores
from model.tender.tender_file import read_tender
from tests.tender.test_scores import evaluated, evaluations, scaled_by

Said = dict[str, Any]
STATED: Said = {
    "weights": {"quality": 60, "price": 40},
    "quality_max": 100,
    "reference": {"quality": 80, "price": 900_000},
    "price_low": 700_000,
    "price_high": 1_200_000,
    "base": 2,
    "value_per_point": 5_000,
    "band": 0.05,
    "second": "quality",
    "steps": [{"at_most": 300, "points": 30}, {"at_most": 600, "points": 20}],
    "formula": "quality - 10 * price / lowest_price",
    "expected": {"quality": 80, "price": 1_000_000, "quantity": 500},
}
HERE = Place("bids.yaml")


def previewed(said: Said) -> Preview:
    return of_evaluation(evaluated(said), HERE)


def of(found: Preview, figure: str, change: str = "") -> Any:
    [one] = [x for x in found.rewards if x.figure == figure and change in x.change]
    return one


WORTH = {
    "weighted_share": (0.006, 1e6 / (1 - 0.015) - 1e6),  # 0.4 (1 - P / (P + x)) = 0.6 / 100
    "weighted_low_bid": (0.6, 1e6 / (1 - 0.015) - 1e6),
    "interpolation_double": (0.6, 15_000),  # 40 x / P = 0.6
    "ratio": (1e-6, 1e6 / 80),  # 81 / (P + x) = 80 / P
    "reference": (0.6 / 80, 0.6 / 80 / 0.4 * 900_000),
    "absolute_line": (0.6, 0.6 / 40 * 500_000),
    "log": (0.6, 1e6 * (2**0.015 - 1)),
    "award_on_value": (5_000, 5_000),
    "price_over_score": (1e6 / 0.8 - 1e6 / 0.81, 1e6 / 80),
    "formula": (1, 100_000),
}
"""What a point of quality is worth, in the score and in money."""


@pytest.mark.parametrize("method", WORTH)
def test_the_worth_of_a_point(method: str) -> None:
    """By how much a bid with one point more is ahead, and how much dearer it may be."""
    points, money = WORTH[method]
    one = of(previewed({"method": method, **STATED}), "quality")
    assert one.points == pytest.approx(points, rel=1e-9)
    assert one.money == pytest.approx(money, abs=0.011)
    expected = "quality 80, price 1\u202f000\u202f000.00, quantity 500"
    at = previewed({"method": method, **STATED, "currency": "EUR"})
    assert reward_tables.rewards(at).title.endswith(expected.replace(".00", ".00 EUR"))


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"qualitative"}))
def test_a_cheaper_bid_is_ahead_by_its_price(method: str) -> None:
    """Where the price is scored, 1 % is worth 1 %, by whatever formula."""
    rewards = [x for x in previewed({"method": method, **STATED}).rewards if x.figure == "price"]
    assert bool(rewards) == ("price" in METHODS[method].figures or method == "formula")
    for one in rewards:
        assert one.points > 0
        assert one.money == pytest.approx(10_000, abs=0.011)


def test_figures_of_criteria() -> None:
    """Half a year by steps is worth nothing for a month, and ten points for three."""
    criteria = [
        {
            "name": "Delivery",
            "method": "steps",
            "steps": [{"at_most": 3, "points": 15}, {"at_most": 6, "points": 5}],
        },
        {"name": "Power", "method": "lower_is_better", "points": 20},
        {"name": "Years", "method": "power_of_years", "points": 25},
        {"name": "Unknown", "method": "higher_is_better", "points": 20},
    ]
    figures = {"Delivery": 6, "Power": 2000, "Years": 5}
    said = {"method": "ratio", "criteria": criteria, "expected": {"price": 100, "quality": 0}}
    with pytest.raises(InputError, match="expected"):
        previewed({**said, "expected": {}})
    found = previewed(
        {**said, "criteria": criteria[:3]} | {"expected": {**said["expected"], "figures": figures}}
    )
    assert reward_tables.rewards(found).title == (
        "What the formula rewards, at a bid of price 100.00, Delivery 6, Power 2000, Years 5"
    )
    assert of(found, "Delivery", "1 less").points == 0
    assert of(found, "Delivery", "to the next step").points == pytest.approx(0.1)
    assert of(found, "Power").points == pytest.approx((20 - 20 * 1999 / 2000) / 100)
    assert of(found, "Years").points == pytest.approx((25 - 25 * 25 / 36) / 100)
    unknown = previewed(said | {"criteria": criteria[3:]})
    assert of(unknown, "Unknown").points is None
    assert of(unknown, "Unknown").reason == "unknown: no figure is expected"


SWAPPED = {
    "ratio_band",
    "weighted_low_bid",
    "weighted_share",
    "interpolation_double",
    "interpolation_range",
    "mean",
    "median",
    "utility_index",
    "formula",
}
"""Methods by which one bid swaps two others."""


@pytest.mark.long
@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_bid_that_swaps_two_others(method: str) -> None:
    """An example is what it says; without one that is said, and whether one can exist."""
    found = previewed({"method": method, **STATED})
    assert (found.example is not None) == (method in SWAPPED)
    text = found.dependence()
    if method == "qualitative":
        assert "no rank is computed" in text
    elif found.example is None:
        assert ("no such example exists" in text) != found.relative
    else:
        one = found.example
        for order, bids in ((one.before, one.bids[:-1]), (one.after, one.bids)):
            again = found.evaluation.model_copy(update={"bids": bids})
            assert scores(again).order() == order
        assert one.swapped == (("A", "B"),)
        assert one.before.index(("A",)) != one.before.index(("B",))
    assert previewed({"method": method, **STATED}).example == found.example


def test_a_scaled_ratio_may_be_swapped() -> None:
    """The best bid sets the power of ten: with less digits, others are equal, and price decides."""
    said = {"method": "ratio", "round": 1, "expected": {"quality": 50, "price": 100_000}}
    found = previewed(said)
    assert found.relative
    assert found.example is not None


TENDER: Said = {
    "term": 5,
    "energy": {"price": "0.21 EUR/kWh", "pue": 1.3},
    "rack_price": "9000 EUR",
    "estimate": "900000 EUR",
    "requirements": {"capacity": "4 PB"},
    "targets": {"read_bandwidth": "30 GB/s"},
    "planned": {"capacity": "4.2 PB", "power": "10 kW", "racks": 2},
    "scoring": {
        "method": "weighted_share",
        "weights": {"quality": 60, "price": 40},
        "quality_max": 100,
    },
}


def of_rules(**said: Any) -> Preview | None:
    document = read_document(yaml.safe_dump({**TENDER, **said}), "tender.yaml")
    return of_tender(read_tender(document), HERE)


def test_the_rules_of_a_tender() -> None:
    """A kW is worth its energy, a rack its space; what is only required earns nothing."""
    found = of_rules()
    assert found is not None
    price = found.evaluation.bids[0].price
    assert price is not None
    assert price.amount == pytest.approx(900_000 + 10 * 11_965.59 + 18_000, abs=0.05)
    assert of(found, "typical power", "1 kW less").money == pytest.approx(11_965.59, abs=0.011)
    assert of(found, "racks", "1 rack less").money == 9_000
    capacity, read = of(found, "usable capacity"), of(found, "read bandwidth")
    assert (capacity.points, capacity.money) == (0, 0)
    assert capacity.reason == "mandatory: beyond 4 PB it earns nothing"
    assert read.reason == "a target of 30 GB/s: only evaluators' points reward it"
    assert of(found, "delivery").reason == "not scored"
    assert "quality: half of the most points, assumed as none is stated" in found.reasons


def test_the_expected_price_has_what_is_evaluated() -> None:
    """Maintenance, tax and discounting are in it, as they are in the price of a bid."""
    more = {"price": "gross", "vat": "19 %", "estimate_renewals": 50_000, "discount_rate": "3 %"}
    found = of_rules(**more)
    assert found is not None
    price = found.evaluation.bids[0].price
    assert price is not None
    energy = sum(10 * 11_965.59 / 5 / 1.03**year for year in range(1, 6))
    assert price.amount == pytest.approx(1.19 * 950_000 + energy + 18_000, abs=0.1)
    assert "price: the estimate, gross, maintenance, energy, space" in found.reasons


def test_criteria_of_a_tender_begin_at_the_plan() -> None:
    """A TB of 4,200 that is scored by the highest figure."""
    criterion = {"name": "TB", "method": "higher_is_better", "points": 20, "figure": "capacity"}
    found = of_rules(scoring={**TENDER["scoring"], "criteria": [criterion]})
    assert found is not None
    assert found.evaluation.bids[0].figures == {"TB": 4200}
    assert of(found, "TB", "1 TB more").points == pytest.approx(0.6 * 0.2 * (1 - 4200 / 4201))
    assert [one for one in found.rewards if one.figure == "usable capacity"] == []


def test_the_most_at_a_fixed_price() -> None:
    """Of one figure, a unit more is worth its share; the price isn't scored."""
    found = of_rules(scoring={"method": "most_at_budget"}, scored="capacity")
    assert found is not None
    one = of(found, "usable capacity", "1 TB more")
    assert one.points == pytest.approx(100 * (1 - 4200 / 4201))
    assert one.money is None


def test_rules_without_scoring_reward_nothing() -> None:
    assert of_rules(scoring=None) is None


def test_a_price_must_be_expected() -> None:
    """Without estimate, reference and bids there is nothing to begin at."""
    with pytest.raises(InputError, match="expected: is missing: write the price of a bid"):
        of_rules(estimate=None)
    with pytest.raises(InputError, match=r"as \{quantity: 9\}"):
        of_rules(scoring={"method": "lower_is_better"}, scored="months")


@settings(max_examples=15)
@given(evaluations())
def test_laws_of_what_is_rewarded(said: Said) -> None:
    """Nothing that is better is worth less than nothing; cents or euros are the same worth.

    A utility index is negative where quality counts much: there a lower price is no gain. A mean or
    a median moves with the better bid itself.
    """
    assume(said["method"] not in ("utility_index", "mean", "median"))
    assume("criteria" not in said)  # each takes as long as the whole evaluation
    found, in_cents = previewed(said), previewed(scaled_by(said, 1024))
    for one, other in zip(found.rewards, in_cents.rewards, strict=True):
        assert (one.figure, one.change) == (other.figure, other.change)
        assert one.points is None or one.points >= -1e-12
        if one.money is not None and other.money is not None:
            assert other.money == pytest.approx(1024 * one.money, rel=1e-6, abs=11)
    if found.example is not None:
        assert found.relative
        assert found.example.swapped == (("A", "B"),)


def test_the_tables() -> None:
    """Each reward is a row; the example has both ranks of each bid."""
    found = of_rules()
    assert found is not None
    rewards, example = (text_table(None, view) for view in reward_tables.of_preview(found))
    assert len(rewards.rows) == len(found.rewards)
    assert example.heads == ("Bid", "Quality", "Price", "Rank without", "Rank with")
    assert [row[3].text for row in example.rows] == ["1", "2", "-"]


@pytest.mark.parametrize(
    ("method", "quantity", "change", "points"),
    [
        ("lower_is_better", 1, "0.1 less", 60 - 60 * 0.9),
        ("lower_is_better", 1.9, "0.19 less", 60 - 60 * 0.9),
        ("lower_is_better", 2, "1 less", 60 - 60 / 2),
        ("lower_is_better", 500, "1 less", 60 - 60 * 499 / 500),
        ("higher_is_better", 1, "1 more", 60 - 60 / 2),
        ("higher_is_better", 1.9, "1 more", 60 - 60 * 1.9 / 2.9),
        ("higher_is_better", 500, "1 more", 60 - 60 * 500 / 501),
        ("steps", 301, "1 less", 10),
        ("steps", 600, "1 less", 0),
        ("steps", 601, "1 less", 20),
    ],
)
def test_a_unit_of_a_figure(method: str, quantity: float, change: str, points: float) -> None:
    """Of less than two a tenth is asked after, where less is better: one less would be nothing."""
    expected = {**STATED["expected"], "quantity": quantity}
    found = previewed({"method": method, **STATED, "expected": expected})
    one = of(found, "quantity")
    assert one.change == change
    assert one.points == pytest.approx(points)


REWARDS: list[tuple[Said, list[tuple[str, str, float, str]]]] = [
    (
        {},
        [
            ("price", "1 % less", 10_376.56, "of the expected price"),  # 1,037,655.90
            ("quality", "1 point more", 15_801.87, "as awarded by the evaluators"),
            ("usable capacity", "1 TB more", 0, "mandatory: beyond 4 PB it earns nothing"),
            (
                *("read bandwidth", "1 GB/s more", 0),
                "a target of 30 GB/s: only evaluators' points reward it",
            ),
            ("write bandwidth", "1 GB/s more", 0, "not scored"),
            (
                *("typical power", "1 kW less", 11_965.59),
                "energy of the term, by the buyer's figures",
            ),
            ("racks", "1 rack less", 9000, "space of a rack, by the rules"),
            ("delivery", "1 month less", 0, "not scored"),
        ],
    ),
    (
        {
            "energy": None,
            "rack_price": None,
            "requirements": {"power": "12 kW", "racks": 3, "write_bandwidth": "20 GB/s"},
            "targets": {"racks": 2, "capacity": "5 PB"},
        },
        [
            ("price", "1 % less", 9000, "of the expected price"),
            ("quality", "1 point more", 13_705.58, "as awarded by the evaluators"),
            (
                *("usable capacity", "1 TB more", 0),
                "a target of 5 PB: only evaluators' points reward it",
            ),
            ("read bandwidth", "1 GB/s more", 0, "not scored"),
            ("write bandwidth", "1 GB/s more", 0, "mandatory: beyond 20 GB/s it earns nothing"),
            ("typical power", "1 kW less", 0, "mandatory: beyond 12 kW it earns nothing"),
            ("racks", "1 rack less", 0, "mandatory: beyond 3 it earns nothing"),
            ("delivery", "1 month less", 0, "not scored"),
        ],
    ),
]


@pytest.mark.parametrize(("said", "rewards"), REWARDS)
def test_each_reward_of_a_tender(said: Said, rewards: list[tuple[str, str, float, str]]) -> None:
    """All of them, in their order; a point is worth 0.6 / 40 of the other price."""
    found = of_rules(**said)
    assert found is not None
    assert [(one.figure, one.change, one.money, one.reason) for one in found.rewards] == [
        (figure, change, pytest.approx(money, abs=0.011), reason)
        for figure, change, money, reason in rewards
    ]


HALF = "quality: half of the most points, assumed as none is stated"
BY_POINTS: Said = {
    "method": "ratio",
    "quality_max": 100,
    "criteria": [{"name": "P", "method": "lower_is_better", "points": 60}],
}
OF_P: Said = {"price": 100, "figures": {"P": 10}}
THREE_BIDS: list[Said] = [
    {"name": name, "price": price, "quality": quality, "figures": {"P": figure}}
    for name, price, quality, figure in (("a", 10, 1, 5), ("b", 20, 5, 9), ("c", 60, 6, 7))
]
EXPECTED: list[tuple[Said, float, float, float, tuple[str, ...]]] = [
    (BY_POINTS | {"expected": OF_P}, 100, 20, 10, (HALF,)),  # half of 100 - 60
    (BY_POINTS | {"quality_max": 60, "expected": OF_P}, 100, 0, 10, ()),
    (
        BY_POINTS | {"reference": {"price": 90, "quality": 33}, "expected": {"figures": {"P": 4}}},
        *(90, 33, 4),
        ("price: the reference", "quality: the reference"),
    ),
    (
        BY_POINTS | {"bids": THREE_BIDS},
        *(20, 5, 7),
        tuple(f"{name}: the median of the bids" for name in ("price", "quality", "P")),
    ),
]


@pytest.mark.parametrize(("said", "price", "quality", "figure", "reasons"), EXPECTED)
def test_where_the_expected_bid_is_from(
    said: Said, price: float, quality: float, figure: float, reasons: tuple[str, ...]
) -> None:
    """What is stated, else the reference, else the median of the bids."""
    found = previewed(said)
    [bid] = found.evaluation.bids
    assert bid.price is not None
    assert (bid.price.amount, bid.quality, bid.figures["P"]) == (price, quality, figure)
    assert found.reasons == reasons
