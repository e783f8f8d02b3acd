"""`--freeze` and `--against`: an evaluation is recorded, never overwritten, and compared."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from model.__main__ import main
from model.commands import freezing
from tests.commands.test_bids import files as files
from tests.commands.test_score import example as example


def run(capsys: pytest.CaptureFixture[str], *args: object) -> Any:
    assert main([*map(str, args), "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)["protocol"]


def test_a_tender_is_frozen_and_compared(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An entry for each change; a run that changes nothing adds none."""
    file = tmp_path / "evaluation.protocol"
    freeze = ["bids", *files, "--freeze", file, "--by", "Ada", "--reason", "opened"]
    first = run(capsys, *freeze)
    assert (first["entry"], first["recorded"], first["changes"]) == (1, True, [])
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    assert run(capsys, *freeze)["recorded"] is False
    assert file.read_bytes() == before
    beta = Path(files[2])
    beta.write_text(beta.read_text(encoding="utf-8").replace("4.5 PB", "4.1 PB"), encoding="utf-8")
    against = run(capsys, "bids", *files, "--against", file)
    assert against["recorded"] is False
    assert [one["what"] for one in against["changes"]] == ["Beta: file"]
    assert file.read_bytes() == before
    second = run(capsys, *freeze)
    assert (second["entry"], second["recorded"]) == (2, True)
    assert file.read_bytes().startswith(before)
    tender = Path(files[0])
    text = tender.read_text(encoding="utf-8").replace("Beta: {quality: 90}", "Beta: {quality: 91}")
    tender.write_text(text, encoding="utf-8")
    assert main(["bids", *files, "--freeze", str(file), "--by", "Ada"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "rules: bids.Beta.quality 90 91" in shown
    assert "Frozen as entry 3" in shown


def test_two_tenders_never_mix(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A protocol takes no evaluation of a tender with another id."""
    file = tmp_path / "p.jsonl"
    run(capsys, "bids", *files, "--freeze", file)
    before = file.read_bytes()
    for name in files:
        text = Path(name).read_text(encoding="utf-8").replace("FS-2026", "FS-2027")
        Path(name).write_text(text, encoding="utf-8")
    for option in ("--freeze", "--against"):
        assert main(["bids", *files, option, str(file)]) == 1
        assert "is the protocol of a different tender" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_an_evaluation_is_frozen(
    example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "p.jsonl"
    assert main(["score", str(example), "--freeze", str(file)]) == 0
    assert "Frozen as entry 1" in capsys.readouterr().out
    assert main(["score", str(example), "--against", str(file)]) == 0
    assert "Unchanged since entry 1" in capsys.readouterr().out
    text = example.read_text(encoding="utf-8").replace("quality: 60", "quality: 70")
    example.write_text(text, encoding="utf-8")
    assert main(["score", str(example), "--against", str(file)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "rules: weights.quality 60 70" in shown
    assert "differs from entry 1" in shown


def test_a_protocol_is_never_written_in_part(
    example: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where writing fails, the file stays as it was, and a new one isn't left behind."""

    def fails(_: Path, __: bytes) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "p.jsonl"
    run(capsys, "score", example, "--freeze", file)
    before = file.read_bytes()
    text = example.read_text(encoding="utf-8").replace("quality: 60", "quality: 70")
    example.write_text(text, encoding="utf-8")
    monkeypatch.setattr(freezing, "write_whole", fails)
    assert main(["score", str(example), "--freeze", str(file)]) == 1
    assert "can't be written (no space left on device)" in capsys.readouterr().err
    assert file.read_bytes() == before
    other = tmp_path / "other.jsonl"
    assert main(["score", str(example), "--freeze", str(other)]) == 1
    assert not other.exists()


def test_no_other_file_is_overwritten(
    example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not the rules themselves, nor a protocol that was changed; a folder is no file."""
    before = example.read_bytes()
    assert main(["score", str(example), "--freeze", str(example)]) == 1
    assert "isn't the protocol of an evaluation" in capsys.readouterr().err
    assert example.read_bytes() == before
    assert main(["score", str(example), "--freeze", str(tmp_path)]) == 1
    assert "can't be written (is a directory)" in capsys.readouterr().err
    assert main(["score", str(example), "--against", str(tmp_path / "none")]) == 1
    assert "can't be read" in capsys.readouterr().err
    empty = tmp_path / "empty"
    empty.touch()
    assert main(["score", str(example), "--against", str(empty)]) == 1
    assert "has no entry" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--by", "Ada"], "--by: needs '--freeze'"),
        (["--before", "--freeze", "p"], "--before: freezes nothing"),
        (["--before", "--xlsx", "p.xlsx"], "--before: has no workbook"),
        (["--freeze", "p", "--against", "p"], "not allowed with"),
        (["--freeze", "p", "--reason", "x" * 1001], "--reason: is too long"),
    ],
)
def test_options_that_contradict(
    example: Path, more: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) if "not allowed" in message else nullcontext():
        assert main(["score", str(example), *more]) == 2
    assert message in capsys.readouterr().err
