"""What one user works on in one tab: choices, edits, and the results that the pages show.

All of it is one object of the session beside the widgets, so that each part has a type. Streamlit
goes through all keys of a session for each box that it draws: the fewer, the faster.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.answers.views.effects import Turn
from model.design.scenario import Scenario
from model.errors import Problem
from store.patches import Changes, Patch
from store.versions import Saved

KEY = "work"
NOTHING = Changes()


@dataclass(frozen=True)
class Origin:
    """A scenario as it came: its text, and what was read from it."""

    text: bytes
    scenario: Scenario


@dataclass
class Work:
    """What a session holds; of most things, by the scenario that they are of."""

    choice: str = ""
    """The scenario that is chosen."""
    unchosen: bool = False
    """Whether nobody chose it: the pages open with one."""
    tier: str = ""
    """The tier that the pages show, where they show one."""
    browser: str = ""
    """The key by which the store knows this browser."""

    uploads: dict[str, Origin] = field(default_factory=dict)
    """Scenarios that came from elsewhere: a file, a link, the store, the first page."""
    kept: list[str] = field(default_factory=list)
    """Scenarios of which this browser has drafts."""
    brought: tuple[str, bytes] | None = None
    """The name and text of a file that is to be opened."""
    beside: dict[str, bytes] = field(default_factory=dict)
    """Files that this one names."""
    unopened: str = ""
    """The name of a file that can't be opened."""
    unread: tuple[Problem, ...] = ()
    """What is wrong with it; until something is chosen or changed, or another page is looked at."""
    page: str = ""
    """The address of the page that is looked at."""

    changes: dict[str, Changes] = field(default_factory=dict)
    """What was changed of each scenario."""
    seeds: dict[tuple[str, str], Any] = field(default_factory=dict)
    """What figures are without an edit, by choice and path."""
    based: dict[str, int] = field(default_factory=dict)
    """Which version of what is saved the edits are of."""
    shaped: dict[str, tuple[Scenario, Mapping[str, Any], Scenario]] = field(default_factory=dict)
    """Each scenario as it came, its sections that are patches, and the scenario with these."""

    results: Results | None = None
    """What the pages show."""
    planned_choice: str = ""
    stamp: tuple[Any, ...] | None = None
    """What the results were planned for."""
    problems: tuple[Problem, ...] = ()
    effect: str = ""
    """What the last edit did."""
    turns: tuple[Turn, ...] = ()
    """Which requirements it won or lost."""

    synced: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What of a draft is in the store."""
    settled: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the draft before that one became: saved as what, or put aside."""
    hashes: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    """Of files that were hashed already."""
    wishes: dict[str, str] | None = None
    """What stands in the boxes of the first page."""

    asked: dict[str, str] = field(default_factory=dict)
    """Edits of an address that would take the place of a draft."""
    unknown: list[str] = field(default_factory=list)
    """Paths in an address that this scenario doesn't have."""
    needed: str = ""
    """The label of a box that was emptied just now, though a scenario can't leave its field out."""
    untaken: dict[str, str] = field(default_factory=dict)
    """What was entered just now and no file can hold: why, by the paths of its fields."""
    broken: str = ""
    """Why what was asked for isn't shown, as a link that was cut; until something is chosen."""
    closed: set[str] = field(default_factory=set)
    """Choices from links of which it isn't said any more what they left out."""
    is_away: bool = False
    """Whether that is so only as long as the store can't be used."""
    left: str = ""
    """The choice of a draft that is shown as little, for it can't be opened."""
    gone: list[str] = field(default_factory=list)
    """Edits of tiers that another tab removed, in words."""
    conflict: tuple[str, Saved, str, str] | None = None
    """The choice, what somebody else saved, who saves here, and why."""
    said: str = ""
    """What came of saving or opening."""
    refused: str = ""
    """Why that can't be done."""
    unkept: str = ""
    """Why the draft isn't kept."""

    def of(self, choice: str) -> Changes:
        """Give what was changed of a scenario."""
        return self.changes.get(choice, NOTHING)

    def patch(self, choice: str, *patches: Patch) -> None:
        """Change a scenario."""
        self.changes[choice] = self.of(choice).patched(patches)


def work() -> Work:
    """Give what this session works on; before the first run, nothing."""
    try:
        held: Work = st.session_state[KEY]
    except KeyError:
        held = st.session_state[KEY] = Work()
    return held
