"""Lists of things that a scenario may hold wherever the schema has one: each is filled in as rows.

The schema says which there are and what their columns are. Left out are those with a place of
their own, such as tiers.
"""

from __future__ import annotations

from collections.abc import Iterator

from model.design.scenario import Scenario
from model.design.tier import Tier
from model.reading.fields import Stated, Strict
from model.units.words import label
from ui.base.fields import attribute
from ui.forms import schema_fields, text_fields, texts
from ui.forms.rows import Rows, element, rows_of


def lists(scenario: Scenario, *prefixes: str) -> dict[str, Rows]:
    """Give the lists that may be filled in at and below some paths, by their paths."""
    found: dict[str, Rows] = {}
    for prefix in prefixes:
        *above, name = prefix.split(".")
        owner = attribute(scenario, above)
        if isinstance(owner, tuple):  # a tier
            one = owner[int(name)] if int(name) < len(owner) else None
            those = _inside(type(one), one, prefix) if one is not None else ()
        else:
            those = _at(type(owner), owner, name, prefix)
        found |= {rows.path: rows for rows in those}
    return found


def called(path: str) -> str:
    """Say what a list is called."""
    top, *keys = path.split(".")
    inside = ".".join(keys[1:]) if top == "tiers" else path
    first, *others = inside.split(".")
    usual = ": ".join((label(first), *(label(one).lower() for one in others)))
    return texts.LISTS.get(inside, usual)


def _inside(shape: type[Strict], thing: Strict | None, at: str) -> Iterator[Rows]:
    has_others = isinstance(thing, Tier) and bool(thing.target.drives_beside)
    for name in shape.model_fields:
        if name != "vdev_drives" or has_others:
            yield from _at(shape, thing, name, f"{at}.{name}")


def _at(owner: type[Strict], thing: Strict | None, name: str, path: str) -> Iterator[Rows]:
    """Give the list that a field is, or those below what it holds."""
    if text_fields.is_elsewhere(owner, name):
        return
    if element(owner, name) is not None:
        yield rows_of(owner, name, path)
        return
    inner = getattr(thing, name, None)
    held = type(inner) if isinstance(inner, Strict) else schema_fields.model_held(owner, name)
    if held is None or issubclass(held, Stated) or held.__name__ in text_fields.UNSAID:
        return
    for field in held.model_fields if inner is not None else _sufficient(held):
        yield from _at(held, inner, field, f"{path}.{field}")


def _sufficient(shape: type[Strict]) -> Iterator[str]:
    """Name the lists that alone make a model that isn't there."""
    needed = {name for name, field in shape.model_fields.items() if field.is_required()}
    yield from (name for name in shape.model_fields if element(shape, name) and needed <= {name})
