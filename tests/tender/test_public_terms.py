"""What bidders read of a tender: each row as a whole, with its field and without it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from model.reading.documents import read_document
from model.tender.public_terms import (
    PUBLIC,
    conditions_of,
    device_of,
    devices_of,
    figures_of,
    minima_of,
    public,
    terms_of,
    texts_of,
)
from model.tender.tender_file import TenderFile, read_tender

Said = dict[str, Any]
WHOLE: Said = {
    "id": "T-1",
    "title": "Storage",
    "lot": "L1",
    "deadline": "2027-01-31",
    "valid_until": "2027-06-30",
    "currency": "EUR",
    "price": "net",
    "vat": "19 %",
    "options": "marked",
    "marked": ["P1", "P2"],
    "term": 5,
    "discount_rate": "3 %",
    "line_rule": "total",
    "energy": {"price": "0.2 EUR/kWh", "pue": 1.3, "hours": "8000 h"},
    "rack_price": "1234.5 EUR",
    "fixed_price": "800000 EUR",
}
ROWS = {
    "id": ("Tender", "T-1"),
    "title": ("Title", "Storage"),
    "lot": ("Lot", "L1"),
    "deadline": ("Bids are due on", "2027-01-31"),
    "valid_until": ("Bids must be valid until", "2027-06-30"),
    "currency": ("Currency", "EUR"),
    "price": ("Prices", "net; value added tax 19 %"),
    "line_rule": ("If the unit price and total of a line disagree", "the total counts"),
    "options": ("Options that count", "P1, P2"),
    "fixed_price": ("Maximum price of a bid", "800000.00 EUR"),
    "energy": (
        "Energy (the same figures apply to all bids)",
        "0.2 EUR/kWh, PUE 1.3, 8000 h per year, 5 years",
    ),
    "discount_rate": (
        "Discount rate of maintenance and energy (the same for all bids)",
        "3 % per year, from the purchase on",
    ),
    "rack_price": ("Price of the space of one rack over the term", "1234.50 EUR"),
}
"""Each row of the terms, by the field that it says."""


def tender(said: Said) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump(said), "rules.yaml"))


def test_all_terms_in_their_order() -> None:
    assert list(terms_of(tender(WHOLE))) == list(ROWS.values())


@pytest.mark.parametrize(
    "field", ["lot", "deadline", "valid_until", "fixed_price", "energy", "discount_rate"]
)
def test_a_term_that_is_not_stated_has_no_row(field: str) -> None:
    said = {name: value for name, value in WHOLE.items() if name != field}
    assert list(terms_of(tender(said))) == [row for name, row in ROWS.items() if name != field]


@pytest.mark.parametrize(
    ("changes", "row"),
    [
        ({"vat": None}, ("Prices", "net")),
        ({"marked": [], "options": "all"}, ("Options that count", "all")),
        (
            {"line_rule": "unit_price"},
            ("If the unit price and total of a line disagree", "the unit price counts"),
        ),
        (
            {"energy": {**WHOLE["energy"], "years": 3}},
            (ROWS["energy"][0], "0.2 EUR/kWh, PUE 1.3, 8000 h per year, 3 years"),
        ),
    ],
)
def test_a_term_in_other_words(changes: Said, row: tuple[str, str]) -> None:
    said = {name: one for name, one in (WHOLE | changes).items() if one is not None}
    names = {row[0]}
    assert [one for one in terms_of(tender(said)) if one[0] in names] == [row]


def test_required_figures_are_numbered_through_all_classes() -> None:
    figures = {"capacity": "4 PB", "read_bandwidth": "20 GB/s", "power": "9 kW", "racks": 2}
    said = {"requirements": figures, "targets": {"capacity": "5 PB"}}
    found = list(figures_of(tender({**WHOLE, **said, "optional": {"raw_capacity": "9 PB"}})))
    assert found == [
        ("F01", "Usable capacity", "at least 4 PB (3.553 PiB)", "must"),
        ("F02", "Read bandwidth", "at least 20 GB/s", "must"),
        ("F03", "Typical power", "at most 9 kW", "must"),
        ("F04", "Racks", "at most 2", "must"),
        ("F05", "Usable capacity", "at least 5 PB (4.441 PiB)", "target"),
        ("F06", "Nominal capacity of all drives", "at least 9 PB (7.994 PiB)", "option"),
    ]


def test_texts_have_their_class() -> None:
    said = {
        "musts": ["M1", "M2"],
        "should": ["S1"],
        "may": ["O1"],
        "texts": {"M2": "warm", "O1": "x"},
    }
    assert list(texts_of(tender({**WHOLE, **said}))) == [
        ("M1", "", "must"),
        ("M2", "warm", "must"),
        ("S1", "", "target"),
        ("O1", "x", "option"),
    ]


CONDITIONS: Said = {
    "clients": 8,
    "processes": 64,
    "transfer_size": "1 MiB",
    "access": "one shared file",
    "record_size": "128 KiB",
    "fill": "80 %",
}
CONDITION_ROWS = {
    "clients": ("Clients", "8"),
    "processes": ("Processes", "64"),
    "transfer_size": ("Transfer size", "1 MiB"),
    "access": ("Files", "one shared file"),
    "record_size": ("Record size of the files", "128 KiB"),
    "fill": ("Maximum fill of the usable capacity", "80 %"),
}


@pytest.mark.parametrize("left_out", [None, *CONDITIONS])
def test_conditions_in_their_order(left_out: str | None) -> None:
    said = {name: one for name, one in CONDITIONS.items() if name != left_out}
    rows = [row for name, row in CONDITION_ROWS.items() if name != left_out]
    assert list(conditions_of(tender({**WHOLE, "conditions": said}))) == rows
    asked = tender({**WHOLE, "conditions": said, "workload": "IOR"})
    assert list(conditions_of(asked)) == [("Benchmark", "IOR"), *rows]


def test_devices_of_a_lot() -> None:
    """Those of the lot that is asked for, and those of none; without a lot all of them."""
    devices = [
        {"device": "Server", "minima": ["2 CPUs", "1 TB"], "lot": "L1"},
        {"device": "Enclosure", "use": "data", "kind": "option"},
        {"device": "Switch", "lot": "L2"},
    ]
    of_lot = devices_of(tender({**WHOLE, "specification": devices}))
    assert [device_of(one) for one in of_lot] == ["Server, lot L1", "Enclosure, data, option"]
    assert [minima_of(one) for one in of_lot] == ["2 CPUs; 1 TB; or equivalent", "or equivalent"]
    every = {name: one for name, one in WHOLE.items() if name != "lot"}
    assert len(devices_of(tender({**every, "specification": devices}))) == 3


def test_what_stays_in_the_house() -> None:
    """The estimate and the limits of the decision aren't among the fields that leave."""
    whole = tender({**WHOLE, "estimate": "700000 EUR"})
    sent = public(whole)
    assert sent.model_fields_set == set(WHOLE) & set(PUBLIC)
    assert list(terms_of(sent)) == list(ROWS.values())
