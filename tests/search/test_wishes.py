"""Requests for a new plan: the limits of their boxes, and what is said of a machine."""

from __future__ import annotations

import pytest

from model.errors import InputError
from model.search.wishes import BOXES, TRAINING, Wishes, read, understood

LIMITS = [
    ("capacity", ("1 GB", "9 EB"), ("0.999 GB",)),
    ("write_bandwidth", ("1 MB/s", "90 TB/s"), ("0.999 MB/s",)),
    ("nodes", ("1", "1000000"), ("0", "1000001")),
    ("node_memory", ("1 MB",), ("0.999 MB",)),
    ("memory", ("1 MB",), ("0.999 MB",)),
    ("dump_time", ("1 s",), ("0.999 s",)),
    ("accelerators", ("1", "1000000"), ("0", "1000001")),
    ("parameters", ("1M",), ("0.999M",)),
    ("efficiency", ("1 %", "99.9 %"), ("0.9 %", "99.91 %")),
    ("budget", ("1 EUR", "1e15 EUR"), ("0.99 EUR", "1.1e15 EUR")),
    ("racks", ("1", "1000"), ("0", "1001")),
    ("rack_power", ("1 W", "1 MW"), ("0.99 W", "1.01 MW")),
    ("years", ("1", "20"), ("0", "21")),
]


def _beside(name: str) -> dict[str, str]:
    """Give the rest of a machine that a field belongs to."""
    if name in TRAINING:
        return {"accelerators": "8", "parameters": "8B"}
    if name in ("nodes", "node_memory"):
        return {"nodes": "8", "node_memory": "1 TB", "write_bandwidth": "1 GB/s"}
    if name == "dump_time":
        return {"memory": "1 PB"}
    return {"write_bandwidth": "1 GB/s"}


@pytest.mark.parametrize(("name", "accepted", "refused"), LIMITS, ids=lambda one: str(one)[:20])
def test_each_box_has_limits(
    name: str, accepted: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    for text in accepted:
        assert getattr(read({**_beside(name), name: text}), name) is not None
    for text in refused:
        with pytest.raises(InputError, match=BOXES[name].example.split()[0]):
            read({**_beside(name), name: text})


def test_each_box_but_the_workload_has_a_row_of_limits() -> None:
    assert {name for name, _, _ in LIMITS} == BOXES.keys() - {"workload"}


def test_a_figure_has_at_most_forty_characters() -> None:
    text = "0" * 34 + "20 PB "[:6]
    assert len(text.strip()) == 39
    assert read({"capacity": f"0{text.strip()}"}).capacity == 20e15
    with pytest.raises(InputError, match="too long"):
        read({"capacity": f"00{text.strip()}"})
    assert understood("capacity", "1" * 40) == "1" * 40 + " PB"
    assert understood("capacity", "1" * 41) == ""


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("9999", "9999 M EUR"),
        ("10000", ""),
        ("-10000", ""),
        ("3 Mrd EUR", "3000 M EUR"),
        ("20 k EUR", ""),
        ("20 thousand EUR", "20 k EUR"),
        ("EUR 20 EUR", ""),
        ("20 €", "20 EUR"),
    ],
)
def test_what_is_understood_of_money(text: str, meant: str) -> None:
    assert understood("budget", text) == meant


@pytest.mark.parametrize(
    ("texts", "machine"),
    [
        ({}, {"machine": None, "training": None, "checkpoint": None}),
        (
            {"memory": "1 PB", "dump_time": "15 min"},
            {
                "machine": {"memory": "1 PB"},
                "training": None,
                "checkpoint": {"dump_time": "900 s"},
            },
        ),
        (
            {"nodes": "10", "node_memory": "256 GiB", "write_bandwidth": "10 GB/s"},
            {
                "machine": {"compute_nodes": 10, "node_memory": "256 GiB"},
                "training": None,
                "checkpoint": {"bandwidth": "10 GB/s"},
            },
        ),
        (
            {"accelerators": "8", "parameters": "8B"},
            {
                "machine": None,
                "training": {"accelerators": 8, "parameters": "8B"},
                "checkpoint": {"efficiency": 0.9},
            },
        ),
        (
            {"accelerators": "8", "parameters": "70.5B", "efficiency": "95 %"}
            | {"workload": "unet3d-h100"},
            {
                "machine": None,
                "training": {"accelerators": 8, "parameters": "70.5B", "workload": "unet3d-h100"},
                "checkpoint": {"efficiency": 0.95},
            },
        ),
    ],
    ids=lambda one: " ".join(one)[:30],
)
def test_a_machine_is_written_as_a_scenario_has_it(texts: dict[str, str], machine: object) -> None:
    assert read(texts).machine == machine


SAYS = [
    (Wishes(), ""),
    (
        Wishes(nodes=8, write_bandwidth=1e9),
        "can't be computed: enter the memory per node as well. The write bandwidth is required by",
    ),
    (Wishes(node_memory=1e12), "enter the number of nodes as well"),
    (
        Wishes(memory=1e15, write_bandwidth=1e12),
        "A checkpoint of 80 % of 1 PB is 800 TB; at 1 TB/s it takes 13.3 min. The checkpoint "
        "interval is unknown until you enter an MTTI on Needs. The share is an assumption.",
    ),
    (
        Wishes(memory=1e15, dump_time=800.0),
        "A checkpoint of 80 % of 1 PB is 800 TB; writing it in 13.3 min requires 1 TB/s. The",
    ),
    (
        Wishes(memory=1e15, dump_time=800.0, write_bandwidth=5e11),
        "requires 1 TB/s. The entered write bandwidth is 500 GB/s; the higher value is required.",
    ),
    (
        Wishes(nodes=1, node_memory=1e12, dump_time=800.0),
        "1 node is interrupted every 2.72 years. With a checkpoint after every ",
    ),
    (
        Wishes(nodes=4000, node_memory=1e12, dump_time=800.0),
        "4000 nodes are interrupted every 5.97 h. With a checkpoint after every ",
    ),
    (
        Wishes(accelerators=16384, parameters=405.9e9, write_bandwidth=1e9),
        "The entered write bandwidth is 1 GB/s; the higher value is required.",
    ),
    (
        Wishes(accelerators=8, parameters=8e9, efficiency=0.995),
        "8 accelerators are interrupted every 260 days. To compute over 99 % of the time,",
    ),
]


@pytest.mark.parametrize(("wishes", "text"), SAYS, ids=range(len(SAYS)))
def test_what_is_said_of_checkpoints(wishes: Wishes, text: str) -> None:
    said = wishes.checkpoint_text.replace("\N{NARROW NO-BREAK SPACE}", "")
    assert text in said
    assert bool(said) == bool(text)
    assert ("The entered write bandwidth" in said) == ("The entered write bandwidth" in text)


def test_a_higher_bandwidth_is_no_contradiction() -> None:
    """What checkpoints of a training need is said alone where more is required anyway."""
    said = Wishes(accelerators=8, parameters=8e9, write_bandwidth=1e13).checkpoint_text
    assert "higher value" not in said
    assert "they read" not in said
    reads = Wishes(accelerators=8, parameters=8e9, workload="unet3d-h100").checkpoint_text
    assert "they read" in reads


def test_what_checkpoints_require_is_required_once() -> None:
    asks = Wishes(capacity=20e15, write_bandwidth=1e12, racks=2, rack_power=4e4)
    assert asks.requirements == {
        "capacity": "20 PB",
        "write_bandwidth": "1 TB/s",
        "racks": 2,
        "rack_power": "40 kW",
    }
    for beside, required in (
        ({"memory": 1e15}, False),
        ({"memory": 1e15, "dump_time": 900.0}, True),
        ({"accelerators": 8, "parameters": 8e9}, True),
        ({"nodes": 8}, True),
    ):
        found = Wishes(write_bandwidth=1e12, **beside).requirements
        assert ("write_bandwidth" in found) is required, beside


def test_what_is_assumed_of_checkpoints_is_said_in_three_digits() -> None:
    of_nodes = Wishes(nodes=4000, node_memory=1e12, dump_time=812.34, write_bandwidth=5.4321e11)
    said = of_nodes.checkpoint_text.replace("\N{NARROW NO-BREAK SPACE}", "")
    assert (
        "A checkpoint of 80 % of 4 PB is 3.2 PB; writing it in 13.5 min requires 3.94 TB/s" in said
    )
    assert "The entered write bandwidth is 543 GB/s; the higher value is required." in said
    assert said.endswith("The share and the node MTTI of 2.72 years are assumptions.")
    of_training = Wishes(accelerators=16384, parameters=405.9e9, write_bandwidth=1.2345e9)
    said = of_training.checkpoint_text
    assert "The entered write bandwidth is 1.23 GB/s; the higher value is required." in said
    assert said.endswith("The MTTI of 5.7 years each is an assumption.")
