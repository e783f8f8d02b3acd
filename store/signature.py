"""What a saved plan is signed with in reports, workbooks, statements, links and file names.

A plan keeps the title, version, author and date that its planner wrote into it. Those that are
missing follow from the saved version; a title that came with the program says nothing of this plan.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from model.design.scenario import Scenario
from model.reading.fields import LONGEST_NAME, NAME
from store.versions import Saved

UNSAVED = ", with unsaved edits"
"""What the version of a plan says that was edited since it was saved."""
FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
"""Characters that some system doesn't allow in the name of a file."""


def signature(
    scenario: Scenario, saved: Saved, shipped: Collection[str], *, is_edited: bool = False
) -> dict[str, Any]:
    """Return the fields that follow from the saved version.

    The date is left out where no price date is written, because it would take its place.

    Parameters
    ----------
    scenario
        The plan.
    saved
        The version that was opened or saved last.
    shipped
        Titles that come with the program.
    is_edited
        Whether the plan has edits that aren't in that version.
    """
    fields: dict[str, Any] = {}
    if len(saved.name) <= LONGEST_NAME and re.fullmatch(NAME, saved.name):
        fields["name"] = saved.name
    if not scenario.title or scenario.title in shipped:
        fields["title"] = saved.name
    if not scenario.version:
        fields["version"] = f"{saved.number}{UNSAVED if is_edited else ''}"
    if not scenario.author and saved.who:
        fields["author"] = saved.who
    if scenario.date is None and saved.at and scenario.economics.price_date:
        fields["date"] = saved.at.date()
    return {path: value for path, value in fields.items() if scenario.written_at(path) != value}


def file_stem(name: str, number: int | None = None, *, is_edited: bool = False) -> str:
    """Return the name of a file for a plan, without its ending.

    >>> file_stem("Ostsee: scratch/2027", 3), file_stem("Mine", 3, is_edited=True)
    ('Ostsee_ scratch_2027 3', 'Mine 3 edited')
    """
    edited = " edited" if is_edited else ""
    stem = FORBIDDEN.sub("_", name).strip(" .") or "plan"
    return stem if number is None else f"{stem} {number}{edited}"
