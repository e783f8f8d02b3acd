"""How firmly an order stands: margins, weights, withdrawals and other methods, and their tables."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from model.answers.views.view_text import text_table
from model.tender import views
from model.tender.robustness import (
    SHIFT,
    by_weight,
    if_accepted,
    margins,
    others,
    reweighted,
    withdrawals,
    without_each,
)
from model.tender.scores import scores
from tests.tender.test_scores import (
    EXAMPLES,
    OF_100,
    THREE,
    bids,
    evaluated,
    evaluations,
    scored,
)

Said = dict[str, Any]
SHARES: Said = {"method": "weighted_share", **OF_100}
"""A is ahead of B and C: 0.872, 0.8565, 0.82."""


def test_the_lead_over_the_next_rank_in_points_and_in_money() -> None:
    """A could cost 0.32 / (0.8565 - 0.552) million before B draws level."""
    first, second, last = margins(scored(SHARES))
    assert (first.name, first.following) == ("A", ("B",))
    assert first.lead == pytest.approx(0.872 - (0.48 + 0.32 / 0.85))
    assert first.price_rise == pytest.approx(320_000 / (0.32 / 0.85 - 0.072) - 1e6, abs=0.01)
    assert second.following == ("C",)
    assert (last.following, last.lead, last.price_rise) == ((), None, None)


@pytest.mark.parametrize(
    ("count", "band", "remarks"),
    [
        (1, 0.1, ["the only bid with a rank: nothing to compare it with"]),
        (2, 0.1, ["equal within the score band"] * 2),
        (2, 0.001, ["alone within the score band", ""]),
    ],
)
def test_a_lone_bid_is_compared_with_nothing(count: int, band: float, remarks: list[str]) -> None:
    found = scored(SHARES | {"band": band, "second": "quality", "bids": OF_100["bids"][:count]})
    assert [row.entries[-1] for row in views.ranking(found).rows] == remarks


def test_the_lead_of_the_lowest_score_is_positive() -> None:
    """C costs 50,000 less than B."""
    first, _, _ = margins(scored({"method": "lowest_price", "bids": OF_100["bids"]}))
    assert (first.name, first.lead) == ("C", 50_000)
    assert first.price_rise == pytest.approx(50_000, abs=0.01)


def test_a_lead_by_the_second_rule_is_negative() -> None:
    """Within the band, the dearer bid of better quality goes first with a lower score."""
    found = scored({"method": "ratio_band", "band": 0.05, "second": "quality", "bids": THREE})
    assert [one.name for one in margins(found)] == ["C", "B", "A"]
    lead = margins(found)[0].lead
    assert lead is not None
    assert lead == pytest.approx(1e-3 - 75 / 74_000)
    rise = margins(found)[0].price_rise
    assert rise is None or rise > 0, "the band ends there; the scores tie at a lower price"
    assert "Price rise until rank is lost" in repr(views.ranking(found).columns)


def test_no_price_within_twice_the_own_one_loses_the_rank() -> None:
    """Quality alone is scored."""
    said = {"method": "weighted_low_bid", "weights": {"quality": 60}, "quality_max": 100}
    first, *_ = margins(scored({**said, "bids": OF_100["bids"]}))
    assert (first.name, first.price_rise) == ("A", None)


def test_the_weight_at_which_the_order_changes() -> None:
    """A and B are level where w 0.12 = (1 - w) (0.8 / 0.85 - 0.8)."""
    quality, price = by_weight(evaluated(SHARES))
    assert (quality.name, quality.weight, quality.low, quality.high) == ("quality", 60, 40, 80)
    lost = 0.8 / 0.85 - 0.8
    assert quality.turns[0].weight == pytest.approx(100 * lost / (0.12 + lost), abs=1e-3)
    assert quality.turns[0].order == (("B",), ("A",), ("C",))
    found = sorted(turn.weight for turn in quality.turns)
    assert found == pytest.approx(sorted(100 - turn.weight for turn in price.turns), abs=2e-3)


def test_of_many_turns_those_of_the_winner_are_shown() -> None:
    """Ten bids on a line swap one by one; the table says who wins, and how many turns are left."""
    rows = [
        {"name": f"{n}", "quality": 50 + 4 * n, "price": 800_000 + (60_000 + 3_000 * n) * n}
        for n in range(10)
    ]
    found = scored({**SHARES, "bids": rows})
    quality, _ = by_weight(found.evaluation)
    assert len(quality.turns) > views.MOST_TURNS
    table = text_table(None, views.weights(found))
    shown = [row for row in table.rows if row[0].text == "quality"]
    winners = [turn for turn in quality.turns if turn.new_winner]
    first = [row[5].text.partition(" ")[0] for row in shown[:-1]]
    assert first == [turn.order[0][0] for turn in winners]
    assert shown[-1][5].text == f"{len(quality.turns) - len(winners)} changes below the first rank"


def test_of_many_bids_the_first_rank_is_looked_at() -> None:
    """Each turn has another winner; only the first five ranks have a price at which they end."""
    rows = [
        {"name": f"B{n:02}", "quality": 40 + 3 * n, "price": 800_000 + (60_000 + 3_000 * n) * n}
        for n in range(20)
    ]
    found = scored({**SHARES, "bids": rows})
    quality, _ = by_weight(found.evaluation)
    assert quality.turns
    assert all(turn.new_winner for turn in quality.turns)
    for turn in quality.turns:
        beyond = turn.weight + (0.01 if turn.weight > quality.weight else -0.01)
        order = scores(reweighted(found.evaluation, "quality", beyond)).order()
        assert order[0] == turn.order[0]
    rises = [one.price_rise for one in margins(found)]
    assert [rise is None for rise in rises] == [False] * 5 + [True] * 15
    table = text_table(None, views.ranking(found))
    assert [row[4].text for row in table.rows[5:]] == ["-"] * 15
    assert "first rank" in views.weights(found).title


def test_without_weights_nothing_hangs_on_them() -> None:
    assert by_weight(evaluated({"method": "ratio", "bids": THREE})) == []
    assert by_weight(evaluated({**SHARES, "bids": []})) == []


def test_each_criterion_is_a_weight() -> None:
    """Shares of 50 points for quality; moved alone, all others keep their proportions."""
    said = {
        "method": "weighted_low_bid",
        "weights": {"quality": 50, "price": 50},
        "quality_max": 50,
        "criteria": [{"name": "Months", "method": "lower_is_better", "points": 20}],
        "bids": [
            {"name": "A", "quality": 30, "price": 100, "figures": {"Months": 6}},
            {"name": "B", "quality": 20, "price": 100, "figures": {"Months": 3}},
        ],
    }
    found = evaluated(said)
    assert {one.name: one.weight for one in by_weight(found)} == {
        "quality": 30,
        "Months": 20,
        "price": 50,
    }
    months = next(one for one in by_weight(found) if one.name == "Months")
    # A: (30 + 50) x, B: 20 x + 50 x, with x = (1 - w) / 0.8; A has w / 2 of the months, B all.
    assert scores(found).order() == (("A", "B"),)
    assert [turn.order for turn in months.turns] == [(("A",), ("B",)), (("B",), ("A",))]
    moved = {one.name: one.score for one in scores(reweighted(found, "Months", 40)).bids}
    assert moved == pytest.approx({"A": 0.75 * 80 + 20, "B": 0.75 * 70 + 40})


@settings(max_examples=10)
@given(evaluations())
def test_turns_are_where_the_order_changes(said: Said) -> None:
    """On one side of a turn is the order before, on the other that of the turn; none is missed."""
    found = evaluated(said)
    for one in by_weight(found):
        for sign in (-1, 1):
            order, at = scores(found).order(), one.weight
            for turn in (t for t in one.turns if sign * (t.weight - one.weight) > 0):
                middle = (at + turn.weight) / 2
                if abs(turn.weight - at) > 1:
                    assert scores(reweighted(found, one.name, middle)).order() == order
                order, at = turn.order, turn.weight
            assert abs(at - one.weight) <= SHIFT + 1e-3


def test_each_withdrawal_says_who_wins_and_whose_score_moves() -> None:
    """Without C the mean moves: B wins, and every score is another one."""
    found = without_each(scored(EXAMPLES["mean with a third bid"][0]))
    by_name = {one.without: one for one in found}
    assert by_name["C"].winners == ("B",)
    assert by_name["C"].swapped == (("A", "B"),)
    assert by_name["C"].moved > 1
    assert by_name["A"].winners == ("B",)


@settings(max_examples=40)
@given(evaluations())
def test_no_score_moves_by_a_method_that_isnt_relative(said: Said) -> None:
    found = scored(said)
    for one in without_each(found):
        assert found.relative or (one.moved, one.swapped) == (0.0, ())
    assert withdrawals(found) == [one for one in without_each(found) if one.swapped]


def test_an_undecided_bid_that_is_accepted_changes_the_order() -> None:
    """B is undecided; if it meets what is open, it wins. A missed must or price stays so."""
    a, b, c = bids((90, 1_000_000), (85, 800_000), (70, 900_000))
    open_must = {"musts": {"ECC": "unknown", "TPM": "met"}}
    missed = {"name": "D", "quality": 99, "price": 1, "musts": {"ECC": "unknown", "TPM": "not met"}}
    free = {"name": "E", "quality": 99, "musts": {"ECC": "unknown"}}
    found = scored({**SHARES, "bids": [a, b | open_must, c, missed, free]})
    assert found.order() == (("A",), ("C",))
    assert if_accepted(found) == {"B": (("B",), ("A",), ("C",))}
    assert any("if B meets its open requirements" in note for note in views.notes(found))
    assert if_accepted(scored(SHARES)) == {}


def test_other_methods_say_what_they_lack() -> None:
    found = {one.method: one for one in others(evaluated(SHARES))}
    assert found["lowest_price"].order == (("C",), ("B",), ("A",))
    assert (found["log"].order, found["log"].why) == ((), "without base")
    assert found["most_at_budget"].why == "a bid has no quantity"
    assert found.keys().isdisjoint({"weighted_share", "formula", "qualitative"})


def test_a_weight_of_next_to_nothing_is_not_moved() -> None:
    """Its share is lost in the rounding of the other one."""
    for weights in ({"quality": 1e12, "price": 1e-300}, {"quality": 1e-300, "price": 1}):
        found = evaluated(SHARES | {"weights": weights})
        assert by_weight(found) == []
        assert views.of_scores(scores(found))


def test_excluded_and_undecided_bids_change_no_other_method() -> None:
    """An excluded bid may be without figures; the others have an order all the same."""
    out = {"name": "D", "price": 1, "excluded": "late"}
    undecided = {"name": "E", "price": 2, "musts": {"MR-1": "unknown"}}
    more = evaluated(SHARES | {"bids": [*OF_100["bids"], out, undecided]})
    assert others(more) == others(evaluated(SHARES))


def test_a_rank_may_be_lost_to_another_bid_than_the_next() -> None:
    """Where a dearer bid is the highest price, a third one overtakes before the next."""
    said: Said = {
        "method": "interpolation_range",
        "weights": {"quality": 60, "price": 70},
        "quality_max": 100,
        "bids": bids((44, 1_205_415), (94, 1_206_995), (45, 1_060_794), (91, 769_847)),
    }
    found = scored(said)
    ranks = found.places()
    for one in margins(found):
        if one.price_rise is None:
            continue
        for share, is_kept in ((0.99, True), (1.01, False)):
            rows = [
                bid | {"price": bid["price"] + share * one.price_rise * (bid["name"] == one.name)}
                for bid in said["bids"]
            ]
            after = scored(said | {"bids": rows}).places()
            behind = [name for name, rank in ranks.items() if rank > ranks[one.name]]
            assert all(after[one.name] < after[name] for name in behind) == is_kept


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_tables_have_what_was_computed(name: str) -> None:
    """They are drawn without a plan; every bid is in the first one."""
    found = scored(EXAMPLES[name][0])
    tables = [text_table(None, view) for view in views.of_scores(found)]
    ranks = tables[0]
    assert {row[0].text for row in ranks.rows} == {one.name for one in found.bids}
    assert all(cell.text for table in tables for row in table.rows for cell in row[:3])
    said = " ".join(views.notes(found))
    assert ("doesn't depend" in said) != found.relative


def test_many_bids_are_ranked_without_margins() -> None:
    """Of more than 200, margins would take too long; that is said."""
    rows = [one | {"name": f"{n}"} for n in range(201) for one in bids((50, 1000 + n))]
    found = scored({"method": "ratio", "bids": rows})
    assert margins(found) == without_each(found) == []
    assert any("more than 200 bids" in note for note in views.notes(found))
