"""How fast a machine must write checkpoints, how often, and the resulting job efficiency.

Daly's model: failures are Poisson, and strike during computing, checkpointing and restarting. The
interval is the computing time between two checkpoints, excluding the checkpoint itself; the mean
time to interrupt is the job's. With x = checkpoint time / MTTI, the best interval solves
t + x + ln(1 - t) = 0 for t = interval / MTTI, whatever the restart time. It is computed by Newton's
method on u = -ln(1 - t) in a fixed number of steps, so that it stays a closed formula. Young's
interval is given for comparison only: it is longer by the checkpoint time.
"""

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.units.kinds import DAY, HOUR

DALY = "document: Daly, FGCS 22(3):303-312, 2006, doi 10.1016/j.future.2004.11.016"
YOUNG = "document: Young, CACM 17(9):530-531, 1974, doi 10.1145/361147.361115"
RULE = (
    "arithmetic: JMTTI / checkpoint time, the rule of the APEX and Vanguard requests for proposals"
)

NODES = Book("nodes of the machine", topic="checkpoint")
NODES.input("compute_nodes", "1", r"n_\mathrm{node}", "Compute nodes of the machine", whole=True)

MEMORY = Book("memory of the machine", topic="checkpoint")
MEMORY.input("node_memory", "byte", r"C_\mathrm{node}", "Memory of one compute node")


@MEMORY.quantity("byte", r"C_\mathrm{mem}", "arithmetic of the machine")
def memory_capacity(compute_nodes: Num, node_memory: Num) -> Num:
    """Memory of all compute nodes."""
    return compute_nodes * node_memory


GIVEN_MEMORY = Book("memory as entered", topic="checkpoint")
GIVEN_MEMORY.input("memory_capacity", "byte", r"C_\mathrm{mem}", "Memory of all compute nodes")

JOB_MTTI = Book("interrupts of a job as entered", topic="checkpoint")
JOB_MTTI.input(
    "job_mtti", "second", r"M_\mathrm{job}", "Mean time to interrupt of a full-machine job"
)
NODE_MTTI = Book("interrupts of the nodes", topic="checkpoint")
NODE_MTTI.input(
    "node_mtti",
    "second",
    r"M_\mathrm{node}",
    "Mean time to interrupt of one node",
    1e9 / 41900 * HOUR,
    source="assumption: a node with 8 accelerators, by its parts: 41,900 failures in 1e9 h, 2.72 "
    "years between two (Lockwood, limelead-quartz, MTBF): state your machine's own",
)


@NODE_MTTI.quantity(
    "second",
    r"M_\mathrm{job}",
    "arithmetic: nodes in series: each interrupt is the job's",
)
def job_mtti(node_mtti: Num, compute_nodes: Num) -> Num:
    """Mean time to interrupt of a full-machine job."""
    return node_mtti / compute_nodes


OF_FRACTION = Book("checkpoint of the memory", topic="checkpoint")
OF_FRACTION.input(
    "checkpoint_fraction",
    "1",
    r"f_\mathrm{dump}",
    "Share of the memory in a checkpoint",
    0.8,
    source="assumption: the APEX and Vanguard requests for proposals: 80 % of aggregate memory",
    high=1.0,
    shown="percent",
)


@OF_FRACTION.quantity("byte", r"S", RULE)
def dump_size(memory_capacity: Num, checkpoint_fraction: Num) -> Num:
    """Bytes of one checkpoint."""
    return memory_capacity * checkpoint_fraction


GIVEN_SIZE = Book("checkpoint as entered", topic="checkpoint")
GIVEN_SIZE.input("dump_size", "byte", r"S", "Bytes of one checkpoint")

RESTART = Book("restart", topic="checkpoint")
RESTART.input(
    "fixed_restart_time",
    "second",
    r"R_0",
    "Time to restart a job, without reading the checkpoint",
    0.0,
    source="assumption: free unless the scenario says otherwise",
)
RESTART.input(
    "restart_dumps",
    "1",
    r"k_R",
    "Time to read a checkpoint for a restart, in checkpoint times",
    0.0,
    source="assumption: free unless the scenario says otherwise",
)


FROM_RATIO = Book("checkpoint time from a ratio", topic="checkpoint")
FROM_RATIO.input(
    "mtti_to_dump_ratio", "1", r"\rho", "Required ratio of job MTTI to checkpoint time"
)


@FROM_RATIO.quantity("second", r"\delta", RULE, name="dump_time")
def dump_time_from_ratio(job_mtti: Num, mtti_to_dump_ratio: Num) -> Num:
    """Maximum checkpoint time, from the required ratio."""
    return job_mtti / mtti_to_dump_ratio


FROM_TIME = Book("checkpoint time as entered", topic="checkpoint")
FROM_TIME.input("dump_time", "second", r"\delta", "Maximum checkpoint time")

FROM_BANDWIDTH = Book("checkpoint time from a bandwidth", topic="checkpoint")
FROM_BANDWIDTH.input(
    "checkpoint_bandwidth", "byte/s", r"B_\mathrm{dump}", "Available checkpoint bandwidth"
)


@FROM_BANDWIDTH.quantity("second", r"\delta", "arithmetic", name="dump_time")
def dump_time_from_bandwidth(dump_size: Num, checkpoint_bandwidth: Num) -> Num:
    """Checkpoint time at the available bandwidth."""
    return dump_size / checkpoint_bandwidth


FROM_EFFICIENCY = Book("checkpoint time from an efficiency", topic="checkpoint")
FROM_EFFICIENCY.input(
    "wanted_efficiency",
    "1",
    r"\varepsilon_0",
    "Required share of time spent computing",
    high=1.0,
    shown="percent",
)


@FROM_EFFICIENCY.quantity("1", r"\varepsilon_\mathrm{max}", DALY, shown="percent")
def highest_efficiency(fixed_restart_time: Num, job_mtti: Num) -> Num:
    """Efficiency limit due to restarts alone, which no checkpoint time reaches."""
    return np.exp(-fixed_restart_time / job_mtti)


@FROM_EFFICIENCY.quantity("1", r"\lambda", DALY)
def wanted_exponent(wanted_efficiency: Num, highest_efficiency: Num) -> Num:
    """Efficiency loss allowed to checkpoints, as an exponent; Newton's method starts from it."""
    return np.log(highest_efficiency / wanted_efficiency)


def restart_step(guess: Num, wanted_exponent: Num, restart_dumps: Num) -> Num:
    """Return the next Newton iterate for (1 + k) u + k (exp(-u) - 1) = exponent, from above."""
    missed = (1 + restart_dumps) * guess + restart_dumps * np.expm1(-guess) - wanted_exponent
    return guess - missed / (1 - restart_dumps * np.expm1(-guess))


STEPS = (
    "arithmetic: u = -ln(1 - interval / MTTI), where a restart takes k checkpoint times: "
    "e^-u e^-kx, x = u + e^-u - 1"
)
_STEPS = Book("steps to an efficiency", topic="checkpoint")


@_STEPS.quantity("1", r"v_<n>", STEPS)
def wanted_turn_step(wanted_before: Num, wanted_exponent: Num, restart_dumps: Num) -> Num:
    """Exponent of the interval after the {turn} Newton step."""
    return restart_step(wanted_before, wanted_exponent, restart_dumps)


TURNS: tuple[Variant, ...] = (
    {"turn": "first", "n": "1", "before": "exponent"},
    {"turn": "second", "n": "2", "before": "first_step"},
    {"turn": "third", "n": "3", "before": "second_step"},
    {"turn": "fourth", "n": "4", "before": "third_step"},
    {"turn": "fifth", "n": "5", "before": "fourth_step"},
)
spell(_STEPS, *TURNS, into=FROM_EFFICIENCY)


@FROM_EFFICIENCY.quantity("second", r"\delta", DALY, name="dump_time", coefficients=(np.nan,))
def dump_time_from_efficiency(job_mtti: Num, wanted_fifth_step: Num) -> Num:
    """Maximum checkpoint time for the required efficiency; unknown if no time is short enough."""
    return where_less(
        0,
        wanted_fifth_step,
        job_mtti * (wanted_fifth_step + np.expm1(-wanted_fifth_step)),
        np.nan,
    )


REQUIRED = Book("required of storage", topic="checkpoint")


@REQUIRED.quantity("byte/s", r"B_\mathrm{req}", RULE)
def required_checkpoint_bandwidth(dump_size: Num, dump_time: Num) -> Num:
    """Bandwidth required to write a checkpoint within the maximum time."""
    return dump_size / dump_time


RATIO = Book("ratio of interrupts to checkpoints", topic="checkpoint")


@RATIO.quantity("1", r"\rho'", RULE)
def achieved_mtti_ratio(job_mtti: Num, dump_time: Num) -> Num:
    """Job MTTI over checkpoint time."""
    return job_mtti / dump_time


_PACED = Book("best interval", topic="checkpoint")
_PACED.input(
    "daly_exact_below",
    "1",
    r"x_0",
    "Checkpoint time over MTTI below which Daly's formula is exact to 2e-14",
    1e-8,
    source=(
        "assumption: the next term of its series is (2x)^(3/2) / 270; Newton's method loses "
        "digits there"
    ),
)


@_PACED.quantity("1", r"x<+>", DALY)
def paced_dump_ratio(paced_dump_time: Num, job_mtti: Num) -> Num:
    """Checkpoint time over job MTTI{basis}."""
    return paced_dump_time / job_mtti


@_PACED.quantity("second", r"\tau_\mathrm{Young}<+>", YOUNG)
def paced_interval_young(paced_dump_time: Num, job_mtti: Num) -> Num:
    """Young's interval, for comparison: first order, longer by the checkpoint time{basis}."""
    return np.sqrt(2 * paced_dump_time * job_mtti)


@_PACED.quantity("second", r"\tau_\mathrm{Daly}<+>", DALY, coefficients=(3.0, 9.0))
def paced_interval_daly(
    paced_dump_time: Num, job_mtti: Num, paced_interval_young: Num, paced_dump_ratio: Num
) -> Num:
    """Daly's higher-order interval; the MTTI from a checkpoint time of 2 MTTI on{basis}."""
    return where_less(
        paced_dump_ratio,
        2,
        paced_interval_young * (1 + np.sqrt(paced_dump_ratio / 2) / 3 + paced_dump_ratio / 2 / 9)
        - paced_dump_time,
        job_mtti,
    )


def newton(guess: Num, dump_ratio: Num) -> Num:
    """Return the next Newton iterate for u + exp(-u) - 1 = x, from above (all dimensionless)."""
    return guess - (guess + np.expm1(-guess) - dump_ratio) / -np.expm1(-guess)


@_PACED.quantity("1", r"u_0<+>", "arithmetic: u = x + sqrt(2x) is never below the root")
def paced_interval_start(paced_dump_ratio: Num) -> Num:
    """Start value of Newton's method{basis}."""
    return paced_dump_ratio + np.sqrt(2 * paced_dump_ratio)


@_PACED.quantity("1", r"u_1<+>", DALY)
def paced_interval_first_step(paced_interval_start: Num, paced_dump_ratio: Num) -> Num:
    """Root after the first Newton step{basis}."""
    return newton(paced_interval_start, paced_dump_ratio)


@_PACED.quantity("1", r"u_2<+>", DALY)
def paced_interval_second_step(paced_interval_first_step: Num, paced_dump_ratio: Num) -> Num:
    """Root after the second Newton step{basis}."""
    return newton(paced_interval_first_step, paced_dump_ratio)


@_PACED.quantity("1", r"u_3<+>", DALY)
def paced_interval_third_step(paced_interval_second_step: Num, paced_dump_ratio: Num) -> Num:
    """Root after the third Newton step{basis}."""
    return newton(paced_interval_second_step, paced_dump_ratio)


@_PACED.quantity("1", r"u_4<+>", DALY)
def paced_interval_fourth_step(paced_interval_third_step: Num, paced_dump_ratio: Num) -> Num:
    """Root after the fourth Newton step{basis}."""
    return newton(paced_interval_third_step, paced_dump_ratio)


@_PACED.quantity("1", r"t<+>", DALY)
def paced_interval_ratio(
    paced_interval_fourth_step: Num,
    paced_interval_daly: Num,
    job_mtti: Num,
    paced_dump_ratio: Num,
    daly_exact_below: Num,
) -> Num:
    """Best interval over the job MTTI{basis}."""
    return where_less(
        paced_dump_ratio,
        daly_exact_below,
        paced_interval_daly / job_mtti,
        -np.expm1(-paced_interval_fourth_step),
    )


@_PACED.quantity("second", r"\tau<+>", DALY)
def paced_checkpoint_interval(paced_interval_ratio: Num, job_mtti: Num) -> Num:
    """Best computing time between two checkpoints, excluding the checkpoint{basis}."""
    return paced_interval_ratio * job_mtti


@_PACED.quantity("second", r"R<+>", DALY)
def paced_restart_time(fixed_restart_time: Num, restart_dumps: Num, paced_dump_time: Num) -> Num:
    """Time from an interrupt until the job computes again{basis}."""
    return fixed_restart_time + restart_dumps * paced_dump_time


@_PACED.quantity("1", r"\varepsilon<+>", DALY, shown="percent", coefficients=(700.0,))
def paced_job_efficiency(paced_restart_time: Num, job_mtti: Num, paced_interval_ratio: Num) -> Num:
    """Share of time a full-machine job computes, at the best interval{basis}.

    Restart times are limited to 700 MTTI: beyond, the efficiency is too small for a float.
    """
    return np.exp(-np.minimum(paced_restart_time / job_mtti, 700)) * (1 - paced_interval_ratio)


_PACED.input(
    "day_length",
    "second",
    r"T_\mathrm{d}",
    "A day",
    DAY,
    source="definition: 24 hours",
    constant=True,
)


@_PACED.quantity(
    "byte", r"W_\mathrm{dump}<+>", "arithmetic: a checkpoint after each interval, all day"
)
def paced_checkpoint_writes_per_day(
    dump_size: Num, day_length: Num, paced_checkpoint_interval: Num, paced_dump_time: Num
) -> Num:
    """Checkpoint data per day, if full-machine jobs run all day{basis}."""
    return dump_size * day_length / (paced_checkpoint_interval + paced_dump_time)


OPTIMUM = spell(_PACED, {"paced": "", "+": "", "basis": ""})


CURVE = Book("efficiency at an interval", topic="checkpoint")
CURVE.input("tried_interval", "second", r"\tau'", "Computing time between two checkpoints")


@CURVE.quantity("1", r"\varepsilon(\tau')", DALY, shown="percent")
def efficiency_at_interval(
    tried_interval: Num, dump_time: Num, job_mtti: Num, restart_time: Num
) -> Num:
    """Share of time a job computes, at this interval."""
    return (
        np.exp(-restart_time / job_mtti)
        * (tried_interval / job_mtti)
        / np.expm1((tried_interval + dump_time) / job_mtti)
    )


STORAGE = Book("checkpoints on the storage", topic="checkpoint")


@STORAGE.quantity("1", r"n_\mathrm{dump}", "arithmetic")
def checkpoints_that_fit(usable_capacity: Num, dump_size: Num) -> Num:
    """Checkpoints that fit on the data tiers; below 2, none survives while the next is written."""
    return usable_capacity / dump_size


KEPT = Book("checkpoints kept", topic="checkpoint")
KEPT.input("checkpoints_kept", "1", r"k_\mathrm{kept}", "Checkpoints kept on the storage", low=1.0)


@KEPT.quantity("byte", r"C_\mathrm{dump,req}", "arithmetic")
def required_checkpoint_capacity(checkpoints_kept: Num, dump_size: Num) -> Num:
    """Capacity required for the checkpoints that are kept."""
    return checkpoints_kept * dump_size


COMMITTED = Book("checkpoints at the expected bandwidth", topic="checkpoint")


@COMMITTED.quantity("second", r"\delta_\mathrm{commit}", "arithmetic")
def committed_dump_time(dump_size: Num, write_bandwidth: Num) -> Num:
    """Checkpoint time at the expected bandwidth."""
    return dump_size / write_bandwidth


WRITTEN = Book("checkpoints per day", topic="checkpoint")


@WRITTEN.quantity("second", r"T_\mathrm{dump}", "arithmetic")
def checkpoint_time_per_day(checkpoint_writes_per_day: Num, write_bandwidth: Num) -> Num:
    """Time per day spent writing checkpoints at the expected bandwidth."""
    return checkpoint_writes_per_day / write_bandwidth


PACED = spell(
    _PACED,
    {"paced": "committed", "+": r"^\mathrm{commit}", "basis": ", at the expected checkpoint time"},
)
"""Intervals and job efficiency at the expected bandwidth; `OPTIMUM` is at the required one."""
