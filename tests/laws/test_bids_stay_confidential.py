"""A law: no error quotes a value of a bid, in whichever field and of whichever kind it is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from model.errors import InputError
from model.reading.documents import Document, read_document
from model.tender.bid_file import BidFile, read_bid
from model.tender.comparison import compare
from model.tender.tender_file import read_tender

Path = tuple[str | int, ...]
BID: dict[str, Any] = {
    "bidder": "A",
    "kind": "main",
    "date": "2027-01-01",
    "valid_until": "2027-03-31",
    "currency": "EUR",
    "prices": "net",
    "lines": [
        {
            "position": "1",
            "kind": "base",
            "section": "maintenance",
            "year": 1,
            "quantity": 2,
            "unit_price": "3 EUR",
            "total": "6 EUR",
            "vat": "19 %",
        }
    ],
    "total": "6 EUR",
    "discounts": [{"title": "x", "share": "1 %"}],
    "yearly_maintenance": "3 EUR",
    "warranty": 3,
    "design": {
        "layout": "raidz2:10",
        "drive": "20 TB",
        "targets": 4,
        "servers": 2,
        "drives_per_server": 20,
        "drive_class": "hdd",
        "drive_read": "200 MB/s",
        "drive_write": "200 MB/s",
        "ports": 2,
        "port_rate": "100 Gbit/s",
        "file_system": "lustre",
    },
    "capacity": "1 PB",
    "raw_capacity": "2 PB",
    "read_bandwidth": {"value": "9 GB/s", "conditions": "IOR"},
    "write_bandwidth": {"value": "9 GB/s", "conditions": "IOR"},
    "power": {"typical": "5 kW", "maximum": "6 kW", "years": [{"until": 2, "typical": "5 kW"}]},
    "racks": 2,
    "months": 3,
    "musts": {"MR-1": "yes"},
    "products": [{"device": "S01", "count": 2, "meets": "yes"}],
    "service": {"retention": "yes", "end_of_service": "2033-01-01"},
    "site": {"rack_units": 20, "depth": "1 m", "weight": "900 kg", "to_water": "50 %"},
    "milestones": [{"title": "x", "month": 3, "share": "50 %"}],
}
CANARIES = (
    -4711,
    -4711.815,
    4711.815,
    4711815,
    "-4711 EUR",
    "4711 Gb/s",
    "4711.815 TiBs",
    "4711815 %",
    "raidz2:4711",
    "8d+2p:4711c:815s",
    "ceph:4711+815",
    "quagga-4711",
    "quagga",
    ["quagga"],
    True,
)
"""Values that are wrong nearly everywhere, with digits and letters that no message has."""
MARKS = ("4711", "815", "5526", "quagga")


def _paths(data: Any, at: Path = ()) -> Iterator[Path]:
    if isinstance(data, dict | list):
        steps = data.items() if isinstance(data, dict) else enumerate(data)
        for step, value in steps:
            yield from _paths(value, (*at, step))
    else:
        yield at


def _read(data: Any) -> tuple[BidFile, Document]:
    document = read_document(yaml.safe_dump(data), "bid.yaml")
    return read_bid(document), document


def _messages(data: Any) -> str:
    """Give what is said of a bid that is wrong."""
    try:
        bid, document = _read(data)
    except InputError as error:
        return str(error)
    found = compare(read_tender(read_document("id: T", "t.yaml")), [(bid, document)])
    return " ".join(found.bids[0].not_planned)


def test_the_bid_without_canaries_is_right() -> None:
    """What is found is of the canaries."""
    assert _messages(BID) == ""


@pytest.mark.long
@pytest.mark.parametrize("path", list(_paths(BID)), ids=lambda path: ".".join(map(str, path)))
def test_no_error_quotes_a_value(path: Path) -> None:
    """Each field of a bid gets each wrong value in turn."""
    for canary in CANARIES:
        data = copy.deepcopy(BID)
        owner: Any = data
        for step in path[:-1]:
            owner = owner[step]
        owner[path[-1]] = canary
        text = _messages(data)
        assert not [mark for mark in MARKS if mark in text.casefold()], (canary, text)
        assert ", is the value" not in text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"warranty": -3}, "warranty: must be at least 0"),
        ({"racks": -2}, "racks: must be at least 0"),
        ({"power": {"typical": "-5 W"}}, "power.typical: must be at least 0"),
        ({"lines": [{"position": "1", "quantity": -3}]}, "lines.0.quantity: must be above 0"),
        (
            {"read_bandwidth": {"value": "35 Gb/s"}},
            "read_bandwidth.value: the value does not say bits or bytes; write B for bytes or bit "
            "for bits, as in 'GB/s' or 'Gbit/s'",
        ),
    ],
)
def test_short_values_are_not_quoted_either(data: dict[str, Any], message: str) -> None:
    """The message still says what is wrong, and what to write."""
    with pytest.raises(InputError) as error:
        _read({"bidder": "A", **data})
    assert str(error.value).endswith(message)
