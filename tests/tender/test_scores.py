"""Scores of bids: published and computed examples of each method, and laws of all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from math import log
from typing import Any

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from model.errors import InputError
from model.reading.documents import read_document
from model.tender.evaluation_file import Evaluation, read_evaluation, unused
from model.tender.methods import METHODS
from model.tender.robustness import other_methods, winners_by_weight, withdrawals
from model.tender.scores import Scores, is_relative, scores

Said = dict[str, Any]


def evaluated(said: Said) -> Evaluation:
    return read_evaluation(read_document(yaml.safe_dump(said), "bids.yaml"))


def bids(*figures: tuple[Any, ...], keys: str = "quality price") -> list[Said]:
    return [
        {"name": "ABCDE"[n], **dict(zip(keys.split(), row, strict=True))}
        for n, row in enumerate(figures)
    ]


def scored(said: Said) -> Scores:
    return scores(evaluated(said))


THREE = bids((60, 65_000), (75, 74_000), (100, 100_000))
"""A published example of the ratio of quality to price: the second bid wins."""
SIXTY_FORTY = bids((92, 1_000_000), (80, 850_000), (70, 800_000))
OF_100: Said = {"weights": {"quality": 60, "price": 40}, "quality_max": 100, "bids": SIXTY_FORTY}
PRICES = bids((100_000,), (120_000,), (150_000,), (200_000,), (210_000,), keys="price")

EXAMPLES: dict[str, tuple[Said, list[F | float], list[str]]] = {
    "ratio": (
        {"method": "ratio", "bids": THREE},
        [F(60, 65_000), F(75, 74_000), F(1, 1000)],
        ["B", "C", "A"],
    ),
    "ratio, scaled": (
        {"method": "ratio", "round": 3, "bids": THREE},
        [F(6_000_000, 65_000), F(7_500_000, 74_000), F(100)],
        ["B", "C", "A"],
    ),
    "UfAB II, quality in three criteria": (
        {
            "method": "weighted_low_bid",
            "weights": {"quality": 130, "price": 70},
            "quality_max": 130,
            "bids": bids(([40, 30, 20], 10_000), ([32, 20, 22], 8_000)),
        },
        [F(146), F(144)],
        ["A", "B"],
    ),
    "lowest over own price alone": (
        {
            "method": "weighted_low_bid",
            "points": 1,
            "bids": bids((15_000,), (10_000,), (30_000,), keys="price"),
        },
        [F(2, 3), F(1), F(1, 3)],
        ["B", "A", "C"],
    ),
    "of 40 points": (
        {
            "method": "weighted_low_bid",
            "points": 40,
            "round": 0,
            "bids": bids((100,), (105,), (108,), keys="price"),
        },
        [F(40), F(4000, 105), F(4000, 108)],
        ["A", "B", "C"],
    ),
    "twice the lowest price": (
        {"method": "interpolation_double", "points": 10, "round": 3, "bids": PRICES},
        [F(10), F(8), F(5), F(0), F(0)],
        ["A", "B", "C", "DE"],
    ),
    "lowest to highest": (
        {"method": "interpolation_range", "points": 30, "bids": PRICES[:4]},
        [F(30), F(24), F(15), F(0)],
        ["A", "B", "C", "D"],
    ),
    "lowest to highest, without the dearest": (
        {"method": "interpolation_range", "points": 30, "bids": PRICES[:3]},
        [F(30), F(18), F(0)],
        ["A", "B", "C"],
    ),
    "UfAB II, price alone": (
        {"method": "weighted_low_bid", "points": 30, "bids": PRICES[:4]},
        [F(30), F(25), F(20), F(15)],
        ["A", "B", "C", "D"],
    ),
    "weighted share": (
        {"method": "weighted_share", **OF_100},
        [F(872, 1000), F(48, 100) + F(40, 100) * F(800, 850), F(82, 100)],
        ["A", "B", "C"],
    ),
    "mean with a third bid": (
        {
            "method": "mean",
            "weights": {"quality": 50, "price": 50},
            "bids": bids((100, 100), (60, 50), (10, 200)),
        },
        [
            F(1, 2) * (100 / F(170, 3)) - F(1, 2) * (100 / F(350, 3)),
            F(1, 2) * (60 / F(170, 3)) - F(1, 2) * (50 / F(350, 3)),
            F(1, 2) * (10 / F(170, 3)) - F(1, 2) * (200 / F(350, 3)),
        ],
        ["A", "B", "C"],
    ),
    "mean without it": (
        {
            "method": "mean",
            "weights": {"quality": 50, "price": 50},
            "bids": bids((100, 100), (60, 50)),
        },
        [F(-1, 24), F(1, 24)],
        ["B", "A"],
    ),
    "median": (
        {"method": "median", **OF_100},
        [
            F(6, 10) * F(92, 80) - F(4, 10) * F(1000, 850),
            F(2, 10),
            F(6, 10) * F(70, 80) - F(4, 10) * F(800, 850),
        ],
        ["A", "B", "C"],
    ),
    "reference": (
        {"method": "reference", "reference": {"quality": 80, "price": 850_000}, **OF_100},
        [
            F(6, 10) * F(92, 80) - F(4, 10) * F(1000, 850),
            F(2, 10),
            F(6, 10) * F(70, 80) - F(4, 10) * F(800, 850),
        ],
        ["A", "B", "C"],
    ),
    "utility index 60/40": (
        {"method": "utility_index", **OF_100},
        [F(8, 10), (1 - F(12, 100) * F(3, 2)) / 850 * 800, F(67, 100)],
        ["A", "B", "C"],
    ),
    "utility index 50/50": (
        {"method": "utility_index", **OF_100, "weights": {"quality": 50, "price": 50}},
        [F(8, 10), F(88, 100) * F(800, 850), F(78, 100)],
        ["B", "A", "C"],
    ),
    "line between two prices": (
        {"method": "absolute_line", **OF_100, "price_low": 700_000, "price_high": 1_200_000},
        [F(712, 10), F(76), F(74)],
        ["B", "C", "A"],
    ),
    "logarithm": (
        {"method": "log", "base": 2, **OF_100},
        [55.2 + 40 * (1 - log(1.25, 2)), 48 + 40 * (1 - log(850 / 800, 2)), F(82)],
        ["B", "A", "C"],
    ),
    "value of a point": (
        {"method": "award_on_value", "value_per_point": 5000, "bids": SIXTY_FORTY},
        [F(540_000), F(450_000), F(450_000)],
        ["BC", "A"],
    ),
    "price over score": (
        {"method": "price_over_score", "quality_max": 100, "bids": SIXTY_FORTY},
        [F(1_000_000 * 100, 92), F(1_062_500), F(80_000_000, 70)],
        ["B", "A", "C"],
    ),
    "most for a fixed price": (
        {"method": "most_at_budget", "bids": bids((4800,), (5200,), (5000,), keys="quantity")},
        [F(480_000, 5200), F(100), F(500_000, 5200)],
        ["B", "C", "A"],
    ),
    "price of a usable TB": (
        {
            "method": "formula",
            "formula": "price / quantity",
            "wins": "lowest",
            "bids": bids(
                (1_000_000, 20_000), (850_000, 16_000), (800_000, 15_500), keys="price quantity"
            ),
        },
        [F(50), F(53_125, 1000), F(800_000, 15_500)],
        ["A", "C", "B"],
    ),
    "fewest watts": (
        {
            "method": "lower_is_better",
            "points": 20,
            "bids": [
                *bids((1500,), (1800,), (2000,), keys="quantity"),
                {"name": "D", "quantity": 2001, "musts": {"at most 2000 W": "not met"}},
            ],
        },
        [F(20), F(50, 3), F(15)],
        ["A", "B", "C"],
    ),
    "power of years": (
        {"method": "power_of_years", "points": 25, "bids": bids((3,), (5,), (6,), keys="quantity")},
        [F(25, 4), F(625, 36), F(25)],
        ["C", "B", "A"],
    ),
    "steps by month": (
        {
            "method": "steps",
            "steps": [{"at_most": 3, "points": 30}, {"at_most": 6, "points": 20}],
            "bids": bids((2,), (6,), (7,), keys="quantity"),
        },
        [F(30), F(20), F(0)],
        ["A", "B", "C"],
    ),
    "lowest price": (
        {"method": "lowest_price", "bids": SIXTY_FORTY},
        [F(1_000_000), F(850_000), F(800_000)],
        ["C", "B", "A"],
    ),
    "a balanced bid is last": (
        {
            "method": "weighted_low_bid",
            "weights": {"quality": 50, "price": 50},
            "quality_max": 100,
            "bids": bids((50, 50), (75, 75), (100, 100)),
        },
        [F(75), F(425, 6), F(75)],
        ["AC", "B"],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    """Each score is the exact fraction to the last bits, and the order that of the example."""
    said, expected, order = EXAMPLES[name]
    found = scored(said)
    got = [one.score for one in found.bids if not one.excluded]
    assert got == pytest.approx([float(x) for x in expected], rel=1e-14, abs=1e-15)
    assert ["".join(names) for names in found.order()] == order
    assert {tuple(names) for names in order if len(names) > 1} == set(found.ties)


def test_every_method_has_an_example() -> None:
    """The closed list is tried as a whole."""
    tried = {said["method"] for said, _, _ in EXAMPLES.values()}
    assert tried | {"ratio_band", "higher_is_better", "qualitative"} == set(METHODS)


@pytest.mark.parametrize(
    ("said", "rounded"),
    [
        (EXAMPLES["ratio, scaled"][0], [92, 101, 100]),
        (EXAMPLES["of 40 points"][0], [40, 38, 37]),
        (EXAMPLES["twice the lowest price"][0], [10, 8, 5, 0, 0]),
    ],
)
def test_rounded_scores_stand_beside(said: Said, rounded: list[float]) -> None:
    """What is ranked is rounded as the tender says; the score itself isn't."""
    assert [one.rounded for one in scored(said).bids] == rounded


def test_scaled_ratios_that_round_alike_go_to_the_lower_price() -> None:
    """B wins by its price although its ratio is lower, as the tender of that scale says."""
    said = {"method": "ratio", "bids": bids((100, 99_600), (99, 99_400))}
    assert scored(said).order() == (("A",), ("B",))
    found = scored(said | {"round": 3})
    assert [one.rounded for one in found.bids] == [100, 100]
    assert found.order() == (("B",), ("A",))


def test_a_scaled_ratio_is_relative() -> None:
    """The best bid sets the power of ten, so its withdrawal scales the others."""
    said = {"method": "ratio", "round": 3, "bids": bids((100, 10_000), (90, 99_000))}
    assert scored(said).relative
    assert scored(said).bids[1].rounded == 9
    assert scored(said | {"bids": said["bids"][1:]}).bids[0].rounded == 909
    assert not scored({"method": "ratio", "bids": THREE}).relative


@pytest.mark.parametrize(
    ("band", "second", "inside", "winner"),
    [
        (0.05, "quality", "BC", "C"),
        ("6 %", "quality", "BC", "C"),
        (10, "quality", "ABC", "C"),
        (0.05, "price", "BC", "B"),
        (6, "price", "BC", "B"),
        (0.1, "price", "ABC", "A"),
    ],
)
def test_band_of_ratios(band: object, second: str, inside: str, winner: str) -> None:
    """Within the band the second rule decides; a number from 1 on is in percent."""
    found = scored({"method": "ratio_band", "band": band, "second": second, "bids": THREE})
    assert "".join(one.name for one in found.bids if one.in_band) == inside
    assert found.order()[0] == (winner,)


def test_a_band_without_a_second_rule_is_a_tie() -> None:
    """All within 10 % of the best count as equal, and are said as such."""
    found = scored({"method": "weighted_share", "band": 0.1, **OF_100})
    assert found.ties == (("A", "B", "C"),)
    by_price = scored({"method": "weighted_share", "band": 0.1, "second": "price", **OF_100})
    assert by_price.order() == (("C",), ("B",), ("A",))


def test_knocked_out_and_undecided_bids() -> None:
    """A missed must excludes; an unknown one, or a missing price, decides nothing."""
    odd = [
        {"name": "X", "quality": 100, "price": 1, "musts": {"ECC": "not met", "TPM": "met"}},
        {"name": "Y", "quality": 100, "price": 1, "musts": {"ECC": "unknown"}},
        {"name": "Z", "quality": 100},
        {"name": "W", "quality": 100, "price": 0},
    ]
    found = scored({"method": "weighted_share", **OF_100, "bids": [*SIXTY_FORTY, *odd]})
    alone = scored({"method": "weighted_share", **OF_100})
    assert found.bids[:3] == alone.bids
    assert [(one.rank, one.score, one.excluded, one.why) for one in found.bids[3:]] == [
        (None, None, True, "excluded: misses ECC"),
        (None, None, False, "not decided: ECC is unknown"),
        (None, None, False, "incomplete: no price"),
        (None, None, False, "not decided: the price isn't above 0; ask the bidder"),
    ]
    assert (
        "undecided bids have no rank; once decided, they may change the ranks of others"
        in found.warnings
    )


def test_what_stands_in_for_a_missing_figure_is_said() -> None:
    """Where no bid has a 'quantity', a method of one figure scores all qualities, or all prices."""
    rows = [{"name": "A", "quality": 5, "price": 3}, {"name": "B", "quality": 7, "price": 9}]
    [text] = scored({"method": "most_at_budget", "bids": rows}).warnings
    what = "'quantity' is missing, so this is scored instead: "
    assert text == f"{what}the quality of A, the quality of B"
    rows = [{"name": "A", "price": 3}, {"name": "B", "price": 9}]
    [text] = scored({"method": "lower_is_better", "bids": rows}).warnings
    assert text == f"{what}the price of A, the price of B"


@pytest.mark.parametrize(
    "said", [{"method": "most_at_budget"}, {"method": "formula", "formula": "price / quantity"}]
)
def test_a_price_is_no_quantity(said: Said) -> None:
    """A bid without the figure that others state is incomplete; 700,000 EUR are no terabytes."""
    rows = bids((4_800, 7e5), (5_200, 7e5), keys="quantity price")
    found = scored({**said, "bids": [*rows, {"name": "C", "price": 7e5, "quality": 90}]})
    assert [one.score for one in found.bids[:2]] == [
        one.score for one in scored({**said, "bids": rows}).bids
    ]
    assert found.bids[2] == replace(found.bids[2], score=None, why="incomplete: no quantity")


def test_a_bid_without_a_value_changes_no_score() -> None:
    """It is undecided, so its price is no lowest price."""
    rows = bids((92, 1_000_000, 4), (80, 850_000, 7), keys="quality price quantity")
    said: Said = {"method": "formula", "formula": "lowest_price / price + quality / quantity"}
    less = {"name": "C", "quality": 1, "price": 1, "quantity": 0}
    found = scored(said | {"bids": [*rows, less]})
    assert found.bids[:2] == scored(said | {"bids": rows}).bids
    assert found.bids[2].why.startswith("not decided: the formula has no value")
    none = scored({"method": "mean", "weights": {"quality": 1}, "bids": bids((0, 5), (0, 6))})
    assert [one.rank for one in none.bids] == [None, None]


def test_a_figure_of_0_takes_no_points_from_others() -> None:
    """Of watts or months, 0 is a slip; the lowest of the others counts."""
    rows = bids((0,), (5,), (10,), keys="quantity")
    found = scored({"method": "lower_is_better", "points": 20, "bids": rows})
    assert [one.score for one in found.bids] == [None, 20, 10]
    assert found.bids[0].why.startswith("not decided: the figure is 0")


def test_a_negative_utility_index_awards_nothing() -> None:
    """There a dearer bid would rank higher."""
    said = {"method": "utility_index", **OF_100, "bids": bids((100, 100), (10, 90))}
    found = scored(said)
    assert found.bids[1].score is not None
    assert found.bids[1].score < 0
    assert found.order() == ()
    assert "don't award" in found.warnings[-1]


def test_a_qualitative_trade_off_has_no_rank() -> None:
    """The table is printed, and nothing is computed."""
    assert scored({"method": "qualitative", "bids": SIXTY_FORTY}).order() == ()


def test_a_withdrawal_that_swaps_others_is_found() -> None:
    """Without C, the mean moves, and A and B swap places."""
    [swap] = withdrawals(scored(EXAMPLES["mean with a third bid"][0]))
    assert (swap.without, swap.swapped) == ("C", (("A", "B"),))
    assert withdrawals(scored(EXAMPLES["value of a point"][0])) == []


def test_weights_at_which_another_wins_are_found() -> None:
    """At 60 to 40, A wins by its utility index; at 50 to 50, B does."""
    moved = winners_by_weight(evaluated({"method": "utility_index", **OF_100}))
    assert [names for _, _, names in moved] == [("B",), ("A",)]
    turn = moved[1][0]
    assert 50 < turn <= 60


def test_other_methods_for_information() -> None:
    """Only those for which all is stated."""
    orders = other_methods(evaluated({"method": "weighted_share", **OF_100}))
    assert orders["lowest_price"] == (("C",), ("B",), ("A",))
    assert {"reference", "log", "award_on_value", "weighted_share"} & set(orders) == set()


def test_other_methods_and_weights_only_where_they_apply() -> None:
    """A bid without a price has no order by price; a ratio has no weights."""
    watts = {"method": "lower_is_better", "points": 20, "bids": bids((15,), (18,), keys="quality")}
    assert other_methods(evaluated(watts)) == {}
    assert winners_by_weight(evaluated({"method": "ratio", **OF_100})) == []


def test_a_field_that_changes_nothing_is_named() -> None:
    """Nothing that is stated is passed over in silence."""
    said = {"method": "lowest_price", "band": 0.1, "bids": THREE}
    assert unused(evaluated(said)) == ["band"]


@pytest.mark.parametrize("all_bids", [[], [{**bids((9, 3))[0], "musts": {"x": "not met"}}]])
def test_without_a_ranked_bid_nobody_wins(all_bids: list[Said]) -> None:
    said = {"method": "weighted_share", "weights": {"quality": 6, "price": 4}, "quality_max": 10}
    found = evaluated({**said, "bids": all_bids})
    assert winners_by_weight(found) == []
    assert other_methods(found) == {}


def test_points_of_criteria_are_added_to_quality() -> None:
    """Watts by the lowest, months by steps, years by a power: 20 + 10 + 17.36, and 8 stated."""
    of_one = (
        EXAMPLES["fewest watts"],
        EXAMPLES["steps by month"],
        EXAMPLES["power of years"],
    )
    criteria = [
        {
            "name": said["method"],
            **{key: value for key, value in said.items() if key in ("method", "points", "steps")},
        }
        for said, _, _ in of_one
    ]
    figures = {"lower_is_better": 1500, "steps": 6, "power_of_years": 5}
    others = {"lower_is_better": 1800, "steps": 7, "power_of_years": 3}
    said = {
        "method": "ratio",
        "criteria": criteria,
        "bids": [
            {"name": "A", "quality": 8, "price": 100, "figures": figures},
            {"name": "B", "price": 100, "figures": others},
            {"name": "C", "price": 100, "figures": {"steps": 1}},
            {"name": "D", "price": 100, "figures": figures | {"lower_is_better": 0}},
        ],
    }
    found = scored(said)
    a, b, c, d = found.bids
    points_of_a = {"lower_is_better": 20, "steps": 20, "power_of_years": 625 / 36}
    assert dict(a.criteria) == pytest.approx(points_of_a)
    assert a.score == pytest.approx((8 + 40 + 625 / 36) / 100)
    assert b.quality == pytest.approx(50 / 3 + 25 / 4)
    assert c.why == "incomplete: no lower_is_better and no power_of_years"
    assert d.why.startswith("not decided: lower_is_better is 0")
    assert found.relative
    assert not scored(said | {"criteria": criteria[1:], "bids": []}).relative


def test_quality_above_its_most_points_is_said() -> None:
    """A warranty beyond the years for all points gets more than these."""
    said = {
        "method": "weighted_share",
        "weights": {"quality": 6, "price": 4},
        "quality_max": 25,
        "criteria": [{"name": "Warranty", "method": "power_of_years", "points": 25}],
        "bids": [{"name": "A", "price": 1, "figures": {"Warranty": 7}}],
    }
    assert "above quality_max" in scored(said).warnings[-1]


TOO_LARGE = "not decided: the formula gives a figure that is too large: above 1e308"
NO_VALUE = "not decided: the formula has no value for the figures of the bid"


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("quality ** price", TOO_LARGE),
        ("highest_quality ** price * quality", TOO_LARGE),
        ("quality_max ** price - quality", TOO_LARGE),
        ("quality / (price - price)", NO_VALUE),
        ("(0 - quality) ** 0.5", NO_VALUE),
    ],
)
def test_a_formula_without_a_value_says_why(formula: str, why: str) -> None:
    """Numbers end at 1.8e308; dividing by 0 is another reason."""
    said = {"method": "formula", "formula": formula, "quality_max": 100}
    found = scored(said | {"bids": bids((90, 100_000), (91, 200_000))})
    assert [(one.score, one.why) for one in found.bids] == [(None, why)] * 2


WRONG: list[tuple[Said, str]] = [
    ({"method": "ration"}, "'ration' isn't a method (did you mean 'ratio'?)"),
    ({"method": "log", **OF_100}, "base: log needs it, and it is missing"),
    ({"method": "log", "base": 1, **OF_100}, "base: must be above 1"),
    ({"method": "weighted_low_bid"}, "weights: is missing: write weights, or the 'points'"),
    ({"method": "weighted_low_bid", "weights": {"quality": 6}}, "quality_max: is missing"),
    ({"method": "ratio", "weights": {}}, "both weights are 0"),
    ({"method": "ratio_band", "band": 0}, "0: a band is above 0 % and below 100 %: write a share"),
    ({"method": "ratio_band", "band": "100 %"}, "'100 %': a band is above 0 % and below 100 %"),
    ({"method": "formula", "formula": "__import__('os')"}, "isn't read: write numbers"),
    ({"method": "formula", "formula": "price.real"}, "'price.real' isn't read"),
    ({"method": "formula", "formula": "price if price else 1"}, "isn't read"),
    ({"method": "formula", "formula": "1 + 2"}, "names no figure of a bid"),
    ({"method": "formula", "formula": "(" * 600}, "more than 500 characters"),
    ({"method": "formula", "formula": "(" * 400}, "can't be read"),
    ({"method": "ratio", "bids": bids(([], "3 EUR"))}, "bids.0.quality: the list is empty"),
    ({"method": "ratio", "bids": [*THREE, THREE[0]]}, "'A' is there 2 times"),
    (
        {"method": "ratio", "bids": bids((1, "3 EUR"), (1, "4 USD"))},
        "bids.1.price: is in USD, others in EUR",
    ),
    (
        {"method": "ratio", "bids": bids((1, "850.000 EUR"))},
        "'850.000 EUR' could be 850000 or 850.000: write 850000, or 850.00",
    ),
    ({"method": "ratio", "quality_max": 50, "bids": THREE}, "write at most 50"),
    (
        {"method": "absolute_line", **OF_100, "price_low": 9, "price_high": 9},
        "price_high: must be above price_low",
    ),
    ({"method": "absolute_line", **OF_100, "price_low": -9, "price_high": 9}, "price_low: must be"),
    (
        {"method": "award_on_value", "value_per_point": "-5 EUR"},
        "value_per_point: must be at least",
    ),
    (
        {"method": "steps", "steps": [{"at_most": 6, "points": 1}, {"at_most": 3, "points": 2}]},
        "steps: must rise",
    ),
    ({"method": "ratio", "criteria": [{"name": "x", "method": "log"}]}, "criteria.0.method"),
    (
        {"method": "ratio", "criteria": [{"name": "x", "method": "steps"}]},
        "criteria.0.steps: is missing: write [{at_most: 3, points: 30}, ...]",
    ),
    (
        {"method": "ratio", "criteria": [{"name": "price", "method": "lower_is_better"}]},
        "criteria.0.name: 'price' is taken",
    ),
    (
        {"method": "ratio", "criteria": [{"name": "x", "method": "lower_is_better"}]},
        "criteria.0.points: is missing: write the most points of the criterion",
    ),
    (
        {
            "method": "ratio",
            "quality_max": 100,
            "criteria": [{"name": "x", "method": "lower_is_better", "points": 101}],
        },
        "quality_max: is below the points of the criteria: write at least 101",
    ),
    (
        {
            "method": "ratio",
            "criteria": [{"name": "Delivery", "method": "lower_is_better", "points": 1}],
            "bids": [{"name": "A", "figures": {"delivery": 3}}],
        },
        "bids.0.figures.delivery: 'delivery' isn't a criterion (did you mean 'Delivery'?)",
    ),
]


@pytest.mark.parametrize(("said", "message"), WRONG)
def test_wrong_files(said: Said, message: str) -> None:
    """One line each: where, what, and what to write instead."""
    with pytest.raises(InputError) as error:
        evaluated({"bids": THREE, **said})
    assert message in str(error.value)
    assert str(error.value).startswith("bids.yaml:")


THOUSANDS = (
    ("{name: A, quality: 1, price: 1.450}", "bids.0.price: '1.450' could be 1450 or 1.450"),
    ("{name: A, quality: 1, price: 1.455}", "write 1455, or 1.4550, without a mark"),
    ("{name: A, quality: 1, price: 9, quantity: 20.000}", "bids.0.quantity: '20.000' could be"),
)


@pytest.mark.parametrize(("row", "message"), THOUSANDS)
def test_a_plain_number_that_may_be_in_thousands(row: str, message: str) -> None:
    """YAML reads it as 1.45 and says nothing; as a text it is refused, too."""
    text = f"method: ratio\nbids: [{row}]\n"
    with pytest.raises(InputError) as error:
        read_evaluation(read_document(text, "bids.yaml"))
    assert message in str(error.value)
    assert str(error.value).startswith("bids.yaml:2:")


def test_numbers_that_mean_one_thing() -> None:
    """Points may have three decimals, a share begins with 0, and four decimals are none of both."""
    row = "{name: A, quality: 87.125, price: 0.925 EUR, quantity: 1.4500}"
    text = f"method: ratio\nweights: {{quality: 1.500, price: 1.500}}\nbids: [{row}]\n"
    [bid] = read_evaluation(read_document(text, "bids.yaml")).bids
    assert (bid.quality, bid.quantity) == (87.125, 1.45)
    assert bid.price is not None
    assert bid.price.amount == 0.925


def test_all_problems_are_said_at_once() -> None:
    """A currency, a name and a method are three lines."""
    wrong = {"method": "x", "bids": bids((1, "3 EUR"), (1, "4 USD"))}
    wrong["bids"][1]["name"] = "A"
    with pytest.raises(InputError) as error:
        evaluated(wrong)
    assert len(error.value.problems) == 4


RELATIVE = {key for key, method in METHODS.items() if method.relative}
SCORED = sorted(set(METHODS) - {"qualitative"})
CRITERIA: list[Said] = [
    {
        "name": "Delivery",
        "method": "steps",
        "steps": [{"at_most": 30, "points": 15}, {"at_most": 60, "points": 10}],
    },
    {"name": "Power", "method": "lower_is_better", "points": 20},
    {"name": "Capacity", "method": "higher_is_better", "points": 30, "round": 1},
    {"name": "Budget", "method": "most_at_budget", "points": 10},
    {"name": "Warranty", "method": "power_of_years", "points": 5, "base": 100},
]
"""A criterion by each method of one figure."""
MOST = 80
"""Most points of these criteria."""
points = st.integers(1, 100)
prices = st.integers(1_000, 2_000_000)


FORMULAS = (
    "quality / price",
    "quality + quantity * lowest_price / price",
    "quality_weight * quality / highest_quality + price_weight * lowest_price / price",
    "quality / quality_max - max(price, 2 * lowest_price) / lowest_price",
)
"""One's own formulas, in which a unit of money is left out."""
LESS_IS_BETTER = ("lower_is_better", "steps")


@st.composite
def evaluations(draw: st.DrawFn) -> Said:
    """Draw an evaluation by any method, of two to six bids."""
    method = draw(st.sampled_from(SCORED))
    rows = draw(st.lists(st.tuples(points, prices, points), min_size=2, max_size=5))
    said: Said = {
        "method": method,
        "weights": {"quality": draw(points), "price": draw(points)},
        "quality_max": 100,
        "reference": {"quality": draw(points), "price": draw(prices)},
        "price_low": 1_000,
        "price_high": draw(prices) + 1_000,
        "base": draw(st.integers(2, 10)),
        "value_per_point": draw(prices),
        "steps": [{"at_most": 30, "points": 20}, {"at_most": 60, "points": 10}],
        "formula": draw(st.sampled_from(FORMULAS)),
        "bids": bids(*rows, keys="quality price quantity"),
    }
    if method == "ratio_band":
        said["band"] = draw(st.integers(1, 10))
    if draw(st.booleans()):
        said["criteria"] = CRITERIA
        said["quality_max"] = 100 + MOST
        for bid in said["bids"]:
            bid["figures"] = {one["name"]: draw(points) for one in CRITERIA}
    return said


def scaled_by(said: Said, factor: int) -> Said:
    """Give the same evaluation with all amounts in a smaller unit of money."""
    money = ("price_low", "price_high", "value_per_point")
    return {
        **said,
        **{name: said[name] * factor for name in money},
        "reference": said["reference"] | {"price": said["reference"]["price"] * factor},
        "bids": [bid | {"price": bid["price"] * factor} for bid in said["bids"]],
    }


@given(evaluations(), st.sampled_from([2, 1024]))
def test_a_unit_of_money_keeps_the_order(said: Said, factor: int) -> None:
    """Cents or euros: the same ranks. Powers of two move no bit."""
    assert scored(scaled_by(said, factor)).order() == scored(said).order()


@given(evaluations(), st.randoms())
def test_the_order_of_bids_changes_nothing(said: Said, random: Any) -> None:
    """Scores and ranks belong to names."""
    mixed = list(said["bids"])
    random.shuffle(mixed)
    before = {one.name: one for one in scored(said).bids}
    after = {one.name: one for one in scored({**said, "bids": mixed}).bids}
    for name, one in before.items():
        assert after[name].rank == one.rank
        assert after[name].score == pytest.approx(one.score, rel=1e-12)


@given(evaluations())
def test_a_dearer_bid_of_equal_quality_never_ranks_higher(said: Said) -> None:
    """A copy of the first bid at a higher price isn't before it."""
    first = said["bids"][0]
    dearer = first | {"name": "dearer", "price": first["price"] * 2}
    found = {one.name: one for one in scored({**said, "bids": [*said["bids"], dearer]}).bids}
    ranks = found["A"].rank, found["dearer"].rank
    assume(ranks[0] is not None and ranks[1] is not None)
    assert ranks[0] <= ranks[1]


@given(evaluations(), st.integers(1, 50))
def test_better_quality_never_lowers_the_own_rank(said: Said, more: int) -> None:
    """Nor does another bid's loss; a figure of which less is better is no quality."""
    assume(said["method"] not in LESS_IS_BETTER)
    first = said["bids"][0]
    better = first | {
        "quality": min(100, first["quality"] + more),
        "quantity": first["quantity"] + more,
    }
    before, after = scored(said), scored({**said, "bids": [better, *said["bids"][1:]]})
    assume(before.bids[0].rank is not None and after.bids[0].rank is not None)
    assert after.bids[0].rank <= before.bids[0].rank


@given(evaluations(), st.sampled_from(CRITERIA), points)
def test_a_better_figure_never_lowers_the_own_rank(said: Said, of: Said, more: int) -> None:
    """What a criterion gives to one bid, and takes from others, moves the first one up only.

    A mean or median of the bids is lower where others lose points, and then quality weighs more.
    """
    assume("criteria" in said and said["method"] not in ("mean", "median"))
    first = said["bids"][0]
    is_less_better = of["method"] in LESS_IS_BETTER
    old = first["figures"][of["name"]]
    new = max(1, old - more) if is_less_better else old + more
    better = first | {"figures": first["figures"] | {of["name"]: new}}
    before, after = scored(said), scored({**said, "bids": [better, *said["bids"][1:]]})
    assume(before.bids[0].rank is not None and after.bids[0].rank is not None)
    assert after.bids[0].rank <= before.bids[0].rank


@given(evaluations())
def test_absolute_methods_keep_each_score_when_a_bid_is_withdrawn(said: Said) -> None:
    """That is what `relative` says."""
    before = scored(said)
    after = scored({**said, "bids": said["bids"][1:]})
    if not is_relative(before.evaluation):
        assert [one.score for one in after.bids] == [one.score for one in before.bids[1:]]
        assert withdrawals(before) == []


@settings(max_examples=40)
@given(evaluations())
def test_a_knocked_out_bid_changes_nothing(said: Said) -> None:
    """Above all no lowest price, best quality or mean."""
    out = {
        "name": "out",
        "quality": 100,
        "price": 1,
        "quantity": 1_000,
        "musts": {"warranty": "not met"},
    }
    if "criteria" in said:
        out["figures"] = {one["name"]: 1_000 for one in CRITERIA} | {"Power": 1}
    found = scored({**said, "bids": [out, *said["bids"]]})
    assert found.bids[1:] == scored(said).bids


def test_relative_methods_are_those_whose_scores_move() -> None:
    """Each relative method has an example in which a withdrawal changes a score of another."""
    moved = set()
    for said, _, _ in EXAMPLES.values():
        before = {one.name: one.score for one in scored(said).bids if one.score is not None}
        for n in range(len(said["bids"])):
            rest = said["bids"][:n] + said["bids"][n + 1 :]
            if len(rest) > 1:
                after = {one.name: one.score for one in scored({**said, "bids": rest}).bids}
                if any(before.get(name) != score for name, score in after.items() if score):
                    moved.add(said["method"])
    assert moved <= RELATIVE
    assert RELATIVE - moved == {"ratio_band", "higher_is_better"}


def test_a_bid_that_the_formula_has_no_value_for_is_undecided_and_warned_of() -> None:
    """Of the price over a quality of 0, nobody knows the score."""
    said = {"method": "price_over_score", "quality_max": 100, "bids": bids((0, 50), (60, 70))}
    found = scored(said)
    assert found.bids[0].why.startswith("not decided: the formula has no value")
    assert found.places() == {"B": 1}
    assert any("undecided bids have no rank" in text for text in found.warnings)
