"""No command writes over what somebody made, or over another of its own files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from model import InputError
from model.__main__ import main
from model.commands.outputs import make_folder

ROOT = Path(__file__).parents[2]
MINIMAL = (ROOT / "scenarios/first/minimal.yaml").read_bytes()
HERE = "it already exists and is not overwritten"
READ = "is an input: write another file"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_bytes(MINIMAL)
    (tmp_path / "p.csv").write_text("mine\n")
    (tmp_path / "link.yaml").symlink_to("a.yaml")
    (tmp_path / "designs").mkdir()
    (tmp_path / "designs" / "best.yaml").write_bytes(MINIMAL)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("plan a.yaml --json a.yaml", f"--json: 'a.yaml' {READ}"),
        ("plan a.yaml --html ./a.yaml", f"--html: './a.yaml' {READ}"),
        ("plan a.yaml --xlsx link.yaml", f"--xlsx: 'link.yaml' {READ}"),
        ("plan a.yaml --json b.yaml", HERE),
        ("prices a.yaml --out a.yaml", READ),
        ("prices a.yaml --out p.csv", HERE),
        ("compare a.yaml b.yaml --json b.yaml", READ),
        ("sample a.yaml -n 4 --json a.yaml", READ),
        ("checkpoint --memory 1TB --mtti 24h --ratio 100 --json a.yaml", HERE),
        ("search a.yaml --out b.yaml", "b.yaml: it is a file: write the name of a folder"),
        ("search a.yaml --out designs", "designs: the folder already contains designs"),
        ("plan a.yaml --json - --html -", "--html: --json is printed, too: write another file"),
        ("plan a.yaml --json x --html ./x", "--html: --json is written to './x', too"),
    ],
)
def test_it_is_refused(
    mine: Path, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    there = {file: file.read_bytes() for file in mine.rglob("*.*")}
    assert main(line.split()) in (1, 2)
    assert said in capsys.readouterr().err
    assert {file: file.read_bytes() for file in mine.rglob("*.*")} == there


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new b.yaml", "b.yaml: the file exists and is not overwritten: choose another name"),
        ("search a.yaml --out b.yaml", "b.yaml: it is a file: write the name of a folder"),
        ("search a.yaml --out designs", "designs: the folder already contains designs, which"),
    ],
)
def test_a_place_that_is_taken_is_named_and_exits_alike(
    mine: Path, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert main(line.split()) == 1
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "new no/a.yaml --capacity 20PB",
            "no/a.yaml: can't be written (the folder 'no' doesn't exist)",
        ),
        ("sample a.yaml --json no/a.json", "no/a.json: can't be written (the folder 'no' doesn't"),
        (
            "plan a.yaml --html designs",
            "designs: can't be written (it is a folder): write the name of a file",
        ),
    ],
)
def test_a_place_without_a_folder_is_named_before_the_work(
    mine: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    said: str,
) -> None:
    for work in (
        "model.commands.plan.run",
        "model.commands.sample.run",
        "model.search.start.begin",
    ):
        monkeypatch.setattr(work, None)
    assert main(line.split()) == 1
    assert capsys.readouterr().err.startswith(said)


def test_a_folder_that_cannot_be_made_is_named(mine: Path) -> None:
    place = mine / "b.yaml" / "designs"
    with pytest.raises(InputError, match=re.escape(f"{place}: can't be written (")):
        make_folder(place)


def test_what_was_made_before_is_made_anew(mine: Path) -> None:
    """A result is nobody's work; a list that nobody filled in is the same again."""
    (mine / "a.json").write_text("old")
    assert main(["plan", "a.yaml", "--json", "a.json"]) == 0
    assert (mine / "a.json").read_text() != "old"
    for _ in range(2):
        assert main(["prices", "a.yaml", "--out", "new.csv"]) == 0


def test_an_option_that_no_path_can_be_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pool", "raidz2:" + 5_000 * "1", "--drive", "10 TB", "--json", "-"]) == 2
    assert "raidz2:" in capsys.readouterr().err
