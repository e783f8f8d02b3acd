"""Stand-alone calculators: queue, queue depth, cache, and latency ladder.

Each answer includes its declaration, which gives its description and source. An answer that is
unknown or doesn't exist (the wait in a queue that grows without limit) is None.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from model.books.calculators import LADDER, LEVEL, MIX, QUEUE, QUEUE_DEPTH, QueueFacts
from model.engine.quantity import Book, Quantity
from model.engine.tree import Instance, compiled
from model.records import dataclass

WAITS = (
    "queue_time",
    "response_time",
    "requests_waiting",
    "requests_in_system",
    "slow_response_time",
)
"""Quantities that are undefined for a queue that grows without limit."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A figure of a calculator, with its declaration."""

    quantity: Quantity
    value: float | None


Answers = Mapping[str, Answer]


def run(root: Instance) -> dict[str, Answers]:
    """Evaluate all quantities of a small tree, by path and name."""
    program = compiled(root)
    values = program.run(program.start(dict(root.walk())))
    found: dict[str, dict[str, Answer]] = {path: {} for path, _ in root.walk()}
    for step in program.steps:
        number = float(values[step.slot])
        value = number if math.isfinite(number) else None
        found[step.path][step.quantity.name] = Answer(step.quantity, value)
    return dict(found)


def answers_of(book: Book, figures: Mapping[str, float]) -> Answers:
    """Evaluate all quantities of a small book for the given figures."""
    return run(Instance("small", "small", book, dict(figures)))["small"]


def queue(figures: Mapping[str, float], *, of_disks: bool = False) -> Answers:
    """Compute a queue: utilisation, waits, and the highest request rate.

    Parameters
    ----------
    figures
        `arrival_rate` (1/s) and `service_time` (s), or that of disks by `seek_time` (s),
        `rotation_speed` (1/s), `request_size` (byte) and `media_bandwidth` (byte/s); and, unless
        it is a single exponential station, `stations`, `service_variation`, `quantile`.
    of_disks
        Whether the stations are disks, whose service time follows from their mechanics.

    Examples
    --------
    >>> one = queue({"arrival_rate": 40.0, "service_time": 0.02})
    >>> round(one["response_time"].value, 9)
    0.1
    """
    found = dict(answers_of(QUEUE.book(QueueFacts(of_disks)), figures))
    if found["queue_is_stable"].value != 1:
        found |= {name: Answer(found[name].quantity, None) for name in WAITS}
    return found


def queue_depth(depth: float, latency: float) -> Answers:
    """Compute the highest request rate for a number of outstanding requests of a given latency.

    Examples
    --------
    >>> queue_depth(32, 1e-4)["queue_depth_bound"].value
    320000.0
    """
    figures = {"queue_depth": depth, "request_latency": latency}
    return answers_of(QUEUE_DEPTH.book(), figures)


def cache(figures: Mapping[str, float]) -> Answers:
    """Compute the bandwidth and latency with a cache, for one stream and for many.

    Examples
    --------
    >>> rates = {"cache_hit": 0.5, "cache_bandwidth": 3e9, "backing_bandwidth": 1e9}
    >>> mixed = cache(rates)
    >>> [round(mixed[f"{n}_bandwidth"].value) for n in ("one_stream", "many_streams")]
    [1500000000, 2000000000]
    """
    return answers_of(MIX.book(), figures)


def ladder(cycles: Mapping[str, float], clock: float | None = None) -> dict[str, Answer]:
    """Compute the access time of each level from its cycles and the clock (Hz).

    Examples
    --------
    >>> ladder({"DRAM": 240.0}, 3e9)["DRAM"].value
    8e-08
    """
    levels = [
        Instance("levels", name, LEVEL.book(), {"access_cycles": n}) for name, n in cycles.items()
    ]
    given = {} if clock is None else {"clock": clock}
    root = Instance("ladder", "ladder", LADDER.book(), given, {"levels": levels})
    found = run(root)
    return {name: found[f"ladder/levels:{name}"]["access_time"] for name in cycles}
