"""Tables below the designs that a search found: what requirements cost, and what is excluded."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.search import views
from model.search.answers import Answers, Price, Reason
from model.search.obstacles import waits_for
from model.search.options import spoken
from model.search.search import SearchResult
from ui.base import elements
from ui.base.elements import escaped
from ui.search import texts


def ways(result: SearchResult, said: Answers[Reason] | None, results: Results) -> None:
    """Draw how far each requirement may go while the others hold, where no design is one."""
    if not said:
        return
    if waits := waits_for(result):
        st.markdown(escaped(f"{views.waiting(result, waits)}."))
        return
    view = views.obstacles(said)
    if view.rows:
        st.subheader(view.title)
        elements.draw(results, view, doors=False)
    else:
        st.markdown(f"{views.SEVERAL}.")
    if said.stopped:
        st.caption(texts.EVALUATED_WITHIN_TIME.format(looked_at=said.looked_at, of=said.of))


def prices(result: SearchResult, said: Answers[Price] | None, results: Results) -> None:
    """Draw what 5 % more of each requirement changes."""
    if not said:
        return
    view = views.prices(result, said)
    st.subheader(view.title)
    elements.draw(results, view, doors=False)
    if said.stopped:
        st.caption(texts.PRICED_WITHIN_TIME.format(looked_at=said.looked_at, of=said.of))


def excluded(result: SearchResult, results: Results) -> None:
    """Draw how many designs are none, and by what; and what can't be had."""
    refused = views.refused(result, lambda one: spoken(one.value, results.plan.catalog))
    for view in (views.excluded(result), refused):
        if view.rows:
            with st.expander(f"{view.title}: {len(view.rows)}"):
                elements.draw(results, view, doors=False)
