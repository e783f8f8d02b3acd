"""What a training reads, and what guides ask of the storage of a machine that trains.

An accelerator reads the samples of a batch while it computes on the one before: at a utilisation
of 1 its rate is bytes of a sample x samples of a batch / time of a batch, which no storage makes
faster. Guides are compared with it, and with what checkpoints need.
"""

from model.engine.ops import Num, whole_up
from model.engine.quantity import ANY_SIGN, Book

PUBLISHED = (
    "document: MLPerf Storage, configurations of the workloads, github.com/mlcommons/storage"
)

SAMPLES = Book("samples of a training", topic="checkpoint")
SAMPLES.input("sample_size", "byte", r"b_\mathrm{smp}", "Mean size of a training sample")

BATCHES = Book("batches of a training", topic="checkpoint")
BATCHES.input("batch_samples", "1", r"n_\mathrm{bat}", "Samples of a batch", whole=True)
BATCHES.input("batch_time", "second", r"t_\mathrm{bat}", "Time of an accelerator for a batch")


@BATCHES.quantity("1/second", r"\nu", PUBLISHED)
def sample_rate(batch_samples: Num, batch_time: Num) -> Num:
    """Samples per second of an accelerator that never waits."""
    return batch_samples / batch_time


GIVEN_RATE = Book("sample rate as entered", topic="checkpoint")
GIVEN_RATE.input(
    "sample_rate", "1/second", r"\nu", "Samples per second of an accelerator that never waits"
)

CEILING = Book("reads of an accelerator", topic="checkpoint")
CEILING.input(
    "accelerator_utilisation",
    "1",
    r"u_\mathrm{acc}",
    "Required share of time that accelerators compute between reads",
    0.9,
    source="document: MLPerf Storage, github.com/mlcommons/storage: 3D U-Net and ResNet-50 pass "
    "with 90 %, CosmoFlow with 70 %",
    high=1.0,
    shown="percent",
)


@CEILING.quantity("byte/s", r"B_\mathrm{acc}", PUBLISHED)
def accelerator_read_bandwidth_bound(sample_size: Num, sample_rate: Num) -> Num:
    """Bandwidth at which an accelerator reads if it never waits."""
    return sample_size * sample_rate


@CEILING.quantity("byte/s", r"B_\mathrm{acc,u}", PUBLISHED)
def accelerator_read_bandwidth(
    accelerator_read_bandwidth_bound: Num, accelerator_utilisation: Num
) -> Num:
    """Bandwidth that an accelerator needs to reach the required utilisation."""
    return accelerator_read_bandwidth_bound * accelerator_utilisation


READS = Book("reads of a training", topic="checkpoint")


@READS.quantity("byte/s", r"B_\mathrm{train}", "arithmetic: no sample is cached on the nodes")
def required_training_bandwidth(accelerators: Num, accelerator_read_bandwidth: Num) -> Num:
    """Read bandwidth that all accelerators need together."""
    return accelerators * accelerator_read_bandwidth


GUIDE = Book("guide to storage", topic="checkpoint")
GUIDE.input(
    "guide_unit", "1", r"n_\mathrm{unit}", "Accelerators of the unit of a guide", whole=True
)
GUIDE.input(
    "guide_accelerators",
    "1",
    r"n_\mathrm{guide}",
    "Accelerators that the figures of a guide are for",
    whole=True,
)
GUIDE.input("guide_read_rate", "byte/s", r"B_\mathrm{guide,r}", "Read bandwidth of a guide")
GUIDE.input("guide_write_rate", "byte/s", r"B_\mathrm{guide,w}", "Write bandwidth of a guide")
BY_UNIT = "arithmetic: whole units of the guide, in proportion to its figures"


@GUIDE.quantity("1", r"n_\mathrm{sized}", BY_UNIT)
def sized_accelerators(accelerators: Num, guide_unit: Num) -> Num:
    """Accelerators in whole units of the guide."""
    return whole_up(accelerators / guide_unit) * guide_unit


@GUIDE.quantity("byte/s", r"B_\mathrm{asks,r}", BY_UNIT)
def guide_read_bandwidth(
    sized_accelerators: Num, guide_accelerators: Num, guide_read_rate: Num
) -> Num:
    """Read bandwidth that the guide asks for this machine."""
    return guide_read_rate * (sized_accelerators / guide_accelerators)


@GUIDE.quantity("byte/s", r"B_\mathrm{asks,w}", BY_UNIT)
def guide_write_bandwidth(
    sized_accelerators: Num, guide_accelerators: Num, guide_write_rate: Num
) -> Num:
    """Write bandwidth that the guide asks for this machine."""
    return guide_write_rate * (sized_accelerators / guide_accelerators)


BENCHMARK = Book("benchmark as a guide", topic="checkpoint")
BENCHMARK.input(
    "benchmark_sample", "byte", r"b_\mathrm{bench}", "Mean size of a sample in a benchmark"
)
BENCHMARK.input(
    "benchmark_samples", "1", r"n_\mathrm{bench}", "Samples of a batch in a benchmark", whole=True
)
BENCHMARK.input("benchmark_time", "second", r"t_\mathrm{bench}", "Time of a batch in a benchmark")
BENCHMARK.input(
    "benchmark_utilisation",
    "1",
    r"u_\mathrm{bench}",
    "Share of time that accelerators compute to pass a benchmark",
    high=1.0,
    shown="percent",
)


@BENCHMARK.quantity("byte/s", r"B_\mathrm{bench}", PUBLISHED)
def benchmark_read_bandwidth(
    benchmark_sample: Num,
    benchmark_samples: Num,
    benchmark_time: Num,
    benchmark_utilisation: Num,
) -> Num:
    """Bandwidth that an accelerator needs to pass the benchmark."""
    return benchmark_sample * (benchmark_samples / benchmark_time) * benchmark_utilisation


@BENCHMARK.quantity("byte/s", r"B_\mathrm{asks,r}", PUBLISHED, name="guide_read_bandwidth")
def guide_read_bandwidth_of_benchmark(accelerators: Num, benchmark_read_bandwidth: Num) -> Num:
    """Read bandwidth with which this machine passes the benchmark."""
    return accelerators * benchmark_read_bandwidth


SHARE_OF_COST = (
    "assumption: in proportion to the bandwidth of this design and its whole purchase, net"
)
OVERSIZED_READS = Book("guide beside the reads of a training", topic="checkpoint")


@OVERSIZED_READS.quantity("1", r"f_\mathrm{r}", "arithmetic")
def guide_read_ratio(guide_read_bandwidth: Num, required_training_bandwidth: Num) -> Num:
    """Read bandwidth of the guide over what the training reads."""
    return guide_read_bandwidth / required_training_bandwidth


@OVERSIZED_READS.quantity("currency", r"K_\mathrm{r}", SHARE_OF_COST, low=ANY_SIGN)
def guide_read_cost(
    guide_read_bandwidth: Num,
    required_training_bandwidth: Num,
    capital_cost: Num,
    read_bandwidth: Num,
) -> Num:
    """Cost of the read bandwidth that the guide asks beyond what the training reads."""
    beyond = guide_read_bandwidth - required_training_bandwidth
    return capital_cost * (beyond / read_bandwidth)


OVERSIZED_WRITES = Book("guide beside checkpoints", topic="checkpoint")


@OVERSIZED_WRITES.quantity("1", r"f_\mathrm{w}", "arithmetic")
def guide_write_ratio(guide_write_bandwidth: Num, required_checkpoint_bandwidth: Num) -> Num:
    """Write bandwidth of the guide over what checkpoints need."""
    return guide_write_bandwidth / required_checkpoint_bandwidth


@OVERSIZED_WRITES.quantity("currency", r"K_\mathrm{w}", SHARE_OF_COST, low=ANY_SIGN)
def guide_write_cost(
    guide_write_bandwidth: Num,
    required_checkpoint_bandwidth: Num,
    capital_cost: Num,
    write_bandwidth: Num,
) -> Num:
    """Cost of the write bandwidth that the guide asks beyond what checkpoints need."""
    beyond = guide_write_bandwidth - required_checkpoint_bandwidth
    return capital_cost * (beyond / write_bandwidth)
