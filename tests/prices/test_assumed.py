"""Prices that a scenario assumes: their band, their mark, and that quotes replace them first."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from model.answers.missing_prices import unproven_prices
from model.answers.prices import considered
from model.answers.results import Results, evaluate
from model.answers.summary import headline
from model.answers.views.price_tables import to_replace
from model.answers.views.view import Value, number
from model.design.scenario import load_scenario
from model.errors import InputError
from model.planning.prices.prices import REPLACED
from tests.prices.quoted import planned, quote

ON = {"estimates": True, "exchange": {"USD": {"rate": 0.9, "date": "2026-08-01"}}}


def assumed(**changes: object) -> dict[str, object]:
    stated = {"value": "12000 EUR", "status": "assumed", "because": "nobody sells any in public",
              "between": ["8000 EUR", "20000 EUR"]}  # fmt: skip
    return {**stated, **changes}


def test_an_assumed_price_has_a_band_and_is_replaced_first(tmp_path: Path) -> None:
    """What 8 servers may come to lies between the ends; cheaper estimates follow."""
    results = planned(tmp_path, economics=ON, enclosures__price=assumed(), network__price=None,
                      network__part="hpe-840qsfp28")  # fmt: skip
    count = results["site/tiers:data/lines:enclosures", "line_count"]
    assert results["site", "assumed_lines"] == 1
    assert results["site", "assumed_capital_cost"] == count * 12_000
    found = unproven_prices(results)
    assert [one.how for one in found] == ["assumed", "estimate"]
    shown = to_replace(results).rows[0]
    ends = [number(results, entry) for entry in shown.entries if isinstance(entry, Value)]
    assert ends == [count, count * 12_000, count * 8_000, count * 20_000]
    assert f"{count * 12:.0f} 000 EUR assumed for 1 line" in headline(results).replace(
        "\u202f", " "
    )


def test_an_assumed_price_is_marked_without_any_estimates(tmp_path: Path) -> None:
    """A band of its own suffices: no class needs to stand in."""
    results = planned(tmp_path, enclosures__price=assumed())
    assert results["site", "low_capital_cost"] < results["site", "capital_cost"]
    assert results["site", "estimated_lines"] == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"between": ["8000 USD", "20000 USD"]}, "write both ends of 'between' in EUR"),
        ({"between": ["13000 EUR", "20000 EUR"]}, "and the price within"),
        ({"status": "published"}, "'between' is for a price with 'status: assumed'"),
    ],
)
def test_a_wrong_band_of_a_price_is_said(tmp_path: Path, wrong: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        planned(tmp_path, enclosures__price=assumed(**wrong))


def test_the_dearest_of_assumed_and_estimated_prices_comes_first() -> None:
    """Drives at the price of others are asked for first; the title says of how many."""
    results = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    found = unproven_prices(results)
    costs = [results[one.line.path, "line_cost"] or 0.0 for one in found]
    assert costs == sorted(costs, reverse=True)
    assert (found[0].line.role, found[0].how) == ("drives", "assumed")
    assert found[1].how == "estimate"
    view = to_replace(results)
    assert view.title == f"Prices to replace by quotes, 10 of {len(found)}"
    assert len(view.rows) == 10 < len(found)


ENCLOSURES = "site/tiers:data/lines:enclosures"


def offered(**line: object) -> dict[str, object]:
    return quote(lines=[{"name": "JBOD", "price": 9000, **line}])


def assumed_jbod(tmp_path: Path, *quotes: dict[str, object], **more: Any) -> Results:
    """The scenario's enclosures under a name, at a price that it assumes."""
    return planned(tmp_path, quotes, enclosures__name="JBOD", enclosures__price=assumed(), **more)


def test_a_quote_goes_before_what_the_scenario_assumes(tmp_path: Path) -> None:
    """So does a price book; the assumption is told beside it, and none is left in the sums."""
    results = assumed_jbod(tmp_path, offered())
    assert results[ENCLOSURES, "unit_price"] == 9000
    assert results.values.get(("site", "assumed_lines"), 0) == 0
    (line,) = (line for line in results.plan.lines if line.path == ENCLOSURES)
    told = {one.price.layer.name: (one.counts, one.why_not) for one in considered(results, line)}
    assert told["quote"] == (True, "")
    assert told["stated"] == (False, REPLACED)
    assert not any("not used by this plan" in warning for warning in results.warnings)
    book = {"currency": "EUR", "date": "2026-09-01", "lines": [{"name": "JBOD", "price": 9500}]}
    assert assumed_jbod(tmp_path, books=(book,))[ENCLOSURES, "unit_price"] == 9500


@pytest.mark.parametrize("wrong", [{"name": "something else"}, {}])
def test_what_is_assumed_counts_while_no_offer_does(tmp_path: Path, wrong: dict[str, str]) -> None:
    """A quote of another piece, and one that expired before the price date."""
    document = offered(**wrong) if wrong else {**offered(), "valid_until": "2026-11-03"}
    results = assumed_jbod(tmp_path, document, economics={"price_date": "2026-11-22"})
    assert results[ENCLOSURES, "unit_price"] == 12_000
    assert results["site", "assumed_lines"] == 1


def test_a_quote_goes_before_what_was_published(tmp_path: Path) -> None:
    price = {"value": "12000 EUR", "status": "published", "because": "a web shop"}
    results = planned(tmp_path, (offered(),), enclosures__name="JBOD", enclosures__price=price)
    assert results[ENCLOSURES, "unit_price"] == 9000


@pytest.mark.parametrize("price", ["11000 EUR", assumed(value="11000 EUR", between=None)])
def test_a_price_that_is_more_than_guessed_goes_before_quotes(tmp_path: Path, price: Any) -> None:
    """One that is stated, and one that somebody entered by hand, which is assumed to be exact."""
    results = planned(tmp_path, (offered(),), enclosures__name="JBOD", enclosures__price=price)
    assert results[ENCLOSURES, "unit_price"] == 11_000


@pytest.mark.parametrize("status", ["assumed", "stated"])
def test_a_price_without_a_rate_is_refused_and_not_dropped(tmp_path: Path, status: str) -> None:
    """It counts no more than one that a quote replaces, but nothing stands in its place."""
    price = {"value": "12000 CHF", "status": status, "because": "as asked for"}
    with pytest.raises(InputError, match="this is in CHF, but the scenario counts in EUR"):
        planned(tmp_path, enclosures__price=price)
