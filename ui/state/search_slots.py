"""Which searches compute: a few at once, and each owner in turn.

A search pauses after a while if another one waits, and goes on when it is its turn again. So long
searches of one person don't block those of others.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

AT_ONCE = 2
"""Searches that compute at once."""
TURN = 2.0
"""Seconds that a search computes before it pauses for others."""
OFTEN = 0.2
"""Seconds between two questions whether a search that waits is still wanted."""
MOST = 200
"""Searches that have begun; more wait until one of them has ended."""


@dataclass(eq=False)
class Slot:
    """What a search computes in: whose it is, and since when it has it, if it does."""

    owner: str = ""
    since: float | None = None

    @property
    def is_running(self) -> bool:
        """Whether the search computes now."""
        return self.since is not None


class Slots:
    """The slots of a server, and who waits for one, in the order in which they came."""

    def __init__(self, count: int = AT_ONCE, turn: float = TURN) -> None:
        self.threads = ThreadPoolExecutor(MOST, thread_name_prefix="search")
        self._count, self._turn = count, turn
        self._changed = threading.Condition()
        self._running: list[Slot] = []
        self._waiting: list[Slot] = []

    def enter(self, slot: Slot, is_wanted: Callable[[], bool]) -> bool:
        """Wait for a slot; false: it isn't wanted any more."""
        with self._changed:
            return self._wait(slot, is_wanted)

    def pause(self, slot: Slot, is_wanted: Callable[[], bool]) -> bool:
        """Let others compute, if some wait and it has computed for its turn; as `enter`."""
        with self._changed:
            since = slot.since
            if self._waiting and since is not None and time.monotonic() - since >= self._turn:
                self._running.remove(slot)
                slot.since = None
                return self._wait(slot, is_wanted)
        return is_wanted()

    def leave(self, slot: Slot) -> None:
        """Give up a slot, if the search has one."""
        with self._changed:
            if slot in self._running:
                self._running.remove(slot)
                slot.since = None
                self._fill()

    def _wait(self, slot: Slot, is_wanted: Callable[[], bool]) -> bool:
        self._waiting.append(slot)
        self._fill()
        while slot.since is None and is_wanted():
            self._changed.wait(OFTEN)
        if slot.since is None:
            self._waiting.remove(slot)
        return slot.since is not None

    def _fill(self) -> None:
        """Give free slots to those whose owners have the fewest, and who came first."""
        while self._waiting and len(self._running) < self._count:
            has = Counter(slot.owner for slot in self._running)
            slot = min(self._waiting, key=lambda one: has[one.owner])
            self._waiting.remove(slot)
            self._running.append(slot)
            slot.since = time.monotonic()
        self._changed.notify_all()
