"""The parts of the performance page beside the chain: states, what next, workloads, one file."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from model.answers.composition import above_bound
from model.answers.results import WAYS, Results
from model.answers.states import states
from model.answers.views import remedy_table
from model.answers.views import state_table as views
from model.answers.views.plan_charts import STRETCHES, file_curve, file_words, state_bars
from model.answers.views.view import Value, View
from model.units.brief import change
from model.units.figures import percent, show
from ui.base import elements
from ui.base.elements import Cell, escaped, table
from ui.base.messages import text_with_labels
from ui.results import texts
from ui.state import session


def side_by_side(results: Results, path: str) -> None:
    """Draw what is committed in each state beside healthy."""
    found = states(results, path)
    if len(found) < 2:
        st.caption(texts.TIER_ENTERED_AS_WHOLE)
        return
    view, same = _limits_once(views.states(results, path))
    view, is_bound = _at_most_once(view)
    bound = texts.AT_MOST_AS_STAGE_IS_UNKNOWN if is_bound else ""
    sentence = texts.EXPECTED_BANDWIDTH_IF_SERVERS.format(bound=bound)
    st.caption(sentence, help=elements.meant(sentence))
    elements.draw_chart(results, state_bars(results, path), "states")
    elements.draw(results, view, folds=True)
    if ranges := views.ranges_text(results, path):
        healthy, _, others = ranges.partition("; ")
        st.caption(escaped(f"{healthy[:1].upper()}{healthy[1:]}."), help=escaped(others))
    if same:
        st.caption(escaped(f"In every state: {'; '.join(same)}."))


def _limits_once(view: View) -> tuple[View, list[str]]:
    """Leave out what limits one way where it is one stage in every state, and say which one."""
    keys, same = [column.key for column in view.columns], []
    for way in WAYS:
        both = f"{way}_limit", f"striped_{way}_limit"
        found, further = (set(view.entries(key)) for key in both)
        if len(found) == 1 and further == {""} and "unknown" not in found:
            head = next(column.head for column in view.columns if column.key == both[0])
            same.append(f"{head.lower()} {found.pop()}")
            keys = [key for key in keys if key not in both]
    return view.only(*keys), same


def _at_most_once(view: View) -> tuple[View, bool]:
    """Leave out of each figure that it is one at most, where all are, and tell whether they are."""
    rates = {c.key for c in view.columns if c.look == "decimal"}
    found = [one for key in rates for one in view.entries(key) if isinstance(one, Value)]
    if not all(one.at_most for one in found):
        return view, False
    rows = (
        replace(
            row,
            entries=tuple(
                replace(one, at_most=False) if isinstance(one, Value) else one
                for one in row.entries
            ),
        )
        for row in view.rows
    )
    return replace(view, rows=tuple(rows)), bool(found)


def what_next(results: Results, name: str) -> None:
    """Draw what each thing that can be bought would bring."""
    view = session.once_a_plan(f"remedies of {name}", lambda: remedy_table.remedies(results, name))
    if not view.rows:
        st.info(texts.NO_KNOWN_PURCHASE_WOULD)
        return
    st.caption(
        texts.EACH_UPGRADE_BY_ITSELF,
        help=(texts.EXCLUDES_SWITCHES_CABLES.format(meant=remedy_table.MEANT)),
    )
    elements.draw(results, _gains_alone(view), folds=True)


def _gains_alone(view: View) -> View:
    """Leave out the range where nothing is gained; sheets and the terminal show it."""
    keys = [column.key for column in view.columns]
    rows = []
    for row in view.rows:
        entries = dict(zip(keys, row.entries, strict=True))
        for way in WAYS:
            if entries[f"{way}_more"] == "±0 %":
                entries[f"{way}_likely"] = ""
        rows.append(replace(row, entries=tuple(entries.values())))
    return replace(view, rows=tuple(rows))


def workloads(results: Results, path: str) -> None:
    """Draw what servers gave under several workloads, against the goals."""
    found = results.plan.instances[path].children.get("workloads", ())
    if not found:
        return
    st.subheader("Workloads and goals")
    st.caption(texts.MEASURED_BANDWIDTH_OF_ONE)
    rows: list[tuple[str | Cell, ...]] = []
    for one in found:
        at = f"{path}/workloads:{one.name}"
        rate, own = results[at, "workload_bandwidth"], results[at, "workload_server_bandwidth"]
        share = results[at, "workload_delivery"]
        bound = "unknown" if share is None else f"{percent(share)} of the upper bound"
        rates = show(own, "byte/s"), show(rate, "byte/s")
        above = above_bound(results, path, at)
        rows.append((Cell(one.name, "strong"), *rates, Cell(bound, "faint", above), "", ""))
        for goal in one.children["goals"]:
            rows.append(_goal(results, f"{at}/goals:{goal.name}", goal.name))
    heads = ("Workload, goal", "One server", "Tier, or goal", "", "Blocks", "Racks")
    table(heads, "lrrlrr", rows)


def _goal(results: Results, at: str, name: str) -> tuple[str | Cell, ...]:
    margin = results[at, "goal_margin"]
    met = Cell("unknown", "faint")
    if margin is not None:
        met = Cell(*(("✓ met", "good") if margin >= 0 else ("✗ not met", "bad")), change(margin, 0))
    racks = results.values.get((at, "racks_for_goal"))
    return (
        Cell(name, "", "", 1),
        "",
        show(results[at, "goal_bandwidth"], "byte/s"),
        met,
        show(results[at, "blocks_for_goal"], "1"),
        "" if racks is None else show(racks, "1"),
    )


def one_file(results: Results, path: str) -> None:
    """Draw the bandwidth of one file by its size."""
    figure = file_curve(results, path)
    if figure is None:
        return
    st.subheader("One file")
    sentence = text_with_labels(session.reader(results), file_words(results, path))
    st.caption(escaped(sentence), help=STRETCHES)
    elements.draw_chart(results, figure, "one file")
