"""What the evaluators find: points for quality, figures of criteria, decisions, exclusions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from model.errors import Problem
from model.tender.comparison import Comparison
from ui.base.elements import folded
from ui.tender import files, texts

REFUSED = "refused points"
BID, QUALITY, EXCLUDED, REQUIREMENT, DECISION = "Bid", "Quality", "Excluded", "Requirement", "Met?"
VERDICTS = ("met", "not met", "unknown")
Rows = Sequence[Mapping[str, Any]]


def draw(found: Comparison) -> None:
    """Draw the tables that evaluators fill in."""
    files.complain(st.session_state.pop(REFUSED, ()))
    lacks = any(one.name not in found.tender.bids for one in found.bids)
    if room := folded("Points of the evaluators", "points of bids", expanded=lacks):
        with room:
            _points(found)
    rows = open_musts(found)
    if rows and (room := folded("Decisions on requirements", "decisions on bids")):
        with room:
            _decisions(rows)


def _points(found: Comparison) -> None:
    rows = points(found)
    criteria = [name for name in rows[0] if name not in (BID, QUALITY, EXCLUDED)] if rows else []
    key = f"points {hash(str(rows))}"
    numbers = {
        name: st.column_config.NumberColumn(name, min_value=0.0) for name in (QUALITY, *criteria)
    }
    with st.form(key, border=False, enter_to_submit=False):
        entered = st.data_editor(
            rows,
            hide_index=True,
            disabled=[BID],
            column_config={**numbers, EXCLUDED: st.column_config.TextColumn(texts.EXCLUDED)},
            key=f"{key} rows",
        )
        if st.form_submit_button("Apply the points", type="primary"):
            _write(with_points(_stated(), rows, entered))


def _decisions(rows: Rows) -> None:
    key = f"decisions {hash(str(rows))}"
    with st.form(key, border=False, enter_to_submit=False):
        entered = st.data_editor(
            list(rows),
            hide_index=True,
            disabled=[BID, REQUIREMENT],
            column_config={
                DECISION: st.column_config.SelectboxColumn(options=VERDICTS, required=True)
            },
            key=f"{key} rows",
        )
        if st.form_submit_button("Apply the decisions", type="primary"):
            _write(with_decisions(_stated(), rows, entered))


def _stated() -> dict[str, dict[str, Any]]:
    stated = files.rules().stated.get("bids") or {}
    return {name: dict(own) for name, own in stated.items()}


def _write(bids: Mapping[str, Any]) -> None:
    problems: tuple[Problem, ...] = files.state_data({**files.rules().stated, "bids": bids})
    st.session_state[REFUSED] = problems
    st.rerun()


def points(found: Comparison) -> list[dict[str, Any]]:
    """Give a row for each bid: points, figures that evaluators state, reason of exclusion."""
    scoring = found.tender.scoring
    criteria = () if scoring is None else scoring.criteria or ()
    names = [one.name for one in criteria if one.figure is None]
    rows = []
    for one in found.bids:
        judged = found.tender.bids.get(one.name)
        figures = {} if judged is None else judged.figures
        rows.append(
            {
                BID: one.name,
                QUALITY: None if judged is None else judged.quality,
                **{name: figures.get(name) for name in names},
                EXCLUDED: "" if judged is None else judged.excluded,
            }
        )
    return rows


def with_points(
    judged: Mapping[str, Mapping[str, Any]], before: Rows, entered: Rows
) -> dict[str, dict[str, Any]]:
    """Return what is found on bids with the points that were entered; all else stays."""
    found = {name: dict(own) for name, own in judged.items()}
    for was, row in zip(before, entered, strict=True):
        own = found.setdefault(str(row[BID]), {})
        figures = dict(own.get("figures") or {})
        for name, value in row.items():
            if name == BID or value == was[name]:
                continue
            of, key = {QUALITY: (own, "quality"), EXCLUDED: (own, "excluded")}.get(
                name, (figures, name)
            )
            if value in (None, ""):
                of.pop(key, None)
            else:
                of[key] = value
        own.update({"figures": figures} if figures else {})
        if not figures:
            own.pop("figures", None)
    return {name: own for name, own in found.items() if own}


def open_musts(found: Comparison) -> list[dict[str, Any]]:
    """Give a row for each requirement that a bid doesn't surely meet, or that was decided."""
    return [
        {BID: one.name, REQUIREMENT: name, DECISION: verdict}
        for one in found.bids
        for name, verdict in one.musts.items()
        if verdict != "met" or name in _decided(found, one.name)
    ]


def _decided(found: Comparison, name: str) -> Mapping[str, Any]:
    judged = found.tender.bids.get(name)
    return {} if judged is None else judged.musts


def with_decisions(
    judged: Mapping[str, Mapping[str, Any]], before: Rows, entered: Rows
) -> dict[str, dict[str, Any]]:
    """Return what is found on bids with the decisions that were made; all else stays."""
    found = {name: dict(own) for name, own in judged.items()}
    for was, row in zip(before, entered, strict=True):
        if row[DECISION] != was[DECISION]:
            own = found.setdefault(str(row[BID]), {})
            own["musts"] = {**(own.get("musts") or {}), str(row[REQUIREMENT]): row[DECISION]}
    return found
