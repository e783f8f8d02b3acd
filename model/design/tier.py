"""Schema of a tier: its building blocks, their parts, and its use.

Any figure may be written plainly (`10 TB`) or with its reason: `{value: 10 TB, status: assumed,
because: …}`.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, model_validator

from model.design.caches import MetadataRates
from model.design.chain import Calibration, Fabric, MeasuredTarget, Numa, Processing, Streams
from model.design.demand import NO_DEMAND, Demand
from model.design.equipment import (
    MOST_INSIDE,
    Adapters,
    Cables,
    Cache,
    Drives,
    Enclosures,
    FurtherDrives,
    FurtherEnclosures,
    Inside,
    Memory,
    Network,
    Processors,
    Servers,
)
from model.design.installed import Installed
from model.design.piece import Piece
from model.design.placement import Placement
from model.design.policy import Policy
from model.design.spares import Spares
from model.design.states import States
from model.design.workloads import FileLayout, Workloads
from model.kinds.file_systems import FileSystem
from model.kinds.kind import Words
from model.kinds.targets import AnyTarget, misfit, redundancy, with_format
from model.reading.binding import gives
from model.reading.fields import (
    Flag,
    Name,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    Share,
    Stated,
    Strict,
)


def _refuse_cables(adapters: Adapters, cables: Piece | None) -> None:
    """Reject cables to enclosures if there are none."""
    for name, value in (
        ("adapters.cables", adapters.cables),
        ("adapters.active_paths", adapters.active_paths),
        ("cables", cables),
    ):
        if value is not None:
            raise ValueError(
                f"'{name}' needs 'enclosures': where drives sit in the servers, leave it out"
            )


MOST_VDEV_DRIVES = 8
"""Maximum number of kinds of drives in vdevs of a size of their own."""
NO_RESTORE = "'restore_bandwidth' is that of a backup: remove 'backup: false'"


class Tier(Strict):
    """A number of identical building blocks."""

    name: Name
    """Name of the tier."""
    holds: Literal["data", "metadata"] = "data"
    """Data or metadata. Metadata tiers don't count towards the site's capacity."""
    file_system: FileSystem = "lustre"
    """File system on the targets: Lustre, BeeGFS, Storage Scale, Ceph, DAOS … 'zfs' or 'none' if
    there is none.
    """
    drains_into: Name | None = None
    """Tier that this one drains into, for a burst buffer. The site's bandwidth then excludes that
    tier.
    """
    lot: str = ""
    """Lot of the tender it is bought in."""
    option: Flag = False
    """Whether the tier is optional and therefore not part of the purchase."""
    owned: Flag = False
    """Whether the tier is already owned. Its parts cost nothing at purchase, except pieces beyond
    the number that is stated as owned.
    """
    installed: Installed | None = None
    """Dates, book value and maintenance of an owned tier."""
    blocks: Annotated[Stated[PositiveCount], gives("blocks")]
    """Each has the servers, enclosures and drives stated here. Example: 6."""
    servers: Servers
    """Servers of a block."""
    processors: Processors | None = None
    """Processors of a server."""
    memory: Memory | None = None
    """Memory of a server."""
    adapters: Adapters | None = None
    """Host bus adapters of a server."""
    network: Network | None = None
    """Network adapters of a server."""
    enclosures: Enclosures | None = None
    """Enclosures of a block."""
    further_enclosures: FurtherEnclosures | None = None
    """Further enclosures in each block, of a second model or with other drive counts, such as an
    ESU behind an SSU.
    """
    drives: Drives
    """Drives."""
    further_drives: FurtherDrives | None = None
    """Drives of a second size, for a layout such as 'raidz2:10 + raidz2:10 of 20 TB'."""
    vdev_drives: Annotated[tuple[Piece, ...], Field(max_length=MOST_VDEV_DRIVES)] = ()
    """Drives of special, log and cache vdevs of a size of their own, in the order of the layout:
    part of each kind, or a name with price. Leave empty for flash of that size, at the price of its
    class.
    """
    cache: Cache | None = None
    """Flash cache in front of the drives."""
    in_servers: Annotated[tuple[Inside, ...], Field(max_length=MOST_INSIDE)] = ()
    """Further items in each server, listed separately: boot drives, power supplies."""
    rates: MetadataRates | None = None
    """Measured metadata rates, for a metadata tier."""
    cables: Cables | None = None
    """SAS cables, one for each adapter port in use."""
    target: AnyTarget = Field(discriminator=Discriminator(redundancy))
    """Composition of a target."""
    placement: Placement | None = None
    """Bays of each vdev or RAID group, which decide what the loss of an enclosure stops."""
    measured_target: MeasuredTarget | None = None
    """Bandwidth measured at one target. Replaces the value computed from its drives."""
    calibration: Calibration | None = None
    """Measurements from which the CPU and memory limit is calibrated."""
    processing: Processing | None = None
    """Bandwidth of CPU and memory, if entered rather than calibrated."""
    pcie_efficiency: Annotated[Stated[Share] | None, gives("pcie_packet_efficiency")] = None
    """0.91 to 0.93 with 256-byte payloads."""
    numa: Numa | None = None
    """Links between the processors of a server."""
    fabric: Fabric | None = None
    """Components shared by all servers on the path to clients: links, routers, uplinks, clients."""
    streams: Streams | None = None
    """Number of streams that read or write at once. Leave empty if enough of them do."""
    daily_writes: Annotated[Stated[PositiveBytes] | None, gives("daily_writes")] = None
    """For the life of flash drives. Leave empty to count checkpoints only."""
    restore_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("restore_bandwidth")] = None
    """Leave empty if it is unknown, or without a backup."""
    backup: Flag | None = None
    """Whether there is a backup. Enter 'false' for scratch whose lost data are gone."""
    data_on_mdt: Annotated[Stated[PositiveBytes] | None, gives("data_on_mdt")] = None
    """The first part of it, with Lustre's Data-on-MDT."""
    policy: Policy = Policy.model_construct()
    """Fill limit, stage efficiencies, snapshots, compression."""
    workloads: Workloads | None = None
    """Bandwidth measured on one server under several workloads, compared with goals."""
    file_layout: FileLayout | None = None
    """File layout, from which the bandwidth of a single file is derived."""
    states: States = States.model_construct()
    """Behaviour after failures, during rebuilds and when nearly full."""
    spares: Spares | None = None
    """Cold spare drives for replacements."""
    demand: Demand | None = None
    """Yearly demand on this tier. Blocks are added as it grows."""

    @property
    def built(self) -> Self:
        """The tier as one of parts; None for a tier entered as a whole."""
        return self

    @property
    def is_owned(self) -> bool:
        """Whether it is already owned."""
        return self.owned or self.installed is not None

    @property
    def is_bought_whole(self) -> bool:
        """Whether it is purchased as a whole, with unknown parts: always False here."""
        return False

    @property
    def shares_servers_of(self) -> str:
        """Name of the tier that provides its servers; empty if it has its own."""
        return self.servers.shared_with

    @property
    def drives_in_block(self) -> int:
        """Number of drives per block."""
        drives = self.drives
        if drives.per_server is not None:
            return drives.per_server.value * self.servers.per_block.value
        assert drives.per_enclosure is not None
        assert self.enclosures is not None
        first = drives.per_enclosure.value * self.enclosures.per_block.value
        further = self.further_enclosures
        return first + (further.drives.value * further.per_block.value if further else 0)

    @property
    def step_words(self) -> Words:
        """Labels and meanings of capacity steps that differ from those of other tiers."""
        return self.target.step_words

    @property
    def spreads_files(self) -> bool:
        """Whether files are spread over all drives."""
        return self.target.spread or self.file_system == "scale"

    @property
    def holds_dirty_caches(self) -> bool:
        """Whether caches contain data not yet on drives."""
        return self.cache is not None and self.cache.mode == "writeback"

    @property
    def has_copies_apart(self) -> bool:
        """Whether copies of a file are on different targets; ditto blocks of ZFS don't count."""
        return self.file_system in ("lustre", "beegfs") or not self.target.on_zfs

    @model_validator(mode="before")
    @classmethod
    def _formats_with_its_file_system(cls, data: Any) -> Any:
        """A format that the file system settles needn't be written."""
        if not isinstance(data, dict):
            return data
        target = with_format(data.get("target"), data.get("file_system"))
        return {**data, "target": target} if target is not data.get("target") else data

    @model_validator(mode="after")
    def _drives_have_a_place(self) -> Self:
        if (self.drives.per_enclosure is None) != (self.enclosures is None):
            raise ValueError("write 'enclosures' with 'drives.per_enclosure', or neither")
        if self.further_enclosures is not None and self.enclosures is None:
            raise ValueError("'further_enclosures' require 'enclosures'")
        if self.cables is not None and self.adapters is None:
            raise ValueError("'cables' need 'adapters' to be plugged into")
        if self.processing is not None and self.calibration is not None:
            raise ValueError("write either 'processing' or 'calibration'")
        if self.demand is not None and self.holds == "metadata":
            raise ValueError(NO_DEMAND)
        if self.backup is False and self.restore_bandwidth is not None:
            raise ValueError(NO_RESTORE)
        if self.rates is not None and self.holds == "data":
            raise ValueError(
                "'rates' are metadata rates: enter them in a tier with 'holds: metadata'"
            )
        if self.adapters is not None and self.enclosures is None:
            _refuse_cables(self.adapters, self.cables)
        if self.adapters is None and self.enclosures and self.enclosures.expander_bandwidth:
            raise ValueError("'expander_bandwidth' requires 'adapters' to connect the enclosures")
        on_mdt = self.holds == "metadata" and self.file_system == "lustre"
        if self.data_on_mdt is not None and not on_mdt:
            raise ValueError("'data_on_mdt' requires a Lustre tier with 'holds: metadata'")
        return self

    @model_validator(mode="after")
    def _drives_are_in_vdevs(self) -> Self:
        if self.spares is not None and self.further_drives is not None:
            raise ValueError(
                "'spares' are of one kind of drive: leave them out beside 'further_drives', and "
                "list them in 'common'"
            )
        if self.further_drives is not None and self.target.further_drive is None:
            raise ValueError(
                "'further_drives' are in no vdev: name their size in the layout, as in "
                "'raidz2:10 + raidz2:10 of 20 TB'"
            )
        if self.further_drives is None and self.target.further_drive is not None:
            raise ValueError(
                f"'{self.target.layout}' has vdevs of other drives: write 'further_drives' with "
                "their 'part' or 'name'"
            )
        kinds = self.target.drives_beside
        if len(self.vdev_drives) > len(kinds):
            named = " and ".join(one.vdevs for one in kinds) or "none"
            raise ValueError(
                "'vdev_drives' are those of vdevs of a size of their own, as in 'raidz2:10 + "
                f"special mirror:2 of 1.6 TB', one entry for each kind: the layout has {named}"
            )
        return self

    @model_validator(mode="after")
    def _groups_have_bays(self) -> Self:
        if self.placement is None:
            return self
        if self.enclosures is None:
            raise ValueError("'placement' needs 'enclosures': drives in servers stay with theirs")
        groups = self.target.redundancy_groups
        if not groups:
            raise ValueError(
                f"strips of '{self.target.layout}' lie where its system chooses: leave "
                "'placement' out"
            )
        if self.placement.rule == "packed" and any(group.domains for group in groups):
            raise ValueError(
                "failure domains are in different enclosures: write 'rule: spread', or 'slots'"
            )
        return self

    @model_validator(mode="after")
    def _zfs_has_no_partial_stripes(self) -> Self:
        if self.policy.partial_stripes and self.target.fills_stripes:
            raise ValueError("ZFS writes no stripe in place: leave 'policy.partial_stripes' out")
        return self

    @model_validator(mode="after")
    def _target_carries_the_file_system(self) -> Self:
        what = misfit(self.file_system, self.target, in_enclosures=self.enclosures is not None)
        if what:
            raise ValueError(what)
        return self
