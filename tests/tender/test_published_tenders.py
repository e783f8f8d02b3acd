"""The rules of published tenders, with made-up bids where theirs aren't public."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tender.test_normalisation import compared

Said = dict[str, Any]
IOR = {"conditions": "IOR"}


def offer(name: str, total: float, **said: Any) -> Said:
    return {"bidder": name, "lines": [], "total": total} | said


TENDERS: dict[str, tuple[Said, list[Said], list[str | None]]] = {
    # ausschreibungen-deutschland.de 2231556: most performance for 700,000 EUR gross
    "Göttingen 2024": (
        {
            "price": "gross",
            "vat": "19 %",
            "fixed_price": 700_000,
            "scored": "write_bandwidth",
            "scoring": {"method": "most_at_budget"},
        },
        [
            offer("A", 588_235, prices="net", write_bandwidth={"value": "40 GB/s"} | IOR),
            offer("B", 700_000, write_bandwidth={"value": "50 GB/s"} | IOR),
            # 588,236 EUR net are more than 700,000 gross.
            offer("C", 588_236, prices="net", write_bandwidth={"value": "90 GB/s"} | IOR),
        ],
        ["2", "1", "excluded: misses fixed price"],
    ),
    # zakazky.cesnet.cz, criteria 17: offered TB of data disks, weight 100 %
    "CESNET": (
        {"capacity": "raw", "scored": "raw_capacity", "scoring": {"method": "most_at_budget"}},
        [
            offer("A", 1, raw_capacity="4800 TB"),
            offer("B", 1, raw_capacity="5200 TB"),
            offer("C", 1, raw_capacity="5000 TB"),
        ],
        ["3", "1", "2"],
    ),
    # de.openprocurements.com: 4 PB, 30 GB/s read, 12 GB/s written
    "Mainz 2015": (
        {
            "requirements": {
                "capacity": "4 PB",
                "read_bandwidth": "30 GB/s",
                "write_bandwidth": "12 GB/s",
            },
            "scoring": {"method": "lowest_price"},
        },
        [
            offer(
                "A",
                900_000,
                capacity="4 PB",
                read_bandwidth={"value": "30 GB/s"} | IOR,
                write_bandwidth={"value": "12 GB/s"} | IOR,
            ),
            offer(
                "B",
                800_000,
                capacity="3.99 PB",
                read_bandwidth={"value": "40 GB/s"} | IOR,
                write_bandwidth={"value": "20 GB/s"} | IOR,
            ),
            offer("C", 700_000, capacity="4 PB", read_bandwidth={"value": "30 GB/s"} | IOR),
        ],
        ["1", "excluded: misses capacity", "not decided: write_bandwidth is unknown"],
    ),
    # The framework of 2020: each line knocks out.
    "framework 2020": (
        {
            "requirements": {"raw_capacity": "700 TB"},
            "musts": ["74 bays", "2 system SSDs", "384 GB", "1 controller an enclosure"],
            "scoring": {"method": "lowest_price"},
        },
        [
            offer(
                name,
                total,
                raw_capacity="700 TB",
                musts={
                    "74 bays": bays,
                    "2 system SSDs": "yes",
                    "384 GB": "yes",
                    "1 controller an enclosure": "yes",
                },
            )
            for name, total, bays in (("A", 90, "yes"), ("B", 80, "no"), ("C", 85, "yes"))
        ],
        ["2", "excluded: misses 74 bays", "1"],
    ),
    # vergabeportal-bw.de CXRAYY6YHAA: 0.6 L/Lmax + 0.4 Pmin/P gross, all within 10 % are equal
    "Baden-Württemberg 60/40": (
        {
            "price": "gross",
            "vat": "19 %",
            "scoring": {
                "method": "weighted_share",
                "weights": {"quality": 60, "price": 40},
                "quality_max": 100,
                "band": "10 %",
                "second": "price",
            },
            "bids": {
                name: {"quality": points} for name, points in (("A", 92), ("B", 80), ("C", 70))
            },
        },
        [offer("A", 1_000_000), offer("B", 850_000), offer("C", 800_000)],
        ["3", "2", "1"],
    ),
}


@pytest.mark.parametrize("name", TENDERS)
def test_published_rules(name: str) -> None:
    """Each bid has its rank, or the reason why it has none."""
    rules, bids, expected = TENDERS[name]
    found = compared(rules, *bids).scores
    assert found is not None
    assert [str(one.rank) if one.rank else one.why for one in found.bids] == expected
