"""The closed list of scoring methods: what each needs, who wins, and whether bids move others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from model.records import dataclass

Figure = Literal["quality", "price", "quantity"]


@dataclass(frozen=True, slots=True)
class Method:
    """One method of scoring bids."""

    title: str
    figures: tuple[Figure, ...]
    """What a bid must state."""
    relative: bool
    """Whether the score of a bid depends on other bids."""
    lowest_wins: bool = False
    in_money: bool = False
    """Whether the score is an amount of money."""
    needs: tuple[str, ...] = ()
    """Fields of the evaluation that it can't do without."""
    takes: tuple[str, ...] = ()
    """Further fields that change its scores."""
    warning: str = ""


WEIGHTS = "weights"
POINTS = ("weights", "quality_max", "points")
METHODS: Mapping[str, Method] = {
    "lowest_price": Method(
        "lowest price", ("price",), relative=False, lowest_wins=True, in_money=True
    ),
    "ratio": Method(
        "quality over price", ("quality", "price"), relative=False, takes=("quality_max",)
    ),
    "ratio_band": Method(
        "quality over price, then a second rule within a band",
        ("quality", "price"),
        relative=True,
        needs=("band",),
        takes=("second", "quality_max"),
    ),
    "weighted_low_bid": Method(
        "weighted, price relative to the lowest", ("quality", "price"), relative=True, takes=POINTS
    ),
    "weighted_share": Method(
        "weighted shares of the highest quality and the lowest price",
        ("quality", "price"),
        relative=True,
        needs=("weights", "quality_max"),
        takes=("band", "second"),
    ),
    "interpolation_double": Method(
        "price points that end at twice the lowest price",
        ("quality", "price"),
        relative=True,
        takes=POINTS,
    ),
    "interpolation_range": Method(
        "price points from the lowest to the highest price",
        ("quality", "price"),
        relative=True,
        takes=POINTS,
        warning="in Germany and Switzerland, points between the lowest and the highest price were "
        "held inadmissible or advised against: one expensive bid moves all others",
    ),
    "reference": Method(
        "weighted distance from reference values",
        ("quality", "price"),
        relative=False,
        needs=("weights", "reference"),
        takes=("quality_max",),
    ),
    "mean": Method(
        "weighted distance from the mean of the bids",
        ("quality", "price"),
        relative=True,
        needs=("weights",),
        takes=("quality_max",),
        warning="with the mean of the bids as reference, one bid can swap the order of others",
    ),
    "median": Method(
        "weighted distance from the median of the bids",
        ("quality", "price"),
        relative=True,
        needs=("weights",),
        takes=("quality_max",),
        warning="with the median of the bids as reference, one bid can swap the order of others",
    ),
    "absolute_line": Method(
        "weighted, price on a line between two prices fixed in advance",
        ("quality", "price"),
        relative=False,
        needs=("price_low", "price_high"),
        takes=POINTS,
    ),
    "log": Method(
        "weighted, logarithm of the price over the lowest",
        ("quality", "price"),
        relative=True,
        needs=("base",),
        takes=POINTS,
    ),
    "utility_index": Method(
        "utility index", ("quality", "price"), relative=True, needs=("weights", "quality_max")
    ),
    "award_on_value": Method(
        "price less the value of quality in money",
        ("quality", "price"),
        relative=False,
        lowest_wins=True,
        in_money=True,
        needs=("value_per_point",),
        takes=("quality_max",),
    ),
    "price_over_score": Method(
        "price over quality",
        ("quality", "price"),
        relative=False,
        lowest_wins=True,
        needs=("quality_max",),
    ),
    "most_at_budget": Method(
        "most for a fixed price", ("quantity",), relative=True, takes=("points", "weights")
    ),
    "lower_is_better": Method(
        "lowest figure over own", ("quantity",), relative=True, takes=("points", "weights")
    ),
    "higher_is_better": Method(
        "own figure over the highest", ("quantity",), relative=True, takes=("points", "weights")
    ),
    "steps": Method("points by steps", ("quantity",), relative=False, needs=("steps",)),
    "power_of_years": Method(
        "power of a figure", ("quantity",), relative=False, takes=("points", "weights", "base")
    ),
    "formula": Method(
        "own formula",
        (),
        relative=False,
        needs=("formula",),
        takes=("wins", "weights", "quality_max"),
    ),
    "qualitative": Method(
        "qualitative trade-off",
        (),
        relative=False,
        takes=("quality_max",),
        warning="a qualitative trade-off has no formula: strengths are compared, no rank is "
        "computed",
    ),
}
"""By the key that files of bids write."""
COMMON = ("method", "bids", "round", "ties", "title", "currency", "expected")
"""Fields that every method takes."""
