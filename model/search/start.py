"""Start of a plan: from a few requests to designs that meet them, or to the obstacles.

All designs of all families are compared with the requests by columns; a few of the best are planned
in full, as scenarios with the requests as requirements.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from model.answers.evidence import is_elsewhere, is_guessed, known_by
from model.answers.levers import Levers
from model.answers.ranges import GROSS, likely, range_of
from model.answers.results import WRITE, Results, Stage, data_tiers, evaluate
from model.answers.summary import headline
from model.formulas.chain.stage_efficiencies import committed
from model.formulas.time_and_money.requirements import REQUIREMENTS, Requirement
from model.reading.yaml_edits import rewritten
from model.search.families import TODAY, Family, Room, Table, family, names
from model.search.probes import Combination
from model.search.progress import Progress, StoppedError, Watch
from model.search.wishes import CURRENCY, Wishes
from model.units.brief import about, several
from model.units.figures import grouped, show

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RequestedLimit:
    """A request as a limit of a column."""

    requirement: Requirement
    wanted: float

    @property
    def figure(self) -> str:
        """The column that is compared."""
        return self.requirement.planned

    def met(self, table: Table) -> Mask:
        """Return a mask of the designs that meet it."""
        column = table.figures[self.figure]
        return column <= self.wanted if self.requirement.at_most else column >= self.wanted

    def short(self, table: Table) -> NDArray[np.float64]:
        """Return the shortfall of each design, as a share of the request."""
        column = table.figures[self.figure] / self.wanted
        lacking = column - 1 if self.requirement.at_most else 1 - column
        return np.maximum(np.where(np.isfinite(lacking), lacking, np.inf), 0.0)

    def __str__(self) -> str:
        return _amount(self.figure, self.wanted)


@dataclass(frozen=True, slots=True)
class Row:
    """A design of a table."""

    family: Family
    table: Table
    number: int

    def figure(self, name: str) -> float:
        """Return one of its figures."""
        return float(self.table.figures[name][self.number])

    def is_same(self, other: Row) -> bool:
        """Whether it is the same design."""
        return self.table is other.table and self.number == other.number

    @property
    def picks(self) -> Combination:
        """Its options."""
        return self.table.picks[self.number]


@dataclass
class Card:
    """A suggested design: its advantages, and its plan."""

    row: Row
    why: tuple[str, ...]
    wishes: Wishes
    meets: bool

    @cached_property
    def results(self) -> Results:
        """Its plan, as a scenario with the requests as requirements."""
        of = self.row.family
        changes = {
            **of.of_room(_room(self.wishes)),
            "requirements": self.wishes.requirements or None,
            **self.wishes.machine,
            "about": _ABOUT.format(template=of.name),
            "title": None,
        }
        return evaluate(of.design(self.row.picks, changes), of.catalog)

    @property
    def best_in(self) -> str:
        """Its advantages, as text."""
        return ", ".join(self.why)

    @property
    def text(self) -> str:
        """Its scenario as YAML, with the comments of its template."""
        return rewritten(self.row.family.text, self.results.plan.scenario.data)


_ABOUT = (
    "Started from the template '{template}' with these requirements. Assumptions of the "
    "template are marked, each with its reason. Replace assumed and estimated prices by quotes."
)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A request that is an obstacle: the best figure of designs that meet all others, or None."""

    asked: RequestedLimit
    reached: float | None

    def __str__(self) -> str:
        asked, wanted = self.asked, str(self.asked)
        if self.reached is None:
            return f"{_NAMES[asked.figure]}: no design meets the others, even without it"
        reached = _amount(asked.figure, self.reached)
        if asked.requirement.at_most:
            return f"{_NAMES[asked.figure]}: at least {reached} needed, the limit is {wanted}"
        name = _NAMES[asked.figure]
        return f"{name}: at most {reached} with the other requirements, {wanted} required"


@dataclass(frozen=True)
class Begun:
    """Suggested designs, and the obstacles if none meets all requests."""

    cards: tuple[Card, ...]
    obstacles: tuple[Obstacle, ...]
    within: tuple[str, ...]
    designs: int
    done: float
    left_out: tuple[str, ...] = ()
    """Families not examined, as the search was stopped."""
    too_weak: str = ""
    """Number of further designs excluded by the rack power, and the power they require."""

    @property
    def compared(self) -> str:
        """The best figures under the room and budget limits, among the compared designs."""
        return f"Of the compared designs, {'; '.join(self.within)}." * bool(self.within)

    @property
    def is_possible(self) -> bool:
        """Whether a design meets all requests."""
        return any(card.meets for card in self.cards)


_NAMES = {
    "usable_capacity": "Usable capacity",
    "write_bandwidth": "Write bandwidth",
    "read_bandwidth": "Read bandwidth",
    "gross_capital_cost": "Budget, with VAT",
    "racks": "Racks",
    "rack_power": "Power per rack",
}
_AIMS = ("usable_capacity", "write_bandwidth")
CHEAPEST, FEWEST, FASTEST = "cheapest", "fewest racks", "fastest"
FOR_BUDGET = " for the budget"
"""Suffix for the fastest design, if there is a budget."""
OF_KIND = "cheapest of its kind"
NEAREST = "nearest"
MOST_CARDS = 6


def _amount(figure: str, value: float) -> str:
    if figure == "racks":
        return f"{value:.0f} rack{'s' if value != 1 else ''}"
    unit = next(one.unit for one in REQUIREMENTS.values() if one.planned == figure)
    return about(value, CURRENCY, 4) if unit == "currency" else show(value, unit)


def begin(
    wishes: Wishes,
    kinds: Sequence[str] = (),
    *,
    levers: Levers = TODAY,
    progress: Progress | None = None,
) -> Iterator[Begun]:
    """Find designs in the families; yield after each slow one, and at the end.

    Parameters
    ----------
    wishes
        The requests.
    kinds
        Templates to examine; all of them if empty.
    levers
        Changes of prices and dates at which designs are compared; their plans are without them.
    progress
        Called with the share done; if it returns False, the results so far are returned.
    """
    keys = [key for key in names() if key in kinds or not kinds]
    watch = Watch(progress=progress)
    tables: list[tuple[Family, Table]] = []
    requested = _requested(wishes)
    for n, key in enumerate(keys):
        watch.at(n, len(keys))
        one = family(key)
        was_ready = one.is_ready
        try:
            tables.append((one, one.table(_room(wishes), watch, levers)))
        except StoppedError:
            left_out = tuple(family(other).name for other in keys[n:])
            yield replace(_begun(wishes, requested, tables, n / len(keys)), left_out=left_out)
            return
        if n == len(keys) - 1 or not was_ready:
            yield _begun(wishes, requested, tables, (n + 1) / len(keys))


def _room(wishes: Wishes) -> Room:
    return Room(wishes.rack_power, wishes.years)


def _requested(wishes: Wishes) -> list[RequestedLimit]:
    """Return the requests as limits; those of a machine follow from the model, as in a plan.

    Of two requests for the same figure, only the stricter one is returned: otherwise neither would
    be an obstacle by itself.
    """
    checkpoints = REQUIREMENTS["checkpoint_bandwidth"]
    figure = wishes.checkpoint.get(checkpoints.required)
    required = (figure.value or 0.0) if figure is not None else 0.0
    reads = wishes.checkpoint.get(REQUIREMENTS["training_bandwidth"].required)
    by_checkpoints = required >= (wishes.write_bandwidth or 0.0)
    wanted = {
        "capacity": wishes.capacity,
        "write_bandwidth": None if by_checkpoints else wishes.write_bandwidth,
        "checkpoint_bandwidth": required if required and by_checkpoints else None,
        "training_bandwidth": reads.value if reads is not None else None,
        "budget": wishes.budget,
        "racks": wishes.racks,
        "rack_power": wishes.rack_power,
    }
    return [RequestedLimit(REQUIREMENTS[name], x) for name, x in wanted.items() if x is not None]


Tables = list[tuple[Family, Table]]


def _begun(
    wishes: Wishes, requested: Sequence[RequestedLimit], tables: Tables, done: float
) -> Begun:
    designs = sum(len(table.picks) for _, table in tables)
    too_weak = _too_weak(wishes, designs, tables)
    good = [_all_met(table, requested) for _, table in tables]
    if any(one.any() for one in good):
        cards = _cards(wishes, _best(wishes, tables, good), meets=True)
        return Begun(cards, (), (), designs, done, too_weak=too_weak)
    obstacles, near = _in_the_way(requested, tables)
    within = tuple(_within(requested, tables))
    cards = _cards(wishes, near, meets=False)
    return Begun(cards, obstacles, within, designs, done, too_weak=too_weak)


def _too_weak(wishes: Wishes, fit: int, tables: Tables) -> str:
    """Return how many designs have a device that exceeds the rack power."""
    needs = [float(power) for _, table in tables for power in table.too_weak]
    if wishes.rack_power is None or not needs:
        return ""
    racks = f"racks of {_amount('rack_power', wishes.rack_power)}"
    least = _amount("rack_power", math.ceil(min(needs)))  # rounded up, as less wouldn't suffice
    if not fit:
        return (
            f"No design fits {racks}. Each of {grouped(len(needs))} has a device that draws more. "
            f"A rack must provide at least {least}"
        )
    return (
        f"{grouped(len(needs))} further designs don't fit {racks}: each has a device that draws "
        f"more. For these a rack must provide at least {least}"
    )


def _all_met(table: Table, requested: Sequence[RequestedLimit]) -> Mask:
    met = np.ones(len(table.picks), bool)
    for one in requested:
        met &= one.met(table)
    return met


Named = list[tuple[str, Row]]


def _cards(wishes: Wishes, named: Named, *, meets: bool) -> tuple[Card, ...]:
    """Return one card per design, with all its advantages."""
    cards: dict[tuple[str, Combination], Card] = {}
    for why, row in named:
        key = row.family.key, row.picks
        known = cards[key].why if key in cards else ()
        cards[key] = Card(row, (*known, why), wishes, meets)
    return tuple(cards.values())[:MOST_CARDS]


def _least(tables: Tables, masks: Sequence[Mask], *order: tuple[str, int]) -> Row | None:
    """Return the minimum by columns, in order of priority; a sense of -1 maximizes."""
    best: tuple[tuple[float, ...], Row] | None = None
    for (of, table), mask in zip(tables, masks, strict=True):
        rows = np.flatnonzero(mask)
        if not len(rows):
            continue
        keys = [table.figures[name][rows] * sense for name, sense in order]
        row = int(rows[np.lexsort(keys[::-1])[0]])
        figures = tuple(float(table.figures[name][row]) * sense for name, sense in order)
        if best is None or figures < best[0]:
            best = figures, Row(of, table, row)
    return None if best is None else best[1]


COST = ("gross_capital_cost", 1)


def _best(wishes: Wishes, tables: Tables, good: Sequence[Mask]) -> Named:
    """Return the best designs by each criterion, then the cheapest of each other family."""
    fastest = FASTEST + FOR_BUDGET * (wishes.budget is not None)
    candidates: list[tuple[str, Row | None]] = [
        (CHEAPEST, _least(tables, good, COST)),
        (FEWEST, _least(tables, good, ("racks", 1), COST)),
        (fastest, _least(tables, good, ("write_bandwidth", -1), COST)),
    ]
    for one, mask in zip(tables, good, strict=True):
        best = _least([one], [mask], COST)
        if (
            best is not None
            and candidates[0][1] is not None
            and best.family is not candidates[0][1].family
        ):
            candidates.append((OF_KIND, best))
    return [(why, row) for why, row in candidates if row is not None]


def _in_the_way(
    requested: Sequence[RequestedLimit], tables: Tables
) -> tuple[tuple[Obstacle, ...], Named]:
    """Return the figures reachable when each request in turn is dropped."""
    obstacles: list[Obstacle] = []
    near: Named = []
    for one in requested:
        others = [other for other in requested if other is not one]
        masks = [
            _all_met(table, others) & np.isfinite(table.figures[one.figure]) for _, table in tables
        ]
        way = 1 if one.requirement.at_most else -1
        row = _least(tables, masks, (one.figure, way), COST)
        if row is None:
            continue
        reached = row.figure(one.figure)
        obstacles.append(Obstacle(one, reached))
        near.append((f"with {_amount(one.figure, reached)}", row))
    lacking = _nearest(requested, tables)
    if not obstacles and lacking is not None:
        obstacles = [
            Obstacle(one, lacking.figure(one.figure))
            for one in requested
            if one.short(lacking.table)[lacking.number] > 0
        ]
    nearest = [(NEAREST, lacking)] if lacking is not None else []
    return tuple(obstacles), near or nearest


def _nearest(requested: Sequence[RequestedLimit], tables: Tables) -> Row | None:
    """Return the design with the lowest total relative shortfall."""
    best: tuple[float, Row] | None = None
    for of, table in tables:
        if not table.picks:
            continue
        short = np.sum([one.short(table) for one in requested], axis=0)
        row = int(np.argmin(short))
        if best is None or short[row] < best[0]:
            best = float(short[row]), Row(of, table, row)
    return None if best is None else best[1]


def _within(requested: Sequence[RequestedLimit], tables: Tables) -> Iterator[str]:
    """Return the ranges under the room limits and under the budget, as text."""
    room = [one for one in requested if one.figure in ("racks", "rack_power")]
    money = [one for one in requested if one.figure == "gross_capital_cost"]
    for limits, of_those in ((room, _in_room(room)), (money, f"for {money[0]}" if money else "")):
        if not limits:
            continue
        masks = [_all_met(table, limits) for _, table in tables]
        most = [(name, _least(tables, masks, (name, -1))) for name in _AIMS]
        amounts = [(_amount(name, row.figure(name)), row) for name, row in most if row is not None]
        if amounts:
            (capacity, of), (writes, other) = amounts
            fastest = "writes" if other.is_same(of) else "the fastest writes"
            yield f"{of_those} the largest holds {capacity} and {fastest} {writes}"
        else:
            yield f"none is possible {of_those}"


def _in_room(room: Sequence[RequestedLimit]) -> str:
    """Return the requested rack limits as text: number, power, or both."""
    text = " of ".join(map(str, room))
    return f"in racks of {text}" if len(room) == 1 and room[0].figure != "racks" else f"in {text}"


def price_range_text(results: Results, wishes: Wishes) -> Iterator[str]:
    """Yield the likely price with VAT, and whether its upper end exceeds the budget."""
    found = range_of(results, *GROSS)
    if found is None:
        return
    is_above = wishes.budget is not None and found.high > wishes.budget
    above = ", the upper end above the budget" if is_above else ""
    yield f"with VAT {likely(results, *GROSS)}{above}"


BANDWIDTHS = "write_bandwidth", "checkpoint_bandwidth"
"""Requirements of write bandwidth."""


def _least_expected(results: Results, path: str) -> Stage | None:
    """Return the stage of a tier that is expected to write least, if any is known."""
    known = [one for one in results.stages(path, WRITE) if one.committed is not None]
    return min(known, key=lambda one: one.committed or 0.0, default=None)


def uncertain_limit_text(results: Results) -> str:
    """Return the stage that limits an insufficient bandwidth, if its rate is uncertain."""
    if not any(check.met is False for check in results.checks if check.name in BANDWIDTHS):
        return ""
    limits = (_least_expected(results, path) for _, path in data_tiers(results))
    limit = next((one for one in limits if one and is_guessed(results, one)), None)
    if limit is None:
        return ""
    each = limit.per_server
    if is_elsewhere(limit):
        each = results[limit.path, committed(limit.quantity).name]
    rate, by = show(each, "byte/s", digits=3), known_by(results, limit)
    return f"Write bandwidth is limited by {limit.in_sentence}: {rate} per server, {by}"


def description(found: Begun, card: Card) -> list[str]:
    """Return the description of a design, and the obstacles if none meets the requests."""
    lines = [one for one in (card.wishes.checkpoint_text, found.too_weak) if one]
    if not found.is_possible:
        lines += [
            f"None of {several(found.designs, 'design')} meets all requirements.",
            *filter(None, [found.compared]),
        ]
        lines += [str(one) for one in found.obstacles]
        guess = next(filter(None, (uncertain_limit_text(one.results) for one in found.cards)), "")
        lines += [f"{guess}; the plan may state another."] * bool(guess)
    kind = f"{card.row.family.name}, {card.best_in}"
    lines.append(f"{kind} of {several(found.designs, 'design')}: {headline(card.results)}")
    price = "; ".join(price_range_text(card.results, card.wishes))
    return [*lines, *([f"{price[:1].upper()}{price[1:]}."] if price else [])]
