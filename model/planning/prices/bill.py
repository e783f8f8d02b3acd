"""Prices of all lines of a bill of materials, the only entry point of this package."""

from __future__ import annotations

from collections.abc import Sequence

from model.design.tier import Tier
from model.planning.prices.included import cheapest_with_parts, with_included
from model.planning.prices.layers import PriceLayers
from model.planning.prices.prices import (
    DEARER,
    REPLACED,
    BillLine,
    Known,
    KnownPrice,
    LinePrice,
    counted_of,
    hidden,
    known_by,
)
from model.provenance import UNKNOWN, Provenance
from model.records import replace


def priced(
    lines: Sequence[BillLine], layers: PriceLayers, tier: Tier | None = None
) -> list[LinePrice]:
    """Return the price of each line; with `tier`, items included in its servers are free.

    Prices of the scenario take precedence over quotes, these over price books, and these over
    public observations; assumed and published prices of the scenario rank below quotes and price
    books.
    """
    prices = [_priced(line, layers) for line in lines]
    if tier is None:
        return prices
    best = cheapest_with_parts(lines, prices, tier)
    if best is not None:
        at = next(n for n, line in enumerate(lines) if line.of_tier == "servers")
        why, is_banded = DEARER.format(best.origin), layers.scenario.has_bands
        known = tuple(
            replace(one, why_not=why)
            if not one.why_not and one.layer == best.layer and one.items != best.items
            else one
            for one in prices[at].known
        )
        prices[at] = _taken(LinePrice(known, counted_of(known)), lines[at], has_bands=is_banded)
    return with_included(lines, prices, tier, layers)


def _priced(line: BillLine, layers: PriceLayers) -> LinePrice:
    """Return the price of a line by itself."""
    known, another = layers.known(line), ""
    is_stated = line.stated is not None
    if line.is_another:
        another = f"the price is of another {line.noun}: figures of '{line.part}' are replaced"
        known = tuple(
            one if one.is_stated else replace(one, why_not=one.why_not or another) for one in known
        )
    elif line.stated is not None and line.stated.yields:
        is_stated = not any(c.layer.source == "files" and not c.why_not for c in known)
        if not is_stated:
            known = tuple(replace(one, why_not=REPLACED) if one.is_stated else one for one in known)
    counted = counted_of(known)
    if is_stated:
        return LinePrice(known, counted, is_stated=True)
    if another and any(one.why_not == another for one in known):
        why = Provenance("unknown", because=another, part=line.part, figure="price")
        warning = f"{line.at}: {another}"
        return LinePrice(known, counted, figures={"unit_price": (None, why)}, warnings=(warning,))
    return _taken(LinePrice(known, counted), line, has_bands=layers.scenario.has_bands)


def _taken(price: LinePrice, line: BillLine, *, has_bands: bool) -> LinePrice:
    """Apply the price: a plain one as an input, others by the number of pieces."""
    best, kept = price.first(), hidden(price.known, line.part)
    warnings: tuple[str, ...] = ()
    if kept is not None:
        of_one: Known = None, kept
    elif best is not None:
        of_one = best.converted, known_by(best, line.part)
    else:
        of_one, warnings = _no_price(price.known, line.part)
    role = line.at.rpartition(".")[2] if line.part else ""
    of_one = of_one[0], replace(of_one[1], role=role)
    only = best if len(price.counted) == 1 else None
    figures = {}
    if kept is not None or best is None or (only is not None and only.is_plain):
        figures["unit_price"] = of_one
    if only is not None and only.layer.is_estimate and "unit_price" in figures:
        figures["is_estimated"] = 1.0, replace(known_by(only), figure="")
    if has_bands and only is not None and only.has_range and "unit_price" in figures:
        known = replace(known_by(only), figure="")
        figures["low_price_share"] = only.low_share, known
        figures["high_price_share"] = only.high_share, known
    amount = only.net if only is not None and "unit_price" in figures else None
    return replace(price, figures=figures, of_one=of_one, amount=amount, warnings=warnings)


def _no_price(known: Sequence[KnownPrice], part: str) -> tuple[Known, tuple[str, ...]]:
    """Return the reason why no price of a part applies: none is known, or none is valid."""
    if not part:
        return (None, UNKNOWN), ()
    foreign = next((one for one in known if one.price and one.converted is None), None)
    if foreign is None or foreign.price is None:
        why = f"no price observed by the price date: {part}"
        return (None, Provenance("unknown", because=why, part=part, figure="price")), ()
    currency = foreign.price.currency
    warning = f"prices in {currency} need a rate in 'economics.exchange'"
    why, source = f"no exchange rate for {currency}", f"{foreign.source}, {foreign.date}"
    return (None, Provenance("unknown", source, why, "", "", part, "price")), (warning,)
