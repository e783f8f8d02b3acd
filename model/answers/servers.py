"""What a plan asks of each server, in words, beside what others like it were measured to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Address
from model.parts.catalog import Catalog
from model.planning.efficiencies import is_server_known
from model.planning.plan import Plan
from model.planning.servers import alike
from model.records import NamedTuple
from model.units.figures import show

WAYS = {"read": "reading", "write": "writing"}
SAME = 1 + 1e-9
"""Rates nearer than this are the same one."""


def work_of(tier: Tier) -> str:
    """Say what such servers do, by which they are compared."""
    target = tier.target
    itself = " and redundancy in software" if target.redundancy_by == "software" else ""
    return f"{target.served_as_words}{itself}"


def server_load_sentence(
    plan: Plan, values: Mapping[Address, float | None], path: str, tier: Tier | GivenTier
) -> str:
    """Return the bandwidth expected of each server beside the highest measured.

    Empty if the two aren't compared.
    """
    built = tier.built
    if built is None or (path, "asked_read_bandwidth") not in values:
        return ""
    if all(values[path, f"asked_{way}_bandwidth"] is None for way in WAYS):
        return ""
    rates = [
        f"{show(values[path, f'asked_{way}_bandwidth'], 'byte/s')} {doing}"
        for way, doing in WAYS.items()
    ]
    text = f"each server is expected to reach {' and '.join(rates)}"
    known = [(way, values[path, f"most_measured_{way}_bandwidth"]) for way in WAYS]
    if all(most is None for _, most in known):
        unknown = "the limit of its CPU and memory is unknown"
        return f"{text}; no measurement with {work_of(built)} is available: {unknown}"
    whose = {_whose(plan, path, way) for way, _ in known}
    source = "" if len(whose) == 1 else "{}"
    most = [
        f"{show(most, 'byte/s')} {WAYS[way]}" + source.format(f" ({_whose(plan, path, way)})")
        for way, most in known
    ]
    by = f" ({whose.pop()})" if len(whose) == 1 else ""
    measured = f"the highest measured with {work_of(built)} is {' and '.join(most)}{by}"
    return f"{text}; {measured}"


def highest_measured(
    plan: Plan, values: Mapping[Address, float | None], path: str, way: str
) -> str:
    """Say what the best comparable server was measured to do; empty if none was."""
    most = values.get((path, f"most_measured_{way}_bandwidth"))
    if most is None:
        return ""
    return f"fastest measured: {show(most, 'byte/s')} ({_whose(plan, path, way)})"


class MeasuredRate(NamedTuple):
    """A comparable server that was measured, and what it did each way; None: not measured."""

    key: str
    name: str
    read: float | None
    write: float | None


def comparable(plan: Plan, tier: Tier) -> list[MeasuredRate]:
    """Return the measured servers like those of a tier, the one that wrote most first."""
    found = [
        MeasuredRate(
            part.key,
            server_of(plan.catalog, part.key),
            *(plan.catalog.figures(part.key).get(f"{way}_bandwidth") for way in WAYS),
        )
        for part in alike(tier, plan.catalog)
    ]
    return sorted(found, key=lambda one: -(one.write or 0.0))


def stated_above_measured(
    plan: Plan, values: Mapping[Address, float | None], path: str, tier: Tier
) -> Iterator[str]:
    """Yield a warning where more is stated of a server than any similar one was measured to do."""
    for way, doing in WAYS.items():
        stated = values.get((path, f"processor_{way}_rate"))
        most = values.get((path, f"most_measured_{way}_bandwidth"))
        if stated is None or most is None or stated <= most * SAME:
            continue
        yield (
            f"{show(stated, 'byte/s')} {doing} is stated for each server, {stated / most:.1f} "
            f"times the highest measured with {work_of(tier)}: {show(most, 'byte/s')} "
            f"({_whose(plan, path, way)})"
        )


def _whose(plan: Plan, path: str, way: str) -> str:
    """Name the server that was measured to do the most."""
    known = plan.provenance.get((path, f"most_measured_{way}_bandwidth"))
    if known is None or not known.part:
        return "entered by hand"
    return server_of(plan.catalog, known.part)


def server_of(catalog: Catalog, key: str) -> str:
    """Return the model of a measured server of the catalog, with the year of the measurement."""
    return f"{catalog.part(key).model}, {catalog.figures(key)['year']:.0f}"


def warnings_of_servers(
    plan: Plan,
    values: Mapping[Address, float | None],
    designs: Sequence[tuple[str, Tier | GivenTier]],
) -> Iterator[str]:
    """Yield a warning where more is expected of a server than a similar one was measured to do."""
    for path, any_tier in designs:
        tier = any_tier.built
        if tier is None or tier.calibration:
            continue
        is_alike = tier.processing is not None and tier.processing.like is not None
        if is_alike and is_server_known(tier):
            continue
        for way, doing in WAYS.items():
            required = values.get((path, f"asked_{way}_bandwidth"))
            most = values.get((path, f"most_measured_{way}_bandwidth"))
            if required is None or most is None or required <= most * SAME:
                continue
            known = plan.provenance.get((path, f"most_measured_{way}_bandwidth"))
            like = (
                f": 'processing: {{like: {known.part}}}' would use that measurement"
                if known and not is_alike
                else ""
            )
            yield (
                f"{tier.name}: {show(required, 'byte/s')} {doing} is expected of each server; the "
                f"highest measured with {work_of(tier)} is {show(most, 'byte/s')} "
                f"({_whose(plan, path, way)}){like}"
            )
