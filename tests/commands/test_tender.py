"""`tender`: the files for bidders, and the rules that read the filled form."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest

from model.__main__ import main

NAMES = [
    *("bid.xlsx", "bid.yaml", "estimate.docx"),
    *("specification.docx", "specification.html", "tender.yaml"),
]
PLAN = str(Path(__file__).parents[2] / "scenarios/tenders/mainz-2015.yaml")


def test_from_the_plan_to_a_filled_form_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["tender", PLAN, "--out", str(out), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "ostimate.form/1"
    assert sorted(one.name for one in out.iterdir()) == NAMES
    assert sorted(Path(one).name for one in (*told["send"], *told["keep"])) == NAMES
    assert {Path(one).name for one in told["keep"]} == {"estimate.docx", "tender.yaml"}
    assert told["estimate"]["value"] is None
    open_to_others = [one.name for one in out.iterdir() if one.stat().st_mode & 0o077]
    assert {"tender.yaml", "estimate.docx"}.isdisjoint(open_to_others)
    assert told["estimate"]["unknown_lines"] == 10
    book = openpyxl.load_workbook(io.BytesIO((out / "bid.xlsx").read_bytes()))
    values = {"bid.bidder": "A", "bid.capacity": 4154.8, "bid.write": 12, "bid.warranty": 5}
    values |= {"bid.layout": "5 x raidz2:11", "bid.drive": 10, "bid.targets": 10}
    for n in range(1, 6):
        values |= {f"bid.P{n:03}.unit_price": 0.1, f"bid.P{n:03}.total": 0.1}
        values |= {f"bid.P{n:03}.quantity": 1} if n > 1 else {}
    for name, value in values.items():
        [(sheet, cell)] = book.defined_names[name].destinations
        book[sheet][cell.replace("$", "")] = value
    book.save(tmp_path / "a.xlsx")
    assert main(["bids", str(out / "tender.yaml"), str(tmp_path / "a.xlsx"), "--json", "-"]) == 0
    [bid] = json.loads(capsys.readouterr().out)["bids"]
    assert bid["price"] == 0.5
    assert bid["capacity"]["verdict"] == "confirmed"
    assert bid["musts"]["write_bandwidth"] == "met"
    assert bid["musts"]["read_bandwidth"] == "unknown"


def test_rules_go_before_the_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text("id: T-1\nmusts: [MR-1]\ntexts: {MR-1: Encrypted}\n", encoding="utf-8")
    assert main(["tender", PLAN, "--out", str(tmp_path / "out"), "--rules", str(rules)]) == 0
    assert "Encrypted" in (tmp_path / "out/bid.yaml").read_text(encoding="utf-8")
    assert "id: T-1" in (tmp_path / "out/tender.yaml").read_text(encoding="utf-8")
    assert "Encrypted" in (tmp_path / "out/specification.html").read_text(encoding="utf-8")
    shown = capsys.readouterr().out
    assert "Estimate, net" in shown
    assert "has no id" not in shown
    assert "can't read" not in shown
    rules.write_text("id: T-1\nmusts: [MR-1, MR-2]\ntexts: {MR-1: Encrypted}\n", encoding="utf-8")
    assert main(["tender", PLAN, "--out", str(tmp_path / "mute"), "--rules", str(rules)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "! Bidders can't read these requirements: MR-2. State their 'texts'" in shown
    assert main(["tender", PLAN, "--out", str(tmp_path / "nameless")]) == 0
    assert "! The tender has no id" in capsys.readouterr().out
    scoring = "scoring: {method: weighted_share, weights: {quality: 6, price: 4}, quality_max: 10}"
    rules.write_text(f"id: T-1\nestimate: 900000 EUR\n{scoring}\n", encoding="utf-8")
    out = ["--out", str(tmp_path / "other"), "--rules", str(rules)]
    assert main(["tender", PLAN, *out]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "mandatory: beyond 4 PB it earns nothing" in shown
    assert "planned:" in (tmp_path / "other/tender.yaml").read_text(encoding="utf-8")
    assert main(["tender", PLAN, *out, "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["before"]["schema"] == "ostimate.rewards/1"
    rules.write_text(f"id: T-2\n{scoring}\n", encoding="utf-8")
    assert main(["tender", PLAN, "--out", str(tmp_path / "free"), "--rules", str(rules)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "rewards is unknown: 'scoring.expected' is missing: write the price of a bid" in shown
    rules.write_text("term: none\n", encoding="utf-8")
    assert main(["tender", PLAN, "--out", str(tmp_path / "out"), "--rules", str(rules)]) == 1
    assert f"{rules}:1:1: term" in capsys.readouterr().err
