"""Machines that train a model: bytes of their checkpoints, interrupts, and a node-local level.

A checkpoint of a training run holds the weights and the states of the optimizer, not the memory
of the machine: in mixed precision with Adam 2 bytes of weights, 4 of their copy in fp32, and
2 x 4 of moments per parameter, 14 in all. Gradients and activations are computed anew.
"""

import numpy as np

from model.engine.ops import Num
from model.engine.quantity import Book
from model.formulas.time_and_money.drain import HELD
from model.units.kinds import HOUR

MIXED_PRECISION = (
    "document: Rajbhandari et al., ZeRO, SC'20, arXiv 1910.02054, section 3.1, without gradients"
)
MLCOMMONS = "MLCommons on MLPerf Storage v2.0: 50,000 h between failures of an accelerator"

ACCELERATORS = Book("accelerators of the machine", topic="checkpoint")
ACCELERATORS.input(
    "accelerators", "1", r"n_\mathrm{acc}", "Accelerators that train one model", whole=True
)

ACCELERATOR_MTTI = Book("interrupts of the accelerators", topic="checkpoint")
ACCELERATOR_MTTI.input(
    "accelerator_mtti",
    "second",
    r"M_\mathrm{acc}",
    "Mean time to interrupt per accelerator",
    50_000 * HOUR,
    source=f"assumption: {MLCOMMONS}; Llama 3 on 16,384 GPUs had 419 interrupts in 54 days, "
    "one in 50,700 h of a GPU (arXiv 2407.21783)",
)


@ACCELERATOR_MTTI.quantity(
    "second",
    r"M_\mathrm{job}",
    "arithmetic: accelerators in series: each interrupt is the job's",
    name="job_mtti",
)
def job_mtti_of_accelerators(accelerator_mtti: Num, accelerators: Num) -> Num:
    """Mean time to interrupt of a full-machine job."""
    return accelerator_mtti / accelerators


MODEL = Book("model in training", topic="checkpoint")
MODEL.input(
    "shared_parameters",
    "1",
    r"P_0",
    "Parameters of the model, without those of experts",
)
MODEL.input(
    "experts",
    "1",
    r"n_\mathrm{exp}",
    "Experts per layer, each with parameters of its own",
    0.0,
    source="assumption: a dense model, unless the scenario says otherwise",
    whole=True,
)
MODEL.input(
    "expert_parameters",
    "1",
    r"P_\mathrm{exp}",
    "Parameters of one expert, in all layers",
    0.0,
    source="assumption: a dense model, unless the scenario says otherwise",
)


@MODEL.quantity("1", r"P", "arithmetic: a checkpoint holds all experts, active or not")
def model_parameters(shared_parameters: Num, experts: Num, expert_parameters: Num) -> Num:
    """Parameters of the model, with all experts."""
    return shared_parameters + experts * expert_parameters


@MODEL.quantity("byte", r"S", "arithmetic: weights and states of the optimizer", name="dump_size")
def dump_size_of_model(model_parameters: Num, parameter_state: Num) -> Num:
    """Bytes of one checkpoint."""
    return model_parameters * parameter_state


STATE = Book("state of a parameter", topic="checkpoint")
STATE.input("weight_size", "byte", r"b_\mathrm{w}", "Bytes of a weight")
STATE.input("master_size", "byte", r"b_\mathrm{m}", "Bytes of its copy in higher precision")
STATE.input("optimizer_size", "byte", r"b_\mathrm{o}", "Bytes of the optimizer per parameter")


@STATE.quantity("byte", r"b_P", MIXED_PRECISION)
def parameter_state(weight_size: Num, master_size: Num, optimizer_size: Num) -> Num:
    """Bytes that a checkpoint holds per parameter."""
    return weight_size + master_size + optimizer_size


GIVEN_STATE = Book("state of a parameter as entered", topic="checkpoint")
GIVEN_STATE.input("parameter_state", "byte", r"b_P", "Bytes that a checkpoint holds per parameter")

ONE_WRITER = Book("a checkpoint by one process", topic="checkpoint")
ONE_WRITER.input(
    "checkpoint_writers",
    "1",
    r"n_\mathrm{wr}",
    "Processes that write a checkpoint",
    1.0,
    source="definition: a checkpoint that isn't sharded is gathered and written by one process",
    constant=True,
)
SHARDED = Book("a sharded checkpoint", topic="checkpoint")
SHARDED.alias(
    "checkpoint_writers",
    "1",
    r"n_\mathrm{wr}",
    "Processes that write a checkpoint.",
    of="accelerators",
    source="definition: each accelerator's process writes its shard of a sharded checkpoint",
)
WRITERS = Book("processes that write a checkpoint", topic="checkpoint")


@WRITERS.quantity("byte", r"S_1", "arithmetic: shards of equal size")
def shard_size(dump_size: Num, checkpoint_writers: Num) -> Num:
    """Bytes of a checkpoint that one process writes."""
    return dump_size / checkpoint_writers


@WRITERS.quantity("byte/s", r"B_1", "arithmetic: shards of equal size")
def required_writer_bandwidth(shard_size: Num, dump_time: Num) -> Num:
    """Bandwidth at which each process must write its part of a checkpoint."""
    return shard_size / dump_time


LOCAL_FIRST = (
    "arithmetic: written to the nodes within the checkpoint time, and from there to the storage "
    "before the next checkpoint is complete"
)
LOCAL = Book("checkpoints through node-local drives", HELD, topic="checkpoint")
LOCAL.input(
    "lost_copies",
    "1",
    r"q_\mathrm{loc}",
    "Share of interrupts that lose a node's copy",
    0.15,
    source="assumption: levels on nodes serve 85 % of failures (Moody et al., SC'10, "
    "doi 10.1109/SC.2010.18)",
    high=1.0,
    shown="percent",
)


@LOCAL.quantity("byte/s", r"B_\mathrm{loc}", LOCAL_FIRST)
def required_local_bandwidth(dump_size: Num, dump_time: Num) -> Num:
    """Bandwidth that the drives of all nodes need to take a checkpoint in its maximum time."""
    return dump_size / dump_time


@LOCAL.quantity("byte", r"C_\mathrm{loc}", "arithmetic")
def required_local_capacity(dumps_in_burst: Num, dump_size: Num) -> Num:
    """Capacity that checkpoints need on the drives of all nodes."""
    return dumps_in_burst * dump_size


@LOCAL.quantity("byte/s", r"B_\mathrm{req}", LOCAL_FIRST, name="required_checkpoint_bandwidth")
def required_checkpoint_bandwidth_behind_nodes(
    dump_size: Num, checkpoint_interval: Num, dump_time: Num
) -> Num:
    """Bandwidth required to drain a checkpoint from the nodes before the next one is complete."""
    return dump_size / (checkpoint_interval + dump_time)


@LOCAL.quantity(
    "1",
    r"\varepsilon_\mathrm{loc}",
    "arithmetic: first order: such an interrupt loses one interval and checkpoint more, as the "
    "latest complete copy on the storage is the one before",
    shown="percent",
)
def efficiency_after_lost_copies(
    job_efficiency: Num,
    lost_copies: Num,
    checkpoint_interval: Num,
    dump_time: Num,
    job_mtti: Num,
) -> Num:
    """Share of time a job computes, if drains take all of the time that they may."""
    lost = lost_copies * (checkpoint_interval + dump_time) / job_mtti
    return job_efficiency * np.maximum(1 - lost, 0)


COMMITTED_LOCAL = Book("checkpoints through node-local drives", HELD, topic="checkpoint")
COMMITTED_LOCAL.alias(
    "committed_dump_time",
    "second",
    r"\delta_\mathrm{commit}",
    "Checkpoint time on the drives of the nodes.",
    of="dump_time",
    source="assumption: the nodes take a checkpoint as fast as required; the storage isn't waited "
    "for",
)


@COMMITTED_LOCAL.quantity("second", r"T_\mathrm{drain}", "arithmetic")
def drain_time(dump_size: Num, write_bandwidth: Num) -> Num:
    """Time to drain a checkpoint from the nodes at the expected bandwidth."""
    return dump_size / write_bandwidth
