"""The command line before any command runs: its version, its help."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from model.__main__ import main
from model.commands.line import EXAMPLE
from model.version import version

ROOT = Path(__file__).parents[2]


def test_the_version_is_that_of_the_clone() -> None:
    """A clone that nobody installed knows its version."""
    command = [sys.executable, "-m", "model", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert done.stdout == f"ostimate {wanted['project']['version']}\n"


def test_the_version_of_what_was_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a clone around it, the package's metadata says which it is."""
    metadata = tmp_path / "ostimate-7.8.9.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: ostimate\nVersion: 7.8.9\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("model.version.PROJECT", tmp_path / "pyproject.toml")
    assert version() == "7.8.9"


def test_no_command_brings_the_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what there is, and one command that works anywhere; status 2, as nothing was done."""
    monkeypatch.setattr(sys, "argv", ["ostimate"])
    with pytest.raises(SystemExit) as stop:
        main([])
    assert stop.value.code == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "are required" not in said
    assert said.endswith(f"example: ostimate {EXAMPLE}")
    for command in ("plan", "pool", "checkpoint", "catalog", "measurements"):
        assert command in said


def test_the_example_of_the_help_works(capsys: pytest.CaptureFixture[str]) -> None:
    """It can be copied as it stands."""
    assert main(["pool", "19 x raidz3:11", "--drive", "10 TB"]) == 0
    assert EXAMPLE == 'pool "19 x raidz3:11" --drive "10 TB"'
    assert "1.518 PB (1.348 PiB)" in capsys.readouterr().out
