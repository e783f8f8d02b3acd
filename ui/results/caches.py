"""What caches give while they hold, rates of metadata, latency by level, and what waits."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.answers.summary import caches_sentence, metadata_sentence
from model.answers.views.plan_charts import burst_chart
from report.charts.benchmarks import benchmark_bars, read_benchmarks
from ui.base import elements
from ui.base.elements import Cell, cards, escaped, figure, folded, labelled, table
from ui.forms import figures, first_tier, form
from ui.results import calculators, texts
from ui.state import origins
from ui.state.shown_tier import select_tier

BURST = "burst_time"
OF_SENTENCE = (
    "cached_write_bandwidth",
    "write_bandwidth_after_burst",
    "cached_read_bandwidth",
    "time_to_fill",
    "time_to_drain",
)
"""Figures that the sentence says."""
FURTHER = (
    "caches_capacity",
    "cache_fill",
    "cache_read_hit",
    "cache_write_hit",
    "cached_read_bandwidth_bound",
    "cached_write_bandwidth_bound",
    "cache_drain_bandwidth",
    "filling_bandwidth",
    "mean_read_latency",
    "burst_size",
    "burst_cache_needed",
    "burst_bandwidth",
)
OF_STATE = ("cached_stream_read_bandwidth", "cached_stream_write_bandwidth")
RATES = ("create", "stat", "read", "remove")
TALK = "cri"
CAUTION = (
    "The data path is computed without caches; these figures are additional. They hold only as "
    "long as the hit rates, which fall when the working set outgrows the cache."
)


def cached(results: Results, name: str, path: str) -> None:
    """Draw what clients get of a tier's caches; where no hit rate is known, ask for it."""
    sentence = caches_sentence(results, path)
    if not sentence:
        tiers = results.plan.scenario.tiers
        n = [tier.name for tier in tiers].index(name)
        st.info(texts.NO_CACHE_HIT_RATE.format(name=escaped(name)), icon=":material/cached:")
        if hasattr(tiers[n], "cache"):
            with st.expander("Add a cache", icon=":material/add:"):
                form.draw(results, form.cache(n))
        return
    meant = filter(None, (CAUTION, elements.meant(sentence)))
    st.markdown(escaped(f"{sentence[0].upper()}{sentence[1:]}."), help="\n\n".join(meant))
    book = results.plan.instances[path].book
    if BURST in book:
        with cards(results) as row:
            row.add(path, BURST, "Burst size")
    chart = burst_chart(results, path)
    if chart is not None:
        elements.draw_chart(results, chart, "burst")
    healthy = f"{path}/healthy:healthy"
    never = results[path, "caches_hold"] if "caches_hold" in book else None
    said_of = [one for one in OF_SENTENCE if not (one == "time_to_fill" and never)]
    here = [(path, one) for one in (*said_of, *FURTHER) if one in book]
    here += [(healthy, one) for one in OF_STATE]
    if room := folded("Assumptions", f"caches of {name}", icon=":material/cached:"):
        with room:
            table(("Figure", "Value"), "lr", [labelled(results, *address) for address in here])


def metadata(results: Results) -> None:
    """Draw the rates of metadata of each tier that states some."""
    st.subheader("Files per second")
    rows: list[tuple[str | Cell, ...]] = []
    for name, path in results.tiers():
        sentence = metadata_sentence(results, path)
        if sentence:
            st.markdown(f"**{escaped(name)}**: {escaped(sentence)}.", help=elements.meant(sentence))
            names = ((f"mdt_{rate}_rate", f"metadata_{rate}_rate") for rate in RATES)
            rows += [
                (name, rate, *(figure(results, path, one) for one in pair))
                for rate, pair in zip(RATES, names, strict=True)
            ]
    if rows:
        table(("Tier", "Operation", "One target", "All targets"), "llrr", rows)
        return
    holding = [n for n, tier in enumerate(results.plan.scenario.tiers) if tier.holds == "metadata"]
    for n in holding:
        with st.expander("Metadata rates", icon=":material/add:"):
            form.draw(results, form.rates(n))
    if not holding:
        first_tier.draw("metadata", texts.FILES_ARE_CREATED)


def levels(results: Results) -> None:
    """Draw the ladder of latencies: the scenario's, or that of a talk."""
    own = results.plan.scenario
    scenario = own if own.latencies else origins.shipped(TALK).scenario
    with st.expander("Latency by level", icon=":material/timer:"):
        calculators.ladder(scenario)


def benchmarks() -> None:
    """Draw what IOR and mdtest measured at one site, on four systems."""
    st.subheader(texts.IOR_AND_MDTEST_RESULTS)
    folder = origins.FOLDER / "data"
    for file, labels, unit, title in (
        ("cri-ior.csv", 3, "byte/s", "IOR"),
        ("cri-mdtest.csv", 1, "1/second", "mdtest"),
    ):
        found = read_benchmarks(folder / file, labels, unit)
        chart = benchmark_bars(found.lines, title)
        elements.draw_chart(None, chart, file)
        st.caption(escaped(found.about))
        calculators.measured(found, title)


def draw(results: Results) -> None:
    """Draw the part."""
    paths = dict(results.tiers())
    name = select_tier(list(paths))
    cached(results, name, paths[name])
    metadata(results)
    levels(results)
    figures.of_page(results, "caches")
    calculators.draw()
    if results.plan.scenario.name == origins.shipped(TALK).scenario.name:
        benchmarks()
