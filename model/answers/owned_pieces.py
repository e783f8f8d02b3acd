"""Owned tiers that an edit adds pieces to: those already there stay owned, the rest is bought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from model.answers.results import Results
from model.design.equipment import PIECES
from model.design.given import AnyTier
from model.design.piece import Piece
from model.design.tier import Tier
from model.planning.racks import DRIVES_BESIDE


def owned_before(
    results: Results, tier: AnyTier, at: str, path: str, changes: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the number of owned pieces, for the pieces that an edit adds to."""
    if not tier.is_owned or f"{at}.owned" in changes or "tiers" in changes:
        return {}
    if tier.built is None:
        return {}
    after = results.edited(changes, in_order=False)
    owned: dict[str, Any] = {}
    for name, piece, lines in pieces_of(tier.built):
        had, has = (
            _pieces(one, [f"{path}/lines:{of}" for of in lines]) for one in (results, after)
        )
        stated = piece is not None and piece.owned is not None
        if not stated and f"{at}.{name}.owned" not in changes and has > had:
            owned[f"{at}.{name}.owned"] = round(had)
    if tier.built.spares is not None and tier.built.spares.owned is None:
        had, has = (_pieces(one, [f"{path}/lines:spares"]) for one in (results, after))
        if has > had:
            owned[f"{at}.spares.owned"] = round(had)
    return owned


def pieces_of(tier: Tier) -> Iterator[tuple[str, Piece | None, tuple[str, ...]]]:
    """Yield the pieces of a tier with their fields, and the lines of each."""
    for name in PIECES:
        lines = (name, "hot spares") if name == "drives" else (name,)
        yield name, getattr(tier, name, None), lines
    for n, inside in enumerate(tier.in_servers):
        yield f"in_servers.{n}", inside, (f"in servers {n + 1}",)
    for n, piece in enumerate(tier.vdev_drives):
        yield f"vdev_drives.{n}", piece, (f"{DRIVES_BESIDE} {n + 1}",)
    network = tier.network
    if network is not None:
        for n, cable in enumerate(network.cables):
            yield f"network.cables.{n}", cable, (f"network cables {n + 1}",)
        for n, ends in enumerate(network.transceivers):
            yield f"network.transceivers.{n}", ends, (f"transceivers {n + 1}",)


def _pieces(results: Results, lines: Iterable[str]) -> float:
    return sum(results.values.get((line, "line_count")) or 0.0 for line in lines)
