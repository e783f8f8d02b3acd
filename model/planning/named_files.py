"""Files named in a scenario, next to it or uploaded with it."""

from __future__ import annotations

from pathlib import Path

from model.design.scenario import Scenario
from model.errors import InputError, Place, Problem
from model.reading.documents import LARGEST_SOURCE
from model.reading.files import beside, contents
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """A file named in a scenario: its location, the field, and its contents if uploaded."""

    path: Path
    place: Place
    field: str
    brought: bytes | None = None
    is_upload: bool = False
    """Whether files are uploaded, so that a missing one must be uploaded, too."""
    kind: str = "CSV"
    """Expected kind of file."""

    def content(self) -> bytes:
        """Return the contents of the file.

        Raises
        ------
        InputError
            If the file can't be read.
        """
        if self.brought is not None:
            return self.brought
        try:
            return contents(self.path, LARGEST_SOURCE)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            what = f"'{self.path}' can't be read ({reason}): give the path of a {self.kind} file"
            if self.is_upload:
                name = self.path.name
                what = f"'{name}' is missing: open it with the scenario, as a {self.kind} file"
            raise InputError([Problem(self.place, self.field, what)]) from None


def named(scenario: Scenario, name: str, at: str, kind: str = "CSV") -> Named:
    """Return a file named in the scenario: from the uploaded ones, or from its folder."""
    keys = tuple(int(key) if key.isdecimal() else key for key in at.split("."))
    place, files = scenario.place(keys), scenario.files_beside
    path = beside(scenario.folder, name, place, at, "scenario")
    return Named(path, place, at, (files or {}).get(path.name), files is not None, kind)
