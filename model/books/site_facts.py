"""Facts that determine the shape of the site's tree: its years, its racks, and what tiers share."""

from __future__ import annotations

from typing import Literal

from model.books.facts import Demanded, DemandFacts
from model.records import dataclass

CheckpointRule = Literal["ratio", "time", "bandwidth", "efficiency"]
Memory = Literal["of nodes", "given"]
"""How the memory of a machine is known."""
Interrupted = Literal["job", "node", "accelerator"]
"""Whose mean time to interrupt is known, or taken."""
Writers = Literal["accelerators", "one"]
"""The processes that write a checkpoint."""


@dataclass(frozen=True, slots=True)
class Drains:
    """The names of a site's data tiers: all before the one that is drained into, and that one."""

    front: tuple[str, ...]
    burst: tuple[str, ...]
    behind: str


@dataclass(frozen=True, slots=True)
class Sharing:
    """The names of the tiers on the same servers: the one that says them first, then the others.

    `seen` are those of them that clients see; `in_bays` those with drives in the servers, `counted`
    those whose need of memory is counted.
    """

    owner: str
    guests: tuple[str, ...]
    seen: tuple[str, ...]
    in_bays: tuple[str, ...]
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """A line of the bill whose pieces stand in racks, seen from the site.

    `tier` is the path of its tier; `blocks` says whether that counts them, `whole` that the line is
    all of it. `depth` and `supplies` are figures of the tier that say these of one piece, if any
    do, or of the site where `of_site` says so. `holds` are the lines that sit in its pieces, each
    with the figure of the tier that counts them in one; without one, pieces share them evenly.
    `on_top` is what hangs from the top, `beside` what takes no units: all racks share it. `growth`
    are, in a year, the figures whose quotient multiplies its pieces, by path and name: what is
    owned then, and what was bought at first.
    """

    path: str
    tier: str
    blocks: bool = False
    whole: bool = False
    on_top: bool = False
    beside: bool = False
    depth: str = ""
    supplies: str = ""
    of_site: bool = False
    holds: tuple[tuple[str, str], ...] = ()
    growth: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CordFacts:
    """Power cords of one plug: the tiers whose boxes they feed, and whether switches, too."""

    plug: str
    """The field of the schema that says such cords."""
    option: bool
    servers: tuple[str, ...]
    enclosures: tuple[str, ...]
    further_enclosures: tuple[str, ...]
    switches: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts(Demanded):
    """Facts that select the books of the site, its years, and what is common to all tiers."""

    rule: CheckpointRule | None = None
    """What the dump time follows from, where checkpoints are stated."""
    memory: Memory | None = None
    mtti: Interrupted = "job"
    """Whose mean time to interrupt is known, or taken."""
    dump: Literal["memory", "model", "size"] = "memory"
    """What the bytes of a checkpoint follow from; "size": they are entered."""
    states_given: bool = False
    """Whether the bytes per parameter of a model are entered."""
    accelerated: bool = False
    """Whether accelerators are counted."""
    writers: Writers | None = None
    """The processes that write a checkpoint, where they are known."""
    node_local: bool = False
    """Whether checkpoints go to the nodes first, and drain from there."""
    reads: Literal["batches", "rate"] | None = None
    """How it is known what a training reads, where it is."""
    dumps_kept: bool = False
    """Whether it is stated how many checkpoints are kept."""
    racks: bool = False
    """Whether racks are counted."""
    stands: tuple[Stand, ...] = ()
    """What stands in racks, where they are counted."""
    later_stands: tuple[Stand, ...] = ()
    """The same in a year, where blocks are bought later."""
    fed: bool = False
    """Whether the feeds of a rack are stated."""
    cords: tuple[CordFacts, ...] = ()
    """The power cords that are bought, by their plugs."""
    fed_switches: Literal["single", "fat tree"] | None = None
    """How the switches are joined that stand in these racks."""
    room_power: bool = False
    """Whether it is stated what power the room has."""
    room_racks: bool = False
    """Whether it is stated how many racks the room has place for."""
    today: bool = False
    """Whether it is stated what is there before the steps of the plan."""
    floor: bool = False
    """Whether it is stated what the floor bears."""
    lift: bool = False
    """Whether it is stated what may be lifted."""
    way: bool = False
    """Whether it is stated what racks may weigh on their way in."""
    doors: bool = False
    """Whether it is stated how deep racks are behind closed doors."""
    required: frozenset[str] = frozenset()
    """The requirements that are judged."""
    drains: Drains | None = None
    sharing: Sharing | None = None
    """The tiers on the same servers, if there are any."""
    growing: bool = False
    """Whether years follow a demand, stated here or at a tier."""
    demand: DemandFacts | None = None
    migration: Literal["planned", "given"] | None = None
    """How the rate is known at which what is moved here is taken."""
    files: Literal["mean", "sizes"] | None = None
    """How the sizes of the files are said whose inodes the site must hold."""
    files_counted: bool = False
    clients: bool = False
    curves: tuple[tuple[str, DemandFacts], ...] = ()
    """All demands, each with the path of what it is stated of, seen from the site."""
    years: int = 0
    """Years after the purchase."""
    costs: frozenset[str] = frozenset()
    """What else the years cost that is stated, by its name in `model.planning.facts`."""
    owned: tuple[str, ...] = ()
    """The tiers of parts that are already owned."""
    maintained: bool = False
    """Whether lines have rates of maintenance."""
    dated_prices: bool = False
    """Whether the plan is of the time that dated prices are of."""
    priced_beside: tuple[tuple[str, ...], ...] | None = None
    """Where disks, flash, memory and servers are special vdevs or other items, if anywhere."""
    priced_common: tuple[tuple[str, ...], ...] | None = None
    """The lines of disks, flash, memory and servers among the items of one list in 'common'."""
    price_paths: bool = False
    """Whether later prices follow the paths by kind of part."""
    capacity_grows: bool = False
    """Whether prices fall as the capacity for the money grows."""
    estimates: bool = False
    """Whether prices that nobody knows are estimated by classes, or assumed to lie in a band."""
    phased: bool = False
    """Whether the purchase is delivered in phases, or paid at milestones."""
    paid: bool = False
    """Whether it is stated when it is paid."""
    options: bool = False
    """Whether something is offered as an option, in a tier or beside them."""
    serviced: tuple[str, ...] = ()
    """The tiers that services are bought for alone."""
    services: bool = False
    """Whether services are bought."""
    fabric: Literal["single", "fat tree"] | None = None
    """How the switches are joined that the servers are on."""
    failing_switches: Literal["single", "fat tree"] | None = None
    """How they are joined, if their number is known, and not only that of their ports."""
    fabric_cable_length: bool = False
    """Whether it is said how long cables between switches are, of a type whose reach matters."""
    on_fabric: tuple[str, ...] = ()
    """The tiers whose servers have ports of their own."""
    owners: tuple[str, ...] = ()
    """The tiers that have servers of their own."""
    built: tuple[str, ...] = ()
    """The tiers that aren't entered as a whole."""
    replaced: tuple[str, ...] = ()
    """The tiers whose drives are replaced as expected of their failure rates."""
    replaced_by_year: bool = False
    """Whether years differ in how many drives fail: with expansions, or with ageing drives."""
    joint_orders: tuple[tuple[str, ...], ...] = ()
    """The tiers whose drives are ordered together, by order."""
    grown_beside: tuple[str, ...] = ()
    """The other data tiers, where one of several grows with the demand of the site."""
    outages: Literal["all", "some"] | None = None
    """Whether the outages of all tiers are counted, or of some."""
    takes_over: bool = False
    """Whether servers of all tiers take over the targets of one that is down."""
    outages_of: tuple[str, ...] = ()
    """The tiers whose outages are counted."""
    losses: Literal["all", "some"] | None = None
    """Whether the losses of all tiers are counted, or of some."""
    losses_of: tuple[str, ...] = ()
    """The tiers whose losses are counted."""
    baseline: str = ""
    """The projection of cost that others are compared with, where any are stated."""

    @property
    def shared_ports(self) -> bool:
        """Whether clients see several tiers through the same ports."""
        return self.sharing is not None and len(self.sharing.seen) > 1

    @property
    def shared_bays(self) -> bool:
        """Whether several tiers have drives in the same servers."""
        return self.sharing is not None and len(self.sharing.in_bays) > 1

    @property
    def shared_memory(self) -> bool:
        """Whether the memory is counted that several tiers need of the same servers."""
        return self.sharing is not None and len(self.sharing.counted) > 1

    @property
    def of_nodes(self) -> bool:
        """Whether the nodes of the machine are counted."""
        return self.memory == "of nodes" or (self.rule is not None and self.mtti == "node")

    @property
    def demanded(self) -> bool:
        """Whether a demand is stated for the site as a whole."""
        return self.demand is not None
