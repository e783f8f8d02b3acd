"""What no output says, and has to be asked."""

from __future__ import annotations

from model.records import dataclass


@dataclass(frozen=True)
class Question:
    """A field of the scenario that nobody but the user can fill, and the question for it."""

    path: str
    question: str
