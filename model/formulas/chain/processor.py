"""CPU and memory of a server: two demands on the same bytes, so their times add.

1/B = a + k/M: CPU time for each byte, and bytes moved in memory over the memory's bandwidth. Both
are stated, or fitted through two measurements that differ in the number of memory channels only;
the share of the time that is memory's in writing is then taken for reading too. Without either the
stage is unknown. A plain minimum of CPU and memory is wrong here: half the channels cost Béluga's
servers 20 %, not 50 %.
"""

import numpy as np

from model.engine.ops import Num, least_known
from model.engine.quantity import Book, Evidence

MEMORY = Book("memory of a server", topic="performance")
MEMORY.input(
    "memory_channels",
    "1",
    r"n_\mathrm{ch}",
    "Memory channels of a server that are populated",
    whole=True,
)
MEMORY.input(
    "module_transfer_rate", "1/second", r"f_\mathrm{dimm}", "Transfers a second of a memory module"
)
MEMORY.input(
    "cpu_transfer_rate", "1/second", r"f_\mathrm{cpu}", "Transfers a second that a processor takes"
)
MEMORY.input(
    "memory_bus_width",
    "byte",
    r"w_\mathrm{mem}",
    "Bytes moved by one transfer of a memory channel",
    8.0,
    source="JEDEC DDR3, DDR4, DDR5: 64 data bits",
)


@MEMORY.quantity("1/second", r"f_\mathrm{mem}", "the slower of module and processor")
def memory_transfer_rate(module_transfer_rate: Num, cpu_transfer_rate: Num) -> Num:
    """Transfers a second on one memory channel."""
    return least_known(module_transfer_rate, cpu_transfer_rate)


@MEMORY.quantity("byte/s", r"b_\mathrm{ch}", "JEDEC: transfers x width")
def memory_channel_bandwidth(memory_transfer_rate: Num, memory_bus_width: Num) -> Num:
    """Peak bandwidth of one memory channel."""
    return memory_transfer_rate * memory_bus_width


@MEMORY.quantity("byte/s", r"M", "arithmetic of the server")
def memory_bandwidth(memory_channels: Num, memory_channel_bandwidth: Num) -> Num:
    """Peak memory bandwidth of a server."""
    return memory_channels * memory_channel_bandwidth


def adding_times(processor_time: Num, memory_traffic: Num, memory_bandwidth: Num) -> Num:
    """Bytes a second where CPU time and memory time for each byte add up."""
    return 1 / (processor_time + memory_traffic / memory_bandwidth)


STATED_INPUTS = Book("stated CPU and memory", topic="performance")
FIT_INPUTS = Book("fit of CPU and memory", topic="performance")
for _way, _sub in (("read", "r"), ("write", "w")):
    STATED_INPUTS.input(
        f"processor_{_way}_rate",
        "byte/s",
        rf"b_\mathrm{{cpu,{_sub}}}",
        f"What the CPUs of a server could serve to {_way}ers, if memory took no time",
    )
    STATED_INPUTS.input(
        f"memory_{_way}_traffic",
        "1",
        rf"k_\mathrm{{mem,{_sub}}}",
        f"Bytes moved in memory for one byte of a client, to {_way}",
    )
    FIT_INPUTS.input(
        f"measured_{_way}_bandwidth",
        "byte/s",
        rf"B_\mathrm{{meas,{_sub}}}",
        f"Measured {_way} bandwidth of one server with all measured channels",
    )
for _name, _symbol, _title in (
    ("measured_channels", r"n_\mathrm{ch}^\mathrm{meas}", "Memory channels in the measurement"),
    (
        "reduced_channels",
        r"n_\mathrm{ch}^\mathrm{red}",
        "Memory channels in the measurement with fewer of them",
    ),
):
    FIT_INPUTS.input(_name, "1", _symbol, _title, whole=True)
FIT_INPUTS.input(
    "reduced_write_bandwidth",
    "byte/s",
    r"B_\mathrm{red,w}",
    "Measured write bandwidth of one server with fewer channels",
)
FIT = "1/B = a + k/M through two measured points (calibrated)"


@FIT_INPUTS.quantity("1", r"s_\mathrm{mem}", FIT)
def memory_time_share(
    measured_write_bandwidth: Num,
    reduced_write_bandwidth: Num,
    measured_channels: Num,
    reduced_channels: Num,
) -> Num:
    """Share of the service time that is memory's with all measured channels (calibrated)."""
    return (measured_write_bandwidth / reduced_write_bandwidth - 1) / (
        measured_channels / reduced_channels - 1
    )


@FIT_INPUTS.quantity("byte/s", r"M_\mathrm{meas}", "arithmetic of the server")
def measured_memory_bandwidth(measured_channels: Num, memory_channel_bandwidth: Num) -> Num:
    """Peak memory bandwidth in the measurement."""
    return measured_channels * memory_channel_bandwidth


def _processor_time(memory_time_share: Num, measured_bandwidth: Num) -> Num:
    return (1 - memory_time_share) / measured_bandwidth


def _memory_traffic(memory_time_share: Num, measured_bandwidth: Num, memory: Num) -> Num:
    return memory_time_share * memory / measured_bandwidth


@FIT_INPUTS.quantity("second/byte", r"t_\mathrm{cpu,r}", FIT)
def processor_read_time(memory_time_share: Num, measured_read_bandwidth: Num) -> Num:
    """CPU time of a server for one byte of a client, to read (calibrated)."""
    return _processor_time(memory_time_share, measured_read_bandwidth)


@FIT_INPUTS.quantity("second/byte", r"t_\mathrm{cpu,w}", FIT)
def processor_write_time(memory_time_share: Num, measured_write_bandwidth: Num) -> Num:
    """CPU time of a server for one byte of a client, to write (calibrated)."""
    return _processor_time(memory_time_share, measured_write_bandwidth)


@FIT_INPUTS.quantity("1", r"k_\mathrm{mem,r}", FIT)
def memory_read_traffic(
    memory_time_share: Num, measured_read_bandwidth: Num, measured_memory_bandwidth: Num
) -> Num:
    """Bytes moved in memory for one byte of a client, to read (calibrated)."""
    return _memory_traffic(memory_time_share, measured_read_bandwidth, measured_memory_bandwidth)


@FIT_INPUTS.quantity("1", r"k_\mathrm{mem,w}", FIT)
def memory_write_traffic(
    memory_time_share: Num, measured_write_bandwidth: Num, measured_memory_bandwidth: Num
) -> Num:
    """Bytes moved in memory for one byte of a client, to write (calibrated)."""
    return _memory_traffic(memory_time_share, measured_write_bandwidth, measured_memory_bandwidth)


@STATED_INPUTS.quantity(
    "second/byte", r"t_\mathrm{cpu,r}", "arithmetic of the server", name="processor_read_time"
)
def stated_processor_read_time(processor_read_rate: Num) -> Num:
    """CPU time of a server for one byte of a client, to read."""
    return 1 / processor_read_rate


@STATED_INPUTS.quantity(
    "second/byte", r"t_\mathrm{cpu,w}", "arithmetic of the server", name="processor_write_time"
)
def stated_processor_write_time(processor_write_rate: Num) -> Num:
    """CPU time of a server for one byte of a client, to write."""
    return 1 / processor_write_rate


CORES_INPUTS = Book("work of the cores", topic="performance")
CORES_INPUTS.input(
    "cores_per_server", "1", r"n_\mathrm{core}", "Cores of a server that serve clients", whole=True
)
TASK = Book("a task of the cores", topic="performance")
TASK.input(
    "task_rate", "byte/s", r"b_\mathrm{task}", "What one core does of this task, as measured"
)
for _way, _sub in (("read", "r"), ("write", "w")):
    CORES_INPUTS.input(
        f"memory_{_way}_traffic",
        "1",
        rf"k_\mathrm{{mem,{_sub}}}",
        f"Bytes moved in memory for one byte of a client, to {_way}",
    )
    CORES_INPUTS.over(
        "total",
        f"processor_{_way}_time",
        "second/byte",
        rf"t_\mathrm{{cpu,{_sub}}}",
        f"CPU time of a server for one byte of a client, to {_way}: its tasks one after the other",
        roles=("tasks",),
        of=f"task_{_way}_time",
    )
    TASK.input(
        f"task_{_way}_share",
        "1",
        rf"s_\mathrm{{task,{_sub}}}",
        f"Bytes that this task handles for each byte of a client, to {_way}",
    )

    def _task_time(share: Num, task_rate: Num, cores_per_server: Num) -> Num:
        return share / task_rate / cores_per_server

    TASK.quantity(
        "second/byte",
        rf"t_\mathrm{{task,{_sub}}}",
        "bytes a second of one core, on all cores of the server",
        name=f"task_{_way}_time",
        needs=(f"task_{_way}_share", "task_rate", "cores_per_server"),
        title=f"CPU time of a server for this task and one byte of a client, to {_way}",
    )(_task_time)

NUMA = Book("links between processors", topic="performance")
NUMA.input(
    "numa_links", "1", r"n_\mathrm{numa}", "Links between the processors of a server", whole=True
)
NUMA.input("numa_link_bandwidth", "byte/s", r"b_\mathrm{numa}", "What one of these links carries")
NUMA.input(
    "numa_crossing",
    "1",
    r"s_\mathrm{numa}",
    "Share of a client's bytes that cross from one processor to another",
    0.5,
    source="drives and network on either of two processors, without placement",
    high=1.0,
)


@NUMA.quantity("byte/s", r"R_\mathrm{numa}", "arithmetic of the server")
def numa_rate(numa_links: Num, numa_link_bandwidth: Num) -> Num:
    """What the links between the processors of a server carry."""
    return numa_links * numa_link_bandwidth


for _way, _sub in (("read", "r"), ("write", "w")):

    def _numa(numa_rate: Num, numa_crossing: Num) -> Num:
        return numa_rate / numa_crossing

    NUMA.quantity(
        "byte/s",
        rf"B_\mathrm{{numa,{_sub}}}",
        "bytes that cross a link, of each byte of a client",
        name=f"numa_{_way}_stage",
        needs=("numa_rate", "numa_crossing"),
        title=f"What clients {_way} where their bytes cross between processors",
        stage=_way,
        carries="numa_rate",
    )(_numa)

HARMONIC = "stages that share one resource add their times (Béluga: half the channels cost 20 %)"
OVERLAP = "stages that overlap: the slower one limits"
COMBINATIONS = (HARMONIC, OVERLAP)
"""How the parts of one stage act together: sources of the stages that have parts."""


def slower(processor_time: Num, memory_traffic: Num, memory_bandwidth: Num) -> Num:
    """Bytes a second where CPU and memory work on different bytes at once."""
    return np.minimum(1 / processor_time, memory_bandwidth / memory_traffic)


def _declare_processor_stages(
    book: Book, *, evidence: Evidence = "", overlapped: bool = False
) -> None:
    combined, source = (slower, OVERLAP) if overlapped else (adding_times, HARMONIC)

    @book.quantity("byte/s", r"B_\mathrm{cpu,r}", source, stage="read", evidence=evidence)
    def cpu_memory_read_stage(
        processor_read_time: Num, memory_read_traffic: Num, memory_bandwidth: Num
    ) -> Num:
        """What CPU and memory of a server can serve to readers."""
        return combined(processor_read_time, memory_read_traffic, memory_bandwidth)

    @book.quantity("byte/s", r"B_\mathrm{cpu,w}", source, stage="write", evidence=evidence)
    def cpu_memory_write_stage(
        processor_write_time: Num, memory_write_traffic: Num, memory_bandwidth: Num
    ) -> Num:
        """What CPU and memory of a server can serve to writers."""
        return combined(processor_write_time, memory_write_traffic, memory_bandwidth)


STATED_STAGES = Book("CPU and memory stage", topic="performance")
CALIBRATED_STAGES = Book("calibrated CPU and memory stage", topic="performance")
OVERLAPPED_STAGES = Book("overlapped CPU and memory stage", topic="performance")
_declare_processor_stages(STATED_STAGES)
_declare_processor_stages(OVERLAPPED_STAGES, overlapped=True)
_declare_processor_stages(CALIBRATED_STAGES, evidence="calibrated")

STATED = Book("CPU and memory, stated", MEMORY, STATED_INPUTS, STATED_STAGES, topic="performance")
OVERLAPPED = Book(
    "CPU and memory, overlapped", MEMORY, STATED_INPUTS, OVERLAPPED_STAGES, topic="performance"
)
BY_CORES = Book("CPU and memory by cores", MEMORY, CORES_INPUTS, STATED_STAGES, topic="performance")
BY_CORES_OVERLAPPED = Book(
    "CPU and memory by cores, overlapped", MEMORY, CORES_INPUTS, OVERLAPPED_STAGES
)
CALIBRATED = Book(
    "CPU and memory, calibrated", MEMORY, FIT_INPUTS, CALIBRATED_STAGES, topic="performance"
)
