"""Files and memory: whether inodes or bytes run out first, and what the servers need to serve."""

from __future__ import annotations

import streamlit as st

from model.answers.metadata import (
    FAILOVER_NOTE,
    INODES_NOTE,
    MEMORY_NOTE,
    SPACE_NOTE,
    inodes_are_bound,
    inodes_end_in_plan,
)
from model.answers.results import Results
from model.answers.summary import inodes_sentence
from model.answers.views import file_tables
from ui.base import elements
from ui.base.elements import escaped
from ui.forms import figures, first_tier, form, pasted_sizes

SAY_TIER = "Add a tier for metadata to see when inodes run out."
NO_LUSTRE = (
    "No tier uses Lustre. Server memory is estimated only for Lustre, by the rules of its manual."
)


def inodes(results: Results) -> None:
    """Draw the inodes of each metadata tier beside the files that they must hold."""
    st.subheader("Files and inodes")
    scenario = results.plan.scenario
    holding = [(name, path) for name, path in results.tiers() if (path, "inodes") in results.values]
    if scenario.files is None:
        if any(tier.holds == "metadata" for tier in scenario.tiers):
            form.draw(results, form.FILES)
        else:
            first_tier.draw("metadata", SAY_TIER)
        if holding:
            elements.draw(results, file_tables.inodes(results).only("inodes"))
            _note(results)
            pasted_sizes.draw(results)
        return
    sentence = inodes_sentence(results)
    sentence = escaped(sentence[:1].upper() + sentence[1:])
    site = results["site", "inodes_suffice"], results["site", "bytes_fill_first"]
    short = 0 in site or inodes_end_in_plan(results.values)
    (st.warning if short else st.markdown)(f"**{sentence}.**")
    elements.draw(results, file_tables.inodes(results))
    if any((path, "mdt_space_per_inode") in results.values for _, path in holding):
        with st.expander("Rule of the manual"):
            st.caption(escaped(SPACE_NOTE), help=elements.meant(SPACE_NOTE))
    _note(results)
    pasted_sizes.draw(results)


def _note(results: Results) -> None:
    if inodes_are_bound(results.values):
        note = "Inodes on ZFS are an upper bound."
        st.caption(note, help=f"{escaped(INODES_NOTE)}\n\n{elements.meant(note)}")


def memory(results: Results) -> None:
    """Draw the memory that the servers of each Lustre tier need, beside what they have."""
    st.subheader("Memory per server")
    if results.plan.scenario.clients is None:
        lustre = any(getattr(t, "file_system", "") == "lustre" for t in results.plan.scenario.tiers)
        if lustre:
            form.draw(results, form.CLIENTS)
        else:
            st.info(NO_LUSTRE)
        return
    elements.draw(results, file_tables.memory(results))
    elements.draw(results, file_tables.terms(results))
    for _, path in file_tables.sized(results):
        waits = [results.item(*at).label for at in results.waits_for(path, "memory_needed")]
        if results[path, "memory_needed"] is None:
            st.warning(f"Unknown until these are entered: {escaped(', '.join(waits).lower())}.")
    with st.expander("Memory rule of the manual"):
        note = f"{MEMORY_NOTE} {FAILOVER_NOTE}"
        st.caption(escaped(note), help=elements.meant(note))


def draw(results: Results) -> None:
    """Draw the part."""
    inodes(results)
    memory(results)
    figures.of_page(results, "files")
