"""Servers that a state affects: what each gives with the targets that it has or takes over.

As when healthy, a server has its own number of targets; where one of them rebuilds, its drives move
less, and nothing else of it does.
"""

from collections.abc import Callable

import numpy as np

from model.engine.ops import Num, least_known, where_less, whole_down, whole_up
from model.engine.quantity import Book
from model.formulas.chain.performance import STATES, committed_by
from model.formulas.chain.striping import KINDS, at_least_one, declare_leasts

SERVED = Book("targets of affected servers", topic="performance")
SERVED_WHOLLY = Book("targets of servers with all their drives", topic="performance")
SERVED_WHOLLY.input(
    "reached_share",
    "1",
    r"s_\mathrm{tgt}",
    "Share of the targets of an affected server that it still reaches",
    1.0,
    source="all, unless they hang on an adapter that is lost",
    high=1.0,
)
SERVED_BEHIND = Book("targets behind adapters", topic="performance")


@SERVED_BEHIND.quantity("1", r"s_\mathrm{tgt}", STATES)
def reached_share(hbas_left: Num) -> Num:
    """Share of the drives of an affected server that it still reaches: they hang on one each.

    Only whole targets are served. Where a target lies over all adapters and its parity covers one
    of them, as mirrors may, nothing is lost: no field says how drives are cabled.
    """
    return hbas_left


SPLIT = Book("affected servers by their targets", topic="performance")
SPLIT_ON_ARRAYS = Book("affected servers by their targets on arrays", topic="performance")


@SERVED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{busy}", STATES)
def most_served_targets(
    takeover: Num,
    targets_per_block: Num,
    servers_left_in_block: Num,
    most_targets_per_server: Num,
    reached_share: Num,
) -> Num:
    """Targets of the busiest server in this state."""
    taken_over = whole_up(targets_per_block / servers_left_in_block)
    reached = whole_down(most_targets_per_server * reached_share)
    return where_less(0.0, takeover, taken_over, reached)


@SERVED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{few}", STATES)
def fewest_served_targets(targets_per_block: Num, servers_left_in_block: Num) -> Num:
    """Targets of those servers left in the block that have fewer."""
    return whole_down(targets_per_block / servers_left_in_block)


@SERVED.quantity("1", r"n_\mathrm{busy}^\mathrm{left}", STATES)
def busy_servers_left(
    targets_per_block: Num, fewest_served_targets: Num, servers_left_in_block: Num
) -> Num:
    """Servers left in the block that serve one target more."""
    return targets_per_block - fewest_served_targets * servers_left_in_block


@SERVED.quantity("1", r"n_\mathrm{tgt}^\mathrm{idle}", STATES)
def idle_targets(rebuilding_targets: Num, rebuild_share: Num, groups_per_target: Num) -> Num:
    """Targets' worth of drives of an affected server that its rebuild takes: one group's."""
    return rebuilding_targets * rebuild_share / groups_per_target


@SERVED.quantity("1", r"s_\mathrm{slow}", STATES)
def slowest_share(rebuilding_targets: Num, rebuild_share: Num) -> Num:
    """What the slowest target's drives move, as a share of what those of the others do."""
    return where_less(0.0, rebuilding_targets, 1 - rebuild_share, 1.0)


def _of_target(drive_least: Num, moving_targets: Num) -> Num:
    return drive_least / at_least_one(moving_targets)


def _array_of_target(array_least: Num, served_targets: Num) -> Num:
    return array_least / at_least_one(served_targets)


def _busy_server(
    fewest: Num,
    busy_servers: Num,
    reached_share: Num,
    idle_targets: Num,
    server_least: Num,
    even: Num,
    of_target: Num,
    *array_of_target: Num,
) -> Num:
    most = fewest + where_less(0.0, busy_servers, 1.0, 0.0)
    arrays = [most * one for one in array_of_target]
    moving = np.maximum(whole_down(most * reached_share) - idle_targets, 0.0)
    own = least_known(moving * of_target, *arrays, server_least)
    return where_less(reached_share, 1.0, own, where_less(0.0, busy_servers, own, even))


def _other_server(
    fewest: Num,
    busy_servers: Num,
    reached_share: Num,
    idle_targets: Num,
    server_least: Num,
    even: Num,
    of_target: Num,
    *array_of_target: Num,
) -> Num:
    arrays = [fewest * one for one in array_of_target]
    moving = np.maximum(whole_down(fewest * reached_share) - idle_targets, 0.0)
    some = least_known(moving * of_target, *arrays, server_least)
    own = where_less(0.0, fewest, some, 0.0)
    return where_less(reached_share, 1.0, own, where_less(0.0, busy_servers, own, even))


def _slow_target(
    slowest_share: Num,
    most_served_targets: Num,
    affected_servers: Num,
    working_servers: Num,
    server_least: Num,
    healthy: Num,
    of_target: Num,
    *array_of_target: Num,
) -> Num:
    share = server_least / at_least_one(most_served_targets)
    own = least_known(of_target * slowest_share, *array_of_target, share)
    # Where no server is as when healthy, nobody holds files back to the pace of then.
    slowest = where_less(affected_servers, working_servers, least_known(own, healthy), own)
    return where_less(0.0, most_served_targets, slowest, healthy)


def declare(
    book: Book, function: Callable[..., Num], name: str, symbol: str, title: str, *needs: str
) -> None:
    """Declare a quantity of a state: a loss, a number of servers, or else a rate."""
    unit = "1" if name.endswith(("_loss", "_servers")) else "byte/s"
    book.quantity(unit, symbol, STATES, name=name, needs=needs, title=title)(function)


def _declare_split(book: Book, way: str, *, arrays: bool) -> None:
    """Declare what an affected server with the most targets gives, and one with the fewest."""
    sub = way[0]
    declare_leasts(book, way, arrays=arrays)
    for kind, mark, by in KINDS:
        _declare_bounds(book, way, kind, mark, by, arrays=arrays)
    for name, symbol, has in (("busy", "busy", "most"), ("other", "oth", "fewest")):
        declare(
            book,
            committed_by,
            f"affected_{name}_{way}_bandwidth",
            rf"B_\mathrm{{{symbol},{sub}}}^\mathrm{{aff,com}}",
            f"What an affected server with the {has} targets is committed to {way}",
            f"measured_affected_{name}_{way}_bound",
            f"affected_{name}_{way}_bound",
            "delivery_factor",
        )


def _declare_bounds(book: Book, way: str, kind: str, mark: str, by: str, *, arrays: bool) -> None:
    """Declare the bounds by all known stages, or by measured ones alone."""
    sub = way[0]
    aff = r"^\mathrm{aff,meas}" if kind else r"^\mathrm{aff}"
    each = [f"{kind}drives_of_target_{way}_bound"]
    words = f"of one target of an affected server can {way}"
    declare(
        book,
        _of_target,
        each[0],
        rf"b_\mathrm{{tgt,{sub}}}{aff}",
        f"The most that the drives {words}, when it rebuilds none{by}",
        f"{kind}drive_{way}_least",
        "moving_targets",
    )
    if arrays:
        each.append(f"{kind}array_of_target_{way}_bound")
        declare(
            book,
            _array_of_target,
            each[1],
            rf"b_\mathrm{{arr/tgt,{sub}}}{aff}",
            f"The most that the controllers {words}{by}",
            f"{kind}array_{way}_least",
            "served_targets",
        )
    for function, name, symbol, has in (
        (_busy_server, "busy", "busy", "the most"),
        (_other_server, "other", "oth", "the fewest"),
    ):
        declare(
            book,
            function,
            f"{kind}affected_{name}_{way}_bound",
            rf"B_\mathrm{{{symbol},{sub}}}{aff}",
            f"The most that an affected server with {has} targets can {way}{by}",
            "fewest_served_targets",
            "busy_servers_left",
            "reached_share",
            "idle_targets",
            f"{kind}server_{way}_least",
            f"measured_affected_{way}_stage" if kind else f"affected_{way}_bandwidth_bound",
            *each,
        )
    declare(
        book,
        _slow_target,
        f"{kind}slow_target_{way}_bound",
        rf"b_\mathrm{{deg,{sub}}}{mark}",
        f"The most that the slowest target can {way}, where some server is affected{by}",
        "slowest_share",
        "most_served_targets",
        "affected_servers",
        "working_servers",
        f"{kind}server_{way}_least",
        f"{kind}slowest_target_{way}_bound",
        *each,
    )


for _way in ("read", "write"):
    _declare_split(SPLIT, _way, arrays=False)
    _declare_split(SPLIT_ON_ARRAYS, _way, arrays=True)
