"""`bids`: the example of the documentation, letters to bidders, and what is refused at once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import openpyxl
import pytest

from model.__main__ import main

DOCS = Path(__file__).parents[2] / "docs/tender.md"
NAMES = ("tender", "alpha", "beta", "gamma")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The tender and the bids of the documentation."""
    text = DOCS.read_text(encoding="utf-8")
    for name in NAMES:
        [block] = re.findall(rf"(?m)in `{name}\.yaml`:\n\n((?:    .*\n|\n(?=    ))+)", text)
        (tmp_path / f"{name}.yaml").write_text(dedent(block), encoding="utf-8")
    return [str(tmp_path / f"{name}.yaml") for name in NAMES]


def told(files: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["bids", *files, "--json", "-"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_example(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """One bid is good, one wrong in capacity, one abnormally low."""
    found = told(files, capsys)
    assert found["schema"] == "ostimate.bids/1"
    alpha, beta, gamma = found["bids"]
    # 612,400.50 + 4,350 + 2 x 31,000 + 14.2 kW x 1.3 x 8,766 h x 5 x 0.21 + 2 x 9,000
    assert alpha["price"] == 866_661.88
    assert [one["amount"] for one in alpha["steps"]] == [
        *(616_750.50, 62_000.0, 0.0, 169_911.38, 18_000.0, 866_661.88)
    ]
    assert (alpha["capacity"]["verdict"], alpha["questions"]) == ("confirmed", [])
    assert alpha["bandwidths"]["read"]["verdict"] == "open"
    assert alpha["bandwidths"]["write"]["verdict"] == "covered"
    assert beta["capacity"]["verdict"] == "less"
    assert beta["musts"]["capacity"] == "unknown"
    assert any("4.5 PB" in one and "3.777 PB" in one for one in beta["questions"])
    assert beta["abnormally_low"] == []
    assert len(gamma["abnormally_low"]) == 2
    ranks = {one["name"]: one["rank"] for one in found["scores"]["bids"]}
    assert ranks == {"Alpha": 1, "Beta": None, "Gamma": 2}
    [installation] = [one for one in found["lines"] if one["position"] == "2.1"]
    assert installation["prices"] == {"Alpha": 4350.0, "Beta": 4000.0, "Gamma": 1190.0}


def test_the_order_of_files_changes_nothing(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Bids and their ranks are the same."""
    tender, *bids = files
    before, after = told(files, capsys), told([tender, *reversed(bids)], capsys)
    assert after["bids"] == before["bids"][::-1]
    assert after["scores"]["bids"] == before["scores"]["bids"][::-1]


def test_the_terminal_says_what_each_costs_and_is_asked(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bids", *files]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "the buyer's figures" in shown
    assert "Questions to Beta: 1." in shown
    assert "abnormally low" in shown


def test_letters_hold_nothing_of_others(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No name, price or estimate of anybody else; who isn't asked gets none."""
    letters = tmp_path / "letters"
    assert main(["bids", *files, "--json", "-", "--questions", str(letters)]) == 0
    found = json.loads(capsys.readouterr().out)["bids"]
    texts = {one.name: one.read_text(encoding="utf-8") for one in letters.iterdir()}
    assert texts.keys() == {"questions-2.txt", "questions-3.txt"}
    for n, text in (2, texts["questions-2.txt"]), (3, texts["questions-3.txt"]):
        own, others = found[n - 1], [one for one in found if one is not found[n - 1]]
        assert text.startswith(f"To: {own['bidder']}\nTender: FS-2026\nOffer: ")
        plain = re.sub(r"[\s,]", "", text)
        for other in others:
            assert other["bidder"] not in text
            amounts = [step["amount"] for step in other["steps"] if (step["amount"] or 0) > 1e4]
            assert not any(f"{amount:.2f}" in plain for amount in amounts)
        assert "700000" not in plain
        assert "median" not in text


def test_all_that_is_wrong_is_said_at_once(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A bid of another tender, one twice, one that can't be read: a line each, and no value."""
    tender, alpha, beta, gamma = files
    for name, old, new in (
        (alpha, "tender: FS-2026", "tender: FS-2099"),
        (beta, "bidder: Beta", "bidder: Gamma"),
        (gamma, "capacity: 4.35 PB", "capacity: 4.35"),
    ):
        text = Path(name).read_text(encoding="utf-8")
        Path(name).write_text(text.replace(old, new), encoding="utf-8")
    assert main(["bids", tender, alpha, beta, gamma, gamma, f"{gamma}.none"]) == 1
    error = capsys.readouterr().err
    assert f"{alpha}:1:1: tender: belongs to a different tender" in error
    assert re.search(rf"{re.escape(gamma)}:\d+:1: capacity: ", error)
    assert f"{gamma}.none: can't be read" in error
    assert not re.search(r"4\.35|FS-2099|570000", error)
    assert main(["bids", tender, beta, beta]) == 1
    assert "another file has a bid of the same bidder" in capsys.readouterr().err


def test_a_file_that_cant_be_read_stops_no_other(
    files: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is a row with its reason; the command fails, and nothing is frozen without all bids."""
    broken, book = tmp_path / "delta.xlsx", tmp_path / "evaluation.xlsx"
    broken.write_bytes(b"PK\x03\x04 cut off")
    text = Path(files[1]).read_text(encoding="utf-8")
    other = tmp_path / "epsilon.yaml"
    other.write_text(text.replace("tender: FS-2026", "tender: FS-2099"), encoding="utf-8")
    whole = told(files, capsys)
    wrong = [str(broken), str(other), f"{broken}.none"]
    mixed = [files[0], files[1], *wrong, *files[2:]]
    assert main(["bids", *mixed, "--json", "-", "--xlsx", str(book)]) == 1
    out, error = capsys.readouterr()
    found = json.loads(out)
    assert found["bids"] == whole["bids"]
    assert found["scores"] == whole["scores"]
    assert [one["file"] for one in found["unreadable"]] == [wrong[2], wrong[0], wrong[1]]
    assert found["unreadable"][2]["reasons"] == [
        f"{other}:1:1: tender: belongs to a different tender, and doesn't count here: leave the "
        "file out"
    ]
    assert all(one in error for one in wrong)
    assert "the ranks of the others are without these bids" in found["warnings"][0]
    assert str(other) not in found["warnings"][0]
    assert found["warnings"][1] == (
        f"of another tender: {other}; they don't count, and change no rank"
    )
    assert whole["unreadable"] == []
    prices = openpyxl.load_workbook(book)["Evaluated prices"]
    noted = [str(cell.value) for row in prices.iter_rows(max_col=1) for cell in row]
    assert sum(one.startswith("Not read, and in no rank: ") for one in noted) == 2
    assert sum(one.startswith("Of another tender, and in no rank: ") for one in noted) == 1
    monkeypatch.setattr("model.commands.terminal.PIPED_TABLE", 1000)  # long paths aren't folded
    assert main(["bids", *mixed]) == 1
    shown = capsys.readouterr().out
    assert re.search(r"epsilon\.yaml +of another tender .* 1:1: tender: belongs to", shown)
    rules = tmp_path / "rules.yaml"
    rules.write_text(f"schema: ostimate.tender/1\n{Path(files[0]).read_text(encoding='utf-8')}")
    assert main(["bids", *files, str(rules)]) == 1
    error = capsys.readouterr().err
    assert (
        error
        == f"{rules}:1:1: schema: this file has the rules of a tender, and no bid: leave it out\n"
    )
    protocol = tmp_path / "bids.protocol"
    frozen = ["--freeze", str(protocol), "--by", "A", "--reason", "opened"]
    assert main(["bids", *mixed, *frozen]) == 1
    assert not protocol.exists()


def test_a_design_that_cant_be_planned_stops_no_other(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a line of its own bid, and a question to that bidder."""
    tender, alpha, beta, gamma = files
    text = Path(beta).read_text(encoding="utf-8")
    Path(beta).write_text(text.replace('layout: "5 x raidz2:10", ', ""), encoding="utf-8")
    assert main(["bids", tender, alpha, beta, gamma]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "! Beta: the offered storage can't be planned, because its layout is missing" in shown
    found = told(files, capsys)
    assert [bool(one["not_planned"]) for one in found["bids"]] == [False, True, False]
    ranks = {one["name"]: one["rank"] for one in found["scores"]["bids"]}
    assert ranks == {"Alpha": 1, "Beta": None, "Gamma": 2}


def test_two_spellings_are_one_bidder(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Blanks, capitals and signs make no other bidder."""
    tender, alpha, beta, _ = files
    text = Path(beta).read_text(encoding="utf-8")
    Path(beta).write_text(text.replace("bidder: Beta", "bidder: ' AL-PHA '"), encoding="utf-8")
    assert main(["bids", tender, alpha, beta]) == 1
    error = capsys.readouterr().err
    assert error.count("another file has a bid of the same bidder") == 2


def test_names_that_differ_by_their_legal_form_are_noticed(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """They may be of one bidder or of two: the buyer decides; an alternative is none of them."""
    tender, alpha, beta, gamma = files
    for name, kind, count in (("ALPHA GmbH & Co. KG", "main", 1), ("Alpha AG", "alternative", 0)):
        text = Path(beta).read_text(encoding="utf-8")
        changed = re.sub("(?m)^bidder: .*(\nkind: .*)?", f"bidder: {name}\nkind: {kind}", text)
        Path(beta).write_text(changed, encoding="utf-8")
        warnings = told([tender, alpha, beta, gamma], capsys)["warnings"]
        found = [one for one in warnings if "may be bids of one bidder" in one]
        assert len(found) == count
        assert all(one.startswith("Alpha and ALPHA GmbH & Co. KG may be") for one in found)


def test_two_hundred_bids_are_compared_and_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "tender.yaml"
    rules.write_text("id: T\nlines: [{position: '1', quantity: 1}]\n", encoding="utf-8")
    bids = []
    for n in range(201):
        bids.append(tmp_path / f"{n}.yaml")
        line = f"{{position: '1', quantity: 1, unit_price: {n + 1}}}"
        bids[-1].write_text(f"bidder: B{n}\nlines: [{line}]\n", encoding="utf-8")
    found = told([str(rules), *map(str, bids[:200])], capsys)
    assert [one["price"] for one in found["bids"]] == [float(n + 1) for n in range(200)]
    assert main(["bids", str(rules), *map(str, bids)]) == 1
    assert "at most 200 bids are compared" in capsys.readouterr().err


def test_what_holds_bids_is_for_its_owner_alone(files: list[str], tmp_path: Path) -> None:
    """JSON and letters, as the workbook; also of the scores and of what a formula rewards."""
    letters, found, before = tmp_path / "letters", tmp_path / "bids.json", tmp_path / "before.json"
    assert main(["bids", *files, "--questions", str(letters), "--json", str(found)]) == 0
    assert main(["score", files[0], "--before", "--json", str(before)]) == 0
    bids, scored = tmp_path / "scored.yaml", tmp_path / "scored.json"
    bids.write_text("method: lowest_price\nbids: [{name: A, price: 10}]\n", encoding="utf-8")
    assert main(["score", str(bids), "--json", str(scored)]) == 0
    written = [found, before, scored, *letters.iterdir()]
    assert len(written) > 4
    assert [one.name for one in written if one.stat().st_mode & 0o077] == []


def test_the_evaluation_as_a_workbook(files: list[str], tmp_path: Path) -> None:
    """Of the bids of a tender, and of a file of bids."""
    book = tmp_path / "evaluation.xlsx"
    assert main(["bids", *files, "--xlsx", str(book), "--json", str(tmp_path / "a.json")]) == 0
    sheets = openpyxl.load_workbook(book)
    names = ["Evaluation", "Evaluated prices", "Lines and checks", "Robustness", "Specification"]
    assert sheets.sheetnames == names
    assert not book.stat().st_mode & 0o077
    names = [cell.value for row in sheets["Evaluation"].iter_rows() for cell in row]
    assert {"Alpha", "Beta", "Gamma"} <= set(names)
    bids = tmp_path / "bids.yaml"
    bids.write_text("method: lowest_price\nbids: [{name: A, price: 10}]\n", encoding="utf-8")
    assert main(["score", str(bids), "--xlsx", str(book), "--json", str(tmp_path / "b.json")]) == 0
    assert openpyxl.load_workbook(book).sheetnames == ["Evaluation", "Robustness"]
