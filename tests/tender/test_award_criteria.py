"""The award criteria of a tender: what is published is what scores bids, and tells no estimate."""

from __future__ import annotations

from math import log
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from model.reading.documents import read_document
from model.reading.fields import Amount
from model.tender.award_criteria import (
    FORMULAS,
    MEANING,
    award_criteria,
    published,
    score_formula,
    symbols_of,
    values_of,
)
from model.tender.methods import METHODS
from model.tender.scores import Scores
from model.tender.specification import specification
from model.tender.tender_document import Bullets, Grid, Heading, Paragraph
from model.tender.tender_file import TenderFile, read_tender
from tests.tender.test_scores import evaluations, scored

Said = dict[str, Any]


def rules(**said: Any) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump({"id": "T", **said}), "tender.yaml"))


def text_of(tender: TenderFile) -> str:
    lines: list[str] = []
    for block in award_criteria(tender):
        match block:
            case Heading(text) | Paragraph(text):
                lines.append(text)
            case Bullets(items):
                lines += items
            case Grid():
                lines += [" | ".join(row) for row in (block.heads, *block.rows)]
    return "\n".join(lines)


def by_text(found: Scores) -> dict[str, float]:
    """The scores of bids by the formula as it is published."""
    evaluation = found.evaluation
    formula = score_formula(published(evaluation))
    symbols = symbols_of(formula)
    values = {
        name: value.amount if isinstance(value, Amount) else value
        for name, value in values_of(published(evaluation)).items()
    }
    counting = [one for one in found.bids if one.score is not None]
    bids = {bid.name: bid for bid in evaluation.bids}
    prices = [bids[one.name].price.amount for one in counting if bids[one.name].price]  # type: ignore[union-attr]
    points = [one.quality or 0.0 for one in counting]
    figures = [bids[one.name].quantity or 0.0 for one in counting]
    if prices and points:
        values |= {"Pmin": min(prices), "Pmax": max(prices), "Lbest": max(points)}
        values |= {"Xmin": min(figures), "Xmax": max(figures)}
        if evaluation.method == "mean":
            values |= {"L0": sum(points) / len(points), "P0": sum(prices) / len(prices)}
        if evaluation.method == "median":
            middle = len(points) // 2
            for name, of in (("L0", sorted(points)), ("P0", sorted(prices))):
                values[name] = (of[middle] + of[-middle - 1]) / 2
    code = formula.replace(" x ", " * ").replace("^", "**")
    scores = {}
    for one in counting:
        bid = bids[one.name]
        own = {"L": one.quality, "P": bid.price.amount if bid.price else None, "X": bid.quantity}
        known = {name: value for name, value in {**values, **own}.items() if name in symbols}
        assert None not in known.values()
        scores[one.name] = eval(code, {"min": min, "max": max, "log": log}, known)
    return scores


@settings(max_examples=150)
@given(evaluations())
def test_the_published_formula_is_what_scores_bids(said: Said) -> None:
    """Whatever the method; where a table or one's own formula does it, that is published."""
    found = scored(said)
    method = found.evaluation.method
    if method not in FORMULAS or not found.places():
        return
    prices = {bid.price.amount for bid in found.evaluation.bids if bid.price}
    if method == "interpolation_range" and len(prices) == 1:
        return
    expected = by_text(found)
    for one in found.bids:
        if one.score is not None:
            assert one.score == pytest.approx(expected[one.name], rel=1e-9, abs=1e-9)


def test_every_method_has_its_formula() -> None:
    """But for tables, one's own, and none; and each symbol is explained."""
    assert FORMULAS.keys() == METHODS.keys() - {"steps", "formula", "qualitative"}
    words = {word for one in FORMULAS.values() for word in one.split() if word.isalnum()}
    assert {w for w in words if not w.isdigit()} - {"x"} <= MEANING.keys() | {"max", "min", "log"}


def test_the_criteria_of_the_documentation() -> None:
    scoring = {
        "method": "weighted_share",
        "weights": {"quality": 60, "price": 40},
        "quality_max": 100,
        "band": "10 %",
        "second": "quality",
        "criteria": [
            {
                "name": "Delivery",
                "method": "steps",
                "steps": [{"at_most": 3, "points": 15}],
                "figure": "months",
            },
            {"name": "Power", "method": "lower_is_better", "points": 20, "figure": "power"},
        ],
    }
    energy = {"price": "0.21 EUR/kWh"}
    text = text_of(rules(scoring=scoring, term=5, energy=energy))
    assert "in EUR: the offer, by the terms" in text_of(rules(scoring=scoring))
    for expected in (
        "Z = wL x L / Lmax + wP x Pmin / P",
        "wL = 0.6: weight of quality.",
        "Lmax = 100: most points for quality.",
        "P: evaluated price of the bid, net, in EUR: the offer, maintenance of the term and",
        "Xmin: lowest figure of all bids.",
        "The highest score wins.",
        "Scores within 10 % of the best count as equal; among these, more points for quality",
        "Equal scores share their rank.",
        "Delivery | Months until delivery | by steps | 15",
        "at most 3 | 15",
        "Power | Typical power, W | 20 x Xmin / X | 20",
    ):
        assert expected in text


CASES: dict[str, tuple[Said, str]] = {
    "scaled": ({"method": "ratio", "round": 3}, "the best one has 3 digits before the point"),
    "rounded": (
        {"method": "ratio_band", "band": 0.05, "second": "price"},
        "within 5 % of the best",
    ),
    "line": (
        {
            "method": "absolute_line",
            "weights": {"quality": 60, "price": 40},
            "quality_max": 100,
            "price_low": 700_000,
            "price_high": 1_200_000,
        },
        "Plow = 700\N{NARROW NO-BREAK SPACE}000.00 EUR: price that gets all points.",
    ),
    "value": ({"method": "award_on_value", "value_per_point": 5000}, "The lowest score wins."),
    "own": ({"method": "formula", "formula": "price / quantity"}, "Z = price / quantity"),
    "qualitative": ({"method": "qualitative"}, "No score is computed."),
    "mean": (
        {"method": "mean", "weights": {"quality": 1, "price": 1}},
        "P0: mean of the evaluated prices of all bids.",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_other_methods(name: str) -> None:
    scoring, expected = CASES[name]
    assert expected in text_of(rules(scoring=scoring))


def test_a_figure_that_is_scored_is_named() -> None:
    text = text_of(rules(scoring={"method": "most_at_budget"}, scored="planned_capacity"))
    assert "X: figure of the bid: Usable capacity, TB." in text
    assert "M = 100: most points." in text


def test_what_is_expected_of_bids_stays() -> None:
    """It tells of the estimate: not a digit of it is in the specification, nor in its version."""
    scoring = {"method": "lowest_price"}
    expected = {"expected": {"price": 815471.15, "quality": 81.54}}
    plain = specification(rules(scoring=scoring))
    assert specification(rules(scoring={**scoring, **expected}, estimate=815471.15)) == plain
    other = specification(rules(scoring={"method": "ratio"}))
    assert other.foot != plain.foot
    assert "award criteria" in plain.foot
    assert not any(
        isinstance(one, Heading) and one.text == "Award criteria"
        for one in specification(rules()).blocks
    )
