"""The bandwidth chain of one server, from its drives to the network, in one state of the tier.

A stage is what clients could get if nothing but that stage limited one server: the rate of its
hardware, divided by the bytes moved there for each byte of the client. Stages overlap, so the least
one limits; CPU and memory serve the same bytes one after the other, so they are one stage whose
times add. A stage whose rate is unknown is left out of the least, and the result says "at most".
"""

from model.formulas.links import CHAIN
from model.ops import Num, otherwise, where_less
from model.quantity import Book

STATE = Book("state")
STATE.input(
    "servers_lost",
    "1",
    r"n_\mathrm{lost}",
    "Servers that are down in this state",
    0.0,
    source="none, in the healthy state",
    whole=True,
)


@STATE.quantity("1", r"n_\mathrm{work}", "arithmetic of the state")
def working_servers(servers: Num, servers_lost: Num) -> Num:
    """Servers that work in this state."""
    return servers - servers_lost


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


def _delivered(measured_stage: Num, bound: Num, delivery_factor: Num) -> Num:
    return where_less(bound, otherwise(measured_stage, 2 * bound), delivery_factor, 1.0)


@CHAIN_END.quantity("1", r"\eta_\mathrm{r}", DELIVERY)
def read_delivery(
    measured_read_stage: Num, server_read_bandwidth_bound: Num, delivery_factor: Num
) -> Num:
    """Share of the read bound that is committed to."""
    return _delivered(measured_read_stage, server_read_bandwidth_bound, delivery_factor)


@CHAIN_END.quantity("1", r"\eta_\mathrm{w}", DELIVERY)
def write_delivery(
    measured_write_stage: Num, server_write_bandwidth_bound: Num, delivery_factor: Num
) -> Num:
    """Share of the write bound that is committed to."""
    return _delivered(measured_write_stage, server_write_bandwidth_bound, delivery_factor)


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
HEALTHY = Book("healthy bandwidth")
SITE = Book("site bandwidth")
for _name in RESULTS:
    _item = CHAIN_END[_name]
    HEALTHY.over(
        "total",
        _name,
        "byte/s",
        _item.symbol,
        _item.title.replace(".", "") + ", when healthy",
        roles=("healthy",),
        of=_name,
    )
    if not _name.startswith("server_"):
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
