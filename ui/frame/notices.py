"""What is said above each page: what is wrong, what was lost, and what a link left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from model.errors import Problem, shortened
from store.link import left_out_of
from ui.base.elements import escaped
from ui.base.messages import text_with_labels
from ui.base.work import work
from ui.forms.inputs import mark_fields
from ui.forms.text_fields import everywhere
from ui.frame import address
from ui.state import drafts, origins, session

MOST_PROBLEMS = 30
"""Problems that are told at once."""


def _outcome() -> None:
    """Say once what came of what was done or asked for."""
    if work().messages.failure:
        said, work().messages.failure = work().messages.failure, ""
        st.error(escaped(said[:1].upper() + said[1:] + "."), icon=":material/error:")
    if needed := work().messages.required_label:
        work().messages.required_label = ""
        message = f"{needed} is required; the previous value is kept."
        st.info(escaped(message), icon=":material/edit_off:")
    if untaken := work().messages.entry_errors:
        work().messages.entry_errors = {}
        reader = session.reader()
        for path, what in untaken.items():
            message = f"{session.named_fields([path])}: {what}; the previous value is kept."
            st.error(escaped(message), icon=":material/edit_off:")
        mark_fields({path: text_with_labels(reader, what) for path, what in untaken.items()})
    if gone := work().messages.lost_edits:
        work().messages.lost_edits = []
        message = "\n".join(f"- {escaped(one)}" for one in gone)
        st.warning(f"Another tab changed the tiers.\n{message}", icon=":material/tab:")
    if work().request.edits:
        st.info("This link contains edits that differ from your unsaved ones.")
        with st.container(horizontal=True):
            st.button("Use the edits of the link", on_click=address.take_requested)
            st.button("Keep my edits", on_click=address.keep_mine)
    if work().request.unknown:
        paths = ", ".join(f"'{shortened(path)}'" for path in work().request.unknown)
        words = (
            f"This link contains changes to fields that don't exist in this scenario. They are "
            f"ignored: {paths}."
        )
        st.warning(escaped(words), icon=":material/link_off:")


def _left_out() -> None:
    """Say what a link didn't hold, and nobody entered here since."""
    choice = work().choice
    if (
        origins.LINKED not in choice
        or choice not in work().uploads
        or choice in work().messages.closed
    ):
        return
    text = work().uploads[choice].text.decode(errors="replace")
    scenario = session.current().plan.scenario
    if gone := [path for path in left_out_of(text) if scenario.written_at(path) is None]:
        fields = session.named_fields(gone)
        words = (
            f"The link leaves out confidential values of the sender: {fields}. Some figures may "
            f"therefore "
        )
        with st.container(horizontal=True, wrap=False, vertical_alignment="center"):
            st.info(escaped(f"{words}differ or be unknown."), icon=":material/link:")
            st.button(
                ":material/close:",
                key="close what is left out",
                type="tertiary",
                help="Close this note. You can still enter the values",
                on_click=work().messages.closed.add,
                args=(choice,),
            )


def _example() -> None:
    """Say which scenario a page shows that nobody asked for, and lead to where one begins."""
    if not session.is_example():
        return
    name = origins.title(work().choice)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="example"):
        begun = "your plan is on Start" if work().draft_choices else "you have no plan yet"
        words = f"This is {name}, an example; {begun}."
        st.markdown(escaped(words), width="content")
        st.page_link("ui/pages/start.py", label="Start your own plan", icon=":material/add_circle:")


def _unkept() -> None:
    """Say at once that edits aren't kept, not when somebody misses them."""
    if problem := drafts.problem():
        words = (
            f"Your changes are stored in this tab only: {problem}. Download the scenario "
            f"before you leave."
        )
        st.warning(escaped(words), icon=":material/cloud_off:")


def draw(*, of_plan: bool = True) -> None:
    """Say what is wrong above the page; of a plan, whether it is an example."""
    if of_plan:
        _example()
    _unkept()
    _outcome()
    _left_out()
    unopened()
    if problems := work().problems:
        _complain("This design can't be planned. The previous plan is shown.", problems, _message)
        edited = (one for one in problems if _edited(one))
        mark_fields({_edited(one): text_with_labels(session.reader(), one.what) for one in edited})


def unopened() -> None:
    """Say what is wrong with a file that can't be opened: nothing of the plan that is shown."""
    if problems := work().file.problems:
        _complain(f"{escaped(work().file.name)} can't be opened:", problems, str)


def _complain(head: str, problems: Sequence[Problem], said: Callable[[Problem], str]) -> None:
    """Say what is wrong, a line a problem."""
    lines = "\n".join(f"- {escaped(said(problem))}" for problem in problems[:MOST_PROBLEMS])
    more = sum(problem.stands_for for problem in problems[MOST_PROBLEMS:])
    rest = f"\n- and {more} more" if more > 0 else ""
    st.error(f"{head}\n{lines}{rest}", icon=":material/error:")


def _edited(problem: Problem) -> str:
    """Give the path of the edit that is wrong; nothing if it is none.

    What several fields are together is wrong where they stand: then it is the edit that it names.
    """
    below = f"{problem.field}." if problem.field else ""
    named = (
        path
        for path in session.edits()
        if path.startswith(below) and f"'{path.rpartition('.')[2]}" in problem.what
    )
    exact = (path for path in session.edits() if problem.field.startswith(path))
    return next(exact, "") or next(named, "")


def _message(problem: Problem) -> str:
    """Write a problem; an edit stands in no file, but in a field with a label."""
    path = _edited(problem)
    if not path:
        names = [name for files in session.offered().values() for name in files]
        return str(origins.by_its_name(problem, names))
    field = everywhere(session.reader()).get(path)
    what = text_with_labels(session.reader(), problem.what)
    return f"{field.label if field else problem.field}: {what}"
