"""The rate of a server beside it: what is expected, what was measured of others, what decides."""

from __future__ import annotations

import streamlit as st

from model.answers.evidence import known_by
from model.answers.results import WAYS, Results, Stage
from model.answers.servers import comparable, stated_above_measured, work_of
from model.answers.verdict import lever, weakest_sentence
from model.design.tier import Tier
from model.units.brief import several
from model.units.figures import show
from ui.base.elements import escaped, folded, number, table
from ui.design import texts
from ui.forms.figures import as_stated
from ui.forms.inputs import BESIDE, grid
from ui.state import session

STAGE = "cpu_memory"
"""The stage that is a server's own: its processors and memory."""
FIELDS = ("read_rate", "write_rate")


def draw(results: Results, n: int) -> None:
    """Draw what a server of a tier is expected to do, how that is known, and the boxes for it."""
    tier = results.plan.scenario.tiers[n]
    path = dict(results.tiers())[tier.name]
    stages = _stages(results, path)
    if not stages or not isinstance(tier, Tier):
        return
    st.markdown(_expected(results, stages))
    at = lever(results)
    if at is not None and at in [(one.path, _name(way)) for way, one in stages.items()]:
        st.info(escaped(f"{weakest_sentence(results)}."), icon=":material/vital_signs:")
    for text in stated_above_measured(results.plan, results.values, path, tier):
        st.warning(escaped(f"{text}."), icon=":material/warning:")
    reader = session.reader()
    paths = [f"tiers.{n}.processing.{one}" for one in FIELDS]
    if all(reader.addresses.get(one) in results.values for one in paths):
        grid([as_stated(reader, one) for one in paths], BESIDE)
    _measured(results, tier, path)


def _stages(results: Results, path: str) -> dict[str, Stage]:
    found = {
        way: stage for way in WAYS for stage in results.stages(path, way) if stage.name == STAGE
    }
    return {way: stage for way, stage in found.items() if stage.committed is not None}


def _name(way: str) -> str:
    return f"{STAGE}_{way}_committed"


def _expected(results: Results, stages: dict[str, Stage]) -> str:
    """Say what is expected of each server, each way, and how that is known."""
    rates = []
    known = {way: known_by(results, stage) for way, stage in stages.items()}
    is_same = len({*known.values()}) == 1
    for way, stage in stages.items():
        rate = (stage.per_server or 0.0) * (stage.delivery or 0.0)
        text = number(stage.path, _name(way), show(rate, "byte/s", digits=3))
        rates.append(f"{text} {texts.DOING[way]}" + f" ({escaped(known[way])})" * (not is_same))
    text = texts.EXPECTED_OF_SERVER.format(rates=", ".join(rates))
    return f"{text} ({escaped(next(iter(known.values())))})" if is_same else text


def _measured(results: Results, tier: Tier, path: str) -> None:
    """Draw what comparable servers were measured to do."""
    found = comparable(results.plan, tier)
    work = escaped(work_of(tier))
    if not found:
        st.caption(texts.NO_SERVER_MEASURED.format(work=work))
        return
    title = texts.MEASURED_SERVERS.format(several(len(found), "comparable server"))
    if room := folded(title, f"measured servers of {path}", icon=":material/speed:", compact=True):
        with room:
            rows = [
                (one.name, *(show(rate, "byte/s") for rate in (one.read, one.write)))
                for one in found
            ]
            st.caption(texts.WITH_WORK.format(work=work))
            table(("Server", "Read", "Write"), "lrr", rows)
