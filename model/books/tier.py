"""The books of a tier of building blocks, or entered as a whole: lines, years and files."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from model.books import demand, stages
from model.books.enclosures import stopping, with_all_copies
from model.books.facts import TierFacts
from model.books.late import late
from model.books.stages import between_stages, is_stage
from model.books.table import ALWAYS, Table, of
from model.engine.quantity import Book
from model.formulas.chain import (
    drives,
    measured_servers,
    metadata_rates,
    performance,
    requests,
    spreads,
    striping,
)
from model.formulas.compatibility import (
    bays,
    boards,
    cabling,
    designs,
    lanes,
    recordings,
    slots,
    supplies,
)
from model.formulas.files import metadata, metadata_space
from model.formulas.risk import ageing, availability, group_loss, loss, rebuild, shelf, spares
from model.formulas.space import capacity, enclosures, given, layout, raid
from model.formulas.states import healthy
from model.formulas.time_and_money import cost, fabrics, life, materials, offers, services
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.chain import bursts, cache_rates, caches
    from model.formulas.compatibility import cords, depths, outlets
    from model.formulas.files import files, server_memory, small_files
    from model.formulas.risk import endurance, outages_of_copies
    from model.formulas.space import ceph, coded, further, racks
    from model.formulas.time_and_money import (
        depreciation,
        expansion,
        filling,
        growth,
        owned,
        price_paths,
        shared_growth,
    )
else:
    late(globals(), "chain", "bursts cache_rates caches")
    late(globals(), "compatibility", "cords depths outlets")
    late(globals(), "files", "files server_memory small_files")
    late(globals(), "risk", "endurance outages_of_copies")
    late(globals(), "space", "ceph coded further racks")
    late(
        globals(),
        "time_and_money",
        "depreciation expansion filling growth owned price_paths shared_growth",
    )


def _between_stages(facts: TierFacts) -> Book:
    """Parts of the chain: what they have beside their stages, which are those of each state."""
    return between_stages(facts.chain)


def _deliveries(facts: TierFacts) -> Book:
    """Deliveries of the chain: those that stages have of their own, and that of all."""
    return stages.deliveries(facts.chain, cached=facts.cache_rated)


def _services(facts: TierFacts) -> Book:
    """Services of the tier."""
    return _services_of(facts.serviced)


@cache
def _services_of(lines: tuple[str, ...]) -> Book:
    return services.of_tier(lines)


_ordered_with = cache(spares.ordered_with)


def _strips_away(facts: TierFacts) -> Book:
    """Return the outages of data in strips or copies over servers."""
    assert facts.strips_away is not None
    return outages_of_copies.strips_of(*facts.strips_away)


def _strips_in_block(facts: TierFacts) -> Book:
    """Return the outages of data in strips or copies over the servers of a block."""
    assert facts.strips_in_block is not None
    return outages_of_copies.strips_in_block(*facts.strips_in_block)


def _copies_apart(facts: TierFacts) -> Book:
    """Return the outages of files with copies on other targets."""
    assert facts.copies_apart is not None
    return outages_of_copies.copies_of(
        facts.copies_apart, in_pairs=facts.buddies, in_enclosures=not facts.drives_in_servers
    )


def _lost_copies(facts: TierFacts) -> Book:
    """Return the losses of files with copies on other targets."""
    assert facts.copies_apart is not None
    return loss.copies_of(
        facts.copies_apart,
        in_pairs=facts.buddies,
        in_enclosures=not facts.drives_in_servers,
        behind_caches=facts.dirty_caches,
    )


def _stopping(facts: TierFacts) -> Book:
    """Return the enclosures whose loss puts data out of reach."""
    assert facts.placing is not None
    return stopping(facts.placing, unlike=facts.unlike_enclosures)


def _with_all_copies(facts: TierFacts) -> Book:
    """Return the enclosures that hold all copies of some files."""
    assert facts.placing is not None
    return with_all_copies(facts.placing, unlike=facts.unlike_enclosures)


def _ordered_drives(facts: TierFacts) -> Book:
    """Drives that are ordered together with cold spares."""
    return _ordered_with(facts.stocked or "")


_in_joint_order = cache(spares.in_joint_order)


def _mix_beside(facts: TierFacts) -> Book:
    """Parts by kind, with special vdevs of other drives and other items."""
    assert facts.priced_beside is not None
    return price_paths.mix_beside(*facts.priced_beside)


def _joint_drives(facts: TierFacts) -> Book:
    """Drives that are ordered together with those of other tiers."""
    if facts.stocked:
        return _in_joint_order("ordered_drives")
    return _in_joint_order("first_drives" if facts.further_drives else "drives")


when = of(TierFacts)
INODES = (
    (when.inodes("zfs"), metadata.ZFS_SPACE),
    (when.inodes("ldiskfs"), metadata.LDISKFS_SPACE),
    (when.inodes("beegfs"), metadata_space.BEEGFS_RULE),
    (when.inodes("scale"), metadata_space.SCALE_RULE),
    (when.inodes, metadata.INODES),
    (when.inodes("zfs", "ldiskfs") & when.data_on_mdt, metadata.DATA),
    (when.inodes("zfs", "ldiskfs") & ~when.data_on_mdt, metadata.NO_DATA),
    (when.inodes & when.files_expected, metadata.TIER),
    (when.inodes("zfs", "ldiskfs") & when.files_expected, metadata_space.ON_LUSTRE),
    (when.inodes("beegfs") & when.files_expected, metadata_space.ON_BEEGFS),
    (when.inodes("scale") & when.files_expected, metadata_space.ON_SCALE),
)
MEMORY = (
    (when.memory, server_memory.SERVED),
    (when.memory & when.takes_over, server_memory.FAILOVER),
    (when.memory("mds"), server_memory.MDS),
    (when.memory("oss"), server_memory.OSS),
    (when.memory("oss") & when.takes_over, server_memory.OSS_FAILOVER),
    (when.memory, server_memory.INSTALLED),
)
CAPACITY = (
    (ALWAYS, capacity.DRIVES),
    (when.further_drives, further.DRIVES),
    (~when.further_drives, capacity.RAW),
    (when.further_drives, further.RAW),
    (ALWAYS, capacity.SPARES),
    (when.special, capacity.SPECIAL),
    (~when.special, capacity.NO_SPECIAL),
    (when.spares_inside, capacity.SPARE_SPACE),
    (~when.spares_inside, capacity.NO_SPARE_SPACE),
    (~when.further_drives, capacity.REDUNDANCY),
    (when.further_drives, further.REDUNDANCY),
    (ALWAYS, capacity.FORMATTED),
    (when.keeps_for_root, capacity.SIZE),
    (when.keeps_back, capacity.KEPT_BACK),
    (~when.keeps_back, capacity.NOT_KEPT_BACK),
    (when.on_zfs, capacity.ON_POOLS),
    (~when.on_zfs, capacity.NOT_ON_POOLS),
    (ALWAYS, capacity.TIER),
    (~when.limits_filling, capacity.FILL_LIMIT),
    (ALWAYS, capacity.PLANNED),
)
"""The way from raw to live capacity, in its order; what a kind doesn't take is 0, and no step."""
NEED = (
    (when.demanded, growth.TIER_NEED),
    (when.demanded | when.buys_blocks, growth.LIVE),
    (when.buys_blocks, expansion.BLOCK),
    (when.buys_blocks & ~when.owned, expansion.PRICED_BLOCK),
    (when.buys_blocks & when.owned, expansion.FURTHER_BLOCK),
    *demand.OF_SOURCE,
    (when.wears & when.buys_blocks, endurance.RATED),
)
WEAR = (
    (when.checkpoints("front"), endurance.CHECKPOINTS_IN_FRONT),
    (when.checkpoints("behind"), endurance.CHECKPOINTS_BEHIND),
    (when.checkpoints, endurance.WEAR),
    (when.writes("entered"), endurance.WRITES),
    (when.writes("checkpoints"), endurance.WRITES_OF_CHECKPOINTS),
    (when.writes, endurance.LIFE),
    (when.writes & ~when.amplified, endurance.AS_RATED),
    (when.raw_flash, endurance.OVERPROVISIONED),
    (when.writes & when.raw_flash & ~when.amplified, endurance.WITH_BAND),
    (when.writes & when.amplified, endurance.OWN_AMPLIFICATION),
    (when.writes & when.amplified & ~when.rated_by_flash, endurance.RATED_AMPLIFICATION),
    (when.writes & when.rated_by_flash, endurance.RATED_BY_FLASH),
    (when.writes & when.amplified, endurance.AMPLIFIED),
    (when.writes & when.cached, endurance.CACHE),
    (when.is_rated, endurance.RATING),
)

RATE_OF_REBUILDS = Book(
    "drives: rate of a rebuild",
    drives.DRIVES,
    only=lambda item: item.name in ("drive_write_bandwidth", "drive_surface_factor"),
)
"""What a rebuild asks of drives where the rates of targets are measured."""

_FAILS = when.spared | when.losses | when.replaced
_LOST_WITH_ENCLOSURES = when.losses & ~when.drives_in_servers & ~when.copies_apart
TIER = Table(
    "tier",
    (ALWAYS, layout.BLOCKS),
    (when.drives_in_servers, layout.IN_SERVERS),
    (~when.drives_in_servers, layout.IN_ENCLOSURES),
    (~when.drives_in_servers & ~when.unlike_enclosures, layout.ALIKE_ENCLOSURES),
    (when.unlike_enclosures, layout.UNLIKE_ENCLOSURES),
    (~when.drives_in_servers & ~when.copies_apart, layout.BY_TARGETS),
    (~when.drives_in_servers & when.copies_apart, layout.BY_COPIES),
    (when.placing & when.copies_apart, _with_all_copies),
    (when.placing, _stopping),
    (when.placing & ~when.copies_apart, enclosures.BY_CABLES),
    (when.placing & when.copies_apart, enclosures.BY_COPIES),
    (when.targets_given, layout.GIVEN_TARGETS),
    (when.targets_stated, layout.STATED_TARGETS),
    (when.targets_stated & when.fitted_server_by_server, layout.POSSIBLE_IN_SERVERS),
    (when.targets_stated & ~when.fitted_server_by_server, layout.POSSIBLE_TARGETS),
    (~when.targets_given, layout.RESERVED),
    (when.targets_fitted & when.fitted_server_by_server, layout.FITTED_IN_SERVERS),
    (when.targets_fitted & ~when.fitted_server_by_server, layout.FITTED_TARGETS),
    (ALWAYS, layout.TARGETS),
    (when.on_zfs, layout.RECORDS),
    (~when.on_zfs, layout.FULL_STRIPES),
    (~when.spread, layout.GROUPS),
    *CAPACITY,
    (when.on_raid, raid.TIER),
    (when.on_zfs, capacity.ZFS_TIER),
    (when.limits_filling, ceph.FULLNESS),
    (when.kind("code"), coded.DOMAINS),
    (when.spread & when.drives_in_servers, ceph.TIER_CODE),
    (when.over_domains & ~when.by_block, ceph.SERVER_DOMAINS),
    (when.over_domains & when.by_block, ceph.BLOCK_DOMAINS),
    (when.on_zfs & when.sized, files.FILES_OF_TIER),
    (when.cached, caches.CACHES),
    (ALWAYS, drives.TIER),
    (ALWAYS, _deliveries),
    (ALWAYS, _between_stages),
    (ALWAYS, healthy.HEALTHY),
    (ALWAYS, performance.ROOM),
    (ALWAYS, performance.REBUILD),
    (when.holds_data, measured_servers.ASKED),
    (ALWAYS, healthy.HEALTHY_STRIPED),
    (~when.spread, healthy.HEALTHY_SPLIT),
    (when.targets_on_arrays, healthy.HEALTHY_ON_ARRAYS),
    (when.targets_on_arrays & when.controllers, striping.ON_CONTROLLERS),
    (when.targets_on_arrays & ~when.controllers, striping.BEHIND_EXPANDERS),
    (when.shares_servers, healthy.HEALTHY_SHARED),
    (when.requests, requests.TIER),
    (ALWAYS, designs.FITS),
    (~when.targets_given, bays.LAYOUTS),
    (~when.targets_given & ~when.fitted_server_by_server, bays.IN_BLOCKS),
    (~when.targets_given & when.fitted_server_by_server, bays.BY_SERVER),
    (when.targets_stated, bays.TARGETS),
    (ALWAYS, boards.SERVER),
    (when.drives_in_servers | when.cached, bays.BAYS),
    (when.drives_in_servers, bays.IN_SERVERS),
    (~when.drives_in_servers, bays.IN_ENCLOSURES),
    (when.takes_over & ~when.drives_in_servers, bays.SHARED_DRIVES),
    (when.internal, bays.ON_ADAPTERS),
    (when.unlike_enclosures, bays.UNLIKE_ENCLOSURES),
    (ALWAYS, recordings.DRIVES),
    (when.further_drives, bays.FURTHER_DRIVES),
    (when.further_drives, recordings.FURTHER_DRIVES),
    (when.further_drives & ~when.drives_in_servers, bays.FURTHER_IN_ENCLOSURES),
    (when.further_drives & when.drives_in_servers, bays.FURTHER_IN_SERVERS),
    (when.further_drives & when.internal, bays.FURTHER_ON_ADAPTERS),
    (when.cached, bays.CACHES),
    (ALWAYS, slots.CARDS),
    (ALWAYS, slots.WIDE_CARDS),
    (when.adapters, slots.WIDE_ADAPTERS),
    (~when.drives_in_servers, supplies.POWER),
    (when.drives_in_servers, supplies.POWER_WITH_DRIVES),
    (ALWAYS, supplies.SUPPLIES),
    (~when.drives_in_servers, supplies.ENCLOSURE_SUPPLIES),
    (when.racked, depths.IN_RACKS),
    (when.racked & ~when.drives_in_servers, depths.ENCLOSURES_IN_RACKS),
    (when.fed, outlets.FOR_SERVERS),
    (when.fed & ~when.drives_in_servers, outlets.FOR_ENCLOSURES),
    (when.fed & when.unlike_enclosures, outlets.FOR_FURTHER_ENCLOSURES),
    (when.fed, cords.OF_SERVERS),
    (when.fed & ~when.drives_in_servers & ~when.unlike_enclosures, cords.OF_ENCLOSURES),
    (when.fed & when.unlike_enclosures, cords.OF_FIRST_ENCLOSURES),
    (when.fed & when.unlike_enclosures, cords.OF_FURTHER_ENCLOSURES),
    (when.fed, racks.SERVERS_FED),
    (when.fed & ~when.drives_in_servers, racks.ENCLOSURES_FED),
    (when.cabled, cabling.CABLES),
    (when.cables_named, cabling.PLUGS),
    (when.cable_length, cabling.CABLE_LENGTH),
    (when.network_cable_length, cabling.NETWORK_CABLE_LENGTH),
    (ALWAYS, lanes.LANES),
    (when.adapters, lanes.LANES_OF_ADAPTERS),
    (when.lanes_of_drives, lanes.LANES_OF_DRIVES),
    (when.cache_on_lanes, lanes.LANES_OF_CACHES),
    (when.hot_spares("block"), layout.HOT_SPARES),
    (when.hot_spares("targets"), layout.HOT_SPARES_IN_TARGETS),
    (when.hot_spares & ~when.further_drives, layout.DRIVES_IN_USE),
    (when.hot_spares & when.further_drives, layout.FIRST_DRIVES_IN_USE),
    (ALWAYS, materials.TIER),
    (when.maintained, life.TIER),
    (when.owned, owned.TIER),
    (when.media, life.TIER_MEDIA),
    (when.ages & _FAILS, ageing.EARLY_AND_LATE),
    (~when.ages & (when.replaced | (when.losses & ~when.spared)), life.TIER_FAILURES),
    (when.ages & _FAILS, ageing.FAILURES),
    (when.replaced & ~when.ages, life.TIER_REPLACED),
    (when.replaced & when.ages, ageing.REPLACED),
    (when.options, materials.TIER_OPTIONS),
    (when.estimates, offers.TIER_BAND),
    (when.serviced, services.METRICS),
    (when.serviced, _services),
    (when.dated_prices, price_paths.BUILT),
    (when.dated_prices & ~when.priced_beside, price_paths.MIX_OF_TIER),
    (when.dated_prices & when.priced_beside, _mix_beside),
    (when.spared, spares.SPARES),
    (when.spared & ~when.ages, spares.FAILURES),
    (when.spared & when.ages, ageing.SPARES),
    (when.stocked, _ordered_drives),
    (when.joint_order, _joint_drives),
    (_FAILS, spares.RATE),
    (when.losses & when.spare_at_once, rebuild.SPARE_AT_ONCE),
    (when.losses & ~when.spare_at_once, rebuild.REPLACED),
    (when.losses & when.measured_targets, RATE_OF_REBUILDS),
    (when.losses, group_loss.REPAIR),
    (when.losses, loss.SERVICE),
    (when.losses, loss.TIER),
    (when.losses & ~when.copies_apart, loss.OF_TARGETS),
    (when.losses & when.copies_apart, _lost_copies),
    (_LOST_WITH_ENCLOSURES, loss.ENCLOSURES),
    (when.losses & ~when.drives_in_servers, loss.ENCLOSURE_DATA),
    (_LOST_WITH_ENCLOSURES & ~when.placement("stated"), loss.BY_RULE),
    (_LOST_WITH_ENCLOSURES & when.placement("stated"), loss.BY_BAYS),
    (when.losses & when.dirty_caches & ~when.copies_apart, loss.CACHES),
    (when.losses, loss.ODDS),
    (when.losses("vdevs", "groups") & ~when.declustered, loss.OF_A_TARGET),
    (when.losses("groups") & when.declustered, loss.OF_AN_ARRAY),
    (when.losses("strips in a block", "strips over domains"), loss.SHARE_OF_STRIPES),
    (when.losses("strips in a block"), loss.OF_A_BLOCK),
    (when.losses("strips over domains"), loss.OF_A_TIER),
    (when.losses, loss.LOST_IN_TIER),
    (when.losses, loss.DATA_OF_TIER),
    (when.losses, loss.SHARE_LOST),
    (when.restored, loss.TARGET_RESTORES),
    (when.restored, loss.RESTORES),
    (ALWAYS, availability.SERVERS),
    (when.strips_away, _strips_away),
    (when.strips_in_block, _strips_in_block),
    (when.copies_apart, _copies_apart),
    (~when.strips_away, availability.OWNERS),
    (when.copies_apart, availability.TAKEN_OVER),
    (when.strips_in_block, availability.TAKEN_OVER),
    (when.single_owners & when.takes_over, availability.TAKEN_OVER),
    (when.single_owners & when.takes_over, availability.PAIRED),
    (when.single_owners & ~when.takes_over, availability.UNPAIRED),
    (when.adapters & ~when.internal, availability.DRIVE_PATHS),
    (when.adapters & when.internal, availability.INSIDE_PATHS),
    (when.networked, availability.NETWORK_PATHS),
    (~when.drives_in_servers, availability.IN_ENCLOSURES),
    (~when.drives_in_servers & when.single_owners, availability.ENCLOSURES),
    (~when.drives_in_servers & when.copies_apart, outages_of_copies.AWAY),
    (~when.drives_in_servers & ~when.controllers, availability.MODULES),
    (~when.drives_in_servers & when.controllers, availability.CONTROLLERS),
    (when.losses & ~when.spared & ~when.ages, shelf.DRIVES),
    (when.losses & ~when.spared & when.ages, ageing.SHELF),
    (when.losses & ~when.spared, shelf.DRIVE_PIECES),
    (ALWAYS, shelf.SERVERS),
    (when.adapters, shelf.ADAPTERS),
    (~when.drives_in_servers, shelf.ENCLOSURES),
    (~when.drives_in_servers & ~when.controllers, shelf.MODULES),
    (~when.drives_in_servers & when.controllers, shelf.CONTROLLERS),
    (ALWAYS, availability.TIER),
    (ALWAYS, availability.REACHED),
    (when.holds_data, availability.DATA_TIER),
    (when.field_failures, spares.FIELD_RATES),
    (when.field_failures & ~when.ages, spares.FIELD),
    (when.field_failures & when.ages, ageing.FIELD),
    (when.datasheet_failures & ~when.ages, spares.DATASHEET),
    (when.datasheet_failures & when.ages, ageing.DATASHEET),
    (when.datasheet_failures("rate"), spares.DATASHEET_RATE),
    (when.datasheet_failures("mtbf"), spares.DATASHEET_MTBF),
    (when.cache_rated, cache_rates.RATES),
    (when.cache_rated, cache_rates.HEALTHY),
    (when.cache_rated, cache_rates.LATENCY),
    (when.cache_rated, cache_rates.SIZE),
    (when.cache_rated & ~when.write_through, bursts.FILLING),
    (when.cache_rated & ~when.write_through & when.burst, bursts.BURST),
    (when.metadata_rates, metadata_rates.RATES),
    *INODES,
    *MEMORY,
    *NEED,
    *WEAR,
)
"""A tier of equal building blocks."""

GIVEN_TIER = Table(
    "tier",
    (ALWAYS, given.GIVEN),
    (ALWAYS, designs.GIVEN),
    (when.sized, small_files.SIZES),
    (when.sized, small_files.UNIT),
    (~when.sized, small_files.LARGE_FILES),
    (ALWAYS, capacity.FILL_LIMIT),
    (ALWAYS, capacity.PLANNED),
    (ALWAYS, Book("rates as entered", given.RATES, only=lambda item: not is_stage(item))),
    (ALWAYS, spreads.MEASURED),
    (ALWAYS, healthy.HEALTHY),
    (ALWAYS, materials.TIER),
    (when.maintained, life.TIER),
    (when.options, materials.TIER_OPTIONS),
    (when.estimates, offers.TIER_BAND),
    (when.serviced, services.METRICS),
    (when.serviced, _services),
    (when.dated_prices, price_paths.WHOLE),
    (when.inodes("given"), metadata.GIVEN),
    (when.inodes & when.files_expected, metadata.TIER),
    (when.restored, loss.RESTORES),
    (when.outages, availability.AS_ENTERED),
    (when.outages, availability.TIER),
    (when.outages, availability.REACHED),
    (when.outages & when.holds_data, availability.DATA_TIER),
    (when.loss_entered, loss.AS_ENTERED),
    (when.loss_entered, loss.SERVICE),
    (when.loss_entered, loss.ODDS),
    (when.demanded, growth.TIER_NEED),
    (when.demanded, growth.LIVE),
    *demand.OF_SOURCE,
)
"""A tier that is entered as a whole."""

FILES_ON_MDT = Table("files", (ALWAYS, small_files.CLASS), (ALWAYS, metadata.ON_MDT))
"""Files of one size whose begin stands on metadata targets."""


@cache
def _index() -> Book:
    name = "tier in a year: number of the year"
    return Book(name, expansion.TIER_YEAR, only=lambda item: item.name == "year_index")


def _year_index(_: TierFacts) -> Book:
    """Tier in a year: number of the year."""
    return _index()


_STEADY = when.growing & ~when.buys_blocks & ~when.given
_REPLACED = when.replaced & when.replaced_by_year
TIER_YEAR = Table(
    "tier year",
    (~when.buys_blocks, cost.TIER_YEAR),
    (when.growing & ~when.buys_blocks, expansion.STEADY),
    (when.growing & ~when.buys_blocks & when.holds_data, expansion.STEADY_DATA),
    (when.demanded & ~when.buys_blocks, _year_index),
    (when.owned & ~when.demanded & ~when.buys_blocks, _year_index),
    (_REPLACED & when.ages & ~when.demanded & ~when.buys_blocks, _year_index),
    (when.owned, owned.TIER_YEAR),
    (when.demanded | when.for_site("alone"), expansion.OCCUPANCY),
    (when.source("groups"), growth.OF_GROUPS),
    (when.source("purge"), growth.OF_PURGE),
    (when.source("history"), growth.OF_HISTORY),
    (when.source("history") & ~when.exponential, growth.LINEAR_YEAR),
    (when.source("history") & when.exponential, growth.EXPONENTIAL_YEAR),
    (when.source("history") & ~when.limited, growth.UNLIMITED_YEAR),
    (when.source("history") & when.limited, growth.LIMITED_YEAR),
    (when.source("history"), filling.HISTORY_FULL_YEAR),
    (when.demanded, growth.NEED_YEAR),
    (when.for_site("alone"), expansion.FOR_SITE),
    (when.for_site("beside others"), expansion.BESIDE_OTHERS),
    (when.buys_blocks, expansion.TIER_YEAR),
    (when.buys_blocks & when.price_paths, price_paths.YEAR_LEVELS),
    (when.buys_blocks & when.price_paths, price_paths.TIER_YEAR),
    (when.buys_blocks & ~when.price_paths & ~when.capacity_grows, expansion.PRICE_FALLS),
    (when.buys_blocks & when.capacity_grows, expansion.CAPACITY_GROWS),
    (_REPLACED & when.ages, ageing.IN_YEAR),
    (_REPLACED & when.buys_blocks & ~when.ages, life.REPLACED_YEAR),
    (_REPLACED & when.buys_blocks & when.ages, ageing.REPLACED_YEAR),
    (_REPLACED & ~when.buys_blocks & ~when.ages, life.STEADY_REPLACED_YEAR),
    (_REPLACED & ~when.buys_blocks & when.ages, ageing.STEADY_REPLACED_YEAR),
    (when.growing & when.media, depreciation.TIER_YEAR),
    (when.demanded & ~when.buys_blocks, growth.GIVEN_NEED_YEAR),
    (when.buys_blocks, shared_growth.TIER_YEAR),
    (_STEADY, shared_growth.STEADY),
    (when.buys_blocks, shared_growth.RAW),
    (when.growing & ~when.buys_blocks & when.holds_data, shared_growth.STEADY_RAW),
    (when.buys_blocks & when.fed, shared_growth.SERVER_CORDS),
    (_STEADY & when.fed, shared_growth.STEADY_SERVER_CORDS),
    (when.buys_blocks & when.fed & ~when.drives_in_servers, shared_growth.ENCLOSURE_CORDS),
    (_STEADY & when.fed & ~when.drives_in_servers, shared_growth.STEADY_ENCLOSURE_CORDS),
    (when.buys_blocks & when.fed & when.unlike_enclosures, shared_growth.FURTHER_CORDS),
    (_STEADY & when.fed & when.unlike_enclosures, shared_growth.STEADY_FURTHER_CORDS),
)
"""A tier in a year."""


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What counts the pieces of a line: a figure of the tier, for each of another if given."""

    count: str = ""
    per: str = ""
    offered: bool = False
    """Whether its price follows offers: by discount, by tax, by quantity."""
    share: bool = False
    """Whether its price is a share of the purchase."""
    maintained: bool = False
    """Whether lines have rates of maintenance."""
    estimates: bool = False
    """Whether prices that nobody knows are estimated, or assumed to lie in a band."""
    linked: bool = False
    """Whether it is counted by links: a share of them, or some for each."""
    passive: bool = False
    """Whether its pieces draw nothing and fill no rack, however many there are."""
    grows: bool = False
    """Whether its pieces are counted again in each year."""
    owned: Literal["all", "some", "rest"] | None = None
    """Which of its pieces are already owned: all, some, or those that another line leaves."""

    @property
    def racked(self) -> bool:
        """Whether it is counted by racks."""
        return self.per == "racks"

    @property
    def in_servers(self) -> bool:
        """Whether there are so many of it in each server."""
        return self.count == "pieces_per_server"

    @property
    def in_targets(self) -> bool:
        """Whether there are so many of it in each target."""
        return self.count == "pieces_per_target"

    @property
    def service(self) -> bool:
        """Whether it is bought for some years."""
        return self.per == "service_years"


@cache
def _counted(facts: LineFacts) -> Book:
    """Count from a figure of the tier."""
    if facts.linked:
        return materials.count_of_links(facts.count)
    return materials.count_from(facts.count, facts.per)


when = of(LineFacts)
LINE = Table(
    "line",
    (when.count, _counted),
    (~when.count, materials.GIVEN_COUNT),
    (when.service, services.TERMS),
    (when.linked, fabrics.LINKS),
    (when.racked, materials.PER_RACK),
    (when.in_servers, materials.PER_SERVER),
    (when.in_targets, materials.PER_TARGET),
    (~when.offered & ~when.share, offers.STATED),
    (when.share, services.SHARE),
    (when.maintained & ~when.service, life.LINE),
    (when.maintained & when.service, life.SERVICE),
    (when.offered, offers.OFFERED),
    (ALWAYS, materials.LINE),
    (~when.owned, materials.PAID),
    (when.owned("all"), materials.OWNED),
    (when.owned("some"), materials.OWNED_IN_PART),
    (when.owned("rest"), materials.OWNED_HOT),
    (when.owned, materials.BOUGHT),
    (~when.passive, materials.DRAWN),
    (ALWAYS, materials.CARRIED),
    (~when.passive, materials.FILLED),
    (when.passive, materials.PASSIVE),
    (when.estimates, offers.BAND),
    (when.grows, shared_growth.LINE),
)
"""A line of the bill of materials."""


@cache
def _counted_in_year(facts: LineFacts) -> Book:
    """Count from a figure of the year."""
    count, per = map(shared_growth.counted_in_year, (facts.count, facts.per))
    if facts.linked:
        return materials.count_of_links(count, in_year=True)
    return materials.count_from(count, per, in_year=True)


LINE_YEAR = Table(
    "line in a year",
    (ALWAYS, _counted_in_year),
    (ALWAYS, shared_growth.LINE_YEAR),
    (~when.share, shared_growth.BOUGHT),
    (when.share, shared_growth.SHARE),
    (~when.passive, shared_growth.DRAWN),
    (when.passive, shared_growth.PASSIVE),
)
"""A line that grows with blocks, in a year."""


@dataclass(frozen=True, slots=True)
class OfferFacts:
    """What counts the pieces that decide on a price by quantity: those of a line, or of several."""

    ordered: str = "line_count"


@cache
def _ordered(facts: OfferFacts) -> Book:
    """Let an offer count by what is ordered together."""
    return offers.counted_by(facts.ordered)


OFFER = Table("offer", (ALWAYS, offers.OFFER), (ALWAYS, _ordered))
"""What a piece costs from some number of pieces on."""
