"""Quotes for one server whose prices include different parts, compared with what they leave out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from model.answers.counted_prices import counted
from model.engine.tree import Address
from model.parts.included_items import is_called, piece_of
from model.planning.plan import Plan
from model.planning.prices.prices import IN_PRICE, KnownPrice
from model.planning.racks import IN_EACH_SERVER
from model.planning.supply import Line
from model.units.brief import about

Values = Mapping[Address, float | None]
CHEAPER = (
    "{tier}: with {other} the servers and their parts would cost {saving} less in all, net: it "
    "includes other parts than {used}, which counts as it is named first"
)
UNKNOWN = (
    "{tier}: {other} and {used} include different parts of the servers and can't be compared, as "
    "no price of {parts} is known: ask for it, or for quotes that include the same; until then "
    "{used} counts as it is named first"
)


def warnings_of_quotes(plan: Plan, values: Values) -> Iterator[str]:
    """Yield a warning of each quote that would be cheaper, or might be, for all it includes."""
    for line in plan.lines:
        if line.role != "servers" or line.path not in plan.prices:
            continue
        used = counted(plan, values, line)
        if used is None or not used.layer.is_quote or used.converted is None:
            continue
        for other in _others(plan, values, line, used):
            names = {"tier": line.tier, "other": other.origin, "used": used.origin}
            more, lacking = _difference(plan, values, line, used, other)
            if lacking:
                yield UNKNOWN.format(**names, parts=", ".join(lacking))
            elif more < 0:
                saving = about(-more, plan.scenario.economics.currency)
                yield CHEAPER.format(**names, saving=saving)


def _others(plan: Plan, values: Values, line: Line, used: KnownPrice) -> Iterator[KnownPrice]:
    """Yield the price for so many servers of each valid quote that includes other parts."""
    count = values.get(line.counts_by) or 0.0
    best: dict[str, KnownPrice] = {}
    for one in plan.prices[line.path].known:
        is_valid = not one.why_not and one.layer == used.layer and one.converted is not None
        if is_valid and one.origin != used.origin and one.least <= count:
            known = best.get(one.origin)
            if known is None or one.least > known.least:
                best[one.origin] = one
    yield from (one for one in best.values() if one.items != used.items)


def _difference(
    plan: Plan, values: Values, line: Line, used: KnownPrice, other: KnownPrice
) -> tuple[float, list[str]]:
    """Return what the other quote costs more in all, and the parts whose price is unknown."""
    lacking: list[str] = []
    count = values.get(line.counts_by)
    assert used.converted is not None
    assert other.converted is not None
    more = math.nan if count is None else count * (other.converted - used.converted)
    for one in plan.lines:
        if one.path.rpartition("/")[0] != line.path.rpartition("/")[0]:
            continue
        in_used, in_other = (_has(price, one) for price in (used, other))
        if in_used == in_other or _counts_besides(one):
            continue
        pieces, price = values.get((one.path, "line_count")), _own_price(plan, values, one)
        if pieces is None or price is None:
            lacking.append(one.name)
        else:
            more += pieces * price * (1 if in_used else -1)
    return more, lacking


def _has(price: KnownPrice, line: Line) -> bool:
    return any(
        piece_of(word) == line.role or is_called(word, line.piece.name or "")
        for word in price.covers
    )


def _counts_besides(line: Line) -> bool:
    """Whether a part has a definite price in the scenario, which counts whatever a quote includes.

    Further items in servers have none then: what includes them is their price.
    """
    stated = line.piece.price
    is_definite = stated is not None and not stated.yields and stated.value.amount > 0
    return is_definite and line.role != IN_EACH_SERVER


def _own_price(plan: Plan, values: Values, line: Line) -> float | None:
    """Return the unit price of a line by itself, also if a server's price includes it now."""
    known = plan.prices[line.path].known if line.path in plan.prices else ()
    inside = [one for one in known if one.why_not.startswith(IN_PRICE)]
    if inside:
        return inside[0].converted
    free = plan.provenance.get((line.path, "unit_price"))
    if free is not None and free.because.startswith(IN_PRICE):
        return None
    return values.get((line.path, "unit_price"))
