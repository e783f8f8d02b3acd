"""What stands behind the caches of a server on average, where targets split unevenly, too.

Where the targets of a block don't divide by its servers, a server with one more may be held back by
its adapters, while another one has fewer drives than the average: each counts with its own.
"""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN
from model.formulas.chain.splitting import of_block, of_busy_server, of_other_server, uneven_mean
from model.formulas.ways import WAYS

_ALIKE = Book("behind the caches of servers that are alike", topic="performance")
_SPLIT = Book("behind the caches of servers by their targets", topic="performance")


@_ALIKE.quantity(
    "byte/s", r"B_\mathrm{behind,<w>}^\mathrm{mean}", CHAIN, name="mean_way_behind_caches"
)
def alike_way_behind_caches(server_way_behind_caches: Num) -> Num:
    """The most that a server on average can {way} behind its caches."""
    return server_way_behind_caches


_SPLIT.least_stage(
    "path_way_least",
    "byte/s",
    r"B_\mathrm{path,<w>}^\mathrm{min}",
    "The most that goes between the drives of a server and itself, to {way}",
    "way",
    scopes=("path",),
)


@_SPLIT.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{busy}", CHAIN)
def busy_server_way_behind_caches(
    fewest_targets_per_server: Num,
    busy_servers_per_block: Num,
    single_target_way_bound: Num,
    path_way_least: Num,
    server_way_behind_caches: Num,
) -> Num:
    """The most that a server with the most targets of its block can {way} behind its caches."""
    return of_busy_server(
        fewest_targets_per_server,
        busy_servers_per_block,
        single_target_way_bound,
        path_way_least,
        server_way_behind_caches,
    )


@_SPLIT.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{oth}", CHAIN)
def other_server_way_behind_caches(
    fewest_targets_per_server: Num,
    busy_servers_per_block: Num,
    single_target_way_bound: Num,
    path_way_least: Num,
    server_way_behind_caches: Num,
) -> Num:
    """The most that a server with the fewest targets of its block can {way} behind its caches."""
    return of_other_server(
        fewest_targets_per_server,
        busy_servers_per_block,
        single_target_way_bound,
        path_way_least,
        server_way_behind_caches,
    )


@_SPLIT.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{blk}", CHAIN)
def block_way_behind_caches(
    busy_servers_per_block: Num,
    servers_per_block: Num,
    busy_server_way_behind_caches: Num,
    other_server_way_behind_caches: Num,
) -> Num:
    """The most that a block can {way} behind its caches, each server with its targets."""
    return of_block(
        busy_servers_per_block,
        servers_per_block,
        busy_server_way_behind_caches,
        other_server_way_behind_caches,
    )


@_SPLIT.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{mean}", CHAIN)
def mean_way_behind_caches(
    busy_servers_per_block: Num,
    server_way_behind_caches: Num,
    block_way_behind_caches: Num,
    servers_per_block: Num,
) -> Num:
    """The most that a server on average can {way} behind its caches."""
    return uneven_mean(
        busy_servers_per_block,
        server_way_behind_caches,
        block_way_behind_caches,
        servers_per_block,
    )


ALIKE = spell(_ALIKE, *WAYS)
SPLIT = spell(_SPLIT, *WAYS)
