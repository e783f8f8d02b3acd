"""What a scenario says that is no input of a formula: words, texts, days, lists, figures beside.

The schema says what there is, and what may be chosen from; each has a widget as figures have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from model.design.equipment import PIECES
from model.design.piece import Piece
from model.design.scenario import Scenario
from model.kinds.targets import KINDS
from model.parts.price_layers import OF_FILES
from model.reading.binding import names_below
from model.reading.fields import Figure, Price, Stated, Strict
from ui.base.examples import in_percent, is_share
from ui.base.fields import PLAIN, Field, Reader, attribute
from ui.forms import texts
from ui.forms.schema_fields import Shape, field_of, shape_of

ANOTHER_KIND = "makes another tier of it: one of another kind"
ELSEWHERE = {
    "Scenario.schema_": "says how the file is read",
    "Scenario.sources": "documents by their keys, which figures name: written in the file",
    "Scenario.choices": "what is left open: on Compare and tender, by Search",
    "Tier.name": "renamed in the menu of the tier, with all that names it",
    "GivenTier.name": "renamed in the menu of the tier, with all that names it",
    "Scenario.tiers": "added, copied and removed on Design",
    "Scenario.common": "added on Design, with what serves all tiers",
    "Scenario.published": "what others published of the system: evidence, written in the file",
    "Economics.classes": "books of prices, brought as files on Cost",
    "Economics.phases": "a table of its own on Compare and tender, by Search",
    "Payments.milestones": "a table of its own on Cost",
    "Demand.groups": "a table of its own on Capacity, by Growth",
    "Files.sizes": "a table of its own on Needs, by Files",
    "Workloads.measured": "a table of its own on Performance, by Workloads",
    "Workloads.goals": "a table of its own on Performance, by Workloads",
    "FileLayout.extents": "a table of its own on Performance, by Workloads",
    "Piece.part": "picked from the catalog by 'Change', which shows what the swap does",
    "Piece.name": "entered by 'Change' with the figures of an own part",
    "Servers.shared_with": "makes another tier of it: one on the servers of another",
    **{f"{kind.__name__}.redundancy": ANOTHER_KIND for kind in KINDS},
    "Requirements.workload": "what bandwidths are judged with: below the requirements on Needs",
    "Requirements.should": "how binding each requirement is: beside its figure on Needs",
    "Requirements.may": "how binding each requirement is: beside its figure on Needs",
    "Demand.file": "a file, brought where growth is told",
    "History.file": "a file, brought where growth is told",
    "Purge.history": "a file, brought where growth is told",
    **{f"Economics.{one.files}": f"files, brought on Cost as {one.plural}" for one in OF_FILES},
    "Economics.exchange": "entered as a table where the total stands",
    "Objective.minimise": "what is best: on Compare and tender, by Search",
    "Objective.maximise": "what is best: on Compare and tender, by Search",
    "Objective.budget": "beside what is best: on Compare and tender, by Search",
    "Objective.near": "beside what is best: on Compare and tender, by Search",
    "Objective.phase_budgets": "by the names of phases, for searches at the command line",
    "Deliveries.least_known": "an older name of 'wires'",
    "Bands.deliveries": "switched on Risk, with the bands",
    "Bands.prices": "switched on Risk, with the bands",
    "Bands.failures": "switched on Risk, with the bands",
}
"""Fields that have no widget of this kind, and where they are changed, or why they aren't."""
UNSAID = ("Published", "BudgetClass", "Observed", "Gauged", "Measure", "Steps", "Parts", "Wanted")
"""Models that the pages show and don't change: evidence, books of prices, what is left open."""
OF_A_PIECE = tuple(f".{piece}.option" for piece in (*PIECES, "equipment"))
"""What the paths of choices end with that each piece of a tier has."""
TIERS = {"drains_into": texts.NOWHERE, "tier": texts.ALL_TIERS}
"""Fields that name another tier, and what is said where they name none."""


def below(scenario: Scenario, *prefixes: str) -> dict[str, Field]:
    """Give a field for each that stands at or below some paths, by its path."""
    found: dict[str, Field] = {}
    for prefix in prefixes:
        *above, name = prefix.split(".")
        owner, holder = attribute(scenario, above), attribute(scenario, above[:-1])
        if isinstance(holder, Strict) and above[-1:] and above[-1] in names_below(type(holder)):
            continue  # inputs of formulas under names of its holder
        if isinstance(owner, Strict) and name in type(owner).model_fields:
            those = _of(scenario, owner, name, ".".join(above))
        else:
            those = _inside(scenario, attribute(scenario, prefix.split(".")), prefix)
        found |= {field.path: field for field in those}
    return found


def at(scenario: Scenario, path: str) -> Field | None:
    """Give the field at a path; nothing, where an input of a formula or nothing stands."""
    return below(scenario, path).get(path)


def everywhere(reader: Reader) -> dict[str, Field]:
    """Give every field that an edit may stand at, by its path."""
    return reader.everywhere() | below(reader.scenario, *Scenario.model_fields)


def choices_of_tier(scenario: Scenario, n: int) -> list[Field]:
    """Give a field for each choice among words that concerns a tier as a whole."""
    choices: list[Field] = []
    for path, field in below(scenario, f"tiers.{n}").items():
        is_listed = any(key.isdecimal() for key in path.split(".")[2:])
        is_choice = field.kind == "choice" and len(field.choices) > 1
        if is_choice and not is_listed and not path.endswith(OF_A_PIECE):
            choices.append(field)
    return choices


def _inside(scenario: Scenario, thing: Any, at: str) -> Iterator[Field]:
    """Give the fields of a model, or of each in a list."""
    if isinstance(thing, tuple):
        for n, one in enumerate(thing):
            yield from _inside(scenario, one, f"{at}.{n}")
    elif isinstance(thing, Strict) and not (
        isinstance(thing, Stated) or type(thing).__name__ in UNSAID
    ):
        for name in type(thing).model_fields:
            yield from _of(scenario, thing, name, at)


def _of(scenario: Scenario, owner: Strict, name: str, at: str) -> Iterator[Field]:
    """Give a field of a model, or those below it."""
    value, path = getattr(owner, name), f"{at}.{name}" if at else name
    kind = type(owner)
    if isinstance(value, Strict) and not isinstance(value, Stated):
        if name not in names_below(kind):
            yield from _inside(scenario, value, path)
        return
    shape = shape_of(kind, name)
    if shape is None:
        yield from _inside(scenario, value, path)
    elif not is_elsewhere(kind, name) and _inside_tier(path) not in PLAIN and path not in PLAIN:
        yield _field(scenario, owner, path, shape)


@cache
def is_elsewhere(owner: type[Strict], name: str) -> bool:
    """Tell whether a field has no widget here, as another place changes it."""
    kinds = (one.__name__ for one in owner.__mro__)
    return any(f"{kind}.{name}" in ELSEWHERE for kind in kinds)


def _inside_tier(path: str) -> str:
    top, *keys = path.split(".")
    return ".".join(keys[1:]) if top == "tiers" else path


def _field(scenario: Scenario, owner: Strict, path: str, shape: Shape) -> Field:
    name = path.rpartition(".")[2]
    said, currency = scenario.written_at(path), scenario.economics.currency
    blank = field_of(type(owner), name, currency, path)
    called, kind, words = blank.label, blank.kind, blank.choices
    if name in TIERS and kind == "text":
        others = (one.name for one in scenario.tiers if one is not owner)
        kind, words = "choice", {"": TIERS[name], **{one: one for one in others}}
    if isinstance(owner, Piece) and name == "option":
        called = texts.AN_OPTION
    return replace(
        blank,
        label=called,
        kind=kind,
        value=_value(owner, name, said, shape),
        example=_default(owner, name, shape.limits) or blank.example,
        is_stated=said is not None,
        choices=words,
    )


def _value(owner: Strict, name: str, said: Any, shape: Shape) -> Any:
    """Give what counts, as its author wrote it where somebody did."""
    value = getattr(owner, name)
    value = value.value if isinstance(value, Stated) else value
    if shape.kind == "choice":
        return value
    if shape.kind == "several":
        listed: Sequence[Any] = said if isinstance(said, list) else value or ()
        return [str(one.get("value") if isinstance(one, dict) else one) for one in listed]
    if shape.kind == "figure":
        written = said.get("value") if isinstance(said, dict) else said
        if isinstance(written, int | float) and is_share(shape.limits):
            return in_percent(float(written))
        return None if written is None else str(written)
    return "" if value is None else value if shape.kind == "whole" else str(value)


def _default(owner: Strict, name: str, limits: Figure | None) -> str:
    """Write the default of a figure without a unit; nothing where it has none."""
    usual = type(owner).model_fields[name].default
    if limits is None or limits.unit != "1" or isinstance(limits, Price):
        return ""
    if not isinstance(usual, float):
        return ""
    return f"{in_percent(usual) if is_share(limits) else f'{usual:g}'} (default)"
