"""The bandwidth chain of one server, from its drives to the network, in one state of the tier.

A stage is what clients could get if nothing but that stage limited one server: the rate of its
hardware, divided by the bytes moved there for each byte of the client. Stages overlap, so the least
one limits; CPU and memory serve the same bytes one after the other, so they are one stage whose
times add. A stage whose rate is unknown is left out of the least, and the result says "at most".
"""

import numpy as np

from model.formulas.links import CHAIN
from model.ops import Num, least_known, otherwise, where_less
from model.quantity import Book, Scope

STATES = "arithmetic of the state"
_OF_GIVEN = ("servers_lost", "working_servers")
STATE = Book("state")
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
    "Share of a target's rate that its rebuild takes",
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


@STATE.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", STATES)
def served_targets(targets_per_server: Num, load_share: Num) -> Num:
    """Targets that a server serves in this state, on average."""
    return targets_per_server * load_share


@STATE.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{mov}", STATES)
def moving_targets(served_targets: Num, rebuilding_targets: Num, rebuild_share: Num) -> Num:
    """Targets' worth of drives of a server that move bytes of clients in this state."""
    return served_targets - np.minimum(rebuilding_targets, served_targets) * rebuild_share


GIVEN_STATE = Book("state of a tier as given", STATE, only=lambda x: x.name in _OF_GIVEN)
ANYWHERE = Book("drives anywhere")
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
CHAIN_END = Book("end of the chain")
for _way, _sub in (("read", "r"), ("write", "w")):
    CHAIN_END.least_stage(
        f"server_{_way}_bandwidth_bound",
        "byte/s",
        rf"B_\mathrm{{srv,{_sub}}}^+",
        f"The most that one server can {_way}, by its known stages",
        _way,
    )
    CHAIN_END.least_stage(
        f"measured_{_way}_stage",
        "byte/s",
        rf"B_\mathrm{{meas,{_sub}}}",
        f"The least {_way} stage that rests on a measurement",
        _way,
        measured=True,
    )

    CHAIN_END.least_stage(
        f"own_{_way}_bandwidth_bound",
        "byte/s",
        rf"B_\mathrm{{own,{_sub}}}^+",
        f"The most that one server can {_way} by its own stages and its targets'",
        _way,
        scopes=("drive", "array", "server"),
    )
    CHAIN_END.least_stage(
        f"measured_own_{_way}_stage",
        "byte/s",
        rf"B_\mathrm{{own,{_sub}}}^\mathrm{{meas}}",
        f"The slowest of these {_way} stages that rests on a measurement",
        _way,
        measured=True,
        scopes=("drive", "array", "server"),
    )


def delivered(measured_stage: Num, bound: Num, delivery_factor: Num) -> Num:
    """Share of a bound that is committed to; all of it where what limits was measured."""
    return where_less(bound, otherwise(measured_stage, 2 * bound), delivery_factor, 1.0)


@CHAIN_END.quantity("1", r"\eta_\mathrm{r}", DELIVERY)
def read_delivery(
    measured_read_stage: Num, server_read_bandwidth_bound: Num, delivery_factor: Num
) -> Num:
    """Share of the read bound that is committed to."""
    return delivered(measured_read_stage, server_read_bandwidth_bound, delivery_factor)


@CHAIN_END.quantity("1", r"\eta_\mathrm{w}", DELIVERY)
def write_delivery(
    measured_write_stage: Num, server_write_bandwidth_bound: Num, delivery_factor: Num
) -> Num:
    """Share of the write bound that is committed to."""
    return delivered(measured_write_stage, server_write_bandwidth_bound, delivery_factor)


@CHAIN_END.quantity("byte/s", r"B_\mathrm{srv,r}", DELIVERY)
def server_read_bandwidth(server_read_bandwidth_bound: Num, read_delivery: Num) -> Num:
    """What one server is committed to read."""
    return server_read_bandwidth_bound * read_delivery


@CHAIN_END.quantity("byte/s", r"B_\mathrm{srv,w}", DELIVERY)
def server_write_bandwidth(server_write_bandwidth_bound: Num, write_delivery: Num) -> Num:
    """What one server is committed to write."""
    return server_write_bandwidth_bound * write_delivery


@CHAIN_END.quantity("byte/s", r"B_\mathrm{r}^+", CHAIN)
def read_bandwidth_bound(working_servers: Num, server_read_bandwidth_bound: Num) -> Num:
    """The most that the tier can read, by its known stages."""
    return working_servers * server_read_bandwidth_bound


@CHAIN_END.quantity("byte/s", r"B_\mathrm{w}^+", CHAIN)
def write_bandwidth_bound(working_servers: Num, server_write_bandwidth_bound: Num) -> Num:
    """The most that the tier can write, by its known stages."""
    return working_servers * server_write_bandwidth_bound


@CHAIN_END.quantity("byte/s", r"B_\mathrm{r}", DELIVERY)
def read_bandwidth(working_servers: Num, server_read_bandwidth: Num) -> Num:
    """What the tier is committed to read."""
    return working_servers * server_read_bandwidth


@CHAIN_END.quantity("byte/s", r"B_\mathrm{w}", DELIVERY)
def write_bandwidth(working_servers: Num, server_write_bandwidth: Num) -> Num:
    """What the tier is committed to write."""
    return working_servers * server_write_bandwidth


def _own(measured_stage: Num, bound: Num, delivery_factor: Num) -> Num:
    return bound * delivered(measured_stage, bound, delivery_factor)


def _slowest_target(
    drive_least: Num, targets_per_server: Num, server_least: Num, most_targets_per_server: Num
) -> Num:
    return np.minimum(drive_least / targets_per_server, server_least / most_targets_per_server)


def _slowest_behind_array(
    drive_least: Num,
    targets_per_server: Num,
    server_least: Num,
    most_targets_per_server: Num,
    array_least: Num,
) -> Num:
    one = _slowest_target(drive_least, targets_per_server, server_least, most_targets_per_server)
    return least_known(one, array_least / targets_per_server)


def _striped_bound(
    slowest_target: Num, targets: Num, working_servers: Num, shared_stage: Num
) -> Num:
    return least_known(slowest_target * targets, working_servers * shared_stage)


def _striped(bound: Num, delivery: Num) -> Num:
    return bound * delivery


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
                scopes=(scope,),
            )


STRIPED = Book("files over all targets")
STRIPED_ON_ARRAYS = Book("files over all targets of arrays")
for _way, _sub in (("read", "r"), ("write", "w")):
    CHAIN_END.quantity(
        "byte/s",
        rf"B_\mathrm{{own,{_sub}}}",
        DELIVERY,
        name=f"own_{_way}_bandwidth",
        needs=(f"measured_own_{_way}_stage", f"own_{_way}_bandwidth_bound", "delivery_factor"),
        title=f"What one server is committed to {_way} by its own stages and its targets'",
    )(_own)
    for _book, _function in (
        (STRIPED, _slowest_target),
        (STRIPED_ON_ARRAYS, _slowest_behind_array),
    ):
        _arrays = _book is STRIPED_ON_ARRAYS
        declare_leasts(_book, _way, arrays=_arrays)
        _book.quantity(
            "byte/s",
            rf"b_\mathrm{{slow,{_sub}}}^+",
            _SLOWEST,
            name=f"slowest_target_{_way}_bound",
            needs=(
                f"drive_{_way}_least",
                "targets_per_server",
                f"server_{_way}_least",
                "most_targets_per_server",
                *([f"array_{_way}_least"] if _arrays else []),
            ),
            title=f"The most that the slowest target can {_way}: one of the busiest server",
        )(_function)
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{str,{_sub}}}^+",
            _SLOWEST,
            name=f"striped_{_way}_bandwidth_bound",
            needs=(
                f"slowest_target_{_way}_bound",
                "targets",
                "working_servers",
                f"tier_{_way}_least",
            ),
            title=f"The most that files over all targets can {_way}",
        )(_striped_bound)
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{str,{_sub}}}",
            _SLOWEST,
            name=f"striped_{_way}_bandwidth",
            needs=(f"striped_{_way}_bandwidth_bound", f"{_way}_delivery"),
            title=f"What files over all targets are committed to {_way}",
        )(_striped)

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
OWN = tuple(f"own_{way}_bandwidth{end}" for way in ("read", "write") for end in ("_bound", ""))
OVER_TARGETS = tuple(
    f"{name}_{way}_{end}"
    for way in ("read", "write")
    for name, end in (
        ("slowest_target", "bound"),
        ("striped", "bandwidth_bound"),
        ("striped", "bandwidth"),
    )
)
HEALTHY = Book("healthy bandwidth")
HEALTHY_STRIPED = Book("healthy bandwidth over all targets")
SITE = Book("site bandwidth")
for _name in (*RESULTS, *OWN, *OVER_TARGETS):
    _of_targets = _name in OVER_TARGETS
    _item = (STRIPED if _of_targets else CHAIN_END)[_name]
    (HEALTHY_STRIPED if _of_targets else HEALTHY).over(
        "total",
        _name,
        "byte/s",
        _item.symbol,
        _item.title.replace(".", "") + ", when healthy",
        roles=("healthy",),
        of=_name,
    )
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
