"""Which scenario is worked on: one that comes with the program, a saved one, or a file."""

from __future__ import annotations

import streamlit as st

from model.reading.tables import TABLES
from ui.base.elements import escaped
from ui.base.uploaded_files import files_in
from ui.base.work import work
from ui.frame import texts
from ui.state import drafts, origins, session, uploads

KEPT, BESIDE = "uploaded", "files beside"


def choice() -> None:
    """Let the user choose a scenario."""
    key = "chosen scenario"
    st.session_state[key] = work().choice
    titles = {choice: origins.title(choice) for choice in origins.choices()}
    st.selectbox(
        "Scenario",
        list(titles),
        key=key,
        format_func=titles.__getitem__,
        on_change=_choose,
        args=(key,),
        help=texts.EXAMPLE_SYSTEMS,
    )


def _choose(key: str) -> None:
    """Take another scenario; a menu that shuts reports the one that is chosen already, too."""
    if st.session_state[key] != work().choice:
        session.choose(st.session_state[key])


def file(where: str = "") -> None:
    """Let the user open a file, with those that it names; there may be several such places."""
    kept, beside = f"{KEPT}{where}", f"{BESIDE}{where}"
    st.file_uploader(
        texts.SCENARIO_FILE_YAML.format(largest_mb=origins.LARGEST_MB),
        type=["yaml", "yml"],
        max_upload_size=origins.LARGEST_MB,
        key=kept,
        on_change=_take_over,
        args=(kept,),
    )
    if unopened := work().file.name:
        stays = "" if work().request.broken else f"; {origins.title(work().choice)} stays selected"
        st.error(escaped(f"{unopened} can't be opened{stays}."))
    st.file_uploader(
        texts.CSV_FILES_REFERENCED,
        type=list(TABLES),
        accept_multiple_files=True,
        max_upload_size=origins.LARGEST_MB,
        key=beside,
        on_change=_bring,
        args=(beside,),
    )
    st.caption(texts.STORED_AS_DRAFT.format(how_long=drafts.HOW_LONG))


def broken(*, with_doors: bool) -> None:
    """Say why what was asked for can't be opened; in place of figures stand doors to others."""
    why, *problems = work().request.broken.splitlines()
    lines = "".join(f"\n- {escaped(one)}" for one in problems)
    message = escaped(f"{why[:1].upper()}{why[1:]}{'' if problems else '.'}")
    st.error(f"{message}{lines}", icon=":material/link_off:")
    if work().request.is_away:
        st.button("Try again", icon=":material/refresh:", type="primary", on_click=_ask_again)
    if not with_doors:
        return
    st.page_link("ui/pages/start.py", label="Go to Start", icon=":material/add_circle:")
    if work().request.damaged_draft in drafts.choices():
        st.button(texts.DISCARD_REST, icon=":material/delete:", on_click=_discard)
    with st.expander("Open your own scenario", expanded=True):
        file(" in place of a link")


def _ask_again() -> None:
    """Begin once more with what the address asks for."""
    drafts.try_again()
    session.choose("")


def _discard() -> None:
    """Forget a draft that can't be opened, and begin as without it."""
    drafts.discard(work().request.damaged_draft)
    session.choose("")


def _take_over(key: str) -> None:
    if st.session_state[key] is None:
        work().file.opened, work().file.name = None, ""
        session.plan_anew()
    for file in files_in(key):
        uploads.upload(file.name, file.getvalue())


def _bring(key: str) -> None:
    uploads.bring({file.name: file.getvalue() for file in files_in(key)})
