"""Facts that determine the shape of the tree: frozen records, made once, that know no schema.

Each table of `model.books` asks one of them which chapters an instance has; the planner makes them
from the scenario (`model.planning.facts`), and asks them which instances there are.
"""

from __future__ import annotations

from typing import Literal

from model.books.chain import Chain
from model.placement.enclosures import Placing
from model.records import dataclass

Leaf = Literal["drive", "size", "partition", "raid group"]
"""What ZFS uses as a drive: one of the tier, an entered size, a partition, a RAID group."""
Format = Literal["plain", "xfs", "ext"]
InodeRule = Literal["zfs", "ldiskfs", "ext4", "xfs", "beegfs", "scale", "given"]
"""Facts that determine the inodes of a metadata target."""
SpareRule = Literal["given", "scale-out", "paired", "shared"]
Server = Literal["mds", "oss"]
Growth = Literal["added", "share", "ceiling", "common"]
DemandSource = Literal["groups", "purge", "history"]
Filling = Literal["one", "added", "common", "searched"]
"""How it is known when groups fill what was bought: by one of three formulas, or by a search."""
Way = Literal["read", "write"]
LostAsOne = Literal["vdevs", "groups", "strips in a block", "strips over domains"]
"""What is lost when too many drives fail."""
Placement = Literal["spread", "packed", "stated"]
"""How redundancy groups lie in enclosures: over all, within one, or as the scenario states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFacts:
    """Facts that select the book of a group of equal vdevs, and of the files on it."""

    leaf: Leaf = "drive"
    further: bool = False
    """Whether its drives are the tier's of another size."""
    draid: bool = False
    failure_domains: bool = False
    """Whether a dRAID vdev consists of several failure groups."""
    requests: bool = False
    """Whether it may be known how many random requests its drives serve."""
    metaslab_limit: bool = True
    """Whether the release limits the number of metaslabs."""
    in_tier: bool = True
    in_enclosures: bool = False
    placement: Placement = "spread"
    """How its drives lie in enclosures."""
    beside: bool = False
    """Whether its drives stand beside the enclosures that hold the others."""
    sized: bool = False
    """Whether the sizes of its files are said."""
    survives: int | None = None
    """How many drives of a vdev may fail at a time, where losses are counted."""
    distributed: bool = False
    """Whether a vdev has spare space on all its drives."""
    ages: bool = False
    """Whether drives fail more often while they are new or worn."""
    copies_apart: int = 1
    """Copies of each file on different targets."""
    own_rebuilds: bool = False
    """Whether failures and rebuilds of its drives are entered, as they stand beside the tier's."""

    @property
    def counts_losses(self) -> bool:
        """Whether the losses of its vdevs are counted."""
        return self.survives is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetFacts:
    """Facts that select the book of a target: a pool, RAID groups, a recovery group, a drive."""

    kind: str = "zfs"
    """The name of its kind, by which rows ask for chapters that only one kind has."""
    on_zfs: bool = True
    """Whether it is a pool, whatever that stands on."""
    on_raid: bool = False
    """Whether it stands on RAID groups."""
    coded: bool = False
    """Whether it holds strips of data and parity of a code, over drives or over servers."""
    over_domains: bool = False
    """Whether its strips lie in other servers or blocks."""
    spares_inside: bool = True
    """Whether it may have spare space inside."""
    keeps_back: bool = True
    """Whether something of its formatted space is kept from users."""
    keeps_for_root: bool = False
    """Whether a share of it is in `df`'s Size, but not for users."""
    limits_filling: bool = False
    """Whether its system limits by ratios of its own how full it gets."""
    in_tier: bool = True
    in_enclosures: bool = False
    placement: Placement = "spread"
    """How the drives of its groups lie in enclosures."""
    lustre: bool = False
    requests: bool = False
    """Whether it may be known how many random requests its drives serve, and it as a whole."""
    sized: bool = False
    """Whether the sizes of the files are said."""
    in_use: bool = False
    """Whether a pool by itself is asked how full it may be."""
    format: Format = "plain"
    """What formats RAID groups."""
    special: bool = False
    """Whether drives of the tier are in vdevs that hold no data."""
    special_in_available: bool = False
    """Whether a pool by itself has special or dedup vdevs that its release counts in AVAIL."""
    further_drives: bool = False
    """Whether some of its vdevs are of drives of another size."""
    inodes_by_size: bool = False
    """Whether the size of a target decides how many inodes its ext4 has."""
    spare_rule: SpareRule | None = None
    """Facts that determine the spare space of a recovery group."""
    inodes: InodeRule | None = None
    """Facts that determine the inodes if it holds metadata."""
    data_on_mdt: bool = False
    given: bool = False
    """Whether nothing is known of it: its tier is entered as a whole."""
    losses: LostAsOne | None = None
    """What is lost as one, where losses are counted."""
    survives: int | None = None
    """How many drives of a group or code may fail at a time, where losses are counted."""
    declustered: bool = False
    """Whether its RAID groups are declustered, over all drives of an array."""
    rebuilds_inside: bool = False
    """Whether a failed drive's data find room on the drives left."""
    ages: bool = False
    """Whether drives fail more often while they are new or worn."""
    copies_apart: int = 1
    """Copies of each file on different targets."""
    domain: Literal["server", "block"] | None = None
    """What holds one strip at most, where strips are over failure domains."""

    @property
    def counts_losses(self) -> bool:
        """Whether the losses of its RAID groups or strips are counted."""
        return self.losses not in (None, "vdevs")

    @property
    def over_network(self) -> bool:
        """Whether lost strips are made again over the network."""
        return self.losses == "strips over domains"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemandFacts:
    """Facts that select the books if a demand is stated."""

    source: DemandSource
    full: Filling | None = None
    """How it is known when groups fill what was bought."""
    groups: tuple[tuple[str, Growth], ...] = ()
    """The groups of users, each with how it grows."""
    wears: bool = False
    """Whether the writes of a reference system are known."""
    exponential: bool = False
    """Whether usage is forecast to grow by a share, instead of an amount."""
    limited: bool = False
    """Whether what is forecast is limited by the capacity of the system recorded."""


class Demanded:
    """What the tables ask of the demand of a tier or the site."""

    demand: DemandFacts | None
    growing: bool

    @property
    def source(self) -> DemandSource | None:
        """Where its demand comes from; None: nothing is asked of it."""
        return self.demand.source if self.demand else None

    @property
    def filling(self) -> Filling | None:
        """How it is known when groups fill it."""
        return self.demand.full if self.demand else None

    @property
    def common_growth(self) -> bool:
        """Whether groups share one growth."""
        groups = self.demand.groups if self.demand else ()
        return any(kind == "common" for _, kind in groups)

    @property
    def exponential(self) -> bool:
        """Whether its usage is forecast to grow by a share."""
        return bool(self.demand and self.demand.exponential)

    @property
    def limited(self) -> bool:
        """Whether its forecast is limited by the capacity of the system recorded."""
        return bool(self.demand and self.demand.limited)

    @property
    def wears(self) -> bool:
        """Whether the wear of its flash is known."""
        return bool(self.demand and self.demand.wears)


class Chained:
    """What the tables ask of the chain of a tier or of one of its states."""

    chain: Chain

    @property
    def spread(self) -> bool:
        """Whether each target lies on the drives of many servers."""
        return self.chain.spread

    @property
    def measured_targets(self) -> bool:
        """Whether the rates of one target were measured."""
        return self.chain.measured_targets

    @property
    def adapters(self) -> bool:
        """Whether drives hang on host bus adapters."""
        return self.chain.adapters

    @property
    def internal(self) -> bool:
        """Whether the adapters hold drives of their own server."""
        return self.chain.internal

    @property
    def cabled(self) -> bool:
        """Whether cables go from the adapters to enclosures."""
        return self.chain.cabled

    @property
    def expanders(self) -> bool:
        """Whether the expanders of the enclosures are known."""
        return self.chain.expanders

    @property
    def lanes_of_drives(self) -> bool:
        """Whether drives take PCIe lanes of the servers that they sit in."""
        return self.chain.lanes_of_drives

    @property
    def drives_on_pcie(self) -> bool:
        """Whether these lanes are a stage."""
        return self.chain.drives_on_pcie

    @property
    def on_arrays(self) -> bool:
        """Whether controllers or expanders limit behind the adapters."""
        return self.chain.on_arrays

    @property
    def targets_on_arrays(self) -> bool:
        """Whether these limit what a target gives."""
        return self.chain.targets_on_arrays

    @property
    def controllers(self) -> bool:
        """Whether these are controllers."""
        return self.chain.controllers


PLAIN_CHAIN = Chain()
POOL_OF_DRIVES = TargetFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class TierFacts(Chained, Demanded):
    """Facts that select the books of a tier, of its states, years and whatever else is below it."""

    chain: Chain = PLAIN_CHAIN
    target: TargetFacts = POOL_OF_DRIVES
    holds_data: bool = True
    targets_given: bool = False
    """Whether the targets of a block follow from their kind, or are stated of drives of many."""
    targets_stated: bool = False
    """Whether the targets of a block are stated: no more than its drives make."""
    cables_named: bool = False
    """Whether it is said which cables go to enclosures."""
    cable_length: bool = False
    """Whether it is said how long these must be."""
    network_cable_length: bool = False
    """Whether it is said how long cables to switches are, of a type whose reach matters."""
    hot_spares: Literal["block", "targets"] | None = None
    """Which drives stand by: those of a block in no target, or some in targets, too."""
    unlike_enclosures: bool = False
    """Whether the enclosures of a block are of two kinds, or unequally filled."""
    shared_drives: bool = False
    """Whether the servers of a block reach all its drives."""
    by_block: bool = False
    """Whether a block is what a code may lose at once, rather than a server."""
    cached: bool = False
    cache_on_lanes: bool = False
    """Whether cache drives take PCIe lanes of their server."""
    cache_rated: bool = False
    """Whether hits and rates of the caches are stated."""
    write_through: bool = False
    dirty_caches: bool = False
    """Whether caches hold data that their drives lack."""
    overlapped_hits: bool = False
    """Whether hits and misses are served at once."""
    burst: bool = False
    """Whether the size of a burst on the caches is stated."""
    checkpoints: Literal["front", "behind"] | None = None
    """Where its flash stands on the way of checkpoints; None: it takes none, or is no flash."""
    raw_flash: bool = False
    """Whether the flash in its drives is stated, beyond their capacity."""
    amplified: Literal["stated", "by flash"] | None = None
    """How the rated write amplification is known, where that of its own writes is stated."""
    writes_entered: bool = False
    """Whether daily writes are entered, or the endurance of drives, which asks for them."""
    restored: bool = False
    """Whether the bandwidth of restores from a backup is entered."""
    metadata_rates: bool = False
    files_expected: bool = False
    """Whether the site says which files its metadata must hold."""
    memory: Server | None = None
    """Whose memory is counted, of a tier of Lustre whose clients are stated."""
    takes_over: bool = False
    """Whether servers take over the targets of one that is down."""
    shares_servers: bool = False
    """Whether another tier is on the same servers."""
    states: tuple[tuple[str, StateFacts], ...] = ()
    """The states other than healthy that it can be in, by their names."""
    racked: bool = False
    """Whether the racks are counted that it stands in."""
    dated_prices: bool = False
    """Whether later prices follow from dated ones."""
    priced_beside: tuple[tuple[str, ...], ...] | None = None
    """The lines of disks, flash, memory and servers among special vdevs and other items, if any."""
    price_paths: bool = False
    """Whether later prices follow the paths by kind of part."""
    capacity_grows: bool = False
    """Whether prices fall as the capacity for the money grows."""
    maintained: bool = False
    """Whether lines have rates of maintenance."""
    media: bool = False
    """Whether the replacement of drives is paid for."""
    replaced: bool = False
    """Whether drives are replaced as expected of their failure rate."""
    replaced_by_year: bool = False
    """Whether years differ in how many of them fail, here or in another tier."""
    fed: bool = False
    """Whether the feeds of these racks are stated."""
    growing: bool = False
    """Whether years follow a demand, stated here or elsewhere."""
    demand: DemandFacts | None = None
    for_site: Literal["alone", "beside others"] | None = None
    """Whether it grows with the demand of the site, as the only data tier or as one of several."""
    estimates: bool = False
    """Whether prices that nobody knows are estimated by classes, or assumed to lie in a band."""
    options: bool = False
    """Whether something is offered as an option, here or elsewhere."""
    spared: bool = False
    """Whether cold spares are counted."""
    stocked: Literal["shelf", "replacement"] | None = None
    """Which cold spares are ordered with the drives, where prices may depend on the quantity."""
    joint_order: str = ""
    """The quantity of an order that its drives share with those of other tiers."""
    outages: bool = False
    """Whether its outages are counted, or entered with a whole tier."""
    loss_entered: bool = False
    """Whether the probability of a loss is entered with a whole tier."""
    strips_away: tuple[int, int] | None = None
    """Strips or copies of an object over servers, and how many may be out of reach at once."""
    strips_in_block: tuple[int, int] | None = None
    """The same over the servers of a block, where these have its drives."""
    copies_apart: int | None = None
    """Copies of each file on other targets, where there are several."""
    placing: Placing | None = None
    """How redundancy groups lie in the enclosures of a block."""
    buddies: bool = False
    """Whether each target has its files on the same other targets, as buddy mirrors have."""
    networked: bool = False
    """Whether the network adapters of its servers are stated."""
    spare_at_once: bool = False
    """Whether a failed drive's rebuild finds a spare in place."""
    field_failures: bool = False
    """Whether the failure rate of the drives is that of the field."""
    datasheet_failures: Literal["rate", "mtbf"] | None = None
    """How the datasheet states the failures of drives, where cold spares are counted."""
    serviced: tuple[str, ...] = ()
    """The lines of services that are bought for it alone."""
    owned: bool = False
    """Whether it is already owned."""

    @property
    def kind(self) -> str:
        """What makes its targets."""
        return self.target.kind

    @property
    def given(self) -> bool:
        """Whether it is entered as a whole."""
        return self.target.given

    @property
    def on_zfs(self) -> bool:
        """Whether its targets are pools."""
        return self.target.on_zfs

    @property
    def placement(self) -> Placement:
        """How redundancy groups lie in enclosures."""
        return self.target.placement

    @property
    def ages(self) -> bool:
        """Whether drives fail more often while they are new or worn."""
        return self.target.ages

    @property
    def special(self) -> bool:
        """Whether drives are in vdevs that hold no data."""
        return self.target.special

    @property
    def further_drives(self) -> bool:
        """Whether some vdevs are of drives of another size."""
        return self.target.further_drives

    @property
    def losses(self) -> LostAsOne | None:
        """What is lost as one, where losses are counted."""
        return self.target.losses

    @property
    def declustered(self) -> bool:
        """Whether the RAID groups of its targets are declustered."""
        return self.target.declustered

    @property
    def spares_inside(self) -> bool:
        """Whether its targets may have spare space inside."""
        return self.target.spares_inside

    @property
    def keeps_back(self) -> bool:
        """Whether its targets keep some of their formatted space from users."""
        return self.target.keeps_back

    @property
    def keeps_for_root(self) -> bool:
        """Whether a share of its targets is in `df`'s Size, but not for users."""
        return self.target.keeps_for_root

    @property
    def on_raid(self) -> bool:
        """Whether its targets stand on RAID groups."""
        return self.target.on_raid

    @property
    def over_domains(self) -> bool:
        """Whether the strips of its targets lie in other servers or blocks."""
        return self.target.over_domains

    @property
    def limits_filling(self) -> bool:
        """Whether the system of its targets limits how full they get."""
        return self.target.limits_filling

    @property
    def targets_fitted(self) -> bool:
        """Whether a block has as many targets as its drives make."""
        return not (self.targets_given or self.targets_stated)

    @property
    def sized(self) -> bool:
        """Whether the sizes of the files are said."""
        return self.target.sized

    @property
    def requests(self) -> bool:
        """Whether random requests are counted."""
        return self.target.requests

    @property
    def single_owners(self) -> bool:
        """Whether data are out of reach with a server: no code or copies over several."""
        return not (self.strips_away or self.strips_in_block or self.copies_apart)

    @property
    def drives_in_servers(self) -> bool:
        """Whether drives sit in the servers rather than in enclosures."""
        return self.chain.drives_in_servers

    @property
    def to_clients(self) -> bool:
        """Whether what one client takes is known."""
        return self.chain.clients

    @property
    def fitted_server_by_server(self) -> bool:
        """Whether one server makes a target, of its own drives alone."""
        alone = self.drives_in_servers and not self.shared_drives
        return alone and not self.target.coded

    @property
    def inodes(self) -> InodeRule | None:
        """Facts that determine its inodes if it holds metadata."""
        return self.target.inodes

    @property
    def data_on_mdt(self) -> bool:
        """Whether metadata targets hold the begin of each file."""
        return self.target.data_on_mdt

    @property
    def demanded(self) -> bool:
        """Whether a demand is stated here."""
        return self.demand is not None

    @property
    def is_rated(self) -> bool:
        """Whether it is asked how often a day its drives may be written."""
        asked = self.wears and self.buys_blocks
        return self.checkpoints is not None or self.writes is not None or asked

    @property
    def rated_by_flash(self) -> bool:
        """Whether the rated write amplification follows from the over-provisioning."""
        return self.amplified == "by flash"

    @property
    def writes(self) -> Literal["entered", "checkpoints"] | None:
        """Where the daily writes come from, by which its flash wears out."""
        if self.writes_entered:
            return "entered"
        return "checkpoints" if self.checkpoints is not None else None

    @property
    def buys_blocks(self) -> bool:
        """Whether blocks are bought as its demand grows, or that of the site."""
        return (self.demanded or self.for_site is not None) and not self.given


StateKind = Literal["server down", "one server", "one block", "all servers", "nearly full"]
"""Whom a state affects."""
CaseName = Literal["one with most targets", "one with fewest targets", "whole blocks", "any server"]
"""Which server a state affects, where it matters."""
HealthyClass = Literal["busy", "other"]
"""The classes of alike servers of a healthy tier: those with the most targets, and the others."""
ClassName = Literal[
    "affected, most targets",
    "affected, fewest targets",
    "affected",
    "spared, most targets",
    "spared, fewest targets",
    "spared",
]
"""The classes of alike servers in a state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts(Chained):
    """Facts that select the books of a state that is not healthy, of its cases and servers."""

    chain: Chain = PLAIN_CHAIN
    kind: StateKind = "server down"
    case: CaseName = "any server"
    servers: ClassName = "affected"
    module_lost: bool = False
    """Whether an enclosure has lost a module, and with it what has no other path."""

    @property
    def own_targets(self) -> bool:
        """Whether these servers have targets of their own, and are affected."""
        return self.servers in ("affected, most targets", "affected, fewest targets")

    @property
    def affected(self) -> bool:
        """Whether these servers are affected, and all are alike."""
        return self.servers == "affected"


def cases_of(state: StateFacts) -> tuple[CaseName, ...]:
    """Name the cases of a state: which server it is matters where some have more targets."""
    if state.spread:
        return ("any server",)
    of_one = state.kind in ("server down", "one server")
    return ("one with most targets", "one with fewest targets") if of_one else ("whole blocks",)


def classes_of(case: StateFacts) -> tuple[ClassName, ...]:
    """Name the classes of servers in a case, those that the state affects first."""
    if case.spread:
        return "affected", "spared"
    affected: tuple[ClassName, ...] = ("affected, most targets", "affected, fewest targets")
    if case.kind == "one server":
        affected = affected[:1] if case.case == "one with most targets" else affected[1:]
    return *affected, "spared, most targets", "spared, fewest targets"
