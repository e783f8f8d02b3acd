"""Undo and redo of what was changed, and what the last change did."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui.base.elements import icon_only
from ui.base.work import work
from ui.state import texts


def record(choice: str) -> None:
    """End the step of what was changed since the last run."""
    state = work()
    if choice in state.changes:
        state.changes[choice] = state.of(choice).recorded()


def undo() -> None:
    """Drop the last step."""
    state = work()
    state.changes[state.choice] = state.of(state.choice).undo()
    forget_seeds(state.choice)


def redo() -> None:
    """Take the step again that was dropped."""
    state = work()
    state.changes[state.choice] = state.of(state.choice).redo()
    forget_seeds(state.choice)


def forget_seeds(choice: str) -> None:
    """Forget what figures were without an edit: the tier at a place may be another one now."""
    seeds = work().memo.seeds
    work().memo.seeds = {at: value for at, value in seeds.items() if at[0] != choice}


def draw() -> None:
    """Draw the two buttons."""
    found = work().of(work().choice)
    for label, icon, move, several in (
        ("Undo", ":material/undo:", undo, found.steps),
        ("Redo", ":material/redo:", redo, found.undone),
    ):
        with icon_only(label):
            st.button(
                label,
                key=f"{label.lower()} an edit",
                icon=icon,
                type="tertiary",
                on_click=move,
                disabled=not several,
                help=label if several else f"{label}: {_nothing()}",
            )


def _nothing() -> str:
    """Say why there is nothing to take back or to make again: steps are those of this tab."""
    found = work().of(work().choice)
    if found.whole and not (found.steps or found.undone):
        return texts.EDITS_MADE_BEFORE
    return "nothing yet"


def last_effect() -> str:
    """Write what the last edit did as HTML; nothing before the first, and while one is refused."""
    state = work()
    if state.problems:
        return ""
    did = [escape(state.planned.effect)] * bool(state.planned.effect)
    did += (f'<b class="{turn.tone}">{escape(str(turn))}</b>' for turn in state.planned.turns)
    found = state.of(state.choice)
    return " ".join(did) or NOTHING * bool(found.steps or found.undone)


NOTHING = "No effect on capacity, bandwidth, cost, racks or power."
