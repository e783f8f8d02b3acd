"""`catalog list`: one line per part that meets the conditions."""

from __future__ import annotations

import argparse
import datetime
import operator
import re
from collections import Counter
from collections.abc import Callable, Sequence

from model.answers import brief
from model.clock import today
from model.commands.terminal import paragraph, table, wrong_option
from model.parts.catalog import Catalog
from model.parts.figures import figure_units
from model.reading.complaints import meant
from model.records import NamedTuple
from model.units.brief import several
from model.units.figures import UnitError, parse, show

HEADS = ("kind", "key", "vendor", "model", "size", "rate", "price", "age")
MEASURED = ("measured-server", "measured-stream")
"""Kinds of measured systems, which have no price."""
COMPARED: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "≥": operator.ge,
    "<=": operator.le,
    "≤": operator.le,
    "!=": operator.ne,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "": operator.eq,
}
_WANTED = re.compile(rf"\s*({'|'.join(map(re.escape, COMPARED))})\s*(.*)", re.DOTALL)
YEAR = datetime.timedelta(days=365)


class Wanted(NamedTuple):
    """A condition: name of the figure, comparison, and value as written."""

    figure: str
    sign: str
    text: str

    @property
    def option(self) -> str:
        """The option of this condition."""
        return f"--{self.figure.replace('_', '-')}"


def list_parts(catalog: Catalog, options: argparse.Namespace) -> None:
    """Print the matching parts, and the number of parts that lack a figure."""
    keys = _of_vendor(catalog, _of_kind(catalog, options.kind), options.vendor)
    unknown: Counter[str] = Counter()
    for figure, text in options.figures:
        wanted = _wanted(catalog, figure, text, options.kind)
        keys, without = _filtered(catalog, keys, wanted)
        unknown[wanted.figure] += without
    rows = [_row(catalog, key, options.on) for key in keys]
    if options.kind:
        rows = [("", *row[1:]) for row in rows]
    _print(rows)
    for figure, count in unknown.items():
        if count:
            parts = "part is" if count == 1 else "parts are"
            name = figure.replace("_", " ")
            paragraph(
                f"{count} more {parts} not listed, because this figure is unknown: {name}", "  "
            )


def _print(rows: Sequence[tuple[str, ...]]) -> None:
    """Print the columns that are not empty."""
    used = [n for n in range(len(HEADS)) if any(row[n] for row in rows)]
    if rows:
        table([HEADS[n] for n in used], [[row[n] for n in used] for row in rows])
    else:
        print("No part is known to match.")


def _of_kind(catalog: Catalog, kind: str | None) -> list[str]:
    keys = list(catalog.keys_of_kind(kind) if kind else catalog.keys())
    if not keys:
        kinds = sorted({catalog.part(key).kind for key in catalog.keys()})  # noqa: SIM118
        raise wrong_option(str(kind), f"unknown kind of part: write one of {', '.join(kinds)}")
    return keys


def _of_vendor(catalog: Catalog, keys: list[str], vendor: str | None) -> list[str]:
    if vendor is None:
        return keys
    found = [key for key in keys if vendor.casefold() in catalog.part(key).vendor.casefold()]
    if not found:
        known = sorted({catalog.part(key).vendor for key in keys}, key=str.casefold)
        what = f"no such part from '{vendor}': write one of {', '.join(known)}"
        raise wrong_option("--vendor", what)
    return found


def _wanted(catalog: Catalog, figure: str, text: str, kind: str | None) -> Wanted:
    """Parse the conditions; reject figures that parts of the kind don't have."""
    option = f"--{figure}"
    of_kind = _of_kind(catalog, kind)
    kinds = {catalog.part(key).kind: key for key in of_kind}
    known = {name for key in of_kind for name in catalog.figures(key)}
    known |= {name for key in kinds.values() for name in figure_units(catalog, key)}
    if (name := figure.replace("-", "_")) not in known:
        shown = {f"--{one.replace('_', '-')}" for one in known}
        near = meant(option, shown)
        hint = f" (did you mean '{near}'?)" if near else ""
        which = f"of kind '{kind}'" if kind else "of any kind"
        what = f"no part {which} has this figure{hint}; write one of {', '.join(sorted(shown))}"
        raise wrong_option(option, what)
    sign, value = _WANTED.fullmatch(text).groups()  # type: ignore[union-attr]  # "" is a sign
    return Wanted(name, sign, value)


def _filtered(catalog: Catalog, keys: list[str], wanted: Wanted) -> tuple[list[str], int]:
    """Return the matching parts, and the number of others for which a figure is unknown."""
    found, unknown = [], 0
    values: dict[str, float] = {}
    for key in keys:
        unit = figure_units(catalog, key).get(wanted.figure, "1")
        if unit not in values:
            values[unit] = _value(wanted, unit)
        figure = catalog.figures(key).get(wanted.figure)
        unknown += figure is None and wanted.figure in type(catalog.part(key)).model_fields
        if figure is not None and COMPARED[wanted.sign](figure, values[unit]):
            found.append(key)
    return found, unknown


def _value(wanted: Wanted, unit: str) -> float:
    try:
        return parse(wanted.text, unit)
    except UnitError as error:
        raise wrong_option(wanted.option, str(error)) from None


def _row(catalog: Catalog, key: str, on: datetime.date | None) -> tuple[str, ...]:
    part = catalog.part(key)
    named = part.kind, part.key, part.vendor, part.model
    price = ("", "") if part.kind in MEASURED else _price(catalog, key, on)
    return (*named, str(brief.size(catalog, key)), str(brief.rate(catalog, key)), *price)


def _price(catalog: Catalog, key: str, on: datetime.date | None) -> tuple[str, str]:
    """Format the latest price, and its age."""
    seen = catalog.price(key, on)
    if seen is None or seen.price is None:
        return "unknown", ""
    age = max((on or today()) - seen.date, datetime.timedelta())
    days = several(age.days, "day")
    long = days if age < YEAR else show(age.total_seconds(), "second", digits=2)
    amount = show(seen.price.amount, "currency", currency=seen.price.currency)
    return amount, long
