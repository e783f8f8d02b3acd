"""The window model of data loss: failures beyond parity within one rebuild time."""

from __future__ import annotations

import math


def window_loss_time(drives: int, tolerated: int, failure_rate: float, window: float) -> float:
    """Return the mean time to data loss of one group by Backblaze's window.

    A group is lost if more drives than it tolerates fail within one window of time; windows follow
    each other and are independent. Failures across the end of a window aren't seen, so this model
    says less than the chain of failures and rebuilds; it is for comparison only.

    Parameters
    ----------
    drives, tolerated
        Drives of the group, and how many of them may fail.
    failure_rate
        Failures of a drive per second.
    window
        Time to detect a failure and to rebuild, in seconds.

    Returns
    -------
    float
        Seconds.

    References
    ----------
    Backblaze, Durability calculates at 99.999999999 %, 2018; github.com/Backblaze/
    erasure-coding-durability.

    Examples
    --------
    >>> round(window_loss_time(2, 1, 1e-6, 1000.0))  # 1000 s / p^2, with p = 1 - exp(-0.001)
    1000999917
    """
    fails = -math.expm1(-failure_rate * window)
    works = math.exp(-failure_rate * window)
    lost = math.fsum(
        math.comb(drives, failed) * fails**failed * works ** (drives - failed)
        for failed in range(tolerated + 1, drives + 1)
    )
    return window / -math.log1p(-lost) if lost < 1 else 0.0
