"""What cheap commands print is written down whole: each table, figure, sentence and blank line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from model.commands.line import main

PRINTED = Path(__file__).parent / "data" / "printed.txt"
"""Command lines, and what is printed; the figures of risks were computed by hand once."""


def test_all_that_is_printed(
    capsys: pytest.CaptureFixture[str], golden: Callable[[Path, str], None]
) -> None:
    found = []
    for line in re.findall(r"(?m)^\$ (.*)$", PRINTED.read_text("utf-8")):
        assert main(shlex.split(line)) == 0
        found.append(f"$ {line}\n{capsys.readouterr().out}")
    golden(PRINTED, "".join(found))
