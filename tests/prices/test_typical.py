"""Watts and weight of a class: from observations alone, marked as estimates, never unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.answers.results import Results, evaluate
from model.answers.views.bill import bill
from model.design.scenario import edited, load_scenario
from model.parts.catalog import load_catalog
from model.parts.classes import BudgetClass, Measure, typical

FLASH = load_scenario(Path("scenarios/templates/flash-scratch.yaml"))
SERVERS = "site/tiers:scratch/lines:servers"
SILENT = {"tiers.0.servers.power": None, "tiers.0.servers.weight": None}
SPEC = (454, 460, 468, 546, 568, 622, 630, 650)
"""Watts of servers with two processors at full load, by SPECpower."""


def planned(**changes: Any) -> Results:
    return evaluate(edited(FLASH, {**SILENT, **changes}))


def test_a_class_of_servers_draws_the_median_of_what_was_measured() -> None:
    """Its processors and memory are inside; the others of the server aren't."""
    results = planned(**dict.fromkeys(("tiers.0.memory.power", "tiers.0.processors.power")))
    assert results[SERVERS, "unit_power"] == (SPEC[3] + SPEC[4]) / 2
    assert results[SERVERS, "unit_weight"] == 20.2
    known = results.plan.provenance[SERVERS, "unit_power"]
    assert known.status == "estimate"
    assert "median of 8, 454 W to 650 W" in known.source
    for name in ("processors", "memory"):
        assert results[f"site/tiers:scratch/lines:{name}", "unit_power"] == 0
    assert results["site/tiers:scratch/lines:network", "unit_power"] == 24.9


def test_the_bill_marks_what_is_an_estimate() -> None:
    said, stated = (
        "".join(map(str, bill(one).rows[0].note)) for one in (planned(), evaluate(FLASH))
    )
    assert said.endswith("power an estimate, weight an estimate")
    assert "power" not in stated


def test_nothing_is_estimated_unasked() -> None:
    results = planned(**{"economics.estimates": False})
    assert results[SERVERS, "unit_power"] is None
    assert results["site", "equipment_power"] is None


def test_a_stated_power_of_servers_says_what_it_is_taken_to_include() -> None:
    """Pieces without watts of their own, with the fields to enter."""
    base = load_scenario(Path("scenarios/templates/project-space.yaml"))
    at, taken = "site/tiers:project/lines", "the power stated for the server is taken to include"

    def told(*left_out: str) -> tuple[Results, str]:
        changes = {f"tiers.0.{name}.power": None for name in left_out}
        results = evaluate(edited(base, changes))
        return results, " ".join(one for one in results.warnings if taken in one)

    assert not told()[1]
    results, said = told("network")
    assert results[f"{at}:network", "unit_power"] == 0
    assert "ConnectX-6 VPI" in said
    assert said.endswith("enter 'tiers.0.network.power'")
    results, said = told("processors", "memory", "adapters", "network")
    assert results[f"{at}:processors", "unit_power"] == 0
    assert "tiers.0.processors.power', 'tiers.0.memory.power" in said


def test_a_class_of_ones_own_goes_first() -> None:
    own = {"key": "ours", "title": "Our servers", "kinds": ["server"], "currency": "EUR"}
    results = planned(**{"economics.classes": [{**own, "power": "300 W", "weight": "25 kg"}]})
    assert (results[SERVERS, "unit_power"], results[SERVERS, "unit_weight"]) == (300, 25)
    assert results["site/tiers:scratch/lines:processors", "unit_power"] > 0


@pytest.mark.parametrize("count", [2, 3])
def test_from_fewer_than_three_nothing_follows(count: int) -> None:
    """Of switches by the port: 600 and 466 W of 64 ports, 940 W of as many."""
    parts = ("mellanox-sn4600", "mellanox-sn4600c", "mellanox-sn5600")[:count]
    measure = Measure(figure="power", per="ports", parts=parts)
    one = BudgetClass(key="k", title="t", kinds=("switch",), currency="EUR", measures=(measure,))
    found = typical(one, "mellanox-qm8700", "power", load_catalog())
    assert (found is None) == (count < 3)
    if found is not None:
        assert found.likely == pytest.approx(40 * 600 / 64)
        assert (found.low, found.high) == pytest.approx((40 * 466 / 64, 40 * 940 / 64))


def test_pdus_beside_the_rails_take_no_rack_units() -> None:
    """They are lines, with outlets, of no units by the catalog: nobody has to say so."""
    pdu = {"part": "apc-ap8886", "count": 2, "per": "rack", "price": "1800 EUR", "power": "0 W"}
    results = evaluate(edited(FLASH, {"common.1": pdu}))
    line = next(line for line in results.plan.lines if line.part == "apc-ap8886")
    assert results[line.path, "line_count"] == 4
    assert results[line.path, "line_rack_units"] == 0
    assert results["site", "racks"] == 2
    assert results["site", "rack_outlets"] == 2 * (results["site", "pdu_outlets"] or 0)


def test_a_rate_that_is_assumed_is_said() -> None:
    """By the template; not once somebody vouches for it."""
    said = "the exchange rate 1 USD = 0.87 EUR is assumed"
    assert any(said in warning for warning in evaluate(FLASH).warnings)
    stated = edited(FLASH, {"economics.exchange.USD.status": "stated"})
    assert not any(said in warning for warning in evaluate(stated).warnings)


def test_support_is_called_by_its_level_and_its_years() -> None:
    project = load_scenario(Path("scenarios/templates/project-space.yaml"))
    at = [one.name for one in project.services].index("Support for Lustre and enclosures")
    results = evaluate(edited(project, {f"services.{at}.level": "24x7, 4 h"}))
    rows = [row.label for row in bill(results).rows]
    assert "Support for Lustre and enclosures, 24x7, 4 h, 5 years" in rows
