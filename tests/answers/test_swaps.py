"""What a swap would do is what it does, and why a part doesn't do is said before."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.answers.swaps import line_at, swapped
from model.answers.views.datasheet import datasheet, observed_prices
from model.answers.views.effects import effects
from model.answers.views.view_text import text_table
from model.design.scenario import edited, with_new_parts
from model.parts.catalog import load_catalog

TEMPLATE = Path(__file__).parents[2] / "scenarios/templates/project-space.yaml"
DRIVES = "tiers.0.drives"


@pytest.fixture(scope="module")
def results() -> Results:
    alone = {"tiers.0.states.failover": False}  # as drives with SATA need
    return evaluate(edited(load_scenario(TEMPLATE), alone))


@pytest.mark.parametrize("part", ["seagate-exos-m-30tb", "seagate-exos-x24-24tb"])
def test_what_is_foretold_is_what_comes(results: Results, part: str) -> None:
    scenario = results.plan.scenario
    after = evaluate(edited(scenario, with_new_parts(scenario, {f"{DRIVES}.part": part})))
    found = swapped(results, DRIVES, part)
    assert found.effects == effects(results, after)
    assert found.fits
    line = line_at(after, DRIVES)
    assert line is not None
    assert found.price is not None
    paid = after[line.path, "unit_price"]
    assert paid == pytest.approx(
        found.price.amount * (0.87 if found.price.currency == "USD" else 1)
    )


def test_the_capacity_gained_is_that_of_the_drives(results: Results) -> None:
    """Drives of 30 for such of 24 TB hold a quarter more, but for what is lost to the format."""
    found = next(e for e in swapped(results, DRIVES, "seagate-exos-m-30tb").effects)
    assert found.name == "usable_capacity"
    assert (found.after or 0) / (found.before or 1) == pytest.approx(30 / 24, rel=1e-3)


def test_why_a_part_doesnt_do_is_said_once(results: Results) -> None:
    small = swapped(results, "tiers.0.enclosures", "wd-data60")
    assert [str(turn) for turn in small.turns] == [
        "✗ doesn't fit: project: there are more drives than bays"
    ]
    again = results.edited({"tiers.0.enclosures.part": "wd-data60"})
    assert swapped(again, "tiers.0.enclosures", "wd-data60").turns == ()
    wrong = swapped(results, DRIVES, "wd-data60")
    assert not wrong.fits
    assert "of kind 'enclosure'" in str(wrong.turns[0])


def test_a_price_that_another_includes_is_said_to_be_inside(results: Results) -> None:
    found = swapped(results, "tiers.0.network", "mellanox-mcx515a-ccat")
    assert found.price is None
    assert found.inside == "included in the estimate of Dell PowerEdge R7625"
    assert swapped(results, "tiers.0.enclosures", "wd-data60").inside == ""


def test_a_data_sheet_has_each_figure_with_its_source() -> None:
    catalog = load_catalog(needs=())
    for key in ("wd-hc580-24tb", "mellanox-mcx653105a-hdat", "wd-data102"):
        results = evaluate(load_scenario(TEMPLATE))
        sheet = text_table(results, datasheet(catalog, key))
        part = catalog.part(key)
        assert sheet.title == f"{part.vendor} {part.model}"
        assert len(sheet.rows) >= len(list(part.facts()))
        assert all(source.text for _, _, source in sheet.rows)
    rows = {name.text: value.text for name, value, _ in sheet.rows}
    assert rows["Bays"] == "102"
    prices = text_table(results, observed_prices(catalog, "wd-hc580-24tb"))
    assert [row[0].text for row in prices.rows] == ["2026-08-04"]
    assert prices.rows[0][1].text == "899 USD"
