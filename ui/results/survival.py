"""What the tiers survive for certain: single failures, pairs, and the bays of each vdev."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from typing import Any

import streamlit as st

from model.answers.failures import failures
from model.answers.placement import create_script, parts_of, slot_map, survival_of, tier_named
from model.answers.results import Results
from model.answers.views import placement_table, survival_table
from model.answers.views.view import View
from model.placement.by_vdev import vdev_id_conf
from model.placement.slots import SlotMap
from model.placement.verdicts import Block, Tier
from model.placement.wiring import Wiring
from report.charts.bays import bay_chart
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.state import signatures
from ui.state.shown_tier import select_tier

UNKNOWN = "The parts of this tier are unknown or too many, so what it survives isn't listed."
ANYWHERE = "Strips lie on drives that the system chooses: there is no map of bays."
NOTHING, FAILED = "nothing", "failed part"


def draw(results: Results) -> None:
    """Draw what a tier survives, and where its drives sit."""
    tiers = dict(results.tiers())
    path = tiers[select_tier(list(tiers))]
    found = survival_table.survival(results, path)
    if found is None:
        st.info(UNKNOWN)
        return
    elements.draw(results, _without_examples(found), folds=True)
    st.caption("Failures at the same time", help=survival_table.EXPLAINED)
    if copied := survival_table.said_of_copies(results, path):
        st.caption(copied)
    tier, survives = tier_named(results, path), survival_of(results, path)
    placed = None if tier is None or tier.target.spread else slot_map(results, path, tier)
    if placed is None or not isinstance(survives, Tier):
        st.caption(ANYWHERE)
        return
    _picture(survives.block, placed, path)
    if room := folded("Bays, cables and commands", f"wiring of {path}", icon=":material/cable:"):
        with room:
            _wiring(results, path, placed)


def _without_examples(found: View) -> View:
    """Return the table without what the picture shows."""
    return found.only("one", "two", "drive")


def _picture(block: Block, placed: SlotMap, path: str) -> None:
    """Draw the bays; what a failed part takes, clicked or chosen, is crossed out."""
    known = {one.name: one for one in failures(block)}
    key = f"bays of {path}"
    name = st.selectbox(
        "Failed part", [NOTHING, *known], key=FAILED, help="Or click it in the drawing."
    )
    failed = known.get(name)
    if failed is not None:
        st.markdown(escaped(failed.text))
    wiring = block.wiring
    holder = "server" if wiring.inside else "enclosure"
    chart = bay_chart(placed, holder, wiring.parts.servers, failed)
    follow = partial(_follow, key, known)
    elements.chart(chart, key, on_select=follow, selection_mode="points")


def _follow(key: str, known: Container[str]) -> None:
    """Choose the part that was clicked; none if the click is taken back."""
    name = next(iter(_names(st.session_state.get(key))), NOTHING)
    st.session_state[FAILED] = name if name in known else NOTHING


def _names(event: Any) -> Iterator[str]:
    """Return the names of the clicked parts."""
    for point in event["selection"]["points"] if event else ():
        yield from (point.get("customdata") or ())[:1]


def _wiring(results: Results, path: str, placed: SlotMap) -> None:
    elements.draw(results, placement_table.bays(placed))
    tier = tier_named(results, path)
    assert tier is not None
    wiring = Wiring(parts_of(results, path, tier))
    if wiring.cables:
        elements.draw(results, placement_table.cables(wiring))
    script = create_script(results, path)
    if not script:
        return
    name = f"{signatures.file_stem()}-{tier.name}"
    channels = "\n".join(vdev_id_conf(wiring, n) for n in range(wiring.parts.servers))
    with st.container(horizontal=True):
        st.download_button(
            "Pools (zpool create)", script, f"{name}-pools.sh", "text/plain", on_click="ignore"
        )
        st.download_button(
            "vdev_id.conf", channels, f"{name}-vdev_id.conf", "text/plain", on_click="ignore"
        )
