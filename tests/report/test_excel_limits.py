"""What Excel takes of formulas and texts, and what it would refuse."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.report.books import FILES, TEMPLATES, built

LONGEST, DEEPEST, MOST_ARGUMENTS, LONGEST_TEXT, LONGEST_CELL = 8192, 64, 255, 255, 32767
READABLE_AT_ALL = 500
"""Characters that somebody who checks a workbook may have to read in one formula."""
_TOKEN = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|[(),]|[^\"'(),]+")


def problems(formula: str) -> list[str]:
    """Say which of Excel's limits a formula breaks."""
    found = [f"{len(formula)} characters"] if len(formula) > LONGEST else []
    depth, deepest = [0], 0
    for token in _TOKEN.findall(formula):
        if token[0] == '"' and len(token[1:-1].replace('""', '"')) > LONGEST_TEXT:
            found.append("a text too long")
        if token == "(":
            depth.append(1)
            deepest = max(deepest, len(depth) - 1)
        elif token == ",":
            depth[-1] += 1
        elif token == ")" and depth.pop() > MOST_ARGUMENTS:
            found.append("too many arguments")
    return [*found, *[f"{deepest} levels"] * (deepest > DEEPEST)]


CELL = re.compile(r'<c r="(\w+)"[^>]*>(?:<f[^>]*>([^<]*)</f>)?')
TEXT = re.compile(r"<si>(.*?)</si>", re.DOTALL)


def broken(workbook: bytes) -> list[tuple[str, str, list[str]]]:
    """Name the cells of a workbook whose formulas Excel would refuse, and texts too long."""
    found: list[tuple[str, str, list[str]]] = []
    with ZipFile(io.BytesIO(workbook)) as files:
        for name in files.namelist():
            written = files.read(name).decode() if name.endswith(".xml") else ""
            if name.startswith("xl/worksheets/"):
                formulas = ((cell, unescape(text)) for cell, text in CELL.findall(written) if text)
                found += [(name, at, wrong) for at, text in formulas if (wrong := problems(text))]
            elif name == "xl/sharedStrings.xml":
                texts = (re.sub("<[^>]*>", "", text) for text in TEXT.findall(written))
                long = [unescape(text) for text in texts if len(unescape(text)) > LONGEST_CELL]
                found += [(name, text[:20], ["a text too long"]) for text in long]
    return found


def formulas(workbook: bytes) -> Iterator[tuple[str, str]]:
    """Give each formula of a workbook with the cell that it stands in."""
    with ZipFile(io.BytesIO(workbook)) as files:
        for name in files.namelist():
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                found = CELL.findall(files.read(name).decode())
                yield from ((f"{name} {cell}", unescape(text)) for cell, text in found if text)


@pytest.mark.long
@pytest.mark.parametrize("file", [*FILES, *TEMPLATES], ids=lambda file: file.stem)
def test_a_formula_can_be_read(file: Path) -> None:
    """What is looked up by one key, and what a formula takes twice, has a cell of its own."""
    lengths = {cell: len(text) for cell, text in formulas(built(file)[0])}
    assert len(lengths) > 50
    assert max(lengths.values()) <= READABLE_AT_ALL, max(lengths, key=lengths.__getitem__)


def test_a_formula_beyond_a_limit_is_found() -> None:
    """The law can fail, by each of its limits."""
    for formula in (
        f"={'+'.join(['1'] * 5000)}",
        f"={'(' * 65}1{')' * 65}",
        f"=SUM({','.join(['1'] * 256)})",
        f'="{"a" * 256}"',
    ):
        assert problems(formula), formula[:40]
    fine: list[Any] = [f"={'(' * 64}1{')' * 64}", f'="{"a" * 255}"', "=\"(,(((\"&'a (b'!A1"]
    assert not any(map(problems, fine))
