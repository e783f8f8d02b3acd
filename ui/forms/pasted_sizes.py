"""File sizes of a system, pasted as a table of sizes with counts or shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.errors import InputError, Problem
from model.pools.mixes import read_mix
from ui.base.elements import escaped, folded, unbroken
from ui.base.work import work
from ui.forms import texts
from ui.forms.boxes import complain, refuse
from ui.forms.form import put
from ui.state import session

MOST = 200_000
"""Letters of a table, as many as a box takes."""


def draw(results: Results) -> None:
    """Draw a box for the table below a line that opens it."""
    room = folded(texts.PASTE_SIZES, "pasted sizes", icon=":material/content_paste:")
    if room is None:
        return
    files = results.plan.scenario.data.get("files")
    key = f"pasted sizes of {work().choice} {hash(str(files))}"
    with room, st.form(key, enter_to_submit=False, border=False):
        st.markdown(unbroken(escaped(texts.ABOUT_PASTED_SIZES)))
        text = st.text_area(
            texts.TABLE_OF_SIZES,
            key=f"{key} table",
            placeholder=texts.LIKE_TABLE_OF_SIZES,
            max_chars=MOST,
            height=200,
        )
        complain(key, {})
        if st.form_submit_button(texts.TABLES["sizes"][1], type="primary"):
            refuse(key, take(text) if text.strip() else (), is_empty=not text.strip())
            st.rerun()


def take(text: str) -> Sequence[Problem]:
    """Write the sizes of a table with their shares in place of others, or give what is wrong."""
    try:
        mix = read_mix(text.encode(), texts.TABLE_OF_SIZES)
    except InputError as error:
        return error.problems
    total = math.fsum(mix.values())
    sizes: list[dict[str, Any]] = [
        {"size": f"{size} B", "share": float(f"{number / total:.12g}")}
        for size, number in sorted(mix.items())
    ]
    section = put(session.current().plan.scenario.data.get("files"), ["mean_size"], None)
    return session.reshape({"files": put(section, ["sizes"], sizes)})
