"""What if prices, rates or dates change: sliders over cost and verdict, until they are applied."""

from __future__ import annotations

import streamlit as st

from model.answers.levers import edits, later_text, tried
from model.answers.results import Results
from model.answers.verdict import as_expected
from model.answers.views.effects import turned
from model.errors import InputError
from model.units.brief import change
from ui.base.elements import Cell, brief_value, escaped, folded, table
from ui.base.work import work
from ui.forms import sliders
from ui.results import texts
from ui.state import session

COSTS = (
    ("Purchase, net", "capital_cost"),
    ("Purchase with VAT", "gross_capital_cost"),
    ("Total over years, net, discounted", "total_cost_of_ownership"),
)
"""Costs that are shown; of one that isn't known, what is known of it."""


def draw() -> None:
    """Draw the part, where it is open; without any price there is nothing to try."""
    if not session.current()["site", "known_capital_cost"]:
        return
    if room := folded(texts.WHAT_IF, "levers", icon=":material/tune:"):
        with room:
            _panel()


def _of() -> str:
    """Name the plan whose levers these are."""
    return f" of {work().choice}"


@st.fragment
def _panel() -> None:
    """Draw sliders and what they do: a move draws nothing else anew."""
    results = session.current()
    economics = results.plan.scenario.economics
    lacking = {
        "exchange": texts.NO_FOREIGN_CURRENCY * (not economics.exchange),
        "energy": texts.NO_ENERGY_PRICE * (economics.energy_price is None),
        "months": texts.NO_PRICE_DECLINE * (not later_text(results)),
    }
    levers = sliders.draw(_of(), {name: why for name, why in lacking.items() if why})
    if later := later_text(results):
        st.caption(escaped(f"{later}."))
    if not levers.text:
        st.caption(texts.MOVE_A_SLIDER)
        return
    try:
        _compare(results, tried(results, levers))
    except InputError as error:
        st.warning(escaped(str(error.problems[0].what)), icon=":material/block:")
        return
    with st.container(horizontal=True):
        is_applied = st.button("Apply to the plan", on_click=_apply, key="apply levers")
        is_reset = st.button("Reset", on_click=_reset, type="tertiary", key="reset levers")
    if is_applied or is_reset:
        st.rerun()


def _compare(before: Results, after: Results) -> None:
    """Draw costs and verdict of the plan, and with the levers."""
    rows: list[tuple[str | Cell, ...]] = []
    for label, whole in COSTS:
        known = f"known_{whole}"
        is_part = before["site", whole] is None and ("site", known) in before.values
        name = known if is_part else whole
        was, now = before["site", name], after["site", name]
        values = [Cell(brief_value(one, "site", name)) for one in (before, after)]
        more = change(now / was - 1) if was and now is not None else ""
        rows.append((f"{label} (known part)" if is_part else label, *values, more))
    if before.checks:
        met = [escaped(as_expected(one)) for one in (before, after)]
        rows.append(("Requirements met", *met, ""))
    table(("", "As planned", "With these changes", "Change"), "lrrr", rows)
    for turn in turned(before, after):
        st.markdown(escaped(str(turn)))


def _apply() -> None:
    """Make edits of the levers: from now on they are part of the plan."""
    found = edits(session.current(), sliders.levers(_of()))
    session.take_over({path: one for path, one in found.items() if isinstance(one, dict)})
    for path, one in found.items():
        if not isinstance(one, dict):
            session.edit(path, one)
    _reset()


def _reset() -> None:
    sliders.reset(_of())
