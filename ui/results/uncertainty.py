"""How sure the plan is: quantiles against requirements, what moves figures most, the bands."""

from __future__ import annotations

from typing import Any

import streamlit as st

from model.answers.certainty import Drawn, sample
from model.answers.ranges import FIT, chance_text
from model.answers.results import Results
from model.answers.sampling import MOST
from model.answers.views import certainty_tables as views
from model.answers.views.certainty_charts import against_requirements, tornado_chart
from model.errors import InputError
from model.procedures.peaks import RULE
from ui.base import elements
from ui.base import page_texts as texts
from ui.base.elements import escaped, folded
from ui.base.integer_input import count
from ui.forms import bands
from ui.state import session

TABLE = ":material/table:"
REQUIRED, MOVED, RESTING = SHOWN = "Requirements", "Sensitivity", "Assumptions"
METHODS = {"lhs": "Latin hypercube", "sobol": "Sobol points"}


def settings() -> tuple[int, int, Any]:
    """Let the user say how many cases are drawn, and how."""
    with (
        st.expander("Sampling", icon=":material/casino:"),
        st.container(horizontal=True),
    ):
        most, meant = min(MOST, 65_536), elements.meant("case")
        n = count("Samples", 64, most, value=512, step=64, key="cases", help=meant)
        seed = count("Seed", 0, 2**31, value=0, key="seed", help=texts.SAME_SEED_GIVES_SAME)
        method: str = st.selectbox(
            "Method", list(METHODS), format_func=METHODS.__getitem__, key="points"
        )
    return n, seed, method


def _of_all(drawn: Drawn) -> str:
    """Say how often all requirements are met at once."""
    every = drawn.chance_met()
    unknown = f", unknown in {chance_text(every.unknown)}" if every.unknown else ""
    fits = f" {views.NOT_COUNTED.capitalize()}." if drawn.chance_met(FIT).unknown else ""
    return texts.ALL_REQUIREMENTS_ARE_MET.format(
        met=chance_text(every.met), unknown=unknown, fits=fits
    )


def chances(drawn: Drawn) -> None:
    """Draw how often requirements are met."""
    results = drawn.results
    if not results.checks:
        st.info(texts.NO_REQUIREMENT_CAN)
        return
    figure = against_requirements(drawn)
    if figure is None:
        st.info(texts.NO_REQUIREMENT_CAN)
    else:
        elements.draw_chart(results, figure, "against requirements")
    sentence = _of_all(drawn)
    st.markdown(sentence, help=elements.meant(sentence))
    if room := folded("As a table", "chances", icon=TABLE):
        with room:
            elements.draw(results, views.chances(drawn))


def quantiles(drawn: Drawn) -> None:
    """Draw the quantiles of the figures."""
    found = views.quantiles(drawn)
    if room := folded(found.title, "quantiles", icon=":material/bar_chart:"):
        with room:
            elements.draw(drawn.results, found)
            if any(drawn.peaks(address) for address in drawn.shown):
                st.caption(f"Two peaks: {RULE}.")


def tornado(drawn: Drawn) -> None:
    """Draw what moves one figure most."""
    moving = [address for address in drawn.shown if drawn.tornado(address)]
    if not moving:
        st.info(texts.NO_UNCERTAINTY_RANGE_AFFECTS)
        return
    names = {views.name_of(drawn.results, address): address for address in moving}
    address = names[st.selectbox("Figure", list(names), key="moved figure")]
    figure = tornado_chart(drawn, address)
    if figure is not None:
        elements.draw_chart(drawn.results, figure, "tornado")
    room = folded(texts.EFFECT_OF_EACH_RANGE, "swings", icon=TABLE)
    if room is None:
        return
    with room:
        with_indices = st.toggle(
            "Shares of the variance",
            key="indices",
            help=(texts.EACH_RANGE_IS_VARIED),
        )
        elements.draw(drawn.results, views.tornado(drawn, address, indices=with_indices))


def rests_on(drawn: Drawn) -> None:
    """Draw the bands, and what has none."""
    lacking = views.without(drawn)
    for key, title, found in (
        ("bands", "Assumptions", views.bands(drawn.results)),
        ("figures without bands", lacking.title, lacking),
    ):
        if found.rows and (room := folded(title, key, icon=":material/rule:")):
            with room:
                elements.draw(drawn.results, found)


def draw(results: Results) -> None:
    """Draw the uncertainty ranges, and what they do to requirements and figures."""
    bands.draw(results)
    n, seed, method = settings()
    try:
        drawn: Drawn = session.once_a_plan(
            f"sample {n} {seed} {method}", lambda: sample(results, n, seed, method)
        )
    except InputError as error:
        for problem in error.problems:
            st.error(escaped(str(problem)))
        return
    sentence = f"{views.counted(drawn)}."
    st.markdown(escaped(sentence), help=elements.meant(sentence))
    shown = elements.one_of("Part of the page", SHOWN, "uncertainty shows", labelled=False)
    if shown == REQUIRED:
        chances(drawn)
    elif shown == MOVED:
        tornado(drawn)
        quantiles(drawn)
    else:
        rests_on(drawn)
