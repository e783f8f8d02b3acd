"""IBM Storage Scale RAID (GNR, ECE): strips and spare space over all drives of a recovery group.

The servers of a block are one recovery group where the drives are theirs (ECE). Where drives stand
in enclosures (ESS, DSS-G), each server of a pair has one, or they share one: spares follow another
rule, all else is computed as of one group. Each drive is cut into partitions; logs, descriptors
and spare space are taken off, and what is left makes two vdisks a server. IBM's estimator, which
takes drives in whole GiB, claims 1 %. It is under the Apache licence 2.0, none of it is copied.
"""

import numpy as np

from model.engine.ops import Num, at_least, bit_length, ceil_quotient, floor_quotient, where_less
from model.engine.quantity import Book
from model.units.kinds import KIB

SOURCE = (
    "document: github.com/IBM/SpectrumScaleTools, ece_capacity_estimator 1.3: get_gnrplan, "
    "calc_spares"
)

GNR = Book("declustered RAID", topic="capacity")
GNR.input(
    "pdisk_granularity",
    "byte",
    r"g_\mathrm{pd}",
    "Unit in which IBM's planner takes drives",
    2.0**30,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "pdisk_reserve",
    "byte",
    r"C_\mathrm{end}",
    "Descriptors at the end of a drive",
    4325376.0,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "partition_least",
    "byte",
    r"C_\mathrm{part}^\mathrm{min}",
    "Smallest partition",
    2.0**22,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "prefix_space",
    "byte",
    r"C_\mathrm{pre}",
    "Descriptors and log at the head of a drive",
    3225681920.0,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "log_home",
    "byte",
    r"C_\mathrm{log}",
    "Log home of a log group",
    32 * 2.0**30,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "root_log_home",
    "byte",
    r"C_\mathrm{root}",
    "Log home of the root group",
    2.0**31,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "checksum_trailer",
    "byte",
    r"C_\mathrm{sum}",
    "Bytes of one checksum",
    64.0,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "strip_alignment",
    "byte",
    r"g_\mathrm{strip}",
    "Alignment of a strip",
    4096.0,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "checksum_granularity",
    "byte",
    r"g_\mathrm{sum}",
    "Bytes under one checksum",
    32 * KIB,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "file_block",
    "byte",
    r"B_\mathrm{fs}",
    "Block of the file system",
    2.0**22,
    source=SOURCE,
    constant=True,
)
GNR.input(
    "partitions_most",
    "1",
    r"n_\mathrm{part}^\mathrm{max}",
    "Most partitions of a drive",
    2048.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "reserve_divisor",
    "1",
    r"k_\mathrm{res}",
    "Partitions of which one is kept back",
    1000.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "overflow_partitions",
    "1",
    r"n_\mathrm{ovf}",
    "Partitions of a drive for overflow",
    4.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "log_replicas",
    "1",
    r"n_\mathrm{rep}",
    "Copies of a log home",
    4.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "log_groups_per_server",
    "1",
    r"n_\mathrm{lg/srv}",
    "Log groups of a server",
    2.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "track_divisor",
    "1",
    r"k_\mathrm{trk}",
    "Tracks of which one stays free",
    1000.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "free_tracks_least",
    "1",
    r"n_\mathrm{trk}^\mathrm{min}",
    "Least tracks that stay free",
    32.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
GNR.input(
    "free_tracks_most",
    "1",
    r"n_\mathrm{trk}^\mathrm{max}",
    "Most tracks that stay free",
    4096.0,
    source=SOURCE,
    whole=True,
    constant=True,
)


GNR.alias(
    "pool_drives",
    "1",
    r"n_\mathrm{drv/pool}",
    "Drives of the recovery group.",
    of="drives_per_block",
    source=SOURCE,
)


@GNR.quantity("1", r"n_\mathrm{data/pool}", SOURCE)
def pool_data_drives(drives_per_block: Num, spare_drives: Num, code_efficiency: Num) -> Num:
    """Data space, in drives: full stripes over all but the spare space."""
    return (drives_per_block - spare_drives) * code_efficiency


GNR.alias(
    "pool_distributed_spares",
    "1",
    r"n_\mathrm{dsp/pool}",
    "Distributed spare space of the recovery group, in drives.",
    of="spare_drives",
    source=SOURCE,
)


@GNR.quantity("byte", r"C_\mathrm{pd}", SOURCE)
def pdisk_space(drive_capacity: Num, pdisk_granularity: Num, pdisk_reserve: Num) -> Num:
    """Bytes of one drive in whole GiB, before its partitions."""
    return floor_quotient(drive_capacity, pdisk_granularity) * pdisk_granularity - pdisk_reserve


@GNR.quantity("byte", r"C_\mathrm{part}", SOURCE)
def partition_size(pdisk_space: Num, partition_least: Num, partitions_most: Num) -> Num:
    """Bytes of one partition: doubled until a drive has no more than 2,048 of them."""
    return partition_least * np.exp2(
        bit_length(ceil_quotient(pdisk_space, partition_least * partitions_most) - 1)
    )


@GNR.quantity("1", r"n_\mathrm{part}", SOURCE)
def drive_partitions(pdisk_space: Num, partition_size: Num) -> Num:
    """Whole partitions of one drive."""
    return floor_quotient(pdisk_space, partition_size)


@GNR.quantity("1", r"n_\mathrm{part}^\mathrm{rg}", SOURCE)
def group_partitions(drives_per_block: Num, drive_partitions: Num) -> Num:
    """Partitions of the recovery group."""
    return drives_per_block * drive_partitions


@GNR.quantity("1", r"n_\mathrm{lg}", SOURCE)
def log_groups(servers_per_block: Num, log_groups_per_server: Num) -> Num:
    """Log groups of the recovery group, each with one vdisk."""
    return servers_per_block * log_groups_per_server


@GNR.quantity("1", r"n_\mathrm{log}", SOURCE)
def log_partitions(
    log_groups: Num,
    log_replicas: Num,
    log_home: Num,
    root_log_home: Num,
    servers_per_block: Num,
    partition_size: Num,
) -> Num:
    """Partitions that all log homes take."""
    return (
        log_groups
        * log_replicas
        * ceil_quotient(log_home + root_log_home / servers_per_block, partition_size)
    )


@GNR.quantity("1", r"n_\mathrm{head}", SOURCE)
def head_partitions(
    drives_per_block: Num,
    spare_drives: Num,
    prefix_space: Num,
    partition_size: Num,
    overflow_partitions: Num,
) -> Num:
    """Partitions that descriptors, logs and overflow take on the drives that aren't spare."""
    return (drives_per_block - spare_drives) * (
        ceil_quotient(prefix_space, partition_size) + overflow_partitions
    )


@GNR.quantity("1", r"n_\mathrm{use}", SOURCE)
def usable_partitions(
    group_partitions: Num,
    reserve_divisor: Num,
    head_partitions: Num,
    spare_drives: Num,
    drive_partitions: Num,
    log_partitions: Num,
) -> Num:
    """Partitions of the recovery group for vdisks, parity included."""
    return (
        group_partitions
        - ceil_quotient(group_partitions, reserve_divisor)
        - head_partitions
        - spare_drives * drive_partitions
        - log_partitions
    )


@GNR.quantity("byte", r"C_\mathrm{da}", SOURCE)
def declustered_capacity(usable_partitions: Num, partition_size: Num) -> Num:
    """Bytes of the declustered array, parity included, spare space not."""
    return usable_partitions * partition_size


@GNR.quantity("1", r"n_\mathrm{pg}", SOURCE)
def partition_groups(
    usable_partitions: Num, log_groups: Num, code_data: Num, code_parity: Num
) -> Num:
    """Groups of partitions of one vdisk: one partition for each strip of the code."""
    return floor_quotient(floor_quotient(usable_partitions, log_groups), code_data + code_parity)


@GNR.quantity("byte", r"C_\mathrm{strip}", SOURCE)
def strip_size(
    file_block: Num,
    code_data: Num,
    checksum_granularity: Num,
    checksum_trailer: Num,
    strip_alignment: Num,
) -> Num:
    """Bytes that a strip takes on a drive, with its checksums."""
    return (
        file_block / code_data
        + ceil_quotient(
            ceil_quotient(file_block / code_data, checksum_granularity - checksum_trailer)
            * checksum_trailer,
            strip_alignment,
        )
        * strip_alignment
    )


@GNR.quantity("1", r"n_\mathrm{trk}", SOURCE)
def vdisk_tracks(partition_groups: Num, partition_size: Num, strip_size: Num) -> Num:
    """Tracks of one vdisk: a block of the file system each."""
    return partition_groups * floor_quotient(partition_size, strip_size)


@GNR.quantity("1", r"n_\mathrm{trk}^\mathrm{free}", SOURCE)
def free_tracks(
    vdisk_tracks: Num, track_divisor: Num, free_tracks_least: Num, free_tracks_most: Num
) -> Num:
    """Tracks of one vdisk that stay free."""
    return np.maximum(
        free_tracks_least, np.minimum(free_tracks_most, ceil_quotient(vdisk_tracks, track_divisor))
    )


@GNR.quantity("byte", r"C_\mathrm{fs}", SOURCE)
def formatted_capacity(
    log_groups: Num, vdisk_tracks: Num, free_tracks: Num, file_block: Num
) -> Num:
    """Bytes of a file system on all vdisks of the recovery group."""
    return log_groups * np.maximum(0, vdisk_tracks - free_tracks) * file_block


GNR.alias(
    "target_capacity",
    "byte",
    r"C_\mathrm{tgt}",
    "What can be used of the empty file system.",
    of="formatted_capacity",
    source="arithmetic: nothing is kept back",
)


GIVEN_SPARES = Book("declustered spares as entered", topic="capacity")
GIVEN_SPARES.input(
    "spare_drives", "1", r"n_\mathrm{spare}", "Spare space of a recovery group, in drives"
)

PLACEMENT = Book("declustered placement", topic="capacity")


@PLACEMENT.quantity(
    "1",
    r"\mathrm{ok}_\mathrm{enc/pool}",
    "assumption: strips of a stripe are spread evenly over enclosures",
)
def pool_survives_enclosure_loss(
    code_data: Num, code_parity: Num, enclosures_per_block: Num
) -> Num:
    """Whether a recovery group survives the loss of an enclosure: 1 yes, 0 no."""
    return at_least(code_parity, ceil_quotient(code_data + code_parity, enclosures_per_block))


SPARES = Book("declustered spares", topic="capacity")
SPARES.input(
    "few_drives",
    "1",
    r"n_1",
    "Drives of a server from which the rule for many holds",
    5.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
SPARES.input(
    "few_servers",
    "1",
    r"n_2",
    "Servers over which spares grow, with few drives",
    16.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
SPARES.input(
    "servers_per_drive",
    "1",
    r"n_3",
    "Servers over which spares grow, for each drive of a server",
    4.0,
    source=SOURCE,
    whole=True,
    constant=True,
)
SPARES.input(
    "spares_least",
    "1",
    r"n_4",
    "Least spares with many drives",
    3.0,
    source=SOURCE,
    whole=True,
    constant=True,
)


@SPARES.quantity("1", r"n_\mathrm{grow}", SOURCE)
def spare_servers(
    drives_per_server: Num, few_drives: Num, few_servers: Num, servers_per_drive: Num
) -> Num:
    """Servers over which spares grow to two for each drive of a server."""
    return where_less(
        drives_per_server, few_drives, few_servers, servers_per_drive * drives_per_server
    )


@SPARES.quantity("1", r"n_\mathrm{spare}", SOURCE)
def spare_drives(
    drives_per_server: Num,
    servers_per_block: Num,
    spare_servers: Num,
    few_drives: Num,
    spares_least: Num,
) -> Num:
    """Spare space of a recovery group, in drives; valid from two drives per server."""
    return np.minimum(
        2 * drives_per_server,
        np.maximum(
            where_less(drives_per_server, few_drives, 2, spares_least),
            2 * drives_per_server * servers_per_block / spare_servers,
        ),
    )


ESS = (
    "document: IBM Storage Scale RAID 6.0.1 (ibm.com/docs), Declustered array spares: one for each "
    "enclosure above 24 drives, two from 13, one for 12"
)
ESS_SPARES = Book("spares of arrays in enclosures", topic="capacity")
ESS_SPARES.input(
    "small_array",
    "1",
    r"n_\mathrm{small}",
    "Drives up to which an array has one spare",
    12.0,
    source=ESS,
    whole=True,
    constant=True,
)
ESS_SPARES.input(
    "medium_array",
    "1",
    r"n_\mathrm{medium}",
    "Drives up to which an array has two spares",
    24.0,
    source=ESS,
    whole=True,
    constant=True,
)


@ESS_SPARES.quantity(
    "1", r"n_\mathrm{drv/da}", "assumption: recovery groups share the drives evenly"
)
def array_drives(drives_per_block: Num, recovery_groups: Num) -> Num:
    """Drives of one declustered array: of one recovery group."""
    return drives_per_block / recovery_groups


@ESS_SPARES.quantity("1", r"n_\mathrm{spare/da}", ESS)
def array_spares(
    array_drives: Num, small_array: Num, medium_array: Num, enclosures_per_block: Num
) -> Num:
    """Spare space of one declustered array, in drives."""
    return where_less(
        medium_array,
        array_drives,
        enclosures_per_block,
        where_less(small_array, array_drives, 2.0, 1.0),
    )


@ESS_SPARES.quantity("1", r"n_\mathrm{spare}", ESS, name="spare_drives")
def spare_drives_of_arrays(recovery_groups: Num, array_spares: Num) -> Num:
    """Spare space of the recovery groups of a block, in drives."""
    return recovery_groups * array_spares


PAIRED = Book("paired recovery groups", topic="capacity")


PAIRED.alias(
    "recovery_groups",
    "1",
    r"n_\mathrm{rg}",
    "Recovery groups of a block.",
    of="servers_per_block",
    source="arithmetic: each server of a block has a recovery group of its own",
)


SHARED = Book("shared recovery group", topic="capacity")
SHARED.input(
    "recovery_groups",
    "1",
    r"n_\mathrm{rg}",
    "Recovery groups of a block",
    1.0,
    source="assumption: the servers of a block share one",
    whole=True,
    constant=True,
)
