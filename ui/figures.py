"""All figures that a scenario may state below some paths: chosen by name, then changed."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from model.answers.results import Results
from model.engine.quantity import Input
from model.units.kinds import UNITS
from ui import session
from ui.elements import escaped
from ui.fields import Field, Kind, Reader, written
from ui.sidebar import inputs

PAGES = {
    "overview": ("requirements",),
    "growth": ("demand", "migration"),
    "caches": ("latencies",),
    "files": ("files", "clients"),
    "checkpoint": ("machine", "checkpoint"),
    "cost": ("economics", "common"),
}
"""Whose figures a page offers; those of a tier stand on the pages on which one is chosen."""


def of_page(results: Results, page: str) -> None:
    """Offer the figures that belong to a page."""
    offer(results, "All figures of this page", *PAGES[page])


def of_tier(results: Results, name: str) -> None:
    """Offer the figures of a tier."""
    names = [tier.name for tier in results.plan.scenario.tiers]
    offer(results, f"All figures of {name}", f"tiers.{names.index(name)}")


def offer(results: Results, title: str, *prefixes: str) -> None:
    """Draw one chooser of the figures below some paths, and the widget of the chosen one."""
    reader = Reader(results)
    named = reader.under(*prefixes)
    if not named:
        return
    with st.expander(title, icon=":material/list:"):
        path = st.selectbox(
            "Figure",
            list(named),
            None,
            named.__getitem__,
            key=f"figure of {st.session_state.choice} {prefixes[0]}",
            placeholder=f"one of {len(named)}",
        )
        if path is not None:
            inputs([as_stated(reader, path)], "among all figures")
            st.caption(escaped(f"{path}: {reader.doc(path)}"))


def as_stated(reader: Reader, path: str) -> Field:
    """Give a field as the scenario came: empty where the catalog or a default counts.

    An edit of such a figure is a text, so that it can be emptied again.
    """
    field = reader.of(path)
    if written(session.origin(st.session_state.choice).scenario.data, path) is not None:
        return field
    kind: Kind = "whole" if field.kind == "count" else "figure"
    return replace(field, kind=kind, value=None, example=otherwise(reader, field), is_stated=False)


def otherwise(reader: Reader, field: Field) -> str:
    """Say what counts where the scenario says nothing."""
    item = reader.item(field.path)
    if field.value is None or field.is_stated:
        like = f"; written like {UNITS[item.unit].example}" if field.kind != "count" else ""
        return field.example or f"not stated{like}"
    known = reader.results.plan.provenance.get(field.address)
    usual = "default" if isinstance(item, Input) else "computed"
    text = f"{100 * field.value:.10g} %" if isinstance(field.value, float) else f"{field.value}"
    return f"{text} ({known.status if known else usual})"
