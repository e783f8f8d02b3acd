"""The tables of a comparison of three bids and a stray file, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from model.answers.views.view import View
from model.errors import Place, Problem
from model.tender import views
from model.tender.bid_reading import Unreadable
from model.tender.comparison import Comparison
from tests.tender.test_comparison_words import LAYOUT, PARTS, comparison, rules

RULES: dict[str, Any] = {
    "title": "New storage",
    "term": 2,
    "energy": {"price": "0.20 EUR/kWh"},
    "estimate": 200,
    "capacity": "raw",
    "requirements": {"capacity": "2 PB", "racks": 2},
    "musts": ["M1"],
    "scoring": {"method": "lowest_price"},
}
BIDS: list[dict[str, Any]] = [
    {
        "lines": [
            {"position": "1", "quantity": 2, "unit_price": 50},
            {"position": "2", "kind": "option", "total": 7},
        ],
        "design": LAYOUT | PARTS,  # 500 drives of 10 TB, which write 60 GB/s at most
        "raw_capacity": "5 PB",
        "write_bandwidth": {"value": "61 GB/s", "conditions": "IOR"},
    },
    {
        "bidder": "B",
        "lines": [{"position": "1", "quantity": 2}],
        "capacity": None,
        "racks": 3,
        "read_bandwidth": None,
        "musts": {"M1": "no"},
        "warranty": 0,
    },
    {
        "bidder": "C",
        "lines": [{"position": "1", "quantity": 2, "unit_price": "500 USD"}],
        "currency": "USD",
        "design": {"layout": "raidz2:10", "drive": "no such drive"},
    },
]
STRAY = Unreadable(
    "z.yaml",
    (Problem(Place("z.yaml", 3, 1), "tender", "is another"), Problem(Place("z.yaml"), "", "more")),
    is_of_other=True,
)
LOW = "50.0 % of the estimate"
ENERGY = 5 * 2 * 8766 * 0.2
PRICE = 100 + ENERGY
NOTHING = ("-", "-", "-")
TABLES: dict[str, tuple[Callable[[Comparison], View], str, list[tuple[Any, ...]]]] = {
    "overview": (
        views.overview,
        "New storage",
        [
            (
                *("A", PRICE, 5e15, "5 PB (+0.0 %)"),
                *("20 GB/s: below likely range", "61 GB/s: impossible"),
                f"abnormally low: {LOW}; 2 questions",
            ),
            (
                *("B", "incomplete", 3e15, "-", "-", "10 GB/s: unknown"),
                "misses racks, M1; not decided: capacity; 4 questions",
            ),
            (
                *("C", "incomplete", 3e15, "can't be planned"),
                *("20 GB/s: unknown", "10 GB/s: unknown", "not decided: capacity; 2 questions"),
            ),
            ("z.yaml", "of another tender", "-", *NOTHING, "3:1: tender: is another; and 1 more"),
        ],
    ),
    "prices": (
        views.prices,
        "Evaluated price, net, in EUR",
        [
            ("Offer", 100, 0, 1000),
            ("Options", 0, "-", "-"),
            ("Maintenance", 0, 0, 0),
            ("Value added tax", 0, 0, 0),
            ("Energy", ENERGY, ENERGY, ENERGY),
            ("Currency", "-", "-", "not decided"),
            ("Evaluated price", PRICE, "not decided", "not decided"),
        ],
    ),
    "checks": (
        views.checks,
        "Checks by our model",
        [
            ("A", 5e15, 5e15, 0, "below likely range", "impossible", "none", LOW),
            ("B", 3e15, "-", "-", "unknown", "unknown", "capacity (unknown), racks, M1", "no"),
            (
                *("C", 3e15, "can't be planned", "-", "unknown", "unknown"),
                *("capacity (unknown)", "no"),
            ),
        ],
    ),
    "prices by unit": (
        views.per_unit,
        "Unit prices",
        [
            ("one usable TB", PRICE / 5000, "-", "-"),
            ("one usable TB for a year", PRICE / 5000 / 2, "-", "-"),
            ("one GB/s of read bandwidth", PRICE / 20, "-", "-"),
            ("one GB/s of write bandwidth", 289.05, "-", "-"),
        ],
    ),
    "lines": (
        views.price_lines,
        "Prices line by line",
        [
            ("1", "", 100, "no price", 1000),
            ("2", "", "7 EUR, option that doesn't count", "-", "-"),
        ],
    ),
    "steps of a bid": (
        lambda found: views.reasons(found.bids[0], "EUR"),
        "A",
        [
            ("Offer", 100, "1 line, in EUR"),
            ("Options", 0, "1 offered; by the rules of the tender, none counts"),
            ("Maintenance", 0, "none is needed; years 1 to 2 are under warranty"),
            ("Value added tax", 0, "prices are net, as required"),
            (
                *("Energy", ENERGY),
                "5 kW x 2 years, x PUE 1 x 8766 h per year x 0.2 EUR/kWh, the buyer's figures",
            ),
            ("Evaluated price", PRICE, "net, in EUR"),
        ],
    ),
}
STRONG = {"prices": ["Evaluated price"], "steps of a bid": ["Evaluated price"]}
BAD = {"overview": ["z.yaml"], "checks": ["B", "C"]}


@pytest.fixture(scope="module")
def found() -> Comparison:
    return comparison(rules(**RULES), *BIDS, unreadable=[STRAY])


@pytest.mark.parametrize("name", TABLES)
def test_each_cell(found: Comparison, name: str) -> None:
    """Figures, words, and which rows stand out."""
    of, title, rows = TABLES[name]
    view = of(found)
    assert view.title == title
    cells = [(row.label, *(getattr(one, "value", one) for one in row.entries)) for row in view.rows]
    assert cells == [
        tuple(pytest.approx(one, abs=1e-9) if isinstance(one, float) else one for one in row)
        for row in rows
    ]
    assert [row.label for row in view.rows if row.tone == "strong"] == STRONG.get(name, [])
    assert [row.label for row in view.rows if row.tone == "bad"] == BAD.get(name, [])
    assert [row.label for row in view.rows if row.comes_to] == [
        label for label in STRONG.get(name, []) if name == "prices"
    ]


def test_amounts_are_in_the_currency_of_the_tender_or_of_the_bid(found: Comparison) -> None:
    def codes(view: View) -> list[set[str]]:
        entries = [[getattr(one, "currency", "") for one in row.entries] for row in view.rows]
        return [set(row) - {""} for row in entries]

    assert codes(views.price_lines(found)) == [{"EUR", "USD"}, set()]
    assert set().union(*codes(views.prices(found))) == {"EUR"}
    assert set().union(*codes(views.per_unit(found))) == {"EUR"}


def test_verdicts_are_explained_that_bids_have(found: Comparison) -> None:
    assert views.meaning(found) == (
        "Committed bandwidths: 'impossible' means that it is above the upper bound of the offered "
        "parts; 'below likely range' means that almost any such system reaches it."
    )
    alone = comparison(rules(**RULES), BIDS[1])
    assert views.meaning(alone) == ""


def test_questions_are_numbered_by_bid(found: Comparison) -> None:
    rows = views.questions(found).rows
    assert [row.key for row in rows] == [
        *(f"A {n}" for n in (1, 2)),
        *(f"B {n}" for n in (1, 2, 3, 4)),
        *(f"C {n}" for n in (1, 2)),
    ]
    assert [row.entries[0] for row in rows] == [
        text for one in found.bids for text in one.questions
    ]
