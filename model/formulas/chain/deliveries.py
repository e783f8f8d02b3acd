"""What stages deliver of their rate: each its own share, or the one that a scenario states for all.

Wires and controllers deliver nearly all of their rate where they limit. Where nothing is known of a
server's CPU and memory, nobody knows whether they do: then what systems deliver of the least known
stage counts on them, too.
"""

from dataclasses import dataclass, replace
from functools import cache

from model.engine.ops import Num, least_known, otherwise
from model.engine.quantity import Book, Input, Quantity, label
from model.engine.spelling import Variant, spell, spelled_name
from model.formulas.ways import WAYS


@dataclass(frozen=True, slots=True)
class Seen:
    """What a system delivered of the stage that was its least known one; None: not each way."""

    system: str
    write: float | None = None
    read: float | None = None

    @property
    def shares(self) -> tuple[float, ...]:
        """What it delivered, both ways."""
        return tuple(share for share in (self.write, self.read) if share is not None)

    @property
    def text(self) -> str:
        """The system with its shares, as people write them."""
        ways = (("write", self.write), ("read", self.read))
        said = ", ".join(f"{way} {share:.2f}" for way, share in ways if share is not None)
        return f"{self.system} {said}"


DRIVES = (
    Seen("Capstor", 0.79, 0.69),
    Seen("71 TiB NAS", 0.78, 0.86),
    Seen("LUMI-P", 0.87, 0.70),
    Seen("Lustre02", 0.58, 0.56),
    Seen("Shaheen II", 0.81, 0.65),
    Seen("LCPQ", 0.77),
)
CLIENTS = (
    Seen("Alpine 10 nodes", 0.94, 0.62),
    Seen("Bracewell 10 nodes", 0.97, 0.81),
    Seen("Bracewell 26 nodes", 0.89, 0.66),
    Seen("Lenox", 0.97, 0.93),
    Seen("Lise", 0.78, 0.62),
)
PORTS = (
    Seen("Alpine 10 nodes", 0.94),
    Seen("Bracewell 10 nodes", 0.97),
    Seen("Lenox", 0.97, 0.93),
)
"""EDR ports of a few clients, where no other limit is in sight."""
LEAST_KNOWN = (
    Seen("Alpine", 0.60, 0.50),
    Seen("Dell Lustre FDR", 0.44, 0.73),
    Seen("Dell Lustre EDR", 0.79, 0.77),
    Seen("Spider II", 0.69, 0.69),
    Seen("Astra", 0.75),
    Seen("Sequoia, March", 0.73),
    Seen("Sequoia, April", 0.78),
)
"""Ports, adapters, arrays and targets before servers that nobody stated."""


def median_of(systems: tuple[Seen, ...]) -> float:
    """Give the median of what systems delivered, in twentieths: the figures bear no more."""
    shares = sorted(share for one in systems for share in one.shares)
    middle = len(shares) // 2
    return round((shares[middle] + shares[~middle]) * 10) / 20


def said(systems: tuple[Seen, ...]) -> str:
    """Say what a delivery rests on: its band, and the systems."""
    low, high = band(systems)
    return f"{low:.2f} to {high:.2f}: {'; '.join(one.text for one in systems)}"


def band(systems: tuple[Seen, ...]) -> tuple[float, float]:
    """Give the least and the most that systems delivered."""
    shares = [share for one in systems for share in one.shares]
    return min(shares), max(shares)


FACTOR = Book("delivery", topic="performance")
FACTOR.input(
    "delivery_factor",
    "1",
    r"\eta",
    "What systems deliver of the least known stage, where nothing is known of that stage itself",
    median_of(LEAST_KNOWN),
    source=f"median of least known stages before servers that nobody stated, {said(LEAST_KNOWN)}",
    high=1.0,
)
OWN = Book("deliveries of stages", topic="performance")
NO_SYSTEM = "no measured system shows it: what systems deliver of the least known stage"
OWN.input(
    "drives_delivery",
    "1",
    r"\eta_\mathrm{drv}",
    "Share of their rate that drives deliver",
    median_of(DRIVES),
    source=f"median of disks that limited, end to end, {said(DRIVES)}",
    high=1.0,
)
_WIRE = Book("delivery of a wire", topic="performance")
_WIRE.input(
    "what_delivery",
    "1",
    r"\eta_\mathrm{<mark>}",
    "Share of their rate that {words} deliver",
    median_of(PORTS),
    source=f"median of EDR ports of clients that limited, taken for all wires, {said(PORTS)}",
    high=1.0,
)
_WIRES_OF_A_CHAIN: tuple[Variant, ...] = (
    {"what": "drive_pcie", "mark": "drv,pcie", "words": "the PCIe lanes of drives"},
    {"what": "array", "mark": "arr", "words": "the controllers of arrays"},
    {"what": "expander", "mark": "exp", "words": "expanders"},
    {"what": "sas", "mark": "sas", "words": "SAS cables"},
    {"what": "hba", "mark": "hba", "words": "host bus adapters"},
    {"what": "hba_pcie", "mark": "hba,pcie", "words": "the slots of host bus adapters"},
    {"what": "numa", "mark": "numa", "words": "links between processors"},
    {"what": "nic_pcie", "mark": "nic,pcie", "words": "the slots of network adapters"},
    {"what": "nic", "mark": "nic", "words": "network ports"},
    {"what": "fabric", "mark": "fab", "words": "links to the fabric"},
    {"what": "routers", "mark": "lnet", "words": "routers"},
    {"what": "spine", "mark": "up", "words": "uplinks"},
)
spell(_WIRE, *_WIRES_OF_A_CHAIN, into=OWN)
ALWAYS = ("drives", "clients", "cpu_memory", "cache")
"""Stages that deliver a share of their own whatever is known of a server."""
WIRES = frozenset(wire["what"] for wire in _WIRES_OF_A_CHAIN)
"""Stages that deliver a share of their own where a server's CPU and memory are known."""
OWN.input(
    "clients_delivery",
    "1",
    r"\eta_\mathrm{cl}",
    "Share of their rate that clients take",
    median_of(CLIENTS),
    source=f"median of clients that limited, {said(CLIENTS)}",
    high=1.0,
)
OWN.input(
    "cpu_memory_delivery",
    "1",
    r"\eta_\mathrm{cpu}",
    "Share of what is stated of CPU and memory that they deliver",
    median_of(LEAST_KNOWN),
    source=NO_SYSTEM,
    high=1.0,
)
OWN.input(
    "cache_delivery",
    "1",
    r"\eta_\mathrm{cache}",
    "Share of their rate that cache drives deliver",
    median_of(LEAST_KNOWN),
    source=NO_SYSTEM,
    high=1.0,
)

BY_SERVER = Book("delivery of wires before servers", topic="performance")
BY_SERVER.input(
    "wires_delivery",
    "1",
    r"\eta_\mathrm{wire}",
    "Share of their rate that wires deliver, where something is known of a server's processors",
    median_of(PORTS),
    source=f"median of EDR ports of clients that limited, taken for all wires, {said(PORTS)}",
    high=1.0,
)


@BY_SERVER.quantity(
    "1", r"\eta_\mathrm{srv}", "what limits a server of which nothing is known isn't known either"
)
def before_server_delivery(
    wires_delivery: Num,
    delivery_factor: Num,
    processor_read_time: Num,
    processor_write_time: Num,
) -> Num:
    """Share that wires deliver: their own if a server's processors are known, else that of all."""
    time = least_known(processor_read_time, processor_write_time)
    return otherwise(wires_delivery * (time / time), delivery_factor)


SHARED = Book("delivery as that of all", topic="performance")
_OF_WIRES = Book("delivery as that of wires", topic="performance")
_DELIVERED = Book("what a stage is committed to", topic="performance")
_PROVEN = Book("what a stage is committed to whose figure is proven", topic="performance")
COMMITTED = "each stage delivers its own share of its rate, a measured or calibrated one all of it"


@SHARED.quantity(
    "1", r"\eta_\mathrm{<mark>}", "one share for all stages that have none of their own"
)
def what_delivery(delivery_factor: Num) -> Num:
    """Share of its rate that the stage {label} delivers: that of all."""
    return delivery_factor


@_OF_WIRES.quantity(
    "1",
    r"\eta_\mathrm{<mark>}",
    "one share for all wires that have none of their own",
    name="what_delivery",
)
def delivery_by_server(before_server_delivery: Num) -> Num:
    """Share of its rate that the stage {label} delivers: that of wires before this server."""
    return before_server_delivery


@_DELIVERED.quantity(
    "byte/s", r"B_\mathrm{<mark>,<w>}^\mathrm{com}", COMMITTED, stage="committed_way"
)
def what_way_committed(what_way_stage: Num, what_delivery: Num) -> Num:
    """What a server is committed to {way} by its stage {label}."""
    return what_way_stage * what_delivery


@_PROVEN.quantity(
    "byte/s",
    r"B_\mathrm{<mark>,<w>}^\mathrm{com}",
    COMMITTED,
    stage="committed_way",
    name="what_way_committed",
)
def proven_way_committed(what_way_stage: Num) -> Num:
    """What a server is committed to {way} by its stage {label}, which is measured or calibrated."""
    return what_way_stage


def stage_of(stage: Quantity) -> str:
    """Name a stage as people state its delivery: without the way, and without what it is."""
    return stage.name.removesuffix(f"_{stage.stage}_stage")


def seen_of(what: str, *, own: bool) -> tuple[Seen, ...]:
    """Give the systems that a stage's delivery rests on: its own, or that of all."""
    if own and what in WIRES:
        return PORTS
    return {"drives": DRIVES, "clients": CLIENTS}.get(what, LEAST_KNOWN) if own else LEAST_KNOWN


def _words(what: str) -> dict[str, str]:
    return {"what": what, "mark": what.replace("_", ","), "label": label(what)}


@cache
def committed(stage: Quantity) -> Quantity:
    """Give what a stage of a chain is committed to: its twin in the chain of committed rates."""
    way = next(way for way in WAYS if way["way"] == stage.stage)
    template = _PROVEN if stage.evidence else _DELIVERED
    (twin,) = spell(template, {**way, **_words(stage_of(stage))}).quantities.values()
    return replace(twin, scope=stage.scope)


def own(what: str) -> Input:
    """Give the delivery that a stage has of its own."""
    return OWN.inputs[spelled_name("what_delivery", {"what": what})]


@cache
def shared(what: str, *, by_server: bool) -> Quantity:
    """Give the delivery of a stage that follows that of all, or for wires what is known there."""
    template = _OF_WIRES if by_server and what in WIRES else SHARED
    (quantity,) = spell(template, _words(what)).quantities.values()
    return quantity
