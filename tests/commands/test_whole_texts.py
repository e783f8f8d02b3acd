"""What cheap commands print is written down whole: each table, figure, sentence and blank line."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from model.commands.line import main

TEXTS = (Path(__file__).parent / "data" / "printed.txt").read_text("utf-8")
PRINTED = {
    line: text
    for block in re.split(r"(?m)^\$ ", TEXTS)[1:]
    for line, _, text in (block.partition("\n"),)
}
"""Command lines, and what is printed; the figures of risks were computed by hand once."""


@pytest.mark.parametrize("line", PRINTED)
def test_all_that_is_printed(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out == PRINTED[line]
