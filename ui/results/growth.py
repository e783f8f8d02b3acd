"""How much is needed by when, when what was bought is full, and how long the move takes."""

from __future__ import annotations

import streamlit as st

from model.answers.forecast import forecast_sentences, quantile_words
from model.answers.metadata import INODES_FULL, INODES_NOTE, inodes_are_bound
from model.answers.needs import STAGES, Move, Need, inodes_full, move, needs
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import (
    FULL_RULE,
    endurance_sentence,
    full_sentence,
    full_when,
    gateways_sentence,
    inodes_sentence,
    need_sentence,
    year_name,
)
from model.answers.views import years
from model.answers.views.growth_chart import demand_chart, growing
from model.answers.views.order_dates import order_sentence, order_table
from model.answers.views.order_timing import order_timing, rule, timing_sentence
from model.design.economics import Economics
from model.units.figures import Scale, show
from ui.base import elements
from ui.base.elements import Cell, cards, escaped, shown, table
from ui.forms import demand as demands
from ui.forms import figures, form, rows
from ui.results import texts

LEAD_TIMES = rows.rows_of(Economics, "lead_times", "economics.lead_times")
EMPTY = "No demand has been entered yet."
MOVED = "No migration has been entered yet."
FIRST = {"purge": "Stored, with purge", "history": "Forecast at the purchase"}
LAST = {"history": "Forecast in the last year"}


def first_label(results: Results, need: Need) -> str:
    """Call what stands at the purchase what it is; past usage that ends there is no forecast."""
    noted = results.values.get((need.years[0].path, "forecast_spread")) == 0
    return "Stored at purchase" if noted else FIRST.get(need.source, "Stored at purchase")


def answers(results: Results, need: Need) -> None:
    """Draw what is needed at the end, when it is full, and when the inodes are."""
    first, end = need.years[0], need.end
    with cards(results) as row:
        row.add(first.path, "demand", first_label(results, need), year_name(first), both=True)
        last = LAST.get(need.source, texts.STORED_IN_LAST_YEAR)
        row.add(end.path, "demand", last, year_name(end), both=True)
        needed = "Required usable capacity"
        row.add(end.path, "needed_capacity", needed, year_name(end), both=True)
        word, below = full_when(need.time_full, need.full_on, need.horizon, known=need.is_known)
        row.add(need.path, "time_full", "Becomes full", below, word)
        if need.source == "history":
            word, below = full_when(need.late_time, need.late_on, need.horizon, known=need.is_known)
            row.add(need.path, "time_full_if_low", "Full, lower bound", below, word)
        if need.buys:
            last = f"{need.bought_by}/{end.path.rpartition('/')[2]}"
            row.add(last, "blocks_owned", texts.BLOCKS_IN_LAST_YEAR)
        if (need.path, "drive_writes_per_day") in results.values:
            row.add(need.path, "drive_writes_per_day", "Drive writes per day")
    st.markdown(f"{need_sentence(need)}; {full_sentence(need)}.")
    if basis := forecast_sentences(results, need):
        st.markdown("\n".join(f"- {escaped(sentence)}." for sentence in basis))
    if wear := endurance_sentence(results, need.path):
        enough = results.values.get((need.path, "endurance_suffices")) != 0
        (st.markdown if enough else st.warning)(f"{wear[:1].upper()}{wear[1:]}.")


def by_year(results: Results, need: Need) -> None:
    """Draw the table of the years, and what is bought in each."""
    elements.draw(results, years.demand(results, need))


def orders(results: Results, need: Need) -> None:
    """Draw by when the parts of an expansion have to be ordered."""
    if sentence := order_sentence(results, need):
        st.markdown(f"{escaped(sentence[:1].upper() + sentence[1:])}.")
        elements.draw(results, order_table(results, need))
    with st.expander("Lead times"):
        rows.fill_in(results, LEAD_TIMES)


def groups(results: Results, need: Need) -> None:
    """Draw the groups, the largest first."""
    found = growing(results, need)
    if not found:
        return
    with st.expander(f"By group: {len(found)}", expanded=len(found) < 8):
        scale = Scale(max(group.end or 0.0 for group in found), "byte", binary=elements.in_tib())
        heads = ("Group", f"At purchase, {scale.label}", "Growth", "In the last year")
        first, last = (year.path.rpartition("/")[2] for year in (need.years[0], need.end))
        rows = [
            (
                group.name,
                Cell(scale(group.today), door=f"{group.path}/{first}.group_demand"),
                group.growth,
                Cell(scale(group.end), door=f"{group.path}/{last}.group_demand"),
            )
            for group in found
        ]
        table(heads, "lrlr", rows)


def demand(results: Results, need: Need, *, alone: bool) -> None:
    """Draw one demand."""
    if not alone:
        st.subheader(escaped(need.name))
    answers(results, need)
    figure = demand_chart(results, need)
    if figure is None:
        st.info(texts.DEMAND_IS_UNKNOWN)
    else:
        elements.draw_chart(results, figure, f"demand {need.path}")
        st.caption(f"{_caption(need)} {FULL_RULE}")
    by_year(results, need)
    orders(results, need)
    groups(results, need)


def _caption(need: Need) -> str:
    if need.source == "history":
        return texts.PLAN_USES_QUANTILE.format(quantile=quantile_words(need))
    bought = (texts.BLOCKS_ARE_BOUGHT) if need.buys else ""
    return texts.DEMAND_BETWEEN_YEARS.format(bought=bought)


def inodes(results: Results) -> None:
    """Draw when the inodes run out, where files are stated."""
    sentence = inodes_sentence(results)
    if not sentence:
        return
    st.subheader("Inodes")
    found = inodes_full(results)
    with cards(results) as row:
        row.add("site", "inodes_available")
        if found is not None:
            word, below = full_when(found.time, found.date, found.horizon, known=True)
            if found.time and inodes_are_bound(results.values):
                below = f"{below}, at the latest".removeprefix(", ")
            row.add(*INODES_FULL, "Inodes exhausted", below, word)
    st.markdown(f"{escaped(sentence[:1].upper() + sentence[1:])}.")
    if inodes_are_bound(results.values):
        st.caption(texts.INODES_ON_ZFS, help=escaped(INODES_NOTE))


def timing(results: Results) -> None:
    """Draw what an order now, in stages or later costs."""
    view = order_timing(results)
    if view is None:
        return
    st.subheader(view.title)
    st.markdown(f"{elements.unbroken(escaped(sentence_text(results, timing_sentence(results))))}.")
    elements.draw(results, view)
    st.caption(rule(results))


def migration(results: Results) -> None:
    """Draw how long the move takes, what limits it, and whether more gateways help."""
    st.subheader("Migration")
    found = move(results)
    if found is None:
        st.info(MOVED, icon=":material/move_up:")
        form.draw(results, form.MIGRATION)
        return
    with cards(results) as row:
        row.add("site", "migration_volume", "Data to move")
        row.add("site", "migration_rate", "Migration bandwidth")
        row.add("site", "migration_time", "Minimum time")
        row.add("site", "useful_gateways", "Useful gateways")
    limited = f"Limited by the **{found.limit}**; " if found.limit else ""
    st.markdown(f"{limited}{gateways_sentence(results, found)}.")
    table(("Step", "Rate", ""), "lrl", [_stage(results, found, words) for words in found.rates])


def _stage(results: Results, found: Move, words: str) -> tuple[str | Cell, ...]:
    limits = words == found.limit
    tone = "strong" if limits else ""
    name = words.capitalize()
    if words == "gateways":
        name = f"Gateways: {shown(results, 'site', 'gateways')}"
    rate = show(found.rates[words], "byte/s")
    return (
        Cell(name, tone),
        Cell(rate, tone, door=f"site.{STAGES[words]}"),
        Cell("limits" if limits else "", tone),
    )


def draw(results: Results) -> None:
    """Draw the part."""
    found = list(needs(results))
    if not found:
        st.info(EMPTY, icon=":material/trending_up:")
        demands.draw(results)
    for need in found:
        demand(results, need, alone=len(found) == 1)
    if found:
        inodes(results)
    timing(results)
    migration(results)
    figures.of_page(results, "growth")
