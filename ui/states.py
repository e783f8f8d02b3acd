"""The parts of the performance page beside the chain: states, what next, workloads, one file."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from model.answers.composition import above_bound
from model.answers.remedies import Gain, Remedy, remedies
from model.answers.results import WAYS, Results
from model.answers.states import states
from model.answers.views import states as views
from model.units.figures import Scale, show
from report.state_figures import file_curve, file_words, state_bars
from ui import elements, session
from ui.elements import Cell, escaped, table, whys

CHART = {"displaylogo": False}


def side_by_side(results: Results, path: str) -> None:
    """Draw what is committed in each state beside healthy."""
    found = states(results, path)
    if len(found) < 2:
        st.caption("The tier is given as a whole: nothing is known of its other states.")
        return
    st.subheader("States")
    st.caption(
        "Committed rates. Independent files get the sum of what is left; files over all targets "
        "move at the pace of the slowest target. What one server loses is counted at the server "
        "where it costs most: some have a target more."
    )
    st.plotly_chart(state_bars(results, path), config=CHART, key="states")
    elements.draw(results, views.states(results, path))
    links = [(state.path, "write_loss") for state in found[1:2]]
    whys(results, *links, (path, "striped_write_bandwidth"))


def what_next(results: Results, name: str) -> None:
    """Draw what each thing that can be bought would bring."""
    found = session.once_a_plan(f"remedies of {name}", lambda: remedies(results, name))
    if not found:
        return
    st.subheader("What next")
    st.caption(
        "Each remedy is planned as a whole, alone; bounds of independent files, and below them "
        "what is committed; of files over all targets, too, where these gain another share. "
        "What a stage of unknown rate would do is open: such results say 'at most'. Prices are net."
    )
    bounds = [gain.bound for one in found for gain in one.gains.values() if gain.bound]
    scale = Scale(max(bounds, default=None), "byte/s")
    heads = (
        "Remedy",
        f"Read, {scale.label}",
        f"Write, {scale.label}",
        "Then limited by",
        "Price",
        "Switch ports",
    )
    currency = results.plan.scenario.economics.currency
    table(heads, "lrrlrr", [_remedy(one, scale, currency) for one in found])


def _remedy(one: Remedy, scale: Scale, currency: str) -> tuple[str | Cell, ...]:
    gains = [one.gains[way] for way in WAYS]
    limits = dict.fromkeys(gain.limit.label for gain in gains if gain.limit)
    ports = "unknown" if one.switch_ports is None else f"{one.switch_ports:+.0f}"
    return (
        Cell(f"{one.title[:1].upper()}{one.title[1:]}", "strong", "; ".join(_notes(one))),
        *(_gain(gain, scale) for gain in gains),
        Cell(" / ".join(limits) or "unknown"),
        _price(one, currency),
        "none" if one.switch_ports == 0 else ports,
    )


def _price(one: Remedy, currency: str) -> Cell:
    if not one.is_billed:
        return Cell("not in the bill", "faint", "switches, cables and links aren't priced")
    price = show(one.price, "currency", currency=currency)
    if one.price is None and one.known_price:
        known = show(one.known_price, "currency", currency=currency)
        return Cell(price, "", f"known part: {known}")
    return Cell(price)


def _notes(one: Remedy) -> Iterator[str]:
    """Say what doesn't fit, and what is unproven: whether memory could feed what is bought."""
    yield from one.warnings
    gain = one.gains["write"]
    memory = any(stage.name == "cpu_memory" for stage in gain.unknown)
    room, before = gain.memory_room, gain.room_before
    if gain.is_more and memory and room is not None and before is not None and room < before:
        yield (
            f"unproven: memory could then move {room:.1f} bytes for each byte written, and nobody "
            "has measured how many it must; Béluga's servers moved 16"
        )


def _gain(gain: Gain, scale: Scale) -> Cell:
    """Show the bound and how much it rises; below it what is committed, and of striped files."""
    at_most = "at most " if gain.at_most else ""
    kept = f"commits {scale(gain.after)}"
    if gain.differs_striped:
        kept += f"; over all targets {scale(gain.striped)}, {gain.striped_more or 0.0:+.0%}"
    if not gain.is_more:
        nothing = "no more for independent files" if gain.differs_striped else "buys nothing"
        return Cell(scale(gain.bound), "faint", f"{nothing}; {kept}")
    return Cell(at_most + scale(gain.bound), "good", f"{gain.more or 0.0:+.0%}; {kept}")


def workloads(results: Results, path: str) -> None:
    """Draw what servers gave under several workloads, against the goals."""
    found = results.plan.instances[path].children.get("workloads", ())
    if not found:
        return
    st.subheader("Workloads and goals")
    st.caption("What one server gave, as measured, times all servers; and what each goal takes.")
    rows: list[tuple[str | Cell, ...]] = []
    for one in found:
        at = f"{path}/workloads:{one.name}"
        rate, own = results[at, "workload_bandwidth"], results[at, "workload_server_bandwidth"]
        share = results[at, "workload_delivery"]
        bound = "unknown" if share is None else f"{share:.0%} of the bound"
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
        met = Cell(*(("✓ met", "good") if margin >= 0 else ("✗ not met", "bad")), f"{margin:+.0%}")
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
    st.caption(file_words(results, path))
    st.plotly_chart(figure, config=CHART, key="one file")
    first = results.plan.instances[path].children["single files"][0]
    whys(results, (f"{path}/single files:{escaped(first.name)}", "one_file_write_bandwidth"))
