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

TITLES: dict[Status, str] = {
    "stated": "Stated",
    "assumed": "Assumed",
    "measured": "Measured",
    "calibrated": "Calibrated",
    "published": "Published",
    "catalog": "From the catalog",
    "price": "Published price",
    "listed": "List price",
    "quoted": "Quoted",
    "estimate": "Estimated",
    "withheld": "Withheld",
    "default": "Default",
    "constant": "Constant",
    "unknown": "Unknown",
}
SOURCES = ("document", "arithmetic", "definition", "assumption")
"""What a source can be: its text begins with one of these words."""


def reason_of(source: str) -> str:
    """Return the text of a source without the word for its kind.

    >>> reason_of("assumption: stages overlap")
    'stages overlap'
    """
    kind, separator, text = source.partition(": ")
    return text if separator and kind in SOURCES else source


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
        """One line for people: "Published: the talk, 2019 (scenarios/my.yaml, line 51)"."""
        reason = self.because or self.source
        place = _at_line(self.place)
        text = _of_kind(TITLES[self.status], reason)
        if not reason:
            return f"{text} in {place}" if place else text
        text = f"{text}: {reason_of(reason)}"
        if self.because and self.source:
            title = _of_kind("Source", self.source)
            text = f"{text.rstrip('.')}. {title}: {reason_of(self.source)}"
        return f"{text} ({place})" if place else text


def _of_kind(title: str, source: str) -> str:
    """Add the kind of a source to a title: "Default (assumption)"."""
    kind, separator, _ = source.partition(": ")
    return f"{title} ({kind})" if separator and kind in SOURCES else title


def _at_line(place: str) -> str:
    """Write "my.yaml:51:7" as "my.yaml, line 51"; a place without a line as it is."""
    file, _, position = place.partition(":")
    return f"{file}, line {position.partition(':')[0]}" if position else place


UNKNOWN = Provenance("unknown", because="not entered and not in the catalog")
OF_THE_PLAN = Provenance("constant", source="definition: set by the plan itself")
"""How constants without a default are known, such as the number of a year."""
