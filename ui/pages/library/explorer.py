"""All RAIDZ layouts of one drive on two maps: which widths make good use of the drives."""

from __future__ import annotations

import streamlit as st

from model.pools.explorer import RECORDS, Layouts, explore
from model.pools.layouts import drive_bytes
from model.units.figures import percent, show
from report.charts.maps import stored_map, usable_map
from ui.base import elements
from ui.base import page_texts as texts
from ui.base.elements import Cell, escaped, table
from ui.base.integer_input import count
from ui.base.text_boxes import Typed
from ui.forms.pool_fields import below_fields, drive_field, note_sources, say_unknown

NAMES = {show(record, "byte", binary=True): record for record in RECORDS}


def marked(layouts: Layouts, parity: int, record: str) -> None:
    """Draw the marked widths of one parity and record size as a table."""
    n, k = layouts.parities.index(parity), layouts.records.index(NAMES[record])
    rows: list[tuple[str | Cell, ...]] = [
        (
            Cell(f"raidz{parity}:{width}", "strong"),
            f"{width - parity}",
            percent(layouts.usable[n, m], 2),
            Cell(percent(layouts.stored[n, m, k], 2), "strong"),
        )
        for m, width in enumerate(layouts.widths)
        if layouts.stored_marked[n, m, k]
    ]
    heads = (
        "Layout",
        "Data drives",
        "USED + AVAIL, of raw",
        texts.FULL_RECORDS.format(record=record),
    )
    table(heads, "lrrr", rows)


def maps(layouts: Layouts) -> None:
    """Draw the two maps, and the framed widths as a table."""
    st.subheader("Reported by `zfs list`")
    st.caption(texts.EMPTY_POOL_SHARE)
    elements.chart(usable_map(layouts), "usable map")
    st.subheader("Capacity for files")
    left, right, _ = st.columns((1, 1, 2))
    parity = left.selectbox(
        "Parity", layouts.parities, 1, key="parity", bind="query-params", persist_state="session"
    )
    names = list(NAMES)
    record = right.selectbox(
        texts.RECORD_SIZE_OF_TABLE,
        names,
        names.index("1 MiB"),
        key="table",
        bind="query-params",
        persist_state="session",
    )
    if parity is None or record is None:
        return
    st.caption(texts.FULL_INCOMPRESSIBLE_RECORDS.format(parity=parity))
    elements.chart(stored_map(layouts, parity), "stored map")
    marked(layouts, parity, record)


def draw() -> None:
    """Draw the page."""
    st.title("Layout explorer")
    st.write(texts.ALL_RAIDZ_LAYOUTS)
    say_unknown()
    typed = Typed()
    first, second, third = st.columns((2, 2, 3))
    with first:
        drive = drive_field(typed)
    vdevs = count(
        "Vdevs in the pool",
        1,
        1000,
        value=1,
        where=second,
        key="vdevs",
        bind="query-params",
        persist_state="session",
        help="Equal vdevs",
    )
    widest = third.slider(
        "Widest vdev", 6, 64, 20, key="widest", bind="query-params", persist_state="session"
    )
    below = below_fields(typed)
    if typed.complain():
        return
    try:
        layouts = explore(drive_bytes(drive), widest=widest, vdevs=vdevs, **below)
    except ValueError as error:
        st.error(escaped(str(error)), icon=":material/error:")
        return
    maps(layouts)
    note_sources(below["release"], below["partitioning"])


draw()
