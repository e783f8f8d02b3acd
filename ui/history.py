"""Undo and redo of edits, and what the last one did."""

from __future__ import annotations

import copy
from html import escape
from typing import Any

import streamlit as st

MOST = 100
"""Edits that can be undone."""
PARTS = ("edits", "reasons", "bands", "shapes")
"""What of a scenario is undone: its edits, their reasons, its bands, which tiers it has."""
Snapshot = tuple[tuple[Any, ...], ...]
"""A copy of each, or nothing in its place; to say that there are no bands is something, too."""


def _snapshot(choice: str) -> Snapshot:
    state = st.session_state
    kept = (state[part] for part in PARTS)
    return tuple((copy.copy(of[choice]),) if of.get(choice, {}) != {} else () for of in kept)


def _of(choice: str) -> tuple[list[Snapshot], list[Snapshot]]:
    """Give what can be undone and redone, the last at the end."""
    kept: dict[str, tuple[list[Snapshot], list[Snapshot]]] = st.session_state.history
    return kept.setdefault(choice, ([], []))


def record(choice: str) -> None:
    """Note an edit that was made since the last run."""
    seen: dict[str, Snapshot] = st.session_state.seen
    now = _snapshot(choice)
    if choice in seen and now != seen[choice]:
        undone, redone = _of(choice)
        undone.append(seen[choice])
        del undone[:-MOST]
        redone.clear()
    seen[choice] = now


def settle(choice: str) -> None:
    """Take what is for what was: it was no edit of this tab."""
    st.session_state.seen[choice] = _snapshot(choice)


def forget(choice: str) -> None:
    """Begin anew with a scenario."""
    st.session_state.history.pop(choice, None)
    st.session_state.seen.pop(choice, None)


def undo() -> None:
    """Take the last edit back."""
    undone, redone = _of(st.session_state.choice)
    _move(undone, redone)


def redo() -> None:
    """Make the edit that was taken back."""
    undone, redone = _of(st.session_state.choice)
    _move(redone, undone)


def _move(source: list[Snapshot], target: list[Snapshot]) -> None:
    state = st.session_state
    if source:
        target.append(_snapshot(state.choice))
        for part, was in zip(PARTS, source.pop(), strict=True):
            state[part].pop(state.choice, None)
            for said in was:
                state[part][state.choice] = copy.copy(said)
        state.stamp = None
        forget_seeds(state.choice)
        settle(state.choice)


def forget_seeds(choice: str) -> None:
    """Forget what figures were without an edit: the tier at a place may be another one now."""
    seeds = st.session_state.seeds
    st.session_state.seeds = {at: value for at, value in seeds.items() if at[0] != choice}


def draw() -> None:
    """Draw the two buttons."""
    undone, redone = _of(st.session_state.choice)
    for label, icon, move, several in (
        ("Undo", ":material/undo:", undo, undone),
        ("Redo", ":material/redo:", redo, redone),
    ):
        st.button(
            icon,
            key=f"{label.lower()} an edit",
            type="tertiary",
            on_click=move,
            disabled=not several,
            help=label if several else f"{label}: {_nothing()}",
        )


def _nothing() -> str:
    """Say why there is nothing to take back or to make again: steps are those of this tab."""
    state = st.session_state
    is_kept = any(state[part].get(state.choice) for part in PARTS)
    if is_kept and not any(_of(state.choice)):
        return "edits from before this page was loaded are kept, but not their steps"
    return "nothing yet"


def said() -> str:
    """Write what the last edit did as HTML; nothing before the first, and while one is refused.

    A quote that came is no edit that could be undone, but does something as well.
    """
    state = st.session_state
    if state.problems:
        return ""
    did = [escape(state.effect)] * bool(state.effect)
    did += (f'<b class="{turn.tone}">{escape(str(turn))}</b>' for turn in state.turns)
    return " ".join(did) or NOTHING * any(_of(state.choice))


NOTHING = "Nothing of capacity, bandwidth, cost, racks or power changed."
