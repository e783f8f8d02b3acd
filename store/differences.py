"""Differences between two versions of a scenario, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from model.errors import InputError
from model.reading.documents import read_document


@dataclass(frozen=True)
class Difference:
    """One field with both values; empty where it was missing."""

    path: str
    before: str
    after: str


def differences(before: str, after: str) -> list[Difference]:
    """Compare the values of two YAML texts, regardless of comments and order."""
    old, new = (dict(_leaves(_read(text))) for text in (before, after))
    paths = list(dict.fromkeys([*new, *old]))
    return [
        Difference(path, old.get(path, ""), new.get(path, ""))
        for path in paths
        if old.get(path) != new.get(path)
    ]


def _read(text: str) -> Any:
    try:
        return read_document(text, "").data
    except InputError:  # of a version that no program reads any more, the text is one field
        return {"text": text}


def _leaves(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict | list) and data:
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            # What stands beside a figure says why; the figure itself goes by the field's name.
            below = path if key == "value" and isinstance(data, dict) else f"{path}.{key}"
            yield from _leaves(value, below.strip("."))
    else:
        yield path, "" if data is None else str(data)
