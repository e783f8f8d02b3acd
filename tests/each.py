"""One test of many cases: each is tried, and all that fail are named together.

A law of some thousand formulas is one question. As so many tests it would take longer to be counted
and reported than to be asked; and its cases are found when it is asked, not when tests are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")
SHOWN = 20
"""Failures that are shown in full."""


def of_each(
    find: Callable[[], Iterable[Case]], said: Callable[[Case], str] = str
) -> Callable[[Callable[[Case], None]], Callable[[], None]]:
    """Let a test run for each case; it fails with the failures of all, each with its case."""

    def make(law: Callable[[Case], None]) -> Callable[[], None]:
        def test() -> None:
            failed, count = [], 0
            for case in find():
                count += 1
                try:
                    law(case)
                except Exception as error:
                    error.add_note(f"Case: {said(case)}")
                    failed.append(error)
            assert count, "a law of nothing would always hold"
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {count} cases", failed[:SHOWN])

        test.__name__, test.__doc__, test.__module__ = law.__name__, law.__doc__, law.__module__
        return test

    return make
