"""Sentences of a plan as tables of cases: what is known, and what is said of it."""

from __future__ import annotations

import datetime
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from model import evaluate, load_scenario
from model.answers.needs import Need
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import full_sentence, growth_left_out
from model.answers.views import comparison_tables
from model.answers.views.compatibility_table import fit
from model.answers.views.price_tables import missing
from model.answers.views.view import number
from model.answers.views.view_text import text_table
from model.parts.catalog import load_catalog
from model.units.kinds import JULIAN_YEAR

DAY = datetime.date(2029, 3, 1)
LATER = datetime.date(2030, 4, 2)


@cache
def results_of(name: str) -> Results:
    return evaluate(load_scenario(name), load_catalog())


def need(**more: Any) -> Need:
    known: dict[str, Any] = {
        "name": "store",
        "path": "site/tiers:store",
        "source": "groups",
        "years": (),
        "time_full": None,
        "full_on": None,
        "late_time": None,
        "late_on": None,
        "horizon": 5,
        "is_known": True,
        "bought_by": "",
    }
    return Need(**known | more)


YEARS_2 = {"time_full": 2 * JULIAN_YEAR, "full_on": DAY}
FULL: list[tuple[dict[str, Any], str, str]] = [
    # what is known; when it is full; what is said beside the cost
    ({}, "not full within 5 years", ""),
    ({"horizon": 1}, "not full within 1 year", ""),
    ({"is_known": False}, "the date at which it is full is unknown",
     "growth of store not included: the date at which it is full is unknown"),
    ({"time_full": 0.0, "full_on": DAY}, "full from the first day",
     "growth of store not included: full from the first day"),
    (YEARS_2, "full after 2 years, on 2029-03-01",
     "growth of store not included: full in March 2029"),
    ({"time_full": 2 * JULIAN_YEAR}, "full after 2 years",
     "growth of store not included: full after 2 years"),
    (YEARS_2 | {"path": "site"}, "full after 2 years, on 2029-03-01",
     "growth not included: full in March 2029"),
    (YEARS_2 | {"bought_by": "site/tiers:store"}, "full after 2 years, on 2029-03-01", ""),
    (YEARS_2 | {"source": "history", "late_time": 3 * JULIAN_YEAR, "late_on": LATER},
     "full after 2 years, on 2029-03-01; full after 3 years, on 2030-04-02 at the lower end of "
     "the range", "growth of store not included: full in March 2029"),
    ({"source": "history"},
     "not full within 5 years; not full within 5 years at the lower end of the range", ""),
]  # fmt: skip


@pytest.mark.parametrize(("known", "full", "left_out"), FULL)
def test_when_a_purchase_is_full(known: dict[str, Any], full: str, left_out: str) -> None:
    assert full_sentence(need(**known)) == full
    assert growth_left_out(need(**known)) == left_out


def test_the_basis_of_amounts_says_what_is_unknown() -> None:
    """And what isn't counted; a share is in percent."""
    both = [results_of(f"scenarios/{name}.yaml") for name in ("cri", "templates/project-space")]
    compared: Any = SimpleNamespace(all=both, designs=("a", "b"))
    rows = {row.label: row.entries for row in comparison_tables.bases(compared).rows}
    economics = [one.plan.scenario.economics for one in both]
    assert rows["Currency"] == tuple(one.currency for one in economics)
    assert rows["Years of service"] == tuple(str(one.years) for one in economics)
    unknown = [one.values.get(("site", "unknown_equipment_cost")) for one in both]
    wanted = tuple("unknown" if one is None else f"{one:.0f}" for one in unknown)
    assert rows["Prices unknown"] == wanted
    assert rows["Not counted"] == tuple(", ".join(one.left_out) or "nothing" for one in economics)
    dates = tuple(str(one.price_date or "the latest") for one in economics)
    assert rows["Prices as of"] == dates
    for label, name in (("Discount rate", "discount_rate"), ("Value added tax", "vat_rate")):
        for one, text in zip(both, rows[label], strict=True):
            value = one.values.get(("site", name))
            assert (text == "unknown") is (value is None)
            assert value is None or text == f"{100 * value:.1f} %"


@pytest.mark.parametrize("name", ["cri", "beluga", "templates/project-space"])
def test_the_whole_design_ends_the_table_of_compatibility(name: str) -> None:
    """With a remark where it doesn't fit; each check has its place and its verdict."""
    results = results_of(f"scenarios/{name}.yaml")
    *_, last = fit(results).rows
    assert (last.label, last.tone, last.comes_to) == ("Whole design", "strong", True)
    [verdict] = [entry for entry in last.entries if not isinstance(entry, str | tuple)]
    fits = number(results, verdict)  # type: ignore[arg-type]
    said = [sentence_text(results, one) for one in last.entries if isinstance(one, tuple)]
    remark = "an incompatible design meets no requirement"
    assert said == [remark if fits == 0 else ""]


def test_a_design_that_does_not_fit_says_that_it_meets_nothing() -> None:
    results = evaluate(load_scenario("scenarios/templates/project-space.yaml"))
    results.values["site", "design_fits"] = 0.0
    *_, last = fit(results).rows
    said = [sentence_text(results, one) for one in last.entries if isinstance(one, tuple)]
    assert said == ["an incompatible design meets no requirement"]


def test_prices_to_request_first_are_counted() -> None:
    results = results_of("scenarios/beluga.yaml")
    view = missing(results)
    shown, whole = view.title.removeprefix("Prices to request first, ").split(" of ")
    assert int(shown) == len(view.rows) <= int(whole)
    table = text_table(results, view)
    assert all(row[3].text for row in table.rows)
