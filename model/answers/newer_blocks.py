"""Blocks of newer parts beside old ones: with stated alternatives, or as in a template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from model.answers.results import Results
from model.answers.validation import SCENARIOS
from model.design.equipment import PIECES
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.design.tier_edits import with_tier
from model.planning.loading import load_scenario

TEMPLATES = SCENARIOS / "templates"
COUNTS = frozenset(
    {"per_server", "per_block", "per_enclosure", "per_target", "cables", "channels", "hot_spares"}
)
"""Fields of a piece that another part in its place keeps."""
SAME_DRIVES = frozenset({"drives", "further_drives", "cache"})
"""Pieces that stay: larger drives are steps of their own."""
NOT_TAKEN = frozenset({"owned", "installed", "demand", "drains_into"})
"""Fields of a tier that a further block doesn't take over."""


def with_alternatives(tier: Tier, new: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return a block with the first alternative of each piece that has some, and their keys."""
    found, keys = dict(new), []
    for name in PIECES:
        piece = getattr(tier, name, None)
        if name in SAME_DRIVES or piece is None or not piece.alternatives:
            continue
        counts = {k: v for k, v in dict(new[name]).items() if k in COUNTS}
        found[name] = {"part": piece.alternatives[0], **counts}
        keys.append(piece.alternatives[0])
    return found, keys


def of_templates(results: Results, tier: Tier, n: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the title and the changes of a block of each template for the same file system."""
    data = results.plan.scenario.data
    for name in template_names():
        template = _template(name)
        for number, one in enumerate(template.tiers):
            built = one.built
            if built is None or built.holds != tier.holds or built.file_system != tier.file_system:
                continue
            if not _same_media(results, tier, built):
                continue
            new = {k: v for k, v in template.data["tiers"][number].items() if k not in NOT_TAKEN}
            sources, new = _with_sources(name, template.data, data, new)
            block = {**new, "blocks": 1, "name": tier.name}
            part = built.servers.part
            names = results.plan.catalog.names(part) if part else built.servers.name
            servers = names or "other servers"
            title = f"add one block as in the template {name} ({servers}), as another tier"
            changes = {**with_tier(data, block, n + 1), **sources}
            yield title, {**changes, **_with_rates(template.data, data)}


@cache
def template_names() -> tuple[str, ...]:
    """Return the names of the shipped templates."""
    return tuple(sorted(file.stem for file in TEMPLATES.glob("*.yaml")))


@cache
def _template(name: str) -> Scenario:
    return load_scenario(TEMPLATES / f"{name}.yaml")


def _same_media(results: Results, one: Tier, other: Tier) -> bool:
    """Whether both have disks or both have flash, as far as their parts tell."""
    catalog = results.plan.catalog
    kinds = {
        catalog.part(part).kind
        for part in (one.drives.part, other.drives.part)
        if part is not None and part in catalog
    }
    return len(kinds) < 2


def _with_rates(template: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the economics with the exchange rates of a template that are missing."""
    ours, theirs = dict(data.get("economics") or {}), dict(template.get("economics") or {})
    if ours.get("currency", "EUR") != theirs.get("currency", "EUR"):
        return {}
    rates, more = dict(ours.get("exchange") or {}), dict(theirs.get("exchange") or {})
    if more.keys() <= rates.keys():
        return {}
    return {"economics": {**ours, "exchange": {**more, **rates}}}


def _with_sources(
    name: str, template: Mapping[str, Any], data: Mapping[str, Any], new: Any
) -> tuple[dict[str, Any], Any]:
    """Return the scenario's sources with those that a template's tier refers to, and the tier."""
    theirs, ours = dict(template.get("sources") or {}), dict(data.get("sources") or {})
    used: dict[str, str] = {}

    def taken(value: Any) -> Any:
        if isinstance(value, list):
            return [taken(one) for one in value]
        if not isinstance(value, Mapping):
            return value
        found = {key: taken(one) for key, one in value.items()}
        source = found.get("source")
        if isinstance(source, str) and source in theirs:
            key = source
            if source in ours and ours[source] != theirs[source]:
                key = f"{name.replace('-', '_')}_{source}"
            used[key] = source
            found["source"] = key
        return found

    tier = taken(new)
    more = {key: theirs[source] for key, source in used.items() if key not in ours}
    return ({"sources": {**ours, **more}} if more else {}), tier
