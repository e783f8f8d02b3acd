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
        stated, place = self._stated, _at_line(self.place)
        if not (self.because or self.source):
            return f"{stated} in {place}" if place else stated
        text = f"{stated.rstrip('.')}. {self._cited}" if self._cited else stated
        return f"{text} ({place})" if place else text

    @property
    def texts(self) -> tuple[str, ...]:
        """The same in up to two lines: how it is known and where it stands; the source of that."""
        if not self._cited:
            return (self.text,)
        place = _at_line(self.place)
        return (f"{self._stated} ({place})" if place else self._stated), self._cited

    @property
    def _stated(self) -> str:
        """How it is known, with the reason; without one, with the source."""
        reason = self.because or self.source
        text = _of_kind(TITLES[self.status], reason)
        return f"{text}: {reason_of(reason)}" if reason else text

    @property
    def _cited(self) -> str:
        """The source beside the reason; empty without either."""
        if not (self.because and self.source):
            return ""
        return f"{_of_kind('Source', self.source)}: {reason_of(self.source)}"


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
