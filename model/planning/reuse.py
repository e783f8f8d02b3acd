"""Sections of a plan: what each was made of, so that a later plan takes over what stays the same.

A section gathers apart what it makes, and notes what it reads of the scenario on the way. Where
all of that is still the same, its makings are; so nobody keeps a list of what depends on what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from model.design.scenario import Scenario
from model.engine.tree import Address, Instance
from model.planning.binding import put_below, put_own, settle
from model.planning.prices.prices import LinePrice
from model.planning.prices.quotes import QuoteBook
from model.planning.supply import Draft, Line, Supply
from model.provenance import Provenance
from model.reading.binding import parts_of
from model.reading.fields import Amount, Strict
from model.records import dataclass

Read = dict[tuple[str, str], Any]
"""What was read: of which source, by which name."""
OF_FILES = ("folder", "files_beside")
"""What leads to files beside the scenario: nobody knows whether they are as they were."""
OF_PLACES = ("place", "place_as_text")
"""What says where a field is written: the same in all edits of a text."""


def same(one: Any, other: Any) -> bool:
    """Whether two of a scenario's figures are one; models are only if none of them was edited."""
    if one is other:
        return True
    if type(one) is not type(other) or isinstance(one, BaseModel):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(map(same, one.values(), other.values()))
    return bool(one == other)


class Watched:
    """Stands in for a model of the schema, and notes what is read of it."""

    def __init__(self, model: Any, called: str, read: Read) -> None:
        self._model, self._called, self._read = model, called, read

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        if name == "economics":
            found = Watched(found, name, self._read)
        elif name not in OF_PLACES:
            self._read[self._called, name] = object() if name in OF_FILES else found
        self.__dict__[name] = found  # asked once
        return found


@dataclass(frozen=True, slots=True)
class Section:
    """What a section is, what it read, and what it put into the plan."""

    given: tuple[Any, ...]
    made: Any
    read: Read
    below: Mapping[str, Section]
    provenance: Mapping[Address, Provenance]
    fields: Mapping[Address, str]
    lines: tuple[Line, ...]
    warnings: tuple[str, ...]
    prices: Mapping[str, LinePrice]
    amounts: Mapping[Address, Amount]

    def holds(self, supply: Supply, tier: Any) -> bool:
        """Whether all that it read is the same in another plan."""
        of = {
            "supply": supply,
            "scenario": supply.scenario,
            "economics": supply.scenario.economics,
            "tier": tier,
        }
        return all(same(getattr(of[called], name), v) for (called, name), v in self.read.items())

    def join(self, supply: Supply) -> None:
        """Put what was made into a plan."""
        supply.provenance.update(self.provenance)
        supply.fields.update(self.fields)
        supply.lines += self.lines
        known = set(supply.warnings)
        supply.warnings += [text for text in self.warnings if text not in known]
        supply.prices.update(self.prices)
        supply.amounts.update(self.amounts)


T = TypeVar("T")
Make = Callable[["Apart", Any], T]
"""Makes something from the sources of a section, and of a tier that is watched."""


class Apart(Supply):
    """The sources of one section: it gathers apart, and notes what is read."""

    def __init__(self, above: Supply, before: Mapping[str, Section]) -> None:
        self.read: Read = {}
        watched = cast(Scenario, Watched(above.scenario, "scenario", self.read))
        super().__init__(watched, above.catalog, public=above.public)
        self.above = above
        self.problems, self.groups = above.problems, above.groups
        self.before = before
        self.below: dict[str, Section] = {}

    def _of_all(self, name: str) -> Any:
        found = self.read["supply", name] = getattr(self.above, name)
        return found

    @cached_property
    def rack(self) -> str | None:
        """The rack that the scenario names, if it names one."""
        return cast(str | None, self._of_all("rack"))

    @cached_property
    def pdu(self) -> str | None:
        """The power distribution unit that the scenario names, if it names one."""
        return cast(str | None, self._of_all("pdu"))

    @cached_property
    def books(self) -> tuple[QuoteBook, ...]:
        """Each quote and each price book."""
        return cast(tuple[QuoteBook, ...], self._of_all("books"))

    def instances(
        self,
        name: str,
        given: tuple[Any, ...],
        tier: Any,
        make: Callable[[Supply, Any], dict[str, list[Instance]]],
    ) -> dict[str, list[Instance]]:
        """Make the instances of a section of a tier, or take them over; `given`: what else counts.

        `given` begins with the path of the instance that they stand below.
        """

        def settled(apart: Apart, watched: Any) -> dict[str, list[Instance]]:
            made = make(apart, watched)
            below = [child for of_role in made.values() for child in of_role]
            instances = {at: one for child in below for at, one in child.walk(given[0])}
            apart.provenance = settle(instances, apart.provenance)
            return made

        return dict(self._section(name, given, tier, settled))

    def kept(self, name: str, given: tuple[Any, ...], tier: Any, make: Make[T]) -> T:
        """Make something of a tier, or take it over."""
        return cast(T, self._section(name, given, tier, make))

    def put_bound(self, draft: Draft, model: Strict, at: str, **others: str) -> None:
        """Take over each figure that a model binds, as `binding.put_bound` does, field by field."""
        put_own(draft, model, at, **others)
        for field in parts_of(type(model)):
            inner = getattr(model, field)
            if inner is None:
                continue

            def figures(apart: Apart, _: Any, field: str = field) -> dict[str, float]:
                below = Draft(draft.path, apart)
                put_below(below, model, field, at, **others)
                return below.inputs

            given = draft.path, at, others, inner
            draft.inputs.update(self._section(field, given, None, figures))

    def _section(self, name: str, given: tuple[Any, ...], tier: Any, make: Make[Any]) -> Any:
        kept = self.before.get(name)
        if kept is None or not same(kept.given, given) or not kept.holds(self, tier):
            apart = Apart(self, {})
            made = make(apart, Watched(tier, "tier", apart.read))
            kept = apart.closed(given, made)
        self.below[name] = kept
        self.read.update(kept.read)
        kept.join(self)
        return kept.made

    def closed(self, given: tuple[Any, ...], made: Any) -> Section:
        """Give the section that was made."""
        return Section(
            given,
            made,
            self.read,
            self.below,
            self.provenance,
            self.fields,
            tuple(self.lines),
            tuple(self.warnings),
            self.prices,
            self.amounts,
        )
