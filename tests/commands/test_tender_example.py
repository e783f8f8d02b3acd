"""The whole example of the documentation: its commands run, and give what it says."""

from __future__ import annotations

import json
import re
import shlex
from argparse import ArgumentParser
from pathlib import Path
from textwrap import dedent

import pytest

from model.__main__ import main
from model.commands import options

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/tender.md").read_text(encoding="utf-8")
EXAMPLE = TEXT[TEXT.index("\n## A whole example") :]
COMMAND = re.compile(r"(?m)^ {4,}python -m model (.+)$")
FILES = ("tender.yaml", "alpha.yaml", "beta.yaml", "gamma.yaml", "acceptance.yaml", "ior.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the example, beside the scenarios."""
    for name in FILES:
        [block] = re.findall(rf"(?m)in `{re.escape(name)}`:\n\n((?:    .*\n|\n(?=    ))+)", TEXT)
        (tmp_path / name).write_text(dedent(block), encoding="utf-8")
    for name in ("scenarios", "catalogs"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command, and give what it prints in one line."""
    assert main(shlex.split(command)) == 0, command
    return " ".join(capsys.readouterr().out.split()).replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_the_commands_run_and_give_what_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plan, three bids of which one is wrong and one too low, the award, the acceptance."""
    tender, before, letters, opened, award, plan, results = COMMAND.findall(EXAMPLE)
    said(tender, capsys)
    assert {"bid.xlsx", "tender.yaml"} <= {one.name for one in (folder / "mainz").iterdir()}
    text = said(before, capsys)
    assert "beyond 4 PB it earns nothing" in text
    assert re.search(r"1 point more \S+ \S+ % 10 659", text)
    assert re.search(r"1 kW less \S+ \S+ % 11 965.59 EUR", text)
    assert "1 rack less" in text
    assert "swaps A and B" in text
    assert "abnormally low" in said(letters, capsys)
    assert {one.name for one in (folder / "letters").iterdir()} == {
        "questions-2.txt",
        "questions-3.txt",
    }
    assert "Frozen as entry 1" in said(opened, capsys)
    [decision] = re.findall(r"`(Beta: [^`]+)`", EXAMPLE)
    rules = folder / "tender.yaml"
    text = rules.read_text(encoding="utf-8")
    assert "Beta: {quality: 90}" in text
    rules.write_text(text.replace("Beta: {quality: 90}", decision), encoding="utf-8")
    text = said(award, capsys)
    assert "rules: bids.Beta.musts.capacity - not met" in text
    assert "excluded: misses capacity" in text
    assert re.search(r"Frozen as entry 2 .*", text)
    assert "Alpha > Gamma" in text
    text = said(plan, capsys)
    assert "at least 35 GB/s" in text
    assert "Too short" not in text
    assert_the_output_is_of_the_planned_run(plan, folder, capsys)
    assert main([*shlex.split(results), "--json", "-"]) == 0
    tests = {one["test"]: one for one in json.loads(capsys.readouterr().out)["tests"]}
    write, read = tests["T3"]["thresholds"]
    assert (write["verdict"], read["verdict"]) == ("pass", "fail")
    assert read["why"] == "the lowest repeat is below 95 % of the threshold"


def assert_the_output_is_of_the_planned_run(
    plan: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its options are those of the command line of the test plan."""
    assert main([*shlex.split(plan), "--json", "-"]) == 0
    [test] = [one for one in json.loads(capsys.readouterr().out)["tests"] if one["test"] == "T3"]
    assert "Too short" not in test["procedure"]
    [command] = test["commands"]
    printed = dict(re.findall(r"(?m)^(\w+) *: (.+)$", (folder / "ior.txt").read_text("utf-8")))
    assert f" -D {printed['stonewallingTime']} " in command
    assert f" stoneWallingWearOut={printed['stoneWallingWearOut']} " in command
    assert f" -i {printed['repetitions']} " in command
    assert f"-np {printed['tasks']} " in command
    [block] = re.findall(r" -b (\d+) ", command)
    assert float(printed["blocksize"].split()[0]) * 2**30 == pytest.approx(int(block), rel=1e-3)


def test_the_terms_of_the_app_have_a_sufficient_time_limit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that *Show an example* loads, with more memory of the clients."""
    assert (folder / "scenarios").is_dir()
    terms = "scenarios/data/example-terms.yml"
    text = said(f"accept scenarios/tenders/mainz-2015.yaml {terms}", capsys)
    assert "at least 35 GB/s" in text
    assert "Too short" not in text


OTHER_FILES = {
    "bids.yaml": "A file of bids:",
    "my-rules.yaml": "A file of rules (`--rules`) overrides what is derived from the plan:",
    "terms.yaml": "The terms state the test conditions and the committed figures:",
}
"""Files of the sections before, and the sentences that they follow."""
WITH_OTHERS = re.compile(r"offer |.*\.xlsx beta|accept my")
"""Commands that read files of bidders and benchmarks."""


def test_the_other_commands_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of all sections whose files the documentation has, one after the other."""
    for name, after in OTHER_FILES.items():
        [block] = re.findall(rf"(?m)^{re.escape(after)}\n\n((?:    .*\n|\n(?=    ))+)", TEXT)
        (folder / name).write_text(dedent(block), encoding="utf-8")
    before = COMMAND.findall(TEXT.removesuffix(EXAMPLE))
    commands = [one for one in before if not WITH_OTHERS.match(one)]
    assert len(commands) > 10
    for n, command in enumerate(commands):
        said(re.sub(r"--out (\w+)", rf"--out \1-{n}", command), capsys)
    assert "Unchanged since entry 1" in said("score bids.yaml --against bids.protocol", capsys)


@pytest.mark.parametrize("command", sorted(set(COMMAND.findall(TEXT))))
def test_every_command_is_one(command: str) -> None:
    """Its options are those of the program."""
    parser = ArgumentParser()
    words = shlex.split(command)
    options.declare(parser, words[0])
    assert parser.parse_args(words)
