"""Every figure that some chapter declares, by name, and what a field of the schema says with it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache

from model import formulas
from model.engine.quantity import Book, Input, Quantity
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.reading.binding import bindings
from model.reading.fields import Strict


def _chapters() -> Iterator[Book]:
    import pkgutil  # slow, and only needed to look for what no plan asks for

    for module in pkgutil.walk_packages(formulas.__path__, f"{formulas.__name__}."):
        found = vars(importlib.import_module(module.name)).items()
        yield from (  # what begins with an underscore is a template
            chapter
            for name, chapter in found
            if isinstance(chapter, Book) and not name.startswith("_")
        )
    yield from (one.chapter for one in REQUIREMENTS.values())


@cache
def declared() -> Mapping[str, Input | Quantity]:
    """Give what chapters declare; of one name the input goes before what computes it."""
    found: dict[str, Input | Quantity] = {}
    for chapter in _chapters():
        for item in chapter:
            if isinstance(item, Input) or item.name not in found:
                found[item.name] = item
    return found


@cache
def documented(model: type[Strict]) -> Mapping[str, str]:
    """Give what each field of a model is: of a bound one the input's title, then its docstring."""
    docs = model.field_docs()
    titled = {one.field: declared()[one.input.name].title for one in bindings(model)}
    ended = {field: f"{title.rstrip('.,')}." for field, title in titled.items()}
    return docs | {field: f"{text} {docs.get(field, '')}".strip() for field, text in ended.items()}
