"""Output of mdtest 1.8 to 4.x: operation rates for files, directories and trees.

Operations that were not run are printed as 0.000, and undefined rates as NA: both are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.calibration.measurements.measurement import Measurement, Output, spread, whole

KIND = "mdtest"
MARK = r"mdtest-\S{1,40} was launched|SUMMARY(?: rate[^:\n]{0,20})?: ?\(of \d+ iterations\)"
_LAUNCH = re.compile(r"mdtest-(\S+) was launched with (\d+) total task\(s\) on (\d+) node")
_SUMMARY = re.compile(r"SUMMARY(?: (rate|time)[^:]*)?: ?\(of (\d+) iterations\)")
_FILES = re.compile(r"\d{1,12} tasks, (\d{1,18}) files(?:/directories)?")
_ROW = re.compile(r"\s*((?:Directory|File|Tree) [a-z]+(?: \(stonewall\))?)\s*:?\s+(\S.*)")
_BY_RANK = re.compile(r"Operation +per Rank:")
"""Table header with the rates of single ranks before those of the iterations."""
RATES = 3


def read(output: Output) -> Iterator[Measurement]:
    """Return the mean, highest and lowest rate of each operation."""
    version, tasks, nodes, iterations, inside, run = "", None, None, "", False, 0
    files = ""
    by_rank = False
    found = []
    for line, text in output.lines():
        if launch := _LAUNCH.search(text):
            version, tasks, nodes = launch[1], whole(launch[2]), whole(launch[3])
            run, inside, files = run + 1, False, ""
        elif created := _FILES.fullmatch(text.strip()):
            files = created[1]
        elif summary := _SUMMARY.match(text.strip()):
            inside, iterations = summary[1] != "time", summary[2]
            by_rank = False
        elif inside and _BY_RANK.search(text):
            by_rank = True
        elif inside and (row := _ROW.match(text)):
            options = (("version", version), ("iterations", iterations), ("files", files))
            for name, value, printed in _rates(output, line, row[1], row[2].split(), by_rank):
                details = tuple((key, word) for key, word in options if word)
                found.append((run, line, name, value, printed, nodes, tasks, details))
    for n, line, name, value, printed, nodes, tasks, details in found:
        case = f"run {n}" if run > 1 else ""
        yield Measurement(
            KIND, name, value, "1/second", printed, output.file, line, case, nodes, tasks, details
        )


def _rates(
    output: Output, line: int, operation: str, words: list[str], by_rank: bool
) -> Iterator[tuple[str, float, str]]:
    by_rank = by_rank and "stonewall" not in operation
    words = words[RATES:] if by_rank else words
    if len(words) <= RATES:  # the line was cut off
        return
    rates = [output.rate(line, word, "/s", "1/second") for word in words[:RATES]]
    printed = dict(zip(rates, words, strict=False))
    for name, value in spread(f"{operation.lower()} rate", *rates):
        yield name, value, f"{printed[value]}/s"
