"""Resolution of a scenario with the catalog to a tree of inputs with provenance.

Figures of the scenario take precedence over the catalog, and these over defaults. A figure in none
of them is unknown; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from functools import cached_property, partial
from itertools import islice, zip_longest
from typing import Any

from model.books.facts import TierFacts
from model.books.site import COMMON, COMMON_YEAR, COUNTED_YEAR, SITE, SITE_YEAR
from model.books.site_facts import SiteFacts
from model.design.given import GivenTier
from model.design.piece import Piece
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.engine.incremental import IncrementalProgram
from model.engine.quantity import Input
from model.engine.tree import Address, Instance, Program, TreeError, compiled
from model.parts.catalog import Catalog, load_catalog
from model.planning.availability import put_availability
from model.planning.bands import Banded, banded
from model.planning.binding import settle
from model.planning.cable_lengths import fabric_cable, put_cable
from model.planning.caches import ladders
from model.planning.checks import (
    wrong_choices,
    wrong_figures,
    wrong_layout,
    wrong_parts,
)
from model.planning.contradictions import without_reason
from model.planning.cords import NO_OTHERS, cords_of, is_cord
from model.planning.delivery_times import kinds_of
from model.planning.demand import grown, years_of
from model.planning.fabrics import beside_listed, fabric_of, put_switch_ports, uncounted_beside
from model.planning.facts import given_facts, site_facts, tier_facts
from model.planning.kinds.whole import whole_instance
from model.planning.lines import LineDraft, bill, by_role, counted_again, position
from model.planning.memory import put_clients
from model.planning.metadata import put_files
from model.planning.payments import put_phases
from model.planning.price_paths import priced_common, put_paths
from model.planning.prices.prices import LinePrice
from model.planning.prices.quotes import unused
from model.planning.projections import put_projections
from model.planning.racks import later_stands, stands_of
from model.planning.reuse import Apart, Read, Section, changed_since, read_beside
from model.planning.services import services_instances
from model.planning.supply import Draft, Line, Supply
from model.planning.tiers import tier_instance
from model.planning.training import put_training
from model.provenance import OF_THE_PLAN, UNKNOWN, Provenance
from model.reading.fields import Amount
from model.records import dataclass, replace
from model.units.money import ISO_4217, minor_digits


@dataclass(frozen=True)
class Plan:
    """A resolved scenario: the tree, and the provenance of each input."""

    scenario: Scenario
    catalog: Catalog
    root: Instance
    provenance: Mapping[Address, Provenance]
    lines: tuple[Line, ...]
    warnings: tuple[str, ...]
    fields: Mapping[Address, str]
    """Path in the scenario of each input, including some that no book requires yet."""
    prices: Mapping[str, LinePrice] = field(default_factory=dict)
    """Price of each line by its path, with all known prices."""
    amounts: Mapping[Address, Amount] = field(default_factory=dict)
    """Amounts of quoted inputs in their own currency."""
    bands: tuple[Banded, ...] = ()
    """Uncertain inputs with their distributions, by the scenario's ranges; failure rates are among
    them where a requirement depends on them.
    """
    failures: tuple[Banded, ...] = ()
    """Uncertain failure rates and repair times of the catalog, for the ranges of risks."""
    public: bool = False
    """Whether the plan is public, that is, without confidential figures."""
    sections: Mapping[str, Section] = field(default_factory=dict, repr=False)
    """Inputs of each tier's planning by its path in the scenario, for reuse by later plans."""
    _since: tuple[Instance, dict[str, Instance]] | None = field(default=None, repr=False)
    """The root of the plan before, and the instances that changed since."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments; another process plans again, as a tree contains functions."""
        return _planned_again, (self.scenario, self.catalog, self.public)

    @cached_property
    def program(self) -> Program:
        """The compiled tree."""
        return compiled(self.root)

    @cached_property
    def piece_ids(self) -> frozenset[int]:
        """The identities of the pieces of the scenario."""
        return frozenset(id(piece) for _, piece in self.scenario.pieces())

    @cached_property
    def beside_tiers(self) -> Read:
        """The values that the sections of the plan read beside their tiers."""
        return read_beside(self.sections.values())

    def changed_from(self, before: Plan) -> dict[str, Instance]:
        """Return the instances that are others in this plan than in one of the same shape."""
        if self._since is not None and self._since[0] is before.root:
            return self._since[1]
        known = before.instances
        return {at: one for at, one in self.instances.items() if one is not known[at]}

    @cached_property
    def instances(self) -> dict[str, Instance]:
        """The instances of the tree by path."""
        return dict(self.root.walk())

    def compile_from(self, before: Plan) -> None:
        """Compile the tree from an earlier one, where its shape is another; in no certain order."""
        if "program" not in vars(self):
            with suppress(TreeError):
                program = IncrementalProgram(self.instances, before.program, before.instances)
                vars(self)["program"] = program

    def source_of(self, path: str, item: Input) -> Provenance:
        """Return the provenance of an input; for a default, its declared reason."""
        known = self.provenance.get((path, item.name))
        if known is not None:
            return known
        if item.default is None:
            return OF_THE_PLAN if item.constant else UNKNOWN
        return Provenance("constant" if item.constant else "default", source=item.source)


def plan(
    scenario: Scenario,
    catalog: Catalog | None = None,
    *,
    public: bool = False,
    before: Plan | None = None,
) -> Plan:
    """Resolve a scenario; a public plan omits confidential figures.

    Parts that an edit doesn't affect are reused from `before`, the plan of the original scenario;
    without it, the result is the same, but takes longer.

    Raises
    ------
    InputError
        If a part is not in the catalog, or a layout is not possible with the drives.
    """
    catalog = catalog or load_catalog(needs={part for _, part in scenario.parts()})
    supply = Supply(scenario, catalog, public=public)
    checked = before if before is not None and before.catalog is catalog else None
    pieces, new_tiers = _new_pieces(scenario, checked), _new_tiers(scenario, checked)
    wrong = [*wrong_parts(scenario.parts_of(pieces, new_tiers), catalog)]
    wrong += without_reason(pieces, catalog)
    for n in new_tiers:
        tier = scenario.tiers[n]
        if isinstance(tier, Tier):
            at = f"tiers.{n}"
            wrong += (*wrong_layout(tier, at), *wrong_figures(tier, at, catalog))
    for path, what in wrong:
        supply.complain(path, what)
    supply.refuse()
    kept = _kept(before, supply)
    tiers = [_Tier(tier, f"tiers.{n}", supply, kept) for n, tier in enumerate(scenario.tiers)]
    facts = site_facts(tuple(tier.facts for tier in tiers), supply)
    sections = {tier.at: tier.made(supply) for tier in tiers}
    of_each = [section.made[1] for section in sections.values()]
    of_tiers = dict(supply.provenance)
    root, of_site = _site(facts, of_each, supply, kept)
    sections |= of_site
    supply.refuse()
    own = dict(islice(supply.provenance.items(), len(of_tiers), None))  # what came after them
    required = of_tiers | settle(dict(_walk_beside(root, of_each)), own)
    changed = None if before is None else root.changed(before.root)
    shared = _shared(root, before, changed)
    bands, failures = banded(supply, shared["instances"], required)
    supply.refuse()
    for text in () if public else unused(supply.books, supply.prices):
        supply.warn(text)
    _warn_of_searches(supply, root)
    planned = Plan(
        scenario,
        catalog,
        root,
        required,
        tuple(supply.lines),
        tuple(supply.warnings),
        supply.fields,
        supply.prices,
        supply.amounts,
        bands,
        failures,
        public,
        sections,
        None if before is None or changed is None else (before.root, changed),
    )
    vars(planned).update(shared)
    return planned


def _new_pieces(scenario: Scenario, checked: Plan | None) -> list[tuple[str, Piece]]:
    """Return the pieces that weren't checked with the catalog for an earlier plan."""
    known = frozenset[int]() if checked is None else checked.piece_ids
    return [(at, piece) for at, piece in scenario.pieces() if id(piece) not in known]


def _new_tiers(scenario: Scenario, checked: Plan | None) -> list[int]:
    """Return the numbers of the tiers that weren't checked for an earlier plan."""
    known = () if checked is None else checked.scenario.tiers
    pairs = zip_longest(scenario.tiers, known[: len(scenario.tiers)])
    return [n for n, (tier, other) in enumerate(pairs) if tier is not other]


def _shared(
    root: Instance, before: Plan | None, changed: Mapping[str, Instance] | None
) -> dict[str, Any]:
    """Return the cached properties of a plan that follow from those of an earlier one."""
    if before is None or changed is None:
        return {"instances": dict(root.walk())}
    of_shape = {name: one for name, one in vars(before).items() if name == "program"}
    return {"instances": {**before.instances, **changed}, **of_shape}


def _planned_again(scenario: Scenario, catalog: Catalog, public: bool) -> Plan:
    return plan(scenario, catalog, public=public)


def _kept(before: Plan | None, supply: Supply) -> Mapping[str, Section]:
    """Return the reusable sections of an earlier plan, by the paths of their tiers."""
    if before is None or before.catalog is not supply.catalog or before.public != supply.public:
        return {}
    if not supply.scenario.is_edit_of(before.scenario):
        return {}
    supply.changed = changed_since(before.beside_tiers, supply)
    return before.sections


_PLANNED: Mapping[type, tuple[Callable[..., TierFacts], Callable[..., Instance]]] = {
    Tier: (tier_facts, tier_instance),
    GivenTier: (given_facts, whole_instance),
}
"""Functions for the facts and the instance of a tier, by the kind of tier."""


def _facts(kind: type[Tier | GivenTier], at: str, apart: Apart, tier: Any) -> TierFacts:
    of_kind, _ = _PLANNED[kind]
    return of_kind(tier, at, apart)


class _Tier:
    """A tier being planned: reused from an earlier plan, or created."""

    def __init__(
        self, tier: Tier | GivenTier, at: str, supply: Supply, kept: Mapping[str, Section]
    ) -> None:
        self.at, self.tier, before = at, tier, kept.get(at)
        self.kept = None
        if (
            before is not None
            and before.given[0] is tier  # with all that was read of it
            and supply.changed.isdisjoint(before.read)
        ):
            self.kept = before
            self.facts: TierFacts = before.made[0]
        else:
            self.apart = Apart(supply, before.below if before else {})
            kind = type(tier)
            self.facts = self.apart.kept("facts", (at, kind), tier, partial(_facts, kind, at))

    def made(self, supply: Supply) -> Section:
        """Create or reuse it, and add it to the plan."""
        section = self.kept
        if section is None:
            _, make = _PLANNED[type(self.tier)]
            instance = make(self.tier, self.facts, self.at, self.apart)
            instances = dict(instance.walk("site"))
            self.apart.provenance = settle(instances, self.apart.provenance)
            section = self.apart.closed((self.tier,), (self.facts, instance))
        section.join(supply)
        return section


def _walk_beside(root: Instance, tiers: Sequence[Instance]) -> Iterator[tuple[str, Instance]]:
    """Return the instances of the site without those of its tiers, with their paths."""
    yield root.name, root
    done = {id(tier) for tier in tiers}
    for child in (child for of_role in root.children.values() for child in of_role):
        if id(child) not in done:
            yield from child.walk(root.name)


def _warn_of_maintenance(supply: Supply) -> None:
    """Warn if both a support service and a maintenance rate apply."""
    scenario = supply.scenario
    bought = any(service.kind == "support" and not service.option for service in scenario.services)
    if bought and scenario.economics.maintenance_rate is not None:
        supply.warn(
            "support is both in 'services' and in 'economics.maintenance_rate', which counts every "
            "year: leave one of them out if they are the same"
        )


def _warn_of_support(supply: Supply) -> None:
    """Warn if support of servers is bought although their price includes it."""
    paid = [
        one.name
        for one in supply.scenario.services
        if one.kind == "support" and not one.option and "server" in one.name.casefold()
    ]
    for line in supply.lines if paid else ():
        price = supply.prices.get(line.path) if line.role == "servers" else None
        first = price.first() if price else None
        if first is None or supply.public:
            continue
        if "support" in f"{first.origin} {first.includes}".casefold():
            supply.warn(
                f"{line.tier}: '{paid[0]}' may count support twice, as {first.origin} includes it: "
                "leave one of them out"
            )


OF_RACK = {
    "usable_rack_units": "rack_units",
    "rack_mounting_depth": "mounting_depth",
    "rack_load_limit": "max_load",
    "rack_own_weight": "weight",
    "rack_power_limit": "max_power",
    "rack_width": "width",
    "rack_length": "depth",
}
"""Inputs of the site from the rack part, with the part's figure for each."""
OF_PDU = {
    "feed_current": "current",
    "feed_phases": "phases",
    "pdu_outlets": "outlets",
    "pdu_outlets_c13": "outlets_c13",
    "pdu_outlets_c19": "outlets_c19",
}
"""The same for the power distribution unit."""


def _site(
    facts: SiteFacts, tiers: Sequence[Instance], supply: Supply, kept: Mapping[str, Section]
) -> tuple[Instance, dict[str, Section]]:
    """Create the instance of the site above its tiers, with the section it was made from."""
    scenario = supply.scenario
    draft = Draft("site", supply)
    children = {
        role: [tier for tier in tiers if tier.role == role] for role in ("tiers", "metadata")
    }
    common, lines = _put_common(facts, supply, kept)
    children["common"] = [*lines, *fabric_of(facts, supply), *cords_of(facts, supply)]
    children["racking"] = _common("racking", facts, supply, uncounted_beside(supply))
    _warn_of_maintenance(supply)
    _warn_of_support(supply)
    children["services"] = services_instances(facts, supply)
    children["latencies"] = ladders(supply)
    bound = _put_bound(draft, kept)
    _put_site(draft)
    put_availability(draft)
    put_switch_ports(draft, facts)
    put_cable(draft, "fabric_cable", fabric_cable(scenario.fabric, supply))
    children |= put_files(draft, facts)
    children |= put_phases(draft)
    children |= put_projections(draft)
    children |= put_training(draft, facts)
    children |= put_paths(draft)
    put_clients(draft)
    if facts.racks:
        there = facts.fed_switches is not None
        facts = replace(facts, stands=stands_of(children, supply, fed_switches=there))
        if facts.growing:
            facts = replace(facts, later_stands=later_stands(facts.stands, children))
    kinds = [kind for tier in scenario.tiers for kind in kinds_of(tier, supply)]
    demand = scenario.demand
    children |= grown(SITE_YEAR.book(facts), demand, "demand", facts.demand, draft, kinds)
    if facts.drains:
        supply.warnings.append(
            f"the site's capacity counts {' and '.join(facts.drains.burst)} beside "
            f"{facts.drains.behind}, although drained data is also in {facts.drains.behind}"
        )
    sections = {SITE_BOUND: bound, OF_ALL: common}
    return Instance("site", "site", SITE.book(facts), draft.inputs, children), sections


def _warn_of_searches(supply: Supply, root: Instance) -> None:
    """Warn of problems that affect only a search."""
    scenario = supply.scenario
    for path, what in wrong_choices(scenario.choices, supply.catalog):
        supply.warn(f"choices.{path}: {what}")
    for path in scenario.choices:
        tier = next(
            (t for n, t in enumerate(scenario.tiers) if path.startswith(f"tiers.{n}.")), None
        )
        built = tier.built if tier is not None else None
        if built is not None and built.is_owned and built.drives.owned is None:
            supply.warn(
                f"choices.{path}: '{built.name}' is owned, so that more of its parts cost nothing: "
                "write how many there are in 'owned' of each part"
            )
    aim = scenario.objective and (scenario.objective.minimise or scenario.objective.maximise)
    if aim and aim not in root.book:
        from model.reading.complaints import meant  # slow to import, and rarely needed

        near = meant(aim, [item.name for item in root.book])
        hint = f" (did you mean '{near}'?)" if near else ""
        supply.warn(f"objective: '{aim}' is not a figure of this site{hint}")


IN_COMMON = "C"
"""Prefix of the positions of common items."""


RACKED: dict[str, tuple[str, str]] = {"": ("", ""), "rack": ("pieces_per_rack", "racks")}
"""Quantity that multiplies common items, by the unit of their count: none, or racks."""


def _common(
    role: str, facts: SiteFacts, supply: Supply, uncounted: tuple[tuple[str, str], ...]
) -> list[Instance]:
    """Create the instance of common items, either fixed or counted by racks, if there are any."""
    drafts, per = [], "rack" if role == "racking" else ""
    for n, piece in enumerate(supply.scenario.common):
        if piece.per != per:
            continue
        if per and not facts.racks:
            what = "the racks that this item is for are unknown: add a rack to 'common'"
            supply.complain(f"common.{n}.per", what)
            continue
        name, counted = f"{n + 1}", RACKED[per]
        left_out = NO_OTHERS if is_cord(piece) else beside_listed(piece, uncounted, supply)
        drafts.append(
            LineDraft(
                name,
                "common",
                piece,
                f"common.{n}",
                position(IN_COMMON, n + 1),
                lot=piece.lot,
                unit=piece.unit,
                left_out=left_out,
                counted=counted[0],
                per=counted[1],
                counted_as=counted[0] or "line_count",
            )
        )
    year_book = COMMON_YEAR
    if per:
        drafts, year_book = counted_again(drafts, facts), COUNTED_YEAR
    lines = bill(f"site/{role}:{role}", drafts, supply)
    years = years_of(year_book.book(facts), facts.years)
    children = {**by_role(lines), "years": years}
    book = COMMON.book(replace(facts, priced_common=priced_common(per, supply)))
    return [Instance(role, role, book, {}, children)] if lines else []


OF_ALL = "common"
"""Section of the items of all tiers."""
SITE_BOUND = "site"
"""Section of the site's fields; those of tiers are named by their paths."""


def _put_common(
    facts: SiteFacts, supply: Supply, kept: Mapping[str, Section]
) -> tuple[Section, list[Instance]]:
    """Create the lines of common items together, as there may be thousands."""
    before = kept.get(OF_ALL)
    apart, uncounted = Apart(supply, before.below if before else {}), uncounted_beside(supply)

    def common(supply: Supply, _: None) -> dict[str, list[Instance]]:
        return {"common": _common("common", facts, supply, uncounted)}

    lines = apart.instances("common", ("site", facts, uncounted), None, common)["common"]
    section = apart.closed((), None)
    section.join(supply)
    return section, lines


def _put_bound(draft: Draft, kept: Mapping[str, Section]) -> Section:
    """Set each figure that the scenario binds for the site, by field."""
    before = kept.get(SITE_BOUND)
    apart = Apart(draft.supply, before.below if before else {})
    apart.put_bound(draft, draft.supply.scenario, "")
    section = apart.closed((), None)
    section.join(draft.supply)
    return section


def _put_site(draft: Draft) -> None:
    supply, scenario = draft.supply, draft.supply.scenario
    service = Provenance("stated", "", "years of service", supply.place("economics.years"))
    draft.put("years_of_service", float(scenario.economics.years), service)
    digits = float(minor_digits(scenario.economics.currency))
    draft.put("minor_digits", digits, Provenance("constant", ISO_4217))
    machine, checkpoint = scenario.machine, scenario.checkpoint
    if machine is not None and (memory := machine.node_memory or machine.memory):
        supply.warn_of_decimal_memory(memory)
    if checkpoint is not None and checkpoint.restart is not None:
        known, restart = supply.stated(checkpoint.restart, "checkpoint.restart"), checkpoint.restart
        if isinstance(restart.value, str):  # as long as a checkpoint
            draft.put("restart_dumps", 1.0, known)
        else:
            draft.put("fixed_restart_time", restart.value, known)
    for part, figures in ((supply.rack, OF_RACK), (supply.pdu, OF_PDU)):
        for name, figure in figures.items() if part else ():
            if name not in draft.inputs:
                draft.put(name, *supply.figure(part, figure))
