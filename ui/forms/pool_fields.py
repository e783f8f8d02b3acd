"""The fields of a pool that stands alone; all of them stand in the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypedDict, TypeVar

import streamlit as st

from model.pools.instances import header_of
from model.pools.layouts import drive_bytes
from model.pools.mixes import Mix, parse_files
from model.pools.use import policy_figure
from model.zfs.partitions import PARTITIONINGS
from model.zfs.releases import NEWEST, RELEASES
from ui.base.elements import escaped
from ui.base.fields import Field
from ui.base.text_boxes import Typed
from ui.forms import texts
from ui.forms.boxes import box
from ui.forms.schema_fields import plain_field

T = TypeVar("T")
ASHIFTS = range(9, 17)
IN_ADDRESS: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}
"""What keeps the text of a box in the address, and over pages."""
COMPARED, UNPROVED = "compared with a real kernel", ("read in the source", "not run")
RUN = "run in user space"
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
    unreadable: dict[str, str] = st.session_state.setdefault("unknown in the address", {})
    for key, (label, known, usual) in CHOICES.items():
        requested = st.query_params.get(key)
        if st.session_state.get(key, usual) != usual:  # somebody has chosen another one
            unreadable.pop(key, None)
        elif requested is not None and requested not in map(str, known):
            unreadable[key] = f"{label} '{requested}' isn't known here, {usual} is shown instead"
    if unreadable:
        text = f"Of what the link asks for: {'; '.join(unreadable.values())}."
        st.warning(escaped(text), icon=":material/link_off:")


def drive_field(typed: Typed, example: str = "") -> str:
    """Draw the field of the drive."""
    note = f"{texts.OF_DRIVE} {example}".strip()
    return _typed(plain_field("drive", "Drive", note), typed, drive_bytes, "10 TB")[0]


def _typed(
    field: Field, typed: Typed, reader: Callable[[str], T], first: str = ""
) -> tuple[str, T | None]:
    """Draw a box whose text stands in the address; give the text, and what can be read of it."""
    text = box(field, field.path, first, width="stretch", **IN_ADDRESS)
    return text, typed.read(field.path, field.label, text, reader) if text else None


def _chosen(name: str, label: str, note: str, options: Sequence[T]) -> T:
    """Draw a choice that stands in the address; what it is at first is in `CHOICES`."""
    usual: Any = CHOICES[name][2]
    found = st.selectbox(label, options, options.index(usual), key=name, help=note, **IN_ADDRESS)
    chosen: T = usual if found is None else found
    return chosen


def luks_field(typed: Typed) -> str | None:
    """Draw the field of the encryption's header."""
    field = plain_field("luks", "LUKS header", texts.OF_LUKS, "none")
    return _typed(field, typed, header_of)[0] or None


def below_fields(typed: Typed) -> Below:
    """Draw release, ashift, partitioning and LUKS in a row."""
    first, second, third, fourth = st.columns((2, 2, 3, 2))
    with first:
        release = _chosen("release", "OpenZFS release", texts.OF_RELEASE, [*RELEASES][::-1])
    with second:
        ashift = _chosen("ashift", "Ashift", texts.OF_ASHIFT, ASHIFTS)
    with third:
        note = f"{texts.OF_PARTITIONING}\n\n{SCHEMES}"
        partitioning = _chosen("partitioning", "Partitioning", note, [*PARTITIONINGS])
    with fourth:
        luks = luks_field(typed)
    return {"release": release, "ashift": ashift, "partitioning": partitioning, "luks": luks}


USE = (
    plain_field("fill_limit", "Fill limit", texts.OF_FILL_LIMIT, "80 %"),
    plain_field("snapshot_reserve", "Snapshot reserve", texts.OF_SNAPSHOTS, "0 %"),
    plain_field("compression_ratio", "Compression ratio", texts.OF_COMPRESSION, "1"),
)
FILES = plain_field("files", "Files", texts.OF_FILES, "4 KiB: 60 %, 1 MiB: 40 %")


def use_fields(typed: Typed) -> tuple[dict[str, float], Mix | None]:
    """Draw fill limit, snapshots, compression and files in a row; give what can be read of them."""
    policy: dict[str, float] = {}
    *columns, last = st.columns((2, 2, 2, 5))
    for column, field in zip(columns, USE, strict=True):
        with column:
            _, figure = _typed(field, typed, partial(policy_figure, field.path))
        if figure is not None:
            policy[field.path] = figure
    with last:
        _, mix = _typed(FILES, typed, parse_files)
    return policy, mix


def known_by(source: str) -> str:
    """Return how the arithmetic of a release is verified."""
    if RUN in source:
        return "verified with its code, run in user space"
    return "verified on a real kernel" if COMPARED in source else "from its source code"


def note_sources(release: str, partitioning: str) -> None:
    """Say what was only read in the source, never compared with a real system."""
    sources = (RELEASES[release].source, PARTITIONINGS[partitioning].source)
    unproved = [text for text in sources if any(words in text for words in UNPROVED)]
    if unproved:
        st.info(
            f"Not compared with a real system: {'; '.join(unproved)}.", icon=":material/menu_book:"
        )
