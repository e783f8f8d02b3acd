"""CPU and memory of a server: two demands on the same bytes, so their times add.

1/B = a + k/M: CPU time for each byte, and bytes moved in memory over the memory's bandwidth. Both
are stated, or fitted through two measurements that differ in the number of memory channels only;
the share of the time that is memory's in writing is then taken for reading too. Whichever is known
limits, and each byte crosses memory twice at least; without either the stage is unknown. A plain
minimum of CPU and memory is wrong here: half the channels cost Béluga's servers 20 %, not 50 %.
"""

from model.engine.ops import Num, least_known, otherwise
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS

MEMORY = Book("memory of a server", topic="performance")
MEMORY.input(
    "memory_channels",
    "1",
    r"n_\mathrm{ch}",
    "Populated memory channels of a server",
    whole=True,
)
MEMORY.input(
    "module_transfer_rate", "1/second", r"f_\mathrm{dimm}", "Transfer rate of a memory module"
)
MEMORY.input(
    "cpu_transfer_rate",
    "1/second",
    r"f_\mathrm{cpu}",
    "Memory transfer rate that a processor supports",
)
MEMORY.input(
    "memory_bus_width",
    "byte",
    r"w_\mathrm{mem}",
    "Bytes moved by one transfer of a memory channel",
    8.0,
    source=(
        "document: JEDEC, SPD contents of memory modules, bus width: 64 data bits in JESD21-C "
        "annexes K and L (DDR3, DDR4), two subchannels of 32 in JESD400-5 (DDR5)"
    ),
)


@MEMORY.quantity("1/second", r"f_\mathrm{mem}", "arithmetic: the slower of module and processor")
def memory_transfer_rate(module_transfer_rate: Num, cpu_transfer_rate: Num) -> Num:
    """Transfers a second on one memory channel."""
    return least_known(module_transfer_rate, cpu_transfer_rate)


@MEMORY.quantity("byte/s", r"b_\mathrm{ch}", "arithmetic: transfers x width, as JEDEC counts them")
def memory_channel_bandwidth(memory_transfer_rate: Num, memory_bus_width: Num) -> Num:
    """Peak bandwidth of one memory channel."""
    return memory_transfer_rate * memory_bus_width


@MEMORY.quantity("byte/s", r"M", "arithmetic of the server")
def memory_bandwidth(memory_channels: Num, memory_channel_bandwidth: Num) -> Num:
    """Peak memory bandwidth of a server."""
    return memory_channels * memory_channel_bandwidth


def adding_times(processor_time: Num, memory_time: Num) -> Num:
    """Rate in bytes/s if CPU and memory times per byte add up; from one if the other is unknown."""
    return least_known(1 / (processor_time + memory_time), 1 / processor_time, 1 / memory_time)


LEAST_TRAFFIC = Book("least that memory moves", topic="performance")
LEAST_TRAFFIC.input(
    "least_memory_traffic",
    "1",
    r"k_\mathrm{mem}^\mathrm{min}",
    "Bytes moved in memory for one byte of a client, at the least",
    2.0,
    source=(
        "assumption: a byte on its way through a server is put into memory once, and taken from it "
        "once"
    ),
    constant=True,
)

_STATED_INPUTS = Book("stated CPU and memory", topic="performance")
_STATED_INPUTS.input(
    "processor_way_rate",
    "byte/s",
    r"b_\mathrm{cpu,<w>}",
    "{Way} bandwidth of the CPUs of a server if memory took no time",
)
_STATED_INPUTS.input(
    "memory_way_traffic",
    "1",
    r"k_\mathrm{mem,<w>}",
    "Bytes moved in memory for one byte of a client, to {way}",
)


@_STATED_INPUTS.quantity("second/byte", r"t_\mathrm{cpu,<w>}", "arithmetic of the server")
def processor_way_time(processor_way_rate: Num) -> Num:
    """CPU time of a server for one byte of a client, to {way}."""
    return 1 / processor_way_rate


STATED_INPUTS = spell(_STATED_INPUTS, *WAYS)

MEASURED = Book("measured rates of a server", topic="performance")
MEASURED.input(
    "measured_read_bandwidth",
    "byte/s",
    r"B_\mathrm{meas,r}",
    "Measured read bandwidth of one server",
)
MEASURED.input(
    "measured_write_bandwidth",
    "byte/s",
    r"B_\mathrm{meas,w}",
    "Measured write bandwidth of one server",
)
CHANNELS = Book("channels in a measurement", topic="performance")
CHANNELS.input(
    "measured_channels",
    "1",
    r"n_\mathrm{ch}^\mathrm{meas}",
    "Populated memory channels of the measured server",
    whole=True,
)
FIT = "arithmetic: 1/B = a + k/M through two measured points (calibrated)"
TWO_POINTS = Book("fit of CPU and memory", topic="performance")
TWO_POINTS.input(
    "reduced_channels",
    "1",
    r"n_\mathrm{ch}^\mathrm{red}",
    "Populated memory channels of the second measurement",
    whole=True,
)
TWO_POINTS.input(
    "reduced_write_bandwidth",
    "byte/s",
    r"B_\mathrm{red,w}",
    "Measured write bandwidth of one server with fewer memory channels",
)


@TWO_POINTS.quantity("1", r"s_\mathrm{mem}", FIT, low=ANY_SIGN, shown="percent")
def memory_time_share(
    measured_write_bandwidth: Num,
    reduced_write_bandwidth: Num,
    measured_channels: Num,
    reduced_channels: Num,
) -> Num:
    """Memory's share of the service time, with all measured channels (calibrated)."""
    return (measured_write_bandwidth / reduced_write_bandwidth - 1) / (
        measured_channels / reduced_channels - 1
    )


SHARE = Book("fit of CPU and memory elsewhere", topic="performance")
SHARE.input(
    "memory_time_share",
    "1",
    r"s_\mathrm{mem}",
    "Memory's share of the service time, with all measured channels",
    high=1.0,
    shown="percent",
)

SAME_PROCESSORS = Book("processors as in the measurement", topic="performance")
SAME_PROCESSORS.input(
    "processor_gain",
    "1",
    r"g_\mathrm{cpu}",
    "Speed of a server's processors, relative to the measured ones",
    1.0,
    source="definition: the measured ones, or nobody said which others",
)
OTHER_PROCESSORS = Book("processors beside those of the measurement", topic="performance")
OTHER_PROCESSORS.input(
    "cpu_cores", "1", r"n_\mathrm{core/cpu}", "Cores of one processor", whole=True
)
OTHER_PROCESSORS.input("cpu_frequency", "hertz", r"f_\mathrm{core}", "Clock of a core at full load")
OTHER_PROCESSORS.input(
    "measured_cpus",
    "1",
    r"n_\mathrm{cpu}^\mathrm{meas}",
    "Processors of a server in the measurement",
    whole=True,
)
OTHER_PROCESSORS.input(
    "measured_cpu_cores",
    "1",
    r"n_\mathrm{core/cpu}^\mathrm{meas}",
    "Cores of one processor in the measurement",
    whole=True,
)
OTHER_PROCESSORS.input(
    "measured_cpu_frequency",
    "hertz",
    r"f_\mathrm{core}^\mathrm{meas}",
    "Clock of a core at full load in the measurement",
)
SPEED = "assumption: cores x clock; the work of a core per clock is assumed equal"


@OTHER_PROCESSORS.quantity("hertz", r"F_\mathrm{cpu}", SPEED)
def processor_speed(cpus_per_server: Num, cpu_cores: Num, cpu_frequency: Num) -> Num:
    """Clock cycles per second of all cores of a server."""
    return cpus_per_server * cpu_cores * cpu_frequency


@OTHER_PROCESSORS.quantity("hertz", r"F_\mathrm{cpu}^\mathrm{meas}", SPEED)
def measured_processor_speed(
    measured_cpus: Num, measured_cpu_cores: Num, measured_cpu_frequency: Num
) -> Num:
    """Clock cycles per second of all cores of a server in the measurement."""
    return measured_cpus * measured_cpu_cores * measured_cpu_frequency


@OTHER_PROCESSORS.quantity("1", r"g_\mathrm{cpu}", SPEED)
def processor_gain(processor_speed: Num, measured_processor_speed: Num) -> Num:
    """Speed of a server's processors, relative to the measured ones."""
    return processor_speed / measured_processor_speed


GAIN = "arithmetic of the server"
SAME_MEMORY = Book("memory as in the measurement", topic="performance")
SAME_MEMORY.input(
    "memory_gain",
    "1",
    r"g_\mathrm{mem}",
    "How much faster the memory of a server is than the measured one",
    1.0,
    source="definition: the measured one, or nobody said which other",
)
MORE_CHANNELS = Book("channels beside those of the measurement", topic="performance")


@MORE_CHANNELS.quantity("1", r"g_\mathrm{mem}", GAIN, name="memory_gain")
def memory_gain_by_channels(memory_channels: Num, measured_channels: Num) -> Num:
    """How much faster the memory of a server is than the measured one, its modules alike."""
    return memory_channels / measured_channels


OTHER_MEMORY = Book("memory beside that of the measurement", CHANNELS, topic="performance")
OTHER_MEMORY.input(
    "measured_module_rate",
    "1/second",
    r"f_\mathrm{dimm}^\mathrm{meas}",
    "Transfer rate of a memory module in the measurement",
)
OTHER_MEMORY.input(
    "measured_cpu_transfer_rate",
    "1/second",
    r"f_\mathrm{cpu}^\mathrm{meas}",
    "Memory transfer rate that a processor supports in the measurement",
)


@OTHER_MEMORY.quantity("byte/s", r"M_\mathrm{meas}", "arithmetic: channels x transfers x width")
def measured_memory_bandwidth(
    measured_channels: Num,
    measured_module_rate: Num,
    measured_cpu_transfer_rate: Num,
    memory_bus_width: Num,
) -> Num:
    """Peak memory bandwidth of a server in the measurement."""
    rate = least_known(measured_module_rate, measured_cpu_transfer_rate)
    return measured_channels * rate * memory_bus_width


@OTHER_MEMORY.quantity("1", r"g_\mathrm{mem}", GAIN)
def memory_gain(memory_bandwidth: Num, measured_memory_bandwidth: Num) -> Num:
    """How much faster the memory of a server is than the measured one."""
    return memory_bandwidth / measured_memory_bandwidth


_FITTED = Book("times of CPU and memory, fitted", topic="performance")


@_FITTED.quantity(
    "second/byte", r"t_\mathrm{cpu,<w>}", FIT, name="processor_way_time", low=ANY_SIGN
)
def processor_way_time_fitted(
    memory_time_share: Num, measured_way_bandwidth: Num, processor_gain: Num
) -> Num:
    """CPU time of a server for one byte of a client, to {way} (calibrated)."""
    return (1 - memory_time_share) / measured_way_bandwidth / processor_gain


@_FITTED.quantity("second/byte", r"t_\mathrm{mem,<w>}", FIT, low=ANY_SIGN)
def memory_way_time(memory_time_share: Num, measured_way_bandwidth: Num, memory_gain: Num) -> Num:
    """Time of a server's memory for one byte of a client, to {way} (calibrated)."""
    return memory_time_share / measured_way_bandwidth / memory_gain


@_FITTED.quantity("1", r"k_\mathrm{mem,<w>}", FIT, low=ANY_SIGN)
def memory_way_traffic(memory_way_time: Num, memory_bandwidth: Num) -> Num:
    """Bytes moved in memory for one byte of a client, to {way} (calibrated)."""
    return memory_way_time * memory_bandwidth


FITTED = spell(_FITTED, *WAYS)

CORES_INPUTS = Book("work of the cores", topic="performance")
CORES_INPUTS.input(
    "cores_per_server", "1", r"n_\mathrm{core}", "Cores of a server that serve clients", whole=True
)
TASK = Book("a task of the cores", topic="performance")
TASK.input(
    "task_rate", "byte/s", r"b_\mathrm{task}", "Measured bandwidth of one core for this task"
)
_CORES_INPUTS = Book("work of the cores to serve clients", topic="performance")
_CORES_INPUTS.input(
    "memory_way_traffic",
    "1",
    r"k_\mathrm{mem,<w>}",
    "Bytes moved in memory for one byte of a client, to {way}",
)
_CORES_INPUTS.over(
    "total",
    "processor_way_time",
    "second/byte",
    r"t_\mathrm{cpu,<w>}",
    "CPU time of a server for one byte of a client, to {way}: its tasks one after the other",
    roles=("tasks",),
    of="task_way_time",
)
spell(_CORES_INPUTS, *WAYS, into=CORES_INPUTS)

_TASK = Book("a task of the cores to serve clients", topic="performance")
_TASK.input(
    "task_way_share",
    "1",
    r"s_\mathrm{task,<w>}",
    "Bytes that this task handles for each byte of a client, to {way}",
)


@_TASK.quantity(
    "second/byte",
    r"t_\mathrm{task,<w>}",
    "arithmetic: bytes a second of one core, on all cores of the server",
)
def task_way_time(task_way_share: Num, task_rate: Num, cores_per_server: Num) -> Num:
    """CPU time of a server for this task and one byte of a client, to {way}."""
    return task_way_share / task_rate / cores_per_server


spell(_TASK, *WAYS, into=TASK)

NUMA = Book("links between processors", topic="performance")
NUMA.input(
    "numa_links", "1", r"n_\mathrm{numa}", "Links between the processors of a server", whole=True
)
NUMA.input("numa_link_bandwidth", "byte/s", r"b_\mathrm{numa}", "Bandwidth of one of these links")
NUMA.input(
    "numa_crossing",
    "1",
    r"s_\mathrm{numa}",
    "Share of a client's bytes that cross from one processor to another",
    0.5,
    source="assumption: drives and network on either of two processors, without placement",
    high=1.0,
    shown="percent",
)


@NUMA.quantity("byte/s", r"R_\mathrm{numa}", "arithmetic of the server")
def numa_rate(numa_links: Num, numa_link_bandwidth: Num) -> Num:
    """Bandwidth of the links between the processors of a server."""
    return numa_links * numa_link_bandwidth


_NUMA = Book("stages between processors", topic="performance")


@_NUMA.quantity(
    "byte/s",
    r"B_\mathrm{numa,<w>}",
    "arithmetic: bytes that cross a link, of each byte of a client",
    stage="way",
    carries="numa_rate",
)
def numa_way_stage(numa_rate: Num, numa_crossing: Num) -> Num:
    """{Way} bandwidth across the links between processors."""
    return numa_rate / numa_crossing


spell(_NUMA, *WAYS, into=NUMA)

HARMONIC = (
    "assumption: processors and memory share one resource, so their times add up (Béluga: half "
    "the memory channels cost 20 %)"
)
OVERLAP = "assumption: processors and memory work at the same time, so the slower one limits"
"""How the parts of one stage act together."""


def slower(processor_time: Num, memory_time: Num) -> Num:
    """Rate in bytes/s if CPU and memory work overlap; from one if the other is unknown."""
    return least_known(1 / processor_time, 1 / memory_time)


def _memory_time(traffic: Num, least_traffic: Num, memory_bandwidth: Num) -> Num:
    return otherwise(traffic, least_traffic) / memory_bandwidth


_STATED_STAGES = Book("CPU and memory stage", topic="performance")
_CALIBRATED_STAGES = Book("calibrated CPU and memory stage", topic="performance")
_SCALED_STAGES = Book("scaled CPU and memory stage", topic="performance")
_MEASURED_STAGES = Book("measured CPU and memory stage", topic="performance")
_OVERLAPPED_STAGES = Book("overlapped CPU and memory stage", topic="performance")


@_STATED_STAGES.quantity("byte/s", r"B_\mathrm{cpu,<w>}", HARMONIC, stage="way", combines=HARMONIC)
def cpu_memory_way_stage(
    processor_way_time: Num,
    memory_way_traffic: Num,
    least_memory_traffic: Num,
    memory_bandwidth: Num,
) -> Num:
    """{Way} bandwidth of CPU and memory of a server."""
    return adding_times(
        processor_way_time, _memory_time(memory_way_traffic, least_memory_traffic, memory_bandwidth)
    )


@_CALIBRATED_STAGES.quantity(
    "byte/s",
    r"B_\mathrm{cpu,<w>}",
    HARMONIC,
    stage="way",
    combines=HARMONIC,
    evidence="calibrated",
    name="cpu_memory_way_stage",
)
def cpu_memory_way_stage_calibrated(processor_way_time: Num, memory_way_time: Num) -> Num:
    """{Way} bandwidth of CPU and memory of a server."""
    return 1 / (processor_way_time + memory_way_time)


OWN_MEMORY = (
    "assumption: a server may do more than another was measured to do; its own memory limits it"
)
ELSEWHERE = "arithmetic: measured of another server, never more than its own memory moves"


@_SCALED_STAGES.quantity(
    "byte/s",
    r"B_\mathrm{cpu,<w>}",
    OWN_MEMORY,
    stage="way",
    evidence="scaled",
    name="cpu_memory_way_stage",
)
def cpu_memory_way_stage_beside_scaled(memory_bandwidth: Num, least_memory_traffic: Num) -> Num:
    """{Way} bandwidth of a server's memory; the expected one is scaled from a measured server."""
    return memory_bandwidth / least_memory_traffic


@_SCALED_STAGES.quantity("byte/s", r"B_\mathrm{cpu,<w>}^\mathrm{else}", HARMONIC)
def elsewhere_cpu_memory_way_rate(
    processor_way_time: Num,
    memory_way_time: Num,
    memory_bandwidth: Num,
    least_memory_traffic: Num,
) -> Num:
    """{Way} bandwidth of CPU and memory of a server, scaled from a measured server."""
    scaled = 1 / (processor_way_time + memory_way_time)
    return least_known(scaled, memory_bandwidth / least_memory_traffic)


@_MEASURED_STAGES.quantity(
    "byte/s",
    r"B_\mathrm{cpu,<w>}",
    OWN_MEMORY,
    stage="way",
    evidence="taken over",
    name="cpu_memory_way_stage",
)
def cpu_memory_way_stage_beside_measured(memory_bandwidth: Num, least_memory_traffic: Num) -> Num:
    """{Way} bandwidth of a server's memory; the expected one is that of a measured server."""
    return memory_bandwidth / least_memory_traffic


@_MEASURED_STAGES.quantity(
    "byte/s",
    r"B_\mathrm{cpu,<w>}^\mathrm{else}",
    ELSEWHERE,
    name="elsewhere_cpu_memory_way_rate",
)
def elsewhere_cpu_memory_way_rate_unscaled(
    measured_way_bandwidth: Num, memory_bandwidth: Num, least_memory_traffic: Num
) -> Num:
    """{Way} bandwidth of a server, as measured on a comparable one."""
    return least_known(measured_way_bandwidth, memory_bandwidth / least_memory_traffic)


@_OVERLAPPED_STAGES.quantity(
    "byte/s",
    r"B_\mathrm{cpu,<w>}",
    OVERLAP,
    stage="way",
    combines=OVERLAP,
    name="cpu_memory_way_stage",
)
def cpu_memory_way_stage_overlapped(
    processor_way_time: Num,
    memory_way_traffic: Num,
    least_memory_traffic: Num,
    memory_bandwidth: Num,
) -> Num:
    """{Way} bandwidth of CPU and memory of a server."""
    return slower(
        processor_way_time, _memory_time(memory_way_traffic, least_memory_traffic, memory_bandwidth)
    )


STATED_STAGES = spell(_STATED_STAGES, *WAYS)
OVERLAPPED_STAGES = spell(_OVERLAPPED_STAGES, *WAYS)

STATED = Book("CPU and memory, stated", MEMORY, LEAST_TRAFFIC, STATED_INPUTS, STATED_STAGES)
OVERLAPPED = Book(
    "CPU and memory, overlapped", MEMORY, LEAST_TRAFFIC, STATED_INPUTS, OVERLAPPED_STAGES
)
BY_CORES = Book("CPU and memory by cores", MEMORY, LEAST_TRAFFIC, CORES_INPUTS, STATED_STAGES)
BY_CORES_OVERLAPPED = Book(
    "CPU and memory by cores, overlapped", MEMORY, LEAST_TRAFFIC, CORES_INPUTS, OVERLAPPED_STAGES
)
CALIBRATED = Book(
    "CPU and memory, calibrated",
    MEMORY,
    MEASURED,
    CHANNELS,
    TWO_POINTS,
    FITTED,
    spell(_CALIBRATED_STAGES, *WAYS),
)
SCALED = Book(
    "CPU and memory of a measured server, scaled",
    MEMORY,
    LEAST_TRAFFIC,
    MEASURED,
    SHARE,
    FITTED,
    spell(_SCALED_STAGES, *WAYS),
)
AS_MEASURED = Book(
    "CPU and memory of a measured server",
    MEMORY,
    LEAST_TRAFFIC,
    MEASURED,
    spell(_MEASURED_STAGES, *WAYS),
)
