"""Spares and replacements of special, log and cache vdevs of a size of their own."""

from __future__ import annotations

import pytest
from scipy.stats import poisson

from model import evaluate, load_scenario
from model.answers.losses import why_unknown
from model.answers.results import Results
from model.answers.views.loss_table import losses
from model.answers.views.replacement_table import (
    BUT_BESIDE,
    STOCKED,
    replacements,
    replacements_json,
)
from model.answers.views.shelf_table import shelf, shelf_json
from model.answers.views.view import Value, number

LAYOUT = "raidz2:10 + 2 x special mirror:3 of 1.6 TB + 2 x cache of 3.2 TB + spare of 1.6 TB"
RATES = ", special_vdevs: {failure_rate: 40 %, rebuild_time: 4 h}"
TEXT = """
schema: ostimate.scenario/1
name: special
economics: {years: 5, drive_replacements: true}
tiers:
  - name: t
    blocks: 2
    servers: {name: server, per_block: 2}
    enclosures: {name: JBOD, per_block: 10, bays: 60}
    drives: {name: disk, per_enclosure: 4, capacity: 20 TB}
    spares: {failure_rate: 1.4 %, lead_time: 73.05 days, service_level: 99 %}
    target: {layout: "LAYOUT"RATES}
"""


TIER = "site/tiers:t"
LEAD_TIME = "lead_time: 73.05 days, service_level: 99 %"


def planned(rates: str = RATES, layout: str = LAYOUT, spares: str = LEAD_TIME) -> Results:
    text = TEXT.replace("LAYOUT", layout).replace("RATES", rates).replace(LEAD_TIME, spares)
    return evaluate(load_scenario("special.yaml", text))


def test_vdevs_whose_losses_are_unknown_have_an_unknown_rebuild() -> None:
    """RAIDZ2 is redundant, whether failures of special vdevs are entered or not."""
    [row] = losses(planned(rates="")).rows
    assert (row.entries[7], row.entries[4]) == ("unknown", why_unknown(planned(rates=""), TIER))
    [row] = losses(planned()).rows
    assert isinstance(row.entries[7], Value)


def entries(results: Results) -> dict[str, list[float | str | None]]:
    return {
        row.label: [
            number(results, one) if isinstance(one, Value) else str(one) for one in row.entries
        ]
        for row in shelf(results).rows
    }


def test_special_vdevs_are_held_for_a_lead_time() -> None:
    """8 targets of 6 drives fail at 40 % a year: 3.84 in a fifth of it, of which 9 suffice."""
    results = planned()
    found = entries(results)
    pieces, failures, price, held = found["t: drives of 2 x special mirror:3"]
    assert (pieces, failures, price) == (48, pytest.approx(19.2), "unknown")
    assert held == poisson.ppf(0.99, 48 * 0.4 / 5)
    parts = [one for one in shelf_json(results) if "vdevs" in one]
    assert [(one["vdevs"], one["pieces"]) for one in parts] == [
        ("2 x special mirror:3", 48),
        ("2 x cache disk", 16),
    ]
    assert [one["shelf"] for one in parts] == [held, None]


@pytest.mark.parametrize("rates", ["", RATES])
def test_what_isnt_known_of_them_is_said(rates: str) -> None:
    """Caches have no rate; neither have special vdevs without 'special_vdevs'."""
    found = entries(planned(rates))
    unknown = ["unknown"] * 3
    assert found["t: drives of 2 x cache disk"][1:] == unknown
    assert (found["t: drives of 2 x special mirror:3"][1:] == unknown) is (not rates)
    assert not any("spare disk" in label for label in found)


def test_their_replacement_is_not_counted_and_named() -> None:
    results = planned()
    rows = {row.label: row.entries for row in replacements(results).rows}
    assert rows["t: drives of 2 x special mirror:3"][-1] == "not counted in the price"
    names = replacements_json(results)["drive_replacements_not_counted"]
    assert names == ["t: drives of 2 x special mirror:3", "t: drives of 2 x cache disk"]
    plain = planned("", "raidz2:10")
    assert replacements_json(plain)["drive_replacements_not_counted"] == []
    assert set(entries(plain)) >= {"t: drives"}


@pytest.mark.parametrize(("layout", "is_said"), [(LAYOUT, True), ("raidz2:10", False)])
def test_spares_for_all_years_are_said_not_to_hold_for_them(layout: str, is_said: bool) -> None:
    rates = RATES if is_said else ""
    rows = {
        row.label: row.entries
        for row in replacements(planned(rates, layout, "buy: replacements")).rows
    }
    assert rows["t"][-1] == STOCKED + BUT_BESIDE * is_said
