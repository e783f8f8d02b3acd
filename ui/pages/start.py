"""Where a plan begins: wishes and designs that do them; a template, a real system, a file."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from model.search.families import names
from ui.base import page_parts
from ui.base import page_texts as texts
from ui.base.elements import escaped
from ui.base.work import work
from ui.frame import opening
from ui.start import installed, start_page, versions, wishes
from ui.state import drafts, origins, session

# The page that shows what a scenario was asked to do, and what it does.
NEXT = "ui/pages/needs.py"
# The page that finds the best of what a scenario leaves open.
SEARCH = "ui/pages/compare.py"
# What has nothing that it can do without.
MINIMAL = "first/minimal"
# Saved scenarios that the menu shows.
MOST_SAVED = 12


def _go_on() -> None:
    """Lead to the next page; its address is whole at once, so that one step back leads here."""
    st.switch_page(NEXT, query_params={"scenario": work().choice})


def _choose(
    choice: str,
    label: str,
    about: str = "",
    begin: Callable[[str], None] = start_page.choose,
) -> None:
    """Draw a button that begins with a scenario."""
    st.button(
        escaped(label),
        key=f"begin with {choice}",
        help=about or None,
        width="stretch",
        on_click=begin,
        args=(choice,),
    )


def _templates() -> None:
    for name in names():
        choice = f"templates/{name}"
        scenario = origins.shipped(choice).scenario
        label = f"{scenario.name} · {wishes.kind(name)}"
        _choose(choice, label, escaped(scenario.about), start_page.begin)
    _choose(MINIMAL, "An empty plan", texts.MINIMUM_PLAN_ENTER_REST, start_page.begin)


def _systems() -> None:
    """Give the systems that were built, then what tenders asked for, with designs of ours."""
    templates = {MINIMAL, *(f"templates/{name}" for name in names())}
    for choice in origins.choices():
        if origins.is_shipped(choice) and choice not in templates:
            title = origins.shipped(choice).scenario.title
            _choose(choice, origins.title(choice), escaped(title), start_page.open_anew)


def _file() -> None:
    opening.file(" at the start")
    if origins.is_shipped(work().choice):
        return
    st.page_link(NEXT, label=f"Continue with {escaped(work().choice)}")


def _open_saved(name: str) -> None:
    """Begin with what somebody saved; what can't be opened is said."""
    versions.open_newest(name)
    if not work().messages.failure:
        start_page.go_on()


def _own() -> None:
    """Give what this browser has that isn't saved, then what is."""
    kept = [one for one in origins.choices() if not origins.is_shipped(one)]
    for choice in kept:
        _choose(choice, choice)
        is_left = drafts.ASIDE in choice or choice == work().request.damaged_draft
        if is_left and choice != work().choice:
            st.button(
                "Discard",
                key=f"discard {choice}",
                type="tertiary",
                icon=":material/delete:",
                on_click=drafts.discard,
                args=(choice,),
            )
    known = versions.newest()
    others = [one for one in known if f"{one.name}{origins.SAVED}" not in kept]
    for one in others[:MOST_SAVED]:
        st.button(
            escaped(f"{one.name}{origins.SAVED}"),
            key=f"begin with saved {one.name}",
            help=escaped(versions.version_label(one)),
            width="stretch",
            on_click=_open_saved,
            args=(one.name,),
        )
    if len(others) > MOST_SAVED:
        st.caption(texts.ALL_SAVED_PLANS)
    if not kept and not known:
        st.caption(texts.NO_PLANS_YET_PLANS)


st.title("Ostimate")
st.markdown("Plan HPC storage, from requirements to bill of materials.")
if session.is_example():
    st.caption(
        "Ostimate computes usable capacity to the byte, bandwidth and its bottleneck, racks, "
        "power, lifetime cost and their uncertainty, and exports an Excel workbook with live "
        "formulas and a printable page. Click any number to see its derivation, down to the "
        "datasheet."
    )
with st.container(horizontal=True, gap="small", vertical_alignment="center"):
    st.markdown("Enter requirements, or start from", width="content")
    for label, icon, fill in (
        ("A template", ":material/content_copy:", _templates),
        ("A real system", ":material/dns:", _systems),
        ("A file", ":material/upload_file:", _file),
        ("What you have", ":material/storage:", installed.draw),
        ("Your own", ":material/history:", _own),
    ):
        drawn = st.popover(label, icon=icon, key=f"{label} is open", on_change="rerun")
        if drawn.open:
            with drawn:
                fill()
start_page.draw(_go_on)
if not session.is_example():
    st.page_link(
        SEARCH,
        label=f"Search designs near {escaped(origins.title(work().choice))}",
        icon=":material/search:",
        query_params={
            "scenario": work().choice,
            page_parts.of_page("tender"): "Compare",
            page_parts.of_page("compare"): "Search",
        },
    )
with st.expander("Saved plans and versions", icon=":material/inventory_2:"):
    versions.draw(session.current())
