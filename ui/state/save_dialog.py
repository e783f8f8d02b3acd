"""Saving and sharing: a version in the store, a link in the clipboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count

import streamlit as st

from model.errors import InputError
from model.planning.loading import load_scenario
from store.differences import Difference, differences
from store.errors import StoreError
from store.link import Link, link
from store.names import LONGEST_NAME
from store.versions import ConflictError, Saved
from ui.base.elements import Cell, escaped, icon_only, table
from ui.base.work import work
from ui.state import drafts, history, origins, session, signatures, texts

NAME, WHO, WHY, OTHER = "saved name", "saved by", "saved because", "saved under another name"
MENU = "menu is open"
"""Whether the menu that saves and shares is open."""
MOST_SHOWN = 60
"""Fields that differ, of those that are shown."""
OPENS = "needs"
"""The page that a link opens."""
COPIED = "link is copied"
ASKED = "link of"
"""Of which scenario a link was asked for."""


def draw() -> None:
    """Draw what saves and shares."""
    with st.expander("Save and share", icon=":material/save:", key="save and share"):
        problem = drafts.problem()
        if problem:
            st.error(escaped(f"Not stored: {problem}"))
        else:
            _form()
        _link()
        if not problem:
            # Last: until its code is there its place is higher, and what stands below it moves
            # from under a pointer that is pressed just then.
            st.page_link(
                "ui/pages/start.py", label="All saved plans", icon=":material/inventory_2:"
            )


def tell() -> None:
    """Say what came of saving; a conflict stays in sight until it is settled."""
    state = work()
    if state.messages.conflict is not None and state.messages.conflict[0] == state.choice:
        _conflict(*state.messages.conflict[1:])
    _outcome()


def _outcome() -> None:
    """Say once what was done: beside the button where that is in sight, else above the page.

    A page that only leads to the next one doesn't say it: nobody would see it.
    """
    state = work()
    if state.messages.success and not state.request.leads_on:
        st.success(escaped(state.messages.success), icon=":material/check:")
        state.messages.success = ""


def button() -> None:
    """Draw what saves by one click, under the name that there is; a word where that is due."""
    problem = bool(work().problems or drafts.problem())
    with st.container(width="content") if _is_unsaved() else icon_only("save"):
        st.button(
            "Save",
            key="save at once",
            icon=":material/save:",
            type="tertiary",
            on_click=_save_at_once,
            disabled=problem,
            help="Save a new version" if not problem else "Can't be saved",
        )


def _is_unsaved() -> bool:
    """Tell whether anything of what is chosen is in no version."""
    state, choice = work(), work().choice
    is_own = choice in state.uploads and choice not in state.stored.base_versions
    return is_own or drafts.is_changed(choice)


def _save_at_once() -> None:
    if _is_up_to_date():
        _save_as(signatures.name(), saver(), "")


def saver() -> str:
    """Name who saves: as it stands in the box, or as before."""
    return str(st.session_state.get(WHO) or _me())


def _form() -> None:
    choice = work().choice
    st.text_input("Name", signatures.name(), key=f"{NAME} {choice}", max_chars=100)
    st.text_input("Saved by", _me(), key=WHO, max_chars=100)
    st.text_input("Reason", key=f"{WHY} {choice}", max_chars=1000)
    st.button(
        "Save",
        type="primary",
        icon=":material/save:",
        on_click=_save,
        key="save",
        disabled=bool(work().problems),
        help=texts.SAVES_NEW_VERSION_OLDER,
    )
    _outcome()


def _me() -> str:
    """Name who sits there: as a sign-in says, or as was last said in this browser."""
    known = st.user.to_dict() if st.user else {}
    return str(known.get("name") or known.get("email") or drafts.me())


def _save() -> None:
    state, choice = st.session_state, work().choice
    drafts.keep_me(state[WHO])
    if _is_up_to_date():
        _save_as(state[f"{NAME} {choice}"], state[WHO], state[f"{WHY} {choice}"])


def _is_up_to_date() -> bool:
    """Take over what other tabs made of this: what is saved is what all of them show.

    What comes of it is told where it isn't saved: another tab saved it, or it can't be planned.
    """
    history.record(work().choice)
    if session.sync(anew=True):
        return False
    session.plan()
    return not work().problems


def _save_as(called: str, who: str, why: str) -> None:
    """Save what is chosen under a name: on top of the version that was opened, if it is that."""
    state = work()
    name = " ".join(called.split())
    same = state.choice == f"{name}{origins.SAVED}"
    save(
        name,
        who,
        why,
        state.stored.base_versions[state.choice]
        if same and state.choice in state.stored.base_versions
        else 0,
    )


def save(name: str, who: str, why: str, based_on: int) -> None:
    """Save what is chosen; if somebody else was faster, ask what shall be."""
    state, choice = work(), work().choice
    scenario = session.current().plan.scenario
    try:
        text = _readable()
        saved = drafts.store().versions.save(
            name, text, files=scenario.files_beside, who=who, why=why, based_on=based_on
        )
    except ConflictError as conflict:
        state.messages.conflict = (choice, conflict.theirs, who, why)
        st.session_state[MENU] = False  # what is asked stands behind it
        return
    except (StoreError, InputError) as error:
        state.messages.failure = str(error).splitlines()[0]
        st.session_state[MENU] = False
        return
    state.messages.conflict = None
    of_tender = session.of_tender()  # they are in no version, and go on with the draft
    _let_go(choice, saved)
    _open(saved)
    if of_tender:
        session.restore(state.choice)
    for field, files in of_tender.items():
        session.offer(field, files)
    state.messages.success = f"Saved as version {saved.number} of {saved.name}."


def _readable() -> str:
    """Write what is chosen, and see that it is read as what it is: nothing else is saved."""
    scenario, text = session.current().plan.scenario, session.text()
    files = scenario.files_beside
    again = load_scenario(scenario.name, text, origins.FILES, files, origins.catalog())
    if again.digest != scenario.digest:
        raise StoreError(texts.FILE_TO_BE_SAVED)
    return text


def _let_go(choice: str, saved: Saved) -> None:
    """Forget the edits of a choice, which are saved."""
    state = work()
    drafts.settle(choice, f"{saved.name}{origins.SAVED}", saved.number)
    drafts.leave(choice)
    state.draft_choices = [one for one in state.draft_choices if one != choice]


def _open(saved: Saved, number: int | None = None) -> None:
    try:
        session.open_saved(saved.name, number)
    except (StoreError, InputError) as error:
        work().messages.failure = str(error).splitlines()[0]


def _conflict(theirs: Saved, who: str, why: str) -> None:
    """Ask what shall be saved, where a version of that name is there that this isn't made of."""
    was_opened = work().choice == f"{theirs.name}{origins.SAVED}"
    st.warning(
        escaped(
            f"{(_since if was_opened else _name_conflict)(theirs)} Your edits are safe. Choose "
            "what to save."
        ),
        icon=":material/call_split:",
    )
    mine, other, own = st.columns(3, border=True)
    with mine:
        st.button(
            texts.SAVE_MY_VERSION.format(number=theirs.number + 1),
            on_click=save,
            args=(theirs.name, who, why, theirs.number),
            key="keep mine",
            width="stretch",
        )
        st.caption(texts.THEIRS_REMAINS_VERSION.format(number=theirs.number))
    with other:
        (_put_aside if was_opened else _later)(theirs)
    with own:
        st.button(
            texts.SAVE_MY_VERSION_UNDER,
            on_click=lambda: save(st.session_state[OTHER], who, why, 0),
            key="save as another",
            width="stretch",
        )
        st.text_input(
            "Name of my version",
            _free(theirs.name),
            key=OTHER,
            max_chars=LONGEST_NAME,
            label_visibility="collapsed",
        )
    _differences(theirs)


def _since(theirs: Saved) -> str:
    """Say that somebody was faster."""
    return (
        f"{theirs.who or 'Somebody'} saved version {theirs.number} of {theirs.name} "
        f"({theirs.why or 'no reason given'}) since you opened it."
    )


def _name_conflict(theirs: Saved) -> str:
    """Say that a plan which was never opened here has the name: those of one template share it."""
    who, why = theirs.who and f", by {theirs.who}", theirs.why and f" ({theirs.why})"
    return texts.NAME_IS_TAKEN.format(name=theirs.name, number=theirs.number, who=who, why=why)


def _free(name: str) -> str:
    """Give a name like another one that nothing is saved under."""
    try:
        existing = {one.name for one in drafts.store().versions.newest()}
    except StoreError:
        existing = set()
    numbered = (f"{name[: LONGEST_NAME - 6]} {n}" for n in count(2))
    return next(one for one in numbered if one not in existing)


def _put_aside(theirs: Saved) -> None:
    """Offer to go on with theirs."""
    st.button(
        texts.USE_THEIRS_KEEP_MINE,
        on_click=_take_theirs,
        args=(theirs,),
        key="take theirs",
        width="stretch",
    )
    st.caption(texts.YOUR_VERSION_STAYS_UNDER)


def _later(_: Saved) -> None:
    """Offer to save nothing."""
    st.button("Don't save now", on_click=_settle, key="save later", width="stretch")
    st.caption(texts.YOUR_VERSION_STAYS_DRAFT)


def _settle() -> None:
    work().messages.conflict = None


def _differences(theirs: Saved) -> None:
    """Show what differs, field by field."""
    try:
        text = drafts.store().versions.get(theirs.name, theirs.number).text
    except StoreError as error:
        st.error(escaped(str(error)))
        return
    compared(differences(text, session.text()), f"Theirs, version {theirs.number}", "Mine")


def compared(
    found: Sequence[Difference],
    before: str,
    after: str,
    called: Callable[[Sequence[str]], str] = session.named_fields,
) -> None:
    """Draw what differs between two texts of a scenario, field by field, as fields are called."""
    rows = [
        (Cell(called([one.path]), "", one.path), one.before, one.after)
        for one in found[:MOST_SHOWN]
    ]
    if rows:
        table(("Field", before, after), "lll", rows)
    if (more := len(found) - MOST_SHOWN) > 0:
        st.caption(f"And {more} more fields.")


def _take_theirs(theirs: Saved) -> None:
    """Open their version without the edits here, which are put aside; Undo puts them on top."""
    state, choice = work(), f"{theirs.name}{origins.SAVED}"
    mine, who = state.uploads[choice], state.messages.conflict[2] if state.messages.conflict else ""
    state.messages.conflict = None
    _open(theirs)
    if state.messages.failure:
        return
    try:
        aside = drafts.put_aside(choice, mine, who)
    except StoreError as error:
        state.messages.failure = texts.YOURS_CANT_BE_APPLIED.format(
            number=theirs.number, error=error
        )
        return
    history.record(choice)
    session.revert(choice)
    state.messages.success = texts.THEIR_VERSION_IS_OPEN.format(
        number=theirs.number, name=theirs.name, aside=aside
    )


def _link() -> None:
    choice = work().choice
    st.button(
        "Copy link",
        icon=":material/link:",
        help=texts.LINK_CONTAINS_SCENARIO,
        key="copy link",
        disabled=bool(work().problems),
        on_click=lambda: st.session_state.update({ASKED: choice, COPIED: False}),
    )
    # It stays: whatever else moves at that moment would take it away again.
    if st.session_state.get(ASKED) != choice or work().problems:
        return
    try:
        found = _link_to_plan()
    except StoreError as error:
        st.error(escaped(str(error)))
        return
    address = str(st.context.url or "").partition("?")[0]
    root = "/".join(address.split("/")[:3]) or "."
    address = f"{root}/{OPENS}?plan={found.text}"
    st.code(address, language=None)
    _copy(address)
    st.caption(escaped(_left_out(found)))


def _copy(address: str) -> None:
    """Put a link into the clipboard, once; where a browser forbids that, it stands there."""
    st.html('<small id="copied" role="status"></small>')
    if st.session_state.get(COPIED):
        return
    st.session_state[COPIED] = True
    text, done = json.dumps(address), json.dumps("Copied to the clipboard.")
    say = f"document.getElementById('copied').textContent = {done}"
    script = f"navigator.clipboard?.writeText({text}).then(() => {{ {say} }}, () => {{}})"
    st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)


def _link_to_plan() -> Link:
    return link(
        signatures.signed(session.current()).plan.scenario.data,
        origins.published(work().choice),
        lambda text: origins.read("link", text.encode()),
    )


def _left_out(found: Link) -> str:
    """Say what a link doesn't hold: what is money of one's own, or words of it."""
    if not found.left_out:
        return texts.LINK_CONTAINS_WHOLE_PLAN
    named = session.named_fields(found.left_out)
    return texts.NOT_INCLUDED_BECAUSE_CONFIDENTIAL.format(named=named)
