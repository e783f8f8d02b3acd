"""The bandwidth chain of one server, from its drives to the network, in one state of the tier.

A stage is what clients could get if nothing but that stage limited one server: the rate of its
hardware, divided by the bytes moved there for each byte of the client. Stages overlap, so the least
one limits; CPU and memory serve the same bytes one after the other, so they are one stage whose
times add. A stage whose rate is unknown is left out of the least, and the result says "at most".
"""

from collections.abc import Callable

import numpy as np

from model.engine.ops import Num, otherwise, where_less
from model.engine.quantity import Book, Scope
from model.formulas.chain.links import CHAIN

STATES = "arithmetic of the state"
Way = tuple[Callable[..., Num], tuple[str, ...]]
"""A function, and the names of what it needs."""
_OF_GIVEN = ("servers_lost", "working_servers")
STATE = Book("state", topic="performance")
for _name, _symbol, _title, _why, _whole in (
    ("servers_lost", r"n_\mathrm{lost}", "Servers that are down in this state", "none", True),
    (
        "takeover",
        r"s_\mathrm{take}",
        "Share of the targets of lost servers that the servers left in the block serve",
        "no server is lost",
        False,
    ),
    (
        "rebuilding_targets",
        r"n_\mathrm{reb}",
        "Targets of one server that rebuild a drive",
        "none",
        True,
    ),
):
    STATE.input(
        _name, "1", _symbol, _title, 0.0, source=f"{_why}, in the healthy state", whole=_whole
    )
STATE.input(
    "rebuild_share",
    "1",
    r"r_\mathrm{reb}",
    "Share of the rate of the drives of a group that its rebuild takes",
    0.3,
    source="MegaRAID SAS Software User Guide: the default rebuild rate is 30 percent; choose it",
    high=1.0,
)


@STATE.quantity("1", r"n_\mathrm{work}", STATES)
def working_servers(servers: Num, servers_lost: Num) -> Num:
    """Servers that work in this state."""
    return servers - servers_lost


@STATE.quantity("1", r"n_\mathrm{left}", STATES)
def servers_left_in_block(servers_per_block: Num, servers_lost: Num) -> Num:
    """Servers that are left in the block that has lost some; 1 where none is, to divide by."""
    return np.maximum(servers_per_block - servers_lost, 1.0)


@STATE.quantity("1", r"s_\mathrm{load}", STATES)
def load_share(takeover: Num, servers_lost: Num, servers_left_in_block: Num) -> Num:
    """Targets that a server serves in this state, for each that it serves when healthy."""
    return 1 + takeover * servers_lost / servers_left_in_block


SERVED = Book("served targets", topic="performance")


@SERVED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", STATES)
def served_targets(targets_per_server: Num, load_share: Num) -> Num:
    """Targets that a server serves in this state, on average."""
    return targets_per_server * load_share


MOVING = Book("targets that move bytes", topic="performance")
MOVING_SPREAD = Book("targets over all servers that move bytes", topic="performance")


@MOVING.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{mov}", STATES)
def moving_targets(
    served_targets: Num, rebuilding_targets: Num, rebuild_share: Num, groups_per_target: Num
) -> Num:
    """Targets' worth of drives of a server that move bytes of clients: one group rebuilds."""
    rebuilding = np.minimum(rebuilding_targets, served_targets)
    return served_targets - rebuilding * rebuild_share / groups_per_target


@MOVING_SPREAD.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{mov}", STATES, name="moving_targets")
def moving_spread_targets(served_targets: Num, rebuilding_targets: Num, rebuild_share: Num) -> Num:
    """Targets' worth of drives of a server that move bytes of clients: all drives rebuild."""
    return served_targets - np.minimum(rebuilding_targets, served_targets) * rebuild_share


GIVEN_STATE = Book("state of a tier as given", STATE, only=lambda x: x.name in _OF_GIVEN)
ANYWHERE = Book("drives anywhere", topic="performance")
for _way in ("read", "write"):
    ANYWHERE.input(
        f"{_way}_condition",
        "1",
        rf"s_\mathrm{{zone,{_way[0]}}}",
        f"What drives {_way} in this state, as a share of the mean over their surface",
        1.0,
        source="the mean over the surface",
    )

DELIVERY = "bound x delivery factor; 1 where the limiting stage is itself measured or calibrated"
OWN: tuple[Scope, ...] = ("drive", "array", "path", "server")
CHAIN_END = Book("end of the chain", topic="performance")


def delivery_of(measured_stage: Num, bound: Num, delivery_factor: Num) -> Num:
    """Share of a bound that is committed to, from the slowest stage that is measured."""
    return where_less(bound, otherwise(measured_stage, 2 * bound), delivery_factor, 1.0)


def committed_by(measured: Num, bound: Num, delivery_factor: Num) -> Num:
    """Give what a bound is committed to, beside the same figure by measured stages alone."""
    return bound * delivery_of(measured, bound, delivery_factor)


def _committed(bound: Num, delivery: Num) -> Num:
    return bound * delivery


def declare_committed(book: Book, name: str, way: str, whose: str, own: tuple[Scope, ...]) -> None:
    """Declare the bound of one server's chain, and what it is committed to."""
    end = f"{name[:3]},{way[0]}"
    bound, measured = f"{name}_{way}_bandwidth_bound", f"measured_{name}_{way}_stage"
    book.least_stage(
        bound,
        "byte/s",
        rf"B_\mathrm{{{end}}}^+",
        f"The most that {whose} can {way}, by known stages",
        way,
        scopes=own,
    )
    book.least_stage(
        measured,
        "byte/s",
        rf"B_\mathrm{{{end}}}^\mathrm{{meas}}",
        f"The slowest of these {way} stages that rests on a measurement",
        way,
        measured=True,
        scopes=own,
    )
    for function, what, unit, symbol, needs, title in (
        (
            delivery_of,
            "delivery",
            "1",
            rf"\eta_\mathrm{{{end}}}",
            (measured, bound, "delivery_factor"),
            f"Share of that {way} bound that is committed to",
        ),
        (
            _committed,
            "bandwidth",
            "byte/s",
            rf"B_\mathrm{{{end}}}",
            (bound, f"{name}_{way}_delivery"),
            f"What {whose} is committed to {way}",
        ),
    ):
        book.quantity(
            unit, symbol, DELIVERY, name=f"{name}_{way}_{what}", needs=needs, title=title
        )(function)


for _way in ("read", "write"):
    declare_committed(CHAIN_END, "server", _way, "one server", ())
    declare_committed(CHAIN_END, "own", _way, "one server by its own stages and its targets'", OWN)


TIER_END = Book("end of the tier", topic="performance")
"""The end of a tier whose servers are alike: given as a whole, or targets over all of them."""


def _all_servers(working_servers: Num, server_bound: Num) -> Num:
    return working_servers * server_bound


def _one_server(own_bound: Num) -> Num:
    return own_bound


def declare_end(
    book: Book,
    way: str,
    whole: Way,
    mean: Way,
    committed: tuple[Way, Way] | None = None,
) -> None:
    """Declare what the tier gives, and a server on average by its own stages; each with needs.

    `committed`: the same two, where they aren't the bound by the evidence of an average server.
    """
    committed = committed or (
        (_committed, (f"{way}_bandwidth_bound", f"server_{way}_delivery")),
        (_committed, (f"mean_{way}_bandwidth_bound", f"own_{way}_delivery")),
    )
    for (function, needs), name, symbol, title in (
        (
            whole,
            f"{way}_bandwidth_bound",
            rf"B_\mathrm{{{way[0]}}}^+",
            f"The most that the tier can {way}, by its known stages",
        ),
        (
            mean,
            f"mean_{way}_bandwidth_bound",
            rf"B_\mathrm{{mean,{way[0]}}}^+",
            f"The most that a server can {way} on average, what servers share aside",
        ),
        (
            committed[0],
            f"{way}_bandwidth",
            rf"B_\mathrm{{{way[0]}}}",
            f"What the tier is committed to {way}",
        ),
        (
            committed[1],
            f"mean_{way}_bandwidth",
            rf"B_\mathrm{{mean,{way[0]}}}",
            f"What a server is committed to {way} on average, what servers share aside",
        ),
    ):
        source = CHAIN if name.endswith("_bound") else DELIVERY
        book.quantity("byte/s", symbol, source, name=name, needs=needs, title=title)(function)


for _way in ("read", "write"):
    declare_end(
        TIER_END,
        _way,
        (_all_servers, ("working_servers", f"server_{_way}_bandwidth_bound")),
        (_one_server, (f"own_{_way}_bandwidth_bound",)),
    )

RESULTS = (
    "server_read_bandwidth_bound",
    "server_write_bandwidth_bound",
    "server_read_bandwidth",
    "server_write_bandwidth",
    "read_bandwidth_bound",
    "write_bandwidth_bound",
    "read_bandwidth",
    "write_bandwidth",
)
MEANS = tuple(f"mean_{way}_bandwidth{end}" for way in ("read", "write") for end in ("_bound", ""))
HEALTHY = Book("healthy bandwidth", topic="performance")
SITE = Book("site bandwidth", topic="performance")


def declare_when_healthy(book: Book, of: Book, name: str) -> None:
    """Declare a tier's figure as that of its healthy state."""
    item = of[name]
    title = item.title.replace(".", "") + ", when healthy"
    book.over("total", name, item.unit, item.symbol, title, roles=("healthy",), of=name)


for _name in (*RESULTS, *MEANS):
    _of = CHAIN_END if _name in CHAIN_END else TIER_END
    _item = _of[_name]
    declare_when_healthy(HEALTHY, _of, _name)
    if _name in RESULTS and not _name.startswith("server_"):
        SITE.over(
            "total",
            _name,
            "byte/s",
            _item.symbol.replace("B", r"B^\mathrm{site}", 1)
            if "^" not in _item.symbol
            else _item.symbol,
            _item.title.replace("the tier", "all data tiers together"),
            roles=("tiers",),
            of=_name,
        )

ROOM = Book("room in memory", topic="performance")


def _room(memory_bandwidth: Num, bound: Num) -> Num:
    return memory_bandwidth / bound


for _way, _sub in (("read", "r"), ("write", "w")):
    ROOM.quantity(
        "1",
        rf"k_\mathrm{{room,{_sub}}}",
        "peak of all channels over the bound; Béluga's servers moved 16 to 17 when writing",
        name=f"memory_{_way}_room",
        needs=("memory_bandwidth", f"server_{_way}_bandwidth_bound"),
        title=f"Bytes that memory could move for each byte of a client, to {_way} at the bound",
    )(_room)
