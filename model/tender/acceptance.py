"""A plan of acceptance tests from a design and agreed terms, and verdicts on measured results.

A threshold is what the bid commits, else the requirement. What the design only bounds is no
threshold, and a threshold above the bound is refused: no such system can pass.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

from model.answers.results import Results
from model.answers.states import state_names
from model.errors import quoted
from model.planning.supply import PIECE
from model.records import dataclass, replace
from model.tender.acceptance_terms import REMEDIES, Rates, Terms
from model.units.figures import show, show_both

LEAST_OF_MEAN = 0.95
"""Share of the threshold that each repeat must reach, where the mean reaches it whole."""
MEMORIES = 2
"""Multiple of the memory of servers and clients that a test writes, so that caches don't count."""
VARIABILITY, VARIABILITY_REPEATS = 0.05, 20
"""Spread around the mean, of 20 repeats under load (ORNL, acceptance of Spider)."""
POWER_HOURS = 24
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
    why: str = "no result was read"
    files: tuple[str, ...] = ()
    repeats: int | None = None
    """Repeats of what was measured."""

    @property
    def text(self) -> str:
        """The threshold as people read it."""
        shown = show_both(self.value) if self.unit == "byte" else show(self.value, self.unit)
        return f"{self.figure}: at {'most' if self.at_most else 'least'} {shown}"


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

    @property
    def verdict(self) -> Verdict:
        """Fail if any figure fails; pass if all pass; not decided otherwise."""
        found = {one.verdict for one in self.thresholds}
        if "fail" in found:
            return "fail"
        return "pass" if found == {"pass"} and not self.missing else "not decided"


class Figure(Protocol):
    """A figure that a benchmark printed."""

    @property
    def figure(self) -> str:
        """Its name, such as 'write bandwidth'; 'min write bandwidth' is the lowest repeat."""

    @property
    def value(self) -> float:
        """Its value in the base unit."""

    @property
    def file(self) -> str:
        """The file that it was read from."""

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """Parameters of the run."""


def acceptance(results: Results, terms: Terms) -> list[AcceptanceTest]:
    """Return the acceptance tests of a design, in their order.

    Raises
    ------
    ValueError
        If a threshold is above what the design can do; the message says which.
    """
    tests = [*_tests(results, terms)]
    too_high = [
        f"{one.figure}: {_shown(one.value, one.unit)} is above {what}, {_shown(bound, one.unit)}"
        for test in tests
        for one in test.thresholds
        for what, bound in _bounds(results, one.figure)
        if bound is not None and one.value > bound * (1 + 1e-9)
    ]
    if too_high:
        raise ValueError("no such system can pass: " + "; ".join(too_high))
    return tests


def _shown(value: float, unit: str) -> str:
    return show(value, unit)


def _bounds(results: Results, figure: str) -> Iterator[tuple[str, float | None]]:
    """Give what the design can do at most of a figure, where the model says so."""
    if figure == "usable capacity":
        yield "the capacity of the design", results["site", "usable_capacity"]
    for way in ("read", "write"):
        if figure.endswith(f"{way} bandwidth"):
            bound = f"{way}_bandwidth_bound"
            if not results.is_at_most("site", bound):
                yield "the upper bound", results["site", bound]


def _required(results: Results, name: str) -> float | None:
    return next((one.required for one in results.checks if one.name == name), None)


def _threshold(
    results: Results, figure: str, unit: str, committed: float | None, requirement: str = ""
) -> tuple[Threshold, ...]:
    """Return the threshold of a figure: committed, else required; none if neither."""
    if committed is not None:
        return (Threshold(figure, committed, unit, "committed by the bid"),)
    required = _required(results, requirement) if requirement else None
    if required is not None:
        return (Threshold(figure, required, unit, "requirement of the scenario"),)
    return ()


def _missing(thresholds: Sequence[Threshold], what: str) -> str:
    return "" if thresholds else f"no threshold: state {what} of the bid"


def _tests(results: Results, terms: Terms) -> Iterator[AcceptanceTest]:
    committed = terms.committed
    yield _inventory(results)
    capacity = _threshold(results, "usable capacity", "byte", committed.capacity, "capacity")
    yield AcceptanceTest(
        "T2",
        "Capacity",
        capacity,
        "Read the size of the empty file system in bytes with df, and on ZFS also with "
        "zfs list -p.",
        "At least the threshold; the report states the difference from the plan.",
        (f"df -B1 {terms.directory}",),
        _missing(capacity, "'committed.capacity'"),
    )
    yield from _bandwidths(results, terms)
    rates = tuple(
        threshold
        for figure, rate in (
            ("file creation rate", committed.creates),
            ("file stat rate", committed.stats),
            ("file removal rate", committed.removes),
        )
        for threshold in _threshold(results, figure, "1/second", rate)
    )
    yield AcceptanceTest(
        "T5",
        "Metadata",
        rates,
        f"mdtest with a directory for each process, {terms.files_per_process} files each, by all "
        f"clients; each process stats files that another client created, to bypass client caches.",
        _mean_rule(),
        (mdtest(terms),),
        _missing(rates, "'committed.creates', 'stats' or 'removes'"),
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
        (ior(terms),),
        _missing(filled, "'committed.filled'"),
    )
    yield AcceptanceTest(
        "T8",
        "Variability",
        (Threshold("spread around the mean", VARIABILITY, "1", "ORNL, Spider", at_most=True),),
        f"{VARIABILITY_REPEATS} repeats of T3 on at least 90 % of the clients.",
        "Each repeat is within this spread around the mean.",
        (ior(replace_repeats(terms, VARIABILITY_REPEATS)),),
    )
    yield _stability(terms)
    power = _threshold(results, "power", "watt", committed.power, "power")
    yield AcceptanceTest(
        "T10",
        "Power and heat",
        tuple(replace(one, at_most=True) for one in power),
        f"Metered at the PDUs: idle, in T3, and over {POWER_HOURS} hours.",
        "At most the threshold.",
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


def _at_most(figure: str, value: float) -> Threshold:
    return Threshold(figure, value, "1", "requirement of the scenario", at_most=True)


def _inventory(results: Results) -> AcceptanceTest:
    lines = [one for one in results.bill if one.count and one.line.unit == PIECE]
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
            )
            for one in lines
        ),
        "Count by position; record serial numbers and firmware.",
        "The delivery matches the order.",
        (),
        f"{len(unknown)} lines have no known count" if unknown else "",
    )


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
    )
    size = (
        "direct I/O, so that no cache counts"
        if terms.direct
        else f"{show(data_of(terms), 'byte')} written, twice the memory of servers and clients"
    )
    procedure = (
        f"IOR, one file per process, {terms.clients} clients x {terms.processes_per_client} "
        f"processes, transfers of {show(terms.transfer_size, 'byte', binary=True)}; {size}; each "
        f"phase stops after {show(terms.stonewall, 'second')}; {terms.repeats} repeats."
    )
    yield AcceptanceTest(
        "T3",
        "Sequential write and read",
        sequential,
        procedure,
        _mean_rule(),
        (ior(terms),),
        _missing(sequential, "'committed.write_bandwidth' and 'read_bandwidth'"),
    )
    few = (
        *_rates(Rates(read=committed.shared_read, write=committed.shared_write), "shared file"),
        *_rates(Rates(read=committed.stream_read, write=committed.stream_write), "one process"),
    )
    yield AcceptanceTest(
        "T4",
        "Shared file, single stream",
        few,
        "As T3, with one file for all processes; then one process alone.",
        _mean_rule(),
        (ior(terms, shared=True), ior(terms, alone=True)),
        _missing(few, "'committed.shared_write', 'stream_write' and so on"),
    )


def _rates(rates: Rates | None, how: str) -> tuple[Threshold, ...]:
    found = () if rates is None else (("write", rates.write), ("read", rates.read))
    return tuple(
        Threshold(f"{how}: {way} bandwidth", rate, "byte/s", "committed by the bid")
        for way, rate in found
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
            limit = Threshold("takeover time", time, "second", "committed by the bid", at_most=True)
            found = (*found, limit)
        yield AcceptanceTest(
            f"T6.{n + 1}",
            f"State: {name}",
            found,
            "T3 during the state: pull the part or start the rebuild under load, and restore it "
            "afterwards.",
            "At least the threshold of the state; no data lost.",
            (ior(terms),),
            _missing(found, f"'committed.states' with '{name}'"),
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
        for what, value in (("'stability'", terms.stability), ("'availability'", availability))
        if value is None
    ]
    days = "" if terms.stability is None else f" for {show(terms.stability, 'second')}"
    thresholds = (
        ()
        if availability is None
        else (Threshold("availability", availability, "1", "committed by the bid"),)
    )
    return AcceptanceTest(
        "T9",
        "Stability",
        thresholds,
        f"Mixed load{days}; availability is 1 less lost time over total, weighted by the share of "
        f"data or clients that lose access.",
        "At least the threshold.",
        (),
        f"state {' and '.join(missing)}" if missing else "",
    )


def _mean_rule() -> str:
    share = f"{100 * LEAST_OF_MEAN:g} %"
    return (
        f"The mean reaches the threshold, and the lowest repeat reaches {share} of it; the report "
        f"names all caches."
    )


def data_of(terms: Terms) -> float:
    """Return the bytes that a bandwidth test writes: twice all memory, unless it is direct.

    Raises
    ------
    ValueError
        If the memory of the servers is needed and unknown.
    """
    if terms.direct:
        return MEMORIES * terms.clients * terms.client_memory
    if terms.server_memory is None:
        raise ValueError(
            "the memory of the storage servers is unknown: state 'server_memory', or 'direct: true'"
        )
    return MEMORIES * (terms.clients * terms.client_memory + terms.server_memory)


def ior(terms: Terms, *, shared: bool = False, alone: bool = False) -> str:
    """Return the command line of IOR: one file per process, one shared file, or one process."""
    processes = 1 if alone else terms.clients * terms.processes_per_client
    transfers = math.ceil(data_of(terms) / processes / terms.transfer_size - 1e-9)
    block = transfers * terms.transfer_size
    words = [
        f"mpirun -np {processes}" + (f" --map-by ppr:{terms.processes_per_client}:node"
                                     if not alone else ""),
        "ior -a POSIX -w -r -C -e",
        *([] if shared or alone else ["-F"]),
        *(["--posix.odirect"] if terms.direct else []),
        f"-t {terms.transfer_size:.0f} -b {block:.0f}",
        f"-D {terms.stonewall:.0f} -i {terms.repeats}",
        f"-o {terms.directory}/ior",
    ]  # fmt: skip
    return " ".join(words)


def mdtest(terms: Terms) -> str:
    """Return the command line of mdtest: stats by the process of another client."""
    return (
        f"mpirun -np {terms.clients * terms.processes_per_client} "
        f"--map-by ppr:{terms.processes_per_client}:node mdtest -F -u "
        f"-n {terms.files_per_process} -N {terms.processes_per_client} -i {terms.repeats} "
        f"-d {terms.directory}/mdtest"
    )


def replace_repeats(terms: Terms, repeats: int) -> Terms:
    """Return the terms with another number of repeats."""
    return terms.model_copy(update={"repeats": repeats})


def remedy_of(terms: Terms) -> str:
    """Return the remedy that is agreed; a gap to fill if none is."""
    return REMEDIES[terms.remedy] if terms.remedy else "No remedy is agreed: choose 'remedy'."


def judged(
    tests: Sequence[AcceptanceTest], figures: Sequence[Figure], terms: Terms
) -> list[AcceptanceTest]:
    """Return the tests with verdicts on sequential bandwidths and metadata rates.

    Other thresholds stay not decided: a benchmark's output doesn't say in which state it was run.
    """
    return [
        replace(test, thresholds=tuple(_judged(one, figures, terms) for one in test.thresholds))
        if test.key in ("T3", "T5")
        else test
        for test in tests
    ]


def _judged(threshold: Threshold, figures: Sequence[Figure], terms: Terms) -> Threshold:
    means = [one for one in figures if one.figure == threshold.figure]
    if not means:
        return threshold
    files = tuple(sorted({one.file for one in means}))
    if len(means) > 1:
        return replace(
            threshold, files=files, why="several results were read: pass those of one run only"
        )
    [mean] = means
    lows = [
        one.value
        for one in figures
        if one.figure == f"min {threshold.figure}" and one.file == mean.file
    ]
    least = lows[0] if len(lows) == 1 else None
    details = dict(mean.details)
    repeats = int(details.get("repetitions", details.get("iterations", "1")))
    found = replace(threshold, measured=mean.value, least=least, files=files, repeats=repeats)
    if mean.value < threshold.value:
        return replace(found, verdict="fail", why="the mean is below the threshold")
    if least is not None and least < LEAST_OF_MEAN * threshold.value:
        return replace(
            found, verdict="fail", why="the lowest repeat is below 95 % of the threshold"
        )
    if repeats < terms.repeats:
        return replace(found, why=f"{repeats} repeats of {terms.repeats}")
    if least is None:
        return replace(found, why="the output has no lowest repeat")
    if (
        threshold.unit == "byte/s"
        and details.get("access", "file-per-process") != "file-per-process"
    ):
        return replace(found, why="it isn't one file per process")
    return replace(found, verdict="pass", why="")
