"""What a training reads: MLPerf's ceilings; and what guides ask beside it."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.results import Results, evaluate
from model.answers.views.training_table import demand_and_guides
from model.answers.views.view_text import text_table
from model.design.scenario import load_scenario
from model.errors import InputError
from model.parts.training_reads import guides, workloads

TIERS = """
tiers:
  - name: t
    given: {capacity: 8 PB, write_bandwidth: 50 GB/s, read_bandwidth: 200 GB/s}
    owned: true
common:
  - {name: storage, count: 1, price: 1000000 EUR}
"""


def planned(training: str, checkpoint: str = "") -> Results:
    head = "schema: ostimate.scenario/1\nname: a training\n"
    more = f"checkpoint: {{{checkpoint}}}\n" if checkpoint else ""
    text = f"{head}training: {{{training}}}\n{more}{TIERS}"
    return evaluate(load_scenario("training.yaml", text))


@pytest.mark.parametrize(
    ("workload", "ceiling"),
    [
        ("unet3d-h100", 3.1771e9),
        ("unet3d-a100", 1.6135e9),
        ("resnet50-h100", 0.20475e9),
        ("resnet50-a100", 0.10544e9),
        ("cosmoflow-h100", 0.80814e9),
        ("cosmoflow-a100", 0.51333e9),
    ],
)
def test_the_ceilings_of_mlperf_storage(workload: str, ceiling: float) -> None:
    """Published inputs of mlcommons/storage: bytes of a record x batch size / time, to 0.1 %."""
    results = planned(f"accelerators: 1, workload: {workload}")
    assert results["site", "accelerator_read_bandwidth_bound"] == pytest.approx(ceiling, rel=1e-3)
    passes = 0.7 if "cosmoflow" in workload else 0.9
    needs = results["site", "required_training_bandwidth"]
    assert needs == pytest.approx(ceiling * passes, rel=1e-3)


def test_the_ceiling_of_3d_u_net_in_mib() -> None:
    """3,029.9 MiB/s per H100; 2.859 GB/s to pass."""
    results = planned("accelerators: 1, workload: unet3d-h100")
    ceiling = results["site", "accelerator_read_bandwidth_bound"] or 0.0
    assert ceiling / 2**20 == pytest.approx(3029.9, abs=0.1)
    assert results["site", "accelerator_read_bandwidth"] == pytest.approx(2.859e9, rel=1e-3)


def test_text_is_read_slowly() -> None:
    """Llama 3: 16,384 GPUs read some 11 MB/s of tokens, at 165 tokens/s each."""
    results = planned("accelerators: 16384, workload: text-405b-h100")
    assert results["site", "required_training_bandwidth"] == pytest.approx(10.8e6, rel=0.01)


def test_own_samples() -> None:
    results = planned("accelerators: 100, sample_size: 2 MB, sample_rate: 50 /s, utilisation: 80 %")
    assert results["site", "required_training_bandwidth"] == pytest.approx(100 * 2e6 * 50 * 0.8)
    other = planned("accelerators: 100, workload: resnet50-h100, sample_size: 230 kB")
    assert other["site", "accelerator_read_bandwidth_bound"] == pytest.approx(230e3 * 400 / 0.224)


def test_the_reads_are_required() -> None:
    """512 H100 with ResNet-50 need 94 GB/s, 1,536 need 283 GB/s: more than 200 GB/s."""
    for count, met in ((512, True), (1536, False)):
        results = planned(f"accelerators: {count}, workload: resnet50-h100")
        (check,) = results.checks
        assert (check.name, check.met) == ("training_bandwidth", met)
        assert check.required == pytest.approx(count * 0.9 * 0.20475e9, rel=1e-3)


SUPERPOD = {
    # Level: read and write of one and of four scalable units, in GB/s.
    "good": ((15, 7), (60, 30)),
    "better": ((40, 20), (160, 80)),
    "best": ((125, 62), (500, 250)),
}


@pytest.mark.parametrize("level", SUPERPOD)
def test_the_guides_of_superpod(level: str) -> None:
    """RA-11333-001 V11, table 6: by scalable unit of 256 GPUs; its figures are rounded down."""
    for count, (read, write) in zip((256, 1024), SUPERPOD[level], strict=True):
        results = planned(f"accelerators: {count}")
        at = f"site/guides:DGX SuperPOD, {level}"
        assert results[at, "guide_read_bandwidth"] == pytest.approx(read * 1e9)
        asked = (results[at, "guide_write_bandwidth"] or 0.0) / 1e9
        assert write <= asked < write + 1
    started = planned("accelerators: 257")
    at = f"site/guides:DGX SuperPOD, {level}"
    assert started[at, "sized_accelerators"] == 512


def test_a_cluster_of_10000_cards() -> None:
    results = planned("accelerators: 10000")
    at = "site/guides:MindCluster"
    assert results[at, "guide_read_bandwidth"] == pytest.approx(288e9)
    assert results[at, "guide_write_bandwidth"] == pytest.approx(173e9)


def test_by_how_much_a_guide_oversizes() -> None:
    """What it asks beyond the need costs its share of the purchase, by the bandwidth bought."""
    results = planned(
        "accelerators: 1024, workload: text-405b-h100, parameters: 70B", "efficiency: 95 %"
    )
    at = "site/guides:DGX SuperPOD, best"
    needs = results["site", "required_training_bandwidth"] or 0.0
    assert results[at, "guide_read_ratio"] == pytest.approx(500e9 / needs)
    assert results[at, "guide_read_cost"] == pytest.approx(1e6 * (500e9 - needs) / 200e9)
    writes = results["site", "required_checkpoint_bandwidth"] or 0.0
    assert results[at, "guide_write_cost"] == pytest.approx(1e6 * (250e9 - writes) / 50e9)
    passing = "site/guides:MLPerf Storage, ResNet-50 on H100"
    assert results[passing, "guide_read_bandwidth"] == pytest.approx(188.7e9, rel=1e-3)


def test_the_table_of_guides() -> None:
    results = planned("accelerators: 512, workload: resnet50-h100, parameters: 70B", "ratio: 200")
    found = demand_and_guides(results)
    benchmarks = [one for one in workloads().values() if one.benchmark]
    assert len(found.rows) == 2 + len(guides()) + len(benchmarks)
    rows = {row.label: row for row in found.rows}
    assert rows["MLPerf Storage, 3D U-Net on H100"].entries[3:] == ("", "", "")
    assert demand_and_guides(planned("parameters: 70B", "ratio: 200, size: 1 TB")).rows == ()
    assert "94.35 GB/s" in str(text_table(results, found))


@pytest.mark.parametrize(
    ("training", "error"),
    [
        ("workload: resnet50-h100", "'workload' is of one accelerator: write 'accelerators', too"),
        ("accelerators: 8, workload: resnet50", "did you mean 'resnet50-h100'?"),
        ("accelerators: 8, workload: x", "no workload is called 'x': write one of unet3d-h100"),
        ("accelerators: 8, workload: x, parameters: 1e30", "is too many: write 1e18 at most"),
        ("accelerators: 8, workload: x, sample_size: 3", "no workload is called 'x'"),
        ("sample_rate: 3 /s", "'sample_size'; 'sample_rate' is of one accelerator"),
        ("accelerators: 8, sample_rate: 3 /s", "'sample_rate' needs 'sample_size'"),
        ("accelerators: 8, sample_size: 3 MB", "'sample_size' needs a 'workload', or 'sample_r"),
        ("accelerators: 8, utilisation: 0.9", "'utilisation' needs a 'workload', or 'sample_rate'"),
        (
            "accelerators: 8, sample_size: 1 MB, sample_rate: 3 /s, workload: unet3d-h100",
            "write either 'workload' or 'sample_rate'",
        ),
    ],
)
def test_what_is_refused(training: str, error: str) -> None:
    with pytest.raises(InputError) as raised:
        planned(training)
    assert error in str(raised.value)


def test_the_json_of_a_plan_has_the_guides() -> None:
    from model.answers.output import plan_json

    results = planned("accelerators: 512, workload: resnet50-h100")
    found: dict[str, Any] = plan_json(results)["guides"]
    assert found["DGX SuperPOD, good"]["guide_read_bandwidth"]["value"] == pytest.approx(30e9)
    assert "guides" not in plan_json(planned("parameters: 8B", "ratio: 200, job_mtti: 1 h"))
