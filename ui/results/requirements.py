"""What is asked of the plan, whether it is met, and what the answer rests on."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Check, Results
from model.answers.sensitivity import Assumption
from model.answers.summary import conclusion, headline
from model.answers.verdict import as_expected, lever, weakest_sentence
from model.answers.views import cover
from model.answers.views.compatibility_table import fit
from model.answers.views.requirements import requirements
from model.units.figures import show
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.base.messages import text_with_labels
from ui.forms import demand, figures, first_tier, form, machines, rows
from ui.forms import requirements as wanted
from ui.forms.inputs import PAGE, inputs
from ui.results import texts
from ui.state import session, signatures
from ui.state.shown_tier import select_tier

FITS = {
    True: "All parts are compatible",
    False: "Can't be built: incompatible parts",
    None: "Compatibility, questions",
}
POLICY = ("fill_limit", "snapshot_reserve", "compression_ratio", "delivery_factor")
"""Figures of a tier's policy that stand above the others."""


def required(results: Results) -> None:
    """Draw the requirements beside what is committed, and what the bound would do."""
    found = requirements(results)
    if not found.rows:
        st.info("No requirements yet. Enter them below.")
        return
    elements.draw(results, found)
    verdict(results)
    for check in results.checks:
        if check.met is False and check.bound_met:
            st.warning(_between(check), icon=":material/rule:")


def verdict(results: Results) -> None:
    """Say how many requirements are met, how often all, and what is weakest."""
    weak, at = weakest_sentence(results), lever(results)
    text = f"Met: {as_expected(results)}." + f" {weak}." * bool(weak)
    more = f" {elements.number(*at, texts.SHOW_WHAT_DECIDES)}" if at else ""
    st.markdown(f"{escaped(text)}{more}", help=elements.meant(text))


def fitting(results: Results) -> None:
    """Draw what fits into what; open where anything doesn't."""
    fits = results.truth("site", "design_fits")
    title, is_wrong = FITS[fits], fits is False
    # Another key where it is wrong: it opens by itself.
    key = "what doesn't fit" if is_wrong else "what fits"
    if room := folded(title, key, expanded=is_wrong, icon=":material/straighten:"):
        with room:
            elements.draw(results, fit(results))


def _between(check: Check) -> str:
    most = ", at most" if check.bound_at_most else " of"
    return (
        f"**{escaped(check.title)}: {show(check.required, check.unit)} is not met** by the "
        f"expected {show(check.planned, check.unit)}. "
        f"The upper bound{most} {show(check.bound, check.unit)}, "
        "at 100 % efficiency of all stages, would meet it."
    )


def assumptions(results: Results) -> None:
    """Draw the five figures without a source that weigh the most."""
    found = cover.assumptions(results)
    st.subheader(found.title)
    if found.rows:
        elements.draw(results, found.noted("because"), folds=True)
        _change(results, cover.heaviest(results))
    else:
        st.info("No significant figure is assumed; all have sources.")


def _change(results: Results, largest: list[Assumption]) -> None:
    reader = session.reader(results)
    offered = dict.fromkeys(one.provenance.field for one in largest)
    fields = [reader.of(path) for path in offered if path in reader.addresses]
    with st.expander("Edit these figures"):
        inputs(fields, PAGE)


def draw(results: Results) -> None:
    """Draw what is asked, beside what the plan comes to."""
    required(results)
    fitting(results)
    title, is_first = "Edit requirements", not results.checks
    if room := folded(title, "required", icon=":material/edit:", expanded=is_first):
        with room:
            wanted.draw(results)
    with st.expander("Summary", icon=":material/format_quote:"):
        st.markdown(
            elements.sentence(results, conclusion(results)), help=elements.meant(headline(results))
        )
    if room := folded("Title, author", "of the plan", icon=":material/edit_note:"):
        with room:
            figures.each_of_page(results, "plan")


def machine(results: Results) -> None:
    """Draw the form of the machine that checkpoints its memory, or a model in training."""
    machines.draw(results)
    figures.of_page(results, "checkpoint")


def growth(results: Results) -> None:
    """Draw the form of what will be kept, and of what is moved."""
    demand.draw(results)
    form.draw(results, form.MIGRATION)
    figures.of_page(results, "growth")


def files(results: Results) -> None:
    """Draw the form of the files, and of who opens them."""
    if any(tier.holds == "metadata" for tier in results.plan.scenario.tiers):
        form.draw(results, form.FILES)
        rows.fill_in(results, rows.SIZES)
    else:
        first_tier.draw("metadata", "To plan files, add a metadata tier.")
    if any(getattr(tier, "file_system", "") == "lustre" for tier in results.plan.scenario.tiers):
        form.draw(results, form.CLIENTS)
    figures.of_page(results, "files")


def room(results: Results) -> None:
    """Draw what the room bears, and what a tier is planned with."""
    st.subheader("Room")
    figures.all_of(results, "site", figures.ROOM)
    name = select_tier(list(dict(results.tiers())))
    n = [tier.name for tier in results.plan.scenario.tiers].index(name)
    st.subheader(f"Planning rules of {escaped(name)}")
    figures.all_of(results, f"tiers.{n}.policy", POLICY)


def workloads(results: Results) -> None:
    """Draw what was measured on servers like a tier's, and what is asked of it."""
    name = select_tier(list(dict(results.tiers())))
    rows.workloads(results, name)
    st.page_link(
        "ui/pages/library/calibration.py",
        label="Read from benchmark output",
        icon=":material/tune:",
    )


def rests_on(results: Results) -> None:
    """Draw what weighs and has no source, and what a buyer must know."""
    assumptions(results)
    scenario = results.plan.scenario
    if results.warnings:
        with st.expander(f"Warnings: {len(results.warnings)}", icon=":material/warning:"):
            reader = session.reader(results)
            lines = (escaped(text_with_labels(reader, warning)) for warning in results.warnings)
            st.markdown("\n".join(f"- {line}" for line in lines))
    st.caption(
        escaped(
            "; ".join(f"{k}: {v}" for k, v in cover.identity(signatures.signed(results)).items())
        )
    )
    if scenario.about:
        with st.expander("About this scenario"):
            st.markdown(escaped(scenario.about))
