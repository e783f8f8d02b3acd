"""Sentences whose figures stay alive: what they say once values are others, as in a sheet.

A sentence is built once, of one plan; each case puts other values below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from model import evaluate
from model.answers.results import Results
from model.answers.sentences import Sentence, sentence_text
from model.answers.summary import conclusion
from model.answers.why import why
from model.engine.tree import Address
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like

ASSUMED = {"value": "8000 EUR", "status": "assumed", "because": "by phone"}
Values = dict[str, float | None]


@contextmanager
def with_values(results: Results, values: dict[Address, float | None]) -> Iterator[None]:
    """Let a plan have other values, of figures that it has."""
    assert values.keys() <= results.values.keys(), values.keys() - results.values.keys()
    before = {at: results.values[at] for at in values}
    results.values.update(values)
    try:
        yield
    finally:
        results.values.update(before)


@pytest.fixture(scope="module")
def estimated() -> Results:
    """A plan all of whose sums are known, with an assumed price, and no ranges of prices."""
    changes = {"economics": {"estimates": True, "discount_rate": 0.03}}
    tier = like("disks", enclosures={"price": ASSUMED})
    return evaluate(plan(tier, **changes).plan.scenario)


@pytest.fixture(scope="module")
def headline(estimated: Results) -> Sentence:
    return conclusion(estimated)


UNKNOWN_PURCHASE: Values = {"capital_cost": None, "known_capital_cost": 5e6,
                            "unknown_equipment_cost": 2.0}  # fmt: skip
UNKNOWN_YEARS: Values = {
    "total_cost_of_ownership": None, "known_total_cost_of_ownership": 7e6,
    "years_of_unknown_energy": 0.0, "years_of_unknown_maintenance": 0.0,
}  # fmt: skip
MONEY: list[tuple[Values, str]] = [
    # values of the site that are others, and all that is said of money
    ({}, "Purchase 4 959 000 EUR net, 5 950 800 EUR gross, including 64 000 EUR assumed for 1 line"
         ". Over 3 years 6 048 696 EUR net and 7 201 863 EUR gross, discounted"),
    ({"assumed_lines": 2.0, "estimated_lines": 0.0, "discount_rate": 0.0,
      "gross_capital_cost": None, "gross_total_cost_of_ownership": None},
     "Purchase 4 959 000 EUR net, gross unknown without a VAT rate, including 64 000 EUR assumed "
     "for 2 lines. Over 3 years 6 048 696 EUR net"),
    ({"assumed_lines": 0.0, "gross_total_cost_of_ownership": None},
     "Purchase 4 959 000 EUR net, 5 950 800 EUR gross. Over 3 years 6 048 696 EUR net, discounted"),
    ({"assumed_lines": 0.0, "estimated_lines": 1.0, "estimated_capital_cost": 7000.0,
      "discount_rate": 1.0, "low_capital_cost": 4e6, "high_capital_cost": 5e6},
     "Purchase 4 959 000 EUR net, 5 950 800 EUR gross, including 7000 EUR estimated for 1 line. "
     "Over 3 years 6 048 696 EUR net and 7 201 863 EUR gross, discounted"),
    ({"estimated_lines": 2.0, "estimated_capital_cost": 7000.0, "unknown_equipment_cost": 1.0},
     "Purchase 4 959 000 EUR net, 5 950 800 EUR gross, including 64 000 EUR assumed for 1 line and "
     "7000 EUR estimated for 2 lines. Over 3 years "
     "6 048 696 EUR net and 7 201 863 EUR gross, discounted"),
    (UNKNOWN_PURCHASE | UNKNOWN_YEARS | {"assumed_lines": 0.0},
     "Purchase cost unknown (at least 5 000 000 EUR net; 2 prices missing). Cost over 3 years "
     "unknown (at least 7 000 000 EUR net)"),
    (UNKNOWN_PURCHASE | UNKNOWN_YEARS | {
        "assumed_lines": 0.0, "unknown_equipment_cost": 1.0, "known_capital_cost": 1.0,
        "known_total_cost_of_ownership": 1.0, "years_of_unknown_energy": 1.0},
     "Purchase cost unknown (at least 1 EUR net; 1 price missing). Cost over 3 years unknown "
     "(at least 1 EUR net; energy of 1 year unknown)"),
    (UNKNOWN_PURCHASE | UNKNOWN_YEARS | {
        "assumed_lines": 0.0, "known_capital_cost": 0.0, "known_total_cost_of_ownership": 0.0,
        "years_of_unknown_energy": 3.0, "years_of_unknown_maintenance": 2.0},
     "Purchase cost unknown (2 prices missing). Cost over 3 years unknown (purchase unknown; "
     "energy of 3 years unknown; maintenance of 2 years unknown)"),
    (UNKNOWN_YEARS | {"assumed_lines": 0.0, "known_total_cost_of_ownership": 0.0,
                      "years_of_unknown_maintenance": 1.0},
     "Purchase 4 959 000 EUR net, 5 950 800 EUR gross. Cost over 3 years unknown (maintenance of "
     "1 year unknown)"),
    (UNKNOWN_YEARS | {"assumed_lines": 0.0, "known_total_cost_of_ownership": 0.0,
                      "years_of_unknown_energy": 2.0, "years_of_unknown_maintenance": 1.0},
     "Purchase 4 959 000 EUR net, 5 950 800 EUR gross. Cost over 3 years unknown (energy of 2 "
     "years unknown; maintenance of 1 year unknown)"),
    (UNKNOWN_YEARS | {"assumed_lines": 0.0, "known_total_cost_of_ownership": 0.0},
     "Purchase 4 959 000 EUR net, 5 950 800 EUR gross. Cost over 3 years unknown (no cost is "
     "known)"),
]  # fmt: skip
LEAST_CERTAIN = ". Least certain price: Seagate Exos E 4U106 (assumed)."


@pytest.mark.parametrize(("values", "said"), MONEY)
def test_what_the_headline_says_of_money(
    estimated: Results, headline: Sentence, values: Values, said: str
) -> None:
    """An amount of nothing is never a price; what is missing stands beside what is known."""
    with with_values(estimated, {("site", name): value for name, value in values.items()}):
        text = sentence_text(estimated, headline).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert text[text.index("Purchase") :] == f"{said}{LEAST_CERTAIN}"


@pytest.mark.parametrize(
    ("low", "unknown", "said"),
    [
        (4e6, 0.0, "line (at all low to all high prices: 4 000 000 EUR to 5 000 000 EUR net in "
                   "total). Over"),
        (4e6, 1.0, "5 000 000 EUR net for known prices). Over"),
        (5e6, 0.0, "64 000 EUR assumed for 1 line. Over"),
    ],
)  # fmt: skip
def test_ends_of_prices_are_told_if_they_differ(
    estimated: Results, low: float, unknown: float, said: str
) -> None:
    ends = {"low_capital_cost": low, "high_capital_cost": 5e6, "unknown_equipment_cost": unknown}
    with with_values(estimated, {("site", name): value for name, value in ends.items()}):
        text = sentence_text(estimated, conclusion(estimated))
    assert said in text.replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.fixture(scope="module")
def counted() -> Results:
    cables = [
        {"name": name, "price": "40 EUR", "length": "2 m", "medium": "copper", "share": share}
        for name, share in (("short", 0.4), ("long", 0.6))
    ]
    tier = like("disks failing apart", spares={"buy": "shelf", "lead_time": "60 days"},
                network={"cables": cables}, blocks=2)  # fmt: skip
    switch = {"switch": {"name": "sw", "ports": 20, "price": "900 EUR"}, "other_ports": 5}
    support = {"kind": "support", "price": "40 EUR", "per": "server", "years": 3}
    found = plan(tier, fabric=switch, common=[], existing=[], services=[support])
    return evaluate(found.plan.scenario)


TIER = "site/tiers:t"
ONE_EACH = {(TIER, "blocks"): 1.0, (TIER, "servers_per_block"): 1.0,
            (TIER, "enclosures_per_block"): 1.0, (TIER, "drives_per_enclosure"): 1.0}  # fmt: skip
PER_LINK = (f"{TIER}/lines:network cables 1", "pieces_per_link")
SHELF = {(TIER, "drives"): 500.0, (TIER, "shelf_drives"): 2.0,
         (TIER, "failures_in_lead_time"): 0.5}  # fmt: skip
COUNTS: list[tuple[str, dict[Address, float | None], str]] = [
    # a line of the bill, values that are others, and why it has so many pieces
    ("servers", {}, "2 blocks x 2 servers per block"),
    ("servers", {(TIER, "nodes_per_chassis"): 4.0},
     "2 blocks x 2 servers per block / 4 nodes per chassis, rounded up"),
    ("servers", {(TIER, "nodes_per_chassis"): 2.0, **ONE_EACH},
     "1 block x 1 server per block / 2 nodes per chassis, rounded up"),
    ("drives", {}, "2 blocks x 2 enclosures per block x 106 drives per enclosure; per block, in no "
                   "target: 2"),
    ("drives", {(TIER, "spare_drives_per_block"): 0.0, **ONE_EACH},
     "1 block x 1 enclosure per block x 1 drive per enclosure"),
    ("drives", {(TIER, "spare_drives_per_block"): 1.0, (TIER, "blocks"): None},
     "unknown blocks x 2 enclosures per block x 106 drives per enclosure; per block, in no target: "
     "1"),
    ("network cables 1", {}, "2 blocks x 2 servers per block x 1 NIC per server x 1 NIC port x 0.4 "
                             "pieces per link, rounded up"),
    ("network cables 1", {PER_LINK: 1.0, (TIER, "nic_ports"): 2.0},
     "2 blocks x 2 servers per block x 1 NIC per server x 2 NIC ports"),
    ("switches", {}, "(4 server switch ports + 5 other ports) / 20 ports of switch, rounded up"),
    ("switches", {("site", "ports_of_switch"): 1.0, ("site", "other_ports"): 1.0},
     "4 server switch ports + 1 other port"),
    ("service 1", {}, "3 service years x 4 servers in all"),
    ("service 1", {("site/services:services/lines:service 1", "service_years"): 1.0},
     "4 servers in all"),
    ("spares", SHELF, "500 drives x 1.4 % a year x 60 days lead time = 0.5 failures; 2 suffice "
                      "with a probability of 99 % (Poisson)"),
    ("spares", SHELF | {(TIER, "shelf_drives"): 1.0, (TIER, "failures_in_lead_time"): 1.0},
     "500 drives x 1.4 % a year x 60 days lead time = 1 failure; 1 suffices with a probability of "
     "99 % (Poisson)"),
    ("spares", SHELF | {(TIER, "drives"): 1.0, (TIER, "shelf_drives"): 0.0},
     "1 drive x 1.4 % a year x 60 days lead time = 0.5 failures; 0 suffice with a probability of "
     "99 % (Poisson)"),
]  # fmt: skip


@pytest.mark.parametrize(("role", "values", "said"), COUNTS)
def test_why_a_line_has_so_many_pieces(
    counted: Results, role: str, values: dict[Address, float | None], said: str
) -> None:
    """Each factor with its noun, in the singular for one; factors of one that nobody states go."""
    line = next(
        one for one in counted.plan.lines if role in (one.role, one.path.rpartition(":")[2])
    )
    sentence = why(counted, line)
    with with_values(counted, values):
        text = sentence_text(counted, sentence).translate({0x202F: " ", 0xA0: " "})
    assert text == said
