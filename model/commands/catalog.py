"""`catalog`: list, show and check the parts that can be bought."""

from __future__ import annotations

import argparse
import sys
from typing import Any, get_args

from pydantic.fields import FieldInfo

from model.commands.terminal import paragraph, table, wrong_option
from model.parts.catalog import Catalog, check_catalog, load_catalog
from model.reading.fields import Figure
from model.units.figures import show


def run(options: argparse.Namespace) -> int:
    """List, show or check parts."""
    if options.action == "check":
        return _check()
    catalog = load_catalog(needs=[options.key] if options.action == "show" else [])
    if options.action == "show":
        what = catalog.problem_with(options.key)
        if what:
            raise wrong_option(options.key, what)
        _show(catalog, options.key)
    else:
        _list(catalog, options.kind)
    return 0


def _check() -> int:
    problems = check_catalog()
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{len(load_catalog(needs=[]).keys())} parts: nothing is wrong")
    return int(bool(problems))


def _list(catalog: Catalog, kind: str | None) -> None:
    if kind and not catalog.keys_of_kind(kind):
        kinds = sorted({catalog.part(key).kind for key in catalog.keys()})  # noqa: SIM118
        raise wrong_option(kind, f"no such kind of part: write one of {', '.join(kinds)}")
    keys = catalog.keys_of_kind(kind) if kind else catalog.keys()
    parts = [catalog.part(key) for key in keys]
    rows = [(part.kind, part.key, part.vendor, part.model) for part in parts]
    table(("kind", "key", "vendor", "model"), rows)


def _show(catalog: Catalog, key: str) -> None:
    part = catalog.part(key)
    print(f"{part.vendor} {part.model} ({part.kind})")
    units = figure_units(catalog, key)
    figures = catalog.figures(key)
    rows = [
        (name.replace("_", " "), show(value, units.get(name, "1")), catalog.source(key, name))
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
        table(("seen", "price", "source"), rows, "Prices, net")
    else:
        print("\nNo price has been seen.")
    if part.notes:
        print()
        paragraph(part.notes)


def figure_units(catalog: Catalog, key: str) -> dict[str, str]:
    """The base unit of each figure of a part, and of its links."""
    part = catalog.part(key)
    units = {name: _unit(field) for name, field in type(part).model_fields.items()}
    for prefix, link in part.links().items():
        linked = type(catalog.part(link)).model_fields
        units |= {prefix + name: _unit(field) for name, field in linked.items()}
    return {name: unit for name, unit in units.items() if unit}


def _unit(field: FieldInfo) -> str:
    """The unit that a field's type carries somewhere in it; empty for texts and counts."""
    todo: list[Any] = [*field.metadata, field.annotation]
    while todo:
        found = todo.pop()
        if isinstance(found, Figure):
            return found.unit
        todo.extend(get_args(found))
    return ""
