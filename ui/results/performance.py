"""The chain of stages for reading and writing: which one limits, and what lifting it would buy."""

from __future__ import annotations

import streamlit as st

from model.answers.composition import how_combined, uneven_split
from model.answers.racks import elevation
from model.answers.ranges import likely, of_mean_run
from model.answers.results import WAYS, Results, Stage
from model.answers.states import HEALTHY, State
from model.answers.states import states as all_states
from model.answers.streams import one_stream
from model.answers.summary import committing, limiting
from model.answers.views import chain as views
from model.answers.views.efficiency_table import deliveries
from model.answers.views.plan_charts import stage_bars
from model.answers.views.view_text import LEAST_LOSS
from model.planning.states import DOWN
from model.units.brief import change
from model.units.figures import percent, show
from report.drawings.data_path import svg as picture_of
from report.drawings.elevation import svg as racks_of
from ui.base import elements
from ui.base.elements import BARS, IN_TWO_WAYS, escaped, folded
from ui.forms import rows
from ui.forms.inputs import TRIAL, grid
from ui.results import states, texts
from ui.state import session
from ui.state.shown_tier import select_tier

HEADS = {
    "read": "Read",
    "write": "Write",
}
PATH, SHOWN = "Data path", ("Data path", *IN_TWO_WAYS)
"""What shows the stages; what nobody looks at costs nothing."""


def sentence(results: Results, path: str, way: str) -> str:
    """Say what limits, what comes next, and what stays unknown."""
    first, second = limiting(results, path, way)
    if first is None:
        return "No stage of the data path is known. Enter the parts or a measured bandwidth."
    most = "at most" if results.unknown_stages(path, way) else "upper bound"
    committed, bound = (
        elements.number(path, name, show(results[path, name], "byte/s"))
        for name in (f"{way}_bandwidth", f"{way}_bandwidth_bound")
    )
    text = likely(results, path, f"{way}_bandwidth")
    range_ = f", {text}" if text else ""
    why = f", {words}" if (words := committing(results, path, way)) else ""
    text = (
        f"Expected **{committed}**{range_}{why}; {most} **{bound}**"
        f"{of_mean_run(results, path, way)}, limited by **{first.in_sentence}**."
    )
    if second and second.bandwidth and first.bandwidth:
        gain = second.bandwidth / first.bandwidth - 1
        more = (
            f"Without this limit the upper bound would be {_rate(second)} "
            f"({change(gain, 0)}); the next limit is {second.in_sentence}."
            if gain > 1e-9
            else f"{second.label} is an equal limit, so a faster {first.in_sentence} alone "
            "gains nothing."
        )
        text += f" {more}"
    return text + not_counted(results.stages(path, way))


def _rate(stage: Stage) -> str:
    """Write what a stage could carry."""
    text = show(stage.bandwidth, "byte/s")
    return elements.number(stage.path, stage.quantity.name, text)


def not_counted(stages: list[Stage]) -> str:
    """Say which stages are unknown, so that a rate is 'at most'; empty if none is.

    What of a stage isn't known where others of its figures are, `lacking` says in a hover.
    """
    unknown = ", ".join(stage.label for stage in stages if not stage.is_known)
    return f" Unknown, so ignored: {unknown}." if unknown else ""


def lacking(stages: list[Stage]) -> str:
    """Say what isn't known of stages of which something is."""
    found = [stage.not_known for stage in stages if not stage.is_known]
    partly = ", ".join(told for told in found if told.endswith(")"))
    return f"Unknown: {partly}." if partly else ""


def degraded_sentence(results: Results, state: State, way: str) -> str:
    """Say what is left in a state, what it costs, and what limits."""
    flow = state.flows[way]
    text = f"Expected **{_left(results, state, f'degraded_{way}_bandwidth')}** in this state"
    text += _than_healthy(flow.loss) + _limited(flow.limit)
    if flow.striped_limit and flow.limit and flow.striped_limit.name != flow.limit.name:
        striped = _left(results, state, f"degraded_striped_{way}_bandwidth")
        text += f"; files over all targets get {striped}"
        text += _than_healthy(flow.striped_loss) + _limited(flow.striped_limit)
    affected = results[state.path, "affected_servers"]
    servers = "server" if affected == 1 else f"{affected:.0f} servers"
    bars = (
        f"The bars show the affected {servers}."
        if affected
        else "The remaining servers are not affected; the bars show them."
    )
    unproven = (
        f" {escaped(state.unproven[0].upper() + state.unproven[1:])}." if state.unproven else ""
    )
    return f"{text}. {bars}{unproven}{not_counted(results.stages_in(state.path, way))}"


def _left(results: Results, state: State, name: str) -> str:
    """Write what is left in a state."""
    return elements.number(state.path, name, show(results[state.path, name], "byte/s"))


def _than_healthy(loss: float | None) -> str:
    if loss is None:
        return ""
    return (
        ", as when healthy" if loss < LEAST_LOSS else f", {percent(loss, 1)} less than when healthy"
    )


def _limited(stage: Stage | None) -> str:
    return f", limited by **{stage.in_sentence}**" if stage else ""


def draw_chain(results: Results, path: str, way: str, state: State) -> None:
    """Say what one chain comes to in a state."""
    st.subheader(HEADS[way])
    healthy = state.name == HEALTHY
    text = sentence(results, path, way) if healthy else degraded_sentence(results, state, way)
    meant = elements.meant(text), escaped(lacking(results.stages_in(state.path, way)))
    st.markdown(elements.unbroken(text), help="\n\n".join(filter(None, meant)) or None)


def bars(results: Results, path: str, way: str, state: State) -> None:
    """Draw the stages of one chain, the tightest first."""
    if any(stage.bandwidth is not None for stage in results.stages_in(state.path, way)):
        at = "" if state.name == HEALTHY else state.path
        elements.draw_chart(results, stage_bars(results, path, way, at), f"{way} stages")


def stages(results: Results, path: str, way: str) -> None:
    """Draw the stages of one chain as a table, of which each figure opens its derivation."""
    elements.draw(results, views.chain(results, path, way))
    if combined := how_combined(results, path, way):
        st.caption(escaped(combined))


# What of a tier moves its bandwidth and may be tried on the page.
WHAT_IF = (
    "memory.channels",
    "adapters.per_server",
    "adapters.efficiency",
    "network.ports",
    "network.efficiency",
    "streams.count",
    "policy.delivery_factor",
    "policy.deliveries.write.drives",
    "policy.deliveries.read.drives",
    "policy.deliveries.drives",
    "policy.deliveries.nic",
    "policy.spreads.runs",
    "policy.spreads.servers",
    "policy.fill_limit",
    "states.rebuild_share",
    "states.aged_factor",
)


def what_if(results: Results, name: str) -> None:
    """Let a few figures be tried where their effect is seen."""
    reader = session.reader(results)
    n = [tier.name for tier in reader.scenario.tiers].index(name)
    wanted = {f"tiers.{n}.{at}" for at in WHAT_IF}
    paths = [path for path in reader.tier_paths(n) if path in wanted]
    if paths and (room := folded(texts.WHAT_IF, f"what if {name}", icon=":material/tune:")):
        with room:
            grid(map(reader.shown, paths), TRIAL)


def picture(results: Results, name: str, path: str, state: State) -> None:
    """Draw the data path of a tier in a state; while a server is down, the racks without it."""
    elements.drawing(picture_of(results, path, state))
    found = elevation(results) if state.name == DOWN else None
    if found is None or not found.racks:
        return
    if room := folded("Racks without that server", "racks left", icon=":material/dns:"):
        with room:
            elements.drawing(racks_of(found, name))


def draw(results: Results) -> None:
    """Draw the chain of a tier in a state."""
    with st.container(horizontal=True, gap="medium"):
        name, path = _tier(results)
        found = {state.name: state for state in all_states(results, path)}
        chosen = HEALTHY
        if len(found) > 1:
            chosen = st.selectbox(
                "State", list(found), key="state", persist_state="session", width=240
            )
        shown = elements.one_of("Show stages as", SHOWN, "stages as")
    what_if(results, name)
    state, ways = found.get(chosen, found[HEALTHY]), WAYS[::-1]
    if shown == PATH:
        for column, way in zip(st.columns(2, gap="medium"), ways, strict=True):
            with column:
                draw_chain(results, path, way, state)
        picture(results, name, path, state)
    else:
        for way in ways:
            draw_chain(results, path, way, state)
            if shown == BARS:
                bars(results, path, way, state)
            else:
                stages(results, state.path, way)
    if stream := one_stream(results, path):
        st.caption(texts.ONE_STREAM_GETS_LESS, help=escaped(stream))
    load = results.server_load(path)
    notes = [
        one
        for one in (load and f"{load[:1].upper()}{load[1:]}", uneven_split(results, path))
        if one
    ]
    if notes:
        with st.expander("Load per server", icon=":material/dns:"):
            words = "\n\n".join(f"{one}." for one in notes)
            st.markdown(escaped(words), help=elements.meant(words))
    title = "Efficiency of the stages, with evidence"
    if room := folded(title, "deliveries", icon=":material/verified:"):
        with room:
            elements.draw(results, deliveries(results, path))


def draw_states(results: Results) -> None:
    """Draw what is left of a tier in each state."""
    _, path = _tier(results)
    states.side_by_side(results, path)


def draw_remedies(results: Results) -> None:
    """Draw what each thing that can be bought would bring to a tier."""
    name, _ = _tier(results)
    states.what_next(results, name)


def draw_workloads(results: Results) -> None:
    """Draw what a tier gives to workloads, and to one file by its size."""
    name, path = _tier(results)
    states.workloads(results, path)
    states.one_file(results, path)
    rows.workloads(results, name)


def _tier(results: Results) -> tuple[str, str]:
    tiers = dict(results.tiers())
    name = select_tier(list(tiers))
    return name, tiers[name]
