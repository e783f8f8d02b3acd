"""Bids brought to one evaluated price: each rule of a tender, laws of sums, wrong files."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import InputError
from model.reading.documents import Document, read_document, validate
from model.tender.amounts import cents
from model.tender.bid_file import BidFile, read_bid, twice
from model.tender.bid_reading import read_bids
from model.tender.comparison import Compared, Comparison, compare
from model.tender.normalisation import Normalised, normalise
from model.tender.tender_file import TenderFile, read_tender
from model.tender.views import overview, price_lines

Said = dict[str, Any]
LINES: list[Said] = [
    {"position": "1", "quantity": 2, "unit_price": 100.10},
    {"position": "2", "quantity": 3, "unit_price": 0.10},
]
"""200.50 in all."""


def document(said: Said, name: str = "bid.yaml") -> Document:
    return read_document(yaml.safe_dump(said), name)


def bid(**said: Any) -> BidFile:
    return read_bid(document({"bidder": "A", "lines": LINES} | said))


def tender(**said: Any) -> TenderFile:
    return read_tender(document(said | {"title": "T"}, "tender.yaml"))


def normalised(bid_said: Said, **tender_said: Any) -> Normalised:
    return normalise(bid(**bid_said), tender(**tender_said))


def compared(tender_said: Said, *bids: Said) -> Comparison:
    documents = [document({"lines": LINES} | one) for one in bids]
    return compare(tender(**tender_said), [(read_bid(one), one) for one in documents])


def maintained(*years: int, price: float = 10) -> list[Said]:
    return [
        {
            "position": f"m{year}",
            "section": "maintenance",
            "year": year,
            "quantity": 1,
            "unit_price": price,
        }
        for year in years
    ]


OPTIONS = [{"position": "o1", "kind": "option", "total": 7}, {"position": "o2", "kind": "option"}]
ENERGY = {"price": "0.21 EUR/kWh", "pue": 1.3, "years": 5}
RULES: dict[str, tuple[Said, Said, str | None]] = {
    "lines": ({}, {}, "200.50"),
    "a total without lines": ({"lines": [], "total": 99.99}, {}, "99.99"),
    "gross to net": (
        {"lines": [], "total": 1_822_872.64, "prices": "gross"},
        {"vat": "19 %"},
        "1531825.75",
    ),
    "net to gross, each line at its rate": (
        {"lines": [LINES[0] | {"vat": "7 %"}, LINES[1]], "prices": "net"},
        {"price": "gross", "vat": "19 %"},
        "214.57",  # 200.20 at 7 %, and 0.30 at 19 %, each to the cent
    ),
    "net to gross, no rate": ({"prices": "gross"}, {"price": "net"}, None),
    "another currency": ({"currency": "USD"}, {"exchange": {"USD": 0.9}}, "180.45"),
    "a currency without a rate": ({"currency": "CHF"}, {"exchange": {"USD": 0.9}}, None),
    "energy": ({"power": {"typical": "24.3 kW"}}, {"energy": ENERGY}, "290964.34"),
    "energy of an unknown power": ({}, {"energy": ENERGY}, None),
    "energy by years": (  # 70 kW in years 1 to 4, 100 kW in years 5 to 8
        {"power": {"years": [{"until": 4, "typical": "70 kW"}, {"until": 8, "typical": "100 kW"}]}},
        {"energy": {"price": "0.25 EUR/kWh", "years": 8}},
        "1490420.50",  # 200.50 + (70 + 100) x 4 x 8,766 x 0.25
    ),
    "energy by years, shorter than the offer": (
        {"power": {"years": [{"until": 4, "typical": "70 kW"}, {"until": 8, "typical": "100 kW"}]}},
        {"energy": {"price": "0.25 EUR/kWh", "years": 3}},
        "460415.50",
    ),
    "energy of later years by the typical power": (
        {"power": {"typical": "100 kW", "years": [{"until": 1, "typical": "70 kW"}]}},
        {"energy": {"price": "0.25 EUR/kWh", "years": 2}},
        "372755.50",
    ),
    "energy of a year that is unknown": (
        {"power": {"years": [{"until": 4, "typical": "70 kW"}]}},
        {"energy": {"price": "0.25 EUR/kWh", "years": 5}},
        None,
    ),
    "discounted maintenance": (  # 200.50 + 10 / 1.1 + 10 / 1.21 + 10 / 1.331, each to the cent
        {"lines": [*LINES, *maintained(1, 2, 3)]},
        {"term": 3, "discount_rate": "10 %"},
        "225.36",
    ),
    "a missing year, discounted": (
        {"yearly_maintenance": 12, "warranty": 1},
        {"term": 3, "discount_rate": "10 %"},
        "219.44",  # 200.50 + 9.92 + 9.02
    ),
    "discounted energy": (  # 87.66 a year, for two years and a half
        {"power": {"typical": "100 W"}},
        {"energy": {"price": "0.10 EUR/kWh", "years": 2.5}, "discount_rate": "10 %"},
        "385.57",  # 200.50 + 79.69 + 72.45 + 32.93
    ),
    "no discounting": (
        {"lines": [*LINES, *maintained(1)]},
        {"term": 1, "discount_rate": 0},
        "210.50",
    ),
    "space": ({"racks": 3}, {"rack_price": "9000 EUR"}, "27200.50"),
    "no racks stated": ({}, {"rack_price": "9000 EUR"}, None),
    "no options": ({"lines": [*LINES, *OPTIONS]}, {}, "200.50"),
    "a marked option": (
        {"lines": [*LINES, *OPTIONS]},
        {"options": "marked", "marked": ["o1"]},
        "207.50",
    ),
    "all options, one without a price": (
        {"lines": [*LINES, *OPTIONS]},
        {"options": "all"},
        None,
    ),
    "a marked option that isn't offered": ({}, {"options": "marked", "marked": ["o1"]}, None),
    "maintenance": ({"lines": [*LINES, *maintained(1, 2, 3, 4)]}, {"term": 3}, "230.50"),
    "maintenance that isn't asked for": ({"lines": [*LINES, *maintained(1)]}, {}, "200.50"),
    "years under warranty": (
        {"lines": [*LINES, *maintained(3, 4, 5)], "warranty": 3},
        {"term": 5},
        "220.50",
    ),
    "a warranty of the whole term": ({"warranty": 6}, {"term": 5}, "200.50"),
    "a missing year by the own price": (
        {"lines": [*LINES, *maintained(1)]},
        {"term": 3},
        "230.50",
    ),
    "a missing year, two prices": (
        {"lines": [*LINES, *maintained(1), *maintained(2, price=11)]},
        {"term": 3},
        None,
    ),
    "a missing year by the price for any": (
        {"yearly_maintenance": 12, "warranty": 1},
        {"term": 3},
        "224.50",
    ),
    "a discount by share, another with a condition": (
        {"discounts": [{"share": "10 %"}, {"amount": 50, "condition": "paid in 10 days"}]},
        {},
        "180.45",
    ),
    "a discount by amount": ({"discounts": [{"amount": 0.5}]}, {}, "200.00"),
    "prices for additions": (
        {"lines": [*LINES, {"position": "u", "section": "unit prices", "unit_price": 5}]},
        {},
        "200.50",
    ),
    "another lot": (
        {"lines": [LINES[0] | {"lot": "1"}, LINES[1] | {"lot": "2"}]},
        {"lot": "2"},
        "0.30",
    ),
    "a position that is missing": ({}, {"lines": [{"position": "9"}]}, None),
    "a line without a price": ({"lines": [*LINES, {"position": "3"}]}, {}, None),
    "a line without a quantity": ({"lines": [{"position": "3", "unit_price": 1}]}, {}, None),
    "no lines": ({"lines": []}, {}, None),
    "a total in place of listed lines": (
        {"lines": [], "total": 5},
        {"lines": [{"position": "1"}]},
        None,
    ),
    "a position of two lots that one lacks": (
        {"lines": [LINES[0] | {"lot": "A"}]},
        {"lines": [{"position": "1", "lot": "A"}, {"position": "1", "lot": "B"}]},
        None,
    ),
    "a line that may be of two lots": (
        {"lines": [LINES[0]]},
        {"lines": [{"position": "1", "lot": "A"}, {"position": "1", "lot": "B"}]},
        None,
    ),
    "a line without its lot": ({}, {"lines": [{"position": "1", "lot": "A"}]}, "200.50"),
    "lines without any lot": ({}, {"lot": "A"}, "200.50"),
    "what is asked, offered as an option": (
        {"lines": [LINES[0] | {"kind": "option"}, LINES[1]]},
        {"lines": [{"position": "1"}]},
        "200.50",
    ),
    "what is asked, offered as a price for additions": (
        {"lines": [LINES[0] | {"section": "unit prices"}, LINES[1]]},
        {"lines": [{"position": "1"}]},
        "200.50",
    ),
    "what is asked, offered as maintenance under warranty": (
        {"lines": [LINES[0] | {"section": "maintenance", "year": 1}, LINES[1]], "warranty": 1},
        {"lines": [{"position": "1"}], "term": 1},
        "200.50",
    ),
    "maintenance at a position that is asked": (
        {"lines": [LINES[0] | {"section": "maintenance", "year": 1}, LINES[1]]},
        {"lines": [{"position": "1", "section": "services"}], "term": 1, "discount_rate": "10 %"},
        "182.30",  # 200.20 / 1.1 + 0.30
    ),
    "an option that is asked, offered as a part": (
        {},
        {"lines": [{"position": "1", "kind": "option"}]},
        "0.30",
    ),
    "two lines of maintenance in each year, and a missing year": (
        {"lines": [*LINES, *maintained(1), maintained(1)[0] | {"position": "n1"}]},
        {"term": 2},
        "240.50",
    ),
    "energy of a power of 0": ({"power": {"typical": "0 W"}}, {"energy": ENERGY}, None),
    "the unit price wins": ({"lines": [LINES[0] | {"total": 100}]}, {}, "200.20"),
    "the total wins": ({"lines": [LINES[0] | {"total": 100}]}, {"line_rule": "total"}, "100.00"),
}


@pytest.mark.parametrize("name", RULES)
def test_each_rule_of_a_tender(name: str) -> None:
    """To the cent; a bid that isn't decided has no price, and a reason and a question."""
    bid_said, tender_said, expected = RULES[name]
    found = normalised(bid_said, **tender_said)
    assert (None if found.price is None else str(found.price)) == expected
    assert found.steps[-1].name == "Evaluated price"
    assert bool(found.undecided) == bool(expected is None)
    assert expected is not None or found.questions
    assert all(step.reason for step in found.steps)


QUESTIONS: list[tuple[Said, Said, str]] = [
    ({"lines": [LINES[0] | {"total": 100}]}, {}, "a difference of -100.20 EUR"),
    ({"total": 201}, {}, "The lines add up to 200.50 EUR, the stated total is 201.00 EUR"),
    (
        {"lines": [LINES[0] | {"unit_price": 0}]},
        {},
        "the price is 0. Is it offered free of charge?",
    ),
    ({"lines": [LINES[0] | {"unit_price": -1}]}, {}, "the price is negative"),
    ({}, {"lines": [{"position": "1", "quantity": 4}]}, "you offer 2, but the tender requires 4"),
    ({}, {"lines": [{"position": "1"}]}, "The tender doesn't list these positions: 2"),
    ({"valid_until": "2027-01-01"}, {"valid_until": "2027-03-31"}, "Please extend it."),
    ({}, {"valid_until": "2027-03-31"}, "Until when is your offer valid?"),
    ({"lines": [*LINES, *maintained(1)], "warranty": 1}, {"term": 1}, "under warranty"),
    ({"date": "2027-01-02", "valid_until": "2027-01-01"}, {}, "Please check both."),
    ({"valid_until": "2027-01-01"}, {"deadline": "2027-01-31"}, "bids are due on 2027-01-31"),
    ({"discounts": [{"amount": 0.05}]}, {}, "an amount of 0.05 EUR. If you mean a share"),
    ({"racks": 0}, {"rack_price": 9000}, "your offer needs no racks"),
    ({}, {"lot": "A"}, "Your lines state no lot. They count for lot A."),
    (
        {"lines": [LINES[0] | {"lot": "9"}]},
        {"lines": [{"position": "1"}]},
        "The tender has no lots, but you offer 1 in lot 9. Please correct the lot.",
    ),
    (
        {"lines": [LINES[0] | {"lot": "C"}]},
        {"lines": [{"position": "1", "lot": "A"}, {"position": "1", "lot": "B"}]},
        "The tender has the lots A, B, but you offer 1 in lot C. Please correct the lot.",
    ),
    (
        {"lines": [LINES[0] | {"kind": "option"}]},
        {"lines": [{"position": "1"}]},
        "Position 1: you offer it as an option, but the tender lists it as a part of the offer.",
    ),
    (
        {"lines": [LINES[0] | {"section": "unit prices"}]},
        {"lines": [{"position": "1"}]},
        "Position 1: you offer it as unit prices, but the tender lists it as goods, and it counts.",
    ),
]


@pytest.mark.parametrize(("bid_said", "tender_said", "question"), QUESTIONS)
def test_what_is_asked(bid_said: Said, tender_said: Said, question: str) -> None:
    """Questions are ready to send."""
    assert any(question in one for one in normalised(bid_said, **tender_said).questions)


def test_years_under_warranty_that_cost_nothing_are_no_question() -> None:
    bid_said: Said = {"lines": [*LINES, *maintained(1, price=0)], "warranty": 1}
    assert normalised(bid_said, term=1).questions == []


amounts = st.integers(-10_000, 10**9).map(lambda n: n / 100)
quantities = st.integers(1, 500)


@given(st.lists(st.tuples(quantities, amounts), min_size=1, max_size=20), st.randoms())
def test_sums_are_to_the_cent_in_any_order(rows: list[tuple[int, float]], random: Any) -> None:
    """Decimal sums: what a bidder adds by hand."""
    lines = [
        {"position": str(n), "quantity": quantity, "unit_price": price}
        for n, (quantity, price) in enumerate(rows)
    ]
    by_hand = sum(quantity * Decimal(str(price)) for quantity, price in rows)
    assert normalised({"lines": lines}).price == by_hand
    random.shuffle(lines)
    assert normalised({"lines": lines, "total": float(by_hand)}).price == by_hand


@settings(max_examples=30)
@given(st.lists(quantities, min_size=1, max_size=6), st.data())
def test_a_missing_price_is_never_nothing(counts: list[int], data: st.DataObject) -> None:
    """Whatever line loses its price, the bid has none."""
    lines = [
        {"position": str(n), "quantity": count, "unit_price": 5} for n, count in enumerate(counts)
    ]
    del lines[data.draw(st.integers(0, len(lines) - 1))]["unit_price"]
    assert normalised({"lines": lines}).price is None


def test_discounting_is_a_step_of_its_own() -> None:
    """The amount is that which is taken off, and the reason has the years and the rate."""
    bid_said: Said = {"lines": [*LINES, *maintained(1, 2)]}
    found = normalised(bid_said, term=2, discount_rate="10 %")
    steps = {step.name: step for step in found.steps}
    assert steps["Maintenance"].amount == 20
    assert steps["Discounting"].amount == Decimal("-2.65")
    assert steps["Discounting"].reason == "maintenance of year 1, 2 at 10.00 % per year"
    assert "Discounting" not in [step.name for step in normalised(bid_said, term=2).steps]


@given(st.sampled_from(["0 %", "3 %", "10 %"]), st.integers(1, 8))
def test_energy_by_equal_phases_is_that_of_one(rate: str, split: int) -> None:
    """However the years are divided, to a cent for each year."""
    rules: Said = {"energy": {"price": "0.21 EUR/kWh", "years": 8}, "discount_rate": rate}
    phases = [{"until": split, "typical": "7 kW"}, {"until": 9, "typical": "7 kW"}]
    whole = normalised({"power": {"typical": "7 kW"}}, **rules).price
    parts = normalised({"power": {"years": phases}}, **rules).price
    assert whole is not None
    assert parts is not None
    assert abs(whole - parts) <= Decimal("0.08")


def test_a_bid_without_a_price_is_read_to_its_end() -> None:
    """All that is missing is asked at once."""
    found = normalised({"lines": [{"position": "1"}, {"position": "2"}]}, energy=ENERGY)
    assert len(found.questions) == 3
    assert [step.name for step in found.steps][-2:] == ["Energy", "Evaluated price"]


PRICES = [
    {"bidder": name, "lines": [], "total": price}
    for name, price in zip("ABC", (70, 90, 100), strict=True)
]


def test_abnormally_low_bids() -> None:
    """Below 0.8 of the median of the others, or of the estimate; asked, not excluded."""
    found = {one.name: one for one in compared({}, *PRICES).bids}
    assert found["A"].abnormal == ("73.7 % of the median of the others",)
    assert found["B"].abnormal == found["C"].abnormal == ()
    question = "Your price is unusually low. Please explain how it is calculated."
    assert found["A"].questions == (question,)
    by_estimate = {one.name: one for one in compared({"estimate": 120}, *PRICES).bids}
    assert by_estimate["B"].abnormal == ("75.0 % of the estimate",)
    assert by_estimate["C"].abnormal == ()


def test_excluded_bids_set_no_median() -> None:
    """A knocked-out bid makes no other abnormally low, nor less so."""
    rules: Said = {"bids": {"B": {"excluded": "late"}, "D": {"musts": {"MR-1": "not met"}}}}
    bids = [*PRICES, {"bidder": "D", "lines": [], "total": 200}]
    answered = [one | {"musts": {"MR-1": "yes"}} for one in bids]
    found = {one.name: one for one in compared(rules | {"musts": ["MR-1"]}, *answered).bids}
    assert found["A"].abnormal == ("70.0 % of the median of the others",)
    assert found["C"].abnormal == ()


def test_positions_of_lots_stand_apart() -> None:
    rules: Said = {"lines": [{"position": "1", "lot": lot, "title": lot} for lot in "AB"]}
    lines = [{"position": "1", "lot": lot, "total": 5 + 2 * (lot == "B")} for lot in "AB"]
    [row_a, row_b] = price_lines(compared(rules, {"bidder": "A", "lines": lines})).rows
    assert (row_a.label, row_b.label) == ("1, lot A", "1, lot B")
    assert [row.entries[0] for row in (row_a, row_b)] == ["A", "B"]
    assert [getattr(row.entries[1], "value", None) for row in (row_a, row_b)] == [5, 7]


def test_prices_line_by_line_are_in_the_currency_of_their_amounts() -> None:
    lines = [{"position": "1", "quantity": 1, "unit_price": "5 USD"}]
    [row] = price_lines(compared({"exchange": {"USD": 0.9}}, {"bidder": "A", "lines": lines})).rows
    assert getattr(row.entries[1], "currency", None) == "USD"


def test_the_estimate_is_compared_with_the_purchase() -> None:
    """Maintenance, energy and space make no purchase less low; options that count do."""
    low = {
        "bidder": "A",
        "lines": [*LINES, *maintained(1, price=500), OPTIONS[0]],
        "power": {"typical": "100 kW"},
        "racks": 9,
    }
    rules: Said = {"term": 1, "energy": ENERGY, "rack_price": 9000, "vat": "19 %"}
    for estimate, more, expected in (
        (300, {}, ("66.8 % of the estimate",)),  # 200.50
        (250, {}, ()),
        (250, {"options": "all", "estimate_options": 50}, ("69.2 % of the estimate",)),  # 207.50
        (250, {"options": "none", "estimate_options": 50}, ()),
        (300, {"price": "gross"}, ("66.8 % of the estimate",)),
        (300, {"estimate_renewals": 9000}, ("66.8 % of the estimate",)),
    ):
        [one] = compared(rules | {"estimate": estimate} | more, low | {"prices": "net"}).bids
        assert one.abnormal == expected
    free = compared(rules | {"estimate": 300}, low | {"lines": [{"position": "1"}]}).bids[0]
    assert free.abnormal == ()


OF_10: Said = {"layout": "raidz2:10", "drive": "20 TB", "targets": 10}


def of_design(**said: Any) -> Compared:
    rules = {"requirements": {"capacity": "1.4 PB"}}
    return compared(rules, {"bidder": "A", "design": OF_10} | said).bids[0]


def test_capacity_by_our_model() -> None:
    """A promise of more than the layout holds is asked; one of 1 % isn't."""
    held = of_design().capacity.planned
    assert held is not None
    assert 1.4e15 < held < 1.6e15
    for share, verdict in ((1.0, "confirmed"), (1.005, "confirmed"), (1.07, "less"), (0.9, "more")):
        one = of_design(capacity=f"{held * share:.0f} B")
        assert one.capacity.verdict == verdict
        asked = any("Please show your calculation" in text for text in one.questions)
        assert asked == (verdict != "confirmed")
        assert one.musts["capacity"] == "met" or share == 0.9
    short = of_design(capacity="1.5 PB", design=OF_10 | {"targets": 9})
    assert short.musts["capacity"] == "unknown"
    assert of_design(capacity="1.3 PB").musts["capacity"] == "not met"
    assert of_design(capacity=None).musts["capacity"] == "unknown"


def test_the_highest_power_of_any_year_is_limited() -> None:
    power: Said = {"typical": "70 kW", "years": [{"until": 4, "typical": "100 kW"}]}
    rules: Said = {"requirements": {"power": "80 kW"}}
    [one] = compared(rules, {"bidder": "A", "power": power}).bids
    assert one.musts["power"] == "not met"


@pytest.mark.parametrize(("stated", "verdict"), [("100 TB", "confirmed"), ("101 TB", "less")])
def test_a_difference_of_the_tolerance_is_confirmed(stated: str, verdict: str) -> None:
    """99 TB: 1 % below what is stated is no more than 1 %."""
    design: Said = {"layout": "raidz2:11", "drive": "9 TB"}
    bid_said: Said = {"bidder": "A", "raw_capacity": stated, "design": design}
    [one] = compared({"capacity": "raw"}, bid_said).bids
    assert one.capacity.verdict == verdict


@pytest.mark.parametrize(
    ("power", "question"),
    [
        ({"typical": "28 kW", "maximum": "20 kW"}, "typical power of 28 kW is above your maximum"),
        ({"typical": "28 W"}, "typical power of 28 W. Please check the unit."),
        ({"years": [{"until": 4, "typical": "28 W"}]}, "28 W. Please check the unit."),
        ({"typical": "28 kW", "maximum": "28 kW"}, ""),
    ],
)
def test_power_that_cannot_be_is_asked(power: Said, question: str) -> None:
    """A figure that contradicts another, or is in kW; nothing of the plan is in the question."""
    rules = {"planned": {"power": "29.471 kW"}, "requirements": {"power": "40 kW"}}
    questions = compared(rules, {"bidder": "A", "power": power}).bids[0].questions
    of_power = [one for one in questions if "typical power" in one]
    assert bool(of_power) == bool(question)
    assert question in "".join(of_power)
    assert "29" not in "".join(questions)


@pytest.mark.parametrize(
    ("figures", "question"),
    [
        ({"capacity": "2.1 TB"}, "You state a capacity of 2.1 TB. Please check the unit."),
        ({"capacity": "2100 PB"}, "You state a capacity of 2.1 EB. Please check the unit."),
        ({"capacity": "2.1 PB"}, ""),
        ({"read_bandwidth": {"value": "40 MB/s"}}, "You state a read bandwidth of 40 MB/s."),
        ({"power": {"typical": "28 MW"}}, "You state a typical power of 28 MW."),
        ({"racks": 30}, ""),
    ],
)
def test_units_that_may_be_wrong_are_asked(figures: Said, question: str) -> None:
    """A figure ten times off what is planned, or else required, may be in another unit."""
    rules = {
        "planned": {"capacity": "2 PB", "power": "29 kW", "racks": 1},
        "requirements": {"read_bandwidth": "40 GB/s"},
    }
    questions = compared(rules, {"bidder": "A"} | figures).bids[0].questions
    asked = [one for one in questions if "check the unit" in one]
    assert len(asked) == bool(question)
    assert question in "".join(asked)


def test_names_of_bidders_are_of_one_line() -> None:
    """Neither breaks nor hidden signs make another name, in a form and in the rules."""
    name = "\u202eAcme\n To: Beta\u00a0 "
    for kind, said in ((BidFile, {"bidder": name}), (TenderFile, {"bids": {name: {}}})):
        assert "'Acme To: Beta'" in repr(validate(kind, Document(said, "form.xlsx")))
    with pytest.raises(InputError, match="bidder"):
        validate(BidFile, Document({"bidder": "\u200b"}, "form.xlsx"))


@pytest.mark.parametrize("text", ["tbd", "1.234,56", "1,234,567", "12 pounds"])
def test_what_is_no_amount_says_how_amounts_are_written(text: str) -> None:
    with pytest.raises(InputError, match="the value isn't an amount: write a number such as 1234"):
        bid(lines=[{"position": "1", "unit_price": text}])


@pytest.mark.parametrize("file_system", ["lustre", "scale", "zfs", "beegfs", "none"])
def test_file_systems_on_raid_groups_need_no_further_field(file_system: str) -> None:
    """No form asks for the format of the groups."""
    one = of_design(design=OF_10 | {"layout": "raid6:8+2", "file_system": file_system})
    assert one.capacity.planned


@pytest.mark.parametrize(
    "layout", ["raid6:10", "declustered:8d+2p:41c:2s", "3 x raidz2:10", "draid2:8d:53c:3s"]
)
def test_each_kind_of_layout_has_a_capacity(layout: str) -> None:
    """RAID groups and vdevs alike."""
    one = of_design(design=OF_10 | {"layout": layout})
    assert one.capacity.planned
    assert one.capacity.verdict == "unknown"


def test_a_code_over_servers() -> None:
    """Its servers and drives stand beside it."""
    design = {"layout": "ceph:8+3", "drive": "20 TB", "servers": 12, "drives_per_server": 12}
    assert of_design(design=design).capacity.planned


def test_prices_by_unit() -> None:
    """By the terabyte that the layout holds, not the promised one."""
    one = of_design(capacity="99 PB", write_bandwidth={"value": "10 GB/s", "conditions": "IOR"})
    held = one.capacity.planned
    assert held is not None
    assert one.per_unit["usable_tb"] == pytest.approx(200.50 / (held / 1e12))
    assert one.per_unit["write_gbs"] == 20.05
    assert one.per_unit["read_gbs"] is None


def test_the_most_for_a_fixed_price_is_scored() -> None:
    """One figure, at a price that no bid may exceed."""
    rules = {
        "scoring": {"method": "most_at_budget"},
        "scored": "capacity",
        "fixed_price": "700000 EUR",
    }
    bids = [
        {"bidder": name, "lines": [], "total": price, "capacity": f"{capacity} TB"}
        for name, price, capacity in (
            ("A", 700_000, 4800),
            ("B", 699_000, 5200),
            ("C", 690_000, 5000),
            ("D", 700_001, 9000),
        )
    ]
    found = compared(rules, *bids).scores
    assert found is not None
    assert [one.score for one in found.bids] == pytest.approx([4800 / 52, 100, 5000 / 52, None])
    assert found.bids[3].why == "excluded: misses fixed price"


def test_a_scored_figure_that_is_not_stated_is_asked() -> None:
    """Neither its price nor its points stand in for it: 700,000 EUR win no share of terabytes."""
    rules: Said = {
        "scored": "capacity",
        "scoring": {"method": "most_at_budget"},
        "bids": {"B": {"quality": 99}},
    }
    for bids in (
        [{"bidder": "A", "capacity": "5 PB"}, {"bidder": "B"}],
        [{"bidder": "B"}],
    ):
        found = compared(rules, *bids)
        assert found.scores is not None
        last = found.scores.bids[-1]
        assert (last.rank, last.why) == (None, "not decided: capacity is unknown")
        [question] = found.bids[-1].questions
        assert question == "The tender scores the capacity. What do you offer?"


def test_figures_of_bids_are_criteria() -> None:
    """Months and watts from the bids, the training from evaluators."""
    criteria = [
        {"name": "Months", "method": "lower_is_better", "points": 20, "figure": "months"},
        {"name": "Capacity", "method": "higher_is_better", "points": 20, "figure": "capacity"},
        {"name": "Training", "method": "higher_is_better", "points": 10},
    ]
    rules: Said = {
        "scoring": {"method": "ratio", "criteria": criteria},
        "bids": {"A": {"figures": {"Training": 4}}, "B": {"figures": {"Training": 5}}},
    }
    bids = [
        {"bidder": "A", "months": 4, "capacity": "2 PB"},
        {"bidder": "B", "months": 8, "capacity": "1 PB"},
        {"bidder": "C", "months": 8},
    ]
    found = compared(rules, *bids).scores
    assert found is not None
    assert [dict(one.criteria) for one in found.bids] == [
        {"Months": 20, "Capacity": 20, "Training": 8},
        {"Months": 10, "Capacity": 10, "Training": 10},
        {},
    ]
    assert found.bids[2].why == "incomplete: no Capacity and no Training"


def test_what_evaluators_decide_wins() -> None:
    """An answer of the bidder, and a deviation, are decided by people."""
    rules: Said = {
        "musts": ["MR-1", "MR-2"],
        "scoring": {"method": "lowest_price"},
        "bids": {"A": {"musts": {"MR-1": "not met"}}, "B": {"excluded": "late"}, "X": {}},
    }
    bids = [
        {"bidder": name, "musts": {"MR-1": "yes", "MR-2": answer}}
        for name, answer in (("A", "yes"), ("B", "yes"), ("C", "deviation"), ("D", "yes"))
    ]
    found = compared(rules, *bids)
    assert found.scores is not None
    assert [one.why for one in found.scores.bids] == [
        "excluded: misses MR-1",
        "excluded: late",
        "not decided: MR-2 is unknown",
        "",
    ]
    assert found.warnings == ("the tender has points or decisions for a bid that was not read: X",)
    assert found.bids[2].questions == ("Requirement MR-2: please describe the deviation.",)


@given(st.permutations(range(3)))
def test_the_order_of_bids_changes_nothing(order: list[int]) -> None:
    """Prices, questions and scores belong to bids."""
    rules = {"scoring": {"method": "lowest_price"}}
    before = {one.name: one for one in compared(rules, *PRICES).bids}
    after = compared(rules, *(PRICES[n] for n in order))
    for one in after.bids:
        assert (one.price, one.questions) == (before[one.name].price, before[one.name].questions)


SECRET = "815.4711"
WRONG_BIDS: list[tuple[Said, str]] = [
    ({"lines": [{"position": "1", "unit_price": f"{SECRET} EURO"}]}, "lines.0.unit_price"),
    ({"lines": [{"position": "1", "total": [SECRET]}]}, "lines.0.total"),
    ({"lines": [{"position": "1", "quantity": f"-{SECRET}"}]}, "lines.0.quantity"),
    ({"capacity": SECRET}, "capacity"),
    ({"total": 8154711e20}, "total: is too large"),
    (
        {"lines": [{"position": "1", "quantity": 8154711e12, "unit_price": 8154711e6}]},
        "lines.0.quantity: unit price times quantity is too large: at most 1e+15",
    ),
    ({"lines": [*LINES, LINES[0]]}, "is there 2 times: write each position once"),
    ({"lines": [{"position": "1", "year": 1}]}, "only maintenance has a year"),
    ({"lines": [{"position": "1", "section": "maintenance"}]}, "'year' is missing"),
    ({"discounts": [{"title": SECRET}]}, "write either 'amount' or 'share'"),
    ({"discounts": [{"amount": -8154711}]}, "must be at least 0"),
    (
        {"total": "1 USD", "currency": "EUR"},
        "total: is in another currency than the bid: write one currency",
    ),
    ({"musts": {"MR-1": SECRET}}, "musts.MR-1"),
    (
        {"power": {"years": [{"until": n, "typical": "1 W"} for n in (2, 1)]}},
        "power.years: must rise: write the phase with the lowest 'until' first",
    ),
    ({"valid_until": SECRET}, "valid_until: write a date such as"),
    ({"racks": 815.4711}, "racks: write a whole number"),
]


def test_a_bid_with_wrong_values_says_what_else_is_wrong() -> None:
    """Also positions that occur twice, days of empty cells, and other currencies, in one run."""
    lines = "[{position: '1', quantity: -1}, {position: '1', unit_price: 1 USD}]"
    text = f"bidder: A\ncurrency: EUR\nvalid_until: 1900-01-01\ndate: soon\nlines: {lines}\n"
    with pytest.raises(InputError) as error:
        read_bid(read_document(f"{text}total: 815.471 EUR\n", "bid.yaml"))
    assert {one.field for one in error.value.problems} == {
        *("date", "valid_until", "lines.0.quantity", "lines.0.position", "lines.1.position"),
        *("lines.1.unit_price", "total"),
    }


@pytest.mark.parametrize(("said", "message"), WRONG_BIDS)
def test_wrong_bids(said: Said, message: str) -> None:
    """Where, what, and what to write instead; no value of the bid is in it."""
    with pytest.raises(InputError) as error:
        bid(**said)
    text = str(error.value)
    assert message in text
    assert text.startswith("bid.yaml:")
    assert SECRET not in text
    assert "8154711" not in text


@pytest.mark.parametrize(
    ("design", "message"),
    [
        ({}, "write either 'layout' with 'drive', or 'tiers'"),
        ({"layout": "raidz2:10"}, "'drive' is missing"),
        ({"drive": "20 TB"}, "write either 'layout' with 'drive', or 'tiers'"),
        ({"layout": "raidz2:10", "drive": "9 TB", "targets": 3, "servers": 2}, "servers: doesn't"),
        ({"layout": "raidz9:4711", "drive": "20 TB"}, "layout: "),
        ({"layout": "RAID 4711+2", "drive": "20 TB"}, "the value is not a layout: write"),
        ({"layout": "ceph:8+3", "drive": "20 TB"}, "'servers' and 'drives_per_server'"),
        ({"layout": "raidz2:10", "drive": "no-such-part-4711"}, ""),
        ({"layout": "raidz2:10", "drive": "-4711 TB"}, "drive: the value isn't in the catalog"),
        ({"tiers": [{"name": "a"}]}, "tiers.0"),
        ({"layout": "raidz2:10", "drive": "20 TB", "target": {"luks": "4711"}}, ""),
    ],
)
def test_designs_that_cant_be_planned(design: Said, message: str) -> None:
    """They are results of their bids, without their values; the other bids are compared."""
    stated = {"bidder": "A", "capacity": "9 PB", "racks": 2, "design": design}
    rules = {"capacity": "usable", "requirements": {"capacity": "1 PB", "racks": 3}}
    found = compared(rules, stated, {"bidder": "B", "capacity": "9 PB", "design": OF_10})
    one, other = found.bids
    [warning] = found.warnings
    assert warning.startswith("A: the offered storage can't be planned, because ")
    assert message in warning
    assert "4711" not in warning
    assert "bid.yaml" not in warning
    asked = [text for text in one.questions if "can't be checked by our calculation" in text]
    assert asked
    for text in asked:
        assert not re.search(r"'\w+'|write|tiers|catalog|\w+\.\w+|_|the value|…", text), text
    assert (one.capacity.planned, one.capacity.verdict) == (None, "unknown")
    assert one.musts == {"capacity": "unknown", "racks": "met"}
    assert other.capacity.planned
    assert not other.not_planned
    assert overview(found).rows[0].entries[2] == "can't be planned"


def test_a_design_of_another_kind_is_an_error() -> None:
    """What can't be read is no design."""
    with pytest.raises(InputError, match=r"bid\.yaml:.*design\.tiers"):
        of_design(design={"tiers": 4711})


WRONG_TENDERS: list[tuple[Said, str]] = [
    ({"price": "gross"}, "vat: is missing"),
    ({"options": "marked"}, "marked: is missing"),
    ({"energy": {"price": "0.21 EUR/kWh"}}, "energy.years: is missing"),
    ({"energy": {"price": "0.21 USD/kWh", "years": 5}}, "write it in EUR"),
    ({"estimate_renewals": "1 USD"}, "estimate_renewals: is in another currency"),
    ({"rack_price": "1 USD"}, "rack_price: is in another currency: write it in EUR"),
    *(
        ({name: "-3 EUR"}, f"{name}: must be at least 0: write the amount without a minus sign")
        for name in ("rack_price", "estimate", "estimate_options", "fixed_price")
    ),
    ({"discount_rate": "90 %"}, "discount_rate: must be at most 50 % a year"),
    ({"scoring": {"method": "ration"}}, "scoring.method: 'ration' isn't a method"),
    ({"scoring": {"method": "log"}}, "scoring.base: log needs it"),
    ({"lines": [{"position": "1"}, {"position": "1"}]}, "lines.1.position: is there before"),
    (
        {"lot": "C", "lines": [{"position": "1", "lot": "A"}, {"position": "2", "lot": "B"}]},
        "lot: 'C' is no lot of the lines: write A or B",
    ),
    (
        {"lot": "a", "lines": [{"position": "1", "lot": "A"}, {"position": "2"}]},
        "lot: 'a' is no lot of the lines: write A",
    ),
    (
        {"lot": "A", "lines": [{"position": "1"}]},
        "lot: 'A' is no lot of the lines, which state none: leave it empty, or state that of each",
    ),
    (
        {
            "scoring": {"method": "ratio", "quality_max": 10},
            "bids": {"A": {"quality": 11}},
        },
        "bids.A.quality: is above quality_max: write at most 10",
    ),
    (
        {"scoring": {"method": "ratio"}, "bids": {"A": {"figures": {"Months": 3}}}},
        "bids.A.figures.Months: 'Months' isn't a criterion that evaluators state",
    ),
]


@pytest.mark.parametrize(("said", "message"), WRONG_TENDERS)
def test_wrong_tenders(said: Said, message: str) -> None:
    """One line each."""
    with pytest.raises(InputError) as error:
        tender(**said)
    assert message in str(error.value)
    assert str(error.value).startswith("tender.yaml:")


@pytest.mark.parametrize(
    "text", ["lines: [{position: '1', unit_price: 815.471}]", "total: 815.471 EUR"]
)
def test_a_number_of_a_bid_that_may_be_in_thousands(text: str) -> None:
    """It is asked for again, and no value of the bid is in the message."""
    with pytest.raises(InputError) as error:
        read_bid(read_document(f"bidder: A\n{text}\n", "bid.yaml"))
    assert "the mark may separate thousands: write the number without a mark" in str(error.value)
    assert "815" not in str(error.value)


def test_amounts_of_rules_that_may_be_in_thousands() -> None:
    with pytest.raises(InputError, match=r"estimate: '900.000' could be 900000 or 900.000"):
        read_tender(read_document("estimate: 900.000\n", "tender.yaml"))
    rules = read_tender(read_document("exchange: {USD: 1.087}\n", "tender.yaml"))
    assert rules.exchange == {"USD": 1.087}


def test_the_same_bidder_twice() -> None:
    """Two main bids are refused; an alternative stands beside one."""
    main, other = bid(), bid(kind="alternative", offer="2")
    assert len(twice([("a", main), ("b", main)])) == 2
    assert twice([("a", main), ("b", other)]) == []
    assert other.name == "A (alternative 2)"


def test_large_amounts_are_no_error_of_the_program() -> None:
    """Neither a rate of exchange nor a share of amounts at the limit exceeds what is computed."""
    line: Said = {"position": "1", "quantity": 1e6, "unit_price": 1e9}
    rules: Said = {"exchange": {"USD": 1e18}, "vat": "19 %", "price": "gross"}
    said: Said = {"currency": "USD", "prices": "net", "discounts": [{"share": "1 %"}]}
    found = normalised({"lines": [line], **said}, **rules)
    assert found.price is not None
    assert float(found.price) == pytest.approx(1e33 * 0.99 * 1.19)


def test_cents_are_rounded_away_from_nothing() -> None:
    assert cents(Decimal("1.005")) == Decimal("1.01")


LOTS: Said = {
    "lines": [
        {"position": "1", "lot": "A"},
        {"position": "2", "lot": "A"},
        {"position": "1", "lot": "B"},
    ]
}
OF_A = {"lines": [one | {"lot": "A"} for one in LINES]}
OF_BOTH = {"lines": [*OF_A["lines"], {"position": "1", "lot": "B", "total": 7}]}


@pytest.mark.parametrize(
    ("lot", "price", "excluded"), [("A", "200.50", ""), ("B", None, "lot B is not offered")]
)
def test_a_bid_for_one_lot_is_a_bid_for_that_lot(
    lot: str, price: str | None, excluded: str
) -> None:
    """In the other lot it isn't offered: no price is asked for, and it changes no score."""
    scoring = {"method": "lowest_price"}
    found = compared(
        LOTS | {"lot": lot, "scoring": scoring}, OF_A | {"bidder": "A"}, OF_BOTH | {"bidder": "B"}
    )
    one = found.bids[0]
    assert (None if one.price is None else str(one.price)) == price
    [question] = one.questions
    assert question == (
        "You offer no line of lot B. We take it that you don't bid for it. Please confirm."
    )
    assert found.scores is not None
    scored = next(each for each in found.scores.bids if each.name == "A")
    assert (scored.excluded, excluded in scored.why) == (bool(excluded), True)
    assert next(row.entries[-1] for row in overview(found).rows) == (excluded or "1 question")


@pytest.mark.parametrize(("lot", "price"), [("A", "200.20"), ("B", "0.30")])
def test_lines_without_lots_are_of_the_lots_that_ask_for_them(lot: str, price: str) -> None:
    """Both counted for the evaluated lot."""
    rules = {"lines": [{"position": "1", "lot": "A"}, {"position": "2", "lot": "B"}], "lot": lot}
    found = normalised({}, **rules)
    assert (str(found.price), found.questions) == (price, [])
    further = normalised({"lines": [*LINES, *maintained(1)]}, **rules, term=1)
    assert further.price is None
    assert "the lot of m1 is unknown" in further.undecided


def test_a_bid_for_a_lot_is_compared_with_the_estimate_of_the_lot() -> None:
    """The estimate of all lots makes each of them look too low."""
    rules = LOTS | {"lot": "A", "estimate": 5000}
    found = compared(rules, OF_A | {"bidder": "A"})
    assert found.bids[0].abnormal == ()
    [warning] = found.warnings
    assert "state 'estimate_lots: {A: ...}'" in warning
    for estimate, is_low in ((200, False), (300, True)):
        found = compared(rules | {"estimate_lots": {"A": estimate}}, OF_A | {"bidder": "A"})
        assert (bool(found.bids[0].abnormal), found.warnings) == (is_low, ())
    with pytest.raises(InputError, match=r"estimate_lots.A: is in another currency"):
        tender(**rules, estimate_lots={"A": "5 USD"})


def test_bids_for_several_lots_together_need_all_of_them() -> None:
    """The price of one lot isn't compared with that of two."""
    found = compared(LOTS, OF_A | {"bidder": "A"}, OF_BOTH | {"bidder": "B"})
    assert [one.price for one in found.bids] == [None, Decimal("207.50")]
    assert found.bids[0].normalised.undecided == [
        "lot B is not offered: evaluate each lot by itself, with 'lot' in the rules"
    ]


def test_maintenance_without_a_lot_is_of_the_only_lot_that_is_offered() -> None:
    """The form asks for maintenance once."""
    rules = LOTS | {"lot": "A", "term": 1}
    one = normalised({"lines": [*OF_A["lines"], *maintained(1)]}, **rules)
    assert one.price == Decimal("210.50")
    assert "These lines state no lot: m1. They count for lot A" in one.questions[0]
    several = normalised({"lines": [*OF_BOTH["lines"], *maintained(1)]}, **rules)
    assert several.price is None
    assert "the lot of m1 is unknown" in several.undecided


def test_amounts_of_a_row_are_written_alike() -> None:
    """Whether or not they count."""
    option = {"position": "o1", "kind": "option", "total": 18000}
    found = compared({}, {"bidder": "A", "lines": [*LINES, option]})
    texts = [row.entries[1] for row in price_lines(found).rows]
    assert texts[-1] == "18\N{NARROW NO-BREAK SPACE}000 EUR, option that doesn't count"


@pytest.mark.parametrize("name", ["date", "valid_until"])
@pytest.mark.parametrize("day", ["1899-12-30", "1904-01-01", "1989-12-31"])
def test_a_day_before_1990_is_that_of_an_empty_cell(name: str, day: str) -> None:
    with pytest.raises(InputError, match=f"{name}: is before 1990, as the date of an empty cell"):
        bid(**{name: day})
    assert bid(**{name: "1990-01-01"}) is not None


@pytest.mark.parametrize(
    ("offered", "warns"),
    [("12 GB/s", False), ("11444 MiB/s", True), ("11.9 GB/s", False), ("11.989 GB/s", True)],
)
def test_a_requirement_that_is_missed_by_little_is_said(offered: str, warns: bool) -> None:
    """Tables show 12 GB/s for both; a unit that was converted may be the cause."""
    said = {"bidder": "A", "write_bandwidth": {"value": offered}}
    found = compared({"requirements": {"write_bandwidth": "12 GB/s"}}, said)
    assert any("misses the write bandwidth by little" in one for one in found.warnings) == warns
    decided = {"A": {"musts": {"write_bandwidth": "met"}}}
    rules = {"requirements": {"write_bandwidth": "12 GB/s"}, "bids": decided}
    assert compared(rules, said).warnings == ()


@pytest.mark.parametrize(
    ("own", "is_other"), [("fs-2026 ", False), ("FS-2025", True), ("FS 2026", True)]
)
def test_ids_of_tenders_are_the_same_in_any_case(own: str, is_other: bool) -> None:
    rules = tender(id="FS-2026")
    text = yaml.safe_dump({"bidder": "A", "tender": own, "lines": LINES}).encode()
    read, unreadable = read_bids([("a.yaml", text)], rules)
    assert [one.is_of_other for one in unreadable] == [True] * is_other
    assert len(read) == (not is_other)


SEVEN = {"quantity": 1, "vat": 0.07}
GROSS: Said = {"price": "gross", "vat": "19 %"}


@pytest.mark.parametrize(
    ("lines", "discount", "price"),
    [
        ([SEVEN | {"position": "1", "unit_price": 100}], 10, "96.30"),  # 90 x 1.07
        (
            [
                SEVEN | {"position": "1", "unit_price": 100},
                {"position": "2", "quantity": 1, "unit_price": 300},
            ],
            40,
            "417.60",  # 90 x 1.07 + 270 x 1.19
        ),
        (
            [SEVEN | {"position": str(n), "unit_price": 0.01, "vat": n / 100} for n in (1, 2, 3)],
            0.01,
            "0.02",
        ),
    ],
)
def test_a_discount_has_the_tax_of_what_it_is_given_on(
    lines: list[Said], discount: float, price: str
) -> None:
    said = {"lines": lines, "discounts": [{"amount": discount}], "prices": "net"}
    assert str(normalised(said, **GROSS).price) == price


def test_a_missing_year_has_the_tax_of_the_years_beside_it() -> None:
    year = maintained(1, price=100)[0] | {"vat": 0.07}
    said = {"lines": [{"position": "1", "quantity": 1, "unit_price": 100}, year], "prices": "net"}
    assert str(normalised(said, **GROSS, term=2).price) == "333.00"  # 119 + 2 x 107


@pytest.mark.parametrize("discount", [200.50, 5000])
def test_a_price_that_discounts_bring_to_0_is_asked(discount: float) -> None:
    """And it has no rank."""
    said = {"bidder": "A", "discounts": [{"amount": discount}]}
    found = compared({"scoring": {"method": "lowest_price"}}, said)
    [question] = found.bids[0].questions
    assert question.startswith("With your discounts, the price of your offer is ")
    assert found.scores is not None
    assert found.scores.bids[0].rank is None


@pytest.mark.parametrize(
    ("term", "warranty", "reason"),
    [(1, 0, "year 1"), (2, 1, "year 2; year 1 is under warranty"), (3, 0, "years 1 to 3")],
)
def test_years_of_maintenance_are_named(term: int, warranty: int, reason: str) -> None:
    said = {"lines": [*LINES, *maintained(1, 2, 3)], "warranty": warranty}
    found = normalised(said, term=term)
    [step] = [one for one in found.steps if one.name == "Maintenance"]
    assert step.reason.startswith(reason)
