"""Processors in sockets, memory in slots and on channels, links on ports: a server's board."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.formulas.compatibility.declaring import ARITHMETIC, SOURCE, kind, room, same

SERVER = Book("fitting into servers", topic="fit")
room(SERVER, "server_sockets", "sock", "Processor sockets of one server")
room(SERVER, "server_memory_slots", "dimm", "Memory slots of one server")
room(SERVER, "server_slots", "slot", "PCIe card slots in one server")
room(SERVER, "cpu_channels", "ch/cpu", "Memory channels of one processor")
room(SERVER, "nic_ports_there", "port", "Ports that one network adapter has")
room(
    SERVER,
    "cpu_pcie_lanes",
    "lane/cpu",
    "PCIe lanes of one processor, including any links to another",
)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{cpu}", SOURCE, part_of="parts_fit")
def cpus_fit(server_sockets: Num, cpus_per_server: Num) -> Num:
    """Whether a server has enough sockets for its processors."""
    return at_least(server_sockets, cpus_per_server)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{dimm}", SOURCE, part_of="parts_fit")
def memory_fits(server_memory_slots: Num, memory_modules_per_server: Num) -> Num:
    """Whether a server has enough slots for its memory modules."""
    return at_least(server_memory_slots, memory_modules_per_server)


kind(SERVER, "server_socket", "sock", "Processor socket type of one server")
kind(SERVER, "cpu_socket", "cpu", "Socket type of one processor")
kind(SERVER, "cpu_memory_generation", "mem/cpu", "Generation of DDR memory of one processor")
kind(SERVER, "module_generation", "mem", "Generation of DDR of one memory module")


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{family}", SOURCE, part_of="parts_fit")
def cpu_family_fits(server_socket: Num, cpu_socket: Num) -> Num:
    """Whether the sockets support the processor family."""
    return same(server_socket, cpu_socket)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{ddr}", SOURCE, part_of="parts_fit")
def memory_generation_fits(cpu_memory_generation: Num, module_generation: Num) -> Num:
    """Whether the processors support the generation of the memory modules."""
    return same(cpu_memory_generation, module_generation)


@SERVER.quantity("1", r"n_\mathrm{ch}^\mathrm{there}", ARITHMETIC)
def memory_channels_there(cpu_channels: Num, cpus_per_server: Num) -> Num:
    """Memory channels of the processors of a server."""
    return cpu_channels * cpus_per_server


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{ch}", SOURCE, part_of="parts_fit")
def channels_fit(memory_channels_there: Num, memory_channels: Num) -> Num:
    """Whether the processors have enough memory channels."""
    return at_least(memory_channels_there, memory_channels)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{fill}", SOURCE, part_of="parts_fit")
def modules_fill_channels(memory_modules_per_server: Num, memory_channels: Num) -> Num:
    """Whether each populated channel has a memory module."""
    return at_least(memory_modules_per_server, memory_channels)


@SERVER.quantity("1", r"\mathrm{ok}_\mathrm{link}", SOURCE, part_of="parts_fit")
def links_fit(nic_ports_there: Num, nic_ports: Num) -> Num:
    """Whether the network adapters have enough ports for the links."""
    return at_least(nic_ports_there, nic_ports)
