"""From raw to planned capacity, step by step, in TB and in TiB."""

from __future__ import annotations

import streamlit as st

from model.design import Tier
from model.given import GivenTier
from model.results import Results
from model.summary import DEFINITION
from model.targets import CephTarget, DeclusteredTarget
from model.units import show, show_both
from report.figures import CAPACITY_STEPS, capacity_waterfall
from ui import session
from ui.elements import Cell, Scale, cards, escaped, metric, shown, table, whys
from ui.sidebar import select_tier

ANSWERS = (
    ("usable_capacity", "Usable: what df reports"),
    ("stored_capacity", "Stored: files of full records"),
    ("planned_capacity", "Planned: below the fill limit"),
    ("compressed_capacity", "Kept by users, compressed"),
)
DRIVES = (
    "drives",
    "targets",
    "targets_per_block",
    "drives_per_target",
    "spare_drives_per_block",
)
SURVIVES = {
    1.0: ("✓ survives", "good"),
    0.0: ("✗ stops: a vdev has more drives in one enclosure than it can lose", "bad"),
}


def answers(results: Results, path: str) -> None:
    """Draw the several right answers side by side."""
    with cards():
        for name, label in ANSWERS:
            if (path, name) not in results.values:
                continue
            value = results[path, name]
            tib = show_both(value).partition("(")[2].rstrip(")")
            metric(results, path, name, label, tib)


def steps(results: Results, path: str) -> None:
    """Draw the way down as a table."""
    raw = results[path, "raw_capacity"]
    decimal, binary = Scale(raw, "byte"), Scale(raw, "byte", binary=True)
    rows = []
    for name, kind in CAPACITY_STEPS:
        if (path, name) not in results.values:
            continue
        value = results[path, name]
        label = results.item(path, name).label
        share = "unknown" if value is None or not raw else f"{value / raw:.2%}"
        tone = "strong" if kind != "loss" else ""
        sign = "\N{MINUS SIGN} " if kind == "loss" else "= " if kind == "total" else ""
        title = results.item(path, name).title
        cells = (Cell(sign + label, tone, title), Cell(decimal(value), tone))
        rows.append((*cells, Cell(binary(value), tone), Cell(share, tone)))
    table(("Step", decimal.label, binary.label, "Share of raw"), "lrrr", rows)
    whys(results, *((path, name) for name, _ in CAPACITY_STEPS))


def drives(results: Results, path: str) -> None:
    """Draw how drives become targets, and what an enclosure's loss does."""
    st.subheader("Drives and targets")
    rows: list[tuple[str | Cell, str | Cell]] = [
        (Cell(item.label, "", item.title), shown(results, path, name))
        for name in DRIVES
        if (path, name) in results.values
        for item in [results.item(path, name)]
    ]
    if (path, "survives_enclosure_loss") in results.values:
        value = results[path, "survives_enclosure_loss"]
        said = Cell(*SURVIVES[value]) if value in SURVIVES else Cell("unknown")
        rows.append(("Loss of one enclosure", said))
    table(("", "Count"), "lr", rows)
    whys(results, *((path, name) for name in (*DRIVES, "survives_enclosure_loss")))


def made_of(results: Results, path: str, tier: Tier | GivenTier) -> str:
    """Say for a tender what the targets are made of, where it is known."""
    if isinstance(tier, GivenTier):
        return ""
    text = f"; targets of {tier.target.layout}"
    record = results.values.get((f"{path}/pools:target", "record_size"))
    if record is None or isinstance(tier.target, CephTarget | DeclusteredTarget):
        return text
    size = show(record, "byte", binary=True)
    return f"{text} on OpenZFS {tier.target.release}, records of {size}"


def draw(results: Results) -> None:
    """Draw the page."""
    st.title("Capacity")
    tiers = dict(results.tiers())
    name = select_tier(list(tiers), "on the page") if len(tiers) > 1 else next(iter(tiers))
    path = tiers[name]
    answers(results, path)
    tier = next(tier for tier in results.plan.scenario.tiers if tier.name == name)
    st.caption("For a tender:")
    st.code(
        f"Usable capacity of {name}: {show_both(results[path, 'usable_capacity'])}, measured as "
        f"{DEFINITION.replace('`', '')}{made_of(results, path, tier)}.",
        language=None,
        wrap_lines=True,
    )
    steps(results, path)
    st.plotly_chart(
        capacity_waterfall(results, path), config={"displaylogo": False}, key="capacity"
    )
    if isinstance(tier, GivenTier):
        return
    drives(results, path)
    if tier.target.because:
        st.caption(f"Layout and release: {escaped(tier.target.because)}")


draw(session.current())
