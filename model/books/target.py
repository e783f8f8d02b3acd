"""The books of targets: pools and their vdevs, RAID groups, declustered RAID, Ceph; their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.books.facts import GroupFacts, TargetFacts
from model.books.late import late
from model.books.table import ALWAYS, Conditions, Row, Table, of
from model.engine.quantity import Book
from model.formulas.chain import requests
from model.formulas.files import metadata
from model.formulas.risk import group_loss, loss, rebuild, spares
from model.formulas.space import capacity, metaslabs, partition, raid, zfs, zpool

if TYPE_CHECKING:
    from model.formulas.files import file_tails, files, small_files
    from model.formulas.space import ceph, coded, declustered, draid, extfs, further
else:
    late(globals(), "files", "file_tails files small_files")
    late(globals(), "space", "ceph coded declustered draid extfs further")


def _chain(facts: GroupFacts | TargetFacts) -> Book:
    """Return the chain of failures and rebuilds of a redundancy group."""
    survives = min(facts.survives or 0, group_loss.MOST_TOLERATED)
    if isinstance(facts, GroupFacts):
        domain: group_loss.Domain = "vdev domain" if facts.failure_domains else "drive"
        return group_loss.chain_of(survives, domain=domain)
    return group_loss.chain_of(
        survives,
        domain=facts.domain or "drive",
        of_code=facts.coded or facts.declustered,
        critical_first=facts.losses == "strips in a block",
    )


def _ageing(facts: GroupFacts | TargetFacts) -> Book:
    """Return the losses of groups whose drives fail more often while they are new or worn."""
    survives = min(facts.survives or 0, group_loss.MOST_TOLERATED)
    return loss.ageing_groups(survives, facts.copies_apart)


def _lost_stripes(facts: TargetFacts) -> Book:
    """Return the share of the data that is lost with one strip more than parity."""
    return loss.lost_stripes(min(facts.survives or 0, group_loss.MOST_TOLERATED))


def _losses(when: Conditions) -> tuple[Row, ...]:
    """Give the rows of what loses the data of a redundancy group, and how often."""
    return (
        (when.counts_losses, group_loss.GROUP),
        (when.counts_losses, _chain),
        (when.counts_losses & ~when.ages, loss.GROUPS),
        (when.counts_losses & when.ages, _ageing),
    )


when = of(GroupFacts)
_REBUILT = when.counts_losses & ~when.own_rebuilds
GROUP = Table(
    "group",
    (ALWAYS, zfs.CONSTANTS),
    (when.leaf("drive") & ~when.further, zfs.LEAF_OF_DRIVE),
    (when.leaf("drive") & when.further, zfs.LEAF_OF_FURTHER),
    (when.leaf("size"), zfs.LEAF_AS_GIVEN),
    (when.leaf("raid group"), raid.LEAF_OF_LUN),
    (when.leaf("partition") & ~when.further, partition.PARTITION),
    (when.leaf("partition") & when.further, partition.OF_FURTHER),
    (when.leaf("partition") & ~when.in_tier, partition.DRIVE_AS_GIVEN),
    (ALWAYS, zfs.LEAF),
    (when.metaslab_limit, metaslabs.METASLABS),
    (~when.metaslab_limit, metaslabs.OLD_METASLABS),
    (when.draid, draid.DRAID),
    (when.draid & ~when.failure_domains, draid.ONE_FAILURE_GROUP),
    (when.draid & when.failure_domains, draid.FAILURE_DOMAINS),
    (~when.draid, zfs.RAIDZ),
    (ALWAYS, zfs.SPACE),
    (
        when.in_enclosures & ~when.failure_domains & when.placement("spread"),
        zpool.SPREAD,
    ),
    (
        when.in_enclosures & ~when.failure_domains & when.placement("packed"),
        zpool.PACKED,
    ),
    (
        when.in_enclosures & ~when.failure_domains & when.placement("stated"),
        zpool.STATED,
    ),
    (when.in_enclosures & ~when.failure_domains, zpool.PLACEMENT),
    (when.beside, zpool.BESIDE),
    (
        when.in_enclosures & when.failure_domains & ~when.placement("stated"),
        draid.SPREAD_DOMAINS,
    ),
    (
        when.in_enclosures & when.failure_domains & when.placement("stated"),
        draid.STATED_DOMAINS,
    ),
    (when.in_enclosures & when.failure_domains, draid.DOMAINS_IN_ENCLOSURES),
    (when.counts_losses, group_loss.OF_VDEVS),
    (when.own_rebuilds, spares.SPECIAL_RATE),
    (when.own_rebuilds, rebuild.OF_SPECIAL),
    (_REBUILT, rebuild.RESILVERED),
    (_REBUILT & ~when.distributed, rebuild.ONTO_A_DRIVE),
    (_REBUILT & when.distributed, rebuild.ONTO_ALL_DRIVES),
    (_REBUILT, rebuild.TIME),
    *_losses(when),
    (when.sized, files.FILES_OF_GROUP),
    (when.requests & when.draid, requests.OF_DRAID),
    (when.requests & ~when.draid, requests.OF_VDEVS),
)
"""A group of equal vdevs."""

FILE = Table(
    "file",
    (ALWAYS, files.FILE),
    (when.draid, file_tails.DRAID_TAIL),
    (~when.draid, file_tails.RAIDZ_TAIL),
    (ALWAYS, file_tails.TAIL),
    (when.draid, files.DRAID_FILE),
    (~when.draid, files.RAIDZ_FILE),
    (ALWAYS, files.FILE_CHARGE),
)
"""Files of one length on a group of equal vdevs."""

FILES_OF_ONE_SIZE = Table("files", (ALWAYS, small_files.SIZE))
"""Files of one size on a target without ZFS."""

when = of(TargetFacts)
POOL = Table(
    "pool",
    (when.on_zfs, zpool.POOL),
    (when.special_in_available, zpool.SPECIAL_IN_AVAILABLE),
    (when.on_zfs & when.lustre, capacity.LUSTRE_ON_ZFS),
    (when.on_zfs & ~when.lustre, capacity.PLAIN_ZFS),
    ((when.on_zfs | when.kind("raid")) & when.in_tier, raid.COPIES),
    (when.on_zfs & when.in_tier, zpool.TARGET_POOL),
    (when.further_drives, further.POOL),
    (when.on_zfs & when.in_enclosures, zpool.PLACEMENT_IN_POOL),
    (when.on_zfs & when.sized, files.FILES_OF_POOL),
    (when.on_zfs & when.sized & when.in_tier, files.FILES_OF_TARGETS),
    (when.requests & when.kind("zfs"), requests.OF_POOL),
    (when.requests & when.kind("raid"), requests.OF_RAID),
    (when.losses("vdevs"), loss.TARGET),
    (when.losses("groups"), group_loss.STATED),
    (when.losses("strips in a block"), group_loss.OVER_BLOCK),
    (when.over_network, group_loss.OVER_TIER),
    (when.losses("strips in a block", "strips over domains"), group_loss.ONE_GROUP),
    (when.losses("groups", "strips in a block"), rebuild.WHOLE),
    (when.over_network, rebuild.USED_OF_DRIVE),
    (when.losses("groups", "strips in a block") & ~when.rebuilds_inside, rebuild.ONTO_A_DRIVE),
    (when.losses("groups") & when.declustered, rebuild.STATED_READS),
    (when.losses("strips in a block", "strips over domains"), rebuild.READS_OF_CODE),
    (when.losses("groups", "strips in a block") & when.rebuilds_inside, rebuild.ONTO_ALL_OF_GROUP),
    (when.over_network, rebuild.OVER_NETWORK),
    (when.counts_losses, rebuild.TIME),
    *_losses(when),
    (when.losses("groups", "strips in a block"), loss.TARGET_OF_GROUPS),
    (when.losses & ~when.over_network, loss.TARGETS),
    (when.over_network, loss.OVER_DOMAINS),
    (when.losses("strips in a block", "strips over domains"), _lost_stripes),
    (when.in_use, capacity.USE_OF_POOL),
    (when.in_use, capacity.FILL_LIMIT),
    (when.in_use, capacity.PLANNED),
    (when.kind("zfs on raid"), raid.POOL_OF_LUNS),
    (when.kind("raid"), raid.RAID),
    (when.kind("raid") & when.format("plain"), extfs.PLAIN),
    (when.kind("raid") & when.format("xfs"), extfs.XFS),
    (when.kind("raid") & when.format("ext"), extfs.EXT_FS),
    (when.kind("raid") & when.format("ext") & when.lustre, extfs.LDISKFS_JOURNAL),
    (when.kind("raid") & when.format("ext") & ~when.lustre, extfs.EXT_JOURNAL),
    (when.kind("raid") & when.format("ext") & when.inodes_by_size, extfs.OST_RATIO),
    (when.kind("raid") & when.format("ext") & ~when.inodes_by_size, extfs.EXT_RATIO),
    (when.kind("raid", "zfs on raid"), raid.EXPORTED),
    (when.coded, ceph.CODE),
    (when.kind("declustered"), declustered.GNR),
    (when.kind("declustered") & when.in_enclosures, declustered.PLACEMENT),
    (when.spare_rule("given"), declustered.GIVEN_SPARES),
    (when.spare_rule("scale-out"), declustered.SPARES),
    (when.spare_rule("paired", "shared"), declustered.ESS_SPARES),
    (when.spare_rule("paired"), declustered.PAIRED),
    (when.spare_rule("shared"), declustered.SHARED),
    (when.coded & ~when.in_enclosures, ceph.STRIPS),
    (when.kind("code"), coded.CODED),
    (when.kind("ceph"), ceph.OSD),
    (~when.on_zfs, small_files.TARGET),
    (~when.on_zfs & ~when.sized, small_files.LARGE_FILES),
    (~when.on_zfs & when.sized, small_files.SIZES),
    (~when.on_zfs & when.sized & ~when.kind("ceph"), small_files.UNIT),
    (when.sized & when.kind("ceph"), ceph.OBJECT_UNIT),
    (when.kind("raid") & when.in_enclosures & when.placement("packed"), raid.PACKED),
    (when.kind("raid") & when.in_enclosures & when.placement("spread"), raid.SPREAD),
    (when.kind("raid") & when.in_enclosures & when.placement("stated"), raid.STATED_BAYS),
    (when.kind("raid") & when.in_enclosures, raid.PLACEMENT),
    (when.inodes("zfs"), metadata.ON_ZFS),
    (when.inodes("ldiskfs") & ~when.data_on_mdt, metadata.ON_LDISKFS),
    (when.inodes("ldiskfs") & when.data_on_mdt, metadata.LDISKFS_DATA),
    (when.inodes("ext4", "xfs"), metadata.ON_EXT),
    (when.inodes("beegfs"), metadata.ON_BEEGFS),
    (when.inodes("scale"), metadata.ON_SCALE),
    (when.inodes, metadata.TARGETS),
)
"""A target: a pool of ZFS, or what stands in its place."""
