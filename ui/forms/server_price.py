"""What a stated price of servers includes: asked where such a price is entered."""

from __future__ import annotations

from typing import Any

import streamlit as st

from model.answers.results import Results
from model.planning.prices.included import IN_SERVERS, server_parts_left_open
from model.units.words import label
from ui.base.elements import escaped
from ui.base.work import work
from ui.forms import texts
from ui.state import session

INCLUDES = "includes"
PARTS = (*IN_SERVERS, "adapters", "network")
"""Parts that are asked for; others are bought with servers as a rule."""


def of_servers(path: str) -> bool:
    """Return whether a piece is the servers of a tier."""
    return path.startswith("tiers.") and path.endswith(".servers")


def box(results: Results, path: str, key: str) -> list[str]:
    """Ask which parts the price of a tier's servers includes: at first, those that are free now."""
    tier = results.plan.scenario.tiers[int(path.split(".")[1])]
    there = [name for name in PARTS if getattr(tier, name, None) is not None]
    at = next(at for name, at in results.tiers() if name == tier.name)
    free = [name for name in there if results.values.get((f"{at}/lines:{name}", "unit_price")) == 0]
    chosen: list[str] = st.pills(
        texts.PRICE_INCLUDES,
        there,
        selection_mode="multi",
        default=free,
        format_func=label,
        key=f"{key} includes {path}",
        help=texts.PRICE_INCLUDES_MEANS,
    )
    return chosen


def ask(results: Results) -> None:
    """Ask of each tier whose stated server price leaves that open."""
    for n, tier in enumerate(results.plan.scenario.tiers):
        built = tier.built
        if built is None or not server_parts_left_open(built):
            continue
        path = f"tiers.{n}.servers"
        with st.form(f"includes of {path} of {work().choice}", enter_to_submit=False):
            st.markdown(escaped(texts.PRICE_LEAVES_OPEN.format(tier=tier.name)))
            chosen = box(results, path, "asked")
            if st.form_submit_button("Apply", type="primary"):
                take(path, chosen)
                st.rerun()


def take(path: str, chosen: list[str]) -> None:
    """State what the price of servers includes; the price itself stays."""
    written: Any = session.current().plan.scenario.written_at(f"{path}.price")
    stated = dict(written) if isinstance(written, dict) else {"value": written}
    session.take_over({f"{path}.price": {**stated, INCLUDES: ", ".join(chosen)}})
