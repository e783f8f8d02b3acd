"""Undo and redo of edits, and what the last one did."""

from __future__ import annotations

import copy
from html import escape

import streamlit as st

from ui.base.work import Snapshot, work

MOST = 100
"""Edits that can be undone."""


def _snapshot(choice: str) -> Snapshot:
    kept = work().undoable
    return tuple((copy.copy(of[choice]),) if of.get(choice, {}) != {} else () for of in kept)


def _of(choice: str) -> tuple[list[Snapshot], list[Snapshot]]:
    """Give what can be undone and redone, the last at the end."""
    kept = work().history
    return kept.setdefault(choice, ([], []))


def record(choice: str) -> None:
    """Note an edit that was made since the last run."""
    seen = work().seen
    now = _snapshot(choice)
    if choice in seen and now != seen[choice]:
        undone, redone = _of(choice)
        undone.append(seen[choice])
        del undone[:-MOST]
        redone.clear()
    seen[choice] = now


def settle(choice: str) -> None:
    """Take what is for what was: it was no edit of this tab."""
    work().seen[choice] = _snapshot(choice)


def forget(choice: str) -> None:
    """Begin anew with a scenario."""
    work().history.pop(choice, None)
    work().seen.pop(choice, None)


def undo() -> None:
    """Take the last edit back."""
    undone, redone = _of(work().choice)
    _move(undone, redone)


def redo() -> None:
    """Make the edit that was taken back."""
    undone, redone = _of(work().choice)
    _move(redone, undone)


def _move(source: list[Snapshot], target: list[Snapshot]) -> None:
    state = work()
    if source:
        target.append(_snapshot(state.choice))
        for of, was in zip(state.undoable, source.pop(), strict=True):
            of.pop(state.choice, None)
            for said in was:
                of[state.choice] = copy.copy(said)
        state.stamp = None
        forget_seeds(state.choice)
        settle(state.choice)


def forget_seeds(choice: str) -> None:
    """Forget what figures were without an edit: the tier at a place may be another one now."""
    seeds = work().seeds
    work().seeds = {at: value for at, value in seeds.items() if at[0] != choice}


def draw() -> None:
    """Draw the two buttons."""
    undone, redone = _of(work().choice)
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
    state = work()
    is_kept = any(part.get(state.choice) for part in state.undoable)
    if is_kept and not any(_of(state.choice)):
        return "edits from before this page was loaded are kept, but not their steps"
    return "nothing yet"


def said() -> str:
    """Write what the last edit did as HTML; nothing before the first, and while one is refused."""
    state = work()
    if state.problems:
        return ""
    did = [escape(state.effect)] * bool(state.effect)
    did += (f'<b class="{turn.tone}">{escape(str(turn))}</b>' for turn in state.turns)
    return " ".join(did) or NOTHING * any(_of(state.choice))


NOTHING = "Nothing of capacity, bandwidth, cost, racks or power changed."
