"""What a tier gives to independent files when something is lost, rebuilds, or is nearly full.

Of a tier in such a state some servers are affected and run their chain as it is then; the others
run it as when healthy; some may be down. Files that each lie on few targets get the sum of what is
left. Each server counts with the targets that it has; where a state affects one server, and some
have one target more, it is the one whose loss costs most.
"""

import numpy as np

from model.formulas.affected import declare
from model.formulas.performance import OWN, declare_committed
from model.ops import Num, least_known, otherwise, where_less
from model.quantity import Book

DEGRADED = Book("degraded bandwidth")
ALIKE = Book("affected servers alike")
ONE = Book("affected server with its targets")
WHOLE = Book("affected blocks")
DOWN = Book("block of a lost server")


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
    return servers - where_less(0.0, mean, healthy / mean, 1.0)


def _beside(working_servers: Num, affected_servers: Num) -> Num:
    return working_servers - affected_servers


def _beside_lost(
    working_servers: Num, affected_servers: Num, servers_lost: Num, busy_healthy: Num, mean: Num
) -> Num:
    more = servers_lost * (where_less(0.0, mean, busy_healthy / mean, 1.0) - 1)
    return working_servers - where_less(0.0, affected_servers, affected_servers, more)


def _own_bound(unaffected_servers: Num, healthy: Num, affected_rate: Num) -> Num:
    return unaffected_servers * healthy + affected_rate


def _sum_bound(own: Num, working_servers: Num, shared_stage: Num, when_healthy: Num) -> Num:
    return np.minimum(least_known(own, working_servers * shared_stage), when_healthy)


def _sum(
    own: Num,
    working_servers: Num,
    shared_stage: Num,
    unaffected_servers: Num,
    healthy: Num,
    affected_rate: Num,
    delivery: Num,
    delivery_factor: Num,
    when_healthy: Num,
) -> Num:
    shared = otherwise(working_servers * shared_stage, 2 * own)
    kept = unaffected_servers * healthy + affected_rate * delivery
    return np.minimum(where_less(shared, own, shared * delivery_factor, kept), when_healthy)


def loss(left: Num, healthy: Num) -> Num:
    """Give what is lost, as a share."""
    return 1 - left / healthy


for _way, _sub in (("read", "r"), ("write", "w")):
    declare_committed(
        DEGRADED, "affected", _way, "an affected server by its own stages and its targets'", OWN
    )
    _shared, _result = f"tier_{_way}_least", f"degraded_{_way}_bandwidth"
    _rate, _rest = f"affected_{_way}_rate", f"unaffected_{_way}_servers"
    _mean, _bound = f"mean_{_way}_bandwidth_bound", f"affected_{_way}_bandwidth_bound"
    _both = f"affected_busy_{_way}_bound", f"affected_other_{_way}_bound"
    _healthy = f"busy_server_{_way}_bound", f"other_server_{_way}_bound"
    _pairs = _healthy[0], _both[0], _healthy[1], _both[1]
    _blocks = "affected_servers", "servers_left_in_block", "busy_servers_left", *_both
    _lost = "working_servers", "affected_servers", "servers_lost", _healthy[0], _mean
    _said = f"The most that all affected servers together can {_way}"
    for _book, _function, _needs, _beside_, _beside_needs, _worst in (
        (ALIKE, _alike, ("affected_servers", _bound), _beside, _lost[:2], ""),
        (WHOLE, _whole_blocks, _blocks, _beside, _lost[:2], ""),
        (DOWN, _whole_blocks, _blocks, _beside_lost, _lost, ": a lost one had the most targets"),
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
            rf"B_\mathrm{{aff,{_sub}}}^\Sigma",
            f"{_said}{_worst if _book is ONE else ''}",
            *_needs,
        )
        declare(
            _book,
            _beside_,
            _rest,
            rf"n_\mathrm{{same,{_sub}}}",
            f"Servers that {_way} as when healthy, as many of the mean rate{_worst}",
            *_beside_needs,
        )
    declare(
        DEGRADED,
        _own_bound,
        f"own_{_way}_sum",
        rf"B_\mathrm{{own,{_sub}}}^\Sigma",
        f"The most that all servers together can {_way} in this state, what they share aside",
        _rest,
        _mean,
        _rate,
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
        _rest,
        f"mean_{_way}_bandwidth",
        _rate,
        f"affected_{_way}_delivery",
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
