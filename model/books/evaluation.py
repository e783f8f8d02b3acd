"""The books of an evaluation of bids: by method, what the evaluation and each bid have."""

from __future__ import annotations

from model.books.table import ALWAYS, Condition, Table, of
from model.engine.quantity import Book
from model.formulas.tender import pricing, scoring
from model.formulas.tender.own import own_formula
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class ScoreFacts:
    """Facts that select the books: the method, whether quality is scored, and what is rounded."""

    method: str = "lowest_price"
    quality: bool = True
    """Whether quality has a weight."""
    scaled: bool = False
    """Whether ratios are scaled by a power of ten."""
    band: bool = False
    """Whether scores within a band of the best count as equal to it."""
    rounded: bool = False
    """Whether scores are rounded before they are ranked."""
    formula: str = ""
    """One's own formula of the score."""


def _own(facts: ScoreFacts) -> Book:
    """Return the score by one's own formula."""
    return own_formula(facts.formula)


when = of(ScoreFacts)
of_ratio = when.method("ratio", "ratio_band")
of_lowest = when.method(
    "weighted_low_bid",
    "interpolation_double",
    "interpolation_range",
    "weighted_share",
    "log",
    "utility_index",
)
in_money = when.method("lowest_price", "award_on_value", "price_over_score")
of_points: Condition = when.method(
    "weighted_low_bid", "interpolation_double", "interpolation_range", "absolute_line", "log"
)
EVALUATION = Table(
    "evaluation of bids",
    (ALWAYS, scoring.EVALUATION),
    (of_lowest | when.formula, scoring.LOWEST_PRICE),
    (when.method("interpolation_range"), scoring.HIGHEST_PRICE),
    (when.method("utility_index") | when.formula, scoring.HIGHEST_QUALITY),
    (when.method("lower_is_better"), scoring.LOWEST_FIGURE),
    (when.method("most_at_budget", "higher_is_better"), scoring.HIGHEST_FIGURE),
    (when.method("reference", "median"), scoring.REFERENCES),
    (when.method("mean"), scoring.MEANS),
    (of_ratio | when.formula, scoring.MONEY),
    (of_ratio & when.scaled, scoring.HIGHEST_RATIO),
    (of_ratio & when.scaled, scoring.SCALE),
    (when.method("absolute_line"), scoring.LINE_PRICES),
    (when.method("log"), scoring.LOG_BASE),
    (when.method("award_on_value"), scoring.POINT_VALUE),
    (when.method("power_of_years"), scoring.FULL_FIGURE),
    (when.band, scoring.HIGHEST_SCORE),
    (when.band, scoring.BAND_BELOW),
    (when.rounded, scoring.ROUNDING),
)
BID = Table(
    "a bid",
    (ALWAYS, scoring.BID),
    (when.method("interpolation_range"), scoring.NEGATED_PRICE),
    (when.method("utility_index") | when.formula, scoring.NEGATED_QUALITY),
    (when.method("most_at_budget", "higher_is_better"), scoring.NEGATED_FIGURE),
    (when.method("lowest_price"), scoring.BY_PRICE),
    (of_ratio, scoring.RATIO_OF_BID),
    (of_ratio & when.scaled, scoring.NEGATED_RATIO),
    (of_ratio & when.scaled, scoring.SCALED),
    (of_ratio & ~when.scaled, scoring.BY_RATIO),
    (when.method("weighted_low_bid"), scoring.LOW_BID_POINTS),
    (when.method("interpolation_double"), scoring.DOUBLE_POINTS),
    (when.method("interpolation_range"), scoring.RANGE_POINTS),
    (when.method("absolute_line"), scoring.LINE_POINTS),
    (when.method("log"), scoring.LOG_POINTS),
    (of_points & when.quality, scoring.BY_POINTS),
    (of_points & ~when.quality, scoring.BY_PRICE_POINTS),
    (when.method("weighted_share"), scoring.BY_SHARES),
    (when.method("reference", "mean", "median"), scoring.BY_REFERENCES),
    (when.method("utility_index"), scoring.BY_UTILITY),
    (when.method("award_on_value"), scoring.BY_VALUE),
    (when.method("price_over_score"), scoring.BY_PRICE_OVER_SCORE),
    (when.method("most_at_budget", "higher_is_better"), scoring.BY_MOST),
    (when.method("lower_is_better"), scoring.BY_LEAST),
    (when.method("steps"), scoring.BY_STEPS),
    (when.method("power_of_years"), scoring.BY_YEARS),
    (when.formula, scoring.OWN_FIGURES),
    (when.formula, _own),
    (when.band, scoring.NEGATED_SCORE),
    (when.band, scoring.IN_BAND),
    (when.rounded & ~in_money, scoring.ROUNDED_POINTS),
    (when.rounded & in_money, scoring.ROUNDED_MONEY),
)
STEP = Table("step of a table of points", (ALWAYS, scoring.STEP))
PRICE = Table(
    "evaluated price",
    (ALWAYS, pricing.TAX),
    (ALWAYS, pricing.EXCHANGE),
    (ALWAYS, pricing.RUNNING),
    (ALWAYS, pricing.DISCOUNTING),
    (ALWAYS, pricing.COMPARED),
)
