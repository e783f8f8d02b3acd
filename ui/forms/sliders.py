"""Sliders of what-if levers: prices, rates and the date of the order."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import streamlit as st

from model.answers.levers import Levers

SHARES = {
    "prices": ("All prices", 100),
    "flash": ("Flash drives", 300),
    "exchange": ("Foreign currencies", 50),
    "energy": ("Energy price", 200),
}
"""Levers that are shares: their labels, and how far up they go in percent."""
MONTHS = "months"
LEAST, STEP = -50, 5
MOST_MONTHS = 36


def _key(name: str, of: str) -> str:
    return f"lever {name}{of}"


def levers(of: str) -> Levers:
    """Give the levers as they stand."""
    state = st.session_state
    shares = {name: state.get(_key(name, of), 0) / 100 for name in SHARES}
    return Levers(**shares, months=state.get(_key(MONTHS, of), 0))


def reset(of: str) -> None:
    """Put all levers back to no change."""
    for name in (*SHARES, MONTHS):
        st.session_state[_key(name, of)] = 0


def draw(of: str, lacking: Mapping[str, str], without: Collection[str] = ()) -> Levers:
    """Draw the sliders side by side; those that lack a figure say which.

    Parameters
    ----------
    of
        End of their keys, which tells them from others.
    lacking
        Why a lever can't be moved, by its name.
    without
        Levers that would change nothing that is shown.
    """
    names = [name for name in (*SHARES, MONTHS) if name not in without]
    for column, name in zip(st.columns(len(names), gap="medium"), names, strict=True):
        why = lacking.get(name)
        key, is_off = _key(name, of), why is not None
        if name == MONTHS:
            column.slider("Months later", 0, MOST_MONTHS, 0, key=key, disabled=is_off, help=why)
            continue
        label, most = SHARES[name]
        column.slider(label, LEAST, most, 0, STEP, "%+d %%", key=key, disabled=is_off, help=why)
    return levers(of)
