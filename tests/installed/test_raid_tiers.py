"""Tiers of RAID controllers: each with all that a scenario has of it, written down by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from model.installed import redfish, storcli
from model.installed.raid_tiers import FORMAT, SERVERS, tiers
from model.installed.reading import Reading

TB = 10**12
MODEL = ("drives.part", "Which drive model is used? Run 'lsblk -J -b' on a server")
ASKED = (("target.format", FORMAT), ("servers.part", SERVERS), MODEL)
EXACT = "How many bytes does a drive have? storcli rounds the size: run 'lsblk -J -b'"


@dataclass(frozen=True)
class Sized:
    """A drive; all else of it is of no account here."""

    size: int


def output(raid: str | None, *sizes: int, kind: str = storcli.KIND, size: int = 8) -> Reading:
    drives = tuple(Sized(one * TB) for one in sizes)
    return Reading(kind, {"raid": raid, "drive_bytes": size * TB}, (), (drives,))


def tier(blocks: int, drives: int, layout: str, **target: Any) -> dict[str, Any]:
    def known(value: Any, because: str) -> dict[str, Any]:
        return {"value": value, "status": "measured", "because": because}

    return {
        "name": "raid",
        "file_system": "none",
        "owned": True,
        "blocks": known(blocks, "equal servers among the outputs"),
        "servers": {"name": "Installed server", "per_block": 1},
        "drives": {
            "name": "Installed drive",
            "per_server": drives,
            "capacity": known(f"{8 * TB} B", "storcli, rounded"),
        },
        "target": {"redundancy": "raid", "layout": layout, "format": "none", **target},
    }


TEN = (8,) * 10
CASES: dict[str, tuple[list[Reading], list[dict[str, Any]]]] = {
    "a server": ([output("raid6:10", *TEN)], [tier(1, 10, "raid6:10")]),
    "with drives of another size": ([output("raid6:10", *TEN, 1, 1)], [tier(1, 10, "raid6:10")]),
    "with drives in no volume": ([output("raid6:9", *TEN)], [tier(1, 10, "raid6:9")]),
    "with fewer drives than its volume": ([output("raid6:11", *TEN)], []),
    "several volumes": (
        [output("2 x raid6:5", *TEN)],
        [tier(1, 10, "raid6:5", per_block=2)],
    ),
    "equal servers": ([output("raid6:10", *TEN)] * 3, [tier(3, 10, "raid6:10")]),
    "unlike servers": (
        [output("raid6:10", *TEN), output("raid5:10", *TEN), output("raid6:10", *TEN)],
        [tier(2, 10, "raid6:10"), tier(1, 10, "raid5:10")],
    ),
    "no volume": ([output(None, *TEN)], []),
    "drives of unknown size": ([output("raid6:10", *TEN, size=0)], []),
    "a layout that isn't one": ([output("raid9:10", *TEN)], []),
    "an output of another kind": ([output("raid6:10", *TEN, kind="lsblk")], []),
}


@pytest.mark.parametrize("name", CASES)
def test_all_that_a_scenario_has_of_a_tier(name: str) -> None:
    readings, expected = CASES[name]
    found = tiers(readings)
    assert [one.tier for one in found] == expected
    for one in found:
        assert one.questions == (("drives.capacity", EXACT), *ASKED)
        assert (one.warnings, one.occupancy, one.checks) == ((), None, ())


def test_sizes_of_redfish_are_exact() -> None:
    reading = output("raid6:10", *TEN, kind=redfish.KIND)
    (one,) = tiers([reading])
    assert one.tier["drives"]["capacity"]["because"] == redfish.KIND
    assert one.questions == ASKED
