"""Sections of a plan with their dependencies, for reuse in later plans.

A section records its results separately, and the fields of the scenario it reads. As long as all of
these are unchanged, its results can be reused; no list of dependencies is required.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
"""Values that were read, by source and name."""
OF_FILES = ("folder", "files_beside")
"""Attributes that lead to other files, whose contents may have changed."""
OF_PLACES = ("place", "place_as_text")
"""Attributes that return the place of a field, which is equal in all edits of a text."""


def same(one: Any, other: Any) -> bool:
    """Whether two values of a scenario are equal; models only if they are the same object."""
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
    """Proxy of a model of the schema that records the fields read."""

    def __init__(self, model: Any, called: str, read: Read) -> None:
        self._model, self._called, self._read = model, called, read

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._model, name)
        if name == "economics":
            value = Watched(value, name, self._read)
        elif name not in OF_PLACES:
            self._read[self._called, name] = object() if name in OF_FILES else value
        self.__dict__[name] = value  # cached
        return value


@dataclass(frozen=True, slots=True)
class Section:
    """Result of planning a section: the values it read, and its contributions to the plan."""

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
        """Whether all values that it read are the same in another plan."""
        return supply.changed.isdisjoint(self.read) and all(
            same(getattr(tier, name), value)
            for (called, name), value in self.read.items()
            if called == "tier"
        )

    def join(self, supply: Supply) -> None:
        """Add its contributions to a plan."""
        supply.provenance.update(self.provenance)
        supply.fields.update(self.fields)
        supply.lines += self.lines
        known = set(supply.warnings)
        supply.warnings += [text for text in self.warnings if text not in known]
        supply.prices.update(self.prices)
        supply.amounts.update(self.amounts)


BESIDE = ("supply", "scenario", "economics")
"""What sections read beside their tiers."""


def read_beside(sections: Iterable[Section]) -> Read:
    """Return the values that sections read beside their tiers: once, as most read the same."""
    return {at: value for one in sections for at, value in one.read.items() if at[0] in BESIDE}


def changed_since(read: Read, supply: Supply) -> frozenset[tuple[str, str]]:
    """Return what sections of an earlier plan read beside their tiers that is other now."""
    of = {
        "supply": supply,
        "scenario": supply.scenario,
        "economics": supply.scenario.economics,
    }
    return frozenset(
        (called, name)
        for (called, name), value in read.items()
        if not same(getattr(of[called], name), value)
    )


T = TypeVar("T")
Make = Callable[["Apart", Any], T]
"""Function that creates a result from the sources of a section, and from a recorded tier."""


class Apart(Supply):
    """Sources of one section, which records its results and the values read."""

    def __init__(self, above: Supply, before: Mapping[str, Section]) -> None:
        self.read: Read = {}
        watched = cast(Scenario, Watched(above.scenario, "scenario", self.read))
        super().__init__(watched, above.catalog, public=above.public)
        self.above = above
        self.changed = above.changed
        self.problems, self.groups = above.problems, above.groups
        self.before = before
        self.below: dict[str, Section] = {}

    def _of_all(self, name: str) -> Any:
        value = self.read["supply", name] = getattr(self.above, name)
        return value

    @cached_property
    def rack(self) -> str | None:
        """The rack part of the scenario, if any."""
        return cast(str | None, self._of_all("rack"))

    @cached_property
    def pdu(self) -> str | None:
        """The power distribution unit of the scenario, if any."""
        return cast(str | None, self._of_all("pdu"))

    @cached_property
    def joint_orders(self) -> Mapping[str, str]:
        """Orders of drives that several tiers share."""
        return cast(Mapping[str, str], self._of_all("joint_orders"))

    @cached_property
    def books(self) -> tuple[QuoteBook, ...]:
        """The quotes and price books."""
        return cast(tuple[QuoteBook, ...], self._of_all("books"))

    def instances(
        self,
        name: str,
        given: tuple[Any, ...],
        tier: Any,
        make: Callable[[Supply, Any], dict[str, list[Instance]]],
    ) -> dict[str, list[Instance]]:
        """Create or reuse the instances of a tier's section; `given` are further dependencies.

        `given` starts with the path of the parent instance.
        """

        def settled(apart: Apart, watched: Any) -> dict[str, list[Instance]]:
            children = make(apart, watched)
            below = [child for of_role in children.values() for child in of_role]
            instances = {at: one for child in below for at, one in child.walk(given[0])}
            apart.provenance = settle(instances, apart.provenance)
            return children

        return dict(self._section(name, given, tier, settled))

    def kept(self, name: str, given: tuple[Any, ...], tier: Any, make: Make[T]) -> T:
        """Create or reuse a result for a tier."""
        return cast(T, self._section(name, given, tier, make))

    def put_bound(self, draft: Draft, model: Strict, at: str, **others: str) -> None:
        """Set each figure that a model binds, by field, as `binding.put_bound` does."""
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
            value = make(apart, Watched(tier, "tier", apart.read))
            kept = apart.closed(given, value)
        self.below[name] = kept
        self.read.update(kept.read)
        kept.join(self)
        return kept.made

    def closed(self, given: tuple[Any, ...], made: Any) -> Section:
        """Return the completed section."""
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
