"""What belongs together in the section of a training, reported along with invalid fields."""

from __future__ import annotations

import pytest

from model import InputError, load_scenario

TEXT = """
schema: ostimate.scenario/1
name: training
training: {FIELDS}
tiers:
  - name: t
    blocks: 1
    servers: {name: server, per_block: 1}
    drives: {name: disk, per_server: 10, capacity: 20 TB}
    target: {layout: "raidz2:10"}
"""
ONE = "'workload' is of one accelerator: write 'accelerators', too"


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        ("workload: nope", ["no workload is called 'nope'", ONE]),
        (
            "workload: nope, sample_rate: x, precision: fp7, other: 1",
            [
                "no workload is called 'nope'",
                "write either 'workload' or 'sample_rate'; 'sample_rate' needs 'sample_size'",
                ONE,
                "'x' is not a number",
                "'fp7' isn't possible here",
                "unknown field",
            ],
        ),
        (
            "utilisation: 0.9, experts: 8",
            [
                "'utilisation' needs a 'workload', or 'sample_rate'",
                "'experts' and 'expert_parameters' go together",
                "'experts' needs 'parameters'",
            ],
        ),
        (
            "bytes_per_parameter: 14 B, optimizer: adam",
            ["'bytes_per_parameter' needs 'parameters'", "leave 'optimizer' out"],
        ),
        ("sample_size: 5 kB, workload: ''", ["'sample_size' needs a 'workload'"]),
        ("5", ["write a mapping"]),
    ],
)
def test_all_that_is_wrong_is_reported_at_once(fields: str, messages: list[str]) -> None:
    text = TEXT.replace("{FIELDS}", fields if fields == "5" else f"{{{fields}}}")
    with pytest.raises(InputError) as error:
        load_scenario("training.yaml", text)
    for message in messages:
        assert message in str(error.value)


@pytest.mark.parametrize(
    "fields",
    [
        "{workload: resnet50-h100, accelerators: 8}",
        "{sample_rate: 5 /s, sample_size: 1 MB, accelerators: 8, utilisation: 0.9}",
        "{parameters: 405B, bytes_per_parameter: 14 B}",
        "{parameters: 8B, experts: 8, expert_parameters: 1B}",
        "{}",
    ],
)
def test_whole_sections_are_accepted(fields: str) -> None:
    load_scenario("training.yaml", TEXT.replace("{FIELDS}", fields))
