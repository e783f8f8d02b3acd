"""Families of designs: the shipped templates, each with all designs of its open choices.

The effect of a family's choices on the inputs is determined once; then all of its designs are
evaluated together, and any request is a comparison of columns.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.levers import UNIT_PRICE, Levers, price_factors
from model.answers.results import Results, evaluate
from model.answers.validation import SCENARIOS
from model.books.racks import most_drawn, reads
from model.books.site import SITE
from model.books.site_facts import SiteFacts
from model.clock import today
from model.design.economics import ExchangeRate
from model.design.scenario import Scenario, edited
from model.engine.ops import whole_up
from model.engine.sweep import sweep
from model.engine.tree import Address, Instance
from model.parts.catalog import Catalog, load_catalog
from model.planning.loading import load_scenario
from model.reading.yaml_edits import rewritten
from model.search.probes import Combination, Prober, changed
from model.search.progress import StoppedError, Watch
from model.search.search import Choosing, choices
from model.search.structures import Structure, targets_of
from model.units.figures import show

TEMPLATES = SCENARIOS / "templates"
MINIMAL = SCENARIOS / "first" / "minimal.yaml"
"""A minimal scenario."""
FIGURES = (
    "usable_capacity",
    "write_bandwidth",
    "read_bandwidth",
    "gross_capital_cost",
    "racks",
    "rack_power",
    "design_fits",
)
"""Figures evaluated for all designs."""
PDU = "pdu"
AT_A_TIME = 256
"""Designs evaluated between two checks for cancellation, as racks are packed one by one."""


@dataclass(frozen=True)
class Room:
    """Power per rack, and years of service; None: as in the template."""

    rack_power: float | None = None
    years: int | None = None


TODAY = Levers()
"""Prices and dates as they are."""


@dataclass(frozen=True)
class Table:
    """All designs of a family in a room that are valid and priced, one row each."""

    picks: list[Combination]
    figures: dict[str, NDArray[np.float64]]
    too_weak: NDArray[np.float64]
    """Required rack power of each design that exceeds the requested one."""


@dataclass(eq=False)
class Family:
    """Designs of the open choices of a template."""

    key: str
    text: bytes
    scenario: Scenario
    catalog: Catalog
    tables: dict[tuple[Room, Levers], Table] = field(default_factory=dict)
    priced: dict[Combination, Results] = field(default_factory=dict)
    """One design for each option that changes prices, on which levers are tried."""

    @cached_property
    def closed(self) -> Results:
        """The template without its requirements."""
        return evaluate(edited(self.scenario, _NOTHING_OPEN), self.catalog)

    @cached_property
    def choosing(self) -> Choosing:
        """The effects of its choices, which take a second to compute once."""
        return self._choosing(Watch())

    def _choosing(self, watch: Watch) -> Choosing:
        choosing = choices(edited(self.scenario, {"requirements": None}), self.catalog, watch)
        if watch.stopped:
            raise StoppedError
        return choosing

    @property
    def name(self) -> str:
        """Display name."""
        return self.scenario.name

    @property
    def room(self) -> Room:
        """The template's own rack power and years, which are also the defaults."""
        power = self.scenario.site.rack_power
        return Room(power.value if power is not None else None, self.scenario.economics.years)

    @property
    def is_ready(self) -> bool:
        """Whether its choices have been planned, so that tables are fast."""
        return "choosing" in self.__dict__

    def table(self, room: Room, watch: Watch | None = None, levers: Levers = TODAY) -> Table:
        """Evaluate all designs in a room, at prices that levers change.

        Raises
        ------
        StoppedError
            If the search was stopped; partial results are discarded.
        """
        watch = watch or Watch()
        if not self.is_ready:
            self.__dict__["choosing"] = self._choosing(watch)
        table = self.tables.get((room, levers))
        if table is None:
            table = self._computed(room, watch, levers)
            if len(self.tables) >= MOST_TABLES:
                self.tables.clear()  # other threads may read the old one
            self.tables[room, levers] = table
        return table

    def _computed(self, room: Room, watch: Watch, levers: Levers) -> Table:
        here = self._changed_by(room)
        picks: list[Combination] = []
        columns: dict[str, list[NDArray[np.float64]]] = {name: [] for name in FIGURES}
        too_weak: list[NDArray[np.float64]] = [np.empty(0)]
        of_site = {name: ("site", name) for name in FIGURES}
        moved: dict[int, Moved] = {}
        for structure, options in self._some():
            if not watch.goes_on(0.0, None):
                raise StoppedError
            axes = {
                at: np.array(figures)[picked]
                for group, picked in zip(structure.groups, options, strict=True)
                for at, figures in group.figures.items()
            }
            if levers.text:
                if id(structure) not in moved:
                    moved[id(structure)] = self._moved(structure, levers)
                axes |= _at_moved_prices(structure, {**here, **axes}, options, moved[id(structure)])
            targets = targets_of(structure)
            values = sweep(structure.probe.root, {**here, **axes}, [*of_site.values(), *targets])
            good = values[of_site["design_fits"]] != 0
            good &= np.isfinite(values[of_site["gross_capital_cost"]])
            has_targets = np.ones(len(good), bool)
            for target in targets:
                has_targets &= values[target] >= 1
            good &= has_targets
            rows = np.flatnonzero(good)
            picks += [structure.picks([int(column[row]) for column in options]) for row in rows]
            for name, at in of_site.items():
                columns[name].append(values[at][rows])
            bad = has_targets & ~good  # a layout without drives for a target is no design
            if room.rack_power is not None and bad.any():
                others = {at: figures[bad] for at, figures in axes.items()}
                drawn = _drawn(structure.probe.root, {**here, **others})
                too_weak.append(drawn[drawn > room.rack_power])
        joined = {name: np.concatenate(some) for name, some in columns.items()}
        return Table(picks, joined, np.concatenate(too_weak))

    def _moved(self, structure: Structure, levers: Levers) -> Moved:
        """Return by what levers multiply prices, for each option that changes prices."""
        base = self._factors(structure.base, levers)
        by_group = {
            n: [
                self._factors(structure.picks([*[0] * n, option, *[0] * rest]), levers)
                for option in range(len(group.options))
            ]
            for n, group in enumerate(structure.groups)
            if any(name == UNIT_PRICE for _, name in group.figures)
            for rest in [len(structure.groups) - n - 1]
        }
        return base, by_group

    def _factors(self, picks: Combination, levers: Levers) -> dict[Address, float]:
        if picks not in self.priced:
            self.priced[picks] = evaluate(self.choosing.prober.design(picks), self.catalog)
        return price_factors(self.priced[picks], levers)

    def _some(self) -> Iterator[tuple[Structure, tuple[NDArray[np.intp], ...]]]:
        """Yield all designs in chunks, between which a search may be stopped."""
        for structure in self.choosing.structures:
            sizes = [len(group.options) for group in structure.groups]
            for first in range(0, structure.designs, AT_A_TIME):
                last = min(first + AT_A_TIME, structure.designs)
                yield structure, np.unravel_index(np.arange(first, last), sizes)

    def _changed_by(self, room: Room) -> dict[Address, float]:
        """Return the inputs that a room changes in all designs."""
        scenario = edited(self.scenario, {"requirements": None})
        there = edited(scenario, self.of_room(Room(room.rack_power)) | self._terms(room.years))
        one, other = (Prober(each, (), self.catalog).probe(()) for each in (scenario, there))
        after = other.figures
        return {at: after[at] for at in changed(one.figures, after)}

    def of_room(self, room: Room) -> dict[str, Any]:
        """Return the changes of the scenario for a room."""
        changes: dict[str, Any] = self._terms(room.years)
        if room.years is not None:
            changes["economics.years"] = room.years
        if room.rack_power is not None:
            changes["site.rack_power"] = {"value": f"{room.rack_power:.12g} W", "because": ASKED}
            changes |= self._pdus(room.rack_power)
        return changes

    def _terms(self, years: int | None) -> dict[str, Any]:
        """Set the term of services to the years of service, if they are equal in the template."""
        if years is None:
            return {}
        return {
            f"services.{n}.years": years
            for n, service in enumerate(self.scenario.services)
            if service.years is not None and service.years.value == self.scenario.economics.years
        }

    def _pdus(self, rack_power: float) -> dict[str, Any]:
        """Set the number of PDUs per feed so that a single feed can supply the rack."""
        carries, feeds = (self.closed["site", name] for name in ("pdu_power", "rack_feeds"))
        if not carries or not feeds:
            return {}
        each = int(whole_up(rack_power / carries))
        texts = (f"{feeds:.0f}", f"{each}", show(carries, "watt"), show(rack_power, "watt"))
        because = CARRIES.format(*texts)
        changes: dict[str, Any] = {"site.pdus_per_feed": {"value": each, "because": because}}
        for n, common in enumerate(self.scenario.common):
            if common.part is not None and self.catalog.part(common.part).kind == PDU:
                changes[f"common.{n}.count"] = {"value": int(feeds) * each, "because": because}
        return changes

    def design(self, picks: Combination, changes: Mapping[str, Any]) -> Scenario:
        """Return one design as a scenario with further changes, and its choices marked."""
        chosen = {
            path: {"value": value, "because": CHOSEN}
            for path, value in self.choosing.prober.changes(picks).items()
            if isinstance(value, int)
        }
        return edited(self.choosing.prober.design(picks), {**chosen, **changes})


def _at_moved_prices(
    structure: Structure,
    figures: Mapping[Address, Any],
    options: tuple[NDArray[np.intp], ...],
    moved: Moved,
) -> dict[Address, Any]:
    """Return the unit prices that levers change, for each design."""
    base, by_group = moved
    factors: dict[Address, Any] = dict(base)
    for n, of_options in by_group.items():
        for at in structure.groups[n].figures:
            if at[1] == UNIT_PRICE:
                factors[at] = np.array([one.get(at, 1.0) for one in of_options])[options[n]]
    known = structure.probe.figures
    return {at: figures.get(at, known[at]) * factor for at, factor in factors.items()}


def _drawn(root: Instance, axes: Mapping[Address, Any]) -> NDArray[np.float64]:
    """Return the highest power draw of a single device for each design."""
    facts = SITE.facts_of(root.book)
    if not isinstance(facts, SiteFacts):
        return np.empty(0)
    read = [(f"site/{at}" if at else "site", name) for at, name in reads(facts.stands)]
    values = sweep(root, axes, read)
    designs = zip(*(values[at] for at in read), strict=True)
    return np.array([most_drawn(facts.stands, figures) for figures in designs])


Moved = tuple[dict[Address, float], dict[int, list[dict[Address, float]]]]
"""Factors of prices by levers: of the base design, and by group for each of its options."""
ASKED = "as required"
CHOSEN = "chosen from the designs of the template"
CARRIES = "{} feeds x {} PDUs of {}: a feed alone carries the {} that a rack is allowed"
"""Reason for the number of PDUs, which follows from the limit of the rack power."""
MOST_TABLES = 16
"""Maximum number of cached tables of a family."""
MOST_FAMILIES = 8
"""Maximum number of families in memory; those of earlier days are dropped first."""
_NOTHING_OPEN: dict[str, Any] = {"choices": None, "objective": None, "requirements": None}


def names() -> list[str]:
    """Return the names of the shipped templates."""
    return sorted(file.stem for file in TEMPLATES.glob("*.yaml"))


def exchange_rates() -> Mapping[str, ExchangeRate]:
    """Return the exchange rates of the shipped templates, which all have the same."""
    return family(names()[0]).scenario.economics.exchange


def text_of_template(name: str) -> bytes:
    """Return the text of a template."""
    return (TEMPLATES / f"{name}.yaml").read_bytes()


def begun(text: bytes, file: Path) -> bytes:
    """Return the text of a template or of the minimal scenario as a plan that is begun today.

    Its price date is today, unless the file's is later. It has no title, as that of the template
    wouldn't stay true.
    """
    scenario = load_scenario(file, text, TEMPLATES)
    known = scenario.economics.price_date
    day = today() if known is None else max(today(), known)
    changes: dict[str, Any] = {"economics.price_date": str(day), "title": None}
    new = {path: value for path, value in changes.items() if scenario.written_at(path) != value}
    return rewritten(text, edited(scenario, new).data).encode()


def begun_from(name: str) -> bytes:
    """Return the text of a plan that is begun today from a template."""
    return begun(text_of_template(name), _file(name))


def begun_empty() -> bytes:
    """Return the text of a minimal plan that is begun today."""
    return begun(MINIMAL.read_bytes(), Path("scenarios/first/minimal.yaml"))


def _file(name: str) -> Path:
    return Path("scenarios/templates") / f"{name}.yaml"


def family(name: str) -> Family:
    """Return the family of a template as it is begun today, shared within the process."""
    return _family(name, today())


@lru_cache(maxsize=MOST_FAMILIES)
def _family(name: str, _: datetime.date) -> Family:
    text = begun_from(name)
    scenario = load_scenario(_file(name), text, TEMPLATES)
    return Family(name, text, scenario, load_catalog(needs=()))
