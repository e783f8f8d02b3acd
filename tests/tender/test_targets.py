"""Targets and options: what bids state and answer, and what our model says of it."""

from __future__ import annotations

from typing import Any

import yaml

from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.comparison import Comparison, compare
from model.tender.targets import reached, targets
from model.tender.tender_file import read_tender

RULES: dict[str, Any] = {
    "id": "T",
    "should": ["TR-1", "TR-2"],
    "may": ["OR-1"],
    "targets": {"capacity": "4 PB", "racks": 1},
    "optional": {"read_bandwidth": "30 GB/s"},
    "scoring": {"method": "lowest_price"},
    "bids": {"B": {"musts": {"TR-1": "not met"}}},
}
BID: dict[str, Any] = {
    "bidder": "A",
    "lines": [{"position": "1", "quantity": 1, "unit_price": 5}],
    "capacity": "4.1 PB",
    "racks": 2,
    "musts": {"TR-1": "yes", "TR-2": "deviation"},
    "design": {"layout": "5 x raidz2:11", "drive": "10 TB", "targets": 10, "file_system": "lustre"},
}
SMALL = {"layout": "5 x raidz2:10", "drive": "10 TB", "targets": 10, "file_system": "lustre"}


def compared(*bids: dict[str, Any]) -> Comparison:
    documents = [read_document(yaml.safe_dump(one), "bid.yaml") for one in bids]
    tender = read_tender(read_document(yaml.safe_dump(RULES), "tender.yaml"))
    return compare(tender, [(read_bid(one), one) for one in documents])


def test_what_each_bid_reaches() -> None:
    """By figures, answers and decisions; what our model doubts is unknown, as in a must."""
    found = compared(
        BID, BID | {"bidder": "B", "design": SMALL, "read_bandwidth": {"value": "31 GB/s"}}
    )
    [first, second] = found.bids
    assert list(reached(first, found.tender)) == [
        ("Usable capacity: at least 4 PB (3.553 PiB)", "target", "met"),
        ("Racks: at most 1", "target", "not met"),
        ("Read bandwidth: at least 30 GB/s", "option", "unknown"),
        ("TR-1", "target", "met"),
        ("TR-2", "target", "unknown"),
        ("OR-1", "option", "unknown"),
    ]
    verdicts = [verdict for *_, verdict in reached(second, found.tender)]
    assert verdicts == ["unknown", "not met", "met", "not met", "unknown", "unknown"]


def test_they_exclude_no_bid() -> None:
    found = compared(BID)
    assert found.scores is not None
    assert [one.rank for one in found.scores.bids] == [1]


def test_the_table_has_a_column_for_each_bid() -> None:
    found = compared(BID, BID | {"bidder": "B"})
    view = targets(found)
    assert [column.head for column in view.columns] == ["Class", "A", "B"]
    assert view.rows[1].entries == ("target", "not met", "not met")
    assert targets(compared()).rows == ()
