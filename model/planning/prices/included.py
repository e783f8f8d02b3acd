"""Lines of a tier that are included in the price of its servers."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from model.design.piece import Piece
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.errors import quoted
from model.parts.included_items import is_called, piece_of
from model.planning.prices.layers import PriceLayers
from model.planning.prices.prices import (
    IN_ESTIMATE,
    IN_PRICE,
    BillLine,
    KnownPrice,
    LinePrice,
)
from model.provenance import Provenance
from model.records import NamedTuple, replace

IN_SERVERS = ("processors", "memory")
"""Parts that servers are usually sold with."""
LEFT_OPEN = (
    "{tier}: the stated server price doesn't say whether it includes {parts}: write those that it "
    "does in 'includes' of the price, or an empty text if none"
)


class _Included(NamedTuple):
    """Included pieces and server items of a tier; and words that match none."""

    pieces: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def with_included(
    lines: Sequence[BillLine], prices: Sequence[LinePrice], tier: Tier, layers: PriceLayers
) -> list[LinePrice]:
    """Return the prices of a tier's lines, with zero for those included in the servers."""
    of_tier = {line.of_tier: n for n, line in reversed(list(enumerate(lines))) if line.of_tier}
    at = of_tier.get("servers")
    first = prices[at].first() if at is not None else None
    if at is None or first is None:
        return list(prices)
    counted = [price for _, _, price in prices[at].counted]
    if any(one is None or one.items != first.items for one in counted):
        return list(prices)
    own = {name: prices[n] for name, n in of_tier.items()}
    if first.layer.is_estimate:
        included = _Included(tuple(name for name in first.covers if getattr(tier, name, None)))
    else:
        included = _meant_by(tier, first, layers)
    included = _without_own(included, first, tier, own)
    asked = _left_open(first, tier, own)
    servers = replace(prices[at], warnings=(*included.warnings, *asked, *prices[at].warnings))
    result = [*prices[:at], servers, *prices[at + 1 :]]
    for n, line in enumerate(lines):
        is_named = line.of_tier == "in_servers" and line.title in included.names
        if line.of_tier in included.pieces or is_named:
            result[n] = _inside(prices[n], lines[at].title, first)
    return result


def cheapest_with_parts(
    lines: Sequence[BillLine], prices: Sequence[LinePrice], tier: Tier
) -> KnownPrice | None:
    """Return the quote for servers that costs least with the parts that only others include.

    None if all include the same, or if they can't be compared: a part has no price of its own.
    """
    at = next((n for n, line in enumerate(lines) if line.of_tier == "servers"), None)
    first = prices[at].first() if at is not None else None
    if at is None or first is None or not first.layer.is_quote or prices[at].is_stated:
        return None
    servers = tier.blocks.value * tier.servers.per_block.value
    offers = _offers(prices[at], first, servers)
    if len({one.items for one in offers}) < 2:
        return None
    parts = _parts(lines, prices, tier)
    inside = [
        {name for name in parts if _has(tier, one, name, parts[name], _rivals(prices[at], one))}
        for one in offers
    ]
    some = set().union(*inside)
    totals = []
    for one, has in zip(offers, inside, strict=True):
        costs = [one.converted, *(_cost(tier, n, parts[n], servers) for n in some - has)]
        if None in costs:
            return None
        totals.append(sum(cost or 0.0 for cost in costs))
    return offers[totals.index(min(totals))]


def _offers(price: LinePrice, first: KnownPrice, count: float) -> list[KnownPrice]:
    """Return the price for a quantity of each valid quote."""
    found: dict[str, KnownPrice] = {}
    for one in price.known:
        if one.why_not or one.layer != first.layer or one.least > max(count, 1):
            continue
        if one.origin not in found or one.least > found[one.origin].least:
            found[one.origin] = one
    return list(found.values())


def _parts(
    lines: Sequence[BillLine], prices: Sequence[LinePrice], tier: Tier
) -> dict[str, LinePrice]:
    """Return the prices of the parts of servers: pieces by field, further items by name."""
    found: dict[str, LinePrice] = {}
    for line, price in zip(lines, prices, strict=True):
        name = line.title if line.of_tier == "in_servers" else line.of_tier
        if name == "servers" or _pieces_per_server(tier, name) is not None:
            found.setdefault(name, price)
    found.pop("servers", None)
    return found


def _has(tier: Tier, offer: KnownPrice, name: str, own: LinePrice, rivals: Container[str]) -> bool:
    """Whether a quote includes a part, and no price of its own counts in addition."""
    piece = getattr(tier, name, None)
    if not any(name == _meant(tier, word) or name in _named(tier, word) for word in offer.covers):
        return False
    return not isinstance(piece, Piece) or not _has_own(piece, offer, own, rivals)


def _pieces_per_server(tier: Tier, name: str) -> float | None:
    """Return the number of a part in each server; None if it isn't in servers."""
    further = {one.name: one for one in tier.in_servers}
    count = getattr(further.get(name) or getattr(tier, name, None), "per_server", None)
    return None if count is None else float(count.value)


def _cost(tier: Tier, name: str, price: LinePrice, servers: float) -> float | None:
    """Return what a part costs in each server by its own price; None if unknown."""
    count = _pieces_per_server(tier, name)
    own = None if count is None else price.at(servers * count) or price.first()
    return None if own is None or own.converted is None else own.converted * (count or 0.0)


def _inside(price: LinePrice, servers: str, of_servers: KnownPrice) -> LinePrice:
    """Return the price of an included item: zero, which is no estimate of its own to replace."""
    is_estimated = of_servers.layer.is_estimate
    why = f"{IN_ESTIMATE if is_estimated else IN_PRICE} {servers}"
    known = Provenance(of_servers.layer.status, because=why)
    free = {"unit_price": (0.0, known), "is_estimated": (0.0, known)}
    return LinePrice(
        tuple(replace(one, why_not=why) for one in price.known),
        figures={**price.figures, **free},
        warnings=price.warnings,
    )


def _meant_by(tier: Tier, price: KnownPrice, layers: PriceLayers) -> _Included:
    """Find the included items of a tier by the words of a price; warn of unknown words."""
    left = [quoted(word) for word in price.covers if not _is_known(word, tier, layers.scenario)]
    warnings: tuple[str, ...] = ()
    if left and not layers.public:
        one = "which isn't a part of the servers and changes nothing"
        many = "which aren't parts of the servers and change nothing"
        what = f"{', '.join(left)}, {one if len(left) == 1 else many}"
        warnings = (f"{price.origin} includes {what}",)
    names = (name for word in price.covers for name in _named(tier, word))
    pieces = (_meant(tier, word) for word in price.covers if not _named(tier, word))
    return _Included(tuple(filter(None, pieces)), tuple(names), warnings)


def _is_known(word: str, tier: Tier, scenario: Scenario) -> bool:
    """Whether a word refers to a piece or item of the tier, or else of another tier."""
    if _named(tier, word) or _meant(tier, word):  # without a look at what other edits change
        return True
    others = (one.built for one in scenario.tiers)
    return any(_named(one, word) or _meant(one, word) for one in others if one is not None)


def _named(tier: Tier, word: str) -> tuple[str, ...]:
    """Return the names of the further server items of a tier that a word refers to."""
    return tuple(one.name for one in tier.in_servers if is_called(word, one.name))


def _meant(tier: Tier, word: str) -> str:
    """Return the piece that a word refers to, if the servers of the tier contain it."""
    piece = piece_of(word)
    outside = piece in ("drives", "further_drives") and tier.drives.per_server is None
    return "" if not piece or outside or getattr(tier, piece) is None else piece


def _without_own(
    included: _Included, price: KnownPrice, tier: Tier, own: Mapping[str, LinePrice]
) -> _Included:
    """Remove pieces with their own price, and warn that both prices apply."""
    rivals = _rivals(own.get("servers"), price)
    apart = [
        name
        for name in included.pieces
        if _has_own(getattr(tier, name), price, own.get(name), rivals)
    ]
    own_prices = {name: getattr(tier, name).price for name in apart}
    twice = [name for name, its in own_prices.items() if its is None or not its.because]
    warnings = included.warnings
    if twice:
        have = "has a price of its own" if len(twice) == 1 else "have prices of their own"
        until = "the server has a price, too" if price.layer.is_estimate else "one is left out"
        warnings += (
            f"{tier.name}: {price.origin} includes {', '.join(included.pieces)}, but "
            f"{' and '.join(twice)} {have}: both count, until {until}, or "
            "'because' states why both are needed",
        )
    pieces = tuple(name for name in included.pieces if name not in apart)
    return included._replace(pieces=pieces, warnings=warnings)


def server_parts_left_open(tier: Tier) -> tuple[str, ...]:
    """Return the server parts of a tier of which its stated server price says nothing.

    A part with a price of its own, or one that is stated as included, is settled.
    """
    price = tier.servers.price if tier.servers is not None else None
    if price is None or price.includes is not None:
        return ()
    return tuple(
        name
        for name in IN_SERVERS
        if (piece := getattr(tier, name)) is not None and piece.price is None
    )


def _left_open(first: KnownPrice, tier: Tier, own: Mapping[str, LinePrice]) -> Iterator[str]:
    """Ask which parts a stated server price includes, if it doesn't say."""
    parts = [
        name
        for name in server_parts_left_open(tier) * first.is_stated
        if name in own and not any(one.layer.source == "files" for one in own[name].known)
    ]
    if parts:
        yield LEFT_OPEN.format(tier=tier.name, parts=" and ".join(parts))


def _rivals(servers: LinePrice | None, price: KnownPrice) -> frozenset[str]:
    """Return the other quotes for the servers: their prices of parts are instead, not besides."""
    known = () if servers is None else servers.known
    return frozenset(one.origin for one in known if one.layer.is_quote) - {price.origin}


def _has_own(
    piece: Piece, price: KnownPrice, own: LinePrice | None, rivals: Container[str]
) -> bool:
    """Whether a piece has its own price that applies although it is included elsewhere.

    Against an estimate, any price of the user applies; against an offer, a quote for the piece that
    is no rival for the servers, or a definite price in the scenario.
    """
    known = () if own is None else own.known
    if price.layer.is_estimate:
        return any(one.layer.source in ("scenario", "files") for one in known)
    if piece.price is not None and not piece.price.yields:
        return piece.price.value.amount > 0
    quotes = [one for one in known if one.layer.is_quote and not one.why_not]
    quotes = [one for one in quotes if one.origin not in rivals]
    return any(one.net is None or one.net.amount > 0 for one in quotes)
