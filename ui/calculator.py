"""A quick calculator for one ZFS pool: no scenario, one link to share."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from model.pool import PoolFigures, zfs_pool
from model.releases import NEWEST, RELEASES
from model.units import show_both
from ui.elements import Cell, escaped, table

ASHIFTS = range(9, 17)


def asked() -> Mapping[str, str]:
    """Draw the fields; all of them stand in the address."""
    first, second, third = st.columns(3)
    layout = first.text_input(
        "Layout", "19 x raidz3:11", key="layout", bind="query-params", help="19 x raidz3:11"
    )
    drive = second.text_input("Drive", "10 TB", key="drive", bind="query-params")
    record = third.text_input("Record size", "1 MiB", key="record", bind="query-params")
    releases = list(RELEASES)
    release = first.selectbox(
        "OpenZFS release", releases, releases.index(NEWEST), key="release", bind="query-params"
    )
    ashift = second.selectbox("Ashift", ASHIFTS, 3, key="ashift", bind="query-params")
    return {
        "layout": layout,
        "drive": drive,
        "record": record,
        "release": release or NEWEST,
        "ashift": str(ashift),
    }


def answers(pool: PoolFigures) -> list[tuple[Cell, Cell, str, str]]:
    """Give the rows of the answer: what it is, in both bases, in bytes, of the raw capacity."""
    rows = [
        ("Drives as sold", pool.raw, ""),
        ("`zpool list` says SIZE", pool.size, "parity counts as space"),
        ("`zfs list` says USED + AVAIL", pool.available, "as if all blocks had 128 KiB"),
        ("`lfs df` says, under Lustre", pool.lustre, "osd-zfs keeps back 1/128"),
        ("Kept back by ZFS", pool.slop, "slop, so that a full pool can still delete"),
        *(
            (f"Full records of {text}", held, "incompressible")
            for text, held in pool.stored.items()
        ),
    ]
    return [
        (Cell(what, "", why), Cell(show_both(n), "strong"), f"{n:,}", f"{n / pool.raw:.2%}")
        for what, n, why in rows
    ]


def draw() -> None:
    """Draw the page."""
    st.title("Pool calculator")
    st.write("What OpenZFS reports of an empty pool, to the byte. The address holds the question.")
    question = asked()
    try:
        pool = zfs_pool(
            question["layout"],
            question["drive"],
            ashift=int(question["ashift"]),
            recordsize=question["record"],
            release=question["release"],
        )
    except ValueError as error:
        st.error(escaped(str(error)), icon=":material/error:")
        return
    table(("Answer", "Capacity", "Bytes", "Of raw"), "lrrr", answers(pool))
    st.subheader("How it comes about")
    rows = [
        (
            vdev.layout,
            f"{vdev.asize:,}",
            f"{2**vdev.metaslab_shift:,}",
            f"{vdev.metaslabs:,}",
            f"{vdev.ratio}/512",
        )
        for vdev in pool.vdevs
    ]
    heads = ("Vdevs", "Allocatable bytes of one", "Metaslab", "Metaslabs", "Usable share")
    table(heads, "lrrrr", rows)
    st.caption(RELEASES[question["release"]].source)


draw()
