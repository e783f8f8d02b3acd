"""The end of a tier of blocks: each server counts with the targets that it has.

Where the targets of a block don't divide by its servers, some servers have one more. Each kind of
server has its own limiting stage, and is committed to by what is known of that one.
"""

from model.engine.ops import Num, least_known, where_less
from model.engine.quantity import Book
from model.formulas.chain.links import CHAIN
from model.formulas.chain.performance import (
    DELIVERY,
    committed_by,
    declare_end,
    declare_when_healthy,
)
from model.formulas.chain.striping import KINDS, STRIPED


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


def _uneven_tier_committed(
    busy_servers: Num, bound: Num, delivery: Num, blocks: Num, block_bound: Num, block: Num
) -> Num:
    even = bound * delivery
    uneven = where_less(bound, blocks * block_bound, even, blocks * block)
    return where_less(0.0, busy_servers, uneven, even)


def _uneven_mean_committed(
    busy_servers: Num, own_bound: Num, delivery: Num, block: Num, servers_per_block: Num
) -> Num:
    return where_less(0.0, busy_servers, block / servers_per_block, own_bound * delivery)


SPLIT_END = Book("end of a tier of blocks", topic="performance")
SERVERS = (
    (of_busy_server, "busy_server", "busy", "a server with the most targets of its block"),
    (of_other_server, "other_server", "oth", "a server with the fewest targets of its block"),
)
"""The two kinds of servers of a block: the same where its targets divide by its servers."""
for _way, _sub in (("read", "r"), ("write", "w")):
    _uneven = "busy_servers_per_block"
    declare_end(
        SPLIT_END,
        _way,
        (
            _uneven_tier,
            (
                _uneven,
                "working_servers",
                f"server_{_way}_bandwidth_bound",
                "blocks",
                f"block_{_way}_bound",
            ),
        ),
        (
            uneven_mean,
            (_uneven, f"own_{_way}_bandwidth_bound", f"block_{_way}_bound", "servers_per_block"),
        ),
        (
            (
                _uneven_tier_committed,
                (
                    _uneven,
                    f"{_way}_bandwidth_bound",
                    f"server_{_way}_delivery",
                    "blocks",
                    f"block_{_way}_bound",
                    f"block_{_way}_bandwidth",
                ),
            ),
            (
                _uneven_mean_committed,
                (
                    _uneven,
                    f"mean_{_way}_bandwidth_bound",
                    f"own_{_way}_delivery",
                    f"block_{_way}_bandwidth",
                    "servers_per_block",
                ),
            ),
        ),
    )
    for _of_server, _name, _symbol, _words in SERVERS:
        for _kind, _mark, _by in KINDS:
            SPLIT_END.quantity(
                "byte/s",
                rf"B_\mathrm{{{_symbol},{_sub}}}{_mark}",
                CHAIN,
                name=f"{_kind}{_name}_{_way}_bound",
                needs=(
                    "fewest_targets_per_server",
                    _uneven,
                    f"{_kind}single_target_{_way}_bound",
                    f"{_kind}server_{_way}_least",
                    f"measured_own_{_way}_stage" if _kind else f"own_{_way}_bandwidth_bound",
                ),
                title=f"The most that {_words} can {_way}, what servers share aside{_by}",
            )(_of_server)
        SPLIT_END.quantity(
            "byte/s",
            rf"B_\mathrm{{{_symbol},{_sub}}}",
            DELIVERY,
            name=f"{_name}_{_way}_bandwidth",
            needs=(
                f"measured_{_name}_{_way}_bound",
                f"{_name}_{_way}_bound",
                "delivery_factor",
            ),
            title=f"What {_words} is committed to {_way}, what servers share aside",
        )(committed_by)
    for _end, _mark, _title in (
        ("bound", "^+", "The most that a block can {}, each server with the targets it has"),
        ("bandwidth", "", "What a block is committed to {}, each server with the targets it has"),
    ):
        SPLIT_END.quantity(
            "byte/s",
            rf"B_\mathrm{{blk,{_sub}}}{_mark}",
            CHAIN,
            name=f"block_{_way}_{_end}",
            needs=(_uneven, "servers_per_block", *(f"{x}_{_way}_{_end}" for _, x, *_ in SERVERS)),
            title=_title.format(_way),
        )(of_block)

OF_SLOWEST = tuple(
    f"measured_{name}_{way}_{end}"
    for way in ("read", "write")
    for name, end in (
        ("single_target", "bound"),
        ("slowest_target", "bound"),
        ("server", "least"),
    )
)
HEALTHY_SPLIT = Book("healthy servers by their targets", topic="performance")
for _way in ("read", "write"):
    for _, _name, _symbol, _words in SERVERS:
        for _end in ("bound", "bandwidth"):
            declare_when_healthy(HEALTHY_SPLIT, SPLIT_END, f"{_name}_{_way}_{_end}")
for _name in OF_SLOWEST:
    declare_when_healthy(HEALTHY_SPLIT, STRIPED, _name)
