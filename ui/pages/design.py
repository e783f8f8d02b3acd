"""What is built: the picture of it, its tiers and their parts, and every figure of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from model.answers.results import Results
from ui.base.elements import folded
from ui.design import (
    compatibility,
    dialogs,
    display,
    own_part,
    part_swap,
    part_table,
    pieces,
    quote_table,
    quotes,
    shared,
    stated_prices,
    system,
    texts,
    tiers,
)
from ui.forms import figures, server_price, text_fields
from ui.forms.inputs import PLACE, grid, inputs
from ui.state import session

DIALOGS: Mapping[str, Callable[..., None]] = {
    "tier": tiers.add,
    "swap": part_swap.choose,
    "own": own_part.enter,
    "stated": stated_prices.enter,
    "quote": quotes.enter,
    "table": quote_table.enter,
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
    st.html(display.STYLE)
    st.title("Design")
    n = tiers.draw(results)
    name = results.plan.scenario.tiers[n].name
    system.draw(name)
    reader = session.reader()
    paths = list(reader.tier_paths(n))
    first = [path for one in FIRST if (path := f"tiers.{n}.{one}") in paths]
    with st.container(border=True, gap="small"):
        left, right = st.columns((5, 6.4), vertical_alignment="center", gap="small")
        with left:
            display.draw(tiers.heading(results, n))
        with right, st.container(horizontal=True, gap="small"):
            inputs(map(reader.shown, first), PLACE)
        compatibility.ask(results, dict(results.tiers())[name])
    server_price.ask(results)
    drawn = pieces.draw(results, n) | {*first}
    if room := folded("Type and use", f"how {n}", icon=":material/tune:"):
        with room:
            grid(text_fields.choices_of_tier(results.plan.scenario, n), PLACE)
            grid([reader.shown(path) for path in paths if path not in drawn], PLACE)
    figures.offer(results, texts.ALL_FIELDS_OF.format(name), f"tiers.{n}")
    shared.draw(results)
    part_table.draw(results)
    quotes.draw()
    dialogs.draw(DIALOGS)


draw(session.current())
