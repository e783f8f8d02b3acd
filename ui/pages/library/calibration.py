"""Figures that nobody vouches for, fitted to what benchmarks measured on the real system."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from model.answers.results import Results
from model.calibration.fit import calibrate, measurable, shares
from model.calibration.measurements.files import KNOWN, read_measurements
from model.calibration.measurements.measurement import Measurement
from model.calibration.points import Free, Point
from model.errors import InputError
from model.units.brief import several
from model.units.figures import show
from ui.base import page_texts as texts
from ui.base.elements import Cell, escaped, table
from ui.base.work import work
from ui.results.fit import fitted
from ui.state import origins, session
from ui.state.shown_tier import select_tier

Mark = tuple[str, int, str, str, int]

LARGEST_MB = 10
EMPTY = (
    f"Upload the output of {KNOWN}. Ostimate lists the measured figures and fits efficiencies "
    f"of the scenario to them by least squares. Each fitted value records the file it comes from."
)


def brought() -> list[Measurement]:
    """Let the user bring files; give what was measured, and say what can't be read."""
    files = st.file_uploader(
        texts.BENCHMARK_OUTPUT_FILES.format(largest_mb=LARGEST_MB),
        accept_multiple_files=True,
        max_upload_size=LARGEST_MB,
        key="outputs",
    )
    found: list[Measurement] = []
    for name, file in zip(_names([(one.name, one.file_id) for one in files]), files, strict=True):
        try:
            found += _read(name, file.getvalue())
        except InputError as error:
            st.error(escaped(str(error)), icon=":material/error:")
    return found


def _names(files: list[tuple[str, str]]) -> list[str]:
    """Number files of one name as they first came: the others keep theirs when one is removed."""
    here = {name for name, _ in files}
    before: dict[str, list[str]] = st.session_state.get("numbered outputs", {})
    known = {name: list(ids) for name, ids in before.items() if name in here}
    named = []
    for name, mark in files:
        ids = known.setdefault(name, [])
        if mark not in ids:
            ids.append(mark)
        again = ids.index(mark) + 1
        named.append(f"{name} ({again})" if again > 1 else name)
    st.session_state["numbered outputs"] = known
    return named


@st.cache_data(max_entries=32, show_spinner=False)
def _read(name: str, text: bytes) -> tuple[Measurement, ...]:
    return read_measurements(name, text)


def _title(one: Measurement) -> str:
    case = f", {one.case}" if one.case else ""
    note = f"; {one.note}" if one.note else ""
    return f"{one.figure}: {one.printed} ({one.place.file}, line {one.line}{case}{note})"


def _marked(found: list[Measurement]) -> dict[Mark, Measurement]:
    """Give each figure a mark that stays its own when other files come and go."""
    seen: Counter[tuple[str, int, str, str]] = Counter()
    marked = {}
    for one in found:
        mark = (one.file, one.line, one.figure, one.case)
        seen[mark] += 1
        marked[*mark, seen[mark]] = one
    return marked


def listed(found: list[Measurement]) -> None:
    """Draw what was read."""
    rows = [
        (
            Cell(one.figure, "", one.case),
            Cell(show(one.value, one.unit), "strong"),
            one.printed,
            Cell(f"{one.file}, line {one.line}", "", one.kind),
            one.note,
        )
        for one in found
    ]
    heads = ("Measured figure", "Value", "As printed", "File", "Note")
    with st.expander(f"{several(len(rows), 'figure')} read", expanded=len(rows) <= 12):
        table(heads, "lrrll", rows)


def matched(results: Results, found: list[Measurement], tier: str) -> list[Point]:
    """Let the user say which figures count, and which quantity each of them measures."""
    marked = _marked(found)
    usable = {n: names for n, one in marked.items() if (names := measurable(results, one.unit))}
    chosen = st.multiselect(
        "Measured figures to fit",
        list(usable),
        format_func=lambda n: _title(marked[n]),
        key="explained",
    )
    points = []
    for n in chosen:
        one, names = marked[n], usable[n]
        way = "read" if "read" in one.figure else "write"
        server = "server_" if one.kind == "obdfilter-survey" else ""
        usual = f"{tier}.{server}{way}_bandwidth"
        quantity = st.selectbox(
            f"{one.figure}, {one.printed} of {one.origin(found)}, measures",
            names,
            names.index(usual) if usual in names else 0,
            key=f"quantity of {n} for {tier}",
        )
        origin = one.origin(found)
        points.append(Point(quantity, one.value, origin, one.unit, one.figure, measured=one))
    return points


def freed(results: Results) -> list[Free]:
    """Let the user say which shares may move."""
    known = {one.path: one for one in shares(results)}
    names = {path: name for name, path in results.tiers()}

    def named(path: str) -> str:
        one = known[path]
        return f"{one.item.label} of {names[one.address[0]]} ({show(one.before, '1')})"

    paths = st.multiselect(
        "Efficiencies to fit, 0 to 1",
        list(known),
        format_func=named,
        key=f"free in {work().choice}",
        help=texts.RATES_CAN_BE_FITTED,
    )
    return [Free(path) for path in paths]


def draw(results: Results) -> None:
    """Draw the page."""
    st.title("Calibration")
    found = brought()
    if not found:
        st.info(EMPTY, icon=":material/tune:")
        return
    listed(found)
    names = [name for name, _ in results.tiers()]
    tier = select_tier(names)
    points, free = matched(results, found, tier), freed(results)
    if not points or not free:
        st.info(texts.CHOOSE_AT_LEAST_ONE, icon=":material/tune:")
        return
    try:
        fitted(calibrate(results.plan.scenario, free, points, origins.catalog()))
    except InputError as error:
        st.error(escaped(str(error)), icon=":material/error:")


draw(session.current())
