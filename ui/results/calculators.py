"""The calculators of the page of caches: what is asked, and what the small books answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.answers.views.view_text import UNKNOWN
from model.design.scenario import Scenario
from model.pools import calculators
from model.pools.calculators import Answer, Answers
from model.provenance import reason_of
from model.units.figures import UnitError, grouped, parse, show
from report.charts.benchmarks import Table
from ui.base.elements import Cell, escaped, table
from ui.base.text_boxes import Typed
from ui.forms.boxes import box
from ui.forms.schema_fields import plain_field

ENDLESS = "grows without limit"
SERVICE = ("as entered", "of a disk")
Ask = tuple[str, str, str, str]
"""A figure that is asked for: its name, its label, its unit, and what stands there at first."""
GIVEN: tuple[Ask, ...] = (("service_time", "Service time", "second", "20 ms"),)
DISK: tuple[Ask, ...] = (
    ("seek_time", "Mean seek", "second", "8.5 ms"),
    ("rotation_speed", "Rotation (7200 per minute)", "1/second", "7200 /min"),
    ("request_size", "Request size", "byte", "4 KiB"),
    ("media_bandwidth", "Transfer rate", "byte/s", "200 MB/s"),
)
QUEUE: tuple[Ask, ...] = (
    ("arrival_rate", "Arrival rate", "1/second", "40 /s"),
    ("stations", "Stations", "1", "1"),
    ("service_variation", "Squared coefficient of variation of the service time", "1", "1"),
)
DEPTH: tuple[Ask, ...] = (
    ("queue_depth", "Requests in flight", "1", "32"),
    ("request_latency", "Latency per request", "second", "100 µs"),
)
CACHE: tuple[Ask, ...] = (
    ("cache_hit", "Hit rate", "1", "95 %"),
    ("cache_bandwidth", "Cache bandwidth", "byte/s", "630 MB/s"),
    ("backing_bandwidth", "Drive bandwidth", "byte/s", "200 MB/s"),
    ("cache_latency", "Cache latency", "second", "100 µs"),
    ("backing_latency", "Drive latency", "second", "8 ms"),
)
LEAST = {"stations": 1.0, "queue_depth": 1.0}
MOST = {"cache_hit": 1.0, "stations": 512.0, "service_variation": 100.0, "queue_depth": 1e6}


def ask(group: str, wanted: Sequence[Ask]) -> dict[str, float] | None:
    """Draw a row of fields; None, and what is wrong below them, if one can't be read."""
    figures: dict[str, float | None] = {}
    typed = Typed()
    for column, (name, label, unit, first) in zip(st.columns(len(wanted)), wanted, strict=True):
        key = f"{group} {name}"
        with column:
            text = box(plain_field(name, label), key, first, max_chars=40, width="stretch")
        figures[name] = typed.read(key, label, text, partial(_within, name, unit))
    typed.complain()
    found = {name: value for name, value in figures.items() if value is not None}
    return found if len(found) == len(figures) else None


def _within(name: str, unit: str, text: str) -> float:
    value = parse(text, unit)
    least, most = LEAST.get(name, 0.0), MOST.get(name, 1e15)
    may_be_nothing = name in ("cache_hit", "service_variation", "seek_time")
    if value < least or value > most or not (value or may_be_nothing):
        between = f"from {least:g} to {most:g}" if name in MOST else "above 0"
        raise UnitError(f"must be {between}, is {text}")
    if name in LEAST and value != int(value):
        raise UnitError(f"must be a whole number, is {text}")
    return value


def _answers(found: Answers, names: Sequence[str]) -> None:
    rows = [_row(found[name]) for name in names]
    table(("Result", "Value", "Meaning", "Method"), "lrll", rows)


def _row(answer: Answer) -> tuple[str | Cell, ...]:
    quantity = answer.quantity
    value = show(answer.value, quantity.unit)
    if answer.value is None:
        value = ENDLESS if quantity.name in calculators.WAITS else UNKNOWN
    return (
        quantity.label,
        Cell(value, "strong"),
        quantity.title,
        Cell(reason_of(quantity.source), "faint"),
    )


def draw() -> None:
    """Draw all calculators, each behind what it answers."""
    with st.expander("Queueing delay", icon=":material/hourglass:"):
        _queue()
    with st.expander("Bandwidth at a queue depth", icon=":material/stacks:"):
        depth = ask("depth", DEPTH)
        if depth is not None:
            found = calculators.queue_depth(depth["queue_depth"], depth["request_latency"])
            _answers(found, list(found))
    with st.expander("Effective rate with a cache", icon=":material/cached:"):
        mixed = ask("cache", CACHE)
        if mixed is not None:
            found = calculators.cache(mixed)
            _answers(found, list(found))


def _queue() -> None:
    kind = st.radio("Service time", SERVICE, horizontal=True, key="service")
    of_disks = kind == SERVICE[1]
    figures = ask("queue", (*QUEUE, *(DISK if of_disks else GIVEN)))
    if figures is not None:
        own = ("service_time",) if of_disks else ()
        names = ("utilisation", "waiting_probability", *calculators.WAITS, "most_requests")
        _answers(calculators.queue(figures, of_disks=of_disks), (*own, *names))


def ladder(scenario: Scenario) -> None:
    """Draw the time of an access to each level, at a clock that may be changed."""
    stated = scenario.latencies
    if stated is None:
        return
    first = show(stated.clock.value, "hertz") if stated.clock else "3 GHz"
    figures = ask("ladder", (("clock", "CPU clock", "hertz", first),))
    if figures is None:
        return
    cycles = {level.name: level.cycles.value for level in stated.levels}
    found = calculators.ladder(cycles, figures["clock"])
    rows = [
        (name, grouped(cycles[name]), Cell(show(answer.value, "second"), "strong"))
        for name, answer in found.items()
    ]
    table(("Level", "Cycles", "Access time"), "lrr", rows)
    keys = dict.fromkeys(level.cycles.source for level in stated.levels if level.cycles.source)
    known = scenario.sources
    titles = [f"{known[key].title}, {known[key].date}" if key in known else key for key in keys]
    if titles:
        st.caption(escaped(f"Cycles from {'; '.join(titles)}"))


def measured(found: Table, title: str) -> None:
    """Draw a table of benchmarks as it was measured."""
    systems = list(found.lines[0].values)
    rows = [
        (*line.what, *(show(value, line.unit) for value in line.values.values()))
        for line in found.lines
    ]
    with st.expander(f"{title} as a table"):
        table((*found.heads, *systems), "l" * len(found.heads) + "r" * len(systems), rows)
