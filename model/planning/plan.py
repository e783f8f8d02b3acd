"""From a scenario and the catalog to a tree with its inputs, each with its provenance.

What a scenario states goes before what the catalog knows, and that before a default. What none of
them gives is unknown; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from model.books.facts import SiteFacts, TierFacts
from model.books.site import COMMON, COMMON_YEAR, SITE, SITE_YEAR
from model.books.tier import LINE, LineFacts
from model.design.given import GivenTier
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.engine.quantity import Input
from model.engine.tree import Address, Instance, Program, compiled
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.parts.catalog import Catalog, load_catalog
from model.planning.caches import ladders
from model.planning.checks import wrong_figures, wrong_layout, wrong_parts
from model.planning.demand import grown, put_migration, years_of
from model.planning.facts import is_growing, site_facts, tier_facts
from model.planning.given import given_instance
from model.planning.memory import put_clients
from model.planning.metadata import put_files
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
    known = tuple(tier_facts(tier, f"tiers.{n}", supply) for n, tier in enumerate(scenario.tiers))
    root = _site(site_facts(known, supply), known, supply)
    supply.refuse()
    return Plan(
        scenario, catalog, root, supply.provenance, tuple(supply.lines), tuple(supply.warnings)
    )


def _site(facts: SiteFacts, known: Sequence[TierFacts], supply: Supply) -> Instance:
    """Make the instance of the site, and all below it, each with its final book."""
    scenario = supply.scenario
    tiers = [
        _tier(tier, facts_of, f"tiers.{n}", supply)
        for n, (tier, facts_of) in enumerate(zip(scenario.tiers, known, strict=True))
    ]
    draft = Draft("site", supply)
    children = {
        role: [tier for tier in tiers if tier.role == role] for role in ("tiers", "metadata")
    }
    children["common"] = [_common(facts, supply)] if scenario.common else []
    children["latencies"] = ladders(supply)
    _put_site(draft)
    children |= grown(SITE_YEAR.book(facts), scenario.demand, "demand", facts.demand, draft)
    if scenario.migration is not None:
        put_migration(draft, scenario.migration)
    children |= put_files(draft, facts)
    put_clients(draft)
    if facts.drains:
        supply.warnings.append(
            f"the site's capacity counts {' and '.join(facts.drains.burst)} beside "
            f"{facts.drains.behind}, though what drains lies in {facts.drains.behind} too"
        )
    return Instance("site", "site", SITE.book(facts), draft.inputs, children)


def _tier(tier: Tier | GivenTier, facts: TierFacts, at: str, supply: Supply) -> Instance:
    make = given_instance if isinstance(tier, GivenTier) else tier_instance
    return make(tier, facts, at, supply)  # type: ignore[arg-type]  # each gets what it makes


def _common(facts: SiteFacts, supply: Supply) -> Instance:
    lines = []
    for n, piece in enumerate(supply.scenario.common):
        name = f"{n + 1}"
        draft = Draft(f"site/common:common/lines:{name}", supply)
        draft.state("line_count", piece.count, f"common.{n}.count")
        put_line(draft, piece, f"common.{n}")
        supply.line(draft.path, "common", "", piece)
        lines.append(Instance("lines", name, LINE.book(LineFacts()), draft.inputs))
    years = years_of(COMMON_YEAR.book(facts), facts.years)
    return Instance("common", "common", COMMON.book(), {}, {"lines": lines, "years": years})


def _put_site(draft: Draft) -> None:
    supply, scenario = draft.supply, draft.supply.scenario
    if scenario.machine:
        machine = scenario.machine
        draft.state("compute_nodes", machine.compute_nodes, "machine.compute_nodes")
        draft.state("node_memory", machine.node_memory, "machine.node_memory")
        draft.state("memory_capacity", machine.memory, "machine.memory")
        if memory := machine.node_memory or machine.memory:
            supply.warn_of_decimal_memory(memory)
    if scenario.checkpoint:
        _put_checkpoint(draft, scenario)
    for name in REQUIREMENTS:
        stated = getattr(scenario.requirements, name, None)
        if stated is not None:
            at = f"requirements.{name}"
            draft.put(f"required_{name}", supply.amount(stated, at), supply.stated(stated, at))
    economics = scenario.economics
    for name in ("discount_rate", "pue", "vat_rate", "maintenance_rate"):
        draft.state(name, getattr(economics, name), f"economics.{name}")
    if is_growing(scenario):
        draft.state("price_decline", economics.price_decline, "economics.price_decline")
    for name in ("energy_price", "staff_cost"):
        stated = getattr(economics, name)
        if stated is not None:
            at = f"economics.{name}"
            draft.put(name, supply.amount(stated, at), supply.stated(stated, at))
    if supply.rack:
        draft.put("usable_rack_units", *supply.figure(supply.rack, "rack_units"))


def _put_checkpoint(draft: Draft, scenario: Scenario) -> None:
    checkpoint = scenario.checkpoint
    assert checkpoint is not None
    for name, figure in (
        ("checkpoint_fraction", "fraction"),
        ("job_mtti", "job_mtti"),
        ("mtti_to_dump_ratio", "ratio"),
        ("dump_time", "dump_time"),
        ("checkpoint_bandwidth", "bandwidth"),
        ("wanted_efficiency", "efficiency"),
        ("dumps_in_burst", "dumps_in_burst"),
    ):
        draft.state(name, getattr(checkpoint, figure), f"checkpoint.{figure}")
    restart = checkpoint.restart
    if restart is not None:
        said = draft.supply.stated(restart, "checkpoint.restart")
        if restart.value == "dump":
            draft.put("restart_dumps", 1.0, said)
        else:
            draft.put("fixed_restart_time", restart.value, said)
