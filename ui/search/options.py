"""What a search may choose: fields that are left open with their options, and what is best.

All of it stands in the scenario, as `choices` and `objective`: so it is kept, undone and written
with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.design.choices import MOST_CHOICES, Parts, Steps
from model.errors import Problem
from model.planning.supply import KINDS
from model.reading.documents import scalar
from model.reading.fields import MOST
from model.search.options import PART, distinct, label_of, spoken
from ui.base import integer_input
from ui.base.elements import escaped
from ui.base.fields import Field
from ui.base.messages import text_with_labels
from ui.base.work import work
from ui.forms import figures
from ui.search import texts
from ui.state import origins, session

FURTHER = "add a variable …"
MEASURED = "processing"
"""What is a part by name only: which server's measurements count isn't chosen."""
AIMS = {
    "minimise": ("capital_cost", "racks", "equipment_power"),
    "maximise": ("usable_capacity", "write_bandwidth", "read_bandwidth"),
}
"""What may be best; the first of them unless the scenario says another."""
WORDS = {"minimise": "Minimise", "maximise": "Maximise"}
AIM = {"budget": "Budget, net", "near": "Alternatives within"}
WRONG = "what is wrong with what is left open"


def names(results: Results) -> dict[str, str]:
    """Name each field that is left open, or may be."""
    scenario = results.plan.scenario
    found = dict(_offered())
    for path in scenario.choices:
        found.setdefault(path, _called(path, results))
    return found


def draw(results: Results) -> None:
    """Draw a box for each field that is left open, and the way to another one."""
    named, choices = names(results), results.plan.scenario.choices
    if not choices:
        st.info(texts.NO_VARIABLES_YET_CHOOSE)
    with st.container(key="left open"):
        for path in choices:
            with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
                _box(results, path, named[path])
                st.button(
                    ":material/close:",
                    key=f"{key_of(path)} closed",
                    help=escaped(texts.NO_LONGER_VARIABLE.format(name=named[path])),
                    type="tertiary",
                    on_click=_write_choice,
                    args=(path, None),
                )
    further = [path for path in named if path not in choices]
    if len(choices) < MOST_CHOICES and further:
        key = key_of("further")
        st.selectbox(
            "Add a variable",
            [FURTHER, *further],
            format_func=lambda path: named.get(path, path),
            key=key,
            on_change=_begin,
            args=(key,),
        )
    _complain()


def objective(results: Results) -> None:
    """Draw what is best, and the most that it may cost."""
    scenario = results.plan.scenario
    said, kept = scenario.objective, dict(scenario.data.get("objective") or {})
    way = "maximise" if said and said.maximise else "minimise"
    figure = (said.maximise or said.minimise) if said else AIMS["minimise"][0]
    book = results.plan.root.book
    aims = [(one, name) for one, figures in AIMS.items() for name in figures if name in book]
    if (way, figure) not in aims and figure in book:
        aims.append((way, figure))
    here = aims.index((way, figure)) if (way, figure) in aims else 0
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        held(key_of("aim"), aims[here])
        st.selectbox(
            "Objective",
            aims,
            index=here,
            format_func=lambda aim: f"{WORDS[aim[0]]}: {book[aim[1]].label.lower()}",
            key=key_of("aim"),
            on_change=_aim,
            args=(kept,),
            width=260,
        )
        st.text_input(
            AIM["budget"],
            value=held(key_of("budget"), str(kept.get("budget") or "")),
            placeholder=f"such as 1.5 M {scenario.economics.currency}",
            help=(texts.MAXIMUM_PURCHASE_COST_BEFORE),
            key=key_of("budget"),
            on_change=_further_aim,
            args=(kept, way, figure, "budget"),
            width=160,
        )
        st.text_input(
            AIM["near"],
            value=held(key_of("near"), str(kept.get("near") or "5 %")),
            help=texts.HOW_MUCH_WORSE,
            key=key_of("near"),
            on_change=_further_aim,
            args=(kept, way, figure, "near"),
            width=140,
        )

    if said is not None:
        figures.each_of_page(results, "objective")


def key_of(of: str) -> str:
    """Name what holds a widget of the chosen scenario."""
    return f"{work().choice} left open: {of}"


def held(key: str, value: Any) -> Any:
    """Let a widget hold what the scenario says, also after it was undone."""
    if key in st.session_state and st.session_state[key] != value:
        st.session_state[key] = value
    return value


def _offered() -> Iterator[tuple[str, str]]:
    """Give the fields that may be left open: the parts of each tier, and what stands above them."""
    reader = session.reader()
    several = len(reader.scenario.tiers) > 1
    pieces = dict(reader.scenario.pieces())
    for n, tier in enumerate(reader.scenario.tiers):
        behind = f" of {tier.name}" if several else ""
        for at, piece in pieces.items():
            kind = at.removeprefix(f"tiers.{n}.")
            if piece.part and kind in KINDS and kind != MEASURED:
                yield f"{at}{PART}", f"{kind.replace('_', ' ').capitalize()}: part{behind}"
        for field in reader.tier(n):
            if not field.path.endswith((PART, ".like")):
                yield field.path, f"{field.label}{behind}"


def _called(path: str, results: Results) -> str:
    """Name a field that is left open and no page offers so: a whole piece, most often."""
    first, *keys = path.split(".")
    if first == "tiers" and len(keys) > 1 and keys[0].isdecimal():
        tiers = results.plan.scenario.tiers
        behind = f" of {tiers[int(keys[0])].name}" if len(tiers) > 1 else ""
        said = ": ".join(key.replace("_", " ") for key in keys[1:])
        return f"{said[:1].upper()}{said[1:]}{behind}"
    return path


def _box(results: Results, path: str, name: str) -> None:
    said = results.plan.scenario.choices[path]
    if isinstance(said, Steps):
        _numbers(path, name, said)
    elif isinstance(said, Parts):
        figures = "".join(
            f", {figure} {way} {value}"
            for figure, wanted in said.figures.items()
            for way, value in (("at least", wanted.least), ("at most", wanted.most))
            if value is not None
        )
        priced = ", with a known price" if said.price else ""
        vendor = f" of {said.vendor}" if said.vendor else ""
        st.markdown(
            f"**{escaped(name)}**: all parts of kind {escaped(said.kind + vendor + figures)}"
            f"{priced}"
        )
    else:
        _listed(results, path, name)


def _numbers(path: str, name: str, said: Steps) -> None:
    """Draw from which whole number to which one a field may be."""
    # Where there is little room for a name, the first has it whole, and of the others its end goes.
    ends = (
        ("from", said.from_, f"{name}, from"),
        ("to", said.to, f"to: {name}"),
        ("step", said.step, f"step: {name}"),
    )
    for end, value, label in ends:
        st.number_input(
            escaped(label),
            min_value=0.0 if end != "step" else 1.0,
            max_value=float(MOST),
            value=held(key_of(f"{path} {end}"), float(value)),
            step=1.0,
            format=integer_input.FORMAT,
            key=key_of(f"{path} {end}"),
            on_change=_take_numbers,
            args=(path,),
        )


def _listed(results: Results, path: str, name: str) -> None:
    """Draw the options of a field: those of the scenario as it came, and what may be added."""
    values = _values(path)
    catalog = results.plan.catalog
    here = [label_of(value) for value in results.plan.scenario.data["choices"][path]]
    offered = list(values)
    is_part = path.endswith(PART)
    if is_part:
        kinds = KINDS.get(path.split(".")[-2], ())
        offered = list(dict.fromkeys([*offered, *catalog.keys_of_kind(*kinds)]))
    is_whole = any(isinstance(value, Mapping) for value in values.values())
    apart = {option: distinct(value, list(values.values())) for option, value in values.items()}
    st.multiselect(
        escaped(name),
        offered,
        default=held(key_of(path), here),
        format_func=lambda option: spoken(apart.get(option, option), catalog),
        key=key_of(path),
        accept_new_options=not (is_part or is_whole),
        on_change=_take_list,
        args=(path,),
        placeholder=texts.OPTIONS if is_part or is_whole else texts.TYPE_OPTIONS,
    )


def _values(path: str) -> dict[str, Any]:
    """Give what each option of a list writes, by its label: as the scenario came, and as it is."""
    found: dict[str, Any] = {}
    for data in (origins.origin(work().choice).scenario.data, _data()):
        said = (data.get("choices") or {}).get(path)
        if isinstance(said, list | tuple):
            found |= {label_of(value): value for value in said}
    return found


def _data() -> Mapping[str, Any]:
    return session.current().plan.scenario.data


def _take_numbers(path: str) -> None:
    ends = {end: st.session_state[key_of(f"{path} {end}")] for end in ("from", "to", "step")}
    _write_choice(path, {end: integer_input.whole(number) for end, number in ends.items()})


def _take_list(path: str) -> None:
    values = _values(path)
    picked = st.session_state[key_of(path)]
    _write_choice(path, [values.get(one, _read(path, one)) for one in picked] or None)


def _read(path: str, text: str) -> Any:
    """Read an option that was typed: a layout is a text, a count a number."""
    return text if path.endswith((PART, "layout", "release")) else scalar(text)


def _begin(key: str) -> None:
    """Leave a field open: with what stands there; a count with half and twice as many, too."""
    path = st.session_state[key]
    st.session_state[key] = FURTHER
    if path == FURTHER:
        return
    fields = session.reader().everywhere()
    field: Field | None = fields.get(path)
    if field is not None and field.kind in ("count", "whole") and isinstance(field.value, int):
        least = max(field.least, field.value // 2)
        _write_choice(path, {"from": least, "to": max(2 * field.value, least), "step": 1})
        return
    here: Any = field.value if field is not None and field.value is not None else None
    if path.endswith(PART):
        here = session.reader().scenario.written_at(path) or here
    _write_choice(path, [here])


def _write_choice(path: str, said: Any) -> None:
    """Write what may stand at a field; None: it isn't left open any more."""
    choices = dict(_data().get("choices") or {})
    if said is None:
        choices.pop(path, None)
    else:
        choices[path] = said
    write("choices", choices or None)


def _aim(kept: Mapping[str, Any]) -> None:
    way, figure = st.session_state[key_of("aim")]
    rest = {key: value for key, value in kept.items() if key not in AIMS}
    write("objective", {way: figure, **rest})


def _further_aim(kept: Mapping[str, Any], way: str, figure: str, name: str) -> None:
    text = st.session_state[key_of(name)].strip()
    said = {way: figure, **kept, name: text}
    if not text:
        said.pop(name)
    write("objective", said)


def write(section: str, said: Any) -> None:
    """Write a section of the scenario; what is wrong with it is told with what is left open."""
    problems = session.reshape({section: said})
    st.session_state[WRONG] = problems


def _complain() -> None:
    """Say what is wrong with what was written last; what was before stays."""
    problems: tuple[Problem, ...] = st.session_state.pop(WRONG, ())
    if problems:
        named = names(session.current())
        lines = "\n".join(f"- {escaped(message(one, named))}" for one in problems)
        st.error(texts.THESE_VARIABLES_CANT.format(lines=lines), icon=":material/error:")


def message(problem: Problem, named: Mapping[str, str]) -> str:
    """Say what is wrong, at fields by their labels."""
    if not problem.field:
        return problem.what
    field = problem.field.removeprefix("choices.")
    known = {**named, **{f"objective.{name}": said for name, said in AIM.items()}}
    own = next((known[path] for path in known if f"{field}.".startswith(f"{path}.")), "")
    reader = session.reader()
    said = own or text_with_labels(reader, f"'{field}'").strip("'")
    return f"{said}: {text_with_labels(reader, problem.what)}"
