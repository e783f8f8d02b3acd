"""`catalog`: list, show and check the parts of the catalog."""

from __future__ import annotations

import argparse
import sys

from model.answers.explain import is_binary
from model.commands.parts_list import MEASURED, list_parts
from model.commands.terminal import paragraph, table, wrong_option
from model.parts.catalog import Catalog, check_catalog, load_catalog
from model.parts.classes import check_classes, shipped_classes
from model.parts.figures import figure_units
from model.units.figures import show

FIGURES = {"code_payload": "line code: payload bits", "code_block": "line code: bits of a block"}
"""Names of figures that say nothing by themselves."""
MOST = 8
"""Number of similar keys in an error message."""


def run(options: argparse.Namespace) -> int:
    """List, show or check parts."""
    if options.action == "check":
        return _check()
    catalog = load_catalog(needs=[options.key] if options.action == "show" else [])
    if options.action == "show":
        what = catalog.problem_with(options.key)
        if what:
            raise wrong_option(options.key, _offered(catalog, options.key, what))
        _show(catalog, options.key)
    else:
        list_parts(catalog, options)
    return 0


def _offered(catalog: Catalog, words: str, what: str) -> str:
    """Report an unknown key, with the parts of a similar name, if any."""
    found = catalog.named_like(words)
    if not found:
        return what if "did you mean" in what else f"{what}: 'catalog list' shows the keys"
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    shown = ", ".join(found[:MOST])
    return f"no part '{words}' is in the catalog (did you mean {shown}{more}?)"


def _check() -> int:
    problems = [*check_catalog(), *check_classes(load_catalog(needs=[]))]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        parts, classes = len(load_catalog(needs=[]).keys()), len(shipped_classes())
        print(f"{parts} parts, {classes} budget classes: no errors")
    return int(bool(problems))


def _shown(value: float, unit: str) -> str:
    return show(value, unit, binary=is_binary(value, unit))


def _show(catalog: Catalog, key: str) -> None:
    part = catalog.part(key)
    print(f"{part.vendor} {part.model} ({part.kind})")
    units = figure_units(catalog, key)
    figures = catalog.figures(key)
    rows = [
        (
            FIGURES.get(name, name.replace("_", " ")),
            _shown(value, units.get(name, "1")),
            catalog.source(key, name),
        )
        for name, value in figures.items()
    ]
    table(("figure", "value", "source"), rows)
    prices = sorted(catalog.prices(key), key=lambda seen: seen.date)
    if prices:
        rows = [
            (
                str(seen.date),
                show(seen.price.amount, "currency", currency=seen.price.currency),
                str(seen.source),
            )
            for seen in prices
            if seen.price is not None
        ]
        table(("date", "price", "source"), rows, "Prices, net")
    elif part.kind not in MEASURED:
        print("\nNo price is known.")
    if part.notes:
        print()
        paragraph(part.notes)
