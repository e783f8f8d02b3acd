"""Targets on servers: the least of the stages of each scope, and the pace of one target.

A target is as fast as its drives, and what is in the enclosures before them, allow; and it has its
share of its server's own hardware.
"""

import numpy as np

from model.engine.ops import Num, least_known, where_less
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS, WAYS_AND_ENDS

SLOWEST = "assumption: files over all targets move at the pace of the slowest"
_DRIVES = Book("least of the drives", topic="performance")
_ARRAYS = Book("least of the controllers", topic="performance")
_SERVER = Book("least of a server's hardware", topic="performance")
_TIER = Book("least of what servers share", topic="performance")
_DRIVES.least_stage(
    "kind_drive_way_least",
    "byte/s",
    r"B_\mathrm{drv,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of the drives of a server's targets",
    "kind_way",
    scopes=("drive",),
)
_ARRAYS.least_stage(
    "kind_array_way_least",
    "byte/s",
    r"B_\mathrm{arr,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of the controllers of a server's targets",
    "kind_way",
    scopes=("array",),
)
_SERVER.least_stage(
    "kind_server_way_least",
    "byte/s",
    r"B_\mathrm{srv,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of a server's own hardware",
    "kind_way",
    scopes=("path", "server"),
)
_TIER.least_stage(
    "kind_tier_way_least",
    "byte/s",
    r"B_\mathrm{fab,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of one server, by shared stages",
    "kind_way",
    scopes=("tier",),
)
LEAST_OF_DRIVES = spell(_DRIVES, *WAYS_AND_ENDS)
LEAST_OF_ARRAYS = spell(_ARRAYS, *WAYS_AND_ENDS)
LEAST_OF_SERVER = spell(_SERVER, *WAYS_AND_ENDS)
LEAST_OF_TIER = spell(_TIER, *WAYS_AND_ENDS)


def at_least_one(targets: Num) -> Num:
    """Return the number of targets, at least 1, as a safe divisor."""
    return where_less(0.0, targets, targets, 1.0)


_ONE_TARGET = Book("one target", topic="performance")
_ONE_ON_ARRAYS = Book("one target on arrays", topic="performance")
_ONE_SPREAD = Book("one target over all drives", topic="performance")


@_ONE_TARGET.quantity("byte/s", r"b_\mathrm{tgt,<w>}<+>", SLOWEST)
def single_target_way_bandwidth_end(kind_drive_way_least: Num, targets_per_server: Num) -> Num:
    """{most} {way} bandwidth of one target alone on its server."""
    return kind_drive_way_least / at_least_one(targets_per_server)


@_ONE_ON_ARRAYS.quantity(
    "byte/s", r"b_\mathrm{tgt,<w>}<+>", SLOWEST, name="single_target_way_bandwidth_end"
)
def single_target_way_bandwidth_end_on_arrays(
    kind_drive_way_least: Num, kind_array_way_least: Num, targets_per_server: Num
) -> Num:
    """{most} {way} bandwidth of one target alone on its server."""
    return least_known(kind_drive_way_least, kind_array_way_least) / at_least_one(
        targets_per_server
    )


@_ONE_SPREAD.quantity(
    "byte/s", r"b_\mathrm{tgt,<w>}<+>", SLOWEST, name="single_target_way_bandwidth_end"
)
def single_target_way_bandwidth_end_declustered(way_bandwidth_end: Num, targets: Num) -> Num:
    """{most} {way} bandwidth of one target alone on its server."""
    return way_bandwidth_end / targets


_ONE_SPREAD.alias(
    "slowest_target_way_bandwidth_end",
    "byte/s",
    r"b_\mathrm{slow,<w>}<+>",
    "{most} {way} bandwidth of the slowest target, which is on the busiest server.",
    of="single_target_way_bandwidth_end",
    source=SLOWEST,
)


_ONE_SPREAD.alias(
    "striped_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{str,<w>}<+>",
    "{most} {way} bandwidth of files striped over all targets.",
    of="way_bandwidth_end",
    source=SLOWEST,
)


ONE_TARGET = spell(_ONE_TARGET, *WAYS_AND_ENDS)
ONE_ON_ARRAYS = spell(_ONE_ON_ARRAYS, *WAYS_AND_ENDS)
ONE_SPREAD = spell(_ONE_SPREAD, *WAYS_AND_ENDS)

_UNTAPPED = Book("what the chain leaves of the drives", topic="performance")


@_UNTAPPED.quantity(
    "1", r"u_\mathrm{drv,<w>}", "arithmetic: drives against the rest of the chain", shown="percent"
)
def untapped_way_share(server_way_bandwidth_bound: Num, drive_way_least: Num) -> Num:
    """Share of the {way} bandwidth of a server's drives that its data path can't deliver."""
    return 1 - server_way_bandwidth_bound / drive_way_least


UNTAPPED = spell(_UNTAPPED, *WAYS)

ON_CONTROLLERS = Book("targets on arrays", topic="performance")
BEHIND_EXPANDERS = Book("targets behind expanders", topic="performance")


@ON_CONTROLLERS.quantity(
    "1",
    r"n_\mathrm{enc/tgt}",
    "assumption: a RAID group lies in one array",
    name="enclosures_per_target",
)
def enclosures_per_target_of_arrays(
    groups_per_target: Num, reached_enclosures_per_block: Num
) -> Num:
    """Maximum number of enclosures of one target."""
    return np.minimum(np.maximum(1, groups_per_target), reached_enclosures_per_block)


@BEHIND_EXPANDERS.quantity(
    "1", r"n_\mathrm{enc/tgt}", "arithmetic: its drives may lie in all enclosures of its block"
)
def enclosures_per_target(drives_per_target: Num, enclosures_per_block: Num) -> Num:
    """Maximum number of enclosures of one target."""
    return np.minimum(drives_per_target, enclosures_per_block)
