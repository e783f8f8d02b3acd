"""`sample` and `compare` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from model import evaluate, load_scenario, sample
from model.__main__ import main

ROOT = Path(__file__).parents[2]
ASTRA = ROOT / "scenarios/astra.yaml"
BANDS = """
bands:
  deliveries: true
  checkpoint.job_mtti: {median: 72 h, spread: 1.3}
  tiers.0.drives.power: {values: [9 W, 14 W]}
"""


@pytest.fixture
def banded(tmp_path: Path) -> Path:
    file = tmp_path / "astra.yaml"
    file.write_text(ASTRA.read_text(encoding="utf-8") + BANDS, encoding="utf-8")
    return file


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_is_what_the_library_says(banded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Quantiles, chances, tornado; the bands and what has none."""
    found = printed(capsys, "sample", str(banded), "-n", "64", "--seed", "7")
    drawn = sample(load_scenario(banded), 64, 7)
    assert (found["schema"], found["n"], found["seed"]) == ("ostimate.sample/1", 64, 7)
    write = found["quantiles"]["write_bandwidth"]
    assert [write["p05"], write["p50"], write["p95"]] == [
        drawn.quantiles("write_bandwidth").at[n] for n in (0, 2, 4)
    ]
    assert found["chance_met"]["all"] == drawn.chance_met().met
    swings = found["tornado"]["write_bandwidth"]
    assert {one["band"] for one in swings} == {
        "scratch: what stages deliver when clients write",
        "what Lustre delivers",
    }
    assert all(one["low"] < write["planned"] < one["high"] for one in swings)
    assert {"field", "inputs", "unit"} <= found["bands"][0].keys()
    assert "site/tiers:scratch.blocks" in {one["input"] for one in found["without_band"]}


def test_indices_have_their_interval(banded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a figure that two bands move: the wish follows the interrupts, the power the drives."""
    found = printed(capsys, "sample", str(banded), "--figure", "dump_time", "--indices", "-n", "64")
    (only,) = found["indices"]["dump_time"]
    assert only["band"] == "checkpoint.job_mtti"
    assert only["total"] == {"value": 1.0, "low": 1.0, "high": 1.0}


def test_people_read_tables(banded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is met how often, what moves it, two peaks and their rule."""
    assert main(["sample", str(banded), "--figure", "scratch.usable_capacity"]) == 0
    text = capsys.readouterr().out
    for said in (
        "512 samples, Latin hypercube, seed 0",
        "Chance that requirements are met",
        "Effect of each range on Write bandwidth",
        "two peaks, at",
        "Two peaks: ",
        "half of Silverman's width",
        "Usable capacity (scratch)",
        "Significant figures without an uncertainty range",
    ):
        assert said in text


def test_met_in_almost_all_cases_is_not_met_in_all(capsys: pytest.CaptureFixture[str]) -> None:
    """The wide range of the template's writing misses in few of 512 draws."""
    template = str(ROOT / "scenarios/templates/flash-scratch.yaml")
    met = sample(evaluate(load_scenario(template))).chance_met("write_bandwidth").met
    assert 0.995 <= met < 1
    assert main(["sample", template]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("Write bandwidth" in line and "over 99 %" in line for line in lines)


def test_without_bands_it_says_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line, and no traceback."""
    fixed = tmp_path / "fixed.yaml"
    fixed.write_text(f"{ASTRA.read_text('utf-8')}\nbands: {{deliveries: false}}\n", "utf-8")
    assert main(["sample", str(fixed)]) == 1
    assert "no figure has an uncertainty range: write 'bands'" in capsys.readouterr().err
    assert main(["sample", str(ASTRA), "-n", "0"]) == 2


def test_designs_stand_beside_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In tables for people, and as JSON."""
    two = [str(ASTRA), str(ROOT / "scenarios/beluga.yaml")]
    assert main(["compare", *two]) == 0
    text = capsys.readouterr().out
    assert "Astra compared with Béluga" in text
    assert "Amounts are not converted" in text
    for head in ("Basis of the amounts", "Figures", "Requirements", "Bill of materials"):
        assert head in text
    assert list(printed(capsys, "compare", *two)["designs"]) == ["Astra", "Béluga"]
    assert main(["compare", *two, "--xlsx", str(tmp_path / "both.xlsx")]) == 0
    assert (tmp_path / "both.xlsx").read_bytes()[:2] == b"PK"
    assert main(["compare", *two, "--xlsx", "-"]) == 2
    assert main(["compare", str(ASTRA)]) == 2
    assert "write 2 to 6 scenarios, not 1" in capsys.readouterr().err


def test_regret_is_said_of_designs_with_bands(
    banded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of one scenario twice, nothing is regretted."""
    assert main(["compare", str(banded), str(banded)]) == 0
    text = capsys.readouterr().out
    assert "Regret in " in text
    assert "Least regret among the designs that miss least often: Astra (1)" in text
