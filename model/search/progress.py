"""Whether a search goes on: until a time, and as long as somebody who is told of it wants it to."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from model.records import dataclass

Progress = Callable[[float, float | None], bool]
"""Told the share that is done and the best figure; False: stop."""


class StoppedError(Exception):
    """A search was stopped before it knew what it searches."""


@dataclass(slots=True)
class Watch:
    """When to stop: at a time, or when somebody says so.

    The time that whoever is told takes to answer doesn't count: a search may be paused so.
    What is told is a share of all: parts of the work say their place in it by `first` and `share`.
    """

    until: float = np.inf
    progress: Progress | None = None
    stopped: bool = False
    first: float = 0.0
    share: float = 1.0
    paused: float = 0.0
    """Seconds that whoever is told took to answer."""

    def now(self) -> float:
        """Give a time in seconds that stands still during pauses."""
        return time.monotonic() - self.paused

    def goes_on(self, done: float, best: float | None) -> bool:
        """Say whether to go on."""
        if self.stopped:
            return False
        told = self.progress is None or self._tells(done, best)
        self.stopped = not told or time.monotonic() > self.until
        return not self.stopped

    def within(self) -> Watch:
        """Give one for a part of the work that has parts itself, and stops with it."""
        return Watch(self.until, self._tells if self.progress else None, self.stopped)

    def _tells(self, done: float, best: float | None) -> bool:
        assert self.progress is not None
        asked = time.monotonic()
        goes_on = self.progress(self.first + done * self.share, best)
        pause = time.monotonic() - asked
        self.until += pause
        self.paused += pause
        return goes_on

    def at(self, n: int, of: int) -> None:
        """Say that the part of a number begins, of so many."""
        self.first, self.share = n / of, 1 / of
