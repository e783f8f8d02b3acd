"""What every kind of target says of itself, so that nobody else asks which kind it is."""

from collections.abc import Mapping
from typing import Literal

from model.placement.slots import Group, Rule
from model.reading.fields import Strict
from model.records import NamedTuple

RedundancyBy = Literal["software", "hardware", "none"]
Format = Literal["plain", "xfs", "ext"]
"""Formulas of what formats RAID groups."""
InodeRule = Literal["zfs", "ldiskfs", "ext4", "xfs", "beegfs", "scale"]
Places = Literal["drives in a block", "drives", "servers", "blocks"]
Words = Mapping[str, tuple[str, str]]
"""By the name of a step of capacity: what it is called (its own label if empty), its meaning."""
StripsFrom = Literal["clients", "primary", "gateways", "any server", "servers"]
"""Who makes an erasure code across servers, and so sends strips to them."""
SpareRule = Literal["given", "scale-out", "paired", "shared"]
LostAsOne = Literal["vdevs", "groups", "strips in a block", "strips over domains"]
"""What is lost when too many drives fail: whole groups, or data with too many strips on them."""


class DrivesBeside(NamedTuple):
    """Drives of vdevs of a size of their own in one target."""

    vdevs: str
    """The vdevs, as in the layout."""
    pieces: int
    """Drives in one target."""
    size: float
    """Size of a drive."""
    holds_fast_data: bool
    """Whether they are for metadata, tables, logs or caches, which take flash."""


class AnyKind(Strict):
    """What is asked of a target of any kind; what most of them answer."""

    @property
    def kind(self) -> str:
        """The name of what makes it, by which tables know it."""
        raise NotImplementedError

    @property
    def on_zfs(self) -> bool:
        """Whether it is a pool of ZFS, whatever that stands on."""
        return False

    @property
    def widens(self) -> bool:
        """Whether drives can be added to its groups, or replaced, without making it anew."""
        return False

    @property
    def layout_at_creation(self) -> str | None:
        """The layout that it was made with, where it has been widened since."""
        return None

    @property
    def on_raid(self) -> bool:
        """Whether it stands on RAID groups."""
        return False

    @property
    def spread(self) -> bool:
        """Whether its strips of data and parity lie on the drives of many servers."""
        return False

    @property
    def over_domains(self) -> bool:
        """Whether each strip lies in another server or block."""
        return False

    @property
    def strips_away(self) -> tuple[int, int] | None:
        """Strips or copies of an object over servers, and how many may be out of reach at once."""
        return None

    @property
    def strips_in_block(self) -> tuple[int, int] | None:
        """Strips or copies of an object over the servers of a block, and how many may be away."""
        return None

    @property
    def spares_inside(self) -> bool:
        """Whether it may have spare space inside."""
        return False

    @property
    def keeps_for_root(self) -> bool:
        """Whether a share of it is in `df`'s Size, but not for users."""
        return False

    @property
    def keeps_back(self) -> bool:
        """Whether something of its formatted space is kept from users."""
        return self.keeps_for_root

    @property
    def limits_filling(self) -> bool:
        """Whether its system limits by ratios of its own how full it gets."""
        return False

    @property
    def fills_block(self) -> bool:
        """Whether one of it takes all drives of a block."""
        return False

    @property
    def strips_lie_on(self) -> Places:
        """What each strip of a code needs for itself: a drive, if a server may hold several."""
        return "drives"

    @property
    def counts_requests(self) -> bool:
        """Whether its groups are drives whose random requests can be counted."""
        return False

    @property
    def fills_stripes(self) -> bool:
        """Whether it never writes a stripe in part."""
        return False

    @property
    def formatted(self) -> str:
        """What formats it, where that is said; empty otherwise."""
        return ""

    @property
    def format_formulas(self) -> Format:
        """The formulas of what formats it."""
        return "plain"

    @property
    def served_as(self) -> str:
        """What a server has of it as a file system: those that were measured compare by that."""
        return self.kind

    def measured_as(self, file_system: str) -> str:
        """The file system by which servers are compared with measured ones."""
        del file_system
        return self.served_as

    @property
    def served_as_words(self) -> str:
        """The same, as people call it."""
        return self.served_as

    @property
    def redundancy_by(self) -> RedundancyBy:
        """What makes its redundancy: the server, controllers behind it, or nothing."""
        return "software"

    @property
    def drives(self) -> int:
        """Drives that it needs for itself."""
        return 1

    @property
    def further_drive(self) -> int | None:
        """The size of drives beside the tier's others; None: all are of one."""
        return None

    @property
    def rebuilds(self) -> bool:
        """Whether a lost drive is rebuilt: not where nothing is redundant."""
        return True

    @property
    def targets_per_array(self) -> int:
        """How many targets share one declustered array; 1 where each has drives of its own."""
        return 1

    @property
    def lost_as_one(self) -> LostAsOne | None:
        """What is lost as one, where losses of data are counted; None where they aren't."""
        return None

    @property
    def group_survives(self) -> int | None:
        """Drives of a RAID group that may fail at a time, where its losses are counted."""
        return None

    @property
    def redundancy_groups(self) -> tuple[Group, ...]:
        """Groups of the tier's drives in one target, or in one declustered array.

        Empty where strips lie on drives that the system chooses.
        """
        return ()

    @property
    def groups_beside(self) -> tuple[Group, ...]:
        """Groups in one target whose drives stand beside the tier's, and take none of its bays."""
        return ()

    @property
    def drives_beside(self) -> tuple[DrivesBeside, ...]:
        """Drives of vdevs in one target that stand beside the tier's."""
        return ()

    @property
    def placement_rule(self) -> Rule:
        """How its groups lie in enclosures unless the scenario says: spread over them."""
        return "spread"

    @property
    def spares_on_all_drives(self) -> bool:
        """Whether spare space lies on all drives of a vdev."""
        return False

    @property
    def passed_copies(self) -> int:
        """Copies that servers pass to each other; 1 where its server makes all there is."""
        return 1

    def strips_from(self, file_system: str) -> StripsFrom:
        """Return who makes its code, where strips lie on drives of several servers."""
        raise NotImplementedError

    def is_made_by_clients(self, file_system: str) -> bool:
        """Whether it is known that clients make its code, and no gateway before the servers."""
        del file_system
        return False

    @property
    def failure_domain_name(self) -> str:
        """What is lost at once, where a target says it; empty otherwise."""
        return ""

    @property
    def declustered(self) -> bool:
        """Whether its RAID groups have spare space inside."""
        return False

    @property
    def rebuilds_inside(self) -> bool:
        """Whether a failed drive's data find room on the drives left: a drive of spare space.

        Codes over servers, and others without an area set aside, take free space.
        """
        return self.spread or self.spares_on_all_drives

    @property
    def by_mdadm(self) -> bool:
        """Whether Linux md makes its RAID groups, and takes its own share of each drive."""
        return False

    @property
    def by_controller(self) -> bool:
        """Whether it is stated that a controller makes its RAID groups."""
        return False

    @property
    def special_drives(self) -> int:
        """Drives of the tier in it that hold no data."""
        return 0

    @property
    def hot_spares(self) -> int:
        """Drives of the tier that stand by in it."""
        return 0

    @property
    def inodes_by_size(self) -> bool:
        """Whether its size decides how many inodes it gets, where it holds data."""
        return False

    @property
    def keeps_unknown(self) -> bool:
        """Whether its system may keep a share back that nobody has said."""
        return False

    def spare_rule(self, *, in_enclosures: bool) -> SpareRule | None:
        """Give what decides on the spare space of a recovery group; None where it is none."""
        del in_enclosures
        return None

    @property
    def loses(self) -> tuple[str, str]:
        """The quantity that says how many drives it can lose, and out of what."""
        raise NotImplementedError

    @property
    def step_words(self) -> Words:
        """The steps of its capacity that are another thing than in other kinds."""
        return {}

    @property
    def takes_first(self) -> str:
        """What takes its space before files do: the cause where nothing is left for them."""
        return "structures of the file system"

    @property
    def uncounted(self) -> str:
        """What of its usable capacity its system takes that isn't counted; empty if nothing."""
        return ""

    @property
    def size_counts(self) -> str:
        """What `zpool list` counts as space of it; empty where it is no pool."""
        return ""

    @property
    def fill_bounds(self) -> tuple[tuple[str, str], ...]:
        """What may bound how full it gets: quantities, with their words, `{lost}` among them."""
        return ()

    @property
    def full_at(self) -> str:
        """What bounds how full it gets where nothing else does."""
        return ""

    @property
    def explored_release(self) -> str:
        """The release of OpenZFS on which other layouts of its drives can be compared, if any."""
        return ""

    @property
    def file_systems(self) -> tuple[str, ...]:
        """The file systems that run on it, by which a scenario names them."""
        raise NotImplementedError

    def elsewhere(self, file_system: str) -> str:
        """Say which other layout would carry a file system that doesn't run on it; or nothing."""
        del file_system
        return ""

    def refuses(self, file_system: str, *, in_enclosures: bool) -> str:
        """Say why one of these can't run on it as it is, and what to write instead; or nothing."""
        del file_system, in_enclosures
        return ""

    @property
    def words(self) -> tuple[str, ...]:
        """What it is made with, in words, beside its layout."""
        return ()

    def inodes(self, file_system: str) -> InodeRule | None:
        """Give what decides on its inodes where it holds metadata; None where no rule is known."""
        return "scale" if file_system == "scale" else None
