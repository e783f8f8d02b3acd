"""What can go wrong: loss of data, and data out of reach."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from model.answers.availability import assumed_text, not_counted_text, stops_text
from model.answers.loss_remedies import tiers_above_loss
from model.answers.losses import NOT_MODELLED
from model.answers.losses import assumed_text as assumed_loss
from model.answers.results import Results
from model.answers.spare_budget import (
    budget_sentences,
    parse_budget,
    spare_budget,
    split_table,
)
from model.answers.views.availability_table import availability, outages, rates
from model.answers.views.closed_form_table import closed_forms
from model.answers.views.loss_causes import loss_causes
from model.answers.views.loss_remedy_table import loss_remedies
from model.answers.views.loss_table import losses
from model.answers.views.restore_table import RESTORED, restores
from model.answers.views.shelf_table import shelf
from model.answers.views.view import View
from model.answers.views.wear_table import MEANING, wear
from model.units.figures import UnitError
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.forms import figures
from ui.results import texts


def draw_losses(results: Results) -> None:
    """Draw how likely data are lost, and what isn't modelled."""
    found = losses(results)
    st.subheader(found.title)
    shown = (one.key for one in found.columns if one.key not in BASIS)
    elements.draw(results, found.only(*shown))
    if (causes := loss_causes(results)).rows:
        elements.draw(results, causes)
    if text := assumed_loss(results):
        st.caption(escaped(text))
    if room := folded(texts.RATES_BEHIND, "loss rates", icon=":material/info:"):
        with room:
            if (based := _counted(found)).rows:
                elements.draw(results, based)
            st.caption(NOT_MODELLED)
    _loss_remedies(results)
    _closed_forms(results)
    _conditions(results)
    _restores(results)


def _counted(found: View) -> View:
    """Return what the losses are based on, of the tiers whose loss is known."""
    pairs = zip(found.rows, found.entries(RATES), strict=True)
    return replace(found, rows=tuple(row for row, text in pairs if text)).only("rebuild", *BASIS)


def _restores(results: Results) -> None:
    """Draw how long it takes to restore lost data, and ask for what it takes to know."""
    found = restores(results)
    if room := folded(found.title, "restores", icon=":material/settings_backup_restore:"):
        with room:
            elements.draw(results, found)
            st.caption(RESTORED)
            tiers = enumerate(results.plan.scenario.tiers)
            built = [f"tiers.{n}" for n, tier in tiers if tier.built is not None]
            names = ("restore_bandwidth", "backup")
            figures.these(results, [f"{at}.{name}" for at in built for name in names])


def _loss_remedies(results: Results) -> None:
    """Draw what would lower the loss of each tier: open where a required loss isn't met."""
    missed = tiers_above_loss(results)
    room = folded("What would lower the loss", "loss remedies", expanded=bool(missed))
    if room is None:
        return
    with room:
        views = [loss_remedies(results, name) for name, _ in results.tiers()]
        for view in (one for one in views if one.rows):
            st.caption(escaped(view.title))
            elements.draw(results, view, folds=True)
        if not any(view.rows for view in views):
            st.info(texts.NO_LOWER_LOSS)


def _closed_forms(results: Results) -> None:
    """Draw what other models say, where someone opens it."""
    room = folded("Other models of data loss", "closed forms")
    if room is None:
        return
    with room:
        for name, path in results.tiers():
            view = closed_forms(results, name, path)
            if view.rows:
                st.caption(escaped(view.title))
                elements.draw(results, view)


RATES = "rests_on"
"""The column of the rates that a loss rests on."""
BASIS = ("rebuilt", RATES)
"""Columns of the table of losses that are folded: whose rebuild it is, and these rates."""
CONDITIONS = (
    "correlated_failures",
    *("early_failures", "early_life", "late_failures", "late_life"),
    "latent_errors",
    "scrub_interval",
    "sector_error_probability",
    "sector_error_is_fatal",
)
"""What raises the loss of a tier, where it is entered: fields of its states."""


def _conditions(results: Results) -> None:
    """Draw the fields of ageing drives, correlated failures and unreadable sectors."""
    room = folded(texts.CORRELATED_AND_SECTORS, "loss conditions", icon=":material/build:")
    if room is None:
        return
    with room:
        _fields_by_tier(
            results,
            {
                name: [f"tiers.{n}.states.{field}" for field in CONDITIONS]
                for n, (name, path) in enumerate(results.tiers())
                if (path, "correlated_failures") in results.values
            },
        )


def _fields_by_tier(results: Results, paths: dict[str, list[str]]) -> None:
    """Draw fields of each tier, below its name where there are several tiers."""
    for name, fields in paths.items():
        if len(paths) > 1:
            st.caption(escaped(name))
        figures.these(results, fields)


def draw_availability(results: Results) -> None:
    """Draw how much of the time data can be reached, and what takes it away."""
    elements.draw(results, availability(results))
    if text := stops_text(results):
        st.warning(escaped(text))
    found = outages(results)
    if found.rows:
        st.subheader(found.title, help=not_counted_text(results))
        elements.draw(results, found)
    known = rates(results)
    if known.rows and (room := folded(known.title, "failures", icon=":material/build:")):
        with room:
            elements.draw(results, known)
            if text := assumed_text(results, named=False):
                st.caption(escaped(text))
    figures.of_page(results, "availability")


def draw_wear(results: Results) -> None:
    """Draw how long flash lasts under the planned writes, or what it takes to know."""
    found = wear(results)
    st.subheader(found.title)
    if found.rows:
        elements.draw(results, found)
        st.caption(MEANING)
    else:
        st.info("Enter the daily writes of a tier with flash of known endurance.")
    tiers = enumerate(results.plan.scenario.tiers)
    built = {tier.name: [f"tiers.{n}.daily_writes"] for n, tier in tiers if tier.built is not None}
    _fields_by_tier(results, built)


def draw_spares(results: Results) -> None:
    """Draw how many spares of each part to hold for a lead time."""
    found = shelf(results)
    elements.draw(results, found)
    st.caption(texts.SPARES_BY_POISSON)
    if room := folded(texts.SPARES_FOR_AN_AMOUNT, "spares budget", icon=":material/savings:"):
        with room:
            _draw_budget(results)
    figures.of_page(results, "availability")


def _draw_budget(results: Results) -> None:
    """Draw which spares to buy for an amount that is entered here."""
    example = f"20000 {results.plan.scenario.economics.currency}"
    text = st.text_input(
        texts.AMOUNT_FOR_SPARES, key="amount for spares", placeholder=example, width=260
    ).strip()
    if not text:
        return
    try:
        found = spare_budget(results, parse_budget(results, text))
    except UnitError as error:
        st.error(escaped(str(error)))
        return
    if (view := split_table(found)).rows:
        elements.draw(results, view)
    for sentence in budget_sentences(results, found):
        st.caption(escaped(sentence))
