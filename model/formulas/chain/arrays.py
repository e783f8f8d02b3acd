"""Controllers of arrays: a stage above the drives and their parity; what enclosures lose of them.

Where no array is, the modules of an enclosure are what hosts reach its drives by.
"""

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import Book
from model.formulas.chain.links import CHAIN

ARRAYS = Book("controllers of arrays", topic="performance")
ARRAYS.input(
    "array_read_bandwidth",
    "byte/s",
    r"b_\mathrm{arr,r}",
    "Maximum read bandwidth of the controllers of one array",
)
ARRAYS.input(
    "array_write_bandwidth",
    "byte/s",
    r"b_\mathrm{arr,w}",
    "Maximum write bandwidth of the controllers of one array",
)


@ARRAYS.quantity("byte/s", r"B_\mathrm{arr,r}", CHAIN, stage="read", scope="array")
def array_read_stage(
    reached_enclosures: Num,
    servers: Num,
    load_share: Num,
    modules_left: Num,
    array_read_bandwidth: Num,
) -> Num:
    """A server's share of the controllers of the arrays, reading."""
    return reached_enclosures / servers * load_share * modules_left * array_read_bandwidth


@ARRAYS.quantity("byte/s", r"B_\mathrm{arr,w}", CHAIN, stage="write", scope="array")
def array_write_stage(
    reached_enclosures: Num,
    servers: Num,
    load_share: Num,
    modules_left: Num,
    array_write_bandwidth: Num,
    cable_amplification: Num,
) -> Num:
    """A server's share of the controllers of the arrays, writing; with parity that servers make."""
    share = reached_enclosures / servers * load_share * modules_left
    return share * array_write_bandwidth / cable_amplification


MODULES = Book("what is lost of enclosures", topic="performance")
MODULES.input(
    "modules_lost",
    "1",
    r"n_\mathrm{iom,lost}",
    "Modules that one enclosure has lost, or an array of its controllers, with the cables to them",
    0.0,
    source="assumption: none",
    whole=True,
)
MODULES.input(
    "modules_per_enclosure",
    "1",
    r"n_\mathrm{iom}",
    "Modules of an enclosure, or controllers of an array, that cables are plugged into",
    2.0,
    source="assumption: enclosures with drives of two ports have two, and so have arrays",
    whole=True,
)


@MODULES.quantity("1", r"s_\mathrm{iom}", "arithmetic of the state")
def modules_left(
    modules_lost: Num, modules_per_enclosure: Num, reached_enclosures_per_block: Num
) -> Num:
    """Share of the modules, or controllers, of a block's enclosures that is left."""
    return 1 - modules_lost / modules_per_enclosure / reached_enclosures_per_block


DRIVES_LEFT = Book("drives without a module", topic="performance")
ONE_PATH = (
    "assumption: a single-port drive is connected to one module of its enclosure, and all of them "
    "to the one that fails: the drives of one enclosure become unreachable"
)


@DRIVES_LEFT.quantity("1", r"s_\mathrm{drv}^\mathrm{left}", ONE_PATH)
def drives_left(
    modules_lost: Num,
    drive_ports: Num,
    modules_per_enclosure: Num,
    reached_enclosures_per_block: Num,
) -> Num:
    """Share of a block's drives that servers still reach through the remaining modules."""
    paths = np.minimum(drive_ports, modules_per_enclosure)
    return 1 - where_less(modules_lost, paths, 0.0, 1 / reached_enclosures_per_block)


BEFORE_ARRAYS = Book("cables to arrays", topic="performance")
BEFORE_ARRAYS.input(
    "cable_amplification",
    "1",
    r"a_\mathrm{cab}",
    "Bytes that cables and adapters carry for each byte that a client writes",
    1.0,
    source="assumption: the controllers of the arrays make the parity, behind the cables",
    low=1.0,
)
