"""The books of the site, its years, what is common to all tiers, and a machine by itself."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from model.books import demand
from model.books.late import late
from model.books.site_facts import CordFacts, Sharing, SiteFacts
from model.books.table import ALWAYS, Condition, Table, of
from model.engine.quantity import Book
from model.formulas.compatibility import cabling, designs
from model.formulas.files import metadata
from model.formulas.risk import availability, loss, shelf, spares
from model.formulas.space import capacity
from model.formulas.states import healthy
from model.formulas.time_and_money import cost, fabrics, life, materials, offers, services, taxes
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.chain import sharing
    from model.formulas.compatibility import cords, outlets, shared
    from model.formulas.files import server_memory, small_files
    from model.formulas.space import racks, room
    from model.formulas.time_and_money import (
        checkpoint,
        depreciation,
        drain,
        expansion,
        filling,
        growth,
        migration,
        owned,
        payments,
        price_paths,
        projections,
        shared_growth,
        training,
        training_reads,
    )
else:
    late(globals(), "chain", "sharing")
    late(globals(), "compatibility", "cords outlets shared")
    late(globals(), "files", "server_memory small_files")
    late(globals(), "space", "racks room")
    late(
        globals(),
        "time_and_money",
        "checkpoint depreciation drain expansion filling growth migration owned payments "
        "price_paths projections shared_growth training training_reads",
    )


def _packing(facts: SiteFacts) -> Book:
    """Packing of racks."""
    from model.books.racks import packing  # a long file, which only racks need

    return packing(facts)


def _packing_in_year(facts: SiteFacts) -> Book:
    """Packing of racks in a year."""
    from model.books.racks import packing_in_year

    return packing_in_year(facts)


def _seen(facts: SiteFacts) -> Book:
    """Site bandwidth: that of the tiers in front of the one that others drain into."""
    assert facts.drains is not None
    return drain.in_front(healthy.SITE, facts.drains.front)


def _seen_in_year(facts: SiteFacts) -> Book:
    """Year of expansions: bandwidth of the tiers in front of the one that others drain into."""
    assert facts.drains is not None
    return drain.in_front(expansion.YEAR_BANDWIDTH, facts.drains.front)


def _drained(facts: SiteFacts) -> Book:
    """Checkpoints on tiers that drain: what these, and the one behind, have for checkpoints."""
    assert facts.drains is not None
    return drain.totals(facts.drains.burst, facts.drains.behind)


def _shared(facts: SiteFacts) -> Book:
    """Site bandwidth where tiers on the same servers go through the same ports."""
    assert facts.sharing is not None
    seen = facts.drains.front if facts.drains else ()
    return sharing.site(facts.sharing.seen, seen)


def _fitted(facts: SiteFacts) -> Book:
    """Fitting of tiers on the same servers."""
    assert facts.sharing is not None
    return _taken(facts.sharing)


@cache
def _taken(sharing_: Sharing) -> Book:
    everyone = (sharing_.owner, *sharing_.guests)
    return Book(
        "fitting of tiers on the same servers",
        shared.taken_together(sharing_.owner, sharing_.guests, everyone),
        shared.SHARED,
    )


def _in_bays(facts: SiteFacts) -> Book:
    """Bays of the same servers."""
    assert facts.sharing is not None
    return shared.bays_together(facts.sharing.in_bays)


def _priced_common(facts: SiteFacts) -> Book:
    """Items for all tiers by kind of part."""
    assert facts.priced_common is not None
    return price_paths.items_beside(*facts.priced_common)


def _mix_beside(facts: SiteFacts) -> Book:
    """Parts by kind, with special vdevs of other drives and other items."""
    assert facts.priced_beside is not None
    return price_paths.site_mix_beside(*facts.priced_beside)


def _remembered(facts: SiteFacts) -> Book:
    """Memory of the same servers."""
    assert facts.sharing is not None
    return server_memory.needed_together(facts.sharing.counted)


def _counted(facts: SiteFacts) -> Book:
    """Servers and drives of all tiers, as services count them."""
    return _all_of(facts.owners, facts.built)


@cache
def _all_of(owners: tuple[str, ...], built: tuple[str, ...]) -> Book:
    return services.counted_together(owners, built)


def _of_serviced(facts: SiteFacts) -> Book:
    """Services of tiers."""
    return _services_of(facts.serviced)


@cache
def _services_of(tiers: tuple[str, ...]) -> Book:
    return services.of_tiers(tiers)


def _ports(facts: SiteFacts) -> Book:
    """Switch ports of all servers."""
    return _ports_of(facts.on_fabric)


@cache
def _ports_of(tiers: tuple[str, ...]) -> Book:
    return fabrics.ports_of(tiers)


def _ports_in_year(facts: SiteFacts) -> Book:
    """Switch ports of all servers in a year."""
    return _ports_of_year(facts.on_fabric)


@cache
def _ports_of_year(tiers: tuple[str, ...]) -> Book:
    return shared_growth.ports_of(tiers)


def _counted_in_year(facts: SiteFacts) -> Book:
    """Servers and drives of all tiers in a year."""
    return _all_of_year(facts.owners, facts.built)


@cache
def _all_of_year(owners: tuple[str, ...], built: tuple[str, ...]) -> Book:
    return shared_growth.counted_together(owners, built)


def _joint_orders(facts: SiteFacts) -> Book:
    """Drives that are ordered together for several tiers."""
    return _joint_orders_of(facts.joint_orders)


@cache
def _joint_orders_of(tiers: tuple[tuple[str, ...], ...]) -> Book:
    return spares.joint_orders(tiers)


def _others(facts: SiteFacts) -> Book:
    """Live capacity of the other data tiers in a year."""
    return _others_of(facts.grown_beside)


def _owned(facts: SiteFacts) -> Book:
    """Maintenance of owned tiers in a year."""
    return _owned_of(facts.owned)


@cache
def _owned_of(tiers: tuple[str, ...]) -> Book:
    return owned.of_tiers(tiers)


@cache
def _others_of(names: tuple[str, ...]) -> Book:
    return expansion.others(names)


@cache
def _compared_with(name: str) -> Book:
    return projections.baseline(name)


def _cords(facts: SiteFacts) -> Book:
    """Power cords by their plugs."""
    return _cords_of(facts.cords)


def _cords_in_year(facts: SiteFacts) -> Book:
    """Power cords by their plugs, in a year."""
    return _cords_of(facts.cords, in_year=True)


@cache
def _cords_of(found: tuple[CordFacts, ...], *, in_year: bool = False) -> Book:
    chapters = []
    for one in found:
        words = (cords.OPTIONAL if one.option else cords.PLUGS)[one.plug]
        tiers = one.servers, one.enclosures, one.further_enclosures
        chapters.append(cords.of_plug(words, tiers, switches=one.switches, in_year=in_year))
    return Book("power cords by their plugs", *chapters)


def _compared(facts: SiteFacts) -> Book:
    """Projections: the baseline."""
    return _compared_with(facts.baseline)


@cache
def _media_of(built: tuple[str, ...]) -> Book:
    return life.media_of(built)


@cache
def _replaced_of(tiers: tuple[str, ...]) -> Book:
    return life.replaced_of(tiers)


def _replaced(facts: SiteFacts) -> Book:
    """Drives expected to fail in a year."""
    return _replaced_of(facts.replaced)


def _network_paths(facts: SiteFacts) -> Book:
    """Network paths of the servers of tiers that have some."""
    return availability.paths_of(facts.built)


def _known_outages(facts: SiteFacts) -> Book:
    """Outages of the tiers whose outages are counted."""
    return availability.known_of(facts.outages_of)


def _known_losses(facts: SiteFacts) -> Book:
    """Losses of the tiers whose losses are counted."""
    return loss.losses_of(facts.losses_of)


@cache
def _replaced_in_year_of(tiers: tuple[str, ...]) -> Book:
    return life.replaced_in_year_of(tiers)


def _replaced_in_year(facts: SiteFacts) -> Book:
    """Drives expected to fail in a year of expansions."""
    return _replaced_in_year_of(facts.replaced)


def _media(facts: SiteFacts) -> Book:
    """Price of the drives that are replaced."""
    return _media_of(facts.built)


def _before_growth(facts: SiteFacts) -> Book:
    """What is bought for growth before the first year: nothing."""
    return depreciation.before_growth(facts.years)


def _drives_bought(facts: SiteFacts) -> Book:
    """Drives that tiers buy in a year."""
    return depreciation.drives_bought(facts.built)


def _grown_values(facts: SiteFacts) -> Book:
    """Book value of what is bought for growth, by the years since."""
    return depreciation.grown_values(facts.years)


def _stated(name: str) -> Condition:
    return Condition(f"cost stated: {name}", lambda facts: name in facts.costs)


def _requires(name: str) -> Condition:
    return Condition(f"required: {name}", lambda facts: name in facts.required)


when = of(SiteFacts)
_DEPRECIATED = _stated("depreciation")
OF_NODES = (
    (when.of_nodes, checkpoint.NODES),
    (when.accelerated, training.ACCELERATORS),
)
OF_MTTI = (
    (when.rule & when.mtti("job"), checkpoint.JOB_MTTI),
    (when.rule & when.mtti("node"), checkpoint.NODE_MTTI),
    (when.rule & when.mtti("accelerator"), training.ACCELERATOR_MTTI),
)
OF_MEMORY = (
    (when.memory("given"), checkpoint.GIVEN_MEMORY),
    (when.memory("of nodes"), checkpoint.MEMORY),
)
OF_SIZE = (
    (when.rule & when.dump("memory"), checkpoint.OF_FRACTION),
    (when.rule & when.dump("size"), checkpoint.GIVEN_SIZE),
    (when.rule & when.dump("model"), training.MODEL),
    (when.rule & when.dump("model") & ~when.states_given, training.STATE),
    (when.rule & when.dump("model") & when.states_given, training.GIVEN_STATE),
)
OF_STORAGE = (
    (when.rule & when.node_local, training.LOCAL),
    (when.rule & when.writers("accelerators"), training.SHARDED),
    (when.rule & when.writers("one"), training.ONE_WRITER),
    (when.rule & when.writers, training.WRITERS),
    (when.rule & when.dumps_kept, checkpoint.KEPT),
)
OF_RULE = (
    (when.rule("ratio"), checkpoint.FROM_RATIO),
    (when.rule("time"), checkpoint.FROM_TIME),
    (when.rule("bandwidth"), checkpoint.FROM_BANDWIDTH),
    (when.rule("efficiency"), checkpoint.FROM_EFFICIENCY),
    (when.rule & ~when.node_local, checkpoint.REQUIRED),
)
OF_READS = (
    (when.reads, training_reads.SAMPLES),
    (when.reads("batches"), training_reads.BATCHES),
    (when.reads("rate"), training_reads.GIVEN_RATE),
    (when.reads, training_reads.CEILING),
    (when.reads, training_reads.READS),
)
MACHINE = Table(
    "machine",
    *OF_NODES,
    *OF_MEMORY,
    *OF_MTTI,
    *OF_SIZE,
    (ALWAYS, checkpoint.RESTART),
    *OF_RULE,
    (ALWAYS, checkpoint.RATIO),
    (ALWAYS, checkpoint.OPTIMUM),
    *OF_STORAGE,
    *OF_READS,
    (ALWAYS, checkpoint.CURVE),
)
"""A machine that checkpoints, by itself, with what it would lose at another interval."""

SITE = Table(
    "site",
    (ALWAYS, capacity.SITE),
    (~when.drains & ~when.shared_ports, healthy.SITE),
    (when.drains & ~when.shared_ports, _seen),
    (when.shared_ports, _shared),
    *OF_NODES,
    *OF_MEMORY,
    *OF_MTTI,
    *OF_SIZE,
    (when.rule, checkpoint.RESTART),
    *OF_RULE,
    (when.rule, checkpoint.RATIO),
    (when.rule, checkpoint.OPTIMUM),
    *OF_STORAGE,
    (when.rule, checkpoint.STORAGE),
    (when.rule & ~when.drains & ~when.node_local, checkpoint.COMMITTED),
    (when.rule & ~when.drains & when.node_local, training.COMMITTED_LOCAL),
    (when.rule & ~when.drains, checkpoint.WRITTEN),
    *OF_READS,
    (when.rule & when.drains, drain.DRAIN),
    (when.rule, checkpoint.PACED),
    (ALWAYS, materials.CURRENCY),
    (ALWAYS, materials.SITE),
    (when.options, materials.SITE_OPTIONS),
    (when.estimates, offers.SITE_BAND),
    (when.fabric, _ports),
    (when.fabric, fabrics.PORTS),
    (when.fabric("single"), fabrics.SINGLE),
    (when.fabric("fat tree"), fabrics.TREE),
    (when.fabric_cable_length, cabling.FABRIC_CABLE_LENGTH),
    (when.services, services.UNITS),
    (when.services, services.METRICS),
    (ALWAYS, services.PURCHASE),
    (~when.serviced, services.MAINTAINED),
    (when.serviced, services.WITHOUT_SERVICES),
    (when.serviced, _of_serviced),
    (when.services & when.built, _counted),
    (when.racks, racks.RACKS),
    (when.racks, materials.IN_RACKS),
    (when.racks & ~when.fed, racks.BY_POWER),
    (when.racks & when.fed, racks.BY_POWER_OF_FEEDS),
    (when.racks, _packing),
    (ALWAYS, designs.SITE),
    (when.racks, racks.LIMITS),
    (when.racks & when.fed, racks.FEEDS),
    (when.racks & when.fed, outlets.OUTLETS),
    (when.fed_switches, outlets.FOR_SWITCHES),
    (when.fed_switches("single"), cords.OF_SWITCHES),
    (when.fed_switches("fat tree"), cords.OF_TREE),
    (when.cords, _cords),
    (when.room_power, room.POWER),
    (when.racks & when.room_racks, room.RACKS),
    (when.today, room.TODAY),
    (when.today & when.racks, room.RACKS_TODAY),
    (when.today & when.room_power, room.POWER_TODAY),
    (when.today & when.racks & when.room_racks, room.RACKS_LEFT_TODAY),
    (when.racks & when.floor, racks.FLOOR),
    (when.racks & when.lift, racks.LIFT),
    (when.racks & when.way, racks.WAY),
    (when.racks & when.doors, racks.DOORS),
    (when.sharing, _fitted),
    (when.shared_bays, _in_bays),
    (when.shared_memory, _remembered),
    (ALWAYS, cost.SITE),
    (when.outages, availability.RATES),
    (when.outages, shelf.SHELF),
    (when.outages & when.failing_switches("single"), shelf.SINGLE),
    (when.outages & when.failing_switches("fat tree"), shelf.TREE),
    (when.outages("all"), availability.SITE),
    (when.outages("all"), availability.REACHED),
    (when.outages("all") & when.racks & when.fed, availability.ENTERED_FEEDS),
    (when.outages("all") & ~(when.racks & when.fed), availability.FEEDS),
    (when.outages("all") & when.failing_switches, _network_paths),
    (when.outages("all") & when.failing_switches, availability.SWITCHES),
    (when.outages("all") & when.failing_switches & when.takes_over, availability.PAIRED_SWITCHES),
    (
        when.outages("all") & when.failing_switches & ~when.takes_over,
        availability.UNPAIRED_SWITCHES,
    ),
    (when.outages("all") & when.failing_switches("single"), availability.SINGLE),
    (when.outages("all") & when.failing_switches("fat tree"), availability.TREE),
    (~when.outages("all"), availability.STATED),
    (when.outages, _known_outages),
    (when.outages("all"), availability.KNOWN),
    (when.outages("some"), availability.KNOWN_OF_SOME),
    (~when.outages, availability.KNOWN_AS_ENTERED),
    (when.losses("all"), loss.SITE),
    (when.losses, loss.SERVICE),
    (when.losses("all"), loss.ODDS),
    (~when.losses("all"), loss.ENTERED_LOSS),
    (when.losses("some"), _known_losses),
    (when.losses("some"), loss.SOME_LOSSES),
    (~when.losses, loss.STATED_LOSS),
    *((_requires(name), requirement.chapter) for name, requirement in REQUIREMENTS.items()),
    (when.growing, expansion.DECLINE),
    (when.growing, expansion.SITE),
    (when.growing, filling.NEVER),
    (when.demanded, growth.SITE_NEED),
    *demand.OF_SOURCE,
    (when.migration, migration.MIGRATION),
    (when.migration("given"), migration.GIVEN_TARGET),
    (when.migration("planned"), migration.PLANNED_TARGET),
    (when.files("sizes"), small_files.MEAN),
    (when.files("mean"), metadata.MEAN),
    (when.files, metadata.FILES),
    (when.files & when.files_counted, metadata.COUNTED),
    (when.files & ~when.files_counted, metadata.FILLING),
    (when.clients, server_memory.CLIENTS),
    (when.files & when.curves, demand.inodes_full),
    (when.rule & when.drains, _drained),
    (ALWAYS, life.LAST),
    (ALWAYS, life.WORTH),
    (~when.growing, life.WORTH_AT_ONCE),
    (when.growing, life.WORTH_GROWN),
    (when.racks & ~when.growing, life.RACK_WORTH),
    (when.racks & when.growing, life.RACK_WORTH_GROWN),
    (ALWAYS, taxes.SITE),
    (ALWAYS, taxes.RATES),
    (_stated("space"), life.SPACE),
    (_stated("area"), life.AREA),
    (_stated("space") | _stated("area"), taxes.SPACE_RATE),
    (_stated("media") & ~when.replaced, life.MEDIA),
    (_stated("media") & when.replaced, _replaced),
    (_stated("media"), _media),
    (_DEPRECIATED & ~_stated("media") & when.built, _media),
    (_DEPRECIATED, depreciation.SITE),
    (_DEPRECIATED, depreciation.TIMES),
    (_DEPRECIATED & when.built, depreciation.DRIVE_TIME),
    (_DEPRECIATED & when.built, depreciation.WITH_DRIVES),
    (_DEPRECIATED & ~when.built, depreciation.WITHOUT_DRIVES),
    (_DEPRECIATED & when.growing, _before_growth),
    (_stated("media"), taxes.MEDIA_RATE),
    (_stated("moving"), life.MOVING),
    (_stated("moving"), taxes.MOVING_RATE),
    (_stated("removal"), life.REMOVAL),
    (_stated("removal"), taxes.REMOVAL_RATE),
    (_stated("residue"), life.RESIDUE),
    (_stated("residue"), taxes.RESIDUE_RATE),
    (_stated("charge"), life.CHARGE),
    (_stated("inflation"), life.NOMINAL),
    (when.maintained, life.MAINTENANCE),
    (when.owned, owned.SITE),
    (when.phased, payments.SITE),
    (
        (when.phased | _stated("media") | when.dated_prices) & ~when.growing,
        expansion.DECLINE,
    ),
    (when.joint_orders, _joint_orders),
    (when.dated_prices, price_paths.PATHS),
    (when.dated_prices, price_paths.SITE),
    (when.dated_prices & ~when.priced_beside, price_paths.MIX_OF_SITE),
    (when.dated_prices & when.priced_beside, _mix_beside),
    (when.dated_prices, price_paths.ORDERS),
    (when.paid, payments.FISCAL_SITE),
    (when.baseline, projections.SITE),
    (when.baseline, _compared),
)
"""The site: totals, machine, cost, the checks that are asked for, and what is needed of it."""

FILES_OF_A_CLASS = Table("files", (ALWAYS, small_files.CLASS))
"""Files of one size whose inodes the site must hold."""

_SPACE = _stated("space") | _stated("area")
SITE_YEAR = Table(
    "year",
    (ALWAYS, cost.YEAR),
    (~when.phased, cost.WARRANTY),
    (when.phased, payments.WARRANTIES),
    (~when.phased, cost.CAPITAL_YEAR),
    (when.phased, payments.YEAR),
    (when.paid, payments.FISCAL_YEAR),
    (~when.growing & ~when.maintained, cost.MAINTENANCE_YEAR),
    (when.growing & ~when.maintained, expansion.MAINTENANCE_YEAR),
    (~when.growing & when.maintained, life.MAINTENANCE_YEAR),
    (when.growing & when.maintained, life.MAINTENANCE_YEAR_GROWN),
    (when.owned, _owned),
    (when.owned, owned.TAX),
    (_SPACE & ~when.growing, life.SPACE_YEAR),
    (_SPACE & when.growing, life.SPACE_YEAR_GROWN),
    (_stated("media") & when.replaced & when.replaced_by_year, _replaced_in_year),
    (_stated("media") & when.price_paths, price_paths.YEAR_LEVELS),
    (_stated("media") & when.price_paths, price_paths.MEDIA_YEAR),
    (_stated("media") & ~when.price_paths & ~when.capacity_grows, life.MEDIA_YEAR),
    (_stated("media") & when.capacity_grows, life.MEDIA_YEAR_GROWS),
    (_DEPRECIATED, depreciation.BOOK_VALUE),
    (_DEPRECIATED & ~when.growing, depreciation.YEAR),
    (_DEPRECIATED, depreciation.YEARS),
    (_DEPRECIATED & when.built, depreciation.DRIVE_YEAR),
    (_DEPRECIATED & when.growing, depreciation.YEAR_GROWN),
    (_DEPRECIATED & when.growing, depreciation.ALL_BOUGHT),
    (_DEPRECIATED & when.growing, _drives_bought),
    (_DEPRECIATED & when.growing, depreciation.OTHERS_BOUGHT),
    (_DEPRECIATED & when.growing, _grown_values),
    (_stated("moving"), life.MOVING_YEAR),
    (_stated("removal"), life.REMOVAL_YEAR),
    (_stated("residue"), life.RESIDUE_YEAR),
    (_stated("charge") & ~when.growing, life.CHARGE_YEAR),
    (_stated("charge") & when.growing, life.CHARGE_YEAR_GROWN),
    (_stated("inflation"), life.NOMINAL_YEAR),
    (ALWAYS, taxes.YEAR),
    (ALWAYS, taxes.TAXES),
    (when.growing, taxes.EXPANSION),
    (_SPACE, taxes.SPACE_TAX),
    (_stated("media"), taxes.MEDIA_TAX),
    (_stated("moving"), taxes.MOVING_TAX),
    (_stated("removal"), taxes.REMOVAL_TAX),
    (_stated("residue"), taxes.RESIDUE_TAX),
    (when.growing & ~when.drains, expansion.YEAR_BANDWIDTH),
    (when.growing & when.drains, _seen_in_year),
    (when.growing, expansion.YEAR),
    (when.growing, life.WORTH_YEAR),
    (when.growing & when.racks, expansion.YEAR_RACKS),
    (when.growing & when.racks, life.RACK_WORTH_YEAR),
    (when.growing & when.racks, _packing_in_year),
    (when.growing & ~when.capacity_grows, expansion.PRICE_FALLS),
    (when.growing & when.capacity_grows, expansion.CAPACITY_GROWS),
    (when.grown_beside, _others),
    (when.growing & when.fabric, _ports_in_year),
    (when.growing & when.fabric("single"), shared_growth.SINGLE),
    (when.growing & when.fabric("fat tree"), shared_growth.TREE),
    (when.growing & when.fed_switches("single"), cords.OF_SWITCHES_IN_YEAR),
    (when.growing & when.fed_switches("fat tree"), cords.OF_TREE_IN_YEAR),
    (when.growing & when.cords, _cords_in_year),
    (when.growing & when.services, shared_growth.SERVICES),
    (when.growing & when.services & when.built, _counted_in_year),
    (when.source("groups"), growth.OF_GROUPS),
    (when.source("purge"), growth.SITE_OF_PURGE),
    (when.source("history"), growth.OF_HISTORY),
    (when.source("history") & ~when.exponential, growth.LINEAR_YEAR),
    (when.source("history") & when.exponential, growth.EXPONENTIAL_YEAR),
    (when.source("history") & ~when.limited, growth.UNLIMITED_YEAR),
    (when.source("history") & when.limited, growth.LIMITED_YEAR),
    (when.source("history"), filling.HISTORY_FULL_YEAR),
    (when.demanded, growth.SITE_NEED_YEAR),
)
"""The site in a year."""

COMMON = Table(
    "common",
    (ALWAYS, materials.TIER),
    (when.priced_common, _priced_common),
    (when.options, materials.TIER_OPTIONS),
    (when.maintained, life.TIER),
    (when.estimates, offers.TIER_BAND),
)
"""What serves all tiers: racks, switches."""
SERVICES = Table(
    "services",
    (ALWAYS, materials.TIER),
    (when.options, materials.TIER_OPTIONS),
    (when.maintained, life.TIER),
    (when.estimates, offers.TIER_BAND),
)
"""Licences, support and other services for all tiers."""
COMMON_YEAR = Table("tier year", (ALWAYS, cost.TIER_YEAR), (when.growing, expansion.STEADY))
"""What serves all tiers, in a year."""
COUNTED_YEAR = Table(
    "tier year",
    (~when.growing, cost.TIER_YEAR),
    (when.growing, shared_growth.COMMON_YEAR),
)
"""What serves all tiers and is counted by what they have, in a year."""


@dataclass(frozen=True, slots=True)
class TimingFacts:
    """Facts that select the book of a purchase that is ordered later."""

    in_stages: bool = False
    """Whether some of it is ordered today."""


timed = of(TimingFacts)
TIMING = Table(
    "timing",
    (timed.in_stages, price_paths.IN_STAGES),
    (~timed.in_stages, price_paths.LATER),
)
"""A purchase that is ordered later, as a whole or in part."""
