"""What one server gave under a workload, for the whole tier; and the blocks that a goal takes."""

import numpy as np

from model.engine.ops import Num, least_known, whole_up
from model.engine.quantity import Book

SOURCE = "measured on one server, times the servers"

WORKLOAD = Book("workload", topic="performance")
WORKLOAD.input(
    "workload_server_bandwidth",
    "byte/s",
    r"b_\mathrm{wl}",
    "What one server gave under this workload, as measured",
)


@WORKLOAD.quantity("byte/s", r"B_\mathrm{wl}", SOURCE)
def workload_bandwidth(servers: Num, workload_server_bandwidth: Num) -> Num:
    """What all servers of the tier give under this workload."""
    return servers * workload_server_bandwidth


def _delivered(workload_bandwidth: Num, bound: Num) -> Num:
    return workload_bandwidth / bound


READING = Book("reading workload", topic="performance")
WRITING = Book("writing workload", topic="performance")
for _book, _way in ((READING, "read"), (WRITING, "write")):
    _book.quantity(
        "1",
        r"\eta_\mathrm{wl}",
        "workload against bound: evidence for a delivery factor, unless the bound is fitted to it",
        name="workload_delivery",
        needs=("workload_bandwidth", f"{_way}_bandwidth_bound"),
        title=f"What the tier gives under this workload, as a share of its bound to {_way}",
    )(_delivered)

GOAL = Book("goal of bandwidth", topic="performance")
GOAL.input("goal_bandwidth", "byte/s", r"B_\mathrm{goal}", "Bandwidth that is asked for")


@GOAL.quantity("1", r"m_\mathrm{goal}", "workload against goal")
def goal_margin(workload_bandwidth: Num, goal_bandwidth: Num) -> Num:
    """What the tier has above the goal, as a share of it; negative: it falls short."""
    return workload_bandwidth / goal_bandwidth - 1


@GOAL.quantity("1", r"n_\mathrm{blk}^\mathrm{goal}", SOURCE)
def blocks_for_goal(
    goal_bandwidth: Num, workload_server_bandwidth: Num, servers_per_block: Num
) -> Num:
    """Whole building blocks that the goal takes under this workload."""
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
    """Whole racks that the goal takes under this workload."""
    return whole_up(blocks_for_goal / blocks_per_rack)


ONE_FILE = Book("one file", topic="performance")
ONE_FILE.input("one_file_size", "byte", r"S_\mathrm{one}", "Size of one file", low=1.0)


@ONE_FILE.quantity("byte", "e_0", "files begin at 0")
def initial_extent_end(one_file_size: Num) -> Num:
    """Where the first stretch of a file begins."""
    return np.minimum(one_file_size, 0.0)


FILE_ASIDE = Book("one file to any client", topic="performance")
FILE_TO_CLIENT = Book("one file to a client", topic="performance")
EXTENT = Book("stretch of a file", topic="performance")
EXTENT.input(
    "extent_end",
    "byte",
    r"e_\mathrm{ext}",
    "Where this stretch ends in files that are long enough",
    low=1.0,
)
EXTENT.input(
    "extent_targets", "1", r"n_\mathrm{ext}", "Targets that it lies on", whole=True, low=1.0
)
_PAST = {"read": "read", "write": "written"}
LAYOUT = "Lustre progressive file layout: one stretch after the other, by one client"


@EXTENT.quantity("byte", r"C_\mathrm{ext}", LAYOUT)
def extent_bytes(one_file_size: Num, previous_extent_end: Num, extent_end: Num) -> Num:
    """Bytes of the file in this stretch, which begins where the one before ends."""
    return np.maximum(np.minimum(one_file_size, extent_end) - previous_extent_end, 0.0)


@EXTENT.quantity("1", r"n_\mathrm{ext}^\mathrm{used}", LAYOUT)
def used_targets(extent_targets: Num, targets: Num) -> Num:
    """Targets that the stretch lies on: no more than there are."""
    return np.minimum(extent_targets, targets)


@EXTENT.quantity("1", r"n_\mathrm{ext}^\mathrm{srv}", LAYOUT)
def used_servers(used_targets: Num, servers: Num) -> Num:
    """Servers that serve the stretch: its targets are dealt out over all."""
    return np.minimum(used_targets, servers)


EXTENT_TIME = Book("stretch of a file in time", topic="performance")
EXTENT_TO_CLIENT = Book("stretch of a file to a client", topic="performance")
EXTENT_ON_ARRAYS = Book("stretch of a file on arrays in time", topic="performance")
EXTENT_ON_ARRAYS_TO_CLIENT = Book("stretch of a file on arrays to a client", topic="performance")
EXTENT_SPREAD = Book("stretch of a file on all drives in time", topic="performance")
EXTENT_SPREAD_TO_CLIENT = Book("stretch of a file on all drives to a client", topic="performance")


def _rate(
    used_targets: Num,
    one_target: Num,
    used_servers: Num,
    server_least: Num,
    shared: Num,
    *client_bandwidth: Num,
) -> Num:
    by_servers = used_targets * server_least / whole_up(used_targets / used_servers)
    return least_known(used_targets * one_target, by_servers, shared, *client_bandwidth)


def _array_rate(
    used_targets: Num,
    drive_least: Num,
    targets_per_server: Num,
    array_least: Num,
    servers: Num,
    enclosures: Num,
    enclosures_per_target: Num,
    used_servers: Num,
    server_least: Num,
    shared: Num,
    *client_bandwidth: Num,
) -> Num:
    by_drives = used_targets * drive_least / targets_per_server
    used = np.minimum(used_targets * enclosures_per_target, enclosures)
    by_arrays = used * array_least * servers / enclosures
    by_servers = used_targets * server_least / whole_up(used_targets / used_servers)
    return least_known(by_drives, by_arrays, by_servers, shared, *client_bandwidth)


def _spread_rate(
    used_targets: Num,
    one_target: Num,
    used_servers: Num,
    server_least: Num,
    shared: Num,
    *client_bandwidth: Num,
) -> Num:
    by_servers = used_servers * server_least
    return least_known(used_targets * one_target, by_servers, shared, *client_bandwidth)


def _time(extent_bytes: Num, rate: Num) -> Num:
    return extent_bytes / rate


for _book, _function, _limited in (
    (EXTENT_TIME, _rate, False),
    (EXTENT_TO_CLIENT, _rate, True),
    (EXTENT_ON_ARRAYS, _array_rate, False),
    (EXTENT_ON_ARRAYS_TO_CLIENT, _array_rate, True),
    (EXTENT_SPREAD, _spread_rate, False),
    (EXTENT_SPREAD_TO_CLIENT, _spread_rate, True),
):
    for _way, _sub in (("read", "r"), ("write", "w")):
        # controllers whose targets nobody else reads give all they have to those of the file
        _of_targets: tuple[str, ...] = (f"single_target_{_way}_bandwidth_bound",)
        if _function is _array_rate:
            _of_targets = (
                f"drive_{_way}_least",
                "targets_per_server",
                f"array_{_way}_least",
                "servers",
                "enclosures",
                "enclosures_per_target",
            )
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{ext,{_sub}}}",
            LAYOUT,
            name=f"extent_{_way}_rate",
            needs=(
                "used_targets",
                *_of_targets,
                "used_servers",
                f"server_{_way}_least",
                f"{_way}_bandwidth_bound",
                *(["client_bandwidth"] if _limited else []),
            ),
            title=f"The most that this stretch alone can be {_PAST[_way]} at",
        )(_function)
        _book.quantity(
            "second",
            rf"t_\mathrm{{ext,{_sub}}}",
            LAYOUT,
            name=f"extent_{_way}_time",
            needs=("extent_bytes", f"extent_{_way}_rate"),
            title=f"Time to {_way} this stretch, at least",
        )(_time)


def _bandwidth(size: Num, time: Num) -> Num:
    return size / time


for _way, _sub in (("read", "r"), ("write", "w")):
    ONE_FILE.over(
        "total",
        f"one_file_{_way}_time",
        "second",
        rf"t_\mathrm{{one,{_sub}}}",
        f"Time to {_way} the whole file, at least",
        roles=("extents",),
        of=f"extent_{_way}_time",
    )
    for _book, _port in ((FILE_ASIDE, "as if its own ports were no limit"), (FILE_TO_CLIENT, "")):
        _most = f"The most that one client can {_way} of one file of this size"
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{one,{_sub}}}",
            LAYOUT,
            name=f"one_file_{_way}_bandwidth",
            needs=("one_file_size", f"one_file_{_way}_time"),
            title=f"{_most}, {_port}" if _port else f"{_most}, its own ports counted",
        )(_bandwidth)
