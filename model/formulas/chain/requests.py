"""Random reads and writes per second, from the drives' rates through the same chain.

A record of RAIDZ or dRAID lies on all columns of a stripe, so that a request keeps them all busy: a
vdev, or a stripe, is as fast as one drive. Each drive of a mirror reads independently. A small
write into a RAID group reads the old data and parity, and writes the new ones. Caches aren't
counted; declustered RAID, erasure codes and Ceph are left out, as nothing is published.
"""

import numpy as np

from model.engine.ops import Num, where_less, whole_down
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS

TRUENAS = (
    "document: TrueNAS (truenas.com), Six Metrics for Measuring ZFS Pool Performance: mirrors, "
    "RAIDZ"
)
DRAID = (
    "document: OpenZFS zpoolconcepts(7): floor((N - S) / (D + P)) drives' worth of random requests"
)
PENALTY = (
    "arithmetic: old data and parity are read, new ones written: RAID 5 4, RAID 6 6, RAID 10 2 "
    "requests"
)

OF_VDEVS = Book("requests of vdevs", topic="performance")


@OF_VDEVS.quantity("1", r"n_\mathrm{req,r}", TRUENAS)
def group_readers(vdevs: Num, vdev_drives: Num, vdev_columns: Num) -> Num:
    """Random reads of the group in parallel, in drives: all of a mirror, one per RAIDZ vdev."""
    return vdevs * where_less(1, vdev_columns, 1.0, vdev_drives)


OF_VDEVS.alias(
    "group_writers",
    "1",
    r"n_\mathrm{req,w}",
    "Random writes of the group in parallel, in drives: one per vdev.",
    of="vdevs",
    source=TRUENAS,
)


OF_DRAID = Book("requests of dRAID", topic="performance")


@OF_DRAID.quantity("1", r"n_\mathrm{req,r}", DRAID, name="group_readers")
def group_readers_of_stripes(
    vdevs: Num, vdev_drives: Num, vdev_spares: Num, stripe_columns: Num
) -> Num:
    """Random reads of the group in parallel, in drives: one per stripe."""
    return vdevs * whole_down((vdev_drives - vdev_spares) / stripe_columns)


OF_DRAID.alias(
    "group_writers",
    "1",
    r"n_\mathrm{req,w}",
    "Random writes of the group in parallel, in drives: one per stripe.",
    of="group_readers",
    source=DRAID,
)


OF_POOL = Book("requests of a pool", topic="performance")
OF_POOL.over(
    "total",
    "pool_readers",
    "1",
    r"n_\mathrm{req,r/tgt}",
    "Random reads of the pool in parallel, in drives",
    roles=("groups",),
    of="group_readers",
)
OF_POOL.over(
    "total",
    "pool_writers",
    "1",
    r"n_\mathrm{req,w/tgt}",
    "Random writes of the pool in parallel, in drives",
    roles=("groups",),
    of="group_writers",
)


@OF_POOL.quantity("1/second", r"q_\mathrm{tgt,r}", "arithmetic of the pool")
def pool_random_read_rate(pool_readers: Num, drive_random_read_rate: Num) -> Num:
    """Random reads per second of the target's drives."""
    return pool_readers * drive_random_read_rate


@OF_POOL.quantity("1/second", r"q_\mathrm{tgt,w}", "arithmetic of the pool")
def pool_random_write_rate(
    pool_writers: Num, drive_random_write_rate: Num, file_copies: Num
) -> Num:
    """Random writes per second of the target's drives."""
    return pool_writers * drive_random_write_rate / file_copies


OF_RAID = Book("requests of RAID groups", topic="performance")
OF_RAID.input(
    "update_reads",
    "1",
    r"k_\mathrm{upd,r}",
    "Reads of drives for each small write: old data and parity",
    whole=True,
)
OF_RAID.input(
    "update_writes",
    "1",
    r"k_\mathrm{upd,w}",
    "Writes to drives for each small write: new data with its parity or copies",
    whole=True,
)


@OF_RAID.quantity(
    "1/second",
    r"q_\mathrm{tgt,r}",
    "arithmetic: each drive reads for itself",
    name="pool_random_read_rate",
)
def pool_random_read_rate_of_raid(pool_drives: Num, drive_random_read_rate: Num) -> Num:
    """Random reads per second of the target's drives."""
    return pool_drives * drive_random_read_rate


@OF_RAID.quantity("1/second", r"q_\mathrm{tgt,w}", PENALTY, name="pool_random_write_rate")
def pool_random_write_rate_of_raid(
    pool_drives: Num,
    update_reads: Num,
    update_writes: Num,
    drive_random_read_rate: Num,
    drive_random_write_rate: Num,
    file_copies: Num,
) -> Num:
    """Random writes per second of the target's drives."""
    time = update_reads / drive_random_read_rate + update_writes / drive_random_write_rate
    return pool_drives / time / file_copies


_TIER = Book("requests of the tier", topic="performance")
_TIER.input(
    "drive_random_way_rate",
    "1/second",
    r"q_\mathrm{drv,<w>}",
    "Random {way} requests per second of one drive",
)
_TIER.input(
    "request_size",
    "byte",
    r"l_\mathrm{req}",
    "Bytes of a random request",
    4096.0,
    source="assumption: datasheets count requests of 4 KiB",
)
_TIER.over(
    "total",
    "target_random_way_rate",
    "1/second",
    r"q_\mathrm{tgt,<w>}",
    "Random {way} requests per second of the drives of one target",
    roles=("pools",),
    of="pool_random_way_rate",
)


@_TIER.quantity(
    "1/second", r"q_\mathrm{<w>}^+", "arithmetic: the drives, or bytes through the same chain"
)
def random_way_rate_bound(
    targets: Num, target_random_way_rate: Num, way_bandwidth_bound: Num, request_size: Num
) -> Num:
    """Maximum random {way} requests per second of the tier; unknown if its drives' rates are."""
    return np.minimum(targets * target_random_way_rate, way_bandwidth_bound / request_size)


TIER = spell(_TIER, *WAYS)
