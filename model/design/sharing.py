"""Tiers on shared servers: one tier defines the servers, others refer to it."""

from __future__ import annotations

from typing import Any

SHARED = (
    "blocks",
    "processors",
    "memory",
    "network",
    "numa",
    "fabric",
    "processing",
    "calibration",
    "pcie_efficiency",
)
"""Fields that a tier takes from the owner of its servers, in addition to the servers."""


def with_servers(tiers: Any) -> Any:
    """Return written tiers with the shared fields filled in.

    Raises
    ------
    ValueError
        If the servers can't be shared in this way; the message shows the correct form.
    """
    if not isinstance(tiers, (list, tuple)):
        return tiers
    named = {tier["name"]: tier for tier in tiers if _has_name(tier)}
    return [_filled(tier, named) if _shares(tier) else tier for tier in tiers]


def _has_name(tier: Any) -> bool:
    return isinstance(tier, dict) and isinstance(tier.get("name"), str)


def _shares(tier: Any) -> bool:
    servers = tier.get("servers") if _has_name(tier) else None
    return isinstance(servers, dict) and isinstance(servers.get("shared_with"), str)


def _filled(tier: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    name, of = tier["name"], tier["servers"]["shared_with"]
    owner = named.get(of)
    own = [other for other, one in named.items() if "servers" in one and not _shares(one)]
    if owner is None or of not in own:
        what = f"one of {', '.join(own)}" if own else "a tier that says its servers"
        raise ValueError(f"'{name}' can't share the servers of '{of}': name {what}")
    if not isinstance(owner["servers"], dict):
        return tier
    keys = [key for key in SHARED if key in tier]
    keys += [f"servers.{key}" for key in tier["servers"] if key != "shared_with"]
    if keys:
        raise ValueError(
            f"'{name}' shares the servers of '{of}': write '{keys[0]}' at '{of}' alone"
        )
    taken = {key: owner[key] for key in SHARED if key in owner}
    return {**taken, **tier, "servers": {**owner["servers"], "shared_with": of}}


def unshareable(tiers: Any, *, growing: bool) -> str:
    """Return the error of tiers that share servers; empty if there is none."""
    owners = {tier.shares_servers_of for tier in tiers} - {""}
    if len(owners) > 1:
        return "only the servers of one tier can be shared: write one 'shared_with'"
    if owners and growing:
        return "'demand' buys blocks, which tiers share here: leave it, or 'shared_with', out"
    return ""
