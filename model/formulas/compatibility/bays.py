"""Drives in the bays of enclosures or servers: their number, form factor and interface."""

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.declaring import SOURCE, kind, room, takes

CARRIER = (
    "arithmetic: bays of 3.5 inches take 2.5 inches in a carrier; other form factors take only "
    "their own"
)
SATA = "arithmetic: SAS takes SATA drives, too; NVMe only its own"

PORT_EACH = (
    "arithmetic: each port of a drive leads to one module of its enclosure, and so to one of two "
    "independent paths"
)

ENCLOSURE: Variant = {
    "box": "enclosure",
    "more": "",
    "a": "an enclosure",
    ",2nd": "",
    "drives": "drives",
}
FURTHER_IN_ENCLOSURE: Variant = {
    "box": "enclosure",
    "more": "further",
    "a": "an enclosure",
    ",2nd": ",2nd",
    "drives": "further drives",
}
FURTHER_IN_SERVER: Variant = {**FURTHER_IN_ENCLOSURE, "box": "server", "a": "a server"}
FURTHER: Variant = {
    "box": "further_enclosure",
    "more": "further",
    "a": "a further enclosure",
    ",2nd": ",2nd",
    "drives": "drives",
}
SERVER: Variant = {"box": "server", "more": "", "a": "a server", ",2nd": "", "drives": "drives"}

_NUMBER = Book("drives in bays", topic="fit")


@_NUMBER.quantity("1", r"\mathrm{ok}_\mathrm{drv<,2nd>}", SOURCE, part_of="parts_fit")
def more_drives_fit(box_bays: Num, drives_per_box: Num) -> Num:
    """Whether {a} has enough bays for its drives."""
    return at_least(box_bays, drives_per_box)


_SHAPE = Book("form factor of drives in bays", topic="fit")


@_SHAPE.quantity("1", r"\mathrm{ok}_\mathrm{shape<,2nd>}", CARRIER, part_of="parts_fit")
def more_drive_shape_fits(box_bay_shape: Num, more_drive_shape: Num) -> Num:
    """Whether the {drives} fit the bay size of {a}, directly or in carriers."""
    return takes(box_bay_shape, more_drive_shape)


_INTERFACE = Book("interface of drives in bays", topic="fit")


@_INTERFACE.quantity("1", r"\mathrm{ok}_\mathrm{if<,2nd>}", SATA, part_of="parts_fit")
def more_drive_interface_fits(box_interface: Num, more_drive_interface: Num) -> Num:
    """Whether the bays of {a} support the interface of the {drives}."""
    return takes(box_interface, more_drive_interface)


IN_ENCLOSURES = Book("fitting into enclosures", topic="fit")
room(IN_ENCLOSURES, "enclosure_bays", "bay", "Bays of one enclosure")
kind(IN_ENCLOSURES, "enclosure_bay_shape", "bay", "Form factor of the drive bays of one enclosure")
kind(IN_ENCLOSURES, "enclosure_interface", "enc", "Interface of the drive bays of one enclosure")
kind(IN_ENCLOSURES, "drive_shape", "drv", "Form factor of one drive")
kind(IN_ENCLOSURES, "drive_interface", "drv,if", "Interface of one drive")
spell(_NUMBER, ENCLOSURE, into=IN_ENCLOSURES)
spell(_SHAPE, ENCLOSURE, into=IN_ENCLOSURES)
spell(_INTERFACE, ENCLOSURE, into=IN_ENCLOSURES)

IN_ENCLOSURES.input(
    "drive_ports",
    "1",
    r"n_\mathrm{port/drv}",
    "Ports of one drive",
    2.0,
    source="assumption: drives in enclosures have two, as SAS drives have; SATA drives have one",
    whole=True,
)

SHARED_DRIVES = Book("drives that servers share", topic="fit")


@SHARED_DRIVES.quantity("1", r"n_\mathrm{port}^\mathrm{min}", PORT_EACH)
def drive_ports_needed(servers_per_block: Num) -> Num:
    """Ports that a drive needs if its servers take over from each other: two, or one if alone."""
    return np.minimum(servers_per_block, 2)


@SHARED_DRIVES.quantity("1", r"\mathrm{ok}_\mathrm{port}", PORT_EACH, part_of="parts_fit")
def drive_ports_suffice(drive_ports: Num, drive_ports_needed: Num) -> Num:
    """Whether another server of the block reaches the drives after a loss."""
    return at_least(drive_ports, drive_ports_needed)


UNLIKE_ENCLOSURES = Book("fitting into further enclosures", topic="fit")
room(UNLIKE_ENCLOSURES, "further_enclosure_bays", "bay,2nd", "Bays of one further enclosure")
spell(_NUMBER, FURTHER, into=UNLIKE_ENCLOSURES)
kind(
    UNLIKE_ENCLOSURES,
    "further_enclosure_bay_shape",
    "bay,2nd",
    "Form factor of the drive bays of one further enclosure",
)
kind(
    UNLIKE_ENCLOSURES,
    "further_enclosure_interface",
    "enc,2nd",
    "Interface of the drive bays of one further enclosure",
)


@UNLIKE_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{bay,2nd}", CARRIER, part_of="parts_fit")
def further_bay_shape_fits(further_enclosure_bay_shape: Num, drive_shape: Num) -> Num:
    """Whether the drives fit the bay size of a further enclosure, directly or in carriers."""
    return takes(further_enclosure_bay_shape, drive_shape)


@UNLIKE_ENCLOSURES.quantity("1", r"\mathrm{ok}_\mathrm{enc,2nd}", SATA, part_of="parts_fit")
def further_bay_interface_fits(further_enclosure_interface: Num, drive_interface: Num) -> Num:
    """Whether the bays of a further enclosure support the interface of the drives."""
    return takes(further_enclosure_interface, drive_interface)


BAYS = Book("bays of servers", topic="fit")
room(BAYS, "server_bays", "bay", "Drive bays of one server")
BAYS.sum_of_parts(
    "bays_taken", "1", r"n_\mathrm{bay}", "Drive bays used by drives and caches in one server"
)

IN_SERVERS = Book("fitting into server bays", topic="fit")
kind(IN_SERVERS, "server_bay_shape", "bay", "Form factor of the drive bays of one server")
kind(IN_SERVERS, "drive_shape", "drv", "Form factor of one drive")
spell(_NUMBER, SERVER, into=IN_SERVERS)
spell(_SHAPE, SERVER, into=IN_SERVERS)

_TO_ADAPTERS = Book("drives on adapters", topic="fit")


@_TO_ADAPTERS.quantity(
    "1",
    r"\mathrm{ok}_\mathrm{if<,2nd>}",
    SATA,
    name="more_drive_interface_fits",
    part_of="parts_fit",
)
def more_drive_interface_fits_adapters(hba_interface: Num, more_drive_interface: Num) -> Num:
    """Whether the adapters of a server support the interface of its {drives}."""
    return at_least(hba_interface, more_drive_interface)


ON_ADAPTERS = Book("fitting of drives to adapters", topic="fit")
kind(ON_ADAPTERS, "hba_interface", "hba", "Drive interface of one HBA")
kind(ON_ADAPTERS, "drive_interface", "drv,if", "Interface of one drive")
spell(_TO_ADAPTERS, SERVER, into=ON_ADAPTERS)

FURTHER_DRIVES = Book("fitting of further drives", topic="fit")
kind(FURTHER_DRIVES, "further_drive_shape", "drv,2nd", "Form factor of one further drive")
FURTHER_IN_ENCLOSURES = Book("fitting of further drives into enclosures", topic="fit")
kind(
    FURTHER_IN_ENCLOSURES, "further_drive_interface", "drv,if,2nd", "Interface of one further drive"
)
spell(_SHAPE, FURTHER_IN_ENCLOSURE, into=FURTHER_IN_ENCLOSURES)
spell(_INTERFACE, FURTHER_IN_ENCLOSURE, into=FURTHER_IN_ENCLOSURES)
FURTHER_IN_SERVERS = Book("fitting of further drives into server bays", topic="fit")
spell(_SHAPE, FURTHER_IN_SERVER, into=FURTHER_IN_SERVERS)
FURTHER_ON_ADAPTERS = Book("fitting of further drives to adapters", topic="fit")
kind(FURTHER_ON_ADAPTERS, "further_drive_interface", "drv,if,2nd", "Interface of one further drive")
spell(_TO_ADAPTERS, FURTHER_IN_SERVER, into=FURTHER_ON_ADAPTERS)

CACHES = Book("fitting of caches", topic="fit")


@CACHES.quantity("1", r"\mathrm{ok}_\mathrm{cache}", SOURCE, part_of="parts_fit")
def cache_drives_fit(server_bays: Num, bays_taken: Num) -> Num:
    """Whether a server has bays for its cache drives in addition to its drives."""
    return at_least(server_bays, bays_taken)


LAYOUTS = Book("fitting of layouts", topic="fit")


@LAYOUTS.quantity(
    "1", r"\mathrm{ok}_\mathrm{layout}", "arithmetic of the tier", part_of="parts_fit"
)
def layout_fits(drives_for_target: Num, all_drives_per_target: Num) -> Num:
    """Whether there are enough drives for one target of the layout."""
    return at_least(drives_for_target, all_drives_per_target)


IN_BLOCKS = Book("drives of a block for targets", topic="fit")


@IN_BLOCKS.quantity("1", r"n_\mathrm{drv/tgt}^\mathrm{max}", "arithmetic of the tier")
def drives_for_target(drives_per_block: Num, reserved_spares_per_block: Num) -> Num:
    """Drives available for one target: those of a block, less reserved spares."""
    return drives_per_block - reserved_spares_per_block


BY_SERVER = Book("drives of a server for targets", topic="fit")


@BY_SERVER.quantity(
    "1", r"n_\mathrm{drv/tgt}^\mathrm{max}", "arithmetic of the tier", name="drives_for_target"
)
def drives_for_target_in_server(
    drives_per_server: Num, drives_per_block: Num, reserved_spares_per_block: Num
) -> Num:
    """Drives available for one target: those of one server, as no other server reaches them."""
    return np.minimum(drives_per_server, drives_per_block - reserved_spares_per_block)


TARGETS = Book("fitting of targets", topic="fit")


@TARGETS.quantity("1", r"\mathrm{ok}_\mathrm{tgt}", "arithmetic of the tier", part_of="parts_fit")
def targets_fit(possible_targets_per_block: Num, stated_targets_per_block: Num) -> Num:
    """Whether the drives of a block suffice for the stated targets."""
    return at_least(possible_targets_per_block, stated_targets_per_block)
