"""How much will be kept, asked for in a form: by groups of users, past usage, or a purge policy."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from ui.base.elements import escaped
from ui.base.work import work
from ui.forms import form, rows, texts
from ui.forms.form import Form

SITE = "demand"
"""The path of the demand of all data tiers together."""


def past(at: str) -> Form:
    """Ask for past usage, which a forecast is drawn from."""
    return Form(
        *texts.FORMS["history"],
        (
            (f"{at}.start", "2027-04-01"),
            (f"{at}.history.capacity", "30 PB"),
            (f"{at}.history.purged", "yes"),
            (f"{at}.history.question", "with_purge"),
            (f"{at}.history.model", "linear"),
            (f"{at}.history.quantile", "90 %"),
            (f"{at}.history.samples", "1000"),
            (f"{at}.history.seed", "1"),
        ),
        files=(f"{at}.history.file",),
        instead_of=tuple(f"{at}.{one}" for one in ("groups", "file", "growth", "purge")),
    )


def purge(at: str) -> Form:
    """Ask for a purge policy: what users add must fit until it is purged."""
    here = f"{at}.purge"
    return Form(
        *texts.FORMS["purge"],
        (
            (f"{here}.after", "28 days"),
            (f"{here}.growth", "133 TB/day"),
            (f"{here}.share", "50 %"),
            (f"{here}.improvement", "3"),
            (f"{at}.start", "2027-04-01"),
        ),
        files=(f"{here}.history",),
        instead_of=tuple(f"{at}.{one}" for one in ("groups", "file", "growth", "history")),
    )


def common(at: str) -> Form:
    """Ask for what all groups have in common."""
    tier = ((f"{at}.tier", "project"),) if at == SITE else ()
    return Form(
        *texts.FORMS["common"],
        ((f"{at}.start", "2027-04-01"), (f"{at}.growth", "25 %"), *tier),
    )


def draw(results: Results) -> None:
    """Ask for what will be kept: of the site, or of a tier where tiers say it."""
    scenario = results.plan.scenario
    at, said = SITE, scenario.demand
    data = {tier.name: n for n, tier in enumerate(scenario.tiers) if tier.holds == "data"}
    stated = [name for name, n in data.items() if scenario.tiers[n].demand]
    if said is None and data:
        owner = st.segmented_control(
            texts.DEMAND_OF,
            [*([] if stated else [""]), *data],
            default=stated[0] if stated else "",
            required=True,
            format_func=lambda name: escaped(name) if name else texts.ALL_DATA_TIERS,
            key=f"kept on {at}",
            help=texts.DEMAND_BUYS,
        )
        if owner:
            at, said = f"tiers.{data[owner]}.demand", scenario.tiers[data[owner]].demand
    way = st.segmented_control(
        texts.ENTERED_AS,
        list(texts.DEMAND_WAYS),
        default=said.source if said else next(iter(texts.DEMAND_WAYS)),
        required=True,
        format_func=texts.DEMAND_WAYS.__getitem__,
        key=f"what tells {at} in {work().choice}",
    )
    if way == "groups":
        if said is not None and said.file:
            st.caption(texts.FROM_FILE.format(escaped(said.file)))
        rows.fill_in(results, rows.groups(at))
        if said is not None and said.source == "groups":
            form.draw(results, common(at))
    else:
        form.draw(results, past(at) if way == "history" else purge(at))
