"""Tables as the public has them, by the commands that a user would take."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from model.__main__ import main
from tests.prices.quoted import PRICED

CASES = Path(__file__).parents[1] / "truth/cases"
DRIVE = "wd-hc580-24tb"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in CASES.glob("*.csv"):
        shutil.copy(file, tmp_path)


def prices_of(economics: dict[str, object]) -> list[float]:
    """Plan drives without a stated price, and give their unit prices."""
    data = yaml.safe_load(PRICED.read_text("utf-8"))
    data["tiers"][0]["drives"]["part"] = DRIVE
    data["economics"] |= economics
    Path("plan.yaml").write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    assert main(["plan", "plan.yaml", "--json", "plan.json"]) == 0
    bill = json.loads(Path("plan.json").read_text("utf-8"))["bom"]
    return [line["unit_price"] for line in bill if line["part"] == DRIVE]


@pytest.mark.parametrize("case", ["price-02", "price-04", "price-06"])
def test_a_price_list_counts_in_the_bill(case: str) -> None:
    """Named in the scenario as it came, and made a quote of by the command."""
    rate = {"USD": {"rate": 0.5, "date": "2026-10-15", "source": "a test"}}
    wanted = [pytest.approx(489.9 * (0.5 if case == "price-04" else 1))]
    assert prices_of({"price_books": [f"{case}.csv"], "exchange": rate}) == wanted
    facts = ("--vendor", "V", "--number", "1", "--date", "2026-10-15", "--taxes", "net")
    assert main(["quote", f"{case}.csv", *facts, "--out", "q.yaml"]) == 0
    assert prices_of({"quotes": ["q.yaml"], "exchange": rate}) == wanted


def test_past_usage_is_forecast(capsys: pytest.CaptureFixture[str]) -> None:
    """By the day in bytes, and in KiB: the plan shows how far the year may reach."""
    text = (CASES / "hist-01.yaml").read_text("utf-8")
    daily = text.replace("hist-01.csv", "hist-03.csv").replace("purged: true", "purged: false")
    daily = "\n".join(line for line in daily.splitlines() if "question" not in line)
    for said, low, high in ((text, 16.9e15, 24.1e15), (daily, 11e15, 100e15)):
        Path("h.yaml").write_text(said, "utf-8")
        assert main(["plan", "h.yaml", "--json", "h.json"]) == 0, capsys.readouterr().err
        year = json.loads(Path("h.json").read_text("utf-8"))["years"][1]
        assert year["forecast_low"]["value"] < low
        assert year["forecast_high"]["value"] > (high if said is text else low)


def test_sizes_with_empty_files_fill_a_pool(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("raidz2:10", "--drive", "10 TB", "--files", "hist-05.csv")
    assert main(["pool", *options]) == 0
    assert "Files of these sizes" in capsys.readouterr().out
