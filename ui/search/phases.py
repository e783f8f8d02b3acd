"""A purchase in phases: what each phase buys at best, under a budget of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.design.choices import Objective
from model.design.economics import Economics
from model.design.scenario import Scenario
from model.search import views
from model.search.answers import yaml_of
from model.search.options import Option, spoken
from model.search.phases import Phased, phased
from model.search.progress import Progress
from model.search.spaces import FIGURES
from ui.base import elements, turns
from ui.base.elements import escaped
from ui.base.work import work
from ui.forms import rows
from ui.search import options, texts
from ui.state import search_queue, session
from ui.state.search_queue import Line, Question

PURCHASES = ("at once", "in phases")
"""How all is bought: what may be chosen."""
ASKED = "asked of purchases in phases"
PHASES = rows.rows_of(Economics, "phases", "economics.phases")


@dataclass
class PhasedSearch:
    """What was asked of one scenario, and the purchase that was found."""

    scenario: Scenario
    line: Line
    best: Question[Phased]


def is_chosen(results: Results) -> bool:
    """Tell whether a purchase in phases is asked for."""
    return bool(results.plan.scenario.economics.phases) and _held() == PURCHASES[1]


def _key() -> str:
    return f"{work().choice} is bought"


def _held() -> str | None:
    held: str | None = st.session_state.get(_key(), PURCHASES[0])
    return held


def ask(results: Results) -> None:
    """Draw whether all is bought at once or in phases, these, and what each may cost."""
    scenario = results.plan.scenario
    if scenario.economics.phases:
        st.segmented_control(
            "Purchase",
            PURCHASES,
            default=_held(),
            required=True,
            key=_key(),
            help=(texts.PURCHASE_MODES),
        )
    if is_chosen(results):
        budgets = dict((scenario.data.get("objective") or {}).get("phase_budgets") or {})
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            for phase in scenario.economics.phases:
                _budget(phase.name, budgets, scenario.economics.currency)
    with st.expander("Phases of the purchase"):
        rows.fill_in(results, PHASES)


def _budget(phase: str, said: Mapping[str, Any], currency: str) -> None:
    key = options.key_of(f"budget of {phase}")
    st.text_input(
        f"Budget, net: {escaped(phase)}",
        value=options.held(key, str(said.get(phase) or "")),
        placeholder=f"such as 1.5 M {currency}",
        help=texts.MAXIMUM_COST,
        key=key,
        on_change=_take_budget,
        args=(phase, key),
        width=180,
    )


def _take_budget(phase: str, key: str) -> None:
    scenario = session.current().plan.scenario
    objective = dict(scenario.data.get("objective") or {"minimise": FIGURES[0]})
    budgets = {**(objective.pop("phase_budgets", None) or {}), phase: st.session_state[key].strip()}
    if kept := {name: amount for name, amount in budgets.items() if amount}:
        objective["phase_budgets"] = kept
    options.write("objective", objective)


def draw(named: Mapping[str, str]) -> None:
    """Draw what begins a search for a purchase in phases, and what it found."""
    found: PhasedSearch | None = st.session_state.get(ASKED, {}).get(work().choice)
    busy = found is not None and not found.best.ended.is_set()
    search_queue.begin(_search, _stop, busy=busy)
    if found is None:
        return
    if busy:
        with turns.aside():
            found.best.ended.wait(search_queue.PATIENCE)
        if not found.best.ended.is_set():
            search_queue.tell(found.best, "Searching")
            with turns.aside():
                found.best.ended.wait(search_queue.PAUSE)
        search_queue.draw_again()  # what ended meanwhile is drawn as running
    for one in found.best.problems:
        st.error(escaped(options.message(one, named)), icon=":material/error:")
    if found.best.answer is not None:
        if session.current().plan.scenario.data != found.scenario.data:
            st.info(texts.SCENARIO_HAS_CHANGED_SEARCH)
        _show(found.scenario, found.best.answer, named)
    elif not found.best.problems:
        st.info(texts.SEARCH_WAS_STOPPED_BEFORE)


def _search(seconds: float) -> None:
    scenario = session.current().plan.scenario
    kept: dict[str, PhasedSearch] = st.session_state.setdefault(ASKED, {})
    for former in kept.values():
        former.line.clear()
    kept.clear()
    objective = scenario.objective or Objective(minimise=FIGURES[0])

    def best(progress: Progress) -> Phased:
        return phased(scenario, objective, progress=progress, seconds=seconds)

    line = search_queue.line()
    kept[work().choice] = PhasedSearch(scenario, line, line.ask(Question(best)))


def _stop() -> None:
    st.session_state[ASKED][work().choice].line.clear()


def _show(scenario: Scenario, found: Phased, named: Mapping[str, str]) -> None:
    """Draw what each phase buys, and the ways to open it."""
    sentence = escaped(views.sentence_of_phases(found))
    if found.results is None:
        st.warning(f"{sentence}.", icon=":material/block:")
        return
    st.markdown(f"**{sentence}.**")
    catalog = found.results.plan.catalog
    numbers = {tier.name: n for n, tier in enumerate(scenario.tiers)}

    def told(tier: str, field: str, option: Option) -> str:
        called = named.get(f"tiers.{numbers[tier]}.{field}", field)
        return f"{called.removesuffix(f' of {tier}')}: {spoken(option.value, catalog)}"

    for view in (views.by_phase(found), views.bought(found, told)):
        st.subheader(view.title)
        elements.draw(found.results, view, doors=False)
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Open as a new scenario",
            key="begin phases",
            type="primary",
            help=texts.PHASES_BECOME_TIERS,
            on_click=_begin,
            args=(found.results,),
        )


def _begin(results: Results) -> None:
    scenario = results.plan.scenario
    session.begin(f"{scenario.name} in phases", yaml_of(scenario).encode())
    st.session_state[search_queue.TAKEN] = True
