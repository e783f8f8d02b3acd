"""Licences, support and services are lines: counted by what they are sold by, over their terms."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.design.scenario import edited, load_scenario
from model.errors import InputError

PRICED = load_scenario("tests/report/priced.yaml")
SERVERS, DRIVES = 4 * 2, 4 * 2 * 84


def with_services(*services: dict[str, Any], **changes: Any) -> Results:
    return evaluate(edited(PRICED, {"services": list(services), **changes}))


def lines(results: Results) -> dict[str, dict[str, Any]]:
    """Give the lines of services by their positions."""
    found = {line["position"]: line for line in plan_json(results)["bom"]}
    return {at: line for at, line in found.items() if at.startswith("S.")}


@pytest.mark.parametrize(
    ("per", "count"),
    [
        ("order", 1),
        ("server", SERVERS),
        ("drive", DRIVES),
        ("raw TB", DRIVES * 24),
    ],
)
def test_a_service_is_counted_by_what_it_is_sold_by(per: str, count: int) -> None:
    """A price of 10 for each, of the whole site as of its one tier; three years are thrice that."""
    for tier in ({}, {"tier": "data"}):
        results = with_services({"name": "x", "per": per, "price": "10 EUR", **tier})
        assert lines(results)["S.01"]["count"] == count
        again = with_services({"name": "x", "per": per, "price": "10 EUR", "years": 3, **tier})
        assert lines(again)["S.01"]["cost"] == 3 * 10 * count
        base = evaluate(PRICED)["site", "known_equipment_cost"]
        assert again["site", "known_equipment_cost"] == pytest.approx(base + 30 * count)


def test_terabytes_are_whole_ones() -> None:
    results = with_services({"name": "x", "per": "usable TB", "price": "1 EUR"})
    usable = results["site", "usable_capacity"] / 1e12
    assert usable < lines(results)["S.01"]["count"] < usable + 1


def test_support_is_a_share_of_the_equipment() -> None:
    """8 % a year of what is bought beside services: they don't raise it."""
    support = {"kind": "support", "share": "8 %", "years": 5}
    alone = with_services(support)
    bought = evaluate(PRICED)["site", "equipment_cost"]
    assert bought is not None
    line = lines(alone)["S.01"]
    assert line["net_unit_price"] == pytest.approx(0.08 * bought, abs=0.005)
    assert line["cost"] == pytest.approx(5 * line["net_unit_price"], abs=0.005)
    both = with_services(support, {"kind": "training", "price": "5000 EUR"})
    assert lines(both)["S.01"]["cost"] == line["cost"]
    assert line["why"] == "5 service years x 1 order"


def test_an_unknown_price_stays_unknown_and_certain() -> None:
    """Installation that nobody priced: the known part is known, and one line is missing."""
    base, results = evaluate(PRICED), with_services({"kind": "installation"})
    assert results["site", "equipment_cost"] is None
    assert results["site", "known_equipment_cost"] == base["site", "equipment_cost"]
    assert results["site", "unknown_equipment_cost"] == 1
    assert results["site", "equipment_power"] == base["site", "equipment_power"]


def test_drive_retention_may_be_an_option() -> None:
    retention = {"kind": "drive retention", "per": "drive", "price": "20 EUR", "option": True}
    results = with_services(retention)
    assert results["site", "option_cost"] == 20 * DRIVES
    assert results["site", "equipment_cost"] == evaluate(PRICED)["site", "equipment_cost"]


def test_maintenance_beside_support_is_said() -> None:
    warned = with_services({"kind": "support", "share": 0.05}).warnings
    assert any("maintenance_rate" in text for text in warned)
    without = {"economics.maintenance_rate": None}
    quiet = with_services({"kind": "support", "share": 0.05}, **without).warnings
    assert not any("maintenance_rate" in text for text in quiet)


@pytest.mark.parametrize(
    ("service", "what"),
    [
        ({"name": "x", "tier": "dta"}, "no tier is called 'dta'"),
        ({"name": "x", "share": 0.1, "price": "1 EUR"}, "write either 'price' or 'share'"),
        ({"name": "x", "share": 0.1, "per": "drive"}, "leave 'tier' and 'per' out"),
        ({"name": "x", "orders": 2, "per": "drive"}, "leave them out"),
        ({"name": "x", "part": "mellanox-qm8700"}, "a service is not a catalog part"),
    ],
)
def test_what_cannot_be_is_one_line(service: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError) as refused:
        with_services(service)
    assert what in str(refused.value)
    assert len(refused.value.problems) == 1


def test_more_services_than_anybody_buys_are_refused() -> None:
    services = [{"name": f"service {n}", "price": "1 EUR"} for n in range(101)]
    assert len(edited(PRICED, {"services": services[:100]}).services) == 100
    with pytest.raises(InputError, match="services: must have at most 100 entries, has 101"):
        edited(PRICED, {"services": services})


def test_a_tier_given_as_a_whole_has_no_servers_to_count() -> None:
    cri = load_scenario("scenarios/cri.yaml")
    with pytest.raises(InputError, match="entered as a whole"):
        edited(cri, {"services": [{"name": "x", "per": "server"}]})
    per_usable = [{"name": "x", "per": "usable TB", "price": "1 USD"}]
    results = evaluate(edited(cri, {"services": per_usable}))
    assert lines(results)["S.01"]["cost"] == 3900


@pytest.mark.parametrize("tier", [{}, {"tier": "data"}])
def test_no_maintenance_is_paid_on_services(tier: dict[str, str]) -> None:
    """Shipping and support don't raise the yearly share; a line's own rate still counts."""
    rate = {"economics.maintenance_rate": 0.1}
    bare = with_services(**rate)
    equipment = bare["site", "capital_cost"]
    assert equipment is not None
    paid = [
        {"kind": "shipping", "price": "6000 EUR", **tier},
        {"kind": "support", "price": "90000 EUR", **tier},
    ]
    served = with_services(*paid, **rate)
    assert served["site", "capital_cost"] == pytest.approx(equipment + 96000)
    last = "site/years:year 5"
    share = bare[last, "maintained_share"]
    for one in (bare, served):
        assert one["site", "maintained_cost"] == pytest.approx(equipment)
        assert one[last, "year_maintenance"] == pytest.approx(0.1 * equipment * share)
    by_line = with_services({**paid[0], "maintenance_rate": 0.05}, paid[1], **rate)
    whole = 0.1 * equipment + 0.05 * 6000
    assert by_line[last, "year_maintenance"] == pytest.approx(whole * share)


def test_both_sums_are_net_and_gross() -> None:
    """With one rate for all, the years with VAT are those without it times 1.19."""
    results = with_services(**{"economics.vat_rate": 0.19, "economics.staff_cost": None})
    for net, gross in (
        ("capital_cost", "gross_capital_cost"),
        ("total_cost_of_ownership", "gross_total_cost_of_ownership"),
    ):
        assert results["site", gross] == pytest.approx(1.19 * results["site", net])
