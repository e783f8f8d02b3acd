"""`import`: reads what programs of installed systems print, and joins it to a scenario."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from model.commands.terminal import paragraph, table, write_json, wrong_option
from model.installed.files import read_files
from model.installed.output import LARGEST
from model.installed.reading import FileReading

SCHEMA = "ostimate.installed/1"


def run(options: argparse.Namespace) -> int:
    """Read the files; show what stands in them, or write it."""
    if options.files.count("-") > 1:
        raise wrong_option("FILE", "standard input ('-') can be read once")
    found = read_files((file, _piped() if file == "-" else None) for file in options.files)
    if options.json:
        write_json(_document(found), options.json)
    else:
        _show(found)
    return 0


def _piped() -> bytes:
    return sys.stdin.buffer.read(LARGEST + 1)


def _document(found: tuple[FileReading, ...]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "files": [
            {
                "file": one.file,
                "kind": one.reading.kind,
                "reading": one.reading.reading,
                "warnings": one.reading.warnings,
            }
            for one in found
        ],
        "scenario": None,
        "questions": [],
    }


def _show(found: tuple[FileReading, ...]) -> None:
    for one in found:
        rows = [(name, _text(value)) for name, value in one.reading.reading.items()]
        table((one.file, one.reading.kind), rows)
        for warning in one.reading.warnings:
            paragraph(f"! {warning}", "  ")
        print()


def _text(value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, list | tuple):
        return "; ".join(map(_text, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.items())
    return str(value)
