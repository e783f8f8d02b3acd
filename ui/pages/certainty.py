"""How sure the plan is: quantiles against requirements, what moves figures most, the bands."""

from __future__ import annotations

from typing import Any

import streamlit as st
import yaml

from model.answers.certainty import MOST, Drawn, sample
from model.answers.results import Results
from model.answers.views import certainty as views
from model.engine.tree import Address
from model.errors import InputError
from model.procedures.humps import RULE
from model.reading.documents import read_document
from model.units.figures import write
from report.certainty_figures import against_requirements, tornado_chart
from ui import elements, session
from ui.elements import escaped

ABOUT = """\
A plan is one figure for each thing; here it is how far these may be off. Write the bands of figures
that you have doubts about, each by the path of its field. Worlds are drawn from them, and each is
planned.
"""
EXAMPLE = """\
deliveries: true     # what stages deliver: as far as systems showed
prices: true         # prices that are estimates: as their class
economics.energy_price: {median: 0.2 EUR/kWh, spread: 1.3}
tiers.0.policy.fill_limit: {low: 70 %, likely: 80 %, high: 85 %}
tiers.0.drives.power: {values: [8 W, 9 W, 11 W]}
"""
METHODS = {"lhs": "Latin hypercube", "sobol": "Sobol's points"}
NOTHING = "add a figure …"


def bands(results: Results) -> None:
    """Let the user write the bands as in the scenario."""
    said = results.plan.scenario.data.get("bands") or {}
    with st.expander("Bands of single figures"):
        st.markdown(ABOUT)
        key = f"bands {st.session_state.choice}"
        kept = f"{key} said"
        if st.session_state.get(kept) != said or key not in st.session_state:
            st.session_state[kept], st.session_state[key] = said, _written(said)
        st.text_area("Bands", key=key, height=220, placeholder=EXAMPLE)
        _further(results, key)
        with st.container(horizontal=True):
            st.button("Take over these bands", on_click=_take_over, args=(key,), type="primary")
        for line in st.session_state.pop(f"{key} wrong", ()):
            st.error(escaped(line))
        st.caption(
            "Three points (low, likely, high), or a median with the factor that two of three keep "
            "to, or values that were seen. Figures of one `group` move together. How it is "
            "written, and what it means: docs/certainty.md."
        )


def _written(said: Any) -> str:
    """Write bands as a scenario has them, each on a line."""
    return "".join(f"{key}: {_in_a_line(band)}\n" for key, band in said.items())


def _in_a_line(band: Any) -> str:
    text: str = yaml.safe_dump(
        band, default_flow_style=True, allow_unicode=True, sort_keys=False, width=1000
    )
    return text.removesuffix("...\n").strip()


def _further(results: Results, key: str) -> None:
    """Let the user add a band for a figure; it begins without width, at the plan's figure."""
    banded = {at for one in results.plan.bands for at in one.addresses}
    choices = {
        f"{views.name_of(results, at)}: {path}": (path, at)
        for path, at in session.reader(results).addresses.items()
        if at not in banded and results.values.get(at) is not None
    }
    picked = st.selectbox(
        "A further figure",
        [NOTHING, *choices],
        key=f"{key} further",
        help="It begins without width, at the plan's own figure: widen it above.",
    )
    if picked in choices:
        path, at = choices[picked]
        st.button("Add it", on_click=_add, args=(key, path, _figure(results, at)))


def _figure(results: Results, address: Address) -> str | float:
    """Write a figure as a scenario does."""
    value, unit = results[address] or 0.0, results.item(*address).unit
    currency = results.plan.scenario.economics.currency
    return value if unit == "1" else write(value, unit, currency=currency)


def _add(key: str, path: str, figure: str | float) -> None:
    band = {path: {"low": figure, "likely": figure, "high": figure}}
    before = st.session_state[key].rstrip()
    st.session_state[key] = f"{before}\n{_written(band)}".lstrip()
    st.session_state[f"{key} further"] = NOTHING


def _usual(key: str) -> None:
    st.session_state[key] = "deliveries: true\nprices: true\n"
    _take_over(key)


def _take_over(key: str) -> None:
    """Plan with the bands that are written, or say what is wrong with them."""
    text = st.session_state[key]
    wrong: list[str] = []
    try:
        said = read_document(text, "bands").data if text.strip() else None
        if said is not None and not isinstance(said, dict):
            wrong.append("write 'path: {low: …, likely: …, high: …}' lines")
        else:
            wrong += (f"{one.field}: {one.what}" for one in session.band(said))
    except InputError as error:
        wrong += map(str, error.problems)
    st.session_state[f"{key} wrong"] = wrong


def settings() -> tuple[int, int, Any]:
    """Let the user say how many worlds are drawn, and how."""
    with st.container(horizontal=True):
        n = st.number_input("Worlds", 64, min(MOST, 65_536), 512, 64, key="worlds")
        seed = st.number_input("Seed", 0, 2**31, 0, key="seed", help="The same, the same worlds")
        method: str = st.selectbox(
            "Points", list(METHODS), format_func=METHODS.__getitem__, key="points"
        )
    return int(n), int(seed), method


def chances(drawn: Drawn) -> None:
    """Draw how often requirements are met."""
    results = drawn.results
    st.subheader("How often requirements are met")
    figure = against_requirements(drawn)
    if figure is None:
        st.info("The scenario requires nothing whose figures are known: write 'requirements'.")
    else:
        elements.chart(figure, "against requirements")
    elements.draw(results, views.chances(drawn))


def quantiles(drawn: Drawn) -> None:
    """Draw the quantiles of the figures."""
    found = views.quantiles(drawn)
    st.subheader(found.title)
    elements.draw(drawn.results, found)
    if any(drawn.humps(address) for address in drawn.shown):
        st.caption(f"Two humps: {RULE}.")


def tornado(drawn: Drawn) -> None:
    """Draw what moves one figure most."""
    st.subheader("What moves a figure most")
    moving = [address for address in drawn.shown if drawn.tornado(address)]
    if not moving:
        st.info("No band moves any of these figures.")
        return
    names = {views.name_of(drawn.results, address): address for address in moving}
    address = names[st.selectbox("Figure", list(names), key="moved figure")]
    figure = tornado_chart(drawn, address)
    if figure is not None:
        elements.chart(figure, "tornado")
    with_indices = st.toggle("Shares of the variance, with their interval", key="indices")
    elements.draw(drawn.results, views.tornado(drawn, address, indices=with_indices))
    st.caption(
        "Each band from its 5 % to its 95 % quantile, with all else as it is planned. A share of "
        "the variance counts what a band brings alone and with the others; its interval of 90 % is "
        "that of the sampling."
    )


def rests_on(drawn: Drawn) -> None:
    """Draw the bands, and what has none."""
    st.subheader("What it rests on")
    elements.draw(drawn.results, views.bands(drawn.results))
    lacking = views.without(drawn)
    if lacking.rows:
        st.subheader(lacking.title)
        elements.draw(drawn.results, lacking)


def draw(results: Results) -> None:
    """Draw the page."""
    st.title("Certainty")
    if not results.plan.bands:
        st.info(
            "No figure has a band yet: say how far what stages deliver and estimated prices may "
            "be off, as systems and classes of prices showed, to see how sure the plan is."
        )
        key = f"bands {st.session_state.choice}"
        st.button("Take these bands", on_click=_usual, args=(key,), type="primary", key="usual")
        bands(results)
        return
    bands(results)
    n, seed, method = settings()
    try:
        drawn: Drawn = session.once_a_plan(
            f"sample {n} {seed} {method}", lambda: sample(results, n, seed, method)
        )
    except InputError as error:
        for problem in error.problems:
            st.error(escaped(str(problem)))
        return
    st.markdown(escaped(f"{views.counted(drawn)}."))
    chances(drawn)
    quantiles(drawn)
    tornado(drawn)
    rests_on(drawn)


draw(session.current())
