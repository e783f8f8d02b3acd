"""What is built: the picture of it, its tiers and their parts, and every figure of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from model.answers.results import Results
from ui import choices, session
from ui.design import (
    dialogs,
    look,
    own,
    pieces,
    quotes,
    sections,
    shared,
    stated,
    swap,
    system,
    tiers,
)
from ui.elements import folded
from ui.inputs import PLACE, grid, inputs

DIALOGS: Mapping[str, Callable[..., None]] = {
    "tier": tiers.add,
    "swap": swap.choose,
    "own": own.enter,
    "stated": stated.enter,
    "quote": quotes.enter,
    "shared": shared.add,
}
# Figures of a tier that stand above its parts.
FIRST = (
    *("blocks", "target.layout", "target.release"),
    *("given.capacity", "given.write_bandwidth", "given.read_bandwidth"),
    "policy.fill_limit",
)


def draw(results: Results) -> None:
    """Draw the page."""
    st.html(look.STYLE)
    st.title("Design")
    n = tiers.draw(results)
    name = results.plan.scenario.tiers[n].name
    system.draw(name)
    fields = {field.path: field for field in session.reader().tier(n)}
    first = [fields.pop(at) for at in (f"tiers.{n}.{one}" for one in FIRST) if at in fields]
    with st.container(border=True, gap="small"):
        left, right = st.columns((5, 6.4), vertical_alignment="center", gap="small")
        with left:
            look.draw(tiers.told(results, n))
        with right, st.container(horizontal=True, gap="small"):
            inputs(first, PLACE)
    drawn = pieces.draw(results, n)
    rest = [field for at, field in fields.items() if at not in drawn]
    if room := folded("What it is, and how it is used", f"how {n}", icon=":material/tune:"):
        with room:
            grid(choices.of_tier(results.plan.scenario, n), PLACE)
            grid(rest, PLACE)
    sections.draw(results, n)
    shared.draw(results)
    quotes.draw()
    dialogs.draw(DIALOGS)


draw(session.current())
