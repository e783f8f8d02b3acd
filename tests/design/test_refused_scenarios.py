"""What no scenario may state together: each is refused with what to write, and is taken without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from model.design.bands import MOST_BANDS
from model.design.choices import Objective
from model.errors import InputError
from model.parts.catalog import load_catalog
from model.planning.loading import load_scenario
from tests.planned import EXAMPLES, Said, like, merged

TASKS = [{"name": "checksum", "rate": "5 GB/s"}, {"name": "parity", "rate": "3 GB/s"}]
CORES = {"read_rate": None, "write_rate": None, "cores": 16, "tasks": TASKS}
CALIBRATED = EXAMPLES["words"]["calibrated"]["calibration"]
RUN = {"name": "reads", "way": "read", "server_bandwidth": "1 GB/s"}
GOAL = {"name": "asked", "bandwidth": "5 GB/s"}
METADATA = like("disks metadata", "m", workloads=None, file_layout=None)
BAND = {"median": 1, "spread": 1.2}


def parts(count: int, *ends: str | None) -> Said:
    """A file in so many parts, each up to its end; None: without one."""
    found = [{"targets": n + 1, "up_to": end} for n, end in enumerate(ends)]
    extents = [{k: v for k, v in one.items() if v} for one in found]
    return {"file_layout": {"extents": extents[:count], "sizes": ["4 GB"]}}


PARTIAL = {"share": 0.1, "amplification": 4}
EACH = "belongs to a tier of parts, with a target"
Case = tuple[Said, Said, str]
TIERS: list[Case] = [
    # a tier that is taken, one that is refused, and what is said
    (like("disks"), like("disks", processing={"cores": 16, "tasks": TASKS}),
     "write either 'tasks' or 'read_rate' and 'write_rate'"),
    (like("disks", processing=CORES), like("disks", processing=CORES | {"cores": None}),
     "write 'cores' with 'tasks', or neither"),
    (like("disks", processing=CORES),
     like("disks", processing=CORES | {"tasks": [TASKS[0], TASKS[0]]}),
     "two tasks have the name 'checksum': names must differ"),
    (like("disks alike"), like("disks alike", processing={"cores": 3, "tasks": TASKS}),
     "write either 'like' or the rates of CPU and memory"),
    (like("disks"), like("disks", fabric={"links": None}),
     "write 'links' and 'link_bandwidth', or neither"),
    (like("disks routers", fabric={"links": None, "link_bandwidth": None}),
     like("disks", fabric={"links": None, "link_bandwidth": None, "x": None}),
     "write 'links', 'routers', 'uplinks' or 'clients'"),
    (like("disks"), like("disks", drives={"per_server": 4}),
     "write either 'per_enclosure' or 'per_server'"),
    (like("disks inside"), like("disks", enclosures=None),
     "write 'enclosures' with 'drives.per_enclosure', or neither"),
    (like("disks cabled"), like("disks cabled", adapters=None),
     "'cables' need 'adapters' to be plugged into"),
    (like("disks"), like("disks", calibration=CALIBRATED),
     "write either 'processing' or 'calibration'"),
    (like("disks cards expanders"), like("disks expanders"),
     "'expander_bandwidth' requires 'adapters' to connect the enclosures"),
    (like("disks"), like("disks", data_on_mdt="1 MB"),
     "'data_on_mdt' requires a Lustre tier with 'holds: metadata'"),
    (like("disks packed"), like("disks inside", placement={"rule": "packed"}),
     "'placement' needs 'enclosures': drives in servers stay with theirs"),
    (like("disks unequal"), like("disks unequal", further_drives=None),
     "has vdevs of other drives: write 'further_drives' with their 'part' or 'name'"),
    (like("disks unequal"), like("disks unequal", target={"layout": "raidz2:10"}),
     "'further_drives' are in no vdev: name their size in the layout"),
    (like("disks failing"), like("disks unequal failing"),
     "'spares' are of one kind of drive"),
    (like("disks", workloads={"measured": [RUN, RUN | {"name": "other"}]}),
     like("disks", workloads={"measured": [RUN, RUN]}),
     "two workloads have the name 'reads': names must differ"),
    (like("disks", workloads={"goals": [GOAL, GOAL | {"name": "other"}]}),
     like("disks", workloads={"goals": [GOAL, GOAL]}),
     "two goals have the name 'asked': names must differ"),
    (like("disks", **parts(2, "1 GB", None)), like("disks", **parts(2, None, None)),
     "only the last of 'extents' has no 'up_to'"),
    (like("disks", **parts(2, "1 GB", None)), like("disks", **parts(2, "1 GB", "2 GB")),
     "leave 'up_to' out of the last of 'extents'"),
    (like("disks", **parts(3, "1 GB", "2 GB", None)),
     like("disks", **parts(3, "2 GB", "1 GB", None)),
     "each 'up_to' must be above the one before"),
    (like("disks", **parts(3, "1 GB", "2 GB", None)),
     like("disks", **parts(3, "1 GB", "1 GB", None)),
     "each 'up_to' must be above the one before"),
    (like("given", given={"inodes": None}), like("given", given={"inodes": 9}),
     "'given.inodes' belongs to a tier with 'holds: metadata'"),
    (like("given"), like("given", policy={"partial_stripes": PARTIAL}), EACH),
    (like("disks", backup=True, restore_bandwidth="1 GB/s"),
     like("disks", backup=False, restore_bandwidth="1 GB/s"),
     "'restore_bandwidth' is that of a backup: remove 'backup: false'"),
]  # fmt: skip


def load(*tiers: Said, **site: Any) -> None:
    text = json.dumps(merged(merged(EXAMPLES["site"], site), {"tiers": list(tiers)}))
    load_scenario("x.yaml", text, load_catalog())


def refused(*tiers: Said, **site: Any) -> str:
    with pytest.raises(InputError) as wrong:
        load(*tiers, **site)
    return str(wrong.value)


@pytest.mark.parametrize(("taken", "wrong", "said"), TIERS, ids=[case[2][:45] for case in TIERS])
def test_a_tier_that_contradicts_itself_is_refused(taken: Said, wrong: Said, said: str) -> None:
    load(taken)
    message = refused(wrong)
    assert said in message
    assert message.startswith("x.yaml:1:")
    assert "tiers.0" in message


def test_ranges_are_read_up_to_their_limit() -> None:
    many = {f"economics.x{n}": BAND for n in range(MOST_BANDS)}
    assert f"has {MOST_BANDS + 1} entries: at most {MOST_BANDS} are read" in refused(
        like("disks"), bands=many | {"y": BAND}
    )
    load(like("disks"), bands=many)


@pytest.mark.parametrize(
    ("aims", "is_refused"),
    [
        ({"minimise": "capital_cost"}, False),
        ({"maximise": "usable_capacity"}, False),
        ({"minimise": "capital_cost", "maximise": "usable_capacity"}, True),
        ({}, True),
    ],
)
def test_a_search_has_one_aim(aims: Said, is_refused: bool) -> None:
    try:
        Objective.model_validate(aims)
        message = ""
    except ValidationError as error:
        message = str(error)
    assert ("write either 'minimise' or 'maximise'" in message) is is_refused, message


def test_the_demand_of_the_site_grows_a_tier_of_data() -> None:
    demand = {"groups": [{"name": "a", "volume": "1 PB"}]}
    load(like("disks"), METADATA, demand=demand | {"tier": "t"})
    message = refused(like("disks"), METADATA, demand=demand | {"tier": "m"})
    assert "no data tier is called 'm', for 'demand.tier': write 't'" in message
    twice = refused(like("disks", demand=demand | {"tier": "t"}))
    assert "leave 'tier' out" in twice
