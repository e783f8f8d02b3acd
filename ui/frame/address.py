"""What an address asks for and carries: a choice with its edits, or a link with a whole scenario.

What it asks for is opened at the first run. It never carries money, and a draft that is kept is
given up for it only if its owner says so.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from model.errors import InputError, shortened
from model.reading.documents import scalar
from store.errors import StoreError
from store.link import text_of
from ui.base import page_parts
from ui.base.fields import Field, Reader, Value
from ui.base.work import work
from ui.forms import optional_sections, text_fields
from ui.frame import texts
from ui.state import drafts, history, origins, session

AS_TEXT = ("text", "release", "figure")
"""The kinds of fields that hold a text even where it looks like a number: release 2.1."""
OVERVIEW = "Overview"
"""The part of *Needs* that a link opens first: the plan on one screen."""
SEVERAL = ", "
"""What stands between several words of one field."""
ALONE = ("calculator", "explorer")
"""The addresses of pages that need no scenario."""
APART = ("", "catalog", "validation", "units", "glossary", "calibration", *ALONE)
"""Those that open as they are, whatever this browser worked on last."""


def prepare(page: str = "") -> None:
    """Plan what is chosen; at the first run, what the address asks for.

    The address of a page that needs no scenario holds the fields of this page alone.
    """
    state = work()
    state.request.is_new_page = page != state.request.page
    if state.request.is_new_page:
        state.request.page, state.file.problems = page, ()
        state.request.leads_on = False
    if not state.choice:
        known = drafts.choices()
        state.draft_choices = [one for one in known if not origins.is_shipped(one)]
        requested = {"scenario", "plan"} & st.query_params.keys()
        last = "" if requested or page in APART else drafts.last()
        state.request.is_default = not requested and not last
        _begin(st.query_params.get("scenario", last or origins.FIRST))
    elif session.is_example() and not state.request.broken and page not in APART:
        _go_on_with_last()
    session.restore(state.choice)
    history.record(state.choice)
    session.sync()
    session.plan()
    if state.request.is_away:
        return  # the address stays as it is, to be asked for again
    if page in ALONE or session.is_example() or state.request.broken:
        for key in ("scenario", "edit"):
            st.query_params.pop(key, None)
        return
    if st.query_params.get("scenario") != state.choice:  # each assignment is a message
        st.query_params["scenario"] = state.choice
    shared = [f"{path}={value}" for path, value in shareable().items()]
    if shared != st.query_params.get_all("edit"):
        st.query_params["edit"] = shared


def _go_on_with_last() -> None:
    """Open what this browser worked on last, where the menu leads on from a page without a plan."""
    if last := drafts.last():
        work().request.is_default = False
        _begin(last)


def shareable() -> dict[str, str]:
    """Give the edits that an address may carry, as texts."""
    shaped = tuple(f"{top}." for top in session.shapes())  # an address has no sections
    return {
        path: SEVERAL.join(patch.new) if isinstance(patch.new, list) else str(patch.new)
        for path, patch in work().of(work().choice).whole.items()
        if patch.is_figure and not (patch.confidential or path.startswith(shaped))
    }


def _begin(wanted: str) -> None:
    """Choose what the address asks for, at the first run."""
    state = work()
    state.choice = origins.FIRST
    if (found := st.query_params.get("plan")) is not None:
        del st.query_params["plan"]
        _open_link(found)
        return
    known = origins.known(wanted)
    wanted = known or wanted
    try:
        if known:
            state.choice = known
        elif wanted.endswith(origins.SAVED):
            session.open_saved(wanted.removesuffix(origins.SAVED))
        elif into := drafts.settled(wanted):
            _begin(str(into["choice"]))  # another tab saved it, or put it aside
            return
        else:
            session.miss(_unknown(wanted))
            return
    except (StoreError, InputError) as error:
        session.give_up(wanted, error)
        return
    session.restore(state.choice)
    if state.choice != wanted:
        return
    requested = dict(text.partition("=")[::2] for text in st.query_params.get_all("edit"))
    if not drafts.is_changed(state.choice):
        _take_edits(requested)
        state.changes[state.choice] = state.of(state.choice).settled()
    elif requested and requested != shareable():
        state.request.edits = (
            requested  # a draft isn't given up for an address, unless its owner says so
        )


def _unknown(wanted: str) -> str:
    """Say that a scenario isn't there; most often, it is a user's file."""
    if "(from " in wanted:
        it = texts.FILES_ARE_STORED
        return texts.ISNT_AVAILABLE_OPEN.format(wanted=shortened(wanted), it=it)
    return texts.THERE_IS_NO_SCENARIO.format(wanted=shortened(wanted))


def _open_link(found: str) -> None:
    """Open the scenario of a link, or say why that can't be done."""
    state = work()
    try:
        text = text_of(found).encode()
        brought = origins.read("link", text)
    except StoreError as error:
        session.miss(str(error) if found else texts.ADDRESS_HOLDS_NO_PLAN)
        return
    except InputError as error:
        messages = [str(one).removeprefix("link:") for one in error.problems]
        lines = f" {messages[0]}" if len(messages) == 1 else "\n".join(("", *messages))
        session.miss(texts.SCENARIO_OF_THIS_LINK.format(lines=lines))
        return
    st.session_state.setdefault(page_parts.of_page("needs"), OVERVIEW)
    name = brought.scenario.name
    others = sum(one.startswith(f"{name} ({origins.LINKED}") for one in state.draft_choices)
    state.choice = f"{name} ({origins.LINKED}{f' {others + 1}' if others else ''})"
    state.uploads[state.choice] = brought


def take_requested() -> None:
    """Put the edits of the address in place of those that were kept."""
    history.record(work().choice)
    session.remove(shareable())
    _take_edits(work().request.edits)
    work().request.edits = {}


def keep_mine() -> None:
    """Leave the edits of the address out."""
    work().request.edits = {}


def _take_edits(asked: Mapping[str, str]) -> None:
    if not asked:
        return
    state = work()
    try:
        reader = Reader(origins.planned(session.base(), {}))
    except InputError:
        return
    fields = text_fields.everywhere(reader) | optional_sections.fields(reader.scenario, asked)
    state.request.unknown = [path for path in asked if path not in fields]
    for path in (path for path in asked if path in fields):
        field, text = fields[path], asked[path]
        if text or field.is_optional:
            state.memo.seeds[state.choice, path] = field.value
            session.edit(path, _read(field, text), is_optional=field.is_optional)


def _read(field: Field, text: str) -> Value:
    """Read an edit of an address as the field's widget gives it."""
    if field.kind == "several":
        return [one for one in text.split(SEVERAL) if one]
    words: dict[str, Value] = {str(word): word for word in field.choices}
    return words.get(text, text if not text or field.kind in AS_TEXT else scalar(text))
