"""What a command prints for people has every text of its JSON: nothing is left out of either."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from model.commands.line import main

ROOT = Path(__file__).parents[2]
DATA = "scenarios/data"
OUTPUTS = "tests/installed/data"
BENCHMARKS = "tests/calibration/measurements/data"
ASTRA = "scenarios/astra.yaml"
OPEN = r"schema|unit|currency"
"""Keys for programs, which no person reads."""
COMMANDS: dict[str, tuple[list[str], str]] = {
    "risk": (
        ["risk", "19 x raidz3:11", "--repair-time", "30 h", "--drive", "10 TB"],
        r"layout|repair|sector_error",
    ),
    "import": (
        ["import", *(f"{OUTPUTS}/{name}.txt" for name in ("zpool-status-1", "zfs-list-p-1"))],
        r"scenario\..*",
    ),
    "import of what is too little": (["import", f"{OUTPUTS}/ceph-df-1.txt"], r""),
    "measurements": (
        ["measurements", f"{BENCHMARKS}/ior-3.3.0.txt", f"{BENCHMARKS}/mdtest-3.3.0.txt"],
        r"figures\.details\..*",
    ),
    "extend": (
        ["extend", ASTRA],
        r"scenario|tiers\.steps\.(step|title|changes\..*)",
    ),
    "spares": (["spares", ASTRA, "--budget", "20000 USD"], r""),
    "placement": (["placement", ASTRA], r"tiers\..*\.slots"),
    "compare": (["compare", ASTRA, "scenarios/lcpq.yaml"], r"(designs|differences)\..*"),
    "bids": (
        [
            *("bids", f"{DATA}/example-tender.yml"),
            *(f"{DATA}/example-bid-{name}.yml" for name in ("alpha", "beta", "gamma")),
        ],
        r"tender|bids\.(offer|capacity\.verdict|bandwidths\..*)|lines\..*|scores\.method",
    ),
    "accept": (
        ["accept", "scenarios/tenders/mainz-2015.yaml", f"{DATA}/example-terms.yml"],
        r"scenario|tests\.(.*\.)?(figure|rule|verdict|way|remedy|phase|key|why)",
    ),
}


def texts_of(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from texts_of(value, f"{path}.{key}".strip("."))
    elif isinstance(data, list):
        for value in data:
            yield from texts_of(value, path)
    elif isinstance(data, str) and data:
        yield path, data


def plain(text: str) -> str:
    return " ".join(text.split()).casefold()


@pytest.mark.parametrize("name", COMMANDS)
def test_each_text_of_the_json_is_printed(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    words, unread = COMMANDS[name]
    assert main(words) == 0
    printed = plain(capsys.readouterr().out)
    assert main([*words, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    texts = [*texts_of(document)]
    assert len(texts) > 1
    lacks = {
        (path, text)
        for path, text in texts
        if not re.fullmatch(OPEN, path.rpartition(".")[2])
        and not re.fullmatch(unread, path)
        and plain(text).rstrip(".") not in printed
    }
    assert not lacks


def test_an_import_says_what_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    names = ("zpool-status-1.txt", "zpool-list-vp-1.txt", "zfs-list-p-1.txt", "lsblk-1.json")
    words = ["import", *(f"{OUTPUTS}/{name}" for name in names)]
    assert main(words) == 0
    advice = "To plan this system, write it as a scenario with --out mine.yaml."
    assert advice in capsys.readouterr().out
    assert main([*words, "--out", str(tmp_path / "my plan.yaml")]) == 0
    text = capsys.readouterr().out
    assert advice not in text
    assert f"Written to {tmp_path}/my plan.yaml." in " ".join(text.split())
    assert f"plan '{tmp_path}/my plan.yaml'" in " ".join(text.split())


def test_an_explanation_goes_down_with_titles_and_sources(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["explain", ASTRA, "usable_capacity"]) == 0
    lines = capsys.readouterr().out.splitlines()

    def is_head(line: str) -> bool:
        return " = " in line and not line.lstrip().startswith(("=", "source"))

    heads = [line for line in lines if is_head(line)]
    assert len(heads) > 3
    depth = [len(line) - len(line.lstrip()) for line in heads]
    assert depth[0] == 0
    assert max(depth) > 0
    for head, below in pairwise(lines):
        if is_head(head) and not head.endswith(
            "(shown above)"
        ):  # its title stands below, further in
            assert not below.lstrip().startswith("=")
            assert len(below) - len(below.lstrip()) > len(head) - len(head.lstrip())
