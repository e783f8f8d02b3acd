"""Targets on servers: the pace of each target, of files over all, and of an uneven block.

A target is as fast as its drives, and what is in the enclosures before them, allow; and it has its
share of its server's own hardware, the smallest at the busiest server. Where the targets of a block
don't divide by its servers, some servers have one more: each counts with its own targets.
"""

import numpy as np

from model.formulas.links import CHAIN
from model.formulas.performance import declare_end, declare_when_healthy
from model.ops import Num, least_known, where_less
from model.quantity import Book, Scope

_SLOWEST = "files over all targets move at the pace of the slowest"
_SCOPES: tuple[tuple[Scope, str, str], ...] = (
    ("drive", "drv", "the drives of a server's targets can"),
    ("array", "arr", "the controllers of a server's targets can"),
    ("server", "srv", "a server's own hardware can"),
    ("tier", "fab", "one server can by what servers share"),
)


def declare_leasts(book: Book, way: str, *, arrays: bool) -> None:
    """Declare the least of a chain's stages of each scope."""
    for scope, symbol, words in _SCOPES:
        if arrays or scope != "array":
            book.least_stage(
                f"{scope}_{way}_least",
                "byte/s",
                rf"B_\mathrm{{{symbol},{way[0]}}}^\mathrm{{min}}",
                f"The most that {words} {way}",
                way,
                scopes=("path", "server") if scope == "server" else (scope,),
            )


def target_needs(way: str, *, arrays: bool) -> tuple[str, ...]:
    """Name the leasts that one target's pace follows from."""
    return (f"drive_{way}_least", *([f"array_{way}_least"] if arrays else []))


def _one_target(drive_least: Num, targets_per_server: Num) -> Num:
    return drive_least / targets_per_server


def _one_behind_array(drive_least: Num, array_least: Num, targets_per_server: Num) -> Num:
    return least_known(drive_least / targets_per_server, array_least / targets_per_server)


def _slowest_target(single_target: Num, server_least: Num, most_targets_per_server: Num) -> Num:
    return least_known(single_target, server_least / most_targets_per_server)


def _striped_bound(slowest: Num, targets: Num, working_servers: Num, shared_stage: Num) -> Num:
    return least_known(slowest * targets, working_servers * shared_stage)


def _at_most(pieces: Num, enclosures: Num) -> Num:
    return np.minimum(pieces, enclosures)


def _share(whole: Num, share: Num) -> Num:
    return whole * share


def _per_target(bound: Num, targets: Num) -> Num:
    return bound / targets


def _same(rate: Num) -> Num:
    return rate


def _untapped(server_bound: Num, drive_least: Num) -> Num:
    return 1 - server_bound / drive_least


def of_busy_server(
    fewest: Num, busy_servers: Num, single_target: Num, server_least: Num, even: Num
) -> Num:
    """Rate of a server with the most targets of its block; `even`: where all have as many."""
    uneven = least_known((fewest + 1) * single_target, server_least)
    return where_less(0.0, busy_servers, uneven, even)


def of_other_server(
    fewest: Num, busy_servers: Num, single_target: Num, server_least: Num, even: Num
) -> Num:
    """Rate of a server with the fewest targets of its block; `even`: where all have as many."""
    some = least_known(fewest * single_target, server_least)
    return where_less(0.0, busy_servers, where_less(0.0, fewest, some, 0.0), even)


def of_block(busy_servers: Num, servers_per_block: Num, busy: Num, other: Num) -> Num:
    """Rate of a block, each server with the targets it has."""
    return busy_servers * busy + (servers_per_block - busy_servers) * other


def _uneven_tier(
    busy_servers: Num, working_servers: Num, server_bound: Num, blocks: Num, block_bound: Num
) -> Num:
    even = working_servers * server_bound
    return where_less(0.0, busy_servers, least_known(even, blocks * block_bound), even)


def uneven_mean(busy_servers: Num, own_bound: Num, block_bound: Num, servers_per_block: Num) -> Num:
    """Rate of a server on average, each with the targets it has."""
    uneven = least_known(own_bound, block_bound / servers_per_block)
    return where_less(0.0, busy_servers, uneven, own_bound)


STRIPED = Book("striped files")
STRIPED_ON_ARRAYS = Book("striped files on arrays")
STRIPED_SPREAD = Book("files spread over all drives")
SPLIT_END = Book("end of a tier of blocks")
SERVERS = (
    (of_busy_server, "busy_server", "busy", "a server with the most targets of its block"),
    (of_other_server, "other_server", "oth", "a server with the fewest targets of its block"),
)
"""The two kinds of servers of a block: the same where its targets divide by its servers."""
for _way, _sub in (("read", "r"), ("write", "w")):
    declare_end(
        SPLIT_END,
        _way,
        (
            _uneven_tier,
            (
                "busy_servers_per_block",
                "working_servers",
                f"server_{_way}_bandwidth_bound",
                "blocks",
                f"block_{_way}_bound",
            ),
        ),
        (
            uneven_mean,
            (
                "busy_servers_per_block",
                f"own_{_way}_bandwidth_bound",
                f"block_{_way}_bound",
                "servers_per_block",
            ),
        ),
    )
    for _of_server, _name, _symbol, _words in SERVERS:
        SPLIT_END.quantity(
            "byte/s",
            rf"B_\mathrm{{{_symbol},{_sub}}}^+",
            CHAIN,
            name=f"{_name}_{_way}_bound",
            needs=(
                "fewest_targets_per_server",
                "busy_servers_per_block",
                f"single_target_{_way}_bound",
                f"server_{_way}_least",
                f"own_{_way}_bandwidth_bound",
            ),
            title=f"The most that {_words} can {_way}, what servers share aside",
        )(_of_server)
    SPLIT_END.quantity(
        "byte/s",
        rf"B_\mathrm{{blk,{_sub}}}^+",
        CHAIN,
        name=f"block_{_way}_bound",
        needs=(
            "busy_servers_per_block",
            "servers_per_block",
            f"busy_server_{_way}_bound",
            f"other_server_{_way}_bound",
        ),
        title=f"The most that a block can {_way}, each server with the targets it has",
    )(of_block)
    _striped = f"striped_{_way}_bandwidth"
    for _book in (STRIPED, STRIPED_ON_ARRAYS, STRIPED_SPREAD):
        _arrays, _spread = _book is STRIPED_ON_ARRAYS, _book is STRIPED_SPREAD
        declare_leasts(_book, _way, arrays=_arrays)
        _single = _one_behind_array if _arrays else _per_target if _spread else _one_target
        for _function, _name, _symbol, _needs, _title in (
            (
                _single,
                f"single_target_{_way}_bound",
                rf"b_\mathrm{{tgt,{_sub}}}^+",
                (f"{_way}_bandwidth_bound", "targets")
                if _spread
                else (*target_needs(_way, arrays=_arrays), "targets_per_server"),
                f"The most that one target can {_way}, with its server to itself",
            ),
            (
                _same if _spread else _slowest_target,
                f"slowest_target_{_way}_bound",
                rf"b_\mathrm{{slow,{_sub}}}^+",
                (f"single_target_{_way}_bound",)
                if _spread
                else (
                    f"single_target_{_way}_bound",
                    f"server_{_way}_least",
                    "most_targets_per_server",
                ),
                f"The most that the slowest target can {_way}: one of the busiest server",
            ),
            (
                _same if _spread else _striped_bound,
                f"{_striped}_bound",
                rf"B_\mathrm{{str,{_sub}}}^+",
                (f"{_way}_bandwidth_bound",)
                if _spread
                else (
                    f"slowest_target_{_way}_bound",
                    "targets",
                    "working_servers",
                    f"tier_{_way}_least",
                ),
                f"The most that files over all targets can {_way}",
            ),
            (
                _share,
                _striped,
                rf"B_\mathrm{{str,{_sub}}}",
                (f"{_striped}_bound", f"server_{_way}_delivery"),
                f"What files over all targets are committed to {_way}",
            ),
        ):
            _book.quantity("byte/s", _symbol, _SLOWEST, name=_name, needs=_needs, title=_title)(
                _function
            )
        _book.quantity(
            "1",
            rf"u_\mathrm{{drv,{_sub}}}",
            "drives against the rest of the chain",
            name=f"untapped_{_way}_share",
            needs=(f"server_{_way}_bandwidth_bound", f"drive_{_way}_least"),
            title=f"Share of what a server's drives can {_way} that its chain can't carry",
        )(_untapped)

OVER_TARGETS = tuple(
    name.format(way)
    for way in ("read", "write")
    for name in (
        "single_target_{}_bound",
        "slowest_target_{}_bound",
        "striped_{}_bandwidth_bound",
        "striped_{}_bandwidth",
        "server_{}_least",
        "tier_{}_least",
    )
)
HEALTHY_STRIPED = Book("healthy bandwidth over all targets")
for _name in OVER_TARGETS:
    declare_when_healthy(HEALTHY_STRIPED, STRIPED, _name)
HEALTHY_ON_ARRAYS = Book("healthy drives and controllers")
for _way in ("read", "write"):
    for _name in target_needs(_way, arrays=True):
        declare_when_healthy(HEALTHY_ON_ARRAYS, STRIPED_ON_ARRAYS, _name)
ON_CONTROLLERS = Book("targets on arrays")
BEHIND_EXPANDERS = Book("targets behind expanders")
for _book, _name, _words in (
    (ON_CONTROLLERS, "groups_per_target", "a RAID group lies in one array"),
    (BEHIND_EXPANDERS, "drives_per_target", "its drives may lie in all enclosures of its block"),
):
    _book.quantity(
        "1",
        r"n_\mathrm{enc/tgt}",
        _words,
        name="enclosures_per_target",
        needs=(_name, "enclosures_per_block"),
        title="Enclosures that one target lies in, at most",
    )(_at_most)
HEALTHY_SPLIT = Book("healthy servers by their targets")
for _way in ("read", "write"):
    for _, _name, _symbol, _words in SERVERS:
        declare_when_healthy(HEALTHY_SPLIT, SPLIT_END, f"{_name}_{_way}_bound")
