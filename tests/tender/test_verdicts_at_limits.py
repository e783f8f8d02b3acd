"""Verdicts on single figures of a benchmark: at, below and above each limit that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from model.tender.acceptance import CAPACITY, SPREAD, AcceptanceTest, Threshold
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_verdicts import ByHand, judged

GB = 1e9
TERMS = Terms.model_validate(
    {"clients": 10, "processes_per_client": 4, "client_memory": "100 GB", "direct": True}
)
"""40 processes, which move twice the 1,000 GB of the clients."""
WRITE = "write bandwidth"


@dataclass(frozen=True)
class Printed:
    """A figure as a program prints it."""

    figure: str = WRITE
    value: float = 100 * GB
    file: str = "1.txt"
    unit: str = "byte/s"
    kind: str = "IOR"
    case: str = ""
    nodes: int | None = 10
    tasks: int | None = 40
    details: tuple[tuple[str, str], ...] = ()
    note: str = ""


IOR = {
    "version": "3.3.0",
    "access": "file-per-process",
    "xfersize": "16 MiB",
    "blocksize": "50 GB",
    "repetitions": "5",
}


def ior(
    mean: float = 100, low: float | None = None, high: float | None = None, **said: Any
) -> list[Printed]:
    """Three figures of one run, in GB/s; further options are details of the run."""
    fields = {name: said.pop(name) for name in list(said) if name in Printed.__annotations__}
    details = tuple((key, str(value)) for key, value in (IOR | said).items() if value is not None)
    ends = (
        ("", mean),
        ("min ", mean if low is None else low),
        ("max ", mean if high is None else high),
    )
    name = fields.pop("figure", WRITE)
    return [
        Printed(f"{end}{name}", value * GB, details=details, **fields)
        for end, value in ends
        if value
    ]


def verdict(
    figures: list[Any],
    figure: str = WRITE,
    value: float = 100 * GB,
    unit: str = "byte/s",
    repeats: int = 5,
    key: str = "T3",
    terms: Terms = TERMS,
    **threshold: Any,
) -> Threshold:
    test = AcceptanceTest(
        *(key, "", (Threshold(figure, value, unit, "", **threshold),), "", ""), repeats=repeats
    )
    [found] = judged([test], figures, terms)
    return found.thresholds[0]


LOWEST = "the lowest repeat is below 95 % of the threshold"
BELOW = "the mean is below the threshold"
RUNS: dict[str, tuple[list[Printed], str, str]] = {
    "all are at their limits": (ior(100, 95, 101), "pass", ""),
    "the mean is below": (ior(99.9), "fail", BELOW),
    "the lowest is below": (ior(100, 94.9, 101), "fail", LOWEST),
    "both are below": (ior(99, 94, 101), "fail", BELOW),
    "four repeats": (ior(repetitions=4), "not decided", "4 of 5 repeats"),
    "one repeat": (ior(repetitions=1), "not decided", "1 of 5 repeats"),
    "iterations, not repetitions": (ior(repetitions=None, iterations=5), "pass", ""),
    "no number of repeats is one": (ior(repetitions=None), "not decided", "1 of 5 repeats"),
    "a word for repeats is one": (ior(repetitions="many"), "not decided", "1 of 5 repeats"),
    "five digits of repeats": (ior(repetitions=99999), "pass", ""),
    "six digits of repeats are none": (ior(repetitions=100000), "not decided", "1 of 5 repeats"),
    "no lowest repeat": (
        [one for one in ior() if "min" not in one.figure],
        "not decided",
        "the output has no lowest repeat",
    ),
    "one repeat is its own lowest": (
        [one for n in range(5) for one in ior(100 + n, file=f"{n}", repetitions=1)[:1]],
        "pass",
        "",
    ),
    "two lowest repeats are none": (
        [*ior(), Printed("min write bandwidth", 97 * GB)],
        "not decided",
        "the output has no lowest repeat",
    ),
    "no mean": (
        ior()[1:],
        "not decided",
        "the output has no mean above 0: give the whole output of the run",
    ),
    "a mean of 0": (
        [Printed(value=0.0), *ior()[1:]],
        "not decided",
        "the output has no mean above 0: give the whole output of the run",
    ),
    "nothing of it": (ior(figure="read bandwidth"), "not decided", "no result was read"),
    "two results in one file": (
        [*ior(), Printed(value=110 * GB)],
        "not decided",
        "a file has several results of it: give each run in a file of its own",
    ),
    "the same figure in two files": (
        [*ior(), *ior(file="2")],
        "not decided",
        "two files state the same figure: give the output of each run once",
    ),
    "figures that differ by a ten-millionth": (
        [*ior(), *ior(100 * (1 + 0.9e-7), file="2")],
        "not decided",
        "two files state the same figure: give the output of each run once",
    ),
    "figures that differ by more": ([*ior(), *ior(100 * (1 + 1.1e-7), file="2")], "pass", ""),
    "the first and the third of three files": (
        [*ior(), *ior(101, file="2"), *ior(file="3")],
        "not decided",
        "two files state the same figure: give the output of each run once",
    ),
    "means are weighted by their repeats": (
        # (101 x 4 + 98) / 5 = 100.4, where (101 + 98) / 2 is below
        [*ior(101, repetitions=4), *ior(98, file="2", repetitions=1)],
        "pass",
        "",
    ),
    "means that don't reach it by their repeats": (
        [*ior(99, repetitions=4), *ior(102, file="2", repetitions=1)],
        "fail",
        BELOW,
    ),
    "a mean below the lowest": (
        ior(100, 100.2, 101),
        "not decided",
        "its mean isn't between the lowest and the highest repeat: give the original output",
    ),
    "a mean above the highest": (
        ior(100, 95, 99.8),
        "not decided",
        "its mean isn't between the lowest and the highest repeat: give the original output",
    ),
    "a lowest that is above by its rounding": (ior(100, 100.05, 101), "pass", ""),
    "a note of the program": (ior(note="the run was cut"), "not decided", "the run was cut"),
    "a process less": (
        ior(tasks=39),
        "not decided",
        "it ran with 39 processes, and 40 are agreed",
    ),
    "a process more": (
        ior(tasks=41),
        "not decided",
        "it ran with 41 processes, and 40 are agreed",
    ),
    "a client less": (ior(nodes=9), "not decided", "it ran on 9 clients, and 10 are agreed"),
    "a client more": (ior(nodes=11), "not decided", "it ran on 11 clients, and 10 are agreed"),
    "an unknown number of clients": (ior(nodes=None), "pass", ""),
    "transfers that are rounded": (ior(xfersize="16.1 MiB"), "pass", ""),
    "other transfers": (
        ior(xfersize="17 MiB"),
        "not decided",
        "its transfers are 17 MiB, not as agreed",
    ),
    "smaller transfers": (
        ior(xfersize="8 MiB"),
        "not decided",
        "its transfers are 8 MiB, not as agreed",
    ),
    "transfers of a number alone are bytes": (ior(xfersize=2**24), "pass", ""),
    "transfers that can't be read": (ior(xfersize="large"), "pass", ""),
    "unknown access": (ior(access=None), "pass", ""),
    "a shared file": (
        ior(access="single-shared-file"),
        "not decided",
        "it isn't one file per process",
    ),
    "twice the memory, rounded": (ior(blocksize="49.6 GB"), "pass", ""),
    "less than twice the memory": (
        ior(blocksize="49.4 GB"),
        "not decided",
        "it moved less than agreed: twice the memory of the clients",
    ),
    "twice the memory by its segments": (ior(blocksize="10 GB", segments=5), "pass", ""),
    "fewer segments": (
        ior(blocksize="10 GB", segments=4),
        "not decided",
        "it moved less than agreed: twice the memory of the clients",
    ),
    "an unknown size with direct I/O": (ior(blocksize=None), "pass", ""),
    "no direct I/O": (
        ior(direct="0"),
        "not decided",
        "it ran without direct I/O: caches may count",
    ),
    "direct I/O": (ior(direct="1"), "pass", ""),
    "a time limit that is long enough": (ior(stonewallingTime=20), "pass", ""),
    "a time limit that stopped the run": (
        ior(stonewallingTime=19),
        "not decided",
        "it moved less than agreed: twice the memory of the clients",
    ),
    "a time limit that is no number": (ior(stonewallingTime="19 s"), "pass", ""),
    "a failure with caches": (ior(90, direct="0"), "fail", BELOW),
}


@pytest.mark.parametrize("name", RUNS)
def test_each_limit_of_a_run(name: str) -> None:
    """Threshold 100 GB/s, five repeats."""
    figures, expected, why = RUNS[name]
    found = verdict(figures)
    assert (found.verdict, found.why) == (expected, why)


SERVERS = TERMS.model_copy(update={"direct": False, "server_memory": 1000 * GB})
"""Caches of servers count, too: 4,000 GB are moved."""
CACHED: dict[str, tuple[list[Printed], str]] = {
    "enough": (ior(blocksize="100 GB"), ""),
    "too little": (
        ior(blocksize="98 GB"),
        "it moved less than twice the memory of servers and clients: caches may count",
    ),
    "an unknown size": (
        ior(blocksize=None),
        "the output doesn't state how much was moved: agree on direct I/O, or repeat it",
    ),
    "unknown processes": (
        ior(blocksize="100 GB", tasks=None),
        "the output doesn't state how much was moved: agree on direct I/O, or repeat it",
    ),
    "a version that hides its limit": (
        ior(blocksize="100 GB", version="3.1.9"),
        "IOR before 3.2 doesn't print its time limit, so caches may count: repeat it with a later "
        "version, or agree on direct I/O",
    ),
    "an old version that states it": (
        ior(blocksize="100 GB", version="3.1.9", stonewallingTime=300),
        "",
    ),
    "the first version that states it": (ior(blocksize="100 GB", version="3.2.0"), ""),
    "a later version": (ior(blocksize="100 GB", version="4.0"), ""),
    "an unknown version": (ior(blocksize="100 GB", version=None), ""),
}


@pytest.mark.parametrize("name", CACHED)
def test_caches_of_servers_and_clients(name: str) -> None:
    figures, why = CACHED[name]
    found = verdict(figures, terms=SERVERS)
    assert (found.verdict, found.why) == ("not decided" if why else "pass", why)


SPREADS: dict[str, tuple[list[Printed], str, str]] = {
    "5 % below": (ior(100, 95, 101), "pass", ""),
    "5 % above": (ior(100, 99, 105), "pass", ""),
    "6 % below": (ior(100, 94, 101), "fail", "a repeat is farther from the mean"),
    "6 % above": (ior(100, 99, 106), "fail", "a repeat is farther from the mean"),
    "four repeats": (ior(100, 99, 101, repetitions=4), "not decided", "4 of 5 repeats"),
    "no lowest": (
        [one for one in ior() if "min" not in one.figure],
        "not decided",
        "the output has no lowest and highest repeat",
    ),
    "nine tenths of the clients": (
        ior(100, 99, 101, tasks=36, nodes=9, blocksize="50 GB"),
        "pass",
        "",
    ),
    "fewer processes": (
        ior(100, 99, 101, tasks=35, nodes=9),
        "not decided",
        "it ran with 35 processes, and 40 are agreed",
    ),
    "fewer clients": (
        ior(100, 99, 101, tasks=36, nodes=8),
        "not decided",
        "it ran on 8 clients, and 10 are agreed",
    ),
    "caches": (
        ior(100, 90, 110, direct="0"),
        "not decided",
        "it ran without direct I/O: caches may count",
    ),
}


@pytest.mark.parametrize("name", SPREADS)
def test_each_limit_of_a_spread(name: str) -> None:
    """Of 5 %, however fast the runs are."""
    figures, expected, why = SPREADS[name]
    found = verdict(figures, f"{SPREAD} {WRITE}", 0.05, "1", at_most=True)
    assert (found.verdict, found.why) == (expected, why)


def test_what_was_measured_is_said() -> None:
    """Means by their repeats, the lowest of all, and how far the farthest is from the mean."""
    figures = [*ior(99, 97, 101, repetitions=3), *ior(103, 98, 104, file="2", repetitions=2)]
    found = verdict(figures)
    assert found.measured == pytest.approx(100.6 * GB)
    assert (found.least, found.repeats) == (97 * GB, 5)
    assert found.files == ("1.txt", "2")
    spread = verdict(figures, f"{SPREAD} {WRITE}", 0.05, "1", at_most=True)
    assert spread.measured == pytest.approx(3.6 / 100.6)
    assert spread.repeats == 5


def size(value: float, **said: Any) -> Printed:
    fields: dict[str, Any] = {"figure": CAPACITY, "unit": "byte", "kind": "df", "value": value}
    return Printed(**fields | said)


def used(value: float) -> Printed:
    return Printed("bytes in use", value, unit="byte", kind="df")


TWICE = "several outputs of df may be of one file system: give it once"
POOLS = "pools of metadata may be among these: give what clients see, such as lfs df"
SIZES: dict[str, tuple[list[Printed], dict[str, Any], str, str]] = {
    "as required": ([size(1e15)], {}, "pass", ""),
    "a byte less": ([size(1e15 - 1)], {}, "fail", ""),
    "above the plan": ([size(1.1e15)], {"planned": 1e15}, "pass", "10.00 % above the plan"),
    "as planned": ([size(1e15)], {"planned": 1e15}, "pass", "0.00 % above the plan"),
    "below the plan": ([size(1.1e15)], {"planned": 1.25e15}, "pass", "12.00 % below the plan"),
    "a thousandth in use": ([size(1e15), used(1e12)], {}, "pass", ""),
    "more in use": (
        [size(1e15), used(1.1e12)],
        {},
        "not decided",
        "1.1 TB are in use: it isn't empty",
    ),
    "two sizes add up": ([size(4e14, case="/a"), size(6e14, case="/b")], {}, "pass", ""),
    "two of one name and size": ([size(5e14), size(5e14 * 1.0009)], {}, "not decided", TWICE),
    "two of one name and unlike sizes": ([size(4.9e14), size(5.1e14)], {}, "pass", ""),
    "two seen by clients": (
        [size(4e14, case="/a"), size(6e14, case="/b")],
        {"of_clients": True},
        "not decided",
        TWICE,
    ),
    "one seen by clients": ([size(1e15)], {"of_clients": True}, "pass", ""),
    "two programs": (
        [size(1e15), size(1e15, kind="lfs df")],
        {},
        "not decided",
        "df and lfs df both state it: give the output of one of them",
    ),
    "a note": ([size(1e15, note="rounded to TB")], {}, "not decided", "rounded to TB"),
    "pools": ([size(1e15, kind="zfs list")], {}, "pass", ""),
    "pools seen by clients": (
        [size(1e15, kind="zfs list")],
        {"of_clients": True},
        "not decided",
        POOLS,
    ),
    "pools that are too small for clients": (
        [size(9e14, kind="zfs list")],
        {"of_clients": True},
        "fail",
        "",
    ),
}


@pytest.mark.parametrize("name", SIZES)
def test_each_limit_of_the_capacity(name: str) -> None:
    figures, threshold, expected, why = SIZES[name]
    found = verdict(figures, CAPACITY, 1e15, "byte", key="T2", **threshold)
    assert (found.verdict, found.why) == (expected, why)
    is_summed = expected != "not decided" or why not in (TWICE, SIZES["two programs"][3])
    total = sum(one.value for one in figures if one.figure == CAPACITY)
    assert found.measured == (total if is_summed else None)


def counted(*counts: float, part: str = "d") -> list[Printed]:
    return [Printed(f"count of {part}", n, file=f"{k}", unit="1") for k, n in enumerate(counts)]


COUNTS: dict[str, tuple[list[Any], bool, str, float | None, str]] = {
    "all": (counted(6, 4), False, "pass", 10, ""),
    "fewer": (
        counted(6, 3),
        False,
        "not decided",
        9,
        "9 of 10 were counted: add outputs of further servers, or state 'all_servers: true'",
    ),
    "fewer, of all servers": (counted(6, 3), True, "fail", 9, "9 of 10 were counted"),
    "more": (counted(6, 5), False, "fail", 11, "11 of 10 were counted: more than ordered"),
    "of another part": (counted(10, part="e"), True, "not decided", None, "no result was read"),
    "by hand": ([ByHand("T1", "drives", 10, "h")], False, "pass", 10, ""),
    "by hand, fewer": (
        [*counted(10), ByHand("T1", "drives", 9, "h")],
        False,
        "fail",
        9,
        "it isn't what was ordered",
    ),
}


@pytest.mark.parametrize("name", COUNTS)
def test_each_limit_of_the_inventory(name: str) -> None:
    figures, all_servers, expected, measured, why = COUNTS[name]
    agreed = TERMS.model_copy(update={"all_servers": all_servers})
    found = verdict(figures, "drives", 10, "1", key="T1", part="d", terms=agreed)
    assert (found.verdict, found.measured) == (expected, measured)
    assert found.why == why


def by_hand(*values: float, figure: str = WRITE, test: str = "T3") -> list[ByHand]:
    return [ByHand(test, figure, value, "h") for value in values]


HAND: dict[str, tuple[list[ByHand], dict[str, Any], str, float | None, str]] = {
    "five repeats": (by_hand(*[100 * GB] * 5), {}, "pass", 100 * GB, ""),
    "four repeats": (by_hand(*[100 * GB] * 4), {}, "not decided", 100 * GB, "4 of 5 repeats"),
    "a low one": (by_hand(*[102 * GB] * 4, 94 * GB), {}, "fail", 100.4 * GB, LOWEST),
    "another figure, once": (by_hand(5), {"value": 5, "unit": "1"}, "pass", 5, ""),
    "the lowest of another figure": (
        by_hand(6, 4),
        {"value": 5, "unit": "1"},
        "fail",
        4,
        "it is below the threshold",
    ),
    "at most": (by_hand(4, 5), {"value": 5, "unit": "watt", "at_most": True}, "pass", 5, ""),
    "above": (
        by_hand(4, 5.1),
        {"value": 5, "unit": "watt", "at_most": True},
        "fail",
        5.1,
        "it is above the threshold",
    ),
    "above as a rate": (
        by_hand(0.051),
        {"value": 0.05, "unit": "byte/s", "at_most": True},
        "fail",
        0.051,
        "it is above the threshold",
    ),
}


@pytest.mark.parametrize("name", HAND)
def test_each_limit_of_what_is_measured_by_hand(name: str) -> None:
    figures, threshold, expected, measured, why = HAND[name]
    found = verdict(list(figures), **threshold)
    assert (found.verdict, found.measured, found.why) == (
        expected,
        None if measured is None else pytest.approx(measured),
        why,
    )
    assert found.files == ("h",)
    other = verdict(by_hand(100 * GB, test="T4"), **threshold)
    assert other == verdict([], **threshold)


RATES: list[tuple[Printed, str, bool]] = [
    (Printed("creates", 50.0, unit="1/second", kind="mdtest"), "creates", True),
    (Printed("creates", 50.0, unit="1/second", kind="mdtest"), "one client: creates", False),
    (Printed("creates", 50.0, "1", "1/second", "mdtest", "", 1, 4), "creates", False),
    (Printed("creates", 50.0, "1", "1/second", "mdtest", "", 1, 4), "one client: creates", True),
    (Printed(tasks=1, nodes=1), WRITE, True),
    (Printed(tasks=1, nodes=1), f"shared file: {WRITE}", False),
    (Printed(tasks=1, nodes=1), f"one process: {WRITE}", True),
    (Printed(), f"one process: {WRITE}", False),
    (Printed(kind="IO500"), WRITE, False),
    (Printed(kind="IO500"), f"IO500: {WRITE}", True),
    (Printed(), f"IO500: {WRITE}", False),
]


@pytest.mark.parametrize(("figure", "of", "counts"), RATES)
def test_a_result_is_of_all_clients_or_of_one(figure: Printed, of: str, counts: bool) -> None:
    """By the processes that took part; others aren't read."""
    found = verdict([figure], of, 1.0, figure.unit)
    assert bool(found.files) == counts
