"""The scores: points of the evaluators, ranks and margins, and how firmly the order stands."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.tender import views
from model.tender.scores import Scores
from report.workbook.evaluation_workbook import comparison_of_bids_workbook
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.tender import files, judging, protocol, texts
from ui.tender.form import XLSX

WEIGHTS, WITHDRAWALS, ADDED = "Other weights", "A bid withdrawn", "A bid added"
METHODS = "Other methods"


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
    judging.draw(found.comparison)
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
    relative, *others = views.notes(scores)
    st.markdown(f"**{escaped(ranking.title)}**", help=escaped(f"{relative}."))
    elements.draw(results, ranking)
    for text in others:
        st.warning(escaped(f"{text[:1].upper()}{text[1:]}."), icon=":material/warning:")


def _robustness(results: Results, scores: Scores) -> None:
    """Draw who wins at other weights, without each bid, and by other methods."""
    of = {
        WEIGHTS: views.weights,
        WITHDRAWALS: views.withdrawn,
        ADDED: views.with_added,
        METHODS: views.by_other_methods,
    }
    room = folded("Robustness of the ranking", "robustness", icon=":material/balance:")
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
