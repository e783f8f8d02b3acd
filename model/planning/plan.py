"""From a scenario and the catalog to a tree with its inputs, each with its provenance.

What a scenario states goes before what the catalog knows, and that before a default. What none of
them gives is unknown; it is never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from model.books import book
from model.design.given import GivenTier
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.engine.quantity import Book, Input
from model.engine.tree import Address, Instance, Program, compiled
from model.parts.catalog import Catalog, load_catalog
from model.planning.binding import put_bound, settle
from model.planning.caches import ladders
from model.planning.checks import wrong_figures, wrong_layout, wrong_parts
from model.planning.demand import grown_site, grown_tier, with_inodes_full
from model.planning.drains import drains_of, with_drains
from model.planning.given import given_instance, years_of
from model.planning.memory import with_clients, with_memory
from model.planning.metadata import with_files, with_inodes
from model.planning.supply import Draft, Line, Supply
from model.planning.tiers import put_line, tier_instance
from model.provenance import UNKNOWN, Provenance


@dataclass(frozen=True)
class Plan:
    """A scenario resolved: the tree, and how each input is known."""

    scenario: Scenario
    catalog: Catalog
    root: Instance
    provenance: dict[Address, Provenance]
    lines: tuple[Line, ...]
    warnings: tuple[str, ...]
    fields: dict[Address, str]
    """Where the scenario may state an input; of some that no book asks for as yet, too."""

    @cached_property
    def program(self) -> Program:
        """The compiled tree."""
        return compiled(self.root)

    @cached_property
    def instances(self) -> dict[str, Instance]:
        """Each instance of the tree by its path."""
        return dict(self.root.walk())

    def source_of(self, path: str, item: Input) -> Provenance:
        """How an input is known; a default says its declared reason."""
        found = self.provenance.get((path, item.name))
        if found is not None:
            return found
        if item.default is None:
            return UNKNOWN
        return Provenance("constant" if item.constant else "default", source=item.source)


def plan(scenario: Scenario, catalog: Catalog | None = None) -> Plan:
    """Resolve a scenario.

    Raises
    ------
    InputError
        For parts that the catalog doesn't have, and layouts that the drives can't make.
    """
    parts = [(at, piece.part) for at, piece in scenario.pieces() if piece.part is not None]
    catalog = catalog or load_catalog(needs={part for _, part in parts})
    supply = Supply(scenario, catalog)
    wrong = [*wrong_parts(parts, catalog)]
    for n, tier in enumerate(scenario.tiers):
        if isinstance(tier, Tier):
            at = f"tiers.{n}"
            wrong += (*wrong_layout(tier, at), *wrong_figures(tier, at, catalog))
    for path, what in wrong:
        supply.complain(path, what)
    supply.refuse()
    tiers = [_tier(tier, f"tiers.{n}", supply) for n, tier in enumerate(scenario.tiers)]
    children = {
        role: [tier for tier in tiers if tier.role == role] for role in ("tiers", "metadata")
    }
    common = [_common(supply)] if scenario.common else []
    children["common"] = [grown_tier(part, None, "", supply) for part in common]
    children["latencies"] = ladders(supply)
    children["years"] = years_of(book.SITE_YEAR, scenario)
    site_book = _site_book(scenario, racks=supply.rack is not None)
    root = Instance("site", "site", site_book, _site_inputs(supply), children)
    root = grown_site(root, supply, racks="racks" in site_book)
    root = with_inodes_full(with_clients(with_files(root, supply), supply), supply)
    root = with_drains(root, supply)
    supply.refuse()
    known = settle(root, supply.provenance)
    lines, warnings = tuple(supply.lines), tuple(supply.warnings)
    return Plan(scenario, catalog, root, known, lines, warnings, supply.fields)


def _tier(tier: Tier | GivenTier, at: str, supply: Supply) -> Instance:
    make = given_instance if isinstance(tier, GivenTier) else tier_instance
    instance = make(tier, at, supply)  # type: ignore[arg-type]  # each gets what it makes
    instance = with_memory(with_inodes(instance, tier, at, supply), tier, supply)
    return grown_tier(instance, getattr(tier, "demand", None), f"{at}.demand", supply)


def _common(supply: Supply) -> Instance:
    lines = []
    for n, piece in enumerate(supply.scenario.common):
        name = f"{n + 1}"
        draft = Draft(f"site/common:common/lines:{name}", supply)
        put_line(draft, piece, f"common.{n}")
        supply.line(draft.path, "common", "", piece)
        lines.append(Instance("lines", name, book.line_book(), draft.inputs))
    years = years_of(book.TIER_YEAR, supply.scenario)
    return Instance("common", "common", book.COMMON, {}, {"lines": lines, "years": years})


def _site_book(scenario: Scenario, *, racks: bool) -> Book:
    asked = {
        name for name in book.REQUIREMENTS if getattr(scenario.requirements, name, None) is not None
    }
    drains = drains_of(scenario) is not None
    if scenario.checkpoint:
        asked.update(book.THROUGH_BURST if drains else ("checkpoint_bandwidth",))
    return book.site_book(
        scenario.checkpoint.rule if scenario.checkpoint else None,
        memory=scenario.machine is not None,
        memory_given=scenario.machine is not None and scenario.machine.memory is not None,
        racks=racks or "racks" in asked,
        required=frozenset(asked),
        drains=drains,
    )


def _site_inputs(supply: Supply) -> dict[str, float]:
    scenario, draft = supply.scenario, Draft("site", supply)
    put_bound(draft, scenario)
    machine, checkpoint = scenario.machine, scenario.checkpoint
    if machine is not None and (memory := machine.node_memory or machine.memory):
        supply.warn_of_decimal_memory(memory)
    if checkpoint is not None and checkpoint.restart is not None:
        said, restart = supply.stated(checkpoint.restart, "checkpoint.restart"), checkpoint.restart
        if restart.value == "dump":
            draft.put("restart_dumps", 1.0, said)
        else:
            draft.put("fixed_restart_time", restart.value, said)
    if supply.rack:
        draft.put("usable_rack_units", *supply.figure(supply.rack, "rack_units"))
    return draft.inputs
