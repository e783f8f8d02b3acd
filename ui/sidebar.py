"""The sidebar of all pages: which scenario, and its main inputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from model.design.economics import MOST_YEARS
from model.reading.documents import scalar
from model.reading.fields import MOST
from model.zfs.releases import RELEASES
from ui import saving, session, uploads
from ui.elements import escaped
from ui.fields import SECTIONS, Field, Reader, Value

KEPT, BESIDE, SIDEBAR = "uploaded", "files beside", "in the sidebar"
MOST_OF = {"count": MOST, "years": MOST_YEARS}
"""The largest whole number that a field of a kind takes."""


def draw() -> None:
    """Draw the sidebar."""
    with st.sidebar:
        _choice()
        saving.draw()
        reader = Reader(session.current())
        tiers = [tier.name for tier in reader.scenario.tiers]
        name = select_tier(tiers, SIDEBAR) if len(tiers) > 1 else tiers[0]
        with st.expander(f"Storage: {name}", expanded=True):
            inputs(reader.tier(tiers.index(name)), SIDEBAR)
        for section in SECTIONS:
            fields = list(reader.section(section))
            if fields:
                with st.expander(section):
                    inputs(fields, SIDEBAR)
        _changes()


def select_tier(names: list[str], where: str) -> str:
    """Let the user select a tier; all selectors of a page show the same one."""
    key = f"tier {where}"
    if st.session_state.get("tier") not in names:
        st.session_state.tier = names[0]
    st.session_state[key] = st.session_state.tier

    def select() -> None:
        st.session_state.tier = st.session_state[key]

    name: str = st.selectbox("Tier", names, key=key, on_change=select)
    return name


def chosen_tier(names: list[str]) -> str:
    """Give the tier that the sidebar's selector shows, and say which it is."""
    name: str = st.session_state.tier if st.session_state.get("tier") in names else names[0]
    if len(names) > 1:
        st.caption(f"Tier **{escaped(name)}**; another is chosen in the sidebar.")
    return name


def _choice() -> None:
    key = "chosen scenario"
    st.session_state[key] = st.session_state.choice
    titles = {choice: session.title(choice) for choice in session.choices()}
    st.selectbox(
        "Scenario",
        list(titles),
        key=key,
        format_func=titles.__getitem__,
        on_change=lambda: session.choose(st.session_state[key]),
        help="The sites that come with Ostimate, and your own files",
    )
    with st.expander("Open your own scenario"):
        st.file_uploader(
            f"A scenario's YAML file, at most {session.LARGEST_MB} MB",
            type=["yaml", "yml"],
            max_upload_size=session.LARGEST_MB,
            key=KEPT,
            on_change=_take_over,
        )
        if unopened := st.session_state.unopened:
            chosen = escaped(titles[st.session_state.choice])
            st.error(f"{escaped(unopened)} isn't opened, the page says why; {chosen} stays chosen.")
        st.file_uploader(
            "CSV files that it names: past usage, groups",
            type=["csv"],
            accept_multiple_files=True,
            max_upload_size=session.LARGEST_MB,
            key=BESIDE,
            on_change=_bring,
        )
        st.caption("It stays in this browser until you save or reset it.")


def _take_over() -> None:
    file = st.session_state[KEPT]
    if file is None:
        st.session_state.brought, st.session_state.unopened = None, ""
        session.plan_anew()
    else:
        uploads.upload(file.name, file.getvalue())


def _bring() -> None:
    uploads.bring({file.name: file.getvalue() for file in st.session_state[BESIDE]})


def inputs(fields: Iterable[Field], where: str) -> None:
    """Draw a widget for each field; it shows the edit, or else what the plan uses."""
    for field in fields:
        key = f"{st.session_state.choice}:{field.path} {where}"
        held = _held(field, _entered(field))
        # Only where it differs: a widget that is told its value forgets what is being typed.
        if key in st.session_state and st.session_state[key] != held:
            st.session_state[key] = held
        _widget(field, key, held)


def _entered(field: Field) -> Value:
    """Give what was entered; where nothing is stated nor shown, an edit is all there is."""
    if field.value is None and not field.is_stated:
        return session.edits().get(field.path)
    return session.entered(field.path, field.value)


def _held(field: Field, value: Value) -> Value:
    """Give the value in the type that the field's widget holds; an address may carry anything."""
    if field.kind in MOST_OF:
        fits = isinstance(value, int) and field.least <= value <= MOST_OF[field.kind]
        return value if fits else field.value
    if field.kind == "share":
        return min(max(float(value), 0.0), 1.0) if isinstance(value, int | float) else field.value
    if field.kind == "release":
        return value if value in RELEASES else field.value
    if field.kind == "part":
        return value if value in field.choices else field.value
    return "" if value is None else str(value)


def _take(field: Field, entered: Value) -> None:
    """Make an edit of what was entered."""
    if field.kind == "whole" and isinstance(entered, str):
        entered = scalar(entered.strip())
    session.edit(field.path, entered)


def _widget(field: Field, key: str, held: Any) -> None:
    """Draw the widget of a field.

    The value is its default, too: the browser may load a widget's code only after the run that
    told it the value, and would show the least one, and later send it as if somebody had chosen it.
    """
    common: dict[str, Any] = {
        "label": escaped(field.label),  # it may hold a name, and Markdown would fetch an image
        "key": key,
        "help": escaped(field.note),
        "on_change": lambda: _take(field, st.session_state[key]),
    }
    if field.kind in MOST_OF:
        st.number_input(
            min_value=field.least, max_value=MOST_OF[field.kind], value=held, step=1, **common
        )
    elif field.kind == "share" and held is not None:
        st.slider(min_value=0.0, max_value=1.0, value=held, step=0.01, format="percent", **common)
    elif field.kind == "release":
        releases = list(RELEASES)
        st.selectbox(options=releases, index=releases.index(held), **common)
    elif field.kind == "part":
        parts = list(field.choices)
        said = field.choices.__getitem__
        st.selectbox(options=parts, index=parts.index(held), format_func=said, **common)
    else:
        st.text_input(value=held, placeholder=field.example or "not stated", **common)


def _changes() -> None:
    edits = session.edits()
    if edits:
        count = f"{len(edits)} figure{'s' if len(edits) > 1 else ''} changed by hand"
        st.caption(
            f"{count}: " + ", ".join(escaped(f"{at} = {value}") for at, value in edits.items())
        )
        st.button("Reset edits", icon=":material/undo:", on_click=session.reset)
