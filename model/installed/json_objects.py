"""What is inside a JSON document, whatever its form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def objects(thing: Any) -> Iterator[dict[str, Any]]:
    """Return each object inside, outer ones first, in their order."""
    stack = [thing]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            yield one
            stack += reversed(list(one.values()))
        elif isinstance(one, list):
            stack += reversed(one)


def mapping(thing: Any) -> dict[str, Any]:
    """Return a mapping; an empty one for any other value."""
    return thing if isinstance(thing, dict) else {}


def items(thing: Any) -> list[Any]:
    """Return a list; an empty one for any other value."""
    return thing if isinstance(thing, list) else []


def text(thing: Any) -> str:
    """Return a text; an empty one for any other value."""
    return thing if isinstance(thing, str) else ""
