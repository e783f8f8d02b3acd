"""A quick calculator for one ZFS pool: no scenario, one link to share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import streamlit as st

from model.answers.layout_capacity import is_over_servers, layout_capacity
from model.kinds.layouts import parse_raid, parse_server_code
from model.pools.answers import Answer, PoolAnswers, zfs_answers
from model.pools.groups import is_raid, raid_groups
from model.pools.layouts import before_and_after, drive_bytes, groups_of
from model.pools.pool import PoolFigures, check_record, zfs_pool
from model.units.figures import grouped, percent, show_both
from model.zfs.releases import RELEASES, release_of
from model.zfs.vdevs import VdevGroup
from ui.base import page_texts as texts
from ui.base.elements import Cell, escaped, table
from ui.base.integer_input import count
from ui.base.text_boxes import Typed
from ui.forms.pool_fields import (
    IN_ADDRESS,
    Below,
    below_fields,
    drive_field,
    known_by,
    note_sources,
    say_unknown,
    use_fields,
)

HELP = """
| Layout | Meaning |
|---|---|
| `19 x raidz3:11` | 19 vdevs of 11 drives, any 3 of a vdev may fail |
| `12 x mirror:2`, `8 x disk` | mirrors; single drives |
| `2 x draid2:8d:53c:3s` | dRAID: 8 data columns, 53 drives, 3 distributed spares |
| `draid2:4d:12c:96w:2s` | dRAID of 96 drives in 12 failure domains (OpenZFS after 2.4) |
| `raidz2:10 + raidz2:8` | vdevs of different width |
| `raidz2:6 -> raidz2:8` | an expanded pool: layout at creation and now |
| `3 x raid6:10`, `raid60:2x10`, `gridraid:41` | RAID groups of a controller, declustered arrays |
| `raid10:8`, `8 x drive` | mirrors of a controller; single drives without ZFS |
| `ceph:8+3`, `ceph:3-way` | codes and copies over servers: Ceph |
| `declustered:8+2p` | Storage Scale ECE, a recovery group over servers |
| `daos:8+2`, `weka:16+2`, `code:4+2` | other erasure codes across servers |
| `raidz2:10 of 10 TB + special mirror:2 of 960 GB` | roles, and drives of several sizes |

Roles: special, dedup, log, cache, spare, as in `2 x spare`.
"""


def capacities(found: Iterable[Answer], raw: int) -> None:
    """Draw a table of capacities: in both bases, in bytes, and as a share of the raw capacity."""
    rows = [
        (
            Cell(what, "", meaning),
            Cell(show_both(size), "strong"),
            grouped(size),
            percent(size / raw, 2),
        )
        for what, size, meaning in found
    ]
    table(("Answer", "Capacity", "Bytes", "Of raw"), "lrrr", rows)


def answers(found: PoolAnswers) -> None:
    """Draw each answer: what it is, in both bases, in bytes, of the raw capacity."""
    capacities(found.listed(), found.pool.raw)
    if found.grown:
        st.info(found.grown, icon=":material/trending_up:")
    for text in found.placements:
        st.info(text, icon=":material/dns:")


def groups(layout: str, drive: str) -> None:
    """Draw what RAID groups export, and what file systems make of it."""
    found = raid_groups(layout, drive)
    capacities(found.answers, found.raw)


def over_servers(layout: str, drive: str, copies: int, below: Below, record: str) -> None:
    """Draw the capacity of an erasure code, or of targets whose files have copies."""
    first, second, _ = st.columns((2, 2, 5))
    servers, drives = copies, None
    if code := parse_server_code(layout):
        usual = max(copies, code.fewest_servers)
        servers = count("Servers", 1, value=usual, key="servers", where=first, **IN_ADDRESS)
        drives = count(
            "Drives per server", 1, value=12, key="per_server", where=second, **IN_ADDRESS
        )
    typed = Typed()
    policy, mix = use_fields(typed)
    if typed.complain():
        return
    if mix is not None:
        st.info(texts.FILES_OF_POOLS_ONLY, icon=":material/info:")
    luks = below["luks"]
    of_zfs = {
        "release": below["release"],
        "partitioning": below["partitioning"],
        "sector_size": f"{1 << below['ashift']} B",
        "record_size": record,
        **({"luks": luks} if luks else {}),
    }
    try:
        found = layout_capacity(
            layout,
            drive,
            servers=servers,
            drives_per_server=drives,
            copies=copies,
            policy=policy,
            of_zfs=of_zfs,
        )
    except ValueError as error:
        st.error(escaped(str(error)), icon=":material/error:")
        return
    capacities(found.answers, found.raw)
    for text in found.warnings:
        st.warning(escaped(f"{text[:1].upper()}{text[1:]}."), icon=":material/warning:")


def vdevs_of(release: str, layout: str) -> list[tuple[VdevGroup, ...]]:
    """Read the vdevs of a layout, and those that it was made with, as a release can make them."""
    return [groups_of(one, release_of(release)) for one in before_and_after(layout) if one]


def vdevs(pool: PoolFigures) -> None:
    """Draw what ZFS makes of each group of vdevs."""
    st.subheader("Derivation")
    rows = [
        (
            vdev.layout,
            grouped(vdev.asize),
            grouped(2**vdev.metaslab_shift),
            grouped(vdev.metaslabs),
            f"{vdev.ratio}/512",
        )
        for vdev in pool.vdevs
    ]
    heads = ("Vdevs", "Allocatable bytes of one", "Metaslab", "Metaslabs", "Usable share")
    table(heads, "lrrrr", rows)


def releases(layout: str, drive: str | None, below: Below, chosen: PoolFigures) -> None:
    """Draw the same pool over all releases, the newest first."""
    st.subheader("Other releases")
    rows: list[tuple[str | Cell, ...]] = []
    for name, release in list(RELEASES.items())[::-1]:
        tone = "strong" if name == below["release"] else ""
        on_it: Below = {**below, "release": name}
        try:
            pool = zfs_pool(layout, drive, **on_it)
        except ValueError as error:
            rows.append((name, Cell("impossible", "faint", str(error)), "", ""))
            continue
        change = pool.available - chosen.available
        rows.append(
            (
                Cell(f"{name} (chosen)" if tone else name, tone),
                Cell(show_both(pool.available), tone, f"{grouped(pool.available)} B"),
                Cell(
                    percent(change / chosen.available, 3, signed=True),
                    "",
                    f"{grouped(change, sign='+')} B",
                )
                if change
                else Cell("same", "faint"),
                Cell(release.says, "wide", known_by(release.source)),
            )
        )
    heads = ("OpenZFS", "USED + AVAIL", "Difference", "Reason")
    table(heads, "lrrl", rows)


def draw() -> None:
    """Draw the page."""
    st.title("Pool calculator")
    st.write(texts.COMPUTES_WHAT_OPENZFS_REPORTS)
    say_unknown()
    typed = Typed()
    first, second, third, fourth = st.columns((5, 2, 2, 2))
    with first:
        layout = st.text_input(
            "Layout",
            "19 x raidz3:11",
            key="layout",
            bind="query-params",
            persist_state="session",
            help=HELP,
        )
    with second:
        drive = drive_field(typed, texts.SIZE_IN_LAYOUT_SUCH)
    with third:
        record = st.text_input(
            "Record size", "1 MiB", key="record", bind="query-params", persist_state="session"
        )
    copies = count(
        "Copies of each file",
        1,
        8,
        value=1,
        key="copies",
        where=fourth,
        help=texts.OF_COPIES,
        **IN_ADDRESS,
    )
    below = below_fields(typed)
    if is_over_servers(layout, copies):
        typed.read("drive", "Drive", drive, drive_bytes)
        typed.read("record", "Record size", record, check_record)
        if not typed.complain():
            over_servers(layout, drive, copies, below, record)
        return
    if is_raid(layout):
        typed.read("layout", "Layout", layout, parse_raid)
        typed.read("drive", "Drive", drive, drive_bytes)
        if not typed.complain():
            groups(layout, drive)
        return
    typed.read("layout", "Layout", layout, partial(vdevs_of, below["release"]))
    typed.read("record", "Record size", record, check_record)
    policy, mix = use_fields(typed)
    if typed.complain():
        return
    try:
        found = zfs_answers(
            layout, drive or None, policy=policy, mix=mix, recordsize=record, **below
        )
    except ValueError as error:  # of several boxes together
        st.error(escaped(str(error)), icon=":material/error:")
        return
    answers(found)
    note_sources(below["release"], below["partitioning"])
    vdevs(found.pool)
    releases(layout, drive or None, below, found.pool)
    st.caption(RELEASES[below["release"]].source)


draw()
