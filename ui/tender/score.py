"""The scores: points of the evaluators, ranks and margins, and how firmly the order stands."""

from __future__ import annotations

from typing import Any

import streamlit as st

from model.answers.results import Results
from model.tender import views
from model.tender.comparison import Comparison
from model.tender.scores import Scores
from report.workbook.evaluation_workbook import comparison_of_bids_workbook
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.tender import files, protocol, texts
from ui.tender.form import XLSX

REFUSED = "refused points"
WEIGHTS, WITHDRAWALS, METHODS = "Other weights", "A bid withdrawn", "Other methods"
QUALITY, EXCLUDED = "quality", "excluded"


def draw(results: Results) -> None:
    """Draw the part."""
    rules = files.rules()
    files.complain(rules.problems, texts.RULES_CANT_BE_USED)
    files.offer_example()
    if not files.kept(files.BIDS):
        st.info(texts.NO_BIDS, icon=":material/inbox:")
        return
    found = files.bids()
    files.complain(found.problems)
    scores = found.comparison.scores
    if scores is None:
        st.info(texts.NO_SCORING, icon=":material/rule:")
    else:
        _ranks(results, scores)
    _points(found.comparison)
    if scores is not None:
        _robustness(results, scores)
    if found.bids:
        protocol.draw(results, rules, found)
        st.download_button(
            "Evaluation (.xlsx)",
            lambda: comparison_of_bids_workbook(found.comparison),
            "evaluation.xlsx",
            XLSX,
            icon=":material/table_view:",
            help=texts.LIVE_FORMULAS,
            on_click="ignore",
        )


def _ranks(results: Results, scores: Scores) -> None:
    ranking = views.ranking(scores)
    st.markdown(f"**{escaped(ranking.title)}**")
    elements.draw(results, ranking)
    relative, *others = views.notes(scores)
    st.caption(escaped(f"{relative}."))
    for text in others:
        st.warning(escaped(f"{text[:1].upper()}{text[1:]}."), icon=":material/warning:")


def _points(found: Comparison) -> None:
    """Let the evaluators enter points for quality, and reasons to exclude bids."""
    judged = found.tender.bids
    lacks = [one.name for one in found.bids if one.name not in judged]
    room = folded("Points of the evaluators", "points of bids", expanded=bool(lacks))
    files.complain(st.session_state.pop(REFUSED, ()))
    if room is None:
        return
    names = [one.name for one in found.bids]
    rows = [
        {
            "Bid": name,
            QUALITY: None if name not in judged else judged[name].quality,
            EXCLUDED: "" if name not in judged else judged[name].excluded,
        }
        for name in names
    ]
    with room, st.form(f"points {hash(str(rows))}", border=False, enter_to_submit=False):
        entered = st.data_editor(
            rows,
            hide_index=True,
            disabled=["Bid"],
            column_config={
                QUALITY: st.column_config.NumberColumn("Quality", min_value=0.0),
                EXCLUDED: st.column_config.TextColumn(texts.EXCLUDED),
            },
            key=f"points of bids {hash(str(rows))}",
        )
        if st.form_submit_button("Apply the points", type="primary"):
            st.session_state[REFUSED] = _take(entered)
            st.rerun()


def _take(entered: list[dict[str, Any]]) -> Any:
    """Write what was entered into the rules; further decisions on a bid stay."""
    stated = dict(files.rules().stated)
    judged: dict[str, Any] = {name: dict(own) for name, own in (stated.get("bids") or {}).items()}
    for row in entered:
        own: dict[str, Any] = judged.setdefault(str(row["Bid"]), {})
        for name, empty in ((QUALITY, None), (EXCLUDED, "")):
            if row[name] in (None, ""):
                own.pop(name, None)
            elif row[name] != empty:
                own[name] = row[name]
    bids = {name: own for name, own in judged.items() if own}
    return files.state_data({**stated, "bids": bids})


def _robustness(results: Results, scores: Scores) -> None:
    """Draw who wins at other weights, without each bid, and by other methods."""
    of = {WEIGHTS: views.weights, WITHDRAWALS: views.withdrawn, METHODS: views.by_other_methods}
    room = folded("How robust the ranking is", "robustness", icon=":material/balance:")
    if room is None:
        return
    with room:
        chosen = elements.one_of("Show", list(of), "what is shown of scores", labelled=False)
        st.caption(texts.FOR_INFORMATION)
        found = of[chosen](scores)
        if found.rows:
            elements.draw(results, found)
        else:
            st.info(texts.NOTHING_TO_SHOW)
