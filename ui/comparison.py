"""Designs beside each other: the one that is shown, with its edits, and others."""

from __future__ import annotations

import streamlit as st

from model.answers.certainty import sample
from model.answers.comparison import MOST, Compared, compare
from model.answers.regrets import regret
from model.answers.results import Results
from model.answers.views import comparison
from model.errors import InputError
from report.comparison_figures import bandwidths, capacities, costs
from ui import elements, session
from ui.elements import escaped

CURRENCIES = "The designs count in unlike currencies: sums stand as they are, nothing is converted."


def others() -> list[str]:
    """Let the user choose what stands beside the plan that is shown."""
    here = st.session_state.choice
    names = [choice for choice in session.choices() if choice != here]
    key = "compared scenarios"
    kept = [name for name in st.session_state.get(key, []) if name in names]
    st.session_state[key] = kept
    titles = {name: session.title(name) for name in names}
    chosen: list[str] = st.multiselect(
        f"Beside {escaped(session.title(here))}",
        names,
        key=key,
        format_func=titles.__getitem__,
        max_selections=MOST - 1,
        placeholder="choose scenarios, yours too",
    )
    as_it_came = (bool(session.changes()) or session.is_changed(here)) and st.checkbox(
        "Also this scenario without the edits", key="compared with itself"
    )
    return [*([here] if as_it_came else []), *chosen]


def planned(results: Results, names: list[str]) -> Compared | None:
    """Plan the others; what can't be planned is said."""
    found = [results]
    for name in names[: MOST - 1]:
        try:
            found.append(session.planned(session.origin(name).scenario, {}))
        except InputError as error:
            st.error(f"{escaped(session.title(name))}: {escaped(str(error.problems[0]))}")
    return compare(found) if len(found) > 1 else None


def regrets(compared: Compared) -> None:
    """Draw which design is regretted least, where all of them say how far figures may be off."""
    if not all(one.plan.bands for one in compared.all):
        st.caption(
            "Where each of them has bands (page *Certainty*), it is said here which one would be "
            "regretted least."
        )
        return
    try:
        found = regret(compared.designs, sample(compared.all[0]))
    except InputError as error:
        st.info(escaped(str(error.problems[0].what)))
        return
    first = compared.designs[next(iter(compared.designs))]
    view = comparison.regrets(found)
    st.subheader(view.title)
    elements.draw(first, view, doors=False)
    st.caption(escaped(comparison.least(found)))


def charts(compared: Compared) -> None:
    """Draw what the designs hold, how fast they are, and what they cost, each in one figure."""
    made = {"Capacity": capacities, "Bandwidth that is committed": bandwidths, "Cost": costs}
    columns = st.columns(2)
    for n, (title, make) in enumerate(made.items()):
        figure = make(compared)
        if figure is not None:
            with columns[n % 2] if n < 2 else st.container():
                st.subheader(title)
                st.plotly_chart(figure, config={"displaylogo": False}, key=f"compared: {title}")


def draw(results: Results) -> None:
    """Draw scenarios beside each other."""
    compared = planned(results, others())
    if compared is None:
        st.info("Choose one to five scenarios: they stand beside the one that is shown.")
        return
    if len(set(compared.currencies)) > 1:
        st.warning(CURRENCIES, icon=":material/currency_exchange:")
    charts(compared)
    for view in comparison.views(compared):
        st.subheader(view.title)
        elements.draw(results, view, doors=False)
    regrets(compared)
