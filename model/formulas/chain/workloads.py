"""What one server gave under a workload, for the whole tier; and the blocks that a goal takes."""

import numpy as np

from model.engine.ops import Num, least_known, whole_up
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS

SOURCE = "arithmetic: measured on one server, times the servers"

WORKLOAD = Book("workload", topic="performance")
WORKLOAD.input(
    "workload_server_bandwidth",
    "byte/s",
    r"b_\mathrm{wl}",
    "Measured bandwidth of one server under this workload",
)


@WORKLOAD.quantity("byte/s", r"B_\mathrm{wl}", SOURCE)
def workload_bandwidth(servers: Num, workload_server_bandwidth: Num) -> Num:
    """Bandwidth of all servers of the tier under this workload."""
    return servers * workload_server_bandwidth


DELIVERED = Book("what a workload is given of the bound", topic="performance")


@DELIVERED.quantity(
    "1",
    r"\eta_\mathrm{wl}",
    "definition: workload over upper bound: evidence for an efficiency, unless the bound was "
    "fitted to it",
    shown="percent",
)
def workload_delivery(workload_bandwidth: Num, way_bandwidth_bound: Num) -> Num:
    """Bandwidth of the tier under this workload, as a share of its upper bound for {way}."""
    return workload_bandwidth / way_bandwidth_bound


_READ, _WRITE = WAYS
READING = spell(DELIVERED, _READ, into=Book("reading workload", topic="performance"))
WRITING = spell(DELIVERED, _WRITE, into=Book("writing workload", topic="performance"))

GOAL = Book("goal of bandwidth", topic="performance")
GOAL.input("goal_bandwidth", "byte/s", r"B_\mathrm{goal}", "Required bandwidth")


@GOAL.quantity(
    "1", r"m_\mathrm{goal}", "definition: workload against goal", low=ANY_SIGN, shown="change"
)
def goal_margin(workload_bandwidth: Num, goal_bandwidth: Num) -> Num:
    """Bandwidth above the goal, as a share of it; negative: a shortfall."""
    return workload_bandwidth / goal_bandwidth - 1


@GOAL.quantity("1", r"n_\mathrm{blk}^\mathrm{goal}", SOURCE)
def blocks_for_goal(
    goal_bandwidth: Num, workload_server_bandwidth: Num, servers_per_block: Num
) -> Num:
    """Building blocks required for the goal under this workload."""
    return whole_up(goal_bandwidth / (workload_server_bandwidth * servers_per_block))


RACKS = Book("goal in racks", topic="performance")
RACKS.input(
    "blocks_per_rack",
    "1",
    r"n_\mathrm{blk/rack}",
    "Building blocks in one rack",
    whole=True,
    low=1.0,
)


@RACKS.quantity("1", r"n_\mathrm{rack}^\mathrm{goal}", SOURCE)
def racks_for_goal(blocks_for_goal: Num, blocks_per_rack: Num) -> Num:
    """Racks required for the goal under this workload."""
    return whole_up(blocks_for_goal / blocks_per_rack)


ONE_FILE = Book("one file", topic="performance")
ONE_FILE.input("one_file_size", "byte", r"S_\mathrm{one}", "Size of one file", low=1.0)


@ONE_FILE.quantity("byte", "e_0", "definition: files begin at 0")
def initial_extent_end(one_file_size: Num) -> Num:
    """Start of the first extent of a file."""
    return np.minimum(one_file_size, 0.0)


EXTENT = Book("stretch of a file", topic="performance")
EXTENT.input(
    "extent_end",
    "byte",
    r"e_\mathrm{ext}",
    "End of this extent in files that are long enough",
    low=1.0,
)
EXTENT.input(
    "extent_targets",
    "1",
    r"n_\mathrm{ext}",
    "Targets of this part of the file",
    whole=True,
    low=1.0,
)
LAYOUT = (
    "document: Lustre Operations Manual (doc.lustre.org), Progressive File Layout: one stretch "
    "after the other, by one client"
)


@EXTENT.quantity("byte", r"C_\mathrm{ext}", LAYOUT)
def extent_bytes(one_file_size: Num, previous_extent_end: Num, extent_end: Num) -> Num:
    """Bytes of the file in this extent, which begins at the end of the previous one."""
    return np.maximum(np.minimum(one_file_size, extent_end) - previous_extent_end, 0.0)


@EXTENT.quantity("1", r"n_\mathrm{ext}^\mathrm{used}", LAYOUT)
def used_targets(extent_targets: Num, targets: Num) -> Num:
    """Targets used by the extent, at most all."""
    return np.minimum(extent_targets, targets)


@EXTENT.quantity("1", r"n_\mathrm{ext}^\mathrm{srv}", LAYOUT)
def used_servers(used_targets: Num, servers: Num) -> Num:
    """Servers that serve the extent; its targets are distributed over all servers."""
    return np.minimum(used_targets, servers)


_ALONE = Book("stretch of a file in time", topic="performance")
_LIMITED = Book("stretch of a file to a client", topic="performance")
_ON_ARRAYS = Book("stretch of a file on arrays in time", topic="performance")
_ON_ARRAYS_LIMITED = Book("stretch of a file on arrays to a client", topic="performance")
_SPREAD = Book("stretch of a file on all drives in time", topic="performance")
_SPREAD_LIMITED = Book("stretch of a file on all drives to a client", topic="performance")
_TIME = Book("time of a stretch of a file", topic="performance")


def on_servers(targets: Num, servers: Num, server_least: Num) -> Num:
    """Rate in bytes/s of some targets by their servers: the most loaded server limits it."""
    return targets * server_least / whole_up(targets / servers)


def on_arrays(
    targets: Num,
    enclosures_per_target: Num,
    reached_enclosures: Num,
    array_least: Num,
    servers: Num,
) -> Num:
    """Rate in bytes/s of some targets by controllers, which serve only these targets."""
    used = np.minimum(targets * enclosures_per_target, reached_enclosures)
    return used * array_least * servers / reached_enclosures


@_ALONE.quantity("byte/s", r"B_\mathrm{ext,<w>}", LAYOUT)
def extent_way_bandwidth(
    used_targets: Num,
    single_target_way_bandwidth_bound: Num,
    used_servers: Num,
    server_way_least: Num,
    way_bandwidth_bound: Num,
) -> Num:
    """Maximum bandwidth at which this extent alone can be {past}."""
    by_targets = used_targets * single_target_way_bandwidth_bound
    by_servers = on_servers(used_targets, used_servers, server_way_least)
    return least_known(by_targets, by_servers, way_bandwidth_bound)


@_LIMITED.quantity("byte/s", r"B_\mathrm{ext,<w>}", LAYOUT, name="extent_way_bandwidth")
def extent_way_bandwidth_to_client(
    used_targets: Num,
    single_target_way_bandwidth_bound: Num,
    used_servers: Num,
    server_way_least: Num,
    way_bandwidth_bound: Num,
    client_bandwidth: Num,
) -> Num:
    """Maximum bandwidth at which this extent alone can be {past}."""
    by_targets = used_targets * single_target_way_bandwidth_bound
    by_servers = on_servers(used_targets, used_servers, server_way_least)
    return least_known(by_targets, by_servers, way_bandwidth_bound, client_bandwidth)


@_ON_ARRAYS.quantity("byte/s", r"B_\mathrm{ext,<w>}", LAYOUT, name="extent_way_bandwidth")
def extent_way_bandwidth_on_arrays(
    used_targets: Num,
    drive_way_least: Num,
    targets_per_server: Num,
    array_way_least: Num,
    servers: Num,
    reached_enclosures: Num,
    enclosures_per_target: Num,
    used_servers: Num,
    server_way_least: Num,
    way_bandwidth_bound: Num,
) -> Num:
    """Maximum bandwidth at which this extent alone can be {past}."""
    by_drives = used_targets * drive_way_least / targets_per_server
    by_arrays = on_arrays(
        used_targets, enclosures_per_target, reached_enclosures, array_way_least, servers
    )
    by_servers = on_servers(used_targets, used_servers, server_way_least)
    return least_known(by_drives, by_arrays, by_servers, way_bandwidth_bound)


@_ON_ARRAYS_LIMITED.quantity("byte/s", r"B_\mathrm{ext,<w>}", LAYOUT, name="extent_way_bandwidth")
def extent_way_bandwidth_on_arrays_to_client(
    used_targets: Num,
    drive_way_least: Num,
    targets_per_server: Num,
    array_way_least: Num,
    servers: Num,
    reached_enclosures: Num,
    enclosures_per_target: Num,
    used_servers: Num,
    server_way_least: Num,
    way_bandwidth_bound: Num,
    client_bandwidth: Num,
) -> Num:
    """Maximum bandwidth at which this extent alone can be {past}."""
    by_drives = used_targets * drive_way_least / targets_per_server
    by_arrays = on_arrays(
        used_targets, enclosures_per_target, reached_enclosures, array_way_least, servers
    )
    by_servers = on_servers(used_targets, used_servers, server_way_least)
    return least_known(by_drives, by_arrays, by_servers, way_bandwidth_bound, client_bandwidth)


@_SPREAD.quantity("byte/s", r"B_\mathrm{ext,<w>}", LAYOUT, name="extent_way_bandwidth")
def extent_way_bandwidth_declustered(
    used_targets: Num,
    single_target_way_bandwidth_bound: Num,
    used_servers: Num,
    server_way_least: Num,
    way_bandwidth_bound: Num,
) -> Num:
    """Maximum bandwidth at which this extent alone can be {past}."""
    by_targets = used_targets * single_target_way_bandwidth_bound
    by_servers = used_servers * server_way_least
    return least_known(by_targets, by_servers, way_bandwidth_bound)


@_SPREAD_LIMITED.quantity("byte/s", r"B_\mathrm{ext,<w>}", LAYOUT, name="extent_way_bandwidth")
def extent_way_bandwidth_declustered_to_client(
    used_targets: Num,
    single_target_way_bandwidth_bound: Num,
    used_servers: Num,
    server_way_least: Num,
    way_bandwidth_bound: Num,
    client_bandwidth: Num,
) -> Num:
    """Maximum bandwidth at which this extent alone can be {past}."""
    by_targets = used_targets * single_target_way_bandwidth_bound
    by_servers = used_servers * server_way_least
    return least_known(by_targets, by_servers, way_bandwidth_bound, client_bandwidth)


@_TIME.quantity("second", r"t_\mathrm{ext,<w>}", LAYOUT)
def extent_way_time(extent_bytes: Num, extent_way_bandwidth: Num) -> Num:
    """Minimum time to {way} this extent."""
    return extent_bytes / extent_way_bandwidth


def _timed(rate: Book) -> Book:
    """Give the chapter of a stretch: its rate each way, and the time that follows."""
    chapter = Book(rate.name, topic=rate.topic)
    return spell(Book(rate.name, rate, _TIME, topic=rate.topic), *WAYS, into=chapter)


EXTENT_TIME = _timed(_ALONE)
EXTENT_TO_CLIENT = _timed(_LIMITED)
EXTENT_ON_ARRAYS = _timed(_ON_ARRAYS)
EXTENT_ON_ARRAYS_TO_CLIENT = _timed(_ON_ARRAYS_LIMITED)
EXTENT_SPREAD = _timed(_SPREAD)
EXTENT_SPREAD_TO_CLIENT = _timed(_SPREAD_LIMITED)

_WHOLE_FILE = Book("time of one file", topic="performance")
_WHOLE_FILE.over(
    "total",
    "one_file_way_time",
    "second",
    r"t_\mathrm{one,<w>}",
    "Minimum time to {way} the whole file",
    roles=("extents",),
    of="extent_way_time",
)
spell(_WHOLE_FILE, *WAYS, into=ONE_FILE)

_FILE = Book("rate of one file", topic="performance")


@_FILE.quantity("byte/s", r"B_\mathrm{one,<w>}", LAYOUT)
def one_file_way_bandwidth(one_file_size: Num, one_file_way_time: Num) -> Num:
    """Maximum {way} bandwidth of one client for one file of this size, {ports}."""
    return one_file_size / one_file_way_time


FILE_ASIDE = Book("one file to any client", topic="performance")
FILE_TO_CLIENT = Book("one file to a client", topic="performance")
spell(spell(_FILE, {"ports": "as if its own ports were no limit"}), *WAYS, into=FILE_ASIDE)
spell(spell(_FILE, {"ports": "its own ports counted"}), *WAYS, into=FILE_TO_CLIENT)
