"""What parts give: the mean over a drive's surface, prices that may be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario
from model.planning.prices.bill import priced
from model.planning.prices.prices import BillLine, Known
from model.planning.supply import Supply
from model.provenance import UNKNOWN, Provenance

PRICED = Path(__file__).parents[1] / "report/priced.yaml"


def supply() -> Supply:
    results = evaluate(load_scenario(PRICED))
    return Supply(results.plan.scenario, results.plan.catalog)


def prices_of(*parts: str) -> list[Known]:
    """Ask for the price of one piece of each part."""
    prices = priced([BillLine(part) for part in parts], supply().layers)
    return [price.of_one for price in prices]


def test_disks_have_zones_and_flash_has_none() -> None:
    """A disk's mean is three quarters of its outer zone; what is unknown may be one."""
    value, known = supply().surface_factor("seagate-exos-x24-24tb")
    assert value == 0.75
    assert known.part == "seagate-exos-x24-24tb"
    assert supply().surface_factor(None)[0] == 0.75
    value, known = supply().surface_factor("hpe-sas-mixed-use-3840gb")
    assert value == 1.0
    assert "no zones" in known.source


def test_a_price_that_nobody_saw_is_unknown() -> None:
    """Also that of a piece without a part; one by capacity needs a capacity."""
    nameless, unseen = prices_of("", "seagate-exos-x24-20tb")
    assert nameless == (None, UNKNOWN)
    value, known = unseen
    assert value is None
    assert known.status == "unknown"


def test_a_price_in_dollars_counts_at_the_rate() -> None:
    """658 USD at 0.9 EUR; without a rate it is unknown, and the plan says what to state."""
    [(value, known)] = prices_of("seagate-exos-x24-24tb")
    assert value == pytest.approx(658 * 0.9)
    assert known.date == "2026-08-04"
    without = evaluate(
        edited(
            load_scenario(PRICED), {"economics.exchange": {}, "tiers.0.adapters.price": "630 EUR"}
        )
    )
    assert without["site/tiers:data/lines:drives", "unit_price"] is None
    assert any("prices in USD need a rate" in warning for warning in without.warnings)


def test_memory_in_decimal_units_is_asked_about() -> None:
    """A module of 128 GB holds 128 GiB, which is 7.4 % more."""
    results = evaluate(load_scenario(Path(__file__).parents[2] / "scenarios/astra.yaml"))
    assert any("128 GiB would be 7.4 % more" in warning for warning in results.warnings)


def test_provenance_is_one_line_without_gaps() -> None:
    """What isn't known of it leaves no empty place between its punctuation."""
    texts = {
        "Measured: IOR (a.yaml, line 3)": Provenance("measured", "IOR", "", "a.yaml:3:5"),
        "Stated in a.yaml, line 3": Provenance("stated", place="a.yaml:3:5"),
        "Default (assumption): as disks": Provenance("default", "assumption: as disks"),
        "Assumed: a guess. Source (document): a list (l.csv)": Provenance(
            "assumed", "document: a list", "a guess.", "l.csv"
        ),
        "Unknown": Provenance("unknown"),
    }
    assert {known.text: known for known in texts.values()} == texts
