"""Verdicts of acceptance tests: pass, fail or not decided, by what was measured.

A benchmark's output doesn't say in which state of the system it ran: results count for T3, T5 and
the inventory unless they are given for another test. Repeats may stand in one file or in several.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Protocol

from model.records import NamedTuple, dataclass, replace
from model.tender.acceptance import (
    CAPACITY,
    HALF_DIGIT,
    IO500,
    LEAST_OF_MEAN,
    ONE_CLIENT,
    ONE_PROCESS,
    ROUNDING,
    SHARED,
    SPREAD,
    AcceptanceTest,
    Threshold,
)
from model.tender.acceptance_commands import data_of, processes_of
from model.tender.acceptance_terms import Terms
from model.tender.fio_options import differences, is_direct
from model.units.brief import several
from model.units.figures import UnitError, parse, percent, show

OF_ANY = ("T1", "T2", "T3", "T5")
"""Tests that results count for which are given for none."""
SHARE_OF_CLIENTS = 0.9
"""Share of the clients that are in use where variability is measured."""
TIME_LIMIT = "stonewallingTime"
"""What IOR calls the seconds after which a phase stops."""
PRINTS_ITS_LIMIT = (3, 2)
"""Version of IOR from which outputs state the limit (github.com/hpc/ior, src/ior-output.c)."""
DIGITS = 10
"""Digits of a time limit, at most: a longer one is none."""
ROUNDED = 0.01
"""Sizes of outputs are rounded to about this share."""
PRINTED = 1e-3
"""Relative error of rounded means and repeats of one table, at most."""
SAME = 1e-7
"""Relative difference of one run's figures in two outputs; of two runs, they differ by more."""
EACH_ITS_FILE = "file-per-process"
"""What IOR calls the access of processes that have a file each."""
EMPTY = 0.001
"""Share in use of a file system that still counts as empty."""
FIO, TIME = "fio", "time"
"""Kind of figures of fio, and when their output was printed."""
DF = "df"
"""Kind of the size of the file system of a directory, as df prints it."""
POOLS = "zfs list"
"""Kind of sizes of pools, among which may be those of metadata."""
COUNTED, USED = "count of", "bytes in use"
"""Figures of the inventory, by catalog key, and of the file system."""


class Figure(Protocol):
    """A figure that a program printed, or somebody measured."""

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
    def unit(self) -> str:
        """Its base unit."""

    @property
    def kind(self) -> str:
        """The program."""

    @property
    def case(self) -> str:
        """What tells several figures of one file apart."""

    @property
    def nodes(self) -> int | None:
        """Clients that took part, as far as they are stated."""

    @property
    def tasks(self) -> int | None:
        """Processes, as far as they are stated."""

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """Parameters of the run."""

    @property
    def note(self) -> str:
        """A caveat of the program."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """A figure that somebody measured, or read from a meter."""

    test: str
    figure: str
    value: float
    file: str
    unit: str = ""
    kind: str = "by hand"
    case: str = ""
    nodes: int | None = None
    tasks: int | None = None
    details: tuple[tuple[str, str], ...] = ()
    note: str = ""


class Run(NamedTuple):
    """What one file says of a figure."""

    mean: float
    least: float | None
    most: float | None
    repeats: int
    of: Figure
    parts: tuple[Figure, ...] = ()
    """Figures of each client, where this is their sum."""

    @property
    def jobs(self) -> tuple[Figure, ...]:
        """What states the options of the run: each client's figure, or else its own."""
        return self.parts or (self.of,)


def judged(
    tests: Sequence[AcceptanceTest],
    figures: Sequence[Figure],
    terms: Terms,
    of_tests: Mapping[str, str] | None = None,
) -> list[AcceptanceTest]:
    """Return the tests with their verdicts.

    Parameters
    ----------
    of_tests
        Files that are results of one test alone, and its key.
    """
    given = of_tests or {}
    found = []
    for test in tests:
        own = [one for one in figures if _counts(one, test.key, given)]
        if test.key == "T1":
            thresholds = _inventory(test.thresholds, own, terms)
        elif test.key == "T2" and not any(isinstance(one, ByHand) for one in own):
            thresholds = _capacity(test.thresholds, own)
        else:
            thresholds = [_judged(test, one, own, terms) for one in test.thresholds]
        found.append(replace(test, thresholds=tuple(thresholds)))
    return found


def _counts(one: Figure, test: str, given: Mapping[str, str]) -> bool:
    """Whether a figure is a result of a test."""
    if isinstance(one, ByHand):
        return one.test == test
    return given.get(one.file, test if test in OF_ANY else "") == test


def _judged(
    test: AcceptanceTest, threshold: Threshold, figures: Sequence[Figure], terms: Terms
) -> Threshold:
    """Judge a threshold by all files that say something of it."""
    name = threshold.figure
    by_hand = [one for one in figures if isinstance(one, ByHand) and one.figure == name]
    if by_hand:
        return _by_hand(threshold, by_hand, test.repeats if not threshold.at_most else 1)
    if name.startswith(SPREAD):
        name = name.removeprefix(SPREAD).strip()
    how, colon, rest = name.partition(": ")
    name = rest if colon else name
    if how == IO500:
        figures = [one for one in figures if one.kind == IO500]
    else:
        figures = [one for one in figures if one.kind != IO500 and _is_of(one, how, terms)]
    runs, why = _runs(name, figures)
    if not runs and not why:
        return threshold
    used = [one.of for one in runs] or [one for one in figures if one.figure.endswith(name)]
    found = replace(threshold, files=tuple(sorted({one.file for one in used})))
    wanted = {ONE_PROCESS: 1, ONE_CLIENT: terms.processes_per_client}
    processes = wanted.get(how, processes_of(terms))
    why = why or next(
        (text for one in runs for text in _not_as_agreed(one, threshold, terms, processes)), ""
    )
    if why:
        return replace(found, why=why)
    judge = _spread if threshold.figure.startswith(SPREAD) else _by_mean
    return _without_caches(judge(found, runs, test.repeats), runs, terms, processes)


def _without_caches(
    found: Threshold, runs: Sequence[Run], terms: Terms, processes: int
) -> Threshold:
    """Decide nothing where caches may count, but what fails even with them."""
    if found.unit == "1/second" or runs[0].of.kind == IO500:
        return found
    is_rate = not found.figure.startswith(SPREAD)
    if found.verdict == "fail" and is_rate:
        return found
    why = next((text for run in runs for text in _of_caches(run, terms, processes)), "")
    return replace(found, verdict="not decided", why=why) if why else found


def _of_caches(run: Run, terms: Terms, processes: int) -> Iterator[str]:
    """Say why caches may count in a run: too few bytes, as far as they are known."""
    details = dict(run.of.details)
    is_fio = run.of.kind == FIO
    if terms.direct:
        options = [dict(one.details) for one in run.jobs]
        if any(not is_direct(one) if is_fio else one.get("direct") == "0" for one in options):
            yield "it ran without direct I/O: caches may count"
    if run.of.kind == "IOR" and _hides_its_limit(details):
        if not terms.direct:
            yield (
                "IOR before 3.2 doesn't print its time limit, so caches may count: repeat it with "
                "a later version, or agree on direct I/O"
            )
        return
    moved, needed = _moved(run), data_of(terms, processes) * (1 - ROUNDED)
    if terms.direct and run.of.tasks is not None:
        needed *= min(1.0, run.of.tasks / processes)  # where variability is measured
    if moved is None:
        if is_fio or not terms.direct:
            instead = "repeat it" if terms.direct else "agree on direct I/O, or repeat it"
            yield f"the output doesn't state how much was moved: {instead}"
    elif moved < needed and terms.direct:
        yield "it moved less than agreed: twice the memory of the clients"
    elif moved < needed:
        yield "it moved less than twice the memory of servers and clients: caches may count"


def _hides_its_limit(details: Mapping[str, str]) -> bool:
    """Whether an output doesn't say if a time limit stopped the run."""
    version = details.get("version", "").split(".")[:2]
    numbers = tuple(_count(one) for one in version)
    return TIME_LIMIT not in details and len(numbers) == 2 and numbers < PRINTS_ITS_LIMIT


def _moved(run: Run) -> float | None:
    """Return the bytes that a run moved; None if unknown."""
    one, details = run.of, dict(run.of.details)
    if one.kind == FIO:
        return _bytes(details.get("io_bytes", ""))
    block, segments = _bytes(details.get("blocksize", "")), details.get("segments", "1")
    if block is None or one.tasks is None:
        return None
    moved = block * one.tasks * (_count(segments) or 1)
    limit = _count(details.get(TIME_LIMIT, ""))
    return min(moved, run.mean * limit) if limit else moved


def _count(text: str) -> int:
    """Return a number of seconds or segments; 0 if it is none, or too large to be one."""
    return int(text) if text.isdecimal() and len(text) < DIGITS else 0


def _is_of(one: Figure, how: str, terms: Terms) -> bool:
    """Whether a figure is of one shared file, of one process or client, or of all."""
    is_alone = one.tasks == 1
    if how in (SHARED, ONE_PROCESS):
        return is_alone == (how == ONE_PROCESS)
    if one.unit == "1/second" and terms.clients > 1:
        return (one.tasks == terms.processes_per_client) == (how == ONE_CLIENT)
    return True


def _runs(name: str, figures: Sequence[Figure]) -> tuple[list[Run], str]:
    """Return what each file says of a figure; and why it can't be said, if so."""
    runs: list[Run] = []
    for file in dict.fromkeys(one.file for one in figures):
        of_file = [one for one in figures if one.file == file]
        named = [one for one in of_file if one.figure == name and one.value > 0]
        means = _whole(named)
        if len(means) > 1:
            return [], _several(means)
        if not means and any(one.figure in (f"min {name}", f"max {name}") for one in of_file):
            return [], "the output has no mean above 0: give the whole output of the run"
        for mean in means:
            low, high = (
                [one.value for one in of_file if one.figure == f"{end} {name}"]
                for end in ("min", "max")
            )
            repeats = _repeats(mean)
            only = [mean.value] if repeats == 1 else []
            least, most = (found or only for found in (low, high))
            one = (least[0] if len(least) == 1 else None, most[0] if len(most) == 1 else None)
            parts = tuple(each for each in named if each not in means)
            runs.append(Run(mean.value, *one, repeats, mean, parts))
    if _has_repeated(runs):
        return runs, "two files state the same figure: give the output of each run once"
    return runs, ""


def _several(means: Sequence[Figure]) -> str:
    """Say what to do about several results in one file."""
    if all(one.kind == FIO for one in means):
        return (
            f"fio printed {len(means)} jobs without their sum: run them with group_reporting, and "
            "several clients with --client"
        )
    return "a file has several results of it: give each run in a file of its own"


def _has_repeated(runs: Sequence[Run]) -> bool:
    """Whether two files state the same figure, but for those of fio that state other times."""
    ordered = sorted(runs, key=lambda run: run.mean)
    for n, one in enumerate(ordered):
        for other in ordered[n + 1 :]:
            if other.mean - one.mean > SAME * other.mean:
                break
            times = [
                dict(run.of.details).get(TIME) if run.of.kind == FIO else None
                for run in (one, other)
            ]
            if None in times or times[0] == times[1]:
                return True
    return False


def _whole(means: list[Figure]) -> list[Figure]:
    """Return the sum of all clients, where fio prints it beside each of them."""
    if len(means) < 2:
        return means
    sums = [one for one in means if one.case == "All clients"]
    return sums or means


def _repeats(one: Figure) -> int:
    details = dict(one.details)
    stated = details.get("repetitions", details.get("iterations", "1"))
    return int(stated) if stated.isdigit() and len(stated) < 6 else 1


def _not_as_agreed(run: Run, threshold: Threshold, terms: Terms, wanted: int) -> Iterator[str]:
    """Say why a run isn't one of the agreed test."""
    one = run.of
    details = dict(one.details)
    if one.note and one.kind != IO500:
        yield one.note
    least, most = run.least or run.mean, run.most or run.mean
    if not least * (1 - PRINTED) <= run.mean <= most * (1 + PRINTED):
        yield "its mean isn't between the lowest and the highest repeat: give the original output"
    if run.parts and run.mean > sum(part.value for part in run.parts) * (1 + PRINTED):
        yield "its sum is more than its clients moved: give the original output"
    if "invalid" in one.note:
        yield "the IO500 calls it invalid"
    enough = wanted
    if threshold.figure.startswith(SPREAD):
        enough = int(SHARE_OF_CLIENTS * wanted)
    if one.tasks is not None and not enough <= one.tasks <= wanted:
        yield f"it ran with {one.tasks} process{'es' * (one.tasks != 1)}, and {wanted} are agreed"
    nodes = 1 if threshold.figure.startswith((ONE_PROCESS, ONE_CLIENT)) else terms.clients
    least_nodes = math.floor(SHARE_OF_CLIENTS * nodes) if enough < wanted else nodes
    if one.nodes is not None and one.kind != IO500 and not least_nodes <= one.nodes <= nodes:
        yield f"it ran on {several(one.nodes, 'client')}, and {nodes} are agreed"
    files, agreed = _count(details.get("files", "")), terms.files_per_process * wanted
    if one.kind == "mdtest" and 0 < files < agreed:
        yield f"it created {files} files, and {agreed} are agreed"
    if threshold.unit == "1/second" or one.kind == IO500:
        return
    access = details.get("access", "")
    if threshold.figure.startswith(SHARED):
        if access == EACH_ITS_FILE or one.kind == FIO:
            yield "it isn't one file that all processes share"
        elif not access:
            yield "the output doesn't state whether all processes share one file"
    elif access not in ("", EACH_ITS_FILE) and wanted > 1:
        yield "it isn't one file per process"
    if one.kind == FIO:
        way = one.figure.partition(" ")[0]
        for job in run.jobs:
            yield from differences(dict(job.details), way, terms)
    transfer = _bytes(details.get("xfersize", ""))
    if transfer is not None and abs(transfer / terms.transfer_size - 1) > ROUNDED:
        yield f"its transfers are {show(transfer, 'byte', binary=True)}, not as agreed"


def _bytes(text: str) -> float | None:
    try:
        return parse(text if any(map(str.isalpha, text)) else f"{text} B", "byte") if text else None
    except UnitError:
        return None


def reaches(value: float, least: float, unit: str = "") -> bool:
    """Return whether a figure is at least another one, but for rounding.

    Rates are rounded by the programs that print them, all figures as binary fractions.

    >>> reaches(7.885e9, 0.95 * 8.3e9), reaches(0.9499, 0.95)
    (True, False)
    >>> reaches(11444.09 * 2**20, 12e9, "byte/s"), reaches(11444.08 * 2**20, 12e9, "byte/s")
    (True, False)
    """
    return value >= least * (1 - ROUNDING) - HALF_DIGIT.get(unit, 0.0)


def keeps(value: float, most: float) -> bool:
    """Return whether a figure is at most another one, but for the rounding of binary fractions.

    >>> keeps(1.05 - 1, 0.05), keeps(0.0501, 0.05)
    (True, False)
    """
    return value <= most * (1 + ROUNDING)


def _by_mean(found: Threshold, runs: Sequence[Run], wanted: int) -> Threshold:
    """Judge by the mean of all repeats, and the lowest of them."""
    repeats = sum(one.repeats for one in runs)
    mean = sum(one.mean * one.repeats for one in runs) / repeats
    lows = [one.least for one in runs if one.least is not None]
    least = min(lows, default=None)
    found = replace(found, measured=mean, least=least, repeats=repeats)
    if not reaches(mean, found.value, found.unit):
        return replace(found, verdict="fail", why="the mean is below the threshold")
    if least is not None and not reaches(least, LEAST_OF_MEAN * found.value, found.unit):
        return replace(
            found, verdict="fail", why="the lowest repeat is below 95 % of the threshold"
        )
    if repeats < wanted:
        return replace(found, why=f"{repeats} of {wanted} repeats")
    if len(lows) < len(runs):
        return replace(found, why="the output has no lowest repeat")
    return replace(found, verdict="pass", why="")


def _spread(found: Threshold, runs: Sequence[Run], wanted: int) -> Threshold:
    """Judge how far repeats are from their mean, at most, but for the digits that are printed."""
    repeats = sum(one.repeats for one in runs)
    mean = sum(one.mean * one.repeats for one in runs) / repeats
    ends = [end for one in runs for end in (one.least, one.most) if end is not None]
    if len(ends) < 2 * len(runs):
        return replace(found, why="the output has no lowest and highest repeat")
    spread = max(abs(end - mean) for end in ends) / mean
    digits = 2 * HALF_DIGIT.get(runs[0].of.unit, 0.0) / mean  # of the repeat, and of the mean
    found = replace(found, measured=spread, repeats=repeats, rounding=digits)
    if not keeps(spread, found.value + digits):
        return replace(found, verdict="fail", why="a repeat is farther from the mean")
    if repeats < wanted:
        return replace(found, why=f"{repeats} of {wanted} repeats")
    return replace(found, verdict="pass", why="")


def _by_hand(threshold: Threshold, measured: Sequence[Figure], wanted: int) -> Threshold:
    """Judge by what somebody measured, each value a repeat."""
    runs = [Run(one.value, one.value, one.value, 1, one) for one in measured]
    files = tuple(sorted({one.file for one in measured}))
    found = replace(threshold, files=files)
    if not threshold.at_most:
        if threshold.unit in ("byte/s", "1/second"):
            return _by_mean(found, runs, wanted)
        least = min(one.value for one in measured)
        verdict = "pass" if reaches(least, threshold.value) else "fail"
        why = "" if verdict == "pass" else "it is below the threshold"
        return replace(found, measured=least, verdict=verdict, why=why)  # type: ignore[arg-type]
    most = max(one.value for one in measured)
    if not keeps(most, threshold.value):
        return replace(found, measured=most, verdict="fail", why="it is above the threshold")
    return replace(found, measured=most, verdict="pass", why="")


def _capacity(thresholds: Sequence[Threshold], figures: Sequence[Figure]) -> list[Threshold]:
    """Judge the capacity of the empty file system, and state the difference from the plan."""
    sizes = [one for one in figures if one.figure == CAPACITY]
    of_df = [one for one in sizes if one.kind == DF]
    used = sum(one.value for one in figures if one.figure == USED)
    if not sizes:
        return list(thresholds)
    files = tuple(sorted({one.file for one in sizes}))
    kinds = {one.kind for one in sizes}
    found = []
    for one in thresholds:
        size = sum(each.value for each in sizes)
        against = replace(one, measured=size, files=files)
        notes = [each.note for each in sizes if each.note]
        if len(kinds) > 1:
            what = f"{' and '.join(sorted(kinds))} both state it: give the output of one of them"
            found.append(replace(one, files=files, why=what))
        elif _may_be_one(of_df, one):
            what = "several outputs of df may be of one file system: give it once"
            found.append(replace(one, files=files, why=what))
        elif used > EMPTY * size:
            found.append(replace(against, why=f"{show(used, 'byte')} are in use: it isn't empty"))
        elif notes:
            found.append(replace(against, why=notes[0]))
        elif one.of_clients and kinds == {POOLS} and size >= one.value:
            why = "pools of metadata may be among these: give what clients see, such as lfs df"
            found.append(replace(against, why=why))
        else:
            verdict = "pass" if size >= one.value else "fail"
            why = "" if one.planned is None else f"{_against(size, one.planned)} the plan"
            found.append(replace(against, verdict=verdict, why=why))  # type: ignore[arg-type]
    return found


def _may_be_one(sizes: Sequence[Figure], threshold: Threshold) -> bool:
    """Whether outputs of df may be of one file system: of clients, or of the same name and size."""
    if threshold.of_clients and len(sizes) > 1:
        return True
    pairs = [(a, b) for n, a in enumerate(sizes) for b in sizes[:n] if a.case == b.case]
    return any(abs(a.value - b.value) <= EMPTY * max(a.value, b.value) for a, b in pairs)


def _against(size: float, planned: float) -> str:
    share = size / planned - 1
    return f"{percent(abs(share), 2)} {'above' if share >= 0 else 'below'}"


def _inventory(
    thresholds: Sequence[Threshold], figures: Sequence[Figure], terms: Terms
) -> list[Threshold]:
    """Compare counts with the order, all lines of one part together."""
    by_hand = {one.figure: one for one in figures if isinstance(one, ByHand)}
    counts: dict[str, float] = {}
    for one in figures:
        if one.figure.startswith(COUNTED):
            key = one.figure.removeprefix(COUNTED).strip()
            counts[key] = counts.get(key, 0.0) + one.value
    files = tuple(sorted({one.file for one in figures if one.figure.startswith(COUNTED)}))
    ordered: dict[str, Decimal] = {}
    for line in thresholds:
        ordered[line.part] = ordered.get(line.part, Decimal(0)) + Decimal(line.value)
    found = []
    for line in thresholds:
        if (stated := by_hand.get(line.figure)) is not None:
            verdict = "pass" if stated.value == line.value else "fail"
            why = "" if verdict == "pass" else "it isn't what was ordered"
            found.append(
                replace(line, measured=stated.value, verdict=verdict, why=why, files=(stated.file,))  # type: ignore[arg-type]
            )
            continue
        count = counts.get(line.part) if line.part else None
        if count is None:
            found.append(line)
            continue
        found.append(_counted(replace(line, files=files), count, ordered[line.part], terms))
    return found


def _counted(line: Threshold, count: float, ordered: Decimal, terms: Terms) -> Threshold:
    if count == ordered:
        return replace(line, measured=line.value, verdict="pass", why="")
    text = f"{count:g} of {float(ordered):g} were counted"
    if count > ordered:
        return replace(line, measured=count, verdict="fail", why=f"{text}: more than ordered")
    if terms.all_servers:
        return replace(line, measured=count, verdict="fail", why=text)
    why = f"{text}: add outputs of further servers, or state 'all_servers: true'"
    return replace(line, measured=count, why=why)
