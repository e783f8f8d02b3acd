"""The protocol: an evaluation is frozen by its hash, with who, when, why, and what changed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from model.answers.results import Results
from model.clock import now
from model.errors import InputError
from model.reading.documents import read_document
from model.tender.protocol import (
    Entry,
    State,
    changes,
    line_of,
    read_protocol,
    state_of_comparison,
)
from model.tender.protocol_tables import changed, entries
from model.version import version
from ui.base import elements
from ui.base.elements import folded
from ui.state import save_dialog
from ui.tender import files, texts

FILE = "protocol.jsonl"
WHO, WHY, REFUSED = "frozen by", "frozen because", "refused freezing"


def draw(results: Results, rules: files.Rules, found: files.Read) -> None:
    """Draw the protocol, what changed since its last entry, and the way to add one."""
    room = folded("Protocol", "protocol of the evaluation", icon=":material/history_edu:")
    if room is None:
        return
    with room:
        for text in st.session_state.pop(REFUSED, ()):
            st.error(text)
        content = files.kept(files.PROTOCOL).get(FILE, b"")
        try:
            before = read_protocol(content, FILE)
        except InputError as error:
            files.complain(error.problems)
            return
        if found.problems:  # a protocol is of all bids, or of none
            st.warning(texts.NOT_ALL_READ)
        else:
            _ask(before, _state(rules, found), content, results)
        if before:
            elements.draw(results, entries(before))
            st.download_button(
                "Protocol (.jsonl)",
                content,
                FILE,
                "application/jsonl",
                icon=":material/download:",
                help=texts.FROZEN_IS_CONFIDENTIAL,
                on_click="ignore",
            )


def _state(rules: files.Rules, found: files.Read) -> State:
    text = rules.evaluated_text.encode()
    kept = files.kept(files.BIDS)
    bids = {one.bid.name: (one.file, kept[one.file]) for one in found.bids}
    return state_of_comparison(
        (read_document(text, files.RULES_FILE), text), bids, found.comparison
    )


def _ask(before: Sequence[Entry], state: State, content: bytes, results: Results) -> None:
    if before:
        differing = changes(before[-1].state, state)
        if not differing:
            st.success(texts.UNCHANGED)
            return
        elements.draw(results, changed(differing))
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        st.text_input("By", save_dialog.saver(), key=WHO, max_chars=100, width=200)
        st.text_input("Reason", key=WHY, max_chars=1000, width=320)
        st.button(
            "Freeze the evaluation",
            key="freeze the evaluation",
            icon=":material/ac_unit:",
            type="primary",
            on_click=_freeze,
            args=(before, state, content),
        )


def _freeze(before: Sequence[Entry], state: State, content: bytes) -> None:
    """Add an entry to the protocol."""
    who = str(st.session_state[WHO]).strip()
    if not who:
        st.session_state[REFUSED] = [texts.WHO_IS_MISSING]
        return
    line = line_of(
        before,
        state,
        when=now(),
        by=who,
        reason=str(st.session_state[WHY]).strip(),
        program=version(),
    )
    files.offer(files.PROTOCOL, {FILE: content + line})
