"""Scores of bids by published methods: each method is a few chapters, of which one has `score`.

The tree is an evaluation with its bids. A bid that misses a mandatory requirement isn't in it, so
it enters no lowest price, best quality or mean. Prices are evaluated prices.
"""

import numpy as np

from model.engine.ops import Num, at_least, power, rounded, where_less, whole_down
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import Variant, spell

RATIO = "document: vergabeblog.de no. 55542, 2024: UfAB, simple method of reference values"
BAND = "document: tenderzen.de b3650c0f: UfAB, extended method, a band below the best ratio"
SCALING = "document: rlp.vergabekommunal.de CXP6YYHYE45: powers of ten, then whole numbers"
LOW_BID = "document: publicspendforumeurope.com, 2016: UK guidance, price relative to the lowest"
SHARES = "document: vergabeportal-bw.de CXRAYY6YHAA: shares of the most points and the lowest price"
DOUBLE = "document: dtvp.de CXP4YYCM63P: points fall to 0 at twice the lowest price"
RANGE = "document: vergabeblog.de, 2015: a line from the lowest to the highest price"
WEIGHTED = "document: jurablogs.com, 2012: UfAB V 2.0, weighted methods of reference values"
LINE = "document: support.negometrix.com 9000180615: a line between two prices set before"
LOGARITHM = "document: support.negometrix.com 9000180615: logarithm of the price over the lowest"
UTILITY = "document: support-us.negometrix.com 44001761053: utility index"
ON_VALUE = "document: help.negometrix.com 9000188813: award on value by a fictitious price"
PER_SCORE = "document: docs.oracle.com, Oracle Sourcing 24C: price over score"
BUDGET = "document: zakazky.cesnet.cz, criteria 17: most for a fixed price"
FIGURE = "document: ezak.ujf.cas.cz, criteria 369: one figure, the lowest over the own"
STEPS = "document: vergabeportal-bw.de CXRAY69Y5C6: points by a table of steps"
YEARS = "document: 123dok.org, Italian tender for a supercomputer: 25 x (years / 6)^2"
LEAST_PRICE = "document: bruselska-spojka.cz, servers of ECMWF: lowest price of those that meet all"

BID = Book("a bid", topic="tender")
BID.input("quality", "1", r"L", "Points for quality")
BID.input("evaluation_price", "currency", r"P", "Evaluated price")
BID.input("offered_figure", "1", r"x", "Figure that is scored, such as terabytes, watts or months")
BID.input(
    "bid_counts",
    "1",
    r"\iota",
    "Each bid counts once",
    1.0,
    source="definition: a bid",
    constant=True,
)

EVALUATION = Book("evaluation of bids", topic="tender")
EVALUATION.input("quality_weight", "1", r"w_L", "Weight of quality, or its most points")
EVALUATION.input("price_weight", "1", r"w_P", "Weight of the price, or its most points")
EVALUATION.input("quality_maximum", "1", r"L_\mathrm{max}", "Most points for quality of a bid")
EVALUATION.input("figure_points", "1", r"M", "Most points for the figure that is scored")


@EVALUATION.quantity("1", r"\omega_L", "arithmetic: weights that add up to 1")
def quality_weight_share(quality_weight: Num, price_weight: Num) -> Num:
    """Share of quality in the weights."""
    return quality_weight / (quality_weight + price_weight)


@EVALUATION.quantity("1", r"\omega_P", "arithmetic: weights that add up to 1")
def price_weight_share(quality_weight: Num, price_weight: Num) -> Num:
    """Share of the price in the weights."""
    return price_weight / (quality_weight + price_weight)


_LOWEST = Book("lowest {thing} of the bids", topic="tender")
_LOWEST.over(
    "least",
    "lowest_thing",
    "<unit>",
    r"<x>_\mathrm{min}",
    "Lowest {thing} of the bids",
    roles=("bids",),
    of="input",
)
_NEGATED = Book("{thing} of a bid, negated", topic="tender")


@_NEGATED.quantity(
    "<unit>", r"-<x>", "arithmetic: the least of these is the highest, negated", low=ANY_SIGN
)
def negated_thing(input: Num) -> Num:
    """Negated {thing} of the bid."""
    return -input


_HIGHEST = Book("highest {thing} of the bids", topic="tender")
_HIGHEST.over(
    "least",
    "negated_highest_thing",
    "<unit>",
    r"-<x>_\mathrm{max}",
    "Negated highest {thing} of the bids",
    roles=("bids",),
    of="negated_thing",
    low=ANY_SIGN,
)


@_HIGHEST.quantity("<unit>", r"<x>_\mathrm{max}", "arithmetic: the sign turned", low=ANY_SIGN)
def highest_thing(negated_highest_thing: Num) -> Num:
    """Highest {thing} of the bids."""
    return -negated_highest_thing


PRICE: Variant = {"thing": "price", "input": "evaluation_price", "x": "P", "unit": "currency"}
QUALITY: Variant = {"thing": "quality", "input": "quality", "x": "L", "unit": "1"}
OFFERED: Variant = {"thing": "figure", "input": "offered_figure", "x": "x", "unit": "1"}
RATIOS: Variant = {"thing": "ratio", "input": "ratio", "x": "z", "unit": "1"}
SCORES: Variant = {"thing": "score", "input": "score", "x": "Z", "unit": "1"}
LOWEST_PRICE, LOWEST_FIGURE = spell(_LOWEST, PRICE), spell(_LOWEST, OFFERED)
NEGATED_PRICE, HIGHEST_PRICE = spell(_NEGATED, PRICE), spell(_HIGHEST, PRICE)
NEGATED_QUALITY, HIGHEST_QUALITY = spell(_NEGATED, QUALITY), spell(_HIGHEST, QUALITY)
NEGATED_FIGURE, HIGHEST_FIGURE = spell(_NEGATED, OFFERED), spell(_HIGHEST, OFFERED)
NEGATED_RATIO, HIGHEST_RATIO = spell(_NEGATED, RATIOS), spell(_HIGHEST, RATIOS)
NEGATED_SCORE, HIGHEST_SCORE = spell(_NEGATED, SCORES), spell(_HIGHEST, SCORES)

REFERENCES = Book("reference values", topic="tender")
REFERENCES.input(
    "reference_quality", "1", r"L_0", "Points for quality that each bid is compared with"
)
REFERENCES.input("reference_price", "currency", r"P_0", "Price that each bid is compared with")

MEANS = Book("means of the bids", topic="tender")
MEANS.over(
    "total",
    "bids_that_count",
    "1",
    r"n",
    "Bids that are scored",
    roles=("bids",),
    of="bid_counts",
)
MEANS.over(
    "total",
    "quality_of_all_bids",
    "1",
    r"\sum L",
    "Points for quality of all bids together",
    roles=("bids",),
    of="quality",
)
MEANS.over(
    "total",
    "price_of_all_bids",
    "currency",
    r"\sum P",
    "Prices of all bids together",
    roles=("bids",),
    of="evaluation_price",
)


@MEANS.quantity("1", r"L_0", "arithmetic: mean of the bids", name="reference_quality")
def reference_quality_of_bids(quality_of_all_bids: Num, bids_that_count: Num) -> Num:
    """Mean points for quality, with which each bid is compared."""
    return quality_of_all_bids / bids_that_count


@MEANS.quantity("currency", r"P_0", "arithmetic: mean of the bids", name="reference_price")
def reference_price_of_bids(price_of_all_bids: Num, bids_that_count: Num) -> Num:
    """Mean price, with which each bid is compared."""
    return price_of_all_bids / bids_that_count


BY_PRICE = Book("lowest price", topic="tender")
BY_PRICE.alias(
    "price_score",
    "currency",
    r"Z",
    "Score of the bid: its price.",
    of="evaluation_price",
    source=LEAST_PRICE,
)

MONEY = Book("unit of money", topic="tender")
MONEY.input(
    "unit_of_money",
    "currency",
    r"P_1",
    "Unit of money that ratios are for",
    1.0,
    source="definition: points for each unit of the currency",
    constant=True,
)

RATIO_OF_BID = Book("quality over price", topic="tender")


@RATIO_OF_BID.quantity("1", r"z", RATIO)
def ratio(quality: Num, evaluation_price: Num, unit_of_money: Num) -> Num:
    """Points for quality for each unit of money."""
    return quality / (evaluation_price / unit_of_money)


BY_RATIO = Book("score: quality over price", topic="tender")
BY_RATIO.alias(
    "score",
    "1",
    r"Z",
    "Score of the bid: points for quality for each unit of money.",
    of="ratio",
    source=RATIO,
)

SCALE = Book("power of ten for ratios", topic="tender")
SCALE.input("score_digits", "1", r"d", "Digits of the best score before the point", whole=True)
SCALE.input(
    "scale_base", "1", r"b", "Base of the scale", 10.0, source=SCALING, low=2.0, constant=True
)


@SCALE.quantity("1", r"s", SCALING)
def score_scale(highest_ratio: Num, scale_base: Num, score_digits: Num) -> Num:
    """Power of ten that gives the best ratio its digits before the point."""
    magnitude = whole_down(np.log(highest_ratio) / np.log(scale_base))
    return power(scale_base, score_digits - 1 - magnitude)


SCALED = Book("score: scaled ratio", topic="tender")


@SCALED.quantity("1", r"Z", SCALING, name="score")
def score_of_scaled_ratio(ratio: Num, score_scale: Num) -> Num:
    """Score of the bid: its ratio x the power of ten; ranked is the nearest whole number."""
    return ratio * score_scale


BAND_BELOW = Book("band below the best score", topic="tender")
BAND_BELOW.input(
    "score_band",
    "1",
    r"s",
    "Share below the best score that counts as equal to it",
    high=1.0,
    shown="percent",
)


@BAND_BELOW.quantity("1", r"Z_\mathrm{band}", BAND)
def least_score_in_band(highest_score: Num, score_band: Num) -> Num:
    """Lowest score that counts as equal to the best."""
    return highest_score * (1 - score_band)


IN_BAND = Book("bid within the band", topic="tender")


@IN_BAND.quantity("1", r"b", BAND, high=1.0)
def is_in_band(score: Num, least_score_in_band: Num) -> Num:
    """Whether the score counts as equal to the best: 1 yes, 0 no."""
    return at_least(score, least_score_in_band)


BY_POINTS = Book("points for quality and price", topic="tender")


@BY_POINTS.quantity("1", r"Q", "arithmetic: weight x share of the most points for quality")
def quality_points(quality: Num, quality_maximum: Num, quality_weight: Num) -> Num:
    """Weighted points for quality."""
    return quality_weight * quality / quality_maximum


@BY_POINTS.quantity("1", r"Z", "arithmetic: sum", name="score", low=ANY_SIGN)
def score_of_points(quality_points: Num, price_points: Num) -> Num:
    """Score of the bid: points for quality and for the price."""
    return quality_points + price_points


BY_PRICE_POINTS = Book("points for the price alone", topic="tender")
BY_PRICE_POINTS.alias(
    "score",
    "1",
    r"Z",
    "Score of the bid: points for the price.",
    of="price_points",
    source="definition: nothing else is scored",
    low=ANY_SIGN,
)

LOW_BID_POINTS = Book("points for the price: lowest over own", topic="tender")


@LOW_BID_POINTS.quantity("1", r"K", LOW_BID, name="price_points")
def price_points_by_lowest(price_weight: Num, lowest_price: Num, evaluation_price: Num) -> Num:
    """Points for the price: weight x lowest price / price of the bid."""
    return price_weight * lowest_price / evaluation_price


DOUBLE_POINTS = Book("points for the price: to twice the lowest", topic="tender")


@DOUBLE_POINTS.quantity("1", r"K", DOUBLE, name="price_points")
def price_points_to_double(price_weight: Num, lowest_price: Num, evaluation_price: Num) -> Num:
    """Points for the price: all at the lowest, none from twice the lowest on."""
    return price_weight * np.maximum(2 * lowest_price - evaluation_price, 0) / lowest_price


RANGE_POINTS = Book("points for the price: lowest to highest", topic="tender")


@RANGE_POINTS.quantity("1", r"K", RANGE, name="price_points", low=ANY_SIGN)
def price_points_in_range(
    price_weight: Num, lowest_price: Num, highest_price: Num, evaluation_price: Num
) -> Num:
    """Points for the price: all at the lowest, none at the highest; all where they are equal."""
    span = where_less(lowest_price, highest_price, highest_price - lowest_price, lowest_price)
    share = (highest_price - evaluation_price) / span
    return price_weight * where_less(lowest_price, highest_price, share, 1)


LINE_PRICES = Book("prices set before", topic="tender")
LINE_PRICES.input("full_points_price", "currency", r"P_1", "Price that gets all points")
LINE_PRICES.input("no_points_price", "currency", r"P_0", "Price that gets no points")

LINE_POINTS = Book("points for the price: between two prices set before", topic="tender")


@LINE_POINTS.quantity("1", r"K", LINE, name="price_points")
def price_points_on_line(
    price_weight: Num, full_points_price: Num, no_points_price: Num, evaluation_price: Num
) -> Num:
    """Points for the price: all up to one price, none from the other on, a line in between."""
    share = (no_points_price - evaluation_price) / (no_points_price - full_points_price)
    return price_weight * np.minimum(np.maximum(share, 0), 1)


LOG_BASE = Book("base of a logarithm of prices", topic="tender")
LOG_BASE.input(
    "logarithm_base", "1", r"A", "Multiple of the lowest price that gets no points", low=1.0
)

LOG_POINTS = Book("points for the price: by its logarithm", topic="tender")


@LOG_POINTS.quantity("1", r"K", LOGARITHM, name="price_points", low=ANY_SIGN)
def price_points_by_logarithm(
    price_weight: Num, lowest_price: Num, logarithm_base: Num, evaluation_price: Num
) -> Num:
    """Points for the price: all at the lowest, fewer by the logarithm of the multiple of it."""
    steps = np.log(evaluation_price / lowest_price) / np.log(logarithm_base)
    return price_weight * (1 - steps)


BY_SHARES = Book("score: weighted shares", topic="tender")


@BY_SHARES.quantity("1", r"Z", SHARES, name="score")
def score_of_shares(
    quality: Num,
    quality_maximum: Num,
    quality_weight_share: Num,
    price_weight_share: Num,
    lowest_price: Num,
    evaluation_price: Num,
) -> Num:
    """Score of the bid: share of the most points for quality, and lowest price over its own."""
    of_quality = quality_weight_share * quality / quality_maximum
    return of_quality + price_weight_share * lowest_price / evaluation_price


BY_REFERENCES = Book("score: distance from reference values", topic="tender")


@BY_REFERENCES.quantity("1", r"Z", WEIGHTED, name="score", low=ANY_SIGN)
def score_by_references(
    quality: Num,
    reference_quality: Num,
    quality_weight_share: Num,
    price_weight_share: Num,
    evaluation_price: Num,
    reference_price: Num,
) -> Num:
    """Score of the bid: weighted quality over the reference, less weighted price over its own."""
    of_quality = quality_weight_share * quality / reference_quality
    return of_quality - price_weight_share * evaluation_price / reference_price


BY_UTILITY = Book("score: utility index", topic="tender")


@BY_UTILITY.quantity("1", r"U", UTILITY, name="score", low=ANY_SIGN)
def score_by_utility(
    quality: Num,
    highest_quality: Num,
    quality_maximum: Num,
    quality_weight: Num,
    price_weight: Num,
    lowest_price: Num,
    evaluation_price: Num,
) -> Num:
    """Score of the bid: utility lost to the best quality, for the money of the lowest price."""
    lost = (highest_quality - quality) / quality_maximum * quality_weight / price_weight
    return (1 - lost) / evaluation_price * lowest_price


POINT_VALUE = Book("value of a point", topic="tender")
POINT_VALUE.input("value_of_point", "currency", r"v", "Value in money of one point for quality")

BY_VALUE = Book("score: price less the value of quality", topic="tender")


@BY_VALUE.quantity("currency", r"Z", ON_VALUE, name="price_score", low=ANY_SIGN)
def price_score_less_value(evaluation_price: Num, quality: Num, value_of_point: Num) -> Num:
    """Score of the bid: its price less the value of its quality; the lowest wins."""
    return evaluation_price - quality * value_of_point


BY_PRICE_OVER_SCORE = Book("score: price over quality", topic="tender")


@BY_PRICE_OVER_SCORE.quantity("currency", r"Z", PER_SCORE, name="price_score")
def price_score_over_quality(evaluation_price: Num, quality: Num, quality_maximum: Num) -> Num:
    """Score of the bid: its price for all of the quality; the lowest wins."""
    return evaluation_price / (quality / quality_maximum)


BY_MOST = Book("score: figure over the highest", topic="tender")


@BY_MOST.quantity("1", r"Z", BUDGET, name="score")
def score_by_highest(figure_points: Num, offered_figure: Num, highest_figure: Num) -> Num:
    """Score of the bid: most points x its figure over the highest."""
    return figure_points * offered_figure / highest_figure


BY_LEAST = Book("score: lowest figure over own", topic="tender")


@BY_LEAST.quantity("1", r"Z", FIGURE, name="score")
def score_by_lowest(figure_points: Num, lowest_figure: Num, offered_figure: Num) -> Num:
    """Score of the bid: most points x the lowest figure over its own."""
    return figure_points * lowest_figure / offered_figure


STEP = Book("step of a table of points", topic="tender")
STEP.input("step_limit", "1", r"x_k", "Highest figure that reaches the step")
STEP.input("step_gain", "1", r"\Delta_k", "Points more than on the next step", low=float("-inf"))


@STEP.quantity("1", r"Z_k", STEPS)
def step_points(step_limit: Num, offered_figure: Num, step_gain: Num) -> Num:
    """Points of this step, where the figure of the bid reaches it."""
    return at_least(step_limit, offered_figure) * step_gain


BY_STEPS = Book("score: points by steps", topic="tender")
BY_STEPS.over(
    "total",
    "score",
    "1",
    r"Z",
    "Score of the bid: points by steps",
    roles=("steps",),
    of="step_points",
)

FULL_FIGURE = Book("figure for all points", topic="tender")
FULL_FIGURE.input(
    "full_points_figure", "1", r"x_1", "Figure that gets all points", 6.0, source=YEARS
)
FULL_FIGURE.input("figure_exponent", "1", r"k", "Exponent", 2.0, source=YEARS, constant=True)

BY_YEARS = Book("score: power of a figure", topic="tender")


@BY_YEARS.quantity("1", r"Z", YEARS, name="score")
def score_by_power(
    figure_points: Num, offered_figure: Num, full_points_figure: Num, figure_exponent: Num
) -> Num:
    """Score of the bid: most points x a power of its figure over that for all points."""
    return figure_points * power(offered_figure / full_points_figure, figure_exponent)


OWN_FIGURES = Book("figures for one's own formula", topic="tender")


@OWN_FIGURES.quantity("1", r"p", "definition: in units of the currency")
def price_in_units(evaluation_price: Num, unit_of_money: Num) -> Num:
    """Evaluated price, as a number of units of the currency."""
    return evaluation_price / unit_of_money


@OWN_FIGURES.quantity("1", r"p_\mathrm{min}", "definition: in units of the currency")
def lowest_price_in_units(lowest_price: Num, unit_of_money: Num) -> Num:
    """Lowest price of the bids, as a number of units of the currency."""
    return lowest_price / unit_of_money


ROUNDING = Book("rounding of scores", topic="tender")
ROUNDING.input("score_decimals", "1", r"d", "Decimals of the score that is ranked", whole=True)

_ROUNDED = Book("rounded {what}", topic="tender")


@_ROUNDED.quantity("<unit>", r"Z_r", "document: DIN 1333, 1992: halves away from 0", low=ANY_SIGN)
def rounded_of_score(of_score: Num, score_decimals: Num) -> Num:
    """Score of the bid as it is ranked."""
    return rounded(of_score, score_decimals)


ROUNDED_POINTS = spell(_ROUNDED, {"what": "score", "of": "", "unit": "1"})
ROUNDED_MONEY = spell(_ROUNDED, {"what": "price score", "of": "price", "unit": "currency"})
