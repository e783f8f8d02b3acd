"""The best of the designs that a scenario leaves open, others near it, and why not the rest."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from model.answers.compatibility import unsuited
from model.answers.ranges import likely
from model.answers.results import Results
from model.design.choices import Objective
from model.search import views
from model.search.answers import (
    Alternative,
    Answers,
    Price,
    Reason,
    design_with,
    front,
    lacking,
    most_of,
    prices,
    text_of,
    with_alternatives,
)
from model.search.obstacles import obstacles
from model.search.options import distinct, spoken
from model.search.progress import Progress, Watch
from model.search.search import Design, SearchResult, run_search, search
from model.search.spaces import FIGURES
from model.units.figures import percent
from report.charts.search_charts import front_chart
from ui.base import elements, turns
from ui.base.elements import escaped
from ui.base.work import work
from ui.search import options, phases, tables, texts
from ui.state import session
from ui.state.search_queue import (
    PATIENCE,
    PAUSE,
    TAKEN,
    Line,
    Question,
    begin,
    draw_again,
    line,
    tell,
)

FURTHER = 30.0
"""Seconds that alternatives, a front or prices may take, each."""
OPEN = ("choices", "objective")
"""Sections of a scenario that no design has any more."""
ASKED = "asked of a scenario"
IS_LESS = ("capital_cost", "racks", "equipment_power")
"""Figures of which less is good."""
Whole = Mapping[str, Any]


@dataclass
class SearchRun:
    """What was asked of one scenario, and the answers so far."""

    scenario: Whole
    line: Line
    best: Question[SearchResult]
    others: Question[tuple[SearchResult, Answers[Alternative]]] | None = None
    prices: Question[Answers[Price]] | None = None
    ways: Question[Answers[Reason]] | None = None
    fronts: dict[tuple[str, str], Question[Answers[Design]]] = field(default_factory=dict)
    reasons: dict[tuple[str, str], Question[Why]] = field(default_factory=dict)
    taken: list[Whole] = field(default_factory=list)

    @property
    def result(self) -> SearchResult | None:
        """The best design so far; the search for alternatives may find a better one."""
        return self.others.answer[0] if self.others and self.others.answer else self.best.answer

    @property
    def alternatives(self) -> Answers[Alternative] | None:
        """The alternatives, once they are known."""
        return self.others.answer[1] if self.others and self.others.answer else None

    @property
    def running(self) -> list[Question[Any]]:
        """What has no answer yet, as it was asked."""
        first = (self.best, self.others, self.prices, self.ways)
        every = (*first, *self.fronts.values(), *self.reasons.values())
        return [one for one in every if one is not None and not one.ended.is_set()]


@dataclass(frozen=True)
class Why:
    """Why a design isn't the best: what it lacks, and what any with that option lacks."""

    design: Design
    lacks: list[Reason]
    never: list[Reason]


def draw(results: Results) -> None:
    """Draw what is left open, and what is found."""
    st.markdown(texts.ABOUT)
    named = options.names(results)
    options.draw(results)
    options.objective(results)
    phases.ask(results)
    _outcome(named)


@st.fragment
def _outcome(named: Mapping[str, str]) -> None:
    if st.session_state.pop(TAKEN, False):
        st.rerun()
    results = session.current()
    if phases.is_chosen(results):
        phases.draw(named)
        return
    asked: SearchRun | None = st.session_state.get(ASKED, {}).get(work().choice)
    busy = asked is not None and bool(asked.running)
    begin(_search, partial(_stop, asked), busy=busy)
    if asked is None:
        return
    for question in asked.running[:1]:
        with turns.aside():
            question.ended.wait(PATIENCE)
    _further(asked)
    _tell(asked)
    _show(asked, results, named)
    if busy or asked.running:  # what ended meanwhile is drawn as running
        for question in asked.running[:1]:
            with turns.aside():
                question.ended.wait(PAUSE)
        draw_again()


def _search(seconds: float) -> None:
    """Search the scenario as it is now; what this session asked before ends."""
    scenario = session.current().plan.scenario
    kept: dict[str, SearchRun] = st.session_state.setdefault(ASKED, {})
    for former in kept.values():
        former.line.clear()
    kept.clear()  # each holds all of its designs
    objective = scenario.objective or Objective(minimise=FIGURES[0])
    objective = objective.model_copy(update={"phase_budgets": {}})  # it is one purchase here

    def best(progress: Progress) -> SearchResult:
        result = search(scenario, objective, progress=progress, seconds=seconds)
        _ = result.excluded  # counted here, not while a page is made
        return result

    own = line()
    kept[work().choice] = SearchRun(dict(scenario.data), own, own.ask(Question(best)))


def _stop(asked: SearchRun | None) -> None:
    if asked is not None:
        asked.line.clear()


def _further(asked: SearchRun) -> None:
    """Ask for what follows the best design, once it is there."""
    result = asked.best.answer
    if result is None or asked.best.is_stopped:
        return
    if result.best is None and asked.ways is None:
        asked.ways = asked.line.ask(
            Question(lambda progress: obstacles(result, seconds=FURTHER, progress=progress))
        )
    if result.best is None or asked.others is not None:
        return
    objective = result.choosing.scenario.objective

    def others(progress: Progress) -> tuple[SearchResult, Answers[Alternative]]:
        return with_alternatives(result, objective, seconds=FURTHER, progress=progress)

    def changed(progress: Progress) -> Answers[Price]:
        return prices(asked.result or result, seconds=FURTHER, progress=progress)

    asked.others = asked.line.ask(Question(others))
    asked.prices = asked.line.ask(Question(changed))


def _tell(asked: SearchRun) -> None:
    """Say what is worked out now, and how far it is."""
    for question in asked.running[:1]:
        is_first = question is asked.best
        what = "Searching" if is_first else "Searching alternatives"
        tell(question, what, says_best=is_first)


def _show(asked: SearchRun, results: Results, named: Mapping[str, str]) -> None:
    for one in asked.best.problems:
        st.error(escaped(options.message(one, named)), icon=":material/error:")
    result = asked.result
    if result is None:
        if asked.best.ended.is_set() and not asked.best.problems:
            st.info(texts.SEARCH_WAS_STOPPED_BEFORE)
        return
    if _closed(results.plan.scenario.data) not in (_closed(asked.scenario), *asked.taken):
        st.info(texts.SCENARIO_HAS_CHANGED_SEARCH)
    sentence = escaped(views.sentence(result))
    if result.best is None:
        st.warning(f"{sentence}.", icon=":material/block:")
        tables.ways(result, asked.ways.answer if asked.ways else None, results)
    else:
        st.markdown(f"**{sentence}.**")
    for text in result.assumed:
        st.caption(escaped(f"Not proven: {text}."))
    if result.best is not None:
        _designs(asked, result, result.best, named)
        _front(asked, result, named)
        tables.prices(result, asked.prices.answer if asked.prices else None, results)
    if result.choosing.structures:
        _why_not(asked, result, named)
        tables.excluded(result, results)


def _closed(data: Whole) -> Whole:
    return {key: value for key, value in data.items() if key not in OPEN}


def _designs(
    asked: SearchRun, result: SearchResult, best: Design, named: Mapping[str, str]
) -> None:
    """Draw the best design and its alternatives, each in a card."""
    others = asked.alternatives or ()
    with st.container(horizontal=True, gap="small", key="designs"):
        _card(asked, result, best, "Best", best.choices, named, "best")
        for n, one in enumerate(others):
            differs = {
                path: option
                for path, option in one.design.choices.items()
                if option != best.choices[path]
            }
            title = f"{percent(one.gap, 1)} worse" if one.gap > 0 else "Equally good"
            _card(asked, result, one.design, title, differs, named, f"other {n}")
    if isinstance(others, Answers) and others.stopped:
        st.caption(texts.OPTIONS_WITHIN_TIME.format(looked_at=others.looked_at, of=others.of))
    elif asked.others is not None and asked.others.ended.is_set() and not others:
        st.caption(texts.NO_OTHER_OPTION_COMES)


def _card(
    asked: SearchRun,
    result: SearchResult,
    design: Design,
    title: str,
    choices: Mapping[str, str],
    named: Mapping[str, str],
    key: str,
) -> None:
    """Draw a design: its figures, what it chooses, and the way to open it."""
    with st.container(border=True, key=f"found {key}"):
        rows = "".join(
            f"<tr><td>{escape(result.label(name))}</td>"
            f'<td class="r"><b>{escape(views.written(result, name, value))}</b>'
            f"{_range(design.results, name)}</td></tr>"
            for name, value in design.figures.items()
        )
        chosen = "; ".join(
            f"{escape(named.get(path, path))}: "
            f'<b title="{escape(option)}">{escape(_spoken(result, path, option))}</b>'
            for path, option in choices.items()
        )
        st.html(
            f'<div class="ost begun"><b>{escape(title)}</b><table>{rows}</table>'
            f'<div class="beside">{chosen}</div>{doubts(design.results)}</div>'
        )
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Apply",
                key=f"take {key}",
                type="primary" if key == "best" else "secondary",
                help=texts.SCENARIO_IS_REPLACED,
                on_click=_take,
                args=(asked, design),
            )
            st.button(
                "As a new scenario",
                key=f"begin {key}",
                on_click=_begin,
                args=(design,),
            )
    for text in st.session_state.pop(f"refused {key}", ()):
        st.error(escaped(text))


def _range(results: Results, name: str) -> str:
    """Write between what a bandwidth likely is, as HTML; nothing of other figures."""
    text = likely(results, "site", name)
    return f"<br><small>{escape(text)}</small>" if text else ""


def doubts(results: Results) -> str:
    """Write why a design that can be built shouldn't be, as HTML; nothing where nothing is said."""
    return "".join(f'<div class="bad">! {escape(one)}</div>' for one in unsuited(results))


def _spoken(result: SearchResult, path: str, called: str) -> str:
    """Write an option as people do; `called`: as the file has it, which stands in a hover."""
    catalog = session.current().plan.catalog
    choice_of_path = next(choice for choice in result.choosing.choices if choice.path == path)
    values = [option.value for option in choice_of_path.options]
    value = next(one.value for one in choice_of_path.options if one.label == called)
    return spoken(distinct(value, values), catalog)


def _take(asked: SearchRun, design: Design) -> None:
    """Make a design of the scenario that is shown, in one step that can be undone."""
    whole, now = design.scenario.data, session.current().plan.scenario.data
    differs = {name: said for name, said in _closed(whole).items() if now.get(name) != said}
    asked.taken.append(_closed(whole))
    problems = session.reshape(differs) if differs else ()
    work().messages.failure = "; ".join(map(str, problems))
    st.session_state[TAKEN] = True


def _begin(design: Design) -> None:
    """Open a design as a scenario of its own."""
    session.begin(design.scenario.name, text_of(design).encode())
    st.session_state[TAKEN] = True


def _front(asked: SearchRun, result: SearchResult, named: Mapping[str, str]) -> None:
    """Draw the designs that none beats in two figures, and open the one that is picked."""
    st.subheader("Trade-off")
    assert result.best is not None
    names = list(result.best.figures)
    other = next((one for one in ("usable_capacity", *names) if one != result.aim.name), names[0])
    first = result.aim.name if result.aim.name in names else names[0]
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        x: str = st.selectbox(
            "First figure", names, names.index(first), format_func=result.label, key="front x"
        )
        rest = [name for name in names if name != x]
        y: str = st.selectbox(
            "Second figure",
            rest,
            rest.index(other) if other in rest else 0,
            format_func=result.label,
            key="front y",
        )
        question = asked.fronts.get((x, y))
        if question is None or question.was_left:
            st.button(
                "Show the Pareto front", key="draw front", on_click=_ask_front, args=(asked, x, y)
            )
    if question is None or question.answer is None:
        for one in question.problems if question else ():
            st.error(escaped(options.message(one, named)))
        return
    beside = {"Best": result.best}
    beside |= {f"Alternative {n}": one.design for n, one in enumerate(asked.alternatives or (), 1)}
    every = {one.picks: one for one in (*question.answer, *beside.values())}

    def told(design: Design) -> list[str]:
        return [
            f"{escape(named.get(path, path))}: {escape(_spoken(result, path, option))}"
            for path, option in design.choices.items()
        ]

    drawn = front_chart(result, x, y, question.answer, beside, told)
    picking = {"on_select": "rerun", "selection_mode": "points"}
    event = elements.draw_chart(result.best.results, drawn, f"front {x} {y}", **picking)
    if question.answer.stopped:
        st.caption(texts.FRONT_IS_INCOMPLETE_TIME)
    points = event["selection"]["points"]
    picked = [every.get(tuple(point.get("customdata") or ())) for point in points]
    if not picked or picked[0] is None:
        labels = {
            one.picks: " · ".join(
                views.written(result, name, one.results["site", name], binary=elements.in_tib())
                for name in (x, y)
            )
            for one in question.answer
        }
        chosen = st.pills(
            texts.CLICK_DESIGN_IN_CHART,
            list(labels),
            format_func=labels.__getitem__,
            key=f"of front {x} {y}",
        )
        picked = [every[chosen]] if chosen else []
    if picked and picked[0] is not None:
        with st.container(key="picked", width=420):
            _card(asked, result, picked[0], "Selected", picked[0].choices, named, "picked")


def _ask_front(asked: SearchRun, x: str, y: str) -> None:
    result = asked.result
    assert result is not None
    sense = 1 if y in IS_LESS else -1

    def along(progress: Progress) -> Answers[Design]:
        begun = result
        if x != result.aim.name:
            aim = replace(result.aim, name=x, sense=1 if x in IS_LESS else -1)
            watch = Watch(time.monotonic() + FURTHER, progress)
            begun = run_search(result.choosing, aim, result.choosing.structures, watch)
        return front(begun, y, sense=sense, seconds=FURTHER, progress=progress)

    asked.fronts[x, y] = asked.line.ask(Question(along))


def _why_not(asked: SearchRun, result: SearchResult, named: Mapping[str, str]) -> None:
    """Say of an option what the best design with it lacks, and what any with it does."""
    st.subheader("Why not this option?")
    choices = {choice.path: choice for choice in result.choosing.choices}
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        path: str = st.selectbox(
            "Field", list(choices), format_func=lambda one: named.get(one, one), key="why not field"
        )
        labels = [option.label for option in choices[path].options]
        here = result.best.choices[path] if result.best else None
        option: str | None = st.selectbox(
            "Option",
            [label for label in labels if label != here],
            None,
            format_func=lambda label: _spoken(result, path, label),
            key=f"why not {path}",
            placeholder="choose one",
        )
        if option is not None and (path, option) not in asked.reasons:
            _ask_why(asked, result, path, option)
    question = asked.reasons.get((path, option)) if option is not None else None
    if question is None:
        return
    with turns.aside():
        question.ended.wait(PATIENCE)
    for one in question.problems:
        st.error(escaped(options.message(one, named)))
    why = question.answer
    if why is None:
        return
    lines = [*_reasons(result, why)]
    st.markdown("\n".join(f"- {escaped(line)}" for line in lines))
    _card(asked, result, why.design, texts.WITH_OPTION, {path: str(option)}, named, "with it")


def _reasons(result: SearchResult, why: Why) -> Iterator[str]:
    if not why.lacks:
        name = result.aim.name
        figure = views.written(result, name, why.design.results["site", name])
        best = views.written(result, name, result.figure)
        yield texts.WOULD_MEET_ALL.format(figure=figure, best=best)
    for reason in why.lacks:
        yield texts.BEST_DESIGN.format(reason=reason)
    for reason in why.never:
        yield texts.LIMIT_FOR_ANY_DESIGN.format(reason=reason)


def _ask_why(asked: SearchRun, result: SearchResult, path: str, option: str) -> None:
    def why(_: Progress) -> Why:
        design = design_with(result, {path: option})
        return Why(design, lacking(result, design), most_of(result, path, option))

    asked.reasons[path, option] = asked.line.ask(Question(why))
