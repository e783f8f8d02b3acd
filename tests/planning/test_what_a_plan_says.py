"""What a plan says by itself: each sentence whole, where its cause is, and not beside it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from model import load_scenario
from model.planning.plan import plan
from tests import planned
from tests.planned import Said, like, merged

MONTHS = ["date,bytes", *(f"{2020 + n // 12}-{n % 12 + 1:02}-01,{n + 1}e14" for n in range(13))]
DAYS = ["date,bytes", *(f"2026-01-{n + 1:02},{n + 1}e14" for n in range(31))]
RECORDED = {
    "twelve.csv": MONTHS[:13],
    "thirteen.csv": MONTHS,
    "days.csv": DAYS,
    "gaps.csv": [*DAYS[:10], *DAYS[11:20], *DAYS[21:]],
    "fell.csv": [*MONTHS[:13], "2021-01-01,1e14"],
}
FILES = {name: "\n".join(of).encode() for name, of in RECORDED.items()}


@cache
def _said(text: str) -> list[str]:
    planned_now = plan(load_scenario("x.yaml", text, files=FILES), planned._catalog())
    return [*planned_now.warnings]


def said(*tiers: Said, **site: Any) -> list[str]:
    """Give what the plan of these tiers says, of a tier entered as a whole if there are none."""
    whole = {"tiers": [*tiers] or [like("given")]}
    return _said(json.dumps(merged(merged(planned.EXAMPLES["site"], site), whole)))


def history(file: str, **edits: Any) -> Said:
    return {"demand": {"history": {"file": file, "samples": 100, "purged": False, **edits}}}


def service(**edits: Any) -> Said:
    return {"services": [{"name": "help", "kind": "support", "price": "1 EUR", **edits}]}


def economics(**edits: Any) -> Said:
    return {"economics": edits}


def lone(**edits: Any) -> Said:
    """A file system of one server, which no network reaches."""
    of_tier = {"file_system": "zfs", "servers": {"per_block": 1}, "network": None, "fabric": None}
    return like("disks inside", **{**of_tier, **edits})


def powers(*stated: str) -> Said:
    """A tier of servers of known power, of whose pieces only those stated have one."""
    told: Any = {"power": {"value": "10 W", "because": "told"}}
    return like("disks", **dict.fromkeys(stated, told))


SUPPORT = (
    "support is both in 'services' and in 'economics.maintenance_rate', which counts every year: "
    "leave one of them out if they are the same"
)
CONTRACT = (
    "drives that fail are paid for beside maintenance: leave economics.drive_replacements out if "
    "the contract replaces them"
)
OWN = (
    "t: drives that are replaced at own cost aren't counted in an owned tier: include them in "
    "'installed.maintenance'"
)
LOCAL = (
    "t: used on its server itself, as no network is stated: write tiers.0.network if clients "
    "reach it"
)
MORE_COSTS_NOTHING = (
    "choices.tiers.0.blocks: 't' is owned, so that more of its parts cost nothing: write how many "
    "there are in 'owned' of each part"
)
CPU, DIMM = "Intel Xeon Silver 4110", "Generic DDR4-2400 RDIMM 16 GB"
PORT = "NVIDIA (Mellanox) ConnectX-5 VPI MCX555A-ECAT"


def inside(names: str, *fields: str, tier: int = 0) -> str:
    listed = ", ".join(f"'tiers.{tier}.{field}.power'" for field in fields)
    return (
        f"tiers.{tier}.servers.power: the power stated for the server is taken to include {names}: "
        f"if it doesn't, enter {listed}"
    )


def unmeasured(*what: str) -> str:
    fields = " and ".join(f"tiers.0.calibration.{one}" for one in what)
    return (
        f"t: other {' or '.join(what)} than those measured don't change CPU and memory: write "
        f"{fields}"
    )


def ordered(day: str, **edits: Any) -> Said:
    phases = [{"name": "a", "share": "100 %", "after": "0 months"}]
    return economics(**{"order_date": day, "price_date": "2026-02-01", "phases": phases, **edits})


def draining(*fronts: str) -> list[Said]:
    into = {"drains_into": "behind"}
    return [*(like("given", name, **into) for name in fronts), like("given", "behind")]


def decimal(what: str, more: str = "") -> str:
    return (
        f"{what} GB, but memory modules are binary: {what.rpartition(' ')[2]} GiB would be 7.4 % "
        f"more{more}"
    )


def module(capacity: str) -> Said:
    return {"part": None, "name": "module", "capacity": capacity}


def nodes(memory: str) -> Said:
    return {"machine": {"compute_nodes": 10, "node_memory": memory}}


CLIENTS: Said = {"clients": {"nodes": 10}}
EXPECTED = economics(drive_replacements=True)
CASES: list[tuple[str, tuple[list[Said], Said], list[tuple[list[Said], Said]]]] = [
    # a sentence; tiers and site of a plan that says it; and those of plans that don't
    (SUPPORT, ([], service()),
     [([], {}), ([], service(option=True)), ([], service(kind="licence")),
      ([], {**service(), **economics(maintenance_rate=None)})]),
    (CONTRACT, ([like("disks")], EXPECTED),
     [([like("disks")], {}), ([like("disks")], economics(media_replacement="1 %")),
      ([like("disks")], economics(drive_replacements=True, maintenance_rate=None)),
      ([like("disks")], economics(drive_replacements=True, maintenance_rate=0))]),
    (OWN, ([like("disks", owned=True)], EXPECTED),
     [([like("disks")], EXPECTED), ([like("disks", owned=True)], {})]),
    (OWN, ([like("disks", owned=True)], economics(media_replacement="1 %")), []),
    (LOCAL, ([lone()], {}),
     [([lone(servers={"per_block": 2})], {}), ([lone(file_system="lustre")], {}),
      ([lone(network={})], {}), ([lone(fabric={})], {})]),
    (inside(f"{CPU} and {DIMM} and {PORT}", "processors", "memory", "network"),
     ([powers()], {}), [([like("disks", servers={"power": None})], {})]),
    (inside(DIMM, "memory"), ([powers("processors", "network")], {}),
     [([powers("processors", "network", "memory")], {})]),
    (inside(f"{CPU} and {PORT}", "processors", "network", tier=1),
     ([like("given", "u"), powers("memory")], {}), []),
    (unmeasured("processors", "memory"), ([like("disks calibrated")], {}),
     [([like("disks calibrated elsewhere")], {}), ([like("disks")], {})]),
    (unmeasured("memory"), ([like("disks calibrated", processors=None)], {}), []),
    (unmeasured("processors"), ([like("disks calibrated", memory=None)], {}), []),
    ("the first order, on 2026-03-05, counts at the prices of 2026-02-01: a price decline counts "
     "from the first order on", ([], ordered("2026-03-05")),
     [([], ordered("2026-03-04")), ([], ordered("2026-01-01")),
      ([], ordered("2026-03-05", price_date=None)), ([], ordered("2026-03-05", phases=None))]),
    ("entered, but without effect until 'payments' or 'phases' have dates: economics.order_date",
     ([], economics(order_date="2026-03-05")), [([], {}), ([], ordered("2026-03-05"))]),
    ("the site's capacity counts f beside behind, although drained data is also in behind",
     (draining("f"), {}), [([like("given", "f"), like("given", "behind")], {})]),
    ("the site's capacity counts f and g beside behind, although drained data is also in behind",
     (draining("f", "g"), {}), []),
    (MORE_COSTS_NOTHING, ([like("disks", owned=True)], {"choices": {"tiers.0.blocks": [4, 5]}}),
     [([like("disks")], {"choices": {"tiers.0.blocks": [4, 5]}}),
      ([like("disks", owned=True, drives={"owned": 3})], {"choices": {"tiers.0.blocks": [4, 5]}}),
      ([like("disks"), like("disks", "u", owned=True)], {"choices": {"tiers.0.blocks": [4, 5]}})]),
    ("objective: 'capitalcost' is not a figure of this site (did you mean 'capital_cost'?)",
     ([], {"objective": {"minimise": "capitalcost"}}),
     [([], {"objective": {"minimise": "capital_cost"}})]),
    ("objective: 'zzzzzzzzzzzzzz' is not a figure of this site",
     ([], {"objective": {"maximise": "zzzzzzzzzzzzzz"}}), []),
    (decimal("t: a memory module is entered as 16"),
     ([like("disks", memory=module("16 GB"))], CLIENTS),
     [([like("disks", memory=module("16 GiB"))], CLIENTS),
      ([like("disks", memory=module("17.5 GB"))], CLIENTS),
      ([like("disks", memory=module("16 GB"))], {})]),
    (decimal("the memory is entered as 128",
             ", and so would checkpoints and the bandwidth they need"),
     ([], nodes("128 GB")),
     [([], nodes("128 GiB")), ([], nodes("128.5 GB")), ([], nodes("1073741824 GB"))]),
    ("'twelve.csv' has only 11 intervals: growth is very uncertain with fewer than 12",
     ([], history("twelve.csv")), [([], history("thirteen.csv"))]),
    ("'gaps.csv' omits days: intervals longer than a day (2) don't count because a purge hides "
     "data added in them",
     ([], history("gaps.csv", purged=True, question="without_purge")),
     [([], history("gaps.csv"))]),
    ("'fell.csv': whether files were purged while it was recorded is unknown (usage fell in 1 of "
     "12 intervals), so the forecast only continues what was stored: write 'purged: false', or "
     "'purged: true' with a 'question'",
     ([], history("fell.csv", purged=None)), [([], history("fell.csv"))]),
    ("'thirteen.csv': whether files were purged while it was recorded is unknown, so the forecast "
     "only continues what was stored: write 'purged: false', or 'purged: true' with a 'question'",
     ([], history("thirteen.csv", purged=None)), [([], history("thirteen.csv"))]),
    ("'days.csv': the forecast is of data that would be stored without the purge; write "
     "'question: without_purge', or 'question: with_purge' for data that will be stored while the "
     "purge continues",
     ([], history("days.csv", purged=True)),
     [([], history("days.csv", purged=True, question="without_purge")),
      ([], history("days.csv", purged=True, question="with_purge", capacity="4 PB"))]),
    ("the forecast of 'days.csv' with its purge has no upper limit: write the usable 'capacity' "
     "of the system that was recorded",
     ([], history("days.csv", purged=True, question="with_purge")),
     [([], history("days.csv", purged=True, question="with_purge", capacity="4 PB")),
      ([], history("days.csv"))]),
    ("'thirteen.csv' reaches 93 % of its system: users would have stored more on a larger one, so "
     "the forecast is low",
     ([], history("thirteen.csv", capacity="1.4 PB")),
     [([], history("thirteen.csv", capacity="1.45 PB"))]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "of", "others"), CASES, ids=[case[0][:40] for case in CASES])
def test_a_sentence_stands_where_its_cause_is(text: str, of: Any, others: list[Any]) -> None:
    """Word for word and once; not where one condition of its cause is missing."""
    assert said(*of[0], **of[1]).count(text) == 1
    begin = text.partition(" 2026")[0][:40]
    for tiers, site in others:
        assert not [one for one in said(*tiers, **site) if one.startswith(begin)], (tiers, site)
