"""Schema of the site's needs: machine, checkpoints, and requirements."""

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import model_validator

from model.reading.binding import gives
from model.reading.fields import (
    AtLeastOne,
    Flag,
    Fraction,
    Kilograms,
    Money,
    Nines,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveFactor,
    PositiveSeconds,
    Seconds,
    Share,
    Stated,
    Strict,
    Watts,
)


class Machine(Strict):
    """The compute system that writes checkpoints."""

    compute_nodes: Annotated[Stated[PositiveCount] | None, gives("compute_nodes")] = None
    node_memory: Annotated[Stated[PositiveBytes] | None, gives("node_memory")] = None
    """Modules are binary: 128 GiB, even if the label says GB."""
    memory: Annotated[Stated[PositiveBytes] | None, gives("memory_capacity")] = None
    """Use it if that of one node is unknown."""

    @model_validator(mode="after")
    def _has_a_memory(self) -> Self:
        of_nodes = self.compute_nodes is not None and self.node_memory is not None
        if of_nodes == (self.memory is not None):
            raise ValueError("write either 'compute_nodes' and 'node_memory', or 'memory'")
        return self


EQUALS_CHECKPOINT = ("checkpoint", "dump")
"""Words for a restart that takes as long as a checkpoint; the second is the older one."""


class Checkpoint(Strict):
    """Checkpoint requirement: exactly one of ratio, dump_time, bandwidth or efficiency."""

    fraction: Annotated[Stated[Share] | None, gives("checkpoint_fraction")] = None
    job_mtti: Annotated[Stated[PositiveSeconds] | None, gives("job_mtti")] = None
    node_mtti: Annotated[Stated[PositiveSeconds] | None, gives("node_mtti")] = None
    """The job MTTI is this divided by the number of nodes."""
    accelerator_mtti: Annotated[Stated[PositiveSeconds] | None, gives("accelerator_mtti")] = None
    """The job MTTI is this divided by the number of accelerators."""
    size: Annotated[Stated[PositiveBytes] | None, gives("dump_size")] = None
    """In place of a share of the machine's memory, or of a model's parameters."""
    kept: Annotated[Stated[PositiveCount] | None, gives("checkpoints_kept")] = None
    """Requires capacity for them. Leave out if it is part of the required capacity."""
    node_local: Flag = False
    """Whether checkpoints are written to drives in the nodes, and drain from there."""
    lost_copies: Annotated[Stated[Fraction] | None, gives("lost_copies")] = None
    """With 'node_local'. The job then goes on from the checkpoint before."""
    ratio: Annotated[Stated[PositiveFactor] | None, gives("mtti_to_dump_ratio")] = None
    dump_time: Annotated[Stated[PositiveSeconds] | None, gives("dump_time")] = None
    bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("checkpoint_bandwidth")] = None
    efficiency: Annotated[Stated[Share] | None, gives("wanted_efficiency")] = None
    restart: Stated[Seconds | Literal["checkpoint", "dump"]] | None = None
    """Time to restart a job, or 'checkpoint' (older: 'dump') if it equals the checkpoint time."""
    dumps_in_burst: Annotated[Stated[AtLeastOne] | None, gives("dumps_in_burst")] = None
    """Such tiers have 'drains_into', nodes 'node_local'. Default: 2."""

    @property
    def rule(self) -> Literal["ratio", "time", "bandwidth", "efficiency"]:
        """The field that the checkpoint time is computed from."""
        given = (self.ratio, self.dump_time, self.bandwidth)
        for name, figure in zip(("ratio", "time", "bandwidth"), given, strict=True):
            if figure is not None:
                return name  # type: ignore[return-value]  # one of the three literals
        return "efficiency"

    @model_validator(mode="after")
    def _has_one_rule(self) -> Self:
        rules = ("ratio", "dump_time", "bandwidth", "efficiency")
        given = [rule for rule in rules if getattr(self, rule) is not None]
        if len(given) != 1:
            found = " and ".join(f"'{rule}'" for rule in given) or "none"
            raise ValueError(
                f"write exactly one of ratio, dump_time, bandwidth, efficiency; found {found}"
            )
        bases = ("job_mtti", "node_mtti", "accelerator_mtti")
        named = [f"'{one}'" for one in bases if getattr(self, one) is not None]
        if len(named) > 1:
            raise ValueError(f"write either {' or '.join(named)}")
        if self.size is not None and self.fraction is not None:
            raise ValueError("'size' needs no share of the memory: leave 'fraction' out")
        if self.lost_copies is not None and not self.node_local:
            raise ValueError("'lost_copies' are those of nodes: write 'node_local: true', too")
        return self


Level = Literal["must", "should", "may"]
"""Level of a requirement, as a scenario names it."""
PRIORITIES: dict[Level, str] = {"must": "mandatory", "should": "desired", "may": "optional"}
"""The same levels, as users read them."""
Required = Literal[
    "capacity",
    "raw_capacity",
    "read_bandwidth",
    "write_bandwidth",
    "checkpoint_bandwidth",
    "absorbed_bandwidth",
    "drain_bandwidth",
    "burst_capacity",
    "checkpoint_capacity",
    "training_bandwidth",
    "budget",
    "racks",
    "rack_power",
    "power",
    "weight",
    "availability",
    "loss",
    "capacity_target",
    "raw_capacity_target",
    "read_bandwidth_target",
    "write_bandwidth_target",
    "budget_target",
    "racks_target",
    "rack_power_target",
    "power_target",
    "weight_target",
    "availability_target",
    "loss_target",
]
"""Names of requirements, including those from checkpoints."""


TARGET = "_target"
"""What ends the name of a target: what is desired of a figure beyond what is mandatory."""
CEILINGS = ("budget", "racks", "rack_power", "power", "weight", "loss")
"""Requirements that are limits: their targets are lower."""
LEAST, MOST = "at_least", "at_most"


def with_targets(stated: Any) -> Any:
    """Return requirements with one field for each minimum or limit, and one for its target.

    A figure may be written with its target as `{at_least: 20 PB, target: 24 PB}`, with `at_most`
    for limits, or as a list of both.

    >>> with_targets({"capacity": {"at_least": "4 PB", "target": "5 PB"}, "racks": [4, 2]})
    {'capacity': {'value': '4 PB'}, 'capacity_target': '5 PB', 'racks': 4, 'racks_target': 2}
    """
    if not isinstance(stated, dict):
        return stated
    found: dict[str, Any] = {}
    for name, figure in stated.items():
        word = MOST if name in CEILINGS else LEAST
        target = f"{name}{TARGET}"
        has_target = target in get_args(Required) and target not in stated
        if has_target and isinstance(figure, list) and len(figure) == len((LEAST, TARGET)):
            found |= {name: figure[0], target: figure[1]}
        elif (
            has_target
            and isinstance(figure, dict)
            and not figure.keys().isdisjoint({word, "target"})
        ):
            rest = {key: one for key, one in figure.items() if key not in (word, "target")}
            if word in figure and "value" not in figure:
                rest = {"value": figure[word], **rest}
            found |= {name: rest} if "value" in rest else {}
            found |= {target: figure["target"]} if "target" in figure else {}
        else:
            found[name] = figure
    return found


class Requirements(Strict):
    """Requirements of the site. All are optional; a target is desired, not mandatory."""

    should: tuple[Required, ...] = ()
    """Desired requirements. All others are mandatory, except targets and those in `may`."""
    may: tuple[Required, ...] = ()
    """Optional requirements, for options of a tender."""
    capacity: Annotated[Stated[PositiveBytes] | None, gives("required_capacity")] = None
    """As reported by `df`."""
    raw_capacity: Annotated[Stated[PositiveBytes] | None, gives("required_raw_capacity")] = None
    """Nominal capacity of all drives."""
    read_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("required_read_bandwidth")] = (
        None
    )
    """Of all data tiers, without tiers that others drain into."""
    write_bandwidth: Annotated[
        Stated[PositiveByteRate] | None, gives("required_write_bandwidth")
    ] = None
    """Of all data tiers, without tiers that others drain into."""
    workload: str = ""
    """Benchmark by which bandwidths are judged, such as 'IOR, 4 MiB transfers'."""
    budget: Annotated[Stated[Money] | None, gives("required_budget")] = None
    racks: Annotated[Stated[PositiveCount] | None, gives("required_racks")] = None
    rack_power: Annotated[Stated[Watts] | None, gives("required_rack_power")] = None
    """Devices are distributed to stay below it."""
    power: Annotated[Stated[Watts] | None, gives("required_power")] = None
    weight: Annotated[Stated[Kilograms] | None, gives("required_weight")] = None
    availability: Annotated[Stated[Nines] | None, gives("required_availability")] = None
    """Share of the time in which all data can be reached, such as 99.9 %."""
    loss: Annotated[Stated[Share] | None, gives("required_loss")] = None
    """As in 1e-6: at most one in a million."""
    capacity_target: Annotated[Stated[PositiveBytes] | None, gives("required_capacity_target")] = (
        None
    )
    raw_capacity_target: Annotated[
        Stated[PositiveBytes] | None, gives("required_raw_capacity_target")
    ] = None
    read_bandwidth_target: Annotated[
        Stated[PositiveByteRate] | None, gives("required_read_bandwidth_target")
    ] = None
    write_bandwidth_target: Annotated[
        Stated[PositiveByteRate] | None, gives("required_write_bandwidth_target")
    ] = None
    budget_target: Annotated[Stated[Money] | None, gives("required_budget_target")] = None
    racks_target: Annotated[Stated[PositiveCount] | None, gives("required_racks_target")] = None
    rack_power_target: Annotated[Stated[Watts] | None, gives("required_rack_power_target")] = None
    power_target: Annotated[Stated[Watts] | None, gives("required_power_target")] = None
    weight_target: Annotated[Stated[Kilograms] | None, gives("required_weight_target")] = None
    availability_target: Annotated[Stated[Nines] | None, gives("required_availability_target")] = (
        None
    )
    loss_target: Annotated[Stated[Share] | None, gives("required_loss_target")] = None

    def level(self, name: str) -> Level:
        """Return the level of a requirement."""
        if name in self.may:
            return "may"
        return "should" if name in self.should or name.endswith(TARGET) else "must"

    @model_validator(mode="after")
    def _aims_beyond(self) -> Self:
        for name in get_args(Required):
            target, must = getattr(self, f"{name}{TARGET}", None), getattr(self, name, None)
            if target is None or must is None:
                continue
            far, near = (getattr(one.value, "amount", one.value) for one in (target, must))
            if name in CEILINGS and far >= near:
                what = f"'{name}{TARGET}' is a target: write less than in '{name}', its limit"
                raise ValueError(what)
            if name not in CEILINGS and far <= near:
                what = f"'{name}{TARGET}' is a target: write more than in '{name}', its minimum"
                raise ValueError(what)
        return self

    @model_validator(mode="after")
    def _has_one_level(self) -> Self:
        named = (*self.should, *self.may)
        if twice := sorted({name for name in named if named.count(name) > 1}):
            raise ValueError(f"'{twice[0]}' is in both 'should' and 'may': name it once")
        for name in named:
            if name in type(self).model_fields and getattr(self, name) is None:
                what = f"'{name}' is wished for, but not required: write '{name}' with a figure"
                raise ValueError(what)
        return self
