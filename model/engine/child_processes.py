"""Processes that end with the one that started them, however that one ends."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait

PR_SET_PDEATHSIG = 1
"""Which signal the kernel sends a process when its parent dies (Linux, sys/prctl.h)."""


def end_with(parent: int, wait_for_end: Callable[[], object]) -> None:
    """End this process when its parent ends.

    On Linux the kernel does it, on the death of the thread that started this process. Elsewhere,
    and where the kernel refuses, a thread does it once `wait_for_end` returns.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent and os.name == "posix":  # it ended before the kernel was asked
        os._exit(1)
    threading.Thread(target=_end_after, args=(wait_for_end,), daemon=True).start()


def end_with_pool() -> None:
    """End this worker of a `ProcessPoolExecutor` with the process that has the pool."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with(parent.pid, lambda: wait([parent.sentinel]))


def run_in_spare_time() -> None:
    """Let this worker use only the processor time that its parent leaves, and end with it.

    The parent works as well: on a machine with too few free processors, workers would otherwise
    slow it down.
    """
    end_with_pool()
    if hasattr(os, "nice"):
        os.nice(10)


def _end_after(wait_for_end: Callable[[], object]) -> None:
    wait_for_end()
    os._exit(1)
