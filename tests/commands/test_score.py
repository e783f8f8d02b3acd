"""`score`: the table and the document of an evaluation, and one line for what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from model.__main__ import main

DOCS = Path(__file__).parents[2] / "docs/tender.md"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The file of bids of the documentation."""
    text = DOCS.read_text(encoding="utf-8")
    [block] = re.findall(r"(?m)^A file of bids:\n\n((?:    .*\n)+)", text)
    file = tmp_path / "bids.yaml"
    file.write_text(block, encoding="utf-8")
    return file


def test_the_document_has_scores_ranks_and_reasons(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(example), "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["method"]) == ("ostimate.scores/1", "weighted_share")
    assert found["relative"] is True
    a, b, c = found["bids"]
    # The lowest price is that of B, as C is out: 0.6 x 0.92 + 0.4 x 0.85.
    assert a["score"] == pytest.approx(0.892, rel=1e-15)
    assert (a["rank"], b["rank"], c["rank"]) == (1, 2, None)
    assert a["in_band"] is b["in_band"] is True
    assert (c["excluded"], c["score"]) == (True, None)
    assert c["why"] == "excluded: misses ECC memory"
    assert found["ties"] == []


def test_the_terminal_says_who_wins_and_how_firmly(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(example)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "A bid's score depends on other bids" in shown
    assert "excluded: misses ECC memory" in shown
    assert "lowest_price B > A" in shown


@pytest.mark.parametrize("options", [[], ["--before"]])
def test_a_scenario_is_refused_in_one_line(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(DOCS.parents[1] / "scenarios/astra.yaml"), *options]) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert "this is a scenario, not a scoring file: write 'method' and 'bids'" in line


def test_before_publishing(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a point is worth, and three bids of which one swaps the other two."""
    assert main(["score", str(example), "--before", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "ostimate.rewards/1"
    assert found["expected"]["price"] == 850_000
    assert [one["figure"] for one in found["rewards"]] == ["price", "quality"]
    assert len(found["example"]["bids"]) == 3
    assert main(["score", str(example), "--before"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "swaps A and B" in shown
    assert "Price: the median of the bids." in shown
    example.write_text("scoring: {method: lowest_price}\nestimate: 9 EUR\n", encoding="utf-8")
    assert main(["score", str(example), "--before"]) == 0
    assert "no such example exists" in " ".join(capsys.readouterr().out.split())


def test_a_score_that_is_money_is_shown_to_the_cent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not as 1.851e+06, nor with the noise of binary numbers."""
    file = tmp_path / "bids.yaml"
    prices = ", ".join(
        f"{{name: {name}, price: {price} EUR}}"
        for name, price in (("A", "1850805.42"), ("B", "1850806"))
    )
    file.write_text(f"method: lowest_price\nbids: [{prices}]\n", encoding="utf-8")
    assert main(["score", str(file)]) == 0
    shown = capsys.readouterr().out.replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "1 850 805.42 EUR  0.58 EUR" in shown
    assert "1 850 806.00 EUR" in shown or "1 850 806 EUR" in shown


def test_a_file_without_bids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may be looked at before publishing, and not scored."""
    file = tmp_path / "rules.yaml"
    file.write_text("method: lowest_price\nexpected: {price: 9 EUR}\n", encoding="utf-8")
    assert main(["score", str(file), "--before", "--json", "-"]) == 0
    capsys.readouterr()
    assert main(["score", str(file)]) == 1
    assert f"{file}:1:1: bids: is missing: write the bids" in capsys.readouterr().err
    file.write_text("title: T\n", encoding="utf-8")
    assert main(["score", str(file), "--before"]) == 1
    assert "scoring: is missing: write how bids are scored" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "bids.yaml"),
        ("method: ratio\nbids: 3\n", "bids.yaml:2:1: bids"),
        ("method: ratio\nbids: [{name: A, price: x}]\n", "bids.yaml:2:18: bids.0.price"),
    ],
)
def test_one_line_for_what_is_wrong(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bids.yaml"
    file.write_text(text, encoding="utf-8")
    assert main(["score", str(file)]) == 1
    [line] = capsys.readouterr().err.strip().splitlines()
    assert message in line
    assert main(["score", str(tmp_path / "none.yaml")]) == 1
    assert "none.yaml: can't be read (no such file or directory)" in capsys.readouterr().err
