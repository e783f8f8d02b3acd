"""TB beside TiB: any figure in both, and how far the prefixes are apart."""

from __future__ import annotations

from functools import partial

import streamlit as st

from model.units.figures import grouped, parse, percent, show, show_both
from model.units.prefixes import prefixes
from ui.base import page_texts as texts
from ui.base.elements import escaped, table
from ui.base.text_boxes import Typed


def draw() -> None:
    """Draw the page."""
    st.title("TB and TiB")
    st.write(texts.DRIVES_AND_NETWORKS_USE)
    label, typed = "Capacity, in any unit", Typed()
    text = st.text_input(label, "3.9 PB", key="capacity", bind="query-params", max_chars=40)
    value = typed.read("capacity", label, text, partial(parse, unit="byte"))
    if not typed.complain() and value is not None:
        left, middle, right = st.columns(3)
        left.metric("In base 10", show(value, "byte", digits=7))
        middle.metric("In base 2", show(value, "byte", binary=True, digits=7))
        right.metric("In bytes", grouped(value))
        st.caption(f"{escaped(text)} is {show_both(value)}.")
    st.subheader("Difference")
    rows = [
        (
            prefix.decimal,
            grouped(prefix.decimal_bytes),
            prefix.binary,
            grouped(prefix.binary_bytes),
            percent(prefix.excess, 4, signed=True),
            percent(-prefix.shortfall, 4, signed=True),
        )
        for prefix in prefixes()
    ]
    heads = ("Base 10", "Bytes", "Base 2", "Bytes", "Base 2 is more by", "Difference of base 10")
    table(heads, "lrlrrr", rows)


draw()
