"""What one user works on in one tab: choices, edits, and the results that the pages show.

All of it is one object of the session beside the widgets, so that each part has a type.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.answers.views.effects import Turn
from model.design.scenario import Scenario
from model.errors import Problem
from model.planning.plan import Plan
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
class Request:
    """What the address asks for, until something is chosen."""

    page: str = ""
    """The address of the page that is looked at."""
    is_new_page: bool = False
    """Whether another one was looked at before: what the address asks for goes first then."""
    is_default: bool = False
    """Whether it asks for nothing, nor did anybody choose: the pages open with an example."""
    edits: dict[str, str] = field(default_factory=dict)
    """Edits that would take the place of a draft."""
    unknown: list[str] = field(default_factory=list)
    """Paths that the scenario doesn't have."""
    broken: str = ""
    """Why what it asks for isn't shown, as a link that was cut."""
    is_away: bool = False
    """Whether that is so only as long as the store can't be used."""
    damaged_draft: str = ""
    """The choice of a draft that can't be opened."""
    leads_on: bool = False
    """Whether Start leads to the next page; until another page is reached, as a request that comes
    between may take the place of the one that leads there."""


@dataclass
class OpenedFile:
    """The file that was opened last."""

    opened: tuple[str, bytes] | None = None
    """Its name and text."""
    companions: dict[str, bytes] = field(default_factory=dict)
    """Files that it names."""
    name: str = ""
    """Its name, if it can't be opened."""
    problems: tuple[Problem, ...] = ()
    """Why; until something is chosen or changed, or another page is looked at."""


@dataclass
class Planned:
    """What the results were planned for, and what differs from those before."""

    choice: str = ""
    stamp: tuple[Any, ...] | None = None
    """None: they are to be planned again."""
    effect: str = ""
    """What the last edit did."""
    turns: tuple[Turn, ...] = ()
    """Which requirements it met or failed."""


@dataclass
class Stored:
    """What this tab knows of drafts in the store, by their choices."""

    synced: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Their items, as they were read or written last."""
    settled: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the draft before became: saved as what, or put aside."""
    base_versions: dict[str, int] = field(default_factory=dict)
    """The saved version that was changed."""


@dataclass
class Memo:
    """What was computed once."""

    seeds: dict[tuple[str, str], Any] = field(default_factory=dict)
    """What figures are without an edit, by choice and path."""
    shaped: dict[str, tuple[Scenario, Mapping[str, Any], Scenario]] = field(default_factory=dict)
    """Each scenario as it came, its sections that are patches, and the scenario with these."""
    hashes: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    """Hashes of files by their names, with the content that they are of."""
    of_plan: tuple[Plan | None, dict[str, Any]] = (None, {})
    """What was made of a plan, by names."""


@dataclass
class Messages:
    """What the next run tells."""

    success: str = ""
    """What was saved or opened."""
    failure: str = ""
    """Why something couldn't be done."""
    required_label: str = ""
    """The label of a box that was emptied just now, though a scenario can't leave its field out."""
    entry_errors: dict[str, str] = field(default_factory=dict)
    """Why what was entered just now is no edit, by the paths of the fields."""
    lost_edits: list[str] = field(default_factory=list)
    """Edits of tiers that another tab removed, in words."""
    draft_error: str = ""
    """Why the draft isn't kept; as long as it isn't."""
    conflict: tuple[str, Saved, str, str] | None = None
    """The choice, what somebody else saved, who saves here, and why; until that is settled."""
    closed: set[str] = field(default_factory=set)
    """Choices from links for which the message on what they left out was closed."""


@dataclass
class Work:
    """What a session holds."""

    choice: str = ""
    """The scenario that is chosen."""
    tier: str = ""
    """The tier that the pages show, where they show one."""
    browser: str = ""
    """The key by which the store knows this browser."""
    wishes: dict[str, str] | None = None
    """The text in the boxes of Start."""
    uploads: dict[str, Origin] = field(default_factory=dict)
    """Scenarios from elsewhere, by their choices: from a file, a link, the store, Start."""
    draft_choices: list[str] = field(default_factory=list)
    """Scenarios of which this browser has drafts."""
    changes: dict[str, Changes] = field(default_factory=dict)
    """What was changed of each scenario, by its choice."""
    results: Results | None = None
    """What the pages show."""
    problems: tuple[Problem, ...] = ()
    """Why they aren't those of the edits."""
    planned: Planned = field(default_factory=Planned)
    request: Request = field(default_factory=Request)
    file: OpenedFile = field(default_factory=OpenedFile)
    stored: Stored = field(default_factory=Stored)
    memo: Memo = field(default_factory=Memo)
    messages: Messages = field(default_factory=Messages)

    def of(self, choice: str) -> Changes:
        """Give what was changed of a scenario."""
        return self.changes.get(choice, NOTHING)

    def patch(self, choice: str, *patches: Patch) -> None:
        """Change a scenario."""
        self.changes[choice] = self.of(choice).patched(patches)


class _Run(threading.local):
    """The run of a page in this thread."""

    work: Work | None = None


_run = _Run()


@contextmanager
def cached_work() -> Iterator[None]:
    """Look up what the session works on once for a page, which asks for it hundreds of times."""
    _run.work = work()
    try:
        yield
    finally:
        _run.work = None


def work() -> Work:
    """Give what this session works on; before the first run, nothing."""
    if _run.work is not None:
        return _run.work
    try:
        held: Work = st.session_state[KEY]
    except KeyError:
        held = st.session_state[KEY] = Work()
    return held
