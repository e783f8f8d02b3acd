"""What it costs: the purchase, the years, and the bill of materials."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import streamlit as st

from model.answers.certain import missing as missing_certain
from model.answers.missing_prices import RANKED, REPLACED
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import left_out
from model.answers.views.bill import bill, by_tier, with_sums
from model.answers.views.certain_items import certain_items
from model.answers.views.payments import payments, phases
from model.answers.views.plan_charts import cost_by_year, projected_costs
from model.answers.views.price_tables import missing, prices, to_replace
from model.answers.views.projections import projections, remark
from model.answers.views.quote_terms import terms_table
from model.answers.views.replacement_table import replacements
from model.answers.views.view import Column
from model.answers.views.years import costs, units, without
from model.errors import InputError, Problem
from model.parts.price_layers import OF_FILES, files_called
from model.search.budget import afforded, better, built_tiers, headline, heads
from model.search.budget import figures as afforded_figures
from ui.base import elements
from ui.base.elements import BARS, IN_TWO_WAYS, cards, escaped, folded, shown, table
from ui.base.messages import problems_with_labels, text_with_labels
from ui.base.uploaded_files import files_in
from ui.base.work import work
from ui.forms import exchange_rates, figures, rows, server_price
from ui.forms.inputs import PLACE, grid
from ui.results import levers, texts
from ui.state import drafts, origins, session

# Purchase and all years, both net and with VAT, and of a known part what it is the part of.
PURCHASE = (
    ("capital_cost", "Purchase, net", ""),
    ("gross_capital_cost", "Purchase with VAT", ""),
    ("total_cost_of_ownership", "Total over years, net, discounted", ""),
    ("gross_total_cost_of_ownership", "Total over years with VAT, discounted", ""),
    ("known_total_cost_of_ownership", "Total over years, known part", "total_cost_of_ownership"),
)
WITH_VAT = {
    "gross_capital_cost": "capital_cost",
    "gross_total_cost_of_ownership": "total_cost_of_ownership",
}
"""Sums with VAT, and what they are without: where that is unknown, it is said once."""

FEW, LINES = 6, "all lines of the bill"
"""As many lines as are drawn at once, and what holds whether all are."""
# The columns of the bill that each has.
SHOWN = ("line_count", "why", "unit_price", "line_cost", "line_power", "line_weight")


def purchase(results: Results) -> None:
    """Draw the sums, and say what is missing in them."""
    missing = results["site", "unknown_equipment_cost"] or 0
    is_known = bool(results["site", "known_capital_cost"])
    if missing:
        sentence = (
            f"{missing:.0f} of {len(results.bill)} prices {'is' if missing == 1 else 'are'} "
            "missing. The total covers known prices only."
        )
        st.warning(sentence if is_known else "No price is known.", icon=":material/sell:")
    unknown = sentence_text(results, left_out(results)).removeprefix(", ")
    below = {"known_total_cost_of_ownership": unknown}
    with cards(results) as row:
        for name, label, whole in PURCHASE:
            # Of nothing known, a known part of nothing would only sound like an answer, and that
            # each sum of it is unknown is said once.
            is_part = whole and results["site", whole] is None and results["site", name]
            is_said = name in WITH_VAT and results["site", WITH_VAT[name]] is None
            is_whole = is_known and not whole and not is_said and not _in_part(results, name)
            if is_part or is_whole:
                row.add("site", name, label, below.get(name, ""))
    economics = results.plan.scenario.economics
    left = without(results)
    rates = exchange_rates.text(results)
    is_all = is_known and not missing  # of a part, what lacks beside prices is a hover away
    lacking = f" {without(results, brief=True)}" if is_all else ""
    rules = (
        f"VAT {shown(results, 'site', 'vat_rate')}, discount rate "
        f"{shown(results, 'site', 'discount_rate')}, PUE {shown(results, 'site', 'pue')}."
    )
    further = rules, left, "Cooling is included in the PUE.", rates and f"Rates: {rates}."
    money = " ".join(filter(None, (economics.currency, exchange_rates.text(results, whole=False))))
    st.caption(
        escaped(f"In {money}.{lacking}"),
        help=escaped(" ".join(filter(None, further))),
    )


def _in_part(results: Results, name: str) -> bool:
    """Tell whether of an unknown sum a card says the known part."""
    parts = [part for part, _, whole in PURCHASE if whole == name]
    return results["site", name] is None and any(results["site", part] for part in parts)


def years(results: Results) -> None:
    """Draw the cost of each year."""
    figure = cost_by_year(results)
    if figure is not None:
        st.subheader("By year")
        if elements.one_of("Show years as", IN_TWO_WAYS, "years as", labelled=False) == BARS:
            elements.draw_chart(results, figure, "years")
        else:
            elements.draw(results, costs(results), folds=True)
    elif room := folded("By year: unknown", "years"):
        with room:
            st.caption(
                "Enter prices, the energy price and the PUE to derive the cost of each year."
            )
            elements.draw(results, costs(results), folds=True)
    for found in (replacements(results), units(results), phases(results), payments(results)):
        if found is not None and found.rows:
            st.subheader(found.title)
            elements.draw(results, found)


def projected(results: Results) -> None:
    """Draw alternatives whose costs others projected, where any are stated."""
    found, figure = projections(results), projected_costs(results)
    if found is None or figure is None:
        return
    st.subheader(found.title)
    elements.draw_chart(results, figure, "projections")
    elements.draw(results, found)
    st.caption(escaped(remark(results)))


def bought(results: Results) -> None:
    """Draw the bill of materials: each line where they are few, or asked for; else by tier."""
    count = len(results.plan.lines)
    is_drawn = count <= FEW
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader("Bill of materials, net", width="content")
        if not is_drawn:
            is_drawn = st.toggle(f"All {count} lines", key=LINES, persist_state="session")
    if is_drawn:
        lacking = _lines(results)
    else:
        found = by_tier(results)
        lacking = found.unknown(results)
        elements.draw(results, found.only(*(c.key for c in found.columns if c not in lacking)))
    if lacking_heads := [column.head.lower() for column in lacking]:
        st.caption(f"Unknown for all lines: {', '.join(lacking_heads)}.")


def _lines(results: Results) -> list[Column]:
    """Draw each line, and give the columns that are left out, as nothing in them is known."""
    # Which items aren't lines is said by the table of these below.
    found, scenario = with_sums(results, items=False), results.plan.scenario
    lines = [line.path for line in results.plan.lines]
    some = {
        "tier": len(scenario.tiers) > 1,
        "option": scenario.has_options,
        "unit_discount": any(results.values.get((path, "unit_discount")) for path in lines),
    }
    some["net_unit_price"] = some["unit_discount"]
    left_away = {key for key, is_said in some.items() if not is_said}
    lacking = bill(results).unknown(results)
    left_away |= {column.key for column in lacking}
    keys = [c.key for c in found.columns if c.key in {*SHOWN, *some} - left_away]
    # What is estimated or assumed says so below its name, where it stays in sight.
    is_sure = not (scenario.economics.estimates or to_replace(results).rows)
    elements.draw(results, found.only(*keys).noted("why"), folds=is_sure)
    return [column for column in lacking if column.key in SHOWN]


def draw_open_prices(results: Results) -> None:
    """Draw when quotes expire, which prices they must replace, and which missing ones matter."""
    terms = terms_table(results)
    if terms.rows and (
        room := folded(escaped(terms.title), "quotes expire", icon=":material/event:")
    ):
        with room:
            elements.draw(results, terms)
            st.caption(texts.QUOTES_EXPIRE)
    for found, key, words in (
        (to_replace(results), "prices to replace", REPLACED),
        (missing(results), "missing prices", RANKED),
    ):
        if found.rows and (room := folded(escaped(found.title), key, icon=":material/sell:")):
            with room:
                elements.draw(results, found)
                st.caption(escaped(words))


def draw_certain_items(results: Results) -> None:
    """Draw where items are bought that nearly every system needs, or why they aren't."""
    found, open_count = certain_items(results), len(missing_certain(results))
    title = f"{found.title}: {open_count} missing" if open_count else found.title
    if found.rows and (room := folded(escaped(title), "certain items")):
        with room:
            elements.draw(results, found)


def fixed(results: Results) -> None:
    """Say on demand how many blocks a fixed gross budget affords, and what is left."""
    tiers, economics = built_tiers(results.plan.scenario), results.plan.scenario.economics
    if not tiers:
        return
    stated = results.plan.scenario.requirements.budget
    with st.expander("What a budget can buy"):
        key = work().choice
        tier = st.selectbox("Tier to extend", tiers, key=f"budget of {key}")
        amount = st.number_input(
            f"Gross budget over {economics.years} years, {economics.currency}",
            min_value=0.0,
            value=results["site", "required_budget"] if stated else None,
            step=10_000.0,
            key=f"budget {key}",
        )
        if not amount or not st.button("Calculate", key=f"budget counted {key}"):
            return
        try:
            found = afforded(results, amount, tier, spend=True)
        except InputError as error:
            wrong = problems_with_labels(session.reader(results), error.problems)
            st.warning("\n\n".join(escaped(problem.what) for problem in wrong))
            return
        st.markdown(escaped(headline(found, results)))
        if text := better(found):
            st.markdown(escaped(text))
        columns = [head.capitalize() for head in heads(found)]
        table(columns, "l" + "r" * (len(columns) - 1), afforded_figures(found, results))
        if found.left_out:
            st.caption(escaped(text_with_labels(session.reader(results), found.left_out)))


def entered() -> None:
    """Lead to the table of prices, watts and weights of all parts, opened."""
    if st.button(texts.ENTER_PRICES, icon=":material/table:", key="enter prices"):
        st.session_state[f"part table of {work().choice} is open"] = True
        st.switch_page("ui/pages/design.py")


QUOTE = """\
schema: ostimate.quote/1
number: Q-4711
vendor: Megastore
date: 2026-11-02
valid_until: 2027-01-31
currency: EUR
taxes: net
lines:
- {part: seagate-exos-x24-24tb, price: 780}
- {number: QM8700, price: 15000}  # the vendor's number
- {name: Installation, price: 20000}  # name as in the bill"""


def offers() -> None:
    """Let the user bring quotes and price books; no address has them."""
    # By its key it stays open when lines are added above it, as a quote does that expires.
    room_key = f"files of prices of {work().choice} is open"
    with st.expander(files_called().capitalize(), key=room_key, on_change="rerun"):
        for layer in OF_FILES:
            key = f"{layer.files} {work().choice}"
            files = st.file_uploader(
                f"{layer.plural.capitalize()} ({', '.join(layer.formats)})",
                type=layer.suffixes,
                accept_multiple_files=True,
                max_upload_size=origins.LARGEST_MB,
                key=key,
                on_change=_bring,
                args=(layer.files, key),
            )
            _refused(key, {Path(file.name).name for file in files})
        names = [name for layer in OF_FILES for name in session.offered().get(layer.files, {})]
        if names:
            st.markdown(f"Applied: {escaped(', '.join(names))}")
            st.button("Remove these files", on_click=_forget)
        st.caption(
            f"{files_called().capitalize()} are stored as a draft in this browser, "
            f"{drafts.HOW_LONG}, and with saved plans. Their prices are never part of links or of "
            f"downloads for sharing. You can use this plan's workbook, with its Prices sheet "
            f"filled in, as a price book. Choose *Enter quote* on *Design*, or write it as a file:"
        )
        st.code(QUOTE, language="yaml")


def _bring(field: str, key: str) -> None:
    """Take over what came into a box, or went from it; what is there from elsewhere stays.

    That is what was entered by hand, or brought before another page was looked at: a box is empty
    by then.
    """
    files, in_box = files_in(key), f"{key} holds"
    former: dict[str, str] = st.session_state.get(in_box, {})
    now = {file.file_id: Path(file.name).name for file in files}
    gone = {former[one] for one in former.keys() - now} if now.keys() <= former.keys() else set()
    gone -= st.session_state.get(f"{key} refused", {}).keys()
    st.session_state[in_box] = now
    offered = session.offered().get(field, {})
    kept = {name: text for name, text in offered.items() if name not in gone}
    refused: dict[str, tuple[Problem, ...]] = {}
    for file in files:
        name, text = Path(file.name).name, file.getvalue()
        if problems := _wrong_with(field, name, text, kept):
            refused[name] = problems
        else:
            kept[name] = text
    st.session_state[f"{key} refused"] = refused
    session.offer(field, kept)


def _wrong_with(
    field: str, name: str, text: bytes, others: Mapping[str, bytes]
) -> tuple[Problem, ...]:
    """Say what is wrong with a file, or with the others beside it: then it isn't taken over.

    Where edits can't be planned, they say nothing of the file: it is looked at without them.
    """
    changes = {} if work().problems else session.changes()
    try:
        offered = {**session.offered(), field: {**others, name: text}}
        origins.planned(session.base(), changes, offered)
    except InputError as error:
        return tuple(origins.by_its_name(problem, [name, *others]) for problem in error.problems)
    return ()


def _refused(key: str, in_box: Collection[str]) -> None:
    """Say why files that are in a box weren't taken over."""
    refused: dict[str, tuple[Problem, ...]] = st.session_state.get(f"{key} refused", {})
    for name in (name for name in refused if name in in_box):
        lines = "".join(f"\n- {escaped(str(problem))}" for problem in refused[name])
        st.error(f"{escaped(name)} can't be applied:{lines}", icon=":material/error:")


def _forget() -> None:
    for layer in OF_FILES:
        session.offer(layer.files, {})


def known(results: Results) -> None:
    """Draw each price that could count, and why it does or doesn't."""
    found = prices(results)
    if found.rows and (room := folded(found.title, "known prices")):
        with room:
            elements.draw(results, found)


def draw(results: Results) -> None:
    """Draw the part."""
    purchase(results)
    server_price.ask(results)
    levers.draw()
    bought(results)
    draw_open_prices(results)
    draw_certain_items(results)
    fixed(results)
    entered()
    offers()
    exchange_rates.draw(results)
    known(results)
    if room := folded("Years, energy and taxes", "economics"):
        with room:
            grid(session.reader(results).section("Economics"), PLACE)
    if room := folded("Payment schedule", "payments"):
        with room:
            rows.fill_in(results, rows.MILESTONES)
    figures.of_page(results, "cost")
    years(results)
    projected(results)
