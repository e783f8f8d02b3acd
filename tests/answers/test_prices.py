"""What programs are told of a price: as it was seen, in its own currency; and counts are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.output import plan_json
from model.answers.results import evaluate
from model.design.scenario import edited, load_scenario

PRICED = Path(__file__).parents[1] / "report/priced.yaml"
DATED = {"economics.price_date": "2027-06-30"}


def lines(**changes: object) -> dict[str, dict]:
    document = plan_json(evaluate(edited(load_scenario(PRICED), {**DATED, **changes})))
    return {line["role"]: line for line in document["bom"]}


def test_a_price_that_was_seen_has_its_day_and_its_source() -> None:
    """The amount as it was seen, its currency, who saw it when, and how old it is."""
    drives = lines()["drives"]
    assert drives["unit_price"] == pytest.approx(592.2)
    assert drives["price"] == {
        "value": 658.0,
        "currency": "USD",
        "kind": "price",
        "date": "2026-08-04",
        "source": "Public list of drive prices and specifications, 2026-08-04",
        "age_days": 330,
        "layer": "public",
        "list_price": 658.0,
        "discount": 0.0,
        "valid_until": None,
        "confidence": "medium",
        "note": "Shop: SHI.",
        "includes": None,
        "lead_time": None,
    }


def test_a_stated_price_keeps_its_currency() -> None:
    """What the scenario states in dollars, though it counts in euros; where it stands."""
    adapters = lines()["adapters"]
    assert adapters["price"]["value"] == 700.0
    assert adapters["price"]["currency"] == "USD"
    assert adapters["price"]["kind"] == "stated"
    assert "priced.yaml:" in adapters["price"]["source"]
    assert adapters["price"]["age_days"] is None
    assert adapters["unit_price"] == pytest.approx(630.0)


def test_a_stated_price_with_a_date_has_an_age() -> None:
    """As one of a source of the scenario; in the bill, too."""
    source = {"title": "Offer", "date": "2027-01-01"}
    price = {"value": "700 EUR", "source": "offer", "status": "published", "because": "seen"}
    changes = {"sources.offer": source, "tiers.0.adapters.price": price}
    assert lines(**changes)["adapters"]["price"]["age_days"] == 180


def test_an_unknown_price_is_null() -> None:
    changes = {"tiers.0.drives.part": "seagate-exos-x24-20tb"}
    assert lines(**changes)["drives"]["price"] is None


def test_an_age_needs_the_day_that_it_is_counted_to() -> None:
    """A plan reads no clock: it is the same on every day."""
    assert lines(**{"economics.price_date": None})["drives"]["price"]["age_days"] is None


def test_counts_are_whole_numbers() -> None:
    """Pieces, blocks and servers; bytes and rates stay what they are."""
    document = plan_json(evaluate(load_scenario(PRICED)))
    assert all(isinstance(line["count"], int) for line in document["bom"])
    tier = document["tiers"]["data"]
    for name in ("blocks", "servers", "drives", "targets"):
        assert isinstance(tier[name]["value"], int)
    assert isinstance(tier["raw_capacity"]["value"], float)
    assert isinstance(tier["fill_limit"]["value"], float)
    assert isinstance(document["requirements"]["racks"]["planned"], int)


def test_lines_of_the_bill_add_up_to_the_site() -> None:
    """Each figure of JSON's lines, summed, is the site's known part of it."""
    results = evaluate(load_scenario(PRICED))
    lines = plan_json(results)["bom"]
    for figure in ("power", "weight", "rack_units"):
        known = sum(line[figure] or 0 for line in lines)
        assert known > 0
        assert known == pytest.approx(results["site", f"known_equipment_{figure}"]), figure
