"""Bandwidths against the offered parts: the edge of each verdict, and what has to be stated."""

from __future__ import annotations

import math
from typing import Any

import pytest
import yaml

from model.reading.documents import Document, read_document
from model.tender.bid_file import BidFile, read_bid
from model.tender.comparison import Compared, compare, verdict_on
from model.tender.offered_design import OfBandwidth
from model.tender.tender_file import read_tender

LAYOUT: dict[str, Any] = {
    "layout": "5 x raidz2:10",
    "drive": "10 TB",
    "targets": 10,
    "file_system": "lustre",
}
PARTS = {
    "drive_class": "hdd",
    "drive_read": "250 MB/s",
    "drive_write": "200 MB/s",
    "servers": 5,
    "ports": 2,
    "port_rate": "100 Gbit/s",
}
PART = OfBandwidth(100.0, 40.0, 80.0)


@pytest.mark.parametrize(
    ("committed", "verdict"),
    [
        (math.nextafter(100.0, math.inf), "can't be"),
        (100.0, "daring"),
        (math.nextafter(80.0, math.inf), "daring"),
        (80.0, "open"),
        (40.0, "open"),
        (math.nextafter(40.0, 0.0), "covered"),
    ],
)
def test_each_verdict_ends_where_it_is_stated(committed: float, verdict: str) -> None:
    """Above the bound, above the 95 % value, within the range, below its 5 % value."""
    assert verdict_on(committed, PART) == verdict


def test_without_a_range_only_the_bound_decides() -> None:
    assert verdict_on(101.0, OfBandwidth(100.0)) == "can't be"
    assert verdict_on(1.0, OfBandwidth(100.0)) == "unknown"
    assert verdict_on(1e12, OfBandwidth()) == "unknown"


def bid(rate: str = "20 GB/s", **design: Any) -> tuple[BidFile, Document]:
    data = {"bidder": "A", "write_bandwidth": {"value": rate, "conditions": "IOR"}}
    data |= {"design": design} if design else {}
    document = read_document(yaml.safe_dump(data), "a.yaml")
    return read_bid(document), document


def compared(rate: str = "20 GB/s", **design: Any) -> Compared:
    [found] = compare(read_tender(read_document("id: T", "t.yaml")), [bid(rate, **design)]).bids
    return found


def test_stated_parts_give_a_range() -> None:
    """The bound: 50 drives x 10 x 200 MB/s x 0.75 x 8/10; the ports carry 125 GB/s."""
    of_parts = compared(**LAYOUT, **PARTS).bandwidths["write"].of_parts
    assert of_parts.bound == pytest.approx(500 * 200e6 * 0.75 * 0.8)
    assert of_parts.low is not None
    assert of_parts.high is not None
    assert 0 < of_parts.low < of_parts.high < of_parts.bound
    flash = compared(**LAYOUT, **{**PARTS, "drive_class": "ssd"}).bandwidths["write"].of_parts
    assert flash.bound == pytest.approx(500 * 200e6 * 0.8)
    few = compared(**LAYOUT, **{**PARTS, "ports": 1, "port_rate": "25 Gbit/s"}).bandwidths["write"]
    assert few.of_parts.bound == pytest.approx(5 * 25e9 / 8)


@pytest.mark.parametrize("share", [1.001, 0.999])
def test_verdicts_turn_at_the_ends_of_the_range(share: float) -> None:
    """Each with a bid whose commitment is a little above or below."""
    ends = compared(**LAYOUT, **PARTS).bandwidths["write"].of_parts
    verdicts = []
    for end in (ends.bound, ends.high, ends.low):
        assert end is not None
        rate = f"{end * share:.0f} B/s"
        verdicts.append(compared(rate, **LAYOUT, **PARTS).bandwidths["write"].verdict)
    above = ["can't be", "daring", "open"]
    assert verdicts == (above if share > 1 else ["daring", "open", "covered"])


def test_a_layout_alone_says_what_must_be_stated() -> None:
    """Drives without ports have a bound and no range: it covers nothing."""
    found = compared(**LAYOUT)
    assert found.bandwidths["write"].verdict == "unknown"
    [question] = [one for one in found.questions if "layout alone" in one]
    assert "class of the drives" in question
    assert "number of servers, the network ports of each" in question
    part = {name: PARTS[name] for name in ("drive_class", "drive_read", "drive_write")}
    found = compared(**LAYOUT, **part)
    assert found.bandwidths["write"].verdict == "unknown"
    assert found.bandwidths["write"].of_parts.bound == pytest.approx(60e9)
    [question] = [one for one in found.questions if "layout alone" in one]
    assert "class of the drives" not in question
    assert compared("61 GB/s", **LAYOUT, **part).bandwidths["write"].verdict == "can't be"
    assert any("the layout of the targets" in one for one in compared().questions)
    assert not any("layout alone" in one for one in compared(**LAYOUT, **PARTS).questions)


def test_the_capacity_does_not_depend_on_the_servers() -> None:
    before = compared(**LAYOUT).capacity.planned
    assert before
    assert compared(**LAYOUT, **PARTS).capacity.planned == pytest.approx(before)


def test_targets_that_cannot_be_spread_cannot_be_planned() -> None:
    [reason] = compared(**LAYOUT, servers=4).not_planned
    assert "servers: doesn't divide the number of targets" in reason
