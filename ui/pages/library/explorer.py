"""All layouts of one drive on maps: which widths and codes make good use of the drives."""

from __future__ import annotations

import numpy as np
import streamlit as st

from model.answers.explored_layouts import (
    ARRAYS,
    FAMILIES,
    OVER_SERVERS,
    PLANNED,
    ExploredLayouts,
    explore_groups,
    explore_servers,
)
from model.pools.explorer import RECORDS, Layouts, explore
from model.pools.layouts import drive_bytes
from model.units.figures import percent, show
from report.charts.maps import explored_map, stored_map, usable_map
from ui.base import elements
from ui.base import page_texts as texts
from ui.base.elements import Cell, escaped, table
from ui.base.integer_input import count
from ui.base.text_boxes import Typed
from ui.forms.pool_fields import IN_ADDRESS, below_fields, drive_field, note_sources, say_unknown

RAIDZ = "RAIDZ"
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


def others(family: str, layouts: ExploredLayouts) -> None:
    """Draw the map of one figure of layouts beside RAIDZ, and a table of the layouts."""
    over_servers = family in OVER_SERVERS
    figures = list(layouts.shares)
    if not figures or all(np.isnan(shares).all() for shares in layouts.shares.values()):
        st.info(texts.NO_SUCH_LAYOUT, icon=":material/info:")
        return
    usual = figures.index(PLANNED) if over_servers else 0
    left, _ = st.columns((2, 3))
    figure = left.selectbox("Figure", figures, usual, key=f"figure of {family}")
    if figure is None:
        return
    st.caption(texts.FRAMED_SERVERS if layouts.marked.any() else texts.OF_RAW_CAPACITY)
    elements.chart(explored_map(layouts, figure, over_servers=over_servers), "explored map")
    shares = layouts.shares[figure]
    rows: list[tuple[str | Cell, ...]] = []
    for name, line in zip(layouts.rows, shares, strict=True):
        known = np.flatnonzero(~np.isnan(line))
        if known.size:
            first, last = int(known[0]), int(known[-1])
            ends = [
                text
                for n in (first, last)
                for text in (f"{layouts.columns[n]}", percent(float(line[n]), 2))
            ]
            rows.append((Cell(name, "strong"), *ends))
    what = "servers" if over_servers else "drives"
    heads = ("Layout", f"Fewest {what}", "Of raw", f"Most {what} here", "Of raw")
    table(heads, "lrrrr", rows)


def draw_others(family: str) -> None:
    """Draw the fields and the map of layouts beside RAIDZ."""
    typed = Typed()
    first, second, third = st.columns((2, 2, 3))
    with first:
        drive = drive_field(typed)
    over_servers = family in OVER_SERVERS
    number = 0
    if over_servers:
        number = count(
            "Drives per server", 1, 1000, value=12, key="per_server", where=second, **IN_ADDRESS
        )
    elif family == ARRAYS:
        number = count("Spare drives", 0, 100, value=2, key="spares", where=second, **IN_ADDRESS)
    label, key = ("Most servers", "most") if over_servers else ("Widest group", "widest_group")
    most = third.slider(label, 6, 64, 24, key=key, **IN_ADDRESS)
    if typed.complain():
        return
    try:
        if over_servers:
            found = explore_servers(family, drive, most=most, drives_per_server=number)
        else:
            found = explore_groups(family, drive, widest=most, spares=number)
    except ValueError as error:
        st.error(escaped(str(error)), icon=":material/error:")
        return
    others(family, found)


def draw() -> None:
    """Draw the page."""
    st.title("Layout explorer")
    family = st.selectbox("Layouts", (RAIDZ, *FAMILIES), key="family", **IN_ADDRESS)
    if family is not None and family != RAIDZ:
        st.write(texts.OTHER_LAYOUTS.format(family=family))
        draw_others(family)
        return
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
