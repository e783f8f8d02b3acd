"""The fields of a pool that stands alone; all of them stand in the address."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypedDict

import streamlit as st

from model.pools.instances import header_of
from model.pools.layouts import drive_bytes
from model.pools.mixes import Mix, parse_files
from model.pools.use import policy_figure
from model.zfs.partitions import PARTITIONINGS
from model.zfs.releases import NEWEST, RELEASES
from ui.base.elements import escaped
from ui.base.text_boxes import Typed

ASHIFTS = range(9, 17)
COMPARED, UNPROVED = "compared with a real kernel", ("read in the source", "not run")
SCHEMES = "\n".join(f"- {scheme.name}: {scheme.source}" for scheme in PARTITIONINGS.values())


CHOICES: dict[str, tuple[str, Sequence[object], object]] = {
    "release": ("OpenZFS release", tuple(RELEASES), NEWEST),
    "ashift": ("ashift", ASHIFTS, 12),
    "partitioning": ("partitioning", tuple(PARTITIONINGS), "none"),
}
"""The choices that an address may hold: their names, what there is, and what is shown at first."""


class Below(TypedDict):
    """What is below and behind a pool, as the model takes it."""

    release: str
    ashift: int
    partitioning: str
    luks: str | None


def say_unknown() -> None:
    """Say what the address asks for that isn't known here; must be drawn before the fields."""
    said: dict[str, str] = st.session_state.setdefault("unknown in the address", {})
    for key, (label, known, usual) in CHOICES.items():
        asked = st.query_params.get(key)
        if st.session_state.get(key, usual) != usual:  # somebody has chosen another one
            said.pop(key, None)
        elif asked is not None and asked not in map(str, known):
            said[key] = f"{label} '{asked}' isn't known here, {usual} is shown instead"
    if said:
        text = f"Of what the link asks for: {'; '.join(said.values())}."
        st.warning(escaped(text), icon=":material/link_off:")


def drive_field(typed: Typed, example: str = "") -> str:
    """Draw the field of the drive."""
    text = st.text_input(
        "Drive",
        "10 TB",
        key="drive",
        bind="query-params",
        persist_state="session",
        help=f"Capacity of one drive as sold: 10 TB, 7.68 TB, 16 TiB, or its key in the catalog. "
        f"{example}",
    ).strip()
    if text:
        typed.read("drive", "Drive", text, drive_bytes)
    return text


def release_field() -> str:
    """Draw the choice of the release."""
    names = list(RELEASES)[::-1]
    chosen = st.selectbox(
        "OpenZFS release",
        names,
        names.index(NEWEST),
        key="release",
        bind="query-params",
        persist_state="session",
        help="Each entry is the first release of its arithmetic",
    )
    return chosen or NEWEST


def ashift_field() -> int:
    """Draw the choice of the sector."""
    chosen = st.selectbox(
        "Ashift",
        ASHIFTS,
        ASHIFTS.index(12),
        key="ashift",
        bind="query-params",
        persist_state="session",
        help="Binary logarithm of the sector: 9 is 512 B, 12 is 4 KiB, as OpenZFS chooses today",
    )
    return 12 if chosen is None else chosen


def partitioning_field() -> str:
    """Draw the choice of what is cut off a disk."""
    chosen = st.selectbox(
        "Partitioning",
        list(PARTITIONINGS),
        key="partitioning",
        bind="query-params",
        persist_state="session",
        help=f"What is cut off each disk before ZFS is given it:\n\n{SCHEMES}",
    )
    return chosen or "none"


def luks_field(typed: Typed) -> str | None:
    """Draw the field of the encryption's header."""
    label = "LUKS header"
    text = st.text_input(
        label,
        key="luks",
        bind="query-params",
        persist_state="session",
        placeholder="none",
        help="Header of the encryption below ZFS, as in 16 MiB (LUKS2) or 2 MiB (LUKS1)",
    ).strip()
    if text:
        typed.read("luks", label, text, header_of)
    return text or None


def below_fields(typed: Typed) -> Below:
    """Draw release, ashift, partitioning and LUKS in a row."""
    first, second, third, fourth = st.columns((2, 2, 3, 2))
    with first:
        release = release_field()
    with second:
        ashift = ashift_field()
    with third:
        partitioning = partitioning_field()
    with fourth:
        luks = luks_field(typed)
    return {"release": release, "ashift": ashift, "partitioning": partitioning, "luks": luks}


USE = (
    ("fill_limit", "Fill limit", "80 %", "How full the pool may become"),
    ("snapshot_reserve", "Snapshot reserve", "0 %", "Share of that which is left to snapshots"),
    ("compression_ratio", "Compression ratio", "1", "Logical bytes for each byte stored, measured"),
    ("files", "Files", "4 KiB: 60 %, 1 MiB: 40 %", "Sizes, with shares or counts: what these hold"),
)


def use_fields(typed: Typed) -> tuple[dict[str, float], Mix | None]:
    """Draw fill limit, snapshots, compression and files in a row; give what can be read of them."""
    policy: dict[str, float] = {}
    mix = None
    for column, (key, label, usual, note) in zip(st.columns((2, 2, 2, 5)), USE, strict=True):
        text = column.text_input(
            label,
            key=key,
            bind="query-params",
            persist_state="session",
            placeholder=usual,
            help=note,
        ).strip()
        if not text:
            continue
        if key == "files":
            mix = typed.read(key, label, text, parse_files)
        elif (figure := typed.read(key, label, text, partial(policy_figure, key))) is not None:
            policy[key] = figure
    return policy, mix


def known_by(source: str) -> str:
    """Say in short how the arithmetic of a release is known."""
    return "a real kernel" if COMPARED in source else "its source"


def note_sources(release: str, partitioning: str) -> None:
    """Say what was only read in the source, never compared with a real system."""
    sources = (RELEASES[release].source, PARTITIONINGS[partitioning].source)
    unproved = [text for text in sources if any(words in text for words in UNPROVED)]
    if unproved:
        st.info(
            f"Not compared with a real system: {'; '.join(unproved)}.", icon=":material/menu_book:"
        )
