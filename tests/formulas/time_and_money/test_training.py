"""Checkpoints of machines that train: MLPerf's sizes, Llama 3's interrupts, a node-local level."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.answers.results import Results, evaluate
from model.design.scenario import load_scenario
from model.errors import InputError
from model.units.figures import show

ROOT = Path(__file__).parents[3]

HOUR = 3600.0
GIB = 2.0**30
TIERS = """
tiers:
  - name: t
    given: {capacity: 8 PB, write_bandwidth: 400 GB/s, read_bandwidth: 400 GB/s}
"""


def planned(training: str, checkpoint: str) -> Results:
    head = "schema: ostimate.scenario/1\nname: a training\n"
    text = f"{head}training: {{{training}}}\ncheckpoint: {{{checkpoint}}}\n{TIERS}"
    return evaluate(load_scenario("training.yaml", text))


def of_site(training: str, checkpoint: str, *names: str) -> Any:
    results = planned(training, checkpoint)
    found = [results["site", name] for name in names]
    return found[0] if len(found) == 1 else found


def parameters(layers: int, hidden: int, ffn: int, heads: int, groups: int, words: int) -> int:
    """Count the parameters of a Llama by the dimensions of MLPerf's configurations."""
    head = hidden // heads
    attention = 2 * hidden * hidden + 2 * hidden * groups * head
    layer = attention + 3 * hidden * ffn + 2 * hidden
    return layers * layer + 2 * words * hidden + hidden


@pytest.mark.parametrize(
    ("dimensions", "published"),
    [
        ((32, 4096, 14336, 32, 8, 128256), 105),
        ((80, 8192, 28672, 128, 8, 128256), 912),
        ((126, 16384, 53248, 128, 8, 128256), 5290),
    ],
)
def test_the_checkpoints_of_mlperf_storage(dimensions: tuple[int, ...], published: float) -> None:
    """MLPerf Storage v2.0, Submission_guidelines, table 2: 105 GB, 912 GB, 5.29 TB; GB are GiB.

    The fourth row, 18 TB for 1T parameters, doesn't follow from its dimensions.
    """
    count = parameters(*dimensions)  # type: ignore[call-arg]
    size = of_site(f"parameters: {count}", "job_mtti: 24 h, ratio: 200", "dump_size")
    assert size / GIB == pytest.approx(published, rel=0.01)


@pytest.mark.parametrize(("efficiency", "published"), [(90, 95e9), (95, 395e9), (98, 2520e9)])
def test_the_bandwidth_for_llama_3(efficiency: int, published: float) -> None:
    """405.9 x 10^9 parameters are 5.68 TB; with an MTTI of 3.09 h: 95, 395 and 2,520 GB/s."""
    size, bandwidth = of_site(
        "parameters: 405.9B",
        f"job_mtti: 3.09 h, efficiency: {efficiency} %",
        *("dump_size", "required_checkpoint_bandwidth"),
    )
    assert size == pytest.approx(5.68e12, rel=1e-3)
    assert bandwidth == pytest.approx(published, rel=5e-3)


def test_the_interrupts_of_accelerators() -> None:
    """MLCommons: at 50,000 h each, 100,000 fail every half hour, 1,000,000 every 3 minutes.

    Llama 3 (arXiv 2407.21783): 419 unexpected interrupts of 16,384 GPUs in 54 days.
    """
    for count, published in ((100_000, 1800.0), (1_000_000, 180.0), (16_384, 54 * 86400 / 419)):
        at = f"accelerators: {count}, parameters: 405B"
        assert of_site(at, "ratio: 200", "job_mtti") == pytest.approx(published, rel=0.02)


@pytest.mark.parametrize(
    ("said", "size"),
    [
        ("precision: bf16, optimizer: adam", 14),
        ("precision: fp32", 12),
        ("precision: bf16, master_weights: false", 10),
        ("precision: fp8, optimizer: adam 8-bit", 7),
        ("optimizer: momentum", 10),
        ("optimizer: none, master_weights: false", 2),
        ("bytes_per_parameter: 16 B", 16),
    ],
)
def test_bytes_per_parameter(said: str, size: float) -> None:
    """ZeRO (arXiv 1910.02054, 3.1): 16 bytes in mixed precision with Adam, 2 of them gradients."""
    at = f"parameters: 1B, {said}"
    found = of_site(at, "job_mtti: 24 h, ratio: 200", "parameter_state", "dump_size")
    assert found == [size, size * 1e9]


def test_a_checkpoint_holds_all_experts() -> None:
    """Mixtral 8x7B (mistral.ai): 46.7 x 10^9 parameters, 12.9 x 10^9 with the 2 that are active."""
    at = "parameters: 1.633B, experts: 8, expert_parameters: 5.633B"
    count = of_site(at, "job_mtti: 24 h, ratio: 200", "model_parameters")
    assert count == pytest.approx(46.7e9, rel=1e-3)
    assert count - 6 * 5.633e9 == pytest.approx(12.9e9, rel=1e-3)


def test_shards_and_one_process() -> None:
    names = "required_checkpoint_bandwidth", "shard_size", "required_writer_bandwidth"
    at, checkpoint = "accelerators: 512, parameters: 405.9B", "dump_time: 60 s, job_mtti: 24 h"
    whole, shard, each = of_site(at, checkpoint, *names)
    assert (whole, shard, each) == pytest.approx((5.6826e12 / 60, 5.6826e12 / 512, whole / 512))
    whole, shard, each = of_site(f"{at}, sharded: false", checkpoint, *names)
    assert (shard, each) == pytest.approx((5.6826e12, whole))


def test_the_capacity_of_those_kept() -> None:
    results = planned("parameters: 405.9B", "job_mtti: 24 h, ratio: 200, kept: 3")
    check = next(one for one in results.checks if one.name == "checkpoint_capacity")
    assert check.required == pytest.approx(3 * 5.6826e12)
    assert check.met is True
    results = planned("parameters: 405.9B", "job_mtti: 24 h, ratio: 200, kept: 3000")
    assert {one.name: one.met for one in results.checks}["checkpoint_capacity"] is False


def test_a_node_local_level() -> None:
    """The nodes take a checkpoint in its time; the storage has until the next one is complete."""
    at, wanted = "accelerators: 16384, parameters: 405.9B", "job_mtti: 3.09 h, efficiency: 95 %"
    direct = of_site(at, wanted, "required_checkpoint_bandwidth")
    names = (
        *("required_local_bandwidth", "required_checkpoint_bandwidth", "checkpoint_interval"),
        *("dump_time", "required_local_capacity", "committed_dump_time", "drain_time"),
    )
    local, behind, interval, time, room, committed, drain = of_site(
        at, f"{wanted}, node_local: true", *names
    )
    assert local == pytest.approx(direct)
    assert behind == pytest.approx(5.6826e12 / (interval + time))
    assert behind < direct / 30
    assert room == pytest.approx(2 * 5.6826e12)
    assert committed == time
    assert drain == pytest.approx(5.6826e12 / 400e9)


@pytest.mark.long
@pytest.mark.parametrize("lost", [0.0, 0.15, 1.0])
def test_the_efficiency_after_lost_copies(lost: float) -> None:
    """A simulation of intervals, interrupts and copies agrees within 3 standard errors.

    Beyond these, the second order may differ, which the formula leaves out.
    """
    results = planned(
        "parameters: 1B, accelerators: 1",
        f"job_mtti: 400 h, dump_time: 18 s, node_local: true, lost_copies: {lost}",
    )
    names = "checkpoint_interval", "dump_time", "job_mtti", "efficiency_after_lost_copies"
    tau, delta, mtti, expected = (results["site", name] or 0.0 for name in names)
    random = np.random.default_rng(33)
    shares = []
    for _ in range(200):
        clock = work = 0.0
        ends = random.exponential(mtti)
        saved = before = 0.0
        while clock < 400 * mtti:
            if clock + tau + delta <= ends:  # one more checkpoint is on the nodes
                clock += tau + delta
                before, saved = saved, saved + tau
            else:
                clock = ends
                ends = clock + random.exponential(mtti)
                if random.random() < lost:
                    saved = before
                before = saved
        work = saved
        shares.append(work / clock)
    error = float(np.std(shares) / np.sqrt(len(shares)))
    assert abs(float(np.mean(shares)) - expected) < 3 * error + (1 - expected) ** 2 / 2


@pytest.mark.parametrize(
    ("training", "checkpoint", "error"),
    [
        ("accelerators: 8", "ratio: 200", "needs 'machine', whose memory it writes, or 'training."),
        ("parameters: 8B", "ratio: 200, fraction: 0.8", "is no share of the memory"),
        ("parameters: 8 GB", "ratio: 200", "no number of parameters: write one above 0, such as"),
        ("parameters: 8B, experts: 8", "ratio: 200", "write 'expert_parameters', too"),
        ("experts: 8, expert_parameters: 1B", "ratio: 200", "'experts' needs 'parameters'"),
        ("bytes_per_parameter: 14 B", "ratio: 200", "'bytes_per_parameter' needs 'parameters'"),
        ("parameters: 8B, bytes_per_parameter: 14 B, optimizer: adam", "ratio: 200", "leave 'opt"),
        ("parameters: 8B", "ratio: 200, accelerator_mtti: 5 years", "needs 'training.accelerat"),
        ("parameters: 8B", "ratio: 200, node_mtti: 5 years", "needs 'machine.compute_nodes'"),
        ("parameters: 8B", "ratio: 200, lost_copies: 0.1", "write 'node_local: true', too"),
        ("parameters: 8B", "ratio: 200, size: 1 TB, fraction: 0.5", "leave 'fraction' out"),
        (
            "parameters: 8B, accelerators: 8",
            "ratio: 200, job_mtti: 1 h, accelerator_mtti: 5 years",
            "write either 'job_mtti' or 'accelerator_mtti'",
        ),
    ],
)
def test_what_is_refused(training: str, checkpoint: str, error: str) -> None:
    with pytest.raises(InputError) as raised:
        planned(training, checkpoint)
    assert error in str(raised.value)


def test_a_node_local_level_beside_a_burst_tier_is_refused() -> None:
    burst = TIERS + "    drains_into: u\n  - {name: u, given: {capacity: 1 PB}}\n"
    head = "schema: ostimate.scenario/1\nname: two levels\ntraining: {parameters: 8B}\n"
    text = f"{head}checkpoint: {{ratio: 200, job_mtti: 1 h, node_local: true}}\n{burst}"
    with pytest.raises(InputError, match="both go first: write one"):
        load_scenario("two.yaml", text)


@given(st.floats(1e9, 1e13), st.floats(0.55, 0.97), st.floats(1e3, 1e6))
def test_the_storage_behind_nodes_needs_less(count: float, wanted: float, mtti: float) -> None:
    """What drains within an interval is never faster than what the job waits for."""
    said = f"job_mtti: {mtti!r} s, efficiency: {wanted!r}, node_local: true"
    names = "required_checkpoint_bandwidth", "required_local_bandwidth"
    behind, local = of_site(f"parameters: {count!r}", said, *names)
    assert behind < local


def test_the_figures_of_the_page_on_training() -> None:
    """The whole example of docs/training.md comes to what is written below it."""
    text = (ROOT / "docs/training.md").read_text(encoding="utf-8")
    _, found = text.split("## A whole example\n\n")
    example, told = found.split("\n`plan` reports")
    results = evaluate(load_scenario("mine.yaml", textwrap.dedent(example)))

    def shown(name: str) -> str:
        return show(results["site", name], results.item("site", name).unit)

    told = " ".join(told.split())
    assert f"{shown('dump_size')} in {shown('dump_time')}" in told
    assert f"after each {shown('checkpoint_interval')} of computing" in told
    assert f"{shown('required_checkpoint_bandwidth')} for checkpoints" in told
    assert "56.7 TB for ten of them" in told
    assert f"{shown('required_training_bandwidth')} for reads" in told
    assert results["site", "required_checkpoint_capacity"] == pytest.approx(56.7e12)
