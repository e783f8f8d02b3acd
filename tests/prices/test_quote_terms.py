"""Quotes that count: the days left, and what changes once they expire."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from model.answers.views.quote_terms import quote_terms, term_sentence, terms_table
from model.answers.views.view_text import text_table
from tests.prices.quoted import DRIVE, SWITCH, planned, quote

DAY = {"price_date": "2026-11-22"}


def test_days_left_and_the_total_without_it(tmp_path: Path) -> None:
    """The plan without the quote says what changes: 672 drives at the public price."""
    results = planned(tmp_path, (quote(),), economics=DAY)
    (term,) = quote_terms(results)
    assert (term.until, term.days, term.lines) == (datetime.date(2027, 1, 31), 70, 1)
    other = planned(tmp_path, (), economics=DAY)
    assert term.after == other["site", "known_capital_cost"]
    assert term.change == pytest.approx(
        other["site", "known_capital_cost"] - results["site", "known_capital_cost"]  # type: ignore[operator]
    )
    sentence = term_sentence(results, term)
    assert sentence.startswith(f"{term.origin} is valid until 2027-01-31, 70 more days; once it")
    assert quote_terms(results) is quote_terms(results)


def test_it_expires_on_the_stated_day(tmp_path: Path) -> None:
    """On the day after, the purchase costs what was said, as no other prices came meanwhile."""
    short = quote(valid_until="2026-11-23")
    results = planned(tmp_path, (short,), economics=DAY)
    late = planned(tmp_path, (short,), economics={"price_date": "2026-11-24"})
    assert quote_terms(results)[0].after == late["site", "known_capital_cost"]
    assert quote_terms(late) == ()


def test_each_quote_is_left_out_by_itself(tmp_path: Path) -> None:
    drives = quote()
    switches = quote(
        number="Q-1", valid_until="2026-12-01", lines=[{"part": SWITCH, "price": 15000}]
    )
    both = planned(tmp_path, (drives, switches), economics=DAY)
    terms = quote_terms(both)
    assert len(terms) >= 1
    assert {one.lines for one in terms} == {1}
    days = [one.days for one in terms if one.days is not None]
    assert days == sorted(days)


def test_a_quote_without_an_end_says_so(tmp_path: Path) -> None:
    results = planned(tmp_path, (quote(valid_until=None),), economics=DAY)
    (term,) = quote_terms(results)
    assert (term.until, term.days) == (None, None)
    assert "states no end of validity" in term_sentence(results, term)
    table = text_table(results, terms_table(results))
    assert [cell.text for cell in table.rows[0]][1:3] == ["not stated", ""]


def test_prices_that_nobody_else_knows_become_unknown(tmp_path: Path) -> None:
    """Without the quote, the drives of a part without public prices have none."""
    part = "seagate-exos-x28-28tb"
    lines = [{"part": part, "price": 700}]
    results = planned(tmp_path, (quote(lines=lines),), economics=DAY, drives__part=part,
                      drives__alternatives=[])  # fmt: skip
    (term,) = quote_terms(results)
    assert term.unknown == 1
    assert "1 price unknown" in term_sentence(results, term)


def test_a_public_plan_has_none(tmp_path: Path) -> None:
    assert quote_terms(planned(tmp_path, (quote(),), economics=DAY, public=True)) == ()


def test_a_quote_that_does_not_count_has_no_term(tmp_path: Path) -> None:
    late = quote(date="2026-12-24", lines=[{"part": DRIVE, "price": 1}])
    assert quote_terms(planned(tmp_path, (late,), economics=DAY)) == ()
