"""Each warning of a plan: it stands there exactly where its cause does."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model import edited, evaluate, load_scenario
from model.answers.levers import Levers
from model.answers.ranges import ALL, FIT, chances_of
from model.answers.results import Results
from model.answers.risks import risks
from model.answers.sampling import FEWEST, MOST, refuse
from model.answers.uncertainty import uncertain
from model.errors import InputError
from model.parts.catalog import load_catalog
from tests import planned
from tests.planned import Said, like, merged

PRICED = Path(__file__).parents[1] / "report/priced.yaml"


@cache
def of_text(text: str) -> Results:
    return evaluate(load_scenario("x.yaml", text), load_catalog())


def plan(*tiers: Said, **site: Any) -> Results:
    said = merged(merged(planned.EXAMPLES["site"], site), {"tiers": list(tiers or [like("disks")])})
    return of_text(json.dumps(said))


@cache
def _priced(changes: str) -> Results:
    return evaluate(edited(load_scenario(PRICED), json.loads(changes)))


def priced(**changes: Any) -> Results:
    """The scenario in which all is known, with some changes of its fields."""
    return _priced(json.dumps({name.replace("__", "."): v for name, v in changes.items()}))


def jobs(memory: str, **checkpoint: Any) -> Results:
    machine = {"compute_nodes": 1000, "node_memory": memory}
    return plan(machine=machine, checkpoint={"ratio": 200, **checkpoint})


RACK = {"name": "rack", "price": "1 EUR", "power": "0 W", "weight": "90 kg"}
LESS_THAN_80 = "full-machine jobs compute only "
CASES: list[tuple[str, Any, Any]] = [
    # what is said, a plan of which it is, and one of which it isn't
    ("t: the loss of one enclosure stops every target spread over it",
     plan, lambda: plan(like("disks", enclosures={"per_block": 4}))),
    ("t: read bandwidth is 'at most' because of unknown stages: SAS, HBA, HBA PCIe",
     plan, lambda: plan(like("disks inside"))),
    ("t: read bandwidth is 'at most' because of unknown stages: Drive PCIe",
     lambda: plan(like("disks inside")), plan),
    ("t: write bandwidth is 'at most' because of unknown stages: Drive PCIe",
     lambda: plan(like("disks inside")), plan),
    ("t: the drives can't be connected: their interface doesn't match",
     lambda: plan(like("disks flash")), plan),
    ("t: the caches don't fit on the cache drives",
     lambda: plan(like("disks cached")), plan),
    ("t: no redundancy: losing a drive loses its target's data",
     lambda: plan(like("disks beegfs")), lambda: plan(like("disks raid"))),
    ("t: the layout needs more drives than a target can have",
     lambda: plan(like("disks inside draid")), lambda: plan(like("disks draid"))),
    ("t: no redundancy: losing a drive loses its target's data",
     lambda: plan(like("disks beegfs")), lambda: plan(like("disks inside draid"))),
    ("t: no failover: while a server is down", lambda: plan(like("disks inside")), plan),
    ("t: 190 of a block's 212 drives are in no target, though they would make 17 more",
     lambda: plan(like("disks two")), plan),
    ("t: 11.88 GB/s reading is expected of each server; the highest measured with ZFS",
     lambda: plan(like("disks cores")), plan),
    ("6.2 GB/s (Béluga OSS, 2019): 'processing: {like: beluga-oss-2019}' would use that",
     lambda: plan(like("disks cores")), lambda: plan(like("disks alike"))),
    ("t: 8.594 GB/s writing is expected of each server",
     lambda: plan(like("disks alike")), plan),
    ("t: 'further_drives' count with the rates of the tier's drives",
     lambda: plan(like("disks unequal")), plan),
    ("entered, but not used by this plan: tiers.0.memory.capacity",
     plan, lambda: plan(like("disks", memory={"capacity": None}))),
    ("entered, but without effect until other values are known: economics.energy_price",
     plan, lambda: plan(like("disks"), economics={"energy_price": None, "pue": None})),
    ("entered, but without effect until 'payments' or 'phases' have dates: economics.order_date",
     lambda: plan(economics={"order_date": "2026-09-01"}), plan),
    ("missing: Usable rack units, Power per piece, Rack power limit and 21 more",
     lambda: plan(requirements={"racks": 2}), plan),
    ("missing: CPU transfer rate, Module transfer rate, Memory channels",
     lambda: plan(like("disks unsaid")), plan),
    ("1 line of the bill of materials with unknown power",
     plan, lambda: plan(like("disks cached"))),
    ("2 lines of the bill of materials with unknown power",
     lambda: plan(like("disks cached")), plan),
    ("1 line of the bill of materials with unknown price",
     lambda: plan(like("disks apart")), plan),
    ("racks can't be counted: name a rack in 'common'",
     lambda: plan(requirements={"racks": 2}), plan),
    ("only 0.47 checkpoints fit, so no earlier one survives while the next is written",
     lambda: jobs("16 TB"), lambda: jobs("1 TB")),
    ("the job MTTI is derived from an assumed MTTI of 2.723 years per node",
     lambda: jobs("1 TB"), lambda: jobs("1 TB", job_mtti="72 h")),
    (LESS_THAN_80, lambda: jobs("1 TB"), lambda: jobs("1 GB", job_mtti="720 h")),
    ("requirements are judged on t and u together",
     lambda: plan(like("disks"), like("disks", "u"), requirements={"capacity": "1 PB"}),
     lambda: plan(like("disks"), like("disks", "u"))),
    ("requirements are judged on t, u and v together",
     lambda: plan(*(like("given", name) for name in "tuv"), requirements={"capacity": "1 PB"}),
     lambda: plan(like("given"), requirements={"capacity": "1 PB"})),
    ("2 racks are needed, but 1 is in the bill", priced, lambda: priced(common__0__count=2)),
    ("5 racks are needed, but 2 are in the bill",
     lambda: priced(tiers__0__blocks=12, common__0__count=2),
     lambda: priced(tiers__0__blocks=12, common__0__count=5)),
    ("racks are counted by the units of the first rack type only",
     lambda: priced(common=[{"part": f"apc-ar33{n}", "count": 1} for n in ("00", "50")]),
     priced),
]  # fmt: skip


@pytest.mark.parametrize(("said", "of", "without"), CASES, ids=[case[0][:50] for case in CASES])
def test_a_warning_stands_where_its_cause_does(said: str, of: Any, without: Any) -> None:
    """In a plan that differs by its cause alone it doesn't; where it stands, it stands once."""
    assert sum(said in text for text in of().warnings) == 1
    assert not any(said in text for text in without().warnings)


@pytest.mark.parametrize("count", [2, 3])
def test_as_many_racks_as_are_needed_are_enough(count: int) -> None:
    """Two are needed; of no number is anything said then."""
    assert priced()["site", "racks"] == 2
    assert not [one for one in priced(common__0__count=count).warnings if "racks" in one]


GRAVE: list[tuple[Any, list[str], list[str]]] = [
    # a plan, what its risks begin with, and what they don't hold
    (lambda: plan(like("disks flash")), ["Can't be built: "], ["Not met"]),
    (lambda: plan(requirements={"capacity": "900 PB", "write_bandwidth": "900 TB/s"}),
     ["Not met: usable capacity"], ["Can't be built", "Unknown whether met"]),
    (lambda: plan(requirements={"racks": 2}), ["Unknown whether met: "], ["Not met"]),
    (lambda: plan(requirements={"capacity": "1 TB"}), [], ["Not met", "Unknown whether met"]),
    (lambda: plan(like("disks beegfs")), ["Data lost with one drive: t"], []),
    (lambda: plan(like("disks inside draid")), ["Can't be built: "], ["Data lost"]),
    (plan, ["Stopped by the loss of an enclosure: t"], ["Data lost"]),
    (lambda: plan(like("disks apart")), ["Stopped by", "1 price unknown"], []),
    (lambda: plan(like("disks", "a"), like("disks", "b")),
     ["Stopped by the loss of an enclosure: a, b"], []),
]  # fmt: skip


@pytest.mark.parametrize(("of", "first", "absent"), GRAVE)
def test_the_gravest_risks_come_first(of: Any, first: list[str], absent: list[str]) -> None:
    found = risks(of())
    assert len(found) <= 5
    for text, begins in zip(found, first, strict=False):
        assert text.startswith(begins), found
    assert len(found) >= len(first)
    assert not [one for one in found for text in absent if one.startswith(text)]


BANDS = {"economics.energy_price": {"median": "0.2 EUR/kWh", "spread": 1.2}}
ASKED: list[tuple[int, int, str, str]] = [
    (FEWEST, 0, "lhs", ""),
    (MOST, 0, "sobol", ""),
    (FEWEST - 1, 0, "lhs", "write a number of samples from 2 to 4"),
    (MOST + 1, 0, "lhs", "write a number of samples from 2 to 4"),
    (100, -1, "lhs", "write a number from 0, not -1"),
    (100, 0, "halton", "write 'lhs' or 'sobol', not 'halton'"),
]


@pytest.mark.parametrize(("n", "seed", "method", "said"), ASKED)
def test_what_can_be_sampled(n: int, seed: int, method: str, said: str) -> None:
    """At the limits it can; beyond each of them it says what to write."""
    found = plan(bands=BANDS)
    if not said:
        refuse(found.plan, uncertain(found), n, seed, method)
        return
    with pytest.raises(InputError, match=said) as refused:
        refuse(found.plan, uncertain(found), n, seed, method)
    assert len(refused.value.problems) == 1


def test_all_that_is_wrong_with_a_sample_is_said_at_once() -> None:
    found = plan()
    with pytest.raises(InputError, match="no figure has an uncertainty range") as refused:
        refuse(found.plan, (), 1, -1, "")
    assert len(refused.value.problems) == 4


def test_levers_say_what_they_change() -> None:
    """Shares with their sign, months in the singular and the plural; nothing of what stays."""
    assert Levers().text == ""
    assert Levers(months=1).text == "ordered 1 month later"
    assert Levers(months=2).text == "ordered 2 months later"
    every = Levers(prices=0.1, flash=-0.2, exchange=0.3, energy=0.4, months=3).text
    names = ["all prices", "flash", "foreign currencies", "energy", "ordered 3 months later"]
    assert [part.rpartition(" ")[0].rpartition(" ")[0] or part for part in every.split(", ")][:1]
    assert all(name in every for name in names)
    assert [every.index(name) for name in names] == sorted(every.index(name) for name in names)
    assert "flash" not in Levers(prices=0.1).text


NAN = float("nan")
DRAWS: list[tuple[list[float], dict[str, list[float]], list[float]]] = [
    # whether a design fits in each draw, whether each requirement is met; whether all are
    ([1, 1, 0, 0], {"a": [1, 0, 1, 0]}, [1, 0, 0, 0]),
    ([1, 1, 1, 1], {"a": [1, 1, 0, 0], "b": [1, 0, 1, 0]}, [1, 0, 0, 0]),
    ([NAN, NAN, NAN], {"a": [1, 0, NAN]}, [1, 0, NAN]),
    ([1, 1, 1, 0], {"a": [NAN, NAN, 1, NAN], "b": [1, 0, 1, 1]}, [NAN, 0, 1, 0]),
]


@pytest.mark.parametrize(("fits", "met", "together"), DRAWS)
def test_the_chance_of_all_is_counted_draw_by_draw(
    fits: list[float], met: dict[str, list[float]], together: list[float]
) -> None:
    """Missed where one is missed, or the design doesn't fit; else unknown where one is."""
    checks = [SimpleNamespace(name=name, title=name, is_target=False) for name in met]
    checks.append(SimpleNamespace(name="wish", title="wish", is_target=True))
    drawn = {("site", f"{name}_is_met"): np.array(of) for name, of in met.items()}
    drawn["site", "design_fits"] = np.array(fits)
    drawn["site", "wish_is_met"] = np.zeros(len(fits))
    results: Any = SimpleNamespace(checks=checks)
    found = {one.name: one for one in chances_of(results, drawn)}
    assert list(found) == [*met, "wish", FIT, ALL]
    for name, of in {**met, FIT: fits, ALL: together}.items():
        assert found[name].met == sum(one == 1 for one in of) / len(of), name
        assert found[name].unknown == sum(one != one for one in of) / len(of), name
    alone: Any = SimpleNamespace(checks=checks[-1:])
    assert [one.name for one in chances_of(alone, drawn)] == ["wish", FIT]
