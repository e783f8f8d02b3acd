"""Contradictions between figures of a piece in the scenario and those of its part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isclose
from typing import Any

from model.books.inputs import declared
from model.design.piece import Piece
from model.parts.catalog import Catalog
from model.reading.binding import gives
from model.reading.fields import Stated
from model.units.figures import show

SAME = 1e-9
"""Relative tolerance of equal figures."""


def other_figures(piece: Piece, catalog: Catalog) -> Iterator[tuple[str, gives, Stated[Any]]]:
    """Return the figures of a piece that differ from those of its part: the field and the input."""
    if piece.part is None or piece.part not in catalog:
        return
    own = catalog.figures(piece.part)
    for field, given, stated in piece.in_place():
        known = own.get(given.figure)
        if known is not None and not isclose(known, stated.value, rel_tol=SAME):
            yield field, given, stated


def without_reason(
    pieces: Iterable[tuple[str, Piece]], catalog: Catalog
) -> Iterator[tuple[str, str]]:
    """Return problems of figures that differ from those of their part without a reason."""
    for at, piece in pieces:
        for field, given, stated in other_figures(piece, catalog):
            if not (stated.because or stated.source):
                unit = declared()[given.name].unit
                own = show(catalog.figures(str(piece.part))[given.figure], unit)
                what = f"'{piece.part}' has {own}, not {show(stated.value, unit)}"
                remedy = "choose a part that has it, or say why ('{value: …, because: …}')"
                yield f"{at}.{field}", f"{what}: {remedy}"
