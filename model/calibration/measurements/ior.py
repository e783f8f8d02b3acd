"""Text output of IOR: the tables of 2.x to 4.x, and the CSV of 4.x.

The summary table contains the highest, lowest and mean rate of the repetitions. The IO500
application omits that table, and so do interrupted runs: the lines of the repetitions are used
then. IOR prints MiB/s; a column in MB/s next to it is the same rate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from math import isclose

from model.calibration.measurements.measurement import Measurement, Output, spread, whole
from model.records import dataclass

KIND = "IOR"
WAYS = ("write", "read")
MARK = (
    r"IOR-\S{1,40}: MPI Coordinated Test|^.{0,40}access[ ,]{1,9}bw\(Mi?B"
    r"|^.{0,40}Max (?:Write|Read): "
)
TIME_LIMIT = "stonewallingTime"
"""Seconds after which a phase stops; printed if there is such a limit."""
VERSION, DIRECT = "version", "direct"
"""Version of the program, and whether files are opened for direct I/O: 1 or 0."""
COMMAND = "command"
"""The command line, which isn't reported."""
SHOWN = (
    *("api", "access", "xfersize", "blocksize", "segments", "repetitions"),
    *(TIME_LIMIT, VERSION, DIRECT),
)
"""Parameters of a run to report."""
SAME = 2e-3
"""Tolerated difference between summary and repetitions, as some versions round them."""
MOST_ROWS = 5
"""Maximum number of repetitions in a note."""
_TITLE = "MPI Coordinated Test of Parallel I/O"
_VERSION = re.compile(rf"IOR-(\S{{1,40}}): {_TITLE}")
_DEADLINE = "deadlineForStonewall"
"""What verbose outputs call the time limit."""
_COMMAND = re.compile(r"Command line(?: used)?\s*: (.+)")
_OPTION = re.compile(r"\s*([a-z][A-Za-z ]{0,40}?)\s*[:=]\s*(.+)")
_UNIT = re.compile(r"\((Mi?B)")
_MAX = re.compile(r"Max (Write|Read):\s+(\S+) (Mi?B)/sec")
_FUSED = re.compile(r"(\.\d\d)(?=\d)")


@dataclass
class Test:
    """A test: its parameters, and by direction its figures with their lines."""

    options: dict[str, str] = field(default_factory=dict)
    rows: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    tables: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    tops: dict[str, tuple[int, str]] = field(default_factory=dict)
    label: str = "MiB/s"
    run: int = 0
    version: str = ""

    @property
    def tasks(self) -> int | None:
        """Total number of tasks."""
        return whole(self.options.get("tasks")) or whole(self.options.get("clients"))

    @property
    def nodes(self) -> int | None:
        """Number of nodes, as printed or from the tasks per node."""
        nodes = whole(self.options.get("nodes"))
        per_node = re.search(r"\((\d{1,9}) per node", self.options.get("clients", ""))
        each = int(per_node[1]) if per_node else whole(self.options.get("clients per node"))
        return nodes or (-(-self.tasks // each) if self.tasks and each else None)

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """Parameters of the run."""
        options = {**_of_command(self.options), **self.options}
        if _DEADLINE in options:
            options.setdefault(TIME_LIMIT, options[_DEADLINE])
        if self.version:
            options[VERSION] = self.version
        found = ((name, options.get(name, "").strip()) for name in SHOWN)
        return tuple((name, text) for name, text in found if text)


def _of_command(options: dict[str, str]) -> dict[str, str]:
    """Return what the command line says of time limit and direct I/O; a script may say more."""
    words = options.get(COMMAND, "").split()
    if not words or any(word.startswith("-f") for word in words):
        return {}
    limits = [
        (word.removeprefix("-D") or following)
        for word, following in zip(words, [*words[1:], ""], strict=True)
        if word.startswith("-D")
    ]
    is_direct = any("odirect" in word.casefold() or word == "-B" for word in words)
    found = {DIRECT: str(int(is_direct or any("useO_DIRECT=1" in word for word in words)))}
    if not any("Stonewall" in word for word in words):
        found[TIME_LIMIT] = limits[-1] if limits else "0"
    return found


class _Reader:
    """Parser that assigns lines to tests."""

    def __init__(self) -> None:
        self.tests: list[Test] = [Test()]
        self.part = ""
        self.columns: list[str] = []

    def line(self, number: int, text: str) -> None:
        """Process one line."""
        words = text.replace(",", " ").split() if self.part == "csv" else text.split()
        test = self.tests[-1]
        if _TITLE in text:
            self._begin(test.run + 1)
            if version := _VERSION.search(text):
                self.tests[-1].version = version[1]
        elif text.startswith("TestID ") or re.match(r"Test \d+ started", text):
            self._begin(test.run)
        elif re.match(r"access[ ,]+bw\(", text):
            self.part = "csv" if "," in text else "rows"
            test.label = _label(text)
        elif text.startswith("Operation ") and "Max" in text:
            self.part, self.columns = "table", words
            test.label = _label(text)
        elif self.part and len(words) > 3 and words[0] in WAYS:
            self._row(number, words, text)
        elif top := _MAX.match(text):
            test.tops[top[1].lower()] = number, top[2]
        elif command := _COMMAND.match(text):
            test.options.setdefault(COMMAND, command[1])
        elif option := _OPTION.match(text):
            test.options.setdefault(option[1], option[2])

    def _begin(self, run: int) -> None:
        self.part = ""
        test = self.tests[-1]
        if test.rows or test.tables or test.tops:
            version = test.version if run == test.run else ""
            command = {name: test.options[name] for name in (COMMAND,) if name in test.options}
            self.tests.append(Test(command if run == test.run else {}, run=run, version=version))
        test = self.tests[-1]
        test.run = run

    def _row(self, number: int, words: list[str], text: str) -> None:
        if self.part == "table":
            # 2.x prints wide figures without a blank between them.
            figures = _FUSED.sub(r"\1 ", text).split()[1:]
            if len(figures) > 3:  # otherwise the mean may be cut off, so use the repetitions
                self._of_row(words).tables[words[0]] = number, figures[:3]
        else:
            self.tests[-1].rows.setdefault(words[0], []).append((number, words[1]))

    def _of_row(self, words: list[str]) -> Test:
        """Return the test that a row of the summary table belongs to."""
        run = [test for test in self.tests if test.run == self.tests[-1].run]
        at = self.columns.index("Test#") if "Test#" in self.columns else len(words)
        n = whole(words[at]) if at < len(words) else None
        return run[n] if n is not None and n < len(run) else run[-1]


def _label(header: str) -> str:
    unit = _UNIT.search(header)
    return f"{unit[1] if unit else 'MiB'}/s"


def read(output: Output) -> Iterator[Measurement]:
    """Return the figures of IOR's tables or CSV."""
    reader = _Reader()
    for number, text in output.lines():
        reader.line(number, text)
    tests = [test for test in reader.tests if test.rows or test.tables or test.tops]
    for n, test in enumerate(tests):
        case = f"test {n + 1}" if len(tests) > 1 else ""
        for way in WAYS:
            for line, name, value, printed in _figures(output, test, way):
                yield Measurement(
                    KIND,
                    name,
                    value,
                    "byte/s",
                    printed,
                    output.file,
                    line,
                    case,
                    test.nodes,
                    test.tasks,
                    test.details,
                    contradiction(output, test, way) if way in test.tables else cut_off(test, way),
                )


def cut_off(test: Test, way: str) -> str:
    """Return a warning about missing repetitions, if there are any."""
    repetitions, there = whole(test.options.get("repetitions")), len(test.rows.get(way, ()))
    return (
        f"{there} of {repetitions} repetitions: cut off"
        if repetitions and there < repetitions and there
        else ""
    )


def contradiction(output: Output, test: Test, way: str) -> str:
    """Return a warning if the summary disagrees with the repetitions above it."""
    line, texts = test.tables[way]
    rows = test.rows.get(way, [])
    if not rows or len(rows) < (whole(test.options.get("repetitions")) or 1):
        return ""
    every = [output.rate(at, text, test.label, "byte/s") for at, text in rows]
    known = [rate for rate in every if rate is not None]
    top, low = (output.rate(line, text, test.label, "byte/s") for text in texts[:2])
    if not known or top is None or low is None:
        return ""
    if isclose(top, max(known), rel_tol=SAME) and isclose(low, min(known), rel_tol=SAME):
        return ""
    printed = ", ".join(text for _, text in rows[:MOST_ROWS])
    more = ", …" if rows[MOST_ROWS:] else ""
    return f"the summary contradicts the repetitions ({printed}{more}): see which are right"


Figures = Iterator[tuple[int, str, float, str]]


def _figures(output: Output, test: Test, way: str) -> Figures:
    """Return each figure of one direction with its line, its name and its printed form."""
    figure, label = f"{way} bandwidth", test.label
    if way in test.tables:
        line, texts = test.tables[way]
        top, low, mean = (output.rate(line, text, label, "byte/s") for text in texts)
        printed = dict(zip((top, low, mean), texts, strict=True))
        for name, value in spread(figure, top, low, mean):
            yield line, name, value, f"{printed[value]} {label}"
    elif way in test.rows:
        yield from of_repetitions(output, figure, label, test.rows[way])
    elif way in test.tops:
        line, text = test.tops[way]
        rate = output.rate(line, text, "MiB/s", "byte/s")
        if rate is not None:
            yield line, f"max {figure}", rate, f"{text} MiB/s"


def of_repetitions(output: Output, figure: str, label: str, rows: list[tuple[int, str]]) -> Figures:
    """Return the mean, highest and lowest rate of repetitions, each with its own line."""
    rates = {line: output.rate(line, text, label, "byte/s") for line, text in rows}
    known = {line: rate for line, rate in rates.items() if rate is not None}
    if not known:
        return
    texts = dict(rows)
    top, low = max(known, key=known.__getitem__), min(known, key=known.__getitem__)
    mean = sum(known.values()) / len(known)
    one = known[top] == known[low]
    printed = f"{texts[top]} {label}" if one else f"mean of {len(known)} in {label}"
    places = {figure: top if one else min(known), f"max {figure}": top, f"min {figure}": low}
    for name, value in spread(figure, known[top], known[low], known[top] if one else mean):
        line = places[name]
        yield line, name, value, printed if name == figure else f"{texts[line]} {label}"
