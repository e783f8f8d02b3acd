"""The bill of materials in the JSON of a plan: its lines, and which prices are still open."""

from __future__ import annotations

from typing import Any

from model.answers.json_figures import columns_of, iso_day, whole_number
from model.answers.missing_prices import Unproven, missing_prices, unproven_prices
from model.answers.prices import Considered, considered, price_of
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.views.bill import bill
from model.answers.views.view import Entry, Row, View, numbers
from model.planning.supply import Line

LINE = {
    "unit_price": "unit_price",
    "discount": "unit_discount",
    "net_unit_price": "net_unit_price",
    "cost": "line_cost",
    "power": "line_power",
    "weight": "line_weight",
}
"""What a line of the bill costs and takes, by the column of its table."""


def bill_json(results: Results) -> dict[str, Any]:
    """Return the bill of materials, the missing prices, and the prices that no quote confirms."""
    return {
        "bom": _bom(results),
        "missing_prices": [
            {"description": one.line.name, "role": one.line.role, "tier": one.line.tier}
            | {"count": whole_number(one.pieces), "likely": one.likely, "ranked_by": one.why}
            for one in missing_prices(results)
        ],
        "unproven_prices": [_unproven(results, one) for one in unproven_prices(results)],
    }


def _bom(results: Results) -> list[dict[str, Any]]:
    """Give the lines of the table of the bill."""
    view = bill(results)
    rows = zip(results.plan.lines, view.rows, view.entries("why"), strict=True)
    return [_line(results, line, view, row, why) for line, row, why in rows]


def _line(results: Results, line: Line, view: View, row: Row, why: Entry) -> dict[str, Any]:
    """Give a line of the bill; its price also as it was seen, in its own currency."""
    price = price_of(results, line)
    count, rack_units = numbers(results, view, row, "line_count", "line_rack_units")
    return {
        "position": line.position,
        "lot": line.lot or None,
        "option": line.option,
        "tier": line.tier,
        "role": line.role,
        "part": line.part or None,
        "number": line.number or None,
        "description": row.label,
        "unit": line.unit,
        "count": whole_number(count),
        **_owned(results, line, count),
        "why": sentence_text(results, why) if isinstance(why, tuple) else why,
        **columns_of(results, view, row, LINE),
        "rack_units": whole_number(rack_units),
        "price": price
        and {
            "value": price.amount,
            "currency": price.currency,
            "kind": price.kind,
            "date": price.date or None,
            "source": price.source,
            "age_days": price.age,
            "layer": price.layer,
            "list_price": price.list_price,
            "discount": price.discount,
            "valid_until": price.valid_until or None,
            "confidence": price.confidence or None,
            "note": price.note or None,
            "includes": price.includes or None,
            "lead_time": price.lead_time,
        },
        "prices": [_considered(one) for one in considered(results, line)],
    }


def _owned(results: Results, line: Line, count: float | None) -> dict[str, Any]:
    """Give how many pieces are already owned, where some are."""
    if not line.owned:
        return {}
    bought = results[line.pieces_bought]
    known = None if count is None or bought is None else count - bought
    return {"owned": whole_number(known)}


def _unproven(results: Results, one: Unproven) -> dict[str, Any]:
    """Give a price that a quote must replace, with its band."""
    known = results.plan.instances[one.line.path].book
    ends = {end: f"{end}_line_cost" for end in ("low", "high")}
    return {
        "description": one.line.name,
        "role": one.line.role,
        "tier": one.line.tier,
        "known_as": one.how,
        "cost": results[one.line.path, "line_cost"],
        **{e: results[one.line.path, name] if name in known else None for e, name in ends.items()},
        "because": one.why,
    }


def _considered(one: Considered) -> dict[str, Any]:
    """Return a known price; of a confidential one, a public plan has only the layer."""
    known = one.price
    found: dict[str, Any] = {
        "layer": known.layer.name,
        "origin": known.origin,
        "counts": one.counts,
        "why_not": one.why_not or None,
    }
    if known.price is None or known.net is None:
        return found | {"withheld": True}
    return found | {
        "list_price": known.price.amount,
        "discount": known.discount,
        "tax_inside": known.tax,
        "net_price": known.net.amount,
        "currency": known.price.currency,
        "converted": known.converted,
        "from": known.least,
        "date": iso_day(known.date),
        "age_days": one.age,
        "valid_until": iso_day(known.valid_until),
        "low": known.converted and known.converted * known.low_share,
        "high": known.converted and known.converted * known.high_share,
        "lead_time": known.lead_time,
        "includes": known.includes or None,
        "source": known.source or None,
        "confidence": known.confidence or None,
        "note": known.note or None,
    }
