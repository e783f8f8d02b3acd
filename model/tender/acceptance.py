"""A plan of acceptance tests from a design and agreed terms, and verdicts on measured results.

A threshold is what the bid commits, else the requirement. What the design only bounds is no
threshold, and a threshold above the bound is refused: no such system can pass.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from model.answers.results import WAYS, Results
from model.answers.states import state_names
from model.errors import quoted
from model.kinds.file_systems import FILE_SYSTEMS
from model.planning.supply import PIECE, Line
from model.records import dataclass, replace
from model.tender.acceptance_commands import (
    bandwidth_commands,
    data_of,
    few_commands,
    io500,
    mdtest,
)
from model.tender.acceptance_terms import Committed, MetadataRates, Rates, Terms
from model.units.figures import percent, show, show_both

ROUNDING = 1e-12
"""Relative error of binary fractions: a figure at a limit reaches it."""
HALF_DIGIT = {"byte/s": 0.005 * 2**20, "1/second": 0.0005}
"""Half of the last digit that is printed: IOR has two decimals of MiB/s, mdtest three of 1/s."""
LEAST_OF_MEAN = 0.95
"""Share of the threshold that each repeat must reach, where the mean reaches it whole."""
VARIABILITY, VARIABILITY_REPEATS = 0.05, 20
"""Spread around the mean, of 20 repeats under load (ORNL, acceptance of Spider)."""
POWER_HOURS = 24
CAPACITY, COMMITTED = "usable capacity", "committed by the bid"
IO500, ONE_CLIENT, ONE_PROCESS, SHARED = "IO500", "one client", "one process", "shared file"
SPREAD = "spread around the mean of the"
PROGRAMS = {"ior": "IOR", "fio": "fio"}
SPARES = "spares"
"""Role of lines of cold spares: these lie on a shelf, where no program counts them."""
COUNTED_KINDS = ("server", "cpu", "memory", "enclosure", "hdd", "ssd")
"""Kinds of parts that outputs of servers count."""
NOT_COUNTED = "in no program's output: count it by hand, and enter it as a measured value"
NO_RESULT = "no result was read"
ACCEPTANCE_PHASE = "acceptance test"
PHASES = {
    "T11": "before delivery",
    "T1": "site integration",
    "T2": "post-delivery test",
    "T3": "post-delivery test",
    "T4": "post-delivery test",
    "T5": "post-delivery test",
}
"""Phases of tests; the others are of the acceptance (UCAR NWSC-2, 5.1 to 5.3, has these phases)."""
OUTPUTS = "Outputs of the programs, with their SHA-256."
RECORD = "A signed record of the measurement, with its source."
BY_SUPPLIER = "The supplier runs the test, the buyer attends."
HEALTHY, FULL = "healthy", "nearly full"
Verdict = Literal["pass", "fail", "not decided"]


@dataclass(frozen=True, slots=True)
class Threshold:
    """A figure that a test must reach, in its base unit, and where it is from."""

    figure: str
    value: float
    unit: str
    origin: str
    at_most: bool = False
    measured: float | None = None
    least: float | None = None
    verdict: Verdict = "not decided"
    why: str = NO_RESULT
    files: tuple[str, ...] = ()
    repeats: int | None = None
    """Repeats of what was measured."""
    part: str = ""
    """Catalog key of what is counted."""
    of_clients: bool = False
    """Whether clients see it, and not servers alone: sizes of pools don't suffice."""
    planned: float | None = None
    """What the plan has in its place, to compare; never what must be reached."""

    is_share: bool = False
    """Whether it is read in percent."""
    is_exact: bool = False
    """Whether neither more nor less is right, as of what was ordered."""
    rounding: float = 0.0
    """What the digits that a program prints may add to what was measured."""

    @property
    def text(self) -> str:
        """The threshold as people read it."""
        shown = show_both(self.value) if self.unit == "byte" else self.said(self.value)
        limit = "exactly" if self.is_exact else "at most" if self.at_most else "at least"
        return f"{self.figure}: {limit} {shown}"

    def said(self, value: float) -> str:
        """Return a value of this figure as people read it."""
        return percent(value, 2) if self.is_share else show(value, self.unit)


@dataclass(frozen=True, slots=True)
class AcceptanceTest:
    """One test: what must be reached, how it is run, and what is missing to decide it."""

    key: str
    title: str
    thresholds: tuple[Threshold, ...]
    procedure: str
    passes: str
    commands: tuple[str, ...] = ()
    missing: str = ""
    repeats: int = 1
    """Repeats that count."""
    duration: float | None = None
    """Seconds that its runs take at most; None where nothing limits them."""

    @property
    def phase(self) -> str:
        """When it is run, as public plans of laboratories divide an acceptance."""
        return PHASES.get(self.key.partition(".")[0], ACCEPTANCE_PHASE)

    @property
    def evidence(self) -> str:
        """What shows its result to others."""
        by_program = bool(self.commands)
        return f"{OUTPUTS} {BY_SUPPLIER}" if by_program else f"{RECORD} {BY_SUPPLIER}"

    @property
    def verdict(self) -> Verdict:
        """Fail if any figure fails; pass if all pass; not decided otherwise."""
        found = {one.verdict for one in self.thresholds}
        if "fail" in found:
            return "fail"
        return "pass" if found == {"pass"} and not self.missing else "not decided"


def acceptance(results: Results, terms: Terms) -> list[AcceptanceTest]:
    """Return the acceptance tests of a design, in their order.

    Raises
    ------
    ValueError
        If a threshold is above what the design can do; the message says which.
    """
    tests = planned_tests(results, terms)
    keys = [test.key for test in tests]
    for name in terms.remedies:
        if name not in keys:
            raise ValueError(f"remedies: no test is called {name}: write one of {', '.join(keys)}")
    if beyond := too_high(results, tests):
        raise ValueError("no such system can pass: " + "; ".join(beyond))
    return tests


def planned_tests(results: Results, terms: Terms) -> list[AcceptanceTest]:
    """Return the acceptance tests of a design, whether or not any such system can pass."""
    return [replace(one, duration=_duration(one, terms)) for one in _tests(results, terms)]


def _duration(test: AcceptanceTest, terms: Terms) -> float | None:
    """Return the most that the runs of a test take: each way and repeat until its time limit."""
    match test.key.partition(".")[0]:
        case "T3" | "T6" | "T7" | "T8":
            return len(WAYS) * test.repeats * terms.stonewall
        case "T4":
            return 2 * len(WAYS) * test.repeats * terms.stonewall
        case "T9":
            return terms.stability
        case "T10":
            return POWER_HOURS * 3600.0
    return None


def too_high(results: Results, tests: Iterable[AcceptanceTest]) -> list[str]:
    """Return the thresholds that are above what the design can do, each with both figures."""
    return [
        f"{one.figure}: {_shown(one.value, one.unit)} is above {what}, {_shown(bound, one.unit)}"
        for test in tests
        for one in test.thresholds
        for what, bound in _bounds(results, one.figure)
        if bound is not None and one.value > bound * (1 + 1e-9)
    ]


def _shown(value: float, unit: str) -> str:
    return show(value, unit)


def _bounds(results: Results, figure: str) -> Iterator[tuple[str, float | None]]:
    """Give what the design can do at most of a figure, where the model says so."""
    if figure == CAPACITY:
        yield "the capacity of the design", results["site", "usable_capacity"]
    for way in ("read", "write"):
        if figure.endswith(f"{way} bandwidth"):
            yield "the upper bound", results["site", f"{way}_bandwidth_bound"]


def _required(results: Results, name: str) -> float | None:
    return next((one.required for one in results.checks if one.name == name), None)


def _threshold(
    results: Results, figure: str, unit: str, committed: float | None, requirement: str = ""
) -> tuple[Threshold, ...]:
    """Return the threshold of a figure: committed, else required; none if neither."""
    planned = _planned(results, figure)
    if committed is not None:
        return (Threshold(figure, committed, unit, COMMITTED, planned=planned),)
    required = _required(results, requirement) if requirement else None
    if required is not None:
        origin = "requirement of the scenario"
        return (Threshold(figure, required, unit, origin, planned=planned),)
    return ()


def _is_parallel(results: Results) -> bool:
    """Whether a file system with servers of metadata lies on the pools."""
    on_pools = {name for name, system in FILE_SYSTEMS.items() if system.of_one_server}
    tiers = results.plan.scenario.tiers
    return any(getattr(tier, "file_system", "") not in on_pools for tier in tiers)


def _planned(results: Results, figure: str) -> float | None:
    """Return what the plan has of a figure; None if it only bounds it."""
    names = {CAPACITY: "usable_capacity", "power": "power"}
    name = names.get(figure, figure.replace(" ", "_"))
    if name not in ("usable_capacity", "power", "read_bandwidth", "write_bandwidth"):
        return None
    is_bound = name.endswith("bandwidth") and results.is_at_most("site", name)
    return None if is_bound else results.values.get(("site", name))


def _missing(thresholds: Sequence[Threshold], what: str) -> str:
    return "" if thresholds else f"no threshold: state {what} of the bid"


def _tests(results: Results, terms: Terms) -> Iterator[AcceptanceTest]:
    committed = terms.committed
    yield _inventory(results)
    capacity = tuple(
        replace(one, of_clients=_is_parallel(results))
        for one in _threshold(results, CAPACITY, "byte", committed.capacity, "capacity")
    )
    yield AcceptanceTest(
        "T2",
        "Capacity",
        capacity,
        "Read the size of the empty file system in bytes with df, and on ZFS also with "
        "zfs list -p.",
        "At least the threshold; the report states the difference from the plan.",
        (f"lfs df {terms.directory}", "zfs list -p", f"df -B1 {terms.directory}"),
        _missing(capacity, "'committed.capacity'"),
    )
    yield from _bandwidths(results, terms)
    rates = (
        *_metadata(committed, ""),
        *_metadata(committed.one_client, f"{ONE_CLIENT}: "),
        *(
            Threshold(f"{IO500}: {phase} rate", rate, "1/second", COMMITTED)
            for phase, rate in committed.io500_rates.items()
        ),
    )
    yield AcceptanceTest(
        "T5",
        "Metadata",
        rates,
        f"mdtest with a directory for each process, {terms.files_per_process} files each, by all "
        f"clients; each process stats files that another client created, to bypass client caches. "
        f"Then by one client.",
        _mean_rule(),
        (
            mdtest(terms),
            mdtest(terms, one_client=True),
            *(io500(terms) if committed.io500_rates else ()),
        ),
        _missing(rates, "'committed.creates', 'stats' or 'removes'"),
        terms.repeats,
    )
    yield from _states(results, terms)
    filled = _rates(committed.filled, "at the fill limit")
    yield AcceptanceTest(
        "T7",
        "Filled file system",
        filled,
        "Fill to the fill limit with files of the planned size, remove a tenth of them at random "
        "and write them again; then as T3.",
        _mean_rule(),
        bandwidth_commands(terms, "T7"),
        _missing(filled, "'committed.filled'"),
        terms.repeats,
    )
    yield AcceptanceTest(
        "T8",
        "Variability",
        tuple(
            Threshold(
                f"{SPREAD} {way} bandwidth",
                VARIABILITY,
                "1",
                "ORNL, Spider",
                at_most=True,
                is_share=True,
            )
            for way in WAYS
        ),
        f"{VARIABILITY_REPEATS} repeats of T3 on at least 90 % of the clients.",
        "Each repeat is within this spread around the mean.",
        bandwidth_commands(terms, "T8", VARIABILITY_REPEATS),
        repeats=VARIABILITY_REPEATS,
    )
    yield _stability(terms)
    power = _threshold(results, "power", "watt", committed.power, "power")
    yield AcceptanceTest(
        "T10",
        "Power and heat",
        (
            *(replace(one, at_most=True) for one in power),
            *_typical(committed.typical_power),
        ),
        f"Metered at the PDUs: idle, in T3, and over {POWER_HOURS} hours.",
        "At most the threshold; typical power at most 5 % above what is committed.",
        (),
        _missing(power, "'committed.power'"),
    )
    racks = _required(results, "racks")
    yield AcceptanceTest(
        "T11",
        "Site",
        () if racks is None else (_at_most("racks", racks),),
        "Count racks; measure depth, doors, floor load and lift before delivery.",
        "Fits, and at most the required number of racks.",
        (),
        "" if racks is not None else "no threshold: the scenario requires no number of racks",
    )
    yield AcceptanceTest(
        "T12",
        "Integrity",
        (Threshold("files that differ", 0, "1", "definition: all files are equal", at_most=True),),
        "Write files with checksums. Cut the power of a server, then of an enclosure, while "
        "further files are written. Restore power, then read and compare all files.",
        "All files whose writes were confirmed are unchanged.",
        (f"sha256sum --check {terms.directory}/SHA256SUMS",),
    )


def _metadata(rates: Committed | MetadataRates, how: str) -> Iterator[Threshold]:
    """Give the thresholds of metadata rates."""
    for figure, rate in (
        ("file creation rate", rates.creates),
        ("file stat rate", rates.stats),
        ("file removal rate", rates.removes),
    ):
        if rate is not None:
            yield Threshold(f"{how}{figure}", rate, "1/second", COMMITTED)


def _typical(power: float | None) -> tuple[Threshold, ...]:
    """Return the threshold of typical power, which may be a little above the committed one."""
    if power is None:
        return ()
    origin = f"{COMMITTED}, and {VARIABILITY:.0%} for the meter"
    value = power * (1 + VARIABILITY)
    return (Threshold("typical power", value, "watt", origin, at_most=True),)


def _at_most(figure: str, value: float) -> Threshold:
    return Threshold(figure, value, "1", "requirement of the scenario", at_most=True)


def _inventory(results: Results) -> AcceptanceTest:
    lines = [
        one for one in results.bill if one.count and one.line.unit == PIECE and not one.line.option
    ]
    unknown = [one for one in results.bill if one.count is None]
    return AcceptanceTest(
        "T1",
        "Inventory",
        tuple(
            Threshold(
                f"{one.line.name} ({one.line.tier})" if one.line.tier else one.line.name,
                one.count or 0.0,
                "1",
                "bill of materials",
                part=one.line.part if _is_counted(one.line) else "",
                why=NO_RESULT if _is_counted(one.line) else NOT_COUNTED,
                is_exact=True,
            )
            for one in lines
        ),
        "Count by position; record serial numbers and firmware. Outputs of all servers count "
        "drives, enclosures, servers, processors and memory modules. Count cables, adapters, "
        "switches, racks and cold spares by hand.",
        "The delivery matches the order.",
        (
            "lsblk -J -b -o NAME,MODEL,SERIAL,WWN,SIZE,TYPE,ROTA,TRAN,MOUNTPOINT",
            "dmidecode",
        ),
        f"{len(unknown)} lines have no known count" if unknown else "",
    )


def _is_counted(line: Line) -> bool:
    """Whether outputs of servers count the pieces of a line, by its part of the catalog."""
    return line.role != SPARES and bool(line.part) and line.kind in COUNTED_KINDS


def _bandwidths(results: Results, terms: Terms) -> Iterator[AcceptanceTest]:
    committed = terms.committed
    sequential = (
        *_threshold(
            results,
            "write bandwidth",
            "byte/s",
            committed.write_bandwidth,
            "write_bandwidth",
        ),
        *_threshold(
            results, "read bandwidth", "byte/s", committed.read_bandwidth, "read_bandwidth"
        ),
        *(
            Threshold(f"{IO500}: {phase} bandwidth", rate, "byte/s", COMMITTED)
            for phase, rate in committed.io500_bandwidths.items()
        ),
    )
    size = (
        "direct I/O, so that no cache counts"
        if terms.direct
        else f"{show(data_of(terms), 'byte')} written, twice all memory"
    )
    transfers = show(terms.transfer_size, "byte", binary=True)
    procedure = (
        f"{PROGRAMS[terms.benchmark]}, one file per process: {terms.clients} clients x "
        f"{terms.processes_per_client} processes, {transfers} transfers; {size}; "
        f"{show(terms.stonewall, 'second')} per phase; {terms.repeats} repeats."
        f"{_too_short(sequential, terms)}"
    )
    yield AcceptanceTest(
        "T3",
        "Sequential write and read",
        sequential,
        procedure,
        _mean_rule(),
        (
            *bandwidth_commands(terms, "T3"),
            *(io500(terms) if committed.io500_bandwidths else ()),
        ),
        _missing(sequential, "'committed.write_bandwidth' and 'read_bandwidth'"),
        terms.repeats,
    )
    few = (
        *_ways(committed.shared_write, committed.shared_read, SHARED),
        *_ways(committed.stream_write, committed.stream_read, ONE_PROCESS),
    )
    yield AcceptanceTest(
        "T4",
        "Shared file, single stream",
        few,
        "As T3, with one file for all processes; then one process alone, with twice the memory of "
        f"its client and of the servers.{_too_short(few, terms)}",
        _mean_rule(),
        few_commands(terms),
        _missing(few, "'committed.shared_write', 'stream_write' and so on"),
        terms.repeats,
    )


def _too_short(thresholds: Iterable[Threshold], terms: Terms) -> str:
    """Say so if a system that just passes can't move the data within the time limit."""
    times = [
        data_of(terms, 1 if one.figure.startswith(ONE_PROCESS) else None) / one.value
        for one in thresholds
        if one.value > 0
    ]
    if max(times, default=0.0) <= terms.stonewall:
        return ""
    needed = f"State 'stonewall: {math.ceil(max(times) / 60) * 60} s'"
    if terms.direct:
        return f" Too short at the lowest threshold: less is moved than agreed. {needed}."
    return f" Too short at the lowest threshold: caches may count. {needed} or 'direct: true'."


def _rates(rates: Rates | None, how: str) -> tuple[Threshold, ...]:
    return () if rates is None else _ways(rates.write, rates.read, how)


def _ways(write: float | None, read: float | None, how: str) -> tuple[Threshold, ...]:
    return tuple(
        Threshold(f"{how}: {way} bandwidth", rate, "byte/s", COMMITTED)
        for way, rate in (("write", write), ("read", read))
        if rate is not None
    )


def _states(results: Results, terms: Terms) -> Iterator[AcceptanceTest]:
    """Give a test of each degraded state of the data tiers; the full one has its own."""
    names = states_to_try(results)
    unknown = [name for name in terms.committed.states if name not in names]
    if unknown:
        raise ValueError(
            f"committed.states: the design has no state {', '.join(map(quoted, unknown))}; "
            f"write {', '.join(map(quoted, names))}"
        )
    for n, name in enumerate(names):
        found = _rates(terms.committed.states.get(name), name)
        if name.startswith("server") and terms.committed.failover_time is not None:
            time = terms.committed.failover_time
            limit = Threshold("takeover time", time, "second", COMMITTED, at_most=True)
            found = (*found, limit)
        yield AcceptanceTest(
            f"T6.{n + 1}",
            f"State: {name}",
            found,
            "T3 during the state: pull the part or start the rebuild under load, and restore it "
            "afterwards.",
            "At least the threshold of the state; no data lost.",
            bandwidth_commands(terms, f"T6.{n + 1}"),
            _missing(found, f"'committed.states' with '{name}'"),
            terms.repeats,
        )


def states_to_try(results: Results) -> list[str]:
    """Return the states in which bandwidth is tested: all but the healthy and the full one."""
    found = (
        name
        for _, path in results.tiers()
        if path.startswith("site/tiers:")
        for name in state_names(results, path)
    )
    return [name for name in dict.fromkeys(found) if name not in (HEALTHY, FULL)]


def _stability(terms: Terms) -> AcceptanceTest:
    availability = terms.committed.availability
    missing = [
        what
        for what, value in (
            ("'stability'", terms.stability),
            ("'committed.availability'", availability),
        )
        if value is None
    ]
    days = "" if terms.stability is None else f" for {show(terms.stability, 'second')}"
    thresholds = (
        ()
        if availability is None
        else (Threshold("availability", availability, "1", COMMITTED, is_share=True),)
    )
    return AcceptanceTest(
        "T9",
        "Stability",
        thresholds,
        f"Mixed load{days}; availability is 1 less lost time over total, weighted by the share of "
        f"data or clients that lose access.",
        "At least the threshold.",
        (),
        f"{'no threshold: ' * (availability is None)}state {' and '.join(missing)}"
        if missing
        else "",
    )


def _mean_rule() -> str:
    share = f"{100 * LEAST_OF_MEAN:g} %"
    return f"The mean reaches the threshold, the lowest repeat {share} of it; all caches are named."
