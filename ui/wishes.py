"""The six boxes that a plan begins with, and what was typed into them."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from model.errors import InputError, Problem
from model.search import wishes
from model.search.families import names
from model.search.wishes import BOXES, Wishes
from ui import drafts
from ui.elements import escaped

LABELS = {
    "capacity": "Usable capacity",
    "write_bandwidth": "Write bandwidth",
    "memory": "Machine's memory",
    "dump_time": "Dumped in",
    "budget": "Budget, with VAT",
    "racks": "Racks",
    "rack_power": "Power of a rack",
    "years": "Years",
}
HELP = {
    "capacity": "What users may fill: what `df` reports of the empty file system",
    "write_bandwidth": "What all servers together must commit to write",
    "memory": "Memory of all compute nodes; 80 % of it are dumped at a checkpoint",
    "dump_time": "The time that a checkpoint may take",
    "budget": "The most that the purchase may cost, value added tax and support inside",
    "racks": "The most racks that may be filled",
    "rack_power": "Power and cooling that there is for one rack",
    "years": "Years of service: the term of support, and of the costs",
}
FIRST = {
    "capacity": "10 PB",
    "write_bandwidth": "50 GB/s",
    "budget": "3 MEUR",
    "racks": "3",
    "rack_power": "15 kW",
    "years": "5",
}
"""What stands in the boxes before anybody types."""
KINDS = {
    "project-space": "Disks: Lustre on ZFS",
    "flash-scratch": "NVMe: Lustre on ldiskfs",
    "ai-training-store": "QLC flash: BeeGFS",
}
"""What each template is, in a few words."""
DUMPS, RATE = "A machine that checkpoints", "Write bandwidth"
MODE = "wished bandwidth"
BOX = 132
"""Pixels of a box: six stand side by side in a window of 1280."""
PAUSE = "400ms"
"""After so long without a key, what is typed counts."""


def boxes() -> tuple[Wishes | None, tuple[Problem, ...], tuple[str, ...]]:
    """Draw the boxes; give what is wished for, of which kinds, or what is wrong with it."""
    state = st.session_state
    if "wishes" not in state:
        state.wishes = drafts.wishes() or dict(FIRST)
    typed: dict[str, str] = dict(state.wishes)
    dumps = state.get(MODE, typed.get("mode")) == DUMPS  # chosen below what depends on it
    bandwidth = ("memory", "dump_time") if dumps else ("write_bandwidth",)
    with st.container(horizontal=True, gap="small", key="wishes"):
        for box in ("capacity", *bandwidth, "budget", "racks", "rack_power", "years"):
            typed[box] = _box(box, typed.get(box, ""))
    with st.container(horizontal=True, gap="large"):
        typed["mode"] = st.segmented_control(
            "The bandwidth follows from",
            [RATE, DUMPS],
            default=DUMPS if dumps else RATE,
            required=True,
            key=MODE,
        )
        kinds = _kinds(typed)
    if typed != state.wishes:
        state.wishes = typed
        drafts.keep_wishes(typed)
    return (*_read(typed, dumps=dumps), kinds)


def _kinds(typed: dict[str, str]) -> tuple[str, ...]:
    """Let the user choose kinds of storage; none means all."""
    known = names()
    kept = [one for one in typed.get("kinds", "").split(",") if one in known]
    kinds = st.pills(
        "Kinds of storage",
        sorted(known, key=lambda one: list(KINDS).index(one) if one in KINDS else len(KINDS)),
        selection_mode="multi",
        default=kept,
        format_func=kind,
        key="wished kinds",
        help="All of them, if none is chosen",
    )
    typed["kinds"] = ",".join(kinds)
    return tuple(kinds)


def kind(key: str) -> str:
    """Name the kind of a template's designs."""
    return KINDS.get(key, key.replace("-", " "))


def _box(name: str, text: str) -> str:
    """Draw one box; what was typed comes back with the page, whatever the browser remembers."""
    key = f"wish {name}"
    typed: str = st.session_state.setdefault(key, text)
    with st.container(width=BOX, gap=None):
        entered = st.text_input(
            LABELS[name],
            typed,
            key=key,
            placeholder=f"as in {BOXES[name].example}",
            help=HELP[name],
            live=PAUSE,
            max_chars=wishes.LONGEST,
        )
        if taken_for := wishes.understood(name, entered or ""):
            st.caption(escaped(f"read as {taken_for}"))
    return entered or ""


def _read(typed: Mapping[str, str], *, dumps: bool) -> tuple[Wishes | None, tuple[Problem, ...]]:
    left_out = ("write_bandwidth",) if dumps else ("memory", "dump_time")
    texts = {name: typed.get(name, "") for name in BOXES if name not in left_out}
    try:
        return wishes.read(texts, LABELS, bare=True), ()
    except InputError as error:
        return None, error.problems


def complain(problems: tuple[Problem, ...]) -> None:
    """Say what is wrong, a line a box."""
    st.error("\n".join(f"- {escaped(str(one))}" for one in problems), icon=":material/error:")
