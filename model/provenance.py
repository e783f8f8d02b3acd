"""Where a figure comes from, so that whoever reads it can judge it."""

from __future__ import annotations

from typing import Literal

from model.records import dataclass

Status = Literal[
    "stated",
    "assumed",
    "measured",
    "calibrated",
    "published",
    "catalog",
    "price",
    "listed",
    "quoted",
    "estimate",
    "withheld",
    "default",
    "constant",
    "unknown",
]


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a figure is known: its status, source and reason, the place where it was written.

    `field` is the path in the scenario that an edit changes; `part` and `figure` name the catalog's
    part and its figure, where it comes from there, `role` the piece of the tier that the part is:
    drives and cache may be of one part; `date` is when a price was seen.
    """

    status: Status
    source: str = ""
    because: str = ""
    place: str = ""
    field: str = ""
    part: str = ""
    figure: str = ""
    date: str = ""
    role: str = ""

    @property
    def text(self) -> str:
        """One line for people."""
        words = [self.status, self.because, self.source, self.place]
        return "; ".join(word for word in words if word)


UNKNOWN = Provenance("unknown", because="not entered and not in the catalog")
