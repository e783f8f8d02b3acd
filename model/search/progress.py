"""Progress and cancellation of a search: by a time limit, or by a callback."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from model.records import dataclass

Progress = Callable[[float, float | None], bool]
"""Callback for the share done and the best figure; stops the search if it returns False."""


class StoppedError(Exception):
    """The search was stopped before its designs were known."""


@dataclass(slots=True)
class Watch:
    """Time limit and callback of a search.

    The time spent in the callback doesn't count, so that it may pause a search. Parts of the work
    report their progress by `first` and `share` of the whole.
    """

    until: float = np.inf
    progress: Progress | None = None
    stopped: bool = False
    first: float = 0.0
    share: float = 1.0
    paused: float = 0.0
    """Total time spent in the callback, in seconds."""

    def now(self) -> float:
        """Return a time in seconds that excludes the time in the callback."""
        return time.monotonic() - self.paused

    def goes_on(self, done: float, best: float | None) -> bool:
        """Report the progress; return whether to continue."""
        if self.stopped:
            return False
        may_go_on = self.progress is None or self._tells(done, best)
        self.stopped = not may_go_on or time.monotonic() > self.until
        return not self.stopped

    def within(self) -> Watch:
        """Return a watch for a part of the work that has its own parts, and stops with it."""
        return Watch(self.until, self._tells if self.progress else None, self.stopped)

    def _tells(self, done: float, best: float | None) -> bool:
        assert self.progress is not None
        now = time.monotonic()
        goes_on = self.progress(self.first + done * self.share, best)
        pause = time.monotonic() - now
        self.until += pause
        self.paused += pause
        return goes_on

    def at(self, n: int, of: int) -> None:
        """Report the start of a part, by its index and the number of parts."""
        self.first, self.share = n / of, 1 / of
