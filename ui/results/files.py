"""Files and memory: whether inodes or bytes run out first, and what the servers need to serve."""

from __future__ import annotations

import streamlit as st

from model.answers.metadata import (
    FAILOVER_NOTE,
    INODES_NOTE,
    MEMORY_NOTE,
    SPACE_NOTE,
    count,
    inodes_are_bound,
    inodes_end_in_plan,
)
from model.answers.results import Results
from model.answers.summary import inodes_sentence
from model.units.brief import change
from model.units.figures import show
from ui.base import elements
from ui.base.elements import Cell, escaped, shown, table, verdict
from ui.forms import figures, first_tier, form

AT_MOST = "at most "
SAY_TIER = "Add a tier for metadata to see when inodes run out."
NO_LUSTRE = (
    "No tier uses Lustre. Server memory is estimated only for Lustre, by the rules of its manual."
)
TERMS = (
    ("oss_buffer_memory", "mds_system_memory", "System, buffers"),
    ("oss_target_memory", "mds_journal_memory", "Journals, read caches"),
    ("oss_client_memory", "mds_client_memory", "Open on compute nodes"),
    ("oss_login_memory", "mds_login_memory", "Open on login nodes"),
    ("oss_cache_memory", "mds_cache_memory", "Working set"),
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
            known = [(name, _inodes_of(results, path)) for name, path in holding]
            table(("Metadata tier", "Inodes"), "lr", known)
            _note(results)
        return
    said = inodes_sentence(results)
    said = escaped(said[:1].upper() + said[1:])
    site = results["site", "inodes_suffice"], results["site", "bytes_fill_first"]
    short = 0 in site or inodes_end_in_plan(results.values)
    (st.warning if short else st.markdown)(f"**{said}.**")
    rows = [_inodes(results, name, path) for name, path in holding]
    heads = (
        "Metadata tier",
        "Inodes",
        "Expected files",
        "Margin",
        "Inodes exhausted at",
        "Capacity of the tier",
        "Required by the vendor's rule",
        "Data on MDTs",
    )
    table(heads, "l" + "r" * (len(heads) - 1), [*rows, _all_inodes(results)])
    if any((path, "mdt_space_per_inode") in results.values for _, path in holding):
        with st.expander("Rule of the manual"):
            st.caption(escaped(SPACE_NOTE), help=elements.meant(SPACE_NOTE))
    _note(results)


def _note(results: Results) -> None:
    if inodes_are_bound(results.values):
        said = "Inodes on ZFS are an upper bound."
        st.caption(said, help=f"{escaped(INODES_NOTE)}\n\n{elements.meant(said)}")


def _inodes_of(results: Results, path: str) -> Cell:
    bound = AT_MOST if inodes_are_bound(results.values, path) else ""
    return _count(results, path, "inodes", bound=bound)


def _inodes(results: Results, name: str, path: str) -> tuple[str | Cell, ...]:
    return (
        name,
        _inodes_of(results, path),
        _count(results, path, "tier_files"),
        "",
        elements.figure(results, path, "tier_inode_limited_capacity"),
        _binary(results, path, "usable_capacity"),
        _binary(results, path, "metadata_space_needed"),
        _binary(results, path, "mdt_data"),
    )


def _all_inodes(results: Results) -> tuple[str | Cell, ...]:
    margin = results["site", "inodes_margin"]
    tone = "strong" if margin is None or margin >= 0 else "bad"
    bound = AT_MOST if inodes_are_bound(results.values) else ""
    return (
        Cell("All", "strong"),
        _count(results, "site", "inodes_available", "strong", bound=bound),
        _count(results, "site", "files_expected", "strong"),
        _margin(results, "site", "inodes_margin", tone),
        elements.figure(results, "site", "inode_limited_capacity", "strong"),
        _binary(results, "site", "metadata_capacity", "strong"),
        "",
        "",
    )


def _count(results: Results, path: str, name: str, tone: str = "", *, bound: str = "") -> Cell:
    """Write how many there are; nothing to open where nobody counts them."""
    said = f"{bound}{count(results.values.get((path, name)))}"
    return Cell(said, tone, door=f"{path}.{name}" if (path, name) in results.values else "")


def _margin(results: Results, path: str, name: str, tone: str = "") -> Cell:
    margin = results[path, name]
    said = "unknown" if margin is None else change(margin)
    return Cell(said, tone, door=f"{path}.{name}")


def _binary(results: Results, path: str, name: str, tone: str = "") -> Cell:
    """Write bytes in TiB or GiB; nothing where the tier has no such figure."""
    if (path, name) not in results.values:
        return Cell("")
    return Cell(show(results[path, name], "byte", binary=True), tone, door=f"{path}.{name}")


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
    sized = [(n, path) for n, path in results.tiers() if (path, "memory_needed") in results.values]
    heads = ("Tier", "Installed", "Needed", "Margin", "Verdict", "Manual's rule of thumb")
    table(heads, "lrrrlr", [_memory(results, name, path) for name, path in sized])
    terms = [_terms(results, oss, mds, words, sized) for oss, mds, words in TERMS]
    table(
        ("Without failover, by term", *(name for name, _ in sized)), "l" + "r" * len(sized), terms
    )
    for _, path in sized:
        waits = [results.item(*at).label for at in results.waits_for(path, "memory_needed")]
        if results[path, "memory_needed"] is None:
            st.warning(f"Unknown until these are entered: {escaped(', '.join(waits).lower())}.")
    with st.expander("Memory rule of the manual"):
        said = f"{MEMORY_NOTE} {FAILOVER_NOTE}"
        st.caption(escaped(said), help=elements.meant(said))


def _memory(results: Results, name: str, path: str) -> tuple[str | Cell, ...]:
    pair = " with failover" if (path, "failover_targets") in results.values else ""
    served = shown(results, path, "failover_targets" if pair else "targets_served")
    return (
        Cell(name, "", f"{served} targets on one server{pair}"),
        _binary(results, path, "installed_memory"),
        _binary(results, path, "memory_needed", "strong"),
        _margin(results, path, "memory_margin"),
        verdict(results.judged(path, "memory_suffices")),
        _binary(results, path, "memory_by_rule"),
    )


def _terms(
    results: Results, oss: str, mds: str, words: str, sized: list[tuple[str, str]]
) -> tuple[str | Cell, ...]:
    parts = [
        _binary(results, path, oss if (path, oss) in results.values else mds) for _, path in sized
    ]
    return (words, *parts)


def draw(results: Results) -> None:
    """Draw the part."""
    inodes(results)
    memory(results)
    figures.of_page(results, "files")
