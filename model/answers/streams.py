"""How much less one stream gets than a tier, where a scenario doesn't say how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import WAYS, Results
from model.answers.servers import WAYS as DOING
from model.planning.streams import seen_streams


def one_stream(results: Results, path: str) -> str:
    """Say what one stream of a tier was measured to get; empty if it isn't less, or is stated."""
    tier = dict(results.designs)[path].built
    if tier is None or tier.holds == "metadata" or tier.streams is not None:
        return ""
    said: dict[str, list[str]] = {}
    for way in WAYS:
        seen = seen_streams(tier, way, results.plan.catalog)
        if seen.typical < (results[path, f"{way}_bandwidth"] or 0.0):
            said.setdefault(seen.software, []).append(f"{seen.between} {DOING[way]}")
    words = "; ".join(f"{' and '.join(rates)} with {whose}" for whose, rates in said.items())
    return f"Single streams are slower: {words}, as measured." if words else ""


def stated_streams(results: Results) -> Iterator[str]:
    """Say with how many streams the bandwidth of each data tier is reached, where it is stated."""
    built = [tier.built for _, tier in results.designs if tier.holds == "data"]
    for tier in built:
        if tier is not None and tier.streams is not None:
            count = tier.streams.count.value
            where = f" on {tier.name}" * (len(built) > 1)
            yield f"with {count} stream{'s' * (count > 1)}{where}"
