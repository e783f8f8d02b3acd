"""What if prices, rates or dates change: sliders over cost and verdict, until they are applied."""

from __future__ import annotations

import streamlit as st

from model.answers.levers import Levers, edits, price_level, tried
from model.answers.results import Results
from model.answers.verdict import as_expected
from model.answers.views.effects import turned
from model.errors import InputError
from model.units.brief import change
from ui.base.elements import Cell, brief_value, escaped, folded, table
from ui.base.work import work
from ui.results import texts
from ui.state import session

COSTS = (
    ("Purchase, net", "capital_cost"),
    ("Purchase with VAT", "gross_capital_cost"),
    ("Total over years, net, discounted", "total_cost_of_ownership"),
)
"""Costs that are shown; of one that isn't known, what is known of it."""
SHARES = {
    "prices": ("All prices", 100),
    "flash": ("Flash drives", 300),
    "exchange": ("Foreign currencies", 50),
    "energy": ("Energy price", 200),
}
"""Levers that are shares: their labels, and how far up they go in percent."""
LEAST, STEP = -50, 5
MOST_MONTHS = 36


def draw() -> None:
    """Draw the part, where it is open; without any price there is nothing to try."""
    if not session.current()["site", "known_capital_cost"]:
        return
    if room := folded(texts.WHAT_IF, "levers", icon=":material/tune:"):
        with room:
            _panel()


def _key(name: str) -> str:
    return f"lever {name} of {work().choice}"


def _levers() -> Levers:
    """Give the levers as they stand."""
    state = st.session_state
    shares = {name: state.get(_key(name), 0) / 100 for name in SHARES}
    return Levers(**shares, months=state.get(_key("months"), 0))


@st.fragment
def _panel() -> None:
    """Draw sliders and what they do: a move draws nothing else anew."""
    results = session.current()
    economics = results.plan.scenario.economics
    lacking = {
        "exchange": texts.NO_FOREIGN_CURRENCY * (not economics.exchange),
        "energy": texts.NO_ENERGY_PRICE * (economics.energy_price is None),
    }
    columns = st.columns(len(SHARES) + 1, gap="medium")
    for column, (name, (label, most)) in zip(columns, SHARES.items(), strict=False):
        why = lacking.get(name, "")
        column.slider(
            label,
            LEAST,
            most,
            0,
            STEP,
            "%+d %%",
            key=_key(name),
            disabled=bool(why),
            help=why or None,
        )
    no_decline = price_level(results, 1) is None
    columns[-1].slider(
        "Months later",
        0,
        MOST_MONTHS,
        0,
        key=_key("months"),
        disabled=no_decline,
        help=texts.NO_PRICE_DECLINE if no_decline else texts.LATER_PRICES,
    )
    levers = _levers()
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
    found = edits(session.current(), _levers())
    session.take_over({path: one for path, one in found.items() if isinstance(one, dict)})
    for path, one in found.items():
        if not isinstance(one, dict):
            session.edit(path, one)
    _reset()


def _reset() -> None:
    for name in (*SHARES, "months"):
        st.session_state[_key(name)] = 0
