"""What a tier's servers give together: the healthy tier's, or one case of whom a state affects.

Files that each lie on few targets get the sum over the classes of alike servers; files over all
targets move at the pace of the slowest one. What all servers share limits both.
"""

import numpy as np

from model.engine.ops import Num, least_known, pieces
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.chain.performance import STATES
from model.formulas.chain.striping import SLOWEST
from model.formulas.ways import WAYS_AND_ENDS

_TOTALS = Book("servers together", topic="performance")
_TOTALS.over(
    "total",
    "together_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{tog,<w>}<+>",
    "{most} {way} bandwidth of all servers together, without shared stages",
    roles=("servers",),
    of="alike_way_bandwidth_end",
)
TOTALS = spell(_TOTALS, *WAYS_AND_ENDS)

_PACES = Book("slowest target", topic="performance")
_PACES.over(
    "least_known",
    "slowest_target_way_bandwidth_end",
    "byte/s",
    r"b_\mathrm{slow,<w>}<+>",
    "{most} {way} bandwidth of the slowest target, which is on the busiest server",
    roles=("servers",),
    of="pace_way_bandwidth_end",
)
PACES = spell(_PACES, *WAYS_AND_ENDS)
TARGETS_LEFT = Book("targets that are served", topic="performance")
TARGETS_LEFT.over(
    "total",
    "targets_left",
    "1",
    r"n_\mathrm{tgt}^\mathrm{left}",
    "Targets that are served in this state",
    roles=("servers",),
    of="alike_targets",
)

SERVING = Book("servers that serve targets", topic="performance")


@SERVING.quantity(
    "1", r"n_\mathrm{srv}^\mathrm{act}", "arithmetic: each target is served by one server at a time"
)
def serving_servers(blocks: Num, servers_per_block: Num, targets_per_block: Num) -> Num:
    """Servers that serve any target: fewer than all where a block has fewer targets."""
    return blocks * np.minimum(servers_per_block, targets_per_block)


_END = Book("end of the tier", topic="performance")
_STRIPED_END = Book("files over all targets", topic="performance")


@_END.quantity("byte/s", r"B_\mathrm{<c>,<w>}<+>", STATES)
def case_way_bandwidth_end(
    together_way_bandwidth_end: Num, working_servers: Num, kind_tier_way_least: Num
) -> Num:
    """{most} {way} bandwidth of the tier by known stages, each server with its own targets."""
    return least_known(together_way_bandwidth_end, working_servers * kind_tier_way_least)


@_STRIPED_END.quantity("byte/s", r"B_\mathrm{<c>,str,<w>}<+>", SLOWEST)
def case_striped_way_bandwidth_end(
    targets_left: Num,
    slowest_target_way_bandwidth_end: Num,
    working_servers: Num,
    kind_tier_way_least: Num,
) -> Num:
    """{most} {way} bandwidth of files striped over all served targets."""
    return least_known(
        pieces(targets_left, slowest_target_way_bandwidth_end),
        working_servers * kind_tier_way_least,
    )


def _end_of(case: Variant) -> Book:
    """Spell the end of the healthy tier, or of a case."""
    twins = [{**twin, **case} for twin in WAYS_AND_ENDS]
    return Book("end of the tier", spell(_END, *twins), spell(_STRIPED_END, *twins))


HEALTHY_END = _end_of({"case": "", "c": ""})
CASE_END = _end_of({"case": "case", "c": "case"})
CASE_SPREAD = spell(_END, *({**twin, "case": "case", "c": "case"} for twin in WAYS_AND_ENDS))
"""Where no target lies on one server's drives alone: files lie over all of them anyway."""

_MEAN = Book("a server on average", topic="performance")


@_MEAN.quantity("byte/s", r"B_\mathrm{mean,<w>}<+>", STATES)
def mean_way_bandwidth_end(together_way_bandwidth_end: Num, working_servers: Num) -> Num:
    """{most} {way} bandwidth of an average server, without shared stages."""
    return together_way_bandwidth_end / working_servers


MEAN = spell(_MEAN, *WAYS_AND_ENDS)

_HEALTHY_CLASSES = Book("busy and other servers", topic="performance")
_HEALTHY_PACES = Book("targets of busy and other servers", topic="performance")
_HEALTHY_CLASSES.over(
    "total",
    "class_server_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{<class>,<w>}<+>",
    "{most} {way} bandwidth of a server with the {has} targets of its block, without shared stages",
    roles=("servers",),
    of="each_way_bandwidth_end",
    names=("class",),
)
_HEALTHY_PACES.over(
    "total",
    "class_target_way_bandwidth_end",
    "byte/s",
    r"b_\mathrm{<class>,<w>}<+>",
    "{most} {way} bandwidth of the slowest target of a server with the {has} targets",
    roles=("servers",),
    of="pace_way_bandwidth_end",
    names=("class",),
)
CLASSES: tuple[Variant, ...] = (
    {"class": "busy", "has": "most"},
    {"class": "other", "has": "fewest"},
)
HEALTHY_CLASSES = Book(
    "healthy servers by their targets",
    *(spell(_HEALTHY_CLASSES, *({**twin, **one} for twin in WAYS_AND_ENDS)) for one in CLASSES),
    *(spell(_HEALTHY_PACES, *({**twin, **one} for twin in WAYS_AND_ENDS)) for one in CLASSES),
)

_BEHIND_CACHES = Book("behind the caches of servers by their targets", topic="performance")
_BEHIND_CACHES.least_stage(
    "kind_path_way_least",
    "byte/s",
    r"B_\mathrm{path,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth between the drives of a server and the server",
    "kind_way",
    scopes=("path",),
)
_BEHIND_CACHES.over(
    "total",
    "kind_together_way_behind_caches",
    "byte/s",
    r"B_\mathrm{behind,<w>}^\mathrm{tog,<lim>}",
    "{most} {way} bandwidth of all servers together behind their caches",
    roles=("servers",),
    of="kind_alike_way_behind_caches",
)


@_BEHIND_CACHES.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{mean,<lim>}", STATES)
def kind_mean_way_behind_caches(kind_together_way_behind_caches: Num, working_servers: Num) -> Num:
    """{most} {way} bandwidth of an average server behind its caches."""
    return kind_together_way_behind_caches / working_servers


BEHIND_CACHES = spell(_BEHIND_CACHES, *WAYS_AND_ENDS)

_BEHIND_ALIKE = Book("behind the caches of servers that are alike", topic="performance")


_BEHIND_ALIKE.alias(
    "kind_mean_way_behind_caches",
    "byte/s",
    r"B_\mathrm{behind,<w>}^\mathrm{mean,<lim>}",
    "{most} {way} bandwidth of an average server behind its caches.",
    of="kind_server_way_behind_caches",
    source=STATES,
)


BEHIND_CACHES_ALIKE = spell(_BEHIND_ALIKE, *WAYS_AND_ENDS)
