"""A guard against readers that hang: what isn't done in a minute isn't linear."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 60
"""Far more than any of these inputs takes, and far less than what they once took."""


@contextmanager
def patience(seconds: float = SECONDS) -> Iterator[None]:
    """Fail where what is inside doesn't end."""

    def give_up(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
