"""Declares quantities and inputs, and puts them together to books. Knows nothing of storage.

A quantity is one plain function: its name is the quantity's, its parameters name what it needs. A
book is the set of quantities and inputs that one kind of instance has; chapters are books that are
joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, wraps
from inspect import unwrap
from itertools import takewhile
from types import CodeType, FunctionType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from model.engine import ops
from model.engine.ops import Num
from model.records import dataclass
from model.units.words import label

Evidence = Literal["", "measured", "calibrated", "scaled", "taken over", "alike", "other systems"]
"""What a stage rests on: a measurement or a fit of the same machine, one of another machine that is
scaled, or taken over as it is, or counts beside what comparable systems delivered; or those of
several other systems.
"""
Scope = Literal["drive", "array", "path", "server", "tier"]
Over = Literal["total", "known_total", "unknown_count", "least", "least_known", "all_met"]
"""What a parent may read of its children."""
OverParts = Literal["known_parts", "unknown_parts"]
"""What may be said of a sum whose parts aren't all known."""
Kind = Literal["formula", "opaque", "stages", "parts", "checks", OverParts, Over]

Shown = Literal["", "percent", "nines", "change"]
"""How a figure without a unit is shown: as it is, as a share in percent, as one of which it matters
how little is missing to all, or, as margins are, by how much it is more or less."""
SHARES = ("percent", "nines")
"""Those shown in percent."""
WayDown = Literal["", "start", "loss", "total"]
"""What a step of a way down is: where it starts, what is taken away, or what is left then."""

ANY_SIGN = float("-inf")
"""The `low` of a quantity that may be negative: a margin, a difference, what can be overbooked."""
CHECKS = ("parts_fit", "design_fits")
"""The sums whose parts are checks."""

_LIKE_A_CELL = r"(?:[a-z]{1,3}[0-9]+|r[0-9]*c?[0-9]*|c[0-9]*)"
_NAME = re.compile(rf"(?!{_LIKE_A_CELL}\Z)[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


@cache  # a name is taken into several chapters
def check_name(name: str) -> None:
    """Refuse a name that a spreadsheet would take for a cell, or that isn't words joined by `_`."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"'{name}' can't be the name of a quantity: write words joined by '_'")


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """A figure that a formula needs and nothing computes; `default` None: unknown until given.

    `constant`: it belongs to a format, or numbers a year, and is nobody's wish; `part_of` names the
    sum of its book that it joins; `topic` is its chapter's, `template` the name that it was spelled
    from, where it has twins; `shown` is how people read it.
    """

    name: str
    unit: str
    symbol: str
    title: str
    chapter: str
    default: float | None = None
    source: str = ""
    low: float = 0.0
    high: float = float("inf")
    whole: bool = False
    topic: str = ""
    constant: bool = False
    part_of: str = ""
    template: str = ""
    shown: Shown = ""

    @property
    def label(self) -> str:
        """The name as people write it."""
        return label(self.name)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Quantity:
    """One number of the model: a function, its unit, symbol, sentence and source.

    `stage` names the chain that it is a stage of; `carries` the quantity that holds the rate of
    that stage's hardware; `combines` says, for people, how what one stage is made of acts together;
    `evidence` says whether it rests on a measurement, be it scaled, or a calibration. `scope` says
    whose hardware the stage is: that of drives or of the arrays before them, which move with their
    targets, the path from there to a server, a server's own, or the whole tier's, which servers
    share; a least takes the stages of `scopes`. For a total or a least over children, `roles` name
    the children, `names` those that count where not all do, `of` their quantity, and `aligned`
    picks the children's descendants of the instance's own role and name. `known_of` is the total
    whose known part it is, `unknown_of` the total that so many lines don't know. A procedure
    `reads` figures by path and name, from `..` on below its parent, where a last `@` is its own
    role and name, and does without those that it `may_lack`. `topic` is its
    chapter's; where it has twins, `template` is the name that it was spelled from, by `variants`,
    one after the other. `part_of` names the
    sum of its book that it joins; `step` says that it is a step on the way down of its book, and of
    what sort. Of a design that can be written down it is never below `low` nor above `high`:
    what may be negative says so; checks are shares anyway. `source` begins with its kind: one of
    `model.provenance.SOURCES`.
    """

    name: str
    unit: str
    symbol: str
    title: str
    source: str
    chapter: str
    function: Callable[..., Num]
    needs: tuple[str, ...]
    kind: Kind = "formula"
    stage: str = ""
    carries: str = ""
    combines: str = ""
    evidence: Evidence = ""
    scope: Scope = "server"
    scopes: tuple[Scope, ...] = ()
    coefficients: tuple[float, ...] = ()
    roles: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    of: str = ""
    aligned: bool = False
    known_of: str = ""
    unknown_of: str = ""
    reads: tuple[tuple[str, str], ...] = ()
    may_lack: tuple[str, ...] = ()
    part_of: str = ""
    step: WayDown = ""
    topic: str = ""
    template: str = ""
    variants: tuple[Mapping[str, str], ...] = ()
    low: float = 0.0
    high: float = float("inf")
    shown: Shown = ""

    @property
    def label(self) -> str:
        """The name as people write it; that of a part says whose part it is."""
        if self.known_of:
            return f"{label(self.known_of)}, known part"
        if self.unknown_of:
            return f"Lines of unknown {_shared(self.unknown_of, self.of)}"
        return label(self.name)


def range_of(item: Input | Quantity) -> tuple[float, float]:
    """Give what a figure never is below nor above, by its declaration; a check is 0 or 1."""
    if isinstance(item, Quantity) and (item.kind == "checks" or item.part_of in CHECKS):
        return 0.0, 1.0
    return item.low, item.high


def _shared(total: str, of: str) -> str:
    """Name what a total and its lines are both of: the words that they end with."""
    pairs = zip(reversed(total.split("_")), reversed(of.split("_")), strict=False)
    words = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return " ".join(reversed(words)) or label(total).lower()


Rows = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""What a procedure gives for each row of its operands."""


def _for_arrays(procedure: Callable[..., Num], rows_of: Rows | None) -> Callable[..., Num]:
    """Let a procedure that takes plain numbers take arrays, each different design once.

    `rows_of`, where there is one, does all designs at once.
    """

    @wraps(procedure)
    def run(*operands: Num) -> Num:
        if np.ndarray not in set(map(type, operands)):
            return float(procedure(*operands))
        # `np.vectorize` takes 64 operands at most, and a packing of racks thousands.
        shape = np.broadcast_shapes(*{np.shape(operand) for operand in operands})
        table = np.empty((*shape, len(operands)))
        for n, operand in enumerate(operands):
            table[..., n] = operand
        rows = table.reshape(-1, len(operands))
        if rows_of is not None:
            return rows_of(rows).reshape(shape)
        bits = [row.tobytes() for row in rows]  # unknown is unlike itself, but not in its bits
        found = {
            key: float(procedure(*row)) for key, row in dict(zip(bits, rows, strict=True)).items()
        }
        return np.array([found[key] for key in bits]).reshape(shape)

    return run


def parameters(function: Callable[..., Num]) -> tuple[str, ...]:
    """Name what a function needs: its parameters, without those that it takes as they come."""
    code: CodeType = unwrap(function).__code__  # `inspect.signature` takes twenty times as long
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _same(x: Num) -> Num:
    return x


def _identity(parameter: str) -> Callable[..., Num]:
    """Give a function that gives back its only parameter, which is named so."""
    return FunctionType(_same.__code__.replace(co_varnames=(parameter,)), {}, parameter)


_OWN_FIELDS = 4
"""Fields of a book; whatever else it has are indexes, once somebody asks for them."""


class Book:
    """The quantities and inputs of one kind of instance; declared at import, then only read.

    `topic` is what a chapter speaks of, for outputs that gather by topic.
    """

    def __init__(
        self,
        name: str,
        *chapters: Book,
        only: Callable[[Any], bool] | None = None,
        topic: str = "",
    ) -> None:
        self.name = name
        self.topic = topic
        self.quantities: dict[str, Quantity] = {}
        self.inputs: dict[str, Input] = {}
        for chapter in chapters:
            if only is None and self._holds_none_of(chapter):
                self.quantities |= chapter.quantities
                self.inputs |= chapter.inputs
                continue
            for item in chapter:
                if only is None or only(item):
                    self._take(item)

    def __iter__(self) -> Iterator[Quantity | Input]:
        yield from self.inputs.values()
        yield from self.quantities.values()

    def __contains__(self, name: object) -> bool:
        return name in self.quantities or name in self.inputs

    def __getitem__(self, name: str) -> Quantity | Input:
        return self.quantities[name] if name in self.quantities else self.inputs[name]

    def _holds_none_of(self, chapter: Book) -> bool:
        return all(
            mine.keys().isdisjoint(its)
            for mine in (self.quantities, self.inputs)
            for its in (chapter.quantities, chapter.inputs)
        )

    @cached_property
    def items(self) -> Mapping[str, Quantity | Input]:
        """All by their names, inputs first."""
        return {**self.inputs, **self.quantities}

    @cached_property
    def _by_sum(self) -> Mapping[str, list[Quantity | Input]]:
        """The parts of each sum, by the name of the sum."""
        found: dict[str, list[Quantity | Input]] = {}
        for item in self:
            if item.part_of:
                found.setdefault(item.part_of, []).append(item)
        return found

    @cached_property
    def _by_chain(self) -> Mapping[str, list[Quantity]]:
        """The stages of each chain, by the name of the chain."""
        found: dict[str, list[Quantity]] = {}
        for quantity in self.quantities.values():
            if quantity.stage and quantity.kind != "stages":
                found.setdefault(quantity.stage, []).append(quantity)
        return found

    @cached_property
    def _known_parts(self) -> Mapping[str, Quantity]:
        """What is known of a quantity, by the quantity's name."""
        return {item.known_of: item for item in self.quantities.values() if item.known_of}

    def add(self, item: Quantity | Input) -> None:
        """Take a declared item; the same one twice is one, another of its name an error."""
        check_name(item.name)
        self._take(item)

    def _take(self, item: Quantity | Input) -> None:
        known = self.quantities.get(item.name) or self.inputs.get(item.name)
        if known is item:
            return
        if known is not None:
            raise ValueError(
                f"book '{self.name}': '{item.name}' is declared in '{known.chapter}' and again "
                f"in '{item.chapter}'"
            )
        if isinstance(item, Quantity):
            self.quantities[item.name] = item
        else:
            self.inputs[item.name] = item
        if len(self.__dict__) > _OWN_FIELDS:
            for index in ("items", "_by_sum", "_by_chain", "_known_parts"):
                self.__dict__.pop(index, None)  # of what was there until now

    def input(
        self,
        name: str,
        unit: str,
        symbol: str,
        title: str,
        default: float | None = None,
        **more: Any,
    ) -> None:
        """Declare an input; `more` are the further fields of `Input`."""
        self.add(Input(name, unit, symbol, title, self.name, default, topic=self.topic, **more))

    def quantity(
        self,
        unit: str,
        symbol: str,
        source: str,
        *,
        name: str = "",
        rows_of: Rows | None = None,
        **more: Any,
    ) -> Callable[[Callable[..., Num]], Callable[..., Num]]:
        """Declare the decorated function as a quantity and give it back untouched.

        Its needs are its parameters, its title the docstring's first sentence. `name` is given
        where chapters hold several definitions of one thing, so that the functions of one file
        can't share it; `rows_of` does a procedure for many designs at once; `more` are the further
        fields of `Quantity`: stage, scope, evidence and so on.
        """

        def declare(function: Callable[..., Num]) -> Callable[..., Num]:
            if more.get("kind") == "opaque":
                function = _for_arrays(function, rows_of)
            title = " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())
            said = (name or function.__name__, unit, symbol, title, source)
            self._declare(*said, function, parameters(function), **more)
            return function

        return declare

    def _declare(
        self,
        name: str,
        unit: str,
        symbol: str,
        title: str,
        source: str,
        function: Callable[..., Num],
        needs: tuple[str, ...] = (),
        **more: Any,
    ) -> None:
        """Add a quantity of this chapter; `more` are the further fields of `Quantity`."""
        said = (name, unit, symbol, title, source, self.name, function, needs)
        self.add(Quantity(*said, topic=self.topic, **more))

    def alias(
        self, name: str, unit: str, symbol: str, title: str, *, of: str, source: str, **more: Any
    ) -> None:
        """Declare a further name of another quantity or input, whose unit is the same.

        `more` are the further fields of `Quantity`: stage, part_of and so on.
        """
        self._declare(name, unit, symbol, title, source, _identity(of), (of,), **more)

    def over(
        self,
        kind: Over,
        name: str,
        unit: str,
        symbol: str,
        title: str,
        *,
        roles: tuple[str, ...],
        of: str,
        **more: Any,
    ) -> None:
        """Declare a quantity over the children of the roles: their total, their least and so on.

        `more` are the further fields of `Quantity`: aligned, known_of, part_of and so on.
        """
        self._declare(
            name,
            unit,
            symbol,
            title,
            f"arithmetic: {kind.replace('_', ' ')} of '{of}' over {', '.join(roles)}",
            getattr(ops, kind),
            kind=kind,
            roles=roles,
            of=of,
            **more,
        )

    def least_stage(
        self,
        name: str,
        unit: str,
        symbol: str,
        title: str,
        stage: str,
        *,
        scopes: tuple[Scope, ...] = (),
        source: str = "assumption: stages overlap, so the slowest known one limits",
    ) -> None:
        """Declare the least of a chain's known stages: all, or those of some scopes."""
        said = (name, unit, symbol, title, source)
        self._declare(*said, ops.least_known, kind="stages", stage=stage, scopes=scopes)

    def sum_of_parts(
        self,
        name: str,
        unit: str,
        symbol: str,
        title: str,
        source: str = "arithmetic: sum of its parts",
    ) -> None:
        """Declare the sum of what a book has with `part_of=name`: each contributor joins it."""
        self._declare(name, unit, symbol, title, source, ops.total, kind="parts")

    def known_of_parts(self, name: str, unit: str, symbol: str, title: str, of: str) -> None:
        """Declare the known part of a sum of parts: of a part with a known part, that counts."""
        self._over_parts("known_parts", name, unit, symbol, title, known_of=of)

    def unknown_of_parts(self, name: str, symbol: str, title: str, of: str) -> None:
        """Declare how many parts of a sum are unknown."""
        self._over_parts("unknown_parts", name, "1", symbol, title, of=of)

    def _over_parts(
        self, kind: OverParts, name: str, unit: str, symbol: str, title: str, **more: Any
    ) -> None:
        function = ops.known_total if kind == "known_parts" else ops.unknown_count
        source = "arithmetic: sum of its parts without unknown ones"
        self._declare(name, unit, symbol, title, source, function, kind=kind, **more)

    def all_of_parts(self, name: str, symbol: str, title: str, source: str) -> None:
        """Declare whether all checks are met that a book has with `part_of=name`."""
        self._declare(name, "1", symbol, title, source, ops.all_met, kind="checks")

    def parts(self, name: str) -> list[Quantity | Input]:
        """Give what is a part of the sum of that name: inputs, then quantities, as declared."""
        return list(self._by_sum.get(name, ()))

    def known_parts(self, name: str) -> list[Quantity | Input]:
        """Give the parts of the sum of that name, each by its own known part if it has one."""
        return [self._known_parts.get(item.name, item) for item in self.parts(name)]

    def way_down(self) -> list[Quantity]:
        """Give the steps from what there is at first to what is left, as they are declared."""
        return [quantity for quantity in self.quantities.values() if quantity.step]

    def stages(self, stage: str, *, scopes: tuple[Scope, ...] = ()) -> list[Quantity]:
        """Give the stages of a chain, in the order of their declaration; no `scopes`: of all."""
        found = self._by_chain.get(stage, ())
        return [quantity for quantity in found if quantity.scope in scopes or not scopes]
