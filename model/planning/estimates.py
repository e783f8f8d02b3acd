"""Estimates of power and weight by budget class, for parts without datasheet values."""

from __future__ import annotations

from model.design.piece import Piece
from model.parts.classes import Typical, belongs, shipped_classes, typical
from model.planning.supply import Supply
from model.provenance import Provenance
from model.units.figures import show

UNITS = {"power": "watt", "weight": "kilogram"}
"""Figures of classes besides prices, with their units."""


def estimated(piece: Piece, measure: str, supply: Supply) -> tuple[Typical, Provenance] | None:
    """Return the estimated power or weight of a piece without a known value, with provenance."""
    economics, part = supply.scenario.economics, piece.part
    if not economics.estimates or part is None or getattr(piece, measure) is not None:
        return None
    if supply.catalog.figures(part).get(measure) is not None:
        return None
    for one in (*economics.classes, *shipped_classes()):
        if belongs(one, part, supply.catalog):
            figure = typical(one, part, measure, supply.catalog)
            if figure is not None:
                ends = " to ".join(show(end, UNITS[measure]) for end in (figure.low, figure.high))
                rests = f"the median of {figure.seen}, {ends}" if figure.seen else "as entered"
                reason = f"budget class {one.key}: {rests}"
                return figure, Provenance("estimate", reason, one.note)
    return None
