"""The parts that can be bought: searched, filtered, and each with its datasheet and sources."""

from __future__ import annotations

import streamlit as st

from model.answers import brief
from model.parts.catalog import Catalog
from model.units.figures import show
from ui.base import page_texts as texts
from ui.base.elements import escaped
from ui.design import part_swap
from ui.state import session

# What the kinds of parts are called; links are no parts that one buys.
KINDS = {
    "HDDs": "hdd",
    "SSDs": "ssd",
    "Servers": "server",
    "Processors": "cpu",
    "Memory": "memory",
    "Enclosures": "enclosure",
    "Arrays": "array",
    "HBAs": "hba",
    "NICs": "nic",
    "Switches": "switch",
    "Cables": "cable",
    "Transceivers": "transceiver",
    "Racks": "rack",
    "PDUs": "pdu",
    "Measured servers": "measured-server",
    "Measured streams": "measured-stream",
}
WHERE = "catalog"
# Pixels of a letter, of what is beside a text in its cell, and of a column of days.
LETTER, BESIDE, DAY = 6.6, 20, 100


def _row(catalog: Catalog, key: str) -> dict[str, str]:
    part = catalog.part(key)
    found = max(catalog.prices(key), key=lambda seen: seen.date, default=None)
    price = ""
    if found is not None and found.price is not None:
        amount, currency = found.price.amount, found.price.currency
        price = show(amount, "currency", currency=currency)
    return {
        "Part": catalog.names(key),
        "Size": str(brief.size(catalog, key)),
        "Rate": str(brief.rate(catalog, key)),
        **(
            {"Recording": part_swap.recording(catalog, key) or "unknown"}
            if part.kind == "hdd"
            else {}
        ),
        "Released": str(part.released or ""),
        "Price, newest": price,
        "Seen": str(found.date) if price and found is not None else "",
        "Key": key,
    }


def draw() -> None:
    """Draw the page."""
    st.title("Catalog")
    kind = st.pills(
        "Kind",
        list(KINDS),
        default="HDDs",
        required=True,
        key="kind of part",
        persist_state="session",
    )
    results = session.current()
    catalog = results.plan.catalog
    keys = list(catalog.keys_of_kind(KINDS[kind]))
    where = f"{WHERE} {kind}"
    found = part_swap.in_order(catalog, part_swap.filtered(catalog, keys, where), "", where)
    st.caption(texts.PARTS_FOUND.format(count=len(found), count_2=len(keys)))
    listed = [_row(catalog, key) for key in found]
    longest = max((len(row["Part"]) for row in listed), default=0)
    chosen = st.dataframe(
        listed,
        hide_index=True,
        column_config={  # by themselves they are as wide as the first rows ask for
            "Part": st.column_config.TextColumn(width=round(LETTER * longest) + BESIDE),
            "Seen": st.column_config.TextColumn(width=DAY),
        },
        height=min(420, 38 + 35 * max(1, len(found))),
        key=f"parts of {where}",
        on_select="rerun",
        selection_mode="single-row",
    )
    rows = [row for row in chosen["selection"]["rows"] if row < len(found)]
    if rows:
        st.subheader(escaped(catalog.names(found[rows[0]])))
        part_swap.sheet(results, found[rows[0]])


draw()
