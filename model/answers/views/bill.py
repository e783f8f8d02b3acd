"""The bill of materials: what is bought, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.certain import Status, places
from model.answers.missing_prices import UNPROVEN
from model.answers.prices import age_of_line, not_cheaper, owned_text, price_of, why_free
from model.answers.results import Results
from model.answers.views.view import Column, Entry, FixedValue, Row, Tone, View, figure
from model.answers.why import why
from model.planning.supply import Line
from model.units.brief import several
from model.units.figures import grouped
from model.units.money import minor_digits

BOUGHT = (
    Column("Position", "position", "text"),
    Column("Tier", "tier", "text"),
    Column("Vendor part number", "number", "text"),
    Column("Pieces", "line_count"),
    Column("Unit", "unit", "text"),
    Column("Calculation", "why", "text", below="line_count"),
    Column("Unit price", "unit_price", "paid"),
    Column("Discount", "unit_discount", "percent"),
    Column("Net unit price", "net_unit_price", "paid"),
    Column("Cost", "line_cost", "paid"),
    Column("Price source", "source", "text"),
    Column("Price age", "age", "text"),
)
"""What a line is, why so many, and what it costs, for who orders it."""
AWARDED = (
    Column("Lot", "lot", "text"),
    Column("Base or option", "option", "text"),
)
"""What it is bought as, where not all is one purchase."""
TAKEN = (
    Column("Part key", "key", "text"),
    Column("Role", "role", "text"),
    Column("Power per piece", "unit_power"),
    Column("Power", "line_power"),
    Column("Weight per piece", "unit_weight"),
    Column("Weight", "line_weight"),
    Column("Rack units per piece", "unit_rack_units"),
    Column("Rack units", "line_rack_units"),
)
"""Which part it is and what for, and what it takes of the room."""
COLUMNS = (*BOUGHT, *AWARDED, *TAKEN)
MEASURES = ("cost", "power", "weight", "rack_units")
"""What lines are summed of."""
SUMS = (("known_", "Known subtotal"), ("", "Total"))
OF_ALL = {
    "common:fabric": "fabric",
    "common:cords": "power cords",
    "common:common": "in all racks",
    "racking:racking": "racks",
    "services:services": "services",
}
"""What is bought for all tiers, as people call it."""
MISSING = "unknown_tier_cost"
SUMMED = {
    MISSING: ("Without a price", "unknown_equipment_cost"),
    "estimated_tier_lines": ("Estimated", "estimated_lines"),
    "assumed_tier_lines": ("Assumed", "assumed_lines"),
    "tier_cost": ("Cost", "equipment_cost"),
    "tier_power": ("Power", "equipment_power"),
    "tier_weight": ("Weight", "equipment_weight"),
}
"""What the lines of a tier are counted and summed to: its head, and the same of the site."""
COUNTED = (MISSING, "estimated_tier_lines", "assumed_tier_lines")
"""The counts: one that is nothing in all of the site is left away."""


KEYS = tuple(column.key for column in COLUMNS)


def printed(results: Results) -> tuple[Column, ...]:
    """Return the columns for paper: lot and option only if there are any."""
    is_parted = any(line.lot or line.option for line in results.plan.lines)
    return (*BOUGHT, *AWARDED) if is_parted else BOUGHT


def column_of(key: str) -> int:
    """Return the position of a column, counted from the description."""
    return 1 + KEYS.index(key)


def bill(results: Results) -> View:
    """Return the lines of the purchase, tier by tier, then the common ones."""
    found: View = results.once(("bill",), lambda: _bill(results))
    return found


def _bill(results: Results) -> View:
    rows = tuple(_row(results, line) for line in results.plan.lines)
    return View("Bill of materials, net", "Description", COLUMNS, rows)


def _row(results: Results, line: Line) -> Row:
    source, age = price_source(results, line)
    words: dict[str, Entry] = {
        "key": line.part,
        "position": line.position,
        "tier": line.tier or "all",
        "number": line.number,
        "unit": line.unit,
        "source": source,
        "age": age,
        "role": line.role,
        "lot": line.lot,
        "option": "option" if line.option else "base",
        "why": why(results, line),
    }
    entries = (words[key] if key in words else figure(results, line.path, key) for key in KEYS)
    certainty = source.partition(":")[0]
    remarks = filter(
        None,
        (
            line.part,
            certainty if certainty in UNPROVEN else why_free(results, line),
            *_estimated(results, line),
            owned_text(results, line) if line.owned != "all" else "",
            line.piece.because,
        ),
    )
    note = tuple(filter(None, (", ".join(remarks),)))
    tone: Tone = "faint" if line.option or line.owned == "all" else ""
    return Row(line.name, tuple(entries), note, tone, key=line.path)


def _estimated(results: Results, line: Line) -> Iterator[str]:
    """Name what else of a line is an estimate of its class."""
    known = results.plan.provenance
    for measure in ("power", "weight"):
        found = known.get((line.path, f"unit_{measure}"))
        if found is not None and found.status == "estimate":
            yield f"{measure} an estimate"


def price_source(results: Results, line: Line) -> tuple[str, str]:
    """Return the source of a line's price, and its age in days, as texts."""
    price = price_of(results, line)
    if price is None:
        known = results.plan.provenance.get((line.path, "unit_price"))
        return (known.because if known else "not stated"), ""
    source = f"{price.kind}: {price.source}" if price.kind in UNPROVEN else price.source
    nets = ((one.origin, one.net) for one in not_cheaper(results, line))
    others = [
        f"{origin}, {grouped(net.amount, minor_digits(net.currency))} {net.currency}"
        for origin, net in nets
        if net is not None
    ]
    if others:
        source = f"{source} (not cheaper: {'; '.join(others)})"
    return source, age_of_line(results, line, price.age)


def sums(results: Results) -> tuple[Row, ...]:
    """Return the totals of the lines: the known part, and all; the same for options."""
    summed = {f"line_{measure}": f"equipment_{measure}" for measure in MEASURES}
    of_options = {"line_cost": "option_cost"} if results.plan.scenario.has_options else {}
    found = [(label, prefix, summed) for prefix, label in SUMS]
    found += [(f"{label} of options", prefix, of_options) for prefix, label in SUMS if of_options]
    return tuple(
        Row(
            label,
            tuple(
                figure(results, "site", f"{prefix}{names[column.key]}")
                if column.key in names
                else ""
                for column in COLUMNS
            ),
            tone="strong",
        )
        for label, prefix, names in found
    )


def owned(results: Results, *, items: bool = True) -> tuple[Row, ...]:
    """Return rows that name what isn't a line: what is owned, included, excluded or missing."""
    found = places(results) if items else ()

    def named(status: Status) -> list[str]:
        return [place.item for place in found if place.status == status]

    existing = results.plan.scenario.existing
    texts = {
        "Included in another price": named("included"),
        "Not bought, with a reason": named("excluded"),
        "Not in the bill, no reason stated": named("missing"),
    }
    rows = [
        Row(f"{label}: {several(len(names), 'item')}", _with_names(names), tone="faint")
        for label, names in texts.items()
        if names
    ]
    if existing:
        label = f"Not bought, already owned: {', '.join(existing)}"
        rows.insert(0, Row(label, _EMPTY, tone="faint"))
    return tuple(rows)


_EMPTY = tuple("" for _ in COLUMNS)


def _with_names(names: list[str]) -> tuple[str, ...]:
    """Name items where a line has its role: on sheets; elsewhere they have a table."""
    return tuple(", ".join(names) if column.key == "role" else "" for column in COLUMNS)


def by_tier(results: Results) -> View:
    """Return the totals of the lines by tier, of the common lines, and of all lines."""
    holders = list(dict.fromkeys(line.path.rpartition("/")[0] for line in results.plan.lines))
    names = [
        name
        for name, (_, of_site) in SUMMED.items()
        if any((at, name) in results.values for at in holders)
        and (name not in COUNTED or results["site", of_site] != 0)
    ]
    columns = (Column("Lines", "lines"), *(Column(SUMMED[name][0], name) for name in names))
    rows = [_summed(results, at, names) for at in holders]
    of_site = [SUMMED[name][1] for name in names]
    rows.append(Row("Total", _sums_of(results, "site", of_site), tone="strong"))
    return View("Bill of materials, net", "For", columns, tuple(rows))


def _summed(results: Results, at: str, names: list[str]) -> Row:
    tiers = {path: name for name, path in results.tiers()}
    here = at.partition("/")[2]
    return Row(tiers.get(at, OF_ALL.get(here, here)), _sums_of(results, at, names))


def _sums_of(results: Results, at: str, names: list[str]) -> tuple[Entry, ...]:
    """Give how many lines are bought at a place, and their sums; of what is unknown what is known.

    Of nothing known, "at least nothing" would only sound like an answer.
    """
    lines = sum(one.path.startswith(f"{at}/") and not one.option for one in results.plan.lines)
    found: list[Entry] = [FixedValue(float(lines), "1")]
    for name in names:
        is_part = results[at, name] is None and results.values.get((at, f"known_{name}"))
        of = f"known_{name}" if is_part else name
        found.append(figure(results, at, of, at_least=bool(is_part)))
    return tuple(found)


def with_sums(results: Results, *, items: bool = True) -> View:
    """Return the lines, what is already owned, and the totals.

    With `items`, also how many of the usual items aren't lines.
    """
    lines = bill(results)
    rows = (*lines.rows, *owned(results, items=items), *sums(results))
    return View(lines.title, lines.head, lines.columns, rows)
