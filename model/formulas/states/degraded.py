"""What a tier gives to independent files when something is lost, rebuilds, or is nearly full.

Of a tier in such a state some servers are affected and run their chain as it is then; the others
run it as when healthy; some may be down. Files that each lie on few targets get the sum of what is
left. Each server counts with the targets that it has; where a state affects one server, and some
have one target more, it is the one whose loss costs most.
"""

import numpy as np

from model.engine.ops import Num, least_known, otherwise, where_less
from model.engine.quantity import Book
from model.formulas.chain.performance import OWN, committed_by, declare_committed
from model.formulas.states.affected import declare

DEGRADED = Book("degraded bandwidth", topic="performance")
ALIKE = Book("affected servers alike", topic="performance")
ONE = Book("affected server with its targets", topic="performance")
WHOLE = Book("affected blocks", topic="performance")
DOWN = Book("block of a lost server", topic="performance")


def _alike(affected_servers: Num, bound: Num) -> Num:
    return where_less(0.0, affected_servers, affected_servers * bound, 0.0)


def _whole_blocks(
    affected_servers: Num, servers_left: Num, busy_servers: Num, busy: Num, other: Num
) -> Num:
    block = busy_servers * busy + (servers_left - busy_servers) * other
    return where_less(0.0, affected_servers, affected_servers / servers_left * block, 0.0)


def _of_worse(
    busy_healthy: Num, busy: Num, other_healthy: Num, other: Num, of_busy: Num, of_other: Num
) -> Num:
    return where_less(busy_healthy - busy, other_healthy - other, of_other, of_busy)


def _worse(busy_healthy: Num, busy: Num, other_healthy: Num, other: Num) -> Num:
    return _of_worse(busy_healthy, busy, other_healthy, other, busy, other)


def _beside_worse(
    servers: Num, mean: Num, busy_healthy: Num, busy: Num, other_healthy: Num, other: Num
) -> Num:
    healthy = _of_worse(busy_healthy, busy, other_healthy, other, busy_healthy, other_healthy)
    return np.maximum(servers * mean - healthy, 0.0)


def _beside(working_servers: Num, affected_servers: Num, mean: Num) -> Num:
    return (working_servers - affected_servers) * mean


def _beside_lost(
    working_servers: Num, affected_servers: Num, mean: Num, servers_lost: Num, busy_healthy: Num
) -> Num:
    more = servers_lost * (busy_healthy - mean)
    less = where_less(0.0, affected_servers, affected_servers * mean, more)
    return np.maximum(working_servers * mean - less, 0.0)


def _own_bound(unaffected: Num, affected: Num) -> Num:
    return unaffected + affected


def _sum_bound(own: Num, working_servers: Num, shared_stage: Num, when_healthy: Num) -> Num:
    return np.minimum(least_known(own, working_servers * shared_stage), when_healthy)


def _sum(
    own: Num,
    working_servers: Num,
    shared_stage: Num,
    measured_shared_stage: Num,
    unaffected: Num,
    affected: Num,
    delivery_factor: Num,
    when_healthy: Num,
) -> Num:
    shared = committed_by(measured_shared_stage, shared_stage, delivery_factor)
    of_shared = otherwise(working_servers * shared_stage, 2 * own)
    kept = unaffected + affected
    return np.minimum(where_less(of_shared, own, working_servers * shared, kept), when_healthy)


def loss(left: Num, healthy: Num) -> Num:
    """Give what is lost, as a share."""
    return 1 - left / healthy


for _way, _sub in (("read", "r"), ("write", "w")):
    declare_committed(
        DEGRADED, "affected", _way, "an affected server by its own stages and its targets'", OWN
    )
    _shared, _result = f"tier_{_way}_least", f"degraded_{_way}_bandwidth"
    for _end, _mark, _can in (
        ("_bound", "^+", "The most that {} can {}"),
        ("", "", "What {} are committed to {}"),
    ):
        _rate, _rest = f"affected_{_way}_rate{_end}", f"unaffected_{_way}_rate{_end}"
        _mean, _alone = f"mean_{_way}_bandwidth{_end}", f"affected_{_way}_bandwidth{_end}"
        _kind = _end or "_bandwidth"
        _both = f"affected_busy_{_way}{_kind}", f"affected_other_{_way}{_kind}"
        _healthy = f"busy_server_{_way}{_kind}", f"other_server_{_way}{_kind}"
        _pairs = _healthy[0], _both[0], _healthy[1], _both[1]
        _blocks = "affected_servers", "servers_left_in_block", "busy_servers_left", *_both
        _lost = "working_servers", "affected_servers", _mean, "servers_lost", _healthy[0]
        for _book, _function, _needs, _beside_, _beside_needs, _worst in (
            (ALIKE, _alike, ("affected_servers", _alone), _beside, _lost[:3], ""),
            (WHOLE, _whole_blocks, _blocks, _beside, _lost[:3], ""),
            (
                DOWN,
                _whole_blocks,
                _blocks,
                _beside_lost,
                _lost,
                ": a lost one had the most targets",
            ),
            (
                ONE,
                _worse,
                _pairs,
                _beside_worse,
                ("servers", _mean, *_pairs),
                ": the worst case of which server it is",
            ),
        ):
            declare(
                _book,
                _function,
                _rate,
                rf"B_\mathrm{{aff,{_sub}}}^{{\Sigma{_mark.strip('^')}}}",
                _can.format("all affected servers together", _way)
                + (_worst if _book is ONE else ""),
                *_needs,
            )
            declare(
                _book,
                _beside_,
                _rest,
                rf"B_\mathrm{{same,{_sub}}}^{{\Sigma{_mark.strip('^')}}}",
                _can.format("servers that work as when healthy", _way) + _worst,
                *_beside_needs,
            )
    declare(
        DEGRADED,
        _own_bound,
        f"own_{_way}_sum",
        rf"B_\mathrm{{own,{_sub}}}^\Sigma",
        f"The most that all servers together can {_way} in this state, what they share aside",
        f"unaffected_{_way}_rate_bound",
        f"affected_{_way}_rate_bound",
    )
    declare(
        DEGRADED,
        _sum_bound,
        f"{_result}_bound",
        rf"B_\mathrm{{deg,{_sub}}}^+",
        f"The most that the tier can {_way} in this state, in independent files, whichever server "
        "it affects",
        f"own_{_way}_sum",
        "working_servers",
        _shared,
        f"{_way}_bandwidth_bound",
    )
    declare(
        DEGRADED,
        _sum,
        _result,
        rf"B_\mathrm{{deg,{_sub}}}",
        f"What the tier is committed to {_way} in this state, in independent files, whichever "
        "server it affects",
        f"own_{_way}_sum",
        "working_servers",
        _shared,
        f"measured_{_shared}",
        f"unaffected_{_way}_rate",
        f"affected_{_way}_rate",
        "delivery_factor",
        f"{_way}_bandwidth",
    )
    declare(
        DEGRADED,
        loss,
        f"{_way}_loss",
        rf"\ell_\mathrm{{{_sub}}}",
        f"What this state takes of the bandwidth to {_way} independent files",
        _result,
        f"{_way}_bandwidth",
    )
