"""Checks of tiers that drain into other tiers."""

from __future__ import annotations

from collections.abc import Iterable

from model.design.given import AnyTier


def undrainable(tiers: Iterable[AnyTier], *, in_burst: bool, on_nodes: bool) -> str:
    """Return the error of tiers that are drained into; empty if there is none.

    `in_burst` is whether the scenario has a number of checkpoints that draining tiers must hold,
    `on_nodes` whether checkpoints drain from the nodes.
    """
    by_name = {tier.name: tier for tier in tiers}
    behind = {tier.drains_into for tier in by_name.values() if tier.drains_into is not None}
    if in_burst and not behind and not on_nodes:
        return "'checkpoint.dumps_in_burst' needs a tier with 'drains_into': leave it out"
    if on_nodes and behind:
        return "'checkpoint.node_local' and a tier with 'drains_into' both go first: write one"
    for tier in by_name.values():
        into = tier.drains_into
        if into is None:
            continue
        if into not in by_name:
            others = ", ".join(name for name in by_name if name != tier.name)
            return (
                f"tier '{tier.name}' drains into '{into}', which isn't there: write one of {others}"
            )
        if into == tier.name:
            return f"tier '{into}' can't drain into itself: name the tier behind it"
        if "metadata" in (tier.holds, by_name[into].holds):
            return f"'drains_into' of '{tier.name}' needs tiers that hold data, on both sides"
        if tier.name in behind:
            return (
                f"tier '{tier.name}' is drained into, so it can't drain further: leave its "
                "'drains_into' out"
            )
    if len(behind) > 1:
        return "all tiers that drain must do so into the same tier: write one 'drains_into'"
    return ""
