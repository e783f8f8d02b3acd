"""Whose turn it is: pages are made one after the other.

Python computes on one core however many ask. Fifty pages that are made at once are all ready at the
end; made in turn, each is ready as soon as it can be.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds after which a page is made beside another one that takes long."""

_turn = threading.Lock()
_mine = threading.local()
"""Whether this thread has it."""


def _take() -> None:
    _mine.turn = _turn.acquire(timeout=PATIENCE)


def _leave() -> None:
    if getattr(_mine, "turn", False):
        _mine.turn = False
        _turn.release()


@contextmanager
def turn() -> Iterator[None]:
    """Wait until no other page is being made, or for as long as a page should take at most."""
    _take()
    try:
        yield
    finally:
        _leave()


@contextmanager
def aside() -> Iterator[None]:
    """Let other pages be made while this one waits for something."""
    had_it = getattr(_mine, "turn", False)
    _leave()
    try:
        yield
    finally:
        if had_it:
            _take()
