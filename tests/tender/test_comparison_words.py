"""What a comparison asks and warns of, word by word, each exactly when its cause is there."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.bid_reading import Unreadable, read_bids
from model.tender.comparison import Compared, Comparison, compare
from model.tender.tender_file import TenderFile, read_tender

Said = dict[str, Any]
LINE: Said = {"position": "1", "quantity": 2, "unit_price": 50}
EVERYTHING: Said = {
    "bidder": "A",
    "lines": [LINE],
    "capacity": "2 PB",
    "raw_capacity": "3 PB",
    "read_bandwidth": {"value": "20 GB/s", "conditions": "IOR"},
    "write_bandwidth": {"value": "10 GB/s", "conditions": "IOR"},
    "power": {"typical": "5 kW", "maximum": "6 kW"},
    "racks": 2,
    "months": 4,
    "warranty": 3,
    "musts": {"M1": "yes", "M2": "yes"},
}
"""A bid that states all figures, each exactly as it is required."""
RULES: Said = {
    "id": "T",
    "musts": ["M1", "M2"],
    "requirements": {
        "capacity": "2 PB",
        "raw_capacity": "3 PB",
        "read_bandwidth": "20 GB/s",
        "write_bandwidth": "10 GB/s",
        "power": "5 kW",
        "racks": 2,
    },
}


def rules(**changed: Any) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump(RULES | changed), "tender.yaml"))


def comparison(tender: TenderFile, *bids: Said, unreadable: Any = ()) -> Comparison:
    documents = [read_document(yaml.safe_dump(EVERYTHING | one), "a.yaml") for one in bids]
    return compare(tender, [(read_bid(one), one) for one in documents], unreadable)


def compared(tender: TenderFile | None = None, **bid: Any) -> Compared:
    return comparison(tender or rules(), bid).bids[0]


def questions(one: Compared) -> list[str]:
    """What is asked of a bid, but for the parts that bandwidths can't be checked without."""
    return [text for text in one.questions if "by the offered layout alone" not in text]


LAYOUT: Said = {
    "layout": "5 x raidz2:10",
    "drive": "10 TB",
    "targets": 10,
    "file_system": "lustre",
}
PARTS: Said = {
    "drive_class": "hdd",
    "drive_read": "250 MB/s",
    "drive_write": "200 MB/s",
    "servers": 5,
    "ports": 2,
    "port_rate": "100 Gbit/s",
}
ASKED: list[tuple[Said, list[str]]] = [
    ({}, []),
    ({"capacity": None}, ["The tender requires the capacity of 2 PB. What do you offer?"]),
    (
        {"raw_capacity": None},
        ["The tender requires the nominal capacity of the drives of 3 PB. What do you offer?"],
    ),
    (
        {"read_bandwidth": None},
        ["The tender requires the read bandwidth of 20 GB/s. What do you offer?"],
    ),
    ({"power": {}}, ["The tender requires the typical power of 5 kW. What do you offer?"]),
    ({"racks": None}, ["The tender requires the number of racks of 2. What do you offer?"]),
    ({"months": None, "warranty": None}, []),
    (
        {"musts": {"M1": "deviation"}},
        [
            "Requirement M1: please describe the deviation.",
            "Requirement M2 is mandatory. Does your offer meet it?",
        ],
    ),
    ({"musts": {"M1": "no", "M2": "yes"}}, []),
    (
        {"read_bandwidth": {"value": "20 GB/s"}},
        ["Under which conditions do you commit to a read bandwidth of 20 GB/s?"],
    ),
    (
        {"power": {"typical": "5 kW", "maximum": "4.9 kW"}},
        ["Your typical power of 5 kW is above your maximum of 4.9 kW. Please correct it."],
    ),
    ({"power": {"typical": "5 kW", "maximum": "5 kW"}}, []),
    ({"power": {"typical": "5 kW"}}, []),
    ({"power": {"typical": "500 W"}}, []),
    (
        {"power": {"typical": "499 W"}},
        ["You state a typical power of 499 W. Please check the unit."],
    ),
    ({"capacity": "20 PB"}, []),
    ({"capacity": "20.1 PB"}, ["You state a capacity of 20.1 PB. Please check the unit."]),
    (
        {"raw_capacity": "3 TB"},
        ["You state a nominal capacity of the drives of 3 TB. Please check the unit."],
    ),
    ({"racks": 50}, []),
]


@pytest.mark.parametrize(("changed", "asked"), ASKED)
def test_what_a_bid_is_asked(changed: Said, asked: list[str]) -> None:
    """All questions, and no other; a figure at a limit is none."""
    assert questions(compared(**changed)) == asked


SCORED: list[tuple[Said, list[str]]] = [
    ({"scored": "months"}, ["The tender scores the months until delivery. What do you offer?"]),
    ({"scored": "warranty"}, ["The tender scores the years of warranty. What do you offer?"]),
    ({"scored": "capacity"}, []),  # it is required, and asked for as such
    ({}, []),
]


@pytest.mark.parametrize(("more", "asked"), SCORED)
def test_scored_figures_are_asked_once(more: Said, asked: list[str]) -> None:
    scoring = {"method": "most_at_budget"} if more else {"method": "lowest_price"}
    tender = rules(**more, scoring=scoring, requirements={"capacity": "2 PB"})
    one = compared(tender, months=None, warranty=None, capacity=None)
    required = "The tender requires the capacity of 2 PB. What do you offer?"
    assert questions(one) == [required, *asked]


OF_DESIGN: list[tuple[Said, Said, list[str]]] = [
    # 5 x raidz2:10 of 10 TB in 10 targets: 500 drives, of which 400 hold data: 5 PB
    ({"capacity": "raw"}, {"raw_capacity": "5 PB", "design": LAYOUT | PARTS}, []),
    ({"capacity": "raw"}, {"raw_capacity": "5.05 PB", "design": LAYOUT | PARTS}, []),
    (
        {"capacity": "raw"},
        {"raw_capacity": "5.2 PB", "design": LAYOUT | PARTS},
        [
            "You state a nominal capacity of 5.2 PB; by our calculation, the offered layout holds "
            "5 PB (\N{MINUS SIGN}3.8 %). Please show your calculation."
        ],
    ),
    (
        {"capacity": "raw", "tolerance": 0.2},
        {"raw_capacity": "4 PB", "design": LAYOUT | PARTS},
        [
            "You state a nominal capacity of 4 PB; by our calculation, the offered layout holds "
            "5 PB (+25.0 %). Please show your calculation."
        ],
    ),
    ({"capacity": "raw", "tolerance": 0.3}, {"raw_capacity": "4 PB", "design": LAYOUT | PARTS}, []),
    (
        # the bound: 500 drives x 200 MB/s x 0.75 x 8/10
        {},
        {
            "capacity": None,
            "write_bandwidth": {"value": "60.1 GB/s"},
            "read_bandwidth": None,
            "design": LAYOUT | PARTS,
        },
        [
            "You commit to a write bandwidth of 60.1 GB/s, which is above the upper bound that "
            "follows from the datasheets of the offered parts. Please explain how your system "
            "reaches it."
        ],
    ),
    (
        {},
        {
            "capacity": None,
            "write_bandwidth": {"value": "59.9 GB/s"},
            "read_bandwidth": None,
            "design": LAYOUT | PARTS,
        },
        [
            "You commit to a write bandwidth of 59.9 GB/s, which measured systems of such parts "
            "rarely reach. Please name a system on which it was measured."
        ],
    ),
    (
        {},
        {"capacity": None, "read_bandwidth": None, "design": LAYOUT},
        [
            "Your write bandwidth can't be checked by the offered layout alone. Please state the "
            "class of the drives, and their read and write bandwidth by datasheet; the number of "
            "servers, the network ports of each, and their rate."
        ],
    ),
    (
        {},
        {"capacity": None, "design": LAYOUT},
        [
            "Your read and write bandwidth can't be checked by the offered layout alone. Please "
            "state the class of the drives, and their read and write bandwidth by datasheet; the "
            "number of servers, the network ports of each, and their rate."
        ],
    ),
]


@pytest.mark.parametrize(("more", "bid", "asked"), OF_DESIGN)
def test_what_an_offered_design_is_asked(more: Said, bid: Said, asked: list[str]) -> None:
    tender = rules(**more, requirements={})
    assert list(compared(tender, **bid).questions) == asked


WHOLE: Said = {
    "name": "data",
    "file_system": "zfs",
    "blocks": 1,
    "servers": {"name": "server", "per_block": 1},
    "drives": {"part": "seagate-exos-x18-16tb", "per_server": 12},
    "target": {"layout": "2 x raidz2:6 + special mirror:2 of 1.6 TB"},
}
"""A tier of an offered design, as a scenario has it."""
UNPLANNED: list[tuple[Said, str]] = [
    (
        {"drive": "10 TB"},
        "the layout is missing. Please state RAID level or code, and the drives of a target",
    ),
    (
        {"layout": "raidz2:10"},
        "the drives are missing. Please state their capacity or product",
    ),
    (
        {"layout": "raidz2:10", "drive": "10 TB", "targets": 3, "servers": 2},
        "the targets can't be spread evenly over the servers. Please state how many targets each "
        "server has",
    ),
    (
        {"layout": "raidz2:10", "drive": "no such drive"},
        "the drives can't be identified. Please state the capacity of a drive",
    ),
    (
        {"layout": "raidz2:1", "drive": "10 TB"},
        "the layout is not clear, or such a storage can't be built. Please check RAID level or "
        "code, and the numbers of drives, targets and servers",
    ),
    (
        {"tiers": [{**WHOLE, "vdev_drives": [{"part": "amd-epyc-9124"}]}]},
        "the drives of special, log or cache vdevs can't be identified. Please state the capacity "
        "or product of a drive of each kind",
    ),
    (
        {"tiers": [{**WHOLE, "drives": {"part": "amd-epyc-9124", "per_server": 12}}]},
        "the drives can't be identified. Please state the capacity of a drive",
    ),
    (
        {"layout": "raidz2:10", "drive": "10 TB", "tiers": []},
        "its description is incomplete or contradicts itself. Please state layout, drives, targets "
        "and servers again",
    ),
]


@pytest.mark.parametrize(("design", "asked"), UNPLANNED)
def test_what_is_asked_of_a_storage_that_is_not_clear(design: Said, asked: str) -> None:
    tender = rules(requirements={"power": "5 kW"})
    one = compared(tender, design=design, read_bandwidth=None, write_bandwidth=None)
    assert one.questions == (f"Your storage can't be checked by our calculation: {asked}.",)
    assert one.musts["power"] == "met"


NARROW: list[tuple[Said, list[str]]] = [
    ({}, []),
    (
        {"capacity": "1.9999 PB"},
        [
            "A misses the capacity by little: it states 1.9999 PB, and 2 PB is required. Check "
            "whether a unit was converted"
        ],
    ),
    ({"capacity": "1.998 PB"}, []),
    ({"capacity": "2.0001 PB"}, []),
    (
        {"power": {"typical": "5.004 kW"}},
        [
            "A misses the typical power by little: it states 5004 W, and 5 kW is required. Check "
            "whether a unit was converted"
        ],
    ),
    ({"power": {"typical": "5.006 kW"}}, []),
    ({"power": {"typical": "4.999 kW"}}, []),
    ({"racks": 3}, []),
]


@pytest.mark.parametrize(("changed", "warnings"), NARROW)
def test_requirements_that_are_missed_by_little(changed: Said, warnings: list[str]) -> None:
    """By less than a thousandth, above a limit or below a minimum."""
    assert list(comparison(rules(), changed).warnings) == warnings


def test_unreadable_files_are_named_apart_from_those_of_other_tenders() -> None:
    """Ten names, and how many more."""

    def files(count: int, is_of_other: bool = False) -> list[Unreadable]:
        return [Unreadable(f"{n}.yaml", (), is_of_other) for n in range(1, count + 1)]

    ten = ", ".join(f"{n}.yaml" for n in range(1, 11))
    without = "; the ranks of the others are without these bids, and may change once they can be"
    for count, named in ((1, "1.yaml"), (10, ten), (11, f"{ten} and 1 more")):
        found = comparison(rules(), {}, unreadable=files(count))
        assert found.warnings == (f"not read: {named}{without} read",)
        found = comparison(rules(), {}, unreadable=files(count, is_of_other=True))
        own = f"of another tender: {named}; they don't count, and change no rank"
        assert found.warnings == (own,)


def test_two_bids_that_may_be_of_one_bidder_are_named() -> None:
    for names, warnings in (
        (("Acme GmbH", "ACME gmbh."), 1),
        (("Acme GmbH", "Beta GmbH"), 0),
    ):
        found = comparison(rules(), *({"bidder": name} for name in names))
        assert len(found.warnings) == warnings
        assert all("may be bids of one bidder: exclude all but one" in w for w in found.warnings)


OWN: list[tuple[Said, Said, dict[str, float | None]]] = [
    # 100 EUR for 2 PB, 20 and 10 GB/s
    ({}, {}, {"usable_tb": 0.05, "usable_tb_year": None, "read_gbs": 5, "write_gbs": 10}),
    (
        {"term": 5},
        {"warranty": 5},
        {"usable_tb": 0.05, "usable_tb_year": 0.01, "read_gbs": 5, "write_gbs": 10},
    ),
    (
        {},
        {"capacity": None, "read_bandwidth": None},
        {"usable_tb": None, "usable_tb_year": None, "read_gbs": None, "write_gbs": 10},
    ),
    (
        {},
        {"lines": [{"position": "1"}]},
        dict.fromkeys(("usable_tb", "usable_tb_year", "read_gbs", "write_gbs")),
    ),
]


@pytest.mark.parametrize(("more", "changed", "prices"), OWN)
def test_prices_by_unit(more: Said, changed: Said, prices: dict[str, float | None]) -> None:
    found = compared(rules(**more, requirements={}), **changed).per_unit
    assert found == {
        name: price if price is None else pytest.approx(price) for name, price in prices.items()
    }


MUSTS: list[tuple[Said, Said, dict[str, str]]] = [
    ({}, {}, {}),
    ({}, {"capacity": "1.9 PB", "racks": 3}, {"capacity": "not met", "racks": "not met"}),
    ({}, {"capacity": "2.1 PB", "racks": 1, "power": {"typical": "1 kW"}}, {}),
    ({}, {"read_bandwidth": None}, {"read_bandwidth": "unknown"}),
    ({"fixed_price": 100}, {}, {"fixed price": "met"}),
    ({"fixed_price": 99.99}, {}, {"fixed price": "not met"}),
    ({"fixed_price": 100}, {"lines": [{"position": "1"}]}, {"fixed price": "unknown"}),
    ({}, {"musts": {"M1": "no"}}, {"M1": "not met", "M2": "unknown"}),
    ({"bids": {"A": {"musts": {"racks": "not met"}}}}, {}, {"racks": "not met"}),
    ({"bids": {"B": {"musts": {"racks": "not met"}}}}, {}, {}),
    # a storage that holds 60 % of what is required: its own word isn't believed
    ({}, {"design": LAYOUT | PARTS | {"targets": 5, "drive": "5 TB"}}, {"capacity": "unknown"}),
    # drives of 60 GB/s at most, ports of 12.5 GB/s
    (
        {},
        {"design": LAYOUT | PARTS | {"ports": 1, "port_rate": "25 Gbit/s"}},
        {"read_bandwidth": "unknown"},
    ),
]


@pytest.mark.parametrize(("more", "changed", "expected"), MUSTS)
def test_each_requirement_is_judged(more: Said, changed: Said, expected: dict[str, str]) -> None:
    """By its own figure; those not named are met."""
    found = compared(rules(**more), **changed).musts
    names = [*RULES["requirements"], *(["fixed price"] if "fixed_price" in more else []), "M1"]
    assert list(found) == [*names, "M2"]
    assert found == dict.fromkeys(found, "met") | expected


def test_more_bids_than_are_compared_are_refused() -> None:
    """200 are compared; the next one is named, and none of the others is lost."""
    files = [(f"{n}.yaml", f"bidder: B{n}\ntender: T".encode()) for n in range(201)]
    read, unreadable = read_bids(files, rules())
    assert [one.file for one in read] == [name for name, _ in files[:200]]
    assert [one.file for one in unreadable] == ["200.yaml"]
    assert "at most 200 bids are compared" in str(unreadable[0].problems[0])
