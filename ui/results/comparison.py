"""Designs beside each other: the one that is shown, with its edits, and others."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import streamlit as st

from model.answers.certainty import sample
from model.answers.comparison import MOST, Compared, compare
from model.answers.regrets import regret
from model.answers.results import WAYS, Results
from model.answers.views import comparison_tables
from model.answers.views.comparison_charts import (
    bandwidths,
    capacities,
    chains,
    costs,
    where_raw_goes,
)
from model.answers.views.view import View
from model.errors import InputError
from store.errors import StoreError
from ui.base import elements
from ui.base.elements import escaped
from ui.base.work import work
from ui.results import texts
from ui.state import drafts, origins, session

AS_IT_CAME, EDITED = "original", "edited"
CURRENCIES = "The designs use different currencies. Amounts are not converted."


def others() -> list[str]:
    """Let the user choose what stands beside the plan that is shown."""
    here = work().choice
    names = [choice for choice in origins.choices() if choice != here]
    key = "compared scenarios"
    kept = [name for name in st.session_state.get(key, []) if name in names]
    st.session_state[key] = kept
    titles = {name: origins.title(name) for name in names}
    chosen: list[str] = st.multiselect(
        f"Compare with {escaped(origins.title(here))}",
        names,
        key=key,
        format_func=titles.__getitem__,
        max_selections=MOST - 1,
        placeholder="choose scenarios, including your own",
    )
    as_it_came = drafts.is_changed(here) and st.checkbox(
        texts.INCLUDE_THIS_SCENARIO_WITHOUT, key="compared with itself"
    )
    return [*([here] if as_it_came else []), *chosen]


def planned(results: Results, names: list[str]) -> Compared | None:
    """Plan the others; what can't be planned is said."""
    here = work().choice
    found, words = [results], [_word(here, results, EDITED * drafts.is_changed(here))]
    for name in names[: MOST - 1]:
        try:
            if name == here:
                found.append(origins.planned(origins.origin(name).scenario, {}))
                words.append(_word(name, found[-1], AS_IT_CAME))
            else:
                found.append(session.worked_on(name))
                words.append(_word(name, found[-1], EDITED * drafts.is_changed(name)))
        except (InputError, StoreError) as error:
            wrong = f"{origins.title(name)}: {str(error).splitlines()[0]}"
            st.error(escaped(wrong), icon=":material/error:")
    return compare(found, words) if len(found) > 1 else None


def _word(choice: str, results: Results, state: str) -> str:
    """Tell a design from others of its name: where it came from, and whether it was edited."""
    came_as = origins.word(choice, results.plan.scenario.name)
    return ", ".join(filter(None, (came_as, state))) or AS_IT_CAME


def regrets(compared: Compared) -> None:
    """Draw which design is regretted least, where all of them say how far figures may be off."""
    try:
        found = regret(compared.designs, sample(compared.all[0]))
    except InputError as error:
        st.info(escaped(str(error.problems[0].what)))
        return
    first = compared.designs[next(iter(compared.designs))]
    view = comparison_tables.regrets(found)
    st.subheader(view.title)
    elements.draw(first, view, doors=False)
    st.caption(escaped(comparison_tables.least(found)))


def at_a_glance(compared: Compared) -> None:
    """Draw what the designs hold, and what they commit to, each in one figure."""
    first = compared.all[0]
    made = {"Capacity": capacities(compared), "Bandwidth": bandwidths(compared)}
    for column, (title, figure) in zip(st.columns(2), made.items(), strict=True):
        with column:
            elements.draw_chart(first, figure, f"compared: {title}")


def steps(results: Results, compared: Compared) -> None:
    """Draw where the raw capacity of each design goes, and the way down to live capacity."""
    view = comparison_tables.capacity(compared)
    elements.draw_chart(results, where_raw_goes(view), "compared: steps of capacity")
    tables(results, (view,))


def stages(results: Results, compared: Compared) -> None:
    """Draw the chains of each design beside each other."""
    for way in WAYS:
        figure = chains(compared, comparison_tables.chain(compared, way), way)
        if figure is not None:
            elements.draw_chart(results, figure, f"compared: {way} chain")
    st.caption(texts.RED_MARKS_STAGE)


def money(results: Results, compared: Compared) -> None:
    """Draw what each design costs until the end of each year."""
    view = comparison_tables.years(compared)
    figure = costs(compared, view)
    if figure is None:
        st.info(texts.NO_COST_OF_THESE)
    else:
        elements.draw_chart(results, figure, "compared: cost")
    tables(results, (view,))


def parts(results: Results, compared: Compared) -> None:
    """Draw what each design is bought of."""
    tables(results, comparison_tables.parts(compared))


def grounds(results: Results, compared: Compared) -> None:
    """Draw what the designs rest on, and what their scenarios say otherwise."""
    tables(results, (comparison_tables.bases(compared), comparison_tables.differences(compared)))


def tables(results: Results, views: Iterable[View]) -> None:
    """Draw tables; what is otherwise than in the first design is marked in them."""
    for view in (view for view in views if view.rows):
        st.subheader(view.title)
        elements.draw(results, view)


def draw(results: Results) -> None:
    """Draw scenarios beside each other."""
    compared = planned(results, others())
    if compared is None:
        st.info(texts.CHOOSE_ONE_TO_FIVE)
        return
    if len(set(compared.currencies)) > 1:
        st.warning(CURRENCIES, icon=":material/currency_exchange:")
    at_a_glance(compared)
    if text := comparison_tables.alike(compared):
        st.info(escaped(text), icon=":material/compare_arrows:")
    tables(results, comparison_tables.answers(compared))
    st.caption(texts.CLICK_NUMBER.format(first=escaped(next(iter(compared.designs)))))
    chosen = st.segmented_control(
        "Side by side",
        list(ANGLES),
        default=next(iter(ANGLES)),
        required=True,
        key=ANGLE,
        persist_state="session",
    )
    ANGLES[chosen](results, compared)
    regrets(compared)


ANGLE = "what is compared"
ANGLES: dict[str, Callable[[Results, Compared], None]] = {
    "Capacity steps": steps,
    "Data paths": stages,
    "Bill of materials": parts,
    "Cost over years": money,
    "Differences": grounds,
}
"""What is drawn of the designs below their figures, one at a time: all were twelve screens."""
