"""What is saved: scenarios, their versions, what each changed, and the way back to it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from model.answers.results import Results
from model.design.scenario import Scenario
from model.errors import InputError
from model.planning.loading import load_scenario
from store.differences import differences
from store.errors import StoreError
from store.place import VARIABLE
from store.versions import Saved, Version
from ui.base.elements import Cell, escaped, table
from ui.base.work import work
from ui.start import texts
from ui.state import drafts, origins, save_dialog, session


def draw(_: Results) -> None:
    """Draw the part."""
    try:
        store = drafts.store()
        saved = store.versions.newest()
    except StoreError as error:
        st.error(escaped(f"The store is unavailable: {error}"))
        return
    st.caption(escaped(texts.STORED_IN.format(place=store.place, variable=VARIABLE)))
    if not saved:
        st.info(texts.NO_SAVED_PLANS_YET)
        return
    heads = ("Scenario", "Version", "Saved by", "Date", "Reason")
    table(heads, "lrlll", [_row(one) for one in saved])
    by_name = {one.name: one for one in saved}
    name = st.selectbox("Scenario", list(by_name), key="saved scenario")
    st.button("Open", type="primary", on_click=open_newest, args=(name,), key="open saved")
    _versions(store.versions.of(name))


def newest() -> list[Saved]:
    """Give the newest version of each scenario that is saved; none, where nothing is kept."""
    try:
        return drafts.store().versions.newest()
    except StoreError:
        return []


def version_label(one: Saved) -> str:
    """Say which version it is."""
    why = f", {one.why}" if one.why else ""
    return f"{one.number}: {one.when}, {one.who or 'author unknown'}{why}"


def _row(one: Saved) -> tuple[str | Cell, ...]:
    when = f"{one.when} UTC" if one.at else one.when
    return (Cell(one.name, "strong"), str(one.number), one.who or "unknown", when, one.why)


def _versions(versions: list[Saved]) -> None:
    """Draw one version beside the one before, and what brings it back."""
    st.subheader("Versions")
    name = versions[0].name
    names = {one.number: version_label(one) for one in versions}
    number = st.selectbox(
        "Version", list(names), format_func=names.__getitem__, key="saved version"
    )
    get = drafts.store().versions.get
    chosen = get(name, number)
    scenario = _scenario(chosen)
    if number > 1:
        changed = differences(get(name, number - 1).text, chosen.text)
        called = partial(session.named_fields, scenario=scenario) if scenario else ", ".join
        save_dialog.compared(changed, f"Version {number - 1}", f"Version {number}", called)
        beside = "" if changed else "No differences. "
        beside += f"Files: {', '.join(chosen.files)}." if chosen.files else ""
        if beside:
            st.caption(escaped(beside))
    with st.container(horizontal=True):
        st.download_button(
            "Scenario (.yaml)", chosen.text, f"{name} {number}.yaml", on_click="ignore"
        )
        if number != versions[0].number:
            st.button(
                "Restore",
                icon=":material/restore:",
                on_click=_restore,
                args=(name, number, versions[0].number),
                help=texts.SAVES_COPY_AS_NEWEST,
                key="restore",
            )


def _scenario(version: Version) -> Scenario | None:
    """Read a version, to name what it has; if this program can't read it any more, say so."""
    text, files = version.text.encode(), version.files
    try:
        return load_scenario(version.about.name, text, origins.FILES, files, origins.catalog())
    except InputError as error:
        st.warning(escaped(f"{origins.unreadable(version, error)}."), icon=":material/warning:")
        return None


def open_newest(name: str) -> None:
    """Open the newest version; where this browser has a draft, that with what it is based on."""
    choice = f"{name}{origins.SAVED}"
    state = work()
    if choice in state.draft_choices or state.of(choice).whole:
        session.choose(choice)
        return
    try:
        session.open_saved(name)
    except (StoreError, InputError) as error:
        work().messages.failure = str(error).splitlines()[0]


def _restore(name: str, number: int, newest: int) -> None:
    state = work()
    try:
        versions = drafts.store().versions
        old = versions.get(name, number)
        who = save_dialog.saver()
        why = f"version {number} again"
        versions.save(name, old.text, files=old.files, who=who, why=why, based_on=newest)
        session.open_saved(name)
    except (StoreError, InputError) as error:
        state.messages.failure = str(error).splitlines()[0]
        return
    state.messages.success = texts.VERSION_IS_RESTORED.format(
        number=number, name=name, newest=newest + 1
    )
