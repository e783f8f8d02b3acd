"""What `pip install` brings: the command with its catalog and its scenarios."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILT_FROM = ("pyproject.toml", "README.md", "requirements.txt")
FOLDERS = ("model", "report", "store", "ui", "catalogs", "scenarios")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing of the project but what its wheel holds."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, source)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target)]
    subprocess.run([*pip, str(source)], check=True, cwd=target)
    return target


def said(installed: Path, *words: str) -> str:
    command = [sys.executable, "-m", "model", *words]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        command, cwd=installed, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_an_installed_command_validates_the_reference_systems(installed: Path) -> None:
    rows = json.loads(said(installed, "validate", "--json", "-"))["rows"]
    assert {row["system"] for row in rows} >= {"Astra", "Béluga", "CRI", "LCPQ", "Sequoia"}


def test_an_installed_command_plans_with_the_catalog(installed: Path) -> None:
    shutil.copy(ROOT / "scenarios" / "astra.yaml", installed / "mine.yaml")
    plan = json.loads(said(installed, "plan", "mine.yaml", "--json", "-"))
    assert plan["bom"]


def test_an_installed_command_says_its_version(installed: Path) -> None:
    assert re.fullmatch(r"ostimate \d+\.\d+\.\d+\n", said(installed, "--version"))
    assert not (installed / "pyproject.toml").exists()
