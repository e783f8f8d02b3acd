"""What of a tier is chosen among words, not stated in figures: its file system, how a cache works.

The schema says what there is to choose from. Left out is what makes another kind of thing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from model.design.scenario import Scenario
from model.design.tier import Piece
from model.engine.quantity import label
from model.reading.fields import Stated, Strict
from report.statement import SYSTEMS
from ui.fields import Field, Reader, attribute

KINDS = ("redundancy",)
"""Words that say what a thing is: another one has other figures, so it is another tier."""
OF_A_PIECE = ("option",)
"""What is said of each piece of a tier: of the tier as a whole it is one box."""
YES_OR_NO: Mapping[Any, str] = {True: "yes", False: "no"}
DRAINS, NOWHERE = "drains_into", "nothing"
CALLED = {
    "holds": "What it holds",
    "option": "An option, not bought at once",
    "owned": "Owned already",
    "processing.combine": "CPU and memory take turns, or overlap",
    "cache.mode": "How the cache writes",
    "cache.combine": "Cache and drives take turns, or overlap",
    "states.failover": "Another server takes over",
    "spares.buy": "Spare drives to buy",
    "target.made_by": "What makes the RAID",
    "target.format": "Formatted as",
    "target.recovery_groups": "Recovery groups",
    "target.failure_domain": "What copies are spread over",
}
"""What choices are called, where their keys don't say it to people."""
NAMES = {"file_system": SYSTEMS}
"""What values are called, where their words don't say it."""


def of_tier(scenario: Scenario, n: int) -> list[Field]:
    """Give a field for each choice of a tier."""
    tier = scenario.tiers[n]
    return [*_fields(scenario, tier, f"tiers.{n}"), *_drain(scenario, n)]


def everywhere(reader: Reader) -> dict[str, Field]:
    """Give every field that an edit may stand at, by its path."""
    of_tiers = (of_tier(reader.scenario, n) for n in range(len(reader.scenario.tiers)))
    return reader.everywhere() | {field.path: field for those in of_tiers for field in those}


def _fields(scenario: Scenario, thing: Strict, path: str) -> Iterator[Field]:
    for name, held in type(thing).model_fields.items():
        value, at = getattr(thing, name), f"{path}.{name}"
        if isinstance(value, Strict) and not isinstance(value, Stated):
            yield from _fields(scenario, value, at)
        elif name in KINDS or (isinstance(thing, Piece) and name in OF_A_PIECE):
            continue
        elif found := _offered(held.annotation, name):
            value = value.value if isinstance(value, Stated) else value
            yield _field(scenario, thing, at, value, found)


def _offered(annotation: Any, name: str) -> dict[Any, str]:
    """Give what may stand in a field with its name; nothing if it isn't chosen among words."""
    if annotation is bool:
        return dict(YES_OR_NO)
    if get_origin(annotation) is Literal:
        names = NAMES.get(name, {})
        return {word: names.get(word, word.replace("_", " ")) for word in get_args(annotation)}
    if isinstance(annotation, type) and issubclass(annotation, Stated):
        return _offered(_bare(annotation.model_fields["value"].annotation), name)
    if get_origin(annotation) in (Union, UnionType):
        one, *others = (part for part in get_args(annotation) if part is not type(None))
        return {} if others else _offered(_bare(one), name)
    return {}


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation


def _field(
    scenario: Scenario, thing: Strict, path: str, value: Any, offered: dict[Any, str]
) -> Field:
    key = path.rpartition(".")[2]
    inside = ".".join(path.split(".")[2:])
    called = CALLED.get(inside) or label(inside.replace(".", "_"))
    if value is None:
        offered = {None: "not stated", **offered}
    note = type(thing).field_docs().get(key, "")
    said = scenario.said(path) is not None
    return Field(path, called, "choice", value, note, ("", ""), is_stated=said, choices=offered)


def _drain(scenario: Scenario, n: int) -> Iterator[Field]:
    """Give the choice of the tier that one drains into, where there is another."""
    tier = scenario.tiers[n]
    others = {one.name: one.name for one in scenario.tiers if one.name != tier.name}
    if others:
        yield _field(
            scenario,
            tier,
            f"tiers.{n}.{DRAINS}",
            attribute(tier, [DRAINS]) or "",
            {"": NOWHERE, **others},
        )
