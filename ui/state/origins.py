"""Scenarios as they come: with the program, from a file, from the store; and the plan of one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from model.answers.results import Results, evaluate
from model.design.scenario import Scenario, with_new_parts
from model.errors import InputError, Place, Problem
from model.parts.catalog import Catalog, load_catalog
from model.planning.loading import edited, load_scenario
from model.reading.documents import LARGEST_SOURCE
from store.errors import StoreError
from store.link import Published, published_of
from store.versions import Version
from ui.base.work import Origin, work
from ui.state import drafts, texts

FOLDER = Path(__file__).resolve().parents[2] / "scenarios"
FILES = Path(os.path.relpath(FOLDER))
"""The same as seen from here: where files that a scenario names are, an uploaded one's too."""
KINDS = {
    "": "",
    "templates": " (template)",
    "tenders": " (tender)",
    "whole": " (with racks and prices)",
    "first": " (empty plan)",
}
"""Folders of scenarios that can be chosen, and what is said beside the name of one from there."""
MEASURED = "measured"
"""The folder of systems that are validated: an address opens them, menus would be too long."""
FIRST = "astra"
LARGEST_MB = LARGEST_SOURCE // 1_000_000
SAVED, LINKED = drafts.SAVED, "from a link"
"""How a choice ends that was opened from the store, and where one came from that a link held."""


Offered = Mapping[str, Mapping[str, bytes]]
"""Files of quotes and price books, by the field of the economics that names them."""
TENDER = ("tender", "bids", "terms", "results", "protocol", "tables")
OF_TENDER = (*TENDER, *(f"example-{kind}" for kind in TENDER))
"""In place of such a field: files of a tender, which no plan reads, and those of an example."""
BESIDE = "beside"
"""In place of such a field: files that other fields of the scenario name, as past usage."""


@st.cache_resource(max_entries=1)
def catalog() -> Catalog:
    """Give the catalog; parts are read when a plan first needs them."""
    return load_catalog(needs=())


@st.cache_resource(max_entries=64, show_spinner=False)
def shipped(name: str) -> Origin:
    """Read a scenario that comes with the program.

    Raises
    ------
    InputError
        If none of this name does.
    """
    file = FOLDER / f"{name}.yaml"
    if not file.is_file():
        raise _gone(name)
    text = file.read_bytes()
    return Origin(text, load_scenario(f"scenarios/{name}.yaml", text, FILES))


def _gone(choice: str) -> InputError:
    return InputError([Problem(Place(choice), "", texts.NO_LONGER_STORED)])


@st.cache_resource(show_spinner=False)
def _published() -> Published:
    return published_of(shipped(name).scenario.data for name in _shipped_names())


def published(choice: str) -> Published:
    """Give what is no secret of a choice: what says why and comes with the program, as it does."""
    own = [shipped(choice).scenario.data] if is_shipped(choice) else []
    return _published() | published_of(own, bare=True)


def read(name: str, text: bytes, files: Mapping[str, bytes] | None = None) -> Origin:
    """Read a scenario that a user brings with its files, and see that it can be planned."""
    scenario = load_scenario(name, text, FILES, files or {}, catalog())
    planned(scenario, {})
    return Origin(text, scenario)


def planned(
    scenario: Scenario, changes: Mapping[str, Any], offered: Offered | None = None
) -> Results:
    """Plan a scenario with some figures changed, and with the quotes and price books of a user.

    What is the same in the plan that the pages show is taken over from it.

    Raises
    ------
    InputError
        With everything that is wrong.
    """
    before = work().results
    if not changes and not offered:
        return evaluate(scenario, catalog(), before=before)
    whole = with_new_parts(scenario, changes)
    files: dict[str, bytes] = {}
    for field, brought in (offered or {}).items():
        if field != BESIDE:
            whole[f"economics.{field}"] = [*getattr(scenario.economics, field), *brought]
        files |= brought
    return evaluate(edited(scenario, whole, catalog(), files), catalog(), before=before)


def by_its_name(problem: Problem, names: Iterable[str]) -> Problem:
    """Name a file that a user brought as the user does; no folder here is the user's."""
    places = {str(FILES / name): name for name in names}
    name = places.get(problem.place.file, problem.place.file)
    return replace(problem, place=replace(problem.place, file=name))


def choices() -> list[str]:
    """Name the scenarios that can be chosen: those that come with the program, then the user's."""
    state = work()
    opened = [state.choice] * is_measured(state.choice)
    found = [*_shipped_names(), *opened, *state.uploads, *state.draft_choices]
    return list(dict.fromkeys(found))


def known(wanted: str) -> str:
    """Give a choice as it is written that an address names in upper or lower case; or nothing."""
    names = dict.fromkeys([wanted] * (wanted in choices()) + [*choices(), *_names_in(MEASURED)])
    return next((one for one in names if one.casefold() == wanted.casefold()), "")


def is_measured(choice: str) -> bool:
    """Tell whether a scenario is that of a system that was measured."""
    return choice in _names_in(MEASURED)


def _shipped_names() -> list[str]:
    return [name for folder in KINDS for name in _names_in(folder)]


@st.cache_resource(show_spinner=False)
def shipped_titles() -> frozenset[str]:
    """Return the titles of the scenarios that come with the program."""
    return frozenset(shipped(name).scenario.title for name in _shipped_names())


def _names_in(folder: str) -> list[str]:
    files = sorted((FOLDER / folder).glob("*.yaml"))
    return [file.relative_to(FOLDER).with_suffix("").as_posix() for file in files]


def title(choice: str) -> str:
    """Name a choice as people do."""
    if choice in work().uploads or choice in work().draft_choices:
        return choice
    try:
        folder = choice.rpartition("/")[0]
        return shipped(choice).scenario.name + KINDS.get(folder, f" ({folder})")
    except InputError:
        return choice


def word(choice: str, name: str) -> str:
    """Say where a choice came from: what its title has beside the name of its scenario."""
    return title(choice).removeprefix(name).strip(" ()")


def origin(choice: str) -> Origin:
    """Give the scenario of a choice as it came.

    Raises
    ------
    StoreError
        If the store can't give it.
    InputError
        If it can't be read any more.
    """
    uploads = work().uploads
    if choice in work().draft_choices and choice not in uploads:
        take_draft(choice)
    return uploads[choice] if choice in uploads else shipped(choice)


def is_shipped(choice: str) -> bool:
    """Tell whether a scenario comes with the program."""
    return (FOLDER / f"{choice}.yaml").is_file() and choice not in work().uploads


def take_saved(name: str, number: int | None) -> str:
    """Take a version of a saved scenario over; give the choice that it is.

    Raises
    ------
    StoreError
        If the store can't give it, or it can't be read or planned any more.
    """
    version = drafts.store().versions.get(name, number)
    text = version.text.encode()
    try:
        scenario = load_scenario(name, text, FILES, version.files or None, catalog())
        planned(scenario, {})
    except InputError as error:
        raise StoreError(unreadable(version, error)) from None
    choice = f"{name}{SAVED}"
    work().uploads[choice] = Origin(text, scenario)
    work().stored.base_versions[choice] = version.about.number
    drafts.meet(choice)
    return choice


def unreadable(version: Version, error: InputError) -> str:
    """Say why a version can't be opened, and what to do."""
    name, number = version.about.name, version.about.number
    why = str(error.problems[0]).removeprefix(f"{name}:")
    before = texts.RESTORE_ONE_BEFORE if number > 1 else ""
    return texts.VERSION_CANT_BE_OPENED.format(number=number, name=name, why=why, before=before)


def take_draft(choice: str, based: int | None = None) -> None:
    """Take over the draft of a scenario, once; `based` is the version where no draft says one.

    Raises
    ------
    StoreError
        If the store can't give it.
    InputError
        If it can't be read any more, or its file isn't kept.
    """
    state = work()
    if choice in state.stored.synced:
        return
    state.stored.synced[choice] = {}
    drafts.meet(choice)
    has_edits = drafts.is_changed(choice) or choice in state.uploads
    if has_edits and choice not in state.stored.base_versions:
        return  # it came into this tab just now, as it is
    try:
        take_files(choice)
        if choice.endswith(SAVED) and choice not in state.uploads:
            take_saved(choice.removesuffix(SAVED), state.stored.base_versions.get(choice, based))
        if choice not in state.uploads and not is_shipped(choice):
            raise _gone(choice)
    except StoreError:
        if choice not in state.uploads and not is_shipped(choice):
            del state.stored.synced[choice]  # whoever asks again is told again
            raise
    except InputError:
        del state.stored.synced[choice]
        raise


def take_files(choice: str) -> None:
    """Take over a draft as the store has it: edits, quotes, and the scenario that was brought."""
    text, beside = drafts.restore(choice)
    if text is not None:
        name = choice.rpartition("(from ")[2].partition(")")[0]
        scenario = load_scenario(name, text, FILES, beside, catalog())
        work().uploads[choice] = Origin(text, scenario)
