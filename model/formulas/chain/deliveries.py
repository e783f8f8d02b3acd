"""What stages deliver of their rate: each its own share, or the one that a scenario states for all.

Wires and controllers deliver nearly all of their rate where they limit. Where nothing is known of a
server's CPU and memory, nobody knows whether they do: then what systems deliver of the least known
stage counts on them, too.
"""

from dataclasses import replace
from functools import cache

from model.engine.ops import Num
from model.engine.quantity import Book, Input, Quantity, label
from model.engine.spelling import Variant, spell, spelled_name
from model.formulas.ways import WAYS

FACTOR = Book("delivery", topic="performance")
FACTOR.input(
    "delivery_factor",
    "1",
    r"\eta",
    "What systems deliver of the least known stage, where nothing is known of that stage itself",
    0.75,
    source="ZPIOS over XDD at Sequoia 0.73 and 0.78, IO500 at LCPQ 0.77; band 0.6 to 0.9",
    high=1.0,
)
OWN = Book("deliveries of stages", topic="performance")
_DISKS = "disks end to end, of their outer zone's mean over the surface: band 0.55 to 0.86"
_WIRES = "EDR ports that limited, of 10 clients: 0.94 (Alpine), 0.97 (Lenox), 0.98 (Bracewell)"
_CLIENTS = "ten figures of five systems from few clients: median 0.85, band 0.62 to 0.98"
OWN.input(
    "drives_delivery",
    "1",
    r"\eta_\mathrm{drv}",
    "Share of their rate that drives deliver",
    0.75,
    source=_DISKS,
    high=1.0,
)
_WIRE = Book("delivery of a wire", topic="performance")
_WIRE.input(
    "what_delivery",
    "1",
    r"\eta_\mathrm{<mark>}",
    "Share of their rate that {words} deliver",
    0.95,
    source=_WIRES,
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
    0.85,
    source=_CLIENTS,
    high=1.0,
)
OWN.input(
    "cpu_memory_delivery",
    "1",
    r"\eta_\mathrm{cpu}",
    "Share of what is stated of CPU and memory that they deliver",
    0.75,
    source="no measured system shows it: what systems deliver of the least known stage",
    high=1.0,
)
OWN.input(
    "cache_delivery",
    "1",
    r"\eta_\mathrm{cache}",
    "Share of their rate that cache drives deliver",
    0.75,
    source="no measured system shows it: what systems deliver of the least known stage",
    high=1.0,
)

SHARED = Book("delivery as that of all", topic="performance")
_DELIVERED = Book("what a stage is committed to", topic="performance")
_PROVEN = Book("what a stage is committed to whose figure is proven", topic="performance")
COMMITTED = "each stage delivers its own share of its rate, a measured or calibrated one all of it"


@SHARED.quantity(
    "1", r"\eta_\mathrm{<mark>}", "one share for all stages that have none of their own"
)
def what_delivery(delivery_factor: Num) -> Num:
    """Share of its rate that the stage {label} delivers: that of all."""
    return delivery_factor


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
def shared(what: str) -> Quantity:
    """Give the delivery of a stage that follows that of all."""
    (quantity,) = spell(SHARED, _words(what)).quantities.values()
    return quantity
